"""The one undo command (the state before and after, under a name a person reads) and its stack."""

from __future__ import annotations

import sys
from collections.abc import Callable
from zlib import crc32

from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoCommand, QUndoStack
from shiboken6 import isValid

from app.window.document.state import State

Restore = Callable[[State, "str | None"], None]


class StateCommand(QUndoCommand):
    """Replaces the document's state; steps with the same merge key (one drag) become one."""

    def __init__(
        self,
        text: str,
        before: tuple[State, str | None],
        after: tuple[State, str | None],
        restore: Restore,
        merge_key: str = "",
    ) -> None:
        super().__init__(text)
        self._before = before
        self._after = after
        self._restore = restore
        self._merge_key = merge_key

    def redo(self) -> None:
        self._put(self._after)

    def undo(self) -> None:
        self._put(self._before)

    def _put(self, wanted: tuple[State, str | None]) -> None:
        # An exception must not leave through Qt's C++ frames: that ends the process.
        try:
            self._restore(*wanted)
        except Exception:
            sys.excepthook(*sys.exc_info())

    def id(self) -> int:
        return crc32(self._merge_key.encode()) & 0x7FFFFFFF if self._merge_key else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, StateCommand) or other._merge_key != self._merge_key:
            return False
        self._after = other._after
        self.setText(other.text())
        if self._after == self._before:
            self.setObsolete(True)
        return True

    def forget(self) -> None:
        """Let go of both states."""
        self._before = self._after = _NOTHING
        self._restore = _leave


_NOTHING: tuple[State, str | None] = (State(), None)


def _leave(_state: State, _shown: str | None) -> None:
    return None


class UndoStack(QUndoStack):
    """A stack whose discarded commands let go of their states.

    PySide (6.10) keeps the Python half of a command for good when Qt deletes it: merged into the
    one before, cut off because it could only be redone, or with its stack. With it two whole states
    would stay, and the document.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pushed: list[StateCommand] = []

    def push(self, command: QUndoCommand) -> None:
        super().push(command)
        if isinstance(command, StateCommand):
            self._pushed.append(command)
        self._let_go()

    def clear(self) -> None:
        super().clear()
        self._let_go()

    def forget(self) -> None:
        """Before the stack itself is deleted: its document is closed, and nothing is undone.

        Emptied while everything is whole. Left to Python's collector, the halves of the commands
        would be destroyed before the stack that still has them, in whose end Qt would read them.
        """
        self.blockSignals(True)
        super().clear()
        self._let_go()

    def _let_go(self) -> None:
        if len(self._pushed) == self.count():
            return
        kept = []
        for command in self._pushed:
            if isValid(command):
                kept.append(command)
            else:
                command.forget()
        self._pushed = kept
