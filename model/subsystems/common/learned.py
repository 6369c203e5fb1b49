"""What changes did at one customer, as another centre and spread of a product's constants.

A change that was projected and measured afterwards tells something of the constants that the
projection rests on. They are held as standard scores of their published intervals (0 the central
value, 1 one standard deviation, by each constant's own law), so that one rule serves every product:
the scores have a normal prior, published or what earlier periods left, and each figure that was
measured again is one look at them (Gauss-Newton on the logarithms of changes; Gelman et al.,
"Bayesian Data Analysis", 3rd ed., section 14.8).

* The figures of one workload in one period move together: they tell no more than the one that
  tells most of the constants.
* A figure outside its band moves the constants, the less the further off it is (the weights of
  Student's t), but narrows nothing: it proves first of all that the model is off here.
* At the next change a constant is not quite what it was at this one (`DRIFT_SD`): however exact the
  figures, it is known no better than that.
* A constant whose value is the end of its range rather than its middle is a caution, not an
  estimate; it stays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from model.contract.evaluation import FloatArray

__all__ = ["Learned", "Look", "learn"]

DEGREES = 4.0
"""Of freedom of Student's t: how soon a figure that is far off is taken for another matter."""
DRIFT_SD = 0.3
"""By how much a constant differs from one change to a later one at the same customer, against how
much it differs between customers: what `adabas.customer` has for CPU (0.15 to 0.5) and pages (0.2
to 0.7) of a command, whose publications ran one application months apart."""
STEP = 0.25
"""Of a score, for slopes: laws are smooth over a quarter of a standard deviation."""
PASSES = 6
LONGEST_STEP = 1.0
SETTLED = 1e-3
FARTHEST = 3.0
"""Scores beyond which no constant goes: there the published points contradict."""
FELT = 1e-4
"""A figure that a standard deviation of no constant moves by so much tells nothing of them."""


@dataclass(frozen=True, eq=False)
class Learned:
    """Scores of a product's constants: their mean, and a factor of their covariance."""

    mean: FloatArray
    factor: FloatArray

    @classmethod
    def nothing(cls, count: int) -> Learned:
        """As published."""
        return cls(np.zeros(count), np.eye(count))


@dataclass(frozen=True, slots=True)
class Look:
    """One figure measured after a change.

    ``missed`` is the logarithm of measured against projected, ``sd`` how far they may differ for
    other reasons than the constants, ``standing`` what the miss is in standard deviations of the
    projection's whole band.
    """

    metric: str
    missed: float
    sd: float
    standing: float
    inside: bool


Changes = Callable[[FloatArray], FloatArray]
"""Logarithms of changes under rows of scores: (rows, looks)."""


def learn(
    before: Learned, looks: Sequence[Look], changes: Changes, free: Sequence[bool]
) -> Learned | None:
    """The scores after these looks; ``None`` where they tell nothing of any constant.

    ``free`` says which constants may move.
    """
    use = np.flatnonzero(free)
    if not len(use) or not looks:
        return None
    spread = (before.factor @ before.factor.T)[np.ix_(use, use)]
    precision = np.linalg.inv(spread)
    start = before.mean[use]
    mean = start.copy()
    targets = np.array([look.missed for look in looks])
    base: FloatArray | None = None
    slopes = np.zeros((len(looks), len(use)))
    weights = np.zeros(len(looks))
    for _ in range(PASSES):
        values, slopes = _slopes(before.mean, use, mean, changes)
        usable = np.isfinite(values) & np.isfinite(slopes).all(axis=1)
        slopes = np.where(usable[:, None], slopes, 0.0)
        if base is None:
            if not (np.abs(slopes) > FELT).any():
                return None
            base = values
        weights = _weights(looks, slopes)
        left = np.where(usable, targets - (values - base), 0.0)
        normal = precision + slopes.T @ (weights[:, None] * slopes)
        gradient = slopes.T @ (weights * left) - precision @ (mean - start)
        step = np.clip(np.linalg.solve(normal, gradient), -LONGEST_STEP, LONGEST_STEP)
        mean = np.clip(mean + step, -FARTHEST, FARTHEST)
        if np.abs(step).max() < SETTLED:
            break
    inside = np.array([look.inside for look in looks])
    narrowing = precision + slopes.T @ ((weights * inside)[:, None] * slopes)
    covariance = before.factor @ before.factor.T
    covariance[np.ix_(use, use)] = np.linalg.inv(narrowing)
    moved = before.mean.copy()
    moved[use] = mean
    factor: FloatArray = np.linalg.cholesky((covariance + covariance.T) / 2.0).astype(float)
    return Learned(moved, factor)


def _weights(looks: Sequence[Look], slopes: FloatArray) -> FloatArray:
    """How much each figure counts: all together as the one that tells most of the constants."""
    felt = (slopes**2).sum(axis=1)
    variance = np.array([look.sd**2 for look in looks]) + DRIFT_SD**2 * felt
    standing = np.array([look.standing for look in looks])
    robust = np.minimum((DEGREES + 1.0) / (DEGREES + standing**2), 1.0)
    weights: FloatArray = robust / variance * (np.sqrt(felt) > FELT)
    told = weights * felt
    shared: FloatArray = weights * (told.max() / max(told.sum(), 1e-300))
    return shared


def _slopes(
    whole: FloatArray, use: npt.NDArray[np.intp], mean: FloatArray, changes: Changes
) -> tuple[FloatArray, FloatArray]:
    """Changes at ``mean``, and how they move with each score: (looks,) and (looks, scores)."""
    rows = np.tile(whole, (1 + 2 * len(use), 1))
    rows[:, use] = mean
    for place, column in enumerate(use):
        rows[1 + place, column] += STEP
        rows[1 + len(use) + place, column] -= STEP
    found = changes(rows)
    up, down = found[1 : 1 + len(use)], found[1 + len(use) :]
    slopes: FloatArray = ((up - down) / (2.0 * STEP)).T
    return found[0], slopes
