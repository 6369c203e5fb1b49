"""What no count of work can be, whatever else was measured."""

from __future__ import annotations

from typing import Final

from model.language import Name, say

LEAST_CPU_S: Final = 1e-6
"""CPU of a unit of work at the least: some thousand instructions. The fastest command of 001 took
seventeen times as long."""
MOST_ENGINES: Final = 200.0
"""Of the largest machine there is (8561, 190; 9175, 208)."""


def too_many(name: str, units: float, seconds: float, cpu_s_per_s: float) -> str | None:
    """A sentence where no engine can do so many units of work; their CPU 0 where not known.

    A counter that ran over or was read with another one's digits says so by this alone.
    """
    if seconds <= 0.0 or units / seconds * LEAST_CPU_S <= (cpu_s_per_s or MOST_ENGINES):
        return None
    if cpu_s_per_s:
        return say(
            "{name}: {units:,.0f} units of work in {seconds:,.0f} s at {cpu:,.2f} CPUs leave "
            "{each:.2g} µs of CPU for one, in which nothing can be done: the count or the CPU time "
            "is wrong",
            name=Name(name),
            units=units,
            seconds=seconds,
            cpu=cpu_s_per_s,
            each=1e6 * cpu_s_per_s * seconds / units,
        )
    return say(
        "{name}: {units:,.0f} units of work in {seconds:,.0f} s are more than any machine can do: "
        "the count or the interval is wrong",
        name=Name(name),
        units=units,
        seconds=seconds,
    )
