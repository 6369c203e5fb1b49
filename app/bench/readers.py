"""Import speed: text and archives from bytes to observations, as a consultant's drop is read."""

from __future__ import annotations

import io
import re
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import BinaryIO

from app.bench import Case

__all__ = ["cases"]

SAMPLES = Path(__file__).resolve().parent.parent.parent / "samples" / "engagement"
TEXT_MB = 100
LARGE_MB = 1000
STATISTICS_MB = 300
FIGURES_MB = 5
"""Of a print that is read whole: longer ones have an index, and a choice of their intervals."""

FIGURES_BAR_MB_PER_S = 15.0
TEXT_BAR_MB_PER_S = 50.0
DUMP_BAR_MB_PER_S = 150.0
STRANGERS_BAR_MB_PER_S = 150.0

ONE_KIND_BAR_S_PER_MB = 2.0
ONE_KIND = {
    "ICE093I": " ICE093I 0 MAIN STORAGE = (MAX,6291456,{n})",
    "ICE054I": " ICE054I 0 RECORDS - IN: {n}, OUT: {n}",
    "-Xmx": "-Xmx{n}m",
    "PRTY": "PRTY BG,FA,F9,F8,F7,F6,F5,F4,F3,F2,F1={n}",
    "PROGRAM=": "PROGRAM=NVP{n}",
}
"""The lines that took longest of all when each was tried as a file of nothing else."""

Write = Callable[[BinaryIO, int], None]

_HEADING = re.compile(rb"SYSTEM ID|RPT VERSION|CDATE|CR-DATE")
_COUNT = re.compile(rb"(?<![\w.,:/])\d[\d,]{3,}(?=\s)")
_FIGURE = re.compile(rb"(?<![\d.])\d*\.(\d+)(?![\d.:])")


def _sample(name: str) -> str:
    return (SAMPLES / name).read_text(encoding="utf-8")


def _prepared(megabytes: int, suffix: str, write: Write) -> Callable[[], Callable[[], object]]:
    """Read a file of so many megabytes, written once by ``write`` to a folder of its own."""

    def prepare() -> Callable[[], object]:
        from advisor.reading import read_path

        folder = tempfile.TemporaryDirectory(prefix="plexwright-bench-")
        path = Path(folder.name) / f"bench.{suffix}"
        with path.open("wb") as target:
            write(target, int(megabytes * 1e6))

        def call() -> object:
            assert folder.name  # the folder lives as long as the case
            return read_path(path)

        return call

    return prepare


def _same_pages(target: BinaryIO, size: int) -> None:
    source = _sample("rmf-sysb.txt").encode()
    for _ in range(size // len(source) + 1):
        target.write(source)


def _dense_pages(target: BinaryIO, size: int) -> None:
    """Quarters of an hour of four systems, every decimal of every figure drawn anew."""
    import numpy as np

    source = _sample("rmf-sysb.txt").replace("45.00.003", "15.00.003").encode()
    spots = [
        at
        for line in re.finditer(rb"[^\n]+", source)
        if not _HEADING.search(line[0])
        for figure in _FIGURE.finditer(line[0])
        for at in range(line.start() + figure.start(1), line.start() + figure.end(1))
    ]
    draw = np.random.default_rng(1)
    page, where = np.frombuffer(source, np.uint8).copy(), np.array(spots)
    moment = datetime(2015, 3, 2)
    while target.tell() < size:
        for system in (b"SYSA", b"SYSB", b"SYSC", b"SYSD"):
            page[where] = draw.integers(48, 58, len(where))
            text = page.tobytes().replace(b"SYSB", system)
            text = text.replace(b"03/17/2015", f"{moment:%m/%d/%Y}".encode())
            target.write(text.replace(b"10.00.00", f"{moment:%H.%M.%S}".encode()))
        moment += timedelta(minutes=15)


def _fixed_records(target: BinaryIO, size: int) -> None:
    """The dense print as a binary transfer leaves it: EBCDIC, 133 bytes a record, no line ends."""
    text = io.BytesIO()
    _dense_pages(text, size * 4 // 5)  # records are padded
    for line in text.getvalue().decode().splitlines():
        target.write(line[:133].ljust(133).encode("cp037", "replace"))
        if target.tell() >= size:
            return


def _sessions(target: BinaryIO, size: int) -> None:
    """Session logs of a nucleus, one a quarter of an hour, their counters growing."""
    source = _sample("ada10-nuc1.txt")
    last = re.compile(r"(?<=  )(\d{4,})(?=\s*$)", re.MULTILINE)
    moment, session = datetime(2015, 3, 2), 0
    while target.tell() < size:
        session += 1

        def grown(count: re.Match[str], by: int = session) -> str:
            return str(int(count[1]) + by).zfill(len(count[1]))

        target.write(last.sub(grown, source.replace("2015-03-17", f"{moment:%Y-%m-%d}")).encode())
        moment += timedelta(minutes=15)


def _statistics(target: BinaryIO, size: int) -> None:
    """DFH0STAT of 20 regions, once a minute."""
    source = _sample("cics-aor1-dfh0stat.txt")
    moment = datetime(2015, 3, 2)
    while target.tell() < size:
        for region in range(10, 30):
            text = source.replace("CICSAOR1", f"CICSAO{region}")
            text = text.replace("03/17/2015", f"{moment:%m/%d/%Y}")
            target.write(text.replace("10:45:00", f"{moment:%H:%M:%S}").encode())
        moment += timedelta(minutes=1)


def _every_line(target: BinaryIO, size: int) -> None:
    """Three prints of nothing but figures, each short enough to be read to its last line."""
    for number, write in enumerate((_sessions, _statistics, _dense_pages), start=1):
        part = io.BytesIO()
        write(part, size * number // 3 - target.tell())
        target.write(part.getvalue())


def _redrawn(name: str) -> Write:
    """A sample again and again, the last two digits of every longer count drawn anew."""

    def write(target: BinaryIO, size: int) -> None:
        import numpy as np

        source = (SAMPLES.parent / "formats" / name).read_bytes()
        spots = [
            at for count in _COUNT.finditer(source) for at in (count.end() - 2, count.end() - 1)
        ]
        draw, where = np.random.default_rng(1), np.array(spots)
        page = np.frombuffer(source, np.uint8).copy()
        while target.tell() < size:
            page[where] = draw.integers(48, 58, len(where))
            target.write(page.tobytes())

    return write


def _job_log(target: BinaryIO, size: int) -> None:
    """A queue manager's messages among a hundred times as many of other address spaces."""
    known = _sample("mq-mqa1-joblog.txt").splitlines(keepends=True)
    number = 0
    while target.tell() < size:
        rows = [
            f" {n // 3600 % 24:02d}.{n // 60 % 60:02d}.{n % 60:02d} STC{n % 90000:05d}  "
            f"IEF{n % 999:03d}I APPL{n % 50} message {n * 7919 % 1_000_003} of an application\n"
            for n in range(number, number + 1500)
        ]
        at = number // 100 % len(known)
        target.write("".join([*rows, *known[at : at + 15]]).encode())
        number += 1500


def _dump(target: BinaryIO, size: int) -> None:
    """What IFASMFDP OUTDD(TYPE(70:72,115,116)) gives of eight systems and their queue managers.

    Every quarter of an hour each system has a processor record, a paging record, six classes, the
    buffer pools of a queue manager, and the records of its six tasks, three of which need a
    continuation. By bytes type 70 has 19 %, 71 5 %, 72 23 %, 115 2 % and 116 51 %; a reader knows
    every record.
    """
    raw = (SAMPLES.parent / "formats" / "smf-dump-rdw.bin").read_bytes()
    records, at = [], 0
    while at < len(raw):
        length = int.from_bytes(raw[at : at + 2], "big")
        if (
            raw[at + 5] in (70, 71, 72, 115, 116)
            and raw[at + 14 : at + 18].decode("cp037") == "SYSA"
        ):
            records.append(bytearray(raw[at : at + length]))
        at += length
    start = datetime(2015, 3, 2)
    while target.tell() < size:
        end = start + timedelta(minutes=15)
        clock = (100 * (end.hour * 3600 + end.minute * 60 + 2)).to_bytes(4, "big")
        began = bytes.fromhex(f"0{start:%H%M%S}F01{start:%y%j}F1500000F")
        quarter = (900_000_000 << 12).to_bytes(8, "big")
        for system in range(8):
            for record in records:
                record[6:10], record[10:14] = clock, bytes.fromhex(f"01{end:%y%j}F")
                record[14:18] = f"SYS{system}".encode("cp037")
                if record[5] in (115, 116):
                    record[18:22] = f"MQA{system}".encode("cp037")
                    header = int.from_bytes(record[28:32], "big")
                    record[header + 48 : header + 56] = quarter
                else:  # start and length of the interval in RMF's product section
                    product = int.from_bytes(record[28:32], "big")
                    record[product + 10 : product + 22] = began
                target.write(record)
        start = end


def _strangers(target: BinaryIO, size: int) -> None:
    """Records of 1,000 bytes of types and subtypes that no reader reads, as most of a dump is."""
    raw = (SAMPLES.parent / "formats" / "smf-dump-rdw.bin").read_bytes()
    first = int.from_bytes(raw[:2], "big")
    head = bytearray(raw[first : first + 28])
    head[:2] = (1_000).to_bytes(2, "big")
    many = b""
    for type_, subtype in ((80, 0), (42, 1), (62, 0), (30, 4), (99, 1)):
        head[5], head[22:24] = type_, subtype.to_bytes(2, "big")
        many += bytes(head).ljust(1_000, b"\0")
    while target.tell() < size:
        target.write(many * 200)


def _prepare_unknown() -> Callable[[], object]:
    from advisor.reading import read_bytes

    row = "{0:08d} an application's own log with TEXT AND WORDS {0} and no report in it\n"
    data = "".join(row.format(number) for number in range(16_000_000 // 80)).encode()
    return lambda: read_bytes("unknown.log", data)


def _prepare_engagement() -> Callable[[], object]:
    from advisor.reading import read_bytes

    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(SAMPLES.iterdir()):
            archive.write(path, path.name)
    data = target.getvalue()
    return lambda: read_bytes("engagement.zip", data)


def _prepare_one_kind(line: str) -> Callable[[], Callable[[], object]]:
    """A megabyte of one line, its numbers counted up."""

    def prepare() -> Callable[[], object]:
        from advisor.reading import read_bytes

        count = 1_000_000 // len(line.format(n=100_000))
        data = "".join(line.format(n=n) + "\n" for n in range(100_000, 100_000 + count)).encode()
        return lambda: read_bytes("lines.txt", data)

    return prepare


def _text(name: str, megabytes: int, suffix: str, write: Write) -> Case:
    return Case(
        f"readers: {name}",
        _prepared(megabytes, suffix, write),
        repeats=1,
        bar_s=megabytes / TEXT_BAR_MB_PER_S,
    )


def cases() -> Sequence[Case]:
    """Text at 50 MB/s (issue 5), the whole sample engagement, and a file nobody knows."""
    return [
        _text(f"{TEXT_MB} MB RMF print, same pages repeated", TEXT_MB, "txt", _same_pages),
        _text(f"{TEXT_MB} MB RMF print, all figures differ", TEXT_MB, "txt", _dense_pages),
        _text(f"{TEXT_MB} MB RMF print, EBCDIC records of 133", TEXT_MB, "ebcdic", _fixed_records),
        _text(f"{TEXT_MB} MB Adabas session logs", TEXT_MB, "txt", _sessions),
        _text("1 GB RMF print, all figures differ", LARGE_MB, "txt", _dense_pages),
        _text("1 GB job log", LARGE_MB, "txt", _job_log),
        _text(f"{STATISTICS_MB} MB DFH0STAT", STATISTICS_MB, "txt", _statistics),
        *(
            Case(
                f"readers: {FIGURES_MB} MB {name}, every line a figure",
                _prepared(FIGURES_MB, "txt", write),
                repeats=3,
                bar_s=FIGURES_MB / FIGURES_BAR_MB_PER_S,
            )
            for name, write in (
                ("of three prints", _every_line),
                ("RMF", _dense_pages),
                ("Adabas", _sessions),
                ("DFH0STAT", _statistics),
                ("Db2 accounting", _redrawn("db2-accounting.txt")),
                ("LISTCAT", _redrawn("listcat.txt")),
                ("job logs with step totals", _redrawn("job-totals.txt")),
                ("job logs with DFSORT's messages", _redrawn("dfsort-joblog.txt")),
            )
        ),
        *(
            Case(
                f"readers: 1 MB of {kind} lines",
                _prepare_one_kind(line),
                repeats=3,
                bar_s=ONE_KIND_BAR_S_PER_MB,
            )
            for kind, line in ONE_KIND.items()
        ),
        Case(
            "readers: 1 GB SMF 70-72, 115, 116",
            _prepared(LARGE_MB, "bin", _dump),
            repeats=1,
            bar_s=LARGE_MB / DUMP_BAR_MB_PER_S,
        ),
        Case(
            "readers: 1 GB SMF of types and subtypes that nobody reads",
            _prepared(LARGE_MB, "bin", _strangers),
            repeats=1,
            bar_s=LARGE_MB / STRANGERS_BAR_MB_PER_S,
        ),
        Case("readers: sample engagement as a ZIP", _prepare_engagement, repeats=5, bar_s=1.0),
        Case("readers: 16 MB log that is no report", _prepare_unknown, repeats=3, bar_s=0.32),
    ]
