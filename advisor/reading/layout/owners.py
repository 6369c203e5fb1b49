"""Whose a display or listing is that names no system itself."""

from __future__ import annotations

from advisor.reading.reader import Line, Segment


def system_or_file(segment: Segment, line: Line) -> tuple[str, str]:
    """The name of what a line speaks of, and of its system: the file's where none was named."""
    system = (line.log.system if line.log else "") or segment.shared.get("system", "")
    return system or segment.after_file("SYSTEM"), system


def nameless(segment: Segment) -> bool:
    """Whether a job log named the system in a heading that was cut off: it was said there."""
    return bool(segment.shared.get("nameless")) and not segment.shared.get("system")
