"""Record maps: where the fields of SMF records stand, as data (``resources/layouts/``).

    MAP = record_map("smf74-1")
    for device in MAP.located(record, "device"):
        device.number("SMF74SSC")      # None where the record's release has no such field
        device.seconds("SMF74CNN")     # by the unit that the map states
        device.text("SMF74SER")
        device.flag("SMF74CNF", 2)

Sections are found by their triplets and are as long as the record says: a field that would reach
behind a section's end is absent.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from advisor.reading.layout.smf import RDW, hexadecimal, sections, unsigned
from resources import resource

SECONDS = {
    "us": 1e-6,
    "128 us": 128e-6,
    "1024 us": 1024e-6,
    "ms": 1e-3,
    "1/100 s": 1e-2,
    "s": 1.0,
}
"""Length of the units of times that maps state."""

INFERRED = "inferred"


@dataclass(frozen=True, slots=True)
class Field:
    """One field: offset in its section, length in bytes, type, unit and how sure that is."""

    offset: int
    length: int
    type: str
    unit: str
    sure: bool


class Section:
    """One section of a record: ``at`` is its offset with the RDW counted, ``length`` its bytes."""

    __slots__ = ("_fields", "at", "length", "record")

    def __init__(self, record: bytes, at: int, length: int, fields: Mapping[str, Field]) -> None:
        self.record, self.at, self.length, self._fields = record, at, length, fields

    def raw(self, name: str) -> bytes | None:
        """The bytes of a field; ``None`` where the section ends before it does.

        Raises
        ------
        KeyError: the map has no such field.
        """
        field = self._fields[name]
        if field.offset + field.length > self.length:
            return None
        start = self.at - RDW + field.offset
        data = self.record[start : start + field.length]
        return data if len(data) == field.length else None

    def number(self, name: str) -> float | None:
        """A field's number, of binary, packed and hexadecimal floating point fields."""
        data = self.raw(name)
        if data is None:
            return None
        kind = self._fields[name].type
        if kind == "s":
            return int.from_bytes(data, "big", signed=True)
        if kind == "hfp4":
            return hexadecimal(int.from_bytes(data, "big") << 32)
        if kind in ("hfp8", "hfp"):
            return hexadecimal(int.from_bytes(data, "big"))
        if kind == "packed":
            digits = data.hex()
            return int(digits[:-1]) if digits[:-1].isdecimal() else None
        if kind == "stck":
            return (int.from_bytes(data, "big") >> 12) / 1e6
        return int.from_bytes(data, "big")

    def count(self, name: str) -> float:
        """A field's number; 0 where the release does not have it."""
        return self.number(name) or 0

    def seconds(self, name: str) -> float | None:
        """A time in seconds, by the unit that the map states; an STCK span is in seconds already.

        Raises
        ------
        KeyError: the map states no unit of time for it.
        """
        value = self.number(name)
        field = self._fields[name]
        if value is None or field.type == "stck":
            return value
        return value * SECONDS[field.unit]

    def text(self, name: str) -> str:
        """A character field without blanks and zeros around it; empty where it is absent."""
        data = self.raw(name)
        return "" if data is None else data.decode("cp037", "replace").strip(" \0")

    def flag(self, name: str, bit: int) -> bool:
        """Whether a bit of a field is set, counted from 0 as IBM does."""
        data = self.raw(name)
        return data is not None and bool(data[bit // 8] & 0x80 >> bit % 8)


@dataclass(frozen=True)
class RecordMap:
    """The fields of one record type and subtype, by section, and the triplets' places."""

    name: str
    sections: Mapping[str, Mapping[str, Field]]
    triplets: Mapping[str, int]
    """By section: offset of its triplet in the header, with the RDW counted."""

    def located(self, record: bytes, section: str) -> Iterator[Section]:
        """The sections of a kind that a record holds.

        Raises
        ------
        KeyError: the map has no such section, or no triplet locates it.
        """
        triplet = self.triplets[section]
        length = unsigned(record, triplet + 4, 2)
        for at in sections(record, triplet):
            yield Section(record, at, length, self.sections[section])

    def section(self, record: bytes, at: int, length: int, section: str) -> Section:
        """A section that something else than a triplet of the header locates."""
        return Section(record, at, length, self.sections[section])


@cache
def record_map(name: str) -> RecordMap:
    """The map ``resources/layouts/NAME.csv``.

    Raises
    ------
    FileNotFoundError: there is none.
    """
    text = resource("layouts", f"{name}.csv").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    found: dict[str, dict[str, Field]] = {}
    located: dict[str, str] = {}
    for row in csv.DictReader(lines):
        if not row["offset"] or not row["name"]:
            continue
        fields = found.setdefault(row["section"], {})
        fields[row["name"]] = Field(
            int(row["offset"]), int(row["length"]), row["type"], row["unit"],
            row["confidence"] != INFERRED,
        )  # fmt: skip
        if row["triplet"]:
            located.setdefault(row["section"], row["triplet"])
    header = found.get("header", {})
    triplets: dict[str, int] = {}
    for section, word in located.items():
        if word.isdecimal():  # the offset itself
            triplets[section] = int(word)
            continue
        place = next(
            (
                field.offset
                for known, field in header.items()
                if known.endswith(word) and field.length == 4 and field.type == "u"
            ),
            None,
        )
        if place is not None:
            triplets[section] = place
    return RecordMap(name, found, triplets)
