"""From replications to figures: warm-up removed, confidence intervals, percentiles, differences.

Warm-up: MSER-5 (White, Cobb and Spratt, "A comparison of five steady-state truncation heuristics
for simulation", Winter Simulation Conference 2000) on the mean over all replications, for every
chain's cycles and responses; the latest of all truncations counts. Replications are independent, so
that intervals come from the spread between them (Student's t); a mean response is a ratio (of times
and cycles) with the variance of its residuals.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from .engine import Run
from .program import Program

__all__ = [
    "FEWEST_SLICES", "PERCENTILES", "ChainFigures", "Change", "Estimate", "Simulated", "combine",
    "mser5",
]  # fmt: skip

Array = NDArray[np.float64]
PERCENTILES = (50, 90, 95, 99)
CONFIDENCE = 0.95


@dataclass(frozen=True)
class Estimate:
    """A figure and the half-width of its 95 % confidence interval."""

    value: float
    half: float

    def off(self, other: float) -> float:
        """Distance of ``other`` in half-widths."""
        return abs(other - self.value) / self.half if self.half > 0 else math.inf


@dataclass(frozen=True)
class ChainFigures:
    """throughput (cycles per s), response (s), percentiles (s) and how many cycles were seen."""

    throughput: Estimate
    response: Estimate
    percentiles: Mapping[int, Estimate]
    cycles: int
    sorted_responses: Array

    def share_within(self, goal_s: float) -> float:
        """Share of cycles that took at most ``goal_s``."""
        if not len(self.sorted_responses):
            return math.nan
        return float(np.searchsorted(self.sorted_responses, goal_s, side="right")) / len(
            self.sorted_responses
        )


@dataclass(frozen=True)
class Change:
    """Relative change of a chain's figures against the first variant (0.1 is 10 % more)."""

    throughput: Estimate
    response: Estimate


@dataclass(frozen=True)
class Simulated:
    """One variant: figures by chain; busy share by place and pool; mean number by (arc, place).

    services: done per s, by (arc, place).

    changes: against the first variant, from the same random numbers; empty for that one itself.
    settled: whether the warm-up ended within the first half of the run.
    """

    chains: Mapping[str, ChainFigures]
    utilization: Mapping[str, Estimate]
    pool_use: Mapping[str, Estimate]
    services: Mapping[tuple[int, str], Estimate]
    number: Mapping[tuple[int, str], float]
    changes: Mapping[str, Change]
    replications: int
    warmup_s: float
    measured_s: float
    events: int
    settled: bool

    @property
    def completions(self) -> int:
        """Cycles of all chains after the warm-up."""
        return sum(c.cycles for c in self.chains.values())


def mser5(series: Array) -> int:
    """First observation to keep of ``series`` (n,): the truncation of least standard error.

    Batches of five; at most half of the run is given up.
    """
    batches = len(series) // 5
    if batches < 4:
        return 0
    z = series[: 5 * batches].reshape(batches, 5).mean(axis=1)
    tail = np.cumsum(z[::-1])[::-1]
    squares = np.cumsum((z * z)[::-1])[::-1]
    left = batches - np.arange(batches)
    spread = squares - tail * tail / left
    half = batches // 2
    score = np.maximum(spread, 0.0)[: half + 1] / left[: half + 1] ** 2
    return 5 * int(np.argmin(score))


def warmup(tables: Sequence[_Table]) -> tuple[int, bool]:
    """Slices to leave out, and whether what is left shows no trend.

    Over what is left the replications' first halves are compared with their second ones.
    """
    slices = tables[0].cycles.shape[1]
    first = 0
    for table in tables:
        cycles, times = table.cycles.sum(axis=0), table.times.sum(axis=0)
        for chain in range(cycles.shape[1]):
            if cycles[:, chain].sum() < max(5 * slices, 1):
                continue  # too few to show where the start ends
            mean = np.divide(
                times[:, chain], cycles[:, chain],
                out=np.full(slices, times[:, chain].sum() / cycles[:, chain].sum()),
                where=cycles[:, chain] > 0,
            )  # fmt: skip
            first = max(first, mser5(cycles[:, chain]), mser5(mean))
    return first, slices >= FEWEST_SLICES and not any(_drifts(t, first) for t in tables)


def _drifts(table: _Table, first: int) -> bool:
    runs, slices, _ = table.cycles.shape
    if runs < 3:
        return True  # nothing to tell a trend from chance by
    middle = (first + slices + 1) // 2
    width = slices - middle
    limit = quantile_of(_TREND, runs - 1)
    for each in (table.cycles, table.times):
        change = each[:, middle:].sum(axis=1) - each[:, middle - width : middle].sum(axis=1)
        spread = change.std(axis=0, ddof=1) / math.sqrt(runs)
        if (np.abs(change.mean(axis=0)) > limit * np.maximum(spread, 1e-300)).any():
            return True
    return False


_TREND = 0.99998
FEWEST_SLICES = 15


def quantile_of(confidence: float, freedom: float) -> float:
    """Two-sided quantile of Student's t (Cornish-Fisher; within 0.5 % from 8 degrees)."""
    z = NormalDist().inv_cdf(0.5 + confidence / 2.0)
    v = max(freedom, 1.0)
    return z + (z**3 + z) / (4 * v) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v * v)


@dataclass(frozen=True)
class _Table:
    """Ends of cycles and the sum of their responses (s), each (replications, slices, chains)."""

    cycles: Array
    times: Array


def _table(runs: Sequence[Run]) -> _Table:
    slices = runs[0].slices
    shape = (len(runs), slices, len(runs[0].at))
    cycles, times = np.zeros(shape), np.zeros(shape)
    for i, run in enumerate(runs):
        for c, (at, response) in enumerate(zip(run.at, run.response, strict=True)):
            where = np.minimum((at * (slices / run.span_s)).astype(np.intp), slices - 1)
            cycles[i, :, c] = np.bincount(where, minlength=slices)
            times[i, :, c] = np.bincount(where, response, minlength=slices)
    return _Table(cycles, times)


@dataclass(frozen=True)
class _Sums:
    """Sums of one variant over the measured time, one row per replication."""

    cycles: Array
    times: Array
    span: float


def combine(programs: Sequence[Program], runs: Sequence[Sequence[Run]]) -> list[Simulated]:
    """Figures of every variant from replications, each of all programs and of equal length."""
    tables = [_table([row[v] for row in runs]) for v in range(len(programs))]
    cut, settled = warmup(tables)
    length = runs[0][0].span_s
    slices = runs[0][0].slices
    start, span = length * cut / slices, length * (slices - cut) / slices
    sums = [_Sums(t.cycles[:, cut:].sum(axis=1), t.times[:, cut:].sum(axis=1), span)
            for t in tables]  # fmt: skip
    out = []
    for v, program in enumerate(programs):
        chains: dict[str, ChainFigures] = {}
        changes: dict[str, Change] = {}
        for c, name in enumerate(program.chains):
            kept = [row[v].response[c][row[v].at[c] >= start] for row in runs]
            chains[name] = _figures(sums[v], c, kept)
            if v > 0:
                changes[name] = _change(sums[0], sums[v], c)
        # By replication and step, or pool: per second.
        served, stayed, held = (
            np.array([part[cut:].sum(axis=0) for part in parts]) / span
            for parts in (
                [row[v].served for row in runs], [row[v].sojourn for row in runs],
                [row[v].held for row in runs],
            )
        )  # fmt: skip
        use: dict[str, Array] = {}
        services: dict[tuple[int, str], Array] = {}
        number: dict[tuple[int, str], float] = {}
        for i, step in enumerate(program.steps):
            if step.kind != "serve":
                continue
            place = program.places[step.place]
            key = (step.arc, place.name)
            number[key] = number.get(key, 0.0) + float(stayed[:, i].mean())
            services[key] = services.get(key, 0.0) + served[:, i]
            if math.isfinite(place.servers) and not place.multipliers:
                work = served[:, i] * step.mean_s / (place.servers * place.copies)
                use[place.name] = use.get(place.name, 0.0) + work
        pools = {
            pool.name: _mean(held[:, k] / (pool.threads * pool.copies))
            for k, pool in enumerate(program.pools)
            if math.isfinite(pool.threads) and pool.threads > 0
        }
        out.append(
            Simulated(
                chains,
                {name: _mean(each) for name, each in use.items()},
                pools,
                {key: _mean(each) for key, each in services.items()},
                number,
                changes,
                len(runs),
                start,
                span * len(runs),
                sum(row[v].events for row in runs),
                settled,
            )
        )
    return out


def _mean(each: Array) -> Estimate:
    """Of a figure of each replication."""
    return Estimate(float(each.mean()), _half(each - each.mean(), 1.0))


def _half(residuals: Array, mean_weight: float) -> float:
    n = len(residuals)
    if n < 2 or mean_weight <= 0:
        return math.inf
    spread = float(np.sqrt((residuals**2).sum() / (n * (n - 1))))
    return quantile_of(CONFIDENCE, n - 1) * spread / mean_weight


def _figures(sums: _Sums, c: int, samples: Sequence[Array]) -> ChainFigures:
    cycles, times = sums.cycles[:, c], sums.times[:, c]
    throughput = Estimate(float(cycles.mean()) / sums.span,
                          _half(cycles - cycles.mean(), sums.span))  # fmt: skip
    if cycles.sum() == 0:
        nothing = Estimate(math.nan, math.inf)
        return ChainFigures(throughput, nothing, {}, 0, np.zeros(0))
    r = float(times.sum() / cycles.sum())
    response = Estimate(r, _half(times - r * cycles, float(cycles.mean())))
    values = np.sort(np.concatenate(samples))
    groups = [v for v in samples if len(v)]
    percentiles: dict[int, Estimate] = {}
    for p in PERCENTILES:
        at = float(np.quantile(values, p / 100))
        each = np.array([np.quantile(g, p / 100) for g in groups])
        half = math.inf
        if len(each) > 2:
            half = quantile_of(CONFIDENCE, len(each) - 1) * float(each.std(ddof=1))
            half /= math.sqrt(len(each))
        percentiles[p] = Estimate(at, half)
    return ChainFigures(throughput, response, percentiles, int(cycles.sum()), values)


def _change(base: _Sums, other: _Sums, c: int) -> Change:
    """Ratios of two variants that saw the same random numbers: residuals are taken pairwise."""
    mean0, mean1 = float(base.cycles[:, c].mean()), float(other.cycles[:, c].mean())
    if mean0 <= 0 or mean1 <= 0:
        nothing = Estimate(math.nan, math.inf)
        return Change(nothing, nothing)
    ratio = mean1 / mean0
    throughput = Estimate(ratio - 1.0, _half(other.cycles[:, c] - ratio * base.cycles[:, c], mean0))
    r0 = float(base.times[:, c].sum() / base.cycles[:, c].sum())
    r1 = float(other.times[:, c].sum() / other.cycles[:, c].sum())
    e0 = (base.times[:, c] - r0 * base.cycles[:, c]) / (mean0 * r0)
    e1 = (other.times[:, c] - r1 * other.cycles[:, c]) / (mean1 * r1)
    return Change(throughput, Estimate(r1 / r0 - 1.0, _half(e1 - e0, 1.0) * r1 / r0))
