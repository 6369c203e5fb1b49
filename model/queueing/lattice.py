"""Exact multi-class closed networks over the lattice of population vectors.

Stations of fixed rate and delays are solved by MVA (Reiser and Lavenberg, JACM 27(2), 1980), level
by level of the total population, so that every step is one array operation. Stations with other
rates (multi-server, load-dependent) enter by convolution of normalising constants: with
t = sum_r rho_r z_r, such a station's generating function is a power series in t with positive
coefficients, applied by Horner's rule with shifts along the lattice. All terms are positive, so no
digits are lost at high load (compare the marginal recursions of multi-server MVA).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .errors import Cancelled, NetworkError
from .waiting import Array

__all__ = ["LatticeAnswer", "LatticeNetwork", "lattice_size", "solve_lattice"]

MOST_OPERATIONS = 1.0e9
MOST_STATES = 2.0e7


@dataclass(frozen=True)
class LatticeNetwork:
    """One network: R classes with ``population`` (R,) whole numbers and ``think`` (R,) s.

    fixed (R, S): demands at single servers, ``copies`` (S,) of each. rated (R, M): demands at
    stations with ``rates``, one column per copy, ``twin`` the first alike column.
    Delay demands belong into ``think``.
    """

    population: NDArray[np.int64]
    think: Array
    fixed: Array
    copies: Array
    rated: Array
    rates: tuple[tuple[float, ...], ...]
    twin: tuple[int, ...]
    servers: tuple[float, ...] = ()


@dataclass(frozen=True)
class LatticeAnswer:
    """throughput (R,), queues per copy (R, S) and (R, M), mean busy servers (M,)."""

    throughput: Array
    fixed_queue: Array
    rated_queue: Array
    rated_busy: Array


def lattice_size(population: NDArray[np.int64], stations: int, rated: int) -> tuple[float, float]:
    """(population vectors, elementary operations) of the exact solution, as floats."""
    states = float(np.prod(population.astype(float) + 1.0))
    total = float(population.sum())
    classes = len(population)
    work = states * classes * (stations + 4.0 + 2.0 * rated * rated * total)
    return states, work


def refuse_if_large(population: NDArray[np.int64], stations: int, rated: int) -> None:
    """Raise ``NetworkError`` with the size when the exact solution is out of reach."""
    states, work = lattice_size(population, stations, rated)
    if states > MOST_STATES or work > MOST_OPERATIONS:
        raise NetworkError(
            f"the exact solution would visit {states:.3g} population vectors (about {work:.1g} "
            f"operations, limits {MOST_STATES:.0g} and {MOST_OPERATIONS:.0g}); use the method "
            "linearizer or auto"
        )


def solve_lattice(network: LatticeNetwork, stop: Callable[[], bool] | None = None) -> LatticeAnswer:
    """Solve one multi-class network exactly; every class must have customers."""
    n = network.population
    refuse_if_large(n, network.fixed.shape[1], len(network.rates))
    if not network.rates:
        x, queue, _ = _levels(network, stop, False)
        return LatticeAnswer(x, queue, np.zeros((len(n), 0)), np.zeros(0))
    return _with_rated(network, stop)


def _levels(
    network: LatticeNetwork, stop: Callable[[], bool] | None, want_constants: bool
) -> tuple[Array, Array, Array]:
    """MVA over the fixed-rate part; log of the normalising constant if wanted."""
    n = network.population
    shape = tuple(int(i) + 1 for i in n)
    strides = np.array([int(np.prod(shape[r + 1 :])) for r in range(len(n))])
    total = np.add.reduce(np.indices(shape, dtype=np.int32).reshape(len(n), -1), axis=0)
    order = np.argsort(total, kind="stable")
    starts = np.searchsorted(total[order], np.arange(int(n.sum()) + 2))
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    demand, copies, think = network.fixed, network.copies, network.think
    weighted = demand * copies
    plain = think + weighted.sum(axis=1)
    log_g = np.zeros(len(order)) if want_constants else np.zeros(0)
    previous = np.zeros((1, demand.shape[1]))
    x_all = np.zeros((1, len(n)))
    arrivals = previous
    arrival_at_top: Array = np.zeros((len(n), demand.shape[1]))
    for level in range(1, int(n.sum()) + 1):
        if stop is not None and stop():
            raise Cancelled("cancelled")
        points = order[starts[level] : starts[level + 1]]
        queue = np.zeros((len(points), demand.shape[1]))
        x_all = np.zeros((len(points), len(n)))
        for r in range(len(n)):
            own = (points // strides[r]) % shape[r]
            has = own > 0
            below = place[points[has] - strides[r]] - starts[level - 1]
            arrivals = previous[below]
            x = own[has] / (plain[r] + arrivals @ weighted[r])
            x_all[has, r] = x
            queue[has] += x[:, None] * (1.0 + arrivals) * demand[r]
            if level == int(n.sum()):
                arrival_at_top[r] = arrivals[0]
            if want_constants:
                log_g[points[has]] = log_g[points[has] - strides[r]] - np.log(x)
        previous = queue
    x_top: Array = x_all[0]
    return x_top, x_top[:, None] * demand * (1.0 + arrival_at_top), log_g


def _with_rated(network: LatticeNetwork, stop: Callable[[], bool] | None) -> LatticeAnswer:
    n = network.population
    classes = len(n)
    shape = tuple(int(i) + 1 for i in n)
    base = np.zeros(shape)
    base[(0,) * classes] = 1.0
    log_g = np.zeros(0)
    if network.fixed.shape[1] or network.think.any():
        log_g = _base_constants(network, stop)
    counts = np.indices(shape)
    tilt = _tilts(network)
    for _ in range(60):
        if log_g.size:
            leaned = log_g.reshape(shape) + np.tensordot(np.log(tilt), counts, axes=1)
            base = np.exp(leaned - leaned.max())
        load = network.rated * tilt[:, None]
        full = base
        for m, rates in enumerate(network.rates):
            full = _apply(full, load[:, m], rates, stop)
        top = full[tuple(n)]
        if top > 1e-200 and np.isfinite(top):
            break
        mean = []
        for r in range(classes):
            rest = tuple(a for a in range(classes) if a != r)
            mean.append(float((full.sum(axis=rest) * np.arange(shape[r])).sum() / full.sum()))
        tilt = tilt * np.where(np.array(mean) < n, 1.15, 0.9)
    else:
        raise NetworkError(
            "the exact solution left the range of floating point numbers; use the method linearizer"
        )
    less = [tuple(int(i) - (1 if r == s else 0) for s, i in enumerate(n)) for r in range(classes)]
    x = np.array([tilt[r] * full[less[r]] / top for r in range(classes)])
    multinomial = _log_multinomial(shape)
    fixed_queue = np.zeros((classes, network.fixed.shape[1]))
    for k in range(network.fixed.shape[1]):
        rho = network.fixed[:, k] * tilt
        if not rho.any():
            continue
        weights = _station(multinomial, counts, rho, None)
        for r in range(classes):
            if rho[r] > 0:
                # Arrival theorem: 1 + total queue found = constant with the station doubled.
                found = _dot(weights, full, less[r]) / full[less[r]]
                fixed_queue[r, k] = x[r] * network.fixed[r, k] * found
    rated_queue = np.zeros((classes, len(network.rates)))
    busy = np.zeros(len(network.rates))
    for m, rates in enumerate(network.rates):
        if network.twin[m] != m:
            rated_queue[:, m] = rated_queue[:, network.twin[m]]
            busy[m] = busy[network.twin[m]]
            continue
        if not load[:, m].any():
            continue
        others = base
        for o, other in enumerate(network.rates):
            if o != m:
                others = _apply(others, load[:, o], other, stop)
        weights = _station(multinomial, counts, load[:, m], rates)
        norm = _dot(weights, others, tuple(int(i) for i in n))
        for r in range(classes):
            rated_queue[r, m] = _dot(weights * counts[r], others, tuple(int(i) for i in n)) / norm
        if network.servers:
            working = np.minimum(counts.sum(axis=0), network.servers[m])
            busy[m] = _dot(weights * working, others, tuple(int(i) for i in n)) / norm
    return LatticeAnswer(x, fixed_queue, rated_queue, busy)


def _base_constants(network: LatticeNetwork, stop: Callable[[], bool] | None) -> Array:
    """log G over the lattice for the fixed part; -inf where a class has nowhere to be."""
    empty = (network.think <= 0) & (network.fixed.sum(axis=1) <= 0)
    if not empty.any():
        return _levels(network, stop, True)[2]
    keep = ~empty
    shape = tuple(int(i) + 1 for i in network.population)
    out = np.full(shape, -np.inf)
    window = tuple(slice(None) if k else 0 for k in keep)
    if not keep.any():
        out[(0,) * len(shape)] = 0.0
        return out.ravel()
    part = LatticeNetwork(
        network.population[keep], network.think[keep], network.fixed[keep], network.copies,
        np.zeros((int(keep.sum()), 0)), (), (),
    )  # fmt: skip
    inner = tuple(s for s, k in zip(shape, keep, strict=True) if k)
    out[window] = _levels(part, stop, True)[2].reshape(inner)
    return out.ravel()


def _tilts(network: LatticeNetwork) -> Array:
    """Throughputs near the answer: Schweitzer's, pulled inside the stability region."""
    from .batch import ClosedBatch, solve_closed_batch

    peaks = np.array([max(r) for r in network.rates])
    demands = np.concatenate([network.fixed, network.rated / peaks], axis=1)
    think = network.think + (network.rated * (1 - 1 / peaks)).sum(axis=1)
    think = np.maximum(think, 0.0)
    copies = np.concatenate([network.copies, np.ones(len(network.rates))])
    batch = ClosedBatch(
        demands[None], network.population[None].astype(float), think[None], None, copies
    )
    near: Array = solve_closed_batch(batch, "schweitzer", 1e-4).throughput[0]
    return near


def _shift_add(series: Array, load: Array) -> Array:
    """Multiply by t = sum_r load_r z_r."""
    out = np.zeros_like(series)
    for r, rho in enumerate(load):
        if rho > 0:
            to = tuple(slice(1, None) if a == r else slice(None) for a in range(series.ndim))
            come = tuple(slice(None, -1) if a == r else slice(None) for a in range(series.ndim))
            out[to] += rho * series[come]
    return out


def _apply(
    series: Array, load: Array, rates: tuple[float, ...], stop: Callable[[], bool] | None
) -> Array:
    """Convolve the lattice with a station: sum_j t^j / (rates_1 … rates_j), by Horner's rule."""
    if not load.any():
        return series
    top = sum(series.shape) - series.ndim
    # Horner from the far end: ((…) t / rate_2 + 1) t / rate_1 + 1, scaled as it grows.
    out = series
    scale = 1.0  # out = true / scale … kept equal for both addends
    for j in range(top, 0, -1):
        if stop is not None and j % 64 == 0 and stop():
            raise Cancelled("cancelled")
        rate = rates[min(j, len(rates)) - 1]
        out = series * scale + _shift_add(out, load / rate)
        peak = float(out.max())
        if peak > 1e100:
            out = out / peak
            scale /= peak
    result: Array = out / out.max()
    return result


def _log_multinomial(shape: tuple[int, ...]) -> Array:
    longest = sum(shape) + 1
    factorial = np.concatenate(([0.0], np.cumsum(np.log(np.arange(1, longest)))))
    counts = np.indices(shape)
    out: Array = factorial[counts.sum(axis=0)] - sum(factorial[c] for c in counts)
    return out


def _station(
    multinomial: Array, counts: NDArray[np.int64], load: Array, rates: tuple[float, ...] | None
) -> Array:
    """Unnormalised open marginal of a station over the lattice."""
    logs = multinomial.copy()
    for r, rho in enumerate(load):
        if rho > 0:
            logs += counts[r] * np.log(rho)
        else:
            logs = np.where(counts[r] > 0, -np.inf, logs)
    if rates is not None:
        total = counts.sum(axis=0)
        top = int(total.max())
        known = min(len(rates), top)
        step = np.full(top, rates[-1])
        step[:known] = rates[:known]
        logs -= np.concatenate(([0.0], np.cumsum(np.log(step))))[total]
    weights: Array = np.exp(logs)
    return weights


def _dot(weights: Array, series: Array, at: tuple[int, ...]) -> float:
    """sum_n weights(n) series(at - n)."""
    window = tuple(slice(0, i + 1) for i in at)
    flip = tuple(slice(None, None, -1) for _ in at)
    return float((weights[window] * series[window][flip]).sum())
