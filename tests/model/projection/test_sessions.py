"""Sessions of MRO: as many as one side sends on and the other receives on."""

from __future__ import annotations

import pytest

from model.catalogue import catalogue
from model.projection import Projection, build_baseline, project
from model.topology import Link, Scenario, SetSetting, Topology, apply_changes
from model.topology.documents import installation_from
from resources import resource
from tests.model.projection.test_random_installations import part

OUT, BACK = "cics_connection:CICSTOR1/AOR1", "back"
REGIONS = ("CICSTOR1", "CICSAOR1", "CICSFOR1")


def site(receives: int | None = 20) -> Topology:
    """The template, whose AOR has a connection to the TOR as well."""
    text = resource("templates", "cics-vsam.json").read_text(encoding="utf-8")
    found = installation_from(text, catalogue())
    settings = {"SESSIONS_SEND": 1, "ACCESSMETHOD": "IRC"}
    if receives is not None:
        settings["SESSIONS_RECEIVE"] = receives
    back = part("cics_connection", BACK, "cics_region:CICSAOR1", settings)
    return found.with_components([back]).with_link(Link("mro", BACK, "cics_region:CICSTOR1"))

    return Link("mro", BACK, "cics_region:CICSTOR1")


def asked(topology: Topology, *changes: SetSetting) -> Projection:
    (found,) = project(build_baseline(topology), [Scenario("s", changes)])
    return found


def rates(found: Projection) -> list[float]:
    each = (found.workload(f"cics_region:{name}") for name in REGIONS)
    return [one.metrics["etr_per_s"].value for one in each if one is not None]


def said(found: Projection) -> list[str]:
    return [str(s) for one in found.workloads for m in one.metrics.values() for s in m.reasons]


def test_as_many_sessions_as_the_other_end_receives_on() -> None:
    """Two of twenty sessions that the AOR receives on changed nothing."""
    sent = asked(site(), SetSetting(OUT, "SESSIONS_SEND", 2))
    received = asked(site(), SetSetting(BACK, "SESSIONS_RECEIVE", 2))
    assert rates(sent)[0] < 90.0
    assert rates(received) == pytest.approx(rates(sent), rel=1e-6)
    assert not any("SESSIONS_RECEIVE" in one for one in said(received))
    assert rates(asked(site(None), SetSetting(OUT, "SESSIONS_SEND", 2)))[0] < 90.0


def test_more_are_sent_on_in_vain_where_the_other_end_receives_on_no_more() -> None:
    few = site(3)
    today, more = asked(few), asked(few, SetSetting(OUT, "SESSIONS_SEND", 40))
    assert rates(more) == pytest.approx(rates(today), rel=1e-6)
    assert any(
        "of 40 send sessions 3 can be used, because back receives on no more" in one
        for one in said(more)
    )
    both = (SetSetting(OUT, "SESSIONS_SEND", 40), SetSetting(BACK, "SESSIONS_RECEIVE", 40))
    assert not any("send sessions" in one for one in said(asked(few, *both)))


def test_none_to_receive_on_stops_the_region_that_sends() -> None:
    found = asked(site(), SetSetting(BACK, "SESSIONS_RECEIVE", 0))
    region = found.workload("cics_region:CICSTOR1")
    assert region is not None
    text = [region.not_projectable or "", *region.extrapolated]
    assert any("back receives on no session" in one for one in text)


def test_sessions_that_are_not_of_mro_are_not_told_so() -> None:
    """APPC links have a maximum and contention winners in place of these."""
    over_vtam = SetSetting(OUT, "ACCESSMETHOD", "VTAM")
    topology = apply_changes(site(2), [over_vtam], catalogue())
    assert rates(asked(topology))[0] == pytest.approx(100.0, rel=1e-3)


def test_requests_over_vtam_are_started_on_sessions_that_usually_receive_too() -> None:
    """Of two send sessions and forty receive sessions two were all."""

    def carried(receives: int) -> float:
        over = SetSetting(OUT, "ACCESSMETHOD", "VTAM")
        also = SetSetting(OUT, "SESSIONS_RECEIVE", receives)
        topology = apply_changes(site(), [over, also], catalogue())
        return rates(asked(topology, SetSetting(OUT, "SESSIONS_SEND", 2)))[0]

    assert carried(0) < 90.0
    assert carried(40) == pytest.approx(100.0, rel=1e-3)


@pytest.mark.parametrize("response_ms", [6.0, 25.0])
@pytest.mark.parametrize(("hold_ms", "sessions"), [(24.0, 2), (40.0, 3), (60.0, 5)])
def test_sessions_carry_no_more_than_their_measured_hold_lets_through(
    response_ms: float, hold_ms: float, sessions: int
) -> None:
    """Sixty milliseconds on five sessions carried 100 requests a second: Little's law has 83."""
    each = {**dict.fromkeys(("qr_dispatch_s", "qr_cpu_s"), 24.0), "tcb_cpu_s": 26.4}
    figures = {**each, "transactions": 30_000.0, "duration_s": 300.0, "response_ms": response_ms}
    counts = {"function_shipped_requests": 30_000.0, "duration_s": 300.0}
    topology = Topology().with_components(
        [
            part("lpar", "SYSA", None, {"CPS": 8}, {"cp_busy_pct": 30.0}),
            part("cics_region", "AOR", "SYSA", {"PLATFORM": "z/OS", "MXT": 60}, figures),
            part(
                "cics_connection",
                "C",
                "AOR",
                {"SESSIONS_SEND": 10},
                {**counts, "session_hold_ms": hold_ms},
            ),
        ]
    )
    work = asked(topology, SetSetting("C", "SESSIONS_SEND", sessions)).workload("AOR")
    assert work is not None
    rate = work.metrics["etr_per_s"]
    assert rate.value == pytest.approx(sessions / hold_ms * 1e3, rel=0.01)
    assert rate.low < rate.value < rate.high
