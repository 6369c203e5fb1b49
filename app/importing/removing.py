"""Reports that leave an engagement again: by the name they have there, or all of a period."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from app.errors import InputProblem

if TYPE_CHECKING:
    from pathlib import Path

    from advisor.observations import FileReading
    from app.store import EngagementFile

__all__ = ["Removed", "remove_reports"]

Removed = tuple[str, int]
"""Name of a file, and how many figures go with it."""
_NAMED = 5


def remove_reports(
    file: EngagementFile, words: Sequence[str], path: Path
) -> Iterator[tuple[str, list[Removed]]]:
    """Forget imported files, all of them or none; by each word what it meant.

    words: names of files in the engagement, or days on which its periods begin (``history`` names
    both). An archive goes as one.

    Raises InputProblem where a word means nothing, or an archive holds other reports as well.
    """
    readings = file.readings()
    by_source = {source.name: source for source in file.sources()}
    meant: dict[str, list[Removed]] = {}
    for word in words:
        wanted = _meant(readings, word, by_source, path)
        meant[word] = []
        for name in dict.fromkeys(_source(one.file, by_source) for one in wanted):
            inside = [one for one in readings if _source(one.file, by_source) == name]
            others = [one.file for one in inside if one not in wanted]
            if others:
                raise InputProblem(
                    f"{name} holds {', '.join(others[:_NAMED])} as well, which {word} does not "
                    f"mean: name {name} for all of it to go",
                    file=path,
                )
            meant[word].append((name, sum(len(one.observations) for one in inside)))
    gone = dict.fromkeys(name for found in meant.values() for name, _count in found)
    with file.together():
        for name in gone:
            file.remove_source(by_source[name].id)
        # What the last import changed is a difference between other reports now.
        file.keep_before_import(None)
    yield from meant.items()


def _source(name: str, sources: Collection[str]) -> str:
    """The imported file that a reading's file is, or is inside of."""
    while name not in sources and "/" in name:
        name = name.rpartition("/")[0]
    return name


def _meant(
    readings: Sequence[FileReading], word: str, sources: Collection[str], path: Path
) -> list[FileReading]:
    from advisor.history.periods import periods

    found = [one for one in readings if word in (one.file, _source(one.file, sources))]
    if found:
        return found
    known = periods(readings)
    for period in known:
        if period.day == word:
            return list(period.readings)
    days = ", ".join(period.day for period in known) or "none"
    names = ", ".join(sorted({_source(one.file, sources) for one in readings})[:_NAMED]) or "none"
    raise InputProblem(
        f"has neither a report nor a period {word}: its periods are {days}, its reports {names} "
        "and so on",
        file=path,
    )
