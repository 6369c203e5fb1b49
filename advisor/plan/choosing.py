"""Choosing the plan: findings that the model projects jointly, and what is right regardless."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from advisor.engagement import Constraints
from advisor.findings import Effect, Finding, Plan, PlanStep
from advisor.plan import doubts, paying, search
from advisor.plan import goal as goals
from advisor.plan.consequences import Adviser, consequences
from advisor.plan.constraints import (
    LeftOut,
    contradiction,
    permitted,
    too_many,
    unfeasible,
)
from advisor.plan.deciding import Carried, to_decide
from advisor.plan.grouping import BUDGET, searched
from advisor.plan.naming import in_place_of
from advisor.plan.principal import principal, touched
from advisor.plan.problem import Problem
from advisor.plan.reached import Reached, yielding
from advisor.plan.regardless import PART_ALREADY, allowed, fitting_in, standing
from advisor.plan.released import Released, crowded_out, released, waiting_for
from advisor.plan.reporting import (
    binding,
    busiest,
    given_up,
    interactions,
    not_without,
    pareto,
    storage_within,
    without_plan,
)
from advisor.plan.waiting import (
    causes_first,
    forced,
    lacking_then,
    resting,
    with_content,
    with_outlook,
)
from advisor.rules.base import rule_if_any
from advisor.rules.building import UNMOVED_PCT
from advisor.rules.projecting import Projected, Projector, effects_added, without_bands
from advisor.rules.settling import merged_changes, same
from model.language import Keyword, joined, say
from model.topology import Change, SetSetting, values_set

ORDERED_GREEDILY = 8
ACCURATE = 2
"""Decimals of a score that count; what follows is noise of the models' fixed points."""
KEPT_EXHAUSTIVE = 6
"""Findings of the adopted plan up to which all its subsets are evaluated for the Pareto set."""
NEEDED = 0.1
"""Share of a woken finding's gain that goes with each finding it is said to pay beside."""
SEEN_PCT = 0.05
"""Change of a goal's figure that a report would print."""
NOTICED = 1e-3
"""Scores below this are no gain and no loss; such findings are right or wrong regardless."""
SEARCHED_ANEW_PCT = 1.0
"""Points of the goal that a step may carry, and its absence leave the rest of the plan the best."""
ADDS_NOTHING = LeftOut("with the rest of the plan it adds nothing", "nothing")
NO_MODEL = "There is no calibrated model, so the plan claims no gain."


def best_plan(
    findings: Sequence[Finding],
    projector: Projector | None,
    constraints: Constraints | None = None,
    rejected: Collection[str] = (),
    adviser: Adviser | None = None,
    first: frozenset[str] = frozenset(),
) -> Plan:
    """The best combination of findings under the constraints, with its joint projection.

    Findings that the model responds to are chosen jointly, with the amounts that are best in the
    plan and with what follows from it (``adviser``, see :mod:`.consequences`); a finding that the
    model says nothing about is in the plan as a step without a gain, to do regardless.
    ``rejected`` holds finding ids, ``first`` those for which the number of changes has to leave
    room: steps of the model need them.
    """
    constraints = constraints or Constraints()
    left: dict[str, LeftOut] = {}
    usable: list[Finding] = []
    for finding in sorted(findings, key=lambda f: f.id):
        may = permitted(finding, constraints, rejected)
        if isinstance(may, LeftOut):
            left[finding.id] = may
        else:
            usable.append(_with_amounts_for(constraints.goal, may))
    for finding in list(usable):
        wider = next((f for f in usable if _supersedes(f, finding)), None)
        if wider is not None:
            usable.remove(finding)
            left[finding.id] = LeftOut(say("{rule} does this as well", rule=Keyword(wider.rule)))
    if projector is None:
        regardless = fitting_in(usable, (), None, constraints, left, adviser)
        regardless = with_content(regardless, (), findings, left)
        regardless = causes_first(regardless, findings, adviser)
        freed = _released(regardless, None, constraints, rejected, left, adviser)
        regardless = forced([*regardless, *freed.steps], lambda f: f, adviser)
        known = (*findings, *freed.told)
        steps = resting([PlanStep(f.id, (), None) for f in regardless], known, adviser)
        return Plan(
            constraints.goal,
            tuple(f.id for f in regardless),
            steps,
            (),
            left_out=_sentences(left),
            optimal=False,
            refused=NO_MODEL,
            amended=(*freed.told, *freed.larger),
        )
    most = constraints.max_changes
    settled, unpaid = _paid(usable, projector, _fewer(constraints, len(first)), rejected, adviser)
    left.update({f.id: LeftOut(unpaid[f.id]) for f in findings if f.id in unpaid})
    problem, chosen = settled.problem, settled.chosen
    order = forced(_order(problem, chosen), lambda n: problem.findings[n], adviser)
    _reasons(problem, chosen, left)
    steps, final = _steps(problem, projector, order)
    taken = tuple(problem.findings[n] for n in order)
    apart = _apart(usable, constraints.goal)
    due = {f.id for f in apart if f.id in left and left[f.id].cause == "nothing"}
    heard = settled.responding
    silent = [f for f in usable if f.id not in heard or f.id in due]
    stand = standing(silent, taken, adviser, constraints, left)
    needed = [f for f in stand if f.id in first]
    regardless = fitting_in(needed, taken, projector, constraints, left, adviser) if needed else []
    rest = [f for f in stand if f.id not in first]
    # What is asked again with the plan in effect comes last, and needs its place as well.
    fewer = _fewer(constraints, len(first) - len(needed))
    regardless += fitting_in(rest, (*taken, *regardless), projector, fewer, left, adviser)
    regardless = with_content(regardless, taken, findings, left)
    regardless = causes_first(regardless, findings, adviser)
    done = (*taken, *regardless)
    freed = _released(done, projector, constraints, rejected, left, adviser)
    crowded = crowded_out(done, freed, findings, left) - first
    if most is not None and crowded and len(first | crowded) < most:
        plan = best_plan(findings, projector, constraints, rejected, adviser, first | crowded)
        if not crowded.isdisjoint(plan.findings):
            return plan
    if first and most is not None:
        left.update({name: too_many(most) for name, one in left.items() if one.cause == "number"})
    gains = {step.finding: step.gain_pct or 0.0 for step in steps}
    if waits := waiting_for(done, freed, findings, adviser, left, gains):
        # Without them other steps may pay, and other amounts.
        plan = best_plan(findings, projector, constraints, {*rejected, *waits}, adviser)
        told = {f.id for f in (*findings, *plan.amended)}
        amended = _amended(findings, taken, done, projector, adviser, constraints.goal)
        woken = tuple(f for f in amended if f.id in waits and f.id not in told)
        said = {**plan.left_out, **_sentences(waits)}
        return replace(plan, left_out=said, amended=(*plan.amended, *woken))
    grown = {f.id: f for f in freed.larger}
    regardless = [grown.get(f.id, f) for f in (*regardless, *freed.steps)]
    changes = merged_changes([*taken, *regardless])
    whole = projector([changes])[0] if changes else Projected()
    anchor = principal(whole)
    steps += tuple(PlanStep(f.id, (), None) for f in regardless)
    steps = _forced(steps, {f.id: f for f in (*taken, *regardless)}, adviser)
    steps = _with_those_before(steps, (*taken, *regardless), projector)
    if regardless:
        # What claims no gain has no figure of its own; the last step has those of the whole.
        final = _with_all(final, whole)
        steps = (*steps[:-1], replace(steps[-1], cumulative=final))
    final = goals.as_told(final, constraints.goal)
    steps = tuple(
        replace(step, cumulative=goals.as_told(step.cumulative, constraints.goal)) for step in steps
    )
    outlook = lacking_then(left, findings, whole, adviser)
    return Plan(
        goal=constraints.goal,
        findings=tuple(step.finding for step in steps),
        steps=resting(steps, (*taken, *regardless, *findings, *freed.told), adviser),
        projection=final,
        interactions=interactions(problem, order, anchor),
        pareto=pareto(problem, settled.memory, settled.groups, chosen, anchor),
        left_out=_sentences(with_outlook(left, outlook)),
        to_decide=to_decide(
            outlook,
            findings,
            Carried(taken, regardless, final, anchor, constraints.goal),
            projector,
            adviser,
        ),
        binding=(
            *((settled.forgone,) if settled.forgone else ()),
            *binding(constraints, left, findings),
            *not_without(
                (*findings, *(() if adviser is None else adviser.follow(merged_changes(taken)))),
                taken,
                constraints,
                rejected,
            ),
            *doubts.said([*taken, *regardless]),
            *(() if settled.refused else busiest(whole)),
            *(() if settled.refused else storage_within(whole, constraints)),
            *given_up(settled.given_up_pct, constraints.goal),
        ),
        optimal=settled.optimal,
        refused=without_plan(settled.refused, steps, whole, constraints),
        workloads={
            a: goals.as_told(whole.effects[a], constraints.goal) for a in sorted(touched(whole))
        },
        amended=(
            *_amended(findings, taken, (*taken, *regardless), projector, adviser, constraints.goal),
            *freed.told,
            *freed.larger,
        ),
    )


def _fewer(constraints: Constraints, kept: int) -> Constraints:
    """The constraints with so many places less for changes."""
    most = constraints.max_changes
    return constraints if most is None else replace(constraints, max_changes=most - kept)


def _released(
    plan: Sequence[Finding],
    projector: Projector | None,
    constraints: Constraints,
    rejected: Collection[str],
    left: dict[str, LeftOut],
    adviser: Adviser | None,
) -> Released:
    """What the plan makes possible, with what speaks against it as of all else."""

    def fitting(candidates: Sequence[Finding], done: Sequence[Finding]) -> list[Finding]:
        stand = standing(candidates, (), None, constraints, left)
        return fitting_in(stand, done, projector, constraints, left, adviser)

    return released(plan, adviser, constraints, rejected, left, fitting)


@dataclass(frozen=True)
class _Settled:
    """The best set with all that follows from it, and what it was searched among.

    ``responding`` are ids of the findings that the model responds to.
    """

    problem: Problem
    memory: search.Memory
    groups: list[list[int]]
    chosen: int
    optimal: bool
    refused: str | None
    responding: frozenset[str]
    given_up_pct: float = 0.0
    forgone: str = ""


def _paid(
    usable: Sequence[Finding],
    projector: Projector,
    constraints: Constraints,
    rejected: Collection[str],
    adviser: Adviser | None,
) -> tuple[_Settled, dict[str, str]]:
    """The best set of which every step pays for itself, and why others are none.

    Where the amounts of the rest may rest on a step that is left out, the rest is searched anew.
    """
    unpaid: dict[str, str] = {}
    proven = True
    while True:
        left = [f for f in usable if f.id not in unpaid]
        settled = _settled(left, projector, constraints, {*rejected, *unpaid}, adviser)
        if settled.refused is not None:
            return settled, unpaid
        chosen, anew = settled.chosen, False
        while dropped := (
            paying.unpaid(settled.problem, chosen)
            or paying.unproven(settled.problem, chosen, projector)
        ):
            before = settled.problem.gain(chosen)
            unpaid |= dropped
            chosen &= ~sum(
                1 << n for n, f in enumerate(settled.problem.findings) if f.id in dropped
            )
            held = [settled.problem.findings[n] for n in search.members(chosen)]
            fitted = any(f.amounts or f.id in settled.problem.quiet for f in held)
            anew = fitted and before - settled.problem.gain(chosen) >= SEARCHED_ANEW_PCT
            if anew:
                break
        if not anew:
            return replace(settled, chosen=chosen, optimal=settled.optimal and proven), unpaid
        proven = False


def _settled(
    usable: Sequence[Finding],
    projector: Projector,
    constraints: Constraints,
    rejected: Collection[str],
    adviser: Adviser | None,
) -> _Settled:
    central = without_bands(projector)
    quiet = _quiet(adviser, constraints, rejected)
    responding, answers, moved = _responding(usable, quiet, central, constraints.goal)
    problem = Problem(tuple(responding), constraints, central, frozenset(f.id for f in quiet))
    for n, answer in enumerate(answers):
        problem.projected[1 << n] = answer
    found = searched(problem, moved)
    problem, memory, groups, chosen = found.problem, found.memory, found.groups, found.chosen
    heard = frozenset(f.id for f in responding)
    if found.refused is not None:
        return _Settled(problem, memory, groups, chosen, found.proven, found.refused, heard)
    apart = {f.id for f in _apart(usable, constraints.goal)}
    silent = [f for f in usable if f.id not in heard or f.id in apart]

    def beside(taken: Sequence[Finding]) -> list[Finding]:
        held = {f.id for f in taken}
        due = [f for f in silent if f.changes and f.id not in held]
        stand = standing(due, taken, adviser, constraints, {})
        return allowed(stand, taken, constraints, {}, adviser)

    led = consequences(found, adviser, rejected, projector, beside)
    proven = found.proven and led.complete
    if isinstance(led.reached, str):
        return _Settled(problem, memory, groups, 0, proven, led.reached, heard, 0.0, led.forgone)
    adopted = _adopted(problem, memory, groups, chosen, led.reached)
    return _Settled(*adopted, proven, None, heard, led.reached.given_up_pct, led.forgone)


def _forced(
    steps: Sequence[PlanStep], by_id: Mapping[str, Finding], adviser: Adviser | None
) -> tuple[PlanStep, ...]:
    """The steps in the order that consequences force.

    What moves forward moves no figure of the model by itself: until it is done, all stands where
    it stood.
    """
    found = forced(steps, lambda step: by_id[step.finding], adviser)
    for n, step in enumerate(found):
        if step.gain_pct is None and any(s.gain_pct is not None for s in found[n + 1 :]):
            found[n] = replace(step, cumulative=found[n - 1].cumulative if n else ())
    return tuple(found)


def _with_those_before(
    steps: Sequence[PlanStep], chosen: Sequence[Finding], projector: Projector
) -> tuple[PlanStep, ...]:
    """The steps' figures with all steps before them done, those that claim no gain as well.

    A larger structure moves no figure by itself, and ends what is not known of later ones without.
    """
    first = next((n for n, step in enumerate(steps) if step.gain_pct is None), len(steps))
    after = [n for n in range(first, len(steps)) if steps[n].cumulative]
    if not after:
        return tuple(steps)
    by_id = {finding.id: finding for finding in chosen}
    done = [merged_changes([by_id[step.finding] for step in steps[: n + 1]]) for n in after]
    found = list(steps)
    for n, outcome in zip(after, projector(done), strict=True):
        found[n] = replace(steps[n], cumulative=_with_all(steps[n].cumulative, outcome))
    return tuple(found)


def _apart(usable: Sequence[Finding], goal: str) -> list[Finding]:
    """What is not left out for adding nothing to the goal.

    What is right whatever it is, and what gains where no goal looks and reached others only
    through the storage that it takes or returns.
    """
    return [f for f in usable if f.required or _gains_elsewhere(f, goal)]


def _gains_elsewhere(finding: Finding, goal: str) -> bool:
    """Whether its own figures change, and none of them is what the plan is after.

    What moves the goal by less than is seen of it, and ends waits, is not left out for adding
    nothing: real storage gives a system that pages its responses back, not more work.
    """
    moved = {e.metric: abs(e.change_pct or 0.0) for e in finding.projection}
    others = any(change > UNMOVED_PCT for name, change in moved.items())
    return others and not any(moved.get(name, 0.0) > SEEN_PCT for name in goals.METRICS[goal])


def _with_amounts_for(goal: str, finding: Finding) -> Finding:
    """The finding with all amounts that a plan with this goal may prefer."""
    if goal != "storage" or not finding.returning:
        return finding
    return replace(finding, amounts=(*finding.amounts, *finding.returning))


def _supersedes(wider: Finding, finding: Finding) -> bool:
    return wider.component == finding.component and finding.rule in wider.supersedes


def _quiet(
    adviser: Adviser | None, constraints: Constraints, rejected: Collection[str]
) -> list[Finding]:
    """Findings that gain nothing alone and may be in the plan."""
    found = () if adviser is None else adviser.quiet
    may = (permitted(f, constraints, rejected) for f in found if f.changes)
    return [f for f in may if isinstance(f, Finding)]


def _adopted(
    problem: Problem,
    memory: search.Memory,
    groups: list[list[int]],
    chosen: int,
    reached: Reached,
) -> tuple[Problem, search.Memory, list[list[int]], int]:
    """The problem with the amounts reached and what follows, so that all else speaks of those."""
    versions = {f.id: f for f in reached.findings}
    base = {f.id: f for f in problem.findings}
    leading = [f for f in reached.findings if base.get(f.id) != f]
    listed = [
        versions.pop(f.id) if f.id in versions else _giving_way(f, leading)
        for f in problem.findings
    ]
    now = sum(
        1 << n for n, f in enumerate(problem.findings) if f.id in {r.id for r in reached.findings}
    )
    changed = [n for n, f in enumerate(listed) if f.changes != problem.findings[n].changes]
    if not changed and not versions:
        return problem, memory, groups, now
    added = list(range(len(listed), len(listed) + len(versions)))
    listed.extend(versions.values())
    now |= sum(1 << n for n in added)
    adopted = Problem(
        tuple(listed),
        problem.constraints,
        problem.projector,
        problem.quiet | {*reached.woken},
    )
    stale = sum(1 << n for n in changed)
    adopted.projected.update({m: p for m, p in problem.projected.items() if not m & stale})
    again = search.Memory(adopted.score, BUDGET)
    again.known.update({m: v for m, v in memory.known.items() if not m & stale})
    touched_groups = [g for g in groups if set(g) & set(changed)] or groups[:1]
    others = [g for g in groups if g not in touched_groups]
    merged = sorted({n for g in touched_groups for n in g} | {*added})
    members = [n for n in merged if now >> n & 1]
    # What the plan leaves out is compared with it in the Pareto set, unless nothing calls for it.
    awake = [n for n in merged if n in members or adopted.findings[n].id not in adopted.quiet]
    if len(awake) <= search.EXHAUSTIVE:
        search.exhaustive(again, awake)
        return adopted, again, sorted([*others, merged]), now
    if len(members) <= KEPT_EXHAUSTIVE:
        search.exhaustive(again, members)
    else:
        again.scores([0, *(1 << n for n in members), sum(1 << n for n in members)])
    asleep = sum(1 << n for n in merged if n not in awake)
    again.scores(m for m in sorted(memory.known) if m & stale and not m & asleep)
    return adopted, again, sorted([*others, merged]), now


def _giving_way(finding: Finding, leading: Sequence[Finding]) -> Finding:
    """The finding with what others set otherwise taken over from them."""
    for other in leading:
        finding = yielding(finding, other)
    return finding


def _amended(
    findings: Sequence[Finding],
    taken: Sequence[Finding],
    done: Sequence[Finding],
    projector: Projector,
    adviser: Adviser | None,
    goal: str,
) -> tuple[Finding, ...]:
    """Findings that the plan holds otherwise than they are alone, with why. done: all of it."""
    alone = {f.id: f for f in findings}
    changed: list[tuple[Finding, tuple[Change, ...], str]] = []
    versions = {f.id: f for f in taken}
    for finding in findings:
        # What the plan leaves out stays as it is alone: its own amounts argue for it.
        version = versions.get(finding.id, finding)
        if version.changes != finding.changes:
            said = joined(in_place_of(finding.changes, version.changes), "; ")
            changed.append(
                (version, version.changes, say("Beside the rest of the plan: {said}.", said=said))
            )
    if adviser is None:
        return tuple(replace(f, notes=(*f.notes, note)) for f, _, note in changed)
    woken = [f for f in taken if f.id not in alone]
    outcomes = projector([c for _, c, _ in changed]) if changed else []
    amended = [
        adviser.restated(finding, changes, adviser.effects_of(finding, outcome), note)
        for (finding, changes, note), outcome in zip(changed, outcomes, strict=True)
    ]
    for finding in woken:
        rest = merged_changes([g for g in done if g.id != finding.id])
        (added,) = effects_added(projector, rest, [merged_changes(done)])
        effects = adviser.effects_of(finding, added)
        needed = _needed(finding, taken, projector, goal)
        others = joined(needed, ", ")
        note = say(
            "Nothing measured calls for it yet: it pays beside {others}, and its projection is "
            "what it adds to the plan. Carry the rest out first, measure, and confirm it then.",
            others=others,
        )
        if not others:
            note = say(
                "Nothing measured calls for it yet: its projection is what it adds to the plan. "
                "Carry the rest out first, measure, and confirm it then."
            )
        stated = adviser.restated(finding, finding.changes, effects, note)
        amended.append(replace(stated, beside_plan=True, pays_beside=needed))
    return tuple(amended)


def _needed(
    woken: Finding, taken: Sequence[Finding], projector: Projector, goal: str
) -> tuple[str, ...]:
    """Rules of the plan without which a woken finding would bring noticeably less."""
    central = without_bands(projector)
    others = [f for f in taken if f.id != woken.id]
    sets = [taken, others]
    for left in others:
        sets.append([f for f in taken if f.id != left.id])
        sets.append([f for f in others if f.id != left.id])
    scores = [goals.gain_pct(found, goal) for found in central([merged_changes(s) for s in sets])]
    adds = [goals.beyond_pct(scores[n], scores[n + 1], goal) for n in range(0, len(scores), 2)]
    return tuple(
        sorted(
            {
                left.rule
                for left, without in zip(others, adds[1:], strict=True)
                if without < adds[0] - max(0.5, NEEDED * adds[0])
            }
        )
    )


def _responding(
    usable: Sequence[Finding], wakeable: Sequence[Finding], projector: Projector, goal: str
) -> tuple[list[Finding], list[Projected], list[frozenset[str]]]:
    """Findings that move the goal, alone or beside all others, with what they move.

    A finding may do nothing alone and much once another one has taken the bottleneck away, so
    those that do nothing alone are also tried as the one that is missing from all of them.
    """
    called = [f for f in usable if f.changes and not _unprojected(f)]
    candidates = [*called, *wakeable]
    if not called:
        return [], [], []
    singles = projector([f.changes for f in candidates])
    quiet = [
        n
        for n, answer in enumerate(singles)
        if not answer.refused and abs(goals.score(answer, goal)) < NOTICED
    ]
    beside: dict[int, frozenset[str]] = {}
    if quiet and len(candidates) > 1:
        # Without it where something calls for it, else with it.
        others = [
            merged_changes([g for g in called if g is not candidates[n]])
            if n < len(called)
            else merged_changes([*called, candidates[n]])
            for n in quiet
        ]
        everything, *varied = projector([merged_changes(called), *others])
        for n, other in zip(quiet, varied, strict=True):
            if everything.refused or other.refused:
                continue
            if abs(goals.score(everything, goal) - goals.score(other, goal)) >= NOTICED:
                beside[n] = _differ(everything, other)
    responding: list[Finding] = []
    kept: list[Projected] = []
    moved: list[frozenset[str]] = []
    for n, (finding, single) in enumerate(zip(candidates, singles, strict=True)):
        if single.refused or (n in quiet and n not in beside):
            continue
        responding.append(finding)
        kept.append(single)
        moved.append(touched(single) | beside.get(n, frozenset()))
    return responding, kept, moved


def _unprojected(finding: Finding) -> bool:
    """Whether its rule is projected nowhere: what rounding moves of it is no gain, and no loss."""
    own = rule_if_any(finding.rule)
    return own is not None and own.projectable == "no"


def _differ(one: Projected, other: Projected) -> frozenset[str]:
    """Workloads whose projection differs between two outcomes."""
    found = set()
    for anchor, effects in one.effects.items():
        values = {e.metric: e.after.value for e in other.effects.get(anchor, ())}
        for effect in effects:
            value = values.get(effect.metric, effect.after.value)
            if abs(effect.after.value - value) > UNMOVED_PCT / 100 * max(abs(value), 1e-9):
                found.add(anchor)
                break
    return frozenset(found)


def _order(problem: Problem, chosen: int) -> list[int]:
    """Largest gain first, given the steps before; long plans by their gain alone.

    What nothing measured calls for comes last: it is to be confirmed once the rest is in effect.
    """
    members = search.members(chosen)
    last = [n for n in members if problem.findings[n].id in problem.quiet]
    first = [n for n in members if n not in last]
    if len(members) > ORDERED_GREEDILY:
        gains = dict(zip(members, problem.score([1 << n for n in members]), strict=True))
        by_gain = sorted(first, key=lambda n: (-round(gains[n], ACCURATE), n))
        return [*by_gain, *last]
    order: list[int] = []
    for remaining in (first, last):
        while remaining:
            mask = sum(1 << n for n in order)
            tried = [mask | 1 << n for n in remaining]
            goal = problem.constraints.goal
            scores = [round(goals.score(p, goal), ACCURATE) for p in problem.project(tried)]
            pick = max(range(len(tried)), key=lambda k: (scores[k], -remaining[k]))
            order.append(remaining.pop(pick))
    return order


def _sentences(left: Mapping[str, LeftOut]) -> dict[str, str]:
    return {name: out.sentence for name, out in left.items()}


def _reasons(problem: Problem, chosen: int, left: dict[str, LeftOut]) -> None:
    """Say of every finding left out what it would do to the plan."""
    out = [
        n
        for n, finding in enumerate(problem.findings)
        if not chosen >> n & 1 and finding.id not in problem.quiet
    ]
    have = values_set(problem.changes(chosen))
    base = problem.gain(chosen)
    joint = problem.project([chosen | 1 << n for n in out]) if out else []
    for n, outcome in zip(out, joint, strict=True):
        finding = problem.findings[n]
        settings = [c for c in finding.changes if isinstance(c, SetSetting)]
        clash = contradiction([*(problem.findings[k] for k in search.members(chosen)), finding])
        reason = unfeasible(outcome, problem.constraints)
        gain = goals.gain_pct(outcome, problem.constraints.goal) - base
        if (
            settings
            and len(settings) == len(finding.changes)
            and all(
                (c.component, c.setting) in have and same(have[(c.component, c.setting)], c.value)
                for c in settings
            )
        ):
            left[finding.id] = PART_ALREADY
        elif clash is not None:
            left[finding.id] = LeftOut(clash)
        elif reason is not None:
            left[finding.id] = LeftOut(reason)
        elif gain < -paying.tolerated_pct(finding, problem.constraints, 0.05):
            left[finding.id] = LeftOut(paying.costing(-gain, problem.constraints.goal))
        elif problem.constraints.max_changes is not None:
            left[finding.id] = too_many(problem.constraints.max_changes)
        elif gain <= SEEN_PCT or finding.id not in left:
            left[finding.id] = ADDS_NOTHING


def _steps(
    problem: Problem, projector: Projector, order: list[int]
) -> tuple[tuple[PlanStep, ...], tuple[Effect, ...]]:
    """Steps with cumulative effects (with bands) and each one's gain given those before."""
    masks: list[int] = []
    mask = 0
    for n in order:
        mask |= 1 << n
        masks.append(mask)
    if not masks:
        return (), ()
    outcomes = projector([problem.changes(m) for m in masks])
    anchor = principal(outcomes[-1])
    steps = []
    before = 0.0
    goal = problem.constraints.goal
    for n, outcome in zip(order, outcomes, strict=True):
        gain = goals.gain_at(outcome, goal, anchor)
        ratio = goals.beyond_pct(gain, before, goal)
        steps.append(PlanStep(problem.findings[n].id, outcome.effects.get(anchor, ()), ratio))
        before = gain
    return tuple(steps), outcomes[-1].effects.get(anchor, ())


def _with_all(final: tuple[Effect, ...], whole: Projected) -> tuple[Effect, ...]:
    """The figures of the plan's workload with all its steps: what the goal does not feel, such as
    where storage is taken, is moved by those that claim no gain in it."""
    known = {(effect.metric, effect.before) for effect in final}
    return next(
        (e for e in whole.effects.values() if known and {(x.metric, x.before) for x in e} == known),
        final,
    )
