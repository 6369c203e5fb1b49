"""What can be said of a file only when all of it is read: contradictions, and a cut-off end."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Sequence, Set
from dataclasses import replace
from typing import Any

from advisor.observations import Interval, Observation, bare_name
from advisor.reading.accounting import too_few
from advisor.reading.numbers import compiled, numbers_of
from advisor.reading.reader import Collector, Line
from advisor.reading.whereabouts import Whereabouts
from model.figures import called
from model.language import LineNumber, Name, Quoted, listed, say
from model.topology import Value

MOST_SENTENCES = 20
"""Contradicting figures named one by one; the rest are counted in one sentence."""

MOST_NAMED = 4
"""Figures named of those that pages lack."""

CLOSE = 0.01
"""Two reports round the same figure differently: up to this share is no contradiction."""


def report_contradictions(out: Collector) -> None:
    """Say where a file gives two values of one setting, or of one figure and interval.

    Both are kept. Figures without a time are left alone: a log prints the same counter again.
    """
    where = Whereabouts(out.observations)
    _settings(out, where)
    _figures(out, where)


def _settings(out: Collector, where: Whereabouts) -> None:
    first_seen: dict[tuple[str, str, tuple[str, ...]], Any] = {}
    reported: set[tuple[str, str]] = set()
    for index, item in enumerate(out.observations):
        if not index & 4095:
            out.tick()
        if not item.metric.startswith("setting."):
            continue
        before = first_seen.setdefault((item.subject, item.metric, where.of(item)), item)
        key = (item.subject, item.metric)
        if before.value != item.value and key not in reported:
            reported.add(key)
            name = item.metric.removeprefix("setting.")
            who = item.subject.partition(":")[2]
            out.say(
                "{file} gives {name} of {who} as {raw} in line {line} and as "
                "{raw2} in line {line2}: both are kept, say which is in effect.",
                item.line,
                name=Name(name),
                who=who,
                raw=Quoted(before.raw),
                line=LineNumber(before.line),
                raw2=Quoted(item.raw),
                line2=LineNumber(item.line),
            )


def _figures(out: Collector, where: Whereabouts) -> None:
    # Metric by metric, so that the table of what was seen stays small in a print of any size.
    by_metric: dict[str, list[Observation]] = defaultdict(list)
    spans = _Spans()
    for index, item in enumerate(out.observations):
        if not index & 4095:
            out.tick()
        span = item.interval
        if span.start is not None or span.end is not None:
            by_metric[item.metric].append(item)
    pairs: list[tuple[Observation, Observation]] = []
    apart = where.some
    for metric, items in by_metric.items():
        if metric.startswith(("setting.", "relation.")) or len(items) < 2:
            continue
        out.tick()
        seen: dict[tuple[str, int, tuple[str, ...]], Observation] = {}
        reported: set[str] = set()
        known = spans.by_object
        for item in items:
            span = item.interval
            number = known.get(id(span))
            number = spans.number(span) if number is None else number
            before = seen.setdefault((item.subject, number, where.of(item) if apart else ()), item)
            if before is item or item.subject in reported or _agree(before, item):
                continue
            reported.add(item.subject)
            pairs.append((before, item))
    pairs.sort(key=lambda pair: pair[1].line)
    for before, item in pairs[:MOST_SENTENCES]:
        when = item.interval.start or item.interval.end
        out.say(
            "{file} gives {metric} of {subject} at {when} as {raw} in line {line} and as "
            "{raw2} in line {line2}: both are kept, say which report is right.",
            item.line,
            metric=item.metric,
            subject=item.subject.partition(":")[2],
            when=when,
            raw=Quoted(before.raw),
            line=LineNumber(before.line),
            raw2=Quoted(item.raw),
            line2=LineNumber(item.line),
        )
    if len(pairs) > MOST_SENTENCES:
        out.say(
            "{file} gives two values of {pairs} more figures for the same interval: all are "
            "kept, check whether reports of two systems were mixed.",
            pairs[MOST_SENTENCES][1].line,
            pairs=len(pairs) - MOST_SENTENCES,
        )


class _Spans:
    """Numbers for intervals, equal ones the same; most figures of a page share one object."""

    def __init__(self) -> None:
        self.by_object: dict[int, int] = {}
        self._by_value: dict[Interval, int] = {}

    def number(self, span: Interval) -> int:
        """The number of an interval that lives as long as this table."""
        number = self._by_value.setdefault(span, len(self._by_value))
        self.by_object[id(span)] = number
        return number


def _agree(one: Observation, other: Observation) -> bool:
    a, b = one.value, other.value
    if a == b:
        return True
    if isinstance(a, bool) or isinstance(b, bool) or isinstance(a, str) or isinstance(b, str):
        return False
    coarser = min(_decimals(one.raw), _decimals(other.raw))
    return math.isclose(a, b, rel_tol=CLOSE, abs_tol=1.001 * 10.0**-coarser)


def _decimals(raw: str) -> int:
    return min(sum(char.isdecimal() for char in raw.partition(".")[2]), 9)


_OF_JOBS = ("step.", "job.")
"""Figures that a log may tell in messages and, with the system's name, in a box below them."""

_NAMED_WHOLE = frozenset(("setting", "step", "job"))


def place_unnamed(out: Collector, headed: Set[str]) -> None:
    """Say whose the figures of a system are that a display does not name.

    If all else in the file is of one system, and not the same of it, they are its; ``headed`` are
    systems that headings of logs named. Else they stay those of a system called after the file,
    and the consultant is asked which it is.
    """
    line = out.unnamed
    file = bare_name(out.file)
    own = f"lpar:{file}"
    if line is None or not any(item.subject == own for item in out.observations):
        return
    named = {f"lpar:{name}" for name in headed}
    shown: dict[bool, dict[str, set[Value]]] = {True: {}, False: {}}
    for index, item in enumerate(out.observations):
        if not index & 4095:
            out.tick()
        named.update(text for text in (item.subject, str(item.value)) if text.startswith("lpar:"))
        if item.subject.startswith("lpar:"):
            head = item.metric.partition(".")[0]
            key = item.metric if head in _NAMED_WHOLE else head
            shown[item.subject == own].setdefault(key, set()).add(item.value)
    named.discard(own)
    twice = {
        key
        for key in shown[True].keys() & shown[False].keys()
        if not key.startswith(_OF_JOBS) or shown[True][key] != shown[False][key]
    }
    if len(named) != 1 or twice:
        out.say(
            "{file}, line {number}: this names no system, and what it shows was kept as that of a "
            "system called {name}: answer the question which system that is, or send it with what "
            "names one: a log from its first line on, a display routed with RO *ALL.",
            line,
            name=Name(file),
        )
        return
    name = named.pop().partition(":")[2]
    out.observations = [
        replace(
            item,
            subject=f"{item.subject.partition(':')[0]}:{name}",
            value=f"lpar:{name}" if item.value == own else item.value,
        )
        if item.subject.partition(":")[2] == file
        else item
        for item in out.observations
    ]
    out.say(
        "{file}, line {number}: this names no system, and what it shows was taken to be of "
        "{name}, the only system that the file names: if it is of another one, send it as a file "
        "of its own.",
        line,
        name=Name(name),
    )


def report_assumed(out: Collector, assumed: str) -> None:
    """Say whose the figures are that were called after the file, for no page names it.

    ``assumed`` is the first such line and the name (:meth:`.reader.Segment.after_file`).
    """
    number, _, name = assumed.partition(" ")
    named = re.compile(rf"[a-z0-9_]+:{re.escape(name)}(?:/|$)", re.IGNORECASE)
    for index, item in enumerate(out.observations):
        if not index & 4095:
            out.tick()
        if item.line >= int(number) and named.match(item.subject):
            out.say(
                "{file}, line {number}: nothing names what these figures are of, so it was called "
                "{name}, as the file is: if it has another name, call the file by that.",
                int(number),
                name=Name(name),
            )
            return


def report_few(out: Collector) -> None:
    """Say which pages give far fewer figures than their kind usually does."""
    for reader, pages in out.pages.items():
        usual = too_few(reader.id, pages)
        if not usual or any(problem.line >= pages.first for problem in out.problems):
            continue  # or more has been said of them
        lacking = dict.fromkeys(
            called(metric.name) for metric in reader.metrics
            if metric.name not in pages.given
            and not metric.name.startswith(("setting.", "relation."))
        )  # fmt: skip
        template = (
            "{file}, from line {number}: what looks like {title} gives {figures:,} figures of "
            "{numbers:,} numbers, where such pages usually give {usual:,}, and nothing of "
            "{lacking}: send it complete, with its headings and all columns, or tell Plexwright's "
            "maintainers if it is."
            if lacking
            else "{file}, from line {number}: what looks like {title} gives {figures:,} figures of "
            "{numbers:,} numbers, where such pages usually give {usual:,}: send it complete, with "
            "its headings and all columns, or tell Plexwright's maintainers if it is."
        )
        some = {"lacking": listed(list(lacking)[:MOST_NAMED])} if lacking else {}
        out.say(
            template,
            pages.first,
            title=say(reader.title),
            figures=pages.figures,
            numbers=pages.numbers,
            usual=usual,
            **some,
        )


def report_cut_end(
    out: Collector, last: tuple[int, str], before: Sequence[str], ended: bool
) -> None:
    """Say that a file ends in the middle of a table, or in the middle of a figure.

    ``last`` is the last line's number and text, ``before`` the texts above it, ``ended`` whether a
    line end follows it. A cut row begins like the row above it and breaks off before that one's
    end; nobody could read it, or what stands last in it may go on. That is not read where a row
    above goes on beyond it.
    """
    number, text = last
    if number < 2 or not text.strip() or not before:
        return
    row = before[-1].rstrip()
    above = sum(1 for item in out.observations[-64:] if item.line == number - 1)
    alike = len(text.rstrip()) < len(row) and _begins_alike(text.rstrip(), before[-1])
    said = any(problem.line == number for problem in out.problems)
    if not out.ledger.is_read(number):
        if alike and above >= 3 and not said:
            out.say(
                "{file}, line {number}: the file breaks off in the middle of a table and its "
                "last row was not read: send the report again, complete.",
                number,
            )
        elif not said and not ended and number >= SHORT and _short_row(text, before):
            _say_short_row(out, number)
        return
    raw = text
    text = text.removesuffix(",").removesuffix(".")
    if ended:
        return
    touching = [item for item in out.observations[-64:] if _ends_with(item, number, text)]
    if not touching and not said and number >= SHORT and _short_row(raw, before):
        _say_short_row(out, number)
    if not text[-1:].isalnum():
        return
    if touching and (_breaks_off(text, before) or _short_field(text)):
        _not_read(out, number, touching)
        out.say(
            "{file}, line {number}: the file breaks off inside the last figure of this row, "
            "which may lack digits and was not read: send the report again, complete.",
            number,
        )
    elif touching and not said and (number >= SHORT or _beneath(text, before)):
        # A cell ends where that above it does, and who pastes a few lines leaves out the last end.
        if number < SHORT or (len(row) == len(text) and not _labelled(text)):
            out.say(
                "{file}, line {number}: the file ends without the end of this line, so {raw} may "
                "lack its end: check it, or send the report again, complete.",
                number,
                raw=Quoted(touching[-1].raw),
            )
            return
        withhold_at_end(out, number, touching)


def withhold_at_end(out: Collector, number: int, touching: Sequence[Observation]) -> None:
    """Take figures back that stand last in a file whose last line has no end."""
    _not_read(out, number, touching)
    out.say(
        "{file}, line {number}: the file ends without the end of this line, so {raw} may lack "
        "digits and was not read: send the report again, complete.",
        number,
        raw=Quoted(touching[-1].raw),
    )


def report_cut_print(
    out: Collector, last: tuple[int, str], before: Sequence[str], ended: bool, paged: bool
) -> None:
    """Say that a print stops inside a line, whatever that line is: a title, a ruler, blanks.

    Programs that print pages end every line. Where the last one has no end and is neither as long
    as one of those above nor ends in the same word, the rest of the file may be missing; pasted
    excerpts, which are shorter, are left alone, and so is what is not printed by pages (``paged``)
    but where it ends in a figure or waits for more.
    """
    number, text = last
    if ended or not before or number < (PRINT if paged and not _waits(text) else SHORT):
        return
    if not (paged or _waits(text)):
        return
    if any(problem.line >= number for problem in out.problems):
        return  # more has been said of its end
    short = text.rstrip()
    words = short.split()[-1:]
    alike = [line.rstrip() for line in before if line.strip()]
    if short and (paged or short[-1].isalnum()):
        rows = alike if paged else [row for row in alike[-1:] if _begins_alike(short, row)]
        if any(len(row) == len(short) or row.split()[-1:] == words for row in rows):
            return
    out.say(
        "{file} stops inside line {number}, which has no line end: what follows may be "
        "missing. Compare its length with the report's, and send it complete.",
        number,
    )


_WAITS = re.compile(r"\d[.,]? *$|[:=,(] *$|[^-]-{1,2} *$")


def _waits(text: str) -> bool:
    """Whether a text ends in a figure, which may go on, or in what something has to follow."""
    return _WAITS.search(text) is not None


def report_open_part(
    out: Collector, title: str, closing: Sequence[tuple[str, str]], lines: Sequence[Line]
) -> None:
    """Say that a file ends, with these lines, in a part of a report whose end is known."""
    if not lines or any(problem.line >= lines[-1].number - 1 for problem in out.problems):
        return  # more has been said of its end
    for opening, end in closing:
        begins, ends = compiled(opening), compiled(end)
        for line in reversed(lines):
            if begins.search(line.content):
                out.say(
                    "{file} ends inside {title}, in the part that begins in line {number}: what "
                    "follows is missing. Send it complete.",
                    line,
                    title=title,
                )
                return
            if ends.search(line.content):
                break


PRINT = 24
"""Lines from which on a print is no excerpt that somebody pasted."""

LOOKED_AT = 10_000
"""Figures at the end of a file in which the last intervals are."""


def report_cut_page(out: Collector, lines: int) -> None:
    """Say that the last interval of a file stops where those before it went on.

    A print that was cut between two lines ends like a whole one, but its last page lacks what the
    same page of every earlier interval has behind the last figure. Nothing is said where the
    earlier ones do not agree about that, nor where it was only that one figure's row that went on.
    """
    spanned = [
        one
        for one in out.observations[-LOOKED_AT:]
        if one.interval.start and one.interval.duration_s and not one.metric.startswith("job.")
    ]  # which jobs are listed changes from one interval to the next
    if not spanned or any(problem.line >= lines - 1 > 0 for problem in out.problems):
        return
    last = max(spanned, key=lambda one: one.line)
    if any(one.line > last.line for one in out.observations[-LOOKED_AT:]):
        return
    spans = _Spans()
    pages: dict[int, dict[tuple[str, str], int]] = {}
    for one in spanned:
        pages.setdefault(spans.number(one.interval), {})[one.subject, one.metric] = one.line
    own = pages.pop(spans.number(last.interval))
    end = [key for key, line in own.items() if line == last.line]
    before = [page for page in pages.values() if all(key in page for key in end)]
    missing: set[tuple[str, str]] | None = None
    for page in before:
        upto = max(page[key] for key in end)
        behind = {key for key, line in page.items() if line > upto}
        missing = behind if missing is None else missing & behind
    if not missing or not missing.isdisjoint(own):
        return
    first = min(missing, key=lambda key: before[-1][key])
    out.say(
        "{file} may be cut off: it ends in line {number} with {last} in the interval from "
        "{start}, where the intervals before go on with {missing:,} more figures, the first "
        "of {name}. Compare its end with the report, and send it complete.",
        last.line,
        last=Name(last.subject.partition(":")[2]),
        start=Quoted(last.interval.start or ""),
        missing=len(missing),
        name=Name(first[0].partition(":")[2]),
    )


SHORT = 10
"""Lines that people paste by hand, the last without its line end."""

BLOCK, SECTOR = 4096, 512
"""Bytes in which copies break off: a whole number of them is no chance, or hardly one."""


def report_cut_copy(out: Collector, size: int, lines: int, ended: bool) -> None:
    """Say that a text is as long as a copy that broke off, and that its end may be missing."""
    if not out.formats or not size or size % (SECTOR if not ended else BLOCK):
        return
    if any(said.line == lines for said in out.problems):
        return  # more has been said of its end
    out.say(
        "{file} ends after exactly {size:,} bytes, in line {number}, as copies do that were "
        "cut off: compare its length with the report's, and send it complete if it is longer.",
        lines,
        size=size,
    )


def report_cut_record(out: Collector, lines: int, short: int, length: int) -> None:
    """Say that a file of fixed records breaks off inside one, ``short`` of whose bytes it has."""
    if not out.formats:
        return  # more is said of what no reader knows
    out.say(
        "{file} is cut off after line {number}: its records have {length} bytes, but only "
        "{short} of the next one are there, which were not read: transfer it again, complete.",
        lines,
        length=length,
        short=short,
    )


def _ends_with(item: Observation, number: int, text: str) -> bool:
    """Whether a figure was read from what stands last on a line."""
    words = item.raw.split()
    last = words[-1].rstrip(",.") if words else ""
    return item.line == number and last != "" and text.endswith(last)


def _breaks_off(text: str, before: Sequence[str]) -> bool:
    """Whether a text ends inside a figure: one of a row above stands across that column, or the
    row above has more cells.
    """
    word = text.split()[-1]
    for separator in ",;\t|":
        cells = before[-1].count(separator)
        if cells >= 3 and text.count(separator) < cells and separator in word:
            return True
    if _labelled(text) or numbers_of(word)[0] != [word]:
        return False
    at = len(text)
    return any(line[at - 1 : at] in _FIGURE and line[at : at + 1] in _FIGURE for line in before)


_FIELD = re.compile(r"(?<=[A-Za-z])( +\d[\d,.]*)(?= |$)")
_WIDE, _FIELDS = 5, 4
"""Characters of a field in which figures stand to the right, at least, and how many show it."""


def _short_field(text: str) -> bool:
    """Whether a row of labels with their figures to the right in fields ends before the last one's
    field does: narrower than any before it.
    """
    *others, last = [len(match[1]) for match in _FIELD.finditer(text)] or [0]
    ends = len(others) >= _FIELDS and _FIELD.search(text, len(text) - last) is not None
    return ends and min(others) > _WIDE and last < min(others)


def _labelled(text: str) -> bool:
    """Whether what a text ends with is no cell of a column, but a value behind its label."""
    return text[: -len(text.split()[-1])].rstrip()[-1:] in ("=", ":", ".")


def _beneath(text: str, before: Sequence[str]) -> bool:
    """Whether a word above stands across the column in which a text ends."""
    at = len(text)
    return any(line[at - 1 : at].strip() and line[at : at + 1].strip() for line in before)


def _short_row(text: str, before: Sequence[str]) -> bool:
    """Whether the rows above a text end in figures in one column, and it is such a row but ends
    before that.
    """
    rows = [line.rstrip() for line in before[-2:]]
    short = text.rstrip()
    width = len(rows[-1])
    return (
        len(rows) == 2
        and len(short) < width == len(rows[0])
        and all(row[-1:].isdecimal() for row in rows)
        and (not short[-1:].isalpha() or text != short)  # a word there is a cell of its own
        and (_begins_alike(short, rows[-1]) or _LABELLED.search(text) is not None)
    )


_LABELLED = re.compile(r"\S {3,}(?:\d[\d.,]*)?$")
"""The beginning of a row: its label, and blanks up to where its figure stands, or a part of it."""


def _say_short_row(out: Collector, number: int) -> None:
    out.say(
        "{file} seems cut off: its last line, {number}, has no line end and is shorter "
        "than the rows above it. Send it whole.",
        number,
    )


def _not_read(out: Collector, number: int, items: Sequence[Observation]) -> None:
    """Take figures back; what they quoted is listed as not read."""
    out.observations = [item for item in out.observations if item not in items]
    for raw in {item.raw.split()[-1] for item in items}:
        out.ledger.give_back(number, raw)


_FIGURE = frozenset("0123456789.,")


def _begins_alike(text: str, row: str) -> bool:
    """Whether letters, digits and blanks stand where the row above has them."""
    same = sum(_class(a) == _class(b) for a, b in zip(text, row, strict=False))
    return same >= 0.8 * len(text)


def _class(char: str) -> str:
    if char.isdecimal():
        return "0"
    if char.isalpha():
        return "A" if char.isupper() else "a"
    return char
