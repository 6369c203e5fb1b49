"""SMF 119-2, built from the map by field name."""

from __future__ import annotations

import pytest

from advisor.analysis import Options, groundwork
from advisor.reading.layout.record_maps import record_map
from tests.advisor.reading.report_reading import SAMPLES, Read, read, read_sample

SAMPLE = "formats/smf-119-rdw.bin"
FAR, NEAR = "tcp_connection:SYSA/TCPIP/FTPD1.20", "tcp_connection:SYSA/TCPIP/CTGD.2006"


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


def test_bulky_connections_to_one_place_are_one(found: Read) -> None:
    assert found(FAR, "relation.parent") == "tcpip_stack:SYSA/TCPIP"
    assert found("tcpip_stack:SYSA/TCPIP", "relation.parent") == "lpar:SYSA"
    assert found(FAR, "setting.CLIENT") == "FTPD1"
    assert found(FAR, "setting.FOREIGN_SOCKET") == "192.0.2.17"
    for metric, value in (
        ("bytes_out", 6_000_000_000), ("bytes_in", 80_000), ("segments_out", 4_200_000),
        ("segments_in", 1_400_000), ("rtt_ms", 40.0),
    ):  # fmt: skip
        assert found(FAR, metric) == pytest.approx(value), metric
    (one,) = found.all(FAR, "bytes_out")
    assert one.interval.start == "2015-03-17T09:45:00"
    assert one.interval.end == "2015-03-17T10:20:00"
    assert found(NEAR, "rtt_ms") == 1.0


def test_small_talk_is_read_and_gives_nothing(found: Read) -> None:
    assert not any("CICSAOR1" in item.subject for item in found.reading.observations)
    assert found.reading.unread_lines == 0


def test_other_partners_of_a_port_have_a_number() -> None:
    first, second, *_ = records()
    at = int.from_bytes(second[36:40], "big") + 36 + 15
    second[at] = 99
    both = read(bytes(first) + bytes(second), "both.bin")
    assert both(FAR, "bytes_out") == 3_000_000_000
    assert both(f"{FAR}-2", "bytes_out") == 3_000_000_000


def test_a_record_that_stands_twice_counts_once() -> None:
    data = (SAMPLES / SAMPLE).read_bytes()
    assert read(data + data, "twice.bin")(FAR, "bytes_out") == 6_000_000_000


@pytest.mark.parametrize(
    ("name", "value"),
    [("SMF119AP_TTStatus", 7), ("SMF119AP_TTESTCK", 5), ("SMF119AP_TTOutBytes", 1 << 62)],
)
def test_fields_that_do_not_fit_each_other_are_refused(name: str, value: int) -> None:
    record = records()[0]
    field = record_map("smf119-2").sections["TCP termination"][name]
    at = int.from_bytes(record[36:40], "big") + field.offset
    record[at : at + field.length] = value.to_bytes(field.length, "big")
    odd = read(bytes(record), "odd.bin")
    assert not odd.reading.observations
    assert any("N,ALL" in said for said in odd.sentences)


def test_records_alone_tell_which_connections_are_bulky_and_far() -> None:
    """TCP-003 lacked bytes and round trips; now it knows that the far connection sends."""
    advice = groundwork([read_sample(SAMPLE).reading], Options()).advice
    (outcome,) = (one for one in advice.outcomes if one.rule == "TCP-003")
    assert "FTPD1.20 sends: the other end's buffer" in outcome.sentence


@pytest.mark.parametrize("keep", range(40, 300, 7))
def test_a_record_cut_anywhere_does_no_harm(keep: int) -> None:
    cut = records()[0][:keep]
    cut[:2] = len(cut).to_bytes(2, "big")
    read(bytes(cut), "cut.bin")
