"""Exact solution of closed product-form batches: which algorithm for which variant.

One class: tilted convolution, all variants with the same stations at once. Several classes: the
population lattice, after an estimate of its size. Classes without customers are left out, so a
variant with a single populated class is a single-class problem.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from .closedbatch import BatchSolution, ClosedBatch, capacity, working
from .convolution import SingleClassStations, solve_single_class
from .errors import Cancelled, NetworkError
from .lattice import lattice_work, solve_lattice
from .manyclass import ManyClassAnswer, ManyClasses
from .occupancy import occupancy_work, solve_occupancy
from .waiting import Array, station_rates

__all__ = ["many_class_work", "solve_exact_piece", "solve_many_classes"]

MOST_CUSTOMERS = 2_000_000
"""Single-class populations beyond this are refused: memory would be the only thing tested."""
MOST_STEPS = 2.0e9
"""Elementary steps of a single-class solution: some ten seconds."""
MOST_COPIED = 2.0e7
"""Copies of a station times customers."""


MOST_OPERATIONS = 2.0e10
"""Elementary operations of a multi-class solution: some ten seconds."""


def many_class_work(
    population: NDArray[np.int64], fixed: Array, rated: NDArray[np.intp], servers: float
) -> tuple[float, float]:
    """Operations (about 0.5 ns each) by convolution over populations, and by numbers present.

    fixed: copies of each single-server station; rated: of each with other rates, which settle after
    about ``servers`` customers.
    """
    by_lattice = lattice_work(population, int(fixed.sum()), int(rated.sum()), servers)
    by_numbers = occupancy_work(population, len(fixed) + int(rated.sum()))
    return by_lattice, by_numbers


def solve_many_classes(
    network: ManyClasses, stop: Callable[[], bool] | None = None
) -> ManyClassAnswer:
    """By the cheaper of the two methods; raises ``NetworkError`` where neither is within reach."""
    longest = max((len(r) for r in network.rates), default=0)
    rated = np.ones(len(network.rates), dtype=np.intp)
    used = network.copies[network.fixed.any(axis=0)]
    work = many_class_work(network.population, used, rated, longest)
    if min(work) > MOST_OPERATIONS:
        vectors = float(np.prod(network.population.astype(float) + 1.0))
        raise NetworkError(
            f"the exact solution would visit {vectors:.3g} population vectors (about "
            f"{min(work):.1g} operations, limit {MOST_OPERATIONS:.0g}); use the method linearizer "
            "or auto"
        )
    return solve_lattice(network, stop) if work[0] <= work[1] else solve_occupancy(network, stop)


def solve_exact_piece(batch: ClosedBatch, stop: Callable[[], bool] | None = None) -> BatchSolution:
    """Solve a piece of a batch exactly; raises ``NetworkError`` where that is out of reach."""
    whole = np.rint(batch.populations)
    if not (np.abs(batch.populations - whole) < 1e-9).all():
        raise NetworkError(
            "an exact solution needs whole populations; use the method linearizer or schweitzer"
        )
    variants, classes, stations = batch.shape
    x = np.zeros((variants, classes))
    queue = np.zeros(batch.shape)
    busy_servers = np.full((variants, stations), np.nan)
    populated = whole > 0
    iterations = whole.sum(axis=1).astype(np.int64)
    single = populated.sum(axis=1) == 1
    groups: dict[tuple[bytes, ...], list[int]] = {}
    assert batch.servers is not None
    assert batch.replicas is not None
    servers, replicas = batch.servers, batch.replicas
    for v in range(variants):
        if single[v]:
            row = min(v, len(servers) - 1)
            copy = min(v, len(replicas) - 1)
            key = (servers[row].tobytes(), replicas[copy].tobytes())
            groups.setdefault(key, []).append(v)
        elif populated[v].any():
            _solve_many_class_variant(
                batch, v, whole[v].astype(np.int64), x, queue, busy_servers, stop
            )
    for rows in groups.values():
        if stop is not None and stop():
            raise Cancelled("cancelled")
        _solve_single_variants(batch, np.array(rows), whole, x, queue, busy_servers)
    residence = np.where(
        x[:, :, None] > 0, queue / np.where(x > 0, x, 1.0)[:, :, None],
        batch.demands * replicas[:, None, :],
    )  # fmt: skip
    busy = (x[:, :, None] * batch.demands).sum(axis=1)
    utilization = busy / capacity(batch)
    utilization = np.where(np.isnan(busy_servers), utilization, busy_servers)
    limited = np.isfinite(servers)
    utilization = np.where(limited, np.minimum(utilization, 1.0), utilization)
    return BatchSolution(
        x, residence, queue, utilization, np.ones(variants, dtype=bool), iterations,
        np.zeros(variants), "exact",
    )  # fmt: skip


def _rated_columns(
    batch: ClosedBatch, v: int, customers: int
) -> tuple[list[int], list[int], list[int], tuple[tuple[float, ...], ...], tuple[int, ...]]:
    """Stations by kind: single, delay, rated columns (one per copy), their rates and twins."""
    assert batch.servers is not None
    assert batch.replicas is not None
    servers = batch.servers[min(v, len(batch.servers) - 1)]
    copies = batch.replicas[min(v, len(batch.replicas) - 1)]
    fixed: list[int] = []
    delay: list[int] = []
    rated: list[int] = []
    rates: list[tuple[float, ...]] = []
    twin: list[int] = []
    for k in range(batch.shape[2]):
        factors = batch.rate_multipliers.get(k)
        if factors is None and np.isinf(servers[k]):
            delay.append(k)
        elif factors is None and servers[k] == 1:
            fixed.append(k)
        else:
            if copies[k] != round(copies[k]):
                raise NetworkError("an exact solution needs a whole number of station copies")
            own = station_rates(float(servers[k]), factors, customers)
            # Servers beyond the population are never busy.
            own = own[: max(1, customers)]
            first = len(rated)
            for _ in range(round(float(copies[k]))):
                rated.append(k)
                rates.append(own)
                twin.append(first)
    return fixed, delay, rated, tuple(rates), tuple(twin)


def _solve_single_variants(
    batch: ClosedBatch,
    rows: NDArray[np.intp],
    whole: Array,
    x: Array,
    queue: Array,
    busy: Array,
) -> None:
    """Variants with the same servers and copies, each with one populated class."""
    assert batch.replicas is not None
    cls = np.argmax(whole[rows] > 0, axis=1)
    population = whole[rows, cls]
    if population.max() > MOST_CUSTOMERS:
        raise NetworkError(
            f"the exact solution would take {population.max():.3g} steps of population (limit "
            f"{MOST_CUSTOMERS:.0g}); use the method linearizer or auto"
        )
    first = int(rows[0])
    columns = batch.replicas[min(first, len(batch.replicas) - 1)]
    if columns.max(initial=1.0) * population.max() > MOST_COPIED:
        raise NetworkError(
            f"the exact solution would convolve {columns.max():.3g} copies of a station over "
            f"{population.max():.3g} customers; use the method linearizer or auto"
        )
    fixed, delay, rated, rates, twin = _rated_columns(batch, first, int(population.max()))
    steps = float(population.max()) * sum(len(r) for r in rates) * max(1, len(set(twin)))
    if steps > MOST_STEPS:
        raise NetworkError(
            f"the exact solution would take about {steps:.1g} steps (limit {MOST_STEPS:.0g}) for "
            "its stations of several servers; use the method linearizer or auto"
        )
    demand = batch.demands[rows, cls]
    assert batch.servers is not None
    servers = batch.servers[min(first, len(batch.servers) - 1)]
    copies = batch.replicas[min(first, len(batch.replicas) - 1)]
    waits = batch.think_times[rows, cls] + (demand[:, delay] * copies[delay]).sum(axis=1)
    stations = SingleClassStations(
        demand[:, fixed],
        np.broadcast_to(copies[fixed], (len(rows), len(fixed))),
        waits,
        demand[:, rated],
        rates,
        twin,
        tuple(working(batch, first, k, int(population.max())) for k in rated),
    )
    answer = solve_single_class(stations, population)
    x[rows, cls] = answer.throughput
    queue[rows[:, None], cls[:, None], np.array(fixed, dtype=int)[None, :]] = (
        answer.single_queue * copies[fixed]
    )
    at_delay = answer.throughput[:, None] * demand[:, delay] * copies[delay]
    queue[rows[:, None], cls[:, None], np.array(delay, dtype=int)[None, :]] = at_delay
    for column, k in enumerate(rated):
        queue[rows, cls, k] += answer.rated_queue[:, column]
        if k in batch.rate_multipliers:
            busy[rows, k] = answer.rated_busy[:, column] / _per(batch, k, servers[k])


def _solve_many_class_variant(
    batch: ClosedBatch,
    v: int,
    whole: NDArray[np.int64],
    x: Array,
    queue: Array,
    busy: Array,
    stop: Callable[[], bool] | None,
) -> None:
    assert batch.replicas is not None
    assert batch.servers is not None
    servers = batch.servers[min(v, len(batch.servers) - 1)]
    keep = np.flatnonzero(whole > 0)
    fixed, delay, rated, rates, twin = _rated_columns(batch, v, int(min(whole.sum(), 10**9)))
    demand = batch.demands[v][keep]
    copies = batch.replicas[min(v, len(batch.replicas) - 1)]
    think = batch.think_times[v, keep] + (demand[:, delay] * copies[delay]).sum(axis=1)
    # Where no populated class has demand there is nothing to solve.
    fixed = [k for k in fixed if demand[:, k].any()]
    network = ManyClasses(
        whole[keep], think, demand[:, fixed], copies[fixed], demand[:, rated], rates, twin,
        tuple(working(batch, v, k, int(whole.sum())) for k in rated),
    )  # fmt: skip
    answer = solve_many_classes(network, stop)
    x[v, keep] = answer.throughput
    for column, k in enumerate(fixed):
        queue[v, keep, k] = answer.fixed_queue[:, column] * copies[k]
    for k in delay:
        queue[v, keep, k] = answer.throughput * demand[:, k] * copies[k]
    for column, k in enumerate(rated):
        queue[v, keep, k] += answer.rated_queue[:, column]
        if k in batch.rate_multipliers:
            busy[v, k] = answer.rated_busy[column] / _per(batch, k, servers[k])


def _per(batch: ClosedBatch, station: int, servers: float) -> float:
    """Servers that all count as one in a utilisation; all of them are busy at the table's end."""
    if station in batch.busy:
        return batch.busy[station][-1]
    return float(servers) if np.isfinite(servers) else 1.0
