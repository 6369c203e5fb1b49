"""ADARUN parameters as a table of names and values, without the words ADARUN around them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.formats.adabas.adarun import observe_parameters
from advisor.formats.adabas.adarun_names import NAMES
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_ROW = re.compile(
    r"^[\s|]*([A-Z][A-Z0-9]{1,15})(?:\s*[:|;=]\s*|\s{2,}|\t)"
    r"(\d[\d.,]*[KMG]?|YES|NO|[A-Z][A-Z0-9]{0,11})[\s|;]*$"
)
_NUMBERED = re.compile(r"\d[\d.,]*[KMG]?$")
_HEADING = re.compile(r"^\W*(?:[A-Z]+\s+){0,3}ADARUN(?:\s+[A-Z]+){0,3}\W*$", re.IGNORECASE)
"""A heading, which has none of a card's parameters and no figure."""

_FEWEST, _SHARE = 6, 0.6
"""Rows of known names that make a table of ADARUN's, and their share of its lines."""


def _pair(text: str) -> tuple[str, str] | None:
    match = _ROW.match(text)
    if match is None or match[1] not in NAMES:
        return None
    return match[1], match[2]


def claims(head: Sequence[str]) -> bool:
    """Whether most lines are a parameter and its value, several of them numbers."""
    lines = [line for line in head[:120] if line.strip()]
    if any("ADARUN" in line.upper() and _HEADING.match(line) is None for line in lines):
        return False  # cards, or a listing that says what it is
    pairs = [pair for line in lines if (pair := _pair(line)) is not None]
    numbers = sum(_NUMBERED.match(value) is not None for _, value in pairs)
    names = {name for name, _ in pairs}
    return len(names) >= _FEWEST and numbers >= 3 and len(pairs) >= _SHARE * len(lines)


def parse(segment: Segment, out: Collector) -> None:
    """All rows, as of one nucleus."""
    found: list[tuple[str, str, Line]] = segment.memory.setdefault("found", [])
    for line in segment:
        if (pair := _pair(line.content)) is not None:
            name, value = pair
            if name in ("DBID", "NUCID"):
                value = value.replace(",", "").replace(".", "")
            found.append((name, value, line))
    if segment.last and found:
        observe_parameters(found, segment, out)


READER = Reader(
    id="adabas-adarun-table",
    title="ADARUN parameters as a table",
    subsystem="Adabas",
    where="whole",
    claims=claims,
    parse=parse,
    ignores=((r"^[\s|]*(?:DBID|NUCID|SVC)\b.*", "database and nucleus"),),
    metrics=(
        Metric("adabas_nucleus", "setting.*", "every parameter under its own name"),
        Metric("adabas_database", "setting.*", "parameters of the cluster and its caches"),
        Metric("adabas_nucleus", "relation.member", "the database, from DBID"),
    ),
    page=Page(
        reads="Rows of a parameter's name and its value, where at least six names are ADARUN's and "
        "most lines of the file are such rows. DBID and NUCID must be among them. Sizes without a "
        "letter are bytes.",
        releases="Adabas 7.4 to 8.5",
        verified="names against Software AG, Adabas Operations; tables of this kind are written by "
        "hand and have no layout",
        unread="rows whose names are not ADARUN's",
    ),
)
