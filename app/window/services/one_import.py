"""One thread imports at a time.

Python locks module by module: where one thread imports a package that imports its parts and another
one a part, each waits for the other, and Python ends that wait with a module that is half made or
with an error. Which of two threads meets it depends on how long each file takes to compile.
"""

from __future__ import annotations

import os
import threading
import time
from importlib import _bootstrap

_FIND = "_find_and_load"


class _Turn:
    """Whose turn to import it is; a thread that waits comes before one that imports on and on."""

    def __init__(self) -> None:
        self._mine = threading.RLock()
        self._depth = 0
        self._waiting: list[None] = []

    def __enter__(self) -> None:
        if not self._mine.acquire(blocking=False):
            self._waiting.append(None)
            self._mine.acquire()
            self._waiting.pop()
        self._depth += 1

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        last = self._depth == 0
        self._mine.release()
        if last and self._waiting:
            time.sleep(0.0005)


def one_thread_at_a_time() -> None:
    """Let every import of a module that is not loaded yet wait for those of other threads.

    To be called before the first thread begins. A module must not wait, while it is imported, for a
    thread that imports.
    """
    plain = getattr(_bootstrap, _FIND)
    if plain.__module__ == __name__:
        return
    turn = _Turn()

    def find_and_load(name: str, import_: object) -> object:
        with turn:
            return plain(name, import_)

    def renew() -> None:
        # The thread whose turn it was is not there in a child.
        nonlocal turn
        turn = _Turn()

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=renew)
    setattr(_bootstrap, _FIND, find_and_load)
