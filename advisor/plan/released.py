"""Findings held back by what a step of the plan removes: they follow that step, or wait for it.

A caveat stops a rule for a state of the installation, such as too little storage below the bar.
Where a step of the plan makes another state, the rule is asked again in it: what stands then is a
step behind the one that it needs. Where the caveat goes by figures, which only a report of then can
tell, the finding is left out with the step to be done and measured first. What steps call for that
nothing measured does (entries of a directory for the blocks that they have tracked) is asked for in
the same way, and comes before them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from advisor.engagement import Constraints
from advisor.findings import Finding
from advisor.plan.consequences import Adviser
from advisor.plan.constraints import LeftOut, permitted
from advisor.rules.base import callers_of
from advisor.rules.settling import merged_changes
from model.language import Keyword, listed, say

ROUNDS = 3
"""What is released may release something in turn."""


@dataclass(frozen=True)
class Released:
    """Steps that others make possible, and all findings that a plan so speaks of.

    ``larger`` are steps that are found as measured and that the plan's others call for more of.
    """

    steps: tuple[Finding, ...] = ()
    told: tuple[Finding, ...] = ()
    larger: tuple[Finding, ...] = ()


def released(
    plan: Sequence[Finding],
    adviser: Adviser | None,
    constraints: Constraints,
    rejected: Collection[str],
    left: dict[str, LeftOut],
    fitting: Callable[[Sequence[Finding], Sequence[Finding]], list[Finding]],
) -> Released:
    """What is held back today and need not be once the steps of a plan are done.

    ``fitting`` says which of some findings can be done beside others.
    """
    if adviser is None:
        return Released()
    steps: list[Finding] = []
    told: dict[str, Finding] = {f.id: f for f in plan}
    larger: dict[str, Finding] = {}
    for _ in range(ROUNDS):
        done = [*plan, *steps]
        # What others call for is asked as if it were not done: how much is needed is in question.
        asked = adviser.released(merged_changes([f for f in done if not callers_of(f.rule)]))
        larger.update({f.id: _grown(f, done) for f in asked if _calls_for_more(f, plan)})
        new = [_behind(finding, done, adviser) for finding in asked if finding.id not in told]
        if not new:
            break
        told.update({finding.id: finding for finding in new})
        may = {finding.id: permitted(finding, constraints, rejected) for finding in new}
        left.update({name: out for name, out in may.items() if isinstance(out, LeftOut)})
        steps += fitting([f for f in may.values() if isinstance(f, Finding)], done)
    for finding, said, until in adviser.held_back:
        causes = [f for f in (*plan, *steps) if f.rule in until and adviser.near(f, finding)]
        if finding.id in told or not causes:
            continue
        told[finding.id] = finding
        left[finding.id] = LeftOut(
            say(
                "held back: {said} Carry out {rules}, measure again, then decide",
                said=said,
                rules=_named(causes),
            )
        )
    return Released(tuple(steps), tuple(told.values())[len(plan) :], tuple(larger.values()))


def _calls_for_more(finding: Finding, plan: Sequence[Finding]) -> bool:
    """Whether the plan's steps call for another amount than what is found as measured."""
    own = next((f for f in plan if f.id == finding.id), None)
    texts = () if own is None else own.change_texts
    return own is not None and bool(callers_of(finding.rule)) and texts != finding.change_texts


def _grown(finding: Finding, done: Sequence[Finding]) -> Finding:
    callers = [one for one in done if one.rule in callers_of(finding.rule)]
    note = say("Sized for {rules} of the plan as well.", rules=_named(callers))
    return replace(finding, notes=(*finding.notes, *((note,) if callers else ())))


def waiting_for(
    plan: Sequence[Finding],
    freed: Released,
    findings: Sequence[Finding],
    adviser: Adviser | None,
    left: Mapping[str, LeftOut],
    gains: Mapping[str, float],
) -> dict[str, LeftOut]:
    """Steps whose prerequisite the plan cannot have, by id, with what has to be done first.

    What was rejected, passes a limit or has no room is in no plan: nor is what it makes possible.
    Where there is room for what some of the steps call for, those wait that gain least: ``gains``
    are by id.
    """
    if adviser is None:
        return {}
    taken = {finding.id for finding in (*plan, *freed.steps)}
    lacking = [
        (needed.rule, needed.component, left[needed.id].sentence)
        for needed in (*findings, *freed.told)
        if needed.id not in taken and needed.id in left
    ]
    found: dict[str, LeftOut] = {}

    def wait(steps: Sequence[Finding], needed: str, why: str) -> None:
        said = say("first {rule}: {why}", rule=Keyword(needed), why=why)
        found.update({step.id: LeftOut(said) for step in steps if step.id not in found})

    def calling(needed: str, component: str) -> list[Finding]:
        near = adviser.linked(component)
        return [f for f in plan if f.rule in callers_of(needed) and f.component in near]

    for needed, component, why in lacking:
        wait(calling(needed, component), needed, why)
    kept = [step for step in plan if step.id not in found]
    while short := adviser.lacking(merged_changes(kept)):
        needed, component, why = short[0]
        callers = [step for step in calling(needed, component) if step in kept]
        if not callers:
            break
        least = min(callers, key=lambda step: (gains.get(step.id, 0.0), step.id))
        wait([least], needed, why)
        kept.remove(least)
    return found


def crowded_out(
    plan: Sequence[Finding],
    freed: Released,
    findings: Sequence[Finding],
    left: Mapping[str, LeftOut],
) -> frozenset[str]:
    """Prerequisites of steps that only the number of changes keeps out of the plan."""
    rules = {step.rule for step in plan}
    return frozenset(
        one.id
        for one in (*findings, *freed.told)
        if one.id in left and left[one.id].cause == "number" and rules & {*callers_of(one.rule)}
    )


def _behind(finding: Finding, done: Sequence[Finding], adviser: Adviser) -> Finding:
    """The finding with the steps that it stands behind."""
    callers = callers_of(finding.rule)
    if callers:
        needed = [one for one in done if one.rule in callers]
        note = say(
            "As things are nothing calls for it: it is needed for {rules} of the plan, and carried "
            "out before.",
            rules=_named(needed),
        )
    else:
        needed = [
            one
            for one in done
            if all(
                f.id != finding.id
                for f in adviser.released(merged_changes([f for f in done if f is not one]))
            )
        ]
        note = say(
            "As things are it is held back. It becomes possible with {rules} of the plan, and its "
            "projection is what it adds to the plan.",
            rules=_named(needed),
        )
    return replace(
        finding,
        notes=(*finding.notes, *((note,) if needed else ())),
        beside_plan=True,
        pays_beside=tuple(sorted({one.rule for one in needed})),
    )


def _named(findings: Sequence[Finding]) -> str:
    return listed([Keyword(rule) for rule in sorted({f.rule for f in findings})])
