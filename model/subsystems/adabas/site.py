"""From a topology to conditions: one Adabas database, its nuclei and the hardware under them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from model.hardware.processors import partition_cps
from model.hardware.storage import usable_gb
from model.projection.protocol import NotProjectable, anchor_figures
from model.subsystems.adabas.schema import DEFAULT_LBP_MB, STEADY, check
from model.subsystems.evaluation import ConditionError, Conditions
from model.topology import Component, Topology

DEFAULT_THREADS = 5
"""ADARUN NT where no card sets it."""


def nuclei_of(topology: Topology, anchor: str) -> tuple[Component, ...]:
    """The nuclei of a database."""
    return tuple(c for c in topology.sources(anchor, "member") if c.kind == "adabas_nucleus")


def hosts_of(topology: Topology, anchor: str) -> dict[str, list[Component]]:
    """Nuclei by the id of the system that they run on.

    Raises NotProjectable when a nucleus runs on no known system.
    """
    hosts: dict[str, list[Component]] = {}
    for nucleus in nuclei_of(topology, anchor):
        lpar = topology.ancestor(nucleus.id, "lpar")
        if lpar is None:
            raise NotProjectable(
                f"nucleus {nucleus.name}: no report says on which system it runs",
                nucleus.id,
                "parent",
                "RMF workload activity or the job log",
            )
        hosts.setdefault(lpar.id, []).append(nucleus)
    return hosts


def disks_of(topology: Topology, anchor: str) -> tuple[Component, ...]:
    """DASD subsystems of a database."""
    return tuple(d for d in topology.targets(anchor, "uses") if d.kind == "dasd")


def conditions_of(topology: Topology, anchor: str, background: Mapping[str, float]) -> Conditions:
    """Conditions of one database.

    background: by component id, CPs of a system and I/Os per second of a DASD subsystem that other
    work takes.  Raises NotProjectable naming what no report says, ConditionError where settings
    contradict each other.
    """
    database = topology[anchor]
    hosts = hosts_of(topology, anchor)
    nuclei = [nucleus for members in hosts.values() for nucleus in members]
    if not nuclei:
        raise NotProjectable(
            f"{database.name}: no nucleus is known", anchor, "adabas_nucleus", "ADARUN cards"
        )
    systems = [topology[name] for name in hosts]
    cps = [_cps(topology, system) for system in systems]
    users = _number(database, "USERS", "the nuclei's user queue high water marks")
    # Nuclei may differ: what counts is how many commands can be in progress on all of them.
    threads = max(1, round(_average(nuclei, "NT") or DEFAULT_THREADS))
    found: dict[str, object] = {
        "product": _product(database, len(nuclei), len(systems)),
        "workload": STEADY,
        "nuclei": len(nuclei),
        "lpars": len(systems),
        "nuclei_per_lpar": [len(members) for members in hosts.values()],
        "cps_per_lpar": cps,
        "cps_total": sum(cps),
        "zhpf": _zhpf(database, systems),
        "users": users,
        "threads_per_nucleus": int(min(threads, max(1.0, users))),
        "mix": {
            "update_insert": _number(database, "UPDATE_SHARE", "commands by type"),
            "commit": _number(database, "COMMIT_SHARE", "commands by type"),
        },
        "lbp_mb": _average(nuclei, "LBP") or DEFAULT_LBP_MB,
        "background_cp_busy": sum(background.get(system.id, 0.0) for system in systems),
    }
    found.update(_storage(database, nuclei, systems))
    found.update(_cluster(topology, database, str(found["product"])))
    found.update(_disks(topology, anchor, background))
    speed = _speed(topology, systems)
    if speed is not None:
        found["cp_speed"] = speed
    for name, metric in (("LFIOP", "lfiop_mb"), ("FMXIO", "fmxio")):
        value = _average(nuclei, name)
        if value is not None:
            found[metric] = round(value) if name == "FMXIO" else value
    if threads > users:
        found["threads_stated"] = threads
    think = database.number("THINK_TIME_S")
    if think:
        found["think_time_s"] = think
    # Contradictions are said here, so that one of them does not break a batch of scenarios.
    check(found)
    return found


BLOCK_TRANSFERS = (
    "asso_reads",
    "data_reads",
    "asso_writes",
    "data_writes",
    "work_writes",
    "plog_writes",
)
"""Every I/O that the session statistics count."""


def measured_of(topology: Topology, anchor: str) -> dict[str, float]:
    """Measured figures of a database, rates made from counts where reports give counts."""
    figures = anchor_figures(topology, anchor)
    seconds = figures.get("duration_s", 0.0)
    if seconds > 0:
        if "commands" in figures:
            figures.setdefault("etr_per_s", figures["commands"] / seconds)
        if "physical_reads" in figures:
            figures.setdefault("reads_per_s", figures["physical_reads"] / seconds)
        if "work_writes" in figures and "plog_writes" in figures:
            writes = figures["work_writes"] + figures["plog_writes"]
            figures.setdefault("work_plog_writes_per_s", writes / seconds)
        if "cpu_s" in figures:
            figures.setdefault("cpu_s_per_s", figures["cpu_s"] / seconds)
        transfers = [figures.get(name) for name in BLOCK_TRANSFERS]
        if all(count is not None for count in transfers):
            total = sum(count for count in transfers if count is not None)
            figures.setdefault("io_per_s", total / seconds)
    if figures.get("cpu_s", 0.0) > 0 and "commands" in figures:
        figures.setdefault("itr_per_cpu_s", figures["commands"] / figures["cpu_s"])
    if figures.get("physical_reads", 0.0) > 0 and "logical_reads" in figures:
        figures.setdefault(
            "buffer_efficiency", figures["logical_reads"] / figures["physical_reads"]
        )
    busy = [n.measure("cp_busy_pct") for n in nuclei_of(topology, anchor)]
    known = [value for value in busy if value is not None]
    if known and len(known) == len(busy):
        figures.setdefault("nucleus_busy_pct", sum(known) / len(known))
    return figures


def _product(database: Component, nuclei: int, systems: int) -> str:
    stated = database.value("PRODUCT")
    if isinstance(stated, str):
        # One nucleus that was started with a cluster product still works alone.
        return "single" if nuclei == 1 else stated
    return "single" if nuclei == 1 else ("ALS" if systems > 1 else "ASM")


def _cps(topology: Topology, system: Component) -> float:
    """CPs that a system can use: its logical ones, less where PR/SM weights give it fewer."""
    value = partition_cps(topology, system)
    if value is None:
        raise NotProjectable(
            f"{system.name}: no report says how many CPs it has",
            system.id,
            "CPS",
            "the RMF CPU activity report",
        )
    return value


def _number(component: Component, name: str, report: str) -> float:
    value = component.number(name)
    if value is None:
        raise NotProjectable(
            f"{component.name}: no report gives {name}; {report} would", component.id, name, report
        )
    return value


def _zhpf(database: Component, systems: Sequence[Component]) -> bool:
    stated = [database.value("ZHPF"), *(system.value("ZHPF") for system in systems)]
    for value in stated:
        if isinstance(value, bool):
            return value
    raise NotProjectable(
        f"{database.name}: no report says whether its I/O uses zHPF",
        database.id,
        "ZHPF",
        "D IOS,ZHPF and ADARUN EXCPVR",
    )


def _storage(
    database: Component, nuclei: Sequence[Component], systems: Sequence[Component]
) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, key in (
        ("CASSOMAXS", "cache_asso_mb_per_nucleus"),
        ("CDATAMAXS", "cache_data_mb_per_nucleus"),
    ):
        value = database.number(name)
        if value is not None:
            found[key] = value
    frames = database.value("PAGE_TYPE")
    large = database.value("LARGEPAGE")
    if large is None and all(n.value("LARGEPAGE") is True for n in nuclei):
        large = True
    if isinstance(frames, str) and frames != "4K pageable":
        found["page_type"] = frames
    elif large is True:
        found["page_type"] = "LARGEPAGE=YES"
    real = [gb for gb in map(_real_gb, systems) if gb is not None]
    if len(real) == len(systems):
        found["real_storage_gb"] = min(real)
    device = _page_device(systems, found.get("real_storage_gb"))
    if device is not None:
        found["page_device"] = device
    return found


def _page_device(systems: Sequence[Component], least_gb: object) -> str | None:
    """The slowest paging device of the systems with the least storage; None when not stated.

    One system that has no device counts as having none, whatever its neighbours have.
    """
    tight = [s for s in systems if _real_gb(s) == least_gb] or list(systems)
    devices = [system.value("PAGE_DEVICE") for system in tight]
    for device in ("none", "disk", "flash"):
        if device in devices:
            return device
    return None


def _real_gb(system: Component) -> float | None:
    value = system.number("REAL_STORAGE_GB")
    return None if value is None else _usable_gb(value, system)


def _usable_gb(real_gb: float, system: Component) -> float:
    reserved = (system.number("LFAREA_1M_GB") or 0.0) + (system.number("LFAREA_2G_GB") or 0.0)
    used = system.number("LFAREA_USED_GB")
    if reserved >= real_gb:
        raise ConditionError(
            f"{system.name}: LFAREA of {reserved:,g} GB leaves nothing of {real_gb:,g} GB of real "
            "storage for 4 KB frames (001, section 4.6)"
        )
    # Where nobody says how much of LFAREA is used, all of it is taken to be.
    return usable_gb(real_gb, reserved, reserved if used is None else used)


def _cluster(topology: Topology, database: Component, product: str) -> dict[str, object]:
    found: dict[str, object] = {}
    als, asm = product == "ALS", product == "ASM"
    shared_mb = database.number("CLUCACHESIZE")
    structures = [s for s in topology.targets(database.id, "coupled") if s.number("SIZE_MB")]
    if structures and als:
        found["cf_structure_gb"] = (structures[0].number("SIZE_MB") or 0.0) / 1024.0
        facility = topology.ancestor(structures[0].id, "cf")
        processors = None if facility is None else facility.number("CPS")
        if processors is not None:
            found["cf_cps"] = processors
    if shared_mb is not None:
        if als:
            found.setdefault("cf_structure_gb", shared_mb / 1024.0)
        elif asm:
            found["cache_gb"] = shared_mb / 1024.0
    unchanged = database.value("CLUCACHEUNCHANGED")
    if isinstance(unchanged, bool):
        found["clucacheunchanged"] = unchanged
    tracked = database.number("CLUCACHEEXTRA")
    if tracked and als:
        found["clucacheextra"] = tracked
    return found


def _disks(topology: Topology, anchor: str, background: Mapping[str, float]) -> dict[str, object]:
    disks = disks_of(topology, anchor)
    if not disks:
        return {}
    found: dict[str, object] = {
        "background_io_per_s": sum(background.get(disk.id, 0.0) for disk in disks)
    }
    volumes = [
        disk.number("VOLUMES") or float(len(topology.children(disk.id, "dasd_volume")))
        for disk in disks
    ]
    if all(volumes):
        found["dasd_volumes"] = sum(volumes)
    aliases = sum(disk.number("ALIASES") or 0.0 for disk in disks)
    if aliases:
        found["dasd_aliases"] = aliases
    return found


def _speed(topology: Topology, systems: Sequence[Component]) -> float | None:
    for system in systems:
        cpc = topology.ancestor(system.id, "cpc")
        speed = None if cpc is None else cpc.number("CP_SPEED")
        if speed is not None:
            return speed
    return None


def _average(nuclei: Sequence[Component], name: str) -> float | None:
    values = [n.number(name) for n in nuclei]
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
