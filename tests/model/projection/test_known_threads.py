"""Subsystems with a known number of threads on CPs that are full."""

from __future__ import annotations

import numpy as np
import pytest

from model.hardware.dispatching import UNKNOWN_TASKS, ready_tasks
from model.projection import build_baseline, project
from model.projection.estimate import total
from model.queueing.installation import InstallationNetwork, solve_installation
from model.topology import Scenario, SetSetting, Topology
from model.topology.growth import GROWTH
from tests.model.projection.test_random_installations import part, rates, simulate_installations


def databases(*rates_per_s: float, threads: float, times: float = 1.0) -> Topology:
    """Db2 systems that have these threads, shared out by their work, beside a third as much other
    work: 60 % of four CPs are busy."""
    every = sum(rates_per_s) / times
    own = [
        part(
            "db2_subsystem",
            f"DB{place}",
            "SYSA",
            {"CTHREAD": round(threads * rate / every)},
            {"duration_s": 900.0, "tx_per_s": rate, "cpu_ms_per_tx": 8.0, "response_ms": 30.0},
        )
        for place, rate in enumerate(rates_per_s)
    ]
    machine = part("cpc", "M", None, {"CPS": 4 * times})
    partition = part("lpar", "SYSA", "M", {"CPS": 4 * times}, {"cp_busy_pct": 60.0})
    return Topology().with_components([machine, partition, *own])


def fewer(cps: float) -> Scenario:
    return Scenario(f"{cps:g}", (SetSetting("SYSA", "CPS", cps),))


def carried(topology: Topology) -> list[float]:
    found = project(build_baseline(topology), [fewer(1), fewer(2)], bands=False)
    return [sum(rates(one).values()) for one in found]


@pytest.mark.parametrize("threads", [8, 40])
def test_threads_of_several_systems_share_full_cps_like_those_of_one(threads) -> None:
    """40 threads did 64 transactions a second on one CP, in two systems of 20 they did 85."""
    whole = carried(databases(200.0, threads=threads))
    for parts in ((100.0, 100.0), (150.0, 50.0), (50.0, 50.0, 50.0, 50.0)):
        assert carried(databases(*parts, threads=threads)) == pytest.approx(whole, rel=0.015)


def test_threads_take_full_cps_by_their_number() -> None:
    """Two systems of 10 and 30 threads got alike."""
    topology = databases(100.0, 100.0, threads=40)
    few, many = (SetSetting(f"DB{n}", "CTHREAD", count) for n, count in ((0, 10), (1, 30)))
    scenario = Scenario("", (SetSetting("SYSA", "CPS", 1), few, many))
    (found,) = project(build_baseline(topology), [scenario], bands=False)
    some, most = rates(found).values()
    assert most / some == pytest.approx(3.0, rel=0.02)


def test_a_single_thread_is_answered_alike_alone_and_beside_others() -> None:
    baseline = build_baseline(databases(150.0, 50.0, threads=20))
    asked = [
        Scenario(f"{count}", (*fewer(1).changes, SetSetting("DB0", "CTHREAD", count)))
        for count in (1, 2, 5, 20, 80)
    ]
    together = [rates(one) for one in project(baseline, asked, bands=False)]
    alone = [rates(project(baseline, [one], bands=False)[0]) for one in asked]
    for one, other in zip(together, alone, strict=True):
        assert one == pytest.approx(other, rel=1e-4)
    own = [one["DB0"] for one in together]
    assert own == sorted(own)


def test_the_band_has_what_an_equal_share_for_all_would_be() -> None:
    """Threads that leave the other work nothing carried all of theirs, without any doubt."""
    (found,) = project(build_baseline(databases(200.0, threads=40)), [fewer(2)])
    rate, cpu = (found.workload("DB0").metrics[one] for one in ("etr_per_s", "cpu_s_per_s"))
    assert rate.value == pytest.approx(200.0, rel=1e-3)
    assert rate.low == pytest.approx(200.0 * 2.0 / (1.5 * cpu.value), rel=0.02)
    assert UNKNOWN_TASKS in rate.reasons


@pytest.mark.parametrize("threads", [10, 40, 200])
def test_rare_long_jobs_in_threads_beside_short_work_are_solved(threads) -> None:
    """What other work waits was made up for the least error in how much CPU those ask for."""
    topology = databases(120.0, threads=threads)
    figures = {"duration_s": 900.0, "tx_per_s": 0.05, "cpu_ms_per_tx": 8e3, "response_ms": 3.2e4}
    seldom = part("db2_subsystem", "LONG", "SYSA", {"CTHREAD": threads}, figures)
    scenarios = [
        Scenario(f"{cps}/{more}", (*fewer(cps).changes, SetSetting("DB0", GROWTH.name, more)))
        for cps in (2, 3, 4)
        for more in (0, 20, 50, 100)
    ]
    baseline = build_baseline(topology.with_components([seldom]))
    assert all(found.converged for found in project(baseline, scenarios, bands=False))


@pytest.mark.parametrize("parts", [(200.0,), (100.0, 100.0)])
def test_the_band_of_the_sum_has_it_as_well(parts) -> None:
    """Its band was as if what Db2 had of other work had been taken from other Db2 systems."""
    (found,) = project(build_baseline(databases(*parts, threads=40)), [fewer(1)])
    rate, cpu = (total(found.workloads, one) for one in ("etr_per_s", "cpu_s_per_s"))
    assert rate is not None
    assert cpu is not None
    alike = rate.value / (1.5 * cpu.value)
    assert rate.value > 1.2 * alike
    assert rate.low == pytest.approx(alike, rel=0.06)


def _network(
    cps: float, pools: list[tuple[float, float, float]], others: int, use: float
) -> InstallationNetwork:
    """Pools of threads, each with the CPU of a unit and what else it holds one for, and others.

    A hundred customers each keep every pool full that is; a simulation of 600 took six times as
    long to see its start end.
    """
    net = InstallationNetwork()
    at, away = net.station("CPs", cps), net.station("away", np.inf)
    each = use * cps / (len(pools) + bool(others))
    for place, (threads, cpu_s, held_s) in enumerate(pools):
        chain = net.chain(f"w{place}", 100.0, rate_per_s=each / cpu_s)
        held = net.arc(chain, net.station(f"t{place}", threads, software=True, idles=True))
        net.arc(chain, at, cpu_s, visits=2.0, within=(held,))
        net.arc(chain, away, held_s, within=(held,))
    if others:
        ready = net.station("ready", ready_tasks(cps), software=True, idles=True)
    for place in range(others):
        chain = net.chain(f"u{place}", 100.0, rate_per_s=each / others / 6e-3)
        net.arc(chain, at, 6e-3, within=(net.arc(chain, ready),))
    return net


@pytest.mark.thorough
def test_threads_before_cps_are_as_their_simulation_says() -> None:
    rng = np.random.default_rng(15)
    off = []
    for _ in range(8):
        cps, use = float(rng.choice([1, 1, 2, 4, 8, 16])), float(rng.choice([0.7, 0.9, 1.3, 2.5]))
        pools = [
            (
                float(rng.choice([1, 2, 4, 8, 20, 40])),
                float(rng.choice([2e-3, 8e-3, 2e-2])),
                float(rng.choice([0.0, 0.01, 0.03])),
            )
            for _ in range(int(rng.integers(1, 4)))
        ]
        net = _network(cps, pools, int(rng.integers(0, 3)), use)
        reading = solve_installation(net).reading
        (run,) = simulate_installations(
            [(net, reading, 0)], seconds=60.0, completions=40_000, processes=1
        )
        for place, chain in enumerate(net.chains):
            rate = run.chains[chain.name].throughput.value
            off.append(abs(float(reading.rate(place)[0]) / rate - 1.0))
    assert np.median(off) < 0.01
    assert max(off) < 0.04
