"""Where variants of one structure have stood, and what the map does there, to go on from.

A slider that is moved asks for one what-if after the other, each a little further: what the map
does about the one before is what it does about the next one. From there Broyden's method takes a
few passes of one state, where a search from the installation as it is tells all slopes anew first.
It goes on until hardly anything is left to be moved, so that where it came from is not seen in the
figures; where it does not lead there soon, the search is that from the installation as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

import numpy as np

from model.queueing.errors import Cancelled
from model.queueing.installation.acceleration import apart
from model.queueing.installation.declared import Array

_MOST_KEPT = 4
_MOST = 6
"""Passes before it is given up."""
_SOON = 0.3
"""Of the gap before, what is left of it in the next pass where it leads on."""
_NEARLY = 0.02
"""Gap up to which a place counts as near."""
_NEARER = 0.3
"""Of the gap where the search would begin, that of a place which is better."""
_FURTHER = 1e-3
"""Of the tolerance, where it is settled: wherever it begins, it ends in the same figures."""
_DIFFERENCE = 1e-6


class Place:
    """Where a variant stood: its state, and the inverse of the identity less the map's slopes.

    alike: the states of all that differ from it by draws of constants only, itself the first.
    """

    def __init__(
        self, state: Array, inverse: Array | None = None, alike: Array | None = None
    ) -> None:
        self.state, self.inverse, self.alike = state, inverse, alike

    def moved(self, state: Array, inverse: Array) -> Place:
        """Where it stands now; who is like it has moved with it."""
        alike = None if self.alike is None else self.alike + (state - self.state)
        return Place(state, inverse, alike)


class Stood:
    """The latest places of variants, by the structure of their networks; of one installation."""

    def __init__(self) -> None:
        self._by_shape: dict[Hashable, Places] = {}

    def of(self, shape: Hashable) -> Places:
        """Those of a structure."""
        if shape not in self._by_shape:
            if len(self._by_shape) >= _MOST_KEPT:
                self._by_shape.clear()
            self._by_shape[shape] = Places()
        return self._by_shape[shape]


class Places:
    """The latest places of variants of one structure."""

    def __init__(self) -> None:
        self._latest: tuple[Place, ...] = ()

    def keep(self, place: Place, instead: Place | None = None) -> None:
        """A place that has been found; from another one, which it then stands for."""
        others = [one for one in self._latest if one is not instead]
        self._latest = (place, *others)[:_MOST_KEPT]

    def search(
        self,
        images: Callable[[Array], Array],
        first: Array,
        arcs: int,
        tolerance: float,
        cancel: Callable[[], bool] | None,
    ) -> tuple[Place | None, int]:
        """The fixed point from the nearest place, None where that is not near; and passes.

        See `subspace.approached` for what is given.
        """
        latest = self._latest
        if not latest:
            return None, 0
        begun = np.array([first, *(one.state for one in latest)])
        gaps = images(begun) - begun
        far = apart(gaps, begun)
        far = np.where(np.isfinite(far), far, np.inf)
        nearest = int(far[1:].argmin())
        if far[nearest + 1] > min(_NEARLY, _NEARER * far[0]):
            return None, 1
        place = latest[nearest]
        if place.inverse is None:
            place.inverse = inverse_about(images, place.state)
        if place.inverse is None:
            return None, 2
        found, passes = _led(images, place, gaps[nearest + 1], arcs, tolerance, cancel)
        if found is None:
            return None, passes + 1
        self.keep(found, place)
        return found, passes + 1


def _led(
    images: Callable[[Array], Array],
    place: Place,
    gap: Array,
    arcs: int,
    tolerance: float,
    cancel: Callable[[], bool] | None,
) -> tuple[Place | None, int]:
    """The fixed point by the slopes of a place near by, where the gap is this, as long as they lead
    there soon."""
    value, inverse = place.state, place.inverse
    assert inverse is not None
    far = float(apart(gap, value))
    if far < _FURTHER * tolerance:
        return place, 0  # what is asked the same stands the same
    for number in range(_MOST):
        if cancel is not None and cancel():
            raise Cancelled
        stood, value = value, value + inverse @ gap
        np.maximum(value[:arcs], 0.0, out=value[:arcs])
        step = value - stood
        now = images(value[None, :])[0] - value
        before, far = far, float(apart(now, value))
        if not far < _SOON * before:
            return None, number + 1
        if far < _FURTHER * tolerance:
            return place.moved(value, inverse), number + 1
        # What the step says of the slopes (Broyden's first update, of the inverse).
        told = inverse @ (gap - now)
        along = float(step @ told)
        if along:
            inverse = inverse + np.outer((step - told) / along, step @ inverse)
        gap = now
    return None, _MOST


def inverse_about(images: Callable[[Array], Array], value: Array) -> Array | None:
    """The inverse of the identity less the slopes of a map about a state."""
    size = len(value)
    around = np.repeat(value[None, :], size + 1, axis=0)
    step = _DIFFERENCE * (1.0 + np.abs(value))
    around[np.arange(size), np.arange(size)] += step
    image = images(around)
    slopes = ((image[:-1] - image[-1]) / step[:, None]).T
    try:
        inverse: Array = np.linalg.inv(np.eye(size) - slopes)
    except np.linalg.LinAlgError:
        return None
    return inverse if np.isfinite(inverse).all() else None
