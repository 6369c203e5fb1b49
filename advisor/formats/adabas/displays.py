"""What a running Adabas shows of itself on the screens of Adabas Online System."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from advisor.formats.adabas.names import LABELS, database, nucleus
from advisor.observations import Interval
from advisor.reading.layout.cells import number, stamp
from advisor.reading.layout.labelled import assigned, value_of
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

WIDE = 200
"""Columns looked at: screens and console lines are narrower."""
_TITLE = re.compile(r"(\d\d:\d\d:\d\d).*A D A B A S\s+BASIC\s+SERVICES.*?(\d{4}-\d\d-\d\d)", re.I)
_SCREEN = re.compile(r"-\s+([A-Z][A-Za-z /()-]+?)\s+-\s+(?:PA[A-Z]{2}\w\d\d\b|$)")
_DBID = re.compile(r"\b(?:DBID|Database(?: ID)?)\b[\s.:=]*(\d{1,5})\b", re.IGNORECASE)
_NUCID = re.compile(r"\bNUC(?:LEUS)? ?ID\b[\s.:=]*(\d{1,5})\b", re.IGNORECASE)
_NO_NUCID = re.compile(r"\bNUC(?:LEUS)? ?ID\s*[.:=][\s.:=]*(?![\d\s.:=])", re.IGNORECASE)
_MESSAGE = re.compile(
    r"\bADAN\w\w\s+(\d{3,5})\s+(?:(\d{1,5})\s+)?(\d{4}-\d\d-\d\d)\s+(\d\d:\d\d:\d\d)\s*"
)
_FIGURE = r"(\d[\d.,]*)(?=\s|$)"
_LABELLED = tuple(
    (metric, unit, re.compile(rf"(?<![\w(])(?:{label})(?:\s*\(\w+\+\w+\))?[\s.:=]+{_FIGURE}", re.I))
    for metric, unit, label in LABELS
    if not metric.startswith(("cache_", "structure_"))
)
_IO = re.compile(rf"^\s*(ASSO|DATA|WORK)\b[\s.:=]+{_FIGURE}\s+{_FIGURE}")
POOLS = {
    "AB": "NAB", "CQ": "NC", "HQ": "NH", "UQ": "NU", "FP": "LFP", "SC": "LCP", "TBI": "LI",
    "TBQ": "LQ", "WP": "LWP", "DUUQE": "LDEUQP", "DUQ": "LDEUQP",
}  # fmt: skip
"""Resources as DRES abbreviates them, and the ADARUN parameters that give their sizes."""
_PARAMETERS = "LBP|LCP|LDEUQP|LFP|LI|LQ|LWP|NAB|NC|NH|NU|LFIOP"
_POOL = re.compile(
    rf"(?:\(({_PARAMETERS})\)|^\s*({_PARAMETERS}|{'|'.join(POOLS)})\b)"
    rf"[\s.:=]+{_FIGURE}\s+{_FIGURE}\s+(\d{{1,3}}(?:[.,]\d{{1,2}})?)\s*%?(?=\s|$)"
)
_OF_TABLE = re.compile(
    rf"^\s*(?:ASSO|DATA|WORK)\b|\(({_PARAMETERS})\)|^\s*(?:{_PARAMETERS}|{'|'.join(POOLS)})\b"
)
"""Rows of several figures: where they are not read a cell is blank, and which is open."""
_COMMAND = re.compile(
    r"(?<!\S)(A1(?:/4)?|BT|CL|C1|C3|C5|ET|E1(?:/4)?|HI|L1(?:/4)?|L2(?:/5)?|L3(?:/6)?|L9|LF|MC"
    r"|N1(?:/2)?|OP|RC|RE|RI|S1(?:/4)?|S2|S5|S8|S9)[\s.]+(\d[\d.,]*)(?=\s|$)"
)
_MEMBER = re.compile(  # of Display Cluster Members: nucleus, system, job, status
    r"^\s*[I|]\s*\S?\s*[I|]\s*(\d{1,5})\s*[I|]\s*([A-Z@#$][A-Z0-9@#$]{0,7})\s*[I|]"
    r"\s*([A-Z@#$][A-Z0-9@#$]{0,7})\s*[I|]\s*(Active|Inactive)\b",
    re.IGNORECASE,
)
_FILE = re.compile(  # of Display Files: number, name, loaded, ISNs, extents, padding, space used
    r"^\s*(?P<number>\d{1,5})\s+(?P<name>\S(?:.{0,14}\S)?)\s+\d{4}-\d\d-\d\d\s+(?P<top>\d+)\s+"
    r"(?P<most>\d+)\s+\d{4}\s+\d{1,2}\s+\d{1,2}\s+[A-Z]{7}\s+(?P<asso>\d{1,3})\s+(?P<data>\d{1,3})\s*$"
)
_OF_FILE = {
    "top": "TOP-ISN", "most": "MAX-ISN", "asso": "USED OF ASSO (%)", "data": "USED OF DATA (%)",
}  # fmt: skip


def parse_screen(segment: Segment, out: Collector) -> None:
    """One screen after the other; each says when it was taken and of which database."""
    memory = segment.memory
    for index, line in enumerate(segment):
        text = line.content[:WIDE]
        if match := _TITLE.search(text):
            memory["interval"] = Interval(end=stamp(match[2], match[1]))
            memory["screen"] = ""
            _whose(segment.lines[index : index + 30], memory)
        elif match := _SCREEN.search(text):
            memory["screen"] = match[1].lower()
        elif (match := _MEMBER.match(text)) and memory.get("dbid"):
            _member(match, line, memory, out)
        elif (match := _FILE.match(text)) and memory.get("dbid"):
            _file(match, line, memory, out)
        elif "file usage" not in memory.get("screen", ""):
            before = len(out.observations)
            figures(text, line, subject_of(segment), memory, out)
            if len(out.observations) == before and (subject := subject_of(segment)):
                _fields(text, line, subject, memory, out)


_ASIDE = frozenset(("FILE NUMBER", "DATABASE ID", "DBID", "NUCID", "CODE", "DURATION", "SVC"))
"""Fields of a screen in which one says what is to be shown."""


def _fields(text: str, line: Line, subject: str, memory: dict[str, Any], out: Collector) -> None:
    """Other fields of a screen under their own names."""
    if _OF_TABLE.search(text):
        return
    for label, raw, unit in assigned(text):
        if label not in _ASIDE:
            name = f"{memory.get('screen', '').upper()}: {label}"
            name += f" ({unit})" if unit else ""
            out.printed(subject, name, value_of(raw), line, raw, memory.get("interval", Interval()))


def _member(match: re.Match[str], line: Line, memory: dict[str, Any], out: Collector) -> None:
    """A nucleus of a cluster, where it runs; one that is not active runs nowhere."""
    if match[4].lower() == "active":
        member = nucleus(memory["dbid"], match[1])
        out.relation(member, "member", database(memory["dbid"]), line)
        out.relation(member, "parent", f"lpar:{match[2]}", line)


def _file(match: re.Match[str], line: Line, memory: dict[str, Any], out: Collector) -> None:
    """A file of the database: records so far, how many it can have, and how full its space is."""
    subject, interval = database(memory["dbid"]), memory.get("interval", Interval())
    for group, label in _OF_FILE.items():
        raw = match[group]
        name = f"FILE {match['number']} {match['name']}: {label}"
        out.printed(subject, name, number(raw), line, raw, interval)


def _whose(lines: Sequence[Line], memory: dict[str, Any]) -> None:
    """Database and nucleus that a screen names, above its figures or at its foot."""
    memory.pop("dbid", None)
    memory.pop("nucid", None)
    memory["nameless"] = False
    for number_, line in enumerate(lines):
        if number_ and _TITLE.search(line.content):
            return
        if match := _DBID.search(line.content):
            memory.setdefault("dbid", match[1])
        if match := _NUCID.search(line.content):
            memory.setdefault("nucid", match[1])
        elif _NO_NUCID.search(line.content):
            memory["nameless"] = True


def subject_of(segment: Segment, memory: dict[str, Any] | None = None) -> str:
    memory, shared = segment.memory if memory is None else memory, segment.shared
    dbid = memory.get("dbid") or shared.get("dbid")
    if dbid is None or memory.get("nameless"):
        return ""  # a nucleus whose number is blank is not the database's only one
    nucid = memory.get("nucid")
    if nucid is None and shared.get("dbid") == str(int(dbid)):
        nucid = shared.get("nucid")
    return nucleus(dbid, nucid or 0)


def figures(text: str, line: Line, subject: str, memory: dict[str, Any], out: Collector) -> None:
    """Every figure of a line that stands behind a known label; screens have two columns."""
    found: list[tuple[str, str, str]] = []
    if match := _IO.match(text):
        name = match[1].lower()
        found += [(f"{name}_reads", "I/Os", match[2]), (f"{name}_writes", "I/Os", match[3])]
    for match in _POOL.finditer(text):
        name = match[1] or match[2]
        found += _pool(POOLS.get(name, name), match[3], match[4], match[5])
    found += [
        (metric, unit, match[1])
        for metric, unit, pattern in _LABELLED
        if (match := pattern.search(text))
    ]
    if "command usage" in memory.get("screen", ""):
        found += [(f"commands_by_type.{m[1]}", "commands", m[2]) for m in _COMMAND.finditer(text)]
    if not found:
        return
    if not subject:
        out.say_once(
            "{file}, line {number}: this display does not say which database "
            "it is of: add its lines with the DBID, or the ADARUN cards.",
            line,
        )
        return
    related(subject, line, memory, out)
    interval = memory.get("interval", Interval())
    for metric, unit, raw in found:
        out.observe(subject, metric, _number(raw), unit, line, raw, interval)


def related(subject: str, line: Line, memory: dict[str, Any], out: Collector) -> None:
    """Say, once, of which database a nucleus is."""
    known = memory.setdefault("related", set())
    if subject not in known:
        known.add(subject)
        dbid = subject.partition(":")[2].partition("-")[0]
        out.relation(subject, "member", database(dbid), line)


def _number(raw: str) -> float | int | None:
    """A figure with point or comma as the session's DC parameter has it; thousands are groups."""
    return number(raw.replace(",", ".") if re.fullmatch(r"\d+,\d{1,2}", raw) else raw)


def _pool(name: str, first: str, second: str, percent: str) -> list[tuple[str, str, str]]:
    """Size and high-water mark of a pool, told apart by the percentage beside them."""
    a, b, share = _number(first), _number(second), _number(percent)
    if a is None or b is None or share is None:
        return []
    for size, used, printed in ((a, b, (first, second)), (b, a, (second, first))):
        if size and used <= size and abs(100 * used / size - share) <= 1:
            return [
                (f"pool_size.{name}", "bytes", printed[0]),
                (f"high_water_mark.{name}", "bytes", printed[1]),
            ]
    return []


def _confirm(contents: Sequence[str], index: int) -> bool:
    return _TITLE.search(contents[index]) is not None


METRICS = (
    *(Metric("adabas_nucleus", name, "so far in the session") for name, unit, _ in LABELS
      if not name.startswith(("cache_", "structure_"))),
    Metric("adabas_nucleus", "asso_reads", "so far in the session; data, work; writes"),
    Metric("adabas_nucleus", "commands_by_type.*", "so far in the session"),
    Metric("adabas_nucleus", "pool_size.*"),
    Metric("adabas_nucleus", "high_water_mark.*", "most used of it in the session"),
    Metric("adabas_nucleus", "relation.member", "the database"),
)  # fmt: skip

READER = Reader(
    id="adabas-online",
    commas=True,
    title="Adabas Online System, resource utilization",
    subsystem="Adabas",
    anchors=("A D A B A S BASIC SERVICES",),
    confirm=_confirm,
    splits=False,
    parse=parse_screen,
    endings=(
        (r"^ *Fnr +File Name +Loaded +Top-ISN", r" %Used$"),
        (r"^ +NUAD +A +D +ACISEXU", r" A +D$"),
        (r"^ *---- -{16} -{10} -{10} -{10} ----", r" -{5}$"),
    ),
    beside=((_FILE.pattern, 5, "number of the file, extents and padding factors"),),
    ignores=(
        (r"^ *\d\d:\d\d:\d\d", "when the screen was shown"),
        (
            r"\b(?:DBID|Database(?: ID)?|NucID|File Number|Duration|SVC)\b[ .:=]+\d+",
            "what is shown",
        ),
        (r"\bPF\d+-*", "keys"),
    ),
    metrics=(
        *METRICS,
        Metric("adabas_nucleus", "printed.*", "other fields, behind the name of their screen"),
    ),
    page=Page(
        reads="Screens of Adabas Online System (SYSAOS, Resource Utilization) as pasted: of "
        "System Status the reads and writes, logical reads, buffer efficiency, format and "
        "throw-back counts; of High Water Marks each pool's size and highest use, told apart by "
        "the percentage beside them; of Command Usage the counts by command; of Display "
        "Cluster Members which nuclei are active and on which system; of Display Files the highest "
        "ISNs and how full the space of each is. Figures count from "
        "the session's start or the last refresh to the time in the screen's title.",
        releases="Adabas 7.4 to 8.5",
        verified="titles, menus and fields against Adabas Online System, Session Monitoring "
        "(7.4.4, 8.1.4) and Adabas Manager, System Status; Display Cluster Members against the "
        "sample in Adabas Cluster Services, Operations (8.1.4); the layout of the others is not "
        "verified against a real screen",
        unread="file usage, thread and WORK status, user and hold queues",
    ),
)
