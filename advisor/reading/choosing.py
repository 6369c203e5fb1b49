"""Chooses what a damaged text was: reads what the repairs offer and keeps the best of it.

An offer is better than another when it gives more figures that the other does not than it forgoes,
or as many and leaves fewer lines unread, or is known to a reader as the other is not (which says
nothing where it put lines together: there something has to be gained). What it gives is kept where
all ways give it in which the text may have been.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, cached_property

from advisor.observations import Interval, Observation
from advisor.reading.afterwards import report_contradictions, withhold_at_end
from advisor.reading.ahead import AHEAD, with_next
from advisor.reading.reader import Collector
from advisor.reading.repairs.offers import Offer, Repair, Text, Trust
from advisor.reading.repairs.unwrapping.bonds import Way
from advisor.reading.segments import Segmenter
from model.discovery import declared

ROOM = "advisor.reading.repairs"
AT_ONCE = 4_000
"""Lines that are read between two ticks."""

CLEARLY_MORE = 1.3
"""By how much lines put together give more than lines as they stand, where nobody doubts it."""

Figure = tuple[str, str, object, str, Interval]


@cache
def repairs() -> tuple[Repair, ...]:
    """Every ``REPAIR`` of the room's modules, in the order of the modules' names."""
    return declared(ROOM, "REPAIR")


def read_repaired(text: Text, out: Collector) -> str:
    """Read a text into ``out`` as the best of its offers; what people are told of how."""
    offers = _offers(text)
    if offers[0].trust is not Trust.CERTAIN:
        best = _best(text, offers, out.limit)
        out.become(best.out)
        return best.label
    (way,) = offers[0].ways
    inner = Collector(text.name, out.limit, text.tick)
    again = Text(text.name, ((list(way.lines), False),), text.ended, text.records, text.tick)
    label = read_repaired(again, inner)
    out.adopt(inner, way.numbers, len(text.lines))
    own = set(way.numbers)
    out.ledger.note_all([n for n in range(1, len(text.lines) + 1) if n not in own])
    for line, sentence in offers[0].said((), 0) if out.formats else ():
        out.problem(line, sentence)
    return ", ".join(part for part in (label, offers[0].label) if part)


def chosen_by_head(text: Text, limit: int) -> Offer:
    """The offer that the beginning of a long text speaks for, of those that take it line by line.

    Text that is too long to be at hand as a whole can be read in no other way.
    """
    offers = [offer for offer in _offers(text) if offer.ways[0].lines is text.lines]
    return offers[0] if len(offers) == 1 else _best(text, offers, limit).offer


def _offers(text: Text) -> list[Offer]:
    found = [offer for repair in repairs() if (offer := repair(text)) is not None]
    return sorted(found, key=lambda offer: offer.trust)


def _best(text: Text, offers: Sequence[Offer], limit: int) -> _Reading:
    best: _Reading | None = None
    stands: _Reading | None = None
    for offer in offers:
        reading = _Reading(text, offer, limit)
        if offer.trust is Trust.SURE:
            if not reading.out.formats:
                stands = reading  # unless another is
                continue
            best = reading
            break
        if best is None:
            stands = best = reading
        elif reading.better(best):
            best = reading
    best = stands if best is None else best
    assert best is not None  # the text as it stands is an offer
    best.settle(None if best is stands else stands)
    return best


class _Reading:
    """An offer, read: ``out`` is its likeliest way, with the file's numbers of lines."""

    def __init__(self, text: Text, offer: Offer, limit: int) -> None:
        self.text, self.offer, self._limit = text, offer, limit
        self.label = ""
        self.out = self._read(offer.ways[0])

    def better(self, other: _Reading) -> bool:
        """Whether more is gained by this than by another."""
        before = _figures(other.out)
        gained = (self._every - before).total()
        forgone = (before - _figures(self.out)).total()
        if gained != forgone or self.offer.torn:
            return gained >= max(1, forgone)
        if not other.out.formats:  # and says nothing: whose report it is can be said of this
            return bool(self.out.formats)
        return bool(self.out.observations) and self._unread < other._unread

    @cached_property
    def _unread(self) -> int:
        ranges = self.out.ledger.ranges(len(self.text.lines))
        return sum(last - first + 1 for first, last in ranges)

    def settle(self, stands: _Reading | None) -> None:
        """Keep what all ways give, and say what has to be said; ``stands`` is what the text gave
        as it stands, which is one of the ways where little speaks for another.
        """
        lost, doubtful = 0, []
        if self.offer.torn:
            before = Counter() if stands is None else _figures(stands.out)
            common = self._common()
            if common.total() < CLEARLY_MORE * before.total() and not before <= common:
                common &= before
            if self.offer.edge:
                common -= Counter(map(_figure, self._at_the_edge()))
            lost = ((self._every | before) - common).total()
            doubtful = self._keep(common)
            self._withhold_end()
            report_contradictions(self.out)
        elif self.offer.agreed:
            common = self._common()
            lost = (self._every - common).total()
            if lost:
                doubtful = self._keep(common)
            else:
                self.out = self._others[-1]  # the text as it stands, of which the same is read
        if self.out.formats:
            for line, sentence in self.offer.said(doubtful, lost):
                self.out.problem(line, sentence)

    @cached_property
    def _others(self) -> list[Collector]:
        """The ways that are less likely, read."""
        return [self._read(way) for way in self.offer.ways[1:]]

    @cached_property
    def _every(self) -> Counter[Figure]:
        """The figures that any of the ways gives."""
        every = _figures(self.out)
        for other in self._others:
            every |= _figures(other)
        return every

    def _common(self) -> Counter[Figure]:
        """The figures that all ways give."""
        common = _figures(self.out)
        sure = self.offer.trust is Trust.SURE
        for way, other in zip(self.offer.ways[1:], self._others, strict=True):
            found = _figures(other)
            common &= found if way.bound or not sure else found | self._dominated(other)
        return common

    def _read(self, way: Way) -> Collector:
        text, offer = self.text, self.offer
        found = Collector(text.name, self._limit, text.tick)
        segmenter = Segmenter(
            text.name, found, text.tick, text.records, offer.front, offer.cut, offer.torn
        )
        whole = way.lines is text.lines
        for (lines, continued), after in with_next(text.blocks if whole else _blocks(way.lines)):
            segmenter.feed(lines, continued, [] if after is None or after[1] else after[0][:AHEAD])
            text.tick()
        if offer.torn:
            segmenter.hand_over()
        else:
            segmenter.finish(text.ended or offer.closed)
        cleaned = segmenter.cleaner.label()
        self.label = self.label or ", ".join(part for part in (offer.label, cleaned) if part)
        if whole:
            return found
        out = Collector(text.name, self._limit, text.tick)
        out.adopt(found, way.numbers, len(text.lines))
        return out

    def _keep(self, common: Counter[Figure]) -> list[int]:
        """Keep the figures that are in ``common``; the lines of the others, in order."""
        left = common.copy()
        kept: list[Observation] = []
        dropped: set[int] = set()
        for item in self.out.observations:
            figure = _figure(item)
            if left[figure] > 0:
                left[figure] -= 1
                kept.append(item)
            else:
                dropped.add(item.line)
        read = {item.line for item in kept}
        self.out.observations = kept
        self.out.ledger = self.out.ledger.without(dropped - read, len(self.text.lines))
        return sorted(dropped)

    def _withhold_end(self) -> None:
        """Take back what stands last in a text whose last line has no end: it may go on."""
        last = self.text.lines[-1]
        if self.text.ended or self.offer.closed or not last[-1:].isalnum():
            return
        first = self.offer.ways[0].numbers[-1]  # of the lines of which the last was put together
        touching = [
            item
            for item in self.out.observations
            if item.line >= first and (words := item.raw.split()) and last.endswith(words[-1])
        ]
        if touching:
            withhold_at_end(self.out, touching[-1].line, touching)

    def _at_the_edge(self) -> Iterator[Observation]:
        """Figures that end where the text was cut, on a line that nothing was put to, or in front
        of what was: another line perhaps, where it has lost its rest instead.

        ``40120`` may have become ``401``.
        """
        firsts = self.offer.ways[0].numbers
        ends = dict(zip(firsts, [*firsts[1:], len(self.text.lines) + 1], strict=True))
        lines = self.text.lines
        words = {
            number: lines[number - 1].split()[-1]
            for number in self.offer.edge
            if lines[number - 1].strip()
            and not (number < len(lines) and lines[number].lstrip("> ").startswith("<"))  # a tag
        }
        for item in self.out.observations:
            if not item.raw:
                continue
            for number in range(item.line, ends[item.line]):
                if number in words and (
                    words[number].endswith(item.raw)
                    or (number == ends[item.line] - 1 and item.raw not in item.text)
                ):
                    yield item
                    break

    def _dominated(self, apart: Collector) -> Counter[Figure]:
        """Figures of lines put together that say all that their parts say apart, and more.

        Parts of a row rarely read as more than the row; two rows put together rarely read as more
        than both.
        """
        firsts = self.offer.ways[0].numbers
        of_whole: dict[int, list[Figure]] = {}
        of_parts: dict[int, list[Figure]] = {}
        for items, out in ((of_whole, self.out), (of_parts, apart)):
            for item in out.observations:
                line = firsts[bisect_right(firsts, item.line) - 1]
                items.setdefault(line, []).append(_figure(item))
        found: Counter[Figure] = Counter()
        for line, figures in of_whole.items():
            counted = Counter(figures)
            if Counter(of_parts.get(line, ())) <= counted:
                found += counted
        return found


def _blocks(lines: Sequence[str]) -> Iterator[tuple[list[str], bool]]:
    for start in range(0, len(lines), AT_ONCE):
        yield list(lines[start : start + AT_ONCE]), False


def _figure(item: Observation) -> Figure:
    return item.subject, item.metric, item.value, item.unit, item.interval


def _figures(out: Collector) -> Counter[Figure]:
    return Counter(map(_figure, out.observations))
