"""Conditions as arrays: V installations of up to G groups of alike systems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from model.hardware.dasd import DATA_BLOCK_BYTES, PUBLISHED_VOLUMES, exposures
from model.hardware.paging import STALL_S
from model.hardware.storage import FRAME_COST
from model.subsystems.adabas.schema import (
    DEFAULT_LBP_MB,
    PUBLISHED_WORKLOADS,
    RUN_COMMANDS,
    STEADY,
    cached_gb,
    pools_gb,
    usable_storage_gb,
)
from model.subsystems.evaluation import BoolArray, Conditions, FloatArray

_GB_PER_BLOCK = DATA_BLOCK_BYTES / 2**30
PUBLISHED_JOBS = 20.0
DEFAULT_CF_STRUCTURE_GB = 12.0


@dataclass(frozen=True)
class Group:
    """`systems` alike systems with `nuclei` nuclei, `users` users and `cps` CPs on each.

    ``nuclei`` may be the mean of two numbers that differ by one; ``fuller`` and ``emptier`` are
    these, and ``fuller_share`` is the share of the nuclei on systems with the greater one.
    """

    systems: int
    nuclei: float
    users: float
    cps: float
    fuller: float
    emptier: float
    fuller_share: float = 1.0


def _spread(conditions: Conditions) -> tuple[list[float], list[float], list[float]]:
    """Nuclei, users and CPs of every system."""
    systems = int(conditions.get("lpars", 1))
    even = {
        "nuclei_per_lpar": conditions["nuclei"] / systems,
        "users_per_lpar": conditions["users"] / systems,
        "cps_per_lpar": conditions["cps_total"] / systems,
    }
    nuclei, users, cps = (conditions.get(name, [even[name]] * systems) for name in even)
    if "users_per_lpar" not in conditions and "nuclei_per_lpar" in conditions:
        # Users call the nuclei of their own system; where nobody says how many there are, they
        # are taken to be spread as the nuclei are.
        users = [conditions["users"] * count / conditions["nuclei"] for count in nuclei]
    return nuclei, users, cps


def groups_of(conditions: Conditions) -> tuple[Group, ...]:
    """The systems of one installation; one group where they are alike."""
    systems = int(conditions.get("lpars", 1))
    nuclei, users, cps = _spread(conditions)
    if "users_per_lpar" not in conditions and max(nuclei) - min(nuclei) <= 1 and len(set(cps)) == 1:
        # 31 nuclei on two systems count as 15.5 on each, as they did where this was fitted.
        fuller, emptier = float(max(nuclei)), float(min(nuclei))
        share = sum(count for count in nuclei if count == fuller) / conditions["nuclei"]
        alike = (conditions["nuclei"] / systems, conditions["users"] / systems, cps[0])
        return (Group(systems, *alike, fuller, emptier, share),)
    kinds: dict[tuple[float, float, float], int] = {}
    for key in zip(nuclei, users, cps, strict=True):
        if key[0] > 0 and key[1] > 0:
            kinds[key] = kinds.get(key, 0) + 1
    return tuple(Group(count, *key, key[0], key[0]) for key, count in kinds.items())


def systems_in_groups(conditions: Conditions) -> tuple[tuple[int, float] | None, ...]:
    """Of every system: the place of its group and its share of the group's work.

    Within a group the nuclei work alike. ``None`` for a system that has no work.
    """
    groups = groups_of(conditions)
    nuclei, users, cps = _spread(conditions)
    if len(groups) == 1:
        return tuple((0, count / conditions["nuclei"]) if count else None for count in nuclei)
    places = {(g.nuclei, g.users, g.cps): (n, 1.0 / g.systems) for n, g in enumerate(groups)}
    return tuple(places.get(key) for key in zip(nuclei, users, cps, strict=True))


@dataclass(frozen=True)
class Installations:
    """V installations; group arrays are (V, G) and 0 where an installation has fewer groups."""

    systems: FloatArray
    group_nuclei: FloatArray
    group_users: FloatArray
    cps: FloatArray
    nuclei: FloatArray
    users: FloatArray
    threads: FloatArray
    zhpf: BoolArray
    als: BoolArray
    asm: BoolArray
    updates: FloatArray
    commits: FloatArray
    think_time_s: FloatArray
    generator_us: FloatArray
    """NaN where the published load generator's CPU applies."""
    jobs: FloatArray
    """Load generator jobs on all systems."""
    cp_speed: FloatArray
    background_share: FloatArray
    """Share of the CPs that other work keeps busy."""
    exposures: FloatArray
    """Volumes and aliases of one system."""
    background_io_per_s: FloatArray
    io_ceiling_per_s: FloatArray
    """Infinite where not stated."""
    frame_cost: FloatArray
    private_gb: FloatArray
    """Cache that each nucleus has for itself, buffer pool and Caching Facility."""
    buffer_pool_gb: FloatArray
    shared_gb: FloatArray
    """Shared cache for unchanged blocks; 0 where there is none."""
    changed_store_gb: FloatArray
    """Where changed blocks wait for the buffer flush."""
    caches_gb: FloatArray
    """Caches in the memory of a fuller and of an emptier system of each group, (V, G, 2)."""
    pools_gb: FloatArray
    """What else is in use there, (V, G, 2)."""
    nuclei_shares: FloatArray
    """Share of a group's nuclei on its fuller and on its emptier systems, (V, G, 2)."""
    real_gb: FloatArray
    """Real storage of one system; infinite where not stated."""
    page_stall_s: FloatArray
    run_commands: FloatArray
    """Length of a published run, NaN for steady operation."""
    starts_empty: BoolArray
    lfiop_mb: FloatArray
    fmxio: FloatArray
    memory_mb: FloatArray

    @property
    def count(self) -> int:
        return len(self.nuclei)


def installations(conditions: Sequence[Conditions]) -> Installations:
    """The arrays of checked conditions."""
    groups = [groups_of(c) for c in conditions]
    widest = max(len(g) for g in groups)
    shape = (len(conditions), widest)
    systems, nuclei, users, cps = (np.zeros(shape) for _ in range(4))
    counts, shares = np.zeros((*shape, 2)), np.zeros((*shape, 2))
    for row, found in enumerate(groups):
        for place, group in enumerate(found):
            systems[row, place] = group.systems
            nuclei[row, place] = group.nuclei
            users[row, place] = group.users
            cps[row, place] = group.cps
            counts[row, place] = group.fuller, group.emptier
            shares[row, place] = group.fuller_share, 1.0 - group.fuller_share

    def numbers(name: str, default: float) -> FloatArray:
        return np.array([float(c.get(name, default)) for c in conditions])

    def of_each_system(gb_of: Callable[[Conditions, float], float]) -> FloatArray:
        return np.array(
            [
                [[gb_of(c, count) for count in pair] for pair in row]
                for c, row in zip(conditions, counts, strict=True)
            ]
        )

    product = [c["product"] for c in conditions]
    als = np.array([p == "ALS" for p in product])
    asm = np.array([p == "ASM" for p in product])
    workload = [c.get("workload", STEADY) for c in conditions]
    lbp_gb = numbers("lbp_mb", DEFAULT_LBP_MB) / 1024.0
    facility_gb = (
        numbers("cache_data_mb_per_nucleus", 0.0) + numbers("cache_asso_mb_per_nucleus", 0.0)
    ) / 1024.0
    # Blocks beyond CLUCACHEEXTRA cannot be tracked by the coupling facility and are not kept.
    tracked = numbers("clucacheextra", np.inf) * _GB_PER_BLOCK
    facility_gb = np.where(als, np.minimum(facility_gb, tracked), facility_gb)
    cache_gb = numbers("cache_gb", 0.0)
    unchanged = np.array([bool(c.get("clucacheunchanged", True)) for c in conditions])
    real = [usable_storage_gb(c) for c in conditions]
    total_cps = numbers("cps_total", 1.0)
    return Installations(
        systems=systems,
        group_nuclei=nuclei,
        group_users=users,
        cps=cps,
        nuclei=numbers("nuclei", 1),
        users=numbers("users", 1),
        threads=numbers("threads_per_nucleus", 80),
        zhpf=np.array([bool(c["zhpf"]) for c in conditions]),
        als=als,
        asm=asm,
        updates=np.array([float(c["mix"]["update_insert"]) for c in conditions]),
        commits=np.array([float(c["mix"]["commit"]) for c in conditions]),
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
        background_share=np.minimum(0.9, numbers("background_cp_busy", 0.0) / total_cps),
        exposures=exposures(
            numbers("dasd_volumes", PUBLISHED_VOLUMES), numbers("dasd_aliases", 0.0)
        ),
        background_io_per_s=numbers("background_io_per_s", 0.0),
        io_ceiling_per_s=numbers("dasd_max_reads_per_s", np.inf),
        frame_cost=np.array([FRAME_COST[c.get("page_type", "4K pageable")] for c in conditions]),
        private_gb=lbp_gb + facility_gb,
        buffer_pool_gb=lbp_gb,
        shared_gb=np.where(asm & unchanged, cache_gb, 0.0),
        changed_store_gb=np.where(
            als,
            numbers("cf_structure_gb", DEFAULT_CF_STRUCTURE_GB),
            np.where(asm, cache_gb, lbp_gb),
        ),
        caches_gb=of_each_system(cached_gb),
        pools_gb=of_each_system(pools_gb),
        nuclei_shares=shares,
        real_gb=np.array([np.inf if gb is None else gb for gb in real]),
        page_stall_s=np.array([STALL_S[c.get("page_device", "none")] for c in conditions]),
        run_commands=np.array([RUN_COMMANDS.get(w, np.nan) for w in workload]),
        starts_empty=np.array([w in PUBLISHED_WORKLOADS and w != "read-only" for w in workload])
        & asm
        & (cache_gb > 10.0),
        lfiop_mb=numbers("lfiop_mb", 0.0),
        fmxio=numbers("fmxio", 60.0),
        memory_mb=cache_gb * 1024.0
        + numbers("nuclei", 1)
        * (
            numbers("lbp_mb", DEFAULT_LBP_MB)
            + numbers("lfiop_mb", 0.0)
            + numbers("cache_data_mb_per_nucleus", 0.0)
            + numbers("cache_asso_mb_per_nucleus", 0.0)
        ),
    )
