"""Paging devices: how long one page operation stops the task that needs the page.

Both figures are hardware profile values, set from the runs that paged (001, Table 11): the time by
which one page operation lengthens the single-task nucleus's path, device, path length and waiting
for a CP included.
"""

from __future__ import annotations

from typing import Final

STALL_S: Final[dict[str, float]] = {"none": 0.0, "flash": 118e-6, "disk": 1150e-6}
"""Seconds per 4 KB page operation (page-in or page-out) that a task stands still."""

PAGE_KB = 4.096
