"""RMF device activity, I/O queuing and cache subsystem activity."""

# ruff: noqa: E501  (report lines as wide as the paper)

from __future__ import annotations

import re

import pytest

from tests.advisor.reading.report_reading import SAMPLES, heading, read, read_sample

HEAD = """
 TOTAL SAMPLES =    900   IODF = A2   CR-DATE: 11/19/2014   CR-TIME: 17.14.38     ACT: POR
                                                  DEVICE   AVG  AVG   AVG  AVG  AVG   AVG  AVG  AVG   %      %     %     AVG    %
 STORAGE   DEV  DEVICE   NUMBER  VOLUME PAV  LCU  ACTIVITY RESP IOSQ  CMR  DB   INT   PEND DISC CONN  DEV    DEV   DEV   NMBR   ANY
  GROUP    NUM  TYPE     OF CYL  SERIAL           RATE     TIME TIME  DLY  DLY  DLY   TIME TIME TIME  CONN   UTIL  RESV  ALLOC  ALLOC
"""
ROWS = """\
 ADADATA  2300  33909     65520  NVA001 8.0H 0042  564.985 3.98 1.38 .210 .000 .000  .526 1.29 .779  7.34  19.53   0.0    8.0  100.0
          2301  33909     65520  NVA002 1.0H 0042   20.015 0.61 .000 .180 .000 .000  .210 .100 .300  0.60   0.80   0.0    8.0  100.0
 ADADATA  2302  33903      3339  NVA003 1    0042    0.000 0.00 .000 .000 .000 .000  .000 .000 .000  0.00   0.00   0.0    8.0  100.0
                                 LCU         0042  585.000 3.86 1.33 .209 .000 .000  .515 1.25 .763  7.11  18.89   0.0   24.0  100.0
"""
TITLE = "DIRECT ACCESS DEVICE ACTIVITY"


@pytest.mark.parametrize("row", [
    "          2303  33909                                DEVICE OFFLINE\n",
    "          2303  33909     65520  NVA009 1.0H 0042    OFFLINE\n",
    "          2303  33909     65520  ******* 1.0H 0042  20.015 0.61 .000 .180 .000 .000  .210 .100 .300  0.60   0.80   0.0    8.0  100.0\n",
    "          2303  33909     65520  ****** 1.0H 0042   20.015 0.61 .000 .180 .000 .000  .210 .100 .300  0.60   0.80   0.0    8.0  100.0\n",
    " ******** 2303  33909     65520  *******            DEVICE OFFLINE\n",
])  # fmt: skip
def test_a_device_that_is_offline_or_has_no_serial_is_no_volume(row: str) -> None:
    whole, found = read(heading(TITLE) + HEAD + ROWS), read(heading(TITLE) + HEAD + row + ROWS)
    assert [(item.subject, item.metric, item.value) for item in found.reading.observations] == [
        (item.subject, item.metric, item.value) for item in whole.reading.observations
    ]
    assert found.sentences == whole.sentences == []
    assert found.reading.unread == whole.reading.unread == ()


def test_a_figure_too_large_for_its_column_costs_no_other() -> None:
    """The row was left out, and a complete report was to be sent again."""
    for cell, metric in ((".180", "busy_pct"), ("0.61", "response_ms"), ("20.015", "io_per_s")):
        row = ROWS.splitlines()[1].replace(cell, "*" * len(cell), 1)
        found = read(heading(TITLE) + HEAD + ROWS.replace(ROWS.splitlines()[1], row))
        lost = {"response_ms": "0.61", "io_per_s": "20.015"}.get(metric)
        values = found.values("dasd_volume:NVA002", f"{metric}.NVS1")
        assert values == ([] if lost else [0.8])
        assert bool(found.sentences) is (metric == "io_per_s")


def test_misses_and_disks_of_a_subsystem() -> None:
    """Rows of misses, shorter than those of requests, were said to lack cells."""
    misses = (
        " -----------------------CACHE MISSES-----------------------    ------------MISC------------    ------NON-CACHE I/O-----\n"
        " REQUESTS       READ    RATE     WRITE    RATE  TRACKS    RATE                      COUNT    RATE                     COUNT    RATE\n"
        " NORMAL        40000    44.4         0     0.0   52000    57.8    DFW BYPASS            0     0.0    ICL                  7     0.0\n"
        " CFW DATA          0     0.0         0     0.0                    DFW INHIBIT           0     0.0    TOTAL                7     0.0\n"
        " TOTAL         45000   RATE   50.0                                ASYNC (TRKS)     112233   124.7\n"
        " ---CKD STATISTICS---    ---RECORD CACHING---    ---HOST ADAPTER ACTIVITY---     --------DISK ACTIVITY-------\n"
        " WRITE HITS   2345       WRITE PROM     12345      READ   20.1K  22.3M           READ       4.123   52.1K   5.2M\n"
    )
    devices = CACHE.index(
        "                                                   CACHE SUBSYSTEM DEVICE"
    )
    found = read(heading("CACHE SUBSYSTEM ACTIVITY") + CACHE[:devices] + misses + CACHE[devices:])
    assert not found.sentences
    assert found("dasd:NV21", "read_hit_pct.SSID2300") == pytest.approx(88.6)
    assert found("dasd:NV21", "disk_read_ms.SSID2300") == 4.123
    assert found("dasd:NV21", "printed.SSID2300 ASYNC (TRKS) RATE") == 124.7


def test_rows_with_and_without_storage_group() -> None:
    found = read(heading(TITLE) + HEAD + ROWS)
    assert found.formats == ("rmf-device",)
    assert found("dasd_volume:NVA001", "io_per_s.NVS1") == 564.985
    assert found("dasd_volume:NVA001", "response_ms.NVS1") == 3.98
    assert found("dasd_volume:NVA001", "iosq_ms.NVS1") == 1.38
    assert found("dasd_volume:NVA001", "pend_ms.NVS1") == 0.526
    assert found("dasd_volume:NVA001", "disc_ms.NVS1") == 1.29
    assert found("dasd_volume:NVA001", "conn_ms.NVS1") == 0.779
    assert found("dasd_volume:NVA001", "busy_pct.NVS1") == 19.53
    assert found("dasd_volume:NVA001", "exposures.NVS1") == 8.0
    assert found("dasd_volume:NVA003", "exposures.NVS1") == 1
    assert found("dasd_volume:NVA001", "setting.STORAGE_GROUP") == "ADADATA"
    assert found("dasd_volume:NVA002", "setting.STORAGE_GROUP") is None
    assert found("dasd_volume:NVA002", "conn_ms.NVS1") == 0.3
    assert found("dasd_volume:NVA003", "io_per_s.NVS1") == 0
    assert found("lpar:NVS1", "dasd_io_per_s") == 585
    assert found("lpar:NVS1", "lcu_response_ms.0042") == 3.86
    assert found.sentences == []


def test_reports_before_interrupt_delay_was_printed() -> None:
    """Without the INT column every later figure stands one place further left."""
    head = "\n".join(
        line.replace(" AVG  AVG  AVG   AVG  AVG  AVG   %", " AVG  AVG   AVG  AVG  AVG   %")
        .replace("DB   INT ", "DB  ")
        .replace("DLY  DLY  DLY ", "DLY  DLY ")
        for line in HEAD.splitlines()
    ) + "\n"  # fmt: skip
    rows = ROWS.replace(" .000 .000  ", " .000  ")
    found = read(heading(TITLE) + head + rows)
    assert found("dasd_volume:NVA001", "pend_ms.NVS1") == 0.526
    assert found("dasd_volume:NVA001", "conn_ms.NVS1") == 0.779


def test_heading_repeated_in_mid_table_two_systems_two_intervals() -> None:
    lines = ROWS.splitlines(keepends=True)
    page = heading(TITLE) + HEAD + lines[0] + heading(TITLE) + HEAD + "".join(lines[1:])
    later = heading(TITLE, time="10.15.00") + HEAD + ROWS.replace("564.985", "570.000")
    other = heading(TITLE, system="NVS2") + HEAD + ROWS.replace("564.985", "111.000")
    found = read(page + later + other)
    assert found.values("dasd_volume:NVA001", "io_per_s.NVS1") == [564.985, 570.0]
    assert found("dasd_volume:NVA001", "io_per_s.NVS2") == 111.0
    assert len(found.values("lpar:NVS1", "dasd_io_per_s")) == 2


@pytest.mark.parametrize("spaced", [True, False])
def test_columns_collapsed_by_pdf(spaced: bool) -> None:
    text = heading(TITLE) + HEAD + ROWS
    if not spaced:
        text = text.replace("D I R E C T   A C C E S S   D E V I C E   A C T I V I T Y", TITLE)
    collapsed = "\n".join(" ".join(line.split()) for line in text.splitlines())
    found = read(collapsed)
    assert found("dasd_volume:NVA001", "response_ms.NVS1") == 3.98
    assert found("dasd_volume:NVA002", "pend_ms.NVS1") == 0.21
    assert found("dasd_volume:NVA002", "exposures.NVS1") == 1.0


def test_report_cut_in_mid_row_says_so_once_and_keeps_the_rest() -> None:
    text = heading(TITLE) + HEAD + ROWS.splitlines(keepends=True)[0]
    text += " ADADATA  2301  33909     65520  NVA002 8.0H 0042   20.0\n"
    found = read(text)
    assert found("dasd_volume:NVA001", "io_per_s.NVS1") == 564.985
    assert found("dasd_volume:NVA002", "io_per_s.NVS1") is None
    assert len(found.sentences) == 1
    assert "report.txt, line 11: this row has fewer cells" in found.sentences[0]


def test_device_without_figures_is_not_taken_for_one() -> None:
    """NO DEVICE ACTIVITY stands where figures would."""
    text = (
        heading(TITLE) + HEAD + " ADADATA  2305  33909     65520  NVA009 8.0H 0042 *** NO DEVICE\n"
    )
    found = read(text)
    assert not [item for item in found.reading.observations if "NVA009" in item.subject]


QUEUING = """
 TOTAL SAMPLES =    900   IODF = A2   CR-DATE: 11/19/2014   CR-TIME: 17.14.38     ACT: POR

        - INITIATIVE QUEUE -   ------- IOP UTILIZATION -------   -- % I/O REQUESTS RETRIED --
  IOP   ACTIVITY    AVG Q      % IOP   I/O START   INTERRUPT           CP     DP    CU    DV
          RATE      LNGTH      BUSY      RATE        RATE       ALL   BUSY   BUSY  BUSY  BUSY
   00    849.782     0.02      11.20     849.782     736.262    1.4    1.4    0.0   0.0   0.0
   01    949.779     0.02      12.20     949.779     845.260    1.4    1.4    0.0   0.0   0.0

                                                                 AVG   AVG                  DELAY   AVG                         DATA
   LCU      CU    DCM GROUP      CHAN    CHPID     % DP   % CU   CUB   CMR     CONTENTION   Q       CSS      HPAV       OPEN   XFER
                 MIN MAX DEF     PATHS   TAKEN     BUSY   BUSY   DLY   DLY     RATE         LNGTH   DLY   WAIT    MAX   EXCH   CONC
   0042     2300                 40    929.891     0.00   0.00   0.0  0.19
                                 41    949.890     0.00   0.00   0.0  0.19
                                 *    1879.781     0.00   0.00   0.0  0.19       39.981     0.31    0.1   0.118   64  38.42  34.10
   0043     2400                 40     29.891     0.00   0.00   0.0  0.19
                                 *      29.891     0.00   0.00   0.0  0.19        0.981     0.02    0.1                1.42   1.10
"""


def test_io_processors_paths_and_the_queue_of_a_control_unit() -> None:
    found = read(heading("I/O QUEUING ACTIVITY") + QUEUING)
    assert found.formats == ("rmf-io-queuing",)
    assert found("lpar:NVS1", "iop_busy_pct.00") == 11.2
    assert found("lpar:NVS1", "iop_busy_pct.01") == 12.2
    assert found("lpar:NVS1", "lcu_channels.0042") == 2
    assert found("lpar:NVS1", "lcu_contention_per_s.0042") == 39.981
    assert found("lpar:NVS1", "lcu_queue_length.0042") == 0.31
    assert found("lpar:NVS1", "hyperpav_wait_ratio.0042") == 0.118
    assert found("lpar:NVS1", "hyperpav_max.0042") == 64
    assert found("lpar:NVS1", "lcu_open_exchanges.0042") == 38.42
    # Without HyperPAV its two cells are blank, and what follows moves to the left.
    assert found("lpar:NVS1", "hyperpav_max.0043") is None
    assert found("lpar:NVS1", "lcu_open_exchanges.0043") == 1.42


CACHE = """
 SUBSYSTEM  2107-01     CU-ID  2300     SSID 2300     CDATE  03/17/2015     CTIME 10.00.00      CINT  15.00
 TYPE-MODEL 2107-951    MANUF  IBM      PLANT  75     SERIAL 00000000NV21
 ----------------------------------------------------------------------------------------------------
                                                        CACHE SUBSYSTEM STATUS
 ----------------------------------------------------------------------------------------------------
 SUBSYSTEM STORAGE              NON-VOLATILE STORAGE           STATUS

 CONFIGURED   65536.0M          CONFIGURED    4096M            CACHING             - ACTIVE
 AVAILABLE    61856.0M          PINNED          0.0            NON-VOLATILE STORAGE - ACTIVE
 ----------------------------------------------------------------------------------------------------
                                                       CACHE SUBSYSTEM OVERVIEW
 ----------------------------------------------------------------------------------------------------
 TOTAL I/O        900000    CACHE I/O        900000    CACHE OFFLINE           0
 TOTAL H/R         0.905    CACHE H/R         0.905
 CACHE I/O      -------------READ I/O REQUESTS-------------    ----------------------WRITE I/O REQUESTS----------------------     %
 REQUESTS           COUNT    RATE       HITS    RATE    H/R        COUNT    RATE       FAST    RATE       HITS    RATE    H/R    READ
 NORMAL            700000   777.8     620000   688.9  0.886       200000   222.2     200000   222.2     200000   222.2  1.000    77.8
 CFW DATA               0     0.0          0     0.0    N/A            0     0.0          0     0.0          0     0.0    N/A     N/A
 TOTAL             700000   777.8     620000   688.9  0.886       200000   222.2     200000   222.2     200000   222.2  1.000    77.8
 ----------------------------------------------------------------------------------------------------
                                                   CACHE SUBSYSTEM DEVICE OVERVIEW
 ----------------------------------------------------------------------------------------------------
 VOLUME  DEV  XTNT   %      I/O    ---CACHE HIT RATE--     ----------DASD I/O RATE----------    ASYNC   TOTAL  READ   WRITE   %
 SERIAL  NUM  POOL  I/O     RATE   READ    DFW    CFW     STAGE  DFWBP    ICL    BYP  OTHER    RATE    H/R    H/R    H/R    READ
 *ALL              100.0   1000.0  688.9  222.2    0.0      88.9    0.0    0.0    0.0    0.0     27.7   0.905  0.886  1.000   77.8
 NVA001  2300 0000  60.0    600.0  400.0  120.2    0.0      48.9    0.0    0.0    0.0    0.0     27.7   0.905  0.886  1.000   77.8
"""  # fmt: skip


def test_cache_of_the_subsystem_and_its_volumes() -> None:
    found = read(heading("CACHE SUBSYSTEM ACTIVITY") + CACHE)
    assert found.formats == ("rmf-cache",)
    assert found("dasd:NV21", "setting.MODEL") == "2107-951"
    assert found("dasd:NV21", "setting.CACHE_GB") == 64
    assert found("dasd:NV21", "io_per_s.SSID2300") == pytest.approx(1000.0)
    assert found("dasd:NV21", "cache_hit_pct.SSID2300") == pytest.approx(90.5)
    assert found("dasd:NV21", "read_hit_pct.SSID2300") == pytest.approx(88.6)
    assert found("dasd:NV21", "read_pct.SSID2300") == pytest.approx(77.8)
    assert found("dasd_volume:NVA001", "relation.parent") == "dasd:NV21"
    assert found("dasd_volume:NVA001", "cache_io_per_s") == 600
    assert found("dasd_volume:NVA001", "stage_per_s") == 48.9
    # The sum line over all volumes is no volume.
    assert not [item for item in found.reading.observations if item.subject.endswith("*ALL")]


@pytest.mark.parametrize("cint", ["00.15.00", "15.00.000", "15.00"])
def test_the_length_of_the_cache_s_interval_may_have_hours_or_thousandths(cint: str) -> None:
    found = read(heading("CACHE SUBSYSTEM ACTIVITY") + CACHE.replace(" 15.00\n", f" {cint}\n"))
    assert found("dasd:NV21", "io_per_s.SSID2300") == pytest.approx(1000.0)


def test_story_device_rates_add_up_to_the_control_unit_line() -> None:
    found = read_sample("engagement/rmf-sysb.txt")
    total = found("lpar:SYSB", "dasd_io_per_s")
    volumes = sum(
        float(item.value)
        for item in found.reading.observations
        if item.metric == "io_per_s.SYSB" and item.subject.startswith("dasd_volume:")
    )
    assert volumes == pytest.approx(total, rel=1e-4)
    assert found("lpar:SYSB", "lcu_channels.0042") == 8


CHANNELS = """
 IODF = A7   CR-DATE: 11/13/2019   CR-TIME: 09.22.21   ACT: POR   MODE: LPAR   CPMF: EXTENDED MODE   CSSID: 2
 -----------------------------------------------------------------------------------------------------
                                          DETAILS FOR ALL CHANNELS
 -----------------------------------------------------------------------------------------------------
    CHANNEL PATH             UTILIZATION(%)    READ(MB/SEC) WRITE(MB/SEC)        FICON OPERATIONS        ZHPF OPERATIONS
  ID TYPE   G  SPEED SHR    PART  TOTAL    BUS   PART  TOTAL   PART  TOTAL      RATE  ACTIVE   DEFER    RATE  ACTIVE   DEFER
  24 FC_S  18   16G   Y     0.03   0.33   0.05   0.13   2.05   0.06   0.11     45.1     1.0     0.0   220.4     1.1     0.0
  25 FC_S  18   16G   Y     0.03  12.33   0.05   0.13   2.05   0.06   0.11    645.1     1.0     0.0     0.0     0.0     0.0
  2C OSD              Y     0.00   0.50   1.10   0.00   0.01   0.00   0.02
  F0 CFP              Y     -----  -----
  F1 FC_S  OFFLINE
"""


def test_channel_paths_and_their_zhpf_operations() -> None:
    found = read(heading("C H A N N E L   P A T H   A C T I V I T Y") + CHANNELS)
    assert found.formats == ("rmf-channel",)
    assert found("lpar:NVS1", "channel_busy_pct.25") == 12.33
    assert found("lpar:NVS1", "channel_ficon_per_s.24") == 45.1
    assert found("lpar:NVS1", "channel_zhpf_per_s.24") == 220.4
    assert found("lpar:NVS1", "channel_zhpf_per_s.25") == 0
    assert found("lpar:NVS1", "channel_busy_pct.2C") == 0.5
    assert found("lpar:NVS1", "channel_ficon_per_s.2C") is None
    assert found("lpar:NVS1", "channel_busy_pct.F0") is None
    assert found.sentences == []
    assert found.reading.unread == ((15, 16),)  # no FICON, or offline


OLDER_CHANNELS = """
 IODF = 00   CR-DATE: 09/14/2010   CR-TIME: 10.31.31     ACT: POR     MODE: LPAR     CPMF: EXTENDED MODE     CSSID: 0
                                      DETAILS FOR ALL CHANNELS
    CHANNEL PATH       UTILIZATION(%)     READ(MB/SEC)  WRITE(MB/SEC)       CHANNEL PATH       UTILIZATION(%)     READ(MB/SEC)  WRITE(MB/SEC)
  ID  TYPE   G SHR   PART  TOTAL  BUS   PART   TOTAL  PART   TOTAL       ID  TYPE   G SHR   PART  TOTAL  BUS   PART   TOTAL  PART   TOTAL
  24  FC_S   5 Y     1.20  12.30  5.1   12.30  45.60   3.20  11.10       25  FC_S   5 Y     2.20  22.30  6.1   22.30  55.60   4.20  21.10
  26  CNC_S    Y     0.00   0.10                                         27  OFFLINE
  28  FC_S   5 Y     1.20         5.1   12.30  45.60   3.20  11.10       29  FC_S   5 Y     3.20   4.40  6.1   22.30  55.60   4.20  21.10
  2A  OFFLINE                                                            2B  FC_S   5 Y     3.20   5.50  6.1   22.30  55.60   4.20  21.10
"""


def test_older_releases_have_two_channel_paths_a_line() -> None:
    found = read(heading("C H A N N E L   P A T H   A C T I V I T Y") + OLDER_CHANNELS)
    busy = {path: found("lpar:NVS1", f"channel_busy_pct.{path}") for path in ("24", "25", "26")}
    assert busy == {"24": 12.3, "25": 22.3, "26": 0.1}
    assert found("lpar:NVS1", "channel_busy_pct.28") is None  # a cell is blank
    assert found("lpar:NVS1", "channel_busy_pct.29") == 4.4
    assert found("lpar:NVS1", "channel_busy_pct.2B") == 5.5
    assert found.values("lpar:NVS1", "channel_ficon_per_s.24") == []
    assert not any("send it complete" in said for said in found.sentences)


def test_the_lcu_lines_of_all_pages_make_one_sum() -> None:
    """A report has hundreds of pages and an LCU line where an LCU ends, on any of them."""
    top = [
        "1             D I R E C T   A C C E S S   D E V I C E   A C T I V I T Y",
        "            z/OS V2R4       SYSTEM ID PRD1       DATE 11/03/2022     INTERVAL 14.59.988",
        "                            RPT VERSION V2R4 RMF TIME 09.15.00       CYCLE 1.000 SECONDS",
        "                                                   DEVICE   AVG  AVG  AVG  AVG  AVG  AVG  AVG  AVG   %      %     %    AVG     %",
        " STORAGE  DEV    DEVICE   NUMBER  VOLUME PAV  LCU  ACTIVITY RESP IOSQ CMR  DB   INT  PEND DISC CONN  DEV    DEV   DEV  NUMBER  ANY",
        "  GROUP   NUM    TYPE     OF CYL  SERIAL           RATE     TIME TIME DLY  DLY  DLY  TIME TIME TIME  CONN   UTIL  RESV ALLOC   ALLOC",
    ]

    def total(lcu: str, rate: str) -> str:
        return f"                               LCU         {lcu}   {rate} 1.17 .095 .050 .000 .012 .220 .594 .265  3.14  10.18   0.0   257   100.0"

    first = "\n".join((*top, total("0031", "453.294"), total("0032", "100.000"), ""))
    second = "\n".join((*top, total("0033", "2000.500"), ""))
    found = read(first + second)
    assert found.values("lpar:PRD1", "dasd_io_per_s") == [pytest.approx(2_553.794)]
    assert not found.sentences
    again = read(first + second + second)
    assert again.values("lpar:PRD1", "dasd_io_per_s") == [pytest.approx(2_553.794)]


def test_a_report_that_ends_before_its_last_lcu_line_says_that_its_sum_is_too_low() -> None:
    lines = [
        "1             D I R E C T   A C C E S S   D E V I C E   A C T I V I T Y",
        "            z/OS V2R4       SYSTEM ID PRD1       DATE 11/03/2022     INTERVAL 14.59.988",
        "                            RPT VERSION V2R4 RMF TIME 09.15.00       CYCLE 1.000 SECONDS",
        "                                                   DEVICE   AVG  AVG  AVG  AVG  AVG  AVG  AVG  AVG   %      %     %    AVG     %",
        " STORAGE  DEV    DEVICE   NUMBER  VOLUME PAV  LCU  ACTIVITY RESP IOSQ CMR  DB   INT  PEND DISC CONN  DEV    DEV   DEV  NUMBER  ANY",
        "  GROUP   NUM    TYPE     OF CYL  SERIAL           RATE     TIME TIME DLY  DLY  DLY  TIME TIME TIME  CONN   UTIL  RESV ALLOC   ALLOC",
    ]

    def row(number: str, volume: str, lcu: str) -> str:
        return f"          {number}   33909     10017  {volume} 1.0  {lcu}   10.500 1.17 .095 .050 .000 .012 .220 .594 .265  0.31   1.01   0.0   2.0   100.0"

    def total(lcu: str) -> str:
        return f"                               LCU         {lcu}   10.500 1.17 .095 .050 .000 .012 .220 .594 .265  3.14  10.18   0.0   2.0   100.0"

    body = [row("3100", "VOL001", "0031"), total("0031"), row("3200", "VOL002", "0032")]
    cut = read("\n".join((*lines, *body)) + "\n")
    assert cut("lpar:PRD1", "dasd_io_per_s") == 10.5
    (sentence,) = cut.sentences
    assert "no LCU line follows the devices up to this one" in sentence
    whole = read("\n".join((*lines, *body, *lines, total("0032"))) + "\n")
    assert whole("lpar:PRD1", "dasd_io_per_s") == 21
    assert not whole.sentences
    alone = read("\n".join((*lines, body[0])) + "\n")  # no sum, nothing to say
    assert not alone.sentences


def _without(text: str, volume: str, cell: int) -> str:
    """A print of which one cell behind a volume's name is blank, all others in their places."""
    lines = text.split("\n")
    at = next(i for i, line in enumerate(lines) if f" {volume} " in line and line.count(".") > 8)
    words = list(re.finditer(r"\S+", lines[at]))
    first = next(i for i, word in enumerate(words) if word[0] == volume)
    word = words[first + cell]
    lines[at] = lines[at][: word.start()] + " " * len(word[0]) + lines[at][word.end() :]
    return "\n".join(lines)


@pytest.mark.parametrize("cell", [6, 8, 9, 11])
def test_a_blank_cell_among_those_of_a_device_moves_none(cell: int) -> None:
    whole = (SAMPLES / "engagement" / "rmf-sysb.txt").read_text(encoding="utf-8")
    found, plain = read(_without(whole, "ADD032", cell)), read(whole)
    for metric in ("response_ms", "pend_ms", "disc_ms", "conn_ms", "busy_pct"):
        kept = found("dasd_volume:ADD032", f"{metric}.SYSB")
        assert kept in (None, plain("dasd_volume:ADD032", f"{metric}.SYSB"))
        other = found("dasd_volume:ADD033", f"{metric}.SYSB")
        assert other == plain("dasd_volume:ADD033", f"{metric}.SYSB")
    assert any("ADD032" in sentence for sentence in found.sentences)
