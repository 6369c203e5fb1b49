"""Tab reaches every control of every page, whatever holds the focus first."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

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
    QApplication.processEvents()
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
