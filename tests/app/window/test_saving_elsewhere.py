"""Save as where the first file has gone; what the banner says once it is saved or taken over."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QMessageBox

from app.store import EngagementFile
from model.topology import Scenario
from tests.app.saving_as import save_as
from tests.app.window.test_saving import names, save_under
from tests.app.window.test_two_sessions import click, pair  # noqa: F401


def shown(window) -> str:
    """What the banner says; empty while there is none."""
    return window.banner.text.text() if window.banner.isVisible() else ""


def test_what_lost_its_file_is_saved_over_another_that_is_asked_about(
    window, session, tmp_path, monkeypatch
) -> None:
    """The dialog closed with a traceback: nothing was asked, saved or said."""
    session.document.branch(name="ours")
    assert session.save_now() is None
    older = tmp_path / "older.plexwright"
    with EngagementFile.create(older, "Last week") as file:
        file.set_scenarios((Scenario("theirs"),))
    session.path.unlink()
    session.document.branch(name="after")
    asked = save_under(monkeypatch, window, older, QMessageBox.StandardButton.Yes)
    assert len(asked) == 1
    assert session.path == older
    assert names(older) == ["ours", "after"]


def test_a_refusal_to_save_goes_with_the_next_save_that_goes_well(
    window, session, tmp_path
) -> None:
    session.document.branch(name="ours")
    assert session.save_now() is None
    why = save_as(session, tmp_path / "nowhere" / "x.plexwright")
    assert why is not None
    assert shown(window) == why
    assert save_as(session, tmp_path / "x.plexwright") is None
    assert shown(window) == ""


@pytest.mark.parametrize("act", ["Take over", "Work on a copy…"])
def test_what_is_only_read_says_at_each_refusal_what_can_be_done(
    qtbot,
    pair,  # noqa: F811
    act,
    monkeypatch,
) -> None:
    """The first refused edit took both buttons away, for good."""
    _first, second = pair
    second.banner.hide()
    second.session.document.branch(name="refused")
    assert names(second.session.path) == ["first"]
    assert [b.text() for b in second.banner.acts] == ["Work on a copy…", "Take over"]
    # The way to the same from elsewhere: what was said does not stay.
    if act == "Take over":
        second.take_over()
    else:
        copy = second.session.path.with_name("copy.plexwright")
        assert save_as(second.session, copy) is None
    assert shown(second) == ""
    second.session.document.branch(name="second")
    assert second.session.save_now() is None
    assert "second" in names(second.session.path)


def test_what_was_taken_over_offers_a_copy_at_each_refusal(qtbot, pair) -> None:  # noqa: F811
    first, second = pair
    click(qtbot, second, "Take over")
    first.session.document.branch(name="too late")
    assert "taken over" in str(first.session.save_now())
    first.banner.hide()
    first.session.document.branch(name="refused")
    assert "taken this engagement over" in shown(first)
    assert first.banner.act.text() == "Work on a copy…"
