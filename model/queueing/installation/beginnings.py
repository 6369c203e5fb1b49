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
from typing import Protocol

import numpy as np

from model.queueing.errors import Cancelled
from model.queueing.installation.acceleration import apart
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
_TURNS, _PLAIN, _PATIENCE = 5, 8, 4
_ROUGHLY = 1e-4
"""Gap at which a backlog is made longer."""
_LONGER = 1e2


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
        error = apart(gap, values)
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


class Images(Protocol):
    """The images of states of one variant, (n, states), also as with shorter backlogs."""

    def __call__(self, states: Array) -> Array: ...

    @property
    def held_back(self) -> bool:
        """Whether more is asked for than hardware does: a backlog there is."""
        ...

    @property
    def least_share(self) -> float | None:
        """Of its backlogs the share with which to begin; None without any."""
        ...

    def shorter(self, share: float) -> Images:
        """The images with so much of its backlogs."""
        ...

    def longer(self, state: Array, times: float) -> Array:
        """How a fixed point of these stands with backlogs so many times as long."""
        ...


def begun_in_ways(
    images: Images,
    first: Array,
    arcs: int,
    tolerance: float,
    near: bool,
    cancel: Callable[[], bool] | None,
) -> tuple[Array | None, int]:
    """The fixed point by Newton's method where that comes to it, by other ways else; and passes.

    near: first is how something similar stands.
    """
    found, passes = None, 0
    if images.held_back:
        gap, passes = images(first[None, :])[0] - first, 1
    if not images.held_back or apart(gap, first) < _NEARLY:
        found, often = approached(images, first, arcs, tolerance, near, cancel)
        passes += often
    for search in (_by_backlogs, from_several):
        if found is None:
            found, often = search(images, first, arcs, tolerance, cancel)
            passes += often
    return found, passes


def _by_backlogs(
    images: Images,
    first: Array,
    arcs: int,
    tolerance: float,
    cancel: Callable[[], bool] | None,
) -> tuple[Array | None, int]:
    """With backlogs that become longer (see `backlogs`)."""
    share = images.least_share
    if share is None:
        return None, 0
    short = images.shorter(share)
    found, passes = _by_turns(short, first, arcs, cancel)
    if found is None:
        found, often = from_several(short, first, arcs, _ROUGHLY, cancel)
        passes += often
    while found is not None and share < 1.0:
        times = min(_LONGER, 1.0 / share)
        begun = short.longer(found, times)
        share = share * times if times == _LONGER else 1.0
        short = images.shorter(share) if share < 1.0 else images
        near_by = tolerance if share == 1.0 else _ROUGHLY
        found, often = approached(short, begun, arcs, near_by, True, cancel)
        passes += often
    return found, passes


def _by_turns(
    images: Images, first: Array, arcs: int, cancel: Callable[[], bool] | None
) -> tuple[Array | None, int]:
    """A few plain passes, and Newton's method from where they lead, in turns."""
    value, passes = first, 0
    for _ in range(_TURNS):
        for _ in range(_PLAIN):
            value = images(value[None, :])[0]
        found, often = approached(images, value, arcs, _ROUGHLY, True, cancel, patience=_PATIENCE)
        passes += _PLAIN + often
        if found is not None:
            return found, passes
    return None, passes
