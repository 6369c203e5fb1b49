"""SMF 110-1 of CICS: a dictionary and tasks, built from the record maps by field name.

What stands where is taken from ``resources/layouts`` and from the dictionary that the records bring
with them, as IBM describes both; the figures are round.
"""

from __future__ import annotations

import struct
from datetime import UTC, date, datetime

from story.figures import Story
from story.records import Layout, Record

SYSTEM, REGION = "SYSA", "CICSTOR9"
EPOCH = datetime(1900, 1, 1, tzinfo=UTC)
DICTIONARY, PERFORMANCE = 1, 3
FIELDS = (
    # group, type, number, length, heading; in the order of their connectors, from 1 on
    ("DFHTASK", "C", "001", 4, "TRAN"), ("DFHCICS", "T", "005", 8, "START"),
    ("DFHCICS", "T", "006", 8, "STOP"), ("DFHTASK", "P", "031", 4, "TRANNUM"),
    ("DFHCICS", "C", "112", 4, "RTYPE"), ("DFHTASK", "S", "007", 12, "USRDISPT"),
    ("DFHTASK", "S", "008", 12, "USRCPUT"), ("DFHTASK", "S", "014", 12, "SUSPTIME"),
    ("DFHTASK", "S", "255", 12, "QRDISPT"), ("DFHTASK", "S", "256", 12, "QRCPUT"),
    ("DFHFILE", "S", "063", 12, "FCIOWTT"), ("DFHFILE", "A", "093", 4, "FCTOTCT"),
)  # fmt: skip
WRITTEN = (1, 2, 3, 5, 6, 7, 8, 9, 10, 11)
"""Connectors of the fields that the region writes: TRANNUM and FCTOTCT it leaves out."""


def _record(story: Story, at: float, kind: int, product: dict, data: bytes) -> bytes:
    layout = Layout("smf110-1")
    day = date.fromisoformat(story["engagement"]["iso_date"])
    record = Record(110, 1, SYSTEM, "CICS", day, at, 44)
    record.put(24, struct.pack(">H", 2))
    first = 44 + len(layout.section("product", {}))
    own = {
        "SMFMNPRN": REGION, "SMFMNSPN": REGION, "SMFMNJBN": REGION, "SMFMNCL": kind,
        **{name: value + (first if name in ("SMFMNDCA", "SMFMNDRA") else 0)
           for name, value in product.items()},
    }  # fmt: skip
    record.sections(28, [layout.section("product", own)])
    record.sections(36, [data])
    return record.body()


def dictionary(story: Story, at: float) -> bytes:
    """Class 1: what every field is called, its kind, its length and its connector."""
    layout = Layout("smf110-1")
    offset, rows = 0, []
    for connector, (group, kind, number, length, heading) in enumerate(FIELDS, start=1):
        entry = {
            "CMODNAME": group, "CMODTYPE": kind, "CMODIDNT": number, "CMODLENG": length,
            "CMODCONN": connector, "CMODOFST": offset, "CMODHEAD": heading,
        }  # fmt: skip
        rows.append(layout.section("dictionary entry", entry))
        offset += length
    product = {"SMFMNDRA": 0, "SMFMNDRL": 26, "SMFMNDRN": len(rows)}
    return _record(story, at, DICTIONARY, product, b"".join(rows))


def _clock(us: int, count: int) -> bytes:
    return (us << 12).to_bytes(8, "big") + b"\0" + count.to_bytes(3, "big")


def tasks(story: Story, at: float, rows: list[tuple[str, int, int, int, int]]) -> bytes:
    """Class 3: tasks by transaction, dispatched, CPU, suspended and file wait in microseconds."""
    day = date.fromisoformat(story["engagement"]["iso_date"])
    now = (datetime(day.year, day.month, day.day, tzinfo=UTC) - EPOCH).total_seconds() + at
    data = struct.pack(f">{len(WRITTEN)}H", *WRITTEN)
    size = 0
    for name, dispatched, cpu, suspended, file_wait in rows:
        stop = round(now * 1e6)
        start = stop - dispatched - suspended
        own = (
            name.ljust(4).encode("cp037") + (start << 12).to_bytes(8, "big")
            + (stop << 12).to_bytes(8, "big") + b"\0\0\0" + "T".encode("cp037")
            + _clock(dispatched, 5) + _clock(cpu, 5) + _clock(suspended, 4)
            + _clock(dispatched * 9 // 10, 5) + _clock(cpu * 9 // 10, 5) + _clock(file_wait, 3)
        )  # fmt: skip
        size = len(own)
        data += own
    product = {
        "SMFMNDCA": 0, "SMFMNDCL": 2, "SMFMNDCN": len(WRITTEN),
        "SMFMNDRA": 2 * len(WRITTEN), "SMFMNDRL": size, "SMFMNDRN": len(rows),
    }  # fmt: skip
    return _record(story, at, PERFORMANCE, product, data)


def run_lengths(data: bytes) -> bytes:
    """Data as CSRCESRV compresses it: X'80', then strings of up to 127 bytes behind a byte that
    counts them, and repeated bytes once behind a byte that counts them with its first bit on.
    """
    found, text, at = bytearray(b"\x80"), bytearray(), 0

    def close() -> None:
        for start in range(0, len(text), 127):
            part = text[start : start + 127]
            found.extend(bytes((len(part),)) + part)
        text.clear()

    while at < len(data):
        end = at
        while end < len(data) and end - at < 127 and data[end] == data[at]:
            end += 1
        if end - at > 2:
            close()
            found.extend((0x80 | end - at, data[at]))
        else:
            text.extend(data[at:end])
        at = end
    close()
    return bytes(found)


def compressed(record: bytes) -> bytes:
    """The record with its data section in run lengths, as COMPRESS=YES in the MCT writes it."""
    layout = Layout("smf110-1")
    start, product = (int.from_bytes(record[at - 4 : at], "big") for at in (36, 28))
    data = run_lengths(record[start - 4 :])
    changed = bytearray(record[: start - 4] + data)
    changed[36:38] = len(data).to_bytes(2, "big")  # SMFASL
    offset, length, _ = layout.fields["product", "SMFMNCRL"]
    at = product + offset - 4
    changed[at : at + length] = len(data).to_bytes(length, "big")
    return bytes(changed)


def compressed_dump(story: Story) -> list[bytes]:
    """The same region and tasks, compressed; dictionaries are not."""
    first, *rest = dump(story)
    return [first, *map(compressed, rest)]


def dump(story: Story) -> list[bytes]:
    """A region whose tasks are dispatched 40 ms, get 20 ms of CPU and wait 10 ms, 8 for files."""
    end = 10 * 3600.0 + 1_800
    row = ("ORD1", 40_000, 20_000, 10_000, 8_000)
    return [
        dictionary(story, end - 700),
        *(tasks(story, end - 600 + 60 * number, [row] * 20) for number in range(11)),
    ]
