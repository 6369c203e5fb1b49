"""Which intervals of a long print are read in detail, and which are only listed.

A postprocessor print of some weeks holds thousands of intervals and many millions of figures; the
as-is model averages over those it is given. Reading the first so many figures, as long as there is
room, would describe the first hours of the period only. Instead a first pass finds every page by
its title and heading (nothing else is looked at), and then intervals are chosen:

1. the intervals that the user names, when any are named; otherwise
2. the interval with the highest sum of each measure that readers declare (CPU busy of all systems,
   I/O rate of all devices), and
3. as many intervals as fit into the room there is, spread evenly: the period is cut into equal
   slots, and of each system the interval that starts nearest to the slot's middle is taken, so
   that the systems of a sysplex are compared at the same times.

Means over the period leave the busiest intervals out, unless the even choice has them too: with
them they would say more than there was.

All reports of a chosen interval are read, so that figures of one report are never set against those
of another time. Which pages were passed over is said in one sentence, and their lines are listed
as unread. The choice depends on nothing but the file.

Only pages that are certain are passed over: a page with a heading, no longer than a page is, in
which no other report and no message begins. Everything else is read as ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

from advisor.reading.reader import Dated, Occasion, Reader
from advisor.reading.scanning import Anchors
from model.language import Name, Sentence, listed, mark, say

Told = TypeVar("Told")

LONG = 6 << 20
"""Bytes from which a text or a dump is indexed before it is read."""

LONGEST_PAGE = 400
"""Lines; prints have some 60 on a page, SYSOUT without page breaks more."""

PAGE_TOP = 8
HEADING = 1_000
"""Characters from a title on in which its page says whose and when it is."""

_HELD_BACK = 1 << 14
"""Characters at the end of a chunk that wait for the next one, so that no heading is cut."""


@dataclass(slots=True)
class _Page:
    occasion: Occasion
    reader: Reader
    first: int
    sure: bool = True


@dataclass(slots=True)
class Dates:
    """All that is known of one interval of one system without reading it."""

    occasion: Occasion
    pages: list[tuple[int, int]] = field(default_factory=list)
    weight: int = 0
    """Figures that it gives, as far as can be told without reading it."""
    count: int = 0
    """Its lines, or records of a dump."""
    loads: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choice:
    """What is read of a long print."""

    chosen: tuple[Dates, ...]
    left_out: tuple[Dates, ...]
    busiest: tuple[tuple[str, str], ...] = ()
    """Measures and the starts of the intervals that have most of them."""
    peaks: tuple[str, ...] = ()
    """Starts of intervals that are read for that alone: the even choice does not have them."""

    def skipped(self) -> tuple[tuple[int, int], ...]:
        """Inclusive ranges of lines that are passed over, in order; neighbours are joined."""
        joined: list[tuple[int, int]] = []
        for first, last in sorted(span for dates in self.left_out for span in dates.pages):
            if joined and joined[-1][1] == first - 1:
                joined[-1] = (joined[-1][0], last)
            else:
                joined.append((first, last))
        return tuple(joined)


class Index:
    """Finds the pages of a text that is fed to it in order, chunk by chunk of whole lines."""

    def __init__(self, anchors: Anchors, readers: Iterable[Reader], asa: bool) -> None:
        self.found: dict[tuple[str, str], Dates] = {}
        self.lines = 0
        self._anchors, self._asa = anchors, asa
        self._words_of = {
            reader.id: tuple(dict.fromkeys((*dated.words, *map(str.upper, dated.words))))
            for reader in readers
            if (dated := reader.dated) is not None
        }
        self._words = sorted({word for words in self._words_of.values() for word in words})
        self._open: _Page | None = None
        self._rest = ""
        self._suspects: list[int] = []

    def feed(self, text: str, suspects: Sequence[int], last: bool = False) -> int:
        """One chunk, and what ``Anchors.suspects`` says of it; how many lines it has."""
        count = text.count("\n") + (bool(text) and not text.endswith("\n"))
        before = len(self._rest)
        text = self._rest + text
        positions = [*self._suspects, *(before + position for position in suspects)]
        if not last:
            cut = text.rfind("\n", 0, max(0, len(text) - _HELD_BACK)) + 1
            self._scan(text, positions, cut)
            self._rest = text[cut:]
            self._suspects = [position - cut for position in positions if position >= cut]
        else:
            self._scan(text, positions, len(text))
            self._close(self.lines)
        return count

    def _scan(self, text: str, suspects: Sequence[int], stop: int) -> None:
        """Take up the lines before ``stop``; what follows is only looked at."""
        word = next((word for word in self._words if word in text), "")
        if not word:
            self._doubt()
            self.lines += text.count("\n", 0, stop)
            return
        self._words.remove(word)
        self._words.insert(0, word)  # which the next chunk is likely to have as well
        counted, at = self.lines, 0
        found = self._anchors.find_in(text, suspects)
        ends = _next_starts([start for start, _, _ in found], len(text))
        before: Reader | None = None  # whose anchor was found on the same line
        for (start, end, key), after in zip(found, ends, strict=True):
            if start >= stop:
                break
            if start > at:
                counted, at, before = counted + text.count("\n", at, start), start, None
            before = self._anchor(text, (start, end, after), key, counted + 1, before)
        rest = text[at:stop]
        counted += rest.count("\n") + (stop == len(text) and bool(rest) and rest[-1] != "\n")
        self.lines = counted
        if self._open is not None and counted - self._open.first >= LONGEST_PAGE:
            self._doubt()

    def _anchor(
        self, text: str, place: tuple[int, int, int], key: str, number: int, before: Reader | None
    ) -> Reader | None:
        """Take up an anchor: the reader that it opens a page for, or ``before``.

        ``place``: where its line begins and ends, and where the next line with an anchor begins.
        """
        start, end, after = place
        for reader, _, at_start in self._anchors.behind[key]:
            if reader is before:
                return before  # the line holds several of its anchors
            if at_start and not self._opens(text[start:end], key):
                continue
            if reader.where != "segment" or reader.dated is None:
                self._doubt()  # a message, or another report, which ends the page somewhere here
                if reader.where != "inline":
                    self._open = None
                return before
            occasion = self._occasion(reader, reader.dated, text, start, after)
            now = self._open
            if occasion is None:
                if now is None or now.reader is not reader:
                    self._doubt()
                else:  # a column heading further down the page, say
                    self._weigh(reader.dated, now.occasion, text[start:after])
                return before
            first = number - self._above(text, start)
            self._close(first - 1)
            self._open = _Page(occasion, reader, first)
            self._weigh(reader.dated, occasion, text[start:after])
            return reader
        return before

    def _weigh(self, dated: Dated, occasion: Occasion, piece: str) -> None:
        """Add what a piece of a page says of the load of its interval."""
        dates = self._dates(occasion)
        load = None if dated.load is None else _told(dated.load, piece)
        if load is not None:
            dates.loads[dated.measure] = dates.loads.get(dated.measure, 0.0) + load

    def _opens(self, line: str, key: str) -> bool:
        content = line[1:] if self._asa else line
        return " ".join(content.split()).startswith(key)

    def _occasion(
        self, reader: Reader, dated: Dated, text: str, start: int, after: int
    ) -> Occasion | None:
        top = text[start : min(after, start + HEADING)]
        for word in self._words_of[reader.id]:
            if word in top:
                return _told(dated.occasion, top)
        return None

    def _above(self, text: str, start: int) -> int:
        """How many lines above the title its page begins."""
        if not self._asa:
            if text.startswith("\f", start):
                return 0
            above = text.rfind("\f", max(0, start - 1200), start)
            count = text.count("\n", above, start) if above >= 0 else 0
            return count if count <= PAGE_TOP else 0
        if text.startswith("1", start):
            return 0
        at = start
        for count in range(1, PAGE_TOP + 1):
            at = text.rfind("\n", 0, at - 1) + 1 if at > 0 else -1
            if at < 0:
                break
            if text.startswith("1", at):
                return count
            if at == 0:
                break
        return 0

    def _dates(self, occasion: Occasion) -> Dates:
        key = (occasion.who, occasion.start)
        if key not in self.found:
            self.found[key] = Dates(occasion)
        return self.found[key]

    def _doubt(self) -> None:
        if self._open is not None:
            self._open.sure = False

    def _close(self, last: int) -> None:
        """The open page ends with line ``last``."""
        page, self._open = self._open, None
        if page is None or not page.sure or not 0 <= last - page.first < LONGEST_PAGE:
            return
        dates = self._dates(page.occasion)
        dates.pages.append((page.first, last))
        assert page.reader.dated is not None
        lines = last - page.first + 1
        dates.weight += lines * page.reader.dated.figures_per_line
        dates.count += lines


def _next_starts(starts: Sequence[int], end: int) -> list[int]:
    """For each position the next one that differs; ``end`` after the last."""
    following: list[int] = []
    after = end
    for index in range(len(starts) - 1, -1, -1):
        if index + 1 < len(starts) and starts[index + 1] != starts[index]:
            after = starts[index + 1]
        following.append(after)
    return following[::-1]


def choose(
    found: Sequence[Dates],
    room: int,
    wanted: Sequence[str] = (),
    tick: Callable[[], None] = lambda: None,
) -> Choice:
    """The intervals that are read in detail.

    Parameters
    ----------
    found
        All intervals of all systems.
    room
        The figures up to which intervals are read in detail.
    wanted
        Beginnings of ISO times: intervals that start so are read, and no others.
    tick
        Called again and again; a day's every second of a hundred systems takes its time.
    """
    if wanted:
        named = [dates for dates in found if dates.occasion.start.startswith(tuple(wanted))]
        return _split(found, _fitting(named, room), ())
    if sum(dates.weight for dates in found) <= room:
        return Choice(tuple(found), ())
    peaks = _peaks(found)
    starts = {start for _, start in peaks}
    always = [dates for dates in found if dates.occasion.start in starts]
    room = max(0, room - sum(dates.weight for dates in always))
    times = {start: _seconds(start) for start in _starts(found)}
    slots = len(times)
    even = _spread(found, times, slots, tick)
    while slots > 1 and (weight := _weight(even, starts)) > room:
        slots = max(1, min(slots - 1, int(slots * room / weight)))
        even = _spread(found, times, slots, tick)
    tick()
    spread = {id(dates) for dates in even}
    only = sorted({dates.occasion.start for dates in always if id(dates) not in spread})
    tick()
    return replace(_split(found, [*always, *even], peaks), peaks=tuple(only))


def _split(
    found: Sequence[Dates], taken: Iterable[Dates], peaks: tuple[tuple[str, str], ...]
) -> Choice:
    keys = {id(dates) for dates in taken}
    return Choice(
        tuple(dates for dates in found if id(dates) in keys),
        tuple(dates for dates in found if id(dates) not in keys),
        peaks,
    )


def _fitting(named: Sequence[Dates], room: int) -> Iterator[Dates]:
    for dates in sorted(named, key=lambda one: (one.occasion.start, one.occasion.who)):
        room -= dates.weight
        if room < 0:
            return
        yield dates


def _starts(found: Iterable[Dates]) -> list[str]:
    return sorted({dates.occasion.start for dates in found})


def _weight(found: Iterable[Dates], but: set[str]) -> int:
    return sum(dates.weight for dates in found if dates.occasion.start not in but)


def _peaks(found: Sequence[Dates]) -> tuple[tuple[str, str], ...]:
    sums: dict[str, dict[str, float]] = {}
    for dates in found:
        for measure, load in dates.loads.items():
            by_start = sums.setdefault(measure, {})
            by_start[dates.occasion.start] = by_start.get(dates.occasion.start, 0.0) + load
    return tuple(
        (measure, max(sorted(by_start), key=lambda start: by_start[start]))
        for measure, by_start in sorted(sums.items())
    )


def _spread(
    found: Sequence[Dates], times: Mapping[str, float], slots: int, tick: Callable[[], None]
) -> list[Dates]:
    """Of every system the interval nearest to the middle of each of ``slots`` equal slots."""
    first, last = min(times.values()), max(times.values())
    width = max(1.0, last - first) / slots
    nearest: dict[tuple[str, int], tuple[float, str, Dates]] = {}
    for position, dates in enumerate(found):
        if not position & 4095:
            tick()
        at = times[dates.occasion.start] - first
        slot = min(slots - 1, int(at / width))
        entry = (abs(at - (slot + 0.5) * width), dates.occasion.start, dates)
        key = (dates.occasion.who, slot)
        if key not in nearest or entry[:2] < nearest[key][:2]:
            nearest[key] = entry
    return [dates for _, _, dates in nearest.values()]


def _seconds(start: str) -> float:
    return (datetime.fromisoformat(start) - datetime(1970, 1, 1)).total_seconds()


OF_LONG_PRINT = mark(
    "{file} holds {starts:,} intervals of {whose} from {starts2} to {starts3}; {read:,} of them "
    "were read in detail ({how}), and the {left_out} of the others are listed as unread: name "
    "others with --interval to read those instead."
)


def sentence(file: str, choice: Choice, named: bool, left_out: str) -> str:
    """What was read of a long print and what was not, with the remedy.

    ``left_out`` counts what was passed over, such as ``8,000 lines``.
    """
    both = (*choice.chosen, *choice.left_out)
    starts = _starts(both)
    read = _starts(choice.chosen)
    whose = _names(sorted({dates.occasion.who for dates in both}))
    if named:
        how = "those that were named" if read else "none starts as named"
    else:
        how = "spread evenly over the period"
        if choice.busiest:
            peaks = listed(
                [
                    say("{start} (highest {measure})", start=start, measure=measure)
                    for measure, start in choice.busiest
                ]
            )
            how = say("spread evenly over the period, with {peaks}", peaks=peaks)
    return say(
        OF_LONG_PRINT,
        file=Name(file),
        starts=len(starts),
        whose=whose,
        starts2=starts[0],
        starts3=starts[-1],
        read=len(read),
        how=how,
        left_out=left_out,
    )


def is_of_long_print(text: str) -> bool:
    """Whether a problem is that only some intervals of a long print were read."""
    return isinstance(text, Sentence) and text.template == OF_LONG_PRINT


def _names(names: Sequence[str]) -> str:
    if len(names) > 6:
        return say("{names} systems", names=len(names))
    return listed([Name(name) for name in names])


def _told(ask: Callable[[str], Told | None], piece: str) -> Told | None:
    """What a page says; ``None`` where its reader fails over it, as reading the page will say."""
    try:
        return ask(piece)
    except Exception:
        return None
