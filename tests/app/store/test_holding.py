"""One session at a time has an engagement; a killed one has it no longer."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.store.holding import Held, Holder, hold

ROOT = Path(__file__).resolve().parents[3]
HOLDER = (
    "import sys, time\n"
    "from pathlib import Path\n"
    "from app.store.holding import hold\n"
    "kept = hold(Path(sys.argv[1]))\n"
    "print(type(kept).__name__, flush=True)\n"
    "time.sleep(60)\n"
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "a.plexwright"
    made.write_bytes(b"x")
    return made


def test_the_second_is_told_who_has_it_and_gets_it_when_it_is_free(path: Path) -> None:
    first = hold(path)
    assert isinstance(first, Held)
    second = hold(path)
    assert isinstance(second, Holder)
    assert second.here
    assert second.since
    first.release()
    first.release()
    third = hold(path)
    assert isinstance(third, Held)
    third.release()
    assert [p.name for p in path.parent.iterdir()] == [path.name]


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
def test_another_name_of_the_file_is_the_same_engagement(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.plexwright"
    link.symlink_to(path)
    first = hold(path)
    assert isinstance(first, Held)
    assert isinstance(hold(link), Holder)
    first.release()


def test_a_killed_session_holds_nothing(path: Path) -> None:
    other = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert other.stdout is not None
    assert other.stdout.readline().strip() == "Held"
    found = hold(path)
    assert isinstance(found, Holder)
    assert (found.pid, found.here) == (other.pid, False)
    other.send_signal(signal.SIGKILL if os.name == "posix" else signal.SIGTERM)
    other.wait()
    other.stdout.close()
    mine = hold(path)
    assert isinstance(mine, Held)
    mine.release()


def test_where_nothing_can_be_locked_nobody_is_kept_out(tmp_path: Path) -> None:
    assert hold(tmp_path / "no such folder" / "a.plexwright") is None


def test_a_lock_file_that_says_nothing_is_still_a_lock(path: Path) -> None:
    first = hold(path)
    assert isinstance(first, Held)
    path.with_name(f".{path.name}.lock").write_bytes(b"\xff{")
    assert hold(path) == Holder()
    first.release()
