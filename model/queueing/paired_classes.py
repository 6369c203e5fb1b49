"""Open classes of several priorities two at a time, where chains of all of them are too large.

A class of low priority leaves in bursts, in between the busy times of those before it, and waits
longer at the next station than if it came at random. How much longer is found with one other class,
the one whose busy times are longest (load times demand); all others slow the servers down for both
by what they take (a *shadow* server: K. C. Sevcik, "Priority scheduling disciplines in queuing
network models of computer systems", Proc. IFIP Congress 1977). Two classes at two stations and more
are small enough for chains of likely states. The waits of the whole at Poisson arrivals, which are
known better with all classes, are lengthened by as much.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from .network import Network, OpenClass, Station
from .solution import Solution

__all__ = ["lengthened_in_pairs"]

Residences = Mapping[str, Mapping[str, float]]
_PREEMPTIVE = "preemptive-resume"
_LEAST_LEFT = 0.02
"""Of a server that shadows leave; beyond it nothing can be told."""


def lengthened_in_pairs(
    network: Network, poisson: Residences, solved: Callable[[Network], Solution | None],
    at_random: Callable[[Network], Residences],
) -> dict[str, dict[str, float]] | None:  # fmt: skip
    """Residences (s) by class and station; None where a pair has no answer.

    poisson: of all classes, at_random: of a pair, were all arrivals Poisson. solved: a pair.
    """
    flowing = [c for c in network.open if c.arrival_rate_per_s > 0.0]
    out = {name: dict(row) for name, row in poisson.items()}
    answers: dict[tuple[object, ...], Solution | None] = {}
    for cls in flowing:
        others = {
            c.name: max(
                (c.arrival_rate_per_s * (network.demand_s(c.name, s.name) / s.servers) ** 2
                 for s in _shared(network, cls, c)), default=0.0,
            )
            for c in flowing if c is not cls
        }  # fmt: skip
        beside = max(flowing, key=lambda c: others.get(c.name, -1.0))
        if not others.get(beside.name):
            continue  # nobody whom it waits for
        rest = [c for c in flowing if c is not cls and c is not beside]
        pair = _alone(network, cls, beside, rest)
        if pair is None:
            return None
        key = *sorted(c.name for c in pair.classes), *(
            pair.demand_s(c.name, s.name) for c in flowing for s in pair.stations
        )  # fmt: skip
        if key not in answers:
            answers[key] = solved(pair)
        answer = answers[key]
        if answer is None:
            return None
        random = at_random(pair)
        for station in network.stations:
            demand = network.demand_s(cls.name, station.name)
            slow = pair.demand_s(cls.name, station.name)
            wait_s = random[cls.name][station.name] - slow
            if station.is_delay or demand <= 0.0 or not wait_s > 1e-9 * slow:
                continue
            found_s = answer.queue_length[cls.name][station.name] / cls.arrival_rate_per_s - slow
            own_s = poisson[cls.name][station.name] - demand
            out[cls.name][station.name] = demand + own_s * max(found_s / wait_s, 0.0)
    return out


def _shared(network: Network, cls: OpenClass, other: OpenClass) -> Sequence[Station]:
    """Stations where a class may wait for another one."""
    return [
        s for s in network.stations
        if not s.is_delay and network.demand_s(other.name, s.name) > 0.0
        and (s.discipline != _PREEMPTIVE or (other.priority or 1) <= (cls.priority or 1))
    ]  # fmt: skip


def _alone(
    network: Network, cls: OpenClass, beside: OpenClass, rest: Sequence[OpenClass]
) -> Network | None:
    """Two classes, slowed down by those whom the first of them may wait for; None if to nothing."""
    left = {s.name: 1.0 for s in network.stations}
    for other in rest:
        for s in _shared(network, cls, other):
            load = other.arrival_rate_per_s * network.demand_s(other.name, s.name)
            left[s.name] -= load / s.servers
    if min(left.values()) < _LEAST_LEFT:
        return None
    demands = {
        c.name: {s.name: network.demand_s(c.name, s.name) / left[s.name] for s in network.stations}
        for c in (cls, beside)
    }
    return Network(network.stations, (cls, beside), demands)
