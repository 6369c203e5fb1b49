"""SQLite's and the file system's complaints, turned into one sentence with its remedy."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from advisor.system_words import reason
from app.errors import InputProblem, mark, one_line
from app.store.codec import EncodeError

__all__ = ["CONTRADICTS", "Damaged", "StoreProblem", "damaged", "sentences"]

FULL = mark("cannot grow, the disk is full; make room and try again, nothing saved was lost")
READ_ONLY = mark("cannot be written to; copy it to a folder of your own and open the copy")
DISK_ERROR = mark("cannot be read or written, the disk reports an error; copy it to another disk")
VANISHED = mark("was moved, deleted or replaced while it was open; save it under another name")
# Those that happen; any other is told in the system's own words.
SYSTEM = {
    errno.EACCES: mark("may not be read or written; check the rights"),
    errno.EPERM: mark("may not be read or written; check the rights"),
    errno.ENOENT: mark("there is no such file or folder; check the name"),
    errno.ENOTDIR: mark("there is no such file or folder; check the name"),
    errno.ENAMETOOLONG: mark("has too long a name; choose a shorter one"),
    errno.EISDIR: mark("is a folder, not an engagement file"),
    errno.EROFS: READ_ONLY,
    errno.ENOSPC: FULL,
    errno.EIO: DISK_ERROR,
}
# What is meant by what SQLite says, in words of its own, of a file that is none of its own any
# more; those words ("malformed database schema (reading) - …") stand in the exception's cause.
CONTRADICTS = mark("its parts contradict each other")
WHY_DAMAGED = {
    "SQLITE_CORRUPT": CONTRADICTS,
    "SQLITE_NOTADB": mark("its beginning is not that of an engagement"),
    "SQLITE_TOOBIG": mark("a part of it is too big"),
}
STRANGE = mark("its tables are not those of an engagement")


class StoreProblem(InputProblem):
    """An engagement file that cannot be opened, read or written."""


class Damaged(StoreProblem):
    """One whose content does not make sense."""


@contextmanager
def sentences(path: Path, *, content: Path | None = None) -> Iterator[None]:
    """Turn what SQLite or the file system raises inside into a :class:`StoreProblem`.

    It is about ``path``; damage is that of ``content``, where another file is copied to ``path``.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise _of_sqlite(error, path, content or path) from error
    except UnicodeDecodeError as error:  # in a damaged file even SQLite's message is not text
        raise damaged(mark("it holds bytes that are no text"), content or path) from error
    except EncodeError as error:
        raise StoreProblem(
            mark("cannot keep a number that is infinite or none"), file=path
        ) from error
    except OSError as error:
        raise _of_system(error, path) from error


def _of_system(error: OSError, path: Path) -> StoreProblem:
    known = SYSTEM.get(error.errno or 0)
    if known is not None:
        return StoreProblem(known, file=path)
    return StoreProblem(
        mark("cannot be used ({why}); check the name and the rights"),
        file=path,
        values={"why": reason(error)},
    )


def _of_sqlite(error: sqlite3.Error, path: Path, content: Path) -> StoreProblem:
    text = str(error)
    name = getattr(error, "sqlite_errorname", "") or ""
    moved = name == "SQLITE_READONLY_DBMOVED"
    if moved or (
        not path.exists()
        and name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_IOERR"))
    ):
        said = VANISHED
    elif "locked" in text or name.startswith("SQLITE_BUSY"):
        said = mark("is in use by another program; close it there and try again")
    elif "readonly" in text or name.startswith("SQLITE_READONLY"):
        said = READ_ONLY
    elif "full" in text or name == "SQLITE_FULL":
        said = FULL
    elif "unable to open" in text or name.startswith("SQLITE_CANTOPEN"):
        said = mark("cannot be opened; check that the folder exists and may be written to")
    elif name.startswith("SQLITE_IOERR"):
        said = DISK_ERROR
    else:
        known = (why for start, why in WHY_DAMAGED.items() if name.startswith(start))
        return damaged(next(known, STRANGE), content)
    return StoreProblem(said, file=path)


def damaged(why: str, path: Path) -> Damaged:
    """What is said of a file whose content does not make sense."""
    return Damaged(
        mark("is damaged ({why}); open a copy from before, or rescue what can be read of it"),
        file=path,
        values={"why": one_line(why, 120)},
    )
