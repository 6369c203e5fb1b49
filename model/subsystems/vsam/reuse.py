"""How the misses of an LSR buffer pool follow the number of its buffers."""

from __future__ import annotations

import math

import numpy as np

from model.contract.evaluation import FloatArray

SCAN_LIMIT = 1_000
"""Buffers of one kind beyond which scanning them costs CPU (002, VSAM Lookaside)."""


def miss_ratio(buffers: float, buffers_was: float, miss_was: float, mix: FloatArray) -> FloatArray:
    """Share of requests that need an I/O, shape of ``mix``.

    One measured point does not fix a curve. Two power laws through it bracket what is seen in
    practice: one whose misses reach all requests at a single buffer (little reuse of what the pool
    holds), and misses falling with the square root of the buffers. ``mix`` is the weight of the
    second. Falls as buffers are added, between 0 and 1.
    """
    if miss_was <= 0.0 or miss_was >= 1.0 or buffers_was <= 1.0 or buffers == buffers_was:
        return np.full_like(mix, min(1.0, max(0.0, miss_was)))
    size = max(buffers, 1.0)
    anchored = miss_was ** (math.log(size) / math.log(buffers_was))
    root = miss_was * math.sqrt(buffers_was / size)
    blended: FloatArray = (1.0 - mix) * anchored + mix * min(1.0, root)
    return np.clip(blended, 0.0, 1.0)
