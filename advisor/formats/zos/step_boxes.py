"""EXCPs and elapsed time of steps, from the boxes of asterisks that step exits of many shops print.

Two kinds: EXCPs of each DD above the messages of a step's end, and a table of all steps at the end
of the job. What a box is called and its width are the shop's; its columns have the names that the
sample exits IEFACTRT gave them. Forms by job logs in public repositories.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.formats.zos.routed import NAME, ended_on
from advisor.formats.zos.step_totals import job_of_step
from advisor.reading.layout.cells import number
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_EDGE = re.compile(r"^\s*\*[\s*]*\*?\s*$")
_BAR = re.compile(r"[|!\xa6]")
"""Between the cells; which of them depends on the code page."""

_DDS = re.compile(r"^\s*\*\s*DDNAME\s+UNIT\s+EXCPS\s+BLKSZ\b")
_DD = re.compile(rf"^[*\s]*(?:{NAME}|\.)?\s+(?:[0-9A-F]{{3,5}}|\S+)?\s+(\d+)\s+(?:\d+|\*+)[*\s]*$")
_TOTAL = re.compile(r"^[*\s]*TOTAL:\s+(\d+)\s+\*+[*\s]*$")
_START = re.compile(rf"^\s*IEF373I\s+STEP\s*/\s*({NAME})\s*/START\b")
_TITLE = re.compile(rf"^\s*\*.*\(({NAME})\s*\)\s*:?\s+SMF STATISTICS\b")
_JOB = re.compile(rf"^\s*\*\s*//({NAME})\s+JOB\b")
_OVER = re.compile(r"^\s*\*\s*STEP\s+TOTAL\s+VIO\s+TCB\s+SRB\s+OTHER\s+ELAPSED\b")
_STEPS = re.compile(r"^\s*\*\s*NO\.\s+STEPNAME\s+PROCSTEP\s+PROGRAM\s+EXCP'?S\b")
_STEP = re.compile(
    rf"^\s*\*\s*\d+\s+({NAME})\s+(?:({NAME})\s+)?(?:{NAME}|[*.]\S*)\s+(?P<excps>\d+)\s+\d+"
    r"(?:\s+\d+\.\d\dS){3}\s+(?P<elapsed>\d+\.\d\d)S(?=\s|\*)"
)
_LINES = 260


def parse_dds(segment: Segment, out: Collector) -> None:
    """EXCPs of a step: the total, where the DDs add up to it; its name stands below the box."""
    added, total, where = 0, None, segment[0]
    parts: list[tuple[Line, str]] = []
    for line in segment.lines[1:]:
        text = line.content
        if match := _START.match(text):
            if total is not None and int(total) == added:
                _of_step(match[1], total, where, parts, segment, out)
            return
        if _EDGE.match(text) or _BAR.search(text) is None:
            continue
        for cell in _BAR.split(text):
            if match := _TOTAL.match(cell):
                total, where = match[1], line
            elif match := _DD.match(cell):
                added += int(match[1])
                parts.append((line, match[1]))


def _of_step(
    step: str, total: str, where: Line, parts: Sequence[tuple[Line, str]], segment: Segment,
    out: Collector,
) -> None:  # fmt: skip
    job = job_of_step(step, segment[0], segment)
    name = f"step.{job}.{step}" if job else f"step.{step}"
    out.observe(ended_on(where, segment, out), f"{name}.excps", number(total), "I/Os", where, total)
    for line, raw in parts:
        out.part(line, raw)
    for line in {line.number: line for line, _ in (*parts, (where, total))}.values():
        out.left_out(line)


def parse_steps(segment: Segment, out: Collector) -> None:
    """Elapsed time and EXCPs of each step of a job, and the system by its SMF id."""
    job = ""
    known = False
    above = ""
    if match := _TITLE.match(segment[0].content):
        segment.shared.setdefault("system", match[1])
    for line in segment.lines[1:]:
        text = line.content
        if not text.lstrip().startswith("*"):
            return
        if match := _JOB.match(text):
            job = match[1]
        elif _STEPS.match(text):
            known = _OVER.match(above) is not None
        elif known and job and (match := _STEP.match(text)):
            name = ".".join(part for part in ("step", job, match[2] or match[1]) if part)
            lpar = ended_on(line, segment, out)
            elapsed, excps = match["elapsed"], match["excps"]
            out.observe(lpar, f"{name}.elapsed_s", number(elapsed), "s", line, elapsed)
            out.observe(lpar, f"{name}.excps", number(excps), "I/Os", line, excps)
            out.left_out(line)
        above = text


_PAGE = Page(
    reads="EXCPs of a step, from the box of its DDs (DDNAME UNIT EXCPS BLKSZ) where these add up "
    "to the box's total; elapsed time and EXCPs of each step from the table of a job's steps "
    "(SMF STATISTICS), with the system's SMF id.",
    releases="step exits IEFACTRT, z/OS V2R4",
    verified="job logs in public repositories",
    unread="units, block sizes, storage and zIIP time of the boxes; CPU time of steps, which "
    "IEF374I and IEF032I tell",
)

READERS = (
    Reader(
        id="step-dds",
        title="EXCPs of a step's DDs",
        subsystem="z/OS",
        anchors=("DDNAME UNIT EXCPS BLKSZ",),
        where="inline",
        inline_lines=_LINES,
        confirm=lambda contents, index: _DDS.match(contents[index]) is not None,
        parse=parse_dds,
        metrics=(Metric("lpar", "step.*.excps", "TOTAL: of the DDs"),),
        page=_PAGE,
    ),
    Reader(
        id="step-tables",
        title="table of a job's steps",
        subsystem="z/OS",
        anchors=("SMF STATISTICS",),
        where="inline",
        inline_lines=_LINES,
        confirm=lambda contents, index: _TITLE.match(contents[index]) is not None,
        parse=parse_steps,
        ignores=(
            (r"^ *\*.*\bSMF STATISTICS\b.*", "title"),
            (r"^ *\* +JOB SUM\b.*", "sums of the steps"),
            (r"\b(?:BELOW|ABOVE) (?:16MB|2GB)(?::| ).*", "storage, which messages of the end tell"),
            (r"^ *\* +NO\. STEPNAME .*|<16M +>16M", "headings"),
            (r"^ *\* +//\S+ +JOB\b.*", "job card"),
        ),
        metrics=(
            Metric("lpar", "step.*.elapsed_s", "ELAPSED TIME"),
            Metric("lpar", "step.*.excps", "TOTAL EXCP'S"),
        ),
        page=_PAGE,
    ),
)
