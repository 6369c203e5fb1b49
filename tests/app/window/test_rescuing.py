"""A damaged engagement is offered to be saved as far as it can be read, by window and command."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from app.cli import main
from app.store import EngagementFile
from app.window.sharing.rescuing import RescueDialog


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """One whose answers are garbage."""
    path = tmp_path / "customer.plexwright"
    with EngagementFile.create(path, "Customer") as file:
        file.set_answer("lpar:SYSA", "setting.CPS", 8)
        file.decide("finding", "rejected", "as agreed")
    content = bytearray(path.read_bytes())
    at = content.rindex(b"lpar:SYSA") // 4096 * 4096
    content[at : at + 4096] = Random(1).randbytes(4096)
    path.write_bytes(content)
    return path


def test_the_message_offers_it_and_the_new_engagement_opens(qtbot, window, damaged) -> None:
    window.open_file(damaged)
    qtbot.waitUntil(lambda: window.banner.act.text() == "Save what can be read…")
    window.banner.act.click()
    dialog = window.popup
    assert isinstance(dialog, RescueDialog)
    assert dialog.file.text().endswith("customer-rescued.plexwright")
    before = damaged.read_bytes()
    dialog.begin()
    qtbot.waitUntil(lambda: dialog.act.text() == "Open it")
    said = dialog.said.text()
    assert "decisions on findings: 1 saved; all there" in said
    assert "answers: 0 saved; more may be lost: this part of the file is damaged" in said
    assert damaged.read_bytes() == before
    with qtbot.waitSignal(window.session.opened):
        dialog.begin()
    assert window.session.document.state.title == "Customer"
    assert window.session.document.state.decisions["finding"].verdict == "rejected"


def test_what_is_no_damage_is_not_offered(qtbot, window, tmp_path: Path) -> None:
    empty = tmp_path / "empty.plexwright"
    empty.touch()
    window.open_file(empty)
    qtbot.waitUntil(lambda: "is empty" in window.banner.text.text())
    assert window.banner.act.text() == ""


def test_the_command_lists_what_is_lost(damaged: Path, tmp_path: Path, capsys) -> None:
    out = tmp_path / "out.plexwright"
    assert main(["rescue", str(damaged), str(out)]) == 1
    said = capsys.readouterr().out
    assert said.startswith("Customer: what could be read is saved.\n")
    assert "answers: 0 saved; more may be lost" in said
    assert main(["rescue", str(damaged), str(out)]) == 1
    assert "exists already" in capsys.readouterr().err
    assert main(["rescue", str(out), str(out), "--replace"]) == 1
    assert main(["rescue", str(out), str(tmp_path / "again.plexwright")]) == 0
