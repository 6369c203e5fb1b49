"""Boxes that go to their places: after an automatic layout one sees which went where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation
from PySide6.QtWidgets import QApplication, QStyle
from shiboken6 import isValid

from app.window.canvas.layout import Box

if TYPE_CHECKING:
    from app.window.canvas.scene import TopologyScene


class Glide(QObject):
    """Shows boxes on their way from where they stood; the layout itself is there at once.

    Also where such a step is taken back or done again. It takes as long as the platform gives its
    animations: no time at all where somebody switched them off.
    """

    def __init__(self, scene: TopologyScene) -> None:
        super().__init__(scene)
        self._scene = scene
        self._way: dict[str, tuple[float, float]] = {}
        self._run = QVariantAnimation(self)
        self._run.setStartValue(1.0)
        self._run.setEndValue(0.0)
        self._run.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._run.valueChanged.connect(self._show)
        self._run.finished.connect(self.stop)
        stack = scene.document.undo_stack
        self._at, self._count = stack.index(), stack.count()
        stack.indexChanged.connect(self._turned)

    @property
    def on_its_way(self) -> bool:
        """Whether boxes are shown where they do not stand."""
        return bool(self._way)

    @staticmethod
    def duration_ms() -> int:
        """How long it takes on this platform."""
        return QApplication.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration)

    def begin(self, before: Mapping[str, Box]) -> None:
        """Show all boxes on their way from where they stood ``before``."""
        self.stop()
        duration_ms = self.duration_ms()
        now = self._scene.boxes
        moved = {
            name: (before[name].x - box.x, before[name].y - box.y)
            for name, box in now.items()
            if name in before and (before[name].x, before[name].y) != (box.x, box.y)
        }
        if moved and duration_ms > 0:
            self._way = moved
            self._run.setDuration(duration_ms)
            self._run.start()

    def stop(self) -> None:
        """All boxes where they stand."""
        self._run.stop()
        for name in self._way:
            if name in self._scene.nodes:
                self._scene.nodes[name].shift(0.0, 0.0)
        if self._way:
            self._way = {}
            # Put while boxes were on their way, they lie where these are not.
            for link in self._scene.links.values():
                link.forget_label()
            self._scene.refreshed.emit()

    def _show(self, part: object) -> None:
        if not isinstance(part, float):
            return
        for name, (dx, dy) in self._way.items():
            self._scene.nodes[name].shift(dx * part, dy * part)
        if self._way:
            self._scene.refreshed.emit()

    def _turned(self, index: int) -> None:
        """Another place in the history: what was undone or done again glides too, no new step."""
        stack, before = self._scene.document.undo_stack, self._scene.stood
        if not isValid(stack):  # it says so of its own end, too
            return
        walked = stack.count() == self._count and index != self._at
        self._at, self._count, self._scene.stood = index, stack.count(), {}
        if walked and before.keys() == self._scene.boxes.keys():
            self.begin(before)
