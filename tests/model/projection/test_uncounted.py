"""Hardware that no figure of work waits for: how busy it gets, and that this is said."""

from __future__ import annotations

from functools import cache

import pytest

from model.projection import Projection, build_baseline, project
from model.projection.silence import Unanswered
from model.topology import Component, Link, Measured, Scenario, SetSetting, Setting, Topology
from model.topology.growth import GROWTH

CF, DISKS = "CF01", "DASD1"
BOTH = ("DB2A", "DB2B")


def part(kind: str, name: str, parent: str | None, values=None, measured=None) -> Component:
    return Component(
        name,
        kind,
        name,
        parent,
        {key: Setting(value) for key, value in (values or {}).items()},
        {key: Measured(value, "") for key, value in (measured or {}).items()},
    )


@cache
def baseline(busy_pct: float = 60.0):
    """Two members of a Db2 group on systems of their own; a coupling facility and volumes."""
    parts = [
        part("cpc", "CPC1", None, {"CPS": 12}),
        part("cf", CF, "CPC1", {"CPS": 2}, {"cpu_busy_pct": busy_pct}),
        part("cf_structure", "STR", CF, {"SIZE_MB": 2048}, {"requests_per_s": 3600.0}),
        part("db2_gbp", "GBP0", CF, {"SIZE_MB": 2048}, {"reads": 1.6e6, "duration_s": 900.0}),
        part("dasd", DISKS, None, {"VOLUMES": 60}),
    ]
    links = []
    for name, system in zip(BOTH, ("SYSA", "SYSB"), strict=True):
        parts.append(part("lpar", system, "CPC1", {"CPS": 6}, {"cp_busy_pct": 48.0}))
        figures = {
            "duration_s": 900.0,
            "tx_per_s": 120.0,
            "cpu_ms_per_tx": 10.0,
            "response_ms": 35.0,
            "sync_io_per_tx": 12.0,
            "sync_io_us": 450.0,
        }
        parts.append(part("db2_subsystem", name, system, {"MEMBERS": 2}, figures))
        links += [Link("uses", name, DISKS), Link("member", "GBP0", name)]
    site = Topology().with_components(parts)
    for link in links:
        site = site.with_link(link)
    return build_baseline(site)


def projected(*changes: SetSetting, busy_pct: float = 60.0) -> Projection:
    return project(baseline(busy_pct), [Scenario("", changes)])[0]


def grown(percent: float, *names: str) -> tuple[SetSetting, ...]:
    return tuple(SetSetting(name, GROWTH.name, percent) for name in names)


def use_of(projection: Projection) -> tuple[float, float, float]:
    (use,) = (one for one in projection.resources if one.component == CF)
    return use.utilization, use.low, use.high


def said_of(projection: Projection, name: str, where: str) -> list[str]:
    work = projection.workload(name)
    assert work is not None
    return [str(said) for said in work.extrapolated if str(said).startswith(f"{where}:")]


def test_a_facility_is_as_busy_as_measured_and_nothing_is_said_of_today():
    today = projected()
    assert use_of(today) == (0.6, 0.6, 0.6)
    assert not said_of(today, "DB2A", CF)


def test_a_facility_gets_busier_with_the_work_of_those_who_use_it():
    half_more = projected(*grown(50, *BOTH), busy_pct=40.0)
    assert use_of(half_more) == pytest.approx((0.6, 0.6, 0.6))
    for name in BOTH:
        (sentence,) = said_of(half_more, name, CF)
        assert "60 % busy" in sentence
        assert "40 % as measured" in sentence


def test_whose_requests_they_are_is_not_known():
    """One of two that use it doubles: half as much again, from nothing to twice as much."""
    one = projected(*grown(50, "DB2A"), busy_pct=40.0)
    assert use_of(one) == pytest.approx((0.5, 0.4, 0.6))


def test_more_than_all_of_a_facility_is_said_with_how_much_it_is():
    doubled = projected(*grown(100, *BOTH))
    assert use_of(doubled) == (1.0, 1.0, 1.0)
    (sentence,) = said_of(doubled, "DB2B", CF)
    assert "ask for 120 % of its processors (CPS=2)" in sentence
    assert "not all of the work comes through" in sentence


def test_fewer_processors_of_a_facility_are_answered_by_how_busy_they_get():
    fewer = projected(SetSetting(CF, "CPS", 1))
    (sentence,) = said_of(fewer, "DB2A", CF)
    assert "ask for 120 % of its processors (CPS=1)" in sentence


@pytest.mark.parametrize("cps", [1, 4])
def test_processors_of_a_machine_do_not_decide_for_its_facility(cps):
    as_is = projected()
    for busy_pct in (20.0, 60.0):
        changed = projected(SetSetting(CF, "CPS", cps), busy_pct=busy_pct)
        said = Unanswered(baseline(busy_pct), as_is).sentences(changed)
        assert not any("what counts" in str(sentence) for sentence in said)


def test_more_processors_of_a_facility_say_that_its_requests_are_not_modelled():
    changed = projected(SetSetting(CF, "CPS", 4))
    assert use_of(changed) == pytest.approx((0.3, 0.3, 0.3))
    (sentence,) = Unanswered(baseline(), projected()).sentences(changed)
    assert "requests of the work that uses it are not modelled" in str(sentence)


def test_volumes_of_unknown_times_say_that_their_io_waits_when_there_are_too_few():
    one = projected(SetSetting(DISKS, "VOLUMES", 1))
    for name in BOTH:
        (sentence,) = said_of(one, name, DISKS)
        # 1,440 synchronous reads of 0.45 ms.
        assert "1,440 I/Os a second" in sentence
        assert "keep 0.648 volumes busy" in sentence
    assert not said_of(projected(SetSetting(DISKS, "VOLUMES", 10)), "DB2A", DISKS)


def test_a_grown_load_may_be_too_much_for_them():
    changed = projected(SetSetting(DISKS, "VOLUMES", 2), *grown(100, "DB2A"))
    (sentence,) = said_of(changed, "DB2A", DISKS)
    assert "keep 1.3 volumes busy" in sentence
    assert not said_of(changed, "DB2B", DISKS)


def test_a_number_of_volumes_without_effect_names_the_report_that_lacks():
    changed = projected(SetSetting(DISKS, "VOLUMES", 50))
    (sentence,) = Unanswered(baseline(), projected()).sentences(changed)
    assert "no report tells how long its I/Os take and wait" in str(sentence)
