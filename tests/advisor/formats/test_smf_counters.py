"""SMF 113-1, built from the map by field name."""

from __future__ import annotations

import pytest

from advisor.reading.layout.record_maps import record_map
from tests.advisor.reading.report_reading import SAMPLES, Read, read, read_sample

SAMPLE, LPAR = "formats/smf-113-rdw.bin", "lpar:SYSA"


@pytest.fixture(scope="module")
def found() -> Read:
    return read_sample(SAMPLE)


def records() -> list[bytearray]:
    data, at, kept = (SAMPLES / SAMPLE).read_bytes(), 0, []
    while at < len(data):
        length = int.from_bytes(data[at : at + 2], "big")
        kept.append(bytearray(data[at : at + length]))
        at += length
    return kept


def _section(record: bytearray, name: str) -> int:
    """Where a section begins, by its triplet in the header or in the data section."""
    if name == "counter set":
        place = _section(record, "data") + 52
    else:
        place = {"identification": 36, "data": 44}[name]
    return int.from_bytes(record[place : place + 4], "big")


def put(record: bytearray, section: str, name: str, value: int) -> bytes:
    field = record_map("smf113-1").sections[section][name]
    at = _section(record, section) + field.offset
    record[at : at + field.length] = value.to_bytes(field.length, "big")
    return bytes(record)


def test_processors_of_a_kind_are_added_up_by_interval(found: Read) -> None:
    first = found.all(LPAR, "cycles_per_instruction.CP")[0]
    assert [first.interval.start, first.interval.end] == [
        "2015-03-17T09:15:00", "2015-03-17T09:30:00",
    ]  # fmt: skip
    assert len(found.all(LPAR, "cycles_per_instruction.CP")) == 2
    for metric, cp, ziip in (
        ("cycles_per_instruction", 4.0, 3.0), ("l1_misses_per_100", 4.0, 1.0),
        ("million_instructions_per_s", 1_500 / 900, 300 / 900), ("problem_state_pct", 60.0, 90.0),
    ):  # fmt: skip
        assert found.values(LPAR, f"{metric}.CP") == pytest.approx([cp, cp]), metric
        assert found.values(LPAR, f"{metric}.zIIP") == pytest.approx([ziip, ziip]), metric
    assert found.reading.unread_lines == 0


def test_a_record_that_stands_twice_counts_once() -> None:
    data = (SAMPLES / SAMPLE).read_bytes()
    twice = read(data + data, "twice.bin")
    assert twice.values(LPAR, "million_instructions_per_s.CP")[0] == pytest.approx(1_500 / 900)


def test_a_clock_with_leap_seconds_ends_no_interval_after_its_record() -> None:
    record = records()[0]
    at = _section(record, "identification") + 32
    clock = int.from_bytes(record[at : at + 8], "big") + (27_000_000 << 12)
    ahead = read(put(record, "identification", "SMF113INTERVALEND", clock), "ahead.bin")
    (one,) = ahead.all(LPAR, "cycles_per_instruction.CP")
    assert one.interval.end == "2015-03-17T09:30:02"


@pytest.mark.parametrize(
    ("section", "name", "value"),
    [
        ("identification", "SMF113INTERVALSTART", 0),
        ("identification", "SMF113INTERVALEND", 1 << 60),
        ("data", "SMF113_1_CPUSPEED", 0),
        ("counter set", "SMF113_1_CDLN", 8),
        ("counter set", "SMF113_1_CDON", 5),
        ("counter set", "SMF113_1_CDON", 60_000),
        ("counter set", "SMF113_1_CDOF", 1),
        ("counter set", "SMF113_1_CSTYPE", 9),
    ],
)
def test_fields_that_do_not_fit_each_other_are_refused(section: str, name: str, value: int) -> None:
    odd = read(put(records()[0], section, name, value), "odd.bin")
    assert not odd.reading.observations
    assert any("V2R5" in said for said in odd.sentences)


def test_counters_that_no_processor_counts_are_refused() -> None:
    record = records()[1]  # with counters of eight bytes
    place = _section(record, "counter set") + 4
    at = int.from_bytes(record[place : place + 4], "big")
    record[at : at + 8] = (900 * 6_001 * 10**6).to_bytes(8, "big")
    odd = read(bytes(record), "odd.bin")
    assert not odd.reading.observations
    assert any("113-1" in said for said in odd.sentences)


def test_lost_counters_are_said() -> None:
    lost = read(put(records()[0], "data", "SMF113_1_FLAGS", 0x8000), "lost.bin")
    assert not lost.reading.observations
    assert any("lost counters" in said and "SYSA" in said for said in lost.sentences)


@pytest.mark.parametrize("keep", range(40, 330, 7))
def test_a_record_cut_anywhere_does_no_harm(keep: int) -> None:
    cut = records()[0][:keep]
    cut[:2] = len(cut).to_bytes(2, "big")
    read(bytes(cut), "cut.bin")
