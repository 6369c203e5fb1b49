"""Open classes at one station: exact formulas where a theorem exists, the usual scaling elsewhere.

Conventions as in the Markov chains: at a preemptive station classes of one level share it evenly,
at the others they are served in order of arrival.

Several servers with unequal demands have no closed formula. In order of arrival they are solved as
a Markov process (``several_servers``), and so are preemptive levels, two at a time, the lower one
behind all above it as one class of as much work: exact for two levels of one demand each, on 30
random stations of three and four levels at most 3 % off, where the lowest was up to 26 % too fast
with their mean service by arrivals. Without preemption the wait of the single server as fast as all
of them is scaled by what the same step does to a queue in order of arrival (Bondi and
Buzen, "The response times of priority classes under preemptive resume in M/G/m queues", ACM
SIGMETRICS 1984).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from .network import PRIORITY_DISCIPLINES, Network, OpenClass, Station
from .several_servers import in_order, lower_level
from .stations import left_for_closed, own_rates
from .theorems import (
    COBHAM,
    ERLANG,
    HYPEREXPONENTIAL,
    JAISWAL,
    MITRANI_KING,
    POLLACZEK_KHINCHINE,
    PRODUCT_FORM,
    SHARING_IN_LEVEL,
)

__all__ = ["busy_in_order", "erlang_number", "open_responses"]


def open_responses(
    network: Network, station: Station, here: Sequence[OpenClass]
) -> tuple[list[float], str | None]:
    """Response (s) at one copy for each class of ``here``, and the theorem if it is exact."""
    demand = [network.demand_s(c.name, station.name) for c in here]
    load = [c.arrival_rate_per_s * d for c, d in zip(here, demand, strict=True)]
    level = [c.priority or 1 for c in here]
    m = station.servers
    equal = len(set(demand)) == 1
    lined = station.discipline == "fcfs" and not equal and math.isfinite(m)
    if lined and station.rate_multipliers:
        known = _in_order(demand, load, int(m), own_rates(station, 1))
        if known is not None:
            return known, HYPEREXPONENTIAL
    if station.discipline == "ps" or station.rate_multipliers or (
        equal and station.discipline not in PRIORITY_DISCIPLINES
    ):  # fmt: skip
        most = int(m) if math.isfinite(m) else 1
        rates = own_rates(station, max(len(station.rate_multipliers), most))
        stretch = 1.0 / left_for_closed(rates, sum(load), 1)[0]
        return [d * stretch for d in demand], None if lined else PRODUCT_FORM
    if station.discipline == "preemptive-resume" and equal:
        return _by_erlang(demand, load, level, m), ERLANG
    if station.discipline == "preemptive-resume" and m > 1:
        return _preemptive_at_several(demand, load, level, int(m))
    if station.discipline == "preemptive-resume":
        return _preemptive(demand, load, level)
    known = _in_order(demand, load, int(m)) if m > 1 else None
    if known is not None and station.discipline == "fcfs":
        return known, HYPEREXPONENTIAL
    scale = _against_one_server(demand, load, m) if known is None else (known[0] - demand[0]) / (
        sum(u * d for u, d in zip(load, demand, strict=True)) / m / m / (1.0 - sum(load) / m)
    )  # fmt: skip
    residual = sum(u * d for u, d in zip(load, demand, strict=True)) / m
    waits = []
    for p in level:
        above, upto = _loads(load, level, p, m)
        if station.discipline == "fcfs":
            above, upto = 0.0, sum(load) / m
        waits.append(scale * residual / m / ((1.0 - above) * (1.0 - upto)))
    times = [d + w for d, w in zip(demand, waits, strict=True)]
    if station.discipline == "fcfs":
        return times, POLLACZEK_KHINCHINE if m == 1 else None
    return times, COBHAM if m == 1 or equal else None


def _in_order(
    demand: Sequence[float], load: Sequence[float], servers: int,
    rates: tuple[float, ...] | None = None,
) -> list[float] | None:  # fmt: skip
    """Responses (s) without priorities; classes of one demand are one."""
    found = _waiting_and_served(demand, load, servers, rates)
    return None if found is None else [found[0] + found[1][d] for d in demand]


def _waiting_and_served(
    demand: Sequence[float], load: Sequence[float], servers: int,
    rates: tuple[float, ...] | None = None,
) -> tuple[float, dict[float, float]] | None:  # fmt: skip
    """Mean wait of all (s), and by demand the mean time in service (s)."""
    rate: dict[float, float] = {}
    for d, u in zip(demand, load, strict=True):
        rate[d] = rate.get(d, 0.0) + u / d
    found = in_order(tuple(rate.values()), tuple(rate), servers, rates)
    return None if found is None else (found[0], dict(zip(rate, found[1], strict=True)))


def busy_in_order(network: Network, station: Station, here: Sequence[OpenClass]) -> float | None:
    """Share of the servers at work where that is not the work done: rates vary, order counts."""
    if station.discipline != "fcfs" or not station.rate_multipliers or math.isinf(station.servers):
        return None
    demand = [network.demand_s(c.name, station.name) for c in here]
    rate = [c.arrival_rate_per_s for c in here]
    load = [x * d for x, d in zip(rate, demand, strict=True)]
    found = _waiting_and_served(demand, load, int(station.servers), own_rates(station, 1))
    if found is None:
        return None
    return sum(x * found[1][d] for x, d in zip(rate, demand, strict=True)) / station.servers


def _loads(
    load: Sequence[float], level: Sequence[int], p: int, m: float = 1.0
) -> tuple[float, float]:
    """Load per server of the levels above ``p``, and with ``p``."""
    above = sum(u for u, q in zip(load, level, strict=True) if q < p) / m
    upto = sum(u for u, q in zip(load, level, strict=True) if q <= p) / m
    return above, upto


def _by_erlang(
    demand: Sequence[float], load: Sequence[float], level: Sequence[int], m: float
) -> list[float]:
    """The classes from the top down to each level are an M/M/m queue of their own."""
    times = []
    for d, p in zip(demand, level, strict=True):
        above, upto = _loads(load, level, p)
        held = erlang_number(upto, m) - erlang_number(above, m)
        times.append(held / (upto - above) * d)
    return times


def _against_one_server(demand: Sequence[float], load: Sequence[float], m: float) -> float:
    """What m servers make of the wait of one that is m times as fast, without priorities."""
    if m == 1:
        return 1.0
    total = sum(load)
    mean = sum(u * d for u, d in zip(load, demand, strict=True)) / total
    wait = (erlang_number(total, m) - total) * mean / total
    return wait / (mean * total / m / m / (1.0 - total / m))


def _preemptive(
    demand: Sequence[float], load: Sequence[float], level: Sequence[int]
) -> tuple[list[float], str | None]:
    """Levels take the one server from those below; the classes of a level share it.

    A level's unfinished work is the same in every order of service, and with exponential service it
    is the number of each class times its demand. Sharing spreads it in proportion to demand, which
    is exact on the top level and where a level has one class or one demand.
    """
    times = [0.0] * len(demand)
    known: str | None = JAISWAL
    for p in sorted(set(level)):
        above, upto = _loads(load, level, p)
        members = [i for i, q in enumerate(level) if q == p]
        ahead = sum(u * d for u, d, q in zip(load, demand, level, strict=True) if q <= p)
        wait = ahead / ((1.0 - above) * (1.0 - upto))
        if len({demand[i] for i in members}) == 1:
            for i in members:
                times[i] = demand[i] / (1.0 - above) + wait
            continue
        if above > 0.0:
            known = None
        elif known is not None:
            known = f"{known}; {SHARING_IN_LEVEL}"
        # Sum over the level of load times response, as in order of arrival.
        held = sum(load[i] * (demand[i] / (1.0 - above) + wait) for i in members)
        stretch = held / sum(load[i] * demand[i] for i in members)
        for i in members:
            times[i] = demand[i] * stretch
    return times, known


def _preemptive_at_several(
    demand: Sequence[float], load: Sequence[float], level: Sequence[int], servers: int
) -> tuple[list[float], str | None]:
    """The top level shares the servers as if alone; each lower one has what all above leave.

    What is above, and the level itself, are one class each of their load, whose service is the mean
    of theirs by load: at one server that is exact, as the work ahead is the load times it. The
    numbers of a level are spread over its classes in proportion to their load.
    """
    times = [0.0] * len(demand)
    exact = True
    for p in sorted(set(level)):
        members = [i for i, q in enumerate(level) if q == p]
        higher = [i for i, q in enumerate(level) if q < p]
        here = sum(load[i] for i in members)
        mean = sum(load[i] * demand[i] for i in members) / here
        number: float | None = erlang_number(here, servers)
        if higher:
            exact = exact and len({demand[i] for i in higher}) == 1
            exact = exact and len({demand[i] for i in members}) == 1
            above = sum(load[i] for i in higher)
            above_mean = sum(load[i] * demand[i] for i in higher) / above
            number = lower_level(above / above_mean, above_mean, here / mean, mean, servers)
        if number is None:  # too many of the upper ones queue: all of them as one fast server
            exact = False
            part = [i for i, q in enumerate(level) if q <= p]
            scale = _against_one_server([demand[i] for i in part], [load[i] for i in part], servers)
            below, upto = _loads(load, level, p, servers)
            ahead = sum(load[i] * demand[i] for i in part) / servers**2
            number = here + here / mean * scale * ahead / ((1.0 - below) * (1.0 - upto))
        for i in members:
            times[i] = number / here * demand[i]
    return times, MITRANI_KING if exact else None


def erlang_number(load: float, servers: float) -> float:
    """Mean number in an M/M/m queue with offered load ``load`` (Erlang C)."""
    if load <= 0.0:
        return 0.0
    m = int(servers)
    blocking = 1.0
    for j in range(1, m + 1):
        blocking = load * blocking / (j + load * blocking)
    rho = load / m
    waiting = blocking / (1.0 - rho + rho * blocking)
    return load + waiting * rho / (1.0 - rho)
