"""What rows of RMF's Overview and Summary reports have in common."""

from __future__ import annotations

from advisor.reading.reader import Collector, Line, Segment


def say_nameless(line: Line, segment: Segment, out: Collector) -> None:
    """Say once that rows stand under no heading that names their system."""
    out.say_once(
        "{file}, line {number}: no heading with SYSTEM ID and START stands above these "
        "Overview rows, so they belong to no system: add the heading's lines.",
        line,
    )
