"""A network built a little otherwise is searched for from where the other stood."""

from __future__ import annotations

import numpy as np
import pytest

from app.bench.installation import large
from model.projection import build_baseline, coupling, project
from model.queueing.installation.carried import carried_over
from model.queueing.installation.point import Point
from model.topology import Scenario, SetSetting
from model.topology.growth import GROWTH

WAS = (
    (("cpu", False), ("disk", False), ("threads", True)),
    ("a", "b"),
    ((0, 2, 1, ()), (0, 1, 1, (0,)), (0, 1, 1, ()), (1, 0, 1, ())),
    (("rest", 2),),
)
NOW = (
    (("disk", False), ("cpu", False), ("tape", False)),
    ("b", "a", "c"),
    ((0, 1, 1, ()), (1, 0, 1, ()), (2, 0, 1, ()), (1, 2, 1, ())),
    (("other", 1), ("rest", 2)),
)


def test_what_both_have_stands_where_it_did() -> None:
    values = np.array([[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]])
    found = carried_over(WAS, values, NOW, np.full((2, 7), -1.0))
    np.testing.assert_array_equal(found, [[4.0, 2.0, -1.0, -1.0, -1.0, 5.0, 6.0]] * 2)


def test_a_what_if_of_one_draw_begins_where_the_network_of_all_stood(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As-is some draws have work beside a hold that the central one has not."""
    states: list[int] = []
    passed = Point.of

    def counted(self, numbers, state, *more):
        states.append(len(state))
        return passed(self, numbers, state, *more)

    grown = Scenario("grown", (SetSetting("SYS00C0", GROWTH.name, 1.0),))
    baselines = [build_baseline(large(1, 3)) for _ in range(2)]
    monkeypatch.setattr(Point, "of", counted)
    (found,) = project(baselines[0], [grown], bands=False)
    few = sum(states)
    assert few <= 10
    monkeypatch.setattr(coupling, "near_today", lambda *_: None)
    (alone,) = project(baselines[1], [grown], bands=False)
    assert sum(states) > 5 * few
    for one, other in zip(found.workloads, alone.workloads, strict=True):
        for name, figure in one.metrics.items():
            assert figure.value == pytest.approx(other.metrics[name].value, rel=2e-6, nan_ok=True)
