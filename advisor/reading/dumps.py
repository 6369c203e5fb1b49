"""Binary dumps, from records to observations; of long ones, as of long prints, chosen intervals.

A dump of some weeks gives far more figures than are kept. A first pass looks at the headers alone,
by which every record belongs to an interval of a system; how many figures a kind of record gives is
learned from the first few of it. The policy of :mod:`.long_prints` then chooses the intervals, and
a second pass reads their records.

What nobody reads is counted by type: a dump of all types is mostly other people's records.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import IO, Any

from advisor.reading import guarding
from advisor.reading.decoding.records import Read, Shape, records_of
from advisor.reading.layout.smf import kind_of
from advisor.reading.long_prints import LONG, Dates, choose, sentence
from advisor.reading.progress import Meter
from advisor.reading.reader import Collector, Occasion, Reader, Records, TooMany
from advisor.reading.refusals import Refusal
from advisor.reading.registry import all_readers
from model.language import Name, counted, say

BATCH = 1 << 20
LEARNED_FROM = 3
NOT_DATED = -1
SAMPLE = 1 << 20
"""Bytes of the first records that are read together: those that add up give fewer figures than
each of them alone."""
MOST_KINDS = 12
NO_KIND = 0xFFFF_FFFF  # no SMF record

Kinds = tuple[tuple[str, int], ...]
"""Types of records, with subtype where others of the type were read, and how many they are."""


def read_dump(
    name: str,
    read: Read,
    open_source: Callable[[], IO[bytes]],
    shape: Shape,
    size: int,
    out: Collector,
    meter: Meter,
    intervals: Sequence[str] = (),
) -> tuple[int, Kinds]:
    """Read a dump into ``out``; the number of its records, and what was left unread by type.

    Raises
    ------
    Refusal: a descriptor word makes no sense; what came before has been read.
    """
    reading = _Reading(name, out, meter)
    if shape.skip:
        read(shape.skip)
        out.problem(0, _skipped(name, shape.skip))
    if size < LONG:
        reading.take(records_of(read, shape, size))
        return reading.total, reading.unread
    meter.readings = 2
    index = _index(name, records_of(read, shape, size), meter)
    choice = choose(index.found, out.limit, intervals, meter.tick)
    wanted: set[int] | None = None
    if choice.left_out:
        keys = {(dates.occasion.who, dates.occasion.start) for dates in choice.chosen}
        wanted = {index.keys[key] for key in keys}
        left = sum(dates.count for dates in choice.left_out)
        out.busiest = choice.peaks
        out.problem(
            0,
            sentence(name, choice, bool(intervals), counted("{n:,} record", "{n:,} records", left)),
        )
        reading.shared["left_out"] = "yes"
    with open_source() as source:

        def again(count: int) -> bytes:
            data = source.read(count)
            meter.advance(len(data))
            return data

        again(shape.skip)
        reading.take(records_of(again, shape, size), index.whose, wanted)
    meter.readings = 1
    return reading.total, reading.unread


@dataclass
class _Index:
    whose: array[int] = field(default_factory=lambda: array("l"))
    """For each record the number of its interval, or NOT_DATED."""
    keys: dict[tuple[str, str], int] = field(default_factory=dict)
    found: list[Dates] = field(default_factory=list)


def _index(name: str, records: Iterator[bytes], meter: Meter) -> _Index:
    index = _Index()
    readers = [r for r in all_readers() if r.where == "records" and r.dated_record is not None]
    by_type = [
        tuple(r for r in readers if not r.record_types or type_ in r.record_types)
        for type_ in range(256)
    ]
    figures: dict[str, list[int]] = {}
    most: dict[str, int] = {}
    sample: dict[str, list[bytes]] = {}
    taken = alone = 0
    numbers: dict[int, int] = {}  # by the identity of an occasion, which many records share
    kept: list[Occasion] = []  # so that no identity is given twice
    try:
        for record in records:
            number = NOT_DATED
            for reader in by_type[record[1]] if len(record) > 1 else ():
                assert reader.dated_record is not None
                if reader.record_kinds and not reader.shown(record):
                    continue
                dated = reader.dated_record(record)
                if dated is None:
                    continue
                occasion, kind = dated
                known = numbers.get(id(occasion))
                if known is None:
                    kept.append(occasion)
                    known = index.keys.setdefault((occasion.who, occasion.start), len(index.found))
                    numbers[id(occasion)] = known
                    if known == len(index.found):
                        index.found.append(Dates(occasion))
                number = known
                learned = figures.setdefault(kind, [])
                if len(learned) < LEARNED_FROM:
                    learned.append(_figures_of([record], reader, name))
                    most[kind] = max(learned)
                dates, weight = index.found[number], most[kind]
                dates.weight += weight
                dates.count += 1
                if taken < SAMPLE:
                    taken += len(record)
                    alone += weight
                    sample.setdefault(reader.id, []).append(record)
                break
            index.whose.append(number)
            if not len(index.whose) & 255:
                meter.tick()
    except Refusal:
        pass  # reading the dump says so
    together = sum(_figures_of(sample.get(reader.id, []), reader, name) for reader in readers)
    if together < alone:
        for dates in index.found:
            dates.weight = max(1, dates.weight * together // alone)
    return index


def _figures_of(records: list[bytes], reader: Reader, name: str) -> int:
    """How many figures records give."""
    out = Collector(name)
    if reader.parse_records is not None and records:
        parse = reader.parse_records
        whole = Records(records, range(1, len(records) + 1), name)
        guarding.guarded(out, reader, 1, lambda: parse(whole, out))
    return len(out.observations)


class _Again:
    """Which records a dump holds already: it was appended to itself, or overlaps another.

    No two events leave the same bytes: a record has the time at which SMF got it, to the hundredth
    of a second, and what it counts.
    """

    def __init__(self) -> None:
        self.numbers: dict[int, int] = {}
        """By the number of a record that comes again: that of the first with its bytes."""
        self._firsts: dict[int, int] = {}
        read = [reader for reader in all_readers() if reader.where == "records"]
        self._types = bytearray(256)
        for type_ in range(256):
            self._types[type_] = any(type_ in (r.record_types or (type_,)) for r in read)

    def look(self, record: bytes, number: int) -> None:
        """Note whether a record with these bytes, of a type that somebody reads, came before."""
        if len(record) > 1 and self._types[record[1]]:
            first = self._firsts.setdefault(hash(record), number)
            if first != number:
                self.numbers[number] = first


class _Reading:
    """Hands records to the readers that claim the dump, about a megabyte at a time."""

    def __init__(self, name: str, out: Collector, meter: Meter) -> None:
        self.total = 0
        self.unread: Kinds = ()
        self._name, self._out, self._meter = name, out, meter
        self._claimed: list[Reader] = []
        self._memories: dict[str, dict[str, Any]] = {}
        self.shared: dict[str, str] = {}
        self._given = False
        self._left: array[int] = array("I")
        self._kinds: array[int] = array("I")
        """Numbers of the records that nobody has read so far, and their kinds."""
        self._read_types: set[int] = set()
        self._again = _Again()

    def take(
        self,
        records: Iterator[bytes],
        whose: Sequence[int] = (),
        wanted: set[int] | None = None,
    ) -> None:
        """All records, or those that are dated and not among the ``wanted`` left out; a record that
        comes again counts once.
        """
        batch: list[bytes] = []
        numbers: list[int] = []
        volume = 0
        try:
            for record in records:
                index = self.total
                self.total += 1
                self._out.lines_seen = self.total
                if not self.total & 255:
                    self._meter.tick()
                if wanted is not None and index < len(whose):
                    number = whose[index]
                    if number != NOT_DATED and number not in wanted:
                        continue
                self._again.look(record, self.total)
                batch.append(record)
                numbers.append(self.total)
                volume += len(record)
                if volume >= BATCH:
                    self._hand_over(batch, numbers, False)
                    batch, numbers, volume = [], [], 0
        finally:
            if batch or not self._given:
                self._hand_over(batch, numbers, True)

    def _hand_over(self, batch: list[bytes], numbers: list[int], last: bool) -> None:
        first, self._given = not self._given, True
        # Any batch: thousands of other types may stand before the first record that is read.
        number = numbers[0] if numbers else 0
        present = {record[1] for record in batch if len(record) > 1}
        for reader in all_readers():
            claims = reader.claims_records
            if claims is None or reader in self._claimed:
                continue
            if reader.record_types and present.isdisjoint(reader.record_types):
                continue
            if guarding.guarded(self._out, reader, number, partial(claims, batch)):
                self._claimed.append(reader)
        for reader in self._claimed:
            if reader.parse_records is None:
                continue
            self._out.claim(reader.id)
            try:
                self._parse(reader, batch, numbers, first, last)
            except TooMany:
                self._out.too_many(self.total)
        is_read = self._out.ledger.is_read
        for number, record in zip(numbers, batch, strict=True):
            kind = kind_of(record) & NO_KIND
            if is_read(number):
                self._read_types.add(kind >> 16)
            else:
                self._left.append(number)
                self._kinds.append(kind)
        self._meter.tick()
        if last:
            self._say_again()
            self._count_unread()

    def _parse(
        self, reader: Reader, batch: list[bytes], numbers: list[int], first: bool, last: bool
    ) -> None:
        """Record by record, so that one that a reader cannot cope with costs no other."""
        parse = reader.parse_records
        assert parse is not None
        memory = self._memories.setdefault(reader.id, {})
        records = Records([], [], self._name, memory, self.shared, first, False)
        shown, again = reader.shown, self._again.numbers
        for record, number in zip(batch, numbers, strict=True):
            if number in again or not shown(record):
                continue
            records.records, records.numbers = [record], [number]
            try:
                parse(records, self._out)
            except guarding.PASSING:
                raise
            except Exception as wrong:
                guarding.could_not(self._out, reader, number, wrong)
            records.first = False
        if last:
            records.records, records.numbers, records.last = [], [], True
            at = numbers[-1] if numbers else self.total
            guarding.guarded(self._out, reader, at, lambda: parse(records, self._out))

    def _say_again(self) -> None:
        """Say how many records came again that were read the first time."""
        ledger = self._out.ledger
        again = [n for n, first in self._again.numbers.items() if ledger.is_read(first)]
        if again:
            self._out.read_records(again)
            self._out.problem(again[0], _held_twice(self._name, len(again), again[0]))

    def _count_unread(self) -> None:
        """Count by type what was left unread; with subtype where others of it were read."""
        kinds: Counter[str] = Counter()
        for number, kind in zip(self._left, self._kinds, strict=True):
            if kind == NO_KIND or self._out.ledger.is_read(
                number
            ):  # part of a record that came later
                continue
            type_, subtype = kind >> 16, kind & 0xFFFF
            kinds[f"{type_}-{subtype}" if type_ in self._read_types else str(type_)] += 1
        self.unread = tuple(kinds.most_common())
        if kinds and not self._claimed:
            most = ", ".join(f"{kind} ({n:,})" for kind, n in kinds.most_common(MOST_KINDS))
            self._out.problem(0, _not_read(self._name, kinds.total(), most))


def _held_twice(file: str, count: int, first: int) -> str:
    return say(
        "{file} holds {records} that it has already, byte for byte, from record {number:,} on: "
        "they count once. Dumps that overlap were probably joined.",
        file=Name(file),
        records=counted("{n:,} record", "{n:,} records", count),
        number=first,
    )


def _not_read(file: str, count: int, kinds: str) -> str:
    return say(
        "{file} is a dump of {count:,} SMF records of types that Plexwright does not read "
        "({kinds}): dump types 16, 30, 42, 70 to 75, 78, 100, 101, 110, 113, 115, 116 and 119.",
        file=Name(file),
        count=count,
        kinds=kinds,
    )


def _skipped(file: str, count: int) -> str:
    return say(
        "{file} has {count:,} bytes before its first record: they were left out.",
        file=Name(file),
        count=count,
    )
