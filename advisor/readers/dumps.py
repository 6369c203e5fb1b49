"""Binary dumps, from records to observations; of long ones, as of long prints, chosen intervals.

A dump of some weeks gives far more figures than are kept. A first pass looks at the headers alone,
by which every record belongs to an interval of a system; how many figures a kind of record gives is
learned from the first few of it. The policy of :mod:`.long_prints` then chooses the intervals, and
a second pass reads their records.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import IO, Any

from advisor.readers.intake.progress import Meter
from advisor.readers.intake.records import Read, Shape, logical_records
from advisor.readers.intake.refusals import Refusal
from advisor.readers.long_prints import LONG, Dates, choose, sentence
from advisor.readers.reader import Collector, Reader, Records, TooMany
from advisor.readers.registry import all_readers

BATCH = 1 << 20
FIRST = 1_000
LEARNED_FROM = 3
NOT_DATED = -1


def read_dump(
    name: str,
    read: Read,
    open_source: Callable[[], IO[bytes]],
    shape: Shape,
    size: int,
    out: Collector,
    meter: Meter,
    intervals: Sequence[str] = (),
) -> int:
    """Read a dump into ``out``; the number of its records.

    Raises
    ------
    Refusal: a descriptor word makes no sense; what came before has been read.
    """
    reading = _Reading(name, out, meter)
    blocks = shape.kind == "bdw"
    if size < LONG:
        reading.take(logical_records(read, blocks, size))
        return reading.total
    meter.readings = 2
    index = _index(name, logical_records(read, blocks, size), meter)
    choice = choose(index.found, out.limit, intervals, meter.tick)
    wanted: set[int] | None = None
    if choice.left_out:
        keys = {(dates.occasion.who, dates.occasion.start) for dates in choice.chosen}
        wanted = {index.keys[key] for key in keys}
        left = sum(dates.count for dates in choice.left_out)
        out.busiest = choice.peaks
        out.problem(0, sentence(name, choice, bool(intervals), f"{left:,} records"))
    with open_source() as source:

        def again(count: int) -> bytes:
            data = source.read(count)
            meter.advance(len(data))
            return data

        reading.take(logical_records(again, blocks, size), index.whose, wanted)
    meter.readings = 1
    return reading.total


@dataclass
class _Index:
    whose: array[int] = field(default_factory=lambda: array("l"))
    """For each record the number of its interval, or NOT_DATED."""
    keys: dict[tuple[str, str], int] = field(default_factory=dict)
    found: list[Dates] = field(default_factory=list)


def _index(name: str, records: Iterator[bytes], meter: Meter) -> _Index:
    index = _Index()
    readers = [r for r in all_readers() if r.where == "records" and r.dated_record is not None]
    figures: dict[str, list[int]] = {}
    try:
        for record in records:
            number = NOT_DATED
            for reader in readers:
                assert reader.dated_record is not None
                dated = reader.dated_record(record)
                if dated is None:
                    continue
                occasion, kind = dated
                key = (occasion.who, occasion.start)
                number = index.keys.setdefault(key, len(index.found))
                if number == len(index.found):
                    index.found.append(Dates(occasion))
                learned = figures.setdefault(kind, [])
                if len(learned) < LEARNED_FROM:
                    learned.append(_figures_of(record, reader, name))
                dates = index.found[number]
                dates.weight += max(learned)
                dates.count += 1
                break
            index.whose.append(number)
            if not len(index.whose) & 255:
                meter.tick()
    except Refusal:
        pass  # reading the dump says so
    return index


def _figures_of(record: bytes, reader: Reader, name: str) -> int:
    """How many figures a record gives."""
    out = Collector(name)
    if reader.parse_records is not None:
        reader.parse_records(Records([record], (1,), name), out)
    return len(out.observations)


class _Reading:
    """Hands records to the readers that claim the dump, about a megabyte at a time."""

    def __init__(self, name: str, out: Collector, meter: Meter) -> None:
        self.total = 0
        self._name, self._out, self._meter = name, out, meter
        self._claimed: list[Reader] | None = None
        self._memories: dict[str, dict[str, Any]] = {}
        self._shared: dict[str, str] = {}
        self._given = False

    def take(
        self,
        records: Iterator[bytes],
        whose: Sequence[int] = (),
        wanted: set[int] | None = None,
    ) -> None:
        """All records, or those that are dated and not among the ``wanted`` left out."""
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
        if self._claimed is None:
            self._claimed = [
                reader
                for reader in all_readers()
                if reader.where == "records"
                and reader.claims_records is not None
                and reader.claims_records(batch[:FIRST])
            ]
        for reader in self._claimed:
            if reader.parse_records is None:
                continue
            self._out.claim(reader.id)
            memory = self._memories.setdefault(reader.id, {})
            records = Records(batch, numbers, self._name, memory, self._shared, first, last)
            try:
                reader.parse_records(records, self._out)
            except TooMany:
                self._out.too_many(self.total)
        self._meter.tick()
