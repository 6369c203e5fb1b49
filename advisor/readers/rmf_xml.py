"""RMF postprocessor reports in XML: CPU and paging, with expat and no entities."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from xml.parsers import expat

from advisor.observations import Interval
from advisor.readers.layout.cells import number, seconds_between, stamp
from advisor.readers.reader import Collector, Line, Metric, Page, Reader, Segment

_LONGEST = 400
_TEXT_OF = frozenset({"name", "value", "col", "reslabel", "description", "display-start",
                      "display-end", "local-start", "local-end"})  # fmt: skip


class _Refused(Exception):
    """The document declares entities: it is not read further."""


@dataclass
class _State:
    """Where the parser stands, and what the report around it said."""

    parser: expat.XMLParserType
    path: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    report: str = ""
    segment: str = ""
    part: str = ""
    system: str = ""
    cpc: str = ""
    start: str = ""
    end: str = ""
    variable: str = ""
    headers: list[str] = field(default_factory=list)
    row: list[tuple[str, int]] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    facts: list[tuple[str, str, float | str | None, str, int, str]] = field(default_factory=list)
    broken: str = ""

    @property
    def interval(self) -> Interval:
        """The report's interval in ISO times."""
        start, end = _iso(self.start), _iso(self.end)
        return Interval(start, end, seconds_between(start, end))


def _iso(text: str) -> str | None:
    if re.fullmatch(r"\d{14}", text):
        return f"{text[:4]}-{text[4:6]}-{text[6:8]}T{text[8:10]}:{text[10:12]}:{text[12:]}"
    day, _, clock = text.strip().partition(" ")
    return stamp(day, clock.replace("-", " ").strip().split(" ")[0] if clock else None)


def _key(text: str) -> str:
    return re.sub(r"[^a-z0-9%]", "", text.lower())


def claims(head: Sequence[str]) -> bool:
    """``<ddsml>`` with a postprocessor part."""
    return any("<ddsml" in line for line in head[:30])


def _machine() -> _State:
    parser = expat.ParserCreate()
    state = _State(parser)

    def opened(name: str, attributes: dict[str, str]) -> None:
        state.path.append(name)
        state.text = []
        if name == "metric":
            state.report = attributes.get("id", "").upper()
            state.segment = state.part = state.system = ""
            state.counts = {}
        elif name == "column-headers":
            state.headers = []
        elif name == "row":
            state.row = []
        if len(state.path) > 64:
            raise _Refused("elements are nested more than 64 deep")

    def closed(name: str) -> None:
        text = "".join(state.text).strip()[:_LONGEST]
        _leave(state, name, text)
        state.path.pop()
        state.text = []

    def characters(data: str) -> None:
        if state.path and state.path[-1] in _TEXT_OF and len(state.text) < 64:
            state.text.append(data)

    def entity(*_: object) -> None:
        raise _Refused("it declares entities")

    parser.StartElementHandler = opened
    parser.EndElementHandler = closed
    parser.CharacterDataHandler = characters
    parser.EntityDeclHandler = entity
    return state


def _leave(state: _State, name: str, text: str) -> None:
    parent = state.path[-2] if len(state.path) > 1 else ""
    line = state.parser.CurrentLineNumber
    if name == "reslabel":
        parts = text.split(",")
        state.system = parts[1].upper() if len(parts) > 2 and "IMAGE" in text.upper() else ""
    elif name in ("display-start", "local-start"):
        state.start = state.start if name.startswith("local") and state.start else text
    elif name in ("display-end", "local-end"):
        state.end = state.end if name.startswith("local") and state.end else text
    elif name == "name" and parent == "segment":
        state.segment = _key(text)
    elif name == "name" and parent == "part":
        state.part = _key(text)
    elif name == "name" and parent == "var":
        state.variable = _key(text)
    elif name == "value" and parent == "var":
        _variable(state, text, line)
    elif name == "col" and parent == "column-headers":
        state.headers.append(_key(text))
    elif name == "col" and parent == "row":
        state.row.append((text, line))
    elif name == "row":
        _table_row(state, line)


def _fact(
    state: _State, subject: str, metric: str, value: float | str | None, unit: str, line: int,
    raw: str,
) -> None:  # fmt: skip
    state.facts.append((subject, metric, value, unit, line, raw))


def _variable(state: _State, text: str, line: int) -> None:
    lpar = f"lpar:{state.system}"
    if state.report == "CPU" and state.variable == "sequencecode" and text:
        state.cpc = f"cpc:{text.lstrip('0') or '0'}"
        if state.system:
            _fact(state, lpar, "relation.parent", state.cpc, "", line, text)
    elif state.report == "PAGING" and state.system and "pagefaultrate" in state.variable:
        _fact(state, lpar, "page_faults_per_s", number(text), "pages/s", line, text)
    elif state.report == "PAGING" and state.system and state.variable.startswith("lfareasize"):
        size = number(text)
        value = None if size is None else size / 2**30
        _fact(state, lpar, "setting.LFAREA_1M_GB", value, "GB", line, text)


def _table_row(state: _State, line: int) -> None:
    if not state.system or not state.headers:
        return
    cells = dict(zip(state.headers, state.row, strict=False))

    def cell(*parts: str) -> tuple[str, int]:
        for header, content in cells.items():
            if all(part in header for part in parts):
                return content
        return ("", line)

    lpar = f"lpar:{state.system}"
    if state.report == "CPU":
        _cpu_row(state, lpar, cell, line)
    elif state.report == "PAGING" and "pagingrates" in state.segment and "total" in state.part:
        first = state.row[0][0].strip().upper() if state.row else ""
        if first != "SUM":
            return
        page_in, where = cell("pagein", "totalrate")
        page_out, _ = cell("pageout", "totalrate")
        into, outof = number(page_in), number(page_out)
        _fact(state, lpar, "page_ins_per_s", into, "pages/s", where, page_in)
        _fact(state, lpar, "page_outs_per_s", outof, "pages/s", where, page_out)
        if into is not None and outof is not None:
            raw = f"{page_in} + {page_out}"
            _fact(state, lpar, "paging_per_s", into + outof, "pages/s", where, raw)


def _cpu_row(state: _State, lpar: str, cell: object, line: int) -> None:
    assert callable(cell)
    label = state.row[0][0].strip().upper() if state.row else ""
    kind = str(cell("type")[0]).strip().upper()
    busy, where = cell("lparbusy")
    within, _ = cell("mvsbusy")
    if kind not in ("CP", "IIP"):
        return
    if not label.startswith("TOTAL"):
        online = number(str(cell("online")[0]))
        state.counts[kind] = state.counts.get(kind, 0) + (1 if online else 0)
        return
    metric = "cp_busy_pct" if kind == "CP" else "ziip_busy_pct"
    _fact(state, lpar, metric, number(busy), "%", where, busy)
    if kind == "CP":
        _fact(state, lpar, "mvs_busy_pct", number(within), "%", where, within)
    if state.counts.get(kind):
        setting = "setting.CPS" if kind == "CP" else "setting.ZIIPS"
        _fact(state, lpar, setting, state.counts[kind], "", where, str(state.counts[kind]))


def parse(segment: Segment, out: Collector) -> None:
    """Feed the document line by line; stop at the first thing that is wrong with it."""
    memory = segment.memory
    state: _State = memory.get("state") or _machine()
    memory["state"] = state
    base: int = memory.setdefault("base", segment[0].number - 1 if len(segment) else 0)
    by_number: dict[int, Line] = memory.setdefault("lines", {})
    for line in segment:
        if state.broken:
            return
        out.read(line)
        by_number[line.number] = line
        by_number.pop(line.number - 5000, None)
        text = re.sub(r"<\?xml\b[^>]*\?>", "", line.content) + "\n"
        try:
            state.parser.Parse(text, False)
        except (expat.ExpatError, _Refused) as wrong:
            state.broken = str(wrong)
            out.problem(
                line,
                f"{segment.file}, line {line.number}: this XML cannot be read further ({wrong}): "
                "let the postprocessor write the report again.",
            )
        for subject, metric, value, unit, where, raw in state.facts:
            at = by_number.get(where + base, line)
            out.observe(subject, metric, value, unit, at, raw, state.interval)
        state.facts.clear()
    if segment.last and len(segment) and not state.broken and state.path:
        line = segment[len(segment) - 1]
        out.problem(
            line,
            f"{segment.file} ends in the middle of the document, within <{state.path[-1]}>; what "
            "stands before that was read: send the report again, complete.",
        )


READER = Reader(
    id="rmf-xml",
    title="RMF postprocessor XML",
    subsystem="z/OS",
    where="whole",
    claims=claims,
    parse=parse,
    metrics=(
        Metric("lpar", "cp_busy_pct", "%", "LPAR busy, general purpose processors"),
        Metric("lpar", "mvs_busy_pct", "%", "MVS busy, general purpose processors"),
        Metric("lpar", "ziip_busy_pct", "%", "LPAR busy, zIIPs"),
        Metric("lpar", "setting.CPS", "", "processors online"),
        Metric("lpar", "page_ins_per_s", "pages/s", "sum of page-ins"),
        Metric("lpar", "page_outs_per_s", "pages/s", "sum of page-outs"),
        Metric("lpar", "paging_per_s", "pages/s", "both"),
        Metric("lpar", "page_faults_per_s", "pages/s", "page fault rate"),
    ),
    page=Page(
        reads="ddsml documents with postprocessor parts: of CPU the totals and processors, of "
        "PAGING the sums and the fault rate. Entities are refused, a cut document is read up to "
        "the cut.",
        releases="z/OS V1R12 to V2R4",
        verified="element structure against IBM, RMF Programmer's Guide (Postprocessor element, "
        "Column-Headers) and a public XML reader of these reports; column names are not verified "
        "against a real document",
        unread="all other reports: read and not kept",
    ),
)
