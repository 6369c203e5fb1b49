"""The file's layout, its version, and how an older one becomes the current one."""

from __future__ import annotations

import filecmp
import itertools
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from functools import cache
from pathlib import Path

from app.errors import mark
from app.locked import MAGIC
from app.store import places, stamps
from app.store.codec import storable
from app.store.problems import Damaged, StoreProblem

__all__ = ["APPLICATION_ID", "SCHEMA_VERSION", "SUFFIX", "check_header", "install", "upgrade"]

SUFFIX = ".plexwright"
APPLICATION_ID = 0x504C5857  # "PLXW"
SCHEMA_VERSION = 11

# The tables of version 1. Never edited once released, as the upgrades.
#
# Values are stored with a one-letter type beside them ("f" float, "i" integer, "b" flag, "s" text,
# "t" a number SQLite cannot hold, as text): SQLite alone cannot tell 1 from true or keep NaN.
FIRST = """
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE source (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    sha256 TEXT NOT NULL UNIQUE,
    size_bytes INTEGER NOT NULL
);
CREATE TABLE source_chunk (
    source INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    position INTEGER NOT NULL,
    zlib BLOB NOT NULL,
    PRIMARY KEY (source, position)
);
CREATE TABLE reading (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    file TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    encoding TEXT NOT NULL,
    record_format TEXT NOT NULL,
    formats TEXT NOT NULL,
    lines INTEGER NOT NULL,
    refused INTEGER NOT NULL
);
CREATE INDEX reading_by_source ON reading (source);
CREATE TABLE observation (
    reading INTEGER NOT NULL REFERENCES reading ON DELETE CASCADE,
    position INTEGER NOT NULL,
    subject TEXT NOT NULL,
    metric TEXT NOT NULL,
    value_type TEXT NOT NULL,
    value,
    unit TEXT NOT NULL,
    file TEXT,
    line INTEGER NOT NULL,
    text TEXT NOT NULL,
    raw TEXT NOT NULL,
    interval_start TEXT,
    interval_end TEXT,
    interval_s REAL,
    PRIMARY KEY (reading, position)
) WITHOUT ROWID;
CREATE TABLE unread (
    reading INTEGER NOT NULL REFERENCES reading ON DELETE CASCADE,
    first_line INTEGER NOT NULL,
    last_line INTEGER NOT NULL,
    PRIMARY KEY (reading, first_line, last_line)
) WITHOUT ROWID;
CREATE TABLE problem (
    reading INTEGER NOT NULL REFERENCES reading ON DELETE CASCADE,
    position INTEGER NOT NULL,
    file TEXT NOT NULL,
    line INTEGER NOT NULL,
    sentence TEXT NOT NULL,
    PRIMARY KEY (reading, position)
) WITHOUT ROWID;
CREATE TABLE edit (
    position INTEGER PRIMARY KEY,
    change TEXT NOT NULL
);
CREATE TABLE answer (
    subject TEXT NOT NULL,
    metric TEXT NOT NULL,
    value_type TEXT NOT NULL,
    value,
    PRIMARY KEY (subject, metric)
) WITHOUT ROWID;
CREATE TABLE scenario (
    position INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    note TEXT NOT NULL
);
CREATE TABLE scenario_change (
    scenario INTEGER NOT NULL REFERENCES scenario ON DELETE CASCADE,
    position INTEGER NOT NULL,
    change TEXT NOT NULL,
    PRIMARY KEY (scenario, position)
) WITHOUT ROWID;
CREATE TABLE decision (
    finding TEXT PRIMARY KEY,
    verdict TEXT NOT NULL,
    reason TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE window_state (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
"""

# Version a file has → statements that lift it to the next one. Never edited once released.
UPGRADES: Mapping[int, str] = {
    1: """
CREATE TABLE analysis (
    key TEXT PRIMARY KEY,
    zlib BLOB NOT NULL
);
""",
    2: """
CREATE TABLE busiest (
    reading INTEGER NOT NULL REFERENCES reading ON DELETE CASCADE,
    start TEXT NOT NULL,
    PRIMARY KEY (reading, start)
) WITHOUT ROWID;
""",
    3: """
CREATE TABLE batch (
    reading INTEGER PRIMARY KEY REFERENCES reading ON DELETE CASCADE,
    number INTEGER NOT NULL
);
""",
    4: """
CREATE TABLE unread_kind (
    reading INTEGER NOT NULL REFERENCES reading ON DELETE CASCADE,
    position INTEGER NOT NULL,
    kind TEXT NOT NULL,
    records INTEGER NOT NULL,
    PRIMARY KEY (reading, position)
) WITHOUT ROWID;
""",
    5: """
CREATE TABLE before_import (
    id INTEGER PRIMARY KEY,
    zlib BLOB NOT NULL
);
""",
    6: """
CREATE TABLE numbers_read (
    reading INTEGER PRIMARY KEY REFERENCES reading ON DELETE CASCADE,
    taken INTEGER NOT NULL,
    ignored INTEGER NOT NULL,
    unread INTEGER NOT NULL,
    listed TEXT NOT NULL
);
""",
    7: stamps.TABLE,
    8: """
CREATE TABLE said (
    reading INTEGER NOT NULL REFERENCES reading ON DELETE CASCADE,
    what TEXT NOT NULL,
    position INTEGER NOT NULL,
    sentence TEXT NOT NULL,
    PRIMARY KEY (reading, what, position)
) WITHOUT ROWID;
""",
    9: """
CREATE TABLE scenario_base (
    scenario INTEGER PRIMARY KEY REFERENCES scenario ON DELETE CASCADE,
    base TEXT NOT NULL
);
""",
    10: """
CREATE TABLE figures (
    reading INTEGER PRIMARY KEY REFERENCES reading ON DELETE CASCADE,
    sha256 TEXT NOT NULL
);
""",
}


def install(connection: sqlite3.Connection, name: str) -> None:
    """Lay the tables out in a new file, for the engagement of that name."""
    connection.execute("BEGIN IMMEDIATE")
    for statement in _statements_up_to(SCHEMA_VERSION):
        connection.execute(statement)
    stamps.step(connection)
    connection.execute("INSERT INTO meta (key, value) VALUES ('name', ?)", (storable(name),))
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    connection.execute("COMMIT")


def check_header(path: Path) -> None:
    """Refuse what is not a whole engagement file, from its first 100 bytes and its size.

    The layout of the header is that of SQLite's file format: page size at 16, size in pages at
    28, ``user_version`` at 60, ``application_id`` at 68.
    """
    if path.is_dir():
        raise StoreProblem(mark("is a folder, not an engagement file"), file=path)
    with path.open("rb") as handle:
        header = handle.read(100)
    size = path.stat().st_size
    if not header:
        raise StoreProblem(
            mark("is empty; open another file or import the reports again"), file=path
        )
    if header.startswith(MAGIC):
        raise StoreProblem(
            mark("is locked with a passphrase; 'plexwright unlock' opens it"), file=path
        )
    if not header.startswith(b"SQLite format 3\0"[: len(header)]):
        # By its name it was one: its beginning is damaged.
        kind = Damaged if path.suffix == SUFFIX else StoreProblem
        raise kind(
            mark(
                "is not an engagement; reports are read with 'plexwright import' or dropped on "
                "the window"
            ),
            file=path,
        )
    if len(header) < 100:
        raise Damaged(
            mark("is cut short after {size} bytes; copy it again"),
            file=path,
            values={"size": size},
        )
    page_size = int.from_bytes(header[16:18], "big")
    page_size = 65536 if page_size == 1 else page_size
    # A journal beside the file means that SQLite will put the right size back first.
    interrupted = path.with_name(path.name + "-journal").exists()
    expected = page_size * int.from_bytes(header[28:32], "big")
    application = int.from_bytes(header[68:72], "big")
    version = int.from_bytes(header[60:64], "big")
    if application != APPLICATION_ID:
        raise StoreProblem(mark("is a database of another program, not an engagement"), file=path)
    if version > SCHEMA_VERSION:
        raise StoreProblem(
            mark(
                "was written by a newer Plexwright (format {version}; this one knows up to "
                "{known}); update Plexwright to open it"
            ),
            file=path,
            values={"version": version, "known": SCHEMA_VERSION},
        )
    if size < expected and not interrupted:
        raise Damaged(
            mark("is cut short: {size} of {expected} bytes are there; copy it again"),
            file=path,
            values={"size": size, "expected": expected},
        )


def upgrade(connection: sqlite3.Connection, path: Path) -> None:
    """Check what a file contains and lift an older one to the current version, all or nothing."""
    version = _checked(connection, path)
    if version == SCHEMA_VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Asked again under the lock: another window may have lifted it meanwhile.
        version = _checked(connection, path)
        if version < SCHEMA_VERSION:
            _keep_as_it_is(path, version)
        for older in range(version, SCHEMA_VERSION):
            for statement in _statements(UPGRADES[older]):
                connection.execute(statement)
        stamps.step(connection)
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _keep_as_it_is(path: Path, version: int) -> None:
    """A copy of an older file beside it, which the older program can go on with.

    Another one of that name (of an upgrade before, of a file that was put back) stays; the same
    one, of an upgrade that was broken off, is enough.
    """
    name = f"{path.stem} (format {version}"
    with places.aside(path) as part, closing(places.connect(path)) as source:
        places.copy_database(source, part)
        for number in itertools.count(1):
            copy = path.with_name(f"{name}{f', {number}' if number > 1 else ''}){path.suffix}")
            if not copy.exists():
                places.put_in_place(part, copy)
                return
            if copy.is_file() and filecmp.cmp(part, copy, shallow=False):
                return


def statement_of(table: str) -> str:
    """What made a table, as SQLite keeps it."""
    layout = _layout(SCHEMA_VERSION)
    return next(sql or "" for kind, name, _, sql in layout if (kind, name) == ("table", table))


def names_by_version() -> list[set[str]]:
    """What the list of tables of a sound file of each version names."""
    return [{name for _, name, _, _ in _layout(n)} for n in range(1, SCHEMA_VERSION + 1)]


def _statements(script: str) -> list[str]:
    return [statement for statement in script.split(";") if statement.strip()]


def _statements_up_to(version: int) -> list[str]:
    scripts = [FIRST, *(UPGRADES[older] for older in range(1, version))]
    return [statement for script in scripts for statement in _statements(script)]


# What SQLite's ANALYZE, run on the file by another program, leaves; it holds counts only.
STATISTICS = ("table", "sqlite_stat1", "sqlite_stat1", "CREATE TABLE sqlite_stat1(tbl,idx,stat)")


def _checked(connection: sqlite3.Connection, path: Path) -> int:
    """The version of a file that holds the tables of just this version, and nothing else."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if not 1 <= version <= SCHEMA_VERSION:
        raise Damaged(
            mark("has a format that never was ({version})"), file=path, values={"version": version}
        )
    query = "SELECT type, name, tbl_name, sql FROM sqlite_master"
    if set(connection.execute(query)) - {STATISTICS} != _layout(version):
        raise Damaged(
            mark(
                "does not have the tables of an engagement; it was changed by another program: "
                "open a copy from before"
            ),
            file=path,
        )
    return int(version)


@cache
def _layout(version: int) -> frozenset[tuple[str, str, str, str | None]]:
    model = sqlite3.connect(":memory:")
    try:
        for statement in _statements_up_to(version):
            model.execute(statement)
        return frozenset(model.execute("SELECT type, name, tbl_name, sql FROM sqlite_master"))
    finally:
        model.close()
