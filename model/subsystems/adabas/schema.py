"""Conditions that the Adabas model understands, and the contradictions it refuses."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, Final

from model.hardware.paging import SYSTEM_GB
from model.hardware.storage import FIXED_FRAMES, FRAME_COST
from model.subsystems.adabas.limits import (
    MAX_NUCLEI,
    MAX_NUCLEI_SOURCE,
    MAX_THREADS,
    MAX_THREADS_SOURCE,
)
from model.subsystems.evaluation import (
    ConditionError,
    Conditions,
    ConditionSpec,
    check_conditions,
)

PRODUCTS: Final = ("single", "ALS", "ASM")
PUBLISHED_WORKLOADS: Final = ("update-std", "read-only", "update-intensive")
STEADY: Final = "steady"
DEFAULT_LBP_MB: Final = 100.0
OTHER_POOLS_MB: Final = 50.0
"""Work, hold queue, user queue and format pools of one nucleus, about (001, section 3.1)."""

RUN_COMMANDS: Final = MappingProxyType(
    {"update-std": 510e6, "read-only": 906.5e6, "update-intensive": 212.6e6}
)
"""Length of the published runs (001, Tables 2, 6 and 9); a run starts with an empty shared cache
because the database was restored before it, except for read-only runs, which restore nothing."""

_SPECS: tuple[ConditionSpec, ...] = (
    ConditionSpec("product", "choice", "which product", choices=PRODUCTS, required=True),
    ConditionSpec(
        "workload",
        "choice",
        "a published test application, or steady operation",
        choices=(*PUBLISHED_WORKLOADS, STEADY),
    ),
    ConditionSpec(
        "nuclei",
        "integer",
        "nuclei of the database",
        minimum=1,
        maximum=MAX_NUCLEI,
        source=MAX_NUCLEI_SOURCE,
        required=True,
    ),
    ConditionSpec("zhpf", "boolean", "whether I/O uses zHPF", required=True),
    ConditionSpec("users", "number", "parallel users", minimum=1, maximum=1e7, required=True),
    ConditionSpec(
        "threads_per_nucleus",
        "integer",
        "ADARUN NT",
        minimum=1,
        maximum=MAX_THREADS,
        source=MAX_THREADS_SOURCE,
    ),
    ConditionSpec(
        "threads_stated",
        "number",
        "ADARUN NT where there are fewer users than threads",
        minimum=1,
        maximum=MAX_THREADS,
        source=MAX_THREADS_SOURCE,
    ),
    ConditionSpec("txg_jobs", "integer", "load generator jobs", minimum=1, maximum=1000),
    ConditionSpec("lpars", "integer", "systems that hold nuclei", minimum=1, maximum=32),
    ConditionSpec(
        "cps_total",
        "number",
        "CPs of all systems together",
        minimum=0.1,
        maximum=4000,
        required=True,
    ),
    ConditionSpec("cf_cps", "number", "processors of the coupling facility", minimum=0, maximum=64),
    ConditionSpec("lbp_mb", "number", "ADARUN LBP", unit="MB", minimum=0.1, maximum=2048),
    ConditionSpec("lfiop_mb", "number", "ADARUN LFIOP", unit="MB", minimum=0, maximum=2048),
    ConditionSpec("fmxio", "integer", "ADARUN FMXIO", minimum=1, maximum=60),
    ConditionSpec("page_type", "choice", "page frames under the caches", choices=tuple(FRAME_COST)),
    ConditionSpec(
        "cache_data_mb_per_nucleus",
        "number",
        "Caching Facility CDATAMAXS",
        unit="MB",
        minimum=0,
        maximum=16e6,
    ),
    ConditionSpec(
        "cache_asso_mb_per_nucleus",
        "number",
        "Caching Facility CASSOMAXS",
        unit="MB",
        minimum=0,
        maximum=16e6,
    ),
    ConditionSpec(
        "clucacheextra", "number", "blocks that can be tracked, per nucleus", minimum=0, maximum=1e9
    ),
    ConditionSpec(
        "cf_structure_gb",
        "number",
        "cache structure in the coupling facility",
        unit="GB",
        minimum=0.01,
        maximum=16_000,
    ),
    ConditionSpec(
        "cache_gb",
        "number",
        "CLUCACHESIZE of Parallel Services",
        unit="GB",
        minimum=0,
        maximum=16_000,
    ),
    ConditionSpec(
        "clucacheunchanged", "boolean", "whether the shared cache keeps unchanged blocks"
    ),
    ConditionSpec(
        "real_storage_gb",
        "number",
        "central storage that 4 KB work can use, per system",
        unit="GB",
        minimum=0.5,
        maximum=32_768,
    ),
    ConditionSpec(
        "lfarea_unused_gb",
        "number",
        "LFAREA reserved and not used, to be subtracted from real_storage_gb",
        unit="GB",
        minimum=0,
        maximum=32_768,
    ),
    ConditionSpec(
        "page_device", "choice", "where page data sets are", choices=("none", "flash", "disk")
    ),
    ConditionSpec(
        "nplogbuffers_nwork1buffers", "number", "WORK and PLOG I/O buffers", minimum=1, maximum=1000
    ),
    ConditionSpec(
        "mix",
        "mapping",
        "shares of updates/inserts and of commits",
        minimum=0,
        maximum=1,
        choices=("update_insert", "commit"),
        required=True,
    ),
    ConditionSpec(
        "think_time_s",
        "number",
        "pause of a user between commands",
        unit="s",
        minimum=0,
        maximum=86_400,
    ),
    ConditionSpec(
        "cp_speed", "number", "speed of a CP relative to a zEC12's", minimum=0.01, maximum=20
    ),
    ConditionSpec(
        "background_cp_busy",
        "number",
        "CPs of all systems that other work keeps busy",
        minimum=0,
        maximum=4000,
    ),
    ConditionSpec(
        "background_io_per_s",
        "number",
        "I/Os of other work on the same volumes",
        unit="1/s",
        minimum=0,
        maximum=1e7,
    ),
    ConditionSpec(
        "dasd_volumes", "number", "volumes that hold the database", minimum=1, maximum=65_536
    ),
    ConditionSpec(
        "dasd_aliases",
        "number",
        "parallel access volume aliases of each system",
        minimum=0,
        maximum=65_536,
    ),
    ConditionSpec(
        "dasd_max_reads_per_s",
        "number",
        "most I/Os per second that the subsystem sustains, where known",
        unit="1/s",
        minimum=10,
        maximum=1e8,
    ),
    ConditionSpec(
        "generator_us",
        "number",
        "CPU on the same systems per command outside the nuclei",
        unit="µs",
        minimum=0,
        maximum=1e6,
    ),
    ConditionSpec(
        "nuclei_per_lpar", "numbers", "nuclei on each system", minimum=0, maximum=MAX_NUCLEI
    ),
    ConditionSpec("users_per_lpar", "numbers", "users on each system", minimum=0, maximum=1e7),
    ConditionSpec("cps_per_lpar", "numbers", "CPs of each system", minimum=0.1, maximum=400),
)

SCHEMA: Final = MappingProxyType({spec.name: spec for spec in _SPECS})


def check(conditions: Conditions) -> None:
    """Refuse what the model does not understand or what cannot be configured.

    Raises ConditionError with one sentence that names the limit and its source.
    """
    check_conditions(SCHEMA, conditions)
    product = conditions["product"]
    nuclei = conditions["nuclei"]
    if product == "single" and nuclei != 1:
        raise ConditionError(
            f"a database without Cluster or Parallel Services has one nucleus, not {nuclei:,g}"
        )
    if product == "ASM" and (conditions.get("lpars", 1) != 1):
        raise ConditionError(
            "Parallel Services nuclei share memory and therefore run on one system (001, section "
            f"2.3), not on {conditions['lpars']}"
        )
    if nuclei < conditions.get("lpars", 1):
        raise ConditionError(
            f"{nuclei:,g} nuclei cannot be on {conditions['lpars']} systems: condition 'lpars' "
            "counts the systems that hold nuclei"
        )
    mix = conditions["mix"]
    if set(mix) != {"update_insert", "commit"}:
        raise ConditionError("condition 'mix' needs both 'update_insert' and 'commit'")
    if mix["update_insert"] + mix["commit"] >= 1.0:
        raise ConditionError("updates and commits together cannot be all of the commands")
    threads = conditions.get("threads_per_nucleus", 80)
    if threads > conditions["users"]:
        raise ConditionError(
            f"NT={threads} threads cannot be used by {conditions['users']:,.0f} "
            "users: a user has one "
            "command in progress at a time (001, section 4.1)"
        )
    _check_belonging(conditions)
    _check_lists(conditions)
    _check_storage(conditions)


def _check_belonging(conditions: Conditions) -> None:
    """Settings of another product would change nothing: refused rather than ignored."""
    product = conditions["product"]
    if product != "ASM" and conditions.get("cache_gb", 0.0) > 0:
        raise ConditionError(
            f"condition 'cache_gb' is the shared cache of Parallel Services (001, section 2.3), "
            f"which {_NAMES[product]} does not have: leave it out"
        )
    if product != "ALS":
        for name in ("cf_structure_gb", "clucacheextra"):
            if name in conditions:
                raise ConditionError(
                    f"condition {name!r} belongs to Cluster Services (001, sections 2.2 and 4.1), "
                    f"not to {_NAMES[product]}: leave it out"
                )


_NAMES: Final = MappingProxyType(
    {"single": "a single nucleus", "ALS": "Cluster Services", "ASM": "Parallel Services"}
)


def _check_lists(conditions: Conditions) -> None:
    systems = conditions.get("lpars", 1)
    totals = {
        "nuclei_per_lpar": "nuclei",
        "users_per_lpar": "users",
        "cps_per_lpar": "cps_total",
    }
    for name, total in totals.items():
        values = conditions.get(name)
        if values is None:
            continue
        if len(values) != systems:
            raise ConditionError(f"condition {name!r} needs one number for each of {systems} lpars")
        if abs(sum(values) - conditions[total]) > 1e-6 * max(1.0, conditions[total]):
            raise ConditionError(
                f"condition {name!r} adds up to {sum(values):,g}, but {total!r} is "
                f"{conditions[total]:,g}"
            )
    nuclei, users = conditions.get("nuclei_per_lpar"), conditions.get("users_per_lpar")
    if nuclei is not None and users is not None:
        for place, (servers, customers) in enumerate(zip(nuclei, users, strict=True), start=1):
            if customers > 0 and servers == 0:
                raise ConditionError(
                    f"system {place} has {customers:,.0f} users and no nucleus; remote "
                    "calls are not "
                    "modelled here: give it a nucleus or move its users"
                )


def _check_storage(conditions: Conditions) -> None:
    real_gb = usable_storage_gb(conditions)
    if real_gb is None:
        return
    if real_gb <= 0:
        raise ConditionError("LFAREA that is reserved and unused leaves no storage for 4 KB work")
    cache_gb = cached_gb(conditions, fullest(conditions))
    if cache_gb <= real_gb:
        return
    if conditions.get("page_type") in FIXED_FRAMES:
        raise ConditionError(
            f"caches of {cache_gb:,g} GB in fixed frames do not fit {real_gb:,g} GB of real "
            "storage: "
            "fixed frames cannot be paged (001, section 4.5)"
        )
    if conditions.get("page_device", "none") == "none":
        raise ConditionError(
            f"caches of {cache_gb:,g} GB exceed {real_gb:,g} GB of real storage and there is no "
            "paging device: make them smaller or name page_device flash or disk (001, section 4.6)"
        )


def usable_storage_gb(conditions: Conditions) -> float | None:
    """Real storage of one system that 4 KB work can use; None when not stated."""
    real: Any = conditions.get("real_storage_gb")
    if real is None:
        return None
    return float(real) - float(conditions.get("lfarea_unused_gb", 0.0))


def fullest(conditions: Conditions) -> float:
    """Nuclei on the system that has most of them."""
    nuclei = conditions.get("nuclei_per_lpar")
    return float(max(nuclei) if nuclei else conditions["nuclei"] / conditions.get("lpars", 1))


def cached_gb(conditions: Conditions, nuclei: float) -> float:
    """Cache in the memory of a system with so many nuclei: shared and private."""
    private_mb = conditions.get("cache_data_mb_per_nucleus", 0.0) + conditions.get(
        "cache_asso_mb_per_nucleus", 0.0
    )
    return float(conditions.get("cache_gb", 0.0) + private_mb / 1024.0 * nuclei)


def pools_gb(conditions: Conditions, nuclei: float) -> float:
    """Storage beside the caches that so many nuclei and z/OS use on a system."""
    mb = conditions.get("lbp_mb", DEFAULT_LBP_MB) + conditions.get("lfiop_mb", 0.0) + OTHER_POOLS_MB
    return float(mb / 1024.0 * nuclei) + SYSTEM_GB
