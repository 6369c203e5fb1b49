"""What is built anew leaves nothing of the old behind."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import weakref
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QAction, QPixmapCache
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from app.window.document import State
from app.window.services.collector import Collector
from app.window.session import Session
from app.window.shell.commands import PAGES
from app.window.shell.window import WINDOWS, MainWindow
from app.window.theme import theme


def settle() -> None:
    for _ in range(3):
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.unfreeze()
        gc.collect()


def count() -> tuple[int, int]:
    """Widgets of Qt, and Python's halves of its actions."""
    actions = sum(1 for o in gc.get_objects() if isinstance(o, QAction))
    return len(QApplication.allWidgets()), actions


@pytest.mark.thorough
def test_a_window_built_anew_leaves_nothing_of_the_old_one(qtbot, window, session) -> None:
    def rebuild(code: str) -> None:
        (shown,) = [w for w in WINDOWS if w.session is session]
        shown.set_language(code)
        settle()

    rebuild("de")
    rebuild("en")
    before = count()
    for _ in range(2):
        rebuild("de")
        rebuild("en")
    assert count() == before
    (shown,) = [w for w in WINDOWS if w.session is session]
    shown.close()


def test_pictures_of_the_look_before_are_not_kept(window) -> None:
    picture = theme().pixmap("gauge", 18)
    QPixmapCache.insert("of the look before", picture)
    theme().apply("dark")
    assert not QPixmapCache.find("of the look before")


def started(kit, folder: Path) -> tuple[MainWindow, Session]:
    """A window on the small installation with a session of its own."""
    session = Session(
        catalogue=kit.make_catalogue(),
        projector=kit.fake_project,
        analyst=kit.FakeAnalyst(),
        folder=folder,
    )
    session.document.load(State(title="Closed"), kit.make_engagement())
    window = MainWindow(session)
    window.build()
    window.show()
    return window, session


def edit_and_undo(session: Session) -> None:
    nucleus = session.document.topology.of_kind("adabas_nucleus")[0].id
    for value in (20, 21, 22):
        assert session.document.set_setting([nucleus], "LBP", value) is None
    session.document.undo_stack.undo()


@pytest.mark.parametrize("done", ["pages", "file", "undo"])
def test_a_closed_window_lets_go_of_its_engagement(qtbot, qapp, kit, tmp_path, done) -> None:
    """Qt keeps functions and undo steps where Python's collector does not see them."""
    window, session = started(kit, tmp_path)
    if done == "pages":
        for name, _icon, _text in PAGES:
            window.show_page(name)
            qapp.processEvents()
    elif done == "file":
        report = tmp_path / "report.txt"
        report.write_text("a line\n", encoding="utf-8")
        with qtbot.waitSignal(session.importFinished):
            session.import_paths([report])
        assert session.path is not None
    else:
        edit_and_undo(session)
    kept = weakref.ref(session), weakref.ref(session.document.engagement)
    collector = qapp.findChild(Collector)
    collector.collect_all()
    window.close()
    qtbot.waitUntil(lambda: all(t.name != "plexwright" for t in threading.enumerate()))
    del window, session
    qapp.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    collector.collect_all()
    assert [one() for one in kept] == [None, None]


@pytest.mark.thorough
def test_the_collector_ends_nothing_of_qt_that_hangs_together(qtbot, qapp, kit, tmp_path) -> None:
    """It knows no order: what it found whole of a closed window has ended the process before."""
    window, session = started(kit, tmp_path)
    edit_and_undo(session)
    for name, _icon, _text in PAGES:
        window.show_page(name)
        qtbot.wait(50)
    settle()
    # A round of the application's own in between would take what is counted here.
    rounds = qapp.findChild(Collector).findChild(QTimer)
    rounds.stop()
    window.close()
    qtbot.waitUntil(lambda: all(t.name != "plexwright" for t in threading.enumerate()))
    del window, session
    qtbot.wait(1)
    for _ in range(3):
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.unfreeze()
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    gc.set_debug(0)
    rounds.start()
    found = gc.garbage[:]
    gc.garbage.clear()
    # Its file of preferences hangs on nothing.
    whole = {type(one).__name__ for one in found if isinstance(one, QObject) and isValid(one)}
    assert whole <= {"QSettings"}
    assert any(isinstance(one, MainWindow) for one in found)


GARBAGE = """
import gc, sys
sys.path[:0] = sys.argv[1:]
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication
application = QApplication([])
import conftest as kit
from app.window.document import State
from app.window.session import Session
from app.window.shell.window import MainWindow
gc.disable()
for number in range(8):
    session = Session(
        catalogue=kit.make_catalogue(), projector=kit.fake_project, analyst=kit.FakeAnalyst()
    )
    document = session.document
    document.load(State(title="Closed"), kit.make_engagement())
    window = MainWindow(session)
    window.build()
    window.show()
    application.processEvents()
    nucleus = document.topology.of_kind("adabas_nucleus")[0].id
    for value in range(20, 30):
        document.set_setting([nucleus], "LBP", value)
    document.undo_stack.undo()
    application.processEvents()
    window.close()
    del session, document, window
    for _ in range(3):
        application.processEvents()
        application.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
print("whole")
"""


@pytest.mark.thorough
def test_closed_windows_with_steps_are_collected_without_harm() -> None:
    """In a process of its own, which a fault would end."""
    here = Path(__file__).parent
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", GARBAGE, str(here.parents[2]), str(here)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout.strip() == "whole", done.stderr[-2000:]
    assert done.returncode == 0
