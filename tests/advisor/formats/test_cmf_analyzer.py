"""BMC's CMF Analyzer: the CPU Utilization Report, and the sentence about the others."""

from __future__ import annotations

import re

import pytest

from tests.advisor.reading.report_reading import read

HEAD = """\
PRODUCED BY CMF ANALYZER (6.1.00 RSL 1603)              {title}                          RPTSEQ     3 PAGE     91
BMC SOFTWARE, INC.                                           NV COMPANY                                REPORT DATE: 17 MAR 15 23.21
ACTL 17 MAR 15 10.00.00  17 MAR 15 10.15.00                  HEAD OFFICE                               SYSTEM ID: NVS7     Z 2.02.0

BASED ON REC TYPE/# RECS/# SAMPLES/REC HOURS:  70-1/1/900/0.25
"""  # noqa: E501  (report lines as wide as the paper)
PROCESSORS = """\
--------------------------------------------------------  SUMMARY SECTION  ---------------------------------------------------------
                   CPU FAMILY: 2964  HARDWARE MODEL: N30   HARDWARE CAPACITY: 1000  HIPERDISPATCH ENABLED: YES
                                                                CP               ZAAP                ZIIP
                          LPAR CPU UTILIZATION PERCENTAGE =   14.7                ---                 3.3
                          MVS  CPU UTILIZATION PERCENTAGE =   24.9                ---                 3.5
---------------------------------------------- PROCESSOR SUMMARY ---------------------------------------------
CORE THREAD TYPE   ONLINE LPAR BUSY MVS BUSY PARKED PROD % UTIL % SHARE % PRIORITY   RATE % TPI
00     00   CP     100.00    28.24    30.97       0 100.00  28.24   65.23 MEDIUM   518.94  4.65
01     02   CP     100.00    16.26    18.45       0 100.00  16.26    5.50 LOW*      12.86  2.28
02     04   CP       0.00     0.00     0.00       0      0      0       0 LOW           0     0
TOTAL/AVERAGE:               14.67    42.28         100.00  14.67   70.74          531.80  4.59
03     06   ZIIP   100.00     4.93     5.19       0 100.00   4.93    9.80 MEDIUM
03     07   ZIIP   100.00     1.65     1.82       0 100.00   1.65       0 LOW
TOTAL/AVERAGE:                3.29     3.51         100.00   3.29    9.80
"""  # noqa: E501
INTERVALS = """\
DATE/      CPU   ZAAP   ZIIP   CP CEC   ZAAP CEC  ZIIP CEC  READY  SPOOL    DASD  DEMAND    CSA   ECSA    SQA   ESQA  SERVICE
TIME     BUSY   BUSY   BUSY  DISPATCH  DISPATCH  DISPATCH   AVG     PCT    RATE  PAGING    AVG    AVG    AVG    AVG     RATE
10.00.00   22.8    0.4    1.4    81.8      17.4       7.5        3   67.3   434.0    0.63   60.2   76.2   61.4   60.1     9223
"""  # noqa: E501
CPUS = HEAD.format(title="CPU UTILIZATION REPORT") + PROCESSORS
SUMMARY = HEAD.format(title="CMF SUMMARY REPORT") + INTERVALS
OTHER = HEAD.format(title="DEVICE ACTIVITY REPORT") + "0A31  3390A  NV0A31  17.5  1.2\n"
PORTS = HEAD.format(title="FICON DIRECTOR ACTIVITY REPORT") + "04 CU ---- 0 644 1,546 0.118 0\n"
QUEUES = """\
PRODUCED BY CMF MONITOR (6.1.00)                     I/O QUEUEING ACTIVITY REPORT                                          PAGE:    1
BMC SOFTWARE, INC.                                                                                    REPORT DATE: 03/17/15 10:53:42
03/17/15  10:40:11 TOTAL (10:11)                                                                       SYSTEM: NVS7 NVS7     Z 2.02.0

EXTRACTOR INTERVAL - START=03/17/15  10:30:00  LENGTH=15:00  I%= 61
CPU= 27/ 19  PAGING=   0

 CHAN PREF DCM  CNTL                  DCM GROUP  LCU  CONT  DEL Q    CSS  CHPID   %DP    %CU     CMR    CUB
 PATH PATH      UNIT                 MIN MAX DEF      RATE   LNG     DLY  TAKEN   BUSY   BUSY    DLY    DLY

 71             0105                             002  0.00   0.00   1.17   0.03   0.00   0.00  21.43   0.00
 FA             8300                             098  3.25   0.75   0.28  33.24   0.00   0.62   0.29   0.00
 8C             8300                                                      35.18   0.00   0.41   0.29   0.00
"""  # noqa: E501
BOX = """\
0-------------- SUBSYSTEM ID: 0BC1   CONTROL UNIT: 0BCD   MODEL: 2107-981   MFR: IBM   PLANT: 75   SERIAL: 0000000NVX17 -------------
    SUBSYSTEM STORAGE       NON-VOLATILE STORAGE        S U B S Y S T E M     S T A T U S         I/O TOTALS              HIT %
 CONFIGURED       128GB  CONFIGURED          192MB   NON-VOLATILE STORAGE - ACTIVE             CACHE    518,798      CACHE       96.9
 AVAILABLE        127GB  PINNED                  0   CACHE FAST WRITE     - DEACTIVATED        TOTAL    518,799      TOTAL       95.9
 CACHE I/O   -------------READ I/O REQUESTS-------------  ----------------------WRITE I/O REQUESTS----------------------      %
 REQUESTS    COUNT   RATE    HITS   RATE  HIT %   COUNT   RATE    FAST   RATE    HITS   RATE  HIT %   READ
 NORMAL     304,180    5.4  304,107    5.4  100.0  189,304    2.5  189,304    2.5  189,303    2.5  100.0   61.6
 TOTAL      329,494    5.7  316,763    5.5   96.1  189,304    2.5  189,304    2.5  189,303    2.5  100.0   63.5
"""  # noqa: E501
CACHE = HEAD.format(title="CACHE SUBSYSTEM ACTIVITY REPORT") + BOX


def test_processors_and_their_use() -> None:
    found = read(CPUS)
    assert found.formats == ("cmf-analyzer",)
    assert not found.sentences
    assert found("lpar:NVS7", "cp_busy_pct") == 14.7
    assert found("lpar:NVS7", "mvs_busy_pct") == 24.9
    assert found("lpar:NVS7", "ziip_busy_pct") == 3.3
    assert found("lpar:NVS7", "setting.CPS") == 2  # the third was not online
    assert found("lpar:NVS7", "setting.ZIIPS") == 1  # two threads of one core
    (busy,) = found.all("lpar:NVS7", "cp_busy_pct")
    assert busy.interval.start == "2015-03-17T10:00:00"
    assert busy.interval.duration_s == 900


def test_carriage_control_changes_nothing() -> None:
    printed = "".join(
        ("1" if "PRODUCED BY" in line else " ") + line + "\n" for line in (CPUS * 2).splitlines()
    )
    found = read(printed)
    assert set(found.values("lpar:NVS7", "cp_busy_pct")) == {14.7}
    assert set(found.values("lpar:NVS7", "setting.CPS")) == {2}


def test_other_reports_are_named_once() -> None:
    found = read(OTHER + OTHER + CPUS)
    assert found("lpar:NVS7", "cp_busy_pct") == 14.7
    assert len(found.sentences) == 1
    assert "DEVICE ACTIVITY REPORT of BMC's CMF Analyzer is not read" in found.sentences[0]
    assert found.reading.numbers.unread == 2 * 2


def test_a_report_that_nothing_needs_is_left_out() -> None:
    found = read(PORTS + CPUS)
    assert "is left out" in found.sentences[0]
    assert found.reading.numbers.unread == 0


def test_intervals_of_the_summary_by_its_own_heading() -> None:
    found = read(SUMMARY.replace("10.00.00   22.8", "17MAR 15   20.1\n10.00.00   22.8"))
    (busy,) = found.all("lpar:NVS7", "cp_busy_pct")
    assert (busy.value, busy.interval.start) == (22.8, "2015-03-17T10:00:00")
    assert found("lpar:NVS7", "ziip_busy_pct") == 1.4
    assert found("lpar:NVS7", "dasd_io_per_s") == 434.0
    assert found("lpar:NVS7", "demand_paging_per_s") == 0.63
    assert found.reading.numbers.unread == 0
    newer = SUMMARY.replace("CPU   ZAAP   ZIIP   CP CEC   ZAAP CEC", "CPU          ZIIP   CP CEC")
    newer = newer.replace("BUSY   BUSY   BUSY  DISPATCH  DISPATCH", "BUSY          BUSY  DISPATCH")
    newer = newer.replace("22.8    0.4    1.4    81.8      17.4", "22.8           1.7    81.8")
    assert read(newer)("lpar:NVS7", "ziip_busy_pct") == 1.7
    assert read(newer)("lpar:NVS7", "dasd_io_per_s") == 434.0
    short = SUMMARY.replace("    0.4    1.4", "           1.4")
    assert read(short)("lpar:NVS7", "dasd_io_per_s") is None
    assert read(short).reading.numbers.unread


def test_a_subsystem_and_its_cache() -> None:
    found = read(CACHE)
    dasd = "dasd:NVX17"
    assert found(dasd, "setting.MODEL") == "2107-981"
    assert found(dasd, "setting.CACHE_GB") == 128
    assert found(dasd, "io_per_s.SSID0BC1") == 8.2
    assert found(dasd, "cache_hit_pct.SSID0BC1") == 95.9
    assert found(dasd, "read_hit_pct.SSID0BC1") == 96.1
    assert found(dasd, "read_pct.SSID0BC1") == 63.5
    assert found.reading.numbers.unread == 0


@pytest.mark.parametrize("flat", [False, True])
def test_what_waits_at_control_units_on_a_screen(flat: bool) -> None:
    found = read(re.sub(" +", " ", QUEUES) if flat else QUEUES)
    (waiting,) = found.all("lpar:NVS7", "lcu_contention_per_s.0098")
    assert (waiting.value, waiting.interval.end) == (3.25, "2015-03-17T10:40:11")
    assert waiting.interval.duration_s == 611
    assert found("lpar:NVS7", "lcu_queue_length.0098") == 0.75
    assert found("lpar:NVS7", "printed.CSS DLY OF LCU 0098") == 0.28
    assert found("lpar:NVS7", "printed.CSS DLY OF LCU 0002") == 1.17
    assert found.reading.numbers.unread == 0
    other = read(QUEUES.replace("I/O QUEUEING ACTIVITY", "SYSTEM PAGING ACTIVITY"))
    assert "SYSTEM PAGING ACTIVITY REPORT of CMFMON is not read" in other.sentences[0]
    assert other.reading.observations == ()


def test_channels_are_not_taken_for_those_of_rmf() -> None:
    found = read(OTHER.replace("DEVICE ACTIVITY REPORT", "CHANNEL PATH ACTIVITY REPORT"))
    assert found.reading.formats == ("cmf-analyzer",)
    assert "CHANNEL PATH ACTIVITY REPORT of BMC's CMF Analyzer" in found.sentences[0]


def test_cores_of_a_page_cut_short_are_not_counted_on_the_next_system() -> None:
    cut = CPUS.split("TOTAL/AVERAGE:")[0]
    next_system = CPUS.replace("NVS7", "NVS8").replace("00     00   CP", "05     10   CP")
    found = read(cut + OTHER + next_system)
    assert found("lpar:NVS8", "setting.CPS") == 2
    assert found("lpar:NVS7", "setting.CPS") is None
