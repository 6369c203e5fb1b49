"""The Cache Subsystem Activity Report of BMC's CMF Analyzer: a subsystem, its cache and its hits.

Source: BMC, CMF MONITOR Command and syntax reference, "Cache Subsystem Activity Report" and "Cache
Device Activity Report".
"""

from __future__ import annotations

import re
from typing import Any

from advisor.observations import Interval
from advisor.reading.layout.cells import number, size_bytes
from advisor.reading.reader import Collector, Line, Metric

TITLES = ("CACHE SUBSYSTEM ACTIVITY REPORT", "CACHE DEVICE ACTIVITY REPORT")
"""The latter has the same page for each subsystem, and behind it pages of single volumes."""

_SUBSYSTEM = re.compile(
    r"\bSUBSYSTEM ID:\s*(?P<id>[0-9A-F]{4})\s+CONTROL UNIT:.*?\bMODEL:\s*(?P<model>\S+)\s.*?"
    r"\bSERIAL:\s*(?P<serial>\S+)",
    re.IGNORECASE,
)
_VOLUME = re.compile(r"\b(?:VOLUME|DEVICE(?: NUMBER)?|VOLSER)\s*:", re.IGNORECASE)
_CONFIGURED = re.compile(r"^\s*CONFIGURED\s+([\d.,]+[KMGT]B)\s+CONFIGURED\b", re.IGNORECASE)
_TOTALS = re.compile(r"\bTOTAL\s+[\d,]+\s+TOTAL\s+([\d.]+)\s*$", re.IGNORECASE)
_REQUESTS = re.compile(r"^\s*TOTAL\s+((?:[\d,.]+\s+){12}[\d,.]+)\s*$", re.IGNORECASE)
_READ_RATE, _READ_HITS, _WRITE_RATE, _SHARE = 1, 4, 6, 12

METRICS = (
    Metric("dasd", "setting.MODEL", "type and model of the subsystem"),
    Metric("dasd", "setting.CACHE_GB", "CONFIGURED subsystem storage"),
    Metric("dasd", "io_per_s.*", "reads and writes of subsystem ID *"),
    Metric("dasd", "cache_hit_pct.*", "HIT % TOTAL of subsystem ID *"),
    Metric("dasd", "read_hit_pct.*", "HIT % of the reads of subsystem ID *"),
    Metric("dasd", "read_pct.*", "% READ of subsystem ID *"),
)
IGNORES = (
    (r"\bSUBSYSTEM ID: .*", "addresses"),
    (
        (
            r"^ *(?:NORMAL|SEQUENTIAL|CFW DATA|ASYNC \(TRKS\)) +\d.*"
            r"|^ *TOTAL CACHE (?:MISSES|HITS) .*|^ *(?:READ|WRITE)(?: HITS)? +\d.*"
        ),
        "parts of the totals, misses, disk and host adapter activity",
    ),
    (r"^ *(?:AVAILABLE|PINNED|OFFLINE)\b(?!.*\bTOTAL\b).*", "cache storage"),
)
BESIDE = (
    (r"^ *CONFIGURED +\d", 3, "non-volatile storage, counts"),
    (r"^ *AVAILABLE +\d.*\bTOTAL ", 3, "storage available, counts"),
    (r"^ *TOTAL +[\d,]+ +[\d.]+ ", 10, "counts behind the hit ratios"),
)


def begin(memory: dict[str, Any]) -> None:
    """Another page begins: whose its figures are is to be told."""
    memory.update(cache_dasd="", cache_id="", cache_of_all=False)


def read_line(line: Line, memory: dict[str, Any], out: Collector) -> None:
    """Take up the subsystem, or what a line says of it."""
    text, interval = line.content, memory.get("interval", Interval())
    if match := _SUBSYSTEM.search(text):
        memory["cache_dasd"] = f"dasd:{match['serial'].lstrip('0') or '0'}"
        memory["cache_id"], memory["cache_of_all"] = f"SSID{match['id'].upper()}", False
        out.setting(memory["cache_dasd"], "MODEL", match["model"], "", line, match["model"])
    elif not (dasd := memory.get("cache_dasd")):
        return
    elif _VOLUME.search(text):
        memory["cache_of_all"] = False
    elif match := _CONFIGURED.match(text):
        memory["cache_of_all"] = True
        size = size_bytes(match[1])
        out.setting(dasd, "CACHE_GB", None if size is None else size / 2**30, "GB", line, match[1])
    elif not memory.get("cache_of_all"):
        return  # of a volume: only a subsystem has storage
    elif match := _TOTALS.search(text):
        metric = f"cache_hit_pct.{memory['cache_id']}"
        out.observe(dasd, metric, number(match[1]), "%", line, match[1], interval)
    elif match := _REQUESTS.match(text):
        _requests(line, match[1].split(), dasd, memory, out)


def _requests(
    line: Line, cells: list[str], dasd: str, memory: dict[str, Any], out: Collector
) -> None:
    # count, rate, hits, rate, hit % | count, rate, fast, rate, hits, rate, hit % | % read
    where, interval = memory["cache_id"], memory.get("interval", Interval())
    rates = [number(cells[place]) for place in (_READ_RATE, _WRITE_RATE)]
    if None not in rates:
        rate = sum(one for one in rates if one is not None)
        raw = f"{cells[_READ_RATE]} + {cells[_WRITE_RATE]}"
        out.observe(dasd, f"io_per_s.{where}", rate, "I/O/s", line, raw, interval)
    for metric, place in (("read_hit_pct", _READ_HITS), ("read_pct", _SHARE)):
        raw = cells[place]
        out.observe(dasd, f"{metric}.{where}", number(raw), "%", line, raw, interval)
