"""Findings that wait for the plan: what others move, or carry out, is not decided beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from advisor.findings import Effect, Finding, PlanStep
from advisor.plan.consequences import Adviser
from advisor.plan.constraints import LeftOut
from advisor.plan.ordering import room_first
from advisor.rules.base import rule_if_any
from advisor.rules.projecting import Projected
from advisor.rules.worth import LEVELS
from model.language import Keyword, joined, listed, say

T = TypeVar("T")

RESTS_ON_PLAN = LeftOut(
    "the plan changes what it rests on: carry it out, measure again, then decide"
)

LEAST_LACKING_GB = 0.05
LACKING = "shortage_gb"
"""The figure that says how much headroom lacks, which a projection of the plan has as well."""


def rests_on_plan(reason: str) -> bool:
    """Whether a reason to leave something out is that the plan changes what it rests on."""
    return reason.startswith(RESTS_ON_PLAN.sentence)


def lacking_then(
    left: Mapping[str, LeftOut],
    findings: Sequence[Finding],
    whole: Projected,
    adviser: Adviser | None,
) -> dict[str, Effect]:
    """By finding that waits for the plan what the model has lacking of a headroom then."""
    if adviser is None:
        return {}
    return {
        finding.id: effect
        for finding in findings
        if left.get(finding.id) is RESTS_ON_PLAN and finding.effect(LACKING) is not None
        for effect in adviser.effects_of(finding, whole)
        if effect.metric == LACKING
    }


def with_outlook(left: Mapping[str, LeftOut], outlook: Mapping[str, Effect]) -> dict[str, LeftOut]:
    """Reasons, with what lacks of a headroom once the plan is carried out (`lacking_then`)."""
    told = dict(left)
    for name, lacking in outlook.items():
        if lacking.after.high < LEAST_LACKING_GB:
            said = say(
                "{reason}; by the model nothing lacks then, {before:.1f} GB today",
                reason=RESTS_ON_PLAN.sentence,
                before=lacking.before,
            )
        else:
            said = say(
                "{reason}; by the model {after:.1f} GB lack then ({low:.1f} to {high:.1f} GB), "
                "{before:.1f} GB today",
                reason=RESTS_ON_PLAN.sentence,
                after=lacking.after.value,
                low=lacking.after.low,
                high=lacking.after.high,
                before=lacking.before,
            )
        told[name] = LeftOut(said)
    return told


def _moves(one: Finding, other: Finding, adviser: Adviser | None) -> bool:
    """Whether one finding's change moves what the other was found by."""
    return other.rule in one.unsettles and (
        one.component == other.component or (adviser is not None and adviser.near(one, other))
    )


def undisturbed(
    regardless: Sequence[Finding],
    taken: Sequence[Finding],
    adviser: Adviser | None,
    left: dict[str, LeftOut],
) -> list[Finding]:
    """Findings without those whose evidence another step changes."""
    kept = [f for f in regardless if not any(_moves(g, f, adviser) for g in (*taken, *regardless))]
    left.update({f.id: RESTS_ON_PLAN for f in regardless if f not in kept})
    return kept


def unsettled(
    cause: Finding, findings: Sequence[Finding], adviser: Adviser | None
) -> tuple[str, ...]:
    """Ids of the findings that cannot be judged before a cause is mended, the nearest first.

    What a cause unsettles may unsettle others in turn: unused large frames make a system page, and
    paging makes its regions slow.
    """
    found: list[Finding] = [cause]
    for one in found:
        found += [f for f in findings if f not in found and _moves(one, f, adviser)]
    return tuple(f.id for f in found[1:])


def causes_first(
    regardless: Sequence[Finding], findings: Sequence[Finding], adviser: Adviser | None
) -> list[Finding]:
    """The steps with those that unsettle findings before all others, heaviest first.

    What is decided while they stand is decided by figures that they move. What returns storage
    still goes before what takes it.
    """
    weight = {f.id: LEVELS.index(f.severity) for f in findings}

    def place(finding: Finding) -> tuple[bool, int]:
        resting = unsettled(finding, findings, adviser)
        return not returns_storage(finding), -max((weight[i] for i in resting), default=-1)

    return sorted(regardless, key=place)


def forced(items: Sequence[T], finding: Callable[[T], Finding], adviser: Adviser | None) -> list[T]:
    """The items in the order that consequences force: room first, causes before what they
    unsettle, and what has to be in effect before what needs it."""
    found: list[T] = []
    for item in room_first(items, finding):
        own = finding(item)
        moved = (
            n
            for n, o in enumerate(found)
            if _moves(own, finding(o), adviser) or own.rule in _after(finding(o))
        )
        found.insert(next(moved, len(found)), item)
    return found


def _after(finding: Finding) -> tuple[str, ...]:
    """Rules whose change a finding needs in effect."""
    own = rule_if_any(finding.rule)
    return () if own is None else own.after


def resting(
    steps: Sequence[PlanStep], findings: Sequence[Finding], adviser: Adviser | None
) -> tuple[PlanStep, ...]:
    """The steps with the findings that wait for each."""
    by_id = {f.id: f for f in reversed(findings)}
    known = list(by_id.values())[::-1]
    return tuple(replace(s, unsettled=unsettled(by_id[s.finding], known, adviser)) for s in steps)


def returns_storage(finding: Finding) -> bool:
    """Whether a finding gives storage back."""
    storage = finding.effect("storage_mb")
    return storage is not None and (storage.change_pct or 0.0) < 0


def takes_storage(finding: Finding) -> bool:
    """Whether a finding takes storage."""
    storage = finding.effect("storage_mb")
    return storage is not None and storage.after.value > storage.before


def with_content(
    regardless: Sequence[Finding],
    taken: Sequence[Finding],
    findings: Sequence[Finding],
    left: dict[str, LeftOut],
) -> list[Finding]:
    """Findings without those that only point to others: no step, whatever becomes of the others.

    In the plan the others do it; what points to rules that found nothing has no amount yet.
    """
    rules = {f.rule for f in (*taken, *regardless)}
    called = {f.rule for f in findings}
    for finding in (f for f in regardless if f.points_to):
        named = [name for name in finding.points_to if name in called]
        if rules & {*finding.points_to}:
            left[finding.id] = LeftOut(
                say(
                    "{reason} (first {rules})",
                    reason=RESTS_ON_PLAN.sentence,
                    rules=listed([Keyword(name) for name in finding.points_to if name in rules]),
                )
            )
        elif named:
            left[finding.id] = LeftOut(
                say(
                    "it is carried out by {rules}, which the plan leaves out",
                    rules=joined([Keyword(name) for name in named], ", "),
                )
            )
        else:
            left[finding.id] = LeftOut(
                say(
                    "{rules} would compute how much it takes, and nothing read so far lets them",
                    rules=listed([Keyword(name) for name in finding.points_to]),
                )
            )
    return [f for f in regardless if not f.points_to]
