"""The best set within the limits on the whole installation: storage used, and no paging.

What is tried does not depend on how tight a limit is: the search without them, with all that it
evaluated on its way, and from its best set one path down, each step of which gives up least for
what it returns. The limit only chooses among these. So a tighter one never finds a better plan,
and a looser one never refuses where a tighter one had a plan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from advisor.findings import Finding
from advisor.plan import search
from advisor.plan.constraints import (
    contradiction,
    couples,
    paging_per_s,
    storage_gb,
    unfeasible,
)
from advisor.plan.grouping import NO_SET
from advisor.plan.problem import Problem, handicap
from advisor.plan.reached import Evaluator, Reached, parted, yielding
from advisor.rules.projecting import Projected
from model.language import say
from model.topology import Change

STEPS = 24
"""Steps of a path at most."""
NOTHING_LESS = 1e-3
"""Share of what is used that a step of a path has to return."""

Measure = Callable[[Projected], float]


def within_limits(evaluator: Evaluator, best: Reached) -> tuple[Reached | str, str]:
    """The best set that the limits let pass, or why none does; and what is wrong with ``best``."""
    problem = evaluator.problem
    reason = problem.forbidden(best.changes)
    if reason is None or not couples(problem.constraints):
        return best, ""
    _every_set(evaluator)
    measures: list[Measure] = []
    if problem.constraints.max_real_storage_gb is not None:
        measures.append(storage_gb)
    if problem.constraints.no_paging:
        measures.append(paging_per_s)
    for measure in measures:
        _path(evaluator, best, measure)
    tried = list(evaluator.reached.values())
    outcomes = problem.projector([r.changes for r in tried])
    allowed = [
        r
        for r, outcome in zip(tried, outcomes, strict=True)
        if unfeasible(outcome, problem.constraints) is None
    ]
    if allowed:
        return max(allowed, key=lambda r: (round(r.score, 2), -len(r.findings))), reason
    nearest = min(outcomes, key=lambda outcome: tuple(measure(outcome) for measure in measures))
    near = unfeasible(nearest, problem.constraints)
    said = say("{no_set} The nearest to them: {reason}.", no_set=NO_SET, reason=near or reason)
    return said, reason


def _every_set(evaluator: Evaluator) -> None:
    """Evaluate all sets where there are few findings."""
    problem = evaluator.problem
    if len(problem.findings) > search.EXHAUSTIVE:
        return
    every = [
        Reached(
            found := tuple(problem.findings[n] for n in search.members(mask)),
            0.0,
            tuple(f.id for f in found if f.id in problem.quiet),
        )
        for mask in range(1 << len(problem.findings))
    ]
    _valued(evaluator, [r for r in every if _possible(problem, r)])


def _path(evaluator: Evaluator, start: Reached, measure: Measure) -> None:
    """Go from a set to less and less of what is measured, giving up as little as can be."""
    here = start
    ((_, outcome),) = _valued(evaluator, [here])
    for _ in range(STEPS):
        now = measure(outcome)
        further = _valued(evaluator, list(_neighbours(evaluator.problem, here)))
        least = now * (1 - NOTHING_LESS)
        less = [(r, o) for r, o in further if measure(o) < least and r.score > float("-inf")]
        if not less:
            return
        score = here.score
        here, outcome = min(
            less,
            key=lambda step: (
                max(score - step[0].score, 0.0) / (now - measure(step[1])),
                measure(step[1]),
            ),
        )


def _valued(evaluator: Evaluator, sets: list[Reached]) -> list[tuple[Reached, Projected]]:
    """Sets with their scores and outcomes; they are kept as candidates of the plan."""
    problem = evaluator.problem
    outcomes = problem.projector([r.changes for r in sets])
    return [
        (
            evaluator.keep(replace(r, score=problem.value(o) - handicap(r.findings, r.woken))),
            o,
        )
        for r, o in zip(sets, outcomes, strict=True)
    ]


def _neighbours(problem: Problem, here: Reached) -> Iterator[Reached]:
    """Sets with another amount of one finding, without one, or with one more."""
    for n, finding in enumerate(here.findings):
        others = (*here.findings[:n], *here.findings[n + 1 :])
        yield Reached(others, 0.0, tuple(name for name in here.woken if name != finding.id))
        for changes in _amounts(problem, finding):
            version = replace(finding, changes=changes)
            if finding.id in here.woken:
                # As it came into the set: what it sets otherwise, others take over.
                others = tuple(yielding(f, version) for f in others)
                version = parted(version, others)
            found = replace(here, findings=(*others[:n], version, *others[n:]))
            if _possible(problem, found):
                yield found
    taken = {f.id for f in here.findings}
    for finding in problem.findings:
        if finding.id in taken:
            continue
        woken = (*here.woken, finding.id) if finding.id in problem.quiet else here.woken
        for changes in (finding.changes, *finding.amounts):
            more = (*here.findings, replace(finding, changes=changes))
            found = Reached(more, 0.0, woken)
            if _possible(problem, found):
                yield found


def _amounts(problem: Problem, finding: Finding) -> list[tuple[Change, ...]]:
    own = [f.changes for f in problem.findings if f.id == finding.id]
    return [c for c in dict.fromkeys((*own, *finding.amounts)) if c != finding.changes]


def _possible(problem: Problem, reached: Reached) -> bool:
    most = problem.constraints.max_changes
    if most is not None and len(reached.findings) > most:
        return False
    return contradiction(reached.findings) is None
