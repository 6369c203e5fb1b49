"""Where the window is narrow, nothing scrolls sideways and nothing is lost."""

from __future__ import annotations

import shutil

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QLabel, QPushButton, QWidget

from app.window.i18n import set_language
from app.window.session import Session
from app.window.shell.window import MainWindow
from app.window.theme import theme
from app.window.widgets.basics import ElidedButton
from app.window.widgets.overflow import BESIDE_FROM, Beside, Overflow, fitting
from app.window.widgets.table import Column, Table, shared
from tests import remembering
from tests.app.window import tour

# As many columns as there are scenarios; lines as they were printed.
MAY_SCROLL = {"SideBySide", "ReportText"}


@pytest.mark.thorough
@pytest.mark.parametrize("scale", [2.0, 2.5])
@pytest.mark.parametrize("code", ["en", "de"])
def test_no_page_scrolls_sideways_with_large_text(
    qtbot, kept_sample, tmp_path, code, scale
) -> None:
    """Findings, What-if, Validate and the figures did, and five lines of filters hid the list.

    At 2.5 Reports, Questions and Validate still did; at 2 the canvas was 300 pixels wide.
    """
    path = tmp_path / "sample.plexwright"
    shutil.copy(kept_sample, path)
    set_language(code)
    theme().apply("light", scale)
    window = MainWindow(Session(folder=tmp_path, projector=remembering.project))
    found = []
    try:
        window.resize(1280, 800)
        window.show()
        tour.open_engagement(window, path)
        for name, shown in tour.stops(window, slow=False):
            assert shown.width() <= 1280, name
            for area in shown.findChildren(QAbstractScrollArea):
                canvas = type(area).__name__ == "TopologyView"
                if canvas and area.isVisible():
                    assert area.width() >= 440, name
                if canvas or type(area).__name__ in MAY_SCROLL or not area.isVisible():
                    continue
                if area.horizontalScrollBar().maximum():
                    found.append(f"{name}: {area.accessibleName() or type(area).__name__}")
    finally:
        window.close()
        QApplication.processEvents()
        set_language("en")
        theme().apply("light", 1.0)
    assert not found, "\n".join(found)


def test_a_window_at_two_and_a_half_times_the_text_stays_on_its_screen(qapp) -> None:
    """At 1280 x 800 it grew to 1542 x 941 once a component was selected."""
    try:
        theme().apply("light", 2.5)
        other = MainWindow(Session())
        other.resize(1280, 800)
        other.build()
        other.show()
        QApplication.processEvents()
        hint = other.minimumSizeHint()
        assert hint.width() <= 1280
        assert hint.height() <= 800
        other.close()
    finally:
        theme().apply("light", 1.0)


def test_of_three_panes_without_room_the_one_in_use_stays(window, session) -> None:
    page = window.canvas()
    page.make_room(cramped=True)
    assert page.side.isHidden()
    assert not page.view.isHidden()
    page.make_room(cramped=False)
    page.outline.tree.setFocus()
    QApplication.processEvents()
    if QApplication.focusWidget() is not None:
        page.make_room(cramped=True)
        assert not page.side.isHidden()
        assert not page.view.isVisibleTo(page)
        page.make_room(cramped=False)
    assert page.view.isVisibleTo(page)


@given(
    st.lists(st.integers(1, 200), max_size=8),
    st.integers(0, 900),
    st.integers(0, 12),
    st.integers(1, 3),
    st.integers(10, 40),
)
def test_what_stays_of_a_row_fits_and_the_next_one_would_not(
    widths, room, space, lines, more
) -> None:
    stay = fitting(widths, room, space, lines, more)

    def used(parts: list[int]) -> int:
        line, at = 1, 0
        for width in parts:
            if at and at + width > room:
                line, at = line + 1, 0
            at += width + space
        return line

    def fits(parts: list[int]) -> bool:
        return used(parts) <= lines and all(p <= room for p in parts)

    if stay == len(widths):
        assert fits(widths)
        return
    assert stay == 0 or fits([*widths[:stay], more])
    assert stay + 1 == len(widths) or not fits([*widths[: stay + 1], more])
    assert not fits(widths)


def test_what_has_no_room_in_a_row_is_one_button_away_and_comes_back(qtbot) -> None:
    made = [QPushButton(f"Button {n}") for n in range(6)]
    pressed: list[int] = []
    for number, one in enumerate(made):
        one.clicked.connect(lambda _on=False, n=number: pressed.append(n))
    row = Overflow("More", made, spacing=4)
    qtbot.addWidget(row)
    whole = row.sizeHint()
    row.resize(whole.width() + 8, whole.height())
    row.show()
    QApplication.processEvents()
    assert not row.folded
    assert not row.more.isVisible()
    row.resize(whole.width() // 2, whole.height())
    QApplication.processEvents()
    assert row.folded == made[-len(row.folded) :]
    assert 0 < len(row.folded) < 6
    assert row.more.isVisible()
    assert row.sizeHint() == whole
    inside = [w for w in made if w not in row.folded]
    assert all(w.geometry().right() < row.width() for w in [*inside, row.more])
    qtbot.mouseClick(row.more, Qt.MouseButton.LeftButton)
    assert row.rest.isVisible()
    assert all(w.isVisible() for w in row.folded)
    qtbot.mouseClick(made[5], Qt.MouseButton.LeftButton)
    assert pressed == [5]
    qtbot.keyClick(row.rest, Qt.Key.Key_Escape)
    assert not row.rest.isVisible()
    # Whoever hides one of them need not know where it stands.
    made[5].hide()
    row.resize(whole.width() + 8, whole.height())
    QApplication.processEvents()
    assert not row.folded
    assert [w.isVisible() for w in made] == [True] * 5 + [False]


def test_two_lines_of_a_row_leave_no_height_behind(qtbot) -> None:
    """A strip that had been in two lines for a moment stayed as high: the window grew to 941."""
    row = Overflow("More", [QPushButton(f"Button {n}") for n in range(4)], spacing=4)
    qtbot.addWidget(row)
    row.show()
    row.set_lines(2)
    row.resize(row.sizeHint().width() // 2, 100)
    QApplication.processEvents()
    row.set_lines(1)
    QApplication.processEvents()
    assert row.minimumSizeHint().height() <= row.sizeHint().height() + 4


def test_panes_to_be_read_go_below_each_other_where_it_is_narrow(qtbot) -> None:
    one, other = QWidget(), QWidget()
    for pane in (one, other):
        pane.setMinimumSize(300, 100)
    both = Beside(one, other, sizes=(400, 400))
    qtbot.addWidget(both)
    both.show()
    both.resize(theme().px(BESIDE_FROM) + 40, 400)
    QApplication.processEvents()
    assert both.orientation() == Qt.Orientation.Horizontal
    assert both.minimumSizeHint().width() == 300
    both.resize(theme().px(BESIDE_FROM) - 40, 400)
    QApplication.processEvents()
    assert both.orientation() == Qt.Orientation.Vertical
    assert both.minimumSizeHint().height() >= 200
    both.resize(theme().px(BESIDE_FROM) + 40, 400)
    assert both.orientation() == Qt.Orientation.Horizontal


@given(
    st.dictionaries(st.integers(0, 9), st.tuples(st.integers(1, 400), st.integers(1, 99))),
    st.integers(0, 2000),
)
def test_columns_share_what_there_is_and_none_goes_below_its_floor(columns, room) -> None:
    widths = {n: max(both) for n, both in columns.items()}
    floors = {n: min(both) for n, both in columns.items()}
    found = shared(widths, floors, room)
    assert found.keys() == widths.keys()
    assert all(found[n] >= floors[n] for n in found)
    if sum(floors.values()) <= room:
        assert sum(found.values()) <= room


def test_a_narrow_table_cuts_texts_not_numbers_and_says_what_it_leaves_out(qtbot) -> None:
    """Calibration and report files scrolled sideways for the figures one looks for."""
    table = Table[str](
        "",
        [
            Column("", lambda r: r, stretch=True, least=60),
            Column("", lambda _r: "words " * 20),
            Column("", lambda _r: "1,234,567 commands/s", right=True),
            Column("Encoding", lambda _r: "EBCDIC 1141", width=150, spare=True),
        ],
    )
    qtbot.addWidget(table)
    table.resize(1400, 200)
    table.show()
    table.show_rows(["row"])
    QApplication.processEvents()
    whole = [table.columnWidth(n) for n in range(4)]
    bar = table.horizontalScrollBar()
    least = 60 + sum(whole[1:])
    # What can be done without is cut before the texts are, and left out before they are, too.
    for wide, left_out in ((least - 40, False), (300, True), (least - 40, False)):
        table.resize(wide, 200)
        QApplication.processEvents()
        assert bar.maximum() == 0
        assert table.columnWidth(2) == whole[2]
        assert (table.columnWidth(1) < whole[1]) is left_out
        assert left_out or table.columnWidth(3) < whole[3]
        assert table.isColumnHidden(3) is left_out
        tip = table.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
        assert ("Encoding: EBCDIC 1141" in tip) is left_out


def test_a_link_without_room_is_cut_and_says_all_of_it(qtbot) -> None:
    link = ElidedButton("no report says; default 4 KB pageable")
    qtbot.addWidget(link)
    link.show()
    link.resize(90, link.sizeHint().height())
    shown = QPushButton.text(link)
    assert shown.endswith("…")
    assert link.fontMetrics().horizontalAdvance(shown) <= 90
    assert link.text() == "no report says; default 4 KB pageable"
    link.resize(900, link.height())
    assert QPushButton.text(link) == link.text()


def test_a_row_of_one_line_asks_for_no_second_one_as_its_texts_change(qtbot) -> None:
    """A longer figure left the strip twice as high, with nothing in the second half."""
    parts = [QLabel("short") for _ in range(4)]
    row = Overflow("more", parts, spacing=0)
    qtbot.addWidget(row)
    one = row.sizeHint().height()
    row.resize(sum(part.sizeHint().width() for part in parts) + 4, one)
    row.show()
    qtbot.wait(1)
    parts[0].setText("a good deal longer")
    # Laid out before what has no room any more is folded away.
    row.layout().setGeometry(row.rect())
    assert row.minimumSizeHint().height() <= one
    qtbot.wait(1)
    parts[0].setText("short")
    qtbot.wait(1)
    assert row.minimumSizeHint().height() <= one
