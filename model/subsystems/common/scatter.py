"""How well a curve through few published points is known between and beyond them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from model.quantiles import third_sd

RUN_TO_RUN = 0.015
"""Relative standard deviation of a repeated run; the SVC dump pair of 003 differs by 3 %."""


def gap_sd(value: float, measured: Sequence[float]) -> float:
    """Relative standard deviation of a figure that a law interpolates or extrapolates.

    At a measured point it is the scatter of repeated runs. Elsewhere the 90 % half-width is a third
    of the distance to the nearest measured value: a monotone truth cannot pass that value, and
    nothing else says where in between it lies. Stated judgement, the same for all products.
    """
    if value == 0.0:
        return 0.0
    distance = min(abs(value - point) for point in measured)
    return math.hypot(RUN_TO_RUN, third_sd(distance / abs(value)))
