"""Whether a rollback journal belongs to the very file that it stands beside.

SQLite takes any journal of the right name for that of an interrupted change and undoes it into the
file. After a crash, and when a backup was then copied over the engagement, that would write old
pages into the backup. A journal has no mark of its file, so the store gives it one: the first page
that each of its transactions changes holds the *stamp* (:mod:`app.store.stamps`), which names this
state of the file and the next. Of files without a stamp (before format 7) the change counter of
page 1 tells the same with less certainty.

Where it cannot tell: two files that were one (copied by other means than Save as), one of which was
changed once since, and the other interrupted in its first change since.

Layout of the journal: SQLite, "Database File Format", section 3 (the rollback journal).
"""

from __future__ import annotations

import contextlib
import os
import struct
from dataclasses import dataclass
from pathlib import Path

from app.errors import mark
from app.store.stamps import Stamp, stamp_on

__all__ = ["SET_ASIDE", "foreign", "set_aside"]

SET_ASIDE = mark(
    "Beside this engagement was the journal of a change to another file; it was not applied and "
    "is kept as {file}"
)
MAGIC = bytes.fromhex("d9d505f920a163d7")
HEADER = struct.Struct(">8sIIIII")  # magic, records, nonce, pages before, sector, page size
MOST_RECORDS = 4096
COUNTER = slice(24, 28)


@dataclass(frozen=True, slots=True)
class _Pages:
    """What tells in a journal: the header, and the first of page 1 and the stamp's page."""

    nonce: int
    page_bytes: int
    stamp: tuple[int, Stamp] | None
    counter: int | None


def foreign(path: Path) -> bool:
    """Whether the journal beside ``path`` would undo into it what was never done there."""
    journal = path.with_name(path.name + "-journal")
    try:
        before = _read(journal)
        if before is None:
            return False
        other = not _belongs(before, path)
        after = _read(journal)
    except OSError:
        return False
    # The same journal before and after: nobody ended this change and began another meanwhile.
    return other and after is not None and after.nonce == before.nonce


def _read(journal: Path) -> _Pages | None:
    """What a journal tells that SQLite would play back, or ``None``."""
    with journal.open("rb") as handle:
        header = handle.read(HEADER.size)
        if len(header) < HEADER.size:
            return None
        magic, records, nonce, _pages, sector, page_bytes = HEADER.unpack(header)
        if magic != MAGIC or not records or not 512 <= page_bytes <= 65536 or sector < 32:
            return None
        handle.seek(sector)
        counter = None
        for _number in range(min(records, MOST_RECORDS)):
            record = handle.read(page_bytes + 8)
            if len(record) < page_bytes + 8:
                break
            (page,) = struct.unpack(">I", record[:4])
            image = record[4:-4]
            if page == 1:
                counter = int.from_bytes(image[COUNTER], "big")
            stamp = stamp_on(image)
            if stamp is not None:
                return _Pages(nonce, page_bytes, (page, stamp), counter)
    return _Pages(nonce, page_bytes, None, counter)


def _belongs(pages: _Pages, path: Path) -> bool:
    with path.open("rb") as handle:
        header = handle.read(100)
        if pages.stamp is None:
            if pages.counter is None or len(header) < 100:
                return True
            ahead = int.from_bytes(header[COUNTER], "big") - pages.counter
            return ahead & 0xFFFFFFFF in (0, 1)
        number, before = pages.stamp
        handle.seek((number - 1) * pages.page_bytes)
        now = stamp_on(handle.read(pages.page_bytes))
    return now is not None and now.now in (before.now, before.next)


def set_aside(path: Path) -> Path:
    """Rename the journal beside ``path``, so that it is not played back; its new name."""
    journal = path.with_name(path.name + "-journal")
    number = 1
    while (kept := path.with_name(f"{path.name}-journal-of-another-{number}")).exists():
        number += 1
    os.rename(journal, kept)
    with contextlib.suppress(OSError):
        kept.chmod(0o600)
    return kept
