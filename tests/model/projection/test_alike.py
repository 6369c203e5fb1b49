"""Work of which nobody knows how many tasks it has shares full CPs alike, in whatever parts."""

from __future__ import annotations

import pytest

from model.projection import build_baseline, project
from model.topology import Scenario, SetSetting, Topology
from model.topology.growth import GROWTH
from tests.model.projection.test_random_installations import part, rates

FEWER = tuple(Scenario(str(cps), (SetSetting("SYSA", "CPS", cps),)) for cps in (1, 2, 3))


def parts(*rates_per_s: float, times: float = 1.0) -> Topology:
    """Db2 in one or more subsystems of 8 ms of CPU; more of as many times as many CPs is busy."""
    return Topology().with_components(
        [
            part("cpc", "M", None, {"CPS": 4 * times}),
            part("lpar", "SYSA", "M", {"CPS": 4 * times}, {"cp_busy_pct": 60.0}),
            *(
                part(
                    "db2_subsystem",
                    f"DB{number}",
                    "SYSA",
                    measured={
                        "duration_s": 900.0,
                        "tx_per_s": rate,
                        "cpu_ms_per_tx": 8.0,
                        "response_ms": 30.0,
                    },
                )
                for number, rate in enumerate(rates_per_s)
            ),
        ]
    )


def carried(topology: Topology, scenarios: tuple[Scenario, ...]) -> list[float]:
    """Transactions per second of all."""
    found = project(build_baseline(topology), scenarios, bands=False)
    assert all(one.converged for one in found)
    return [sum(rates(one).values()) for one in found]


@pytest.mark.parametrize("several", [(100.0, 100.0), (150.0, 40.0, 10.0)])
def test_full_cps_carry_as_much_of_a_workload_in_parts_as_of_it_whole(
    several: tuple[float, ...],
) -> None:
    """Two halves of Db2 carried a third more than it did as one subsystem."""
    whole = carried(parts(200.0), FEWER)
    assert carried(parts(*several), FEWER) == pytest.approx(whole, rel=1e-5)
    one, two, three = whole
    assert one < 0.5 * 200.0 < two < 0.9 * 200.0 < three


def test_parts_of_a_full_partition_get_alike_shares_of_what_they_ask_for() -> None:
    grown = Scenario("grown", (*FEWER[0].changes, SetSetting("DB0", GROWTH.name, 100)))
    fewer, more = project(build_baseline(parts(150.0, 50.0)), [FEWER[0], grown], bands=False)
    found = rates(fewer)
    assert found["DB0"] == pytest.approx(3.0 * found["DB1"], rel=1e-5)
    found = rates(more)
    assert found["DB0"] == pytest.approx(6.0 * found["DB1"], rel=1e-5)


def test_k_times_of_everything_carries_k_times_as_much() -> None:
    """Three of everything carried two thirds more of each."""
    (one,) = carried(parts(200.0), FEWER[:1])
    three_cps = (Scenario("3", (SetSetting("SYSA", "CPS", 3),)),)
    (three,) = carried(parts(*[200.0] * 3, times=3), three_cps)
    # But for what three busy engines cost one another: 5 % of the CPU.
    assert three == pytest.approx(3.0 * one, rel=0.06)
