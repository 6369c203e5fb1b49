"""What goes with a component that is removed is said by name, and what does not run without it."""

from __future__ import annotations

import pytest

from advisor.engagement import Engagement
from app.bench.projection import cluster
from model.projection import build_baseline, project, removed_with
from model.topology import (
    AddComponent,
    Component,
    Link,
    MoveComponent,
    RemoveComponent,
    RemoveLink,
    Scenario,
    SetSetting,
    Setting,
    Topology,
)


def site() -> Topology:
    return cluster().with_component(Component("AOR1", "cics_region", "AOR1", "lpar:SYSA"))


def test_a_partition_goes_with_all_that_runs_in_it() -> None:
    (said,) = removed_with(site(), Scenario("x", (RemoveComponent("lpar:SYSA"),)))
    assert said.startswith("LPAR ")
    assert "goes with what is in it: " in said
    assert "CICS region AOR1" in said


def test_what_is_moved_out_before_stays() -> None:
    changes = (MoveComponent("AOR1", "lpar:SYSB"), RemoveComponent("lpar:SYSA"))
    (said,) = removed_with(site(), Scenario("x", changes))
    assert "AOR1" not in said


def test_what_holds_nothing_goes_alone() -> None:
    assert removed_with(site(), Scenario("x", (RemoveComponent("AOR1"),))) == ()
    assert removed_with(site(), Scenario("x", (RemoveComponent("unknown"),))) == ()


def _clustered() -> Topology:
    """Eight nuclei over two systems, with a structure in a facility, a Db2 group's pool in it."""
    topology = site().with_components(
        [
            Component("cf:CF01", "cf", "CF01"),
            Component("cf_structure:CACHE", "cf_structure", "CACHE", "cf:CF01"),
            Component("db2:DB2A", "db2_subsystem", "DB2A", "lpar:SYSA"),
            Component("db2_gbp:GBP0", "db2_gbp", "GBP0", "cf:CF01"),
        ]
    )
    return topology.with_links(
        [
            Link("coupled", "adabas_database:10", "cf_structure:CACHE"),
            Link("member", "db2_gbp:GBP0", "db2:DB2A"),
        ]
    )


def test_nothing_runs_without_what_it_needs() -> None:
    """A cluster without its coupling facility or its volumes ran as before, unsaid."""
    baseline = build_baseline(_clustered())
    coupled = baseline.topology.links[-2]
    gone = {
        "cf:CF01": ["Adabas database 10 does not run without", "Db2 subsystem DB2A does not run"],
        "dasd:D": ["Adabas database 10 does not run without DASD subsystem D"],
    }
    scenarios = [Scenario(name, (RemoveComponent(name),)) for name in gone]
    scenarios.append(Scenario("unlinked", (RemoveLink(coupled),)))
    found = project(baseline, scenarios, bands=False)
    for projection, expected in zip(found, [*gone.values(), gone["cf:CF01"][:1]], strict=True):
        assert not projection.workloads
        assert len(projection.issues) == len(expected)
        for said, head in zip(projection.issues, expected, strict=True):
            assert said.startswith(head)


def test_nuclei_do_not_run_without_the_structures_that_they_name() -> None:
    """The lock structure, to which no link points, could be taken away from under a cluster."""
    topology = _clustered()
    nuclei = list(topology.sources("adabas_database:10", "member"))
    named = [n.with_setting("CLULOCKNAME", Setting("LOCK")) for n in nuclei]
    lock = Component("cf_structure:LOCK", "cf_structure", "LOCK", "cf:CF01")
    baseline = build_baseline(topology.with_components([lock, *named]))
    gone = RemoveComponent(lock.id)
    other = AddComponent(Component("cf_structure:L2", "cf_structure", "L2", "cf:CF01"))
    instead = [SetSetting(nucleus.id, "CLULOCKNAME", "L2") for nucleus in named]
    scenarios = [Scenario("gone", (gone,)), Scenario("other", (other, *instead, gone))]
    refused, replaced = project(baseline, scenarios, bands=False)
    (said,) = refused.issues
    assert "cannot run without Coupling facility structure LOCK, which is their CLULOCKNAME" in said
    assert not refused.workloads
    assert not replaced.issues


def test_what_is_needed_may_be_replaced_or_not_be_needed_any_more() -> None:
    baseline = build_baseline(_clustered())
    other = Component("dasd:E", "dasd", "E", None, {"VOLUMES": Setting(80)})
    link = Link("uses", "adabas_database:10", "dasd:E")
    moved = Scenario("moved", (RemoveComponent("dasd:D"), AddComponent(other, (link,))))
    alone = [RemoveComponent(f"adabas_nucleus:10-{n}") for n in range(31) if n % 2]
    local = (
        *alone,
        SetSetting("adabas_database:10", "PRODUCT", "ASM"),
        RemoveComponent("db2:DB2A"),
        RemoveComponent("cf:CF01"),
    )
    for projection in project(baseline, [moved, Scenario("local", local)], bands=False):
        assert not projection.issues


@pytest.mark.parametrize(("own", "system"), [("z/VSE", "z/OS"), ("z/OS", "z/VSE")])
def test_a_region_does_not_run_under_another_operating_system(own: str, system: str) -> None:
    region = Component("AOR2", "cics_region", "AOR2", None, {"PLATFORM": Setting(own)})
    topology = site().with_components([region, Component("lpar:X", "lpar", "X")])
    lpar = topology["lpar:X"].with_setting("OPSYS", Setting(system))
    move = Scenario("moved", (MoveComponent("AOR2", "lpar:X"),))
    (free,) = project(build_baseline(topology), [move], bands=False)
    assert not free.issues  # nobody says what runs there
    (found,) = project(build_baseline(topology.with_component(lpar)), [move], bands=False)
    (said,) = found.issues
    assert said.startswith(f"CICS region AOR2 runs on {own} and not in X, which runs {system}")


def test_a_partition_that_its_nuclei_left_is_not_busy_with_them(
    sample_analysis: Engagement,
) -> None:
    """Others in it stood as they do today, and its CPs as busy, with the last nucleus gone."""
    assert sample_analysis.baseline is not None
    first = [f"adabas_nucleus:10-{number}" for number in range(1, 5)]
    room = SetSetting("lpar:SYSB", "REAL_STORAGE_GB", 400)
    as_is, *found = project(
        sample_analysis.baseline,
        [
            Scenario("as-is", ()),
            Scenario("none", tuple(map(RemoveComponent, first))),
            Scenario("moved", (room, *(MoveComponent(one, "lpar:SYSB") for one in first))),
        ],
        bands=False,
    )
    (was,) = (one.utilization for one in as_is.resources if one.component == "lpar:SYSA")
    for each in found:
        (left,) = (one for one in each.resources if one.component == "lpar:SYSA")
        assert left.utilization < 0.5 * was, each.scenario.name


def test_a_cluster_needs_a_structure_for_each_of_what_it_shares() -> None:
    """Without its lock structure it ran on as fast, and faster without that of its blocks."""
    kinds = {"LOCK": "lock", "BLOCKS": "cache"}
    parts = [
        Component(f"cf_structure:{name}", "cf_structure", name, "cf:CF01", {"TYPE": Setting(of)})
        for name, of in kinds.items()
    ]
    links = [Link("coupled", "adabas_database:10", one.id) for one in parts]
    topology = _clustered().without_component("cf_structure:CACHE")
    baseline = build_baseline(topology.with_components(parts).with_links(links))
    unsaid = AddComponent(
        Component("cf_structure:NEW", "cf_structure", "NEW", "cf:CF01"),
        (Link("coupled", "adabas_database:10", "cf_structure:NEW"),),
    )
    gone = [Scenario(one.name, (RemoveComponent(one.id),)) for one in parts]
    replaced = [Scenario(one.name, (RemoveComponent(one.id), unsaid)) for one in parts]
    for name, found in zip(kinds, project(baseline, gone, bands=False), strict=True):
        (said,) = found.issues
        assert said.startswith("Adabas database 10 does not run without Coupling facility struct")
        assert f" {name}: " in said
        assert not found.workloads
    assert not any(found.issues for found in project(baseline, replaced, bands=False))
