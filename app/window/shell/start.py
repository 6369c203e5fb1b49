"""The start page: open, begin, drop; recent engagements and the sample."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.window.i18n import tr
from app.window.theme import theme
from app.window.widgets.basics import button, label, rows
from app.window.widgets.flow import FlowLayout

MOST_ROWS = 7


class StartPage(QWidget):
    """Signals say what is wanted; the window does it."""

    openWanted = Signal()
    newWanted = Signal()
    sampleWanted = Signal()
    filesWanted = Signal()
    folderWanted = Signal()
    recentWanted = Signal(str)

    def __init__(
        self,
        recent: list[Path],
        parent: QWidget | None = None,
        *,
        named: Callable[[Path], str] = lambda path: path.stem,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("startPage")
        px = theme().px
        whole = QHBoxLayout(self)
        whole.addStretch(1)
        column = QWidget()
        column.setMaximumWidth(px(720))
        column.setMinimumWidth(px(480))
        box = rows(column, margin=32, spacing=16)
        whole.addWidget(column, 4)
        whole.addStretch(1)
        box.addStretch(1)
        box.addWidget(label("Plexwright", "title"))
        box.addWidget(
            label(tr("Reports in, calibrated model, projected advice out."), "muted", wrap=True)
        )
        drop = QFrame()
        drop.setObjectName("dropZone")
        inside = QVBoxLayout(drop)
        inside.setContentsMargins(px(24), px(24), px(24), px(24))
        said = label(
            tr("Drop report files or folders anywhere on this window"), "heading", wrap=True
        )
        said.setAlignment(Qt.AlignmentFlag.AlignCenter)
        kinds = label(
            tr("RMF, ADARUN, DFH0STAT, MQ, Natural, IMS and more; also EBCDIC, ZIP and tar.gz"),
            "muted",
            wrap=True,
        )
        kinds.setAlignment(Qt.AlignmentFlag.AlignCenter)
        inside.addWidget(said)
        inside.addWidget(kinds)
        choose = QHBoxLayout()
        choose.addStretch(1)
        self.choose = button(
            tr("Choose files…"), self.filesWanted.emit, icon="upload", primary=True
        )
        choose.addWidget(self.choose)
        self.folder = button(tr("Choose a folder…"), self.folderWanted.emit, icon="folder-open")
        choose.addWidget(self.folder)
        choose.addStretch(1)
        inside.addSpacing(px(8))
        inside.addLayout(choose)
        box.addWidget(drop)
        line = FlowLayout(spacing=8)
        line.addWidget(button(tr("Open engagement…"), self.openWanted.emit, icon="folder-open"))
        line.addWidget(button(tr("Open the sample"), self.sampleWanted.emit, icon="play"))
        line.addWidget(button(tr("Empty engagement"), self.newWanted.emit, icon="plus"))
        box.addLayout(line)
        heading = label(tr("Recent engagements").upper(), "group")
        box.addWidget(heading)
        self.recent = QListWidget()
        self.recent.setAccessibleName(tr("Recent engagements"))
        for path in recent:
            # The customer is what one looks for; the file tells two of one customer apart.
            item = QListWidgetItem(
                theme().icon("clock", "muted"), f"{named(path)}   ·   {path.name}"
            )
            item.setToolTip(str(path))
            item.setData(Qt.ItemDataRole.UserRole, str(path))
            self.recent.addItem(item)
        # One click, as on the buttons above; Return and a second click come as activation.
        self.recent.itemClicked.connect(self._open)
        self.recent.itemActivated.connect(self._open)
        box.addWidget(self.recent)
        # Nothing stands there before there is one; shown before it has its place, a list is a
        # window of its own.
        for part in (heading, self.recent):
            part.setVisible(bool(recent))
        self.state = label("", "muted")
        box.addWidget(self.state)
        box.addStretch(2)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As tall as its rows, to seven; in the look that is on show, no row cut in half."""
        count = min(self.recent.count(), MOST_ROWS)
        if count:
            heights = sum(self.recent.sizeHintForRow(row) for row in range(count))
            self.recent.setFixedHeight(heights + 2 * self.recent.frameWidth() + theme().px(4))

    def _open(self, item: QListWidgetItem) -> None:
        if self.isEnabled():
            self.recentWanted.emit(str(item.data(Qt.ItemDataRole.UserRole)))

    def say_opening(self, path: Path) -> None:
        """An engagement was chosen and is being read."""
        self.state.setText(tr("Opening {file}…", file=path.name))
        self.setEnabled(False)
