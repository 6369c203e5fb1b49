"""All workloads of a partition in one network: nobody carries more than there is."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.bench.projection import cluster
from model.projection import build_baseline, project
from model.topology import (
    AddComponent,
    AddLink,
    Component,
    Link,
    Measured,
    MoveComponent,
    Scenario,
    SetSetting,
    Setting,
    Topology,
)
from model.topology.growth import GROWTH

DATABASE = "adabas_database:10"
A, B = "lpar:SYSA", "lpar:SYSB"


def part(kind: str, name: str, parent: str | None, values=None, measured=None) -> Component:
    return Component(
        name,
        kind,
        name,
        parent,
        {key: Setting(value) for key, value in (values or {}).items()},
        {key: Measured(value, "") for key, value in (measured or {}).items()},
    )


def database(nuclei: int = 4, cps: int = 8, real_gb: float = 128.0) -> Topology:
    """A cluster on two systems, half of it on each."""
    site = cluster()
    kept = [n.id for n in site.of_kind("adabas_nucleus")][:nuclei]
    for nucleus in site.of_kind("adabas_nucleus"):
        if nucleus.id not in kept:
            site = site.without_component(nucleus.id)
    for name in (A, B):
        values = {**site[name].settings, "CPS": Setting(cps), "REAL_STORAGE_GB": Setting(real_gb)}
        site = site.with_component(replace(site[name], settings=values))
    anchor = site[DATABASE]
    values = {**anchor.settings, "NUCLEI": Setting(nuclei), "USERS": Setting(1000)}
    measured = {"etr_per_s": Measured(60_000, "1/s"), "itr_per_cpu_s": Measured(30_000, "1/CPU s")}
    return site.with_component(replace(anchor, settings=values, measured=measured))


def mixed(cps: int = 8) -> Topology:
    """The same with CICS, Db2 and queue manager on the first system."""
    qr = {
        "qr_dispatch_s": 180.0,
        "qr_cpu_s": 170.0,
        "tcb_cpu_s": 190.0,
        "duration_s": 300.0,
        "transactions": 30_000.0,
        "response_ms": 20.0,
    }
    db2 = {"tx_per_s": 200.0, "cpu_ms_per_tx": 10.0, "response_ms": 40.0, "duration_s": 600.0}
    pool = {"sync_reads_random": 3e5, "getpages": 9e6, "duration_s": 600.0}
    mq = {"messages_per_s": 300.0, "cpu_us_per_message": 900.0, "duration_s": 600.0}
    return database(cps=cps).with_components(
        [
            part("cics_region", "AOR1", A, {"PLATFORM": "z/OS"}, qr),
            part("db2_subsystem", "DB2A", A, {}, db2),
            part("db2_bufferpool", "DB2A/BP1", "DB2A", {"VPSIZE": 100_000}, pool),
            part("mq_manager", "QM1", A, {}, mq),
            part("mq_bufferpool", "QM1/1", "QM1", {"BUFFERS": 20_000}, {"low_buffers": 15_000.0}),
        ]
    )


def carried(projection) -> dict[str, float]:
    return {
        work.anchor: work.metrics["cpu_s_per_s"].value
        for work in projection.workloads
        if "cpu_s_per_s" in work.metrics
    }


def test_fewer_cps_take_from_everybody_and_no_more_is_carried_than_there_is() -> None:
    baseline = build_baseline(mixed())
    sizes = (8, 6, 4, 3, 2, 1)
    found = project(
        baseline, [Scenario(str(n), (SetSetting(A, "CPS", n),)) for n in sizes], bands=False
    )
    for cps, projection in zip(sizes, found, strict=True):
        assert projection.converged
        beside = sum(carried(projection)[name] for name in ("AOR1", "DB2A", "QM1"))
        use = next(r for r in projection.resources if r.component == A)
        assert use.utilization <= 1.0
        assert beside <= cps * use.utilization * (1 + 1e-3)
    rates = [p.workload("DB2A").metrics["etr_per_s"].value for p in found]
    assert rates[0] == pytest.approx(200.0)
    assert all(more >= less * (1 - 1e-3) for more, less in pairwise(rates))
    # 2 CPUs on one CP: not half of it comes through, because the others want it as well.
    assert rates[-1] < 100.0
    assert any("CPs" in text for text in found[-1].workload("DB2A").extrapolated)
    etr = [p.workload(DATABASE).metrics["etr_per_s"].value for p in found]
    assert etr[-1] < 0.8 * etr[0]


@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.integers(1, 12),
    st.integers(1, 12),
    st.sampled_from((-50, 0, 50, 200, 800)),
    st.sampled_from((-50, 0, 100, 400)),
    st.integers(100, 4000),
)
def test_no_partition_carries_more_than_its_engines(first, second, db2, cics, users) -> None:
    scenario = Scenario(
        "drawn",
        (
            SetSetting(A, "CPS", first),
            SetSetting(B, "CPS", second),
            SetSetting("DB2A", GROWTH.name, db2),
            SetSetting("AOR1", GROWTH.name, cics),
            SetSetting(DATABASE, "USERS", users),
        ),
    )
    (found,) = project(_mixed_baseline(), [scenario], bands=False)
    total = sum(carried(found).values())
    assert total <= (first + second) * (1 + 1e-3)
    beside = sum(carried(found)[name] for name in ("AOR1", "DB2A", "QM1"))
    assert beside <= first * (1 + 1e-3)


_BASELINE: list[object] = []


def _mixed_baseline():
    if not _BASELINE:
        _BASELINE.append(build_baseline(mixed()))
    return _BASELINE[0]


def test_a_little_more_work_changes_little() -> None:
    grown = [Scenario(str(pct), (SetSetting("DB2A", GROWTH.name, pct),)) for pct in (0.2, 5)]
    as_is, little, some = project(_mixed_baseline(), [Scenario("as-is"), *grown], bands=False)
    for name in ("DB2A", "AOR1"):
        was, now, more = (
            p.workload(name).metrics["response_ms"].value for p in (as_is, little, some)
        )
        assert now == pytest.approx(was, rel=0.01)
        assert was * (1 - 1e-9) <= now <= more


def test_what_shares_nothing_with_a_change_says_the_same() -> None:
    site = mixed().with_components(
        [
            part("lpar", "LONE", None, {"CPS": 4}),
            part("jvm", "JVM1", "LONE", {}, {"tx_per_s": 80.0, "cpu_s_per_s": 1.2}),
        ]
    )
    change = Scenario("x", (SetSetting("DB2A", GROWTH.name, 100),))
    as_is, grown = project(build_baseline(site), [Scenario("as-is"), change], bands=False)
    assert grown.workload("JVM1").metrics == as_is.workload("JVM1").metrics


def added(site: Topology, model: str, host: str, number: int) -> tuple[AddComponent | AddLink, ...]:
    new = replace(site[model], id=f"{model}+{number}", name=f"new{number}", parent=host)
    links = [x for x in site.links if x.source == model]
    return (AddComponent(new), *(AddLink(Link(x.kind, new.id, x.target)) for x in links))


def test_a_nucleus_more_on_one_system_costs_the_others_nothing() -> None:
    site = database(nuclei=4)
    first = next(n.id for n in site.of_kind("adabas_nucleus") if n.parent == A)
    baseline = build_baseline(site)
    as_is, one = project(
        baseline, [Scenario("as-is"), Scenario("5", added(site, first, A, 1))], bands=False
    )
    etr = [p.workload(DATABASE).metrics["etr_per_s"].value for p in (as_is, one)]
    assert etr[1] > 0.98 * etr[0]


def test_storage_and_cps_of_one_system_are_its_own() -> None:
    site = database(nuclei=4, real_gb=64.0)
    anchor = site[DATABASE]
    values = {**anchor.settings, "CDATAMAXS": Setting(20_000), "LARGEPAGE": Setting(False)}
    site = site.with_component(replace(anchor, settings=values))
    for name in (A, B):
        flash = {**site[name].settings, "PAGE_DEVICE": Setting("flash")}
        site = site.with_component(replace(site[name], settings=flash))
    baseline = build_baseline(site)
    names = {"as-is": (), "A": (A,), "B": (B,), "both": (A, B)}
    found = {
        p.scenario.name: p.workload(DATABASE).metrics
        for p in project(
            baseline,
            [
                Scenario(name, tuple(SetSetting(x, "REAL_STORAGE_GB", 38) for x in systems))
                for name, systems in names.items()
            ],
            bands=False,
        )
    }
    etr = {name: metrics["etr_per_s"].value for name, metrics in found.items()}
    assert etr["as-is"] > etr["A"] > etr["both"]
    assert etr["A"] == pytest.approx(etr["B"], rel=1e-3)
    one, two = (project(baseline, [Scenario("c", (SetSetting(x, "CPS", 1),))])[0] for x in (A, B))
    for projection in (one, two):
        cpu_s = projection.workload(DATABASE).metrics["cpu_s_per_s"].value
        uses = {r.component: r.utilization for r in projection.resources}
        full = A if projection is one else B
        other = B if full == A else A
        # It asked for one of eight engines; alone, one does the work in a tenth less time.
        assert 0.88 < uses[full] <= 1.0 + 1e-6
        assert cpu_s == pytest.approx(uses[full] + 8 * uses[other], rel=1e-2)


def test_threads_of_one_nucleus_are_its_own() -> None:
    site = database(nuclei=4)
    first = next(iter(site.of_kind("adabas_nucleus"))).id
    baseline = build_baseline(site)
    few = Scenario("1", (SetSetting(first, "NT", 1),))
    as_is, one = project(baseline, [Scenario("as-is"), few], bands=False)
    etr = [p.workload(DATABASE).metrics["etr_per_s"].value for p in (as_is, one)]
    assert 0.70 * etr[0] < etr[1] < 0.97 * etr[0]
    assert one.workload(DATABASE).bottleneck == "threads"


def test_copies_of_a_system_share_the_subsystem_behind_the_volumes() -> None:
    site = cluster()
    baseline = build_baseline(site)
    changes: list[object] = []
    for copy in range(3):
        host = replace(site[A], id=f"lpar:S{copy}", name=f"S{copy}")
        changes.append(AddComponent(host))
        for nucleus in [n.id for n in site.of_kind("adabas_nucleus") if n.parent == A][:4]:
            changes.append(MoveComponent(nucleus, host.id)) if copy == 0 else None
    as_is, spread = project(
        baseline, [Scenario("as-is"), Scenario("spread", tuple(changes))], bands=False
    )
    ios = [p.workload(DATABASE).metrics["io_per_s"].value for p in (as_is, spread)]
    assert ios[1] < 1.4 * ios[0]
    assert all(r.utilization <= 1.0 for r in spread.resources)


def test_devices_that_reports_overfill_are_said_and_queue_nobody() -> None:
    disk = part("dasd", "DISK", None, {"VOLUMES": 2}, {"response_ms": 20.0, "io_per_s": 900.0})
    site = mixed().with_component(disk).with_link(Link("uses", "DB2A", "DISK"))
    more = Scenario("more", (SetSetting("DB2A", GROWTH.name, 50),))
    as_is, grown = project(build_baseline(site), [Scenario("as-is"), more])
    before, after = (p.workload("DB2A").metrics for p in (as_is, grown))
    assert before["etr_per_s"].value == pytest.approx(200.0)
    assert after["etr_per_s"].value == pytest.approx(300.0)
    assert any("more than busy" in reason for reason in after["etr_per_s"].reasons)


def test_who_is_dispatched_first_is_not_known_where_a_partition_is_full() -> None:
    """The band of what full CPs let through was that of a known rank."""
    roomy, full = project(
        build_baseline(mixed()),
        [Scenario("8", ()), Scenario("2", (SetSetting(A, "CPS", 2), SetSetting(B, "CPS", 2)))],
    )
    for name in (DATABASE, "DB2A"):
        etr = full.workload(name).metrics["etr_per_s"]
        assert any("ranks it among" in reason for reason in etr.reasons)
        assert etr.high / etr.value > 1.1
        etr = roomy.workload(name).metrics["etr_per_s"]
        assert not any("ranks it among" in reason for reason in etr.reasons)


def test_one_full_cp_binds_and_not_the_nuclei_that_wait_for_it() -> None:
    found = project(
        build_baseline(mixed()),
        [Scenario("1", (SetSetting(A, "CPS", 1), SetSetting(B, "CPS", 1)))],
        bands=False,
    )[0]
    assert found.workload(DATABASE).bottleneck == "CPs"
    assert found.bottleneck == A


def test_all_who_live_in_a_partition_page_when_its_storage_is_cut() -> None:
    """Only the database slowed, though pages were said to be stolen from all."""
    site = mixed()
    nuclei = [one.id for one in site.of_kind("adabas_nucleus")]
    pageable = [site[n].with_setting("LARGEPAGE", Setting(False)) for n in (DATABASE, *nuclei)]
    site = site.with_components(pageable)
    lpar = site[A]
    flash = {**lpar.settings, "PAGE_DEVICE": Setting("flash"), "REAL_STORAGE_GB": Setting(400.0)}
    baseline = build_baseline(site.with_component(replace(lpar, settings=flash)))
    sizes = (400, 18, 16, 14)
    found = project(
        baseline, [Scenario(str(gb), (SetSetting(A, "REAL_STORAGE_GB", gb),)) for gb in sizes]
    )
    for name in ("AOR1", "DB2A", "QM1"):
        works = [projection.workload(name) for projection in found]
        times = [work.metrics["response_ms"] for work in works if "response_ms" in work.metrics]
        values = [one.value for one in times]
        assert values == sorted(values)
        if values:
            assert values[-1] > 1.05 * values[0], name
            assert times[-1].high / times[-1].value > 1.2, name
        assert any("stolen from all" in said for said in works[-1].extrapolated)
    etr = [projection.workload(DATABASE).metrics["etr_per_s"].value for projection in found]
    assert etr == sorted(etr, reverse=True)


def test_a_slower_machine_of_two_never_lets_the_nuclei_do_more() -> None:
    """CPU beside the nuclei's tasks kept the mean speed of both machines, so that tasks on the
    faster one were busy for less than no time, and the cluster did more the slower the other."""
    site = database(nuclei=4)
    machines = [Component(n, "cpc", n, None, {"CPS": Setting(16)}, {}) for n in ("M1", "M2")]
    site = site.with_components(machines)
    for lpar, machine in ((A, "M1"), (B, "M2")):
        site = site.with_component(replace(site[lpar], parent=machine))
    speeds = (1.0, 0.7, 0.3, 0.1, 0.03)
    scenarios = [Scenario(str(s), (SetSetting("M2", "CP_SPEED", s),)) for s in speeds]
    found = project(build_baseline(site), scenarios, bands=False)
    rates = [one.workload(DATABASE).metrics["etr_per_s"].value for one in found]
    assert all(slower <= faster * (1.0 + 1e-3) for faster, slower in pairwise(rates))
    assert rates[-1] < 0.75 * rates[0]
    on_fast = [
        use.utilization
        for one in found
        for use in one.resources
        if use.label == "nuclei" and site.ancestor(use.component, "lpar").id == A
    ]
    assert on_fast
    assert all(0.3 < use <= 1.0 for use in on_fast)
