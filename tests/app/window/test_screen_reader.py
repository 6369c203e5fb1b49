"""What a screen reader is told, along the tree of interfaces that it walks, on every page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.window.shell import panes

ROLE = QAccessible.Role
OPERATED = {
    ROLE.Button,
    ROLE.CheckBox,
    ROLE.RadioButton,
    ROLE.ComboBox,
    ROLE.EditableText,
    ROLE.Slider,
    ROLE.SpinBox,
    ROLE.Table,
    ROLE.Tree,
    ROLE.List,
    ROLE.PageTabList,
}
"""What is operated, and so has to be reached by keys: tabs of a list of them by its arrows."""
PAINTED = {"Topology canvas", "Where the response time goes", "Projection charts"}
"""Painted things that take the keys: Qt has no role for them; they have a description."""
PAGES = ("reports", "topology", "advice", "whatif", "compare", "validate", "report")
DATABASE = "adabas_database:10"
MOST_CHILDREN, DEEPEST = 80, 60


@dataclass(frozen=True)
class Told:
    """One interface, as it was read out."""

    role: QAccessible.Role
    name: str
    value: str
    description: str
    focusable: bool
    disabled: bool
    widget: object


def read_out(widget: QWidget) -> list[Told]:
    """All that is on show, parents before children."""
    return list(_told(QAccessible.queryAccessibleInterface(widget), 0))


def _told(interface, depth: int) -> Iterator[Told]:
    state = interface.state()
    if state.invisible or depth > DEEPEST:
        return
    yield Told(
        interface.role(),
        interface.text(QAccessible.Text.Name),
        interface.text(QAccessible.Text.Value),
        interface.text(QAccessible.Text.Description),
        bool(state.focusable),
        bool(state.disabled),
        interface.object(),
    )
    for number in range(min(interface.childCount(), MOST_CHILDREN)):
        child = interface.child(number)
        if child is not None and child.isValid():
            yield from _told(child, depth + 1)


def places(window, session, page: str) -> Iterator[str]:
    """The page as it is first shown, and with each of its tabs in front."""
    document = session.document
    if document.scenario is None:
        document.branch(name="Night")
        assert document.set_setting([DATABASE], "NUCLEI", 8) is None
    document.select(["lpar:SYSA"] if page == "topology" else [])
    window.show_page(page)
    shown = window.pages[page]
    tabs = {"reports": "tabs", "whatif": "ways", "topology": "side", "advice": "tabs"}.get(page)
    for number in range(getattr(shown, tabs).count() if tabs else 1):
        if tabs:
            getattr(shown, tabs).setCurrentIndex(number)
        QTest.qWait(20)
        yield f"{page} {number}"


@pytest.mark.parametrize("page", PAGES)
def test_everything_that_takes_the_keys_says_what_it_is(window, session, page: str) -> None:
    read = 0
    for where in places(window, session, page):
        for told in read_out(window):
            read += 1
            if not told.focusable:
                continue
            # A cell of a table or tree that is empty has nothing to say.
            empty = told.role in (ROLE.Cell, ROLE.TreeItem) and told.widget is None
            assert told.name or empty, (where, told.role, type(told.widget))
            assert told.role != ROLE.NoRole, (where, told.name)
            if told.role == ROLE.Client and told.name in PAINTED:
                assert told.description or told.name == "Topology canvas", (where, told.name)
            if told.role == ROLE.ComboBox:
                # On Linux its name is the text on show: what it is of is told besides.
                assert told.description, (where, told.name)
            if told.role == ROLE.Slider:
                assert told.description, (where, told.name)
    assert read > 80  # the Report page has 104, once 100 where the machine was busy


@pytest.mark.parametrize("page", PAGES)
def test_everything_that_is_operated_is_reached_by_keys(window, session, page: str) -> None:
    operated = 0
    for where in places(window, session, page):
        for told in read_out(window):
            widget = told.widget
            if told.role not in OPERATED or told.disabled or not isinstance(widget, QWidget):
                continue
            operated += 1
            holder: QWidget | None = widget
            while holder is not None and not holder.focusPolicy() & Qt.FocusPolicy.TabFocus:
                # The list of a drop-down, the field of a spin box: what they belong to takes keys.
                holder = holder.parentWidget()
            assert holder is not None, (where, told.role, told.name)
            assert holder is widget or holder is not window, (where, told.role, told.name)
    assert operated > 10


@pytest.mark.parametrize("page", PAGES)
def test_f6_goes_round_all_panes_in_both_directions(window, session, page: str) -> None:
    for _ in places(window, session, page):
        break
    window.activateWindow()
    QApplication.processEvents()
    wanted = [
        pane for pane in panes._panes(window) if pane.isVisibleTo(window) and panes._first(pane)
    ]
    assert len(wanted) >= 4

    def pane_of_focus() -> int:
        focus = window.focusWidget()
        inside = [n for n, p in enumerate(wanted) if p is focus or p.isAncestorOf(focus)]
        return inside[-1]

    for key, step in ((Qt.KeyboardModifier.NoModifier, 1), (Qt.KeyboardModifier.ShiftModifier, -1)):
        QTest.keyClick(window, Qt.Key.Key_F6, key)
        seen = [pane_of_focus()]
        for _ in range(len(wanted) - 1):
            QTest.keyClick(window, Qt.Key.Key_F6, key)
            seen.append(pane_of_focus())
        assert sorted(seen) == list(range(len(wanted)))
        assert all((b - a) % len(wanted) == step % len(wanted) for a, b in pairwise(seen))


def test_f6_reaches_load_and_charts_and_begins_with_the_first_figure(
    qtbot, window, session
) -> None:
    """Neither was a stop, and the strip began with its second figure."""
    window.show_page("topology")
    window.activateWindow()
    window.resize(1280, 800)
    strip, load = window.strip, window.pages["topology"].load
    qtbot.waitUntil(lambda: load.isVisible() and window.charts.isVisible())
    window.pages["topology"].view.setFocus()
    seen = []
    for _ in range(10):
        QTest.keyClick(window, Qt.Key.Key_F6)
        seen.append(window.focusWidget())
    assert any(load.isAncestorOf(widget) for widget in seen)
    assert window.charts in seen
    assert "Where the response time goes: " in window.charts.accessibleDescription()
    cell = strip.cells["etr_per_s"]
    assert next(w for w in seen if strip.isAncestorOf(w)) in (strip.anchors, cell)
    assert cell.band.text().strip()
    told = cell.band.text().replace("\u00a0", " ")
    assert cell.accessibleName().endswith(f"({told})")


@pytest.mark.parametrize("page", ["reports", "topology", "whatif", "report"])
def test_tab_goes_through_the_window_as_one_reads_it(window, session, page: str) -> None:
    """Inspector and charts came before the page, and the inspector's first row after it."""
    document = session.document
    for _ in places(window, session, page):
        break
    document.select(["lpar:SYSA"])
    window.activateWindow()
    read = [
        window.strip,
        window.rail_buttons[page].parentWidget(),
        window.pages[page],
        window.inspector,
        window.charts,
    ]

    def pane_of(widget: QWidget) -> int:
        return next((n for n, p in enumerate(read) if p is widget or p.isAncestorOf(widget)), -1)

    assert window.inspector.rows or page != "topology"
    start = window.rail_buttons[page]
    start.setFocus()
    ways = []
    for on in (True, False):
        seen = [start]
        for _ in range(300):
            window.focusNextPrevChild(on)
            seen.append(window.focusWidget())
            if seen[-1] is start:
                break
        assert seen.pop() is start
        assert len(set(seen)) == len(seen), "each comes once"
        ways.append(seen)
    came = [pane_of(widget) for widget in ways[0]]
    head = came.index(-1)
    came = came[head:] + came[:head]
    assert came == sorted(came)
    assert set(came) >= {-1, 0, 1, 2}
    if page == "topology":
        assert set(came) == {-1, 0, 1, 2, 3, 4}
    assert ways[1] == [start, *reversed(ways[0][1:])]
    for told in read_out(window.pages[page]):
        widget = told.widget
        operated = told.role in (ROLE.Button, ROLE.CheckBox, ROLE.Slider) and not told.disabled
        if operated and isinstance(widget, QWidget) and widget.focusPolicy() & Qt.TabFocus:
            assert widget in ways[0], told


def test_f6_leads_to_the_page_on_show_in_the_list_of_pages(window) -> None:
    """It led to the page that was chosen there before, and Return went back to it."""
    window.activateWindow()
    window.show_page("topology")
    window.rail_buttons["topology"].setFocus()
    window.pages["topology"].view.setFocus()
    window.show_page("advice")
    for _ in range(8):
        QTest.keyClick(window, Qt.Key.Key_F6)
        focus = window.focusWidget()
        if focus in window.rail_buttons.values():
            break
    assert focus is window.rail_buttons["advice"]


def test_a_slider_tells_the_setting_and_not_its_step(qtbot, window, session) -> None:
    document = session.document
    window.show_page("topology")
    document.select([DATABASE])

    def sliders() -> list[Told]:
        found = read_out(window)
        return [t for t in found if t.role == ROLE.Slider and t.name == "Nuclei slider"]

    qtbot.waitUntil(lambda: bool(sliders()))
    (told,) = sliders()
    now = document.topology[DATABASE].number("NUCLEI")
    assert told.description.startswith(f"{now:g}"), told
    QTest.keyClick(told.widget, Qt.Key.Key_Right)
    after = document.topology[DATABASE].number("NUCLEI")
    assert after > now
    assert told.widget.accessibleDescription().startswith(f"{after:g}")


def test_the_outline_reads_the_canvas_out(window, session) -> None:
    window.show_page("topology")
    session.document.select([])
    window.pages["topology"].side.setCurrentIndex(0)
    QTest.qWait(20)
    items = [t.name for t in read_out(window) if t.role == ROLE.TreeItem]
    assert any("Adabas nucleus 10-1" in name for name in items)
    assert any(name.startswith("Busy ") for name in items)
    assert all(items)


def test_toggling_is_pressing(window, session) -> None:
    """The first action of a checkable button: two pages were lit, and none was shown."""

    def toggle(widget: QWidget) -> None:
        actions = QAccessible.queryAccessibleInterface(widget).actionInterface()
        assert actions.actionNames()[0] == "Toggle"
        actions.doAction("Toggle")

    rail = window.rail_buttons
    window.show_page("topology")
    toggle(rail["whatif"])
    assert window.current_page == "whatif"
    toggle(rail["whatif"])
    assert [name for name, made in rail.items() if made.isChecked()] == ["whatif"]
    toggle(rail["advice"])
    page = window.pages["advice"]
    page.table.selectRow(0)
    finding = page.table.current().id
    toggle(page.buttons["accepted"])
    assert session.document.state.decisions[finding].verdict == "accepted"
    toggle(page.buttons["rejected"])
    assert [name for name, made in page.buttons.items() if made.isChecked()] == ["rejected"]
    toggle(page.buttons["rejected"])
    assert finding not in session.document.state.decisions


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_start_page_says_what_each_thing_is(qtbot, session, tmp_path, language: str) -> None:
    from app.window.i18n import set_language
    from app.window.session import Session
    from app.window.shell.window import MainWindow

    set_language(language)
    try:
        window = MainWindow(Session(catalogue=session.document.catalogue, folder=tmp_path))
        qtbot.addWidget(window)
        window.show()
        told = [one for one in read_out(window) if one.focusable]
        assert len(told) >= 5
        assert all(one.name and one.role != ROLE.NoRole for one in told)
        window.session.close()
    finally:
        set_language("en")
