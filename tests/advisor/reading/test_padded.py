"""Blanks at the ends of lines that were padded, and not left there by a mail program."""

from __future__ import annotations

from tests.advisor.reading.report_reading import read

ENDS = """\
IEF142I NVDROP GRANT - STEP WAS EXECUTED - COND CODE 0000
IEF285I   NOVA.NVDROP.JOB00157.D0000103.?              SYSOUT        \x20
IEF285I   NOVA.NVDROP.JOB00157.D0000101.?              SYSIN         \x20
IEF373I STEP/GRANT   /START 2015076.1143
IEF032I STEP/GRANT   /STOP  2015076.1143\x20
         CPU:     0 HR  00 MIN  04.04 SEC    SRB:     0 HR  00 MIN  01.00 SEC   \x20
         VIRT:   568K  SYS:   412K  EXT:     6108K  SYS:    10680K
         ATB- REAL:                   228K  SLOTS:                     0K
              VIRT- ALLOC:      13M SHRD:       0M
IGD104I NV2V13.SDSNLOAD                              RETAINED,  DDNAME=JOBLIB\x20\x20
IEF375I  JOB/NVDROP  /START 2015076.1143
IEF033I  JOB/NVDROP  /STOP  2015076.1143\x20
         CPU:     0 HR  00 MIN  04.04 SEC    SRB:     0 HR  00 MIN  01.00 SEC   \x20
"""


def test_messages_of_a_job_that_keep_their_blanks_are_read_as_without_them() -> None:
    """They were taken for a mail whose lines go on after a blank: no figure was left."""
    plain = read("".join(f"{line.rstrip()}\n" for line in ENDS.splitlines()))
    padded = read(ENDS)
    assert len(plain.reading.observations) >= 5
    assert [(o.subject, o.metric, o.value) for o in padded.reading.observations] == [
        (o.subject, o.metric, o.value) for o in plain.reading.observations
    ]
    assert padded.sentences == plain.sentences
