"""Many components and links at once say the same as one after the other."""

from __future__ import annotations

import pytest

from model.catalogue import catalogue
from model.topology import (
    AddComponent,
    AddLink,
    Change,
    ChangeError,
    Component,
    Link,
    SetSetting,
    Topology,
    apply_changes,
)


def changes() -> list[Change]:
    made: list[Change] = [
        AddComponent(Component("lpar:A", "lpar", "A")),
        AddComponent(Component("adabas_database:1", "adabas_database", "1")),
    ]
    for number in range(1, 6):
        nucleus = f"adabas_nucleus:1-{number}"
        made.append(
            AddComponent(
                Component(nucleus, "adabas_nucleus", f"1-{number}", "lpar:A"),
                (Link("member", nucleus, "adabas_database:1"),),
            )
        )
    made.append(SetSetting("lpar:A", "CPS", 4))
    again = AddLink(Link("member", "adabas_nucleus:1-1", "adabas_database:1"))
    return [*made, again, again, AddComponent(Component("lpar:B", "lpar", "B"))]


def test_many_are_as_one_after_the_other() -> None:
    together = apply_changes(Topology(), changes(), catalogue())
    alone = Topology()
    for change in changes():
        alone = apply_changes(alone, [change], catalogue())
    assert together == alone
    assert list(together.components) == list(alone.components)
    assert len(together.links) == 5


def test_one_that_is_refused_leaves_what_was_as_it_was() -> None:
    before = apply_changes(Topology(), changes(), catalogue())
    kept = dict(before.components)
    fresh = AddComponent(Component("lpar:C", "lpar", "C"))
    with pytest.raises(ChangeError, match="already"):
        apply_changes(before, [fresh, changes()[0]], catalogue())
    assert dict(before.components) == kept


def test_a_topology_does_not_follow_the_dictionary_it_was_made_of() -> None:
    mine = {"lpar:A": Component("lpar:A", "lpar", "A")}
    made = Topology(mine)
    mine.clear()
    assert "lpar:A" in made
