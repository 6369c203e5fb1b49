"""What is changed is on the disk soon, and nothing that is not is left without a question."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox

from advisor.engagement import Constraints
from app.store import EngagementFile, StoreProblem
from app.window.document import State, editing
from app.window.services import saving
from app.window.services.persistence import load
from app.window.services.saving import Persistence
from app.window.session import Session
from app.window.shell.window import WINDOWS, MainWindow
from model.topology import AddComponent, Component, Origin, Scenario, Setting
from tests.app.saving_as import save_as

NUCLEUS = "adabas_nucleus:10-1"


@pytest.fixture
def store(qtbot, tmp_path):
    made = Persistence()
    made.create(tmp_path / "a.plexwright", State(title="A"))
    yield made
    made.give_up()
    made.close()


@pytest.fixture
def sessions(qtbot, kit, tmp_path):
    """Further sessions as the window's own one is, closed at the end."""
    made: list[Session] = []

    def start() -> Session:
        made.append(
            Session(
                catalogue=kit.make_catalogue(),
                projector=kit.fake_project,
                analyst=kit.FakeAnalyst(),
                folder=tmp_path / "kept",
            )
        )
        return made[-1]

    yield start
    for session in made:
        session.give_up()
        session.close()


REAL = EngagementFile.set_scenarios


def full(*_what: object) -> None:
    raise StoreProblem("cannot grow, the disk is full")


def full_disk(monkeypatch, path: Path, what: str = "set_scenarios") -> None:
    """The disk of this engagement is full: nothing more can be written to it."""
    real = getattr(EngagementFile, what)

    def write(file: EngagementFile, *values: object) -> None:
        if file.path == path:
            full()
        real(file, *values)

    monkeypatch.setattr(EngagementFile, what, write)


def names(path: Path) -> list[str]:
    return [scenario.name for scenario in load(path).state.scenarios]


def test_edits_that_never_pause_are_saved_meanwhile(qtbot, store) -> None:
    """A slider that is dragged for long: each step put the saving off (by more than 50 ms)."""
    began = time.monotonic()
    number = 0
    while not names(store.path) and time.monotonic() - began < 15.0:
        number += 1
        store.save(State(title="A", scenarios=(Scenario(f"step {number}"),)))
        qtbot.wait(50)
    assert names(store.path), "nothing is saved as long as edits go on"


def test_a_change_waits_for_no_pause_and_never_half_a_second(qtbot, store) -> None:
    """What a crash took of the last edits was up to 1.2 s old."""
    qtbot.wait(saving.LATEST_SAVE_MS)
    store.save(State(title="A", scenarios=(Scenario("alone"),)))
    assert 0 <= store._timer.remainingTime() <= saving.SAVE_AFTER_MS
    qtbot.waitUntil(lambda: names(store.path) == ["alone"])
    qtbot.waitUntil(lambda: not store.unsaved)
    left = saving.LATEST_SAVE_MS
    for number in range(20):
        store.save(State(title="A", scenarios=(Scenario(f"step {number}"),)))
        again = store._timer.remainingTime()
        assert 0 <= again <= left < 500
        left = again
        time.sleep(0.001)


def test_a_flush_is_kept_whole_or_not_at_all(qtbot, store, monkeypatch) -> None:
    full_disk(monkeypatch, store.path, "set_answer")
    store.save(State(title="B", scenarios=(Scenario("S"),), answers={("lpar:A", "setting.CPS"): 4}))
    assert "disk is full" in str(store.flush())
    kept = load(store.path).state
    assert (kept.title, kept.scenarios, kept.answers) == ("A", (), {})


class Prompt(ThreadPoolExecutor):
    """Everything is done before one has asked whether it is."""

    def submit(self, *job):
        begun = super().submit(*job)
        wait([begun], 2)
        return begun


def test_a_save_as_whose_writings_are_through_at_once_is_made_once(
    qtbot, tmp_path, monkeypatch
) -> None:
    """It was begun a second time by the writing before it, and waited for itself."""
    monkeypatch.setattr(saving, "_thread", lambda: Prompt(1))
    store = Persistence()
    store.create(tmp_path / "a.plexwright", State(title="A"))
    said: list[Exception | None] = []
    store.copied.connect(lambda _path, why: said.append(why))
    store.save(State(title="B"))
    store.copy_to(tmp_path / "b.plexwright")
    qtbot.waitUntil(lambda: bool(said), timeout=5000)
    assert said == [None]
    assert store.path == tmp_path / "b.plexwright"
    assert load(store.path).state.title == "B"
    store.close()


def test_what_could_not_be_saved_is_tried_again_and_complained_of_once(
    qtbot, store, monkeypatch
) -> None:
    monkeypatch.setattr(saving, "FIRST_RETRY_MS", 20)
    store._retry_ms = 20
    said: list[str] = []
    store.problem.connect(said.append)
    tries: list[int] = []

    def full_for_a_while(
        file: EngagementFile, scenarios: Iterable[Scenario], held: Sequence[Scenario]
    ) -> None:
        tries.append(1)
        if len(tries) < 4:
            full()
        REAL(file, scenarios, held)

    monkeypatch.setattr(EngagementFile, "set_scenarios", full_for_a_while)
    store.save(State(title="A", scenarios=(Scenario("S"),)))
    with qtbot.waitSignal(store.mended):
        pass
    assert names(store.path) == ["S"]
    assert len(said) == 1
    assert not store.unsaved


def test_what_could_not_be_saved_on_leaving_is_tried_again_too(qtbot, store, monkeypatch) -> None:
    """Asking whether one may leave writes at once; what fails then is not given up for good."""
    store._retry_ms = 20
    with monkeypatch.context() as disk:
        full_disk(disk, store.path, "set_scenarios")
        store.save(State(title="A", scenarios=(Scenario("S"),)))
        assert "disk is full" in str(store.flush())
    with qtbot.waitSignal(store.mended):
        pass
    assert names(store.path) == ["S"]


def test_an_error_after_the_change_was_complete_is_no_other_window(
    qtbot, store, monkeypatch
) -> None:
    """The disk says no when the folder is synchronised, and the change is there all the same."""
    real = EngagementFile.together
    broken: list[int] = []

    @contextmanager
    def complains_once(file: EngagementFile) -> Iterator[str]:
        with real(file) as before:
            yield before
        if not broken:
            broken.append(1)
            raise StoreProblem("the disk reports an error")

    monkeypatch.setattr(EngagementFile, "together", complains_once)
    disputed: list[object] = []
    store.disputed.connect(disputed.append)
    store.save(State(title="A", scenarios=(Scenario("S"),), decisions={}))
    assert "the disk reports" in str(store.flush())
    store.save(State(title="B", scenarios=(Scenario("S", note="more"),)))
    assert store.flush() is None
    assert disputed == []
    kept = load(store.path).state
    assert (kept.title, kept.scenarios[0].note) == ("B", "more")


def test_what_the_program_itself_keeps_beside_is_no_other_window(qtbot, store) -> None:
    """A report or an analysis kept by another thread; settings come back in another order."""
    part = Component(
        "lpar:Z",
        "lpar",
        "Z",
        None,
        {"ZHPF": Setting(True, Origin("user")), "CPS": Setting(4, Origin("user"))},
    )
    merged: list[object] = []
    store.merged.connect(lambda *states: merged.append(states))
    first = State(
        title="A",
        scenarios=(Scenario("S", (AddComponent(part),)),),
        edits=(AddComponent(part),),
        answers={("lpar:Z", "setting.CPS"): 4},
        positions={"lpar:Z": (1, 2)},
        provisional=True,
    )
    store.save(first)
    assert store.flush() is None
    with EngagementFile.open(store.path) as file:
        file.add_source("report", b"x", ())
    store.save(replace(first, title="B"))
    assert store.flush() is None
    assert merged == []
    assert load(store.path).state == replace(first, title="B", constraints=Constraints())


def test_limits_taken_back_are_taken_back_in_the_file_too(qtbot, store) -> None:
    """Found by random gestures: the file kept the limits, and then they were another window's."""
    merged: list[object] = []
    store.merged.connect(lambda *states: merged.append(states))
    for limits in (Constraints(no_paging=True), None):
        store.save(State(title="A", constraints=limits))
        assert store.flush() is None
        assert load(store.path).state.constraints == (limits or Constraints())
    with EngagementFile.open(store.path) as file:
        file.add_source("report", b"x", ())
    store.save(State(title="B"))
    assert store.flush() is None
    assert merged == []


@pytest.mark.parametrize("way", ["open", "new", "sample"])
def test_nothing_unsaved_is_left_without_a_question(
    qtbot, window, session, tmp_path, way, monkeypatch
) -> None:
    other = tmp_path / "other.plexwright"
    EngagementFile.create(other, "Other").close()
    (tmp_path / "z.txt").write_text("z")
    with qtbot.waitSignal(session.importFinished):
        window.import_files([tmp_path / "z.txt"])
    path = session.path
    full_disk(monkeypatch, path)
    session.document.branch()
    leave = {
        "open": lambda: window.open_file(other),
        "new": window.begin_empty,
        "sample": window.open_sample,
    }[way]
    leave()
    qtbot.wait(100)
    assert session.path == path
    assert len(session.document.state.scenarios) == 1
    assert "disk is full" in window.banner.text.text()
    assert [act.text() for act in window.banner.acts] == ["Go on without them", "Save as…"]
    with qtbot.waitSignal(session.opened):
        qtbot.mouseClick(window.banner.act, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: session.path != path)
    assert session.document.state.scenarios == ()


def test_what_was_given_up_for_a_damaged_engagement_is_not_lost(
    qtbot, window, session, tmp_path, monkeypatch
) -> None:
    """The window stayed as it was, and was then closed without a question."""
    session.save_as(tmp_path / "a.plexwright")
    other = tmp_path / "other.plexwright"
    other.write_bytes(b"no engagement" * 100)
    full_disk(monkeypatch, session.path)
    session.document.branch()
    window.open_file(other)
    with qtbot.waitSignal(session.refused):
        qtbot.mouseClick(window.banner.act, Qt.MouseButton.LeftButton)
    assert not window.close()
    assert "disk is full" in window.banner.text.text()
    assert save_as(session, tmp_path / "b.plexwright") is None
    assert names(session.path) == ["What-if"]


def test_what_cannot_be_saved_at_all_is_asked_about_too(qtbot, window, session, tmp_path) -> None:
    """No file could even be made: the folder for new engagements is none."""
    session._folder = tmp_path / "in the way"
    session._folder.write_text("a file")
    session.new()
    session.document.branch()
    said = "cannot be used (File exists); check the name and the rights"
    assert window.banner.text.text() == f"Nothing is saved: in the way: {said}"
    assert not window.close()
    assert window.banner.text.text() == f"The last changes are not saved: in the way: {said}."
    session._folder.unlink()
    assert session.save_now() is None
    assert names(session.path) == ["What-if"]


@pytest.mark.parametrize("leaving", [True, False])
@pytest.mark.parametrize("kept", [True, False])
def test_nothing_is_called_unsaved_any_more_once_it_is_saved_elsewhere(
    qtbot, window, session, tmp_path, kept, leaving, monkeypatch
) -> None:
    """The button beside the message would have given up what came after the Save as."""
    if kept:
        session.save_as(tmp_path / "a.plexwright")
        full_disk(monkeypatch, tmp_path / "a.plexwright")
    else:
        session._folder = tmp_path / "in the way"
        session._folder.write_text("a file")
    session.document.branch()
    if kept:
        qtbot.waitUntil(lambda: "disk is full" in window.banner.text.text())
    assert window.banner.isVisible()
    if leaving:
        assert not window.close()
        assert "not saved" in window.banner.text.text()
    assert save_as(session, tmp_path / "b.plexwright") is None
    assert not window.banner.isVisible()
    assert names(session.path) == ["What-if"]


def save_under(monkeypatch, window, name: Path, answer: QMessageBox.StandardButton) -> list[str]:
    """Choose a name in the dialog, and answer the question whether to replace; what was asked."""
    asked: list[str] = []
    chosen: list[QFileDialog] = []

    def accept(dialog: QFileDialog) -> int:
        """The name once: a dialog that a No leads back to is left."""
        chosen.append(dialog)
        return 1 if len(chosen) == 1 else 0

    def question(_parent, _title, text, **_more) -> QMessageBox.StandardButton:
        asked.append(text)
        return answer

    monkeypatch.setattr(QFileDialog, "exec", accept)
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _dialog: [str(name)])
    monkeypatch.setattr(QMessageBox, "question", question)
    through: list[str | None] = []
    window.session.savedAs.connect(lambda _path, why: through.append(why))
    window.ask_save()
    while answer == QMessageBox.StandardButton.Yes and not through:
        QApplication.processEvents()
    assert chosen[0].defaultSuffix() == "plexwright"
    assert len(set(map(id, chosen))) == 1, "back to the same dialog, with the name as it was"
    return asked


def test_ctrl_s_writes_and_says_when(qtbot, window, session, tmp_path) -> None:
    """It did nothing and said nothing, as saving goes by itself."""
    window.save_now()
    assert window.banner.text.text() == "There is nothing to save yet."
    save_as(session, tmp_path / "ours.plexwright")
    session.document.branch(name="ours")
    qtbot.keyClick(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    with EngagementFile.open(tmp_path / "ours.plexwright") as file:
        assert [scenario.name for scenario in file.scenarios()] == ["ours"]
    assert re.fullmatch(r"Saved at .*\d+:\d\d.*: ours\.plexwright", window.banner.text.text())


def test_what_is_built_by_hand_is_among_the_recent_ones(qtbot, window, session) -> None:
    """Only what had reports was: an evening's drawing was in a folder that nobody knows."""
    window.begin_empty()
    document = session.document
    made = editing.new_component(document.topology, document.catalogue["cpc"], None)
    document.apply("Add", [AddComponent(made)])
    assert session.path is not None
    assert window.preferences.recent()[0] == session.path.resolve()


def test_save_as_asks_before_it_replaces_and_renames_nothing(
    qtbot, window, session, tmp_path, monkeypatch
) -> None:
    theirs = tmp_path / "customer.2026.plexwright"
    with EngagementFile.create(theirs, "Theirs") as file:
        file.set_scenarios((Scenario("theirs"),))
    session.document.rename("Customer A")
    session.document.branch(name="ours")
    no, yes = QMessageBox.StandardButton.No, QMessageBox.StandardButton.Yes
    typed = theirs.with_suffix("")  # the dialog would not ask for this name: it is free
    assert "customer.2026.plexwright" in save_under(monkeypatch, window, typed, no)[0]
    assert names(theirs) == ["theirs"]
    assert session.path != theirs
    assert len(save_under(monkeypatch, window, typed, yes)) == 1
    assert session.path == theirs
    assert names(theirs) == ["ours"]
    assert load(theirs).state.title == session.document.state.title == "Customer A"
    # Saved under the name it has, there is nothing to ask.
    assert save_under(monkeypatch, window, theirs, no) == []
    assert save_under(monkeypatch, window, tmp_path / "free", yes) == []
    assert session.path == tmp_path / "free.plexwright"


def test_an_engagement_without_a_name_gets_that_of_its_file(session, tmp_path) -> None:
    session.new()
    assert save_as(session, tmp_path / "Customer B.plexwright") is None
    assert load(session.path).state.title == "Customer B"


def test_a_report_is_offered_where_the_engagement_is_or_documents_are(session, tmp_path) -> None:
    """It was offered where the program was started, which nobody chose."""
    kept = Path(session.beside("report.pdf"))
    assert kept.is_absolute()
    assert kept.parent != Path.cwd()
    assert save_as(session, tmp_path / "customer" / "Acme.plexwright") is not None
    (tmp_path / "customer").mkdir()
    assert save_as(session, tmp_path / "customer" / "Acme.plexwright") is None
    assert session.beside("report.pdf") == str(tmp_path / "customer" / "report.pdf")


def test_leaving_during_a_save_as_stops_it_and_the_window_does_not_wait(
    qtbot, sessions, tmp_path, monkeypatch
) -> None:
    session = sessions()
    session.document.branch(name="S")
    assert session.save_now() is None
    path, real, go = session.path, EngagementFile.copy_to, Event()

    def slow(file: EngagementFile, target: Path, **how: Any) -> None:
        """A disk that answers when it pleases."""
        go.wait(10)
        real(file, target, **how)

    monkeypatch.setattr(EngagementFile, "copy_to", slow)
    session.save_as(tmp_path / "b.plexwright")
    session.document.branch(name="T")
    left: list[Path | None] = []
    began = time.monotonic()
    session.give_up(lambda: left.append(session.path))
    assert time.monotonic() - began < 5
    assert left == []
    go.set()
    qtbot.waitUntil(lambda: left == [path], timeout=5000)
    assert not (tmp_path / "b.plexwright").exists()
    assert "T" not in names(path)


def test_the_second_window_reads_only_and_a_copy_can_be_worked_on(
    qtbot, window, session, sessions, tmp_path
) -> None:
    session.document.branch(name="first")
    assert session.save_now() is None
    path = session.path
    other = MainWindow(sessions())
    other.show()
    with qtbot.waitSignal(other.session.opened):
        other.open_file(path)
    document = other.session.document
    assert other.session.holder is not None
    assert "open in another window" in other.banner.text.text()
    assert "(read only)" in other.windowTitle()
    document.branch(name="second")
    document.decide("F", "accepted")
    other.session.import_paths([tmp_path])
    assert [s.name for s in document.state.scenarios] == ["first"]
    assert "only read here" in other.banner.text.text()
    assert other.session.readings == load(path).readings
    session.document.branch(name="third")
    assert session.save_now() is None
    assert save_as(other.session, path, replace=True) is None
    assert names(path) == ["first", "third"]
    assert save_as(other.session, tmp_path / "copy.plexwright") is None
    document.branch(name="second")
    assert other.session.save_now() is None
    assert "second" in names(tmp_path / "copy.plexwright")
    assert other.close()
    assert other not in WINDOWS
    assert names(path) == ["first", "third"]


def test_what_another_window_has_open_is_not_replaced(session, sessions, tmp_path) -> None:
    session.document.branch(name="first")
    assert session.save_now() is None
    other = sessions()
    other.new()
    other.document.branch(name="second")
    assert "open in another window" in str(save_as(other, session.path, replace=True))
    assert names(session.path) == ["first"]


def test_the_engagement_can_be_opened_again_in_the_same_window(qtbot, window, session) -> None:
    session.document.branch(name="first")
    path = session.path
    with qtbot.waitSignal(session.opened):
        window.open_file(path)
    assert session.holder is None
    session.document.branch(name="second")
    assert session.save_now() is None
    assert names(path) == ["first", "second"]


def test_the_engagement_is_renamed_where_its_name_stands(qtbot, window, session) -> None:
    qtbot.mouseDClick(window.engagement_title, Qt.MouseButton.LeftButton)
    assert window.title_edit.isVisible()
    window.title_edit.setText("Customer C")
    qtbot.keyClick(window.title_edit, Qt.Key.Key_Return)
    assert session.document.state.title == "Customer C"
    assert window.engagement_title.isVisible()
    assert window.engagement_title.text() == "Customer C"


def test_an_engagement_without_a_name_is_not_changed_by_another_window(
    qtbot, catalogue, tmp_path
) -> None:
    """Its file called itself by its own name, which was taken for what another window did."""
    session = Session(catalogue=catalogue, folder=tmp_path)
    said: list[str] = []
    session.document.notice.connect(lambda _level, sentence: said.append(sentence))
    session.document.branch(name="one")
    assert session.save_now() is None
    assert said == []
    assert session.path is not None
    assert load(session.path).state.title == session.document.state.title == "New engagement"
    session.document.undo_stack.undo()
    assert session.document.state.scenarios == ()
    session.close()
