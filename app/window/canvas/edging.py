"""What is dragged beyond the edge of the canvas takes the view along, and is not lost out there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, QTimer

if TYPE_CHECKING:
    from app.window.canvas.view import TopologyView

EVERY_MS = 16
SLOWER, MOST = 4, 24
"""Pixels beyond the edge for each that a step scrolls, and how many that are at most."""


class Edge(QObject):
    """Scrolls while the pointer of a gesture is outside, faster the further it is."""

    def __init__(self, view: TopologyView) -> None:
        super().__init__(view)
        self._view = view
        self._at = QPoint()
        self._modifiers = Qt.KeyboardModifier.NoModifier
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY_MS)
        self._timer.timeout.connect(self._step)

    def follow(self, at: QPoint, modifiers: Qt.KeyboardModifier) -> None:
        """The pointer is here, in the viewport's pixels."""
        self._at, self._modifiers = at, modifiers
        gesture = self._view.gesture
        if gesture is None or not gesture.scrolls or self._beyond().isNull():
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()

    def stop(self) -> None:
        """What was dragged was let go."""
        self._timer.stop()

    def _beyond(self) -> QPoint:
        room, at = self._view.viewport().rect(), self._at
        inside = QPoint(
            min(max(at.x(), room.left()), room.right()),
            min(max(at.y(), room.top()), room.bottom()),
        )
        return at - inside

    def _step(self) -> None:
        view, by = self._view, self._beyond()
        gesture = view.gesture
        if gesture is None:
            return
        bars = view.horizontalScrollBar(), view.verticalScrollBar()
        for bar, far in zip(bars, (by.x(), by.y()), strict=True):
            step = min(abs(far) // SLOWER + (far != 0), MOST)
            bar.setValue(bar.value() + (step if far > 0 else -step))
        gesture.move(view.mapToScene(self._at), self._modifiers)
        view.zoomed.emit()
