"""What the window says of a model that was built by hand, between one step and the next."""

from __future__ import annotations

from advisor.analysis import analyse
from advisor.engagement import Options
from app.window.advice.page import AdvicePage
from app.window.document import State
from app.window.shell.figures import FigureStrip
from model.catalogue import catalogue
from model.topology import AddComponent, Component

EDITS = (
    AddComponent(Component("cpc:CPC1", "cpc", "CPC1", None, {}, {})),
    AddComponent(Component("lpar:SYSA", "lpar", "SYSA", "cpc:CPC1", {}, {})),
    AddComponent(Component("db2_subsystem:DB2A", "db2_subsystem", "DB2A", "lpar:SYSA", {}, {})),
)


def test_the_strip_calculates_once_usual_values_are_taken(qtbot, new_document) -> None:
    """It went on saying what is missing until the analysis was there, as if nothing was done."""
    document = new_document(catalogue())
    document.load(State(title="Hand", edits=EDITS), analyse((), Options(edits=EDITS), "Hand"))
    strip = FigureStrip(document)
    qtbot.addWidget(strip)
    strip.show()
    document.projectionChanged.emit()
    assert "DB2A" in strip.why.text()
    assert strip.stand_in.isVisible()
    document.stand_in(True)
    assert strip.why.text() == document.waiting
    assert not strip.stand_in.isVisible()
    assert not strip.enter.isVisible()
    document.set_engagement(analyse((), Options(edits=EDITS, provisional=True), "Hand"))
    assert strip.why.text() == ""
    assert "…" in strip.cells["response_ms"].band.text()
    # What stands there stays until the figures without usual values are known.
    document.undo_stack.undo()
    assert strip.why.text() == ""


def test_advice_says_that_it_rests_on_reports(qtbot, session, kit) -> None:
    """“Nothing was found, or nothing is chosen” left open which, and why."""
    document = session.document
    document.load(State(title="Hand", edits=EDITS), analyse((), Options(edits=EDITS), "Hand"))
    page = AdvicePage(session)
    qtbot.addWidget(page)
    page.show()
    assert "no report was read" in page.text.toPlainText()
    document.load(State(title="Customer A"), kit.make_engagement())
    page.table.choose(lambda _: False)
    page.table.setCurrentIndex(page.table.rootIndex())
    page._show()
    assert page.text.toPlainText() == "No finding is chosen."
