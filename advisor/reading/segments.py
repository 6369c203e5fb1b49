"""Cuts a stream of lines into segments, one reader each, and hands them over.

One compiled pattern of all readers' anchors passes once over each block; everything else costs
only where something was recognised. A segment that repeats an earlier one word for word (a page
printed twice, a file pasted together from copies) is read once: its figures would count double.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from advisor.reading.afterwards import (
    place_unnamed,
    report_assumed,
    report_contradictions,
    report_cut_end,
    report_cut_page,
    report_cut_print,
    report_few,
    report_open_part,
)
from advisor.reading.again import Again
from advisor.reading.ahead import AHEAD, cleaned
from advisor.reading.answers import Answers, Others, together
from advisor.reading.commas import Commas
from advisor.reading.gaps import with_gaps
from advisor.reading.guarding import guarded
from advisor.reading.layout.dates import printed_by
from advisor.reading.makers import of_another
from advisor.reading.marks import withhold_doubtful_marks
from advisor.reading.numbers import numbers_of
from advisor.reading.quiet import Quiet
from advisor.reading.reader import Collector, Line, LogPrefix, Reader, Segment, TooMany
from advisor.reading.registry import all_readers
from advisor.reading.repairs.points import shown_by
from advisor.reading.repairs.prefixes import Cleaner, Front, detect_cleaner, job_of, prefix_of
from advisor.reading.repairs.truncation import Cut, shows_hidden
from advisor.reading.scanning import Anchors, compile_anchors, next_of_kind
from advisor.reading.turns import turns
from model.language import Name

HEAD_LINES = 400
PAGE_TOP = 8
LONGEST_SEGMENT = 10_000
LAST = 12
"""Lines at the end of a file by which it shows that it was cut off."""

_NO_RUN: tuple[range, frozenset[str]] = range(0), frozenset()
ANCHORED = ("segment", "inline", "heading")


@cache
def all_anchors() -> Anchors:
    """The anchors of all readers that look for some."""
    return compile_anchors([r for r in all_readers() if r.where in ANCHORED])


@dataclass
class _Open:
    """The segment being filled: its reader and parallel lists of lines from ``base`` on."""

    reader: Reader | None = None
    opened_by: str = ""
    base: int = 1
    anchor: int = 0
    texts: list[str] = field(default_factory=list)
    contents: list[str] = field(default_factory=list)
    continued: bool = False
    shared: dict[str, str] = field(default_factory=dict)


class Segmenter:
    """Takes blocks of decoded lines; puts observations into ``out``.

    Behind a ``front``, and without what touches the column of a ``cut``. ``torn`` tells the readers
    that words and names may be torn where lines begin and end.
    """

    def __init__(
        self,
        file: str,
        out: Collector,
        tick: Callable[[], None],
        records: bool = False,
        front: Front | None = None,
        cut: Cut | None = None,
        torn: bool = False,
    ) -> None:
        self.file = file
        self.out = out
        self.lines = 0
        self.cleaner = Cleaner()
        self._tick = tick
        self._records = records
        self._front = front
        self._whole: Reader | None = None
        self._whole_first = True
        self._held: tuple[list[str], list[str], list[int]] = ([], [], [])
        self._memory: dict[str, dict[str, Any]] = {}
        self._shared: dict[str, str] = {}
        self._jobs: dict[str, str] = {}
        self._systems: set[str] = set()  # that headings of logs named
        self._open = _Open()
        self._pages: list[int] = []  # ascending
        self._forgotten = 1
        self._logs: dict[int, re.Match[str] | LogPrefix] = {}
        self._waiting: list[tuple[Reader, list[Line], int, frozenset[str]]] = []
        self._queued: set[str] = set()
        self._inline_at: dict[str, int] = {}
        self._quiet = Quiet()
        self._again = Again()
        self._started = False
        self._before: list[str] = []  # the last contents of the block before
        self._ending: list[str] = []
        self._last: tuple[Reader, Segment] | None = None
        self._commas = Commas(out)
        self._answers = Answers([], [], 1, self._commas, lambda _place: None, int)
        self._moved: dict[int, int] = {}  # places of lines that stood elsewhere, and their numbers
        self._cut = cut
        if torn or cut is not None:
            self._shared["torn"] = "yes"

    def feed(self, texts: list[str], continued: bool, ahead: Sequence[str] = ()) -> None:
        """One block; ``continued``: it goes on with the last line of the block before. ``ahead``
        are lines behind it, which are fed with the next one.
        """
        if not texts:
            return
        if self.out.full and self._whole is None:
            # What follows is not kept (and said so): its lines are counted, nothing more.
            self.lines += len(texts) - (1 if continued else 0)
            self.out.lines_seen = self.lines
            return
        if not self._started:
            self._start(texts)
        texts = self.cleaner.untabbed(texts)
        if continued and self._whole is None:
            # The rest of an over-long line of XML that nobody reads whole: the line stays unread.
            texts, continued = texts[1:], False
            if not texts:
                return
        if self._whole is None and self.cleaner.log_only and not _needs_cleaning(texts):
            self._feed_log(texts, ahead)
        else:
            self._feed_block(texts, continued, ahead)

    def _feed_log(self, texts: list[str], ahead: Sequence[str]) -> None:
        """Lines of a log: most are messages of others, whose columns nobody has to take off.

        What stands behind the columns is looked at around anchors and as long as a reader asks.
        """
        hits = all_anchors().find(texts)
        at, following = 0, 0
        while at < len(texts):
            calm = hits[following][0] - PAGE_TOP if following < len(hits) else len(texts)
            upto = at + max((missing for _, _, missing, _ in self._waiting), default=0)
            if self._open.reader is not None:
                upto = calm + PAGE_TOP + 1
            elif upto == at and calm - at > PAGE_TOP:
                self._pass_over(texts[at:calm])
                at = calm
                continue
            first = following
            upto = max(upto, min(at + PAGE_TOP, calm))
            while following < len(hits) and hits[following][0] - PAGE_TOP <= upto:
                upto = max(upto, hits[following][0] + all_anchors().asked_below(hits[following][1]))
                following += 1
            some = [index - at for index, _ in hits[first:following]]
            self._feed_block(texts[at:upto], False, () if upto < len(texts) else ahead, some)
            at = upto

    def _pass_over(self, texts: list[str]) -> None:
        """Lines of a log in which no anchor stands: only blank ones count as read."""
        number = self.lines + 1
        for index in self.cleaner.blanks(texts):
            self.out.ledger.aside(number + index, texts[index])
        # Which message a continuation belongs to shows in the last lines.
        self._before = self.cleaner.clean(self.cleaner.last_message(texts, PAGE_TOP))[-PAGE_TOP:]
        self.lines += len(texts)
        self.out.lines_seen = self.lines
        self._ending = texts[-LAST:]
        self._open = _Open(base=self.lines + 1, anchor=self._open.anchor)
        self._logs.clear()
        self._forgotten = self.lines + 1

    def _feed_block(
        self, texts: list[str], continued: bool, ahead: Sequence[str],
        anchored: Sequence[int] | None = None,
    ) -> None:  # fmt: skip
        """Lines to be looked at; ``anchored`` are those with an anchor, where that is known."""
        first = self.lines if continued else self.lines + 1
        if self.cleaner.log_only and not continued:
            order = together(texts, self.cleaner.log)
            if order is not None:
                texts, anchored = [texts[index] for index in order], None
                pairs = enumerate(order)
                self._moved.update({first + at: first + i for at, i in pairs if at != i})
        contents: list[str] = texts
        if not self.cleaner.plain or _needs_cleaning(texts):
            contents = self.cleaner.clean(texts)
        else:
            self.cleaner.page_starts.clear()
            self.cleaner.logs.clear()
        if self._cut is not None:
            contents = self._cut.hide(self.cleaner.printed(texts), contents)
        self.lines = first + len(texts) - 1
        self._ending = [*self._ending[-LAST:], *texts[-LAST:]][-LAST:]
        self.out.lines_seen = self.lines
        ledger = self.out.ledger
        for index, line in enumerate(contents):
            if not line or line.isspace():
                ledger.aside(self._number(first + index), texts[index])
        if self._whole is not None:
            self._feed_whole(texts, contents, first)
            return
        self._pages.extend(first + index for index in sorted(self.cleaner.page_starts))
        self._logs.update({first + i: log for i, log in self.cleaner.logs.items()})
        at = 0
        for index, name in self._turns(contents):
            self._feed_anchored(texts[at:index], contents[at:index], first + at)
            self._turn(name, contents[index:], first + index)
            at = index
        if at:
            anchored = None
        self._feed_anchored(texts[at:], contents[at:], first + at, anchored, ahead)

    def _turns(self, contents: list[str]) -> list[tuple[int, str]]:
        """Lines of a letter behind which figures are of somebody else: no print has such."""
        letter = not (self._records or self._logs or self.cleaner.asa)
        if not letter or len(contents) > LONGEST_SEGMENT:
            return []
        return list(turns(contents, self._before))

    def _turn(self, name: str, below: Sequence[str], number: int) -> None:
        """Forget who was named so far: what follows is of ``name``, whatever that is."""
        asked = self._open.reader is not None or bool(self._waiting)
        self._hand_over_all(number)
        kept = ("torn", "assumed")
        self._shared = {key: said for key, said in self._shared.items() if key in kept}
        self._memory = {}
        self._systems.add(name)
        hits = all_anchors().find(list(below))
        untitled = range(1, hits[0][0] if hits else len(below))
        rows = {at: told for at in untitled if len(told := numbers_of(below[at])[0]) > 1}
        if not asked or not rows:
            return
        for at, told in rows.items():
            self.out.ledger.leave(number + at, told)
        self.out.say(
            "{file}, line {number}: this line speaks of {name}, and below it stand figures without "
            "the title or message that would say whose they are, so they were not read: send them "
            "with the lines that stood above them.",
            number,
            name=Name(name),
        )

    def opened(self, texts: list[str]) -> bool:
        """Look at the beginning of a file; whether lines may be passed over with :meth:`skip`.

        Not where one reader takes the whole file, nor where the lines of a log or a mail have to be
        followed from the first to the last.
        """
        if texts and not self._started:
            self._start(texts)
        cleaner = self.cleaner
        return self._started and self._whole is None and not cleaner.followed

    def skip(self, count: int) -> None:
        """Pass over ``count`` lines that nobody is to read: they are counted as unread."""
        self._hand_over_all()
        self._before = []
        self.lines += count
        self.out.lines_seen = self.lines
        self._open = _Open(base=self.lines + 1)
        self._ending = []

    def _hand_over_all(self, upto: int = 0) -> None:
        for reader, lines, _, _ in self._waiting:
            self._parse(reader, Segment(lines, self.file))
        self._waiting.clear()
        self._close(upto or self.lines + 1)

    def finish(self, ended: bool = True) -> None:
        """No more lines: hand over what is open, and say what only the whole file shows.

        ``ended``: the last line has its line end.
        """
        self.hand_over()
        withhold_doubtful_marks(self.out)
        place_unnamed(self.out, self._systems)
        if assumed := self._shared.get("assumed"):
            report_assumed(self.out, assumed)
        self.out.say_doubts()
        if self._cut is None:  # which says why figures are missing
            report_few(self.out)
        if self._ending:
            *before, last = self._ending
            report_cut_end(self.out, (self.lines, last), before, ended)
            report_cut_page(self.out, self.lines)
            if self._last is not None and self._last[1].lines[-1].number == self.lines:
                reader, segment = self._last
                report_open_part(self.out, reader.title, reader.closing, segment.lines)
            paged = any(r.dated and r.id in self.out.formats for r in all_readers())
            report_cut_print(self.out, (self.lines, last), before, ended, paged)
        report_contradictions(self.out)
        if self._cut is not None and self.out.formats:
            self.out.observations = [
                item for item in self.out.observations if not shows_hidden(item)
            ]
            missed = self.out.observations or self.out.ledger.numbers().unread
            left_out = sum(page.known - page.numbers for page in self.out.pages.values()) > 0
            if left_out and not missed and self.out.problems:
                return  # it was said that nobody needs any of it
            self.out.problem(self._cut.first, self._cut.sentence(self.file))

    def hand_over(self) -> None:
        """No more lines: hand over what is open."""
        if self._whole is not None:
            self._hand_whole(True)
        else:
            self._hand_over_all()

    def _start(self, texts: list[str]) -> None:
        self._started = True
        self.cleaner = detect_cleaner(texts[:3000], self._records, self._front)
        self._commas.points = shown_by(texts[:3000])
        head = self.cleaner.untabbed(texts[:HEAD_LINES])
        if not self.cleaner.plain or _needs_cleaning(head):
            probe = replace(self.cleaner, tab="\t")  # which tables are told by
            head = probe.clean(head)
        for reader in all_readers():
            claims = reader.claims
            if reader.where != "whole" or claims is None:
                continue
            if guarded(self.out, reader, 1, lambda: claims(head)):  # noqa: B023
                self._whole = reader
                self.out.claim(reader.id)
                return

    # -- files that one reader takes whole ---------------------------------------------------

    def _feed_whole(self, texts: list[str], contents: list[str], first: int) -> None:
        self._held[0].extend(texts)
        self._held[1].extend(contents)
        self._held[2].extend(range(first, first + len(texts)))
        while len(self._held[0]) > LONGEST_SEGMENT:
            self._hand_whole(False)

    def _hand_whole(self, last: bool) -> None:
        assert self._whole is not None
        count = len(self._held[0]) if last else LONGEST_SEGMENT
        texts, contents, numbers = self._held
        lines = [
            Line(number, text, content)
            for text, content, number in zip(
                texts[:count], contents[:count], numbers[:count], strict=True
            )
        ]
        self._held = texts[count:], contents[count:], numbers[count:]
        segment = Segment(lines, self.file, first=self._whole_first, last=last)
        self._whole_first = False
        marked_up = contents[0].lstrip().startswith("<") if contents else False
        if not (marked_up and self._commas.odd(self._whole, contents[:count], numbers[0])):
            self._parse(self._whole, segment)
        self._tick()

    # -- files in which anchors open segments ------------------------------------------------

    def _feed_anchored(
        self,
        texts: list[str],
        contents: list[str],
        first: int,
        anchored: Sequence[int] | None = None,
        ahead: Sequence[str] = (),
    ) -> None:
        logs = self._log if self._logs else lambda _place: None
        number = self._number if self._moved else int
        self._answers = Answers(texts, contents, first, self._commas, logs, number)
        self._serve_waiting(len(texts))
        taken = 0  # lines of this block that are in the open segment already
        heading = -1  # the line whose heading has been read
        around, before = [*self._before, *contents], len(self._before)
        self._before = around[-PAGE_TOP:]
        near_end = len(contents) - AHEAD if ahead else len(contents)
        hits = all_anchors().find(contents, anchored)
        again = next_of_kind(hits)
        confirmed: set[tuple[int, str]] = set()
        # Lines of answers of one reader that touch, and of which jobs these are.
        runs: dict[Reader, tuple[range, frozenset[str]]] = {}
        for index, key in hits:
            if index >= near_end:
                around += cleaned(ahead[:AHEAD], self.cleaner)
                near_end = len(contents)
            for reader, anchor, at_start in all_anchors().behind[key]:
                if index == heading or (at_start and not _starts_with(contents[index], key)):
                    continue
                if reader.merges:
                    if self._confirms(reader, around, before + index, first + index):
                        run, own = runs.get(reader, _NO_RUN)
                        if index >= run.stop:
                            if run:
                                self._open_inline(reader, len(texts), first, run, own)
                            run, own = range(index, index), frozenset()
                        self.out.claim(reader.id)
                        run = range(run.start, index + 1 + reader.inline_lines)
                        runs[reader] = run, own | {self._job(first + index)}
                    continue
                if reader.where == "inline":
                    left = self._quiet.again(reader, contents, index)
                    if left is not None:
                        self.out.ledger.leave(self._number(first + index), left)
                        continue
                    if (index, reader.id) in confirmed or self._confirms(
                        reader, around, before + index, first + index
                    ):
                        # An answer ends where the next of its kind begins.
                        end = index + 1 + reader.inline_lines
                        other = again.get((index, key), end)
                        while other < end and self._of_others(first + index, first + other):
                            other = again.get((other, key), end)
                        if other < end and self._confirms(
                            reader, around, before + other, first + other
                        ):
                            confirmed.add((other, reader.id))
                            end = other
                        own = frozenset((self._job(first + index),))
                        self._open_inline(reader, len(texts), first, range(index, end), own)
                    continue
                same = self._open.reader is reader
                if same and (not reader.splits or self._open.opened_by != anchor):
                    continue
                if not self._confirms(reader, around, before + index, first + index):
                    continue
                self._extend(texts[taken : index + 1], contents[taken : index + 1])
                taken = index + 1
                self._begin(reader, anchor, first + index)
                if reader.where == "heading":
                    self._close(first + taken)
                    heading = index
                break
        for reader, (run, own) in runs.items():
            self._open_inline(reader, len(texts), first, run, own)
        self._extend(texts[taken:], contents[taken:])

    def _extend(self, texts: list[str], contents: list[str]) -> None:
        if not texts:
            return
        now = self._open
        now.texts.extend(texts)
        now.contents.extend(contents)
        if now.reader is None:
            if len(now.texts) > 4 * PAGE_TOP:
                self._drop(len(now.texts) - PAGE_TOP)
        elif len(now.texts) > LONGEST_SEGMENT:
            self._close(now.base + len(now.texts))
            self._open.reader, self._open.opened_by = now.reader, now.opened_by
            self._open.continued, self._open.shared = True, now.shared

    def _drop(self, count: int) -> None:
        now = self._open
        del now.texts[:count], now.contents[:count]
        now.base += count
        self._forget(now.base)

    def _forget(self, below: int) -> None:
        del self._pages[: bisect_left(self._pages, below)]
        if self._logs:
            for number in range(self._forgotten, below):
                self._logs.pop(number, None)
        self._forgotten = max(self._forgotten, below)
        if self._moved and below > max(self._moved):
            self._moved.clear()

    def _number(self, place: int) -> int:
        """The number of a line in the file: answers that others interrupt are put together."""
        return self._moved.get(place, place)

    def _begin(self, reader: Reader, anchor: str, number: int) -> None:
        now = self._open
        top = number
        above = bisect_right(self._pages, number)
        page_top = self._pages[above - 1] if above else 0
        if page_top and number - page_top <= PAGE_TOP and now.anchor < page_top:
            top = max(page_top, now.base)
        elif reader.dated is not None:
            top = self._heading_above(reader.dated.words, number)
        if now.reader is None and not self._logs:
            top = self._text_above(top)
        self._close(top)
        self._open.reader, self._open.opened_by = reader, anchor
        self._open.anchor = number
        self._open.shared = dict(self._shared)

    def _heading_above(self, words: Sequence[str], number: int) -> int:
        """The line on which a page begins that was pasted without its title: its heading's, where
        that stands right above its first anchor. A heading right below the anchor before it is that
        page's own.
        """
        now = self._open
        own = now.anchor + PAGE_TOP if now.reader is not None else now.base - 1
        for at in range(number - 1, max(number - PAGE_TOP, own), -1):
            if any(word in now.contents[at - now.base] for word in words):
                return at
        return number

    def _text_above(self, top: int) -> int:
        """The first line of the text without a blank line in it that the first page of a file, or
        what follows another text, begins with: what it says above its first anchor is of it.
        """
        now = self._open
        while top > now.base and top > now.anchor + 1 and now.contents[top - 1 - now.base].strip():
            top -= 1
        return top

    def _close(self, upto: int) -> None:
        """Hand the open segment's lines before ``upto`` to its reader; keep the rest open."""
        now = self._open
        count = upto - now.base
        rest = _Open(
            base=upto, texts=now.texts[count:], contents=now.contents[count:], anchor=now.anchor
        )
        self._open = rest
        if now.reader is not None and count > 0:
            self._hand_segment(now, count)
        self._forget(upto)

    def _hand_segment(self, now: _Open, count: int) -> None:
        assert now.reader is not None
        texts, contents = now.texts[:count], now.contents[:count]
        self._tick()
        self.out.claim(now.reader.id)
        if self.out.full or (self._cut is not None and self._cut.reaches(texts)):
            return
        beginnings = self._again.beginnings(now.reader.id, contents)
        said = self._again.said(beginnings, now.shared)
        if said is not None:
            self.out.ledger.repeated(now.base, texts)
            self._share(said, now.shared)
            return
        contents = self._commas.grouped(contents, now.base)
        if not now.reader.commas and (
            self._commas.decimal(now.reader, contents, now.base)
            or self._commas.odd(now.reader, contents, now.base)
        ):
            return
        lines = [
            Line(self._number(now.base + i), text, line[: now.reader.widest])
            for i, (text, line) in enumerate(zip(texts, contents, strict=True))
        ]
        if self._logs:
            for place, line in enumerate(lines, now.base):
                line.log = self._log(place)
        segment = Segment(
            lines,
            self.file,
            # The next title may claim the lines above it, this one's with them.
            anchor=min(max(0, now.anchor - now.base), count - 1),
            continued=now.continued,
        )
        # What the lines before it said holds, not what a later job in the same file has said since.
        self._parse(now.reader, segment, now.shared)
        self._again.remember(beginnings, now.shared, segment.shared or now.shared)

    def _log(self, number: int) -> LogPrefix | None:
        found = self._logs.get(number)
        if isinstance(found, re.Match):
            found = self._logs[number] = prefix_of(self.cleaner.log, found)
        return found

    # -- messages inside a log ---------------------------------------------------------------

    def _open_inline(
        self, reader: Reader, count: int, first: int, at: range, own: frozenset[str]
    ) -> None:
        """An answer of a block of ``count`` lines, which is of its ``own`` jobs."""
        if self._inline_at.get(reader.id) == first + at.start:
            return  # the line holds several of its anchors
        self._inline_at[reader.id] = first + at.start
        others = self._not_of(own)
        lines = self._answers.lines(at.start, at.stop, reader.widest, others)
        self.out.claim(reader.id)
        missing = at.stop - count
        # Answers are read in their order: behind one that waits for its lines the others wait too.
        if missing > 0 or reader.id in self._queued:
            self._waiting.append((reader, lines, max(0, missing), own))
            self._queued.add(reader.id)
        else:
            self._quiet.read(
                reader, lines, self.out.ledger,
                lambda: self._parse(reader, Segment(lines, self.file)),
                lambda: self._looked_at(reader),
            )  # fmt: skip

    def _of_others(self, place: int, other: int) -> bool:
        """Whether two lines of a log are of different jobs, by their numbers."""
        jobs = {job for job in map(self._job, (place, other)) if job[-1:].isdecimal()}
        return len(jobs) > 1

    def _job(self, place: int) -> str:
        """The job in the columns of a log in front of a line; empty where none stands there."""
        found = self._logs.get(place)
        if found is None:
            return ""
        return found.job if isinstance(found, LogPrefix) else job_of(self.cleaner.log, found)

    def _not_of(self, own: frozenset[str]) -> Others:
        """Tells the lines that other jobs have written between those of an answer of ``own``."""
        if not all(job[-1:].isdecimal() for job in own):
            return None
        mine = own | {""}
        return lambda place: self._job(place) not in mine

    def _looked_at(self, reader: Reader) -> object:
        """A copy of what a reader may look at besides the lines that it is given."""
        out = self.out
        memory = deepcopy(self._memory.get(reader.id))
        given = len(out.observations), len(out.problems), out.full
        return memory, dict(self._shared), dict(out.doubts), given

    def _serve_waiting(self, count: int) -> None:
        waiting, self._waiting = self._waiting, []
        self._queued.clear()
        for reader, lines, missing, own in waiting:
            lines.extend(self._answers.lines(0, missing, reader.widest, self._not_of(own)))
            if missing > count or reader.id in self._queued:
                self._waiting.append((reader, lines, max(0, missing - count), own))
                self._queued.add(reader.id)
            else:
                self._parse(reader, Segment(lines, self.file))

    # -- reading -----------------------------------------------------------------------------

    def _parse(self, reader: Reader, segment: Segment, facts: dict[str, str] | None = None) -> None:
        if reader.parse is None or self.out.full:
            return
        if self._cut is not None and self._cut.behind:
            return
        self._quiet.broken(reader)
        if reader.closing and segment.lines:
            self._last = reader, segment
        facts = self._shared if facts is None else facts
        segment.shared, segment.jobs = dict(facts), self._jobs
        memory = self._memory.setdefault(reader.id, {})
        segment.memory = memory
        before = len(self.out.observations)
        shown = segment
        if reader.rows:
            shown = replace(segment, lines=with_gaps(reader.rows, segment.lines, self.out))
        whole = self._run(reader, shown, self.out)
        segment.shared = shown.shared
        self.out.settle(reader, segment.lines, before, whole)
        self._share(segment.shared, facts)

    def _share(self, said: Mapping[str, str], facts: Mapping[str, str]) -> None:
        """What a page said besides the ``facts`` above it holds for those behind it."""
        told = {key: value for key, value in said.items() if facts.get(key) != value}
        if told:
            if told.get("system"):
                self._systems.add(told["system"])
            self._shared.update(told)
            self._quiet.forget()

    def _run(self, reader: Reader, segment: Segment, out: Collector) -> bool:
        """Whether the reader came to the page's end."""
        parse = reader.parse
        assert parse is not None
        printed_by(reader)
        number = segment.lines[0].number if segment.lines else self.lines
        try:
            return guarded(out, reader, number, lambda: (parse(segment, out),)) is not None
        except TooMany:
            self.out.full = True
            self.out.too_many(number)
            return True

    def _confirms(self, reader: Reader, around: list[str], index: int, number: int) -> bool:
        confirm = reader.confirm
        if reader.shared_titles and of_another(around, index):
            return False
        if confirm is None:
            return True
        return bool(guarded(self.out, reader, number, lambda: confirm(around, index)))


def _starts_with(content: str, literal: str) -> bool:
    # Only the beginning counts: a line of a megabyte may hold the words thousands of times.
    return " ".join(content[:1000].split()).startswith(literal)


def _needs_cleaning(texts: Sequence[str]) -> bool:
    text = "".join(texts)
    return "\f" in text or "\t" in text or "\xa0" in text
