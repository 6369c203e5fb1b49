"""Projection over two toy workloads that share an LPAR: coupling, bands, refusals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from advisor.rules.projecting import ModelProjector
from model import projection as room
from model.contract.evaluation import ConditionError, Conditions, ConstantDraws, Evaluation
from model.contract.protocol import CalibrationRow
from model.projection import NotProjectable, baseline, engine
from model.topology import (
    Catalogue,
    Component,
    ComponentKind,
    Measured,
    RemoveComponent,
    Scenario,
    SetSetting,
    Setting,
    SettingSpec,
    Topology,
)

KINDS = Catalogue(
    [
        ComponentKind(
            "lpar", "LPAR", "hw", (None,), (SettingSpec("CPS", "number", "", minimum=1),)
        ),
        ComponentKind(
            "app",
            "App",
            "app",
            ("lpar",),
            (
                SettingSpec("USERS", "integer", "", minimum=0, maximum=10_000),
                SettingSpec("COST_MS", "number", "", minimum=0.1),
            ),
        ),
    ]
)


@dataclass(frozen=True)
class ToyCalibration:
    factor: float
    rows: tuple[CalibrationRow, ...]
    refused: str | None

    @property
    def factors(self) -> Mapping[str, float]:
        return {"cost": self.factor}

    def draws(self, count: int) -> ConstantDraws:
        spread = 1 + 0.05 * np.sin(np.arange(count + 1))
        spread[0] = 1.0
        return ConstantDraws(("cost",), (self.factor * spread)[:, None])


class Toy:
    """One queue: the CPs that the neighbours leave; rate = free CPs / cost, at most one a user."""

    name = "toy"
    anchor_kind = "app"

    def __init__(self) -> None:
        self.batches: list[int] = []

    def conditions(
        self, topology: Topology, anchor: str, background: Mapping[str, float]
    ) -> Conditions:
        app = topology[anchor]
        users, cost = app.number("USERS"), app.number("COST_MS")
        if users is None or cost is None:
            raise NotProjectable(f"nobody says how many users {app.name} has", anchor, "USERS")
        lpar = topology.ancestor(anchor, "lpar")
        assert lpar is not None
        free = (lpar.number("CPS") or 0) - background.get(lpar.id, 0.0)
        return {"users": users, "cost_s": cost / 1000, "free": max(0.01, free)}

    def measured(self, topology: Topology, anchor: str) -> Mapping[str, float]:
        return topology[anchor].figures()

    def calibrate(
        self, conditions: Conditions, measured: Mapping[str, float], near: object = None
    ) -> ToyCalibration:
        etr = measured.get("etr_per_s")
        modelled = self._rate(conditions, 1.0)
        factor = 1.0 if etr is None else min(3.0, max(1 / 3, modelled / etr))
        row = CalibrationRow("etr_per_s", "1/s", etr or modelled, self._rate(conditions, factor))
        missed = etr is not None and abs(row.error_pct or 0) > 10
        return ToyCalibration(factor, (row,), "toy misses its rate" if missed else None)

    @staticmethod
    def _rate(conditions: Conditions, factor: float) -> float:
        return min(
            float(conditions["users"]),
            float(conditions["free"]) / (float(conditions["cost_s"]) * factor),
        )

    def evaluate(
        self, conditions: Sequence[Conditions], draws: ConstantDraws | None = None
    ) -> Evaluation:
        assert draws is not None
        self.batches.append(len(conditions))
        if any(c["users"] == 13 for c in conditions):
            raise ConditionError("13 users are more than the product takes")
        rate = np.array([[self._rate(c, f) for f in draws.column("cost")] for c in conditions])
        cpu = rate * np.array([[float(c["cost_s"])] for c in conditions]) * draws.column("cost")
        free = np.array([[float(c["free"])] for c in conditions])
        return Evaluation(
            {"etr_per_s": rate, "cpu_s_per_s": cpu},
            {"etr_per_s": np.full(len(conditions), 0.02)},
            tuple(() for _ in conditions),
            np.ones(rate.shape, dtype=bool),
            {"CPs": cpu / free},
        )

    def components(self, topology: Topology, anchor: str) -> Mapping[str, tuple[str, ...]]:
        lpar = topology.ancestor(anchor, "lpar")
        return {"CPs": () if lpar is None else (lpar.id,)}

    def load(
        self, topology: Topology, anchor: str, evaluation: Evaluation, index: int
    ) -> Mapping[str, float]:
        lpar = topology.ancestor(anchor, "lpar")
        assert lpar is not None
        return {lpar.id: float(evaluation.metrics["cpu_s_per_s"][index, 0])}


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Toy:
    model = Toy()
    monkeypatch.setattr(baseline, "subsystem_models", lambda: (model,))
    monkeypatch.setattr(engine, "catalogue", lambda: KINDS)
    return model


def app(name: str, users: int, cost_ms: float, **measured: float) -> Component:
    return Component(
        f"app:{name}",
        "app",
        name,
        "lpar:A",
        {"USERS": Setting(users), "COST_MS": Setting(cost_ms)},
        {metric: Measured(value, "") for metric, value in measured.items()},
    )


def shop(*apps: Component, busy_pct: float | None = None) -> Topology:
    measured = {} if busy_pct is None else {"cp_busy_pct": Measured(busy_pct, "%")}
    lpar = Component("lpar:A", "lpar", "A", None, {"CPS": Setting(10)}, measured)
    return Topology({c.id: c for c in (lpar, *apps)})


def test_as_is_reproduces_the_calibrated_figure(toy: Toy) -> None:
    base = room.build_baseline(shop(app("x", 500, 10, etr_per_s=450.0)))
    (as_is,) = room.project(base, [Scenario("As-is")])
    assert as_is.workloads[0].metrics["etr_per_s"].value == pytest.approx(500)
    assert base.anchors[0].rows[0].error_pct == pytest.approx(100 / 9)
    assert as_is.refused == ("toy misses its rate",)


def test_bands_enclose_the_value_and_name_their_source(toy: Toy) -> None:
    base = room.build_baseline(shop(app("x", 5000, 10)))
    (as_is,) = room.project(base, [Scenario("As-is")])
    figure = as_is.workloads[0].metrics["etr_per_s"]
    assert figure.value == figure.low == figure.high == pytest.approx(1000)
    assert figure.reasons
    level = as_is.workloads[0].modelled["etr_per_s"]
    assert level.low < level.value < level.high
    assert level.reasons
    (plain,) = room.project(base, [Scenario("As-is")], bands=False)
    bare = plain.workloads[0].metrics["etr_per_s"]
    assert bare.value == figure.value


def test_changes_are_compared_draw_by_draw(toy: Toy) -> None:
    base = room.build_baseline(shop(app("x", 5000, 10)))
    as_is, faster = room.project(
        base, [Scenario("As-is"), Scenario("s", (SetSetting("app:x", "COST_MS", 5),))]
    )
    change = faster.workloads[0].changes["etr_per_s"]
    assert change.value == pytest.approx(100)
    level = as_is.workloads[0].modelled["etr_per_s"]
    assert change.high - change.low < 2 * (level.high - level.low) / 1000 * 100


def test_a_scenarios_figure_has_the_band_of_its_change(toy: Toy) -> None:
    """One definition: what was measured times that; it was 700 to 1,400 beside ±3 %."""
    base = room.build_baseline(shop(app("x", 5000, 10)))
    faster = Scenario("s", (SetSetting("app:x", "COST_MS", 5),))
    (work,) = room.project(base, [faster])[0].workloads
    change, figure = work.changes["etr_per_s"], work.metrics["etr_per_s"]
    for end in ("low", "high"):
        by_change = 1000 * (1 + getattr(change, end) / 100)
        assert getattr(figure, end) == pytest.approx(by_change)
    assert figure.reasons[0] == change.reasons[0]


def test_two_scenarios_are_compared_draw_by_draw_as_well(toy: Toy) -> None:
    base = room.build_baseline(shop(app("x", 5000, 10)))
    slow, fast = ((SetSetting("app:x", "COST_MS", cost),) for cost in (8, 5))
    projector = ModelProjector(base).after(slow)
    (answer,) = projector([fast])
    (effect,) = [e for e in answer.effects["app:x"] if e.metric == "etr_per_s"]
    (same,) = [e for e in projector([slow])[0].effects["app:x"] if e.metric == "etr_per_s"]
    assert effect.before == pytest.approx(1250)
    assert effect.change is not None
    assert effect.change.value == pytest.approx(60)
    assert effect.change.low < 60 < effect.change.high
    assert same.after.low == same.after.value == same.after.high


def test_a_neighbour_that_takes_less_leaves_more(toy: Toy) -> None:
    base = room.build_baseline(shop(app("x", 200, 10), app("y", 10_000, 1)))
    as_is, lighter = room.project(
        base, [Scenario("As-is"), Scenario("s", (SetSetting("app:x", "USERS", 100),))]
    )
    before, after = (p.workload("app:y") for p in (as_is, lighter))
    assert before is not None
    assert after is not None
    assert before.metrics["etr_per_s"].value == pytest.approx(8000, rel=1e-3)
    assert after.metrics["etr_per_s"].value == pytest.approx(9000, rel=1e-3)


def test_work_that_no_model_explains_stays(toy: Toy) -> None:
    base = room.build_baseline(shop(app("x", 200, 10), busy_pct=60))
    assert base.other_work["lpar:A"] == pytest.approx(4)
    (more,) = room.project(base, [Scenario("s", (SetSetting("app:x", "USERS", 5000),))])
    assert more.workloads[0].metrics["etr_per_s"].value == pytest.approx(600)
    (lpar,) = (use for use in more.resources if use.component == "lpar:A")
    assert lpar.utilization == pytest.approx(1.0)


def test_a_contradiction_does_not_take_its_batch_with_it(toy: Toy) -> None:
    base = room.build_baseline(shop(app("x", 100, 10)))
    good, bad = room.project(
        base,
        [Scenario(str(n), (SetSetting("app:x", "USERS", n),)) for n in (50, 13)],
    )
    assert good.workloads[0].metrics["etr_per_s"].value == pytest.approx(50)
    assert "13 users" in (bad.workloads[0].not_projectable or "")


def test_many_scenarios_are_one_batch(toy: Toy) -> None:
    base = room.build_baseline(shop(app("x", 500, 10)))
    toy.batches.clear()
    scenarios = [Scenario(str(n), (SetSetting("app:x", "USERS", n),)) for n in range(20, 120)]
    projections = room.project(base, scenarios, bands=False)
    assert toy.batches == [100]
    values = [p.workloads[0].metrics["etr_per_s"].value for p in projections]
    assert values == pytest.approx(range(20, 120))


def test_what_cannot_be_applied_says_so(toy: Toy) -> None:
    base = room.build_baseline(shop(app("x", 100, 10)))
    (wrong,) = room.project(base, [Scenario("s", (SetSetting("app:x", "NOSUCH", 1),))])
    assert wrong.issues == ("x has no setting NOSUCH",)
    assert wrong.workloads == ()


def test_a_removed_workload_is_gone_and_its_load_with_it(toy: Toy) -> None:
    base = room.build_baseline(shop(app("x", 200, 10), app("y", 10_000, 1)))
    (alone,) = room.project(base, [Scenario("s", (RemoveComponent("app:x"),))])
    assert [w.anchor for w in alone.workloads] == ["app:y"]
    assert alone.workloads[0].metrics["etr_per_s"].value == pytest.approx(10_000)


def test_missing_figures_are_named(toy: Toy) -> None:
    component = Component("app:x", "app", "x", "lpar:A", {"COST_MS": Setting(1.0)})
    base = room.build_baseline(shop(component))
    assert base.anchors[0].missing is not None
    assert base.anchors[0].missing.setting == "USERS"
    # Kept with the baseline, it keeps none of the frames that it came through.
    assert base.anchors[0].missing.__traceback__ is None
    (as_is,) = room.project(base, [Scenario("As-is")])
    assert "how many users" in (as_is.workloads[0].not_projectable or "")


def test_cancelling_stops_between_batches(toy: Toy) -> None:
    base = room.build_baseline(shop(app("x", 100, 10)))
    with pytest.raises(engine.Cancelled):
        room.project(base, [Scenario("As-is")], cancel=lambda: True)


@pytest.mark.parametrize("stage", [0, 1, 2, 3])
def test_a_caller_is_asked_at_every_scenario_in_every_stage(toy: Toy, stage: int) -> None:
    """Recording 500 banded scenarios asked nobody for two seconds and more."""
    base = room.build_baseline(shop(app("x", 100, 10)))
    asked = 0

    def cancel() -> bool:
        nonlocal asked
        asked += 1
        return asked > 12 * stage + 6

    with pytest.raises(engine.Cancelled):
        room.project(base, [Scenario(f"S{number}") for number in range(12)], cancel=cancel)


def test_what_is_wrong_today_is_not_held_against_a_scenario(toy: Toy) -> None:
    base = room.build_baseline(shop(app("x", 100, 0.05)))
    fine, wrong = room.project(
        base,
        [
            Scenario("a", (SetSetting("app:x", "USERS", 50),)),
            Scenario("b", (RemoveComponent("lpar:A"),)),
        ],
        bands=False,
    )
    assert fine.issues == ()
    assert fine.workloads[0].metrics["etr_per_s"].value == pytest.approx(50)
    assert wrong.workloads == ()


def test_a_baseline_that_misses_shows_today_but_no_tomorrow(toy: Toy) -> None:
    base = room.build_baseline(
        shop(app("x", 20, 10, etr_per_s=5.0), app("y", 100, 1, etr_per_s=100.0))
    )
    assert base.may_project
    today, tomorrow = room.project(
        base,
        [Scenario("As-is"), Scenario("s", (SetSetting("app:x", "USERS", 400),))],
        bands=False,
    )
    missed, sound = today.workload("app:x"), tomorrow.workload("app:x")
    assert missed is not None
    assert missed.metrics
    assert sound is not None
    assert sound.not_projectable == "toy misses its rate"
    neighbour = tomorrow.workload("app:y")
    assert neighbour is not None
    assert neighbour.metrics["etr_per_s"].value == pytest.approx(100)


def test_a_workload_that_nothing_happens_to_is_not_evaluated_again(toy: Toy) -> None:
    base = room.build_baseline(shop(app("x", 100, 10), app("y", 200, 1)))
    toy.batches.clear()
    (same,) = room.project(base, [Scenario("As-is")])
    assert toy.batches == []
    room.project(base, [Scenario("s", (SetSetting("app:x", "COST_MS", 10.0001),))])
    assert toy.batches == [1]
    assert [w.anchor for w in same.workloads] == ["app:x", "app:y"]


def test_a_gap_names_no_bottleneck(toy: Toy) -> None:
    base = room.build_baseline(shop(app("x", 5000, 10), app("y", 20, 10)))
    (as_is, gap) = room.project(
        base, [Scenario("As-is"), Scenario("gap", (SetSetting("app:x", "USERS", 13),))]
    )
    assert as_is.bottleneck == "lpar:A"
    assert gap.workload("app:x").not_projectable
    assert gap.bottleneck is None
