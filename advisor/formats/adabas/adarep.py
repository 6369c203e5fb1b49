"""ADAREP: what a database's status report says of its containers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.formats.adabas.names import database
from advisor.observations import Interval
from advisor.reading.layout.cells import stamp, whole
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

WIDE = 200
"""Columns looked at: no print is wider."""
_STARRED = re.compile(
    r"\*\s*DATA ?BASE REPORT\s*\*(?:.*?(\d{4}-\d\d-\d\d)\s+(\d\d:\d\d:\d\d))?", re.IGNORECASE
)
_NUMBER = re.compile(r"^\s*DATA ?BASE NUMBER\s*=\s*(\d{1,5})\s*$", re.IGNORECASE)
_FILES = re.compile(r"^\s*NUMBER OF FILES LOADED\s*=\s*([\d,.]+)\s*$", re.IGNORECASE)
_GENERAL = re.compile(
    r"^\s*(?:DATA ?BASE NAME|DATE LOADED|TIME LOADED|[A-Z]+ FILES?|MAXIMUM NUMBER OF FILES"
    r"|CURRENT LOG TAPE NUMBER|RABNSIZE|RECOVERY AID|UNIVERSAL ENCODING SUP\.|REPLICATION"
    r"|(?:ALPHA|WIDE) \w+ ENCODING)\s*=",
    re.IGNORECASE,
)
_CONTAINER = re.compile(r"^\s*(?:DD)?(ASSO|DATA|WORK)R?\d{0,2}\b[\s|I]+(.*)$")
_CELL = re.compile(r"\d[\d,.]*")

# Block sizes in bytes of ASSO, DATA and WORK by device type.
_BLOCKS: dict[str, tuple[int, int, int]] = {
    "3380": (2004, 4820, 5492),
    "3390": (2544, 5064, 5724),
    "8345": (4092, 22780, 22920),
    "8380": (3476, 6356, 9076),
    "8381": (3476, 9076, 11476),
    "8385": (4092, 23292, 23468),
    "8390": (3440, 6518, 10706),
    "8391": (4136, 10796, 13682),
    "8392": (4092, 12796, 18452),
    "8393": (4092, 27644, 27990),
}
_PLACES = {"ASSO": 0, "DATA": 1, "WORK": 2}


def parse(segment: Segment, out: Collector) -> None:
    """The general part and the containers; the files' own tables are left unread."""
    memory = segment.memory
    for line in segment:
        text = line.content[:WIDE]
        if match := _STARRED.search(text):
            memory.update(dbid=None, interval=Interval(end=stamp(match[1], match[2])), seen=set())
        elif match := _NUMBER.match(text):
            memory["dbid"] = match[1]
        elif memory.get("dbid") and (match := _FILES.match(text)):
            subject, files = database(memory["dbid"]), whole(match[1])
            out.observe(subject, "files_loaded", files, "files", line, match[1], memory["interval"])
        elif _GENERAL.match(text) or re.fullmatch(r"[\s*]*", text):
            continue
        elif memory.get("dbid") and (match := _CONTAINER.match(text)):
            _container(line, match[1].upper(), match[2], segment, out)


def _container(line: Line, kind: str, rest: str, segment: Segment, out: Collector) -> None:
    """A data set's row: its device type, and the block size that belongs to it, if printed."""
    cells = _CELL.findall(rest)
    if not cells or cells[0] not in _BLOCKS:
        return
    size = _BLOCKS[cells[0]][_PLACES[kind]]
    printed = next((cell for cell in cells[1:] if whole(cell) == size), None)
    if printed is None:
        return
    said = segment.memory["seen"]
    if (kind, size) not in said:  # every data set of a container has the same, as a rule
        said.add((kind, size))
        subject = database(segment.memory["dbid"])
        interval = segment.memory["interval"]
        out.observe(subject, f"block_bytes.{kind}", size, "bytes", line, printed, interval)


def _confirm(contents: Sequence[str], index: int) -> bool:
    return _STARRED.search(contents[index]) is not None


READER = Reader(
    id="adabas-adarep",
    title="ADAREP database status report",
    subsystem="Adabas",
    anchors=("Data Base Report", "DATA BASE REPORT", "Database Report"),
    confirm=_confirm,
    parse=parse,
    ignores=(
        (
            (
                r"^ *(?:DATA ?BASE N(?:AME|UMBER)|(?:DATE|TIME) LOADED|[A-Z]+ FILE|RABNSIZE"
                r"|MAXIMUM NUMBER OF FILES|CURRENT LOG TAPE NUMBER|\w+ \w+ ENCODING) *=.*"
            ),
            "what the database is called and when it was loaded, its system files, encodings",
        ),
    ),
    metrics=(
        Metric("adabas_database", "files_loaded"),
        Metric("adabas_database", "block_bytes.*", "block size of ASSO, DATA, WORK"),
    ),
    page=Page(
        reads="The general part (database number, files loaded) and, of the physical layout, the "
        "block size of each container, where the row prints the size that belongs to its device "
        "type.",
        releases="Adabas 7.4 to 8.5 on mainframes",
        verified="general part against Adabas Utilities, ADAREP Report Description (7.4.4, 8.1.4); "
        "block sizes by device type against Adabas DBA Reference Summary, Device Types; the "
        "physical layout's columns are not verified against a real report",
        unread="space, volumes, files, field definitions and checkpoints: no rule needs them; "
        "ADAREP of Adabas on Linux, UNIX and Windows",
    ),
)
