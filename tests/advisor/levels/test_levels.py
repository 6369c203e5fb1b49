"""Percentiles by workload, goals of the reports and of the user, and what more load would do."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from advisor.levels import Levels, levels_of, questions, wlm_goals, workloads_of
from model.projection import Baseline
from model.queueing.installation import InstallationNetwork, solve_installation
from model.queueing.installation.service import Frozen
from model.queueing.percentiles import fit
from model.queueing.service_levels import Goal
from model.topology import Component, Measured, Topology


def shop(rate: float = 8.0) -> InstallationNetwork:
    """An M/M/1 of 100 ms services, and users of a database."""
    net = InstallationNetwork()
    cp = net.station("CPs", 1.0)
    tx = net.chain("cics_region:A", 4000.0, rate_per_s=rate)
    net.arc(tx, cp, 0.1, 1.0)
    users = net.chain("adabas_database:1/users/0", 3.0, 10.0)
    net.arc(users, net.station("disk", 2.0), 0.5, 1.0)
    ios = net.chain("adabas_database:1/ios/0", 1.0, 10.0)
    net.arc(ios, net.place("disk"), 0.01, 1.0)
    return net


def baseline_of(net: InstallationNetwork) -> Baseline:
    anchors = [SimpleNamespace(anchor=a) for a in ("cics_region:A", "adabas_database:1")]
    made = Baseline(Topology(), tuple(anchors))  # type: ignore[arg-type]
    object.__setattr__(made, "_networks", ((net, solve_installation(net)),))
    return made


def projected(**responses_ms: float) -> SimpleNamespace:
    return SimpleNamespace(
        workloads=[
            SimpleNamespace(anchor=a, metrics={"response_ms": SimpleNamespace(value=v)})
            for a, v in responses_ms.items()
        ]
    )


def test_chains_are_told_by_the_workload_whose_transactions_they_are():
    net = shop()
    anchors = ["cics_region:A", "adabas_database:1"]
    assert workloads_of(net, anchors) == {
        "cics_region:A": ["cics_region:A"], "adabas_database:1": ["adabas_database:1/users/0"],
    }  # fmt: skip


def test_percentiles_have_the_projections_mean_and_say_what_is_assumed():
    baseline = baseline_of(shop())
    projection = projected(**{"cics_region:A": 600.0, "ims_region:B": 20.0})
    levels = levels_of(baseline.networks, baseline, projection)
    assert set(levels.times) == {"cics_region:A", "adabas_database:1", "ims_region:B"}
    assert levels.assumed == {"ims_region:B"}
    assert levels.times["cics_region:A"].mean_s == pytest.approx(0.6)
    # M/M/1 at 80 %: exponential; three quarters of 2.303 means and more
    assert levels.percentiles_s("cics_region:A")[90] == pytest.approx(0.6 * 2.303, rel=0.1)
    assert levels.percentiles_s("ims_region:B")[50] == pytest.approx(0.02 * 0.6931, rel=1e-3)
    answer = levels.answer(Goal("cics_region:A", 0.6, 90.0), levels)
    assert answer is not None
    assert not answer.met
    assert answer.probability == pytest.approx(0.63, abs=0.05)
    assert levels.answer(Goal("nobody", 1.0), levels) is None


def test_goals_of_workload_manager_follow_the_workload_of_the_same_rate():
    def component(name: str, **measured: float) -> Component:
        figures = {n: Measured(v, "ms") for n, v in measured.items()}
        return Component(f"service_class:P/{name}", "service_class", name, measured=figures)

    topology = Topology(
        {
            c.id: c for c in (
                component("ONLINE", goal_response_ms=500, goal_pct=90, response_ms=200,
                          ended_per_s=8.2),
                component("OTHER", goal_response_ms=300, response_ms=400, ended_per_s=70),
                component("BATCH", velocity_pct=30),
            )
        }
    )  # fmt: skip
    goals = wlm_goals(topology, {"cics_region:A": 8.0})
    assert [(g.name, g.percent, g.workload) for g in goals] == [
        ("ONLINE", 90, "cics_region:A"), ("OTHER", None, None),
    ]  # fmt: skip
    today = Levels({"cics_region:A": fit(0.5, 0.25, 0.25)}, {})
    slower = Levels({"cics_region:A": fit(1.0, 1.0, 2.0)}, {})
    first, then = (level.answer_wlm(goals[0], today) for level in (today, slower))
    assert first is not None
    assert then is not None
    assert first.met
    assert first.probability == pytest.approx(0.918, abs=0.01)
    assert not then.met
    assert then.probability == pytest.approx(0.713, abs=0.01)
    stuck = Levels({}, {}).answer_wlm(goals[0], today)  # the scenario's work does not come through
    assert stuck is not None
    assert (stuck.met, stuck.probability, stuck.because) == (False, 0.0, "endless")
    alone = slower.answer_wlm(goals[1], today)
    assert alone is not None
    assert not alone.met
    assert alone.because == "measured"
    assert "mean within 0.3 s" in alone.goal


def test_largest_load_engines_and_what_is_busy_first():
    """M/M/1 of 100 ms at 5/s: the mean is 200 ms, and 1 s at 9/s."""
    net = shop(5.0)
    frozen = Frozen(net, solve_installation(net).reading, 0, workloads_of(net, ["cics_region:A"]))
    goal = Goal("cics_region:A", 1.0)
    load = frozen.largest_load([goal])
    assert load.factor == pytest.approx(9.0 / 5.0, rel=0.03)
    assert "cics_region:A mean within 1 s" in load.breaks
    assert load.busiest == "CPs"
    assert frozen.engines_needed([Goal("cics_region:A", 0.15)], "CPs").servers == 2
    assert frozen.engines_needed([Goal("cics_region:A", 0.05)], "CPs").servers is None
    first = frozen.first_to_break()
    assert first is not None
    assert first.station == "CPs"
    assert first.factor == pytest.approx(0.95 * 2.0, rel=0.02)
    twice = replace(frozen, scale={"cics_region:A": 2.0})
    assert twice.largest_load([goal]).factor == pytest.approx(8.0 / 5.0, rel=0.03)


def test_questions_are_answered_in_sentences():
    baseline = baseline_of(shop(5.0))
    projection = projected(**{"cics_region:A": 200.0})
    levels = levels_of(baseline.networks, baseline, projection)
    lines = questions(baseline.networks, baseline, [Goal("cics_region:A", 1.0)], levels)
    assert lines[0].startswith("Largest load that meets the goals: 1.8")
    assert "busiest there: CPs" in lines[0]
    assert lines[-1].startswith("First to be 95 % busy as load grows: CPs, at 1.9")


def test_what_a_scenario_leaves_alone_keeps_its_shape():
    """A scenario's networks are those it solved again: the others answer as they do today."""
    baseline = baseline_of(shop())
    projection = projected(**{"cics_region:A": 600.0})
    today = levels_of(baseline.networks, baseline, projection)
    levels = levels_of((), baseline, projection)
    assert levels.assumed == frozenset()
    assert levels.percentiles_s("cics_region:A") == today.percentiles_s("cics_region:A")
