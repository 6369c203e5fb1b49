"""Findings that wait for the plan: what others move, or carry out, is not decided beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from advisor.findings import Finding
from advisor.plan.consequences import Adviser
from advisor.plan.constraints import LeftOut
from advisor.rules.projecting import Projected
from model.language import Keyword, joined, listed, say

RESTS_ON_PLAN = LeftOut(
    "the plan changes what it rests on: carry it out, measure again, then decide"
)

LACKING = "shortage_gb"
"""The figure that says how much headroom lacks, which a projection of the plan has as well."""


def rests_on_plan(reason: str) -> bool:
    """Whether a reason to leave something out is that the plan changes what it rests on."""
    return reason.startswith(RESTS_ON_PLAN.sentence)


def with_outlook(
    left: Mapping[str, LeftOut],
    findings: Sequence[Finding],
    whole: Projected,
    adviser: Adviser | None,
) -> dict[str, LeftOut]:
    """Reasons, with what the model has lacking of a headroom once the plan is carried out."""
    told = dict(left)
    for finding in findings if adviser is not None else ():
        if told.get(finding.id) is not RESTS_ON_PLAN or finding.effect(LACKING) is None:
            continue
        assert adviser is not None
        effects = adviser.effects_of(finding, whole)
        lacking = next((e for e in effects if e.metric == LACKING), None)
        if lacking is not None:
            said = say(
                "{reason}; by the model {after:.1f} GB lack then ({low:.1f} to {high:.1f} GB), "
                "{before:.1f} GB today",
                reason=RESTS_ON_PLAN.sentence,
                after=lacking.after.value,
                low=lacking.after.low,
                high=lacking.after.high,
                before=lacking.before,
            )
            told[finding.id] = LeftOut(said)
    return told


def undisturbed(
    regardless: Sequence[Finding],
    taken: Sequence[Finding],
    adviser: Adviser | None,
    left: dict[str, LeftOut],
) -> list[Finding]:
    """Findings without those whose evidence another step changes."""

    def moves(one: Finding, other: Finding) -> bool:
        return other.rule in one.unsettles and (
            one.component == other.component or (adviser is not None and adviser.near(one, other))
        )

    kept = [f for f in regardless if not any(moves(g, f) for g in (*taken, *regardless))]
    left.update({f.id: RESTS_ON_PLAN for f in regardless if f not in kept})
    return kept


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
            left[finding.id] = RESTS_ON_PLAN
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
