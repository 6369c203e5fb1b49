"""Percentiles of response times from an analytic answer: moments along the path, phase-type fits.

A cycle's response is taken for the sum of independent times at its stations (*parts*), each with
three cumulants, waits in order of arrival apart from services; each is fitted by a phase-type
distribution of the same moments. In networks of stations their sum is kept whole (``passage``):
fitted itself, half of the responses at low use were up to 5 % off where they are now 0.3 %. In
installations the sum is fitted once more (``path``). Closed networks outside product form whose
chain stays small with one customer told apart have the whole distribution (``tagged``).

Times at one station. What an arrival finds is taken from the family of `waiting` (a birth-death
queue with as many others as there are), its rate chosen so that the mean time is the one the
analysis found. Then, exactly for that family:

FCFS            j found and m servers: a service, and before it j - m + 1 departures of rate m / d
processor       the absorption time of a tagged customer's chain (Coffman, Muntz and Trotter, JACM
sharing         17(1), 1970, for the open M/M/1: variance (2 + rho) / (2 - rho) of the mean squared)
delay           an exponential time
priorities      the absorption time of a tagged customer among those of higher levels and of its
                own (``ranked_visits``); where they are too many to be told apart, a wait that is
                exponential where there is any, and a service that higher levels stretch

Of the first three, and where all who wait at a single server come by themselves
(``poisson_waits``), the whole distribution is kept, exact where the answer is and customers do not
go round one behind the other: of 25 random networks, open, closed and mixed, the worst of 49
classes was 3, 6, 6 and 7 % off; with fits, and open customers among closed ones taken for some more
of those, 42, 44, 54 and 75 %.

Fit: squared coefficient of variation c² up to 1: the mixture of two Erlangs of k - 1 and k phases
(Tijms, *Stochastic Models*, 1994); above 1: a hyperexponential of two phases with the third moment,
or with balanced means where the third moment is out of its reach.

Measured against simulation on random networks not used while it was made (one to three classes,
open and closed, two to five stations): with processor sharing and FCFS the median error is 2 % at
50, 90 and 95 and 3.5 % at 99 %, the worst of 30 networks 11, 18, 25 and 37 %. The outliers are few
customers that pause next to never, and low classes behind busy higher ones. ``bench`` repeats it.

Measured again on fresh networks, what lies within the simulation's interval taken off: without
priorities the median is 0 to 2 %, the worst of 47 classes 9, 12, 16 and 24 % at 50, 90, 95 and
99 %; of 131 classes of 60 networks from another seed 0 to 1 %, nine in ten within 4, 4, 3 and 8 %,
the worst 13, 13, 17 and 25 %.

With priorities (120 networks of one to four stations from a seed used for nothing else, 288
classes) the median is 0 to 2 %, nine in ten within 6, 6, 8 and 14 %, the worst 33, 24, 34 and 45 %;
where the mean is within 2 %, as it is in 246, nine in ten within 6, 5, 5 and 11 %, the worst 33,
19, 27 and 41 %. With the means of approximate MVA the same were within 11, 13, 12 and 15 % and the
worst up to 213 %: it is the mean that is off then. Behind levels of very unlike demands, of which
there were none, half of the responses were 108 % off and one in a hundred 33 %, with those levels
as one class of their mean service by arrivals; by load it is 56 and 13 %.

With several closed classes of unlike demands in order of arrival (22 networks of one to four
stations from a seed used for nothing else, 43 classes) the median is 1, 6, 7 and 10 %, nine in ten
within 5, 13, 16 and 23 %, the worst 11, 17, 20 and 27 %, also where the mean is within 1 %.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from .network import PRIORITY_DISCIPLINES, ClosedClass, Network, OpenClass, Station
from .passage import Complex, PassageTimes, Transform, mixture_transform
from .poisson_waits import Flow, wait_transform
from .ranked_visits import Group, preempted_moments, waited_moments
from .solution import Solution
from .stations import own_rates
from .tagged import TaggedTimes, tagged_times, within_reach
from .visit_times import (
    MOST_FOUND,
    Part,
    added,
    exponential,
    found_alike,
    found_mixed,
    shared_visit,
    wait_behind,
    weighed,
)

__all__ = [
    "MOST_FOUND", "PERCENTILES", "Part", "ResponseTimes", "added", "fit", "path", "response_times",
    "said_of_percentiles", "sharing", "usual_error", "visits", "whole_visits",
]  # fmt: skip

Array = NDArray[np.float64]
PERCENTILES = (50, 90, 95, 99)
_STRETCHED = 1.003
"""Below it nobody is met to speak of."""
_WAITS = 1
"""Which of the parts of a visit is the wait, where it is apart from the service."""
_NEARLY_WHOLE = 0.999
"""Part of a variance that needs no fit."""
_LEAST_CHANCE = 1e-3
"""Probability of waiting below which a mean wait is rather the approximation's than the queue's."""
_MEASURED = {
    "without priorities": (
        "0 to 2 % in the median and up to 4 to 8 % in nine of ten classes", "13, 13, 17 and 25 %"
    ),
    "with priorities": (
        "0 to 2 % in the median and up to 6 to 14 % in nine of ten classes", "56, 24, 34 and 45 %"
    ),
    "of several closed classes served in order of arrival": (
        "1 to 10 % in the median and up to 5 to 23 % in nine of ten classes", "11, 17, 20 and 27 %"
    ),
}  # fmt: skip
"""By kind of network: usual errors, and the worst (see the module text)."""
_USUAL = {
    "without priorities": 0.08, "with priorities": 0.14,
    "of several closed classes served in order of arrival": 0.23,
}  # fmt: skip


@dataclass(frozen=True)
class ResponseTimes:
    """A fitted distribution: a mixture of Erlangs, (weight, phases, rate per s) each."""

    mean_s: float
    cv2: float
    mixture: tuple[tuple[float, int, float], ...]

    def share_within(self, goal_s: float) -> float:
        """Probability that a response takes at most ``goal_s``."""
        if self.mean_s <= 0.0:
            return 1.0
        from scipy.special import gammainc

        if goal_s <= 0.0:
            return 0.0
        return float(sum(w * gammainc(k, rate * goal_s) for w, k, rate in self.mixture))

    def percentile(self, p: float) -> float:
        """Time (s) within which ``p`` percent of responses end, 0 < p < 100."""
        if self.mean_s <= 0.0:
            return 0.0
        low, high = 0.0, self.mean_s
        while self.share_within(high) < p / 100.0:
            low, high = high, 2.0 * high
        for _ in range(60):
            middle = 0.5 * (low + high)
            if self.share_within(middle) < p / 100.0:
                low = middle
            else:
                high = middle
        return 0.5 * (low + high)


def said_of_percentiles(network: Network, times: Mapping[str, PassageTimes] | None = None) -> str:
    """What percentiles of such networks were off by, for the answer to say."""
    if times and all(isinstance(each, TaggedTimes) for each in times.values()):
        return (
            "percentiles are those of a tagged customer in the exact chain, right to 0.1 % of the "
            "mean"
        )
    kind = _kind(network)
    usual, worst = _MEASURED[kind]
    return (
        f"percentiles are put together of independent visits, those without a known distribution "
        f"fitted by moments: on random networks {kind} they lay beyond the interval of a "
        f"simulation by {usual}, at worst by {worst} (at 50, 90, 95 and 99 %); --check simulates "
        "this one"
    )


def usual_error(network: Network, times: PassageTimes | None = None) -> float:
    """Share by which nine in ten percentiles of such networks were off at most.

    times: those of a class, which may be exact.
    """
    if isinstance(times, TaggedTimes):
        return 0.0
    return _USUAL[_kind(network)]


def _kind(network: Network) -> str:
    """What networks of this kind are called, where errors are told."""
    if any(s.discipline in PRIORITY_DISCIPLINES for s in network.stations):
        return "with priorities"
    if any(s.discipline == "fcfs" and _unlike(network, s) for s in network.stations):
        return "of several closed classes served in order of arrival"
    return "without priorities"


def _unlike(network: Network, station: Station) -> bool:
    """Whether closed classes of unlike demands meet at a station."""
    there = (network.demand_s(c.name, station.name) for c in network.closed if c.population > 0)
    return len({demand for demand in there if demand > 0.0}) > 1


def whole_visits(one: Part, number: float) -> Part:
    """As many independent times ``one`` as the whole numbers next to ``number`` give on average."""
    whole = math.floor(number + 1e-9)
    share = max(number - whole, 0.0)
    m1 = share * one.mean_s
    m2 = share * (one.variance_s2 + one.mean_s**2)
    m3 = share * (one.third_s3 + 3.0 * one.mean_s * one.variance_s2 + one.mean_s**3)
    return added([one.times(whole), Part(m1, m2 - m1**2, m3 - 3.0 * m1 * m2 + 2.0 * m1**3)])


def path(parts: Sequence[Part]) -> ResponseTimes:
    """The sum of independent parts, fitted by its moments."""
    whole = added(parts)
    return fit(whole.mean_s, whole.variance_s2, whole.third_s3)


def fit(mean_s: float, variance_s2: float, third_s3: float) -> ResponseTimes:
    """A phase-type distribution with these cumulants (the third where it can be had)."""
    if mean_s <= 0.0:
        return ResponseTimes(0.0, 0.0, ())
    cv2 = max(variance_s2 / mean_s**2, 1e-4)
    if cv2 <= 1.0:
        k = max(math.ceil(1.0 / cv2 - 1e-9), 1)
        if k == 1:
            return ResponseTimes(mean_s, cv2, ((1.0, 1, 1.0 / mean_s),))
        p = (k * cv2 - math.sqrt(max(k * (1.0 + cv2) - k * k * cv2, 0.0))) / (1.0 + cv2)
        p = min(max(p, 0.0), 1.0)
        rate = (k - p) / mean_s
        return ResponseTimes(mean_s, cv2, ((p, k - 1, rate), (1.0 - p, k, rate)))
    two = _with_third(mean_s, variance_s2, third_s3)
    if two is None:
        p = 0.5 * (1.0 + math.sqrt((cv2 - 1.0) / (cv2 + 1.0)))
        two = ((p, 1, 2.0 * p / mean_s), (1.0 - p, 1, 2.0 * (1.0 - p) / mean_s))
    return ResponseTimes(mean_s, cv2, two)


def _with_third(
    mean: float, variance: float, third: float
) -> tuple[tuple[float, int, float], ...] | None:
    """The hyperexponential of two phases with three given moments (Whitt, Oper. Res. 30, 1982)."""
    m2 = variance + mean**2
    m3 = third + 3.0 * mean * variance + mean**3
    x = mean * m3 - 1.5 * m2 * m2
    y = m2 - 2.0 * mean * mean
    if x <= 0.0 or y <= 0.0:
        return None
    root = math.sqrt((x + 1.5 * y * y - 3.0 * mean * mean * y) ** 2 + 18.0 * mean**2 * y**3)
    spread = x + 1.5 * y * y + 3.0 * mean * mean * y
    a, b = (spread + root) / (6.0 * mean * y), (spread - root) / (6.0 * mean * y)
    if b <= 0.0 or a <= b:
        return None
    p = (mean - b) / (a - b)
    return ((p, 1, 1.0 / a), (1.0 - p, 1, 1.0 / b)) if 0.0 < p < 1.0 else None


def _ranked(d: float, mean: float, busy: float, above: float, preempts: bool) -> Part:
    """A wait that is exponential where there is one, and a service that levels above interrupt."""
    service = d
    if preempts:
        service = min(d / max(1.0 - above, 1e-6), mean)
    wait = max(mean - service, 0.0)
    chance = min(max(busy, 1e-3), 1.0)
    # Interruptions come in bursts: the stretched part of the service varies as they do.
    extra = service - d
    return Part(
        mean,
        d**2 + 2.0 * extra * d + extra**2 + wait**2 * (2.0 / chance - 1.0),
        2.0 * service**3 + wait**3 * (6.0 / chance**2 - 6.0 / chance + 2.0),
    )


def visits(
    service_s: float, mean_s: float, busy: float, servers: float, most_cv2: float = math.inf
) -> Part:
    """A visit of mean ``mean_s`` with a service of ``service_s``.

    For a station of which only use and servers are known: the wait is exponential where there is
    one, which has the probability of Sakasegawa's approximation, use ** (sqrt(2 (m + 1)) - 1).
    most_cv2: the squared coefficient of variation that the wait cannot exceed; below that of the
    exponential one it has a gamma distribution's third cumulant.
    """
    wait = max(mean_s - service_s, 0.0)
    chance = min(max(busy, 1e-3), 1.0) ** (math.sqrt(2.0 * (max(servers, 1.0) + 1.0)) - 1.0)
    chance = max(chance, _LEAST_CHANCE)
    square, cube = 2.0 / chance - 1.0, 6.0 / chance**2 - 6.0 / chance + 2.0
    if square > most_cv2:
        square, cube = most_cv2, 2.0 * most_cv2**2
    return Part(mean_s, service_s**2 + wait**2 * square, 2.0 * service_s**3 + wait**3 * cube)


def sharing(service_s: float, mean_s: float, servers: float, others: int, pausing: float) -> Part:
    """A visit of mean ``mean_s`` to ``servers`` that divide themselves among all who are there.

    others: most that can be met. pausing: the part of them that come one by one from a pause.
    """
    stretch = max(mean_s / service_s, 1.0)
    most = (others + 1) / min(max(servers, 1.0), others + 1)
    if math.isinf(servers) or others < 1 or stretch < _STRETCHED or stretch >= most:
        return exponential(mean_s)  # the others stay as they are
    part = Part(0.0, 0.0, 0.0)
    for share, from_delays in ((1.0 - pausing, False), (pausing, True)):
        if share > 0.0:
            third = float(f"{stretch:.3g}")
            one = _stretched(min(third, most), max(servers, 1.0), others, from_delays)
            part = added([part, one.times(share)])
    by = mean_s / part.mean_s
    return Part(mean_s, part.variance_s2 * by**2, part.third_s3 * by**3)


@lru_cache(maxsize=1024)
def _stretched(stretch: float, servers: float, others: int, from_delays: bool) -> Part:
    """Sharing by services of mean 1 that all are stretched alike."""
    rates = [min(float(j), servers) for j in range(1, min(others + 1, math.ceil(servers)) + 1)]
    p, coming = found_alike(rates, others, stretch, from_delays)
    return shared_visit(1.0, 1.0, rates, p, coming)


def _pausing(
    network: Network, solution: Solution, here: Sequence[ClosedClass | OpenClass], at: Station
) -> float:
    """Share of the time away from a station that its customers spend at delays."""
    delays = elsewhere = 0.0
    for cls in here:
        if not isinstance(cls, ClosedClass):
            continue
        x = solution.throughput[cls.name]
        row = solution.residence[cls.name]
        delays += x * cls.think_time_s
        delays += x * sum(row[s.name] for s in network.stations if s.is_delay)
        elsewhere += x * (cls.think_time_s + sum(r for name, r in row.items() if name != at.name))
    return min(delays / elsewhere, 1.0) if elsewhere > 0 else 0.0


def _parts(
    network: Network, solution: Solution, cls_name: str, station: Station
) -> tuple[Part, ...]:
    """The time of one class at one copy of a station: a wait and a service where they are apart."""
    d = network.demand_s(cls_name, station.name)
    mean = solution.residence[cls_name][station.name] / station.replicas
    if station.is_delay or d <= 0.0:
        return (exponential(d),)
    here = [c for c in network.classes if network.demand_s(c.name, station.name) > 0]
    opened = any(not isinstance(c, ClosedClass) for c in here)
    found = {c.name: solution.queue_length[c.name][station.name] for c in here}
    inside = sum(c.population for c in here if isinstance(c, ClosedClass))
    tagged = next(c for c in here if c.name == cls_name)
    inside -= 1.0 if isinstance(tagged, ClosedClass) else 0.0
    others = max(math.ceil(inside), 0)
    if opened and not others:
        others = MOST_FOUND
    mixed = sum(
        c.arrival_rate_per_s * network.demand_s(c.name, station.name)
        for c in here if isinstance(c, OpenClass) and others < MOST_FOUND
    )  # fmt: skip
    pausing = _pausing(network, solution, here, station)
    total = sum(found.values())
    if station.discipline in PRIORITY_DISCIPLINES:
        level = {c.name: c.priority or 1 for c in here}
        use = {c.name: solution.throughput[c.name] * network.demand_s(c.name, station.name)
               / station.servers for c in here}  # fmt: skip
        above = sum(u for n, u in use.items() if level[n] < level[cls_name])
        preempts = station.discipline == "preemptive-resume"
        upto = sum(u for n, u in use.items() if level[n] <= level[cls_name] or not preempts)
        if above > 0.0 or len(set(level.values())) > 1:
            found_parts = _among_levels(network, solution, cls_name, station, here, upto)
            return found_parts or (_ranked(d, mean, upto, above, preempts),)
    rates = own_rates(station, MOST_FOUND + 1 if mixed else max(others + 1, 1))
    in_order = (
        station.discipline in ("fcfs", "non-preemptive (HOL)") and not station.rate_multipliers
    )
    if total <= 0:
        ahead = d
    else:
        ahead = sum(q * network.demand_s(n, station.name) for n, q in found.items()) / total
    if not in_order:
        flow = sum(solution.throughput[n] for n in found)
        other = total and sum(
            solution.throughput[n] * network.demand_s(n, station.name) for n in found
        ) / flow  # fmt: skip
        stretch = mean / d
    else:
        # Those ahead may be slower than oneself: the mean wait in their services.
        stretch = 1.0 + max(mean - d, 0.0) / ahead
    kinds = []
    for share, from_delays in ((1.0 - pausing, False), (pausing, True)):
        if share <= 0.0:
            continue
        if mixed > 0.0:
            p, coming = found_mixed(rates, others, mixed, stretch, from_delays)
        else:
            p, coming = found_alike(rates, others, stretch, from_delays)
        if in_order:
            kinds.append((share, wait_behind(ahead, station.servers, p)))
        else:
            kinds.append((share, shared_visit(d, other or d, rates, p, coming, True)))
    part = weighed(kinds)
    if in_order:
        own = min(d, mean)
        return exponential(own), _rescaled(part, mean - own)
    return (_rescaled(part, mean),)


def _rescaled(part: Part, mean_s: float) -> Part:
    """A time of other mean but the same shape."""
    by = mean_s / part.mean_s if part.mean_s > 0.0 else 0.0
    return replace(
        part, mean_s=part.mean_s * by, variance_s2=part.variance_s2 * by**2,
        third_s3=part.third_s3 * by**3, known=part.known and _slower(part.known, by),
    )  # fmt: skip


def _among_levels(
    network: Network, solution: Solution, name: str, station: Station,
    here: Sequence[ClosedClass | OpenClass], use: float,
) -> tuple[Part, ...] | None:  # fmt: skip
    """A visit as a tagged customer's among those of higher levels and of its own.

    None where too many of them would have to be told apart.
    """
    preempts = station.discipline == "preemptive-resume"
    d = network.demand_s(name, station.name)
    mean = solution.residence[name][station.name] / station.replicas
    level = {c.name: c.priority or 1 for c in here}
    busy = {c.name: solution.throughput[c.name] * network.demand_s(c.name, station.name)
            for c in here}  # fmt: skip
    flow = sum(solution.throughput[n] for n in level)

    def group(among: Sequence[ClosedClass | OpenClass]) -> Group:
        number = customers = away = closed = opened = 0.0
        for c in among:
            x, there = solution.throughput[c.name], solution.queue_length[c.name][station.name]
            there /= station.replicas
            waits = there if preempts else max(there - busy[c.name], 0.0)
            if isinstance(c, ClosedClass):
                but = 1.0 if c.name == name else 0.0
                number += waits * (1.0 - but / max(c.population, 1.0))
                customers += max(c.population - but, 0.0)
                away += max(c.population - there, 1e-6 * c.population)
                closed += x
            else:
                number += waits
                opened += x
        served = sum(solution.throughput[c.name] for c in among)
        work = sum(busy[c.name] for c in among)
        service = work / served if served > 0.0 else 0.0
        fewer = 1.0
        if preempts and work > 0.0:
            # As much work in services of their mean by load: what is ahead is load times that.
            by_load = sum(busy[c.name] * network.demand_s(c.name, station.name) for c in among)
            fewer, service = service / (by_load / work), by_load / work
        back = closed / away if away > 0.0 else 0.0
        return Group(number, customers, back * fewer, opened * fewer, service)

    higher = group([c for c in here if level[c.name] < level[name]])
    own = group([c for c in here if level[c.name] == level[name]])
    if preempts:
        found = preempted_moments(higher, own, d, station.servers)
        part = None if found is None else _of_moments(found, mean)
        return None if part is None else (part,)
    wait = max(mean - d, 0.0)
    found = waited_moments(higher, own, sum(busy.values()) / flow / station.servers)
    if found is None:
        return None
    chance = max(min(use, 1.0) ** (math.sqrt(2.0 * (station.servers + 1.0)) - 1.0), _LEAST_CHANCE)
    m1, m2, m3 = (chance * m for m in found)
    part = _of_moments((m1, m2, m3), wait)
    return None if part is None else (exponential(d), replace(part, chance=chance))


def _of_moments(moments: tuple[float, float, float], mean_s: float) -> Part | None:
    """Cumulants of a time of other mean but the same shape."""
    m1, m2, m3 = moments
    if not (math.isfinite(m3) and m1 > 0.0):
        return None
    by = mean_s / m1
    return Part(mean_s, (m2 - m1**2) * by**2, (m3 - 3.0 * m1 * m2 + 2.0 * m1**3) * by**3)


def response_times(network: Network, solution: Solution) -> Mapping[str, PassageTimes]:
    """Response times of every class through which anything flows."""
    out: dict[str, PassageTimes] = {}
    tagged = within_reach(network, solution)
    for cls in network.classes:
        if solution.throughput[cls.name] <= 0:
            continue
        exactly = tagged_times(network, solution, cls.name) if tagged else None
        if exactly is not None:
            out[cls.name] = exactly
            continue
        visits = [
            (s, kind, part)
            for s in network.stations
            if network.demand_s(cls.name, s.name) > 0
            for kind, part in enumerate(_parts(network, solution, cls.name, s))
        ]
        less = 1.0
        if isinstance(cls, ClosedClass):
            # In a service at one of several servers others may overtake.
            whole = [
                (s, part.times(float(s.replicas)))
                for s, kind, part in visits
                if kind == _WAITS or s.servers == 1 or s.discipline != "fcfs"
            ]
            less = _in_a_circle(network, solution, cls, whole)
        times = []
        for s, kind, part in visits:
            known = _poisson_wait(network, cls, s) if kind == _WAITS else None
            if known is not None:
                transform, mean_s = known
                times.append((_slower(transform, part.mean_s / mean_s), part.mean_s, s.replicas))
                continue
            alone = kind != _WAITS and s.servers > 1 and s.discipline == "fcfs"
            fitted = part if alone or less > _NEARLY_WHOLE else replace(
                part, variance_s2=part.variance_s2 * less, third_s3=part.third_s3 * less**1.5,
                known=None,
            )  # fmt: skip
            times.append((transformed(fitted), part.mean_s, s.replicas))
        out[cls.name] = _one_after_the_other(times)
    return out


def _poisson_wait(
    network: Network, cls: ClosedClass | OpenClass, station: Station
) -> tuple[Transform, float] | None:
    """The wait at a single server in order of arrival, or in that of levels, of open classes."""
    here = [c for c in network.classes if network.demand_s(c.name, station.name) > 0]
    in_order = station.discipline in ("fcfs", "non-preemptive (HOL)")
    if not in_order or station.servers != 1 or station.rate_multipliers:
        return None
    ranked = station.discipline in PRIORITY_DISCIPLINES
    flows = [
        Flow(c.arrival_rate_per_s, network.demand_s(c.name, station.name),
             (c.priority or 1) if ranked else 1)
        for c in here if isinstance(c, OpenClass)
    ]  # fmt: skip
    if len(flows) < len(here):
        return None
    return wait_transform(flows, (cls.priority or 1) if ranked else 1)


def _slower(transform: Transform, by: float) -> Transform:
    """Of so many times the time."""
    return lambda s: transform(by * s)


def transformed(part: Part) -> Transform:
    """Of a time that is known whole, or of a fit to what it takes where it takes any."""
    if part.known is not None:
        return part.known
    some = min(max(part.chance, 1e-12), 1.0)
    m1 = part.mean_s / some
    m2 = (part.variance_s2 + part.mean_s**2) / some
    m3 = (part.third_s3 + 3.0 * part.mean_s * part.variance_s2 + part.mean_s**3) / some
    variance = m2 - m1**2
    if some == 1.0 or variance <= 0.0:
        return mixture_transform(fit(part.mean_s, part.variance_s2, part.third_s3).mixture)
    waits = mixture_transform(fit(m1, variance, m3 - 3.0 * m1 * m2 + 2.0 * m1**3).mixture)
    return lambda s: 1.0 - some + some * waits(s)


def _one_after_the_other(times: Sequence[tuple[Transform, float, int]]) -> PassageTimes:
    """Independent times, each given by transform and mean, as often as stated."""

    def transform(s: Complex) -> Complex:
        product = np.ones_like(s)
        for one, _, number in times:
            product *= one(s) ** number
        return product

    return PassageTimes(sum(mean_s * number for _, mean_s, number in times), transform)


def _in_a_circle(
    network: Network, solution: Solution, cls: ClosedClass, parts: Sequence[tuple[Station, Part]]
) -> float:
    """What is left of the variance where customers go round in order, one behind the other.

    Without pauses, and in order of arrival everywhere, a cycle is as many departures of the busiest
    station as there are customers (cv² = 1 / customers): who finds few at one station finds many at
    the next. Between that and independent times the variance is taken in proportion to the share of
    the cycle spent in line.
    """
    response = sum(p.mean_s for _, p in parts)
    variance = sum(p.variance_s2 for _, p in parts)
    if len({s.name for s, _ in parts}) < 2:
        return 1.0  # one visit is as long as who is found there makes it
    cycle = cls.think_time_s + sum(solution.residence[cls.name].values())
    lined = sum(p.mean_s for s, p in parts if s.discipline == "fcfs")
    if cycle <= 0 or variance <= 0:
        return 1.0
    met = sum(
        c.population
        for c in network.closed
        if any(network.demand_s(c.name, s.name) > 0 for s, _ in parts)
    )
    circle = min(response**2 / max(met, 1.0), variance)
    share = lined / cycle
    return share * circle / variance + 1.0 - share
