"""What is missing: one list, marks on boxes, answered in place."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QLabel

from advisor.observations import Question
from app.window.canvas.gaps import bare, lacking_parts, missing
from model.topology import Origin, Setting

DATABASE, LPAR, NUCLEUS = "adabas_database:10", "lpar:SYSA", "adabas_nucleus:10-1"


def needed(subject: str, metric: str) -> Question:
    return Question(subject, metric, f"{metric}?", "a report", needed=True)


@pytest.fixture
def lacking(qtbot, window, session):
    """The page of an engagement that lacks three values, and its document."""
    document = session.document
    engagement = document.engagement
    questions = (
        *engagement.installation.questions,
        needed(DATABASE, "setting.NUCLEI"),
        needed(NUCLEUS, "setting.NT"),
        needed(LPAR, "setting.ZHPF"),
    )
    installation = replace(engagement.installation, questions=questions)
    document.set_engagement(replace(engagement, installation=installation))
    return window.pages["topology"], document


def test_all_that_is_missing_is_in_one_list_by_component(lacking) -> None:
    page, document = lacking
    assert page.side.tabText(2).endswith("3")
    assert [q.metric for q in missing(document)] == ["setting.NUCLEI", "setting.ZHPF", "setting.NT"]
    rows = page.checklist._rows
    assert list(rows) == [
        (DATABASE, "setting.NUCLEI"), (LPAR, "setting.ZHPF"), (NUCLEUS, "setting.NT")
    ]  # fmt: skip
    assert isinstance(rows[LPAR, "setting.ZHPF"].control, QComboBox)
    said = " ".join(c.text() for c in rows[NUCLEUS, "setting.NT"].children() if hasattr(c, "text"))
    assert "a report" in said
    assert "to" in said


def test_it_is_answered_in_place_and_the_keys_go_on(qtbot, lacking) -> None:
    page, document = lacking
    page.show_missing()
    row = page.checklist._rows[DATABASE, "setting.NUCLEI"]
    row.control.setFocus()
    qtbot.keyClicks(row.control, "6")
    qtbot.keyClick(row.control, Qt.Key.Key_Return)
    assert document.state.answers[DATABASE, "setting.NUCLEI"] == 6
    flag = page.checklist._rows[LPAR, "setting.ZHPF"].control
    flag.setCurrentIndex(flag.findData(True))
    flag.activated.emit(flag.currentIndex())
    assert document.state.answers[LPAR, "setting.ZHPF"] is True
    engagement = document.engagement
    left = tuple(q for q in engagement.installation.questions if q.metric != "setting.NUCLEI")
    document.set_engagement(
        replace(engagement, installation=replace(engagement.installation, questions=left))
    )
    assert page.side.tabText(2).endswith("2")


def test_what_is_being_answered_stays_in_view(qtbot, lacking) -> None:
    """The rows above went, the list was scrolled for where they had been: typing was blind."""
    page, document = lacking
    page.checklist.setMaximumHeight(200)
    engagement = document.engagement
    many = [needed(n.id, "setting.NT") for n in document.as_is.of_kind("adabas_nucleus")]
    many = [needed(DATABASE, name) for name in ("setting.NUCLEI", "setting.CDATAMAXS")] + many

    def ask(questions) -> None:
        found = replace(engagement.installation, questions=tuple(questions))
        document.set_engagement(replace(engagement, installation=found))

    page.view.setFocus()
    ask(many)
    page.show_missing()
    for question in many[:-1]:
        row = page.checklist._rows[question.subject, question.metric]
        row.control.setFocus()
        qtbot.keyClick(row.control, Qt.Key.Key_Return)
        many = [replace(x, question=f"{x.question} {len(many)}") for x in many[1:]]
        ask(many)
        after = page.checklist._rows[many[0].subject, many[0].metric]
        qtbot.waitUntil(lambda row=after: row.has_keys())
        area = page.checklist._area.viewport()
        qtbot.waitUntil(
            lambda row=after, area=area: area.rect().contains(
                row.rect().translated(row.mapTo(area, row.rect().topLeft()))
            )
        )


def test_what_is_typed_down_the_list_goes_into_the_fields_that_were_seen(qtbot, lacking) -> None:
    """An answer took its row away, another one below it too, or put new ones above the keys.

    What was meant for one region became another's, and digits were added to those before.
    """
    page, document = lacking
    page.show_missing()
    page.activateWindow()
    engagement = document.engagement
    nuclei = [n.id for n in document.as_is.of_kind("adabas_nucleus")][:3]
    asked = [needed(n, "setting.NT") for n in nuclei]

    def ask(questions) -> None:
        found = replace(engagement.installation, questions=tuple(questions))
        document.set_engagement(replace(engagement, installation=found))

    page.view.setFocus()
    ask(asked)
    page.show_missing()
    for number, name in enumerate(nuclei, 11):
        at = QApplication.focusWidget()
        qtbot.keyClicks(at, str(number))
        qtbot.keyClick(at, Qt.Key.Key_Return)
        if name == nuclei[0]:
            # The answer made a question above the keys and took the second one away.
            ask([needed(name, "setting.NISNHQ"), asked[2]])
    assert [document.state.answers.get((n, "setting.NT")) for n in nuclei] == [11, 12, 13]
    # After the last one the keys are where something is open still.
    assert page.checklist._rows[nuclei[0], "setting.NISNHQ"].has_keys()
    page.view.setFocus()
    qtbot.waitUntil(lambda: list(page.checklist._rows) == [
        (nuclei[0], "setting.NISNHQ"), (nuclei[2], "setting.NT")
    ])  # fmt: skip


def test_what_cannot_be_is_refused_in_its_row_and_the_keys_stay(qtbot, lacking) -> None:
    page, document = lacking
    page.show_missing()
    page.activateWindow()
    page.checklist.begin()
    key = (DATABASE, "setting.NUCLEI")
    row = page.checklist._rows[key]
    qtbot.keyClicks(row.control, "-5")
    qtbot.keyClick(row.control, Qt.Key.Key_Return)
    assert key not in document.state.answers
    assert row.error.isVisible()
    assert row.has_keys()
    qtbot.keyClicks(row.control, "6")  # over what was refused
    qtbot.keyClick(row.control, Qt.Key.Key_Return)
    assert document.state.answers[key] == 6


def test_tab_after_an_answer_leads_to_the_next_question_and_nowhere_else(qtbot, lacking) -> None:
    """The list is made anew under the keys: they went to a setting beside it and changed that."""
    page, document = lacking
    page.show_missing()
    page.activateWindow()
    first = page.checklist._rows[DATABASE, "setting.NUCLEI"].control
    first.setFocus()
    qtbot.keyClicks(first, "6")
    qtbot.keyClick(first, Qt.Key.Key_Tab)
    engagement = document.engagement
    left = tuple(q for q in engagement.installation.questions if q.metric != "setting.NUCLEI")
    typing = page.checklist._rows[NUCLEUS, "setting.NT"].control
    typing.setText("4")
    document.set_engagement(
        replace(engagement, installation=replace(engagement.installation, questions=left))
    )
    assert page.checklist._rows[LPAR, "setting.ZHPF"].has_keys()
    assert page.checklist._rows[NUCLEUS, "setting.NT"].control.text() == "4"
    document.set_engagement(
        replace(engagement, installation=replace(engagement.installation, questions=()))
    )
    assert QApplication.focusWidget() is page.view


def test_a_button_that_goes_when_it_is_pressed_leaves_the_keys_on_this_page(lacking) -> None:
    """They went to the first page's button, and Enter turned to that page."""
    page, _ = lacking
    window = page.window()
    window.show_page("topology")
    window.strip.silence.show()
    window.strip.stand_in.setFocus()
    window.strip.stand_in.click()
    window.strip.silence.hide()
    assert window.focusWidget() is window.rail_buttons["topology"]


def test_usual_values_stand_in_at_one_press_and_are_taken_back(qtbot, lacking) -> None:
    """The press is a step of undo; boxes show a ring in place of the disc, the list goes on."""
    page, document = lacking
    assert not page.checklist.head.isVisibleTo(page.checklist)
    engagement = document.engagement
    usual = replace(needed(LPAR, "setting.CPS"), usual=4)
    asked = (*engagement.installation.questions, usual)
    told = replace(engagement.installation, questions=asked)
    document.set_engagement(replace(engagement, installation=told))
    wanted: list[bool] = []
    document.analysisWanted.connect(lambda: wanted.append(document.state.provisional))
    assert page.window().strip.stand_in.isVisibleTo(page.window().strip.silence)
    page.checklist.stand_in.click()
    assert wanted == [True]
    host = document.as_is[LPAR]
    standing = host.with_setting("CPS", Setting(4, Origin("provisional", text="practice")))
    topology = document.as_is.with_component(standing)
    document.set_engagement(replace(engagement, installation=replace(told, topology=topology)))
    row = page.checklist._rows[LPAR, "setting.CPS"]
    assert row.field.placeholderText() == "4"
    assert "usual: 4" in " ".join(c.text() for c in row.children() if hasattr(c, "text"))
    face = page.view.topology_scene.faces[LPAR]
    assert (face.missing, face.provisional) == (1, 1)
    document.undo_stack.undo()
    assert wanted == [True, False]
    assert not page.checklist.stand_in.isChecked()


def test_marks_on_boxes_lead_to_their_fields(qtbot, lacking, window) -> None:
    page, document = lacking
    scene = page.view.topology_scene
    assert {n: f.missing for n, f in scene.faces.items() if f.missing} == {
        DATABASE: 1, LPAR: 1, NUCLEUS: 1
    }  # fmt: skip
    # What is inside a closed box counts on it.
    scene.toggle(LPAR)
    assert scene.faces[LPAR].missing == 2
    scene.toggle(LPAR)
    item = scene.nodes[NUCLEUS]
    at = item.rect.topLeft() + item.gap_rect().center() + QPointF(-1.0, 0.0)
    spot = page.view.mapFromScene(at)
    window.activateWindow()
    qtbot.mouseClick(page.view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert document.selection == (NUCLEUS,)
    assert page.side.currentWidget() is page.checklist
    assert page.window().focusWidget() is page.checklist._rows[NUCLEUS, "setting.NT"].control


def test_a_nucleus_without_a_database_is_marked_and_offered_one(lacking, window) -> None:
    page, document = lacking
    links = tuple(x for x in document.as_is.links if x.source != NUCLEUS or x.kind != "member")
    engagement = document.engagement
    alone = replace(engagement.installation, topology=replace(document.as_is, links=links))
    document.set_engagement(replace(engagement, installation=alone))
    parts = [(who, kind) for who, kind, _why in lacking_parts(document)]
    assert parts == [(NUCLEUS, "adabas_database")]
    assert page.side.tabText(2).endswith("4")
    assert page.view.topology_scene.faces[NUCLEUS].missing == 2
    texts = [c.text() for c in page.checklist.findChildren(QLabel)]
    assert "10-1 belongs to no database and counts for nothing until it does." in texts


def test_what_work_costs_is_said_to_be_open_where_only_its_rate_is_known(lacking) -> None:
    page, document = lacking
    engagement = document.engagement
    rate = {"etr_per_s": engagement.as_is.workloads[0].metrics["etr_per_s"]}
    workloads = (replace(engagement.as_is.workloads[0], metrics=rate),)
    installation = replace(engagement.installation, questions=())
    as_is = replace(engagement.as_is, workloads=workloads)
    document.set_engagement(replace(engagement, installation=installation, as_is=as_is))
    assert [who for who, _why in bare(document, missing(document))] == [workloads[0].anchor]
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    texts = [c.text() for c in page.checklist.findChildren(QLabel)]
    assert "Nothing is missing." not in texts
    assert any("not what its work costs" in text for text in texts)


def test_a_list_without_gaps_says_so(qtbot, window, session) -> None:
    page = window.pages["topology"]
    page.show_missing()
    assert page.side.tabText(2) == "Missing"
    assert not page.checklist._rows


def test_rows_stay_while_an_analysis_begins(qtbot, lacking) -> None:
    """Before models are calibrated nothing is asked: the list emptied under the typing fingers."""
    page, document = lacking
    page.show_missing()
    page.activateWindow()
    page.checklist.begin()
    rows = list(page.checklist._rows)
    field = page.checklist._rows[DATABASE, "setting.NUCLEI"].control
    left: list[bool] = []
    page.checklist.finished.connect(lambda: left.append(True))
    known = document.engagement
    bare_one = replace(known.installation, questions=())
    early = replace(known, installation=bare_one, baseline=replace(known.baseline, anchors=()))
    document.set_engagement(early, pending=True)
    assert document.uncalibrated
    assert list(page.checklist._rows) == rows
    assert QApplication.focusWidget() is field
    assert not left
