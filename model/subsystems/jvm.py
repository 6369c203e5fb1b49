"""Java virtual machines: heap options and the page frames that back the heap."""

from __future__ import annotations

from model.topology import ComponentKind, MeasureSpec, SettingSpec

_OPTIONS = "003, 3.2.1"

SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "PAGESIZE", "choice", "Page frames of the object heap; 1M and 2G come out of LFAREA.",
        default="4K", choices=("4K", "1M", "2G"), group="Heap", source="003, 3.2.2",
        syntax="-Xlp:objectheap:pagesize={value} (2G: ,nonpageable)",
    ),
    SettingSpec(
        "XMX_MB", "integer", "Largest heap.", unit="MB", minimum=8, maximum=1_048_576,
        soft_maximum=32_768, group="Heap", source=_OPTIONS, syntax="-Xmx{value}m",
    ),
    SettingSpec(
        "XMS_MB", "integer", "Initial heap.", unit="MB", minimum=1, maximum=1_048_576,
        soft_maximum=32_768, group="Heap", source=_OPTIONS, syntax="-Xms{value}m",
    ),
    SettingSpec(
        "XMN_MB", "integer", "New-object area of the generational collector.", unit="MB",
        minimum=1, maximum=1_048_576, soft_maximum=16_384, group="Heap", source=_OPTIONS,
        syntax="-Xmn{value}m",
    ),
    SettingSpec(
        "COMPRESSEDREFS", "flag", "4-byte object references in a 64-bit JVM.", group="Heap",
        source=_OPTIONS, syntax="-Xcompressedrefs",
    ),
    SettingSpec(
        "GCPOLICY", "choice", "Garbage collection policy.", default="gencon",
        choices=("gencon", "optthruput", "optavgpause", "balanced", "metronome", "nogc"),
        group="Garbage collection", source=_OPTIONS, syntax="-Xgcpolicy:{value}",
    ),
    SettingSpec(
        "JVMS", "integer", "JVMs with these options.", unit="JVMs", default=1, minimum=1,
        maximum=1_000, soft_maximum=50, group="Heap", source="003, 3.2.2",
    ),
)
MEASURES: tuple[MeasureSpec, ...] = (
    MeasureSpec("duration_s", "s", "Time the log covers."),
    MeasureSpec("tx_per_s", "1/s", "Transactions per second of all JVMs."),
    MeasureSpec("cpu_s_per_s", "CPUs", "CPU seconds per second of all JVMs."),
    MeasureSpec("gc_cycles", "count", "Collections."),
    MeasureSpec("gc_pause_ms", "ms", "Mean pause."),
    MeasureSpec("gc_max_pause_ms", "ms", "Longest pause."),
    MeasureSpec("gc_time_pct", "%", "Share of time in collections."),
    MeasureSpec("heap_used_mb", "MB", "Heap in use after collection."),
)

KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "jvm", "Java virtual machine", "Java", parents=("lpar", "cics_region", "ims_region"),
        settings=SETTINGS, measures=MEASURES, doc="One JVM, or several with the same options.",
    ),
)
