"""RMF CPU activity and Partition Data: processors, totals, partition and CPC."""

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import heading, read, read_sample

HEAD = """
 CPU        2827   CPC CAPACITY  2011        SEQUENCE CODE 0000000000042A17
 MODEL      716    CHANGE REASON=NONE        HIPERDISPATCH=YES
 H/W MODEL  HA1
 ---CPU---    ---------------- TIME % ----------------   LOG PROC      --I/O INTERRUPTS--
 NUM  TYPE    ONLINE    LPAR BUSY    MVS BUSY   PARKED   SHARE %       RATE     % VIA TPI
"""
ROWS = """\
  0    CP     100.00     61.20        62.04        0.00   100.0  HIGH   310.20      4.12
  1    CP     100.00     58.80        59.90        0.00    40.0  MED    290.10      3.98
  2    CP     100.00      0.00        -----      100.00     0.0  LOW      0.00      0.00
  3    CP       0.00      0.00        -----        0.00     0.0  LOW      0.00      0.00
 TOTAL/AVERAGE           40.00        60.97                140.0         600.3      4.05
  4    IIP    100.00     12.50        12.61        0.00   100.0  HIGH
 TOTAL/AVERAGE           12.50        12.61                100.0
"""
PARTITIONS = """\
 MVS PARTITION NAME                    NVLP1        PHYS PROC NUM      18       GROUP NAME        N/A
 IMAGE CAPACITY                        2011                   CP       16       LIMIT             N/A
 NUMBER OF CONFIGURED PARTITIONS          3                  ICF       0       AVAILABLE         N/A
 WAIT COMPLETION                         NO                  IIP       2
 DISPATCH INTERVAL                  DYNAMIC

 --------- PARTITION DATA ---------------- -- LOGICAL PARTITION PROCESSOR DATA -- ---
                    ----MSU---- -CAPPING--  PROCESSOR- ----DISPATCH TIME DATA----   LOGICAL
 NAME       S   WGT  DEF    ACT  DEF   WLM%   NUM  TYPE     EFFECTIVE         TOTAL EFFECTIVE   TOTAL
 NVLP1      A   700    0    412   NO    0.0   3.0    CP  00.17.50.110  00.18.00.200     39.63   40.00      0.02       7.43    7.50
 NVLP2      A   300    0    120   NO    0.0  12.0    CP  00.50.20.000  00.50.31.120     27.97   28.07      0.05      20.98   21.05
 NVLP3      A   DED    0    120   NO    0.0   1.0    CP  00.05.20.000  00.05.20.120     35.55   35.57      0.01       2.22    2.23
 *PHYSICAL*                                                            00.00.08.640                         0.06               0.06
   TOTAL                                                 01.13.30.110  01.13.60.080                         0.14      30.63   30.84
"""  # noqa: E501  (report lines as wide as the paper)


def test_cpu_totals_processors_and_machine() -> None:
    found = read(heading("CPU ACTIVITY") + HEAD + ROWS)
    assert found.formats == ("rmf-cpu",)
    assert found("lpar:NVS1", "cp_busy_pct") == 40.0
    assert found("lpar:NVS1", "mvs_busy_pct") == 60.97
    assert found("lpar:NVS1", "ziip_busy_pct") == 12.5
    assert found("lpar:NVS1", "guaranteed_cps") == pytest.approx(1.4)
    assert found("lpar:NVS1", "vertical_low_cps") == 0.0
    blank = ROWS.replace("0.00    40.0  MED ", "        40.0  MED ", 1)
    assert not read(heading("CPU ACTIVITY") + HEAD + blank).all("lpar:NVS1", "guaranteed_cps")
    # A parked processor is online, one that was 0 per cent online is not.
    assert found("lpar:NVS1", "setting.CPS") == 3
    assert found("lpar:NVS1", "setting.ZIIPS") == 1
    assert found("lpar:NVS1", "relation.parent") == "cpc:42A17"
    assert found("cpc:42A17", "setting.MODEL") == "2827-HA1"
    (busy,) = found.all("lpar:NVS1", "cp_busy_pct")
    assert busy.interval.start == "2015-03-17T10:00:00"
    assert busy.interval.end == "2015-03-17T10:15:00"
    assert "TOTAL/AVERAGE           40.00" in busy.text


def test_rows_without_a_type_are_general_purpose_processors() -> None:
    rows = """\
 CPU        ONLINE TIME   LPAR BUSY      MVS BUSY      CPU SERIAL  I/O TOTAL         % I/O INTERRUPTS
 NUMBER     PERCENTAGE    TIME PERC      TIME PERC     NUMBER      INTERRUPT RATE    HANDLED VIA TPI
  0         100.00        36.70          36.90         01B52A      512.3             4.12
  1          40.00        36.60          36.80         11B52A      12.3              0.12
  2           0.00        -----          -----         21B52A      0.00              0.00
 TOTAL/AVERAGE            36.65          36.85                     524.6             3.90
"""  # noqa: E501  (report lines as wide as the paper)
    found = read(heading("CPU ACTIVITY") + rows)
    assert found("lpar:NVS1", "setting.CPS") == 2
    assert found("lpar:NVS1", "mvs_busy_pct") == 36.85


def test_partition_data_gives_weight_and_neighbours() -> None:
    text = heading("CPU ACTIVITY") + HEAD + ROWS + heading("PARTITION DATA REPORT") + PARTITIONS
    found = read(text)
    assert found("lpar:NVS1", "setting.WEIGHT") == 700
    assert found("cpc:42A17", "setting.CPS") == 16
    assert found("cpc:42A17", "setting.ZIIPS") == 2
    assert found("cpc:42A17", "cp_busy_pct") == 30.84
    assert found("cpc:42A17", "partition_physical_pct.NVLP2") == 21.05
    assert found("cpc:42A17", "partition_logical_pct.NVLP3") == 35.57
    assert found("cpc:42A17", "partition_physical_pct.NVLP1") == 7.5  # its own
    # A dedicated partition has no weight.
    assert found.values("lpar:NVS1", "setting.WEIGHT") == [700]
    assert not found.values("lpar:NVS1", "setting.DEDICATED")
    own = read(text.replace("A   700 ", "A   DED "))
    assert not own.values("lpar:NVS1", "setting.WEIGHT")
    assert own("lpar:NVS1", "setting.DEDICATED") is True


def test_repeated_heading_in_mid_table_and_two_systems_in_one_file() -> None:
    lines = ROWS.splitlines(keepends=True)
    first = heading("CPU ACTIVITY") + HEAD + "".join(lines[:2])
    again = heading("CPU ACTIVITY") + HEAD + "".join(lines[2:])
    other = (
        heading("CPU ACTIVITY", system="NVS2", time="10.15.00")
        + HEAD
        + ROWS.replace("40.00 ", "41.00 ")
    )
    found = read(first + again + other)
    assert found("lpar:NVS1", "cp_busy_pct") == 40.0
    assert found("lpar:NVS2", "cp_busy_pct") == 41.0
    (late,) = found.all("lpar:NVS2", "cp_busy_pct")
    assert late.interval.start == "2015-03-17T10:15:00"


def test_columns_collapsed_by_pdf_still_read() -> None:
    text = heading("CPU ACTIVITY") + HEAD + ROWS
    collapsed = "\n".join(" ".join(line.split()) for line in text.splitlines())
    found = read(collapsed)
    assert found("lpar:NVS1", "cp_busy_pct") == 40.0
    assert found("lpar:NVS1", "setting.CPS") == 3


def test_mixed_case_print_of_another_formatter() -> None:
    text = """\
                                                     CPU Activity Report
  z/OS V2R3   System ID S0W1   Date 10/11/2021   Interval 29:59.996
  Converted to z/OS V2R3 RMF   Time 08.30.00     Cycle 1.000 Seconds

 CPU        1090   CPC Capacity    24        Sequence Code 0000000000000001
 Model      L02    Change Reason=NONE        HiperDispatch=NO
 ---CPU---    ---------------- Time % ----------------   Log Proc
 Num  Type    Online    LPAR Busy    MVS Busy   Parked   Share %
  0    CP     100.00       6.38         6.43        0.00   100.0
  1    CP     100.00       4.12         4.18        0.00   100.0
 Total/Average             5.25         5.31               200.0
"""
    found = read(text)
    assert found("lpar:S0W1", "cp_busy_pct") == 5.25
    assert found("lpar:S0W1", "setting.CPS") == 2
    assert found.all("lpar:S0W1", "cp_busy_pct")[0].interval.duration_s == pytest.approx(1799.996)


def test_page_without_heading_says_whose_figures_they_are_not() -> None:
    found = read("                    C P U  A C T I V I T Y\n" + HEAD + ROWS)
    assert not [item for item in found.reading.observations if item.subject.startswith("lpar")]
    assert len(found.sentences) == 1
    assert "SYSTEM ID" in found.sentences[0]
    assert "report.txt" in found.sentences[0]


def test_job_log_with_the_word_cpu_is_no_report() -> None:
    found = read("IEF032I STEP/X /STOP \n        CPU:     0 HR  00 MIN  00.02 SEC\n" * 5)
    assert "rmf-cpu" not in found.formats


def test_story_in_ebcdic_equals_what_the_text_page_would_say() -> None:
    first = read_sample("engagement/rmf-sysa.fb133.ebcdic")
    assert first.reading.encoding.startswith("cp")
    assert first("lpar:SYSA", "setting.CPS") == 16
    second = read_sample("engagement/rmf-sysb.txt")
    assert second("lpar:SYSB", "cp_busy_pct") == 26.44
    assert second("lpar:SYSB", "setting.CPS") == 16


def test_a_page_pasted_without_its_title_keeps_its_heading_and_threads() -> None:
    """Columns of multithreading and its analysis: IBM, RMF Report Analysis V2R4."""
    found = read_sample("formats/rmf-cpu-threads.txt")
    assert found("lpar:SYSC", "cp_busy_pct") == 61.14
    assert found("lpar:SYSC", "mvs_busy_pct") == 60.93
    assert found("lpar:SYSC", "ziip_busy_pct") == 71.25
    assert found("lpar:SYSC", "setting.ZIIPS") == 2  # cores, not their threads
    assert found("lpar:SYSC", "setting.ZIIP_THREADS") == 2
    assert found("lpar:SYSC", "relation.parent") == "cpc:C71D8"
    busy = next(o for o in found.reading.observations if o.metric == "cp_busy_pct")
    assert (busy.interval.start, busy.interval.duration_s) == ("2015-03-17T10:00:00", 900.0)
    assert found.reading.numbers.unread == 0
    assert found.sentences == []


def test_rows_without_any_heading_belong_to_nobody() -> None:
    found = read(HEAD + ROWS)
    assert not [o for o in found.reading.observations if o.metric == "cp_busy_pct"]
    assert any("SYSTEM ID" in sentence for sentence in found.sentences)


LACKING = """\
 CPU        3907   CPC CAPACITY   400        SEQUENCE CODE 0000000000011111
 NUM  TYPE    ONLINE    LPAR BUSY    MVS BUSY   PARKED   SHARE %       RATE     % VIA TPI
  0    CP     100.00     40.00        41.00        0.00   100.0        1200.00      12.00
  1    CP     100.00     38.00        39.00        0.00   100.0        1200.00      12.00
 TOTAL/AVERAGE           39.00        40.00               200.0        2400.00      12.00
"""


def test_a_lost_row_of_a_processor_shows_in_the_total() -> None:
    """One CP of two was read as the partition's only one, and the total said otherwise."""
    page = heading("CPU ACTIVITY") + LACKING
    whole = read(page)
    assert whole("lpar:NVS1", "setting.CPS") == 2
    assert not whole.sentences
    lost = read("".join(line for line in page.splitlines(True) if "   1    CP" not in f" {line}"))
    assert lost("lpar:NVS1", "setting.CPS") is None
    assert lost("lpar:NVS1", "cp_busy_pct") == 39.0
    assert any("rows are missing" in said for said in lost.sentences)


def test_without_its_total_the_mean_of_the_rows_is_read_and_said_to_be_one() -> None:
    rows = [line for line in ROWS.splitlines(keepends=True) if "TOTAL" not in line]
    found = read(heading("CPU ACTIVITY") + HEAD + "".join(rows))
    assert found("lpar:NVS1", "cp_busy_pct") == pytest.approx(40.0)  # as TOTAL/AVERAGE says
    assert found("lpar:NVS1", "mvs_busy_pct") == pytest.approx(60.97)  # of what is not parked
    assert found("lpar:NVS1", "ziip_busy_pct") == pytest.approx(12.50)
    assert found.values("lpar:NVS1", "setting.CPS") == []
    assert ["the 4 CP rows" in said or "the 1 IIP rows" in said for said in found.sentences] == [
        True, True,
    ]  # fmt: skip


@pytest.mark.parametrize("cell", ["61.20        62.04", "58.80        59.90"])
def test_a_row_that_lacks_its_cell_makes_no_mean(cell: str) -> None:
    rows = [line for line in ROWS.splitlines(keepends=True) if "TOTAL" not in line]
    text = heading("CPU ACTIVITY") + HEAD + "".join(rows).replace(cell, "-----        -----")
    assert read(text).values("lpar:NVS1", "cp_busy_pct") == []


def test_work_that_waits_for_a_processor_is_kept_as_printed() -> None:
    """The second page of the report was said to hold headings alone."""
    found = read(
        heading("CPU ACTIVITY")
        + " SYSTEM ADDRESS SPACE AND WORK UNIT ANALYSIS\n"
        + " QUEUE TYPES        MIN         MAX            AVG\n"
        + " IN                  56          99           77.1\n"
        + " IN READY             1          45           12.3        <=  N         55.5    >>>\n"
        + " ---------- NUMBER OF WORK UNITS -----------\n"
        + " CPU TYPES          MIN         MAX            AVG\n"
        + " CP                   1         123           23.4\n"
        + " IIP                  0          45            3.4\n"
    )
    assert found("lpar:NVS1", "printed.WORK UNITS CP: AVG") == 23.4
    assert found("lpar:NVS1", "printed.ADDRESS SPACES IN READY: AVG") == 12.3
    assert not found.sentences
