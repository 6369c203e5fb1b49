"""Searching the best set of findings on the model: exhaustive where small, else local search.

Sets are bit masks over a fixed list of findings. Everything evaluated is remembered, so that steps,
interactions and the Pareto set cost little more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import comb

from advisor.plan.abreast import Searching, abreast

EXHAUSTIVE = 8
"""Groups of up to this many findings are searched exhaustively (256 sets)."""
PAIRS = 8
GAIN = 1e-4
"""Less is within the accuracy of the models' fixed points, not a gain."""

Value = Callable[[Sequence[int]], Sequence[float]]
"""Scores of sets; minus infinity where a set is not feasible."""


class Memory:
    """Scores of sets, each computed once, at most ``budget`` of them."""

    def __init__(self, value: Value, budget: int) -> None:
        self._value = value
        self._left = budget
        self.known: dict[int, float] = {}

    def scores(self, masks: Iterable[int]) -> list[float | None]:
        """Scores in order; ``None`` for those the budget no longer covers."""
        wanted = list(masks)
        new = [m for m in dict.fromkeys(wanted) if m not in self.known][: max(0, self._left)]
        if new:
            self._left -= len(new)
            self.known.update(zip(new, self._value(new), strict=True))
        return [self.known.get(m) for m in wanted]

    @property
    def spent(self) -> bool:
        """Whether nothing more may be computed."""
        return self._left <= 0


def members(mask: int) -> list[int]:
    """Positions in a set."""
    return [n for n in range(mask.bit_length()) if mask >> n & 1]


def exhaustive(memory: Memory, group: Sequence[int]) -> None:
    """Evaluate every subset of the group in one batch."""
    masks = []
    for chosen in range(1 << len(group)):
        mask = 0
        for n, position in enumerate(group):
            if chosen >> n & 1:
                mask |= 1 << position
        masks.append(mask)
    memory.scores(masks)


def few(group: Sequence[int], most: int, limit: int) -> list[int]:
    """All sets of at most ``most`` of the group; none where they are more than ``limit``."""
    if sum(comb(len(group), count) for count in range(most + 1)) > limit:
        return []
    return [
        sum(1 << n for n in chosen)
        for count in range(most + 1)
        for chosen in combinations(group, count)
    ]


def local(memory: Memory, group: Sequence[int], most: int | None = None) -> None:
    """Single flips from several starts, then pairs of flips, until nothing improves.

    Starts are the empty set, all findings, and those that gain on their own; from each, the best
    single change is taken until none helps; then pairs among the most promising are tried.
    """
    bits = [1 << n for n in group]
    everything = sum(bits)
    singles = memory.scores([0, *bits])
    empty = singles[0]
    base = empty if empty is not None and empty != float("-inf") else 0.0
    alone = 0
    for bit, score in zip(bits, singles[1:], strict=True):
        if score is not None and score > base + GAIN:
            alone |= bit
    starts = [alone, everything, 0]
    ranked = sorted(range(len(bits)), key=lambda n: (-(singles[n + 1] or float("-inf")), n))
    if most is not None:
        top = sum(bits[n] for n in ranked[:most])
        starts = [top, 0]
    abreast([_climb(bits, ranked, start, most) for start in starts], memory.scores)


def _climb(
    bits: list[int], ranked: list[int], start: int, most: int | None
) -> Searching[int, None]:
    current = start
    (score,) = yield [current]
    while score is not None:
        found = yield from _step(score, [current ^ bit for bit in bits], most)
        if found is None:
            pool = ranked if len(bits) <= 12 else ranked[:PAIRS]
            pairs = [current ^ bits[a] ^ bits[b] for a, b in combinations(sorted(pool), 2)]
            found = yield from _step(score, pairs, most)
        if found is None:
            return
        current, score = found


def _step(
    score: float, tried: list[int], most: int | None
) -> Searching[int, tuple[int, float] | None]:
    allowed = [m for m in tried if most is None or m.bit_count() <= most]
    best: tuple[int, float] | None = None
    values = yield allowed
    for mask, value in zip(allowed, values, strict=True):
        if value is None or value <= score + GAIN:
            continue
        if best is None or value > best[1] + GAIN:
            best = (mask, value)
    return best
