"""Engagement files that somebody made up: any stored value may be anything."""

from __future__ import annotations

import contextlib
import io
import random
import shutil
import sqlite3
import time
from pathlib import Path

import pytest

from app.cli import main
from app.importing.files import find_files, keep_files
from app.paths import sample
from app.store import EngagementFile, StoreProblem, seals
from app.store.analyses import select
from app.window.services.persistence import load
from model.topology import Scenario, SetSetting

VALUES = (
    None,
    0,
    -1,
    1.5,
    2**63 - 1,
    -(2**63),
    1e308,
    -1e308,
    5e-324,
    float("inf"),
    float("-inf"),
    "",
    "x",
    "\0",
    "\ud7ff" * 3,
    "-0",
    "nan",
    "1e999",
    "9" * 4000,
    "9" * 5000,
    "[" * 5000,
    "[]",
    "{}",
    "null",
    "[[]]",
    '{"a":1}',
    "[1,2]",
    '{"lpar:SYSA":[1e999,0]}',
    '{"lpar:SYSA":["x",{}]}',
    '{"__class__":"SetSetting","component":5,"setting":[],"value":{}}',
    '{"__class__":"SetSetting","component":"lpar:SYSA","setting":"CPS","value":1e999}',
    '{"__class__":"SetSetting","component":"lpar:SYSA","setting":"CPS","value":-7}',
    '{"__class__":"SetSetting","component":"lpar:SYSA","setting":"CPS","value":' + "9" * 400 + "}",
    '{"__class__":"Scenario","name":[],"changes":[1]}',
    '{"__class__":"RemoveComponent","component":"lpar:SYSA"}',
    '{"__class__":"AddComponent","component":{"__class__":"Component","id":1,"kind":2,"name":3}}',
    '{"__class__":"Constraints","goal":"itr","max_cps":-1e308}',
    '{"__class__":"Constraints","goal":7}',
    '{"__class__":"Constraints","max_changes":-5,"max_real_storage_gb":1e999}',
    b"",
    b"\xff\xfe",
    b"\0" * 1000,
)


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> Path:
    """A small engagement with something in every table."""
    path = tmp_path_factory.mktemp("hostile") / "small.plexwright"
    reports = [sample("engagement") / name for name in ("ada10-nuc1.txt",)]
    files, _complete = find_files([str(report) for report in reports])
    with EngagementFile.create(path, "Small") as file:
        for _kept in keep_files(file, files):
            pass
        (first, *_rest) = file.readings()
        subject = first.observations[0].subject
        file.set_scenarios((Scenario("s", (SetSetting(subject, "NT", 20),), "note"),))
        file.set_answer(subject, "setting.NT", 20)
        file.decide("ADA-013@10", "rejected", "why")
        file.set_window_state("positions", {subject: [1.0, 2.0]})
        file.set_window_state("goals", [[subject, 90.0, 0.02]])
        file.set_window_state("scenario", "s")
        file.set_edits((SetSetting(subject, "NT", 21),))
        file.set_constraints(file.constraints())
    return path


def mutated(path: Path, dice: random.Random) -> str:
    """Put something else into a cell, a row or all rows of a column; what was done."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        tables = [
            name
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
        ]
        table = dice.choice(tables)
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        column, value = dice.choice(columns), dice.choice(VALUES)
        which = dice.choice(("", f" WHERE {column} = (SELECT {column} FROM {table} LIMIT 1)"))
        with contextlib.suppress(sqlite3.IntegrityError, sqlite3.DataError):
            connection.execute(f"UPDATE {table} SET {column} = ?{which}", (value,))
        return f"{table}.{column}{' all' if not which else ''} = {value!r:.60}"


def advised(path: Path) -> tuple[int, str]:
    """Exit code and complaints of ``plexwright advise``."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(["advise", str(path), "--json"])
    return code, err.getvalue()


def campaign(small: Path, folder: Path, seed: int, number: int, limit_s: float = 5.0) -> list[str]:
    """What went wrong in so many mutations."""
    dice = random.Random(seed)
    path = folder / "mutated.plexwright"
    wrong = []
    for _ in range(number):
        shutil.copyfile(small, path)
        done = "; ".join(mutated(path, dice) for _ in range(dice.choice((1, 1, 2))))
        began = time.process_time()  # other work on the machine is no fault of the file
        try:
            code, said = advised(path)
        except BaseException as fault:  # whatever it is, it is what this test looks for
            wrong.append(f"{done}: {type(fault).__name__}: {fault}")
            continue
        if code not in (0, 1) or "fault of its own" in said or said.count("\n") > 40:
            wrong.append(f"{done}: exit {code}: {said[-300:]}")
        if time.process_time() - began > limit_s:
            wrong.append(f"{done}: took {time.process_time() - began:.0f} s of CPU")
    return wrong


@pytest.mark.thorough
def test_whatever_a_cell_holds_is_one_sentence_or_harmless(small, tmp_path) -> None:
    assert campaign(small, tmp_path, 1, 25) == []


def elsewhere(small: Path, folder: Path, seed: int, number: int) -> list[str]:
    """The same of the other commands that open engagements, and of what the window reads."""
    from app.errors import InputProblem

    dice, wrong = random.Random(seed), []
    path = folder / "mutated.plexwright"
    for turn in range(number):
        shutil.copyfile(small, path)
        done = mutated(path, dice)
        for words in (
            ("history", str(path)),
            ("export", str(path), "--scenarios", str(folder / "s.json")),
            ("project", str(path), "--json"),
            ("share", str(path), "--into", str(folder / f"{turn}.plexwright"), "--mask"),
        ):
            err = io.StringIO()
            try:
                with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(err):
                    code = main(list(words))
            except BaseException as fault:
                wrong.append(f"{words[0]}, {done}: {type(fault).__name__}: {fault}")
                continue
            said = err.getvalue()
            fault = "fault of its own" in said or "Warning" in said or said.count("\n") > 40
            if code not in (0, 1) or fault:
                wrong.append(f"{words[0]}, {done}: exit {code}: {said[-300:]}")
        with contextlib.suppress(InputProblem):
            load(path)
    return wrong


@pytest.mark.thorough
def test_other_commands_and_the_window_stand_it_too(small, tmp_path) -> None:
    assert elsewhere(small, tmp_path, 3, 60) == []


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(20))
def test_ten_thousand_mutations_through_the_whole_of_advise(small, tmp_path, seed) -> None:
    assert campaign(small, tmp_path, seed, 500) == []


@pytest.mark.parametrize(
    ("table", "row", "said"),
    [
        ("scenario", "i, 's' || i, ''", "more of something"),
        ("edit", "i, 'x'", "more of something"),
        ("scenario_change", "0, i + 1, 'x'", "more of something"),
        ("answer", "'s' || i, 'm', 'i', 3", "more of something"),
        ("problem", "1, i + 99, 'f', 1, 's'", "more of something"),
        ("window_state", "'k' || i, hex(zeroblob(200))", "more of something"),
        ("reading", "i + 9, 1, 'f', 's', 1, 'u', 'r', '[]', 1, 0", "more of something"),
        # SQLite 3.43 tells the size of a text that is larger than it may load.
        (
            "numbers_read",
            "-i, 1, 1, 1, CASE i WHEN 1 THEN hex(zeroblob(17000000)) END",
            "too big|more of something",
        ),
    ],
)
def test_a_list_longer_than_anybody_makes_is_refused_at_once(
    small, tmp_path, table, row, said
) -> None:
    path = tmp_path / "long.plexwright"
    shutil.copyfile(small, path)
    rows = {"numbers_read": 1, "answer": 20_100}.get(table, 201_000)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(
            f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {rows})"
            f" INSERT INTO {table} SELECT {row} FROM n"
        )
    began = time.process_time()
    with pytest.raises(StoreProblem, match=said):
        load(path)
    assert time.process_time() - began < 2.0


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (
            "UPDATE reading SET formats = '[' || replace(hex(zeroblob(600000)), '00', '1,')",
            "longer",
        ),
        ("UPDATE edit SET change = '[' || replace(hex(zeroblob(600000)), '00', '[],')", "longer"),
        ("UPDATE window_state SET value = hex(zeroblob(3000000))", "longer"),
        (
            """INSERT INTO said VALUES (1, 'observation', 0,
            '{"__class__":"Sentence","template":"x","values":[],"plural":"","number":1}')""",
            "a value of a sentence",
        ),
    ],
)
def test_values_longer_than_any_are_not_decoded(small, tmp_path, harm, said) -> None:
    """Decoded they take forty times as much memory."""
    path = tmp_path / "long.plexwright"
    shutil.copyfile(small, path)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(harm)
    with pytest.raises(StoreProblem, match=said):
        load(path)


def test_numbers_nobody_read_are_listed_up_to_a_size_and_counted_beyond(small, tmp_path) -> None:
    path = tmp_path / "long.plexwright"
    shutil.copyfile(small, path)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        listed = "'[' || replace(hex(zeroblob(500000)), '00', '[1,[\"1\"]],') || '[1,[]]]'"
        connection.execute(
            f"INSERT OR REPLACE INTO numbers_read SELECT id, 1, 2, 3, {listed} FROM reading"
        )
    (reading,) = load(path).readings
    assert (reading.numbers.unread, reading.numbers.listed) == (3, ())


def test_lines_longer_than_lines_are_end_in_a_sentence(small, tmp_path) -> None:
    path = tmp_path / "long.plexwright"
    shutil.copyfile(small, path)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE observation SET text = hex(zeroblob(500000))")
    code, said = advised(path)
    assert code == 1
    assert "is damaged" in said


def test_no_more_is_written_than_would_open_again(small) -> None:
    with EngagementFile.open(small) as file:
        before = file.scenarios()
        many = [Scenario(f"s{i}", ()) for i in range(10_001)]
        with pytest.raises(StoreProblem, match="more than 10,000"):
            file.set_scenarios(many)
        assert file.scenarios() == before, "and none is written that would not open again"


def test_a_report_that_is_no_bytes_is_one_sentence(small, tmp_path, capsys) -> None:
    path = tmp_path / "number.plexwright"
    shutil.copyfile(small, path)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE source_chunk SET zlib = -1")
    assert main(["share", str(path), "--into", str(tmp_path / "s.plexwright"), "--mask"]) == 1
    assert "is damaged" in capsys.readouterr().err


def test_a_number_too_long_to_be_read_is_one_sentence(small, tmp_path) -> None:
    path = tmp_path / "long.plexwright"
    shutil.copyfile(small, path)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE reading SET formats = ?", ("9" * 5000,))
    code, said = advised(path)
    assert code != 0
    assert "is damaged" in said


def test_an_analysis_from_elsewhere_is_not_believed(small, tmp_path, monkeypatch) -> None:
    path = tmp_path / "mailed.plexwright"
    shutil.copyfile(small, path)
    assert advised(path)[0] in (0, 1)
    with EngagementFile.open(path) as file:
        assert file.analysis() is not None
        monkeypatch.setattr("app.store.seals._secret", lambda: b"of another user or machine")
        assert file.analysis() is None
        assert select(file._connection, file.readings(), file.options(), "x") is None


def test_a_secret_that_a_power_cut_left_empty_is_made_anew(tmp_path, monkeypatch) -> None:
    """Without it every analysis would be made anew at every start, for good."""
    monkeypatch.setattr(seals, "own_folder", lambda: tmp_path)
    (tmp_path / "seal").touch()
    secrets = set()
    for _start in range(2):
        seals._secret.cache_clear()
        secrets.add(seals._secret())
    seals._secret.cache_clear()
    assert len(secrets) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["seal"]


def test_a_damaged_file_is_told_of_in_the_program_s_own_words(small, tmp_path) -> None:
    """SQLite's "malformed database schema (reading) - unrecognized token" stood in the sentence."""
    path = tmp_path / "schema.plexwright"
    shutil.copyfile(small, path)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_schema SET sql = '~' || sql WHERE name = 'reading'")
    table = tmp_path / "table.plexwright"
    shutil.copyfile(small, table)
    with contextlib.closing(sqlite3.connect(table, isolation_level=None)) as connection:
        connection.execute("ALTER TABLE reading RENAME TO riding")
    for broken in (path, table):
        code, said = advised(broken)
        assert code != 0
        assert "open a copy from before" in said
        assert not [
            w for w in ("(malformed", "unrecognized token", "no such table") if w in said
        ], said
