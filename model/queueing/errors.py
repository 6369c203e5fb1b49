"""What the engine refuses, always in one sentence with the remedy."""

from __future__ import annotations

__all__ = ["Cancelled", "NetworkError"]


class NetworkError(ValueError):
    """A network that cannot be solved as described.

    ``needle`` is a piece of text (a name, a key) by which a reader of the input can find the line.
    """

    def __init__(self, message: str, needle: str | None = None) -> None:
        super().__init__(message)
        self.needle = needle


class Cancelled(RuntimeError):
    """The caller's ``cancel`` said so; nothing was returned."""
