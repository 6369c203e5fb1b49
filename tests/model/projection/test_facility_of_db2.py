"""Requests of Db2's data sharing at the processors of coupling facilities."""

from __future__ import annotations

from functools import cache

import pytest

from model.projection import Projection, build_baseline, project
from model.topology import (
    AddComponent,
    Link,
    MoveComponent,
    Scenario,
    SetSetting,
    Topology,
)
from model.topology.growth import GROWTH
from tests.model.projection.test_uncounted import part

BOTH = (("DB2A", "SYSA"), ("DB2B", "SYSB"))
EACH, OTHERS = 20e3, 20e3
GROWN = SetSetting("DB2A", GROWTH.name, 50)


def structure(name: str, by_system: float) -> object:
    figures = {"requests_per_s": 2 * EACH, "sync_us": 12.0}
    if by_system:
        figures |= {"requests_per_s.SYSA": by_system, "requests_per_s.SYSB": 2 * EACH - by_system}
    return part("cf_structure", name, "CF01", {"SIZE_MB": 512}, figures)


def site(by_system: float = EACH) -> Topology:
    """Two members on systems of their own; processors of the facility are 60 % busy."""
    parts = [
        part("cpc", "CPC1", None, {"CPS": 24}),
        part("cf", "CF01", None, {"CPS": 2}, {"cpu_busy_pct": 60.0}),
        structure("DSNDB0G_GBP0", by_system),
        structure("DSNDB0G_LOCK1", by_system),
        part("cf_structure", "ISGLOCK", "CF01", {"SIZE_MB": 64}, {"requests_per_s": OTHERS}),
        part("db2_gbp", "GBP0", "CF01", {"SIZE_MB": 512}),
    ]
    for name, system in BOTH:
        figures = {"tx_per_s": 120.0, "cpu_ms_per_tx": 5.0, "response_ms": 20.0}
        pool = {"sync_reads_random": 19e3, "getpages": 4e6, "duration_s": 900.0}
        parts += [
            part("lpar", system, "CPC1", {"CPS": 6}, {"cp_busy_pct": 30.0}),
            part("db2_subsystem", name, system, {}, {**figures, "duration_s": 900.0}),
            part("db2_bufferpool", f"{name}/BP0", name, {"VPSIZE": 20_000}, pool),
        ]
    whole = Topology().with_components(parts)
    for name, _ in BOTH:
        whole = whole.with_link(Link("member", "GBP0", name))
    return whole


@cache
def baseline():
    return build_baseline(site())


def use_of(found: Projection, facility: str = "CF01") -> float:
    return next(r.utilization for r in found.resources if r.component == facility)


def response(found: Projection, name: str = "DB2B") -> float:
    return found.workload(name).metrics["response_ms"].value


def test_requests_of_more_work_keep_processors_busy_that_others_wait_for() -> None:
    """They were only said: the facility stayed 60 % busy in the network, and nobody waited."""
    as_is, grown = project(baseline(), [Scenario(""), Scenario("+", (GROWN,))], bands=False)
    assert use_of(as_is) == pytest.approx(0.6, rel=1e-3)
    more = 0.5 * 2 * EACH / (4 * EACH + OTHERS)
    assert use_of(grown) == pytest.approx(0.6 * (1.0 + more), rel=2e-3)
    assert response(as_is) == pytest.approx(20.0, rel=1e-6)
    assert 1.02 * response(as_is) < response(grown) < 2.0 * response(as_is)


def test_fewer_processors_cost_time_and_more_never_do() -> None:
    sizes = [Scenario(str(n), (SetSetting("CF01", "CPS", n),)) for n in (1, 2, 4, 8)]
    found = project(baseline(), sizes, bands=False)
    times = [response(one) for one in found]
    assert times[0] > times[1] > times[2] >= times[3]
    assert [use_of(one) for one in found[1:]] == pytest.approx([0.6, 0.3, 0.15], rel=1e-2)
    assert use_of(found[0]) <= 1.0 + 1e-6


def test_what_z_os_spins_meanwhile_is_said_to_be_in_no_figure() -> None:
    as_is, grown = project(baseline(), [Scenario(""), Scenario("+", (GROWN,))])

    def said(found: Projection) -> bool:
        reasons = found.workload("DB2A").metrics["response_ms"].reasons
        return any("what CPU z/OS spins" in one for one in reasons)

    assert not said(as_is)
    assert said(grown)


def test_requests_go_with_the_member_and_with_the_structure() -> None:
    """The member's own count, wherever it runs; as long at another facility as at its own."""
    other = AddComponent(part("cf", "CF02", None, {"CPS": 1, "STORAGE_GB": 16}))
    there = (other, MoveComponent("DSNDB0G_LOCK1", "CF02"), MoveComponent("DSNDB0G_GBP0", "CF02"))
    both = build_baseline(site(0.25 * EACH))
    as_is, moved, elsewhere = project(
        both,
        [Scenario(""), Scenario("x", (MoveComponent("DB2A", "SYSB"),)), Scenario("y", there)],
        bands=False,
    )
    assert use_of(moved) == pytest.approx(use_of(as_is), rel=2e-3)
    # 80,000 of 100,000 requests that keep 1.2 processors busy.
    assert use_of(elsewhere, "CF02") == pytest.approx(0.96, rel=1e-2)


def test_requests_that_nobody_tells_by_system_stay_as_they_were_measured() -> None:
    as_is, grown = project(
        build_baseline(site(0.0)), [Scenario(""), Scenario("+", (GROWN,))], bands=False
    )
    assert response(grown) == pytest.approx(response(as_is), rel=1e-3)


def test_a_facility_of_unknown_processors_is_said_to_be_waited_for_by_nobody() -> None:
    other = AddComponent(part("cf", "CF02", None, {"STORAGE_GB": 16}))
    there = (other, MoveComponent("DSNDB0G_LOCK1", "CF02"), MoveComponent("DSNDB0G_GBP0", "CF02"))
    (found,) = project(baseline(), [Scenario("x", there)])
    reasons = found.workload("DB2A").metrics["response_ms"].reasons
    assert any("no report says how many processors it has" in one for one in reasons)
    assert any(one.startswith("CF02") for one in reasons)
