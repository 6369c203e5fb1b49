"""CPCs and logical partitions: general CPs shared under PR/SM weights and caps.

A single task can use one CP at most, however many there are: that is why a nucleus has a ceiling.
Dedicated CPs are the partition's own; shared CPs are guaranteed in proportion to the weights and
may be exceeded while others leave theirs idle, unless the partition is capped. An absolute cap
states the processors that a partition may use at the most; a defined capacity states the same in
MSU, of the four-hour average (here: all the time, which is what an hour of high load comes to).

While all partitions fit, weights say who waits. What a partition uses of its share of all that is
used goes before what others use beyond theirs, and all work together waits as long as ever (L.
Kleinrock, Queueing Systems II, conservation law). Of what the chains of two partitions on one to
eight CPs, 85 to 90 % busy, wait, that is within a tenth, of three's within a third.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from model.hardware.halving import halved
from model.topology import Component, ComponentKind, SettingSpec, Topology, Usual

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
    own_busy_cps: float = 0.0,
    others_within_cps: float = 0.0,
    fair_cps: float = 0.0,
) -> float:
    """CPs that a partition can use at the same time.

    Its guaranteed share, or what the others leave idle where that is more, known, and no cap
    forbids it, or `fair_cps` where it does not fit (see that); never more than its logical CPs.

    own_busy_cps: that it uses.  others_within_cps: that others use of their own shares of all that
    is used.  Where these are known and all fit on the machine, what partitions use of these shares
    goes before what they use beyond: as preemptive classes, they wait in all as long as work of one
    class would (L. Kleinrock, Queueing Systems II, conservation law). The partition's CPs are then
    so many that its work waits so much longer, or shorter, than behind all as one class.
    """
    share = guaranteed_cps(weight, weights, shared_cps)
    if others_busy_cps is not None and not capped:
        left = shared_cps - others_busy_cps
        if 0.0 < own_busy_cps < left:
            used = own_busy_cps + others_busy_cps
            within = min(own_busy_cps, share * used / shared_cps), others_within_cps
            times = longer_by_weight(shared_cps, own_busy_cps, others_busy_cps, within)
            left = _cps_where_work_waits(own_busy_cps, left, times, logical_cps)
        else:
            share = max(share, fair_cps)
        share = max(share, left)
    return min(logical_cps, share)


def fair_cps(weight: float, others: Sequence[tuple[float, float]], shared_cps: float) -> float:
    """CPs that a partition gets which wants all that it can get.

    What some leave of their shares goes to the others by their weights, again and again: others,
    by weight and CPs that they use, keep what they use up to that. Partitions that all used what
    the rest leaves would use it twice.
    """
    left, weights = shared_cps, weight + sum(other for other, _ in others)
    for other, uses in sorted(others, key=lambda one: one[1] / max(one[0], _LEAST_POOL)):
        if uses * weights > left * other:
            break
        left, weights = left - uses, weights - other
    return left * weight / weights


def longer_by_weight(
    shared_cps: float, own_cps: float, others_cps: float, within_cps: tuple[float, float]
) -> float:
    """How many times as long as behind all work as one class that of a partition waits.

    within_cps: that it, and others, use of their shares. Against the chains of two partitions:
    `tests/model/test_weights.py`.
    """
    every, first = own_cps + others_cps, sum(within_cps)
    behind = every - first
    if behind <= _NOTHING * shared_cps:
        return 1.0
    alike, before = _wait(shared_cps, every), _wait(shared_cps, first)
    after = (every * alike - first * before) / behind
    beyond = 1.0 - within_cps[0] / own_cps
    return ((1.0 - beyond) * before + beyond * after) / alike


def _cps_where_work_waits(own_cps: float, left_cps: float, times: float, most: float) -> float:
    """CPs on which work waits so many times as long as on those that others leave."""
    low, high = own_cps, max(most, left_cps)
    wanted = _wait(left_cps, own_cps) * times
    if times == 1.0 or _wait(high, own_cps) >= wanted:
        return left_cps if times == 1.0 else high
    return halved(lambda cps: _wait(cps, own_cps) >= wanted, low, high)[1]


def _wait(cps: float, busy_cps: float) -> float:
    """Seconds that a second of work waits for one of so many CPs.

    H. Sakasegawa, Ann. Inst. Stat. Math. 29, 1977; on less than one CP it takes longer besides.
    """
    if busy_cps >= cps:
        return math.inf
    if cps < 1.0:
        return 1.0 / (cps - busy_cps) - 1.0
    return float((busy_cps / cps) ** (math.sqrt(2.0 * (cps + 1.0)) - 1.0) / (cps - busy_cps))


_NOTHING = 1e-6
"""Of CPs: where less is used beyond shares nobody goes before anybody. Were it more, the wait would
jump there, and a neighbour that grows would shorten it.
"""

Engines = Literal["CPS", "ZIIPS"]


def physical(topology: Topology, system: Component, engines: str = "CPS") -> float | None:
    """CPs or zIIPs of the machine that a partition is of; None if not stated."""
    cpc = topology.ancestor(system.id, "cpc")
    return None if cpc is None else cpc.number(engines)


def online(topology: Topology, system: Component, engines: Engines = "CPS") -> float | None:
    """Logical CPs or zIIPs of a partition, never more than its machine has; None if not stated."""
    value, pool = system.number(engines), physical(topology, system, engines)
    return value if value is None or pool is None else min(value, pool)


@dataclass(frozen=True)
class Machine:
    """The CPs of a machine that its partitions share: the same for each of them.

    cps: those that are dedicated to nobody.  weights: by partition without dedicated CPs its weight
    (see `weights_on`).  most: those that it gets at the most, alone there.
    """

    cps: float
    weights: Mapping[str, float]
    most: Mapping[str, float]


def machine_of(topology: Topology, cpc: Component) -> Machine:
    """How a machine that has CPs shares them out."""
    pool, shared, weights = cpc.number("CPS"), shared_cps(topology, cpc), weights_on(topology, cpc)
    every, found = list(weights.values()), {}
    for one in sharing(topology, cpc):
        most = min(one.number("CPS") or shared, shared, _cap(one, cpc, pool))
        if one.value("CAPPED") is True and weights[one.id]:
            most = min(most, guaranteed_cps(weights[one.id], every, shared))
        found[one.id] = most
    return Machine(shared, weights, found)


def partition_cps(
    topology: Topology,
    system: Component,
    taken: Mapping[str, float] | None = None,
    machine: Machine | None = None,
) -> float | None:
    """CPs that a partition of the topology can use at the same time; None when not known.

    Its logical CPs, never more than its machine has, less where dedicated CPs of others, weights or
    caps give it fewer. taken: CPs in use by component id, without a limit where more would be used;
    as measured where nothing is said. By machine that does not do all that is asked of it the CPs
    that it gives for each unit of weight (see `model.projection.sharing`).  machine: what is known
    of its machine already.
    """
    value = system.number("CPS")
    if value is None:
        return None
    cpc = topology.ancestor(system.id, "cpc")
    pool = None if cpc is None else cpc.number("CPS")
    most = min(value, _cap(system, cpc, pool))
    if cpc is None or pool is None or system.value("DEDICATED") is True:
        return most if pool is None else min(most, pool)
    machine = machine or machine_of(topology, cpc)
    shared, shares = machine.cps, machine.weights
    others = [name for name in shares if name != system.id]
    known = [_busy_cps(topology[name], taken, machine.most[name]) for name in others]
    busy = None if None in known else sum(one for one in known if one is not None)
    weight, weights = shares.get(system.id, 0.0), [shares[name] for name in others]
    capped = system.value("CAPPED") is True
    every = [weight, *weights]
    own, fair = _busy_cps(system, taken) or 0.0, 0.0
    if weight:
        used_by = [one or 0.0 for one in known]
        fair = fair_cps(weight, list(zip(weights, used_by, strict=True)), shared)
    if weight and taken is not None and cpc.id in taken:
        share = guaranteed_cps(weight, every, shared)
        given = taken[cpc.id] * weight
        # Who would not use all of that shares what it is short of now and then with those who do.
        given = given if own >= given else min(given, fair)
        return min(most, shared, share if capped else max(share, given))
    if not weight or (busy is None and not system.number("WEIGHT")):
        return min(most, shared)
    used, total = min(own + (busy or 0.0), shared), sum(every)
    within = sum(
        min(uses or 0.0, used * one / total) for one, uses in zip(weights, known, strict=True)
    )
    return usable_cps(most, weight, every, shared, busy, capped, own, within, fair)


def sharing(topology: Topology, cpc: Component) -> list[Component]:
    """Partitions of a machine that have no dedicated CPs."""
    every = topology.children(cpc.id, "lpar")
    return [one for one in every if one.value("DEDICATED") is not True]


def shared_cps(topology: Topology, cpc: Component) -> float:
    """CPs of a machine, of which it has some, that are dedicated to no partition."""
    every = topology.children(cpc.id, "lpar")
    apart = sum(s.number("CPS") or 0.0 for s in every if s.value("DEDICATED") is True)
    return max((cpc.number("CPS") or 0.0) - apart, _LEAST_POOL)


def without_cps(topology: Topology) -> frozenset[str]:
    """Partitions of machines all of whose CPs are dedicated to others."""
    return frozenset(
        one.id
        for cpc in topology.of_kind("cpc")
        if cpc.number("CPS") and shared_cps(topology, cpc) <= _LEAST_POOL
        for one in sharing(topology, cpc)
    )


def weights_on(topology: Topology, cpc: Component) -> dict[str, float]:
    """By partition without dedicated CPs its weight.

    One that nobody states is taken to be as those of the others are for as many logical CPs, and to
    stay what it is in scenarios: another logical CP for a partition gives it no larger weight, and
    takes nothing from its neighbours.
    """
    shared = sharing(topology, cpc)
    stated = {one.id: weight for one in shared if (weight := one.number("WEIGHT"))}
    cps = {one.id: one.number_as_is("CPS") or 0.0 for one in shared}
    those = sum(cps[name] for name in stated)
    each = sum(stated[name] for name in stated if cps[name]) / those if those else 1.0
    return {one.id: stated.get(one.id, each * cps[one.id]) for one in shared}


def share_of(topology: Topology, system: Component) -> float | None:
    """CPs that the weight of a partition guarantees it; None where no weight says."""
    cpc, weight = topology.ancestor(system.id, "cpc"), system.number("WEIGHT")
    pool = None if cpc is None else cpc.number("CPS")
    if cpc is None or not pool or not weight or system.value("DEDICATED") is True:
        return None
    weights = list(weights_on(topology, cpc).values())
    return guaranteed_cps(weight, weights, shared_cps(topology, cpc))


_LEAST_POOL = 0.01


def _busy_cps(
    system: Component, taken: Mapping[str, float] | None, most: float = math.inf
) -> float | None:
    if taken is not None and system.id in taken:
        return min(taken[system.id], most)
    pct, cps = system.measure("cp_busy_pct"), system.number_as_is("CPS")
    return None if pct is None or cps is None else pct / 100.0 * cps


def _cap(system: Component, cpc: Component | None, pool: float | None) -> float:
    """CPs that caps leave to a partition."""
    most = float("inf")
    absolute = system.number("ABSOLUTE_CAP_CPS")
    if absolute:
        most = absolute
    msu, of_all = system.number("DEFINED_CAPACITY_MSU"), None if cpc is None else cpc.number("MSU")
    if msu and of_all and pool:
        most = min(most, pool * msu / of_all)
    return most


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
                names="MODEL",
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
                label="Speed of a CP",
            ),
            SettingSpec(
                "MSU",
                "number",
                "Capacity rating of all general processors of the machine.",
                unit="MSU",
                minimum=1,
                maximum=100_000,
                soft_maximum=30_000,
                group="Processors",
                source="RMF CPU report, CPC capacity",
            ),
            SettingSpec(
                "MSU_PRICE",
                "number",
                "What one MSU of the peak costs a month, in the customer's own currency.",
                unit="money/month",
                minimum=0.01,
                maximum=1_000_000,
                group="Processors",
                source="the customer's contract; no report tells it",
                label="Price of an MSU",
            ),
        ),
        names="MACHINE",
        icon="server",
        called="CPC1",
        words="cec machine z13 z14 z15 z16 mainframe cp",
    ),
    ComponentKind(
        "lpar",
        "LPAR",
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
                "OPSYS_RELEASE",
                "text",
                "Release of the operating system, such as V2R4.",
                source="RMF report header",
                label="Release of the operating system",
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
                usual=Usual(4, 5.0),
                syntax="HMC Image Profile {name} > Processor: General Initial={value}",
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
                syntax="HMC Image Profile {name} > Processor: zIIP Initial={value}",
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
                syntax="HMC Image Profile {name} > Processor: Initial Weight={value}",
            ),
            SettingSpec(
                "CAPPED",
                "flag",
                "Initial capping: the partition never gets more than its weight's share.",
                group="Processors",
                dynamic=True,
                source=_PRSM,
                syntax="HMC Image Profile {name} > Processor: Initial Capping={value}",
            ),
            SettingSpec(
                "DEDICATED",
                "flag",
                "Dedicated processors, which no other partition can use.",
                group="Processors",
                source=_PRSM,
                syntax="HMC Image Profile {name} > Processor: Dedicated={value}",
            ),
            SettingSpec(
                "ABSOLUTE_CAP_CPS",
                "number",
                "Absolute capping: the partition never uses more processors than this.",
                unit="CPs",
                minimum=0.01,
                maximum=255,
                soft_maximum=64,
                group="Processors",
                dynamic=True,
                source=_PRSM,
                syntax="HMC Image Profile {name} > Processor: Absolute Capping={value}",
                label="Absolute cap",
            ),
            SettingSpec(
                "DEFINED_CAPACITY_MSU",
                "number",
                "Defined capacity (soft cap), of the four-hour average.",
                unit="MSU",
                minimum=1,
                maximum=100_000,
                soft_maximum=10_000,
                group="Processors",
                dynamic=True,
                source=_PRSM,
                syntax="HMC Image Profile {name} > Processor: Defined Capacity={value}",
                label="Defined capacity",
            ),
            SettingSpec(
                "ZIIP_THREADS",
                "integer",
                "Threads of each zIIP that z/OS uses (MT_ZIIP_MODE with PROCVIEW CORE).",
                default=1,
                minimum=1,
                maximum=2,
                group="Processors",
                dynamic=True,
                source="z/OS MVS Initialization and Tuning Reference, IEAOPTxx",
                syntax="IEAOPTxx MT_ZIIP_MODE={value}",
                label="Threads of a zIIP (SMT)",
            ),
            SettingSpec(
                "IIPHONORPRIORITY",
                "flag",
                "Whether general CPs help when all zIIPs are busy.",
                default=True,
                group="Processors",
                dynamic=True,
                source="z/OS MVS Initialization and Tuning Reference, IEAOPTxx",
                syntax="IEAOPTxx IIPHONORPRIORITY={value}",
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
                usual=Usual(64, 4.0),
                syntax="HMC Image Profile {name} > Storage: Initial={value}GB",
                label="Central storage",
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
                label="LFAREA, 1 MB frames",
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
                label="LFAREA, 2 GB frames",
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
                label="LFAREA in use",
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
                read_off=True,
                label="Page data sets are on",
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
                label="MAXSPACE",
            ),
        ),
        doc="A system: its processors, storage, paging devices and I/O protocol.",
        names="SYSTEM",
        icon="cpu",
        called="SYSA",
        words="system image vse guest",
        in_names=True,
    ),
)
