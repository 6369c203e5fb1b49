"""The guided tour: a card by mouse and keys that holds nobody, and comes by itself only once."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt

from app.window.i18n import set_language
from app.window.session import Session
from app.window.shell.touring import STEPS, TAKEN, after_sample
from app.window.shell.window import MainWindow
from app.window.theme import theme
from app.window.widgets.basics import scrolls_around
from tests.app.window import tour as stops


@pytest.fixture(params=[("en", 1280, 800, 1.0), ("de", 1280, 720, 2.0)])
def sample(request, qtbot, kept_sample, tmp_path, monkeypatch) -> MainWindow:
    code, width, height, scale = request.param
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    set_language(code)
    theme().apply("light", scale)
    made = MainWindow(Session(folder=tmp_path))
    made.resize(width, height)
    made.show()
    stops.open_engagement(made, kept_sample)
    yield made
    made.close()
    set_language("en")
    theme().apply("light", 1.0)


def test_every_stop_frames_what_it_speaks_of_and_lies_beside_it(qtbot, sample) -> None:
    sample.commands["tour"].trigger()
    card = sample.tour
    assert card.next.hasFocus()
    for number, step in enumerate(STEPS):
        assert sample.current_page == step.page
        qtbot.waitUntil(card.frame.isVisible)
        stops.settle()
        card.place()
        whole = sample.bench.rect()
        assert whole.contains(card.geometry()), step.title
        framed = step.framed(sample)
        middle = framed.mapTo(sample.bench, framed.visibleRegion().boundingRect().center())
        assert card.frame.geometry().contains(middle), step.title
        assert card.text.height() >= card.text.heightForWidth(card.text.width()), step.title
        both = card.geometry().intersected(card.frame.geometry())
        part = both.width() * both.height() if both.isValid() else 0
        # A page as large as the window cannot be left free; a button has to be.
        small = QRect(card.frame.geometry()).height() < whole.height() // 3
        assert not (small and part > 0.2 * card.width() * card.height()), step.title
        assert step.title not in ("", card.accessibleName())
        assert card.next.accessibleDescription()
        if number < len(STEPS) - 1:
            qtbot.keyClick(card.next, Qt.Key.Key_Right)
    qtbot.keyClick(card.next, Qt.Key.Key_Left)
    assert card.number == len(STEPS) - 2
    qtbot.keyClick(card.next, Qt.Key.Key_Return)
    qtbot.keyClick(card.next, Qt.Key.Key_Return)
    assert sample.tour is None
    assert sample.focusWidget() is sample.rail_buttons["report"]


def test_it_is_ended_by_key_and_cross_and_begun_again(qtbot, window, session) -> None:
    window.show_around()
    qtbot.keyClick(window.tour.next, Qt.Key.Key_Escape)
    assert window.tour is None
    window.show_around()
    first = window.tour
    first.turn(1)
    window.show_around()
    assert window.tour is first
    assert first.number == 0
    # What is under it goes on working.
    window.show_page("compare")
    qtbot.keyClick(window, Qt.Key.Key_F6)
    qtbot.mouseClick(first.close_button, Qt.MouseButton.LeftButton)
    assert window.tour is None
    window.show_around()
    window.resize(900, 620)
    qtbot.waitUntil(lambda: window.bench.rect().contains(window.tour.geometry()))


def test_the_sample_begins_it_once(qtbot, window, session, kit) -> None:
    document = session.document
    window.preferences.set(TAKEN, "")
    after_sample(window)
    assert window.tour is None
    document.engagementChanged.emit()
    assert window.tour is not None
    assert window.preferences.text(TAKEN) == ""
    window.tour.end()
    assert window.preferences.text(TAKEN) == "yes"
    document.engagementChanged.emit()
    after_sample(window)
    document.engagementChanged.emit()
    assert window.tour is None


@pytest.mark.parametrize("did", ["page", "change"])
def test_who_has_begun_by_himself_is_not_taken_from_there(window, session, did: str) -> None:
    """Somebody who read the report's first page was shown the topology instead."""
    window.preferences.set(TAKEN, "")
    window.show_page("reports")
    after_sample(window)
    if did == "page":
        window.show_page("report")
    else:
        session.document.branch()
    shown = window.current_page
    session.document.engagementChanged.emit()
    assert window.tour is None
    assert window.current_page == shown
    session.document.engagementChanged.emit()
    assert window.tour is None


def test_a_page_laid_out_late_does_not_lose_what_is_spoken_of(qtbot, sample) -> None:
    sample.commands["tour"].trigger()
    card = sample.tour
    card._go(len(STEPS) - 1)
    stops.settle()
    spoken = STEPS[-1].framed(sample)
    area = next(scrolls_around(spoken, sample.bench))
    area.widget().layout().insertSpacing(0, 4000)
    stops.settle()
    card.place()
    assert card.frame.isVisible()
    middle = spoken.mapTo(sample.bench, spoken.visibleRegion().boundingRect().center())
    assert card.frame.geometry().contains(middle)
    # Whoever scrolls away has chosen to.
    for bar in (area.horizontalScrollBar(), area.verticalScrollBar()):
        bar.setValue(0)
    card.place()
    assert not card.frame.isVisible()
    card.end()


def test_another_engagement_is_not_toured_unasked(window, session) -> None:
    window.preferences.set(TAKEN, "")
    after_sample(window)
    session.opened.emit()
    session.document.engagementChanged.emit()
    assert window.tour is None


def test_the_tour_waits_for_the_reports_of_the_sample(
    qtbot, window, session, tmp_path, monkeypatch
) -> None:
    """It began on the empty engagement, beside "Start an installation"."""
    analyst = session.analysis._analyst
    staged: list[bool] = []

    def analyse(*asked):
        staged.append(asked[-1] is not None)
        return type(analyst).analyse(analyst, *asked)

    monkeypatch.setattr(analyst, "analyse", analyse)
    window.preferences.set(TAKEN, "")
    session.new("Nordsee")
    after_sample(window)
    qtbot.waitUntil(lambda: session.document.engagement is not None)
    assert window.tour is None
    (tmp_path / "report.txt").write_text("report\n", encoding="utf-8")
    session.import_paths([tmp_path / "report.txt"])
    qtbot.waitUntil(lambda: window.tour is not None)
    assert session.document.engagement.readings
    assert session.document.engagement.name == "Nordsee"
    # The first analysis of reports tells what it knows before all is done; later ones replace.
    session.analyse()
    qtbot.waitUntil(lambda: len(staged) == 3)
    assert staged == [True, True, False]
