"""Files put in place: nothing of others replaced unasked, nothing undone into them, none left."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from app.store import EngagementFile, StoreProblem, places

CRASH = (
    "import os, sqlite3, sys\n"
    "c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
    "c.execute('PRAGMA cache_size = 1')\n"
    "c.execute('BEGIN IMMEDIATE')\n"
    "c.execute('DELETE FROM decision')\n"
    "for n in range(150):\n"
    "    c.execute('INSERT INTO window_state VALUES (?, ?)', (str(n), 'x' * 900))\n"
    "os.kill(os.getpid(), 9)\n"
)


def engagement(path: Path, finding: str) -> Path:
    with EngagementFile.create(path, finding) as file:
        file.decide(finding, "accepted")
    return path


def crash(path: Path) -> Path:
    """A change of the engagement is interrupted half way; its journal."""
    subprocess.run([sys.executable, "-c", CRASH, str(path)], check=False)
    journal = path.with_name(path.name + "-journal")
    assert journal.exists()
    return journal


def decided(path: Path) -> list[str]:
    with EngagementFile.open(path) as file:
        return [decision.finding for decision in file.decisions()]


def test_another_file_is_replaced_only_when_that_was_said(tmp_path: Path) -> None:
    other = engagement(tmp_path / "other.plexwright", "THEIRS")
    with EngagementFile.open(engagement(tmp_path / "own.plexwright", "OURS")) as file:
        with pytest.raises(StoreProblem, match="exists already"):
            file.copy_to(other)
        assert decided(other) == ["THEIRS"]
        with pytest.raises(StoreProblem, match="this engagement itself"):
            file.copy_to(file.path, replace=True)
        file.copy_to(other, replace=True)
    assert decided(other) == ["OURS"]


@pytest.mark.parametrize("way", ["copy", "create"])
def test_a_journal_beside_what_is_replaced_is_not_undone_into_the_new_file(
    tmp_path: Path, way: str
) -> None:
    other = engagement(tmp_path / "other.plexwright", "THEIRS")
    journal = crash(other)
    if way == "copy":
        with EngagementFile.open(engagement(tmp_path / "own.plexwright", "OURS")) as file:
            file.copy_to(other, replace=True)
    else:
        with EngagementFile.create(other, replace=True) as file:
            file.decide("OURS", "accepted")
    assert not journal.exists()
    assert decided(other) == ["OURS"]


def test_a_journal_whose_engagement_was_deleted_is_not_undone_into_the_next(
    tmp_path: Path,
) -> None:
    path = engagement(tmp_path / "a.plexwright", "OLD")
    journal = crash(path)
    path.unlink()
    engagement(path, "NEW")
    assert not journal.exists()
    assert decided(path) == ["NEW"]


def test_what_is_replaced_is_made_whole_before_its_journal_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crash between the two leaves the old engagement, not half of it."""
    other = engagement(tmp_path / "other.plexwright", "THEIRS")
    crash(other)

    def killed(_old: object, _new: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", killed)
    with (
        EngagementFile.open(engagement_aside(tmp_path)) as file,
        pytest.raises(KeyboardInterrupt),
    ):
        file.copy_to(other, replace=True)
    assert decided(other) == ["THEIRS"]


def engagement_aside(folder: Path) -> Path:
    """An engagement made without :func:`os.replace`."""
    path = folder / "own.plexwright"
    with sqlite3.connect(":memory:") as connection:
        from app.store import schema

        schema.install(connection, "own")
        path.write_bytes(connection.serialize())
    connection.close()
    return path


@pytest.mark.skipif(os.name != "posix", reason="rights of POSIX")
def test_only_the_owner_may_read_what_is_written(tmp_path: Path) -> None:
    path = engagement(tmp_path / "a.plexwright", "F")
    copy = tmp_path / "b.plexwright"
    with EngagementFile.open(path) as file:
        file.copy_to(copy)
        with file.together():
            file.decide("G", "accepted")
            modes = {p.name: stat.S_IMODE(p.stat().st_mode) for p in tmp_path.iterdir()}
    assert modes == dict.fromkeys(
        ["a.plexwright", "a.plexwright-journal", "b.plexwright"], places.PRIVATE
    )


def test_what_a_killed_save_as_left_is_cleared(tmp_path: Path) -> None:
    program = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from app.store import EngagementFile, places\n"
        "places.put_in_place = lambda part, path: os.kill(os.getpid(), 9)\n"
        "file = EngagementFile.open(sys.argv[1])\n"
        "file.copy_to(sys.argv[2])\n"
    )
    path = engagement(tmp_path / "a.plexwright", "F")
    root = Path(__file__).resolve().parents[3]
    subprocess.run(
        [sys.executable, "-c", program, str(path), str(tmp_path / "b.plexwright")],
        cwd=root,
        check=False,
    )
    assert [p.suffix for p in tmp_path.iterdir() if p != path] == [".part"]
    alive = tmp_path / f".c.plexwright.{places._host()}-{os.getpid()}.part"
    alive.write_bytes(b"being written")
    foreign = tmp_path / ".d.plexwright.00000000-1.part"
    foreign.write_bytes(b"by another machine, just now")
    with EngagementFile.open(path) as file:
        file.copy_to(tmp_path / "e.plexwright")
    left = {alive.name, foreign.name, "a.plexwright", "e.plexwright"}
    assert {p.name for p in tmp_path.iterdir()} == left
    os.utime(foreign, (0, 0))
    places.clear_leftovers(tmp_path)
    assert not foreign.exists()
    assert alive.exists()


NAMES = ["a b", "100%25", "a#b", "größe", "e\u0301"]
if sys.platform != "win32":  # where no name has a question mark
    NAMES.append("what?mode=memory")


@pytest.mark.parametrize("name", NAMES)
def test_any_name_is_that_of_the_file(tmp_path: Path, name: str) -> None:
    path = engagement(tmp_path / f"{name}.plexwright", "F")
    assert decided(path) == ["F"]
    assert [p.name for p in tmp_path.iterdir()] == [path.name]
