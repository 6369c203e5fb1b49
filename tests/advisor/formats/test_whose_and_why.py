"""Excerpts of manuals and job logs: whose figures are, and what is left out by its title.

Shapes after IBM, OMEGAMON for Db2 PE (accounting short, exception log, Buffer Pool Analyzer), the
IMS documentation, Access Method Services, Software AG, Adabas Review, Supplied Reports, and a
public job log with the box of a step exit; values and names are others.
"""

from __future__ import annotations

import pytest

from advisor.installation.builder import build_installation
from advisor.reading import read_bytes
from tests.advisor.reading.report_reading import Read, read


def left(found: Read) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Numbers of recognised pages that nobody took or left out."""
    return found.reading.numbers.listed


HEADING = """\
   LOCATION: NVLOC01                  IBM OMEGAMON FOR DB2 PERFORMANCE EXPERT (V5R5M0)                     PAGE: 1-1
      GROUP: NVGRP                               {title:24}                      REQUESTED FROM: NOT SPECIFIED
     MEMBER: DN1G                                                                                           TO: NOT SPECIFIED
  SUBSYSTEM: DN1G                                 ORDER: PRIMAUTH-PLANNAME                       INTERVAL FROM: 03/17/15 10:00:00.00
DB2 VERSION: V11                                      SCOPE: MEMBER                                         TO: 03/17/15 10:20:00.00

"""  # noqa: E501
SHORT = """\
PRIMAUTH                           #OCCURS #ROLLBK SELECTS INSERTS UPDATES DELETES CLASS1 EL.TIME CLASS2 EL.TIME GETPAGES SYN.READ LOCK SUS
 PLANNAME                          #DISTRS #COMMIT FETCHES   OPENS  CLOSES PREPARE CLASS1 CPUTIME CLASS2 CPUTIME BUF.UPDT TOT.PREF #LOCKOUT
---------------------------------- ------- ------- ------- ------- ------- ------- -------------- -------------- -------- -------- --------

ANNA                                    30       0    0.00    0.00    0.00    0.00       2.500000       0.341002    24.10     0.35     0.00
 STOCKS                                  0      60    3.20    1.10    1.10    1.05       0.040000       0.031774     1.70     0.20        0
"""  # noqa: E501


def test_an_entry_of_two_lines_is_of_its_plan_not_of_who_ran_it() -> None:
    found = read(HEADING.format(title="ACCOUNTING REPORT - SHORT") + SHORT)
    assert found("db2_plan:DN1G/STOCKS", "response_ms") == 2500
    assert found("db2_plan:DN1G/STOCKS", "cpu_ms_per_tx") == pytest.approx(40)
    assert not {seen.subject for seen in found.reading.observations if "ANNA" in seen.subject}


EVENTS = """\
PRIMAUTH CONNECT  EXCEPTION TIME   PER                                                               CALCULATED          THRESHOLD
-------- -------- --------------- ----- -------- ----------------------------------------    ------ ------------ - ------------ ---
ANNA     BATCH    10:04:09.925838 PLAN  ADCPUT   CPU TIME IN APPLICATION (CLASS 1)           TOTAL      0.428675 > 0            PRB
"""  # noqa: E501


@pytest.mark.parametrize("title", ["EXCEPTION LOG", "LOCKING REPORT", "SQL ACTIVITY REPORT"])
def test_reports_of_single_events_are_left_out_by_their_titles(title: str) -> None:
    found = read(HEADING.format(title=title) + EVENTS)
    assert not left(found)
    assert any("is left out" in sentence and title in sentence for sentence in found.sentences)
    again = read(
        HEADING.format(title=title)
        + EVENTS
        + HEADING.format(title="ACCOUNTING REPORT - SHORT")
        + SHORT
    )
    assert again("db2_plan:DN1G/STOCKS", "response_ms") == 2500


CLASS_3 = """\
CLASS 3 SUSPENSIONS   AVERAGE TIME  AV.EVENT  TIME/EVENT
--------------------  ------------  --------  ----------
SYNCHRON. I/O             0.000300      0.50    0.000600
LOG WRITE I/O             0.000000      0.00         N/C
"""


def test_waits_of_a_plan_are_figures_of_plans() -> None:
    found = read(
        "    SUBSYSTEM: DN1G\n ORDER: PLANNAME\n PLANNAME: STOCKS\n\n"
        + CLASS_3.replace("0.000000      0.00", "0.004567      1.00")
    )
    plan = "db2_plan:DN1G/STOCKS"
    assert found(plan, "log_write_per_tx") == 1
    installation = build_installation([found.reading])
    assert installation.topology[plan].measure("log_write_us") == pytest.approx(4567)
    assert installation.topology[plan].measure("sync_io_per_tx") == 0.5


def test_blocks_that_name_no_db2_are_not_averaged_over_files() -> None:
    other = CLASS_3.replace("0.50", "1.50")
    readings = [
        one
        for name, text in (("first.txt", CLASS_3), ("second.txt", other))
        for one in read_bytes(name, text.encode())
    ]
    found = build_installation(readings).topology
    figures = {one.id: one.measured["sync_io_per_tx"].value for one in found if one.measured}
    assert figures == {"db2_subsystem:FIRST": 0.5, "db2_subsystem:SECOND": 1.5}
    assert all("nothing names" in one.problems[0].sentence for one in readings)


POOLS = """\
1    DB2 BUFFER POOL ANALYZER (V5R4M0) - BUFFER POOL ACTIVITY REPORT   PAGE: 1-3

                              ORDER: BPID-QPAGESET
                              TOP: 11  LEVEL: DETAIL
 GROUP:     NVGRP       LOCATION:       NVLOC01             DB2 VERSION: V11
 MEMBER:    N/P         REQUESTED FROM: NOT SPECIFIED       TO: NOT SPECIFIED
 SUBSYSTEM: DN1G        INTERVAL FROM:  03/17/15 10:00:00   TO: 03/17/15 10:09:22

                      =======     Detail Activity     =======
 BPID                  BP0        BP0
 QPAGESET          NVDB01     NVDB01
                   NVLX01     NVLX02
 -------------- ---------- ----------
 Getpage                 9         12
"""


def test_the_pool_analyzer_says_where_its_subsystem_is() -> None:
    found = read(POOLS)
    assert found("db2_subsystem:DN1G", "setting.LOCATION") == "NVLOC01"
    assert found("db2_subsystem:DN1G", "setting.GROUPNAME") == "NVGRP"
    blank = read(POOLS.replace("NVLOC01  ", "         "))
    assert blank("db2_subsystem:DN1G", "setting.LOCATION") is None


QUEUING = """\
   IMS MONITOR   ****TRANSACTION QUEUING****    TRACE START 2015 076   5:55:15     TRACE STOP  2015 076   5:59:49  PAGE 0181
                   NUMBER      NUMBER      ..ON QUEUE WHEN SCHEDULED.....   DEQUED      DISTRIBUTION
TRANSACTION        DEQUED      SCHEDS.     MINIMUM    MEAN        MAXIMUM    MEAN        NUMBER
___________        ______      ______      _______    ____        _______    ____        ______

 NV6X                14           1           0       0.00           0      14.00         883A,B
 NV8W                18           3           0       0.00           0       6.00         887A,B
"""  # noqa: E501


def test_rows_that_were_summed_are_no_numbers_that_nobody_read() -> None:
    found = read(QUEUING)
    assert found("ims_system:IMS", "transactions") == 32
    assert not left(found)


CATALOGUE = """\
LISTING FROM CATALOG -- NVUCAT1
CLUSTER ------- NVS.ORDERS
     BWO STATUS------11100000     BWO TIMESTAMP---0000 00:00:00.0
   DATA ------- NVS.ORDERS.DATA
     ALLOCATION
       SPACE-TYPE------CYLINDER     HI-A-RBA---------9300320
       SPACE-PRI-------------16     HI-U-RBA---------------0
"""


def test_a_time_stamp_of_four_digits_is_known() -> None:
    assert not left(read(CATALOGUE))


REVIEW = """\
17:58:55                   TRANSACTION COUNT BY JOB                2015-03-17
                  04:50:58 2015-03-15 Thru 17:58:54 2015-03-15     LOCL=00009

             Total        Total         Total          Total
  CQ-Job   Trans-Cnt     Commands        IOs         Total-Dur
 -------- ------------ ------------ ------------- ----------------
 NVPROD01        25971       222386        159800      1751.100528
 ********        25971       222386        159800      1751.100528

 *****   E N D    O F    R E P O R T   *****
"""


def test_reports_of_adabas_review_are_named_and_left_out() -> None:
    found = read(REVIEW)
    assert found.formats == ("adabas-review",)
    assert not found.reading.observations
    assert not left(found)
    assert "TRANSACTION COUNT BY JOB" in found.sentences[0]
    below = read(REVIEW + "ASSO BUFFERS LEFT 4711\n" + REVIEW)
    assert any("4711" in numbers for _, numbers in left(below)) or below.reading.unread


BOX = """\
 IEF142I NVJOB1 RUN - STEP WAS EXECUTED - COND CODE 0000
 ************************************************************************************************************************************
 * DDNAME   UNIT   EXCPS BLKSZ|DDNAME   UNIT   EXCPS BLKSZ|DDNAME   UNIT   EXCPS BLKSZ|DDNAME   UNIT   EXCPS BLKSZ                  *
 * STEPLIB  791E      20 32760|TOTAL:             20 *****|                           |                                             *
 ************************************************************************************************************************************
 IEF373I STEP/RUN     /START 2015076.1257
 IEF032I STEP/RUN     /STOP  2015076.1257
         CPU:     0 HR  00 MIN  00.40 SEC    SRB:     0 HR  00 MIN  00.00 SEC
         VIRT:    72K  SYS:   296K  EXT:     2996K  SYS:    11116K
 ************************************************************************************************************************************
 * z/OS    02.04.00 SYSTEM 3906       (NVS3) :    SMF STATISTICS                                     DATE=2015-03-17  TIME=12:57:24 *
 ************************************************************************************************************************************
 * //NVJOB1   JOB (NV-BIND),                                                                                                        *
 * STEP                               TOTAL     VIO      TCB      SRB    OTHER  ELAPSED   STORAGE     NO.OF  NO.OF  TIME ON  TIME ON*
 * NO. STEPNAME PROCSTEP PROGRAM     EXCP'S  EXCP'S CPU-TIME CPU-TIME CPU-TIME     TIME   <16M  >16M   PAGES SWAPS     ZIIP     ZAAP*
 *   1 RUN               NVPROG          20       0    0.40S    0.00S    0.01S    0.79S    72K    2M       0     0    0.00S    0.00S*
 ************************************************************************************************************************************
 IEF375I  JOB/NVJOB1  /START 2015076.1257
 IEF033I  JOB/NVJOB1  /STOP  2015076.1257
         CPU:     0 HR  00 MIN  00.40 SEC    SRB:     0 HR  00 MIN  00.00 SEC
"""  # noqa: E501


def test_a_box_below_a_step_says_which_system_it_ran_on() -> None:
    found = read(BOX)
    assert found("lpar:NVS3", "step.NVJOB1.RUN.cpu_s") == 0.4
    assert found("lpar:NVS3", "job.NVJOB1.run_cpu_s") == 0.4
    assert {seen.subject for seen in found.reading.observations} == {"lpar:NVS3"}
    other = read(BOX.replace("NVPROG          20", "NVPROG          30"))
    assert other("lpar:NVS3", "step.NVJOB1.RUN.excps") == 30  # of another run, on who knows which
    assert len({seen.subject for seen in other.reading.observations}) == 2
