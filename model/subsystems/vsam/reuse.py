"""How the misses of an LSR buffer pool follow the number of its buffers."""

from __future__ import annotations

import math

import numpy as np

from model.subsystems.evaluation import FloatArray

SCAN_LIMIT = 1_000
"""Buffers of one kind beyond which scanning them costs CPU (002, VSAM Lookaside)."""


def miss_ratio(
    buffers: float, buffers_was: float, miss_was: float, mix: FloatArray
) -> FloatArray:
    """Share of requests that need an I/O, shape of ``mix``.

    Two laws pass through the one measured point: misses falling with a power of the buffers
    (misses of a single buffer are all requests), and hits growing with their logarithm. ``mix``
    is the weight of the second. Falls as buffers are added, between 0 and 1.
    """
    if miss_was <= 0.0 or miss_was >= 1.0 or buffers_was <= 1.0 or buffers == buffers_was:
        return np.full_like(mix, min(1.0, max(0.0, miss_was)))
    growth = math.log(max(buffers, 1.0)) / math.log(buffers_was)
    power = miss_was**growth
    logarithmic = max(0.0, 1.0 - (1.0 - miss_was) * growth)
    blended: FloatArray = (1.0 - mix) * power + mix * logarithmic
    return np.clip(blended, 0.0, 1.0)
