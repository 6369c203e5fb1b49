"""Service levels on the What-if page: percentiles, goals, the check by simulation, its cancel."""

from __future__ import annotations

import time
from dataclasses import replace

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
    assert card.isHidden()  # nothing to say
    with_network(session, kit)
    card._ask()
    qtbot.waitUntil(lambda: bool(card.said.text()), timeout=20_000)
    assert "90 % within" in card.said.text()
    assert not card.isHidden()


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
    qtbot.waitUntil(lambda: card.bar.value() == 40, timeout=20_000)
    assert card.check.isHidden()
    assert not card.stop.isHidden()
    card.cancel()
    qtbot.waitUntil(lambda: seen == ["cancelled"], timeout=20_000)
    assert card.stop.isHidden()
    document = {"verdict": "agree", "completions": 1234567, "worst_error": 0.012}
    done = {"As-is": checking.Checked(("said",), [document])}
    monkeypatch.setattr(checking, "check_scenarios", lambda *a, **k: done)
    card.start()
    qtbot.waitUntil(lambda: "agree within 1.2 %" in card.verdict.text(), timeout=20_000)
    assert "1,234,567 cycles" in card.verdict.text()
