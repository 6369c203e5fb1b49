"""SMF 113-1 of z/OS: hardware counters of processors, built from the record map by field name."""

from __future__ import annotations

import struct
from datetime import UTC, date, datetime

from story.figures import Story
from story.records import Layout, Record

SYSTEM = "SYSA"
EPOCH = datetime(1900, 1, 1, tzinfo=UTC)
LASTS = 900
AHEAD = 3_600.0
"""By how much local time is ahead of GMT."""
BASIC, PROBLEM, EXTENDED = 1, 2, 4
CP, ZIIP = 0, 4
SPEED = 5_200
_LONG = b"\x80\0"


def processor(
    story: Story, at: float, number: int, kind: int, counters: dict[int, list[int]], wide: bool
) -> bytes:
    """Counters of one processor in the quarter of an hour that ended."""
    layout = Layout("smf113-1")
    day = date.fromisoformat(story["engagement"]["iso_date"])
    end = (datetime(day.year, day.month, day.day, tzinfo=UTC) - EPOCH).total_seconds() + at - AHEAD
    record = Record(113, 1, SYSTEM, "HIS", day, at + 2, 52)
    record.put(26, struct.pack(">H", 24))
    record.sections(28, [bytes(2) + "01".encode("cp037") + "HIS     ".encode("cp037") + bytes(8)])
    identity = {"SMF113JBN": "HIS", "SMF113INTERVALSTART": end - LASTS,
                "SMF113INTERVALEND": end}  # fmt: skip
    record.sections(36, [layout.section("identification", identity)])
    data = layout.section("data", {
        "SMF113_1_CTS": end - 86_400, "SMF113_1_CTM": end + 2, "SMF113_1_CPUID": number,
        "SMF113_1_CPUPROCCLASS": kind, "SMF113_1_CPUSPEED": SPEED, "SMF113_1_MACHTYPE": "8561",
    })  # fmt: skip
    record.sections(44, [data])
    at_data = len(record.data) - len(data)
    first = len(record.data)
    record.sections(at_data + 52, [bytes(12)] * len(counters))
    size = 8 if wide else 4
    for place, (which, values) in enumerate(counters.items()):
        entry = layout.section("counter set", {
            "SMF113_1_CSTYPE": which, "SMF113_1_CDOF": len(record.data), "SMF113_1_CDLN": size,
            "SMF113_1_CDON": len(values),
        })  # fmt: skip
        if wide:
            entry = entry[:2] + _LONG + entry[4:]
        record.put(first + 12 * place, entry)
        for value in values:
            record.data.extend(value.to_bytes(size, "big"))
    return record.body()


def dump(story: Story) -> list[bytes]:
    """Two CPs, one twice as busy, a parked one, and a zIIP, in two intervals."""
    work = {
        BASIC: [2_000_000_000, 500_000_000, 6_000_000, 90_000_000, 14_000_000, 300_000_000],
        PROBLEM: [1_200_000_000, 300_000_000],
        EXTENDED: [7, 8, 9],
    }
    double = {which: [2 * value for value in values] for which, values in work.items()}
    parked = {which: [0 for _ in values] for which, values in work.items()}
    ziip = {
        BASIC: [900_000_000, 300_000_000, 2_000_000, 1, 1_000_000, 1],
        PROBLEM: [9, 270_000_000],
    }
    records = []
    for at in (9.5 * 3600, 9.5 * 3600 + LASTS):
        records += [
            processor(story, at, 0, CP, work, wide=False),
            processor(story, at, 1, CP, double, wide=True),
            processor(story, at, 2, CP, parked, wide=False),
            processor(story, at, 16, ZIIP, ziip, wide=True),
        ]
    return records
