"""A new engagement file of what is in memory, when the one it came from is damaged meanwhile.

What a session knows, decisions and everything that was read, needs the damaged file no more; the
bytes of the reports stand only there, and are taken as far as they can still be read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from dataclasses import replace as replaced
from pathlib import Path

from advisor.observations import FileReading
from app.store import places
from app.store.engagement_file import EXISTS, EngagementFile
from app.store.figures import KeptFigures
from app.store.problems import StoreProblem, sentences
from app.store.records import SourceRecord

__all__ = ["Rescued", "rescue"]

NO_SOURCE = 0  # SQLite counts from 1


@dataclass(frozen=True)
class Rescued:
    """What of a damaged engagement could not be taken along.

    ``without_text`` are reports whose figures are there, but not their lines; of ``lost`` the
    figures could not be read any more either.
    """

    file: str
    without_text: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


def rescue(
    old: EngagementFile,
    path: Path,
    readings: Sequence[FileReading],
    fill: Callable[[EngagementFile], object],
    *,
    replace: bool = False,
    progress: Callable[[float], None] = lambda share: None,
) -> Rescued:
    """Write an engagement with these readings, and with what ``fill`` puts into it.

    It appears under its name only when it is whole; another file of that name is refused, or
    replaced if ``replace`` says so. ``progress`` gets the share that is done; what it raises ends
    the writing.

    Raises
    ------
    StoreProblem: the new file cannot be written.
    """
    lost: list[str] = []
    with sentences(path):
        if path.exists() and not replace:
            raise StoreProblem(EXISTS, file=path)
        with places.aside(path) as part:
            with EngagementFile.create(part, path.stem) as made:
                fill(made)
                done = 0
                for source, its in _by_source(old, readings):
                    progress(done / len(readings))
                    done += len(its)
                    if not _put(made, old, source, its):
                        lost += [reading.file for reading in its]
                without_text = made.without_bytes()
            places.put_in_place(part, path)
    return Rescued(old.path.name, without_text, tuple(lost))


def _by_source(
    old: EngagementFile, readings: Sequence[FileReading]
) -> list[tuple[SourceRecord, list[FileReading]]]:
    """Readings with the imported file each is of; one that is not known is a file of its own."""
    try:
        known = old.sources()
    except StoreProblem:
        known = ()
    found: dict[str, tuple[SourceRecord, list[FileReading]]] = {}
    for reading in readings:
        source = next(
            (s for s in known if reading.file == s.name or reading.file.startswith(s.name + "/")),
            SourceRecord(NO_SOURCE, reading.file, reading.sha256, reading.size_bytes),
        )
        digest = source.sha256
        if source.id == NO_SOURCE and digest in found:
            digest = f"{digest} {len(found)}"  # one file twice in an archive
            source = replaced(source, sha256=digest)
        found.setdefault(digest, (source, []))[1].append(reading)
    return list(found.values())


def _put(
    made: EngagementFile, old: EngagementFile, source: SourceRecord, readings: list[FileReading]
) -> bool:
    """Keep an imported file, if need be without its lines; whether its figures could be read."""
    for pieces in (old.source_chunks(source.id), iter(())):
        try:
            made.add_source(source.name, pieces, readings, digest=source.sha256)
        except StoreProblem:
            continue
        return True
    if any(isinstance(reading.observations, KeptFigures) for reading in readings):
        return False
    # Nothing of the old file was wanted any more: it is the new one that cannot be written.
    made.add_source(source.name, iter(()), readings, digest=source.sha256)
    return True
