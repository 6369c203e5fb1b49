"""The banner: what the program has to say, in the window and not in a dialog."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from app.window.i18n import tr
from app.window.theme import theme
from app.window.widgets.basics import button, label, restyle

INFO_FOR_MS = 6000


class Banner(QFrame):
    """One sentence; information leaves by itself, warnings stay until closed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        px = theme().px
        row = QHBoxLayout(self)
        row.setContentsMargins(px(12), px(4), px(4), px(4))
        self.text = label("", wrap=True)
        self.text.setAccessibleName(tr("Message"))
        row.addWidget(self.text, 1)
        self.act = button("", self._acted)
        row.addWidget(self.act)
        self._action: Callable[[], object] | None = None
        row.addWidget(button("", self.hide, icon="x", flat=True, name=tr("Close the message")))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hide)
        self.hide()

    def say(
        self, level: str, text: str, action: tuple[str, Callable[[], object]] | None = None
    ) -> None:
        """Show a sentence (level ``info`` or ``warning``), with a button for what to do now."""
        self._action = None if action is None else action[1]
        self.act.setText("" if action is None else action[0])
        self.act.setAccessibleName("" if action is None else action[0])
        self.act.setVisible(action is not None)
        self.text.setText(text)
        self.setAccessibleName(text)
        self.setProperty("level", level)
        restyle(self)
        self.show()
        if level == "info":
            self._timer.start(INFO_FOR_MS)
        else:
            self._timer.stop()

    def _acted(self) -> None:
        self.hide()
        if self._action is not None:
            self._action()
