"""Rates of a station: what it can do with j customers, and what open classes leave of it.

For a station visited by open and closed classes the closed classes see a load-dependent server of
their own (Bruell, Balbo and Afshari, Performance Evaluation 4, 1984; Bolch et al. 2006, section
8.2.3). With F(n) = sum_j C(n+j, j) rho^j / (rate_1 … rate_(n+j)) its rate is F(n-1) / F(n); for a
single server that is 1 - rho, and from the last stated rate on it is (last rate) - rho.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from .network import Network, OpenClass, Station
from .waiting import station_rates

__all__ = ["best_rate", "left_for_closed", "mean_busy", "offered_load", "own_rates", "wait_line"]


def own_rates(station: Station, customers: int) -> tuple[float, ...]:
    """Total relative rate with 1, 2, … customers, constant after the last."""
    if station.is_delay:
        raise ValueError("a delay has no rates")
    factors = station.rate_multipliers or None
    servers = station.servers
    if math.isfinite(servers) and not factors:
        servers = float(min(servers, max(customers, 1)))
    return station_rates(servers, factors, max(customers, 1))


def best_rate(station: Station, customers: int) -> float:
    """Most work per second the station can do; infinite for a delay."""
    if station.is_delay:
        return math.inf
    if not station.rate_multipliers:
        return station.servers
    if math.isinf(station.servers):
        return max(own_rates(station, customers))
    return max(own_rates(station, max(len(station.rate_multipliers), int(station.servers))))


def wait_line(station: Station, customers: int) -> tuple[float, float]:
    """(a, b) with (j + 1) / rate(j + 1) <= a + b j for every j < customers."""
    if station.is_delay:
        return 1.0, 0.0
    if not station.rate_multipliers:
        return 1.0, 1.0 / station.servers
    rates = own_rates(station, customers)
    j = np.arange(len(rates))
    factor = (j + 1) / np.array(rates)
    start = float(factor[0])
    slope = float(np.max((factor[1:] - start) / j[1:], initial=0.0))
    return start, max(slope, 1.0 / rates[-1])


def offered_load(network: Network, station: Station) -> float:
    """Work per second the open classes bring to one copy of a station."""
    return sum(
        c.arrival_rate_per_s * network.demand_s(c.name, station.name)
        for c in network.classes
        if isinstance(c, OpenClass)
    )


def left_for_closed(
    rates: tuple[float, ...], load: float, count: int | None = None
) -> tuple[float, ...]:
    """Rates the closed classes see at a station with open ``load`` (below the last rate).

    One entry more than ``rates``, because the first arrival of an open class looks one further; or
    only the first ``count``.
    """
    if load <= 0.0:
        return rates
    if all(r == rates[0] for r in rates):
        return (rates[0] - load,)
    length = len(rates) if count is None else min(count, len(rates))
    cumulative = np.concatenate(([0.0], np.cumsum(np.log(np.array(rates)))))
    logs = _log_factorials(len(rates))
    f = [_scaled_constant(rates, cumulative, logs, load, n) for n in range(length + 1)]
    seen = [math.exp(f[n - 1] - f[n]) for n in range(1, length + 1)]
    return (*seen, rates[-1] - load) if length == len(rates) else tuple(seen)


def mean_busy(rates: tuple[float, ...], servers: int, load: float) -> tuple[float, ...]:
    """Mean busy servers of a station with open ``load`` and 0, 1, … ``servers`` closed customers.

    With j closed customers i open ones are there in proportion to C(i+j, j) load^i / (rate_(j+1) …
    rate_(j+i)), which add up to F(j) rate_1 … rate_j; idle servers need only few of these terms.
    """
    cumulative = np.concatenate(([0.0], np.cumsum(np.log(np.array(rates)))))
    beyond = np.arange(len(cumulative), servers + 1)
    more = cumulative[-1] + (beyond - len(rates)) * math.log(rates[-1])
    cumulative = np.concatenate((cumulative, more))
    out = []
    log_factorial = np.array([math.lgamma(n + 1) for n in range(servers)])
    known, logs = cumulative[: len(rates) + 1], _log_factorials(len(rates))
    for j in range(servers):
        i = np.arange(servers - j)
        binomial = log_factorial[j:] - log_factorial[: servers - j]
        term = binomial - log_factorial[j] + i * math.log(load) - cumulative[j + i]
        idle = np.exp(term - _scaled_constant(rates, known, logs, load, j))
        out.append(servers - float(((servers - j - i) * idle).sum()))
    return (*out, float(servers))


def _log_factorials(length: int) -> NDArray[np.float64]:
    """log 0! … log (length - 1)!, once for all n of ``_scaled_constant``."""
    from scipy.special import gammaln

    logs: NDArray[np.float64] = gammaln(np.arange(length) + 1)
    return logs


def _scaled_constant(
    rates: tuple[float, ...],
    cumulative: NDArray[np.float64],
    logs: NDArray[np.float64],
    load: float,
    n: int,
) -> float:
    """log F(n)."""
    from scipy.special import betainc

    length = len(rates)
    first = max(0, length - n)
    j = np.arange(first)
    log_binomial = logs[n : n + first] - logs[:first] - math.lgamma(n + 1)
    terms = log_binomial + j * math.log(load) - cumulative[n + j]
    # Beyond ``length`` customers the rate is constant: a negative binomial tail.
    ratio = load / rates[-1]
    tail = 1.0 if first == 0 else float(betainc(first, n + 1, ratio))
    if tail > 0.0:
        beyond = -cumulative[length] - (n - length) * math.log(rates[-1])
        last = beyond - (n + 1) * math.log1p(-ratio) + math.log(tail)
        terms = np.append(terms, last)
    top = terms.max()
    return float(top + math.log(np.exp(terms - top).sum()))
