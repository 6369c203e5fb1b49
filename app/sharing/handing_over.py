"""An engagement written for somebody else: masked, locked, or both; one way for line and window.

What is locked is made readable first, beside the engagement itself and never where the locked file
goes: that may be a stick or a shared folder, and a kill in between would leave it there.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from app.errors import InputProblem, mark
from app.paths import own_folder
from app.sharing.masked import Shared, share_masked
from app.sharing.sealing import lock
from app.store import EngagementFile, places
from app.store.problems import sentences

__all__ = ["Stopped", "hand_over"]


class Stopped(Exception):
    """The caller asked to stop; nothing was written."""


def hand_over(
    path: Path,
    target: Path,
    *,
    masked: bool,
    further_names: Iterable[str] = (),
    passphrase: str | None = None,
    tell: Callable[[float], None] = lambda share: None,
) -> Shared | None:
    """Write the engagement at ``path`` to ``target``; what masking came to, where it was asked for.

    ``tell`` gets shares of the work and may raise :class:`Stopped`: then nothing is left behind.

    Raises
    ------
    InputProblem: neither was asked for, or a file cannot be read or written.
    """
    if not masked and passphrase is None:
        raise InputProblem(mark("is to be masked, locked or both: choose what is wanted"))
    if target.exists():
        raise InputProblem(mark("exists already; choose another name"), file=target)
    places.clear_leftovers(target.parent)
    if passphrase is None:
        return share_masked(path, target, further_names, tell=tell)
    places.clear_leftovers(_room(path))
    with places.aside(_room(path) / f"{path.name}.open") as part:
        shared = None
        if masked:
            shared = share_masked(path, part, further_names, tell=tell)
        else:
            with EngagementFile.open(path) as file:
                file.copy_to(part)
        tell(1.0)
        lock(part, target, passphrase)
    return shared


def _room(path: Path) -> Path:
    """Where what nobody else is to see may stand for a while."""
    if os.access(path.parent, os.W_OK):
        return path.parent
    room = own_folder()
    with sentences(room):
        room.mkdir(parents=True, exist_ok=True)
    return room
