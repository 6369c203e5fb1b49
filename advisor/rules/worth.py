"""What a finding is worth: gain from its effects, severity from gain, exposure and risk."""

from __future__ import annotations

from collections.abc import Iterable

from advisor.findings import Effect, Risk, Severity
from advisor.rules.base import EXPOSED, Rule
from model import figures

LEVELS: tuple[Severity, ...] = ("info", "low", "medium", "high")


def gain_pct(effect: Effect) -> float:
    """How much better one metric gets, in per cent; negative when it gets worse."""
    change = effect.change_pct
    if change is None:
        return 0.0
    figure = figures.figure(effect.metric)
    if figure is None or not figure.gain:
        return 0.0
    return change if figure.better == figures.MORE else -change


def headline_gain_pct(effects: Iterable[Effect]) -> float:
    """The largest improvement among the metrics that count.

    Causes (paging, switches, waits) count only where no result (throughput, response, CPU) is
    known, since their own change says little about what is gained.

    What grows with the work (CPU seconds per second) counts only where the work done stays the
    same: a system that does more work uses more CPU.
    """
    listed = tuple(effects)
    results = tuple(e for e in listed if _role(e) == "result")
    counted = results or listed
    return max((gain_pct(e) for e in counted if _counts(e, listed)), default=0.0)


def is_headline(effect: Effect) -> bool:
    """Whether a metric counts towards gain."""
    return _role(effect) != ""


def _role(effect: Effect) -> str:
    figure = figures.figure(effect.metric)
    return "" if figure is None else figure.gain


def harm_pct(effects: Iterable[Effect]) -> float:
    """The largest loss in throughput or response, in per cent (0 when nothing gets worse)."""
    worst = 0.0
    for effect in effects:
        if effect.metric in ("etr_per_s", "response_ms"):
            worst = max(worst, -gain_pct(effect))
    return worst


def _counts(effect: Effect, listed: tuple[Effect, ...]) -> bool:
    figure = figures.figure(effect.metric)
    if figure is None or not figure.grows:
        return True
    rate = next((e for e in listed if e.metric == "etr_per_s"), None)
    return rate is None or abs(rate.change_pct or 0.0) < 0.5


def _level(gain: float) -> int:
    return 3 if gain >= 10 else 2 if gain >= 3 else 1 if gain >= 0.5 else 0


def level_of_gain(gain: float, risk: Risk) -> int:
    """Index into :data:`LEVELS` of a modelled gain in per cent, one less for a risky change."""
    level = _level(gain)
    return level - 1 if level > 1 and risk.level == "high" else level


def severity(effects: Iterable[Effect], rule: Rule) -> Severity:
    """Severity from projected gain, what staying exposes to, and the risk of the change.

    What the model did not compute for this system counts as medium at most.
    """
    listed = tuple(effects)
    modelled = [e for e in listed if e.after.basis == "model"]
    other = [e for e in listed if e.after.basis != "model"]
    level = max(_level(headline_gain_pct(modelled)), min(2, _level(headline_gain_pct(other))))
    level = max(level, EXPOSED[rule.exposure])
    if level > 1 and rule.risk is not None and rule.risk.level == "high":
        level -= 1
    return LEVELS[level]
