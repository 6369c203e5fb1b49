"""$D SPOOL, $D SPOOLDEF: how full the spool is just now and its volumes are (IBM, JES2 Messages).

A long display gives each volume on several lines: only the first of them names it.
"""

from __future__ import annotations

import re

from advisor.reading.layout.cells import number
from advisor.reading.reader import Collector, Metric, Page, Reader, Segment

_VOLUME = re.compile(r"\$HASP893\s+VOLUME\(([A-Z0-9@#$]{1,6})\)")
_FIELD = re.compile(r"\b(PERCENT|TGNUM|TGINUSE)=(\d+(?:\.\d+)?)(?=[\s,]|$)")
_DEFINED = re.compile(r"\$HASP844\s")
_OF_DEFINITION = re.compile(
    r"\b(BUFSIZE|SPOOLNUM|TGSIZE|MAX|DEFINED|ACTIVE|PERCENT|FREE|WARN|TRKCELL|VOLUMES)"
    r"=(\d+(?:\.\d+)?)(?=[\s,)]|$)"
)
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
    if _DEFINED.search(text):
        for name, raw in _OF_DEFINITION.findall(text):
            subject = out.system(segment.system_of(line), line)
            out.printed(subject, f"SPOOLDEF: {name}", number(raw), line, raw)
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
    anchors=("$HASP893", "$HASP646", "$HASP844"),
    where="inline",
    inline_lines=0,
    parse=parse,
    ignores=(
        (r"\bTRKPERTGB=\d+", "tracks of a track group"),
        (r"\bLASTSVAL=\([\d.]+,[\d:]+\)", "when the spool was validated last"),
    ),
    metrics=(Metric("lpar", "printed.*", "PERCENT of each volume and of the spool; SPOOLDEF"),),
    page=Page(
        reads="How full each spool volume is and the spool as a whole, from $HASP893 and $HASP646, "
        "short or long; of a long display the track groups as well; of $HASP844 (SPOOLDEF) sizes, "
        "track groups and the limit from which JES2 warns.",
        releases="z/OS V1R13 to V3R2",
        verified="displays in public repositories",
        unread="data set names, affinity, tracks of a track group",
    ),
)
