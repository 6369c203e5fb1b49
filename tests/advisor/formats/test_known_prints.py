"""Prints and parts of prints that are known, and of which nothing is asked for in vain."""

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import read

SUMMARY = """\
BMC SOFTWARE, INC. XYZ COMPANY REPORT DATE: 10 FEB 17 13.40
ACTL 10 FEB 17 09.00.00 10 FEB 17 16.00.00 WORLDWIDE SYSTEM ID: SJSE Z 2.01.0
BASED ON REC TYPE/# RECS/# SAMPLES/REC HOURS: 240-6/10/8,986/2.5 70-1/10/1,800/2.5
DATE/ CPU ZAAP ZIIP CP CEC ZAAP CEC ZIIP CEC READY SPOOL DASD DEMAND CSA ECSA SQA ESQA SERVICE
TIME BUSY BUSY BUSY DISPATCH DISPATCH DISPATCH AVG PCT RATE PAGING AVG AVG AVG AVG RATE
10FEB 17 20.1 0.4 1.4 81.6 18.9 7.9 2 67.3 180.9 1.01 60.2 76.3 61.4 60.2 7925
12.30.00 22.8 0.4 1.4 81.8 17.4 7.5 3 67.3 434.0 0.63 60.2 76.2 61.4 60.1 9223
"""
STORAGE = SUMMARY[: SUMMARY.index("DATE/")] + (
    "------------------------ VIRTUAL STORAGE MAP ----------------------\n"
    "DESCRIPTION START ADDRESS LENGTH DESCRIPTION START ADDRESS LENGTH\n"
    "NUCLEUS 00FC8000 221K EXTENDED NUCLEUS 01000000 7,377K\n"
    "CSA 00800000 3,748K EXTENDED CSA 05C82000 200M\n"
)


def test_a_cmf_page_without_its_first_line_is_known_by_its_headings() -> None:
    found = read(SUMMARY)
    assert found("lpar:SJSE", "cp_busy_pct") == 22.8
    assert found("lpar:SJSE", "dasd_io_per_s") == 434.0
    assert found("lpar:SJSE", "demand_paging_per_s") == 0.63
    assert found.sentences == []
    assert found.reading.numbers.unread == 0


def test_of_a_cmf_page_that_nobody_needs_no_number_is_left() -> None:
    found = read(STORAGE)
    (sentence,) = found.sentences
    assert "VIRTUAL STORAGE ACTIVITY REPORT of BMC's CMF Analyzer is left out" in sentence
    assert found.reading.numbers.unread == 0


def test_a_cmf_page_that_nothing_names_is_still_asked_for() -> None:
    found = read(STORAGE.replace("VIRTUAL STORAGE MAP", "OTHER SECTION"))
    (sentence,) = found.sentences
    assert "lacks its first line" in sentence
    assert found.reading.numbers.unread


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            (
                "DFHDB2013 07/09/98 15:26:47 CICSA1 Display report follows for threads\n"
                "accessing DB2 DB3A\n"
                "DB2ENTRY S PLAN     PRI-AUTH SEC-AUTH CORRELATION  TRAN TASK  UOW-ID\n"
                "*POOL    A TESTC05  ANNA1             POOLXC050001 XC05 01208 AEEEC0321ACDCE00\n"
                "DFHDB2020 07/09/98 15:26:47 CICSA1 The display command is complete.\n"
            ),
            "CICS' display of its threads to Db2 (DSNC DISPLAY) is left out",
        ),
        (
            (
                "|DATE__START_END___MAIN_REASON(*)_TIME(-)|0S____0.2____0.4____0.6____0.8_____1|\n"
                "|08/07 03:00 03:15 Swap Page-In    0.37 S|****--------> .      .      .      .|\n"
                "|Productivity Index       20%                                                 |\n"
            ),
            "EPILOG's display of a workload is left out",
        ),
        (
            (
                "F ZFS,QUERY,LFS\nIOEZ00438I Starting Query Command LFS. 421\n"
                "   Vnodes      Requests     Hits    Ratio  Allocates   Deletes\n"
                "     200000   25908218   22431383  86.580%          0          1\n"
            ),
            "the answer to a query of zFS is left out",
        ),
        (
            (
                "17:49:00    ***** A D A B A S FASTPATH SERVICES 7.4.1 *****    2003-02-04\n"
                "Buffer Type: Global Name: SYSCO33 SVC: 240 DB: 33\n"
                "Read-ahead: 3,586 (10%) 2,892 (80%)\n"
            ),
            "a screen of Adabas Fastpath is left out",
        ),
        (
            (
                "PRODUCED BY CMF MONITOR (5.5.00)       DISABLED DELAY REPORT       "
                "SYSTEM ID: SYSB      PAGE     1\n"
                "LOW DELAY HI DELAY 0 TO LO LO TO HI OVER HI CPU BUSY % CT OVFL DL OVFL\n"
                "70 140 471 1032 367 34 0 131\n"
            ),
            "DISABLED DELAY REPORT of BMC's CMF Analyzer is left out",
        ),
    ],
    ids=["threads of CICS", "EPILOG", "zFS", "Fastpath", "disabled delay"],
)
def test_displays_that_nobody_needs_are_named(text: str, said: str) -> None:
    found = read(text)
    (sentence,) = found.sentences
    assert said in sentence
    assert found.reading.numbers.unread == 0


ROUTES = """\
MVS TCP/IP NETSTAT CS V2R5       TCPIP Name: TCPIP           12:52:35
IPv4 Destinations
Destination        Gateway         Flags    Refcnt     Interface
-----------        -------         -----    ------     ---------
Default            0.0.0.0         UGS      0000000000 TCPIPLINK
10.0.0.1           0.0.0.0         UH       0000000000 TCPIPLINK
10.0.0.2           0.0.0.0         H        0000000000 EZAZCX
IPv6 Destinations
DestIP:   Default
  Gw:     ::
  Intf:   TCPIPLINK6        Refcnt:  0000000000
  Flgs:   UGS               MTU:     2000
"""
QUEUES = """\
                                      C P U  A C T I V I T Y
        z/OS V2R4            SYSTEM ID S0W1         DATE 07/27/2021        INTERVAL 29.59.996
                             RPT VERSION V2R4 RMF   TIME 10.00.00          CYCLE 1.000 SECONDS
SYSTEM ADDRESS SPACE AND WORK UNIT ANALYSIS
---------NUMBER OF ADDRESS SPACES---------
QUEUE TYPES             MIN    MAX     AVG
IN                       54     56    54.2
IN READY                  0      3     0.2
OUT READY                 0      0     0.0
OUT WAIT                  0      0     0.0
LOGICAL OUT RDY           0      0     0.0
LOGICAL OUT WAIT         14     16    15.8
"""


def test_address_spaces_by_queue_are_no_page_that_lacks_its_processors() -> None:
    found = read(QUEUES)
    assert not found.sentences
    assert any(item.raw == "0.2" for item in found.reading.observations)
    assert found.reading.numbers.unread == 0


def test_parts_that_are_left_out_are_not_asked_for() -> None:
    """They were said to lack what other parts of the same report have."""
    found = read(ROUTES)
    (sentence,) = found.sentences
    assert "All of its numbers" in sentence
    assert "lacks what" not in sentence
    assert found.reading.numbers.unread == 0


EXCEPTIONS = """\
   LOCATION: LOCA1_LAB                  IBM OMEGAMON FOR DB2 PERFORMANCE EXPERT (V5R5M0)                   PAGE: 1-1
      GROUP: N/P                                        EXCEPTION LOG
     MEMBER: N/P
  SUBSYSTEM: DB1G                                                                                  ACTUAL FROM: 06/30/15 20:34:09.92
DB2 VERSION: V10                                                                                     PAGE DATE: 06/30/15

PRIMAUTH CONNECT  EXCEPTION TIME   PER                                                               CALCULATED          THRESHOLD
ORIGAUTH CORRNAME INSTANCE              FIELD ID FIELD DESCRIPTION                            BY         OR      OP   VALUE     TYPE
PLANNAME CORRNMBR CONNTYPE                                                                           FIELD VALUE
-------- -------- --------------- ----- -------- ----------------------------------------    ------ ------------ - ------------ ----
ANNA01   BATCH    20:34:09.925838 PLAN  ADCPUT   CPU TIME IN APPLICATION (CLASS 1)           TOTAL      0.328675 > 0            PROB
ANNA01   L282DML  X'A981C569657F'       ADRECETT ELAPSED TIME IN APPLICATION (CLASS 1)       TOTAL      3.613503 > 0            PROB
"""  # noqa: E501


def test_a_log_of_exceptions_is_not_said_to_be_cut() -> None:
    """Nothing of it is read, so that nothing was withheld because of its right edge."""
    (sentence,) = read(EXCEPTIONS).sentences
    assert "EXCEPTION LOG is left out" in sentence


def test_windows_of_the_online_monitor() -> None:
    found = read(
        " DGOMSWEP              EDM Pool\n"
        "                                INTERVAL  3:32.419\n"
        " Requests for PT sections . . . . . . . . . . :     16\n"
        " PT section not found in EDM pool . . . . . . :      9\n"
        " EDM Pool pages in use (%)  . . . . . . . . . :    1.6\n"
        "  F1=Help      F2=Split      F3=Exit      F5=Auto\n"
        "  DGOMSWBC       Global Group Buffer Pool Statistics\n"
        "    Group Buffer                                  Read miss\n"
        "    Pool ID             Read hit              directory hit\n"
        "  _ GBP7                     200                         12\n"
    )
    shown = {item.metric.partition(".")[2]: item.value for item in found.reading.observations}
    assert shown == {
        "EDM POOL: REQUESTS FOR PT SECTIONS": 16,
        "EDM POOL: PT SECTION NOT FOUND IN EDM POOL": 9,
        "EDM POOL: EDM POOL PAGES IN USE (%)": 1.6,
        "GLOBAL GROUP BUFFER POOL STATISTICS: GBP7 (READ HIT)": 200,
        "GLOBAL GROUP BUFFER POOL STATISTICS: GBP7 (READ MISS DIRECTORY HIT)": 12,
    }
    assert found.reading.numbers.unread == 0


def test_labels_of_windows_that_go_on_from_the_line_above() -> None:
    found = read(
        " DGOMSWLG                   Log Manager\n"
        " Unavailable output log buffers  . . . . . . . . . . . . . :      0\n"
        "  Output log buffer writes per\n"
        "   active log control interval created . . . . . . . . . . :    1.5\n"
    )
    shown = {item.metric: item.value for item in found.reading.observations}
    label = "OUTPUT LOG BUFFER WRITES PER ACTIVE LOG CONTROL INTERVAL CREATED"
    assert shown[f"printed.LOG MANAGER: {label}"] == 1.5
    assert found.reading.numbers.unread == 0


BMC_TIMES = """\
AVERAGE      APPL (CLASS1)  DB2 (CLASS 2)
------------ -------------- --------------
ELAPSED TIME       0.219540       0.020884
 NONNESTED         0.219540       0.020884

CP CPU TIME        0.003412       0.001759
 AGENT             0.003412       0.001759
SUSPEND TIME       0.000000       0.019110
"""
BMC_LISTS = """\
    RID LIST PROCESSING        QUANTITY  /MINUTE  /THREAD  /COMMIT
    ------------------------   --------  -------  -------  -------
    MAX RID BLOCKS ALLOCATED          3     0.13     0.01     0.01
    TERMINATED - NO STORAGE           0     0.00     0.00     0.00
"""


def test_blocks_of_bmc_s_reports_of_db2() -> None:
    found = read(BMC_TIMES)
    subject = "db2_subsystem:REPORT"
    assert found(subject, "response_ms") == pytest.approx(219.54)
    assert found(subject, "cpu_ms_per_tx") == pytest.approx(3.412)
    assert found(subject, "printed.AVERAGE: SUSPEND TIME (DB2 (CLASS 2))") == 0.01911
    assert found.reading.numbers.unread == 0
    found = read(BMC_LISTS)
    assert found(subject, "printed.RID LIST PROCESSING: MAX RID BLOCKS ALLOCATED") == 3
    assert found.reading.numbers.unread == 0


def test_the_pool_of_a_db2_connection() -> None:
    found = read(
        "Applid CICSA1    Sysid CJB3  Jobname CI07CJB1    Date 12/17/2004  Time 09:58:11"
        "         CICS 6.4.0         PAGE     2\n"
        "DB2 Connection\n"
        "DB2 Connection Name. . . . . . . . . . . : DB3A\n"
        "Current TCB Limit. . . . . . . . . . . . : 12\n"
        "Peak number of Connections . . . . . . . : 7\n"
        "Peak number of tasks on TCB Readyq . . . : 2\n"
        "Number of Calls using Pool Threads . . . : 1416\n"
    )
    named = "printed.DB2 CONNECTION: "
    assert found("cics_region:CICSA1", f"{named}CURRENT TCB LIMIT") == 12
    assert found("cics_region:CICSA1", f"{named}PEAK NUMBER OF TASKS ON TCB READYQ") == 2
    assert found("cics_region:CICSA1", f"{named}NUMBER OF CALLS USING POOL THREADS") == 1416


LOG = """\
1                       J E S 2  J O B  L O G  --  S Y S T E M  S Y S A  --  N O D E  N 1
0
19.45.23 TSU06062  $HASP373 ANNA     STARTED
20.09.28 TSU06062  BPXP018I THREAD 2037180000000000, IN PROCESS 83952040, ENDED  856
20.09.29 TSU06062  SMF000I  ANNA        C           ASMA90      0000
20.09.29 TSU06062  $HASP395 ANNA     ENDED
0------ JES2 JOB STATISTICS ------
-            3 CARDS READ
-        24.09 MINUTES EXECUTION TIME
"""


def test_how_long_a_job_ran_by_the_statistics_of_its_log() -> None:
    found = read(LOG)
    assert found("lpar:SYSA", "job.ANNA.run_elapsed_s") == pytest.approx(24.09 * 60)
    assert found.reading.numbers.unread == 0
    short = read(LOG.replace("24.09", " 0.19"))
    assert not short.all("lpar:SYSA", "job.ANNA.run_elapsed_s")
    assert short.reading.numbers.unread == 0


@pytest.mark.parametrize(
    ("answer", "command"),
    [
        ("IEE459I 13.55.12 DEVSERV QPAVS 120\n D000 00  BASE   8D00   00   BASE\n", "DEVSERV"),
        ("IEE967I 09.44.12 SMF PARAMETERS 120\n        INTVAL(15) -- PARMLIB\n", "D SMF,O"),
        ("IOS098I 10.10.11 HYPERPAV DATA 144\nHYPERPAV MODE IS SET TO XPAV\n", "HYPERPAV"),
        ("IXC362I  11.02.44  DISPLAY XCF 331\nCFNAME: CF01\n  ACTUAL DUMP SPACE :  20 M\n", "XCF"),
        ("IEE174I 14.09.12 DISPLAY M 120\nREAL STORAGE STATUS\n    0M-65536M\n", "D M"),
    ],
)
def test_answers_of_consoles_that_nobody_needs_are_known(answer: str, command: str) -> None:
    """They were refused as no report at all."""
    found = read(answer)
    assert found.reading.formats == ("known-answers",)
    assert found.reading.numbers.unread == 0
    assert any(command in sentence for sentence in found.sentences)
