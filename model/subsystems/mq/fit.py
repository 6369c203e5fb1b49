"""Constants of the MQ model: document 003, and performance reports by message size."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Final

import numpy as np

from model.quantiles import NORMAL_QUANTILE_90, student_wider
from model.subsystems.common import ConstantSet, Fitted, fitted
from model.subsystems.common.series import Series, series_of

TESTED: Final = "plain"
"""Series whose group begins so are not fitted to."""
CPU: Final = "cpu_us_per_message"
USUAL_KB: Final = 20.0
"""The fixed part of a message whose path nobody knows, as the size that would cost as much: between
003, figures 4-7 and 4-8 (10 KB), and request/reply over a plain channel on a z16 (42 KB)."""
_LEAST_KB: Final = 0.5
APART: Final = 4.0
"""Times as large as the smaller of two sizes is the other one that tell a line: of nearer ones the
line is mostly scatter."""
BEYOND: Final = 2.0
"""Times as large as both is a size that is beyond them."""


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


def beyond_scatter(chosen: Sequence[Series]) -> float:
    """How far CPU lies from a line through two smaller sizes, for sizes e times the larger one.

    Root mean square of the logarithm, which grows as the logarithm of the sizes' ratio does; one
    value a path, as series of one path are not independent, and widened by Student's t.
    """
    by_path: dict[str, list[float]] = {}
    for one in chosen:
        for (a, b, c), (near, far, beyond) in zip(
            combinations(one.at, 3), combinations(one.results[CPU], 3), strict=True
        ):
            line = far + (far - near) / (b - a) * (c - b)
            if b < APART * a or c < BEYOND * b or line <= 0.0:
                continue
            miss = math.log(beyond / line) / math.log(c / b)
            by_path.setdefault(path_of(one), []).append(miss**2)
    squares = [float(np.mean(misses)) for misses in by_path.values()]
    return student_wider(len(squares)) * math.sqrt(sum(squares) / len(squares))


def path_of(one: Series) -> str:
    """The way that messages of a series go: the channel's cipher, or how who puts is connected."""
    return str(one.fixed.get("channel") or one.fixed["connection"])


def fixed_sd(chosen: Sequence[Series]) -> float:
    """How far the fixed parts of messages lie from `USUAL_KB` (of the logarithm), one a path.

    Series of one path are not independent of each other. Few paths have been measured, so that the
    root mean square is widened by Student's t.
    """
    by_path: dict[str, list[float]] = {}
    for one in chosen:
        fixed, per_kb = affine(one)
        away = math.log(max(fixed / per_kb, _LEAST_KB) / USUAL_KB)
        by_path.setdefault(path_of(one), []).append(away)
    squares = [float(np.mean(away)) ** 2 for away in by_path.values()]
    return student_wider(len(squares)) * math.sqrt(sum(squares) / len(squares))


def fit_constants(without: str = "") -> ConstantSet:
    """What published series by message size show; document 003 states the rest in words.

    without: how the groups of series begin that the spread of fixed parts is not fitted to.
    """
    every = series_of("mq")
    of = [one for one in every if not one.group.startswith(TESTED)]
    scatter = round(size_scatter(of), 4)
    series = tuple(one.id for one in of)
    beyond = round(beyond_scatter(of), 4)
    paths = [one for one in every if not (without and one.group.startswith(without))]
    wider = math.exp(NORMAL_QUANTILE_90 * fixed_sd(paths))
    ends = (float(f"{USUAL_KB / wider:.3g}"), float(f"{USUAL_KB * wider:.3g}"))
    return fitted(
        "mq",
        {
            "fixed_part_kb": Fitted(USUAL_KB, *ends, tuple(one.id for one in paths)),
            "size_scatter": Fitted(scatter, scatter, scatter, series),
            "beyond_scatter": Fitted(beyond, beyond, beyond, series),
        },
    )
