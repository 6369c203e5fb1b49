"""Large libraries that the bundle keeps compressed: unpacked once for a user, loaded from there.

Runs at the start of each program of a bundle, before Plexwright (PyInstaller's runtime hook), and
at its building by :func:`pack`. What a library is, how large and by which import it is wanted
stands in ``packed.json``; the bundle decides what comes from the user's folder, so a file there
counts only when it is the user's own, nobody else may write to it and it has the very size.

Where to, the first that works:

1. the user's folder for such things, under the library's digest: written aside, checked, renamed,
   so that a full disk, a killed start or two starts at once never leave half a library;
2. on Linux memory (a full, read-only or ``noexec`` home), on Windows the temporary folder.

A library that lies unpacked in the bundle itself is taken from there: what an administrator does
where only installed programs may run (``xz -d``, 7-Zip).
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import json
import lzma
import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Collection, Iterator, Mapping
from importlib.abc import MetaPathFinder
from importlib.machinery import ExtensionFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import Any

LIST = "packed.json"
WINDOWS = sys.platform == "win32"
# A virus scanner holds a new file for a moment.
HELD_AT_MOST_S = 3.0


def pack(root: Path, wanted: Mapping[str, str]) -> None:
    """Compress the libraries below ``root`` that ``wanted`` names: a pattern → what imports it."""
    entries = []
    for pattern, wanted_by in wanted.items():
        for library in sorted(root.glob(pattern)):
            if library.is_symlink():
                continue
            data = library.read_bytes()
            filters = [{"id": lzma.FILTER_X86}, {"id": lzma.FILTER_LZMA2, "preset": 9}]
            packed = lzma.compress(data, lzma.FORMAT_XZ, lzma.CHECK_CRC32, filters=filters)
            library.with_name(library.name + ".xz").write_bytes(packed)
            library.unlink()
            digest = hashlib.sha256(data).hexdigest()
            name = library.relative_to(root).as_posix()
            entries.append(
                {"file": name, "wanted_by": wanted_by, "size_bytes": len(data), "sha256": digest}
            )
    for link in root.rglob("*.so*"):
        if link.is_symlink() and not link.exists():
            link.unlink()
    text = json.dumps(entries, indent=1) + "\n"
    (root / LIST).write_text(text, encoding="utf-8", newline="\n")


def places() -> Iterator[Path]:
    """Folders of this user that libraries may be unpacked into."""
    if WINDOWS:
        for variable in ("LOCALAPPDATA", "TEMP"):
            if os.environ.get(variable):
                yield Path(os.environ[variable]) / "Plexwright" / "unpacked"
    else:
        given = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        if os.path.isabs(given):
            yield Path(given) / "plexwright" / "unpacked"


def only_mine(path: Path) -> bool:
    """Nobody else may have put it there: this user's own, and closed to writing by others."""
    found = path.lstat()
    if stat.S_ISLNK(found.st_mode):
        return False
    # Folders of a Windows profile are closed to others by their access list.
    return WINDOWS or (found.st_uid == os.geteuid() and not found.st_mode & 0o022)


def unpack(source: Path, entry: Mapping[str, Any], target: Path) -> Path:
    """Where the library lies in full; raises ``OSError``."""
    if target.is_file() and only_mine(target) and target.stat().st_size == entry["size_bytes"]:
        return target
    handle, name = tempfile.mkstemp(prefix="new-", suffix=target.suffix, dir=target.parent)
    aside = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            write(source, entry, file)
            file.flush()
            os.fsync(file.fileno())
        began = time.monotonic()
        while True:
            try:
                os.replace(aside, target)
            except PermissionError:
                # Another start has put it there and loaded it, or a scanner looks at ours.
                if target.is_file() and target.stat().st_size == entry["size_bytes"]:
                    return target
                if time.monotonic() - began > HELD_AT_MOST_S:
                    raise
                time.sleep(0.1)
            else:
                return target
    finally:
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)


def write(source: Path, entry: Mapping[str, Any], file: Any) -> None:
    """The library into an open file; raises ``OSError`` when it is not what was packed."""
    digest = hashlib.sha256()
    try:
        with lzma.open(source) as packed:
            while block := packed.read(1 << 20):
                digest.update(block)
                file.write(block)
    except (lzma.LZMAError, EOFError) as problem:
        raise OSError(f"{source} is damaged ({problem}); install Plexwright again") from None
    if digest.hexdigest() != entry["sha256"]:
        raise OSError(f"{source} is not what was installed; install Plexwright again")


def short(entry: Mapping[str, Any]) -> str:
    """The folder of a library among those unpacked."""
    return str(entry["sha256"])[:16]


def kept(source: Path, entry: Mapping[str, Any], place: Path, ours: Collection[str]) -> Path:
    """The library in a folder of the user's; what is none of ``ours`` there is of an older version.

    That goes when a library is new, as far as no program holds it.
    """
    place.mkdir(parents=True, exist_ok=True, mode=0o700)
    folder = place / short(entry)
    folder.mkdir(exist_ok=True, mode=0o700)
    if not (only_mine(place) and only_mine(folder)):
        raise PermissionError(13, "others may write there", str(folder))
    target = folder / Path(entry["file"]).name
    fresh = not target.exists()
    target = unpack(source, entry, target)
    for other in place.iterdir() if fresh else ():
        if other.name not in ours:
            shutil.rmtree(other, ignore_errors=True)
    return target


def in_memory(source: Path, entry: Mapping[str, Any]) -> Path:
    """The library in a file that no disk holds; Linux."""
    descriptor = os.memfd_create(Path(entry["file"]).name)
    with os.fdopen(os.dup(descriptor), "wb") as file:
        write(source, entry, file)
    return Path(f"/proc/self/fd/{descriptor}")


def loaded(root: Path, entry: Mapping[str, Any], ours: Collection[str]) -> Path:
    """The path of the library, which is loaded; raises ``OSError`` with the first reason."""
    source = root / (entry["file"] + ".xz")
    # What it needs from beside itself, it would look for beside where it is now.
    for beside in sorted(source.parent.glob("*.so*")):
        if beside.suffix != ".xz":
            ctypes.CDLL(str(beside))
    ways = [lambda place=place: kept(source, entry, place, ours) for place in places()]
    if sys.platform.startswith("linux"):
        ways.append(lambda: in_memory(source, entry))
    problems = []
    for way in ways:
        try:
            path = way()
            ctypes.CDLL(str(path))
        except OSError as problem:
            problems.append(problem)
        else:
            return path
    raise problems[0] if problems else OSError("no folder of this user is known")


class Packed(MetaPathFinder):
    """Gives an import the library that it wants."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.waiting: dict[str, list[dict[str, Any]]] = {}
        entries = json.loads((root / LIST).read_text(encoding="utf-8"))
        self.ours = {short(entry) for entry in entries}
        for entry in entries:
            if not (root / entry["file"]).exists():
                self.waiting.setdefault(entry["wanted_by"], []).append(entry)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """The module that the library is; None where it only has to be there for others."""
        for entry in self.waiting.get(name, ()):
            library = loaded(self.root, entry, self.ours)
            # The packed module of a package, not what others link to.
            if Path(entry["file"]).name.startswith(name.rpartition(".")[2] + "."):
                loader = ExtensionFileLoader(name, str(library))
                return spec_from_file_location(name, str(library), loader=loader)
        return None


if hasattr(sys, "_MEIPASS"):
    sys.meta_path.insert(0, Packed(Path(sys._MEIPASS)))
