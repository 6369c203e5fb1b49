"""Bytes to readings: containers are opened, streams decoded, segments handed to their readers."""

from __future__ import annotations

import hashlib
import io
import os
import re
import stat
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import IO

from advisor.observations import FileReading, Problem
from advisor.reading import guarding
from advisor.reading.collecting import without_collector
from advisor.reading.containers import (
    DAMAGED_ENTRY,
    DAMAGES,
    HEAD,
    PARTS,
    TAR,
    ZIP,
    Budget,
    Level,
    Member,
    Mixed,
    Open,
    Trouble,
    is_damage,
    kind_of,
    members,
)
from advisor.reading.containers.limits import MOST_UNPACKED
from advisor.reading.containers.parts import watched
from advisor.reading.decoding.records import shape_of
from advisor.reading.digest import Digest
from advisor.reading.dumps import Kinds, read_dump
from advisor.reading.folders import EndlessFolder, files_below
from advisor.reading.layout.dates import Dates, DayFirst
from advisor.reading.progress import Cancel, Meter, Progress, ReadingCancelled
from advisor.reading.reader import Collector, Reader
from advisor.reading.refusals import (
    BLANK,
    CHANGED,
    EMPTY,
    ENCODED_MAIL,
    NO_FILES,
    UNKNOWN,
    WITHOUT_FIGURES,
    Refusal,
    by_magic,
)
from advisor.reading.registry import all_readers, load
from advisor.reading.segments import all_anchors
from advisor.reading.texts import read_text
from advisor.system_words import reason
from model.language import Name, listed, say

__all__ = ["ReadingCancelled", "read_bytes", "read_path"]

OUTSIDE = Level()
BUDGET = MOST_UNPACKED
NOT_OURS = (ReadingCancelled, Mixed, OSError)
"""What is no fault of Plexwright's as a file is read; nor, in a container, is_damage."""
SMALL = 2_000
"""Bytes up to which a file is searched without the sieve, which needs numpy."""

MOST_TO_HASH = 1 << 28
"""Bytes that a file may have to be read to its end for its digest, when its beginning was refused
already: a second's work. Of larger ones nobody needs to know which of them it was."""

KEPT = 400_000
"""Observations kept of one import: at some 350 bytes each this keeps the process under 300 MB."""


class Import(Meter):
    """One import, of one file or of many: how far it is, what it has kept, what was asked for."""

    def __init__(
        self,
        total: int,
        progress: Progress | None,
        cancel: Cancel | None,
        intervals: Sequence[str] = (),
    ) -> None:
        super().__init__(total, progress, cancel)
        self.intervals = tuple(intervals)
        self.kept = 0  # observations, of all files together
        self.budget = Budget(BUDGET)  # of bytes that are unpacked


@without_collector()
def read_bytes(
    name: str,
    data: bytes,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
    intervals: Sequence[str] = (),
) -> tuple[FileReading, ...]:
    """Read one report, or all reports of an archive, from memory.

    ``intervals`` are beginnings of ISO times (``2015-03-17T10``): of prints too long to be read
    whole, the intervals that start so are read instead of a choice spread over the period.

    Raises
    ------
    ReadingCancelled: ``cancel()`` returned true.
    """
    meter = Import(len(data), progress, cancel, intervals)
    return tuple(_read_source(name, lambda: io.BytesIO(data), len(data), meter))


@without_collector()
def read_path(
    path: str | Path,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
    intervals: Sequence[str] = (),
    name: str | None = None,
) -> tuple[FileReading, ...]:
    """Read a report, an archive of reports, or all files below a folder, streaming.

    ``intervals`` as for :func:`read_bytes`; ``name`` is what a single file is called in the
    readings instead of its own name without the folder.

    Raises
    ------
    FileNotFoundError: there is nothing at ``path``.
    ReadingCancelled: ``cancel()`` returned true.
    """
    path = Path(path)
    meter = Import(0, progress, cancel, intervals)
    if not os.path.isdir(path):  # pathlib's raises where nobody may look
        files = [path]
        names = [path.name if name is None else name]
    else:
        try:
            files = files_below(path, meter.tick)
        except EndlessFolder as wrong:
            return (_refused(path.name, 0, "", str(wrong)),)
        names = [
            path.name if entry == path else entry.relative_to(path).as_posix() for entry in files
        ]
    sizes = []
    for entry in files:
        try:
            sizes.append(entry.stat().st_size)
        except PermissionError:  # told of as it is read
            sizes.append(0)
        if len(files) > 1:
            meter.tick()
    meter.add(sum(sizes))
    readings: list[FileReading] = []
    for entry, label, size in zip(files, names, sizes, strict=True):
        readings.extend(_read_file(entry, label, size, meter))
    if not readings:
        readings.append(_refused(path.name, 0, "", NO_FILES))
    return tuple(readings)


def _read_file(path: Path, name: str, size: int, meter: Import) -> Iterator[FileReading]:
    try:
        kind = path.stat().st_mode
        if stat.S_ISDIR(kind):
            os.listdir(path)
    except PermissionError as wrong:
        yield _closed(name, 0, wrong)
        return
    if not stat.S_ISREG(kind):
        yield _refused(name, 0, "", "is no ordinary file: drop the report itself")
        return
    before = _state(path)
    last: FileReading | None = None

    def open_source() -> IO[bytes]:
        # What claims to be empty (a file of /proc) may give bytes without end, or wait for some.
        return path.open("rb") if size else io.BytesIO()

    try:
        for reading in _read_source(name, open_source, size, meter):
            if last is not None:
                yield last
            last = reading
    except OSError as wrong:
        if last is not None:
            yield last
        last = _closed(name, size, wrong)
    if last is not None and _state(path) not in (before, None) and not last.refused:
        changed = Problem(name, 0, say("{file} {what}.", file=Name(name), what=CHANGED))
        last = replace(last, problems=(*last.problems, changed))
    if last is not None:
        yield last


def _closed(name: str, size: int, wrong: OSError) -> FileReading:
    why = reason(wrong)
    return _refused(name, size, "", say("cannot be opened ({why}): check its permissions", why=why))


def _state(path: Path) -> tuple[int, int] | None:
    """What shows that somebody has written a file; ``None`` where it is gone."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


def _refused(name: str, size: int, sha256: str, sentence: str, line: int = 0) -> FileReading:
    return FileReading(
        file=name,
        sha256=sha256,
        size_bytes=size,
        encoding="",
        record_format="",
        formats=(),
        observations=(),
        lines=0,
        problems=(Problem(name, line, say("{file} {what}.", file=Name(name), what=sentence)),),
        refused=True,
    )


def _read_source(
    name: str,
    open_source: Open,
    size: int,
    meter: Import,
    level: Level = OUTSIDE,
    seekable: bool = True,
) -> Iterator[FileReading]:
    """Read a report, or all that a container holds, each under the container's name."""
    with open_source() as source:
        head = source.read(HEAD)
    kind = kind_of(head)
    if not kind:
        try:
            yield _read_whole(name, open_source, head, size, meter, level)
            return
        except Mixed:
            kind = PARTS
    last: FileReading | None = None  # what is wrong behind it is said of it
    letters: list[FileReading] = []  # a letter around attachments need not be a report
    outermost = level == OUTSIDE
    try:
        level = level.inside(kind)
        for member in members(kind, open_source, size, meter, meter.budget, seekable):
            for reading in _read_member(name, member, kind, meter, level):
                if member.letter and reading.refused:
                    letters.append(reading)
                    continue
                if last is not None:
                    yield last
                last = reading
    except Trouble as wrong:
        sentence = Problem(name, 0, say("{file} {what}.", file=Name(name), what=wrong.sentence))
        if last is None:
            last = _refused(name, size, _sha256(open_source, size, meter), wrong.sentence)
        else:
            last = replace(last, problems=tuple(dict.fromkeys((*last.problems, sentence))))
    except Refusal as wrong:
        if last is not None:
            yield last
        last = _refused(name, size, _sha256(open_source, size, meter), wrong.sentence)
    except Exception as wrong:
        if isinstance(wrong, NOT_OURS) or not outermost:
            raise
        if last is not None:
            yield last
        last = _refused(name, size, "", guarding.not_read(wrong))
    if last is not None:
        yield last
    elif letters:
        yield from letters
    else:
        yield _refused(name, size, _sha256(open_source, size, meter), NO_FILES)


def _read_whole(
    name: str, open_source: Open, head: bytes, size: int, meter: Import, level: Level
) -> FileReading:
    """Read one report, once more where its dates turn out to begin with the day; a fault is its.

    Raises
    ------
    Mixed: as :func:`_read_report`.
    """
    try:
        try:
            return _read_report(name, open_source, head, size, meter, level.parted)
        except DayFirst as found:
            parted = level.parted
            return _read_report(name, open_source, head, size, meter, parted, found.products)
    except Exception as wrong:
        if isinstance(wrong, NOT_OURS) or (level != OUTSIDE and is_damage(wrong)):
            raise
        return _refused(name, size, "", guarding.not_read(wrong))


def _read_member(
    name: str, member: Member, kind: str, meter: Import, level: Level
) -> Iterator[FileReading]:
    inside = f"{name}/{member.name}" if member.name else name
    if member.refusal:
        yield _refused(inside, member.size, "", member.refusal)
        return
    if kind not in (TAR, PARTS):  # whose members are bytes of their own
        meter.add(member.size)
    found = _read_source(inside, member.open, member.size, meter, level, member.seekable)
    if member.name:
        if kind != ZIP:
            yield from found
            return
        try:
            yield from found
        except DAMAGES:
            yield _refused(inside, member.size, "", DAMAGED_ENTRY)
        return
    for reading in found:
        if reading.file == name and not reading.refused and kind != PARTS:
            reading = replace(reading, record_format=f"{reading.record_format}, {kind}")
        yield reading


def _sha256(open_source: Open, size: int, meter: Import) -> str:
    if size > MOST_TO_HASH:
        return ""
    digest = hashlib.sha256()
    with open_source() as source:
        while piece := source.read(1 << 20):
            digest.update(piece)
            meter.tick()
    return digest.hexdigest()


def _read_report(
    name: str,
    open_source: Open,
    head: bytes,
    size: int,
    meter: Import,
    parted: bool,
    day_first: frozenset[str] = frozenset(),
) -> FileReading:
    """Read one report; ``day_first`` are products whose dates begin with the day.

    Raises
    ------
    Mixed: it changes its encoding inside; not of what is a part already (``parted``).
    DayFirst: dates further on show that those before were misread.
    """
    meter.readings = 1
    _prepare(size, meter)
    watch = None if parted else watched(head)
    with open_source() as source, Digest(size) as digest:

        def read(count: int) -> bytes:
            data = source.read(count)
            digest.update(data)
            meter.advance(len(data))
            if watch is not None:
                watch.see(data)
            return data

        def rest() -> None:  # for the digest
            while read(1 << 20):
                meter.tick()

        # All files of one import share the budget, so that an archive of giants fits as well.
        out = Collector(name, max(KEPT // 40, KEPT - meter.kept), meter.tick)
        kinds: Kinds = ()
        try:
            if not head:
                raise Refusal(EMPTY)
            sentence = by_magic(head, name, size)
            if sentence:
                raise Refusal(sentence)
            if not head.translate(None, _BLANKS):
                raise Refusal(_blank(read, size, meter.tick))
            shape = shape_of(head, len(head) >= size)
            if shape.skip and watch is not None:
                watch.see(head)  # a text before the dump is a part of its own
            if shape.kind not in ("lines", "fixed"):
                watch = None
            if shape.binary:
                lines, kinds = read_dump(
                    name, read, open_source, shape, size, out, meter, meter.intervals
                )
                label = shape.label
            else:
                with Dates(day_first) as dates:
                    lines, label = read_text(
                        name, read, open_source, shape, size, out, meter, meter.intervals
                    )
                dates.settle(out)
            formats = _formats(out)
        except Refusal as wrong:
            if watch is not None:
                watch.see(head)
            if out.observations:  # damaged further on: what came before stands
                said = say(
                    "{file} {what}. What stands before that was read.",
                    file=Name(name),
                    what=wrong.sentence,
                )
                out.problem(wrong.line, said)
                formats, lines, label = _formats(out), out.lines_seen, "damaged"
            else:
                if size > MOST_TO_HASH:
                    return _refused(name, size, "", wrong.sentence, wrong.line)
                rest()
                return _refused(name, size, digest.hexdigest(), wrong.sentence, wrong.line)
        rest()
        sha256 = digest.hexdigest()
    meter.kept += len(out.observations)
    problems = tuple(dict.fromkeys(out.problems))
    found = [reader for reader in all_readers() if reader.id in formats]
    alone = [reader.alone for reader in found if reader.alone]
    if alone and len(alone) == len(found) and not problems:
        problems = (Problem(name, 0, say("{file} {what}.", file=Name(name), what=alone[0])),)
    if formats and not out.observations and not problems:
        problems = (Problem(name, 0, _without_figures(name, found, out)),)
    refused = not formats and not out.observations
    if refused and not problems:
        encoded = re.search(rb"(?im)^content-transfer-encoding:\s*base64", head)
        what = ENCODED_MAIL if encoded else UNKNOWN
        problems = (Problem(name, 0, say("{file} {what}.", file=Name(name), what=what)),)
    return FileReading(
        file=name,
        sha256=sha256,
        size_bytes=size,
        encoding=shape.encoding.label if shape.encoding else "binary",
        record_format=label,
        formats=formats,
        observations=tuple(out.observations),
        lines=lines,
        unread=out.ledger.ranges(lines),
        problems=problems,
        refused=refused,
        busiest=out.busiest,
        unread_kinds=kinds,
        numbers=out.ledger.numbers(),
    )


def _without_figures(name: str, found: Sequence[Reader], out: Collector) -> str:
    """Why a file whose pages were recognised gives nothing: it need not lack anything."""
    known = listed([reader.title for reader in found[:3]])
    numbers = out.ledger.numbers()
    asked = [reader for reader in found if reader.essential]  # of pages that always give some
    if numbers.unread or not all(
        reader in out.pages and out.pages[reader].known for reader in asked
    ):
        return say(
            "{name} looks like {known}, but none of its lines gives a figure: {without_figures}.",
            name=Name(name),
            known=known,
            without_figures=WITHOUT_FIGURES,
        )
    return say(
        "{name} looks like {known}. All of its numbers ({numbers:,}) are known, as those of "
        "headings are, and none is a figure that Plexwright takes: if more was printed, send it "
        "complete.",
        name=Name(name),
        known=known,
        numbers=numbers.ignored,
    )


_BLANKS = b" \t\r\n\f\0\x40\x15\x25\x1a"


def _blank(read: Callable[[int], bytes], size: int, tick: Callable[[], None]) -> str:
    """What is wrong with a file whose beginning is blank: all of it, or as far as it is read."""
    blank = 0
    while blank < MOST_TO_HASH and (data := read(1 << 20)):
        tick()
        if data.translate(None, _BLANKS):
            blank += len(data) - len(data.lstrip(_BLANKS))
            break
        blank += len(data)
    if blank >= size:
        return BLANK
    return say(
        "begins with {kilobytes:,} KB of nothing but blanks: send what follows them as a file of "
        "its own, or ask for it again, the transfer may have failed",
        kilobytes=blank >> 10,
    )


def _prepare(size: int, meter: Import) -> None:
    """Load what the first import of a process needs, which takes a quarter of a second in all."""
    meter.tick()
    load(meter.tick)
    if size > SMALL:
        import numpy  # noqa: F401

        meter.tick()
    all_anchors()
    meter.tick()


def _formats(out: Collector) -> tuple[str, ...]:
    """Readers that claimed parts of the file, those that only give context last or not at all."""
    context = {reader.id for reader in all_readers() if reader.context}
    return tuple(name for name in out.formats if name not in context) or tuple(out.formats)
