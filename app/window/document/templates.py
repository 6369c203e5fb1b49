"""Templates: small installations to start from by hand, in the format of installations.

Each is a file of ``resources/templates`` in ``plexwright-installation/1`` with a title and a
sentence about it in every language of the window. What it sets and measures is assumed, and says
so: typical figures, to be replaced by the customer's.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from app.window.document.editing import Clip
from app.window.i18n import language, tr
from model.topology import Catalogue, Component, Link, Measured, Origin, Setting
from resources import resource

__all__ = ["Template", "offered", "templates"]


@dataclass(frozen=True)
class Template:
    """``id`` is the file's name; title and text about it by language."""

    id: str
    titles: Mapping[str, str]
    texts: Mapping[str, str]
    document: Mapping[str, object]

    @property
    def title(self) -> str:
        """In the language of the window."""
        return self.titles.get(language(), self.titles["en"])

    @property
    def about(self) -> str:
        """What it holds and where its figures come from."""
        return self.texts.get(language(), self.texts["en"])

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of its components."""
        components = self.document["components"]
        assert isinstance(components, list)
        return frozenset(str(raw["kind"]) for raw in components)

    def clip(self, catalogue: Catalogue) -> Clip:
        """Its components, with the defaults of what it does not set, and their links."""
        origin = Origin("assumed", text=tr("template “{name}”", name=self.title))
        components = self.document["components"]
        links = self.document["links"]
        assert isinstance(components, list)
        assert isinstance(links, list)
        return Clip(
            tuple(_component(raw, catalogue, origin) for raw in components),
            tuple(Link(x["kind"], x["source"], x["target"]) for x in links),
        )


def _component(raw: Mapping[str, object], catalogue: Catalogue, origin: Origin) -> Component:
    kind = catalogue[str(raw["kind"])]
    settings, measured = raw.get("settings", {}), raw.get("measured", {})
    parent = raw.get("parent")
    assert isinstance(settings, dict)
    assert isinstance(measured, dict)
    defaults = {
        spec.name: Setting(spec.default, Origin("default"))
        for spec in kind.settings
        if spec.default is not None
    }
    figures = {}
    for name, value in measured.items():
        known = kind.measure(name)
        unit = "" if known is None else known.unit
        figures[name] = Measured(value, unit, origin, measured.get("duration_s"))
    return Component(
        str(raw["id"]),
        kind.name,
        str(raw["name"]),
        None if parent is None else str(parent),
        {**defaults, **{name: Setting(value, origin) for name, value in settings.items()}},
        figures,
    )


def offered(catalogue: Catalogue) -> tuple[Template, ...]:
    """The templates all of whose kinds there are."""
    return tuple(t for t in templates() if all(kind in catalogue for kind in t.kinds))


@cache
def templates() -> tuple[Template, ...]:
    """All of them, by name of file."""
    found = []
    for path in sorted(resource("templates").glob("*.json")):
        document = json.loads(path.read_text(encoding="utf-8"))
        found.append(Template(path.stem, document["title"], document["about"], document))
    return tuple(found)
