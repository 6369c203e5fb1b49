"""What was unpacked, on disk where it is large, for readers that pass over it several times."""

from __future__ import annotations

import io
import tempfile
import threading
from types import TracebackType
from typing import IO, cast

from advisor.reading.containers.limits import Budget, Tick
from advisor.reading.refusals import Refusal
from advisor.system_words import reason
from model.language import say

IN_MEMORY = 8 << 20
PIECE = 1 << 20


class Spool:
    """Bytes written once and read as often as wanted, from several places.

    They are in a file without a name, which is gone when the process is. A context manager.
    """

    def __init__(self, budget: Budget, tick: Tick) -> None:
        self._budget, self._tick = budget, tick
        self._file = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
        self._lock = threading.Lock()
        self.size = 0

    def __enter__(self) -> Spool:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        wrong: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def write(self, data: bytes) -> None:
        """Add bytes.

        Raises
        ------
        Refusal: they are too many, or the disk is full.
        """
        self._tick()
        self._budget.take(len(data))
        try:
            self._file.write(data)
        except OSError as wrong:
            why = reason(wrong)
            raise Refusal(
                say(
                    "cannot be unpacked on this disk ({why}): unpack it elsewhere "
                    "and drop the reports themselves",
                    why=why,
                )
            ) from None
        self.size += len(data)

    def copy(self, source: IO[bytes]) -> None:
        """Add all of another source."""
        while data := source.read(PIECE):
            self.write(data)

    def open(self) -> IO[bytes]:
        """All of it, from the beginning."""
        return part_of(self, 0, self.size)

    def read_at(self, place: int, count: int) -> bytes:
        """Bytes from a place on."""
        with self._lock:
            self._file.seek(place)
            return self._file.read(count)


class _Part(io.RawIOBase):
    """A part of something that can be read at any place, as a file of its own."""

    def __init__(self, source: Spool | IO[bytes], start: int, size: int) -> None:
        self._source, self._start, self._size, self._at = source, start, size, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._size}[whence]
        if base + offset < 0:
            raise ValueError("before the beginning")
        self._at = base + offset
        return self._at

    def tell(self) -> int:
        return self._at

    def read(self, size: int | None = -1) -> bytes:
        left = max(self._size - self._at, 0)
        count = left if size is None or size < 0 else min(size, left)
        if not count:
            return b""
        if isinstance(self._source, Spool):
            data = self._source.read_at(self._start + self._at, count)
        else:
            self._source.seek(self._start + self._at)
            data = self._source.read(count)
        self._at += len(data)
        return data

    def close(self) -> None:
        if not self.closed and not isinstance(self._source, Spool):
            self._source.close()
        super().close()


def part_of(source: Spool | IO[bytes], start: int, size: int) -> IO[bytes]:
    """``size`` bytes from ``start`` on as a file; closing it closes a file that it is part of."""
    return cast(IO[bytes], _Part(source, start, size))
