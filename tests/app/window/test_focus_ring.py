"""Where the keyboard is can be seen wherever F6 and Tab lead."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from app.window.theme import theme
from app.window.widgets.ring import THICK, Ring


def test_the_canvas_shows_that_it_has_the_keys_when_keys_led_there(qtbot, window) -> None:
    """With nothing selected it looked the same with the keyboard in it and without."""
    view = window.pages["topology"].view
    ring = view.findChild(Ring)
    window.activateWindow()
    view.setFocus(Qt.FocusReason.MouseFocusReason)
    assert not ring.isVisible()
    window.rail_buttons["topology"].setFocus(Qt.FocusReason.ShortcutFocusReason)
    for _ in range(12):
        window.commands["next-pane"].trigger()
        if view.hasFocus():
            break
    assert view.hasFocus()
    assert ring.isVisible()
    QApplication.processEvents()
    seen = view.grab().toImage()
    accent = theme().color("accent")
    assert seen.pixelColor(1, view.height() // 2) == accent
    # The line alone is covered: what is below is not painted twice.
    thick = theme().px(THICK)
    assert not ring.mask().contains(ring.rect().center())
    assert ring.mask().boundingRect() == view.rect()
    assert ring.mask().contains(view.rect().topLeft())
    assert not ring.mask().contains(QPoint(thick, thick))
    window.commands["next-pane"].trigger()
    assert not view.hasFocus()
    assert not ring.isVisible()


def test_a_finding_and_a_rule_show_that_they_have_the_keys(qtbot, window) -> None:
    window.show_page("advice")
    page = window.pages["advice"]
    for text in (page.text, page.rules.rule):
        ring = text.findChild(Ring)
        page.tabs.setCurrentIndex(0 if text is page.text else 2)
        text.setFocus(Qt.FocusReason.TabFocusReason)
        assert ring.isVisible()
        text.setFocus(Qt.FocusReason.MouseFocusReason)
        page.tabs.setFocus(Qt.FocusReason.TabFocusReason)
        assert not ring.isVisible()
