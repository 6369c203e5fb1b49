"""The bytes of a report on their way into the engagement file: their digest and their pieces."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from app.store.problems import sentences

__all__ = ["CHUNK_BYTES", "Content", "chunks", "digest"]

CHUNK_BYTES = 1 << 20
Content = bytes | str | os.PathLike[str] | Iterator[bytes]
"""The bytes themselves, the path of a file, or pieces of a megabyte."""


def digest(content: bytes | str | os.PathLike[str]) -> str:
    """What names this content.

    Raises
    ------
    StoreProblem: the file cannot be read.
    """
    if isinstance(content, bytes):
        return hashlib.sha256(content).hexdigest()
    with sentences(Path(content)), open(content, "rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()


def chunks(content: Content) -> Iterator[bytes]:
    """The content in pieces of a megabyte."""
    if isinstance(content, Iterator):
        yield from content
    elif isinstance(content, bytes):
        for start in range(0, len(content), CHUNK_BYTES):
            yield content[start : start + CHUNK_BYTES]
    else:
        with open(content, "rb") as handle:
            while piece := handle.read(CHUNK_BYTES):
                yield piece
