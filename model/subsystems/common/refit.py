"""Fit every product's constants anew and write them: ``python -m model.subsystems.common.refit``.

A file under ``resources/calibration`` states a product's constants: their names, units, meanings
and sources, and the values of those that documents or judgement give. A product module whose
others are fitted to published points offers ``FITS``, a mapping from the stem of the file to the
function that finds them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from model.discovery import declared
from model.subsystems.common.constants import ConstantSet
from resources import resource


def fits() -> Mapping[str, Callable[[], ConstantSet]]:
    """All fit functions by file stem."""
    return {
        stem: fit for fits in declared("model.subsystems", "FITS") for stem, fit in fits.items()
    }


def main() -> None:
    """Write all files."""
    for stem, fit in fits().items():
        resource("calibration", f"{stem}.json").write_text(fit().to_json(), encoding="utf-8")


if __name__ == "__main__":
    main()
