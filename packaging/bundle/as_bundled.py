"""Imported first, it takes from this Python what the bundles leave out of NumPy and SciPy.

    PYTHONPATH=packaging/bundle python -m pytest -p as_bundled tests/model

shows within the checkout what would fail in a bundle alone.
"""

from __future__ import annotations

import importlib.abc
import importlib.util
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import pruning

_STAND_IN = Path(__file__).parent / "hollow" / "__init__.py"


class Left(importlib.abc.MetaPathFinder):
    """Finds stand-ins where a bundle has them, and nothing where it has nothing."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The stand-in; None leaves the search to the finders after this one."""
        if name in pruning.HOLLOW:
            return importlib.util.spec_from_file_location(
                name, _STAND_IN, submodule_search_locations=[]
            )
        if name in pruning.MODULES and name.startswith(("numpy.", "scipy.")):
            raise ModuleNotFoundError(f"no {name} in a bundle", name=name)
        return None


sys.meta_path.insert(0, Left())
