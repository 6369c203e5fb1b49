"""Newton's method for one variant: the slopes of its whole map, and steps of several lengths."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from model.queueing.errors import Cancelled
from model.queueing.installation.acceleration import apart
from model.queueing.installation.declared import Array

_DIFFERENCE = 1e-6
_LONGEST = 1.5
"""Of a step of y (see `iteration`)."""
_MOST_TURNS = 40
_LENGTHS = (1.0, 0.5, 0.25, 0.1, 0.03, 0.01)
"""Of a step, tried side by side."""
_MOST_FURTHER = 12
"""Steps that lead no nearer before it is given up."""


def turned(
    images: Callable[[Array], Array],
    first: Array,
    arcs: int,
    tolerance: float,
    cancel: Callable[[], bool] | None,
) -> tuple[Array, bool, int]:
    """Newton's method for one variant: where the gap was smallest, whether that is the fixed
    point, and the passes that were made.

    See `approached` for what is given.
    """

    def gaps(values: Array) -> Array:
        return images(values) - values

    value = first
    places = np.arange(len(value))
    lengths = np.array(_LENGTHS)[:, None]
    (gap,) = gaps(value[None, :])
    nearest, least, further, passes = value, np.inf, 0, 1
    for _ in range(_MOST_TURNS):
        if cancel is not None and cancel():
            raise Cancelled
        size = float(apart(gap, value))
        if size < tolerance:
            return value + gap, True, passes
        if size < least:
            nearest, least, further = value, size, 0
        else:
            further += 1
        if further > _MOST_FURTHER:
            break
        around = np.repeat(value[None, :], len(value), axis=0)
        each = _DIFFERENCE * (1.0 + np.abs(value))
        around[places, places] += each
        slopes = ((gaps(around) - gap) / each[:, None]).T
        try:
            step = np.linalg.solve(slopes, -gap)
        except np.linalg.LinAlgError:
            break
        tried = value + np.clip(lengths * step, -_LONGEST, _LONGEST)
        np.maximum(tried[:, :arcs], 0.0, out=tried[:, :arcs])
        found = gaps(tried)
        passes += 2
        sizes = apart(found, tried)
        sizes = np.where(np.isfinite(sizes), sizes, np.inf)
        best = int(np.argmin(sizes))
        if not np.isfinite(sizes[best]):
            break
        # Where a queue begins to stand the way leads over a ridge.
        best = best if sizes[best] < size else 0
        value, gap = tried[best], found[best]
    return nearest, False, passes
