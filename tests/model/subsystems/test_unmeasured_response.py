"""A response that no report gives is shown with what is not known of it."""

from __future__ import annotations

import json

import pytest

from model.catalogue import catalogue
from model.contract.protocol import CalibrationRow
from model.projection import Baseline, build_baseline, project
from model.projection.estimate import Estimate
from model.queueing.installation.watching import watching
from model.queueing.simulation.installation import check_installation, simulate_installations
from model.topology import Component, Measured, Scenario, SetSetting, Setting, Topology
from model.topology.documents import installation_from
from tests.model.projection.test_random_installations import part as made


def region(busy_pct: float, **figures: float) -> Baseline:
    """A region on two CPs that are so busy."""
    measured = {
        "transactions": 60_000.0,
        "duration_s": 600.0,
        "qr_cpu_s": 150.0,
        "qr_dispatch_s": 153.0,
        "partition_cpu_s": 165.0,
        **figures,
    }
    parts = [
        {"id": "CPC1", "kind": "cpc", "parent": None, "settings": {"CPS": 16}},
        {
            "id": "SYSA",
            "kind": "lpar",
            "parent": "CPC1",
            "settings": {"CPS": 2, "REAL_STORAGE_GB": 64},
            "measured": {"cp_busy_pct": busy_pct},
        },
        {
            "id": "CICS1",
            "kind": "cics_region",
            "parent": "SYSA",
            "settings": {"PLATFORM": "z/OS"},
            "measured": measured,
        },
    ]
    for part in parts:
        part["name"] = part["id"]
    installation = {"format": "plexwright-installation/1", "components": parts, "links": []}
    topology = installation_from(json.dumps(installation), catalogue())
    return build_baseline(topology)


def response(busy_pct: float, **figures: float) -> tuple[Estimate, float]:
    """Its response as-is, and the milliseconds of it beside the QR TCB."""
    (found,) = project(region(busy_pct, **figures), [Scenario("as-is")])
    (work,) = found.workloads
    return work.metrics["response_ms"], 1e3 * work.breakdown_s["files and other waits"]


def test_the_band_of_an_unmeasured_response_reaches_to_no_waits_beside_the_qr_tcb() -> None:
    quiet, little = response(50.0)
    crowded, much = response(95.0)
    assert quiet.low <= (quiet.value - little) * 1.001
    assert crowded.low <= (crowded.value - much) * 1.001
    # It goes before the others of its partition, so that these widen nothing.
    assert crowded.high / crowded.low == pytest.approx(quiet.high / quiet.low, rel=1e-6)
    assert quiet.high / quiet.low > 1.2


def test_a_measured_response_is_shown_as_measured() -> None:
    found, _ = response(95.0, response_ms=12.0)
    assert found.value == pytest.approx(12.0, rel=1e-3)
    assert found.high / found.low < 1.05


def sole(mxt: int, **figures: float):
    """A region whose QR TCB is dispatched for 30 % of the time, with so many tasks, and today."""
    own = {
        "transactions": 26_400.0,
        "duration_s": 600.0,
        "qr_dispatch_s": 180.0,
        "qr_cpu_s": 170.0,
        "tcb_cpu_s": 172.0,
        **figures,
    }
    whole = Topology().with_components(
        [
            Component("CPC1", "cpc", "CPC1", None, {"CPS": Setting(16)}, {}),
            Component("SYSA", "lpar", "SYSA", "CPC1", {"CPS": Setting(12)}, {}),
            Component(
                "AOR",
                "cics_region",
                "AOR",
                "SYSA",
                {"PLATFORM": Setting("z/OS"), "MXT": Setting(250)},
                {name: Measured(value, "") for name, value in own.items()},
            ),
        ]
    )
    change = SetSetting("AOR", "MXT", mxt)
    return whole, [Scenario("as-is"), Scenario("fewer", (change,))]


def test_one_task_at_a_time_saturates_where_tasks_may_be_inside_for_long() -> None:
    """MXT=1 at 44 a second: with no more than 1 / 44 s inside, which no report says."""
    topology, scenarios = sole(1, peak_tasks=64.0)
    _, found = (p.workload("AOR") for p in project(build_baseline(topology), scenarios))
    carried = found.metrics["etr_per_s"]
    assert carried.value == pytest.approx(44.0, rel=1e-3)
    assert carried.low < 0.6 * carried.value
    assert any("not all of the work comes through" in r for r in found.metrics["etr_per_s"].reasons)


def test_an_unmeasured_stay_is_bounded_by_the_most_tasks_that_were_counted() -> None:
    """Little: 44 a second that keep half of two tasks inside stay for 23 ms."""
    (as_is, _), (few, _) = (
        [p.workload("AOR").metrics["response_ms"] for p in project(build_baseline(site), scenarios)]
        for site, scenarios in (sole(1, peak_tasks=64.0), sole(1, peak_tasks=2.0))
    )
    assert as_is.value == pytest.approx(few.value)
    assert few.high < 30.0 < as_is.high


@pytest.mark.parametrize("response_ms", [12.0, 18.0, 40.0])
def test_one_task_at_a_time_is_an_m_g_1_queue_of_what_was_measured(response_ms) -> None:
    """As its simulation says; beyond 1 / 44 s inside no more than one at a time comes through."""
    topology, scenarios = sole(1, response_ms=response_ms)
    with watching() as seen:
        found = project(build_baseline(topology), scenarios, bands=False)[1].workload("AOR")
    net, solved = seen[-1]
    queue_ms = 180.0 / 26.4 * 0.3 / 0.7
    inside_s = (response_ms - queue_ms) / 1e3
    busy = 44.0 * inside_s
    if busy < 1.0:
        assert found.metrics["etr_per_s"].value == pytest.approx(44.0, rel=1e-3)
        regular_ms, random_ms = (
            1e3 * inside_s * (1.0 + spread * busy / (1.0 - busy)) for spread in (0.5, 1.0)
        )
        assert regular_ms < found.metrics["response_ms"].value < 1.1 * random_ms
        (run,) = simulate_installations(
            [(net, solved.reading, 0)], seconds=10.0, completions=60_000, processes=1
        )
        check = check_installation(net, solved.reading, 0, run, {"AOR"})
        (response,) = (c for c in check.compared if c.chain == "AOR" and c.figure == "response")
        assert abs(response.error) < 0.1 + response.simulated.half / response.simulated.value
    else:
        assert found.metrics["etr_per_s"].value == pytest.approx(1.0 / inside_s, rel=0.05)


def test_the_band_covers_what_is_drawn_where_the_central_value_is_at_its_edge() -> None:
    """Waits up to thirty times of what is known: the band went to four times of it."""
    topology, (today, _) = sole(1, peak_tasks=500.0)
    (found,) = project(build_baseline(topology), [today])
    response = found.workload("AOR").metrics["response_ms"]
    assert response.high > 15.0 * response.value


def test_only_a_count_of_one_moment_judges_nothing() -> None:
    """A dump's capture time is its latest, too, and the model's is held against it."""
    assert CalibrationRow("active_tasks", "count", 10.0, 2.0).judged_pct is None
    assert CalibrationRow("capture_s", "s", 20.0, 25.0).judged_pct == pytest.approx(25.0)


@pytest.mark.parametrize("counted", [{"active_tasks": 10.0}, {"active_tasks_reporting": 11.0}])
def test_tasks_inside_say_how_long_a_task_stays(counted) -> None:
    """Little: 44 a second of which 10 are inside stay for 232 ms; a band went from 9 to 185 ms."""
    topology, (today, _) = sole(250, peak_tasks=64.0, **counted)
    baseline = build_baseline(topology)
    (found,) = project(baseline, [today])
    work = found.workload("AOR")
    response = work.metrics["response_ms"]
    assert response.value == pytest.approx(10.2 / 44.0 * 1e3, rel=0.05)
    # A count of 10 has a mean of 5 to 17; below that only where tasks are inside that stay.
    assert 0.8 * response.high < 17.5 / 44.0 * 1e3
    assert response.low < 5.0 / 44.0 * 1e3
    assert any("Little" in reason and "227 ms" in reason for reason in response.reasons)
    (row,) = (row for _, row in baseline.rows if row.metric == "active_tasks")
    assert row.measured == 10.0
    assert row.judged_pct is None  # a count of one moment is no mean
    assert row.modelled == pytest.approx(44.0 * response.value / 1e3, rel=1e-3)
    assert not baseline.doubts


def test_a_report_that_counts_nobody_but_itself_says_that_tasks_are_short() -> None:
    topology, (today, _) = sole(250, peak_tasks=64.0, active_tasks_reporting=1.0)
    (found,) = project(build_baseline(topology), [today])
    response = found.workload("AOR").metrics["response_ms"]
    assert response.value < 15.0
    assert response.high < 100.0


@pytest.mark.parametrize(("inside", "at_odds"), [(0.0, False), (3.0, False), (11.0, True)])
def test_a_response_and_tasks_inside_that_cannot_both_be_are_said(inside, at_odds) -> None:
    topology, (today, _) = sole(250, peak_tasks=64.0, active_tasks=inside, response_ms=20.0)
    (found,) = project(build_baseline(topology), [today])
    response = found.workload("AOR").metrics["response_ms"]
    assert response.value == pytest.approx(20.0, rel=1e-3)
    assert any("Little" in said for said in response.reasons) == at_odds


def test_a_response_below_its_own_cpu_time_calibrates_nothing() -> None:
    """2.75 ms of CPU were in a response of 1 ms, which no report can mean."""
    found, _ = response(50.0, response_ms=1.0)
    without, _ = response(50.0)
    assert (found.low, found.value, found.high) == (without.low, without.value, without.high)
    (said,) = region(50.0, response_ms=1.0).doubts
    assert "response of 1 ms is shorter than the 2.75 ms of CPU" in said
    assert not region(50.0, response_ms=2.75).doubts


def test_idle_engines_beside_measured_work_are_in_doubt() -> None:
    (said,) = region(0.0, response_ms=12.0).doubts
    assert said.startswith("SYSA: the as-is model makes CPs busy 13.75 % where 0 was measured")


def test_a_multiple_of_what_was_measured_is_told_as_a_factor() -> None:
    """``where 0.08 were measured (+3,769 %)``, beside the report's factor of 39."""
    (said,) = region(2.0, response_ms=12.0).doubts
    assert said.endswith("where 2 were measured (a factor of 6.9)")


def test_a_response_with_more_inside_than_ever_were_calibrates_nothing() -> None:
    """100 a second of 1,000 s are 100,000 tasks; half a minute of CPU went into finding a fit."""
    (said,) = region(50.0, response_ms=1e6, peak_tasks=20.0).doubts
    assert "100,000 inside at a time (Little's law), and 20 were at the peak" in said
    assert not region(50.0, response_ms=200.0, peak_tasks=20.0).doubts


def test_a_rate_that_is_none_of_its_count_is_in_doubt() -> None:
    (said,) = region(50.0, tx_per_s=50.0).doubts
    assert "60,000 transactions in 600 s are 100 a second, and 50 are given" in said


@pytest.mark.parametrize(("response_ms", "in_doubt"), [(9.0, True), (10.0, False), (30.0, False)])
def test_a_response_below_its_cpu_and_its_reads_calibrates_nothing(response_ms, in_doubt) -> None:
    """8 ms of CPU and 5 reads of 0.4 ms, one after the other, are more than 9 ms."""
    figures = {
        "duration_s": 900.0,
        "commits": 90_000.0,
        "tx_per_s": 100.0,
        "cpu_s": 720.0,
        "cpu_ms_per_tx": 8.0,
        "response_ms": response_ms,
        "sync_io_per_tx": 5.0,
        "sync_io_us": 400.0,
    }
    topology = Topology().with_components(
        [
            made("cpc", "CPC1", None, {"CPS": 2}),
            made("lpar", "SYSA", "CPC1", {"CPS": 2}, {"cp_busy_pct": 50.0}),
            made("db2_subsystem", "DB", "SYSA", {}, figures),
        ]
    )
    baseline = build_baseline(topology)
    found = [said for said in baseline.doubts if "2 ms of synchronous reads" in said]
    assert bool(found) == in_doubt
    (today,) = project(baseline, [Scenario("as is")])
    assert ("response_ms" in today.workload("DB").metrics) != in_doubt
