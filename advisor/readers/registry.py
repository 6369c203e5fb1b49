"""Finds the readers: every module directly in this package that declares ``READER(S)``."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from advisor.readers.reader import Reader


@cache
def all_readers() -> tuple[Reader, ...]:
    """All declared readers by priority, then id.

    Raises
    ------
    ValueError: two readers share an id.
    """
    package = importlib.import_module("advisor.readers")
    found: dict[str, Reader] = {}
    for info in pkgutil.iter_modules(package.__path__):
        if info.ispkg or info.name in ("engine", "reader", "registry", "scanning", "segments"):
            continue
        module = importlib.import_module(f"advisor.readers.{info.name}")
        declared = list(getattr(module, "READERS", ()))
        if hasattr(module, "READER"):
            declared.append(module.READER)
        for reader in declared:
            if reader.id in found:
                raise ValueError(f"two readers are called {reader.id}")
            found[reader.id] = reader
    return tuple(sorted(found.values(), key=lambda reader: (reader.priority, reader.id)))
