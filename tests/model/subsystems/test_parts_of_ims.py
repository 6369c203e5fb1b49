"""The parts of an IMS response are all of it, also where reports contradict one another."""

from __future__ import annotations

import pytest

from model.projection import build_baseline, project
from model.topology import Scenario, SetSetting, Topology
from model.topology.growth import GROWTH
from tests.model.projection.test_random_installations import part

TRANSACTIONS, INTERVAL_S = 66_780.0, 900.0


def site(occupancy_pct: float, response_ms: float) -> Topology:
    """Three regions; a schedule processes three messages in 96 ms after 3 ms of scheduling."""
    region = {
        "duration_s": INTERVAL_S,
        "transactions": TRANSACTIONS,
        "schedules": TRANSACTIONS / 3.0,
        "schedule_to_first_call_us": 3_000.0,
        "elapsed_us": 95_883.0,
        "transaction_cpu_us": 5_000.0,
        "response_ms": response_ms,
        "region_occupancy_pct": occupancy_pct,
        **{f"region_occupancy_by_region_pct.{n}": occupancy_pct for n in (1, 2, 3)},
    }
    return Topology().with_components(
        [
            part("cpc", "M", None, {"CPS": 4}),
            part("lpar", "SYSA", "M", {"CPS": 4}, {"cp_busy_pct": 50.0}),
            part("ims_system", "IMSA", "SYSA", {}),
            part("ims_region", "MPR", "IMSA", {}, region),
        ]
    )


@pytest.mark.parametrize("occupancy_pct", [70.0, 93.0])
@pytest.mark.parametrize("response_ms", [10.0, 20.0, 30.0, 60.0])
def test_parts_of_a_response_make_it(occupancy_pct: float, response_ms: float) -> None:
    """They made 38.7 of 30 ms: execution stayed at the schedules' times, which do not fit."""
    changes = [Scenario("as-is"), Scenario("more", (SetSetting("MPR", GROWTH.name, 20.0),))]
    for one in project(build_baseline(site(occupancy_pct, response_ms)), changes, bands=False):
        found = one.workload("MPR")
        made_ms = 1e3 * sum(found.breakdown_s.values())
        assert made_ms == pytest.approx(found.metrics["response_ms"].value, rel=1e-6)
    assert min(found.breakdown_s.values()) >= 0.0
