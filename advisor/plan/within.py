"""The best set within the limits on the whole installation: storage used, and no paging.

What is tried does not depend on how tight a limit is: the search without them, with all that it
evaluated on its way, and paths down from there. From the best set two go, each step of which gives
up least for what it returns: one among the amounts that the search had, one among all that a
finding may come with, as the cheaper step may lead past what the other one finds. From the sets
that use least a third goes as far as there is less to use, so that a limit is refused only where
nothing tried comes below it. The limit only chooses among these. So a tighter one never finds a
better plan, and a looser one never refuses where a tighter one had a plan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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
from advisor.plan.grouping import NEARLY, NO_SET
from advisor.plan.problem import Problem, handicap
from advisor.plan.reached import Evaluator, Reached, parted, yielding
from advisor.rules.projecting import Projected
from model.language import say
from model.topology import Change, SetSetting

STEPS = 24
"""Steps of a path at most."""
NOTHING_LESS = 1e-3
"""Share of what is used that a step of a path has to return."""

LEAST = 4
"""Sets that use least, from which less is looked for."""

Measure = Callable[[Projected], float]
Follow = Callable[[tuple[Change, ...]], Sequence[Finding]]
Versions = Mapping[str, Sequence[tuple[Change, ...]]]
"""The lists of changes that a finding may come with, by its id."""


def within_limits(evaluator: Evaluator, best: Reached, follow: Follow) -> tuple[Reached | str, str]:
    """The best set that the limits let pass, or why none does; and what is wrong with ``best``.

    ``follow`` says what the rules ask for once changes are in effect.
    """
    problem = evaluator.problem
    reason = problem.forbidden(best.changes)
    after_storage = problem.constraints.goal == "storage"
    if not couples(problem.constraints) and not after_storage:
        return best, ""
    _every_set(evaluator)
    measures: list[Measure] = []
    if problem.constraints.max_real_storage_gb is not None or after_storage:
        measures.append(storage_gb)
    if problem.constraints.no_paging:
        measures.append(paging_per_s)
    usual = {f.id: (f.changes, *f.amounts) for f in problem.findings}
    for measure in measures:
        _path(evaluator, best, measure, usual)
    _valued(evaluator, list(_asked_for(problem, best, follow)))
    every = _versions(evaluator)
    for measure in measures:
        _path(evaluator, best, measure, every)
        for least in _least(evaluator, measure):
            _path(evaluator, least, measure, every, at_any_price=True)
    tried = list(evaluator.reached.values())
    outcomes = problem.projector([r.changes for r in tried])
    allowed = [
        r
        for r, outcome in zip(tried, outcomes, strict=True)
        if unfeasible(outcome, problem.constraints) is None
    ]
    if allowed:
        found = max(allowed, key=lambda r: (round(r.score, 2), -len(r.findings)))
        # What the search chose among sets alike is not chosen again by a limit that lets it pass.
        kept = next((r for r in allowed if r.changes == best.changes), None)
        if kept is not None and found.score <= kept.score + NEARLY:
            found = best
        return found, reason or ""
    nearest = min(outcomes, key=lambda outcome: tuple(measure(outcome) for measure in measures))
    near = unfeasible(nearest, problem.constraints) or reason or ""
    said = say("{no_set} The nearest to them: {reason}.", no_set=NO_SET, reason=near)
    return said, reason or ""


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


def _asked_for(problem: Problem, best: Reached, follow: Follow) -> Iterator[Reached]:
    """Each finding with one that the rules ask for once it is in effect.

    What the best set changes elsewhere stays.
    """
    for finding in problem.findings:
        quiet = (finding.id,) if finding.id in problem.quiet else ()
        for asked in follow(finding.changes):
            if asked.id == finding.id:
                continue
            touched = _components(finding) | _components(asked)
            rest = [f for f in best.findings if not _components(f) & touched]
            awake = {f.id for f in rest}
            woken = (*(name for name in best.woken if name in awake), *quiet, asked.id)
            for changes in (asked.changes, *asked.amounts):
                version = replace(asked, changes=changes)
                pair = (yielding(finding, version), parted(version, (finding,)))
                found = Reached((*rest, *pair), 0.0, woken)
                if _possible(problem, found):
                    yield found


def _components(finding: Finding) -> set[str]:
    return {c.component for c in finding.changes if isinstance(c, SetSetting)}


def _versions(evaluator: Evaluator) -> Versions:
    """All that each finding may come with: amounts of its own, and what others set of the same."""
    listed = [*evaluator.problem.findings]
    for reached in evaluator.reached.values():
        listed += reached.findings
    found: dict[str, dict[tuple[Change, ...], None]] = {}
    seen: dict[str, Finding] = {}
    for finding in listed:
        seen.setdefault(finding.id, finding)
        mine = found.setdefault(finding.id, {})
        mine |= dict.fromkeys((finding.changes, *finding.amounts, *finding.returning))
    every = list(dict.fromkeys(changes for mine in found.values() for changes in mine))
    for name, mine in found.items():
        taken_over = (yielding(seen[name], replace(seen[name], changes=c)).changes for c in every)
        mine |= dict.fromkeys(taken_over)
    return {name: tuple(mine) for name, mine in found.items()}


def _least(evaluator: Evaluator, measure: Measure) -> list[Reached]:
    """The sets that use least, each with other findings than those before."""
    tried = list(evaluator.reached.values())
    outcomes = evaluator.problem.projector([r.changes for r in tried])
    used = sorted(
        (
            (measure(outcome), -reached.score, n)
            for n, (reached, outcome) in enumerate(zip(tried, outcomes, strict=True))
        )
    )
    found: dict[frozenset[str], Reached] = {}
    for *_, n in used:
        found.setdefault(frozenset(f.id for f in tried[n].findings), tried[n])
        if len(found) == LEAST:
            break
    return list(found.values())


def _path(
    evaluator: Evaluator,
    start: Reached,
    measure: Measure,
    versions: Versions,
    at_any_price: bool = False,
) -> None:
    """Go from a set to less and less of what is measured, giving up as little as can be."""
    here = start
    ((_, outcome),) = _valued(evaluator, [here])
    for _ in range(STEPS):
        now = measure(outcome)
        further = _valued(evaluator, list(_neighbours(evaluator.problem, here, versions)))
        least = now * (1 - NOTHING_LESS)
        less = [(r, o) for r, o in further if measure(o) < least and r.score > float("-inf")]
        if not less:
            return
        score = here.score
        here, outcome = min(
            less,
            key=lambda step: (
                0.0 if at_any_price else max(score - step[0].score, 0.0) / (now - measure(step[1])),
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


def _neighbours(problem: Problem, here: Reached, versions: Versions) -> Iterator[Reached]:
    """Sets with another amount of one finding, without one, or with one more."""
    for n, finding in enumerate(here.findings):
        others = (*here.findings[:n], *here.findings[n + 1 :])
        yield Reached(others, 0.0, tuple(name for name in here.woken if name != finding.id))
        for changes in versions.get(finding.id, ()) or finding.amounts:
            if changes == finding.changes:
                continue
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
        for changes in versions[finding.id]:
            found = Reached((*here.findings, replace(finding, changes=changes)), 0.0, woken)
            if _possible(problem, found):
                yield found


def _possible(problem: Problem, reached: Reached) -> bool:
    most = problem.constraints.max_changes
    if most is not None and len(reached.findings) > most:
        return False
    return contradiction(reached.findings) is None
