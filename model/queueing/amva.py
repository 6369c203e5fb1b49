"""Fixed points of approximate MVA, solved for many variants at once by a structured Newton method.

Schweitzer's equations (P. Schweitzer, "Approximate analysis of multiclass closed networks of
queues", 1979; Bard 1979; Lazowska et al., Quantitative System Performance, 1984, section 6.4.2)

    R[r,k] = D[r,k] (1 + w_k(q[r,k])),        q[r,k] = sum_s Q[s,k] - Q[r,k]/N[r] + e[r,k]
    X[r]   = N[r] / (Z[r] + sum_k R[r,k]),    Q[r,k] = X[r] R[r,k]

are usually iterated by substitution, which needs hundreds of passes near saturation. A Newton step
on the same equations couples classes only through R unknowns (the throughputs) and stations only
through their total queue, so that it can be eliminated down to an R x R system per variant: the
cost of a pass stays O(R K) + O(R^2 K), and the passes fall to five to ten. Substitution remains
the fallback wherever a Newton step would leave the feasible region or fail to reduce the residual.

``e`` is zero for Schweitzer and carries Linearizer's correction (see ``linearizer``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .waiting import Array, Waits
from .work import stopped

_PASS_US, _NUMBER_US = 100.0, 0.1
"""Of work: a pass, and its part for each residence."""
_PLAIN_STEPS = 1
_INSIDE = 3.0
_TRUST = 15


@dataclass(frozen=True)
class Core:
    """One batch of AMVA equations: V variants, R classes, K stations (see module text)."""

    demands: Array
    """(V, R, K) seconds per visit cycle, at one copy of the station."""
    populations: Array
    """(V, R)."""
    think_times: Array
    """(V, R) seconds."""
    copies: Array
    """(V or 1, K) identical copies of each station."""
    waiting: Waits

    def take(self, rows: NDArray[np.intp]) -> Core:
        """The equations of some of the variants."""
        return Core(
            self.demands[rows],
            self.populations[rows],
            self.think_times[rows],
            self.copies if len(self.copies) == 1 else self.copies[rows],
            self.waiting.take(rows),
        )


@dataclass
class FixedPoint:
    """State of the iteration: queue per copy, and what the last evaluation said."""

    queue: Array
    throughput: Array
    residence: Array
    residual: Array
    iterations: NDArray[np.int64]


def initial_queue(core: Core) -> Array:
    """Starting queue per copy: customers spread in proportion to demand."""
    work = core.demands * core.copies[:, None, :]
    total = work.sum(axis=2) + core.think_times
    share = core.populations / np.where(total > 0, total, 1.0)
    queue: Array = core.demands * share[:, :, None]
    return queue


def solve_core(
    core: Core,
    queue: Array,
    tolerance: float,
    max_iterations: int,
    offset: Array | None = None,
    stop: Callable[[], bool] | None = None,
) -> FixedPoint:
    """Iterate every variant until no queue moves by more than ``tolerance`` of its class.

    Variants leave the working set as they converge. The result's ``residual`` is the largest
    change, relative to the class population, that one more substitution would make.
    """
    variants = len(core.demands)
    out = FixedPoint(
        queue.copy(),
        np.zeros(core.populations.shape),
        np.zeros(core.demands.shape),
        np.full(variants, np.inf),
        np.zeros(variants, dtype=np.int64),
    )
    rows: NDArray[np.intp] | None = None
    part, q_now, e_now = core, queue, offset
    best = np.full(variants, np.inf)
    for iteration in range(1, max_iterations + 1):
        x, residence, image, residual, advance = _evaluate(part, q_now, e_now)
        done = residual <= tolerance
        work_us = _PASS_US + _NUMBER_US * part.demands.size
        last = iteration == max_iterations or stopped(stop, work_us)
        leave = np.ones_like(done) if last else done
        if leave.any():
            if rows is None and leave.all():
                out.queue, out.throughput, out.residence = image, x, residence
                out.residual[:] = residual
                out.iterations[:] = iteration
                return out
            where = leave.nonzero()[0] if rows is None else rows[leave]
            out.queue[where] = image[leave]
            out.throughput[where] = x[leave]
            out.residence[where] = residence[leave]
            out.residual[where] = residual[leave]
            out.iterations[where] = iteration
            if leave.all():
                return out
        if iteration <= _PLAIN_STEPS:
            step = image
        else:
            # The residual may rise for a few steps far from the answer. If it keeps doing so,
            # substitution takes over for a while, which contracts.
            newton = (residual < best) | (iteration % 40 < _TRUST)
            step = advance(newton)
        best = np.minimum(best, residual)
        if leave.any():
            stay = (~leave).nonzero()[0]
            rows = stay if rows is None else rows[stay]
            part = part.take(stay)
            q_now = step[stay]
            best = best[stay]
            e_now = None if e_now is None else e_now[stay]
        else:
            q_now = step
    return out


def _evaluate(
    core: Core, queue: Array, offset: Array | None
) -> tuple[Array, Array, Array, Array, Callable[[NDArray[np.bool_]], Array]]:
    """One substitution, and a closure that turns it into a Newton step."""
    demand, population, copies = core.demands, core.populations, core.copies
    present = np.where(population > 0.0, population, 1.0)
    # Customers of its own class that an arrival does not see: one, or all if fewer than one.
    own = (np.minimum(population, 1.0) / present)[:, :, None]
    total = queue.sum(axis=1, keepdims=True)
    seen = total - own * queue
    arrival = seen if offset is None else np.maximum(seen + offset, 0.0)
    w, dw = core.waiting.evaluate(arrival)
    residence = demand * (1.0 + w)
    weighted = copies[:, None, :]
    cycle = core.think_times + (residence * weighted).sum(axis=2)
    x = population / np.where(population > 0.0, cycle, 1.0)
    image = x[:, :, None] * residence
    gap = np.abs(image - queue) * weighted
    residual = (gap.max(axis=2) / present).max(axis=1)

    def advance(use_newton: NDArray[np.bool_]) -> Array:
        slope = x[:, :, None] * demand * dw
        b = slope / (1.0 + slope * own)
        load = b.sum(axis=1, keepdims=True)
        heaviest = load.max(axis=2)
        everyone = population.sum(axis=1, keepdims=True)
        repair = heaviest > 1.0 - 0.3 / (1.0 + everyone)
        if repair.any():
            # No queue grows without bound at these throughputs: start Newton from inside.
            shrink = np.where(repair, (1.0 - _INSIDE / (_INSIDE + everyone)) / heaviest, 1.0)
            slope = slope * shrink[:, :, None]
            b = slope / (1.0 + slope * own)
            load = b.sum(axis=1, keepdims=True)
        p = residence / (1.0 + slope * own)
        slack = 1.0 - load
        feasible = slack.min(axis=2)[:, 0] > 1e-12
        inverse = 1.0 / np.where(slack > 1e-12, slack, 1.0)
        drag = (b * seen).sum(axis=1, keepdims=True) * inverse
        wb = b * weighted
        right = population + (wb * (seen + drag)).sum(axis=2)
        diagonal = core.think_times + (p * weighted).sum(axis=2)
        new_x = _throughputs(wb * inverse, p, diagonal, right)
        new_x = np.where(population > 0.0, new_x, 0.0)
        moved = p * new_x[:, :, None]
        fresh = moved.sum(axis=1, keepdims=True) * inverse - drag
        step: Array = np.maximum(moved + b * (fresh - seen), 0.1 * image)
        use = use_newton & feasible & np.isfinite(step).all(axis=(1, 2))
        if use.all():
            return step
        chosen: Array = np.where(use[:, None, None], step, image)
        return chosen

    return x, residence, image, residual, advance


def _throughputs(left: Array, p: Array, diagonal: Array, right: Array) -> Array:
    """Solve (diag + left p^T) x = right for every variant."""
    classes = right.shape[1]
    if classes == 1:
        result: Array = right / (diagonal + (left * p).sum(axis=2))
        return result
    matrix = left @ p.transpose(0, 2, 1)
    index = np.arange(classes)
    matrix[:, index, index] += diagonal
    if classes == 2:
        a, b = matrix[:, 0, 0], matrix[:, 0, 1]
        c, d = matrix[:, 1, 0], matrix[:, 1, 1]
        det = a * d - b * c
        det = np.where(det == 0.0, 1.0, det)
        u, v = right[:, 0], right[:, 1]
        pair: Array = np.stack([(d * u - b * v) / det, (a * v - c * u) / det], axis=1)
        return pair
    # A class without customers would otherwise leave a zero row.
    matrix[:, index, index] += np.where(diagonal > 0.0, 0.0, 1.0)
    solved = np.linalg.solve(matrix, right[:, :, None])
    flat: Array = solved[:, :, 0].astype(float, copy=False)
    return flat
