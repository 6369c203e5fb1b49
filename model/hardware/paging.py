"""Paging devices: how long one page operation stops the task that needs the page, and how many
of them a device does at the same time.

How many that are follows from RMF's page data set report where an installation has one: pages
moved, and the share of samples in which ASM used each data set (% IN USE, SMF75USE). By the
utilisation law a data set that is in use a fifth of the time moves five times as much when it
always is.

`STALL_S` are hardware profile values, set from the runs that paged (001, Table 11): the time by
which one page operation lengthens the single-task nucleus's path, device, path length and waiting
for a CP included.

`absent_share` is how often work finds a page missing.  z/OS steals the pages that were not
referenced for longest, so that the first gigabytes that do not fit are hardly missed, and what is
missed grows with the square of their share.  In 001 (section 4.6) 20 GB less of real storage made
six times the page operations per command, on either device.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

import numpy as np
import numpy.typing as npt

from model.hardware.draws import log_normal
from model.topology import Component, Topology

STALL_S: Final[dict[str, float]] = {"none": 0.0, "flash": 124e-6, "disk": 1170e-6}
"""Seconds per 4 KB page operation (page-in or page-out) that a task stands still."""

UNSTATED_STALL_S: Final = math.sqrt(STALL_S["flash"] * STALL_S["disk"])
UNSTATED_STALL_SD: Final = math.log(STALL_S["disk"] / STALL_S["flash"]) / (2.0 * 1.645)
"""Where nothing states what a system pages to: nine of ten draws lie between flash and disk."""
_UNSTATED_SEED: Final = 20261129

STALL_SD: Final = 0.29
"""Standard deviation of its logarithm for other work than that of 001: from 0.7 to 1.8 ms on disk
(figures 4-1 and 4-5 of 003 together)."""
_STALL_SEED: Final = 20261127

AT_ONCE: Final = 31.0
"""Page operations that a device does at the same time. All 31 nuclei of 001 stood still at once for
nearly all of the time (27,000 a second to disk, 195,000 to flash; section 4.6), and each operation
took no longer than with half as many under way: a device does as many at once as that. That one
does more nobody has measured."""
AT_ONCE_SD: Final = 1.0
"""Standard deviation of its logarithm for an installation whose devices no report describes."""
FEWEST_AT_ONCE: Final = 4.0
"""What any device does at once: so few never wait."""
_MOST_AT_ONCE: Final = 250.0
_STEPS: Final = 2.0
"""Steps to which a draw of it is rounded for a factor of two: each needs wait tables of its own."""
_DEVICES_SEED: Final = 20261123
_MOVED: Final = "page_data_set_pages_per_s."
_IN_USE: Final = "page_data_set_in_use_pct."
_FLASH: Final = "SCM"
_LEAST_IN_USE_PCT: Final = 1.0
"""Of a device whose service time is taken from it: less are fewer than ten of the samples that RMF
takes in a quarter of an hour."""

_STEALING: Final = 6.7
"""Set from the two runs of Table 11 with 256 GB of real storage."""

SYSTEM_GB: Final = 4.0
"""Real storage of z/OS and of the jobs that call the database; 245 GB of cache fit into 256 GB
without paging in a read-only run, and just did not in an update run (001, section 4.3)."""


OPERATIONS_EACH: Final = 2.0
"""Page operations of a page-in: a page that comes in drives another one out."""

LEFT_SD: Final = 0.5
"""Standard deviation of the logarithm of the exponent of `page_ins_left`. Assumed: no report says
which of the pages that come back are those asked for most."""
_LEFT_SEED: Final = 20261128

OF_OTHER_WORK: Final = 18_000.0
"""Page operations that a second of CPU of other work would need were all of its storage absent: a
tenth of what a command of the published database needs (3.1 in 17 microseconds, 001, Table 11),
because z/OS takes from a cache, of which most is touched seldom, before it takes from work that
touches all of its storage again and again. No report says how often that does."""
OF_OTHER_WORK_SD: Final = 1.4
"""Standard deviation of its logarithm: from a hundredth of the database's up to all of it."""
_SEED: Final = 20260117


def device_of(topology: Topology, lpar: Component) -> str:
    """The device that a system pages to, by a name that all have who share it.

    Flash belongs to the machine. Page data sets stand on the DASD subsystem that the work of the
    system uses, where that is one.
    """
    device = str(lpar.value("PAGE_DEVICE"))
    shared: Component | None = None
    if device == "flash":
        shared = topology.ancestor(lpar.id, "cpc")
    elif device == "disk":
        used = {disk.id: disk for disk in _disks_of(topology, lpar)}
        shared = next(iter(used.values())) if len(used) == 1 else None
    return f"{(lpar if shared is None else shared).id}{DEVICE}"


DEVICE: Final = "/paging"
"""What the name of a paging device ends with."""


def _disks_of(topology: Topology, lpar: Component) -> list[Component]:
    """DASD subsystems that work of a system uses, by itself or as a member of something."""

    def lives_here(part: Component) -> bool:
        system = topology.ancestor(part.id, "lpar")
        return system is not None and system.id == lpar.id

    return [
        disk
        for disk in topology.of_kind("dasd")
        if any(
            lives_here(part)
            for user in topology.sources(disk.id, "uses")
            for part in (user, *topology.sources(user.id, "member"))
        )
    ]


def measured_at_once(topology: Topology) -> dict[str, float]:
    """Page operations that devices do at the same time, by the reports of all who share them.

    By device, as `device_of` names it. A page data set serves one request after the other: while in
    use it moves as many pages a second as it ever can. So many are under way, each for `STALL_S`,
    when it always is.
    """
    sums: dict[str, tuple[float, float, float]] = {}
    for lpar in topology.of_kind("lpar"):
        kind = str(lpar.value("PAGE_DEVICE"))
        used = {
            name: share
            for name, share in lpar.of_figures(_in_use).items()
            if (name == _FLASH) == (kind == "flash") and share > 0.0
        }
        if not used or kind not in STALL_S:
            continue
        pages = lpar.of_figures(_moved)
        device = device_of(topology, lpar)
        moved, in_use_pct, most = sums.get(device, (0.0, 0.0, 0.0))
        sums[device] = (
            moved + sum(pages.get(name, 0.0) for name in used),
            in_use_pct + sum(used.values()),
            most + len(used) * STALL_S[kind],
        )
    return {
        device: min(100.0 * most * moved / in_use_pct, _MOST_AT_ONCE)
        for device, (moved, in_use_pct, most) in sums.items()
        if in_use_pct >= _LEAST_IN_USE_PCT and moved > 0.0
    }


def least_in_use(lpar: Component) -> dict[str, tuple[float, float, float]]:
    """By data set: pages a second, the per cent of time in use, and what these take at the least.

    At the least by the utilisation law, with as many at once as any device does.
    """
    stall_s, used = STALL_S.get(str(lpar.value("PAGE_DEVICE")), 0.0), lpar.of_figures(_in_use)
    return {
        name: (moved, used[name], 100.0 * moved * stall_s / _MOST_AT_ONCE)
        for name, moved in lpar.of_figures(_moved).items()
        if name in used
    }


def _in_use(figures: Mapping[str, float]) -> dict[str, float]:
    return _parts(figures, _IN_USE)


def _moved(figures: Mapping[str, float]) -> dict[str, float]:
    return _parts(figures, _MOVED)


def _parts(figures: Mapping[str, float], head: str) -> dict[str, float]:
    """Measured figures by data set."""
    return {
        name.removeprefix(head): share for name, share in figures.items() if name.startswith(head)
    }


def at_once(draws: int, measured: float | None = None) -> npt.NDArray[np.float64]:
    """Draws of how many page operations a device does at the same time, (draws,).

    measured: what it does if it serves one after the other while it is in use. It may serve
    several: RMF's samples do not tell, so that half of the draws are of more.
    """
    factors = log_normal(draws, AT_ONCE_SD, _DEVICES_SEED)
    steps = np.exp2(np.round(_STEPS * np.log2(factors)) / _STEPS)
    if measured is not None:
        return np.minimum(measured * np.maximum(steps, 1.0), _MOST_AT_ONCE)
    found: npt.NDArray[np.float64] = np.clip(
        np.round(AT_ONCE * steps), FEWEST_AT_ONCE, _MOST_AT_ONCE
    )
    return found


def stalls(seconds: float, draws: int) -> npt.NDArray[np.float64]:
    """Draws of the time of page operations that take so long by `STALL_S`, (draws,)."""
    found: npt.NDArray[np.float64] = seconds * log_normal(draws, STALL_SD, _STALL_SEED)
    return found


def unstated(draws: int) -> npt.NDArray[np.float64]:
    """Draws of the factor to `UNSTATED_STALL_S` where nothing states what is paged to, (draws,)."""
    return log_normal(draws, UNSTATED_STALL_SD, _UNSTATED_SEED)


def standing_still(amount: float, draws: int, stated: bool = True) -> npt.NDArray[np.float64]:
    """Seconds of page operations that a second of CPU of other work brings, (draws,).

    amount: share of its references that meet an absent page, times the seconds of a page operation.
    stated: whether it is known what is paged to, and not `UNSTATED_STALL_S` for want of that.
    The first draw is the central one.
    """
    if not stated:
        return standing_still(amount, draws) * unstated(draws)
    scores = np.zeros(draws)
    scores[1:] = np.random.default_rng(_SEED).standard_normal(max(draws - 1, 0))
    found: npt.NDArray[np.float64] = amount * OF_OTHER_WORK * np.exp(OF_OTHER_WORK_SD * scores)
    return found


def page_ins_left(share: float, draws: int) -> npt.NDArray[np.float64]:
    """Share of page-ins that is left where ``share`` of the pages still are paged out, (draws,).

    As much of them where all are asked for alike; more or less where not.
    """
    found: npt.NDArray[np.float64] = share ** log_normal(draws, LEFT_SD, _LEFT_SEED)
    return found


def page_ins_more(share: float, draws: int) -> npt.NDArray[np.float64]:
    """Page-ins that a second of CPU of other work brings where ``share`` of its references meet an
    absent page, (draws,)."""
    return standing_still(share, draws) / OPERATIONS_EACH


def absent_share(lacking_share: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Share of the references that meet a page on the paging device.

    lacking_share: share of the storage in use that real storage cannot hold, 0 to 1.
    """
    share: npt.NDArray[np.float64] = -np.expm1(-_STEALING * lacking_share**2)
    return share
