"""The stamp: a name of its own for every state a file was in, changed by each transaction.

It tells a session that another one wrote meanwhile, and a journal to which file it belongs. A stamp
names this state and, drawn beforehand, the next: what an interrupted change left has one of the
two. It stands alone in its table, on a page of its own, and every transaction changes it first.
"""

from __future__ import annotations

import re
import secrets
import sqlite3
from dataclasses import dataclass

__all__ = ["TABLE", "Stamp", "first", "stamp_of", "stamp_on", "step"]

TABLE = """
CREATE TABLE stamp (
    id INTEGER PRIMARY KEY,
    value TEXT NOT NULL
);
"""
VALUE = re.compile(rb"plexwright-stamp:([0-9a-f]{32}):([0-9a-f]{32})")
LEAF = 0x0D  # a page of table rows


@dataclass(frozen=True, slots=True)
class Stamp:
    """The names of this state and of the next one."""

    now: str
    next: str

    def __str__(self) -> str:
        return f"plexwright-stamp:{self.now}:{self.next}"


def first() -> Stamp:
    """The stamp of a file that begins now."""
    return Stamp(secrets.token_hex(16), secrets.token_hex(16))


def stamp_of(connection: sqlite3.Connection) -> Stamp | None:
    """The stamp of the file as this connection sees it."""
    row = connection.execute("SELECT value FROM stamp WHERE id = 1").fetchone()
    found = VALUE.fullmatch(str(row[0]).encode()) if row is not None else None
    return None if found is None else Stamp(found[1].decode(), found[2].decode())


def step(connection: sqlite3.Connection, *, afresh: bool = False) -> None:
    """Give the state that a transaction makes its name; the first thing every transaction does.

    ``afresh``: one that has nothing to do with the state before.
    """
    before = None if afresh else stamp_of(connection)
    after = first() if before is None else Stamp(before.next, secrets.token_hex(16))
    connection.execute("INSERT OR REPLACE INTO stamp (id, value) VALUES (1, ?)", (str(after),))


def stamp_on(page: bytes) -> Stamp | None:
    """The stamp that a page of the database file holds, if it is the stamp's page."""
    if len(page) < 8 or page[0] != LEAF or int.from_bytes(page[3:5], "big") != 1:
        return None
    start = int.from_bytes(page[8:10], "big")  # where its one row stands
    found = VALUE.search(page, start)
    return None if found is None else Stamp(found[1].decode(), found[2].decode())
