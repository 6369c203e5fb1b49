"""Finds the readers: every module of :mod:`advisor.formats` that declares ``READER(S)``."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache

from advisor.reading.reader import Reader
from model.discovery import names_by_product

ROOM = "advisor.formats"


def load(tick: Callable[[], None]) -> None:
    """Import what :func:`all_readers` will need; ``tick`` is called in between."""
    if not all_readers.cache_info().currsize:
        for name in names_by_product(ROOM):
            importlib.import_module(name)
            tick()


@cache
def all_readers() -> tuple[Reader, ...]:
    """All declared readers by priority, then id.

    Raises
    ------
    ValueError: two readers share an id.
    """
    found: dict[str, Reader] = {}
    for name in names_by_product(ROOM):
        module = importlib.import_module(name)
        declared = list(getattr(module, "READERS", ()))
        if hasattr(module, "READER"):
            declared.append(module.READER)
        for reader in declared:
            if reader.id in found:
                raise ValueError(f"two readers are called {reader.id}")
            found[reader.id] = reader
    return tuple(sorted(found.values(), key=lambda reader: (reader.priority, reader.id)))


@cache
def _titles() -> dict[str, str]:
    return {reader.id: reader.title for reader in all_readers()}


def reader_title(name: str) -> str:
    """What the reader of this format is called; the name itself where none has it."""
    return _titles().get(name, name)
