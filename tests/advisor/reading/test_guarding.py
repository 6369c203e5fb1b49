"""A reader's exception costs the page it was reading; endless and hostile input ends."""

from __future__ import annotations

import os
import shutil
import time
from dataclasses import replace
from pathlib import Path

import pytest

from advisor.formats.mq import smf as mq_smf
from advisor.formats.rmf import smf as rmf_smf
from advisor.reading import all_readers, folders, guarding, read_bytes, read_path
from advisor.reading.guarding import could_not as say_it
from advisor.reading.guarding import not_read as say_of_file
from advisor.reading.reader import Collector, Records
from advisor.reading.repairs import fused
from tests.advisor.reading.report_reading import SAMPLES


@pytest.fixture(autouse=True)
def _said(_strict: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exceptions of readers are said, as outside of tests."""
    monkeypatch.setattr(guarding, "could_not", say_it)
    monkeypatch.setattr(guarding, "not_read", say_of_file)


def stumble(*_: object) -> None:
    raise IndexError("a fault of the reader")


@pytest.mark.parametrize("part", ["parse", "confirm"])
def test_a_readers_exception_costs_its_page_and_is_said(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = (SAMPLES / "engagement/rmf-sysb.txt").read_bytes()
    (whole,) = read_bytes("rmf.txt", data)
    (paging,) = (reader for reader in all_readers() if reader.id == "rmf-paging")
    monkeypatch.setitem(paging.__dict__, part, stumble)
    (found,) = read_bytes("rmf.txt", data)
    assert "rmf-cpu" in found.formats
    assert 0 < len(found.observations) < len(whole.observations)
    assert any("could not be read" in problem.sentence for problem in found.problems)


@pytest.mark.parametrize(
    "wrong", [IndexError, ValueError, ZeroDivisionError, RecursionError, MemoryError]
)
@pytest.mark.parametrize("packed", ["no", "zip", "tar"])
def test_a_fault_outside_of_readers_costs_its_file_and_no_other(
    wrong: type[Exception], packed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Memory that one file took, or a slip in what mends pasted text, ended the whole import."""
    looked_for = fused.seams

    def fail(texts: list[str], *rest: object) -> object:
        if any("BROKEN" in text for text in texts):
            raise wrong("a fault")
        return looked_for(texts, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(fused, "seams", fail)
    folder = tmp_path / "reports"
    folder.mkdir()
    report = (SAMPLES / "engagement/cics-aor1-dfh0stat.txt").read_text(encoding="utf-8")
    (folder / "a.txt").write_text("BROKEN\n" + report, encoding="utf-8")
    (folder / "b.txt").write_text(report, encoding="utf-8")
    given: Path = folder
    if packed != "no":
        given = Path(shutil.make_archive(str(tmp_path / "reports"), packed, folder))
    found = {Path(one.file).name: one for one in read_path(given)}
    if packed == "no" or "b.txt" in found:
        assert found["b.txt"].observations
    broken = next(one for one in found.values() if one.refused)
    (problem,) = broken.problems
    assert "not read" in problem.sentence
    assert "damaged" not in problem.sentence  # the archive is not to blame


@pytest.mark.parametrize("part", ["parse", "confirm"])
def test_memory_that_one_page_would_need_costs_that_page(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = (SAMPLES / "engagement/rmf-sysb.txt").read_bytes()
    (whole,) = read_bytes("rmf.txt", data)
    (paging,) = (reader for reader in all_readers() if reader.id == "rmf-paging")

    def greedy(*_: object) -> None:
        raise MemoryError

    monkeypatch.setitem(paging.__dict__, part, greedy)
    (found,) = read_bytes("rmf.txt", data)
    assert 0 < len(found.observations) < len(whole.observations)
    (said,) = (one.sentence for one in found.problems if "more memory" in one.sentence)
    assert "RMF paging activity" in said
    assert not [one for one in found.problems if "could not be read" in one.sentence]


def test_memory_that_one_record_would_need_costs_that_record(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = (SAMPLES / "formats/smf-dump-rdw.bin").read_bytes()
    (whole,) = read_bytes("dump.bin", data)

    def greedy(*_: object) -> bool:
        raise MemoryError

    monkeypatch.setattr(mq_smf, "_statistics", greedy)
    (found,) = read_bytes("dump.bin", data)
    assert 0 < len(found.observations) < len(whole.observations)
    assert sum("more memory" in one.sentence for one in found.problems) == 1


def test_nothing_is_asked_of_a_page_that_a_fault_has_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was asked for "with its titles, headings and totals", which it had."""
    data = (SAMPLES / "engagement/rmf-sysb.txt").read_bytes()
    (cpu,) = (reader for reader in all_readers() if reader.id == "rmf-cpu")
    monkeypatch.setitem(cpu.__dict__, "parse", stumble)
    (found,) = read_bytes("rmf.txt", data)
    assert not [one for one in found.problems if "send it complete" in one.sentence]


def test_one_record_that_a_reader_cannot_cope_with_costs_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = (SAMPLES / "formats/smf-dump-rdw.bin").read_bytes()
    (whole,) = read_bytes("dump.bin", data)
    parse = mq_smf._statistics

    def now_and_then(record: bytes, number: int, *rest: object) -> bool:
        raise IndexError("a fault of the reader")

    monkeypatch.setattr(mq_smf, "_statistics", now_and_then)
    (found,) = read_bytes("dump.bin", data)
    assert parse is not now_and_then
    lost = {item.line for item in whole.observations} - {item.line for item in found.observations}
    assert len(lost) == 1
    assert sum("could not be read" in one.sentence for one in found.problems) == 1


def test_an_odd_record_of_a_batch_leaves_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    parse = rmf_smf.READER.parse_records
    assert parse is not None

    def odd(records: Records, out: Collector) -> None:
        calls.append(len(records.records))
        if len(calls) == 3:
            raise ZeroDivisionError
        parse(records, out)

    reader = replace(rmf_smf.READER, parse_records=odd)
    monkeypatch.setattr("advisor.reading.dumps.all_readers", lambda: (reader,))
    (found,) = read_bytes("dump.bin", (SAMPLES / "formats/smf-dump-rdw.bin").read_bytes())
    assert max(calls) == 1
    assert found.observations
    assert [problem.line for problem in found.problems] == [3]


def test_a_line_of_asterisks_takes_time_that_grows_with_its_length() -> None:
    read_bytes("warm.txt", b"nothing\n")
    started = time.process_time()
    read_bytes("stars.txt", b"*" * 300_000 + b"\n")
    assert time.process_time() - started < 1.5  # it took 70 s


def test_a_folder_without_end_is_refused_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "MOST_FILES", 20)
    for number in range(30):
        (tmp_path / f"{number}.txt").write_text("x\n")
    (found,) = read_path(tmp_path)
    assert found.refused
    assert "holds more than" in found.problems[0].sentence


def test_what_nobody_may_look_into_is_told_of_and_not_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder without permission "held no files", and one below another was left out silently."""
    closed, without_x = tmp_path / "closed", tmp_path / "names_only" / "cpu.txt"
    closed.mkdir()
    without_x.parent.mkdir()
    without_x.write_text("x\n")
    listed, stat = os.scandir, Path.stat

    def scandir(path: str) -> object:
        if Path(path) == closed:
            raise PermissionError(13, "Permission denied", path)
        return listed(path)

    def denied(self: Path, **how: bool) -> object:
        if self == without_x:
            raise PermissionError(13, "Permission denied", str(self))
        return stat(self, **how)

    monkeypatch.setattr(os, "scandir", scandir)
    monkeypatch.setattr(os, "listdir", lambda path: list(scandir(str(path))))
    monkeypatch.setattr(Path, "stat", denied)
    for where, names in ((tmp_path, ["closed", "names_only/cpu.txt"]), (closed, ["closed"])):
        found = read_path(where)
        assert [f.file for f in found] == names
        assert all(f.refused for f in found)
        for reading in found:
            assert "cannot be opened (Permission denied): check" in reading.problems[0].sentence


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="Linux only")
def test_a_file_that_says_it_is_empty_is_not_waited_for() -> None:
    (found,) = read_path("/proc/self/status")
    assert found.refused
    assert "empty" in found.problems[0].sentence
