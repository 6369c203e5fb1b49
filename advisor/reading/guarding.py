"""What goes wrong inside one reader costs the page it was reading, and is said; what goes wrong
elsewhere as a file is read costs the file.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from advisor.reading.progress import ReadingCancelled
from advisor.reading.reader import Collector, Reader, TooMany
from advisor.reading.refusals import Refusal
from model.language import say

Answer = TypeVar("Answer")

PASSING = (ReadingCancelled, Refusal, TooMany)
"""What readers may raise on purpose, and what is not theirs to answer for."""


def guarded(
    out: Collector, reader: Reader, number: int, call: Callable[[], Answer]
) -> Answer | None:
    """What ``call`` answers; ``None``, and a sentence at line ``number``, where it fails."""
    try:
        return call()
    except PASSING:
        raise
    except Exception as wrong:
        could_not(out, reader, number, wrong)
        return None


def could_not(out: Collector, reader: Reader, number: int, wrong: Exception) -> None:
    """Say that a page was not read to its end; tests put a function here that raises ``wrong``."""
    if isinstance(wrong, MemoryError):
        wrong.with_traceback(None)  # lets go of what the page took, before anything is said of it
        out.say_once(
            "{file}, from line {number:,}: {title} needs more memory than there is left, so it was "
            "not read to its end and the rest was: close other programs, or cut it into parts.",
            number,
            title=reader.title,
        )
        return
    out.say_once(
        "{file}, from line {number:,}, looks like {title} but could not "
        "be read to its end: send this file to Plexwright's maintainers.",
        number,
        title=reader.title,
    )


def not_read(wrong: Exception) -> str:
    """What is said of a file that a fault has cost; tests put a function here that raises it."""
    if isinstance(wrong, MemoryError):
        return say(
            "needs more memory than there is left, so it was not read and the others were: close "
            "other programs, or cut it into parts"
        )
    return say(
        "was not read: Plexwright broke on it ({kind}), and the others were read without it. "
        "Please report it",
        kind=type(wrong).__name__,
    )
