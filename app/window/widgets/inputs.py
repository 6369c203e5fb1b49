"""Lists, sliders and tabs that leave the wheel to the page they stand on.

Scrolling a page moves it under the pointer: what comes to lie there must not be changed by the
next notch, whether it has the keyboard or not.
"""

from __future__ import annotations

from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QSlider, QTabBar, QTabWidget, QWidget

__all__ = ["ComboBox", "Slider", "Tabs"]


class ComboBox(QComboBox):
    """A drop-down that only keys and clicks change."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class Slider(QSlider):
    """A slider that only keys and drags move."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class Tabs(QTabWidget):
    """Pages behind tabs that only keys and clicks turn."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabBar(_TabBar())


class _TabBar(QTabBar):
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
