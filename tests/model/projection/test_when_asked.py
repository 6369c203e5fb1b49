"""Figures that are made when they are asked for are those that there are."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from app.bench.projection import cluster
from model.projection import build_baseline, project
from model.projection import recording as recorder
from model.projection.estimate import Estimate
from model.projection.when_asked import WhenAsked
from model.topology import Scenario, SetSetting

ANCHOR = "adabas_database:10"


def figure(value: float) -> Estimate:
    return Estimate(value, value, value, "")


def test_each_is_made_once_and_only_when_it_is_asked_for() -> None:
    made: list[str] = []

    def make(name: str) -> Estimate:
        made.append(name)
        return figure(float(len(name)))

    found = WhenAsked(["a", "bb", "ccc"], make)
    assert list(found) == ["a", "bb", "ccc"]
    assert len(found) == 3
    assert "bb" in found
    assert "d" not in found
    assert found.get("d") is None
    assert made == []
    assert found["bb"].value == found["bb"].value == 2.0
    assert made == ["bb"]
    with pytest.raises(KeyError):
        found["d"]
    assert found == {name: figure(float(len(name))) for name in ("a", "bb", "ccc")}
    assert made == ["bb", "a", "ccc"]


def test_a_file_has_the_figures() -> None:
    found = pickle.loads(pickle.dumps(WhenAsked(["a"], lambda _: figure(1.0))))
    assert found == {"a": figure(1.0)}
    assert type(found) is dict


@pytest.mark.parametrize("bands", [False, True])
def test_a_scenario_says_at_once_which_figures_it_has(bands, monkeypatch) -> None:
    """Of a sweep one figure each is read: the others were made for nobody."""
    baseline = build_baseline(cluster())
    made: list[str] = []
    estimate = recorder.estimate

    def counted(evaluation, name, index):
        made.append(name)
        return estimate(evaluation, name, index)

    monkeypatch.setattr(recorder, "estimate", counted)
    more = Scenario("more", (SetSetting(ANCHOR, "USERS", 4000),))
    project(baseline, [more], bands=bands)  # with it those of today, once
    made.clear()
    (found,) = project(baseline, [more], bands=bands)
    work = found.workload(ANCHOR)
    before = len(made)
    assert before < len(work.metrics)
    assert set(work.changes) <= set(work.metrics)
    assert len(made) == before
    known = dict(work.metrics)
    assert {*made} == {*known}
    assert all(work.changes[name].unit == "%" for name in work.changes)
    assert len(made) == len(known)


@pytest.mark.parametrize("changed", [False, True])
def test_one_workload_is_told_as_in_the_whole(changed) -> None:
    """Of a sweep one workload is looked at: what others and the hardware do is made for nobody."""
    baseline = build_baseline(cluster())
    changes = (SetSetting(ANCHOR, "USERS", 4000),) if changed else ()
    alone, whole, kept = project(baseline, [Scenario("one", changes)] * 3, bands=False)
    work = alone.workload(ANCHOR)
    assert alone.workload("nobody") is None
    assert "resources" not in vars(alone)
    assert alone.workloads == whole.workloads
    assert "resources" not in vars(alone)
    assert whole.resources
    assert work == whole.workload(ANCHOR)
    assert alone == whole
    assert alone.workload(ANCHOR) is work
    assert pickle.loads(pickle.dumps(kept)) == whole
    assert replace(kept, bottleneck="x").workloads == whole.workloads


def test_a_projection_has_no_other_attributes_before_it_is_made() -> None:
    (found,) = project(build_baseline(cluster()), [Scenario("as-is")], bands=False)
    assert not hasattr(found, "nothing")
    assert "resources" not in vars(found)
