"""Boxes that step exits print: columns as job logs in public repositories have them."""

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import read

EDGE = " " + "*" * 132
DDS = f"""\
 IEF142I NVNIGHT LOAD - STEP WAS EXECUTED - COND CODE 0000
{EDGE}
 * DDNAME   UNIT   EXCPS BLKSZ|DDNAME   UNIT   EXCPS BLKSZ|DDNAME   UNIT   EXCPS BLKSZ|DDNAME   UNIT   EXCPS BLKSZ                  *
 *----------------------------+---------------------------+---------------------------+---------------------------------------------*
 * STEPLIB  780E      14 32760|NVIN     7A01   40212 27998|NVOUT    7A02    9371 27998|SYSUT1   7A03       0     0                  *
 *          7A04       3 32760|TOTAL:          49600 *****|                           |                                             *
{EDGE}
 IEF373I STEP/LOAD    /START 2015076.0714
 IEF032I STEP/LOAD    /STOP  2015076.0719
         CPU:     0 HR  02 MIN  03.45 SEC    SRB:     0 HR  00 MIN  10.05 SEC
         VIRT:   512K  SYS:   256K  EXT:    20480K  SYS:    11740K
"""  # noqa: E501
TABLE = f"""\
{EDGE}
 * z/OS    02.04.00 SYSTEM 3906       (NVS3) :    SMF STATISTICS                                     DATE=2015-03-17  TIME=07:31:02 *
{EDGE}
 *                                                                                                                                  *
 * //NVNIGHT  JOB (NV-NIGHT),                                                                                                       *
 *                                                                                                                                  *
 * STEP                               TOTAL     VIO      TCB      SRB    OTHER  ELAPSED   STORAGE     NO.OF  NO.OF  TIME ON  TIME ON*
 * NO. STEPNAME PROCSTEP PROGRAM     EXCP'S  EXCP'S CPU-TIME CPU-TIME CPU-TIME     TIME   <16M  >16M   PAGES SWAPS     ZIIP     ZAAP*
 *                                                                                                                                  *
 *   1 UNLOAD            NVUNLD       81204       0   67.20S    5.40S    0.01S  324.19S    72K    2M       0     0    0.00S    0.00S*
 *   2 SORT     SORTP    ICEMAN         977       0   18.00S    0.60S    0.01S   54.02S    72K    2M       0     0    0.00S    0.00S*
 *----------------------------------------------------------------------------------------------------------------------------------*
 * JOB SUM (WITH JOB OVERHEAD):       82181       0   85.20S    6.00S    0.02S  379.00S    72K    2M       0     0    0.00S    0.00S*
 *==================================================================================================================================*
 * STORAGE SECTION | USED PRIVATE AREA BELOW 16MB:             72K | ALLOWED PRIVATE AREA BELOW 16MB:                         2048K *
{EDGE}
 IEF375I  JOB/NVNIGHT /START 2015076.0714
"""  # noqa: E501


def test_the_total_of_a_box_of_dds_is_that_of_the_step_below() -> None:
    found = read(DDS)
    assert found("lpar:report.txt", "step.NVNIGHT.LOAD.excps") == 49600
    assert found("lpar:report.txt", "step.NVNIGHT.LOAD.cpu_s") == pytest.approx(133.5)
    assert found.reading.numbers.unread == 0


def test_a_box_of_which_a_row_is_lost_gives_no_total() -> None:
    lost = "".join(line for line in DDS.splitlines(keepends=True) if "STEPLIB" not in line)
    assert not read(lost).values("lpar:report.txt", "step.NVNIGHT.LOAD.excps")
    assert read(lost).reading.numbers.unread > 0


def test_a_table_of_steps_tells_times_excps_and_the_system() -> None:
    found = read(TABLE)
    assert found("lpar:NVS3", "step.NVNIGHT.UNLOAD.elapsed_s") == 324.19
    assert found("lpar:NVS3", "step.NVNIGHT.SORTP.elapsed_s") == 54.02
    assert found("lpar:NVS3", "step.NVNIGHT.SORTP.excps") == 977
    assert found.reading.numbers.unread == 0


def test_a_table_of_other_columns_is_not_read_in_their_order() -> None:
    other = TABLE.replace("  VIO      TCB ", "  TCB      VIO ")
    found = read(other)
    assert not found.reading.observations
    assert found.reading.numbers.unread > 0
