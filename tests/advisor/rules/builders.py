"""Small installations for rule tests: components whose every value has a report line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from advisor.engagement import Installation
from advisor.findings import Finding, RuleOutcome
from advisor.rules import RuleContext, evaluate_rules
from advisor.rules.projecting import Projector
from model.catalogue import catalogue
from model.topology import Component, Link, Measured, Origin, Setting, Topology, Value

Changes = Mapping[str, Value | None]
"""``component.setting`` or ``component:figure`` to a new value; ``None`` takes it away."""


def part(
    kind: str,
    name: str,
    parent: str | None = None,
    settings: Mapping[str, Value] | None = None,
    measured: Mapping[str, float] | None = None,
    links: Iterable[tuple[str, str]] = (),
) -> tuple[Component, tuple[Link, ...]]:
    """One component, its id ``kind:name``, with a report line behind every value."""
    stated = list((settings or {}).items())
    figures = list((measured or {}).items())
    file = f"{name.replace('/', '-')}.txt"
    component = Component(
        f"{kind}:{name}",
        kind,
        name,
        parent,
        {
            key: Setting(value, Origin("report", file, line, f"{key}={value}"))
            for line, (key, value) in enumerate(stated, 1)
        },
        {
            key: Measured(value, "", Origin("report", file, 100 + line, f"{key} {value}"))
            for line, (key, value) in enumerate(figures, 1)
        },
    )
    return component, tuple(Link(link, component.id, target) for link, target in links)


def topology(*parts: tuple[Component, tuple[Link, ...]]) -> Topology:
    """A topology of parts, in the order given."""
    return Topology(
        {component.id: component for component, _ in parts},
        tuple(link for _, links in parts for link in links),
    )


def changed(base: Topology, changes: Changes) -> Topology:
    """The topology with settings (``id.NAME``) and figures (``id:name`` as ``id|name``) changed."""
    for key, value in changes.items():
        figure = "|" in key
        owner, _, name = key.rpartition("|" if figure else ".")
        component = base[owner]
        settings, measured = dict(component.settings), dict(component.measured)
        if figure:
            if value is None:
                del measured[name]
            else:
                old = measured.get(name)
                origin = old.origin if old else Origin("report", "new.txt", 1, f"{name} {value}")
                assert not isinstance(value, (str, bool))
                interval_s = old.interval_s if old else None
                measured[name] = Measured(value, "", origin, interval_s=interval_s)
        elif value is None:
            del settings[name]
        else:
            known = settings.get(name)
            origin = known.origin if known else Origin("report", "new.txt", 2, f"{name}={value}")
            settings[name] = Setting(value, origin)
        base = base.with_component(replace(component, settings=settings, measured=measured))
    return base


def advise(
    base: Topology, projector: Projector | None = None
) -> tuple[tuple[Finding, ...], dict[str, RuleOutcome]]:
    """Findings and outcomes by rule."""
    findings, outcomes = evaluate_rules(
        RuleContext(Installation(base, ()), catalogue(), projector, "no model in this test")
    )
    return findings, {outcome.rule: outcome for outcome in outcomes}


@dataclass(frozen=True)
class Case:
    """One rule's three cases: it fires, it does not, it cannot tell.

    ``base`` is in order; ``wrong`` makes the rule fire; ``missing`` is what no report says in the
    third case (settings as ``id.NAME``, figures as ``id|name``).
    """

    rule: str
    base: Topology
    wrong: Changes
    missing: tuple[str, ...]
    on: str = ""
    silent: str = "in order"

    @property
    def positive(self) -> Topology:
        """The installation on which the rule fires."""
        return changed(self.base, self.wrong)

    @property
    def unknown(self) -> Topology:
        """The same without what the rule needs."""
        return changed(self.positive, dict.fromkeys(self.missing))
