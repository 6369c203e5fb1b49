"""The fields of a sweep's axis stay in one line in a window of 1024 pixels, in German too."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from app.window.i18n import set_language
from app.window.whatif.sweeping import AxisFields


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
        fields = (made.choose, *made._fields)
        middles = {field.geometry().center().y() for field in fields}
        assert max(middles) - min(middles) <= 1, named
        assert made.choose.accessibleName() == named
        assert made.choose.text() == named or made.choose.toolTip() == named
    made.resize(900, 60)
    QApplication.processEvents()
    assert made.choose.text() == named
    assert made.choose.toolTip() == ""
    made.show_setting(kit.DATABASE, "CDATAMAXS")
    made.forget()
    assert made.choose.text() == title
