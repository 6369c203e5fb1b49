"""Ends of steps in job logs, as Ansible hands them over and as many shops print them."""

from __future__ import annotations

import json

from tests.advisor.reading.report_reading import read

STEPS = """\
 IEF142I NVJOB NVSTEP - STEP WAS EXECUTED - COND CODE 0000
 IEF373I STEP/NVSTEP  /START 2023171.0941
 IEF032I STEP/NVSTEP  /STOP  2023171.0943
         CPU:     0 HR  01 MIN  12.07 SEC    SRB:     0 HR  00 MIN  00.31 SEC
         VIRT:    92K  SYS:   256K  EXT:     1768K  SYS:    11740K
         ATB- REAL:                  1036K  SLOTS:                     0K
              VIRT- ALLOC:      11M SHRD:       0M
 IEF375I  JOB/NVJOB   /START 2023171.0941
 IEF033I  JOB/NVJOB   /STOP  2023171.0943
"""


JOB = """\
 IEF142I NVJOB NVSTEP - STEP WAS EXECUTED - COND CODE 0000
 IEF285I   NV.LOAD                                      KEPT
 IEF404I NVJOB - ENDED - TIME=09.43.11
 $HASP395 NVJOB    ENDED - RC=0000
------ JES2 JOB STATISTICS ------
-           60 CARDS READ
"""


def test_a_log_of_nothing_but_steps_is_said_to_be_one() -> None:
    for text in (JOB, json.dumps({"content": JOB.splitlines()}, indent=4)):
        found = read(text)
        assert found.reading.observations == ()
        assert "job log in which no message is one that Plexwright reads" in found.sentences[0]
        assert found.reading.numbers.unread == 0


def test_a_log_that_stands_in_another_text_tells_what_steps_used() -> None:
    found = read(json.dumps({"content": STEPS.splitlines()}, indent=4))
    assert found("lpar:report.txt", "step.NVJOB.NVSTEP.private_below_mb") == 92 / 1024


def test_long_lines_of_a_log_are_no_two_lines() -> None:
    old = STEPS.replace(
        "STOP  2023171.0943\n         CPU:     0 HR  01 MIN  12.07 SEC",
        "STOP  2023171.0943 CPU    1MIN 12.07SEC SRB    0MIN 00.31SEC VIRT   928K SYS   308K EXT"
        "    8768K SYS   11284K\n         CPU:     0 HR  01 MIN  12.07 SEC",
    )
    assert not any("looks like two lines" in sentence for sentence in read(old).sentences)


LOG = """\
10.29.19 JOB17476  $HASP373 NVJOB    STARTED - INIT 84   - CLASS X - SYS MVSP
10.29.20 JOB17476  -JOBNAME  STEPNAME PROCSTEP    RC   EXCP   CONN    TCB    SRB  CLOCK   SERV
10.29.20 JOB17476  -NVJOB    S1       NVPROC      00    787    142    .00    .00     .0   1198
10.29.20 JOB17476  $HASP395 NVJOB    ENDED
------ JES2 JOB STATISTICS ------
       60 CARDS READ
"""


def test_a_log_that_was_indented_has_its_columns_all_the_same() -> None:
    for blanks in (0, 4, 12):
        found = read("".join(" " * blanks + line for line in LOG.splitlines(keepends=True)))
        assert "JES2 log" in found.reading.record_format
        assert found.reading.observations[0].raw == "787"
        # Of what unit the times are stands in the line above the heading, which is not there.
        assert found.reading.numbers.listed[0][1] == ("00", "142", ".00", ".00", ".0", "1198")
        assert found.reading.unread in ((), ((4, 4),))
