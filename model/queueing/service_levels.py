"""Service-level questions: how much more load, how many engines, what breaks first.

A *goal* is a mean response of a class, or one within which a share of its responses must end
(``percentiles``). Load grows by a factor on the arrival rates and populations of some classes.

Every answer is a search by halving over a question that has one turning point: more load never
shortens a response, more engines never lengthen one. A round tries a dozen candidates as one batch
of the engine, so that a factor is known to 0.1 % after three; the largest load of networks outside
product form, which are not solved together, is tried one by one. Under priorities a class can in
principle profit from more load of another; the search then finds one of the turning points.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np

from .errors import NetworkError
from .network import ClosedClass, Network, OpenClass
from .percentiles import response_times
from .productform import refuse_saturated
from .solution import Solution
from .solver import is_product_form, solve_many
from .stations import best_rate, offered_load

__all__ = [
    "Capacity", "FirstToBreak", "Goal", "LoadLimit", "answer_goals", "engines_needed",
    "first_to_break", "largest_load", "met", "turning",
]  # fmt: skip

_CANDIDATES = 12
_PRECISION = 1e-3
_MOST_LOAD = 2.0**13


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
    highest use there.
    """

    factor: float
    breaks: str
    busiest: str | None


@dataclass(frozen=True)
class Capacity:
    """Servers of a station that meet every goal; None where no number does."""

    station: str
    servers: int | None
    now: int


@dataclass(frozen=True)
class FirstToBreak:
    """The station that is busy to ``limit`` first as load grows, and at which factor."""

    station: str
    factor: float
    limit: float


def met(network: Network, solution: Solution, goals: Sequence[Goal]) -> str:
    """The first goal that is not met, in words; empty where all are."""
    times = None
    for goal in goals:
        if goal.percent is None:
            response = solution.response[goal.cls]
            if response is not None and response > goal.seconds:
                return str(goal)
            continue
        times = times or response_times(network, solution)
        if goal.cls in times and times[goal.cls].share_within(goal.seconds) < goal.percent / 100.0:
            return str(goal)
    return ""


def _check(network: Network, goals: Sequence[Goal], grow: Sequence[str]) -> None:
    known = {c.name for c in network.classes}
    for name in (*(g.cls for g in goals), *grow):
        if name not in known:
            raise NetworkError(f"there is no class {name!r}; the classes are {', '.join(known)}")
    for goal in goals:
        if not goal.seconds > 0 or not (goal.percent is None or 0 < goal.percent < 100):
            raise NetworkError(
                f"the goal {goal} cannot be; give seconds above 0 and 0 < percent < 100"
            )


def _grown(network: Network, factor: float, grow: Sequence[str]) -> Network:
    """Arrival rates and populations of some classes (all, if none are named) times ``factor``."""
    classes: list[ClosedClass | OpenClass] = []
    for c in network.classes:
        if grow and c.name not in grow:
            classes.append(c)
        elif isinstance(c, ClosedClass):
            classes.append(replace(c, population=c.population * factor))
        else:
            classes.append(replace(c, arrival_rate_per_s=c.arrival_rate_per_s * factor))
    return replace(network, classes=tuple(classes))


def _method(network: Network) -> str:
    """Grown populations are fractions, between whole numbers of customers."""
    return "linearizer" if network.closed else "auto"


def _broken(variants: list[Network], goals: Sequence[Goal]) -> list[str]:
    """What each of some networks breaks, in words; empty where it breaks nothing."""
    return [
        str(a) if isinstance(a, NetworkError) else met(v, a, goals)
        for v, a in zip(variants, solve_many(variants, _method(variants[0])), strict=True)
    ]


_Why = TypeVar("_Why")


def turning(
    ask: Callable[[list[float]], Sequence[_Why | None]],
    together: bool = True,
) -> tuple[float, float, _Why | None]:
    """(last factor that is well, first one that is not, why): 0 or inf where there is none.

    ask: what is wrong at each of some growing factors, nothing (or empty) where nothing is.
    together: whether many take little longer than one; else they are asked for one by one.
    """
    low, high = 0.0, math.inf
    why: _Why | None = None
    tries = [2.0**k for k in range(-10, 14)]
    while True:
        bad, wrong = _first(ask, tries) if together else _halved(ask, tries)
        if bad < len(tries):
            high, why = tries[bad], wrong
        low = tries[bad - 1] if bad else low
        if low == 0.0 or math.isinf(high) or high / low - 1.0 < _PRECISION:
            return low, high, why
        inner = _CANDIDATES if together else 1
        tries = np.geomspace(low, high, inner + 2)[1:-1].tolist()


def _first(
    ask: Callable[[list[float]], Sequence[_Why | None]], tries: list[float]
) -> tuple[int, _Why | None]:
    """The first with which something is wrong, or how many there are, and what."""
    found = ask(tries)
    return next(((i, w) for i, w in enumerate(found) if w), (len(tries), None))


def _halved(
    ask: Callable[[list[float]], Sequence[_Why | None]], tries: list[float]
) -> tuple[int, _Why | None]:
    """The same with few questions."""
    well, bad = 0, len(tries)
    why: _Why | None = None
    while well < bad:
        middle = (well + bad) // 2
        [wrong] = ask([tries[middle]])
        if wrong:
            bad, why = middle, wrong
        else:
            well = middle + 1
    return bad, why


def largest_load(network: Network, goals: Sequence[Goal], grow: Sequence[str] = ()) -> LoadLimit:
    """The largest factor on the load of ``grow`` (all classes, if none) that meets every goal."""
    _check(network, goals, grow)
    low, high, why = turning(
        lambda factors: _broken([_grown(network, f, grow) for f in factors], goals),
        is_product_form(network),
    )
    if math.isinf(high):
        return LoadLimit(math.inf, "", None)
    if low == 0.0:
        return LoadLimit(0.0, why or "", None)
    at_limit = _grown(network, low, grow)
    [there] = solve_many([at_limit], _method(at_limit))
    return LoadLimit(low, why or "", None if isinstance(there, NetworkError) else there.bottleneck)


def engines_needed(network: Network, goals: Sequence[Goal], station: str) -> Capacity:
    """The fewest servers of ``station`` with which every goal is met."""
    _check(network, goals, ())
    at = next((s for s in network.stations if s.name == station), None)
    if at is None or at.is_delay or at.rate_multipliers:
        raise NetworkError(f"{station!r} is no station with a number of servers; name one that has")

    def with_servers(m: int) -> Network:
        return replace(
            network,
            stations=tuple(
                replace(s, servers=float(m)) if s is at else s for s in network.stations
            ),
        )

    low, high = 0, 0
    tries = [2**k for k in range(13)]
    while True:
        found = _broken([with_servers(m) for m in tries], goals)
        good = next((i for i, w in enumerate(found) if not w), None)
        if good is None:
            if not high:
                return Capacity(station, None, int(at.servers))
            low = tries[-1]
        else:
            high = tries[good]
            low = tries[good - 1] if good else low
        if high - low <= 1:
            return Capacity(station, high, int(at.servers))
        inner = np.linspace(low, high, min(_CANDIDATES, high - low - 1) + 2)[1:-1]
        tries = sorted({round(float(m)) for m in inner} - {low, high})


def first_to_break(network: Network, grow: Sequence[str] = (), limit: float = 0.95) -> FirstToBreak:
    """The station whose use reaches ``limit`` at the smallest factor on the load.

    Open load uses a station in proportion, so that its factor is known at once; with closed classes
    the factor is searched (full use is reached in the limit only). Raises ``NetworkError`` where no
    station ever gets there.
    """
    _check(network, (), grow)
    if not network.closed:
        fixed = [c.name for c in network.open if grow and c.name not in grow]
        best: FirstToBreak | None = None
        for s in network.stations:
            if s.is_delay:
                continue
            still = sum(c.arrival_rate_per_s * network.demand_s(c.name, s.name)
                        for c in network.open if c.name in fixed)  # fmt: skip
            grows = offered_load(network, s) - still
            if grows > 0:
                factor = (limit * best_rate(s, 1) - still) / grows
                if best is None or factor < best.factor:
                    best = FirstToBreak(s.name, factor, limit)
        if best is None:
            raise NetworkError("no station has work that grows, so none breaks")
        return best

    def over(factors: list[float]) -> list[str]:
        variants = [_grown(network, f, grow) for f in factors]
        answers = solve_many(variants, _method(network))
        return [_over(v, a, limit) for v, a in zip(variants, answers, strict=True)]

    _, high, name = turning(over)
    if math.isinf(high):
        raise NetworkError(
            f"no station is busy to {100 * limit:g} % even at {_MOST_LOAD:g} times the load"
        )
    return FirstToBreak(name or "", high, limit)


def _over(network: Network, answer: Solution | NetworkError, limit: float) -> str:
    """The station beyond ``limit``, if any."""
    if isinstance(answer, NetworkError):
        try:
            refuse_saturated(network)
        except NetworkError as problem:
            if problem.path and problem.path[0] == "stations":
                return network.stations[int(problem.path[1])].name
        return ""
    used = {n: u for n, u in answer.utilization.items() if u >= limit}
    return max(used, key=lambda n: used[n]) if used else ""


def answer_goals(network: Network, solution: Solution, goals: Sequence[Goal]) -> dict[str, Any]:
    """All questions about some goals at once, as plain JSON values and as sentences (``lines``)."""
    _check(network, goals, ())
    times = response_times(network, solution)
    rows = []
    lines = []
    for goal in goals:
        share = times[goal.cls].share_within(goal.seconds) if goal.cls in times else 1.0
        missed = bool(met(network, solution, [goal]))
        rows.append(
            {"class": goal.cls, "percent": goal.percent, "seconds": goal.seconds,
             "met": not missed, "probability": share}
        )  # fmt: skip
        said = "missed" if missed else "met"
        lines.append(f"goal {goal}: {said}; {100 * share:.3g} % of responses are within it")
    load = largest_load(network, goals)
    document: dict[str, Any] = {
        "goals": rows,
        "largest_load": {
            "factor": load.factor if math.isfinite(load.factor) else None,
            "breaks": load.breaks or None,
            "busiest": load.busiest,
        },
    }
    if math.isinf(load.factor):
        lines.append("no load breaks the goals")
    else:
        lines.append(f"largest load: {load.factor:.4g} times today's; beyond it: {load.breaks}")
    if solution.bottleneck is not None:
        at = next(s for s in network.stations if s.name == solution.bottleneck)
        if not at.is_delay and not at.rate_multipliers:
            need = engines_needed(network, goals, at.name)
            document["engines"] = {
                "station": need.station,
                "servers": need.servers,
                "now": need.now,
            }
            many = "no number" if need.servers is None else f"{need.servers}"
            lines.append(
                f"servers of {need.station!r} that meet the goals: {many} (now {need.now})"
            )
    try:
        first = first_to_break(network)
        document["first_to_break"] = {"station": first.station, "factor": first.factor}
        lines.append(
            f"first to be {100 * first.limit:.0f} % busy: {first.station!r}, at "
            f"{first.factor:.4g} times the load"
        )
    except NetworkError:
        document["first_to_break"] = None
    document["lines"] = lines
    return document
