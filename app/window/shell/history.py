"""Back and forward: the pages that were on show, with what was looked at on them."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

LONGEST = 100


@dataclass(frozen=True)
class Stop:
    """A page, what was selected, and the page's own place (a report's line, a finding)."""

    page: str
    selection: tuple[str, ...] = ()
    place: object = None


class History(QObject):
    """Where one was and can go back to; ``changed`` when that is another."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._back: list[Stop] = []
        self._forward: list[Stop] = []

    @property
    def can_go_back(self) -> bool:
        """Whether there is a stop before this one."""
        return bool(self._back)

    @property
    def can_go_forward(self) -> bool:
        """Whether one has come back from somewhere."""
        return bool(self._forward)

    def leave(self, stop: Stop) -> None:
        """One goes on from here by oneself; what lay ahead is no more."""
        self._forward.clear()
        if not self._back or self._back[-1] != stop:
            self._back.append(stop)
            del self._back[:-LONGEST]
        self.changed.emit()

    def back(self, here: Stop) -> Stop | None:
        """The stop before, which one goes to from ``here``."""
        return self._turn(self._back, self._forward, here)

    def forward(self, here: Stop) -> Stop | None:
        """The stop that one came back from."""
        return self._turn(self._forward, self._back, here)

    def _turn(self, of: list[Stop], to: list[Stop], here: Stop) -> Stop | None:
        if not of:
            return None
        stop = of.pop()
        to.append(here)
        self.changed.emit()
        return stop

    def take_over(self, other: History) -> None:
        """Go on where the history of a window stands that is replaced."""
        self._back, self._forward = list(other._back), list(other._forward)
        self.changed.emit()

    def clear(self) -> None:
        """Another engagement."""
        self._back.clear()
        self._forward.clear()
        self.changed.emit()
