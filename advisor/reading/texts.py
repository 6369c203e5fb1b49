"""Texts, from bytes to observations: block by block, or, where they are long, by an index first."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import IO

from advisor.reading.afterwards import report_cut_copy, report_cut_record
from advisor.reading.ahead import AHEAD, with_next
from advisor.reading.choosing import chosen_by_head, read_repaired
from advisor.reading.decoding.records import (
    FIXED_LENGTHS,
    Block,
    Read,
    Shape,
    chunk_at,
    short_record,
    text_blocks,
    text_chunks,
)
from advisor.reading.long_prints import LONG, Choice, Index, choose, sentence
from advisor.reading.progress import Meter
from advisor.reading.reader import Collector
from advisor.reading.refusals import Refusal
from advisor.reading.registry import all_readers
from advisor.reading.repairs.offers import Text
from advisor.reading.segments import Segmenter, all_anchors
from model.language import counted

STEP = 4 << 20
"""Bytes of a ZIP that are unpacked at a time, some 20 ms."""

LAST = max(FIXED_LENGTHS)
"""Bytes at the end of a file by which its last record is judged: one of the longest."""

CHUNKS_AHEAD = 3
"""Chunks that are searched for anchors while the one before them is indexed."""


def read_text(
    name: str,
    read: Read,
    open_source: Callable[[], IO[bytes]],
    shape: Shape,
    size: int,
    out: Collector,
    meter: Meter,
    intervals: Sequence[str] = (),
) -> tuple[int, str]:
    """Read a text into ``out``; the number of its lines and the name of its record format.

    ``read`` gives its bytes once, ``open_source`` opens it again; ``intervals`` are beginnings of
    ISO times, of the intervals that are wanted of a long print.

    Raises
    ------
    Refusal: a line is longer than any report's.
    """
    ends = _Ending(read)
    found = _read_text(name, ends, open_source, shape, size, out, meter, intervals)
    if shape.kind != "fixed":
        report_cut_copy(out, size, found[0], ends.ended(shape))
    elif short := short_record(ends.last, ends.size, shape):
        report_cut_record(out, found[0], short, shape.length)
    return found


def _read_text(
    name: str,
    ends: _Ending,
    open_source: Callable[[], IO[bytes]],
    shape: Shape,
    size: int,
    out: Collector,
    meter: Meter,
    intervals: Sequence[str],
) -> tuple[int, str]:
    records = shape.kind != "lines"
    read = ends.read
    broken: Refusal | None = None
    if size >= LONG:
        with open_source() as source:
            head = next(_lines_of(source.read, shape, size), [])
        beginning = Text(name, ((head, False),), True, records, meter.tick)
        offer = chosen_by_head(beginning, out.limit)
        segmenter = Segmenter(name, out, meter.tick, records, offer.front, offer.cut)
        try:
            _read_long(name, read, open_source, shape, size, segmenter, meter, intervals, head)
        except Refusal as wrong:  # damaged further on: what came before stands
            broken = wrong
        segmenter.finish(ends.ended(shape))
        if broken is not None:
            raise broken
        return segmenter.lines, _label(shape, segmenter.cleaner.label())
    blocks: list[Block] = []
    try:
        for block in text_blocks(read, shape, size):
            blocks.append(block)
            meter.tick()
    except Refusal as wrong:
        broken = wrong
    text = Text(name, blocks, ends.ended(shape), records, meter.tick)
    how = read_repaired(text, out)
    found = sum(len(lines) - continued for lines, continued in blocks), _label(shape, how)
    known = out.formats and (" log" not in how or "z/VSE log" in how)
    if known and out.ledger.ranges(len(text.lines)):  # else they are not cleaned once more
        out.ledger.outside(text.contents)  # of most logs, most lines are messages of others
    if broken is not None:
        out.lines_seen = found[0]
        raise broken
    return found


def _label(shape: Shape, cleaned: str) -> str:
    return ", ".join(part for part in (shape.label, cleaned) if part)


class _Ending:
    """Passes bytes through, counts them, and remembers the last of them."""

    def __init__(self, read: Read) -> None:
        self._read, self.last, self.size = read, b"", 0

    def read(self, count: int) -> bytes:
        """As the function behind it."""
        data = self._read(count)
        self.last = (self.last + data[-LAST:])[-LAST:]
        self.size += len(data)
        return data

    def ended(self, shape: Shape) -> bool:
        """Whether the last line has its line end; records always have."""
        assert shape.encoding is not None
        if shape.kind != "lines":
            return True
        ends = b"\x15\x25\x0d" if shape.encoding.ebcdic else b"\n\r\x1a"
        return any(byte in ends for byte in self.last[-2:])


@dataclass(frozen=True, slots=True)
class _Piece:
    """What is remembered of a chunk: how many lines it has, and where it is in the file."""

    lines: int
    place: tuple[int, int] | None


def _read_long(
    name: str,
    read: Read,
    open_source: Callable[[], IO[bytes]],
    shape: Shape,
    size: int,
    segmenter: Segmenter,
    meter: Meter,
    intervals: Sequence[str],
    head: list[str],
) -> None:
    if not segmenter.opened(head):
        _feed_all(read, shape, size, segmenter, meter)
        return
    meter.readings = 2
    pieces: list[_Piece] = []
    choice = _chosen(read, shape, size, segmenter, meter, pieces, intervals)
    with open_source() as source:
        if choice is None or not choice.left_out:
            _feed_all(_metered(source, meter), shape, size, segmenter, meter)
        else:
            left = sum(dates.count for dates in choice.left_out)
            meter.tick()
            said = sentence(
                name, choice, bool(intervals), counted("{n:,} line", "{n:,} lines", left)
            )
            meter.tick()
            segmenter.out.problem(0, said)
            segmenter.out.busiest = choice.peaks
            chunks = _again(source, shape, size, pieces, meter)
            for (lines, count), after in with_next(_wanted(chunks, choice.skipped())):
                if lines:
                    segmenter.feed(lines, False, after[0][:AHEAD] if after else [])
                else:
                    segmenter.skip(count)
                meter.tick()
    meter.readings = 1


def _lines_of(read: Read, shape: Shape, size: int) -> Iterator[list[str]]:
    for lines, _ in text_blocks(read, shape, size):
        yield lines


def _feed_all(read: Read, shape: Shape, size: int, segmenter: Segmenter, meter: Meter) -> None:
    for (lines, continued), after in with_next(text_blocks(read, shape, size)):
        segmenter.feed(lines, continued, [] if after is None or after[1] else after[0][:AHEAD])
        meter.tick()


def _metered(source: IO[bytes], meter: Meter) -> Read:
    def read(count: int) -> bytes:
        data = source.read(count)
        meter.advance(len(data))
        return data

    return read


def _chosen(
    read: Read,
    shape: Shape,
    size: int,
    segmenter: Segmenter,
    meter: Meter,
    pieces: list[_Piece],
    intervals: Sequence[str],
) -> Choice | None:
    """Which intervals to read; fills ``pieces`` with what the chunks are.

    ``None`` where the text cannot be read to its end: reading it will say why. Reading and the
    search for anchors run ahead on a thread of their own, for most of both leaves the interpreter
    free.
    """
    meter.tick()
    anchors = all_anchors()
    meter.tick()
    index = Index(anchors, all_readers(), segmenter.cleaner.asa)
    chunks = text_chunks(read, shape, size)

    def ahead() -> tuple[str, list[int], tuple[int, int] | None] | None:
        chunk = next(chunks, None)
        if chunk is None:
            return None
        text = chunk.text()
        return text, anchors.suspects(text), chunk.place

    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="index") as worker:
        waiting = deque(worker.submit(ahead) for _ in range(CHUNKS_AHEAD))
        try:
            while (found := waiting.popleft().result()) is not None:
                waiting.append(worker.submit(ahead))
                text, suspects, place = found
                pieces.append(_Piece(index.feed(text, suspects), place))
                meter.tick()
        except Refusal:
            return None
    index.feed("", (), last=True)
    return choose(tuple(index.found.values()), segmenter.out.limit, intervals, meter.tick)


def _again(
    source: IO[bytes], shape: Shape, size: int, pieces: Sequence[_Piece], meter: Meter
) -> Iterator[tuple[int, Callable[[], list[str]]]]:
    """For each chunk how many lines it has, and a function that reads them."""
    if any(piece.place is None for piece in pieces):  # only to be had one after the other
        chunks = text_chunks(_metered(source, meter), shape, size)
        for piece, chunk in zip(pieces, chunks, strict=False):
            yield piece.lines, chunk.lines
        return
    for piece in pieces:
        assert piece.place is not None
        place = piece.place
        meter.advance(place[1])

        def lines(place: tuple[int, int] = place, last: bool = piece is pieces[-1]) -> list[str]:
            _pass_to(source, place[0], meter)
            return chunk_at(source, shape, place, last).lines()

        yield piece.lines, lines


def _pass_to(source: IO[bytes], offset: int, meter: Meter) -> None:
    """Go forward in small steps: an entry of a ZIP is unpacked up to there."""
    while (at := source.tell()) < offset:
        source.seek(min(offset, at + STEP))
        meter.tick()


def _wanted(
    chunks: Iterable[tuple[int, Callable[[], list[str]]]], skipped: Sequence[tuple[int, int]]
) -> Iterator[tuple[list[str], int]]:
    """The lines of a text in order: those to be read, and how many are to be passed over."""
    at = 0  # index of the first range that is not yet behind
    first = 1
    for count, read_lines in chunks:
        last = first + count - 1
        lines: list[str] | None = None
        number = first
        while number <= last:
            while at < len(skipped) and skipped[at][1] < number:
                at += 1
            start, end = skipped[at] if at < len(skipped) else (last + 1, last + 1)
            if start <= number:
                upto = min(end, last)
                yield [], upto - number + 1
            else:
                upto = min(start - 1, last)
                lines = read_lines() if lines is None else lines
                yield lines[number - first : upto - first + 1], 0
            number = upto + 1
        first = last + 1
