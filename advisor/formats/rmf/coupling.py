"""RMF postprocessor: coupling facility activity."""

from __future__ import annotations

import re
from typing import Any

from advisor.formats.rmf import headings
from advisor.formats.rmf.headings import DATED, ENDINGS, Frame, framed, titled
from advisor.observations import Interval
from advisor.reading.gaps import say_withheld
from advisor.reading.layout.cells import number, scaled, size_bytes
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_NAME = re.compile(r"\s*COUPLING FACILITY NAME\s*=\s*(\S+)", re.IGNORECASE)
_USAGE = re.compile(
    r"\s*(?:(?P<type>LIST|LOCK|CACHE|UNKN)\s+)?"
    r"(?P<name>(?!(?:LIST|LOCK|CACHE|UNKN)\s)[A-Z@#$][A-Z0-9@#$_]{3,15})\s+"
    r"(?P<status>ACTIVE|INACTV|ACTIVE PRIM|ACTIVE SEC)\s+(?:[A-Z]\s+)?"
    r"(?P<size>\d+(?:\.\d+)?[KMGT]?)\s+(?P<share>[\d.]+)\s+(?P<rest>\d.*)",
    re.IGNORECASE,
)
_COLUMNS = re.compile(r"\s*TYPE\s+NAME\b.*\bREQ\s+(?:UTIL\s+)?SEC\b", re.IGNORECASE)
_SECOND = re.compile(r"\s*(?:(?:PRIM|SEC)\s)?[\s\d.KMGT/NA]*", re.IGNORECASE)
"""Second line of a structure: which of a pair it is, its current entries and elements."""

_PAIR = re.compile(r"\s*(PRIM|SEC)\b", re.IGNORECASE)
_STRUCTURE = re.compile(
    r"\s*STRUCTURE NAME\s*=\s*(?!TYPE\b)(\S+)\s+TYPE\s*=\s*([A-Z]+)", re.IGNORECASE
)
_NAMELESS = re.compile(r"\s*STRUCTURE NAME\s*=\s*(?:TYPE\s*=|$)", re.IGNORECASE)
_NAMED = re.compile(r"\sSYNC\s", re.IGNORECASE)
_SYNC = re.compile(
    r"\s*(?P<who>[A-Z0-9@#$]{1,8})\s+(?P<all>\S+)\s+SYNC\s+(?P<count>\S+)\s+(?P<pct>[\d.]+)%?\s+"
    r"(?P<time>[\d.]+)",
    re.IGNORECASE,
)
_ASYNC = re.compile(
    r"\s*(?P<rate>[\d.]+[KM]?)\s+ASYNC\s*(?P<count>[\d.]+[KM]?)\s+(?P<pct>[\d.]+)%?\s+(?P<time>[\d.]+)",
    re.IGNORECASE,
)
_FULL = re.compile(r"STRUCTURE FULL\s*[:=]?\s*(\d[\d,]*[KM]?)", re.IGNORECASE)
_UTILISATION = re.compile(r"AVERAGE CF UTILIZATION\s+\(% BUSY\)\s+([\d.]+)", re.IGNORECASE)
_DEFINED = re.compile(r"LOGICAL PROCESSORS:?\s+DEFINED\s+(\d+)", re.IGNORECASE)
_EFFECTIVE = re.compile(r"\bEFFECTIVE\s+([\d.]+)", re.IGNORECASE)
_SHARED = re.compile(r"\s*SHARED\s+(\d+)\s+AVG WEIGHT\b", re.IGNORECASE)
_DISPATCHING = re.compile(r"\bDYNDISP\s+(OFF|ON|THIN)\b", re.IGNORECASE)
_STORAGE = re.compile(r"\s*TOTAL CF STORAGE SIZE\s+([\d.]+[KMGT]?)", re.IGNORECASE)
_LOCKS = tuple(
    (re.compile(rf"\s{label}\s*(\d[\d,.]*[KMG]?)(?:\s+[A-Z])?\s*$", re.IGNORECASE), metric)
    for label, metric in (
        ("REQ TOTAL", "lock_requests"),
        ("-CONT", "lock_contentions"),
        ("-FALSE CONT", "lock_false_contentions"),
    )
)
_HELD_UP = (
    (re.compile(r"\bCHNGD\s+(\d+[KMG]?)\s+\d+\.\d%?\s+INCLUDED\b", re.I), "changed_requests"),
    (re.compile(r"\bNO SCH\s+(\d+[KMG]?)\s+\d+\.\d%?(?=\s)", re.I), "subchannel_delays"),
)
"""Requests that found no subchannel free: made asynchronous for it, and delayed by it."""

_WAITED = re.compile(
    r"\bNO SCH\s+(?P<count>\d+[KMG]?)\s+\d+\.\d%?\s+(?P<time>\d+(?:\.\d+)?[KM]?)"
    r"\s+\d+(?:\.\d+)?[KM]?\s+\d+(?:\.\d+)?[KM]?(?=\s|$)",
    re.I,
)
"""How long each of those that were delayed was (/DEL), its deviation, and all on the average."""

_CHANGED = re.compile(r"\s*CHNGD\s+\d", re.IGNORECASE)

_SECTION = {
    "STRUCTUREACTIVITY": "structures",
    "SUBCHANNELACTIVITY": "subchannels",
    "CFTOCFACTIVITY": "peers",
    "USAGESUMMARY": "usage",
}
_HEADS = re.compile(
    r"\s*(?:TOTAL SAMPLES|STRUCTURE\b|STORAGE SUMMARY|PROCESSOR SUMMARY|TYPE\s+NAME|% OF"
    r"|#?\s*REQ\b|# REQ"
    r"|SYSTEM\s+TOTAL|NAME\s+AVG|ALLOC\b|SIZE\b|TOTAL CF|COUPLING FACILITY|CHNGD|-+ DATA|READS\b"
    r"|WRITES\b|CASTOUTS\b|XI'?S\b|SHARED\s+\d)",
    re.IGNORECASE,
)


def parse(segment: Segment, out: Collector) -> None:
    """Facility, structures, request rates and service times."""
    memory = segment.memory
    lines = list(framed(segment, out))
    for at, (line, frame) in enumerate(lines):
        text = line.content
        squeezed = re.sub(r"\s+", "", text).upper()
        section = next((s for key, s in _SECTION.items() if squeezed.endswith(key)), None)
        if titled(text, "COUPLINGFACILITYACTIVITY"):
            memory["section"] = "usage"
        elif section is not None:
            memory["section"] = section
        elif match := _NAME.match(text):
            memory["cf"] = f"cf:{match[1].upper()}"
            plex = frame.sysplex
            out.setting(memory["cf"], "SYSPLEX", plex or None, "", line, plex)
        elif memory.get("section") == "structures":
            _structure_line(line, frame, segment, out)
        elif memory.get("cf") and memory.get("section") == "usage":
            below = lines[at + 1][0].content if at + 1 < len(lines) else ""
            _usage_line(line, below, frame.interval, segment, out)


def _half(name: str, status: str, start: str | None, memory: dict[str, Any]) -> str:
    """The structure that stands in a facility: of a duplexed pair the second has the facility's
    name behind it, where it was said which it is or another one had it in the same interval.
    """
    cf, homes = str(memory["cf"]), memory.setdefault("homes", {})
    if "PRIM" in status:
        homes[name, start] = cf
    if "SEC" in status or homes.setdefault((name, start), cf) != cf:
        memory.setdefault("second", set()).add((name, cf))
        return f"cf_structure:{name}@{cf.removeprefix('cf:')}"
    memory.setdefault("second", set()).discard((name, cf))
    return f"cf_structure:{name}"


def _usage_line(
    line: Line, below: str, interval: Interval, segment: Segment, out: Collector
) -> None:
    memory, text = segment.memory, line.content
    cf = memory["cf"]
    if match := _USAGE.match(text):
        if match["type"]:
            memory["type"] = match["type"].lower()
        marked = _PAIR.match(below)
        status = match["status"].upper() + (f" {marked[1].upper()}" if marked else "")
        subject = _half(match["name"].upper(), status, interval.start, memory)
        rest, at = match["rest"].split(), memory.get("rate_at", 3)
        out.relation(subject, "parent", cf, line)
        out.setting(subject, "TYPE", memory.get("type"), "", line, memory.get("type", ""))
        memory["directory"] = ""
        # requests have no decimals, the shares and the rate behind them have: a blank shows
        if (
            "." not in match["share"]
            or "." in rest[0]
            or not all("." in c for c in rest[1 : at + 1])
        ):
            say_withheld(line, out)
            return
        size = size_bytes(match["size"], "MB")
        megabytes = None if size is None else size / 2**20
        out.setting(subject, "SIZE_MB", megabytes, "MB", line, match["size"])
        # requests, % of all, % of CF utilisation (not in older releases), requests per second
        if len(rest) > at:
            rate = scaled(rest[at])
            out.observe(subject, "requests_per_s", rate, "requests/s", line, rest[at], interval)
        if memory.get("type") == "cache":
            memory["directory"] = subject
        _reclaimed("directory_reclaims", rest[at + 1 :], line, interval, segment, out)
        _entries("directory_entries", rest[at + 1 :], line, interval, segment, out)
    elif _SECOND.fullmatch(text) and text.strip():
        cells = text.replace("PRIM", "").replace("SEC", "").split()
        _reclaimed("reclaim_invalidations", cells, line, interval, segment, out)
        _entries("directory_entries_used", cells, line, interval, segment, out)
        memory["directory"] = ""
    elif match := _STORAGE.match(text):
        size = size_bytes(match[1], "MB")
        out.setting(cf, "STORAGE_GB", None if size is None else size / 2**30, "GB", line, match[1])
    elif match := _UTILISATION.search(text):
        out.observe(cf, "cpu_busy_pct", number(match[1]), "%", line, match[1], interval)
        if defined := _DEFINED.search(text):
            out.setting(cf, "CPS", int(defined[1]), "", line, defined[1])
        if match := _EFFECTIVE.search(text):
            out.observe(cf, "effective_processors", number(match[1]), "processors", line, match[1],
                        interval)  # fmt: skip
    elif match := _SHARED.match(text):
        out.observe(cf, "shared_processors", number(match[1]), "processors", line, match[1],
                    interval)  # fmt: skip
    elif match := _DISPATCHING.search(text):
        out.setting(cf, "DYNDISP", match[1].upper(), "", line, match[1])
    elif _COLUMNS.match(text):
        memory["rate_at"] = 3 if "UTIL" in text.upper() else 2


def _reclaimed(
    metric: str,
    cells: list[str],
    line: Line,
    interval: Interval,
    segment: Segment,
    out: Collector,
) -> None:
    """The last column of a cache structure, behind entries, elements and the locks it has none of.

    Its first line counts directory entries reclaimed, its second the buffers that this invalidated.
    """
    subject = segment.memory.get("directory")
    if subject and len(cells) == 4 and cells[2].upper() == "N/A":
        out.observe(subject, metric, scaled(cells[3]), "count", line, cells[3], interval)


def _entries(
    metric: str,
    cells: list[str],
    line: Line,
    interval: Interval,
    segment: Segment,
    out: Collector,
) -> None:
    """Directory entries of a cache structure, before its elements and the locks it has none of.

    Of the elements the total is read, which is how many the structure was allocated with.
    """
    subject = segment.memory.get("directory")
    if subject and len(cells) in (3, 4) and cells[2].upper() == "N/A":
        out.observe(subject, metric, scaled(cells[0]), "entries", line, cells[0], interval)
        if metric == "directory_entries":
            elements = scaled(cells[1])
            out.observe(subject, "data_elements", elements, "elements", line, cells[1], interval)


def _structure_line(line: Line, frame: Frame, segment: Segment, out: Collector) -> None:
    memory, text = segment.memory, line.content
    if match := _STRUCTURE.match(text):
        name = match[1].upper()
        if (name, memory.get("cf")) in memory.get("second", ()) or "SECONDARY" in text.upper():
            name = f"{name}@{str(memory.get('cf', '')).removeprefix('cf:')}".rstrip("@")
        memory["structure"] = f"cf_structure:{name}"
        memory["who"], memory["told"], memory["held_up"] = None, set(), None
        out.setting(memory["structure"], "TYPE", match[2].lower(), "", line, match[2])
        if memory.get("cf"):  # an excerpt may begin below the facility's name
            out.relation(memory["structure"], "parent", memory["cf"], line)
        return
    sync = _SYNC.match(text)
    again = sync is not None and sync["who"].upper() in memory.get("told", ())
    if _NAMELESS.match(text) or (again and memory.get("structure")):
        memory["structure"] = ""
        out.say_once(
            "{file}, line {number}: the name of the structure is blank or missing, so whose "
            "figures stand below it is not known and they were not read: send the page as RMF "
            "printed it.",
            line,
        )
    subject = memory.get("structure")
    if not subject:
        return
    if _NAMED.search(line.text) and not sync:
        memory["who"], memory["locker"] = None, ""  # whose the next lines are is not known
        memory["held_up"] = None
    asynchronous = _ASYNC.match(text)
    if asynchronous and memory.get("who") is None:
        memory["locker"], memory["held_up"] = "", None
        out.say_once(
            "{file}, line {number}: the line above this one, with the name of the system and its "
            "synchronous requests, is missing, so whose requests these are is not known and they "
            "were not read: send the page as RMF printed it.",
            line,
        )
    _locks(line, frame, segment, out)
    if match := sync:
        who = match["who"].upper()
        memory["told"].add(who)
        memory["who"] = "" if who == "TOTAL" else f".{who}"
        memory["synchronous"] = scaled(match["count"])
        time = number(match["time"]) if memory["synchronous"] else None
        metric = f"sync_us{memory['who']}"
        out.observe(subject, metric, time, "us", line, match["time"], frame.interval)
        memory["held_up"] = memory["who"]
        _held_up(line, memory["held_up"], frame, subject, out)
    elif (who := memory.get("who")) is not None and (match := asynchronous):
        memory["who"] = None  # the next system's begin with its name
        time = number(match["time"]) if scaled(match["count"]) else None
        out.observe(subject, f"async_us{who}", time, "us", line, match["time"], frame.interval)
        rate = scaled(match["rate"])
        metric = f"requests_per_s{who}"
        out.observe(subject, metric, rate, "requests/s", line, match["rate"], frame.interval)
        if memory.get("held_up") is not None:  # older releases have NO SCH here
            _held_up(line, memory["held_up"], frame, subject, out)
    elif _CHANGED.match(text) and memory.get("held_up") is not None:
        _held_up(line, memory.pop("held_up"), frame, subject, out)
    elif match := _FULL.search(text):
        full = scaled(match[1].replace(",", ""))
        out.observe(
            subject, "structure_full_events", full, "events", line, match[1], frame.interval
        )


def _held_up(line: Line, whose: str, frame: Frame, subject: str, out: Collector) -> None:
    """Requests of one system, or of all together, that found no subchannel."""
    for pattern, metric in _HELD_UP:
        if match := pattern.search(line.content):
            value = scaled(match[1])
            out.observe(
                subject, f"{metric}{whose}", value, "requests", line, match[1], frame.interval
            )
    if (waited := _WAITED.search(line.content)) and scaled(waited["count"]):
        raw = waited["time"]
        metric = f"subchannel_delay_us{whose}"
        out.observe(subject, metric, scaled(raw), "us", line, raw, frame.interval)


def _locks(line: Line, frame: Frame, segment: Segment, out: Collector) -> None:
    """Lock requests of one system and what became of them, in the last column of its lines."""
    subject, text = segment.memory["structure"], line.content
    if match := _SYNC.match(text):
        who = match["who"].upper()
        segment.memory["locker"] = "" if who == "TOTAL" else who
    if not (who := segment.memory.get("locker")):
        return
    for pattern, metric in _LOCKS:
        if match := pattern.search(text):
            value = scaled(match[1].replace(",", ""))
            out.observe(
                subject, f"{metric}.{who}", value, "requests", line, match[1], frame.interval
            )


READER = Reader(
    id="rmf-coupling",
    shared_titles=True,
    ignores=(
        *headings.IGNORES,
        (r"(?:^| )(?:READS|WRITES|CASTOUTS|XI'S) +[\d.]+[KM]? *$", "counts of a cache structure"),
        (r"^ *(?:PR WT|PR CMP|DUMP) +\d\S*(?: +[\d.]+[KM]?%?){4}", "requests delayed otherwise"),
        (r"CFLEVEL +\d+|FACILITY +\d{4}\b", "level and machine"),
        (
            r"^ *\S+ +\S+ +(?:CIB|CFP|CBP|ICP|CS5|CL5|CFR|CFS)\b.*|^ *[\d.]+[KM]? +SUBCH .*",
            "paths",
        ),
        (r"^ *STRUCTURE TOTALS .*|^ *TOTAL CF (?!STORAGE SIZE).*", "sums over the structures"),
        (r"\((?:AVG|MAX|MIN)\) *= *\d+", "samples taken"),
        (
            r"^ *SUPPR (?:(?!-(?:FALSE )?CONT\b).)*",
            "requests that were suppressed",
        ),
        (
            r"^ *(?:[\d.]+[KM]? +){1,4}(?:N/A)?(?: +\d[\d.]*[KM]?)? *$",
            "current entries and elements",
        ),
        (r"AVG WEIGHT +[\d.]+", "weight of shared processors"),
        (r"REQ DEFERRED +\S+", "lock requests that were deferred"),
    ),
    beside=(
        (r" SYNC +\S+ +[\d.]+", 12, "counts, shares and deviations; queued and delayed requests"),
        (r"^ *CHNGD +\S+ +[\d.]+", 8, "share of those changed, queued and delayed requests"),
        (r" ASYNC *[\d.]+", 12, "counts, shares and deviations; queued and delayed requests"),
        (r" (?:ACTIVE|INACTV) ", 8, "shares, counts and entries of the structure"),
        (r"% BUSY|TOTAL CF STORAGE", 4, "effective processors, shares of the storage"),
    ),
    rows=(
        (
            (
                r"^\s*(?:(?:LIST|LOCK|CACHE|UNKN)\s+)?\S+\s+(?:ACTIVE|INACTV)(?:\s+[A-Z](?=\s))?"
                r"(?P<row>(?:\s+[\d.]+[KMGT]?(?=\s|$)){1,6})"
            ),
            0,
        ),
        (r"^\s*\S+(?:\s+\S+)?\s+SYNC\s[\s\d.KMG%]*(?=\s[A-Z]|$)", 7),
        (r"^\s*[\d.]+[KM]?\s+ASYNC\s[\s\d.KMG%]*(?=\s[A-Z]|$)", 6),
        (r"^\s*[\d.]+[KM]?\s+ASYNC\d[\s\d.KMG%]*(?=\s[A-Z]|$)", 5),
    ),
    title="RMF coupling facility activity",
    subsystem="z/OS",
    anchors=(
        "C O U P L I N G F A C I L I T Y A C T I V I T Y",
        "COUPLING FACILITY ACTIVITY",
        "COUPLING FACILITY STRUCTURE ACTIVITY",
    ),
    parse=parse,
    dated=DATED,
    endings=ENDINGS,
    metrics=(
        Metric("cf_structure", "lock_requests.*", "REQ TOTAL of a lock structure, system *"),
        Metric("cf_structure", "lock_contentions.*", "-CONT, system *"),
        Metric("cf_structure", "lock_false_contentions.*", "-FALSE CONT, system *"),
        Metric("cf_structure", "changed_requests", "CHNGD, all systems"),
        Metric("cf_structure", "changed_requests.*", "CHNGD, system *"),
        Metric("cf_structure", "subchannel_delays", "NO SCH, all systems"),
        Metric("cf_structure", "subchannel_delays.*", "NO SCH, system *"),
        Metric("cf_structure", "subchannel_delay_us", "/DEL of NO SCH, all systems"),
        Metric("cf_structure", "subchannel_delay_us.*", "/DEL of NO SCH, system *"),
        Metric("cf_structure", "sync_us.*"),
        Metric("cf_structure", "async_us.*"),
        Metric("cf", "cpu_busy_pct", "AVERAGE CF UTILIZATION"),
        Metric("cf", "setting.CPS", "logical processors defined"),
        Metric("cf", "setting.SYSPLEX", "SYSPLEX of the heading"),
        Metric("cf", "effective_processors", "logical processors effective"),
        Metric("cf", "shared_processors", "logical processors shared"),
        Metric("cf", "setting.DYNDISP", "OFF, ON or THIN"),
        Metric("cf", "setting.STORAGE_GB", "TOTAL CF STORAGE SIZE"),
        Metric("cf_structure", "setting.TYPE", "lock, cache or list"),
        Metric("cf_structure", "setting.SIZE_MB", "ALLOC SIZE"),
        Metric("cf_structure", "relation.parent", "the coupling facility"),
        Metric("cf_structure", "requests_per_s", "all systems"),
        Metric("cf_structure", "directory_entries", "LST/DIR ENTRIES TOT of a cache structure"),
        Metric("cf_structure", "directory_entries_used", "LST/DIR ENTRIES CUR"),
        Metric("cf_structure", "data_elements", "DATA ELEMENTS TOT of a cache structure"),
        Metric("cf_structure", "directory_reclaims", "DIR REC of a cache structure"),
        Metric("cf_structure", "reclaim_invalidations", "DIR REC XI'S"),
        Metric("cf_structure", "requests_per_s.*", "system *"),
        Metric("cf_structure", "sync_us", "mean service time of synchronous requests"),
        Metric("cf_structure", "async_us", "mean service time of asynchronous requests"),
    ),
    page=Page(
        reads="From the usage summary each structure's type, size, request rate, directory "
        "entries, data elements and reclaims, the facility's storage, processors and utilisation; "
        "from structure activity the service times and the requests that found no subchannel, by "
        "system and in total. A service time of no request is no figure.",
        releases="z/OS V1R13 to V2R4",
        verified="IBM, RMF Report Analysis, figure Coupling Facility Activity: Usage Summary "
        "(V2R4) "
        "and the partial structure report in Db2's data sharing manual; complete prints were not "
        "at "
        "hand",
        unread="entries of lists and locks, requests delayed otherwise, subchannel and CF-to-CF "
        "sections",
    ),
)
