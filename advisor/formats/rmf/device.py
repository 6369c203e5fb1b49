"""RMF Monitor I: direct access device activity."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from advisor.formats.rmf import headings
from advisor.formats.rmf.headings import DATED, ENDINGS, Frame, framed, known, titled
from advisor.reading.gaps import say_withheld
from advisor.reading.layout.blank_cells import Columns, spans_of
from advisor.reading.layout.cells import number
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment
from model.language import LineNumber, Name, say

_TYPE = re.compile(r"33[89]\d\w{0,2}$")
_NUMBER = re.compile(r"[0-9A-F]{4,5}$")
_PAV = re.compile(r"(\d{1,3}(?:\.\d)?)[HS*]{0,2}$")
_LCU_ROW = re.compile(r"\s*LCU\s+([0-9A-F]{4})\s+(?=[\d.-])(.*)", re.IGNORECASE)
_GAPS = re.compile(r"\S\s{2,}\S")
_FIGURES_BEHIND = re.compile(r"(?<=\s)\d*\.\d+(?=\s|$)")
_LCU = re.compile(r"\bLCU\s+[0-9A-F]{4}\s", re.IGNORECASE)
_GROUP_ROW = re.compile(r"\s*(?:(\S{1,8})\s+)?(?:STORAGE )?(?:GROUP|SG)\s+(?=[\d.]+\s)(.*)", re.I)
_HEADS = re.compile(
    r"\s*(?:TOTAL SAMPLES|DEVICE\s+AVG|STORAGE\s+DEV\b|GROUP\s+NUM|DEV\s+DEVICE|NUM\s+TYPE"
    r"|-+\s*AVG)",
    re.IGNORECASE,
)
# rate, response, IOSQ, CMR, DB, (INT,) pend, disc, conn, % conn, % util, % reserved, ...
_WITH_INT = 14
_NAMES = (
    "rate", "response_ms", "iosq_ms", "cmr_ms", "db_ms", "int_ms",
    "pend_ms", "disc_ms", "conn_ms", "connected_pct", "busy_pct",
)  # fmt: skip
_KEPT = {
    "rate": "I/O/s", "response_ms": "ms", "iosq_ms": "ms", "pend_ms": "ms", "disc_ms": "ms",
    "conn_ms": "ms", "busy_pct": "%",
}  # fmt: skip


_ROW = r"""\s*(?:(?P<group>\S{1,8})\s+)?[0-9A-F]{4,5}\s+33[89]\d\w{0,2}\s+\d{1,6}\s+
(?P<volume>(?![*-]+\s)\S{1,6})\s+
(?P<pav>(?P<exposures>\d{1,3}(?:\.\d)?)[HS*]{0,2})\s+(?P<lcu>[0-9A-F]{4,5})
(?P<figures>(?:\s+\d{0,5}\.\d{1,3}){%d})(?=\s|$)"""
_WHOLE_ROW = {
    True: re.compile(_ROW % 11, re.VERBOSE),
    False: re.compile(_ROW % 10, re.VERBOSE),
}
"""The row of a device that has all its columns, as nearly all have; by whether INT is one."""


def parse(segment: Segment, out: Collector) -> None:
    """Every device, every LCU line; per system the sum of the LCU lines."""
    memory = segment.memory
    totals: dict[Frame, list[tuple[str, float, Line]]] = {}
    devices: dict[Frame, Line] = {}  # the last row of each
    for line, frame in framed(segment, out):
        text = line.content
        if frame.system and _whole_row(line, frame, memory, out):
            devices[frame] = line
            continue
        if titled(text, "DIRECTACCESSDEVICEACTIVITY"):
            continue
        if _HEADS.match(text):
            if re.search(r"\bRESP\b", text, re.IGNORECASE):
                # Half a heading, as mail wraps it, does not say whether INT is a column.
                memory["int"] = None
                if re.search(r"\b(?:CONN|INT)\b", text, re.IGNORECASE):
                    memory["int"] = bool(re.search(r"\bINT\b", text, re.IGNORECASE))
        elif line.gap and _LCU.search(line.text) and not text:
            memory.setdefault("lacking", set()).add(frame)
        elif match := _LCU_ROW.match(text):
            row = _cells(match[2].split(), memory)
            if row is not None and not _under_devices(match, memory.get("row", "")):
                row = None
            if row is not None and known(frame, segment, line, out):
                totals.setdefault(frame, []).append((match[1].upper(), row["rate"], line))
                _lcu(line, frame, match[1].upper(), row, out)
            elif row is None:
                memory.setdefault("lacking", set()).add(frame)
                say_withheld(line, out)
        elif _GROUP_ROW.match(text):
            continue
        else:
            _device(line, frame, segment, out)
    for frame, rates in totals.items():
        if frame in memory.get("lacking", ()):
            continue  # the rate of a control unit is missing: the sum would be too low
        _sum(frame, rates, segment, out)
        out.doubt(frame, rates[-1][2], None)
    for frame, line in devices.items():
        _doubt(frame, line, totals.get(frame, ()), segment, out)


def _under_devices(row: re.Match[str], device: str) -> bool:
    """Whether the figures of an LCU stand where those of its devices do, from the rate on."""
    columns = Columns([spans_of(device)]) if device else None
    if columns is None or not columns.parted or not _GAPS.search(device):
        return True
    start = row.start(2)
    places = columns.place(" " * start + row.string[start:])
    first = columns.count - len(_FIGURES_BEHIND.findall(device))
    return places is None or places == list(range(first, first + len(places)))


def _doubt(
    frame: Frame,
    line: Line,
    rates: Sequence[tuple[str, float, Line]],
    segment: Segment,
    out: Collector,
) -> None:
    """Devices behind the last LCU line: unless another one follows, the sum lacks theirs."""
    if frame in segment.memory.get("sums", ()) and not (
        rates and rates[-1][2].number > line.number
    ):
        out.doubt(
            frame,
            line,
            say(
                "{file}, line {number}: no LCU line follows the devices up to this one, so the "
                "I/O rate of the system is the sum of the LCUs above alone and too low: the "
                "report was cut before its end, send it whole.",
                file=Name(out.file),
                number=LineNumber(line.number),
            ),
        )


def _sum(
    frame: Frame, rates: Sequence[tuple[str, float, Line]], segment: Segment, out: Collector
) -> None:
    """The sum of a report's LCU lines so far: they stand on many pages, the last one has it all.

    By LCU, so that a page that is in the file twice counts once.
    """
    sums: dict[Frame, tuple[int, dict[str, float]]] = segment.memory.setdefault("sums", {})
    line = rates[-1][2]
    place, by_lcu = sums.get(frame, (-1, {}))
    by_lcu.update((lcu, rate) for lcu, rate, _ in rates)
    total = sum(by_lcu.values())
    if place < 0:
        out.observe(frame.lpar, "dasd_io_per_s", total, "I/O/s", line, "", frame.interval)
        sums[frame] = len(out.observations) - 1, by_lcu
    else:
        out.revise(place, total, line)


def _cells(words: list[str], memory: dict[str, object]) -> dict[str, float] | None:
    """The nine leading figures by name; ``None`` where the row does not have them all."""
    with_int = memory.get("int")
    if with_int is None:
        with_int = len(words) >= _WITH_INT
    names = [name for name in _NAMES if with_int or name != "int_ms"]
    if len(words) < len(names):
        return None
    # All have decimals: a comma in front of three digits is no sign of thousands.
    values = [
        None if "," in word and "." not in word else number(word) for word in words[: len(names)]
    ]
    row = dict(zip(names, values, strict=False))
    # Asterisks stand for a figure that is too large for its column: the others are in theirs.
    large = {name for name, word in zip(names, words, strict=False) if set(word) == {"*"}}
    if "rate" in large or any(row[name] is None for name in row if name not in large):
        return None
    return {name: float(value) for name, value in row.items() if value is not None}


def _device(line: Line, frame: Frame, segment: Segment, out: Collector) -> None:
    words = line.content.split()
    where = next(
        (
            i
            for i in (0, 1)
            if i + 1 < len(words) and _NUMBER.match(words[i]) and _TYPE.match(words[i + 1])
        ),
        None,
    )
    if where is None:
        return
    rest = words[where + 2 :]
    if "OFFLINE" in map(str.upper, rest):  # behind the type: no storage group of this name
        return
    if rest and rest[0].isdigit() and len(rest) > 1 and not _looks_like_lcu_and_rate(rest):
        rest = rest[1:]  # cylinders
    if not rest or not known(frame, segment, line, out):
        return
    volume, rest = rest[0], rest[1:]
    if not volume.strip("*-") or (_PAV.match(volume) and "." in volume):
        return
    exposures = _PAV.match(rest[0]) if len(rest) > 1 and _NUMBER.match(rest[1]) else None
    if exposures is not None:
        rest = rest[1:]
    lcu = ""
    if rest and _NUMBER.match(rest[0]):
        lcu, rest = rest[0], rest[1:]
    row = _cells(rest, segment.memory)
    if row is None:
        _incomplete(line, volume, segment.memory, out)
        return
    subject = f"dasd_volume:{volume}"
    for name, unit in _KEPT.items():
        metric = f"{'io_per_s' if name == 'rate' else name}.{frame.system}"
        out.observe(subject, metric, row.get(name), unit, line, "", frame.interval)
    if exposures is not None:
        value, metric = float(exposures[1]), f"exposures.{frame.system}"
        out.observe(subject, metric, value, "", line, exposures[0], frame.interval)
    _placed(line, subject, lcu, words[0].strip("-") if where == 1 else "", segment.memory, out)


def _whole_row(line: Line, frame: Frame, memory: dict[str, Any], out: Collector) -> bool:
    """Read the row of a device with all its columns; whether it is one."""
    with_int = memory.get("int")
    match = None if with_int is None else _WHOLE_ROW[with_int].match(line.content)
    if match is None:
        return False
    subject = f"dasd_volume:{match['volume']}"
    names = _columns(with_int, frame.system)
    memory["row"] = line.content
    pairs = zip(match["figures"].split(), names, strict=True)
    row = [(name[0], float(cell), name[1], cell) for cell, name in pairs if name is not None]
    row.append((f"exposures.{frame.system}", float(match["exposures"]), "", match["pav"]))
    out.observe_row(subject, row, line, frame.interval)
    _placed(line, subject, match["lcu"], (match["group"] or "").strip("-"), memory, out)
    return True


@lru_cache(maxsize=256)
def _columns(with_int: bool, system: str) -> tuple[tuple[str, str] | None, ...]:
    """Metric and unit of each column, ``None`` for those that are not kept."""
    names = [name for name in _NAMES if with_int or name != "int_ms"]
    return tuple(
        (f"{'io_per_s' if name == 'rate' else name}.{system}", _KEPT[name])
        if name in _KEPT
        else None
        for name in names
    )


def _placed(
    line: Line, subject: str, lcu: str, group: str, memory: dict[str, Any], out: Collector
) -> None:
    """Where the volume is, which stays the same in every interval: said once, and on a change."""
    told: dict[str, tuple[str, str]] = memory.setdefault("told", {})
    if told.get(subject) == (lcu, group):
        return
    told[subject] = (lcu, group)
    if lcu:
        out.setting(subject, "LCU", lcu, "", line, lcu)
    if group:
        out.setting(subject, "STORAGE_GROUP", group, "", line, group)


def _looks_like_lcu_and_rate(rest: list[str]) -> bool:
    """Whether the word in front is the volume already: nothing but LCU and figures follow it."""
    return len(rest) > 2 and bool(_NUMBER.match(rest[1])) and "." in rest[2]


def _incomplete(line: Line, volume: str, memory: dict[str, Any], out: Collector) -> None:
    memory["incomplete"] = memory.get("incomplete", 0) + 1
    if memory["incomplete"] == 1:
        out.say(
            "{file}, line {number}: the row of volume {volume} lacks figures, as in a report "
            "cut in mid-table; it was not read: send the report again, complete.",
            line,
            volume=Name(volume),
        )


def _lcu(line: Line, frame: Frame, lcu: str, row: dict[str, float], out: Collector) -> None:
    for name in ("rate", "response_ms", "iosq_ms", "pend_ms", "disc_ms", "conn_ms"):
        metric = "io_per_s" if name == "rate" else name
        unit = "I/O/s" if name == "rate" else "ms"
        out.observe(
            frame.lpar, f"lcu_{metric}.{lcu}", row.get(name), unit, line, "", frame.interval
        )


_LCU_RATE = re.compile(r" LCU +[0-9A-F]{4} +(\d+\.\d+)")


def _rate(page: str) -> float | None:
    """The sum of the rates of the control units whose lines stand on the page."""
    total, at = None, page.find(" LCU ")
    while at >= 0:
        if match := _LCU_RATE.match(page, at):
            total = (total or 0.0) + float(match[1])
        at = page.find(" LCU ", at + 1)
    return total


READER = Reader(
    id="rmf-device",
    shared_titles=True,
    ignores=(
        *headings.IGNORES,
        (r"^.*\bOFFLINE *$", "devices that are offline"),
        (r"^.* \*{6,} .*$", "figures of nobody knows which volume"),
        (r"^ *(?:STORAGE )?(?:GROUP|SG) +[\d.].*|^ *\S+ +SG +[\d.].*", "sums of storage groups"),
    ),
    beside=(
        (
            r"^ *(?:\S+ +)?[0-9A-F]{4,5} +33[89]\d\w*",
            12,
            (
                "number, type, cylinders, CMR, DB and interrupt delay, connected, "
                "reserved, allocations"
            ),
        ),
        (r"^ *LCU +[0-9A-F]{4} ", 10, "the same of LCUs"),
    ),
    rows=(
        (r"^\s*(?:\S+\s+)?(?P<row>[0-9A-F]{4,5}\s+33[89]\d(?!.*\bOFFLINE).*)", 0),
        (r"^\s*LCU\s+[0-9A-F]{4}\s.*", 0),
    ),
    title="RMF direct access device activity",
    subsystem="z/OS",
    anchors=(
        "D I R E C T A C C E S S D E V I C E A C T I V I T Y",
        "DIRECT ACCESS DEVICE ACTIVITY",
        "STORAGE DEV DEVICE NUMBER VOLUME",
        "DEV DEVICE VOLUME PAV LCU",
    ),
    parse=parse,
    dated=replace(DATED, measure="I/O rate", load=_rate),
    endings=ENDINGS,
    metrics=(
        Metric("dasd_volume", "setting.LCU", "logical control unit"),
        Metric("lpar", "lcu_conn_ms.*"),
        Metric("lpar", "lcu_disc_ms.*"),
        Metric("lpar", "lcu_iosq_ms.*"),
        Metric("lpar", "lcu_pend_ms.*"),
        Metric("dasd_volume", "io_per_s.*", "device activity rate as system * sees it"),
        Metric("dasd_volume", "response_ms.*", "AVG RESP TIME of system *"),
        Metric("dasd_volume", "iosq_ms.*", "queued in the system"),
        Metric("dasd_volume", "pend_ms.*", "pending"),
        Metric("dasd_volume", "disc_ms.*", "disconnected"),
        Metric("dasd_volume", "conn_ms.*", "connected"),
        Metric("dasd_volume", "busy_pct.*", "% DEV UTIL"),
        Metric("dasd_volume", "exposures.*", "PAV: base device and aliases; a mean with HyperPAV"),
        Metric("dasd_volume", "setting.STORAGE_GROUP", "SMS storage group"),
        Metric("lpar", "dasd_io_per_s", "sum of the LCU lines"),
        Metric("lpar", "lcu_io_per_s.*", "rate of logical control unit *"),
        Metric("lpar", "lcu_response_ms.*", "mean response time of control unit *"),
    ),
    page=Page(
        reads="One row per device (storage group, number, type, volume, PAV, LCU, rate and times "
        "in "
        "ms) and the LCU lines. Each figure carries the system that measured it, for a shared "
        "volume's rates add up over systems. Rows are read by the order of their words, so that a "
        "page whose columns a PDF has collapsed is read too; a row with too few figures is not.",
        releases="z/OS V1R10 to V2R4, with and without AVG INT DLY",
        verified="headings against IBM, RMF Report Analysis V2R4, figure Direct Access Device "
        "Activity; rows of a complete real print were not at hand",
        unread="CMR and DB delay, % connected, % reserved, average allocations: read and not kept",
    ),
)
