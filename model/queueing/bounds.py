"""Bounds on throughput that hold whatever the method, from demands alone.

Upper: no class can cycle faster than alone, no station can work beyond its capacity (asymptotic
bounds, Denning and Buzen 1978; Lazowska et al. 1984, chapter 5), and with one class a balanced
system is the best of all with the same total demand (balanced job bounds, Zahorjan et al., CACM
25(2), 1982; Lazowska Table 5.3). Lower: by the arrival theorem, an arrival waits at most as if all
others were at the station that hurts most. Stations with several servers or other rates enter at
their best rate above, and below by the steepest line over their waiting time.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from .network import PRIORITY_DISCIPLINES, ClosedClass, Network, OpenClass
from .solution import ClassBounds
from .stations import best_rate, offered_load, own_rates, wait_line

__all__ = ["throughput_bounds"]

Array = NDArray[np.float64]


def throughput_bounds(network: Network) -> dict[str, ClassBounds]:
    """Bounds for every class of a network."""
    everyone = math.ceil(sum(c.population for c in network.closed))
    best = np.array([best_rate(s, everyone) for s in network.stations])
    room = best - np.array([offered_load(network, s) for s in network.stations])
    room = np.maximum(room, 0.0)
    out: dict[str, ClassBounds] = {}
    for cls in network.classes:
        demand = _demands(network, cls.name)
        busy = demand > 0
        ceiling = float(np.min(room[busy] / demand[busy], initial=np.inf))
        if isinstance(cls, OpenClass):
            rate = cls.arrival_rate_per_s
            out[cls.name] = ClassBounds(rate + ceiling, rate)
        elif cls.population <= 0:
            out[cls.name] = ClassBounds(0.0, 0.0)
        else:
            upper = min(ceiling, _alone(network, cls, demand, best, everyone))
            lower = _lower(network, cls, demand, everyone)
            out[cls.name] = ClassBounds(upper, min(lower, upper))
    return out


def _alone(network: Network, cls: ClosedClass, demand: Array, best: Array, everyone: int) -> float:
    """Upper bound without regard to any single station's capacity."""
    copies = np.array([float(s.replicas) for s in network.stations])
    n, z = cls.population, cls.think_time_s
    lone = np.array([_best_alone(network, i, everyone) for i in range(len(copies))])
    cycle = z + float((demand * copies / lone).sum())
    upper = n / cycle if cycle > 0 else math.inf
    queues = np.isfinite(best)
    fast = (demand * copies)[queues] / best[queues]
    total, places = float(fast.sum()), float(copies[queues][fast > 0].sum())
    populated = [c for c in network.closed if c.population > 0]
    if len(populated) == 1 and not network.open and n >= 1 and total > 0:
        delay = z + float((demand * copies)[~queues].sum())
        queueing = (n - 1) * (total / places) / (1 + delay / total)
        upper = min(upper, n / (total + delay + queueing))
    return upper


def _lower(network: Network, cls: ClosedClass, demand: Array, everyone: int) -> float:
    """Lower bound; 0 where other classes may overtake without limit."""
    populated = [c for c in network.closed if c.population > 0]
    alone = len(populated) == 1
    stations = network.stations
    shared = [
        s for s, d in zip(stations, demand, strict=True)
        if d > 0 and not s.is_delay and offered_load(network, s) > 0
    ]  # fmt: skip
    ranked = any(s.discipline in PRIORITY_DISCIPLINES for s in stations)
    if shared or (ranked and not alone):
        return 0.0
    copies = np.array([float(s.replicas) for s in stations])
    lines = np.array([wait_line(s, everyone) for s in stations]).reshape(-1, 2)
    n, others = cls.population, max(everyone - 1.0, 0.0)
    service = cls.think_time_s + float((demand * copies * lines[:, 0]).sum())
    steep = demand * lines[:, 1]
    if any(s.discipline == "fcfs" for s in stations) and not alone:
        # Not product form when demands differ: everyone else may be ahead, everywhere.
        longest = np.array([
            max(network.demand_s(c.name, s.name) for c in populated) for s in stations
        ])  # fmt: skip
        wait = others * float((longest * copies * lines[:, 1])[demand > 0].sum())
    else:
        wait = others * float(steep.max(initial=0.0))
        queues = np.array([not s.is_delay for s in stations], dtype=bool)
        delay = cls.think_time_s + float((demand * copies)[~queues].sum())
        slowest = float((demand * copies * lines.max(axis=1))[queues].sum())
        if alone and n >= 1 and slowest > 0:
            # Some of the others are thinking (Lazowska Table 5.3).
            wait /= 1.0 + delay / (n * slowest)
    cycle = service + wait
    return n / cycle if cycle > 0 else 0.0


def _best_alone(network: Network, index: int, everyone: int) -> float:
    """Best rate per customer: that of a lone customer unless multipliers grow faster than j."""
    station = network.stations[index]
    if not station.rate_multipliers:
        return 1.0
    rates = np.array(own_rates(station, everyone))
    return float((rates / np.arange(1, len(rates) + 1)).max())


def _demands(network: Network, cls: str) -> Array:
    return np.array([network.demand_s(cls, s.name) for s in network.stations], dtype=float)
