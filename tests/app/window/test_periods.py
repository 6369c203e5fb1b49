"""Reports of two days in one compressed archive: asked about in the window, and answered there."""

from __future__ import annotations

import tarfile

import pytest
from PySide6.QtWidgets import QComboBox

from app.window.session import Session
from app.window.shell.window import MainWindow
from app.window.theme import theme
from tests.advisor.reading.report_reading import SAMPLES

RMF = (SAMPLES / "engagement/rmf-sysb.txt").read_text()


@pytest.fixture
def window(qtbot, tmp_path, monkeypatch) -> MainWindow:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    theme().apply("light")
    made = MainWindow(Session(folder=tmp_path / "kept"))
    made.resize(1280, 800)
    made.show()
    made.session.new()
    yield made
    made.close()


def test_the_period_that_counts_is_answered_in_place(qtbot, window, tmp_path) -> None:
    document = window.session.document

    def asked() -> list[str]:
        known = document.engagement
        questions = () if known is None else known.installation.questions
        return [question.question for question in questions if question.subject == "reports"]

    archive = tmp_path / "two-days.tgz"
    with tarfile.open(archive, "w:gz") as packed:
        for name, date in (("a.txt", "05/11/2015"), ("b.txt", "05/21/2015")):
            report = tmp_path / name
            report.write_text(RMF.replace("03/17/2015", date))
            packed.add(report, name)
    window.import_files([archive])
    qtbot.waitUntil(lambda: bool(asked()) and not document.pending)
    assert "means over all of them" in asked()[0]
    window.show_page("reports")
    page = window.pages["reports"]
    page.tabs.setCurrentWidget(page.asked)

    def box() -> QComboBox:
        found = page.questions.findChildren(QComboBox)
        return next(each for each in found if each.findData("2015-05-21") >= 0)

    box().setCurrentIndex(box().findData("2015-05-21"))
    box().activated.emit(box().currentIndex())
    qtbot.waitUntil(lambda: any("those of 2015-05-21 count" in said for said in asked()))
    qtbot.waitUntil(lambda: not document.pending)
    assert document.state.answers == {("reports", "period"): "2015-05-21"}
    assert box().currentData() == "2015-05-21"
