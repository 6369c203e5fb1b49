"""The last analysis of an engagement, kept so that opening it shows advice at once.

A kept analysis counts only under its *key*: a digest of the program that made it (every source file
of ``model`` and ``advisor``, their constants and published measurements, the version of numpy), of
the readings and of the options. Whatever changes any of these makes another key, and then there is
no kept analysis: it is never shown stale.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import zlib
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.store import guard
from app.store.codec import DecodeError
from app.store.figures import KeptFigures, digest_of
from app.store.packing import PackError, pack, unpack
from app.store.seals import opened, sealed

if TYPE_CHECKING:
    from advisor.engagement import Engagement, Options
    from advisor.observations import FileReading

__all__ = ["key_of", "packed", "program", "replace_row", "row_of", "select", "unpacked"]

LARGEST_BYTES = 256 << 20  # unpacked; an engagement of 40 reports has about one megabyte
COMPRESSION = 1
ROOMS = ("model", "advisor")
CONSTANTS = ("calibration", "measurements")


@cache
def program() -> str:
    """Digest of everything shipped that an analysis depends on."""
    import numpy as np

    import advisor
    from resources import resource

    root = Path(advisor.__file__).resolve().parent.parent
    digest = hashlib.sha256(np.__version__.encode())
    seen = 0
    for folder, suffix in (
        *((root / room, ".py") for room in ROOMS),
        *((resource(name), ".json") for name in CONSTANTS),
    ):
        for path in sorted(folder.rglob(f"*{suffix}")):
            content = path.read_bytes()
            digest.update(f"\n{folder.name}/{path.relative_to(folder).as_posix()}\n".encode())
            digest.update(content)
            seen += suffix == ".py"
    if not seen:
        # A bundle carries no sources: then the program's own file tells one build from another.
        import sys

        digest.update(Path(sys.executable).read_bytes())
    return digest.hexdigest()


def key_of(readings: Sequence[FileReading], options: Options) -> str:
    """Digest of program, readings and options."""
    digest = hashlib.sha256(program().encode())
    for reading in readings:
        # Everything the advisor sees; numbers as JSON writes them: exact, and 1 is not 1.0.
        entry: list[Any] = [
            reading.file,
            reading.sha256,
            reading.formats,
            reading.encoding,
            reading.record_format,
            reading.size_bytes,
            reading.lines,
            reading.refused,
            reading.unread,
            reading.busiest,
            reading.batch,
            [(p.file, p.line, p.sentence) for p in reading.problems],
            digest_of(reading.observations),
        ]
        digest.update(json.dumps(entry, separators=(",", ":")).encode())
    # Whatever options there are or will be; what is a set in effect is put in order.
    ordered = replace(
        options,
        answers=dict(sorted(options.answers.items())),
        rejected=tuple(sorted(options.rejected)),
        done=tuple(sorted(options.done)),
    )
    digest.update(pack(ordered).encode())
    return digest.hexdigest()


def _externals(readings: tuple[FileReading, ...]) -> list[Any]:
    """What both sides have: the performance models and the readings."""
    from model.catalogue import subsystem_models

    return [
        *subsystem_models(),
        readings,
        *readings,
    ]


def packed(engagement: Engagement) -> bytes:
    """What is kept of an engagement.

    Raises
    ------
    PackError: it holds something that cannot be kept.
    """
    text = pack(engagement, _externals(engagement.readings))
    return zlib.compress(text.encode("ascii"), COMPRESSION)


def unpacked(data: bytes, readings: tuple[FileReading, ...], name: str) -> Engagement:
    """The engagement that :func:`packed` made ``data`` of, under its name of today.

    Raises
    ------
    DecodeError: ``data`` is something else.
    """
    from advisor.engagement import Engagement

    unpacker = zlib.decompressobj()
    text = unpacker.decompress(data, LARGEST_BYTES)
    if unpacker.unconsumed_tail or not unpacker.eof:
        raise DecodeError("a kept analysis does not unpack")
    found = unpack(text.decode("ascii"), _externals(readings))
    if not isinstance(found, Engagement):
        raise DecodeError("a kept analysis is something else")
    return replace(found, name=name)


# --- in the file ---------------------------------------------------------------------------------


def row_of(engagement: Engagement) -> tuple[str, bytes] | None:
    """Key and content of what is kept, or ``None`` when it cannot be."""
    try:
        return key_of(engagement.readings, engagement.options), packed(engagement)
    except PackError:
        return None


def replace_row(connection: sqlite3.Connection, row: tuple[str, bytes] | None) -> None:
    """Keep this analysis instead of the one before."""
    connection.execute("DELETE FROM analysis")
    if row is not None:
        key, content = row
        with guard.large_values(connection):
            connection.execute(
                "INSERT INTO analysis (key, zlib) VALUES (?, ?)", (key, sealed(key, content))
            )


def select(
    connection: sqlite3.Connection, readings: tuple[FileReading, ...], options: Options, name: str
) -> Engagement | None:
    """The kept analysis of just these readings and options by just this program, or ``None``."""
    if connection.execute("SELECT 1 FROM analysis").fetchone() is None:
        return None
    if any(isinstance(r.observations, KeptFigures) and not r.observations.digest for r in readings):
        return None  # of an older program; going through millions of figures tells no more
    key = key_of(readings, options)
    with guard.large_values(connection):
        row = connection.execute("SELECT zlib FROM analysis WHERE key = ?", (key,)).fetchone()
    content = opened(key, row[0]) if row is not None and isinstance(row[0], bytes) else None
    if content is None:
        return None
    try:
        return unpacked(content, readings, name)
    except (DecodeError, UnicodeDecodeError, zlib.error, TypeError):
        # Of other classes than today's: it can be had anew from the readings.
        return None
