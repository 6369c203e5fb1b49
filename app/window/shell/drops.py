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

    def __init__(self, parent: QObject, dropped: Callable[[list[Path], list[str]], object]) -> None:
        super().__init__(parent)
        self._dropped = dropped

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() not in _KINDS or not isinstance(event, QDropEvent):
            return False
        paths, elsewhere = dragged(event.mimeData())
        if not paths and not elsewhere:
            return False
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if event.type() == QEvent.Type.Drop:
            # After the drop is over, so that the file manager is not kept waiting.
            QTimer.singleShot(0, self, lambda: self._dropped(paths, elsewhere))
        return True


def dragged(data: QMimeData) -> tuple[list[Path], list[str]]:
    """The files and folders of this machine that are dragged, and addresses of those elsewhere."""
    urls = data.urls()
    return (
        [Path(url.toLocalFile()) for url in urls if url.isLocalFile()],
        [url.toDisplayString() for url in urls if not url.isLocalFile()],
    )
