"""Workloads that only a link joins: what one carries the others carry, too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from model.projection import Projection, build_baseline, project
from model.projection.left_behind import left_behind
from model.topology import (
    AddComponent,
    AddLink,
    Change,
    Component,
    Link,
    Measured,
    MoveComponent,
    RemoveComponent,
    RemoveLink,
    Scenario,
    SetSetting,
    Setting,
    Topology,
)
from tests.model.projection.test_random_installations import part

_SECONDS = 900.0


def _region(
    name: str, response_ms: float | None, cpu_ms: float, mxt: int, rate: float
) -> Component:
    cpu_s = cpu_ms / 1e3 * rate * _SECONDS
    figures = {
        "duration_s": _SECONDS,
        "transactions": rate * _SECONDS,
        "response_ms": response_ms,
        "qr_cpu_s": 0.8 * cpu_s,
        "qr_dispatch_s": cpu_s,
        "tcb_cpu_s": cpu_s,
    }
    if response_ms is None:
        del figures["response_ms"]
    return part("cics_region", name, "SYSA", {"MXT": mxt, "PLATFORM": "z/OS"}, figures)


def _routed(tor_ms: float = 60.0, tor_per_s: float = 100.0, link: bool = True) -> Topology:
    db2 = {
        "duration_s": _SECONDS,
        "commits": 100.0 * _SECONDS,
        "tx_per_s": 100.0,
        "cpu_s": 0.6 * _SECONDS,
        "cpu_ms_per_tx": 6.0,
        "response_ms": 25.0,
        "sync_io_per_tx": 5.0,
        "sync_io_us": 500.0,
    }
    pool = {
        "duration_s": _SECONDS,
        "getpages": 5.4e6,
        "getpages_random": 4.3e6,
        "getpages_sequential": 1.1e6,
        "sync_reads_random": 450_000.0,
    }
    system = {"CPS": 4, "REAL_STORAGE_GB": 64}
    parts = [
        part("cpc", "CPC1", None, {"CPS": 10}),
        part("lpar", "SYSA", "CPC1", system, {"cp_busy_pct": 40.0}),
        _region("TOR", tor_ms, 1.0, 250, tor_per_s),
        _region("AOR", 55.0, 5.0, 40, 100.0),
        part("db2_subsystem", "DB2A", "SYSA", {"CTHREAD": 10}, db2),
        part("db2_bufferpool", "BP1", "DB2A", {"VPSIZE": 50_000, "PAGE_SIZE_KB": 4}, pool),
    ]
    links = (Link("mro", "TOR", "AOR"), Link("uses", "AOR", "DB2A")) if link else ()
    return Topology(Topology().with_components(parts).components, links)


def _etr(topology: Topology, **settings: float) -> tuple[Mapping[str, float], Projection]:
    changes = tuple(SetSetting(*name.split("__"), value) for name, value in settings.items())
    (found,) = project(build_baseline(topology), [Scenario("s", changes)], bands=False)
    return {w.anchor: w.metrics["etr_per_s"].value for w in found.workloads}, found


@pytest.mark.parametrize("setting", [{"AOR__MXT": 2}, {"DB2A__CTHREAD": 1}])
def test_who_is_linked_carries_no_more_than_whom_it_calls(setting: dict[str, float]) -> None:
    rates, _ = _etr(_routed(), **setting)
    assert rates["AOR"] < 90.0
    assert rates["TOR"] == pytest.approx(rates["AOR"], rel=1e-6)
    assert rates["DB2A"] == pytest.approx(rates["AOR"], rel=1e-6)
    apart, _ = _etr(_routed(link=False), **setting)
    assert apart["TOR"] == pytest.approx(100.0)


def test_growth_comes_by_the_link_and_the_called_ones_own_growth_is_its_own() -> None:
    rates, _ = _etr(_routed(), TOR__LOAD_GROWTH_PCT=20)
    assert rates == pytest.approx({"TOR": 120.0, "AOR": 120.0, "DB2A": 120.0}, rel=1e-3)
    rates, found = _etr(_routed(), AOR__LOAD_GROWTH_PCT=20)
    assert rates == pytest.approx({"TOR": 100.0, "AOR": 120.0, "DB2A": 120.0}, rel=1e-3)
    baseline = build_baseline(_routed())
    (as_is,) = project(baseline, [Scenario("", ())], bands=False)
    assert any(
        "AOR: the work that comes from TOR" in s for s in left_behind(found, as_is, baseline)
    )
    everything = {f"{name}__LOAD_GROWTH_PCT": 20 for name in ("TOR", "AOR", "DB2A")}
    rates, _ = _etr(_routed(), **everything)
    assert rates == pytest.approx({"TOR": 120.0, "AOR": 120.0, "DB2A": 120.0}, rel=1e-3)


def test_the_as_is_stays_as_measured() -> None:
    _, found = _etr(_routed())
    responses = {w.anchor: w.metrics["response_ms"].value for w in found.workloads}
    assert responses == pytest.approx({"TOR": 60.0, "AOR": 55.0, "DB2A": 25.0}, rel=1e-3)


def test_a_response_without_room_for_the_called_one_is_said() -> None:
    baseline = build_baseline(_routed(tor_ms=5.0))
    (said,) = [text for text in baseline.doubts if "have room for only" in text]
    assert "TOR" in said
    assert not [text for text in build_baseline(_routed()).doubts if "comes from" in text]


def test_what_no_response_tells_and_what_comes_by_no_link_is_no_lack_of_room() -> None:
    """Of a region without a response, and of distributed work, room was said to be too little."""
    messages = {"messages_per_s": 400.0, "cpu_us_per_message": 50.0, "duration_s": _SECONDS}
    manager = part("mq_manager", "QM1", "SYSA", {"MESSAGE_KB": 2}, messages)
    pool = part("mq_bufferpool", "QM1/0", "QM1", {"BUFFERS": 20_000})
    link = Link("uses", "AOR", "QM1")
    region = _region("AOR", None, 5.0, 40, 100.0)
    doubts = build_baseline(_between([region], manager, pool, links=(link,))).doubts
    (said,) = (text for text in doubts if "QM1" in text and "no response tells" in text)
    assert "25 % of it" in said
    topology = _routed()
    remote = {**topology["DB2A"].measured, "distributed_pct": Measured(60.0, "%")}
    remote["tx_per_s"] = Measured(250.0, "")
    topology = topology.with_component(replace(topology["DB2A"], measured=remote))
    assert not [text for text in build_baseline(topology).doubts if "room for only" in text]


def test_how_much_comes_by_a_link_between_unequal_rates_is_in_the_band() -> None:
    topology = _routed(tor_per_s=60.0)
    (found,) = project(
        build_baseline(topology), [Scenario("s", (SetSetting("TOR", "LOAD_GROWTH_PCT", 50),))]
    )
    etr = next(w for w in found.workloads if w.anchor == "AOR").metrics["etr_per_s"]
    assert etr.low < 0.9 * etr.value
    assert any("how much of the work of AOR" in text for text in build_baseline(topology).doubts)


def test_a_linked_database_that_only_users_load_is_said_to_stay() -> None:
    baseline = build_baseline(_routed(link=False))
    linked = build_baseline(Topology(baseline.topology.components, (Link("uses", "AOR", "DB2A"),)))
    grown = Scenario("s", (SetSetting("AOR", "LOAD_GROWTH_PCT", 30),))
    as_is, found = project(baseline, [Scenario("", ()), grown], bands=False)
    assert not left_behind(found, as_is, baseline)
    # The same figures where a link says that one works for the other, and nothing joins them.
    told = replace(linked, blocks=baseline.blocks)
    (said,) = left_behind(found, as_is, told)
    assert "AOR carries another load, and DB2A" in said
    as_is, found = project(linked, [Scenario("", ()), grown], bands=False)
    assert not left_behind(found, as_is, linked)


@pytest.mark.parametrize(
    ("cut", "said", "etr"),
    [
        (RemoveLink(Link("mro", "TOR", "AOR")), "the work that came from TOR is taken to come", 2),
        (RemoveComponent("TOR"), "the work that came from TOR is taken to come", 2),
        (RemoveComponent("AOR"), "the work that came from AOR is taken to come", 1),
    ],
)
def test_work_whose_caller_goes_stays_and_that_is_said(cut: Change, said: str, etr: int) -> None:
    baseline = build_baseline(_routed())
    as_is, found = project(baseline, [Scenario("", ()), Scenario("s", (cut,))])
    rates = [w.metrics["etr_per_s"].value for w in found.workloads if w.metrics]
    assert rates == pytest.approx([100.0] * etr, rel=1e-3)
    assert any(said in sentence for sentence in left_behind(found, as_is, baseline))


@pytest.mark.parametrize("cut", [RemoveLink(Link("mro", "TOR", "AOR")), RemoveComponent("AOR")])
def test_a_caller_whose_work_nobody_does_is_not_projected(cut: Change) -> None:
    """It answered in 20 ms instead of 60: without the region that does its work it was better."""
    baseline = build_baseline(_routed())
    (found,) = project(baseline, [Scenario("s", (cut,))])
    caller = found.workload("TOR")
    assert not caller.metrics
    assert "nobody does in this scenario what AOR did for it: link it" in caller.not_projectable
    if isinstance(cut, RemoveLink):
        assert found.workload("AOR").metrics["etr_per_s"].value == pytest.approx(100.0, rel=1e-3)


def test_a_region_whose_requests_are_shipped_is_needed_by_who_ships_them() -> None:
    """Of a counted connection as of a link: 18 ms became 12 without the region of the files."""
    front = _region("AOR", 18.0, 3.0, 60, 40.0)
    back = _region("FOR", 3.0, 0.5, 60, 80.0)
    counts = {"function_shipped_requests": _SECONDS * 80.0, "duration_s": _SECONDS}
    way = part("cics_connection", "AOR/FOR", "AOR", {"SESSIONS_SEND": 20}, counts)
    baseline = build_baseline(_between([front, back], way, links=(Link("mro", "AOR/FOR", "FOR"),)))
    cuts = [(RemoveComponent("FOR"),), (RemoveComponent("AOR/FOR"),)]
    cuts.append((RemoveComponent("AOR/FOR"), RemoveComponent("FOR")))
    for found in project(baseline, [Scenario("s", cut) for cut in cuts], bands=False):
        caller = found.workload("AOR")
        assert not caller.metrics
        assert "nobody does in this scenario what FOR did for it" in caller.not_projectable


def _between(regions: list[Component], *others: Component, links: tuple[Link, ...]) -> Topology:
    parts = [
        part("cpc", "CPC1", None, {"CPS": 10}),
        part("lpar", "SYSA", "CPC1", {"CPS": 4}, {"cp_busy_pct": 50.0}),
    ]
    parts.append(part("lpar", "SYSB", "CPC1", {"CPS": 4}, {"cp_busy_pct": 50.0}))
    return Topology(Topology().with_components([*parts, *regions, *others]).components, links)


@pytest.mark.parametrize("measured", [(60.0, 55.0), (None, None), (None, 55.0), (60.0, None)])
def test_a_stop_behind_a_region_reaches_it_with_its_band(measured) -> None:
    """A dispatch time of the QR TCB was taken for a response, which left no room for calls."""
    regions = [
        _region("TOR", measured[0], 1.0, 250, 100.0),
        _region("AOR", measured[1], 5, 40, 100),
    ]
    baseline = build_baseline(_between(regions, links=(Link("mro", "TOR", "AOR"),)))
    scenarios = [Scenario("", ()), Scenario("s", (SetSetting("AOR", "MXT", 1),))]
    as_is, found = project(baseline, scenarios)
    caller, called = (as_is.workload(name).metrics["response_ms"] for name in ("TOR", "AOR"))
    assert caller.value > called.value
    assert caller.low >= called.low
    caller, called = (found.workload(name).metrics["etr_per_s"] for name in ("TOR", "AOR"))
    assert caller.low < 0.98 * caller.value
    assert caller.low == pytest.approx(called.low, rel=1e-3)
    assert caller.value == pytest.approx(called.value)


def test_work_that_is_routed_to_one_of_several_is_all_of_it() -> None:
    regions = [_region(name, 55.0, 5.0, 40, 100.0) for name in ("AOR1", "AOR2")]
    regions.append(_region("TOR", 60.0, 0.5, 250, 200.0))
    links = (Link("mro", "TOR", "AOR1"), Link("mro", "TOR", "AOR2"))
    baseline = build_baseline(_between(regions, links=links))
    assert not baseline.doubts
    changes = (SetSetting("AOR1", "MXT", 2),)
    (found,) = project(baseline, [Scenario("s", changes)])
    rates = {w.anchor: w.metrics["etr_per_s"] for w in found.workloads}
    # What one cannot take keeps the caller's tasks, and with them what it would send the other.
    held, other = rates["AOR1"], rates["AOR2"]
    assert held.value < 90.0
    assert (other.value, other.low) == pytest.approx((held.value, held.low))
    assert held.low < 0.97 * held.value


def test_of_several_that_work_is_routed_to_those_left_take_over() -> None:
    regions = [_region(name, 55.0, 5.0, 40, 100.0) for name in ("AOR1", "AOR2")]
    regions.append(_region("TOR", 60.0, 0.5, 250, 200.0))
    links = (Link("mro", "TOR", "AOR1"), Link("mro", "TOR", "AOR2"))
    baseline = build_baseline(_between(regions, links=links))
    as_is, found = project(baseline, [Scenario("", ()), Scenario("s", (RemoveComponent("AOR2"),))])
    rates = {w.anchor: w.metrics["etr_per_s"].value for w in found.workloads}
    assert rates == pytest.approx({"TOR": 200.0, "AOR1": 200.0}, rel=0.01)
    (said,) = left_behind(found, as_is, baseline)
    assert "TOR: what AOR2 did for it is taken to be done by AOR1" in said


def _database(name: str, host: str, rate: float, cpu_ms: float) -> Component:
    figures = {"duration_s": _SECONDS, "response_ms": 10.0, "sync_io_per_tx": 2.0}
    figures |= {"sync_io_us": 500.0, "tx_per_s": rate, "cpu_ms_per_tx": cpu_ms}
    return part("db2_subsystem", name, host, {}, figures)


def _used(found: Projection, lpar: str) -> float:
    return next(use.utilization for use in found.resources if use.component == lpar)


def test_who_takes_over_asks_for_what_the_other_asked_for_and_nobody_twice() -> None:
    """The database did the work of a region that was gone and of the one that took it over."""
    regions = [_region(name, 55.0, 1.0, 100, 100.0) for name in ("AOR1", "AOR2")]
    regions.append(_region("TOR", 60.0, 0.5, 250, 200.0))
    links = [Link("mro", "TOR", name) for name in ("AOR1", "AOR2")]
    links += [Link("uses", name, "DB") for name in ("AOR1", "AOR2")]
    topology = _between(regions, _database("DB", "SYSA", 200.0, 3.0), links=tuple(links))
    baseline = build_baseline(topology)
    as_is, found = project(baseline, [Scenario("", ()), Scenario("s", (RemoveComponent("AOR2"),))])
    rates = {w.anchor: w.metrics["etr_per_s"].value for w in found.workloads}
    assert rates == pytest.approx({"TOR": 200.0, "AOR1": 200.0, "DB": 200.0}, rel=0.01)
    assert _used(found, "SYSA") == pytest.approx(_used(as_is, "SYSA"), rel=0.01)
    assert not [said for said in left_behind(found, as_is, baseline) if "elsewhere" in said]


def test_a_region_that_moves_to_another_database_leaves_none_of_its_work_behind() -> None:
    databases = [_database("MINE", "SYSA", 100.0, 2.4), _database("OTHER", "SYSB", 50.0, 3.0)]
    link = Link("uses", "AOR", "MINE")
    baseline = build_baseline(
        _between([_region("AOR", 40.0, 1.0, 100, 100.0)], *databases, links=(link,))
    )
    moved = (MoveComponent("AOR", "SYSB"), RemoveLink(link), AddLink(replace(link, target="OTHER")))
    as_is, found = project(baseline, [Scenario("", ()), Scenario("s", moved)])
    rates = {w.anchor: w.metrics["etr_per_s"].value for w in found.workloads}
    assert rates["MINE"] == pytest.approx(0.0, abs=1e-3)
    assert rates["OTHER"] == pytest.approx(50.0 + 80.0, rel=1e-3)
    used, was = (_used(one, "SYSA") + _used(one, "SYSB") for one in (found, as_is))
    assert used == pytest.approx(was, rel=0.01)
    response = found.workload("AOR").metrics["response_ms"]
    assert response.low < 0.98 * response.value < response.value < 0.98 * response.high


def test_a_region_linked_to_an_unknown_database_waits_for_it_as_today() -> None:
    """Without anybody who did its work its response fell by that much, in green."""
    link = Link("uses", "AOR", "MINE")
    baseline = build_baseline(
        _between(
            [_region("AOR", 40.0, 1.0, 100, 100.0)],
            _database("MINE", "SYSA", 100.0, 2.4),
            links=(link,),
        )
    )
    new = Component("NEW", "db2_subsystem", "NEW", "SYSA")
    changes = (RemoveLink(link), AddComponent(new), AddLink(replace(link, target="NEW")))
    as_is, found = project(baseline, [Scenario("", ()), Scenario("s", changes)])
    assert found.workload("AOR").metrics["response_ms"].value == pytest.approx(40.0, rel=0.01)
    assert any("too few figures" in said for said in left_behind(found, as_is, baseline))


@pytest.mark.parametrize("gone", [True, False])
def test_a_region_linked_to_another_database_takes_its_work_there(gone: bool) -> None:
    others = [_database("MINE", "SYSA", 100.0, 2.4), _database("OTHER", "SYSA", 40.0, 1.2)]
    others.extend(
        part("db2_bufferpool", f"BP{n}", name, {"VPSIZE": 50_000, "PAGE_SIZE_KB": 4})
        for n, name in enumerate(("MINE", "OTHER"))
    )
    region, link = _region("AOR", 40.0, 1.0, 100, 100.0), Link("uses", "AOR", "MINE")
    baseline = build_baseline(_between([region], *others, links=(link,)))
    cut = RemoveComponent("MINE") if gone else RemoveLink(link)
    moved = (AddLink(Link("uses", "AOR", "OTHER")), cut)
    as_is, found = project(baseline, [Scenario("", ()), Scenario("s", moved)])
    rates = {w.anchor: w.metrics["etr_per_s"].value for w in found.workloads if w.metrics}
    # As much CPU as it took where it was: 240 ms a second are 200 units of 1.2 ms.
    assert rates["OTHER"] == pytest.approx(240.0, rel=1e-3)
    # It stood there with a ten-millionth of its rate and the response of today.
    assert ("MINE" in rates) != gone
    assert rates.get("MINE", 0.0) == 0.0
    if not gone:
        mine = found.workload("MINE")
        assert mine.metrics["cpu_s_per_s"].high == 0.0
        assert mine.changes["etr_per_s"].value == -100.0
        assert "response_ms" not in mine.metrics
        assert any("it does nothing" in one for one in mine.extrapolated)
    assert _used(found, "SYSA") == pytest.approx(_used(as_is, "SYSA"), rel=5e-3)
    said = left_behind(found, as_is, baseline)
    assert ["what MINE did for it is taken to be done by OTHER" in one for one in said] == [True]


def test_callers_of_what_is_not_projected_are_told() -> None:
    topology = _routed()
    settings = {**topology["DB2A"].settings, "MAXDBAT": Setting(100)}
    topology = topology.with_component(replace(topology["DB2A"], settings=settings))
    baseline, few = build_baseline(topology), Scenario("s", (SetSetting("DB2A", "CTHREAD", 1),))
    as_is, found = project(baseline, [Scenario("", ()), few], bands=False)
    assert "is in no report" in (found.workload("DB2A").not_projectable or "")
    (said,) = left_behind(found, as_is, baseline)
    assert "DB2A is not projected in this scenario, and to AOR, whose work it does" in said


@pytest.mark.parametrize("response_ms", [60.0, None])
@pytest.mark.parametrize("link", [True, False])
def test_larger_messages_are_fewer_whoever_sends_them(response_ms, link: bool) -> None:
    """With a measured response of the region as many came, without one as many bytes."""
    figures = {"messages_per_s": 100.0, "cpu_us_per_message": 500.0, "duration_s": _SECONDS}
    manager = part("mq_manager", "QM1", "SYSA", {"MESSAGE_KB": 10}, figures)
    pool = part("mq_bufferpool", "QM1/0", "QM1", {"BUFFERS": 20_000})
    region = _region("AOR", response_ms, 5.0, 40, 100.0)
    links = (Link("uses", "AOR", "QM1"),) if link else ()
    baseline = build_baseline(_between([region], manager, pool, links=links))
    (found,) = project(baseline, [Scenario("s", (SetSetting("QM1", "MESSAGE_KB", 20),))])
    rates = {w.anchor: w.metrics["etr_per_s"] for w in found.workloads}
    assert (rates["AOR"].value, rates["QM1"].value) == pytest.approx((100.0, 50.0))
    assert any("0.5 times as many messages" in said for said in rates["QM1"].reasons)


def test_a_region_attaches_only_what_is_in_its_own_partition() -> None:
    parts = [one for one in _routed().components.values() if one.id in {"DB2A", "BP1"}]
    regions = [_region("TOR", 60.0, 1.0, 250, 100.0), _region("AOR", 55.0, 5.0, 40, 100.0)]
    links = (Link("mro", "TOR", "AOR"), Link("uses", "AOR", "DB2A"))
    baseline = build_baseline(_between(regions, *parts, links=links))
    db2, region = MoveComponent("DB2A", "SYSB"), MoveComponent("AOR", "SYSB")
    scenarios = [Scenario("as is", ())]
    scenarios += [Scenario(str(n), c) for n, c in enumerate([(db2,), (region,), (db2, region)])]
    as_is, *found = project(baseline, scenarios, bands=False)
    for one, there in zip(found[:2], ("from SYSA to SYSB", "from SYSB to SYSA"), strict=True):
        assert not one.workloads
        assert there in one.issues[0]
    assert not found[2].issues
    # Regions talk through XCF then, at a cost that nobody counted.
    assert any("in two partitions" in said for said in left_behind(found[2], as_is, baseline))


def test_a_connection_to_another_partition_is_xcf() -> None:
    regions = [_region("TOR", 60.0, 1.0, 250, 100.0), _region("AOR", 55.0, 5.0, 40, 100.0)]
    counts = {"function_shipped_requests": 100.0 * _SECONDS, "duration_s": _SECONDS}
    connection = part("cics_connection", "C", "TOR", {"ACCESSMETHOD": "XM"}, counts)
    baseline = build_baseline(_between(regions, connection, links=(Link("mro", "C", "AOR"),)))
    changes = [(), (MoveComponent("AOR", "SYSB"),), (SetSetting("C", "ACCESSMETHOD", "XCF"),)]
    found = project(baseline, [Scenario(str(n), c) for n, c in enumerate(changes)], bands=False)
    was, apart, stated = (one.workload("TOR").metrics["cpu_s_per_s"].value for one in found)
    assert was < apart == pytest.approx(stated)


@pytest.mark.parametrize("called", [True, False])
def test_what_its_own_figures_do_not_let_through_is_not_projected(called: bool) -> None:
    """150 requests/s of 9 ms on one session made an as-is of 111 transactions/s."""
    regions = [_region("TOR", 60.0, 0.5, 250, 150.0), _region("AOR", 40.0, 2.0, 250, 150.0)]
    counts = {"function_shipped_requests": 150 * _SECONDS, "duration_s": _SECONDS}
    connection = part(
        "cics_connection", "C", "TOR", {"SESSIONS_SEND": 1}, {**counts, "session_hold_ms": 9.0}
    )
    links = (Link("mro", "C", "AOR"),) if called else ()
    baseline = build_baseline(_between(regions, connection, links=links))
    assert "1 of C, each held for" in baseline.refused[0]
    assert len(baseline.refused) == 1 + called
    (found,) = project(baseline, [Scenario("s", (SetSetting("C", "SESSIONS_SEND", 5),))])
    assert found.workload("TOR").not_projectable == baseline.refused[0]
    assert (found.workload("AOR").not_projectable is None) == (not called)


def test_a_connection_without_sessions_sends_nothing_and_is_refused() -> None:
    """No session at all was no limit."""
    regions = [_region("TOR", 60.0, 0.5, 250, 100.0), _region("AOR", 40.0, 2.0, 250, 100.0)]
    counts = {"function_shipped_requests": 100 * _SECONDS, "duration_s": _SECONDS}
    connection = part("cics_connection", "C", "TOR", {"SESSIONS_SEND": 20}, counts)
    baseline = build_baseline(_between(regions, connection, links=(Link("mro", "C", "AOR"),)))
    (found,) = project(baseline, [Scenario("s", (SetSetting("C", "SESSIONS_SEND", 0),))])
    assert "without a send session" in str(found.workload("TOR").not_projectable)


def test_more_cpu_than_the_partition_has_is_not_projected() -> None:
    """6 CPUs on 4 CPs made an as-is of 53 transactions/s for 80 measured."""
    java = part("jvm", "J", "SYSA", {}, {"tx_per_s": 80.0, "cpu_s_per_s": 6.0})
    baseline = build_baseline(_between([], java, links=()))
    (said,) = baseline.refused
    assert "6 of the 4 CPs of SYSA" in said


def test_nodes_of_a_network_that_are_linked_are_said_to_keep_their_own_loads() -> None:
    figures = {
        "duration_s": 900.0,
        "messages_per_s": 20_000.0,
        "commands_per_s": 10_000.0,
        "cpu_s": 360.0,
        "bytes_per_message": 400.0,
    }
    lpars = [
        part("lpar", name, None, {"CPS": 4}, {"cp_busy_pct": 40.0}) for name in ("SYSA", "SYSB")
    ]
    nodes = [part("netwk_node", f"N{one.id}", one.id, {"DRIVER": "XCF"}, figures) for one in lpars]
    link = Link("network", nodes[0].id, nodes[1].id)
    baseline = build_baseline(Topology().with_components([*lpars, *nodes]).with_link(link))
    grown = Scenario("", (SetSetting("NSYSA", "LOAD_GROWTH_PCT", 50),))
    as_is, found = project(baseline, [Scenario("", ()), grown], bands=False)
    (said,) = left_behind(found, as_is, baseline)
    assert said.startswith("NSYSA carries another load, and NSYSB, to which it is linked, the same")
