"""Published measurements: the shipped files, and files of the same form that a user names."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from model.contract.evaluation import Conditions
from resources import resource

FORMAT = "plexwright-measurements/1"
SHIPPED = ("adabas-stress-tests.json", "other-products.json")


class MeasurementsError(ValueError):
    """A measurements file cannot be used; one sentence, with the line where one is known."""

    def __init__(self, text: str, line: int | None = None) -> None:
        super().__init__(text)
        self.line = line


@dataclass(frozen=True)
class Point:
    """One measured run: conditions that were set, results that were measured."""

    id: str
    source: str
    conditions: Conditions
    results: Mapping[str, float]
    line: int | None = None


def parse_points(text: str) -> tuple[Point, ...]:
    """The points of a measurements document.

    Raises MeasurementsError when it is not JSON, not this format or lacks what a point needs.
    """
    try:
        document = json.loads(text)
    except json.JSONDecodeError as broken:
        raise MeasurementsError(
            f"is not JSON ({broken.msg}); give a {FORMAT} document", broken.lineno
        ) from None
    except RecursionError:
        raise MeasurementsError(f"is nested too deeply; give a {FORMAT} document") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise MeasurementsError(f'has no "format": "{FORMAT}"; give such a document')
    points = document.get("points")
    if not isinstance(points, list):
        raise MeasurementsError('has no list "points"')
    found: list[Point] = []
    seen: set[str] = set()
    for number, raw in enumerate(points, start=1):
        point = _point(raw, number, text)
        if point.id in seen:
            raise MeasurementsError(f"has two points {point.id!r}; ids must differ", point.line)
        seen.add(point.id)
        found.append(point)
    return tuple(found)


def _point(raw: Any, number: int, text: str) -> Point:
    if not isinstance(raw, dict):
        raise MeasurementsError(f"point {number} is not an object")
    name = raw.get("id")
    if not isinstance(name, str) or not name:
        raise MeasurementsError(f'point {number} has no "id"')
    line = _line_of(text, name)
    conditions, results = raw.get("conditions"), raw.get("results", {})
    if not isinstance(conditions, dict):
        raise MeasurementsError(f'point {name!r} has no object "conditions"', line)
    if not isinstance(results, dict):
        raise MeasurementsError(f'point {name!r} has "results" that are not an object', line)
    numbers: dict[str, float] = {}
    for metric, value in results.items():
        if value is None or isinstance(value, str):
            continue
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not _finite(value):
            raise MeasurementsError(f"point {name!r} has no number for {metric!r}", line)
        if value < 0:
            raise MeasurementsError(
                f"point {name!r} has {value:g} for {metric!r}; what is measured is 0 or more", line
            )
        numbers[metric] = float(value)
    return Point(name, str(raw.get("source", "")), conditions, numbers, line)


def _finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def _line_of(text: str, name: str) -> int | None:
    place = text.find(json.dumps(name))
    return None if place < 0 else text.count("\n", 0, place) + 1


def read_points(path: Path) -> tuple[Point, ...]:
    """The points of a file.  Raises MeasurementsError, OSError or UnicodeDecodeError."""
    return parse_points(path.read_text(encoding="utf-8"))


@cache
def adabas_points() -> tuple[Point, ...]:
    """The published Adabas and Net-Work runs (001)."""
    return read_points(resource("measurements", SHIPPED[0]))


@cache
def text_facts() -> tuple[Mapping[str, Any], ...]:
    """What the text of 001 says of further runs (see the file's own explanation)."""
    path = resource("measurements", "adabas-text-facts.json")
    return tuple(json.loads(path.read_text(encoding="utf-8"))["facts"])
