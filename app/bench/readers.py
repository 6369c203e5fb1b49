"""Import speed: text and archives from bytes to observations, as a consultant's drop is read."""

from __future__ import annotations

import io
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

from app.bench import Case

__all__ = ["cases"]

SAMPLES = Path(__file__).resolve().parent.parent.parent / "samples" / "engagement"
TEXT_MB = 64
TEXT_BAR_MB_PER_S = 50.0


def _rmf_print() -> str:
    return (SAMPLES / "rmf-sysb.txt").read_text(encoding="utf-8")


def _prepare_print(distinct: bool) -> Callable[[], Callable[[], object]]:
    """A postprocessor print of ``TEXT_MB``: one interval again and again, or each its own."""

    def prepare() -> Callable[[], object]:
        from advisor import readers

        source = _rmf_print()
        folder = tempfile.TemporaryDirectory(prefix="plexwright-bench-")
        path = Path(folder.name) / "rmf.txt"
        with path.open("w", encoding="utf-8") as target:
            for number in range(int(TEXT_MB * 1e6 / len(source)) + 1):
                clock = f"{number // 3600 % 24:02d}.{number // 60 % 60:02d}.{number % 60:02d}"
                target.write(source.replace("10.00.00", clock) if distinct else source)

        def call() -> object:
            assert folder.name  # the folder lives as long as the case
            return readers.read_path(path)

        return call

    return prepare


def _prepare_unknown() -> Callable[[], object]:
    from advisor import readers

    row = "{0:08d} an application's own log with TEXT AND WORDS {0} and no report in it\n"
    data = "".join(row.format(number) for number in range(16_000_000 // 80)).encode()
    return lambda: readers.read_bytes("unknown.log", data)


def _prepare_engagement() -> Callable[[], object]:
    from advisor import readers

    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(SAMPLES.iterdir()):
            archive.write(path, path.name)
    data = target.getvalue()
    return lambda: readers.read_bytes("engagement.zip", data)


def cases() -> Sequence[Case]:
    """Text at 50 MB/s (issue 5), the whole sample engagement, and a file nobody knows."""
    return [
        Case(
            f"readers: {TEXT_MB} MB RMF print, same pages repeated",
            _prepare_print(distinct=False),
            repeats=3,
            bar_s=TEXT_MB / TEXT_BAR_MB_PER_S,
        ),
        Case(
            f"readers: {TEXT_MB} MB RMF print, every interval its own",
            _prepare_print(distinct=True),
            repeats=1,
        ),
        Case("readers: sample engagement as a ZIP", _prepare_engagement, repeats=5, bar_s=1.0),
        Case("readers: 16 MB log that is no report", _prepare_unknown, repeats=3, bar_s=0.32),
    ]
