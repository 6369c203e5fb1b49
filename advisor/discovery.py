"""Modules found by looking into a room, so that adding one is adding one file."""

from __future__ import annotations

import importlib
import pkgutil


def modules_of(room: str) -> tuple[str, ...]:
    """Full names of the modules and packages in the package ``room``, in order of names."""
    package = importlib.import_module(room)
    return tuple(
        f"{room}.{name}" for name in sorted(i.name for i in pkgutil.iter_modules(package.__path__))
    )


def modules_by_product(room: str) -> tuple[str, ...]:
    """Full names of the modules in the folders of the package ``room``, in order of names."""
    return tuple(
        module
        for product in modules_of(room)
        if hasattr(importlib.import_module(product), "__path__")
        for module in modules_of(product)
    )
