"""Workload growth: more, or less, of the work that was measured, and what it meets around it.

Most products are modelled at the rate that their reports give. How much of that work there is can
be changed by one setting, `model.topology.growth.GROWTH`, which the catalogue adds to every kind of
workload whose model has ``grows`` set; a database has users instead, who say the same. Work grows
alike: the mix, the demands of a transaction and its hit ratios stay, so that rates follow in
proportion until something is full. What is shared then makes it wait: the CPs of the system, and
the volumes of the DASD subsystem, as queues with several servers (H. Sakasegawa, "An approximation
formula L_q = alpha rho^beta / (1 - rho)", 1977). Beyond what they can do work comes through in
proportion to what everybody asks of them.

The further from the measured load, the less is known: see `growth_sd`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from model.hardware.processors import partition_cps
from model.subsystems.common.answers import Answer
from model.subsystems.common.scatter import RUN_TO_RUN, gap_sd
from model.subsystems.evaluation import Conditions, FloatArray
from model.topology import Topology
from model.topology.growth import GROWTH, growth_of

FLOWS = frozenset({"etr_per_s", "cpu_s_per_s", "io_per_s", "paging_per_s"})
"""Headline metrics that are in proportion to the load."""
UNAFFECTED = frozenset({"storage_mb"})
WANTED = {"cpu_s_per_s": "cpu_wanted_s_per_s", "io_per_s": "io_wanted_per_s"}
"""Metrics of what would be used if nothing shared were full, only given where something is."""
WANTED_UNITS = {"cpu_wanted_s_per_s": "CPUs", "io_wanted_per_s": "1/s"}
_NEARLY_FULL = 0.98
"""Waits are those at this use at most: beyond it they depend on how long the peak lasts."""


@dataclass(frozen=True, eq=False)
class Station:
    """Servers that several workloads share.

    servers   CPs, or I/Os that volumes and their aliases can have under way.
    others    busy ones, without the workload that asks (servers).
    hold_s    time of one request: 1.0 for CPU seconds, the service time of an I/O.
    """

    servers: float
    others: float
    hold_s: float = 1.0

    def use(self, demand_per_s: FloatArray) -> FloatArray:
        """How busy the servers would be with so many requests a second, 1 = full."""
        found: FloatArray = (self.others + demand_per_s * self.hold_s) / self.servers
        return found

    def wait(self, demand_per_s: FloatArray) -> FloatArray:
        """Mean wait in units of the time of a request."""
        use = np.clip(self.use(demand_per_s), 1e-9, _NEARLY_FULL)
        power = math.sqrt(2.0 * (self.servers + 1.0)) - 1.0
        wait: FloatArray = use**power / (self.servers * (1.0 - use))
        return wait


@dataclass(frozen=True, eq=False)
class Load:
    """How much of the measured work there is, and the hardware that it shares.

    growth     1.0 = as measured.
    anywhere   whether any workload of the topology has another load than was measured.

    Without growth anywhere two loads are equal whatever the neighbours take: the model answers from
    the measured response, and is asked nothing new.
    """

    growth: float = 1.0
    anywhere: bool = False
    cps: Station | None = None
    disks: Station | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Load):
            return NotImplemented
        if not self.anywhere and not other.anywhere:
            return True
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key()) if self.anywhere else 0

    def _key(self) -> tuple[object, ...]:
        stations = (
            None if s is None else (s.servers, s.others, s.hold_s) for s in (self.cps, self.disks)
        )
        return (self.growth, self.anywhere, *stations)


AS_MEASURED = Load()


def load_of(conditions: Conditions) -> Load:
    """The load that conditions speak of."""
    found = conditions.get("load")
    return found if isinstance(found, Load) else AS_MEASURED


def site_load(topology: Topology, anchor: str, background: Mapping[str, float]) -> Load:
    """The load of an anchor, and its shared hardware with what the others take of it."""
    # Looked up first, because every workload asks this of every component.
    anywhere = any(GROWTH.name in c.settings and growth_of(c) != 1.0 for c in topology)
    lpar = topology.ancestor(anchor, "lpar")
    cps = None if lpar is None else partition_cps(topology, lpar)
    station = None
    if lpar is not None and cps:
        station = Station(cps, background.get(lpar.id, 0.0))
    return Load(
        growth_of(topology[anchor]), anywhere, station, _disks(topology, anchor, background)
    )


def _disks(topology: Topology, anchor: str, background: Mapping[str, float]) -> Station | None:
    """The volumes that an anchor uses; None where their number or their times are not known."""
    disks = [disk for disk in topology.targets(anchor, "uses") if disk.kind == "dasd"]
    servers, busy, holds = 0.0, 0.0, []
    for disk in disks:
        volumes = disk.number("VOLUMES") or float(len(topology.children(disk.id, "dasd_volume")))
        response_ms = disk.measure("response_ms")
        if not volumes or not response_ms:
            return None
        hold_s = max(response_ms - (disk.measure("iosq_ms") or 0.0), 0.0) / 1e3
        # Each system has exposures of its own to all volumes (see `model.hardware.dasd`).
        systems = max(1, len(topology.of_kind("lpar")))
        servers += systems * (volumes + (disk.number("ALIASES") or 0.0))
        busy += background.get(disk.id, 0.0) * hold_s
        holds.append(hold_s)
    if not holds or servers <= 0.0:
        return None
    return Station(servers, busy, sum(holds) / len(holds))


def growth_sd(growth: float) -> float:
    """Relative standard deviation of a figure at another load than the measured one.

    As for any law that leaves its measured point (see `scatter.gap_sd`): a third of the distance.
    """
    further = gap_sd(max(growth, 1.0 / growth), (1.0,))
    return math.sqrt(max(further**2 - RUN_TO_RUN**2, 0.0))


def scale(answer: Answer, names: frozenset[str], factor: FloatArray | float) -> None:
    """Multiply the metrics of these names."""
    for name in names & answer.metrics.keys():
        answer.metrics[name] = np.asarray(answer.metrics[name]) * factor


def share_hardware(
    answer: Answer,
    before: Answer,
    now: Conditions,
    was: Conditions,
    flows: frozenset[str],
    cp_waits: bool = True,
) -> None:
    """Waits for CPs and volumes that other loads make, and what comes through where they are full.

    ``answer`` is what the workload asks for, ``before`` the as-is; ``flows`` are the metrics in
    proportion to the throughput. Without ``cp_waits`` the model has them in its answer already.
    """
    here, there = load_of(now), load_of(was)
    own = np.asarray(answer.metrics.get("etr_per_s", np.nan))
    left: FloatArray | float = 1.0
    waits_ms: FloatArray | float = 0.0
    for name, key, station, station_was in (
        ("CPs", "cpu_s_per_s", here.cps, there.cps),
        ("volumes", "io_per_s", here.disks, there.disks),
    ):
        asked, asked_was = answer.metrics.get(key), before.metrics.get(key)
        if station is None or station_was is None or asked is None or asked_was is None:
            continue
        wanted, wanted_was = np.asarray(asked), np.asarray(asked_was)
        use, use_was = station.use(wanted), station_was.use(wanted_was)
        if name == "volumes" and (use_was >= 1.0).any():
            answer.reasons.append(
                "the I/Os and times of the reports keep the volumes more than busy: that a grown "
                "load waits for them is not in this projection"
            )
            continue
        answer.utilization[name] = np.minimum(use, 1.0)
        # Reports can say more than 100 % of what is busy as it is: only what is added is refused.
        fits = np.minimum(1.0, np.maximum(use_was, 1.0) / np.maximum(use, 1e-12))
        if (fits < 1.0).any():
            # Of several that are full, this one is what bounds the throughput.
            answer.utilization = {name: answer.utilization.pop(name), **answer.utilization}
            answer.metrics[WANTED[key]] = wanted
            asked_for = float(use.flat[0]) * station.servers
            answer.extrapolated.append(
                f"the grown load asks for {asked_for:,.1f} of {station.servers:,.1f} {name}: what "
                "it cannot get does not come through"
            )
        left = np.minimum(left, fits)
        if name == "CPs" and not cp_waits:
            continue
        # What was waited for as it is, is in the measured response already.
        longer = station.wait(wanted) * station.hold_s - (
            station_was.wait(wanted_was) * station_was.hold_s
        )
        waits_ms = waits_ms + longer * wanted / own * 1e3
    response = answer.metrics.get("response_ms")
    if response is not None and np.isfinite(waits_ms).all():
        held = np.maximum(np.asarray(response) + waits_ms, 0.0)
        answer.metrics["response_ms"] = np.where(np.asarray(left) < 1.0, np.nan, held)
        answer.breakdown_s["waiting for CPs and volumes"] = np.maximum(waits_ms, 0.0) / 1e3
    scale(answer, flows - UNAFFECTED, left)


def widen(answer: Answer, before: Answer, growth: float) -> None:
    """Wider bands for a load that was not measured; how much work arrives is an assumption.

    What counts is how much of the grown load comes through: what is full was reached on the way.
    """
    if growth == 1.0:
        return
    through, through_was = (part.metrics.get("etr_per_s") for part in (answer, before))
    carried = growth
    if through is not None and through_was is not None:
        carried = float(np.asarray(through).flat[0] / np.asarray(through_was).flat[0])
    spread = growth_sd(carried)
    for name in answer.metrics.keys() - UNAFFECTED - {"etr_per_s"}:
        answer.residual_sd[name] = math.hypot(answer.residual_sd.get(name, 0.0), spread)
    if answer.extrapolated:
        answer.residual_sd["etr_per_s"] = math.hypot(
            answer.residual_sd.get("etr_per_s", 0.0), spread
        )
    answer.extrapolated.append(f"a load of {growth * 100.0:.0f} % of what was measured")
