"""Components as a sentence calls them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from model.catalogue import catalogue
from model.language import Name, joined, listed

LISTED = 3


def called(component: str) -> str:
    """``adabas_nucleus:10-1`` as ``Adabas nucleus 10-1``."""
    kind, _, name = component.partition(":")
    known = catalogue().get(kind)
    return component if known is None or not name else joined((known.title, " ", Name(name)))


def called_together(components: Sequence[str]) -> list[tuple[str, bool]]:
    """Components by kind, each group as one subject of a sentence and whether it is several."""
    groups: list[tuple[str, bool]] = []
    ordered = sorted(components, key=lambda c: c.partition(":")[0])
    for _, members in groupby(ordered, key=lambda c: c.partition(":")[0]):
        same = list(members)
        first = called(same[0])
        names = [first, *(Name(c.partition(":")[2]) for c in same[1:])]
        groups.append((listed(names, LISTED), len(same) > 1))
    return groups
