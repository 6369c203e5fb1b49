"""A dump that was appended to itself, or overlaps another: each of its records counts once."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from advisor.installation.builder import build_installation
from advisor.observations import FileReading
from advisor.reading import dumps, engine, read_bytes
from model.topology import Value
from tests.advisor.reading.report_reading import SAMPLES

DUMPS = sorted((SAMPLES / "formats").glob("smf-*-rdw.bin"))


def records(data: bytes) -> list[bytes]:
    found, at = [], 0
    while at < len(data):
        length = int.from_bytes(data[at : at + 2], "big")
        found.append(data[at : at + length])
        at += length
    return found


def figures(readings: tuple[FileReading, ...]) -> dict[tuple[str, str], Value]:
    return {
        (part.id, name): known.value
        for part in build_installation(readings).topology
        for name, known in (*part.measured.items(), *part.settings.items())
    }


@pytest.mark.parametrize("path", DUMPS, ids=lambda path: path.name)
def test_a_dump_appended_to_itself_gives_what_it_gives_alone(path: Path) -> None:
    """I/O of a job and of its data sets was twice what it was."""
    data = path.read_bytes()
    once, twice = (read_bytes(path.name, data * times) for times in (1, 2))
    (alone,), (both,) = once, twice
    assert len(both.observations) == len(alone.observations)
    assert figures(twice) == figures(once)
    assert not alone.problems
    (said,) = both.problems
    read_once = alone.lines - sum(count for _, count in alone.unread_kinds)
    assert said.line == alone.lines + 1
    assert f"holds {read_once:,} record" in said.sentence
    assert dict(both.unread_kinds) == {kind: 2 * count for kind, count in alone.unread_kinds}


def test_dumps_that_overlap_count_what_both_have_once() -> None:
    found = records((SAMPLES / "formats/smf-io-rdw.bin").read_bytes())
    overlap = found[: len(found) * 2 // 3] + found[len(found) // 3 :]
    assert figures(read_bytes("io.bin", b"".join(overlap))) == figures(
        read_bytes("io.bin", b"".join(found))
    )


def test_of_a_long_dump_what_comes_again_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two passes: the first chooses intervals, the second reads their records."""
    data = (SAMPLES / "formats/smf-io-rdw.bin").read_bytes()
    monkeypatch.setattr(dumps, "LONG", len(data))
    once, twice = (read_bytes("io.bin", data * times) for times in (1, 2))
    assert figures(twice) == figures(once)
    monkeypatch.setattr(engine, "KEPT", 40 * len(once[0].observations))
    assert figures(read_bytes("io.bin", data * 2)) == figures(once)


def test_a_record_that_differs_in_one_bit_is_another() -> None:
    found = records((SAMPLES / "formats/smf-dump-rdw.bin").read_bytes())
    task = next(record for record in reversed(found) if record[5] == 116)
    later = bytearray(task)
    (when,) = struct.unpack_from(">I", later, 6)
    struct.pack_into(">I", later, 6, when + 1)
    (alone,) = read_bytes("mq.bin", task)
    (both,) = read_bytes("mq.bin", task + bytes(later))
    assert not both.problems
    counts = [
        sum(o.value for o in reading.observations if ".NV.ORDERS" in o.metric and o.unit == "calls")
        for reading in (alone, both)
    ]
    assert counts[0]
    assert counts[1] == 2 * counts[0]
