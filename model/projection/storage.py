"""Storage of partitions: who holds it, and where more is asked for than there is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from model.catalogue import named
from model.hardware.paging import STALL_S, SYSTEM_GB, absent_share
from model.hardware.storage import storage_key, usable_gb
from model.language import say
from model.topology import Component, Topology


@dataclass(frozen=True)
class _Held:
    """GB that workloads hold in a partition, by workload, and that can be used there."""

    lpar: Component
    by_workload: Mapping[str, float]
    usable: float

    @property
    def total(self) -> float:
        """With z/OS."""
        return SYSTEM_GB + sum(self.by_workload.values())

    @property
    def lacking(self) -> float:
        """Share of it that does not fit."""
        return max(1.0 - self.usable / self.total, 0.0)


def _held(topology: Topology, loads: Mapping[str, Mapping[str, float]]) -> Iterator[_Held]:
    for lpar in topology.of_kind("lpar"):
        real = lpar.number("REAL_STORAGE_GB")
        if real is None:
            continue
        key = storage_key(lpar.id)
        held = {
            name: load[key] for name, load in loads.items() if load.get(key) and name in topology
        }
        reserved = (lpar.number("LFAREA_1M_GB") or 0.0) + (lpar.number("LFAREA_2G_GB") or 0.0)
        used = lpar.number("LFAREA_USED_GB")
        usable = max(usable_gb(real, reserved, reserved if used is None else used), 0.0)
        if held:
            yield _Held(lpar, held, usable)


@dataclass(frozen=True)
class MorePaging:
    """What work of a partition meets of absent pages beyond what is in its measured times.

    amount: the share of its references that meets them now and not today, times their seconds.
    longer_s: by how much the device takes longer for each that it meets today.
    """

    amount: float = 0.0
    longer_s: float = 0.0


def paging_of_others(
    topology: Topology,
    loads: Mapping[str, Mapping[str, float]],
    today: Topology,
    loads_today: Mapping[str, Mapping[str, float]],
) -> dict[str, MorePaging]:
    """By partition how much more than today its work waits for absent pages."""
    before = {one.lpar.id: one.lacking for one in _held(today, loads_today)}
    found = {}
    for one in _held(topology, loads):
        now, was = absent_share(np.array([one.lacking, before.get(one.lpar.id, 0.0)]))
        if _stall_s(one.lpar) > 0.0 and now - was > _LEAST:
            found[one.lpar.id] = MorePaging(float(now - was) * _stall_s(one.lpar))
    for lpar in topology.of_kind("lpar"):
        was_s = _stall_s(today[lpar.id]) if lpar.id in today else 0.0
        if 0.0 < was_s < _stall_s(lpar):
            known = found.get(lpar.id, MorePaging())
            found[lpar.id] = MorePaging(known.amount, _stall_s(lpar) - was_s)
    return found


def _stall_s(lpar: Component) -> float:
    return STALL_S.get(str(lpar.value("PAGE_DEVICE")), 0.0)


_LEAST = 1e-4
"""Of references: less is how exactly loads are known."""


def overcommitted(topology: Topology, loads: Mapping[str, Mapping[str, float]]) -> dict[str, str]:
    """By partition a sentence where what lives in it holds more than its real storage.

    loads: of every workload, with GB under `storage_key`.
    """
    said: dict[str, str] = {}
    for one in _held(topology, loads):
        if one.lacking <= 0.0:
            continue
        held = one.by_workload
        largest = max(held, key=lambda name: held[name])
        said[one.lpar.id] = say(
            "{lpar}: its workloads and z/OS hold {total:,.0f} GB where {usable:,.0f} GB of real "
            "storage are usable, most of it {largest} with {most:,.0f} GB: pages are stolen from "
            "all who live there; how often others than a database touch them is assumed, from a "
            "hundredth of what a database does to as often",
            lpar=named(one.lpar),
            total=one.total,
            usable=one.usable,
            largest=named(topology[largest]),
            most=held[largest],
        )
    return said
