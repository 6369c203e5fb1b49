"""Mutated samples thrown at the readers: no exception, no hang, no memory blow-up.

    python tests/fuzz_readers.py [--count 1000000] [--seed 1] [--workers 2]

Each input is an excerpt of a sample, damaged in one to four ways: bytes and lines changed, columns
collapsed, lines wrapped or cut, other encodings and record formats, files spliced together, figures
replaced by the worst that a report can print. Input number N of a seed is the same on every
machine, so a failure is repeated with ``--seed S --only N``.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import random
import re
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

try:
    import resource
except ImportError:  # Windows counts memory elsewhere
    resource = None  # type: ignore[assignment]

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from advisor.reading import dumps, engine, read_bytes, texts  # noqa: E402
from tests.advisor.reading.account import books, unaccounted  # noqa: E402
from tests.advisor.reading.report_reading import strict  # noqa: E402

LONGEST_EXCERPT = 12_000
SECONDS_PER_MB = 2.0
SLACK_S = 0.5
MOST_GROWTH_MB = 200

_WORST = (
    "9999999.99", "N/A", "****", "-----", "", "0", "-1", "1e309", "NaN", "inf", "9" * 45, "1.2.3",
    "00:00:00", "99:99:99", "00000:06:59", "15.00.037", ">10GB", "3931K", "267T", "1,2,3,4", ",,,",
    "((((((((", "))))", "%s%s%n", "'", '"', "\\", "\u0000", "\ufffd", "٣٤٥", "½", "２０", "-" * 300,
    "A" * 500, "31/02/2015", "2015-13-45", "2015.999", "PDSE_HSP_SIZE=",
)  # fmt: skip
_ENCODINGS = ("utf-8", "utf-16", "utf-16-le", "cp037", "cp1047", "cp500", "cp273", "cp1140",
              "latin-1", "cp1252")  # fmt: skip

Mutation = Callable[[random.Random, bytes, list[bytes]], bytes]


def samples() -> list[bytes]:
    """All sample reports and the readers' own test texts."""
    folders = [ROOT / "samples", ROOT / "tests" / "advisor" / "readers" / "data"]
    files = sorted(
        path
        for folder in folders
        for path in folder.rglob("*")
        if path.is_file() and path.suffix not in (".toml", ".md", ".py", ".plexwright")
    )
    found = [path.read_bytes() for path in files]
    return [data for data in found if data]


def _bytes(draw: random.Random, data: bytes, _: list[bytes]) -> bytes:
    changed = bytearray(data)
    for _ in range(draw.randint(1, 30)):
        if changed:
            changed[draw.randrange(len(changed))] = draw.randrange(256)
    return bytes(changed)


def _cut(draw: random.Random, data: bytes, _: list[bytes]) -> bytes:
    at = draw.randrange(len(data) + 1)
    return data[:at] if draw.random() < 0.7 else data[at:]


def _remove(draw: random.Random, data: bytes, _: list[bytes]) -> bytes:
    at = draw.randrange(len(data) + 1)
    return data[:at] + data[at + draw.randint(1, 400) :]


def _repeat(draw: random.Random, data: bytes, _: list[bytes]) -> bytes:
    at = draw.randrange(len(data) + 1)
    piece = data[at : at + draw.randint(1, 300)]
    return data[:at] + piece * draw.randint(2, 40) + data[at:]


def _splice(draw: random.Random, data: bytes, others: list[bytes]) -> bytes:
    other = draw.choice(others)
    start = draw.randrange(len(other))
    at = draw.randrange(len(data) + 1)
    return data[:at] + other[start : start + draw.randint(1, 4000)] + data[at:]


def _as_text(function: Callable[[random.Random, list[str]], list[str]]) -> Mutation:
    def mutation(draw: random.Random, data: bytes, _: list[bytes]) -> bytes:
        lines = data.decode("utf-8", "replace").split("\n")
        return "\n".join(function(draw, lines)).encode("utf-8", "replace")

    return mutation


def _shuffle(draw: random.Random, lines: list[str]) -> list[str]:
    at, length = draw.randrange(len(lines)), draw.randint(2, 20)
    part = lines[at : at + length]
    draw.shuffle(part)
    return lines[:at] + part + lines[at + length :]


def _drop(draw: random.Random, lines: list[str]) -> list[str]:
    return [line for line in lines if draw.random() > 0.15]


def _collapse(_: random.Random, lines: list[str]) -> list[str]:
    return [re.sub(r"[ \t]{2,}", " ", line).strip() for line in lines]


def _wrap(draw: random.Random, lines: list[str]) -> list[str]:
    width = draw.choice((40, 72, 76, 80))
    return [line[i : i + width] for line in lines for i in range(0, max(len(line), 1), width)]


def _quote(draw: random.Random, lines: list[str]) -> list[str]:
    return [draw.choice(("> ", ">", ">> ")) + line for line in lines]


def _worst_figures(draw: random.Random, lines: list[str]) -> list[str]:
    share = draw.choice((0.02, 0.2, 1.0))

    def worst(match: re.Match[str]) -> str:
        return draw.choice(_WORST) if draw.random() < share else match[0]

    return [re.sub(r"[\d.,:]*\d", worst, line) for line in lines]


def _letters(draw: random.Random, lines: list[str]) -> list[str]:
    shift = draw.randrange(3)
    change = (str.lower, str.upper, str.swapcase)[shift]
    return [change(line) if draw.random() < 0.3 else line for line in lines]


def _join(draw: random.Random, lines: list[str]) -> list[str]:
    return [draw.choice((" ", "", ",", "\t")).join(lines)]


def _encode(draw: random.Random, data: bytes, _: list[bytes]) -> bytes:
    text = data.decode("utf-8", "replace")
    encoding = draw.choice(_ENCODINGS)
    return text.encode(encoding, "replace")


def _record_format(draw: random.Random, data: bytes, _: list[bytes]) -> bytes:
    lines = data.split(b"\n")
    kind = draw.randrange(4)
    if kind == 0:
        return b"".join(line[:133].ljust(133) for line in lines)
    out = bytearray()
    for line in lines:
        body = line[:2000]
        code = draw.choice((0, 0, 0, 1, 2, 3, 9)) if kind == 3 else 0
        out += (len(body) + 4).to_bytes(2, "big") + bytes((code, 0)) + body
    if kind == 2 and len(out) < 32000:
        return (len(out) + 4).to_bytes(2, "big") + b"\0\0" + bytes(out)
    return bytes(out)


def _carriage(draw: random.Random, lines: list[str]) -> list[str]:
    return [draw.choice(" " * 12 + "10-+x") + line for line in lines]


def _log_columns(draw: random.Random, lines: list[str]) -> list[str]:
    return [
        f" 10.42.{draw.randrange(60):02d} STC0{draw.randrange(9999):04d}  {line}" for line in lines
    ]


def _zip(draw: random.Random, data: bytes, others: list[bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        # With a date of its own: the same input at any time.
        for name, part in (("a/report.txt", data), ("b.txt", draw.choice(others)[:500])):
            archive.writestr(zipfile.ZipInfo(name), part, zipfile.ZIP_DEFLATED)
    return target.getvalue()


MUTATIONS: tuple[Mutation, ...] = (
    _bytes, _cut, _remove, _repeat, _splice, _encode, _record_format, _as_text(_shuffle),
    _as_text(_drop), _as_text(_collapse), _as_text(_wrap), _as_text(_quote),
    _as_text(_worst_figures), _as_text(_worst_figures), _as_text(_letters), _as_text(_join),
    _as_text(_carriage), _as_text(_log_columns), _zip,
)  # fmt: skip


def excerpt(draw: random.Random, data: bytes) -> bytes:
    """A run of the sample's bytes, on line ends where it has them."""
    length = draw.randint(200, LONGEST_EXCERPT)
    if len(data) <= length:
        return data
    start = draw.randrange(len(data) - length)
    start = 0 if draw.random() < 0.4 else data.rfind(b"\n", 0, start) + 1
    return data[start : start + length]


def mutated(seed: int, number: int, pool: list[bytes]) -> bytes:
    """Input ``number`` of ``seed``."""
    draw = random.Random(f"{seed}/{number}")
    data = excerpt(draw, draw.choice(pool))
    for _ in range(draw.randint(1, 4)):
        if not data:
            break
        data = draw.choice(MUTATIONS)(draw, data, pool)
        data = data[: 10 * LONGEST_EXCERPT]
    return data


@contextlib.contextmanager
def as_if_long(long: bool) -> Iterator[None]:
    """Every other input is read as prints and dumps of gigabytes are: by an index first."""
    before = texts.LONG, dumps.LONG, engine.KEPT
    if long:
        texts.LONG, dumps.LONG, engine.KEPT = 2_000, 2_000, 300
    try:
        yield
    finally:
        texts.LONG, dumps.LONG, engine.KEPT = before


def check(data: bytes) -> float:
    """Read one input; the seconds it took. Raises AssertionError when a promise is broken."""
    started = time.process_time()  # a busy machine is no fault of the readers
    with strict(), as_if_long(len(data) % 2 == 1), books() as kept:
        readings = read_bytes("fuzz.txt", data)
    seconds = time.process_time() - started
    assert seconds <= SECONDS_PER_MB * max(len(data) / 1e6, 0.25) + SLACK_S, f"{seconds:.2f} s"
    assert readings
    lost = unaccounted(data, readings, kept)
    assert not lost, f"numbers of lines {lost[:9]} are neither taken, ignored nor listed"
    for reading in readings:
        assert reading.refused <= bool(reading.problems), "refused without a sentence"
        assert reading.observations == () or reading.formats
        read = {item.line for item in reading.observations}
        assert all(1 <= line <= max(reading.lines, 1) for line in read), "line out of range"
        for first, last in reading.unread:
            assert 1 <= first <= last <= reading.lines
            assert not any(first <= line <= last for line in read), "an observed line is unread"
        for problem in reading.problems:
            assert "\n" not in problem.sentence
            assert problem.sentence.endswith(".")
    return seconds


def _most_memory_mb() -> float:
    return 0.0 if resource is None else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def run(count: int, seed: int, report: Callable[[str], None] = lambda _: None) -> list[int]:
    """Check inputs 0 to ``count`` - 1; numbers of those that failed."""
    pool = samples()
    failed: list[int] = []
    memory = _most_memory_mb()
    slowest = 0.0
    for number in range(count):
        try:
            slowest = max(slowest, check(mutated(seed, number, pool)))
        except Exception as wrong:
            failed.append(number)
            report(f"input {number} of seed {seed}: {type(wrong).__name__}: {wrong}")
        if number % 5000 == 4999:
            report(f"{number + 1} inputs, {len(failed)} failed, slowest {slowest:.2f} s")
    growth = _most_memory_mb() - memory
    if growth > MOST_GROWTH_MB:
        failed.append(-1)
        report(f"memory grew by {growth:.0f} MB")
    return failed


def _worker(job: tuple[int, int]) -> list[int]:
    count, seed = job
    return run(count, seed, lambda line: print(line, flush=True))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="run this one input and show what it gives")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    if options.only is not None:
        data = mutated(options.seed, options.only, samples())
        sys.stdout.buffer.write(data + b"\n")
        print(f"{check(data):.3f} s")
        return 0
    if options.workers <= 1:
        return 1 if _worker((options.count, options.seed)) else 0
    import multiprocessing

    share = -(-options.count // options.workers)
    jobs = [(share, options.seed + 1000 * worker) for worker in range(options.workers)]
    with multiprocessing.get_context("spawn").Pool(options.workers) as workers:
        failed = [number for part in workers.map(_worker, jobs) for number in part]
    print(f"{share * options.workers} inputs, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
