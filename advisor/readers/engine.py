"""Bytes to readings: containers are opened, streams decoded, segments handed to their readers."""

from __future__ import annotations

import hashlib
import io
import re
import stat
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO

from advisor.observations import FileReading, Problem
from advisor.readers.dumps import Kinds, read_dump
from advisor.readers.intake.digest import Digest
from advisor.readers.intake.progress import Cancel, Meter, Progress, ReadingCancelled
from advisor.readers.intake.records import shape_of
from advisor.readers.intake.refusals import (
    BLANK,
    EMPTY,
    ENCODED_MAIL,
    UNKNOWN,
    WITHOUT_FIGURES,
    Refusal,
    by_magic,
)
from advisor.readers.mails import TOO_DEEP, BadMail, is_mail, parts_of
from advisor.readers.reader import Collector
from advisor.readers.registry import all_readers, load
from advisor.readers.segments import all_anchors
from advisor.readers.texts import read_text

__all__ = ["ReadingCancelled", "read_bytes", "read_path"]

HEAD = 1 << 18
NESTING = 2
MOST_ENTRIES = 2_000
MOST_UNPACKED = 8 << 30
RATIO = 400
"""Bytes unpacked per byte packed beyond which a ZIP entry is a bomb; prints reach some 60."""

SMALL = 2_000
"""Bytes up to which a file is searched without the sieve, which needs numpy."""

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


def read_bytes(
    name: str,
    data: bytes,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
    intervals: Sequence[str] = (),
) -> tuple[FileReading, ...]:
    """Read one report, or all reports of a ZIP, from memory.

    ``intervals`` are beginnings of ISO times (``2015-03-17T10``): of prints too long to be read
    whole, the intervals that start so are read instead of a choice spread over the period.

    Raises
    ------
    ReadingCancelled: ``cancel()`` returned true.
    """
    meter = Import(len(data), progress, cancel, intervals)
    return tuple(_read_source(name, lambda: io.BytesIO(data), len(data), meter, 0))


def read_path(
    path: str | Path,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
    intervals: Sequence[str] = (),
    name: str | None = None,
) -> tuple[FileReading, ...]:
    """Read a report, a ZIP of reports, or all files below a folder, streaming.

    ``intervals`` as for :func:`read_bytes`; ``name`` is what a single file is called in the
    readings instead of its own name without the folder.

    Raises
    ------
    FileNotFoundError: there is nothing at ``path``.
    ReadingCancelled: ``cancel()`` returned true.
    """
    path = Path(path)
    meter = Import(0, progress, cancel, intervals)
    if not path.is_dir():
        files = [path]
        names = [path.name if name is None else name]
    else:
        files = sorted(_files(path, meter))
        names = [entry.relative_to(path).as_posix() for entry in files]
    sizes = []
    for entry in files:
        sizes.append(entry.stat().st_size)
        if len(files) > 1:
            meter.tick()
    meter.add(sum(sizes))
    readings: list[FileReading] = []
    for entry, label, size in zip(files, names, sizes, strict=True):
        readings.extend(_read_file(entry, label, size, meter))
    if not readings:
        readings.append(_refused(path.name, 0, "", "holds no files: drop the reports themselves"))
    return tuple(readings)


def _files(folder: Path, meter: Import) -> Iterator[Path]:
    for entry in folder.rglob("*"):
        meter.tick()
        hidden = any(part.startswith(".") for part in entry.relative_to(folder).parts)
        if not hidden and entry.is_file():
            yield entry


def _read_file(path: Path, name: str, size: int, meter: Import) -> Iterator[FileReading]:
    if not stat.S_ISREG(path.stat().st_mode):
        yield _refused(name, 0, "", "is no ordinary file: drop the report itself")
        return
    try:
        yield from _read_source(name, lambda: path.open("rb"), size, meter, 0)
    except OSError as wrong:
        reason = wrong.strerror or "unreadable"
        yield _refused(name, size, "", f"cannot be opened ({reason}): check its permissions")


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
        problems=(Problem(name, line, f"{name} {sentence}."),),
        refused=True,
    )


Open = Callable[[], IO[bytes]]


def _read_source(
    name: str, open_source: Open, size: int, meter: Import, depth: int
) -> Iterator[FileReading]:
    with open_source() as source:
        head = source.read(HEAD)
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        yield from _read_zip(name, open_source, size, meter, depth)
        return
    if is_mail(head):
        yield from _read_mail(name, open_source, size, meter, depth)
        return
    yield _read_report(name, open_source, head, size, meter)


def _read_mail(
    name: str, open_source: Open, size: int, meter: Import, depth: int
) -> Iterator[FileReading]:
    """The texts and attachments of a mail; a letter around attachments need not be a report."""
    if depth > NESTING:
        yield _refused(name, size, _sha256(open_source, meter), TOO_DEEP)
        return
    letters: list[FileReading] = []
    attached = False
    try:
        for part in parts_of(open_source, meter.tick):
            inside, data = f"{name}/{part.name}", part.data
            meter.add(len(data))

            def open_part(data: bytes = data) -> IO[bytes]:
                return io.BytesIO(data)

            for reading in _read_source(inside, open_part, len(data), meter, depth + 1):
                if part.letter and reading.refused:
                    letters.append(reading)
                else:
                    attached = True
                    yield reading
    except BadMail as wrong:
        yield _refused(name, size, _sha256(open_source, meter), str(wrong))
        return
    if not attached:
        yield from letters


def _read_zip(
    name: str, open_source: Open, size: int, meter: Import, depth: int
) -> Iterator[FileReading]:
    sentence = None
    if depth >= NESTING:
        sentence = f"is a ZIP more than {NESTING} levels deep: unpack it and send the reports"
    else:
        try:
            with open_source() as source, zipfile.ZipFile(source) as archive:
                sentence = _wrong_with(archive)
                if sentence is None:
                    for info in sorted(archive.infolist(), key=lambda entry: entry.filename):
                        yield from _read_entry(name, archive, info, meter, depth)
        except (zipfile.BadZipFile, EOFError, ValueError, NotImplementedError):
            sentence = "is a damaged ZIP: pack or transfer it again"
    if sentence is not None:
        yield _refused(name, size, _sha256(open_source, meter), sentence)


def _wrong_with(archive: zipfile.ZipFile) -> str | None:
    entries = archive.infolist()
    names = {entry.filename for entry in entries}
    if "[Content_Types].xml" in names or "mimetype" in names:
        return "is an Office document: save its content as text or CSV and send that"
    if len(entries) > MOST_ENTRIES:
        return f"is a ZIP of more than {MOST_ENTRIES} files: send the reports themselves"
    if all(_is_folder(entry) for entry in entries):
        return "is an empty ZIP: pack the reports again"
    if sum(entry.file_size for entry in entries) > MOST_UNPACKED:
        return "is a ZIP that unpacks to more than 8 GB: send the reports in smaller parts"
    return None


def _is_folder(info: zipfile.ZipInfo) -> bool:
    # ZipInfo.is_dir() fails on an entry without a name.
    return not info.filename or info.filename.endswith("/")


def _read_entry(
    name: str, archive: zipfile.ZipFile, info: zipfile.ZipInfo, meter: Import, depth: int
) -> Iterator[FileReading]:
    leaf = info.filename.rstrip("/").rpartition("/")[2]
    if _is_folder(info) or leaf.startswith(".") or info.filename.startswith("__MACOSX/"):
        return
    printable = "".join(char if char.isprintable() else "?" for char in info.filename)
    inside = f"{name}/{printable}"
    sentence = None
    if info.flag_bits & 0x1:
        sentence = "is encrypted: unpack it with its password and send the report"
    elif info.file_size > 1 << 20 and info.file_size > RATIO * max(info.compress_size, 1):
        sentence = "unpacks to far more than any report would: it looks like a ZIP bomb"
    if sentence is not None:
        yield _refused(inside, info.file_size, "", sentence)
        return
    meter.add(info.file_size)

    def open_entry() -> IO[bytes]:
        return archive.open(info)

    try:
        if depth + 1 >= NESTING or not _is_zip(open_entry):
            yield from _read_source(inside, open_entry, info.file_size, meter, depth + 1)
        elif info.file_size > 1 << 26:
            yield _refused(inside, info.file_size, "", "is a large ZIP in a ZIP: unpack it first")
        else:
            data = _unpacked(open_entry, meter)
            yield from _read_source(inside, lambda: io.BytesIO(data), len(data), meter, depth + 1)
    except (zipfile.BadZipFile, EOFError, OSError, NotImplementedError, ValueError, RuntimeError):
        yield _refused(inside, info.file_size, "", "is damaged in its ZIP: pack it again")
    except Exception as wrong:
        if type(wrong).__module__ not in ("zlib", "_lzma", "lzma"):
            raise
        yield _refused(inside, info.file_size, "", "is damaged in its ZIP: pack it again")


def _is_zip(open_source: Open) -> bool:
    with open_source() as source:
        return source.read(4) == b"PK\x03\x04"


def _unpacked(open_source: Open, meter: Import) -> bytes:
    pieces = []
    with open_source() as source:
        while piece := source.read(1 << 20):
            pieces.append(piece)
            meter.tick()
    return b"".join(pieces)


def _sha256(open_source: Open, meter: Import) -> str:
    digest = hashlib.sha256()
    with open_source() as source:
        while piece := source.read(1 << 20):
            digest.update(piece)
            meter.tick()
    return digest.hexdigest()


def _read_report(
    name: str, open_source: Open, head: bytes, size: int, meter: Import
) -> FileReading:
    meter.readings = 1
    _prepare(size, meter)
    with open_source() as source, Digest(size) as digest:

        def read(count: int) -> bytes:
            data = source.read(count)
            digest.update(data)
            meter.advance(len(data))
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
            sentence = by_magic(head, name)
            if sentence:
                raise Refusal(sentence)
            if not head.strip(b" \t\r\n\f\0\x40\x15\x25\x1a"):
                raise Refusal(BLANK)
            shape = shape_of(head, len(head) >= size)
            if shape.binary:
                lines, kinds = read_dump(
                    name, read, open_source, shape, size, out, meter, meter.intervals
                )
                label = shape.label
            else:
                lines, label = read_text(
                    name, read, open_source, shape, size, out, meter, meter.intervals
                )
            formats = _formats(out)
        except Refusal as wrong:
            if out.observations:  # damaged further on: what came before stands
                out.problem(wrong.line, f"{name} {wrong.sentence}.")
                formats, lines, label = _formats(out), out.lines_seen, "damaged"
            else:
                rest()
                return _refused(name, size, digest.hexdigest(), wrong.sentence, wrong.line)
        rest()
        sha256 = digest.hexdigest()
    meter.kept += len(out.observations)
    problems = tuple(dict.fromkeys(out.problems))
    found = [reader for reader in all_readers() if reader.id in formats]
    alone = [reader.alone for reader in found if reader.alone]
    if alone and len(alone) == len(found) and not problems:
        problems = (Problem(name, 0, f"{name} {alone[0]}."),)
    if formats and not out.observations and not problems:
        known = " and ".join(reader.title for reader in found[:3])
        said = (
            f"{name} looks like {known}, but none of its lines gives a figure: {WITHOUT_FIGURES}."
        )
        problems = (Problem(name, 0, said),)
    refused = not formats and not out.observations
    if refused and not problems:
        encoded = re.search(rb"(?im)^content-transfer-encoding:\s*base64", head)
        problems = (Problem(name, 0, f"{name} {ENCODED_MAIL if encoded else UNKNOWN}."),)
    return FileReading(
        file=name,
        sha256=sha256,
        size_bytes=size,
        encoding=shape.encoding.label if shape.encoding else "binary",
        record_format=label,
        formats=formats,
        observations=tuple(out.observations),
        lines=lines,
        unread=out.unread(lines),
        problems=problems,
        refused=refused,
        busiest=out.busiest,
        unread_kinds=kinds,
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
