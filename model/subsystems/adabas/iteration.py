"""Anderson acceleration of many small fixed points at once.

D. Anderson, "Iterative procedures for nonlinear integral equations", 1965; H. Walker and P. Ni,
"Anderson acceleration for fixed-point iterations", 2011.  Each of M points is a short vector whose
map z -> g(z) is evaluated for all of them together; with as many remembered passes as the vector
has parts this is a quasi-Newton method.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from model.subsystems.evaluation import FloatArray

DEPTH = 3
_RIDGE = 1e-9
_LONGEST_STEP = 1.5


class Accelerated:
    """State of M fixed points of K parts: `value` is where to evaluate the map next, (M, K)."""

    def __init__(self, value: FloatArray) -> None:
        self.value = value
        self._gaps: list[FloatArray] = []
        self._values: list[FloatArray] = []

    def keep(self, rows: npt.NDArray[np.bool_]) -> None:
        """Go on with some of the points only."""
        self.value = self.value[rows]
        self._gaps = [gap[rows] for gap in self._gaps]
        self._values = [value[rows] for value in self._values]

    def advance(self, image: FloatArray, damping: float = 1.0) -> None:
        """Move on, knowing that the map takes `value` to `image`."""
        gap = image - self.value
        step = damping * gap
        if self._gaps:
            gaps = np.stack([gap - old for old in self._gaps], axis=-1)
            moves = np.stack([self.value - old for old in self._values], axis=-1)
            normal = np.swapaxes(gaps, 1, 2) @ gaps
            scale = np.trace(normal, axis1=1, axis2=2)[:, None, None]
            normal = normal + (_RIDGE * scale + 1e-30) * np.eye(normal.shape[-1])
            weights = np.linalg.solve(normal, np.swapaxes(gaps, 1, 2) @ gap[:, :, None])
            step = step - ((moves + damping * gaps) @ weights)[:, :, 0]
        self._gaps = [gap, *self._gaps][:DEPTH]
        self._values = [self.value, *self._values][:DEPTH]
        self.value = self.value + np.clip(step, -_LONGEST_STEP, _LONGEST_STEP)


class Bisection:
    """Steps of a part that far from its solution only tells on which side it lies.

    A task's wait for a CP is one: below its solution CPs are saturated and any wait gives the same
    throughput, above it the load collapses.  Where map and value are far apart the bracket is
    halved; the other parts still move, so that a bracket that has become narrow against the
    distance between map and value is opened again up to what the map says.
    """

    def __init__(self, highest: FloatArray) -> None:
        self._highest = highest
        self._low = np.zeros_like(highest)
        self._high = highest.copy()

    def keep(self, rows: npt.NDArray[np.bool_]) -> None:
        """Go on with some of the points only."""
        self._highest = self._highest[rows]
        self._low, self._high = self._low[rows], self._high[rows]

    def step(self, asked: FloatArray, target: FloatArray, small: FloatArray) -> FloatArray:
        """Where to go when the map takes `asked` to `target`; `small` is the careful step."""
        gap = target - asked
        up = gap > 0
        self._low = np.where(up, asked, self._low)
        self._high = np.where(up, self._high, asked)
        narrow = self._high - self._low < _NARROW * np.abs(gap)
        self._high = np.where(up & narrow, np.minimum(target, self._highest), self._high)
        self._low = np.where(~up & narrow, np.maximum(target, 0.0), self._low)
        middle = 0.5 * (self._low + self._high)
        gone: FloatArray = np.where(
            np.abs(gap) > _FAR * (1.0 + asked), middle, np.clip(small, 0.0, self._highest)
        )
        return gone


_FAR = 0.02
_NARROW = 0.2
