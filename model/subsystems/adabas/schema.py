"""Conditions that the Adabas model understands, and the contradictions it refuses."""

from __future__ import annotations

import math
from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from model.contract.evaluation import (
    ConditionError,
    Conditions,
    ConditionSpec,
    check_conditions,
)
from model.hardware.dasd import DATA_BLOCK_BYTES
from model.hardware.paging import SYSTEM_GB
from model.hardware.storage import FIXED_FRAMES, FRAME_COST
from model.subsystems.adabas.kinds import KINDS
from model.subsystems.adabas.limits import (
    MAX_NUCLEI,
    MAX_THREADS,
    MAX_THREADS_SOURCE,
)
from model.topology.importance import IMPORTANCE

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

_DATABASE, _NUCLEUS = (
    {spec.name: spec for kind in KINDS if kind.name == name for spec in kind.settings}
    for name in ("adabas_database", "adabas_nucleus")
)
_SPECS: tuple[ConditionSpec, ...] = (
    ConditionSpec.of(_DATABASE["PRODUCT"], required=True),
    ConditionSpec(
        "workload",
        "choice",
        "a published test application, or steady operation",
        choices=(*PUBLISHED_WORKLOADS, STEADY),
    ),
    ConditionSpec.of(_DATABASE["NUCLEI"], required=True),
    ConditionSpec.of(_DATABASE["ZHPF"], required=True),
    ConditionSpec("users", "number", "parallel users", minimum=1, maximum=1e7, required=True),
    ConditionSpec.of(_NUCLEUS["NT"], "threads_per_nucleus"),
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
    ConditionSpec.of(IMPORTANCE),
    ConditionSpec("cf_cps", "number", "processors of the coupling facility", minimum=0, maximum=64),
    ConditionSpec(
        "cf_structures", "text", "structures in coupling facilities, one a line, each as follows"
    ),
    ConditionSpec("cf_places", "numbers", "the facility of each, from 0", minimum=0, maximum=64),
    ConditionSpec(
        "cf_requests_per_command",
        "numbers",
        "requests of the nuclei to each, as measured",
        minimum=0,
        maximum=1000,
    ),
    ConditionSpec(
        "cf_request_us",
        "numbers",
        "processor time of such a request in the facility; 0 where it is not known",
        unit="µs",
        minimum=0,
        maximum=1e6,
    ),
    ConditionSpec(
        "cf_service_us",
        "numbers",
        "time of a synchronous request as the systems see it; 0 where it is not known",
        unit="µs",
        minimum=0,
        maximum=1e6,
    ),
    ConditionSpec(
        "cf_waits",
        "numbers",
        "wait for the facility's processors as measured, in processor times of a request",
        minimum=0,
        maximum=1e6,
    ),
    ConditionSpec.of(_NUCLEUS["LBP"], "lbp_mb"),
    ConditionSpec.of(_NUCLEUS["LFIOP"], "lfiop_mb"),
    ConditionSpec.of(_NUCLEUS["FMXIO"]),
    ConditionSpec("page_type", "choice", "page frames under the caches", choices=tuple(FRAME_COST)),
    ConditionSpec.of(_DATABASE["CDATAMAXS"], "cache_data_mb_per_nucleus"),
    ConditionSpec.of(_DATABASE["CASSOMAXS"], "cache_asso_mb_per_nucleus"),
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
    ConditionSpec.of(_DATABASE["CLUCACHEUNCHANGED"]),
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
        "commits_before",
        "number",
        "commits as a share of the commands in which throughput is counted; default: of the mix",
        minimum=0,
        maximum=1,
    ),
    ConditionSpec("fmxio_before", "number", "FMXIO today, where it is another then", minimum=1),
    ConditionSpec("threads_before", "number", "NT today, where it is another then", minimum=1),
    ConditionSpec(
        "cached_before_gb",
        "number",
        "private cache of a nucleus that serves today, where it is another then",
        unit="GB",
        minimum=0,
    ),
    ConditionSpec("users_before", "number", "users today, where there are others then", minimum=1),
    ConditionSpec(
        "storage_unknown",
        "text",
        "systems whose real storage no report gives; taken to have that of the others",
    ),
    ConditionSpec(
        "facility_unknown",
        "boolean",
        "whether nothing tells of the coupling facility that a cluster on several systems needs",
    ),
    ConditionSpec(
        "frames_lacking", "text", "what is said where fixed frames under the caches lack"
    ),
    ConditionSpec.of(_DATABASE["THINK_TIME_S"]),
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
        "dasd_exposures_sd",
        "number",
        "relative standard deviation of volumes and aliases of each system",
        minimum=0,
        maximum=3,
    ),
    ConditionSpec(
        "io_times_told",
        "boolean",
        "whether reports tell how long an I/O is at its device, or waits",
    ),
    ConditionSpec(
        "zhpf_as_others",
        "boolean",
        "whether zHPF is taken to be used as in systems without its nuclei",
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
    ConditionSpec(
        "background_cp_busy_per_lpar",
        "numbers",
        "CPs of each system that other work keeps busy",
        minimum=0,
        maximum=400,
    ),
    ConditionSpec(
        "real_storage_gb_per_lpar",
        "numbers",
        "the same as real_storage_gb for each system",
        unit="GB",
        minimum=0.0,
        maximum=32_768,
    ),
    ConditionSpec(
        "beside_gb_per_lpar",
        "numbers",
        "what others hold in each system in frames that can be taken from them; "
        "real_storage_gb_per_lpar is without it",
        unit="GB",
        minimum=0.0,
        maximum=100_000,
    ),
    ConditionSpec("page_devices_per_lpar", "text", "page_device of each system, with commas"),
    ConditionSpec(
        "shorter_unstated_gb_per_lpar",
        "numbers",
        "by how much each system that states nothing to page to is shorter of real storage than "
        "as it was measured: only that pages, to anything from flash to disk",
        unit="GB",
        minimum=0.0,
        maximum=100_000,
    ),
    ConditionSpec(
        "pages_at_once_per_lpar",
        "numbers",
        "page operations that the paging device of each system does at the same time",
        minimum=0.01,
        maximum=1000,
    ),
    ConditionSpec(
        "group_lpar",
        "numbers",
        "system of each group of alike nuclei, from 0",
        minimum=0,
        maximum=31,
    ),
    ConditionSpec("group_nuclei", "numbers", "nuclei of each group", minimum=1, maximum=MAX_NUCLEI),
    ConditionSpec(
        "group_threads", "numbers", "ADARUN NT of each group", minimum=1, maximum=MAX_THREADS
    ),
    ConditionSpec(
        "group_lbp_mb", "numbers", "ADARUN LBP of each group", unit="MB", minimum=0.1, maximum=2048
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
    if mix["update_insert"] + conditions.get("commits_before", 0.0) >= 1.0:
        raise ConditionError("updates and today's commits together cannot be all of the commands")
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


_OF_SYSTEMS: Final = (
    "nuclei_per_lpar",
    "users_per_lpar",
    "cps_per_lpar",
    "background_cp_busy_per_lpar",
    "real_storage_gb_per_lpar",
    "beside_gb_per_lpar",
    "pages_at_once_per_lpar",
)
_OF_GROUPS: Final = ("group_lpar", "group_nuclei", "group_threads", "group_lbp_mb")
_TOTALS: Final = MappingProxyType(
    {
        "nuclei_per_lpar": "nuclei",
        "users_per_lpar": "users",
        "cps_per_lpar": "cps_total",
        "group_nuclei": "nuclei",
    }
)


def _check_lists(conditions: Conditions) -> None:
    systems = conditions.get("lpars", 1)
    for name in _OF_SYSTEMS:
        if name in conditions and len(conditions[name]) != systems:
            raise ConditionError(f"condition {name!r} needs one number for each of {systems} lpars")
    for name, total in _TOTALS.items():
        values = conditions.get(name)
        if values is not None and abs(sum(values) - conditions[total]) > 1e-6 * max(
            1.0, conditions[total]
        ):
            raise ConditionError(
                f"condition {name!r} adds up to {sum(values):,g}, but {total!r} is "
                f"{conditions[total]:,g}"
            )
    _check_groups(conditions, systems)
    nuclei, users = conditions.get("nuclei_per_lpar"), conditions.get("users_per_lpar")
    if nuclei is not None and users is not None:
        for place, (servers, customers) in enumerate(zip(nuclei, users, strict=True), start=1):
            if customers > 0 and servers == 0:
                raise ConditionError(
                    f"system {place} has {customers:,.0f} users and no nucleus; remote "
                    "calls are not "
                    "modelled here: give it a nucleus or move its users"
                )


def _check_groups(conditions: Conditions, systems: int) -> None:
    stated = [name for name in _OF_GROUPS if name in conditions]
    if not stated:
        return
    if len(stated) < len(_OF_GROUPS) or len({len(conditions[name]) for name in stated}) != 1:
        raise ConditionError(f"groups of nuclei need {', '.join(_OF_GROUPS)}, of the same length")
    held = [0.0] * systems
    for host, nuclei in zip(conditions["group_lpar"], conditions["group_nuclei"], strict=True):
        if host >= systems:
            raise ConditionError(f"condition 'group_lpar' names system {host:g} of {systems}")
        held[int(host)] += nuclei
    if held != [float(nuclei) for nuclei in spread_of(conditions)]:
        raise ConditionError(
            "conditions 'group_nuclei' and 'nuclei_per_lpar' contradict each other"
        )


def _check_storage(conditions: Conditions) -> None:
    if min(real_storage_gb(conditions)) <= 0:
        raise ConditionError("LFAREA that is reserved and unused leaves no storage for 4 KB work")
    devices = conditions.get("page_devices_per_lpar")
    spread = spread_of(conditions)
    # What it is shorter by than as it was measured pages to anything from flash to disk.
    shorter = conditions.get("shorter_unstated_gb_per_lpar", [0.0] * len(spread))
    for place, (real_gb, nuclei) in enumerate(
        zip(real_storage_gb(conditions), spread, strict=True)
    ):
        device = conditions.get("page_device", "none")
        if devices is not None:
            device = devices.split(",")[place]
        if nuclei > 0:
            _check_system(conditions, nuclei, real_gb, device == "none" and shorter[place] <= 0.0)


def _check_system(
    conditions: Conditions, nuclei: float, real_gb: float, pages_nowhere: bool
) -> None:
    cache_gb = cached_gb(conditions, nuclei)
    if cache_gb <= real_gb:
        return
    if conditions.get("page_type") in FIXED_FRAMES:
        raise ConditionError(
            f"caches of {cache_gb:,g} GB in fixed frames do not fit {real_gb:,g} GB of real "
            "storage: "
            "fixed frames cannot be paged (001, section 4.5)"
        )
    if pages_nowhere:
        raise ConditionError(
            f"caches of {cache_gb:,g} GB exceed {real_gb:,g} GB of real storage and there is no "
            "paging device: make them smaller or name page_device flash or disk (001, section 4.6)"
        )


def spread_of(conditions: Conditions) -> list[float]:
    """Nuclei of each system; as even as can be where nobody says."""
    stated = conditions.get("nuclei_per_lpar")
    if stated is not None:
        return list(stated)
    systems, nuclei = int(conditions.get("lpars", 1)), int(conditions["nuclei"])
    return [float(nuclei // systems + (place < nuclei % systems)) for place in range(systems)]


def real_storage_gb(conditions: Conditions) -> list[float]:
    """Real storage of each system that 4 KB work can use; infinite where not stated."""
    systems = int(conditions.get("lpars", 1))
    stated = conditions.get("real_storage_gb_per_lpar")
    if stated is None:
        stated = [conditions.get("real_storage_gb", math.inf)] * systems
    return [float(gb) - float(conditions.get("lfarea_unused_gb", 0.0)) for gb in stated]


def counted_share(conditions: Conditions) -> float:
    """Commands in which throughput is counted, of all commands.

    A commit reads nothing and does no work of its own.  An application that commits more often
    issues all of its other commands as before, and more commits beside them; were they counted,
    the rate would grow by what is done for nothing, and reads per command would fall.
    """
    commits = float(conditions["mix"]["commit"])
    before = float(conditions.get("commits_before", commits))
    return (1.0 - commits) / (1.0 - before)


def private_cache_gb(conditions: Conditions) -> float:
    """Cache space of one nucleus's Caching Facility: what it takes of real storage."""
    mb = conditions.get("cache_data_mb_per_nucleus", 0.0) + conditions.get(
        "cache_asso_mb_per_nucleus", 0.0
    )
    return float(mb) / 1024.0


def useful_cache_gb(conditions: Conditions) -> float:
    """Of that, what saves reads.

    Blocks beyond CLUCACHEEXTRA cannot be tracked by the coupling facility and are not found in the
    cache again, but the storage is taken all the same: reports show it in use.
    """
    tracked = conditions.get("clucacheextra", math.inf) * DATA_BLOCK_BYTES / 2**30
    held = private_cache_gb(conditions)
    return min(held, tracked) if conditions["product"] == "ALS" else held


def threads_of(conditions: Conditions) -> float:
    """Threads of a nucleus, on average."""
    each = conditions.get("group_threads")
    if each is None:
        return float(conditions.get("threads_per_nucleus", 0.0))
    counts = conditions["group_nuclei"]
    return float(sum(n * one for n, one in zip(counts, each, strict=True)) / sum(counts))


def cached_gb(conditions: Conditions, nuclei: float) -> float:
    """Cache in the memory of a system with so many nuclei: shared and private."""
    return float(conditions.get("cache_gb", 0.0) + private_cache_gb(conditions) * nuclei)


def system_pools_gb(
    conditions: Conditions, nuclei: float, buffer_pools: Sequence[tuple[float, float]]
) -> float:
    """Storage beside the caches that a system uses: nuclei and MB of each buffer pool, z/OS."""
    mb = sum(count * lbp_mb for count, lbp_mb in buffer_pools)
    mb += nuclei * (conditions.get("lfiop_mb", 0.0) + OTHER_POOLS_MB)
    return float(mb / 1024.0) + SYSTEM_GB


FITTED_SD: Final = 1e-3
"""Relative standard deviation of volumes with which the throughput that was measured comes out."""


def volumes_untold(conditions: Conditions) -> bool:
    """Whether nobody says how many volumes hold the database: as many as published are taken."""
    return "dasd_volumes" not in conditions and "dasd_exposures_sd" in conditions
