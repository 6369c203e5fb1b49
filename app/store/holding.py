"""Who works on an engagement: a lock beside the file, which the system drops with its process.

SQLite's own locks last for one change. A session lasts for hours, and what it writes rests on what
it read at its beginning, so a second one is to be told before it begins. ``.X.plexwright.lock``
stands beside the file while a session has it, and says whose it is; one that a killed process left
is not locked any more and is taken over.
"""

from __future__ import annotations

import contextlib
import getpass
import json
import os
import platform
import time
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Held", "Holder", "hold"]

LOCKED_BYTE = 1 << 30  # Windows locks bytes against reading too: one beyond what is written


@dataclass(frozen=True, slots=True)
class Holder:
    """Who has an engagement open: name and machine as the system tells them, ISO time."""

    user: str = ""
    host: str = ""
    since: str = ""
    pid: int = 0

    @property
    def here(self) -> bool:
        """Whether it is this very process (another of its windows)."""
        return self.host == platform.node() and self.pid == os.getpid()


class Held:
    """The lock of this session; :meth:`release` gives it back."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        self._descriptor = descriptor

    def release(self) -> None:
        """Let others have the engagement; harmless a second time."""
        if self._descriptor < 0:
            return
        descriptor, self._descriptor = self._descriptor, -1
        if os.name == "posix":
            # Before it is unlocked: who waits for it then finds that its name is gone.
            with contextlib.suppress(OSError):
                self._path.unlink()
            os.close(descriptor)
        else:
            os.close(descriptor)
            with contextlib.suppress(OSError):
                self._path.unlink()


def hold(path: Path) -> Held | Holder | None:
    """Begin a session on the engagement at ``path``.

    Returns
    -------
    The lock; or who has it; or None where nothing can be locked (a folder that may not be written
    to, a network folder without locks).
    """
    path = path.resolve()
    beside = path.with_name(f".{path.name}.lock")
    while True:
        try:
            descriptor = os.open(beside, os.O_CREAT | os.O_RDWR, 0o600)
        except PermissionError:
            return Holder() if beside.exists() else None
        except OSError:
            return None
        try:
            _lock(descriptor)
        except BlockingIOError:
            said = _said(descriptor)
            os.close(descriptor)
            return said
        except OSError:
            os.close(descriptor)
            return None
        if _is_at(descriptor, beside):
            _say(descriptor)
            return Held(beside, descriptor)
        os.close(descriptor)  # its last owner removed it meanwhile


def _lock(descriptor: int) -> None:
    if os.name == "posix":
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return
    import msvcrt

    os.lseek(descriptor, LOCKED_BYTE, os.SEEK_SET)
    try:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    except OSError as taken:
        raise BlockingIOError from taken


def _is_at(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except OSError:
        return False


def _say(descriptor: int) -> None:
    try:
        user = getpass.getuser()
    except (KeyError, OSError):
        user = ""
    text = json.dumps(
        {
            "user": user,
            "host": platform.node(),
            "since": time.strftime("%Y-%m-%dT%H:%M:%S"),
            "pid": os.getpid(),
        }
    )
    with contextlib.suppress(OSError):
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, text.encode("utf-8"))


def _said(descriptor: int) -> Holder:
    try:
        os.lseek(descriptor, 0, os.SEEK_SET)
        said = json.loads(os.read(descriptor, 4096).decode("utf-8"))
        return Holder(
            str(said["user"])[:80],
            str(said["host"])[:80],
            str(said["since"])[:19],
            int(said["pid"]),
        )
    except (OSError, ValueError, TypeError, KeyError):
        return Holder()
