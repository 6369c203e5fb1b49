"""Predicting published runs from fits that did not see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from model.calibration.fit import Fit, fit
from model.calibration.objective import family_points, problem
from model.calibration.published import Point, text_facts
from model.contract.evaluation import FloatArray, spread_of
from model.quantiles import NORMAL_QUANTILE_90, student_wider
from model.subsystems.adabas.constants import draws_with_assumed
from model.subsystems.adabas.installation import installations
from model.subsystems.adabas.model import figures
from model.subsystems.adabas.region import OF_READS, key_of

METRICS: Final = (
    "etr_per_s",
    "itr_per_cpu_s",
    "reads_per_s",
    "buffer_efficiency",
    "paging_per_s",
)
_FLOOR: Final = 0.02
"""No class of figures is known better than runs repeat themselves (`objective.SPREAD`)."""
_LEAST_MEMBERS: Final = 4
_FEW_MEMBERS: Final = 6
"""Of a class of residuals: so few do not tell where nine of ten lie."""
_DRAWS: Final = 64


@dataclass(frozen=True)
class Held:
    """One figure of a held-back run: relative error in logarithms, and its class of residuals.

    constants_sd: what draws of the constants, which have not seen it either, make of it.
    """

    point: str
    metric: str
    error: float
    group: str
    constants_sd: float


def by_point() -> dict[str, tuple[Point, ...]]:
    """Leave one run out at a time."""
    return {point.id: (point,) for point in family_points()}


def by_nuclei() -> dict[str, tuple[Point, ...]]:
    """Leave all cluster runs of one number of nuclei out at a time (2, 8, 16)."""
    points = family_points()
    counts = sorted({p.conditions["nuclei"] for p in points if p.conditions["nuclei"] > 1})
    return {
        f"{count} nuclei": tuple(p for p in points if p.conditions["nuclei"] == count)
        for count in counts
        if count < max(counts)
    }


def by_zhpf() -> dict[str, tuple[Point, ...]]:
    """Leave all runs of one product without zHPF out at a time."""
    points = family_points()
    return {
        f"{product} without zHPF": tuple(
            p for p in points if p.conditions["product"] == product and not p.conditions["zhpf"]
        )
        for product in ("single", "ALS", "ASM")
    }


def by_condition(*names: str) -> dict[str, tuple[Point, ...]]:
    """Leave all runs of one value of a condition out at a time, as long as most runs stay.

    The most frequent value of a condition stays: without it nothing would be known of the others.
    """
    groups: dict[str, tuple[Point, ...]] = {}
    for name in names:
        by_value: dict[Any, list[Point]] = {}
        for point in family_points():
            if name in point.conditions:
                by_value.setdefault(point.conditions[name], []).append(point)
        most = max(len(points) for points in by_value.values())
        for value, points in by_value.items():
            if len(points) < most or most == 1:
                groups[f"{name} {value}"] = tuple(points)
    return groups


def held_back(groups: Mapping[str, Sequence[Point]], best: FloatArray) -> list[Held]:
    """Errors of every group under a fit to everything else, text facts on it left out as well."""
    found: list[Held] = []
    for points in groups.values():
        found.extend(errors(points, without(points, best)))
    return found


def without(points: Sequence[Point], best: FloatArray) -> Fit:
    """The fit to everything but some runs and what the text says of them."""
    names = {point.id for point in points}
    rest = [p for p in family_points() if p.id not in names]
    facts = [fact for fact in text_facts() if not _touches(fact, names, points)]
    return fit(problem(rest, facts), starts=1, first=best)


def errors(points: Sequence[Point], found: Fit) -> list[Held]:
    """Errors of some runs under some constants."""
    draws = draws_with_assumed(found.values, found.covariance, _DRAWS)
    answer = figures(installations([p.conditions for p in points]), draws).metrics
    held = []
    for row, point in enumerate(points):
        for metric in METRICS:
            measured = point.results.get(metric, 0.0)
            if measured > 0 and np.all(answer[metric][row] > 0):
                logs = np.log(answer[metric][row])
                group = key_of(metric, point.conditions, answer, row)
                held.append(
                    Held(
                        point.id,
                        metric,
                        float(logs[0] - np.log(measured)),
                        group,
                        spread_of(logs[1:]),
                    )
                )
    return held


def _touches(fact: Mapping[str, Any], names: set[str], points: Sequence[Point]) -> bool:
    """Whether a text fact speaks of a held-back run, or of the conditions that are held back."""
    if {fact["like"], fact.get("to", {}).get("like")} & names:
        return True
    held = {(p.conditions["product"], p.conditions["nuclei"]) for p in points}
    return len(points) > 1 and fact["with"].get("nuclei") in {nuclei for _, nuclei in held}


def residual_spread(held: Sequence[Held]) -> dict[str, float]:
    """Relative standard deviation per class of residuals, such that 1.645 of them hold 90 %.

    Classes with too few members borrow from all figures of their metric. Where they are few still,
    it is their standard deviation, wider by Student's t.
    """
    groups = {"itr", "reads", "paging", "etr.cpu", "etr.io", "etr.shared", "etr.paging"}
    spread: dict[str, float] = {}
    for group in sorted(groups):
        own = [abs(h.error) for h in held if h.group == group]
        if len(own) < _LEAST_MEMBERS:
            stem = group.split(".")[0]
            own = [*own, *(abs(h.error) for h in held if h.group.split(".")[0] == stem)]
        if len(own) <= _FEW_MEMBERS:
            found = float(np.sqrt(np.mean(np.square(own)))) * student_wider(len(own))
        else:
            found = float(np.quantile(own, 0.9)) / NORMAL_QUANTILE_90
        spread[group] = max(_FLOOR, found)
    return spread


def half_width(one: Held, scatter: Sequence[Held]) -> float:
    """Half of the 90 % band of a held-back figure, by draws and the scatter of other runs."""
    others = residual_spread([other for other in scatter if other.point != one.point])
    scatter_sd = max(others[group] for group in (one.group, *_AS_WELL.get(one.metric, ())))
    return NORMAL_QUANTILE_90 * float(np.hypot(one.constants_sd, scatter_sd))


_AS_WELL: Final = dict.fromkeys(OF_READS, ("reads",))


def summary(held: Sequence[Held], scatter: Sequence[Held]) -> dict[str, dict[str, float]]:
    """Median, mean and largest error in per cent by metric, and how bands held.

    scatter: figures of runs that were held back one at a time, from which bands are made.
    """
    table: dict[str, dict[str, float]] = {}
    for metric in METRICS:
        own = [one for one in held if one.metric == metric]
        if not own:
            continue
        misses = np.array([100.0 * abs(float(np.expm1(one.error))) for one in own])
        half = np.array([half_width(one, scatter) for one in own])
        table[metric] = {
            "n": len(own),
            "median_pct": round(float(np.median(misses)), 2),
            "mean_pct": round(float(np.mean(misses)), 2),
            "max_pct": round(float(np.max(misses)), 2),
            "within_10_pct": round(100.0 * float(np.mean(misses <= 10.0)), 1),
            "inside_pct": round(
                100.0 * float(np.mean(np.abs([one.error for one in own]) <= half)), 1
            ),
            "half_width_pct": round(100.0 * float(np.median(np.sinh(half))), 1),
        }
    return table
