"""Letters with what two systems printed, where the second one's title was left out."""

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import read

CPU_PAGE = """\
                                                   C P U  A C T I V I T Y
            z/OS V2R4               SYSTEM ID SYS1             DATE 05/11/2019           INTERVAL 15.00.000
                                    RPT VERSION V2R4 RMF       TIME 06.00.00             CYCLE 1.000 SECONDS
 CPU     8561   CPC CAPACITY  1234      SEQUENCE CODE 00000000000A1B2C
 MODEL   712    CHANGE REASON=N/A       HIPERDISPATCH=YES
 H/W MODEL T01
 ---CPU---    ---------------- TIME % ----------------   LOG PROC      --I/O INTERRUPTS--
 NUM  TYPE    ONLINE    LPAR BUSY    MVS BUSY   PARKED   SHARE %       RATE     % VIA TPI
   0    CP    100.00      68.25        68.04       0.00   100.0  HIGH   370.05      13.92
   1    CP    100.00      60.11        60.00       0.00    52.5  MED    120.40      11.10
 TOTAL/AVERAGE            64.18        64.02             152.5         490.45      13.22
"""  # noqa: E501
CPU_ROWS = """\
   0    CP    100.00      98.25        98.04       0.00   100.0  HIGH   370.05      13.92
   1    CP    100.00      90.11        90.00       0.00    52.5  MED    120.40      11.10
 TOTAL/AVERAGE            94.18        94.02             152.5         490.45      13.22
"""
DASD_ROWS = """\
                                                 DEVICE   AVG  AVG   AVG  AVG  AVG   AVG  AVG  AVG    %      %     %     AVG    %
 STORAGE   DEV  DEVICE   NUMBER  VOLUME PAV  LCU  ACTIVITY RESP IOSQ  CMR  DB   INT   PEND DISC CONN   DEV    DEV   DEV   NMBR   ANY
  GROUP    NUM  TYPE     OF CYL  SERIAL           RATE     TIME TIME  DLY  DLY  DLY   TIME TIME TIME   CONN   UTIL  RESV  ALLOC  ALLOC
 XTEST    02209 33909     10017  TRXT02 3.4H 0022 1234.567  .412 .020  .011 .000 .002  .101 .091 .200  24.69  35.92   0.0  12.3  100.0
"""  # noqa: E501


@pytest.mark.parametrize("turn", ["and of SYS2:\n", "dasselbe auf SYS2\n", "SYS2 (10:00):\n", ""])
def test_processors_of_another_system_are_not_added(turn: str) -> None:
    found = read(f"{CPU_PAGE}\n{turn}\n{CPU_ROWS}")
    assert found.values("lpar:SYS1", "setting.CPS") == [2]
    assert found.values("lpar:SYS1", "cp_busy_pct") == [64.18]
    assert len(found.sentences) == 1
    assert found.reading.numbers.unread > 0


def test_rows_without_title_are_of_nobody_behind_the_name_of_another_system() -> None:
    found = read(f"{CPU_PAGE}\nDASD of SYS2 (10:00):\n{DASD_ROWS}")
    assert not found.all("dasd_volume:TRXT02", "io_per_s.SYS1")
    assert any("no RMF heading with SYSTEM ID" in sentence for sentence in found.sentences)
    for between in ("", "and its DASD, as of 10:00:\n", "DASD of SYS1 (10:00):\n"):
        found = read(f"{CPU_PAGE}\n{between}{DASD_ROWS}")
        assert found("dasd_volume:TRXT02", "io_per_s.SYS1") == 1234.567


USAGE = """\
CSQI010I +MQP1 Page set usage ...
  Page  Buffer     Total    Unused  Persistent  NonPersist  Expansion
   set    pool     pages     pages  data pages  data pages      count
_       0      0     20157     19995         162           0  USER     0
"""
OTHER = "_       0      0     10157      9995         162           0  USER     5\n"


@pytest.mark.parametrize("turn", ["on SYS2 the same command for MQP2 gives\n", "MQP2:\n", ""])
def test_page_sets_of_another_queue_manager_are_not_taken(turn: str) -> None:
    found = read(USAGE + turn + OTHER)
    assert found.values("mq_pageset:MQP1/0", "total_pages") == [20157]
    assert any("not read" in sentence for sentence in found.sentences)


def test_answers_that_differ_without_a_time_are_said() -> None:
    once = f"{USAGE}  End of page set report\n"
    again = once.replace("20157     19995", "10157      9995")
    assert any("both are kept" in said for said in read(once + again).sentences)
    assert not read(f"{once}\n\nonce more:\n{once}").sentences


REGION = """\
1Applid CICSPRD1  Sysid PRD1  Jobname CICSPRD1  Date 05/11/2019  Time 10:15:00    CICS 5.4.0

 Transaction Manager
 ___________________

 Total Accumulated transactions so far. :           318,440
 Accumulated transactions (since reset) :           318,440
 Maximum transactions allowed (MXT) . . :               250

"""
ANOTHER = """
 Total Accumulated transactions so far. :            18,440
 Accumulated transactions (since reset) :            18,440
 Maximum transactions allowed (MXT) . . :               250
"""


def test_a_region_keeps_its_own_transactions() -> None:
    found = read(f"{REGION}CICSPRD2:\n{ANOTHER}")
    assert found.values("cics_region:CICSPRD1", "transactions") == [318_440]
    found = read(REGION + ANOTHER)
    assert found.values("cics_region:CICSPRD1", "transactions") == [318_440, 18_440]
    assert any("say which report is right" in sentence for sentence in found.sentences)
