"""Blocks and displays as people paste them: no page title above, forms as published."""

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import read

POOL = """\
                           SIMULATED BUFFER POOL ACTIVITY
BUFFER POOL ID                       :        100             FLAGS                                : X'80'
CURRENT PAGES IN USE                 :                31072   AVOIDABLE READ I/O:
MAX PAGES IN USE                     :                31999     SYNC  READ I/O (R)                 :               250317
CURRENT SEQ PAGES IN USE             :                 9436     SYNC  READ I/O (S)                 :                 2291
MAX SEQ PAGES IN USE                 :                11314     ASYNC READ I/O                     :                36617
PAGES MOVED INTO SIMULATED BP        :               473243     SYNC  GBP READS (R)                :                   11
TOTAL AVOIDABLE SYNC I/O DELAY       :       0:02:06.500000     SYNC  GBP READS (S)                :                   12
                                                                ASYNC GBP READS                    :                   13
"""  # noqa: E501
TIMES = """\
AVERAGE       APPL(CL.1)  DB2 (CL.2)            TIMES/EVENTS  APPL(CL.1)  DB2 (CL.2)
------------  ----------  ----------            ------------  ----------  ----------
ELAPSED TIME    2.395431  ..........            ELAPSED TIME    2.161586  ..........
 NONNESTED      2.395431  ..........             NONNESTED      2.161586  ..........

CP CPU TIME     1.203832  ..........            CP CPU TIME     1.173038  ..........
 AGENT          0.590480  ..........             AGENT          0.590484  ..........
"""
ELIGIBLE = """\
MEASURED/ELIG TIMES  APPL (CL1)   DB2 (CL2)
-------------------  ----------  ----------
ELAPSED TIME          28.459616   27.025282
 ELIGIBLE FOR ACCEL         N/A    0.000000

CP CPU TIME          1:21.19251  1:20.81587
 ELIGIBLE FOR SECP   1:09.97827         N/A
"""
SHORT = """\
SUBSYSTEM: NVD1 ORDER: PRIMAUTH-PLANNAME INTERVAL FROM: 03/17/15 10:00:00.00
DB2 VERSION: V10 SCOPE: MEMBER TO: 03/17/15 10:15:00.00
#OCCURS #COMMIT INSERTS OPENS PREPARE CLASS2 EL.TIME BUF.UPDT LOCK SUS
PRIMAUTH #DISTRS SELECTS UPDATES CLOSES CLASS1 EL.TIME CLASS2 CPUTIME SYN.READ #LOCKOUT
PLANNAME #ROLLBK FETCHES MERGES DELETES CLASS1 CPUTIME GETPAGES TOT.PREF
---------------------------------- ------- ------- ------- ------- -------------- -------------- -------- --------
NVUSER 10 650 0.60 505.20 10.40 0.060370 1.20 0.00
NVPLAN 0 443.20 12.60 505.20 5.386999 0.052687 0.70 0
1 1551.70 0.00 3.20 0.115894 3318.30 168.50
"""  # noqa: E501
PACKAGES = """\
----------------------------------------------------------------------------------------------
|PROGRAM NAME        TYPE      SQLSTMT  CL7 ELAP.TIME   CL7 CPU TIME  CL8 SUSP.TIME  CL8 SUSP|
|NVPKG1              PACKAGE        17       0.284705       0.013055       0.141534         5|
|NVPKG2              PACKAGE         3       0.004705       0.001055       0.000000         0|
----------------------------------------------------------------------------------------------
"""
QUEUES = """\
STRUCTURE NAME   LEALLOC  LEINUSE  ELMALLOC ELMINUSE LE/EL
NVMSGQ01             512       14      1041       24 0001/0002
NVMSGQ01OFLW         N/A      N/A       N/A      N/A N/A
*15076/101123*
"""
BYTES = """\
MVS TCP/IP NETSTAT CS V2R2       TCPIP Name: NVTCP           14:25:21
User Id  BytesOut             BytesIn              LPort State
-------  --------             -------              ----- -----
NVSVR1   00000000000000000000 00000000000000000000 00443 Listen
 Foreign Socket: ::..0
NVSVR1   00000000000000123456 00000000000000000789 00443 Establsh
 Foreign Socket: 192.0.2.7..51122
Connections displayed: 2
"""


def test_a_simulated_pool_of_a_record_trace_is_named_by_its_number() -> None:
    found = read(POOL)
    pool = "db2_bufferpool:REPORT/BP8K0"
    assert found(pool, "avoidable_sync_reads") == 250317
    assert found(pool, "avoidable_sync_reads_sequential") == 2291
    assert found(pool, "avoidable_async_reads") == 36617
    assert found(pool, "avoidable_gbp_reads") == 11
    assert found(pool, "avoidable_delay_ms") == pytest.approx(126_500)
    assert found.reading.numbers.unread == 0
    assert not read(POOL.replace("        100   ", "         60   ")).reading.observations


def test_times_of_an_accounting_trace_are_read_in_both_blocks() -> None:
    found = read(TIMES)
    db2 = "db2_subsystem:REPORT"
    assert found(db2, "printed.AVERAGE: CP CPU TIME") == 1.203832
    assert found(db2, "printed.TIMES/EVENTS: ELAPSED TIME") == 2.161586
    assert found.reading.numbers.unread == 0
    assert ["nothing names" in said for said in found.sentences] == [True]


def test_measured_and_eligible_times_are_read() -> None:
    found = read(ELIGIBLE)
    assert found("db2_subsystem:REPORT", "cpu_ms_per_tx") == pytest.approx(81_192.51)
    label = "printed.MEASURED/ELIG TIMES: ELIGIBLE FOR SECP (APPL (CL1))"
    assert found("db2_subsystem:REPORT", label) == pytest.approx(69.97827)
    assert found.reading.numbers.unread == 0


def test_all_columns_of_a_short_accounting_report_are_kept() -> None:
    found = read(SHORT)
    plan = "db2_plan:NVD1/NVPLAN"
    assert found(plan, "printed.NVUSER: GETPAGES") == 3318.3
    assert found(plan, "printed.NVUSER: CLASS2 CPUTIME") == 0.052687
    assert found(plan, "sync_io_per_tx") == 0.7
    assert found.reading.numbers.unread == 0


def test_programs_of_a_short_trace_have_their_classes() -> None:
    found = read(PACKAGES)
    assert found("db2_plan:REPORT/NVPKG1", "printed.TRACE: CL7 CPU TIME") == 0.013055
    assert found("db2_plan:REPORT/NVPKG2", "printed.TRACE: SQL STATEMENTS") == 3
    assert found.reading.numbers.unread == 0


def test_structures_of_shared_queues_have_entries_and_elements() -> None:
    found = read(QUEUES)
    structure = "cf_structure:NVMSGQ01"
    assert found(structure, "printed.CQQUERY: LEINUSE") == 14
    assert found(structure, "printed.CQQUERY: ELMALLOC") == 1041
    assert len(found.reading.observations) == 4
    assert found.reading.numbers.listed == ((4, ("15076", "101123")),)  # IMS's stamp below


def test_bytes_of_connections_without_ids_are_told_by_their_peers() -> None:
    found = read(BYTES)
    connection = "tcp_connection:NVTCP/NVSVR1/192.0.2.7..51122"
    assert found(connection, "bytes_out") == 123456
    assert found(connection, "bytes_in") == 789
    assert sum(item.metric == "bytes_in" for item in found.reading.observations) == 1
    assert found.reading.numbers.unread == 0
