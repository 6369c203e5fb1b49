"""Fit every product's constants anew and write them: ``python -m model.subsystems.common.refit``.

A file under ``resources/calibration`` states a product's constants: their names, units, meanings
and sources, and the values of those that documents or judgement give. A product module whose
others are fitted to published points offers ``FITS``, a mapping from the stem of the file to the
function that finds them.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping

import model.subsystems
from model.subsystems.common.constants import ConstantSet
from resources import resource


def fits() -> Mapping[str, Callable[[], ConstantSet]]:
    """All fit functions by file stem."""
    found: dict[str, Callable[[], ConstantSet]] = {}
    for info in pkgutil.iter_modules(model.subsystems.__path__):
        module = importlib.import_module(f"model.subsystems.{info.name}")
        found.update(getattr(module, "FITS", {}))
    return found


def main() -> None:
    """Write all files."""
    for stem, fit in fits().items():
        resource("calibration", f"{stem}.json").write_text(fit().to_json(), encoding="utf-8")


if __name__ == "__main__":
    main()
