"""Conditions as arrays: V installations of up to K kinds of systems with up to P groups of nuclei.

Systems are of one kind only when every input of theirs is identical, and so are the nuclei of a
group; merged or apart, the answer is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from model.contract.evaluation import BoolArray, Conditions, FloatArray
from model.hardware.dasd import PUBLISHED_VOLUMES
from model.hardware.paging import AT_ONCE, STALL_S, UNSTATED_STALL_S
from model.hardware.storage import FIXED_FRAMES, FRAME_COST
from model.subsystems.adabas.schema import (
    DEFAULT_LBP_MB,
    PUBLISHED_WORKLOADS,
    RUN_COMMANDS,
    STEADY,
    counted_share,
    private_cache_gb,
    real_storage_gb,
    spread_of,
    system_pools_gb,
    useful_cache_gb,
    volumes_untold,
)

PUBLISHED_JOBS = 20.0
DEFAULT_CF_STRUCTURE_GB = 12.0
DEFAULT_THREADS = 80


class Group(NamedTuple):
    """Alike nuclei of one system: how many, users and threads of each, buffer pool."""

    nuclei: float
    users: float
    threads: float
    lbp_mb: float


class System(NamedTuple):
    """One kind of system; `busy_cps` is what other work takes of it, `real_gb` may be infinite."""

    cps: float
    busy_cps: float
    real_gb: float
    beside_gb: float
    """What others hold there that can be taken from them as well: `real_gb` is without it."""
    page_device: str
    shorter_gb: float
    """By what it is shorter of storage than as it was measured, where nothing to page to is stated:
    only that pages."""
    pages_at_once: float
    groups: tuple[Group, ...]

    @property
    def is_unstated(self) -> bool:
        """Whether it pages, and nobody states to what."""
        return self.page_device == "none" and self.shorter_gb > 0.0

    @property
    def nuclei(self) -> float:
        return sum(group.nuclei for group in self.groups)


def systems_of(conditions: Conditions) -> tuple[System | None, ...]:
    """The systems in the order of the conditions; ``None`` where one has no nucleus or no user."""
    count = int(conditions.get("lpars", 1))
    nuclei = spread_of(conditions)
    total_cps = conditions["cps_total"]
    cps = conditions.get("cps_per_lpar", [total_cps / count] * count)
    busy = conditions.get(
        "background_cp_busy_per_lpar",
        [conditions.get("background_cp_busy", 0.0) * one / total_cps for one in cps],
    )
    # Users call the nuclei of their own system; where nobody says how many there are, they are
    # taken to be spread as the nuclei are.
    users = conditions.get(
        "users_per_lpar", [conditions["users"] * one / conditions["nuclei"] for one in nuclei]
    )
    real = real_storage_gb(conditions)
    devices = conditions.get("page_devices_per_lpar")
    devices = (
        [conditions.get("page_device", "none")] * count if devices is None else devices.split(",")
    )
    shorter = conditions.get("shorter_unstated_gb_per_lpar", [0.0] * count)
    if conditions.get("page_type") in FIXED_FRAMES:
        # What is looked up stands in the caches: nobody waits for what is taken beside them.
        devices, shorter = ["none"] * count, [0.0] * count
    beside = conditions.get("beside_gb_per_lpar", [0.0] * count)
    at_once = conditions.get("pages_at_once_per_lpar", [AT_ONCE] * count)
    groups = _groups(conditions, nuclei, users)
    return tuple(
        System(
            cps[place],
            busy[place],
            real[place],
            beside[place],
            devices[place],
            shorter[place],
            at_once[place],
            groups[place],
        )
        if nuclei[place] > 0 and users[place] > 0
        else None
        for place in range(count)
    )


def _groups(
    conditions: Conditions, nuclei: Sequence[float], users: Sequence[float]
) -> list[tuple[Group, ...]]:
    lbp_mb = conditions.get("lbp_mb", DEFAULT_LBP_MB)
    threads = float(conditions.get("threads_per_nucleus", DEFAULT_THREADS))
    hosts = conditions.get("group_lpar")
    if hosts is None:
        return [
            (Group(count, people / count, threads, lbp_mb),) if count > 0 else ()
            for count, people in zip(nuclei, users, strict=True)
        ]
    found: list[list[Group]] = [[] for _ in nuclei]
    for place, host in enumerate(map(int, hosts)):
        found[host].append(
            Group(
                conditions["group_nuclei"][place],
                users[host] / nuclei[host],
                conditions["group_threads"][place],
                conditions["group_lbp_mb"][place],
            )
        )
    return [tuple(groups) for groups in found]


Kinds = tuple[tuple[System, int], ...]


def kinds_of(conditions: Conditions, merged: bool = True) -> Kinds:
    """The kinds of systems and how many there are of each; apart, each system is one."""
    systems = [system for system in systems_of(conditions) if system is not None]
    if not merged:
        return tuple((system, 1) for system in systems)
    kinds: dict[System, int] = {}
    for system in systems:
        kinds[system] = kinds.get(system, 0) + 1
    return tuple(kinds.items())


def places_of(conditions: Conditions, merged: bool = True) -> tuple[tuple[int, int] | None, ...]:
    """Of every system: the place of its kind, and how many there are of it; None without work."""
    found: list[tuple[int, int] | None] = []
    order = {system: (place, n) for place, (system, n) in enumerate(kinds_of(conditions))}
    place = 0
    for system in systems_of(conditions):
        if system is None:
            found.append(None)
        elif merged:
            found.append(order[system])
        else:
            found.append((place, 1))
            place += 1
    return tuple(found)


@dataclass(frozen=True)
class Installations:
    """V installations.

    Arrays of systems are (V, K); those of groups (V, G), G = K P, group g on system g // P. All are
    0 where an installation has fewer. Numbers of a group are those of one system of the kind.
    """

    systems: FloatArray
    cps: FloatArray
    busy_cps: FloatArray
    """CPs of each system that other work asks for."""
    real_gb: FloatArray
    """Real storage of one system; infinite where not stated."""
    beside_gb: FloatArray
    page_stall_s: FloatArray
    pages_to_unstated: BoolArray
    shorter_gb: FloatArray
    pages_at_once: FloatArray
    caches_gb: FloatArray
    """Caches in the memory of one system."""
    pools_gb: FloatArray
    """What else is in use there."""
    group_nuclei: FloatArray
    group_users: FloatArray
    """Users of each nucleus."""
    threads: FloatArray
    """Threads of each nucleus."""
    private_gb: FloatArray
    """Cache that each nucleus has for itself, buffer pool and Caching Facility."""
    buffer_pool_gb: FloatArray
    nuclei: FloatArray
    """(V,) and so are all that follow."""
    users: FloatArray
    zhpf: BoolArray
    als: BoolArray
    asm: BoolArray
    updates: FloatArray
    """Share of all commands, and so are commits."""
    commits: FloatArray
    counted: FloatArray
    """Commands in which throughput is counted, of all commands."""
    think_time_s: FloatArray
    generator_us: FloatArray
    """NaN where the published load generator's CPU applies."""
    jobs: FloatArray
    """Load generator jobs on all systems; 0 where there are none."""
    cp_speed: FloatArray
    volumes: FloatArray
    volumes_untold: BoolArray
    """Whether as many as published are taken of a database of which nobody says how many."""
    aliases: FloatArray
    """Of one system."""
    holds: BoolArray
    """Whether reports tell for how long an I/O holds its volume or alias."""
    background_io_per_s: FloatArray
    io_ceiling_per_s: FloatArray
    """Infinite where not stated."""
    frame_cost: FloatArray
    shared_gb: FloatArray
    """Shared cache for unchanged blocks; 0 where there is none."""
    changed_store_gb: FloatArray
    """Where changed blocks wait for the buffer flush."""
    run_commands: FloatArray
    """Length of a published run, NaN for steady operation."""
    starts_empty: BoolArray
    lfiop_mb: FloatArray
    fmxio: FloatArray
    memory_mb: FloatArray

    @property
    def count(self) -> int:
        return len(self.nuclei)

    @property
    def per_system(self) -> int:
        """Groups that each kind of system has room for."""
        return int(self.group_nuclei.shape[1] // self.systems.shape[1])

    def of_groups(self, values: FloatArray) -> FloatArray:
        """(…, K) of systems as (…, G) of their groups."""
        return np.repeat(values, self.per_system, axis=-1)

    def by_system(self, values: FloatArray) -> FloatArray:
        """(…, G) of groups summed to (…, K)."""
        found: FloatArray = values.reshape(*values.shape[:-1], -1, self.per_system).sum(axis=-1)
        return found


def held_mb(conditions: Conditions) -> float:
    """Storage of all nuclei and of what they share."""
    own = ("lfiop_mb", "cache_data_mb_per_nucleus", "cache_asso_mb_per_nucleus")
    each = conditions.get("lbp_mb", DEFAULT_LBP_MB) + sum(conditions.get(one, 0.0) for one in own)
    total: float = conditions.get("cache_gb", 0.0) * 1024.0 + conditions.get("nuclei", 1) * each
    return total


def installations(conditions: Sequence[Conditions], merged: bool = True) -> Installations:
    """The arrays of checked conditions; alike systems merged, or each apart."""
    kinds = [kinds_of(c, merged) for c in conditions]
    wide = max(map(len, kinds))
    deep = max(len(system.groups) for found in kinds for system, _ in found)

    def of_systems(number: Callable[[Conditions, System, int], float]) -> FloatArray:
        found = np.zeros((len(conditions), wide))
        for row, (one, systems) in enumerate(zip(conditions, kinds, strict=True)):
            for place, (system, count) in enumerate(systems):
                found[row, place] = number(one, system, count)
        return found

    def of_groups(number: Callable[[Conditions, Group], float]) -> FloatArray:
        found = np.zeros((len(conditions), wide * deep))
        for row, (one, systems) in enumerate(zip(conditions, kinds, strict=True)):
            for place, (system, _) in enumerate(systems):
                for inner, group in enumerate(system.groups):
                    found[row, place * deep + inner] = number(one, group)
        return found

    def numbers(name: str, default: float) -> FloatArray:
        return np.array([float(c.get(name, default)) for c in conditions])

    product = [c["product"] for c in conditions]
    als = np.array([p == "ALS" for p in product])
    asm = np.array([p == "ASM" for p in product])
    workload = [c.get("workload", STEADY) for c in conditions]
    lbp_gb = numbers("lbp_mb", DEFAULT_LBP_MB) / 1024.0
    cache_gb = numbers("cache_gb", 0.0)
    unchanged = np.array([bool(c.get("clucacheunchanged", True)) for c in conditions])
    counted = np.array([counted_share(c) for c in conditions])
    return Installations(
        systems=of_systems(lambda c, s, n: n),
        cps=of_systems(lambda c, s, n: s.cps),
        busy_cps=of_systems(lambda c, s, n: s.busy_cps),
        real_gb=of_systems(lambda c, s, n: s.real_gb),
        beside_gb=of_systems(lambda c, s, n: s.beside_gb),
        page_stall_s=of_systems(
            lambda c, s, n: UNSTATED_STALL_S if s.is_unstated else STALL_S[s.page_device]
        ),
        pages_to_unstated=of_systems(lambda c, s, n: s.is_unstated) > 0.0,
        shorter_gb=of_systems(lambda c, s, n: s.shorter_gb),
        pages_at_once=of_systems(lambda c, s, n: s.pages_at_once),
        caches_gb=of_systems(
            lambda c, s, n: c.get("cache_gb", 0.0) + private_cache_gb(c) * s.nuclei
        ),
        pools_gb=of_systems(
            lambda c, s, n: system_pools_gb(c, s.nuclei, [(g.nuclei, g.lbp_mb) for g in s.groups])
        ),
        group_nuclei=of_groups(lambda c, g: g.nuclei),
        group_users=of_groups(lambda c, g: g.users),
        threads=of_groups(lambda c, g: g.threads),
        private_gb=of_groups(lambda c, g: g.lbp_mb / 1024.0 + useful_cache_gb(c)),
        buffer_pool_gb=of_groups(lambda c, g: g.lbp_mb / 1024.0),
        nuclei=numbers("nuclei", 1),
        users=numbers("users", 1),
        zhpf=np.array([bool(c["zhpf"]) for c in conditions]),
        als=als,
        asm=asm,
        updates=np.array([float(c["mix"]["update_insert"]) for c in conditions]) * counted,
        commits=np.array([float(c["mix"]["commit"]) for c in conditions]),
        counted=counted,
        think_time_s=numbers("think_time_s", 0.0),
        generator_us=np.array(
            [
                float(c.get("generator_us", np.nan if w in PUBLISHED_WORKLOADS else 0.0))
                for c, w in zip(conditions, workload, strict=True)
            ]
        ),
        jobs=np.array(
            [
                float(c.get("txg_jobs", PUBLISHED_JOBS if w in PUBLISHED_WORKLOADS else 0.0))
                for c, w in zip(conditions, workload, strict=True)
            ]
        ),
        cp_speed=numbers("cp_speed", 1.0),
        volumes=numbers("dasd_volumes", PUBLISHED_VOLUMES),
        volumes_untold=np.array([volumes_untold(c) for c in conditions]),
        aliases=numbers("dasd_aliases", 0.0),
        holds=np.array([bool(c.get("io_times_told", False)) for c in conditions]),
        background_io_per_s=numbers("background_io_per_s", 0.0),
        io_ceiling_per_s=numbers("dasd_max_reads_per_s", np.inf),
        frame_cost=np.array([FRAME_COST[c.get("page_type", "4K pageable")] for c in conditions]),
        shared_gb=np.where(asm & unchanged, cache_gb, 0.0),
        changed_store_gb=np.where(
            als,
            numbers("cf_structure_gb", DEFAULT_CF_STRUCTURE_GB),
            np.where(asm, cache_gb, lbp_gb),
        ),
        run_commands=np.array([RUN_COMMANDS.get(w, np.nan) for w in workload]),
        starts_empty=np.array([w in PUBLISHED_WORKLOADS and w != "read-only" for w in workload])
        & asm
        & (cache_gb > 10.0),
        lfiop_mb=numbers("lfiop_mb", 0.0),
        fmxio=numbers("fmxio", 60.0),
        memory_mb=np.array([held_mb(c) for c in conditions]),
    )
