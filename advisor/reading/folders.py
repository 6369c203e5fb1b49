"""What lies below a folder: ordinary files, in the order of names, and not without end."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from model.language import say

MOST_FILES = 10_000
"""Files below one folder; a customer's material is some hundred."""

MOST_ENTRIES = 100_000
"""Files, folders and whatever else is looked at below one folder."""


_LEFT_BY_SYSTEMS = frozenset({"desktop.ini", "thumbs.db", "ehthumbs.db", "icon\r"})
_FOLDERS_OF_SYSTEMS = frozenset({"$recycle.bin", "system volume information", "__macosx"})


def left_by_a_system(name: str) -> bool:
    """Whether Windows, macOS or Office left a file of this name beside the customer's.

    Hidden files, folder views, thumbnails, shortcuts, and Office's marks of open documents.
    """
    low = name.lower()
    return low.startswith((".", "~$")) or low in _LEFT_BY_SYSTEMS or low.endswith(".lnk")


class EndlessFolder(Exception):
    """A folder holds more than anybody drops: its sentence says so."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "holds more than {most_files:,} files or {most_entries:,} "
                "entries: name the folder below it in which the reports are",
                most_files=MOST_FILES,
                most_entries=MOST_ENTRIES,
            )
        )


def files_below(folder: Path, tick: Callable[[], None] = lambda: None) -> list[Path]:
    """Ordinary files below ``folder`` by name; neither what systems leave there nor what
    links lead to.

    What nobody may look into is among them, folders too: who reads it says so of each.

    Raises
    ------
    EndlessFolder: there are more than anybody drops (a whole disk, ``/proc``).
    """
    found: list[Path] = []
    seen = 0

    def closed(wrong: OSError) -> None:
        found.append(Path(wrong.filename))

    for where, folders, names in os.walk(folder, onerror=closed):
        folders[:] = [
            name
            for name in folders
            if not name.startswith(".") and name.lower() not in _FOLDERS_OF_SYSTEMS
        ]
        seen += len(folders) + len(names)
        if seen > MOST_ENTRIES:
            raise EndlessFolder
        tick()
        for name in names:
            path = Path(where, name)
            if not left_by_a_system(name) and _is_ordinary(path):
                found.append(path)
        if len(found) > MOST_FILES:
            raise EndlessFolder
    return sorted(found)


def _is_ordinary(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a link into what nobody may see is none, a file that nobody may see is one
        return not os.path.islink(path)
