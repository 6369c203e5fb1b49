"""Constants fitted to what changes did: towards the truth, narrower when met, never when missed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
import pytest

from model.catalogue import catalogue
from model.contract.evaluation import Evaluation
from model.projection import Baseline, Estimate, Past, build_baseline, project
from model.projection.baseline import AnchorBaseline, background
from model.projection.constant_names import CONSTANT_NAMES
from model.projection.learning import PEAK_SD, Seen, learned
from model.subsystems.common.constants import load_constants
from model.subsystems.common.learned import DRIFT_SD, Learned, Look, learn
from model.topology import (
    Change,
    Component,
    Link,
    Scenario,
    SetSetting,
    Setting,
    Topology,
    apply_changes,
)
from resources import resource
from tests.model.subsystems import test_growth as kinds
from tests.model.subsystems.conftest import component

NORMAL = 1.6448536


@dataclass(frozen=True)
class Shop:
    """A customer, the change of the first window and that of the second, and a figure to watch."""

    parts: tuple
    anchor: str
    first: tuple[Change, ...]
    second: tuple[Change, ...]
    figure: str


def value(name: str, setting: str, to: object) -> tuple[Change, ...]:
    return (SetSetting(name, setting, to),)


def messages_of_4_kb() -> tuple[Component, ...]:
    manager, *others = kinds.mq(component)
    return (manager.with_setting("MESSAGE_KB", Setting(4)), *others)


SHOPS = {
    "Db2": Shop(
        kinds.db2(component), "DB2A", value("DB2A/BP1", "VPSIZE", 300_000),
        value("DB2A/BP1", "VPSIZE", 900_000), "sync_reads_per_s",
    ),
    "IMS": Shop(
        kinds.ims(component), "MPR", value("MPR", "PWFI", True), value("MPR", "PWFI", True),
        "response_ms",
    ),
    "CICS": Shop(
        kinds.cics(component), "AOR1", value("AOR1", "MONITORING", True),
        value("AOR1", "MONITORING", True), "cpu_s_per_s",
    ),
    "MQ": Shop(
        messages_of_4_kb(), "QM01", value("QM01", "MESSAGE_KB", 8), value("QM01", "MESSAGE_KB", 32),
        "cpu_us_per_message",
    ),
    "Natural": Shop(
        kinds.natural(component), "NATB", value("NATB", "MULTIFETCH", 10),
        value("NATB", "MULTIFETCH", 40), "cpu_s_per_s",
    ),
}  # fmt: skip


def topology_of(shop: Shop) -> Topology:
    host = component("lpar", "SYSA", None, {"CPS": 16, "REAL_STORAGE_GB": 64, "ZIIPS": 4})
    parts = [part for part in shop.parts if not isinstance(part, Link)]
    found = Topology({part.id: part for part in (host, *parts)})
    for link in (part for part in shop.parts if isinstance(part, Link)):
        found = found.with_link(link)
    return found


def answer(base: Baseline, item: AnchorBaseline, made: Sequence[Change], scores) -> Evaluation:
    """As-is and after the change, with constants at these scores."""
    after = apply_changes(base.topology, made, catalogue())
    taken = background(list(base.anchors), item, base.other_work)
    now = item.model.conditions(after, item.anchor, taken)
    both = [item.calibration.baseline, now]
    return item.model.evaluate(both, item.calibration.at(np.atleast_2d(scores)))


def change_of(base: Baseline, shop: Shop, made: Sequence[Change]) -> dict[str, Estimate]:
    (projection,) = project(base, [Scenario("change", tuple(made))])
    assert not projection.issues
    return dict(projection.workload(shop.anchor).changes)


def seen_at(said: dict[str, Estimate], after: Evaluation, noise=lambda: 0.0) -> list[Seen]:
    found = []
    for metric, change in said.items():
        value, low, high = (1.0 + end / 100.0 for end in (change.value, change.low, change.high))
        if change.low == change.high or low <= 0.0:
            continue
        ratio = float(after.metrics[metric][1, 0] / after.metrics[metric][0, 0])
        measured = ratio * math.exp(noise())
        end = high if measured > value else low
        standing = math.log(measured / value) / abs(math.log(end / value)) * NORMAL
        found.append(Seen(metric, value, measured, standing, low <= measured <= high))
    return found


def free_scores(item: AnchorBaseline, score: float) -> list[float]:
    constants = item.calibration.constants.constants
    return [score if constant.estimated else 0.0 for constant in constants]


def width(change: Estimate) -> float:
    return math.log((1.0 + change.high / 100.0) / (1.0 + change.low / 100.0))


@pytest.fixture(scope="module", params=SHOPS)
def case(request) -> tuple[Shop, Baseline, AnchorBaseline, dict[str, Estimate]]:
    shop = SHOPS[request.param]
    base = build_baseline(topology_of(shop))
    return shop, base, base.anchor(shop.anchor), change_of(base, shop, shop.first)


def test_constants_move_towards_another_truth(case) -> None:
    shop, base, item, said = case
    truth = free_scores(item, 0.8)
    seen = seen_at(said, answer(base, item, shop.first, truth))
    known = learned(base, Scenario("done", shop.first), {shop.anchor: seen})
    assert known[shop.anchor].moved
    after = build_baseline(base.topology, Past(known))
    result = answer(base, item, shop.second, truth).metrics[shop.figure]
    wanted = math.log(result[1, 0] / result[0, 0])
    old, new = (
        math.log(1.0 + change_of(one, shop, shop.second)[shop.figure].value / 100.0)
        for one in (base, after)
    )
    # What a change hardly moves tells little: a peak scatters by 5 % anyway.
    assert abs(new - wanted) < 0.9 * abs(old - wanted)
    (sentence,) = after.carried_over
    assert "fitted to what earlier changes did here" in sentence


def test_a_projection_that_was_met_narrows_further_ones(case) -> None:
    shop, base, item, said = case
    seen = seen_at(said, answer(base, item, shop.first, free_scores(item, 0.0)))
    known = learned(base, Scenario("done", shop.first), {shop.anchor: seen})
    after = build_baseline(base.topology, Past(known))
    old, new = (change_of(one, shop, shop.second)[shop.figure] for one in (base, after))
    assert new.value == pytest.approx(old.value, abs=0.05)
    assert width(new) < 0.97 * width(old)
    (sentence,) = after.carried_over
    assert "bears the model's published constants out" in sentence


def test_a_projection_that_was_missed_narrows_nothing(case) -> None:
    shop, base, _item, said = case
    seen = [
        Seen(metric, 1.0 + one.value / 100, (1.0 + one.value / 100) * 1.6, 6.0, False)
        for metric, one in said.items()
        if one.low != one.high
    ]
    known = learned(base, Scenario("done", shop.first), {shop.anchor: seen})
    own = known[shop.anchor].constants.learned
    assert np.allclose(own.factor @ own.factor.T, np.eye(len(own.mean)), atol=1e-9)
    assert np.abs(own.mean).max() <= 3.0


def test_nothing_changed_teaches_nothing(case) -> None:
    shop, base, _item, _said = case
    seen = [Seen(shop.figure, 1.0, 1.1, 2.0, False)]
    assert learned(base, Scenario("nothing", ()), {shop.anchor: seen}) == {}
    assert learned(base, Scenario("done", shop.first), {}) == {}


def two(scores):
    """A figure that two constants move, one twice as much."""
    return 0.2 * scores[:, :1] + 0.1 * scores[:, 1:2]


def test_what_is_learned_is_that_of_the_published_formula() -> None:
    """One figure, one constant: precision 1 and a look's; with drift in the look."""
    look = Look("x", 0.1, 0.05, 1.0, True)
    found = learn(Learned.nothing(1), [look], lambda s: 0.2 * s, [True])
    variance = (0.05**2 + (DRIFT_SD * 0.2) ** 2) / 0.2**2
    assert found.factor[0, 0] ** 2 == pytest.approx(variance / (1.0 + variance))
    assert found.mean[0] == pytest.approx(0.5 / (1.0 + variance), rel=1e-3)
    # The same figure under three names tells no more; one that no constant moves tells nothing.
    same = learn(Learned.nothing(1), [look] * 3, lambda s: 0.2 * s[:, [0, 0, 0]], [True])
    assert same.mean == pytest.approx(found.mean, rel=1e-3)
    assert same.factor == pytest.approx(found.factor)
    assert learn(Learned.nothing(1), [look], lambda s: 0.0 * s, [True]) is None
    held = learn(Learned.nothing(2), [look], two, [True, False])
    assert held.mean[1] == 0.0
    assert held.factor[1] == pytest.approx([0.0, 1.0])


def test_bands_after_learning_hold_nine_of_ten_truths() -> None:
    """Customers drawn from the published intervals, whose constants drift and figures scatter."""
    dice, inside, runs = Random(5), 0, 3000
    for _ in range(runs):
        truth = np.array([dice.gauss(0, 1), dice.gauss(0, 1)])
        miss = float(two(truth[None, :])[0, 0]) + dice.gauss(0, PEAK_SD)
        sd = math.hypot(math.hypot(0.2, 0.1), PEAK_SD)
        look = Look("x", miss, PEAK_SD, miss / sd, abs(miss / sd) < NORMAL)
        found = learn(Learned.nothing(2), [look], two, [True, True])
        later = truth + DRIFT_SD * np.array([dice.gauss(0, 1), dice.gauss(0, 1)])
        slopes = np.array([0.2, 0.1])
        spread = math.sqrt(float(slopes @ found.factor @ found.factor.T @ slopes))
        inside += abs(float(slopes @ (later - found.mean))) < NORMAL * spread
    assert 0.88 <= inside / runs <= 0.97


def test_every_constant_that_changes_can_move_has_a_name_and_none_a_key() -> None:
    # Those of Adabas are told as factors of its laws.
    files = [path.stem for path in resource("calibration").glob("*.json")]
    fitted = [stem for stem in files if stem not in ("adabas", "pairs", "record")]
    fitted.remove("validation-summary")
    names = {constant.name for stem in fitted for constant in load_constants(stem).constants}
    assert names <= CONSTANT_NAMES.keys()
    assert not [said for said in CONSTANT_NAMES.values() if "_" in said]
