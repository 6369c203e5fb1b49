"""Draws that none of the others leads, each from where the one that is nearest to it stands.

Where full servers hold work back, which of several workloads is held back differs from draw to draw
of the constants, and slopes of one say nothing of another. Yet where one stands is close to where
another does: Newton's method, with slopes of its own, comes from there within a few passes, where a
search from nothing takes hundreds.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from model.queueing.installation.declared import Array
from model.queueing.installation.point import Done, Point
from model.queueing.installation.structure import Ints, Numbers
from model.queueing.installation.subspace import WIDEST, approached

_NEIGHBOURS = 3
"""From which it is tried."""
_IN_VAIN = 4
"""Draws in a row that are not found so before it is given up."""


def from_those_that_stand(
    point: Point,
    numbers: Numbers,
    state: Array,
    rows: Ints,
    alike: int,
    done: Done,
    tolerance: float,
    cancel: Callable[[], bool] | None,
) -> None:
    """Search several variants so, as long as that finds them."""
    in_vain = 0
    for row in rows[~done[0][rows]].tolist():
        from_others(point, numbers, state, row, alike, done, tolerance, cancel)
        in_vain = 0 if done[0][row] else in_vain + 1
        if in_vain >= _IN_VAIN:
            return


def from_others(
    point: Point,
    numbers: Numbers,
    state: Array,
    row: int,
    alike: int,
    done: Done,
    tolerance: float,
    cancel: Callable[[], bool] | None,
) -> None:
    """Search a variant from where others of its kind stand: those that its map moves least.

    alike: so many are of a kind, side by side. Who is not found stands where it stood.
    """
    low = row // alike * alike
    others = low + np.flatnonzero(done[0][low : low + alike])
    if state.shape[1] > WIDEST or not len(others):
        return
    images = point.images_of(numbers, row)
    gap = np.abs(images(state[others]) - state[others]).max(axis=1)
    nearest = others[np.argsort(np.where(np.isfinite(gap), gap, np.inf), kind="stable")]
    for other in nearest[:_NEIGHBOURS].tolist():
        found, often = approached(images, state[other], point.arcs, tolerance, True, cancel)
        done[1][row] += often
        if found is not None:
            state[row], done[0][row] = found, True
            return


def most_alike(
    moves: Array, rows: Ints, ready: npt.NDArray[np.bool_], alike: int
) -> tuple[Ints, Ints, Array]:
    """Rows that are not ready, of each the one of its kind that is whose moves are nearest, and how
    far those are apart."""
    again: list[int] = []
    leads: list[int] = []
    far: list[float] = []
    kinds = rows // alike
    for place in np.flatnonzero(~ready).tolist():
        beside = np.flatnonzero(ready & (kinds == kinds[place]))
        if len(beside):
            apart = np.abs(moves[beside] - moves[place]).max(axis=1)
            again.append(int(rows[place]))
            leads.append(int(rows[beside[apart.argmin()]]))
            far.append(float(apart.min()))
    return np.array(again, dtype=np.intp), np.array(leads, dtype=np.intp), np.array(far)
