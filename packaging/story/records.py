"""SMF records under construction, and the record maps that say where their fields stand.

What stands where is taken from ``resources/layouts``, never from a reader: a record is a list of
sections, each a list of fields by name.
"""

from __future__ import annotations

import csv
import struct
from datetime import date
from pathlib import Path
from typing import Any

LAYOUTS = Path(__file__).resolve().parents[2] / "resources/layouts"
Fields = dict[str, Any]


class Layout:
    """One record map: where fields stand and which triplet locates a section."""

    def __init__(self, name: str) -> None:
        text = (LAYOUTS / f"{name}.csv").read_text(encoding="utf-8")
        rows = list(csv.DictReader([x for x in text.splitlines() if x and x[0] != "#"]))
        self.fields = {
            (row["section"], row["name"]): (int(row["offset"]), int(row["length"]), row["type"])
            for row in rows
            if row["offset"] and row["name"]
        }
        self.triplets = {row["section"]: row["triplet"] for row in rows if row["triplet"]}

    def triplet(self, section: str) -> int:
        """Offset of the triplet that locates a section."""
        word = self.triplets[section]
        if word.isdecimal():
            return int(word)
        return next(
            offset
            for (part, name), (offset, length, _) in self.fields.items()
            if part == "header" and name.endswith(word) and length == 4
        )

    def section(self, section: str, values: Fields) -> bytes:
        """A section with these fields; the others are zero."""
        places = {name: where for (part, name), where in self.fields.items() if part == section}
        data = bytearray(max(offset + length for offset, length, _ in places.values()))
        for name, value in values.items():
            offset, length, kind = places[name]
            data[offset : offset + length] = _encoded(value, length, kind)
        return bytes(data)


def _encoded(value: Any, length: int, kind: str) -> bytes:
    if kind == "char":
        return ebcdic(value, length)
    if kind == "hfp8":
        return hex_float(value)
    if kind == "hfp4":
        return hex_float(value)[:4]
    if kind == "packed":
        return packed(value)
    if kind == "stck":
        return (round(value * 1e6) << 12).to_bytes(length, "big")
    return int(value).to_bytes(length, "big", signed=kind == "s")


HUNDREDTHS = 100


def packed(digits: str) -> bytes:
    return bytes.fromhex(digits + "f")


def date_of(day: date) -> bytes:
    julian = day.timetuple().tm_yday
    return packed(f"{(day.year - 1900) // 100:02d}{day.year % 100:02d}{julian:03d}")


def hex_float(value: float) -> bytes:
    """System/370 long floating point."""
    if value == 0:
        return bytes(8)
    exponent = 0
    fraction = abs(value)
    while fraction >= 1:
        fraction /= 16
        exponent += 1
    while fraction < 1 / 16:
        fraction *= 16
        exponent -= 1
    raw = (int(value < 0) << 63) | ((exponent + 64) << 56) | int(fraction * (1 << 56))
    return raw.to_bytes(8, "big")


def clock(seconds: float) -> bytes:
    return (round(seconds * 1e6) << 12).to_bytes(8, "big")


def ebcdic(text: str, length: int) -> bytes:
    return text.ljust(length).encode("cp037")


class Record:
    """One record under construction; offsets are IBM's, with the RDW counted."""

    def __init__(self, kind: int, subtype: int, system: str, subsystem: str, when: date,
                 seconds: float, room: int) -> None:  # fmt: skip
        self.data = bytearray(room)
        self.put(4, bytes([0x5E, kind]))
        self.put(6, struct.pack(">I", round(seconds * HUNDREDTHS)))
        self.put(10, date_of(when))
        self.put(14, ebcdic(system, 4) + ebcdic(subsystem, 4))
        self.put(22, struct.pack(">H", subtype))
        if subsystem == "RMF":
            self.put(24, struct.pack(">H", (room - 28) // 8))

    def put(self, offset: int, data: bytes) -> None:
        """Write ``data`` at an offset."""
        if offset + len(data) > len(self.data):
            self.data.extend(bytes(offset + len(data) - len(self.data)))
        self.data[offset : offset + len(data)] = data

    def sections(self, triplet: int, parts: list[bytes]) -> None:
        """Append sections of equal length and point the triplet at them."""
        if not parts:
            return
        self.put(triplet, struct.pack(">IHH", len(self.data), len(parts[0]), len(parts)))
        for part in parts:
            self.data.extend(part)

    def body(self) -> bytes:
        """The record without its RDW."""
        return bytes(self.data[4:])
