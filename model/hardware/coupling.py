"""Coupling facilities and their structures.

A cache structure that holds changed blocks runs full when they are produced faster than buffer
flushes write them out (001, section 4.4, second set); the Adabas model compares the two.
"""

from __future__ import annotations

from model.topology import ComponentKind, MeasureSpec, SettingSpec

KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "cf",
        "Coupling facility",
        "Hardware",
        ("cpc", None),
        settings=(
            SettingSpec(
                "CPS",
                "integer",
                "Processors of the coupling facility.",
                minimum=1,
                maximum=16,
                source="RMF coupling facility report",
            ),
            SettingSpec(
                "STORAGE_GB",
                "number",
                "Storage of the coupling facility.",
                unit="GB",
                minimum=0.1,
                maximum=4096,
                soft_maximum=512,
                source="RMF coupling facility report",
            ),
        ),
        measures=(MeasureSpec("cpu_busy_pct", "%", "Average utilization of its processors."),),
    ),
    ComponentKind(
        "cf_structure",
        "Coupling facility structure",
        "Hardware",
        ("cf",),
        settings=(
            SettingSpec(
                "SIZE_MB",
                "number",
                "Allocated size.",
                unit="MB",
                minimum=1,
                maximum=4_000_000,
                soft_maximum=262_144,
                source="CFRM policy SIZE",
                syntax="CFRM STRUCTURE NAME({name}) SIZE({value}M)",
            ),
            SettingSpec(
                "TYPE",
                "choice",
                "What it is used for.",
                choices=("lock", "cache", "list"),
                source="RMF coupling facility report",
            ),
        ),
        measures=(
            MeasureSpec("structure_full_events", "events", "Requests refused: structure full."),
            MeasureSpec("requests_per_s", "1/s", "Requests per second."),
            MeasureSpec("sync_us", "µs", "Average service time of synchronous requests."),
            MeasureSpec("async_us", "µs", "Average service time of asynchronous requests."),
        ),
    ),
)
