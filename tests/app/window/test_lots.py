"""Several folders dropped at once, or one more onto what is open: nothing is mixed unasked."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from app.window.i18n import set_language
from app.window.session import Session
from app.window.shell.lots import LotsDialog, lots
from app.window.shell.window import WINDOWS, MainWindow


@pytest.fixture
def customers(tmp_path):
    """Folders of two customers, a report in each."""
    made = []
    for name in ("Bank", "Insurer"):
        folder = tmp_path / "reports" / name
        folder.mkdir(parents=True)
        (folder / f"{name}.txt").write_text(f"ADARUN LBP=100M {name}\n", encoding="utf-8")
        made.append(folder)
    return made


@pytest.fixture
def empty(qtbot, kit, monkeypatch, tmp_path):
    """A window on the start page; further windows get sessions of the same kind."""
    import app.window.shell.window as shell

    sessions = []

    def session() -> Session:
        folder = tmp_path / f"kept{len(sessions)}"
        made = Session(
            catalogue=kit.make_catalogue(),
            projector=kit.fake_project,
            analyst=kit.FakeAnalyst(),
            folder=folder,
        )
        sessions.append(made)
        return made

    monkeypatch.setattr(shell, "Session", session)
    before = list(WINDOWS)
    window = MainWindow()
    window.show()
    qtbot.waitExposed(window)
    yield window
    for one in [one for one in WINDOWS if one not in before]:
        one.close()
    qtbot.wait(1)


def asked(qtbot, window) -> LotsDialog:
    """The question on show."""
    qtbot.waitUntil(lambda: isinstance(window.popup, LotsDialog) and window.popup.isVisible())
    return window.popup


def paste(window, paths) -> None:
    """Copied in a file manager, pasted by keyboard."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    QGuiApplication.clipboard().setMimeData(data)
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


def files(window) -> set[str]:
    return {reading.file for reading in window.session.readings}


def settled(qtbot, window, expected: set[str]) -> None:
    qtbot.waitUntil(lambda: files(window) == expected and not window.session.analysis.busy)


def test_two_folders_on_the_start_page_become_an_engagement_each_by_enter(
    qtbot, empty, customers
) -> None:
    """The answer of a reflex mixes nothing: a window for each, called like its folder."""
    others = list(WINDOWS)
    paste(empty, customers)
    dialog = asked(qtbot, empty)
    assert not empty.session.readings
    assert dialog.answers[0].hasFocus()
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(WINDOWS) == len(others) + 1)
    other = WINDOWS[-1]
    settled(qtbot, empty, {"Bank.txt"})
    settled(qtbot, other, {"Insurer.txt"})
    assert empty.session.document.state.title == "Bank"
    assert other.session.document.state.title == "Insurer"
    assert empty.session.path != other.session.path


def test_two_folders_of_one_customer_are_one_engagement_by_the_arrow(
    qtbot, empty, customers
) -> None:
    windows = list(WINDOWS)
    paste(empty, customers)
    dialog = asked(qtbot, empty)
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Down)
    assert dialog.answers[1].hasFocus()
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    settled(qtbot, empty, {"Bank.txt", "Insurer.txt"})
    assert windows == WINDOWS


def test_leaving_the_question_reads_nothing(qtbot, empty, customers) -> None:
    paste(empty, customers)
    dialog = asked(qtbot, empty)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.wait(50)
    assert not empty.session.readings
    assert empty.session.path is None


def test_a_folder_alone_on_the_start_page_is_not_asked_about(qtbot, empty, customers) -> None:
    paste(empty, customers[:1])
    settled(qtbot, empty, {"Bank.txt"})
    assert not isinstance(empty.popup, LotsDialog)


def test_a_folder_onto_an_open_engagement_goes_beside_it_or_into_it(
    qtbot, empty, customers, monkeypatch
) -> None:
    """By the menu's “Import a folder…” too, which is the way of the keyboard."""
    paste(empty, customers[:1])
    settled(qtbot, empty, {"Bank.txt"})
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(customers[1]))
    others = list(WINDOWS)
    empty.commands["import-folder"].trigger()
    QTest.keyClick(asked(qtbot, empty).focusWidget(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(WINDOWS) == len(others) + 1)
    settled(qtbot, WINDOWS[-1], {"Insurer.txt"})
    assert files(empty) == {"Bank.txt"}
    empty.commands["import-folder"].trigger()
    dialog = asked(qtbot, empty)
    assert empty.session.document.state.title in dialog.answers[-1].text()
    dialog.answers[-1].click()
    settled(qtbot, empty, {"Bank.txt", "Insurer.txt"})


def test_a_folder_and_files_beside_it_are_all_named_in_the_question(
    qtbot, empty, customers, tmp_path
) -> None:
    """The question named the first thing that was given alone, a file, and not the folder."""
    empty.open_sample()
    qtbot.waitUntil(lambda: bool(empty.session.readings) and not empty.session.analysis.busy)
    extra = tmp_path / "extra.txt"
    extra.write_text("ADARUN NT=20\n", encoding="utf-8")
    paste(empty, [extra, customers[0]])
    text = asked(qtbot, empty).asked.text()
    assert "extra.txt" in text
    assert "Bank" in text
    empty.popup.reject()


def test_folders_and_the_files_beside_them_are_told_apart(tmp_path) -> None:
    for customer in ("a", "b"):
        (tmp_path / customer / "rmf").mkdir(parents=True)
    (tmp_path / "x.txt").write_text("x")
    paths = [tmp_path / "a" / "rmf", tmp_path / "b" / "rmf", tmp_path / "x.txt"]
    assert lots(paths) == (
        ("a/rmf", (paths[0],)),
        ("b/rmf", (paths[1],)),
        (tmp_path.name, (paths[2],)),
    )


def test_the_question_is_german_with_german_quotes(qtbot) -> None:
    set_language("de")
    dialog = LotsDialog([("Bank", ())], "Kunde A", int, int, int)
    qtbot.addWidget(dialog)
    said = [dialog.asked.text(), *(answer.text() for answer in dialog.answers)]
    assert said == [
        "Gehören die Reports in Bank zu „Kunde A“?",
        "Ein neuer Auftrag",
        "Zu „Kunde A“ hinzufügen",
    ]
