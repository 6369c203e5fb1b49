"""The plan: best joint choice on a model that interacts, under constraints, with its reasons."""

from __future__ import annotations

import itertools
import math
import random
import time
from collections.abc import Sequence
from dataclasses import replace

import pytest

from advisor.engagement import Constraints
from advisor.findings import Effect, Finding, Risk
from advisor.plan import best_plan, search
from advisor.plan import goal as goals
from advisor.plan.paying import worth_pct
from advisor.plan.reporting import undominated
from advisor.rules.projecting import Projected
from model.projection.estimate import Estimate
from model.topology import Change, SetSetting

EVERYTHING = Constraints(min_gain_pct=0)
"""However little a step brings, it is taken."""


def finding(number: int, **more) -> Finding:
    """A finding that sets ``S<number>`` of ``db:1`` to 1."""
    values = {
        "id": f"R{number:02}@db:1",
        "rule": f"R{number:02}",
        "title": f"finding {number}",
        "subsystem": "test",
        "component": "db:1",
        "severity": "low",
        "explanation": "",
        "changes": (SetSetting("db:1", f"S{number}", 1),),
        "change_texts": (),
        "evidence": (),
        "sources": (),
        "risk": Risk("low"),
        "effort": "recycle",
    }
    return Finding(**{**values, **more})


def effect(metric: str, before: float, after: float) -> Effect:
    return Effect(metric, "", before, Estimate(after, after * 0.95, after * 1.05, ""))


class Toy:
    """A model in which every setting multiplies throughput and pairs of them interact."""

    def __init__(self, factors, pairs=(), paging=()) -> None:
        self.factors = dict(factors)
        self.pairs = dict(pairs)
        self.paging = dict(paging)
        self.evaluated = 0

    def rate(self, chosen: set[int]) -> float:
        rate = 100.0 * math.prod(self.factors.get(n, 1.0) for n in chosen)
        return rate * math.prod(
            factor for pair, factor in self.pairs.items() if set(pair) <= chosen
        )

    def __call__(self, batch: Sequence[tuple[Change, ...]]) -> list[Projected]:
        answers = []
        for changes in batch:
            self.evaluated += 1
            chosen = {int(c.setting[1:]) for c in changes if isinstance(c, SetSetting) and c.value}
            paging = 100.0 * math.prod(self.paging.get(n, 1.0) for n in chosen)
            rate = self.rate(chosen)
            answers.append(
                Projected(
                    {
                        "db:1": (
                            effect("etr_per_s", 100.0, rate),
                            effect("response_ms", 10.0, 1000.0 / rate),
                            effect("cpu_s_per_s", 5.0, rate / 20),
                            effect("itr_per_cpu_s", 20.0, 20.0),
                            effect("paging_per_s", 100.0, paging),
                        )
                    }
                )
            )
        return answers


def brute_force(toy: Toy, count: int) -> float:
    best = 100.0
    for size in range(count + 1):
        for chosen in itertools.combinations(range(count), size):
            best = max(best, toy.rate(set(chosen)))
    return best


def random_toy(seed: int, count: int) -> Toy:
    source = random.Random(seed)
    factors = {n: source.uniform(0.93, 1.12) for n in range(count)}
    pairs = {
        pair: source.uniform(0.85, 1.15)
        for pair in itertools.combinations(range(count), 2)
        if source.random() < 0.35
    }
    return Toy(factors, pairs)


@pytest.mark.parametrize("seed", range(30))
def test_small_cases_find_the_optimum_of_exhaustive_search(seed: int) -> None:
    toy = random_toy(seed, 7)
    plan = best_plan([finding(n) for n in range(7)], toy, EVERYTHING)
    assert plan.optimal
    reached = plan.projection[0].after.value if plan.projection else 100.0
    assert reached == pytest.approx(brute_force(toy, 7), rel=2e-3)


@pytest.mark.parametrize("seed", range(30))
def test_the_search_for_large_cases_finds_it_too(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "EXHAUSTIVE", 0)
    toy = random_toy(100 + seed, 8)
    plan = best_plan([finding(n) for n in range(8)], toy, EVERYTHING)
    assert not plan.optimal
    reached = plan.projection[0].after.value if plan.projection else 100.0
    assert reached == pytest.approx(brute_force(toy, 8), rel=2e-3)


def test_greedy_is_not_enough() -> None:
    # 0 and 1 only pay together; 2 is best alone but spoils both.
    toy = Toy({0: 0.99, 1: 0.99, 2: 1.05}, {(0, 1): 1.3, (0, 2): 0.7, (1, 2): 0.7})
    plan = best_plan([finding(n) for n in range(3)], toy)
    assert set(plan.findings) == {"R00@db:1", "R01@db:1"}
    assert "would cost" in plan.left_out["R02@db:1"]


def test_no_step_harms_and_gains_multiply_to_the_whole() -> None:
    toy = Toy({0: 1.1, 1: 1.05, 2: 0.9, 3: 1.02})
    plan = best_plan([finding(n) for n in range(4)], toy)
    assert "R02@db:1" in plan.left_out
    gains = [step.gain_pct for step in plan.steps]
    assert gains == sorted(gains, reverse=True)
    whole = math.prod(1 + gain / 100 for gain in gains)
    assert plan.projection[0].after.value == pytest.approx(100 * whole)
    assert plan.steps[-1].cumulative == plan.projection


def test_the_order_is_of_gain_given_the_steps_before() -> None:
    toy = Toy({0: 1.10, 1: 1.08, 2: 1.0}, {(0, 1): 0.95, (0, 2): 1.2})
    plan = best_plan([finding(n) for n in range(3)], toy)
    assert plan.findings[:2] == ("R00@db:1", "R02@db:1")


def test_interactions_are_told_in_a_sentence() -> None:
    toy = Toy({0: 1.11, 1: 1.12}, {(0, 1): 0.95})
    plan = best_plan([finding(n) for n in range(2)], toy)
    (interaction,) = plan.interactions
    assert interaction.together_pct == pytest.approx(18.104)
    assert "together +18.1 %, each alone +12.0 % and +11.0 %" in interaction.sentence


def test_independent_findings_do_not_interact() -> None:
    assert best_plan([finding(0), finding(1)], Toy({0: 1.1, 1: 1.1})).interactions == ()


# Constraints ----------------------------------------------------------------------------------


def test_at_most_n_changes() -> None:
    toy = Toy({n: 1.01 + n / 100 for n in range(6)})
    plan = best_plan([finding(n) for n in range(6)], toy, Constraints(max_changes=2))
    assert set(plan.findings) == {"R04@db:1", "R05@db:1"}
    assert any("limited to 2" in said for said in plan.binding)
    assert best_plan([finding(0)], toy, Constraints(max_changes=0)).findings == ()


def test_at_most_n_changes_in_a_large_case(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "EXHAUSTIVE", 0)
    toy = Toy({n: 1.01 + n / 100 for n in range(12)}, {(10, 11): 0.5})
    plan = best_plan([finding(n) for n in range(12)], toy, Constraints(max_changes=3))
    assert set(plan.findings) == {"R08@db:1", "R09@db:1", "R11@db:1"}


def test_dynamic_changes_only() -> None:
    toy = Toy({0: 1.2, 1: 1.1})
    plan = best_plan(
        [finding(0, effort="ipl"), finding(1, effort="dynamic")],
        toy,
        Constraints(dynamic_only=True),
    )
    assert plan.findings == ("R01@db:1",)
    assert "dynamic" in plan.left_out["R00@db:1"]
    assert any("R00" in said for said in plan.binding)


def test_no_paging_leaves_only_sets_that_do_not_page() -> None:
    toy = Toy({0: 1.5, 1: 1.02}, paging={1: 0.0})
    plan = best_plan([finding(0), finding(1)], toy, Constraints(no_paging=True))
    assert set(plan.findings) == {"R00@db:1", "R01@db:1"}
    alone = best_plan([finding(0)], toy, Constraints(no_paging=True))
    assert alone.findings == ()
    assert alone.refused is not None
    assert any("page" in said for said in alone.binding)


def test_excluded_and_rejected_findings_stay_out() -> None:
    toy = Toy({0: 1.2, 1: 1.1, 2: 1.05})
    plan = best_plan(
        [finding(n) for n in range(3)],
        toy,
        Constraints(excluded_rules=("R00",)),
        rejected=("R01@db:1",),
    )
    assert plan.findings == ("R02@db:1",)
    assert "excluded" in plan.left_out["R00@db:1"]
    assert "rejected" in plan.left_out["R01@db:1"]


def test_hardware_limits() -> None:
    buy = finding(0, changes=(SetSetting("lpar:A", "REAL_STORAGE_GB", 300),))
    cps = finding(1, changes=(SetSetting("lpar:A", "CPS", 40),))
    limits = Constraints(max_real_storage_gb=256, max_cps=32)
    plan = best_plan([buy, cps], lambda batch: [Projected() for _ in batch], limits)
    assert plan.findings == ()
    assert "256 GB" in plan.left_out[buy.id]
    assert "32" in plan.left_out[cps.id]


def test_findings_on_one_setting_exclude_each_other() -> None:
    def projector(batch):
        answers = []
        for changes in batch:
            value = next((c.value for c in changes), 0)
            answers.append(Projected({"db:1": (effect("etr_per_s", 100.0, 100.0 + value),)}))
        return answers

    low = finding(0, changes=(SetSetting("db:1", "CACHE", 5),))
    high = finding(1, changes=(SetSetting("db:1", "CACHE", 9),))
    plan = best_plan([low, high], projector)
    assert plan.findings == (high.id,)
    assert "CACHE" in plan.left_out[low.id]


def test_a_shared_change_is_made_once() -> None:
    toy = Toy({0: 1.2})
    twin = finding(1, changes=finding(0).changes)
    plan = best_plan([finding(0), twin], toy)
    assert plan.findings == ("R00@db:1",)
    assert "already" in plan.left_out[twin.id]


# Regardless, without a model, goals -----------------------------------------------------------


def test_what_the_model_says_nothing_about_is_done_regardless() -> None:
    check = finding(9, changes=(), severity="medium")
    plan = best_plan([finding(0), check], Toy({0: 1.1}))
    assert plan.findings == ("R00@db:1", "R09@db:1")
    assert plan.steps[-1].gain_pct is None


def test_storage_is_returned_before_it_is_taken() -> None:
    grow = finding(1, changes=(SetSetting("mq:1", "B", 9),), severity="high")
    shrink = finding(
        2, changes=(SetSetting("mq:2", "B", 1),), projection=(effect("storage_mb", 20.0, 5.0),)
    )
    plan = best_plan([grow, shrink], lambda batch: [Projected() for _ in batch])
    assert plan.findings == (shrink.id, grow.id)


def test_without_a_model_nothing_is_claimed() -> None:
    plan = best_plan([finding(0)], None)
    assert plan.findings == ("R00@db:1",)
    assert plan.steps[0].gain_pct is None
    assert plan.projection == ()
    assert plan.refused
    assert not plan.optimal


def test_no_findings_no_plan() -> None:
    plan = best_plan([], Toy({}))
    assert plan.findings == ()
    assert plan.steps == ()
    assert plan.refused is None


@pytest.mark.parametrize("goal", ["etr", "itr", "response", "cpu", "storage"])
def test_every_goal_prefers_what_serves_it(goal: str) -> None:
    metric, better, worse = {
        "etr": ("etr_per_s", 120.0, 90.0),
        "itr": ("itr_per_cpu_s", 120.0, 90.0),
        "response": ("response_ms", 80.0, 110.0),
        "cpu": ("cpu_s_per_s", 80.0, 110.0),
        "storage": ("storage_mb", 80.0, 110.0),
    }[goal]

    def projector(batch):
        return [
            Projected(
                {
                    "db:1": (
                        effect(
                            metric,
                            100.0,
                            better if any(c.setting == "S0" for c in changes) else worse,
                        ),
                    )
                }
            )
            if changes
            else Projected({"db:1": (effect(metric, 100.0, 100.0),)})
            for changes in batch
        ]

    plan = best_plan([finding(0), finding(1)], projector, Constraints(goal=goal))
    assert plan.findings[0] == "R00@db:1"
    assert plan.goal == goal
    assert plan.steps[0].gain_pct == pytest.approx(20.0)


def test_gains_are_weighted_by_the_cpu_of_the_workloads() -> None:
    projected = Projected(
        {
            "a": (effect("etr_per_s", 10.0, 11.0), effect("cpu_s_per_s", 9.0, 9.0)),
            "b": (effect("etr_per_s", 10.0, 20.0), effect("cpu_s_per_s", 1.0, 1.0)),
        }
    )
    assert goals.gain_pct(projected, "etr") == pytest.approx(0.9 * 10 + 0.1 * 100)


# Pareto, speed, determinism -------------------------------------------------------------------


def test_the_pareto_set_is_undominated() -> None:
    toy = Toy({0: 1.10, 1: 1.05, 2: 1.02})
    findings = [
        finding(0, effort="hardware", risk=Risk("high")),
        finding(1, effort="recycle"),
        finding(2, effort="dynamic"),
    ]
    points = best_plan(findings, toy, Constraints(max_risk="high")).pareto
    assert {frozenset(p.findings) for p in points} >= {
        frozenset({"R02@db:1"}),
        frozenset({"R01@db:1"}),
        frozenset({"R00@db:1", "R01@db:1", "R02@db:1"}),
    }
    for one, other in itertools.permutations(points, 2):
        assert not (
            other.gain_pct >= one.gain_pct and other.effort <= one.effort and other.risk <= one.risk
        )


def test_what_the_limit_on_changes_forbids_beats_nothing_in_the_pareto_set() -> None:
    """Two easy changes gain more than a hard one, but with one change allowed it is a choice."""
    toy = Toy({0: 1.10, 1: 1.06, 2: 1.06})
    findings = [finding(0, effort="ipl", risk=Risk("high"))]
    findings += [finding(n, effort="dynamic") for n in (1, 2)]
    plan = best_plan(findings, toy, Constraints(max_changes=1, max_risk="high"))
    assert plan.findings == ("R00@db:1",)
    assert [p.findings for p in plan.pareto] == [("R01@db:1",), ("R00@db:1",)]
    two = best_plan(findings, toy, Constraints(max_changes=2)).pareto
    assert ("R00@db:1",) not in [p.findings for p in two]


def test_undominated_keeps_one_of_equals() -> None:
    kept = undominated([(1.0, 1.0, 1.0, 1), (1.0, 1.0, 1.0, 2), (2.0, 3.0, 1.0, 3)])
    assert [mask for *_, mask in kept] == [1, 3]


def test_forty_findings_take_three_seconds_at_most() -> None:
    source = random.Random(7)
    factors = {n: source.uniform(0.97, 1.05) for n in range(40)}
    pairs = {
        pair: source.uniform(0.95, 1.05)
        for pair in itertools.combinations(range(40), 2)
        if source.random() < 0.1
    }
    toy = Toy(factors, pairs)
    started = time.process_time()
    plan = best_plan([finding(n) for n in range(40)], toy)
    own = time.process_time() - started
    # Counted and not slept through, so that a busy machine does not decide.
    assert own + toy.evaluated * 0.005 <= 3.0
    assert len(plan.findings) > 10


def test_the_order_of_findings_does_not_matter() -> None:
    toy = random_toy(5, 6)
    findings = [finding(n) for n in range(6)]
    first = best_plan(findings, toy)
    for seed in range(5):
        shuffled = findings[:]
        random.Random(seed).shuffle(shuffled)
        assert best_plan(shuffled, toy) == first


def test_alternatives_are_never_in_one_plan() -> None:
    """Nor where they move nothing in common, nor where the model says nothing of them."""
    one = finding(1, rule="A", alternatives=("B",))
    other = finding(2, rule="B", alternatives=("A",))
    plan = best_plan([one, other], Toy({1: 1.05, 2: 1.10}))
    assert plan.findings == (other.id,)
    assert plan.left_out[one.id] == "B is another way to the same, and one of them is enough"
    silent = best_plan([one, other], None)
    assert len(silent.findings) == 1
    elsewhere = replace(other, component="db:2")
    assert len(best_plan([one, elsewhere], None).findings) == 2


def test_what_another_finding_does_as_well_is_left_to_it() -> None:
    wider = finding(2, rule="B", supersedes=("A",))
    plan = best_plan([finding(1, rule="A"), wider], Toy({1: 1.05, 2: 1.0}))
    assert plan.findings == (wider.id,)
    assert plan.left_out[finding(1).id] == "B does this as well"


def test_high_risk_is_taken_only_where_it_is_asked_for() -> None:
    risky = finding(1, risk=Risk("high", "nobody sees the next fault"))
    toy = Toy({1: 1.2, 2: 1.1})
    plan = best_plan([risky, finding(2)], toy)
    assert plan.findings == (finding(2).id,)
    assert plan.left_out[risky.id] == "its risk is high, and the plan takes medium at most"
    assert len(best_plan([risky, finding(2)], toy, Constraints(max_risk="high")).findings) == 2
    calm = best_plan([risky, finding(2, risk=Risk("medium"))], toy, Constraints(max_risk="low"))
    assert not calm.findings


def test_what_is_right_regardless_of_the_goal_is_not_left_out_for_adding_nothing() -> None:
    toy = Toy({1: 1.1, 2: 1.05}, {(1, 2): 1 / 1.05})
    due = finding(2, required=True)
    assert due.id not in best_plan([finding(1), finding(2)], toy).findings
    plan = best_plan([finding(1), due], toy)
    assert due.id in plan.findings
    assert next(s for s in plan.steps if s.finding == due.id).gain_pct is None


def test_what_is_bought_brings_much_more_than_what_can_be_had_without() -> None:
    """Storage from a smaller cache or from a vendor: two ways to the same gain."""
    same = {(1, 2): 1 / 1.30}
    returned, bought = finding(1), finding(2, effort="hardware")
    assert best_plan([returned, bought], Toy({1: 1.30, 2: 1.35}, same)).findings == (returned.id,)
    assert bought.id in best_plan([returned, bought], Toy({1: 1.1, 2: 1.35})).findings


def test_what_is_too_slight_is_no_step_unless_everything_is_wanted() -> None:
    few = finding(2, slight="3 requests waited", changes=())
    plan = best_plan([finding(1), few], Toy({1: 1.1}))
    assert plan.findings == (finding(1).id,)
    assert plan.left_out[few.id] == "too slight for a step of its own: 3 requests waited"
    everything = best_plan([finding(1), few], Toy({1: 1.1}), Constraints(min_gain_pct=0))
    assert few.id in everything.findings
    little = finding(3, projection=(effect("itr_per_cpu_s", 100.0, 100.1),))
    enough = finding(4, projection=(effect("itr_per_cpu_s", 100.0, 101.0),))
    plan = best_plan([finding(1), little, enough], Toy({1: 1.1}))
    assert "0.1 %, less than 0.5 %" in plan.left_out[little.id]
    assert enough.id in plan.findings


def test_what_only_points_to_other_findings_is_no_step() -> None:
    """It stood as a step of hardware "as ZOS-001 computes it", where that had computed nothing."""
    restart = finding(1, rule="ADA-013", id="ADA-013@db:1", effort="recycle")
    points = {"changes": (), "effort": "dynamic", "points_to": ("ADA-013", "ZOS-001")}
    pointing = finding(2, **points)
    limits = Constraints(min_gain_pct=0, dynamic_only=True)
    for model in (Toy({1: 1.2}), None):
        plan = best_plan([restart, pointing], model, limits)
        assert plan.findings == ()
        assert "carried out by ADA-013" in str(plan.left_out[pointing.id])
        both = best_plan([restart, pointing], model, EVERYTHING)
        assert both.findings == (restart.id,)
        assert "measure again" in str(both.left_out[pointing.id])
        alone = best_plan([pointing], model, limits)
        assert alone.findings == ()
        assert "nothing read so far" in str(alone.left_out[pointing.id])


@pytest.mark.parametrize("model", [Toy({3: 1.2, 1: 1.1}), None])
def test_what_makes_room_comes_before_what_takes_it(model: Toy | None) -> None:
    grow = finding(1, severity="high", changes=(SetSetting("db:1", "BUFFERS", 9),))
    move = finding(2, severity="low", changes=(SetSetting("db:1", "LOCATION", "above"),))
    aside = finding(3, severity="high")
    projector = None if model is None else _deaf(model)
    plan = best_plan([grow, move, aside], projector, EVERYTHING)
    order = [i for i in plan.findings if i != aside.id]
    assert order == [move.id, grow.id]
    assert [step.finding for step in plan.steps] == list(plan.findings)


def _deaf(model: Toy):
    """The model of settings by number alone; buffers are number 1."""

    def project(batch: Sequence[tuple[Change, ...]]) -> list[Projected]:
        known = [
            tuple(
                SetSetting(c.component, "S1", 1) if c.setting == "BUFFERS" else c
                for c in changes
                if c.setting != "LOCATION"
            )
            for changes in batch
        ]
        return model(known)

    return project


def test_what_no_result_tells_is_worth_what_its_own_figures_become_better_by() -> None:
    """Of each the better direction counts; what has none, or is no figure, tells nothing."""
    reads = Effect("lsr_reads", "", 30.0, Estimate(20.0, 20.0, 20.0, "", "arithmetic"))
    found = worth_pct(finding(1, projection=(reads,)))
    assert found == pytest.approx(100.0 / 3.0)
    unknown = Effect("nothing_that_is_declared", "", 30.0, Estimate(20.0, 20.0, 20.0, ""))
    assert worth_pct(finding(1, projection=(unknown,))) is None
    assert worth_pct(finding(1, projection=(unknown, reads))) == found


def test_what_moves_no_result_is_worth_no_more_by_other_figures() -> None:
    """A pool's reads fall by a third, the response stays: so little is no step."""
    fewer = Effect("lsr_reads", "", 30.0, Estimate(20.0, 20.0, 20.0, "", "arithmetic"))
    unmoved = effect("response_ms", 10.0, 9.98)
    assert worth_pct(finding(1, projection=(unmoved, fewer))) == pytest.approx(0.2)
    assert worth_pct(finding(1, projection=(unmoved,))) == pytest.approx(0.2)
