"""SMF 74-8: host adapters and ranks, built from the record map by field name."""

from __future__ import annotations

import pytest

from advisor.reading.layout.record_maps import record_map
from tests.advisor.reading.report_reading import SAMPLES, Read, read, read_sample

SAMPLE, DASD = "formats/smf-ess-rdw.bin", "dasd:DXK01"


@pytest.fixture(scope="module")
def found() -> Read:
    return read_sample(SAMPLE)


def record() -> bytearray:
    return bytearray((SAMPLES / SAMPLE).read_bytes())


def put(data: bytearray, part: str, name: str, value: bytes, number: int = 0) -> None:
    layout = record_map("smf74-8")
    triplet = layout.triplets[part]
    start = int.from_bytes(data[triplet : triplet + 4], "big")
    length = int.from_bytes(data[triplet + 4 : triplet + 6], "big")
    at = start + number * length + layout.sections[part][name].offset
    data[at : at + len(value)] = value


def test_adapters_and_ranks(found: Read) -> None:
    """The sample's figures are round: see packaging/story/smf_ess.py."""
    for metric, value in (
        ("setting.MODEL", "2107-996"),
        ("link_io_per_s.0030", 500.0), ("link_mb_per_s.0030", 500 * 8 / 1024),
        ("link_response_ms.0030", (400 * 0.5 + 100) / 500),
        ("pprc_sends_per_s.0131", 100.0), ("pprc_send_ms.0131", 2.0),
        ("rank_reads_per_s.0010", 300.0), ("rank_writes_per_s.0010", 200.0),
        ("rank_read_ms.0010", 4.0), ("rank_write_ms.0010", 8.0),
        ("rank_read_ms.0011", 12.0), ("rank_write_ms.0011", 24.0),
    ):  # fmt: skip
        given = found(DASD, metric)
        assert given == (value if isinstance(value, str) else pytest.approx(value, rel=1e-3)), (
            metric
        )
    assert not found.values(DASD, "link_io_per_s.0131")
    assert found.sentences == []
    assert found.reading.unread_lines == 0


def test_what_two_systems_measured_is_taken_once(found: Read) -> None:
    other = record()
    other[14:18] = "SYSB".encode("cp037")
    twice = read(bytes(record() + other), "two.bin")
    assert len(twice.reading.observations) == len(found.reading.observations)


def test_flags_leave_out_what_they_call_invalid() -> None:
    data = record()
    put(data, "link", "R748LFLG", b"\xc0")
    put(data, "link control", "R748CFLG", b"\0")
    odd = read(bytes(data), "flags.bin")
    assert odd.values(DASD, "link_io_per_s.0030")
    for metric in ("link_mb_per_s.0030", "link_response_ms.0030", "rank_read_ms.0010"):
        assert not odd.values(DASD, metric)


@pytest.mark.parametrize(
    ("part", "name", "value", "number"),
    [
        ("link", "R748LAID", b"\x00\x30", 1),  # an adapter that stands twice
        ("rank", "R748RRID", b"\x00\x10", 1),
        ("link", "R748LERT", bytes.fromhex("4F10000000000000"), 0),  # times of days
        ("rank", "R748RROP", bytes.fromhex("C510000000000000"), 0),  # negative
        ("link control", "R748CSER", bytes(10), 0),
    ],
)
def test_sections_that_are_something_else_are_refused(
    part: str, name: str, value: bytes, number: int
) -> None:
    data = record()
    put(data, part, name, value, number)
    odd = read(bytes(data), "odd.bin")
    assert not odd.reading.observations
    assert odd.reading.unread == ((1, 1),)  # refused is not read
    assert any("74-8" in said for said in odd.sentences)


@pytest.mark.parametrize("short", [56, 48])
def test_sections_of_another_length_are_refused(short: int) -> None:
    data = record()
    triplet = record_map("smf74-8").triplets["rank"]
    data[triplet + 4 : triplet + 6] = short.to_bytes(2, "big")
    odd = read(bytes(data), "odd.bin")
    assert not odd.reading.observations
    assert odd.sentences


def test_a_subsystem_that_did_not_answer_has_no_figures() -> None:
    data = record()
    put(data, "link control", "R748CSC", b"\x08")
    assert not read(bytes(data), "odd.bin").reading.observations


@pytest.mark.parametrize("keep", range(20, 620, 7))
def test_a_record_cut_anywhere_does_no_harm(keep: int, found: Read) -> None:
    data = record()[:keep]
    data[:2] = keep.to_bytes(2, "big")
    whole = {(o.subject, o.metric, o.value) for o in found.reading.observations}
    cut = read(bytes(data), "cut.bin").reading.observations
    assert {(o.subject, o.metric, o.value) for o in cut} <= whole
