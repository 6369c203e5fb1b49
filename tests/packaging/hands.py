"""A person at the machine, for tests on a real display: pointer, buttons and keys.

With xdotool the events come from the X server itself (XTEST), as a mouse's and a keyboard's do;
where it is missing, Qt's own synthesized events on the real platform plugin stand in.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

POLL_MS = 40
SETTLE_MS = 120

Ready = Callable[[], bool]

_KEYS = {
    "Return": Qt.Key.Key_Return,
    "Escape": Qt.Key.Key_Escape,
    "Tab": Qt.Key.Key_Tab,
    "ctrl+a": Qt.Key.Key_A,
    "ctrl+w": Qt.Key.Key_W,
    "ctrl+z": Qt.Key.Key_Z,
}


class Hands:
    """Moves, clicks and types; never waits, so that the window goes on."""

    def __init__(self) -> None:
        self.tool = shutil.which("xdotool")
        self._running: list[subprocess.Popen[bytes]] = []

    def click(self, widget: QWidget, at: QPoint | None = None) -> None:
        """Press and release the left button on a widget."""
        inside = widget.rect().center() if at is None else at
        if self.tool is None:

            def act() -> None:
                widget.window().activateWindow()
                QTest.mouseClick(
                    widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, inside
                )

            # Later: what a click opens may keep control until it is closed.
            QTimer.singleShot(0, act)
            return
        place = widget.mapToGlobal(inside)
        # Without a window manager nobody else gives the keyboard to what is clicked.
        window = str(int(widget.window().winId()))
        self._run("windowfocus", window, "mousemove", str(place.x()), str(place.y()), "click", "1")

    def type(self, text: str) -> None:
        """Type into what has the keyboard."""
        if self.tool is None:
            QTimer.singleShot(0, lambda: QTest.keyClicks(self._focus(), text))
        else:
            self._run("type", "--delay", "4", text)

    def press(self, key: str) -> None:
        """One key, with control if it says so."""
        if self.tool is None:
            held = Qt.KeyboardModifier.NoModifier
            if key.startswith("ctrl+"):
                held = Qt.KeyboardModifier.ControlModifier
            QTimer.singleShot(0, lambda: QTest.keyClick(self._focus(), _KEYS[key], held))
        else:
            self._run("key", "--clearmodifiers", key)

    def _focus(self) -> QWidget:
        widget = QApplication.focusWidget() or QApplication.activeWindow()
        assert widget is not None
        return widget

    def _run(self, *words: str) -> None:
        assert self.tool is not None
        self._running = [p for p in self._running if p.poll() is None]
        self._running.append(
            subprocess.Popen(
                [self.tool, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        )

    def rest(self) -> None:
        """Wait for what was begun."""
        for process in self._running:
            process.wait(5)
        self._running.clear()


class Walk:
    """Plays a story: a generator that yields what it waits for before it goes on."""

    def __init__(self, story: Iterator[tuple[str, Ready]], patience_ms: int) -> None:
        self.story = story
        self.problem: str | None = None
        self.done: list[str] = []
        self.finished = False
        self._patience = patience_ms
        self._next()

    def _next(self) -> None:
        try:
            what, ready = next(self.story)
        except StopIteration:
            self.finished = True
            return
        except Exception as wrong:  # said by the test, outside the event loop
            self._give_up(f"after “{self.done[-1:]}”: {type(wrong).__name__}: {wrong}")
            return
        self._wait(what, ready, self._patience)

    def _wait(self, what: str, ready: Ready, left_ms: int) -> None:
        try:
            there = ready()
        except (RuntimeError, AttributeError, KeyError):
            there = False
        if there:
            self.done.append(what)
            QTimer.singleShot(SETTLE_MS, self._next)
        elif left_ms <= 0:
            self._give_up(f"waited in vain for: {what}")
        else:
            QTimer.singleShot(POLL_MS, lambda: self._wait(what, ready, left_ms - POLL_MS))

    def _give_up(self, why: str) -> None:
        self.problem = why
        for window in QApplication.topLevelWidgets():
            window.close()
        QTimer.singleShot(0, QApplication.quit)
