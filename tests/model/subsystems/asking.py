"""Cases of one change each, of a small installation on one system."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from model.calibration.cases import CASES, parse_cases, validate_cases
from model.calibration.validation import Row, Validation
from model.topology.parts import document_of

Parts = list[dict[str, Any]]


def validated(
    parts: Parts,
    component: str,
    setting: str,
    values: Sequence[object],
    *metrics: str,
    links: Sequence[dict[str, str]] = (),
    relative_to: str | None = None,
) -> Validation:
    """A case for each value; its id is the value."""
    components = [
        {"id": "CPC1", "kind": "cpc", "parent": None, "settings": {"CPS": 16}},
        {"id": "SYSA", "kind": "lpar", "parent": "CPC1", "settings": {"CPS": 8}},
        *parts,
    ]
    cases = [
        {
            "id": str(value),
            "changes": [{"component": component, "setting": setting, "value": value}],
            "measured": dict.fromkeys(metrics, 1.0),
        }
        for value in values
    ]
    installation = {
        "format": "plexwright-installation/1",
        "components": components,
        "links": list(links),
    }
    group: dict[str, Any] = {"id": "G", "installation": installation, "cases": cases}
    if relative_to is not None:
        group["relative_to"] = relative_to
    document = document_of(json.dumps({"format": CASES, "groups": [group]}), CASES)
    return validate_cases(parse_cases(document))


def asked(
    parts: Parts,
    component: str,
    setting: str,
    values: Sequence[object],
    *metrics: str,
    links: Sequence[dict[str, str]] = (),
) -> list[Row]:
    """The rows of cases none of which is refused."""
    found = validated(parts, component, setting, values, *metrics, links=links)
    assert not found.refused
    return list(found.rows)
