"""SMF 110-1: tasks by the dictionary in front of them, as a region writes both."""

from __future__ import annotations

import pytest

from advisor.analysis import Options, groundwork
from advisor.formats.cics.run_lengths import expand
from advisor.formats.cics.smf110_monitoring import dated
from advisor.reading.layout.record_maps import record_map
from tests.advisor.reading.report_reading import SAMPLES, Read, read, read_sample

SAMPLE, REGION = "formats/smf-110-1-rdw.bin", "cics_region:CICSTOR9"


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


def product(record: bytearray, name: str, value: int) -> None:
    field = record_map("smf110-1").sections["product"][name]
    at = int.from_bytes(record[28:32], "big") + field.offset
    record[at : at + field.length] = value.to_bytes(field.length, "big")


def joined(parts: list[bytearray]) -> bytes:
    return b"".join(bytes(part) for part in parts)


def test_tasks_of_a_region(found: Read) -> None:
    assert found(REGION, "relation.parent") == "lpar:SYSA"
    assert found(REGION, "setting.JOBNAME") == "CICSTOR9"
    for metric, value in (
        ("response_ms", 50.0), ("dispatch_ms", 40.0), ("cpu_ms", 20.0), ("suspend_ms", 10.0),
        ("file_wait_ms", 8.0), ("qr_ratio_pct", 50.0), ("tx_per_s", 220 / 600),
    ):  # fmt: skip
        assert found(REGION, metric) == pytest.approx(value), metric
    (one,) = found.all(REGION, "response_ms")
    assert one.interval.start == "2015-03-17T10:20:00"
    assert one.interval.duration_s == 600
    assert found.reading.unread_lines == 0


def test_clocks_of_four_bytes_count_in_16_microseconds() -> None:
    """As before CICS TS 5: clocks of 8 bytes, of which 4 are the time."""
    rows = records()[:2]
    layout = record_map("smf110-1").sections
    entry = layout["dictionary entry"]["CMODLENG"].offset
    start = int.from_bytes(rows[0][36:40], "big")
    for place in range(5, 11):  # USRDISPT to FCIOWTT
        at = start + 26 * place + entry
        rows[0][at : at + 2] = (8).to_bytes(2, "big")
    whole = bytes(rows[1])
    data = int.from_bytes(whole[36:40], "big") + 20
    short = b""
    for place in range(20):
        task = whole[data + 96 * place : data + 96 * (place + 1)]
        short += task[:24]
        for clock in range(6):
            us = int.from_bytes(task[24 + 12 * clock : 32 + 12 * clock], "big") >> 12
            short += (us // 16).to_bytes(4, "big") + task[32 + 12 * clock : 36 + 12 * clock]
    changed = bytearray(whole[:data] + short)
    product(changed, "SMFMNDRL", 72)
    changed[:2] = len(changed).to_bytes(2, "big")
    older = read(bytes(rows[0]) + bytes(changed), "ts4.bin")
    assert older(REGION, "dispatch_ms") == pytest.approx(40.0)
    assert older(REGION, "cpu_ms") == pytest.approx(20.0)


def test_counts_of_four_bytes_are_means_of_a_task() -> None:
    """CHMODECT and DB2REQCT (IBM: TYPE-A, 4 bytes); here in the place of a task's last clock."""
    rows = records()[:2]
    entry = record_map("smf110-1").sections["dictionary entry"]
    at = int.from_bytes(rows[0][36:40], "big") + 26 * 10
    for name, value in (
        ("CMODHEAD", "CHMODECT".encode("cp037")),
        ("CMODTYPE", "A".encode("cp037")),
        ("CMODLENG", (4).to_bytes(2, "big")),
    ):
        place = at + entry[name].offset
        rows[0][place : place + entry[name].length] = value
    whole = bytes(rows[1])
    data = int.from_bytes(whole[36:40], "big") + 20
    tasks = [whole[data + 96 * n : data + 96 * n + 84] for n in range(20)]
    counted = b"".join(task + (2 * n).to_bytes(4, "big") for n, task in enumerate(tasks))
    changed = bytearray(whole[:data] + counted)
    product(changed, "SMFMNDRL", 88)
    changed[:2] = len(changed).to_bytes(2, "big")
    found = read(bytes(rows[0]) + bytes(changed), "counts.bin")
    assert found(REGION, "mode_switches_per_task") == pytest.approx(19.0)
    assert found(REGION, "cpu_ms") == pytest.approx(20.0)


def test_a_record_that_stands_twice_counts_once(found: Read) -> None:
    rows = records()
    twice = read(joined(rows + rows[1:]), "twice.bin")
    assert twice(REGION, "tx_per_s") == found(REGION, "tx_per_s")


def test_tasks_without_a_dictionary_are_refused_with_the_remedy() -> None:
    odd = read(joined(records()[1:]), "bare.bin")
    assert not odd.reading.observations
    assert any("DFHMNDUP" in said for said in odd.sentences)


def test_tasks_that_are_not_as_long_as_their_fields_are_refused() -> None:
    rows = records()
    for row in rows[1:]:
        product(row, "SMFMNDRL", 92)
    odd = read(joined(rows), "odd.bin")
    assert not odd.reading.observations
    assert any("not as long" in said for said in odd.sentences)


COMPRESSED = "formats/smf-110-1-compressed-rdw.bin"


def test_compressed_tasks_say_what_they_say_otherwise(found: Read) -> None:
    """COMPRESS=YES is what CICS does unless told otherwise; nothing of such a dump was read."""
    same = read_sample(COMPRESSED)
    assert not same.sentences
    one, other = (
        [(o.subject, o.metric, o.value, o.interval) for o in each.reading.observations]
        for each in (found, same)
    )
    assert one == other
    assert len((SAMPLES / COMPRESSED).read_bytes()) < len((SAMPLES / SAMPLE).read_bytes())


@pytest.mark.parametrize("change", [-1, 1, 400])
def test_what_does_not_expand_to_its_length_is_named_with_the_remedy(change: int) -> None:
    data = (SAMPLES / COMPRESSED).read_bytes()
    field = record_map("smf110-1").sections["product"]["SMFMNDRL"]
    at, rows = 0, []
    while at < len(data):
        length = int.from_bytes(data[at : at + 2], "big")
        rows.append(bytearray(data[at : at + length]))
        at += length
    for row in rows[1:]:
        place = int.from_bytes(row[28:32], "big") + field.offset
        before = int.from_bytes(row[place : place + 2], "big")
        row[place : place + 2] = (before + change).to_bytes(2, "big")
    odd = read(joined(rows), "compressed.bin")
    assert not odd.values(REGION, "response_ms")
    assert any("EXPAND" in said for said in odd.sentences)


def test_uncompressed_tasks_that_claim_to_be_compressed_are_not_read() -> None:
    rows = records()
    for row in rows[1:]:
        product(row, "SMFMNCRL", 400)
    odd = read(joined(rows), "compressed.bin")
    assert not odd.reading.observations
    assert any("EXPAND" in said for said in odd.sentences)


@pytest.mark.parametrize(
    ("code", "length", "data"),
    [
        ("80 03 C1C2C3", 3, b"\xc1\xc2\xc3"),
        ("80 FF 00 01 C1 82 40", 130, b"\0" * 127 + b"\xc1\x40\x40"),
        ("80", 0, b""),
        ("03 C1C2C3", 3, None),  # not compressed
        ("80 03 C1C2", 3, None),  # the last run lacks a byte
        ("80 83", 3, None),
        ("80 00", 0, None),  # a run of nothing
        ("80 03 C1C2C3", 4, None),
        ("80 03 C1C2C3", 2, None),
    ],
)
def test_runs(code: str, length: int, data: bytes | None) -> None:
    """As IBM's developer describes them on IBM-MAIN (June 2013)."""
    assert expand(bytes.fromhex(code), length) == data


def test_times_that_are_not_the_response_time_are_not_read() -> None:
    rows = records()
    for row in rows[1:]:
        at = int.from_bytes(row[36:40], "big") + 20
        for place in range(20):  # USRDISPT of each task: 24 bytes into it
            first = at + 96 * place + 24
            row[first : first + 8] = (90_000_000 << 12).to_bytes(8, "big")
    odd = read(joined(rows), "odd.bin")
    assert not odd.values(REGION, "dispatch_ms")
    assert any("DFH$MOLS" in said for said in odd.sentences)


def test_a_region_whose_statistics_stand_beside_leaves_its_qr_ratio_to_them() -> None:
    rows = records()
    statistics = bytearray(rows[1])
    statistics[22:24] = (2).to_bytes(2, "big")
    both = read(joined([*rows, statistics]), "both.bin")
    assert not both.values(REGION, "qr_ratio_pct")
    assert both.values(REGION, "response_ms")


def test_dictionaries_are_of_no_interval() -> None:
    """Else a choice of intervals of a long dump would leave tasks undescribed."""
    rows = records()
    assert dated(bytes(rows[0][4:])) is None
    assert dated(bytes(rows[1][4:])) is not None


def test_tasks_alone_tell_that_qr_waits_for_a_processor() -> None:
    """Of a customer who sends monitoring and no statistics nothing was known."""
    advice = groundwork([read_sample(SAMPLE).reading], Options()).advice
    assert ("CIZ-001", REGION) in {(one.rule, one.component) for one in advice.findings}


@pytest.mark.parametrize("keep", range(30, 700, 13))
def test_a_record_cut_anywhere_does_no_harm(keep: int) -> None:
    rows = records()[:2]
    for row in rows:
        del row[keep:]
        row[:2] = len(row).to_bytes(2, "big")
    read(joined(rows), "cut.bin")
