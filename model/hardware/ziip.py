"""zIIPs of a partition: what they do not get done in time, general CPs do.

With IIPHONORPRIORITY=YES, the default, z/OS lets general CPs help when all zIIPs are busy. Work
that finds every zIIP busy is then what overflows: the classic overflow of a group of servers
(A. K. Erlang, 1917), which is all of the work where there are none and at least what is above their
capacity. z/OS waits a moment (ZIIPAWMT) before it asks for help, so that it is an upper figure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from model.topology import Component, Topology

SMT_CAPACITY: Final = 1.25
"""Capacity of a zIIP whose two threads are in use, relative to one thread (IBM states 25 % on
average for zIIPs of the z13; customers see 10 to 40 %)."""


def all_busy(servers: int, offered: float) -> float:
    """Share of the work that finds all servers busy (Erlang's loss formula), 0 to 1.

    offered: servers that it would keep busy.
    """
    found = 1.0
    for number in range(1, servers + 1):
        found = offered * found / (number + offered * found)
    return found


def capacity(lpar: Component) -> tuple[int, float]:
    """zIIPs of a partition and how much each does, 1 with one thread."""
    ziips = lpar.number("ZIIPS")
    threads = lpar.number("ZIIP_THREADS") or 1.0
    return 0 if ziips is None else round(ziips), SMT_CAPACITY if threads >= 2 else 1.0


def overflow_cps(work: float, ziips: int, each: float, honor: bool = True) -> float:
    """Processors' worth of zIIP work that general CPs do.

    work: processors that it would keep busy at one thread each.  honor: IIPHONORPRIORITY; without
    it general CPs do nothing of it as long as there are zIIPs.
    """
    if work <= 0.0:
        return 0.0
    if ziips and not honor:
        return 0.0
    return work * all_busy(ziips, work / each)


def measured_work(topology: Topology) -> dict[str, float]:
    """zIIP work of every partition as measured, and what of it overflowed, by the keys of `taken`.

    RMF's zIIP use holds what zIIPs did; the work that it was of is more by what overflowed.
    """
    found: dict[str, float] = {}
    for lpar in topology.of_kind("lpar"):
        ziips, each = capacity(lpar)
        work = done = done_cpus(topology, lpar)
        if not done:
            continue
        for _ in range(_TURNS):
            work = done + overflow_cps(work, ziips, each, _honors(lpar))
        found[_key(lpar.id, "work")] = work
        found[_key(lpar.id, "overflow")] = work - done
    return found


def done_cpus(topology: Topology, lpar: Component) -> float:
    """What the zIIPs of a partition were measured to do, in CPs' worth of work."""
    ziips, each = capacity(lpar)
    busy_pct = lpar.measure("ziip_busy_pct")
    if busy_pct is None:
        cpc = topology.ancestor(lpar.id, "cpc")
        name = f"partition_logical_pct.{lpar.name}.IIP"
        busy_pct = None if cpc is None else cpc.measure(name)
    return min(busy_pct / 100.0, _FULL) * ziips * each if ziips and busy_pct else 0.0


def ziip_busy_pct(lpar: Component, taken: Mapping[str, float]) -> float | None:
    """How busy the zIIPs are with the work that is kept of them; None where there is none."""
    ziips, each = capacity(lpar)
    work = taken.get(_key(lpar.id, "work"), 0.0)
    if not ziips or work <= 0.0:
        return None
    done = work - overflow_cps(work, ziips, each, _honors(lpar))
    return 100.0 * done / (ziips * each)


@dataclass(frozen=True)
class ZiipWork:
    """zIIPs of a partition, and the work that was measured of them.

    work      processors that it would keep busy at one thread each.
    overflow  CPs that general CPs gave it as measured.
    each      capacity of a zIIP.
    """

    work: float
    overflow: float
    ziips: int
    each: float
    honor: bool

    def more_overflow(self, grown: float = 0.0) -> float:
        """CPs that it takes beyond what it took as measured, with so much more work."""
        work = max(self.work + grown, 0.0)
        more = overflow_cps(work, self.ziips, self.each, self.honor) - self.overflow
        return more if abs(more) > _NOTHING else 0.0


def ziip_work(lpar: Component, taken: Mapping[str, float]) -> ZiipWork:
    """What is known of the zIIPs of a partition."""
    work = max(taken.get(_key(lpar.id, "work"), 0.0), 0.0)
    overflow = taken.get(_key(lpar.id, "overflow"), 0.0) if work else 0.0
    return ZiipWork(work, overflow, *capacity(lpar), _honors(lpar))


_TURNS = 40
_FULL = 0.99
_NOTHING = 1e-3


def _honors(lpar: Component) -> bool:
    return lpar.value("IIPHONORPRIORITY") is not False


def _key(lpar: str, what: str) -> str:
    return f"{lpar}/zIIP {what}"
