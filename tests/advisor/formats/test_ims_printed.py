"""Counts of IMS pools and of the whole system under the report's own labels.

Labels: IBM, IMS 15 System Administration, IMS Monitor reports (Message Queue Pool, Database
Buffer Pool, VSAM Buffer Pool, Latch Conflict Statistics, Run Profile); IMS Commands, /DISPLAY POOL.
Figures are invented.
"""

from __future__ import annotations

from tests.advisor.reading.report_reading import read

OSAM = """\
             D A T A   B A S E   B U F F E R   P O O L
                                                          FIX PREFIX/BUFFERS                 Y/Y
                                                          SUBPOOL ID                        O04K
                                                          SUBPOOL BUFFER SIZE               4096
                                                          TOTAL BUFFERS IN SUBPOOL           900

                                                        16:08:15      16:10:16
    NUMBER OF LOCATE-TYPE CALLS                            21000         32500             11500
    NUMBER OF REQUESTS TO CREATE NEW BLOCKS                    0             0                 0
    NUMBER OF BUFFER ALTER CALLS                            1874          3222              1348
    NUMBER OF PURGE CALLS                                     77           184               107
    NUMBER OF READ I/O REQUESTS                             3100          4200              1100
    NUMBER OF BLOCKS WRITTEN BY PURGE                        500           731               231
    NUMBER OF LOCATE CALLS WAITED DUE TO BUSY ID               0             0                 0
"""


def test_a_subpool_gives_the_difference_of_each_count() -> None:
    found = read(OSAM)
    system = "ims_system:IMS"
    assert found(system, "pool_buffers.O04K.4096") == 900
    assert found(system, "pool_reads.O04K.4096") == 1100
    assert found(system, "printed.OSAM SUBPOOL 1: LOCATE-TYPE CALLS") == 11_500
    assert found(system, "printed.OSAM SUBPOOL 1: BLOCKS WRITTEN BY PURGE") == 231
    assert found.reading.numbers.unread == 0
    assert found.sentences == []  # figures of all lengths end at one column: not a cut print


def test_a_subpool_behind_the_numbers_of_an_editor() -> None:
    """Rows that end at one column behind their numbers were called wrapped there."""
    wide = OSAM.replace("    NUMBER OF", " " * 26 + "NUMBER OF").replace(" " * 58, " " * 80)
    lines = [f"{at:06} {line}" for at, line in enumerate(wide.splitlines(), 1)]
    plain, numbered = read(wide), read("\n".join([*lines, ""]))
    assert len(plain.reading.observations) > 6
    assert numbered.sentences == plain.sentences == []
    seen = [(one.metric, one.value) for one in numbered.reading.observations]
    assert seen == [(one.metric, one.value) for one in plain.reading.observations]


def test_what_is_no_difference_is_listed() -> None:
    found = read(OSAM.replace("   231\n", "   232\n"))
    assert found("ims_system:IMS", "printed.OSAM SUBPOOL 1: BLOCKS WRITTEN BY PURGE") is None
    assert found.reading.numbers.unread == 3


def test_a_subpool_pasted_without_its_title() -> None:
    found = read("\n".join(OSAM.splitlines()[7:]))
    assert found("ims_system:IMS", "printed.OSAM SUBPOOL 1: READ I/O REQUESTS") == 1100


QUEUES = """\
***IMS  MONITOR***  BUFFER POOL STATISTICS    TRACE START 2015 076  10:15:15     TRACE STOP  2015 076  10:19:49  PAGE 0002

                   M E S S A G E   Q U E U E   P O O L

                                                                           10:15:15           10:19:49
                                                                         START TRACE        END   TRACE        DIFFERENCE

    NUMBER OF LOCATE CALLS FROM QMGR                                         31007              48219              17212
    NUMBER OF REQUESTS TO PURGE THE Q POOL                                       5                  5                  0

                   M E S S A G E   F O R M A T   B U F F E R   P O O L

    NUMBER OF P/F REQUESTS                                                     411                902                491

"""  # noqa: E501


def test_pools_of_messages_give_the_difference_of_each_count() -> None:
    """The report was known by its title, and none of its counts was kept."""
    found = read(QUEUES + OSAM)
    system = "ims_system:IMS"
    assert found(system, "printed.MESSAGE QUEUE POOL: LOCATE CALLS FROM QMGR") == 17_212
    assert found(system, "printed.MESSAGE QUEUE POOL: REQUESTS TO PURGE THE Q POOL") == 0
    assert found(system, "printed.MESSAGE FORMAT POOL: P/F REQUESTS") == 491
    assert found(system, "pool_reads.O04K.4096") == 1100
    (one, *_) = found.all(system, "printed.MESSAGE QUEUE POOL: LOCATE CALLS FROM QMGR")
    assert one.interval.duration_s == 274
    assert found.reading.numbers.unread == 0


LATCHES = """\
                         L A T C H   C O N F L I C T   S T A T I S T I C S
              LOGL  LOGGER LATCH                      11                 44                 33
              SMGT  STORAGE MANAGEMENT                 0                  2                  2
"""


def test_latches() -> None:
    assert read(LATCHES)("ims_system:IMS", "printed.LATCH: LOGGER LATCH") == 33


PROFILE = """\
IMS MONITOR   ****RUN PROFILE****    TRACE START 2021 130   5:55:15  TRACE STOP  2021 130   5:59:49  PAGE 0247
TRACE ELAPSED TIME IN SECONDS.....................274.0
TOTAL NUMBER OF SCHEDULES.........................1229
NUMBER OF OSAM BUFFER POOL I/O'S..................12010,  5.6 PER TRANSACTION
RATIO OF PROGRAM ELAPSED TO DL/I ELAPSED:
  REGION   1:    1.41
  REGION   2:    1.32
"""  # noqa: E501


def test_the_run_profile() -> None:
    found = read(PROFILE)
    system = "ims_system:IMS"
    assert found(system, "printed.TOTAL NUMBER OF SCHEDULES") == 1229
    assert found(system, "printed.NUMBER OF OSAM BUFFER POOL I/O'S PER TRANSACTION") == 5.6
    ratio = "printed.RATIO OF PROGRAM ELAPSED TO DL/I ELAPSED: REGION 2"
    assert found(system, ratio) == 1.32
    assert found.reading.numbers.unread == 0


POOLS = """\
 OSAM DB BUFFER POOL:ID 4K01 BSIZE 4K NBUF 800  FX=Y/Y
                   LCTREQ 51231 ALTREQ 331 PURGREQ 61   FNDIPL  50001
                   BFSRCH 52231 RDREQ 1208 BFSTLW   0   PURGWR    92
 VSAM DB BUFFER POOL: ID VPL1 BSIZE 512 TYPE D FX=N
                   RRBA 131 RKEY 523 BFALT 22 NREC 2
 CIOP POOL: SIZE UNLIMITED CURRENT 72K HIGH 80K FREE 56K
"""


def test_the_display_of_pools() -> None:
    found = read(POOLS)
    system = "ims_system:IMS"
    assert found(system, "pool_found.4K01.4096") == 50_001
    assert found(system, "pool_reads.4K01.4096") == 1208
    assert found(system, "printed.OSAM DB BUFFER POOL 1: PURGWR") == 92
    assert found(system, "printed.VSAM DB BUFFER POOL 1: RKEY") == 523
    assert found(system, "printed.CIOP POOL: HIGH") == 80 * 1024
    assert found.reading.numbers.unread == 0


SUMMARIES = """\
POOL SPACE FAILURE SUMMARY
          POOL ID    BYTES REQ.   OCCURRENCES
          DLMP           7888           2
          DLDP           6777           3
     TOTAL                              5
DEADLOCK EVENT SUMMARY
     REQ-ING PSB    LOSING PSB    DMBNAME    OCCURRENCES
     PSBNAME1       TPPSBRE3      DBASEBAL       1
  TOTAL                                          1
"""


def test_of_summaries_by_pool_and_program_the_totals_are_kept() -> None:
    found = read(SUMMARIES)
    system = "ims_system:IMS"
    assert found(system, "printed.POOL SPACE FAILURE SUMMARY: TOTAL") == 5
    assert found(system, "printed.DEADLOCK EVENT SUMMARY: TOTAL") == 1
    assert found.reading.numbers.unread == 0


def test_a_subpool_of_which_half_its_name_is_lost_is_not_another_one() -> None:
    lines = OSAM.splitlines(keepends=True)
    for label in ("SUBPOOL ID", "SUBPOOL BUFFER SIZE"):
        found = read("".join(line for line in lines if label not in line))
        assert not [s for s in found.reading.observations if s.metric.startswith("pool_")]
        assert any("only its number or only the size" in said for said in found.sentences)


TRANSACTIONS = """\
   TRAN       CLS ENQCT   QCT    LCT  PLCT CP NP LP SEGSZ SEGNO PARLM RC
   ADDINV       4     0     0  65535 65535 10 10 10     0     0  NONE  1
   ADDPART      4    12     3  65535 65535 10 10 10     0     0  NONE  1
   PART         1  4711   122  65535     5  7  7 10     0     0     0  3
   *14331/102451*
"""


def test_what_waits_for_each_transaction() -> None:
    found = read(TRANSACTIONS)
    assert found("ims_system:IMS", "transaction_queued.PART") == 122
    assert found("ims_system:IMS", "transaction_enqueued.ADDPART") == 12
    assert found("ims_system:IMS", "transaction_regions.PART") == 3
    assert found.reading.numbers.unread == 0
    assert found.sentences == []


def test_a_transaction_whose_row_lacks_a_cell_tells_nothing() -> None:
    found = read(TRANSACTIONS.replace("4711   122", "4711      "))
    assert not found.values("ims_system:IMS", "transaction_queued.PART")
    assert found("ims_system:IMS", "transaction_queued.ADDPART") == 3
    assert found.sentences


def test_answers_of_transactions_cut_anywhere_do_no_harm() -> None:
    for keep in range(len(TRANSACTIONS)):
        read(TRANSACTIONS[:keep])
