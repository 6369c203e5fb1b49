"""A name typed where it is shown: Enter or leaving keeps it, Esc does not."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QToolTip, QWidget

from app.window.i18n import tr

LONGEST_NAME = 120


class NameEdit(QLineEdit):
    """Signals
    -------
    named   the name typed; only when it is another one.
    left    typing is over, whether kept or not.
    """

    named = Signal(str)
    left = Signal()

    def __init__(self, accessible_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(accessible_name)
        self.setMaxLength(LONGEST_NAME)
        self._before = ""
        self._typing = False
        self.inputRejected.connect(self._say_full)
        self.returnPressed.connect(lambda: self._end(keep=True))
        self.hide()

    def begin(self, name: str) -> None:
        """Show the name, selected, with the keyboard in it."""
        self._before, self._typing = name, True
        self.setText(name)
        self.show()
        self.selectAll()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _say_full(self) -> None:
        said = tr("A name has at most {n} letters", n=LONGEST_NAME)
        QToolTip.showText(self.mapToGlobal(self.rect().bottomLeft()), said, self)

    def _end(self, *, keep: bool) -> None:
        if not self._typing:
            return
        self._typing = False
        text = self.text().strip()
        self.hide()
        if keep and text and text != self._before:
            self.named.emit(text)
        self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._end(keep=False)
        else:
            super().keyPressEvent(event)
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                # A field passes it on: what it lies over would act on it too.
                event.accept()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self._end(keep=True)
