"""Screens of other products with titles of RMF's and SDSF's give no figures under wrong names."""

from __future__ import annotations

import pytest

from advisor.reading.makers import of_another
from tests.advisor.reading.report_reading import SAMPLES, read

CHANNELS = """\
BMC SOFTWARE, INC.          CHANNEL PATH ACTIVITY                 REPORT DATE: 03/17/15 16:40:28
03/17/15 16:40:28 (01:00)                                         SYSTEM: NVS7  NVS7  Z 2.02.0
CPU  21/ 21   UIC  260   Paging   11   ES Mig Age   N/A           Time 10:37:44
ID   NO G CHAN  PART  TOTAL   BUS  PART TOTAL  PART TOTAL
     TYPE  SHR  BUSY   BUSY  BUSY  READ  READ WRITE WRITE
1A   CNCSM  Y   0.00   0.00
26   OSD    Y   0.00   3.58 15.59  0.00        0.00  0.00
"""


def test_a_channel_screen_of_cmfmon_is_named_and_not_taken_for_rmfs() -> None:
    found = read(CHANNELS)
    assert "rmf-channel" not in found.reading.formats
    assert found.reading.observations == ()
    assert any("CHANNEL PATH ACTIVITY of CMFMON is not read" in said for said in found.sentences)


JOBS = SAMPLES / "formats" / "sdsf-da.txt"
MARKS = (
    "BMC SOFTWARE, INC.",
    "BMC AMI Ops Monitor for z/OS",
    "PRODUCED BY CMF MONITOR (6.1.00)",
    "MAINVIEW SYSPLEX",
    "________________ ZDEVC    VTM     OM/DEX   V550./C NVSA 03/17/15 17:47:29",
    "SYSVIEW Display Activity",
    "TMON for MVS 4.2",
)


@pytest.mark.parametrize("mark", MARKS)
def test_a_page_under_another_makers_name_gives_nothing(mark: str) -> None:
    title = "C H A N N E L  P A T H  A C T I V I T Y"
    paths = "  26  OSD    Y   0.00   3.58 15.59  0.00        0.00  0.00\n"
    head = "  z/OS V2R4   SYSTEM ID NVS7   DATE 03/17/2015  INTERVAL 15.00.000"
    named = f"1          {title}\n{head}\n"
    assert read(named + paths).reading.observations
    found = read(f" {mark}\n{named}{paths}").reading
    assert "rmf-channel" not in found.formats
    assert found.observations == ()
    rows = [line for line in JOBS.read_text().splitlines() if "SDSF DA" not in line]
    assert "sdsf-da" in read("\n".join(rows)).reading.formats
    assert "sdsf-da" not in read("\n".join([f" {mark}", *rows])).reading.formats


def test_a_class_or_job_of_that_name_is_no_mark() -> None:
    title = "REPORT BY: POLICY=NOVA     WORKLOAD=OMEGAMON"
    assert not of_another([title], 0)
    assert not of_another(
        ["OMEGAMON S SYSSTC  12.5  3.1  0.0", "RMF V2R4  Device Delays  Line 1 of 9"], 1
    )
    assert of_another(["BMC SOFTWARE, INC.", "CHANNEL PATH ACTIVITY"], 1)


CICS_PANEL = """\
 ________________ ZZDPLT   VTM     NVCICS31 V530./C NVSP 03/17/15 15:51:03
> PF1 Help     PF3 Back     PF4 Main Menu
===============================================================================
>                            EXAMINE ONE DEVICE
+ Pool     Size    Total
+ ------   -----   -----
+ BP0      12500      17
"""


def test_a_panel_of_omegamon_for_cics_is_not_db2s() -> None:
    found = read(CICS_PANEL)
    assert "db2-panels" not in found.reading.formats
    assert found.reading.observations == ()
