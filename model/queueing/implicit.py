"""Fixed points that substitution circles around, for a batch of small vectors.

Read x' = F(x) - x as a motion in time: it settles at the fixed point, perhaps in long spirals.
Steps of the implicit Euler method follow it without being thrown off; let them grow as the
residual falls, and they end as Newton's (Kelley and Keyes, "Convergence analysis of
pseudo-transient continuation", SIAM J. Numer. Anal. 35(2), 1998). The Jacobian is taken by
differences.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

__all__ = ["settle"]

Array = NDArray[np.float64]

_SLIGHTLY, _LEAST = 1e-6, 1e-3
_KEPT = 0.1  # no component falls by more than this factor in one step


def settle(
    image: Callable[[Array], tuple[Array, Array]],
    start: Array,
    tolerance: float,
    rounds: int,
    stop: Callable[[], bool] | None = None,
) -> tuple[Array, Array, NDArray[np.int64]]:
    """Fixed points (V, A) of ``image`` from ``start`` >= 0, residuals (V,), rounds taken (V,).

    ``image`` gives F(x) (V, A) and what its components are measured by (V,); the residual is the
    largest |F(x) - x| by that measure. Each variant is independent of the others.
    """
    x = start
    variants, size = x.shape
    fresh, scale = image(x)
    residual = _residual(fresh, x, scale)
    taken = np.zeros(variants, dtype=np.int64)
    for count in range(1, rounds + 1):
        going = ~(residual <= tolerance)
        if not going.any() or (stop is not None and stop()):
            break
        taken[going] = count
        slope = np.empty((variants, size, size))
        for a in range(size):
            little = _SLIGHTLY * (x[:, a] + _LEAST * scale)
            near = x.copy()
            near[:, a] += little
            slope[:, :, a] = (image(near)[0] - fresh) / little[:, None]
        # One over the step in time is the residual itself: 1 while all is open, 0 in the end.
        matrix = np.eye(size) * (1.0 + np.nan_to_num(residual, nan=1.0))[:, None, None] - slope
        try:
            step = np.linalg.solve(matrix, (fresh - x)[:, :, None])[:, :, 0]
        except np.linalg.LinAlgError:
            break
        new = np.maximum(x + step, _KEPT * x)
        good = going & np.isfinite(new).all(axis=1)
        if not good.any():
            break
        x = np.where(good[:, None], new, x)
        fresh, scale = image(x)
        residual = _residual(fresh, x, scale)
    return x, residual, taken


def _residual(fresh: Array, x: Array, scale: Array) -> Array:
    found: Array = (np.abs(fresh - x) / scale[:, None]).max(axis=1, initial=0.0)
    return found
