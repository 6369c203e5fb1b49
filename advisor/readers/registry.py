"""Finds the readers: every module directly in this package that declares ``READER(S)``."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from functools import cache

from advisor.readers.reader import Reader

NO_READERS = ("engine", "reader", "registry", "scanning", "segments")


def load(tick: Callable[[], None]) -> None:
    """Import what :func:`all_readers` will need; ``tick`` is called in between."""
    if not all_readers.cache_info().currsize:
        for name in _modules():
            importlib.import_module(name)
            tick()


def _modules() -> Iterator[str]:
    package = importlib.import_module("advisor.readers")
    for info in pkgutil.iter_modules(package.__path__):
        if not info.ispkg and info.name not in NO_READERS:
            yield f"advisor.readers.{info.name}"


@cache
def all_readers() -> tuple[Reader, ...]:
    """All declared readers by priority, then id.

    Raises
    ------
    ValueError: two readers share an id.
    """
    found: dict[str, Reader] = {}
    for name in _modules():
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
