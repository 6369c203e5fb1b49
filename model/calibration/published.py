"""Published measurements: the shipped files, and files of the same form that a user names."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from model.contract.evaluation import Conditions
from model.topology.parts import Part, document_of
from resources import resource

FORMAT = "plexwright-measurements/1"
SHIPPED = ("adabas-stress-tests.json", "other-products.json")


@dataclass(frozen=True)
class Point:
    """One measured run: conditions that were set, results that were measured."""

    id: str
    source: str
    conditions: Conditions
    results: Mapping[str, float]
    line: int | None = None


def parse_points(document: Part) -> tuple[Point, ...]:
    """The points of a measurements document. Raises DocumentError."""
    return document.distinct("points", "point", _point)


def _point(part: Part) -> Point:
    part.object()
    name = part.word("id")
    part = replace(part, called=f"point {name}")
    part.object({"id", "conditions", "results"})
    numbers: dict[str, float] = {}
    for metric, held in part.items("results", f"{name}."):
        if held.value is None:
            continue
        numbers[metric] = float(held.number())
        if held.value < 0:
            raise held.wrong(f"{held.called} is {held.value:g}; what is measured is 0 or more")
    place = part.text.find(json.dumps(name))
    line = None if place < 0 else part.text.count("\n", 0, place) + 1
    return Point(name, part.word("source", ""), part.at("conditions").object(), numbers, line)


def read_points(path: Path) -> tuple[Point, ...]:
    """The points of a shipped file."""
    return parse_points(document_of(path.read_text(encoding="utf-8"), FORMAT))


@cache
def adabas_points() -> tuple[Point, ...]:
    """The published Adabas and Net-Work runs (001)."""
    return read_points(resource("measurements", SHIPPED[0]))


@cache
def text_facts() -> tuple[Mapping[str, Any], ...]:
    """What the text of 001 says of further runs (see the file's own explanation)."""
    path = resource("measurements", "adabas-text-facts.json")
    return tuple(json.loads(path.read_text(encoding="utf-8"))["facts"])
