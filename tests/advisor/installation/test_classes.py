"""Responses of regions from the class that counts their transactions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from advisor.engagement import Engagement
from advisor.installation.derivations.classes import derive
from model.projection import build_baseline, project
from model.projection.doubts import at_odds
from model.topology import Component, Measured, Scenario, SetSetting, Setting, Topology


def part(kind: str, name: str, **figures: float) -> Component:
    measured = {key: Measured(value, "") for key, value in figures.items()}
    return Component(f"{kind}:{name}", kind, name, None, {}, measured)


def site(*parts: Component) -> Topology:
    return Topology({one.id: one for one in parts})


ONLINE = part("service_class", "RAOR", ended=118_440, response_ms=38.0)


def test_a_class_that_ended_as_many_transactions_tells_their_response() -> None:
    aor = part("cics_region", "AOR", transactions=118_440)
    other = part("ims_region", "IMSA/MPR", transactions=200_340)
    found = derive(site(aor, other, ONLINE))
    assert found.topology[aor.id].measure("response_ms") == 38.0
    assert found.topology[aor.id].measured["response_ms"].origin.kind == "derived"
    assert found.topology[other.id].measure("response_ms") is None
    (said,) = found.assumptions
    assert "118,440" in said
    assert "response" in said
    assert derive(found.topology).assumptions == ()


@pytest.mark.parametrize(
    "regions",
    [
        [part("cics_region", "AOR", transactions=118_440, response_ms=30.0)],
        [part("cics_region", "AOR", transactions=120_000)],
        [part("cics_region", name, transactions=118_440) for name in ("AOR1", "AOR2")],
        [],
    ],
)
def test_no_response_is_taken_that_may_be_of_others(regions) -> None:
    assert derive(site(*regions, ONLINE)).assumptions == ()


@pytest.mark.parametrize("deviation", [None, 0.0, 12.0])
def test_responses_deviate_by_what_the_class_says_where_it_says_so(deviation) -> None:
    """None at all is what a report prints that does not measure it."""
    aor = part("cics_region", "AOR", transactions=118_440)
    more = {} if deviation is None else {"response_deviation_ms": deviation}
    told = part("service_class", "RAOR", ended=118_440, response_ms=38.0, **more)
    found = derive(site(aor, told)).topology[aor.id]
    assert found.measure("response_ms") == 38.0
    assert found.measure("response_deviation_ms") == (deviation or None)


def test_two_classes_that_count_as_many_tell_nothing() -> None:
    aor = part("cics_region", "AOR", transactions=118_440)
    again = part("service_class", "ROTHER", ended=118_441, response_ms=20.0)
    assert derive(site(aor, again, ONLINE)).assumptions == ()


def test_a_class_tells_an_ims_region_its_cpu_and_what_is_no_execution() -> None:
    """CPU of the class was not used, and QUEUED not read: ITR was unknown, the queue random."""
    region = part("ims_region", "IMSA/MPR", transactions=200_340)
    figures = {"ended": 200_340, "response_ms": 21.0, "cpu_s": 402.7, "srb_s": 9.8}
    for execution_ms, queued_ms, outside_ms in ((21, 0, 0), (18, 1, 3), (21, 4, 4)):
        times = {"execution_ms": execution_ms, "queued_ms": queued_ms}
        told = part("service_class", "RIMS", **figures, **times)
        (found,) = derive(site(region, told)).topology.of_kind("ims_region")
        assert found.measure("class_cpu_s") == pytest.approx(412.5)
        assert found.measure("outside_execution_ms") == outside_ms
    bare = part("service_class", "RIMS", **figures)
    (found,) = derive(site(region, bare)).topology.of_kind("ims_region")
    assert found.measure("outside_execution_ms") is None


@pytest.mark.parametrize(("rate", "said"), [(33.0, 0), (35.5, 0), (40.0, 1), (0.033, 1)])
def test_a_rate_that_is_none_of_its_count_is_in_doubt(rate: float, said: int) -> None:
    aor = part("cics_region", "AOR", transactions=118_800, duration_s=3600.0, tx_per_s=rate)
    doubts = [text for text in at_odds(aor, site(aor)) if "118,800" in text or "1.188e" in text]
    assert len(doubts) == said


def test_cpu_that_two_reports_count_differently_is_in_doubt(sample_analysis: Engagement) -> None:
    """DFH0STAT had 540 s for CICSAOR1 and its class 374 s, and nothing was said of it."""
    (said,) = (one for one in sample_analysis.baseline.doubts if "measured twice" in one)
    for told in ("540.3 s (cics-aor1-dfh0stat.txt:34)", "373.6 s (rmf-sysplex.txt:204)"):
        assert told in said
    projected = sample_analysis.as_is.workload("cics_region:CICSAOR1")
    assert said in projected.extrapolated
    ims = sample_analysis.as_is.workload("ims_region:IMSA/MPR").metrics
    assert ims["itr_per_cpu_s"].value == pytest.approx(200_340 / 412.5)


@pytest.mark.parametrize(
    ("factor", "doubted"), [(0.9, True), (1.0, False), (1.2, False), (2, True)]
)
def test_a_class_has_at_least_the_cpu_of_its_regions_tcbs(factor: float, doubted: bool) -> None:
    region = part("cics_region", "AOR", tcb_cpu_s=500.0, class_cpu_s=factor * 500.0)
    assert bool(at_odds(region, Topology({region.id: region}))) is doubted


def _paging(page_ins: float, in_use_pct: float, moved: float) -> Topology:
    """A system that pages in 5,000 pages a second, and a region on it."""
    head = "page_data_set"
    figures = {f"{head}_pages_per_s.SCM": moved, f"{head}_in_use_pct.SCM": in_use_pct}
    system = part("lpar", "SYSA", page_ins_per_s=5_000.0, **figures)
    told = {n: replace(m, interval_s=900.0) for n, m in system.measured.items()}
    system = replace(system, measured=told, settings={"PAGE_DEVICE": Setting("flash")})
    region = replace(part("cics_region", "AOR", page_ins_per_s=page_ins), parent=system.id)
    return Topology({one.id: one for one in (system, region)})


@pytest.mark.parametrize(
    ("page_ins", "in_use_pct", "moved", "of_region", "of_system"),
    [
        (4_900.0, 18.4, 9_600.0, False, False),
        (9_280.0, 18.4, 9_600.0, True, False),
        (100.0, 0.0, 19_600.0, False, True),
        # So little is hardly ever sampled: 0 % is what RMF prints then.
        (100.0, 0.0, 400.0, False, False),
    ],
)
def test_paging_that_cannot_be_is_in_doubt(
    page_ins: float, in_use_pct: float, moved: float, of_region: bool, of_system: bool
) -> None:
    topology = _paging(page_ins, in_use_pct, moved)
    region, system = (
        " ".join(at_odds(topology[name], topology)) for name in ("cics_region:AOR", "lpar:SYSA")
    )
    assert ("are more than the 5,000 of SYSA altogether" in region) is of_region
    assert ("was in use 0.00 % of the time" in system) is of_system


@pytest.mark.thorough
def test_a_region_that_pages_waits_for_the_paging_device(sample_analysis: Engagement) -> None:
    """Both LPARs on disk instead of flash left CICSAOR1 as it was, with RMF's page-ins."""
    baseline = sample_analysis.baseline
    lpars = ("lpar:SYSA", "lpar:SYSB")
    slower = Scenario("", tuple(SetSetting(name, "PAGE_DEVICE", "disk") for name in lpars))
    (found,) = project(baseline, [slower])
    region = "cics_region:CICSAOR1"
    change = found.workload(region).changes["response_ms"]
    # 92.8 page-ins a second at 44 transactions: two each, a millisecond longer, on a QR TCB.
    assert 5.0 < change.value < 12.0
    assert change.low > 2.0
    topology = baseline.topology
    for name in lpars:
        values = {**topology[name].settings, "PAGE_DEVICE": Setting("disk")}
        topology = topology.with_component(replace(topology[name], settings=values))
    faster = Scenario("", tuple(SetSetting(name, "PAGE_DEVICE", "flash") for name in lpars))
    (found,) = project(build_baseline(topology), [faster], bands=False)
    assert -12.0 < found.workload(region).changes["response_ms"].value < -2.0
