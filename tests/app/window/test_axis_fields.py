"""The fields of a sweep's axis stay together in a window of 1024 pixels, in German too."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.window.i18n import set_language
from app.window.whatif.sweeping import AxisFields
from app.window.widgets.overflow import Beside


@pytest.fixture
def german(qapp):
    """The longer words."""
    set_language("de")
    yield
    set_language("en")


@pytest.mark.parametrize("title", ["Einstellung wählen…", "Und eine zweite…"])
def test_the_steps_are_not_alone_in_a_line_below(qtbot, german, session, kit, title) -> None:
    """ "Schritte" stood below with its field and the cross that takes the setting out."""
    made = AxisFields(session, title, 17)
    qtbot.addWidget(made)
    # What is left of a window of 1024 pixels beside the settings of the scenario.
    made.resize(496, 60)
    made.show()
    for named in (title, "Hauptspeicher des Systems  SYSA"):
        made._say(named)
        QApplication.processEvents()
        middles = {field.geometry().center().y() for field in made._fields}
        assert max(middles) - min(middles) <= 1, named
        assert made.choose.accessibleName() == named
        # It was cut after the first word, and said of two systems the same.
        assert made.choose.text() == named
        wanted = made.sizeHint().width()
        beside = abs(made.choose.geometry().center().y() - middles.pop()) <= 1
        assert beside == (wanted <= made.width())
    assert wanted > made.width(), "what is beside it leaves it the whole name where there is room"
    made.resize(900, 60)
    QApplication.processEvents()
    assert made.choose.text() == named
    assert made.choose.toolTip() == ""
    made.show_setting(kit.DATABASE, "CDATAMAXS")
    made.forget()
    assert made.choose.text() == title


def test_panes_of_a_page_that_is_made_ahead_share_its_width_as_they_are_told(qtbot) -> None:
    """Narrow while nobody saw it, the page kept what its panes had then: the worth of a finding
    was cut beside a page twice as wide."""
    left, right = QWidget(), QWidget()
    made = Beside(left, right, sizes=(640, 456))
    qtbot.addWidget(made)
    right.setMinimumWidth(480)
    for width in (700, 300, 1180):
        made.resize(width, 400)
        QApplication.sendEvent(made, QResizeEvent(made.size(), made.size()))
    made.show()
    QApplication.processEvents()
    assert made.orientation() == Qt.Orientation.Horizontal
    one, other = made.sizes()
    assert abs(one / (one + other) - 640 / 1096) < 0.05
    # Where it was set by hand it stays over a narrow window.
    made.setSizes([400, 780])
    by_hand = made.sizes()
    made.resize(300, 400)
    QApplication.processEvents()
    made.resize(1180, 400)
    QApplication.processEvents()
    assert abs(made.sizes()[0] - by_hand[0]) < 20
