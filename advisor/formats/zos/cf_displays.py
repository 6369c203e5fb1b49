"""D CF: the space of a coupling facility, its level and its subchannels (IXL150I).

Form: IBM, z/OS MVS System Messages (IXL150I) and z/OS MVS System Commands (DISPLAY CF).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.reading.layout.cells import number
from advisor.reading.reader import Collector, Metric, Page, Reader, Segment

_MESSAGE = re.compile(r"\bIXL150I\b")
_OTHER = re.compile(r"(?:^|\s)(?!IXL150I)[A-Z]{3}\d{3,4}[IEWD]\s")
_FACILITY = re.compile(r"^\s*COUPLING FACILITY +\d{6}\.")
_NAMED = re.compile(r"^\s*NAMED ([A-Z@#$][A-Z0-9@#$_]{0,7})\s*$")
_PART = re.compile(
    r"^\s*COUPLING FACILITY (?P<part>SPACE UTILIZATION|SPACE CONFIGURATION|SUBCHANNEL STATUS)\s*$"
)
_THREE = re.compile(r"^\s*(?P<what>[A-Z][A-Z -]*[A-Z]): +(\d+) K +(\d+) K +(\d+) K\s*$")
_BY_USE, _COLUMNS = "SPACE CONFIGURATION", ("IN USE", "FREE", "TOTAL")
_PAIR = re.compile(r"(?P<what>[A-Z][A-Z-]*(?: [A-Z-]+){0,3}): +(?P<raw>\d+)(?P<unit> K)?(?=\s|$)")
_LEVEL = re.compile(r"^\s*CFLEVEL: +(\d+)\s*$")


def parse(segment: Segment, out: Collector) -> None:
    """Each facility of the answer; nothing of one whose name is not there."""
    if "torn" in segment.shared:
        return  # the beginning of a label may be at the end of another line
    facility = part = ""
    for line in segment:
        text = line.content
        if line is not segment[0] and _OTHER.search(text):
            return
        if _FACILITY.match(text):
            facility = part = ""
        elif match := _NAMED.match(text):
            facility = f"cf:{match[1]}"
        elif match := _PART.match(text):
            part = match["part"]
        elif not facility:
            continue
        elif match := _LEVEL.match(text):
            out.printed(facility, "CFLEVEL", number(match[1]), line, match[1])
        elif match := _THREE.match(text):
            for heading, raw in zip(_COLUMNS, match.groups()[1:], strict=True):
                label = f"{part}: {match['what']} ({heading}, K)"
                out.printed(facility, label, number(raw), line, raw)
        elif part and part != _BY_USE:
            for pair in _PAIR.finditer(text):
                label = f"{part}: {pair['what']}{' (K)' if pair['unit'] else ''}"
                out.printed(facility, label, number(pair["raw"]), line, pair["raw"])


def _confirm(contents: Sequence[str], index: int) -> bool:
    return _MESSAGE.search(contents[index]) is not None


READER = Reader(
    id="cf-displays",
    title="display of coupling facilities (D CF)",
    subsystem="z/OS",
    anchors=("IXL150I",),
    confirm=_confirm,
    where="inline",
    inline_lines=120,
    parse=parse,
    ignores=(
        (r"^.*\bIXL150I\b.*$", "the message and its time"),
        (
            (
                r"^ *COUPLING FACILITY +\d{6}\..*|^ *PARTITION: .*|^ *CONTROL UNIT ID: .*"
                r"|^ *NAMED .*|^ *CFCC RELEASE .*|^ *BUILT ON .*"
            ),
            "which machine and code it is",
        ),
        (r"^ *[0-9A-F]{2,4} +(?:ON|OFF)LINE\b.*", "paths to it"),
        (r"^ *[0-9A-F]{4} +[0-9A-F]{2} +(?:OPERATIONAL|NOT OPERATIONAL|IN USE)\b.*", "subchannels"),
    ),
    metrics=(Metric("cf", "printed.*", "level, space and subchannels"),),
    page=Page(
        reads="Of each coupling facility that IXL150I shows: its level, its space by use, and how "
        "many subchannels there are and are in use.",
        releases="z/OS V2R1 to V3R1",
        verified="layout against IBM, z/OS MVS System Messages; not verified against a real "
        "display",
        unread="paths and the state of each subchannel",
    ),
)
