"""Work shares full CPs by what it asks for, in whatever parts and tasks, known or unknown."""

from __future__ import annotations

from itertools import pairwise

import pytest

from model.projection import build_baseline, project
from model.topology import Scenario, SetSetting, Topology
from model.topology.growth import GROWTH
from tests.model.projection.test_random_installations import part, rates

FEWER = tuple(Scenario(str(cps), (SetSetting("SYSA", "CPS", cps),)) for cps in (1, 2, 3))


def parts(*rates_per_s: float, times: float = 1.0, threads: int | None = None) -> Topology:
    """Db2 in one or more subsystems of 8 ms of CPU; more of as many times as many CPs is busy.

    threads: of all of them, in proportion to their rates, where it is known how many.
    """
    every = sum(rates_per_s) / times
    return Topology().with_components(
        [
            part("cpc", "M", None, {"CPS": 4 * times}),
            part("lpar", "SYSA", "M", {"CPS": 4 * times}, {"cp_busy_pct": 60.0}),
            *(
                part(
                    "db2_subsystem",
                    f"DB{number}",
                    "SYSA",
                    {} if threads is None else {"CTHREAD": round(threads * rate / every)},
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


@pytest.mark.parametrize("several", [(100.0, 100.0), (150.0, 50.0)])
def test_known_threads_in_parts_carry_as_much_as_they_do_together(
    several: tuple[float, ...],
) -> None:
    """Each subsystem had ready tasks for a whole partition: two halves carried a third more."""
    whole = carried(parts(200.0, threads=40), FEWER)
    halves = carried(parts(*several, threads=40), FEWER)
    assert halves == pytest.approx(whole, rel=0.01)
    one, two, three = whole
    assert one < 0.5 * 200.0 < two < 0.9 * 200.0 < three


def test_known_threads_get_no_other_share_of_full_cps_than_unknown_ones() -> None:
    assert carried(parts(200.0, threads=40), FEWER) == pytest.approx(
        carried(parts(200.0), FEWER), rel=0.01
    )


def test_k_times_of_everything_in_known_threads_carries_k_times_as_much() -> None:
    (one,) = carried(parts(200.0, threads=40), FEWER[:1])
    three_cps = (Scenario("3", (SetSetting("SYSA", "CPS", 3),)),)
    (three,) = carried(parts(*[200.0] * 3, times=3, threads=40), three_cps)
    assert three == pytest.approx(3.0 * one, rel=0.065)


def test_more_load_of_known_threads_never_carries_less_of_them() -> None:
    """Over the range in which ready tasks go over to what is asked for, to the digits of that."""
    site = parts(150.0, 50.0, threads=40)
    growth = [
        Scenario(str(pct), (SetSetting("DB0", GROWTH.name, pct),)) for pct in range(0, 200, 10)
    ]
    found = [rates(one)["DB0"] for one in project(build_baseline(site), growth, bands=False)]
    assert all(less <= more * (1.0 + 2e-4) for less, more in pairwise(found)), found
