"""How much of everything a file may hold that is taken whole when it is opened.

Figures, reports and the kept analysis are not: they are fetched when they are asked for. Of the
rest a person, or all readers together, never make so much; a file of an unknown sender can hold
gigabytes of it, and would keep the program busy for minutes before anything is wrong.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from app.errors import mark
from app.store.guard import LARGEST_VALUE_BYTES
from app.store.problems import StoreProblem

__all__ = ["MOST_EDITS", "MOST_SCENARIOS", "TOO_MANY", "check", "may_have_another"]

MOST_SCENARIOS = 10_000
MOST_EDITS = 100_000
"""Beyond what a person makes; a file of a million of them kept the window waiting for a minute."""
MOST_ROWS = 200_000
MOST_READINGS = 50_000
"""Reports, those inside archives counted one by one: each has rows in seven other tables."""
MOST_ANSWERS = 20_000
"""Beyond what anybody answers; each becomes a component or a setting, and is checked."""
MOST_BYTES = 32 << 20
"""Of text in one table; decoded it takes ten times as much."""
TOO_MANY = mark("holds more than {most:,} scenarios or changes; such a file is not worked with")
TOO_MUCH = mark(
    "holds more of something ({table}) than an engagement ever has; such a file is not worked with"
)

TABLES = {
    "meta": ("value",),
    "source": ("name", "sha256"),
    "reading": ("file", "formats", "encoding", "record_format", "sha256"),
    "unread": (),
    "unread_kind": ("kind",),
    "busiest": ("start",),
    "batch": (),
    "problem": ("file", "sentence"),
    "numbers_read": ("listed",),
    "figures": ("sha256",),
    "answer": ("subject", "metric", "value"),
    "decision": ("finding", "reason"),
    "edit": ("change",),
    "scenario": ("name", "note"),
    "scenario_base": ("base",),
    "scenario_change": ("change",),
    "window_state": ("key", "value"),
}
MOST = {"reading": MOST_READINGS, "answer": MOST_ANSWERS}
"""With the columns that hold text of any length."""

_LENGTH = "octet_length" if sqlite3.sqlite_version_info >= (3, 43) else "length"


def may_have_another(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a report more than a file that opens may have."""
    (count,) = connection.execute("SELECT count(*) FROM reading").fetchone()
    if count > MOST_READINGS:
        raise StoreProblem(TOO_MUCH, file=path, values={"table": "reading"})


def check(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a file that holds too much; looks at no more than it would allow.

    Raises
    ------
    StoreProblem: which table it is.
    """
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_VALUE_BYTES)
    for table, columns in TABLES.items():
        most = MOST.get(table, MOST_ROWS)
        size = " + ".join(f"coalesce({_LENGTH}({name}), 0)" for name in columns) or "0"
        rows, size_bytes = connection.execute(
            f"SELECT count(*), coalesce(sum(size), 0) FROM"
            f" (SELECT {size} AS size FROM {table} LIMIT {most + 1})"
        ).fetchone()
        if rows > most or size_bytes > MOST_BYTES:
            raise StoreProblem(TOO_MUCH, file=path, values={"table": table})
