"""The benchmark suite: cases declared beside each other, one file per subject, one runner.

A file of this package that offers ``cases() -> Sequence[Case]`` takes part; nothing else changes.
``prepare`` does everything that is not to be timed and returns the callable that is. A peer is what
a user could pick instead, called as a process (:mod:`app.bench.peers`); where it is not installed
or fails, the case says so under "peer_missing".

    def cases() -> Sequence[Case]:
        def prepare() -> Callable[[], object]:
            network = build()
            return lambda: solve(network)
        return [Case("engine: 4 × 20 Schweitzer", prepare, bar_s=0.003)]
"""

from __future__ import annotations

import cProfile
import datetime
import gc
import importlib
import os
import pkgutil
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

from app.bench.peers import Peer, PeerProblem, call

__all__ = [
    "Case", "Peer", "Ratio", "Timing", "check", "discover", "machine", "measure", "profile",
    "run_case",
]  # fmt: skip

ROOT = Path(__file__).resolve().parents[2]

Prepare = Callable[[], Callable[[], object]]

# Below this a single call is lost in the clock's and the scheduler's noise: call it in a loop.
SHORTEST_SAMPLE_S = 0.002
# Windows counts a process's CPU in ticks of 1/64 s.
SHORTEST_CPU_SAMPLE_S = 0.3 if sys.platform == "win32" else SHORTEST_SAMPLE_S


@dataclass(frozen=True)
class Case:
    """One thing worth timing.

    name: "subject: what"; ``bench --only`` selects by any part of it.
    warmups: 0 for what takes minutes and gains nothing by being repeated.
    bar_s: the time it must stay under, in seconds, or None.
    figures: what else the case has to show, such as its error against an exact answer; not timed.
    at_most: how many times as long as another case it may take, by the other's name: what holds on
        any machine (``bench --check``).
    """

    name: str
    prepare: Prepare
    repeats: int = 7
    warmups: int = 1
    bar_s: float | None = None
    peer: Peer | None = None
    figures: Callable[[], dict[str, float]] | None = None
    at_most: tuple[float, str] | None = None


@dataclass(frozen=True)
class Timing:
    """Seconds per call over ``repeats`` samples after warm-up."""

    median_s: float
    min_s: float
    max_s: float
    repeats: int


def measure(
    prepare: Prepare,
    repeats: int,
    warmups: int,
    clock: Callable[[], float] = time.perf_counter,
) -> Timing:
    """Time what ``prepare`` returns, without the garbage collector's pauses."""
    call = prepare()
    shortest_s = SHORTEST_SAMPLE_S if clock is time.perf_counter else SHORTEST_CPU_SAMPLE_S
    once_s = shortest_s
    for _ in range(warmups):
        # Never by a clock of CPU time: it may not have ticked yet.
        started = time.perf_counter()
        call()
        once_s = time.perf_counter() - started
    loops = max(1, int(shortest_s / max(once_s, 1e-9)))
    samples: list[float] = []
    collecting = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        for _ in range(max(repeats, 1)):
            started = clock()
            for _ in range(loops):
                call()
            samples.append((clock() - started) / loops)
    finally:
        if collecting:
            gc.enable()
    return Timing(statistics.median(samples), min(samples), max(samples), len(samples))


def profile(case: Case, rows: int = 15) -> list[tuple[str, int, float, float]]:
    """Where a case spends its time: function, calls, shares of it own and with callees.

    Most own time first. Shares, because calls cost more under the profiler than without.
    """
    call = case.prepare()
    for _ in range(case.warmups):
        call()
    watch = cProfile.Profile()
    watch.runcall(call)
    found = []
    for entry in watch.getstats():
        code = entry.code
        where = code if isinstance(code, str) else _place(code)
        found.append((where, entry.callcount, entry.inlinetime, entry.totaltime))
    whole = max(sum(own for *_, own, _ in found), 1e-12)
    longest = sorted(found, key=lambda row: -row[2])[:rows]
    return [(where, count, own / whole, total / whole) for where, count, own, total in longest]


def _place(code: CodeType) -> str:
    """A function by the file it stands in, without the machine's own folders."""
    # A checkout may be reached by a link or, on Windows, by a drive of its own.
    path = Path(code.co_filename)
    roots = (above for above in path.parents if above.exists() and above.samefile(ROOT))
    root = next(roots, None)
    inside = Path(path.name) if root is None else path.relative_to(root)
    return f"{inside.as_posix()}:{code.co_firstlineno} {code.co_name}"


def run_case(case: Case) -> dict[str, Any]:
    """Time ``case`` and its peer; the entry of ``bench --json``'s "cases"."""
    timing = measure(case.prepare, case.repeats, case.warmups)
    return {
        "name": case.name,
        "median_s": timing.median_s,
        "min_s": timing.min_s,
        "max_s": timing.max_s,
        "repeats": timing.repeats,
        "bar_s": case.bar_s,
        **({} if case.figures is None else {"figures": case.figures()}),
        **({"peer": None} if case.peer is None else _run_peer(case.peer)),
    }


def _run_peer(peer: Peer) -> dict[str, Any]:
    try:
        return {"peer": call(peer)}
    except PeerProblem as problem:
        return {"peer": None, "peer_missing": f"{peer.name}: {problem}"}


@dataclass(frozen=True)
class Ratio:
    """How many times as long as another a case took, and the most it may."""

    name: str
    against: str
    ratio: float
    at_most: float

    @property
    def kept(self) -> bool:
        return self.ratio <= self.at_most


def check(cases: Sequence[Case]) -> Iterator[Ratio]:
    """The stated ratios of some cases, each timed once, at its quickest.

    The quickest of a few runs, and seconds of CPU, because what else the machine does adds to
    a long case in every run and to a short one in some.
    Raises ``KeyError`` where a ratio names no case.
    """
    known = {case.name: case for case in discover()}
    took: dict[str, float] = {}

    def quickest(case: Case) -> float:
        if case.name not in took:
            repeats = max(case.repeats, 3) if case.warmups else case.repeats
            took[case.name] = measure(case.prepare, repeats, case.warmups, time.process_time).min_s
        return took[case.name]

    for case in cases:
        if case.at_most is not None:
            most, against = case.at_most
            base = quickest(known[against])
            yield Ratio(case.name, against, quickest(case) / base, most)


def discover(only: str | None = None) -> Iterator[Case]:
    """Cases of every file of this package, in the order of file names; ``only`` filters by name."""
    for module_info in pkgutil.iter_modules(__path__):
        module = importlib.import_module(f"{__name__}.{module_info.name}")
        offered: Sequence[Case] = module.cases() if hasattr(module, "cases") else ()
        for case in offered:
            if only is None or only.lower() in case.name.lower():
                yield case


def machine() -> dict[str, Any]:
    """Facts about this machine that make figures comparable."""
    versions = {}
    for name in ("numpy", "scipy"):
        try:
            versions[name] = importlib.import_module(name).__version__
        except ImportError:
            versions[name] = None
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return {
        "date": datetime.date.today().isoformat(),
        "system": platform.platform(),
        "processor": _processor_name(),
        "cores": os.cpu_count(),
        "load_1min": load,
        "python": platform.python_version(),
        **versions,
    }


def _processor_name() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as lines:
            for line in lines:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
