"""Files dropped anywhere on a window, whatever is under the pointer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, QTimer
from PySide6.QtGui import QDropEvent

_KINDS = (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop)


class Drops(QObject):
    """Event filter of a window's ``QWindow``: it sees a drop before any field or canvas does.

    Files are always taken as copies. The action a file manager proposes is a move, and on having
    it accepted it removes the files from where they were.
    """

    def __init__(self, parent: QObject, dropped: Callable[[list[Path]], object]) -> None:
        super().__init__(parent)
        self._dropped = dropped

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() not in _KINDS or not isinstance(event, QDropEvent):
            return False
        paths = files_of(event.mimeData())
        if not paths:
            return False
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if event.type() == QEvent.Type.Drop:
            # After the drop is over, so that the file manager is not kept waiting.
            QTimer.singleShot(0, self, lambda: self._dropped(paths))
        return True


def files_of(data: QMimeData) -> list[Path]:
    """The files and folders of this machine that are dragged."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
