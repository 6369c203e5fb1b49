"""A journal is undone into its own file only; a restored backup stays what it is."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from app.store import EngagementFile, StoreProblem, journal

ROOT = Path(__file__).resolve().parents[3]
CRASH = (
    "import os, sys\n"
    "from app.store import EngagementFile\n"
    "file = EngagementFile.open(sys.argv[1])\n"
    "file._connection.set_authorizer(None)\n"
    "file._connection.execute('PRAGMA cache_size = 1')\n"
    "with file.together():\n"
    "    file.decide('HALF', 'accepted')\n"
    "    file.decide('FIRST', None)\n"
    "    for n in range(150):\n"
    "        file.set_window_state(str(n), 'x' * 900)\n"
    "    os.kill(os.getpid(), 9)\n"
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "customer.plexwright"
    with EngagementFile.create(made, "A") as file:
        file.decide("FIRST", "accepted")
    return made


def crash(path: Path) -> None:
    subprocess.run([sys.executable, "-c", CRASH, str(path)], cwd=ROOT, check=False)
    assert path.with_name(path.name + "-journal").exists()


def decided(path: Path) -> list[str]:
    with EngagementFile.open(path) as file:
        return [decision.finding for decision in file.decisions()]


def test_an_interrupted_change_is_undone(path: Path) -> None:
    crash(path)
    assert not journal.foreign(path)
    assert decided(path) == ["FIRST"]
    assert [p.name for p in path.parent.iterdir()] == [path.name]


@pytest.mark.thorough
@pytest.mark.parametrize("later", [0, 1, 2, 5])
@pytest.mark.parametrize("how", ["in place", "another file"])
def test_a_backup_copied_over_a_crashed_engagement_is_opened_as_it_is(
    path: Path, later: int, how: str
) -> None:
    """``later``: how many changes the backup has that the crashed one never had."""
    backup = path.with_name("backup.plexwright")
    with EngagementFile.open(path) as file:
        file.copy_to(backup)
        file.decide("LOST WITH THE CRASHED", "accepted")
    with EngagementFile.open(backup) as file:
        for number in range(later):
            file.decide(f"LATER {number}", "accepted")
    wanted = decided(backup)
    crash(path)
    if how == "another file":
        path.unlink()
    shutil.copyfile(backup, path)
    with EngagementFile.open(path) as file:
        assert [decision.finding for decision in file.decisions()] == wanted
        assert file.set_aside is not None
        assert file.set_aside.exists()
    assert not path.with_name(path.name + "-journal").exists()


def test_the_very_state_before_the_crash_needs_no_word(path: Path) -> None:
    backup = path.with_name("backup.plexwright")
    shutil.copyfile(path, backup)
    crash(path)
    shutil.copyfile(backup, path)
    with EngagementFile.open(path) as file:
        assert file.set_aside is None
    assert decided(path) == ["FIRST"]


def test_a_live_change_of_another_process_is_not_taken_for_foreign(path: Path) -> None:
    with EngagementFile.open(path) as file:
        file._connection.set_authorizer(None)
        file._connection.execute("PRAGMA cache_size = 1")
        with file.together():
            for number in range(150):
                file.set_window_state(str(number), "x" * 900)
            assert path.with_name(path.name + "-journal").stat().st_size > 10_000
            assert not journal.foreign(path)
        assert file.window_state("149") == "x" * 900


def test_the_stamp_stands_alone_on_a_page_that_is_changed_first(path: Path) -> None:
    from app.store.stamps import stamp_on

    with EngagementFile.open(path) as file:
        stamps = [file.stamp()]
        file.decide("G", "accepted")
        stamps.append(file.stamp())
        with file.together():
            file.decide("H", "accepted")
            file.decide("I", "accepted")
        stamps.append(file.stamp())
    assert len(set(stamps)) == 3
    whole = path.read_bytes()
    found = [
        stamp
        for start in range(0, len(whole), 4096)
        if (stamp := stamp_on(whole[start : start + 4096])) is not None
    ]
    assert [stamp.now for stamp in found] == stamps[-1:]


def test_nonsense_of_a_journals_name_is_no_journal(path: Path) -> None:
    for content in (b"", b"\0" * 600, b"x" * 600, journal.MAGIC + b"\xff" * 600):
        path.with_name(path.name + "-journal").write_bytes(content)
        assert not journal.foreign(path)
        assert decided(path) == ["FIRST"]


def test_no_statement_reaches_beyond_the_rows(path: Path) -> None:
    with EngagementFile.open(path) as file:
        for statement in (
            "ATTACH 'x' AS y",
            "CREATE TABLE t (x)",
            "CREATE TEMP TRIGGER t AFTER DELETE ON edit BEGIN DELETE FROM source; END",
            "DROP TABLE edit",
            "PRAGMA writable_schema = ON",
            "PRAGMA journal_mode = OFF",
            "SELECT load_extension('x')",
            "SELECT writefile('x', 'y')",
            "SELECT randomblob(1000000000)",
            "VACUUM INTO 'x'",
        ):
            with pytest.raises(sqlite3.Error):
                file._connection.execute(statement)
        # What a source takes with it is deleted row by row behind the scenes.
        file.add_source("a", b"a", ())
        file.remove_source(file.sources()[0].id)
        assert file.sources() == ()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows deletes no file that is open")
def test_what_vanished_is_not_called_read_only(path: Path) -> None:
    with EngagementFile.open(path) as file:
        path.unlink()
        with pytest.raises(StoreProblem, match="was moved, deleted"):
            file.decide("G", "accepted")
        file.copy_to(path.with_name("rescued.plexwright"))
    assert decided(path.with_name("rescued.plexwright")) == ["FIRST"]
    assert not path.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows replaces no file that is open")
def test_what_another_file_took_the_place_of_is_not_called_read_only(path: Path) -> None:
    other = path.with_name("other.plexwright")
    other.write_bytes(path.read_bytes())
    with EngagementFile.open(path) as file:
        other.replace(path)
        with pytest.raises(StoreProblem, match="deleted or replaced"):
            file.decide("G", "accepted")
        file.copy_to(path.with_name("rescued.plexwright"))
    assert decided(path.with_name("rescued.plexwright")) == ["FIRST"]
