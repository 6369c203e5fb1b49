"""From a topology to conditions: one Adabas database, its nuclei and the hardware under them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from model.contract.evaluation import ConditionError, Conditions
from model.contract.protocol import NotProjectable
from model.hardware.dasd import INFERRED_SD, exposures_sd, volume_count
from model.hardware.paging import AT_ONCE, STALL_S, device_of, measured_at_once
from model.hardware.storage import (
    fixed_key,
    lfarea_gb,
    more_large_key,
    storage_key,
    unstated_paging_key,
    usable_of,
)
from model.language import Name, joined, say
from model.subsystems.adabas import directory, facility
from model.subsystems.adabas.frames import (
    SMALL,
    fixed_storage,
    frames_of,
    lacking_frames,
    product_of,
)
from model.subsystems.adabas.measures import measured_of, nuclei_of, of_an_io
from model.subsystems.adabas.schema import DEFAULT_LBP_MB, FITTED_SD, STEADY, check
from model.subsystems.common.load import cps_of
from model.topology import Component, Topology
from model.topology.importance import importance_of

DEFAULT_THREADS = 5
"""ADARUN NT where no card sets it."""


def hosts_of(topology: Topology, anchor: str) -> dict[str, list[Component]]:
    """Nuclei by the id of the system that they run on.

    Raises NotProjectable when a nucleus runs on no known system.
    """
    hosts: dict[str, list[Component]] = {}
    for nucleus in nuclei_of(topology, anchor):
        lpar = topology.ancestor(nucleus.id, "lpar")
        if lpar is None:
            raise NotProjectable(
                say(
                    "nucleus {nucleus_name}: no report says on which system it runs",
                    nucleus_name=Name(nucleus.name),
                ),
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
    # What other settings than those of caches say is the same in most scenarios, and told once.
    own, hosts = topology.once(("own", anchor), lambda now: _own_conditions(now, anchor))
    busy = [background.get(system, 0.0) for system in hosts]
    found: dict[str, object] = {
        **own,
        "background_cp_busy": sum(busy),
        "background_cp_busy_per_lpar": busy,
    }
    systems = [topology[name] for name in hosts]
    found.update(_storage(topology, topology[anchor], systems, background))
    product = str(found["product"])
    found.update(
        topology.once(("beside", anchor, product), lambda now: _beside(now, anchor, product))
    )
    found.update(_disks(topology, anchor, background))
    # Contradictions are said here, so that one of them does not break a batch of scenarios.
    check(found)
    return found


def _own_conditions(topology: Topology, anchor: str) -> tuple[dict[str, object], tuple[str, ...]]:
    """Its nuclei, their systems and the work that comes; and the ids of these systems."""
    database = topology[anchor]
    hosts = hosts_of(topology, anchor)
    nuclei = [nucleus for members in hosts.values() for nucleus in members]
    if not nuclei:
        raise NotProjectable(
            say("{database_name}: no nucleus is known", database_name=Name(database.name)),
            anchor,
            "adabas_nucleus",
            "ADARUN cards",
        )
    systems = [topology[name] for name in hosts]
    cps = [cps_of(topology, system) for system in systems]
    users = _number(database, "USERS", "the nuclei's user queue high water marks")
    stated = [nucleus.number("NT") or DEFAULT_THREADS for nucleus in nuclei]
    threads = max(1, round(sum(stated) / len(stated)))
    found: dict[str, object] = {
        "product": product_of(database, len(nuclei), len(systems)),
        "workload": STEADY,
        "nuclei": len(nuclei),
        "lpars": len(systems),
        "nuclei_per_lpar": [len(members) for members in hosts.values()],
        "cps_per_lpar": cps,
        "cps_total": sum(cps),
        **_zhpf(topology, database, systems),
        "users": users,
        "threads_per_nucleus": int(min(threads, max(1.0, users))),
        "mix": {
            "update_insert": _number(database, "UPDATE_SHARE", "commands by type"),
            "commit": _number(database, "COMMIT_SHARE", "commands by type"),
        },
        "lbp_mb": _average(nuclei, "LBP") or DEFAULT_LBP_MB,
        **_groups(hosts, users),
    }
    for name, metric in (("LFIOP", "lfiop_mb"), ("FMXIO", "fmxio")):
        value = _average(nuclei, name)
        if value is not None:
            found[metric] = round(value) if name == "FMXIO" else value
    if max(stated) > users:
        found["threads_stated"] = max(stated)
    speed = _speed(topology, systems)
    if speed is not None:
        found["cp_speed"] = speed
    think = database.number("THINK_TIME_S")
    if think:
        found["think_time_s"] = think
    importance = importance_of(database)
    if importance is not None:
        found["importance"] = importance
    return found, tuple(hosts)


def _beside(topology: Topology, anchor: str, product: str) -> dict[str, object]:
    """What it has in coupling facilities, and what is known of its I/Os."""
    found = _cluster(topology, topology[anchor], product)
    own_per_s = measured_of(topology, anchor).get("io_per_s")
    if of_an_io(disks_of(topology, anchor), own_per_s):
        found["io_times_told"] = True
    if product == "ALS":
        found.update(topology.once(("requests", anchor), lambda now: _requests(now, anchor)))
    return found


def _requests(topology: Topology, anchor: str) -> dict[str, object]:
    etr_per_s = measured_of(topology, anchor).get("etr_per_s", 0.0)
    return facility.conditions_of(topology, anchor, etr_per_s)


def grouped(hosts: Mapping[str, Sequence[Component]]) -> list[tuple[int, list[Component]]]:
    """Groups of alike nuclei: the place of their system, and the nuclei.

    Alike are those of one system with the same threads and buffer pool.
    """
    found: list[tuple[int, list[Component]]] = []
    for place, members in enumerate(hosts.values()):
        alike: dict[tuple[float, float], list[Component]] = {}
        for nucleus in members:
            alike.setdefault(_settings(nucleus), []).append(nucleus)
        found.extend((place, nuclei) for nuclei in alike.values())
    return found


def _settings(nucleus: Component) -> tuple[float, float]:
    """Threads and buffer pool."""
    return nucleus.number("NT") or DEFAULT_THREADS, nucleus.number("LBP") or DEFAULT_LBP_MB


def _groups(hosts: Mapping[str, Sequence[Component]], users: float) -> dict[str, object]:
    groups = grouped(hosts)
    settings = [_settings(nuclei[0]) for _, nuclei in groups]
    return {
        "group_lpar": [place for place, _ in groups],
        "group_nuclei": [len(nuclei) for _, nuclei in groups],
        "group_threads": [min(threads, max(1.0, users)) for threads, _ in settings],
        "group_lbp_mb": [lbp_mb for _, lbp_mb in settings],
    }


def _number(component: Component, name: str, report: str) -> float:
    value = component.number(name)
    if value is None:
        raise NotProjectable(
            say(
                "{name}: no report gives {name2}; {report} would",
                name=Name(component.name),
                name2=Name(name),
                report=report,
            ),
            component.id,
            name,
            report,
        )
    return value


def _zhpf(topology: Topology, database: Component, systems: Sequence[Component]) -> dict[str, bool]:
    """Whether I/O uses zHPF; of systems of which nobody tells it, as in all others alike."""
    stated = [database.value("ZHPF"), *(system.value("ZHPF") for system in systems)]
    for value in stated:
        if isinstance(value, bool):
            return {"zhpf": value}
    others = {system.value("ZHPF") for system in topology.of_kind("lpar")} - {None}
    if len(others) == 1:
        return {"zhpf": bool(others.pop()), "zhpf_as_others": True}
    raise NotProjectable(
        say(
            "{database_name}: no report says whether its I/O uses zHPF",
            database_name=Name(database.name),
        ),
        database.id,
        "ZHPF",
        "D IOS,ZHPF and ADARUN EXCPVR",
    )


def _storage(
    topology: Topology,
    database: Component,
    systems: Sequence[Component],
    background: Mapping[str, float],
) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, key in (
        ("CASSOMAXS", "cache_asso_mb_per_nucleus"),
        ("CDATAMAXS", "cache_data_mb_per_nucleus"),
    ):
        value = database.number(name)
        if value is not None:
            found[key] = value
    anchor = database.id
    frames, lacking = topology.once(
        ("frames", anchor), lambda now: (frames_of(now, anchor), lacking_frames(now, anchor))
    )
    if frames != SMALL:
        found["page_type"] = frames
    if lacking:
        found["frames_lacking"] = lacking
    real = [_real_gb(topology, database.id, system, background) for system in systems]
    known = [gb for gb in real if gb is not None]
    if known:
        # Until its own figure is known a system is taken to be no better off than its neighbours.
        found["real_storage_gb"] = min(known)
        found["real_storage_gb_per_lpar"] = [min(known) if gb is None else gb for gb in real]
        unknown = [s.name for s, gb in zip(systems, real, strict=True) if gb is None]
        if unknown:
            found["storage_unknown"] = ", ".join(unknown)
    elif any(_pages(part) for part in (database, *systems)):
        # Without any figure nothing would page: what is measured would be explained away.
        who = joined((Name(system.name) for system in systems), ", ")
        raise NotProjectable(
            say(
                "{database_name}: {who} page, and no report says how much real storage they have",
                database_name=Name(database.name),
                who=who,
            ),
            systems[0].id,
            "REAL_STORAGE_GB",
            "RMF paging, frame counts, or D M=STOR",
        )
    else:
        found["storage_unknown"] = ", ".join(system.name for system in systems)
    beside = [
        background.get(storage_key(one.id), 0.0) - background.get(fixed_key(one.id), 0.0)
        for one in systems
    ]
    if known and any(beside):
        found["beside_gb_per_lpar"] = [max(gb, 0.0) for gb in beside]
    shorter = [background.get(unstated_paging_key(system.id), 0.0) for system in systems]
    if any(shorter):
        found["shorter_unstated_gb_per_lpar"] = shorter
    devices = [system.value("PAGE_DEVICE") for system in systems]
    stated = [device if device in STALL_S else None for device in devices]
    if any(stated):
        # A system of which nobody says it has the slowest device of the others, as with storage.
        rest = max((str(d) for d in stated if d is not None), key=lambda d: STALL_S[d])
        names = [rest if device is None else str(device) for device in stated]
        found["page_device"] = max(names, key=lambda d: STALL_S[d])
        found["page_devices_per_lpar"] = ",".join(names)
        told = measured_at_once(topology)
        if told:
            found["pages_at_once_per_lpar"] = [
                told.get(device_of(topology, one), AT_ONCE) for one in systems
            ]
    return found


def _pages(part: Component) -> bool:
    paging = part.measured.get("paging_per_s")
    return paging is not None and isinstance(paging.value, int | float) and paging.value > 0


def _real_gb(
    topology: Topology, anchor: str, system: Component, background: Mapping[str, float]
) -> float | None:
    """What other workloads of the system leave of its storage."""
    real_gb, reserved_gb = system.number("REAL_STORAGE_GB"), lfarea_gb(system)
    if real_gb is not None and reserved_gb >= real_gb:
        raise ConditionError(
            say(
                "{system_name}: LFAREA of {reserved:,g} GB leaves nothing of "
                "{real_gb:,g} GB of real storage for 4 KB frames (001, section "
                "4.6)",
                system_name=Name(system.name),
                reserved=reserved_gb,
                real_gb=real_gb,
            )
        )
    own = topology.once(("fixed", anchor), lambda now: fixed_storage(now, anchor))
    keys = (fixed_key(system.id), more_large_key(system.id))
    held = {key: own.get(key, 0.0) + background.get(key, 0.0) for key in keys}
    usable = usable_of(system, held)
    others = background.get(storage_key(system.id), 0.0)
    return None if usable is None else max(usable - others, _LEAST_GB)


_LEAST_GB = 0.5
"""However much others hold: what z/OS leaves a nucleus that works."""


def _cluster(topology: Topology, database: Component, product: str) -> dict[str, object]:
    found: dict[str, object] = {}
    als, asm = product == "ALS", product == "ASM"
    shared_mb = database.number("CLUCACHESIZE")
    if als:
        anchor = database.id
        found.update(topology.once(("cache", anchor), lambda now: _cache_of(now, anchor)))
        if not topology.of_kind("cf"):
            found["facility_unknown"] = True
    if shared_mb is not None:
        if als:
            found.setdefault("cf_structure_gb", shared_mb / 1024.0)
        elif asm:
            found["cache_gb"] = shared_mb / 1024.0
    unchanged = database.value("CLUCACHEUNCHANGED")
    if isinstance(unchanged, bool):
        found["clucacheunchanged"] = unchanged
    tracked = database.number("CLUCACHEEXTRA")
    # 0 is a limit like any other: no block is tracked, so none beyond the buffer pool is kept.
    if tracked is not None and als:
        found["clucacheextra"] = tracked
    return found


def _cache_of(topology: Topology, anchor: str) -> dict[str, object]:
    """Size of the structure that holds a database's blocks, and processors of its facility."""
    found: dict[str, object] = {}
    cache = facility.cache_structure_of(topology, anchor)
    if cache is not None:
        # What a larger one gives to its directory gives no room to changed blocks.
        room = directory.room_of(cache, topology[anchor])
        found["cf_structure_gb"] = room.elements * directory.size_as_is_mb(cache) / 1024.0
        holder = topology.ancestor(cache.id, "cf")
        processors = None if holder is None else holder.number("CPS")
        if processors is not None:
            found["cf_cps"] = processors
    return found


def _disks(topology: Topology, anchor: str, background: Mapping[str, float]) -> dict[str, object]:
    disks = disks_of(topology, anchor)
    # So few that less work would come than was measured there are not. How many more there are
    # the fit of what was measured does not see.
    measured = "etr_per_s" in measured_of(topology, anchor)
    untold_sd = FITTED_SD if measured else INFERRED_SD
    if not disks:
        return {"dasd_exposures_sd": untold_sd}
    found: dict[str, object] = {
        "background_io_per_s": sum(background.get(disk.id, 0.0) for disk in disks)
    }
    volumes = [volume_count(topology, disk) for disk in disks]
    known = all(volumes)
    if known:
        found["dasd_volumes"] = sum(volumes)
    aliases = sum(disk.number("ALIASES") or 0.0 for disk in disks)
    if aliases:
        found["dasd_aliases"] = aliases
    if aliases or not known:
        found["dasd_exposures_sd"] = max(0.0 if known else untold_sd, *map(exposures_sd, disks))
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
