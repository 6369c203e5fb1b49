"""RMF Monitor III, device resource delays (DEVR): rate and response time of each volume."""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.formats.rmf.monitor3 import SCREEN_IGNORES, interval_of
from advisor.reading.layout.cells import number
from advisor.reading.reader import Collector, Metric, Page, Reader, Segment

_TITLE = re.compile(r"\bDevice Resource Delays\s+Line\s+\d", re.IGNORECASE)
_SCREEN = re.compile(r"\bLine\s+\d+\s+of\b", re.IGNORECASE)
_HEADING = re.compile(r"^\s*(?:Volume\s+S/|/Num\s+PAV)", re.IGNORECASE)
_OTHER = re.compile(r"^\s*(?:Command ===|Samples:)", re.IGNORECASE)
_ROW = re.compile(  # behind the percentages stand the reason for pending, the device and a job
    r"^\s*(?P<volume>(?![A-Z]\s+\d)[A-Z0-9@#$-]{1,6})\s+(?:[A-Z]\s+)?(?P<rate>\d+\.\d+)\s+(?P<time>\d*\.?\d+)"
    r"\s+\d{1,3}\s+\d{1,3}\s+\d{1,3}\s+[A-Z]{2,3}\s+\d{1,3}\s+\S"
)
_NUMBER = re.compile(r"^\s*[0-9A-F]{4,5}\s+\d", re.IGNORECASE)
_SECONDS = re.compile(r"\.\d{3}$")


def parse(segment: Segment, out: Collector) -> None:
    """The volumes of one screen, as one system saw them."""
    memory = segment.memory
    for line in segment:
        text = line.content
        if _TITLE.search(text):
            memory["open"], memory["system"] = True, ""
        elif _SCREEN.search(text):
            memory["open"] = False
        elif found := interval_of(text):
            memory["system"], memory["interval"] = found
        elif _HEADING.match(text) or _OTHER.match(text):
            continue
        elif memory.get("open") and memory.get("system") and (match := _ROW.match(text)):
            system, interval = memory["system"], memory["interval"]
            volume = f"dasd_volume:{match['volume']}"
            rate, time = match["rate"], match["time"]
            out.observe(volume, f"io_per_s.{system}", number(rate), "I/O/s", line, rate, interval)
            if not _SECONDS.search(time):  # thousandths are of a second, not of a millisecond
                metric = f"response_ms.{system}"
                out.observe(volume, metric, number(time), "ms", line, time, interval)


def _confirm(contents: Sequence[str], index: int) -> bool:
    return _TITLE.search(contents[index]) is not None


READER = Reader(
    id="rmf-monitor3-devices",
    shared_titles=True,
    title="RMF Monitor III device resource delays",
    subsystem="z/OS",
    ignores=(
        *SCREEN_IGNORES,
        (
            r"^ *[0-9A-F]{4,5} +(?:\d+(?:\.\d)?[H*]?[H*]? +)?\d{4}(?: +.*)?$",
            "number, PAV, control unit",
        ),
        (r"^ {30,}\S.*", "further jobs of a volume"),
    ),
    beside=((r"^ *\S+ +(?:[A-Z] +)?\d+\.\d+ ", 10, "percentages, device type, jobs of a volume"),),
    anchors=("Device Resource Delays Line",),
    confirm=_confirm,
    parse=parse,
    metrics=(
        Metric("dasd_volume", "io_per_s.*", "Act Rate as system * sees it"),
        Metric("dasd_volume", "response_ms.*", "Resp Time of system *"),
    ),
    page=Page(
        reads="Of DEVR the activity rate and response time of each volume.",
        releases="RMF V1R13 to V2R4",
        verified="the figure in IBM, RMF Report Analysis V2R4, against its documented columns",
        unread="active, connect, disconnect and pending percentages, which are too coarse for "
        "times; the jobs that use or wait for a volume; response times printed in seconds",
    ),
)
