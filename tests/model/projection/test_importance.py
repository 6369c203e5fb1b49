"""Work of more importance to Workload Manager is dispatched first where CPs are full."""

from __future__ import annotations

import pytest

from model.projection import Projection, build_baseline, project
from model.topology import Scenario, SetSetting, Topology
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
