"""What is typed for a figure: with any unit of its sort, and never what no machine does."""

from __future__ import annotations

import pytest

from advisor.analysis import analyse
from advisor.engagement import Options
from app.window.canvas.gaps import contradicting, missing
from app.window.document import State
from app.window.importing.questions import QuestionRow
from app.window.whatif.growth import SHARE
from app.window.widgets.entry import Asking, entered, entered_figure
from model.catalogue import catalogue
from model.topology import AddComponent, Component, Usual

REGION = catalogue()["cics_region"]
RATE = REGION.measure("tx_per_s")
CPU = REGION.measure("qr_cpu_s")
USUAL = Usual(108.0, 3.0, per="tx_per_s")


@pytest.mark.parametrize(
    ("text", "number"),
    [("120", 120), ("120/s", 120), ("150 tx/s", 150), ("7200/min", 120), ("3600 tx/h", 1),
     ("120 transactions/s", 120), ("0.5", 0.5)],
)  # fmt: skip
def test_a_rate_may_be_told_of_any_time(text: str, number: float) -> None:
    assert entered_figure(Asking(RATE, counted=True), text) == number


@pytest.mark.parametrize("text", ["-5", "0", "1e9", "many", "", "120 s/tx"])
def test_no_rate_of_a_region_is_this(text: str) -> None:
    """The list took −5, 0 and 1,000,000,000 transactions a second without a word."""
    with pytest.raises(ValueError, match=r"\w"):
        entered_figure(Asking(RATE, Usual(40.0, 5.0), counted=True), text)


def test_cpu_of_an_interval_may_be_told_as_that_of_one_transaction() -> None:
    asking = Asking(CPU, USUAL, 900.0, 90_000.0)
    assert entered_figure(asking, "270") == entered_figure(asking, "270 s") == 270
    assert entered_figure(asking, "3 ms") == pytest.approx(270.0)
    assert entered_figure(asking, "4.5 min") == 270
    with pytest.raises(ValueError, match="rate first"):
        entered_figure(Asking(CPU, USUAL, 900.0), "3 ms")
    with pytest.raises(ValueError, match="200 CPs"):
        entered_figure(asking, "971301626586108")


def test_answers_that_contradict_each_other_are_missing_again(new_document) -> None:
    """CPU above dispatch time: no figure, no mark and nothing missing."""
    region, system = "cics_region:CICS1", "lpar:SYSA"
    edits = (
        AddComponent(Component("cpc:CPC1", "cpc", "CPC1", None, {}, {})),
        AddComponent(Component(system, "lpar", "SYSA", "cpc:CPC1", {}, {})),
        AddComponent(Component(region, "cics_region", "CICS1", system, {}, {})),
    )
    told = {(region, "tx_per_s"): 100.0, (region, "qr_cpu_s"): 270.0, (region, "tcb_cpu_s"): 300.0}
    for dispatched, wrong in ((97.0, True), (9e9, True), (300.0, False)):
        answers = {**told, (region, "qr_dispatch_s"): dispatched, (system, "setting.CPS"): 4}
        document = new_document(catalogue())
        options = Options(edits=edits, answers=answers, bands=False)
        document.load(State(edits=edits, answers=answers), analyse([], options))
        found = contradicting(document)
        assert [anchor for anchor, _why, _answered in found] == [region] * wrong
        # The response was not told in any of them.
        assert len(missing(document)) == 4 * wrong + 1


def test_per_cent_is_no_unit_of_a_number_of_processors() -> None:
    """150 % was taken as 150 CPs."""
    spec = catalogue()["lpar"].setting("CPS")
    assert entered(spec, "8") == 8
    with pytest.raises(ValueError, match="not a number"):
        entered(spec, "150 %")


def test_what_other_answers_rule_out_is_refused_in_its_row(qtbot, new_document) -> None:
    """97 s dispatched of 270 s CPU, and 1,000 s of one TCB in 900 s, were taken without a word."""
    region, system = "cics_region:CICS1", "lpar:SYSA"
    edits = (
        AddComponent(Component("cpc:CPC1", "cpc", "CPC1", None, {}, {})),
        AddComponent(Component(system, "lpar", "SYSA", "cpc:CPC1", {}, {})),
        AddComponent(Component(region, "cics_region", "CICS1", system, {}, {})),
    )
    answers = {(region, "tx_per_s"): 100.0, (region, "qr_cpu_s"): 270.0}
    document = new_document(catalogue())
    options = Options(edits=edits, answers=answers, bands=False)
    document.load(State(edits=edits, answers=answers), analyse([], options))
    rows = {}
    for question in missing(document):
        rows[question.metric] = row = QuestionRow(document, question, narrow=True)
        qtbot.addWidget(row)

    def enter(metric: str, text: str) -> str:
        row = rows[metric]
        row.field.setText(text)
        row.field.returnPressed.emit()
        return row.error.text()

    assert "900" in rows["qr_dispatch_s"].control.accessibleDescription()
    assert "less than CPU time of the QR TCB" in enter("qr_dispatch_s", "97")
    assert "more than the interval" in enter("qr_dispatch_s", "1000")
    assert (region, "qr_dispatch_s") not in document.state.answers
    # Milliseconds of one transaction, though its usual value is that of CPU: 4 ms of 90,000.
    assert enter("qr_dispatch_s", "4 ms") == ""
    assert document.state.answers[region, "qr_dispatch_s"] == pytest.approx(360.0)
    assert "less than CPU time of the QR TCB" in enter("tcb_cpu_s", "2 ms")
    assert enter("tcb_cpu_s", "5 ms") == ""
    assert document.state.answers[region, "tcb_cpu_s"] == pytest.approx(450.0)


def test_time_of_one_is_not_multiplied_by_a_rate_that_nobody_told(new_document, qtbot) -> None:
    region = "cics_region:CICS1"
    edits = (
        AddComponent(Component("cpc:CPC1", "cpc", "CPC1", None, {}, {})),
        AddComponent(Component("lpar:SYSA", "lpar", "SYSA", "cpc:CPC1", {}, {})),
        AddComponent(Component(region, "cics_region", "CICS1", "lpar:SYSA", {}, {})),
    )
    document = new_document(catalogue())
    found = analyse([], Options(edits=edits, provisional=True, bands=False))
    document.load(State(edits=edits, provisional=True), found)
    question = next(q for q in missing(document) if q.metric == "qr_cpu_s")
    row = QuestionRow(document, question, narrow=True)
    qtbot.addWidget(row)
    row.field.setText("3 ms")
    row.field.returnPressed.emit()
    assert "rate first" in row.error.text()


def test_a_refusal_calls_a_setting_as_its_field_does() -> None:
    """“GROWTH is at least 10 %”: nobody has ever seen that word."""
    with pytest.raises(ValueError, match=r"^Workload growth is at least 10 %"):
        entered(SHARE, "0")
    # A product's parameter keeps its name.
    with pytest.raises(ValueError, match=r"^CPS is at least"):
        entered(catalogue()["lpar"].setting("CPS"), "-1")
