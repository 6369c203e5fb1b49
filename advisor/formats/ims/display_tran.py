"""IMS /DISPLAY TRAN: what waits in the queue of each transaction, and how many regions serve it.

Headings: IBM, IMS Commands, /DISPLAY TRAN; their order as Tuxedo ART for IMS gives it as well
(Oracle, ART for IMS Reference Guide, restrictions of CMD calls).
"""

from __future__ import annotations

import re

from advisor.reading.gaps import say_withheld
from advisor.reading.layout.cells import whole
from advisor.reading.reader import Collector, Metric, Page, Reader, Segment

WIDE = 132
_HEADS = ("TRAN", "CLS", "ENQCT", "QCT", "LCT", "PLCT", "CP", "NP", "LP", "SEGSZ", "SEGNO",
          "PARLM", "RC")  # fmt: skip
_HEADING = re.compile(r"\bTRAN\s+CLS\s+ENQCT\s+QCT\s+LCT\s+PLCT\s+CP\s+NP\s+LP\b")
_ROW = re.compile(r"^\s*(?:\d{3}\s+)?(?P<name>[A-Z@#$][A-Z0-9@#$]{0,7})\s+(?P<cells>\d.*?)\s*$")
_CELL = re.compile(r"\d{1,10}|NONE|N/A")
_END = re.compile(r"^\s*\*\d{5,7}/\d{6}\*|\bDFS\d{3,4}I\b")
_FIGURES = {
    "ENQCT": ("transaction_enqueued", "count"),
    "QCT": ("transaction_queued", "count"),
    "RC": ("transaction_regions", "count"),
}


def parse(segment: Segment, out: Collector) -> None:
    """Row by row, each with all its cells: one that lacks a cell tells nothing for sure."""
    subject = f"ims_system:{segment.shared.get('ims', 'IMS')}"
    table = False
    for line in segment:
        text = line.content[:WIDE]
        if _HEADING.search(text):
            table = text.split()[-len(_HEADS) :] == list(_HEADS)
        elif _END.search(text):
            table = False
        elif table and (row := _ROW.match(text)):
            cells = row["cells"].split()
            if len(cells) != len(_HEADS) - 1 or not all(map(_CELL.fullmatch, cells)):
                say_withheld(line, out)
                continue
            told = dict(zip(_HEADS[1:], cells, strict=True))
            for column, (metric, unit) in _FIGURES.items():
                raw = told[column]
                out.observe(subject, f"{metric}.{row['name']}", whole(raw), unit, line, raw)


READER = Reader(
    id="ims-display-tran",
    title="IMS /DISPLAY TRAN",
    subsystem="IMS",
    anchors=("TRAN CLS ENQCT QCT",),
    endings=((r"^\s*TRAN +CLS +ENQCT ", r" PARLM +RC$"),),
    splits=False,
    parse=parse,
    ignores=((r"^ *\*\d+/\d+\*", "the time of the answer"),),
    beside=((_ROW.pattern, 9, "class, limits, priorities and segments of a transaction"),),
    metrics=(
        Metric("ims_system", "transaction_enqueued.*", "ENQCT"),
        Metric("ims_system", "transaction_queued.*", "QCT"),
        Metric("ims_system", "transaction_regions.*", "RC"),
    ),
    page=Page(
        reads="/DISPLAY TRAN: of each transaction the messages enqueued so far and waiting now, "
        "and the regions that it is scheduled in.",
        releases="IMS 12 to 15",
        verified="headings against IBM, IMS Commands, /DISPLAY TRAN; layout not verified against "
        "a real display: none was found in public",
        unread="classes, limits, priorities and segment sizes",
    ),
)
