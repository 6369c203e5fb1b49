"""States of transactions as their work manager tells them, on a page of workload activity.

IBM, RMF Report Analysis, Workload Activity: below a class whose transactions a work manager (CICS,
IMS, WebSphere) reports stand two rows, for the begin-to-end and the execution phase. Each gives the
samples of a state in per cent of all: active in the subsystem or the application, ready, idle,
waiting for what the columns name, and switched to other regions. In front stands what all states
come to in per cent of the response time, which may be far above 100.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from advisor.formats.rmf.headings import Frame
from advisor.reading.layout.cells import number
from advisor.reading.reader import Collector, Line, Segment

_TITLE = re.compile(r"\bSTATE SAMPLES BREAKDOWN\b", re.IGNORECASE)
_HEADING = re.compile(
    r"^\s*TYPE\s+\(%\)\s+SUB\s+APPL\b(?P<waits>(?:\s+[A-Z/0-9]{3,4})*?)\s+LOCAL\s+SYSPL\s+REMOT\s*$",
    re.IGNORECASE,
)
_ROW = re.compile(
    r"^\s*[A-Z][A-Z0-9]{1,3}\s+(?P<phase>BTE|EXE)\s+\d[\d.]*[KMG]?(?P<cells>(?:\s+\d+(?:\.\d)?)+)\s*$"
)
_BEFORE, _BEHIND = ("SUB", "APPL", "READY", "IDLE"), ("LOCAL", "SYSPL", "REMOT")


def read_states(
    line: Line,
    segment: Segment,
    frame: Frame,
    out: Collector,
    unnamed: Callable[[Frame, Segment], str],
) -> bool:
    """Whether a line is the title, the heading or a row of these; a row that has as many cells as
    the heading names gives the share of each state.

    ``unnamed`` names the class of an excerpt that has no other line.
    """
    memory, text = segment.memory, line.content
    if _TITLE.search(text):
        memory["states"] = None
        memory["nameless"] = memory.get("nameless", 0) + (not memory.get("subject"))
        return True
    if match := _HEADING.match(text):
        memory["states"] = (*_BEFORE, *match["waits"].upper().split(), *_BEHIND)
        return True
    names: tuple[str, ...] | None = memory.get("states")
    match = _ROW.match(text)
    if not names or match is None:
        return False
    subject = memory.get("subject")
    if not subject and memory.get("nameless", 0) <= 1:  # a second part is of another class
        subject = unnamed(frame, segment)
    cells = match["cells"].split()
    if subject and len(cells) == len(names):
        for name, raw in zip(names, cells, strict=True):
            metric = f"state_pct.{match['phase']}.{name}"
            out.observe(subject, metric, number(raw), "%", line, raw, frame.interval)
    return True
