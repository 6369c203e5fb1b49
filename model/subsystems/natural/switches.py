"""How many switches off the zIIP a Natural session makes, by the component that causes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

COMPONENTS = (
    "timer",
    "3gl",
    "database",
    "sort",
    "print",
    "primary",
    "work_read",
    "work_write",
    "getmain",
)
COST_CLASS = {
    "database": "database",
    "sort": "sort",
    "print": "file",
    "primary": "file",
    "work_read": "file",
    "work_write": "file",
}
OPEN_CLOSE = 3.0
"""Switches of opening and closing an uncached file: 10,003 for 10,000 lines (000, example)."""

_ALIASES = (
    ("workw", "work_write"),
    ("workr", "work_read"),
    ("wcacheo", "work_write"),
    ("timer", "timer"),
    ("stimer", "timer"),
    ("3gl", "3gl"),
    ("call", "3gl"),
    ("adabas", "database"),
    ("database", "database"),
    ("adalnk", "database"),
    ("sort", "sort"),
    ("cmprint", "primary"),
    ("primary", "primary"),
    ("print", "print"),
    ("work_read", "work_read"),
    ("wcache", "work_read"),
    ("work_write", "work_write"),
    ("work", "work_read"),
    ("getmain", "getmain"),
    ("freemain", "getmain"),
    ("storage", "getmain"),
)


def component_of(label: str) -> str | None:
    """The component that a label of the switch statistics speaks of, or ``None``."""
    lowered = label.lower().replace(" ", "_")
    if lowered == "db":
        return "database"
    for fragment, component in _ALIASES:
        if fragment in lowered:
            return component
    return None


def counted(
    counts: Mapping[str, float], settings: Mapping[str, Any], sort_switches: float
) -> dict[str, float]:
    """Switches by component that the counts make under the settings.

    ``counts`` are the session's counts (fetches, records_read, …), ``settings`` its parameters;
    ``sort_switches`` is the constant of that name.
    """
    line_bytes = float(settings.get("LS") or 132)
    record_bytes = float(settings.get("WORK_RECORD_BYTES") or line_bytes)
    cached_print_kb = float(settings.get("PWCSIZE_PRINT_KB") or 0)
    primary = counts.get("primary_lines", 0.0)
    if settings.get("MAINPR"):
        primary_switches = _buffered(primary, line_bytes, cached_print_kb)
    else:
        primary_switches = primary
    external = settings.get("SORT", "external") == "external"
    sorted_records = counts.get("records_sorted", 0.0)
    multi_fetch = max(1.0, float(settings.get("MULTIFETCH") or 1))
    return {
        "timer": counts.get("fetches", 0.0) if float(settings.get("MT", 60)) > 0 else 0.0,
        "3gl": counts.get("calls_3gl", 0.0),
        "database": counts.get("records_read", 0.0) / multi_fetch,
        "sort": sorted_records * sort_switches if external else min(OPEN_CLOSE, sorted_records),
        "print": _buffered(counts.get("print_lines", 0.0), line_bytes, cached_print_kb),
        "primary": primary_switches,
        "work_read": _buffered(
            counts.get("work_records_read", 0.0),
            record_bytes,
            float(settings.get("PWCSIZE_READ_KB") or 0),
        ),
        "work_write": _buffered(
            counts.get("work_records_written", 0.0),
            record_bytes,
            float(settings.get("PWCSIZE_WRITE_KB") or 0),
        ),
        "getmain": _getmains(counts, float(settings.get("THSIZE_KB") or 0)),
    }


BUFFERING = {
    "MULTIFETCH": ("database", "records_read"),
    "PWCSIZE_PRINT_KB": ("print", "print_lines"),
    "PWCSIZE_READ_KB": ("work_read", "work_records_read"),
    "PWCSIZE_WRITE_KB": ("work_write", "work_records_written"),
    "THSIZE_KB": ("getmain", "getmains"),
}
"""Settings that spare switches of a component, and what counts its requests."""


def uncounted(
    now: Mapping[str, Any], was: Mapping[str, Any], switches: Mapping[str, float]
) -> list[tuple[str, str]]:
    """Settings that are changed without a count of what they spare, and that count's name.

    ``now`` and ``was`` hold settings and counts, ``switches`` are those measured by component.
    """
    return [
        (setting, count)
        for setting, (component, count) in BUFFERING.items()
        if now["settings"].get(setting) != was["settings"].get(setting)
        and not was["counts"].get(count)
        and not switches.get(component)
    ]


def _buffered(items: float, item_bytes: float, cache_kb: float) -> float:
    """One switch an item, or one a full buffer where the cache holds more than one item."""
    if items <= 0.0:
        return 0.0
    per_buffer = cache_kb * 1024.0 / item_bytes
    if per_buffer <= 1.0:
        return items + min(OPEN_CLOSE, items)
    return max(1.0, items / per_buffer)


def _getmains(counts: Mapping[str, float], thread_kb: float) -> float:
    requests = counts.get("getmains", 0.0)
    if requests <= 0.0 or thread_kb <= 0.0:
        return requests
    needed_kb = counts.get("thread_max_used_kb", 0.0)
    if needed_kb <= thread_kb:
        return 1.0
    return max(1.0, requests * (1.0 - thread_kb / needed_kb))
