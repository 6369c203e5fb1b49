"""Coupling facilities whose structures do not fit into their storage."""

from __future__ import annotations

from model.projection import build_baseline, project
from model.topology import Scenario, SetSetting, Setting
from tests.model.projection.test_shared_hardware import DATABASE, with_facility


def test_a_facility_that_holds_more_than_it_has_is_said_and_lets_nothing_grow() -> None:
    """A structure that grew within it was projected as a gain, and nothing was said."""
    topology = with_facility()
    over = topology["CF01"].with_setting("STORAGE_GB", Setting(1.0))
    baseline = build_baseline(topology.with_component(over))
    sizes = {size: SetSetting("CACHE", "SIZE_MB", size) for size in (100_000, 8_192, 100)}
    as_is, *more = project(
        baseline, [Scenario("", ()), *(Scenario("", (one,)) for one in sizes.values())], bands=False
    )
    work = as_is.workload(DATABASE)
    assert work.metrics
    assert any("do not fit into 1 GB" in one for one in work.extrapolated)
    assert [bool(found.workloads) for found in more] == [False, False, True]
    assert "RMF's coupling facility activity report" in more[0].issues[0]
