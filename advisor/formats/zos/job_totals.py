"""CPU time of a job, also by the time it ran, from what the system says at its end.

Forms by IBM, z/OS MVS System Messages: IEF375I (start), IEF376I (stop, CPU and SRB in minutes and
seconds behind it) and, since z/OS V2R1, IEF033I (hours, minutes and seconds on the line below).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from advisor.formats.zos.joblog import ALONE
from advisor.formats.zos.routed import NAME, ended_on
from advisor.formats.zos.step_totals import TIMES, seconds
from advisor.observations import Interval
from advisor.reading.reader import Collector, Metric, Page, Reader, Segment

_STAMP = r"(\d{7}\.\d{4})"
_START = re.compile(rf"^\s*IEF375I\s+JOB\s*/({NAME})\s*/START\s+{_STAMP}\s*$")
_STOP = re.compile(rf"^\s*IEF(?:376|033)I\s+JOB\s*/({NAME})\s*/STOP\s+{_STAMP}(?=\s|$)(.*)$")
LEAST_S = 1800
"""Start and stop are told to the minute: of shorter jobs the share would be a guess."""

_BELOW = 3
"""Lines below the start in which the stop and its times stand."""


class _Run(NamedTuple):
    job: str
    start: datetime
    stop: datetime
    place: int
    """Of the line with the times, behind the one with the start."""
    times: re.Match[str]


@lru_cache(maxsize=64)
def _minute(text: str) -> datetime:
    """A year, its day and a minute. Raises ValueError where there is none such."""
    return datetime.strptime(text, "%Y%j.%H%M")


def _run(contents: Sequence[str]) -> _Run | None:
    """The whole run of a job whose start the first line tells; ``None`` where something lacks."""
    start = _START.match(contents[0])
    if start is None:
        return None
    stop, place = None, 0
    for place, text in enumerate(contents[1 : 1 + _BELOW], 1):
        match = _STOP.match(text)
        if match is not None:
            if stop is not None or match[1] != start[1]:
                return None
            stop, text = match, match[3]
        if stop is not None and (times := TIMES.search(text)):
            try:
                begin, end = _minute(start[2]), _minute(stop[2])
            except ValueError:
                return None
            return _Run(start[1], begin, end, place, times)
    return None


def parse(segment: Segment, out: Collector) -> None:
    """One job: its start, its stop, and the times in between."""
    run = _run([line.content for line in segment.lines[: 1 + _BELOW]])
    if run is None:
        return
    line = segment.lines[run.place]
    lpar = ended_on(line, segment, out)
    cpu = seconds(run.times)
    out.part(line, run.times["ss"])
    out.observe(lpar, f"job.{run.job}.run_cpu_s", cpu, "s", line, run.times["s"])
    out.left_out(line)
    elapsed = (run.stop - run.start).total_seconds()
    if elapsed < LEAST_S:
        return
    since = Interval(run.start.isoformat(), run.stop.isoformat(), elapsed)
    metric = f"job.{run.job}.cpu_since_start_pct"
    out.observe(lpar, metric, 100 * cpu / elapsed, "%", line, run.times["s"], since)


def _confirm(contents: Sequence[str], index: int) -> bool:
    return _run(contents[index : index + 1 + _BELOW]) is not None


_MINUTES = re.compile(r"^.?\s*(?:-\s*)?(\d+\.\d\d) MINUTES EXECUTION TIME\b")
LEAST_MIN = 0.2
"""JES2 tells hundredths of a minute: of shorter jobs they would be more than 5 % off."""


def parse_minutes(segment: Segment, out: Collector) -> None:
    """How long a job ran, by JES2's statistics at the end of its log."""
    line, job = segment[0], segment.shared.get("job", "")
    match = _MINUTES.match(line.content)
    if match is None or not job or float(match[1]) < LEAST_MIN:
        return
    metric = f"job.{job}.run_elapsed_s"
    lpar = ended_on(line, segment, out)
    out.observe(lpar, metric, 60 * float(match[1]), "s", line, match[1])


MINUTES = Reader(
    id="job-minutes",
    title="time that a job ran, by JES2",
    subsystem="z/OS",
    anchors=("MINUTES EXECUTION TIME",),
    where="inline",
    confirm=lambda contents, index: _MINUTES.match(contents[index]) is not None,
    parse=parse_minutes,
    ignores=((_MINUTES.pattern, "minutes of short jobs"),),
    context=True,
    alone=ALONE,
    metrics=(Metric("lpar", "job.*.run_elapsed_s", "MINUTES EXECUTION TIME"),),
    page=Page(
        reads="How long a job of at least twelve seconds ran, from the statistics that JES2 puts "
        "below its log, under the name that the log gave it last.",
        releases="JES2 of MVS 3.8 to z/OS 3.1",
        verified="job logs in public repositories",
        unread="jobs that ran for less, of which hundredths of a minute tell too little",
    ),
)

TOTALS = Reader(
    id="job-totals",
    title="CPU time of a job, at its end",
    subsystem="z/OS",
    anchors=("IEF375I",),
    where="inline",
    inline_lines=_BELOW,
    confirm=_confirm,
    parse=parse,
    ignores=((r"^ *IEF(?:37[56]|033)I .*", "when the job began and ended"),),
    metrics=(
        Metric("lpar", "job.*.run_cpu_s", "CPU and SRB"),
        Metric("lpar", "job.*.cpu_since_start_pct", "CPU and SRB by stop less start"),
    ),
    page=Page(
        reads="CPU and SRB time of a job, also by the time it ran, from IEF375I with IEF376I or "
        "IEF033I at the end of its log. The system is that of the log's heading, else the file's.",
        releases="z/OS V1R9 to V3R1",
        verified="IBM, z/OS MVS System Messages (forms of the messages) and job logs in public "
        "repositories",
        unread="the share of jobs that ran for less than half an hour, whose start and stop are "
        "told to the minute",
    ),
)

READERS = (TOTALS, MINUTES)
