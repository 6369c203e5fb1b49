"""The workload that the figures of a plan are told of, and which workloads respond at all."""

from __future__ import annotations

from advisor.plan import goal as goals
from advisor.rules.building import UNMOVED_PCT
from advisor.rules.projecting import Projected


def touched(projected: Projected) -> frozenset[str]:
    """Workloads that respond."""
    return frozenset(
        anchor
        for anchor, effects in projected.effects.items()
        if any(
            abs(e.change_pct) > UNMOVED_PCT if e.change_pct is not None else e.after.value > 1e-9
            for e in effects
        )
    )


def principal(projected: Projected) -> str:
    """The workload that the plan's figures are of: the one moved that uses the most CPU."""
    moved = touched(projected) or frozenset(projected.effects)

    def cpu(anchor: str) -> float:
        effect = goals.metric_of(projected.effects[anchor], ("cpu_s_per_s",))
        return 0.0 if effect is None else effect.before

    return min(moved, key=lambda anchor: (-cpu(anchor), anchor), default="")
