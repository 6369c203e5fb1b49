"""What follows from a chosen set: other amounts, and findings that only pay beside others.

The search (:mod:`.search`) takes every finding with the amount that is best for it alone. Beside
others another amount may be better, and a rule that has nothing to say of the system as measured
may have much to say of the one the plan makes: after zHPF and without paging, nuclei are what
binds, and more of them pay. So the best sets found are each taken further: the amounts of their
findings are chosen given the others, and the rules are asked again with the set in effect
(:class:`Adviser`). What a later finding sets otherwise than an earlier one, the earlier one takes
over, so that the plan sets everything once.

Where all of it fits the budget every set and every combination of amounts is evaluated; else the
best sets are, amount by amount until none improves.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Protocol

from advisor.findings import Effect, Finding
from advisor.plan import goal as goals
from advisor.plan import search
from advisor.plan.abreast import Searching, abreast
from advisor.plan.constraints import permitted
from advisor.plan.grouping import Searched, size_of
from advisor.plan.principal import principal
from advisor.plan.problem import Problem, handicap
from advisor.plan.reached import BUDGET, Beside, Evaluator, Reached, assured, parted, yielding
from advisor.plan.reporting import forgone
from advisor.plan.within import within_limits
from advisor.rules.projecting import Projected, Projector
from model.topology import Change, values_set

OTHER_AMOUNT = 0.5
"""Points of the goal that an amount other than the rule's own must bring to be preferred."""
ENOUGH = 1.0
"""Points by which a cheaper amount of a woken finding may fall short of the best."""
OTHER_SET = 0.1
"""Points by which another set must beat the one that is best without any consequences, and up to
which a cheaper amount does as much."""
ENUMERATED = 4000
"""Sets evaluated where the search was of small groups, so that all that follows can be tried."""
COMPLETELY = 80
"""Combinations of amounts of one set that are all tried; of more, amount by amount is improved."""
SETS = 6
ROUNDS = 3


class Adviser(Protocol):
    """The rules, as far as a plan needs them besides their findings."""

    @property
    def quiet(self) -> tuple[Finding, ...]:
        """Findings that gain nothing alone."""

    @property
    def held_back(self) -> tuple[tuple[Finding, str, tuple[str, ...]], ...]:
        """Findings that a caveat stops, what it says, and rules whose change it waits for."""

    def released(self, changes: tuple[Change, ...], /) -> tuple[Finding, ...]:
        """Those of them that stand with these changes in effect."""

    def linked(self, component: str, /) -> frozenset[str]:
        """A component and those that have a link to it, by id."""

    def lacking(self, changes: tuple[Change, ...], /) -> tuple[tuple[str, str, str], ...]:
        """What these changes call for and cannot be done: rule, component, and why."""

    def follow(self, changes: tuple[Change, ...], /) -> tuple[Finding, ...]:
        """Findings that may pay with these changes in effect; theirs hold where both set one."""

    def stands(self, finding: Finding, changes: tuple[Change, ...], /) -> bool:
        """Whether the rule of a finding still asks for it once other changes are made."""

    def near(self, one: Finding, other: Finding, /) -> bool:
        """Whether one of the two is about what the other one's component stands in."""

    def restated(
        self,
        finding: Finding,
        changes: tuple[Change, ...],
        effects: tuple[Effect, ...],
        note: str,
        /,
    ) -> Finding:
        """The finding with other changes."""

    def effects_of(self, finding: Finding, outcome: Projected, /) -> tuple[Effect, ...]:
        """Effects of an outcome on the workload of a finding."""


@dataclass(frozen=True)
class Led:
    """What all consequences led to: the best set, or why there is none.

    ``complete`` says whether all that was to be tried was, ``forgone`` what a limit on the whole
    installation keeps the plan from.
    """

    reached: Reached | str
    complete: bool
    forgone: str = ""


def consequences(
    searched: Searched,
    adviser: Adviser | None,
    rejected: Collection[str],
    projector: Projector,
    beside: Beside,
) -> Led:
    """The best set with all that follows from it, within the limits on the whole installation.

    ``projector`` gives bands: the set must not page anywhere in its band where another one near
    as good does not, each with what is done ``beside`` it.
    """
    evaluator, best, complete = _best(searched, adviser, rejected)
    best = _pared(evaluator, best)
    complete = complete and evaluator.left > 0
    allowed, reason = within_limits(
        evaluator,
        best,
        lambda changes: (
            _allowed(searched.problem, adviser, changes, rejected) if adviser is not None else ()
        ),
    )
    told = ""
    if reason:
        goal = searched.problem.constraints.goal
        outcome = searched.problem.projector([best.changes])[0]
        told = forgone(goals.gain_at(outcome, goal, principal(outcome)), reason)
    if isinstance(allowed, str):
        return Led(allowed, complete, told)
    return Led(assured(evaluator, allowed, projector, beside), complete and not reason, told)


def _best(
    searched: Searched, adviser: Adviser | None, rejected: Collection[str]
) -> tuple[Evaluator, Reached, bool]:
    """The best set with all that follows from it, and whether it was searched completely."""
    problem, memory, chosen = searched.problem, searched.memory, searched.chosen
    evaluator = Evaluator(problem, ENUMERATED if searched.taken_apart else BUDGET)
    start = tuple(problem.findings[n] for n in search.members(chosen))
    base = problem.score([chosen])[0]
    best = evaluator.keep(Reached(start, base, tuple(f.id for f in start if f.id in problem.quiet)))
    complete = True
    for group in searched.groups:
        variable = any(problem.findings[n].amounts for n in group) and len(group) > 1
        if not variable and adviser is None:
            continue
        bits = sum(1 << n for n in group)
        mine = {problem.findings[n].id for n in group}
        outside = chosen & ~bits
        masks = sorted(
            (m for m, v in memory.known.items() if not m & ~bits and v != float("-inf")),
            key=lambda m: (m != chosen & bits, -round(memory.known[m], 4), m.bit_count(), m),
        )
        follows = {m: _follow(problem, adviser, outside | m, rejected) for m in masks[:SETS]}
        if not variable and not any(follows.values()):
            continue
        if len(masks) > SETS and _size(problem, group, masks) > evaluator.left:
            masks, complete = masks[:SETS], False
        kept = [f for f in best.findings if f.id not in mine]
        earlier = tuple(name for name in best.woken if name not in mine)
        sets = [[problem.findings[n] for n in search.members(mask)] for mask in masks]
        allowed = [n for n, one in enumerate(sets) if not _too_many(problem, (*kept, *one))]
        searches = [
            _taken_further(evaluator, kept, sets[n], earlier, adviser, rejected) for n in allowed
        ]
        wanted = sum(_combinations(sets[n]) for n in allowed)
        if wanted <= evaluator.left:
            answers = abreast(searches, evaluator.scores)
        else:
            # The best sets first, as far as the budget goes.
            answers = [abreast([one], evaluator.scores)[0] for one in searches]
        for n, (reached, whole) in zip(allowed, answers, strict=True):
            complete = complete and whole
            margin = OTHER_SET if masks[n] != chosen & bits else search.GAIN
            if _better(reached, best, margin):
                best = reached
        chosen = _positions(problem, best)
    return evaluator, best, complete


def _pared(evaluator: Evaluator, best: Reached) -> Reached:
    """The set with the cheapest amounts that do as much: what followed may need less of others.

    That is for findings that the goal feels. Of the others any amount does as much for it, and the
    least would undo what they are for.
    """
    own = {f.id: f for f in evaluator.problem.findings}
    for finding in best.findings:
        asked = own.get(finding.id, finding)
        ladder = [*asked.amounts[: asked.cheaper], asked.changes, *asked.amounts[asked.cheaper :]]
        if finding.changes not in ladder:
            continue
        cheaper = ladder[: ladder.index(finding.changes)]
        sets = [
            tuple(replace(f, changes=less) if f.id == finding.id else f for f in best.findings)
            for less in cheaper
        ]
        rest = tuple(f for f in best.findings if f.id != finding.id)
        now, without, *values = evaluator.scores([best.findings, rest, *sets])
        if now is not None and without is not None and without >= now - OTHER_SET:
            continue  # the goal does not feel it: its own figures chose the amount
        for findings, value in zip(sets, values, strict=True):
            if now is not None and value is not None and value >= now - OTHER_SET:
                best = evaluator.keep(replace(best, findings=findings, score=best.score))
                break
    return best


def _better(one: Reached, other: Reached, margin: float) -> bool:
    """Whether a set scores more, or as much with as many findings and less effort."""
    if abs(one.score - other.score) <= OTHER_SET and len(one.findings) == len(other.findings):
        efforts = [sum(map(goals.effort_of, reached.findings)) for reached in (one, other)]
        if efforts[0] != efforts[1]:
            return efforts[0] < efforts[1]
    return one.score > other.score + margin


def _size(problem: Problem, group: Sequence[int], masks: Sequence[int]) -> int:
    """How many sets there are to be tried, every amount counted; where their number is limited,
    as many as were evaluated."""
    if problem.constraints.max_changes is None:
        return size_of(problem, group)
    return sum(_combinations([problem.findings[n] for n in search.members(m)]) for m in masks)


def _positions(problem: Problem, reached: Reached) -> int:
    ids = {f.id for f in reached.findings}
    return sum(1 << n for n, f in enumerate(problem.findings) if f.id in ids)


def _too_many(problem: Problem, findings: Sequence[Finding]) -> bool:
    most = problem.constraints.max_changes
    return most is not None and len(findings) > most


def _combinations(findings: Sequence[Finding]) -> int:
    """How many combinations of amounts findings have."""
    count = 1
    for finding in findings:
        count *= 1 + len(finding.amounts)
    return count


def _taken_further(
    evaluator: Evaluator,
    kept: Sequence[Finding],
    members: Sequence[Finding],
    earlier: tuple[str, ...],
    adviser: Adviser | None,
    rejected: Collection[str],
) -> Searching[Sequence[Finding], tuple[Reached, bool]]:
    """One set with its best amounts and what follows from it; whether all amounts were tried."""
    reached, whole = yield from _amounts(evaluator, kept, members, earlier)
    if adviser is not None:
        reached = yield from _followed(evaluator, reached, adviser, rejected)
    return reached, whole


def _amounts(
    evaluator: Evaluator,
    kept: Sequence[Finding],
    members: Sequence[Finding],
    earlier: tuple[str, ...],
) -> Searching[Sequence[Finding], tuple[Reached, bool]]:
    """The best amounts of ``members`` given each other and ``kept``; whether all were tried.

    ``earlier`` are those of ``kept`` that were woken.
    """
    woken = (*earlier, *(f.id for f in members if f.id in evaluator.problem.quiet))
    less = handicap((*kept, *members), woken)
    variants = [(f, *(replace(f, changes=c) for c in f.amounts)) for f in members]
    count = _combinations(members)

    def tried(
        combos: Sequence[tuple[Finding, ...]],
    ) -> Searching[Sequence[Finding], list[tuple[tuple[Finding, ...], float]]]:
        values = yield [(*kept, *combo) for combo in combos]
        return [
            (combo, value - less - _altered(combo, members))
            for combo, value in zip(combos, values, strict=True)
            if value is not None
        ]

    best, score = tuple(members), float("-inf")
    if count <= min(evaluator.left, COMPLETELY):
        for combo, value in (yield from tried(list(product(*variants)))):
            evaluator.keep(Reached((*kept, *combo), value, woken))
            if value > score + search.GAIN:
                best, score = combo, value
        return Reached((*kept, *best), score, woken), True
    score = next((value for _, value in (yield from tried([best]))), score)
    improved = True
    while improved and evaluator.left > 0:
        improved = False
        for n, options in enumerate(variants):
            combos = [(*best[:n], o, *best[n + 1 :]) for o in options]
            for combo, value in (yield from tried(combos)):
                evaluator.keep(Reached((*kept, *combo), value, woken))
                if value > score + search.GAIN:
                    best, score, improved = combo, value, True
    return Reached((*kept, *best), score, woken), False


def _altered(findings: Sequence[Finding], own: Sequence[Finding]) -> float:
    return OTHER_AMOUNT * sum(a.changes != b.changes for a, b in zip(findings, own, strict=True))


def _follow(
    problem: Problem, adviser: Adviser | None, mask: int, rejected: Collection[str]
) -> tuple[Finding, ...]:
    """Findings that the set calls for, without those that may not be in the plan."""
    return () if adviser is None else _allowed(problem, adviser, problem.changes(mask), rejected)


def _allowed(
    problem: Problem, adviser: Adviser, changes: tuple[Change, ...], rejected: Collection[str]
) -> tuple[Finding, ...]:
    may = (permitted(f, problem.constraints, rejected) for f in adviser.follow(changes))
    return tuple(f for f in may if isinstance(f, Finding))


def _followed(
    evaluator: Evaluator, reached: Reached, adviser: Adviser, rejected: Collection[str]
) -> Searching[Sequence[Finding], Reached]:
    """The set with findings that follow from it, one after the other while they pay.

    What follows has to pay by what it does itself: the set with it scores more than the same set,
    with what others take over from it, does without it.
    """
    problem = evaluator.problem
    for _ in range(ROUNDS):
        here = {f.id for f in reached.findings}
        tries: list[tuple[list[tuple[Finding, ...]], tuple[str, ...]]] = []
        for finding in _allowed(problem, adviser, reached.changes, rejected):
            if finding.id in here:
                continue
            versions = [finding, *(replace(finding, changes=c) for c in finding.amounts)]
            for room in _rooms(problem, reached.findings, finding):
                sets = [(*(yielding(f, v) for f in room), parted(v, room)) for v in versions]
                awake = {f.id for f in room}
                woken = (*(name for name in reached.woken if name in awake), finding.id)
                tries.append((sets, woken))
        values = yield [one for sets, _ in tries for s in sets for one in (s[:-1], s)]
        told = iter(values)
        better: list[Reached] = []
        for sets, woken in tries:
            scored = [
                Reached(one, value, woken)
                for one in sets
                if _pays(without := next(told), value := next(told), one[-1])
                and value is not None
                and without is not None
            ]
            if not scored:
                continue
            for reach in scored:
                less = handicap(reach.findings, woken)
                evaluator.keep(replace(reach, score=reach.score - less))
            most = max(reach.score for reach in scored)
            cheapest = next(r for r in scored if _enough(r.score, most, problem.constraints.goal))
            less = handicap(cheapest.findings, woken)
            better.append(replace(cheapest, score=cheapest.score - less))
        best = max(better, key=lambda r: r.score, default=reached)
        if best.score <= reached.score + search.GAIN:
            return reached
        reached = best
    return reached


def _enough(score: float, most: float, goal: str) -> bool:
    """Whether a cheaper amount is near enough to the best.

    Of what shrinks a point counts by what is left of it: from 60 to 59 ms is less than from 10
    to 9.
    """
    short = most - score
    if goal not in goals.GROWING:
        short = max(short, goals.beyond_pct(most, score, goal))
    return short <= ENOUGH


def _pays(without: float | None, value: float | None, finding: Finding) -> bool:
    """Whether a set scores enough more with a finding, that nothing measured calls for."""
    if without is None or value is None:
        return False
    return value - handicap((finding,), (finding.id,)) > without + search.GAIN


def bundles(wider: Finding, finding: Finding) -> bool:
    """Whether a finding sets all that another one on its component sets, and more."""
    inner, outer = values_set(finding.changes).keys(), values_set(wider.changes).keys()
    return wider.component == finding.component and set() < inner < outer


def _rooms(
    problem: Problem, findings: tuple[Finding, ...], finding: Finding
) -> list[tuple[Finding, ...]]:
    """The sets that a finding can follow: with what it carries out besides, each a change.

    Where no more changes are allowed, without as many others as it takes.
    """
    here = {f.id for f in findings}
    carried = [f for f in problem.findings if f.id not in problem.quiet and bundles(finding, f)]
    whole = (*findings, *(f for f in carried if f.id not in here))
    most = problem.constraints.max_changes
    beyond = 0 if most is None else max(0, len(whole) + 1 - most)
    spare = [f for f in findings if not bundles(finding, f)]
    return [tuple(f for f in whole if f not in left) for left in combinations(spare, beyond)]
