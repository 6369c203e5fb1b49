"""Random installations of every kind of workload: laws that hold for whatever is mixed and changed.

More engines, storage or servers never carry less of a workload that they serve, more work never
less of itself, no partition does more than its engines, what shares nothing with a change stays.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from model.catalogue import catalogue
from model.projection import Projection, build_baseline, project
from model.topology import Component, Link, Measured, Scenario, SetSetting, Topology
from model.topology.growth import GROWTH
from tests.model.projection.test_little import region_with_strings
from tests.model.projection.test_random_installations import messages, part, queries, region

SYSTEMS = ("SYSA", "SYSB")
FEW = settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
MANY = settings(FEW, max_examples=40)
Draw = Callable[..., float]
CAPACITY = (
    ("lpar", "CPS"),
    ("lpar", "REAL_STORAGE_GB"),
    ("dasd", "VOLUMES"),
    ("cics_region", "MXT"),
    ("lsr_pool", "STRINGS"),
    ("vsam_file", "STRINGS"),
    ("cics_connection", "SESSIONS_SEND"),
    ("db2_subsystem", "MAXDBAT"),
)
"""Kinds and settings of which more is more capacity, and takes nothing from anybody."""
SHARED = ("lpar", "dasd")
"""Kinds that serve whoever uses them; of others it is the workload they stand in."""


def tiers(name: str, host: str, draw: Draw) -> tuple[list[Component], list[Link]]:
    """A region that ships its requests to another one."""
    rate, each = draw(st.floats(10.0, 60.0)), draw(st.integers(1, 4))
    caller, called = f"{name}AOR", f"{name}FOR"
    (front,) = region(caller, host, rate, draw(st.floats(2.0, 6.0)), 0.9)
    (back,) = region(called, host, rate * each, draw(st.floats(0.3, 1.0)), 0.9)
    shorter = front.measured["response_ms"].value / (3.0 * each)
    back = replace(back, measured={**back.measured, "response_ms": Measured(shorter, "ms")})
    counts = {"function_shipped_requests": 300.0 * rate * each, "duration_s": 300.0}
    link = f"{caller}/{called}"
    sessions = {"SESSIONS_SEND": draw(st.integers(8, 40))}
    return (
        [front, back, part("cics_connection", link, caller, sessions, counts)],
        [Link("mro", link, called)],
    )


def others(name: str, host: str, draw: Draw) -> list[Component]:
    """Message queuing, Java, Natural and Net-Work."""
    times = draw(st.floats(0.3, 3.0))
    pool = {"low_buffers": 600.0, "rio": 100.0, "imw": 900.0, "wio": 2_000.0, "duration_s": 600.0}
    return draw(
        st.sampled_from(
            [
                [
                    part(
                        "mq_manager",
                        name,
                        host,
                        {},
                        {
                            "messages_per_s": 500.0 * times,
                            "cpu_us_per_message": 600.0,
                            "get_cpu_us": 9.0,
                            "get_suspend_us": 30.0,
                            "duration_s": 600.0,
                        },
                    ),
                    part("mq_bufferpool", f"{name}/1", name, {"BUFFERS": 20_000}, pool),
                ],
                [part("jvm", name, host, {}, {"tx_per_s": 80.0 * times, "cpu_s_per_s": 0.6})],
                [
                    part(
                        "natural_session",
                        name,
                        host,
                        {"ZIIP": True},
                        {
                            "srb_switches": 80_000.0 * times,
                            "enclave_cpu_ms": 60_000.0,
                            "records_read": 75_000.0,
                            "duration_s": 300.0,
                        },
                    )
                ],
                [
                    part(
                        "netwk_node",
                        name,
                        host,
                        {"DRIVER": "CTCA"},
                        {"commands_per_s": 9_000.0 * times, "duration_s": 60.0, "cpu_s": 20.0},
                    )
                ],
            ]
        )
    )


@st.composite
def mixtures(draw) -> Topology:
    """Two systems with one to four kinds of work each, and volumes that some of it shares."""
    disk = {"response_ms": 1.5, "iosq_ms": 0.1, "io_per_s": 400.0}
    parts = [
        part("cpc", "CPC1", None, {"CPS": 32}),
        part("dasd", "DISK", None, {"VOLUMES": draw(st.integers(2, 20))}, disk),
    ]
    links: list[Link] = []
    for host in SYSTEMS:
        size = {"CPS": draw(st.integers(2, 8)), "REAL_STORAGE_GB": 64, "ZIIPS": 1}
        busy = {"cp_busy_pct": draw(st.floats(40.0, 85.0)), "ziip_busy_pct": 30.0}
        parts.append(part("lpar", host, "CPC1", size, busy))
        kinds = draw(st.lists(st.sampled_from("tvdio"), min_size=1, max_size=4, unique=True))
        for kind in kinds:
            name = f"{host}{kind.upper()}"
            if kind == "t":
                found, between = tiers(name, host, draw)
                links += between
            elif kind == "v":
                found = region_with_strings(draw, host, draw(st.booleans()))
            elif kind == "d":
                found = queries(name, host, draw(st.floats(10.0, 80.0)), draw(st.floats(0.5, 8.0)))
            elif kind == "i":
                found = messages(name, host, draw(st.floats(20.0, 80.0)), draw(st.floats(5e3, 6e4)))
            else:
                found = others(name, host, draw)
            if kind in "td" and draw(st.booleans()):
                links.append(Link("uses", found[0].id, "DISK"))
            parts += found
    whole = Topology().with_components(parts)
    for link in links:
        whole = whole.with_link(link)
    return whole


def rates(projection: Projection) -> dict[str, float]:
    return {
        work.anchor: work.metrics["etr_per_s"].value
        for work in projection.workloads
        if "etr_per_s" in work.metrics
    }


def growing(topology: Topology) -> list[str]:
    """Workloads whose amount of work a setting states."""
    known = catalogue()
    anchors = [item.anchor for item in build_baseline(topology).anchors]
    return [name for name in anchors if GROWTH in known[topology[name].kind].settings]


def nothing_is_beyond_what_there_is(topology: Topology, scenarios: list[Scenario]) -> None:
    found = project(build_baseline(topology), [Scenario("as-is"), *scenarios], bands=False)
    before = rates(found[0])
    for scenario, one in zip(scenarios, found[1:], strict=True):
        growth = {
            c.component: 1.0 + c.value / 100.0
            for c in scenario.changes
            if isinstance(c, SetSetting) and c.setting == GROWTH.name
        }
        most = max((1.0, *growth.values()))
        for name, rate in rates(one).items():
            assert rate <= before[name] * most * (1.0 + 1e-3), name
        assert all(r.utilization <= 1.0 + 1e-6 for r in one.resources)
        for host in SYSTEMS:
            sizes = [
                c.value
                for c in scenario.changes
                if isinstance(c, SetSetting) and (c.component, c.setting) == (host, "CPS")
            ]
            carried = sum(
                work.metrics["cpu_s_per_s"].value
                for work in one.workloads
                if topology.ancestor(work.anchor, "lpar").id == host
                and "cpu_s_per_s" in work.metrics
                and topology[work.anchor].kind != "natural_session"
            )
            engines = sizes[-1] if sizes else topology[host].number("CPS")
            assert carried <= engines * (1.0 + 1e-3), host


def changed(draw, topology: Topology, count: int) -> list[Scenario]:
    """So many scenarios of capacity and load, several changes each."""
    known = catalogue()
    found = []
    places = [
        (component.id, setting)
        for kind, setting in CAPACITY
        for component in topology.of_kind(kind)
        if component.number(setting)
    ]
    work = growing(topology)
    for number in range(count):
        changes = []
        for name, setting in draw(st.lists(st.sampled_from(places), max_size=3, unique=True)):
            spec = known[topology[name].kind].setting(setting)
            least = 1.0 if spec.minimum is None else max(spec.minimum, 1.0)
            value = topology[name].number(setting) * draw(st.sampled_from((0.25, 0.5, 2.0, 5.0)))
            changes.append(SetSetting(name, setting, max(round(value), round(least))))
        grown = draw(st.lists(st.sampled_from(work), max_size=3, unique=True)) if work else []
        changes += [
            SetSetting(name, GROWTH.name, draw(st.sampled_from((-50, 30, 150, 900))))
            for name in grown
        ]
        found.append(Scenario(str(number), tuple(changes)))
    return found


def more_capacity_carries_no_less(draw, topology: Topology) -> None:
    """Of any workload: what others do with more of it is not taken from anybody's share."""
    (load,) = changed(draw, topology, 1)
    places = [
        (component.id, setting)
        for kind, setting in CAPACITY
        for component in topology.of_kind(kind)
        if component.number(setting)
    ]
    name, setting = draw(st.sampled_from(places))
    value = topology[name].number(setting)
    others_of = tuple(
        c
        for c in load.changes
        if isinstance(c, SetSetting) and (c.component, c.setting) != (name, setting)
    )
    steps = sorted({max(1, round(value * times)) for times in (0.5, 0.75, 1.0, 1.5, 2.0, 4.0)})
    found = project(
        build_baseline(topology),
        [Scenario(str(n), (*others_of, SetSetting(name, setting, n))) for n in steps],
        bands=False,
    )
    for less, more in pairwise(found):
        before, after = rates(less), rates(more)
        for work in before:
            if topology[name].kind in SHARED or work in (name, *topology.containers(name)):
                least = before[work] * (1.0 - 2e-3)
                assert after[work] >= least, (name, setting, less.name, more.name, work)


@pytest.mark.thorough
@FEW
@given(mixtures(), st.data())
def test_no_mixture_does_more_than_comes_or_than_there_is(topology, data) -> None:
    nothing_is_beyond_what_there_is(topology, changed(data.draw, topology, 3))


@pytest.mark.thorough
@MANY
@given(mixtures(), st.data())
def test_no_mixture_of_many_does_more_than_comes_or_than_there_is(topology, data) -> None:
    nothing_is_beyond_what_there_is(topology, changed(data.draw, topology, 6))


@FEW
@given(mixtures(), st.data())
def test_more_capacity_carries_no_less(topology, data) -> None:
    more_capacity_carries_no_less(data.draw, topology)


@pytest.mark.thorough
@MANY
@given(mixtures(), st.data())
def test_more_capacity_carries_no_less_of_many(topology, data) -> None:
    more_capacity_carries_no_less(data.draw, topology)


@FEW
@given(mixtures(), st.data())
def test_more_of_one_work_never_carries_less_of_it(topology, data) -> None:
    work = growing(topology)
    if not work:
        return
    name = data.draw(st.sampled_from(work))
    steps = [Scenario(str(n), (SetSetting(name, GROWTH.name, n),)) for n in (-50, 0, 40, 150, 600)]
    found = [rates(one).get(name) for one in project(build_baseline(topology), steps, bands=False)]
    carried = [rate for rate in found if rate is not None]
    assert all(more >= less * (1.0 - 2e-3) for less, more in pairwise(carried)), (name, carried)


@pytest.mark.thorough
@FEW
@given(mixtures(), st.data())
def test_what_shares_nothing_with_a_change_stays_as_it_is(topology, data) -> None:
    apart = topology
    for link in topology.links:
        if link.kind == "uses":
            apart = apart.without_link(link)
    cut = [Scenario("as-is"), Scenario("cut", (SetSetting("SYSA", "CPS", 1),))]
    as_is, found = project(build_baseline(apart), cut, bands=False)
    for work in found.workloads:
        if topology.ancestor(work.anchor, "lpar").id == "SYSB":
            assert work.metrics == as_is.workload(work.anchor).metrics, work.anchor
