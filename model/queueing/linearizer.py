"""Linearizer, converged: Schweitzer corrected by how queue shares change with one customer less.

K. M. Chandy and D. Neuse, "Linearizer: a heuristic algorithm for queueing network models of
computing systems", CACM 25(2), 1982. The published algorithm stops after a fixed number of passes;
here the corrections F[s|r,k] = Q[s,k](N - 1_r)/(N - 1_r)_s - Q[s,k](N)/N_s are iterated until they
agree with the R + 1 populations they come from, with Anderson mixing (D. G. Anderson, JACM 12(4),
1965). The R + 1 core problems of every variant are one batch for the Newton core of ``amva``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from .amva import Core, FixedPoint, initial_queue, solve_core
from .marginals import LocalWaiting, Marginals
from .waiting import Array, Waiting, Waits

_CORE_STEPS = 4
_DEPTH = 4


def stacked_populations(populations: Array) -> Array:
    """(V, R + 1, R): the full population, and one customer less of each class in turn."""
    classes = populations.shape[1]
    less = np.maximum(populations[:, None, :] - np.eye(classes)[None, :, :], 0.0)
    return np.concatenate([populations[:, None, :], less], axis=1)


def solve_linearizer(
    core: Core,
    stacked_waiting: Waiting,
    tolerance: float,
    max_iterations: int,
    queue: Array | None = None,
    stop: Callable[[], bool] | None = None,
    marginals: Marginals | None = None,
) -> FixedPoint:
    """Converged Linearizer for a batch; ``stacked_waiting`` belongs to ``stacked_populations``.

    With ``marginals`` the waits of its stations are renewed in every pass from the distributions
    that the pass implies (and ``stacked_waiting`` is only where the iteration begins).

    ``iterations`` counts evaluations of the cores; ``residual`` is the larger of the core's
    residual and the last change of any queue, relative to its class population.
    """
    variants, classes, stations = core.demands.shape
    width = classes + 1
    pops = stacked_populations(core.populations)
    stack = Core(
        np.repeat(core.demands, width, axis=0),
        pops.reshape(variants * width, classes),
        np.repeat(core.think_times, width, axis=0),
        core.copies if len(core.copies) == 1 else np.repeat(core.copies, width, axis=0),
        stacked_waiting,
    )
    if queue is None:
        start = solve_core(core, initial_queue(core), max(1e-4, tolerance), 60, stop=stop).queue
    else:
        start = queue
    share = start / np.where(core.populations > 0, core.populations, 1.0)[:, :, None]
    q = (pops[:, :, :, None] * share[:, None, :, :]).reshape(-1, classes, stations)
    f = np.zeros((variants, classes, classes, stations))
    state = Mixing(variants)
    copies = core.copies[:, None, :]
    present = np.where(core.populations > 0, core.populations, 1.0)
    out = FixedPoint(
        start.copy(),
        np.zeros((variants, classes)),
        np.zeros((variants, classes, stations)),
        np.full(variants, np.inf),
        np.zeros(variants, dtype=np.int64),
    )
    rows = np.arange(variants)
    previous = start
    passes = np.zeros(variants, dtype=np.int64)
    while len(rows):
        offset = _offsets(core.populations, f)
        point = solve_core(stack, q, 0.1 * tolerance, _CORE_STEPS, offset.reshape(q.shape), stop)
        q = point.queue
        shaped = q.reshape(len(rows), width, classes, stations)
        full = shaped[:, 0]
        fresh = _corrections(pops, shaped)
        moved = (np.abs(full - previous) * copies).max(axis=2)
        change = (moved / present).max(axis=1)
        fit = (np.abs(_offsets(core.populations, fresh)[:, 0] - offset[:, 0])).max(axis=(1, 2))
        fit = fit / present.sum(axis=1)
        inner = point.residual.reshape(len(rows), width).max(axis=1)
        passes = passes + point.iterations.reshape(len(rows), width).max(axis=1)
        residual = np.maximum(np.maximum(change, inner), fit)
        if marginals is not None:
            x = point.throughput.reshape(len(rows), width, classes)[:, 0]
            waits = marginals.waiting(x, full, _arrivals(pops, shaped, offset, marginals.columns))
            residual = np.maximum(residual, _moved(stack.waiting, waits, len(rows)))
            stack = replace(stack, waiting=waits)
        done = residual <= tolerance
        over = bool((passes >= max_iterations).all()) or (stop is not None and stop())
        leave = np.ones_like(done) if over else done | (passes >= max_iterations)
        if leave.any():
            where = rows[leave]
            out.queue[where] = full[leave]
            out.throughput[where] = point.throughput.reshape(len(rows), width, classes)[leave, 0]
            out.residence[where] = point.residence.reshape(shaped.shape)[leave, 0]
            out.residual[where] = residual[leave]
            out.iterations[where] = passes[leave]
        f = state.advance(f, fresh)
        previous = full
        if leave.any():
            stay = (~leave).nonzero()[0]
            rows, pops, present, passes = rows[stay], pops[stay], present[stay], passes[stay]
            f, previous = f[stay], previous[stay]
            wide = (stay[:, None] * width + np.arange(width)[None, :]).ravel()
            q, core, stack = q[wide], core.take(stay), stack.take(wide)
            copies = core.copies[:, None, :]
            state.take(stay)
            if marginals is not None:
                marginals.take(stay)
    return out


def _arrivals(pops: Array, queue: Array, offset: Array, columns: NDArray[np.intp]) -> Array:
    """Mean queues (V, R + 1, R, C) that arrivals find at some stations, per copy."""
    here = queue[:, :, :, columns]
    present = np.where(pops > 0.0, pops, 1.0)
    own = (np.minimum(pops, 1.0) / present)[:, :, :, None]
    found = here.sum(axis=2, keepdims=True) - own * here + offset[:, :, :, columns]
    result: Array = np.maximum(found, 0.0)
    return result


def _moved(before: Waits, after: LocalWaiting, variants: int) -> Array:
    """Largest relative change (V,) of a residence time where ``after`` was worked out."""
    at = np.zeros((len(after.at), after.at.shape[1], after.linear.shape[2]))
    at[:, :, after.columns] = after.at
    old = before.evaluate(at)[0][:, :, after.columns]
    gap = np.abs(after.value - old) / (1.0 + after.value)
    result: Array = gap.reshape(variants, -1).max(axis=1)
    return result


def _offsets(populations: Array, f: Array) -> Array:
    """e[j, r, k] for the full population (j = 0) and for one customer of class j - 1 less."""
    classes = populations.shape[1]
    eye = np.eye(classes)
    weight = np.maximum(populations[:, :, None] - eye[None], 0.0)  # (V, s, r)
    full = np.einsum("vsr,vsrk->vrk", weight, f)
    # Leaving out a customer of class j takes away F[j|r], unless none would be left to take.
    cut = np.minimum(weight, 1.0)
    less = full[:, None, :, :] - cut[:, :, :, None] * f
    return np.concatenate([full[:, None], less], axis=1)


def _corrections(pops: Array, queue: Array) -> Array:
    """F[s, r, k] from the queues of the R + 1 populations."""
    share = queue / np.where(pops > 0, pops, 1.0)[:, :, :, None]
    f = (share[:, 1:] - share[:, :1]).transpose(0, 2, 1, 3)  # (V, s, r, k)
    absent = (pops[:, 1:] <= 0.0).transpose(0, 2, 1)
    return np.where(absent[:, :, :, None], 0.0, f)


class Mixing:
    """Anderson mixing of a batch of vectors, each variant with its own coefficients."""

    def __init__(self, variants: int) -> None:
        self.steps: list[Array] = []
        self.gaps: list[Array] = []
        self.variants = variants

    def take(self, rows: NDArray[np.intp]) -> None:
        self.steps = [s[rows] for s in self.steps]
        self.gaps = [g[rows] for g in self.gaps]

    def advance(self, value: Array, image: Array) -> Array:
        shape = value.shape
        x = value.reshape(shape[0], -1)
        g = image.reshape(shape[0], -1)
        self.steps.append(g)
        self.gaps.append(g - x)
        if len(self.steps) > _DEPTH + 1:
            del self.steps[0], self.gaps[0]
        if len(self.steps) < 3:
            return image
        last = self.gaps[-1]
        dg = np.stack([last - h for h in self.gaps[:-1]], axis=1)
        ds = np.stack([self.steps[-1] - h for h in self.steps[:-1]], axis=1)
        normal = dg @ dg.transpose(0, 2, 1)
        size = np.einsum("vii->v", normal)
        index = np.arange(normal.shape[1])
        normal[:, index, index] += 1e-12 * size[:, None] + 1e-300
        gamma = np.linalg.solve(normal, (dg @ last[:, :, None]))
        gamma = np.clip(gamma, -4.0, 4.0)
        mixed: Array = g - (gamma * ds).sum(axis=1)
        return mixed.reshape(shape)
