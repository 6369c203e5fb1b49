"""A page that scrolls has one bar: nothing within it scrolls beside that."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QScrollArea

from app.window.theme import theme
from model.topology import Scenario
from tests.app.window import tour


@pytest.mark.parametrize(("scale", "whole"), [(1.5, True), (1.0, False)])
def test_changes_scroll_in_themselves_only_where_the_page_does_not(
    qtbot, window, session, scale, whole
) -> None:
    """At 150 % two bars stood side by side, and the wheel moved one or the other."""
    theme().apply("light", scale)
    window.resize(1280, 560 if whole else 900)
    window.show()
    window.show_page("whatif")
    document = session.document
    document.add_scenario(Scenario("Larger"))
    for part in tuple(document.topology):
        for name, value in (("NT", 33), ("LBP", 444), ("CPS", 7), ("WEIGHT", 77), ("VOLUMES", 99)):
            if document.catalogue.spec(part.kind, name) is not None:
                document.set_setting([part.id], name, value)
    page = window.pages["whatif"]
    qtbot.waitUntil(lambda: len(page.controls) >= 6, timeout=5000)
    around = page.parentWidget().parentWidget()
    assert isinstance(around, QScrollArea)
    inner = page._changes.verticalScrollBar()
    qtbot.waitUntil(lambda: (around.verticalScrollBar().maximum() > 0) is whole, timeout=5000)
    tour.settle()
    if whole:
        # Twelve cards are higher than what stands beside them.
        assert page._body.sizeHint().height() > around.viewport().height()
        assert inner.maximum() == 0
        # A curve beside them stays as high as can be seen.
        assert page.ways.height() < page._body.sizeHint().height() / 2
        assert page.ways.mapTo(page, page.ways.rect().topLeft()).y() < around.viewport().height()
    else:
        assert page._changes.minimumHeight() == theme().px(144)
