"""What JES and the initiator say of steps and jobs that have ended, in a job log.

Known, and left out on purpose; what a step or job used has readers of its own
(:mod:`.step_totals`, :mod:`.job_totals`). A log in which nothing else stands is a job log all the
same, and is said to be one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.formats.zos.joblog import ALONE
from advisor.reading.reader import Collector, Page, Reader, Segment

_ENDED = re.compile(r"^\s*IEF(?:(?:37[3-6]|03[23])I\s+(?:STEP|JOB)\s*/|(?:142|272|450)I\s)")
_KNOWN = re.compile(
    r"^\s*(?:IEF404I|IEFA111I|\$HASP395|ICH70001I|IRR010I)\s"
    r"|^\s*-{4} [A-Z]+DAY, +\d\d [A-Z]{3} \d{4} -{4}"
    r"|^\s*\d*\s*//\S*\s+(?:JOB|EXEC)\s"
)
_TABLE = re.compile(
    r"^.?\s*-(?:JOBNAME\s+)?STEPNAME\s+PROCSTEP\b|^[\s0-]*-{3,} JES2 JOB STATISTICS -"
)


_DAYS = ("SUN", "MON", "TUES", "WEDNES", "THURS", "FRI", "SATUR")


def parse(segment: Segment, out: Collector) -> None:
    """Nothing is kept of them."""


def _confirm(contents: Sequence[str], index: int) -> bool:
    return any(form.match(contents[index]) for form in (_ENDED, _TABLE, _KNOWN))


READER = Reader(
    id="job-steps",
    title="ends of steps and jobs",
    subsystem="z/OS",
    anchors=("IEF373I", "IEF374I", "IEF375I", "IEF376I", "IEF032I", "IEF033I",
             "IEF142I", "IEF272I", "IEF450I",
             "IEF404I", "IEFA111I", "$HASP395", "ICH70001I", "IRR010I",
             *(f"---- {day}DAY," for day in _DAYS),
             " JOB MSG", " JOB NOTIFY", " JOB ACCT", " EXEC PGM=", " EXEC PROC",
             "-JOBNAME STEPNAME PROCSTEP", "-STEPNAME PROCSTEP", "JES2 JOB STATISTICS"),
    where="inline",
    inline_lines=14,
    merges=True,
    confirm=_confirm,
    parse=parse,
    priority=90,
    context=True,
    alone=ALONE,
    ignores=(
        (
            r"^ *IEF(?:37[3-6]|03[23])I +(?:STEP|JOB) */.{0,9}/ST\w+ +[\d.]+",
            "when a step or job began and ended",
        ),
        (r"^ *IEF(?:142|272|450)I .*", "how a step ended"),
        (
            (
                r"^ *(?:IEF404I|IEFA111I|\$HASP395|ICH70001I|IRR010I) .*|^ *SWA=\w+,TIOT .*"
                r"|^ *-{4} [A-Z]+DAY, .*"
            ),
            "who ran a job, and when it ended",
        ),
        (
            (
                r"^ *[*+]?(?:TSS7\d{3}[A-Z]|SMF000I|BPX[A-Z]\d{3}[A-Z]|IKJ\d+[A-Z]|IEC\d{3}[A-Z]"
                r"|IGD1\d\d[A-Z]|IEF(?:125|126|23[367]|352)[A-Z]|ACF\d+|IRX\d+[A-Z]) .*"
                r"|^ *\d{3} {6,}\S.*"
            ),
            "security, sessions, data sets and Unix, and what goes on of a message",
        ),
        (r"^ *(?:\d+ *)?//\S* +(?:(?:JOB|EXEC|DD) |[A-Z.]+=\S).*", "JCL"),
        (r"^ *IEF285I .*", "what became of a data set"),
        (r"^.*\bCopyright IBM Corp\. .*", "of programs that a job ran"),
        (
            (
                r"^[ 0-]? *-+ JES2 JOB STATISTICS -+"
                r"|^.? *(?:- *)?\d\d? [A-Z]{3} \d{4} JOB EXECUTION DATE"
                r"|^.? *(?:- *)?[\d.,]+ "
                r"(?:CARDS READ|SYSOUT .*(?:RECORDS|KBYTES)|MINUTES EXECUTION)"
            ),
            "cards read, lines printed",
        ),
    ),
    page=Page(
        reads="Nothing: it knows the messages by which steps and jobs end (IEF142I, IEF272I, "
        "IEF450I, IEF373I to IEF376I, IEF032I, IEF033I), the table of steps that many shops add, "
        "and JES2's statistics.",
        releases="JES2 of MVS 3.8 to z/OS 3.1",
        verified="job logs in public repositories",
        unread="cards read and lines printed; what steps that began elsewhere used",
    ),
)  # fmt: skip
