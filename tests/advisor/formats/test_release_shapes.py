"""Layouts of older and newer releases, of optional sections and of other sites' habits."""

from __future__ import annotations

import time

import pytest

from tests.advisor.reading.report_reading import read

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
    ("prefix", "owner"),
    [
        ("- ", "REPORT"),
        ("+ ", "REPORT"),
        ("@ ", "REPORT"),
        ("=DB7P ", "DB7P"),
        ("!DB7P ", "DB7P"),
        ("DB7P ", "DB7P"),
    ],
)
def test_pools_of_db2_9_under_any_command_prefix(prefix: str, owner: str) -> None:
    found = read(POOL_OF_V9.format(prefix))
    pool = f"db2_bufferpool:{owner}/BP3"
    assert found(pool, "setting.VPSIZE") == 7000
    assert found(pool, "setting.PGFIX") is False
    assert found(pool, "setting.PGSTEAL") == "FIFO"
    assert found(pool, "getpages_random") == 1203
    assert found(pool, "sync_reads_sequential") == 6
    seen = found.reading.observations
    again = [item.metric for item in seen if "GETPAGE" in item.metric]
    assert again == [], "a known figure, a second time under a label with the prefix in it"


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


def test_parameters_displayed_message_by_message() -> None:
    head = "ADAN41 00077 00003 2019-05-14 10:15:00"
    found = read(
        f" 10.15.00 STC00711  {head} PARAMETERS IN EFFECT\n"
        f" 10.15.00 STC00711  {head} LBP      = 209715200\n"
        f" 10.15.00 STC00711  {head} NT       = 17\n"
        " 10.15.01 STC00711  ADAN42 00077 00003 2019-05-14 10:15:01 DONE, NT = 99\n"
    )
    assert found("adabas_nucleus:77-3", "setting.LBP") == 200
    assert found("adabas_nucleus:77-3", "setting.NT") == 17


STATUS = """\
09:12:45          ***** A D A B A S  BASIC  SERVICES *****          2011-02-03
DBID 77                     -  System Status  -                       PACUS02

  Physical          Reads       Writes         Call Distribution
  ASSO .......       8,243        1,032        Remote Logical ...         0
  DATA .......       1,120        2,201        Local  Logical ...   123,456

  Logical Reads ...     123,232                Buffer flushes ......      19
  Throw Backs for ISN ..     3                 Throw Backs for Space ..    1
09:13:01          ***** A D A B A S  BASIC  SERVICES *****          2011-02-03
DBID 77                -  High Water Marks (Pools/Queues)  -          PACUH02

 Pool / Queue               Size      High Water     %     Date        Time
 Work Pool        (LWP) ..   700000       140000   20.0   2011-02-03  08:22:11
 Format Pool      (LFP) ..     9000        12000   13.0   2011-02-03  08:22:11
"""


def test_screens_of_adabas_online_system() -> None:
    found = read(STATUS)
    nucleus = "adabas_nucleus:77-0"
    assert found.formats == ("adabas-online",)
    assert found(nucleus, "data_reads") == 1120
    assert found(nucleus, "data_writes") == 2201
    assert found(nucleus, "logical_reads") == 123_232
    assert found(nucleus, "buffer_flushes") == 19
    assert (found(nucleus, "throw_backs_isn"), found(nucleus, "throw_backs_space")) == (3, 1)
    (used,) = found.all(nucleus, "high_water_mark.LWP")
    assert (used.value, used.interval.end) == (140_000, "2011-02-03T09:13:01")
    assert found(nucleus, "pool_size.LWP") == 700_000
    # Where the percentage does not fit, nobody knows which figure is which.
    assert not found.all(nucleus, "pool_size.LFP")
    assert not found.sentences


def test_a_screen_that_names_no_database_is_asked_for_it() -> None:
    found = read(STATUS.replace("DBID 77", "       "))
    assert not found.reading.observations
    assert "does not say which database" in found.sentences[0]


def test_answers_to_operator_commands() -> None:
    head = " 10.15.00 STC00711  ADAN28 00077  2019-05-14 10:15:00 "
    found = read(
        " 10.15.00 STC00711  F ADA77,DRES\n"
        f"{head}RESOURCE       SIZE       HIGH     %\n"
        f"{head}WP           500000     125000    25\n"
        f"{head}CQ              200        900    25\n"
        " 10.16.00 STC00711  F ADA77,DSTAT\n"
        f"{head}FUNCTION COMPLETED\n"
    )
    nucleus = "adabas_nucleus:77-0"
    assert found(nucleus, "pool_size.LWP") == 500_000
    assert found(nucleus, "high_water_mark.LWP") == 125_000
    assert not found.all(nucleus, "pool_size.NC")
    (sentence,) = found.sentences
    assert "DSTAT" in sentence
    assert "REFRESHSTATS" in sentence


def test_block_sizes_of_a_database_report() -> None:
    found = read("""\
********************
* Data Base Report *                                       2019-04-11  13:01:22
********************

 Data Base Name          = STOCKS
 Data Base Number        =       77
 Number of files loaded  =       42
 RABNSIZE                =        3

 ASSOR1      8391       200         1      35,999       12,000      4,136   35,999
 DATAR1      8391       300         1       8,998        1,000     10,796    8,998
 DATAR2      8391       300         1       8,998        1,000     10,796    8,998
 WORKR1      9999       100         1       5,999                  13,682    5,999
""")
    database = "adabas_database:77"
    assert found(database, "files_loaded") == 42
    assert found.values(database, "block_bytes.DATA") == [10_796]
    assert found(database, "block_bytes.ASSO") == 4136
    assert not found.all(database, "block_bytes.WORK")


TRACE = "TRACE START 2016 041   9:55:15     TRACE STOP  2016 041   9:57:15"
MONITOR = f"""\
***IMS  MONITOR***  BUFFER POOL STATISTICS   {TRACE}  PAGE 0001
                   S Y S T E M   C O N F I G U R A T I O N
   IMS MONITOR ****REGION SUMMARY****      {TRACE}  PAGE 0011
                                             (A)                                 (B)
                                 ........ELAPSED TIME.........       NOT IWAIT TIME(ELAPSED-IWAIT)
               OCCURRENCES       TOTAL        MEAN     MAXIMUM       TOTAL        MEAN     MAXIMUM
SCHEDULING AND TERMINATION
**REGION     3           5        4000         800         900        4000         800         900
**REGION    14           7        6000         857         998        6000         857         998
**TOTALS                12       10000         833                  10000         833
SCHEDULE TO FIRST CALL
**REGION     3           5       14000        2800        3900       14000        2800        3900
**REGION    14           7       16000        2285        3998       16000        2285        3998
REGION OCCUPANCY
**REGION     3    37.5%
**REGION    14    12.5%
   IMS MONITOR   ****PROGRAMS BY REGION****    {TRACE}  PAGE 0012
 SOMEPSB     99    12345
   IMS MONITOR   ****TRANSACTION QUEUING****    {TRACE}  PAGE 0181
                   NUMBER      NUMBER      ..ON QUEUE WHEN SCHEDULED.....   DEQUED      DISTRIBUTION
TRANSACTION        DEQUED      SCHEDS.     MINIMUM    MEAN        MAXIMUM    MEAN        NUMBER
___________        ______      ______      _______    ____        _______    ____        ______
 AB1X                23           2           0       0.00           0      11.50         883A,B
 CD2W                17          10           0       0.50           3       1.70         887A,B
"""


def test_reports_of_the_ims_monitor_beside_the_region_summary() -> None:
    found = read(MONITOR)
    region, system = "ims_region:IMS/MPR", "ims_system:IMS"
    assert found(region, "schedules") == 12
    assert found(region, "schedule_to_first_call_us") == 2_500
    assert found(region, "region_occupancy_pct") == 25
    (transactions,) = found.all(region, "transactions")
    assert (transactions.value, transactions.interval.duration_s) == (40, 120)
    assert found(system, "transactions") == 40
    profile = (
        f"   IMS MONITOR   ****RUN PROFILE****    {TRACE}  PAGE 0190\n"
        " TOTAL NUMBER OF MESSAGES DEQUEUED.........        41\n"
    )
    assert read(MONITOR + profile)(system, "transactions") == 41


def test_a_heading_between_rulers_is_no_line_that_was_cut() -> None:
    found = read("""\
---------data-set-name-----------------------Cache--Always-------------
CEE.SCEERUN9                          Y     N      *NONE*
SYS1.SIEALNK7                         N     N
PROD.PDSE.LIB                         Y     Y
PDSE HSPSTATS End of Report(SMSPDSE1)
D SMS,PDSE,HSPSTATS
IGW048I PDSE HSPSTATS Start of Report(SMSPDSE )
LRUTime : 20 Seconds   LRUCycles: 220 Cycles
BMF Time interval 1800 Seconds
""")
    assert ["so it was called REPORT" in sentence for sentence in found.sentences] == [True]
    assert found("lla_pdse:REPORT", "setting.PDSE_BMFTIME") == 1800


def test_macros_of_a_natural_parameter_module() -> None:
    found = read(
        f"{'         NTPRM MT=45,':71}X\n"
        f"{'               THSIZE=1536,':71}X\n"
        f"{'               LS=120':71}\n"
        "         NTSORT WRKSIZE=64,EXT=ON\n"
        f"{'         NTZIIP STATUS=ON,':71}X\n"
        "               PWCSIZE=(96,50,70)\n"
    )
    session = "natural_session:REPORT"
    assert found(session, "setting.MT") == 45
    assert found(session, "setting.THSIZE_KB") == 1536
    assert found(session, "setting.SORT") == "external"
    assert found(session, "setting.ZIIP") is True
    assert found(session, "setting.PWCSIZE_PRINT_KB") == 96
    assert found(session, "setting.PWCSIZE_WRITE_KB") == 70


def test_buffer_usage_with_grouped_figures() -> None:
    found = read("""\
09:50:28               ***** NATURAL BUS UTILITY *****              2019-04-03
User BATCH7              - Buffer Usage Statistics -            OpSYS z/OS
 No. Name    Type    Size      Used   Perc.  MaxUsed   Perc.  MaxSize   Perc.
 21  WCACHEO  V   307,200        32    0.0   306,947   99.9
""")
    assert found("natural_session:BATCH7", "wcacheo_size_bytes") == 307_200
    assert found("natural_session:BATCH7", "wcacheo_max_used_pct") == 99.9


MEMBERS = """\
16:21:45          ***** A D A B A S  BASIC  SERVICES *****          2012-07-19
DBID 77                -  Display Cluster Members  -                  PACA002
         Total number of nuclei in the cluster: 3
I Sel I Nuc ID I System ID I Jobname  I  Status  I  Available Services        I
------------------------------------------------------------------------------
I  _  I     1  I SYSQ      I ADAQNUC1 I Active   I All                        I
I  _  I     2  I SYSQ      I ADAQNUC2 I Inactive I Lock                       I
I  _  I     3  I SYSR      I ADAQNUC3 I Active   I All                        I
I     I        I           I          I          I                            I
"""


def test_members_of_a_cluster_and_where_they_run() -> None:
    found = read(MEMBERS)
    assert found("adabas_nucleus:77-1", "relation.parent") == "lpar:SYSQ"
    assert found("adabas_nucleus:77-3", "relation.parent") == "lpar:SYSR"
    assert found("adabas_nucleus:77-3", "relation.member") == "adabas_database:77"
    assert not found.all("adabas_nucleus:77-2", "relation.parent")
    assert not found.sentences  # its frame is no column at which anything was cut off


CLUSTER_CACHE = """\
ADARUN PROG=ADANUC,DBID=77,NUCID=2,NT=20
 A d a b a s  nucleus session statistics
 From 2019-05-11 10:00:00 to 2019-05-11 11:00:00
 Throw-backs due to ISN contention         33
 External Cache Statistics
 Totals
   Read requests                      1,500
     Synchronous                      1,000
     Asynchronous                       500
     In cache                           900
   Write requests                       700
     Synchronous                        600
     Asynchronous                       100
     Written                            690
     Not written                         10
   Cast-outs                             50
     Synchronous                         20
"""


def test_parts_of_cache_requests_are_of_the_requests_above_them() -> None:
    found = read(CLUSTER_CACHE)
    nucleus = "adabas_nucleus:77-2"
    assert found(nucleus, "cache_reads_synchronous") == 1_000
    assert found(nucleus, "cache_reads_in_cache") == 900
    assert found(nucleus, "cache_writes_synchronous") == 600
    assert found(nucleus, "cache_writes_asynchronous") == 100
    assert found(nucleus, "cache_castouts_synchronous") == 20
    assert found(nucleus, "throw_backs_isn") == 33
    assert not found.sentences


@pytest.mark.parametrize(
    ("text", "owner", "value"),
    [
        ("DB2 SUBSYSTEM: DBQ7\n\nDSN6FAC   CMTSTAT     ACTIVE      DDF THREADS     DSNTIPR\n",
         "DBQ7", "ACTIVE"),
        ("         DSN6FAC  DDF=AUTO,     X\n               CMTSTAT=INACTIVE,       X\n",
         "REPORT", "INACTIVE"),
        (("  SUBSYSTEM: DBQ8         SYSTEM PARAMETERS REPORT\n"
         " DDF THREADS (CMTSTAT)...................INACTIVE\n"), "DBQ8", "INACTIVE"),
    ],
)  # fmt: skip
def test_what_becomes_of_threads_after_commit(text: str, owner: str, value: str) -> None:
    found = read(text)
    assert found(f"db2_subsystem:{owner}", "setting.CMTSTAT") == value
    assert len(found.sentences) == (owner == "REPORT")


def test_superseded_apars_on_several_lines() -> None:
    found = read("""\
PAGE 0002  - NOW SET TO TARGET ZONE TZONE1    DATE 03/02/20  TIME 10:11:12  SMP/E 36.100   SMPLIST
TZONE1     SYSMOD ENTRIES
  NAME
UA70007   TYPE            = PTF
          STATUS          = REC  APP
          FMID            = HBB7777
          SUPING          = AA40001   AA40002   AA40003   AA40004
                            AA45127   AA45128
          MOD             = ABC
""")
    (applied,) = [o for o in found.reading.observations if o.metric.endswith("OA45127")]
    assert applied.value is True


GROUP_OF_MEMBERS = """\
DSN7100I -DBQ1 DSN7GCMD
*** BEGIN DISPLAY OF GROUP(DSNDBQ  ) CATALOG LEVEL(V12R1M500)
                  GROUP ATTACH NAME(DBQ0)
---------------------------------------------------------------------
DB2          SUB                     DB2    SYSTEM    IRLM
MEMBER   ID  SYS  CMDPREF   STATUS   LVL    NAME      SUBSYS IRLMPROC
-------- --- ---- --------  -------- ------ --------  ----   --------
DBQ1       1 DBQ1 -DBQ1     ACTIVE   121500 SYSQ      DJ1A   DBQ1IRLM
DBQ2       2 DBQ2 -DBQ2     ACTIVE   111    SYSR      DJ2A   DBQ2IRLM
DBQ3       3 DBQ3 -DBQ3     QUIESCED 121500 SYSS      DJ3A   DBQ3IRLM
---------------------------------------------------------------------
*** END DISPLAY OF GROUP(DSNDBQ  )
"""


def test_members_of_a_data_sharing_group() -> None:
    found = read(GROUP_OF_MEMBERS)
    assert found("db2_subsystem:DBQ1", "setting.MEMBERS") == 2
    assert found("db2_subsystem:DBQ1", "setting.VERSION") == "12"
    assert found("db2_subsystem:DBQ2", "setting.VERSION") == "11"
    assert found("db2_subsystem:DBQ2", "relation.parent") == "lpar:SYSR"
    assert not found.all("db2_subsystem:DBQ3", "relation.parent")
    cut = read(GROUP_OF_MEMBERS.partition("DBQ2  ")[0])
    assert not cut.all("db2_subsystem:DBQ1", "setting.MEMBERS")


SHORT = """\
   LOCATION: LOCQ                 OMEGAMON XE FOR DB2 PERFORMANCE EXPERT (V5R4M0)            PAGE: 1-1
      GROUP: DSNQ                            ACCOUNTING REPORT - SHORT
                                           ORDER: PRIMAUTH-PLANNAME    INTERVAL FROM: 03/02/20 09:00:00.00
DB2 VERSION: V12                           SCOPE: GROUP                          TO: 03/02/20 09:10:00.00

                  #OCCURS #ROLLBK SELECTS CLASS1 EL.TIME CLASS2 EL.TIME GETPAGES SYN.READ LOCK SUS
PRIMAUTH          #DISTRS #COMMIT FETCHES CLASS1 CPUTIME CLASS2 CPUTIME BUF.UPDT TOT.PREF #LOCKOUT
  PLANNAME
----------------- ------- ------- ------- -------------- -------------- -------- -------- --------
ANNA                  300       0    1.00       0.020000       0.010000    45.00     1.00     0.00
  STOCKS                0     600    0.00       0.008000       0.006000    10.00     0.22        0
BERT                  100       0    1.00       0.060000       0.010000    45.00     5.00     0.00
  STOCKS                0     150    0.00       0.004000       0.003000    10.00     0.22        0
"""  # noqa: E501
GRAND_TOTAL = """
*** GRAND TOTAL ***
                      400       0    1.00       0.030000       0.010000    45.00     2.00     0.00
                        0     750    0.00       0.007000       0.006000    10.00     0.22        0
"""


@pytest.mark.parametrize("text", [SHORT, SHORT + GRAND_TOTAL])
def test_short_accounting_reports(text: str) -> None:
    found = read(text)
    for subject in ("db2_plan:DSNQ/STOCKS", "db2_subsystem:DSNQ"):
        assert found(subject, "response_ms") == pytest.approx(30)
        assert found(subject, "cpu_ms_per_tx") == pytest.approx(7)
        assert found(subject, "sync_io_per_tx") == pytest.approx(2)
    assert found("db2_plan:DSNQ/STOCKS", "commits_per_s") == pytest.approx(750 / 600)
    assert found.values("db2_subsystem:DSNQ", "commits") == [750]
    assert not found.sentences


def test_the_release_that_a_queue_manager_starts_with() -> None:
    found = read(
        " 14.05.00 STC09999  CSQY000I !MQQ7 IBM MQ for z/OS V9.3.0\n"
        " 14.05.01 STC09999  CSQP001I !MQQ7 Buffer pool 1 has 20000 buffers\n"
    )
    assert found("mq_manager:MQQ7", "setting.VERSION") == "9.3.0"
    assert found("mq_bufferpool:MQQ7/1", "setting.BUFFERS") == 20_000


def test_the_system_that_a_cluster_nucleus_says_it_runs_on() -> None:
    found = read("""\
 07.00.01 STC00711  ADAN01 00077 00003 2015-03-17 07:00:01 ADANUC NUCID = 00003  SYSTEM = SYSQ
 07.00.05 STC00711  ADAN01 00077 00003 2015-03-17 07:00:05 A D A B A S   V8.5.4   is active
 10.15.00 STC00711  ADAN41 00077 00003 2015-03-17 10:15:00 PARAMETERS IN EFFECT
NT          = 15
""")
    assert found("adabas_nucleus:77-3", "relation.parent") == "lpar:SYSQ"
    assert found("adabas_nucleus:77-3", "setting.NT") == 15


def test_a_long_run_of_blanks_in_a_display_of_lla_takes_no_time() -> None:
    start = time.perf_counter()
    found = read(
        "CSV600I 09.42.10 LLA DISPLAY 514\n  ENTRY L F R P   LIBRARY NAME\n"
        "      1 L         SYS1.LINKLIB\n" + " " * 150 + "=\n"
        "      2   F   P   PROD.LOADLIB\n"
    )
    assert time.perf_counter() - start < 2
    assert found("lla_pdse:REPORT", "setting.LLA_LIBRARIES") == "SYS1.LINKLIB,PROD.LOADLIB"


@pytest.mark.parametrize("lost", ["Write requests", "Cast-outs"])
def test_parts_of_requests_whose_own_line_is_lost_are_not_of_the_ones_above(lost: str) -> None:
    lines = CLUSTER_CACHE.splitlines(keepends=True)
    found = read("".join(line for line in lines if lost not in line))
    whole = read(CLUSTER_CACHE)
    for kind in ("reads", "writes"):
        metric = f"cache_{kind}_synchronous"
        now, then = (r.values("adabas_nucleus:77-2", metric) for r in (found, whole))
        assert now in (then, [])
    assert any("must be missing" in said for said in found.sentences)


def test_regions_below_a_lost_heading_are_not_counted_again() -> None:
    lines = MONITOR.splitlines(keepends=True)
    found = read("".join(line for line in lines if "SCHEDULE TO FIRST CALL" not in line))
    region = "ims_region:IMS/MPR"
    assert found(region, "scheduling_by_region_us.3") == 800
    assert not found.values(region, "schedule_to_first_call_by_region_us.3")
    assert any("must be missing" in said for said in found.sentences)
