"""The registry of figures: what every measured or projected figure means, looked up here.

A figure without a declaration does not exist: see :mod:`model.figures.figure` for how one is
declared and :mod:`model.figures.declared` for the declarations, one file a product.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache

from model import discovery
from model.figures.figure import LESS as LESS
from model.figures.figure import MORE as MORE
from model.figures.figure import Better as Better
from model.figures.figure import Figure as Figure
from model.figures.figure import Load as Load
from model.figures.figure import Nature as Nature
from model.figures.merging import Merged as Merged
from model.figures.merging import Part as Part
from model.figures.merging import merged as merged
from model.language import say

HEADLINES = (
    "etr_per_s",
    "itr_per_cpu_s",
    "response_ms",
    "cpu_s_per_s",
    "io_per_s",
    "reads_per_s",
    "paging_per_s",
    "storage_mb",
    "cpu_wanted_s_per_s",
    "io_wanted_per_s",
    "buffer_efficiency",
)
"""The figures that are shown first wherever several are, in this order."""

ROOM = "model.figures.declared"
TABLED = ("etr_per_s", "itr_per_cpu_s", "response_ms", "paging_per_s")
"""The figures that have a column of their own in tables of steps, findings and scenarios."""

_WILD = re.compile(r"[*?[]")


@cache
def figures() -> tuple[Figure, ...]:
    """All declared figures, file by file in name order."""
    return tuple(figure for found in discovery.declared(ROOM, "FIGURES") for figure in found)


@cache
def _exact() -> dict[str, tuple[Figure, ...]]:
    found: dict[str, tuple[Figure, ...]] = {}
    for figure in figures():
        found[figure.name] = (*found.get(figure.name, ()), figure)
    return found


@cache
def carried_by(kind: str) -> tuple[Figure, ...]:
    """The figures that reports give of components of a kind."""
    return tuple(figure for figure in figures() if kind in figure.kinds)


@cache
def carried(kind: str, name: str) -> Figure | None:
    """The figure that a component of this kind carries under the name, or ``None``."""
    for figure in _exact().get(name, ()):
        if kind in figure.kinds:
            return figure
    return _of_parts(kind, name)


@cache
def figure(name: str) -> Figure | None:
    """The figure of this name, whatever carries it; ``None`` where it is not declared.

    A figure of parts answers to what its parts have in common (``pool_size``), too. Of a name
    that means different things of different kinds only direction, growth and label may be read
    here: those agree.
    """
    exact = _exact().get(name) or _exact().get(f"{name}.*")
    if exact is not None:
        return exact[0]
    return _of_parts(None, name)


def unit_of(name: str) -> str:
    """The unit of a figure's values; empty where it has none or is not declared."""
    declared = figure(name)
    return "" if declared is None else declared.unit


def called(name: str) -> str:
    """What people call a figure, which its key does not say."""
    declared = figure(name)
    return say(declared.label) if declared is not None and declared.label else name


def limit_of(name: str) -> float | None:
    """The most that a figure can be (100 % busy), or ``None``."""
    declared = figure(name)
    return None if declared is None else declared.limit


@cache
def under_load(load: Load) -> frozenset[str]:
    """Names of the modelled figures to which more of the same work does this."""
    return frozenset(figure.name for figure in figures() if figure.load == load)


@cache
def running() -> frozenset[str]:
    """Names of the modelled figures that are CPU but for waits."""
    return frozenset(figure.name for figure in figures() if figure.runs)


@cache
def use_figures() -> Mapping[str, str]:
    """By server, the figure that says how busy it is."""
    return {figure.use_of: figure.name for figure in figures() if figure.use_of}


@cache
def wanted() -> Mapping[str, str]:
    """By figure, the one that says how much would be used if nothing shared were full."""
    return {figure.name: figure.wanted for figure in figures() if figure.wanted}


@cache
def _parts(kind: str | None) -> tuple[tuple[str, Figure], ...]:
    """Declarations of parts, of a kind or whatever carries them, each with how its names begin."""
    # Conditions that reports are free to name have no beginning to be known by.
    of = figures() if kind is None else carried_by(kind)
    known = (f for f in of if f.is_part and (kind is not None or f.name[0] != "["))
    return tuple((_WILD.split(f.name, maxsplit=1)[0], f) for f in known)


def _of_parts(kind: str | None, name: str) -> Figure | None:
    """The most particular declaration of parts that the name fits."""
    fits = (f for start, f in _parts(kind) if name.startswith(start) and fnmatchcase(name, f.name))
    return max(fits, key=lambda f: len(f.name), default=None)
