"""Coupling facilities and their structures.

A cache structure that holds changed blocks runs full when they are produced faster than buffer
flushes write them out: `structure_fill_s` against the time of one flush phase tells how close an
installation is (001, section 4.4, second set).
"""

from __future__ import annotations

from model.topology import ComponentKind, MeasureSpec, SettingSpec


def structure_fill_s(structure_bytes: float, dirty_bytes_per_s: float) -> float:
    """Seconds in which changed blocks fill the structure when nothing is flushed."""
    return float("inf") if dirty_bytes_per_s <= 0 else structure_bytes / dirty_bytes_per_s


KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "cf",
        "Coupling facility",
        "Hardware",
        ("cpc", None),
        settings=(
            SettingSpec("CPS", "integer", "Processors of the coupling facility.", minimum=1,
                        maximum=16, source="RMF coupling facility report"),
            SettingSpec("STORAGE_GB", "number", "Storage of the coupling facility.", unit="GB",
                        minimum=0.1, maximum=4096, soft_maximum=512,
                        source="RMF coupling facility report"),
        ),
        measures=(MeasureSpec("cpu_busy_pct", "%", "Average utilization of its processors."),),
    ),
    ComponentKind(
        "cf_structure",
        "Coupling facility structure",
        "Hardware",
        ("cf",),
        settings=(
            SettingSpec("SIZE_MB", "number", "Allocated size.", unit="MB", minimum=1,
                        maximum=4_000_000, soft_maximum=262_144, source="CFRM policy SIZE",
                        syntax="CFRM STRUCTURE NAME({name}) SIZE({value}M)"),
            SettingSpec("TYPE", "choice", "What it is used for.",
                        choices=("lock", "cache", "list"), source="RMF coupling facility report"),
        ),
        measures=(
            MeasureSpec("structure_full_events", "events", "Requests refused: structure full."),
            MeasureSpec("requests_per_s", "1/s", "Requests per second."),
            MeasureSpec("sync_us", "µs", "Average service time of synchronous requests."),
            MeasureSpec("async_us", "µs", "Average service time of asynchronous requests."),
        ),
    ),
)
