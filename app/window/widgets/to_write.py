"""Where a file is written: nothing that is there already goes without a question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from app.window.i18n import several


def _nothing_else(_path: Path) -> Sequence[Path]:
    return ()


def file_to_write(
    parent: QWidget,
    title: str,
    suggested: str,
    kinds: str,
    beside: Callable[[Path], Sequence[Path]] = _nothing_else,
) -> Path | None:
    """The file that somebody chooses; None where he thinks better of it.

    kinds: as "PDF (*.pdf)", of which a name without a suffix gets one. beside: what is written
    along with it.
    """
    while True:
        name, _ = QFileDialog.getSaveFileName(parent, title, suggested, kinds)
        if not name:
            return None
        path = chosen = Path(name)
        if not path.suffix:
            path = path.with_name(path.name + kinds[kinds.rindex("*") + 1 : -1])
        # About the very name that was chosen the dialog has asked.
        others = [one for one in (path, *beside(path)) if one != chosen]
        if may_be_replaced(parent, title, others):
            return path
        suggested = str(path)


def may_be_replaced(parent: QWidget, title: str, files: Sequence[Path]) -> bool:
    """Whether those of the files that are there may go; No is the answer that a reflex gives."""
    there = [one.name for one in files if one.exists()]
    if not there:
        return True
    asked = QMessageBox.question(
        parent,
        title,
        several(
            "{file} exists already. Replace it?",
            "{n} of the files exist already, such as {file}. Replace them?",
            len(there),
            file=there[0],
        ),
        defaultButton=QMessageBox.StandardButton.No,
    )
    return asked == QMessageBox.StandardButton.Yes
