"""Page set I/O of a queue manager's buffer pools with other numbers of buffers."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from model.contract.evaluation import FloatArray

USABLE_SHARE = 0.95
"""Synchronous writes start when 95 % of a pool is in use (003, 4.2.1)."""
AMPLE_SHARE = 0.85
"""A pool of which less was in use at the peak is not too small (003, 4.2.1)."""
_BY_AGE = 0.25
"""Of the reads of pages that grew old in a pool with buffers to spare: the power of its buffers
that they go with, for each refill. None to all in proportion (judgement)."""
PAGESET_GROWTH = 1.2
"""A pool need not exceed 120 % of the pages of its page sets (003, 4.2.1)."""

FIRST_READS = 0.25
"""Most of a pool's page set I/Os that are of pages read the first time since the start, which no
size of the pool spares (judgement; the statistics count them with all others)."""


def pool_ceiling(pages: float) -> int:
    """Most buffers that page sets with so many pages can make use of (003, 4.2.1)."""
    return math.ceil(PAGESET_GROWTH * pages - 1e-9)


def synchronous_delay_s(reads: float, writes: float, sync_io_us: float = 500.0) -> float:
    """Time that applications waited for synchronous page set I/O (003, 4.2.1)."""
    return (reads + writes) * sync_io_us / 1e6


def lacking_share(pool: Mapping[str, Any]) -> float:
    """Part of a pool's page set I/Os that is for want of buffers: all where nobody knows its peak.

    None where no more than `AMPLE_SHARE` of it was ever in use, all from `USABLE_SHARE`.
    """
    if pool["low_buffers"] is None:
        return 1.0
    used: float = 1.0 - pool["low_buffers"] / pool["buffers"]
    return min(max((used - AMPLE_SHARE) / (USABLE_SHARE - AMPLE_SHARE), 0.0), 1.0)


def synchronous_ios(pool: Mapping[str, Any], buffers: float, refills: FloatArray) -> FloatArray:
    """Synchronous reads and writes of a pool with another number of buffers.

    ``pool`` holds the measured counts and the buffers they were counted under. Of those for want of
    buffers, more buffers take away one I/O for each usable buffer and refill; of the others a power
    of them. Where they hold every page there is all are gone but those of pages that come for the
    first time, up to `FIRST_READS` of them. With fewer, pages that no longer fit at the peak are
    written and read back once a refill, of which there is one at least. Never more than the page
    sets can fill.
    """
    was, sync = pool["buffers"], pool["sync"]
    if buffers > was and pool["pages"] and USABLE_SHARE * buffers >= pool["pages"]:
        first: FloatArray = FIRST_READS * sync * np.clip(1.0 - refills, 0.0, 1.0)
        return first
    lacks = lacking_share(pool)
    aged: FloatArray = (1.0 - lacks) * sync * (was / buffers) ** (_BY_AGE * refills)
    spared = refills * USABLE_SHARE * (buffers - was)
    if buffers >= was:
        fewer: FloatArray = aged + np.maximum(0.0, lacks * sync - spared)
        return fewer
    if pool["low_buffers"] is None:
        peak = was if sync > 0 or pool["pages"] is None else min(was, pool["pages"])
    else:
        peak = max(0.0, was - pool["low_buffers"])
    if pool["pages"] is not None:
        peak = min(peak, pool["pages"])
    lacking = max(0.0, peak - USABLE_SHARE * buffers) - max(0.0, peak - USABLE_SHARE * was)
    extra: FloatArray = 2.0 * lacking * np.maximum(refills, 1.0)
    if sync > 0.0:  # it was too small for what came: each buffer less costs what one spares
        extra = np.maximum(extra, -lacks * spared)
    found: FloatArray = aged + lacks * sync + extra
    return found
