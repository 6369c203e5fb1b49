"""Tab reaches every control of every page, whatever holds the focus first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSlider,
    QApplication,
    QFileDialog,
    QLineEdit,
    QTabBar,
    QTreeView,
    QWidget,
)

from app.window.report.page import ReportPage
from tests.app.window import tour

MOST = 600


def reached(window: QWidget) -> list[QWidget]:
    """What has the focus, one after the other, on two rounds with Tab.

    A canvas and a page of text keep it while Tab goes over their boxes or links; what they select
    may bring controls that are there on the second round only.
    """
    seen: list[QWidget] = []
    rounds = 0
    for _ in range(MOST):
        QTest.keyClick(window.focusWidget() or window, Qt.Key.Key_Tab)
        QApplication.processEvents()
        now = window.focusWidget()
        if now is None or (seen and now is seen[-1]):
            continue
        if seen and now is seen[0]:
            rounds += 1
            if rounds == 2:
                break
        seen.append(now)
    return seen


@pytest.mark.parametrize(
    "page", ["topology", "whatif", "advice", "compare", "reports", "validate", "report"]
)
def test_tab_reaches_every_control(window, session, page: str) -> None:
    window.show_page(page)
    if page == "topology":
        session.document.select(["lpar:SYSA"])
    window.activateWindow()
    # A message that comes while Tab goes round has a button that is gone past.
    tour.settle(lambda: tour.at_rest(window))
    seen = reached(window)
    missed = {
        f"{type(w).__name__} {w.accessibleName()}"
        for w in window.findChildren(QWidget)
        if w.isVisibleTo(window)
        and w.isEnabled()
        and w.focusPolicy() & Qt.FocusPolicy.TabFocus
        and w.focusProxy() is None
        and w not in seen
    }
    assert len(seen) > 15
    assert missed == set()


def test_an_empty_engagement_is_built_without_another_key_first(window, session) -> None:
    """The keys stayed with the rail: what was typed went nowhere."""
    window.begin_empty()
    window.activateWindow()
    QApplication.processEvents()
    field = window.focusWidget()
    assert field is window.pages["topology"].palette_panel.filter
    document = session.document
    for kind in ("cpc", "lpar", "adabas_nucleus"):
        QTest.keySequence(field, "Ctrl+A")
        QTest.keyClicks(field, str(document.catalogue[kind].title))
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert len(document.topology.of_kind(kind)) == 1
    (nucleus,) = document.topology.of_kind("adabas_nucleus")
    assert nucleus.parent == document.topology.of_kind("lpar")[0].id


def test_from_an_import_to_a_report_by_keys_alone_and_each_says_what_it_is(
    qtbot, window, session, tmp_path, monkeypatch
) -> None:
    """Import, topology, what-if and report, with what a screen reader is told at each key."""
    document, said = session.document, []

    def press(keys: str) -> QWidget:
        QTest.keySequence(window.focusWidget() or window, keys)
        QApplication.processEvents()
        now = window.focusWidget()
        told = QAccessible.queryAccessibleInterface(now)
        said.append(f"{told.text(QAccessible.Text.Name)}|{told.role().name}")
        return now

    def until(wanted: Callable[[QWidget], bool], key: str = "Tab") -> QWidget:
        for _ in range(MOST):
            if wanted(now := press(key)):
                return now
        raise AssertionError(f"no {key} leads there: {said}")

    def named(name: str) -> Callable[[QWidget], bool]:
        return lambda widget: name in widget.accessibleName()

    report = tmp_path / "Größe.txt"
    report.write_text("ADARUN LBP=100M\n", encoding="utf-8")
    target = tmp_path / "out.pdf"
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_a, **_k: ([str(report)], ""))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a, **_k: (str(target), ""))
    window.activateWindow()
    with qtbot.waitSignal(session.importFinished):
        QTest.keySequence(window, "Ctrl+I")
    assert "Größe.txt" in {reading.file for reading in session.readings}
    press("Ctrl+2")
    until(lambda widget: isinstance(widget, QTabBar), "F6")
    outline = until(lambda widget: isinstance(widget, QTreeView))
    for _ in range(MOST):
        if document.selection and document.selection[0].startswith("adabas_nucleus"):
            break
        press("Down" if outline.isExpanded(outline.currentIndex()) else "Right")
        press("Down")
    nucleus = document.selection[0]
    assert "NT" in window.inspector.rows  # all are made now: on a slow machine after a while
    until(window.inspector.isAncestorOf, "F6")
    assert document.selection[0] == nucleus
    field = until(lambda widget: isinstance(widget, QLineEdit) and named("NT")(widget))
    field.selectAll()
    QTest.keyClicks(field, "37")
    press("Return")
    assert document.topology[nucleus].value("NT") == 37
    assert document.current is not None
    press("Ctrl+4")
    assert window.current_page == "whatif"
    slider = until(lambda widget: isinstance(widget, QAbstractSlider) and named("NT")(widget))
    before = slider.value()
    press("Right")
    assert slider.value() != before
    assert document.topology[nucleus].value("NT") != 37
    written: list[Path] = []
    # The stand-in's engagement is of no real catalogue; what is written is looked at elsewhere.
    monkeypatch.setattr(ReportPage, "export_pdf", lambda _page, path: written.append(path))
    press("Ctrl+7")
    until(named("PDF"))
    press("Space")
    assert written == [target]
    assert not [line for line in said if line.startswith("|")], said


def test_a_setting_chosen_for_a_what_if_is_typed_at_once(window, session) -> None:
    """The keys went to what holds slider and field, which has no name and takes none."""
    document = session.document
    window.activateWindow()
    window.show_page("whatif")
    page = window.pages["whatif"]
    nucleus = next(c.id for c in document.as_is if c.kind == "adabas_nucleus")
    page.pin(nucleus, "NT")
    QApplication.processEvents()
    field = QApplication.focusWidget()
    assert field is page.controls[nucleus, "NT"].editor.field
    assert "NT" in field.accessibleName()
    QTest.keyClicks(field, "37")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert document.topology[nucleus].value("NT") == 37


def test_the_field_in_the_tree_of_scenarios_says_what_it_is(window, session) -> None:
    session.document.branch(name="Day")
    window.show_page("compare")
    tree = window.pages["compare"].tree
    tree.rename()
    (field,) = tree.tree.findChildren(QLineEdit)
    assert field.accessibleName() == "Name of the scenario"
