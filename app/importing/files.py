"""Report files named on the command line: found, read, and complained about one line each."""

from __future__ import annotations

import argparse
import glob
import os
import re
import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors import InputProblem, complain, in_words

if TYPE_CHECKING:
    from advisor.observations import FileReading
    from app.store import EngagementFile

__all__ = [
    "Given",
    "Kept",
    "find_files",
    "interval",
    "is_engagement",
    "keep_files",
    "read_files",
    "readable",
    "report_problems",
    "spare_inputs",
]

MOST_COMPLAINTS = 20
SQLITE_MAGIC = b"SQLite format 3\0"


@dataclass(frozen=True, slots=True)
class Given:
    """One file to read.

    ``name`` is what it is called in messages (as typed, or below the folder typed), ``short`` what
    it is called inside an engagement, where the folders of this machine say nothing.
    """

    path: Path
    name: str
    short: str


def find_files(words: Iterable[str]) -> tuple[list[Given], bool]:
    """The files that ``words`` mean: files, folders with all below them, or wildcards.

    Returns
    -------
    The files in the order given (a folder's by name), each once, and whether every word meant
    something; words that do not have been complained about.
    """
    found: dict[str, Given] = {}
    complete = True
    for word in words:
        here = list(_meant(word))
        if not here:
            complete = False
        for given in here:
            found.setdefault(os.path.realpath(given.path), given)
    return _distinct(list(found.values())), complete


def _meant(word: str) -> Iterator[Given]:
    if not word:
        complain("''", None, "is no name; name the reports or their folder")
        return
    path = Path(word)
    if path.is_dir():
        from advisor.reading.folders import EndlessFolder, files_below

        try:
            files = files_below(path)
        except EndlessFolder as wrong:
            complain(word, None, str(wrong))
            return
        if not files:
            complain(word, None, "the folder holds no files; name the reports themselves")
        for entry in files:
            # The folder itself where nobody may look into it: told of as it is read.
            short = path.name if entry == path else entry.relative_to(path).as_posix()
            yield Given(entry, str(entry), short)
    elif path.exists():
        yield Given(path, word, path.name)
    else:
        matches = sorted(glob.glob(word)) if glob.has_magic(word) else []
        if not matches:
            complain(word, None, "there is no such file; check the name")
        for match in matches:
            yield from _meant(match)


def _distinct(files: list[Given]) -> list[Given]:
    """Two files of one short name in different folders keep their folders in it."""
    count: dict[str, int] = {}
    for given in files:
        count[given.short] = count.get(given.short, 0) + 1
    return [
        replace(given, short=Path(given.name).as_posix()) if count[given.short] > 1 else given
        for given in files
    ]


def spare_inputs(inputs: Iterable[str | Path], outputs: Iterable[Path | None]) -> None:
    """Raise InputProblem where what is written would take the place of what is read.

    An engagement is not replaced by anything else either: it is somebody's work.
    """
    read = {os.path.realpath(one) for one in inputs}
    for out in outputs:
        if out is not None and (os.path.realpath(out) in read or is_engagement(out)):
            raise InputProblem(
                "would be written over, and is an input or an engagement; choose another name",
                file=out,
            )


def interval(text: str) -> str:
    """The beginning of an ISO time, as `--interval` takes it; an argparse type."""
    if not re.fullmatch(r"\d{4}(-\d\d(-\d\d(T\d\d(:\d\d(:\d\d)?)?)?)?)?", text):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no beginning of a time such as 2015-03-17T10"
        )
    return text


def is_engagement(path: Path) -> bool:
    """Whether a file is an engagement (or another SQLite database), by its first bytes."""
    try:
        if not path.is_file():  # opening a pipe would wait for its writer
            return False
        with path.open("rb") as handle:
            return handle.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC
    except OSError:
        return False


def read_files(
    files: Sequence[Given], intervals: Sequence[str] = ()
) -> Iterator[tuple[FileReading, ...]]:
    """Read each file, under the name it was given; an archive gives several readings.

    ``intervals`` are those wanted of prints too long to be read whole: beginnings of ISO times.
    """
    from advisor.reading import read_path

    for given in files:
        yield read_path(given.path, intervals=intervals, name=given.name)


@dataclass(frozen=True, slots=True)
class Kept:
    """One file after import: what was read, and whether it was new to the engagement."""

    readings: tuple[FileReading, ...]
    new: bool

    @property
    def useful(self) -> bool:
        """Whether anything of it was recognised; otherwise its bytes are not kept."""
        return not all(reading.refused for reading in self.readings)


def keep_files(
    engagement: EngagementFile, files: Sequence[Given], intervals: Sequence[str] = ()
) -> Iterator[Kept]:
    """Read each file and keep it in the engagement, under its short name.

    ``intervals`` as for :func:`read_files`.

    Packing the bytes leaves the interpreter free, so a second thread reads meanwhile. Each file is
    one transaction: stopping in between loses only the file under way. A file that cannot be read
    at all is refused with the reason, not kept, and the import goes on.
    """
    from advisor.reading import read_path

    stopped = threading.Event()
    batch = engagement.next_batch()
    with ThreadPoolExecutor(max_workers=1) as reader:
        for given in files:
            can_be_read = readable(given.path)
            name = engagement.name_for(given.short, given.path)[0] if can_be_read else given.short
            reading = reader.submit(read_path, given.path, None, stopped.is_set, intervals, name)

            def found(
                reading: Future[tuple[FileReading, ...]] = reading,
            ) -> tuple[FileReading, ...]:
                return tuple(replace(found, batch=batch) for found in reading.result())

            try:
                new = can_be_read and engagement.add_source(name, given.path, found)
                readings = found()
            except BaseException:
                stopped.set()
                raise
            yield Kept(readings, new)


def readable(path: Path) -> bool:
    """Whether the first byte of an ordinary file can be had."""
    try:
        if not path.is_file():  # opening a pipe would wait for its writer
            return False
        with path.open("rb") as handle:
            handle.read(1)
    except OSError:
        return False
    return True


_PLACE = re.compile(r"\{(?P<file>\w+)\}(?:, line \{\w+\})?[ ,:]*")
"""Where a sentence is about, as its template begins with it."""


def _without_place(text: str, file: str) -> str:
    """The sentence without the place in front of it, which the message carries already."""
    from model.language import Sentence

    if not isinstance(text, Sentence):
        return text
    form = text.plural if text.plural and text.number != 1 else text.template
    found = _PLACE.match(form)
    if found is None:
        return text
    begins = text.values.get(found["file"])
    if isinstance(begins, Sentence):
        return Sentence(form, {**text.values, found["file"]: _without_place(begins, file)})
    return Sentence(form[found.end() :], text.values) if begins == file else text


def report_problems(readings: Iterable[FileReading]) -> bool:
    """Complain about everything in the readings that could not be used; True if there was any."""
    any_problem = False
    for reading in readings:
        for problem in reading.problems[:MOST_COMPLAINTS]:
            said = in_words(_without_place(problem.sentence, problem.file))
            complain(problem.file, problem.line or None, said)
        more = len(reading.problems) - MOST_COMPLAINTS
        if more > 0:
            complain(
                reading.file, None, f"{more} more like these; 'plexwright identify --json' has all"
            )
        any_problem = any_problem or bool(reading.problems) or reading.refused
    return any_problem
