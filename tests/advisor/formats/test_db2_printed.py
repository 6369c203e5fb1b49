"""Labels that no reader knows by name: of displays, and of blocks below headings and rulers."""

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import read, strict

# Messages and labels: IBM, Db2 Messages (DSNB401I to DSNB456I); figures are invented.
POOL = """\
DSNB401I  -DB7S BUFFERPOOL NAME BP3, BUFFERPOOL ID 3, USE COUNT 9
DSNB402I  -DB7S BUFFER POOL SIZE = 7000 BUFFERS  AUTOSIZE = NO
             ALLOCATED      = 6900  TO BE DELETED   = 0
DSNB431I  -DB7S SIMULATED BUFFER POOL SIZE = 800 BUFFERS -
             ALLOCATED      = 790
             IN-USE         = 412  HIGH IN-USE     = 655
DSNB411I  -DB7S RANDOM GETPAGE = 7712 SYNC READ I/O (R) = 345
             SEQ.   GETPAGE = 91827  SYNC READ I/O (S) = 31
             DMTH HIT       = 0  PAGE-INS REQUIRED = 6
             SEQUENTIAL     = 512  VPSEQT HIT       = 2
DSNB453I  -DB7S VP CACHED PAGES -
             CURRENT        = 5120    MAX              = 6890
             CHANGED        = 44      MAX              = 377
DSN9022I  -DB7S DSNB1CMD '-DISPLAY BUFFERPOOL' NORMAL COMPLETION
"""


ALIGNED = """\
DSNB401I + BUFFERPOOL NAME BP5, BUFFERPOOL ID 5, USE COUNT 31
DSNB402I + BUFFER POOL SIZE             = 7200
           AUTOSIZE                     = YES
           VPSIZE MINIMUM = 6100   VPSIZE MAXIMUM = 9300
           ALLOCATED      = 7180        TO BE DELETED    = 11
DSNB406I + PGFIX ATTRIBUTE -
            CURRENT  =  NO
            PENDING  =  YES
DSN9022I + DSNB1CMD '+DISPLAY BPOOL' NORMAL COMPLETION
"""


def test_the_longest_of_aligned_labels_has_but_one_blank() -> None:
    """Beside it, the next line's label, alone in having more, looked like two lines in one."""
    found = read(ALIGNED)
    pool = "db2_bufferpool:REPORT/BP5"
    assert found(pool, "printed.BUFFER POOL SIZE: VPSIZE MINIMUM") == 6100
    assert found(pool, "printed.BUFFER POOL SIZE: VPSIZE MAXIMUM") == 9300
    assert found(pool, "printed.BUFFER POOL SIZE: ALLOCATED") == 7180
    assert found(pool, "printed.BUFFER POOL SIZE: TO BE DELETED") == 11
    assert found.reading.numbers.unread == 0


PREFETCH = """\
DSNB401I  -DB7S BUFFERPOOL NAME BP3, BUFFERPOOL ID 3, USE COUNT 9
DSNB412I  -DB7S SEQUENTIAL PREFETCH -
            REQUESTS             =     88120 PREFETCH I/O      =     61204
            PAGES READ           =   1912204
DSNB413I  -DB7S LIST PREFETCH -
            REQUESTS             =     12044 PREFETCH I/O      =     10120
            PAGES READ           =    204120
DSN9022I  -DB7S DSNB1CMD '-DISPLAY BUFFERPOOL' NORMAL COMPLETION
"""


def test_counts_below_a_lost_message_are_not_those_of_the_message_before() -> None:
    """Reads of list prefetch stood beside those of sequential prefetch as the same figure."""
    pool = "db2_bufferpool:DB7S/BP3"
    assert read(PREFETCH)(pool, "list_prefetch_reads") == 10120
    found = read("".join(x for x in PREFETCH.splitlines(True) if "413I" not in x))
    assert found.values(pool, "prefetch_reads") == [61204]
    assert found.values(pool, "prefetch_pages") == [1912204]
    assert not found.all(pool, "list_prefetch_reads")
    (sentence,) = found.sentences
    assert "message number above is missing" in sentence


def test_kilobytes_of_a_frame_are_no_thousands() -> None:
    """Frames of 4K stood in Reports as 4,000."""
    found = read(POOL.replace("HIGH IN-USE     = 655", "VPOOL FRAME SIZE = 4K"))
    figure = "printed.SIMULATED BUFFER POOL SIZE: VPOOL FRAME SIZE"
    assert found("db2_bufferpool:DB7S/BP3", figure) == 4096


def test_labels_that_nothing_asks_for_are_kept_behind_what_they_belong_to() -> None:
    found = read(POOL)
    pool = "db2_bufferpool:DB7S/BP3"
    assert found(pool, "printed.BUFFER POOL SIZE: ALLOCATED") == 6900
    assert found(pool, "printed.SIMULATED BUFFER POOL SIZE: ALLOCATED") == 790
    assert found(pool, "printed.VP CACHED PAGES: MAX BEHIND CHANGED") == 377
    assert found(pool, "printed.RANDOM GETPAGE: VPSEQT HIT") == 2
    assert found(pool, "getpages_sequential") == 91_827
    assert found(pool, "printed.RANDOM GETPAGE: GETPAGE") is None  # SEQ.   GETPAGE, read by name
    assert found.reading.numbers.unread == 0


def test_a_message_with_its_row_is_no_line_that_was_fused() -> None:
    """The row below it is aligned alike: ``DSNB411I  -DB7S`` was taken for a line of its own."""
    assert read(POOL).sentences == []


# Labels: IBM, OMEGAMON for Db2 documentation, Statistics - EDM Pool Activity; figures are invented.
EDM = """\
EDM POOL                     QUANTITY  /SECOND  /THREAD  /COMMIT
---------------------------  --------  -------  -------  -------
PAGES IN DBD POOL (ABOVE)         N/A      N/A      N/A      N/A
  HELD BY DBD                   77.00      N/A      N/A      N/A
  FREE PAGES                      N/A      N/A      N/A      N/A
PAGES IN STMT POOL (ABOVE)    1360.00      N/A      N/A      N/A
  HELD BY STATEMENTS             4.25      N/A      N/A      N/A
  FREE PAGES                  1355.75      N/A      N/A      N/A
PT REQUESTS                     31.00     0.17      N/C     0.94
"""


@pytest.mark.parametrize("text", [EDM, "\n".join(" ".join(x.split()) for x in EDM.split("\n"))])
def test_a_block_is_read_by_its_heading_and_ruler(text: str) -> None:
    found = read(text)
    subsystem = "db2_subsystem:REPORT"
    assert found(subsystem, "printed.EDM POOL: HELD BY DBD") == 77
    assert found(subsystem, "printed.EDM POOL: PT REQUESTS") == 31
    assert found(subsystem, "printed.EDM POOL: FREE PAGES BEHIND HELD BY STATEMENTS") == 1355.75
    assert found.reading.numbers.unread == 0
    assert len(found.reading.observations) == 5  # a rate says nothing that the quantity does not


SIDES = """\
LOG ACTIVITY                 QUANTITY  /COMMIT     LOCKING ACTIVITY             QUANTITY  /COMMIT
---------------------------  --------  -------     ---------------------------  --------  -------
WRITE-NOWAIT                 63410.00     1.78     TIMEOUTS                         3.00     0.00
                                                   DEADLOCKS                        1.00     0.00
UNAVAILABLE OUTPUT LOG BUFF      4.00     0.00     LOCK REQUESTS                 1117.5K    31.30
READS SATISFIED-OUTP.BUF(%)     99.50
"""


def test_of_two_blocks_beside_each_other_each_keeps_its_own() -> None:
    found = read(SIDES)
    subsystem = "db2_subsystem:REPORT"
    assert found(subsystem, "log_buffer_waits") == 4
    assert found(subsystem, "printed.LOG ACTIVITY: WRITE-NOWAIT") == 63_410
    assert found(subsystem, "printed.LOG ACTIVITY: READS SATISFIED-OUTP.BUF(%)") == 99.5
    assert found(subsystem, "printed.LOCKING ACTIVITY: DEADLOCKS") == 1
    assert found(subsystem, "printed.LOCKING ACTIVITY: LOCK REQUESTS") == 1_117_500
    assert found.reading.numbers.unread == 0
    assert ["nothing names" in said for said in found.sentences] == [True]


SUSPENDED = """\
CLASS 3 SUSPENSIONS   AVERAGE TIME  AV.EVENT
--------------------  ------------  --------
SYNCHRON. I/O             0.004100      7.00
DRAIN LOCK                0.000310      0.02
TOTAL CLASS 3             0.004410      7.02
"""


def test_a_label_may_end_in_a_number() -> None:
    found = read(SUSPENDED)
    title = "printed.CLASS 3 SUSPENSIONS: "
    assert found("db2_subsystem:REPORT", "sync_io_per_tx") == 7
    assert found("db2_subsystem:REPORT", title + "TOTAL CLASS 3 (AV.EVENT)") == 7.02
    assert found("db2_subsystem:REPORT", title + "DRAIN LOCK (AVERAGE TIME)") == 0.00031


def test_two_columns_of_one_name_are_two_columns() -> None:
    with strict():
        found = read(SUSPENDED.replace("AVERAGE TIME", "    AV.EVENT"))
    label = "printed.CLASS 3 SUSPENSIONS: DRAIN LOCK (AV.EVENT"
    assert found("db2_subsystem:REPORT", label + ")") == 0.00031
    assert found("db2_subsystem:REPORT", label + ", COLUMN 2)") == 0.02


def test_a_row_with_a_figure_too_many_is_listed() -> None:
    found = read(EDM.replace("4.25      N/A", "4.25  1.00      N/A"))
    assert found.reading.numbers.unread == 2


# Labels: IBM, Db2 Messages (DSNB773I to DSNB788I); figures are invented.
GROUP = """\
DSNB750I -DB7S DISPLAY FOR GROUP BUFFER POOL GBP3 FOLLOWS
DSNB757I -DB7S MVS CFRM POLICY STATUS FOR SHOPGRP_GBP3 = NORMAL
             MAX SIZE INDICATED IN POLICY                  = 51200 KB
DSNB772I -DB7S CUMULATIVE STATISTICS SINCE 09:11:12 MAY 4, 2021
DSNB773I -DB7S MEMBER DETAIL STATISTICS
             SYNCHRONOUS READS
              DUE TO BUFFER INVALIDATION
               DATA RETURNED                               = 713
DSNB774I -DB7S  DUE TO DATA PAGE NOT IN BUFFER POOL
               DATA RETURNED                               = 219
DSNB786I -DB7S WRITES
               CHANGED PAGES                               = 871
               FAILED DUE TO LACK OF STORAGE               = 3
DSNB762I -DB7S DUPLEXING STATISTICS FOR GBP3-SEC
             WRITES
               CHANGED PAGES                               = 870
DSNB790I -DB7S DISPLAY FOR GROUP BUFFER POOL GBP3 IS COMPLETE
"""


def test_a_members_reads_are_told_apart_by_what_they_were_due_to() -> None:
    found = read(GROUP)
    pool = "db2_gbp:SHOPGRP/GBP3"
    detail = "printed.MEMBER DETAIL STATISTICS: DUE TO BUFFER INVALIDATION: DATA RETURNED"
    assert found(pool, detail) == 713
    late = "printed.DUE TO DATA PAGE NOT IN BUFFER POOL: DATA RETURNED"
    assert found(pool, late) == 219
    assert found(pool, "writes_failed") == 3
    assert found(pool, "printed.DUPLEXING STATISTICS: WRITES: CHANGED PAGES") == 870
    assert found(pool, "setting.POLICY_SIZE_MB") == 50
    assert found.reading.numbers.unread == 0


# Messages: IBM, Db2 Messages (DSNL080I to DSNL106I, DSNV401I, DSNJ370I); figures are invented.
DDF = """\
    "DSNL080I  -DB7S DSNLTDDF DISPLAY DDF REPORT FOLLOWS:",
    "DSNL084I TCPPORT=6045  SECPORT=6046  RESPORT=6047  IPNAME=-NONE",
    "DSNL090I DT=I  CONDBAT=   3000 MDBAT=  150",
    "DSNL092I ADBAT=  21 QUEDBAT=      2 INADBAT=      0 CONQUED=      7",
    "DSNL099I DSNLTDDF DISPLAY DDF REPORT COMPLETE"
"""


def test_distributed_threads_also_from_a_program_that_quotes_them() -> None:
    found = read(DDF)
    assert found("db2_subsystem:DB7S", "setting.MAXDBAT") == 150
    assert found("db2_subsystem:DB7S", "printed.DISPLAY DDF: QUEDBAT") == 2
    assert found.reading.numbers.unread == 0


THREADS = """\
DSNV401I  -DB7S DISPLAY THREAD REPORT FOLLOWS -
DSNV402I  -DB7S ACTIVE THREADS -
NAME     ST A   REQ ID           AUTHID   PLAN     ASID TOKEN
SERVER   RA *  1452 db2jcc_appli APPUSR   DISTSERV 0036   101
SERVER   RA *    77 db2jcc_appli APPUSR   DISTSERV 0036   108
BATCH    T  *    14 RUNJOB1      USR7     DSNTEP2  002A    57
DSN9022I  -DB7S DSNVDT '-DISPLAY THREAD' NORMAL COMPLETION
"""


def test_threads_are_counted_by_their_status() -> None:
    found = read(THREADS)
    assert found("db2_subsystem:DB7S", "printed.DISPLAY THREAD: STATUS RA") == 2
    assert found("db2_subsystem:DB7S", "printed.DISPLAY THREAD: STATUS T") == 1


CLIENT = """\
 V437-WORKSTATION=ws1
       USERID=appusr
       APPLICATION NAME=db2jcc_application
 V445-G91AAE7F.P3A1.081107224253=1452 ACCESSING DATA FOR
  ::FFFF:10.30.25.1
CICSP1   N        3              CICSUSER          0031     0
CICSP1   T       47 POOLPAY10003 CICSUSER PAYPLAN  0031   112
DISPLAY ACTIVE REPORT COMPLETE
"""


def test_threads_with_the_names_of_their_clients_are_not_wrapped() -> None:
    """Rows of 61 characters above lines that begin in the middle passed for wrapped ones."""
    rows = THREADS.splitlines(keepends=True)
    found = read("".join([*rows[:-1], CLIENT, rows[-1]]))
    assert found("db2_subsystem:DB7S", "printed.DISPLAY THREAD: STATUS RA") == 2
    assert found("db2_subsystem:DB7S", "printed.DISPLAY THREAD: STATUS T") == 2
    assert found("db2_subsystem:DB7S", "printed.DISPLAY THREAD: STATUS N") == 1
    assert found.sentences == []
    assert found.reading.numbers.unread == 0


def test_a_status_with_a_digit_is_one() -> None:
    """Of a connection that is R2 the whole row was listed as not read."""
    found = read(THREADS.replace("SERVER   RA *    77", "SERVER   R2      77"))
    assert found("db2_subsystem:DB7S", "printed.DISPLAY THREAD: STATUS R2") == 1
    assert found("db2_subsystem:DB7S", "printed.DISPLAY THREAD: STATUS RA") == 1
    assert found.reading.numbers.unread == 0


ZPARMS = """\
         DSN6SYSP   ACCUMACC=12,                                       X
               CTHREAD=450,                                            X
               MAXDBAT=320,                                            X
               SMFACCT=(1,2,3,7,8)
         DSN6SPRM   NUMLKTS=4000
"""


def test_parameters_of_the_macros() -> None:
    found = read(ZPARMS)
    assert found("db2_subsystem:REPORT", "setting.CTHREAD") == 450
    assert found("db2_subsystem:REPORT", "setting.MAXDBAT") == 320
    assert found("db2_subsystem:REPORT", "printed.ZPARM NUMLKTS") == 4000
    assert found.reading.numbers.unread == 0


GENERAL = """\
BP7      GENERAL             QUANTITY  /COMMIT     BP7     READ OPERATIONS      QUANTITY  /COMMIT
---------------------------  --------  -------     ---------------------------  --------  -------
CURRENT ACTIVE BUFFERS         141.47      N/A     BPOOL HIT RATIO (%)             55.22
UNAVAIL.BUFFER-VPOOL FULL        0.00     0.00     BPOOL HIT RATIO (%) SEQU        -0.48
NUMBER OF DATASET OPENS        231.00      N/C     GETPAGE REQUEST-RANDOM         213.4K     5.79
BUFFERS ALLOCATED - VPOOL     6000.00      N/A     SYNCHRON. READS-RANDOM         559.00     0.02
"""


def test_cells_without_a_figure_are_no_words_that_blanked_columns_parted() -> None:
    """``N/A`` and headings end before the gap between two blocks, labels begin behind it."""
    found = read(GENERAL)
    pool = "db2_bufferpool:REPORT/BP7"
    assert found(pool, "setting.VPSIZE") == 6000
    assert found(pool, "sync_reads_random") == 559
    assert found(pool, "printed.READ OPERATIONS: BPOOL HIT RATIO (%) SEQU") == -0.48
    assert found.reading.numbers.unread == 0


# IBM, Db2 13 Messages, DSNB820I.
RESIDENCY = """\
DSNB750I -DB7S DISPLAY FOR GROUP BUFFER POOL GBP2 FOLLOWS
DSNB787I -DB7S RECLAIMS
              FOR DIRECTORY ENTRIES                     = 51
              FOR DATA ENTRIES                          = 2
DSNB788I -DB7S CROSS INVALIDATIONS
              DUE TO DIRECTORY RECLAIMS                 = 43
DSNB820I -DB7S AVERAGE RESIDENCY TIME
              FOR DIRECTORY ENTRIES                     = 78123
              FOR DATA ENTRIES                          = 8712
DSNB790I -DB7S DISPLAY FOR GROUP BUFFER POOL GBP2 IS COMPLETE
"""


def test_how_long_entries_stay_is_no_number_of_reclaims() -> None:
    """Both stand behind ``FOR DIRECTORY ENTRIES``."""
    found = read(RESIDENCY)
    assert found("db2_gbp:GBP2", "directory_reclaims") == 51
    title = "printed.AVERAGE RESIDENCY TIME: FOR DIRECTORY ENTRIES"
    assert found("db2_gbp:GBP2", title) == 78_123


# Layout: IBM, OMEGAMON for Db2 PE documentation, EDM Pool Snapshot Summary; figures are invented.
PANEL = """\
________________ ZEDSN    VTM     O2       V550.#P DB7S 08/02/22 16:32:38   2
>                         EDM POOL SNAPSHOT SUMMARY
+ <<< The following EDM snapshot was collected on 08/02/22 at 17:05:38.   >>>
+ EDM              % of     Pages        Count of     Avg Pages     Max Pages
+ Storage Type     Pool     Alloc        Entries      Entry         Entry
+ ------------     ------   ---------    --------     ---------     ---------
+ DBDs                N/A       290.0          24          12.2           9.0
+ SQL CACHE          3.6%       391.0         113           3.4           N/A
"""


def test_a_panel_is_read_by_its_headings_in_two_lines() -> None:
    found = read(PANEL)
    title = "printed.EDM POOL SNAPSHOT SUMMARY: "
    assert found("db2_subsystem:DB7S", title + "DBDS (MAX PAGES ENTRY)") == 9
    assert found("db2_subsystem:DB7S", title + "SQL CACHE (% OF POOL)") == 3.6
    assert found("db2_subsystem:DB7S", title + "SQL CACHE (COUNT OF ENTRIES)") == 113
    assert found.reading.numbers.unread == 0


ACCOUNTED = """\
SQL DML      AVERAGE      TOTAL
--------  ----------  ---------
SELECT         12.20     122000
OPEN            5.40      54000

PLANNAME     AVERAGE      TOTAL
--------  ----------  ---------
SHOP01          2.20      22000
"""


def test_an_average_beside_its_total_says_nothing_more_and_names_are_no_labels() -> None:
    found = read(ACCOUNTED)
    kept = {item.metric: item.value for item in found.reading.observations}
    assert kept == {
        "printed.SQL DML: SELECT (TOTAL)": 122_000,
        "printed.SQL DML: OPEN (TOTAL)": 54_000,
    }
    assert found.reading.numbers.unread == 2


def test_rows_below_headings_without_a_ruler_are_of_no_block_above() -> None:
    table = "\nTHREADS       WAITS      KEPT\nOF SHOP        2.20        71\n"
    found = read(ACCOUNTED.split("\nPLANNAME")[0] + table)
    assert len(found.reading.observations) == 2
    assert found.reading.numbers.unread == 2


@pytest.mark.parametrize("blank", ["0.02", "  559.00", "   -0.48"])
def test_a_row_with_a_blank_cell_is_listed_and_not_told(blank: str) -> None:
    whole = {(item.metric, item.value) for item in read(GENERAL).reading.observations}
    found = read(GENERAL.replace(blank, " " * len(blank)))
    assert {(item.metric, item.value) for item in found.reading.observations} < whole


def test_the_rows_of_a_table_below_are_none_of_the_block_above_it() -> None:
    found = read(
        "NORMAL TERM.      AVERAGE       TOTAL\n"
        "----------------  --------  --------\n"
        "TYPE2 INACTIVE        0.00         0\n"
        "\n"
        "PLANNAME  TOT CL2CPU  COMMITS/SEC\n"
        "NVKB1R1                     16.31\n"
    )
    names = {item.metric for item in found.reading.observations}
    assert not {name for name in names if "NVKB1R1" in name}


@pytest.mark.parametrize(
    "ends",
    ["RECLAIMS\n             ", "AVERAGE RESIDENCY TIME\n             "],
)
def test_a_message_that_is_one_with_its_first_row_heads_nothing(ends: str) -> None:
    """No one knows where the heading ends and the label begins."""
    whole = {(item.metric, item.value) for item in read(RESIDENCY).reading.observations}
    joined = read(RESIDENCY.replace(ends, ends.split("\n")[0]))
    assert {(item.metric, item.value) for item in joined.reading.observations} < whole


def test_a_word_in_front_of_a_label_is_the_value_before_it() -> None:
    found = read(GROUP.replace("= NORMAL\n            ", "= NORMAL"))
    assert not [item for item in found.reading.observations if "NORMAL" in item.metric]


THREAD = """\
________________ ZATD2    VTM     O2       V550.#P DB7S 08/02/22 16:33:49   3
>                        APPLICATION TRACE LOCK DETAIL
 ATD2
+ Planname=NVPLAN01   Connid=TSO        Corrid=NVU            Authid=NVU
+
+ Current=000001  Total Number of SQL Calls=000004
+
+ Start Time   Progname  SQL Call         Stmt#  PSET    DPAG    IPAG    OTHER
+ ------------ --------  ---------------- -----  ------  ------  ------  ------
+ 16:33:41.959 NVPROG68  PREPARE          00189       0       0       0       8
"""


def test_figures_of_one_thread_are_not_the_subsystems() -> None:
    found = read(THREAD)
    assert found.reading.observations == ()
    assert "shows one thread" in found.sentences[0]
    assert found.reading.numbers.unread == 0  # its kind is known


def test_the_panel_behind_that_of_a_thread_is_the_subsystems() -> None:
    told = [(item.metric, item.value) for item in read(PANEL).reading.observations]
    both = [(item.metric, item.value) for item in read(THREAD + PANEL).reading.observations]
    assert both == told != []


def test_a_castout_class_is_no_label_that_lost_its_number() -> None:
    """READ CASTOUT CLASS ends with the word behind which a waiting class has its number."""
    block = """\
GROUP BP7                       QUANTITY  /SECOND  /THREAD  /COMMIT
-----------------------------   --------  -------  -------  -------
PAGES CASTOUT                     3124.00     2.17     0.09     0.03
READ CASTOUT CLASS                 105.00     0.07     0.00     0.00
"""
    found = read(block)
    assert found("db2_bufferpool:REPORT/BP7", "printed.GROUP: READ CASTOUT CLASS") == 105
    assert found.reading.numbers.unread == 0


# Labels: IBM, OMEGAMON for Db2 documentation, Package Times - Class 7; figures are invented.
TIMES = """\
{name}                    TIMES
------------------  ------------
{elapsed}
CP CPU TIME             0.004711
  AGENT                 0.004710
  PAR.TASKS             0.000001
NOT ACCOUNTED        1:02.100000
"""


@pytest.mark.parametrize(
    ("name", "elapsed", "label", "value"),
    [
        ("PACKAGE", "ELAP-CL7 TIME-AVG       0.027815", "ELAP-CL7 TIME-AVG", 0.027815),
        ("NVPKG03", "ELAPSED TIME - CL7   2:03.445566", "ELAPSED TIME - CL7", 123.445566),
    ],
)
def test_times_of_a_package_that_were_pasted_alone(
    name: str, elapsed: str, label: str, value: float
) -> None:
    found = read(TIMES.format(name=name, elapsed=elapsed))
    assert found("db2_subsystem:REPORT", f"printed.{name}: {label}") == pytest.approx(value)
    assert found("db2_subsystem:REPORT", f"printed.{name}: PAR.TASKS") == 0.000001
    assert found("db2_subsystem:REPORT", f"printed.{name}: NOT ACCOUNTED") == pytest.approx(62.1)
    assert found.reading.numbers.unread == 0


def test_the_heading_of_a_report_that_is_not_read_is_called_no_report_itself() -> None:
    """Of both ends of its interval on one line it was said that the line was cut off."""
    page = """\
1    DB2 BUFFER POOL PLACEMENT (V5R4M0) - OBJECT PLACEMENT REPORT         PAGE: 1-3

 SUBSYSTEM: DB7S        INTERVAL FROM:  03/17/15 10:15:30   TO: 03/17/15 10:30:22

                      =======     Detail Activity     =======
 Getpage                31         77         12
"""
    found = read(page)
    assert found.reading.observations == ()
    (sentence,) = found.sentences
    assert "a kind that Plexwright does not read" in sentence


LOG = """\
DSNJ370I  -DB0P DSNJC00A LOG DISPLAY
CURRENT COPY1 LOG = DB0P.LOGCOPY1.DS03 IS 62% FULL
         FULL LOGS TO OFFLOAD = 0 OF 6
DSNJ371I  -DB0P DB2 RESTARTED 02:11:40 OCT  3, 2021
         RESTART RBA 000000A0E0128D6C0000
         CHECKPOINT FREQUENCY 5 MINUTES OR 10000000 LOGRECORDS
         LAST SYSTEM CHECKPOINT TAKEN 09:55:12
DSN9022I  -DB0P DSNJC001 '-DIS LOG' NORMAL COMPLETION
"""


def test_how_often_checkpoints_are_taken() -> None:
    found = read(LOG)
    label = "printed.DISPLAY LOG: CHECKPOINT FREQUENCY"
    assert found("db2_subsystem:DB0P", f"{label} (MINUTES)") == 5
    assert found("db2_subsystem:DB0P", f"{label} (LOGRECORDS)") == 10_000_000
    assert found.reading.numbers.unread == 0


def test_a_heading_of_pools_in_small_letters_is_one() -> None:
    """A mutated page ended its reader: no QUANTITY stood there in capitals."""
    text = "DB2 STATISTICS REPORT\nBP0 GENERAL     quantity  /second\nUSE COUNT  12  0.10\n"
    assert read(text).reading.problems is not None
