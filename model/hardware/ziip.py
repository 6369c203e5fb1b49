"""zIIPs of a partition: what they do not get done in time, general CPs do.

With IIPHONORPRIORITY=YES, the default, z/OS lets general CPs help where work has waited for a zIIP
for a moment (ZIIPAWMT). Requests of one kind that leave a group of servers after a wait of a given
length are solved exactly (M/M/n+D: D. Y. Barrer, "Queuing with impatient customers and ordered
service", Operations Research 5, 1957): all of the work where there are no servers, that of Erlang's
loss formula where nobody waits, and at least what is above their capacity.

How long a request keeps a zIIP is in no report. RMF's IIPCP, zIIP work that CPs did, tells what
follows from it; without that it is drawn.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from model.hardware.draws import evenly
from model.hardware.halving import halved
from model.hardware.processors import online
from model.topology import Component, Topology

PLACE: Final = "/zIIPs"
"""After a partition's id: the zIIPs of it, where work waits for them."""
SMT_CAPACITY: Final = 1.25
"""Capacity of a zIIP whose two threads are in use, relative to one thread (IBM states 25 % on
average for zIIPs of the z13; customers see 10 to 40 %)."""
SMT_FROM, SMT_TO = 1.1, 1.4
WAITS: Final = 5.0
"""How long work waits for a zIIP before CPs help, in times that a request keeps one. ZIIPAWMT is
3.2 ms by default (z/OS MVS Initialization and Tuning Reference, IEAOPTxx); that a request keeps a
zIIP for 0.1 to 3 ms, most likely 0.6, is judgement."""
_WAITS_FROM, _WAITS_TO = 1.0, 30.0


def overflow_share(servers: int, offered: float, waits: float = WAITS) -> float:
    """Share of the work that CPs do, 0 to 1.

    offered: servers that it would keep busy.  waits: as `WAITS`; 0 where nobody waits.
    """
    if servers < 1 or offered <= 0.0:
        return 1.0 if offered > 0.0 else 0.0
    lost = 1.0
    for number in range(1, servers):
        lost = offered * lost / (number + offered * lost)
    if lost <= 0.0:  # too little to be told from nothing: some work on 200 zIIPs
        return 0.0
    over = offered - servers
    # What waits at a moment, by how long it has to: as long as it stays, and beyond.
    stays = waits if abs(over * waits) < 1e-9 else math.expm1(min(over * waits, _LARGE)) / over
    beyond = math.exp(min(over * waits, _LARGE)) / servers
    return offered * beyond / (1.0 / lost + offered * (stays + beyond))


@dataclass(frozen=True)
class Engines:
    """zIIPs of a partition: how many, what each does (1 with one thread), and whether CPs help."""

    count: int
    each: float
    honor: bool

    @property
    def capacity(self) -> float:
        """What all of them do."""
        return self.count * self.each

    def overflow_cps(self, work: float, waits: float = WAITS) -> float:
        """Processors' worth of zIIP work that general CPs do.

        work: processors that it would keep busy at one thread each.
        """
        if work <= 0.0 or (self.count and not self.honor):
            return 0.0
        return work * overflow_share(self.count, work / self.each, waits)

    def work_for(self, done: float, waits: float) -> float:
        """The work of which they do so much."""
        return _root(lambda work: work - self.overflow_cps(work, waits) - done, done, self._most)

    @property
    def _most(self) -> float:
        return _MOST * self.capacity


def engines_of(topology: Topology, lpar: Component) -> Engines:
    """zIIPs of a partition."""
    ziips = online(topology, lpar, "ZIIPS")
    threads = lpar.number("ZIIP_THREADS") or 1.0
    honors = lpar.value("IIPHONORPRIORITY") is not False
    each = SMT_CAPACITY if threads >= 2 else 1.0
    return Engines(0 if ziips is None else round(ziips), each, honors)


def measured_work(topology: Topology) -> dict[str, float]:
    """What is known as measured of the zIIPs of every partition, by the keys of `taken`.

    RMF's zIIP use holds what zIIPs did; of what CPs did of their work, service classes tell.
    """
    found: dict[str, float] = {}
    done = {lpar.id: done_cpus(topology, lpar) for lpar in topology.of_kind("lpar")}
    spilled = _spilled(topology, sum(done.values()))
    for lpar in topology.of_kind("lpar"):
        if not done[lpar.id]:
            continue
        own = engines_of(topology, lpar)
        figures = {"done": done[lpar.id], "zIIPs": own.count, "each": own.each, "honor": own.honor}
        if spilled is not None:
            figures["overflow"] = done[lpar.id] * spilled
        found.update({_key(lpar.id, what): float(value) for what, value in figures.items()})
    return found


def _spilled(topology: Topology, done: float) -> float | None:
    """What CPs did of the work of zIIPs for each that these did, where service classes tell.

    Classes are of the whole sysplex: where theirs is not what the partitions' zIIPs did, no report
    tells of which partition it was.
    """
    on = off = 0.0
    for one in topology.of_kind("service_class"):
        ziips, cps = one.measure("appl_iip_pct"), one.measure("appl_iipcp_pct")
        if one.value("TYPE") == "service" and ziips is not None and cps is not None:
            on, off = on + ziips / 100.0, off + cps / 100.0
    return off / on if on > 0.0 and abs(on / max(done, 1e-9) - 1.0) <= _SAME else None


def done_cpus(topology: Topology, lpar: Component) -> float:
    """What the zIIPs of a partition were measured to do, in CPs' worth of work."""
    busy_pct = lpar.measure("ziip_busy_pct")
    if busy_pct is None:
        cpc = topology.ancestor(lpar.id, "cpc")
        name = f"partition_logical_pct.{lpar.name}.IIP"
        busy_pct = None if cpc is None else cpc.measure(name)
    return min(busy_pct / 100.0, _FULL) * engines_of(topology, lpar).capacity if busy_pct else 0.0


@dataclass(frozen=True)
class ZiipWork:
    """zIIPs of a partition, and the work that was measured of them.

    now, was  today's zIIPs and those that were measured.
    done      processors' worth that these did.
    overflow  CPs that general CPs gave it as measured; None where no report tells.
    grown     how much more they would do than as measured, were there room on them.

    Of work that zIIPs do now and then, CPs do the rest, and its owners count that as CPU of theirs:
    it grows with them, and is no more of what CPs are asked for here.
    """

    now: Engines
    was: Engines
    done: float
    overflow: float | None
    grown: float = 0.0

    @property
    def more_overflow(self) -> float:
        """CPs that it takes beyond what it took as measured, most likely."""
        return self._more(_waits(self.was, self.done, self.overflow))

    def more_under(self, draws: int) -> list[float]:
        """The same under draws of how long work waits, the first the most likely."""
        if self.is_as_measured:
            return [self.more_overflow] * draws
        return [self.more_overflow, *map(self._more, self._drawn(draws - 1))]

    @property
    def waits(self) -> bool:
        """Whether what finds them busy has to wait, as no CPs help."""
        return self.now.count > 0 and not self.now.honor

    @property
    def work(self) -> float:
        """Processors that all work for them would keep busy at one thread each."""
        return self._wanted(_waits(self.was, self.done, self.overflow))

    @property
    def busy_pct(self) -> float | None:
        """How busy the zIIPs are; None where there is no work for them."""
        if not self.now.count or self.work <= 0.0:
            return None
        return 100.0 * self._use(_waits(self.was, self.done, self.overflow))

    def use_under(self, grown: Sequence[float]) -> list[float]:
        """Share of their capacity that is in use, under draws as of `more_under`.

        grown: as of the class, under the same draws.
        """
        told = _waits(self.was, self.done, self.overflow)
        waits = [told, *self._drawn(len(grown) - 1)]
        each = (replace(self, grown=more) for more in grown)
        return [
            one._use(told if one.is_as_measured else w) for one, w in zip(each, waits, strict=True)
        ]

    def _drawn(self, draws: int) -> list[float]:
        """How long work waits: about what a count of what CPs did tells, anywhere without one."""
        if self.overflow is None:
            return list(drawn_waits(draws))
        told = _waits(self.was, self.done, self.overflow)
        reach = math.log(_WAITS_TO / _WAITS_FROM)
        places = (math.log(one / _WAITS_FROM) / reach for one in drawn_waits(draws))
        return [told * _TOLD ** (2.0 * place - 1.0) for place in places]

    @property
    def is_as_measured(self) -> bool:
        """Whether zIIPs and their work are those that were measured."""
        return self.now == self.was and self.grown == 0.0

    def _use(self, waits: float) -> float:
        work = self._wanted(waits)
        return min((work - self.now.overflow_cps(work, waits)) / self.now.capacity, 1.0)

    def _work(self, waits: float) -> float:
        if self.overflow is not None:
            return self.done + self.overflow
        return _work(self.was, self.done, waits)

    def _wanted(self, waits: float) -> float:
        work = self._work(waits)
        return max(work + self.grown * (work / self.done if self.done > 0.0 else 1.0), 0.0)

    def _more(self, waits: float) -> float:
        if self.is_as_measured:
            return 0.0
        work, wanted = self._work(waits), self._wanted(waits)
        today = self.was.overflow_cps(work, waits)
        counted = self.grown * (today / self.done if self.done > 0.0 else 0.0)
        more = self.now.overflow_cps(wanted, waits) - today - counted
        return more if abs(more) > _NOTHING else 0.0


def ziip_work(topology: Topology, lpar: Component, taken: Mapping[str, float]) -> ZiipWork:
    """What is known of the zIIPs of a partition."""
    now = engines_of(topology, lpar)
    count = taken.get(_key(lpar.id, "zIIPs"))
    if count is None:
        return ZiipWork(now, now, 0.0, None)
    each, honor, done = (taken[_key(lpar.id, what)] for what in ("each", "honor", "done"))
    was = Engines(round(count), each, bool(honor))
    return ZiipWork(now, was, done, taken.get(_key(lpar.id, "overflow")))


@cache
def _work(engines: Engines, done: float, waits: float) -> float:
    return engines.work_for(done, waits) if done > 0.0 else 0.0


@cache
def _waits(engines: Engines, done: float, overflow: float | None) -> float:
    """How long work waits, so that so much overflows."""
    if overflow is None or done <= 0.0:
        return WAITS
    work = done + overflow
    return _root(lambda waits: overflow - engines.overflow_cps(work, waits), 0.0, _LONGEST)


@cache
def drawn_waits(draws: int) -> tuple[float, ...]:
    """How long work may wait before CPs help, evenly by its logarithm."""
    return tuple(
        _WAITS_FROM * (_WAITS_TO / _WAITS_FROM) ** float(place) for place in evenly(draws, _SEED)
    )


_TOLD: Final = 2.0
"""Factor either way within which a counted overflow tells how long work waits: it is the mean of an
interval, and of a whole sysplex, in which zIIPs are sometimes busier. Judgement."""
_FULL, _SAME = 0.99, 0.3
_NOTHING, _LARGE = 1e-3, 500.0
_MOST, _LONGEST = 100.0, 1e3
_SEED = 20261123


def _root(grows: Callable[[float], float], low: float, high: float) -> float:
    """Where what grows is 0; the end that is nearer where it is nowhere."""
    if grows(low) >= 0.0:
        return low
    if grows(high) <= 0.0:
        return high

    def is_below(place: float) -> bool:
        return grows(place) < 0.0

    # Twice: to the last digit. A search of scipy's takes a fifth of a second to be loaded.
    return halved(is_below, *halved(is_below, low, high))[1]


def _key(lpar: str, what: str) -> str:
    return f"{lpar}/zIIP {what}"
