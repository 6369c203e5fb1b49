"""SQLite's complaints, turned into one sentence with its remedy."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.errors import InputProblem, one_line

__all__ = ["StoreProblem", "damaged", "sentences"]


class StoreProblem(InputProblem):
    """An engagement file that cannot be opened, read or written."""


@contextmanager
def sentences(path: Path) -> Iterator[None]:
    """Turn what SQLite or the file system raises inside into a :class:`StoreProblem`."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreProblem(_sentence(error), file=path) from error
    except UnicodeDecodeError as error:  # in a damaged file even SQLite's message is not text
        raise StoreProblem(damaged("it holds bytes that are no text"), file=path) from error
    except OSError as error:
        raise StoreProblem(f"{error.strerror or error}; check the name and the rights", file=path) \
            from error  # fmt: skip


def _sentence(error: sqlite3.Error) -> str:
    text = str(error)
    name = getattr(error, "sqlite_errorname", "") or ""
    if "locked" in text or name.startswith("SQLITE_BUSY"):
        return "is in use by another program; close it there and try again"
    if "readonly" in text or name.startswith("SQLITE_READONLY"):
        return "cannot be written to; copy it to a folder of your own and open the copy"
    if "full" in text or name == "SQLITE_FULL":
        return "cannot grow, the disk is full; make room and try again, nothing saved was lost"
    if "unable to open" in text or name.startswith("SQLITE_CANTOPEN"):
        return "cannot be opened; check that the folder exists and may be written to"
    if name.startswith("SQLITE_IOERR"):
        return "cannot be read or written, the disk reports an error; copy it to another disk"
    return damaged(text)


def damaged(why: str) -> str:
    """The sentence for a file whose content does not make sense."""
    return (
        f"is damaged ({one_line(why, 120)}); open a copy from before, or import the reports again"
    )
