"""Sets of findings with their amounts, what they score, and which of them pages nowhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from advisor.findings import Finding
from advisor.plan import goal as goals
from advisor.plan.constraints import (
    PAGING_PER_S,
    contradiction,
    paging_per_s,
    paging_today_per_s,
    unfeasible,
)
from advisor.plan.problem import Problem, handicap
from advisor.rules.projecting import Projected, Projector
from advisor.rules.settling import merged_changes
from model.language import Keyword, listed, say
from model.topology import Change, SetSetting, values_set

BUDGET = 300
ASSURANCE = 10.0
"""Points that a set may fall short of the best for paging nowhere in its band."""
STOPS = 0.5
"""Share of today's paging below which a plan is one that stops it."""
MOST_ASSURED = 48
AT_ONCE = 6
PART_WAY = (0.25, 0.5, 0.75)
"""How far amounts go from a set that pages nowhere towards the best one, that may."""

Beside = Callable[[Sequence[Finding]], Sequence[Finding]]
"""What is done besides a set of findings, whatever the goal is."""


@dataclass(frozen=True)
class Reached:
    """One set of findings with the amounts in effect, and what it scores.

    ``woken`` are ids of findings that were not called for as measured, in the order they followed.
    ``given_up_pct`` is what a set that may page would gain more of the goal.
    """

    findings: tuple[Finding, ...]
    score: float
    woken: tuple[str, ...] = ()
    given_up_pct: float = 0.0

    @property
    def changes(self) -> tuple[Change, ...]:
        """All changes of the set."""
        return merged_changes(self.findings)


@dataclass
class Evaluator:
    """Scores lists of findings, each list of changes once, within a budget."""

    problem: Problem
    left: int = BUDGET
    known: dict[tuple[Change, ...], float] = field(default_factory=dict)
    reached: dict[tuple[Change, ...], Reached] = field(default_factory=dict)
    """Sets that lead somewhere, by their changes: what the plan is chosen from."""

    def keep(self, reached: Reached) -> Reached:
        """Remember a set that could be the plan."""
        if reached.score > float("-inf"):
            self.reached[reached.changes] = reached
        return reached

    def scores(self, sets: Sequence[Sequence[Finding]]) -> list[float | None]:
        """Scores of sets of findings; ``None`` beyond the budget."""
        wanted = [
            None if contradiction(findings) is not None else merged_changes(findings)
            for findings in sets
        ]
        new = [c for c in dict.fromkeys(wanted) if c is not None and c not in self.known]
        new = new[: max(0, self.left)]
        if new:
            self.left -= len(new)
            answers = self.problem.projector(new)
            for changes, answer in zip(new, answers, strict=True):
                self.known[changes] = self.problem.value(answer)
        return [float("-inf") if c is None else self.known.get(c) for c in wanted]


def assured(evaluator: Evaluator, best: Reached, projector: Projector, beside: Beside) -> Reached:
    """The best set that pages nowhere in its band, or ``best`` where none near it does so.

    That is for plans that are to stop the paging: one that leaves most of it as it is follows its
    goal alone. A set is judged with what is done ``beside`` it: what it leaves out, and is to be
    done whatever the goal is, takes its storage all the same.
    """
    (outcome,) = evaluator.problem.projector([best.changes])
    if paging_per_s(outcome) > max(PAGING_PER_S, STOPS * paging_today_per_s(outcome)):
        return best
    near = [r for r in evaluator.reached.values() if best.score - r.score <= ASSURANCE]
    ours = {f.id for f in best.findings}
    near.sort(key=lambda r: (-round(r.score, 1), len(ours ^ {f.id for f in r.findings})))
    near = [best, *near]
    # What pages already pages in its band.
    known = evaluator.problem.projector([r.changes for r in near])
    limits = evaluator.problem.constraints
    near = [
        r
        for r, outcome in zip(near, known, strict=True)
        if not may_page(outcome) and unfeasible(outcome, limits) is None
    ]
    near = near[:MOST_ASSURED]

    def staying(sets: Sequence[Reached]) -> list[Reached]:
        done = [merged_changes([*r.findings, *beside(r.findings)]) for r in sets]
        outcomes = zip(sets, projector(done), strict=True)
        return [r for r, outcome in outcomes if not may_page(outcome)]

    for start in range(0, len(near), AT_ONCE):
        for reached in staying(near[start : start + AT_ONCE]):
            nearer = staying(_between(evaluator, reached, best))
            taken = max((reached, *nearer), key=lambda r: r.score)
            return replace(taken, given_up_pct=_given_up(evaluator.problem, best, taken))
    return best


def _between(evaluator: Evaluator, low: Reached, high: Reached) -> list[Reached]:
    """Sets between two of the same findings, whose rules offer nothing between their amounts."""
    theirs = {f.id: f for f in high.findings}
    if theirs.keys() != {f.id for f in low.findings}:
        return []
    pairs = [(f, theirs[f.id]) for f in low.findings]
    sets = [
        tuple(replace(f, changes=_part_way(f.changes, g.changes, share)) for f, g in pairs)
        for share in PART_WAY
    ]
    less = handicap(low.findings, low.woken)
    limits = evaluator.problem.constraints
    return [
        replace(low, findings=findings, score=value - less)
        for findings, value in zip(sets, evaluator.scores(sets), strict=True)
        if value is not None
        and value - less > low.score
        and unfeasible(evaluator.problem.projector([merged_changes(findings)])[0], limits) is None
    ]


def _part_way(
    low: tuple[Change, ...], high: tuple[Change, ...], share: float
) -> tuple[Change, ...]:
    """Changes with whole numbers a share of the way to those of other changes."""
    wanted = values_set(high)

    def value(change: Change) -> Change:
        if not isinstance(change, SetSetting):
            return change
        far = wanted.get((change.component, change.setting), change.value)
        if type(change.value) is not int or type(far) is not int:
            return change
        return replace(change, value=round(change.value + share * (far - change.value)))

    return tuple(map(value, low))


def _given_up(problem: Problem, best: Reached, taken: Reached) -> float:
    outcomes = problem.projector([best.changes, taken.changes])
    more, less = (goals.gain_pct(outcome, problem.constraints.goal) for outcome in outcomes)
    return max(0.0, more - less)


def may_page(outcome: Projected) -> bool:
    """Whether a workload pages somewhere in the band."""
    return any(
        effect.metric == "paging_per_s" and effect.after.high > PAGING_PER_S
        for effects in outcome.effects.values()
        for effect in effects
    )


def parted(finding: Finding, others: Sequence[Finding]) -> Finding:
    """The finding without what ``others`` set as well, so that each change is one finding's own."""
    theirs = {key: other for other in others for key in values_set(other.changes)}
    shared = {key: theirs[key] for key in values_set(finding.changes) if key in theirs}
    if not shared:
        return finding
    kept = tuple(
        c
        for c in finding.changes
        if not isinstance(c, SetSetting) or (c.component, c.setting) not in shared
    )
    notes = tuple(
        say(
            "In the plan {rule} sets {settings} to what this one needs as well.",
            rule=Keyword(rule),
            settings=listed(
                sorted({Keyword(key[1]) for key, other in shared.items() if other.rule == rule})
            ),
        )
        for rule in sorted({other.rule for other in shared.values()})
    )
    return replace(finding, changes=kept, notes=(*finding.notes, *notes))


def yielding(finding: Finding, later: Finding) -> Finding:
    """The finding with what a later one sets otherwise taken over from that."""
    wanted = values_set(later.changes)
    changes = tuple(
        SetSetting(c.component, c.setting, wanted[(c.component, c.setting)])
        if isinstance(c, SetSetting) and (c.component, c.setting) in wanted
        else c
        for c in finding.changes
    )
    return finding if changes == finding.changes else replace(finding, changes=changes)
