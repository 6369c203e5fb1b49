"""Files of the store on disk: made for their owner only, put in place whole, nothing left behind.

What stands beside an engagement ``X.plexwright``:

``X.plexwright-journal``
    SQLite's rollback journal while a change is under way, or after one was interrupted. It belongs
    to the very bytes that are in ``X.plexwright``: put another file there, and SQLite would undo
    into that one what the first was in the middle of.
``.X.plexwright.HOST-PID.part``
    a copy that is being written; it gets its name when it is whole.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import re
import sqlite3
import string
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = [
    "aside",
    "clear_leftovers",
    "connect",
    "copy_database",
    "make_private",
    "put_in_place",
    "recover",
    "sidecars",
]

SIDECARS = ("-journal", "-wal", "-shm")
PAGES_AT_ONCE = 2048  # copied in some 10 ms
PRIVATE = 0o600
PLAIN = frozenset(string.ascii_letters + string.digits + "/:._-~")
_STILL_ACTIVE = 259
PART = re.compile(r"\..+\.(?P<host>[0-9a-f]{8})-(?P<pid>\d+)\.part(-journal)?")
FOREIGN_PART_S = 24 * 3600.0


def make_private(path: Path) -> None:
    """An empty file that only its owner may read; SQLite gives its journal the same rights.

    Raises
    ------
    FileExistsError: there is something of that name.
    """
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE))


def connect(path: Path, timeout_s: float = 5.0) -> sqlite3.Connection:
    """A connection to a database that is there; one that vanished is not made anew.

    Raises
    ------
    sqlite3.OperationalError: there is none.
    """
    name = os.path.abspath(path).replace(os.sep, "/")
    start = "file://" if name.startswith("/") else "file:///"
    return sqlite3.connect(
        f"{start}{_quoted(name)}?mode=rw",
        uri=True,
        isolation_level=None,
        timeout=timeout_s,
    )


def _quoted(name: str) -> str:
    """A path as part of a URI; ``urllib``, which does the same, comes with the network."""
    return "".join(
        chr(byte) if chr(byte) in PLAIN else f"%{byte:02X}" for byte in os.fsencode(name)
    )


def copy_database(
    source: sqlite3.Connection, target: Path, progress: Callable[[float], None] | None = None
) -> None:
    """Copy a database, as it was last committed, into a new private file.

    ``progress`` gets the share that is copied, now and then; what it raises ends the copying.
    """
    make_private(target)

    def tell(_status: int, left: int, pages: int) -> None:
        if progress is not None:
            progress(1 - left / pages if pages else 1.0)

    with contextlib.closing(connect(target)) as made:
        source.backup(made, pages=PAGES_AT_ONCE, progress=tell)


def sidecars(path: Path) -> tuple[Path, ...]:
    """What SQLite keeps beside a database, as far as it is there."""
    return tuple(
        beside for suffix in SIDECARS if (beside := path.with_name(path.name + suffix)).exists()
    )


def recover(path: Path) -> None:
    """Let SQLite end what was interrupted in the file at ``path``, so that it is whole by itself.

    What cannot be ended, because the file or its journal is damaged, stays as it is.
    """
    if not (path.exists() and sidecars(path)):
        return
    with contextlib.suppress(sqlite3.Error):
        connection = connect(path)
        try:
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("SELECT 1 FROM sqlite_master").fetchone()
        finally:
            connection.close()


@contextmanager
def aside(path: Path) -> Iterator[Path]:
    """A free name in the folder of ``path``; what stands there at the end is removed.

    For what is to become ``path`` in one step by :func:`put_in_place`.
    """
    part = path.with_name(f".{path.name}.{_host()}-{os.getpid()}.part")
    part.unlink(missing_ok=True)
    try:
        yield part
    finally:
        for leftover in (part, *sidecars(part)):
            with contextlib.suppress(OSError):
                leftover.unlink(missing_ok=True)


def put_in_place(part: Path, path: Path) -> None:
    """Give a whole file its name, instead of what had it: durable, and with no journal beside it.

    What is replaced is made whole first and its journal removed, so that after a crash between any
    two steps there is either the old engagement or the new one.
    """
    with part.open("r+b") as handle:
        os.fsync(handle.fileno())
    recover(path)
    for leftover in sidecars(path):
        leftover.unlink(missing_ok=True)
    # The removal has to be on the disk before the name is: a journal that came back after a power
    # cut would be applied to the new file.
    _settle(path.parent)
    os.replace(part, path)
    _settle(path.parent)


def clear_leftovers(folder: Path) -> None:
    """Remove the unfinished copies that killed processes of this machine left in a folder.

    Those of other machines that share the folder go when nothing was written to them for a day.
    """
    try:
        names = [entry.name for entry in os.scandir(folder) if entry.name.startswith(".")]
    except OSError:
        return
    for name in names:
        found = PART.fullmatch(name)
        if found is None:
            continue
        part = folder / name
        with contextlib.suppress(OSError):
            if found["host"] == _host():
                left = not _runs(int(found["pid"]))
            else:
                left = time.time() - part.stat().st_mtime > FOREIGN_PART_S
            if left:
                part.unlink()


def _settle(folder: Path) -> None:
    """Names in a folder reach the disk with the folder, where the system knows such a thing."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):  # some network folders refuse it
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _host() -> str:
    return hashlib.sha256(platform.node().encode()).hexdigest()[:8]


def _runs(pid: int) -> bool:
    """Whether a process of this machine has that number."""
    if pid == os.getpid():
        return True
    if os.name != "posix":
        return _runs_on_windows(pid)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _runs_on_windows(pid: int) -> bool:
    """One that ended can still be opened as long as its parent holds it; it has an exit code."""
    import ctypes

    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined]
    kernel.OpenProcess.restype = ctypes.c_void_p
    process = ctypes.c_void_p(kernel.OpenProcess(0x1000, False, pid))
    if not process:
        return False
    code = ctypes.c_ulong(_STILL_ACTIVE)
    kernel.GetExitCodeProcess(process, ctypes.byref(code))
    kernel.CloseHandle(process)
    return code.value == _STILL_ACTIVE
