"""CPU of Db2 under a region's open TCBs is in both their reports, and is used once."""

from __future__ import annotations

import pytest

from model.projection import Baseline, Projection, build_baseline, project
from model.topology import AddLink, Link, Scenario, SetSetting, Topology
from tests.model.projection.test_random_installations import part, queries, rates

SECONDS = 900.0
FEWER_CPS = Scenario("3", (SetSetting("SYSA", "CPS", 3),))
AS_IS = Scenario("as is")


def installation(
    rate: float,
    beside_ms: dict[str, float],
    db2_ms: float = 2.4,
    busy_pct: float | None = 72.0,
    ziips: tuple[int, float] | None = None,
    modes: bool = True,
) -> Topology:
    """A region with 0.6 ms on QR and so much by mode beside it, and Db2, on a 4-way partition."""
    settings, measured = {"CPS": 4}, {} if busy_pct is None else {"cp_busy_pct": busy_pct}
    if ziips is not None:
        settings["ZIIPS"], measured["ziip_busy_pct"] = ziips
    counted = rate * SECONDS / 1e3
    figures = {
        "duration_s": SECONDS,
        "transactions": rate * SECONDS,
        "qr_cpu_s": 0.6 * counted,
        "qr_dispatch_s": 0.66 * counted,
        "tcb_cpu_s": (0.6 + sum(beside_ms.values())) * counted,
        "response_ms": 60.0,
    }
    if modes:
        figures |= {f"tcb_cpu_by_mode_s.{mode}": ms * counted for mode, ms in beside_ms.items()}
    region = part("cics_region", "AOR1", "SYSA", measured=figures)
    return (
        Topology()
        .with_components(
            [
                part("cpc", "CPC1", None, {"CPS": 20}),
                part("lpar", "SYSA", "CPC1", settings, measured),
                region,
                *queries("DB2A", "SYSA", rate, db2_ms),
            ]
        )
        .with_links([Link("uses", "AOR1", "DB2A")])
    )


def modelled_busy(baseline: Baseline) -> float:
    """CPs of SYSA that the network keeps busy."""
    for block in baseline.blocks:
        if "SYSA" in block.uses:
            return float(block.uses["SYSA"][0, 0]) * block.asked.capacities["SYSA"].servers
    raise AssertionError("SYSA is in no network")


def busy(projection: Projection) -> float:
    """Share of SYSA's CPs."""
    return next(one.utilization for one in projection.resources if one.component == "SYSA")


def response_ms(projection: Projection, workload: str) -> float:
    return projection.workload(workload).metrics["response_ms"].value


@pytest.mark.parametrize("modes", [True, False])
def test_db2_under_open_tcbs_is_served_once(modes: bool) -> None:
    """5.6 CPUs were asked for of four, where 2.9 were busy, and nothing was projected."""
    baseline = build_baseline(installation(800.0, {"L8": 2.6}, modes=modes))
    assert not baseline.refused
    assert modelled_busy(baseline) == pytest.approx(0.72 * 4, rel=0.01)
    assert any("75 % of its CPU ran on its open TCBs in DB2A" in said for said in baseline.doubts)
    as_is, fewer = project(baseline, [AS_IS, FEWER_CPS])
    assert rates(as_is) == pytest.approx({"AOR1": 800.0, "DB2A": 800.0}, rel=1e-3)
    assert response_ms(as_is, "AOR1") == pytest.approx(60.0, rel=0.01)
    assert response_ms(fewer, "AOR1") > 1.05 * response_ms(as_is, "AOR1")
    # Of 0.8 CPUs beside Db2's 1.92 nothing was busy with other work.
    assert busy(fewer) == pytest.approx(0.96, abs=0.02)


def test_of_other_tcbs_nothing_is_taken_for_db2s() -> None:
    """What ran on sockets' TCBs is the region's own, however much Db2 used."""
    once = build_baseline(installation(400.0, {"SO": 2.6}, busy_pct=None))
    assert modelled_busy(once) == pytest.approx(400.0 * (0.6 + 2.6 + 2.4) / 1e3, rel=0.01)
    twice = build_baseline(installation(400.0, {"L8": 1.0, "SO": 1.6}, busy_pct=None))
    assert modelled_busy(twice) == pytest.approx(400.0 * (0.6 + 1.6 + 2.4) / 1e3, rel=0.01)


def test_work_that_is_not_linked_is_not_counted_twice() -> None:
    topology = installation(300.0, {"L8": 2.6}, busy_pct=None)
    link = Link("uses", "AOR1", "DB2A")
    apart = build_baseline(topology.without_link(link))
    assert modelled_busy(apart) == pytest.approx(300.0 * 5.6 / 1e3, rel=0.01)
    # Linked later it is still as much as was measured apart from one another.
    (linked,) = project(apart, [Scenario("linked", (AddLink(link),))])
    assert busy(linked) == pytest.approx(300.0 * 5.6 / 4e3, rel=0.02)


def test_what_is_left_out_stays_so_in_every_scenario() -> None:
    """At twice the load, and with another setting."""
    baseline = build_baseline(installation(400.0, {"L8": 2.6}, busy_pct=30.0))
    grown = tuple(SetSetting(name, "LOAD_GROWTH_PCT", 100.0) for name in ("AOR1", "DB2A"))
    more, traced = project(
        baseline,
        [
            Scenario("more", grown),
            Scenario("traced", (SetSetting("AOR1", "TRACE", "off"),)),
        ],
    )
    assert busy(more) == pytest.approx(0.60, rel=0.04)
    # Of the 0.32 CPUs that are the region's own and not Db2's its trace was a ninth at the most.
    assert 0.285 < busy(traced) < 0.30


def test_called_work_carries_no_more_than_it_is_asked_for() -> None:
    """Of a region that comes at its own rate; its band went 5 % beyond."""
    baseline = build_baseline(installation(300.0, {"L8": 2.6}, busy_pct=95.0))
    grown = tuple(SetSetting(name, "LOAD_GROWTH_PCT", 50.0) for name in ("AOR1", "DB2A"))
    (more,) = project(baseline, [Scenario("more", grown)])
    assert more.workload("DB2A").metrics["etr_per_s"].high <= 450.001


def test_java_of_a_region_runs_where_the_ziips_did_as_much() -> None:
    figures = {"L8": 0.2, "T8": 3.0}
    on_cps = build_baseline(installation(300.0, figures, db2_ms=0.2, busy_pct=None))
    assert modelled_busy(on_cps) == pytest.approx(300.0 * 3.8 / 1e3, rel=0.01)
    on_ziips = build_baseline(
        installation(300.0, figures, db2_ms=0.2, busy_pct=None, ziips=(2, 60.0))
    )
    assert modelled_busy(on_ziips) == pytest.approx(300.0 * 0.8 / 1e3, rel=0.01)
    # zIIPs that did 0.4 CPUs of work did no more of it.
    some = build_baseline(installation(300.0, figures, db2_ms=0.2, busy_pct=None, ziips=(2, 20.0)))
    assert modelled_busy(some) == pytest.approx(300.0 * 3.8 / 1e3 - 0.4, rel=0.01)


def test_java_that_grows_overflows_to_the_cps() -> None:
    """It grew nowhere: of twice 0.9 CPUs two zIIPs leave more to general CPs, one or none all."""
    figures = {"L8": 0.2, "T8": 3.0}
    topology = installation(300.0, figures, db2_ms=0.2, busy_pct=40.0, ziips=(2, 50.0))
    grown = SetSetting("AOR1", "LOAD_GROWTH_PCT", 100.0)
    as_is, more, fewer = project(
        build_baseline(topology),
        [
            AS_IS,
            Scenario("more", (grown,)),
            Scenario("one", (grown, SetSetting("SYSA", "ZIIPS", 1))),
        ],
    )
    # 0.24 CPUs of the region are on CPs as-is, and so many again at twice its load.
    without = busy(as_is) + 300.0 * 0.8 / 4e3
    assert without + 0.02 < busy(more) < without + 0.9 / 4
    assert busy(fewer) > busy(more) + 0.05
    assert any("Java on zIIPs" in said for said in more.workload("AOR1").extrapolated) or any(
        "Java on zIIPs" in said
        for estimate in more.workload("AOR1").metrics.values()
        for said in estimate.reasons
    )


def test_time_on_ziips_in_all_figures_is_told() -> None:
    baseline = build_baseline(installation(800.0, {"L8": 2.6}, busy_pct=50.0, ziips=(2, 50.0)))
    assert any("zIIPs did 1:" in said for said in baseline.doubts)
    assert modelled_busy(baseline) == pytest.approx(2.0, rel=0.01)
    # A second CPU of theirs would be twice as much as figures may be off: it is a miss.
    apart = build_baseline(installation(800.0, {"L8": 2.6}, busy_pct=50.0))
    assert any("makes CPs busy" in said for said in apart.doubts)
