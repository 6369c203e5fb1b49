"""Garbage goes in time, in short pauses, and the memory it took goes back."""

from __future__ import annotations

import ctypes
import gc
import sys
import threading
import weakref
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QCursor, QGuiApplication

from app.window.services.collector import OLDEST_EVERY, PATIENCE, Collector
from app.window.services.worker import Worker


class Ring:
    """Held by itself alone."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture
def collector(qapp):
    """One of the test's own; what was there before is set aside and stays so."""
    made = Collector()
    made.findChild(QTimer).stop()  # on a busy machine it is due before the test begins
    made.collect_all()
    yield made
    made.deleteLater()


def _dropped_after_a_full_round(collector: Collector) -> weakref.ref[Ring]:
    ring = Ring()
    collector.collect_all()
    return weakref.ref(ring)


def test_what_a_full_round_has_seen_is_not_looked_at_again(collector) -> None:
    kept = [[number] for number in range(20_000)]
    collector.collect_all()
    assert len(gc.get_objects()) < len(kept)
    assert gc.get_freeze_count() > len(kept)


def test_a_round_does_not_count_what_was_set_aside(collector, monkeypatch) -> None:
    """Python walks through all of it: of 46 ms of a full round half were for that."""

    def walked() -> int:
        raise AssertionError("counted")

    collector.collect_all()
    monkeypatch.setattr("app.window.services.collector.gc.get_freeze_count", walked)
    collector.collect_all()


def test_no_round_holds_what_another_thread_is_making(collector, monkeypatch) -> None:
    """A list of all objects holds tuples that are not whole yet, and Python refuses to finish these
    (SystemError: bad argument to internal function): now and then an analysis failed so."""

    def listed(generation: int | None = None) -> list[object]:
        raise AssertionError("held")

    monkeypatch.setattr("app.window.services.collector.gc.get_objects", listed)
    kept = [[number] for number in range(2000)]
    for working in (True, False):
        monkeypatch.setattr("app.window.services.collector.at_work", lambda now=working: now)
        collector.collect()
        collector.collect_all()
    assert kept


def test_what_was_set_aside_is_looked_at_again_when_it_has_doubled(collector) -> None:
    ring = _dropped_after_a_full_round(collector)
    more = [[number] for number in range(gc.get_freeze_count() // 2)]
    collector.collect_all()
    assert ring() is not None
    more += [[number] for number in range(gc.get_freeze_count())]
    collector.collect_all()
    collector.collect_all()
    assert more
    assert ring() is None


def test_new_garbage_goes_with_the_next_full_round(collector) -> None:
    ring = weakref.ref(Ring())
    assert ring() is not None
    collector.collect_all()
    assert ring() is None


def test_what_was_set_aside_goes_when_an_engagement_is_closed(collector) -> None:
    ring = _dropped_after_a_full_round(collector)
    collector.collect_all()
    assert ring() is not None, "this test would not tell"
    collector.closed()
    collector.collect_all()
    assert ring() is None


def test_what_is_made_while_a_worker_works_is_looked_at_once(collector, monkeypatch) -> None:
    """Millions of figures of an analysis, none of them garbage, took a second and more a round."""
    rounds: list[int] = []
    collect = gc.collect
    monkeypatch.setattr(gc, "collect", lambda round=2: (rounds.append(round), collect(round)))
    begun, over = threading.Event(), threading.Event()

    def work(cancel):
        begun.set()
        assert over.wait(10)
        yield 1

    worker = Worker(["slot"])
    worker.submit("slot", work)
    assert begun.wait(10)
    held = []
    for _ in range(2 * OLDEST_EVERY + PATIENCE):
        held.append([[number] for number in range(2_000)])
        collector.collect()
    assert set(rounds) == {0}
    assert len(gc.get_objects()) < 2_000 * len(held)
    ring = weakref.ref(Ring())
    over.set()
    worker.stop(5)
    assert ring() is not None
    while ring() is not None and len(rounds) < 1_000:
        collector.collect()
    assert set(rounds) == {0, 2}
    assert ring() is None


@pytest.fixture
def mouse(monkeypatch):
    """Buttons and place of the mouse, as the system tells them."""
    mouse = SimpleNamespace(buttons=Qt.MouseButton.NoButton, at=QPoint(5, 5))
    monkeypatch.setattr(QGuiApplication, "mouseButtons", lambda: mouse.buttons)
    monkeypatch.setattr(QCursor, "pos", lambda: mouse.at)
    return mouse


@pytest.fixture
def full_rounds(monkeypatch, collector) -> list[int]:
    """A mark for each full round that this collector begins; other threads may collect too."""
    begun: list[int] = []
    monkeypatch.setattr(collector, "collect_all", lambda: begun.append(1))
    return begun


def test_a_full_round_waits_until_the_mouse_lets_go(mouse, collector, full_rounds) -> None:
    mouse.buttons = Qt.MouseButton.LeftButton
    for _ in range(OLDEST_EVERY + 1):
        collector.collect()
    assert not full_rounds
    mouse.buttons = Qt.MouseButton.NoButton
    collector.collect()
    assert full_rounds == [1]


def test_a_full_round_waits_for_a_mouse_that_moves_but_not_for_ever(
    mouse, collector, full_rounds
) -> None:
    for number in range(OLDEST_EVERY + PATIENCE):
        mouse.at = QPoint(5, number)
        collector.collect()
    assert not full_rounds
    mouse.at = QPoint(6, 6)
    collector.collect()
    assert full_rounds == [1]


@pytest.mark.skipif(sys.platform != "linux", reason="glibc's heap")
def test_free_memory_below_what_stays_goes_back(collector) -> None:
    library = ctypes.CDLL(None)
    if not hasattr(library, "malloc_trim"):
        pytest.skip("another C library")
    library.malloc.restype = ctypes.c_void_p
    library.free.argtypes = [ctypes.c_void_p]
    size, count = 64 << 10, 1_000
    blocks = [library.malloc(size) for _ in range(count)]
    for block in blocks:
        ctypes.memset(block, 1, size)
    stays = library.malloc(size)
    for block in blocks:
        library.free(block)
    before = _resident()
    collector.collect_all()
    given_back = before - _resident()
    library.free(stays)
    assert given_back > size * count // 2


def _resident() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096
