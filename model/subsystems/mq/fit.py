"""Constants of the MQ model: document 003, and performance reports by message size."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from model.subsystems.common import Constant, ConstantSet
from model.subsystems.common.series import Series, series_of

TESTED: Final = "plain"
"""Series whose group begins so are not fitted to."""
CPU: Final = "cpu_us_per_message"


def affine(one: Series) -> tuple[float, float]:
    """Fixed part (µs) and part per KB of a series, by least squares of relative misses."""
    sizes, cpu = np.array(one.at), np.array(one.results[CPU])
    rows = np.stack([1.0 / cpu, sizes / cpu], axis=1)
    fixed, per_kb = np.linalg.lstsq(rows, np.ones(len(cpu)), rcond=None)[0]
    return float(fixed), float(per_kb)


def size_scatter(chosen: Sequence[Series]) -> float:
    """Standard deviation of the logarithm about the laws of the series."""
    total, free = 0.0, 0
    for one in chosen:
        fixed, per_kb = affine(one)
        for size, cpu in zip(one.at, one.results[CPU], strict=True):
            total += math.log((fixed + per_kb * size) / cpu) ** 2
        free += len(one.at) - 2
    return math.sqrt(total / free)


def fit_constants() -> ConstantSet:
    """What document 003 states in words, and what published series by message size show."""
    fitted = [one for one in series_of("mq") if not one.group.startswith(TESTED)]
    return ConstantSet(
        "MQ",
        (
            Constant(
                "sync_io_us",
                "µs",
                "Time that a message waits for one synchronous page set read or write.",
                500.0,
                250.0,
                1_000.0,
                "lognormal",
                "003, 4.2.1: assumed average; interval of a factor of two is judgement",
            ),
            Constant(
                "refills",
                "count",
                "How often within a statistics interval a queue outgrew the pool; once means "
                "that most buffers are needed to cure it.",
                1.0,
                1.0,
                4.0,
                "uniform",
                "stated assumption: the statistics do not tell; the central value asks for most",
            ),
            Constant(
                "fixed_cpu_saving",
                "ratio",
                "CPU per message saved by a large pool fixed in real storage above the bar.",
                0.15,
                0.10,
                0.20,
                "uniform",
                "003, 4.2 Performance analysis: 10 to 20 %",
            ),
            Constant(
                "fixed_part_kb",
                "KB",
                "What a message costs whatever its size, as the size that would cost as much "
                "again.",
                20.0,
                5.0,
                80.0,
                "lognormal",
                "stated judgement, chosen with 003, figures 4-7 and 4-8 (10 KB), and request/reply "
                "over a plain channel on a z16 (42 KB) in view; all other series test it",
            ),
            Constant(
                "size_scatter",
                "ratio",
                "How far a size's CPU lies from the law of its series (standard deviation of the "
                "logarithm).",
                round(size_scatter(fitted), 4),
                round(size_scatter(fitted), 4),
                round(size_scatter(fitted), 4),
                "fixed",
                "fitted: scatter about the law of each series over encrypted channels and of Q "
                "Replication (MQ Performance, Hursley); series over plain channels test it",
                series=tuple(one.id for one in fitted),
            ),
        ),
    )
