"""Killed, foreign, newer, cut short, damaged, hostile or locked: one sentence each."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import zlib
from contextlib import closing
from pathlib import Path

import pytest

from app.store import EngagementFile, StoreProblem, schema
from app.store.schema import APPLICATION_ID, SCHEMA_VERSION
from model.topology import Scenario, SetSetting

ROOT = Path(__file__).resolve().parents[3]

IMPORTER = """
import sys
from advisor.observations import FileReading, Observation
from app.store import EngagementFile
path = sys.argv[1]
with EngagementFile.open(path) as file:
    for number in range(10_000):
        name = f"report {number}"
        observations = tuple(
            Observation("lpar:SYSA", "cp_busy_pct", float(i), "%", name, i, "x" * 80)
            for i in range(2000)
        )
        reading = FileReading(name, name, 1, "utf-8", "text", ("f",), observations, 2000)
        content = (name * 200_000).encode()
        assert file.add_source(name, content, (reading,))
        print(name, flush=True)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "customer.plexwright"


@pytest.fixture
def filled(path: Path) -> Path:
    with EngagementFile.create(path, "A") as file:
        file.add_source("a", b"report " * 100_000, ())
        file.set_scenarios((Scenario("s", (SetSetting("lpar:SYSA", "CPS", 4),)),))
        file.decide("F", "accepted", "yes")
    return path


@pytest.mark.thorough
@pytest.mark.parametrize("delay_s", [0.05, 0.13, 0.31, 0.47])
def test_a_kill_in_mid_import_loses_nothing_confirmed(path: Path, delay_s: float) -> None:
    EngagementFile.create(path, "A").close()
    importer = subprocess.Popen(
        [sys.executable, "-c", IMPORTER, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert importer.stdout is not None
    confirmed = [importer.stdout.readline().strip()]
    time.sleep(delay_s)
    importer.send_signal(signal.SIGKILL if os.name == "posix" else signal.SIGTERM)
    confirmed += [line.strip() for line in importer.stdout.read().splitlines()]
    importer.wait()
    importer.stdout.close()
    with EngagementFile.open(path) as file:
        kept = [source.name for source in file.sources()]
        # One more than was confirmed may be there: killed between the commit and the print.
        assert kept[: len(confirmed)] == confirmed
        assert len(kept) <= len(confirmed) + 1
        readings = file.readings()
        assert [item.file for item in readings] == kept
        assert {len(item.observations) for item in readings} == {2000}
        for source in file.sources():
            assert file.source_bytes(source.id) == (source.name * 200_000).encode()
        assert file.add_source("next", b"next", ())
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_a_journal_left_behind_is_rolled_back(filled: Path, tmp_path: Path) -> None:
    """The state a power cut leaves: the file half changed, the journal beside it."""
    program = (
        "import os, sqlite3, sys\n"
        "c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "c.execute('PRAGMA cache_size = 1')\n"
        "c.execute('BEGIN IMMEDIATE')\n"
        "c.execute('DELETE FROM decision')\n"
        "for n in range(150):\n"
        "    c.execute('INSERT INTO window_state VALUES (?, ?)', (str(n), 'x' * 900))\n"
        "os.kill(os.getpid(), 9)\n"
    )
    subprocess.run([sys.executable, "-c", program, str(filled)], check=False)
    assert filled.with_name(filled.name + "-journal").exists()
    with EngagementFile.open(filled) as file:
        assert [d.finding for d in file.decisions()] == ["F"]
        assert file.window_state("1") is None


def read_all(path: Path) -> None:
    with EngagementFile.open(path) as file:
        file.readings()
        file.scenarios()
        file.options()
        for source in file.sources():
            file.source_bytes(source.id)


def refused(path: Path) -> str:
    with pytest.raises(StoreProblem) as caught:
        read_all(path)
    assert caught.value.file == str(path)
    assert "\n" not in caught.value.text
    return caught.value.text


def test_files_that_are_no_engagements(path: Path, tmp_path: Path) -> None:
    assert "no such file" in refused(path)
    assert "is a folder" in refused(tmp_path)
    path.write_bytes(b"")
    assert "is empty" in refused(path)
    path.write_bytes(b"%PDF-1.7 " + b"x" * 200)
    assert "is not an engagement" in refused(path)
    path.write_bytes(b"SQLite")
    assert "is cut short" in refused(path)
    path.unlink()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE t (a)")
    connection.close()
    assert "of another program" in refused(path)


def test_a_newer_file_is_not_touched(filled: Path) -> None:
    with sqlite3.connect(filled) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 4}")
    connection.close()
    before = filled.read_bytes()
    assert f"newer Plexwright (format {SCHEMA_VERSION + 4};" in refused(filled)
    assert filled.read_bytes() == before


@pytest.mark.parametrize("share", [0.05, 0.5, 0.99])
def test_a_file_cut_short(filled: Path, share: float) -> None:
    whole = filled.read_bytes()
    filled.write_bytes(whole[: int(len(whole) * share)])
    assert "is cut short" in refused(filled)


def test_damage_anywhere_is_one_sentence_or_harmless(filled: Path, tmp_path: Path) -> None:
    whole = filled.read_bytes()
    dice = random.Random(7)
    broken = tmp_path / "broken.plexwright"
    complaints = []
    for _ in range(150):
        content = bytearray(whole)
        start = dice.randrange(len(content))
        for offset in range(start, min(start + dice.choice((1, 16, 4096)), len(content))):
            content[offset] = dice.randrange(256)
        broken.write_bytes(content)
        try:
            read_all(broken)
        except StoreProblem as problem:
            complaints.append(problem.text)
    assert len(complaints) > 20
    assert not [text for text in complaints if "\n" in text or len(text) > 250]


def test_a_locked_file_is_said_to_be_in_use(filled: Path) -> None:
    other = sqlite3.connect(filled, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        assert "in use by another program" in refused(filled)
    finally:
        other.close()


def test_an_engagement_is_not_overwritten(filled: Path) -> None:
    with pytest.raises(StoreProblem, match="exists already"):
        EngagementFile.create(filled)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StoreProblem, match="no such file or folder"):
        EngagementFile.create(tmp_path / "no" / "x.plexwright")


def older(path: Path, version: int) -> None:
    """Make a file what the program of that format would have written."""
    names = [script.split()[2] for known, script in schema.UPGRADES.items() if known >= version]
    with sqlite3.connect(path) as connection:
        for name in names:
            connection.execute(f"DROP TABLE {name}")
        connection.execute(f"PRAGMA user_version = {version}")
    connection.close()


PLANTED = {
    "trigger": "CREATE TRIGGER {name} AFTER DELETE ON edit BEGIN DELETE FROM source; END",
    "view": "CREATE VIEW {name} AS SELECT * FROM source",
    "virtual table": "CREATE VIRTUAL TABLE {name} USING fts5(x)",
    "index": "CREATE INDEX {name} ON edit (change)",
    "table": "CREATE TABLE {name} (x)",
}


@pytest.mark.parametrize("kind", PLANTED)
@pytest.mark.parametrize("name", ["t", "sqlitezstat1", "sqlite-stat1"])
def test_what_is_planted_in_the_schema_is_refused_whatever_its_name(
    filled: Path, kind: str, name: str
) -> None:
    with sqlite3.connect(filled) as connection:
        connection.execute(PLANTED[kind].format(name=f'"{name}"'))
    connection.close()
    assert "changed by another program" in refused(filled)


def test_a_trigger_in_an_older_file_is_refused_before_it_is_lifted(filled: Path) -> None:
    older(filled, 5)
    with sqlite3.connect(filled) as connection:
        connection.execute("CREATE TRIGGER t AFTER DELETE ON edit BEGIN DELETE FROM source; END")
    connection.close()
    whole = filled.read_bytes()
    assert "changed by another program" in refused(filled)
    assert filled.read_bytes() == whole


def test_an_older_file_is_lifted_and_one_that_was_counted_is_opened(filled: Path) -> None:
    older(filled, 5)
    whole = filled.read_bytes()
    with sqlite3.connect(filled) as connection:
        connection.execute("ANALYZE")
    connection.close()
    with EngagementFile.open(filled) as file:
        assert [d.finding for d in file.decisions()] == ["F"]
        assert file.before_import() is None
    kept = filled.with_name("customer (format 5).plexwright")
    assert kept.stat().st_size >= len(whole)
    with sqlite3.connect(kept) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (5,)
    connection.close()


def test_an_upgrade_keeps_its_copy_beside_that_of_another_one(filled: Path, monkeypatch) -> None:
    """A file of a format that was put back, and lifted again: its copy was not made."""
    older(filled, 5)
    backup = filled.read_bytes()
    with EngagementFile.open(filled) as file:
        file.name = "lifted"
    filled.write_bytes(backup)
    with closing(sqlite3.connect(filled)) as connection, connection:
        connection.execute("UPDATE decision SET reason = 'of later'")
    with monkeypatch.context() as broken:
        broken.setitem(schema.UPGRADES, 7, "SELECT * FROM nothing")
        for _broken_off in range(2):
            with pytest.raises(StoreProblem):
                EngagementFile.open(filled)
    EngagementFile.open(filled).close()
    kept = sorted(path.name for path in filled.parent.glob("customer (format*"))
    assert kept == ["customer (format 5).plexwright", "customer (format 5, 2).plexwright"]
    reasons = []
    for name in kept:
        with closing(sqlite3.connect(filled.with_name(name))) as connection:
            assert connection.execute("PRAGMA user_version").fetchone() == (5,)
            reasons += connection.execute("SELECT reason FROM decision").fetchone()
    assert reasons[0] != reasons[1] == "of later"


OPENER = (
    "import sys\n"
    "from app.store import EngagementFile\n"
    "sys.stdin.readline()\n"
    "with EngagementFile.open(sys.argv[1]) as file:\n"
    "    print(len(file.decisions()))\n"
)


@pytest.mark.thorough
def test_six_that_lift_one_file_at_once_all_open_it(filled: Path) -> None:
    older(filled, 1)
    openers = [
        subprocess.Popen(
            [sys.executable, "-c", OPENER, str(filled)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for _ in range(6)
    ]
    for opener in openers:
        assert opener.stdin is not None
        opener.stdin.write("go\n")
        opener.stdin.flush()
    said = [opener.communicate()[0].strip() for opener in openers]
    assert said == ["1"] * 6


def test_a_report_that_unpacks_to_more_than_a_chunk_is_refused(filled: Path) -> None:
    bomb = zlib.compress(b"\0" * 50_000_000, 9)
    with sqlite3.connect(filled) as connection:
        connection.execute("UPDATE source_chunk SET zlib = ?", (bomb,))
    connection.close()
    assert "does not unpack to its size" in refused(filled)


def test_a_full_disk_keeps_what_was_there(filled: Path) -> None:
    with EngagementFile.open(filled) as file:
        file._connection.set_authorizer(None)
        file._connection.execute("PRAGMA max_page_count = 1")  # SQLite then reports a full disk
        with pytest.raises(StoreProblem, match="the disk is full"):
            file.add_source("big", random.Random(1).randbytes(3_000_000), ())
        assert [source.name for source in file.sources()] == ["a"]
        assert [d.finding for d in file.decisions()] == ["F"]


def test_the_file_carries_its_type(filled: Path) -> None:
    header = filled.read_bytes()[:100]
    assert int.from_bytes(header[68:72], "big") == APPLICATION_ID
    copy = filled.with_name("copy")
    shutil.copyfile(filled, copy)
    EngagementFile.open(copy).close()
