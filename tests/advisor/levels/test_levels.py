"""Percentiles by workload, goals of the reports and of the user, and what more load would do."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from advisor.levels import (
    Levels,
    frozen_networks,
    levels_of,
    questions,
    wlm_goals,
    workloads_of,
)
from advisor.levels.questions import station_words
from model.projection import Baseline
from model.queueing.goals import Capacity, Goal
from model.queueing.installation import InstallationNetwork, solve_installation
from model.queueing.installation.service import Frozen
from model.queueing.percentiles import fit
from model.topology import Component, Measured, Topology


def shop(rate: float = 8.0) -> InstallationNetwork:
    """An M/M/1 of 100 ms services, and users of a database."""
    net = InstallationNetwork()
    cp = net.station("CPs", 1.0, in_order=True)
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


def projected(rates: dict[str, float] | None = None, **responses_ms: float) -> SimpleNamespace:
    def figures(anchor: str, response_ms: float) -> dict[str, SimpleNamespace]:
        found = {
            "response_ms": SimpleNamespace(
                value=response_ms, low=0.9 * response_ms, high=1.2 * response_ms
            )
        }
        if anchor in (rates or {}):
            found["tx_per_s"] = SimpleNamespace(value=rates[anchor])
        return found

    return SimpleNamespace(
        workloads=[SimpleNamespace(anchor=a, metrics=figures(a, v)) for a, v in
                   responses_ms.items()]
    )  # fmt: skip


def test_chains_are_told_by_the_workload_whose_transactions_they_are():
    net = shop()
    anchors = ["cics_region:A", "adabas_database:1"]
    assert workloads_of(net, anchors) == {
        "cics_region:A": ["cics_region:A"], "adabas_database:1": ["adabas_database:1/users/0"],
    }  # fmt: skip


def test_percentiles_have_the_projections_mean_and_say_what_is_assumed():
    baseline = baseline_of(shop())
    projection = projected(
        {"ims_region:B": 4.0},
        **{"cics_region:A": 600.0, "ims_region:B": 20.0, "natural_session:C": 1_486_000.0},
    )
    levels = levels_of(baseline.networks, baseline, projection)
    assert set(levels.times) == {"cics_region:A", "adabas_database:1", "ims_region:B"}
    assert levels.assumed == {"ims_region:B"}  # a batch job's run without a rate has no percentiles
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
    assert load.breaks is not None
    assert load.breaks.goal == goal
    assert load.busiest == ("CPs", pytest.approx(0.9, rel=0.03))
    assert frozen.engines_needed([Goal("cics_region:A", 0.15)], "CPs").servers == 2
    assert frozen.engines_needed([Goal("cics_region:A", 0.05)], "CPs").servers is None
    first = frozen.first_to_break()
    assert first is not None
    assert first.station == "CPs"
    assert first.factor == pytest.approx(0.95 * 2.0, rel=0.02)
    twice = replace(frozen, scale={"cics_region:A": 2.0})
    assert twice.largest_load([goal]).factor == pytest.approx(8.0 / 5.0, rel=0.03)


def test_questions_are_answered_in_sentences():
    net = shop(5.0)
    baseline = baseline_of(net)
    levels = levels_of(baseline.networks, baseline, projected(**{"cics_region:A": 200.0}))
    frozen = frozen_networks(baseline.networks, baseline)
    lines = list(questions(frozen, [Goal("cics_region:A", 1.0)], levels))
    assert lines[0].startswith("Largest load that meets the goals: 1.8")
    assert "CICS region A: mean within 1 s; on their path then busiest: CPs, 90 %" in lines[0]
    assert lines[-1].startswith("Next to be 95 % busy as all load grows: CPs, at 1.9")
    assert not any("disk" in line for line in lines[:-1])  # a pool off the goal's path


def test_what_is_full_today_is_said_and_the_next_is_sought():
    net = shop(5.0)
    users = net.chain("adabas_database:1/users/1", 50.0, 0.01)
    net.arc(users, net.station("adabas_database:1/limit", 1.0), 0.02, 1.0)
    baseline = baseline_of(net)
    levels = levels_of(baseline.networks, baseline, projected(**{"cics_region:A": 200.0}))
    frozen = frozen_networks(baseline.networks, baseline)
    lines = list(questions(frozen, [Goal("cics_region:A", 1.0)], levels))
    assert "Busy to 95 % and more today: I/O limit (Adabas database 1) 100 %." in lines
    assert lines[-1].startswith("Next to be 95 % busy as all load grows: CPs, at 1.9")


def test_fewer_engines_than_others_need_are_not_praised():
    """A goal that one engine keeps, beside users who need two."""
    net = shop(0.5)
    pool = net.station("hardware/lpar:X", 4.0)
    tx = net.chain("cics_region:B", 4000.0, rate_per_s=1.0)
    net.arc(tx, pool, 0.01, 1.0, 0)
    crowd = net.chain("adabas_database:1/users/1", 8.0, 0.01)
    net.arc(crowd, pool, 0.05, 1.0, 1)
    baseline = baseline_of(net)
    anchors = ("cics_region:A", "cics_region:B", "adabas_database:1")
    object.__setattr__(baseline, "anchors", tuple(SimpleNamespace(anchor=a) for a in anchors))
    frozen = frozen_networks(baseline.networks, baseline)
    levels = levels_of(baseline.networks, baseline, projected(**{"cics_region:B": 20.0}))
    lines = list(questions(frozen, [Goal("cics_region:B", 1.0)], levels))
    assert "CPs (LPAR X): 1 of them meet the goals (now 4)." in lines
    after = lines[lines.index("CPs (LPAR X): 1 of them meet the goals (now 4).") + 1]
    assert after.startswith("With so few Adabas database 1 would carry")


def test_a_missed_goal_is_not_met_by_taking_engines_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer engines of a pool can hold back the work that is in the goal's way."""
    net = shop(5.0)
    pool = net.station("hardware/cf:X", 4.0)
    net.arc(net.chain("cics_region:B", 4000.0, rate_per_s=1.0), pool, 0.01, 1.0)
    baseline = baseline_of(net)
    anchors = ("cics_region:A", "cics_region:B", "adabas_database:1")
    object.__setattr__(baseline, "anchors", tuple(SimpleNamespace(anchor=a) for a in anchors))
    frozen = frozen_networks(baseline.networks, baseline)
    levels = levels_of(baseline.networks, baseline, projected(**{"cics_region:B": 10.0}))
    fewer = Capacity("hardware/cf:X", 2, 4)
    monkeypatch.setattr(Frozen, "engines_needed", lambda *_: fewer)
    met = list(questions(frozen, [Goal("cics_region:B", 1.0)], levels))
    assert any("2 of them meet the goals" in line for line in met)
    missed = list(questions(frozen, [Goal("cics_region:B", 1e-6)], levels))
    assert not any("of them meet the goals" in line for line in missed)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("hardware/cf:CF01", "coupling facility CPs (Coupling facility CF01)"),
        ("ims_region:I/MPR/message regions", "message regions (IMS region I/MPR)"),
        ("cics_region:A/A/2", "strings of LSR pool 2 (CICS region A)"),
        ("adabas_database:1/threads/0", "threads (Adabas database 1)"),
        ("cics_region:A", "CICS region A"),
    ],
)
def test_stations_are_called_as_people_call_them(name, words):
    known = ("ims_region:I/MPR", "cics_region:A", "adabas_database:1")
    assert station_words(name, known) == words


def test_what_a_scenario_leaves_alone_keeps_its_shape():
    """A scenario's networks are those it solved again: the others answer as they do today."""
    baseline = baseline_of(shop())
    projection = projected(**{"cics_region:A": 600.0})
    today = levels_of(baseline.networks, baseline, projection)
    levels = levels_of((), baseline, projection)
    assert levels.assumed == frozenset()
    assert levels.percentiles_s("cics_region:A") == today.percentiles_s("cics_region:A")


def test_responses_deviate_as_measured_where_a_report_tells() -> None:
    """M/M/1 at 80 %: the network's deviation is the mean; the measured one is 1.4 times as much."""
    net = shop()
    measured = {
        "response_ms": Measured(500.0, "ms"),
        "response_deviation_ms": Measured(700.0, "ms"),
    }
    region = Component("cics_region:A", "cics_region", "A", None, {}, measured)
    baseline = baseline_of(net)
    told = replace(baseline, topology=Topology({region.id: region}))
    object.__setattr__(told, "_networks", baseline.networks)
    projection = projected(**{"cics_region:A": 500.0})
    own, now = (levels_of(one.networks, one, projection) for one in (baseline, told))
    assert own.times[region.id].cv2 == pytest.approx(1.0, rel=0.2)
    assert now.times[region.id].cv2 * 0.5**2 == pytest.approx(0.7**2)
    assert own.percentiles_s(region.id)[99] < now.percentiles_s(region.id)[99]
    for levels, least in ((own, 1.7), (now, 1.2)):
        for percent, (low, high) in levels.bands_s(region.id, (50, 90, 95, 99)).items():
            assert low <= levels.percentiles_s(region.id)[percent] <= high
            assert high / low > least
    # Twice the load's wait leaves the differences of the work as they are.
    longer = levels_of(told.networks, told, projected(**{"cics_region:A": 1000.0}))
    spread = longer.spreads[region.id]
    low, high = longer.ends_s2[region.id]
    assert low < high
    assert low == pytest.approx(own.times[region.id].cv2 + 0.7**2 - spread.modelled_s**2)
    # The same holds when more load is asked for: a goal that the spread breaks is missed.
    frozen = Frozen(net, solve_installation(net).reading, 0, workloads_of(net, [region.id]))
    goal = Goal(region.id, 2.5, 99.0)
    assert replace(frozen, spread={}).met([goal])
    assert not replace(frozen, spread=longer.spreads).met([goal])


def test_the_deviation_of_a_class_is_its_regions(sample_analysis) -> None:
    baseline = sample_analysis.baseline
    region = baseline.topology["cics_region:CICSAOR1"]
    assert region.measure("response_deviation_ms") == 53.0
    assert region.measured["response_deviation_ms"].origin.line > 0


def test_a_goal_has_the_probability_of_meeting_it_beside_its_share() -> None:
    """The share of what the bands of mean and shape allow; half where the central value is it."""
    times = fit(1.0, 1.0, 2.0)
    band = {"cics_region:A": (0.8, 1.5)}
    levels = Levels({"cics_region:A": times}, {}, means_s=band)
    known = {"cics_region:A": (1.0, 1.0)}  # the variance is: the shape alone is open
    closer = replace(levels, ends_s2=known)

    def chance(seconds: float, percent: float | None = None, of: Levels = levels) -> float:
        answer = of.answer(Goal("cics_region:A", seconds, percent), of)
        assert answer is not None
        assert answer.met is (answer.chance >= 0.5)
        assert answer.certain is (not 0.05 < answer.chance < 0.95)
        return answer.chance

    # Of a mean: the ends of its band of 90 % have 5 % beyond them, and their roots the same part.
    assert [chance(x) for x in (1.5, 1.0, 0.8)] == pytest.approx([0.95, 0.5, 0.05])
    assert chance(1.5**0.5) == pytest.approx(0.7946, abs=1e-3)
    # Of a percentile: as the mean where the shape is known, nearer to a half where it is not.
    just = times.percentile(90)
    assert chance(just * 1.0001, 90.0) == pytest.approx(0.5, abs=1e-3)
    assert chance(1.5 * just, 90.0) < chance(1.5 * just, 90.0, closer) < 0.9501
    low, high = levels.bands_s("cics_region:A", (90,))[90]
    assert chance(1.5 * high, 90.0) > 0.95
    assert chance(low / 1.5, 90.0) < 0.05
    sure = replace(closer, means_s={})
    assert (chance(1.01, None, sure), chance(0.99, None, sure)) == (1.0, 0.0)
