"""Published measurements, hardware profiles, fonts, icons, themes and templates.

The files lie beside this module in a checkout, in an installed package and in a bundled program
alike, so one function finds them everywhere::

    from resources import resource
    text = resource("measurements", "adabas-stress-tests.json").read_text(encoding="utf-8")
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["resource"]


def resource(*parts: str) -> Path:
    """Path of a shipped file or folder below ``resources/``."""
    return Path(__file__).resolve().parent.joinpath(*parts)
