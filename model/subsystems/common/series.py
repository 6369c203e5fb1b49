"""Published series: runs that differ in one condition, from `resources/measurements/series`.

They come from vendors' performance reports, each with its citation. Which of them a constant was
fitted to stands with the constant (`Constant.points`); the others test the law.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from resources import resource

FORMAT = "plexwright-series/1"


@dataclass(frozen=True)
class Series:
    """Results at several values of one condition; all else is as in ``fixed``.

    ``group`` names the series that are not independent of each other.
    """

    id: str
    product: str
    group: str
    source: str
    fixed: Mapping[str, Any]
    vary: str
    at: tuple[float, ...]
    results: Mapping[str, tuple[float, ...]]


@cache
def series_of(stem: str) -> tuple[Series, ...]:
    """The series of one file. Raises ValueError where it is of another format or uneven."""
    path = resource("measurements", "series", f"{stem}.json")
    document = json.loads(path.read_text(encoding="utf-8"))
    if document["format"] != FORMAT:
        raise ValueError(f"measurements/series/{stem}.json is {document['format']}, not {FORMAT}")
    found = []
    for entry in document["series"]:
        at = tuple(float(value) for value in entry["at"])
        results = {name: tuple(map(float, row)) for name, row in entry["results"].items()}
        if any(len(row) != len(at) for row in results.values()):
            raise ValueError(f"measurements/series/{stem}.json: {entry['id']} is uneven")
        found.append(
            Series(
                entry["id"],
                document["product"],
                entry["group"],
                entry["source"],
                entry["fixed"],
                entry["vary"],
                at,
                results,
            )
        )
    return tuple(found)
