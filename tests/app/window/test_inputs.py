"""What the wheel and the keys must leave alone; what stays when the window is built anew."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFontMetrics, QKeySequence, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QMenu,
    QScrollBar,
    QStyleOptionComboBox,
    QTabBar,
    QWidget,
)

from app.window.i18n import tr
from app.window.shell.commands import PAGES
from app.window.shell.window import WINDOWS
from app.window.theme import theme
from app.window.widgets.inputs import ComboBox, Slider
from app.window.widgets.table import broken

NUCLEUS = "adabas_nucleus:10-1"
LPAR = "lpar:SYSA"


def turn(widget: QWidget, notches: int) -> None:
    """Turn the wheel over the middle of a widget."""
    middle = QPointF(widget.rect().center())
    event = QWheelEvent(
        middle,
        QPointF(widget.mapToGlobal(middle.toPoint())),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


def standing(widget: QWidget) -> int | str:
    if isinstance(widget, (QComboBox, QTabBar)):
        return widget.currentIndex()
    return widget.value() if isinstance(widget, QAbstractSlider) else widget.text()


@pytest.mark.parametrize("focused", [False, True])
@pytest.mark.parametrize("selected", [LPAR, NUCLEUS])
def test_the_wheel_changes_nothing_that_lies_under_it(
    qtbot, window, session, selected, focused
) -> None:
    document = session.document
    document.branch()
    document.select([selected])
    for name, _icon, _text in PAGES:
        window.show_page(name)
    window.show_page("topology")
    seen = {QComboBox: 0, QAbstractSlider: 0, QTabBar: 0}
    before = document.state
    for widget in window.findChildren(QWidget):
        kinds = (QComboBox, QAbstractSpinBox, QAbstractSlider, QTabBar)
        if not isinstance(widget, kinds) or isinstance(widget, QScrollBar):
            continue
        if focused:
            widget.setFocus()
        for notches in (1, -1):
            stood = standing(widget)
            turn(widget, notches)
            assert standing(widget) == stood, widget.accessibleName()
        # Nor does it get the keys, of which the next would change it.
        assert widget.focusPolicy() != Qt.FocusPolicy.WheelFocus, widget.accessibleName()
        for kind in seen:
            seen[kind] += isinstance(widget, kind)
    assert document.state is before
    assert seen[QComboBox] > 6
    assert seen[QTabBar] > 2
    if selected == NUCLEUS:
        assert seen[QAbstractSlider] > 0


def test_the_keys_leave_the_scenarios_when_the_page_is_turned(qtbot, window, session) -> None:
    document = session.document
    document.branch()
    document.show_scenario(None)
    for page in ("whatif", "advice", "topology"):
        window.selector.box.setFocus()
        window.show_page(page)
        focus = window.focusWidget()
        assert focus is not window.selector.box
        QTest.keyClick(focus, Qt.Key.Key_Down)
        assert document.current is None
    # What has the keys on the page that is shown again keeps them.
    window.show_page("advice")
    window.pages["advice"].search.setFocus()
    window.show_page("advice")
    assert window.focusWidget() is window.pages["advice"].search


@pytest.mark.parametrize("scale", [1.5, 2.0, 2.5])
def test_the_navigation_is_there_when_the_text_is_scaled(qtbot, window, session, scale) -> None:
    findings = len(session.document.engagement.findings)
    while theme().scale < scale:
        WINDOWS[-1].set_scale(1)
    scaled = WINDOWS[-1]
    try:
        assert scaled is not window
        qtbot.waitExposed(scaled)
        rail = scaled.rail_buttons["advice"].parentWidget()
        qtbot.waitUntil(lambda: rail.width() == rail.parentWidget().width())
        for made in scaled.rail_buttons.values():
            assert rail.rect().contains(made.geometry().center())
            assert made.width() == rail.contentsRect().width()
        assert scaled.rail_buttons["advice"].text().endswith(str(findings))
    finally:
        scaled.close()


def test_text_and_language_changed_in_one_go_leave_one_window(window, session) -> None:
    """The window that was replaced opened another one, on a new and empty engagement."""
    before = set(WINDOWS) - {window}
    window.set_scale(1)
    window.set_language("de")
    (made,) = set(WINDOWS) - before
    try:
        assert made.session is session
        assert made.isVisible()
        assert made.rail_buttons["validate"].text() == tr("Validate") != "Validate"
    finally:
        made.close()
        theme().apply("light", 1.0)


def test_qt_speaks_the_language_that_was_changed_to(window, session) -> None:
    """After German the menu said "Strg+Umschalt+S" beside "Save as", until the next start."""
    keys = QKeySequence("Ctrl+Shift+S")
    native = QKeySequence.SequenceFormat.NativeText
    said, searched = [], []
    for code in ("de", "en"):
        WINDOWS[-1].set_language(code)
        said.append(keys.toString(native))
        palette = WINDOWS[-1].open_palette() or WINDOWS[-1].popup
        searched.append(
            {c.detail for c in palette._choices if c.detail.endswith("S") and "+" in c.detail}
        )
        palette.close()
    WINDOWS[-1].close()
    assert said == ["Strg+Umschalt+S", "Ctrl+Shift+S"]
    # Also where commands are searched, which said "Ctrl" beside the menu's "Strg".
    assert searched == [{"Strg+S", "Strg+Umschalt+S"}, {"Ctrl+S", "Ctrl+Shift+S"}]


def test_a_menu_higher_than_the_screen_is_scrolled_and_not_put_into_columns(qtbot) -> None:
    """In large letters it covered the screen, with "Guided tour" alone in a second column."""
    low, high = QMenu(), QMenu()
    for menu, count in ((low, 2), (high, 200)):
        qtbot.addWidget(menu)
        for _ in range(count):
            menu.addAction("Save as")
    assert high.sizeHint().width() < 1.5 * low.sizeHint().width()


@pytest.mark.parametrize("steps", [12, 500])
def test_a_slider_comes_to_where_it_is_pressed_and_follows(qtbot, steps) -> None:
    slider = Slider(Qt.Orientation.Horizontal)
    qtbot.addWidget(slider)
    slider.resize(400, 24)
    slider.setRange(0, steps)
    slider.show()
    _handle, first, last = slider.track()
    down: list[bool] = []
    slider.valueChanged.connect(lambda: down.append(slider.isSliderDown()))

    def at(share: float) -> QPoint:
        return QPoint(round(first + share * (last - first)), 12)

    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=at(0.5))
    assert slider.value() == pytest.approx(steps / 2, abs=steps / 200)
    QTest.mouseMove(slider, at(0.75))
    assert slider.value() == pytest.approx(steps * 0.75, abs=steps / 100 + 0.5)
    QTest.mouseMove(slider, at(0.25))
    assert slider.value() == pytest.approx(steps / 4, abs=steps / 100 + 0.5)
    # One act of the user: what undo takes back at once.
    assert all(down)
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=at(0.25))
    assert not slider.isSliderDown()


def test_a_name_with_no_room_in_a_list_ends_in_an_ellipsis(qtbot) -> None:
    """At large texts a scenario's name was cut through a letter."""
    box = ComboBox()
    qtbot.addWidget(box)
    box.addItem("Nights of the year end")
    for width, whole in ((400, True), (90, False)):
        box.resize(width, 32)
        option = QStyleOptionComboBox()
        box.initStyleOption(option)
        assert option.currentText.endswith("end" if whole else "…")
        assert box.currentText() == "Nights of the year end"


@pytest.mark.parametrize("count", [2, 3, 5])
def test_a_list_of_few_is_as_high_as_all_of_them(qtbot, count) -> None:
    """The first list of all that was opened had no room for its last row: z/VM was cut."""
    box = ComboBox()
    qtbot.addWidget(box)
    for number in range(count):
        box.addItem(f"z/{number}")
    box.show()
    box.showPopup()
    # As Qt made the first one of a session.
    around = box.view().window()
    around.resize(around.width(), around.height() - 12)
    box._show_all_rows()

    def whole() -> bool:
        rows = count * box.view().sizeHintForRow(0)
        return box.view().viewport().height() == rows

    qtbot.waitUntil(whole)
    assert box.view().verticalScrollBar().maximum() == 0
    # An arrow that leaves late gives back its room, whenever that is.
    qtbot.wait(60)
    around.resize(around.width(), around.height() + 10)
    qtbot.waitUntil(whole)
    box.hidePopup()


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5])
def test_a_box_with_the_room_that_it_asks_for_shows_all_of_its_text(qtbot, scale) -> None:
    """ "Alle Entscheidungen" ended in an ellipsis though the box was as wide as it asked for."""
    theme().apply("light", scale)
    cut: list[str] = []
    texts = ("Alle Entscheidungen", "Alle Subsysteme", "Jede Wirksamkeit", "All decisions")
    texts += ("Nach Änderungsfenster", "Alle Zuständigen", "Größte", "By change window")
    for text in (*texts, "Any effect", "Throughput (ETR)", "Adabas-Datenbank 10"):
        box = ComboBox()
        qtbot.addWidget(box)
        box.addItem(text)
        box.show()
        box.resize(box.sizeHint())
        option = QStyleOptionComboBox()
        box.initStyleOption(option)
        if option.currentText != text:
            cut.append(option.currentText)
    assert cut == []


def test_a_line_that_was_broken_where_it_fits_is_not_elided(qtbot) -> None:
    """ "Den Cache verkleinern, bis nich… / mehr ausgelagert wird": the first line fitted."""
    theme().apply("light", 1.0)
    metrics = QFontMetrics(theme().font(10))
    text = "Den Cache verkleinern, bis nichts mehr ausgelagert wird"
    cut = [
        width
        for width in range(metrics.horizontalAdvance("Den Cache"), metrics.horizontalAdvance(text))
        if "…" in broken(text, 2, width, metrics).split("\n")[0]
    ]
    assert cut == []
