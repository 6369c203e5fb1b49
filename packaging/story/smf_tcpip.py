"""SMF 119-2 of TCP/IP: connections that ended, built from the record map by field name."""

from __future__ import annotations

import struct
from datetime import UTC, date, datetime

from story.figures import Story
from story.records import Fields, Layout, Record, date_of

SYSTEM, STACK = "SYSA", "TCPIP"
EPOCH = datetime(1900, 1, 1, tzinfo=UTC)


def _address(text: str) -> bytes:
    """An IPv4 address as it stands in 16 bytes."""
    return bytes(10) + b"\xff\xff" + bytes(int(part) for part in text.split("."))


def connection(
    story: Story, at: float, lasted: float, remote: str, ports: tuple[int, int], values: Fields
) -> bytes:
    """A TCP connection that ends at a time of the day."""
    layout = Layout("smf119-2")
    day = date.fromisoformat(story["engagement"]["iso_date"])
    now = (datetime(day.year, day.month, day.day, tzinfo=UTC) - EPOCH).total_seconds() + at
    record = Record(119, 2, SYSTEM, "TCP", day, at, 44)
    record.put(24, struct.pack(">H", 2))
    who = {"SMF119TI_SYSName": SYSTEM, "SMF119TI_Stack": STACK, "SMF119TI_Comp": "TCP"}
    record.sections(28, [layout.section("identification", who).ljust(64, b"\0")])
    row = {
        "SMF119AP_TTRName": "FTPD1", "SMF119AP_TTSTime": round((at - lasted) * 100),
        "SMF119AP_TTETime": round(at * 100), "SMF119AP_TTRPort": ports[1],
        "SMF119AP_TTLPort": ports[0], "SMF119AP_TTSSTCK": now - lasted, "SMF119AP_TTESTCK": now,
        "SMF119AP_TTSMS": 1_448, "SMF119AP_TTMSWS": 65_536, **values,
    }  # fmt: skip
    data = bytearray(layout.section("TCP termination", row))
    for name, value in (
        ("SMF119AP_TTSDate", date_of(day)), ("SMF119AP_TTEDate", date_of(day)),
        ("SMF119AP_TTRIP", _address(remote)), ("SMF119AP_TTLIP", _address("10.1.1.1")),
    ):  # fmt: skip
        offset, length, _ = layout.fields["TCP termination", name]
        data[offset : offset + length] = value
    record.sections(36, [bytes(data)])
    return record.body()


def dump(story: Story) -> list[bytes]:
    """Two bulk transfers to one place 40 ms away, a bulk one nearby, and small talk."""
    end = 10 * 3600.0 + 1_800
    bulk = {
        "SMF119AP_TTOutBytes": 3_000_000_000, "SMF119AP_TTOutSeg": 2_100_000,
        "SMF119AP_TTInBytes": 40_000, "SMF119AP_TTInSeg": 700_000, "SMF119AP_TTRTT": 40,
        "SMF119AP_TTRVA": 2, "SMF119AP_TTXRT": 12,
    }  # fmt: skip
    near = {**bulk, "SMF119AP_TTRTT": 1, "SMF119AP_TTRName": "CTGD"}
    talk = {
        "SMF119AP_TTOutBytes": 900, "SMF119AP_TTOutSeg": 4, "SMF119AP_TTInBytes": 300,
        "SMF119AP_TTInSeg": 3, "SMF119AP_TTRTT": 3, "SMF119AP_TTRName": "CICSAOR1",
    }  # fmt: skip
    rows = [
        (1_500.0, 1_200.0, "192.0.2.17", (20, 40_001), bulk),
        (600.0, 500.0, "192.0.2.17", (20, 40_002), bulk),
        (500.0, 400.0, "10.1.1.9", (2_006, 51_000), near),
        *((400.0 - n, 0.5, "10.1.1.7", (3_000, 52_000 + n), talk) for n in range(20)),
    ]
    return [
        connection(story, end - before, lasted, remote, ports, dict(values))
        for before, lasted, remote, ports, values in rows
    ]
