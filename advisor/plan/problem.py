"""The search problem: findings that the model responds to, and what evaluating sets gives."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from advisor.engagement import Constraints
from advisor.findings import Finding
from advisor.plan import goal as goals
from advisor.plan import search
from advisor.plan.constraints import contradiction, uncoupled, unfeasible
from advisor.rules.projecting import Projected, Projector
from advisor.rules.settling import merged_changes
from model.topology import Change

WOKEN = 1.0
"""Points that a finding must bring which is not called for by what was measured."""


DEAR: Mapping[str, float] = {"hardware": 10.0, "ipl": 2.0}
"""Points that what is bought, or stops whole systems, must bring beyond what can be had without."""


def handicap(findings: Iterable[Finding], woken: Collection[str]) -> float:
    """Points that a set must bring before it is worth anything; ``woken`` are finding ids."""
    return sum((WOKEN if f.id in woken else 0.0) + DEAR.get(f.effort, 0.0) for f in findings)


@dataclass
class Problem:
    """One search problem: findings that the model responds to, and what evaluating sets gives.

    ``quiet`` are ids of findings that nothing measured calls for: each must bring some points.
    Scores leave limits on the whole installation out, so that findings which do not touch each
    other are searched apart and what is tried does not depend on them; :mod:`.within` chooses
    what :meth:`forbidden` lets pass.
    """

    findings: tuple[Finding, ...]
    constraints: Constraints
    projector: Projector
    quiet: frozenset[str] = frozenset()
    projected: dict[int, Projected] = field(default_factory=dict)

    def changes(self, mask: int) -> tuple[Change, ...]:
        """All changes of a set; a change that several findings share comes once."""
        return merged_changes([self.findings[n] for n in search.members(mask)])

    def project(self, masks: Sequence[int]) -> list[Projected]:
        """Outcomes of sets, each evaluated once."""
        new = [m for m in dict.fromkeys(masks) if m not in self.projected]
        if new:
            answers = self.projector([self.changes(m) for m in new])
            self.projected.update(zip(new, answers, strict=True))
        return [self.projected[m] for m in masks]

    def score(self, masks: Sequence[int]) -> list[float]:
        """Scores of sets for the search."""
        allowed = [
            m for m in masks if contradiction(self.findings[n] for n in search.members(m)) is None
        ]
        outcome = dict(zip(allowed, self.project(allowed), strict=True))
        return [
            self.value(outcome.get(m))
            - handicap([self.findings[n] for n in search.members(m)], self.quiet)
            for m in masks
        ]

    def value(self, projected: Projected | None) -> float:
        """Score of one outcome; minus infinity where the model refuses it."""
        if projected is None or unfeasible(projected, uncoupled(self.constraints)) is not None:
            return float("-inf")
        return goals.score(projected, self.constraints.goal)

    def forbidden(self, changes: tuple[Change, ...]) -> str | None:
        """Why what a list of changes leads to is not allowed, or ``None``."""
        return unfeasible(self.projector([changes])[0], self.constraints)

    def gain(self, mask: int) -> float:
        """The goal's gain of a set, per cent."""
        return goals.gain_pct(self.project([mask])[0], self.constraints.goal)
