"""Service levels of an installation: percentiles by workload, and what more load would do.

A *workload* is a set of chains of the network, by name. Load grows on everything that flows: rates
of sources and populations of pausing users, at the demands the network settled on. What depends on
the load itself (caches, group commits, paging) is as it is today, so that factors far from 1 are
said with that in mind.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from model.queueing.errors import Cancelled, NetworkError
from model.queueing.goals import Capacity, FirstToBreak, Goal
from model.queueing.percentiles import ResponseTimes
from model.queueing.spread import Spread
from model.queueing.turning import LOADS, SERVERS, Line, Tried, Turn, turning
from model.queueing.work import stopped

from .declared import InstallationNetwork, Value
from .equations import Reading
from .iteration import solve_installation
from .percentiles import chain_times

__all__ = ["Break", "Frozen", "Limit", "meets", "stretched"]

_LIMIT = 0.95
_PASS_US, _ARC_US = 20000.0, 50.0
"""Of work: a variant solved, and its part for each arc."""
_TOLERANCE = 1e-6
_LOSS = 0.02
"""Of a workload's rate, below which nothing is said to be lost."""
Workloads = Mapping[str, Sequence[str]]
_Why = TypeVar("_Why")


@dataclass(frozen=True)
class Break:
    """What ends the growth of a load: a goal that is missed, or a source that is held back.

    chain, station: of the source, by name, and the busiest station on its path.
    """

    goal: Goal | None = None
    chain: str = ""
    station: str = ""


@dataclass(frozen=True)
class Limit:
    """The largest ``factor`` on all load at which every goal is met, and what ends it.

    factor: 0 where no load at all meets the goals, inf where none breaks them. busiest: the
    busiest station there on the paths of the workloads that have goals, with its use.
    """

    factor: float
    breaks: Break | None = None
    busiest: tuple[str, float] | None = None


@dataclass(frozen=True)
class Frozen:
    """One variant of a solved network with the demands it settled on, to be asked questions.

    workloads: the names of chains by name of a workload.
    """

    net: InstallationNetwork
    reading: Reading
    variant: int
    workloads: Workloads
    scale: Mapping[str, float] = field(default_factory=dict)
    """By workload, a factor on its times: to what a measured or better mean says (1 if absent)."""
    spread: Mapping[str, Spread] = field(default_factory=dict)
    """By workload, the measured spread of its times where there is one."""
    cancel: Callable[[], bool] | None = None
    """Asked before every dozen networks; what it ends raises ``Cancelled``."""

    def times(self) -> dict[str, ResponseTimes]:
        """Response times by workload, of those through which anything flows."""
        return self._times(self.net, self.reading, self.variant)

    def _times(
        self, net: InstallationNetwork, reading: Reading, variant: int
    ) -> dict[str, ResponseTimes]:
        found = _by_workload(net, reading, variant, self.workloads)
        times = {n: stretched(t, t.mean_s * self.scale.get(n, 1.0)) for n, t in found.items()}
        return {n: self.spread[n].applied(t) if n in self.spread else t for n, t in times.items()}

    def rate_of(self, chain: str) -> float:
        """Cycles a second of a chain, all its copies."""
        place = next(i for i, c in enumerate(self.net.chains) if c.name == chain)
        rate = float(self.reading.rate(place)[self.variant])
        return rate * _one(self.net.chains[place].copies, self.variant)

    def engines(self) -> list[str]:
        """Pools of engines: hardware that divides itself, of one copy and several servers."""
        return [
            s.name for s in self.net.stations
            if not s.software and not s.in_order and 1.0 < _one(s.servers, self.variant) < math.inf
            and round(_one(s.copies, self.variant)) == 1
        ]  # fmt: skip

    def along(self, workloads: Collection[str]) -> frozenset[str]:
        """The stations on the paths of some workloads."""
        chains = {c for w in workloads for c in self.workloads.get(w, ())}
        own = {i for i, c in enumerate(self.net.chains) if c.name in chains}
        return frozenset(self.net.stations[a.station].name for a in self.net.arcs if a.chain in own)

    def largest_load(self, goals: Sequence[Goal]) -> Limit:
        """The largest factor on all load at which every goal is met, and what is busiest there."""
        found = _turned(lambda factors: [Tried(w) for w in self._broken(goals, factors)])
        if math.isinf(found.high):
            return Limit(math.inf)
        if found.low == 0.0:
            return Limit(0.0, found.why)
        net, reading = self._at([found.low])
        busiest = _busiest(net, reading, 0, self.along([g.cls for g in goals]))
        return Limit(found.low, found.why, busiest)

    def met(self, goals: Sequence[Goal]) -> bool:
        """Whether every goal is met as it is."""
        return self._broken(goals, [1.0])[0] is None

    def full(self, limit: float = _LIMIT) -> list[tuple[str, float]]:
        """Stations and servers that are busy to ``limit`` at today's load, the busiest first."""
        found = _uses(self.net, self.reading, self.variant)
        return sorted((f for f in found.items() if f[1] >= limit), key=lambda f: -f[1])

    def losing(self, station: str, servers: int) -> dict[str, float]:
        """Workloads that carry less with other ``servers`` of a station: share of today's rate."""
        place = self.net.place(station)
        assert place is not None
        now_there = _one(self.net.stations[place].servers, self.variant)
        net, reading = self._at([1.0, 1.0], {place: [now_there, float(servers)]})
        out = {}
        for name, chains in self.workloads.items():
            places = [i for i, c in enumerate(net.chains) if c.name in chains]
            now, then = (sum(float(reading.rate(i)[v]) * _one(net.chains[i].copies, v)
                             for i in places) for v in (0, 1))  # fmt: skip
            if now > 0.0 and then < (1.0 - _LOSS) * now:
                out[name] = then / now
        return out

    def engines_needed(self, goals: Sequence[Goal], station: str) -> Capacity:
        """The fewest servers of a hardware station with which every goal is met at today's load.

        Raises ``NetworkError`` for what is no such station.
        """
        place = self.net.place(station)
        now = _one(self.net.stations[place].servers, self.variant) if place is not None else 0.0
        if place is None or not math.isfinite(now):
            raise NetworkError(f"{station!r} is no station with a number of servers")

        def enough(numbers: list[float]) -> list[Tried[str]]:
            found = self._broken(goals, [1.0] * len(numbers), {place: numbers})
            return [Tried("enough" if why is None else None) for why in found]

        high = _turned(enough, SERVERS).high
        return Capacity(station, round(high) if math.isfinite(high) else None, round(now))

    def first_to_break(self, limit: float = _LIMIT) -> FirstToBreak | None:
        """The next station that is busy to ``limit`` as all load grows; None where none is.

        What is that busy today (``full``) is passed over.
        """
        today = {name for name, _ in self.full(limit)}
        others = frozenset(s.name for s in self.net.stations) - today

        def over(factors: list[float]) -> list[Tried[str]]:
            net, reading = self._at(factors)
            found = [_busiest(net, reading, v, others) for v in range(len(factors))]
            return [Tried(each[0] if each is not None and each[1] >= limit else None)
                    for each in found]  # fmt: skip

        found = _turned(over)
        return None if found.why is None else FirstToBreak(found.why, found.high, limit)

    def _broken(
        self, goals: Sequence[Goal], factors: Sequence[float],
        servers: Mapping[int, Sequence[float]] | None = None,
    ) -> list[Break | None]:  # fmt: skip
        net, reading = self._at(factors, servers)
        out: list[Break | None] = []
        for v in range(len(factors)):
            times = self._times(net, reading, v)
            missed = (Break(g) for g in goals if g.cls in times and not meets(g, times[g.cls]))
            out.append(next(missed, None) or _held_back(net, reading, v))
        return out

    def _at(
        self, factors: Sequence[float], servers: Mapping[int, Sequence[float]] | None = None
    ) -> tuple[InstallationNetwork, Reading]:
        """The network under some factors on its load, or with other numbers of servers."""
        if stopped(self.cancel, len(factors) * (_PASS_US + _ARC_US * len(self.net.arcs))):
            raise Cancelled("cancelled")
        net = _grown(self.net, self.reading, self.variant, np.asarray(factors), servers or {})
        return net, solve_installation(net, _TOLERANCE).reading


def _turned(ask: Callable[[list[float]], Sequence[Tried[_Why]]], line: Line = LOADS) -> Turn[_Why]:
    """The turning point; part of a search is no answer here, so ``Cancelled`` goes on."""
    found = turning(ask, line)
    if not found.whole:
        raise Cancelled("cancelled")
    return found


def meets(goal: Goal, times: ResponseTimes) -> bool:
    """Whether response times meet a goal."""
    if goal.percent is None:
        return times.mean_s <= goal.seconds
    return times.share_within(goal.seconds) >= goal.percent / 100.0


def stretched(times: ResponseTimes, mean_s: float) -> ResponseTimes:
    """The same distribution, with another mean."""
    if times.mean_s <= 0.0:
        return times
    by = mean_s / times.mean_s
    mixture = tuple((w, k, rate / by) for w, k, rate in times.mixture)
    return ResponseTimes(mean_s, times.cv2, mixture)


def _one(value: Value, variant: int) -> float:
    values = np.asarray(value, dtype=float)
    return float(values if values.ndim == 0 else values[variant % len(values)])


def _grown(
    net: InstallationNetwork, reading: Reading, variant: int, factors: np.ndarray,
    servers: Mapping[int, Sequence[float]],
) -> InstallationNetwork:  # fmt: skip
    out = InstallationNetwork(len(factors))
    for k, s in enumerate(net.stations):
        many = np.asarray(servers[k]) if k in servers else _one(s.servers, variant)
        out.station(s.name, many, _one(s.copies, variant), s.software, s.in_order, s.idles)
    for c in net.chains:
        rate, people = _one(c.rate_per_s, variant), _one(c.population, variant)
        sourced = math.isfinite(rate)
        out.chain(
            c.name, people if sourced else people * factors, _one(c.think_s, variant),
            rate * factors if sourced else math.inf, _one(c.copies, variant),
        )  # fmt: skip
    for i, a in enumerate(net.arcs):
        out.arc(
            a.chain, a.station, max(float(reading.demand[variant, i]), 0.0),
            _one(a.visits, variant), a.level, a.within, _one(a.spread, variant),
            _one(a.thread_spread, variant),
        )  # fmt: skip
    return out


def _by_workload(
    net: InstallationNetwork, reading: Reading, variant: int, workloads: Workloads
) -> dict[str, ResponseTimes]:
    by_chain = chain_times(net, reading, variant)
    rates = {
        c.name: float(reading.rate(i)[variant]) * _one(c.copies, variant)
        for i, c in enumerate(net.chains)
    }
    out = {}
    for name, chains in workloads.items():
        own = [(rates[c], by_chain[c]) for c in chains if c in by_chain and by_chain[c].mean_s > 0]
        total = sum(rate for rate, _ in own)
        if total <= 0.0:
            continue
        mean = sum(rate * t.mean_s for rate, t in own) / total
        square = sum(rate * t.mean_s**2 * (1.0 + t.cv2) for rate, t in own) / total
        mixture = tuple((w * rate / total, k, r) for rate, t in own for w, k, r in t.mixture)
        out[name] = ResponseTimes(mean, max(square / mean**2 - 1.0, 0.0), mixture)
    return out


def _held_back(net: InstallationNetwork, reading: Reading, variant: int) -> Break | None:
    """A source that is not let through in full: its queue would grow without end."""
    for i, c in enumerate(net.chains):
        rate = _one(c.rate_per_s, variant)
        if math.isfinite(rate) and _one(c.population, variant) > 0.0:
            through = float(reading.rate(i)[variant])
            if through < 0.98 * rate:
                path = frozenset(net.stations[a.station].name for a in net.arcs if a.chain == i)
                full = _busiest(net, reading, variant, path)
                return Break(chain=c.name, station="" if full is None else full[0])
    return None


def _uses(net: InstallationNetwork, reading: Reading, variant: int) -> dict[str, float]:
    """Use of all that is limited, by name, but for ready tasks: CPs of others' work, no server."""
    return {
        s.name: float(reading.use(k)[variant]) for k, s in enumerate(net.stations)
        if math.isfinite(_one(s.servers, variant)) and "/ready" not in s.name
    }  # fmt: skip


def _busiest(
    net: InstallationNetwork, reading: Reading, variant: int, among: Collection[str]
) -> tuple[str, float] | None:
    """The busiest of some stations and its use."""
    found = [use for use in _uses(net, reading, variant).items() if use[0] in among]
    return max(found, key=lambda f: f[1], default=None)
