"""Windows replaces, renames and removes no file that is open; the store never asks for it.

The rule is put over this system: whatever this process has open may not be moved or removed.
"""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.sharing import sealing
from app.store import EngagementFile, journal, places
from app.window.document import State
from app.window.services.persistence import load
from app.window.services.saving import Persistence
from model.topology import Scenario
from tests.app.store.test_journal import CRASH

ROOT = Path(__file__).resolve().parents[3]

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/fd").exists(), reason="needs to see which files are open"
)


@pytest.fixture
def rule(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Refuse as Windows does; what was asked for and went through."""
    passed: list[str] = []

    def refusing(name: str) -> Callable[..., object]:
        real = getattr(os, name)

        def wrapped(*paths: object, **more: object) -> object:
            for path in paths:
                if isinstance(path, (str, os.PathLike)) and is_open(Path(os.fspath(path))):
                    raise PermissionError(13, "used by another process", str(path))
            passed.append(name)
            return real(*paths, **more)

        return wrapped

    for name in ("replace", "rename", "unlink", "remove"):
        monkeypatch.setattr(os, name, refusing(name))
    # The lock of a session is released by other calls there; its own test is tests of holding.
    monkeypatch.setattr("app.window.services.saving.hold", lambda path: None)
    return passed


def is_open(path: Path) -> bool:
    try:
        wanted = path.stat()
    except OSError:
        return False
    for entry in Path("/proc/self/fd").iterdir():
        try:
            if os.path.samestat(entry.stat(), wanted):
                return True
        except OSError:
            continue
    return False


def test_the_rule_is_in_force(rule, tmp_path: Path) -> None:
    path = tmp_path / "a"
    with path.open("wb"), pytest.raises(PermissionError):
        path.unlink()
    path.unlink()


def test_create_change_copy_and_replace(rule, tmp_path: Path) -> None:
    other = tmp_path / "other.plexwright"
    EngagementFile.create(other, "Other").close()
    with EngagementFile.create(tmp_path / "a.plexwright", "A") as file:
        file.decide("F", "accepted")
        file.copy_to(other, replace=True)
        file.copy_to(tmp_path / "b.plexwright")
    EngagementFile.create(other, "Again", replace=True).close()
    assert "replace" in rule
    assert not list(tmp_path.glob(".*"))


def test_an_older_file_is_lifted_beside_its_copy(rule, tmp_path: Path) -> None:
    from tests.app.store.test_trust import older

    path = tmp_path / "a.plexwright"
    EngagementFile.create(path, "A").close()
    older(path, 3)
    EngagementFile.open(path).close()
    assert (tmp_path / "a (format 3).plexwright").exists()


def test_a_foreign_journal_is_set_aside_and_an_own_one_played_back(rule, tmp_path: Path) -> None:
    path, backup = tmp_path / "a.plexwright", tmp_path / "backup.plexwright"
    with EngagementFile.create(path, "A") as file:
        file.copy_to(backup)
        file.decide("FIRST", "accepted")
    for foreign in (False, True):
        subprocess.run([sys.executable, "-c", CRASH, str(path)], cwd=ROOT, check=False)
        if foreign:
            shutil.copyfile(backup, path)
        assert journal.foreign(path) == foreign
        with EngagementFile.open(path) as file:
            assert (file.set_aside is not None) == foreign


def test_a_session_saves_saves_as_and_goes_on(rule, qtbot, tmp_path: Path) -> None:
    assert not gc.isenabled(), "the thread that saves would collect objects of Qt"
    store = Persistence()
    store.create(tmp_path / "a.plexwright", State(title="A"))
    store.save(State(title="A", scenarios=(Scenario("one"),)))
    assert store.flush() is None
    EngagementFile.create(tmp_path / "b.plexwright", "B").close()
    store.copy_to(tmp_path / "b.plexwright", replace=True)
    store.save(State(title="A", scenarios=(Scenario("one"), Scenario("two"))))
    assert store.flush() is None
    store.close()
    assert len(load(tmp_path / "b.plexwright").state.scenarios) == 2
    places.clear_leftovers(tmp_path)


def test_locked_files_come_and_go(rule, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(sealing, "LOG_N", 10)
    plain = tmp_path / "a"
    plain.write_bytes(b"x" * 100)
    sealing.lock(plain, tmp_path / "locked", "correct horse battery")
    sealing.unlock(tmp_path / "locked", tmp_path / "again", "correct horse battery")
    assert (tmp_path / "again").read_bytes() == plain.read_bytes()
