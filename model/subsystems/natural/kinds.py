"""What a zIIP-enabled Natural session consists of: parameters and measured figures.

Parameter names are Natural's profile and session parameters; the facts about zIIP switches are
those of document 000 (Natural, "Tuning zIIP Usage").
"""

from __future__ import annotations

from model.topology import ComponentKind, SettingSpec, Usual
from model.topology.growth import RUNS_PER_DAY

_CACHE_SYNTAX = "ZIIP=(ON,PWCSIZE=(print,read,write)) with {value} KB as the {position} size"

SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "ZIIP",
        "flag",
        "Whether Natural code of this session may run on a zIIP (SRB mode in a WLM enclave).",
        default=False,
        group="zIIP",
        source="000, introduction",
        syntax="ZIIP={value}",
    ),
    SettingSpec(
        "NTZIIP",
        "text",
        "Profile parameter ZIIP (macro NTZIIP) as it is coded, with all its subparameters: what is "
        "changed in it is written beside what stands there.",
        group="zIIP",
        source="000, Print and Work File Caching; profile parameter ZIIP",
        syntax="ZIIP=({value})",
    ),
    SettingSpec(
        "MT",
        "integer",
        "Maximum CPU time of a program at level 1. Any value but 0 sets an operating-system timer "
        "at every level-1 start and every FETCH, and each one is a switch off the zIIP.",
        unit="s",
        default=60,
        minimum=0,
        maximum=9_999_999,
        soft_maximum=120,
        group="Limits",
        dynamic=True,
        source="000, CPU Time Limit - FETCH Operations",
        syntax="MT={value}",
    ),
    SettingSpec(
        "SORT",
        "choice",
        "Who sorts: the external sort product needs three to four switches a record, Natural's "
        "own sort one for the whole sort.",
        default="external",
        choices=("external", "internal"),
        group="Sort",
        source="000, Sort Processing; parameter SORT (NTSORT)",
        syntax="profile parameter SORT set so that the {value} sort is used",
    ),
    SettingSpec(
        "PWCSIZE_PRINT_KB",
        "integer",
        "Size of the cache that collects the lines of all print files; absent means no cache and "
        "one switch for every line.",
        unit="KB",
        minimum=0,
        maximum=32_767,
        soft_maximum=1_024,
        group="zIIP",
        source="000, Print and Work File Caching",
        syntax=_CACHE_SYNTAX.replace("{position}", "first"),
        label="PWCSIZE, print",
    ),
    SettingSpec(
        "PWCSIZE_READ_KB",
        "integer",
        "Size of the read cache of each work file; one such buffer is allocated for every work "
        "file that is read.",
        unit="KB",
        minimum=0,
        maximum=32_767,
        soft_maximum=1_024,
        group="zIIP",
        source="000, Print and Work File Caching; Monitoring the Cache Usage",
        syntax=_CACHE_SYNTAX.replace("{position}", "second"),
        label="PWCSIZE, read",
    ),
    SettingSpec(
        "PWCSIZE_WRITE_KB",
        "integer",
        "Size of the one cache that all written work files share.",
        unit="KB",
        minimum=0,
        maximum=32_767,
        soft_maximum=1_024,
        group="zIIP",
        source="000, Print and Work File Caching; Monitoring the Cache Usage",
        syntax=_CACHE_SYNTAX.replace("{position}", "third"),
        label="PWCSIZE, write",
    ),
    SettingSpec(
        "LS",
        "integer",
        "Line size: bytes that one printed line takes in the print cache.",
        unit="bytes",
        default=132,
        minimum=2,
        maximum=250,
        group="Output",
        dynamic=True,
        source="000, Example of Cache Buffer Usage",
        syntax="LS={value}",
    ),
    SettingSpec(
        "WORK_RECORD_BYTES",
        "integer",
        "Length of a work file record, which decides how many of them one cache buffer holds.",
        unit="bytes",
        minimum=1,
        maximum=32_760,
        soft_maximum=4_096,
        group="Output",
        source="000, Print and Work File Caching",
        label="Length of a work file record",
    ),
    SettingSpec(
        "MULTIFETCH",
        "integer",
        "Records that one Adabas call brings back; 1 means no multi-fetch. Each call is at least "
        "one wait and therefore one switch.",
        unit="records",
        default=1,
        minimum=1,
        maximum=32_767,
        soft_maximum=50,
        group="Database access",
        dynamic=True,
        source="000, Natural Multi-Fetch Record Retrieval",
        syntax="READ MULTI-FETCH OF {value} <view> BY <descriptor>",
    ),
    SettingSpec(
        "MAINPR",
        "integer",
        "Number of the additional printer to which primary output (CMPRINT) of programs is "
        "rerouted so that the print cache serves it; 0 leaves it on the uncached primary file.",
        default=0,
        minimum=0,
        maximum=31,
        group="Output",
        source="000, Rerouting Primary I/Os to a Cache Buffer",
        syntax="MAINPR={value}",
    ),
    SettingSpec(
        "THSIZE_KB",
        "integer",
        "Thread storage obtained with one GETMAIN in batch and under TSO; buffers that fit into "
        "it need no further operating-system call. 0 means a GETMAIN for every buffer.",
        unit="KB",
        default=0,
        minimum=0,
        maximum=2_097_151,
        soft_maximum=8_192,
        group="Storage",
        source="000, Thread Size Specification",
        syntax="THSIZE={value}",
        label="THSIZE",
    ),
    SettingSpec(
        "READ_WORK_FILES",
        "integer",
        "Work files that are read at the same time; each has its own read cache.",
        unit="files",
        default=1,
        minimum=0,
        maximum=32,
        group="Output",
        source="000, Monitoring the Cache Usage",
        label="Work files read together",
    ),
    RUNS_PER_DAY,
)


KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "natural_session",
        "Natural session",
        "Natural",
        parents=("lpar",),
        settings=SETTINGS,
        links={"uses": ("adabas_database",)},
        needs={"uses": {}},
        doc="A zIIP-enabled Natural batch job, TSO session or server session.",
        names="SESSION",
        icon="play",
        called="NAT1",
        words="nat",
        short="Natural",
        work="records",
        usual={
            "duration_s": Usual(900.0),
            "srb_switches": Usual(1_000_000.0, 10.0),
        },
    ),
)
