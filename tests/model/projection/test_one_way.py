"""Bands of a response where nothing changes but how much work comes."""

from __future__ import annotations

from functools import cache

import pytest

from model.projection import Baseline, build_baseline, project
from model.projection.one_way import load_alone
from model.topology import Component, Measured, Scenario, SetSetting, Setting, Topology
from model.topology.growth import GROWTH

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
