"""Rows that end a list are looked at no more once Python has let go of what looks at them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QStringListModel
from PySide6.QtWidgets import QListView
from pytestqt.qtbot import QtBot

from app.window.widgets.whole_rows import WholeRows


def test_a_model_that_still_tells_of_rows_meets_nobody(qtbot: QtBot) -> None:
    """The collector empties a page's objects before Qt takes them down: the slot stood there
    without its timer, and a whole run of tests failed once in a while.
    """
    view, model = QListView(), QStringListModel(["one", "two"])
    view.setModel(model)
    qtbot.addWidget(view)
    rows = WholeRows(view)
    view.show()
    vars(rows).clear()
    with qtbot.capture_exceptions() as caught:
        model.setStringList(["one"])
        view.resize(120, 90)
        view.verticalScrollBar().setRange(0, 3)
        qtbot.wait(20)
    if caught:
        pytest.fail(str(caught))
