"""Work of the window's thread is done a little in each turn of its loop."""

from __future__ import annotations

import time

import pytest
import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from app.window import slices
from app.window.shell import window as shell
from app.window.shell.commands import PAGES
from app.window.shell.window import MainWindow
from app.window.slices import Slices, polishing


@pytest.fixture
def owner(qapp):
    return QObject()


def counting(done: list[int], times: int):
    for number in range(times):
        done.append(number)
        yield


def test_a_slice_ends_with_its_time_and_the_next_turn_goes_on(qtbot, owner) -> None:
    def work():
        for number in range(6):
            spent = time.thread_time() + slices.SLICE_S / 2
            while time.thread_time() < spent:
                pass
            done.append(number)
            yield

    done: list[int] = []
    made = Slices(owner)
    with qtbot.waitSignal(made.through):
        made.begin(work())
        assert done == [], "begun in a turn of its own"
        made._turn()
        assert 1 <= len(done) < 6
        assert made.busy
    assert done == list(range(6))
    assert not made.busy


def test_some_of_it_may_be_done_at_once(qtbot, owner) -> None:
    done: list[int] = []
    made = Slices(owner)
    with qtbot.waitSignal(made.through):
        made.begin(counting(done, 3), first_s=-1.0)
        assert done == [0]
    made.begin(counting(done, 3), first_s=1.0)
    assert done == [0, 1, 2, 0, 1, 2]


def test_other_work_takes_the_place_of_what_is_left_and_is_done_once(qtbot, owner) -> None:
    first, second = [], []
    made = Slices(owner)
    told: list[int] = []
    made.through.connect(lambda: told.append(1))
    made.begin(counting(first, 3), first_s=-1.0)
    made.begin(counting(second, 2), first_s=-1.0)
    made.finish()
    qtbot.wait(20)
    assert (first, second, told) == ([0], [0, 1], [1])


def test_what_a_step_begins_is_not_taken_for_its_own_end(qtbot, owner) -> None:
    made, done = Slices(owner), []

    def work():
        made.begin(counting(done, 2))
        yield

    with qtbot.waitSignal(made.through):
        made.begin(work(), first_s=1.0)
        assert made.busy
    assert done == [0, 1]


def test_stopped_it_does_no_more(qtbot, owner) -> None:
    made, done = Slices(owner), []
    made.begin(counting(done, 3), first_s=-1.0)
    made.stop()
    made.finish()
    qtbot.wait(20)
    assert done == [0]


def test_a_page_takes_its_style_before_it_is_shown(qtbot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    inner = QLabel("text", page)
    assert not inner.testAttribute(slices.POLISHED)
    for _ in polishing(page):
        pass
    assert inner.testAttribute(slices.POLISHED)


@pytest.mark.parametrize("gone", ["a part", "the whole"])
def test_what_is_filled_anew_meanwhile_is_not_asked_for_its_style(qtbot, gone) -> None:
    """A page that was imported into while it was styled ahead gave a deleted label its style."""
    page = QWidget()
    parts = [QWidget(page) for _ in range(3)]
    steps = polishing(page)
    for _ in range(1 if gone == "the whole" else 2):
        next(steps)
    shiboken6.delete(page if gone == "the whole" else parts[1])
    assert len(list(steps)) == (0 if gone == "the whole" else 1)
    if gone == "a part":
        assert parts[2].testAttribute(slices.POLISHED)


def orphans() -> set[QWidget]:
    return {widget for widget in QApplication.topLevelWidgets() if widget.parent() is None}


def test_what_is_built_in_steps_belongs_to_the_window_after_each(qtbot, session) -> None:
    """A window that closes meanwhile would leave it to the collector, which ends it in parts."""
    window = MainWindow(session)
    qtbot.addWidget(window)
    window._first_page = ""
    before, steps = orphans(), 0
    for _ in window._steps():
        steps += 1
        assert orphans() == before
    assert steps >= 8
    window.close()


def test_pages_made_ahead_have_their_style_before_they_are_shown(qtbot, window) -> None:
    page = next(name for name, _icon, _text in PAGES if name not in window._areas)
    while page not in window._areas:
        window._build_page(page)
    qtbot.waitUntil(lambda: not window._polishing.busy)
    inside = window.pages[page].findChildren(QWidget)
    assert inside
    assert all(widget.testAttribute(slices.POLISHED) for widget in inside)


def test_what_makes_a_page_is_read_in_a_turn_of_its_own(window, monkeypatch) -> None:
    """The turn that made a page also waited for the thread that read its modules ahead."""
    name = next(name for name, _icon, _text in PAGES if name not in window.pages)
    done: list[str] = []
    read, make = shell.load, window._make_page
    monkeypatch.setattr(shell, "load", lambda page: done.append("read") or read(page))
    monkeypatch.setattr(window, "_make_page", lambda page: done.append("made") or make(page))
    turns = []
    while name not in window._areas:
        done.clear()
        window._build_page(name)
        turns.append(tuple(done))
    assert turns == [("read",), ("made",), ()]


def test_what_one_act_does_at_once_leaves_most_of_a_frame() -> None:
    """A component that is added is routed and inspected in one turn: 18 ms for these two alone."""
    from app.window.canvas import scene
    from app.window.inspector import panel

    assert max(scene.FIRST_S, scene.AGAIN_S) + panel.FIRST_S <= 0.010
