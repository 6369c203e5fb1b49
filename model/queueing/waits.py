"""Waits of several servers in closed form, where no network is solved."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]


def mean_wait(use: FloatArray, servers: int) -> FloatArray:
    """Mean wait for one of several servers, in units of the service time (Erlang C).

    use: how busy each server is, 0 to below 1.
    """
    offered = np.asarray(use, dtype=float) * servers
    blocked = np.ones_like(offered)
    for count in range(1, servers + 1):
        blocked = offered * blocked / (count + offered * blocked)
    waiting = blocked / (1.0 - use + use * blocked)
    wait: FloatArray = waiting / (servers * (1.0 - use))
    return wait


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
