"""Text at twice its size and more: names stay whole, counts in sight, nothing stands in the way."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QMenu,
    QScrollArea,
    QStyle,
    QStyleOptionTab,
    QWidget,
)

from advisor.findings import ChangeText
from app.window.advice.finding import _change_rows
from app.window.compare.cells import Cell, SideBySide
from app.window.theme import theme
from app.window.widgets.basics import WholeLabel, label
from app.window.widgets.inputs import Tabs
from app.window.widgets.table import Column, Table


@pytest.fixture(params=[2.0, 2.5])
def large(request, qapp):
    """Large texts while the test runs."""
    theme().apply("light", request.param)
    yield request.param
    theme().apply("light", 1.0)


def _shown(tabs: Tabs, place: int) -> str:
    bar, option = tabs.tabBar(), QStyleOptionTab()
    bar.initStyleOption(option, place)
    room = bar.style().subElementRect(QStyle.SubElement.SE_TabBarTabText, option, bar)
    assert option.fontMetrics.horizontalAdvance(option.text) <= room.width() + 1
    return option.text


def test_tabs_stand_closer_before_their_names_are_cut(qtbot, large) -> None:
    """The Reports page had "Te…", "What was r…", "Probl…" with as much room between them."""
    names = ["Text", "What was read", "Problems", "Questions  13", "What changed"]
    tabs = Tabs()
    qtbot.addWidget(tabs)
    for name in names:
        tabs.addTab(QWidget(), name)
    px = theme().px
    tabs.resize(px(700), px(80))
    tabs.show()
    QApplication.processEvents()
    loose = tabs.tabBar().sizeHint().width()
    tabs.resize(loose - px(24), px(80))
    QApplication.processEvents()
    assert [_shown(tabs, n) for n in range(5)] == names
    # Where that is not enough long names are cut, and a short one beside them is not.
    tabs.resize(round(loose * 0.7), px(80))
    QApplication.processEvents()
    assert _shown(tabs, 0) == names[0]
    tabs.resize(px(700), px(80))
    QApplication.processEvents()
    assert tabs.tabBar().sizeHint().width() == loose


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1024, 700)])
def test_the_rail_has_no_bar_and_counts_the_findings(large, window, width, height) -> None:
    """A thick bar stood between rail and page, and the number of findings was nowhere."""
    window.resize(width, height)
    QApplication.processEvents()
    made = window.rail_buttons["advice"]
    assert made.text() == str(len(window.session.document.engagement.findings))
    assert made.width() >= theme().px(18) + made.fontMetrics().horizontalAdvance(made.text())
    rail = made.parentWidget().parentWidget().parentWidget()
    assert isinstance(rail, QScrollArea)
    assert not rail.verticalScrollBar().isVisible()
    last = window.rail_buttons["report"]
    assert last.mapTo(rail, last.rect().bottomLeft()).y() <= rail.height()
    assert window.strip.bound.isVisibleTo(window)


def test_a_table_shows_some_rows_wherever_its_page_can_scroll(qtbot, large) -> None:
    """The report files had one row at 2.5, the calibration none."""
    table: Table[str] = Table("Names", [Column("Name", lambda name: name, stretch=True)])
    qtbot.addWidget(table)
    table.show_rows(["a", "b", "c", "d"])
    row = table.verticalHeader().defaultSectionSize()
    assert table.minimumSizeHint().height() >= 3 * row + table.horizontalHeader().height()


def test_figures_that_are_compared_are_whole_in_a_narrow_table(qtbot, large) -> None:
    """ "370,500 commands/s ↑ +9" was cut at 2.5: it goes on in the next line instead."""
    table = SideBySide("Scenarios")
    qtbot.addWidget(table)
    table.resize(theme().px(280), theme().px(200))
    said = "34,400 commands/CPU s   ↑ +1.9 %\n31,550 … 37,500"
    table.show_cells(["Plan"], [("Internal throughput (ITR)", lambda _column: Cell(said))])
    table.show()
    QApplication.processEvents()
    assert table.horizontalScrollBar().maximum() == 0
    assert table.columnWidth(0) <= table.viewport().width()
    assert table.rowHeight(0) >= 3 * table.fontMetrics().height()


def test_a_tick_in_a_menu_grows_with_the_text(qapp) -> None:
    """It was 8 pixels high beside letters of 32."""

    def ticked() -> int:
        menu = QMenu()
        chosen = menu.addAction("")
        chosen.setCheckable(True)
        chosen.setChecked(True)
        menu.resize(menu.sizeHint())
        image = menu.grab().toImage()
        accent = theme().color("accent").rgb()
        return sum(
            image.pixel(x, y) == accent for x in range(image.width()) for y in range(image.height())
        )

    try:
        small = ticked()
        theme().apply("light", 2.0)
        assert small > 0
        assert ticked() > 3 * small
    finally:
        theme().apply("light", 1.0)


def test_what_is_too_small_to_give_an_overview_is_not_shown(large, window) -> None:
    window.resize(1024, 700)
    QApplication.processEvents()
    page = window.canvas()
    page.view.scale(4.0, 4.0)
    page.view.zoomed.emit()
    assert page.view.viewport().width() < 3 * theme().px(80)
    assert not page.minimap.isVisible()


def test_a_component_s_kind_and_number_stay_in_one_line(qapp) -> None:
    """ "Adabas database" stood above "10" in a finding's changes."""
    change = ChangeText("adabas_database:10", "CDATAMAXS", 31500, 18060, "ADARUN CDATAMAXS")
    assert "Adabas database 10" in _change_rows(change)


@pytest.mark.parametrize("made", [lambda text: label(text, wrap=True), WholeLabel])
def test_a_word_that_no_line_can_hold_widens_nothing(qtbot, made) -> None:
    """A customer's path without blanks: layouts asked for its width again and again."""
    path = "/".join(["reports"] * 40)
    one = made(f"{path}: not read")
    qtbot.addWidget(one)
    assert one.minimumSizeHint().width() < one.fontMetrics().horizontalAdvance(path) / 8
    one.resize(theme().px(160), theme().px(400))
    assert one.heightForWidth(one.width()) > 3 * one.fontMetrics().height()
    # What is read out and looked for is the path itself.
    assert one.text() == f"{path}: not read"
    one.setText("short")
    assert one.text() == QLabel.text(one) == "short"
