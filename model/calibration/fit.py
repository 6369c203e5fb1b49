"""Least squares over the logarithms of the constants, robust, from several seeded starts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from model.calibration.objective import PRIOR_SD, Problem, start
from model.contract.evaluation import ConstantDraws, FloatArray
from model.subsystems.adabas.constants import NAMES

STARTS: Final = 4
_START_SPREAD: Final = 0.12
_SEED: Final = 7
_STEP: Final = 1e-3


@dataclass(frozen=True)
class Fit:
    """values: constants in the order of NAMES.  covariance: of their logarithms.

    cost: half the robust sum of squares.  gradient: its largest component per unit of a logarithm.
    """

    values: FloatArray
    covariance: FloatArray
    cost: float
    gradient: float


def residuals(given: Problem, logs: FloatArray) -> FloatArray:
    """Misses and priors at one vector of logarithms."""
    return _columns(given, logs[None, :])[:, 0]


def jacobian(given: Problem, logs: FloatArray) -> FloatArray:
    """Derivatives by central differences, all of them in one batched evaluation."""
    size = len(logs)
    steps = np.concatenate([np.eye(size), -np.eye(size)]) * _STEP
    both = _columns(given, logs + steps)
    slopes: FloatArray = (both[:, :size] - both[:, size:]) / (2.0 * _STEP)
    return slopes


def _columns(given: Problem, logs: FloatArray) -> FloatArray:
    misses = given.misses(ConstantDraws(NAMES, np.exp(logs)))
    priors = (logs - np.log(start())).T / PRIOR_SD
    return np.concatenate([misses, priors])


def fit(given: Problem, starts: int = STARTS, first: FloatArray | None = None) -> Fit:
    """The best of several fits; the first starts from `first` or the specified start."""
    from scipy.optimize import least_squares

    generator = np.random.default_rng(_SEED)
    origin = np.log(start() if first is None else first)
    best = None
    for number in range(starts):
        begin = origin
        if number:
            begin = origin + generator.normal(0.0, _START_SPREAD, len(origin))
        answer = least_squares(
            lambda logs: residuals(given, logs),
            begin,
            jac=lambda logs: jacobian(given, logs),
            loss="soft_l1",
            max_nfev=60,
            xtol=1e-7,
            ftol=1e-9,
        )
        if best is None or answer.cost < best.cost:
            best = answer
    assert best is not None
    return Fit(
        np.exp(best.x),
        _covariance(best.jac, best.fun, len(origin)),
        float(best.cost),
        float(np.abs(best.grad).max()),
    )


def _covariance(slopes: FloatArray, misses: FloatArray, size: int) -> FloatArray:
    """Of the logarithms, from the robustly weighted normal equations.

    scipy returns the Jacobian scaled for the loss.  The scale is the median of the misses, which
    single runs that no constant can reproduce do not inflate.
    """
    scale = max(1.0, float(np.median(np.abs(misses[:-size])) / 0.6745))
    inverse = np.linalg.inv(slopes.T @ slopes) * scale**2
    both: FloatArray = np.asarray((inverse + inverse.T) / 2.0, dtype=float)
    return both
