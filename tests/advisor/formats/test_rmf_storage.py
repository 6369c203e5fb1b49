"""RMF paging, frames, memory objects and page data sets."""

from __future__ import annotations

import re

import pytest

from tests.advisor.reading.report_reading import SAMPLES, heading, read, read_sample

RATES = """
 OPT = IEAOPT00                  CENTRAL STORAGE PAGING RATES - IN PAGES PER SECOND
 --------------------------------------------------------------------------------------
                  ------------------ PAGE IN ------------------     ------------ PAGE OUT --------
 CATEGORY         SWAP     BLOCK    BLOCK      RATE      %          SWAP     SWAP      RATE      %
 ---------------  ------  -------  -------  --------   ----        ------  -------  --------   ----
 PAGEABLE SYSTEM
 AREAS (NON VIO)
   LPA                       0.00     0.00      0.00      0
   SUM                       0.00     0.02      0.02      0                   0.01      0.01      0
 ADDRESS SPACES
   HIPERSPACE                0.00               0.00      0                   0.00      0.00      0
   SUM              0.00    12.00    88.00    100.00    100          0.00    40.00     40.00    100
 TOTAL SYSTEM
   HIPERSPACE                0.00               0.00      0                   0.00      0.00      0
   NON VIO          0.00    12.00    88.02    100.02    100          0.00    40.01     40.01    100
   SUM              0.00    12.00    88.02    100.02    100          0.00    40.01     40.01    100
   SHARED                             0.00      0.00                          0.00      0.00

 PAGE-IN EVENTS (PAGE FAULT RATE)             92.17
"""
FRAMES = """
 OPT = IEAOPT00                                        FRAME AND SLOT COUNTS
 --------------------------------------------------------------------------------------
 (   900 SAMPLES)

 CENTRAL STORAGE FRAMES       TOTAL   AVAILABLE         SQA         LPA         CSA
 ----------------------   ---------   ---------   ---------   ---------   ---------
       MIN                  8388608        1000       21480        9612       14370
       MAX                  8388608        9000       21480        9612       14370
       AVG                  8388608        4.5K       21480        9612       14370

 LOCAL PAGE DATA SET          TOTAL   AVAILABLE         BAD     NON-VIO         VIO
 ----------------------   ---------   ---------   ---------   ---------   ---------
       AVG                    3600K       3200K           0        400K           0
"""
OBJECTS = """
 OPT = IEAOPT00   LFAREA SIZE = 2147483648   MEMORY OBJECTS AND HIGH VIRTUAL STORAGE FRAMES
 --------------------------------------------------------------------------------------
 1 MB FRAMES         ------------ FIXED ------------  ----------- PAGEABLE ----------
 ------------------      TOTAL  AVAILABLE     IN-USE      TOTAL  AVAILABLE     IN-USE
       MIN                2048       1536        512        512        488         24
       AVG                2048       1536        512        512        488         24
"""


def test_sum_of_the_total_system_counts_and_no_other_sum() -> None:
    found = read(heading("PAGING ACTIVITY") + RATES)
    assert found.formats == ("rmf-paging",)
    assert found.values("lpar:NVS1", "page_ins_per_s") == [100.02]
    assert found("lpar:NVS1", "page_outs_per_s") == 40.01
    assert found("lpar:NVS1", "paging_per_s") == pytest.approx(140.03)
    assert found("lpar:NVS1", "page_faults_per_s") == 92.17


def test_frames_memory_objects_and_large_frame_area() -> None:
    found = read(heading("PAGING ACTIVITY") + FRAMES + heading("PAGING ACTIVITY") + OBJECTS)
    assert found("lpar:NVS1", "setting.REAL_STORAGE_GB") == 32
    assert found("lpar:NVS1", "available_frames") == 4500
    assert found("lpar:NVS1", "aux_slots_used") == 400_000
    assert found("lpar:NVS1", "setting.LFAREA_1M_GB") == 2
    assert found("lpar:NVS1", "setting.LFAREA_USED_GB") == 0.5


def test_a_row_of_fixed_frames_without_figures_costs_no_page() -> None:
    """A terminal that wraps leaves the word alone on its line."""
    fixed = """
 FIXED FRAMES                 TOTAL     NUCLEUS         SQA         LPA
 ----------------------   ---------   ---------   ---------   ---------
       MAX \n"""
    found = read(heading("PAGING ACTIVITY") + FRAMES + fixed)
    assert found("lpar:NVS1", "setting.REAL_STORAGE_GB") == 32
    assert not found.values("lpar:NVS1", "fixed_frames_max")


def test_several_intervals_keep_their_times() -> None:
    later = RATES.replace("100.02", "200.02")
    found = read(
        heading("PAGING ACTIVITY") + RATES + heading("PAGING ACTIVITY", time="10.15.00") + later
    )
    rates = found.all("lpar:NVS1", "page_ins_per_s")
    assert [item.value for item in rates] == [100.02, 200.02]
    assert [item.interval.start for item in rates] == [
        "2015-03-17T10:00:00", "2015-03-17T10:15:00",
    ]  # fmt: skip


def test_a_sum_without_swap_columns_has_its_totals_elsewhere() -> None:
    """Releases without swapping print 7 figures: block, non block, rate, % | non swap, rate, %."""
    short = RATES.replace(
        "   SUM              0.00    12.00    88.02    100.02    100          0.00    40.01     "
        "40.01    100",
        "   SUM                      12.00    88.02    100.02    100                   40.01     "
        "40.03    100",
    )
    assert short != RATES
    found = read(heading("PAGING ACTIVITY") + short)
    assert found.values("lpar:NVS1", "page_ins_per_s") == [100.02]
    assert found.values("lpar:NVS1", "page_outs_per_s") == [40.03]


def test_a_large_frame_holds_two_gigabytes() -> None:
    large = OBJECTS + (
        " 2 GB FRAMES         TOTAL  AVAILABLE     IN-USE\n"
        " ------------------  -----  ---------     ------\n"
        "       MIN               7          5          2\n"
        "       MAX               7          5          3\n"
        "       AVG               7          5          2\n"
    )
    found = read(heading("PAGING ACTIVITY") + large)
    assert found("lpar:NVS1", "setting.LFAREA_2G_GB") == 14
    assert found("lpar:NVS1", "lfarea_2g_pages_used") == 3


def test_sum_with_blank_cells_is_not_misread() -> None:
    """A SUM line without a page-in total has no trustworthy figure in that place."""
    cut = RATES.replace(
        "   SUM              0.00    12.00    88.02    100.02    100          0.00    40.01     "
        "40.01    100",
        "   SUM              0.00    12.00",
    )
    found = read(heading("PAGING ACTIVITY") + cut)
    assert found("lpar:NVS1", "page_ins_per_s") is None
    assert found("lpar:NVS1", "page_faults_per_s") == 92.17


PAGE_HEAD = """
 NUMBER OF SAMPLES =     900                              PAGE DATA SET USAGE
 -----------------------------------------------------------------------------------
                                                                     %    PAGE
 PAGE           DEVICE VOLUME DEV  -----SLOTS USED-----   BAD     IN   TRANS  NUMBER       PAGES
 SPACE  SLOTS    TYPE  SERIAL NUM    MIN    MAX    AVG  SLOTS    USE   TIME  IO REQ       XFER'D
 TYPE   ALLOC

"""
DISK = """\
 PLPA    54000   33909  NVS001 234C  17226  17226  17226      0   0.00  0.000       0            0     SYS1.PLPA.PAGE
 LOCAL   3600K   33909  NVS002 234D   2660   2710   2688      0   4.02  0.001   41012        90000  Y  SYS1.LOCAL1.PAGE
"""  # noqa: E501
FLASH = """\
 SCM    16777K   N/A    N/A    N/A   1841K  1865K  1853K      0  18.40  0.000 6480000      1800000     N/A
"""  # noqa: E501
TITLE = "PAGE DATA SET ACTIVITY"


@pytest.mark.parametrize(
    ("rows", "device"),
    [
        (DISK, "disk"),
        (DISK + FLASH, "flash"),
        (DISK + FLASH.replace("16777K   N/A    N/A    N/A ", "N/A   N/A  N/A   16777K"), "flash"),
        (DISK.replace("90000", "    0"), "none"),
    ],
)
def test_where_the_system_pages_to(rows: str, device: str) -> None:
    found = read(heading(TITLE) + PAGE_HEAD + rows)
    assert found("lpar:NVS1", "setting.PAGE_DEVICE") == device
    if "90000" in rows:
        rate = found("lpar:NVS1", "page_data_set_pages_per_s.SYS1.LOCAL1.PAGE")
        assert rate == pytest.approx(100.0)
    in_use = {
        one.metric.partition(".")[2]: one.value
        for one in found.reading.observations
        if one.metric.startswith("page_data_set_in_use_pct.")
    }
    # Of the rows that are paged to, however their cells stand.
    assert in_use == {"SYS1.LOCAL1.PAGE": 4.02, **({"SCM": 18.4} if device == "flash" else {})}


def test_story_pages_to_flash() -> None:
    found = read_sample("engagement/rmf-sysb.txt")
    assert found("lpar:SYSB", "setting.PAGE_DEVICE") == "flash"
    assert found("lpar:SYSB", "paging_per_s") == pytest.approx(9600.0)
    assert found("lpar:SYSB", "setting.REAL_STORAGE_GB") == 128


def test_utf_16_reads_like_utf_8() -> None:
    text = heading("PAGING ACTIVITY") + RATES
    found = read(text.encode("utf-16"))
    assert found("lpar:NVS1", "paging_per_s") == pytest.approx(140.03)


def test_frames_of_a_page_whose_columns_a_pdf_collapsed() -> None:
    text = (SAMPLES / "engagement/rmf-sysb.txt").read_text(encoding="utf-8")
    whole, collapsed = read(text), read(re.sub(r"(?<=\S) +", " ", text))
    for metric in (
        *("available_frames", "setting.REAL_STORAGE_GB", "aux_slots_used", "scm_blocks_used"),
        *("setting.LFAREA_USED_GB", "pageable_1m_frames_used"),
    ):
        assert whole("lpar:SYSB", metric) is not None
        assert collapsed("lpar:SYSB", metric) == whole("lpar:SYSB", metric)


def test_frames_pasted_without_their_page_say_that_no_system_is_named() -> None:
    """They were lost in silence above the first line that some reader knew."""
    page = (SAMPLES / "engagement" / "rmf-sysb.txt").read_text(encoding="utf-8").split("\n")
    first = next(at for at, line in enumerate(page) if "CENTRAL STORAGE FRAMES" in line)
    found = read("\n".join(page[first : first + 20]) + "\n")
    assert not found.reading.observations
    assert any("SYSTEM ID" in sentence for sentence in found.sentences)
    assert found.reading.numbers.unread > 20


def test_how_long_the_oldest_frames_were_not_referenced() -> None:
    """Three numbers that were listed as not read; SMF71HIC and SMF71LIC are greatest and least."""
    row = " HIGH UIC (AVG) = 64210.5   (MAX) = 65535   (MIN) = 61002\n"
    found = read(heading("P A G I N G  A C T I V I T Y") + row)
    assert found("lpar:NVS1", "unreferenced_interval_s") == 64210.5
    assert found("lpar:NVS1", "printed.HIGH UIC (MAX)") == 65535
    assert found("lpar:NVS1", "printed.HIGH UIC (MIN)") == 61002
    assert found.reading.numbers.unread == 0


def test_a_row_of_these_that_lacks_one_is_not_read() -> None:
    row = " HIGH UIC (AVG) =           (MAX) = 65535   (MIN) = 61002\n"
    found = read(heading("P A G I N G  A C T I V I T Y") + row)
    assert not found.values("lpar:NVS1", "unreferenced_interval_s")
