"""Where shipped files lie: the same in a checkout, an installed package and a bundled program."""

from __future__ import annotations

from pathlib import Path

from resources import resource

__all__ = ["resource", "sample"]


def sample(*parts: str) -> Path:
    """Path of a shipped sample file or folder below ``samples/``."""
    return Path(__file__).resolve().parent.parent.joinpath("samples", *parts)
