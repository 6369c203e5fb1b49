"""What a change leaves as it is because there was enough is told from what nothing tells."""

from __future__ import annotations

from app.bench.projection import cluster
from model.projection import Unanswered, build_baseline, project
from model.topology import Scenario, SetSetting, Topology, Value
from tests.model.projection.test_random_installations import part

REGION = {
    "duration_s": 900.0,
    "transactions": 180_000.0,
    "tx_per_s": 200.0,
    "response_ms": 20.0,
    "qr_cpu_s": 576.0,
    "qr_dispatch_s": 691.2,
    "tcb_cpu_s": 720.0,
}
QUERIES = {"duration_s": 900.0, "tx_per_s": 100.0, "cpu_ms_per_tx": 10.0, "response_ms": 35.0}


def weighted() -> Topology:
    """A region and a Db2 on partitions of six logical CPs each of a machine of six."""
    parts = [part("cpc", "C1", None, {"CPS": 6})]
    for name, weight, busy in (("SYSA", 600, 60.0), ("SYSB", 400, 30.0)):
        parts.append(part("lpar", name, "C1", {"CPS": 6, "WEIGHT": weight}, {"cp_busy_pct": busy}))
    parts.append(part("cics_region", "AOR1", "SYSA", {"MXT": 250}, REGION))
    parts.append(part("db2_subsystem", "DB2B", "SYSB", {}, QUERIES))
    return Topology().with_components(parts)


def said(topology: Topology, component: str, setting: str, value: Value) -> tuple[str, ...]:
    baseline = build_baseline(topology)
    change = Scenario("other", (SetSetting(component, setting, value),))
    as_is, other = project(baseline, [Scenario("as-is", ()), change], bands=False)
    return tuple(map(str, Unanswered(baseline, as_is).sentences(other)))


def test_what_moves_a_box_only_is_said() -> None:
    """Five logical CPs are 72 % busy and six were 60; "no figure moves", it said."""
    sentences = said(weighted(), "SYSA", "CPS", 5)
    assert sentences == ("SYSA.CPS: it moves how busy SYSA is, and no rate or time of work",)


def test_storage_that_suffices_is_said_with_what_is_held() -> None:
    (sentence,) = said(cluster(), "lpar:SYSA", "REAL_STORAGE_GB", 600)
    assert "GB that can be used then, so that no figure moves" in sentence
    assert "what is known to live there and z/OS hold" in sentence
