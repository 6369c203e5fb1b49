"""Whether a file is under a passphrase: asked of each that is opened, so it imports nothing.

In no room, as that of the store would load all of it before the window is painted.
"""

from __future__ import annotations

from pathlib import Path

MAGIC = b"PLXWLOCK1\n"
"""What :mod:`app.sharing.sealing` begins a file with."""


def is_locked(path: Path) -> bool:
    """Whether a file is one that :func:`app.sharing.sealing.lock` wrote, by its first bytes."""
    try:
        if not path.is_file():  # opening a pipe would wait for its writer
            return False
        with path.open("rb") as handle:
            return handle.read(len(MAGIC)) == MAGIC
    except OSError:
        return False
