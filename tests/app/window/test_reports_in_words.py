"""What the Reports page says of real files, in German: formats, layouts and problems in words."""

from __future__ import annotations

import shutil

import pytest
from PySide6.QtCore import Qt

from app.window.i18n import set_language
from app.window.importing.page import encoded, formats_of
from app.window.session import Session
from app.window.shell.window import MainWindow
from app.window.theme import theme
from model.topology import RenameComponent
from tests.advisor.reading.report_reading import SAMPLES

RMF = (SAMPLES / "engagement/rmf-sysb.txt").read_text()


@pytest.fixture
def window(qtbot, tmp_path, monkeypatch) -> MainWindow:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    set_language("de")
    theme().apply("light")
    made = MainWindow(Session(folder=tmp_path / "kept"))
    made.resize(1280, 800)
    made.show()
    made.session.new()
    yield made
    made.close()


def test_reports_of_a_german_window_are_spoken_of_in_german(qtbot, window, tmp_path) -> None:
    folder = tmp_path / "given"
    folder.mkdir()
    shutil.copy(SAMPLES / "damaged/not-a-report.pdf", folder)
    shutil.copy(SAMPLES / "damaged/cpu-ebcdic-read-as-latin-1.txt", folder)
    shutil.copy(SAMPLES / "damaged/mq-wrapped-by-mail.txt", folder)
    (folder / "a.txt").write_text(RMF)
    shutil.copy(SAMPLES / "formats/rmf-postprocessor.xml", folder)
    shutil.copy(SAMPLES / "formats/rmf-overview-batch.txt", folder)
    window.import_files([folder])
    session = window.session
    qtbot.waitUntil(lambda: len(session.readings) == 6)
    qtbot.waitUntil(lambda: not session.analysis.busy)
    window.show_page("reports")
    page = window.pages["reports"]

    said = [page.problems.model().index(n, 0).data() for n in range(page.problems.count())]
    assert not [text for text in said if "englisch" in text]
    assert sum(text.startswith("not-a-report.pdf ") for text in said) == 1
    differs = next(text for text in said if "für dasselbe Intervall" in text)
    assert "lpar:" not in differs
    assert "_per_s" not in differs
    file, _, where = differs.partition(":")
    assert file in {reading.file for reading in session.readings}
    page.tabs.setCurrentWidget(page.problems)
    page.problems.setCurrentIndex(page.problems.model().index(said.index(differs), 0))
    qtbot.keyClick(page.problems, Qt.Key.Key_Return)
    assert page.tabs.currentWidget() is page.viewer
    assert page.table.current().file == file
    assert page.viewer.text.textCursor().blockNumber() + 1 == int(where.split()[0])
    taken = differs.partition("; ")[2].split()[0]
    assert "," in taken
    assert "." not in taken

    readings = {reading.file: reading for reading in session.readings}
    assert encoded(readings["cpu-ebcdic-read-as-latin-1.txt"]).startswith(
        "cp037, als utf-8 dargestellt"
    )
    assert "umbrochen bei 76" in encoded(readings["mq-wrapped-by-mail.txt"])
    formats = formats_of(readings["a.txt"])
    assert formats.startswith("RMF CPU Activity und Partition Data, RMF Paging Activity, ")

    page.table.choose(lambda r: r.file == "not-a-report.pdf")
    assert "Plexwright braucht den Report als Text" in page.viewer.text.toPlainText()


def test_another_customers_report_of_the_same_name_is_never_shown(qtbot, window, tmp_path) -> None:
    page = None
    for customer in ("ONE", "TWO"):
        folder = tmp_path / customer
        folder.mkdir()
        (folder / "adarun.txt").write_text(f"ADARUN PROGRAM=ADANUC,DBID=10\n* {customer}\n")
        window.session.new()
        window.import_files([folder])
        session = window.session
        qtbot.waitUntil(lambda at=session: len(at.readings) == 1)
        qtbot.waitUntil(lambda at=session: not at.analysis.busy)
        window.show_page("reports")
        page = window.pages["reports"]
        page.table.choose(lambda r: r.file == "adarun.txt")
        qtbot.waitUntil(lambda at=page, name=customer: name in at.viewer.text.toPlainText())


def test_why_a_change_is_refused_is_said_in_german(qtbot, window, tmp_path) -> None:
    folder = tmp_path / "given"
    folder.mkdir()
    shutil.copy(SAMPLES / "formats/ada85-session.txt", folder)
    window.import_files([folder])
    document = window.session.document
    qtbot.waitUntil(lambda: bool(document.as_is.of_kind("adabas_nucleus")))
    nucleus = document.as_is.of_kind("adabas_nucleus")[0]
    said = document.set_setting([nucleus.id], "NT", 0)
    assert said is not None
    assert "NT ist mindestens 1 " in said
    said = document.apply("x", [RenameComponent(nucleus.id, " ")])
    assert said is not None
    assert said.endswith("braucht einen Namen")
