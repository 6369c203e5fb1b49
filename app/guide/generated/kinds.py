"""Kinds of components with their settings, a page for each subsystem."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import groupby
from typing import Any

from app.guide.generated.rules import name_of
from app.guide.markdown import code, paragraphs, plain, table
from app.guide.pages import Page


def pages() -> list[Page]:
    """A page for each subsystem, and one of all figures."""
    from model.catalogue import catalogue

    kinds = sorted(catalogue(), key=lambda kind: (kind.subsystem, kind.title))
    return [
        Page(
            "components-" + name_of(subsystem),
            f"Components: {subsystem}",
            "Components",
            partial(_page, subsystem, tuple(kind.name for kind in of_it)),
        )
        for subsystem, of_it in groupby(kinds, key=lambda kind: kind.subsystem)
    ]


def _page(subsystem: str, names: tuple[str, ...]) -> str:
    from model.catalogue import catalogue
    from model.topology.documents import kinds_document

    kinds = catalogue()
    entries = kinds_document([kinds[name] for name in names])
    said = [_kind(entry, kinds[name].doc) for name, entry in zip(names, entries, strict=True)]
    return paragraphs(f"# Components: {plain(subsystem)}", *said)


def _kind(entry: Mapping[str, Any], doc: str) -> str:
    settings = [
        (
            code(spec["name"]),
            plain(spec["unit"] or spec["type"]),
            "" if spec["default"] is None else plain(spec["default"]),
            plain(", ".join(map(str, spec["choices"])) or _range(spec["minimum"], spec["maximum"])),
            plain(spec["doc"]),
        )
        for spec in entry["settings"]
    ]
    figures = [
        (code(spec["name"]), plain(spec["unit"]), plain(spec["doc"])) for spec in entry["measured"]
    ]
    return paragraphs(
        f"## {plain(entry['title'])}",
        plain(doc),
        table(("Setting", "Unit", "Usual", "Range", "Meaning"), settings),
        table(("Measured figure", "Unit", "Meaning"), figures),
    ).rstrip()


def _range(low: float | None, high: float | None) -> str:
    if low is None and high is None:
        return ""
    return " … ".join("" if end is None else f"{end:.12g}" for end in (low, high)).strip()
