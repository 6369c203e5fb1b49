"""Replications on all cores until the figures are tight enough, or time is up."""

from __future__ import annotations

import itertools
import math
import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

import numpy as np

from model.queueing.errors import Cancelled, NetworkError

from .engine import MOST_TOKENS, Replication, Run
from .program import Program, Step
from .statistics import FEWEST_SLICES, Simulated, combine

__all__ = ["Pace", "simulate"]

_CYCLES, _LEAST_CYCLES = 24.0, 8.0
"""Cycles of the slowest chain that one replication should see, and at least sees."""
_SEEN_CYCLES = 16.0
"""Cycles, of most chains, that even a replication on a busy machine should see."""
_REPLICATIONS = 16
"""Independent replications, enough for a narrow Student's t."""
_LOOKS = (20, 35, 50, 70)
"""Slices after which the figures are looked at, in case they are tight enough."""
_FIRST_LOOK, _FEWEST = 3, 3
"""Slices after which it is seen how fast the machine is, and replications kept at least."""
_LATE_S = 30.0
"""Seconds beyond its time after which a run ends even if it says nothing."""
_LONE, _LONE_OPEN = 200.0, 5_000.0
"""Cycles of all chains that one replication sees at least; a queue that nothing but its arrivals
holds back has a longer memory than any response."""
_STEP_S = 1.2e-6
"""Seconds of one core that a step takes, roughly (measured: 0.7 to 1.3 µs)."""
_USED = 0.75
"""Part of the time that replications are planned for; the rest is for starting and summing up."""
_SLICES = 100
_LONGER = 3.0


@dataclass(frozen=True)
class Pace:
    """What to expect of a chain, to choose the length of a run; need only be roughly right.

    rate_per_s: cycles; cycle_s: time from the start of one to the start of the next.
    """

    rate_per_s: float
    cycle_s: float


def simulate(
    programs: Sequence[Program],
    pace: Mapping[str, Pace],
    completions: int = 1_000_000,
    precision: float = 0.005,
    seconds: float = 20.0,
    seed: int = 1,
    processes: int | None = None,
    progress: Callable[[float], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> list[Simulated]:
    """Simulate programs of one shape with common random numbers.

    Stops after ``completions`` cycles, or when every chain's throughput and response are known to
    ``precision`` (relative half-width of the 95 % interval), or after about ``seconds``.
    processes: worker processes; 1 stays in this one, None takes the machine's cores. Results depend
    on ``seed`` and, where time or precision ends it, on how far the replications got.
    Raises ``NetworkError`` where a queue grows without end, and ``Cancelled``.
    """
    for program in programs:
        if program.shape != programs[0].shape:
            raise ValueError("only programs of one shape share random numbers")
    workers = min(processes or os.cpu_count() or 1, 8)
    ended = time.time() + seconds
    span = _span(programs, pace, completions, seconds * (processes or _CORES))

    def split(span: float, parts: int) -> list[_Job]:
        cuts = [round(i * _REPLICATIONS / parts) for i in range(parts + 1)]
        tight = precision * math.sqrt(parts)
        wanted = _wanted(pace, span)
        return [
            _Job(tuple(programs), span, seed, range(a, b), tight, ended, wanted)
            for a, b in itertools.pairwise(cuts)
        ]

    for _ in range(3):
        try:
            runs = _all_of(split(span, workers), progress, cancel)
        except (BrokenProcessPool, OSError):  # no second process to be had here
            runs = _all_of(split(span, 1), progress, cancel)
        if any(r.overflow for row in runs for r in row):
            raise NetworkError(
                f"a queue of the simulation grows without end (beyond {MOST_TOKENS:,} customers); "
                "lower the arrival rates or add capacity"
            )
        least = min(r.slices for row in runs for r in row)
        if least < FEWEST_SLICES:
            raise NetworkError(
                f"{seconds:g} s are too few to simulate this network; give it more time"
            )
        runs = [[r.first(least) for r in row] for row in runs]
        figures = combine(programs, runs)
        if figures[0].settled or time.time() > ended - 0.3 * seconds:
            break
        span *= _LONGER  # the run was too short to see where its start ends
    return figures


_CORES = 2
"""Cores that the length of a replication is planned for, so that it is the same everywhere."""


def _wanted(pace: Mapping[str, Pace], span: float) -> int:
    """Slices that most cycles' start and as much again to look at take."""
    flow = sum(p.rate_per_s for p in pace.values())
    mean = sum(p.rate_per_s * p.cycle_s for p in pace.values()) / flow if flow > 0 else 0.0
    return min(max(math.ceil(_SLICES * _SEEN_CYCLES * mean / span), _LOOKS[0]), _SLICES)


def _span(
    programs: Sequence[Program], pace: Mapping[str, Pace], completions: int, core_s: float
) -> float:
    """Simulated seconds of one replication.

    Long beside the slowest chain's cycle, as far as ``core_s`` seconds of computing go.
    """
    known = {name: p for name, p in pace.items() if p.rate_per_s > 0 and p.cycle_s > 0}
    if not known:
        raise NetworkError("nothing flows in this network, so there is nothing to simulate")
    total = sum(p.rate_per_s for p in known.values())
    cycle = max(p.cycle_s for p in known.values())
    lone = _LONE_OPEN if programs[0].sources and not programs[0].populations else _LONE
    wanted = max(completions / total / _REPLICATIONS, _CYCLES * cycle, lone / total)
    least = max(_LEAST_CYCLES * cycle, lone / total)
    steps = _steps(programs[0])
    cost = sum(known[n].rate_per_s * c for n, c in steps.items() if n in known) * _STEP_S
    affordable = math.inf
    if cost > 0:
        affordable = _USED * core_s / (cost * len(programs) * _REPLICATIONS)
    # A batch job of an hour beside thousands of transactions a second: what there is time for.
    return min(max(least, min(wanted, affordable)), 2.0 * affordable)


def _steps(program: Program) -> dict[str, float]:
    """Mean number of steps in a cycle, by chain."""
    from scipy.sparse import csc_matrix, identity
    from scipy.sparse.linalg import spsolve

    def ways(s: Step) -> list[tuple[float, int]]:
        if s.kind == "end":
            return []
        if s.kind == "branch":
            return list(s.branches)
        return [(1.0, s.next), *([(1.0, s.target)] if s.kind == "spawn" else [])]

    steps = program.steps
    moves = [(p, i, to) for i, s in enumerate(steps) for p, to in ways(s) if steps[to].ends < 0]
    chance, origin, to = (np.array(c) for c in zip(*moves, strict=True)) if moves else ((), (), ())
    begins: dict[str, int] = {}
    starts = [(x.chain, x.start) for x in program.populations]
    starts += [(x.chain, x.start) for x in program.sources]
    for chain, start in starts:
        if chain >= 0:
            begins.setdefault(program.chains[chain], start)
    if not begins:
        return {}
    size = (len(steps), len(steps))
    # All that follows a step, whichever chain begins with it: one system for any number of chains.
    passed = identity(size[0], format="csc") - csc_matrix((chance, (origin, to)), size)
    follow = spsolve(passed, np.ones(len(steps)))
    visits = follow[list(begins.values())]
    return {n: float(v) for n, v in zip(begins, visits, strict=True) if 0 < v < math.inf}


@dataclass(frozen=True)
class _Job:
    """A part of the replications, advanced side by side so that all get as far as there is time."""

    programs: tuple[Program, ...]
    span: float
    seed: int
    numbers: range
    precision: float
    ended: float
    wanted: int

    def run(self, told: Callable[[float], bool]) -> list[list[Run]]:
        """By replication and program; ``told`` the part that is done, says whether to go on."""
        rows = [
            [Replication(p, self.span, _SLICES, (self.seed, number)) for p in self.programs]
            for number in self.numbers
        ]
        begun = time.time()
        for slices in range(1, _SLICES + 1):
            every = [r for row in rows for r in row]
            for replication in every:
                more = replication.advance()
            if any(r.overflow for r in every):
                break
            late = time.time() > self.ended
            if (late and slices >= FEWEST_SLICES) or time.time() > self.ended + _LATE_S or not more:
                break
            if not told(slices / _SLICES):
                raise Cancelled("cancelled")
            if slices == _FIRST_LOOK:
                rows = rows[: self._in_time(len(rows), time.time() - begun)]
            if slices in _LOOKS and self._enough([[r.seen() for r in row] for row in rows]):
                break
        return [[r.seen() for r in row] for row in rows]

    def _in_time(self, rows: int, taken: float) -> int:
        """How many replications can get to the end of their start in the time there is.

        On a busy machine a few that get there say more than many that do not.
        """
        left = max(self.ended - time.time(), 0.0)
        reached = _FIRST_LOOK + left * _FIRST_LOOK / max(taken, 1e-9)
        return min(rows, max(_FEWEST, math.ceil(rows * reached / self.wanted)))

    def _enough(self, runs: Sequence[Sequence[Run]]) -> bool:
        worst = 0.0
        for figures in combine(self.programs, runs):
            if not figures.settled:
                return False
            for chain in figures.chains.values():
                for e in (chain.throughput, chain.response):
                    if chain.cycles:
                        worst = max(worst, e.half / abs(e.value) if e.value else 0.0)
        return worst <= self.precision


def _in_worker(job: _Job, part: int) -> list[list[Run]]:
    def told(share: float) -> bool:
        if _SHARED:
            _SHARED[0][part] = share
            return not _SHARED[0][-1]
        return True

    return job.run(told)


_SHARED: list[Any] = []


def _begin(shared: Any) -> None:
    _SHARED.append(shared)


def _all_of(
    jobs: Sequence[_Job], progress: Callable[[float], None] | None,
    cancel: Callable[[], bool] | None,
) -> list[list[Run]]:  # fmt: skip
    def told(share: float) -> bool:
        if progress is not None:
            progress(min(share, 1.0))
        return cancel is None or not cancel()

    if len(jobs) == 1:
        return jobs[0].run(told)
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    shared = context.Array("d", len(jobs) + 1, lock=False)  # each one's progress; to be given up
    with ProcessPoolExecutor(len(jobs), context, _begin, (shared,)) as pool:
        waiting = [pool.submit(_in_worker, job, i) for i, job in enumerate(jobs)]
        while wait(waiting, timeout=0.1).not_done:
            if not told(sum(shared[:-1]) / len(jobs)):
                shared[len(jobs)] = 1.0
                raise Cancelled("cancelled")
        return [row for each in waiting for row in each.result()]
