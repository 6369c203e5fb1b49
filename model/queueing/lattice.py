"""Exact multi-class closed networks by convolution over the lattice of population vectors.

With t = sum_r rho_r z_r the generating function of a station is a power series in t: 1 / (1 - t)
for a single server, a polynomial head and a geometric tail for several servers or other rates
(Reiser and Kobayashi, IBM J. Res. Develop. 19(3), 1975; Lam and Lien, CACM 26(2), 1983). All of
them multiply to the constants of every smaller population at once. A geometric factor is a
recursion over the lattice, done level by level of all populations but one and as a filter along
that one; heads are Horner's rule with shifts. All terms are positive, so no digits are lost at high
load (compare the marginal recursions of multi-server MVA).

Four classes of 20 customers at 50 stations take 0.2 s, a fiftieth of MVA over the same lattice.
Where classes are many and stations few, ``occupancy`` needs less.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from .convolution import GeometricFilters
from .errors import Cancelled, NetworkError
from .manyclass import ManyClassAnswer, ManyClasses
from .waiting import Array
from .work import stopped

__all__ = ["MOST_STATES", "lattice_work", "rates_everywhere", "solve_lattice"]

_NUMBER_US = 0.02
"""Of work: a station of one number of customers of every class."""
MOST_STATES = 2.0e7
_STEP = 1.5e4
"""What the call of an array operation costs, in elementary ones."""


def lattice_work(n: NDArray[np.int64], fixed: int, rated: int, servers: float) -> float:
    """Elementary operations (0.5 ns each) for ``fixed`` single-server stations (all copies) and
    ``rated`` others whose rates settle after about ``servers`` customers."""
    population = n.astype(float)
    # Short last axes leave the array operations short.
    states = float(np.prod(population + 1.0)) * max(1.0, 24.0 / (float(population.max()) + 1.0))
    levels = float(population.sum() - population.max()) + 1.0
    head = min(servers, float(population.sum()))
    geometric = states * (len(n) + 3.0) + levels * (len(n) + 3.0) * _STEP
    queues = states * (len(n) + 12.0)
    shifts = head * (states * 3.0 * len(n) + len(n) * _STEP)
    return (fixed + rated * max(rated, 1)) * (geometric + queues) + rated * (rated + 1.0) * shifts


class _Lattice:
    """Rows are the populations of all classes but the last, sorted by their total."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.shape = shape
        self.outer = shape[:-1]
        counts = np.indices(self.outer).reshape(len(self.outer), -1)
        total = counts.sum(axis=0)
        self.order = np.argsort(total, kind="stable")
        self.place = np.empty(len(self.order), dtype=np.intp)
        self.place[self.order] = np.arange(len(self.order))
        self.starts = np.searchsorted(total[self.order], np.arange(int(total.max()) + 2))
        none = len(self.order)  # a row of zeros that stands for "no customer less"
        self.less: list[NDArray[np.intp]] = []
        step = len(self.order)
        for r, size in enumerate(self.outer):
            step //= size
            own = counts[r][self.order]
            self.less.append(np.where(own > 0, self.place[np.maximum(self.order - step, 0)], none))

    def rows(self, series: Array) -> Array:
        """(rows + 1, last) of a series over the whole lattice."""
        out = np.zeros((len(self.order) + 1, self.shape[-1]))
        out[:-1] = series.reshape(-1, self.shape[-1])[self.order]
        return out

    def whole(self, rows: Array) -> Array:
        """Back to the lattice."""
        out: Array = rows[self.place].reshape(self.shape)
        return out

    def geometric(self, rows: Array, load: Array) -> None:
        """Multiply by 1 / (1 - t), in place."""
        length = self.shape[-1]
        along = GeometricFilters(load[-1:, None], length) if load[-1] > 0 else None
        used = [(rho, less) for rho, less in zip(load[:-1], self.less, strict=True) if rho > 0]
        for a, b in zip(self.starts[:-1].tolist(), self.starts[1:].tolist(), strict=True):
            part = rows[a:b]
            for rho, less in used:
                part += rho * rows[less[a:b]]
            if along is not None:
                rows[a:b] = along.unfold(along.apply(along.fold(part), 0))


def solve_lattice(network: ManyClasses, stop: Callable[[], bool] | None = None) -> ManyClassAnswer:
    """Solve one multi-class network exactly; every class must have customers.

    Raises ``NetworkError`` for more than ``MOST_STATES`` population vectors.
    """
    # The longest axis comes last: it costs no levels.
    axes = np.argsort(network.population, kind="stable")
    answer = _solve(network.of_classes(axes), stop)
    back = np.argsort(axes)
    return ManyClassAnswer(
        answer.throughput[back], answer.fixed_queue[back], answer.rated_queue[back],
        answer.rated_busy,
    )  # fmt: skip


def _solve(network: ManyClasses, stop: Callable[[], bool] | None) -> ManyClassAnswer:
    n = network.population
    classes = len(n)
    shape = tuple(int(i) + 1 for i in n)
    states = float(np.prod(n.astype(float) + 1.0))
    if states > MOST_STATES:
        raise NetworkError(
            f"the exact solution would visit {states:.3g} population vectors (limit "
            f"{MOST_STATES:.0g}); use the method linearizer or auto"
        )
    lattice = _Lattice(shape)
    counts = np.indices(shape)
    tilt = network.tilts()
    full_at = tuple(int(i) for i in n)
    for _ in range(60):
        base = _fixed_part(network, lattice, tilt, stop)
        load = network.rated * tilt[:, None]
        full = base
        for m, rates in enumerate(network.rates):
            full = _apply(lattice, full, load[:, m], rates, stop)
        top = full[full_at]
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
    logs = _log_multinomial(counts)
    # full(n - e_r - m) over m, which the weights of each station are multiplied with.
    ahead = np.zeros((classes, full.size))
    for r in range(classes):
        window = tuple(slice(0, i + 1) for i in less[r])
        flip = tuple(slice(None, None, -1) for _ in less[r])
        turned = np.zeros(shape)
        turned[window] = full[window][flip]
        ahead[r] = turned.ravel()
    fixed_queue = np.zeros((classes, network.fixed.shape[1]))
    for k in range(network.fixed.shape[1]):
        rho = network.fixed[:, k] * tilt
        if rho.any():
            # Arrival theorem: 1 + total queue found = constant with the station doubled.
            if stopped(stop, _NUMBER_US * full.size):
                raise Cancelled("cancelled")
            fixed_queue[:, k] = rho / top * (ahead @ _weights(logs, counts, rho, None).ravel())
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
                others = _apply(lattice, others, load[:, o], other, stop)
        weights = _weights(logs, counts, load[:, m], rates)
        joint = weights * others[tuple(slice(None, None, -1) for _ in shape)]
        norm = float(joint.sum())
        for r in range(classes):
            rated_queue[r, m] = float((joint * counts[r]).sum()) / norm
        if network.working:
            table = network.working[m]
            present = counts.sum(axis=0).astype(np.intp)
            busy[m] = float((joint * table[np.minimum(present, len(table) - 1)]).sum()) / norm
    return ManyClassAnswer(x, fixed_queue, rated_queue, busy)


def rates_everywhere(network: ManyClasses) -> Array:
    """Throughput of every class at every population up to the given one, (classes, *populations).

    Raises ``NetworkError`` where the constants leave the range of floating point numbers.
    """
    shape = tuple(int(i) + 1 for i in network.population)
    lattice = _Lattice(shape)
    tilt = network.tilts()
    full = _fixed_part(network, lattice, tilt, None)
    for m, rates in enumerate(network.rates):
        full = _apply(lattice, full, network.rated[:, m] * tilt, rates, None)
    out = np.zeros((len(shape), *shape))
    if not (full > 1e-290).all():
        raise NetworkError("the constants of some populations are too small to be told from zero")
    for r in range(len(shape)):
        to = tuple(slice(1, None) if a == r else slice(None) for a in range(len(shape)))
        come = tuple(slice(None, -1) if a == r else slice(None) for a in range(len(shape)))
        out[r][to] = tilt[r] * full[come] / full[to]
    return out


def _fixed_part(
    network: ManyClasses, lattice: _Lattice, tilt: Array, stop: Callable[[], bool] | None
) -> Array:
    """Constants of delays and single servers, largest 1."""
    base = np.ones(())
    for r, size in enumerate(lattice.shape):
        at_delay = np.zeros(size)
        at_delay[0] = 1.0
        if network.think[r] > 0:
            steps = np.log(network.think[r] * tilt[r]) - np.log(np.arange(1, size))
            logs = np.concatenate(([0.0], np.cumsum(steps)))
            at_delay = np.exp(logs - logs.max())
        base = base[..., None] * at_delay
    rows = lattice.rows(base)
    for k in range(network.fixed.shape[1]):
        load = network.fixed[:, k] * tilt
        if not load.any():
            continue
        for _ in range(round(float(network.copies[k]))):
            if stopped(stop, _NUMBER_US * rows.size):
                raise Cancelled("cancelled")
            lattice.geometric(rows, load)
        rows /= rows.max()
    return lattice.whole(rows)


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
    lattice: _Lattice, series: Array, load: Array, rates: tuple[float, ...],
    stop: Callable[[], bool] | None,
) -> Array:  # fmt: skip
    """Convolve with a station: 1 + t / rate_1 (1 + t / rate_2 (… 1 / (1 - t / last rate)))."""
    if not load.any():
        return series
    most = sum(series.shape) - series.ndim
    depth = min(len(rates), most)
    out = series
    if depth < most:
        rows = lattice.rows(series)
        lattice.geometric(rows, load / rates[-1])
        out = lattice.whole(rows)
    scale = 1.0  # both addends are kept in the same proportion
    for j in range(depth, 0, -1):
        if j % 16 == 0 and stopped(stop, 16 * _NUMBER_US * series.size):
            raise Cancelled("cancelled")
        out = series * scale + _shift_add(out, load / rates[j - 1])
        peak = float(out.max())
        if peak > 1e100:
            out = out / peak
            scale /= peak
    result: Array = out / out.max()
    return result


def _log_multinomial(counts: NDArray[np.int64]) -> Array:
    total = counts.sum(axis=0)
    factorial = np.concatenate(([0.0], np.cumsum(np.log(np.arange(1, int(total.max()) + 1)))))
    out: Array = factorial[total] - sum(factorial[c] for c in counts)
    return out


def _weights(
    multinomial: Array, counts: NDArray[np.int64], load: Array, rates: tuple[float, ...] | None
) -> Array:
    """Unnormalised open marginal of a station over the lattice; 1 / (1 - t) without ``rates``."""
    logs = multinomial.copy()
    for r, rho in enumerate(load):
        with np.errstate(divide="ignore", invalid="ignore"):
            along = np.where(np.arange(counts.shape[r + 1]) > 0, np.log(rho), 0.0)
            along = along * np.maximum(np.arange(counts.shape[r + 1]), 1)
        logs += along.reshape(tuple(-1 if a == r else 1 for a in range(len(load))))
    if rates is not None:
        total = counts.sum(axis=0)
        top = int(total.max())
        known = min(len(rates), top)
        step = np.full(top, rates[-1])
        step[:known] = rates[:known]
        logs -= np.concatenate(([0.0], np.cumsum(np.log(step))))[total]
    weights: Array = np.exp(logs)
    return weights
