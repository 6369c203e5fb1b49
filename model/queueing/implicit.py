"""Fixed points that substitution creeps to or circles around, for a batch of small vectors.

Read x' = F(x) - x as a motion in time: it settles at the fixed point, perhaps in long spirals.
Steps of the implicit Euler method follow it without being thrown off; let them grow as the
residual falls, and they end as Newton's (Kelley and Keyes, "Convergence analysis of
pseudo-transient continuation", SIAM J. Numer. Anal. 35(2), 1998). The Jacobian is taken by
differences, all columns in one evaluation, and corrected from step to step by what the last step
showed (C. G. Broyden, Mathematics of Computation 19, 1965); where that does not bring the residual
down it is taken anew. Of large vectors a Jacobian costs more than all else: they are mixed from
what the last steps showed (D. G. Anderson, "Iterative procedures for nonlinear integral
equations", J. ACM 12(4), 1965).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from .work import stopped

__all__ = ["Image", "settle"]

_PASS_US, _NUMBER_US = 500.0, 1.0
"""Of work: a pass, and its part for each component."""
Array = NDArray[np.float64]
Rows = NDArray[np.intp]

Image = Callable[[Array, Rows, int], tuple[Array, Array]]
"""F at (M, A) points of the variants ``rows`` (M,), and what components are measured by (M,).

The points come in groups of the given size; all of a group lie close to its first.
"""

_SLIGHTLY, _LEAST = 1e-6, 1e-3
_KEPT = 0.1  # no component falls by more than this factor in one step
_ENOUGH = 0.25  # of the residual may be left after a step by a corrected Jacobian
_DAMPING = 0.7
_STUCK, _PLAIN = 0.95, 4
_FEW = 4
_AT_ONCE = 4096  # points in one evaluation
_MOST_SLOPES = 300
"""Components beyond which no Jacobian is taken."""
_DEPTH, _WORSE = 6, 4.0
"""Steps that are mixed, and how many times the least residual ends what they showed."""


def settle(
    image: Image,
    start: Array,
    tolerance: float,
    rounds: int,
    stop: Callable[[], bool] | None = None,
    least: Array | float = 0.0,
    most: Array | float = np.inf,
    easy: int = 5,
) -> tuple[Array, Array, NDArray[np.int64]]:
    """Fixed points (V, A) of ``image`` from ``start`` >= 0, residuals (V,), rounds taken (V,).

    The residual is the largest |F(x) - x| by the image's measure. Each variant is independent of
    the others. ``least``, ``most``: bounds of the components.
    """
    x = start.copy()
    variants, size = x.shape
    if size > _MOST_SLOPES:
        bounds = (np.broadcast_to(least, size), np.broadcast_to(most, size))
        each = [_mixed(image, x[v], v, tolerance, rounds, stop, bounds) for v in range(variants)]
        return (
            np.array([point for point, _, _ in each]),
            np.array([gap for _, gap, _ in each]),
            np.array([count for _, _, count in each], dtype=np.int64),
        )
    fresh, scale = image(x, np.arange(variants), 1)
    residual = _residual(fresh, x, scale)
    best, lowest = x.copy(), residual.copy()
    taken = np.zeros(variants, dtype=np.int64)
    slope = np.zeros((variants, size, size))
    stale = np.ones(variants, dtype=bool)
    known = False  # whether a Jacobian was taken already
    plain = np.full(variants, easy)  # steps that are plain substitution, from here on
    for count in range(1, rounds + 1):
        going = np.flatnonzero(~(lowest <= tolerance))
        if not len(going) or stopped(stop, _PASS_US + _NUMBER_US * x[going].size):
            break
        taken[going] = count
        step = _DAMPING * (fresh[going] - x[going])
        solving = plain[going] == 0
        bent = going[solving]
        anew = stale[bent]
        if len(bent):
            if anew.any():
                some = bent[anew]
                like = some
                if (
                    len(some) > _FEW and not known
                ):  # variants of one thing: the middle one's will do
                    like = some[len(some) // 2 : len(some) // 2 + 1]
                slope[some] = _slopes(image, x[like], scale[like], like)
                known = True
            # One over the step in time is the residual itself: 1 while all is open, 0 in the end.
            left_open = np.minimum(np.nan_to_num(residual[bent], nan=1.0), 1.0)
            matrix = np.eye(size) * (1.0 + left_open)[:, None, None] - slope[bent]
            gap = (fresh[bent] - x[bent])[:, :, None]
            try:
                step[solving] = np.linalg.solve(matrix, gap)[:, :, 0]
            except np.linalg.LinAlgError:
                break
        new = np.clip(np.maximum(x[going] + step, _KEPT * x[going]), least, most)
        new = np.where(np.isfinite(new), new, x[going])
        found, scale[going] = image(new, going, 1)
        left = _residual(found, new, scale[going])
        step, change = new - x[going], found - fresh[going]
        length = (step * step).sum(axis=1)
        missed = change - (slope[going] @ step[:, :, None])[:, :, 0]
        missed /= np.where(length > 0, length, 1.0)[:, None]
        slope[going] += missed[:, :, None] * step[:, None, :]
        plain[going] = np.maximum(plain[going] - 1, 0)
        stale[going] = ~solving | ~(left <= _ENOUGH * residual[going])
        # At a bound, or a bend of F, not even a new Jacobian leads on, but substitution does.
        stuck = bent[anew & ~(left[solving] <= _STUCK * residual[bent])]
        plain[stuck] = _PLAIN
        x[going], fresh[going], residual[going] = new, found, left
        closer = left < lowest[going]
        best[going[closer]], lowest[going[closer]] = new[closer], left[closer]
    return best, lowest, taken


def _mixed(
    image: Image,
    start: Array,
    variant: int,
    tolerance: float,
    rounds: int,
    stop: Callable[[], bool] | None,
    bounds: tuple[Array, Array],
) -> tuple[Array, float, int]:
    """``settle`` of one variant without a Jacobian."""
    rows = np.array([variant], dtype=np.intp)
    x, best, lowest = start, start, np.inf
    points: list[Array] = []
    gaps: list[Array] = []
    for count in range(rounds + 1):
        found, scale = image(x[None, :], rows, 1)
        gap = found[0] - x
        residual = float(_residual(found, x[None, :], scale)[0])
        if residual < lowest:
            best, lowest = x, residual
        if lowest <= tolerance or count == rounds or (stop is not None and stop()):
            break
        if not residual <= _WORSE * lowest:
            points, gaps = [], []
        points, gaps = [*points, x][-_DEPTH:], [*gaps, gap][-_DEPTH:]
        step = _DAMPING * gap
        if len(gaps) > 1:
            turns, moves = np.diff(gaps, axis=0).T, np.diff(points, axis=0).T
            parts = np.linalg.lstsq(turns, gap, rcond=1e-10)[0]
            step = step - (moves + _DAMPING * turns) @ parts
        new = np.clip(np.maximum(x + step, _KEPT * x), *bounds)
        x = np.where(np.isfinite(new), new, x)
    return best, lowest, count


def _slopes(image: Image, x: Array, scale: Array, rows: Rows) -> Array:
    """(V, A, A) derivatives of F's components by those of x."""
    variants, size = x.shape
    out = np.empty((variants, size, size))
    little = _SLIGHTLY * (x + _LEAST * scale[:, None])
    at_once = max(1, _AT_ONCE // variants - 1)
    for first in range(0, size, at_once):
        part = np.arange(first, min(first + at_once, size))
        points = np.repeat(x[:, None, :], len(part) + 1, axis=1)
        points[:, np.arange(1, len(part) + 1), part] += little[:, part]
        found, _ = image(points.reshape(-1, size), np.repeat(rows, len(part) + 1), len(part) + 1)
        found = found.reshape(variants, len(part) + 1, size)
        out[:, :, part] = ((found[:, 1:] - found[:, :1]) / little[:, part, None]).transpose(0, 2, 1)
    return out


def _residual(fresh: Array, x: Array, scale: Array) -> Array:
    found: Array = (np.abs(fresh - x) / scale[:, None]).max(axis=1, initial=0.0)
    return found
