"""The window: pages, key figures, inspector, import, advice, sweeps, accessibility, lifetime."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt, QUrl
from PySide6.QtGui import QAccessible, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTabWidget,
    QTextBrowser,
    QWidget,
)

from app.store import EngagementFile
from app.window.i18n import set_language
from app.window.shell.banner import WIDEST
from app.window.shell.charts import ProjectionCharts
from app.window.shell.commands import PAGES
from app.window.shell.window import WINDOWS, MainWindow
from app.window.theme import theme
from app.window.whatif.growth import grown
from model.topology import Scenario
from tests.app.saving_as import save_as

NUCLEUS = "adabas_nucleus:10-1"
NAMES = [name for name, _icon, _text in PAGES]


def settle(qtbot, session) -> None:
    qtbot.waitUntil(
        lambda: (
            session.document.projection is not None
            and session.document.projection.workloads[0].metrics["etr_per_s"].high
            > session.document.projection.workloads[0].metrics["etr_per_s"].value
        )
    )


def test_key_figures_follow_the_scenario_with_band_and_change(qtbot, window, session) -> None:
    document = session.document
    etr = window.strip.cells["etr_per_s"]
    before = etr.value.text()
    assert etr.change.text() == ""
    # As measured, with the model's error in the place of a band.
    assert etr.band.text().startswith("model ")
    document.set_setting([NUCLEUS], "NT", 80)
    settle(qtbot, session)
    qtbot.waitUntil(lambda: etr.change.text().startswith("↑ +"))
    assert "…" in etr.band.text()
    assert etr.value.text() != before
    assert etr.change.property("role") == "good"
    assert "ETR" in etr.accessibleName()
    document.show_scenario(None)
    assert etr.value.text() == before
    assert window.strip.bound.value.text() == "10-1"


def test_the_selector_branches_renames_and_follows(qtbot, window, session) -> None:
    document = session.document
    qtbot.mouseClick(window.selector.branch, Qt.MouseButton.LeftButton)
    assert window.selector.box.currentText() == "What-if"
    document.rename_scenario("What-if", "zHPF everywhere")
    assert window.selector.box.currentText() == "zHPF everywhere"
    window.selector.box.setCurrentIndex(0)
    window.selector.box.activated.emit(0)
    assert document.current is None
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert window.selector.box.count() == 1


def test_inspector_edits_complains_resets_and_undoes(qtbot, window, session) -> None:
    document = session.document
    document.select([NUCLEUS])
    row = window.inspector.rows["LBP"]
    assert row.origin.text() == "ADARUN.txt, line 12"
    editor = row.editor
    editor.field.selectAll()
    qtbot.keyClicks(editor.field, "1,024.5")
    qtbot.keyClick(editor.field, Qt.Key.Key_Return)
    assert document.topology[NUCLEUS].number("LBP") == 1024.5
    row = window.inspector.rows["LBP"]
    assert row.reset.isVisible()
    assert row.origin.text() == "as-is: 100\u00a0MB"
    row.editor.field.selectAll()
    qtbot.keyClicks(row.editor.field, "0")
    qtbot.keyClick(row.editor.field, Qt.Key.Key_Return)
    assert row.error.isVisible()
    assert "at least 1 MB" in row.error.text()
    assert document.topology[NUCLEUS].number("LBP") == 1024.5
    qtbot.mouseClick(row.reset, Qt.MouseButton.LeftButton)
    assert document.topology[NUCLEUS].number("LBP") == 100.0
    assert not row.error.isVisible()


def test_escape_in_a_field_puts_the_value_back(qtbot, window, session) -> None:
    document = session.document
    document.select([NUCLEUS])
    row = window.inspector.rows["LBP"]
    qtbot.mouseClick(row.editor.field, Qt.MouseButton.LeftButton)
    row.editor.field.selectAll()
    qtbot.keyClicks(row.editor.field, "0")
    qtbot.keyClick(row.editor.field, Qt.Key.Key_Escape)
    assert row.editor.field.text() == "100"
    assert not row.error.isVisible()
    assert document.undo_stack.index() == 0
    assert window.inspector.use.text().endswith("one CP")


def test_a_slider_drag_is_one_undo_step_and_follows_live(qtbot, window, session) -> None:
    document = session.document
    document.branch()
    document.select([NUCLEUS])
    steps = document.undo_stack.count()
    slider = window.inspector.rows["LBP"].editor.slider
    slider.setSliderDown(True)
    for place in range(20, 80, 5):
        slider.setSliderPosition(place)
        slider.setValue(place)
    live = document.topology[NUCLEUS].number("LBP")
    assert live != 100.0
    slider.setSliderDown(False)
    assert document.undo_stack.count() == steps + 1
    settle(qtbot, session)
    document.undo_stack.undo()
    assert document.topology[NUCLEUS].number("LBP") == 100.0


def test_several_components_are_edited_together(window, session) -> None:
    ids = ["adabas_nucleus:10-1", "adabas_nucleus:10-2"]
    session.document.select(ids)
    window.inspector.rows["NT"].editor.edited.emit(60, False)
    assert [session.document.topology[c].value("NT") for c in ids] == [60, 60]


def test_flags_and_choices(window, session) -> None:
    session.document.select(["lpar:SYSA"])
    rows = window.inspector.rows
    rows["ZHPF"].editor.box.click()
    assert session.document.topology["lpar:SYSA"].value("ZHPF") is True
    box = rows["PAGE_DEVICE"].editor.box
    box.setCurrentIndex(box.findData("flash"))
    box.activated.emit(box.currentIndex())
    assert session.document.topology["lpar:SYSA"].value("PAGE_DEVICE") == "flash"


def test_an_origin_opens_the_report_at_its_line(qtbot, window, session) -> None:
    session.document.select([NUCLEUS])
    qtbot.mouseClick(window.inspector.rows["LBP"].origin, Qt.MouseButton.LeftButton)
    assert window.current_page == "reports"
    assert "LBP=100M" in window.pages["reports"].viewer.text.toPlainText()


def test_every_page_opens_by_keyboard(qtbot, window) -> None:
    for name in NAMES:
        if name != "report":
            window.commands[f"page-{name}"].trigger()
            assert window.current_page == name


def test_a_question_is_answered_in_place(qtbot, window, session, kit) -> None:
    window.show_page("reports")
    questions = window.pages["reports"].questions
    row = questions.findChildren(QLineEdit)[0]
    row.setText("lots")
    row.editingFinished.emit()
    assert session.document.state.answers == {}
    row.setText("2,500")
    with qtbot.waitSignal(session.analysis.analysed):
        row.editingFinished.emit()
    assert session.document.state.answers == {(kit.DATABASE, "setting.USERS"): 2500}


def test_advice_sorts_filters_decides_and_tries(qtbot, window, session) -> None:
    window.show_page("advice")
    page, document = window.pages["advice"], session.document
    titles = [page.table.proxy.index(n, 0).data() for n in range(page.table.proxy.rowCount())]
    assert titles == ["Turn zHPF on", "Enlarge the buffer pool", "More threads"]
    page.search.setText("pool")
    assert page.table.proxy.rowCount() == 1
    page.search.clear()
    page.show_finding("ADA-021:adabas_nucleus:10-1")
    assert "no report tells how large the pool is" in page.text.toPlainText()
    page.show_finding("ADA-017:lpar:SYSA")
    assert "ADARUN.txt:12" in page.text.toPlainText()
    page.reason.setText("no window before June")
    with qtbot.waitSignal(session.analysis.analysed):
        qtbot.mouseClick(page.buttons["rejected"], Qt.MouseButton.LeftButton)
    decision = document.state.decisions["ADA-017:lpar:SYSA"]
    assert (decision.verdict, decision.reason) == ("rejected", "no window before June")
    assert "ADA-017:lpar:SYSA" not in document.engagement.plan.findings
    document.undo_stack.undo()
    assert document.state.decisions == {}
    page.show_finding("ADA-017:lpar:SYSA")
    qtbot.mouseClick(page.try_it, Qt.MouseButton.LeftButton)
    assert document.current == "Turn zHPF on"
    assert document.topology["lpar:SYSA"].value("ZHPF") is True


def test_evidence_links_open_the_report(window) -> None:
    window.show_page("advice")
    window.pages["advice"]._follow(QUrl("evidence:0"))
    assert window.current_page == "reports"


def test_sweeps_draw_a_curve_and_a_map(qtbot, window, session, kit) -> None:
    window.show_page("whatif")
    sweep = window.pages["whatif"].sweeps
    sweep.start()
    assert sweep.error.text() == "Choose a setting first"
    sweep.first.show_setting(kit.DATABASE, "NUCLEI")
    sweep.first.high.setText("0")
    sweep.start()
    assert sweep.error.text() == "the end has to be above the start"
    sweep.first.high.setText("12")
    sweep.first.low.setText("1")
    sweep.start()
    qtbot.waitUntil(lambda: not sweep.curve.is_empty() and not session.projections.busy("sweep"))
    assert "Nuclei" in sweep.curve.title
    assert len(sweep._swept) == 12
    sweep.second.show_setting(NUCLEUS, "LBP")
    sweep.steps = None
    sweep.start()
    qtbot.waitUntil(lambda: not sweep.map.is_empty())
    assert sweep.charts.currentWidget() is sweep.map
    assert len(sweep.map._grid) == 9
    assert len(sweep.map._grid[0]) == 12
    # Deleted while it was swept: the map stays, without the place of today's values.
    from app.window.document import editing

    session.document.branch()
    editing.remove(session.document, [NUCLEUS])
    assert NUCLEUS not in session.document.topology
    sweep._show()
    assert sweep._today(*sweep._axes) is None


def test_whatif_controls_pin_change_and_take_back(qtbot, window, session) -> None:
    window.show_page("whatif")
    page = window.pages["whatif"]
    page.pin(NUCLEUS, "LBP")
    control = page.controls[(NUCLEUS, "LBP")]
    control.editor.edited.emit(300.0, False)
    assert session.document.topology[NUCLEUS].number("LBP") == 300.0
    assert page.controls[(NUCLEUS, "LBP")] is control
    from app.window.document import editing

    editing.move_into(session.document, ["adabas_nucleus:10-2"], "lpar:SYSA")
    assert len(session.document.scenario.changes) == 2
    page._drop(1)
    assert len(session.document.scenario.changes) == 1


def test_the_trend_follows_the_last_setting_changed(qtbot, window, session) -> None:
    session.document.set_setting([NUCLEUS], "NT", 40)
    qtbot.waitUntil(lambda: not window.charts.trend.is_empty())
    assert window.charts.trend.title == "ETR (commands/s) over NT of 10-1"
    session.document.show_scenario(None)
    assert not window.charts.trend.isVisibleTo(window.charts)


def test_the_trend_says_what_both_of_its_axes_count(qtbot, window, session) -> None:
    session.document.set_setting([NUCLEUS], "LBP", 300)
    title = "ETR (commands/s) over LBP (MB) of 10-1"
    qtbot.waitUntil(lambda: window.charts.trend.title == title, timeout=5000)


def test_the_trend_is_in_charts_that_are_made_later_too(qtbot, window, session) -> None:
    """As in a window that is built anew for another language."""
    session.document.set_setting([NUCLEUS], "NT", 40)
    qtbot.waitUntil(lambda: not window.charts.trend.is_empty())
    later = ProjectionCharts(session.document, session.projections)
    qtbot.addWidget(later)
    assert later.trend.isVisibleTo(later)
    qtbot.waitUntil(lambda: not later.trend.is_empty())
    assert later.trend.title == window.charts.trend.title


def test_the_trend_takes_no_room_before_a_setting_changed(window, session) -> None:
    assert not window.charts.trend.isVisibleTo(window.charts)
    session.document.set_setting([NUCLEUS], "NT", 40)
    assert window.charts.trend.isVisibleTo(window.charts)


def test_the_first_key_in_a_window_cancels_nothing(qtbot, catalogue, kit, tmp_path) -> None:
    from app.window.session import Session

    session = Session(
        catalogue=catalogue,
        projector=kit.fake_project,
        analyst=kit.FakeAnalyst(slow_s=2.0),
        folder=tmp_path,
    )
    window = MainWindow(session)
    window.show()
    window.show_page("topology")
    window.cancel.show()
    session.readings = kit.make_readings()
    session.analyse()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    focused = QApplication.focusWidget()
    assert focused is window.rail_buttons["topology"]
    qtbot.keyClick(focused, Qt.Key.Key_Space)
    assert session.analysis.analysing
    # A click on another page leaves no mark on the one before.
    qtbot.mouseClick(window.rail_buttons["compare"], Qt.MouseButton.LeftButton)
    assert QApplication.focusWidget() is window.rail_buttons["compare"]
    session.cancel()
    window.close()


def test_a_cancelled_first_analysis_says_so_and_can_be_started_again(
    qtbot, catalogue, kit, tmp_path
) -> None:
    from app.window.session import Session

    analyst = kit.FakeAnalyst(slow_s=2.0)
    session = Session(
        catalogue=catalogue, projector=kit.fake_project, analyst=analyst, folder=tmp_path
    )
    window = MainWindow(session)
    window.build()
    window.show()
    session.readings = kit.make_readings()
    session.document.set_engagement(kit.make_engagement(), pending=True)
    session.analyse()
    session.document.branch()
    session.cancel()
    assert not session.analysis.busy
    assert window.banner.isVisible()
    assert window.strip.bound.value.text() != "calculating…"
    analyst.slow_s = 0.0
    with qtbot.waitSignal(session.analysis.analysed):
        qtbot.mouseClick(window.banner.act, Qt.MouseButton.LeftButton)
    assert not window.banner.isVisible()
    assert not session.document.stopped
    window.close()


def test_the_inspector_renames(qtbot, window, session) -> None:
    session.document.select([NUCLEUS])
    inspector = window.inspector
    qtbot.mouseClick(inspector.rename, Qt.MouseButton.LeftButton)
    qtbot.keyClicks(inspector.name_edit, "Orders")
    qtbot.keyClick(inspector.name_edit, Qt.Key.Key_Return)
    assert session.document.topology[NUCLEUS].name == "Orders"
    assert inspector.title.text() == "Orders"


def test_compare_shows_every_scenario(qtbot, window, session) -> None:
    window.show_page("compare")
    page = window.pages["compare"]
    session.document.add_scenario(Scenario("A"))
    # Its name stands beside the bars before its figures come.
    assert [(b.label, b.text) for b in page.chart._bars[1:]] == [("A", "calculating…")]
    session.document.set_setting([NUCLEUS], "NT", 80)
    # The arrow stays with its figure where a cell takes another line.
    qtbot.waitUntil(lambda: "↑\u00a0+" in page.table.text(0, 1))
    assert len(page.table.heads()) == 2
    texts = {page.table.text(r, 1) for r in range(len(page.table.heads(down=True)))}
    assert "10-1 NT: 20 → 80" in texts
    page._open(0)
    assert session.document.current is None


def test_compare_says_how_much_work_a_scenario_has(qtbot, window, session) -> None:
    """A projection of more work is not beside the as-is what it seems."""
    document = session.document
    growth = grown(document.as_is, document.as_is, document.catalogue, 125.0)
    assert growth
    document.add_scenario(Scenario("More work", tuple(growth)))
    document.add_scenario(Scenario("Same work"))
    window.show_page("compare")
    table = window.pages["compare"].table
    assert table.heads(down=True)[0] == "Workload"
    said = [table.text(0, n) for n in range(3)]
    assert said == ["as today", "125\u00a0% of today", "as today"]
    changes = "\n".join(table.text(r, 1) for r in range(len(table.heads(down=True))))
    assert "Workload growth: 0 → 25\u00a0%" in changes


def test_validation_shows_the_calibration(window) -> None:
    window.show_page("validate")
    page = window.pages["validate"]
    assert page.table.rows_model.rowCount() == 3
    assert page.verdict.text().startswith("3 figures; median error 0.8 %")


def test_the_palette_finds_components_findings_and_commands(qtbot, window, session) -> None:
    window.commands["palette"].trigger()
    popup = window.popup
    qtbot.keyClicks(popup.field, "zHPF")
    qtbot.keyClick(popup.field, Qt.Key.Key_Return)
    assert window.current_page == "advice"
    window.open_palette()
    qtbot.keyClicks(window.popup.field, "DS8K")
    qtbot.keyClick(window.popup.field, Qt.Key.Key_Return)
    assert session.document.selection == ("dasd:DS8K",)


def test_help_speaks_of_the_page(window) -> None:
    window.show_page("compare")
    window.commands["help"].trigger()
    assert window.banner.isVisible()
    assert "beside the as-is" in window.banner.text.text()
    # Read beside what it speaks of, it covers nothing.
    QApplication.processEvents()
    assert not window.banner.geometry().intersects(window.stack.geometry())
    assert window.banner.text.height() >= window.banner.text.heightForWidth(
        window.banner.text.width()
    )
    assert not window.banner._timer.isActive()
    window.session.document.notice.emit("info", "Copied")
    QApplication.processEvents()
    assert window.banner.geometry().top() > window.stack.geometry().center().y()


@pytest.mark.parametrize("look", ["light", "dark", "contrast"])
def test_a_new_look_reaches_every_page(qtbot, window, look) -> None:
    for name in ("advice", "compare", "topology"):
        window.show_page(name)
    window.set_look(look)
    assert theme().tokens.name == look
    qtbot.waitUntil(window.updatesEnabled)
    image = window.grab().toImage()
    assert image.pixelColor(image.width() - 4, 4).name() == theme().tokens.surface


def test_text_contrast_is_enough_in_every_theme() -> None:
    from app.window.theme.tokens import THEMES

    def light(colour: str) -> float:
        parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for tokens in THEMES.values():
        for ink in ("text", "muted", "good", "bad", "accent"):
            for ground in ("surface", "window", "raised"):
                a, b = light(getattr(tokens, ink)), light(getattr(tokens, ground))
                ratio = (max(a, b) + 0.05) / (min(a, b) + 0.05)
                assert ratio >= 4.5, (tokens.name, ink, ground, ratio)


def test_another_language_and_scale_build_the_window_anew(qtbot, window, session) -> None:
    session.document.set_setting([NUCLEUS], "NT", 40)
    window.set_language("de")
    other = WINDOWS[-1]
    assert other is not window
    assert other.session is session
    assert other.commands["undo"].text().startswith("Rückgängig")
    other.set_scale(1)
    third = WINDOWS[-1]
    assert theme().scale == 1.25
    assert third.session.document.topology[NUCLEUS].number("NT") == 40
    third.close()
    set_language("en")
    theme().apply("light", 1.0)


@pytest.mark.parametrize("code", ["en", "de"])
def test_the_window_fits_1280_by_800_in_both_languages(qtbot, session, code) -> None:
    set_language(code)
    window = MainWindow(session)
    window.build()
    for name in NAMES:
        window.show_page(name)
    session.document.select([NUCLEUS])
    window.show_page("topology")
    hint = window.minimumSizeHint()
    assert (hint.width(), hint.height()) <= (1280, 800)
    assert hint.height() <= 800
    window.close()


# -- accessibility --------------------------------------------------------------------------

CONTROLS = (
    QAbstractButton,
    QComboBox,
    QLineEdit,
    QAbstractItemView,
    QAbstractSlider,
    QTabWidget,
    QPlainTextEdit,
    QTextBrowser,
)


def unnamed(root: QWidget) -> list[str]:
    found = []
    for widget in root.findChildren(QWidget):
        if not isinstance(widget, CONTROLS) or not widget.isVisibleTo(root):
            continue
        if widget.objectName().startswith("qt_") or type(widget).__name__ in (
            "QScrollBar",
            "QComboBoxListView",
            "QTableCornerButton",
            "QHeaderView",
            "QComboBoxPrivateContainer",
        ):
            continue
        inside_combo = isinstance(widget.parentWidget(), QComboBox)
        interface = QAccessible.queryAccessibleInterface(widget)
        name = interface.text(QAccessible.Text.Name) if interface is not None else ""
        if not name and not inside_combo:
            found.append(
                f"{type(widget).__name__} {widget.objectName()} in "
                f"{type(widget.parentWidget()).__name__}"
            )
    return found


def test_every_control_on_every_page_has_a_name(qtbot, window, session) -> None:
    session.document.set_setting([NUCLEUS], "NT", 40)
    session.document.select(["lpar:SYSA"])
    assert unnamed(window.start) == []
    for name in NAMES:
        if name == "report":
            continue
        window.show_page(name)
        page = window.pages[name]
        for tabs in page.findChildren(QTabWidget):
            for n in range(tabs.count()):
                if name == "validate" and n == 1:
                    continue
                tabs.setCurrentIndex(n)
                assert unnamed(window) == [], (name, n)
        assert unnamed(window) == [], name


def test_shortcuts_are_not_given_twice(window) -> None:
    keys: dict[str, str] = {}
    for name, action in window.commands.items():
        for shortcut in action.shortcuts():
            text = shortcut.toString(QKeySequence.SequenceFormat.PortableText)
            assert text not in keys, (text, name, keys.get(text))
            keys[text] = name


# -- lifetime -------------------------------------------------------------------------------


def test_rapid_undo_and_redo_while_projecting(qtbot, window, session) -> None:
    document = session.document
    for n in range(20):
        document.set_setting([f"adabas_nucleus:10-{n % 6 + 1}"], "NT", 20 + n + 1)
    for _ in range(2):
        for _ in range(20):
            document.undo_stack.undo()
            QApplication.processEvents()
        for _ in range(20):
            document.undo_stack.redo()
            QApplication.processEvents()
    qtbot.waitUntil(
        lambda: (
            document.projection is not None and document.projection.scenario == document.scenario
        )
    )


def test_closing_during_a_solve_and_an_import(qtbot, catalogue, kit, tmp_path) -> None:
    from app.window.document import State
    from app.window.session import Session

    session = Session(
        catalogue=catalogue,
        projector=kit.fake_project,
        analyst=kit.FakeAnalyst(slow_s=3.0),
        folder=tmp_path,
    )
    session.document.load(State(title="X"), kit.make_engagement())
    window = MainWindow(session)
    window.build()
    window.show()
    (tmp_path / "r.txt").write_text("x\n", encoding="utf-8")
    window.import_files([tmp_path / "r.txt"])
    session.document.set_setting([NUCLEUS], "NT", 40)
    qtbot.wait(30)
    window.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qtbot.wait(50)
    assert window not in WINDOWS


def test_two_windows_do_not_touch_each_other(
    qtbot, window, session, catalogue, kit, tmp_path
) -> None:
    from app.window.document import State
    from app.window.session import Session

    other = Session(
        catalogue=catalogue,
        projector=kit.fake_project,
        analyst=kit.FakeAnalyst(),
        folder=tmp_path / "b",
    )
    other.document.load(State(title="B"), kit.make_engagement())
    second = MainWindow(other)
    second.build()
    second.show()
    other.document.set_setting([NUCLEUS], "NT", 99)
    assert session.document.topology[NUCLEUS].number("NT") == 20
    assert session.document.undo_stack.count() == 0
    second.close()
    session.document.set_setting([NUCLEUS], "NT", 40)
    settle(qtbot, session)


def test_an_engagement_is_opened_again_as_it_was(qtbot, window, session, kit, tmp_path) -> None:
    document = session.document
    document.set_setting([NUCLEUS], "NT", 40)
    assert save_as(session, tmp_path / "kept.plexwright") is None
    window.close()
    from app.window.session import Session

    again = Session(
        catalogue=kit.make_catalogue(),
        projector=kit.fake_project,
        analyst=kit.FakeAnalyst(),
        folder=tmp_path,
    )
    second = MainWindow(again)
    with qtbot.waitSignal(again.analysis.analysed):
        second.open_file(tmp_path / "kept.plexwright")
    assert again.document.current == "What-if"
    assert [s.name for s in again.document.state.scenarios] == ["What-if"]
    second.close()


def test_an_engagement_is_opened_whatever_its_file_is_called(
    qtbot, window, session, tmp_path
) -> None:
    """It was read as a report, which it is not."""
    old = tmp_path / "bank.plexwright.old"
    EngagementFile.create(old, "Bank").close()
    window.offer_files([old])
    qtbot.waitUntil(lambda: session.document.state.title == "Bank")


def test_a_file_that_is_none_is_one_sentence_in_the_banner(qtbot, window, tmp_path) -> None:
    bad = tmp_path / "bad.plexwright"
    bad.write_bytes(b"not a database at all" * 100)
    with qtbot.waitSignal(window.session.refused):
        window.open_file(bad)
    assert window.banner.isVisible()
    assert "bad.plexwright" in window.banner.text.text()


@pytest.mark.thorough
def test_a_monkey_finds_nothing(qtbot, window, session, kit) -> None:
    import importlib.util

    path = Path(__file__).with_name("monkey.py")
    spec = importlib.util.spec_from_file_location("monkey", path)
    assert spec is not None
    assert spec.loader is not None
    monkey = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(monkey)
    start = session.document.state
    steps = monkey.play(window, random.Random(7), seconds=3.0, at_least=60)
    assert steps >= 60
    monkey.undo_all(window)
    assert session.document.state == start


def test_the_refusal_of_a_gesture_goes_by_itself_and_a_warning_stays(window) -> None:
    """The sentence on a link that was refused stood on every page until it was closed."""
    window.show_page("topology")
    window.pages["topology"].view.refuse("10-1 is not linked to that")
    assert window.banner.isVisible()
    assert window.banner._timer.isActive()
    assert window.banner.property("level") == "warning"
    window.session.document.notice.emit("warning", "Nothing is saved")
    assert not window.banner._timer.isActive()


def test_a_message_leaves_with_its_page_and_a_warning_stays(window) -> None:
    """“The plan is the scenario” stood over the pages that came after it."""
    window.show_page("advice")
    window.session.document.notice.emit("info", "The plan is the scenario “Plan”.")
    assert window.banner.width() <= theme().px(WIDEST["info"])
    window.show_page("compare")
    assert not window.banner.isVisible()
    window.session.document.notice.emit("warning", "Nothing is saved")
    window.show_page("report")
    assert window.banner.isVisible()
