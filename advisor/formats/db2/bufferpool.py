"""Db2 DISPLAY BUFFERPOOL DETAIL: sizes, getpages, reads, page-ins and the simulated pool."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from advisor.observations import Interval
from advisor.reading.layout.cells import number, stamp
from advisor.reading.layout.labelled import Sections
from advisor.reading.reader import NO_INTERVAL, Collector, Line, Metric, Page, Reader, Segment

_MESSAGE = re.compile(
    # The command prefix: its subsystem stands behind a sign, or is all of it (``DB1S``), or none.
    r"\b(DSNB4\d\dI|DSNB5\d\dI|DSN9022I)\b[ \t]*(?:[^\w\s@#$]([A-Z0-9@#$]{1,8})|[^\w\s](?=\s)"
    r"|([A-Z@#$][A-Z0-9@#$]{2,7})(?=\s+(?:BUFFERPOOL NAME|BUFFER ?POOL SIZE|VIRTUAL|SIMULATED|PGFIX"
    r"|PAGE STEALING|THRESHOLDS|PREFERRED|INCREMENTAL|CUMULATIVE|RANDOM|SEQUENTIAL|LIST|DYNAMIC"
    r"|PREFETCH|SYS|AVOIDABLE|DWT|PARALLEL|LPL|DSNB1\w+)))?",
    re.I,
)
_POOL = re.compile(r"\bBUFFERPOOL NAME\s+(BP\w{1,6})\b", re.IGNORECASE)
_PAIR = re.compile(
    r"(?<![A-Z0-9])([A-Z][A-Z0-9 ./()_-]{0,48}?)\s*=\s*"
    # behind a blank value stands the next label
    r"(?!(?!(?:YES|NO|LRU|FIFO|NONE)\s)[A-Z][A-Z0-9./()_-]*(?: [A-Z0-9./()_-]+){0,5}\s*=)"
    r"(-?\d(?:[\d,]*\d)?|[A-Z][A-Z0-9]*)(?=[\s,)]|$)",
    re.IGNORECASE,
)
_FRAME = re.compile(r"\bPREFERRED FRAME SIZE\s+(\d+[KMG])\b", re.IGNORECASE)
_USING = re.compile(r"\b([\d,]+) BUFFERS USING (\d+[KMG]) FRAME SIZE ALLOCATED", re.IGNORECASE)
_SINCE = re.compile(
    r"\b(INCREMENTAL|CUMULATIVE) STATISTICS SINCE\s+"
    r"((\S*\d:\S+)\s+([^\s:]+\s+\d{1,2},?\s+\d{4}))\s*$",
    re.I,
)

_VERTICAL = re.compile(
    r"VERTICAL DEFERRED WRT\s*=\s*(?P<both>(?P<share>\d{1,2})\s*,\s*(?P<buffers>\d+))(?![\d,])",
    re.I,
)
_STEALING = re.compile(r"\s*PAGE STEALING METHOD\s*-?\s*$", re.IGNORECASE)

_SHORT = 7
"""Letters of labels that several messages have: CURRENT, IN-USE."""

# message -> label as printed -> metric or setting, unit
_LABELS: dict[str, dict[str, tuple[str, str]]] = {
    "DSNB402I": {
        "BUFFER POOL SIZE": ("setting.VPSIZE", "buffers"),
        "BUFFERPOOL SIZE": ("setting.VPSIZE", "buffers"),
        "VPSIZE": ("setting.VPSIZE", "buffers"),
        "VIRTUAL BUFFERPOOL SIZE": ("setting.VPSIZE", "buffers"),
        "AUTOSIZE": ("setting.AUTOSIZE", ""),
        "BUFFERS AUTOSIZE": ("setting.AUTOSIZE", ""),  # behind the size and its unit
        "IN-USE/UPDATED": ("buffers_in_use", "buffers"),
    },
    "DSNB404I": {
        "VP SEQUENTIAL": ("setting.VPSEQT", "%"),
        "SP SEQUENTIAL": ("setting.SPSEQT", "%"),
        "DEFERRED WRITE": ("setting.DWQT", "%"),
        "VERTICAL DEFERRED WRT": ("setting.VDWQT", "%"),
    },
    "DSNB406I": {
        "CURRENT": ("setting.PGFIX", ""),
        "PAGE STEALING METHOD": ("setting.PGSTEAL", ""),
    },
    "DSNB411I": {
        "RANDOM GETPAGE": ("getpages_random", "pages"),
        "SEQ. GETPAGE": ("getpages_sequential", "pages"),
        "SYNC READ I/O (R)": ("sync_reads_random", "I/Os"),
        "SYNC READ I/O (S)": ("sync_reads_sequential", "I/Os"),
        "PAGE-INS REQUIRED": ("page_ins_read", "pages"),
        "DMTH HIT": ("data_management_threshold_hits", "events"),
    },
    "DSNB412I": {
        "PREFETCH I/O": ("prefetch_reads", "I/Os"),
        "PAGES READ": ("prefetch_pages", "pages"),
    },
    "DSNB413I": {
        "PREFETCH I/O": ("list_prefetch_reads", "I/Os"),
        "PAGES READ": ("list_prefetch_pages", "pages"),
    },
    "DSNB414I": {
        "PREFETCH I/O": ("dynamic_prefetch_reads", "I/Os"),
        "PAGES READ": ("dynamic_prefetch_pages", "pages"),
    },
    "DSNB415I": {
        "NO BUFFER": ("prefetch_disabled_no_buffer", "events"),
        "NO READ ENGINE": ("prefetch_disabled_no_engine", "events"),
    },
    "DSNB421I": {
        "DWT HIT": ("deferred_write_threshold_hits", "events"),
        "VERTICAL DWT HIT": ("vertical_deferred_write_hits", "events"),
    },
    "DSNB420I": {
        "SYS PAGE UPDATES": ("page_updates", "pages"),
        "SYS PAGES WRITTEN": ("pages_written", "pages"),
        "ASYNC WRITE I/O": ("writes", "I/Os"),
        "SYNC WRITE I/O": ("sync_writes", "I/Os"),
        "PAGE-INS REQUIRED": ("page_ins_write", "pages"),
    },
    "DSNB431I": {
        "SIMULATED BUFFER POOL SIZE": ("setting.SPSIZE", "buffers"),
        "IN-USE": ("simulated_buffers_in_use", "buffers"),
    },
    "DSNB432I": {
        "SYNC READ I/O (R)": ("avoidable_sync_reads", "I/Os"),
        "SYNC READ I/O (S)": ("avoidable_sync_reads_sequential", "I/Os"),
        "ASYNC READ I/O": ("avoidable_async_reads", "I/Os"),
        "SYNC GBP READS (R)": ("avoidable_gbp_reads", "reads"),
        "SYNC GBP READS (S)": ("avoidable_gbp_reads_sequential", "reads"),
        "ASYNC GBP READS": ("avoidable_gbp_reads_async", "reads"),
        "PAGES MOVED INTO SIMULATED BUFFER POOL": ("simulated_pages_moved", "pages"),
        "TOTAL AVOIDABLE SYNC I/O DELAY": ("avoidable_delay_ms", "ms"),
    },
}

_FIGURELESS = ("DSNB401I", "DSNB409I", "DSNB410I", "DSNB546I")
_LONG = frozenset(name for labels in _LABELS.values() for name in labels if len(name) > _SHORT)
_ELSEWHERE = {
    **dict.fromkeys(_FIGURELESS, _LONG),
    **{message: _LONG - {*labels} for message, labels in _LABELS.items()},
}
"""Labels of the other messages: below one of them they are of another, whose number is lost."""

_WITH_VERTICAL = frozenset(
    message
    for message, labels in _LABELS.items()
    if "setting.VDWQT" in {metric for metric, _ in labels.values()}
)

_COUNTED = frozenset(message for message in _LABELS if "DSNB410I" < message < "DSNB430I")
"""Said of both intervals in one display, each behind its beginning."""

_DATED = _COUNTED | {"DSNB409I", "DSNB432I"}


def parse(segment: Segment, out: Collector) -> None:
    """Every pool shown, message by message."""
    memory = segment.memory
    memory["columns"] = Sections.columns(segment)
    for line in segment:
        text = line.content
        if match := _MESSAGE.search(text):
            named, pool = (match[2] or match[3] or "").upper(), memory.get("pool")
            # within a pool's messages a longer prefix is one whose blank is lost
            if named and not (pool and named.startswith(memory.get("subsystem") or "?")):
                _turn_to(named, memory)
            memory["message"], memory["had"] = match[1].upper(), set()
            if memory["message"] in _LABELS:
                told: set[str] = memory.setdefault("told", set())
                if memory["message"] in told and memory.get("pool"):
                    _rest(segment, out)
                    memory["pool"] = ""  # another one's, whose first line is lost
                    told.clear()
                told.add(memory["message"])
            memory["stealing"] = False
        if memory.get("message") == "DSN9022I":
            _rest(segment, out)
            memory["pool"] = ""
            continue
        if match := _POOL.search(text):
            _rest(segment, out)
            memory["told"] = set()
            _open(line, match[1].upper(), segment, out)
        elif _FRAME.search(text) or _USING.search(text):
            _frames(line, segment, out)
        elif match := _SINCE.search(text):
            memory.setdefault("told", set()).difference_update(_COUNTED)
            since = stamp(match[4], match[3]) or match[2]
            # Of a pool's counts the latest begun are taken; those since it was started are none.
            of = Interval(since) if match[1].upper() == "INCREMENTAL" else NO_INTERVAL
            memory["of"] = of
            _put(line, segment, out, "statistics_since", since, "", match[2])
        else:
            _pairs(line, segment, out)
    last = memory.get("subsystem", "")
    for name in [*memory.get("others", ()), last]:
        _turn_to(name, memory)
        _rest(segment, out)


_STATE = ("pool", "message", "had", "told", "stealing", "sections", "of")
"""What is remembered of a display; of those of two members the lines may stand among each other."""


def _turn_to(name: str, memory: dict[str, Any]) -> None:
    """Go on with the display of another member where it was left."""
    before = memory.get("subsystem", "")
    if name == before:
        return
    others = memory.setdefault("others", {})
    others[before] = {key: memory.pop(key) for key in _STATE if key in memory}
    memory.update(others.pop(name, {}))
    memory["subsystem"] = name


def _rest(segment: Segment, out: Collector) -> None:
    """Keep what the display says under labels that nothing asks for."""
    if sections := segment.memory.pop("sections", None):
        sections.turn(_subject(segment[0], segment, out), out, "")


def _subject(line: Line, segment: Segment, out: Collector) -> str:
    memory = segment.memory
    subsystem = memory.get("subsystem") or segment.after_file("DB2")
    if not memory.get("pool"):
        memory["pool"] = "?"
        out.say(
            "{file}, line {number}: no DSNB401I above this line names the "
            "buffer pool: paste the display from its first line.",
            line,
        )
    return f"db2_bufferpool:{subsystem}/{memory['pool']}"


def _put(
    line: Line, segment: Segment, out: Collector, metric: str,
    value: float | str | bool | None, unit: str, raw: str,
) -> None:  # fmt: skip
    memory = segment.memory
    of = memory.get("of", NO_INTERVAL) if memory.get("message") in _DATED else NO_INTERVAL
    out.observe(_subject(line, segment, out), metric, value, unit, line, raw, of)


def _open(line: Line, pool: str, segment: Segment, out: Collector) -> None:
    memory = segment.memory
    memory.update(pool=pool, of=NO_INTERVAL)
    subsystem = f"db2_subsystem:{memory.get('subsystem') or segment.after_file('DB2')}"
    subject = _subject(line, segment, out)
    out.relation(subject, "parent", subsystem, line)
    system = segment.system_of(line)
    if system:
        out.relation(subsystem, "parent", f"lpar:{system}", line)
    size = re.match(r"BP(8|16|32)K", pool)
    out.setting(subject, "PAGE_SIZE_KB", int(size[1]) if size else 4, "KB", line, pool)


def _frames(line: Line, segment: Segment, out: Collector) -> None:
    if match := _FRAME.search(line.content):
        _put(line, segment, out, "setting.FRAMESIZE", match[1].upper(), "", match[1])
    elif match := _USING.search(line.content):
        count = number(match[1])
        _put(
            line, segment, out, f"buffers_in_frames.{match[2].upper()}", count, "buffers", match[1]
        )


def _pairs(line: Line, segment: Segment, out: Collector) -> None:
    message = segment.memory.get("message", "")
    labels = _LABELS.get(message, {})
    opens = _MESSAGE.search(line.content)
    text = line.content[opens.end() :] if opens else line.content
    if message in _WITH_VERTICAL:
        text = _VERTICAL.sub(lambda match: _vertical(match, line, segment, out), text)
    found = [(_name(label), raw) for label, raw in _PAIR.findall(text)]
    memory = segment.memory
    if _STEALING.match(text):
        memory["stealing"] = True
        return
    if (elsewhere := _ELSEWHERE.get(message)) and any(name in elsewhere for name, _ in found):
        memory["message"] = message = ""  # what follows is another one's, whose line is lost
        _say_unheaded(line, out)
    if not message:
        return
    if "torn" not in segment.shared:
        sections: Sections = memory.setdefault("sections", Sections(memory["columns"]))
        sections.line(text, line, labels, _subject(line, segment, out), out, opens is not None)
    for name, raw in found:
        known = labels.get(name)
        if known is None:
            continue
        metric, unit = known
        value: float | str | bool | None = number(raw)
        if name in memory["had"] and not metric.startswith("setting."):
            _say_unheaded(line, out)
            continue
        memory["had"].add(name)
        if metric == "setting.PGFIX" and memory.get("stealing"):
            metric = "setting.PGSTEAL"  # its CURRENT stands below a heading of its own
        if metric in ("setting.PGFIX", "setting.AUTOSIZE"):
            if raw.upper() not in ("YES", "NO"):
                continue
            value = raw.upper() == "YES"
        elif metric == "setting.PGSTEAL":
            value = raw.upper()
        _put(line, segment, out, metric, value, unit, raw)


@lru_cache(maxsize=1 << 12)
def _name(label: str) -> str:
    return " ".join(label.strip(" -").split()).upper().replace("( ", "(")


def _say_unheaded(line: Line, out: Collector) -> None:
    out.say_once(
        "{file}, line {number}: the line with the message number above is missing, so what "
        "this counts is not known and it was not read: send the display as it was printed.",
        line,
    )


def _vertical(match: re.Match[str], line: Line, segment: Segment, out: Collector) -> str:
    """Both parts of the threshold: a number of buffers counts where the percentage is 0."""
    apart = " " in match["both"]
    for metric, unit, part in (
        ("setting.VDWQT", "%", match["share"]),
        ("vdwqt_buffers", "buffers", match["buffers"]),
    ):
        _put(line, segment, out, metric, number(part), unit, part if apart else match["both"])
    return ""


READER = Reader(
    id="db2-bufferpool",
    title="Db2 DISPLAY BUFFERPOOL DETAIL",
    endings=(
        (r"\bDSNB411I .* RANDOM GETPAGE *=", r" SYNC READ I/O \( ?R\) *= *\d"),
        (r"^ +VPSIZE MINIMUM *=", r" VPSIZE MAXIMUM *= *\d"),
        (r"\bDSNB420I .* SYS PAGE UPDATES *=", r" SYS PAGES WRITTEN *= *\d"),
    ),
    subsystem="Db2",
    anchors=tuple(f"DSNB{n}I" for n in (401, 402, 404, 406, 409, 411, 420, 431, 432)),
    splits=False,
    closing=((r"\bDSNB401I\b", r"\bDSN9022I\b"),),
    commas=True,  # it prints no decimals, but both parts of VDWQT with a comma between them
    parse=parse,
    ignores=(
        (r"BUFFERPOOL ID +\d+|USE COUNT +\d+|USING \d+[KMG] FRAME", "numbers of the pool"),
        (r"^.*\bDSN9022I\b.*", "end of the answer"),
    ),
    metrics=(
        *(
            Metric("db2_bufferpool", metric, f"{message}: {label}")
            for message, labels in _LABELS.items()
            for label, (metric, unit) in labels.items()
        ),
        Metric("db2_bufferpool", "setting.PAGE_SIZE_KB", "by the pool's name"),
        Metric("db2_bufferpool", "setting.FRAMESIZE", "DSNB546I: preferred frame size"),
        Metric("db2_bufferpool", "buffers_in_frames.*"),
        Metric("db2_bufferpool", "vdwqt_buffers", "DSNB404I: behind VDWQT"),
        Metric("db2_bufferpool", "statistics_since"),
        Metric("db2_bufferpool", "printed.*", "all other labels, behind their headings"),
    ),
    page=Page(
        reads="All pools of -DISPLAY BUFFERPOOL(…) DETAIL: size, thresholds, PGFIX, frame size, "
        "getpages, reads, page-ins, writes, and DSNB432I, what a simulated pool would have "
        "avoided. The subsystem is the command prefix behind the message number.",
        releases="Db2 9 to 13; Db2 7 and 8 without their hiperpools",
        verified="DSNB432I against 003, example 2-1; DSNB401I to DSNB406I against a published "
        "display of Db2 10 (command prefix without hyphen); the other messages against IBM, Db2 "
        "Messages; a complete display DETAIL with values was not at hand",
        unread="list of page sets (DSNB45x, DSNB46x)",
    ),
)
