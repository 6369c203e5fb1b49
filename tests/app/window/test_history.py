"""Did it come true? The tab of the Validate page on two periods of the sample."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from advisor.history.outcome import Carried
from advisor.history.trends import Trend
from advisor.reading import read_path
from app.advising import track_record
from app.paths import sample
from app.window.document import State
from app.window.session import Session
from app.window.shell.window import MainWindow
from app.window.validation.history import HistoryTab
from model.projection.estimate import Experience
from tests import remembering

TREND = Trend(
    "cics_region:C", "etr_per_s", "1/s", 40, date(2026, 1, 1), date(2026, 2, 9), 44.0, 60.0, 40.0,
    80.0, 10, 60.0, date(2027, 3, 1), date(2027, 1, 1), None, None, "C: 90 % within 0.2 s",
)  # fmt: skip


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


def test_service_levels_of_the_window_have_their_days(qtbot, private, session, monkeypatch) -> None:
    from advisor import analysis
    from advisor.history.lookback import Lookback

    asked: list[object] = []

    def looked_back(_engagement, _cancel, wanted) -> Lookback:
        asked.append(wanted)
        return Lookback(trends=(TREND,))

    monkeypatch.setattr(analysis, "looked_back", looked_back)
    tab = HistoryTab(session)
    qtbot.addWidget(tab)
    session.document.set_goal("cics_region:C", 90.0, 0.2)
    with qtbot.waitSignal(session.projections.computed):
        tab.run.click()
    assert asked == [{("cics_region:C", 90.0): 0.2}]
    assert "C: 90 % within 0.2 s: holds up to 60 1/s, on 2027-03-01" in tab.told.toPlainText()
    session.document.set_goal("cics_region:C", 90.0, 0.3)
    assert "holds up to" not in tab.told.toPlainText(), "that day was of another service level"


def test_what_is_told_of_two_periods_is_in_words(qtbot, private, session, kit) -> None:
    """ "False → True", "31500 → 22000", and "Further bands of …:" with nothing behind it."""
    tab = HistoryTab(session)
    qtbot.addWidget(tab)
    carried = [
        Carried(kit.DATABASE, "ZHPF", False, True, True, "ADA-017@x", "as planned"),
        Carried(kit.DATABASE, "CDATAMAXS", 31500, 22000, 18900, "ADA-013@x", "otherwise"),
    ]
    planned, otherwise = tab._changes(carried)
    assert planned.endswith(" no → yes")
    assert " 31,500 → 22,000" in otherwise
    engagement = session.document.engagement
    wider = Experience(1.1, "taken 1.1 times as wide")
    past = replace(
        engagement.baseline.past, experience={"Adabas": {"": wider, "cpu_s": Experience(1.0, "")}}
    )
    session.document.set_engagement(
        replace(engagement, baseline=replace(engagement.baseline, past=past))
    )
    assert len(list(tab._bands())) == 1


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
    assert not [line for line in tab.told.toPlainText().splitlines() if line.endswith(": ")]
    assert "Changed without a plan: LBP" in tab.told.toPlainText()
    assert "inside their bands" in tab.shares.text()
    assert not window.grab().isNull()
    tab.record.setChecked(False)
    assert not track_record.is_on()
    session.give_up()
    window.close()
