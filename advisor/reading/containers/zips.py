"""ZIP archives."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from lzma import LZMAError
from typing import IO

from advisor.reading.containers.limits import (
    HARMLESS,
    MOST_ENTRIES,
    MOST_UNPACKED,
    RATIO,
    Member,
    Names,
    Open,
    hidden,
)
from advisor.reading.refusals import Refusal
from model.language import say

_CERTAIN = (zipfile.BadZipFile, EOFError, OSError, zlib.error, LZMAError)
DAMAGES = (*_CERTAIN, NotImplementedError, ValueError, RuntimeError)
"""What reading an entry raises where it is damaged or packed in a way that is not known."""

_UNPACKING = frozenset(("zipfile", "lzma", "bz2", "zlib", "_compression", "compression"))
"""Modules of the library in which the others of them are about the entry."""

ZIP_BOMB = "unpacks to far more than any report would: it looks like a ZIP bomb"
DAMAGED = "is damaged in its ZIP: pack it again"
OFFICE = "is an Office document: save its content as text or CSV and send that"


def is_zip(head: bytes) -> bool:
    """Whether a file that begins so is a ZIP."""
    return head.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def is_damage(wrong: BaseException) -> bool:
    """Whether an entry is to blame for what went wrong as it was read, and not who reads it."""
    if isinstance(wrong, _CERTAIN):
        return True
    if not isinstance(wrong, DAMAGES):
        return False
    at = wrong.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    module = str(at.tb_frame.f_globals.get("__name__", "")) if at is not None else ""
    return module.partition(".")[0] in _UNPACKING


def members(open_source: Open) -> Iterator[Member]:
    """The files of a ZIP by name; each can be opened as long as the iterator lives.

    Raises
    ------
    Refusal: it cannot be opened, or holds too much.
    """
    try:
        with open_source() as source, zipfile.ZipFile(source) as archive:
            _refuse(archive)
            names = Names()
            for info in sorted(archive.infolist(), key=lambda entry: entry.filename):
                if not _is_folder(info) and not hidden(info.filename):
                    yield _member(archive, info, names.of(info.filename))
    except (zipfile.BadZipFile, EOFError, ValueError, NotImplementedError):
        raise Refusal("is a damaged ZIP: pack or transfer it again") from None


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str) -> Member:
    def open_entry() -> IO[bytes]:
        return archive.open(info)

    refusal = ""
    if info.flag_bits & 0x1:
        refusal = "is encrypted: unpack it with its password and send the report"
    elif info.file_size > HARMLESS and info.file_size > RATIO * max(info.compress_size, 1):
        refusal = ZIP_BOMB
    return Member(name, open_entry, info.file_size, refusal, seekable=False)


def _refuse(archive: zipfile.ZipFile) -> None:
    entries = archive.infolist()
    names = {entry.filename for entry in entries}
    if "[Content_Types].xml" in names or "mimetype" in names:
        raise Refusal(OFFICE)
    if len(entries) > MOST_ENTRIES:
        raise Refusal(
            say(
                "is a ZIP of more than {most_entries} files: send the reports themselves",
                most_entries=MOST_ENTRIES,
            )
        )
    if all(_is_folder(entry) for entry in entries):
        raise Refusal("is an empty ZIP: pack the reports again")
    if sum(entry.file_size for entry in entries) > MOST_UNPACKED:
        raise Refusal("is a ZIP that unpacks to more than 8 GB: send the reports in smaller parts")


def _is_folder(info: zipfile.ZipInfo) -> bool:
    # ZipInfo.is_dir() fails on an entry without a name.
    return not info.filename or info.filename.endswith("/")
