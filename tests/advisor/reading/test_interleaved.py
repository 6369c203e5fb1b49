"""Logs in which the lines of two answers, members or jobs stand among each other."""

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import Read, read

USAGE = """\
10.20.00 STC00001  CSQI010I +MQP1 Page set usage ...  301
10.20.00 STC00002  CSQI010I +MQP2 Page set usage ...  302
   301               Page  Buffer     Total    Unused  Persistent  NonPersist  Expansion
   302               Page  Buffer     Total    Unused  Persistent  NonPersist  Expansion
   301                set    pool     pages     pages  data pages  data pages      count
   302                set    pool     pages     pages  data pages  data pages      count
   301             _    0       0      1000       900         100           0  USER     0
   302             _    0       0      2000      1800         200           0  USER     0
   302             _    1       1      2222      1111        1111           0  USER     7
   301             _    1       1      3333      3000         333           0  USER     9
   301             End of page set report
   302             End of page set report
"""


def by_subject(found: Read, kind: str, metric: str) -> dict[str, object]:
    """The only value of a figure for each component."""
    seen = {one.subject: one for one in found.reading.observations if one.metric == metric}
    return {name.partition(":")[2]: found(name, metric) for name in seen if name.startswith(kind)}


def test_page_sets_are_of_the_queue_manager_whose_connect_id_they_have() -> None:
    found = read(USAGE)
    expected = {"MQP1/0": 1000, "MQP1/1": 3333, "MQP2/0": 2000, "MQP2/1": 2222}
    assert by_subject(found, "mq_pageset", "total_pages") == expected
    assert {one.line for one in found.all("mq_pageset:MQP1/1", "total_pages")} == {10}


@pytest.mark.thorough
def test_so_they_are_in_a_log_that_is_read_as_it_streams() -> None:
    calm = "10.19.00 STC00009  NOTHING THAT ANYBODY ASKS FOR\n" * 200_000
    found = read(calm + USAGE)
    assert found("mq_pageset:MQP1/1", "total_pages") == 3333
    assert {one.line for one in found.all("mq_pageset:MQP1/1", "total_pages")} == {200_010}


STORAGE = """\
12.01.04 STC04711  CSQY220I +MQP1 CSQSCTL Queue manager storage usage:  197
12.01.04 STC04712  CSQY220I +MQP2 CSQSCTL Queue manager storage usage:  198
   198             local storage: used 777MB, free 800MB: above bar: used 512MB, free 4GB
   197             local storage: used 1234MB, free 410MB: above bar: used 3GB, free >10GB
"""


def test_storage_is_of_the_queue_manager_whose_connect_id_it_has() -> None:
    found = read(STORAGE)
    assert by_subject(found, "mq_manager", "storage_used_mb") == {"MQP1": 1234, "MQP2": 777}
    assert by_subject(found, "mq_manager", "storage_above_free_gb") == {"MQP2": 4}
    least = "storage_above_free_least_gb"
    assert by_subject(found, "mq_manager", least) == {"MQP1": 10}


ASM = """\
MR0000000 SYS1     19131 10:16:00.15 CONS1    00000090  IEE200I 10.16.00 DISPLAY ASM 322
MR0000000 SYS2     19131 10:16:00.16 CONS1    00000090  IEE200I 10.16.00 DISPLAY ASM 511
DR                                        322 00000090  TYPE     FULL STAT   DEV  DATASET NAME
DR                                        511 00000090  TYPE     FULL STAT   DEV  DATASET NAME
DR                                        322 00000090  LOCAL     99%   OK  0F03  PAGE.SYS1.LOCAL1
DR                                        511 00000090  LOCAL      3%   OK  0F13  PAGE.SYS2.LOCAL1
DR                                        322 00000090  LOCAL     88%   OK  0F04  PAGE.SYS1.LOCAL2
ER                                        511 00000090  PAGEDEL COMMAND IS NOT ACTIVE
ER                                        322 00000090  PAGEDEL COMMAND IS NOT ACTIVE
"""


def test_page_data_sets_are_of_the_system_that_answers() -> None:
    found = read(ASM)
    assert found("lpar:SYS1", "page_data_set_used_pct.PAGE.SYS1.LOCAL1") == 99
    assert found("lpar:SYS1", "page_data_set_used_pct.PAGE.SYS1.LOCAL2") == 88
    assert found("lpar:SYS2", "page_data_set_used_pct.PAGE.SYS2.LOCAL1") == 3


POOLS = """\
10.20.00 STC00001  DSNB401I  -DB2P BUFFERPOOL NAME BP0, BUFFERPOOL ID 0, USE COUNT 120  401
10.20.00 STC00002  DSNB401I  -DB2Q BUFFERPOOL NAME BP0, BUFFERPOOL ID 0, USE COUNT 99  402
10.20.00 STC00001  DSNB402I  -DB2P BUFFER POOL SIZE = 20000 BUFFERS  AUTOSIZE = NO  403
   403                         VPSIZE MINIMUM  = 0         VPSIZE MAXIMUM  = 0
10.20.00 STC00002  DSNB402I  -DB2Q BUFFER POOL SIZE = 90000 BUFFERS  AUTOSIZE = NO  404
   403                         ALLOCATED       = 20000     TO BE DELETED   = 0
   404                         VPSIZE MINIMUM  = 0         VPSIZE MAXIMUM  = 0
   403                         IN-USE/UPDATED  = 111       OVERFLOW ALLOC  = 0
   404                         ALLOCATED       = 90000     TO BE DELETED   = 0
   404                         IN-USE/UPDATED  = 222       OVERFLOW ALLOC  = 0
10.20.01 STC00001  DSNB409I  -DB2P INCREMENTAL STATISTICS SINCE 09:00:12 MAY 11, 2019
10.20.01 STC00002  DSNB409I  -DB2Q INCREMENTAL STATISTICS SINCE 09:00:12 MAY 11, 2019
10.20.01 STC00001  DSNB411I  -DB2P RANDOM GETPAGE = 1000 SYNC READ I/O (R) = 10  405
10.20.01 STC00002  DSNB411I  -DB2Q RANDOM GETPAGE = 2000 SYNC READ I/O (R) = 20  406
   406                         SEQ.   GETPAGE = 222  SYNC READ I/O (S) = 2
   405                         SEQ.   GETPAGE = 111  SYNC READ I/O (S) = 1
10.20.01 STC00001  DSN9022I  -DB2P DSNB1CMD '-DIS BUFFERPOOL' NORMAL COMPLETION
10.20.01 STC00002  DSN9022I  -DB2Q DSNB1CMD '-DIS BUFFERPOOL' NORMAL COMPLETION
"""


def test_buffer_pools_are_of_the_member_in_front_of_their_messages() -> None:
    found = read(POOLS)
    assert by_subject(found, "db2_bufferpool", "buffers_in_use") == {
        "DB2P/BP0": 111,
        "DB2Q/BP0": 222,
    }
    for metric, values in (("getpages_random", (1000, 2000)), ("getpages_sequential", (111, 222))):
        assert by_subject(found, "db2_bufferpool", metric) == dict(
            zip(("DB2P/BP0", "DB2Q/BP0"), values, strict=True)
        )
    assert not found.sentences


STEPS = """\
10.12.34 JOB00001  -                                      -----TIMINGS (MINS.)------                          -----PAGING COUNTS----
10.12.34 JOB00001  -STEPNAME PROCSTEP    RC   EXCP   CONN       TCB       SRB  CLOCK          SERV  WORKLOAD  PAGE  SWAP   VIO SWAPS
10.12.34 JOB00002  -                                      -----TIMINGS (MINS.)------                          -----PAGING COUNTS----
10.12.34 JOB00002  -STEPNAME PROCSTEP    RC   EXCP   CONN       TCB       SRB  CLOCK          SERV  WORKLOAD  PAGE  SWAP   VIO SWAPS
10.12.34 JOB00001  $HASP373 AAAA     STARTED - INIT 1    - CLASS A        - SYS SYS1
10.12.34 JOB00002  $HASP373 BBBB     STARTED - INIT 2    - CLASS A        - SYS SYS2
10.22.34 JOB00001  -STEP1                00   1111   9876      1.00       .12   10.0       345678K  BATCH        0     0     0     0
10.22.34 JOB00002  -STEP1                00   2222   9876      2.00       .12   10.0       345678K  BATCH        0     0     0     0
10.22.35 JOB00002  -BBBB     ENDED.  NAME-B                    TOTAL TCB CPU TIME=     2.00  TOTAL ELAPSED TIME=    10.0
10.22.35 JOB00001  -AAAA     ENDED.  NAME-A                    TOTAL TCB CPU TIME=     1.00  TOTAL ELAPSED TIME=    10.0
10.22.35 JOB00002  ICE052I 0 END OF DFSORT
"""  # noqa: E501


def test_steps_are_of_the_job_whose_number_their_lines_have() -> None:
    found = read(STEPS)
    assert found("lpar:SYS1", "step.AAAA.STEP1.excps") == 1111
    assert found("lpar:SYS2", "step.BBBB.STEP1.excps") == 2222
    assert found("lpar:SYS1", "job.AAAA.run_elapsed_s") == 600


ENDS = """\
10.12.34 JOB00001  $HASP373 AAAA     STARTED - INIT 1    - CLASS A        - SYS SYS1
10.12.34 JOB00002  $HASP373 BBBB     STARTED - INIT 2    - CLASS A        - SYS SYS2
10.22.34 JOB00001  IEF142I AAAA STEP1 - STEP WAS EXECUTED - COND CODE 0000
10.22.34 JOB00002  IEF142I BBBB STEP1 - STEP WAS EXECUTED - COND CODE 0000
10.22.34 JOB00001  IEF373I STEP/STEP1   /START 2019131.1012
10.22.34 JOB00001  IEF032I STEP/STEP1   /STOP  2019131.1022
10.22.34 JOB00001          CPU:     0 HR  00 MIN  01.00 SEC    SRB:     0 HR  00 MIN  00.00 SEC
10.22.34 JOB00002  IEF373I STEP/STEP1   /START 2019131.1012
10.22.34 JOB00002  IEF032I STEP/STEP1   /STOP  2019131.1022
10.22.34 JOB00002          CPU:     0 HR  00 MIN  02.00 SEC    SRB:     0 HR  00 MIN  00.00 SEC
"""


def test_cpu_of_a_step_is_its_jobs() -> None:
    found = read(ENDS)
    assert found("lpar:SYS1", "step.AAAA.STEP1.cpu_s") == 1
    assert found("lpar:SYS2", "step.BBBB.STEP1.cpu_s") == 2
