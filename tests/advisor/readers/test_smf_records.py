"""Binary SMF: the same figures from every record format; damaged records do no harm."""

from __future__ import annotations

import struct

import pytest

from tests.advisor.readers.report_reading import SAMPLES, read, read_sample


def key(name: str) -> dict[tuple[str, str], object]:
    found = read_sample(name)
    return {(item.subject, item.metric): item.value for item in found.reading.observations}


def test_spanned_blocks_give_what_plain_records_give() -> None:
    blocked, plain = key("formats/smf-dump.vbs"), key("formats/smf-dump-rdw.bin")
    assert blocked == plain
    assert len(blocked) > 80


def test_processors_and_paging_agree_with_the_printed_report() -> None:
    """70 and 71 hold times and counts; the page prints per cent and rates made of them."""
    records = read_sample("formats/smf-dump.vbs")
    printed = read_sample("engagement/rmf-sysb.txt")
    for metric in ("cp_busy_pct", "mvs_busy_pct", "ziip_busy_pct"):
        assert records("lpar:SYSB", metric) == pytest.approx(printed("lpar:SYSB", metric), abs=0.01)
    assert records("lpar:SYSB", "setting.CPS") == printed("lpar:SYSB", "setting.CPS")
    assert records("lpar:SYSB", "demand_paging_per_s") == pytest.approx(
        printed("lpar:SYSB", "paging_per_s"), rel=1e-4
    )


def test_report_class_and_interval() -> None:
    found = read_sample("formats/smf-dump.vbs")
    name = "service_class:NVPLEX/RCICSAOR"
    assert found(name, "setting.TYPE") == "report"
    assert found(name, "response_ms.SYSA") == pytest.approx(38.0)
    assert found(name, "cpu_s.SYSA") == pytest.approx(361.2)
    (rate,) = found.all(name, "ended_per_s.SYSA")
    assert rate.interval.start == "2015-03-17T10:00:00"
    assert rate.interval.duration_s == pytest.approx(2700.003)


def test_buffer_pools_of_the_queue_manager() -> None:
    found = read_sample("formats/smf-dump.vbs")
    assert found("mq_manager:MQA1", "relation.parent") == "lpar:SYSA"
    assert found("mq_bufferpool:MQA1/1", "setting.BUFFERS") == 100_000
    assert found("mq_bufferpool:MQA1/1", "low_buffers") == 4_712
    assert found("mq_bufferpool:MQA1/1", "imw") == 27_104
    assert found("mq_bufferpool:MQA1/2", "rio") == 0


def plain_records() -> list[bytes]:
    data = (SAMPLES / "formats/smf-dump-rdw.bin").read_bytes()
    records = []
    at = 0
    while at < len(data):
        length = int.from_bytes(data[at : at + 2], "big")
        records.append(data[at : at + length])
        at += length
    return records


def test_two_systems_and_a_repeated_record_stay_apart() -> None:
    records = plain_records()
    found = read(b"".join([records[0], *records[1:4], *records[1:4]]), "twice.bin")
    assert found("lpar:SYSA", "setting.CPS") == 16
    assert not found.values("lpar:SYSB", "setting.CPS")


@pytest.mark.parametrize("offset", [28, 36, 44, 60, 68, 76])
def test_a_section_that_points_outside_its_record_is_no_section(offset: int) -> None:
    records = plain_records()
    wrong = bytearray(records[1])
    struct.pack_into(">I", wrong, offset, 0x7FFFFFF0)
    found = read(b"".join([records[0], bytes(wrong), *records[2:]]), "wrong.bin")
    # Whatever this record lost, the others are read.
    assert found("lpar:SYSB", "setting.CPS") == 16
    assert found("mq_bufferpool:MQA1/1", "setting.BUFFERS") == 100_000


@pytest.mark.parametrize("keep", [1, 3, 7, 400, 2000, 5000, 8000])
def test_a_dump_cut_short_is_read_up_to_the_cut_and_says_so(keep: int) -> None:
    data = (SAMPLES / "formats/smf-dump.vbs").read_bytes()
    found = read(data[:-keep], "cut.vbs")
    assert found("lpar:SYSA", "setting.CPS") == 16
    assert len(found.sentences) == 1
    assert "cut off" in found.sentences[0]
    values = {(i.subject, i.metric): i.value for i in found.reading.observations}
    whole = key("formats/smf-dump.vbs")
    assert all(whole[name] == value for name, value in values.items())
