"""How long an arriving customer waits, as a function of the mean queue it finds.

Approximate MVA needs, at every station, the factor ``1 + w`` by which the residence time exceeds
the service demand. With one server the arrival theorem gives ``w = q`` exactly (``q``: mean number
found on arrival); at a delay ``w = 0``. With several servers, or any other load-dependent rate,
the exact statement is (Reiser and Lavenberg, JACM 27(2), 1980, eq. 3.7)

    1 + w = sum_j (j + 1) / rate(j + 1) * p(j | one customer less)

and the approximation only has to supply the marginal distribution ``p``. Here ``p`` is taken from
the family of birth-death distributions that such a station can have when the rest of the network
feeds it at a constant rate, truncated at the number of customers that exist; the member of the
family is picked by its mean ``q``. This is exact when no more customers than servers exist, exact
in saturation, and never lets utilisation pass 1 because ``1 + w >= (q + 1) / max rate``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

_GRID = 161
_MAX_STATES = 640
_AT_ONCE = 32
"""Arrival rates that are looked at together."""
_NEVER = 45.0
"""Of the logarithm of how likely one state is beside another: 3e-20."""


@dataclass(frozen=True)
class WaitTable:
    """Cubic Hermite samples of ``w`` over ``s = log(1 + q)``, and the linear law beyond them."""

    value: Array
    slope: Array
    step: float
    top: float
    """Largest mean queue covered by the samples."""
    asymptote: float
    """Slope of ``w`` beyond ``top``: 1 / (largest rate)."""


def multiserver_rates(servers: int) -> tuple[float, ...]:
    """Relative service rate with 1, 2, … customers at ``servers`` parallel servers."""
    return tuple(float(j) for j in range(1, servers + 1))


@lru_cache(maxsize=4096)
def wait_table(rates: tuple[float, ...], others: int) -> WaitTable:
    """Tabulate ``w(q)`` for a station whose total rate with j customers is ``rates[j-1]``.

    ``others`` is the largest number of customers an arrival can find (population - 1). The last
    rate holds beyond the end of ``rates``.
    """
    limit = max(0, min(others, max(_MAX_STATES, min(4 * len(rates), len(rates) + 4096))))
    rate = np.empty(limit + 1)
    known = min(len(rates), limit + 1)
    rate[:known] = rates[:known]
    rate[known:] = rates[-1]
    factor = np.arange(1, limit + 2) / rate - 1.0  # w when j others are present
    peak = float(rates[-1])
    if limit == 0:
        flat = np.full(_GRID, factor[0])
        return WaitTable(flat, np.zeros(_GRID), 1.0, 0.0, 0.0)
    log_weight = np.concatenate(([0.0], -np.cumsum(np.log(rate[:limit]))))
    span = np.log(rate.max()) + 6.0
    # Means are found for a dense sweep of arrival rates, then read off on a regular grid.
    arrival = np.concatenate(
        [
            np.linspace(np.log(rate.min()) - 16.0, np.log(rate.min()) - 2.0, 48)[:-1],
            np.linspace(np.log(rate.min()) - 2.0, np.log(peak) - 0.3, 200)[:-1],
            np.linspace(np.log(peak) - 0.3, np.log(peak) + 0.3, 260)[:-1],
            np.linspace(np.log(peak) + 0.3, max(span, np.log(peak) + 7.0), 80),
        ]
    )
    arrival = np.unique(arrival)
    mean, w, variance, along = _means(arrival, log_weight, factor, rate)
    # Derivative along the family: cov(factor, n) / var(n).
    slope = along / np.maximum(variance, 1e-300)
    keep = (variance > 1e-13) & (mean > 1e-9) & (mean < limit - 1e-9)
    keep &= np.concatenate(([True], np.diff(mean) > 1e-12))
    mean = np.concatenate(([0.0], mean[keep], [float(limit)]))
    w = np.concatenate(([factor[0]], w[keep], [factor[-1]]))
    ends = np.diff(factor)[[0, -1]]
    slope = np.concatenate((ends[:1], slope[keep], ends[1:]))
    top = float(limit) if limit == others else 0.5 * limit
    step = float(np.log1p(top)) / (_GRID - 1)
    q = np.expm1(np.arange(_GRID) * step)
    q[-1] = top
    value, tangent = _hermite(mean, w, slope, q)
    return WaitTable(value, tangent * (1.0 + q) * step, step, top, 1.0 / peak)


def _means(
    arrival: Array, log_weight: Array, factor: Array, rate: Array
) -> tuple[Array, Array, Array, Array]:
    """By arrival rate the means of the customers there and of ``factor``, the variance of the
    former and the covariance of the two.

    Where far fewer arrive than can be served hardly ever many are there, and where far more do
    hardly ever few: of states less likely than `_NEVER` beside others nothing is seen.
    """
    states = np.arange(len(log_weight), dtype=float)
    figures = np.stack([np.ones_like(states), states, states**2, factor, factor * states], axis=1)
    lowest, highest = rate.min(), rate.max()
    sums = np.empty((len(arrival), figures.shape[1]))
    ranks = np.exp(arrival)
    for low in range(0, len(arrival), _AT_ONCE):
        some = slice(low, low + _AT_ONCE)
        most, least = ranks[some].max(), ranks[some].min()
        first, last = 0, len(states)
        if most < lowest:
            last = min(last, 2 + math.ceil(_NEVER / math.log(lowest / most)))
        elif least > highest:
            first = max(first, last - 2 - math.ceil(_NEVER / math.log(least / highest)))
        here = slice(first, last)
        likely = np.multiply.outer(arrival[some], states[here])
        likely += log_weight[here]
        likely -= likely.max(axis=1, keepdims=True)
        np.exp(likely, out=likely)
        sums[some] = likely @ figures[here]
    mean, square, w, both = (sums[:, 1:] / sums[:, :1]).T
    return mean, w, square - mean**2, both - w * mean


def widened(table: WaitTable, factor: float) -> WaitTable:
    """The table of a station with ``factor`` times the servers, at ``factor`` times the queue."""
    top = table.top * factor
    step = float(np.log1p(top)) / (_GRID - 1)
    q = np.expm1(np.arange(_GRID) * step)
    narrow = np.log1p(np.minimum(q / factor, table.top))
    places: Array = np.arange(_GRID, dtype=np.float64) * table.step
    value, slope = _hermite(places, table.value, table.slope / table.step, narrow)
    per_q = slope / (1.0 + q / factor) / factor
    return WaitTable(value, per_q * (1.0 + q) * step, step, top, table.asymptote / factor)


def _hermite(x: Array, y: Array, dy: Array, at: Array) -> tuple[Array, Array]:
    """Cubic Hermite interpolation of value and slope at ``at`` (x increasing)."""
    i = np.clip(np.searchsorted(x, at, side="right") - 1, 0, len(x) - 2)
    h = x[i + 1] - x[i]
    t = (at - x[i]) / h
    a, b = y[i], y[i + 1]
    da, db = dy[i] * h, dy[i + 1] * h
    c2 = 3 * (b - a) - 2 * da - db
    c3 = 2 * (a - b) + da + db
    return a + t * (da + t * (c2 + t * c3)), (da + t * (2 * c2 + 3 * t * c3)) / h


def interpolate(table: WaitTable, q: Array) -> Array:
    """``w(q)`` of one table."""
    inside = np.clip(q, 0.0, table.top)
    s = np.log1p(inside) / table.step
    i = np.minimum(s.astype(np.intp), _GRID - 2)
    t = s - i
    a, b = table.value[i], table.value[i + 1]
    da, db = table.slope[i], table.slope[i + 1]
    value: Array = a + t * (da + t * (3 * (b - a) - 2 * da - db + t * (2 * (a - b) + da + db)))
    beyond: Array = (q - inside) * table.asymptote
    return value + beyond


def busy_servers(rates: tuple[float, ...], customers: int, mean: float, working: Array) -> float:
    """Mean busy servers at mean queue ``mean``, from the family of ``wait_table``.

    working: busy servers with 0, 1, 2, … customers; the last holds beyond.
    """
    limit = min(customers, max(_MAX_STATES, len(rates) + 4096))
    if mean <= 0.0:
        return float(working[0])
    if mean >= limit * (1.0 - 1e-9):
        return float(working[min(limit, len(working) - 1)])
    rate = np.full(limit, float(rates[-1]))
    known = min(len(rates), limit)
    rate[:known] = rates[:known]
    states = np.arange(limit + 1, dtype=float)
    weight = np.concatenate(([0.0], -np.cumsum(np.log(rate))))
    low, high = -700.0 + float(np.log(rate.min())), 700.0 + float(np.log(rate.max()))
    p = np.zeros(limit + 1)
    for _ in range(90):
        middle = 0.5 * (low + high)
        exponent = weight + middle * states
        p = np.exp(exponent - exponent.max())
        p /= p.sum()
        if float(p @ states) < mean:
            low = middle
        else:
            high = middle
    return float(p @ working[np.minimum(np.arange(limit + 1), len(working) - 1)])


class Waits(Protocol):
    """What the core of approximate MVA asks of a station's waiting function."""

    def evaluate(self, q: Array) -> tuple[Array, Array]:
        """``w(q)`` and ``dw/dq``, both (V, R, K)."""

    def take(self, rows: NDArray[np.intp]) -> Waits:
        """The same functions for some of the variants."""


@dataclass(frozen=True)
class Waiting:
    """``w`` and its derivative for a whole batch, shape (variants, classes, stations).

    ``linear`` (V or 1, 1, K): 1 for single servers, else 0. ``columns``: the stations that need a
    table; ``which`` (V or 1, R or 1, columns): row of the stacked tables, or -1 where that variant
    has a plain single server or a delay there.
    """

    linear: Array
    all_single: bool
    columns: NDArray[np.intp]
    which: NDArray[np.intp]
    value: Array
    slope: Array
    step: Array
    top: Array
    asymptote: Array

    def take(self, rows: NDArray[np.intp]) -> Waiting:
        """The same functions for some of the variants."""
        return Waiting(
            self.linear if len(self.linear) == 1 else self.linear[rows],
            self.all_single,
            self.columns,
            self.which if len(self.which) == 1 else self.which[rows],
            self.value, self.slope, self.step, self.top, self.asymptote,
        )  # fmt: skip

    def repeat(self, times: int) -> Waiting:
        """Each variant ``times`` times in a row."""
        return Waiting(
            self.linear if len(self.linear) == 1 else np.repeat(self.linear, times, axis=0),
            self.all_single,
            self.columns,
            self.which if len(self.which) == 1 else np.repeat(self.which, times, axis=0),
            self.value, self.slope, self.step, self.top, self.asymptote,
        )  # fmt: skip

    def evaluate(self, q: Array) -> tuple[Array, Array]:
        """``w(q)`` and ``dw/dq``, both (V, R, K); ``q`` must not be negative."""
        if self.all_single:
            return q, self.linear
        w = q * self.linear
        if self.columns.size == 0:
            return w, self.linear
        dw = np.broadcast_to(self.linear, q.shape).copy()
        cols = self.columns
        x = q[:, :, cols]
        row = np.broadcast_to(self.which, x.shape)
        safe = np.maximum(row, 0)
        top = self.top[safe]
        inside = np.minimum(x, top)
        step = self.step[safe]
        s = np.log1p(inside) / step
        i = np.minimum(s.astype(np.intp), _GRID - 2)
        t = s - i
        a, b = self.value[safe, i], self.value[safe, i + 1]
        da, db = self.slope[safe, i], self.slope[safe, i + 1]
        c2 = 3 * (b - a) - 2 * da - db
        c3 = 2 * (a - b) + da + db
        value = a + t * (da + t * (c2 + t * c3))
        tangent = (da + t * (2 * c2 + 3 * t * c3)) / ((1.0 + inside) * step)
        beyond = self.asymptote[safe]
        value = value + (x - inside) * beyond
        tangent = np.where(x > top, beyond, tangent)
        table = row >= 0
        w[:, :, cols] = np.where(table, value, w[:, :, cols])
        dw[:, :, cols] = np.where(table, tangent, dw[:, :, cols])
        return w, dw


def build_waiting(
    servers: Array,
    population: Array,
    rate_multipliers: dict[int, tuple[float, ...]] | None = None,
) -> Waiting:
    """Waiting functions for ``servers`` (V or 1, K) and ``population`` customers.

    ``population``: (V,) in all, or (V, K) that can meet at each station.
    """
    variants = len(servers)
    stations = servers.shape[1]
    multipliers = rate_multipliers or {}
    linear = (servers == 1.0).astype(float)
    needs = np.isfinite(servers) & (servers > 1.0)
    for station in multipliers:
        linear[:, station] = 0.0
        needs[:, station] = True
    columns = np.flatnonzero(needs.any(axis=0))
    shape = linear.reshape(variants, 1, stations)
    if columns.size == 0:
        none = np.zeros((1, 1, 0), dtype=np.intp)
        empty = np.zeros(0)
        return Waiting(shape, bool((linear == 1.0).all()), columns, none,
                       np.zeros((0, _GRID)), np.zeros((0, _GRID)), empty, empty, empty)  # fmt: skip
    most = population if population.ndim == 2 else population[:, None]
    others = np.maximum(np.ceil(most - 1e-9) - 1.0, 0.0)
    if variants == 1 and len(others) and (others == others[0]).all():
        others = others[:1]
    rows = len(others)
    others = np.broadcast_to(others, (rows, stations))
    wide = np.broadcast_to(servers, (rows, stations))
    found: dict[tuple[tuple[float, ...], int], int] = {}
    tables: list[WaitTable] = []
    which = np.full((rows, columns.size), -1, dtype=np.intp)
    for c, station in enumerate(columns.tolist()):
        pairs = np.stack([wide[:, station], others[:, station]], axis=1)
        unique, inverse = np.unique(pairs, axis=0, return_inverse=True)
        rows_of = np.empty(len(unique), dtype=np.intp)
        for u, (m, n) in enumerate(unique.tolist()):
            own = multipliers.get(station)
            if own is None and not (np.isfinite(m) and m > 1):
                rows_of[u] = -1
                continue
            key = (station_rates(float(m), own, int(n) + 1), _states(int(n)))
            if key not in found:
                found[key] = len(tables)
                tables.append(wait_table(*key))
            rows_of[u] = found[key]
        which[:, c] = rows_of[inverse.ravel()]
    return Waiting(
        shape, False, columns, which[:, None, :],
        np.stack([t.value for t in tables]), np.stack([t.slope for t in tables]),
        np.array([t.step for t in tables]), np.array([t.top for t in tables]),
        np.array([t.asymptote for t in tables]),
    )  # fmt: skip


def _states(others: int) -> int:
    """Populations far above every server count share one table."""
    return others if others <= _MAX_STATES else 1 << 30


def station_rates(
    servers: float, multipliers: tuple[float, ...] | None, customers: int
) -> tuple[float, ...]:
    """Total relative rate with 1…n customers; constant after the last entry.

    ``servers`` parallel servers give ``min(j, servers)``, times ``multipliers[j-1]`` where given.
    """
    if multipliers is None:
        if not np.isfinite(servers):
            raise ValueError("a delay station has no finite rate sequence")
        return multiserver_rates(int(min(servers, max(customers, 1))))
    if np.isfinite(servers):
        length = max(len(multipliers), int(servers))
    else:
        length = max(len(multipliers), customers)
    return tuple(
        min(float(j), servers) * multipliers[min(j, len(multipliers)) - 1]
        for j in range(1, length + 1)
    )
