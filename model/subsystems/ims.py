"""IMS: control region and dependent regions, program scheduling."""

from __future__ import annotations

from model.topology import ComponentKind, MeasureSpec, SettingSpec

RECOMMENDED_MODULES = (
    "CEEBINIT", "CEEPLPKA", "CEEEV004", "IGZDMR", "IGZXD24", "IGZXLPKA", "IGZCEV5", "IGZXLPKD",
    "IGZXLPKF",
)
"""COBOL and Language Environment modules that the published runs preloaded (004, PRELOAD)."""

_PROC = "DFSMPR procedure"

REGION_SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "PRLD", "text", "Suffix of the DFSMPLxx member with the modules to preload.",
        group="Scheduling", source=f"{_PROC}; 004, PRELOAD", syntax="PRLD={value}",
    ),
    SettingSpec(
        "PREINIT", "text", "Suffix of the DFSINTxx member with preinitialization modules.",
        group="Scheduling", source=f"{_PROC}; 004, PREINIT", syntax="PREINIT={value}",
    ),
    SettingSpec(
        "PWFI", "flag", "Pseudo wait-for-input: the program stays for the next message of the "
        "same transaction, if there is one.", default=False, group="Scheduling",
        source=f"{_PROC}; 004, PREINIT", syntax="PWFI={value}",
    ),
    SettingSpec(
        "WFI", "flag", "Wait-for-input: the program is scheduled once and stays.", default=False,
        group="Scheduling", source="004, PREINIT", syntax="TRANSACT ... WFI",
    ),
    SettingSpec(
        "PRELOAD_MODULES", "text", "Modules preloaded in effect, separated by commas.",
        group="Scheduling", source="004, PRELOAD", syntax="DFSMPLxx: {value}",
    ),
    SettingSpec(
        "PRELOAD_LOST", "text",
        "Modules that stand after the first blank of their line and are therefore not preloaded.",
        group="Scheduling", source="004, PRELOAD note",
    ),
    SettingSpec(
        "PREINIT_MODULES", "text", "Modules of the preinitialization member.", group="Scheduling",
        source="004, PREINIT",
    ),
    SettingSpec(
        "REGION_SIZE_MB", "number", "Region size.", unit="MB", minimum=0, group="Storage",
        source=_PROC,
    ),
    SettingSpec(
        "PROCLIM", "integer", "Messages that one scheduling may process.", unit="messages",
        minimum=0, maximum=65_535, soft_maximum=100, group="Scheduling", dynamic=True,
        source="IMS TRANSACT macro", syntax="UPDATE TRAN ... SET(PLCT({value}))",
    ),
)
REGION_MEASURES: tuple[MeasureSpec, ...] = (
    MeasureSpec("duration_s", "s", "Length of the monitor interval."),
    MeasureSpec("schedules", "count", "Program schedules."),
    MeasureSpec("transactions", "count", "Messages processed."),
    MeasureSpec("schedule_to_first_call_us", "µs", "Mean time from schedule to first DL/I call."),
    MeasureSpec("schedule_cpu_us", "µs", "CPU time of one schedule up to the first DL/I call."),
    MeasureSpec("elapsed_us", "µs", "Mean elapsed time of an execution."),
    MeasureSpec("transaction_cpu_us", "µs", "Mean CPU time of a transaction."),
    MeasureSpec("region_occupancy_pct", "%", "Share of time the region is in use."),
)

KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "ims_system", "IMS system", "IMS", parents=("lpar",),
        settings=(SettingSpec("VERSION", "text", "Release.", group="Identity"),),
        measures=(
            MeasureSpec("transactions", "count", "Transactions of the interval."),
            MeasureSpec("duration_s", "s", "Length of the interval."),
        ),
        doc="An IMS control region.",
    ),
    ComponentKind(
        "ims_region", "IMS region", "IMS", parents=("ims_system",), settings=REGION_SETTINGS,
        measures=REGION_MEASURES, doc="A message processing region, or several of one class.",
    ),
)
