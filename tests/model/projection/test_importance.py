"""Work of more importance to Workload Manager is dispatched first where CPs are full."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import numpy as np
import pytest

from model.contract.evaluation import ConstantDraws
from model.contract.protocol import SubsystemModel
from model.hardware.flow import Capacity, Flow, Got, Visit, ranked
from model.projection import Projection, build_baseline, project
from model.projection.asked import AsIs, Asked, Member
from model.projection.ranks import with_ranks
from model.subsystems.common.answers import Answer
from model.subsystems.common.load import Site
from model.subsystems.common.turns import turn_in
from model.topology import Scenario, SetSetting, Setting, Topology
from model.topology.growth import GROWTH
from tests.model.projection.test_random_installations import part, queries


def sites() -> Topology:
    """Two Db2s that use 4 of 10 CPs, and other work that uses 2."""
    return Topology().with_components(
        [
            part("lpar", "SYSA", None, {"CPS": 10}, {"cp_busy_pct": 60.0}),
            *queries("ONE", "SYSA", 100.0, 20.0),
            *queries("TWO", "SYSA", 100.0, 20.0),
        ]
    )


def on(cps: int, one: int | None = None, two: int | None = None) -> Scenario:
    told = [SetSetting(name, "IMPORTANCE", n) for name, n in (("ONE", one), ("TWO", two)) if n]
    return Scenario(f"{cps} {one} {two}", (SetSetting("SYSA", "CPS", cps), *told))


def rates(found: Projection) -> tuple[float, float]:
    one, two = (found.workload(name) for name in ("ONE", "TWO"))
    assert one is not None
    assert two is not None
    return one.metrics["etr_per_s"].value, two.metrics["etr_per_s"].value


def test_who_is_more_important_keeps_its_rate_on_full_cps() -> None:
    baseline = build_baseline(sites())
    alike, first, last, middle = project(
        baseline, [on(3), on(3, 1, 5), on(3, 5, 1), on(3, 1)], bands=False
    )
    assert rates(alike)[0] == pytest.approx(rates(alike)[1], rel=1e-6)
    assert rates(alike)[0] < 90.0
    assert rates(first)[0] == pytest.approx(100.0, rel=1e-3)
    # The other one comes behind the other work, too, of which nobody says.
    assert rates(first)[1] < rates(alike)[1]
    # To a millionth of what is asked for: of nothing left even that is many times as much.
    assert rates(last) == pytest.approx(rates(first)[::-1], rel=1e-6, abs=1e-4)
    assert rates(middle)[0] == pytest.approx(100.0, rel=1e-3)
    assert rates(first)[1] < rates(middle)[1] < rates(alike)[1]


def test_importance_says_nothing_where_cps_are_left() -> None:
    baseline = build_baseline(sites())
    for found in project(baseline, [on(10), on(10, 1, 5)], bands=False):
        assert rates(found) == pytest.approx((100.0, 100.0), rel=1e-3)


def test_the_rate_of_what_is_told_to_come_first_has_a_narrower_band() -> None:
    baseline = build_baseline(sites())
    widths = []
    for found in project(baseline, [on(3), on(3, 1, 5)]):
        work = found.workload("ONE")
        assert work is not None
        rate = work.metrics["etr_per_s"]
        widths.append((rate.high - rate.low) / rate.value)
    assert widths[1] < widths[0]


def test_work_that_is_told_to_be_last_may_come_before_what_nobody_ranks() -> None:
    """Its rate was 0.0, from 0 to 0.001; one CP does 60 of its transactions a second."""
    alone = Topology().with_components(
        [
            part("lpar", "SYSA", None, {"CPS": 10}, {"cp_busy_pct": 60.0}),
            *queries("ONE", "SYSA", 100.0, 20.0),
        ]
    )
    (found,) = project(build_baseline(alone), [on(1, 5)])
    work = found.workload("ONE")
    assert work is not None
    rate, cpu = (work.metrics[name] for name in ("etr_per_s", "cpu_s_per_s"))
    assert rate.value < 1.0
    assert 50.0 < rate.high < 65.0
    assert 0.8 < cpu.high < 1.2
    assert any("importance of other work that uses 1 CP" in said for said in rate.reasons)


@pytest.mark.parametrize(("other", "left"), [(None, 2.5), (1, 1.0)])
def test_what_is_told_of_another_is_not_open(other: int | None, left: float) -> None:
    """Of 3 CPs ONE has half a one; TWO, which has 1.5, may come behind it if nobody says."""
    told = {"ONE": 5, "TWO": other}
    draws, no_model = ConstantDraws((), np.ones((1, 0))), cast(SubsystemModel, None)
    members = [Member(name, no_model, draws, ("SYSA",), frozenset({name})) for name in told]
    conditions = {name: {"site": Site(importance=rank)} for name, rank in told.items()}
    way = Flow(1.0, visits=(Visit("SYSA", 0.01),))
    flows = {name: ranked(way, rank) for name, rank in told.items()}
    case = Asked(conditions, {"SYSA": Capacity(3.0, is_partition=True)}, flows)
    one, two = (
        Got(np.array([rate]), np.ones(1), np.ones(1), uses={"SYSA": np.ones(1)},
            servers={"SYSA": 3.0})
        for rate in (50.0, 150.0)
    )  # fmt: skip
    both = {"ONE": one, "TWO": two}
    as_is = AsIs(tuple(members), case, got={"TWO": replace(two, rate_per_s=two.rate_per_s / 2.0)})
    found = with_ranks({name: [got] for name, got in both.items()}, members, [case], {}, as_is)
    assert found["ONE"][0].unranked == pytest.approx(left)
    # Twice its load is known to 4 % of its CPU, what no model explains as a run is to another.
    assert found["ONE"][0].left_sd == pytest.approx(0.0813, rel=0.01)
    assert found["TWO"][0].left_sd == 0.0


def test_what_is_left_of_cps_is_known_as_well_as_the_use_of_those_before() -> None:
    """A third of 0.06 CPs, where 3 of 3 come before at twice the load, is none of what is known."""
    site = Site(cps="SYSA", doubt=0.0)
    ones = np.ones(1)
    got = Got(ones, ones, ones, uses={"SYSA": ones}, servers={"SYSA": 3.0}, left_sd=0.13)
    for own, times, most in ((0.06, 20.0, 0.06 + 0.95 * 1.645 * 0.13), (0.06, 3.0, 0.18)):
        answer = Answer({"etr_per_s": 0.06, "elapsed_s": 10.0 * times, "cpu_s_per_s": 0.06})
        turn_in(answer, site, got, own, 1.0, times)
        assert answer.opened["etr_per_s"][1] == pytest.approx(most / own, rel=0.01)
        assert answer.opened["elapsed_s"][0] == pytest.approx(own / most, rel=0.01)
        assert answer.least["elapsed_s"] == pytest.approx(10.0)


@pytest.mark.thorough
def test_of_full_cps_as_much_may_be_left_as_is_not_known_of_those_before() -> None:
    """Sorts behind work that asks for all of them had 0.00002 a second, of 0 to 0.0017, where 5 %
    less of that work leaves them 0.004."""
    figures = {
        "duration_s": 600.0, "sorts": 5.0, "concurrent_sorts": 2.0, "elapsed_s": 70.0,
        "gb_sorted": 10.0, "work_ios": 1e5, "cpu_s": 60.0, "intermediate_gb": 20.0,
    }  # fmt: skip
    settings = {"MOSIZE": 4000, "MEMORY_GB": 8, "IMPORTANCE": 6}
    first, *pool = queries("ONE", "SYSA", 200.0, 10.0)
    system = part("lpar", "SYSA", None, {"CPS": 4}, {"cp_busy_pct": 70.0})
    sort = part("dfsort_job", "SORT", "SYSA", settings, figures)
    site = Topology().with_components(
        [system, first.with_setting("IMPORTANCE", Setting(1)), *pool, sort]
    )
    baseline = build_baseline(site)
    less, more = (Scenario(str(n), (SetSetting("ONE", GROWTH.name, n),)) for n in (95, 102))
    (nearly,) = project(baseline, [less], bands=False)
    (full,) = project(baseline, [more])
    left, nothing = (one.workload("SORT") for one in (nearly, full))
    assert left is not None
    assert nothing is not None
    rate, elapsed = (nothing.metrics[name] for name in ("etr_per_s", "elapsed_s"))
    assert rate.value < 0.1 * left.metrics["etr_per_s"].value
    # As much as where less comes, and not more than today.
    assert left.metrics["etr_per_s"].value < rate.high <= 1.0 / 7.0 + 1e-9
    assert 70.0 <= elapsed.low < left.metrics["elapsed_s"].value
    assert any("dispatched before it leaves of the CPs" in said for said in rate.reasons)
