"""Partitions of which no report says how many CPs they have: asked for, or known in width only."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.bench.projection import cluster
from model.catalogue import catalogue
from model.projection import build_baseline, project
from model.projection.unknown_cps import UNKNOWN_BUSY, UNKNOWN_CPS
from model.topology import AddComponent, Measured, MoveComponent, Scenario, SetSetting, Topology
from model.topology.documents import installation_from
from model.topology.growth import GROWTH
from resources import resource
from tests.model.projection.test_random_installations import part, queries, region


def site(cps: int | None) -> Topology:
    size = {} if cps is None else {"CPS": cps}
    parts = [
        part("lpar", "SYSA", None, size, {"cp_busy_pct": 40.0}),
        *region("AOR", "SYSA", 60.0, 6.0, 0.9),
        *queries("DB2", "SYSA", 40.0, 4.0),
    ]
    return Topology().with_components(parts)


def grown(topology: Topology, pct: float, bands: bool = True):
    change = Scenario("x", tuple(SetSetting(name, GROWTH.name, pct) for name in ("AOR", "DB2")))
    return project(build_baseline(topology), [change], bands=bands)[0]


@pytest.mark.parametrize("pct", [25.0, 150.0])
def test_more_work_on_uncounted_cps_is_known_in_width_only(pct: float) -> None:
    """It came through in full, as if there were CPs without end, and nothing was said."""
    found = grown(site(None), pct)
    for name, most in (("AOR", 60.0), ("DB2", 40.0)):
        work = found.workload(name)
        assert UNKNOWN_CPS in work.extrapolated
        etr = work.metrics["etr_per_s"]
        # CPs that are full today do no more of it.
        assert most < etr.low < 1.1 * most < etr.high
        assert any("no limit" in reason for reason in work.metrics["response_ms"].reasons)
    assert UNKNOWN_CPS in grown(site(None), pct, bands=False).workload("AOR").extrapolated


def test_cps_that_are_counted_and_less_work_need_no_such_words() -> None:
    for found in (grown(site(8), 50.0), grown(site(None), -20.0)):
        assert UNKNOWN_CPS not in found.workload("AOR").extrapolated


@pytest.mark.parametrize("cps", [None, 4])
def test_a_move_to_uncounted_cps_is_a_question(cps: int | None) -> None:
    """Nothing was waited for there: 12 ms became 11.9, give or take 0.03."""
    (new,) = [part("lpar", "NEW", None, {} if cps is None else {"CPS": cps})]
    there = Scenario("there", (AddComponent(new), MoveComponent("AOR", "NEW")))
    as_is, moved = project(build_baseline(site(8)), [Scenario("as-is"), there], bands=False)
    work = moved.workload("AOR")
    if cps is None:
        assert work.not_projectable == "NEW: no report says how many CPs it has"
        assert not work.metrics
    else:
        assert work.metrics["etr_per_s"].value == pytest.approx(60.0)
    rest, before = (p.workload("DB2").metrics["etr_per_s"].value for p in (moved, as_is))
    assert rest == pytest.approx(before)


def test_who_cannot_be_moved_leaves_its_load_where_it_is() -> None:
    """The others met a region that asked a partition which is not in their network."""
    disk = part("dasd", "DISK", None, {"VOLUMES": 4}, {"response_ms": 1.5, "io_per_s": 400.0})
    topology = site(4).with_components([disk])
    bare = replace(part("lpar", "NEW", None), name="N")
    both = (AddComponent(bare), MoveComponent("AOR", "NEW"), MoveComponent("DB2", "NEW"))
    (found,) = project(build_baseline(topology), [Scenario("x", both)], bands=False)
    assert found.converged
    assert {work.not_projectable for work in found.workloads} == {
        "N: no report says how many CPs it has"
    }


def test_uncounted_cps_are_as_busy_as_measured_and_nobody_says_how_busy_with_more() -> None:
    """A region's share of a number of CPs that it infers stood for the partition's use."""
    as_is = build_baseline(site(None))
    found = project(
        as_is, [Scenario("as-is"), Scenario("x", (SetSetting("AOR", GROWTH.name, 20),))]
    )
    shown = [{one.component: one for one in each.resources} for each in found]
    use = shown[0]["SYSA"]
    assert (use.label, use.utilization, use.low, use.high) == ("CPs", 0.4, 0.4, 0.4)
    assert "SYSA" not in shown[1]


def told_busy(pct: float | None, cps: int = 8) -> Topology:
    busy = {} if pct is None else {"cp_busy_pct": pct}
    parts = [part("lpar", "SYSA", None, {"CPS": cps}, busy), *queries("DB2", "SYSA", 200.0, 10.0)]
    return Topology().with_components(parts)


def test_what_runs_beside_work_where_nobody_told_how_busy_it_is_is_in_the_band() -> None:
    """It was taken as none: three times the work came through without a band, on CPs of which
    25 % were said to be busy."""
    as_is, found = project(
        build_baseline(told_busy(None)), [Scenario("as-is"), Scenario("x", (GROWN,))]
    )
    work = found.workload("DB2")
    assert UNKNOWN_BUSY in work.extrapolated
    rate = work.metrics["etr_per_s"]
    for busy in (95.0, 60.0, 25.0):
        (one,) = project(build_baseline(told_busy(busy)), [Scenario("x", (GROWN,))])
        known = one.workload("DB2")
        assert rate.low <= known.metrics["etr_per_s"].value <= rate.high * (1.0 + 1e-6)
        assert UNKNOWN_BUSY not in known.extrapolated
    assert rate.low < 0.75 * rate.value
    assert any("no limit" in reason for reason in work.metrics["response_ms"].reasons)
    (use,) = (one for one in as_is.resources if one.component == "SYSA")
    assert (use.low, use.high) == pytest.approx((0.25, 1.0), abs=0.02)
    assert "no report says how busy it is" in use.lacking


GROWN = SetSetting("DB2", GROWTH.name, 200.0)


def test_fewer_cps_than_other_work_may_keep_busy_do_not_all_of_it() -> None:
    """Of half of the CPs: what keeps a quarter of all of them busy has more than that beside it."""
    scenarios = [Scenario("x", (SetSetting("SYSA", "CPS", cps),)) for cps in (4, 9)]
    fewer, more = project(build_baseline(told_busy(None)), scenarios)
    work = fewer.workload("DB2")
    assert UNKNOWN_BUSY in work.extrapolated
    assert work.metrics["etr_per_s"].low < 0.75 * work.metrics["etr_per_s"].value
    assert UNKNOWN_BUSY not in more.workload("DB2").extrapolated


def test_users_of_a_database_meet_what_runs_where_nobody_told_how_busy_it_is() -> None:
    """Half of the CPs left them all their commands, to the last."""
    text = resource("templates", "adabas-als.json").read_text(encoding="utf-8")
    told = installation_from(text, catalogue())
    systems = told.of_kind("lpar")
    (database,) = told.of_kind("adabas_database")
    rate = {"etr_per_s": Measured(290_000.0, "commands/s")}
    told = told.with_component(replace(database, measured={**database.measured, **rate}))
    bare = [replace(one, measured={}) for one in systems]
    fewer = Scenario("", tuple(SetSetting(one.id, "CPS", 6) for one in systems))
    busy = {"cp_busy_pct": Measured(60.0, "%")}
    found = []
    for parts in (bare, [replace(one, measured=busy) for one in systems]):
        baseline = build_baseline(told.with_components(parts))
        (item,) = baseline.anchors
        as_is, less = project(baseline, [Scenario("as-is"), fewer])
        found.append((as_is.workload(item.anchor), less.workload(item.anchor)))
    (as_is, untold), (_, known) = found
    assert UNKNOWN_BUSY in untold.extrapolated
    assert UNKNOWN_BUSY not in {*as_is.extrapolated, *known.extrapolated}
    change = untold.changes["etr_per_s"]
    assert change.low < known.changes["etr_per_s"].value < -2.0
    assert change.low < -20.0
    response = untold.metrics["response_ms"]
    assert response.value < response.high <= 10.001 * response.value


@pytest.mark.parametrize("is_new", [True, False])
def test_a_move_to_where_nobody_told_how_busy_it_is(is_new: bool) -> None:
    """What runs there already was taken as none; in a partition that is added there is none."""
    (other,) = [part("lpar", "NEW", None, {"CPS": 4})]
    there = (MoveComponent("DB2", "NEW"),)
    topology, changes = told_busy(25.0), there
    if is_new:
        changes = (AddComponent(other), *there)
    else:
        topology = topology.with_components([other])
    (found,) = project(build_baseline(topology), [Scenario("x", changes)])
    work = found.workload("DB2")
    rate = work.metrics["etr_per_s"]
    assert (UNKNOWN_BUSY in work.extrapolated) is not is_new
    assert (rate.low < 0.9 * rate.value) is not is_new


@pytest.mark.parametrize("is_new", [True, False])
def test_nuclei_moved_to_where_nobody_told_how_busy_it_is(is_new: bool) -> None:
    """Of databases only partitions were asked in which they ran as they were measured."""
    told, size = cluster(), {"CPS": 8, "REAL_STORAGE_GB": 256, "PAGE_DEVICE": "flash"}
    (other,) = [part("lpar", "NEW", None, size)]
    moves = tuple(MoveComponent(one.id, "NEW") for one in told.of_kind("adabas_nucleus")[:4])
    changes = (AddComponent(other), *moves) if is_new else moves
    told = told if is_new else told.with_components([other])
    (found,) = project(build_baseline(told), [Scenario("x", changes)])
    work = found.workload("adabas_database:10")
    rate = work.metrics["etr_per_s"]
    assert (UNKNOWN_BUSY in work.extrapolated) is not is_new
    assert (rate.low < 0.8 * rate.value) is not is_new


def test_work_that_nobody_told_of_is_waited_for_before_the_cps_are_full() -> None:
    """With 60 % more it was to be waited for up to 11 ms at the most, 14 were it to fill 70 %."""
    bands = []
    for busy in (None, 95.0):
        more = Scenario("x", (SetSetting("DB2", GROWTH.name, 60),))
        (found,) = project(build_baseline(told_busy(busy)), [more])
        bands.append(found.workload("DB2").metrics["response_ms"])
    untold, known = bands
    assert untold.low < known.value < untold.high
    as_is = project(build_baseline(told_busy(None)), [Scenario("as-is")])[0].workload("DB2")
    today = as_is.metrics["response_ms"]
    assert (today.low, today.high) == (today.value, today.value)


def test_nobody_waits_longer_for_unknown_work_than_measured_times_have_room_for() -> None:
    """CPs of a guest that are 1 % slower took a response of 60 ms to 19 % more: there was taken to
    be so much other work that today alone it would have been waited for longer than that."""
    text = resource("templates/zvse-zvm.json").read_text(encoding="utf-8")
    slower = Scenario("slower", (SetSetting("cpc:CPC1", "CP_SPEED", 0.99),))
    topology = installation_from(text, catalogue())
    machine = topology["cpc:CPC1"]
    speed = replace(machine.settings["CPS"], value=1.0)
    topology = topology.with_component(machine.with_setting("CP_SPEED", speed))
    (found,) = project(build_baseline(topology), [slower])
    response = found.workload("cics_region:CICSPROD").changes["response_ms"]
    assert 0.2 < response.low < response.value < 2.0 < response.high < 6.0
