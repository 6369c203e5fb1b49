"""What differs between two installations, whatever steps led there."""

from __future__ import annotations

from model.catalogue import catalogue
from model.topology import (
    AddComponent,
    AddLink,
    Component,
    Link,
    MoveComponent,
    RemoveComponent,
    RemoveLink,
    RenameComponent,
    SetSetting,
    Topology,
    apply_changes,
    changes_between,
)
from model.topology.growth import GROWTH

BASE = Topology(
    {
        c.id: c
        for c in [
            Component("cpc:1", "cpc", "1"),
            Component("lpar:A", "lpar", "A", "cpc:1"),
            Component("lpar:B", "lpar", "B", "cpc:1"),
            Component("cics_region:R", "cics_region", "R", "lpar:A"),
            Component("adabas_database:10", "adabas_database", "10"),
        ]
    },
    (Link("uses", "cics_region:R", "adabas_database:10"),),
)
LINK = BASE.links[0]


def changed(*changes: object) -> Topology:
    return apply_changes(BASE, changes, catalogue())


def test_nothing_differs_from_itself() -> None:
    assert changes_between(BASE, BASE) == ()
    there_and_back = changed(RenameComponent("lpar:A", "X"), RenameComponent("lpar:A", "A"))
    assert changes_between(BASE, there_and_back) == ()


def test_settings_names_and_places_are_told_and_lead_there() -> None:
    made = (
        RenameComponent("lpar:A", "X"),
        MoveComponent("cics_region:R", "lpar:B"),
        SetSetting("lpar:B", "ZHPF", True),
    )
    after = changed(*made)
    found = changes_between(BASE, after)
    assert set(found) == set(made)
    assert changes_between(after, apply_changes(BASE, found, catalogue())) == ()


def test_what_a_container_takes_with_it_is_not_told_again() -> None:
    after = changed(RemoveComponent("lpar:A"))
    assert changes_between(BASE, after) == (RemoveComponent("lpar:A"),)
    back = changes_between(after, BASE)
    assert [c.component.id for c in back if isinstance(c, AddComponent)] == [
        "lpar:A",
        "cics_region:R",
    ]


def test_links_come_and_go() -> None:
    after = changed(RemoveLink(LINK))
    assert changes_between(BASE, after) == (RemoveLink(LINK),)
    assert changes_between(after, BASE) == (AddLink(LINK),)


def test_growth_that_nobody_speaks_of_is_none() -> None:
    more = changed(SetSetting("cics_region:R", GROWTH.name, 30))
    assert changes_between(more, BASE) == (
        SetSetting("cics_region:R", GROWTH.name, GROWTH.default),
    )
    same = changed(SetSetting("cics_region:R", GROWTH.name, GROWTH.default))
    assert changes_between(BASE, same) == ()
