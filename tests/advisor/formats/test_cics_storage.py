"""Storage and loader pages of DFH0STAT: labels by IBM's statistics reference, own figures."""

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import read

HEAD = (
    "Applid NVC1Z1V2  Sysid NVC2  Jobname NVJOBC   Date 03/17/2015  Time 10:06:37   CICS 6.8.0"
    "  PAGE  2\n"
)
BELOW = """\

  Region size established from REGION= parameter. . . :       8,192K
Storage BELOW 16MB

  Private Area Region size below 16Mb . . . . . . . . :       8,192K      MVS PVT Size. . . . . . . . . :       9,216K
    Max LSQA/SWA storage allocated below 16Mb (SYS) . :         512K      MVS CSA Size / Allocated. . . :       3,656K /     812K
    Max User storage allocated below 16Mb (VIRT). . . :       5,632K      MVS SQA Size / Allocated. . . :       1,280K /   1,290K
    System Use. . . . . . . . . . . . . . . . . . . . :          20K
    RTM . . . . . . . . . . . . . . . . . . . . . . . :         250K
  Private Area storage available below 16Mb . . . . . :       1,792K
                                                                          Current DSA Limit . . . . . . :       5,120K
                                                                          Current Allocation for DSAs . :       1,024K
  VIRT minus Current DSA Limit. . . . . . . . . . . . :         512K      Peak Allocation for DSAs. . . :       1,536K

                                             CDSA             UDSA             SDSA             RDSA           Totals
  Current DSA Size. . . . . . . :             512K               0K             256K             256K           1,024K
  Current DSA Used. . . . . . . :             400K               0K               8K             180K             588K
  Current DSA Used as % of DSA. :              78%               0%               3%              70%              57% of DSA Size
* Peak DSA Used . . . . . . . . :             416K               0K              16K             180K
  Peak DSA Size . . . . . . . . :             512K               0K             256K             256K
  Cushion Size. . . . . . . . . :              64K               0K              64K              64K
  Free Storage (inc. Cushion) . :             112K               0K             240K              76K
* Lowest Free Storage . . . . . :              96K               0K             240K              72K
"""  # noqa: E501
REGION = "cics_region:NVC1Z1V2"


def test_limits_and_what_is_left_of_the_storage_areas() -> None:
    found = read(HEAD + BELOW)
    assert found(REGION, "dsa_limit_mb") == 5.0
    assert found(REGION, "dsa_allocated_peak_mb") == 1.5
    assert found(REGION, "user_storage_below_mb") == 5.5
    assert found(REGION, "private_free_below_mb") == 1.75
    assert found(REGION, "dsa_used_peak_mb.SDSA") == 16 / 1024
    assert found(REGION, "dsa_free_lowest_mb.CDSA") == 96 / 1024
    assert found(REGION, "dsa_free_lowest_mb.RDSA") == 72 / 1024
    assert found.reading.numbers.listed == ()
    assert found.sentences == []


def test_the_areas_above_the_line_have_limits_of_their_own() -> None:
    above = BELOW.replace("BELOW", "ABOVE").replace("below 16Mb", "above 16Mb")
    above = above.replace("(VIRT)", "(EXT) ").replace(
        "VIRT minus Current DSA", "EXT minus Current EDSA"
    )
    above = above.replace("Current DSA Limit . .", "Current EDSA Limit. .").replace(
        "for DSAs.", "for EDSAs"
    )
    for area in ("CDSA", "UDSA", "SDSA", "RDSA"):
        above = above.replace(f" {area}", f"E{area}")
    found = read(HEAD + above)
    assert found(REGION, "edsa_limit_mb") == 5.0
    assert found(REGION, "edsa_allocated_peak_mb") == 1.5
    assert found(REGION, "user_storage_above_mb") == 5.5
    assert found(REGION, "private_free_above_mb") == 1.75
    assert found(REGION, "dsa_free_lowest_mb.ECDSA") == 96 / 1024
    assert found.values(REGION, "dsa_limit_mb") == []


@pytest.mark.parametrize("row", ["Peak DSA Used", "Lowest Free Storage"])
def test_a_row_that_lacks_a_cell_gives_no_area_another_ones_figure(row: str) -> None:
    lines = [
        line.replace("       0K ", "          ") if row in line else line
        for line in BELOW.splitlines()
    ]
    found = read(HEAD + "\n".join(lines))
    name = "dsa_used_peak_mb" if row.startswith("Peak") else "dsa_free_lowest_mb"
    assert not any(item.metric.startswith(name) for item in found.reading.observations)
    assert found.reading.numbers.unread == 3


LOADER = """\

Loader

  Library Load requests. . . . . . . . . . . . . :             360  Library Load Rate per second . . . . . . . . . :            0.04
  Total Library Load time. . . . . . . . . . . . :  00:00:07.20000
  Average Library Load time. . . . . . . . . . . :  00:00:00.02000  Total Program Uses . . . . . . . . . . . . . . :           7,608
                                                                    Program Use to Load Ratio. . . . . . . . . . . :           21.13
  Library Load requests that waited. . . . . . . :               6
  Total Library Load request wait time . . . . . :  00:00:00.10016  Times DFHRPL secondary extents detected. . . . :               0

  CDSA                                                              ECDSA

  Programs Removed by compression. . . . . . . . :               0  Programs Removed by compression. . . . . . . . :               0
  Time on the Not-In-Use Queue . . . . . . . . . :  00:00:00.00000  Time on the Not-In-Use Queue . . . . . . . . . :  00:00:00.00000
"""  # noqa: E501


def test_loads_of_programs_and_their_time() -> None:
    found = read(HEAD + LOADER)
    assert found(REGION, "library_loads") == 360
    assert found(REGION, "library_load_waits") == 6
    assert found(REGION, "library_load_ms") == pytest.approx(20.0)
    assert found(REGION, "program_uses") == 7608
    assert found.reading.numbers.listed == ()


JVM_POOL = """\
JVM pool

JVM pool status. . . . . . . . . . . . . . . . . . . . . : ENABLED
Current number of JVMs . . . . . . . . . . . . . . . . . : 7
Class Cache

Class Cache Start Date/Time. . : 12/17/2003 / 08:36:09
Class Cache Size . . . . . . . . . . . . . . . . . . . . : 40,960K
Number of Old Class Caches . . . . . . . . . . . . . . . : 1
"""


def test_the_class_cache_is_left_out_as_the_pool_of_jvms_is() -> None:
    found = read(HEAD + BELOW + JVM_POOL)
    assert found.reading.numbers.listed == ()
    assert found(REGION, "dsa_limit_mb") == 5.0


@pytest.mark.parametrize("label", ["Times went short on storage", "Times Short-On-Storage. . . ."])
def test_the_area_that_ran_short_most_often_is_no_contradiction_of_another(label: str) -> None:
    """The areas above 16 MB stand on a page of their own."""
    row = f"  {label} . :  0  12  0  0\n  Total time Short-On-Storage . :" + " 00:00:01.5" * 4
    above = f"{HEAD}Storage ABOVE 16MB\n{row.replace('12', ' 2')}\n"
    found = read(f"{HEAD}{BELOW}{row}\n{above}")
    assert found.values(REGION, "short_on_storage") == [12]
    assert found.reading.numbers.listed == ()
    assert found.sentences == []
