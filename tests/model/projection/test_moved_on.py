"""A what-if after others: sooner found, and the same figures whatever was asked before."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from model.projection import Projection, build_baseline, project
from model.queueing.installation import point, stood
from model.topology import Component, Measured, Scenario, SetSetting, Setting, Topology
from model.topology.growth import GROWTH

REGION = "R0"


def _part(name: str, kind: str, parent: str | None, settings, measured) -> Component:
    return Component(
        name,
        kind,
        name,
        parent,
        {key: Setting(value) for key, value in settings.items()},
        {key: Measured(value, "") for key, value in measured.items()},
    )


def _regions() -> Topology:
    """Three regions of a partition that is rather busy."""
    parts = [_part("SYS", "lpar", None, {"CPS": 3}, {"cp_busy_pct": 70.0})]
    for number in range(3):
        rate = 40.0 + 10.0 * number
        figures = {
            "qr_dispatch_s": 2.4 * rate,
            "qr_cpu_s": 1.7 * rate,
            "tcb_cpu_s": 1.9 * rate,
            "duration_s": 300.0,
            "transactions": 300.0 * rate,
            "response_ms": 20.0,
            "excps": 600.0 * rate,
        }
        settings = {"PLATFORM": "z/OS", "MXT": 60}
        parts.append(_part(f"R{number}", "cics_region", "SYS", settings, figures))
    return Topology().with_components(parts)


def _grown(percent: float) -> Scenario:
    return Scenario("grown", (SetSetting(REGION, GROWTH.name, percent),))


def _figures(found: Projection) -> dict[tuple[str, str], float]:
    return {
        (work.anchor, name): figure.value
        for work in found.workloads
        for name, figure in work.metrics.items()
    }


@pytest.fixture(scope="module")
def baseline():
    return build_baseline(_regions())


def _asked(baseline, percents) -> dict[float, dict[tuple[str, str], float]]:
    """One after the other, of an installation of which nothing was asked before."""
    fresh = replace(baseline)
    return {
        percent: _figures(project(fresh, [_grown(percent)], bands=False, live=True)[0])
        for percent in percents
    }


def test_the_order_of_what_ifs_is_not_seen_in_their_figures(baseline) -> None:
    percents = [5.0, 5.2, 20.0, 20.4, 5.1, 35.0, 34.8]
    up, down = _asked(baseline, percents), _asked(baseline, percents[::-1])
    for percent in percents:
        alone = _asked(baseline, [percent])[percent]
        for found in (up[percent], down[percent]):
            assert found.keys() == alone.keys()
            for name, value in alone.items():
                assert found[name] == pytest.approx(value, rel=1e-7, nan_ok=True), name


def test_what_goes_into_a_report_is_the_same_to_the_last_digit(baseline) -> None:
    """Whatever the slider asked before."""
    alone, moved = replace(baseline), replace(baseline)
    for percent in (19.9, 20.1, 20.0):
        project(moved, [_grown(percent)], live=True)
    (want,), (got,) = (project(one, [_grown(20.0)]) for one in (alone, moved))
    assert _figures(got) == _figures(want)
    assert got.workload(REGION).changes == want.workload(REGION).changes


def test_a_slider_goes_on_from_where_it_stood(baseline, monkeypatch) -> None:
    ended: list[bool] = []
    search = stood.Places.search

    def watched(self, *begun):
        found, passes = search(self, *begun)
        ended.append(found is not None and passes <= 5)
        return found, passes

    monkeypatch.setattr(stood.Places, "search", watched)
    _asked(baseline, np.arange(20.0, 21.0, 0.1).tolist())
    # The first one has nothing to go on from.
    assert not ended[0]
    assert np.count_nonzero(ended) >= 9


def test_what_is_said_where_it_stands_is_that_of_the_last_pass(baseline, monkeypatch) -> None:
    """Which was made once more, of the state that it had just been made of."""
    rows: list[bytes] = []
    of = point.VariantImages._of

    def watched(self, states):
        rows.append(states.tobytes())
        return of(self, states)

    monkeypatch.setattr(point.VariantImages, "_of", watched)
    fresh = replace(baseline)
    made = []
    for percent in np.arange(20.0, 20.6, 0.1).tolist():
        rows.clear()
        project(fresh, [_grown(percent)], bands=False, live=True)
        assert len(set(rows)) == len(rows)
        made.append(len(rows))
    # One of all places, few of what it comes to; slopes once, for the second of them.
    assert made[0] > max(made[2:])
    assert max(made[2:]) <= 4
