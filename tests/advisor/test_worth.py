"""What findings come to in absolute terms, and that they are ranked by it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from advisor.findings import Effect, Finding, Worth
from advisor.report.figures import worth_cell
from advisor.worth import DAY_S, Scale, cost_per_month, leading, rank, scale_of, valued, worth_of
from model.figures import figure
from model.projection import Projection
from model.projection.estimate import Basis, Estimate, WorkloadProjection
from model.topology import Component, Link, Measured, Origin, Scenario, Setting, Topology

REPORT = Origin("report", "r.txt", 1, "")


def component(kind: str, name: str, parent: str | None = None, **values: float) -> Component:
    """A component; names in capitals are settings, others figures."""
    return Component(
        f"{kind}:{name}",
        kind,
        name,
        parent,
        {k: Setting(v, REPORT) for k, v in values.items() if k.isupper()},
        {k: Measured(v, "", REPORT) for k, v in values.items() if not k.isupper()},
    )


def machine(**cpc: float) -> Topology:
    parts = (
        component("cpc", "M1", CPS=10, **cpc),
        component("lpar", "SYSA", "cpc:M1", CPS=10, cp_busy_pct=80.0),
        component("cics_region", "AOR", "lpar:SYSA", transactions=36_000, duration_s=3_600),
        component("natural_session", "NATB", "lpar:SYSA"),
        component("mq_manager", "MQA", "lpar:SYSA", duration_s=100),
        component("adabas_database", "10"),
        component("adabas_nucleus", "10-1", "lpar:SYSA"),
    )
    member = Link("member", "adabas_nucleus:10-1", "adabas_database:10")
    return Topology({part.id: part for part in parts}, (member,))


def scale(topology: Topology | None = None, waiting: float = 100.0) -> Scale:
    return Scale(topology or machine(), 8.0, waiting)


def effect(
    metric: str,
    before: float,
    after: float,
    low: float | None = None,
    high: float | None = None,
    basis: Basis = "model",
) -> Effect:
    declared = figure(metric)
    assert declared is not None
    ends = after if low is None else low, after if high is None else high
    return Effect(metric, declared.unit, before, Estimate(after, *ends, declared.unit, basis))


def finding(component: str, *effects: Effect, rule: str = "ADA-017") -> Finding:
    return Finding(
        id=f"{rule}@{component}",
        rule=rule,
        title="",
        subsystem="",
        component=component,
        severity="high",
        explanation="",
        changes=(),
        change_texts=(),
        evidence=(),
        sources=(),
        projection=effects,
        effort="dynamic",
    )


def test_cpu_is_saved_for_the_work_of_today_and_told_by_the_day() -> None:
    """Twice the work at three quarters of the CPU each: what more work costs is no loss."""
    found = finding(
        "adabas_database:10",
        effect("etr_per_s", 1000.0, 2000.0),
        effect("itr_per_cpu_s", 1000.0, 4000.0 / 3.0, 1000.0, 2000.0),
        effect("cpu_s_per_s", 1.0, 1.5),
        effect("response_ms", 20.0, 10.0),
    )
    worth = worth_of(found, scale())
    assert worth is not None
    saved = worth.figures["cpu_saved_s_per_day"]
    assert (saved.value, saved.low, saved.high) == pytest.approx((0.25 * DAY_S, 0.0, 0.5 * DAY_S))
    assert saved.unit == "CPU s/day"
    assert worth.figures["work_gained_per_s"].value == 1000.0
    # Users who send the next command when the last has ended wait for more commands, not longer.
    assert "waiting_saved_s_per_day" not in worth.figures
    # The work gained is worth what it costs today: one CPU of eight, and a quarter of one saved.
    assert worth.share_pct == pytest.approx(100.0 * (1.0 + 0.25) / 8.0)


def test_more_cpu_for_the_same_work_is_a_loss() -> None:
    found = finding("cics_region:AOR", effect("cpu_s_per_s", 1.0, 1.2))
    worth = worth_of(found, scale())
    assert worth is not None
    assert worth.figures["cpu_saved_s_per_day"].value == pytest.approx(-0.2 * DAY_S)
    assert leading(worth) is None
    assert worth_cell(replace(found, worth=worth), None, "en") == "−2.5\u00a0%"


def test_response_counts_by_its_transactions() -> None:
    """10 ms less for each of the 10 transactions a second that the region's own report counts."""
    found = finding("cics_region:AOR", effect("response_ms", 50.0, 40.0, 35.0, 45.0))
    worth = worth_of(found, scale())
    assert worth is not None
    waited = worth.figures["waiting_saved_s_per_day"]
    assert (waited.value, waited.low, waited.high) == pytest.approx(
        tuple(part * 10.0 * DAY_S for part in (0.010, 0.005, 0.015))
    )
    assert worth.share_pct == pytest.approx(100.0 * 0.1 / 100.0)
    told = replace(found, worth=worth)
    assert worth_cell(told, "cics_region", "en") == "0.1\u00a0%; 8,640 s waited/day"
    assert worth_cell(told, "cics_region", "de") == "0,1\u00a0%; 8.640 s Wartezeit/Tag"


def test_lists_are_in_order_of_the_worth_that_they_show() -> None:
    """13,090 s waited a day stood below 182, and 8,073 below what nobody could tell."""
    rate = effect("etr_per_s", 1000.0, 1030.0, 1000.0, 1120.0)
    cpu = effect("cpu_s_per_s", 1.0, 1.01)
    noisy = effect("etr_per_s", 1000.0, 1030.0, 950.0, 1120.0)
    given = (
        finding("cics_region:AOR", effect("response_ms", 50.0, 49.999), rule="ADA-001"),
        replace(finding("cics_region:B", rule="ADA-002"), severity="low"),
        finding("cics_region:AOR", effect("response_ms", 50.0, 40.0), rule="ADA-003"),
        finding("adabas_database:10", rate, cpu, rule="ZOS-001"),
        finding("adabas_database:10", noisy, cpu, rule="ADA-013"),
    )
    found = valued(given, scale())
    cells = [worth_cell(one, "adabas_database", "en") for one in found]
    assert [one.rule for one in found] == ["ADA-013", "ZOS-001", "ADA-003", "ADA-002", "ADA-001"]
    # The same effect is told in the same unit, however wide its band is.
    assert cells[1].endswith("; 30 commands/s")
    assert cells[0] == f"{cells[1]}; (−50 … 120)"
    assert cells[3] == "–"


@pytest.mark.parametrize(("runs", "times"), [(None, 1.0), (5, 5.0)])
def test_a_run_counts_as_often_as_it_comes(runs, times) -> None:
    """A job that takes 40 s of CPU in 25 minutes was counted for all of the day's 1,440."""
    given = {} if runs is None else {"RUNS_PER_DAY": runs}
    job = component("natural_session", "NATB", "lpar:SYSA", duration_s=1_500, **given)
    site = scale(machine().with_component(job))
    found = finding(
        job.id,
        effect("itr_per_cpu_s", 1_000.0, 4_000.0 / 3.0),
        effect("cpu_s_per_s", 40.0 / 1_500.0, 30.0 / 1_500.0),
    )
    (valued_one,) = valued([found], site)
    assert valued_one.worth is not None
    saved = valued_one.worth.figures["cpu_saved_s_per_day"]
    assert saved.value == pytest.approx(10.0 * times)
    assert valued_one.worth.share_pct == pytest.approx(100.0 * 10.0 * times / DAY_S / 8.0)
    assert any("one run a day" in note for note in valued_one.notes) == (runs is None)


def test_a_delay_counted_over_the_interval_is_told_by_the_second() -> None:
    found = finding("mq_manager:MQA", effect("pageset_delay_s", 15.0, 5.0))
    worth = worth_of(found, scale())
    assert worth is not None
    assert worth.figures["waiting_saved_s_per_day"].value == pytest.approx(0.1 * DAY_S)


def test_cpu_of_a_kilobyte_counts_for_all_that_are_sent() -> None:
    """The programs behind 0.8 CPs were a change of no known worth."""
    topology = machine()
    sending = component("mq_manager", "MQA", "lpar:SYSA", messages_per_s=1000.0, message_kb=4.0)
    topology = replace(topology, components={**topology.components, sending.id: sending})
    found = finding("mq_manager:MQA", effect("cpu_us_per_kb", 200.0, 150.0, basis="published"))
    worth = worth_of(found, scale(topology))
    assert worth is not None
    assert worth.figures["cpu_saved_s_per_day"].value == pytest.approx(0.2 * DAY_S)


def test_without_transactions_response_has_no_worth() -> None:
    assert worth_of(finding("mq_manager:MQA", effect("response_ms", 50.0, 40.0)), scale()) is None


def test_storage_is_told_in_gb_and_what_costs_some_is_below_zero() -> None:
    worth = worth_of(finding("mq_manager:MQA", effect("storage_mb", 4096.0, 2048.0)), scale())
    assert worth is not None
    assert worth.figures["storage_saved_gb"].value == 2.0
    assert not worth.known
    costs = worth_of(finding("mq_manager:MQA", effect("storage_mb", 1024.0, 2048.0)), scale())
    assert costs is not None
    assert costs.figures["storage_saved_gb"].value == -1.0


def test_msu_and_money_need_a_rating_and_a_price() -> None:
    found = finding("adabas_database:10", effect("cpu_s_per_s", 3.0, 2.0))

    def figures(**cpc: float) -> dict[str, float]:
        worth = worth_of(found, scale(machine(**cpc)))
        assert worth is not None
        return {m: e.value for m, e in worth.figures.items() if m != "cpu_saved_s_per_day"}

    assert figures() == {}
    assert figures(MSU=1500) == pytest.approx({"msu_saved": 150.0})
    assert figures(MSU=1500, MSU_PRICE=80) == pytest.approx(
        {"msu_saved": 150.0, "cost_saved_per_month": 12_000.0}
    )


def test_what_no_report_places_on_a_machine_has_no_price() -> None:
    """A z/VSE region of an unknown machine was priced as the largest database's is."""
    topology = machine(MSU=1500, MSU_PRICE=80)
    lost = Component("cics_region:VSE", "cics_region", "VSE", None, {}, {})
    topology = Topology({**topology.components, lost.id: lost}, topology.links)
    worth = worth_of(finding("cics_region:VSE", effect("cpu_s_per_s", 3.0, 2.0)), scale(topology))
    assert worth is not None
    assert set(worth.figures) == {"cpu_saved_s_per_day"}


def test_money_is_what_a_worth_is_told_and_ranked_by() -> None:
    saved = effect("cpu_s_per_s", 3.0, 2.0)
    topology = machine(MSU=1500, MSU_PRICE=80)
    dear = Component("cpc:M2", "cpc", "M2", None, topology["cpc:M1"].settings, {})
    dear = dear.with_setting("MSU_PRICE", Setting(240, REPORT))
    there = component("lpar", "SYSB", "cpc:M2", CPS=10, cp_busy_pct=80.0)
    other = component("adabas_nucleus", "20-1", "lpar:SYSB")
    parts = {**topology.components, **{c.id: c for c in (dear, there, other)}}
    both = scale(Topology(parts, topology.links))
    cheap, costly = (
        worth_of(finding(place, saved), both)
        for place in ("adabas_nucleus:10-1", "adabas_nucleus:20-1")
    )
    assert cheap is not None
    assert costly is not None
    first = leading(costly)
    assert first is not None
    assert (first[0], first[1].value) == ("cost_saved_per_month", pytest.approx(36_000.0))
    # The same CPU second, three times the price.
    assert costly.share_pct == pytest.approx(3.0 * cheap.share_pct)
    assert cheap.share_pct + costly.share_pct == pytest.approx(2 * 100.0 / 8.0)


def test_what_a_plan_costs_more_is_told_in_money() -> None:
    used = effect("cpu_s_per_s", 5.0, 8.0, 7.0, 9.0)
    cost = cost_per_month([used], "adabas_database:10", scale(machine(MSU=1500, MSU_PRICE=80)))
    assert cost is not None
    assert (cost.value, cost.low, cost.high) == pytest.approx((36_000.0, 24_000.0, 48_000.0))
    unpriced = scale(machine(MSU=1500))
    assert cost_per_month([used], "adabas_database:10", unpriced) is None


def test_what_runs_on_ziips_costs_no_msu() -> None:
    found = finding(
        "natural_session:NATB",
        effect("cpu_s_per_s", 0.03, 0.02),
        effect("ziip_busy_pct", 21.0, 20.0),
    )
    worth = worth_of(found, scale(machine(MSU=1500, MSU_PRICE=80)))
    assert worth is not None
    assert set(worth.figures) == {"cpu_saved_s_per_day"}


def test_a_large_share_of_little_stands_below_a_small_share_of_much() -> None:
    """+23 % of 0.03 CPU against 1 % of 5 CPUs."""
    little = finding(
        "natural_session:NATB",
        effect("cpu_s_per_s", 0.032, 0.026),
        effect("itr_per_cpu_s", 47_130.0, 57_998.0),
        rule="NAT-004",
    )
    much = replace(
        finding("adabas_database:10", effect("cpu_s_per_s", 5.0, 4.95)), severity="medium"
    )
    first, last = valued((little, much), scale())
    assert (first.rule, last.rule) == ("ADA-017", "NAT-004")
    assert (first.severity, last.severity) == ("medium", "low")
    assert rank(first) < rank(last)


def test_what_exposes_to_an_outage_stays_severe_whatever_it_saves() -> None:
    exposed = finding("cics_region:AOR", effect("cpu_s_per_s", 0.03, 0.02), rule="DMP-101")
    (found,) = valued((exposed,), scale())
    from advisor.rules.base import EXPOSED, rule
    from advisor.rules.worth import LEVELS

    assert LEVELS.index(found.severity) >= EXPOSED[rule("DMP-101").exposure]


def test_the_scale_is_the_measured_systems_or_the_models_where_they_have_more() -> None:
    metrics = {
        "cpu_s_per_s": Estimate(2.0, 2.0, 2.0, "CPUs"),
        "etr_per_s": Estimate(100.0, 100.0, 100.0, "1/s"),
        "response_ms": Estimate(50.0, 50.0, 50.0, "ms"),
    }
    workload = WorkloadProjection("adabas_database:10", "adabas", metrics)
    as_is = Projection(Scenario("as-is"), (workload,), (), None, True)
    found = scale_of(machine(), as_is)
    assert (found.cpus, found.waiting) == pytest.approx((8.0, 5.0))
    alone = scale_of(Topology({}, ()), as_is)
    assert alone.cpus == 2.0


def test_what_may_as_well_be_a_loss_is_not_told_without_its_band() -> None:
    """978,300 s of waiting saved a day stood in a list, of -9,406,000 to 10,960,000."""
    unsure = Estimate(978.0, -9_406.0, 10_960.0, "s waited/day")
    sure = Estimate(10.0, 4.0, 23.0, "CPU s/day")
    both = Worth({"waiting_saved_s_per_day": unsure, "cpu_saved_s_per_day": sure}, 1.0, True)
    assert leading(both) == ("cpu_saved_s_per_day", sure)
    assert leading(replace(both, figures={"waiting_saved_s_per_day": unsure})) is None
    likely = replace(unsure, low=-500.0)
    assert leading(replace(both, figures={"waiting_saved_s_per_day": likely})) is not None


def test_a_published_gain_of_other_machines_is_no_work_of_this_one() -> None:
    """+35 % of other machines, without a model of this one, was worth 69,290 commands a second."""
    told = effect("etr_per_s", 198_000.0, 267_300.0, 198_000.0, 378_200.0, basis="published")
    worth = worth_of(finding("adabas_database:10", told), scale())
    assert worth is None or "work_gained_per_s" not in worth.figures
    assert leading(worth) is None


@pytest.mark.parametrize("measured", [False, True])
def test_a_queue_that_nobody_saw_makes_nothing_else_slight(measured: bool) -> None:
    """All that waits was mostly the model's input queue of IMS, of which no report told."""
    seen = {"response_ms": 500.0} if measured else {}
    region = component("ims_region", "IMSA/MPR", None, **seen)
    metrics = {
        name: Estimate(value, value, value, unit)
        for name, value, unit in (
            ("etr_per_s", 70.0, "transactions/s"),
            ("response_ms", 500.0, "ms"),
        )
    }
    work = WorkloadProjection(region.id, "ims", metrics)
    whole = Projection(Scenario("as-is"), (work,), (), None, True)
    scale = scale_of(Topology({region.id: region}), whole)
    assert scale.waiting == pytest.approx(35.0 if measured else 0.0)
