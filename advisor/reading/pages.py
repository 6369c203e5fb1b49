"""The readers' own documentation: the catalogue, and one reader's page, as text and as data."""

from __future__ import annotations

import textwrap
from typing import Any

from advisor.reading.reader import Metric, Reader
from advisor.reading.registry import all_readers
from model.catalogue import catalogue

WIDTH = 96


def readers_json() -> list[dict[str, Any]]:
    """One object for each reader: id, title, subsystem, releases and what was verified."""
    return [
        {
            "id": reader.id,
            "title": reader.title,
            "subsystem": reader.subsystem,
            "releases": reader.page.releases,
            "verified": reader.page.verified,
            "figures": len(reader.metrics),
        }
        for reader in sorted(all_readers(), key=lambda reader: reader.id)
    ]


def reader_json(name: str) -> dict[str, Any]:
    """One reader's page. Raises KeyError for an unknown id."""
    reader = _reader(name)
    return {
        "id": reader.id,
        "title": reader.title,
        "subsystem": reader.subsystem,
        "recognised_by": list(recognised_by(reader)),
        "reads": reader.page.reads,
        "unread": reader.page.unread,
        "leaves_out": list(left_out(reader)),
        "releases": reader.page.releases,
        "verified": reader.page.verified,
        "figures": [
            {"kind": m.kind, "name": m.name, "unit": unit, "meaning": meaning}
            for m, unit, meaning in map(_declared, reader.metrics)
        ],
    }


def reader_text(name: str) -> str:
    """One reader's page as plain text. Raises KeyError for an unknown id."""
    reader = _reader(name)
    lines = [f"{reader.id}  {reader.title}", reader.subsystem]
    for heading, text in (
        ("Recognised by", ", ".join(recognised_by(reader))),
        ("Reads", reader.page.reads),
        ("Does not read", reader.page.unread),
        ("Leaves out on purpose", "; ".join(left_out(reader))),
        ("Releases", reader.page.releases),
        ("Verified against", reader.page.verified),
    ):
        if not text:
            continue
        lines += ["", heading, *(f"  {part}" for part in textwrap.wrap(text, WIDTH))]
    if reader.metrics:
        lines += ["", "Figures and settings", *_figures(reader.metrics)]
    return "\n".join(lines) + "\n"


def left_out(reader: Reader) -> tuple[str, ...]:
    """What the reader knows of its pages and gives no figure for."""
    said = [text for _, text in (*reader.ignores, *reader.parts) if text]
    said += [text for _, _, text in reader.beside]
    return tuple(dict.fromkeys(said))


def recognised_by(reader: Reader) -> tuple[str, ...]:
    """By what a file shows that it is one of the reader's."""
    if reader.anchors:
        return tuple(f"\u201c{anchor.removeprefix('^')}\u201d" for anchor in reader.anchors)
    return ("types of its records",) if reader.where == "records" else ("its first lines",)


def _figures(metrics: tuple[Metric, ...]) -> list[str]:
    rows = [(f"{m.kind}.{m.name}", unit, meaning) for m, unit, meaning in map(_declared, metrics)]
    names, units = (max(len(row[column]) for row in rows) for column in (0, 1))
    return [f"  {name:<{names}}  {unit:<{units}}  {text}".rstrip() for name, unit, text in rows]


def _declared(metric: Metric) -> tuple[Metric, str, str]:
    """A reader's figure or setting with its declared unit and where the report has it."""
    kind = catalogue().get(metric.kind)
    setting = metric.name.removeprefix("setting.")
    if kind is None or metric.name.startswith("relation."):
        return metric, "", metric.field
    if setting != metric.name:
        spec = kind.setting(setting)
        return metric, spec.unit if spec else "", metric.field or (spec.doc if spec else "")
    figure = kind.measure(metric.name)
    return metric, figure.unit if figure else "", metric.field or (figure.defined if figure else "")


def _reader(name: str) -> Reader:
    return {reader.id: reader for reader in all_readers()}[name]
