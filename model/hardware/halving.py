"""Where something that is so below a place is so no more, by halving the range it lies in."""

from __future__ import annotations

from collections.abc import Callable

_HALVINGS = 40


def halved(is_below: Callable[[float], bool], low: float, high: float) -> tuple[float, float]:
    """The last place known to be below, and the first known not to be.

    is_below: true at low, false at high, and changing once between.
    """
    for _ in range(_HALVINGS):
        middle = (low + high) / 2.0
        low, high = (middle, high) if is_below(middle) else (low, middle)
    return low, high
