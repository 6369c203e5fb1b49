"""The as-is as it was before the last import, against which the window shows what changed."""

from __future__ import annotations

import sqlite3
import zlib

from app.store.codec import DecodeError, decode, encode
from model.topology import Component, Link, Topology

__all__ = ["replace_row", "row_of", "select"]

LARGEST_BYTES = 6 << 20
"""Unpacked: 2,000 components with their figures have about two megabytes, and a hostile one takes
forty times as much when it is decoded."""


def row_of(topology: Topology | None) -> bytes | None:
    """What is kept of a topology."""
    if topology is None:
        return None
    text = encode([list(topology), list(topology.links)])
    return zlib.compress(text.encode("ascii")) if len(text) <= LARGEST_BYTES else None


def replace_row(connection: sqlite3.Connection, row: bytes | None) -> None:
    """Keep this one instead of the one before; ``None`` keeps none."""
    connection.execute("DELETE FROM before_import")
    if row is not None:
        connection.execute("INSERT INTO before_import (id, zlib) VALUES (1, ?)", (row,))


def select(connection: sqlite3.Connection) -> Topology | None:
    """The topology that is kept, or ``None``; one that cannot be understood only tells less."""
    row = connection.execute("SELECT zlib FROM before_import").fetchone()
    if row is None:
        return None
    try:
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(row[0], LARGEST_BYTES)
        if unpacker.unconsumed_tail or not unpacker.eof:
            return None
        components, links = decode(text.decode("ascii"), LARGEST_BYTES)
    except (DecodeError, UnicodeDecodeError, zlib.error, TypeError, ValueError):
        return None
    if not all(isinstance(c, Component) for c in components):
        return None
    if not all(isinstance(link, Link) for link in links):
        return None
    return Topology({c.id: c for c in components}, tuple(links))
