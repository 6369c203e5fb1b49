"""Service-level questions: how much more load, how many engines, what breaks first.

A *goal* is a mean response of a class, or one within which a share of its responses must end
(``percentiles``). Load grows by a factor on the arrival rates and populations of some classes.

Every answer is a search for the one point at which a question turns (``turning``): a factor is
known to 0.1 %. Closed networks of product form are solved a dozen at a time. Others are tried one
by one, outside product form the first where plain approximate MVA says that it turns, which takes a
hundredth of the time. Asked for what a simulation of twice the load says, on 12 random networks
with closed and open classes and priorities, the largest load was 1.5 % off in the median, 15 % at
worst, where the goal is one that the load hardly moves; it took 2 to 20 s. Under priorities a
class can in principle profit from more load of another; the search then finds one of the turning
points.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from .errors import Cancelled, NetworkError
from .goals import (
    FULL,
    Capacity,
    FirstToBreak,
    Goal,
    LoadLimit,
    came_to_rest,
    judged_by,
    load_limit,
    told,
)
from .network import ClosedClass, Network, OpenClass
from .passage import PassageTimes
from .percentiles import response_times, usual_error
from .solution import Solution
from .solver import is_product_form, solve_many
from .stations import best_rate, offered_load
from .turning import LOADS, SERVERS, Line, Tried, Turn, turning, weighed, whole_corners

__all__ = ["answer_goals", "engines_needed", "first_to_break", "largest_load", "met"]

_NO_TIME = PassageTimes(0.0, np.ones_like)
"""Of a class through which nothing flows."""


@dataclass
class _Known:
    """Answers of all questions about one network, so that none is worked out twice.

    by_key: by method and what differs. beyond: where chains were given up, after seconds; what has
    more of all is left to MVA at once. cancel: raises ``Cancelled`` in the midst of an answer.
    """

    by_key: dict[tuple[str | float, ...], Solution | NetworkError] = field(default_factory=dict)
    beyond: list[tuple[float, ...]] = field(default_factory=list)
    cancel: Callable[[], bool] | None = None


def met(network: Network, solution: Solution, goals: Sequence[Goal]) -> str:
    """The first goal that is not met, in words; empty where all are."""
    return _beyond(network, solution, goals).why or ""


def _beyond(network: Network, solution: Solution, goals: Sequence[Goal]) -> Tried[str]:
    """The first goal that is not met; how far the worst is missed, as 1 - goal / time.

    That is about straight in the load where a queue grows without limit, and 1 at the end.
    """
    times = None
    why, excess = None, -math.inf
    for goal in goals:
        if goal.percent is None:
            mean = solution.response[goal.cls]
            reached, missed = mean or 0.0, mean is not None and mean > goal.seconds
        else:
            times = times or response_times(network, solution)
            if goal.cls not in times:
                continue
            reached = times[goal.cls].percentile(goal.percent)
            missed = times[goal.cls].share_within(goal.seconds) < goal.percent / 100.0
        if missed and why is None:
            why = str(goal)
        if reached > 0.0:
            excess = max(excess, 1.0 - goal.seconds / reached)
    return Tried(why, excess if math.isfinite(excess) else math.nan)


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


_GUESSES = 300
"""Passes of approximate MVA for a guess; many more where it comes to rest late or never."""
_GIVEN_UP = "priority-amva"
"""What ``auto`` says where no chain is small enough."""


def _turn(
    network: Network,
    varied: Callable[[float], Network],
    judged: Callable[[Network, Solution | NetworkError], Tried[str]],
    line: Line = LOADS,
    memory: _Known | None = None,
) -> tuple[Turn[str], Solution | None]:
    """Where the judgement of a varied network turns, and the answer just before, where there is.

    Grown populations are fractions. In product form Linearizer does with those. Else what is
    between whole numbers of customers follows from those around, which are often solved exactly;
    where open rates differ each time as well, from the nearest alone, and what approximate MVA says
    of the rest of a customer.
    """
    together = is_product_form(network)
    both = bool(network.open and network.closed)
    memory = memory or _Known()
    known, beyond, cancel = memory.by_key, memory.beyond, memory.cancel

    def solved(variants: list[Network], method: str, passes: int = 5000) -> list[Tried[str]]:
        keys: list[tuple[str | float, ...]] = [(method, *_varied(v)) for v in variants]
        fresh = [i for i, key in enumerate(keys) if key not in known]
        ways = [
            "schweitzer"
            if method == "auto" and line is LOADS and _more(_varied(variants[i]), beyond)
            else method
            for i in fresh
        ]
        for way in dict.fromkeys(ways):
            asked = [i for i, its in zip(fresh, ways, strict=True) if its == way]
            answers = solve_many(
                [variants[i] for i in asked], way, max_iterations=passes, cancel=cancel
            )
            known.update((keys[i], _settled(a)) for i, a in zip(asked, answers, strict=True))
            if way == "auto" and both and line is LOADS:
                beyond.extend(
                    _varied(variants[i])
                    for i, a in zip(asked, answers, strict=True)
                    if isinstance(a, NetworkError) or a.method == _GIVEN_UP
                )
        return [judged(v, known[key]) for v, key in zip(variants, keys, strict=True)]

    def at_once(candidates: list[float]) -> list[Tried[str]]:
        return solved([varied(x) for x in candidates], "linearizer" if network.closed else "auto")

    def roughly(candidates: list[float]) -> list[Tried[str]]:
        return solved([varied(x) for x in candidates], "schweitzer", _GUESSES)

    def between(candidates: list[float]) -> list[Tried[str]]:
        out = []
        for x in candidates:
            around = _around(varied(x))
            near = beside_nearest(varied(x), around) if network.open and len(around) > 1 else None
            if near is None:
                judgements = solved([each for _, each in around], "auto")
                near = weighed([weight for weight, _ in around], judgements)
            out.append(near)
        return out

    def nearer(guess: Turn[str]) -> Turn[str]:
        """From today's load up: chains of more load take longer, and MVA can see far too much."""
        at = 1.0
        while at < guess.high and at < line.first[-1] and between([at])[0].why is None:
            at *= 2.0
        return replace(guess, high=min(at, guess.high))

    def beside_nearest(variant: Network, around: list[tuple[float, Network]]) -> Tried[str] | None:
        nearest = _nearest(around)
        about, there = solved([variant, nearest], "schweitzer", _GUESSES)
        if any(isinstance(known["schweitzer", *_varied(v)], NetworkError)
               for v in (variant, nearest)):  # fmt: skip
            return None
        [base] = solved([nearest], "auto")
        excess = base.excess + about.excess - there.excess
        why = base.why or about.why
        if math.isnan(excess) or (excess > 0.0 and why is None):
            return None
        return Tried(why if excess > 0.0 else None, excess)

    if together:  # beside open classes each is solved by itself, however many are asked for
        found = turning(at_once, line, together=not both)
    else:
        guess = turning(roughly, line, together=False)
        found = Turn(0.0, math.inf, whole=False)
        with suppress(Cancelled):
            if both and line is LOADS:
                guess = nearer(guess)
            found = turning(between, line, together=False, guess=guess)
        if not found.whole and line is LOADS and found.low == 0.0 and found.high > 1.0:
            with suppress(Cancelled):  # today's answer is known before anybody asks
                [today] = between([1.0])
                found = replace(found, low=1.0) if today.why is None else found
    if not 0.0 < found.low < math.inf:
        return found, None
    near = varied(found.low)
    method = "linearizer" if together and network.closed else "auto"
    there = known.get((method, *_varied(near if together else _nearest(_around(near)))))
    return found, None if isinstance(there, NetworkError) else there


def _varied(network: Network) -> tuple[float, ...]:
    """What differs between the networks of one search."""
    return (
        *(c.population if isinstance(c, ClosedClass) else c.arrival_rate_per_s
          for c in network.classes), *(s.servers for s in network.stations),
    )  # fmt: skip


def _more(varied: tuple[float, ...], than: Sequence[tuple[float, ...]]) -> bool:
    """Whether nothing is less than in one of those."""
    return any(
        all(mine >= theirs for mine, theirs in zip(varied, each, strict=True)) for each in than
    )


def _around(network: Network) -> list[tuple[float, Network]]:
    """Networks of whole numbers of customers that are this one together, and their weights."""
    return [
        (weight, replace(network, classes=tuple(
            replace(c, population=number[c.name]) if isinstance(c, ClosedClass) else c
            for c in network.classes
        ))) for weight, number in whole_corners({c.name: c.population for c in network.closed})
    ]  # fmt: skip


def _nearest(around: list[tuple[float, Network]]) -> Network:
    return max(around, key=lambda each: each[0])[1]


def _settled(answer: Solution | NetworkError) -> Solution | NetworkError:
    """The answer, or what to say of one whose iteration went on without end.

    So it does where an open class all but starves: figures leap from pass to pass.
    """
    if came_to_rest(answer):
        return answer
    return NetworkError("no answer comes to rest there, as where a class all but starves")


def largest_load(
    network: Network, goals: Sequence[Goal], grow: Sequence[str] = (), known: _Known | None = None
) -> LoadLimit:
    """The largest factor on the load of ``grow`` (all classes, if none) that meets every goal."""
    _check(network, goals, grow)

    def judged(variant: Network, answer: Solution | NetworkError) -> Tried[str]:
        if isinstance(answer, NetworkError):
            return Tried(str(answer), 1.0)
        return _beyond(variant, answer, goals)

    def grown(factor: float) -> Network:
        return _grown(network, factor, grow)

    found, there = _turn(network, grown, judged, memory=known)
    busiest = None if there is None else there.bottleneck
    return load_limit(found, busiest)


def engines_needed(
    network: Network, goals: Sequence[Goal], station: str, known: _Known | None = None
) -> Capacity:
    """The fewest servers of ``station`` with which every goal is met."""
    _check(network, goals, ())
    at = next((s for s in network.stations if s.name == station), None)
    if at is None or at.is_delay or at.rate_multipliers:
        raise NetworkError(f"{station!r} is no station with a number of servers; name one that has")

    def with_servers(m: float) -> Network:
        return replace(
            network,
            stations=tuple(replace(s, servers=m) if s is at else s for s in network.stations),
        )

    def enough(variant: Network, answer: Solution | NetworkError) -> Tried[str]:
        if isinstance(answer, NetworkError):
            return Tried(None, -1.0)
        missed = _beyond(variant, answer, goals)
        return Tried(None if missed.why else "enough", -missed.excess)

    found, _ = _turn(network, with_servers, enough, SERVERS, known)
    many = round(found.high) if math.isfinite(found.high) else None
    return Capacity(station, many, int(at.servers), found.whole)


def first_to_break(
    network: Network, grow: Sequence[str] = (), limit: float = FULL, known: _Known | None = None
) -> FirstToBreak:
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

    def over(variant: Network, answer: Solution | NetworkError) -> Tried[str]:
        return _over(variant, answer, limit)

    found, _ = _turn(network, lambda factor: _grown(network, factor, grow), over, memory=known)
    if not found.whole:
        return FirstToBreak("", found.low, limit, False)
    if math.isinf(found.high):
        raise NetworkError(
            f"no station is busy to {100 * limit:g} % even at {LOADS.first[-1]:g} times the load"
        )
    return FirstToBreak(found.why or "", found.high, limit)


def _over(network: Network, answer: Solution | NetworkError, limit: float) -> Tried[str]:
    """The station beyond ``limit``, if any."""
    if isinstance(answer, NetworkError):
        full = answer.path[0] == "stations" if answer.path else False
        if not full:
            return Tried(None)
        return Tried(network.stations[int(answer.path[1])].name, 1.0 - limit)
    used = {s.name: answer.utilization[s.name] for s in network.stations if not s.is_delay}
    fullest = max(used, key=lambda n: used[n], default=None)
    if fullest is None:
        return Tried(None, -limit)
    return Tried(fullest if used[fullest] >= limit else None, used[fullest] - limit)


def _waited_for(network: Network, solution: Solution, goals: Sequence[Goal]) -> str | None:
    """The station of which more servers help some classes most: where they wait longest."""
    waits = {
        s.name: sum(
            solution.residence[g.cls][s.name] - s.replicas * network.demand_s(g.cls, s.name)
            for g in goals
        )
        for s in network.stations if not s.is_delay and not s.rate_multipliers
        and any(network.demand_s(g.cls, s.name) > 0.0 for g in goals)
    }  # fmt: skip
    return max(waits, key=lambda name: waits[name], default=None)


def answer_goals(
    network: Network, solution: Solution, goals: Sequence[Goal], method: str = "auto",
    cancel: Callable[[], bool] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """All questions about some goals at once, as plain JSON values and as sentences (``lines``).

    method: what the solution was asked by. cancel: asked now and then; once it says True, what is
    not known yet is said to be so.
    """
    _check(network, goals, ())
    times = response_times(network, solution)
    known = _Known(cancel=cancel)
    if method == "auto":
        known.by_key["auto", *_varied(network)] = solution
        if network.open and network.closed and solution.method == _GIVEN_UP:
            known.beyond.append(_varied(network))
    judged = [
        judged_by(
            goal, not met(network, solution, [goal]), times.get(goal.cls, _NO_TIME),
            usual_error(network, times.get(goal.cls)),
        ) for goal in goals
    ]  # fmt: skip
    load = largest_load(network, goals, known=known)
    need = None
    at = _waited_for(network, solution, [j.goal for j in judged if not j.met] or goals)
    if at is not None:
        need = engines_needed(network, goals, at, known)
    first = None
    with suppress(NetworkError):
        first = first_to_break(network, known=known)
    return told(judged, load, need, first)
