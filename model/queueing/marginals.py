"""Marginal queue lengths at multi-server and load-dependent stations inside Linearizer.

The wait at such a station depends on the whole distribution p(j) of the customers an arrival finds
(``waiting``), of which approximate MVA knows the mean only. ``waiting`` fills in the shape of a
station fed at a constant rate; that is several per cent off where few customers meet many servers.
Here the shape is taken from the network itself. In product form

    p(n_1 … n_R) ∝ j! / (n_1! … n_R!) prod_r D_r^n_r / prod_(i<=j) rate(i) · G_rest(N - n),

and if the rest of the network is either a delay or one queue, G_rest separates so that, exactly,

    p(j) ∝ g(N - j) B(j) / [b(j) prod_(i<=j) rate(i)],

with g the normalising constants of the rest for one aggregate class, B the distribution of a sum of
independent customers, each at the station with its class's probability, and b the same with the
classes' mean. For one class B = b and the expression is exact whatever the rest is. The rest of a
general network is taken to behave so: g comes by convolution of the aggregated demands
sum_r X_r D_rk / sum_r X_r, B from the queues of the current pass, and the member of the exponential
family p(j) t^j is chosen whose mean is the mean queue an arrival finds. Everything is renewed in
every pass, so the converged answer does not depend on where the iteration began.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from .convolution import SingleClassStations, series_without
from .waiting import Array, station_rates

__all__ = [
    "LocalWaiting",
    "Marginals",
    "marginals_affordable",
    "marginals_for",
    "marginals_numbers",
]

MOST_NUMBERS = 2.0e6
"""Classes² × stations with rates × customers up to which marginals are worth their time."""
MOST_CUSTOMERS = 1_000
"""Beyond, the station hardly notices that its customers are finitely many."""
_MOST_COPIES = 12
_FIRST_STEPS = 12
_LATER_STEPS = 4
_LEAST = 1e-300


@dataclass(frozen=True)
class LocalWaiting:
    """``w`` near the point where it was worked out: the tangent there, never below saturation.

    linear (V or 1, 1, K): 1 for single servers, else 0; columns: stations with a tangent; at,
    value, slope: (V, R, columns); peak: (V or 1, 1, columns) largest rate there.
    """

    linear: Array
    columns: NDArray[np.intp]
    at: Array
    value: Array
    slope: Array
    peak: Array

    def take(self, rows: NDArray[np.intp]) -> LocalWaiting:
        """The same functions for some of the variants."""
        return replace(
            self,
            linear=self.linear if len(self.linear) == 1 else self.linear[rows],
            at=self.at[rows], value=self.value[rows], slope=self.slope[rows],
            peak=self.peak if len(self.peak) == 1 else self.peak[rows],
        )  # fmt: skip

    def evaluate(self, q: Array) -> tuple[Array, Array]:
        """``w(q)`` and ``dw/dq``, both (V, R, K); ``q`` must not be negative."""
        w = q * self.linear
        dw = np.broadcast_to(self.linear, q.shape).copy()
        x = q[:, :, self.columns]
        tangent = self.value + self.slope * (x - self.at)
        least = np.maximum((x + 1.0) / self.peak - 1.0, 0.0)
        below = tangent < least
        w[:, :, self.columns] = np.where(below, least, tangent)
        dw[:, :, self.columns] = np.where(
            below, np.where(least > 0.0, 1.0 / self.peak, 0.0), self.slope
        )
        return w, dw


@dataclass
class Marginals:
    """The stations with rates of V variants, and the state of their distributions.

    demands (V, R, K), populations (V, R), think_times (V, R); columns: the C stations with rates;
    factor (C, S): (j + 1) / rate(j + 1) - 1; weight (C, S): -sum of log rate up to j; rates and
    twins as in ``SingleClassStations``, one entry per copy, ``owner`` its column in ``columns``.
    """

    demands: Array
    populations: Array
    think_times: Array
    copies: Array
    columns: NDArray[np.intp]
    fixed: NDArray[np.intp]
    delay: NDArray[np.intp]
    rates: tuple[tuple[float, ...], ...]
    owner: tuple[int, ...]
    factor: Array
    weight: Array
    peak: Array
    linear: Array
    tilt: Array | None = None

    def take(self, rows: NDArray[np.intp]) -> None:
        """Keep some of the variants."""
        self.demands, self.populations = self.demands[rows], self.populations[rows]
        self.think_times = self.think_times[rows]
        if self.tilt is not None:
            self.tilt = self.tilt[rows]

    def waiting(self, throughput: Array, queue: Array, arrival: Array) -> LocalWaiting:
        """Waits where arrivals find ``arrival`` (V, R + 1, R, C) of mean; rows as in Linearizer.

        throughput (V, R); queue (V, R, K) per copy, both of the full population.
        """
        full, less = self._shapes(throughput, queue)
        level = np.zeros(arrival.shape[1], dtype=np.intp)
        level[1:] = 1
        weights = np.stack([full, less], axis=1)[:, level]  # (V, R + 1, R, C, S)
        states = np.arange(weights.shape[-1], dtype=float)
        everyone = np.ceil(self.populations - 1e-9).sum(axis=1)
        most = np.maximum(everyone[:, None] - 1.0 - level, 0.0)[:, :, None, None]
        target = np.clip(arrival, 1e-9 * most, (1.0 - 1e-9) * most)
        fresh = self.tilt is None
        tilt = np.zeros(arrival.shape) if self.tilt is None else self.tilt
        p = np.empty(0)
        mean = variance = np.zeros(arrival.shape)
        steps = _FIRST_STEPS if fresh else _LATER_STEPS
        for step in range(steps + 1):
            p = weights + tilt[..., None] * states
            p -= p.max(axis=-1, keepdims=True)
            np.exp(p, out=p)
            p /= p.sum(axis=-1, keepdims=True)
            mean = p @ states
            variance = np.maximum(p @ (states * states) - mean * mean, 0.0)
            if step == steps:
                break
            tilt = tilt + _towards(target, mean, variance, most)
        self.tilt = tilt
        value = (p * self.factor).sum(axis=-1)
        along = (p * (self.factor * states)).sum(axis=-1) - value * mean
        rise = np.diff(self.factor, axis=1)
        steepest, least = rise.max(axis=1, initial=0.0), rise.min(axis=1, initial=0.0)
        with np.errstate(divide="ignore", invalid="ignore"):
            slope = np.where(variance > 1e-12, along / variance, 0.0)
        slope = np.clip(slope, least, steepest)
        flat = (-1, arrival.shape[2], arrival.shape[3])
        return LocalWaiting(
            self.linear, self.columns, mean.reshape(flat), value.reshape(flat),
            slope.reshape(flat), self.peak,
        )  # fmt: skip

    def _shapes(self, throughput: Array, queue: Array) -> tuple[Array, Array]:
        """Log weights (V, R, C, S) over customers found, with everybody and with one less."""
        whole = np.ceil(self.populations - 1e-9).astype(np.intp)
        variants, classes = whole.shape
        size = self.factor.shape[1]
        rest = np.log(np.maximum(self._rest(throughput, size), _LEAST))  # (V, C, S)
        present = np.where(self.populations > 0, self.populations, 1.0)
        there = queue[:, :, self.columns] / present[:, :, None]
        there = np.clip(there, 1e-6, 1.0 - 1e-6)  # (V, R, C)
        one = np.array(
            [_binomial(np.maximum(whole[:, r], 0), there[:, r], size) for r in range(classes)]
        )
        others = _all_but_one(one, whole)
        total = whole.sum(axis=1)
        found = np.maximum(total - 1, 0)
        spread = np.empty((variants, classes, len(self.columns), size))
        for r in range(classes):
            own = _binomial(np.maximum(whole[:, r] - 1, 0), there[:, r], size)
            mixed = _convolve(others[r], own, int(whole[:, r].max(initial=1)))
            held = (whole[:, :, None] * there).sum(axis=1) - there[:, r]
            mean = held / np.maximum(found, 1)[:, None]
            even = _binomial(found, np.clip(mean, 1e-6, 1.0 - 1e-6), size)
            spread[:, r] = np.log(np.maximum(mixed, _LEAST)) - np.log(np.maximum(even, _LEAST))
        states = np.arange(size)
        full = self._weights(rest, spread, found, states)
        fewer = np.maximum(total - 2, 0)
        # One customer less: the same shape over one state less.
        stretched = states * (found / np.maximum(fewer, 1))[:, None]
        low = np.minimum(stretched.astype(np.intp), np.maximum(found - 1, 0)[:, None])
        part = np.minimum(stretched - low, 1.0)[:, None, None, :]
        low = np.broadcast_to(low[:, None, None, :], spread.shape)
        high = np.minimum(low + 1, size - 1)
        below = np.take_along_axis(spread, low, axis=3)
        above = np.take_along_axis(spread, high, axis=3)
        less = self._weights(rest, below + part * (above - below), fewer, states)
        return full, less

    def _weights(
        self, rest: Array, spread: Array, found: NDArray[np.intp], states: NDArray[np.intp]
    ) -> Array:
        back = found[:, None, None] - states
        elsewhere = np.take_along_axis(
            rest, np.broadcast_to(np.maximum(back, 0), rest.shape), axis=2
        )
        shape = np.where(back >= 0, self.weight + elsewhere, -np.inf)
        result: Array = np.where(back[:, None] >= 0, shape[:, None] + spread, -np.inf)
        return result

    def _rest(self, throughput: Array, size: int) -> Array:
        """(V, C, S) constants of the network without one copy of each column, one mean class."""
        flow = np.maximum(throughput.sum(axis=1), 1e-300)
        mean = (throughput[:, :, None] * self.demands).sum(axis=1) / flow[:, None]
        think = (throughput * self.think_times).sum(axis=1) / flow
        think = think + (mean[:, self.delay] * self.copies[self.delay]).sum(axis=1)
        fixed = np.minimum(mean[:, self.fixed], 1.0 / flow[:, None])
        rated = mean[:, self.columns][:, list(self.owner)]
        stations = SingleClassStations(
            fixed, np.broadcast_to(self.copies[self.fixed], fixed.shape), think, rated, self.rates,
            tuple(range(len(self.rates))),
        )  # fmt: skip
        firsts = [self.owner.index(c) for c in range(len(self.columns))]
        return np.stack(series_without(stations, flow, size - 1, firsts), axis=1)


def _towards(target: Array, mean: Array, variance: Array, most: Array) -> Array:
    """A Newton step of the tilt in the logit of the mean, where binomials are straight lines."""
    top = np.maximum(most, 1e-300)
    with np.errstate(divide="ignore", invalid="ignore"):
        gap = np.log(target / mean) - np.log((top - target) / (top - mean))
        step = gap * mean * (1.0 - mean / top) / variance
    usable = np.isfinite(step)
    return np.clip(np.where(usable, step, 0.0), -6.0, 6.0)


def _binomial(customers: NDArray[np.intp], p: Array, size: int) -> Array:
    """(V, C, S) binomial distributions of ``customers`` (V,) trials, probability ``p`` (V, C)."""
    logs = np.zeros(size + 1)
    logs[1:] = np.cumsum(np.log(np.arange(1, size + 1)))
    j = np.arange(size)
    left = customers[:, None] - j
    ways = logs[np.minimum(customers, size)][:, None] - logs[j] - logs[np.clip(left, 0, size)]
    terms = (
        ways[:, None] + j * np.log(p)[:, :, None]
        + np.maximum(left, 0)[:, None] * np.log1p(-p)[:, :, None]
    )  # fmt: skip
    result: Array = np.where(left[:, None] >= 0, np.exp(terms), 0.0)
    return result


def _convolve(a: Array, b: Array, head: int) -> Array:
    """(V, C, S) convolution cut at S; ``b`` has at most ``head`` + 1 entries that are not 0."""
    size = a.shape[2]
    head = min(head + 1, size)
    padded = np.concatenate([np.zeros((*a.shape[:2], head - 1)), a], axis=2)
    view = sliding_window_view(padded, head, axis=2)
    result: Array = (view @ b[:, :, :head][:, :, ::-1, None])[:, :, :, 0]
    return result


def _all_but_one(one: Array, whole: NDArray[np.intp]) -> list[Array]:
    """For every class the convolution of all the others' distributions ``one`` (R, V, C, S)."""
    classes = len(one)
    nobody = np.zeros(one.shape[1:])
    nobody[:, :, 0] = 1.0
    before, after = [nobody], [nobody]
    for r in range(classes - 1):
        before.append(_convolve(before[-1], one[r], int(whole[:, r].max(initial=0))))
        last = classes - 1 - r
        after.append(_convolve(after[-1], one[last], int(whole[:, last].max(initial=0))))
    after.reverse()
    return [
        _convolve(before[r], after[r], int(whole[:, r + 1 :].sum(axis=1).max(initial=0)))
        for r in range(classes)
    ]


def marginals_affordable(
    populations: Array, servers: Array, copies: Array, multipliers: Mapping[int, tuple[float, ...]]
) -> NDArray[np.bool_]:
    """(V,) where there are stations with rates and their distributions are not too long."""
    needs = _needs(servers, multipliers)
    count = needs.sum(axis=1)
    here = np.where(needs, copies, 0.0)
    few = (here == np.round(here)).all(axis=1) & (
        here.sum(axis=1) <= np.maximum(_MOST_COPIES, count)
    )
    classes = populations.shape[1]
    everyone = np.ceil(populations - 1e-9).sum(axis=1)
    size = classes * (classes + 1.0) * count * everyone
    result: NDArray[np.bool_] = few & (count > 0) & (everyone >= 2) & (size <= MOST_NUMBERS)
    result &= (everyone <= MOST_CUSTOMERS) & _never_slower(servers, multipliers)
    return result


def _never_slower(servers: Array, multipliers: Mapping[int, tuple[float, ...]]) -> bool:
    """Whether no station works more slowly with more customers.

    Where one does there may be several solutions, and renewing its distribution would swing.
    """
    for station, factors in multipliers.items():
        for m in np.unique(servers[:, station]).tolist():
            if (np.diff(station_rates(m, tuple(factors), len(factors) + 1)) < 0.0).any():
                return False
    return True


def marginals_numbers(populations: Array, servers: Array | None, classes: int) -> int:
    """Numbers a variant's distributions take, at most; 0 where there are none."""
    assert servers is not None
    count = int((np.isfinite(servers) & (servers > 1.0)).sum(axis=1).max(initial=0))
    everyone = float(populations.sum(axis=1).max(initial=0.0))
    return int(min(classes * (classes + 1.0) * count * everyone, MOST_NUMBERS))


def _needs(servers: Array, multipliers: Mapping[int, tuple[float, ...]]) -> NDArray[np.bool_]:
    needs = np.isfinite(servers) & (servers > 1.0)
    needs[..., list(multipliers)] = True
    result: NDArray[np.bool_] = needs
    return result


def marginals_for(
    demands: Array, populations: Array, think_times: Array, servers: Array, copies: Array,
    multipliers: Mapping[int, tuple[float, ...]],
) -> Marginals:  # fmt: skip
    """The marginals of a batch all of whose variants are ``marginals_affordable``.

    servers, copies: (K,), the same for all variants. Shapes otherwise as in ``ClosedBatch``.
    """
    needs = _needs(servers, multipliers)
    used = demands.any(axis=(0, 1))
    columns = np.flatnonzero(needs)
    everyone = int(np.ceil(populations - 1e-9).sum(axis=1).max(initial=0.0))
    here = copies[columns]
    rates: list[tuple[float, ...]] = []
    owner: list[int] = []
    factor = np.empty((columns.size, everyone))
    weight = np.zeros((columns.size, everyone))
    peak = np.empty((1, 1, columns.size))
    for c, k in enumerate(columns.tolist()):
        own = station_rates(float(servers[k]), multipliers.get(k), everyone)[:everyone]
        steps = np.full(everyone, own[-1])
        steps[: len(own)] = own
        factor[c] = np.arange(1, everyone + 1) / steps - 1.0
        weight[c, 1:] = -np.cumsum(np.log(steps[:-1]))
        peak[0, 0, c] = max(own)
        rates += [own] * int(here[c])
        owner += [c] * int(here[c])
    fixed = np.flatnonzero(~needs & (servers == 1.0) & used)
    linear = ((servers == 1.0) & ~needs).astype(float).reshape(1, 1, -1)
    return Marginals(
        demands, populations, think_times, copies, columns, fixed,
        np.flatnonzero(~needs & ~np.isfinite(servers)), tuple(rates), tuple(owner), factor, weight,
        peak, linear,
    )  # fmt: skip
