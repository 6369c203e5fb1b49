"""What is to be decided with a plan: room that lacks with it as well, and what doing without costs.

Headroom (for a dump, say) that work takes is either bought or left free by what holds storage. What
of the plan could be smaller is therefore projected with as much of it as leaves the room, so that
whoever decides knows both prices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from advisor.findings import Decision, Effect, Finding
from advisor.plan import goal as goals
from advisor.plan.consequences import Adviser
from advisor.plan.naming import called, in_place_of
from advisor.plan.waiting import LACKING, LEAST_LACKING_GB, returns_storage
from advisor.rules.projecting import Projected, Projector, without_bands
from advisor.rules.settling import merged_changes
from model.language import joined, mark, say
from model.topology import Change, SetSetting

PARTS, MOST_LESS, AT_FIRST = 40, 30, 5
"""What a step leaves of a cache is tried smaller by a fortieth each, down to a quarter of it. Less
leaves more room: every fifth is asked of the model first, then those before the first with room."""

Option = tuple[Change, ...]


@dataclass(frozen=True)
class Carried:
    """A plan as it is carried out: what the model chose, what is done besides, and its figures."""

    taken: Sequence[Finding]
    besides: Sequence[Finding]
    final: tuple[Effect, ...]
    anchor: str
    goal: str

    def changes(self, instead: Option = ()) -> Option:
        """Of all its steps, with others in place of theirs."""
        own = [*self.taken, *self.besides]
        return merged_changes([*own, *(replace(f, changes=instead) for f in own[:1])])


def to_decide(
    outlook: Mapping[str, Effect],
    findings: Sequence[Finding],
    plan: Carried,
    projector: Projector,
    adviser: Adviser | None,
) -> tuple[Decision, ...]:
    """What waits for the plan, and lacks with it as well wherever in its band the amount lies.

    Only how much is open: whether it is provided is decided with the plan, not after it.
    """
    certain = {n: one for n, one in outlook.items() if one.after.low >= LEAST_LACKING_GB}
    by_rule: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.id in certain:
            by_rule.setdefault(finding.rule, []).append(finding)
    return tuple(
        Decision(
            rule,
            tuple(f.id for f in waiting),
            say(
                "{title}: {lacking}. Only the amount is open: decide with the plan whether it is "
                "provided, or whether less has to do. {instead}",
                title=waiting[0].title,
                lacking=joined([_lacking(f, certain[f.id]) for f in waiting], "; "),
                instead=_instead(waiting, plan, projector, adviser),
            ),
        )
        for rule, waiting in by_rule.items()
    )


def _lacking(finding: Finding, lacking: Effect) -> str:
    return say(
        "{where}: {after:.1f} GB ({low:.1f} to {high:.1f} GB) lack with the plan as well, "
        "{before:.1f} GB today",
        where=called(finding.component),
        after=lacking.after.value,
        low=lacking.after.low,
        high=lacking.after.high,
        before=lacking.before,
    )


def _instead(
    waiting: Sequence[Finding], plan: Carried, projector: Projector, adviser: Adviser | None
) -> str:
    """What leaves the room without more storage, and what the goal is then."""
    if adviser is None:
        return NOTHING_SMALLER
    central = without_bands(projector)

    def having_room(options: Sequence[Option]) -> dict[int, float]:
        """What the goal is with those that leave the room, by their places."""
        answers = central([plan.changes(option) for option in options]) if options else []
        return {
            n: goals.score(answer, plan.goal)
            for n, answer in enumerate(answers)
            if not answer.refused and all(_has_room(f, answer, adviser) for f in waiting)
        }

    def tried(options: Sequence[Option]) -> list[tuple[float, Option]]:
        return [(score, options[n]) for n, score in having_room(options).items()]

    found = tried([option for finding in plan.taken for option in finding.amounts])
    for sizes in filter(None, map(_sizes, plan.taken)):
        less = [_less(sizes, parts) for parts in range(1, MOST_LESS + 1)]
        at_first = less[AT_FIRST - 1 :: AT_FIRST]
        enough = min(having_room(at_first), default=None)
        if enough is not None:
            found += tried(less[enough * AT_FIRST : (enough + 1) * AT_FIRST])
    if not found:
        return NOTHING_SMALLER
    best = max(found, key=lambda one: one[0])[1]
    (outcome,) = projector([plan.changes(best)])
    then = goals.figure_of(outcome.effects.get(plan.anchor, ()), plan.goal)
    whole = goals.figure_of(plan.final, plan.goal)
    if then is None or whole is None or not whole.after.value:
        return NOTHING_SMALLER
    told = {
        "changes": joined(in_place_of(plan.changes(), best), ", "),
        "what": goals.figure_called(plan.goal, plan.anchor),
        "after": _digits(then.after.value),
        "low": _digits(then.after.low),
        "high": _digits(then.after.high),
        "whole": _digits(whole.after.value),
        "change": 100.0 * (then.after.value / whole.after.value - 1.0),
    }
    if min(then.after.value, whole.after.value) < 100.0:
        return say(
            "Without more storage {changes} leave the room: {what} is then {after:.3g} ({low:.3g} "
            "to {high:.3g}) in place of {whole:.3g} ({change:+.1f} %).",
            **told,
        )
    return say(
        "Without more storage {changes} leave the room: {what} is then {after:,.0f} ({low:,.0f} to "
        "{high:,.0f}) in place of {whole:,.0f} ({change:+.1f} %).",
        **told,
    )


NOTHING_SMALLER = mark("Nothing that the plan sets could be so much smaller that it has room.")


def _sizes(finding: Finding) -> list[SetSetting]:
    """What a step sets that could be smaller still: the amounts of what it shrinks."""
    if not returns_storage(finding):
        return []
    return [c for c in finding.changes if isinstance(c, SetSetting) and _is_amount(c)]


def _less(sizes: Sequence[SetSetting], parts: int) -> Option:
    return tuple(_scaled(change, 1.0 - parts / PARTS) for change in sizes)


def _is_amount(change: SetSetting) -> bool:
    return isinstance(change.value, (int, float)) and not isinstance(change.value, bool)


def _scaled(change: SetSetting, part: float) -> SetSetting:
    assert isinstance(change.value, (int, float))
    value = change.value * part
    return replace(change, value=round(value) if isinstance(change.value, int) else value)


def _has_room(finding: Finding, outcome: Projected, adviser: Adviser) -> bool:
    return all(
        effect.after.value < LEAST_LACKING_GB
        for effect in adviser.effects_of(finding, outcome)
        if effect.metric == LACKING
    )


def _digits(value: float) -> float:
    """To as many digits as the same figure has in the plan's tables."""
    return float(f"{value:.4g}")
