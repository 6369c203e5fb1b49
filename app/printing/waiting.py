"""How far a long command is, on a terminal: one line that the next one writes over."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["told_on_terminal"]

_EVERY_S = 0.5


@contextmanager
def told_on_terminal(doing: str) -> Iterator[Callable[[float], None] | None]:
    """What to call with the part done, 0 to 1; None where stderr is a file or a pipe.

    The line is gone afterwards, so that what stays on the screen is what a file would get.
    """
    stream = sys.stderr
    if not stream.isatty():
        yield None
        return
    said_at = -_EVERY_S
    width = 0

    def told(part: float) -> None:
        nonlocal said_at, width
        now = time.monotonic()
        if now - said_at < _EVERY_S:
            return
        said_at = now
        text = f"{doing}: {100.0 * part:.0f} %"
        width = max(width, len(text))
        stream.write(f"\r{text.ljust(width)}")
        stream.flush()

    try:
        yield told
    finally:
        if width:
            stream.write(f"\r{' ' * width}\r")
            stream.flush()
