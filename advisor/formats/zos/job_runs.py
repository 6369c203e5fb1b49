"""Elapsed time, CPU time and EXCPs of a whole job, from the table of steps that many shops add.

Form: the exit IEFACTRT of SYS1.SAMPLIB and what shops made of it. Times are in minutes, as its
heading says. Figures are right-aligned to their headings, and any name or return code may be blank.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from advisor.formats.zos.joblog import job_of
from advisor.formats.zos.routed import NAME, ended_on
from advisor.reading.layout.cells import scaled
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

# A job's number may be another word where somebody has replaced it, so that no log is recognised.
_FRONT = r"^.?\s*(?:(?:\d\d\.\d\d\.\d\d {1,2})?[A-Z]\w{0,8} {1,3})?-"
_MINUTES = re.compile(rf"{_FRONT}\s*-+\s*TIMINGS \(MINS\.\)-")
_HEADING = re.compile(rf"{_FRONT}\s*(?:JOBNAME\s+)?STEPNAME\s+PROCSTEP\b.*\bEXCP\b")
_ROW = re.compile(rf"{_FRONT}\s*[A-Z@#$]")
_UNSURE = re.compile(r"(?<!\S)-\s*[A-Z@#$].*(?:\s[\d.]+){4}")
"""A row all the same, in front of which the columns of the log are damaged."""
_ENDED = re.compile(
    rf"{_FRONT}(?P<job>{NAME})\s+ENDED\.\s.*\bTOTAL (?:TCB )?CPU TIME=\s*(?P<tcb>\d*\.\d+)"
    r"\s+TOTAL ELAPSED TIME=\s*(?P<elapsed>\d*\.\d+)\s*$"
)
_CLOSED = re.compile(
    rf"{_FRONT}({NAME})\s+ENDED\."
    rf"|^.?\s*(?:\d\d\.\d\d\.\d\d )?.*?\b(?:IEF404I|\$HASP395)\s+({NAME})\s+(?:- )?ENDED\b"
)
"""The end of a job: its name, also where the sums behind it were cut off."""

_COLUMNS = {"excps": ("EXCP",), "tcb": ("TCB", "CPU"), "srb": ("SRB",)}
_ROUNDED = 0.0051
"""Minutes by which a time may be off as it is printed."""

_MOST_LINES = 250
"""Lines from the heading to the end of a job: a step each, and messages in between."""


@dataclass(slots=True)
class _Sum:
    """A column added up over the steps: unknown as soon as one of them does not tell it."""

    known: bool = True
    value: float = 0.0
    cells: list[tuple[Line, str]] = field(default_factory=list)

    def add(self, line: Line, raw: str) -> None:
        value = scaled(raw)
        self.known = self.known and value is not None and value >= 0
        self.value += value or 0.0
        self.cells.append((line, raw))


def parse(segment: Segment, out: Collector) -> None:
    """One job: from the heading of its steps to the line that sums it up."""
    lines = segment.lines
    minutes = _MINUTES.match(lines[0].content) is not None
    top = 1 if minutes else 0
    if len(lines) < top + 2 or not _HEADING.match(lines[top].content):
        return
    heading = lines[top].content
    ends = _ends(heading)
    sums = {name: _Sum(name in ends) for name in _COLUMNS}
    rows: list[Line] = []
    job = job_of(segment[0], segment)
    for line in lines[top + 1 :]:
        text = line.content
        if "ENDED" in text:  # words that a pattern has tell of most lines that it is none of them
            if minutes and (match := _ENDED.match(text)):
                _write(match, line, rows, sums, segment, out)
                job = match["job"]
                break
            if match := _CLOSED.match(text):
                job = match[1] or match[2]
                if match[1]:
                    break
                continue
        if ("TIMINGS" in text and _MINUTES.match(text)) or (
            "STEPNAME" in text and _HEADING.match(text)
        ):
            break  # of another job, before this one's end
        if _ROW.match(text) is None:
            if _UNSURE.search(text):
                for one in sums.values():
                    one.known = False
            continue
        cells = {cell.end(): cell[0] for cell in re.finditer(r"\S+", text)}
        rows.append(line)
        for name, end in ends.items():
            sums[name].add(line, cells.get(end, ""))
    if rows:
        _steps(job, rows, heading, minutes, segment, out)


def _ends(heading: str) -> dict[str, int]:
    """Where the cells of a column end, by its heading."""
    words = {match[0]: match.end() for match in re.finditer(r"[A-Z]+", heading)}
    found = {}
    for name, labels in _COLUMNS.items():
        if (label := next((one for one in labels if one in words), None)) is not None:
            found[name] = words[label]
    return found


def _steps(
    job: str, rows: Sequence[Line], heading: str, minutes: bool, segment: Segment, out: Collector
) -> None:
    """Elapsed time and EXCPs of each step; of a procedure's, under the name of its own step. Where
    the line above the heading is lost nothing says that times are in ``minutes``.
    """
    lpar = ended_on(rows[0], segment, out)
    starts = {match[0]: match.start() for match in re.finditer(r"[A-Z]+", heading)}
    ends = {match[0]: match.end() for match in re.finditer(r"[A-Z]+", heading)}
    for row in rows:
        cells = list(re.finditer(r"(?!-)\S+", row.content))
        begun = {cell.start(): cell[0] for cell in cells}
        ended = {cell.end(): cell[0] for cell in cells}
        step = begun.get(starts.get("PROCSTEP", -1)) or begun.get(starts.get("STEPNAME", -1))
        if not step or re.fullmatch(NAME, step) is None:
            continue
        for label, metric, unit, factor in _OF_STEPS if minutes else _OF_STEPS[1:]:
            raw = ended.get(ends.get(label, -1), "")
            value = scaled(raw)
            if value is not None and value >= 0:
                name = ".".join(part for part in ("step", job, step, metric) if part)
                out.observe(lpar, name, factor * value, unit, row, raw)
                if minutes:
                    out.left_out(row)


_OF_STEPS = (("CLOCK", "elapsed_s", "s", 60.0), ("EXCP", "excps", "I/Os", 1.0))


def _write(
    match: re.Match[str], line: Line, rows: Sequence[Line], sums: dict[str, _Sum],
    segment: Segment, out: Collector,
) -> None:  # fmt: skip
    lpar, job = ended_on(line, segment, out), f"job.{match['job']}"
    for row in (*rows, line):
        out.left_out(row)
    out.observe(
        lpar, f"{job}.run_elapsed_s", 60 * float(match["elapsed"]), "s", line, match["elapsed"]
    )
    if abs(sums["tcb"].value - float(match["tcb"])) > _ROUNDED * (1 + len(rows)):
        return  # a step is missing
    for metric, unit, factor, names in (
        ("run_cpu_s", "s", 60.0, ("tcb", "srb")),
        ("run_excps", "I/Os", 1.0, ("excps",)),
    ):
        parts = [sums[name] for name in names]
        if not rows or not all(part.known for part in parts):
            continue
        for part in parts:
            for row, raw in part.cells:
                out.part(row, raw)
        total = factor * sum(part.value for part in parts)
        where, raw = parts[0].cells[-1]
        out.observe(lpar, f"{job}.{metric}", total, unit, where, raw)


def _confirm(contents: Sequence[str], index: int) -> bool:
    if _MINUTES.match(contents[index]):
        return True
    above = contents[index - 1] if index else ""
    return _HEADING.match(contents[index]) is not None and not _MINUTES.match(above)


READER = Reader(
    id="job-runs",
    endings=((r"-(?:JOBNAME +)?STEPNAME +PROCSTEP +RC +EXCP\b", r"\bCLOCK\b"),),
    title="ends of jobs, with their steps' times",
    subsystem="z/OS",
    anchors=("TIMINGS (MINS.)", "-STEPNAME PROCSTEP", "-JOBNAME STEPNAME PROCSTEP"),
    where="inline",
    inline_lines=_MOST_LINES,
    confirm=_confirm,
    parse=parse,
    metrics=(
        Metric("lpar", "job.*.run_elapsed_s", "TOTAL ELAPSED TIME"),
        Metric("lpar", "job.*.run_cpu_s", "TCB and SRB, added up over the steps"),
        Metric("lpar", "job.*.run_excps", "EXCP, added up over the steps"),
        Metric("lpar", "step.*.elapsed_s", "CLOCK"),
        Metric("lpar", "step.*.excps", "EXCP"),
    ),
    page=Page(
        reads="Elapsed time, CPU time (TCB and SRB) and EXCPs of a job that has ended, from the "
        "table of its steps under TIMINGS (MINS.), and elapsed time and EXCPs of each step, also "
        "of jobs whose end was cut off; without that line EXCPs only. The system is that of the "
        "log's heading, else the file's.",
        releases="IEFACTRT of SYS1.SAMPLIB, z/OS V1R4 to V3R1",
        verified="job logs in public repositories",
        unread="return codes, connect time, service units, paging, CPU time of single steps, which "
        "IEF374I and IEF032I tell to the hundredth of a second",
    ),
)
