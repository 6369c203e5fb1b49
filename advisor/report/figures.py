"""Projected figures as printed: one place for PDF, window and terminal, so that digits agree.

A figure is printed in a unit that can be read: 1,486,000 ms are 24.77 min, a share of 0.083 is
8.3 %. Value, band and the figure before are always in the same unit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from advisor.findings import Effect, Finding, Plan, Worth
from advisor.plan.goal import told_pct
from advisor.report import numbers
from advisor.report.numbers import Language
from advisor.report.texts import metric_label, own_text, value_label
from advisor.report.wording import unit_shown, within_limits
from advisor.report.words import GOALS
from advisor.rules.base import Exposure, rule
from advisor.worth import exposed, leading, told_share
from model.figures import figure
from model.language import Verbatim, mark, say
from model.projection.estimate import Estimate

_LARGER: dict[str, tuple[float, float, str]] = {
    "ms": (10_000.0, 1e-3, "s"),
    "s": (600.0, 1.0 / 60.0, "min"),
}
"""Units of time: from which amount on, times what, the next unit."""
_SMALLER: dict[str, tuple[float, float, str]] = {
    "s": (1e-3, 1e3, "ms"),
    "ms": (0.1, 1e3, "µs"),
}
"""The same below: up to which amount."""


_STORAGE: dict[str, tuple[float, float, str]] = {
    "MB": (10_000.0, 1.0 / 1024.0, "GB"),
    "GB": (0.1, 1024.0, "MB"),
}
"""Storage: from which amount of MB on, and up to which amount of GB, times what, the other."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One figure's printed texts; bands are in brackets or empty, ``change`` a percentage.

    ``band`` is of the figure, ``change_band`` of how far it moves: that one goes to none with it.
    """

    value: str
    band: str
    unit: str
    before: str = ""
    change: str = ""
    change_band: str = ""


def shown_estimate(metric: str, estimate: Estimate, kind: str | None, language: Language) -> Shown:
    """An estimate of a metric of a component of this kind."""
    factor, unit = _readable(metric, estimate.unit, estimate.value)
    estimate = _scaled(_discernible(within_limits(metric, estimate)), factor)
    return Shown(
        numbers.number(estimate.value, language),
        numbers.band(estimate, language),
        unit_shown(unit, metric, kind, language),
    )


def shown_effect(effect: Effect, kind: str | None, language: Language) -> Shown:
    """A metric before and after; ``kind`` is of the workload whose throughput is meant."""
    most = max(effect.before, effect.after.value)
    factor, unit = _readable(effect.metric, effect.unit, most)
    after = _scaled(_discernible(within_limits(effect.metric, effect.figure)), factor)
    change = effect.change
    return Shown(
        numbers.number(after.value, language),
        numbers.band(after, language),
        unit_shown(unit, effect.metric, kind, language),
        numbers.number(effect.before * factor, language),
        "–" if change is None else numbers.percent(change.value, language),
        "" if change is None else numbers.percent_band(change, language),
    )


LEAST_SHARE_PCT = 0.0001
"""Share of an installation below which none is told."""
EXPOSURES: Mapping[Exposure, str] = {"outage": mark("outage"), "errors": mark("errors")}
"""What a finding is told by whose worth is not what it brings."""
LOSSES: dict[str, str] = {
    "cpu_saved_s_per_day": mark("CPU used in addition"),
    "waiting_saved_s_per_day": mark("Waiting in addition"),
    "storage_saved_gb": mark("Storage taken"),
}
"""What a saving below nothing is called: nobody saves minus 38,760 seconds."""


def shown_worth(
    worth: Worth | None, kind: str | None, language: Language
) -> list[tuple[str, Shown]]:
    """What a finding is worth: what it is called and its texts, in the order of advisor.worth."""
    told = []
    for metric, estimate in {} if worth is None else worth.figures.items():
        label = metric_label(metric, language)
        if estimate.value < 0 and metric in LOSSES:
            label = own_text(LOSSES[metric], language)
            estimate = replace(
                estimate, value=-estimate.value, low=-estimate.high, high=-estimate.low
            )
        shown = shown_estimate(metric, estimate, kind, language)
        told.append((label, replace(shown, value=_minus(shown.value), band=_minus(shown.band))))
    return told


def _minus(text: str) -> str:
    """A loss with the sign that percentages have."""
    return text.replace("-", "−")


def worth_parts(finding: Finding, kind: str | None, language: Language) -> list[str]:
    """What a finding's worth is compared by, empty where nothing is: lists are in order of it.

    That is its share of the installation, the figure that it is made of, and the band of that
    where it reaches to as large a loss. What stops a system is not worth what it brings.
    """
    share, first = told_share(finding.worth), leading(finding.worth, banded=True)
    said = []
    if exposed(finding):
        said.append(own_text(EXPOSURES[rule(finding.rule).exposure], language))
    elif share is not None and abs(share) >= LEAST_SHARE_PCT:
        said.append(f"{_minus(numbers.number(share, language, 2))}\u00a0%")
    if first is not None:
        shown = shown_estimate(*first, kind, language)
        said.append(f"{shown.value} {shown.unit}".strip())
        if first[1].low <= -first[1].value:
            said.append(_minus(shown.band))
    return said


def worth_cell(finding: Finding, kind: str | None, language: Language) -> str:
    """The parts of a finding's worth in one cell; ``–`` where there are none."""
    return "; ".join(worth_parts(finding, kind, language)) or "–"


def readable(metric: str, value: float, unit: str) -> tuple[float, str]:
    """A bare figure in a unit that can be read."""
    factor, larger = _readable(metric, unit, value)
    return value * factor, larger


def _readable(metric: str, unit: str, value: float) -> tuple[float, str]:
    factor = 1.0
    if unit in _STORAGE:
        amount, times, other = _STORAGE[unit]
        passed = abs(value) >= amount if unit == "MB" else 0 < abs(value) < amount
        return (times, other) if passed else (factor, unit)
    declared = figure(metric)
    if unit == "ratio" and declared is not None and declared.limit == 1:
        return 100.0, "%"
    if declared is None or not declared.passes:
        return factor, unit
    while unit in _LARGER and abs(value * factor) >= _LARGER[unit][0]:
        _, times, unit = _LARGER[unit]
        factor *= times
    while unit in _SMALLER and 0 < abs(value * factor) < _SMALLER[unit][0]:
        _, times, unit = _SMALLER[unit]
        factor *= times
    return factor, unit


def _discernible(estimate: Estimate) -> Estimate:
    """An estimate that its own band cannot tell from nothing is nothing: 0.000002 (0 … 0.04)."""
    spread = estimate.high - estimate.low
    if estimate.low > 0 or estimate.value == 0 or abs(estimate.value) > spread / 1000:
        return estimate
    return replace(estimate, value=0.0)


def _scaled(estimate: Estimate, factor: float) -> Estimate:
    if factor == 1.0:
        return estimate
    return replace(
        estimate,
        value=estimate.value * factor,
        low=estimate.low * factor,
        high=estimate.high * factor,
    )


def shown_value(value: object, language: Language) -> str:
    """A value of a setting as it is typed; ``–`` for none."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "YES" if value else "NO"
    if isinstance(value, (int, float)):
        return numbers.number(float(value), language, 9)
    return value_label(str(value), language)


def told_alone(plan: Plan, finding: Finding, language: Language) -> str:
    """What a step's own figures leave out, with what it is worth in the plan.

    A step has one worth: what it adds to the plan's goal once those before it are done. What it
    would do alone is another figure, and stands nowhere without this sentence or "alone"; empty
    where both are the same, or the step claims no gain.
    """
    number = next((n for n, s in enumerate(plan.steps, 1) if s.finding == finding.id), 0)
    if not number or finding.beside_plan:
        return ""
    before = [s.gain_pct for s in plan.steps[: number - 1]]
    told = told_pct(plan.steps[number - 1].gain_pct or 0.0, plan.goal)
    gain = numbers.percent(told, language)
    if not any(before) or gain == numbers.percent(0.0, language):
        return ""
    return say(
        "These figures are of the step alone, without those before it. With those done, as step "
        "{number} of the plan, it brings {gain} of {goal}.",
        number=number,
        gain=Verbatim(gain),
        goal=GOALS[plan.goal],
    )
