"""Files dropped anywhere on a window, or pasted: these, and the text of a report."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from platform import node

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, QTemporaryDir, QTimer, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit, QTextEdit

from app.window.i18n import tr

_KINDS = (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop)


class Drops(QObject):
    """Event filter of a window's ``QWindow``: it sees a drop before any field or canvas does.

    So it does keys: what is pasted where nothing is typed is read like what is dropped, unless it
    is components. Text is kept as a file until it is read; a report has more than one line, but an
    installation in JSON may have one only.

    Files are always taken as copies. The action a file manager proposes is a move, and on having
    it accepted it removes the files from where they were.
    """

    def __init__(self, parent: QObject, dropped: Callable[[list[Path], list[str]], object]) -> None:
        super().__init__(parent)
        self._dropped = dropped
        self._texts: QTemporaryDir | None = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return event.matches(QKeySequence.StandardKey.Paste) and self._paste()
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

    def _paste(self) -> bool:
        """Read what is on the clipboard; whether there is anything of reports."""
        # Here, because the start page is shown without it.
        from app.window.document.editing import MIME

        data = QGuiApplication.clipboard().mimeData()
        if data is None or data.hasFormat(MIME) or _typing(QGuiApplication.focusObject()):
            return False
        paths, elsewhere = dragged(data)
        if not paths and not elsewhere and _is_report(data.text().strip()):
            paths = [self._written(data.text())]
        if not paths and not elsewhere:
            return False
        QTimer.singleShot(0, self, lambda: self._dropped(paths, elsewhere))
        return True

    def _written(self, text: str) -> Path:
        """The text as a file, named after the time: two of a day are two reports."""
        if self._texts is None:
            self._texts = QTemporaryDir()
        stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
        path = Path(self._texts.path()) / f"{tr('pasted')}-{stamp}.txt"
        path.write_text(text, encoding="utf-8", newline="\n")
        return path


def _is_report(text: str) -> bool:
    """Whether pasted text is to be read: a word is none, an installation may stand in one line."""
    return "\n" in text or (text.startswith("{") and text.endswith("}"))


def _typing(at: QObject | None) -> bool:
    """Whether what has the keys takes text itself."""
    if isinstance(at, (QPlainTextEdit, QTextEdit, QLineEdit, QAbstractSpinBox)):
        return not at.isReadOnly()
    return isinstance(at, QComboBox) and at.isEditable()


def dragged(data: QMimeData) -> tuple[list[Path], list[str]]:
    """The files and folders of this machine that are dragged, and addresses of those elsewhere."""
    paths: list[Path] = []
    elsewhere: list[str] = []
    for url in data.urls():
        if not url.scheme():
            continue  # a comment of the list (RFC 2483)
        path = _here(url)
        if path is None:
            elsewhere.append(url.toDisplayString())
        else:
            paths.append(path)
    return paths, elsewhere


def _here(url: QUrl) -> Path | None:
    """Where a file of this machine lies: some file managers name the machine (RFC 8089)."""
    if not url.isLocalFile():
        return None
    host = url.host().lower()
    if host in ("localhost", node().lower()):
        own = QUrl(url)
        own.setHost("")
        return Path(own.toLocalFile())
    # On Windows another machine's share has a path like any other.
    return None if host and sys.platform != "win32" else Path(url.toLocalFile())
