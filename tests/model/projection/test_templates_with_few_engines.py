"""Installations that the product ships, with fewer CPs or servers than their work asks for."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from model.catalogue import catalogue
from model.projection import Baseline, build_baseline, project
from model.projection.estimate import Estimate
from model.projection.provisional import with_stand_ins
from model.queueing.installation import solve_installation
from model.queueing.installation.equations import Map
from model.queueing.installation.watching import watching
from model.topology import Scenario, SetSetting
from model.topology.documents import installation_from
from resources import resource

FEW = (
    ("cics-vsam", "lpar:SYSA", 2, 60),
    ("cics-vsam", "lpar:SYSA", 3, 120),
    ("cics-vsam", "cpc:CPC1", 3, 120),
    ("db2-sharing", "cpc:CPC1", 3, 100),
    ("db2-sharing", "lpar:SYSA", 2, 60),
    ("mq-cics", "lpar:SYSA", 3, 80),
    ("mq-cics", "cpc:CPC1", 2, 60),
)
"""Template, component, CPs, and the most looks at the network, of about half a millisecond each."""


@cache
def baseline(name: str) -> Baseline:
    text = resource(f"templates/{name}.json").read_text(encoding="utf-8")
    topology = installation_from(text, catalogue())
    return with_stand_ins(build_baseline(topology))


@pytest.mark.parametrize(("name", "component", "cps", "most"), FEW)
def test_work_that_asks_for_more_than_there_is_settles_soon(
    name: str, component: str, cps: int, most: int, monkeypatch
) -> None:
    """Three of six CPs of the CICS template came to no rest, and then after 274 looks; two
    thousandths too much for a QR TCB in the MQ template took 415. Wherever it begins it comes to
    the same."""
    passes, whole = 0, Map.__call__

    def counted(self, *given):
        nonlocal passes
        passes += 1
        return whole(self, *given)

    monkeypatch.setattr(Map, "__call__", counted)
    scenario = Scenario("few", (SetSetting(component, "CPS", cps),))
    with watching() as seen:
        (found,) = project(baseline(name), [scenario], bands=False)
    assert found.converged
    assert passes <= most
    net, solved = seen[-1]
    again = solve_installation(net, 1e-8)
    assert again.converged.all()
    assert solved.reading.throughput == pytest.approx(again.reading.throughput, rel=1e-5)


@pytest.mark.parametrize(
    ("template", "component", "setting", "value", "held_back"),
    [
        ("cics-vsam", "cics_connection:CICSTOR1/AOR1", "SESSIONS_SEND", 2, "CICSTOR1/AOR1"),
        ("cics-vsam", "cics_region:CICSAOR1", "MXT", 2, "MXT"),
    ],
)
def test_a_rate_that_servers_hold_back_has_a_band_and_a_reason(
    template, component, setting, value, held_back
) -> None:
    """Of two full ones, of which one only piles up what the other holds back, there was none."""
    _, fewer = project(
        baseline(template),
        [Scenario("as is"), Scenario("fewer", (SetSetting(component, setting, value),))],
    )
    for region in ("CICSTOR1", "CICSAOR1", "CICSFOR1"):
        rates = fewer.workload(f"cics_region:{region}").metrics["etr_per_s"]
        assert rates.value < 90.0
        assert rates.low < 0.985 * rates.value < 1.015 * rates.value < rates.high <= 100.0
    said = fewer.workload("cics_region:CICSTOR1" if held_back != "MXT" else component)
    assert any(
        f"what {held_back} holds back" in str(why) for why in said.metrics["etr_per_s"].reasons
    )


SPEEDS = (0.0625, 0.125, 0.25, 0.5, 0.8, 0.95, 1.05, 1.25, 2.0, 4.0, 10.0)


@cache
def at_speeds() -> tuple[dict[str, Estimate], ...]:
    """Figures of the z/VSE template's region, first as it is and then at each speed of its CPs."""
    changes = [Scenario(str(x), (SetSetting("cpc:CPC1", "CP_SPEED", x),)) for x in SPEEDS]
    found = project(baseline("zvse-zvm"), [Scenario("as is"), *changes])
    return tuple(dict(one.workload("cics_region:CICSPROD").metrics) for one in found)


def test_cpu_follows_the_speed_of_cps_with_zvm_as_without() -> None:
    """On CPs half as fast the guest's CPU doubled, and what z/VM added to it made it none more."""
    today, *others = at_speeds()
    added = today["cpu_with_zvm_s_per_s"].value / today["cpu_s_per_s"].value
    for figures in others:
        both = figures["cpu_with_zvm_s_per_s"].value
        assert both == pytest.approx(added * figures["cpu_s_per_s"].value, rel=1e-6)


def test_the_farther_a_speed_from_the_measured_one_the_wider_the_band() -> None:
    """It was as wide at a sixteenth as at 0.8; a rate that a full QR TCB held back had none."""
    _, *others = at_speeds()
    each = [figures["cpu_ms_per_tx"] for figures in others]
    values = [one.value for one in each]
    assert values == sorted(values, reverse=True)
    widths = [one.high / one.low for one in each]
    slower, faster = widths[: SPEEDS.index(0.95) + 1], widths[SPEEDS.index(1.05) :]
    assert slower == sorted(slower, reverse=True)
    assert faster == sorted(faster)
    assert slower[0] > 2.0 * slower[SPEEDS.index(0.8)]
    rates = [figures["etr_per_s"] for figures in others]
    assert all(a.value <= b.value + 1e-9 for a, b in pairwise(rates))
    for one, rate in zip(each, rates, strict=True):
        if rate.value < 19.0:
            assert rate.low < 0.95 * rate.value < 1.05 * rate.value < rate.high
        assert rate.high <= 20.0 + 1e-9
        assert one.low < one.value < one.high


def test_tasks_that_wait_for_sessions_are_not_said_to_wait_for_tasks() -> None:
    """All of MXT are inside because each waits for a session: "no more tasks inside than MXT
    allows" stood before the sessions, and more tasks would let no more work through."""
    known = baseline("cics-vsam")
    grown = SetSetting("cics_region:CICSTOR1", "LOAD_GROWTH_PCT", 150)
    tasks = SetSetting("cics_region:CICSTOR1", "MXT", 500)
    one, two = project(known, [Scenario("", (grown,)), Scenario("", (grown, tasks))], bands=False)
    works = [found.workload("cics_region:CICSTOR1") for found in (one, two)]
    assert all(work is not None for work in works)
    first, second = (work for work in works if work is not None)
    assert second.metrics["etr_per_s"].value == pytest.approx(
        first.metrics["etr_per_s"].value, rel=0.01
    )
    assert any("wait for CICSAOR1, whose QR TCB" in said for said in first.extrapolated)
    assert not any("MXT" in said for said in first.extrapolated)


def test_buffers_whose_requests_nobody_counted_say_that_their_reads_are_not_projected() -> None:
    """Of 2,000 buffers three were left, and nothing but their storage moved."""
    name = "lsr_buffers:CICSFOR1/1/D4096"
    (found,) = project(
        baseline("cics-vsam"), [Scenario("", (SetSetting(name, "BUFFERS", 3),))], bands=False
    )
    work = found.workload("cics_region:CICSFOR1")
    assert work is not None
    (said,) = work.extrapolated
    assert said.startswith("CICSFOR1/1/D4096: how many requests found")
