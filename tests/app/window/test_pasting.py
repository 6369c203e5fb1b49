"""Reports pasted into a window: files, and text as it stands in a terminal or mail."""

from __future__ import annotations

import sys
from pathlib import Path
from platform import node

import pytest
from PySide6.QtCore import QEvent, QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit

from app.window.document import editing
from app.window.shell.drops import Drops, dragged

REPORT = "ADARUN DBID=10\nADARUN NT=20\n"


@pytest.fixture
def pasted(qtbot):
    """What was handed over, and how to press the keys."""
    parent = QLineEdit()
    qtbot.addWidget(parent)
    got: list[tuple[list, list]] = []
    drops = Drops(parent, lambda paths, elsewhere: got.append((paths, elsewhere)))
    yield (
        got,
        lambda: drops.eventFilter(
            parent,
            QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier),
        ),
    )
    QGuiApplication.clipboard().clear()


def put(text: str = "", url: str = "", components: bytes = b"") -> None:
    data = QMimeData()
    if text:
        data.setText(text)
    if url:
        data.setUrls([QUrl.fromLocalFile(url)])
    if components:
        data.setData(editing.MIME, components)
    QGuiApplication.clipboard().setMimeData(data)


def test_text_of_a_report_is_read_like_a_file(qtbot, pasted) -> None:
    got, press = pasted
    put(REPORT)
    assert press()
    qtbot.waitUntil(lambda: len(got) == 1)
    ((path,), elsewhere) = got[0]
    assert path.suffix == ".txt"
    assert path.read_text(encoding="utf-8") == REPORT
    assert elsewhere == []


def test_an_installation_in_one_line_is_read_too(qtbot, pasted) -> None:
    """It was refused on the canvas as no components."""
    got, press = pasted
    put('{"format":"plexwright-installation/1","components":[]}')
    assert press()
    qtbot.waitUntil(lambda: len(got) == 1)


def test_lists_of_every_file_manager_name_the_same_file(tmp_path) -> None:
    """Addresses with a machine's name in them became "//localhost/…", which is not there."""
    file = tmp_path / "rmf ü 1.txt"
    path = QUrl.fromLocalFile(str(file)).path(QUrl.ComponentFormattingOption.FullyEncoded)
    data = QMimeData()
    lines = ["# comment", f"file://{path}", f"file:{path}"]
    lines += [f"file://{host}{path}" for host in ("localhost", node())]
    lines += ["file://elsewhere.example/x", "sftp://elsewhere.example/y"]
    data.setData("text/uri-list", "\r\n".join([*lines, ""]).encode())
    paths, elsewhere = dragged(data)
    there = [] if sys.platform != "win32" else [Path("//elsewhere.example/x")]
    assert paths == [file] * 4 + there
    assert elsewhere[-1] == "sftp://elsewhere.example/y"
    assert len(elsewhere) == 2 - len(there)


def test_files_copied_in_a_file_manager_are_read(qtbot, pasted, tmp_path) -> None:
    got, press = pasted
    file = tmp_path / "rmf.txt"
    file.write_text("x")
    put(url=str(file))
    assert press()
    qtbot.waitUntil(lambda: got == [([file], [])])


def test_a_word_components_and_what_is_typed_into_a_field_are_no_reports(
    qtbot, pasted, monkeypatch
) -> None:
    got, press = pasted
    put("one line")
    assert not press()
    put(REPORT, components=b"{}")
    assert not press()
    put(REPORT)
    field, viewer = QLineEdit(), QPlainTextEdit()
    viewer.setReadOnly(True)
    for widget in (field, viewer):
        qtbot.addWidget(widget)
    monkeypatch.setattr(QGuiApplication, "focusObject", lambda: field)
    assert not press()
    QApplication.processEvents()
    assert got == []
    # A page that only shows text takes none.
    monkeypatch.setattr(QGuiApplication, "focusObject", lambda: viewer)
    assert press()
    qtbot.waitUntil(lambda: len(got) == 1)


@pytest.mark.parametrize("turn", ["first", "next"])
def test_nothing_that_a_test_copied_is_left_behind(qapp, turn) -> None:
    """Qt destroyed it after Python's end, and a run with a failure ended in a crash."""
    assert QGuiApplication.clipboard().text() == ""
    data = QMimeData()
    data.setText(turn)
    QGuiApplication.clipboard().setMimeData(data)
