"""What of a state is alike is one unknown: sixteen regions that are the same have one line each.

Of a partition full of alike regions hundreds of unknowns stand, of which a few differ. Searched for
one by one they are a matter of last digits: whose wait is a billionth longer waits longer still in
the next pass, and Newton's method takes a pass for each of them. Of what is alike the map keeps
alike, and where it stands is a fixed point like any other. What is alike is seen in what passes
make of the waits of an idle installation, whatever the parts are called; where it shows later that
some of it was not, what the map tells apart is told apart. What was found is a fixed point of the
whole map in any case, or it is none.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from model.queueing.installation.acceleration import apart
from model.queueing.installation.beginnings import Images, begun_in_ways
from model.queueing.installation.declared import Array
from model.queueing.installation.newton import turned
from model.queueing.installation.subspace import WIDEST

Ints = npt.NDArray[np.intp]

_LOOKED_AT = 4
"""Passes from an idle installation."""
_APART = 1e-10
"""Relative difference of what is not alike, after equal work in another order."""
_WORTH = 0.7
"""Share of the states that are unlike up to which it pays."""
_MOST_SPLITS = 4


class Classes:
    """Which states are alike: waits before effects' variables, as they stand in the state."""

    def __init__(self, looks: Array, arcs: int) -> None:
        """looks: of each state what tells it from others, (states, n)."""
        of: Ints = np.zeros(len(looks), dtype=np.intp)
        of[arcs:] = 1
        for look in looks.T:
            of = _refined(of, look)
        self._looks, self._arcs = looks, arcs
        self.of = of
        """The class of each state."""
        count = int(of.max()) + 1
        self.count = count
        self._members = np.bincount(of, minlength=count).astype(float)
        self.waits = len(set(of[:arcs].tolist()))
        """Classes that come first: those of waits."""
        self._order: Ints = np.argsort(of, kind="stable")
        self._starts: Ints = np.searchsorted(of[self._order], np.arange(count))

    def whole(self, values: Array) -> Array:
        """States, (n, states), of classes, (n, classes)."""
        found: Array = values[:, self.of]
        return found

    def means(self, states: Array) -> Array:
        """Classes, (n, classes), of states."""
        sums = np.add.reduceat(states[:, self._order], self._starts, axis=1)
        found: Array = sums / self._members
        return found

    def split(self, image: Array) -> Classes:
        """Told apart by what the map makes of them, (states,), as well."""
        return Classes(np.column_stack([self._looks, image]), self._arcs)


class _OfClasses:
    """The images of classes, by those of states."""

    def __init__(self, images: Images, classes: Classes) -> None:
        self._images, self._classes = images, classes

    def __call__(self, states: Array) -> Array:
        return self._classes.means(self._images(self._classes.whole(states)))

    @property
    def held_back(self) -> bool:
        return self._images.held_back

    @property
    def least_share(self) -> float | None:
        return self._images.least_share

    def shorter(self, share: float) -> _OfClasses:
        return _OfClasses(self._images.shorter(share), self._classes)

    def longer(self, state: Array, times: float) -> Array:
        whole = self._images.longer(self._classes.whole(state[None, :])[0], times)
        found: Array = self._classes.means(whole[None, :])[0]
        return found


def _refined(of: Ints, look: Array) -> Ints:
    """The classes as well told apart by a figure; numbered so that they keep their order."""
    order = np.lexsort((look, of))
    along, kinds = look[order], of[order]
    step = np.abs(np.diff(along)) > _APART * (1.0 + np.abs(along[1:]))
    new = np.concatenate([[False], step | (np.diff(kinds) > 0)])
    found = np.empty_like(of)
    found[order] = np.cumsum(new)
    return found


def _alike_in(images: Images, idle: Array, arcs: int) -> Classes:
    """What of the states is alike, as they come from an idle installation."""
    looks = [idle]
    for _ in range(_LOOKED_AT):
        looks.append(images(looks[-1][None, :])[0])
    return Classes(np.nan_to_num(np.column_stack(looks)), arcs)


def found_alike(
    images: Images,
    idle: Array,
    first: Array,
    arcs: int,
    tolerance: float,
    near: bool,
    cancel: Callable[[], bool] | None,
) -> tuple[Array | None, int]:
    """The fixed point of a state, None where none was found, and the passes that were made.

    idle: the state in which nobody waits. The others as for `beginnings.begun_in_ways`.
    """
    classes, passes = _alike_in(images, idle, arcs), _LOOKED_AT
    start = classes.means(first[None, :])[0]
    for _ in range(_MOST_SPLITS):
        if classes.count > min(_WORTH * len(first), WIDEST):
            break
        few, waits = _OfClasses(images, classes), classes.waits
        found, often = begun_in_ways(few, start, waits, tolerance, near, cancel)
        passes += often
        if found is None:
            found, settled, often = turned(few, start, waits, tolerance, cancel)
            passes += often
            if not settled:
                break
        whole = classes.whole(found[None, :])
        image = images(whole)
        passes += 1
        if apart(image - whole, whole).max() < tolerance:
            return image[0], passes
        told = classes.split(image[0])
        if told.count == classes.count:
            break
        classes, start = told, told.means(whole)[0]
    return None, passes
