"""Storage of partitions: who holds it, and where more is asked for than there is."""

from __future__ import annotations

from collections.abc import Mapping

from model.hardware.paging import SYSTEM_GB
from model.hardware.storage import storage_key, usable_gb
from model.language import Name, say
from model.topology import Topology


def overcommitted(topology: Topology, loads: Mapping[str, Mapping[str, float]]) -> dict[str, str]:
    """By partition a sentence where what lives in it holds more than its real storage.

    loads: of every workload, with GB under `storage_key`.
    """
    said: dict[str, str] = {}
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
        total = SYSTEM_GB + sum(held.values())
        if not held or total <= usable:
            continue
        largest = max(held, key=lambda name: held[name])
        said[lpar.id] = say(
            "{lpar}: its workloads and z/OS hold {total:,.0f} GB where {usable:,.0f} GB of real "
            "storage are usable, most of it {largest} with {most:,.0f} GB: pages are stolen from "
            "all who live there",
            lpar=Name(lpar.name),
            total=total,
            usable=usable,
            largest=Name(topology[largest].name),
            most=held[largest],
        )
    return said
