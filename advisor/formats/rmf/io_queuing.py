"""RMF Monitor I: I/O queuing activity."""

from __future__ import annotations

import re

from advisor.formats.rmf import headings
from advisor.formats.rmf.headings import DATED, ENDINGS, Frame, figures, framed, known, titled
from advisor.reading.gaps import say_withheld
from advisor.reading.layout.cells import number
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_IOP = re.compile(r"\s*(\d{2})\s+(\d+\.\d+)\s+(\d+\.\d+)\s+(\d+\.\d+)\s+(\d+\.\d+)")
_UNITS = re.compile(r"\bLCU\b|\bDCM +GROUP\b", re.IGNORECASE)
_PATH = re.compile(
    r"\s*(?:(?P<lcu>[0-9A-F]{4})\s+(?:(?P<cu>[0-9A-F]{4})\s+)?)?(?P<path>[0-9A-F]{2}|\*)\s+"
    r"(?P<rate>\d+\.\d+)\s+(?P<rest>[\d.\s-]+)$"
)
_PATH_IN_PART = re.compile(r"^\s*(?:[0-9A-F]{2}\s+)?(?:\d+\.\d+\s+){2}", re.IGNORECASE)
_UNKNOWN = -1_000
"""Paths of a control unit of which one could not be read."""

_CU = re.compile(r"^\s*LCU\s{2,}(CU)\s", re.IGNORECASE)
_COMPLETE = (7, 9, 11)
"""Figures of a summary line behind its rate: without exchanges, without and with HyperPAV."""

_HEADS = re.compile(
    r"\s*(?:TOTAL SAMPLES|-+\s*INITIATIVE|IOP\s+ACTIVITY|RATE\s+LNGTH|AVG\s+AVG|LCU\s+CU"
    r"|MIN\s+MAX|SYS\b)",
    re.IGNORECASE,
)


def parse(segment: Segment, out: Collector) -> None:
    """I/O processors and, per logical control unit, its paths and its queue."""
    memory = segment.memory
    for line, frame in framed(segment, out):
        text = line.content
        if titled(text, "I/OQUEUINGACTIVITY"):
            memory["lcu"], memory["paths"], memory["section"] = "", 0, "processors"
        elif _HEADS.match(text) or _UNITS.search(text):
            if _UNITS.search(text):
                memory["section"] = "units"
            if beside := _CU.search(text):
                memory["cu_at"] = beside.start(1)
        elif memory.get("section") != "units" and (match := _IOP.match(text)):
            if known(frame, segment, line, out):
                metric = f"iop_busy_pct.{match[1]}"
                out.observe(
                    frame.lpar, metric, number(match[4]), "%", line, match[4], frame.interval
                )
        elif (match := _PATH.match(text)) and known(frame, segment, line, out):
            _path(line, frame, match, segment, out)
        elif memory.get("section") == "units" and (line.gap or _PATH_IN_PART.match(text)):
            memory["paths"] = _UNKNOWN
            say_withheld(line, out)


def _path(line: Line, frame: Frame, row: re.Match[str], segment: Segment, out: Collector) -> None:
    memory = segment.memory
    if row["lcu"] and not row["cu"] and row.start("lcu") >= memory.get("cu_at", row.endpos):
        memory["lcu"] = ""  # a control unit, whose LCU is blank
        say_withheld(line, out)
        return
    if row["lcu"]:
        memory["section"] = "units"
        memory["lcu"], memory["paths"] = row["lcu"], 0
    lcu = memory.get("lcu", "")
    if not lcu:
        return
    if row["path"] != "*":
        out.left_out(line)  # single paths: their sum is read
        memory["paths"] = memory.get("paths", 0) + 1  # far below 0 stays unknown
        return
    rest = figures(row["rest"].split())
    # % DP busy, % CU busy, CUB delay, CMR delay, contention rate, queue length, CSS delay, then
    # HPAV wait and max (blank without HyperPAV), open exchanges, data transfer concurrency
    words = row["rest"].split()
    hyperpav = len(words) > 8 and "." not in words[8]  # a number of aliases has no decimals
    if len(words) not in _COMPLETE or (len(words) > _COMPLETE[-2]) != hyperpav:
        say_withheld(line, out)
        return
    names = ["lcu_contention_per_s", "lcu_queue_length", "lcu_css_delay_ms"]
    names += ["hyperpav_wait_ratio", "hyperpav_max"] if hyperpav else []
    names += ["lcu_open_exchanges"]
    for name, value in zip(names, rest[4:], strict=False):
        unit = "I/O/s" if name.endswith("per_s") else "ms" if name.endswith("ms") else ""
        out.observe(frame.lpar, f"{name}.{lcu}", value, unit, line, "", frame.interval)
    if memory["paths"] > 0:
        out.observe(
            frame.lpar, f"lcu_channels.{lcu}", memory["paths"], "", line, "", frame.interval
        )


READER = Reader(
    id="rmf-io-queuing",
    shared_titles=True,
    ignores=headings.IGNORES,
    beside=(
        (r"^ *\d\d( +\d+\.\d+){3}", 15, "rates, queues and retries of single I/O processors"),
        (r"^ *(?:[0-9A-F]{4} .*)?\* ", 8, "sums of the paths' rates and delays"),
    ),
    rows=((r"^\s*\d\d\s+\d+\.\d+\s+\d*\.\d+\s.*", 0),),
    title="RMF I/O queuing activity",
    subsystem="z/OS",
    anchors=("I / O Q U E U I N G A C T I V I T Y", "I/O QUEUING ACTIVITY"),
    parse=parse,
    dated=DATED,
    endings=ENDINGS,
    metrics=(
        Metric("lpar", "iop_busy_pct.*", "busy I/O processor *"),
        Metric("lpar", "lcu_channels.*", "channel paths of control unit *"),
        Metric("lpar", "lcu_contention_per_s.*", "requests queued at control unit *"),
        Metric("lpar", "lcu_queue_length.*"),
        Metric("lpar", "lcu_css_delay_ms.*"),
        Metric("lpar", "hyperpav_wait_ratio.*"),
        Metric("lpar", "hyperpav_max.*"),
        Metric("lpar", "lcu_open_exchanges.*"),
    ),
    page=Page(
        reads="Busy I/O processors; for each logical control unit the number of its paths and, "
        "from "
        "its summary line (path *), contention rate, queue length, channel subsystem delay and "
        "HyperPAV figures.",
        releases="z/OS V1R13 to V2R4",
        verified="the columns and their order against a V2R5 document of the same report in XML "
        "(public repository RMF-Static); the print itself is not verified",
        unread="figures of single paths, retries of I/O processors",
    ),
)
