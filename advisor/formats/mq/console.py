"""MQ for z/OS: DISPLAY USAGE, storage and buffer pool messages, in job logs or pasted."""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.formats.mq.displayed import ANCHORS, METRICS, read_display, read_objects
from advisor.reading.layout.cells import number, size_bytes, whole
from advisor.reading.layout.labelled import tidy
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment
from model.language import LineNumber, Name

_MESSAGE = re.compile(
    r"(?<![A-Z])CSQ[A-Z0-9]\d{3}[IEWDA]\s+([^A-Z0-9\s]?([A-Z][A-Z0-9@#$]{0,3}))(?![\w@#$])"
)
_PAGE_SET = re.compile(
    r"^\s*(?:\d{3}\s+)?[_-]\s*(\d{1,2})\s+(\d{1,2})\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)"
    r"(?:\s+(USER|SYSTEM|NONE)(?:\s+(\d+))?)?\s*$"
)
_CLOSED = re.compile(  # it is known by its pool alone
    r"^\s*(?:\d{3}\s+)?[_-]\s*(\d{1,2})(?:\s+(\d{1,2}))?\s+([A-Za-z][A-Za-z -]{2,40})\s*$"
)
_POOL = re.compile(
    r"^\s*(?:\d{3}\s+)?[_-]\s*(\d{1,2})\s+(\d+)\s+(\d+)\s+(\d{1,3})\s+(4KB|FIXED4KB)\s+"
    r"(BELOW|ABOVE|SWITCHING_ABOVE|SWITCHING_BELOW)\b"
)
_STATE = re.compile(
    r"Buffer pool\s+(\d{1,2})\s+has\s+([\d,]+)\s+buffers"
    r"(?:,\s+([\d,]+)\s+\((\d+)%\)\s+stealable|\s*$)",
    re.IGNORECASE,
)
_ANY = re.compile(r"\bCSQ[A-Z0-9]\d{3}[IEWDA]\b")
_OBJECTS = re.compile(r"\bCSQM(?:201|4\d\d)I\b")
"""Answers of the console, and of the command server (CSQUTIL), each of which is one object."""
_RELEASE = re.compile(r"CSQY000I\b.*?\bMQ\b.*?\bV(\d+(?:\.\d+){1,3})\b")
_SMALL = re.compile(r"Buffer pool\s+(\d{1,2})\s+is too small", re.IGNORECASE)
_LONG = re.compile(r"Long[- ]running UOW (?:found|shunted)", re.IGNORECASE)
_COUNTED = ((_SMALL, "pool_too_small_messages"), (_LONG, "long_unit_messages"))
_LOCAL = re.compile(r"local storage:\s*used\s+(\S+),\s*free\s+([^\s:,]+)", re.IGNORECASE)
_ABOVE = re.compile(r"above bar:\s*used\s+([^\s,]+),\s*free\s+(\S+)", re.IGNORECASE)
_END = re.compile(r"End of (?:page set|buffer pool)|CSQ9022I", re.IGNORECASE)
_STRUCTURE = re.compile(r"\bCFSTRUCT\(\s*([A-Z][A-Z0-9]{0,11})\s*\)")
_LIMITS = tuple(
    (
        re.compile(rf"\b{most}\(\s*(\d+)\s*\)"),
        re.compile(rf"\b{used}\(\s*(\d+)\s*\)"),
    )
    for most, used in (("SIZEMAX", "SIZEUSED"), ("ENTSMAX", "ENTSUSED"))
)
_HEADING = re.compile(
    r"\b(?:Page\s+Buffer|set\s+pool|Buffer\s+Available|pool\s+buffers)\b", re.IGNORECASE
)
_USAGE = re.compile(r"storage usage:(?:\s*(\d{3})\b)?", re.IGNORECASE)
_COLUMNS = re.compile(r"\b(?:Unused|UNUSED|Available|AVAILABLE)\b")
_AT_LEAST = re.compile(r">?(10)GB")
"""More than the display tells; a mail takes the sign for a mark of quoting."""
_MEGABYTE, _GIGABYTE = 1 << 20, 1 << 30


def _manager(segment: Segment) -> str:
    """The queue manager a message names, or the last one named before."""
    if match := _MESSAGE.search(segment[0].content):
        segment.shared["mq_manager"] = match[2]
        segment.shared["mq_prefix"] = match[1]
    return segment.shared.get("mq_manager") or segment.shared.get("job", "")[:4] or "UNKNOWN"


def parse(segment: Segment, out: Collector) -> None:
    """Read one message with its continuation lines."""
    _trim(segment)
    name = _manager(segment)
    subject = f"mq_manager:{name}"
    first = segment[0]
    system = segment.system_of(first)
    if system and segment.memory.setdefault(f"parent {name}", first.number) == first.number:
        out.relation(subject, "parent", f"lpar:{system}", first)
    prefix = segment.shared.get("mq_prefix", "")
    told = segment.memory.setdefault(f"prefix {name}", first.number)
    if prefix.endswith(name) and told == first.number:
        out.setting(subject, "CPF", prefix, "", first, prefix)
    text = first.content
    if match := _RELEASE.search(text):
        out.setting(subject, "VERSION", match[1], "", first, f"V{match[1]}")
    elif "CSQY220I" in text or "CSQY221I" in text:
        _storage(segment, subject, out)
    elif read_display(segment, subject, out) or _counted(segment, name, out):
        return
    elif _OBJECTS.search(text):
        _structure(segment, subject, out)
        read_objects(segment, subject, out)
    elif match := _STATE.search(text):
        pool = f"mq_bufferpool:{name}/{int(match[1])}"
        out.relation(pool, "parent", subject, first)
        out.setting(pool, "BUFFERS", whole(match[2]), "buffers", first, match[2])
        if match[3]:  # not said when the queue manager starts
            out.observe(pool, "stealable_buffers", whole(match[3]), "buffers", first, match[3])
            out.observe(pool, "stealable_pct", number(match[4]), "%", first, match[4])
    else:
        _tables(segment, name, out)


def _trim(segment: Segment) -> None:
    """What follows the next message is not this one's."""
    for index in range(1, len(segment.lines)):
        if _ANY.search(segment.lines[index].content):
            del segment.lines[index:]
            return


def _structure(segment: Segment, subject: str, out: Collector) -> None:
    """DISPLAY CFSTATUS: the use of a structure, by storage or entries as is nearer its limit."""
    name, found = "", {}
    for line in segment.lines:
        text = line.content
        if line is not segment[0] and re.search(r"\bCSQ[A-Z0-9]\d{3}[IEWDA]\b", text):
            break
        if match := _STRUCTURE.search(text):
            name = match[1]
        for place, pair in enumerate(_LIMITS):
            for part, pattern in enumerate(pair):
                if match := pattern.search(text):
                    found[place, part] = (int(match[1]), line, match[0])
    shares = [
        (100.0 * found[p, 1][0] / found[p, 0][0], found[p, 1][1], found[p, 1][2])
        for p in range(len(_LIMITS))
        if (p, 0) in found and (p, 1) in found and found[p, 0][0]
    ]
    if name and shares:
        share, line, raw = max(shares, key=lambda one: one[0])
        out.observe(subject, f"cf_use_pct.{name}", share, "%", line, raw)


def _counted(segment: Segment, name: str, out: Collector) -> bool:
    """Whether it is one more of the messages that are counted."""
    for pattern, metric in _COUNTED:
        if match := pattern.search(segment[0].content):
            key = f"{metric} {name}"
            line = segment[0]
            told: set[str] = segment.memory.setdefault("told", set())
            again = line.text in told  # with its time: the log stands twice in the file
            if line.log is not None and line.log.time:
                told.add(line.text)
            count = segment.memory[key] = segment.memory.get(key, 0) + (not again)
            out.observe(f"mq_manager:{name}", metric, count, "count", line, match[0])
            if pattern is _SMALL:
                pool = f"mq_bufferpool:{name}/{int(match[1])}"
                own = segment.memory[pool] = segment.memory.get(pool, 0) + (not again)
                out.relation(pool, "parent", f"mq_manager:{name}", line)
                out.observe(pool, metric, own, "count", line, match[0])
            return True
    return False


def _storage(segment: Segment, subject: str, out: Collector) -> None:
    """CSQY220I: the figures stand on the lines that follow, wrapped anywhere."""
    joined, ends = "", []
    # The console repeats the connect id that ends the first line; rejoined mail has it in mid-line.
    usage = _USAGE.search(segment[0].content)
    connect = usage[1] if usage else None
    repeated = re.compile(rf"(?<!\S){connect}\s+(?=\S)" if connect else r"^\s*\d{3}\s+")
    for line in segment:
        if joined and re.search(r"\bCSQ[A-Z0-9]\d{3}[IEWDA]\b", line.content):
            break
        joined += " " + repeated.sub("", line.content).strip()
        ends.append((len(joined), line))

    def line_at(position: int) -> Line:
        return next((line for end, line in ends if position < end), ends[-1][1])

    if match := _LOCAL.search(joined):
        for group, metric in ((1, "storage_used_mb"), (2, "storage_free_mb")):
            size = size_bytes(match[group])
            value = None if size is None else size / _MEGABYTE
            out.observe(subject, metric, value, "MB", line_at(match.start(group)), match[group])
    if match := _ABOVE.search(joined):
        for group, metric, unit, scale in (
            (1, "storage_above_used_mb", "MB", _MEGABYTE),
            (2, "storage_above_free_gb", "GB", _GIGABYTE),
        ):
            # ">10GB" is a bound, also where a mail took its sign for a mark of quoting; the number
            # of a message's lines is no figure.
            told = match[group]
            if group == 2 and _AT_LEAST.fullmatch(told):
                metric, told = "storage_above_free_least_gb", told.removeprefix(">")
            size = None if told.isdecimal() else size_bytes(told)
            value = None if size is None else size / scale
            out.observe(subject, metric, value, unit, line_at(match.start(group)), match[group])


def _tables(segment: Segment, name: str, out: Collector) -> None:
    manager = f"mq_manager:{name}"
    listed: set[tuple[bool, str]] = set()
    for line in segment.lines:
        text = line.content
        if (match := _PAGE_SET.match(text) or _POOL.match(text)) is not None:
            one = (match.re is _POOL, match[1])
            if one in listed:  # an answer lists each of them once
                out.say_once(
                    "{file}, line {number}: this answer has a row of number {what} already, so "
                    "this is of another queue manager or time, and it was not read: send each "
                    "answer with the message above it.",
                    line,
                    what=one[1],
                )
                break
            listed.add(one)
            _say_undated(line, name, one, match[0], segment, out)
        if match := _PAGE_SET.match(text):
            page_set = f"mq_pageset:{name}/{int(match[1])}"
            out.relation(page_set, "parent", manager, line)
            out.setting(page_set, "BUFFPOOL", str(int(match[2])), "", line, match[2])
            for group, metric in (
                (3, "total_pages"),
                (4, "unused_pages"),
                (5, "persistent_pages"),
                (6, "nonpersistent_pages"),
            ):
                out.observe(page_set, metric, whole(match[group]), "pages", line, match[group])
            if match[7]:
                out.setting(page_set, "EXPAND", match[7], "", line, match[7])
            if match[8]:
                out.observe(page_set, "expansions", whole(match[8]), "count", line, match[8])
        elif match := _CLOSED.match(text):
            page_set = f"mq_pageset:{name}/{int(match[1])}"
            out.relation(page_set, "parent", manager, line)
            out.observe(page_set, "printed.STATUS", tidy(match[3]), "", line, match[3])
            if match[2]:
                out.setting(page_set, "BUFFPOOL", str(int(match[2])), "", line, match[2])
        elif match := _POOL.match(text):
            pool = f"mq_bufferpool:{name}/{int(match[1])}"
            out.relation(pool, "parent", manager, line)
            out.setting(pool, "BUFFERS", whole(match[2]), "buffers", line, match[2])
            out.observe(pool, "stealable_buffers", whole(match[3]), "buffers", line, match[3])
            out.observe(pool, "stealable_pct", number(match[4]), "%", line, match[4])
            out.setting(pool, "PAGECLAS", match[5], "", line, match[5])
            location = match[6].rpartition("_")[2].lower()
            out.setting(pool, "LOCATION", location, "", line, match[6])
        elif _HEADING.search(text):
            continue
        elif _END.search(text) or (
            line is not segment[0] and re.search(r"\bCSQ[A-Z0-9]\d{3}[IEWDA]\b", text)
        ):
            break


def _say_undated(
    line: Line, name: str, one: tuple[bool, str], row: str, segment: Segment, out: Collector
) -> None:
    """Say it where two answers differ and no log tells when each was given."""
    if line.log is not None and line.log.time:
        return
    rows: dict[object, tuple[str, Line]] = segment.memory.setdefault("rows", {})
    before, first = rows.setdefault((name, one), (row, line))
    if before.split() != row.split():
        out.say_once(
            "{file} has a row of number {what} of {name} in line {first} and another one in line "
            "{number}, and no time tells the two apart: both are kept, say which holds.",
            line,
            what=one[1],
            name=Name(name),
            first=LineNumber(first.number),
        )


def _confirm(contents: Sequence[str], index: int) -> bool:
    text = contents[index]
    if "CSQY220I" in text and not (_MESSAGE.search(text) or _USAGE.search(text)):
        return False  # prose that speaks of the message
    if _COLUMNS.search(text):
        # Headings stand for themselves only where the message above them is missing.
        above = " ".join(contents[max(0, index - 3) : index])
        return not re.search(r"CSQI010I|CSQI065I", above)
    return True


READER = Reader(
    id="mq-console",
    title="MQ DISPLAY USAGE and buffer pool messages",
    endings=(
        (r"\bCSQP001I .* \d+ has \d+ buffers, ", r" stealable\b"),
        (r" Page +Buffer +Total +Unused +Persistent ", r" Expansion\b"),
        (r" Buffer +Available +Stealable +Stealable ", r" Location$"),
    ),
    subsystem="MQ",
    anchors=(
        "CSQI010I",
        "CSQI065I",
        "CSQE280I",
        "CSQY220I",
        "CSQY221I",
        *ANCHORS,
        "CSQP020E",
        "CSQJ160I",
        "CSQR026I",
        "CSQP001I",
        "CSQY000I",
        "CSQM201I",
        "CSQN205I",
        *(f"CSQM4{number:02}I" for number in range(1, 60)),
        "Buffer Total Unused Persistent",
        "Buffer Available Stealable",
    ),
    confirm=_confirm,
    where="inline",
    inline_lines=110,
    closing=(
        (r"\bCSQI010I\b", r"\bEnd of page set report"),
        (r"\bCSQI065I\b", r"\bEnd of buffer pool attributes"),
    ),
    parse=parse,
    ignores=(
        (r"(?:SIZE|ENTS)(?:MAX|USED)\(\s*\d+\s*\)", "what the use of a structure is made of"),
        (r"storage usage: *\d{3}\b|(?:\.\.\.|DETAILS) *\d{3} *$|^ *\d{3}(?= )", "connect ids"),
        (r"\b(?:RC|reason|codes)= *[0-9A-F]{8}(?: [0-9A-F]{8})*", "codes of a connection"),
        (r"\bCSQN205I\b.*", "how many messages a reply of the command server has"),
        (r"> *\d+[KMGT]B", "a bound that is kept as it is printed"),
        (
            r"\b(?!CURDEPTH|[IO]PPROCS|MSGAGE|MSGS\b|BATCHE?S)[A-Z][A-Z0-9]+\([\d,.: -]*\)",
            "other attributes of an object",
        ),
        (r"\b(?:R?APPLTAG|RPRODUCT|DESCR|SSLPEER)\([^()]*\)", "names, with blanks in them"),
        (r"CSQX8\d\dI|LU 6\.2|RBA= *[0-9A-F]+|CONNAME\(.*?\)|^CSQM29\dI.*", "names and places"),
        (r"Buffer pool +\d+ is too small", "the message is counted"),
        (r"^ *(?:\d{3} +)?End of SMDS report.*", "the end of an answer"),
        (r"URID= *[0-9A-F]+|connection name= *\S+|RBA= *[0-9A-F]+", "which unit of work it is"),
    ),
    beside=(
        (r"^ *(?:\d{3} +)?[_-] +\d|Buffer pool +\d+ has", 5, "numbers of page sets and pools"),
    ),
    metrics=(
        *METRICS,
        Metric("mq_manager", "cf_use_pct.*", "CSQM201I of DISPLAY CFSTATUS: used by most"),
        Metric("mq_bufferpool", "stealable_pct", "CSQP001I"),
        Metric("mq_manager", "setting.VERSION", "CSQY000I"),
        Metric("mq_manager", "setting.CPF", "what stands behind the message's id"),
        Metric("mq_manager", "long_unit_messages", "CSQJ160I and CSQR026I"),
        Metric("mq_manager", "storage_used_mb", "CSQY220I, 31-bit"),
        Metric("mq_manager", "storage_above_used_mb", "CSQY220I, above the bar"),
        Metric("mq_manager", "storage_above_free_gb", "CSQY220I, above the bar"),
        Metric("mq_manager", "storage_above_free_least_gb", "CSQY220I: more than that (>10GB)"),
        Metric("mq_pageset", "unused_pages", "CSQI010I"),
        Metric("mq_pageset", "persistent_pages", "CSQI010I"),
        Metric("mq_pageset", "nonpersistent_pages", "CSQI010I"),
        Metric("mq_pageset", "printed.*", "what stands in place of the pages of one not open"),
        Metric("mq_pageset", "total_pages", "also unused, persistent, nonpersistent"),
        Metric("mq_pageset", "expansions", "expansions since the queue manager started"),
        Metric("mq_pageset", "setting.EXPAND", "USER, SYSTEM or NONE"),
        Metric("mq_pageset", "setting.BUFFPOOL", "buffer pool of the page set"),
        Metric("mq_bufferpool", "setting.BUFFERS", "size of the pool"),
        Metric("mq_bufferpool", "setting.LOCATION", "below or above the bar"),
        Metric("mq_bufferpool", "setting.PAGECLAS", "4KB or FIXED4KB"),
        Metric("mq_bufferpool", "stealable_buffers", "and stealable_pct, now"),
        Metric("mq_manager", "storage_free_mb", "31-bit storage; used, and above the bar"),
        Metric("mq_manager", "pool_too_small_messages", "CSQP020E so far in the log"),
        Metric("mq_bufferpool", "pool_too_small_messages", "those that name the pool"),
    ),
    page=Page(
        reads="CSQI010I page sets, CSQI065I buffer pools, CSQP001I, CSQP020E, CSQY220I and the "
        "release in CSQY000I; DISPLAY LOG, SYSTEM, CHINIT, QSTATUS and CHSTATUS; shared "
        "message data sets (CSQE280I, CSQE285I, CSQE213I); with or without "
        "log columns, connect ids and the message line above the table. A bound such as >10GB is "
        "what is free at least.",
        releases="MQ 7.1 to 9.3",
        verified="003, section 4.2.1 (DISPLAY USAGE, CSQY220I, CSQP001I, CSQP020E as printed) and "
        "IBM's MQ for z/OS messages; no print was found of CSQE280I, CSQE285I and CSQE213I, "
        "whose columns are those of the monitoring agent's SMDS Usage attributes",
        unread="attributes of objects beside depths, handles, messages",
    ),
)
