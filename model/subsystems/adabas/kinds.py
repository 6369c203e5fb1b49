"""Adabas databases and nuclei: the component kinds and their settings (ADARUN parameters)."""

from __future__ import annotations

from model.topology import ComponentKind, MeasureSpec, SettingSpec

MAX_CLUSTER_NUCLEI = 31
"""The largest cluster that Parallel Services takes (001, 4.5: "largest cluster size possible")."""

_CACHE = "Cache"
_POOL = "Buffer pool and I/O"
_THREADS = "Commands and threads"
_PROTECTION = "Protection data"
_WORKLOAD = "Workload"

PAGE_TYPES = ("4K pageable", "1M pageable", "1M fixed", "2G fixed")

_DATABASE = (
    SettingSpec(
        "PRODUCT", "choice",
        "A single nucleus, Cluster Services over several systems (ALS), or Parallel Services on "
        "one system (ASM).",
        choices=("single", "ALS", "ASM"), group="Cluster", source="001, 2.1 to 2.3",
    ),
    SettingSpec(
        "NUCLEI", "integer", "Nuclei of the cluster; each is one task, about one processor.",
        unit="nuclei", minimum=1, maximum=MAX_CLUSTER_NUCLEI, group="Cluster", dynamic=True,
        source="001, 4.1, 4.2 and 4.5", syntax="start or stop nuclei until {value} run",
    ),
    SettingSpec(
        "CLUCACHESIZE", "number", "Shared cache space of a Parallel Services cluster.", unit="MB",
        minimum=1, maximum=16_777_216, soft_maximum=1_048_576, group=_CACHE, source="001, 4.2",
        syntax="ADARUN CLUCACHESIZE={value:.0f}M",
    ),
    SettingSpec(
        "CLUCACHEUNCHANGED", "flag", "Whether the shared cache also keeps unchanged blocks.",
        group=_CACHE, source="001, 4.2 and 5.2", syntax="ADARUN CLUCACHEUNCHANGED={value}",
    ),
    SettingSpec(
        "CASSOMAXS", "number", "Caching Facility space for ASSO blocks, each nucleus.", unit="MB",
        minimum=0, maximum=4_194_304, soft_maximum=65_536, group=_CACHE, source="001, Table 1",
        syntax="ADARUN CASSOMAXS={value:.0f}M",
    ),
    SettingSpec(
        "CDATAMAXS", "number", "Caching Facility space for DATA blocks, each nucleus.", unit="MB",
        minimum=0, maximum=4_194_304, soft_maximum=131_072, group=_CACHE, source="001, Table 1",
        syntax="ADARUN CDATAMAXS={value:.0f}M",
    ),
    SettingSpec(
        "CMAXCSPS", "integer", "Cache spaces of each kind that may be opened.", minimum=0,
        maximum=8, group=_CACHE, source="001, Table 1", syntax="ADARUN CMAXCSPS={value}",
    ),
    SettingSpec(
        "CLUCACHEEXTRA", "integer",
        "Blocks of the Caching Facility that the cluster's cache structure keeps track of.",
        unit="blocks", minimum=0, maximum=2_147_483_647, soft_maximum=2_000_000, group=_CACHE,
        source="001, 4.1", syntax="ADARUN CLUCACHEEXTRA={value}",
    ),
    SettingSpec(
        "DIRRATIO", "integer", "Share of directory entries in the cluster's cache.", minimum=0,
        maximum=9999, soft_maximum=200, group=_CACHE, source="001, 4.1 and 4.2",
        syntax="ADARUN DIRRATIO={value}",
    ),
    SettingSpec(
        "ELEMENTRATIO", "integer", "Share of data elements in the cluster's cache.", minimum=0,
        maximum=9999, soft_maximum=200, group=_CACHE, source="001, 4.1 and 4.2",
        syntax="ADARUN ELEMENTRATIO={value}",
    ),
    SettingSpec(
        "LARGEPAGE", "flag", "Buffers and cache spaces backed by large page frames.",
        group=_CACHE, source="001, 4.1 and 4.5", syntax="ADARUN LARGEPAGE={value}",
    ),
    SettingSpec(
        "PAGE_TYPE", "choice", "Page frames that back the cache.", choices=PAGE_TYPES,
        group=_CACHE, source="001, 4.5", syntax="cache space backed by {value} frames",
    ),
    SettingSpec(
        "ZHPF", "flag", "Whether the database's I/O uses High Performance FICON.", group=_POOL,
        dynamic=True, source="001, 4.4", syntax="SETIOS ZHPF={value} and IECIOSxx ZHPF={value}",
    ),
    SettingSpec(
        "USERS", "integer", "Users with a command outstanding or in thought at the peak.",
        unit="users", minimum=0, maximum=1_000_000, soft_maximum=10_000, group=_WORKLOAD,
        source="001, 3.2",
    ),
    SettingSpec(
        "THINK_TIME_S", "number", "Pause of a user between two commands.", unit="s", default=0.0,
        minimum=0, maximum=86_400, soft_maximum=10, group=_WORKLOAD, source="001, 3.2",
    ),
    SettingSpec(
        "UPDATE_SHARE", "number", "Update and insert commands of all commands.", minimum=0,
        maximum=1, group=_WORKLOAD, source="001, 3.2",
    ),
    SettingSpec(
        "COMMIT_SHARE", "number", "Commit and backout commands of all commands.", minimum=0,
        maximum=1, group=_WORKLOAD, source="001, 3.2",
    ),
)

_NUCLEUS = (
    SettingSpec("VERSION", "text", "Adabas version.", group="General", source="session statistics"),
    SettingSpec(
        "LBP", "number", "Buffer pool of the nucleus.", unit="MB", minimum=0.1, maximum=2047,
        soft_maximum=2000, group=_POOL, source="001, 3.1 and 4.1", syntax="ADARUN LBP={value:g}M",
    ),
    SettingSpec(
        "NT", "integer", "Threads: commands that the nucleus processes side by side.",
        unit="threads", minimum=1, maximum=250, group=_THREADS, source="001, 3.1",
        syntax="ADARUN NT={value}",
    ),
    SettingSpec(
        "NU", "integer", "User queue elements.", unit="users", minimum=20, maximum=65_000,
        group=_THREADS, source="001, 3.1", syntax="ADARUN NU={value}",
    ),
    SettingSpec(
        "NC", "integer", "Command queue elements.", minimum=20, maximum=32_767, group=_THREADS,
        source="001, 3.1", syntax="ADARUN NC={value}",
    ),
    SettingSpec(
        "NAB", "integer", "Attached buffers.", minimum=1, maximum=9_999_999, soft_maximum=20_000,
        group=_THREADS, source="001, 3.1", syntax="ADARUN NAB={value}",
    ),
    SettingSpec(
        "NH", "integer", "Hold queue elements.", minimum=20, maximum=16_777_215,
        soft_maximum=200_000, group=_THREADS, source="001, 3.1", syntax="ADARUN NH={value}",
    ),
    SettingSpec(
        "NISNHQ", "integer", "Records that one user may hold.", minimum=0, maximum=16_777_215,
        soft_maximum=100_000, group=_THREADS, source="001, 3.1", syntax="ADARUN NISNHQ={value}",
    ),
    SettingSpec(
        "FMXIO", "integer", "Parallel I/Os of a buffer flush.", unit="I/Os", minimum=1,
        maximum=16, group=_POOL, dynamic=True, source="001, 4.1 and 4.3",
        syntax="ADARUN FMXIO={value}",
    ),
    SettingSpec(
        "LFIOP", "number", "Flush I/O pool: changed data that one flush phase writes.", unit="MB",
        minimum=0, maximum=2047, soft_maximum=1000, group=_POOL, source="001, 4.1 and 4.4",
        syntax="ADARUN LFIOP={value:g}M",
    ),
    SettingSpec(
        "NPLOGBUFFERS", "integer", "Buffers for protection data on their way to PLOG.",
        unit="buffers", minimum=1, maximum=500, group=_PROTECTION, source="001, 4.1 and 4.4",
        syntax="ADARUN NPLOGBUFFERS={value}",
    ),
    SettingSpec(
        "NWORK1BUFFERS", "integer", "Buffers for protection data on their way to WORK.",
        unit="buffers", minimum=1, maximum=500, group=_PROTECTION, source="001, 4.1 and 4.4",
        syntax="ADARUN NWORK1BUFFERS={value}",
    ),
    SettingSpec(
        "LP", "number", "Size of WORK part 1.", unit="blocks", minimum=200, maximum=16_777_215,
        soft_maximum=500_000, group=_PROTECTION, source="001, 3.1", syntax="ADARUN LP={value:.0f}",
    ),
    SettingSpec(
        "LWP", "number", "Work pool.", unit="MB", minimum=0.1, maximum=2047, soft_maximum=200,
        group=_THREADS, source="001, 3.1", syntax="ADARUN LWP={value:g}M",
    ),
    SettingSpec(
        "LARGEPAGE", "flag", "Buffers of the nucleus backed by large page frames.", group=_POOL,
        source="001, 4.1", syntax="ADARUN LARGEPAGE={value}",
    ),
    SettingSpec(
        "EXCPVR", "flag", "Channel programs by EXCPVR, which zHPF supports without an APAR.",
        group=_POOL, source="001, 1.1", syntax="ADARUN EXCPVR={value}",
    ),
    SettingSpec(
        "V64BIT", "flag", "Cache spaces may reside in 64-bit storage.", group=_POOL,
        source="001, 3.1", syntax="ADARUN V64BIT={value}",
    ),
    SettingSpec(
        "PGFIX", "flag", "I/O control areas fixed in real storage.", group=_POOL,
        source="001, 3.1", syntax="ADARUN PGFIX={value}",
    ),
    SettingSpec(
        "WORKCACHE", "flag", "WORK parts 2 and 3 cached.", group=_PROTECTION, source="001, 3.1",
        syntax="ADARUN WORKCACHE={value}",
    ),
)

_FIGURES = (
    MeasureSpec("duration_s", "s", "Length of the session."),
    MeasureSpec("commands", "commands", "Commands processed."),
    MeasureSpec("cpu_s", "s", "CPU time."),
    MeasureSpec("etr_per_s", "commands/s", "Commands per elapsed second."),
    MeasureSpec("itr_per_cpu_s", "commands/CPU s", "Commands per CPU second."),
    MeasureSpec("logical_reads", "reads", "Block accesses."),
    MeasureSpec("physical_reads", "reads", "Blocks read from ASSO and DATA."),
    MeasureSpec("reads_per_s", "reads/s", "Blocks read per second."),
    MeasureSpec("buffer_efficiency", "", "Block accesses per block read; hit rate 1 - 1/e."),
    MeasureSpec("asso_reads", "reads", "Blocks read from ASSO."),
    MeasureSpec("data_reads", "reads", "Blocks read from DATA."),
    MeasureSpec("asso_writes", "writes", "Blocks written to ASSO."),
    MeasureSpec("data_writes", "writes", "Blocks written to DATA."),
    MeasureSpec("work_writes", "writes", "WORK I/Os."),
    MeasureSpec("plog_writes", "writes", "PLOG I/Os."),
    MeasureSpec("structure_full_events", "events", "Times the cache structure was full."),
    MeasureSpec("cache_chain_contention", "events", "Lock waits on the cache space chain."),
    MeasureSpec("paging_per_s", "pages/s", "Paging of the systems that host it."),
    MeasureSpec("response_ms", "ms", "Response time of a command."),
)

_NUCLEUS_FIGURES = (
    *_FIGURES,
    MeasureSpec("cp_busy_pct", "%", "CPU of the nucleus, of one processor."),
    MeasureSpec("commands_by_source_local", "commands", "Commands of local users."),
    MeasureSpec("commands_by_source_remote", "commands", "Commands of remote users."),
    MeasureSpec("thread_commands_max", "commands", "Commands of the busiest thread."),
    MeasureSpec("thread_commands_min", "commands", "Commands of the idlest thread."),
)

KINDS = (
    ComponentKind(
        "adabas_database", "Database", "Adabas", (None,), _DATABASE, _FIGURES,
        links={"uses": ("dasd",), "coupled": ("cf_structure",)},
        counts={"NUCLEI": "adabas_nucleus"},
        doc="An Adabas database with its cluster; commands are its transactions.",
    ),
    ComponentKind(
        "adabas_nucleus", "Nucleus", "Adabas", ("lpar",), _NUCLEUS, _NUCLEUS_FIGURES,
        links={"member": ("adabas_database",)},
        doc="One Adabas server: a single task.",
    ),
)
