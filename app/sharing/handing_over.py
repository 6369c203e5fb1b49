"""An engagement written for somebody else: masked, locked, or both; one way for line and window."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from app.errors import InputProblem, mark
from app.sharing.masked import Shared, share_masked
from app.sharing.sealing import lock
from app.store import EngagementFile, places

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
    if passphrase is None:
        return share_masked(path, target, further_names, tell=tell)
    with places.aside(target.with_name(target.name + ".open")) as part:
        shared = None
        if masked:
            shared = share_masked(path, part, further_names, tell=tell)
        else:
            with EngagementFile.open(path) as file:
                file.copy_to(part)
        tell(1.0)
        lock(part, target, passphrase)
    return shared
