"""SVC dump: how long the dumped address spaces stand still while storage is captured.

Document 003 spells the name out wrongly (it has nothing to do with a storage area network); its
table 1-1 is about SVC dumps.
"""

from __future__ import annotations

from model.topology import ComponentKind, MeasureSpec, SettingSpec

SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "MAXSPACE_MB", "integer",
        "Most virtual storage the system may use to capture dumps. Spare real storage at peak "
        "should be at least as much.", unit="MB", default=500, minimum=1, maximum=99_999_999,
        soft_maximum=65_536, group="Dump", dynamic=True,
        source="003, 1.1; CHNGDUMP command, range from the system commands manual",
        syntax="CHNGDUMP SET,SDUMP,MAXSPACE={value}M",
    ),
    SettingSpec(
        "DUMP_GB", "number", "Storage of the largest dump to be taken.", unit="GB", minimum=0,
        maximum=1_024, group="Dump", source="003, table 1-1",
    ),
)
MEASURES: tuple[MeasureSpec, ...] = (
    MeasureSpec("available_frames", "frames", "4 KB frames available at peak (RMF, AFC)."),
    MeasureSpec("capture_s", "s", "Capture time of a dump taken."),
    MeasureSpec("dumped_gb", "GB", "Storage of that dump."),
    MeasureSpec("db2_storage_mb", "MB", "DBM1, MSTR, IRLM, DIST and common storage of Db2."),
    MeasureSpec("db2_bufferpools_mb", "MB", "Allocated Db2 buffer pools."),
)

KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "dump_options", "Dump options", "SVC dump", parents=("lpar",), settings=SETTINGS,
        measures=MEASURES, doc="Dump options of a system (DISPLAY DUMP,OPTIONS).",
    ),
)
