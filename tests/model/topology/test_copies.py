"""What scenarios add stands in their documents as kinds declare it, and is read back the same."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from advisor.installation import build_installation
from advisor.reading import read_path
from app.paths import sample
from model.catalogue import catalogue
from model.topology import (
    DEFAULT,
    AddComponent,
    AddLink,
    Change,
    Component,
    Link,
    RenameComponent,
    Scenario,
    SetSetting,
    Setting,
    Topology,
    apply_changes,
)
from model.topology.changes import placement_problem
from model.topology.documents import installation_document, scenarios_document, scenarios_from
from resources import resource

KINDS = catalogue()
TEMPLATES = sorted(path.stem for path in resource("templates").iterdir())


def copied(site: Topology, one: Component) -> tuple[Change, ...]:
    """A component as it is copied on the canvas: under another name, with its links."""
    twin = replace(one, id=f"{one.id} 2", name=f"{one.name} 2", measured={})
    links = (link for link in site.links if link.source == one.id)
    return AddComponent(twin), *(AddLink(replace(link, source=twin.id)) for link in links)


def there_and_back(site: Topology, changes: tuple[Change, ...]) -> tuple[Topology, Topology]:
    """The installation by these changes, and by what a document of them says."""
    text = json.dumps(scenarios_document([Scenario("copy", changes)], site, KINDS), indent=1)
    (back,) = scenarios_from(text, site, KINDS)
    one, other = (apply_changes(site, which, KINDS) for which in (changes, back.changes))
    return one, other


@pytest.mark.parametrize("source", ["engagement", *TEMPLATES])
def test_a_copy_of_every_kind_comes_back_the_same(source: str) -> None:
    """Job logs give a nucleus settings that no kind declares, such as AOSLOG: the document of a
    copied one was refused."""
    path = sample(source) if source == "engagement" else resource("templates", f"{source}.json")
    site = build_installation(tuple(read_path(path))).topology
    firsts = {component.kind: component for component in reversed(tuple(site))}
    assert len(firsts) >= 3
    for one in firsts.values():
        if placement_problem(site, KINDS[one.kind], one.parent) is not None:
            continue  # no report says in which partition the IMS runs, and a copy needs one
        this, that = there_and_back(site, copied(site, one))
        assert installation_document(this, KINDS) == installation_document(that, KINDS), one.kind


def test_a_nucleus_placed_by_hand_is_as_its_neighbour_in_the_document_too() -> None:
    """Its defaults give way to what the nucleus beside it has; read back they had been stated."""
    site = Topology().with_components(
        [
            Component("lpar:A", "lpar", "A"),
            *(Component(f"adabas_database:{n}", "adabas_database", str(n)) for n in (1, 2)),
            Component("nucleus:1", "adabas_nucleus", "1", "lpar:A", {"NT": Setting(40)}),
        ]
    )
    member = Link("member", "nucleus:1", "adabas_database:1")
    site = site.with_links([member])
    defaults = {
        spec.name: Setting(spec.default, DEFAULT)
        for spec in KINDS["adabas_nucleus"].settings
        if spec.default is not None
    }
    stated = {**defaults, "NU": Setting(300)}
    placed = Component("nucleus:2", "adabas_nucleus", "2", "lpar:A", stated)
    changes = (
        AddComponent(placed),
        AddLink(replace(member, source="nucleus:2")),
        SetSetting("nucleus:2", "NH", 700),
        RenameComponent("nucleus:2", "the second"),
    )
    this, that = there_and_back(site, changes)
    assert this["nucleus:2"].value("NT") == 40
    assert installation_document(this, KINDS) == installation_document(that, KINDS)
