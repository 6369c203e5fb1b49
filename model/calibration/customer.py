"""Calibration to a customer: today's figures of one installation, shipped constants as priors.

Five factors (`FACTORS`) say in what the customer differs from the published test application and machine: CPU
per command, reads per command, I/O capacity, page operations per command, block accesses per
command.  Factors and constants are fitted together (Gauss-Newton on logarithms): the constants stay
near the published fit by its own covariance, the factors are nearly free, and every measured figure
counts with its measurement error and with half of the scatter that published runs show about the
model, so that one odd figure does not bend everything else.

A baseline that still misses a figure by more than `LIMITS_PCT` may not advise.  Figures that
contradict one another by arithmetic (Little's law, CPU time against rates) are named first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from model.projection.protocol import CalibrationRow
from model.subsystems.adabas.constants import FACTORS, NAMES, draws_of, stored
from model.subsystems.adabas.installation import Installations, installations
from model.subsystems.adabas.model import UNITS, figures
from model.subsystems.adabas.region import key_of
from model.subsystems.adabas.schema import PUBLISHED_WORKLOADS, check
from model.subsystems.evaluation import Conditions, ConstantDraws, FloatArray

ALL_NAMES: Final = (*NAMES, *(f"factor.{name}" for name in FACTORS))

FACTOR_SD: Final[Mapping[str, float]] = {
    "cpu": 0.5,
    "reads": 0.7,
    "io": 0.5,
    "paging": 0.7,
    "logical": 0.7,
}
"""Prior standard deviation of the factors' logarithms: another application on another machine."""

SAME_FACTOR_SD: Final[Mapping[str, float]] = {
    "cpu": 0.15,
    "reads": 0.08,
    "io": 0.08,
    "paging": 0.2,
    "logical": 0.3,
}
"""The same where the workload is a published test application, on the machine that ran it."""

_SCATTER_SHARE: Final = 0.5

MEASUREMENT_SD: Final[Mapping[str, float]] = {
    "etr_per_s": 0.01,
    "itr_per_cpu_s": 0.005,
    "reads_per_s": 0.01,
    "buffer_efficiency": 0.01,
    "paging_per_s": 0.03,
    "response_ms": 0.05,
    "cpu_busy_pct": 0.05,
    "nucleus_busy_pct": 0.05,
    "work_plog_writes_per_s": 0.10,
}
"""Relative error of a measured figure; metrics not listed are not used."""

LIMITS_PCT: Final[Mapping[str, float]] = {
    "etr_per_s": 10.0,
    "itr_per_cpu_s": 10.0,
    "reads_per_s": 15.0,
    "buffer_efficiency": 15.0,
    "paging_per_s": 30.0,
    "response_ms": 20.0,
    "cpu_busy_pct": 20.0,
    "nucleus_busy_pct": 15.0,
}
"""By how much the as-is model may miss a measured figure and still advise."""

_CONSISTENCY: Final = 0.10
_PASSES: Final = 12
_STEP: Final = 1e-4


@dataclass(frozen=True)
class CustomerCalibration:
    """One installation's calibration (`model.projection.protocol.Calibration`)."""

    rows: tuple[CalibrationRow, ...]
    factors: Mapping[str, float]
    refused: str | None
    values: FloatArray
    covariance: FloatArray

    def draws(self, count: int) -> ConstantDraws:
        """Row 0 the calibrated constants and factors, then `count` deterministic draws."""
        return draws_of(self.values, self.covariance, count, ALL_NAMES)


def calibrate(conditions: Conditions, measured: Mapping[str, float]) -> CustomerCalibration:
    """Fit to the measured figures of one installation (metric names as in `evaluate`).

    Raises ConditionError for conditions that are unknown or contradictory.
    """
    check(conditions)
    used = {
        name: float(value)
        for name, value in measured.items()
        if name in MEASUREMENT_SD and value > 0
    }
    fitted = _Fit(conditions, used)
    values, covariance = fitted.solve(tuple(used))
    modelled = fitted.figures(np.log(values)[None, :])
    rows = tuple(
        CalibrationRow(name, UNITS[name], value, float(modelled[name][0]))
        for name, value in measured.items()
        if name in modelled and name in UNITS
    )
    refused = inconsistency(conditions, measured) or _refusal(rows, fitted, tuple(used))
    factors = {
        name: float(values[len(NAMES) + place]) for place, name in enumerate(FACTORS)
    }
    return CustomerCalibration(rows, factors, refused, values, covariance)


def inconsistency(conditions: Conditions, measured: Mapping[str, float]) -> str | None:
    """A sentence when measured figures contradict each other by arithmetic alone."""
    etr = measured.get("etr_per_s", 0.0)
    itr = measured.get("itr_per_cpu_s", 0.0)
    if etr > 0 and itr > 0:
        cps = etr / itr
        if cps > float(conditions["cps_total"]) * (1.0 + _CONSISTENCY):
            return (
                f"ETR {etr:,.0f}/s at an ITR of {itr:,.0f} commands per CPU second would keep "
                f"{cps:.1f} CPs busy, but there are {conditions['cps_total']:g}"
            )
        nucleus = measured.get("nucleus_busy_pct", 0.0)
        expected = 100.0 * cps / float(conditions["nuclei"])
        if nucleus > 0 and abs(expected / nucleus - 1.0) > 2.0 * _CONSISTENCY:
            return (
                f"ETR and ITR make the nuclei {expected:.0f} % busy, but the reports say "
                f"{nucleus:.0f} %: the figures are of different intervals"
            )
    response_ms = measured.get("response_ms", 0.0)
    if etr > 0 and response_ms > 0:
        inside = etr * response_ms / 1e3
        users = float(conditions["users"])
        if inside > users * (1.0 + _CONSISTENCY):
            return (
                f"ETR {etr:,.0f}/s with a response of {response_ms:.2f} ms means {inside:,.0f} "
                f"commands in progress (Little's law), but there are {users:,.0f} users"
            )
    return None


class _Fit:
    """Gauss-Newton with priors, on logarithms of constants and factors."""

    def __init__(self, conditions: Conditions, measured: Mapping[str, float]) -> None:
        self._sites: Installations = installations([conditions])
        self._conditions = conditions
        self._measured = measured
        calibration = stored()
        known = conditions.get("workload") in PUBLISHED_WORKLOADS
        priors = SAME_FACTOR_SD if known else FACTOR_SD
        sds = np.array([priors[name] for name in FACTORS])
        size = len(NAMES)
        self._centre = np.concatenate([np.log(calibration.values), np.zeros(len(FACTORS))])
        prior = np.zeros((len(ALL_NAMES), len(ALL_NAMES)))
        prior[:size, :size] = calibration.covariance
        prior[size:, size:] = np.diag(sds**2)
        self._precision = np.linalg.inv(prior + 1e-12 * np.eye(len(prior)))
        self._residual_sd = calibration.residual_sd

    def figures(self, logs: FloatArray) -> dict[str, FloatArray]:
        """Metrics under rows of logarithms, each (rows,)."""
        found = figures(self._sites, ConstantDraws(ALL_NAMES, np.exp(logs))).metrics
        return {name: values[0] for name, values in found.items()}

    def solve(self, names: tuple[str, ...]) -> tuple[FloatArray, FloatArray]:
        """Values and covariance of their logarithms from the figures of these names."""
        logs = self._centre.copy()
        targets = np.log([self._measured[name] for name in names])
        weights = 1.0 / self._spread(names) ** 2
        cost = self._cost(logs, names, targets, weights)
        normal = self._precision
        for _ in range(_PASSES):
            slopes, misses = self._slopes(logs, names, targets)
            normal = self._precision + slopes.T @ (weights[:, None] * slopes)
            gradient = slopes.T @ (weights * misses) + self._precision @ (logs - self._centre)
            step = np.linalg.solve(normal, gradient)
            moved = False
            for halving in range(6):
                trial = logs - step / 2.0**halving
                found = self._cost(trial, names, targets, weights)
                if found < cost:
                    moved = cost - found > 1e-6 * max(1.0, cost)
                    logs, cost = trial, found
                    break
            if not moved:
                break
        covariance = np.linalg.inv(normal)
        return np.exp(logs), (covariance + covariance.T) / 2.0

    def _spread(self, names: tuple[str, ...]) -> FloatArray:
        found = figures(self._sites, ConstantDraws(ALL_NAMES, np.exp(self._centre[None, :])))
        spreads = []
        for name in names:
            scatter = self._residual_sd[key_of(name, self._conditions, found.metrics, 0)]
            spreads.append(np.hypot(MEASUREMENT_SD[name], _SCATTER_SHARE * scatter))
        return np.array(spreads)

    def _logs_of(self, logs: FloatArray, names: tuple[str, ...]) -> FloatArray:
        found = self.figures(logs)
        rows = np.array([found[name] for name in names]).reshape(len(names), len(logs))
        return np.log(np.maximum(rows, 1e-12))

    def _cost(
        self, logs: FloatArray, names: tuple[str, ...], targets: FloatArray, weights: FloatArray
    ) -> float:
        misses = self._logs_of(logs[None, :], names)[:, 0] - targets
        away = logs - self._centre
        return float(weights @ misses**2 + away @ self._precision @ away)

    def _slopes(
        self, logs: FloatArray, names: tuple[str, ...], targets: FloatArray
    ) -> tuple[FloatArray, FloatArray]:
        size = len(logs)
        around = np.concatenate([logs[None, :], logs + np.eye(size) * _STEP])
        values = self._logs_of(around, names)
        slopes: FloatArray = (values[:, 1:] - values[:, :1]) / _STEP
        return slopes, values[:, 0] - targets


def _refusal(
    rows: tuple[CalibrationRow, ...], fitted: _Fit, names: tuple[str, ...]
) -> str | None:
    """Why the baseline may not advise: the worst miss, and the figure it contradicts."""
    worst: CalibrationRow | None = None
    excess = 1.0
    for row in rows:
        limit, error = LIMITS_PCT.get(row.metric), row.error_pct
        if limit is not None and error is not None and abs(error) / limit > excess:
            worst, excess = row, abs(error) / limit
    if worst is None or worst.error_pct is None:
        return None
    said = (
        f"the as-is model makes {worst.metric} {worst.modelled:,.4g} {worst.unit}".rstrip()
        + f" where {worst.measured:,.4g} was measured ({worst.error_pct:+.0f} %, limit "
        f"{LIMITS_PCT[worst.metric]:g} %)"
    )
    opponent = _opponent(worst, fitted, names)
    if opponent is not None:
        return f"{said}; this contradicts the measured {opponent}"
    return f"{said}; no other measured figure explains it, so settings or workload are in doubt"


def _opponent(worst: CalibrationRow, fitted: _Fit, names: tuple[str, ...]) -> str | None:
    """The figure without which the worst miss would be smallest."""
    best, least = None, 0.5 * abs(np.log(worst.modelled / worst.measured))
    for name in names:
        rest = tuple(other for other in names if other != name)
        if name == worst.metric or not rest:
            continue
        values, _ = fitted.solve(rest)
        modelled = float(fitted.figures(np.log(values)[None, :])[worst.metric][0])
        miss = abs(np.log(max(modelled, 1e-12) / worst.measured))
        if miss < least:
            best, least = name, miss
    return best
