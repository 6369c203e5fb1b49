"""Db2 DISPLAY GROUPBUFFERPOOL: ratio, duplexing, size, pages and reclaims of group buffer pools."""

from __future__ import annotations

import re
from functools import lru_cache

from advisor.reading.layout.cells import number
from advisor.reading.layout.labelled import Sections
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

WIDE = 400
"""Columns looked at: no print is wider, and no pattern runs over what is no print."""
_MESSAGE = re.compile(  # behind it the command prefix: a sign and the subsystem, or it alone
    r"\b(DSNB[78]\d\dI|DSN9022I)\b[ \t]*(?:[^\w\s@#$]([A-Z0-9@#$]{1,8})"
    r"|([A-Z@#$][A-Z0-9@#$]{2,7})(?=\s+(?:DISPLAY FOR|DB2 GROUP|CLASS CASTOUT|MVS CFRM"
    r"|ALLOCATED SIZE|NUMBER OF|LAST GROUP|SECONDARY|INCREMENTAL|CUMULATIVE|GROUP DETAIL"
    r"|MEMBER DETAIL|DATA NOT|WRITES|RECLAIMS|CROSS|DUPLEXING|OTHER|AVERAGE|DSNB1\w+)))?",
    re.IGNORECASE,
)
_POOL = re.compile(r"\bDISPLAY FOR GROUP BUFFER POOL\s+(GBP\w{1,6})\s+FOLLOWS", re.IGNORECASE)
_POLICY = re.compile(r"\bPOLICY STATUS FOR\s+([A-Z0-9@#$]{1,8})_(GBP\w{1,6})\b", re.IGNORECASE)
_PAIR = re.compile(r"([A-Z][A-Z ()-]{0,48}?)\s*=\s*([\d,]+|[A-Z][A-Z-]*)\s*(KB|%|MINUTES)?")
_LABELS = {
    "CURRENT DIRECTORY TO DATA RATIO": ("setting.RATIO", ""),
    "ALLOCATED SIZE": ("setting.SIZE_MB", "MB"),
    "MAX SIZE INDICATED IN POLICY": ("setting.POLICY_SIZE_MB", "MB"),
    "NUMBER OF DIRECTORY ENTRIES": ("directory_entries", "entries"),
    "NUMBER OF DATA PAGES": ("allocated_pages", "pages"),
    "NUMBER OF CONNECTIONS": ("connections", ""),
    "FOR DIRECTORY ENTRIES": ("directory_reclaims", "count"),
    "FOR DATA ENTRIES": ("data_reclaims", "count"),
    "CASTOUTS": ("castouts", "count"),
    "DUE TO DIRECTORY RECLAIMS": ("reclaim_invalidations", "count"),
    "FAILED DUE TO LACK OF STORAGE": ("writes_failed", "count"),
    "DATA RETURNED": ("reads_returned", "count"),
}
_COUNTED = frozenset(
    label for label, (metric, unit) in _LABELS.items() if unit == "count" or "reads" in metric
)
_GROUP = frozenset(f"DSNB{number}I" for number in range(783, 789))
"""Messages of GDETAIL; a member's own counts and those of the secondary pool say the same words."""
_SINCE = re.compile(r"STATISTICS SINCE|GROUP BUFFER POOL CHECKPOINT +\d", re.IGNORECASE)
_SECONDARY = frozenset(["DSNB799I", "DSNB800I"])
"""Size and entries of a duplexed pool's second structure."""


def parse(segment: Segment, out: Collector) -> None:
    """Every pool shown, from its first message to the one that says it is complete."""
    memory = segment.memory
    memory["columns"] = Sections.columns(segment)
    for index, line in enumerate(segment):
        text = line.content[:WIDE]
        if match := _MESSAGE.search(text):
            if named := match[2] or match[3]:
                memory["subsystem"] = named.upper()
            memory["message"] = match[1].upper()
            if match[1].upper() in ("DSN9022I", "DSNB790I"):
                _rest(segment, out)
                memory["pool"] = ""
        if match := _POOL.search(text):
            _rest(segment, out)
            _open(segment, index, match[1].upper(), out)
        elif memory.get("pool"):
            _pairs(line, segment, out)
    _rest(segment, out)


def _rest(segment: Segment, out: Collector) -> None:
    """Keep what the display says under labels that nothing asks for."""
    if (sections := segment.memory.pop("sections", None)) and segment.memory.get("pool"):
        sections.turn(segment.memory["pool"], out, "")


def _open(segment: Segment, index: int, name: str, out: Collector) -> None:
    """The pool under its group's name, so that two members' displays are of one pool."""
    line, memory = segment[index], segment.memory
    for later in segment.lines[index : index + 20]:
        if (match := _POLICY.search(later.content)) and match[2].upper() == name:
            name = f"{match[1].upper()}/{name}"
            break
    subject = memory["pool"] = f"db2_gbp:{name}"
    subsystem = f"db2_subsystem:{memory.get('subsystem') or segment.after_file('DB2')}"
    out.relation(subject, "member", subsystem, line)
    system = segment.system_of(line)
    if system:
        out.relation(subsystem, "parent", f"lpar:{system}", line)


def _pairs(line: Line, segment: Segment, out: Collector) -> None:
    memory = segment.memory
    subject, message = memory["pool"], memory.get("message", "")
    opens = _MESSAGE.search(line.content[:WIDE])
    text = line.content[opens.end() if opens else 0 : WIDE].upper()
    read = _read_in(message)
    if "torn" not in segment.shared and not _SINCE.search(text):
        sections: Sections = memory.setdefault("sections", Sections(memory["columns"]))
        sections.line(text, line, read, subject, out, opens is not None)
    for label, raw, unit in _PAIR.findall(text):
        name = " ".join(label.split()).strip("- ")
        if name == "CURRENT DUPLEXING MODE":
            out.setting(subject, "DUPLEX", raw == "DUPLEX", "", line, raw)
        elif name == "DUPLEX INDICATOR IN POLICY":
            out.setting(subject, "POLICY_DUPLEX", raw, "", line, raw)
        elif name == "CURRENT GBPCACHE ATTRIBUTE" and raw == "NO":
            # YES only says that each page set's own attribute counts: ALL or CHANGED is left open.
            out.setting(subject, "GBPCACHE", "NONE", "", line, raw)
        elif name in read:
            known = _LABELS[name]
            value = number(raw)
            if known[1] == "MB":  # a size without its unit was wrapped or cut
                value = value / 1024 if unit == "KB" and value is not None else None
            out.observe(subject, known[0], value, known[1], line, f"{raw} {unit}".strip())


@lru_cache(maxsize=64)
def _read_in(message: str) -> frozenset[str]:
    """The labels that are known in a message."""
    return frozenset(name for name in _LABELS if _counts(name, message))


def _counts(label: str, message: str) -> bool:
    """Whether a label means in this message what it is known for."""
    return message in _GROUP if label in _COUNTED else message not in _SECONDARY


READER = Reader(
    id="db2-group-bufferpool",
    ignores=(
        (r"STATISTICS SINCE.*|GROUP BUFFER POOL CHECKPOINT +\d.*", "since when"),
        (r"RECOVERY LRSN *= *[0-9A-F]+", "a place in the log"),
    ),
    title="Db2 DISPLAY GROUPBUFFERPOOL",
    subsystem="Db2",
    anchors=tuple(f"DSNB7{n}I" for n in (*range(50, 63), 77, 78, *range(82, 91), *range(96, 101))),
    splits=False,
    closing=((r"\bDSNB750I\b", r"\bDSNB790I\b|\bDSN9022I\b"),),
    parse=parse,
    metrics=(
        *(
            Metric("db2_gbp", metric, label.capitalize())
            for label, (metric, unit) in _LABELS.items()
        ),
        Metric("db2_gbp", "printed.*", "all other labels, behind their headings"),
        Metric("db2_gbp", "setting.POLICY_DUPLEX", "DUPLEX INDICATOR IN POLICY"),
        Metric("db2_gbp", "setting.DUPLEX", "CURRENT DUPLEXING MODE"),
        Metric("db2_gbp", "relation.member", "the subsystem that was asked"),
    ),
    page=Page(
        reads="-DISPLAY GROUPBUFFERPOOL(…) with or without GDETAIL: directory to data ratio, "
        "duplexing, allocated size and that of the policy, directory entries and data pages, "
        "reads, reclaims, castouts and cross-invalidations. The pool is named with its group "
        "where DSNB757I names the structure.",
        releases="Db2 10 to 13",
        verified="messages and labels against IBM, Db2 Messages (DSNB750I, DSNB755I to DSNB759I, "
        "DSNB778I); DSNB783I to DSNB788I and the columns are not verified against a real display",
        unread="GBPCACHE ALL or CHANGED of page sets is not displayed; lists of connections",
    ),
)
