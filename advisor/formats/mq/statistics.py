"""MQ statistics (SMF 115 and 116) as MP1B prints them and as mqsmfcsv writes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from advisor.formats.mq import blocks, channels
from advisor.observations import Interval
from advisor.reading.gaps import say_withheld
from advisor.reading.layout.cells import number, stamp, whole
from advisor.reading.layout.csv_rows import Sheet, rows, sheet_of
from advisor.reading.layout.labelled import tidy
from advisor.reading.reader import (
    PRINTED,
    WIDEST_TABLE,
    Collector,
    Line,
    Metric,
    Page,
    Reader,
    Segment,
)
from model.figures import unit_of
from model.language import Name

# Labels of MP1B and columns of mqsmfcsv: the QPST field names without their prefix, and since
# June 2016 names in words (CHANGES.md and printQPST.c of the public mq-smf-csv project).
_POOL_FIGURES = {
    "BUFFS": "buffers_allocated",
    "NBUF": "buffers_allocated",
    "LOW": "low_buffers",
    "CBSL": "low_buffers",
    "NOW": "stealable_buffers",
    "CBS": "stealable_buffers",
    "GETP": "getp",
    "GETN": "getn",
    "RIO": "rio",
    "STW": "stw",
    "TPW": "tpw",
    "WIO": "wio",
    "IMW": "imw",
    "DWT": "dwt",
    "DMC": "dmc",
    "STL": "steals",
    "STLA": "stla",
    "SOS": "sos",
    "BUFFER_COUNT": "buffers_allocated",
    "LOWEST_STEALABLE": "low_buffers",
    "CURRENT_STEALABLE": "stealable_buffers",
    "GETP_OLD_REQUESTS": "getp",
    "GETP_NEW_REQUESTS": "getn",
    "DASD_READ": "rio",
    "SET_WRITE_PAGES": "stw",
    "PAGES_WRITTEN": "tpw",
    "DASD_WRITE": "wio",
    "SYNC_WRITES": "imw",
    "DEFER_WRITE_THOLD_REACHED": "dwt",
    "SYNC_WRITE_THOLD_REACHED": "dmc",
    "BUFFER_STEALS": "steals",
    "BUFFER_STEALS_HASH_CHANGES": "stla",
    "SUSPEND_NO_BUFFERS": "sos",
}
_HEAD = re.compile(
    r"^\s*([A-Z0-9#@$]{1,4})\s*,\s*([A-Z0-9#@$]{1,4})\s*,\s*(\d{4}/\d\d/\d\d)\s*,\s*"
    r"(\d\d:\d\d:\d\d)\s*,\s*VRM:(\d{3,4})\b,?(.*)$"
)
_POOL_ROWS = (
    frozenset(("BUFFS", "LOW", "NOW", "GETP", "GETN")),
    frozenset(("RIO", "STW", "TPW", "WIO", "IMW")),
    frozenset(("DWT", "DMC", "STL", "STLA", "SOS")),
)
_POOL_ROW = re.compile(r"^\s*>?\s*(\d{2})\s+((?:[A-Za-z]{2,5}\s+\d+\s*)+)$")
_NO_POOL = re.compile(r"^\s*>?\s*(?:[A-Za-z]{2,5}\s+\d+\s*)+$")
_LOCATION = re.compile(
    r"^\s*>?\s*(\d{2})\s+(?:Location\s*[-:]?\s*)?(below|above)\s+(?:the\s+)?bar\b", re.IGNORECASE
)
_PAIR = re.compile(r"([A-Za-z]{2,5})\s+(0|[1-9]\d*)(?!\d)")
_DURATION = re.compile(r"\bduration\s*[:=]?\s*(\d+(?:\.\d+)?)\s*s", re.IGNORECASE)
_NOT_USED = re.compile(r"not used\s*,\s*([\d.]+)\s*MB", re.IGNORECASE)
_REGION = re.compile(r"Max limit\s*,(?:\s*[0-9a-f]{8}\s*,)?\s*([\d.]+)\s*MB", re.IGNORECASE)
_CALLS = re.compile(r"^\s*(Get|Put|Put1)\s*:?\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\b", re.IGNORECASE)
_CALL_HEADS = re.compile(r"^\s*(-MQ call-)\s+N\s+ET\s+CT\b", re.IGNORECASE)
_WORD = re.compile(r"\S+")
_DEPTH = re.compile(r"Maximum depth encountered\s+(\d+)", re.IGNORECASE)


def _version(text: str) -> str:
    """``920`` as 9.2.0, ``1000`` as 10.0.0; two digits each in ``090300`` and ``100000``."""
    if text.isdecimal() and len(text) == 6:
        return ".".join(str(int(text[at : at + 2])) for at in (0, 2, 4))
    if not text.isdecimal() or len(text) not in (3, 4):
        return text
    return ".".join((text[:-2], text[-2], text[-1]))


def parse_mp1b(segment: Segment, out: Collector) -> None:
    """Read storage, buffer pool and call statistics of one or many intervals."""
    for line in segment:
        text = line.content
        memory = segment.memory
        if match := _HEAD.match(text):
            system, name = match[1], match[2]
            memory["interval"] = Interval(end=stamp(match[3], match[4]))
            if memory.get("name") != name or memory.get("system") != system:
                memory.update(name=name, system=system)
                subject = f"mq_manager:{name}"
                out.relation(subject, "parent", f"lpar:{system}", line)
                out.setting(subject, "VERSION", _version(match[5]), "", line, match[5])
            _span(segment, match[6], line, out)
            if limit := _REGION.search(match[6]):
                raw = limit[1]
                _manager(segment, "region_limit_mb", number(raw), "MB", line, raw, out)
            if free := _NOT_USED.search(match[6]):
                _manager(segment, "storage_free_mb", number(free[1]), "MB", line, free[1], out)
        elif match := _POOL_ROW.match(text):
            pairs = _PAIR.findall(match[2])
            if not _complete([label.upper() for label, _ in pairs]):
                say_withheld(line, out)
                continue
            pool = _pool(segment, match[1], line, out)
            for label, figure in pairs:
                metric = _POOL_FIGURES.get(label.upper())
                if metric is not None:
                    unit = unit_of(metric)
                    interval = memory.get("interval", Interval())
                    out.observe(pool, metric, whole(figure), unit, line, figure, interval)
        elif match := _LOCATION.match(text):
            pool = _pool(segment, match[1], line, out)
            out.setting(pool, "LOCATION", match[2].lower(), "", line, match[2])
        elif match := _CALL_HEADS.match(text):
            memory["heads"] = [head.end() for head in _WORD.finditer(text, match.end(1))]
        elif (match := _CALLS.match(text)) and not _under(match, memory.get("heads", [])):
            say_withheld(line, out)
        elif match := _CALLS.match(text):
            kind = match[1].lower().rstrip("1")
            columns = (
                (2, f"{kind}s", "calls"),
                (3, f"{kind}_elapsed_us", "us"),
                (4, f"{kind}_cpu_us", "us"),
                (5, f"{kind}_suspend_us", "us"),
            )
            for group, metric, unit in columns:
                _manager(segment, metric, number(match[group]), unit, line, match[group], out)
        elif match := _DEPTH.search(text):
            _manager(segment, "max_depth", whole(match[1]), "messages", line, match[1], out)
        elif _NO_POOL.match(text) and _of_a_pool(text):
            say_withheld(line, out)  # whose number is blank
        elif not _span(segment, text, line, out) and "name" in memory:
            _others(segment, text, line, out)


_BETWEEN = re.compile(r",|(?<=\d)\s+(?=[A-Za-z])")
_A_PAIR = re.compile(r"\s*(?P<label>[A-Za-z]\w*+(?: [A-Za-z]\w*+){0,3})\s+(?P<raw>\d+)\s*$")


def _others(segment: Segment, text: str, line: Line, out: Collector) -> None:
    """Counters of the other managers: ``Write_Wait 0, Write_Nowait 812``."""
    if "torn" in segment.shared:
        return
    pairs = [_A_PAIR.match(piece) for piece in _BETWEEN.split(text.strip().rstrip(","))]
    if len(pairs) < _SEVERAL or None in pairs:
        return
    for match in filter(None, pairs):
        label, raw = tidy(match["label"]), match["raw"]
        _manager(segment, f"{PRINTED}.{label}", whole(raw), "", line, raw, out)


_SEVERAL = 2
"""Pairs of a row: one word and a number may be anything."""


def _of_a_pool(text: str) -> bool:
    """Whether a row has labels of a buffer pool."""
    labels = {label.upper() for label, _ in _PAIR.findall(text)}
    return any(len(row & labels) > 1 for row in _POOL_ROWS)


def _complete(labels: Sequence[str]) -> bool:
    """Whether a row of a pool has all that it prints, or is a kind of row that is not known.

    Where something is missing, a figure may stand behind another one's label.
    """
    return all(row <= set(labels) for row in _POOL_ROWS if not row.isdisjoint(labels))


def _under(row: re.Match[str], heads: list[int]) -> bool:
    """Whether the figures of a row of calls end where their headings do, if these are known."""
    ends = [row.end(group) for group in (2, 3, 4, 5)]
    if len(heads) < len(ends) or not re.search(r"\d\s{2,}\d", row.string):
        return True
    return all(abs(end - head) <= 1 for end, head in zip(ends, heads, strict=False))


def _span(segment: Segment, text: str, line: Line, out: Collector) -> bool:
    """The length of the interval, where the title gives it."""
    match = _DURATION.search(text)
    if match is None:
        return False
    seconds = float(match[1])
    before = segment.memory.get("interval", Interval())
    segment.memory["interval"] = Interval(before.start, before.end, seconds)
    _manager(segment, "duration_s", seconds, "s", line, match[1], out)
    return True


def _name(segment: Segment) -> str:
    return str(segment.memory.get("name") or segment.shared.get("mq_manager") or "UNKNOWN")


def _manager(
    segment: Segment,
    metric: str,
    value: float | int | None,
    unit: str,
    line: Line,
    raw: str,
    out: Collector,
) -> None:
    interval = segment.memory.get("interval", Interval())
    out.observe(f"mq_manager:{_name(segment)}", metric, value, unit, line, raw, interval)


def _pool(segment: Segment, number_: str, line: Line, out: Collector) -> str:
    pool = f"mq_bufferpool:{_name(segment)}/{int(number_)}"
    known = segment.memory.setdefault("pools", set())
    if pool not in known:
        known.add(pool)
        out.relation(pool, "parent", f"mq_manager:{_name(segment)}", line)
    return pool


# -- mqsmfcsv --------------------------------------------------------------------------------

Row = dict[str, str]

_DATE = re.compile(r"\d{4}\W\d\d\W\d\d|\d\d\W\d\d\W\d{4}|(?:19|20)\d{5}$")
_CSV_HEADING = re.compile(r"^\W*Date\W{1,3}Time\W{1,3}LPAR\W{1,3}QMgr\b", re.IGNORECASE)


def parse_csv(segment: Segment, out: Collector) -> None:
    """Read the rows of one of mqsmfcsv's tables; the heading says which."""
    start = 0
    for index, line in enumerate(segment):
        if _is_heading(line.content):
            sheet = sheet_of(segment.lines, index)
            if sheet is not None:
                names = tuple(name.strip().upper() for name in sheet.names)
                segment.memory["sheet"] = replace(sheet, names=names)
                out.left_out(line)
                start = index + 1
                break
    sheet = segment.memory.get("sheet")
    if sheet is None:
        return
    read = _table(sheet)
    for line, row in rows(sheet, segment.lines, start, out):
        name, system = row.get("QMGR", ""), row.get("LPAR", "")
        if not name or _is_heading(line.content) or not _DATE.match(row.get("DATE", "")):
            continue
        _place(segment, name, system, row, line, out)
        read(name, row, line, _interval(row), out)
        out.left_out(line)
        if read is _wq:
            _queue(segment, name, row, line)
        elif read is _wtas:
            _task(segment, name, row, line)
    _messages(segment, out)
    _suspensions(segment, out)


def _is_heading(text: str) -> bool:
    return _CSV_HEADING.match(text.lstrip("\ufeff")) is not None


def _interval(row: Row) -> Interval:
    """The interval: mqsmfcsv gives its start and length, and the record's time as its end.

    Since version 1.2 date and time of the start are columns of their own.
    """
    end = stamp(row.get("DATE"), re.sub(r"[.,]\d+$", "", row.get("TIME", "")))
    day = row.get("INTERVAL_START (DATE)")
    clock = row.get("INTERVAL_START (TIME)") or row.get("INTERVAL_START", "")
    started = re.search(r"(\d\d:\d\d:\d\d)", clock)
    start = stamp(day or row.get("DATE"), started[1]) if started else None
    if start and end and start > end:
        start = None  # it began the day before: the date is that of the record
    length = number(row.get("INTERVAL_DURATION", ""))
    return Interval(start, end, float(length) if length else None)


def _microseconds(row: Row, name: str) -> float | None:
    """A time: mqsmfcsv writes seconds and the microseconds beyond them in two columns.

    ``-f sql`` and versions before 1.2 write microseconds alone.
    """
    seconds, rest = number(row.get(f"{name}(S)", "")), number(row.get(f"{name}(US)", ""))
    if seconds is not None and rest is not None:
        return seconds * 1e6 + rest
    value = number(row.get(name, ""))
    return None if value is None else float(value)


def _place(segment: Segment, name: str, system: str, row: Row, line: Line, out: Collector) -> None:
    known = segment.memory.setdefault("managers", set())
    if name in known:
        return
    known.add(name)
    subject = f"mq_manager:{name}"
    if system:
        out.relation(subject, "parent", f"lpar:{system}", line)
    version = row.get("MQ_VERSION", "")
    if version:
        out.setting(subject, "VERSION", _version(version), "", line, version)


def _table(sheet: Sheet) -> Callable[[str, Row, Line, Interval, Collector], None]:
    names = set(sheet.names)
    if {"POOL", "NBUF"} <= names or {"BUFFERPOOL", "BUFFER_COUNT"} <= names:
        return _qpst
    if {"AVAL", "PHBGF"} <= names or {"AVAIL_31", "PHB_GLOBAL_FIXED"} <= names:
        return _qsrs
    if {"MQGET", "MQPUT"} <= names or {"GET", "PUT", "CLOSE_HANDLES"} <= names:
        return _qmst
    if {"PAGESET", "TOTAL_PAGES", "PERSISTENT_PAGES"} <= names:
        return _qis1
    if {"TOTAL_BYTES_PUT", "TOTAL_VALID_PUTS"} <= names:
        return _wq
    if {"CHL_NAME", "BATCHES", "FULL_BATCHES"} <= names:
        return _qcst
    if block := blocks.table_of(names):
        return partial(_counters, block)
    if "TASK_SUSPEND_COUNT" in names or {"SUSN", "SUSE"} <= names:
        return _wtas
    return _other


def _qpst(name: str, row: Row, line: Line, interval: Interval, out: Collector) -> None:
    pool_number = whole(row.get("POOL") or row.get("BUFFERPOOL", ""))
    if pool_number is None:
        return
    if pool_number < 0:
        out.say_once(
            "{file}, line {line}: the number of this buffer pool is negative, so its row was "
            "not read: the table was edited or damaged, send it as it was written.",
            line,
            line=line.number,
        )
        return
    pool = f"mq_bufferpool:{name}/{pool_number}"
    out.relation(pool, "parent", f"mq_manager:{name}", line)
    for column, metric in _POOL_FIGURES.items():
        if cell := row.get(column):
            unit = unit_of(metric)
            value = _count(cell)
            if value is None and (whole(cell) or 0) < _LACKING:
                out.say_once(
                    "{file}, line {number}: {column} of this row is {cell}: no count is negative, "
                    "so it was not read. The table was edited or damaged, send it as it was "
                    "written.",
                    line,
                    column=Name(column),
                    cell=Name(cell),
                )
            out.observe(pool, metric, value, unit, line, cell, interval)
    if cell := row.get("LOC"):
        out.setting(pool, "LOCATION", cell.lower(), "", line, cell)
    if cell := row.get("FIX"):
        page_class = "FIXED4KB" if cell.lower().startswith("fix") else "4KB"
        out.setting(pool, "PAGECLAS", page_class, "", line, cell)


def _qsrs(name: str, row: Row, line: Line, interval: Interval, out: Collector) -> None:
    for columns, metric, unit, scale in (
        (("AVAL", "AVAIL_31"), "storage_free_mb", "MB", 1 << 20),
        (("ABYTES", "TOTAL_OBJECT_SIZE"), "storage_above_used_mb", "MB", 1 << 20),
    ):
        cell = next((row[column] for column in columns if row.get(column)), "")
        value = _count(cell)
        scaled = None if value is None else value / scale
        out.observe(f"mq_manager:{name}", metric, scaled, unit, line, cell, interval)


def _qmst(name: str, row: Row, line: Line, interval: Interval, out: Collector) -> None:
    subject = f"mq_manager:{name}"
    prefix = "MQ" if "MQGET" in row else ""
    gets, puts = _count(row.get(f"{prefix}GET", "")), _count(row.get(f"{prefix}PUT", ""))
    put1 = _count(row.get(f"{prefix}PUT1", "")) or 0
    blank = not row.get(f"{prefix}PUT1", "0").strip()
    if blank or ("" in row and f"{prefix}PUT1" not in row):  # or the table was cut off before it
        puts = None
    out.observe(subject, "gets", gets, "calls", line, row.get(f"{prefix}GET", ""), interval)
    if puts is not None:
        raw = f"{row.get(f'{prefix}PUT', '')}+{row.get(f'{prefix}PUT1', '0')}"
        out.observe(subject, "puts", puts + put1, "calls", line, raw, interval)
    if interval.duration_s and gets is not None and puts is not None:
        # A message counts once when it is put and once when it is got.
        rate = (gets + puts + put1) / interval.duration_s
        out.observe(
            subject, "messages_per_s", rate, "messages/s", line, "MQGET+MQPUT+MQPUT1", interval
        )


_LACKING = -1
"""What mqsmfcsv writes for a count that the record's release does not have."""


def _count(cell: str) -> int | None:
    """A count, where the record has it."""
    value = whole(cell)
    return None if value is None or value < 0 else value


_PAGE_SETS = {
    "TOTAL_PAGES": "total_pages",
    "UNUSED_PAGES": "unused_pages",
    "PERSISTENT_PAGES": "persistent_pages",
    "NONPERSISTENT_PAGES": "nonpersistent_pages",
}


def _qis1(name: str, row: Row, line: Line, interval: Interval, out: Collector) -> None:
    page_set = whole(row.get("PAGESET", ""))
    if page_set is None:
        return
    subject = f"mq_pageset:{name}/{page_set}"
    out.relation(subject, "parent", f"mq_manager:{name}", line)
    if cell := row.get("BUFFERPOOL"):
        out.setting(subject, "BUFFPOOL", cell, "", line, cell)
    for column, metric in _PAGE_SETS.items():
        cell = row.get(column, "")
        out.observe(subject, metric, _count(cell), "pages", line, cell, interval)
    cell = row.get("EXPANSIONS", "")
    out.observe(subject, "expansions", _count(cell), "count", line, cell, interval)


def _qcst(name: str, row: Row, line: Line, interval: Interval, out: Collector) -> None:
    """A channel of class 4 accounting: who sends in batches, which a client channel does not."""
    channel = row.get("CHL_NAME", "").strip()
    if not channel or not _count(row.get("BATCHES", "")):
        return
    for column, (metric, unit) in channels.FIGURES.items():
        cell = row.get(column.upper(), "")
        out.observe(
            f"mq_manager:{name}", f"{metric}.{channel}", _count(cell), unit, line, cell, interval
        )


_CALL_CPU = ("OPEN_CT", "CLOSE_CT", "GET_CT", "PUT_CT", "PUT1_CT", "INQ_CT", "SET_CT")


def _wq(name: str, row: Row, line: Line, interval: Interval, out: Collector) -> None:
    """One task's use of one queue (SMF 116 class 3): summed up in :func:`_queue`."""


def _queue(segment: Segment, name: str, row: Row, line: Line) -> None:
    puts, sent = number(row.get("TOTAL_VALID_PUTS", "")), number(row.get("TOTAL_BYTES_PUT", ""))
    if puts is None or sent is None or puts < 0 or sent < 0:
        return
    cpu = [_microseconds(row, column) or 0.0 for column in _CALL_CPU]
    if any(not cell.strip() for column, cell in row.items() if column.startswith(_CALL_CPU)):
        segment.memory.setdefault("lacking", set()).add(name)
    sums = segment.memory.setdefault("queues", {}).setdefault(name, [0.0, 0.0, 0.0, line])
    sums[0] += puts
    sums[1] += sent
    sums[2] += sum(cpu)
    sums[3] = line


def _messages(segment: Segment, out: Collector) -> None:
    """Mean size and CPU of a message put, over all tasks and queues of the table so far."""
    for name, (puts, sent, cpu, line) in segment.memory.get("queues", {}).items():
        if puts <= 0:
            continue
        subject = f"mq_manager:{name}"
        raw = f"{sent:.0f}/{puts:.0f}"
        out.observe(subject, "message_kb", sent / puts / 1024, "KB", line, raw)
        if cpu > 0 and name not in segment.memory.get("lacking", ()):
            raw = f"{cpu:.0f}/{puts:.0f}"
            out.observe(subject, "cpu_us_per_message", cpu / puts, "us", line, raw)


def _counters(
    block: str, name: str, row: Row, line: Line, interval: Interval, out: Collector
) -> None:
    part = row.get(blocks.NAMES.get(block, blocks.NUMBER).upper(), "").strip()
    if block in blocks.PARTS and not part:
        return
    for column, field in blocks.fields(block).items():
        metric, unit = blocks.metric_of(block, column)
        if block in blocks.PARTS:
            metric = f"{metric}.{part}"
        printed = column.upper()
        if field.type == "stck":
            value = _microseconds(row, printed)
            raw = row.get(f"{printed}(US)", "")
        else:
            raw = row.get(printed, "")
            value = _count(raw)
        if value is not None and value >= 0:
            out.observe(f"mq_manager:{name}", metric, value, unit, line, raw, interval)


def _other(name: str, row: Row, line: Line, interval: Interval, out: Collector) -> None:
    """Tables that are noted and not kept."""


def _wtas(name: str, row: Row, line: Line, interval: Interval, out: Collector) -> None:
    """One task (SMF 116 class 3): summed up in :func:`_task`."""


def _task(segment: Segment, name: str, row: Row, line: Line) -> None:
    count = whole(row.get("TASK_SUSPEND_COUNT") or row.get("SUSN", ""))
    elapsed = _microseconds(row, "TASK_SUSPEND_TIME" if "SUSE" not in row else "SUSE")
    if not count or elapsed is None or count < 0 or elapsed < 0:
        return
    sums = segment.memory.setdefault("suspends", {}).setdefault(name, [0, 0.0, line])
    sums[0], sums[1], sums[2] = sums[0] + count, sums[1] + elapsed, line


def _suspensions(segment: Segment, out: Collector) -> None:
    """Mean suspension over all tasks of the table so far."""
    for name, (count, elapsed, line) in segment.memory.get("suspends", {}).items():
        raw = f"{elapsed:.0f}/{count}"
        out.observe(f"mq_manager:{name}", "log_suspend_us", elapsed / count, "us", line, raw)


def _confirm_mp1b(contents: Sequence[str], index: int) -> bool:
    text = contents[index]
    return bool(
        _HEAD.match(text) or _POOL_ROW.match(text) or re.search(r"MQ\s+call\s*-?\s+N\s+ET", text)
    )


_POOL_METRICS = (
    Metric("mq_bufferpool", "buffers_allocated", "QPSTNBUF"),
    Metric("mq_bufferpool", "low_buffers", "QPSTCBSL, fewest stealable"),
    Metric("mq_bufferpool", "getp", "also getn, rio, stw, tpw, wio, imw, dwt, dmc, sos"),
    Metric("mq_bufferpool", "setting.LOCATION", "below or above the bar"),
)

READERS = (
    Reader(
        id="mq-mp1b",
        ignores=((r">16MB (?!not used|Max limit).*|Region >16MB.*", "parts of the region"),),
        beside=((r"^ *(?:> *)?\d\d ", 1, "number of the pool"),),
        title="MQ statistics formatted by MP1B",
        endings=(
            (r"^> *\d\d Buffs +\d", r" Getn +\d+$"),
            (r"^ *\d\d Rio +\d", r" IMW +\d+$"),
            (r"^ *\d\d DWT +\d", r" SOS +\d+$"),
        ),
        subsystem="MQ",
        anchors=("Buffs ", "VRM:", "MQ call"),
        confirm=_confirm_mp1b,
        splits=False,
        parse=parse_mp1b,
        metrics=(
            Metric("mq_manager", "setting.VERSION", "VRM"),
            *_POOL_METRICS,
            Metric("mq_manager", "storage_free_mb", "31-bit storage not used (QSRSAVAL)"),
            Metric("mq_manager", "region_limit_mb", ">16MB Max limit"),
            Metric("mq_manager", "get_suspend_us", "Susp; also elapsed, CPU, puts"),
            Metric("mq_manager", "max_depth", "maximum depth encountered"),
            Metric("mq_manager", "printed.*", "counters of message, data and log manager"),
        ),
        page=Page(
            reads="Buffer pool lines (Buffs, Low, Now, Getp …), storage lines with VRM, rows of "
            "other counters under their own labels, and the call table of SMF 116 (N, ET, CT, "
            "Susp).",
            releases="MP1B for MQ 7.1 and 8.0",
            verified="003, section 4.2.1: QPST and storage lines and Examples 4-1 and 4-2; not "
            "verified: rows of other counters, of which no print was found in public",
            unread="coupling facility sections",
        ),
    ),
    Reader(
        id="mq-csv",
        title="MQ statistics written by mqsmfcsv",
        subsystem="MQ",
        anchors=(
            "Date,Time,LPAR,QMgr",
            "Date;Time;LPAR;QMgr",
            "Date Time LPAR QMgr",  # tabs
            '"Date","Time","LPAR","QMgr"',
            '"Date";"Time";"LPAR";"QMgr"',
        ),
        parse=parse_csv,
        widest=WIDEST_TABLE,
        metrics=(
            Metric("mq_manager", "messages_per_s", "QMST: gets and puts by the interval"),
            Metric("mq_manager", "setting.VERSION", "MQ_Version"),
            *_POOL_METRICS,
            Metric("mq_bufferpool", "setting.PAGECLAS", "from FIX"),
            Metric("mq_manager", "gets", "QMST; puts with MQPUT1, messages_per_s"),
            *blocks.METRICS,
            Metric("mq_manager", "storage_free_mb", "QSRS AVAL"),
            Metric("mq_manager", "message_kb", "WQ: bytes put by messages put"),
            *(
                Metric("mq_manager", f"{metric}.*", "QCST")
                for metric, _ in channels.FIGURES.values()
            ),
            Metric("mq_manager", "log_suspend_us", "WTAS: Task_Suspend_Time by its count"),
            Metric("mq_manager", "cpu_us_per_message", "WQ: CPU of all calls by messages put"),
        ),
        page=Page(
            reads="The tables QPST, QSRS, QMST, QIS1, QIST, QJST, QLST, QSST, QTST, QCCT, Q5ST, "
            "QEST, QESD, QCTDSP, QCTADP, QCTSSL, QCTDNS, QCST, WQ and WTAS with their heading "
            "row; guards, padding and a comma at the end of each row are "
            "accepted.",
            releases="mqsmfcsv for MQ 8.0 to 9.4, with the column names since June 2016 and those "
            "before",
            verified="tables that mqsmfcsv wrote of real dumps (public mq-smf-csv project), every "
            "figure against the dump itself; older names in its source",
            unread="columns of other tables, and those of WQ and WTAS beside message sizes, calls, "
            "their CPU and suspensions, are noted, not kept",
        ),
    ),
)
