"""Today's figures as they were measured, and those of scenarios from there.

A calibrated model misses what was measured by a few per cent. Today's figure is the measured one
all the same, and what becomes of it is that figure times the change that the model projects, which
is what bands of changes are of and what published pairs of runs test.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace

from model.contract.evaluation import Evaluation
from model.contract.protocol import CalibrationRow
from model.projection.bands import MEASURED, most_of
from model.projection.estimate import Estimate

Told = Mapping[str, CalibrationRow]
"""By figure of a workload what was measured of it, beside what the model makes of it."""


def told_of(rows: Iterable[tuple[str, CalibrationRow]]) -> dict[str, dict[str, CalibrationRow]]:
    """By component the rows whose measured figure is today's, and not one of a moment."""
    found: dict[str, dict[str, CalibrationRow]] = {}
    for component, row in rows:
        if row.judged_pct is not None and row.measured > 0.0 and 0.0 < row.modelled < math.inf:
            found.setdefault(component, {})[row.metric] = row
    return found


def times_of(told: Told, metric: str) -> float:
    """What was measured of a figure against what the model has; 1 where nothing was measured."""
    row = told.get(metric)
    return 1.0 if row is None else row.measured / row.modelled


def as_measured(figure: Estimate, row: CalibrationRow) -> Estimate:
    """Today's figure: it was counted, so that there is no band about it."""
    value, why = row.measured, figure.reasons
    if figure.low < figure.high:
        why = (MEASURED, *why[1:])
    return replace(figure, value=value, low=value, high=value, reasons=why)


def from_measured(
    figure: Estimate,
    change: Estimate | None,
    told: Told,
    evaluation: Evaluation,
    metric: str,
    index: int,
) -> tuple[Estimate, Estimate | None]:
    """A figure of the model and its change, counted from what was measured.

    What hardware and the work that comes allow is no more for that: where the model has them used
    up, a figure that was measured above it ends there.
    """
    times = times_of(told, metric)
    if times == 1.0:
        return figure, change
    most = _most(evaluation, told, metric, index) if change is not None else math.inf
    value = min(most, figure.value * times)
    moved = replace(
        figure,
        value=value,
        low=min(value, figure.low * times),
        high=max(value, min(most, figure.high * times)),
    )
    lost = value / (figure.value * times) if figure.value > 0.0 else 1.0
    if lost >= 1.0 or change is None:
        return moved, change
    ends = (change.value, change.low, change.high)
    central, low, high = ((1.0 + end / 100.0) * lost * 100.0 - 100.0 for end in ends)
    return moved, replace(change, value=central, low=low, high=max(central, min(change.high, high)))


def _most(evaluation: Evaluation, told: Told, metric: str, index: int) -> float:
    """The most that a figure can be; of throughput no more than the engines do at its own CPU."""
    most = most_of(evaluation, metric, index)
    each, cpus = evaluation.metrics.get("itr_per_cpu_s"), evaluation.most.get("cpu_s_per_s")
    if metric == "etr_per_s" and each is not None and cpus is not None:
        of_cpus = float(cpus[index]) * float(each[index, 0]) * times_of(told, "itr_per_cpu_s")
        most = min(most, of_cpus) if math.isfinite(of_cpus) else most
    return most
