"""Work that comes seldom: a job of a few an hour, a report of a few a day."""

from __future__ import annotations

import pytest

from model.catalogue import catalogue
from model.projection import build_baseline, project
from model.topology import Scenario, SetSetting, Topology
from model.topology.documents import installation_from
from model.topology.growth import GROWTH
from resources import resource
from tests.model.projection.test_random_installations import part


def _site(per_s: float) -> Topology:
    """Queries that use 1.5 CPUs, others that use 0.1 in so many a second, and 0.4 of other work."""

    def queries(name: str, rate: float, cpu_ms: float):
        figures = {"tx_per_s": rate, "cpu_ms_per_tx": cpu_ms, "response_ms": 4.0 * cpu_ms}
        return part("db2_subsystem", name, "SYSA", {}, {**figures, "duration_s": 900.0})

    return Topology().with_components(
        [
            part("cpc", "CPC1", None, {"CPS": 32}),
            part("lpar", "SYSA", "CPC1", {"CPS": 4}, {"cp_busy_pct": 50.0}),
            queries("OFTEN", 100.0, 15.0),
            queries("SELDOM", per_s, 100.0 / per_s),
        ]
    )


@pytest.mark.parametrize("per_s", [10.0, 0.09, 0.01, 0.001, 2e-4, 2e-5])
def test_full_cps_do_the_same_share_of_work_however_seldom_it_comes(per_s: float) -> None:
    """Of less than one in ten seconds 10,000 could wait all the same: all of it came through where
    half of the other work did, after 36 hours. Of less than one in an hour 38 can, so that none of
    it is lost where nothing is full; the others waited shorter, and it got 99 % again."""
    baseline = build_baseline(_site(per_s))
    changes = (SetSetting("SYSA", "CPS", 1), SetSetting("OFTEN", GROWTH.name, 200))
    as_is, *full = project(
        baseline, [Scenario("", ()), *(Scenario("", (one,)) for one in changes)], bands=False
    )
    for found, times in zip(full, (1.0, 3.0), strict=True):
        often, seldom = (
            found.workload(name).metrics["etr_per_s"].value / rate
            for name, rate in (("OFTEN", 100.0 * times), ("SELDOM", per_s))
        )
        assert seldom == pytest.approx(often, rel=0.04)
        assert often < 0.9
        assert "response_ms" not in found.workload("SELDOM").metrics
    assert as_is.workload("SELDOM").metrics["etr_per_s"].value == pytest.approx(per_s, rel=5e-4)


def test_users_who_pause_for_hours_still_ask() -> None:
    """0.3 commands a second were none, and "all who asked it for work ask others"."""
    text = resource("templates", "adabas-als.json").read_text(encoding="utf-8")
    baseline = build_baseline(installation_from(text, catalogue()))
    database = next(item.anchor for item in baseline.anchors)
    users = baseline.topology[database].number("USERS")
    seldom = Scenario("x", (SetSetting(database, "THINK_TIME_S", 20_000.0),))
    (found,) = project(baseline, [seldom], bands=False)
    work = found.workload(database)
    assert work.metrics["etr_per_s"].value == pytest.approx(users / 20_000.0, rel=1e-3)
    assert work.metrics["response_ms"].value > 0.0
    assert not any("it does nothing" in one for one in work.extrapolated)
