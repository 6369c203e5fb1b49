"""What the engine refuses, always in one sentence with the remedy."""

from __future__ import annotations

__all__ = ["Cancelled", "NetworkError"]

Path = tuple["str | int", ...]


class NetworkError(ValueError):
    """A network that cannot be solved as described.

    ``path`` leads to the offending place of a network description, e.g. ``("stations", 2,
    "servers")``, so that whoever read it from a file can name the line.
    """

    def __init__(self, message: str, path: Path = ()) -> None:
        super().__init__(message)
        self.path = path


class Cancelled(RuntimeError):
    """The caller's ``cancel`` said so; nothing was returned."""
