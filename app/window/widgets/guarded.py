"""Painting that an exception does not leave.

Where one leaves a ``paintEvent``, its traceback keeps the painter alive with the frame it was made
in: the widget goes on being painted, and Qt ends the process as soon as it is shown or deleted.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from traceback import clear_frames
from typing import ParamSpec

Given = ParamSpec("Given")

_told: set[tuple[str, str, int]] = set()


def guarded(paint: Callable[Given, None]) -> Callable[Given, None]:
    """A method that paints, whose exceptions are told once and leave no painter behind."""

    @wraps(paint)
    def painted(*args: Given.args, **kwargs: Given.kwargs) -> None:
        try:
            paint(*args, **kwargs)
        except Exception as problem:
            _tell(problem)

    return painted


def _tell(problem: Exception) -> None:
    """To whom exceptions go; of those at one place the first, not one for every frame."""
    frame = problem.__traceback__
    assert frame is not None
    while frame.tb_next is not None:
        frame = frame.tb_next
    place = (type(problem).__name__, frame.tb_frame.f_code.co_filename, frame.tb_lineno)
    if place not in _told:
        _told.add(place)
        sys.excepthook(type(problem), problem, problem.__traceback__)
    clear_frames(problem.__traceback__)
