"""Did it come true? The tab of the Validate page on two periods of the sample."""

from __future__ import annotations

from dataclasses import replace

import pytest

from advisor.reading import read_path
from app.advising import track_record
from app.paths import sample
from app.window.document import State
from app.window.session import Session
from app.window.shell.window import MainWindow
from app.window.validation.history import HistoryTab
from tests import remembering


@pytest.fixture
def private(tmp_path, monkeypatch):
    monkeypatch.setattr(track_record, "own_folder", lambda: tmp_path / "own")


def test_one_period_says_what_is_missing(qtbot, private, session) -> None:
    tab = HistoryTab(session)
    qtbot.addWidget(tab)
    assert tab.run.isEnabled(), "days of one import may have a trend"
    assert "import the reports of a later one" in tab.verdict.text()
    # An empty table says nothing: what to do stands in its place.
    assert not tab.table.isVisibleTo(tab)
    assert not tab.told.isVisibleTo(tab)
    assert tab.how.isVisibleTo(tab)
    assert "later period" in tab.how.text()


@pytest.mark.thorough
def test_two_periods_are_compared_and_recorded(qtbot, private, tmp_path, sample_readings) -> None:
    later = [replace(reading, batch=1) for reading in read_path(sample("after"))]
    session = Session(folder=tmp_path)
    window = MainWindow(session)
    window.resize(1280, 900)
    window.show()
    window.build()
    session.document.load(
        State(title="Customer"), remembering.analyse((*sample_readings, *later), name="Customer")
    )
    window.show_page("validate")
    page = window.pages["validate"]
    page.tabs.setCurrentIndex(2)
    tab = page.history
    tab.record.setChecked(True)
    assert track_record.is_on()
    with qtbot.waitSignal(session.projections.computed, timeout=120_000):
        tab.run.click()
    assert "2015-03-17 to 2015-08-18" in tab.verdict.text()
    assert tab.table.isVisibleTo(tab)
    assert not tab.how.isVisibleTo(tab)
    assert tab.table.model().rowCount() == len(tab.outcomes[0].compared) > 6
    assert "Carried out as planned: ZHPF" in tab.told.toPlainText()
    assert "Changed without a plan: LBP" in tab.told.toPlainText()
    assert "inside their bands" in tab.shares.text()
    assert not window.grab().isNull()
    tab.record.setChecked(False)
    assert not track_record.is_on()
    session.give_up()
    window.close()
