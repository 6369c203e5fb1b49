"""Closed networks by the batch: V variants of R classes and K stations in one call.

This is the native form of the engine; one network is a batch of one. Arrays are cut into pieces
that stay in the processor's cache, pieces are spread over the cores by threads (numpy leaves the
interpreter lock for its loops), and variants leave the iteration as they converge. Results do not
depend on how a batch was cut.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .amva import Core, FixedPoint, initial_queue, solve_core
from .closedbatch import BatchSolution, ClosedBatch, capacity, working
from .errors import Cancelled, NetworkError
from .exact import solve_exact_piece
from .linearizer import solve_linearizer, stacked_populations
from .marginals import marginals_affordable, marginals_for, marginals_numbers
from .waiting import Array, Waiting, build_waiting, busy_servers, station_rates

__all__ = ["BatchSolution", "ClosedBatch", "solve_closed_batch"]

_CHUNK_NUMBERS = 1 << 14
"""Numbers per array and piece: some ten such arrays fit a core's second-level cache."""


def solve_closed_batch(
    batch: ClosedBatch,
    method: str = "schweitzer",
    tolerance: float = 1e-7,
    max_iterations: int = 2000,
    warm_start: BatchSolution | Array | None = None,
    progress: Callable[[int, int], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> BatchSolution:
    """Solve every variant.

    method: ``schweitzer``, ``linearizer``, ``exact`` (whole populations), or ``auto``: exact with
        one class, else Linearizer.
    warm_start: a solution of a similar batch (or its queue_length) to start from.
    progress: called with (variants done, variants) after every piece.
    cancel: asked between passes; if it says True, :class:`Cancelled` is raised.

    Raises ``NetworkError`` for an unknown method or a population the method cannot take.
    """
    if method not in ("schweitzer", "linearizer", "exact", "auto"):
        raise NetworkError(f"unknown method {method!r}; use auto, exact, linearizer or schweitzer")
    variants, classes, stations = batch.shape
    if method == "auto":
        method = "exact" if classes == 1 else "linearizer"
    start: Array | None = None
    if warm_start is not None and method != "exact":
        start = warm_start.queue_length if isinstance(warm_start, BatchSolution) else warm_start
        if start.shape != batch.shape:
            raise NetworkError("warm_start must have the shape of the batch's demands")
    width = classes + 1 if method == "linearizer" else 1
    numbers = classes * stations * width
    if method == "linearizer":
        # Whole distributions are kept: more room, but still a piece at a time.
        numbers = max(numbers, marginals_numbers(batch.populations, batch.servers, classes) // 16)
    size = max(1, _CHUNK_NUMBERS // max(1, numbers))
    pieces = [(i, min(i + size, variants)) for i in range(0, variants, size)]
    stop = cancel if cancel is not None else None

    def one(piece: tuple[int, int]) -> BatchSolution:
        if stop is not None and stop():
            raise Cancelled("cancelled")
        part = batch.rows(*piece)
        seed = None if start is None else start[piece[0] : piece[1]]
        return _solve_in_fit_unit(part, method, tolerance, max_iterations, seed, stop)

    if len(pieces) <= 1:
        done = [one(piece) for piece in pieces] or [_nothing(batch, method)]
        if progress is not None:
            progress(variants, variants)
    else:
        done = []
        with ThreadPoolExecutor(max_workers=min(len(pieces), os.cpu_count() or 1)) as pool:
            futures = [pool.submit(one, piece) for piece in pieces]
            try:
                for future, piece in zip(futures, pieces, strict=True):
                    done.append(future.result())
                    if progress is not None:
                        progress(piece[1], variants)
            except BaseException:
                for future in futures:
                    future.cancel()
                raise
    if cancel is not None and cancel():
        raise Cancelled("cancelled")
    return done[0] if len(done) == 1 else _join(done)


def _join(parts: list[BatchSolution]) -> BatchSolution:
    names = ("throughput", "residence", "queue_length", "utilization", "converged", "iterations",
             "residual")  # fmt: skip
    joined: dict[str, Any] = {n: np.concatenate([getattr(p, n) for p in parts]) for n in names}
    return replace(parts[0], **joined)


def _nothing(batch: ClosedBatch, method: str) -> BatchSolution:
    variants, classes, stations = batch.shape
    cube = np.zeros((variants, classes, stations))
    return BatchSolution(
        np.zeros((variants, classes)), cube, cube.copy(), np.zeros((variants, stations)),
        np.ones(variants, dtype=bool), np.zeros(variants, dtype=np.int64), np.zeros(variants),
        method,
    )  # fmt: skip


def _solve_in_fit_unit(
    batch: ClosedBatch,
    method: str,
    tolerance: float,
    max_iterations: int,
    start: Array | None,
    stop: Callable[[], bool] | None,
) -> BatchSolution:
    """Solve; where times are astronomic or minute, in a unit of time that keeps squares finite."""
    longest = np.maximum(batch.demands.max(axis=(1, 2), initial=0.0), batch.think_times.max(axis=1))
    extreme = (longest > 1e60) | ((longest > 0) & (longest < 1e-60))
    if not extreme.any():
        return _solve_piece(batch, method, tolerance, max_iterations, start, stop)
    unit = np.where(extreme, longest, 1.0)
    scaled = batch.rows(0, batch.shape[0])
    object.__setattr__(scaled, "demands", batch.demands / unit[:, None, None])
    object.__setattr__(scaled, "think_times", batch.think_times / unit[:, None])
    answer = _solve_piece(scaled, method, tolerance, max_iterations, start, stop)
    return replace(
        answer,
        throughput=answer.throughput / unit[:, None],
        residence=answer.residence * unit[:, None, None],
    )


def _solve_piece(
    batch: ClosedBatch,
    method: str,
    tolerance: float,
    max_iterations: int,
    start: Array | None,
    stop: Callable[[], bool] | None,
) -> BatchSolution:
    assert batch.servers is not None
    assert batch.replicas is not None
    if method == "exact":
        return solve_exact_piece(batch, stop)
    multipliers = dict(batch.rate_multipliers)
    core = Core(
        batch.demands,
        batch.populations,
        batch.think_times,
        batch.replicas,
        build_waiting(batch.servers, batch.populations.sum(axis=1), multipliers),
    )
    queue = None if start is None else start / batch.replicas[:, None, :]
    if method == "schweitzer":
        first = initial_queue(core) if queue is None else queue
        point = solve_core(core, first, tolerance, max_iterations, stop=stop)
    else:
        return _linearizer(batch, core, queue, tolerance, max_iterations, stop)
    return _finish(batch, point, tolerance, method)


def _linearizer(
    batch: ClosedBatch, core: Core, queue: Array | None, tolerance: float, max_iterations: int,
    stop: Callable[[], bool] | None,
) -> BatchSolution:  # fmt: skip
    """Linearizer, with the network's own marginals where they are affordable (``marginals``)."""
    assert batch.servers is not None
    assert batch.replicas is not None
    multipliers = dict(batch.rate_multipliers)
    rated = marginals_affordable(batch.populations, batch.servers, batch.replicas, multipliers)
    if rated.any():
        wide = (batch.shape[0], batch.shape[2])
        kind = np.concatenate(
            [np.broadcast_to(batch.servers, wide), np.broadcast_to(batch.replicas, wide),
             rated[:, None]], axis=1,
        )  # fmt: skip
        if (kind != kind[0]).any():
            return _by_kind(batch, kind, queue, tolerance, max_iterations, stop)
    marginals = None
    if rated.any():
        marginals = marginals_for(
            batch.demands, batch.populations, batch.think_times, batch.servers[0],
            batch.replicas[0], multipliers,
        )  # fmt: skip
    waiting = core.waiting
    assert isinstance(waiting, Waiting)
    stacked = _stacked_waiting(waiting, batch, multipliers)
    point = solve_linearizer(core, stacked, tolerance, max_iterations, queue, stop, marginals)
    return _finish(batch, point, tolerance, "linearizer")


def _by_kind(
    batch: ClosedBatch, kind: Array, queue: Array | None, tolerance: float, max_iterations: int,
    stop: Callable[[], bool] | None,
) -> BatchSolution:  # fmt: skip
    """Variants whose stations differ in servers or copies, each kind for itself."""
    _, member = np.unique(kind, axis=0, return_inverse=True)
    member = member.ravel()
    order: list[NDArray[np.intp]] = []
    parts: list[BatchSolution] = []
    for each in range(int(member.max()) + 1):
        rows = np.flatnonzero(member == each)
        order.append(rows)
        part = ClosedBatch(
            batch.demands[rows], batch.populations[rows], batch.think_times[rows],
            _of_rows(batch.servers, rows), _of_rows(batch.replicas, rows), batch.rate_multipliers,
            batch.busy,
        )  # fmt: skip
        copies = _of_rows(batch.replicas, rows)
        seed = None if queue is None else queue[rows] * copies[:, None, :]
        parts.append(_solve_piece(part, "linearizer", tolerance, max_iterations, seed, stop))
    joined = _join(parts)
    back = np.argsort(np.concatenate(order))
    names = ("throughput", "residence", "queue_length", "utilization", "converged", "iterations",
             "residual")  # fmt: skip
    again: dict[str, Any] = {n: getattr(joined, n)[back] for n in names}
    return replace(joined, **again)


def _of_rows(value: Array | None, rows: NDArray[np.intp]) -> Array:
    """The one row that rows of one kind share."""
    assert value is not None
    return value[:1] if len(value) == 1 else value[rows[:1]]


def _stacked_waiting(
    waiting: Waiting, batch: ClosedBatch, multipliers: dict[int, tuple[float, ...]]
) -> Waiting:
    assert batch.servers is not None
    width = batch.shape[1] + 1
    if waiting.columns.size == 0:
        return waiting.repeat(width)
    pops = stacked_populations(batch.populations).reshape(-1, batch.shape[1])
    servers = batch.servers
    wide = np.repeat(np.broadcast_to(servers, (batch.shape[0], servers.shape[1])), width, axis=0)
    return build_waiting(wide, pops.sum(axis=1), multipliers)


def _finish(batch: ClosedBatch, point: FixedPoint, tolerance: float, method: str) -> BatchSolution:
    copies = batch.replicas
    assert copies is not None
    x = point.throughput
    residence = point.residence * copies[:, None, :]
    busy = (x[:, :, None] * batch.demands).sum(axis=1)
    utilization = busy / capacity(batch)
    peak = np.where(_limited(batch), utilization, 0.0).max(axis=1, initial=0.0)
    if (peak > 1.0).any():
        x, residence, utilization = _cap(batch, x, residence, utilization, peak)
    queue = x[:, :, None] * residence
    utilization = np.where(_limited(batch), np.minimum(utilization, 1.0), utilization)
    _busy_where_rates_vary(batch, queue, utilization)
    return BatchSolution(
        x, residence, queue, utilization, point.residual <= tolerance, point.iterations,
        point.residual, method,
    )  # fmt: skip


def _busy_where_rates_vary(batch: ClosedBatch, queue: Array, utilization: Array) -> None:
    """Mean busy servers ÷ servers at load-dependent stations, by the marginals of ``waiting``."""
    assert batch.servers is not None
    assert batch.replicas is not None
    for station, factors in batch.rate_multipliers.items():
        for v in range(len(queue)):
            servers = float(batch.servers[min(v, len(batch.servers) - 1), station])
            copies = float(batch.replicas[min(v, len(batch.replicas) - 1), station])
            customers = int(np.ceil(batch.populations[v].sum()))
            mean = float(queue[v, :, station].sum()) / copies
            if not np.isfinite(servers) or customers < 1:
                continue
            rates = station_rates(servers, tuple(factors), customers)
            table = working(batch, v, station, customers)
            all_of_them = float(table[-1]) if station in batch.busy else servers
            utilization[v, station] = busy_servers(rates, customers, mean, table) / all_of_them


def _cap(
    batch: ClosedBatch, x: Array, residence: Array, utilization: Array, peak: Array
) -> tuple[Array, Array, Array]:
    """Take a rounding-sized excess over full utilisation back, as time spent where it is full.

    Linearizer's corrections do not guarantee utilisation <= 1; the excess is far below its own
    error. Little's law keeps holding because the cycle time grows with the throughput's fall.
    """
    factor = np.maximum(peak, 1.0)
    slower = x / factor[:, None]
    full = np.argmax(np.where(_limited(batch), utilization, 0.0), axis=1)
    visits = (batch.demands[np.arange(len(full)), :, full] > 0) & (slower > 0)
    cycle = batch.think_times + residence.sum(axis=2)
    extra = cycle * (factor - 1.0)[:, None]
    touched = np.where(visits, slower, x)
    grown = residence.copy()
    grown[np.arange(len(full)), :, full] += np.where(visits, extra, 0.0)
    return touched, grown, (touched[:, :, None] * batch.demands).sum(axis=1) / capacity(batch)


def _limited(batch: ClosedBatch) -> NDArray[np.bool_]:
    assert batch.servers is not None
    finite = np.isfinite(batch.servers)
    if batch.rate_multipliers:
        finite = finite.copy()
        for station in batch.rate_multipliers:
            finite[:, station] = True
    return finite
