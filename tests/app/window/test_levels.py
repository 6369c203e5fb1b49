"""Service levels on the What-if page: percentiles, goals, the check by simulation, its cancel."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from app.store import StoreProblem
from model.queueing import Cancelled
from model.queueing.installation import InstallationNetwork, solve_installation


def with_network(session, kit):
    """The small installation, with a network behind its database."""
    net = InstallationNetwork()
    users = net.chain(kit.DATABASE + "/users/0", 12.0, 1.0)
    net.arc(users, net.station("CP", 2.0), 0.05, 1.0)
    engagement = session.document.engagement
    networks = ((net, solve_installation(net)),)
    baseline = replace(engagement.baseline)
    object.__setattr__(baseline, "_networks", networks)
    session.document.engagement = replace(engagement, baseline=baseline)


def test_percentiles_are_shown_where_there_is_a_network(qtbot, window, session, kit) -> None:
    window.show_page("whatif")
    card = window.pages["whatif"].levels
    assert card.said.text() == "No response time is modelled here yet."
    assert not card.check.isEnabled()
    with_network(session, kit)
    # While something else is on show nothing is worked out: a slider is not to wait for it.
    card._moved()
    assert not card._timer.isActive()
    window.pages["whatif"].ways.setCurrentWidget(card)
    assert card._timer.isActive()
    qtbot.waitUntil(lambda: "90 % within" in card.said.text())
    assert card.check.isEnabled()


def test_workloads_without_percentiles_are_named_with_the_reason(
    qtbot, window, session, kit, monkeypatch
) -> None:
    """Of four workloads two were listed, and nothing said where the others were."""
    window.show_page("whatif")
    card = window.pages["whatif"].levels
    window.pages["whatif"].ways.setCurrentWidget(card)
    with_network(session, kit)
    card._ask()
    qtbot.waitUntil(lambda: "90 % within" in card.said.text())
    shown = session.document.shown
    (first, *_) = shown.workloads
    silent = replace(first, anchor="lpar:SYSA", metrics={})
    mean = replace(first, anchor="lpar:SYSB", metrics={"response_ms": first.metrics["etr_per_s"]})
    whole = replace(shown, workloads=(first, silent, mean))
    monkeypatch.setattr(type(session.document), "shown", property(lambda _document: whole))
    card._show()
    lines = card.said.text().splitlines()
    assert "No response time is known of SYSA." in lines
    assert "Of SYSB the mean alone is known, not its spread." in lines


def test_a_service_level_is_asked_for_by_keys_and_judged(qtbot, window, session, kit) -> None:
    window.show_page("whatif")
    panel = window.pages["whatif"].levels
    window.pages["whatif"].ways.setCurrentWidget(panel)
    with_network(session, kit)
    panel._ask()
    qtbot.waitUntil(lambda: panel.form.workload.count() > 0)
    form, document = panel.form, session.document
    assert form.workload.currentData() == kit.DATABASE
    for share, ms, why in (
        ("90", "", "Enter within how many milliseconds."),
        ("100", "5", "A share of responses is above 0 and below 100 %."),
        ("90", "0", "A time is above 0 ms."),
    ):
        form.percent.setText(share)
        form.ms.setText(ms)
        qtbot.keyClick(form.ms, Qt.Key.Key_Return)
        assert form.wrong.text() == why
    assert not document.state.goals
    form.percent.setText("90")
    form.ms.clear()
    qtbot.keyClicks(form.ms, "500")
    qtbot.keyClick(form.ms, Qt.Key.Key_Return)
    assert document.state.goals == {(kit.DATABASE, 90.0): 0.5}
    assert form.wrong.isHidden()
    key = (kit.DATABASE, 90.0)
    assert panel.wishes.lines[key] == "Adabas database 10: 90 % within 500 ms"  # not worked out yet
    qtbot.waitUntil(lambda: ": met; probability of meeting it >\u00a099" in panel.wishes.lines[key])
    # Questions follow when the model has been left alone for a second.
    qtbot.waitUntil(lambda: "Largest load that meets the goals" in panel.asked.text())
    form.percent.clear()
    qtbot.keyClicks(form.ms, "0.01")
    qtbot.keyClick(form.ms, Qt.Key.Key_Return)
    said = "Adabas database 10: mean within 0.01 ms: missed"
    qtbot.waitUntil(lambda: panel.wishes.lines[(kit.DATABASE, 0.0)].startswith(said))
    document.undo_stack.undo()
    assert list(panel.wishes.lines) == [(kit.DATABASE, 90.0)]
    qtbot.waitUntil(lambda: len(panel.wishes.findChildren(QPushButton)) == 1)
    (away,) = panel.wishes.findChildren(QPushButton)
    assert away.accessibleName() == "Take back: Adabas database 10: 90 % within 500 ms"
    qtbot.mouseClick(away, Qt.MouseButton.LeftButton)
    assert not document.state.goals
    qtbot.waitUntil(lambda: not panel.asked.text())


def test_questions_are_shown_to_go_on_and_are_given_up(
    qtbot, window, session, kit, monkeypatch
) -> None:
    """They went on unseen, and the next ones waited for them."""
    begun, ended = [], []

    def endless(*_args: object) -> tuple[str, ...]:
        cancel = _args[-1]
        begun.append(True)
        while not cancel():  # type: ignore[operator]
            time.sleep(0.005)
        ended.append(True)
        raise Cancelled("cancelled")

    monkeypatch.setattr("app.advising.levels.answer_questions", endless)
    window.show_page("whatif")
    panel = window.pages["whatif"].levels
    window.pages["whatif"].ways.setCurrentWidget(panel)
    with_network(session, kit)
    assert panel.give_up.isHidden()
    session.document.set_goal(kit.DATABASE, 90.0, 0.5)
    qtbot.waitUntil(lambda: not panel.give_up.isHidden())
    assert not panel.asking.isHidden()
    qtbot.waitUntil(lambda: bool(begun))  # what is given up before is never asked
    qtbot.mouseClick(panel.give_up, Qt.MouseButton.LeftButton)
    assert panel.give_up.isHidden()
    assert panel.asking.isHidden()
    qtbot.waitUntil(lambda: bool(ended))
    assert panel.asked.isHidden()


def test_service_levels_are_kept_with_the_engagement(tmp_path, kit) -> None:
    from app.store import EngagementFile
    from app.window.document.state import State
    from app.window.services.persistence import state_in
    from app.window.services.saving import _put

    wanted = State(goals={(kit.DATABASE, 90.0): 0.02, (kit.DATABASE, 0.0): 0.01})
    with EngagementFile.create(tmp_path / "x.plexwright") as file, file.together():
        _put(file, State(), wanted)
        assert state_in(file).goals == wanted.goals
        for wrong in ({"a": 1}, [["a", 90.0]], [["a", 100.0, 1.0]], [["a", 90.0, 0.0]]):
            file.set_window_state("goals", wrong)
            with pytest.raises(StoreProblem):
                state_in(file)


def test_the_check_shows_progress_and_can_be_given_up(
    qtbot, window, session, kit, monkeypatch
) -> None:
    from app.advising import checking

    seen = []

    def slow(baseline, scenarios, seconds, processes=None, progress=None, cancel=None):
        progress(0.4)
        while not cancel():
            time.sleep(0.01)
        seen.append("cancelled")
        return {}

    window.show_page("whatif")
    with_network(session, kit)
    card = window.pages["whatif"].levels
    monkeypatch.setattr(checking, "check_scenarios", slow)
    card.start()
    qtbot.waitUntil(lambda: card.bar.value() == 40)
    assert card.check.isHidden()
    assert not card.stop.isHidden()
    card.cancel()
    qtbot.waitUntil(lambda: seen == ["cancelled"])
    assert card.stop.isHidden()
    document = {"verdict": "agree", "completions": 1234567, "worst_error": 0.012}
    done = {"As-is": checking.Checked(("said",), [document])}
    monkeypatch.setattr(checking, "check_scenarios", lambda *a, **k: done)
    card.start()
    qtbot.waitUntil(lambda: "agree within 1.2 %" in card.verdict.text())
    assert "1,234,567 cycles" in card.verdict.text()


def test_closing_the_window_gives_the_simulation_up(
    qtbot, window, session, kit, monkeypatch
) -> None:
    """It went on for its minute, and the program with it."""
    from app.advising import checking

    seen = []

    def slow(baseline, scenarios, seconds, processes=None, progress=None, cancel=None):
        seen.append("begun")
        while not cancel():
            time.sleep(0.01)
        seen.append("given up")
        return {}

    window.show_page("whatif")
    with_network(session, kit)
    monkeypatch.setattr(checking, "check_scenarios", slow)
    panel = window.pages["whatif"].levels
    panel.start()
    worker = panel.worker
    qtbot.waitUntil(lambda: seen == ["begun"])
    window.close()
    qtbot.waitUntil(lambda: seen == ["begun", "given up"] and worker.ended)
