"""Rows of one :class:`~advisor.observations.FileReading`: written once, read back as it was."""

from __future__ import annotations

import json
import sqlite3

from advisor.observations import FileReading, Interval, Observation, Problem
from app.store.codec import DecodeError, decode_value, encode_value, storable

__all__ = ["insert", "next_batch", "select"]


def insert(connection: sqlite3.Connection, source: int, reading: FileReading) -> None:
    """Write ``reading`` as part of ``source``."""
    cursor = connection.execute(
        "INSERT INTO reading (source, file, sha256, size_bytes, encoding, record_format, formats,"
        " lines, refused) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            source,
            storable(reading.file),
            reading.sha256,
            reading.size_bytes,
            reading.encoding,
            reading.record_format,
            json.dumps(reading.formats),
            reading.lines,
            int(reading.refused),
        ),
    )
    key = cursor.lastrowid
    connection.executemany(
        "INSERT INTO observation (reading, position, subject, metric, value_type, value, unit,"
        " file, line, text, raw, interval_start, interval_end, interval_s)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (
                key,
                position,
                storable(item.subject),
                storable(item.metric),
                *encode_value(item.value),
                storable(item.unit),
                None if item.file == reading.file else storable(item.file),
                item.line,
                storable(item.text),
                storable(item.raw),
                item.interval.start,
                item.interval.end,
                item.interval.duration_s,
            )
            for position, item in enumerate(reading.observations)
        ),
    )
    connection.executemany(
        "INSERT OR IGNORE INTO unread (reading, first_line, last_line) VALUES (?, ?, ?)",
        ((key, first, last) for first, last in reading.unread),
    )
    connection.executemany(
        "INSERT INTO unread_kind (reading, position, kind, records) VALUES (?, ?, ?, ?)",
        (
            (key, position, storable(kind), count)
            for position, (kind, count) in enumerate(reading.unread_kinds)
        ),
    )
    connection.executemany(
        "INSERT OR IGNORE INTO busiest (reading, start) VALUES (?, ?)",
        ((key, start) for start in reading.busiest),
    )
    if reading.batch:
        connection.execute(
            "INSERT INTO batch (reading, number) VALUES (?, ?)", (key, reading.batch)
        )
    connection.executemany(
        "INSERT INTO problem (reading, position, file, line, sentence) VALUES (?, ?, ?, ?, ?)",
        (
            (key, position, storable(problem.file), problem.line, storable(problem.sentence))
            for position, problem in enumerate(reading.problems)
        ),
    )


def select(connection: sqlite3.Connection) -> tuple[FileReading, ...]:
    """All readings, in the order they were written."""
    rows = connection.execute(
        "SELECT id, file, sha256, size_bytes, encoding, record_format, formats, lines, refused"
        " FROM reading ORDER BY id"
    ).fetchall()
    return tuple(_reading(connection, row) for row in rows)


def next_batch(connection: sqlite3.Connection) -> int:
    """The number of an import that begins now: 0 in a file without readings."""
    query = "SELECT COUNT(*), (SELECT MAX(number) FROM batch) FROM reading"
    readings, last = connection.execute(query).fetchone()
    return (last or 0) + 1 if readings else 0


def _reading(connection: sqlite3.Connection, row: tuple[object, ...]) -> FileReading:
    key, file, sha256, size_bytes, encoding, record_format, formats, lines, refused = row
    names = json.loads(str(formats))
    batch = connection.execute("SELECT number FROM batch WHERE reading = ?", (key,)).fetchone()
    if not (isinstance(names, list) and all(isinstance(name, str) for name in names)):
        raise DecodeError("a list of formats is something else")
    return FileReading(
        file=str(file),
        sha256=str(sha256),
        size_bytes=_integer(size_bytes),
        encoding=str(encoding),
        record_format=str(record_format),
        formats=tuple(names),
        observations=_observations(connection, key, str(file)),
        lines=_integer(lines),
        unread=tuple(
            (first, last)
            for first, last in connection.execute(
                "SELECT first_line, last_line FROM unread WHERE reading = ? ORDER BY first_line",
                (key,),
            )
        ),
        problems=tuple(
            Problem(*found)
            for found in connection.execute(
                "SELECT file, line, sentence FROM problem WHERE reading = ? ORDER BY position",
                (key,),
            )
        ),
        refused=bool(refused),
        busiest=tuple(
            str(start)
            for (start,) in connection.execute(
                "SELECT start FROM busiest WHERE reading = ? ORDER BY start", (key,)
            )
        ),
        unread_kinds=tuple(
            (str(kind), _integer(count))
            for kind, count in connection.execute(
                "SELECT kind, records FROM unread_kind WHERE reading = ? ORDER BY position",
                (key,),
            )
        ),
        batch=0 if batch is None else _integer(batch[0]),
    )


def _observations(
    connection: sqlite3.Connection, key: object, file: str
) -> tuple[Observation, ...]:
    rows = connection.execute(
        "SELECT subject, metric, value_type, value, unit, file, line, text, raw,"
        " interval_start, interval_end, interval_s"
        " FROM observation WHERE reading = ? ORDER BY position",
        (key,),
    )
    # Most observations of a report share their interval: one object for all of them.
    intervals: dict[tuple[str | None, str | None, float | None], Interval] = {}
    found = []
    for subject, metric, letter, value, unit, other, line, text, raw, start, end, seconds in rows:
        span = (start, end, seconds)
        interval = intervals.get(span)
        if interval is None:
            interval = intervals[span] = Interval(*span)
        found.append(
            Observation(
                subject,
                metric,
                decode_value(letter, value),
                unit,
                file if other is None else other,
                line,
                text,
                raw,
                interval,
            )
        )
    return tuple(found)


def _integer(value: object) -> int:
    if not isinstance(value, int):
        raise DecodeError("a stored count is not a number")
    return value
