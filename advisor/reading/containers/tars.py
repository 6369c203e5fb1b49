"""Tar archives: V7, ustar, GNU and pax, as Unix and z/OS Unix write them.

Read here rather than with the library's module, which reads extended headers of any length into
memory. Nothing is ever written under a member's name. Layout: POSIX.1-2017, pax, "ustar
Interchange Format" and "pax Interchange Format"; GNU tar manual, "Basic Tar Format".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from advisor.reading.containers.limits import (
    CUT_OFF,
    MOST_ENTRIES,
    Member,
    Names,
    Open,
    Tick,
    Trouble,
    hidden,
)
from advisor.reading.containers.spool import part_of
from advisor.reading.refusals import Refusal
from model.language import say

BLOCK = 512
LONGEST_HEADER = 1 << 16
"""Bytes an extended header may have: names and times."""

_FILES = b"0\x007"
_LINKS = b"12"
_DEVICES = b"346"
_LONG_NAME, _LONG_LINK, _PAX, _GLOBAL = b"LKxg"
_SPARSE, _CONTINUED = b"SM"
_STEP = 1 << 20

DAMAGED = (
    "is a damaged tar archive, and what comes before the damage was read: pack it again, or "
    "transfer it again in binary"
)
TOO_MANY = say(
    "is a tar archive of more than {most_entries} files: send the reports themselves",
    most_entries=MOST_ENTRIES,
)
NOTHING = "is a tar archive without any files: pack the reports again"
LINK = "is a link to something that is not in the archive: send the report itself"
DEVICE = "is no ordinary file: send the report itself"
SPARSE = "is packed as a file with holes, as no report has any: pack it again without that"
CONTINUED = "is continued from another archive: put the parts together and send the report"


@dataclass(frozen=True, slots=True)
class _Header:
    name: str
    size: int
    kind: int
    link: str
    extended: bool  # more blocks about the holes of a sparse file follow


@dataclass(frozen=True, slots=True)
class _Entry:
    name: str
    place: int
    size: int
    refusal: str = ""


def is_tar(head: bytes) -> bool:
    """Whether a file that begins so is a tar archive."""
    return len(head) >= BLOCK and head[0] != 0 and _header(head[:BLOCK]) is not None


def members(open_source: Open, size: int, tick: Tick) -> Iterator[Member]:
    """The files of a tar archive by name.

    Raises
    ------
    Trouble: it is damaged or cut off further on.
    Refusal: it holds nothing or too much.
    """
    with open_source() as source:
        entries, trouble = _listed(source, size, tick)
    names = Names()
    for entry in sorted(entries, key=lambda each: each.name):
        if hidden(entry.name):
            continue

        def open_entry(entry: _Entry = entry) -> IO[bytes]:
            return part_of(open_source(), entry.place, entry.size)

        yield Member(names.of(entry.name), open_entry, entry.size, entry.refusal)
    if trouble:
        raise Trouble(trouble)
    if not entries:
        raise Refusal(NOTHING)


def _listed(source: IO[bytes], size: int, tick: Tick) -> tuple[list[_Entry], str]:
    """What the archive holds, and what is wrong with its end."""
    entries: list[_Entry] = []
    links: list[tuple[str, str]] = []
    said: dict[str, str] = {}  # by the headers before, of the next file
    at, count = 0, 0
    trouble = ""
    while True:
        tick()
        source.seek(at)
        block = source.read(BLOCK)
        if block.count(0) == len(block):
            at = _behind_zeros(source, at, tick)
            if at < 0:
                break
            source.seek(at)
            block = source.read(BLOCK)
        header = _header(block)
        if header is None:
            trouble = CUT_OFF if len(block) < BLOCK else DAMAGED
            break
        place = at + BLOCK
        while header.extended:
            source.seek(place)
            block = source.read(BLOCK)
            place += BLOCK
            if len(block) < BLOCK or not block[504]:
                break
        length = _number(said.pop("size").encode()) if "size" in said else header.size
        at = place + -(-length // BLOCK) * BLOCK
        if header.kind in (_LONG_NAME, _LONG_LINK, _PAX, _GLOBAL):
            if length > LONGEST_HEADER:
                trouble = DAMAGED
                break
            source.seek(place)
            if header.kind != _GLOBAL:
                said.update(_extended(header.kind, source.read(length)))
            continue
        count += 1
        if count > MOST_ENTRIES:
            raise Refusal(TOO_MANY)
        name = said.get("GNU.sparse.name") or said.get("path") or header.name
        if header.kind in _LINKS:
            links.append((name, said.get("linkpath") or header.link))
        else:
            entry = _entry(header.kind, name, place, length, said)
            if entry is not None and place >= size:
                trouble = CUT_OFF
            elif entry is not None:
                entries.append(entry)
                trouble = CUT_OFF if place + length > size else ""
        said = {}
        if trouble:
            break
    inside = {_plain(entry.name) for entry in entries}
    for name, target in links:
        folder = name.rpartition("/")[0]
        if not trouble and not inside & {_plain(target), _plain(f"{folder}/{target}")}:
            entries.append(_Entry(name, 0, 0, LINK))
    return entries, trouble


def _entry(kind: int, name: str, place: int, length: int, said: dict[str, str]) -> _Entry | None:
    """What is kept of a header; ``None`` of folders and labels, which hold nothing."""
    if kind == _SPARSE or any(key.startswith("GNU.sparse.") for key in said):
        return _Entry(name, 0, 0, SPARSE)
    if kind == _CONTINUED:
        return _Entry(name, 0, 0, CONTINUED)
    if kind in _DEVICES:
        return _Entry(name, 0, 0, DEVICE)
    if kind not in _FILES or name.endswith("/"):
        return None
    return _Entry(name, place, length)


def _behind_zeros(source: IO[bytes], at: int, tick: Tick) -> int:
    """Where the next header stands behind blocks of zeros, as in archives put together; -1 if
    none does.
    """
    source.seek(at)
    while data := source.read(_STEP):
        tick()
        zeros = len(data) - len(data.lstrip(b"\0"))
        if zeros < len(data):
            at += zeros - zeros % BLOCK
            source.seek(at)
            return at if _header(source.read(BLOCK)) is not None else -1
        at += len(data)
    return -1


def _header(block: bytes) -> _Header | None:
    if len(block) < BLOCK:
        return None
    stated = _number(block[148:156])
    bare = block[:148] + b" " * 8 + block[156:]
    signed = sum(bare) - 256 * sum(byte > 127 for byte in bare)
    size = _number(block[124:136])
    if stated not in (sum(bare), signed) or size < 0:
        return None
    name = _text(block[:100])
    ustar = block[257:263] == b"ustar\0"  # GNU has blanks there and other things in the prefix
    prefix = _text(block[345:500]) if ustar else ""
    kind = block[156]
    holds = kind in _FILES or kind not in b"123456"
    return _Header(
        f"{prefix}/{name}" if prefix else name,
        size if holds else 0,
        kind,
        _text(block[157:257]),
        kind == _SPARSE and block[482] != 0,
    )


def _number(field: bytes) -> int:
    """A number in octal digits, or in binary where the first bit is set; -1 if it is neither."""
    if field[:1] >= b"\x80":
        value = int.from_bytes(field, "big", signed=True) & ((1 << 8 * len(field) - 1) - 1)
        return value if field[0] == 0x80 else -1
    digits = field.split(b"\0")[0].strip()
    if not digits:
        return 0
    try:
        return int(digits, 8) if digits.isdigit() else -1
    except ValueError:
        return -1


def _extended(kind: int, data: bytes) -> dict[str, str]:
    """What an extended header says of the next file."""
    if kind == _LONG_NAME:
        return {"path": _text(data)}
    if kind == _LONG_LINK:
        return {"linkpath": _text(data)}
    found: dict[str, str] = {}
    while data:
        digits, blank, _ = data[:20].partition(b" ")
        if not blank or not digits.isdigit() or int(digits) <= len(digits):
            break
        record, data = data[len(digits) + 1 : int(digits)], data[int(digits) :]
        key, _, value = record.rstrip(b"\n").partition(b"=")
        found[_text(key)] = _text(value)
    if not found.get("size", "0").isdigit():
        del found["size"]
    elif "size" in found:
        found["size"] = f"{int(found['size'][:18]):o}"  # decimal here, octal in headers
    return found


def _text(data: bytes) -> str:
    data = data.split(b"\0")[0]
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _plain(name: str) -> str:
    """A name without steps that lead nowhere, to find what a link means."""
    parts: list[str] = []
    for part in name.split("/"):
        if part == "..":
            parts = parts[:-1]
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)
