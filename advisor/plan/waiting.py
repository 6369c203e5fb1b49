"""Findings that wait for the plan: what others move, or carry out, is not decided beside them."""

from __future__ import annotations

from collections.abc import Sequence

from advisor.findings import Finding
from advisor.plan.consequences import Adviser
from advisor.plan.constraints import LeftOut
from model.language import Keyword, joined, listed, say

RESTS_ON_PLAN = LeftOut(
    "the plan changes what it rests on: carry it out, measure again, then decide"
)


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
