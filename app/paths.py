"""Where shipped samples lie: the same in a checkout, an installed package and a bundled program.

Everything else that is shipped is found by :func:`resources.resource`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["own_folder", "same_file", "sample", "sample_customer"]


def sample(*parts: str) -> Path:
    """Path of a shipped sample file or folder below ``samples/``."""
    return Path(__file__).resolve().parent.parent.joinpath("samples", *parts)


def sample_customer() -> str:
    """What the customer is called whose reports are the sample engagement."""
    import tomllib

    story = tomllib.loads(sample("story.toml").read_text(encoding="utf-8"))
    return str(story["engagement"]["customer"])


def same_file(one: Path, other: Path) -> bool:
    """Whether both paths lead to one file; of a file that has gone there is no other name."""
    try:
        return one.samefile(other)
    except OSError:
        return False


def own_folder() -> Path:
    """Where the program keeps what is this user's on this machine; it may not be there yet."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Plexwright"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Plexwright"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "Plexwright"
