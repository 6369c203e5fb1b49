"""Pages that can say where one is on them, and go there again."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget


class Placed(QWidget):
    """A page with places, such as lines of reports or findings; most have none."""

    def place(self) -> object:
        """Where one is now; ``None`` for nowhere in particular."""
        return None

    def go_to(self, place: object) -> None:
        """Back to a place that this page named."""
