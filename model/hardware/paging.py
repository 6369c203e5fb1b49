"""Paging devices: how long one page operation stops the task that needs the page.

`STALL_S` are hardware profile values, set from the runs that paged (001, Table 11): the time by
which one page operation lengthens the single-task nucleus's path, device, path length and waiting
for a CP included.

`absent_share` is how often work finds a page missing.  z/OS steals the pages that were not
referenced for longest, so that the first gigabytes that do not fit are hardly missed, and what is
missed grows with the square of their share.  In 001 (section 4.6) 20 GB less of real storage made
six times the page operations per command, on either device.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

STALL_S: Final[dict[str, float]] = {"none": 0.0, "flash": 124e-6, "disk": 1170e-6}
"""Seconds per 4 KB page operation (page-in or page-out) that a task stands still."""

_STEALING: Final = 6.7
"""Set from the two runs of Table 11 with 256 GB of real storage."""

SYSTEM_GB: Final = 4.0
"""Real storage of z/OS and of the jobs that call the database; 245 GB of cache fit into 256 GB
without paging in a read-only run, and just did not in an update run (001, section 4.3)."""


OF_OTHER_WORK: Final = 18_000.0
"""Page operations that a second of CPU of other work would need were all of its storage absent: a
tenth of what a command of the published database needs (3.1 in 17 microseconds, 001, Table 11),
because z/OS takes from a cache, of which most is touched seldom, before it takes from work that
touches all of its storage again and again. No report says how often that does."""
OF_OTHER_WORK_SD: Final = 1.4
"""Standard deviation of its logarithm: from a hundredth of the database's up to all of it."""
_SEED: Final = 20260117


def standing_still(amount: float, draws: int) -> npt.NDArray[np.float64]:
    """Seconds of page operations that a second of CPU of other work brings, (draws,).

    amount: share of its references that meet an absent page, times the seconds of a page operation.
    The first draw is the central one.
    """
    scores = np.zeros(draws)
    scores[1:] = np.random.default_rng(_SEED).standard_normal(max(draws - 1, 0))
    found: npt.NDArray[np.float64] = amount * OF_OTHER_WORK * np.exp(OF_OTHER_WORK_SD * scores)
    return found


def absent_share(lacking_share: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Share of the references that meet a page on the paging device.

    lacking_share: share of the storage in use that real storage cannot hold, 0 to 1.
    """
    share: npt.NDArray[np.float64] = -np.expm1(-_STEALING * lacking_share**2)
    return share
