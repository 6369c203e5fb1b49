"""Workload growth of every kind: proportion, waits, saturation, bands, and nothing at growth 0."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pytest

from model.catalogue import catalogue, subsystem_models
from model.projection import build_baseline, project
from model.subsystems.common.load import growth_sd
from model.topology import Link, Scenario, SetSetting
from model.topology.growth import GROWTH

STEPS = (-50, -10, 0, 10, 25, 50, 100, 200, 400, 900)
DOES_NOT_GROW = {"cognos_server", "dfsort_job", "tcp_connection", "dump_options", "lla"}
"""A job's run time or a capacity was measured, not work that arrives; a database has users."""


def cics(part) -> tuple[Any, ...]:
    figures = {
        "qr_dispatch_s": 20.67,
        "qr_cpu_s": 10.77,
        "duration_s": 300.0,
        "transactions": 12_000.0,
        "response_ms": 60.0,
        "excps": 30_000.0,
        "page_ins_per_s": 4.0,
        "partition_cpu_s": 15.0,
    }
    waiting = {"requests": 40_000.0, "string_waits": 1_500.0, "excps": 30_000.0}
    return (
        part("cics_region", "AOR1", "SYSA", {"PLATFORM": "z/OS", "MXT": 120}, figures),
        part("vsam_file", "AOR1/CUST", "AOR1", {"STRINGS": 5}, waiting),
    )


def ims(part) -> tuple[Any, ...]:
    figures = {
        "schedules": 12_000.0,
        "transactions": 18_000.0,
        "duration_s": 600.0,
        "schedule_to_first_call_us": 4_000.0,
        "elapsed_us": 30_000.0,
        "transaction_cpu_us": 5_000.0,
        "region_occupancy_pct": 55.0,
    }
    return (
        part("ims_system", "IMSA", "SYSA", {}, {}),
        part("ims_region", "MPR", "IMSA", {}, figures),
    )


def db2(part) -> tuple[Any, ...]:
    figures = {
        "tx_per_s": 250.0,
        "cpu_ms_per_tx": 6.0,
        "response_ms": 40.0,
        "duration_s": 600.0,
        "sync_io_us": 700.0,
    }
    pool = {"sync_reads_random": 300_000.0, "getpages": 9_000_000.0, "duration_s": 600.0}
    return (
        part("db2_subsystem", "DB2A", "SYSA", {}, figures),
        part("db2_bufferpool", "DB2A/BP1", "DB2A", {"VPSIZE": 100_000}, pool),
    )


def mq(part) -> tuple[Any, ...]:
    figures = {
        "messages_per_s": 500.0,
        "cpu_us_per_message": 900.0,
        "get_cpu_us": 9.0,
        "get_suspend_us": 30.0,
        "duration_s": 600.0,
    }
    pool = {"low_buffers": 600.0, "rio": 100.0, "imw": 900.0, "wio": 2_000.0, "duration_s": 600.0}
    return (
        part("mq_manager", "QM01", "SYSA", {}, figures),
        part("mq_bufferpool", "QM01/1", "QM01", {"BUFFERS": 20_000}, pool),
    )


def jvm(part) -> tuple[Any, ...]:
    return (part("jvm", "JVM1", "SYSA", {}, {"tx_per_s": 80.0, "cpu_s_per_s": 1.2}),)


def natural(part) -> tuple[Any, ...]:
    figures = {
        "srb_switches": 80_000.0,
        "enclave_cpu_ms": 60_000.0,
        "records_read": 75_000.0,
        "duration_s": 300.0,
    }
    return (part("natural_session", "NATB", "SYSA", {"ZIIP": True}, figures),)


def netwk(part) -> tuple[Any, ...]:
    figures = {"commands_per_s": 20_000.0, "duration_s": 60.0, "cpu_s": 24.0}
    return (part("netwk_node", "NODE1", "SYSA", {"DRIVER": "CTCA"}, figures),)


KINDS = {
    "cics_region": cics,
    "ims_region": ims,
    "db2_subsystem": db2,
    "mq_manager": mq,
    "jvm": jvm,
    "natural_session": natural,
    "netwk_node": netwk,
}


@pytest.fixture
def grown(part, install):
    """Figures of a kind's workload at each of `STEPS`, on a system of four CPs."""

    def made(kind: str, steps: tuple[float, ...] = STEPS):
        parts = KINDS[kind](part)
        topology = install(*parts, lpar={"CPS": 4, "ZIIPS": 1})
        topology = topology.with_component(
            part("lpar", "SYSA", None, {"CPS": 4, "ZIIPS": 1}, {"ziip_busy_pct": 45.0})
        )
        baseline = build_baseline(topology)
        anchor = next(a.anchor for a in baseline.anchors if topology[a.anchor].kind == kind)
        scenarios = [Scenario(f"{pct:g}", (SetSetting(anchor, GROWTH.name, pct),)) for pct in steps]
        found = project(baseline, [Scenario("as-is"), *scenarios])
        return [projection.workload(anchor) for projection in found]

    return made


def test_every_workload_that_arrives_can_grow_and_has_a_test_here() -> None:
    kinds = {model.anchor_kind for model in subsystem_models()}
    growing = {kind for kind in kinds if catalogue().spec(kind, GROWTH.name) is not None}
    assert growing == set(KINDS)
    assert kinds - growing <= DOES_NOT_GROW | {"adabas_database"} | {
        kind for kind in kinds if kind.startswith(("lla", "dump"))
    }


@pytest.mark.parametrize("kind", KINDS)
def test_no_growth_is_the_very_baseline(grown, kind) -> None:
    as_is, same = grown(kind, (0,))
    values = {name: figure.value for name, figure in same.metrics.items()}
    assert values == {name: figure.value for name, figure in as_is.metrics.items()}
    assert all(change.low == change.high == 0.0 for change in same.changes.values())
    assert same.breakdown_s == as_is.breakdown_s
    assert same.bottleneck == as_is.bottleneck
    assert same.extrapolated == as_is.extrapolated


@pytest.mark.parametrize("kind", KINDS)
def test_response_never_falls_and_throughput_never_exceeds_what_is_offered(grown, kind) -> None:
    as_is, *steps = grown(kind)
    response, etr = 0.0, 0.0
    full = False
    for pct, now in zip(STEPS, steps, strict=True):
        assert now.not_projectable is None, now.not_projectable
        if "response_ms" in as_is.metrics:
            found = now.metrics.get("response_ms")
            # A saturated workload has no response time, and none once it is saturated.
            assert not full or found is None
            full = found is None
            if found is not None:
                assert found.value >= response * (1.0 - 1e-9)
                response = found.value
        if "etr_per_s" in as_is.metrics:
            offered = as_is.metrics["etr_per_s"].value * (1.0 + pct / 100.0)
            served = now.metrics["etr_per_s"].value
            assert served <= offered * (1.0 + 1e-9)
            assert served >= etr * (1.0 - 2e-4)
            etr = served


@pytest.mark.parametrize("kind", KINDS)
def test_rates_follow_while_nothing_is_full(grown, kind) -> None:
    as_is, little = grown(kind, (10,))
    for metric in ("etr_per_s", "cpu_s_per_s", "paging_per_s"):
        before = as_is.metrics.get(metric)
        if before is not None and before.value > 0.0:
            # More work of a run is as much a second, for longer.
            times = 1.0 if kind == "natural_session" else 1.1
            assert little.metrics[metric].value == pytest.approx(times * before.value, rel=1e-6)
    if "itr_per_cpu_s" in as_is.metrics:
        now, was = (w.metrics["itr_per_cpu_s"].value for w in (little, as_is))
        assert now == pytest.approx(was, rel=1e-6)
    assert any("110 %" in sentence for sentence in little.extrapolated)


@pytest.mark.parametrize("kind", KINDS)
def test_bands_widen_with_the_distance_from_the_measured_load(grown, kind) -> None:
    _, some, more = grown(kind, (10, 25))

    def width(workload) -> float:
        figure = workload.metrics.get("cpu_s_per_s") or workload.metrics["response_ms"]
        return math.log(figure.high / figure.low)

    assert width(more) > width(some) > 0.0
    assert growth_sd(1.0) == 0.0
    assert growth_sd(2.0) == pytest.approx(growth_sd(0.5))


@pytest.mark.parametrize(
    ("kind", "resource", "most"),
    [
        # 300 s over 20.67 s of dispatch for 12,000 transactions: 580 a second; five strings less.
        ("cics_region", "AOR1/CUST", 580.0),
        # 55 % occupied at 30 a second.
        ("ims_region", "message regions", 30.0 / 0.55),
        # Four CPs over 6 ms.
        ("db2_subsystem", "CPs", 4.0 / 0.006),
        ("mq_manager", "CPs", 4.0 / 0.0009),
        ("jvm", "CPs", 80.0 * 4.0 / 1.2),
    ],
)
def test_a_full_server_bounds_the_throughput_and_is_named(grown, kind, resource, most) -> None:
    (_, now) = grown(kind, (900,))
    assert now.bottleneck == resource
    served = now.metrics["etr_per_s"].value
    if kind == "cics_region":
        assert served < most
    elif resource == "CPs":
        # All four busy cost more than those that were: LSPR's 4 do 3.6 times the work of one.
        assert 0.95 * most < served <= most * (1.0 + 1e-3)
    else:
        assert served == pytest.approx(most, rel=1e-3)
    assert "response_ms" not in now.metrics
    assert len(now.extrapolated) > 1


def test_a_link_that_is_full_carries_no_more(grown) -> None:
    _, some, full = grown("netwk_node", (400, 900))
    assert full.metrics["link_busy_pct"].value > 99.0
    assert full.metrics["etr_per_s"].value < 150_000.0
    assert any("link carries" in sentence for sentence in full.extrapolated)
    assert "response_ms" in some.metrics
    assert "response_ms" not in full.metrics  # what comes waits without end


def test_queues_that_grow_spill_to_the_page_sets(grown) -> None:
    as_is, now = grown("mq_manager", (50,))
    was, more = (w.metrics["sync_page_ios"].value for w in (as_is, now))
    assert was == 1_000.0
    # 1.5 times 20,000 pages less the buffers that there are, and 1.5 times what spilled.
    assert more == pytest.approx(1.5 * (1_000.0 + 2.0 * (19_400.0 - 0.95 * 20_000 / 1.5 - 400.0)))


def test_more_work_of_a_batch_job_makes_it_longer(grown) -> None:
    """Four times the work had 300 % more CPU in as good as the same elapsed time."""
    as_is, same, now = grown("natural_session", (100, 300))
    was, twice, four = (w.metrics["response_ms"] for w in (as_is, same, now))
    assert was.value == pytest.approx(300_000.0)
    assert twice.value == pytest.approx(2.0 * was.value)
    assert four.value == pytest.approx(4.0 * was.value)
    # At the least its CPU of 60 s goes with its work, and half of what it waits for.
    assert four.low < (4.0 * 60.0 + 2.5 * 240.0) * 1e3 < four.value < four.high
    assert sum(now.breakdown_s.values()) == pytest.approx(four.value / 1e3)
    cpu_ms = [w.metrics["enclave_cpu_ms"].value for w in (as_is, now)]
    assert cpu_ms[1] == pytest.approx(4.0 * cpu_ms[0])
    # One processor at a time: it keeps the zIIPs no busier, but for longer.
    for metric in ("ziip_busy_pct", "cpu_s_per_s", "itr_per_cpu_s"):
        assert now.metrics[metric].value == pytest.approx(as_is.metrics[metric].value)


def test_a_neighbour_that_grows_slows_the_others_and_the_order_does_not_matter(
    part, install
) -> None:
    topology = install(*jvm(part), *db2(part), lpar={"CPS": 4})
    baseline = build_baseline(topology)
    grow = {name: SetSetting(name, GROWTH.name, 150) for name in ("JVM1", "DB2A")}
    as_is, alone, both, turned = project(
        baseline,
        [
            Scenario("as-is"),
            Scenario("JVM", (SetSetting("JVM1", GROWTH.name, 75),)),
            Scenario("both", (grow["JVM1"], grow["DB2A"])),
            Scenario("turned", (grow["DB2A"], grow["JVM1"])),
        ],
    )
    before, slowed = (p.workload("DB2A").metrics for p in (as_is, alone))
    assert slowed["response_ms"].value > before["response_ms"].value
    assert slowed["etr_per_s"].value == before["etr_per_s"].value
    # 2.5 x (1.2 + 1.5) CPs of four: each gets the same share of what it asks for.
    asked = 2.5 * (1.2 + 1.5)
    for name in ("JVM1", "DB2A"):
        one, other, was = (p.workload(name).metrics for p in (both, turned, as_is))
        assert one["etr_per_s"].value == pytest.approx(other["etr_per_s"].value, rel=1e-3)
        share = one["etr_per_s"].value / (2.5 * was["etr_per_s"].value)
        # Four busy engines cost each other a little more than three did.
        assert share == pytest.approx(0.985 * 4.0 / asked, rel=5e-3)
    lpar = next(r for r in both.resources if r.component == "SYSA")
    assert 0.999 < lpar.utilization <= 1.0


def test_volumes_that_a_grown_load_fills_make_it_wait_and_bound_it(part, install) -> None:
    topology = install(*db2(part), lpar={"CPS": 16})
    disk = part(
        "dasd",
        "DISK",
        None,
        {"VOLUMES": 4},
        {"io_per_s": 500.0, "response_ms": 2.0, "iosq_ms": 0.5},
    )
    topology = topology.with_component(disk).with_link(Link("uses", "DB2A", "DISK"))
    baseline = build_baseline(topology)
    scenarios = [
        Scenario(str(pct), (SetSetting("DB2A", GROWTH.name, pct),)) for pct in (100, 300, 900)
    ]
    as_is, *steps = (p.workload("DB2A") for p in project(baseline, [Scenario("as"), *scenarios]))
    twice, four, full = steps
    values = [w.metrics["response_ms"].value for w in (as_is, twice, four)]
    assert values == sorted(values)
    assert values[2] > values[0]
    # Four volumes of 1.5 ms do 2,667 I/Os a second, two of each transaction.
    # Never all of them, because the I/Os that are under way do not spread evenly.
    assert full.metrics["io_per_s"].value == pytest.approx(4 / 0.0015, rel=0.03)
    assert full.metrics["io_per_s"].value < 4 / 0.0015 * (1.0 + 1e-6)
    assert full.metrics["etr_per_s"].value == pytest.approx(4 / 0.0015 / 2.0, rel=0.03)
    assert full.bottleneck == "volumes"


def test_a_region_that_is_full_carries_no_less_when_more_comes(part, install) -> None:
    """What comes through makes CPUs busy, not what is asked for; and no TCB waits for itself."""
    figures = {
        "qr_dispatch_s": 180.0,
        "qr_cpu_s": 170.0,
        "tcb_cpu_s": 172.0,
        "duration_s": 300.0,
        "transactions": 30_000.0,
        "response_ms": 20.0,
    }
    region = part("cics_region", "AOR1", "SYSA", {"PLATFORM": "z/OS"}, figures)
    topology = install(region).with_component(
        part("lpar", "SYSA", None, {"CPS": 2}, {"cp_busy_pct": 50.0})
    )
    baseline = build_baseline(topology)
    steps = (50, 100, 200, 400)
    grown = [Scenario(f"{pct}", (SetSetting("AOR1", GROWTH.name, pct),)) for pct in steps]
    carried = [p.workload("AOR1").metrics["etr_per_s"].value for p in project(baseline, grown)]
    assert all(more >= less * (1 - 1e-6) for less, more in pairwise(carried))
    # The QR TCB alone is full at 300/180 of the load.
    assert 130.0 < carried[-1] < 100.0 * 300 / 180
