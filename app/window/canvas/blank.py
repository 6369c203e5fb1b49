"""What an empty canvas offers: templates to start from, reports to drop, a component to drag."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPointF, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame

from app.window.document.templates import Template
from app.window.i18n import tr
from app.window.theme import theme
from app.window.widgets.basics import button, label, rows

WIDEST = 520


class Blank(QFrame):
    """In the middle of a view while there is nothing on it; ``templateWanted`` names a template."""

    templateWanted = Signal(str)

    def __init__(self, view: QAbstractScrollArea, offers: Sequence[Template]) -> None:
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
        # The card makes way for what is dragged over the view; where the pointer comes upon the
        # card first, in one leap or in a view as wide as the card, it is told that by the card.
        self.setAcceptDrops(True)

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

    # -- what is dragged over the card is dragged over the view ----------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        on_view = QDragEnterEvent(
            self._on_view(event).toPoint(),
            event.possibleActions(),
            event.mimeData(),
            event.buttons(),
            event.modifiers(),
        )
        self._view.dragEnterEvent(on_view)
        event.setAccepted(on_view.isAccepted())

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        # Whatever was let in is; the next move is the view's own, as the card is hidden by then.
        event.accept()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._view.dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        on_view = QDropEvent(
            self._on_view(event),
            event.possibleActions(),
            event.mimeData(),
            event.buttons(),
            event.modifiers(),
        )
        self._view.dropEvent(on_view)
        event.setAccepted(on_view.isAccepted())

    def _on_view(self, event: QDropEvent) -> QPointF:
        return self._view.viewport().mapFromGlobal(self.mapToGlobal(event.position()))
