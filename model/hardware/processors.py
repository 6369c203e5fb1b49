"""CPCs and logical partitions: general CPs shared under PR/SM weights and caps.

A single task can use one CP at most, however many there are: that is why a nucleus has a ceiling.
Dedicated CPs are the partition's own; shared CPs are guaranteed in proportion to the weights and
may be exceeded while others leave theirs idle, unless the partition is capped.
"""

from __future__ import annotations

from collections.abc import Sequence

from model.topology import Component, ComponentKind, MeasureSpec, SettingSpec, Topology

_PRSM = "PR/SM Planning Guide, processor weights"


def guaranteed_cps(weight: float, weights: Sequence[float], shared_cps: float) -> float:
    """CPs that PR/SM guarantees to a partition of this weight.

    weights: of all active partitions that share the pool, this one among them.
    """
    total = sum(weights)
    if total <= 0:
        raise ValueError("the weights of the partitions that share CPs must add up to more than 0")
    return shared_cps * weight / total


def usable_cps(
    logical_cps: float,
    weight: float,
    weights: Sequence[float],
    shared_cps: float,
    others_busy_cps: float | None,
    capped: bool = False,
) -> float:
    """CPs that a partition can use at the same time.

    Its guaranteed share, or what the others leave idle where that is more, known, and no cap
    forbids it; never more than its logical CPs.
    """
    share = guaranteed_cps(weight, weights, shared_cps)
    if others_busy_cps is not None and not capped:
        share = max(share, shared_cps - others_busy_cps)
    return min(logical_cps, share)


def partition_cps(topology: Topology, system: Component) -> float | None:
    """CPs that a partition of the topology can use at the same time; None when not known.

    Its logical CPs, never more than its machine has, less where weights give it fewer.
    """
    value = system.number("CPS")
    cpc = topology.ancestor(system.id, "cpc")
    pool = None if cpc is None else cpc.number("CPS")
    if value is None or cpc is None or pool is None:
        return value
    weight = system.number("WEIGHT")
    if weight is None:
        return min(value, pool)
    others = [s for s in topology.children(cpc.id, "lpar") if s.id != system.id]
    weights = [other.number("WEIGHT") or 0.0 for other in others]
    busy = [(other.measure("cp_busy_pct"), other.number("CPS")) for other in others]
    known = [pct / 100.0 * cps for pct, cps in busy if pct is not None and cps is not None]
    taken = sum(known) if len(known) == len(busy) else None
    capped = system.value("CAPPED") is True
    return usable_cps(value, weight, [weight, *weights], pool, taken, capped)


KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "cpc",
        "Central processor complex",
        "Hardware",
        (None,),
        settings=(
            SettingSpec(
                "MODEL",
                "text",
                "Machine type and model, such as 2827-HA1.",
                source="001, section 1.1",
            ),
            SettingSpec(
                "CPS",
                "integer",
                "General processors that are configured.",
                minimum=1,
                maximum=200,
                soft_maximum=101,
                group="Processors",
                source="RMF CPU report",
            ),
            SettingSpec(
                "ZIIPS",
                "integer",
                "zIIPs that are configured.",
                default=0,
                minimum=0,
                maximum=200,
                soft_maximum=40,
                group="Processors",
                source="RMF CPU report",
            ),
            SettingSpec(
                "CP_SPEED",
                "number",
                "Speed of one CP relative to a full-speed zEC12 CP, on which the published "
                "tests ran.",
                default=1.0,
                minimum=0.02,
                maximum=10,
                soft_maximum=3,
                group="Processors",
                source="001, section 1.1 (zEC12 2827-HA1)",
            ),
        ),
        measures=(MeasureSpec("cp_busy_pct", "%", "Average utilization of the physical CPs."),),
    ),
    ComponentKind(
        "lpar",
        "Logical partition",
        "Hardware",
        ("cpc", None),
        settings=(
            SettingSpec(
                "OPSYS",
                "choice",
                "Operating system.",
                default="z/OS",
                choices=("z/OS", "z/VSE", "z/VM"),
                source="RMF report header",
            ),
            SettingSpec(
                "CPS",
                "integer",
                "Logical general processors.",
                minimum=1,
                maximum=200,
                soft_maximum=64,
                group="Processors",
                dynamic=True,
                source="RMF CPU report",
                syntax="HMC image profile of {name}: {value} general processors",
            ),
            SettingSpec(
                "ZIIPS",
                "integer",
                "Logical zIIPs.",
                default=0,
                minimum=0,
                maximum=200,
                soft_maximum=32,
                group="Processors",
                dynamic=True,
                source="RMF CPU report",
                syntax="HMC image profile of {name}: {value} zIIPs",
            ),
            SettingSpec(
                "WEIGHT",
                "number",
                "Initial processing weight; absent with dedicated CPs.",
                minimum=1,
                maximum=999,
                group="Processors",
                dynamic=True,
                source=_PRSM,
                syntax="HMC image profile of {name}: initial weight {value}",
            ),
            SettingSpec(
                "CAPPED",
                "flag",
                "Initial capping: the partition never gets more than its weight's share.",
                group="Processors",
                dynamic=True,
                source=_PRSM,
                syntax="HMC image profile of {name}: initial capping {value}",
            ),
            SettingSpec(
                "REAL_STORAGE_GB",
                "number",
                "Central storage of the partition.",
                unit="GB",
                minimum=0.1,
                maximum=32768,
                soft_maximum=4096,
                group="Storage",
                source="RMF paging report",
                syntax="HMC image profile of {name}: central storage {value} GB",
            ),
            SettingSpec(
                "LFAREA_1M_GB",
                "number",
                "Storage reserved at IPL for fixed 1 MB frames.",
                unit="GB",
                default=0,
                minimum=0,
                maximum=4096,
                soft_maximum=512,
                group="Storage",
                source="001, section 4.6",
                syntax="IEASYSxx LFAREA=(1M={value}G)",
            ),
            SettingSpec(
                "LFAREA_2G_GB",
                "number",
                "Storage reserved at IPL for 2 GB frames.",
                unit="GB",
                default=0,
                minimum=0,
                maximum=4096,
                soft_maximum=512,
                group="Storage",
                source="001, section 4.6",
                syntax="IEASYSxx LFAREA=(2G={value}G)",
            ),
            SettingSpec(
                "LFAREA_USED_GB",
                "number",
                "How much of LFAREA is in use.",
                unit="GB",
                minimum=0,
                maximum=4096,
                group="Storage",
                source="D VIRTSTOR,LFAREA",
            ),
            SettingSpec(
                "PAGE_DEVICE",
                "choice",
                "Where page data sets are.",
                default="none",
                choices=("none", "flash", "disk"),
                group="Storage",
                source="001, section 4.6",
                syntax="IEASYSxx PAGESCM / PAGE   /* paging to {value} */",
            ),
            SettingSpec(
                "ZHPF",
                "flag",
                "Whether z/OS uses High Performance FICON.",
                group="I/O",
                dynamic=True,
                source="001, section 4.4",
                syntax="SETIOS ZHPF={value}",
            ),
            SettingSpec(
                "MAXSPACE_MB",
                "integer",
                "Virtual storage for SVC dumps.",
                unit="MB",
                default=500,
                minimum=1,
                maximum=2_000_000,
                soft_maximum=32_000,
                group="Dumps",
                dynamic=True,
                source="003, section 1.1",
                syntax="CHNGDUMP SET,SDUMP,MAXSPACE={value}M",
            ),
        ),
        measures=(
            MeasureSpec("cp_busy_pct", "%", "Busy share of the partition's CPs (LPAR busy)."),
            MeasureSpec("mvs_busy_pct", "%", "Busy share as z/OS sees it."),
            MeasureSpec("ziip_busy_pct", "%", "Busy share of the zIIPs."),
            MeasureSpec("paging_per_s", "1/s", "4 KB page-ins plus page-outs per second."),
            MeasureSpec("demand_paging_per_s", "1/s", "Demand paging rate."),
            MeasureSpec("page_ins_per_s", "1/s", "Page-ins per second."),
            MeasureSpec("available_frames", "frames", "Average 4 KB frames that are available."),
            MeasureSpec("capture_ratio_pct", "%", "CPU time that is attributed to address spaces."),
            MeasureSpec("dasd_io_per_s", "1/s", "I/O operations to DASD per second."),
        ),
        doc="A system: its processors, storage, paging devices and I/O protocol.",
    ),
)
