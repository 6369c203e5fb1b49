"""Checks over a whole topology: placement, links, settings against the products' limits."""

from __future__ import annotations

from dataclasses import dataclass

from model.language import Name, joined, say
from model.topology.changes import link_problem, placement_problem
from model.topology.components import Topology
from model.topology.kinds import Catalogue


@dataclass(frozen=True, slots=True)
class Issue:
    """One thing that cannot be as it stands: the component, the setting (or ''), a sentence."""

    component: str
    setting: str
    sentence: str
    source: str = ""


def validate(topology: Topology, catalogue: Catalogue) -> tuple[Issue, ...]:
    """All issues of a topology, in component order; empty when it is sound."""
    issues: list[Issue] = []
    for component in topology:
        kind = catalogue.get(component.kind)
        if kind is None:
            issues.append(
                Issue(
                    component.id,
                    "",
                    say(
                        "{name} is of unknown kind {kind}",
                        name=Name(component.name),
                        kind=component.kind,
                    ),
                )
            )
            continue
        problem = placement_problem(topology, kind, component.parent, component.id)
        if problem is not None:
            issues.append(Issue(component.id, "", problem))
        for name, setting in component.settings.items():
            spec = kind.setting(name)
            if spec is None:
                continue
            wrong = spec.problem_with(setting.value)
            if wrong is not None:
                issues.append(
                    Issue(
                        component.id, name, joined((Name(component.name), ": ", wrong)), spec.source
                    )
                )
        together = None if kind.check is None else kind.check(topology, component)
        if together is not None:
            issues.append(Issue(component.id, "", together))
    for link in topology.links:
        problem = link_problem(topology, link, catalogue)
        if problem is not None:
            issues.append(Issue(link.source, "", problem))
    return tuple(issues)


def contradictions(topology: Topology, catalogue: Catalogue) -> dict[str, str]:
    """By component the sentence that says what of it and those within it cannot be together."""
    said: dict[str, str] = {}
    for kind in catalogue:
        if kind.check is None:
            continue
        for component in topology.of_kind(kind.name):
            sentence = kind.check(topology, component)
            if sentence is not None:
                said[component.id] = sentence
    return said
