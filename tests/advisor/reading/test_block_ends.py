"""A file is read in blocks: what is read of it does not depend on where these end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from advisor.observations import Observation
from advisor.reading import read_bytes
from advisor.reading.ahead import with_next
from advisor.reading.decoding import records
from tests.advisor.reading.report_reading import SAMPLES, read_sample

MOST = 30_000
"""Bytes of a sample, which is read again and again."""


def figures(name: str, data: bytes) -> list[Observation]:
    """All that is read, in the order in which it stands."""
    (reading,) = read_bytes(name, data)
    seen = (one for one in reading.observations)
    return sorted(seen, key=lambda one: (one.line, one.subject, one.metric))


def samples() -> Iterator[Path]:
    for path in sorted((SAMPLES / "formats").iterdir()):
        if path.suffix in (".txt", ".csv") and path.stat().st_size <= MOST:
            yield path


@pytest.mark.parametrize("path", list(samples()), ids=lambda path: path.name)
def test_blocks_of_few_lines_give_the_same(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of a job in a log stands on four lines: where a block ended between them, or a file
    whose last line has no end, its CPU time was lost without a word.
    """
    data = path.read_bytes()
    expected = figures(path.name, data)
    for size in (251, 307, 333, 389, 1_500):
        monkeypatch.setattr(records, "PIECE", size)
        assert figures(path.name, data) == expected


def test_the_last_line_of_a_job_needs_no_end() -> None:
    whole = read_sample("formats/job-totals.txt")
    data = (SAMPLES / "formats/job-totals.txt").read_bytes().rstrip()
    assert figures("job-totals.txt", data) == figures("job-totals.txt", data + b"\n")
    assert len(figures("job-totals.txt", data)) == len(whole.reading.observations)


def test_what_stands_before_a_fault_is_given() -> None:
    def failing() -> Iterator[int]:
        yield from (1, 2)
        raise ValueError("unreadable")

    pairs = with_next(failing())
    assert [next(pairs), next(pairs)] == [(1, 2), (2, None)]
    with pytest.raises(ValueError, match="unreadable"):
        next(pairs)
    assert list(with_next([])) == []
