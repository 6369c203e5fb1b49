"""Structures in coupling facilities that no report knows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from model.projection import build_baseline, project
from model.topology import AddComponent, MoveComponent, Scenario, SetSetting
from tests.model.projection.test_shared_hardware import (
    DATABASE,
    facility_baseline,
    part,
    use_of,
    with_facility,
)


def to_another(cps: int | None) -> Scenario:
    settings = {} if cps is None else {"CPS": cps}
    other = part("cf", "CF02", None, {"STORAGE_GB": 16, **settings})
    return Scenario(str(cps), (AddComponent(other), MoveComponent("CACHE", "CF02")))


def test_a_structure_asks_another_facility_as_much_as_it_asked_its_own() -> None:
    """It asked nothing of one that no report knows: one processor or four was all the same."""
    fewer = Scenario("CF01", (SetSetting("CF01", "CPS", 1),))
    as_is, own, four, one = project(
        facility_baseline(),
        [Scenario("as-is"), fewer, to_another(4), to_another(1)],
        bands=False,
    )
    etr = [p.workload(DATABASE).metrics["etr_per_s"].value for p in (as_is, own, four, one)]
    # Without the 5,000 requests of the other structure, which stays where it is.
    share = 125 / 130
    assert use_of(four, "CF02") == pytest.approx(share * use_of(as_is, "CF01"), rel=0.01)
    assert etr[2] == pytest.approx(etr[0], rel=0.01)
    assert etr[1] < etr[3] < 0.95 * etr[0]
    assert 0.85 < use_of(one, "CF02") <= 1.0


def test_a_facility_that_no_report_knows_today_is_no_part_of_the_model() -> None:
    """How long its requests take is not known: nothing is said of it, and nothing breaks."""
    site = with_facility()
    other = part("cf", "CF02", None, {"CPS": 4, "STORAGE_GB": 16})
    site = site.with_components([other, replace(site["CACHE"], parent="CF02")])
    as_is, fewer = project(
        build_baseline(site), [Scenario("as-is"), Scenario("1", (SetSetting("CF02", "CPS", 1),))]
    )
    for found in (as_is, fewer):
        assert found.workload(DATABASE).not_projectable is None
        assert "CF02" not in {one.component for one in found.resources}
        assert "coupling facility" not in found.workload(DATABASE).breakdown_s


def test_a_facility_of_unknown_processors_is_asked_for() -> None:
    (found,) = project(facility_baseline(), [to_another(None)], bands=False)
    workload = found.workload(DATABASE)
    assert not workload.metrics
    assert workload.not_projectable == "CF02: no report says how many processors it has"
