"""What goes with a component that is removed is said by name."""

from __future__ import annotations

from app.bench.projection import cluster
from model.projection import removed_with
from model.topology import Component, MoveComponent, RemoveComponent, Scenario, Topology


def site() -> Topology:
    return cluster().with_component(Component("AOR1", "cics_region", "AOR1", "lpar:SYSA"))


def test_a_partition_goes_with_all_that_runs_in_it() -> None:
    (said,) = removed_with(site(), Scenario("x", (RemoveComponent("lpar:SYSA"),)))
    assert said.startswith("Logical partition ")
    assert "goes with what is in it: " in said
    assert "CICS region AOR1" in said


def test_what_is_moved_out_before_stays() -> None:
    changes = (MoveComponent("AOR1", "lpar:SYSB"), RemoveComponent("lpar:SYSA"))
    (said,) = removed_with(site(), Scenario("x", changes))
    assert "AOR1" not in said


def test_what_holds_nothing_goes_alone() -> None:
    assert removed_with(site(), Scenario("x", (RemoveComponent("AOR1"),))) == ()
    assert removed_with(site(), Scenario("x", (RemoveComponent("unknown"),))) == ()
