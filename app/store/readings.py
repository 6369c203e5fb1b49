"""Rows of one :class:`~advisor.observations.FileReading`: written once, read back as it was."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Any

from advisor.observations import FileReading, Interval, NumbersRead, Observation, Problem
from app.store import bounds
from app.store.codec import (
    LONGEST,
    DecodeError,
    decode,
    decode_value,
    encode,
    encode_value,
    storable,
    text_of,
)
from app.store.figures import EAGER, KeptFigures, Place, digest_of
from model.language import Sentence

LONGEST_S = 1e10  # three centuries
ALL = 1 << 62
LARGEST_TEXTS = 64 << 20
"""Characters of the lines that are fetched at a time: six thousand of each of 10,000."""
LEAST_BYTES = 8
"""Of a figure: a file of so many bytes has no more."""
MOST_LISTED = 4 << 20
"""Characters that list numbers which nobody read, of all readings: those of further ones are
counted, but not underlined in their text."""
PROBLEM, OBSERVATION = "problem", "observation"
"""What a sentence kept in the table ``said`` is the text of."""

__all__ = ["figures", "insert", "next_batch", "select", "whole"]


def insert(connection: sqlite3.Connection, source: int, reading: FileReading) -> None:
    """Write ``reading`` as part of ``source``.

    Figures that are left in another file keep the number of their reading: they are fetched by it.
    """
    left = reading.observations
    cursor = connection.execute(
        "INSERT INTO reading (id, source, file, sha256, size_bytes, encoding, record_format,"
        " formats, lines, refused) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            left.reading if isinstance(left, KeptFigures) else None,
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
    connection.execute(
        "INSERT INTO figures (reading, sha256) VALUES (?, ?)",
        (key, digest_of(reading.observations)),
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
    numbers = reading.numbers
    connection.execute(
        "INSERT INTO numbers_read (reading, taken, ignored, unread, listed) VALUES (?, ?, ?, ?, ?)",
        (key, numbers.taken, numbers.ignored, numbers.unread, storable(json.dumps(numbers.listed))),
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
    # Texts stand as they read; of those that are sentences what they were made of is kept besides.
    connection.executemany(
        "INSERT INTO said (reading, what, position, sentence) VALUES (?, ?, ?, ?)",
        (
            (key, what, position, encode(text))
            for what, texts in (
                (PROBLEM, (problem.sentence for problem in reading.problems)),
                (OBSERVATION, (item.text for item in reading.observations)),
            )
            for position, text in enumerate(texts)
            if isinstance(text, Sentence)
        ),
    )


def select(connection: sqlite3.Connection, place: Place) -> tuple[FileReading, ...]:
    """All readings, in the order they were written; of many figures as :class:`KeptFigures`.

    ``place`` is where they are to be fetched from.
    """
    rows = connection.execute(
        "SELECT reading.id, file, reading.sha256, size_bytes, encoding, record_format, formats,"
        " lines, refused, figures.sha256"
        " FROM reading LEFT JOIN figures ON reading = reading.id ORDER BY reading.id"
    ).fetchall()
    # Places count from 0: the last tells how many there are, without going through them.
    counts = [_count(connection, row[0]) for row in rows]
    if max(counts, default=0) > place.path.stat().st_size // LEAST_BYTES:
        raise DecodeError("figures are counted that cannot be there")
    at_once = sum(counts) <= EAGER
    beside = _Beside(connection)
    return tuple(
        _reading(
            beside,
            row[:-1],
            _whole(connection, row[0], text_of(row[1]), count)
            if at_once
            else KeptFigures(place, row[0], count, "" if row[-1] is None else text_of(row[-1])),
        )
        for row, count in zip(rows, counts, strict=True)
    )


def whole(connection: sqlite3.Connection, key: int, file: str) -> tuple[Observation, ...]:
    """All figures of one reading.

    Raises
    ------
    DecodeError: not all are there, or one is none.
    """
    return _whole(connection, key, file, _count(connection, key))


def _whole(
    connection: sqlite3.Connection, key: int, file: str, count: int, first: int = 0
) -> tuple[Observation, ...]:
    found = _observations(connection, key, file, first, count)
    if len(found) != count:
        raise DecodeError("figures are missing")
    return found


def _count(connection: sqlite3.Connection, key: object) -> int:
    (last,) = connection.execute(
        "SELECT MAX(position) FROM observation WHERE reading = ?", (key,)
    ).fetchone()
    return 0 if last is None else _integer(last) + 1


def figures(
    connection: sqlite3.Connection, key: int, digest: str, first: int, count: int
) -> tuple[Observation, ...]:
    """Those of a reading from a place on; ``digest`` is what its content was when it was opened.

    Raises
    ------
    DecodeError: they are others meanwhile, or not all there.
    """
    row = connection.execute(
        "SELECT file, figures.sha256 FROM reading LEFT JOIN figures ON reading = reading.id"
        " WHERE reading.id = ?",
        (key,),
    ).fetchone()
    if row is None or (row[1] or "") != digest:
        raise DecodeError("figures are no longer those that were opened")
    return _whole(connection, key, text_of(row[0]), count, first)


def next_batch(connection: sqlite3.Connection) -> int:
    """The number of an import that begins now: 0 in a file without readings."""
    query = "SELECT COUNT(*), (SELECT MAX(number) FROM batch) FROM reading"
    readings, last = connection.execute(query).fetchone()
    return (last or 0) + 1 if readings else 0


class _Beside:
    """The rows that other tables have of readings, each table gone through once."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.room = MOST_LISTED
        self._tables: dict[str, dict[object, list[tuple[Any, ...]]]] = {}

    def rows(self, key: object, table: str, columns: str) -> list[tuple[Any, ...]]:
        """Those of one reading, in the order of the first of the columns."""
        found = self._tables.get(table)
        if found is None:
            found = self._tables[table] = {}
            order = columns.partition(",")[0]
            for reading, *row in self.connection.execute(
                f"SELECT reading, {columns} FROM {table} ORDER BY {order}"
            ):
                found.setdefault(reading, []).append(tuple(row))
        return found.get(key, [])


def _reading(
    beside: _Beside, row: tuple[object, ...], observations: Sequence[Observation]
) -> FileReading:
    key, file, sha256, size_bytes, encoding, record_format, formats, lines, refused = row
    if len(str(formats)) > LONGEST:
        raise DecodeError("a list of formats is longer than any is")
    names = json.loads(str(formats))
    if not (isinstance(names, list) and all(isinstance(name, str) for name in names)):
        raise DecodeError("a list of formats is something else")
    problems = beside.rows(key, "problem", "position, file, line, sentence")
    said = _said(beside.connection, key, PROBLEM, count=bounds.MOST_ROWS) if problems else {}
    batch = beside.rows(key, "batch", "number")
    return FileReading(
        file=text_of(file),
        sha256=text_of(sha256),
        size_bytes=_integer(size_bytes),
        encoding=text_of(encoding),
        record_format=text_of(record_format),
        formats=tuple(names),
        observations=observations,
        lines=_integer(lines),
        unread=tuple(
            (_integer(first), _integer(last))
            for first, last in beside.rows(key, "unread", "first_line, last_line")
        ),
        problems=tuple(
            Problem(text_of(found), _integer(line), said.get(place, text_of(sentence)))
            for place, (_, found, line, sentence) in enumerate(problems)
        ),
        refused=bool(_integer(refused)),
        busiest=tuple(text_of(start) for (start,) in beside.rows(key, "busiest", "start")),
        numbers=_numbers(beside, key),
        unread_kinds=tuple(
            (text_of(kind), _integer(count))
            for _, kind, count in beside.rows(key, "unread_kind", "position, kind, records")
        ),
        batch=_integer(batch[0][0]) if batch else 0,
    )


def _said(
    connection: sqlite3.Connection, key: object, what: str, first: int = 0, count: int = ALL
) -> dict[int, str]:
    """What the sentences of a reading were made of, by position; older programs kept none."""
    rows = connection.execute(
        "SELECT position, sentence FROM said WHERE reading = ? AND what = ?"
        " AND position >= ? AND position < ?",
        (key, what, first, first + count),
    )
    found = {_integer(position): decode(text_of(kept)) for position, kept in rows}
    if not all(isinstance(sentence, Sentence) for sentence in found.values()):
        raise DecodeError("a stored sentence is something else")
    return found


def _numbers(beside: _Beside, key: object) -> NumbersRead:
    """The account of a reading's numbers; files of older programs have none."""
    rows = beside.rows(key, "numbers_read", "taken, ignored, unread, listed")
    if not rows:
        return NumbersRead()
    taken, ignored, unread, listed = rows[0]
    beside.room -= len(str(listed))
    if beside.room < 0:
        return NumbersRead(_integer(taken), _integer(ignored), _integer(unread))
    try:
        lines = tuple(
            (_integer(line), tuple(str(found) for found in numbers))
            for line, numbers in json.loads(str(listed))
        )
    except (TypeError, ValueError) as wrong:
        raise DecodeError("a list of numbers is something else") from wrong
    return NumbersRead(_integer(taken), _integer(ignored), _integer(unread), lines)


def _observations(
    connection: sqlite3.Connection, key: object, file: str, first: int = 0, count: int = ALL
) -> tuple[Observation, ...]:
    rows = connection.execute(
        "SELECT subject, metric, value_type, value, unit, file, line, text, raw,"
        " interval_start, interval_end, interval_s"
        " FROM observation WHERE reading = ? AND position >= ? AND position < ?"
        " ORDER BY position",
        (key, first, first + count),
    )
    # Most observations of a report share their interval: one object for all of them.
    intervals: dict[tuple[str | None, str | None, float | None], Interval] = {}
    found = []
    room = LARGEST_TEXTS
    said = _said(connection, key, OBSERVATION, first, count)
    for position, (
        subject,
        metric,
        letter,
        value,
        unit,
        other,
        line,
        text,
        raw,
        start,
        end,
        seconds,
    ) in enumerate(rows, first):
        if not (
            type(subject) is type(metric) is type(unit) is type(text) is type(raw) is str
            and type(line) is int
            and (other is None or type(other) is str)
        ):
            raise DecodeError("a figure that was read is something else")
        room -= len(subject) + len(metric) + len(unit) + len(text) + len(raw)
        if type(value) is str:
            room -= len(value)
        if room < 0:
            raise DecodeError("lines that were read are longer than lines are")
        span = (start, end, seconds)
        interval = intervals.get(span)
        if interval is None:
            interval = intervals[span] = _interval(start, end, seconds)
        found.append(
            Observation(
                subject,
                metric,
                decode_value(letter, value),
                unit,
                file if other is None else other,
                line,
                said.get(position, text),
                raw,
                interval,
            )
        )
    return tuple(found)


def _interval(start: object, end: object, seconds: object) -> Interval:
    if not all(mark is None or isinstance(mark, str) for mark in (start, end)):
        raise DecodeError("the time of a figure is something else")
    if seconds is not None and not (isinstance(seconds, float) and 0 <= seconds <= LONGEST_S):
        raise DecodeError("the interval of a figure is no duration")
    return Interval(
        None if start is None else str(start), None if end is None else str(end), seconds
    )


def _integer(value: object) -> int:
    if not isinstance(value, int):
        raise DecodeError("a stored count is not a number")
    return value
