"""VSAM files under CICS, local shared resource pools and their buffers."""

from __future__ import annotations

from model.topology import ComponentKind, MeasureSpec, SettingSpec

_FILE = "CICS resource definitions, FILE"
_POOL = "CICS resource definitions, LSRPOOL"

FILE_SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "ACCESS", "choice",
        "Local shared resources (buffers in a pool) or buffers of the file's own.",
        default="LSR", choices=("LSR", "NSR"), group="Access", source="002, VSAM hints",
        syntax="DEFINE FILE({name}) LSRPOOLID(n), NONE for NSR",
    ),
    SettingSpec(
        "LSRPOOLID", "integer", "The LSR pool that the file's buffers come from.",
        minimum=1, maximum=255, soft_maximum=15, group="Access", source=_FILE,
        syntax="ALTER FILE({name}) LSRPOOLID({value})",
    ),
    SettingSpec("DSNAME", "text", "Data set behind the file.", group="Data set", source=_FILE),
    SettingSpec(
        "BASE_DSNAME", "text", "Base cluster behind a path or alternate index.", group="Data set",
        source="002, DSNSHARING",
    ),
    SettingSpec(
        "TYPE", "choice", "What the file is: base cluster, path over an alternate index, or AIX.",
        default="KSDS", choices=("base", "path", "AIX", "ESDS", "KSDS", "RRDS"), group="Data set",
        source="002, Using DFH0STAT",
    ),
    SettingSpec(
        "SHAREOPTIONS", "text",
        "Cross-region share option; with 4 VSAM rereads the buffer for nearly every request.",
        default="2", group="Data set", source="002, VSAM Lookaside",
        syntax="IDCAMS ALTER {name} SHAREOPTIONS({value})",
    ),
    SettingSpec(
        "DSNSHARING", "choice",
        "Whether files over the same data set share one open and its buffers.",
        default="none", choices=("none", "ALLREQS", "MODIFYREQS"), group="Access",
        source="002, VSAM hints", syntax="ALTER FILE({name}) DSNSHARING({value})",
    ),
    SettingSpec(
        "STRINGS", "integer", "Requests to the file at a time.", unit="strings", default=1,
        minimum=1, maximum=255, soft_maximum=50, group="Access", source=_FILE,
        syntax="ALTER FILE({name}) STRINGS({value})",
    ),
    SettingSpec(
        "DATA_CISZ", "integer", "Control interval size of the data component.", unit="bytes",
        minimum=512, maximum=32_768, group="Data set", source="002, VSAM hints",
        syntax="IDCAMS DEFINE CLUSTER ... DATA(CISZ({value})) and reload",
    ),
    SettingSpec(
        "INDEX_CISZ", "integer", "Control interval size of the index component.", unit="bytes",
        minimum=512, maximum=32_768, group="Data set", source="002, VSAM hints",
        syntax="IDCAMS DEFINE CLUSTER ... INDEX(CISZ({value})) and reload",
    ),
    SettingSpec(
        "REMOTE", "flag", "Whether requests are function shipped to another region.",
        default=False, group="Access", source="002, Using DFH0STAT",
    ),
    SettingSpec(
        "COMPRESSED", "flag", "VSAM data compression, which costs CPU for every request.",
        default=False, group="Data set", source="002, VSAM hints",
    ),
    SettingSpec(
        "SDT", "flag",
        "Shared data table: reads are answered from storage without function shipping or I/O.",
        default=False, group="Access", source="002, MRO; 003, 4.1",
        syntax="DEFINE FILE({name}) TABLE(CICS) MAXNUMRECS(...)",
    ),
)

FILE_MEASURES: tuple[MeasureSpec, ...] = (
    MeasureSpec("duration_s", "s", "Length of the statistics interval."),
    MeasureSpec("requests", "count", "All file control requests."),
    MeasureSpec("reads", "count", "Reads without update."),
    MeasureSpec("reads_for_update", "count", "Reads for update."),
    MeasureSpec("updates", "count", "Rewrites."),
    MeasureSpec("adds", "count", "Records added."),
    MeasureSpec("deletes", "count", "Records deleted."),
    MeasureSpec("browses", "count", "Browse requests."),
    MeasureSpec("excps", "count", "I/O operations, data and index."),
    MeasureSpec("excps_data", "count", "I/O operations on the data component."),
    MeasureSpec("excps_index", "count", "I/O operations on the index component."),
    MeasureSpec("ci_splits", "count", "Control interval splits since open."),
    MeasureSpec("ca_splits", "count", "Control area splits since open."),
    MeasureSpec("string_waits", "count", "Requests that waited for a string."),
    MeasureSpec("string_wait_hwm", "count", "Most requests waiting for a string at a time."),
    MeasureSpec("exclusive_control_conflicts", "count", "Exclusive control conflicts."),
    MeasureSpec("buffer_waits", "count", "Waits for a buffer."),
    MeasureSpec("opens", "count", "Times the file was opened."),
    MeasureSpec("records", "count", "Records in the file."),
    MeasureSpec("record_size_bytes", "bytes", "Record size."),
    MeasureSpec("data_table_reads", "count", "Reads answered by a shared data table."),
    MeasureSpec("response_ms", "ms", "Average time of one request."),
)

POOL_SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "STRINGS", "integer", "Requests to all files of the pool at a time.", unit="strings",
        default=1, minimum=1, maximum=255, group="Concurrency", source=_POOL,
        syntax="ALTER LSRPOOL({name}) STRINGS({value})",
    ),
    SettingSpec(
        "MAXKEY", "integer", "Longest key of the pool's files.", unit="bytes", minimum=0,
        maximum=255, group="Concurrency", source=_POOL,
        syntax="ALTER LSRPOOL({name}) MAXKEYLENGTH({value})",
    ),
)
POOL_MEASURES: tuple[MeasureSpec, ...] = (
    MeasureSpec("duration_s", "s", "Length of the statistics interval."),
    MeasureSpec("strings_waits", "count", "Requests that waited for a string of the pool."),
    MeasureSpec("strings_peak", "strings", "Most strings in use at a time."),
    MeasureSpec("storage_kb", "KB", "Storage of the pool's buffers."),
    MeasureSpec("data_lookaside_pct", "%", "Lookasides among data buffer requests."),
    MeasureSpec("index_lookaside_pct", "%", "Lookasides among index buffer requests."),
)

BUFFER_SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "BUFFERS", "integer",
        "Number of buffers of this size for this component. Beyond about 1,000 of a kind the "
        "scan of the buffers costs CPU.",
        unit="buffers", minimum=3, maximum=32_767, soft_maximum=1_000, group="Buffers",
        source=f"{_POOL}; 002, VSAM Lookaside", syntax="ALTER LSRPOOL: {name} buffers {value}",
    ),
)
BUFFER_MEASURES: tuple[MeasureSpec, ...] = (
    MeasureSpec("duration_s", "s", "Length of the statistics interval."),
    MeasureSpec("lookasides", "count", "Reads satisfied from a buffer."),
    MeasureSpec("reads", "count", "Reads that needed an I/O."),
    MeasureSpec("writes", "count", "Writes: for the user and to free a buffer."),
    MeasureSpec("buffer_waits", "count", "Waits for a buffer of this size."),
    MeasureSpec("lookaside_pct", "%", "Lookasides / (lookasides + reads)."),
)

KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "vsam_file", "VSAM file", "VSAM", parents=("cics_region",), settings=FILE_SETTINGS,
        measures=FILE_MEASURES, links={"uses": ("lsr_pool", "dasd"), "remote": ("cics_region",)},
        doc="A CICS FILE definition over a VSAM data set, a path or a remote file.",
    ),
    ComponentKind(
        "lsr_pool", "LSR pool", "VSAM", parents=("cics_region",), settings=POOL_SETTINGS,
        measures=POOL_MEASURES, doc="A local shared resource pool of a region.",
    ),
    ComponentKind(
        "lsr_buffers", "LSR buffers", "VSAM", parents=("lsr_pool",), settings=BUFFER_SETTINGS,
        measures=BUFFER_MEASURES,
        doc="The buffers of one size for one component (D data, I index) of a pool.",
    ),
)
