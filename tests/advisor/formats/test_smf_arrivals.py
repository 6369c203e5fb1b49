"""SMF dumps as they arrive: mostly other people's records, joined, padded, begun in the middle."""

from __future__ import annotations

import pytest

from advisor.reading import all_readers
from tests.advisor.formats.test_smf_records import other, plain_records
from tests.advisor.reading.report_reading import SAMPLES, Read, read

VBS = (SAMPLES / "formats/smf-dump.vbs").read_bytes()


def figures(data: bytes) -> dict[tuple[str, str], object]:
    found = read(data, "dump.bin")
    return {(item.subject, item.metric): item.value for item in found.reading.observations}


WHOLE = figures(b"".join(plain_records()))


def test_readers_are_shown_records_of_their_types_alone() -> None:
    """And declare those types, without which each record of a dump is handed to each reader."""
    mine = [reader for reader in all_readers() if reader.where == "records"]
    record = bytearray(plain_records()[1][4:])  # type 70 subtype 1
    for reader in mine:
        assert reader.record_types, reader.id
        assert {type_ for type_, _ in reader.record_kinds} <= reader.record_types
        assert reader.shown(bytes(record)) is (reader.id == "rmf-smf"), reader.id
    record[1], record[18:20] = 30, (4).to_bytes(2, "big")
    assert not any(reader.shown(bytes(record)) for reader in mine)
    record[18:20] = (2).to_bytes(2, "big")
    assert [reader.id for reader in mine if reader.shown(bytes(record))] == ["smf-30"]
    assert not any(reader.shown(b"\x00") for reader in mine)


def blocks() -> list[bytes]:
    found, at = [], 0
    while at < len(VBS):
        length = int.from_bytes(VBS[at : at + 2], "big")
        found.append(VBS[at : at + length])
        at += length
    return found


@pytest.mark.parametrize("size", [80, 2_000])
def test_thousands_of_other_records_before_those_that_are_read(size: int) -> None:
    behind = other(30) + bytes(size)
    behind = (len(behind)).to_bytes(2, "big") + behind[2:]
    found = read(behind * 1_500 + b"".join(plain_records()), "day.bin")
    assert {(i.subject, i.metric): i.value for i in found.reading.observations} == WHOLE
    assert dict(found.reading.unread_kinds) == {"30": 1_500}


@pytest.mark.parametrize("blocked_first", [False, True])
def test_dumps_with_and_without_blocks_that_were_joined(blocked_first: bool) -> None:
    plain = b"".join(plain_records()[:4])
    found = read(VBS + plain if blocked_first else plain + VBS, "joined.bin")
    (said,) = found.sentences
    assert "holds 4 records that it has already" in said
    given = {(i.subject, i.metric): i.value for i in found.reading.observations}
    assert given == WHOLE


@pytest.mark.parametrize("blocked", [False, True])
@pytest.mark.parametrize("fill", [b"\0" * 900, b"\xff" * 7, b"\x40" * 80])
def test_what_fills_the_last_block_is_no_damage(blocked: bool, fill: bytes) -> None:
    found = read((VBS if blocked else b"".join(plain_records())) + fill, "filled.bin")
    assert not found.sentences
    assert {(i.subject, i.metric): i.value for i in found.reading.observations} == WHOLE


def test_zeros_with_records_behind_them_are_damage() -> None:
    records = plain_records()
    found = read(b"".join([*records[:4], bytes(80), *records[4:]]), "hole.bin")
    assert any("damaged" in said for said in found.sentences)


@pytest.mark.parametrize("missing", [0, -1])
def test_spanned_records_that_lack_segments_are_counted(missing: int) -> None:
    kept = blocks()
    lost = kept.pop(missing)
    spans = {lost[at + 2] for at in _descriptors(lost)}
    assert spans & {1, 2, 3}
    found = read(b"".join(kept), "part.bin")
    assert any("1 spanned records of which" in said for said in found.sentences)


def _descriptors(block: bytes) -> list[int]:
    found, at = [], 4
    while at < len(block):
        found.append(at)
        at += int.from_bytes(block[at : at + 2], "big")
    return found


@pytest.mark.parametrize("blocked", [False, True])
@pytest.mark.parametrize("junk", [bytes(512), b"250 Transfer completed.\r\n"])
def test_bytes_before_the_first_record_are_left_out_and_said(blocked: bool, junk: bytes) -> None:
    found = read(junk + (VBS if blocked else b"".join(plain_records())), "label.bin")
    assert len(found.sentences) == 1
    assert f"{len(junk)} bytes before its first record" in found.sentences[0]
    assert {(i.subject, i.metric): i.value for i in found.reading.observations} == WHOLE


def without_descriptors(data: bytes) -> bytes:
    """A dump as a transfer without QUOTE SITE RDW leaves it."""
    out, at = b"", 0
    while at < len(data):
        length = int.from_bytes(data[at : at + 2], "big")
        out += data[at + 4 : at + length]
        at += length
    return out


def test_records_that_lost_their_descriptor_words_are_told_apart() -> None:
    data = (SAMPLES / "formats/smf-dump-rdw.bin").read_bytes()
    whole, bare = read(data, "whole.bin"), read(without_descriptors(data), "bare.bin")
    assert bare.reading.record_format == "no RDW"
    assert bare.reading.lines == whole.reading.lines
    assert values(bare) == values(whole)


def test_records_without_triplets_end_where_the_next_one_of_their_system_begins() -> None:
    record = bytes([0x1E, 64, 0, 0x30, 0, 0]) + bytes.fromhex("0115076f") + "SYSA".encode("cp037")
    others = (record + b"\x40" * 100) * 3
    data = without_descriptors((SAMPLES / "formats/smf-dump-rdw.bin").read_bytes())
    found = read(data[:14] + others + data[14:], "bare.bin")
    assert dict(found.reading.unread_kinds) == {"64": 3}


def test_a_bare_dump_that_is_cut_off_says_so_and_keeps_what_came_before() -> None:
    data = without_descriptors((SAMPLES / "formats/smf-dump-rdw.bin").read_bytes())
    found = read(data[:-3000], "bare.bin")
    assert found("lpar:SYSA", "setting.CPS") == 16
    assert any("cut off" in sentence for sentence in found.sentences)


def values(found: Read) -> list[tuple[str, str, object]]:
    return [(item.subject, item.metric, item.value) for item in found.reading.observations]
