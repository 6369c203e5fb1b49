"""DFSORT: sorting in storage instead of on work data sets."""

from __future__ import annotations

from model.topology import ComponentKind, MeasureSpec, SettingSpec

_MANUAL = "DFSORT installation and run-time options"

SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "MOSIZE", "integer",
        "Most storage one sort may use as memory object; 1 TB from z/OS V2R1 on, 32 to 64 GB "
        "before.", unit="MB", minimum=0, maximum=1_048_576, soft_maximum=262_144,
        group="Storage", dynamic=True, source=f"{_MANUAL}; 003, 6.1", syntax="MOSIZE={value}M",
    ),
    SettingSpec(
        "HIPRMAX", "integer", "Most hiperspace one sort may use.", unit="MB", minimum=0,
        maximum=65_536, group="Storage", dynamic=True, source=f"{_MANUAL}; 003, 6.1",
        syntax="HIPRMAX={value}",
    ),
    SettingSpec(
        "DSPSIZE", "integer", "Most data space one sort may use.", unit="MB", minimum=0,
        maximum=2_048, group="Storage", dynamic=True, source=f"{_MANUAL}; 003, 6.1",
        syntax="DSPSIZE={value}",
    ),
    SettingSpec(
        "MEMORY_GB", "number", "Real storage that all concurrent sorts together may use for "
        "intermediate data.", unit="GB", minimum=0, maximum=10_240, soft_maximum=1_024,
        group="Storage", dynamic=True, source="003, 6.1",
        syntax="EXPMAX/EXPOLD/EXPRES so that {value} GB is usable",
    ),
    SettingSpec("VERSION", "text", "Release of z/OS and DFSORT.", group="Identity"),
)
MEASURES: tuple[MeasureSpec, ...] = (
    MeasureSpec("duration_s", "s", "Time the records cover."),
    MeasureSpec("sorts", "count", "Sorts of this kind."),
    MeasureSpec("concurrent_sorts", "count", "Sorts running at a time."),
    MeasureSpec("elapsed_s", "s", "Elapsed time."),
    MeasureSpec("cpu_s", "s", "CPU time."),
    MeasureSpec("gb_sorted", "GB", "Data sorted."),
    MeasureSpec("hiperspace_gb", "GB", "Hiperspace or memory object used."),
    MeasureSpec("work_tracks", "tracks", "Work data set tracks used."),
    MeasureSpec("work_ios", "count", "I/O operations on work data sets."),
    MeasureSpec("intermediate_gb", "GB", "Intermediate data, in storage and on work data sets."),
    MeasureSpec("available_frames", "frames", "4 KB frames available while sorting (AVGAVAIL)."),
    MeasureSpec("cpu_delay_pct", "%", "CPU delay of the service class (CPUDLYP)."),
    MeasureSpec("cpu_using_pct", "%", "CPU using of the service class (CPUUSGP)."),
    MeasureSpec("io_delay_pct", "%", "I/O delay of the service class (IODLYP)."),
    MeasureSpec("io_using_pct", "%", "I/O using of the service class (IOUSGP)."),
)

KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "dfsort_job", "Sort", "DFSORT", parents=("lpar",), settings=SETTINGS, measures=MEASURES,
        doc="A sort, or the sorts that run at a time, as SMF 16 or a job log shows them.",
    ),
)
