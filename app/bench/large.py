"""A large engagement: opened, looked at, changed.

``python -m app.bench.large --figures 5000000 --reports-mb 2000`` makes one of any size, which takes
its minutes, and prints what each took and how much memory; the cases are of a size that is made in
seconds, because none of the times depends on it.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from app.bench import Case

if TYPE_CHECKING:
    from advisor.observations import FileReading
    from model.topology import Scenario

FIGURES, REPORTS_MB, SCENARIOS, PER_FILE = 200_000, 4, 500, 50_000
MEGABYTE = 1 << 20
VOLUMES, METRICS = 997, ("io_per_s", "response_ms", "iosq_ms", "busy_pct")
EACH = VOLUMES * len(METRICS)
QUARTER = timedelta(minutes=15)


def _reading(number: int, count: int, size_bytes: int) -> FileReading:
    from advisor.observations import FileReading, Interval, Observation

    name = f"report-{number:05}.txt"
    dice = random.Random(number)
    begun = datetime(2015, 1, 1) + number * (PER_FILE // EACH + 1) * QUARTER
    seen = tuple(
        Observation(
            f"dasd_volume:V{place % VOLUMES:04}",
            METRICS[place % len(METRICS)],
            round(dice.uniform(0, 100), 3),
            "1/s",
            name,
            place // 4 + 1,
            f" {place:06X}  3390  V{place % 997:04}  {place % 311}.{place % 10}  1.208  0.042",
            f"{place % 311}.{place % 10}",
            Interval((begun + place // EACH * QUARTER).isoformat(), None, 900.0),
        )
        for place in range(count)
    )
    return FileReading(
        name, name, size_bytes, "utf-8", "lines", ("rmf-device",), seen, count // 4 + 1
    )


def _text(number: int) -> bytes:
    """A megabyte as reports have it: figures between words."""
    dice = random.Random(number)
    lines = [
        f" {line:06X}  3390  V{dice.randrange(9999):04}  {dice.random() * 300:8.3f}  0.042"
        for line in range(24_000)
    ]
    return "\n".join(lines).encode()[:MEGABYTE]


def _scenarios(component: str, setting: str) -> tuple[Scenario, ...]:
    from model.topology import Scenario, SetSetting

    return tuple(
        Scenario(f"scenario {n}", (SetSetting(component, setting, 10 + n),), f"step {n}")
        for n in range(SCENARIOS)
    )


def make(path: Path, figures: int, reports_mb: int) -> None:
    """An engagement of so many figures and megabytes, with the sample's analysis kept in it."""
    from advisor.analysis import analyse
    from advisor.installation.gathered import Gathered
    from advisor.reading import read_path
    from app.paths import sample
    from app.store import EngagementFile

    engagement = analyse(tuple(read_path(sample("engagement"))), name="Large")
    files = max(1, -(-figures // PER_FILE))
    each_mb = max(1, reports_mb // files)
    with EngagementFile.create(path, "Large") as file:
        source = path.with_name("report.txt")
        for number in range(files):
            block = _text(number)
            with source.open("wb") as target:
                for part in range(each_mb):
                    target.write(f"{number}.{part}\n".encode() + block)
            count = min(PER_FILE, figures - number * PER_FILE)
            reading = _reading(number, count, source.stat().st_size)
            file.add_source(reading.file, source, (reading,))
        source.unlink()
        cps = next(c.id for c in engagement.installation.topology if c.kind == "lpar")
        file.set_scenarios(_scenarios(cps, "CPS"))
        readings = file.readings()
        installation = replace(engagement.installation, observations=Gathered(readings, ()))
        file.keep_analysis(
            replace(
                engagement, readings=readings, installation=installation, options=file.options()
            )
        )


@cache
def _small() -> Path:
    folder = tempfile.TemporaryDirectory(prefix="plexwright-bench-")
    _kept.append(folder)
    path = Path(folder.name) / "large.plexwright"
    make(path, FIGURES, REPORTS_MB)
    return path


_kept: list[tempfile.TemporaryDirectory[str]] = []


def opened(path: Path) -> Callable[[], object]:
    """What the window does to open a file."""
    from app.window.services.persistence import load

    def call() -> object:
        found = load(path)
        assert found.engagement is not None
        assert len(found.state.scenarios) == SCENARIOS
        return found

    return call


def looked_at(path: Path) -> Callable[[], object]:
    """The figures of a file as its table begins with them."""
    from app.window.importing.page import MOST_SHOWN
    from app.window.services.persistence import load

    readings = load(path).readings
    dice = random.Random(1)
    return lambda: readings[dice.randrange(len(readings))].observations[:MOST_SHOWN]


def stepped(path: Path) -> Callable[[], object]:
    """One scenario of all changed and kept, durably."""
    from app.store import EngagementFile
    from model.topology import SetSetting

    file = EngagementFile.open(path)
    held = list(file.scenarios())
    steps = iter(range(1, 1 << 30))

    def call() -> object:
        number = next(steps)
        kept = list(held)
        change = held[number % SCENARIOS].changes[0]
        assert isinstance(change, SetSetting)
        kept[number % SCENARIOS] = replace(
            held[number % SCENARIOS], changes=(replace(change, value=number % 60 + 1),)
        )
        with file.together():
            file.set_scenarios(kept, held)
        held[:] = kept
        return number

    return call


def cases() -> Sequence[Case]:
    """Bars of issue 21: a second to open, 200 ms for a page, 20 ms for a step."""
    size = f"{FIGURES:,} figures, {SCENARIOS} scenarios"
    return [
        Case(f"large: open {size}", lambda: opened(_small()), repeats=3, bar_s=1.0),
        Case("large: a page of figures", lambda: looked_at(_small()), repeats=5, bar_s=0.2),
        Case("large: a step saved", lambda: stepped(_small()), repeats=9, bar_s=0.02),
    ]


def _timed(call: Callable[[], object], times: int) -> Iterator[tuple[float, float]]:
    """Seconds by the clock and of CPU, which other work on the machine does not lengthen."""
    for _ in range(times):
        began, used = time.perf_counter(), time.process_time()
        call()
        yield time.perf_counter() - began, time.process_time() - used


def _memory() -> str:
    """The most that this process took so far; Windows tells it to nobody in this way."""
    try:
        import resource
    except ModuleNotFoundError:
        return ""
    return f", {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB at most"


def main() -> None:
    """Make one, or take one that is there, and print what each takes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--figures", type=int, default=FIGURES)
    parser.add_argument("--reports-mb", type=int, default=REPORTS_MB)
    parser.add_argument("--file", type=Path, help="made there, or taken from there")
    args = parser.parse_args()
    path = args.file or _small()
    if not path.exists():
        make(path, args.figures, args.reports_mb)
    sys.stdout.write(f"{path.stat().st_size / MEGABYTE:,.0f} MB\n")
    for name, prepare in (("open", opened), ("page", looked_at), ("step", stepped)):
        clock, cpu = (sorted(column) for column in zip(*_timed(prepare(path), 5), strict=True))
        sys.stdout.write(
            f"{name}: {clock[0] * 1e3:,.0f} to {clock[-1] * 1e3:,.0f} ms, "
            f"{cpu[0] * 1e3:,.0f} to {cpu[-1] * 1e3:,.0f} ms of CPU{_memory()}\n"
        )


if __name__ == "__main__":
    main()
