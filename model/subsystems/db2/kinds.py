"""Db2 for z/OS: subsystem, buffer pools, group buffer pools, plans and packages."""

from __future__ import annotations

from model.topology import ComponentKind, MeasureSpec, SettingSpec

_ALTER = "Db2 command ALTER BUFFERPOOL"

POOL_SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "VPSIZE", "integer", "Buffers of the virtual pool.", unit="buffers", minimum=0,
        maximum=250_000_000, soft_maximum=20_000_000, group="Buffer pool", dynamic=True,
        source=f"{_ALTER}; 003, 2.1", syntax="-ALTER BUFFERPOOL({name}) VPSIZE({value})",
    ),
    SettingSpec(
        "PAGE_SIZE_KB", "integer", "Size of the pool's pages.", unit="KB", default=4, minimum=4,
        maximum=32, group="Buffer pool", source=_ALTER,
    ),
    SettingSpec(
        "SPSIZE", "integer",
        "Buffers of the simulated pool, which counts the reads that so many more buffers would "
        "have avoided. It cannot simulate a smaller pool.",
        unit="buffers", default=0, minimum=0, maximum=250_000_000, soft_maximum=20_000_000,
        group="Simulation", dynamic=True, source="003, 2.1.1",
        syntax="-ALTER BUFFERPOOL({name}) SPSIZE({value})",
    ),
    SettingSpec(
        "SPSEQT", "integer", "Share of the simulated pool that sequential pages may take.",
        unit="%", default=80, minimum=0, maximum=100, group="Simulation", dynamic=True,
        source="003, 2.1.1", syntax="-ALTER BUFFERPOOL({name}) SPSEQT({value})",
    ),
    SettingSpec(
        "VPSEQT", "integer", "Share of the pool that sequential pages may take.", unit="%",
        default=80, minimum=0, maximum=100, group="Buffer pool", dynamic=True, source=_ALTER,
        syntax="-ALTER BUFFERPOOL({name}) VPSEQT({value})",
    ),
    SettingSpec(
        "PGFIX", "flag", "Whether the buffers are fixed in real storage.", default=False,
        group="Frames", source="003, chapter 1", syntax="-ALTER BUFFERPOOL({name}) PGFIX({value})",
    ),
    SettingSpec(
        "FRAMESIZE", "choice", "Page frames that back the pool.", default="4K",
        choices=("4K", "1M", "2G"), group="Frames", source=f"{_ALTER}; 003, chapter 1",
        syntax="-ALTER BUFFERPOOL({name}) FRAMESIZE({value})",
    ),
    SettingSpec(
        "PGSTEAL", "choice", "How buffers are chosen for reuse.", default="LRU",
        choices=("LRU", "FIFO", "NONE"), group="Buffer pool", dynamic=True, source="003, 2.3.1",
        syntax="-ALTER BUFFERPOOL({name}) PGSTEAL({value})",
    ),
)
POOL_MEASURES: tuple[MeasureSpec, ...] = (
    MeasureSpec("duration_s", "s", "Time between the two displays, or the statistics interval."),
    MeasureSpec("getpages", "count", "Page requests."),
    MeasureSpec("getpages_random", "count", "Random page requests."),
    MeasureSpec("getpages_sequential", "count", "Sequential page requests."),
    MeasureSpec("sync_reads_random", "count", "Synchronous reads by random requests."),
    MeasureSpec("sync_reads_sequential", "count", "Synchronous reads by sequential requests."),
    MeasureSpec("prefetch_reads", "count", "Asynchronous read operations."),
    MeasureSpec("writes", "count", "Asynchronous write operations."),
    MeasureSpec("page_ins_read", "count", "Page-ins required for a read."),
    MeasureSpec("page_ins_write", "count", "Page-ins required for a write."),
    MeasureSpec("avoidable_sync_reads", "count", "Sync reads (R) the simulated pool would avoid."),
    MeasureSpec("avoidable_sync_reads_sequential", "count", "Sync reads (S) avoidable."),
    MeasureSpec("avoidable_async_reads", "count", "Prefetch reads avoidable."),
    MeasureSpec("avoidable_gbp_reads", "count", "Group buffer pool reads (R) avoidable."),
    MeasureSpec("avoidable_delay_ms", "ms", "Synchronous I/O delay avoidable."),
    MeasureSpec("simulated_buffers", "buffers", "SPSIZE under which the counts were taken."),
    MeasureSpec("simulated_pages_moved", "pages", "Pages moved into the simulated pool."),
)
GBP_SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "GBPCACHE", "choice",
        "Which pages the group buffer pool holds: changed ones only, or all that are read.",
        default="CHANGED", choices=("CHANGED", "ALL", "SYSTEM", "NONE"), group="Group buffer pool",
        source="003, 2.3", syntax="ALTER TABLESPACE / INDEX ... GBPCACHE {value}",
    ),
    SettingSpec(
        "SIZE_MB", "integer", "Size of the structure.", unit="MB", minimum=0, maximum=1_048_576,
        soft_maximum=800_000, group="Group buffer pool", source="003, 2.3.1",
        syntax="CFRM policy INITSIZE/SIZE {value} MB for {name}",
    ),
    SettingSpec(
        "RATIO", "number", "Directory entries per data page.", default=5, minimum=1, maximum=255,
        group="Group buffer pool", dynamic=True, source="003, 2.3.1",
        syntax="-ALTER GROUPBUFFERPOOL({name}) RATIO({value})",
    ),
    SettingSpec(
        "DUPLEX", "flag", "Whether a second copy is kept in another coupling facility.",
        default=False, group="Group buffer pool", source="003, 2.3.1",
    ),
)
GBP_MEASURES: tuple[MeasureSpec, ...] = (
    MeasureSpec("duration_s", "s", "Length of the statistics interval."),
    MeasureSpec("reads", "count", "Reads of the group buffer pool."),
    MeasureSpec("read_us", "µs", "Average service time of a read."),
    MeasureSpec("directory_reclaims", "count", "Directory entries reclaimed."),
    MeasureSpec("data_pages", "pages", "Data pages of the objects that would be cached."),
)
SUBSYSTEM_SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec("VERSION", "text", "Release.", group="Identity", source="003, 2.1"),
    SettingSpec(
        "MEMBERS", "integer", "Members of the data sharing group; 1 for a single system.",
        default=1, minimum=1, maximum=32, group="Identity", source="003, 2.3",
    ),
    SettingSpec(
        "CMTSTAT", "choice", "What becomes of distributed threads after commit.",
        default="INACTIVE", choices=("INACTIVE", "ACTIVE"), group="Threads",
        source="003, 2.2.2", syntax="DSNZPARM CMTSTAT={value}",
    ),
)
SUBSYSTEM_MEASURES: tuple[MeasureSpec, ...] = (
    MeasureSpec("duration_s", "s", "Length of the accounting interval."),
    MeasureSpec("commits", "count", "Commits (transactions)."),
    MeasureSpec("tx_per_s", "1/s", "Transactions per second."),
    MeasureSpec("cpu_s", "s", "CPU time of all transactions (class 1 or 2)."),
    MeasureSpec("cpu_ms_per_tx", "ms", "CPU time of a transaction."),
    MeasureSpec("response_ms", "ms", "Elapsed time of a transaction (class 1)."),
    MeasureSpec("sync_io_per_tx", "1/tx", "Synchronous reads of a transaction."),
    MeasureSpec("sync_io_us", "µs", "Average synchronous I/O time."),
    MeasureSpec("sync_io_wait_pct", "%", "Share of elapsed time that is synchronous I/O wait."),
    MeasureSpec("gbp_read_us", "µs", "Average group buffer pool read time."),
    MeasureSpec("terminations_new_user", "count", "Threads reused by another user."),
    MeasureSpec("terminations_resignon", "count", "Threads reused after resignon."),
    MeasureSpec("terminations_dbat_inactive", "count", "Distributed threads pooled."),
    MeasureSpec("terminations_type2_inactive", "count", "Type 2 inactive threads."),
    MeasureSpec("terminations_deallocation", "count", "Threads ended without reuse."),
    MeasureSpec("thread_reuse_pct", "%", "Terminations that kept the thread."),
    MeasureSpec("auxiliary_mb", "MB", "DBM1 storage in auxiliary storage."),
)
PLAN_SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "RELEASE", "choice", "When a package's resources are released: commit or thread end.",
        default="COMMIT", choices=("COMMIT", "DEALLOCATE"), group="Bind", source="003, 2.2.3",
        syntax="REBIND PACKAGE({name}) RELEASE({value})",
    ),
    SettingSpec(
        "PROTECTED_THREADS", "flag", "Whether a thread stays for the next transaction.",
        default=False, group="Threads", source="003, 2.2.2",
        syntax="DEFINE DB2ENTRY({name}) PROTECTNUM(n)",
    ),
)
PLAN_MEASURES: tuple[MeasureSpec, ...] = (
    MeasureSpec("commits_per_s", "1/s", "Commits per second of the plan."),
    MeasureSpec("allocations_per_s", "1/s", "Executions per second of the package."),
    MeasureSpec("cpu_s", "s", "CPU time (class 2 of a plan, class 7 of a package)."),
    MeasureSpec("cpu_pct", "%", "Share of all class 7 CPU."),
    MeasureSpec("cpu_s_per_allocation", "s", "Class 7 CPU of one execution."),
)

KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "db2_subsystem", "Db2 subsystem", "Db2", parents=("lpar",), settings=SUBSYSTEM_SETTINGS,
        measures=SUBSYSTEM_MEASURES, links={"uses": ("dasd",), "group": ("db2_subsystem",)},
        doc="One Db2 member or stand-alone subsystem.",
    ),
    ComponentKind(
        "db2_bufferpool", "Db2 buffer pool", "Db2", parents=("db2_subsystem",),
        settings=POOL_SETTINGS, measures=POOL_MEASURES, doc="A local virtual buffer pool.",
    ),
    ComponentKind(
        "db2_gbp", "Group buffer pool", "Db2", parents=("cf", "db2_subsystem", None),
        settings=GBP_SETTINGS, measures=GBP_MEASURES, links={"member": ("db2_subsystem",)},
        doc="A group buffer pool of a data sharing group, in a coupling facility.",
    ),
    ComponentKind(
        "db2_plan", "Db2 plan or package", "Db2", parents=("db2_subsystem",),
        settings=PLAN_SETTINGS, measures=PLAN_MEASURES, doc="A plan or package by its accounting.",
    ),
)
