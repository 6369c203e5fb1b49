"""What a connection to an engagement file may do: read and change the rows of its tables.

The file is data of an unknown sender. Its schema was compared with ours; besides, no statement may
reach anything else, and no value be larger than what the program itself would write.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["LARGEST_VALUE_BYTES", "large_values", "narrow"]

LARGEST_VALUE_BYTES = 32 << 20
LARGEST_ANALYSIS_BYTES = 256 << 20
ALLOWED = frozenset(
    {
        sqlite3.SQLITE_SELECT,
        sqlite3.SQLITE_READ,
        sqlite3.SQLITE_INSERT,
        sqlite3.SQLITE_UPDATE,
        sqlite3.SQLITE_DELETE,
        sqlite3.SQLITE_TRANSACTION,
        sqlite3.SQLITE_SAVEPOINT,
    }
)
FUNCTIONS = frozenset({"count", "max"})
LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: LARGEST_VALUE_BYTES,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 10_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 50,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 20,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 4,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 8,  # what deletes a source deletes rows three tables deep
}


def narrow(connection: sqlite3.Connection) -> None:
    """Leave a connection, once the file is checked, what the store itself needs."""
    for limit, value in LIMITS.items():
        connection.setlimit(limit, value)
    connection.set_authorizer(_judge)


@contextmanager
def large_values(connection: sqlite3.Connection) -> Iterator[None]:
    """Inside, a value may be as large as an analysis that the program keeps."""
    before = connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_ANALYSIS_BYTES)
    try:
        yield
    finally:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, before)


def _judge(
    action: int, _first: str | None, second: str | None, _base: str | None, within: str | None
) -> int:
    if within is not None:  # a trigger or a view
        return sqlite3.SQLITE_DENY
    if action == sqlite3.SQLITE_FUNCTION:
        known = second in FUNCTIONS
    else:
        known = action in ALLOWED
    return sqlite3.SQLITE_OK if known else sqlite3.SQLITE_DENY
