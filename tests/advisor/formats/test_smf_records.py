"""Binary SMF: the same figures from every record format; damaged records do no harm."""

from __future__ import annotations

import re
import struct

import pytest

from tests.advisor.reading.report_reading import SAMPLES, read, read_sample


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
    assert records("lpar:SYSB", "paging_per_s") == pytest.approx(
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
    # What is added up over records is less when some are missing.
    own = [i for i in found.reading.observations if not re.search("SMF 116|72-3", i.text)]
    whole = key("formats/smf-dump.vbs")
    assert own
    assert all(whole[i.subject, i.metric] == i.value for i in own)


def mq_record(kind: int, subtype: int, *sections: bytes) -> bytes:
    """A record of MQM1 on SYSA: header, the QWHS with an interval of 1,800 s, these sections."""
    at = 28 + 8 * (1 + len(sections))
    qwhs = struct.pack(">HBBHBB", 52, 0, 0, 0, 1, 1).ljust(44, b"\0") + (
        (1_800_000_000).to_bytes(8, "big")
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
    record = mq_record(116, 1, block("none", 64), block("none", 64), queue)
    larger = queue.replace((500 * 4096).to_bytes(8, "big"), (500 * 8192).to_bytes(8, "big"))
    other = mq_record(116, 1, block("none", 64), block("none", 64), larger)
    other = other.replace("SYSA".encode("cp037"), "SYSB".encode("cp037"))
    sizes = read(record + other, "mq.bin").all(manager, "message_kb")
    assert [(item.value, item.text.split(",")[0]) for item in sizes] == [
        (4, "SMF 116 of SYSA"), (8, "SMF 116 of SYSB"),
    ]  # fmt: skip


def test_pools_of_a_release_without_locations_have_none() -> None:
    pools = [
        block("QPST", 72, pool=(8, 4, n), buffers=(12, 4, 900), sos=(68, 4, 7)) for n in (1, 2)
    ]
    pools[1] = b"\xd3\x0f" + pools[1][2:]  # what stands behind the first is not its own
    found = read(mq_record(115, 2, *pools), "mq.bin")
    for pool in ("mq_bufferpool:MQM1/1", "mq_bufferpool:MQM1/2"):
        assert found(pool, "setting.BUFFERS") == 900
        assert found(pool, "sos") == 7
        assert not found.all(pool, "setting.LOCATION")
        assert not found.all(pool, "setting.PAGECLAS")


def test_a_block_too_short_for_its_fields_gives_nothing() -> None:
    found = read(mq_record(115, 2, block("QMST", 24), block("QPST", 40)), "mq.bin")
    assert not found.reading.observations


def test_a_block_cut_by_the_end_of_its_record_gives_nothing() -> None:
    whole = mq_record(115, 2, block("QIS1", 104, number=(8, 4, 3)))
    cut = bytearray(whole[:-40])
    cut[:2] = len(cut).to_bytes(2, "big")
    found = read(bytes(cut), "mq.bin")
    assert not found.reading.observations


# -- the same figures as on the printed pages ------------------------------------------------

PRINTS = ("rmf-sysa.fb133.ebcdic", "rmf-sysb.txt", "rmf-sysplex.txt")
NOT_ALIKE = ("page_faults_per_s",)  # the print counts a block as one fault, SMF71PIN none
ROUNDED = {"execution_ms": 0.5, "response_ms": 0.5, "mpl": 0.006, "page_ins_per_s": 0.051}
"""How much a printed figure may be rounded where that is more than 0.1 %."""


def test_the_dump_and_the_prints_of_the_same_story_agree() -> None:
    printed: dict[tuple[str, str], object] = {}
    for name in PRINTS:
        printed |= key(f"engagement/{name}")
    dumped = key("formats/smf-dump.vbs")
    common = sorted(printed.keys() & dumped.keys())
    kinds = {subject.partition(":")[0] for subject, _ in common}
    assert {"lpar", "cpc", "service_class"} <= kinds
    assert len(common) > 150
    for subject, metric in common:
        ours, theirs = dumped[subject, metric], printed[subject, metric]
        if metric in NOT_ALIKE:
            continue
        if metric.startswith("partition_") and metric.split(".")[1] in ("SYSA", "SYSB"):
            continue  # of the story, whose pages add 0.05 % for PR/SM and whose dump does not
        if isinstance(ours, float) and isinstance(theirs, int | float):
            slack = ROUNDED.get(metric, 0.051 if metric.startswith("io_") else 0.0051)
            assert ours == pytest.approx(theirs, rel=1e-3, abs=slack), (subject, metric)
        else:
            assert ours == theirs, (subject, metric)


def test_machine_partitions_and_storage() -> None:
    found = read_sample("formats/smf-dump.vbs")
    assert found("lpar:SYSA", "relation.parent") == "cpc:42A17"
    assert found("cpc:42A17", "setting.MODEL") == "2827-HA1"
    assert found("cpc:42A17", "setting.CPS") == 16
    assert found("cpc:42A17", "partition_physical_pct.CF01.ICF") == pytest.approx(99.92)
    assert not found.values("cpc:42A17", "partition_physical_pct.PHYSICAL")
    assert found("lpar:SYSA", "setting.REAL_STORAGE_GB") == 128
    assert not found.values("lpar:SYSA", "setting.WEIGHT")
    assert found("lpar:SYSA", "setting.DEDICATED") is True


def records_of(kind: int) -> list[bytearray]:
    return [bytearray(record) for record in plain_records() if record[5] == kind]


def section_at(record: bytes, triplet: int) -> int:
    return int.from_bytes(record[triplet : triplet + 4], "big")


def test_weights_and_capping_of_shared_processors() -> None:
    record = records_of(70)[0]
    first = section_at(record, 68)
    for processor in range(18):
        at = first + 88 * processor
        record[at + 10 : at + 12] = (520).to_bytes(2, "big")
        record[at + 12] |= 0x10
    found = read(bytes(record), "cpu.bin")
    assert found("lpar:SYSA", "setting.WEIGHT") == 520
    assert found("lpar:SYSA", "setting.CAPPED") is True
    assert not found.values("lpar:SYSA", "setting.DEDICATED")


def test_a_parked_processor_is_neither_busy_nor_available() -> None:
    record = records_of(70)[0]
    first = section_at(record, 44)
    span = 2_700_003_000
    for number in range(16):  # half of them parked, the others waiting half of the time
        at = first + 88 * number
        parked = span if number % 2 else 0
        record[at : at + 8] = us(0 if parked else span // 2).to_bytes(8, "big")
        record[at + 32 : at + 40] = us(parked).to_bytes(8, "big")
    found = read(bytes(record), "cpu.bin")
    assert found("lpar:SYSA", "mvs_busy_pct") == pytest.approx(50.0, abs=0.01)


def lengthened(record: bytes, triplet: int, more: int) -> bytes:
    """The record with longer sections of one kind, as a later release writes them."""
    start, length, count = struct.unpack_from(">IHH", record, triplet)
    body = b"".join(
        bytes(record[start + n * length : start + (n + 1) * length]) + b"\xee" * more
        for n in range(count)
    )
    out = bytearray(record)
    struct.pack_into(">IHH", out, triplet, len(out), length + more, count)
    out += body
    out[:2] = len(out).to_bytes(2, "big")
    return bytes(out)


@pytest.mark.parametrize(
    ("kind", "triplets"), [(70, (28, 36, 44, 60, 68, 76)), (71, (28, 36)), (72, (28, 36, 60))]
)
def test_longer_sections_of_a_later_release_are_read_as_before(
    kind: int, triplets: tuple[int, ...]
) -> None:
    record = bytes(records_of(kind)[0])
    before = {(i.subject, i.metric): i.value for i in read(record).reading.observations}
    for triplet in triplets:
        record = lengthened(record, triplet, 24)
    after = {(i.subject, i.metric): i.value for i in read(record).reading.observations}
    assert before
    assert after == before


def test_pages_of_all_kinds_stand_where_the_mapping_has_them() -> None:
    """Reserved words stand between the counts: swapped pages begin at 16, not at 12."""
    record = records_of(71)[0]
    at = section_at(record, 36)
    for offset, count in ((12, 99), (16, 27_000), (20, 54_000), (24, 2_700), (28, 5_400),
                          (516, 8_100), (520, 10_800)):  # fmt: skip
        record[at + offset : at + offset + 4] = count.to_bytes(4, "big")
    found = read(bytes(record), "paging.bin")
    before = read_sample("formats/smf-dump.vbs")
    lpar, seconds = "lpar:SYSA", 2700.003
    for metric, more in (
        ("page_ins_per_s", 27_000 + 2_700 + 10_800),
        ("page_outs_per_s", 54_000 + 5_400 + 8_100),
        ("demand_paging_per_s", 0),
    ):
        whole = before(lpar, metric)
        assert isinstance(whole, float)
        assert found(lpar, metric) == pytest.approx(whole + more / seconds, rel=1e-6)


def test_frame_counts_that_contradict_each_other_are_no_figures() -> None:
    record = records_of(71)[0]
    at = section_at(record, 36) + 128
    record[at : at + 4] = (77).to_bytes(4, "big")  # SMF71AVT
    found = read(bytes(record), "paging.bin")
    assert not found.values("lpar:SYSA", "available_frames")
    assert found("lpar:SYSA", "page_faults_per_s") == pytest.approx(4_990 * 0.89, rel=1e-4)
    (said,) = found.sentences
    assert "SMF71AVT 77" in said


def test_a_paging_section_that_is_too_short_is_refused() -> None:
    record = records_of(71)[0]
    record[40:42] = (200).to_bytes(2, "big")
    found = read(bytes(record), "paging.bin")
    assert not found.reading.observations
    assert any("200 bytes" in said for said in found.sentences)


@pytest.mark.parametrize("length", [240, 568, 1336, 2008])
def test_a_paging_section_of_an_older_release_has_fewer_figures(length: int) -> None:
    record = records_of(71)[0]
    record[40:42] = length.to_bytes(2, "big")
    found = read(bytes(record), "paging.bin")
    assert not found.sentences
    assert found("lpar:SYSA", "available_frames") == 2_874
    assert bool(found.values("lpar:SYSA", "scm_blocks_used")) is (length > 1_848)
    assert bool(found.values("lpar:SYSA", "setting.LFAREA_1M_GB")) is (length > 1_344)


def pieces(record: bytes, each: int) -> list[bytes]:
    """A type 70 record broken into several, ``each`` logical processors in one."""
    start, length, count = struct.unpack_from(">IHH", record, 68)
    product = section_at(record, 28)
    parts = [range(first, min(first + each, count)) for first in range(0, count, each)]
    out = []
    for sequence, part in enumerate(parts, start=1):
        piece = bytearray(record)
        if sequence > 1:  # the other sections stand in the first
            for triplet in (36, 44, 60, 76):
                struct.pack_into(">IHH", piece, triplet, 0, 0, 0)
        mine = bytes(record[start + length * part.start : start + length * part.stop])
        struct.pack_into(">IHH", piece, 68, len(piece), length, len(part))
        piece += mine
        struct.pack_into(">IHH", piece, product + 68, len(piece) - product, 48, 1)
        piece += struct.pack(">HHIHH4x", len(parts), sequence, 16, 4, 8)
        for triplet in range(28, 92, 8):
            position = part.start + 1 if triplet == 68 else 1
            piece += struct.pack(">HH", count if triplet == 68 else 1, position)
        piece[:2] = len(piece).to_bytes(2, "big")
        out.append(bytes(piece))
    return out


@pytest.mark.parametrize("backwards", [False, True])
def test_broken_records_are_put_together(backwards: bool) -> None:
    whole = bytes(records_of(70)[0])
    parts = pieces(whole, 10)
    assert len(parts) == 4
    if backwards:
        parts.reverse()
    expected = {(i.subject, i.metric): i.value for i in read(whole).reading.observations}
    found = read(b"".join(parts), "broken.bin")
    assert {(i.subject, i.metric): i.value for i in found.reading.observations} == expected
    assert found.reading.unread_lines == 0
    assert not found.sentences


def test_a_broken_record_without_all_its_parts_is_named_and_not_read() -> None:
    found = read(b"".join([*pieces(bytes(records_of(70)[0]), 10)[:-1], *records_of(71)]), "b.bin")
    assert not found.values("lpar:SYSA", "cp_busy_pct")
    assert any("3 records are parts of larger ones" in said for said in found.sentences)
    assert found.reading.unread_lines == 3


def test_sums_over_the_systems_are_what_the_postprocessor_prints() -> None:
    found = read_sample("formats/smf-dump.vbs")
    name = "service_class:NVPLEX/RIMSMPR"
    parts = [found(name, f"cpu_s.{system}") for system in ("SYSA", "SYSB")]
    assert found(name, "cpu_s") == pytest.approx(402.7)
    assert sum(parts) == pytest.approx(402.7)  # type: ignore[arg-type]
    assert found(name, "response_ms") == pytest.approx(21.0)


def test_using_and_delay_are_shares_of_the_samples() -> None:
    found = read_sample("formats/smf-dump.vbs")
    name = "service_class:NVPLEX/RADANUC"  # 61 % of 5,000 used something, of 6,000 samples
    assert found(name, "velocity_pct") == 61
    assert found(name, "CPUUSGP") == pytest.approx(100 * 1_524 / 6_000)
    assert found(name, "CPUDLYP") == pytest.approx(100 * 650 / 6_000)
    assert found(name, "IODLYP") == pytest.approx(100 * 974 / 6_000)


def test_periods_of_a_report_class_are_one_class() -> None:
    record = next(one for one in records_of(72) if "RADANUC".encode("cp037") in one)
    whole = read(bytes(record), "one.bin")
    at = section_at(record, 60)
    second = record[at:]
    second[8] = 2
    record += second
    record[0:2] = len(record).to_bytes(2, "big")
    record[66:68] = (2).to_bytes(2, "big")
    found = read(bytes(record), "two.bin")
    name = "service_class:NVPLEX/RADANUC"
    for metric in ("cpu_s", "cpu_s.SYSA", "ended_per_s.SYSA"):
        assert found.values(name, metric) == [2 * whole(name, metric)]  # type: ignore[operator]


def test_a_section_too_short_for_its_fields_gives_no_zeros() -> None:
    record = records_of(72)[0]
    record[64:66] = (232).to_bytes(2, "big")
    found = read(bytes(record), "short.bin")
    assert not found.reading.observations


def test_a_record_that_stands_twice_in_a_dump_counts_once() -> None:
    classes = b"".join(records_of(72))
    once, twice = read(classes, "once.bin"), read(classes + classes, "twice.bin")
    name = "service_class:NVPLEX/RADANUC"
    assert twice(name, "cpu_s") == once(name, "cpu_s")
    assert len(twice.values(name, "cpu_s")) == 1


# -- queues of MQ ----------------------------------------------------------------------------


def queue_block(gets: int, depth: int, name: str = "ORDERS", length: int = 592) -> bytes:
    """A WQ record in which every get takes 250 us."""
    text = int.from_bytes(name.ljust(48).encode("cp037"), "big")
    data = block(
        "WQST", max(length, 592), base=(80, 48, text), gets=(224, 4, gets),
        got=(208, 8, us(250 * gets)), depth=(588, 4, depth),
    )  # fmt: skip
    return data[:2] + length.to_bytes(2, "big") + data[4:]


def task(*queues: bytes, subtype: int = 1, seconds: int = 37_800) -> bytes:
    before = (block("WTID", 208), block("WTAS", 712)) if subtype == 1 else (block("WTID", 208),)
    record = bytearray(mq_record(116, subtype, *before, *queues))
    record[6:10] = (100 * seconds).to_bytes(4, "big")
    return bytes(record)


def test_a_task_that_a_joined_dump_holds_twice_is_counted_once() -> None:
    first, second = task(queue_block(1_000, 7)), task(queue_block(3_000, 70))
    found = read(first + second + first, "mq.bin")
    assert found.values("mq_manager:MQM1", "gets.ORDERS") == [4_000]
    assert found.reading.unread_lines == 0


def test_what_many_tasks_did_to_a_queue_is_one_figure() -> None:
    first, second = task(queue_block(1_000, 7)), task(queue_block(3_000, 70))
    more = task(queue_block(500, 3), queue_block(9, 1, "REPLIES"), subtype=2)
    found = read(first + second + more, "mq.bin")
    manager = "mq_manager:MQM1"
    assert found.values(manager, "gets.ORDERS") == [4_500]
    assert found.values(manager, "gets.REPLIES") == [9]
    assert found(manager, "get_elapsed_us.ORDERS") == pytest.approx(250)
    assert found(manager, "max_depth.ORDERS") == 70
    assert found.reading.unread_lines == 0
    (item,) = found.all(manager, "gets.ORDERS")
    assert "3 task records" in item.text


def test_queues_are_summed_by_quarter_of_an_hour_and_system() -> None:
    early, late = task(queue_block(10, 1)), task(queue_block(20, 1), seconds=37_800 + 900)
    found = read(early + late, "mq.bin")
    both = found.all("mq_manager:MQM1", "gets.ORDERS")
    assert [(item.value, item.interval.start) for item in both] == [
        (10, "2015-03-17T10:15:00"), (20, "2015-03-17T10:30:00"),
    ]  # fmt: skip
    elsewhere = late.replace("SYSA".encode("cp037"), "SYSB".encode("cp037"))
    assert len(read(late + elsewhere, "mq.bin").all("mq_manager:MQM1", "gets.ORDERS")) == 2


def test_the_interval_of_the_statistics_holds_several_quarters() -> None:
    """A task that ended in the first quarter belongs to the same half hour as the others."""
    calls = mq_record(115, 2, block("QMST", 104, gets=(16, 4, 30)))  # 1,800 s up to 10:30
    found = read(
        calls + task(queue_block(10, 1), seconds=36_600) + task(queue_block(20, 1)), "mq.bin"
    )
    (item,) = found.all("mq_manager:MQM1", "gets.ORDERS")
    assert item.value == 30
    assert item.interval.start == "2015-03-17T10:00:00"
    assert item.interval.duration_s == 1_800


def test_class_1_accounting_is_not_counted_again() -> None:
    once = task(queue_block(10, 1))
    again = bytearray(once)
    again[22:24] = (0).to_bytes(2, "big")
    found = read(once + bytes(again), "mq.bin")
    assert found.values("mq_manager:MQM1", "gets.ORDERS") == [10]
    assert found.reading.unread_kinds == (("116-0", 1),)


def test_a_short_queue_record_gives_no_figures_of_its_neighbour() -> None:
    found = read(task(queue_block(10, 1, length=200)), "mq.bin")
    assert [one.metric for one in found.reading.observations] == ["relation.parent"]


# -- dumps as they come ----------------------------------------------------------------------


def other(kind: int, extended: int = 0) -> bytes:
    """A record that nobody reads."""
    record = bytearray(mq_record(kind, 1, bytes(80)))
    if extended:
        record[4] = 0x60
        record[24:28] = struct.pack(">HBB", 32, 1, 0)
        record[52:54] = extended.to_bytes(2, "big")
    return bytes(record)


def test_types_that_are_not_read_are_counted_by_type() -> None:
    data = b"".join([*plain_records(), *[other(30)] * 3, other(42), other(126, 1154)])
    found = read(data, "all.bin")
    assert found.reading.unread_lines == 5
    assert dict(found.reading.unread_kinds) == {"30": 3, "42": 1, "1154": 1}
    assert not found.sentences  # nothing is wrong with such a dump


def test_subtypes_that_are_not_read_are_counted_beside_those_that_are() -> None:
    later = records_of(70)[0]
    later[22:24] = (9).to_bytes(2, "big")
    found = read(b"".join([*plain_records(), later]), "all.bin")
    assert found.reading.unread_kinds == (("70-9", 1),)


def test_a_dump_of_other_types_alone_is_refused_by_their_names() -> None:
    found = read(b"".join([other(30)] * 4), "smf30.bin")
    assert found.reading.refused
    assert any("30 (4)" in said for said in found.sentences)


def test_a_dump_without_descriptor_words_is_refused_with_the_remedy() -> None:
    """And whose second record begins nowhere: otherwise they are told apart."""
    found = read(plain_records()[1][4:] + bytes(range(1, 256)) * 40, "stripped.bin")
    assert found.reading.refused
    (said,) = found.sentences
    assert "lost its record descriptor words" in said
    assert "RDW" in said


@pytest.mark.parametrize("table", ["cp1047", "cp037"])
@pytest.mark.parametrize("ends", [b"", b"\n", b"\r\n"])
@pytest.mark.parametrize("saved", ["latin-1", "utf-8"])
def test_a_dump_transferred_as_text_is_refused_with_the_remedy(
    table: str, ends: bytes, saved: str
) -> None:
    data = b"".join(record[4:].decode(table).encode("latin-1") + ends for record in plain_records())
    found = read(data.decode("latin-1").encode(saved), "text.bin")
    assert found.reading.refused
    (said,) = found.sentences
    assert "transferred as text" in said


def test_low_values_of_a_print_are_no_dump_transferred_as_text() -> None:
    """NUL bytes where time and date stand and blanks for the system's name made it one of 1900."""
    lines = ("1" + "\0" * 8 + f"{'A PRINT OF LINE ' + str(n):<124}" for n in range(20))
    found = read("".join(lines).encode("cp1047"), "print.bin")
    assert not any("transferred as text" in said for said in found.sentences)


def test_a_tersed_dump_is_refused_with_the_remedy() -> None:
    head = struct.pack(">BBHBBHI", 5, 1, 32_760, 0x20, 0, 27_998, 32_760)
    found = read(head + bytes(range(256)) * 40, "smf.trs")
    assert found.reading.refused
    assert "AMATERSE" in found.sentences[0]


def test_a_single_record_cut_short_says_so() -> None:
    found = read(bytes(records_of(70)[0])[:-10], "one.bin")
    assert found.reading.refused
    assert any("cut off in record 1" in said for said in found.sentences)


@pytest.mark.parametrize("blocked", [False, True])
def test_a_damaged_descriptor_word_ends_the_reading_not_the_dump(blocked: bool) -> None:
    if blocked:
        data = bytearray((SAMPLES / "formats/smf-dump.vbs").read_bytes())
        at = 0
        for _ in range(3):
            at += int.from_bytes(data[at : at + 2], "big")
        data[at : at + 4] = b"\xff" * 4
    else:
        records = plain_records()
        data = bytearray(b"".join([*records[:4], b"\xff" * 4, *records[4:]]))
    found = read(bytes(data), "damaged.bin")
    assert found("lpar:SYSA", "setting.CPS") == 16
    assert any("damaged" in said or "cut off" in said for said in found.sentences)
