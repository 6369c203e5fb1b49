"""The digest of a file, taken beside the reading of it."""

from __future__ import annotations

import hashlib
import queue
import threading

WORTH_A_THREAD = 1 << 23
MOST_WAITING = 32


class Digest:
    """SHA-256 of what :meth:`update` is given; of large files on a thread of its own.

    Hashing leaves the interpreter free and would otherwise be a fifth of the time of an import.
    Used as a context manager, so that the thread ends whatever happens.
    """

    def __init__(self, size: int) -> None:
        self._sha = hashlib.sha256()
        self._queue: queue.Queue[bytes | None] | None = None
        self._thread: threading.Thread | None = None
        if size >= WORTH_A_THREAD:
            self._queue = queue.Queue(MOST_WAITING)
            self._thread = threading.Thread(target=self._work, name="digest", daemon=True)
            self._thread.start()

    def __enter__(self) -> Digest:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def update(self, data: bytes) -> None:
        """Take up more bytes."""
        if self._queue is None:
            self._sha.update(data)
        elif data:
            self._queue.put(data)

    def hexdigest(self) -> str:
        """The digest of everything taken up; nothing can be added after."""
        self._end()
        return self._sha.hexdigest()

    def _work(self) -> None:
        assert self._queue is not None
        while (data := self._queue.get()) is not None:
            self._sha.update(data)

    def _end(self) -> None:
        if self._thread is not None and self._queue is not None:
            self._queue.put(None)
            self._thread.join()
            self._thread = self._queue = None
