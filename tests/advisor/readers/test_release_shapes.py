"""Layouts of older and newer releases, of optional sections and of other sites' habits."""

from __future__ import annotations

import pytest

from tests.advisor.readers.report_reading import read

POOL_OF_V9 = """\
DSNB401I {0}BUFFERPOOL NAME BP3, BUFFERPOOL ID 3, USE COUNT 12
DSNB402I {0}BUFFERPOOL SIZE = 7000 BUFFERS
             ALLOCATED        =     7000   TO BE DELETED   =        0
DSNB406I {0}PGFIX ATTRIBUTE -
             CURRENT = NO
             PENDING = YES
           PAGE STEALING METHOD = FIFO
DSNB411I {0}RANDOM GETPAGE = 1,203 SYNC READ I/O (R) = 45
             SEQ.   GETPAGE = 99 SYNC READ I/O (S) = 6
DSN9022I {0}DSNB1CMD '-DISPLAY BUFFERPOOL' NORMAL COMPLETION
"""


@pytest.mark.parametrize(
    ("prefix", "owner"), [("- ", "DB2"), ("=DB7P ", "DB7P"), ("!DB7P ", "DB7P"), ("DB7P ", "DB7P")]
)
def test_pools_of_db2_9_under_any_command_prefix(prefix: str, owner: str) -> None:
    found = read(POOL_OF_V9.format(prefix))
    pool = f"db2_bufferpool:{owner}/BP3"
    assert found(pool, "setting.VPSIZE") == 7000
    assert found(pool, "setting.PGFIX") is False
    assert found(pool, "setting.PGSTEAL") == "FIFO"
    assert found(pool, "getpages_random") == 1203
    assert found(pool, "sync_reads_sequential") == 6


def test_the_size_of_a_duplexed_group_pool_is_its_primarys() -> None:
    found = read("""\
DSNB750I  =DB7P DISPLAY FOR GROUP BUFFER POOL GBP2 FOLLOWS
DSNB757I  =DB7P MVS CFRM POLICY STATUS FOR DSNQ_GBP2        = NORMAL
                CURRENT DUPLEXING MODE                    = DUPLEX
DSNB758I  =DB7P ALLOCATED SIZE                            = 20480 KB
DSNB759I  =DB7P NUMBER OF DIRECTORY ENTRIES               = 5100
                NUMBER OF DATA PAGES                      = 4200
DSNB799I  =DB7P SECONDARY GBP ATTRIBUTES
                ALLOCATED SIZE                            = 10240 KB
                NUMBER OF DIRECTORY ENTRIES               = 17
                NUMBER OF DATA PAGES                      = 18
DSNB790I  =DB7P DISPLAY FOR GROUP BUFFER POOL GBP2 IS COMPLETE
""")
    pool = "db2_gbp:DSNQ/GBP2"
    assert found(pool, "relation.member") == "db2_subsystem:DB7P"
    assert found(pool, "setting.SIZE_MB") == 20
    assert found(pool, "setting.DUPLEX") is True
    assert found(pool, "directory_entries") == 5100
    assert found(pool, "allocated_pages") == 4200


HEADING = """\
   LOCATION: LOCX          OMEGAMON XE FOR DB2 PERFORMANCE EXPERT (V5R4)            PAGE: 1-1
  SUBSYSTEM: DBQ1          ORDER: PRIMAUTH-PLANNAME   INTERVAL FROM: 03/02/20 09:00:00.00
DB2 VERSION: V12           SCOPE: MEMBER                       TO: 03/02/20 09:10:00.00
"""
BLOCK = """
PRIMAUTH: {user}  PLANNAME: STOCKS

AVERAGE       APPL(CL.1)  DB2 (CL.2)  IFI (CL.5)    CLASS 3 SUSPENSIONS   AVERAGE TIME  AV.EVENT    HIGHLIGHTS
ELAPSED TIME    {elapsed}    0.010000         N/P    LOCK/LATCH(DB2+IRLM)      0.000012      0.16    #OCCURRENCES    :      {times}
CP CPU TIME     0.004000    0.003000         N/P    SYNCHRON. I/O             0.002000      2.00    #COMMITS        :      {commits}
NORMAL TERM.     AVERAGE       TOTAL    ABNORMAL TERM.      TOTAL
NEW USER            0.20          {commits}    APPL.PROGR. ABEND       0
"""  # noqa: E501


def test_a_plan_in_blocks_of_several_users_is_one_plan() -> None:
    found = read(
        HEADING
        + BLOCK.format(user="ANNA", elapsed="0.020000", times=300, commits=600)
        + BLOCK.format(user="BERT", elapsed="0.060000", times=100, commits=150)
    )
    plan, owner = "db2_plan:DBQ1/STOCKS", "db2_subsystem:DBQ1"
    assert found(plan, "response_ms") == pytest.approx(30)
    assert found(plan, "sync_io_us") == pytest.approx(1_000)
    assert found(plan, "commits_per_s") == pytest.approx(750 / 600)
    assert found(owner, "commits") == 750
    assert found(owner, "terminations_new_user") == 750
    assert found(owner, "setting.VERSION") == "12"
    assert not found.sentences


def test_commits_of_a_statistics_report() -> None:
    found = read(
        HEADING.replace("PRIMAUTH-PLANNAME  ", "                   ") + "\n---- HIGHLIGHTS -----\n"
        "INTERVAL START  : 03/02/20 09:00:00.00    TOTAL THREADS    :       25.00\n"
        "INTERVAL END    : 03/02/20 09:10:00.00    TOTAL COMMITS    :       12.5K\n"
        "INTERVAL ELAPSED:          10:00.00       DATA SHARING MEMBER:        N/A\n"
    )
    (commits,) = found.all("db2_subsystem:DBQ1", "commits")
    assert (commits.value, commits.interval.duration_s) == (12_500, 600)
