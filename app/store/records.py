"""What the store hands out besides the values of ``model`` and ``advisor``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Decision", "SourceRecord", "Verdict", "are_places"]

FARTHEST = 1e7  # canvas units

Verdict = Literal["accepted", "rejected", "deferred", "done"]


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """One file that was imported: a report, or an archive of several."""

    id: int
    name: str
    sha256: str
    size_bytes: int


@dataclass(frozen=True, slots=True)
class Decision:
    """What the consultant decided on one finding, and why.

    ``done`` is what was carried out by hand since the figures were measured.
    """

    finding: str
    verdict: Verdict
    reason: str = ""


def are_places(value: object) -> bool:
    """Whether something is two coordinates that a canvas can have for each of several names."""
    return isinstance(value, dict) and all(
        isinstance(place, list)
        and len(place) == 2
        and all(type(x) in (int, float) and abs(x) <= FARTHEST for x in place)
        for place in value.values()
    )
