"""What an installation is bound by is what limits some of its work, not what is busiest of most."""

from __future__ import annotations

import pytest

from model.projection import Projection, ResourceUse, build_baseline, project
from model.topology import Scenario, SetSetting, Topology
from model.topology.growth import GROWTH
from tests.model.projection.test_random_installations import part

REGION = {
    "duration_s": 900.0,
    "transactions": 90_000.0,
    "tx_per_s": 100.0,
    "response_ms": 20.0,
    "qr_cpu_s": 288.0,
    "qr_dispatch_s": 400.0,
    "tcb_cpu_s": 320.0,
}
QUERIES = {"duration_s": 900.0, "tx_per_s": 120.0, "cpu_ms_per_tx": 10.0, "response_ms": 35.0}


def site(machines: int) -> Topology:
    """A region on one partition and a larger Db2 on another, of one machine or two."""
    parts = [part("cpc", f"C{n}", None, {"CPS": 8 // machines}) for n in range(machines)]
    for n, name in enumerate(("SYSA", "SYSB")):
        on = f"C{n % machines}"
        parts.append(part("lpar", name, on, {"CPS": 4, "WEIGHT": 50}, {"cp_busy_pct": 60.0}))
    parts.append(part("cics_region", "AOR1", "SYSA", {"MXT": 250}, REGION))
    parts.append(part("db2_subsystem", "DB2A", "SYSB", {}, QUERIES))
    return Topology().with_components(parts)


def after(machines: int, setting: str, value: float) -> tuple[Projection, Projection]:
    baseline = build_baseline(site(machines))
    change = Scenario("less", (SetSetting("SYSA", setting, value),))
    as_is, less = project(baseline, [Scenario("as-is", ()), change], bands=False)
    return as_is, less


@pytest.mark.parametrize(
    ("machines", "setting"), [(2, "CPS"), (1, "ABSOLUTE_CAP_CPS")], ids=["CPs", "cap"]
)
def test_the_full_partition_of_the_lesser_work_is_the_bottleneck(
    machines: int, setting: str
) -> None:
    """SYSB, 60 % busy and unmoved, was named, as its Db2 takes more CPU than what was left."""
    as_is, less = after(machines, setting, 1.0)
    assert as_is.bottleneck != "SYSA"
    region = less.workload("AOR1")
    assert region is not None
    assert region.changes["etr_per_s"].value < -10.0
    assert less.bottleneck == "SYSA"


def test_a_capped_partition_says_that_it_gets_no_more() -> None:
    _, less = after(1, "ABSOLUTE_CAP_CPS", 1.0)
    (use,) = (one for one in less.resources if one.component == "SYSA")
    assert use.utilization == pytest.approx(0.25, abs=0.01)
    assert use.binds
    assert str(use.detail) == "1.0 of 4 CPs busy, and no more than 1.0 to be had"


def region_of(growth_pct: float) -> ResourceUse:
    """The QR TCB of a region that is dispatched for 80 % of the time as measured."""
    busy = {**REGION, "qr_cpu_s": 640.0, "qr_dispatch_s": 720.0}
    busy |= {"tcb_cpu_s": 660.0, "response_ms": 60.0}
    parts = [
        part("cpc", "C0", None, {"CPS": 8}),
        part("lpar", "SYSA", "C0", {"CPS": 8}, {"cp_busy_pct": 20.0}),
        part("cics_region", "AOR1", "SYSA", {"MXT": 250}, busy),
    ]
    baseline = build_baseline(Topology().with_components(parts))
    grown = Scenario("more", (SetSetting("AOR1", GROWTH.name, growth_pct),))
    (found,) = project(baseline, [grown], bands=False)
    return next(use for use in found.resources if use.component == "AOR1")


def test_what_carries_all_that_comes_at_a_rate_limits_nothing() -> None:
    """Marked as the bottleneck at 84 %, although nothing waited for it that did not come through.

    Users who wait for their answers are held by a queue as of less, as those of a database are.
    """
    carries = region_of(0.0)
    assert 0.75 < carries.utilization < 0.85
    assert not carries.binds
    assert region_of(100.0).binds
    assert ResourceUse("n", "nuclei", 0.8, 0.8, 0.8).binds


@pytest.mark.parametrize(("busy_pct", "named"), [(70.0, "QR TCB"), (93.0, "CPs")])
def test_what_is_waited_for_longest_binds_before_what_is_busier(
    busy_pct: float, named: str
) -> None:
    """Eight CPs 73 % busy are waited for less than a QR TCB that is 68 %: its queue of 9 of 25 ms
    was of "CPs"."""
    figures = {**REGION, "qr_cpu_s": 390.0, "qr_dispatch_s": 405.0, "tcb_cpu_s": 450.0}
    parts = [
        part("lpar", "SYSA", None, {"CPS": 8}, {"cp_busy_pct": busy_pct}),
        part("cics_region", "AOR1", "SYSA", {"MXT": 250}, figures),
    ]
    baseline = build_baseline(Topology().with_components(parts))
    (found,) = project(baseline, [Scenario("x", (SetSetting("AOR1", GROWTH.name, 50.0),))])
    work = found.workload("AOR1")
    assert work is not None
    assert work.bottleneck == named
