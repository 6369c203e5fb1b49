"""Modules found by looking into a room, so that adding one is adding one file."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any


def names_in(room: str) -> tuple[str, ...]:
    """Full names of the modules and packages directly in the package ``room``, in order."""
    path = importlib.import_module(room).__path__
    return tuple(
        f"{room}.{name}" for name in sorted(info.name for info in pkgutil.iter_modules(path))
    )


def names_by_product(room: str) -> tuple[str, ...]:
    """Full names of the modules in the folders of the package ``room``, in order."""
    products = (
        name for name in names_in(room) if hasattr(importlib.import_module(name), "__path__")
    )
    return tuple(name for product in products for name in names_in(product))


def declared(room: str, name: str) -> tuple[Any, ...]:
    """What the modules directly in ``room`` declare as ``name``, in the order of the modules."""
    modules = map(importlib.import_module, names_in(room))
    return tuple(getattr(module, name) for module in modules if hasattr(module, name))
