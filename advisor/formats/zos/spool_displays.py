"""$D SPOOL: how full the volumes of JES2's spool are just now (IBM, JES2 Messages).

A long display gives each volume on several lines: only the first of them names it.
"""

from __future__ import annotations

import re

from advisor.reading.layout.cells import number
from advisor.reading.reader import Collector, Metric, Page, Reader, Segment

_VOLUME = re.compile(r"\$HASP893\s+VOLUME\(([A-Z0-9@#$]{1,6})\)")
_FIELD = re.compile(r"\b(PERCENT|TGNUM|TGINUSE)=(\d+(?:\.\d+)?)(?=[\s,]|$)")
_WHOLE = re.compile(r"\$HASP646\s+(\d+(?:\.\d+)?)\s+PERCENT\s+SPOOL")


def parse(segment: Segment, out: Collector) -> None:
    """One line of an answer."""
    line = segment[0]
    text, memory = line.content, segment.memory
    if match := _WHOLE.search(text):
        memory.pop("volume", None)
        label = "SPOOL UTILIZATION (%)"
        subject = out.system(segment.system_of(line), line)
        out.printed(subject, label, number(match[1]), line, match[1])
        return
    if match := _VOLUME.search(text):
        memory["volume"] = match[1], line.number
    volume, above = memory.get("volume", ("", 0))
    if not volume or line.number - above > 1:
        return
    memory["volume"] = volume, line.number
    for name, raw in _FIELD.findall(text):
        label = f"SPOOL VOLUME {volume}: {name}"
        subject = out.system(segment.system_of(line), line)
        out.printed(subject, label, number(raw), line, raw)


READER = Reader(
    id="jes2-spool",
    title="JES2 display of spool volumes ($D SPOOL)",
    subsystem="z/OS",
    anchors=("$HASP893", "$HASP646"),
    where="inline",
    inline_lines=0,
    parse=parse,
    ignores=((r"\bTRKPERTGB=\d+", "tracks of a track group"),),
    metrics=(
        Metric("lpar", "printed.*", "PERCENT of each volume and of the spool, at the moment"),
    ),
    page=Page(
        reads="How full each spool volume is and the spool as a whole, from $HASP893 and $HASP646, "
        "short or long; of a long display the track groups as well.",
        releases="z/OS V1R13 to V3R2",
        verified="displays in public repositories",
        unread="data set names, affinity, tracks of a track group",
    ),
)
