"""Partitions that share a machine: what they use in all, and cases that do not know one another."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from model.hardware.processors import partition_cps
from model.projection import Baseline, Projection, build_baseline, project
from model.topology import AddComponent, Component, Scenario, SetSetting, Topology
from tests.model.projection.test_random_installations import part, region

MOST_OVER = 1e-3


def machine(weights: list[float | None], busy: list[float], cps: int = 6) -> Topology:
    """Partitions of a machine with room for all, each with a region and other work."""
    parts: list[Component] = [part("cpc", "M", None, {"CPS": cps * len(weights)})]
    for place, (weight, used) in enumerate(zip(weights, busy, strict=True)):
        stated = {} if weight is None else {"WEIGHT": weight}
        name = f"SYS{place}"
        parts += [
            part("lpar", name, "M", {"CPS": cps, **stated}, {"cp_busy_pct": 100.0 * used / cps}),
            *region(f"AOR{place}", name, 20.0, 3.2, 0.8),
        ]
    return Topology().with_components(parts)


def cut(*each: int) -> list[Scenario]:
    return [Scenario(f"{cps} CPs", (SetSetting("M", "CPS", cps),)) for cps in each]


def used(baseline: Baseline, found: Projection) -> float:
    """CPs that all partitions of the machine use."""
    return sum(
        one.utilization * min(baseline.topology[one.component].number("CPS") or 0.0, has)
        for has in [found.scenario.changes[0].value]  # type: ignore[union-attr]
        for one in found.resources
        if one.label == "CPs"
    )


def figures(found: Projection) -> dict[tuple[str, str], float]:
    return {
        (work.anchor, name): one.value
        for work in found.workloads
        for name, one in work.metrics.items()
    }


def holds(baseline: Baseline, found: Projection) -> None:
    cps = found.scenario.changes[0].value  # type: ignore[union-attr]
    assert found.converged
    assert used(baseline, found) <= cps * (1.0 + MOST_OVER), found.scenario.name


def test_partitions_of_unlike_weights_use_no_more_than_the_machine_has() -> None:
    baseline = build_baseline(machine([1.0, 2.0, 4.0, 8.0], [1.8] * 4))
    for found in project(baseline, cut(5, 6, 7), bands=False):
        holds(baseline, found)
    # What those who need less leave is used: nothing stands idle where more is asked for.
    (full,) = project(baseline, cut(5), bands=False)
    assert used(baseline, full) == pytest.approx(5.0, rel=MOST_OVER)


def test_a_partition_without_a_workload_gets_its_share_of_a_full_machine() -> None:
    rest = part("lpar", "REST", "M", {"CPS": 6, "WEIGHT": 100}, {"cp_busy_pct": 80.0})
    baseline = build_baseline(machine([100.0, 100.0], [3.0, 3.0]).with_component(rest))
    (found,) = project(baseline, cut(6), bands=False)
    holds(baseline, found)
    (shown,) = (one for one in found.resources if one.component == "REST")
    assert shown.utilization * 6.0 == pytest.approx(2.0, rel=0.01)


def test_a_full_machine_gives_by_weight_and_no_more_than_it_has() -> None:
    site = machine([100.0, 300.0, 10.0], [1.8] * 3)
    few = site.with_component(part("cpc", "M", None, {"CPS": 4}))
    lpars = few.of_kind("lpar")
    wanted = {"M": 0.01, **{one.id: math.inf for one in lpars}}
    given_cps = {one.id: partition_cps(few, one, wanted) for one in lpars}
    assert given_cps == pytest.approx({"SYS0": 1.0, "SYS1": 3.0, "SYS2": 0.1})
    alone = site.with_component(part("cpc", "M", None, {"CPS": 2}))
    assert partition_cps(alone, alone["SYS1"], {**wanted, "M": 1.0}) == 2.0


WEIGHTS = st.one_of(st.none(), st.floats(1.0, 999.0))


@pytest.mark.thorough
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_random_machines_use_no_more_than_they_have(data: st.DataObject) -> None:
    count = data.draw(st.integers(2, 12))
    weights = data.draw(st.lists(WEIGHTS, min_size=count, max_size=count))
    busy = data.draw(st.lists(st.floats(0.3, 5.0), min_size=count, max_size=count))
    baseline = build_baseline(machine(weights, busy))
    shares = data.draw(st.lists(st.floats(0.25, 1.3), min_size=3, max_size=3))
    scenarios = cut(*{max(int(share * sum(busy)), 1) for share in shares})
    for found in project(baseline, scenarios, bands=False):
        holds(baseline, found)


def test_a_scenario_is_the_same_among_others() -> None:
    baseline = build_baseline(machine([20.0 + place for place in range(10)], [1.8] * 10))
    scenarios = cut(10, 5, 13)
    among = project(baseline, scenarios, bands=False)
    for scenario, one in zip(scenarios, among, strict=True):
        (alone,) = project(baseline, [scenario], bands=False)
        assert alone.converged == one.converged
        assert figures(alone) == pytest.approx(figures(one), rel=2e-6, nan_ok=True)


@pytest.mark.parametrize("own", [12, 13, 16])
def test_a_partition_to_which_no_cps_are_left_does_nothing(own: int) -> None:
    """It still carried a little of its work, on a hundredth of a CP."""
    baseline = build_baseline(machine([600.0, 400.0], [3.0, 2.0]))
    apart = [SetSetting("SYS0", "DEDICATED", True), SetSetting("SYS0", "CPS", own)]
    rest = [SetSetting("SYS0", "DEDICATED", True), SetSetting("SYS0", "CPS", 11)]
    none, one = project(baseline, [Scenario("", tuple(apart)), Scenario("", tuple(rest))])
    gone = none.workload("AOR1")
    assert not gone.metrics
    assert gone.not_projectable is not None
    assert "SYS1: no CPs are left to it, as all 12 of M are dedicated to SYS0" in str(
        gone.not_projectable
    )
    assert none.workload("AOR0").not_projectable is None
    assert one.workload("AOR1").metrics["etr_per_s"].value > 0.0


def two_db2s() -> Baseline:
    """Two partitions of a machine of 8 CPs, of weights 700 and 300, each with a Db2."""
    parts = [part("cpc", "M", None, {"CPS": 8})]
    for name, weight in (("A", 700), ("B", 300)):
        measured = {
            "tx_per_s": 100.0,
            "cpu_ms_per_tx": 20.0,
            "response_ms": 60.0,
            "duration_s": 900.0,
            "sync_io_per_tx": 10.0,
            "sync_io_us": 600.0,
        }
        parts += [
            part("lpar", name, "M", {"CPS": 8, "WEIGHT": weight}, {"cp_busy_pct": 30.0}),
            part("db2_subsystem", f"DB{name}", name, {"CTHREAD": 200}, measured),
        ]
    return build_baseline(Topology().with_components(parts))


@pytest.mark.parametrize(
    "grown",
    [
        [(100, 0), (146, 0), (150, 0), (153, 0), (156, 0), (157, 0)],
        [(100, 0), (100, 30), (100, 50), (100, 60), (100, 70), (100, 90)],
    ],
)
def test_work_waits_longer_with_every_load_until_its_machine_is_full(
    grown: list[tuple[int, int]],
) -> None:
    """Just below what a machine does nobody waited: each had CPs as if the other wanted none."""
    scenarios = [
        Scenario(
            f"+{first} +{second}",
            (
                SetSetting("DBA", "LOAD_GROWTH_PCT", first),
                SetSetting("DBB", "LOAD_GROWTH_PCT", second),
            ),
        )
        for first, second in grown
    ]
    responses = []
    for found in project(two_db2s(), scenarios, bands=False):
        assert found.converged, found.scenario.name
        told = {work.anchor: work.metrics for work in found.workloads}
        # What is more than there is to do has no response any more.
        responses.append(
            [
                one["response_ms"].value if "response_ms" in (one := told[name]) else math.inf
                for name in ("DBA", "DBB")
            ]
        )
    for before, after in itertools.pairwise(responses):
        assert all(late >= 0.999 * early for early, late in zip(before, after, strict=True))


@pytest.mark.parametrize("stated", [{}, {"CPS": 4}, {"CPS": 4, "WEIGHT": 50}])
def test_an_added_partition_without_work_takes_nothing_from_its_neighbours(
    stated: dict[str, float],
) -> None:
    """They got no more than their weights guarantee them: responses rose by 2 %."""
    baseline = build_baseline(machine([600, 400], [4.2, 1.5], 4))
    new = part("lpar", "NEW", "M", stated)
    as_is, found = project(
        baseline, [Scenario("as-is"), Scenario("x", (AddComponent(new),))], bands=False
    )
    before, after = figures(as_is), figures(found)
    assert before.keys() == after.keys()
    assert {k: v for k, v in after.items() if v != pytest.approx(before[k], rel=1e-9)} == {}
