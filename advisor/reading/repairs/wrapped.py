"""Wrapped texts: read in every way in which they may have been whole, and kept what all agree upon.

How a text may have been, :mod:`.unwrapping` says. A figure that comes out of every reading
does not depend on what cannot be known; one that some readings give and others do not, or give
differently, is left out, and the line it stands on is listed as unread.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from advisor.observations import Interval, Observation, Problem
from advisor.reading.afterwards import report_contradictions
from advisor.reading.reader import Collector
from advisor.reading.repairs.endings import broken_off
from advisor.reading.repairs.truncation import cut_of
from advisor.reading.repairs.unwrapping import Plan
from advisor.reading.repairs.unwrapping.bonds import Joined
from advisor.reading.segments import Segmenter
from model.language import LineNumber, Name, say, with_lines

Figure = tuple[str, str, object, str, Interval]


@dataclass
class _Reading:
    """One reading, with its lines numbered as in the file."""

    out: Collector
    cleaned: str
    numbers: list[int]

    def figures(self) -> Counter[Figure]:
        return Counter(map(_figure, self.out.observations))


def _figure(item: Observation) -> Figure:
    return item.subject, item.metric, item.value, item.unit, item.interval


def read_wrapped(
    name: str, plans: Sequence[Plan], out: Collector, tick: Callable[[], None]
) -> str | None:
    """Read a text that looks wrapped into ``out``; how its lines were put together and cleaned.

    ``None``, and nothing is read, when the text reads as well or better as it stands.
    """
    plan = plans[0]
    lines = len(plan.texts)
    sure = plan.sure and len(plans) == 1
    readings = [
        (bound, _read(name, way, lines, out.limit, tick))
        for each in plans
        for bound, way in each.readings()
    ]
    whole = readings[0][1]
    if not whole.out.formats:
        return None
    common = whole.figures()
    every = common.copy()
    for bound, other in readings[1:]:
        found = other.figures()
        every |= found
        common &= found if bound or not sure else found | _dominated(whole, other)
    if not sure:
        plain = Joined(list(plan.texts), list(range(1, lines + 1)))
        stands = _read(name, plain, lines, out.limit, tick).figures()
        gained, forgone = every - stands, stands - whole.figures()
        if gained.total() < max(1, forgone.total()):
            return None
        if common.total() < 1.3 * stands.total() and not stands <= common:
            common &= stands
        every |= stands
    if (
        plan.hard or cut_of(plan.texts, broken_off) is not None
    ):  # cut off there, and not wrapped at all?
        common -= _at_the_edge(whole, plan)
    doubtful = _keep(whole.out, out, common, lines)
    report_contradictions(out)
    lost = (every - common).total()
    out.problem(_first(doubtful, plan), _sentence(name, plan, doubtful, lost))
    return ", ".join(part for part in (f"wrapped at {plan.width}", whole.cleaned) if part)


def _at_the_edge(whole: _Reading, plan: Plan) -> Counter[Figure]:
    """Figures that end where the text was cut, on lines that nothing was put to.

    Such a line may have lost its rest instead: ``40120`` may have become ``401``.
    """
    lasts = {
        first: after - 1
        for first, after in zip(
            whole.numbers, [*whole.numbers[1:], len(plan.texts) + 1], strict=True
        )
    }
    return Counter(
        _figure(item)
        for item in whole.out.observations
        if len(plan.texts[lasts[item.line] - 1].rstrip()) == plan.width
        and (item.text.rstrip().endswith(item.raw) or item.raw not in item.text)
    )


def _dominated(whole: _Reading, apart: _Reading) -> Counter[Figure]:
    """Figures of lines put together that say all that their parts say apart, and more.

    Parts of a row rarely read as more than the row; two rows put together rarely read as more
    than both.
    """
    firsts = whole.numbers
    of_whole: dict[int, list[Figure]] = {}
    of_parts: dict[int, list[Figure]] = {}
    for items, reading in ((of_whole, whole), (of_parts, apart)):
        for item in reading.out.observations:
            line = firsts[bisect_right(firsts, item.line) - 1]
            items.setdefault(line, []).append(_figure(item))
    found: Counter[Figure] = Counter()
    for line, figures in of_whole.items():
        counted = Counter(figures)
        if Counter(of_parts.get(line, ())) <= counted:
            found += counted
    return found


def _read(name: str, way: Joined, lines: int, limit: int, tick: Callable[[], None]) -> _Reading:
    found = Collector(name, limit, tick)
    segmenter = Segmenter(name, found, tick)
    segmenter.doubt_edges()
    segmenter.feed(way.texts, False)
    segmenter.hand_over()
    out = Collector(name, limit, tick)
    out.adopt(found, way.numbers, lines)
    out.problems = renumbered(out.problems, way.numbers)
    return _Reading(out, segmenter.cleaner.label(), way.numbers)


def renumbered(problems: Sequence[Problem], numbers: Sequence[int]) -> list[Problem]:
    """Problems whose sentences name the lines of the file: ``numbers[i]`` for line ``i + 1``."""

    def original(number: int) -> int:
        return numbers[number - 1] if 0 < number <= len(numbers) else number

    return [
        replace(problem, sentence=with_lines(problem.sentence, original)) for problem in problems
    ]


def _keep(whole: Collector, out: Collector, common: Counter[Figure], lines: int) -> list[int]:
    """Take over the figures that are in ``common``; the lines of the others, in order."""
    left = common.copy()
    kept: list[Observation] = []
    dropped: set[int] = set()
    for item in whole.observations:
        figure = _figure(item)
        if left[figure] > 0:
            left[figure] -= 1
            kept.append(item)
        else:
            dropped.add(item.line)
    doubtful = sorted(dropped)
    read = {item.line for item in kept}
    out.take(whole, kept, [line for line in doubtful if line not in read], lines)
    return doubtful


def _first(doubtful: Sequence[int], plan: Plan) -> int:
    if doubtful:
        return doubtful[0]
    return next((number for number, bond in enumerate(plan.bonds) if bond), 1)


def _sentence(name: str, plan: Plan, doubtful: Sequence[int], lost: int) -> str:
    """What is said of a wrapped text, with the remedy."""
    width = plan.width
    if not lost:
        return say(
            "{name} looks wrapped at {width} characters by a mail program or terminal and was put "
            "together again, but figures may be missing: have the report sent as an attachment, "
            "in its original width.",
            name=Name(name),
            width=width,
        )
    line = _first(doubtful, plan)
    return say(
        "{name} looks wrapped at {width} characters by a mail program or terminal, and {lost} "
        "figures that depend on where its lines ended, the first in line {line}, were not read: "
        "have the report sent as an attachment, in its original width.",
        name=Name(name),
        width=width,
        lost=lost,
        line=LineNumber(line),
    )
