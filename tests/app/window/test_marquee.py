"""A rectangle drawn over the canvas selects when the button is let go, and not before."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt

from app.window.canvas.gestures import Marquee

NUCLEUS, DISKS = "adabas_nucleus:10-1", "dasd:DS8K"
NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def begun(window, session):
    """A marquee that has just reached around the disks, with a nucleus selected before."""
    session.document.select([NUCLEUS])
    view = window.canvas().view
    view.fit()
    rect = view.topology_scene.content_rect([DISKS])
    gesture = Marquee(view)
    view.begin(gesture, rect.topLeft() - QPointF(12, 12), NONE)
    end = rect.bottomRight() + QPointF(12, 12)
    gesture.move(end, NONE)
    return gesture, end


def test_nothing_but_the_boxes_follows_while_it_is_drawn(window, session, begun) -> None:
    """At every step the inspector was built anew, and the canvas moved under the pointer."""
    gesture, end = begun
    told: list[tuple[str, ...]] = []
    session.document.selectionChanged.connect(lambda: told.append(session.document.selection))
    nodes = window.canvas().view.topology_scene.nodes
    gesture.move(end, NONE)
    assert session.document.selection == (NUCLEUS,)
    assert [name for name, node in nodes.items() if node.chosen] == [DISKS]
    gesture.end(end, NONE)
    assert told == [(DISKS,)]


def test_left_with_escape_all_is_as_before(window, session, begun) -> None:
    view = window.canvas().view
    view.cancel_gesture()
    assert session.document.selection == (NUCLEUS,)
    nodes = view.topology_scene.nodes
    assert [name for name, node in nodes.items() if node.chosen] == [NUCLEUS]


def test_with_shift_it_adds(session, begun) -> None:
    gesture, end = begun
    gesture.end(end, Qt.KeyboardModifier.ShiftModifier)
    assert session.document.selection == (NUCLEUS, DISKS)
