"""Findings that the model claims no gain of: in the plan unless something speaks against them."""

from __future__ import annotations

from collections.abc import Sequence

from advisor.engagement import Constraints
from advisor.findings import Finding
from advisor.plan import paying
from advisor.plan.consequences import Adviser
from advisor.plan.constraints import (
    ROUNDING_GB,
    LeftOut,
    contradiction,
    couples,
    storage_gb,
    too_many,
    unfeasible,
)
from advisor.plan.waiting import (
    RESTS_ON_PLAN,
    forced,
    returns_storage,
    takes_storage,
    undisturbed,
)
from advisor.rules.projecting import Projector, without_bands
from advisor.rules.settling import merged_changes

PART_ALREADY = LeftOut("its change is part of the plan already")


def fitting_in(
    candidates: Sequence[Finding],
    taken: Sequence[Finding],
    projector: Projector | None,
    constraints: Constraints,
    left: dict[str, LeftOut],
    adviser: Adviser | None,
) -> list[Finding]:
    """Findings to be done beside what is ``taken``; of the others ``left`` says why not."""
    found = allowed(candidates, taken, constraints, left, adviser)
    if projector is not None:
        harm = paying.harming(found, taken, projector, constraints)
        left.update({name: LeftOut(reason) for name, reason in harm.items()})
        found = [f for f in found if f.id not in harm]
        found = kept_within(found, taken, projector, constraints, left)
    return undisturbed(found, taken, adviser, left)


def standing(
    candidates: Sequence[Finding],
    taken: Sequence[Finding],
    adviser: Adviser | None,
    constraints: Constraints,
    left: dict[str, LeftOut],
) -> list[Finding]:
    """Findings whose rules still ask for them with the plan in effect.

    What the plan changes may be what they rest on: no storage is bought for what caches return.
    """
    changes = merged_changes(taken)
    found: list[Finding] = []
    for finding in candidates:
        left.pop(finding.id, None)
        reason = paying.slight_reason(finding, constraints)
        reason = paying.own_harm(finding, constraints.goal) or reason
        if reason is not None:
            left[finding.id] = LeftOut(reason)
        elif adviser is None or not changes or adviser.stands(finding, changes):
            found.append(finding)
        else:
            left[finding.id] = RESTS_ON_PLAN
    return found


def allowed(
    candidates: Sequence[Finding],
    taken: Sequence[Finding],
    constraints: Constraints,
    left: dict[str, LeftOut],
    adviser: Adviser | None,
) -> list[Finding]:
    """Findings without a joint projection: in the plan unless they contradict it.

    What returns storage goes before what takes it, so that buffers shrink before others grow.
    """
    room = None if constraints.max_changes is None else constraints.max_changes - len(taken)
    chosen: list[Finding] = []
    ordered = sorted(candidates, key=lambda f: (*_urgency(f), f.id))
    for finding in forced(ordered, lambda f: f, adviser):
        clash = contradiction([*taken, *chosen, finding])
        if clash is not None:
            stays = undisturbed([finding], [*taken, *chosen], adviser, {})
            left[finding.id] = LeftOut(clash) if stays else RESTS_ON_PLAN
        elif finding.changes and _covered(finding, [*taken, *chosen]):
            left[finding.id] = PART_ALREADY
        elif room is not None and len(chosen) >= room:
            left[finding.id] = too_many(constraints.max_changes or 0)
        else:
            chosen.append(finding)
    return chosen


def kept_within(
    regardless: Sequence[Finding],
    taken: Sequence[Finding],
    projector: Projector,
    constraints: Constraints,
    left: dict[str, LeftOut],
) -> list[Finding]:
    """Findings to be done regardless without those that take the plan over a limit.

    Where it is over one without them as well, those that take any storage go.
    """
    if not couples(constraints):
        return list(regardless)
    central = without_bands(projector)
    kept: list[Finding] = []
    (now,) = central([merged_changes(taken)])
    for finding in regardless:
        (then,) = central([merged_changes([*taken, *kept, finding])]) if finding.changes else (now,)
        reason = unfeasible(then, constraints)
        if reason is not None and (
            unfeasible(now, constraints) is None
            or storage_gb(then) > storage_gb(now) + ROUNDING_GB
            or takes_storage(finding)
        ):
            left[finding.id] = LeftOut(reason)
            continue
        kept.append(finding)
        now = then
    return kept


def _covered(finding: Finding, others: Sequence[Finding]) -> bool:
    made = [c for other in others for c in other.changes]
    return all(change in made for change in finding.changes)


def _urgency(finding: Finding) -> tuple[int, int]:
    severity = {"high": 0, "medium": 1, "low": 2, "info": 3}[finding.severity]
    return (0 if returns_storage(finding) else 1, severity)
