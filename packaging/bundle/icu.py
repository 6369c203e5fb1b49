"""Qt's ICU without what Qt never asks of it (Linux; elsewhere Qt takes the system's).

Of 32 MB of languages, converters, dictionaries and transliterations QtCore uses collation and the
names of time zones. The data file's layout is ICU's "common data" (ICU User Guide, ICU Data, .dat
format; ``ucmndata.h``): a header, a table of contents (count; offsets of names and of items from
the table), sorted by name, then the items, each on 16 bytes.
"""

from __future__ import annotations

import re
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path

_KEPT = re.compile(
    r"[^/]+/(?:"
    # Rules of collation, of what the window speaks.
    r"coll/(?:ucadata\.icu|(?:root|res_index|(?:de|en)(?:_\w*)?)\.res)"
    # Locales themselves, what is known of each, the zones and their names.
    r"|(?:zone/)?(?:root|pool|res_index|(?:de|en)(?:_\w*)?)\.res"
    r"|(?:likelySubtags|supplementalData|keyTypeData|metadata|numberingSystems|icuver)\.res"
    r"|(?:timezoneTypes|zoneinfo64|metaZones|windowsZones)\.res"
    # Properties of characters, names of converters; not the names of all characters.
    r"|(?!unames)[^/]+\.(?:icu|nrm)"
    r")"
)
_ALIGNMENT = 16


def shrunk(data: bytes) -> bytes:
    """A data file of only the items that are used."""
    (head,) = struct.unpack_from("<H", data)
    (count,) = struct.unpack_from("<I", data, head)
    table = [struct.unpack_from("<II", data, head + 4 + 8 * i) for i in range(count)]
    ends = [start for _, start in table[1:]] + [len(data) - head]
    kept: list[tuple[bytes, bytes]] = []
    for (name_at, start), end in zip(table, ends, strict=True):
        name = data[head + name_at : data.index(b"\0", head + name_at)]
        if _KEPT.fullmatch(name.decode("ascii")):
            kept.append((name, data[head + start : head + end]))
    names_at = 4 + 8 * len(kept)
    names = b"".join(name + b"\0" for name, _ in kept)
    body = bytearray(struct.pack("<I", len(kept)) + bytes(8 * len(kept)) + names)
    for i, (name, item) in enumerate(kept):
        # From the table; that and the items lie on 16 bytes as the header's length does.
        body += bytes(-(head + len(body)) % _ALIGNMENT)
        struct.pack_into("<II", body, 4 + 8 * i, names_at, len(body))
        names_at += len(name) + 1
        body += item
    return data[:head] + bytes(body)


def data_of(library: bytes) -> bytes:
    """The data file in ICU's library, with what follows it there."""
    start = library.index(b"CmnD") - 12
    (magic,) = struct.unpack_from("<H", library, start + 2)
    assert magic == 0x27DA, "no ICU data here"
    return library[start:]


def shrink(library: Path) -> None:
    """Put a library of the same name in its place, where the binutils are that link one."""
    ld, objcopy = shutil.which("ld"), shutil.which("objcopy")
    if ld is None or objcopy is None:
        return
    version = library.name.rpartition(".")[2]
    with tempfile.TemporaryDirectory() as place:
        Path(place, "data").write_bytes(shrunk(data_of(library.read_bytes())))
        for step in (
            [ld, "-r", "-b", "binary", "-o", "data.o", "data"],
            [
                objcopy, "--set-section-alignment", f".data={_ALIGNMENT}", "--rename-section",
                ".data=.rodata,alloc,load,readonly,data,contents", "data.o",
            ],
            [
                ld, "-shared", "-s", "-z", "noexecstack", "-soname", library.name,
                f"--defsym=icudt{version}_dat=_binary_data_start", "-o", "library", "data.o",
            ],
        ):  # fmt: skip
            subprocess.run(step, cwd=place, check=True)
        shutil.copyfile(Path(place, "library"), library)
