"""A database whose system states nothing to page to, as storage gets short."""

from __future__ import annotations

from itertools import pairwise

import pytest

from model.projection import Estimate, build_baseline, project
from model.topology import Scenario, SetSetting, Setting, Topology
from tests.model.projection.test_shared_volumes import ADABAS, DB2, SYNC_IOS, part, site


def with_pool(buffers: int, **settings: str) -> Topology:
    """12 GB of real storage, and a pool of Db2 that follows its number of buffers."""
    found = site(with_adabas=True)
    pageable = [found[one].with_setting("LARGEPAGE", Setting(False)) for one in (ADABAS, "10-1")]
    found = found.with_components(pageable)
    figures = {"duration_s": 900.0, "getpages": 4e7, "sync_reads": 120.0 * SYNC_IOS * 900.0}
    system = found["SYSA"].with_setting("REAL_STORAGE_GB", Setting(12))
    for name, value in settings.items():
        system = system.with_setting(name, Setting(value))
    pool = part("db2_bufferpool", "DB2A/BP1", DB2, {"VPSIZE": buffers}, figures)
    return found.with_components([system, pool])


def rates(found: Topology, *sizes: int, device: str = "", bands: bool = True) -> list[Estimate]:
    on = (SetSetting("SYSA", "PAGE_DEVICE", device),) if device else ()
    scenarios = [Scenario("", (SetSetting("DB2A/BP1", "VPSIZE", size), *on)) for size in sizes]
    every = project(build_baseline(found), scenarios, bands=bands)
    return [one.workload(ADABAS).metrics["etr_per_s"] for one in every]


def test_a_database_that_gets_short_of_storage_pages_to_anything_from_flash_to_disk() -> None:
    """It did not page at all, in a band of one per cent."""
    found = with_pool(200_000)
    (flash,) = rates(found, 3_000_000, device="flash", bands=False)
    (disk,) = rates(found, 3_000_000, device="disk", bands=False)
    for device in ("", "none"):
        (here,) = rates(found, 3_000_000, device=device)
        assert 1.1 * disk.value < here.value < flash.value
        assert here.low < disk.value
        assert here.high > flash.value
    larger = Scenario("", (SetSetting("DB2A/BP1", "VPSIZE", 3_000_000),))
    as_is, projected = project(build_baseline(found), [Scenario("as-is"), larger])
    assert as_is.workload(ADABAS).metrics["paging_per_s"].value == 0.0
    work = projected.workload(ADABAS)
    assert work.metrics["paging_per_s"].value > 100.0
    assert any("anything from flash to disk is in the bands" in said for said in work.extrapolated)


def test_what_it_may_be_short_of_is_in_the_band_before_it_most_likely_is() -> None:
    """Of what z/OS and its jobs hold beside the pools no report tells more than about how much."""
    sizes = (300_000, 1_600_000)
    scenarios = [Scenario("", (SetSetting("DB2A/BP1", "VPSIZE", size),)) for size in sizes]
    every = project(build_baseline(with_pool(200_000)), scenarios)
    ample, nearly = (one.workload(ADABAS).changes["etr_per_s"] for one in every)
    assert ample.low > -5.0
    assert nearly.value == pytest.approx(ample.value, abs=1.0)
    assert nearly.low < -20.0


def test_only_what_it_gets_shorter_by_pages_where_it_was_short_as_measured() -> None:
    """The paging of today is in the figures of today, whatever it is that is paged to."""
    sizes = (2_200_000, 2_210_000, 2_400_000, 3_000_000)
    found = rates(with_pool(2_200_000), *sizes)
    assert found[1].value == pytest.approx(found[0].value, rel=0.05)
    assert all(less.value <= more.value * 1.0001 for more, less in pairwise(found))
    assert found[3].value < 0.97 * found[0].value
    (roomier,) = rates(with_pool(2_200_000), 2_000_000)
    assert roomier.value == pytest.approx(found[0].value, rel=0.02)


def test_a_system_whose_device_is_taken_away_pages_to_anything() -> None:
    """Its database was not projectable, and said to be projected as if it paged."""
    baseline = build_baseline(with_pool(3_000_000, PAGE_DEVICE="flash"))
    devices = ("flash", "none", "disk")
    scenarios = [Scenario(one, (SetSetting("SYSA", "PAGE_DEVICE", one),)) for one in devices]
    flash, none, disk = (found.workload(ADABAS) for found in project(baseline, scenarios))
    assert not none.not_projectable
    assert flash.metrics["paging_per_s"].value > 100.0
    rates = [one.metrics["etr_per_s"] for one in (disk, none, flash)]
    assert rates[0].value < rates[1].value < rates[2].value
    assert rates[1].low < 1.05 * rates[0].value
    assert rates[1].high > 0.99 * rates[2].value
    assert any("as if it paged, to anything" in said for said in none.extrapolated)
