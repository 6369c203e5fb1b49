"""Reports in shapes and releases that the samples do not have: figures, intervals, quotes."""

from __future__ import annotations

import pytest

from advisor.reading import read_path
from tests.advisor.reading.report_reading import SAMPLES, read

CPU = """1                      C P U  A C T I V I T Y
            z/OS V2R4       SYSTEM ID PRD1       DATE 11/03/2022     INTERVAL 14.59.988
                            RPT VERSION V2R4 RMF TIME 09.15.00       CYCLE 1.000 SECONDS
-CPU         8561     CPC CAPACITY  1712        SEQUENCE CODE 000000000001C6D8
 MODEL       605      CHANGE REASON=NONE        HIPERDISPATCH=YES
0---CPU---    ---------------- TIME % ----------------   LOG PROC
 NUM  TYPE    ONLINE    LPAR BUSY    MVS BUSY   PARKED   SHARE %
   0    CP    100.00     81.20        83.90        0.00   100.0 HIGH
 TOTAL/AVERAGE           81.20        83.90               100.0
"""


def test_a_figure_is_quoted_as_the_line_prints_it() -> None:
    (busy,) = read(CPU).all("lpar:PRD1", "mvs_busy_pct")
    assert (busy.value, busy.raw, busy.line) == (83.9, "83.90", 9)
    assert busy.raw in busy.text


def test_averages_of_db2_accounting_have_the_interval_of_their_page() -> None:
    found = read("""
   LOCATION: DBXLOC        OMEGAMON XE FOR DB2 PERFORMANCE EXPERT (V5R4)            PAGE: 1-1
  SUBSYSTEM: DBX1          ORDER: CONNTYPE           INTERVAL FROM: 11/03/22 08:00:00.00
DB2 VERSION: V12           SCOPE: MEMBER                       TO: 11/03/22 09:00:00.00

NORMAL TERM.      AVERAGE     TOTAL
---------------  --------  --------
NEW USER             0.71    855131
DEALLOCATION         0.12    144529
""")
    (ended,) = found.all("db2_subsystem:DBX1", "terminations_new_user")
    assert ended.value == 855131
    assert ended.interval.start == "2022-11-03T08:00:00"
    assert ended.interval.duration_s == 3600


def test_line_numbers_of_the_editor_are_no_part_of_an_ims_member() -> None:
    found = read("""\
VIEW       IMSP.PROCLIB(DFSMPLX2) - 01.02                  Columns 00001 00072
Command ===>                                                  Scroll ===> CSR
****** ***************************** Top of Data ******************************
000001 DFSLI000,CBLTDLI,PROGA001,
000002 PROGA003, PROGB001
****** **************************** Bottom of Data ****************************
""")
    region = "ims_region:IMSP/MPR"
    assert found(region, "setting.PRELOAD_MODULES") == "DFSLI000,CBLTDLI,PROGA001,PROGA003"
    assert found(region, "setting.PRELOAD_LOST") == "PROGB001"


NET_WORK = """\
NODE PRD1    TIMEOUT=30,LOG=OFF
DRIVER FCTC  ACCEPTUI=NO
LINK  PRD1PRD2 FCTC CTCADDR=E41,SNDBLKSZ=62K,RCVBLKSZ=62K
F NETWKP,D STATS
NET0100I: ENTIRE NET-WORK V6.4.1   NODE PRD1   2022-11-03 09:30:00
"""


def test_the_release_of_net_work_may_stand_below_its_statements() -> None:
    found = read(NET_WORK)
    assert found("netwk_node:PRD1", "setting.DRIVER") == "FCTC 6.3 SP1"
    assert found("netwk_node:PRD1", "setting.VERSION") == "6.4.1"
    assert not found.sentences
    alone = read("\n".join(NET_WORK.splitlines()[:3]))
    assert alone("netwk_node:PRD1", "setting.DRIVER") is None
    assert "release" in alone.sentences[0]


def test_lla_lists_its_libraries_by_number() -> None:
    found = read("""\
CSV600I 09.42.10 LLA DISPLAY 514
22 LIBRARY ENTRIES FOLLOW
  ENTRY L F R P   LIBRARY NAME
      1 L         SYS1.LINKLIB
      2   F   P   PROD.LOADLIB
""")
    (libraries,) = found.all("lla_pdse:REPORT", "setting.LLA_LIBRARIES")
    assert libraries.value == "SYS1.LINKLIB,PROD.LOADLIB"


def test_mp1b_says_above_the_bar_in_words() -> None:
    found = read("""\
PRD1,QMP1,2022/11/03,09:15:00,VRM:920,
> 00 Buffs   50000 Low   49790 Now    49800 Getp   120448 Getn     880
  00 Rio         0 STW   12044 TPW      301 WIO       40 IMW       0
  00 DWT         0 DMC       0 STL      880 STLA       0 SOS       0
  00 Above the bar
""")
    assert found("mq_bufferpool:QMP1/0", "setting.LOCATION") == "above"


def test_storage_delays_of_older_monitor_three_have_no_column_cr() -> None:
    found = read("""\
                       RMF V1R9   Storage Delays                  Line 1 of 2
Samples: 100     System: PRD1  Date: 11/03/22  Time: 09.16.40  Range: 100   Sec

           Service  DLY ------- % Delayed for ----- -- Working Set --
Jobname  C Class     %  COMM LOCL VIO SWAP OUTR OTHR Central   Expanded

CICSA1   S CICSPRD   12    0   12   0    0    0    0   52104
""")
    assert found("lpar:PRD1", "job.CICSA1.delay_storage_pct") == 12


BLOCKS = """
   LOCATION: DBXLOC             OMEGAMON XE FOR DB2 PERFORMANCE EXPERT (V5R4)            PAGE: 1-1
     MEMBER: DBX1                                     TO: NONE
  SUBSYSTEM: DBX1                       ORDER: CONNTYPE        INTERVAL FROM: 11/03/22 08:00:00.00
DB2 VERSION: V12                        SCOPE: MEMBER                     TO: 11/03/22 09:00:00.00

CONNTYPE: CICS

AVERAGE       APPL(CL.1)  DB2 (CL.2)  CLASS 3 SUSPENSIONS  AVERAGE TIME  AV.EVENT    HIGHLIGHTS
ELAPSED TIME    0.040000    0.032414  LOCK/LATCH(DB2+IRLM)  0.000512   0.41  #OCCURRENCES  :  3,000
CP CPU TIME     0.015000    0.013311  SYNCHRON. I/O         0.014110   10.00  #ALLIEDS   :  3,000

NORMAL TERM.      AVERAGE     TOTAL
NEW USER             0.71      2000

CONNTYPE: DRDA

AVERAGE       APPL(CL.1)  DB2 (CL.2)  CLASS 3 SUSPENSIONS  AVERAGE TIME  AV.EVENT    HIGHLIGHTS
ELAPSED TIME    4.000000    0.900000  LOCK/LATCH(DB2+IRLM)  0.000512   0.41  #OCCURRENCES  :  1,000
CP CPU TIME     0.600000    0.500000  SYNCHRON. I/O         0.100000   50.00  #ALLIEDS   :  1,000

NORMAL TERM.      AVERAGE     TOTAL
NEW USER             0.71       100
"""


def test_time_on_specialty_engines_is_told_apart_from_that_on_general_cps() -> None:
    end = "\n\nNORMAL TERM."
    cics, drda, rest = BLOCKS.split(end)
    told = (cics, "\nSE CPU TIME     0.000000         N/A", end)
    told += (drda, "\nSE CPU TIME     0.020000    0.010000", end, rest)
    found = read("".join(told))
    assert found("db2_subsystem:DBX1", "cpu_ms_per_tx") == pytest.approx((3 * 15 + 600) / 4)
    assert found("db2_subsystem:DBX1", "ziip_ms_per_tx") == pytest.approx(5.0)


def test_blocks_of_db2_accounting_are_joined_by_how_many_tasks_they_have() -> None:
    found = read(BLOCKS + BLOCKS.replace("DBX1", "DBX2"))
    for name in ("db2_subsystem:DBX1", "db2_subsystem:DBX2"):
        assert found.values(name, "terminations_new_user") == [2_100]
        (response,) = found.all(name, "response_ms")
        assert response.value == pytest.approx((3 * 40 + 4_000) / 4)
        assert response.interval.start == "2022-11-03T08:00:00"
        assert found(name, "sync_io_per_tx") == pytest.approx(20)
        # 30,000 waits of 1.411 ms and 50,000 of 2 ms.
        assert found(name, "sync_io_us") == pytest.approx((3 * 1_411 + 5 * 2_000) / 8)
    assert not found.sentences


def test_a_nucleus_that_says_it_is_active_owns_the_statistics_at_its_end() -> None:
    """Without ADARUN cards and with statistics that name no DBID, as Adabas 8.5 prints them."""
    found = read("""\
ADAN01 00077  2022-11-03 07:00:00 A D A B A S   V8.5.4   is active

 A d a b a s  nucleus session statistics

 From 2022-11-03 07:00:00 to 2022-11-03 10:50:18

 Duration            3:50:18
 CPU time            0:50:02

 A d a b a s   executed 9,120,448 calls in 12 threads
""")
    assert found("adabas_nucleus:77-0", "commands") == 9_120_448
    assert found("adabas_nucleus:77-0", "cpu_s") == 3_002
    assert not found.sentences


def test_pools_of_a_session_are_quoted_with_their_commas() -> None:
    (reading,) = read_path(SAMPLES / "engagement/ada10-nuc1.txt")
    found = [item for item in reading.observations if item.metric.endswith((".NAB", ".LFIOP"))]
    assert {item.raw for item in found} >= {"16,646,144", "5,107,938"}
    assert all(item.raw in item.text for item in found)
