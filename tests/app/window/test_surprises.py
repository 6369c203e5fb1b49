"""What the window did unasked, or did not say: filters, sweeps, keys, gaps, back and forward."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from app.window.inspector.editors import NumberEditor
from app.window.shell.lots import LotsDialog
from app.window.shell.preferences import Preferences
from app.window.shell.start import StartPage
from app.window.shell.window import MainWindow
from app.window.widgets.entry import entered
from model.projection import Projection
from model.topology import SettingSpec

NUCLEUS, DATABASE = "adabas_nucleus:10-1", "adabas_database:10"
SHARE = SettingSpec("UPDATE_SHARE", "number", "Updates.", minimum=0, maximum=1)
SIZE = SettingSpec("LBP", "number", "Pool.", unit="MB", minimum=0, maximum=4000)


@pytest.mark.parametrize(
    ("spec", "text", "value"),
    [
        (SHARE, "20", 0.2),
        (SHARE, "20 %", 0.2),
        (SHARE, "0.2", 0.2),
        (SHARE, "1", 1),
        (SHARE, "1%", 0.01),
        (SIZE, "100 MB", 100),
        (SIZE, "100mb", 100),
        (None, "3.5", 3.5),
    ],
)
def test_what_is_typed_means_what_it_says(spec, text, value) -> None:
    assert entered(spec, text) == value


@pytest.mark.parametrize(("spec", "text"), [(SHARE, "120"), (SIZE, "-1"), (SIZE, "much")])
def test_what_means_nothing_is_refused(spec, text) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        entered(spec, text)


def test_a_share_is_taken_in_per_cent(qtbot) -> None:
    editor = NumberEditor(SHARE, "Share of updates", None)
    qtbot.addWidget(editor)
    got, wrong = [], []
    editor.edited.connect(lambda value, _drag: got.append(value))
    editor.rejected.connect(wrong.append)
    editor.field.setText("20")
    editor.field.editingFinished.emit()
    assert (got, [w for w in wrong if w]) == ([0.2], [])
    assert editor.field.text() == "0.2"


def test_an_emptied_field_says_what_to_do(qtbot) -> None:
    """It said that “” is not a number, and that also of a field that nobody had touched."""
    editor = NumberEditor(SIZE, "Pool", 4000)
    qtbot.addWidget(editor)
    said = []
    editor.rejected.connect(said.append)
    editor.field.editingFinished.emit()
    editor.show_value(4000)
    editor.field.selectAll()
    qtbot.keyClick(editor.field, Qt.Key.Key_Delete)
    editor.field.editingFinished.emit()
    qtbot.keyClick(editor.field, Qt.Key.Key_Escape)
    assert said == ["", "enter a number, or Esc to keep 4,000", ""]
    assert editor.field.text() == "4,000"


def test_undo_takes_back_what_was_just_typed_and_entered(qtbot, window, session) -> None:
    """Qt's line took the key for its text, of which nothing was left to undo."""
    document = session.document
    document.select([NUCLEUS])
    field = window.inspector.rows["NT"].editor.field
    before = document.topology[NUCLEUS].value("NT")
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "61")
    qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert document.topology[NUCLEUS].value("NT") == before
    field.selectAll()
    qtbot.keyClicks(field, "61")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert document.topology[NUCLEUS].value("NT") == 61
    qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert document.topology[NUCLEUS].value("NT") == before


def test_the_filter_of_settings_stays_with_its_kind_and_says_when_nothing_matches(
    qtbot, window, session
) -> None:
    document, inspector = session.document, window.inspector
    document.select([NUCLEUS])
    inspector.filter.setText("lbp")
    assert not inspector.none.isVisibleTo(inspector)
    document.select(["adabas_nucleus:10-2"])
    assert inspector.filter.text() == "lbp"
    document.select(["lpar:SYSA"])
    assert inspector.filter.text() == ""
    assert any(row.isVisibleTo(inspector) for row in inspector.rows.values())
    inspector.filter.setText("no such thing")
    assert inspector.none.isVisibleTo(inspector)
    assert "no such thing" in inspector.none.text()


def test_a_sweep_says_when_it_is_of_something_else(qtbot, window, session) -> None:
    document = session.document
    window.show_page("whatif")
    sweeps = window.pages["whatif"].sweeps
    sweeps.first.show_setting(NUCLEUS, "NT")
    sweeps.start()
    qtbot.waitUntil(lambda: bool(sweeps._swept))
    assert not sweeps.stale.isVisibleTo(window)
    document.branch()
    assert sweeps.stale.isVisibleTo(window)
    assert "As-is" in sweeps.stale.text()
    sweeps.start()
    assert not sweeps.stale.isVisibleTo(window)
    document.set_setting([NUCLEUS], "LBP", 300.0)
    assert sweeps.stale.isVisibleTo(window)
    document.undo_stack.undo()
    assert not sweeps.stale.isVisibleTo(window)


def test_one_goes_back_to_what_was_on_show_and_forward_again(qtbot, window, session) -> None:
    document = session.document
    window.history.clear()
    assert not window.commands["back"].isEnabled()
    document.select([NUCLEUS])
    document.evidenceWanted.emit("ADARUN.txt", 12)
    reports = window.pages["reports"]
    assert window.current_page == "reports"
    document.select([])
    qtbot.keyClick(window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert window.current_page == "topology"
    assert document.selection == (NUCLEUS,)
    window.commands["forward"].trigger()
    assert window.current_page == "reports"
    assert reports.place()[:2] == ("ADARUN.txt", 12)
    window.go_back()
    window.show_page("advice")
    assert not window.commands["forward"].isEnabled()
    # On the canvas Alt and an arrow walk from box to box.
    window.show_page("topology")
    document.select([NUCLEUS])
    canvas = window.pages["topology"].view
    canvas.setFocus()
    qtbot.keyClick(canvas, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert window.current_page == "topology"
    assert document.selection != (NUCLEUS,)


def test_return_presses_the_button_that_has_the_keys(qtbot, window) -> None:
    start = StartPage([])
    qtbot.addWidget(start)
    start.show()
    for made, wanted in ((start.choose, start.filesWanted), (start.folder, start.folderWanted)):
        made.setFocus()
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            with qtbot.waitSignal(wanted):
                qtbot.keyClick(made, key)
    rail = window.rail_buttons["advice"]
    rail.setFocus()
    qtbot.keyClick(rail, Qt.Key.Key_Return)
    assert window.current_page == "advice"


def test_a_folder_can_be_chosen(qtbot, window, session, tmp_path, monkeypatch) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "one.txt").write_text("x")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path / "in"))
    with qtbot.waitSignal(session.importFinished):
        window.commands["import-folder"].trigger()
        assert isinstance(window.popup, LotsDialog)
        window.popup.answers[-1].click()
    assert "one.txt" in {r.file for r in session.readings}


def test_a_gap_says_its_reason_in_the_strip_and_leads_to_the_field(qtbot, window, session) -> None:
    """The reason stands where the figures were, whole; nothing is named as binding."""
    document, strip = session.document, window.strip
    whole = "10: no report says how many users work at once; " * 3
    engagement = document.engagement
    (work,) = engagement.as_is.workloads
    gap = replace(work, metrics={}, not_projectable=whole, bottleneck=None)
    document.set_engagement(
        replace(engagement, as_is=replace(engagement.as_is, workloads=(gap,), bottleneck=None))
    )
    document.show_anchor(DATABASE)
    assert strip.why.isVisibleTo(window)
    assert strip.why.text() == whole
    assert strip.why.wordWrap()
    assert not strip.bound.isVisibleTo(window)
    window.show_page("advice")
    strip.enter.click()
    topology = window.pages["topology"]
    assert topology.isVisibleTo(window)
    assert topology.side.currentWidget() is topology.checklist
    document.set_engagement(engagement)
    assert not strip.why.isVisibleTo(window)
    assert strip.bound.isVisibleTo(window)


def test_a_rate_alone_leads_to_what_is_missing_for_the_other_figures(window, session) -> None:
    """Dashes stood beside the rate, with nothing to do about them."""
    document, strip = session.document, window.strip
    engagement = document.engagement
    (work,) = engagement.as_is.workloads
    rate = replace(work, metrics={"etr_per_s": work.metrics["etr_per_s"]})
    document.set_engagement(
        replace(
            engagement,
            as_is=replace(engagement.as_is, workloads=(rate,)),
            installation=replace(engagement.installation, questions=()),
        )
    )
    document.show_anchor(DATABASE)
    assert strip.cells["etr_per_s"].isVisibleTo(window)
    assert not strip.cells["response_ms"].isVisibleTo(window)
    assert "its rate is known" in strip.why.text()
    assert strip.enter.isVisibleTo(window)
    document.set_engagement(engagement)
    assert strip.cells["response_ms"].isVisibleTo(window)
    assert not strip.enter.isVisibleTo(window)


def test_a_workload_without_key_figures_says_what_the_model_has_of_it(window, session) -> None:
    """A queue manager of which there are storage and waits alone had dashes and no word."""
    document, strip = session.document, window.strip
    engagement = document.engagement
    (work,) = engagement.as_is.workloads
    other = replace(work, metrics={"storage_mb": work.metrics["etr_per_s"]})
    document.set_engagement(
        replace(
            engagement,
            as_is=replace(engagement.as_is, workloads=(other,)),
            installation=replace(engagement.installation, questions=()),
        )
    )
    document.show_anchor(DATABASE)
    assert strip.why.isVisibleTo(window)
    assert "no rate, response or CPU" in strip.why.text()
    assert "Storage" in strip.why.text()
    assert not strip.enter.isVisibleTo(window)
    assert not strip.stand_in.isVisibleTo(window)
    assert not strip.cells["response_ms"].isVisibleTo(window)
    document.set_engagement(engagement)
    assert not strip.why.isVisibleTo(window)


def test_a_scenario_that_is_refused_says_why_where_its_figures_would_be(window, session) -> None:
    """Its sentence stood small below dashes, cut where the window ended."""
    document, strip = session.document, window.strip
    document.branch()
    why = "10 does not run without DASD D1"
    document.set_projection(Projection(document.scenario, (), (), None, True, (why,)))
    assert strip.why.isVisibleTo(window)
    assert strip.why.text() == why
    assert not strip.enter.isVisibleTo(window)
    assert not strip.bound.isVisibleTo(window)


def test_f6_goes_from_pane_to_pane_and_back(qtbot, window, session) -> None:
    session.document.select([NUCLEUS])
    window.rail_buttons["topology"].setFocus()
    page = window.pages["topology"]
    visited = []
    for _ in range(9):
        visited.append(window.focusWidget())
        window.commands["next-pane"].trigger()
        if window.focusWidget() in window.rail_buttons.values():
            break
    assert window.focusWidget() is window.rail_buttons["topology"]
    assert page.view in visited
    for pane in (page.side, window.inspector, window.selector, window.strip):
        assert any(w is pane or pane.isAncestorOf(w) for w in visited), pane.accessibleName()
    window.commands["last-pane"].trigger()
    assert window.selector.isAncestorOf(window.focusWidget())
    # A pane is come back to where it was left.
    field = window.inspector.rows["NT"].editor.field
    field.setFocus()
    window.commands["next-pane"].trigger()
    window.commands["last-pane"].trigger()
    assert window.focusWidget() is field


def test_no_part_of_the_window_is_a_window_for_a_moment(qtbot, qapp, session, tmp_path) -> None:
    """A list and a card were shown before they had their places: each flashed on the screen."""
    shown = []

    class Watch(QObject):
        def eventFilter(self, watched, event) -> bool:
            if event.type() != QEvent.Type.Show or not isinstance(watched, QWidget):
                return False
            if watched.isWindow():
                shown.append(type(watched).__name__)
            return False

    (tmp_path / "Kunde.plexwright").touch()
    Preferences().remember(tmp_path / "Kunde.plexwright", "Kunde")
    watch = Watch()
    qapp.installEventFilter(watch)
    try:
        window = MainWindow(session)
        qtbot.addWidget(window)
        window.show()
        qtbot.waitExposed(window)
        for page in ("reports", "advice", "whatif", "compare", "validate", "report", "topology"):
            window.show_page(page)
    finally:
        qapp.removeEventFilter(watch)
    assert shown == ["MainWindow"]


def test_no_recent_engagement_is_cut_in_half(qtbot, tmp_path) -> None:
    for count in (1, 3, 9):
        start = StartPage([tmp_path / f"customer {n}.plexwright" for n in range(count)])
        qtbot.addWidget(start)
        start.resize(1100, 900)
        start.show()
        qtbot.waitExposed(start)
        last = start.recent.item(min(count, 7) - 1)
        assert start.recent.viewport().rect().contains(start.recent.visualItemRect(last))


def test_nothing_is_done_to_an_empty_engagement_while_one_is_opened(
    qtbot, session, tmp_path, monkeypatch
) -> None:
    """The bench stood there without figures; what was branched there was lost."""
    monkeypatch.setattr(session, "open", lambda path, hold=False: None)
    window = MainWindow(session)
    window.show()
    try:
        window.open_file(tmp_path / "slow.plexwright")
        qtbot.waitUntil(lambda: window._built)
        QApplication.processEvents()
        for key in (Qt.Key.Key_B, Qt.Key.Key_4):
            QTest.keyClick(window, key, Qt.KeyboardModifier.ControlModifier)
        assert window.outer.currentWidget() is not window.bench
        assert "slow.plexwright" in window.start.state.text()
        assert session.document.state.scenarios == ()
        session.opened.emit()
        window.show_page("topology")
        assert window.outer.currentWidget() is window.bench
        QTest.keyClick(window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
        assert len(session.document.state.scenarios) == 1
    finally:
        window.close()


def test_the_card_just_chosen_is_in_sight_and_so_is_why_it_refuses(qtbot, window) -> None:
    """It had the keyboard below the fold: what was typed changed the model unseen."""
    window.show_page("whatif")
    page = window.pages["whatif"]
    for system in ("lpar:SYSA", "lpar:SYSB"):
        for setting in ("CPS", "WEIGHT", "ZHPF"):
            page.pin(system, setting)
    page.pin(DATABASE, "USERS")
    row = page.controls[DATABASE, "USERS"]

    def in_sight(widget: QWidget) -> bool:
        return widget.visibleRegion().boundingRect() == widget.rect()

    qtbot.waitUntil(lambda: in_sight(row))
    qtbot.keyClicks(row.editor.entry, "abc")
    qtbot.keyClick(row.editor.entry, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: row.error.isVisible() and in_sight(row.error))
