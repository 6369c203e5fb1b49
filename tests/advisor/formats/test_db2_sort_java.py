"""Db2 displays and accounting, DFSORT, Java."""

from __future__ import annotations

import pytest

from advisor.installation.builder import build_installation
from model.projection import build_baseline, project
from model.topology import Scenario
from tests.advisor.reading.report_reading import read, read_sample

POOL = "db2_bufferpool:DB2P/BP1"


def test_bufferpool_detail_with_the_simulated_pool() -> None:
    found = read_sample("formats/db2-bufferpool-detail.txt")
    assert found.formats == ("db2-bufferpool",)
    assert found(POOL, "relation.parent") == "db2_subsystem:DB2P"
    assert found(POOL, "setting.VPSIZE") == 80_000
    assert found(POOL, "setting.PGFIX") is False
    assert found(POOL, "setting.PGSTEAL") == "LRU"
    assert found(POOL, "setting.FRAMESIZE") == "4K"
    assert found(POOL, "setting.SPSIZE") == 160_000
    # The same label stands below two messages: page-ins for read and for write.
    assert found(POOL, "page_ins_read") == 40_212
    assert found(POOL, "page_ins_write") == 812
    assert found(POOL, "avoidable_sync_reads") == 1_402_118
    assert found(POOL, "avoidable_delay_ms") == 1_904_120
    # ALLOCATED of the simulated pool is not that of the pool.
    assert found(POOL, "setting.ALLOCATED") is None


def test_two_pools_of_two_members_stay_apart() -> None:
    text = """\
DSNB401I  -DB2P BUFFERPOOL NAME BP0, BUFFERPOOL ID 0, USE COUNT 412
DSNB402I  -DB2P BUFFER POOL SIZE = 20,000 BUFFERS  AUTOSIZE = NO
DSNB411I  -DB2P RANDOM GETPAGE    =  100 SYNC READ I/O (R) =     7
DSN9022I  -DB2P DSNB1CMD '-DISPLAY BUFFERPOOL' NORMAL COMPLETION
DSNB401I  -DB2Q BUFFERPOOL NAME BP32K, BUFFERPOOL ID 80, USE COUNT 4
DSNB402I  -DB2Q BUFFER POOL SIZE = 500 BUFFERS  AUTOSIZE = NO
"""
    found = read(text)
    assert found("db2_bufferpool:DB2P/BP0", "setting.VPSIZE") == 20_000
    assert found("db2_bufferpool:DB2P/BP0", "sync_reads_random") == 7
    assert found("db2_bufferpool:DB2Q/BP32K", "setting.PAGE_SIZE_KB") == 32
    assert found("db2_bufferpool:DB2Q/BP32K", "setting.VPSIZE") == 500


def test_counts_of_a_pool_since_it_was_started_give_way_to_the_latest() -> None:
    """Ten days of one pool and twenty minutes of another were one sum of synchronous reads."""

    def pool(name: str, *counts: tuple[str, str, int]) -> str:
        return f"DSNB401I  -DB2P BUFFERPOOL NAME {name}, BUFFERPOOL ID 0, USE COUNT 4\n" + "".join(
            f"DSNB4{number}I  -DB2P {kind} STATISTICS SINCE {since} MAY {day}, 2019\n"
            f"DSNB411I  -DB2P RANDOM GETPAGE = {reads}0 SYNC READ I/O (R) = {reads}\n"
            for kind, since, reads in counts
            for number, day in (("10", 1) if kind == "CUMULATIVE" else ("09", 11),)
        )

    def summed(text: str) -> float | None:
        topology = build_installation([read(text).reading]).topology
        (as_is,) = project(build_baseline(topology), [Scenario("as it is", ())])
        work = as_is.workloads[0]
        found = work.metrics.get("sync_reads")
        return None if found is None else found.value

    both = (("CUMULATIVE", "03:00:00", 11_234_567), ("INCREMENTAL", "11:00:00", 100))
    here, there = pool("BP0", ("INCREMENTAL", "11:00:01", 7)), pool("BP1", *both)
    end = "DSN9022I  -DB2P DSNB1CMD '-DISPLAY BUFFERPOOL' NORMAL COMPLETION\n"
    assert summed(here + there + end) == 107
    assert summed(here.replace("11:00:01", "09:00:01") + there + end) is None
    assert summed(here + pool("BP1", both[0]) + end) is None


def test_a_display_pasted_without_its_first_line_says_so() -> None:
    found = read("DSNB411I  -DB2P RANDOM GETPAGE    =  100 SYNC READ I/O (R) =     7\n")
    assert len(found.sentences) == 1
    assert "DSNB401I" in found.sentences[0]


def test_accounting_terminations_plans_and_packages() -> None:
    found = read_sample("formats/db2-accounting.txt")
    assert found("db2_subsystem:DB2P", "terminations_new_user") == 41_204
    assert found("db2_subsystem:DB2P", "terminations_deallocation") == 29_840
    assert found("db2_plan:DB2P/NVKB1R1", "commits_per_s") == 26.31
    assert found("db2_plan:DB2P/KVBUARG", "allocations_per_s") == 61.2
    assert found("db2_plan:DB2P/KVBUARG", "cpu_pct") == 7.11


def test_accounting_without_figures_is_not_zero() -> None:
    text = """\
SUBSYSTEM: DB2P
NORMAL TERM.      AVERAGE       TOTAL
----------------  --------  --------
NEW USER               N/C       N/C
DEALLOCATION          0.42     29840
"""
    found = read(text)
    assert found("db2_subsystem:DB2P", "terminations_new_user") is None
    assert found("db2_subsystem:DB2P", "terminations_deallocation") == 29_840


def test_sort_table_of_smf_16() -> None:
    found = read_sample("formats/dfsort-smf16.txt")
    assert found.formats == ("dfsort-smf16",)
    name = "dfsort_job:SORT 17 01:04:12.11"
    assert found(name, "elapsed_s") == 1604.2
    assert found(name, "gb_sorted") == 84.12
    assert found(name, "hiperspace_gb") == 12.3
    assert found(name, "work_tracks") == 1_402_118
    assert found(name, "work_ios") == 301_204


def test_sort_table_row_with_a_missing_column_is_left_unread() -> None:
    text = """\
Day     Timestamp  Pgm                  Secs      Secs     Sorted     GB Used     Tracks Used          I/Os
 17   01:04:12.11  SORT             1,604.20    211.40      84.12       12.30       1,402,118
"""  # noqa: E501
    found = read(text)
    assert not found.reading.observations
    assert found.reading.unread[-1][1] == 2


def test_sort_messages_of_a_job_log() -> None:
    found = read_sample("formats/dfsort-joblog.txt")
    name = "dfsort_job:NVSORT04"
    assert found(name, "records_in") == 49_308_727
    assert found(name, "records_out") == 49_308_727
    assert found(name, "work_tracks") == 210_440
    assert found(name, "option.MOSIZE") == "MAX"
    assert found(name, "hiperspace_gb") == pytest.approx(3.1, rel=1e-3)
    assert found(name, "setting.VERSION") == "V2R1"


def test_verbose_gc_settings_and_pauses() -> None:
    text = """\
<?xml version="1.0" encoding="UTF-8" ?>
<verbosegc xmlns="http://www.ibm.com/j9/verbosegc" version="R28">
<initialized id="1" timestamp="2015-03-17T10:00:00.000">
  <attribute name="maxHeapSize" value="0x40000000" />
  <attribute name="pageSize" value="0x100000" />
  <attribute name="compressedRefs" value="true" />
</initialized>
<exclusive-end id="9" timestamp="2015-03-17T10:00:10.000" durationms="40.000" />
<gc-end id="8" type="scavenge" timestamp="2015-03-17T10:00:10.000">
<mem-info id="9" free="268435456" total="1073741824" percent="25">
<exclusive-end id="19" timestamp="2015-03-17T10:00:20.000" durationms="60.000" />
<gc-end id="18" type="scavenge" timestamp="2015-03-17T10:00:20.000">
"""  # still being written: not closed
    found = read(text, "payments.xml")
    assert found.formats == ("java-verbosegc",)
    assert found("jvm:payments", "setting.XMX_MB") == 1024
    assert found("jvm:payments", "setting.PAGESIZE") == "1M"
    assert found("jvm:payments", "setting.COMPRESSEDREFS") is True
    assert found("jvm:payments", "gc_cycles") == 2
    assert found("jvm:payments", "gc_pause_ms") == 50
    assert found("jvm:payments", "gc_max_pause_ms") == 60
    assert found("jvm:payments", "gc_time_pct") == pytest.approx(0.5)
    assert found("jvm:payments", "heap_used_mb") == 768


@pytest.mark.parametrize(
    ("option", "metric", "expected"),
    [
        ("-Xmx2g", "setting.XMX_MB", 2048),
        ("-Xms512M", "setting.XMS_MB", 512),
        ("-Xmn1048576k", "setting.XMN_MB", 1024),
        ("-Xgcpolicy:gencon", "setting.GCPOLICY", "gencon"),
        ("-Xnocompressedrefs", "setting.COMPRESSEDREFS", False),
        ("-Xlp:objectheap:pagesize=1M,pageable", "setting.PAGESIZE", "1M"),
    ],
)
def test_jvm_options(option: str, metric: str, expected: object) -> None:
    found = read(f"# options of the server\n{option}\n-Dfile.encoding=UTF-8\n", "jvm.options")
    assert found.formats == ("java-options",)
    assert found("jvm:jvm", metric) == expected


def test_a_list_of_other_words_is_no_option_file() -> None:
    assert read("some words\n-Xmx2g in a letter\n", "letter.txt").formats == ()


STATISTICS = """\
1   LOCATION: DSNDB0P                 OMEGAMON XE FOR DB2 PERFORMANCE EXPERT (V5R4M0)      PAGE: 1-4
       GROUP: DSNDBP                        STATISTICS REPORT - LONG         REQUESTED FROM: N/P
      MEMBER: DB1P                                                                       TO: N/P
   SUBSYSTEM: DB1P                                        INTERVAL FROM: 03/02/20 09:00:00.03
 DB2 VERSION: V12                   SCOPE: MEMBER                    TO: 03/02/20 10:00:00.02

 BP8K1  GENERAL              QUANTITY  /SECOND  /THREAD  /COMMIT    BP8K1  READ OPERATIONS      \
QUANTITY  /SECOND  /THREAD  /COMMIT
 --------------------------  --------  -------  -------  -------    --------------------------- \
 --------  -------  -------  -------
 CURRENT ACTIVE BUFFERS       1250.00      N/A      N/A      N/A    BPOOL HIT RATIO (%)         \
    98.62
 NUMBER OF DATASET OPENS       120.00     0.03     0.00     0.00    GETPAGE REQUEST             \
 36240.5K   10.07K   301.14    42.43
 BUFFERS ALLOCATED - VPOOL   20000.00      N/A      N/A      N/A    GETPAGE REQUEST-RANDOM      \
 35000.0K    9.72K   290.83    40.98
 DFHSM MIGRATED DATASET          0.00     0.00     0.00     0.00    SYNCHRON. READS-RANDOM      \
   397.9K   110.50     3.31     0.47

 TOT4K  READ OPERATIONS      QUANTITY  /SECOND  /THREAD  /COMMIT
 --------------------------  --------  -------  -------  -------
 GETPAGE REQUEST             99240.5K   10.07K   301.14    42.43
"""


def test_buffer_pools_of_a_db2_statistics_report() -> None:
    found = read(STATISTICS)
    pool = "db2_bufferpool:DB1P/BP8K1"
    assert found(pool, "relation.parent") == "db2_subsystem:DB1P"
    assert found(pool, "setting.VPSIZE") == 20000
    assert found(pool, "setting.PAGE_SIZE_KB") == 8
    assert found(pool, "getpages") == 36240500
    assert found(pool, "getpages_random") == 35000000
    assert found(pool, "sync_reads_random") == pytest.approx(397900)
    (seen,) = found.all(pool, "sync_reads_random")
    assert seen.interval.start == "2020-03-02T09:00:00"
    assert seen.interval.duration_s == 3600
    # Sums over pools are no pool.
    assert {o.subject for o in found.reading.observations if "bufferpool" in o.subject} == {pool}


def test_sorts_without_log_columns_are_named_by_their_own_message() -> None:
    one = (
        "ICE000I 0 - CONTROL STATEMENTS FOR 5650-ZOS, Z/OS DFSORT V2R3 - 10:20 ON MON\n"
        "ICE088I 0 {job}.STEP010 .        , INPUT LRECL = 500, BLKSIZE = 27500, TYPE = FB\n"
        "ICE134I 0 NUMBER OF BYTES SORTED: {size}\n"
    )
    text = one.format(job="NIGHT1", size=1 << 30) + one.format(job="NIGHT2", size=1 << 31)
    # Records from an exit have no block size, and another message names the step.
    by_exit = one.replace("ICE088I", "ICE089I").replace(" BLKSIZE = 27500,", "")
    found = read(text + by_exit.format(job="NIGHT3", size=3 << 30))
    assert found("dfsort_job:NIGHT3", "gb_sorted") == 3
    assert found("dfsort_job:NIGHT1", "gb_sorted") == 1
    assert found("dfsort_job:NIGHT2", "gb_sorted") == 2
    assert found("dfsort_job:NIGHT2", "setting.VERSION") == "V2R3"


def test_write_thresholds_and_buffers_in_use_of_a_pool() -> None:
    found = read_sample("formats/db2-bufferpool-detail.txt")
    pool = "db2_bufferpool:DB2P/BP1"
    assert found(pool, "setting.DWQT") == 30
    assert found(pool, "setting.VDWQT") == 5
    assert found(pool, "setting.AUTOSIZE") is False
    assert found(pool, "buffers_in_use") == 4120


def test_control_statements_of_a_sort_are_known() -> None:
    statements = """\
ICE000I 0 - CONTROL STATEMENTS FOR 5650-ZOS, Z/OS DFSORT V2R4  - 18:44 ON MON JAN 29, 2024 -
            SORT FIELDS=(11,75,CH,A,97,4,PD,D)
            MODS E35=(NVE35,12288)
ICE088I 0 NVJOB   .STEP1   .        , INPUT LRECL = 2041, BLKSIZE = 2048, TYPE = F
ICE054I 0 RECORDS - IN: 52, OUT: 50
 12 APPLES
"""
    found = read(statements)
    assert found("dfsort_job:NVJOB", "records_in") == 52
    assert found.reading.unread == ((6, 6),)
    assert found.formats == ("dfsort-messages",)


def test_a_job_that_sorts_twice_is_two_sorts() -> None:
    log = (
        "ICE000I 0 - CONTROL STATEMENTS FOR 5650-ZOS, Z/OS DFSORT V2R3 - 10:20 ON MON\n"
        "ICE088I 0 NVNIGHT.STEP0{n}0 .        , INPUT LRECL = 500, BLKSIZE = 27500, TYPE = FB\n"
        "ICE054I 0 RECORDS - IN: {n}00, OUT: {n}00\n"
        "ICE134I 0 NUMBER OF BYTES SORTED: {size}\n"
        "ICE052I 3 END OF DFSORT\n"
    )
    found = read(log.format(n=1, size=2**30) + log.format(n=2, size=2**31))
    assert found("dfsort_job:NVNIGHT", "gb_sorted") == 1
    assert found("dfsort_job:NVNIGHT", "records_in") == 100
    assert found("dfsort_job:NVNIGHT 2", "gb_sorted") == 2
    assert found("dfsort_job:NVNIGHT 2", "records_in") == 200
