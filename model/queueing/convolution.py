"""Exact single-class closed networks by tilted convolution.

J. P. Buzen's convolution (CACM 16(9), 1973) multiplies the generating functions of the stations.
Scaled so that each factor is the queue-length distribution the station would have in an *open*
network of throughput x, the product is the distribution P of the total number present, and

    X(N) = x P(N - 1) / P(N),        p_k(j | N) = p_k(j) P_without_k(N - j) / P(N).

With x chosen so that the open network holds about N customers nothing under- or overflows. Every
number that enters is positive and nothing is subtracted, so that relative rounding stays near
N · 1e-16: the cancellation that ruins multi-server MVA at high load (Reiser 1981; Bolch et al.,
Queueing Networks and Markov Chains, 2nd ed. 2006, section 8.2) has no place to arise.

Where only single servers and delays are visited, the recursion is a power of one small matrix
(``matrix_power``), so that the cost hardly depends on N. Elsewhere whole series are convolved:
a station whose rate is constant from L customers on is a head of L terms and a geometric tail; a
geometric factor is applied as a first-order recursion, in blocks, as matrix products.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.lib.stride_tricks import as_strided, sliding_window_view
from numpy.typing import NDArray

from .errors import NetworkError
from .matrix_power import MOST_STATES, solve_by_powers
from .waiting import Array

__all__ = ["SingleClassStations", "series_without", "solve_single_class"]

_BLOCK = 48
_LONG_HEAD = 256
_ATTEMPTS = 200
_TILT_STEPS = 3
_OUT_OF_RANGE = (
    "the exact solution left the range of floating point numbers; use the method linearizer"
)


@dataclass(frozen=True)
class SingleClassStations:
    """Stations of V single-class variants.

    single, copies: (V, S) demands of the fixed-rate single servers and how many alike.
    rated: demands (V, M) of stations with other rates, one column per copy, ``rates`` their total
    rate sequences, ``twin`` the first column that is the same station.
    delay: (V,) think time plus all delay demands.
    """

    single: Array
    copies: Array
    delay: Array
    rated: Array
    rates: tuple[tuple[float, ...], ...]
    twin: tuple[int, ...]
    working: tuple[Array, ...] = ()

    def take(self, rows: NDArray[np.intp]) -> SingleClassStations:
        """Some of the variants."""
        return replace(
            self, single=self.single[rows], copies=self.copies[rows], delay=self.delay[rows],
            rated=self.rated[rows],
        )  # fmt: skip


@dataclass(frozen=True)
class SingleClassAnswer:
    """throughput (V,); queue per copy of single (V, S) and rated (V, M).

    ``rated_busy`` (V, M): mean number of busy servers.
    """

    throughput: Array
    single_queue: Array
    rated_queue: Array
    rated_busy: Array


def solve_single_class(stations: SingleClassStations, population: Array) -> SingleClassAnswer:
    """Solve V variants exactly; ``population`` (V,) whole numbers of at least 1."""
    n = population.astype(np.intp)
    if stations.rated.any() or not stations.single.any():
        return _solve_by_series(stations, population, n)
    used: NDArray[np.bool_] = np.any(stations.single > 0, axis=0)
    lean = stations if used.all() else _without_idle(stations, used)
    answer = _solve_single_servers(lean, population, n)
    if lean is stations:
        return answer
    queue = np.zeros(stations.single.shape)
    queue[:, used] = answer.single_queue
    return replace(answer, single_queue=queue)


def _without_idle(stations: SingleClassStations, used: NDArray[np.bool_]) -> SingleClassStations:
    return replace(stations, single=stations.single[:, used], copies=stations.copies[:, used])


def _solve_single_servers(
    stations: SingleClassStations, population: Array, n: NDArray[np.intp]
) -> SingleClassAnswer:
    """Single servers and delays only: by matrix powers where those are small, else by series."""
    copies = tuple(int(c) for c in np.rint(stations.copies[0]).tolist())
    whole = (stations.copies == np.array(copies, dtype=float)).all()
    chained = sum(copies)
    small = whole and len(copies) + chained <= MOST_STATES
    if not small:
        return _solve_by_series(stations, population, n)
    variants = len(n)
    throughput = np.zeros(variants)
    queue = np.zeros(stations.single.shape)
    tilt = _tilt(stations, population)
    sizes = np.unique(n) if variants > 1 else n
    for size in sizes.tolist():
        rows = (n == size).nonzero()[0]
        part = stations if len(rows) == variants else stations.take(rows)
        throughput[rows], queue[rows] = _powers(part, tilt[rows], copies, size)
    none = np.zeros(stations.rated.shape)
    return SingleClassAnswer(throughput, queue, none, none)


def _powers(
    stations: SingleClassStations, tilt: Array, copies: tuple[int, ...], n: int
) -> tuple[Array, Array]:
    """Throughput and queues of variants with ``n`` customers each."""
    for _ in range(_ATTEMPTS):
        rho = stations.single * tilt[:, None]
        fed = _poisson(stations.delay, tilt, n + 1) if stations.delay.any() else None
        before, here, queue = solve_by_powers(rho, copies, n, fed)
        lost = ~((here > 1e-250) & np.isfinite(here))
        if not lost.any():
            return tilt * before / here, queue
        with np.errstate(divide="ignore"):
            held = stations.delay * tilt + np.where(rho < 1.0, rho / (1.0 - rho), np.inf) @ copies
        tilt = np.where(lost, tilt * np.where(held < n, 1.1, 0.9), tilt)
    raise NetworkError(_OUT_OF_RANGE)


def _solve_by_series(
    stations: SingleClassStations, population: Array, n: NDArray[np.intp]
) -> SingleClassAnswer:
    """Any stations: the whole distribution of the total, station by station."""
    variants = len(n)
    top = int(n.max())
    tilt = _tilt(stations, population)
    at = np.arange(variants)
    for _ in range(_ATTEMPTS):
        total, base = _total(stations, tilt, top)
        here = total[at, n]
        lost = ~((here > 1e-250) & np.isfinite(here))
        if not lost.any():
            break
        # The open network holds far too few or too many customers: lean the other way.
        mean_less = np.argmax(total, axis=1) < n
        tilt = np.where(lost, tilt * np.where(mean_less, 1.1, 0.9), tilt)
    else:
        raise NetworkError(_OUT_OF_RANGE)
    before = total[at, n - 1]
    queue = _single_queues(stations.single * tilt[:, None], total, n)
    rated, busy = _rated_queues(stations, tilt, base, n)
    return SingleClassAnswer(tilt * before / here, queue, rated, busy)


def _poisson(mean_s: Array, tilt: Array, length: int) -> Array:
    """(V, length) numbers present at delays of ``mean_s`` (V,), largest entry 1."""
    count = np.arange(length)
    logs = np.zeros(length)
    logs[1:] = np.cumsum(np.log(count[1:]))
    delayed = mean_s > 0
    mean = np.where(delayed, mean_s * tilt, 1.0)
    poisson = count * np.log(mean)[:, None] - logs
    poisson = np.exp(poisson - poisson.max(axis=1, keepdims=True))
    nothing = np.zeros(length)
    nothing[0] = 1.0
    out: Array = np.where(delayed[:, None], poisson, nothing)
    return out


def _tilt(stations: SingleClassStations, population: Array) -> Array:
    """A throughput at which the open network would hold roughly ``population`` customers."""
    demand, copies, flat = stations.single, stations.copies, stations.delay
    if stations.rates:
        last = np.array([r[-1] for r in stations.rates])
        demand = np.concatenate([demand, stations.rated / last], axis=1)
        copies = np.concatenate([copies, np.ones_like(stations.rated)], axis=1)
        flat = np.maximum(flat + (stations.rated * (1.0 - 1.0 / last)).sum(axis=1), 0.0)
    if demand.shape[1] == 0:
        lone: Array = population / flat
        return lone
    worst = demand.max(axis=1)
    work = demand * copies
    x: Array = population / (flat + work.sum(axis=1) + worst * (population - 1.0))
    limit = (1.0 - 0.2 / (population + 1.0)) / np.where(worst > 0, worst, 1e-300)
    for _ in range(_TILT_STEPS):
        free = 1.0 / (1.0 - np.minimum(demand * x[:, None], 1.0 - 1e-9))
        number = work * free
        held = x * (flat + number.sum(axis=1))
        slope = flat + (number * free).sum(axis=1)
        # Newton on 1/held, which is nearly linear where one station dominates.
        x = x + held / population * (population - held) / slope
        x = np.minimum(np.maximum(x, 1e-300), limit)
    return x


class GeometricFilters:
    """First-order recursions y[n] = f[n] + rho y[n-1], one per column of ``rho`` (V, K).

    A series is kept as (V, blocks, block); inside a block the recursion is a triangular Toeplitz
    matrix, and what one block hands to the next is the same recursion with rho**block.
    """

    def __init__(self, rho: Array, length: int) -> None:
        self.length = length
        self.block = block = _BLOCK if length <= 20_000 else 512
        self.blocks = -(-length // block)
        powers = rho[..., None] ** np.arange(block + 1)
        self.handed = np.ascontiguousarray(powers[..., 1:])
        self.inside = np.ascontiguousarray(_toeplitz(powers[..., :block]))
        jumps = powers[..., -1:] ** np.arange(self.blocks)
        self.across = _toeplitz(jumps)

    def fold(self, series: Array) -> Array:
        """(V, length) as blocks, padded with zeros."""
        out = np.zeros((len(series), self.blocks * self.block))
        out[:, : self.length] = series
        return out.reshape(len(series), self.blocks, self.block)

    def unfold(self, folded: Array) -> Array:
        """Back to (V, length)."""
        out: Array = folded.reshape(len(folded), -1)[:, : self.length]
        return out

    def apply(self, folded: Array, column: int) -> Array:
        """One recursion over folded series."""
        out: Array = folded @ self.inside[:, column]
        if self.blocks > 1:
            carry = out[:, None, :, -1] @ self.across[:, column]
            out[:, 1:, :] += carry[:, 0, :-1, None] * self.handed[:, column, None, :]
        return out


def _toeplitz(powers: Array) -> Array:
    """(..., n, n) upper triangular matrices M[j, i] = powers[i - j]."""
    n = powers.shape[-1]
    padded = np.zeros((*powers.shape[:-1], 2 * n - 1))
    padded[..., n - 1 :] = powers
    step = padded.strides[-1]
    shape, strides = (*powers.shape, n), (*padded.strides[:-1], -step, step)
    view: Array = as_strided(padded[..., n - 1 :], shape, strides, writeable=False)
    return view


def geometric_filter(series: Array, rho: Array) -> Array:
    """y[n] = series[n] + rho y[n-1] for every variant: (V, n), (V,)."""
    filters = GeometricFilters(rho[:, None], series.shape[1])
    return filters.unfold(filters.apply(filters.fold(series), 0))


def _rated_series(load: Array, rates: tuple[float, ...], length: int) -> Array:
    """Unnormalised queue-length distribution (V, length) at offered load ``load`` (V,)."""
    known = min(len(rates), length - 1)
    step = np.empty(max(length - 1, 0))
    step[:known] = rates[:known]
    step[known:] = rates[-1]
    logs = np.zeros((len(load), length))
    with np.errstate(divide="ignore"):
        offered = np.log(load)[:, None]
    logs[:, 1:] = np.arange(1, length) * offered - np.cumsum(np.log(step))
    logs -= logs.max(axis=1, keepdims=True)
    out: Array = np.exp(logs)
    return out


def apply_rated(series: Array, load: Array, rates: tuple[float, ...]) -> Array:
    """Convolve (V, n) with a station of total rate ``rates`` at offered load ``load`` (V,)."""
    length = series.shape[1]
    own = _rated_series(load, rates, length)
    head = min(len(rates), length)
    if head > _LONG_HEAD:
        result = np.stack(
            [np.convolve(a, b[:head])[:length] for a, b in zip(series, own, strict=True)]
        )
    else:
        window = np.concatenate([np.zeros((len(series), head - 1)), series], axis=1)
        view = sliding_window_view(window, head, axis=1)
        result = (view @ own[:, head - 1 :: -1][:, :head, None])[:, :, 0]
    if length > head:
        tail = geometric_filter(series, load / rates[-1])
        result[:, head:] += own[:, head : head + 1] * tail[:, : length - head]
    peak = result.max(axis=1, keepdims=True)
    out: Array = result / peak
    return out


def _total(stations: SingleClassStations, tilt: Array, top: int) -> tuple[Array, Array]:
    """P over 0 … top for the whole network, and for it without the rated stations."""
    base = _unrated(stations, tilt, top + 1)
    return _with_rated(base, stations, stations.rated * tilt[:, None]), base


def _with_rated(
    series: Array, stations: SingleClassStations, loads: Array, but: int | None = None
) -> Array:
    """``series`` convolved with every rated station, ``but`` one, at offered ``loads`` (V, M)."""
    for m, rates in enumerate(stations.rates):
        if m != but and loads[:, m].any():
            series = apply_rated(series, loads[:, m], rates)
    return series


def series_without(
    stations: SingleClassStations, tilt: Array, top: int, columns: Sequence[int]
) -> list[Array]:
    """For each rated column of ``columns`` the distribution (V, top + 1) of all the rest.

    Every distribution is that of the open network of throughput ``tilt`` (V,), up to a factor.
    """
    base = _unrated(stations, tilt, top + 1)
    loads = stations.rated * tilt[:, None]
    return [_with_rated(base, stations, loads, but) for but in columns]


def _unrated(stations: SingleClassStations, tilt: Array, length: int) -> Array:
    """Distribution of the number at delays and single servers, (V, length)."""
    series = _poisson(stations.delay, tilt, length)
    rho = stations.single * tilt[:, None]
    if rho.shape[1]:
        filters = GeometricFilters(rho, length)
        folded = filters.fold(series)
        times = np.rint(stations.copies[0]).astype(int)
        # A negative binomial at once costs O(N^2), so with many customers one by one is cheaper.
        few = (stations.copies == times).all(axis=0) & ((times <= 8) | (length > 20_000))
        used = rho.any(axis=0)
        applied = 0
        for s in np.flatnonzero(used & few).tolist():
            for _ in range(times[s]):
                folded = filters.apply(folded, s)
                applied += 1
                if applied % 16 == 0:
                    folded /= folded.max(axis=(1, 2), keepdims=True)
        series = filters.unfold(folded)
        series = series / series.max(axis=1, keepdims=True)
        for s in np.flatnonzero(used & ~few).tolist():
            series = _apply_alike(series, rho[:, s], stations.copies[:, s])
    return series


def _apply_alike(series: Array, rho: Array, copies: Array) -> Array:
    """Convolve with ``copies`` equal single servers: a negative binomial distribution."""
    length = series.shape[1]
    n = np.arange(1, length)
    out = np.empty_like(series)
    for v in range(len(series)):
        logs = np.zeros(length)
        if rho[v] <= 0:
            out[v] = series[v]
            continue
        logs[1:] = np.cumsum(np.log((n + copies[v] - 1.0) / n * rho[v]))
        own = np.exp(logs - logs.max())
        out[v] = np.convolve(series[v], own)[:length]
    result: Array = out / out.max(axis=1, keepdims=True)
    return result


def _single_queues(rho: Array, total: Array, n: NDArray[np.intp]) -> Array:
    """(V, S) mean queue at one copy of each single server, with n (V,) customers."""
    variants, stations = rho.shape
    top = int(n.max())
    if stations == 0:
        return np.zeros((variants, 0))
    blocks = -(-top // _BLOCK)
    # Entry j holds P(n - 1 - j), zero beyond.
    folded = np.zeros((variants, blocks * _BLOCK))
    if variants == 1:
        folded[0, :top] = total[0, top - 1 :: -1]
    else:
        back = n[:, None] - 1 - np.arange(top)
        ahead = np.take_along_axis(total, np.maximum(back, 0), axis=1)
        folded[:, :top] = ahead * (back >= 0)
    # Powers of rho block by block: rho**(block * b + i) = rho**(block * b) * rho**i.
    fine = rho[:, :, None] ** np.arange(_BLOCK + 1)
    coarse = fine[:, :, -1:] ** np.arange(blocks)
    inside = fine[:, :, :_BLOCK] @ folded.reshape(variants, blocks, _BLOCK).transpose(0, 2, 1)
    sums = (inside * coarse).sum(axis=2) * rho
    result: Array = sums / total[np.arange(variants), n][:, None]
    return result


def _rated_queues(
    stations: SingleClassStations, tilt: Array, base: Array, n: NDArray[np.intp]
) -> tuple[Array, Array]:
    """Mean queues and busy servers at the rated stations, with n customers."""
    count = len(stations.rates)
    variants, length = base.shape
    full = np.zeros((variants, count))
    busy = np.zeros((variants, count))
    if count == 0:
        return full, busy
    loads = stations.rated * tilt[:, None]
    for m in range(count):
        if stations.twin[m] != m:
            for figures in (full, busy):
                figures[:, m] = figures[:, stations.twin[m]]
            continue
        if not loads[:, m].any():
            continue
        others = _with_rated(base, stations, loads, m)
        own = _rated_series(loads[:, m], stations.rates[m], length)
        j = np.arange(length)
        back = n[:, None] - j
        ahead = np.take_along_axis(others, np.maximum(back, 0), axis=1) * (back >= 0)
        joint = own * ahead
        norm = joint.sum(axis=1)
        full[:, m] = (joint * j).sum(axis=1) / norm
        if stations.working:
            table = stations.working[m]
            busy[:, m] = joint @ table[np.minimum(j, len(table) - 1)] / norm
    return full, busy
