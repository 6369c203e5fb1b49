"""Who is dispatched first, as the dispatch time of a region's QR TCB tells it."""

from __future__ import annotations

import pytest

from model.hardware.ranking import rank_of
from model.projection import build_baseline, project
from model.topology import Scenario, SetSetting, Topology
from model.topology.growth import GROWTH
from tests.model.projection.test_random_installations import part, queries


def crowded(lost: float, busy_pct: float = 92.0) -> Topology:
    """A region on four CPs that Db2 and others keep busy; its QR TCB lost so much of its CPU."""
    cpu_s = 300.0 * 40.0 * 5e-3
    figures = {
        "qr_dispatch_s": cpu_s * (1.0 + lost),
        "qr_cpu_s": cpu_s,
        "tcb_cpu_s": cpu_s * 1.05,
        "duration_s": 300.0,
        "transactions": 300.0 * 40.0,
        "response_ms": 40.0,
    }
    return Topology().with_components(
        [
            part("cpc", "CPC1", None, {"CPS": 16}),
            part("lpar", "SYSA", "CPC1", {"CPS": 4}, {"cp_busy_pct": busy_pct}),
            part("cics_region", "AOR", "SYSA", {"PLATFORM": "z/OS"}, figures),
            *queries("DB2", "SYSA", 200.0, 10.0),
        ]
    )


def grown(topology: Topology, bands: bool = False):
    more = Scenario("more", (SetSetting("DB2", GROWTH.name, 60),))
    found = project(build_baseline(topology), [Scenario("as-is"), more], bands=bands)
    return [one.workload("AOR") for one in found]


def test_a_qr_tcb_that_hardly_waits_on_a_crowded_partition_goes_before_the_others() -> None:
    """Before, Db2's growth took the CP from a region that the reports show to be served first."""
    (was, ahead), (_, alike) = grown(crowded(0.05)), grown(crowded(1.9))
    for metric in ("etr_per_s", "response_ms"):
        assert ahead.metrics[metric].value == pytest.approx(was.metrics[metric].value, rel=0.02)
    assert alike.metrics["etr_per_s"].value < 0.5 * was.metrics["etr_per_s"].value
    assert "response_ms" not in alike.metrics


def test_the_inferred_rank_is_said_with_how_likely_it_is_and_narrows_the_band() -> None:
    _, ahead = grown(crowded(0.05), bands=True)
    assert any("dispatched before other work" in one for one in ahead.metrics["etr_per_s"].reasons)
    assert not any("no report says which work" in r for r in ahead.metrics["etr_per_s"].reasons)


@pytest.mark.parametrize(("servers", "use"), [(1, 0.8), (4, 0.9), (16, 0.97)])
def test_a_longer_wait_makes_the_first_rank_less_likely(servers, use) -> None:
    found = [rank_of(servers, use, 0.1 * use, lost).first for lost in (0.05, 0.3, 0.8, 2.0, 6.0)]
    assert found == sorted(found, reverse=True)
    assert found[0] > 0.9
    assert found[-1] < 0.34


def test_an_empty_partition_tells_nothing_of_ranks() -> None:
    """Nobody waits there: what is lost has other causes, be it little or much."""
    found = [rank_of(10, 0.27, 0.02, lost).first for lost in (0.0, 0.03, 0.6, 1.5)]
    assert found == pytest.approx([1.0 / 3.0] * 4, abs=0.02)
