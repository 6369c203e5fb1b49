"""zIIP work that general CPs do waits for them, as all work does."""

from __future__ import annotations

from itertools import pairwise

import pytest

from model.projection import build_baseline, project
from model.topology import Scenario, SetSetting, Topology
from tests.model.projection.test_random_installations import part, rates

DB2 = {
    "duration_s": 900.0,
    "tx_per_s": 100.0,
    "cpu_ms_per_tx": 8.0,
    "ziip_ms_per_tx": 8.0,
    "response_ms": 30.0,
}


def site() -> Topology:
    """Db2 with 8 ms a transaction on zIIPs that do 1.2 zIIPs' worth; two of four CPs are busy."""
    lpar = {"cp_busy_pct": 50.0, "ziip_busy_pct": 60.0}
    return Topology().with_components(
        [
            part("cpc", "M", None, {"CPS": 8}),
            part("lpar", "SYSA", "M", {"CPS": 4, "ZIIPS": 2}, lpar),
            part("db2_subsystem", "DB2A", "SYSA", {}, DB2),
        ]
    )


def scenarios(setting: str, *values: object, **others: object) -> list[Scenario]:
    beside = tuple(SetSetting("SYSA", name, value) for name, value in others.items())
    where = "DB2A" if setting == "LOAD_GROWTH_PCT" else "SYSA"
    return [Scenario(str(v), (SetSetting(where, setting, v), *beside)) for v in values]


def test_work_that_lost_its_ziips_waits_for_cps() -> None:
    """It kept CPs busy and waited for none of them: 34 ms."""
    two, one, none = project(build_baseline(site()), scenarios("ZIIPS", 2, 1, 0), bands=False)
    found = [p.workload("DB2A").metrics["response_ms"].value for p in (two, one, none)]
    # M/M/4 at 50 and at 80 % busy: a wait of 0.087 and of 0.746 of the service.
    today, then = 8.0 * 1.087 + 8.0, 16.0 * 1.746
    assert found[0] == pytest.approx(30.0, abs=0.01)
    assert found[0] < found[1] < found[2]
    assert found[2] == pytest.approx(30.0 - today + then, rel=0.02)
    cpus = [next(u for u in p.used if u.component == "SYSA").utilization for p in (two, none)]
    assert 4.0 * (cpus[1] - cpus[0]) == pytest.approx(1.2, rel=0.02)


def test_more_load_of_work_for_ziips_that_no_cp_helps_never_carries_less() -> None:
    """400 % more load carried less than 100 % more."""
    growth = scenarios("LOAD_GROWTH_PCT", 50, 100, 180, 400, IIPHONORPRIORITY=False)
    found = project(build_baseline(site()), growth, bands=False)
    carried = [rates(one)["DB2A"] for one in found]
    assert all(less <= more * (1.0 + 1e-6) for less, more in pairwise(carried)), carried
    assert carried[0] == pytest.approx(150.0, rel=1e-3)


def test_more_load_of_work_for_ziips_that_full_cps_help_never_carries_less() -> None:
    """zIIPs left to CPs what came, not what came through: 266.7/s, and 256.5 of more load."""
    growth = scenarios("LOAD_GROWTH_PCT", 50, 100, 150, 170, 180, 250, 400, 800)
    found = project(build_baseline(site()), growth, bands=False)
    carried = [rates(one)["DB2A"] for one in found]
    assert all(less <= more * (1.0 + 1e-6) for less, more in pairwise(carried)), carried
    assert carried[2] == pytest.approx(250.0, rel=1e-3)
    # Of what is carried zIIPs do no more than there are of them, and CPs the rest.
    work = carried[-1] * 0.016
    assert work < 2.0 + 4.0
    uses = {one.component: one.utilization for one in found[-1].used}
    assert uses["SYSA"] == pytest.approx(1.0, abs=0.005)


def test_work_of_others_beside_grown_work_leaves_no_more_of_it_to_full_cps() -> None:
    """More load took CPs from others on paper, so that zIIPs left more to CPs: 0.6 % less."""
    measured = {**DB2, "cpu_ms_per_tx": 15.0, "ziip_ms_per_tx": 10.0, "response_ms": 60.0}
    changed = site().with_component(
        part("db2_subsystem", "DB2A", "SYSA", {"CTHREAD": 200}, measured)
    )
    growth = scenarios("LOAD_GROWTH_PCT", 120, 130, 150, 200, 400, 900)
    carried = [rates(one)["DB2A"] for one in project(build_baseline(changed), growth, bands=False)]
    assert all(less <= more * (1.0 + 1e-6) for less, more in pairwise(carried)), carried
    assert carried[0] == pytest.approx(220.0, rel=1e-3)
    assert carried[-1] == pytest.approx(carried[2], rel=0.02)


def test_ziips_that_are_others_than_measured_have_a_band_also_where_overflow_is_counted() -> None:
    """A count of what CPs did of their work was taken to tell exactly how long work waits."""
    counted = {"appl_iip_pct": 120.0, "appl_iipcp_pct": 10.0}
    lpar = {"cp_busy_pct": 50.0, "ziip_busy_pct": 60.0}
    told = Topology().with_components(
        [
            part("cpc", "M", None, {"CPS": 8}),
            part("lpar", "SYSA", "M", {"CPS": 4, "ZIIPS": 2}, lpar),
            part("db2_subsystem", "DB2A", "SYSA", {}, DB2),
            part("service_class", "C", None, {"TYPE": "service"}, counted),
        ]
    )
    changed = [Scenario(str(n), (SetSetting("SYSA", "ZIIPS", n),)) for n in (2, 1, 3)]
    found = project(build_baseline(told), changed)
    same, fewer, more = (next(u for u in one.used if u.component == "SYSA/zIIPs") for one in found)
    assert same.low == same.utilization == same.high
    for one in (fewer, more):
        assert one.low < 0.98 * one.utilization
        assert one.high > 1.02 * one.utilization


def ziips_in(changes: list[Scenario], topology: Topology) -> list[tuple[float, float, float]]:
    found = project(build_baseline(topology), changes)
    uses = [next(u for u in one.used if u.component == "SYSA/zIIPs") for one in found]
    return [(use.low, use.utilization, use.high) for use in uses]


def test_ziips_that_nothing_moves_are_as_measured_however_much_cps_are_moved() -> None:
    """Their band was as wide as that of the CPs: 59.7 to 67.8 % for a smaller pool."""
    pool = {"sync_reads": 1e6, "getpages": 5e7, "duration_s": 900.0}
    others = Topology().with_components(
        [
            *(one for one in site() if one.kind != "db2_subsystem"),
            part("db2_subsystem", "DB2A", "SYSA", {}, {**DB2, "ziip_ms_per_tx": 0.0}),
            part("db2_bufferpool", "DB2A/BP1", "DB2A", {"VPSIZE": 100_000}, pool),
        ]
    )
    smaller = Scenario("smaller", (SetSetting("DB2A/BP1", "VPSIZE", 50_000),))
    for found in ziips_in([smaller, *scenarios("CPS", 3, 2)], others):
        assert found == pytest.approx((0.6, 0.6, 0.6), rel=1e-6)


def test_ziips_do_no_more_than_what_full_cps_let_through() -> None:
    """One CP instead of four carries half of the work: zIIPs were as busy with it as with all."""
    (one,) = project(build_baseline(site()), scenarios("CPS", 1))
    carried = rates(one)["DB2A"] / 100.0
    assert carried < 0.7
    (found,) = ziips_in(scenarios("CPS", 1), site())
    # 0.4 of 1.2 zIIPs' worth are others'.
    assert 2.0 * found[1] == pytest.approx(0.4 + 0.8 * carried, rel=0.02)
    assert found[0] < 0.95 * found[1] < 1.05 * found[1] < found[2]


def test_more_work_for_ziips_is_known_as_the_cpu_of_its_owner_is() -> None:
    """Half as much again of Db2's work is half to all of what both kinds of engine do."""
    (grown,) = project(build_baseline(site()), scenarios("LOAD_GROWTH_PCT", 50))
    cpu = grown.workload("DB2A").changes["cpu_s_per_s"]
    up = (cpu.high - cpu.value) / (100.0 + cpu.value)
    ((low, value, high),) = ziips_in(scenarios("LOAD_GROWTH_PCT", 50), site())
    assert up > 0.03
    assert low < value * (1.0 - 0.7 * up)
    assert high > value * (1.0 + 0.7 * up)


def test_what_a_partition_s_ziips_leave_to_cps_reaches_the_others_of_its_machine() -> None:
    """With zIIPs of one partition gone the machine was busier, and the other one did not see it."""
    lpars = {
        "SYSA": {"CPS": 4, "WEIGHT": 500, "ZIIPS": 2},
        "SYSB": {"CPS": 4, "WEIGHT": 500},
    }
    region = {"transactions": 9e4, "duration_s": 300, "qr_cpu_s": 150, "qr_dispatch_s": 165}
    topology = Topology().with_components(
        [
            part("cpc", "M", None, {"CPS": 5, "ZIIPS": 2}),
            part("lpar", "SYSA", "M", lpars["SYSA"], {"cp_busy_pct": 50.0, "ziip_busy_pct": 60.0}),
            part("lpar", "SYSB", "M", lpars["SYSB"], {"cp_busy_pct": 45.0}),
            part("db2_subsystem", "DB2A", "SYSA", {}, DB2),
            part("cics_region", "R", "SYSB", {}, {**region, "response_ms": 20.0}),
        ]
    )
    changes = [SetSetting(name, "ZIIPS", 0) for name in ("SYSA", "M")]
    as_is, *found = project(
        build_baseline(topology),
        [Scenario("as is"), *(Scenario(c.component, (c,)) for c in changes)],
        bands=False,
    )
    was, *now = (one.workload("R").metrics["response_ms"].value for one in (as_is, *found))
    assert now[0] == pytest.approx(now[1], rel=1e-6)
    assert now[0] > 1.001 * was
