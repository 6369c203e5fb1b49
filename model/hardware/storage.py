"""Real storage and page frames.

Larger frames save address translation.  The published runs differ in nothing but the frames under
the shared cache: 249.83, 239.05, 235.64 and 233.86 CPU minutes for pageable 4 KB, pageable 1 MB,
fixed 1 MB and fixed 2 GB frames (001, Table 9).  `FRAME_COST` is that difference as a fraction of
the whole difference between 4 KB and 2 GB frames; how large the difference is depends on how many
nuclei contend for the cache's space chain and is the subsystem model's business.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from model.topology import Component

LFAREA: Final = ("LFAREA_1M_GB", "LFAREA_2G_GB")
"""What a partition sets aside for frames of 1 MB and 2 GB."""

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


PAGE_GB = 2.0
"""Of a page of the larger size."""


def fixed_key(lpar: str) -> str:
    """The same of the part that stands in fixed frames, which are never taken from anybody."""
    return f"{lpar}/fixed{STORAGE}"


def unstated_paging_key(lpar: str) -> str:
    """Under which a background carries the GB by which a partition that states nothing to page to
    is shorter of real storage than as it was measured."""
    return f"{lpar}/unstated paging"


def more_large_key(lpar: str) -> str:
    """The same of what has come to stand in LFAREA since LFAREA_USED_GB was told, less than 0 where
    it stands there no longer."""
    return f"{lpar}/more in LFAREA{STORAGE}"


def in_large_frames(lpar: Component, asked_gb: Mapping[str, float], as_is: bool = False) -> float:
    """What stands in LFAREA of what asks for its frames, GB by size (``1M``, ``2G``): no more than
    is set aside for the size."""
    number = Component.number_as_is if as_is else Component.number
    return sum(
        min(gb, number(lpar, f"LFAREA_{size}_GB") or 0.0)
        for size, gb in asked_gb.items()
        if f"LFAREA_{size}_GB" in LFAREA
    )


def usable_of(lpar: Component, held: Mapping[str, float]) -> float | None:
    """Real storage of a partition that can be used, GB: what its LFAREA holds counts as well.

    held: what all workloads have under `fixed_key` and `more_large_key`. ``None`` where it is not
    known.
    """
    real_gb = lpar.number("REAL_STORAGE_GB")
    if real_gb is None:
        return None
    used_gb, pages = lpar.number("LFAREA_USED_GB"), lpar.measure("lfarea_2g_pages_used")
    if pages is not None:  # reports tell what is used of either size apart
        used_gb = PAGE_GB * pages + (used_gb or 0.0 if _reserves(lpar) else 0.0)
    if used_gb is None:
        # Where nobody says how much of LFAREA is used, all that there is today is taken to be.
        used_gb = sum(lpar.number_as_is(name) or 0.0 for name in LFAREA)
    # What is fixed stands there, though a setting that nobody told as it was measured hides that it
    # is new there.
    fixed_gb = held.get(fixed_key(lpar.id), 0.0)
    used_gb = max(used_gb + held.get(more_large_key(lpar.id), 0.0), fixed_gb)
    return max(usable_gb(real_gb, lfarea_gb(lpar), used_gb), 0.0)


def lfarea_gb(lpar: Component) -> float:
    """Storage that a partition sets aside for large frames, of either size.

    From z/OS 2.4 on what is stated for 1 MB is the most that may be fixed, and reserves nothing.
    """
    return sum(lpar.number(name) or 0.0 for name in (LFAREA if _reserves(lpar) else LFAREA[1:]))


def _reserves(lpar: Component) -> bool:
    """Whether what is stated for 1 MB is taken from 4 KB work."""
    return _release_reserves(str(lpar.value("OPSYS_RELEASE") or ""))


@lru_cache(maxsize=64)
def _release_reserves(name: str) -> bool:
    release = _RELEASE.match(name)
    return release is None or (int(release[1]), int(release[2])) < _NOT_RESERVED_FROM


_RELEASE = re.compile(r"V(\d+)R(\d+)")
_NOT_RESERVED_FROM = (2, 4)
"""z/OS 2.4, MVS Initialization and Tuning Guide, LFAREA parameter."""


def usable_gb(real_gb: float, lfarea_gb: float, lfarea_used_gb: float) -> float:
    """Real storage that 4 KB work can use: LFAREA that is reserved and unused is lost to it."""
    return real_gb - max(0.0, lfarea_gb - lfarea_used_gb)
