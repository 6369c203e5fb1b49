"""RMF postprocessor: cache subsystem activity."""

from __future__ import annotations

import re

from advisor.formats.rmf import headings
from advisor.formats.rmf.headings import DATED, ENDINGS, figures, framed, titled
from advisor.observations import Interval
from advisor.reading.gaps import say_withheld
from advisor.reading.layout.cells import number, scaled, size_bytes, stamp
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_SUBSYSTEM = re.compile(
    r"\s*SUBSYSTEM\s+\S+\s+CU-ID\s+(?!SSID\b)(\S+)\s+SSID\s+(?!CDATE\b)(\S+)", re.IGNORECASE
)
_UNIT = re.compile(r"\s*SUBSYSTEM\s.*\bCU-ID\b.*\bSSID\b", re.IGNORECASE)
_CINT = re.compile(r"\bCDATE\s+(\S+)\s+CTIME\s+(\S+)\s+CINT\s+([\d.]+\d)", re.IGNORECASE)
_TYPE = re.compile(r"\s*TYPE-MODEL\s+(?!MANUF\b)(\S+)\s.*?\bSERIAL\s+(\S+)", re.IGNORECASE)
_CONFIGURED = re.compile(r"\s*CONFIGURED\s+([\d.]+[KMGT]?B?)\b", re.IGNORECASE)
_TOTAL = re.compile(r"\s*TOTAL I/O\s+([\d,]+)", re.IGNORECASE)
_RATIO = re.compile(r"\s*TOTAL H/R\s+([\d.]+)", re.IGNORECASE)
_REQUESTS = re.compile(r"\s*(NORMAL|SEQUENTIAL|CFW DATA|TOTAL)\s+(?=\d)(.*)", re.IGNORECASE)
_MISSES = re.compile(
    r"\s*TOTAL\s+([\d.]+[KM]?)\s+RATE\s+([\d.]+)(?:.*\bASYNC \(TRKS\)\s+([\d.]+[KM]?)\s+([\d.]+))?",
    re.IGNORECASE,
)
_MISSES_OF = ("MISSES TOTAL", "MISSES RATE", "ASYNC (TRKS)", "ASYNC (TRKS) RATE")
_ADAPTERS = re.compile(
    r"\b(READ|WRITE)\s+([\d.]+[KMG]?)\s+([\d.]+[KMG]?)"
    r"\s+\1\s+([\d.]+)\s+([\d.]+[KMG]?)\s+([\d.]+[KMG]?)\s*$",
    re.IGNORECASE,
)
_ADAPTERS_OF = ("HOST ADAPTER BYTES/REQ", "HOST ADAPTER BYTES/SEC", "", "DISK BYTES/REQ",
                "DISK BYTES/SEC")  # fmt: skip
"""What nothing asks for, but people look at: they stand beside each other in one row."""

_VOLUME = re.compile(
    r"\s*(?P<volume>(?![0-9A-F]{4,5}\s+[0-9A-F]{4}\s)[A-Z0-9@#$*][A-Z0-9@#$*-]{0,9})\s+"
    r"(?:(?P<number>[0-9A-F]{4,5})\s+)"
    r"(?:(?P<pool>[0-9A-F]{4}|-)\s+)?(?P<rest>(?:\d+\.\d|-\s).*)",
    re.IGNORECASE,
)
_ALL = re.compile(r"\s*\*(?:ALL|CACHE|CACHE-OFF)\s", re.IGNORECASE)
_HEADS = re.compile(
    r"\s*(?:CACHE (?:SUBSYSTEM|I/O)|SUBSYSTEM STORAGE|AVAILABLE|PINNED|OFFLINE|REQUESTS"
    r"|VOLUME\s+DEV"
    r"|SERIAL\s+NUM|TOTAL H/R|-*\s*CACHE MISSES|-+CACHE)",
    re.IGNORECASE,
)


def _length(cint: str) -> float | None:
    """Seconds of ``mm.ss``, ``hh.mm.ss`` or ``mm.ss.ttt``."""
    parts = cint.split(".")
    thousandths = float(parts.pop()) / 1000 if len(parts[-1]) == 3 else 0.0
    if len(parts) not in (2, 3) or not all(1 <= len(part) <= 3 for part in parts):
        return None
    hours, minutes, seconds = ([0, *map(int, parts)])[-3:]
    return hours * 3600 + minutes * 60 + seconds + thousandths


def parse(segment: Segment, out: Collector) -> None:
    """The box, its totals over all systems, and which volumes it holds."""
    memory = segment.memory
    memory.setdefault("ssid", "")  # the title may be missing, or damaged
    memory.setdefault("interval", Interval())
    for line, _frame in framed(segment, out):
        text = line.content
        if titled(text, "CACHESUBSYSTEMACTIVITY"):
            memory.update(dasd="", ssid="", section="", interval=Interval())
        elif titled(text, "CACHESUBSYSTEMDEVICEOVERVIEW"):
            memory["section"] = "devices"
        elif titled(text, "CACHESUBSYSTEMSTATUS", "CACHESUBSYSTEMOVERVIEW"):
            memory["section"] = "subsystem"
        elif _UNIT.match(text) and not _SUBSYSTEM.match(text):
            memory.update(dasd="", ssid="", section="", interval=Interval())
            say_withheld(line, out)
        elif match := _SUBSYSTEM.match(text):
            memory["ssid"] = match[2].upper()
            if when := _CINT.search(text):
                memory["interval"] = Interval(stamp(when[1], when[2]), None, _length(when[3]))
        elif match := _TYPE.match(text):
            memory["dasd"] = f"dasd:{match[2].lstrip('0') or '0'}"
            out.setting(memory["dasd"], "MODEL", match[1], "", line, match[1])
        elif not memory.get("dasd"):
            continue
        elif memory.get("section") == "devices":
            _device(line, segment, out)
        else:
            _subsystem(line, segment, out)


def _subsystem(line: Line, segment: Segment, out: Collector) -> None:
    memory, text = segment.memory, line.content
    dasd, ssid, interval = memory["dasd"], memory["ssid"], memory["interval"]
    if match := _CONFIGURED.match(text):
        size = size_bytes(match[1], "MB")
        out.setting(dasd, "CACHE_GB", None if size is None else size / 2**30, "GB", line, match[1])
    elif match := _TOTAL.match(text):
        count = number(match[1])
        if count is not None and interval.duration_s:
            rate = count / interval.duration_s
            out.observe(dasd, f"io_per_s.SSID{ssid}", rate, "I/O/s", line, match[1], interval)
    elif match := _RATIO.match(text):
        ratio = number(match[1])
        value = None if ratio is None else round(ratio * 100, 6)
        out.observe(dasd, f"cache_hit_pct.SSID{ssid}", value, "%", line, match[1], interval)
    elif match := _MISSES.match(text):
        for label, raw in zip(_MISSES_OF, match.groups(), strict=True):
            _shown(f"SSID{ssid} {label}", raw, line, segment, out)
    elif match := _ADAPTERS.search(text):
        for label, raw in zip(_ADAPTERS_OF, match.groups()[1:], strict=True):
            if label:
                _shown(f"SSID{ssid} {match[1].upper()} {label}", raw, line, segment, out)
        time, metric = match[4], f"disk_{match[1].lower()}_ms.SSID{ssid}"
        out.observe(dasd, metric, number(time), "ms", line, time, interval)
    elif match := _REQUESTS.match(text):
        if match[1].upper() in ("NORMAL", "SEQUENTIAL", "CFW DATA"):
            out.left_out(line)  # parts of the total, but for the hits of cache fast write
        cells = figures(match[2].split())
        # count, rate, hits, rate, H/R | count, rate, fast, rate, hits, rate, H/R | % read
        if match[1].upper() == "TOTAL" and len(cells) >= 13:
            ratio = cells[4]
            value = None if ratio is None else round(ratio * 100, 6)
            out.observe(dasd, f"read_hit_pct.SSID{ssid}", value, "%", line, "", interval)
            out.observe(dasd, f"read_pct.SSID{ssid}", cells[12], "%", line, "", interval)
        elif match[1].upper() == "CFW DATA" and len(cells) >= 13 and cells[4] is not None:
            # Sort work data sets use cache fast write: N/A where nothing does.
            value = round(cells[4] * 100, 6)
            out.observe(dasd, f"cfw_read_hit_pct.SSID{ssid}", value, "%", line, "", interval)


def _shown(label: str, raw: str | None, line: Line, segment: Segment, out: Collector) -> None:
    dasd, interval = segment.memory["dasd"], segment.memory["interval"]
    value = scaled(raw) if raw else None
    out.printed(dasd, label, value, line, raw or "", interval)


def _device(line: Line, segment: Segment, out: Collector) -> None:
    memory, text = segment.memory, line.content
    dasd, interval = memory["dasd"], memory["interval"]
    if _ALL.match(text) or _HEADS.match(text):
        return
    if (match := _VOLUME.match(text)) and len(match["rest"].split()) >= 10:
        subject = f"dasd_volume:{match['volume'].upper()}"
        told: dict[str, str] = memory.setdefault("told", {})
        if told.get(subject) != dasd:  # stated once, not again in every interval
            told[subject] = dasd
            out.relation(subject, "parent", dasd, line)
        words = match["rest"].split()
        cells = figures(words)
        out.observe(subject, "cache_io_per_s", cells[1], "I/O/s", line, "", interval)
        stage = cells[5] if len(cells) > 5 else None
        out.observe(subject, "stage_per_s", stage, "tracks/s", line, "", interval)


READER = Reader(
    id="rmf-cache",
    shared_titles=True,
    ignores=(
        *headings.IGNORES,
        (r"\bCU-ID +\S+|SUBSYSTEM +\d+-\d+|SSID +\S+|CINT +[\d.]+", "addresses, length"),
        (
            r"^ *\*(?:ALL|CACHE|CACHE-OFF) .*",
            "sums of the device overview: the status page has them",
        ),
        (
            r"^ *(?:CACHE (?:STORAGE|OFFLINE)|AVAILABLE|PINNED|OFFLINE|RAID|RANK)\b.*",
            "cache storage",
        ),
    ),
    beside=(
        (
            r"^ *[A-Z0-9@#$]{1,6} +[0-9A-F]{4,5} .*\d\.\d.*\d\.\d",
            17,
            (
                "device number, pool, share of I/Os, hits and misses, fast write, ratios of "
                "single volumes"
            ),
        ),
        (r"^ *(?:NORMAL|SEQUENTIAL|CFW DATA|TOTAL) +\d", 12, "counts behind the hit ratios"),
        (r"TOTAL I/O|TOTAL H/R|CONFIGURED|TYPE-MODEL|SUBSYSTEM +\S+ +CU-ID", 6, "addresses"),
    ),
    rows=(
        # Misses are below it, side by side with others: of these rows some cells are no column's.
        (
            (
                r"^\s*(?:NORMAL|SEQUENTIAL|CFW DATA|TOTAL)\s+\d"
                r"(?!.*\b(?:BYPASS|INHIBIT|ICL|ASYNC|RATE)\b).*"
            ),
            0,
        ),
        (
            r"^\s*(?!(?:NORMAL|TOTAL)\s)[A-Z0-9@#$]{1,6}\s+[0-9A-F]{4,5}\s+\S+\s+.*\.\d.*",
            0,
        ),
    ),
    title="RMF cache subsystem activity",
    subsystem="DASD",
    anchors=("C A C H E S U B S Y S T E M A C T I V I T Y", "CACHE SUBSYSTEM ACTIVITY"),
    parse=parse,
    dated=DATED,
    endings=ENDINGS,
    metrics=(
        Metric("dasd", "setting.MODEL", "type and model of the subsystem"),
        Metric("dasd", "setting.CACHE_GB", "configured cache"),
        Metric("dasd", "io_per_s.*", "all I/Os of all systems to SSID *"),
        Metric("dasd", "cache_hit_pct.*", "total hit ratio of SSID *"),
        Metric("dasd", "read_hit_pct.*", "read hit ratio of SSID *"),
        Metric("dasd", "cfw_read_hit_pct.*"),
        Metric("dasd", "read_pct.*", "reads in all I/Os of SSID *"),
        Metric("dasd", "disk_read_ms.*"),
        Metric("dasd", "disk_write_ms.*"),
        Metric("dasd", "printed.*", "misses, asynchronous tracks, host adapters and disks"),
        Metric("dasd_volume", "relation.parent", "the subsystem, named by its serial number"),
        Metric("dasd_volume", "cache_io_per_s"),
        Metric("dasd_volume", "stage_per_s"),
    ),
    page=Page(
        reads="Type, serial number and cache size of the subsystem, its I/Os divided by CINT, hit "
        "ratios, and in the device overview the volumes it holds with rate and staging. The "
        "figures "
        "are the box's: those of all systems together.",
        releases="z/OS V2R1 to V2R4",
        verified="IBM, RMF Report Analysis, figures Cache Subsystem Activity: Status and Overview "
        "(V2R1, V2R4); the device overview is not verified against a real print",
        unread="RAID rank activity, misses by kind of request, non-cache I/O; fast write columns",
    ),
)
