"""A large engagement leaves its figures in the file: the same figures, fetched when looked at."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from advisor.observations import FileReading, Interval, Observation, PrintedLines
from app.printing.documents import advice_document
from app.store import EngagementFile, StoreProblem, figures, readings
from app.store.analyses import key_of
from app.store.figures import KeptFigures, digest_of, moved
from model.language import say


def reading(name: str, count: int) -> FileReading:
    text = say("{n} pages", n=3)
    seen = tuple(
        Observation(
            f"lpar:S{place % 7}", "cp_busy_pct", place / 4, "%", name, place + 1,
            text if place % 100 == 0 else f"line {place}", str(place),
            Interval("2015-03-17T09:00:00", None, 900),
        )
        for place in range(count)
    )  # fmt: skip
    return FileReading(name, name, 1, "utf-8", "lines", ("rmf-cpu",), seen, count)


@pytest.fixture
def large(tmp_path: Path, monkeypatch) -> Path:
    monkeypatch.setattr(readings, "EAGER", 10)
    path = tmp_path / "large.plexwright"
    with EngagementFile.create(path) as file:
        file.add_source("a", b"a", (reading("a", 600),))
        file.add_source("b", b"b", (reading("b", 3),))
    return path


def kept_in(path: Path) -> tuple[FileReading, ...]:
    with EngagementFile.open(path) as file:
        return file.readings()


def test_figures_are_the_same_from_the_file(large) -> None:
    first, second = kept_in(large)
    whole = reading("a", 600)
    assert isinstance(first.observations, KeptFigures)
    assert len(first.observations) == 600
    assert tuple(first.observations) == whole.observations
    assert first == whole
    assert whole == first
    assert first != replace(whole, observations=whole.observations[:-1])
    for place in (0, 255, 256, 599, -1, -600):
        assert first.observations[place] == whole.observations[place]
    for part in (slice(5), slice(250, 260), slice(590, None), slice(9, 2), slice(0, 20, 7)):
        assert first.observations[part] == whole.observations[part]
    with pytest.raises(IndexError):
        first.observations[600]
    assert second.observations[-1].line == 3
    printed = PrintedLines((first, second))
    assert printed["a", 2] == "line 1"
    assert printed.get(("a", 9999), "none") == printed.get(("c", 1), "none") == "none"


def test_from_any_thread(large) -> None:
    (first, _second) = kept_in(large)
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(sum(1 for _ in first.observations)))
    thread.start()
    thread.join()
    assert found == [600]


def test_the_digest_is_that_of_the_figures_and_keeps_an_analysis(large, monkeypatch) -> None:
    with EngagementFile.open(large) as file:
        lazy, options = file.readings(), file.options()
        monkeypatch.setattr(readings, "EAGER", 10_000)
        eager = file.readings()
    assert isinstance(eager[0].observations, tuple)
    assert lazy[0].observations.digest == digest_of(eager[0].observations)
    assert key_of(lazy, options) == key_of(eager, options)
    monkeypatch.setattr(figures, "STRETCH", 7)
    changed = replace(eager[0].observations[599], raw="x")
    assert digest_of((*eager[0].observations[:599], changed)) != digest_of(eager[0].observations)


def test_figures_that_are_others_meanwhile_are_not_taken_for_those(large) -> None:
    first, second = kept_in(large)
    with EngagementFile.open(large) as file:
        sources = file.sources()
        file.read_again(sources[0].id, (reading("a", 5),))
        file.remove_source(sources[1].id)
    for gone in (first, second):
        with pytest.raises(StoreProblem):
            tuple(gone.observations)


@pytest.mark.parametrize(
    "harm",
    [
        "DELETE FROM observation WHERE position = 300",
        "UPDATE observation SET position = 1000000000000 WHERE position = 599",
        "UPDATE observation SET line = 'x' WHERE position = 300",
    ],
)
def test_missing_and_damaged_figures_end_in_a_sentence(large, harm) -> None:
    with closing(sqlite3.connect(large)) as connection, connection:
        connection.execute(harm)
    with pytest.raises(StoreProblem, match="damaged"):
        tuple(kept_in(large)[0].observations)


def test_of_an_older_program_there_is_no_digest_and_no_kept_analysis(large) -> None:
    with closing(sqlite3.connect(large)) as connection, connection:
        connection.execute("DELETE FROM figures")
        connection.execute("INSERT INTO analysis (key, zlib) VALUES ('k', x'00')")
    with EngagementFile.open(large) as file:
        assert file.analysis() is None
        (first, _second) = file.readings()
    assert len(tuple(first.observations)) == 600
    assert digest_of(first.observations) == digest_of(reading("a", 600).observations)


def test_saved_under_another_name_they_are_fetched_there(large, tmp_path) -> None:
    found = kept_in(large)
    other = tmp_path / "other.plexwright"
    with EngagementFile.open(large) as file:
        file.copy_to(other)
    moved(found, other)
    large.unlink()
    assert len(tuple(found[0].observations)) == 600


def test_the_analysis_of_a_large_engagement_is_that_of_a_small_one(
    tmp_path, monkeypatch, sample_readings, sample_analysis
) -> None:
    path = tmp_path / "sample.plexwright"
    with EngagementFile.create(path, sample_analysis.name) as file:
        for number, one in enumerate(sample_readings):
            file.add_source(one.file, f"{number}".encode(), (one,))
        file.keep_analysis(sample_analysis)
        monkeypatch.setattr(readings, "EAGER", 10)
        again = file.analysis()
    assert again is not None
    assert all(isinstance(one.observations, KeptFigures) for one in again.readings)
    assert advice_document(again) == advice_document(sample_analysis)
    assert again.installation.observations == tuple(sample_analysis.installation.observations)
