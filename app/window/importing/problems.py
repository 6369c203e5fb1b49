"""What was found wrong in reports, each where it was found; put into words when it is looked at."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtWidgets import QListView

from advisor.observations import Problem
from app.window.i18n import spoken_of, tr
from model.language import mentions

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
AT_A_TIME = 100
"""Lines that are laid out before the window goes on: a thousand of them take a second."""


def said(problem: Problem) -> str:
    """A problem and where it was found; a figure that it is about is called by its name."""
    text = spoken_of(problem.file, problem.sentence)
    where = _where(problem)
    return f"{where}  {text}" if where else text


def _where(problem: Problem) -> str:
    if not problem.line or mentions(problem.sentence, problem.file):
        return ""
    return f"{problem.file}:{problem.line}"


class _Lines(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.problems: tuple[Problem, ...] = ()
        self._texts: dict[int, str] = {}

    def show(self, problems: tuple[Problem, ...]) -> None:
        self.beginResetModel()
        self.problems = problems
        self._texts.clear()
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else max(len(self.problems), 1)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role != Qt.ItemDataRole.DisplayRole or not index.isValid():
            return None
        row = index.row()
        if row not in self._texts:
            self._texts[row] = said(self.problems[row]) if self.problems else tr("No problems")
        return self._texts[row]


class ProblemList(QListView):
    """``wanted`` (file, line) when one is to be seen where it was found."""

    wanted = Signal(str, int)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Problems"))
        self.setWordWrap(True)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(AT_A_TIME)
        self._lines = _Lines(self)
        self.setModel(self._lines)
        self.activated.connect(self._activated)

    def show_problems(self, problems: Iterable[Problem]) -> None:
        """These; what is the same sentence of the same place is listed once."""
        # By their sentences: a reading's problem comes again with the installation's.
        found = {(p.sentence, _where(p)): p for p in problems}
        self._lines.show(tuple(found.values()))

    def count(self) -> int:
        """How many there are."""
        return len(self._lines.problems)

    def _activated(self, index: QModelIndex) -> None:
        row = index.row()
        if row < len(self._lines.problems):
            problem = self._lines.problems[row]
            if problem.file and problem.line:
                self.wanted.emit(problem.file, problem.line)
