"""What SMF 116 says of tasks: class 1 (QMAC, subtype 0) and class 3 (WTAS, subtypes 1 and 2).

Each record counts what one task did until it ended or the interval did; the figures of all tasks of
a queue manager are added up by interval, greatest values are the greatest of all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from advisor.formats.mq import blocks

_EYES = {name.encode("cp037"): name for name in blocks.TASKS}
EYES_OF = {
    subtype: {eye: name for eye, name in _EYES.items() if (name == "QMAC") == (subtype == 0)}
    for subtype in (0, 1, 2)
}
"""By subtype, the blocks that say what a task did, by their names in EBCDIC."""


@dataclass(slots=True)
class Tasks:
    """The tasks of one queue manager in one interval."""

    number: int
    """The first record that says so."""
    records: int = 0
    figures: dict[tuple[str, str], float] = field(default_factory=dict)
    """By name and unit; those that are 0 are left out, for no task has done what they count."""

    def add(self, block: str, record: bytes, at: int, length: int) -> None:
        """Add one task's block, which stands at an offset with the RDW counted."""
        self.records += 1
        for metric, value, unit in blocks.figures(block, record, at, length):
            self._add(metric, unit, value)

    def merge(self, other: Tasks) -> None:
        """Add tasks of another part of the interval."""
        self.number = min(self.number, other.number)
        self.records += other.records
        for (metric, unit), value in other.figures.items():
            self._add(metric, unit, value)

    def __iter__(self) -> Iterator[tuple[str, float, str]]:
        return ((metric, value, unit) for (metric, unit), value in self.figures.items())

    def _add(self, metric: str, unit: str, value: float) -> None:
        if not value:
            return
        before = self.figures.get((metric, unit), 0.0)
        peak = "_peak" in metric.partition(".")[0]
        self.figures[metric, unit] = max(before, value) if peak else before + value
