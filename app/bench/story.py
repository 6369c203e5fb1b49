"""The consultant's story on the sample engagement: reading, keeping, advising, printing."""

from __future__ import annotations

import string
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING

from app.bench import Case

if TYPE_CHECKING:
    from advisor.observations import FileReading


SAMPLE_FILES = 22
MANY_FILES = (100, 400)
ONE = f"story: full advice on the sample reports, {SAMPLE_FILES} files"
# What tells the sample's components from those of another installation, in names of equal length.
_OWN = ("SYSA", "SYSB", "CICSAOR1", "NVVSECI1", "IMSA", "CF01", "NATB0450", "MQA1", "KCG21",
        "DBID=10", "DBID          = 10", " 00010 ", "DBID 10 ", "ADADB10", "ADADB010")  # fmt: skip
# Each has machines of its own: eighteen times its work is more than one machine can do.
_SERIALS = ("42A17", "42A2F")


def cases() -> Sequence[Case]:
    return (
        Case("story: start of the command line", _start, repeats=5),
        Case("story: read the sample reports", _read),
        Case("story: keep them in a new engagement file", _keep, repeats=5),
        Case("story: open the engagement file and load its readings", _load, bar_s=1.0),
        Case(ONE, _advise, repeats=3, bar_s=3.0),
        Case("story: the PDF", _print, repeats=3, bar_s=1.0),
        *(
            # As many installations as that takes; each with names of its own.
            Case(f"story: full advice on {files} files", partial(_advise_files, files), repeats=1,
                 warmups=0, at_most=(3.0 * files / SAMPLE_FILES, ONE))
            for files in MANY_FILES
        ),
    )  # fmt: skip


def _start() -> Callable[[], object]:
    command = [sys.executable, "-m", "app", "--version"]
    root = Path(__file__).resolve().parents[2]
    return lambda: subprocess.run(command, cwd=root, check=True, stdout=subprocess.DEVNULL)


def _readings() -> tuple[FileReading, ...]:
    from advisor.reading import read_path
    from app.paths import sample

    return read_path(sample("engagement"))


def _read() -> Callable[[], object]:
    return _readings


def _write(path: Path, readings: Sequence[FileReading]) -> None:
    from app.store import EngagementFile

    with EngagementFile.create(path) as file:
        for number, reading in enumerate(readings):
            file.add_source(reading.file, f"{number}".encode(), (reading,))


def _keep() -> Callable[[], object]:
    readings = _readings()

    def keep() -> None:
        with tempfile.TemporaryDirectory(prefix="plexwright-bench-") as folder:
            _write(Path(folder) / "bench.plexwright", readings)

    return keep


def _load() -> Callable[[], object]:
    from app.store import EngagementFile

    folder = tempfile.TemporaryDirectory(prefix="plexwright-bench-")
    path = Path(folder.name) / "bench.plexwright"
    _write(path, _readings())

    def load() -> int:
        assert folder  # the folder lives as long as this callable
        with EngagementFile.open(path) as kept:
            return len(kept.readings())

    return load


def _advise() -> Callable[[], object]:
    from advisor.analysis import analyse

    readings = _readings()
    return lambda: analyse(readings)


def _print() -> Callable[[], object]:
    from advisor.analysis import analyse
    from advisor.report import build_document, render_pdf

    engagement = analyse(_readings())
    return lambda: render_pdf(build_document(engagement))


def _advise_files(files: int) -> Callable[[], object]:
    """The sample reports over and over, each time with names of their own."""
    from advisor.analysis import analyse
    from advisor.reading import read_bytes
    from app.paths import sample

    paths = sorted(sample("engagement").iterdir())
    assert len(paths) == SAMPLE_FILES
    readings = [
        reading
        # Not product(): it would hold all that is counted before it gives anything.
        for number, path in islice(((n, path) for n in count() for path in paths), files)
        for reading in read_bytes(f"{number}-{path.name}", _renamed(path.read_bytes(), number))
    ]
    return lambda: analyse(readings)


def _renamed(data: bytes, number: int) -> bytes:
    sign = string.ascii_uppercase[number]
    named = {serial: f"4{number:02X}{serial[3:]}" for serial in _SERIALS}
    for name in _OWN:
        other = name.replace("10", f"{20 + number}") if "10" in name else f"{name[:-2]}{sign}Q"
        if name == "SYSB":
            other = f"SYS{sign}"
        named[name] = other
    for name, other in named.items():
        for encoding in ("ascii", "cp037"):
            data = data.replace(name.encode(encoding), other.encode(encoding))
    return data
