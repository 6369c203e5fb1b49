"""Adabas end-of-session statistics: one nucleus's session in totals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from advisor.formats.adabas.names import LABELS, database, nucleus
from advisor.observations import Interval
from advisor.reading.gaps import say_unheaded
from advisor.reading.layout.cells import duration_s, number, seconds_between
from advisor.reading.layout.outline import outline
from advisor.reading.layout.tables import unspaced
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_TAIL = r"[\s.:=]+([\d.,]+)\s*$"
_FIGURE = re.compile(r"([\d.,]+)\s*$")
_SPAN = re.compile(
    r"(?:From|Started)\s+(\d{4}-\d\d-\d\d)\s+(\d\d:\d\d(?::\d\d)?)\s+(?:and\s+)?(?:to|ended)"
    r"\s*(?:(\d{4}-\d\d-\d\d)(?:\s+(\d\d:\d\d(?::\d\d)?))?)?",
    re.IGNORECASE,
)
_ENDED = re.compile(r"^\s*(?:(\d{4}-\d\d-\d\d)\s+)?(\d\d:\d\d(?::\d\d)?)\s*$")
_TIMES = {
    "duration_s": re.compile(r"^\s*Duration\b[\s.:]*?([\d:.]+\d)\s*(?:hours)?", re.IGNORECASE),
    "cpu_s": re.compile(r"^\s*CPU[- ]time\b[\s.:]*?([\d:.]+\d)\s*(?:hours)?", re.IGNORECASE),
    "wait_s": re.compile(r"^\s*Wait[- ]time\b[\s.:]*?([\d:.]+\d)\s*(?:hours)?", re.IGNORECASE),
}
_CONTAINER = re.compile(r"^\s*(ASSO|DATA|WORK|PLOG|CLOG)\s+([\d.,]+)\s+([\d.,]+)\s*$")
_CALLS = re.compile(r"executed\s+([\d.,]+)\s+calls(?:\s+in\s+([\d.,]+)\s+threads)?", re.IGNORECASE)
_EXECUTED = re.compile(r"e ?x ?e ?c ?u ?t ?e ?d", re.IGNORECASE)
_THREADS = re.compile(r"^\s*in\s+([\d.,]+)\s+threads", re.IGNORECASE)
_SOURCE = re.compile(
    r"^\s*(Remote|Local|Internal|Operator)\b(?:\s+(?:logical|physical))?(?:\s+(?:commands?|calls?))?"
    r"[\s.:]+([\d.,]*\d)\s*$",
    re.IGNORECASE,
)
_PAIRS = re.compile(r"(\d{1,5})\s+([\d.,]+)(?=\s|$)")
_TYPES = re.compile(r"\b([A-Z][A-Z0-9](?:[/-][A-Z]?\d)?|REST|UCALL)\s+([\d.,]+)(?=\s|$)")
_POOL = re.compile(r"\(?\b(LBP|LCP|LDEUQP|LFP|LI|LP|LQ|LS|LU|LWP|NAB|NC|NH|NQCID|NU|LFIOP)\b\)?")

_LABELLED = tuple(
    (metric, unit, re.compile(rf"^\s*(?:-\s*)?(?:{label}){_TAIL}", re.IGNORECASE))
    for metric, unit, label in LABELS
)
_ANY_LABEL = re.compile(rf"^\s*(?:-\s*)?(?:{'|'.join(label for _, _, label in LABELS)})", re.I)
"""Most lines are rows of tables: one look instead of one for each label."""

_LETTER = re.compile(r"[A-Za-z]")
_HEADING = re.compile(r"n u c l e u s|nucleus\s+session")
_PROSE = re.compile(r"distinct users participating|most calls \(")
_SECTIONS = (
    ("thread", re.compile(r"(?:by|^\s*)\s*Thread\b(?!s)", re.IGNORECASE)),
    ("file", re.compile(r"(?:by|^\s*)\s*File\b", re.IGNORECASE)),
    (
        "type",
        re.compile(r"by\s+(?:Command\s+)?Type\b|^\s*Command\s+type|^\s*Cmd[- ]", re.IGNORECASE),
    ),
    ("source", re.compile(r"(?:by|^\s*)\s*Source\b", re.IGNORECASE)),
    ("volser", re.compile(r"by\s+Volser|^\s*Vol-?ser\b", re.IGNORECASE)),
    ("pool", re.compile(r"High[- ]water|Pools?\s+(?:and|/)\s+queues?|^\s*Pool\b", re.IGNORECASE)),
    ("other", re.compile(r"Distribution|Statistics|Efficiency|Count", re.IGNORECASE)),
)
_VOLUME = re.compile(r"^\s*([A-Z0-9@#$]{1,6})\s+\((?:ASSO|DATA)\s+[\d.,]+\)\s+(\d[\d.,]*)\s*$")
_BLOCKS = re.compile(r"^\s*(Totals?|[A-Z][A-Z0-9]{1,3}(?=\s+blocks))(?:\s+blocks)?\s*:?\s*$", re.I)
_NAMED = re.compile(
    r"\bDBID\s*[=:]?\s*(\d{1,5})(?:[\s,]+NUCID\s*[=:]?\s*(\d{1,5}))?", re.IGNORECASE
)
_LONG = 400
_SHAPES_KEPT = 1 << 12
_CLUSTER = re.compile(r"\b(?:External|Global)\s+(Cache|Lock)\s+Statistics", re.IGNORECASE)
_COUNTED = re.compile(r"^\s*([A-Z][A-Za-z./ -]*?[A-Za-z.])\s{1,40}(\d[\d.,]*)\s*$")
_UNCOUNTED = re.compile(r"^\s*((?:Read|Write) requests|Cast-?outs|[A-Z][a-z]+ requests)\s*$", re.I)
_LOCKS = re.compile(
    r"^\s*([A-Z][A-Za-z. ]*?[A-Za-z.])\s+(\d[\d.,]*)\s+(\d[\d.,]*)\s+(\d[\d.,]*)\s*$"
)
_GROUPED = re.compile(r"(?<![\w.,:/-])\d{1,3}([.,])\d{3}(?:\1\d{3})*(?![\d:/-])")
_RULER = re.compile(r"^\s*[-=]{5,}\s*$")
_RUNS_ON = re.compile(r"\bSYSTEM\s*=\s*([A-Z@#$][A-Z0-9@#$]{0,7})(?=\s|$)")
_DBID = re.compile(r"\bADAN[A-Z0-9]{2}\s+(\d{5})(?:\s+(\d{1,5})(?=\s+[A-Z\d]{2,}))?")


class _Kind(NamedTuple):
    """What a line is, and where in it its figures stand."""

    what: str
    name: str = ""
    spans: tuple[tuple[int, int], ...] = ()
    unit: str = ""


_READ, _ROW, _UNTOLD = _Kind("read"), _Kind("row"), _Kind("")


@dataclass
class _Session:
    """What is being collected of one session."""

    subject: str
    interval: Interval = field(default_factory=Interval)
    section: str = "other"
    thread_lacking: bool = False
    threads: list[tuple[int, str, Line]] = field(default_factory=list)
    sources: dict[str, list[tuple[str, Line]]] = field(default_factory=dict)
    volumes: dict[str, list[tuple[str, Line]]] = field(default_factory=dict)
    volume_total: float | int | None = None
    thread_total: bool = False
    known_threads: int = 0
    block_type: str = ""
    requests: str = "reads"
    """What synchronous, asynchronous, in cache and not in cache are counts of."""

    parts: set[str] = field(default_factory=set)
    """Which of them were counted of it: one that comes again is of others, whose line is lost."""
    full: list[tuple[float, str, Line]] = field(default_factory=list)
    decimal: str = "."
    lasted: bool = True
    """Whether the duration is the time between its beginning and its end, as far as both stand."""

    def number(self, text: str) -> float | int | None:
        """The figure a cell prints, its thousands separated as in all of the report."""
        return number(text, self.decimal)


def parse(segment: Segment, out: Collector) -> None:
    """Read the statistics of one nucleus."""
    subject, named = _subject(segment, out)
    session = _Session(subject)
    session.interval, session.lasted = _interval(segment, out)
    session.decimal = _decimal_mark(segment)
    if named is not None:
        out.relation(subject, "member", named, segment[segment.anchor])
        if system := segment.shared.get("system"):
            out.relation(subject, "parent", f"lpar:{system}", segment[segment.anchor])
    for line in segment:
        if len(line.content) > _LONG:
            _read_long(session, line, out)
        else:
            _read_line(session, line, out)
    _threads(session, out)
    for source, rows in session.sources.items():
        counts = [
            value for raw, _ in rows if isinstance(value := session.number(raw), (int, float))
        ]
        if counts:
            raw, line = " + ".join(raw for raw, _ in rows), rows[-1][1]
            metric = f"commands_by_source_{source}"
            for part, printed in rows:
                out.part(printed, part)
            out.observe(subject, metric, sum(counts), "commands", line, raw, session.interval)
    _volumes(session, out)
    if session.full:  # read and write requests, each counted apart
        total = sum(value for value, _, _ in session.full)
        raw = " + ".join(raw for _, raw, _ in session.full)
        line = max(session.full, key=lambda counted: counted[0])[2]
        for _, part, printed in session.full:
            out.part(printed, part)
        out.observe(subject, "structure_full_events", total, "events", line, raw, session.interval)


def _decimal_mark(segment: Segment) -> str:
    """Counts have no decimals: the mark before groups of three digits separates thousands."""
    points = commas = 0
    for line in segment:
        more = _thousands(outline(line.content[:_LONG]))
        points += more[0]
        commas += more[1]
    return "," if points > commas else "."


@lru_cache(maxsize=_SHAPES_KEPT)
def _thousands(shape: str) -> tuple[int, int]:
    """How many points and commas stand before groups of three digits."""
    marks = _GROUPED.findall(shape)
    return marks.count("."), marks.count(",")


def _subject(segment: Segment, out: Collector) -> tuple[str, str | None]:
    shared = segment.shared
    for line in segment.lines[:20]:
        if match := _DBID.search(line.content):
            shared["dbid"] = str(int(match[1]))
        if match := _NAMED.search(line.content):
            shared["dbid"] = str(int(match[1]))
            shared["nucid"] = str(int(match[2])) if match[2] else shared.get("nucid", "0")
    dbid, nucid = shared.get("dbid"), shared.get("nucid", "0")
    if dbid is not None:
        return nucleus(dbid, nucid), database(dbid)
    number_ = segment[0].number
    out.say(
        "{file}, line {number}: these session statistics do not say which nucleus they are "
        "of; send the job's whole output, with its ADARUN cards.",
        number_,
    )
    name = shared.get("job") or segment.stem
    return f"adabas_nucleus:{name or 'UNKNOWN'}", None


def _interval(segment: Segment, out: Collector) -> tuple[Interval, bool]:
    """The session's interval, and whether its duration is the one between its ends."""
    start = end = None
    duration, at = None, segment[0]
    for index, line in enumerate(segment.lines[:30]):
        if start is None and (match := _SPAN.search(line.content)):
            start = f"{match[1]}T{_clock(match[2])}"
            day, clock = match[3], match[4]
            if clock is None and index + 1 < len(segment):
                # The 8.1 layout breaks the line after "ended" where the page is narrow.
                more = _ENDED.match(segment[index + 1].content)
                if more:
                    day, clock = more[1] or day, more[2]
            if day and clock:
                end = f"{day}T{_clock(clock)}"
        if duration is None and (found := _TIMES["duration_s"].match(line.content)):
            duration, at = duration_s(found[1]), line
    between = seconds_between(start, end)
    if not duration or not between or abs(duration - between) <= _slack_s(between):
        return Interval(start, end, duration or between), True
    out.say(
        "{file}, line {number}: the session lasted {duration:,.0f} s as its duration says, but "
        "{between:,.0f} s lie between its beginning and its end: which is right is not known, so "
        "no rates are made of its counts. Send the statistics as they were printed.",
        at,
        duration=duration,
        between=between,
    )
    return Interval(start, end), False


def _slack_s(between: float) -> float:
    """By how much the two may differ: ends are printed to the minute, and clocks are put forward
    or back by an hour.
    """
    return max(120.0, 0.02 * between, 3720.0 if between > 43_200 else 0.0)


def _clock(text: str) -> str:
    return text if len(text) > 5 else text + ":00"


def _read_line(session: _Session, line: Line, out: Collector) -> None:
    text = line.content
    shape = outline(text)
    kind = _kind(shape)
    if kind.what == "":
        kind = _kind_of(text)
    if kind.what == "row":
        _read_row(session, line, shape, out)
        return
    if kind.what == "read":
        return
    subject, interval = session.subject, session.interval
    cells = [text[start:end] for start, end in kind.spans]
    if kind.what == "time" and kind.name == "duration_s" and not session.lasted:
        out.left_out(line)
    elif kind.what == "time":
        out.observe(subject, kind.name, duration_s(cells[0]), "s", line, cells[0], interval)
    elif kind.what == "container":
        for way, raw in zip(("reads", "writes"), cells, strict=True):
            metric = f"{kind.name}_{way}"
            out.observe(subject, metric, session.number(raw), "I/Os", line, raw, interval)
    elif kind.what == "calls":
        _read_calls(session, line, out)
    elif kind.what == "threads":
        _read_threads(session, cells[0], line, out)
    elif kind.what == "source":
        # Later releases print logical and physical calls apart: together they are the commands.
        session.sources.setdefault(kind.name, []).append((cells[0], line))
    elif kind.what == "label":
        metric, raw = kind.name, cells[0]
        value = session.number(raw)
        if metric.startswith("cache_"):
            session.requests, session.parts = _requests(metric.removeprefix("cache_")), set()
        if session.block_type and metric.startswith(("cache_", "structure_")):
            out.left_out(line)
            return  # the totals above count these blocks already
        if metric == "structure_full_events" and value is not None:
            session.full.append((value, raw, line))
        else:
            out.observe(subject, metric, value, kind.unit, line, raw, interval)
    elif kind.what == "blocks":
        session.block_type = "" if kind.name.lower().startswith("total") else kind.name
    elif kind.what == "cluster":
        session.section, session.block_type = kind.name, ""
    else:
        session.section = kind.name


@lru_cache(maxsize=_SHAPES_KEPT)
def _kind(shape: str) -> _Kind:
    """What lines are whose digits are ``shape``'s but for their values; "": that does not tell."""
    # WORK1 is the one name with a digit of its own.
    return _UNTOLD if "work" in shape.lower() else _kind_of(shape)


def _kind_of(text: str) -> _Kind:
    if not text.strip() or _RULER.match(text):
        return _READ
    if not _LETTER.search(text):
        return _row_or_read(text)
    if _SPAN.search(text) or _HEADING.search(text):
        return _READ
    for metric, pattern in _TIMES.items():
        if match := pattern.match(text):
            return _Kind("time", metric, (match.span(1),))
    if match := _CONTAINER.match(text):
        return _Kind("container", match[1].lower(), (match.span(2), match.span(3)))
    if _EXECUTED.search(text) and _CALLS.search(unspaced(text)):
        return _Kind("calls")
    if match := _THREADS.match(text):
        return _Kind("threads", spans=(match.span(1),))
    if match := _SOURCE.match(text):
        return _Kind("source", match[1].lower(), (match.span(2),))
    for metric, unit, pattern in _LABELLED if _ANY_LABEL.match(text) else ():
        if match := pattern.match(text):
            return _Kind("label", metric, (match.span(1),), unit)
    if _PROSE.search(text):
        return _READ
    if blocks := _BLOCKS.match(text):
        return _Kind("blocks", blocks[1])
    return _section(text) or _row_or_read(text)


def _row_or_read(text: str) -> _Kind:
    """A row of a table, or a line without any figure."""
    if any(char.isdecimal() for char in text) or _UNCOUNTED.match(text):
        return _ROW
    return _READ


def _read_calls(session: _Session, line: Line, out: Collector) -> None:
    match = _CALLS.search(unspaced(line.content))
    assert match is not None
    subject, interval = session.subject, session.interval
    out.observe(subject, "commands", session.number(match[1]), "commands", line, match[1], interval)
    if match[2]:
        _read_threads(session, match[2], line, out)


def _read_threads(session: _Session, raw: str, line: Line, out: Collector) -> None:
    count = session.number(raw)
    session.known_threads = int(count or 0)
    out.observe(session.subject, "threads", count, "threads", line, raw, session.interval)


def _read_long(session: _Session, line: Line, out: Collector) -> None:
    """A report whose line ends were lost: only figures that carry their label are taken."""
    text, subject, interval = line.content, session.subject, session.interval
    for metric, times in _TIMES.items():
        if metric == "duration_s" and not session.lasted:
            continue
        if match := re.search(times.pattern.removeprefix(r"^\s*"), text, re.IGNORECASE):
            out.observe(subject, metric, duration_s(match[1]), "s", line, match[1], interval)
    for match in re.finditer(r"\b(ASSO|DATA|WORK|PLOG|CLOG)\s+([\d,]+)\s+([\d,]+)(?=\s)", text):
        name = match[1].lower()
        out.observe(
            subject, f"{name}_reads", session.number(match[2]), "I/Os", line, match[2], interval
        )
        out.observe(
            subject, f"{name}_writes", session.number(match[3]), "I/Os", line, match[3], interval
        )
    for metric, unit, label in LABELS:
        if metric.startswith(("cache_", "structure_")):
            continue  # printed by block type: without lines nobody knows which is which
        if match := re.search(rf"(?:{label})[\s.:=]+([\d.,]*\d)(?=\s|$)", text, re.IGNORECASE):
            out.observe(subject, metric, session.number(match[1]), unit, line, match[1], interval)
    if match := _CALLS.search(re.sub(r"A d a b a s", "Adabas", text)):
        out.observe(
            subject, "commands", session.number(match[1]), "commands", line, match[1], interval
        )
    for match in re.finditer(r"\b(Remote|Local|Internal|Operator)\s+commands\s+([\d,]+)", text):
        metric = f"commands_by_source_{match[1].lower()}"
        out.observe(subject, metric, session.number(match[2]), "commands", line, match[2], interval)


def _section(text: str) -> _Kind | None:
    """The heading of a section, or of columns."""
    if match := _CLUSTER.search(text):
        return _Kind("cluster", match[1].lower())
    if _FIGURE.search(text):
        return None
    for name, pattern in _SECTIONS:
        if pattern.search(text):
            return _Kind("section", name)
    columns = re.match(r"^\s*(?:Container\s+)?Reads\s+Writes\s*$", text, re.IGNORECASE)
    return _READ if columns else None


def _read_row(session: _Session, line: Line, shape: str, out: Collector) -> None:
    text = line.content
    subject, interval = session.subject, session.interval
    if _is_total(shape):
        session.thread_total |= session.section == "thread"
        if session.section == "volser" and session.volumes:
            session.volume_total = session.number(text.split()[-1])
    elif session.section == "thread" and (pairs := _thread_row(shape)):
        for (first, last), count in pairs:
            session.threads.append((int(text[first:last]), text[slice(*count)], line))
    elif session.section in ("type", "other") and (types := _TYPES.findall(text)):
        if session.section == "other" and len(text.split()) != 2 * len(types):
            return
        for code, count in types:
            metric = f"commands_by_type.{code}"
            out.observe(subject, metric, session.number(count), "commands", line, count, interval)
    elif session.section == "file" and (row := _file_row(shape)):
        metric, raw = f"commands_by_file.{text[slice(*row[0])]}", text[slice(*row[1])]
        out.observe(subject, metric, session.number(raw), "commands", line, raw, interval)
    elif session.section == "volser" and (volume := _VOLUME.match(text)):
        session.volumes.setdefault(volume[1], []).append((volume[2], line))
    elif session.section == "pool" and (pool := _POOL.search(text)):
        # Size, high-water mark, and behind a parenthesis its share and when it was.
        cells = re.findall(r"[\d.,]*\d", text[pool.end() :].partition("(")[0])
        if len(cells) >= 2 and (mark := session.number(cells[1])) is not None:
            metric = f"high_water_mark.{pool[1]}"
            out.observe(subject, metric, mark, "bytes", line, cells[1], interval)
            size = session.number(cells[0])
            out.observe(subject, f"pool_size.{pool[1]}", size, "bytes", line, cells[0], interval)
    elif session.section == "cache" and (counted := _COUNTED.match(text)):
        _cluster_cache(session, counted[1], counted[2], line, out)
    elif session.section == "cache" and (label := _UNCOUNTED.match(text)):
        session.requests = _requests(re.sub(r"\W+", "_", label[1].strip().lower()).strip("_"))
    elif session.section == "thread" and re.fullmatch(r"\s*[\d.,]+\s*", text):
        session.thread_lacking = True
    elif session.section == "lock" and (locks := _LOCKS.match(text)):
        kind = re.sub(r"\W+", "_", locks[1].strip().lower()).strip("_")
        for group, what in ((2, "obtains"), (3, "rejects"), (4, "releases")):
            metric, raw = f"lock_{what}.{kind}", locks[group]
            out.observe(subject, metric, session.number(raw), "requests", line, raw, interval)


@lru_cache(maxsize=_SHAPES_KEPT)
def _is_total(shape: str) -> bool:
    return re.match(r"^\s*(?:Sub)?total\b", shape, re.IGNORECASE) is not None


_Pair = tuple[tuple[int, int], tuple[int, int]]


@lru_cache(maxsize=_SHAPES_KEPT)
def _thread_row(shape: str) -> tuple[_Pair, ...]:
    """Where threads and their counts stand in a row of nothing else."""
    if not re.fullmatch(r"\s*(?>\d{1,5}\s+[\d.,]+(?:\s+|$))+", shape):
        return ()
    return tuple((match.span(1), match.span(2)) for match in _PAIRS.finditer(shape))


@lru_cache(maxsize=_SHAPES_KEPT)
def _file_row(shape: str) -> _Pair | None:
    match = re.fullmatch(r"\s*(\d{1,5})\s+([\d.,]+)\s*", shape)
    return (match.span(1), match.span(2)) if match else None


def _cluster_cache(session: _Session, label: str, raw: str, line: Line, out: Collector) -> None:
    """Cache counts of all blocks; those by block type are parts of them and only noted."""
    name = re.sub(r"\W+", "_", label.strip().lower()).strip("_")
    name = re.sub(r"(?<=[a-z])requests$", "_requests", name)  # its blank is lost
    if name in ("synchronous", "asynchronous", "in_cache", "not_in_cache"):
        if name in session.parts:
            session.requests = ""
        session.parts.add(name)
        if not session.requests:
            say_unheaded(line, out)
            return
        name = f"{session.requests}_{name}"
    elif name not in ("written", "not_written"):
        session.requests, session.parts = _requests(name), set()
    if session.block_type:
        out.left_out(line)
    else:
        metric = f"cache_{name}"
        out.observe(
            session.subject, metric, session.number(raw), "requests", line, raw, session.interval
        )


def _requests(name: str) -> str:
    """What kind of requests the counts that follow are parts of: ``reads``, ``writes``, ..."""
    kind = name.removesuffix("_requests")
    return kind if kind.endswith("s") else f"{kind}s"


def _volumes(session: _Session, out: Collector) -> None:
    """I/Os to each volume, on which several extents may stand; not of a table that lacks rows."""
    sums: dict[str, float] = {}
    for name, rows in session.volumes.items():
        counts = [count for raw, _ in rows if (count := session.number(raw)) is not None]
        if len(counts) < len(rows):
            return
        sums[name] = sum(counts)
    if session.volume_total is None or sum(sums.values()) != session.volume_total:
        return
    for name, rows in session.volumes.items():
        for raw, line in rows:
            out.part(line, raw)
        raw, line = rows[-1]
        metric = f"ios_by_volume.{name}"
        out.observe(session.subject, metric, sums[name], "I/Os", line, raw, session.interval)


def _threads(session: _Session, out: Collector) -> None:
    """Most and least used thread; thread rows themselves carry nothing that is asked for."""
    counted = [
        (count, raw, line)
        for _, raw, line in session.threads
        if isinstance(count := session.number(raw), (int, float))
    ]
    if (
        session.thread_lacking
        or not counted
        or not (session.thread_total or len(counted) >= session.known_threads > 0)
    ):
        return  # none, or cut off in mid-table: the extremes may be among the missing
    for metric, pick in (("thread_commands_max", max), ("thread_commands_min", min)):
        count, raw, line = pick(counted, key=lambda entry: entry[0])
        out.observe(session.subject, metric, count, "commands", line, raw, session.interval)


_NUCLEUS = re.compile(r"n\s?u\s?c\s?l\s?e\s?u\s?s\s+session", re.IGNORECASE)
_PART = re.compile(
    r"\s*(?:I/O Counts \(Including|Container\s+Reads\s+Writes|Distribution of Commands by)", re.I
)


def _confirm(contents: Sequence[str], index: int) -> bool:
    return bool(_NUCLEUS.search(contents[index]) or _PART.match(contents[index]))


def _is_active(contents: Sequence[str], index: int) -> bool:
    text = contents[index]
    return ("is active" in text or _RUNS_ON.search(text) is not None) and bool(_DBID.search(text))


def parse_message(segment: Segment, out: Collector) -> None:
    """Remember the nucleus that says it is active for the statistics that it prints at its end."""
    line, shared = segment[0], segment.shared
    if match := _RUNS_ON.search(line.content):
        shared.setdefault("system", match[1])
    if match := _DBID.search(line.content):
        dbid = str(int(match[1]))
        if match[2] or shared.get("dbid") != dbid:
            shared["nucid"] = str(int(match[2] or 0))
        shared["dbid"] = dbid


MESSAGE = Reader(
    id="adabas-active",
    ignores=((r"^ADA[NLIRX]\d\d +\d+|\b(?:DBID|NUCID) *=? *\d+", "message, database and nucleus"),),
    title="Adabas start message",
    subsystem="Adabas",
    anchors=("ADAN01",),
    confirm=_is_active,
    where="inline",
    inline_lines=1,
    parse=parse_message,
    context=True,
    page=Page(
        reads="The database ID, and the nucleus ID and the system where they are there, of ADAN01.",
        releases="Adabas 8.1 to 8.5",
        verified="Software AG, Adabas Messages and Codes",
        unread="all other messages",
    ),
)

SESSION = Reader(
    id="adabas-session",
    commas=True,
    ignores=(
        (r"\((?:ASSO|DATA) +[\d.,]+\)", "highest block of a volume"),
        (r"^ *Totals? .*$", "sums are made from their parts"),
        (r"^ *\d{1,5} +[\d,]+ *$", "commands by thread"),
        (r"^ADA[NLIRX]\d\d +\d+", "message and database"),
        (r"\b\d+ distinct users .*|^ *most calls \( *[\d.,]+\).*", "users of the session"),
        (r"\( *[\d.,]+ *\)", "shares of a pool, which its size and high-water mark give"),
        (r"(?<=\b[A-Z]\d)/\d\b", "names of command types"),
    ),
    # What closes a section that was begun: without it the print was cut off.
    essential=(
        (r"^ *(?:I/O Counts|Vol-?ser +High RABN)\b", ("commands",)),
        (r"^ *(?:Source|Thread) +Number\b", ("thread_commands_max",)),
        (r"^ *Cmd-type +Number\b", ("high_water_mark",)),
        (r"\bHigh-Water-Mark\b", ("high_water_mark.LWP",)),
    ),
    title="Adabas end-of-session statistics",
    subsystem="Adabas",
    anchors=(
        "A d a b a s nucleus session",
        "Adabas nucleus session",
        "A D A B A S NUCLEUS SESSION",  # a print of capitals only
        "ADABAS NUCLEUS SESSION",
        "I/O Counts (Including",  # parts that were pasted without the title
        "Container Reads Writes",
        "Distribution of Commands by",
    ),
    confirm=_confirm,
    parse=parse,
    metrics=(
        Metric("adabas_nucleus", "data_reads", "reads of DATA"),
        Metric("adabas_nucleus", "work_reads", "and plog_reads, clog_reads"),
        Metric("adabas_nucleus", "plog_reads"),
        Metric("adabas_nucleus", "clog_reads"),
        Metric("adabas_nucleus", "asso_writes"),
        Metric("adabas_nucleus", "data_writes"),
        Metric("adabas_nucleus", "work_writes"),
        Metric("adabas_nucleus", "plog_writes"),
        Metric("adabas_nucleus", "clog_writes"),
        Metric("adabas_nucleus", "commands_by_source_local", "from the same system"),
        Metric("adabas_nucleus", "commands_by_source_internal"),
        Metric("adabas_nucleus", "commands_by_source_operator"),
        Metric("adabas_nucleus", "commands_by_file.*", "by file number"),
        Metric("adabas_nucleus", "threads"),
        Metric("adabas_nucleus", "wait_s"),
        Metric(
            "adabas_nucleus",
            "high_water_mark.*",
        ),
        Metric("adabas_nucleus", "pool_size.*"),
        Metric("adabas_nucleus", "lock_*"),
        Metric(
            "adabas_nucleus",
            "cache_chain_contention",
        ),
        Metric("adabas_nucleus", "duration_s", "length of the session"),
        Metric("adabas_nucleus", "cpu_s", "CPU time of the nucleus"),
        Metric("adabas_nucleus", "asso_reads", "and data, work, plog, clog; reads, writes"),
        Metric("adabas_nucleus", "logical_reads", "calls to the buffer pool manager"),
        Metric("adabas_nucleus", "buffer_efficiency", "as printed; recomputed from its parts"),
        Metric("adabas_nucleus", "commands", "calls executed"),
        Metric("adabas_nucleus", "commands_by_source_remote", "also local, internal"),
        Metric("adabas_nucleus", "commands_by_type.*", "by Adabas command code"),
        Metric("adabas_nucleus", "ios_by_volume.*", "Distribution of ASSO/DATA I/Os by Volser"),
        Metric("adabas_nucleus", "thread_commands_max", "of the busiest thread"),
        Metric("adabas_nucleus", "thread_commands_min", "of the least busy thread"),
        Metric("adabas_nucleus", "structure_full_events", "reads plus writes, all blocks"),
        Metric("adabas_nucleus", "cache_*", "cluster cache, all blocks; lock_* by type"),
        *(
            Metric("adabas_nucleus", metric, "of the session")
            for metric, unit, _ in LABELS
            if metric.startswith(("plog_", "work_", "format_", "buffer_flushes", "throw_"))
        ),
    ),
    page=Page(
        reads="The statistics a nucleus prints when it ends (or on REFRESHSTATS): times, I/O by "
        "container and volume, WORK and PLOG blocks and I/Os, logical reads, commands by source, "
        "thread, file and type, efficiency counters, pool high-water marks. The nucleus is the one "
        "whose ADARUN cards or ADANxx messages stand before it in the same output.",
        releases="Adabas 7.4, 8.1, 8.2 and 8.5, single and in ALS and ASM clusters",
        verified="sample output in the vendor's documentation: Cluster Nucleus Session End "
        "Statistics of Adabas Cluster Services 8.1.4 and 8.5.1 and of Adabas Parallel Services "
        "8.1.4, 8.2.3 and 8.5.4; cache, lock and caching-facility sections are not verified "
        "against a real sample",
        unread="data set activity; users and cache statistics by block type are noted but not kept",
    ),
)

READERS = (SESSION, MESSAGE)
