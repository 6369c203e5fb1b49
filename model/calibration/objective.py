"""What the Adabas fit minimises: misses of published figures, each relative to its uncertainty."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from model.calibration.published import Point, adabas_points, text_facts
from model.contract.evaluation import Conditions, ConstantDraws, FloatArray
from model.subsystems.adabas.constants import STARTS
from model.subsystems.adabas.installation import Installations, installations
from model.subsystems.adabas.model import figures
from model.subsystems.adabas.network import FINE, Memory
from model.subsystems.adabas.schema import PRODUCTS, check

SPREAD: Final[Mapping[str, float]] = {
    "etr_per_s": 0.02,
    "itr_per_cpu_s": 0.008,
    "reads_per_command": 0.01,
    "paging_per_s": 0.05,
}
"""Relative standard deviation at which a figure counts; what identical runs scatter by, about."""

DOUBTFUL: Final[Mapping[str, float]] = {"D15P1": 2.5}
"""Runs whose ETR counts less: 31 nuclei with zHPF jump 15-20 % above 16 to 28 nuclei without any
change in configuration that 001 names (section 4.4, Chart 7)."""

PRIOR_SD: Final = 0.7
"""Weak prior on the logarithm of every constant."""


@dataclass(frozen=True)
class Target:
    """One figure to meet: log(metric[site]) - log(metric[other]) against log(value)."""

    id: str
    metric: str
    site: int
    other: int | None
    log_value: float
    spread: float
    bound: int = 0
    """0 a value, 1 at least, -1 at most."""


@dataclass(frozen=True)
class Problem:
    """All installations to evaluate and all figures to meet."""

    sites: Installations
    targets: tuple[Target, ...]
    memory: Memory = field(default_factory=Memory, compare=False)

    def misses(self, draws: ConstantDraws) -> FloatArray:
        """(targets, D): relative misses over their spread."""
        found = dict(figures(self.sites, draws, FINE, self.memory).metrics)
        found["reads_per_command"] = found["reads_per_s"] / found["etr_per_s"]
        with np.errstate(divide="ignore"):
            found["work_plog_writes"] = (
                found["work_plog_writes_per_s"]
                / found["etr_per_s"]
                * self.sites.run_commands[:, None]
            )
            logs = {name: np.log(values) for name, values in found.items()}
        rows = np.empty((len(self.targets), draws.count))
        for row, target in enumerate(self.targets):
            value = logs[target.metric][target.site] - target.log_value
            if target.other is not None:
                value = value - logs[target.metric][target.other]
            if target.bound:
                value = -target.bound * np.maximum(0.0, -target.bound * value)
            rows[row] = value / target.spread
        return np.clip(np.nan_to_num(rows, nan=60.0, posinf=60.0, neginf=-60.0), -60.0, 60.0)


def family_points() -> tuple[Point, ...]:
    """The published runs of the family without Net-Work."""
    return tuple(p for p in adabas_points() if p.conditions["product"] in PRODUCTS)


def problem(
    points: Sequence[Point] | None = None,
    facts: Iterable[Mapping[str, Any]] | None = None,
) -> Problem:
    """The problem of fitting to some points and facts (all published ones by default)."""
    used = family_points() if points is None else tuple(points)
    by_id = {point.id: point for point in family_points()}
    conditions: list[Conditions] = []
    targets: list[Target] = []
    for point in used:
        site = len(conditions)
        conditions.append(point.conditions)
        targets.extend(_targets(point, site))
    for fact in text_facts() if facts is None else facts:
        site = len(conditions)
        conditions.append(_like(by_id, fact))
        other = None
        if "to" in fact:
            other = len(conditions)
            conditions.append(_like(by_id, fact["to"]))
        bound = {"at_least": 1, "at_most": -1}.get(fact["kind"], 0)
        targets.append(
            Target(
                fact["id"],
                fact["metric"],
                site,
                other,
                float(np.log(fact["value"])),
                fact["sd"],
                bound,
            )
        )
    for one in conditions:
        check(one)
    return Problem(installations(conditions), tuple(targets))


def _like(by_id: Mapping[str, Point], fact: Mapping[str, Any]) -> Conditions:
    return {**by_id[fact["like"]].conditions, **fact["with"]}


def _targets(point: Point, site: int) -> list[Target]:
    results = dict(point.results)
    if "physical_reads" in results:
        results["reads_per_command"] = results["physical_reads"] / results["user_commands"]
    found = []
    for metric, spread in SPREAD.items():
        value = results.get(metric)
        if value is not None and value > 0:
            doubt = DOUBTFUL.get(point.id, 1.0) if metric == "etr_per_s" else 1.0
            found.append(
                Target(
                    f"{point.id}.{metric}", metric, site, None, float(np.log(value)), spread * doubt
                )
            )
    return found


def start() -> FloatArray:
    """Where the search starts, and the centre of the priors."""
    return np.array(list(STARTS.values()))
