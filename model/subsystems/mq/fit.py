"""Constants of the MQ model: document 003, and performance reports by message size."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from model.subsystems.common import ConstantSet, Fitted, fitted
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
    """What published series by message size show; document 003 states the rest in words."""
    of = [one for one in series_of("mq") if not one.group.startswith(TESTED)]
    scatter = round(size_scatter(of), 4)
    series = tuple(one.id for one in of)
    return fitted("mq", {"size_scatter": Fitted(scatter, scatter, scatter, series)})
