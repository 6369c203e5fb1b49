"""An engagement that is damaged while it is open: what is in memory makes a new one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from advisor.observations import FileReading
from app.store import EngagementFile, StoreProblem, readings
from app.store.figures import KeptFigures, moved
from app.store.problems import Damaged
from app.store.rescue import Rescued, rescue
from tests.app.store.test_engagement_file import reading

PAGE = 4096


def of(name: str, figures: int = 2, **other: object) -> FileReading:
    found = reading(name, observations=figures)
    return replace(found, sha256=name, **other)


def header(file: bytearray) -> None:
    file[:PAGE] = Random(1).randbytes(PAGE)


def tail(file: bytearray) -> None:
    del file[len(file) // 2 // PAGE * PAGE :]


def every_page(file: bytearray) -> None:
    """All but those of the schema and of what stands at the beginning."""
    for start in range(PAGE * 4, len(file), PAGE):
        file[start : start + PAGE] = Random(start).randbytes(PAGE)


def empty(file: bytearray) -> None:
    file.clear()


DAMAGES = (header, tail, every_page, empty)
TEXT = Random(7).randbytes(3_000_000)


def damage(path: Path, how: Callable[[bytearray], None]) -> None:
    """What a broken disk or a stray program does to a file that is open."""
    content = bytearray(path.read_bytes())
    how(content)
    with path.open("r+b") as handle:
        handle.write(content)
        handle.truncate(len(content))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "customer.plexwright"
    with EngagementFile.create(made, "Customer A") as file:
        file.add_source("rmf.txt", TEXT, (of("rmf.txt"),))
        file.add_source("all.zip", b"zip" * 99, (of("all.zip/a"), of("all.zip/b")))
        file.add_source("no report", b"x", (of("no report", 0, refused=True),))
    return made


def name_it(file: EngagementFile) -> None:
    file.name = "Customer A"


def rescued(path: Path, how: Callable[[bytearray], None], into: Path) -> Rescued:
    with EngagementFile.open(path) as file:
        known = file.readings()
        damage(path, how)
        return rescue(file, into, known, name_it)


@pytest.mark.parametrize("how", DAMAGES)
def test_a_damaged_file_is_not_copied_as_if_it_were_whole(path, tmp_path, how) -> None:
    with EngagementFile.open(path) as file:
        damage(path, how)
        with pytest.raises(Damaged) as refused:
            file.copy_to(tmp_path / "copy.plexwright")
    assert refused.value.file == str(path)
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("how", DAMAGES)
def test_what_was_read_is_all_there(path, tmp_path, how) -> None:
    with EngagementFile.open(path) as file:
        before = file.readings()
    found = rescued(path, how, tmp_path / "new.plexwright")
    assert found.file == "customer.plexwright"
    assert found.lost == ()
    assert any(name.startswith("rmf.txt") for name in found.without_text)
    with EngagementFile.open(tmp_path / "new.plexwright") as file:
        assert file.readings() == before
        assert file.name == "Customer A"
        assert file.without_bytes() == found.without_text


def test_lines_that_can_be_read_come_along(path, tmp_path) -> None:
    def in_the_first_report(file: bytearray) -> None:
        place = len(file) // 2 // PAGE * PAGE
        file[place : place + PAGE] = bytes(PAGE)

    found = rescued(path, in_the_first_report, tmp_path / "new.plexwright")
    assert found == Rescued("customer.plexwright", ("rmf.txt",))
    with EngagementFile.open(tmp_path / "new.plexwright") as file:
        kept = {source.name: file.source_bytes(source.id) for source in file.sources()}
        assert kept == {"rmf.txt": b"", "all.zip": b"zip" * 99, "no report": b""}
        # The same report again: its lines come back, its figures are not there twice.
        assert not file.add_source("rmf.txt", TEXT, (of("rmf.txt"),))
        assert file.without_bytes() == ()
        assert len(file.readings()) == 4
        assert file.source_bytes(file.sources()[0].id) == TEXT


def test_another_file_of_that_name_is_asked_about(path, tmp_path) -> None:
    other = tmp_path / "other.plexwright"
    other.write_bytes(b"something else")
    with EngagementFile.open(path) as file:
        known = file.readings()
        with pytest.raises(StoreProblem, match="exists already"):
            rescue(file, other, known, name_it)
        assert other.read_bytes() == b"something else"
        rescue(file, other, known, name_it, replace=True)
    with EngagementFile.open(other) as file:
        assert file.readings() == known


def test_a_disk_that_is_full_is_no_loss(path, tmp_path, monkeypatch) -> None:
    """What cannot be written is said; nothing is called lost that is still in memory."""

    def full(*_what: object) -> None:
        raise StoreProblem("cannot grow, the disk is full")

    with EngagementFile.open(path) as file:
        known = file.readings()
        monkeypatch.setattr(readings, "insert", full)
        with pytest.raises(StoreProblem, match="disk is full"):
            rescue(file, tmp_path / "new.plexwright", known, name_it)
    assert not (tmp_path / "new.plexwright").exists()


def test_figures_that_stayed_in_the_file_are_fetched_from_the_new_one(
    path, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr(readings, "EAGER", 1)
    new = tmp_path / "new.plexwright"
    with EngagementFile.open(path) as file:
        file.remove_source(1)  # the numbers of the others are not those of a new file
        known = file.readings()
        assert rescue(file, new, known, name_it).lost == ()
    moved(known, new)
    path.unlink()
    assert isinstance(known[0].observations, KeptFigures)
    assert tuple(known[0].observations) == of("all.zip/a").observations
    assert tuple(known[1].observations) == of("all.zip/b").observations


def test_figures_that_cannot_be_read_any_more_are_named(path, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(readings, "EAGER", 1)
    found = rescued(path, header, tmp_path / "new.plexwright")
    assert found.lost == ("rmf.txt", "all.zip/a", "all.zip/b")
    with EngagementFile.open(tmp_path / "new.plexwright") as file:
        assert [reading.file for reading in file.readings()] == ["no report"]
