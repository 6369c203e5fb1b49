"""What an empty canvas offers: templates to start from, reports to drop, a component to drag."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QFrame, QWidget

from app.window.document.templates import Template
from app.window.i18n import tr
from app.window.theme import theme
from app.window.widgets.basics import button, label, rows

WIDEST = 520


class Blank(QFrame):
    """In the middle of a view while there is nothing on it; ``templateWanted`` names a template."""

    templateWanted = Signal(str)

    def __init__(self, view: QWidget, offers: Sequence[Template]) -> None:
        super().__init__(view)
        self._view = view
        self.setObjectName("card")
        self.setAccessibleName(tr("Start an installation"))
        box = rows(self, margin=20, spacing=6)
        box.addWidget(label(tr("Start an installation"), "heading"))
        box.addWidget(
            label(
                tr("Drop reports anywhere, drag a component from “Add”, or begin with a template:"),
                "muted",
                wrap=True,
            )
        )
        for template in offers:
            made = button(
                template.title, partial(self.templateWanted.emit, template.id), icon="template"
            )
            made.setToolTip(template.about)
            made.setStyleSheet("text-align: left")
            box.addWidget(made)
        box.addWidget(
            label(tr("A template's figures are typical, not measured."), "small", wrap=True)
        )
        view.installEventFilter(self)

    def place(self) -> None:
        """In the middle, as wide as there is room for."""
        view, margin = self._view, theme().px(16)
        width = min(theme().px(WIDEST), view.width() - 2 * margin)
        self.setFixedWidth(max(width, 1))
        self.adjustSize()
        left, top = (view.width() - self.width()) // 2, (view.height() - self.height()) // 2
        self.move(max(left, margin), max(top, margin))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.place()
        return False
