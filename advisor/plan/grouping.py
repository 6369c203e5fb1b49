"""Which findings are searched together, and the best set of them.

Findings that move, or set, something in common are one group: since partitions, storage and devices
are shared by all, that may be nearly every finding. A group that is too large to be enumerated is
taken apart by what was measured: findings that, in pairs, are worth together what they are worth
apart, by less than `ALIKE` points, on the installation as it is and beside the best set, are
searched apart. So a plan is proven as far as no three findings do together what no two of them do.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations

from advisor.plan import goal as goals
from advisor.plan import search
from advisor.plan.constraints import contradiction
from advisor.plan.problem import Problem
from model.topology import SetSetting

BUDGET = 340
"""Sets evaluated at most in the search."""
NEARLY = 0.1
"""Points within which two sets of as many findings are alike, so that less effort decides."""
ALIKE = 0.1
"""Points that two findings may bring together beyond what each brings, and still be apart."""
PROVABLE = 640
"""Sets with all their amounts, of all groups taken apart, up to which all are evaluated."""
MOST_PAIRED = 14
"""Findings of a group whose pairs are measured."""
NO_SET = "No combination of the findings meets the constraints."


@dataclass(frozen=True)
class Searched:
    """What was searched: groups, everything evaluated, the best set, and whether it is proven.

    ``taken_apart`` says that groups were taken apart by measured interactions, so that all that
    follows from their sets can be evaluated as well.
    """

    problem: Problem
    memory: search.Memory
    groups: list[list[int]]
    chosen: int
    proven: bool
    refused: str | None
    taken_apart: bool = False


def searched(problem: Problem, moved: Sequence[frozenset[str]]) -> Searched:
    """The best set of findings; ``moved`` are the workloads that each of them moves."""
    memory = search.Memory(problem.score, BUDGET)
    groups = _groups(problem, moved)
    if any(len(group) > search.EXHAUSTIVE for group in groups):
        found = _taken_apart(problem, groups)
        if found is not None:
            return found
    proven = _search(problem, memory, groups)
    chosen, refused = _combine(problem, memory, groups)
    return Searched(problem, memory, groups, chosen, proven, refused)


def size_of(problem: Problem, group: Sequence[int]) -> int:
    """How many sets of the group there are, every amount counted."""
    total = 1
    for n in group:
        total *= 2 + len(problem.findings[n].amounts)
    return total


def _taken_apart(problem: Problem, groups: Sequence[Sequence[int]]) -> Searched | None:
    """The best set by groups as their interactions are measured; None where these are too large."""
    if any(len(group) > MOST_PAIRED for group in groups):
        return None
    bound = {pair for group in groups for pair in _interacting(problem, group, 0)}
    known: dict[int, float] = {}
    while True:
        parts = [part for group in groups for part in _components(group, bound)]
        if any(len(part) > search.EXHAUSTIVE for part in parts):
            return None
        if sum(size_of(problem, part) for part in parts) > PROVABLE:
            return None
        memory = search.Memory(problem.score, PROVABLE)
        memory.known.update(known)
        for part in parts:
            search.exhaustive(memory, part)
        chosen, refused = _combine(problem, memory, parts)
        if refused is not None:
            return None
        beside = {pair for group in groups for pair in _interacting(problem, group, chosen)}
        place = {n: k for k, part in enumerate(parts) for n in part}
        if all(place[a] == place[b] for a, b in beside):
            return Searched(problem, memory, parts, chosen, True, None, True)
        bound |= beside
        known = memory.known


def _interacting(problem: Problem, group: Sequence[int], mask: int) -> set[tuple[int, int]]:
    """Pairs that bring together, when taken into a set or out of it, what neither does alone."""
    pairs = list(combinations(sorted(group), 2))
    flips = [mask, *(mask ^ 1 << n for n in group), *(mask ^ 1 << a ^ 1 << b for a, b in pairs)]
    free = [m for m in flips if _consistent(problem, m)]
    goal = problem.constraints.goal
    gain = {
        m: goals.gain_pct(outcome, goal)
        for m, outcome in zip(free, problem.project(free), strict=True)
    }
    found = {(a, b) for a, b in pairs if not _consistent(problem, 1 << a | 1 << b)}
    for a, b in pairs:
        corners = [mask, mask ^ 1 << a, mask ^ 1 << b, mask ^ 1 << a ^ 1 << b]
        if all(m in gain for m in corners):
            none, one, other, both = (gain[m] for m in corners)
            if not abs(both - one - other + none) < ALIKE:
                found.add((a, b))
    return found


def _consistent(problem: Problem, mask: int) -> bool:
    return contradiction(problem.findings[n] for n in search.members(mask)) is None


def _components(group: Sequence[int], bound: Collection[tuple[int, int]]) -> list[list[int]]:
    """The parts of a group that no pair ties together."""
    parts: list[set[int]] = []
    for n in group:
        tied = [part for part in parts if any((min(n, m), max(n, m)) in bound for m in part)]
        parts = [part for part in parts if part not in tied]
        parts.append({n}.union(*tied))
    return sorted(sorted(part) for part in parts)


def _groups(problem: Problem, moved: Sequence[frozenset[str]]) -> list[list[int]]:
    """Positions of findings that can interact: those that move, or set, something in common."""
    groups: list[tuple[set[str], list[int]]] = []
    for n, anchors in enumerate(moved):
        keys = set(anchors) | {
            f"{c.component}.{c.setting}"
            for c in problem.findings[n].changes
            if isinstance(c, SetSetting)
        }
        if problem.findings[n].alternatives:
            keys.add(problem.findings[n].component)
        together = [g for g in groups if g[0] & keys]
        merged = ({*keys}.union(*(g[0] for g in together)), [n])
        for group in together:
            merged[1].extend(group[1])
            groups.remove(group)
        groups.append(merged)
    return sorted(sorted(group) for _, group in groups)


def _search(problem: Problem, memory: search.Memory, groups: list[list[int]]) -> bool:
    """Search every group; whether the answer is proven to be the best."""
    proven = True
    memory.scores([0])
    small = [g for g in groups if len(g) <= search.EXHAUSTIVE]
    cost = 0
    for group in sorted(small, key=len):
        cost += 1 << len(group)
        if cost > BUDGET - 60:
            proven = False
            search.local(memory, group, problem.constraints.max_changes)
        else:
            search.exhaustive(memory, group)
    most = problem.constraints.max_changes
    for group in groups:
        if len(group) > search.EXHAUSTIVE:
            if most is not None and (sets := search.few(group, most, BUDGET - cost)):
                # So few changes that all sets of them can be tried.
                cost += len(sets)
                memory.scores(sets)
                continue
            proven = False
            search.local(memory, group, most)
    return proven


def _combine(
    problem: Problem, memory: search.Memory, groups: list[list[int]]
) -> tuple[int, str | None]:
    """The best sets of all groups together, at most ``max_changes`` findings in all."""
    most = problem.constraints.max_changes
    table: dict[int, tuple[float, int]] = {0: (0.0, 0)}
    base = memory.known.get(0, 0.0)
    feasible_base = base if base != float("-inf") else 0.0
    for group in groups:
        bits = sum(1 << n for n in group)
        best: dict[int, tuple[float, int]] = {}
        top: dict[int, float] = {}
        for mask, value in memory.known.items():
            if not mask & ~bits:
                count = mask.bit_count()
                top[count] = max(top.get(count, float("-inf")), value - feasible_base)
        for mask in sorted(memory.known):
            if mask & ~bits or (most is not None and mask.bit_count() > most):
                continue
            value = memory.known[mask]
            if value == float("-inf"):
                continue
            count = mask.bit_count()
            if count not in best or _preferred(
                problem, (value - feasible_base, mask), best[count], top[count]
            ):
                best[count] = (value - feasible_base, mask)
        if not best:
            return 0, NO_SET
        table = _merge(table, best, most)
    if not table:
        return 0, NO_SET
    count = min(table, key=lambda c: (-round(table[c][0], 4), c))
    return table[count][1], None


def _preferred(
    problem: Problem, one: tuple[float, int], other: tuple[float, int], top: float
) -> bool:
    """Whether a set goes before another one as large: of those near the best, the least effort."""
    near = [value >= top - NEARLY for value, _ in (one, other)]
    if near[0] != near[1]:
        return near[0]
    efforts = [
        sum(goals.effort_of(problem.findings[n]) for n in search.members(mask))
        for _, mask in (one, other)
    ]
    if near[0] and efforts[0] != efforts[1]:
        return efforts[0] < efforts[1]
    return one[0] > other[0] + search.GAIN


def _merge(
    table: dict[int, tuple[float, int]], best: dict[int, tuple[float, int]], most: int | None
) -> dict[int, tuple[float, int]]:
    merged: dict[int, tuple[float, int]] = {}
    for count, (value, mask) in sorted(table.items()):
        for more, (gained, added) in sorted(best.items()):
            total = count + more
            if most is not None and total > most:
                continue
            candidate = (value + gained, mask | added)
            if total not in merged or candidate[0] > merged[total][0] + search.GAIN:
                merged[total] = candidate
    return merged
