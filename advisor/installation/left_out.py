"""Reports that the consultant leaves out: kept in the engagement, and in no figure.

What is left out stands among the answers, so that it is undone, kept and sent on as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from advisor.observations import FileReading
from model.topology import Value

__all__ = ["METRIC", "is_left_out", "key_of", "taken"]

METRIC = "report.left_out"
_SUBJECT = "report:"

Answers = Mapping[tuple[str, str], Value]


def key_of(file: str) -> tuple[str, str]:
    """Where it stands that a report is left out."""
    return f"{_SUBJECT}{file}", METRIC


def is_left_out(file: str, answers: Answers) -> bool:
    """Whether the report of this name is left out."""
    return answers.get(key_of(file)) is True


def taken(readings: Sequence[FileReading], answers: Answers) -> tuple[FileReading, ...]:
    """The readings that count."""
    return tuple(one for one in readings if not is_left_out(one.file, answers))
