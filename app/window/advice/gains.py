"""What a finding gains, in a word: the headline figure of lists and of the plan's steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.window.i18n import tr
from app.window.i18n.numbers import percent_band, signed_percent
from app.window.metrics import short_name

if TYPE_CHECKING:
    from advisor.findings import Effect, Finding

HEADLINES = ("etr_per_s", "itr_per_cpu_s", "response_ms", "cpu_s_per_s", "storage_mb")


def _headline(finding: Finding) -> Effect | None:
    """The first headline metric that moves, with its change: what gain and band are told of."""
    for metric in HEADLINES:
        effect = finding.effect(metric)
        if effect is not None and effect.change_pct is not None and abs(effect.change_pct) >= 0.05:
            return effect
    return None


def worth_key(finding: Finding) -> tuple[float, float, float]:
    """Sorts by share of the installation, then by weight, then by storage given back."""
    from advisor.worth import rank

    place, level, storage, *_ = rank(finding)
    return -place, -level, -storage


def gain_text(finding: Finding) -> str:
    """The change of the finding's first headline metric that moves: ``+23 % ITR``."""
    effect = _headline(finding)
    if effect is None or effect.change_pct is None:
        return "–"
    return f"{signed_percent(effect.change_pct)} {short_name(effect.metric)}"


def base_text(finding: Finding) -> str:
    """What the change is told against, where that is not today."""
    return tr("on top of the plan") if finding.beside_plan else ""


def band_text(finding: Finding) -> str:
    """The band of the same change; empty where it has none."""
    effect = _headline(finding)
    change = None if effect is None else effect.change
    if change is None or change.high <= change.low:
        return ""
    return percent_band(change.low, change.high)


def banded_text(finding: Finding) -> str:
    """The change with its band, as every row has it: ``+2.3 % ETR  (−5.9…+11 %)``."""
    band = band_text(finding)
    return f"{gain_text(finding)}  ({band})" if band else gain_text(finding)


def risk_of(finding: Finding) -> int:
    """How risky the change is, as the plan weighs it: 0 low, 1 medium, 2 high."""
    return finding.risk.rank


def is_gain(finding: Finding) -> bool:
    """Whether anything that a finding comes to is a gain."""
    from advisor.worth import leading

    return leading(finding.worth) is not None


def owner_of(finding: Finding) -> str:
    """Who carries a finding's change out first; empty where no rule says."""
    from advisor.plan.calendar import role_of

    return role_of(finding)
