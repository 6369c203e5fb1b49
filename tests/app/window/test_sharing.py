"""Sharing from the window: masked and locked copies, locked files opened, JSON in and out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLineEdit

from app.importing.files import find_files, keep_files
from app.locked import is_locked
from app.paths import sample
from app.sharing import sealing
from app.sharing.sealing import unlock
from app.store import EngagementFile
from app.window.sharing import actions
from app.window.sharing.dialogs import ShareDialog, UnlockDialog
from app.window.shell.preferences import Preferences
from model.topology import Scenario, SetSetting

PASSPHRASE = "correct horse battery staple"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sealing, "LOG_N", 10)


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> Path:
    path: Path = tmp_path_factory.mktemp("share") / "Nordsee.plexwright"
    files, _complete = find_files([str(sample("engagement") / "ada10-nuc1.txt")])
    with EngagementFile.create(path, "Nordsee") as file:
        for _kept in keep_files(file, files):
            pass
    return path


def done(qtbot, dialog) -> None:
    qtbot.waitUntil(lambda: not dialog.busy and dialog.act.isEnabled())


@pytest.mark.thorough
def test_a_masked_and_locked_copy_and_back(qtbot, small, tmp_path) -> None:
    dialog = ShareDialog(small)
    qtbot.addWidget(dialog)
    for field in dialog.findChildren(QLineEdit):
        assert field.accessibleName()
    assert "Nordsee" not in Path(dialog.file.text()).name
    target = tmp_path / "copy.plexwright"
    dialog.file.setText(str(target))
    dialog.locked.setChecked(True)
    dialog.passphrase.setText(PASSPHRASE)
    dialog.again.setText(PASSPHRASE + "x")
    dialog.begin()
    assert "differ" in dialog.said.text()
    assert not dialog.busy
    dialog.again.setText(PASSPHRASE)
    dialog.begin()
    assert not dialog.act.isEnabled()
    done(qtbot, dialog)
    assert "copy.plexwright is written. " in dialog.said.text()
    assert "names are replaced" in dialog.said.text()
    assert is_locked(target)
    assert [path.name for path in tmp_path.iterdir()] == [target.name]

    opening = UnlockDialog(target)
    qtbot.addWidget(opening)
    opened: list[Path] = []
    opening.unlocked.connect(opened.append)
    opening.passphrase.setText("something else entirely")
    opening.begin()
    done(qtbot, opening)
    assert "does not open with this passphrase" in opening.said.text()
    assert not opened
    opening.passphrase.setText(PASSPHRASE)
    opening.begin()
    qtbot.waitUntil(lambda: bool(opened))
    with EngagementFile.open(opened[0]) as file:
        assert file.name == "Masked engagement"
        assert len(file.readings()) == 1


def test_what_is_asked_for_is_named_and_nothing_is_replaced(qtbot, small, tmp_path) -> None:
    dialog = ShareDialog(small)
    qtbot.addWidget(dialog)
    dialog.masked.setChecked(False)
    dialog.begin()
    assert dialog.said.text() == "Choose other names, a passphrase, or both."
    there = tmp_path / "there"
    there.write_text("mine")
    dialog.masked.setChecked(True)
    dialog.file.setText(str(there))
    dialog.begin()
    done(qtbot, dialog)
    assert "exists already" in dialog.said.text()
    assert there.read_text() == "mine"


def test_a_cancelled_copy_leaves_nothing(qtbot, small, tmp_path, monkeypatch) -> None:
    import threading

    from app.sharing import handing_over

    going, may_go, ended = threading.Event(), threading.Event(), threading.Event()
    real = handing_over.share_masked

    def slow(*args, **kwargs):
        going.set()
        may_go.wait(20)
        try:
            return real(*args, **kwargs)
        finally:
            ended.set()

    monkeypatch.setattr(handing_over, "share_masked", slow)
    dialog = ShareDialog(small)
    qtbot.addWidget(dialog)
    dialog.file.setText(str(tmp_path / "copy.plexwright"))
    dialog.begin()
    assert going.wait(20)
    dialog.close()
    may_go.set()
    assert ended.wait(60)
    assert list(tmp_path.iterdir()) == []


def test_a_locked_file_that_is_opened_or_dropped_asks_for_its_passphrase(
    window, small, tmp_path
) -> None:
    locked = tmp_path / "odd.name"
    sealing.lock(small, locked, PASSPHRASE)
    for ask in (window.open_file, lambda path: window.import_files([path])):
        window.popup = None
        ask(locked)
        assert isinstance(window.popup, UnlockDialog)
        assert window.popup.file.text().endswith("odd-open.plexwright")
        window.popup.close()


def test_scenarios_and_installation_as_json_in_and_out(window, session, tmp_path) -> None:
    document = session.document
    component = next(c for c in document.as_is if c.settings)
    name, setting = next(iter(component.settings.items()))
    document.add_scenario(Scenario("tried", (SetSetting(component.id, name, setting.value),)))
    out = tmp_path / "scenarios.json"
    actions.save_scenarios(window, out)
    assert json.loads(out.read_text("utf-8"))["format"] == "plexwright-scenario/1"
    installation = tmp_path / "installation.json"
    actions.save_installation(window, installation)
    made = json.loads(installation.read_text("utf-8"))
    assert made["format"] == "plexwright-installation/1"
    assert {c["id"] for c in made["components"]} == {c.id for c in document.as_is}
    told: list[str] = []
    document.notice.connect(lambda _kind, text: told.append(text))
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{}")
    actions.open_scenarios(window, wrong)
    assert told[-1].startswith("wrong.json: ")
    assert len(document.state.scenarios) == 1


def test_nothing_is_remembered_of_customers_where_that_is_not_wanted(tmp_path) -> None:
    path = tmp_path / "Nordsee.plexwright"
    path.write_bytes(b"x")
    preferences = Preferences()
    preferences.remember(path, "Nordsee Versicherung")
    assert Preferences().recent()[0] == path
    preferences.remembers = False
    preferences.remember(path, "Nordsee Versicherung")
    assert Preferences().recent() == []
    kept = Path(preferences._settings.fileName()).read_text()
    assert "Nordsee" not in kept
    preferences.remembers = True
    preferences.remember(path)
    assert Preferences().recent() == [path]


def test_looking_back_is_done_once_for_each_analysis(session, monkeypatch) -> None:
    from advisor import analysis
    from advisor.history.lookback import Lookback
    from advisor.report import ReportOptions
    from app.window.report.page import LookingBack

    done: list[object] = []

    def looked_back(engagement, cancel, wanted) -> Lookback:
        done.append(engagement)
        return Lookback()

    monkeypatch.setattr(analysis, "looked_back", looked_back)
    past, case = LookingBack(), session.document.engagement
    for _preview in range(3):
        assert past.of(case, {}, ReportOptions(), lambda: False) == Lookback()
    assert done == [case]
    past.of(case, {("w", 90.0): 1.0}, ReportOptions(), lambda: False)
    assert done == [case, case], "another service level has another day"
    assert not past.of(case, {}, ReportOptions(sections=("summary",)), lambda: False)


def test_what_is_locked_on_the_line_opens_here(small, tmp_path) -> None:
    locked, again = tmp_path / "l", tmp_path / "again"
    sealing.lock(small, locked, PASSPHRASE)
    unlock(locked, again, PASSPHRASE)
    assert again.read_bytes() == small.read_bytes()
