"""Where shipped samples lie: the same in a checkout, an installed package and a bundled program.

Everything else that is shipped is found by :func:`resources.resource`.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["sample"]


def sample(*parts: str) -> Path:
    """Path of a shipped sample file or folder below ``samples/``."""
    return Path(__file__).resolve().parent.parent.joinpath("samples", *parts)
