"""Closed, open and mixed networks in product form: open classes first, then the closed ones.

Open classes take their share of every station; the closed classes are solved with what is left
(``stations.left_for_closed``); the open classes' response then follows from the closed queue they
find. All of it is exact when the closed part is (Lavenberg 1983, section 3.7; Bolch et al. 2006).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from .batch import BatchSolution, ClosedBatch
from .errors import NetworkError
from .network import Network, Station
from .stations import best_rate, left_for_closed, mean_busy, offered_load, own_rates
from .waiting import wait_table

__all__ = ["ProductForm", "closed_batch", "refuse_saturated", "solve_product_form"]

Array = NDArray[np.float64]
Solver = Callable[[ClosedBatch], BatchSolution]


@dataclass(frozen=True)
class ProductForm:
    """Residence (s per cycle, summed over copies) by class and station, and the closed part."""

    throughput: dict[str, float]
    residence: dict[str, dict[str, float]]
    converged: bool
    iterations: int
    residual: float
    busy: dict[str, float] = field(default_factory=dict)
    """Busy servers ÷ servers where that is not work ÷ capacity (load-dependent stations)."""


def refuse_saturated(network: Network) -> None:
    """Raise ``NetworkError`` naming the first station the open classes alone saturate."""
    everyone = math.ceil(sum(c.population for c in network.closed))
    for i, station in enumerate(network.stations):
        if station.is_delay:
            continue
        load = offered_load(network, station)
        limit = best_rate(station, everyone)
        if station.rate_multipliers:
            if math.isinf(station.servers):
                continue
            limit = own_rates(station, everyone)[-1]
        if load >= limit:
            raise NetworkError(
                f"station {station.name!r} is saturated: open classes bring {load:.6g} s of work "
                f"per second and it can do {limit:g}; lower the arrival rates or add capacity",
                ("stations", i),
            )


def closed_batch(network: Network) -> ClosedBatch:
    """The closed part as a batch of one, with the capacity the open classes leave."""
    closed = network.closed
    stations = network.stations
    demands = np.array(
        [[network.demand_s(c.name, s.name) for s in stations] for c in closed], dtype=float
    ).reshape(1, len(closed), len(stations))
    servers = np.array([math.inf if s.is_delay else s.servers for s in stations], dtype=float)
    multipliers: dict[int, tuple[float, ...]] = {}
    busy: dict[int, tuple[float, ...]] = {}
    everyone = math.ceil(sum(c.population for c in closed))
    for k, station in enumerate(stations):
        if station.is_delay:
            continue
        load = offered_load(network, station)
        if not station.rate_multipliers:
            if math.isfinite(station.servers) and station.servers >= max(everyone, 1) and not load:
                servers[k] = math.inf  # never a queue
                continue
            if station.servers == 1:
                demands[0, :, k] /= 1.0 - load
                continue
            if not load or not closed:
                continue  # nothing is left to anybody, or nobody asks
        if load > 0:
            rates = left_for_closed(_all_rates(station, everyone), load)
            servers[k] = 1.0
            multipliers[k] = rates
            busy[k] = mean_busy(_all_rates(station, everyone), int(station.servers), load)
        else:
            multipliers[k] = station.rate_multipliers
    return ClosedBatch(
        demands,
        np.array([[c.population for c in closed]], dtype=float).reshape(1, len(closed)),
        np.array([[c.think_time_s for c in closed]], dtype=float).reshape(1, len(closed)),
        servers,
        np.array([float(s.replicas) for s in stations]),
        multipliers,
        busy,
    )


def _all_rates(station: Station, everyone: int) -> tuple[float, ...]:
    """Every distinct rate, also those beyond the closed population (open customers come on top)."""
    if math.isinf(station.servers):
        raise NetworkError(
            f"station {station.name!r} has rate multipliers, infinitely many servers and open "
            "classes, for which no solution is known here; give it a number of servers"
        )
    longest = max(len(station.rate_multipliers), int(station.servers))
    return own_rates(station, longest)


def solve_product_form(network: Network, solver: Solver) -> ProductForm:
    """Solve with ``solver`` for the closed part (exact, Linearizer or Schweitzer)."""
    refuse_saturated(network)
    closed = network.closed
    throughput: dict[str, float] = {}
    residence: dict[str, dict[str, float]] = {}
    batch = closed_batch(network)
    answer: BatchSolution | None = None
    if closed:
        answer = solver(batch)
        for r, cls in enumerate(closed):
            throughput[cls.name] = float(answer.throughput[0, r])
            residence[cls.name] = {
                s.name: float(answer.residence[0, r, k]) for k, s in enumerate(network.stations)
            }
    if network.open:
        stretch = [
            _stretch(network, k, batch, answer, solver) for k in range(len(network.stations))
        ]
        for flow in network.open:
            throughput[flow.name] = flow.arrival_rate_per_s
            residence[flow.name] = {
                s.name: network.demand_s(flow.name, s.name) * s.replicas * stretch[k]
                for k, s in enumerate(network.stations)
            }
    busy: dict[str, float] = {}
    for k, s in enumerate(network.stations):
        if not s.rate_multipliers or math.isinf(s.servers):
            continue
        visited = any(c.population > 0 and network.demand_s(c.name, s.name) > 0 for c in closed)
        if answer is not None and visited:
            busy[s.name] = float(answer.utilization[0, k])
        elif k in batch.busy:
            busy[s.name] = batch.busy[k][0] / batch.busy[k][-1]
    if answer is None:
        return ProductForm(throughput, residence, True, 0, 0.0, busy)
    return ProductForm(
        throughput, residence, bool(answer.converged[0]), int(answer.iterations[0]),
        float(answer.residual[0]), busy,
    )  # fmt: skip


def _stretch(
    network: Network, k: int, batch: ClosedBatch, answer: BatchSolution | None, solver: Solver
) -> float:
    """Residence ÷ demand of an open customer at station ``k``."""
    station = network.stations[k]
    if station.is_delay:
        return 1.0
    load = offered_load(network, station)
    visiting = [] if answer is None else [
        r for r in range(batch.shape[1])
        if batch.demands[0, r, k] > 0 and batch.populations[0, r] > 0
    ]  # fmt: skip
    if answer is None or not visiting:
        return 1.0 / left_for_closed(_all_rates(station, 0), load, 1)[0]
    found = float(answer.queue_length[0, :, k].sum()) / station.replicas
    if station.servers == 1 and not station.rate_multipliers:
        return (1.0 + found) / (1.0 - load)
    if answer.method == "exact":
        # A closed customer more would find what an open arrival finds (arrival theorem).
        r = visiting[0]
        more = batch.populations.copy()
        more[0, r] += 1.0
        bigger = solver(
            ClosedBatch(batch.demands, more, batch.think_times, batch.servers, batch.replicas,
                        batch.rate_multipliers, batch.busy)
        )  # fmt: skip
        return float(bigger.residence[0, r, k] / (batch.demands[0, r, k] * station.replicas))
    rates = left_for_closed(_all_rates(station, 0), load)
    table = wait_table(rates, math.ceil(batch.populations.sum()))
    from .waiting import interpolate

    return 1.0 + float(interpolate(table, np.array(found)))
