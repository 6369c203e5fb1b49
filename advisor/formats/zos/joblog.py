"""Job log headers: which system and job the lines that follow belong to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.reading.reader import Collector, Line, Page, Reader, Segment

_SYSTEM = re.compile(r"S\s*Y\s*S\s*T\s*E\s*M\s{1,8}((?:[A-Z0-9#@$]\s?){1,8}?)\s*(--|$)")
_HEADING = re.compile(r"J O B\s+L O G\s+--")
_STARTED = re.compile(
    r"(?:\$HASP373\s+|IEF403I\s+)([A-Z#@$][A-Z0-9#@$]{0,7})(?:\s+-)?\s+STARTED"
    r"(?:.*\bSYS\s+([A-Z0-9#@$]{1,8})(?![\w@#$]))?"
)
_NUMBER = re.compile(r"(?:JOB|STC|TSU|[JST]\d)\d{1,7}$")
_JOB_CARD = re.compile(r"^\s*\d*\s*//([A-Z#@$][A-Z0-9#@$]{0,7})\s+JOB\b")


def parse(segment: Segment, out: Collector) -> None:
    """Remember system and job for the readers of the lines that follow."""
    for line in segment.lines:
        # Most lines are other messages: words are looked for before patterns, which take longer.
        header = _SYSTEM.search(line.content) if "--" in line.content else None
        broken = header is not None and not header[2]
        if header is None and not _confirm([line.content], 0):
            broken = _HEADING.search(line.content) is not None
            if not broken:
                continue
        if broken:
            segment.shared["nameless"] = "yes"
            out.say(
                "{file}, line {number}: the heading of the job log breaks off at "
                "its system's name, which was not taken: the file was wrapped or "
                "cut, send the log in its original width.",
                line,
            )
        elif match := header:
            segment.shared["system"] = match[1].replace(" ", "")
            segment.shared["nameless"] = ""
        elif match := _STARTED.search(line.content):
            segment.shared["job"] = match[1]
            if line.log and line.log.job:
                segment.jobs[line.log.job] = match[1]
            system = match[2] or (line.log.system if line.log else "")
            titled = segment.shared.get("system", "")
            if system and not (titled != system and titled.startswith(system)):  # cut off?
                segment.shared["system"] = system
                if line.log and line.log.job:
                    segment.jobs[f"{line.log.job} on"] = system
        elif match := _JOB_CARD.match(line.content):
            segment.shared["job"] = match[1]


def _confirm(contents: Sequence[str], index: int) -> bool:
    text = contents[index]
    started = "STARTED" in text and _STARTED.search(text)
    return bool(started or (" JOB" in text and _JOB_CARD.match(text)))


_PAGE = Page(
    reads="The system a job ran on and the job's name, from the JES2 job log header "
    "(J E S 2  J O B  L O G  --  S Y S T E M …), $HASP373, IEF403I and the JOB card.",
    releases="JES2 of z/OS 1.13 to 2.5",
    verified="public job logs (z/OS and the Hercules community)",
    unread="all other messages; their own readers take what they know",
)

ALONE = (
    "is a job log in which no message is one that Plexwright reads: of logs it needs those of a "
    "nucleus, of CICS and of a queue manager, from their start on, where ADARUN parameters, "
    "DFHPA1927 and CSQ messages stand, and of other jobs the reports that they have printed"
)


def job_of(line: Line, segment: Segment) -> str:
    """The job that wrote a line of a log: its name where a start message told it by job number.

    The columns of a log give a number (``JOB14752``) that no other report knows.
    """
    logged = line.log.job if line.log else ""
    if not _NUMBER.match(logged):
        return logged or segment.shared.get("job", "")
    return segment.jobs.get(logged, "")


READERS = (
    Reader(
        id="joblog",
        ignores=((r"^.*J +O +B +L +O +G .*", "titles"),),
        title="job log header",
        endings=(
            (r"J E S 2  J O B  L O G", r"N O D E +\S"),
            (r"\$HASP373 \S+ +STARTED - INIT ", r" - SYS +\S+$"),
        ),
        subsystem="z/OS",
        page=_PAGE,
        alone=ALONE,
        anchors=("J O B L O G --", "JOB LOG -- SYSTEM"),
        where="heading",
        parse=parse,
        priority=90,
        context=True,
    ),
    Reader(
        id="joblog-started",
        ignores=(
            (r"INIT +\d+|\(\d[\w,]*\)|\(\d+,\w+\)", "initiator, account"),
            (r"^ *(?:\d+ *)?//\S+ +JOB .*", "job card"),
        ),
        title="job start messages",
        subsystem="z/OS",
        page=_PAGE,
        anchors=("$HASP373", "IEF403I", " JOB (", " JOB CLASS=", " JOB '", " JOB ,"),
        where="inline",
        confirm=_confirm,
        parse=parse,
        priority=90,
        context=True,
        alone=ALONE,
    ),
)
