"""Figures that were lost or merged, and how few numbers of the samples nobody accounts for."""

from __future__ import annotations

import pytest

from advisor.formats.mq.statistics import _version
from advisor.reading import read_bytes
from advisor.reading.pages import reader_json
from tests.advisor.reading.report_reading import SAMPLES, read, read_sample


def test_of_the_samples_numbers_not_one_in_a_hundred_is_unaccounted() -> None:
    taken = ignored = unread = 0
    for folder in ("engagement", "formats"):
        for path in sorted((SAMPLES / folder).iterdir()):
            for reading in read_bytes(path.name, path.read_bytes()):
                taken += reading.numbers.taken
                ignored += reading.numbers.ignored
                unread += reading.numbers.unread
    assert unread < 0.01 * (taken + ignored + unread)
    assert taken > 4_000


def test_ims_regions_are_told_apart() -> None:
    found = read_sample("engagement/ims-monitor.txt")
    region = "ims_region:IMSA/MPR"
    assert found(region, "schedules_by_region.1") == 24_310
    assert found(region, "scheduling_by_region_us.1") == pytest.approx(1690, rel=1e-3)
    assert found(region, "schedule_to_first_call_by_region_us.3") == pytest.approx(6310, rel=1e-3)
    assert found(region, "region_occupancy_by_region_pct.2") == 92.6
    assert found(region, "scheduling_us") == pytest.approx(1693, rel=1e-3)


def test_every_tcb_mode_that_was_dispatched() -> None:
    found = read_sample("engagement/cics-aor1-dfh0stat.txt")
    region = "cics_region:CICSAOR1"
    assert found(region, "tcb_cpu_by_mode_s.L8") == pytest.approx(208.10121)
    assert found(region, "tcb_dispatch_s.RO") == pytest.approx(1.204411)
    assert found(region, "tcbs_peak.L8") == 19
    assert not found.values(region, "tcb_cpu_by_mode_s.CO")


LSR = """\
1Applid CICSAOR1  Sysid AOR1  Jobname CICSAOR1  Date 03/17/2015  Time 10:45:00    CICS 5.2.0  PAGE 1

 LSR Pools
 _________

 Pool Number . . . . . . . . . . . : 1        Time Created. . . . . . : 06:00:04.000000
 Maximum key length. . . . . . . . :         128
 Total number of strings . . . . . :          40
 Peak concurrently active strings. :          17
 Total requests waited for string. :           6
 Peak requests waited for string . :           2

 Buffer Totals
 _____________
 Data Buffers. . . . . . . . . . . :         400   Index Buffers . . . . . . :         120
 Hiperspace Data Buffers . . . . . :           0   Hiperspace Index Buffers. :           0
"""


def test_totals_of_an_lsr_pool() -> None:
    found = read(LSR)
    pool = "lsr_pool:CICSAOR1/1"
    assert found(pool, "data_buffers") == 400
    assert found(pool, "index_buffers") == 120
    assert found(pool, "strings_wait_peak") == 2


def test_totals_of_an_lsr_pool_from_a_thousand_on() -> None:
    """The count was taken for another's, as its comma ended it."""
    found = read(LSR.replace(" 400 ", " 2,400 ").replace(" 120\n", " 1,120\n"))
    pool = "lsr_pool:CICSAOR1/1"
    assert found(pool, "data_buffers") == 2400
    assert found(pool, "index_buffers") == 1120


def test_peaks_of_large_frames_and_the_fewest_free_ones() -> None:
    found = read_sample("engagement/rmf-sysb.txt")
    assert found("lpar:SYSB", "available_frames_min") == 1612
    assert found("lpar:SYSB", "pageable_1m_frames_max") == 24
    assert found("lpar:SYSB", "fixed_1m_frames_max") == 0


def test_thresholds_of_a_db2_pool() -> None:
    found = read_sample("formats/db2-bufferpool-detail.txt")
    pool = "db2_bufferpool:DB2P/BP1"
    assert found(pool, "setting.DWQT") == 30
    assert found(pool, "setting.VDWQT") == 5
    assert found(pool, "vdwqt_buffers") == 0
    assert found(pool, "vertical_deferred_write_hits") == 412
    assert found(pool, "simulated_buffers_in_use") == 159_204


def test_the_live_heap_of_a_jvm() -> None:
    found = read_sample("formats/java-verbosegc.xml")
    used = [o.value for o in found.reading.observations if o.metric == "heap_used_max_mb"]
    assert len(used) == 1
    assert used[0] >= 128


def test_releases_of_mq_from_ten_on() -> None:
    assert [_version(text) for text in ("930", "1000", "090300", "100000")] == [
        "9.3.0", "10.0.0", "9.3.0", "10.0.0",
    ]  # fmt: skip


def test_what_a_reader_leaves_out_stands_on_its_page() -> None:
    assert any("headings" in said for said in reader_json("rmf-paging")["leaves_out"])


@pytest.mark.parametrize("name", ["cics-csd.txt", "netstat.txt", "stat-rexx.txt"])
def test_what_is_left_out_of_these_is_declared(name: str) -> None:
    """Buffers of a CSD's pools, the variance of round trips and a ratio stood among the unread."""
    assert read_sample(f"formats/{name}").reading.numbers.unread == 0
