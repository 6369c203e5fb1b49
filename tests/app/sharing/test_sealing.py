"""A locked file opens with its passphrase only, whole or not at all."""

from __future__ import annotations

import os
import random
import stat
from pathlib import Path

import pytest

from advisor.reading.refusals import by_magic
from app.cli import main
from app.errors import InputProblem
from app.locked import is_locked
from app.sharing import handing_over, sealing
from app.sharing.sealing import HEADER, PIECE_BYTES, TAG_BYTES, lock, unlock
from app.store import EngagementFile, StoreProblem

PASSPHRASE = "correct horse battery staple"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sealing, "LOG_N", 10)


@pytest.mark.parametrize("size", [0, 1, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 3_000_000])
def test_what_is_locked_comes_back(tmp_path: Path, size: int) -> None:
    plain, locked, again = (tmp_path / name for name in ("plain", "locked", "again"))
    plain.write_bytes(random.Random(size).randbytes(size))
    lock(plain, locked, PASSPHRASE)
    assert is_locked(locked)
    assert plain.read_bytes()[:64] not in locked.read_bytes() or size < 8
    unlock(locked, again, PASSPHRASE)
    assert again.read_bytes() == plain.read_bytes()
    if os.name == "posix":
        assert stat.S_IMODE(again.stat().st_mode) == stat.S_IMODE(locked.stat().st_mode) == 0o600
    assert len(list(tmp_path.iterdir())) == 3


def test_another_passphrase_or_any_change_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    plain, locked, again = (tmp_path / name for name in ("plain", "locked", "again"))
    plain.write_bytes(random.Random(1).randbytes(2 * PIECE_BYTES + 500))
    lock(plain, locked, PASSPHRASE)
    whole = locked.read_bytes()
    piece = PIECE_BYTES + TAG_BYTES
    first, second = HEADER.size, HEADER.size + piece
    changed = {
        "cut after a piece": whole[:second],
        "cut in a piece": whole[: second + 9],
        "a piece left out": whole[:first] + whole[second:],
        "pieces swapped": whole[:first]
        + whole[second : second + piece]
        + whole[first:second]
        + whole[second + piece :],
        "something after it": whole + b"x",
        "only the header": whole[:first],
        "dearer to try": whole[:10] + bytes([63]) + whole[11:],
        "cheaper to try": whole[:10] + bytes([11]) + whole[11:],
    }
    for place in (11, 14, 30, first, first + 7, second + 100, len(whole) - 1):
        flipped = bytearray(whole)
        flipped[place] ^= 1
        changed[f"byte {place}"] = bytes(flipped)
    for what, content in changed.items():
        locked.write_bytes(content)
        with pytest.raises(InputProblem):
            unlock(locked, again, PASSPHRASE)
        assert not again.exists(), what
    locked.write_bytes(whole)
    with pytest.raises(InputProblem, match="does not open with this passphrase"):
        unlock(locked, again, PASSPHRASE + " ")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["locked", "plain"]


def test_a_strangers_file_asks_for_no_more_memory_than_the_program_itself_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = tmp_path / "locked"
    asked: list[int] = []

    def cipher(_passphrase: str, _salt: bytes, log_n: int, r: int, p: int) -> None:
        asked.append(128 * r * p << log_n)
        raise InputProblem("enough")

    monkeypatch.setattr(sealing, "_cipher", cipher)
    for log_n in range(64):
        for r, p in ((1, 1), (8, 1), (16, 1), (8, 4), (255, 255)):
            locked.write_bytes(HEADER.pack(sealing.MAGIC, log_n, r, p, b"s" * 16, b"n" * 7))
            with pytest.raises(InputProblem):
                unlock(locked, tmp_path / "again", PASSPHRASE)
    assert max(asked) == 256 << 20


def test_nothing_is_replaced_and_no_short_passphrase_taken(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_bytes(b"x")
    with pytest.raises(InputProblem, match="at least 12"):
        lock(plain, tmp_path / "locked", "short")
    with pytest.raises(InputProblem, match="exists already"):
        lock(plain, plain, PASSPHRASE)
    with pytest.raises(InputProblem, match="is not locked"):
        unlock(plain, tmp_path / "again", PASSPHRASE)


def test_an_engagement_is_shared_and_unlocked_on_the_command_line(tmp_path: Path, capsys) -> None:
    engagement = tmp_path / "a.plexwright"
    with EngagementFile.create(engagement, "Customer A") as file:
        file.decide("F", "accepted")
    word = tmp_path / "word"
    word.write_text(PASSPHRASE + "\n")
    locked, again = tmp_path / "a.plexwright-locked", tmp_path / "again.plexwright"
    told = ["--passphrase-file", str(word)]
    assert main(["share", str(engagement), "--into", str(locked), *told]) == 0
    assert b"Customer A" not in locked.read_bytes()
    with pytest.raises(StoreProblem, match="locked with a passphrase"):
        EngagementFile.open(locked)
    assert main(["unlock", str(locked), "--into", str(again), *told]) == 0
    with EngagementFile.open(again) as file:
        assert (file.name, len(file.decisions())) == ("Customer A", 1)
    word.write_text("another passphrase\n")
    assert main(["unlock", str(locked), "--into", str(tmp_path / "no"), *told]) != 0
    assert "does not open" in capsys.readouterr().err
    assert main(["share", str(engagement), "--into", str(tmp_path / "b")]) != 0
    assert "nothing to do" in capsys.readouterr().err


@pytest.mark.parametrize("writable", [True, False])
def test_nothing_readable_stands_where_the_locked_file_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writable: bool
) -> None:
    """It may be a stick or a shared folder, and a kill would leave it there."""
    home, stick, own = (tmp_path / name for name in ("home", "stick", "own"))
    home.mkdir()
    stick.mkdir()
    with EngagementFile.create(home / "a.plexwright", "Customer A"):
        pass
    monkeypatch.setattr(handing_over, "own_folder", lambda: own)
    monkeypatch.setattr(handing_over.os, "access", lambda *_: writable)
    seen: list[list[str]] = []

    def tell(_share: float) -> None:
        seen.append([p.name for p in stick.iterdir()])
        (plain,) = (home if writable else own).glob(".*.part")
        assert plain.read_bytes().startswith(b"SQLite")

    handing_over.hand_over(
        home / "a.plexwright", stick / "a.locked", masked=False, passphrase=PASSPHRASE, tell=tell
    )
    assert seen == [[]]
    assert [p.name for p in stick.iterdir()] == ["a.locked"]
    assert [p.name for p in home.iterdir()] == ["a.plexwright"]


def test_readers_know_a_locked_engagement_by_what_it_begins_with() -> None:
    """Its mark stands twice: the store that opens files loads none of the readers."""
    assert "unlock" in (by_magic(sealing.MAGIC + bytes(40)) or "")
