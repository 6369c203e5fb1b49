"""Little: on average no more servers are held than tasks are inside those who call them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from model.catalogue import catalogue
from model.projection import Baseline, build_baseline, project
from model.projection.estimate import Estimate
from model.queueing.installation import InstallationNetwork, Solved
from model.queueing.installation.watching import watching
from model.topology import Component, Link, Scenario, SetSetting, Topology
from model.topology.growth import GROWTH
from tests.model.projection.test_random_installations import installations, part

_NEAR = 1e-3


def held_and_inside(net: InstallationNetwork, solved: Solved) -> None:
    """Servers held are throughput x hold, and no more than there are or than callers are inside.

    Of what has settled: of the rest it is said that it has not.
    """
    reading, settled = solved.reading, solved.converged
    for place, station in enumerate(net.stations):
        arcs = [n for n, arc in enumerate(net.arcs) if arc.station == place]
        if not station.software or not arcs:
            continue
        servers = reading.numbers.servers[:, arcs[0]] * reading.numbers.copies[:, arcs[0]]
        inside = np.zeros(len(servers))
        for chain, arc in {net.arcs[n].chain: n for n in arcs}.items():
            copies = reading.numbers.chain_copies[:, arc]
            inside = inside + copies * reading.rate(chain) * reading.response(chain)
        held = reading.busy(arcs)
        assert (held <= servers * (1.0 + _NEAR))[settled].all(), station.name
        assert (held <= inside * (1.0 + _NEAR) + 1e-9)[settled].all(), station.name


def shown(baseline: Baseline) -> int:
    """What is shown: servers held against the tasks that rate and response say are inside."""
    pools = 0
    for block in baseline.blocks:
        for name, got in block.got.items():
            metrics = {key: value[0] for key, value in block.evaluations[name].metrics.items()}
            inside_ms = metrics.get("response_ms", np.full(1, np.nan))
            # An occupied message region that waits for input has no transaction inside.
            inside_ms = np.maximum(inside_ms, metrics.get("region_ms_per_tx", 0.0))
            inside = metrics.get("etr_per_s", np.zeros(1)) * inside_ms / 1e3
            known = np.isfinite(inside)
            for pool, hold_s in got.hold_s.items():
                pools += 1
                held = got.uses[pool] * got.servers[pool]
                assert held == pytest.approx(got.rate_per_s * hold_s, rel=_NEAR, abs=1e-9), pool
                # Where the network cannot be as quick as was measured, tasks saw so much of it.
                least = (held * got.share - inside * (1.0 + _NEAR))[known]
                assert (least <= 1e-9).all(), (name, pool)
    return pools


def region_with_strings(draw, host: str, response: bool) -> list[Component]:
    """A region of z/VSE with files, an LSR pool whose strings were waited for, and sessions."""
    name, seconds = f"{host}V", 3600.0
    rate, qr_ms = draw(st.floats(0.5, 60.0)), draw(st.floats(0.5, 10.0))
    requests = rate * seconds * draw(st.floats(0.2, 20.0))
    figures = {
        "qr_dispatch_s": seconds * rate * qr_ms / 1e3,
        "qr_cpu_s": seconds * rate * qr_ms * draw(st.floats(0.2, 1.0)) / 1e3,
        "duration_s": seconds,
        "transactions": seconds * rate,
        "peak_tasks": float(draw(st.integers(1, 80))),
    }
    if response:
        figures["response_ms"] = qr_ms * draw(st.floats(1.5, 30.0))
    waits = requests * draw(st.sampled_from((1e-7, 1e-5, 1e-3, 0.05)))
    pool = {"strings_waits": waits, "duration_s": seconds}
    counts = {"lookasides": requests * 0.8, "reads": requests * 0.2, "duration_s": seconds}
    file = {"requests": requests / 4.0, "string_waits": waits / 2.0, "excps": requests / 8.0}
    return [
        part(
            "cics_region",
            name,
            host,
            {"PLATFORM": "z/VSE", "MXT": draw(st.integers(2, 90))},
            figures,
        ),
        part("lsr_pool", f"{name}/2", name, {"STRINGS": draw(st.integers(2, 60))}, pool),
        part("lsr_buffers", f"{name}/2/D4096", f"{name}/2", {"BUFFERS": 500}, counts),
        part("vsam_file", f"{name}/F", name, {"STRINGS": draw(st.integers(1, 20))}, file),
    ]


@st.composite
def with_strings(draw) -> Topology:
    """A random installation, some of whose files and pools were waited for."""
    whole = draw(installations())
    return whole.with_components(region_with_strings(draw, "SYSA", draw(st.booleans())))


FEW = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))


def cpu_adds_up(metrics: Mapping[str, Estimate]) -> None:
    """CPU of a unit of work times its units a second is its CPU a second, however full CPs are."""
    if metrics.keys() >= {"etr_per_s", "cpu_s_per_s", "cpu_ms_per_tx"}:
        rate, each_ms = (metrics[name].value for name in ("etr_per_s", "cpu_ms_per_tx"))
        assert metrics["cpu_s_per_s"].value == pytest.approx(rate * each_ms / 1e3, rel=1e-6)


def law_holds(topology: Topology, growth: int) -> None:
    known = catalogue()
    with watching() as seen:
        baseline = build_baseline(topology)
        grown = tuple(
            SetSetting(one.anchor, GROWTH.name, growth)
            for one in baseline.anchors
            if GROWTH in known[topology[one.anchor].kind].settings
        )
        fewer = tuple(SetSetting(one.id, "CPS", 1) for one in topology.of_kind("lpar"))
        found = project(
            baseline, [Scenario("grown", grown), Scenario("fewer CPs", fewer)], bands=False
        )
    assert shown(baseline)
    for work in (work for one in found for work in one.workloads):
        cpu_adds_up(work.metrics)
    for net, solved in seen:
        held_and_inside(net, solved)


def test_the_sample_holds_no_more_servers_than_tasks_are_inside(sample_analysis) -> None:
    """30 strings were 38 % busy where 0.06 tasks were inside."""
    law_holds(sample_analysis.baseline.topology, 40)


@settings(FEW, max_examples=4)
@given(with_strings(), st.sampled_from((-30, 50, 400)))
def test_no_random_installation_holds_more_than_is_inside(topology, growth) -> None:
    law_holds(topology, growth)


@pytest.mark.thorough
@settings(FEW, max_examples=90)
@given(with_strings(), st.sampled_from((-30, 50, 400)))
def test_many_random_installations_hold_no_more_than_is_inside(topology, growth) -> None:
    law_holds(topology, growth)


def test_a_wait_for_mxt_is_seen_whatever_else_the_measured_response_has_no_room_for() -> None:
    """I/Os that take longer than the response: MXT=2 at 78 % left it at 25 ms."""
    figures = {
        "duration_s": 900.0,
        "transactions": 54_000.0,
        "response_ms": 25.0,
        "qr_cpu_s": 129.6,
        "qr_dispatch_s": 162.0,
        "tcb_cpu_s": 162.0,
        "excps": 108_000.0,
    }
    disk = {"response_ms": 1.5, "iosq_ms": 0.1, "io_per_s": 2_000.0}
    counts = {"lookasides": 500_000.0, "reads": 60_000.0, "duration_s": 900.0}
    parts = [
        part("lpar", "SYSA", None, {"CPS": 4}, {"cp_busy_pct": 45.0}),
        part("dasd", "DISK", None, {"VOLUMES": 40}, disk),
        part("cics_region", "R", "SYSA", {"PLATFORM": "z/OS", "MXT": 60}, figures),
        part("lsr_pool", "P", "R", {"STRINGS": 10}, {**counts, "strings_waits": 50.0}),
        part("lsr_buffers", "B", "P", {"BUFFERS": 200}, counts),
    ]
    whole = Topology().with_components(parts).with_link(Link("uses", "R", "DISK"))
    scenarios = [Scenario(str(mxt), (SetSetting("R", "MXT", mxt),)) for mxt in (60, 3, 2)]
    found = project(build_baseline(whole), scenarios, bands=False)
    as_is, three, two = (one.workload("R").metrics["response_ms"].value for one in found)
    assert as_is == pytest.approx(25.0)
    assert as_is < three < two
    assert two > 1.5 * as_is
