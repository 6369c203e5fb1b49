"""What the window says of a model that was built by hand, between one step and the next."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from advisor.analysis import analyse
from advisor.engagement import Options
from app.window.advice.page import AdvicePage
from app.window.canvas.checklist import Checklist
from app.window.canvas.page import TopologyPage
from app.window.document import State, editing
from app.window.shell.figures import FigureStrip
from model.catalogue import catalogue
from model.topology import AddComponent, Component, Link, Measured

EDITS = (
    AddComponent(Component("cpc:CPC1", "cpc", "CPC1", None, {}, {})),
    AddComponent(Component("lpar:SYSA", "lpar", "SYSA", "cpc:CPC1", {}, {})),
    AddComponent(Component("db2_subsystem:DB2A", "db2_subsystem", "DB2A", "lpar:SYSA", {}, {})),
)

NEIGHBOUR = AddComponent(
    Component(
        "mq_manager:Q", "mq_manager", "Q", "lpar:SYSA", {}, {"messages_per_s": Measured(9.0, "")}
    )
)
NUCLEUS = Component("adabas_nucleus:N1", "adabas_nucleus", "N1", "lpar:SYSA", {}, {})
CLUSTER = (
    *EDITS[:2],
    AddComponent(Component("adabas_database:1", "adabas_database", "1", None, {}, {})),
    AddComponent(NUCLEUS, (Link("member", NUCLEUS.id, "adabas_database:1"),)),
)


def test_the_strip_calculates_once_usual_values_are_taken(qtbot, new_document) -> None:
    """It went on saying what is missing until the analysis was there, as if nothing was done."""
    document = new_document(catalogue())
    document.load(State(title="Hand", edits=EDITS), analyse((), Options(edits=EDITS), "Hand"))
    strip = FigureStrip(document)
    qtbot.addWidget(strip)
    strip.resize(1200, 70)
    strip.show()
    document.projectionChanged.emit()
    assert "DB2A" in strip.why.text()
    assert strip.stand_in.isVisible()
    document.stand_in(True)
    assert strip.why.text() == document.waiting
    assert not strip.stand_in.isVisible()
    assert not strip.enter.isVisible()
    stages = []
    found = analyse((), Options(edits=EDITS, provisional=True), "Hand", early=stages.append)
    # Its figures come first, and how far off they may be as soon as that is known.
    document.set_engagement(stages[1], pending=True)
    assert strip.cells["response_ms"].value.text() == "30"
    # Room for them comes with them: 60, 200 and 0.3 read "6", "2" and "0" for seconds.
    for cell in strip.cells.values():
        assert cell.isVisible()
        assert cell.value.width() >= cell.value.sizeHint().width()
    assert strip.cells["response_ms"].band.text() == document.waiting
    document.set_engagement(found)
    assert strip.why.text() == ""
    assert "…" in strip.cells["response_ms"].band.text()
    # What stands there stays until the figures without usual values are known.
    document.undo_stack.undo()
    assert strip.why.text() == ""


def test_nothing_is_called_complete_or_unknown_before_it_was_looked_at(qtbot, new_document) -> None:
    """“Nothing is missing.” stood beside 22 components of which nobody knew anything."""
    document = new_document(catalogue())
    lacking = Checklist(document)
    qtbot.addWidget(lacking)
    document.load(State(title="Hand"), analyse((), Options(bands=False), "Hand"))

    assert lacking.findChildren(QLabel)[-1].text() == "Nothing is missing."
    assert document.apply("Add", CLUSTER) is None
    assert lacking.findChildren(QLabel)[-1].text() == document.waiting
    # Usual values are taken before the analysis without them is there.
    document.stand_in(True)
    found = [
        analyse((), Options(edits=CLUSTER, provisional=taken, bands=False))
        for taken in (False, True)
    ]
    for engagement, said in zip(found, ("figures are missing", "stand in for these"), strict=True):
        document.set_engagement(engagement)
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert any(said in one.text() for one in lacking.findChildren(QLabel))


def test_partitions_stay_in_their_columns_while_others_are_filled(qtbot, new_document) -> None:
    """The third partition went to the second column and back as the first ones grew."""
    document = new_document(catalogue())
    document.load(State(title="Hand"), analyse((), Options(bands=False), "Hand"))
    page = TopologyPage(document)
    qtbot.addWidget(page)
    scene = page.view.topology_scene

    def put(kind: str, parent: str | None) -> str:
        before = {name: (box.x, box.y) for name, box in scene.boxes.items()}
        assert editing.add(document, kind, parent) is None
        (made,) = document.selection
        for name, (x, y) in before.items():
            assert scene.boxes[name].x == x, name
            assert scene.boxes[name].y >= y, name
        return made

    machine = put("cpc", None)
    systems = [put("lpar", machine) for _ in range(3)]
    for system in systems:
        for kind in ("mq_manager", "ims_system"):
            put(kind, system)
    while document.undo_stack.canUndo():
        document.undo_stack.undo()
    assert document.state == State(title="Hand")


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


def test_a_nucleus_that_is_lacking_goes_into_the_partition_that_is_chosen(
    qtbot, new_document
) -> None:
    """The one button for it said “Adabas nucleus goes in LPAR”, of which there were two."""
    document = new_document(catalogue())
    databases = [
        AddComponent(Component(f"adabas_database:{n}", "adabas_database", n, None, {}, {}))
        for n in ("DB1", "DB2")
    ]
    second = AddComponent(Component("lpar:SYSB", "lpar", "SYSB", "cpc:CPC1", {}, {}))
    edits = (*EDITS[:2], second, *databases)
    document.load(State(title="Hand", edits=edits), analyse((), Options(edits=edits, bands=False)))
    page = TopologyPage(document)
    qtbot.addWidget(page)
    page.show()
    said: list[str] = []
    document.notice.connect(lambda _level, text: said.append(text))
    page.show_missing()
    add = next(b for b in page.checklist.findChildren(QPushButton) if b.text().startswith("Add "))
    qtbot.mouseClick(add, Qt.MouseButton.LeftButton)
    assert said == []
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Return):
        qtbot.keyClick(page.popup.field, key)
    (nucleus,) = document.as_is.of_kind("adabas_nucleus")
    assert nucleus.parent == "lpar:SYSB"
    # It is the first database that had none.
    assert Link("member", nucleus.id, "adabas_database:DB1") in document.as_is.links


def test_tab_goes_down_the_list_of_what_is_missing_as_it_is_read(qtbot, new_document) -> None:
    """Fields that were there before came first, and from the last of them all others were skipped.

    What was made anew came after it, its heading before its fields.
    """
    document = new_document(catalogue())
    regions = (
        AddComponent(Component(f"cics_region:{n}", "cics_region", n, f"lpar:SYS{n[-1]}", {}, {}))
        for n in ("CICSA", "CICSB")
    )
    second = AddComponent(Component("lpar:SYSB", "lpar", "SYSB", "cpc:CPC1", {}, {}))
    edits = (*EDITS, second, *regions)
    document.load(State(title="Hand", edits=edits), analyse((), Options(edits=edits, bands=False)))
    lacking = Checklist(document)
    qtbot.addWidget(lacking)
    lacking.resize(250, 3000)
    lacking.show()
    answers = {("lpar:SYSA", "setting.CPS"): 4}
    for told in (answers, {}):
        options = Options(edits=edits, answers=told, bands=False)
        document.set_engagement(analyse((), options))
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    lacking.finish()
    passed = [lacking.stand_in.nextInFocusChain()]
    while (following := passed[-1].nextInFocusChain()) is not lacking.stand_in:
        passed.append(following)
    tops = [
        w.mapTo(lacking, QPoint(0, 0)).y()
        for w in passed
        if lacking.isAncestorOf(w) and w.focusPolicy() & Qt.FocusPolicy.TabFocus and w.isVisible()
    ]
    assert len(tops) > 12
    assert tops == sorted(tops)


def test_a_long_name_does_not_push_the_fields_of_the_list_out_of_its_pane(
    qtbot, new_document
) -> None:
    """The list was 645 pixels wide in a pane of 250, and units and ends of sentences were cut."""
    document = new_document(catalogue())
    name = "REGION OF THE CALL CENTRE FOR ALL OF THE NORTHERN SUBSIDIARIES " * 2
    region = AddComponent(Component("cics_region:A", "cics_region", name, "lpar:SYSA", {}, {}))
    edits = (*EDITS[:2], region)
    answers = {("cics_region:A", "tx_per_s"): 40}
    options = Options(edits=edits, answers=answers, bands=False)
    document.load(State(title="Hand", edits=edits, answers=answers), analyse((), options))
    lacking = Checklist(document)
    qtbot.addWidget(lacking)
    lacking.resize(250, 3000)
    lacking.show()
    lacking.finish()
    body = lacking._area.widget()
    assert body.width() <= lacking.width()
    title = next(b for b in lacking.findChildren(QPushButton) if b.text().startswith("REGION"))
    assert name in title.text()
    # What is usual, of how much and up to where were one line that nobody understood.
    lines = [x for r in lacking._rows.values() for x in r._hint.text().split("\n")]
    assert any(x.startswith("counted over") and "or type what one takes" in x for x in lines)
    assert any(x.startswith("usual: ") and x.endswith(")") for x in lines)


def test_what_is_added_in_a_scenario_without_work_is_said_to_be_unprojected(
    qtbot, window, session
) -> None:
    """256 regions were drawn into a scenario, and no page said that no figure is of them."""
    document = session.document
    edits = (*EDITS, NEIGHBOUR)
    document.load(State(title="Hand", edits=edits), analyse((), Options(edits=edits, bands=False)))
    document.branch()
    for _ in range(2):
        assert editing.add(document, "mq_manager", "lpar:SYSA") is None
    qtbot.waitUntil(lambda: bool(session.silence.whole))
    (sentence,) = session.silence.whole
    assert sentence.startswith("Queue manager: ")
    assert "are added, and nothing was measured of them" in sentence
    assert window.strip.bound.band.text() == sentence
    window.show_page("whatif")
    assert window.pages["whatif"]._of_whole.text() == sentence
    checklist = window.canvas().checklist
    assert sentence in [one.text() for one in checklist.findChildren(QLabel)]
    assert "Nothing is missing." not in [one.text() for one in checklist.findChildren(QLabel)]
    document.show_scenario(None)
    qtbot.waitUntil(lambda: not session.silence.whole)
    assert window.strip.bound.band.text() != sentence
