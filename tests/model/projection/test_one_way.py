"""Bands of a response where nothing changes but how much work comes."""

from __future__ import annotations

from functools import cache

import pytest

from model.catalogue import catalogue
from model.projection import Baseline, build_baseline, project
from model.projection.one_way import load_alone, way_of
from model.topology import (
    Component,
    Measured,
    Scenario,
    SetSetting,
    Setting,
    Topology,
    apply_changes,
)
from model.topology.growth import GROWTH
from tests.model.projection.test_shared_volumes import ADABAS, site
from tests.model.projection.test_shared_volumes import DB2 as DB2A

DB2 = {"tx_per_s": 100.0, "cpu_ms_per_tx": 8.0, "response_ms": 30.0, "duration_s": 900.0}


@cache
def baseline() -> Baseline:
    """A Db2 subsystem that takes 40 % of a partition's two CPs."""
    figures = {name: Measured(value, "") for name, value in DB2.items()}
    busy = {"cp_busy_pct": Measured(40.0, "%")}
    parts = [
        Component("A", "lpar", "A", None, {"CPS": Setting(2)}, busy),
        Component("DB", "db2_subsystem", "DB", "A", {}, figures),
    ]
    return build_baseline(Topology().with_components(parts))


def response(*changes: SetSetting):
    (found,) = project(baseline(), [Scenario("", changes)])
    work = found.workload("DB")
    assert work is not None
    return work.metrics["response_ms"], work.changes["response_ms"]


@pytest.mark.parametrize("percent", [-90, -50, -10])
def test_less_work_makes_nobody_slower(percent: float) -> None:
    """Half the work had a band from 19 % shorter to 13 % longer."""
    figure, change = response(SetSetting("DB", GROWTH.name, percent))
    assert change.low < change.value < change.high <= 0.0
    assert figure.low < figure.value < figure.high <= 30.0 * (1.0 + 1e-9)


@pytest.mark.parametrize("percent", [10, 50])
def test_more_work_makes_nobody_faster(percent: float) -> None:
    figure, change = response(SetSetting("DB", GROWTH.name, percent))
    assert 0.0 <= change.low < change.value < change.high
    assert 30.0 * (1.0 - 1e-9) <= figure.low < figure.value < figure.high


def test_only_a_load_that_moves_one_way_and_nothing_else_is_load_alone() -> None:
    topology = baseline().topology
    less, more = (SetSetting("DB", GROWTH.name, percent) for percent in (-10, 10))
    assert load_alone((less,), topology) == -1
    assert load_alone((more,), topology) == 1
    assert load_alone((SetSetting("DB", GROWTH.name, 0),), topology) == 0
    assert load_alone((more, SetSetting("A", GROWTH.name, -10)), topology) == 0
    assert load_alone((less, SetSetting("A", "CPS", 3)), topology) == 0
    assert load_alone((), topology) == 0


@pytest.mark.parametrize(("volumes", "aliases"), [(1, 16), (2, 0), (40, 0)])
def test_fewer_volumes_make_nobody_faster_who_waits_for_them(volumes: int, aliases: int) -> None:
    """A response of 58 ms instead of 35 had a band from 23 ms."""
    on_disk = site(with_adabas=True)
    few = SetSetting("D1", "VOLUMES", volumes), SetSetting("D1", "ALIASES", aliases)
    (found,) = project(build_baseline(on_disk), [Scenario("", few)])
    for anchor in (DB2A, ADABAS):
        change = found.workload(anchor).changes["response_ms"]
        assert 0.0 <= change.low <= change.value <= change.high
    assert found.workload(DB2A).metrics["response_ms"].low >= 35.0 * (1.0 - 1e-9)
    # Nobody measured that of the database: how far it may be off today it is then as well.
    level = found.workload(ADABAS).metrics["response_ms"]
    assert level.low < 0.5 * level.value


def test_only_volumes_that_all_get_fewer_lengthen_waits_and_only_of_those_who_use_them() -> None:
    today = site(with_adabas=True, volumes=10, aliases=10)

    def way(anchor: str, *changes: SetSetting) -> int:
        return way_of(changes, today, apply_changes(today, changes, catalogue())).of(anchor)

    def of(volumes: int, aliases: int) -> tuple[SetSetting, SetSetting]:
        return SetSetting("D1", "VOLUMES", volumes), SetSetting("D1", "ALIASES", aliases)

    assert way(DB2A, *of(5, 10)) == way(DB2A, *of(10, 5)) == way(DB2A, *of(5, 15)) == 1
    assert way(DB2A, *of(20, 10)) == way(DB2A, *of(20, 0)) == way(DB2A, *of(10, 20)) == -1
    assert way(DB2A, *of(5, 30)) == way(DB2A, *of(12, 0)) == way(DB2A, *of(10, 10)) == 0
    assert way("SYSA", *of(5, 10)) == 0
    more, less = (SetSetting(DB2A, GROWTH.name, percent) for percent in (10, -10))
    assert way(DB2A, *of(5, 10), more) == way(DB2A, more) == 1
    assert way(DB2A, *of(5, 10), less) == 0
    assert way(DB2A, *of(5, 10), SetSetting("SYSA", "CPS", 3)) == 0
