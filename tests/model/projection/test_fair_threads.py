"""Threads of a subsystem that a region waits for beside callers that nobody counts."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from model.projection import Projection, build_baseline, project
from model.topology import Link, Scenario, SetSetting, Setting, Topology
from tests.model.projection.test_random_installations import part

RATE, HELD_S = 120.0, 0.035
REGION = {"duration_s": 900.0, "tx_per_s": 100.0, "transactions": 90_000.0, "response_ms": 20.0,
          "qr_dispatch_s": 345.6, "qr_cpu_s": 288.0, "tcb_cpu_s": 360.0}  # fmt: skip
DB2 = {"duration_s": 900.0, "tx_per_s": RATE, "cpu_ms_per_tx": 10.0, "response_ms": 1e3 * HELD_S}


def site(mxt: int | None = 120) -> Topology:
    """A region whose response has room for some of the work of a Db2 that it is linked to."""
    values = {} if mxt is None else {"MXT": mxt}
    found = Topology().with_components(
        [
            part("cpc", "C1", None, {"CPS": 8}),
            part("lpar", "SYSA", "C1", {"CPS": 8}, {"cp_busy_pct": 50.0}),
            part("cics_region", "AOR1", "SYSA", values, REGION),
            part("db2_subsystem", "DB2A", "SYSA", {}, DB2),
        ]
    )
    return found.with_link(Link("uses", "AOR1", "DB2A"))


def carried(projection: Projection, anchor: str) -> float:
    work = projection.workload(anchor)
    assert work is not None
    return work.metrics["etr_per_s"].value


@pytest.mark.parametrize("mxt", [30, 120, 900])
def test_callers_that_are_counted_and_others_get_the_same_share_of_full_threads(mxt: int) -> None:
    scenarios = [Scenario(str(n), (SetSetting("DB2A", "CTHREAD", n),)) for n in (1, 2, 3)]
    for threads, found in enumerate(project(build_baseline(site(mxt)), scenarios), 1):
        rate = carried(found, "DB2A")
        assert rate == pytest.approx(threads / HELD_S, rel=0.03)
        assert carried(found, "AOR1") / 100.0 == pytest.approx(rate / RATE, rel=0.05)


def test_more_tasks_of_the_region_take_threads_from_the_others() -> None:
    """The others stay as many as they were taken to be as-is."""
    few = SetSetting("DB2A", "CTHREAD", 1)
    changes = ((few,), (few, SetSetting("AOR1", "MXT", 240)))
    plain, more = project(build_baseline(site()), [Scenario("", one) for one in changes])
    assert carried(more, "DB2A") == pytest.approx(carried(plain, "DB2A"), rel=0.01)
    assert carried(more, "AOR1") > 1.2 * carried(plain, "AOR1")


def test_the_tasks_of_others_hold_nothing_back_where_threads_are_enough() -> None:
    topology = site()
    settings = {**topology["DB2A"].settings, "CTHREAD": Setting(200)}
    topology = topology.with_component(replace(topology["DB2A"], settings=settings))
    few = Scenario("", (SetSetting("AOR1", "MXT", 5),))
    for found in project(build_baseline(topology), [Scenario("today"), few]):
        assert carried(found, "DB2A") == pytest.approx(RATE)


def test_what_holds_a_region_back_is_what_its_tasks_wait_for() -> None:
    """MXT was blamed, which is full of tasks that wait for a thread."""
    (found,) = project(
        build_baseline(site()), [Scenario("1", (SetSetting("DB2A", "CTHREAD", 1),))], bands=False
    )
    region = found.workload("AOR1")
    said = region.extrapolated
    assert any("its tasks wait for DB2A, whose threads can take no more" in one for one in said)
    assert not any("MXT" in one for one in said)
    # The figure says the same as the sentence, and what it names is what binds.
    assert region.bottleneck == found.bottleneck == "DB2A"
    (binds,) = (use for use in found.resources if use.component == "DB2A")
    assert binds.label == "threads"
    assert binds.binds
    # A response without end has no parts.
    assert "response_ms" not in region.metrics
    assert region.breakdown_s == {}
    few = Scenario("2", (SetSetting("AOR1", "MXT", 1),))
    (found,) = project(build_baseline(site()), [few], bands=False)
    assert any("MXT allows" in one for one in found.workload("AOR1").extrapolated)
    assert found.workload("AOR1").bottleneck == "MXT"
    assert not any(math.isnan(s) for one in found.workloads for s in one.breakdown_s.values())
