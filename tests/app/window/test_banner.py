"""Where the window says something: over nothing that is clicked."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QApplication, QWidget

from app.window.shell.banner import clear_of
from model.topology import Scenario

ROOM = QRect(0, 0, 1000, 600)


def test_a_message_keeps_clear_of_what_is_taken() -> None:
    size = QSize(300, 40)
    assert clear_of([], size, ROOM, 8) == QRect(8, 552, 300, 40)
    beside = clear_of([QRect(0, 540, 200, 60)], size, ROOM, 8)
    assert beside == QRect(208, 552, 300, 40)
    above = clear_of([QRect(0, 540, 900, 60)], size, ROOM, 8)
    assert above == QRect(8, 492, 300, 40)
    # No such place: still inside the room.
    assert ROOM.contains(clear_of([ROOM], size, ROOM, 8))


@pytest.mark.parametrize("level", ["warning", "refusal"])
def test_no_message_lies_over_the_buttons_of_what_it_speaks_of(window, session, level) -> None:
    document = session.document
    document.add_scenario(Scenario("A"))
    document.add_scenario(Scenario("B"))
    window.show_page("compare")
    QApplication.processEvents()
    tree = window.pages["compare"].tree
    document.notice.emit(level, "There is a scenario “A” already")
    QApplication.processEvents()
    covered = window.banner.geometry()
    assert window.banner.isVisible()
    for act in (tree.branch, tree.merge, tree.more):
        place = QRect(act.mapTo(window.banner.parentWidget(), QPoint(0, 0)), act.size())
        assert not covered.intersects(place), act.text()


def test_no_message_lies_over_the_overview(window, session) -> None:
    window.show_page("topology")
    window.canvas().view.zoom(2.5)
    QApplication.processEvents()
    session.document.notice.emit("warning", "Something that stays until it is closed")
    QApplication.processEvents()
    over = window.canvas().findChild(QWidget, "minimap")
    place = QRect(over.mapTo(window.banner.parentWidget(), QPoint(0, 0)), over.size())
    assert over.isVisible()
    assert not window.banner.geometry().intersects(place)


def covered(window, *widgets: QWidget) -> list[str]:
    """Those of the widgets that the message lies over."""
    banner = window.banner
    assert banner.isVisible()
    return [
        widget.accessibleName()
        for widget in widgets
        if widget.isVisible()
        and banner.geometry().intersects(
            QRect(widget.mapTo(banner.parentWidget(), QPoint(0, 0)), widget.size())
        )
    ]


def test_a_message_that_came_on_another_page_makes_way_on_the_canvas(qtbot, window, session):
    """It lay over the load slider, and over the components to add once their tab was opened."""
    window.resize(1280, 800)
    window.show_page("report")
    QApplication.processEvents()
    session.document.notice.emit("warning", "Something that stays until it is closed")
    qtbot.wait(10)
    window.show_page("topology")
    page = window.canvas()
    clicked = (page.load.slider, page.load.play, page.load.flame, page.palette_panel.list)
    clicked += (page.outline.tree, page.minimap)
    for tab in range(page.side.count()):
        page.side.setCurrentIndex(tab)
        qtbot.wait(10)
        assert covered(window, *clicked) == []


def test_a_long_warning_takes_two_lines_until_all_of_it_is_asked_for(qtbot, window) -> None:
    """It stays until it is closed, and covered the chart of Compare with five lines."""
    banner = window.banner
    banner.say("warning", "One line.")
    assert not banner.more.isVisible()
    low = banner.height()
    text = "A sentence that names what is wrong and what can be done about it here. " * 6
    banner.say("warning", text)
    line = banner.text.fontMetrics().lineSpacing()
    assert banner.more.isVisible()
    assert banner.height() <= low + 2 * line
    assert banner.text.text() == text
    qtbot.mouseClick(banner.more, Qt.MouseButton.LeftButton)
    assert not banner.more.isVisible()
    assert banner.height() > low + 3 * line
    banner.say("warning", "One line.")
    assert banner.height() == low
