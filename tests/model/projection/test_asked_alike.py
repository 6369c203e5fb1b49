"""Scenarios that ask machines the same are solved once for each machine, and answered as alone."""

from __future__ import annotations

from itertools import product

import pytest

from model.projection import Baseline, build_baseline, engine, project
from model.queueing.installation.watching import watching
from model.topology import Scenario, SetSetting
from model.topology.growth import GROWTH
from tests.model.projection.test_standing import _installation

FIRST = (None, ("SYSAC", GROWTH.name, 40.0), ("SYSBD", GROWTH.name, 20.0), ("SYSA", "CPS", 3.0))
SECOND = (None, ("SYSCD", GROWTH.name, 30.0), ("CPC2", "CPS", 3.0))


@pytest.fixture(scope="module")
def baseline() -> Baseline:
    return build_baseline(_installation())


def _every_pair() -> list[Scenario]:
    """What one machine may be asked, beside what the other one may be."""
    return [
        Scenario(str(n), tuple(SetSetting(*change) for change in pair if change))
        for n, pair in enumerate(product(FIRST, SECOND))
    ]


def _figures(projection) -> dict[tuple[str, str], tuple[float, float, float]]:  # type: ignore[no-untyped-def]
    return {
        (work.anchor, name): (one.value, one.low, one.high)
        for work in projection.workloads
        for name, one in work.metrics.items()
    }


@pytest.mark.parametrize("bands", [False, True])
def test_pairs_of_scenarios_are_answered_as_each_alone(baseline: Baseline, bands: bool) -> None:
    together = project(baseline, _every_pair(), bands=bands)
    for scenario, found in zip(_every_pair(), together, strict=True):
        (alone,) = project(baseline, [scenario], bands=bands)
        assert {w.anchor for w in found.workloads} == {w.anchor for w in alone.workloads}
        expected = _figures(alone)
        for key, values in _figures(found).items():
            assert values == pytest.approx(expected[key], rel=1e-5, abs=1e-9, nan_ok=True), key
        uses = {one.component: one.utilization for one in alone.resources}
        # One alone is solved in another way than many, to the same tolerance.
        used = {u.component: u.utilization for u in found.resources}
        assert used == pytest.approx(uses, rel=1e-5)


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[frozenset[str]]:
    """Whose network is solved, each time it is."""
    solved: list[frozenset[str]] = []
    answered = engine.answered

    def counting(members, cases, *more):  # type: ignore[no-untyped-def]
        solved.extend([frozenset(one.anchor for one in members)] * len(cases))
        return answered(members, cases, *more)

    monkeypatch.setattr(engine, "answered", counting)
    return solved


def test_each_machine_is_solved_once_for_what_it_is_asked(
    baseline: Baseline, solved: list[frozenset[str]]
) -> None:
    project(baseline, _every_pair(), bands=False)
    second = [names for names in solved if "SYSCD" in names]
    first = [names for names in solved if "SYSAC" in names or "SYSBD" in names]
    assert len(second) == len(SECOND) - 1
    assert len(FIRST) - 1 <= len(first) <= 2 * (len(FIRST) - 1), "at most two passes"


def test_what_a_machine_was_asked_before_is_known(
    baseline: Baseline, solved: list[frozenset[str]]
) -> None:
    first, second = (SetSetting(name, GROWTH.name, 31.0) for name in ("SYSAC", "SYSCD"))
    (alone,) = project(baseline, [Scenario("one", (first,))], bands=False)
    assert any("SYSAC" in names for names in solved)
    solved.clear()
    (found,) = project(baseline, [Scenario("both", (first, second))], bands=False)
    assert solved
    assert not any("SYSAC" in names for names in solved)
    assert found.workload("SYSAC") == alone.workload("SYSAC")
    solved.clear()
    with watching() as seen:
        project(baseline, [Scenario("one", (first,))], bands=False)
    assert seen
    assert any("SYSAC" in names for names in solved), "who watches sees it"
