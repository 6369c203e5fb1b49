"""Texts, from bytes to observations: block by block, or, where they are long, by an index first."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from io import BytesIO
from typing import IO

from advisor.reading.afterwards import report_cut_copy, report_cut_record
from advisor.reading.decoding.encodings import Encoding
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
from advisor.reading.refusals import NO_LINE_ENDS, Refusal
from advisor.reading.registry import all_readers
from advisor.reading.repairs.endings import broken_off, first_wrapped, not_wrapped
from advisor.reading.repairs.fronts import Front, front_of
from advisor.reading.repairs.prefixes import detect_cleaner
from advisor.reading.repairs.spacing import without_spacing
from advisor.reading.repairs.truncation import HIDDEN, cut_of
from advisor.reading.repairs.unwrapping import plans_of
from advisor.reading.repairs.unwrapping.bonds import LONGEST
from advisor.reading.repairs.wrapped import read_wrapped, renumbered
from advisor.reading.segments import Segmenter, all_anchors
from model.language import LineNumber, Name, say

STEP = 4 << 20
"""Bytes of a ZIP that are unpacked at a time, some 20 ms."""

HEAD = 3_000
"""Lines by which it is decided what stands around the content of all."""

LAST = max(FIXED_LENGTHS)
"""Bytes at the end of a file by which its last record is judged: one of the longest."""

AHEAD = 3
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
    segmenter = Segmenter(name, out, meter.tick, shape.kind != "lines")
    read = ends.read
    if size >= LONG:
        with open_source() as source:
            head = next(_lines_of(source.read, shape, size), [])
        front = _front_of_long(name, head, shape, meter)
        segmenter = Segmenter(name, out, meter.tick, shape.kind != "lines", front)
        broken: Refusal | None = None
        try:
            _read_long(name, read, open_source, shape, size, segmenter, meter, intervals, front)
        except Refusal as wrong:  # damaged further on: what came before stands
            broken = wrong
        segmenter.finish(ends.ended(shape))
        _say_cut(name, segmenter)
        if broken is not None:
            raise broken
        return segmenter.lines, _label(shape, segmenter.cleaner.label())
    blocks: list[Block] = []
    broken = None
    try:
        for block in text_blocks(read, shape, size):
            blocks.append(block)
            meter.tick()
    except Refusal as wrong:
        broken = wrong
    found = _read_blocks(name, blocks, ends.ended(shape), shape, segmenter, out, meter)
    if broken is not None:
        out.lines_seen = found[0]
        raise broken
    return found


def _read_blocks(
    name: str,
    blocks: Sequence[Block],
    ended: bool,
    shape: Shape,
    segmenter: Segmenter,
    out: Collector,
    meter: Meter,
) -> tuple[int, str]:
    """Read a text that is at hand as a whole; ``ended``: its last line has its line end."""
    texts = _unpadded([line for lines, _ in blocks for line in lines])
    kept = without_spacing(texts) if shape.kind == "lines" else None
    if kept is not None and not texts[kept[0]].lstrip().startswith("<"):  # XML does not care
        return len(texts), _read_spaced(name, texts, kept, ended, out, meter)
    printed = detect_cleaner(texts[:HEAD], False).printed(texts)
    if not any(continued for _, continued in blocks) and printed is texts:
        plans = plans_of(texts, _known_across, meter.tick)
        wrapped = plans and not any(map(not_wrapped, plans))
        how = read_wrapped(name, plans, out, meter.tick) if wrapped else None
        if how is not None:
            return len(texts), _label(shape, how)
    segmenter.cut = cut_of(printed, broken_off)
    meter.tick()
    if segmenter.cut is not None:
        segmenter.doubt_edges()
    for lines, continued in blocks:
        segmenter.feed(lines, continued)
        meter.tick()
    segmenter.finish(ended)
    _say_cut(name, segmenter)
    _say_wrapped(name, segmenter, printed)
    behind = _behind_a_front(name, texts, shape, out, segmenter, meter)
    if behind is not None:
        return len(texts), _label(shape, behind)
    if out.formats and _lost_its_line_ends(texts, shape):
        out.problem(1, say("{file} {what}.", file=Name(name), what=NO_LINE_ENDS))
    return segmenter.lines, _label(shape, segmenter.cleaner.label())


_INSIDE = str.maketrans(dict.fromkeys("\n\r\x1a\x85", " "))


def _read_spaced(
    name: str, texts: Sequence[str], kept: range, ended: bool, out: Collector, meter: Meter
) -> str:
    """Read a double-spaced text as the one it was before; how its lines were cleaned."""
    # What ended lines elsewhere than in this file stays inside its line.
    lines = [texts[index].translate(_INSIDE) for index in kept]
    text = "\n".join(lines) + "\n" * ended
    data = text.encode("utf-8", "replace")
    other = Collector(name, out.limit, meter.tick)
    shape = Shape("lines", Encoding("utf-8"))

    def again() -> IO[bytes]:
        return BytesIO(data)

    _, label = _read_text(name, _Ending(again().read), again, shape, len(data), other, meter, ())
    numbers = [index + 1 for index in kept]
    out.adopt(other, numbers, len(texts))
    out.full = other.full
    out.problems = renumbered(out.problems, numbers)
    out.ledger.note_all([number for number in range(1, len(texts) + 1) if number - 1 not in kept])
    return f"{label}, double-spaced"


def _unpadded(texts: list[str]) -> list[str]:
    """Lines without the blanks that make all of them as long as their records were."""
    lengths = set(map(len, texts[:-1]))
    blank = sum(1 for text in texts if text[-1:] == " ")
    if len(lengths) != 1 or 2 * blank < len(texts):
        return texts
    return [text.rstrip(" ") for text in texts]


def _behind_a_front(
    name: str, texts: list[str], shape: Shape, out: Collector, plain: Segmenter, meter: Meter
) -> str | None:
    """Read behind what stands in front of all lines alike, if that gives more figures than the text
    does as it stands, or as many and leaves fewer lines unread; how its lines were cleaned then.
    """
    front = front_of(plain.cleaner.printed(texts) if plain.cleaner.printable else texts)
    if front is None:
        return None
    other = Collector(name, out.limit, meter.tick)
    segmenter = Segmenter(name, other, meter.tick, shape.kind != "lines", front)
    printed = detect_cleaner(texts[:HEAD], False, front).printed(texts)
    segmenter.cut = cut_of(printed, broken_off)
    if segmenter.cut is not None:
        segmenter.doubt_edges()
    segmenter.feed(texts, False)
    segmenter.finish()
    _say_cut(name, segmenter)
    _say_wrapped(name, segmenter, printed)
    gained = len(other.observations) - len(out.observations)
    spared = _unread(out, texts) - _unread(other, texts)
    if not other.observations or gained < 0 or (gained == 0 and spared <= 0):
        return None
    out.become(other)
    return segmenter.cleaner.label()


def _front_of_long(name: str, head: list[str], shape: Shape, meter: Meter) -> Front | None:
    """The front of a long text: the one behind which its beginning says more than it does so."""
    front = front_of(head)
    if front is None:
        return None
    out = Collector(name, tick=meter.tick)
    plain = Segmenter(name, out, meter.tick, shape.kind != "lines")
    plain.feed(head, False)
    plain.hand_over()
    return front if _behind_a_front(name, head, shape, out, plain, meter) is not None else None


def _unread(out: Collector, texts: Sequence[str]) -> int:
    return sum(last - first + 1 for first, last in out.ledger.ranges(len(texts)))


def _say_cut(name: str, segmenter: Segmenter) -> None:
    """Say that the text was cut off at a column, and take nothing that shows what was hidden."""
    cut, out = segmenter.cut, segmenter.out
    if cut is None or not out.formats:
        return
    out.observations = [
        item
        for item in out.observations
        if 2 * HIDDEN not in f"{item.value} {item.raw} {item.subject} {item.metric}"
    ]
    out.problem(cut.first, cut.sentence(name))


def _say_wrapped(name: str, segmenter: Segmenter, printed: Sequence[str]) -> None:
    """Say that lines break off and go on below, which nobody could put together."""
    out = segmenter.out
    if out.formats and segmenter.cut is None and (number := first_wrapped(printed)):
        out.problem(
            number,
            say(
                "{name} looks wrapped by a mail program: line {number:,} breaks off and goes on "
                "below. It was read as it stands, and figures may be missing: have the report "
                "sent as an attachment, in its original width.",
                name=Name(name),
                number=LineNumber(number),
            ),
        )


def _known_across(text: str, position: int) -> bool:
    """Whether an anchor of some reader stands across a position of a line."""
    pattern = all_anchors().pattern
    around = text[max(0, position - 60) : position + 60]
    at = min(position, 60)
    return pattern is not None and any(
        match.start() < at < match.end() for match in pattern.finditer(around)
    )


def _label(shape: Shape, cleaned: str) -> str:
    return ", ".join(part for part in (shape.label, cleaned) if part)


def _lost_its_line_ends(lines: Sequence[str], shape: Shape) -> bool:
    """Whether a text came as one line longer than a report's; XML may well be one line."""
    filled = [line for line in lines if line.strip()]
    one = len(filled) == 1 and shape.kind == "lines"
    return one and len(filled[0]) > LONGEST and not filled[0].lstrip().startswith("<")


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
    front: Front | None,
) -> None:
    with open_source() as source:
        head = next(_lines_of(source.read, shape, size), [])
    segmenter.cut = cut_of(detect_cleaner(head[:HEAD], False, front).printed(head), broken_off)
    if segmenter.cut is not None:
        segmenter.doubt_edges()
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
            said = sentence(name, choice, bool(intervals), say("{left:,} lines", left=left))
            meter.tick()
            segmenter.out.problem(0, said)
            segmenter.out.busiest = choice.peaks
            chunks = _again(source, shape, size, pieces, meter)
            for lines, count in _wanted(chunks, choice.skipped()):
                if lines:
                    segmenter.feed(lines, False)
                else:
                    segmenter.skip(count)
                meter.tick()
    meter.readings = 1


def _lines_of(read: Read, shape: Shape, size: int) -> Iterator[list[str]]:
    for lines, _ in text_blocks(read, shape, size):
        yield lines


def _feed_all(read: Read, shape: Shape, size: int, segmenter: Segmenter, meter: Meter) -> None:
    for lines, continued in text_blocks(read, shape, size):
        segmenter.feed(lines, continued)
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
        waiting = deque(worker.submit(ahead) for _ in range(AHEAD))
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
