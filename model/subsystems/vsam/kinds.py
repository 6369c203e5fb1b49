"""VSAM files under CICS, local shared resource pools and their buffers."""

from __future__ import annotations

from model.topology import ComponentKind, SettingSpec, Usual

_FILE = "CICS resource definitions, FILE"
_POOL = "CICS resource definitions, LSRPOOL"


def csd_group(resource: str) -> SettingSpec:
    """The group of the CSD that holds a component's definition; CEDA names it in every command."""
    return SettingSpec(
        "GROUP",
        "text",
        "Group of the CSD that holds the definition.",
        group="Identity",
        source=f"CICS resource definitions, {resource}",
        names="GROUP",
    )


FILE_SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "ACCESS",
        "choice",
        "Local shared resources (buffers in a pool) or buffers of the file's own.",
        default="LSR",
        choices=("LSR", "NSR"),
        group="Access",
        source="002, VSAM hints",
        syntax="DEFINE FILE({name}) LSRPOOLID(n), NONE for NSR",
    ),
    SettingSpec(
        "LSRPOOLID",
        "integer",
        "The LSR pool that the file's buffers come from.",
        minimum=1,
        maximum=255,
        soft_maximum=15,
        group="Access",
        source=_FILE,
        syntax="ALTER FILE({name}) LSRPOOLID({value})",
    ),
    SettingSpec(
        "DSNAME",
        "text",
        "Data set behind the file.",
        group="Data set",
        source=_FILE,
        names="DATASET",
        alias=True,
    ),
    csd_group("FILE"),
    SettingSpec(
        "BASE_DSNAME",
        "text",
        "Base cluster behind a path or alternate index.",
        group="Data set",
        source="002, DSNSHARING",
        names="DATASET",
        alias=True,
        label="Base cluster",
    ),
    SettingSpec(
        "TYPE",
        "choice",
        "What the file is: base cluster, path over an alternate index, or AIX.",
        default="KSDS",
        choices=("base", "path", "AIX", "ESDS", "KSDS", "RRDS"),
        group="Data set",
        source="002, Using DFH0STAT",
    ),
    SettingSpec(
        "SHAREOPTIONS",
        "text",
        "Cross-region share option; with 4 VSAM rereads the buffer for nearly every request.",
        default="2",
        group="Data set",
        source="002, VSAM Lookaside",
        syntax="IDCAMS ALTER {name} SHAREOPTIONS({value})",
    ),
    SettingSpec(
        "DSNSHARING",
        "choice",
        "Whether files over the same data set share one open and its buffers.",
        default="none",
        choices=("none", "ALLREQS", "MODIFYREQS"),
        group="Access",
        source="002, VSAM hints",
        syntax="ALTER FILE({name}) DSNSHARING({value})",
    ),
    SettingSpec(
        "STRINGS",
        "integer",
        "Requests to the file at a time.",
        unit="strings",
        default=1,
        minimum=1,
        maximum=255,
        soft_maximum=50,
        group="Access",
        source=_FILE,
        syntax="ALTER FILE({name}) STRINGS({value})",
    ),
    SettingSpec(
        "DATA_CISZ",
        "integer",
        "Control interval size of the data component.",
        unit="bytes",
        minimum=512,
        maximum=32_768,
        group="Data set",
        source="002, VSAM hints",
        syntax="IDCAMS DEFINE CLUSTER ... DATA(CISZ({value})) and reload",
        label="CI size, data",
    ),
    SettingSpec(
        "INDEX_CISZ",
        "integer",
        "Control interval size of the index component.",
        unit="bytes",
        minimum=512,
        maximum=32_768,
        group="Data set",
        source="002, VSAM hints",
        syntax="IDCAMS DEFINE CLUSTER ... INDEX(CISZ({value})) and reload",
        label="CI size, index",
    ),
    SettingSpec(
        "REMOTE",
        "flag",
        "Whether requests are function shipped to another region.",
        default=False,
        group="Access",
        source="002, Using DFH0STAT",
    ),
    SettingSpec(
        "COMPRESSED",
        "flag",
        "VSAM data compression, which costs CPU for every request.",
        default=False,
        group="Data set",
        source="002, VSAM hints",
    ),
    SettingSpec(
        "SDT",
        "flag",
        "Shared data table: reads are answered from storage without function shipping or I/O.",
        default=False,
        group="Access",
        source="002, MRO; 003, 4.1",
        syntax="DEFINE FILE({name}) TABLE(CICS) MAXNUMRECS(...)",
    ),
)


POOL_SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "STRINGS",
        "integer",
        "Requests to all files of the pool at a time.",
        unit="strings",
        default=1,
        minimum=1,
        maximum=255,
        group="Concurrency",
        source=_POOL,
        syntax="ALTER LSRPOOL({name}) STRINGS({value})",
    ),
    SettingSpec(
        "MAXKEY",
        "integer",
        "Longest key of the pool's files.",
        unit="bytes",
        minimum=0,
        maximum=255,
        group="Concurrency",
        source=_POOL,
        syntax="ALTER LSRPOOL({name}) MAXKEYLENGTH({value})",
    ),
    csd_group("LSRPOOL"),
    SettingSpec(
        "LSRPOOL",
        "text",
        "Name of the definition with this LSRPOOLID.",
        group="Identity",
        source=_POOL,
        names="DEFINITION",
    ),
)

BUFFER_SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "BUFFERS",
        "integer",
        "Number of buffers of this size for this component. Beyond about 1,000 of a kind the "
        "scan of the buffers costs CPU.",
        unit="buffers",
        minimum=3,
        maximum=32_767,
        soft_maximum=1_000,
        group="Buffers",
        source=f"{_POOL}; 002, VSAM Lookaside",
        syntax="ALTER LSRPOOL: {name} buffers {value}",
    ),
)

KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "vsam_file",
        "VSAM file",
        "VSAM",
        parents=("cics_region",),
        settings=FILE_SETTINGS,
        links={"uses": ("lsr_pool", "dasd"), "remote": ("cics_region",)},
        needs={"remote": {"REMOTE": True}},
        doc="A CICS FILE definition over a VSAM data set, a path or a remote file.",
        names="FILE",
        icon="table",
        called="FILE1",
        words="ksds esds rrds fct dataset",
        usual_io={
            "excps": Usual(0.3, 3.0, per="requests", instead=("excps_data", "excps_index")),
        },
    ),
    ComponentKind(
        "lsr_pool",
        "LSR pool",
        "VSAM",
        parents=("cics_region",),
        settings=POOL_SETTINGS,
        doc="A local shared resource pool of a region.",
        icon="grid-3x3",
        called="LSR1",
        words="lsrpool",
    ),
    ComponentKind(
        "lsr_buffers",
        "LSR buffers",
        "VSAM",
        parents=("lsr_pool",),
        settings=BUFFER_SETTINGS,
        doc="The buffers of one size for one component (D data, I index) of a pool.",
        icon="layout-grid",
        called="BUF1",
        words="lsrpool",
        in_parent=True,
    ),
)
