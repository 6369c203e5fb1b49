"""The banner: what the program has to say, in the window and not in a dialog."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from app.window.i18n import tr
from app.window.theme import theme
from app.window.widgets.basics import button, label, restyle

INFO_FOR_MS = 6000


class Banner(QFrame):
    """One sentence; information leaves by itself, warnings stay until closed.

    It lies over the foot of ``page``, so that nothing moves away under the pointer when it comes
    or goes.
    """

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._page = page
        page.installEventFilter(self)
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
        """Show a sentence, with a button for what to do now.

        A ``warning`` stays until it is closed; ``info`` and the ``refusal`` of a gesture, which
        is over with it, go by themselves.
        """
        self._action = None if action is None else action[1]
        self.act.setText("" if action is None else action[0])
        self.act.setAccessibleName("" if action is None else action[0])
        self.act.setVisible(action is not None)
        self.text.setText(text)
        self.setAccessibleName(text)
        self.setProperty("level", "info" if level == "info" else "warning")
        restyle(self)
        self._place()
        self.show()
        self.raise_()
        if level != "warning":
            self._timer.start(INFO_FOR_MS)
        else:
            self._timer.stop()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._place()
        return False

    def _place(self) -> None:
        """At the foot of the page, as high as the sentence needs at this width."""
        page, margin = self._page, theme().px(8)
        width = max(page.width() - 2 * margin, 1)
        # The sentence decides: some styles put a border around what the layout knows of.
        border = self.frameWidth() + theme().px(2)
        height = max(self.heightForWidth(width) + 2 * border, self.minimumSizeHint().height())
        top = max(page.height() - height - margin, 0)
        self.setGeometry(margin, top, width, min(height, page.height()))

    def _acted(self) -> None:
        self.hide()
        if self._action is not None:
            self._action()
