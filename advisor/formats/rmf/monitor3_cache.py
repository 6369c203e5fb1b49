"""RMF Monitor III, cache summary (CACHSUM): rate, hits and reads of each subsystem.

Layout: IBM, RMF Report Analysis (V2R4), "CACHSUM - Cache Summary Report": a row for each SSID, the
sysplex instead of a system in the heading, and the interval of the controllers in ``CDate``,
``CTime`` and ``CRange``. No column says which box the SSIDs are of.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.formats.rmf.monitor3 import SCREEN_IGNORES
from advisor.observations import Interval
from advisor.reading.layout.cells import scaled, size_bytes, stamp
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_TITLE = re.compile(r"\bCache Summary\b.*\bLine\s+\d", re.IGNORECASE)
_SCREEN = re.compile(r"\bLine\s+\d+\s+of\b", re.IGNORECASE)
_WHEN = re.compile(
    r"\bCDate:\s*(\S+)\s+CTime:\s*(\S+)\s+CRange:\s*(\d+)\s*(Sec|Min)", re.IGNORECASE
)
_HEADING = re.compile(r"^\s*SSID\s+CUID\s+Type-Mod\s+Size\s+I/O\s+Hit\s+Hit\s", re.IGNORECASE)
_ROW = re.compile(
    r"^\s*(?P<ssid>[0-9A-F]{4})\s+[0-9A-F]{4,5}\s+(?P<model>\d{4}-\w{3})\s+(?P<size>[\d.]+[KMGT])\s+"
    r"(?P<figures>(?:\d+(?:\.\d+)?[KM]?\s+){7}\d+(?:\.\d+)?[KM]?)\s*$",
    re.IGNORECASE,
)
# I/O rate, hit per cent, hit rate, misses in total and staged, reads per cent, ...
_FIGURES = {0: ("io_per_s", "I/O/s"), 1: ("cache_hit_pct", "%"), 5: ("read_pct", "%")}


def parse(segment: Segment, out: Collector) -> None:
    """The subsystems of one screen."""
    memory = segment.memory
    for line in segment:
        text = line.content
        if _TITLE.search(text):
            memory.update(open=False, interval=Interval())
        elif _SCREEN.search(text):
            memory["open"] = False
        elif match := _WHEN.search(text):
            length = float(match[3]) * (60 if match[4].lower() == "min" else 1)
            memory["interval"] = Interval(stamp(match[1], match[2]), None, length)
        elif _HEADING.match(text):
            memory["open"] = True
        elif memory.get("open") and (match := _ROW.match(text)):
            _row(line, match, memory["interval"], out)


def _row(line: Line, row: re.Match[str], interval: Interval, out: Collector) -> None:
    ssid = row["ssid"].upper()
    dasd = f"dasd:SSID{ssid}"
    out.setting(dasd, "MODEL", row["model"], "", line, row["model"])
    size = size_bytes(row["size"])
    out.setting(dasd, "CACHE_GB", None if size is None else size / 2**30, "GB", line, row["size"])
    cells = row["figures"].split()
    for place, (metric, unit) in _FIGURES.items():
        raw = cells[place]
        if metric != "io_per_s" and not scaled(cells[0]):
            continue  # shares of no I/O
        out.observe(dasd, f"{metric}.SSID{ssid}", scaled(raw), unit, line, raw, interval)


def _confirm(contents: Sequence[str], index: int) -> bool:
    return _TITLE.search(contents[index]) is not None


READER = Reader(
    id="rmf-monitor3-cache",
    shared_titles=True,
    title="RMF Monitor III cache summary",
    subsystem="DASD",
    ignores=(*SCREEN_IGNORES, (r"Systems: +\d+|CRange: +\d+ *\w*", "systems, length")),
    beside=((r"^ *[0-9A-F]{4} +[0-9A-F]{4,5} +\d{4}-", 12, "numbers, misses, other rates"),),
    anchors=("Cache Summary",),
    confirm=_confirm,
    parse=parse,
    metrics=(
        Metric("dasd", "setting.MODEL", "Type-Mod"),
        Metric("dasd", "setting.CACHE_GB", "Size"),
        Metric("dasd", "io_per_s.*", "I/O Rate of SSID *, all systems"),
        Metric("dasd", "cache_hit_pct.*", "Hit % of SSID *"),
        Metric("dasd", "read_pct.*", "Read % of SSID *"),
    ),
    page=Page(
        reads="Of CACHSUM the I/O rate, the hits and the share of reads of each SSID, with type "
        "and cache size. The screen does not say which box an SSID is of: each stands for itself.",
        releases="RMF V2R1 to V2R4",
        verified="the figure in IBM, RMF Report Analysis V2R4",
        unread="misses, sequential and asynchronous rates; CACHDET",
    ),
)
