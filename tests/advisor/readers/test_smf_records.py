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


def mq_record(kind: int, subtype: int, *sections: bytes) -> bytes:
    """A record of MQM1 on SYSA: header, the QWHS with an interval of 1,800 s, these sections."""
    at = 28 + 8 * (1 + len(sections))
    qwhs = struct.pack(">HBBHBB", 52, 0, 0, 0, 1, 1).ljust(44, b"\0") + (
        (1_800_000_000 << 12).to_bytes(8, "big")
    )
    triplets, body = b"", b""
    for section in (qwhs, *sections):
        triplets += struct.pack(">IHH", at + len(body), len(section), 1)
        body += section
    head = struct.pack(">BBI", 0, kind, 3_780_000) + bytes.fromhex("0115076f")
    head += "SYSAMQM1".encode("cp037") + struct.pack(">H", subtype) + b"910\0"
    record = head + triplets + body
    return struct.pack(">HH", len(record) + 4, 0) + record


def block(eye: str, length: int, **fields: tuple[int, int, int]) -> bytes:
    """A control block: what it is, its length, and fields as offset, length and value."""
    data = bytearray(length)
    data[2:4] = length.to_bytes(2, "big")
    data[4:8] = eye.encode("cp037")
    for offset, size, value in fields.values():
        data[offset : offset + size] = value.to_bytes(size, "big")
    return bytes(data)


def us(value: int) -> int:
    """Microseconds in TOD clock format."""
    return value << 12


def test_message_rate_free_storage_and_page_sets_of_mq() -> None:
    calls = block("QMST", 104, gets=(16, 4, 900_000), puts=(20, 4, 800_000), put1=(24, 4, 100_000))
    storage = block("QSRS", 232, free=(152, 4, 300 << 20))
    pages = block(
        "QIS1", 104, number=(8, 4, 3), pool=(12, 4, 2), total=(16, 4, 120_960),
        unused=(20, 4, 960), persistent=(24, 4, 100_000), other=(28, 4, 20_000), grown=(92, 2, 3),
    )  # fmt: skip
    found = read(mq_record(115, 7, storage) + mq_record(115, 2, calls, pages), "mq.bin")
    assert found("mq_manager:MQM1", "messages_per_s") == pytest.approx(1000)
    assert found("mq_manager:MQM1", "storage_free_mb") == 300
    assert found("mq_manager:MQM1", "relation.parent") == "lpar:SYSA"
    assert found("mq_pageset:MQM1/3", "setting.BUFFPOOL") == "2"
    assert found("mq_pageset:MQM1/3", "total_pages") == 120_960
    assert found("mq_pageset:MQM1/3", "unused_pages") == 960
    assert found("mq_pageset:MQM1/3", "nonpersistent_pages") == 20_000
    assert found("mq_pageset:MQM1/3", "expansions") == 3


def test_queues_of_mq_accounting() -> None:
    """Offsets as in version 2 of the WQ record, 592 bytes."""
    name = int.from_bytes("ORDERS".ljust(48).encode("cp037"), "big")
    queue = block(
        "WQST", 592, base=(80, 48, name),
        gets=(224, 4, 1000), got=(208, 8, us(250_000)), get_cpu=(216, 8, us(20_000)),
        get_suspended=(272, 8, us(200_000)),
        puts=(316, 4, 500), took=(300, 8, us(100_000)), put_cpu=(308, 8, us(15_000)),
        put_suspended=(332, 8, us(50_000)),
        bytes=(496, 8, 500 * 4096), messages=(512, 4, 500), depth=(588, 4, 77),
    )  # fmt: skip
    found = read(mq_record(116, 1, block("none", 64), block("none", 64), queue), "mq.bin")
    manager = "mq_manager:MQM1"
    assert found(manager, "gets.ORDERS") == 1000
    assert found(manager, "get_elapsed_us.ORDERS") == pytest.approx(250)
    assert found(manager, "get_suspend_us.ORDERS") == pytest.approx(200)
    assert found(manager, "puts.ORDERS") == 500
    assert found(manager, "put_cpu_us.ORDERS") == pytest.approx(30)
    assert found(manager, "put_suspend_us.ORDERS") == pytest.approx(100)
    assert found(manager, "max_depth.ORDERS") == 77
    assert found(manager, "message_kb") == 4


def test_a_block_cut_by_the_end_of_its_record_gives_nothing() -> None:
    whole = mq_record(115, 2, block("QIS1", 104, number=(8, 4, 3)))
    cut = bytearray(whole[:-40])
    cut[:2] = len(cut).to_bytes(2, "big")
    found = read(bytes(cut), "mq.bin")
    assert not found.reading.observations
