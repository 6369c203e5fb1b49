"""Several folders at once, or one more: whose they are is asked before they are read together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QWidget

from app.window.i18n import tr
from app.window.theme import theme
from app.window.widgets.basics import button, label, rows

WIDTH = 440
MOST_NAMED = 4
LONGEST_NAME = 40

Lot = tuple[str, tuple[Path, ...]]
"""What is read together: what it is called, and its folder or its files."""


def lots(paths: Sequence[Path]) -> tuple[Lot, ...]:
    """Each folder by itself, then the files beside them as one.

    Folders of the same name are told apart by the one that each lies in.
    """
    folders = [path for path in paths if path.is_dir()]
    files = tuple(path for path in paths if path not in folders)
    names = [folder.name for folder in folders]
    found: list[Lot] = [
        (name if names.count(name) == 1 else f"{folder.parent.name}/{name}", (folder,))
        for folder, name in zip(folders, names, strict=True)
    ]
    return (*found, (files[0].parent.name, files)) if files else tuple(found)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def folders_of(paths: Sequence[Path]) -> int:
    """How many folders are among them."""
    return sum(path.is_dir() for path in paths)


class LotsDialog(QDialog):
    """One engagement each, one for all, or added to what is open; leaving it reads nothing.

    Enter takes what mixes nothing; the arrows go from one answer to the next.

    Parameters
    ----------
    open_name
        What the engagement is called that is open here; empty where none is.
    each, together, add
        What the answers do; ``each`` is offered for several lots, ``add`` where one is open.
    """

    def __init__(
        self,
        found: Sequence[Lot],
        open_name: str,
        each: Callable[[], object],
        together: Callable[[], object],
        add: Callable[[], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(theme().px(WIDTH))
        n = len(found)
        self.setWindowTitle(tr("Import a folder") if n == 1 else tr("Import {n} folders", n=n))
        self.answers = []
        whole = rows(self, margin=16, spacing=8)
        self.asked = label(self._question(found, open_name), wrap=True)
        whole.addWidget(self.asked)
        whole.addWidget(
            label(
                tr("All reports of an engagement are read as one installation."), "muted", wrap=True
            )
        )
        choices: list[tuple[str, Callable[[], object]]] = []
        if n == 1:
            choices.append((tr("A new engagement"), together))
        else:
            choices.append((tr("One engagement each, in {n} windows", n=n), each))
            choices.append((tr("One new engagement for all {n}", n=n), together))
        if open_name:
            choices.append((tr("Add to “{name}”", name=_short(open_name)), add))
        for number, (text, act) in enumerate(choices):
            made = button(text, partial(self._answered, act), primary=number == 0)
            made.setDefault(number == 0)
            whole.addWidget(made)
            self.answers.append(made)
        self.leave = button(tr("Cancel"), self.reject)
        whole.addWidget(self.leave)
        self.setAccessibleName(self.asked.text())
        self.answers[0].setFocus()

    def _question(self, found: Sequence[Lot], open_name: str) -> str:
        # Of one lot all that was given: its name alone would hide what lies beside the folder.
        whole = found[0][1] if len(found) == 1 else ()
        given = [path.name for path in whole] or [name for name, _paths in found]
        names = [_short(name) for name in given[:MOST_NAMED]]
        if len(given) > MOST_NAMED:
            names.append(tr("{n} more", n=len(given) - MOST_NAMED))
        named = ", ".join(names)
        if len(found) == 1:
            return tr(
                "Do the reports in {names} belong to “{open}”?", names=named, open=_short(open_name)
            )
        return tr("Do the reports in {names} belong together?", names=named)

    def _answered(self, act: Callable[[], object]) -> None:
        self.accept()
        act()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
        else:
            super().keyPressEvent(event)
