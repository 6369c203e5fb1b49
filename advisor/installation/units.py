"""Conversions between the units that reports print and those that settings are kept in."""

from __future__ import annotations

_FACTORS: dict[str, tuple[str, float]] = {
    "bytes": ("bytes", 1.0),
    "B": ("bytes", 1.0),
    "KB": ("bytes", 2.0**10),
    "MB": ("bytes", 2.0**20),
    "GB": ("bytes", 2.0**30),
    "TB": ("bytes", 2.0**40),
    "us": ("s", 1e-6),
    "ms": ("s", 1e-3),
    "s": ("s", 1.0),
    "min": ("s", 60.0),
    "h": ("s", 3600.0),
}


def convert(value: float, unit: str, wanted: str) -> float | None:
    """``value`` in the wanted unit; ``None`` when the units measure different things."""
    if unit == wanted or not wanted or not unit:
        return value
    if unit not in _FACTORS or wanted not in _FACTORS:
        return None
    (base, factor), (wanted_base, wanted_factor) = _FACTORS[unit], _FACTORS[wanted]
    if base != wanted_base:
        return None
    return value * factor / wanted_factor
