"""What the Advice and Reports pages say in detail: figures unbroken, answers, what was done."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication, QPushButton, QTextBrowser

from advisor.findings import ChangeText, Effect, Evidence, Risk
from advisor.observations import ANSWER, Problem
from advisor.reading.long_prints import OF_LONG_PRINT
from app.store import EngagementFile
from app.window.advice.finding import _change_rows, effects_html
from app.window.advice.gains import band_text, banded_text, gain_text, owner_of
from app.window.i18n import numbers, set_language
from app.window.i18n.numbers import percent_band
from app.window.metrics import metric_name
from app.window.services.persistence import options_of
from app.window.theme import theme
from model.language import say
from model.projection import Estimate

FINDING = "ADA-017:lpar:SYSA"


def first(window, session):
    """The Advice page, and its first finding with other evidence and effects."""
    engagement = session.document.engagement
    switches = Effect(
        "srb_switches", "switches", 858_300.0, Estimate(617_200.0, 500_000.0, 700_000.0, "switches")
    )
    said = Evidence(ANSWER.text, 0, "10: USERS = 2500", "setting.USERS", 2500)
    rate = Estimate(124_000.0, 108_900.0, 143_000.0, "reads/s")
    reads = Effect("reads_per_s", "reads/s", 69_930.0, rate)
    changed = replace(
        engagement.findings[0],
        change_texts=(ChangeText("lpar:SYSA", "CLUCACHEEXTRA", "above the bar", 780_000, "X=1"),),
        projection=(switches, reads),
        evidence=(said,),
    )
    session.document.set_engagement(
        replace(engagement, findings=(changed, *engagement.findings[1:]))
    )
    window.show_page("advice")
    page = window.pages["advice"]
    page.show_finding(changed.id)
    return page


@pytest.mark.parametrize(("ends", "arrow"), [((None, None), False), ((None, 3), True)])
def test_what_is_only_looked_at_goes_from_nothing_to_nothing(qtbot, ends, arrow) -> None:
    said = _change_rows(ChangeText("lpar:SYSA", "ZHPF_CAPABLE", *ends, "D M=DEV(0F03)"))
    assert ("→" in said) == arrow
    assert ("–" in said) == arrow
    assert "D M=DEV(0F03)" in said


def test_the_band_beside_a_gain_is_of_the_same_figure(session) -> None:
    """CPU per transaction known exactly, response with a band: that band is not of the gain."""
    exact = Effect("itr_per_cpu_s", "", 1000.0, Estimate(1001.0, 1001.0, 1001.0, ""))
    banded = Effect("response_ms", "ms", 10.0, Estimate(9.99, 9.98, 10.0, "ms"))
    finding = replace(session.document.engagement.findings[0], projection=(exact, banded))
    assert gain_text(finding) == "+0.1\u00a0% ITR"
    assert band_text(finding) == ""
    wider = replace(exact, after=Estimate(1001.0, 990.0, 1010.0, ""))
    told = replace(finding, projection=(wider, banded))
    assert band_text(told) == percent_band(-1.0, 1.0)
    assert banded_text(told) == f"{gain_text(told)}  ({percent_band(-1.0, 1.0)})"


def test_no_word_and_no_figure_of_a_finding_is_broken_in_two(window, session) -> None:
    """Names of settings stood as "DSNS", "HARI", "NG", and the throughput as "Thro", "ughput"."""
    page = first(window, session)
    page.text.ensurePolished()
    text = page.text.document()
    text.setTextWidth(313)
    seen, block = "", text.begin()
    # Commands and addresses have no blanks to be broken at.
    while block.isValid() and block.text() != "Evidence":
        layout, said = block.layout(), block.text()
        for line in (layout.lineAt(n) for n in range(layout.lineCount() - 1)):
            end = line.textStart() + line.textLength()
            assert not (said[end - 1].isalnum() and said[end].isalnum()), said
            assert not said[:end].endswith("/"), said
        seen += said
        block = block.next()
    # What stays in one line: from and to, the band, and the unit.
    for whole in ("617,200", "500,000\u00a0…\u00a0700,000", "switches"):
        assert whole in seen
    assert text.size().width() <= 313


@pytest.mark.parametrize(
    ("code", "said"), [("en", "Switches to and from the zIIP"), ("de", "Wechsel")]
)
def test_figures_have_the_names_that_the_report_prints(qapp, code: str, said: str) -> None:
    from advisor.report.texts import metric_label

    set_language(code)
    name = metric_name("srb_switches")
    assert name == metric_label("srb_switches", "de" if code == "de" else "en")
    assert said in name
    assert name in effects_html([Effect("srb_switches", "", 2.0, Estimate(1.0, 1.0, 1.0, ""))])


def test_evidence_that_is_an_answer_leads_to_the_answer(qtbot, window, session, kit) -> None:
    session.document.answer(kit.DATABASE, "setting.USERS", 2500)
    qtbot.waitUntil(lambda: not session.analysis.busy)
    page = first(window, session)
    assert "your answer" in page.text.toPlainText()
    assert ":0" not in page.text.toPlainText()
    told: list[str] = []
    session.document.notice.connect(lambda _level, text: told.append(text))
    page._follow(QUrl("evidence:0"))
    reports = window.pages["reports"]
    assert window.current_page == "reports"
    assert reports.tabs.currentWidget() is reports.asked
    assert (kit.DATABASE, "setting.USERS") in reports.questions.answered
    assert told == []


def test_what_was_carried_out_is_said_to_the_advisor_and_taken_back(qtbot, window, session) -> None:
    window.show_page("advice")
    page, document = window.pages["advice"], session.document
    page.show_finding(FINDING)
    page.reason.setText("on Sunday")
    with qtbot.waitSignal(session.analysis.analysed):
        qtbot.mouseClick(page.buttons["done"], Qt.MouseButton.LeftButton)
    assert options_of(document.state).done == (FINDING,)
    assert document.engagement.options.done == (FINDING,)
    assert page.carried.isVisible()
    found: list[QPushButton] = []

    def listed() -> bool:
        found[:] = [b for b in page.carried.findChildren(QPushButton) if b.isVisible()]
        return len(found) == 1

    qtbot.waitUntil(listed)
    (back,) = found
    assert "on Sunday" in back.text()
    with qtbot.waitSignal(session.analysis.analysed):
        qtbot.mouseClick(back, Qt.MouseButton.LeftButton)
    assert document.state.decisions == {}
    assert not page.carried.isVisible()


def test_findings_sort_by_component(window, session) -> None:
    window.show_page("advice")
    table = window.pages["advice"].table
    table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    found = [
        table.proxy.index(n, 0).data(Qt.ItemDataRole.UserRole).component
        for n in range(table.proxy.rowCount())
    ]
    assert found == ["adabas_nucleus:10-1", "adabas_nucleus:10-1", "lpar:SYSA"]


def test_the_plan_shows_every_workload_that_it_changes(window, session) -> None:
    engagement = session.document.engagement
    effect = Effect("response_ms", "ms", 40.0, Estimate(30.0, 28.0, 32.0, "ms"))
    plan = replace(
        engagement.plan,
        workloads={"adabas_database:10": engagement.plan.projection, "cics_region:AOR1": (effect,)},
    )
    session.document.set_engagement(replace(engagement, plan=plan))
    window.show_page("advice")
    text = window.pages["advice"].plan.text.toPlainText()
    assert "All together, for cics_region:AOR1" in text
    assert "30" in text
    assert text.count("All together") == 2, "the principal workload is told once"


@pytest.mark.parametrize(
    ("value", "english", "german"),
    [
        (1234.5, "1,234.5", "1.234,5"),
        (0.12345, "0.12345", "0,12345"),
        (1e-9, "0.000000001", "0,000000001"),
        (2500, "2,500", "2.500"),
        (1e15, "1,000,000,000,000,000", "1.000.000.000.000.000"),
    ],
)
def test_a_typed_number_is_shown_as_it_was_typed(qapp, value, english, german) -> None:
    assert numbers.exact(value) == english
    set_language("de")
    assert numbers.exact(value) == german
    assert numbers.parse_number(german) == value


def test_an_answer_is_not_rounded_in_its_field(qtbot, window, session, kit) -> None:
    window.show_page("reports")
    questions = window.pages["reports"].questions
    session.document.answer(kit.DATABASE, "setting.USERS", 2500.25)
    questions.refresh()
    assert questions.answered[(kit.DATABASE, "setting.USERS")].text() == "2,500.25"


@pytest.mark.parametrize(
    ("code", "said"),
    [("en", "Adabas database 10: ZHPF = yes  ×"), ("de", "Adabas-Datenbank 10: ZHPF = ja  ×")],
)
def test_an_answer_that_is_given_is_told_in_words(qtbot, window, session, kit, code, said) -> None:
    """It was "10 ZHPF = True"."""
    window.show_page("reports")
    session.document.answer(kit.DATABASE, "setting.ZHPF", True)
    questions = window.pages["reports"].questions
    set_language(code)
    assert questions._answer_text(kit.DATABASE, "setting.ZHPF", True) + "  ×" == said


def test_other_intervals_of_a_long_print_are_read_from_the_kept_bytes(
    qtbot, window, session, tmp_path
) -> None:
    """The analyst stands in; that bytes, store, page and analysis work together is asked here."""
    source = tmp_path / "month.txt"
    source.write_text("1 R M F\n" * 40, encoding="utf-8")
    asked: list[tuple[str, ...]] = []
    analyst = session.analysis._analyst
    said = say(
        OF_LONG_PRINT, file="month.txt", starts=700, whose="SYSA", starts2="1", starts3="2",
        read=40, how="evenly", left_out="8,000 lines",
    )  # fmt: skip
    plain_read = analyst.read

    def read(path, progress, cancel):
        (found,) = plain_read(path, progress, cancel)
        return (replace(found, problems=(Problem(found.file, 0, said),)),)

    def read_intervals(path, intervals, progress, cancel):
        asked.append(tuple(intervals))
        assert path.read_bytes() == source.read_bytes()
        assert path.name == "month.txt"
        (found,) = read(path, progress, cancel)
        return (replace(found, busiest=("2015-03-17T10:00:00",)),)

    analyst.read = read
    analyst.read_intervals = read_intervals
    window.show_page("reports")
    page = window.pages["reports"]
    with qtbot.waitSignal(session.analysis.analysed):
        session.import_paths([source])
    page.table.choose(lambda r: r.file == "month.txt")
    assert page.long_print.isVisible()
    page.intervals.setText(" 2015-03-17T10,, 2015-03-18 ")
    with qtbot.waitSignal(session.analysis.analysed):
        qtbot.keyClick(page.intervals, Qt.Key.Key_Return)
    assert asked == [("2015-03-17T10", "2015-03-18")]
    (found,) = [r for r in session.readings if r.file == "month.txt"]
    assert found.busiest == ("2015-03-17T10:00:00",)
    with EngagementFile.open(session.path) as file:
        kept = file.readings()
    assert [r.busiest for r in kept if r.file == "month.txt"] == [found.busiest]
    page.table.choose(lambda r: r.file == "ADARUN.txt")
    assert not page.long_print.isVisible()


def test_names_of_resources_are_said_in_german(qapp) -> None:
    from app.window.i18n import spoken_label
    from app.window.shell.charts import named
    from app.window.shell.figures import resource_name
    from model.language import Name
    from model.topology import Topology

    assert spoken_label("waiting for a thread") == "waiting for a thread"
    set_language("de")
    assert resource_name(Topology(), "I/O limit") == "I/O-Grenze"
    assert named({"waiting_for_a_thread": 1.0}) == {"Warten auf einen Thread": 1.0}
    assert spoken_label(say("buffers of {pool}", pool=Name("MQA1/1"))) == "Puffer von MQA1/1"
    assert spoken_label("no such label") == "no such label"


def test_boxes_name_their_kind_in_german(qapp) -> None:
    from app.window.canvas.faces import faces
    from model.catalogue import catalogue
    from model.topology import Component, Topology

    set_language("de")
    topology = Topology().with_component(Component("adabas_database:10", "adabas_database", "10"))
    shown = faces(topology, topology, catalogue(), None, None)
    assert shown["adabas_database:10"].subtitle == "Adabas-Datenbank"


def test_every_finding_shows_effort_and_risk_and_sorts_by_both(window, session) -> None:
    window.show_page("advice")
    page = window.pages["advice"]
    model = page.table.proxy.sourceModel()
    column = next(c for c in model.columns if c.header == "Takes effect")
    finding = session.document.engagement.findings[0]
    assert finding.risk.level == "low"
    assert column.below(finding) == "low risk"
    risky = replace(finding, risk=Risk("high", "the nucleus is cycled."))
    assert column.below(risky) == "high risk"
    assert column.key(finding) < column.key(risky)


def test_the_buttons_of_a_decision_stay_where_they_are(qtbot, window, session) -> None:
    """What was decided is told above them: a second click hits what the first one did."""
    page = first(window, session)
    page.reason.setText("no window before June")
    QApplication.processEvents()
    place = page.buttons["rejected"].mapTo(window, QPoint(0, 0))
    with qtbot.waitSignal(session.analysis.analysed):
        qtbot.mouseClick(page.buttons["rejected"], Qt.MouseButton.LeftButton)
    page.show_finding(FINDING)
    QApplication.processEvents()
    assert page.decision.isVisible()
    assert "no window before June" in page.decision.text()
    assert page.buttons["rejected"].mapTo(window, QPoint(0, 0)) == place


def test_long_lists_stand_below_each_other_and_break_after_commas(qapp) -> None:
    """Side by side they were broken in the middle of a module's name."""
    from app.window.advice.finding import _change_rows

    long = "DFSLI000,CBLTDLI,NVPOLI10,NVPOLI20,NVPOLI30"
    html = _change_rows(ChangeText("ims_region:A/B", "PRELOAD", "none", long, "X"))
    assert html.count("<td colspan='4'>") == 3
    assert "CBLTDLI, NVPOLI10" in html
    assert "align='right'" in _change_rows(ChangeText("a:B", "NT", 20, 80, "NT=80"))


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_a_figure_stays_whole_beside_what_it_was(qtbot, scale) -> None:
    """A pane of 340 pixels had "148 G" and "B" below it."""
    from app.window.advice.finding import _change_rows

    theme().apply(scale=scale)
    shown = QTextBrowser()
    qtbot.addWidget(shown)
    shown.setFont(theme().font())
    row = _change_rows(ChangeText("lpar:SYSA", "REAL_STORAGE_GB", 128, 148, "STOR=148"))
    shown.setHtml(f"<table cellpadding='3' width='99%'>{row}</table>")
    shown.resize(340, 300)
    shown.show()
    block = shown.document().begin()
    lines = {}
    while block.isValid():
        lines[" ".join(block.text().split())] = block.layout().lineCount()
        block = block.next()
    assert (lines["128"], lines["148 GB"]) == (1, 1)


def test_a_decision_stands_below_the_severity_and_takes_titles_no_room(window, session) -> None:
    from app.window.widgets.table import BELOW

    window.show_page("advice")
    page = window.pages["advice"]
    chosen = page.table.proxy.index(0, 2)
    finding = chosen.data(Qt.ItemDataRole.UserRole)
    assert chosen.data(BELOW) == ""
    session.document.decide(finding.id, "accepted")
    assert chosen.data(BELOW) == "accepted"
    session.document.undo_stack.undo()
    assert chosen.data(BELOW) == ""


def test_findings_are_listed_by_worth_and_filtered_by_who_and_when(window, session) -> None:
    window.show_page("advice")
    page = window.pages["advice"]
    listed = [page.table.proxy.index(n, 1).data() for n in range(page.table.proxy.rowCount())]
    assert listed
    first = page.table.rows_model.rows[0]
    for filtering, of in ((page.owner, owner_of), (page.effort, lambda f: f.effort)):
        place = filtering.findData(of(first))
        assert place > 0
        filtering.setCurrentIndex(place)
        filtering.activated.emit(place)
        wanted = sum(of(f) == of(first) for f in page.table.rows_model.rows)
        assert page.table.proxy.rowCount() == wanted
        # A filter may be folded away: the tab says that there are more.
        said = page.tabs.tabText(0)
        assert said.endswith(
            f" {wanted} of {len(listed)}" if wanted < len(listed) else f" {wanted}"
        )
        filtering.setCurrentIndex(0)
        filtering.activated.emit(0)
    assert page.table.proxy.rowCount() == len(listed)
    assert page.tabs.tabText(0).endswith(f" {len(listed)}")
    page.search.setText("zzz")
    assert page.tabs.tabText(0).endswith(f" 0 of {len(listed)}")


def test_the_report_page_makes_both_editions(window) -> None:
    window.show_page("report")
    page = window.pages["report"]
    assert page.options().edition == "technical"
    page.edition.setCurrentIndex(page.edition.findData("management"))
    page.edition.activated.emit(page.edition.currentIndex())
    assert page.options().edition == "management"
    # Its pages are its own: what sections it has is no choice.
    assert not any(tick.isEnabled() for tick in page.sections.values())


@pytest.mark.parametrize(("typed", "least"), [("", 0.5), ("0", 0.0), ("2.5", 2.5)])
def test_the_least_gain_of_a_step_is_a_limit_of_the_plan(window, typed: str, least: float) -> None:
    window.show_page("advice")
    plan = window.pages["advice"].plan
    plan.fields["min_gain_pct"].setText(typed)
    limits = plan.limits()
    assert limits is not None
    assert limits.min_gain_pct == least
    plan.fields["min_share_pct"].setText("0.001")
    assert (limits := plan.limits()) is not None
    assert (limits.min_gain_pct, limits.min_share_pct) == (least, 0.001)


def test_figures_of_a_finding_fit_its_pane_at_large_letters(qapp) -> None:
    """At 1.5 times the text a scroll bar stood below 13 of the sample's 36 findings."""
    effects = [
        Effect("etr_per_s", "1/s", 194_200.0, Estimate(198_600.0, 182_800.0, 215_600.0, "1/s")),
        Effect("itr_per_cpu_s", "", 33_760.0, Estimate(34_210.0, 33_430.0, 35_010.0, "")),
    ]
    page = QTextDocument()
    theme().apply("light", 1.5)
    try:
        page.setDefaultFont(theme().font(13))
        page.setHtml(effects_html(effects, "adabas_database"))
        page.setTextWidth(431)
        assert page.size().width() <= 431
    finally:
        theme().apply("light", 1.0)
