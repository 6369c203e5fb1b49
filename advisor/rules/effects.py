"""Effects that are not the model's: plain arithmetic and published percentages, labelled so."""

from __future__ import annotations

from advisor.findings import ChangeText, Effect
from model.figures import unit_of
from model.projection.estimate import Basis, Estimate

TODAY = "% of today"
"""The unit of an effect that starts from no measured figure."""


def arithmetic(
    metric: str,
    before: float,
    after: float,
    reason: str,
    *,
    unit: str = "",
    low: float | None = None,
    high: float | None = None,
) -> Effect:
    """An effect that follows from measured figures by arithmetic.

    ``unit`` is given where it is another than the figure's own: of today, or per second.
    """
    return _effect("arithmetic", metric, unit, before, after, reason, low, high)


def published(
    metric: str,
    before: float | None,
    factors: tuple[float, float, float],
    reason: str,
) -> Effect:
    """A published change used as it stands: factors for the low, central and high end.

    Without a measured figure to start from the effect is in per cent of today.
    """
    unit = ""
    if before is None:
        before, unit = 100.0, TODAY
    low, central, high = sorted(factors)[0], factors[1], sorted(factors)[2]
    return _effect(
        "published", metric, unit, before, before * central, reason, before * low, before * high
    )


def manual(component: str, setting: str, syntax: str = "") -> ChangeText:
    """A change that no setting of the topology stands for; by the rule's own command if by none."""
    return ChangeText(component, setting, None, None, syntax)


def _effect(
    basis: Basis,
    metric: str,
    unit: str,
    before: float,
    after: float,
    reason: str,
    low: float | None,
    high: float | None,
) -> Effect:
    unit = unit or unit_of(metric)
    least = after if low is None else min(low, after)
    most = after if high is None else max(high, after)
    return Effect(metric, unit, before, Estimate(after, least, most, unit, basis, (reason,)))
