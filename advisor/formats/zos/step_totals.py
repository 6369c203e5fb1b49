"""CPU time and storage of a step, from what the system says at its end.

Forms by IBM, z/OS MVS System Messages: IEF142I, IEF272I and IEF450I (job, step, procedure step),
IEF373I (start of a step), IEF374I (stop; CPU and SRB time, user and system storage below and above
16 MB, all on one line) and, since z/OS V2R1, IEF032I (the same in lines below it, with the storage
above 2 GB). Start and stop are told to the minute: how long a step ran is not taken from them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.formats.zos.joblog import ALONE, job_of
from advisor.formats.zos.routed import NAME, ended_on
from advisor.reading.layout.cells import size_bytes
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_HOW = re.compile(rf"^\s*IEF(?:142|272|450)I\s+({NAME}(?:\s+{NAME}){{1,2}})\s+-")
_START = re.compile(rf"^\s*IEF373I\s+STEP\s*/\s*({NAME})\s*/START\s+\d{{7}}\.\d{{4}}\s*$")
_STOP = re.compile(rf"^\s*IEF(?:374|032)I\s+STEP\s*/\s*({NAME})\s*/STOP\s+\d{{7}}\.\d{{4}}")
TIMES = re.compile(
    r"\bCPU:?\s+(?:(?P<h>\d+)\s*HR\s+)?(?P<m>\d+)\s*MIN\s+(?P<s>\d\d\.\d\d)\s*SEC\s+"
    r"SRB:?\s+(?:(?P<sh>\d+)\s*HR\s+)?(?P<sm>\d+)\s*MIN\s+(?P<ss>\d\d\.\d\d)\s*SEC(?=\s|$)"
)
"""CPU and SRB time of a step or job; hours stand in the newer messages."""

_STORAGE = re.compile(
    r"\bVIRT:?\s+(?P<below>\d+[KMGT])\s+SYS:?\s+\d+[KMGT]"
    r"\s+EXT:?\s+(?P<above>\d+[KMGT])\s+SYS:?\s+\d+[KMGT]\s*$"
)
_REAL = re.compile(r"^\s*ATB-\s+REAL:\s+(?P<real>\d+[KMGT])\s+SLOTS:\s+\d+[KMGT]\s*$")
_ABOVE_BAR = re.compile(r"^\s*VIRT-\s+ALLOC:\s+(?P<bar>\d+[KMGT])\s+SHRD:\s+\d+[KMGT]\s*$")
_BELOW = 6
"""Lines below the start in which the stop and what was used stand."""

_ENDING = re.compile(r"^\s*IEF\d{3}I\s")


def seconds(times: re.Match[str]) -> float:
    """CPU and SRB time of :data:`TIMES`, added up."""
    part = {name: float(value or 0) for name, value in times.groupdict().items()}
    return 3600 * (part["h"] + part["sh"]) + 60 * (part["m"] + part["sm"]) + part["s"] + part["ss"]


def parse_end(segment: Segment, out: Collector) -> None:
    """How a step ended, which names its job."""
    if match := _HOW.match(segment[0].content):
        log = segment[0].log
        segment.shared["ended"] = f"{match[1]}/{log.job if log else ''}"
        out.left_out(segment[0])


def job_of_step(step: str, line: Line, segment: Segment) -> str:
    """The job of a step: the one that ended a step of this name last, if it wrote the line, or the
    log's.
    """
    ended, _, number = segment.shared.get("ended", "").partition("/")
    named, *steps = ended.split() or [""]
    same = number == (line.log.job if line.log else "")
    return named if same and step in steps else job_of(line, segment)


def parse(segment: Segment, out: Collector) -> None:
    """What a step used; its job is the one that ended a step of this name last, or the log's."""
    first = segment[0]
    start = _START.match(first.content)
    if start is None:
        return
    stop: re.Match[str] | None = None
    step = start[1]
    job = job_of_step(step, first, segment)
    for line in segment.lines[1:]:
        text = line.content
        if match := _STOP.match(text):
            if stop is not None or match[1] != step:
                return
            stop = match
        elif stop is None or _ENDING.match(text):
            return
        if _figures(line, f"step.{job}.{step}" if job else f"step.{step}", segment, out):
            out.left_out(line)


def _figures(line: Line, name: str, segment: Segment, out: Collector) -> bool:
    """The figures of one line; whether it has any."""
    text, found = line.content, False
    lpar = ""
    for pattern, figures in _FIGURES:
        match = pattern.search(text)
        if match is None:
            continue
        found, lpar = True, lpar or ended_on(line, segment, out)
        if pattern is TIMES:
            out.part(line, match["ss"])
            out.observe(lpar, f"{name}.cpu_s", seconds(match), "s", line, match["s"])
        for group, metric in figures:
            raw = match[group]
            if (size := size_bytes(raw, "MB")) is not None:
                out.observe(lpar, f"{name}.{metric}", size / 2**20, "MB", line, raw)
    return found


_FIGURES: tuple[tuple[re.Pattern[str], tuple[tuple[str, str], ...]], ...] = (
    (TIMES, ()),
    (_STORAGE, (("below", "private_below_mb"), ("above", "private_above_mb"))),
    (_REAL, (("real", "real_above_bar_mb"),)),
    (_ABOVE_BAR, (("bar", "private_above_bar_mb"),)),
)


def _confirm(contents: Sequence[str], index: int) -> bool:
    start, *below = contents[index : index + 3]
    if _START.match(start) is None or not below or _STOP.match(below[0]) is None:
        return False
    return any(TIMES.search(text) for text in below)


READERS = (
    Reader(
        id="step-totals",
        title="CPU time and storage of a step, at its end",
        subsystem="z/OS",
        anchors=("IEF373I",),
        where="inline",
        inline_lines=_BELOW,
        confirm=_confirm,
        parse=parse,
        ignores=(
            (r"^ *IEF(?:373|374|032)I +STEP */.{9}/ST\w+ +[\d.]+", "when it began and ended"),
            (r"^ *IEF20[26]I .* STATEMENT +\d+\b.*", "a step that was not run"),
        ),
        metrics=(
            Metric("lpar", "step.*.cpu_s", "CPU and SRB"),
            Metric("lpar", "step.*.private_below_mb", "VIRT: user storage below 16 MB"),
            Metric("lpar", "step.*.private_above_mb", "EXT: user storage from 16 MB to 2 GB"),
            Metric("lpar", "step.*.private_above_bar_mb", "VIRT- ALLOC: storage above 2 GB"),
            Metric("lpar", "step.*.real_above_bar_mb", "ATB- REAL: real storage above 2 GB"),
        ),
        page=Page(
            reads="CPU and SRB time and the user's storage below 16 MB, above it and above 2 GB of "
            "a step that has ended, from IEF373I with IEF374I or IEF032I. The job is that of "
            "IEF142I, IEF272I or IEF450I, else of the log; the system that of the log's heading, "
            "else the file's.",
            releases="MVS/ESA to z/OS V3R1",
            verified="IBM, z/OS MVS System Messages (forms of the messages) and job logs in public "
            "repositories",
            unread="system storage (SYS), auxiliary slots and shared storage of steps",
        ),
    ),
    Reader(
        id="step-ends",
        title="how steps ended",
        subsystem="z/OS",
        anchors=("IEF142I", "IEF272I", "IEF450I"),
        where="inline",
        confirm=lambda contents, index: _HOW.match(contents[index]) is not None,
        parse=parse_end,
        context=True,
        alone=ALONE,
        ignores=((r"^ *IEF(?:142|272|450)I .*", "how a step ended"),),
        page=Page(
            reads="The job and the step that have ended, from IEF142I, IEF272I and IEF450I, for "
            "what the step used.",
            releases="MVS/ESA to z/OS V3R1",
            verified="IBM, z/OS MVS System Messages (forms of the messages) and job logs in public "
            "repositories",
            unread="return codes and ABENDs",
        ),
    ),
)
