"""Every step pays for itself: none worsens what the plan is after, none brings less than is asked.

What a step brings is seen where it stands: the whole plan with it against the plan without it. A
step that brings little alone may be what another one rests on, so it is also judged by its own
projection, and the larger of both counts.
"""

from __future__ import annotations

from collections.abc import Sequence

from advisor.efforts import PERSON_DAYS
from advisor.engagement import Constraints
from advisor.findings import Effect, Finding
from advisor.plan import goal as goals
from advisor.plan import search
from advisor.plan.constraints import contradiction, unfeasible
from advisor.plan.problem import Problem
from advisor.rules.base import person_days_of, rule_if_any
from advisor.rules.building import UNMOVED_PCT
from advisor.rules.projecting import Projector, effects_added, without_bands
from advisor.rules.settling import merged_changes
from advisor.rules.worth import gain_pct as gain_of_metric
from advisor.rules.worth import headline_gain_pct, is_headline
from model import figures
from model.language import say

LEAST_WAITING_S_PER_DAY = 3600.0
"""An hour that all users together wait less in a day is worth a step of its own; practice."""
LEAST_SAVED_GB = 0.025
"""Storage given back from which a step is one where nobody tells all there is; practice."""
HARM_PCT = 0.01
"""Points of the goal that a plan may gain without a step before the step is said to cost them."""
TOGETHER_PCT = 0.1
"""Points that slight steps may bring together beyond what each brings."""
MANY_DAYS = 3.0
"""Person-days from which a change has to be worth its effort (practice)."""
OWN_HARM_MB = 10.0
"""Storage that a step may take where the plan is after storage: a hundredth of a GB."""
OWN_HARM_PCT = 0.05
"""Per cent that a step may cost of the goal's figure on its own workload."""


def unpaid(problem: Problem, chosen: int) -> dict[str, str]:
    """Steps that do not belong into the plan, by their finding's id, with why.

    Of those that cost something the dearest is named; those that bring too little are at once, as
    far as they do so together. None without which the limits would not be met is named.
    """
    members = search.members(chosen)
    without = [chosen & ~(1 << n) for n in members]
    answers = problem.project([chosen, *without])
    goal, least = problem.constraints.goal, problem.constraints.min_gain_pct
    whole = goals.gain_pct(answers[0], goal)
    costs: list[tuple[float, int]] = []
    slight: list[tuple[float, int, float]] = []
    for n, mask, answer in zip(members, without, answers[1:], strict=True):
        rest = [problem.findings[k] for k in search.members(mask)]
        if unfeasible(answer, problem.constraints) or contradiction(rest):
            continue
        finding, gain = problem.findings[n], goals.gain_pct(answer, goal)
        if gain > whole + HARM_PCT:
            costs.append((gain - whole, n))
            continue
        adds, worth = goals.beyond_pct(whole, gain, goal), worth_pct(finding)
        silent = worth is None and adds < HARM_PCT
        own = 0.0 if immaterial(finding, problem.constraints) else worth or 0.0
        if max(adds, own) < least and not silent and not exempt(finding):
            slight.append((max(adds, own), n, adds))
    if costs:
        cost, n = max(costs)
        return {problem.findings[n].id: costing(cost, goal)}
    if len(slight) > 1:
        few = chosen & ~sum(1 << n for _, n, _ in slight)
        lost = goals.beyond_pct(whole, problem.gain(few), goal)
        if lost > sum(adds for *_, adds in slight) + TOGETHER_PCT:
            # One of them may do what another one does as well: the least goes first.
            slight = [min(slight)]
    few_of = {problem.findings[n].id: (worth, problem.findings[n]) for worth, n, _ in slight}
    return {
        name: immaterial(finding, problem.constraints) or too_slight(worth, least)
        for name, (worth, finding) in few_of.items()
    }


def unproven(problem: Problem, chosen: int, projector: Projector) -> dict[str, str]:
    """The step whose gain is smallest within its own noise, by its finding's id, with why.

    That is where its band allows for a loss as large as the gain, on its own and on top of the
    rest of the plan. Nothing where everything is wanted, or without bands.
    """
    if problem.constraints.min_gain_pct <= 0:
        return {}
    found: list[tuple[float, float, str]] = []
    for n in search.members(chosen):
        finding, mask = problem.findings[n], chosen & ~(1 << n)
        if _within_noise(finding.projection) is None or exempt(finding):
            continue
        rest = [problem.findings[k] for k in search.members(mask)]
        if unfeasible(problem.project([mask])[0], problem.constraints) or contradiction(rest):
            continue
        (added,) = effects_added(projector, problem.changes(mask), [problem.changes(chosen)])
        noise = _within_noise([e for effects in added.effects.values() for e in effects])
        if noise is not None:
            found.append((*noise, finding.id))
    if not found:
        return {}
    gain, loss, name = min(found)
    return {
        name: say(
            "within its own noise: it brings {gain:.1f} %, and its band reaches to a loss of "
            "{loss:.1f} %",
            gain=gain,
            loss=loss,
        )
    }


def _within_noise(effects: Sequence[Effect]) -> tuple[float, float] | None:
    """Largest gain of the results and the loss in its band, per cent; ``None`` where one is sure.

    Nothing is within its noise either where no result becomes better.
    """
    noisy: list[tuple[float, float]] = []
    for effect in effects:
        change, gain = effect.change, gain_of_metric(effect)
        if change is None or not is_headline(effect) or gain <= UNMOVED_PCT:
            continue
        loss = change.high if change.value < 0 else -change.low
        if loss < gain:
            return None
        noisy.append((gain, loss))
    return max(noisy, default=None)


def harming(
    regardless: Sequence[Finding],
    taken: Sequence[Finding],
    projector: Projector,
    constraints: Constraints,
) -> dict[str, str]:
    """Findings to be done regardless that worsen the goal in the whole plan, with why."""
    goal = constraints.goal
    central = without_bands(projector)
    changing = [f for f in regardless if f.changes]
    if not changing:
        return {}
    every = [*taken, *regardless]
    sets = [every, *([g for g in every if g is not f] for f in changing)]
    whole, *others = [goals.gain_pct(p, goal) for p in central([merged_changes(s) for s in sets])]
    return {
        f.id: costing(gain - whole, goal)
        for f, gain in zip(changing, others, strict=True)
        if gain > whole + tolerated_pct(f, constraints, HARM_PCT)
    }


def tolerated_pct(finding: Finding, constraints: Constraints, otherwise: float) -> float:
    """Per cent of the goal that a finding may cost: the least gain, where it brings that itself.

    What is too little to be a gain is too little to keep back what is right, or pays elsewhere.
    """
    least = max(constraints.min_gain_pct, otherwise)
    worth = worth_pct(finding) or 0.0
    pays = worth >= least and not immaterial(finding, constraints)
    return least if pays or exempt(finding) else otherwise


def own_harm(finding: Finding, goal: str) -> str | None:
    """Why a finding works against the goal on its own workload; ``None`` where it does not."""
    gain = goals.gain_of(finding.projection, goal)
    if gain is None or gain >= -OWN_HARM_PCT:
        return None
    if goal == "storage":
        taken = goals.metric_of(finding.projection, goals.METRICS[goal])
        more_mb = 0.0 if taken is None else taken.after.value - taken.before
        # A third of a session of 2 MB is nothing beside caches of 100 GB.
        if more_mb < OWN_HARM_MB:
            return None
        return say(
            "the plan is after storage, and this takes {more:,.3g} GB of it", more=more_mb / 1024
        )
    return say(
        "the plan is after {titles}, and there it would cost {gain:.1f} %",
        titles=goals.TITLES[goal],
        gain=-gain,
    )


def slight_reason(finding: Finding, constraints: Constraints) -> str | None:
    """Why a finding brings less than a step has to; ``None`` where it does not, or none can say."""
    worth = None if exempt(finding) else worth_pct(finding)
    if worth is None:
        return None
    if worth >= constraints.min_gain_pct:
        return immaterial(finding, constraints) or None
    return too_slight(worth, constraints.min_gain_pct)


def immaterial(finding: Finding, constraints: Constraints) -> str:
    """Why what a finding brings is next to nothing of the whole installation; empty if it is not.

    A third of the CPU of a job of two minutes is nothing of a day of twenty processors. Where no
    figure tells what it is of the whole it counts as it does of its own component.
    """
    worth, times = finding.worth, times_the_effort(finding)
    least = times * constraints.min_share_pct
    if worth is None or constraints.min_gain_pct <= 0:
        return ""
    waiting, stored = worth.figures.get("waiting_saved_s_per_day"), worth.storage_share_pct
    if worth.known and worth.share_pct >= least:
        return ""
    if waiting is not None and waiting.value >= times * LEAST_WAITING_S_PER_DAY:
        return ""
    if waiting is not None and waiting.value > 0 and not worth.waiting_known:
        return ""  # no report tells what all users wait, of which it is a share
    saved = worth.figures.get("storage_saved_gb")
    if saved is not None and saved.value > 0 and stored is None:
        return "" if saved.value >= LEAST_SAVED_GB else _little(saved.value)
    if saved is not None and saved.value > 0 and stored is not None and stored >= least:
        return ""
    used = worth.figures.get("cpu_saved_s_per_day")
    if worth.known and used is None and waiting is None:
        if "work_gained_per_s" not in worth.figures:
            # Neither CPU nor waiting moves: what it brings is something else, as room in a pool.
            return ""
        return say(
            "too slight for a step of its own: less than {min_share_pct:,g} % of what the whole "
            "installation uses and waits",
            min_share_pct=least,
        )
    if worth.known and times > 1:
        return say(
            "too slight for its {days:g} person-days: {cpu:,.1f} CPU s and {waited:,.1f} s of "
            "waiting a day are less than {min_share_pct:,g} % of what the whole installation uses "
            "and waits, {times:g} times what a change in operation has to bring",
            days=person_days_of(finding),
            cpu=used.value if used is not None else 0.0,
            waited=waiting.value if waiting is not None else 0.0,
            min_share_pct=least,
            times=times,
        )
    if worth.known:
        return say(
            "too slight for a step of its own: {cpu:,.1f} CPU s and {waited:,.1f} s of waiting a "
            "day are less than {min_share_pct:,g} % of what the whole installation uses and waits",
            cpu=used.value if used is not None else 0.0,
            waited=waiting.value if waiting is not None else 0.0,
            min_share_pct=least,
        )
    if saved is None or saved.value <= 0:
        return ""
    return say(
        "too slight for a step of its own: {saved_gb:,.3f} GB are less than {min_share_pct:,g} % "
        "of the installation's real storage",
        saved_gb=saved.value,
        min_share_pct=least,
    )


def _little(saved_gb: float) -> str:
    return say(
        "too slight for a step of its own: {saved_gb:,.3f} GB are less than {least:g} GB, and no "
        "report tells of how much real storage",
        saved_gb=saved_gb,
        least=LEAST_SAVED_GB,
    )


def times_the_effort(finding: Finding) -> float:
    """How many times as much as a change in operation a finding has to bring.

    What takes days (a release, programs, hardware) is no step for what is worth a quarter of an
    hour's work; of all other changes people make several in one window.
    """
    if finding.points_to:
        return 1.0  # others carry it out, and have to pay for it
    days = person_days_of(finding)
    return days / PERSON_DAYS["dynamic"] if days >= MANY_DAYS else 1.0


def exempt(finding: Finding) -> bool:
    """Whether it is a matter of right and wrong, or of what might happen, and not of gain."""
    if finding.required:
        return True
    found = map(rule_if_any, (finding.rule, *finding.supported_by))
    return any(one is not None and not one.weighs for one in found)


def worth_pct(finding: Finding) -> float | None:
    """What a finding brings alone, per cent; ``None`` where no figure says how much.

    That is the gain in results, and the storage it gives back. Only where no figure counts as a
    result it is what the others become better by: a third fewer reads of a pool that leave the
    response where it was are no gain. Throughput and CPU that stand still say nothing of waits
    where no response is known.
    """
    effects = finding.projection
    results = any(is_headline(effect) and _tells(effect) for effect in effects)
    told = [e for e in effects if not results or _storage(e)]
    better = [gain for gain in map(_better_pct, told) if gain is not None]
    if not results and not better:
        return None
    return max(0.0, headline_gain_pct(effects), *better)


def _tells(effect: Effect) -> bool:
    """Whether a result says what a finding brings: it moves, or is a time, which would."""
    figure = figures.figure(effect.metric)
    moves = abs(effect.change_pct or 0.0) > UNMOVED_PCT
    return moves or (figure is not None and figure.passes)


def _storage(effect: Effect) -> bool:
    return effect.metric in ("storage_mb", "storage_below_mb")


def _better_pct(effect: Effect) -> float | None:
    figure, change = figures.figure(effect.metric), effect.change_pct
    if figure is None or change is None or not figure.better:
        return None
    return change if figure.better == figures.MORE else -change


def costing(cost: float, goal: str) -> str:
    """What a step that works against the goal is left out with."""
    return say(
        "with the rest of the plan it would cost {gain:.1f} % of {titles}",
        gain=cost,
        titles=goals.TITLES[goal],
    )


def too_slight(worth: float, least: float) -> str:
    """What a step that brings too little is left out with."""
    return say(
        "too slight for a step of its own: it brings {worth:.1f} %, less than {min_gain_pct:,g} %",
        worth=worth,
        min_gain_pct=least,
    )
