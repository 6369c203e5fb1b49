"""Modules found by looking into a room, so that adding one is adding one file."""

from __future__ import annotations

import importlib
import pkgutil


def modules_by_product(room: str) -> tuple[str, ...]:
    """Full names of the modules in the folders of the package ``room``, in order of names."""
    package = importlib.import_module(room)
    return tuple(
        f"{room}.{product.name}.{module.name}"
        for product in sorted(pkgutil.iter_modules(package.__path__), key=lambda item: item.name)
        if product.ispkg
        for module in sorted(
            pkgutil.iter_modules(importlib.import_module(f"{room}.{product.name}").__path__),
            key=lambda item: item.name,
        )
    )
