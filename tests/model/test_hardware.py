"""Laws of the hardware: engines that cost one another time, zIIPs that overflow, caps, CF."""

from __future__ import annotations

import heapq

import numpy as np
import pytest

from model.catalogue import catalogue
from model.hardware.coupling import ASYNCHRONOUS_CPU_S, facility_of, spinning_s
from model.hardware.engines import (
    SPEED_OF_TYPE,
    Z990_CAPACITY,
    cost_draws,
    inflation,
    speed_of,
    speed_sd,
)
from model.hardware.processors import partition_cps
from model.hardware.ziip import Engines, overflow_share
from model.quantiles import NORMAL_QUANTILE_90
from model.topology import (
    Component,
    Measured,
    SetSetting,
    Setting,
    Topology,
    apply_changes,
    contradictions,
)


def part(kind: str, name: str, parent: str | None = None, measured=None, **values) -> Component:
    return Component(
        name,
        kind,
        name,
        parent,
        {key: Setting(value) for key, value in values.items()},
        {key: Measured(value, "") for key, value in (measured or {}).items()},
    )


def test_engines_do_what_was_published_of_one_to_sixteen() -> None:
    engines = np.arange(1, 17)
    found = engines / inflation(engines)
    assert found == pytest.approx(np.array(Z990_CAPACITY) / Z990_CAPACITY[0], rel=0.015)
    assert found[15] / found[3] == pytest.approx(3.12, rel=0.01)
    more = np.linspace(1, 64, 200)
    assert (np.diff(more / inflation(more)) > 0).all()
    draws = cost_draws(65)
    assert draws[0] == 1.0
    assert len(draws) == 65
    # Half of published workloads and machines lie well within the draws.
    low, high = np.quantile(16 / inflation(16, draws) / (4 / inflation(4, draws)), (0.05, 0.95))
    assert low < 3.0 < 3.25 < high


GAINS_PCT = {
    ("2964", "3906"): (6, 8, 11, 7, 10, 12, 17, 11, 14),
    ("3906", "8561"): (11, 13, 15, 12, 14, 16, 12, 13, 16),
    ("8561", "3931"): (9, 10, 12, 9, 11, 14, 10, 12, 14),
}
"""LSPR's expectation of the next machine type at 3, 16 and 32 CPs, each of low, average and high
nest intensity (IBM MQ for z/OS performance reports on z14, z15 and z16)."""


def test_what_workloads_gain_of_faster_engines_lies_in_the_band() -> None:
    """Nothing failed when another machine's speed was known exactly."""
    inside, beside = [], []
    for (slow, fast), gains in GAINS_PCT.items():
        expected = SPEED_OF_TYPE[fast] / SPEED_OF_TYPE[slow]
        half = NORMAL_QUANTILE_90 * float(speed_sd(expected))
        off = np.abs(np.log1p(np.array(gains) / 100.0) - np.log(expected))
        inside += list(off <= half)
        beside += list(off > 0.01)
    assert np.mean(inside) >= 0.85
    assert np.mean(beside) > 0.4
    assert 0.0 < float(speed_sd(1.01)) < float(speed_sd(1.1)) < float(speed_sd(3.0))


def test_what_more_engines_cost_than_were_measured_is_known_the_less_the_farther() -> None:
    """The straight line of what each costs was taken to be as well known at 64 as at 16."""
    draws = cost_draws(201)
    above = []
    for count in (8, 16, 32, 64):
        done = count / inflation(count, draws) / (4 / inflation(4, draws))
        assert done[0] == pytest.approx(float(count / inflation(count) / (4 / inflation(4))))
        above.append(float(np.quantile(done, 0.95)) / done[0] - 1.0)
    assert above == sorted(above)
    assert above[1] < 0.12
    assert above[3] > 0.3
    more = np.linspace(1, 64, 200)
    for cost in draws[:20]:
        assert (np.diff(more / inflation(more, cost)) > 0).all()


def test_a_machine_tells_its_speed_by_type_but_not_a_sub_capacity_one() -> None:
    assert speed_of(part("cpc", "A", MODEL="2827-HA1")) == 1.0
    assert speed_of(part("cpc", "A", MODEL="3906-716")) == pytest.approx(1.21)
    assert speed_of(part("cpc", "A", MODEL="3906-605")) is None
    assert speed_of(part("cpc", "A", MODEL="3906-605", CP_SPEED=0.6)) == 0.6


def test_what_finds_all_ziips_busy_runs_on_cps() -> None:
    assert overflow_share(1, 1.0, waits=0.0) == pytest.approx(0.5)
    assert overflow_share(2, 1.5, waits=0.0) == pytest.approx(0.31034, abs=1e-5)
    assert overflow_share(2, 1.5, waits=200.0) < 1e-9
    assert overflow_share(2, 3.0, waits=200.0) == pytest.approx(1 / 3)
    assert overflow_share(200, 0.36) == 0.0
    assert overflow_share(200, 1e5) == pytest.approx(1.0 - 200 / 1e5)
    two, none = Engines(2, 1.0, honor=True), Engines(0, 1.0, honor=True)
    assert none.overflow_cps(0.4) == 0.4
    assert two.overflow_cps(3.0) >= 1.0
    assert Engines(2, 1.0, honor=False).overflow_cps(0.4) == 0.0
    shares = [Engines(n, 1.0, honor=True).overflow_cps(1.5) for n in range(6)]
    assert shares == sorted(shares, reverse=True)
    assert Engines(2, 1.25, honor=True).overflow_cps(1.5) < two.overflow_cps(1.5)
    # Found to the last digits: reports' figures are met again as they were printed.
    one = Engines(1, 1.0, honor=True)
    for done, waits in ((0.9, 5.0), (0.4254, 2.0), (0.01, 20.0)):
        work = one.work_for(done, waits)
        assert work - one.overflow_cps(work, waits) == pytest.approx(done, rel=1e-14, abs=0.0)


def test_who_waits_for_a_ziip_too_long_is_what_a_simulation_of_it_counts() -> None:
    """First come, first served; who would wait longer than that goes elsewhere at once."""
    source = np.random.default_rng(7)
    for servers, offered, waits in ((2, 1.5, 3.0), (2, 2.6, 5.0), (10, 9.5, 1.0)):
        free, now, gone, count = [0.0] * servers, 0.0, 0, 40_000
        between = source.exponential(1.0 / offered, count)
        served = source.exponential(1.0, count)
        for gap, length in zip(between.tolist(), served.tolist(), strict=True):
            now += gap
            if free[0] - now > waits:
                gone += 1
            else:
                heapq.heapreplace(free, max(free[0], now) + length)
        share = overflow_share(servers, offered, waits)
        assert gone / count == pytest.approx(share, abs=0.008)


def machine(**values) -> Topology:
    return Topology().with_components(
        [
            part("cpc", "M", None, CPS=20, MSU=2000),
            part("lpar", "A", "M", {"cp_busy_pct": 50.0}, CPS=16, WEIGHT=300, **values),
            part("lpar", "B", "M", {"cp_busy_pct": 50.0}, CPS=16, WEIGHT=700),
        ]
    )


def usable(site: Topology, name: str = "A", taken=None) -> float | None:
    return partition_cps(site, site[name], taken)


def test_weights_caps_and_dedicated_cps_limit_a_partition() -> None:
    # 4 of the 12 that B leaves are idle. Of 16 used 4.8 are A's by weight: the rest waits for B.
    assert 10.5 < (usable(machine()) or 0.0) < 11.5
    assert 12.0 < (usable(machine(), "B") or 0.0) <= 16.0
    assert usable(machine(), "A", {"A": 4.8, "B": 11.2}) == pytest.approx(8.8)
    assert usable(machine(CAPPED=True)) == 6.0
    assert usable(machine(ABSOLUTE_CAP_CPS=2.5)) == 2.5
    assert usable(machine(DEFINED_CAPACITY_MSU=300)) == 3.0
    assert usable(machine(DEDICATED=True)) == 16.0
    assert usable(machine(DEDICATED=True), "B") == 4.0
    # What a neighbour takes in a scenario counts, not what it took when measured.
    assert usable(machine(), "A", {"B": 16.0}) == 6.0
    assert usable(machine(), "A", {"B": 1.0}) == 16.0


def test_another_cp_gives_a_partition_no_larger_weight_that_nobody_stated() -> None:
    """Four logical CPs made six took a quarter of its CPs from the neighbour: PR/SM's weights stay
    what they are. What was measured stays what it was of the CPs that there were."""
    site = Topology().with_components(
        [
            part("cpc", "M", None, CPS=6),
            part("lpar", "A", "M", {"cp_busy_pct": 90.0}, CPS=4),
            part("lpar", "B", "M", {"cp_busy_pct": 80.0}, CPS=2),
        ]
    )
    changes = SetSetting("A", "CPS", 5), SetSetting("A", "CPS", 6)
    more = apply_changes(site, changes, catalogue())
    for taken in (None, {"A": 4.0, "B": 1.6}, {"A": 6.0, "B": 1.6}, {"A": 6.0, "B": 3.0}):
        assert usable(more, "B", taken) == usable(site, "B", taken)
    assert (usable(more, "A") or 0.0) > (usable(site, "A") or 0.0)
    # The same changes one after the other, and back.
    again = apply_changes(apply_changes(site, changes[:1], catalogue()), changes[1:], catalogue())
    assert usable(again, "B", {"A": 6.0, "B": 3.0}) == usable(site, "B", {"A": 6.0, "B": 3.0})
    back = apply_changes(more, [SetSetting("A", "CPS", 4)], catalogue())
    assert usable(back, "A") == usable(site, "A")


def facility(size_mb: int = 12_288, **values) -> Topology:
    settings = {"CPS": 4, "STORAGE_GB": 16, **values}
    return Topology().with_components(
        [
            part("cf", "CF01", None, {"cpu_busy_pct": 30.0}, **settings),
            part("cf_structure", "CACHE", "CF01", {"requests_per_s": 90e3}, SIZE_MB=size_mb),
            part("cf_structure", "LOCK", "CF01", {"requests_per_s": 30e3}, SIZE_MB=512),
        ]
    )


def test_structures_larger_than_their_facility_are_refused_in_a_sentence() -> None:
    assert contradictions(facility(), catalogue()) == {}
    (said,) = contradictions(facility(262_144), catalogue()).values()
    assert "256.5 GB do not fit into 16 GB" in said
    assert "CACHE" in said


def test_group_buffer_pools_take_storage_of_their_facility_once() -> None:
    """A pool of 300 GB was accepted in 16 GB."""
    pool = part("db2_gbp", "GBP0", "CF01", {}, SIZE_MB=300_000)
    (said,) = contradictions(facility().with_component(pool), catalogue()).values()
    assert "the largest is GBP0 with 293.0 GB" in said
    small = part("db2_gbp", "GBP1", "CF01", {}, SIZE_MB=3_000)
    structure = part("cf_structure", "DSNDB0G_GBP1", "CF01", {}, SIZE_MB=3_000)
    assert not contradictions(facility().with_components([small, structure]), catalogue())


def test_requests_and_use_tell_the_time_of_a_request() -> None:
    site = facility()
    found = facility_of(site, site["CF01"])
    assert found is not None
    assert found.request_s == pytest.approx(10e-6)
    assert found.requests_per_s == 120e3


def test_a_long_request_costs_no_more_cpu_once_it_is_converted() -> None:
    times = np.array([1e-6, 10e-6, 26e-6, 100e-6, 10e-3])
    cost = spinning_s(times, np.array(ASYNCHRONOUS_CPU_S))
    assert cost[:2] == pytest.approx(times[:2], rel=0.01)
    assert cost[-1] == pytest.approx(ASYNCHRONOUS_CPU_S, rel=1e-3)
    assert (np.diff(cost) > 0).all()
