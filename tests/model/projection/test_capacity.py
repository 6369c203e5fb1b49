"""Bands end where what there is ends: engines, regions, the work that comes."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from model.catalogue import catalogue
from model.hardware.processors import online
from model.projection import build_baseline, project
from model.projection.bands import BY_ITS_LAW, UNCHANGED
from model.topology import Measured, Scenario, SetSetting, Topology
from model.topology.growth import GROWTH
from tests.model.projection.test_random_installations import part

CPU_S = 5e-3


def one_engine() -> Topology:
    """Message regions and a CICS region that together keep one engine three quarters busy."""
    cics = {
        "duration_s": 900.0,
        "transactions": 90_000.0,
        "qr_cpu_s": 378.0,
        "qr_dispatch_s": 450.0,
        "tcb_cpu_s": 450.0,
        "response_ms": 12.0,
    }
    ims = {
        "duration_s": 900.0,
        "transactions": 18_000.0,
        "schedules": 18_000.0,
        "elapsed_us": 20_000.0,
        "schedule_to_first_call_us": 2000.0,
        "scheduling_us": 1000.0,
        "transaction_cpu_us": 1e6 * CPU_S,
        "region_occupancy_pct": 46.0,
        "response_ms": 30.0,
    }
    return Topology().with_components(
        [
            part("cpc", "CPC1", None, {"CPS": 1}),
            part("lpar", "SYSA", "CPC1", {"CPS": 1}, {"cp_busy_pct": 70.0}),
            part("cics_region", "AOR", "SYSA", {"PLATFORM": "z/OS"}, cics),
            part("ims_system", "IMS", "SYSA"),
            part("ims_region", "MPR", "IMS", {}, ims),
        ]
    )


@pytest.mark.thorough
def test_bands_of_a_full_partition_end_at_its_engine_its_regions_and_what_comes() -> None:
    """IMS was said to carry up to 239 a second of 5 ms each on one CP, 134 % of its regions."""
    growths = (-90, 0, 50, 100, 900)
    scenarios = [
        Scenario(str(more), tuple(SetSetting(one, GROWTH.name, more) for one in ("AOR", "MPR")))
        for more in growths
    ]
    for more, found in zip(growths, project(build_baseline(one_engine()), scenarios), strict=True):
        work = found.workload("MPR")
        assert work is not None
        rate, cpu = work.metrics["etr_per_s"], work.metrics["cpu_s_per_s"]
        assert rate.low <= rate.value <= rate.high
        assert rate.high <= min(20.0 * (1.0 + more / 100.0), 1.0 / CPU_S) * 1.02
        assert cpu.high <= 1.0 + 1e-9
        assert work.metrics["region_occupancy_pct"].high <= 100.0
        change = work.changes["etr_per_s"]
        assert 20.0 * (1.0 + change.high / 100.0) == pytest.approx(rate.high, rel=1e-3)


def test_a_database_uses_no_more_cpu_than_its_systems_have(sample_analysis) -> None:
    """3.16 CPUs at the most of two, and its systems less busy than either of them."""
    fewer = tuple(SetSetting(f"lpar:{name}", "CPS", 1) for name in ("SYSA", "SYSB"))
    (found,) = project(sample_analysis.baseline, [Scenario("1 + 1", fewer)])
    work = found.workload("adabas_database:10")
    assert work is not None
    assert work.metrics["cpu_s_per_s"].high <= 2.0 + 1e-12
    busy = {one.component: one for one in found.resources}
    least = min(busy[f"lpar:{name}"].low for name in ("SYSA", "SYSB"))
    assert work.metrics["cpu_busy_pct"].low >= 100.0 * least - 1e-9
    each = work.metrics["itr_per_cpu_s"].high
    assert work.metrics["etr_per_s"].high <= 2.0 * each * 1.05


def test_a_response_that_moves_by_a_law_alone_has_a_band() -> None:
    """12 ms were 9.6 (9.6 … 9.6) ms on a second engine, "a measured figure again"."""
    more = tuple(SetSetting(name, "CPS", 2) for name in ("CPC1", "SYSA"))
    (found,) = project(build_baseline(one_engine()), [Scenario("2", more)])
    work = found.workload("AOR")
    assert work is not None
    response, moved = work.metrics["response_ms"], work.changes["response_ms"]
    assert response.value < 0.95 * 12.0
    assert response.value / (12.0 / response.value) ** 0.5 < response.low < response.value
    assert response.value < response.high < 12.0
    assert response.reasons[0] == moved.reasons[0] == BY_ITS_LAW


def test_a_response_behind_a_full_task_is_known_to_twice_the_share(sample_analysis) -> None:
    """Only CPs and volumes counted as full; simulations are as far off where a QR TCB is."""
    change = (SetSetting("cics_region:CICSAOR1", GROWTH.name, 210),)
    (found,) = project(sample_analysis.baseline, [Scenario("210", change)])
    metrics = found.workload("cics_region:CICSAOR1").metrics
    assert 0.93 < metrics["qr_utilization"].value < 1.0
    busy = {one.component: one.utilization for one in found.resources}
    assert busy["lpar:SYSA"] < 0.8
    response = metrics["response_ms"]
    assert re.match(r"[56]\d\s?% of how far it moves: with its busiest server", response.reasons[0])
    moved = response.value / 38.0
    assert response.high >= response.value * moved**0.55


def test_tasks_inside_are_no_more_than_may_be_and_have_the_band_of_the_waits(
    sample_analysis,
) -> None:
    """With MXT=2 four tasks were inside, without a band, as "a measured figure again"."""
    change = (SetSetting("cics_region:CICSAOR1", "MXT", 2),)
    (found,) = project(sample_analysis.baseline, [Scenario("2", change)])
    metrics = found.workload("cics_region:CICSAOR1").metrics
    inside, response = metrics["active_tasks"], metrics["response_ms"]
    assert inside.value <= 2.0
    assert inside.low < inside.value < inside.high
    assert inside.reasons[0] == response.reasons[0] == BY_ITS_LAW
    assert metrics["qr_utilization"].reasons[0] == UNCHANGED


def test_a_law_takes_its_doubt_also_where_constants_have_some(sample_analysis) -> None:
    """On 5 CPs a dispatch time rose by 13.3 % (12.9 to 13.8), as if waits were known to 3 %."""
    (found,) = project(
        sample_analysis.baseline, [Scenario("5", (SetSetting("lpar:SYSA", "CPS", 5),))]
    )
    for name in ("dispatch_ms", "response_ms"):
        change = found.workload("cics_region:CICSAOR1").changes[name]
        assert change.high - change.low >= 0.6 * abs(change.value)


def test_waits_that_many_draws_do_not_have_at_all_have_no_upper_end(sample_analysis) -> None:
    """Of 29 nuclei two fifths of the draws were left out: the rest ended at the centre."""
    scenarios = [
        Scenario("n", (SetSetting("adabas_database:10", "NUCLEI", nuclei),)) for nuclei in (24, 29)
    ]
    highs = []
    for found in project(sample_analysis.baseline, scenarios):
        response = found.workload("cics_region:CICSAOR1").metrics["response_ms"]
        assert response.high / response.value >= 0.999 * response.value / response.low
        assert "without end" in response.reasons[1]
        highs.append(response.high)
    assert highs[1] > highs[0]


def test_work_that_nearly_fills_a_server_may_not_all_come_through() -> None:
    """What came was carried without a doubt up to the last transaction before servers are full."""
    engines = tuple(SetSetting(name, "CPS", 4) for name in ("CPC1", "SYSA"))
    scenarios = [
        Scenario("more", (*engines, SetSetting("AOR", GROWTH.name, more)))
        for more in (20, 60, 109, 112, 125)
    ]
    rates = []
    for found in project(build_baseline(one_engine()), scenarios):
        work = found.workload("AOR")
        assert work is not None
        rates.append(work.metrics["etr_per_s"])
    for rate in rates[:2]:
        assert rate.low == rate.value == rate.high
    for rate, comes in zip(rates[2:4], (209.0, 212.0), strict=True):
        assert rate.low < rate.value == pytest.approx(comes)
        assert rate.high == pytest.approx(comes)
    assert rates[4].value < 0.99 * 225.0
    lows = [rate.low for rate in rates[2:]]
    assert lows == pytest.approx([lows[-1]] * 3, rel=0.04), "no step where servers are full"


@pytest.mark.thorough
def test_counts_that_no_machine_can_do_are_refused() -> None:
    """999,999,999,999 transactions of an interval were taken, at 0.0005 microseconds of CPU."""
    topology = one_engine()
    region = topology["AOR"]
    for busy in (True, False):
        measured = {**region.measured, "transactions": Measured(999_999_999_999, "")}
        if not busy:
            measured = {name: value for name, value in measured.items() if "cpu" not in name}
        baseline = build_baseline(topology.with_component(replace(region, measured=measured)))
        (said,) = baseline.refused
        assert "999,999,999,999 units of work" in said
    assert not build_baseline(topology).refused


@pytest.mark.parametrize("times", [3, 9])
def test_many_times_the_load_on_everything_is_carried_as_far_as_there_are_engines(
    sample_analysis, times
) -> None:
    """All that comes grows at once: what is not carried is said, and nothing is beyond full."""
    baseline = sample_analysis.baseline
    site = baseline.topology
    changes = [
        SetSetting(item.anchor, GROWTH.name, 100 * (times - 1))
        for item in baseline.anchors
        if catalogue()[site[item.anchor].kind].setting(GROWTH.name) is not None
    ]
    changes += [
        SetSetting(one.id, "USERS", times * users)
        for one in site.of_kind("adabas_database")
        if (users := one.number("USERS"))
    ]
    (found,) = project(baseline, [Scenario("more", tuple(changes))])
    assert found.converged
    assert all(0.0 <= use.low <= use.utilization <= use.high <= 1.0 for use in found.used)
    busy = {use.component: use.utilization for use in found.resources}
    for lpar in site.of_kind("lpar"):
        here = [w for w in found.workloads if site.ancestor_id(w.anchor, "lpar") == lpar.id]
        cpu_s = sum(w.metrics["cpu_s_per_s"].value for w in here if "cpu_s_per_s" in w.metrics)
        assert cpu_s <= (online(site, lpar) or 0.0) * busy[lpar.id] * (1 + 1e-6)
    carried = {w.anchor: w for w in found.workloads if "etr_per_s" in w.metrics}
    assert len(carried) >= 5
    for work in carried.values():
        assert work.metrics["etr_per_s"].value > 0.0
        today = project(baseline, [Scenario("as-is")], bands=False)[0].workload(work.anchor)
        waits = "response_ms" in today.metrics and "response_ms" not in work.metrics
        assert not waits or work.extrapolated, work.anchor


def test_a_node_on_fewer_engines_takes_the_cpu_that_these_have() -> None:
    """Its CPU per command stayed that of 12 engines, which slow one another more: on 3 of them a
    node and a sort used 3.3."""
    node = {"commands_per_s": 73_247.0, "duration_s": 60.0, "cpu_s": 219.741}
    sort = {
        "sorts": 46.0,
        "duration_s": 900.0,
        "elapsed_s": 39.5,
        "cpu_s": 1_271.9,
        "gb_sorted": 2.773,
        "work_ios": 142_066.0,
        "storage_used_mb": 341.0,
        "work_tracks": 920_000.0,
    }
    site = Topology().with_components(
        [
            part("cpc", "CPC1", None, {"CPS": 64}),
            part("lpar", "SYSA", "CPC1", {"CPS": 12}, {"cp_busy_pct": 54.0}),
            part("netwk_node", "NW", "SYSA", {"DRIVER": "CTCA"}, node),
            part("dfsort_job", "S", "SYSA", {}, sort),
        ]
    )
    scenarios = [Scenario(str(n), (SetSetting("SYSA", "CPS", n),)) for n in (3, 6, 9)]
    for cps, one in zip(
        (3, 6, 9), project(build_baseline(site), scenarios, bands=False), strict=True
    ):
        used = sum(work.metrics["cpu_s_per_s"].value for work in one.workloads)
        assert len(one.workloads) == 2
        (busy,) = (use for use in one.resources if use.component == "SYSA")
        assert used <= cps * busy.utilization * (1.0 + 1e-3)
        work = one.workload("NW").metrics
        itr = work["etr_per_s"].value / work["cpu_s_per_s"].value
        assert work["itr_per_cpu_s"].value == pytest.approx(itr)
