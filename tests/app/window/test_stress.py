"""Two windows on real services, undo and redo in a hurry, and closing in the middle of solving."""

from __future__ import annotations

import gc
import threading
import weakref

import shiboken6
from PySide6.QtCore import QEvent

from app.window.charts.plots.library import Library
from app.window.document import State
from app.window.session import Session
from app.window.shell.window import WINDOWS, MainWindow


class _Slow:
    """A projector that is still at work when its window is closed."""

    def __init__(self, fake) -> None:
        self._fake = fake
        self.begun = threading.Event()
        self.go_on = threading.Event()

    def __call__(self, baseline, scenarios, *, bands=True, live=False, cancel=None):
        self.begun.set()
        self.go_on.wait()
        return self._fake(baseline, scenarios, bands=bands, cancel=cancel)


def _window(qtbot, kit, tmp_path, projector) -> MainWindow:
    session = Session(
        catalogue=kit.make_catalogue(),
        projector=projector,
        analyst=kit.FakeAnalyst(),
        folder=tmp_path,
    )
    session.document.load(State(title="Stress"), kit.make_engagement())
    window = MainWindow(session)
    window.build()
    window.show_page("topology")
    window.show()
    return window


def test_two_windows_undo_in_a_hurry_and_close_while_they_solve(qtbot, qapp, kit, tmp_path) -> None:
    slow = _Slow(kit.fake_project)
    one = _window(qtbot, kit, tmp_path / "1", slow)
    two = _window(qtbot, kit, tmp_path / "2", kit.fake_project)
    for window in (one, two):
        document = window.session.document
        start = document.state
        nucleus = document.topology.of_kind("adabas_nucleus")[0].id
        for value in range(20, 60):
            assert document.set_setting([nucleus], "LBP", value) is None
        stack = document.undo_stack
        for _ in range(3):
            while stack.canUndo():
                stack.undo()
            assert document.state == start
            while stack.canRedo():
                stack.redo()
            assert document.topology[nucleus].number("LBP") == 59
        while stack.canUndo():
            stack.undo()
        assert document.state == start
        stack.redo()
    assert slow.begun.wait(60.0), "the first window is solving"
    session = one.session
    one.close()
    qapp.processEvents()
    assert one not in WINDOWS
    assert not session.projections.ended, "it was not waited for"
    # The other goes on meanwhile, and nothing of the closed one is collected by its thread.
    assert two.session.document.set_setting([nucleus], "LBP", 99) is None
    qapp.processEvents()
    two.close()
    assert not gc.isenabled(), "the thread would destroy what was closed"
    slow.go_on.set()
    qtbot.waitUntil(lambda: session.projections.ended)
    assert not gc.isenabled()


def test_a_closed_session_lives_until_its_thread_is_through(qtbot, qapp, kit, tmp_path) -> None:
    """The thread may be in the middle of a signal of the session's services."""
    slow = _Slow(kit.fake_project)
    window = _window(qtbot, kit, tmp_path, slow)
    document = window.session.document
    nucleus = document.topology.of_kind("adabas_nucleus")[0].id
    assert document.set_setting([nucleus], "LBP", 20) is None
    assert slow.begun.wait(60.0), "the window is solving"
    session = weakref.ref(window.session)
    window.close()
    del window, document
    for _ in range(3):
        qapp.processEvents()
        qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.unfreeze()
        gc.collect()
    assert session() is not None
    slow.go_on.set()
    qtbot.waitUntil(lambda: all(t.name != "plexwright" for t in threading.enumerate()))
    gc.unfreeze()
    gc.collect()
    assert session() is None


def test_a_page_made_ahead_goes_with_its_window(qtbot, qapp, kit, tmp_path) -> None:
    """Python's collector ended its parts one by one, and a layout asked for the size of what was
    gone (a fault of segmentation in one of some thousand closings)."""
    window = _window(qtbot, kit, tmp_path, kit.fake_project)
    window._polishing.finish()
    for _ in ("what makes it is read", "it is made"):
        window._build_ahead()
    window.close()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    left = [page for page in window.pages.values() if shiboken6.isValid(page)]
    assert len(window.pages) > 1
    assert left == []


def test_plots_that_are_loaded_when_the_application_has_ended_say_nothing(qapp) -> None:
    plots = Library()
    shiboken6.delete(plots)
    plots._load()
