"""One variant's fixed point from several beginnings at once, where Newton's method does not settle.

A partition that has too few CPs for what comes to it holds back all that asks for it: waits jump
within a thousandth of a state there, and where they stand level on either side of the jump slopes
say nothing of it. Plain passes with steps that are halved where the gap changes sides find it, some
from below, some from above, some in long steps, some in short ones. Which do is not known before,
and as one pass over a few states costs hardly more than one over a single one, all go side by side.
From the one that is nearest Newton's method goes on, now and then, and comes to the end.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np

from model.queueing.errors import Cancelled
from model.queueing.installation.declared import Array
from model.queueing.installation.subspace import approached

_HIGHER = (0.0, 1.0, 3.0, 5.0)
"""Added to all waits (y) to begin with."""
_STEPS = ((0.3, 0.5, 1.1), (1.0, 0.5, 1.1), (1.0, 0.5, 1.3), (1.0, 0.35, 1.2), (0.6, 0.7, 1.1))
"""The longest step in gaps, what it is shortened by where the gap changes sides, and what it is
lengthened by where it does not."""
_SHORTEST = 1e-4
_MOST = 64
"""Plain passes before it is given up."""
_BETWEEN = 16
"""Plain passes before Newton's method is tried."""
_NEARLY = 1e-3
"""Gap from which it is tried at once."""
_FEW = 6
"""Passes of it."""


def from_several(
    images: Callable[[Array], Array],
    first: Array,
    arcs: int,
    tolerance: float,
    cancel: Callable[[], bool] | None,
) -> tuple[Array | None, int]:
    """The fixed point, None where none was found, and the passes that were made.

    images: of states of the variant, (n, states). first: where to begin. arcs: that many states
    come first that are never negative.

    Raises `model.queueing.Cancelled` when `cancel` returns true between passes.
    """
    begun = list(product(_HIGHER, _STEPS))
    values = np.repeat(first[None, :], len(begun), axis=0)
    values[:, :arcs] += np.array([[higher] for higher, _ in begun])
    longest, shorter, longer = np.array([step for _, step in begun]).T[:, :, None]
    length = np.repeat(longest, len(first), axis=1)
    before = np.zeros_like(values)
    passes = 0
    for number in range(1, _MOST + 1):
        if cancel is not None and cancel():
            raise Cancelled
        gap = images(values) - values
        passes += 1
        error = np.abs(gap / (1.0 + np.abs(values))).max(axis=1)
        error = np.where(np.isfinite(error), error, np.inf)
        nearest = int(error.argmin())
        if not np.isfinite(error[nearest]):
            break
        if number % _BETWEEN == 0 or error[nearest] < _NEARLY:
            at = values[nearest]
            found, often = approached(images, at, arcs, tolerance, True, cancel, _FEW)
            passes += often
            if found is not None:
                return found, passes
        turned = gap * before < 0.0
        changed = np.where(turned, shorter * length, longer * length)
        length = np.minimum(np.maximum(changed, _SHORTEST), longest)
        values = values + length * gap
        np.maximum(values[:, :arcs], 0.0, out=values[:, :arcs])
        before = gap
    return None, passes


def begun_in_ways(
    images: Callable[[Array], Array],
    first: Array,
    arcs: int,
    tolerance: float,
    near: bool,
    cancel: Callable[[], bool] | None,
) -> tuple[Array | None, int]:
    """The fixed point by Newton's method where that comes to it, by all ways else; and passes.

    near: first is how something similar stands.
    """
    found, passes = approached(images, first, arcs, tolerance, near, cancel)
    if found is None:
        found, often = from_several(images, first, arcs, tolerance, cancel)
        passes += often
    return found, passes
