"""Response goals, and what is answered about them: as data, as JSON, as sentences."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from .errors import NetworkError
from .solution import Solution
from .turning import Turn

__all__ = [
    "FULL", "Capacity", "FirstToBreak", "Goal", "Judged", "LoadLimit", "Times", "came_to_rest",
    "judged_by", "load_limit", "told",
]  # fmt: skip

FULL = 0.95
"""Use from which a server counts as full."""
_SETTLED = 1e-3
"""Residual of an answer beyond which it is none."""


@dataclass(frozen=True)
class Goal:
    """``seconds`` for the mean response of a class, or for ``percent`` of its responses."""

    cls: str
    seconds: float
    percent: float | None = None

    def __str__(self) -> str:
        share = "mean" if self.percent is None else f"{self.percent:g} %"
        return f"{self.cls} {share} within {self.seconds:g} s"


@dataclass(frozen=True)
class LoadLimit:
    """The largest ``factor`` on the load at which every goal is met, and what stops it.

    factor: 0 where no load at all meets the goals, inf where none breaks them up to 8192 times
    today's. breaks: the goal (or the saturated station) beyond it; busiest: the station with the
    highest use there. whole: False where the search was cancelled: ``factor`` meets the goals (0:
    none is known to), ``missed`` does not (inf: none is known), between them nobody looked.
    """

    factor: float
    breaks: str
    busiest: str | None
    whole: bool = True
    missed: float = math.inf


@dataclass(frozen=True)
class Capacity:
    """Servers of a station that meet every goal; None where no number does.

    whole: False where the search was cancelled: fewer may do, and None says nothing.
    """

    station: str
    servers: int | None
    now: int
    whole: bool = True
    kind: str = "servers of"
    """What they are in words; of layered networks engines or threads."""


@dataclass(frozen=True)
class FirstToBreak:
    """The station that is busy to ``limit`` first as load grows, and at which factor.

    whole: False where the search was cancelled: none is up to ``factor``, ``station`` is empty.
    """

    station: str
    factor: float
    limit: float
    whole: bool = True


@dataclass(frozen=True)
class Judged:
    """Whether a goal is met today, and the share (0..1) of responses within it; None: not known.

    certain: whether it would be judged alike, were times off by as much as they usually are.
    """

    goal: Goal
    met: bool
    share: float | None
    certain: bool = True


class Times(Protocol):
    """A distribution of times."""

    def share_within(self, goal_s: float) -> float:
        """Probability that one takes at most ``goal_s``."""


def judged_by(goal: Goal, met: bool, times: Times | None, usual: float) -> Judged:
    """A goal with what is known of its class's times, usually off by up to ``usual`` (share)."""
    if times is None:
        return Judged(goal, met, None)
    certain = goal.percent is None or all(
        (times.share_within(goal.seconds * by) * 100.0 >= goal.percent) is met
        for by in (1.0 - usual, 1.0 + usual)
    )
    return Judged(goal, met, times.share_within(goal.seconds), certain)


def came_to_rest(answer: Solution | NetworkError) -> bool:
    """Whether an answer is one, or says by itself why it is none."""
    if isinstance(answer, NetworkError):
        return True
    return answer.converged or answer.residual <= _SETTLED


def load_limit(found: Turn[str], busiest: str | None) -> LoadLimit:
    """The largest load of a search. busiest: at the last load that is well, where that is known."""
    if not found.whole:
        return LoadLimit(found.low, found.why or "", busiest, False, found.high)
    if math.isinf(found.high):
        return LoadLimit(math.inf, "", None)
    return LoadLimit(found.low, found.why or "", busiest, missed=found.high)


def told(
    judged: Sequence[Judged], load: LoadLimit, need: Capacity | None, first: FirstToBreak | None
) -> dict[str, Any]:
    """All answers as plain JSON values, and as sentences (``lines``)."""
    document: dict[str, Any] = {
        "goals": [
            {"class": j.goal.cls, "percent": j.goal.percent, "seconds": j.goal.seconds,
             "met": j.met, "probability": j.share, "certain": j.certain} for j in judged
        ],
        "largest_load": {
            "factor": load.factor if math.isfinite(load.factor) else None,
            "breaks": load.breaks or None,
            "busiest": load.busiest,
            "searched": load.whole,
        },
    }  # fmt: skip
    lines = [*map(_goal_words, judged), _load_words(load)]
    if need is not None:
        document["engines"] = {
            "station": need.station,
            "servers": need.servers,
            "now": need.now,
            "searched": need.whole,
        }
        lines.append(_servers_words(need))
    document["first_to_break"] = None
    if first is not None:
        document["first_to_break"] = {
            "station": first.station or None, "factor": first.factor, "searched": first.whole
        }  # fmt: skip
        lines.append(_first_words(first))
    document["lines"] = lines
    return document


def _goal_words(judged: Judged) -> str:
    said = f"goal {judged.goal}: {'met' if judged.met else 'missed'}"
    if not judged.certain:
        said += ", nearer than percentiles are known"
    if judged.share is None:
        return said
    return f"{said}; {100 * judged.share:.3g} % of responses are within it"


_TIME_UP = "not searched further in the time given"


def _load_words(load: LoadLimit) -> str:
    if load.whole:
        if math.isinf(load.factor):
            return "no load breaks the goals"
        return f"largest load: {load.factor:.4g} times today's; beyond it: {load.breaks}"
    ends = [f"at least {load.factor:.4g} times today's"] * (load.factor > 0.0)
    ends += [f"less than {load.missed:.4g} times today's"] * math.isfinite(load.missed)
    return f"largest load: {', '.join([*ends, _TIME_UP])}"


def _servers_words(need: Capacity) -> str:
    some = "no number" if need.servers is None else f"{need.servers}"
    if not need.whole:
        some = _TIME_UP if need.servers is None else f"at most {need.servers}, {_TIME_UP}"
    return f"{need.kind} {need.station!r} that meet the goals: {some} (now {need.now})"


def _first_words(first: FirstToBreak) -> str:
    said = f"first to be {100 * first.limit:.0f} % busy: "
    if first.whole:
        return f"{said}{first.station!r}, at {first.factor:.4g} times the load"
    none = [f"none up to {first.factor:.4g} times the load"] * (first.factor > 0.0)
    return said + ", ".join([*none, _TIME_UP])
