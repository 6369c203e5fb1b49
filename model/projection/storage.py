"""Storage of partitions: who holds it, and where more is asked for than there is."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from model.catalogue import named
from model.contract.evaluation import FloatArray
from model.hardware.paging import (
    STALL_S,
    SYSTEM_GB,
    UNSTATED_STALL_S,
    absent_share,
    stalls,
    unstated,
)
from model.hardware.storage import (
    fixed_key,
    more_large_key,
    storage_key,
    unstated_paging_key,
    usable_of,
)
from model.language import say
from model.topology import Component, Topology


@dataclass(frozen=True)
class Held:
    """GB that workloads hold in a partition, by workload, and that can be used there.

    fixed: of these in frames that are never taken from anybody.
    """

    lpar: Component
    by_workload: Mapping[str, float]
    usable: float
    fixed: float = 0.0

    @property
    def total(self) -> float:
        """With z/OS."""
        return SYSTEM_GB + sum(self.by_workload.values())

    @property
    def lacking(self) -> float:
        """Share of what can be taken from it that does not fit."""
        taken = max(self.total - self.usable, 0.0)
        return min(taken / max(self.total - self.fixed, _LEAST_GB), 1.0)


def storage_held(topology: Topology, loads: Mapping[str, Mapping[str, float]]) -> Iterator[Held]:
    """Of each partition whose storage is known; loads: GB by workload (`storage_key`)."""
    for lpar in topology.of_kind("lpar"):
        if lpar.number("REAL_STORAGE_GB") is None:
            continue
        key = storage_key(lpar.id)
        held = {
            name: load[key] for name, load in loads.items() if load.get(key) and name in topology
        }
        if held:
            frames = {
                part: sum(loads[name].get(part, 0.0) for name in held)
                for part in (fixed_key(lpar.id), more_large_key(lpar.id))
            }
            usable = usable_of(lpar, frames) or 0.0
            yield Held(lpar, held, usable, frames[fixed_key(lpar.id)])


@dataclass(frozen=True)
class MorePaging:
    """What work of a partition meets of absent pages beyond what is in its measured times.

    share, today: of its references that meets them now and today. each_s, today_s: how long each
    takes now and today, 0 where nothing states what is paged to. came: the same two of the
    partitions that work was measured in, by workload that comes from another.
    """

    share: float = 0.0
    today: float = 0.0
    each_s: float = 0.0
    today_s: float = 0.0
    came: tuple[tuple[str, float, float], ...] = ()

    def share_of(self, anchor: str) -> float:
        """Of a workload's references what meets absent pages now and did not as it was measured."""
        more = self.share - self._was(anchor)[0]
        return more if more > _LEAST else 0.0

    @property
    def stated(self) -> bool:
        """Whether it is known what the partition pages to."""
        return self.each_s > 0.0

    @property
    def wait_s(self) -> float:
        """How long a page takes, most likely where that is not known."""
        return self.each_s or UNSTATED_STALL_S

    def longer_s(self, anchor: str) -> float:
        """By how much each page of a workload takes longer than as it was measured."""
        was_s = self._was(anchor)[1]
        return max(self.wait_s - was_s, 0.0) if was_s > 0.0 else 0.0

    def longer_under(self, anchor: str, draws: int) -> FloatArray:
        """The same under so many draws of what is not known of devices."""
        if self.stated:
            return stalls(self.longer_s(anchor), draws)
        was_s = self._was(anchor)[1]
        return np.maximum(self.wait_s * unstated(draws) - was_s, 0.0)

    def _was(self, anchor: str) -> tuple[float, float]:
        found = ((share, each_s) for name, share, each_s in self.came if name == anchor)
        return next(found, (self.today, self.today_s))


def more_paging(
    topology: Topology,
    loads: Mapping[str, Mapping[str, float]],
    today: Topology,
    held_today: Sequence[Held],
) -> tuple[dict[str, MorePaging], dict[str, float]]:
    """See `paging_of_others` and `shorter_unstated`."""
    held = tuple(storage_held(topology, loads))
    return (
        paging_of_others(topology, loads, held, today, held_today),
        shorter_unstated(held, held_today),
    )


def paging_of_others(
    topology: Topology,
    loads: Iterable[str],
    held: Iterable[Held],
    today: Topology,
    held_today: Iterable[Held],
) -> dict[str, MorePaging]:
    """By partition how much more than as it was measured its work waits for absent pages.

    loads: workloads. held, held_today: what they hold (`storage_held`).
    """
    before, after = _absent(held_today), _absent(held)
    came: dict[str, list[tuple[str, float, float]]] = {}
    for anchor in loads:
        there, here = (_partition(one, anchor) for one in (today, topology))
        if there is not None and here is not None and there.id != here.id:
            was = (anchor, before.get(there.id, 0.0), _stall_s(there))
            came.setdefault(here.id, []).append(was)
    found = {}
    for lpar in topology.of_kind("lpar"):
        name = lpar.id
        more = MorePaging(
            after.get(name, 0.0),
            before.get(name, 0.0),
            _stall_s(lpar),
            _stall_s(today[name]) if name in today else 0.0,
            tuple(came.get(name, ())),
        )
        some = ("", *(anchor for anchor, _, _ in more.came))
        if any(more.share_of(anchor) or more.longer_s(anchor) for anchor in some):
            found[name] = more
    return found


def shorter_unstated(held: Iterable[Held], held_today: Iterable[Held]) -> dict[str, float]:
    """By partition that states nothing to page to the GB by which it is shorter of storage than as
    it was measured; less than 0 where it has more room, infinite where that was of no work. What
    paged to a device that it has no longer is all of it new."""
    was = {
        one.lpar.id: min(one.total - one.usable, 0.0 if _stall_s(one.lpar) else math.inf)
        for one in held_today
    }
    return {
        one.lpar.id: one.total - one.usable - was.get(one.lpar.id, -math.inf)
        for one in held
        if not _stall_s(one.lpar)
    }


def paging_itself(shorter: Mapping[str, float], hosts_today: Collection[str]) -> dict[str, float]:
    """Background of a workload whose own model tells what it pages; shorter: `shorter_unstated`.

    hosts_today: partitions in which it was measured; what it pages in others is all new to it.
    """
    return {
        unstated_paging_key(name): min(gb, ALL_NEW_GB) if name in hosts_today else ALL_NEW_GB
        for name, gb in shorter.items()
        if gb > _LEAST_GB or name not in hosts_today
    }


ALL_NEW_GB = 1e5
"""More than any partition is short of."""
_LEAST_GB = 1.5e-3
"""Less is how exactly storage is known."""


def _absent(held: Iterable[Held]) -> dict[str, float]:
    """By partition the share of references that meet an absent page."""
    lacking = {one.lpar.id: one.lacking for one in held}
    shares = absent_share(np.array(list(lacking.values())))
    return dict(zip(lacking, shares.tolist(), strict=True))


def _partition(topology: Topology, anchor: str) -> Component | None:
    return topology.ancestor(anchor, "lpar") if anchor in topology else None


def _stall_s(lpar: Component) -> float:
    return STALL_S.get(str(lpar.value("PAGE_DEVICE")), 0.0)


_LEAST = 1e-4
"""Of references: less is how exactly loads are known."""


def overcommitted(topology: Topology, loads: Mapping[str, Mapping[str, float]]) -> dict[str, str]:
    """By partition a sentence where what lives in it holds more than its real storage.

    loads: of every workload, with GB under `storage_key`.
    """
    return {
        one.lpar.id: _short(topology, one) + _fixed(one)
        for one in storage_held(topology, loads)
        if one.lacking > 0.0
    }


def _fixed(one: Held) -> str:
    """What is said of fixed frames in a partition that is short of storage."""
    if one.fixed <= 0.0:
        return ""
    return say(
        "; {fixed:,.0f} GB of it stand in fixed frames, of which nothing is taken: what lacks is "
        "taken from the {rest:,.0f} GB beside them, z/OS's own among these, and what z/OS then "
        "does more slowly is in no figure here",
        fixed=one.fixed,
        rest=one.total - one.fixed,
    )


def _short(topology: Topology, one: Held) -> str:
    """What is said of a partition that is short of storage."""
    held = one.by_workload
    largest = max(held, key=lambda name: held[name])
    values = {
        "lpar": named(one.lpar),
        "total": one.total,
        "usable": one.usable,
        "largest": named(topology[largest]),
        "most": held[largest],
        "flash_us": 1e6 * STALL_S["flash"],
        "disk_us": 1e6 * STALL_S["disk"],
    }
    if "PAGE_DEVICE" in one.lpar.settings and not _stall_s(one.lpar):
        return say(
            "{lpar}: its workloads and z/OS hold {total:,.0f} GB where {usable:,.0f} GB of "
            "real storage are usable, most of it {largest} with {most:,.0f} GB, and "
            "PAGE_DEVICE none leaves nothing to page to, so that it would not fit; it is "
            "projected as if it paged, to anything from flash to disk ({flash_us:,.0f} to "
            "{disk_us:,.0f} µs a page): set PAGE_DEVICE to flash or disk, or give it storage",
            **values,
        )
    if not _stall_s(one.lpar):
        return say(
            "{lpar}: its workloads and z/OS hold {total:,.0f} GB where {usable:,.0f} GB of "
            "real storage are usable, most of it {largest} with {most:,.0f} GB: pages are "
            "stolen from all who live there, and as PAGE_DEVICE does not state what it pages "
            "to, anything from flash to disk is in the bands ({flash_us:,.0f} to "
            "{disk_us:,.0f} µs a page); the page data set activity report of RMF tells",
            **values,
        )
    return say(
        "{lpar}: its workloads and z/OS hold {total:,.0f} GB where {usable:,.0f} GB of real "
        "storage are usable, most of it {largest} with {most:,.0f} GB: pages are stolen from "
        "all who live there; how often others than a database touch them is assumed, from a "
        "hundredth of what a database does to as often",
        **values,
    )
