"""Where a question turns: the first of growing candidates with which something is wrong.

More load never shortens a response, more engines never lengthen one, so that there is one turning
point. Where a dozen candidates are asked for together in little more than the time of one, rounds
of a dozen find it. Else they are asked for one by one, from where a quick and rough answer says
that it turns: how far each misses what is asked for (*excess*) says where to look next, as in the
rule of false position (Press et al., *Numerical Recipes*, 3rd ed. 2007, section 9.2), always a
little to that side on which the turning point is not closed in yet. A search that is cancelled says
how far it came.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import numpy as np

from .errors import Cancelled

__all__ = [
    "LOADS", "SERVERS", "Line", "Tried", "Turn", "turning", "weighed", "whole_corners",
]  # fmt: skip

PRECISION = 1e-3
"""Relative width within which the turning point of a load is known."""
_CANDIDATES = 12
_BEYOND = 0.4
"""Part of the precision by which one looks past where it should turn."""
_INSIDE = 0.02
"""Nearer to an end, in parts of what is left, one does not look."""
_SURER = 1.2
"""Overshoot of a first guess, so that the turning point is soon between two candidates."""
_WIDER = 4.0
_ROUNDED = 1e-9
"""Of a customer: a factor times a number is seldom whole to the last digit."""

Why = TypeVar("Why")


@dataclass(frozen=True)
class Tried(Generic[Why]):
    """What is wrong at a candidate (None: nothing), and by how much it is beyond what is asked for.

    excess: above 0 where something is wrong, below where all is well; nan: nobody knows.
    """

    why: Why | None
    excess: float = math.nan


@dataclass(frozen=True)
class Turn(Generic[Why]):
    """Last candidate that is well (0: none), first one that is not (inf: none), and why.

    whole: False where the search was cancelled, so that it turns somewhere between them.
    """

    low: float
    high: float
    why: Why | None = None
    slope: float = math.nan
    """Excess per unit of the line there."""
    whole: bool = True


@dataclass(frozen=True)
class Line:
    """Candidates in order: ``first`` ones, and what lies between, to which precision.

    They are even on ``scale`` (with ``back`` its inverse); ``whole``: whole numbers only.
    """

    first: tuple[float, ...]
    scale: Callable[[float], float]
    back: Callable[[float], float]
    step: float
    precision: float
    whole: bool = False

    def settled(self, low: float, high: float) -> bool:
        """Whether nothing is left to be told between them."""
        if self.whole:
            return high - low <= 1.0
        return self.scale(high) - self.scale(low) <= self.precision

    def at(self, place: float, low: float, high: float) -> float:
        """The candidate at a place of the scale, within the ends, which may be at the ends."""
        if not self.scale(low) < place < self.scale(high):
            return low if place <= self.scale(low) else high
        value = self.back(place)
        return min(max(float(round(value)) if self.whole else value, low), high)

    def between(self, low: float, high: float, count: int) -> list[float]:
        """So many candidates between two."""
        places = np.linspace(self.scale(low), self.scale(high), count + 2)[1:-1].tolist()
        return sorted({self.at(p, low, high) for p in places} - {low, high})


LOADS = Line(tuple(2.0**k for k in range(-10, 14)), math.log, math.exp, 0.02, math.log1p(PRECISION))
SERVERS = Line(tuple(2.0**k for k in range(13)), float, float, 1.0, 1.0, whole=True)


def whole_corners(numbers: Mapping[str, float]) -> list[tuple[float, dict[str, float]]]:
    """Whole numbers of customers that are these together, and their weights.

    They are corners of a simplex (Kuhn, IBM J. Res. Develop. 4(5), 1960): all numbers rounded down,
    then one after the other rounded up, that with the largest fraction first.
    """
    number = {name: float(math.floor(n + _ROUNDED)) for name, n in numbers.items()}
    part = {name: max(n - number[name], 0.0) for name, n in numbers.items()}
    order = sorted((n for n, p in part.items() if p > 0.0), key=lambda n: -part[n])
    parts = [1.0, *(part[n] for n in order), 0.0]
    out = []
    for name, more, less in zip([None, *order], parts, parts[1:], strict=False):
        if name is not None:
            number[name] += 1.0
        if more > less:
            out.append((more - less, dict(number)))
    return out


def weighed(weights: Sequence[float], judged: Sequence[Tried[Why]]) -> Tried[Why]:
    """The judgement between some, leaving out those of which there is nothing to judge."""
    each = [(w, t) for w, t in zip(weights, judged, strict=True) if not math.isnan(t.excess)]
    if not each:
        return Tried(None)
    excess = sum(w * t.excess for w, t in each) / sum(w for w, _ in each)
    why = next((t.why for _, t in reversed(each) if t.why), None)
    return Tried(why if excess > 0.0 else None, excess)


def turning(
    ask: Callable[[list[float]], Sequence[Tried[Why]]],
    line: Line = LOADS,
    together: bool = True,
    guess: Turn[Why] | None = None,
) -> Turn[Why]:
    """The turning point on a line.

    ask: what is wrong at each of some growing candidates. together: whether many of them take
    little longer than one; else they are asked for one by one, the first where ``guess`` turns.
    Where ``ask`` raises ``Cancelled``, what was known before.
    """
    search = _Search(ask, line)
    try:
        return search.together() if together else search.apart(guess)
    except Cancelled:
        return replace(search.turn(), whole=False)


class _Search(Generic[Why]):
    def __init__(self, ask: Callable[[list[float]], Sequence[Tried[Why]]], line: Line) -> None:
        self.ask, self.line = ask, line
        self.low, self.high = 0.0, math.inf
        self.below, self.above = math.nan, math.nan
        self.why: Why | None = None
        self.before: bool | None = None
        """Whether all was well the last time."""

    def turn(self) -> Turn[Why]:
        scale = self.line.scale
        slope = math.nan
        if self.low > 0.0 and math.isfinite(self.high):
            slope = (self.above - self.below) / (scale(self.high) - scale(self.low))
        return Turn(self.low, self.high, self.why, slope)

    def _learn(self, candidate: float, tried: Tried[Why]) -> bool:
        """Whether all is well with it."""
        well = tried.why is None
        if well:
            self.low, self.below = candidate, tried.excess
        else:
            self.high, self.above, self.why = candidate, tried.excess, tried.why
        if well == self.before:  # the other end pulls too hard (the rule called Illinois)
            self.below, self.above = (
                (self.below, 0.5 * self.above) if well else (0.5 * self.below, self.above)
            )
        self.before = well
        return well

    def together(self) -> Turn[Why]:
        tries = list(self.line.first)
        while tries:
            for candidate, tried in zip(tries, self.ask(tries), strict=True):
                if not self._learn(candidate, tried):
                    break
            if self.low == 0.0 or math.isinf(self.high) or self.line.settled(self.low, self.high):
                break
            tries = self.line.between(self.low, self.high, _CANDIDATES)
        return self.turn()

    def _one(self, candidate: float) -> bool:
        [tried] = self.ask([candidate])
        return self._learn(candidate, tried)

    def apart(self, guess: Turn[Why] | None) -> Turn[Why]:
        if guess is None:
            self._halve()
        else:
            self._outward(guess)
        while self.low > 0.0 and math.isfinite(self.high):
            if self.line.settled(self.low, self.high):
                break
            self._one(self._next())
        return self.turn()

    def _halve(self) -> None:
        first = self.line.first
        well, bad = 0, len(first)
        while well < bad:
            middle = (well + bad) // 2
            if self._one(first[middle]):
                well = middle + 1
            else:
                bad = middle

    def _outward(self, guess: Turn[Why]) -> None:
        """From where it should turn in growing steps, until it turns within one."""
        line, (least, *_, most) = self.line, self.line.first
        slope, step = guess.slope, line.step
        at = min(max(guess.high, least), most)
        while True:
            well = self._one(at)
            if at == (most if well else least) or (self.low > 0.0 and math.isfinite(self.high)):
                return
            excess = self.below if well else self.above
            if slope > 0.0 and math.isfinite(slope) and math.isfinite(excess):
                step = max(step, _SURER * abs(excess) / slope)
            to = line.at(line.scale(at) + (step if well else -step), least, most)
            at, slope, step = to, math.nan, _WIDER * step

    def _next(self) -> float:
        """Where to look next between a candidate that is well and one that is not."""
        line = self.line
        low, high = line.scale(self.low), line.scale(self.high)
        place = 0.5 * (low + high)
        if math.isfinite(self.above - self.below) and self.below <= 0.0 <= self.above:
            turns = low - self.below * (high - low) / max(self.above - self.below, 1e-300)
            beyond = _BEYOND * line.precision
            place = turns + (beyond if high - turns > turns - low else -beyond)
            margin = _INSIDE * (high - low)
            place = min(max(place, low + margin), high - margin)
        if line.whole:
            return min(max(float(round(line.back(place))), self.low + 1.0), self.high - 1.0)
        return line.back(place)
