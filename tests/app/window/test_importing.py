"""Reports given to the window: dropped anywhere, one lot after the other, month after month."""

from __future__ import annotations

import time
from dataclasses import replace
from threading import Event

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit

from advisor.installation.left_out import is_left_out
from advisor.observations import Question
from app.store import EngagementFile, StoreProblem
from app.window.importing.difference import differences
from app.window.shell.lots import LotsDialog
from app.window.shell.window import WINDOWS
from model.topology import Topology
from tests.app.saving_as import save_as


def drop(window, data: QMimeData) -> Qt.DropAction:
    """Drag in and drop as a file manager does, which proposes a move; the action taken."""
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    both = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    enter = QDragEnterEvent(QPoint(600, 400), both, data, left, none)
    QApplication.sendEvent(window.windowHandle(), enter)
    assert enter.isAccepted()
    event = QDropEvent(QPointF(600, 400), both, data, left, none)
    event.setDropAction(Qt.DropAction.MoveAction)
    QApplication.sendEvent(window.windowHandle(), event)
    assert event.isAccepted()
    return event.dropAction()


def asking(window) -> LotsDialog | None:
    """The question whose folders were dropped."""
    return window.popup if isinstance(window.popup, LotsDialog) else None


@pytest.mark.parametrize("page", ["topology", "reports", "advice", "whatif"])
def test_files_dropped_anywhere_are_copied_never_moved(qtbot, window, page, tmp_path) -> None:
    """A file manager removes what a program has taken as moved; a field takes the file's name."""
    window.show_page(page)
    report = tmp_path / "x.txt"
    report.write_text("ADARUN LBP=100M\n", encoding="utf-8")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(report))])
    data.setText(str(report))
    assert drop(window, data) == Qt.DropAction.CopyAction
    qtbot.waitUntil(lambda: any(r.file == "x.txt" for r in window.session.readings))


def test_what_is_dropped_while_others_are_read_waits_for_its_turn(
    qtbot, window, session, tmp_path
) -> None:
    session.analysis._analyst.slow_s = 0.05
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        for number in range(3):
            (tmp_path / name / f"{name}{number}.txt").write_text(f"{name}{number}")
    window.import_files([tmp_path / "a"])
    window.import_files([tmp_path / "b"])
    wanted = {f"{name}{number}.txt" for name in "ab" for number in range(3)}
    qtbot.waitUntil(lambda: wanted <= {r.file for r in session.readings})


def test_next_months_report_of_the_same_name_is_shown_as_itself(
    qtbot, window, session, tmp_path
) -> None:
    """The text, the evidence and what is read again are those of the file that is meant."""
    for month in ("march", "april"):
        (tmp_path / month).mkdir()
        (tmp_path / month / "rmf.txt").write_text(f"ADARUN LBP=100M {month}\n")
        with qtbot.waitSignal(session.importFinished):
            window.import_files([tmp_path / month / "rmf.txt"])
    assert [r.file for r in session.readings][-2:] == ["rmf.txt", "rmf (2).txt"]
    page = window.pages["reports"]
    for file, month in (("rmf.txt", "march"), ("rmf (2).txt", "april")):
        page.show_line(file, 1)
        assert page.viewer.text.toPlainText() == f"ADARUN LBP=100M {month}"
    before = len(session.readings)
    with qtbot.waitSignal(session.importFinished):
        window.import_files([tmp_path / "april"])
    assert len(session.readings) == before
    assert "rmf (2).txt" in window.banner.text.text()


def test_a_folder_without_files_says_so_and_a_locked_one_does_not_stop_the_rest(
    qtbot, window, session, tmp_path
) -> None:
    (tmp_path / "none").mkdir()
    with qtbot.waitSignal(session.importFinished):
        window.import_files([tmp_path / "none"])
    assert "none" in window.banner.text.text()
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.txt").write_text(name)
    session.analysis._analyst.readable = lambda path: path.name != "b.txt"
    with qtbot.waitSignal(session.importFinished):
        window.import_files([tmp_path])
    assert {"a.txt", "b.txt", "c.txt"} <= {r.file for r in session.readings}
    with EngagementFile.open(session.path) as kept:
        assert {s.name for s in kept.sources()} >= {"a.txt", "c.txt"}


def test_dropped_files_are_imported_read_and_analysed(qtbot, window, session, tmp_path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "x.txt").write_text("ADARUN LBP=100M\nsecond line\n", encoding="utf-8")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(folder))])
    drop(window, data)
    qtbot.waitUntil(lambda: asking(window) is not None)
    with qtbot.waitSignal(session.document.engagementChanged):
        asking(window).answers[-1].click()
        qtbot.waitUntil(lambda: len(session.readings) == 3)
    page = window.pages["reports"]
    page.show_line("x.txt", 2)
    assert page.viewer.text.toPlainText() == "ADARUN LBP=100M\nsecond line"
    assert page.viewer.text.textCursor().blockNumber() == 1
    assert session.path is not None
    assert not window.progress.isVisible()


def test_what_changed_is_shown_largest_first_and_leads_to_its_line(
    qtbot, window, session, tmp_path
) -> None:
    """After an import of a known system; not again when an answer has it analysed anew."""
    (tmp_path / "x.txt").write_text("ADARUN LBP=100M\n")
    window.show_page("reports")
    page = window.pages["reports"]
    nucleus = session.document.as_is["adabas_nucleus:10-1"]
    old = nucleus.settings["LBP"]
    page.session._batch = 0
    with qtbot.waitSignal(session.importFinished):
        window.import_files([tmp_path / "x.txt"])
    before = session.document.as_is
    changed = replace(nucleus, settings={**nucleus.settings, "LBP": replace(old, value=50)})
    session.before_import = before.with_component(changed)
    page._added(())
    page.refresh()
    page._show_changes()
    assert page.tabs.currentWidget() is page.changes
    rows = page.changed.rows_model.rows
    assert [(r.name, r.what, r.before, r.after) for r in rows] == [
        ("10-1", "LBP", "50\u00a0MB", "100\u00a0MB")
    ]
    assert rows[0].share == 1.0
    page.tabs.setCurrentWidget(page.asked)
    page._show_changes()
    assert page.tabs.currentWidget() is page.asked
    page.changed.selectRow(0)
    page._changed_here()
    assert page.viewer.isVisible() or "ADARUN.txt" in window.banner.text.text()


def test_a_message_moves_nothing_under_the_pointer(qtbot, window) -> None:
    window.show_page("reports")
    page = window.pages["reports"]
    window.banner.hide()
    QApplication.processEvents()
    before = page.table.mapTo(window, QPoint(0, 0)), page.table.size()
    for sentence in ("One sentence.", "A very long sentence. " * 60):
        window.banner.say("warning", sentence)
        QApplication.processEvents()
        assert window.banner.isVisible()
        assert (page.table.mapTo(window, QPoint(0, 0)), page.table.size()) == before
        # A long one is cut after two lines, and "More…" shows the rest.
        label = window.banner.text
        whole = label.height() >= label.heightForWidth(label.width())
        assert whole is not window.banner.more.isVisible()
        assert window.banner.geometry().bottom() < window.banner.parentWidget().height()


def test_an_engagement_is_among_the_recent_ones_once_it_holds_something(
    qtbot, window, session, tmp_path
) -> None:
    """Not only when the window is closed: a session may end otherwise."""
    (tmp_path / "y.txt").write_text("y")
    with qtbot.waitSignal(session.importFinished):
        window.import_files([tmp_path / "y.txt"])
    assert session.path in window.preferences.recent()


def test_a_window_whose_changes_cannot_be_saved_stays_open_and_says_why(
    qtbot, window, session, tmp_path, monkeypatch
) -> None:
    (tmp_path / "z.txt").write_text("z")
    with qtbot.waitSignal(session.importFinished):
        window.import_files([tmp_path / "z.txt"])
    qtbot.waitUntil(lambda: session.save_now() is None)

    real, first = EngagementFile.set_scenarios, session.path

    def full(file: EngagementFile, *scenarios: object) -> None:
        if file.path in broken:
            raise StoreProblem("cannot grow, the disk is full", file=file.path)
        real(file, *scenarios)

    monkeypatch.setattr(EngagementFile, "set_scenarios", full)
    broken = {first}
    session.document.branch()
    assert not window.close()
    assert window.isVisible()
    assert f"{session.path.name}: cannot grow, the disk is full" in window.banner.text.text()
    elsewhere = tmp_path / "elsewhere.plexwright"
    assert save_as(session, elsewhere) is None
    with EngagementFile.open(elsewhere) as kept:
        assert [s.name for s in kept.scenarios()] == [session.document.current]
    broken.add(elsewhere)
    session.document.branch()
    assert not window.close()
    qtbot.mouseClick(window.banner.act, Qt.MouseButton.LeftButton)
    assert window not in WINDOWS


def test_a_long_report_is_read_anywhere_and_loaded_beside_the_window(
    qtbot, window, session, tmp_path
) -> None:
    """By line number and from unread lines to unread lines, though only a part is on show."""
    (tmp_path / "long.txt").write_text("".join(f"line {n}\n" for n in range(1, 100_001)))
    with qtbot.waitSignal(session.importFinished):
        window.import_files([tmp_path / "long.txt"])
    page = window.pages["reports"]
    reading = replace(
        session.readings[-1], size_bytes=3 << 20, unread=((7, 9), (60_000, 60_005)), problems=()
    )
    session.readings = (*session.readings[:-1], reading)
    page.refresh()
    page.show_line("long.txt", 50_000)
    qtbot.waitUntil(lambda: "line 50000" in page.viewer.text.toPlainText())
    viewer = page.viewer

    def here() -> str:
        return viewer.text.textCursor().block().text()

    assert here() == "line 50000"
    viewer.wanted.setText("99,990")
    viewer.wanted.returnPressed.emit()
    assert here() == "line 99990"
    for first in (7, 60_000, 7):
        qtbot.mouseClick(viewer.next, Qt.MouseButton.LeftButton)
        assert here() == f"line {first}"


def test_answering_leaves_what_is_being_typed_and_goes_on_to_the_next_question(
    qtbot, window, session, kit
) -> None:
    """The analysis of one answer arrives while the next one is being typed."""
    window.show_page("reports")
    page = window.pages["reports"]
    page.tabs.setCurrentWidget(page.asked)
    asked = tuple(
        Question(subject, metric, f"{metric}?", "", choices=choices)
        for subject, metric, choices in (
            (kit.DATABASE, "setting.USERS", ()),
            (kit.DATABASE, "setting.NUCLEI", ()),
            ("cics_region:AOR1", "relation.parent", ("lpar:SYSA", "lpar:SYSB")),
        )
    )

    def still(questions: tuple[Question, ...]) -> None:
        known = session.document.engagement
        installation = replace(known.installation, questions=questions)
        session.document.set_engagement(replace(known, installation=installation))

    still(asked)
    questions = page.questions
    fields = questions.findChildren(QLineEdit)[-2:]
    assert [box.itemText(1) for box in questions.findChildren(QComboBox)] == ["LPAR SYSA"]
    fields[1].setFocus()
    qtbot.keyClicks(fields[1], "1")
    still(asked[1:])
    qtbot.keyClicks(fields[1], "2")
    assert fields[1].text() == "12"
    assert fields[1].isVisible()
    assert QApplication.focusWidget() is fields[1]
    still(asked[2:])
    assert QApplication.focusWidget() is questions.findChildren(QComboBox)[0]


def test_what_changed_is_still_there_after_reopening(
    qtbot, window, session, tmp_path, monkeypatch
) -> None:
    """Kept in the engagement with the import; a file that was there already takes nothing away."""
    window.show_page("reports")
    page = window.pages["reports"]
    report = tmp_path / "x.txt"
    report.write_text("ADARUN LBP=100M\n")
    nucleus = session.document.as_is["adabas_nucleus:10-1"]
    now = nucleus.settings["LBP"]
    old = replace(nucleus, settings={**nucleus.settings, "LBP": replace(now, value=50)})
    monkeypatch.setattr(session.document, "_as_is", session.document.as_is.with_component(old))
    with qtbot.waitSignal(session.importFinished):
        window.import_files([report])

    def changed() -> list[tuple[str, str, str, str]]:
        rows = page.changed.rows_model.rows
        return [(r.name, r.what, r.before, r.after) for r in rows]

    wanted = [("10-1", "LBP", "50\u00a0MB", "100\u00a0MB")]
    assert changed() == wanted
    with qtbot.waitSignal(session.importFinished):
        window.import_files([report])
    assert changed() == wanted
    with qtbot.waitSignal(session.opened):
        window.open_file(session.path)
    qtbot.waitUntil(lambda: changed() == wanted)


def test_what_was_dropped_and_is_not_there_is_said(qtbot, window, session, tmp_path) -> None:
    (tmp_path / "x.txt").write_text("ADARUN LBP=100M\n")
    (tmp_path / "none").mkdir()
    with qtbot.waitSignal(session.importFinished):
        window.import_files([tmp_path / "gone.txt", tmp_path / "x.txt", tmp_path / "none"])
    assert any(r.file == "x.txt" for r in session.readings)
    said = window.banner.text.text()
    assert "gone.txt cannot be found" in said
    assert "none holds no files" in said
    (tmp_path / "gone.txt").write_text("ADARUN LBP=200M\n")
    with qtbot.waitSignal(session.importFinished):
        window.import_files([tmp_path / "gone.txt"])
    assert any(r.file == "gone.txt" for r in session.readings)
    assert not window.banner.isVisible(), "what was missing is here now"
    data = QMimeData()
    data.setUrls([QUrl("https://host/rmf.txt")])
    drop(window, data)
    qtbot.waitUntil(lambda: "rmf.txt is not a file of this machine" in window.banner.text.text())


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "ist leer; eine andere Datei öffnen"),
        (b"no database at all", "ist kein Auftrag; Reports liest"),
        (b"SQLite format 3\0", "ist nach 16 Bytes abgeschnitten"),
        (None, "ist beschädigt (ihre Teile widersprechen einander)"),
    ],
)
def test_a_file_that_cannot_be_opened_says_so_in_german(
    qtbot, window, session, tmp_path, content, said
) -> None:
    from app.window.i18n import set_language

    path = tmp_path / "kaputt.plexwright"
    EngagementFile.create(path, "x").close()
    if content is None:
        data = bytearray(path.read_bytes())
        data[100:4096] = b"\xff" * 3996
        path.write_bytes(data)
    else:
        path.write_bytes(content)
    set_language("de")
    try:
        with qtbot.waitSignal(session.refused):
            window.open_file(path)
        assert f"kaputt.plexwright: {said}" in window.banner.text.text()
    finally:
        set_language("en")


def test_a_device_type_is_shown_as_it_is_printed(qapp) -> None:
    """No quantity: 8393, not 8,393; what has a unit is one."""
    from advisor.observations import Observation
    from app.window.importing.page import observed_value

    def said(metric: str, value: object, unit: str, raw: str) -> str:
        return observed_value(
            Observation("adabas_nucleus:1", metric, value, unit, "x.txt", 3, "", raw=raw)
        )

    assert said("setting.DEVICE", 8393, "", "8393") == "8393"
    assert said("setting.LBP", 1000, "MB", "1000M") == "1,000\u00a0MB"
    assert said("commands", 8393, "", "8393") == "8,393"


def test_reports_are_left_out_and_taken_in_again(qtbot, window, session, tmp_path) -> None:
    """What was imported by mistake stayed in every figure for good."""
    for lot in ("first", "second"):
        (tmp_path / lot).mkdir()
        for name in "ab":
            (tmp_path / lot / f"{lot}-{name}.txt").write_text(f"ADARUN LBP=100M {lot}{name}\n")
        with qtbot.waitSignal(session.importFinished):
            window.import_files([tmp_path / lot])
    page, document = window.pages["reports"], session.document
    page.show_line("second-a.txt", 1)
    for press, gone in (
        (page.leave, {"second-a.txt"}),
        (page.leave_import, {"second-a.txt", "second-b.txt"}),
    ):
        with qtbot.waitSignals([document.analysisWanted, document.notice]):
            press.click()
        out = {r.file for r in session.readings if is_left_out(r.file, document.state.answers)}
        assert out == gone
        assert "again" in press.text()
    assert {r.file for r in session.readings} >= {"first-a.txt", "second-a.txt"}
    document.undo_stack.undo()
    assert is_left_out("second-a.txt", document.state.answers)
    assert not is_left_out("second-b.txt", document.state.answers)
    page.leave.click()
    assert not document.state.answers
    assert page.leave.text() == "Leave this report out"


@pytest.mark.parametrize("late", ["importing", "reading again"])
def test_what_is_read_at_a_save_as_is_kept_in_the_new_file(
    qtbot, window, session, tmp_path, monkeypatch, late
) -> None:
    """It went to the file before: the new one, which was on show from then on, had lost it."""
    for name in "abc":
        (tmp_path / f"{name}.txt").write_text(name)
    with qtbot.waitSignal(session.importFinished):
        window.import_files([tmp_path / "a.txt"])
    old, new = session.path, tmp_path / "new.plexwright"
    there, go_on = Event(), Event()
    analyst = session.analysis._analyst
    read = analyst.read

    def held(path, progress, cancel, *_intervals):
        readings = tuple(replace(r, lines=777) for r in read(path, progress, cancel))
        if path.name in ("c.txt" if late == "importing" else "a.txt"):
            there.set()
            assert go_on.wait(30)
        return readings

    monkeypatch.setattr(analyst, "read", held)
    monkeypatch.setattr(
        analyst, "read_intervals", lambda path, _i, *how: held(path, *how), raising=False
    )
    if late == "importing":
        window.import_files([tmp_path / "b.txt", tmp_path / "c.txt"])
    else:
        (first,) = (r for r in session.readings if r.file == "a.txt")
        session.read_intervals(first, ("2026-01-01T00:00:00",))
    qtbot.waitUntil(there.is_set)
    assert save_as(session, new) is None
    with EngagementFile.open(old) as file:
        before = file.stamp(), [source.name for source in file.sources()]
    with qtbot.waitSignal(session.importFinished):
        go_on.set()
    qtbot.waitUntil(lambda: not session.analysis._worker.busy("keep"))
    assert session.save_now() is None
    with EngagementFile.open(new) as file:
        names = {source.name for source in file.sources()}
        assert names == ({"a.txt", "b.txt", "c.txt"} if late == "importing" else {"a.txt"})
        kept = {reading.file: reading.lines for reading in file.readings()}
        assert kept == {r.file: r.lines for r in session.readings if r.file in names}
        assert 777 in kept.values()
    with EngagementFile.open(old) as file:
        assert (file.stamp(), [source.name for source in file.sources()]) == before


def test_a_save_as_waits_for_a_report_that_is_being_kept_but_the_window_does_not(
    qtbot, window, session, tmp_path, monkeypatch
) -> None:
    """A report of gigabytes takes its time, and so does the copy of what holds it."""
    for name in "ab":
        (tmp_path / f"{name}.txt").write_text(name)
    with qtbot.waitSignal(session.importFinished):
        window.import_files([tmp_path / "a.txt"])
    old, new = session.path, tmp_path / "new.plexwright"
    there, go_on = Event(), Event()
    add = EngagementFile.add_source

    def held(file, *what):
        new_there = add(file, *what)
        there.set()
        assert go_on.wait(30)
        return new_there

    monkeypatch.setattr(EngagementFile, "add_source", held)
    window.import_files([tmp_path / "b.txt"])
    qtbot.waitUntil(there.is_set)
    said: list[str | None] = []
    session.savedAs.connect(lambda _path, why: said.append(why))
    for stopped in (True, False):
        said.clear()
        began = time.perf_counter()
        window.save_as(new)
        assert time.perf_counter() - began < 0.1
        session.document.decide("F", "accepted" if stopped else "rejected")
        assert "saved under another name" in session.save_now()
        window._show_progress()
        assert "new.plexwright" in window.progress_text.text()
        if stopped:
            qtbot.mouseClick(window.cancel, Qt.MouseButton.LeftButton)
            qtbot.waitUntil(lambda: bool(said))
            assert "as you wished" in window.banner.text.text()
            assert session.path == old
            assert not new.exists()
    go_on.set()
    qtbot.waitUntil(lambda: bool(said))
    assert said == [None]
    assert session.path == new
    qtbot.waitUntil(lambda: len(session.readings) > 2 and not session.analysis.busy)
    qtbot.waitUntil(lambda: session.save_now() is None)
    for path, verdict in ((old, None), (new, "rejected")):
        with EngagementFile.open(path) as file:
            assert "b.txt" in {source.name for source in file.sources()}
            assert verdict in (None, *(d.verdict for d in file.decisions()))


def test_what_looks_alike_before_and_after_did_not_change(kit) -> None:
    """A share that moved by less than is shown stood there with a change of 0 %."""
    before = kit.make_topology()
    name = "adabas_nucleus:10-1"
    nucleus = before[name]

    def with_pool(value: float) -> Topology:
        setting = replace(nucleus.settings["LBP"], value=value)
        changed = replace(nucleus, settings={**nucleus.settings, "LBP": setting})
        return replace(before, components={**before.components, name: changed})

    kinds = kit.make_catalogue()
    assert differences(before, with_pool(100.01), kinds) == []
    (found,) = differences(before, with_pool(110.0), kinds)
    assert found.what == "LBP"
