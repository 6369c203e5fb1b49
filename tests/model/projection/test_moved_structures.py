"""Structures in coupling facilities that no report knows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from model.projection import Unanswered, build_baseline, project
from model.topology import AddComponent, Link, MoveComponent, Scenario, SetSetting, Topology
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
    """How long its requests take is not known: more processors move nothing, and whether fewer do
    its work is asked; one for four left every figure as it was."""
    site = with_facility()
    other = part("cf", "CF02", None, {"CPS": 4, "STORAGE_GB": 16})
    site = site.with_components([other, replace(site["CACHE"], parent="CF02")])
    other_numbers = [Scenario(str(n), (SetSetting("CF02", "CPS", n),)) for n in (8, 3)]
    as_is, more, fewer = project(build_baseline(site), [Scenario("as-is"), *other_numbers])
    said = fewer.workload(DATABASE).not_projectable
    assert said == (
        "CF02: whether 3 of its processors do what 4 do today is not known, as no report says how "
        "busy they are"
    )
    for found in (as_is, more):
        assert found.workload(DATABASE).not_projectable is None
        assert "CF02" not in {one.component for one in found.resources}
        assert "coupling facility" not in found.workload(DATABASE).breakdown_s


def test_a_facility_of_unknown_processors_is_asked_for() -> None:
    (found,) = project(facility_baseline(), [to_another(None)], bands=False)
    workload = found.workload(DATABASE)
    assert not workload.metrics
    assert workload.not_projectable == "CF02: no report says how many processors it has"


def with_lock() -> Topology:
    """The same with a lock structure beside the cache, and one of somebody else."""
    site = with_facility()
    measured = {"requests_per_s": 60e3, "sync_us": 6.0}
    site = site.with_component(part("cf_structure", "LOCK", "CF01", {"SIZE_MB": 200}, measured))
    return site.with_link(Link("coupled", DATABASE, "LOCK"))


def moving(cps: int, *names: str, left: int = 4) -> Scenario:
    other = part("cf", "CF02", None, {"STORAGE_GB": 16, "CPS": cps})
    moves = (MoveComponent(name, "CF02") for name in names)
    return Scenario(
        f"{names} {cps} {left}", (AddComponent(other), *moves, SetSetting("CF01", "CPS", left))
    )


def test_structures_are_asked_where_they_are_whichever_moves() -> None:
    """When only the cache moved, requests to the lock structure were made to nobody: an old
    facility of one processor cost nothing. What is moved of others did not go along."""
    baseline = build_baseline(with_lock())
    as_is, cache, lock, all_, slow_old, slow_new, others = project(
        baseline,
        [
            Scenario("as-is"),
            moving(4, "CACHE"),
            moving(4, "LOCK"),
            moving(4, "CACHE", "LOCK", "OTHER"),
            moving(4, "CACHE", left=1),
            moving(1, "CACHE", "LOCK", "OTHER"),
            moving(4, "OTHER"),
        ],
        bands=False,
    )
    used = use_of(as_is, "CF01")
    cache_share, lock_share, other_share = 125 / 190, 60 / 190, 5 / 190
    assert use_of(cache, "CF02") == pytest.approx(cache_share * used, rel=0.005)
    assert use_of(cache, "CF01") == pytest.approx((lock_share + other_share) * used, rel=0.005)
    assert use_of(lock, "CF02") == pytest.approx(lock_share * used, rel=0.005)
    assert use_of(lock, "CF01") == pytest.approx((cache_share + other_share) * used, rel=0.005)
    assert use_of(all_, "CF02") == pytest.approx(used, rel=0.001)
    assert use_of(others, "CF01") == pytest.approx((1 - other_share) * used, rel=0.001)
    assert use_of(slow_old, "CF01") == pytest.approx(4 * use_of(cache, "CF01"), rel=0.02)
    works = [one.workload(DATABASE) for one in (as_is, cache, slow_old, all_, slow_new)]
    etr = [work.metrics["etr_per_s"].value for work in works]
    at_cf = [work.breakdown_s["coupling facility"] for work in works]
    assert at_cf[2] > 1.15 * at_cf[1]
    assert etr[3] == pytest.approx(etr[0], rel=1e-4)
    assert etr[4] < 0.85 * etr[0]
    (one_left,) = project(baseline, [Scenario("", (SetSetting("CF01", "CPS", 1),))], bands=False)
    assert etr[4] == pytest.approx(one_left.workload(DATABASE).metrics["etr_per_s"].value, rel=1e-4)
    assert slow_new.bottleneck == "CF02"


def test_structures_that_are_in_two_facilities_today_are_both_asked() -> None:
    """Requests to the second facility met no processors: one or four were all the same."""
    site = with_lock()
    second = part("cf", "CF02", None, {"CPS": 4, "STORAGE_GB": 16}, {"cpu_busy_pct": 10.0})
    site = site.with_components([second, replace(site["LOCK"], parent="CF02")])
    as_is, fewer, onto = project(
        build_baseline(site),
        [
            Scenario("as-is"),
            Scenario("fewer", (SetSetting("CF02", "CPS", 1),)),
            Scenario("onto", (MoveComponent("OTHER", "CF02"), MoveComponent("CACHE", "CF02"))),
        ],
        bands=False,
    )
    assert use_of(as_is, "CF01") == pytest.approx(0.32, rel=0.01)
    assert use_of(as_is, "CF02") == pytest.approx(0.10, rel=0.01)
    assert use_of(fewer, "CF02") == pytest.approx(0.40, rel=0.01)
    assert use_of(onto, "CF02") == pytest.approx(0.42, rel=0.01)
    parts = [one.workload(DATABASE).breakdown_s["coupling facility"] for one in (as_is, fewer)]
    assert parts[1] > 1.05 * parts[0]


def test_more_processors_that_nobody_can_judge_are_said_beside_what_moves_figures() -> None:
    """Two more of a facility that no report knows went without a word beside another change."""
    site = with_facility()
    few = part("cf", "CF02", None, {"CPS": 2, "STORAGE_GB": 16})
    site = site.with_components([few, replace(site["CACHE"], parent="CF02")])
    (host, *_) = site.of_kind("lpar")
    moved = SetSetting(host.id, "CPS", max(int(host.number("CPS") or 2) // 2, 1))
    both = (SetSetting("CF02", "CPS", 4), moved)
    baseline = build_baseline(site)
    as_is, beside, alone = project(
        baseline, [Scenario("as-is"), Scenario("both", both), Scenario("one", (moved,))]
    )
    silent = Unanswered(baseline, as_is)
    assert any("more processors move no figure" in said for said in silent.sentences(beside))
    assert not any("more processors" in said for said in silent.sentences(alone))
