"""Storage for a dump is what nobody uses: work that lacks some takes what comes first."""

from __future__ import annotations

import pytest

from model.hardware.paging import SYSTEM_GB
from model.hardware.storage import storage_key
from model.projection import build_baseline, project
from model.subsystems.svcdump import DumpModel
from model.topology import Scenario, SetSetting

NONE_FREE = {"available_frames": 0.0}


@pytest.fixture
def lacking(part, install):
    """GB that a dump of 20 GB lacks, with other storage and other caches than as counted."""
    dump = part("dump_options", "DUMP", "SYSA", {"DUMP_GB": 20}, NONE_FREE)

    def ask(held_gb, real_gb, held_now_gb=None, draws=0, **lpar):
        def site(gb):
            return install(dump, lpar={"REAL_STORAGE_GB": gb, **lpar})

        def held(gb):
            return {storage_key("SYSA"): gb} if gb else {}

        model = DumpModel()
        as_is = model.conditions(site(100), "DUMP", held(held_gb))
        calibration = model.calibrate(as_is, model.measured(site(100), "DUMP"))
        now = held(held_gb if held_now_gb is None else held_now_gb)
        found = model.evaluate(
            [model.conditions(site(real_gb), "DUMP", now)], calibration.draws(draws)
        )
        return found.metrics["shortage_gb"][0]

    return ask


def test_what_work_lacks_is_met_before_the_dump_gets_anything(lacking) -> None:
    held = 107.0 - SYSTEM_GB
    assert lacking(held, 105)[0] == 20.0
    assert lacking(held, 110)[0] == pytest.approx(17.0)
    assert lacking(held, 127)[0] == pytest.approx(0.0)


def test_reserved_storage_that_nobody_uses_is_no_room_for_work(lacking) -> None:
    held = 105.0 - SYSTEM_GB
    reserved = {"LFAREA_1M_GB": 2.0, "LFAREA_USED_GB": 0.0}
    assert lacking(held, 110, **reserved)[0] == pytest.approx(17.0)


def test_smaller_caches_leave_the_dump_what_they_return_beyond_what_lacked(lacking) -> None:
    held = 107.0 - SYSTEM_GB
    assert lacking(held, 100, held_now_gb=held - 5)[0] == 20.0
    assert lacking(held, 100, held_now_gb=held - 17)[0] == pytest.approx(10.0)


def test_where_nothing_tells_what_is_held_all_that_comes_is_free(lacking) -> None:
    assert lacking(0.0, 110)[0] == pytest.approx(10.0)


def test_what_lacks_is_known_no_better_than_what_zos_holds(lacking) -> None:
    drawn = lacking(107.0 - SYSTEM_GB, 110, draws=64)
    assert drawn.min() < drawn[0] - 0.5 < drawn[0] + 0.5 < drawn.max()


def test_a_scenario_is_answered_once_for_all_that_follows(part, install, monkeypatch) -> None:
    """Its storage, its way through the network and its figures were asked for one by one, and
    those of today once more for each scenario."""
    dump = part("dump_options", "DUMP", "SYSA", {"DUMP_GB": 20}, {**NONE_FREE, "capture_s": 90.0})
    baseline = build_baseline(install(dump, lpar={"REAL_STORAGE_GB": 64}))
    today = project(baseline, [Scenario("as-is")], bands=False)[0].workload("DUMP")
    asked: list[float] = []
    respond = DumpModel.respond

    def counted(self, now, was, constants):
        asked.append(now["dump_gb"])
        return respond(self, now, was, constants)

    monkeypatch.setattr(DumpModel, "respond", counted)
    larger = [Scenario(str(gb), (SetSetting("DUMP", "DUMP_GB", gb),)) for gb in (30, 40)]
    found = project(baseline, larger, bands=False)
    assert sorted(gb for gb in asked if gb != 20) == [30, 40]
    assert asked.count(20) <= 1
    times = [one.workload("DUMP").metrics["capture_s"].value for one in found]
    assert today.metrics["capture_s"].value < times[0] < times[1]
