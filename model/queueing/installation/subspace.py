"""One variant's fixed point in few passes: Newton's method by slopes told anew where it matters.

G. Shroff and H. Keller, "Stabilization of unstable procedures: the recursive projection method",
SIAM J. Numer. Anal. 30(3), 1993; C. Broyden, "A class of methods for solving nonlinear simultaneous
equations", Math. Comp. 19, 1965. Of the states of an installation few decide about the others: in
the space of the map's largest slopes each pass tells them anew along with the image, because a few
rows more hardly cost anything when there is one variant. Of all others what the first pass told
stays, but for what the last step says of it. The space turns with the slopes.

It either settles within few passes or the search is given up: where the way leads over many ridges
others are surer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from model.queueing.errors import Cancelled
from model.queueing.installation.acceleration import apart
from model.queueing.installation.declared import Array

WIDEST = 128
"""States up to which the slopes of all of them are worth one pass."""
_SPACE = 20
"""Dimensions of the space: of 16 to 32 what-ifs on the sample engagement take as long."""
_MOST = 16
"""Passes before it is given up."""
_NEARER, _PATIENCE = 0.9, 5
"""What of the least gap is nearer, and passes that are not before it is given up."""
_PLAIN = 2
"""Passes before the slopes count, of a search that begins anywhere."""
_DIFFERENCE = 1e-6
_TINY = 1e-300
_LONGEST = 1.5
"""Of a step of y (see `iteration`)."""


def approached(
    images: Callable[[Array], Array],
    first: Array,
    arcs: int,
    tolerance: float,
    near: bool,
    cancel: Callable[[], bool] | None,
    most: int = _MOST,
    patience: int = _PATIENCE,
) -> tuple[Array | None, int]:
    """The fixed point, None where none was found, and the passes that were made.

    images: of states of the variant, (n, states). first: where to begin; `near` when that is how
    something similar stands. arcs: that many states come first that are never negative. most,
    patience: passes before it is given up, and such as lead no nearer.
    """
    value = before = moved = first
    size = len(value)
    few = min(_SPACE, size)
    slopes: Array | None = None
    space: Array | None = None
    least, further = np.inf, 0
    for number in range(most):
        if cancel is not None and cancel():
            raise Cancelled
        if not near and number < _PLAIN:
            value = images(value[None, :])[0]
            continue
        along = np.eye(size) if space is None else space
        tried = np.empty((len(along) + 1, size))
        tried[0] = value
        tried[1:] = value + _DIFFERENCE * along
        found = images(tried)
        gap = found[0] - value
        told = ((found[1:] - found[0]) / _DIFFERENCE).T
        if not (np.isfinite(gap).all() and np.isfinite(told).all()):
            return None, number + 1
        distance = float(apart(gap, value))
        further = 0 if distance < _NEARER * least else further + 1
        least = min(least, distance)
        if further >= patience:
            return None, number + 1
        if slopes is None or space is None:
            slopes = told
        else:
            beside = found[0] - before - slopes @ moved
            slopes = slopes + np.outer(beside, moved / max(float(moved @ moved), _TINY))
            slopes = slopes + (told - slopes @ space.T) @ space
        try:
            step = np.linalg.solve(np.eye(size) - slopes, gap)
        except np.linalg.LinAlgError:
            return None, number + 1
        step = np.minimum(np.maximum(step, -_LONGEST), _LONGEST)
        stood, before, value = value, found[0], value + step
        np.maximum(value[:arcs], 0.0, out=value[:arcs])
        if distance < tolerance:
            return value, number + 1
        moved = value - stood
        if few < size:
            largest = _any_directions(size, few) if space is None else space.T
            space = np.linalg.qr(slopes @ (slopes @ largest))[0].T
    return None, most


@lru_cache(maxsize=16)
def _any_directions(size: int, few: int) -> Array:
    """(size, few), unlike one another, and the same every time."""
    return np.random.default_rng(size).standard_normal((size, few))
