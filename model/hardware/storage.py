"""Real storage and page frames.

Larger frames save address translation.  The published runs differ in nothing but the frames under
the shared cache: 249.83, 239.05, 235.64 and 233.86 CPU minutes for pageable 4 KB, pageable 1 MB,
fixed 1 MB and fixed 2 GB frames (001, Table 9).  `FRAME_COST` is that difference as a fraction of
the whole difference between 4 KB and 2 GB frames; how large the difference is depends on how many
nuclei contend for the cache's space chain and is the subsystem model's business.
"""

from __future__ import annotations

from typing import Final

FRAME_COST: Final[dict[str, float]] = {
    "4K pageable": 1.0,
    "1M pageable": (239.05 - 233.86) / (249.83 - 233.86),
    "1M fixed": (235.64 - 233.86) / (249.83 - 233.86),
    "2G fixed": 0.0,
    "LARGEPAGE=YES": (235.64 - 233.86) / (249.83 - 233.86),
}
"""Extra CPU by frame type, 1 = that of 4 KB frames; LARGEPAGE=YES takes fixed 1 MB frames."""

FIXED_FRAMES: Final[frozenset[str]] = frozenset({"1M fixed", "2G fixed", "LARGEPAGE=YES"})
"""Frames that never page."""


STORAGE: Final = "/storage GB"


def storage_key(lpar: str) -> str:
    """Under which loads and backgrounds carry the GB that workloads hold in a partition."""
    return f"{lpar}{STORAGE}"


def fixed_key(lpar: str) -> str:
    """The same of the part that stands in fixed frames, which are never taken from anybody."""
    return f"{lpar}/fixed{STORAGE}"


def unstated_paging_key(lpar: str) -> str:
    """Under which a background carries the GB by which a partition that states nothing to page to
    is shorter of real storage than as it was measured."""
    return f"{lpar}/unstated paging"


def usable_gb(real_gb: float, lfarea_gb: float, lfarea_used_gb: float) -> float:
    """Real storage that 4 KB work can use: LFAREA that is reserved and unused is lost to it."""
    return real_gb - max(0.0, lfarea_gb - lfarea_used_gb)
