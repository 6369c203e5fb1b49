"""An engagement whose file is damaged while it is open can be saved under another name."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from threading import Event

import pytest

from app.store import EngagementFile
from app.store.problems import StoreProblem
from app.window.services.persistence import Keeper, Whereabouts, load, read_again
from tests.app.saving_as import save_as


@pytest.fixture
def damaged(qtbot, window, session, tmp_path):
    """A window at an engagement with a report, the file of which is garbage now."""
    path = tmp_path / "a.plexwright"
    report = tmp_path / "report.txt"
    report.write_text("a line of it\n" * 500)
    session.save_as(path)
    with qtbot.waitSignal(session.importFinished):
        session.import_paths([report])
    assert session.save_now() is None
    with path.open("r+b") as handle:
        handle.write(Random(1).randbytes(path.stat().st_size))
    session.document.branch()
    qtbot.waitUntil(lambda: "is damaged" in window.banner.text.text())
    return report


def test_what_is_on_show_is_saved_elsewhere(qtbot, window, session, tmp_path, damaged) -> None:
    assert "save it under another name" in window.banner.text.text()
    before = session.readings
    merged: list[object] = []
    session.persistence.merged.connect(lambda *states: merged.append(states))
    assert save_as(session, tmp_path / "b.plexwright") is None
    said = window.banner.text.text()
    assert said.startswith("a.plexwright is damaged; what is on show is saved here.")
    assert "report.txt are lost: import them again to see them." in said
    assert session.save_now() is None
    assert session.path == tmp_path / "b.plexwright"
    kept = load(session.path)
    assert [scenario.name for scenario in kept.state.scenarios] == ["What-if"]
    assert kept.readings == session.readings == before
    assert merged == []  # nobody else changed anything: undo goes on
    session.document.undo_stack.undo()
    assert session.save_now() is None
    assert load(session.path).state.scenarios == ()


def test_a_report_whose_lines_are_lost_gets_them_back(qtbot, session, tmp_path, damaged) -> None:
    assert save_as(session, tmp_path / "b.plexwright") is None
    where = Whereabouts(tmp_path / "b.plexwright")
    # Reading the bytes that are not there would put nothing in the place of its figures.
    with pytest.raises(StoreProblem, match="was not kept; import it again"):
        read_again(where, "report.txt", lambda _path, _name: ())
    with EngagementFile.open(where.path) as file:
        (source,) = [s for s in file.sources() if s.name == "report.txt"]
        text = damaged.read_bytes()
        # The readings of the fixtures know no digest of what they were made of.
        file._connection.execute(
            "UPDATE source SET sha256 = ? WHERE id = ?", (sha256(text).hexdigest(), source.id)
        )
        assert Keeper(where).name_for(damaged, "report.txt") == ("report.txt", False)
        assert file.source_bytes(source.id) == text


def test_what_is_written_just_before_is_not_taken_for_deleted(
    qtbot, session, tmp_path, monkeypatch
) -> None:
    from app.store.problems import Damaged
    from app.window.services import saving

    session.save_as(tmp_path / "a.plexwright")
    session.document.branch(name="one")
    assert session.save_now() is None

    def unreadable(file, _path, **_how):
        raise Damaged("is damaged", file=file.path)

    real, written = saving._write, Event()

    def late(file, wish):
        written.wait(5)
        return real(file, wish)

    monkeypatch.setattr(EngagementFile, "copy_to", unreadable)
    monkeypatch.setattr(saving, "_write", late)
    session.document.branch(name="two")
    session.save_as(tmp_path / "b.plexwright", replace=True)  # which begins with writing "two"
    written.set()
    session.document.branch(name="three")
    qtbot.waitUntil(lambda: not session.persistence.is_copying)
    assert session.save_now() is None
    assert session.path == tmp_path / "b.plexwright"
    kept = load(session.path).state.scenarios
    assert [scenario.name for scenario in kept] == ["one", "two", "three"]


def test_figures_that_were_lost_are_no_longer_reckoned_with(
    qtbot, session, tmp_path, monkeypatch, damaged
) -> None:
    from app.store.rescue import Rescued
    from app.window.services import saving

    real = saving.rescue

    def lose(old, path, readings, fill, **how):
        real(old, path, (), fill, **how)
        return Rescued(old.path.name, (), tuple(reading.file for reading in readings))

    monkeypatch.setattr(saving, "rescue", lose)
    with qtbot.waitSignal(session.importFinished):
        assert save_as(session, tmp_path / "b.plexwright") is None
    assert session.readings == ()
