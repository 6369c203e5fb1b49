"""Component kinds: an Adabas database (single nucleus or cluster) and its nuclei."""

from __future__ import annotations

from model.subsystems.adabas.limits import MAX_NUCLEI, MAX_THREADS
from model.topology import ComponentKind, MeasureSpec, SettingSpec

_FRAMES = ("4K pageable", "1M pageable", "1M fixed", "2G fixed")

_MEASURES: tuple[MeasureSpec, ...] = (
    MeasureSpec("etr_per_s", "1/s", "Commands per elapsed second."),
    MeasureSpec("itr_per_cpu_s", "1/s", "Commands per CPU second of the nuclei."),
    MeasureSpec("commands", "commands", "Commands executed in the interval."),
    MeasureSpec("duration_s", "s", "Length of the interval or session."),
    MeasureSpec("cpu_s", "s", "CPU time of the nuclei."),
    MeasureSpec("logical_reads", "reads", "Accesses to database blocks."),
    MeasureSpec("physical_reads", "I/Os", "Read I/Os to ASSO and DATA."),
    MeasureSpec("reads_per_s", "1/s", "Read I/Os to ASSO and DATA per second."),
    MeasureSpec("buffer_efficiency", "", "Logical reads per physical read."),
    MeasureSpec("asso_reads", "I/Os", "Reads from ASSO."),
    MeasureSpec("data_reads", "I/Os", "Reads from DATA."),
    MeasureSpec("asso_writes", "I/Os", "Writes to ASSO."),
    MeasureSpec("data_writes", "I/Os", "Writes to DATA."),
    MeasureSpec("work_writes", "I/Os", "Writes to WORK."),
    MeasureSpec("plog_writes", "I/Os", "Writes to PLOG."),
    MeasureSpec("structure_full_events", "events", "Writes that found the cache structure full."),
    MeasureSpec("cache_chain_contention", "events", "Lock waits on the cache's space chain."),
    MeasureSpec("paging_per_s", "1/s", "4 KB page-ins plus page-outs per second."),
    MeasureSpec("response_ms", "ms", "Average response time of a command."),
)

_NUCLEUS_MEASURES: tuple[MeasureSpec, ...] = (
    *_MEASURES,
    MeasureSpec("cp_busy_pct", "%", "CPU of the nucleus as a share of one CP."),
    MeasureSpec("commands_by_source_local", "commands", "Commands from users on the same system."),
    MeasureSpec("commands_by_source_remote", "commands", "Commands from other systems."),
    MeasureSpec("thread_commands_max", "commands", "Commands of the busiest thread."),
    MeasureSpec("thread_commands_min", "commands", "Commands of the least busy thread."),
)

_ADARUN = "001, section 3.1; ADARUN parameters"


def _adarun(
    name: str,
    doc: str,
    *,
    unit: str = "",
    default: float | None = None,
    low: float = 0,
    high: float | None = None,
    soft: float | None = None,
    group: str = "Pools",
    suffix: str = "",
    dynamic: bool = False,
) -> SettingSpec:
    return SettingSpec(
        name, "integer" if unit in ("", "buffers", "threads", "blocks") else "number", doc,
        unit=unit, default=default, minimum=low, maximum=high, soft_maximum=soft, group=group,
        dynamic=dynamic, source=_ADARUN, syntax=f"ADARUN {name}={{value}}{suffix}",
    )


DATABASE_SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec("PRODUCT", "choice", "One nucleus, a cluster over systems (ALS) or a cluster in "
                "one system (ASM).", default="single", choices=("single", "ALS", "ASM"),
                group="Cluster", source="001, section 2",
                syntax="ADARUN CLUSTER={value}   /* ALS: SYSPLEX, ASM: LOCAL */"),
    SettingSpec("NUCLEI", "integer", "Nuclei of the database.", default=1, minimum=1,
                maximum=MAX_NUCLEI, soft_maximum=MAX_NUCLEI, group="Cluster",
                source="001, section 4.5: 31 is the largest cluster of Parallel Services"),
    _adarun("CLUCACHESIZE", "Cache that the nuclei of a cluster share.", unit="MB",
            high=16_000_000, soft=512_000, group="Cluster", suffix="M"),
    SettingSpec("CLUCACHEUNCHANGED", "flag", "Whether the shared cache also keeps blocks that "
                "were not updated (Parallel Services only).", default=False, group="Cluster",
                source="001, section 4.2", syntax="ADARUN CLUCACHEUNCHANGED={value}"),
    _adarun("CASSOMAXS", "Caching Facility space for ASSO blocks, per nucleus.", unit="MB",
            high=16_000_000, soft=64_000, group="Caching Facility", suffix="M"),
    _adarun("CDATAMAXS", "Caching Facility space for DATA blocks, per nucleus.", unit="MB",
            high=16_000_000, soft=256_000, group="Caching Facility", suffix="M"),
    _adarun("CMAXCSPS", "Cache spaces per kind of block.", default=1, low=1, high=16,
            group="Caching Facility"),
    _adarun("CLUCACHEEXTRA", "Most blocks that the Caching Facility can have tracked by the "
            "coupling facility, per nucleus.", unit="blocks", high=100_000_000,
            soft=4_000_000, group="Caching Facility"),
    _adarun("DIRRATIO", "Directory entries, as part of the ratio to data elements.", low=1,
            high=65_535, group="Cluster"),
    _adarun("ELEMENTRATIO", "Data elements, as part of the ratio to directory entries.", low=1,
            high=65_535, group="Cluster"),
    SettingSpec("LARGEPAGE", "flag", "Whether caches use large page frames.", default=False,
                group="Storage", source="001, section 4.5", syntax="ADARUN LARGEPAGE={value}"),
    SettingSpec("PAGE_TYPE", "choice", "Page frames under the shared cache.",
                default="4K pageable", choices=_FRAMES, group="Storage",
                source="001, section 4.5", syntax="IEASYSxx LFAREA and ADARUN LARGEPAGE for "
                "{value} frames"),
    SettingSpec("USERS", "integer", "Parallel users.", minimum=1, maximum=1_000_000,
                soft_maximum=10_000, group="Workload", source="NU of the nuclei, TP statistics"),
    SettingSpec("THINK_TIME_S", "number", "Average pause of a user between commands.", unit="s",
                default=0, minimum=0, maximum=86_400, soft_maximum=60, group="Workload",
                source="001, section 3.2: none in the published tests"),
    SettingSpec("UPDATE_SHARE", "number", "Updates and inserts as a share of commands.",
                minimum=0, maximum=1, group="Workload", source="commands by type"),
    SettingSpec("COMMIT_SHARE", "number", "ET and BT as a share of commands.", minimum=0,
                maximum=1, group="Workload", source="commands by type"),
    SettingSpec("ZHPF", "flag", "Whether the database's I/O uses zHPF; default: as the system.",
                group="I/O", dynamic=True, source="001, section 4.4",
                syntax="SETIOS ZHPF={value}"),
)

NUCLEUS_SETTINGS: tuple[SettingSpec, ...] = (
    _adarun("LBP", "Buffer pool of the nucleus.", unit="MB", low=0.1, high=2_048, soft=2_000,
            suffix="M"),
    _adarun("NT", "Threads: commands in progress at a time.", unit="threads", default=5, low=1,
            high=MAX_THREADS, soft=120, group="Concurrency"),
    _adarun("NU", "User queue elements.", default=200, low=1, high=16_777_215, soft=20_000,
            group="Concurrency"),
    _adarun("NC", "Command queue elements.", default=200, low=1, high=32_767, soft=10_000,
            group="Concurrency"),
    _adarun("FMXIO", "Buffer flush I/Os to start at a time.", default=60, low=1, high=60,
            group="I/O", dynamic=True),
    _adarun("LFIOP", "Pool from which blocks are flushed.", unit="MB", low=0, high=2_048,
            soft=1_000, group="I/O", suffix="M"),
    _adarun("NPLOGBUFFERS", "PLOG I/O buffers.", unit="buffers", default=1, low=1, high=1_000,
            group="I/O"),
    _adarun("NWORK1BUFFERS", "WORK part 1 I/O buffers.", unit="buffers", default=1, low=1,
            high=1_000, group="I/O"),
    SettingSpec("LARGEPAGE", "flag", "Whether pools use large page frames.", default=False,
                group="Storage", source=_ADARUN, syntax="ADARUN LARGEPAGE={value}"),
    SettingSpec("EXCPVR", "flag", "I/O by EXCPVR (authorised) rather than EXCP.", default=True,
                group="I/O", source=_ADARUN, syntax="ADARUN EXCPVR={value}"),
    SettingSpec("V64BIT", "flag", "Whether 64-bit storage may be used.", default=False,
                group="Storage", source=_ADARUN, syntax="ADARUN V64BIT={value}"),
    SettingSpec("PGFIX", "flag", "Whether I/O control blocks stay page-fixed.", default=False,
                group="Storage", source=_ADARUN, syntax="ADARUN PGFIX={value}"),
    SettingSpec("WORKCACHE", "flag", "Whether WORK parts 2 and 3 are cached.", default=False,
                group="Pools", source=_ADARUN, syntax="ADARUN WORKCACHE={value}"),
    _adarun("LP", "Blocks of WORK part 1.", unit="blocks", high=65_535_000, group="I/O"),
    SettingSpec("LWP", "number", "Work pool.", unit="MB", minimum=0, maximum=2_048,
                group="Pools", source=_ADARUN, syntax="ADARUN LWP={value}M"),
    _adarun("NAB", "Attached buffers of 4 KB.", default=16, low=1, high=1_000_000,
            group="Pools"),
    _adarun("NH", "Hold queue elements.", default=500, low=1, high=16_777_215, group="Pools"),
    _adarun("NISNHQ", "Most records that one user may hold.", low=1, high=65_535, group="Pools"),
    SettingSpec("VERSION", "text", "Version of Adabas.", source="session statistics"),
)

KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "adabas_database",
        "Adabas database",
        "Adabas",
        (None,),
        settings=DATABASE_SETTINGS,
        measures=_MEASURES,
        links={"uses": ("dasd",), "coupled": ("cf_structure",)},
        counts={"NUCLEI": "adabas_nucleus"},
        doc="A database and the workload that its users put on it.",
    ),
    ComponentKind(
        "adabas_nucleus",
        "Adabas nucleus",
        "Adabas",
        ("lpar",),
        settings=NUCLEUS_SETTINGS,
        measures=_NUCLEUS_MEASURES,
        links={"member": ("adabas_database",)},
        doc="One address space that does nearly all of its work under a single task.",
    ),
)
