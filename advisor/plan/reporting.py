"""What is said about a plan beside its steps: interactions, the Pareto set, what binds."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from advisor.engagement import Constraints
from advisor.findings import Finding, Interaction, ParetoPoint, PlanStep
from advisor.plan import goal as goals
from advisor.plan import search
from advisor.plan.constraints import (
    Cause,
    LeftOut,
    couples,
    kept_by,
    storage_gb,
    storage_today_gb,
    unfeasible,
)
from advisor.plan.naming import called_together, counting
from advisor.plan.problem import Problem
from advisor.rules.projecting import Projected
from model.language import Keyword, SettingName, counted, joined, say

NOTEWORTHY_PCT = 1.0
GIVEN_UP_PCT = 0.1
NEAR = 0.9
"""A limit of which less is used binds nothing."""
ITSELF = ("", "nuclei")
"""Labels of what a component is, not of a part of it."""
IO_LIMIT = "I/O limit"
LEADING = 8
"""Steps, by what they do alone, whose pairs are compared."""
FRONT = 32


def interactions(problem: Problem, order: Sequence[int], anchor: str) -> tuple[Interaction, ...]:
    """Pairs of the plan whose joint gain differs from their separate ones by a point or more.

    Gains are of the workload ``anchor``, as those of the plan's steps are. What nothing measured
    calls for is a step beside others only: what it would do alone is nobody's choice.
    """

    def gain(mask: int) -> float:
        return goals.gain_at(problem.project([mask])[0], problem.constraints.goal, anchor)

    goal = problem.constraints.goal
    metric = goals.METRICS[goal][0]
    apart = {n: abs(gain(1 << n)) for n in order}
    leading = sorted(order, key=lambda n: -apart[n])[:LEADING]
    awake = [n for n in order if problem.findings[n].id not in problem.quiet]
    pairs = list(combinations([n for n in awake if n in leading], 2))
    problem.project([1 << a | 1 << b for a, b in pairs])
    found: list[tuple[float, Interaction]] = []
    for a, b in pairs:
        alone = (gain(1 << a), gain(1 << b))
        together = gain(1 << a | 1 << b)
        expected = goals.independent_pct(alone[0], alone[1], problem.constraints.goal)
        excess = together - expected
        if abs(excess) < NOTEWORTHY_PCT:
            continue
        names = (problem.findings[a], problem.findings[b])
        found.append(
            (
                -abs(excess),
                Interaction(
                    (names[0].id, names[1].id),
                    metric,
                    together,
                    alone,
                    say(
                        "{rule} and {rule2}, without the plan's other steps: together "
                        "{sign:+.1f} %, each alone {sign2:+.1f} % and {sign3:+.1f} % of {titles}.",
                        rule=Keyword(names[0].rule),
                        rule2=Keyword(names[1].rule),
                        sign=goals.told_pct(together, goal),
                        sign2=goals.told_pct(alone[0], goal),
                        sign3=goals.told_pct(alone[1], goal),
                        titles=goals.TOLD.get(goal, goals.TITLES[goal]),
                    ),
                ),
            )
        )
    return tuple(item for _, item in sorted(found, key=lambda x: (x[0], x[1].findings)))


def pareto(
    problem: Problem,
    memory: search.Memory,
    groups: Sequence[Sequence[int]],
    chosen: int,
    anchor: str,
) -> tuple[ParetoPoint, ...]:
    """Undominated sets by gain against effort and risk, from everything the search evaluated.

    Gains are of the workload ``anchor``, as those of the plan's steps and its projection are.
    Findings that nothing measured calls for are in it where the plan holds them.
    """
    asleep = sum(
        1 << n
        for n, finding in enumerate(problem.findings)
        if finding.id in problem.quiet and not chosen >> n & 1
    )
    goal, most = problem.constraints.goal, problem.constraints.max_changes
    limited = most is not None
    front: list[tuple[float, float, float, int]] = [(0.0, 0.0, 0.0, 0)]
    efforts = [goals.effort_of(f) for f in problem.findings]
    risks = [goals.risk_of(f) for f in problem.findings]
    for group in groups:
        bits = sum(1 << n for n in group)
        points = []
        for mask in sorted(memory.known):
            if mask & ~bits or mask & asleep or memory.known[mask] == float("-inf"):
                continue
            members = search.members(mask)
            if most is not None and len(members) > most:
                continue
            points.append(
                (
                    goals.gain_at(problem.project([mask])[0], goal, anchor),
                    sum(efforts[n] for n in members),
                    sum(risks[n] for n in members),
                    mask,
                )
            )
        points = undominated(points, limited)
        front = undominated(
            [
                (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] | b[3])
                for a in front
                for b in points
                if most is None or (a[3] | b[3]).bit_count() <= most
            ],
            limited,
        )
    # Groups were added up; what is told of a set is what the model says of it as a whole.
    if couples(problem.constraints) and chosen and all(mask != chosen for *_, mask in front):
        # What a limit lets pass may be dominated by what it does not.
        own = search.members(chosen)
        front.append((0.0, sum(efforts[n] for n in own), sum(risks[n] for n in own), chosen))
    whole = problem.project([mask for *_, mask in front])
    front = undominated(
        [
            (goals.gain_at(outcome, goal, anchor), effort, risk, mask)
            for (_, effort, risk, mask), outcome in zip(front, whole, strict=True)
            if not couples(problem.constraints) or unfeasible(outcome, problem.constraints) is None
        ]
    )
    return tuple(
        ParetoPoint(tuple(problem.findings[n].id for n in search.members(mask)), gain, effort, risk)
        for gain, effort, risk, mask in front
        if mask
    )


def undominated(
    points: Sequence[tuple[float, float, float, int]], counted: bool = False
) -> list[tuple[float, float, float, int]]:
    """Points that no other one matches or beats in gain, effort and risk, least effort first.

    ``counted`` keeps what another one beats only with more findings: where their number is limited
    fewer leave room for others.
    """
    kept: list[tuple[float, float, float, int]] = []
    for point in sorted(points, key=lambda p: (p[1], p[2], -p[0], p[3])):
        if any(
            other[0] >= point[0] - 1e-9
            and other[1] <= point[1]
            and other[2] <= point[2]
            and not (counted and other[3].bit_count() > point[3].bit_count())
            for other in kept
        ):
            continue
        kept.append(point)
    if len(kept) > FRONT:
        kept = sorted(sorted(kept, key=lambda p: -p[0])[:FRONT], key=lambda p: (p[1], p[2]))
    return kept


def given_up(more_pct: float, goal: str) -> tuple[str, ...]:
    """What the plan gains less than one that may page in part of its band."""
    if more_pct < GIVEN_UP_PCT:
        return ()
    return (
        say(
            "A plan that gains {more:.1f} % more of {titles} is not taken: it may page somewhere "
            "in its band.",
            more=more_pct,
            titles=goals.TITLES[goal],
        ),
    )


def forgone(gain: float, reason: str) -> str:
    """What a limit on the whole installation keeps the plan from."""
    return say("A gain of {gain:.1f} % is not allowed: {reason}.", gain=gain, reason=reason)


def storage_within(whole: Projected, constraints: Constraints) -> tuple[str, ...]:
    """What all workloads use with the plan, as its limit counts it, where that limit is near."""
    most = constraints.max_real_storage_gb
    if most is None or not whole.effects:
        return ()
    if max(storage_gb(whole), storage_today_gb(whole)) < NEAR * most:
        return ()
    return (
        say(
            "All workloads together use {then:,.1f} GB with the plan, {now:,.1f} GB today, and "
            "{most:,g} GB are allowed.",
            then=storage_gb(whole),
            now=storage_today_gb(whole),
            most=most,
        ),
    )


def without_plan(
    refused: str | None, steps: Sequence[PlanStep], whole: Projected, constraints: Constraints
) -> str | None:
    """Why there is no plan, with what the steps are that are to be done all the same."""
    if refused is None or not steps or (whole.effects and not unfeasible(whole, constraints)):
        return refused
    if constraints.max_real_storage_gb is None or not whole.effects:
        return refused + say(
            " The steps that are listed are no plan: they mend what is wrong elsewhere and leave "
            "the limits exceeded."
        )
    return refused + say(
        " The steps that are listed are no plan: they mend what is wrong elsewhere, none of them "
        "takes storage by its projection, and the limit stays exceeded: {then:,.1f} GB are used "
        "with them, {now:,.1f} GB today.",
        then=storage_gb(whole),
        now=storage_today_gb(whole),
    )


def binding(
    constraints: Constraints, left: Mapping[str, LeftOut], findings: Sequence[Finding]
) -> tuple[str, ...]:
    """Which limits keep findings out of the plan."""
    said: list[str] = []
    if constraints.max_changes is not None:
        most = constraints.max_changes
        if any(out.cause == "number" for out in left.values()):
            said.append(
                counted(
                    "The plan is limited to {n} change.",
                    "The plan is limited to {n} changes.",
                    most,
                )
            )
    if constraints.dynamic_only:
        lost = [f.rule for f in findings if _cause(left, f) == "dynamic"]
        if lost:
            said.append(
                say(
                    "Only dynamic changes: {set} are left out.", set=joined(sorted(set(lost)), ", ")
                )
            )
    return tuple(said)


def _cause(left: Mapping[str, LeftOut], finding: Finding) -> Cause | None:
    return None if finding.id not in left else left[finding.id].cause


def not_without(
    asked: Sequence[Finding],
    taken: Sequence[Finding],
    constraints: Constraints,
    rejected: Collection[str],
) -> tuple[str, ...]:
    """What is left out as it may not change what goes along with it."""
    said = []
    for finding in asked:
        staying = kept_by(finding, constraints, rejected)
        if staying and finding.id not in {other.id for other in taken}:
            said.append(
                say(
                    "{owners}, which changes {settings}, is left out: with them as they are {rule} "
                    "does not pay either.",
                    rule=Keyword(finding.rule),
                    settings=joined([SettingName(name) for name in sorted(staying)], ", "),
                    owners=joined([Keyword(o) for o in sorted({*staying.values()})], ", "),
                )
            )
    return tuple(dict.fromkeys(said))


def busiest(whole: Projected) -> tuple[str, ...]:
    """What binds once the plan is carried out, with what it does regardless of the goal."""
    said: list[str] = []
    for label in dict.fromkeys(label for _, label in whole.busy):
        for names, several in called_together(
            sorted((c for c, of in whole.busy if of == label), key=counting)
        ):
            said.append(_full(label, names, 2 if several else 1))
    return tuple(said)


def _full(label: str, names: str, many: int) -> str:
    if label in ITSELF:
        return counted(
            "{names} is at least 90 % busy after the plan.",
            "{names} are at least 90 % busy after the plan.",
            many,
            names=names,
        )
    if label == IO_LIMIT:
        # What limits a control unit is inferred from published runs: its devices are less busy.
        return counted(
            "{names} is at 90 % or more of the I/O limit after the plan.",
            "{names} are at 90 % or more of the I/O limit after the plan.",
            many,
            names=names,
        )
    return say("{names}: {what} at least 90 % in use after the plan.", names=names, what=label)
