"""Finite servers in closed form: strings and sessions (M/M/c), a limited number of tasks."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from model.subsystems.evaluation import FloatArray

UNLIMITED = 10_000
"""More tasks than any region admits: an open queue."""


@lru_cache(maxsize=4096)
def waiting_probability(servers: int, offered: float) -> float:
    """Erlang C: probability that a request finds all servers busy (offered load in servers)."""
    if offered <= 0.0:
        return 0.0
    if offered >= servers:
        return 1.0
    blocked = 1.0
    for count in range(1, servers + 1):
        blocked = offered * blocked / (count + offered * blocked)
    use = offered / servers
    return blocked / (1.0 - use + use * blocked)


@lru_cache(maxsize=4096)
def offered_load(servers: int, waiting: float) -> float:
    """The offered load at which a request waits with this probability (inverse of Erlang C)."""
    if waiting <= 0.0:
        return 0.0
    low, high = 0.0, float(servers)
    for _ in range(50):
        middle = (low + high) / 2.0
        if waiting_probability(servers, middle) < waiting:
            low = middle
        else:
            high = middle
    return (low + high) / 2.0


def mean_wait_s(servers: int, offered: float, rate_per_s: float) -> float:
    """Mean wait of all requests in seconds; infinite when the servers cannot keep up."""
    if offered <= 0.0 or rate_per_s <= 0.0:
        return 0.0
    if offered >= servers:
        return math.inf
    hold_s = offered / rate_per_s
    return waiting_probability(servers, offered) * hold_s / (servers - offered)


def limited_tasks(
    demand_s: FloatArray, delay_s: FloatArray, rate_per_s: float, limit: int
) -> tuple[FloatArray, FloatArray]:
    """Response time (s) and throughput (1/s) of a region that admits ``limit`` tasks at a time.

    A task uses one single server for ``demand_s`` in all and is away for ``delay_s``. The region
    with j tasks inside completes X(j) a second (exact mean value analysis), so that together with
    the tasks that wait outside it is a birth-death process; where even X(limit) is below the
    arrival rate the throughput is X(limit) and the response time infinite.
    """
    response = demand_s / np.maximum(1.0 - rate_per_s * demand_s, 1e-12) + delay_s
    inside = rate_per_s * response
    saturated = rate_per_s * demand_s >= 1.0
    if limit >= UNLIMITED:
        held = np.where(saturated, np.inf, response)
        return held, np.where(saturated, 1.0 / np.maximum(demand_s, 1e-300), rate_per_s)
    if not saturated.any() and (inside + 10.0 * np.sqrt(inside) + 30.0 < limit).all():
        return response, np.full_like(response, rate_per_s)
    queue = np.zeros_like(demand_s)
    weight = np.ones_like(demand_s)
    total, population = weight.copy(), np.zeros_like(demand_s)
    rate = np.zeros_like(demand_s)
    for tasks in range(1, limit + 1):
        at_server = demand_s * (1.0 + queue)
        rate = tasks / np.maximum(at_server + delay_s, 1e-300)
        queue = rate * at_server
        weight = weight * rate_per_s / rate
        total += weight
        population += tasks * weight
        peak = weight.max()
        if peak > 1e200:
            weight, total, population = weight / peak, total / peak, population / peak
    ratio = np.minimum(rate_per_s / rate, 1.0)
    stable = ratio < 1.0 - 1e-9
    left = np.where(stable, 1.0 - ratio, 1.0)
    outside = weight * ratio / left
    total = total + outside
    population = population + limit * outside + weight * ratio / left**2
    held = np.where(stable, population / total / rate_per_s, np.inf)
    return held, np.where(stable, rate_per_s, rate)
