"""The family as a `SubsystemModel`: an Adabas database is the anchor."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence

from model.contract.evaluation import Conditions, ConstantDraws, Evaluation
from model.contract.protocol import Calibration
from model.hardware.dasd import limits_of
from model.hardware.paging import device_of
from model.hardware.storage import storage_key
from model.subsystems.adabas import coverage, directory
from model.subsystems.adabas.constants import PUBLISHED_ENGINES, column
from model.subsystems.adabas.customer import CustomerCalibration, calibrate
from model.subsystems.adabas.facility import (
    as_measured,
    asked_structures,
    needs_processors,
    waits_more_us,
)
from model.subsystems.adabas.frames import fixed_storage
from model.subsystems.adabas.installation import held_mb
from model.subsystems.adabas.measures import measured_of, nuclei_of, of_an_io, partly_measured
from model.subsystems.adabas.model import Part, evaluate, shape_of
from model.subsystems.adabas.schema import threads_of, useful_cache_gb
from model.subsystems.adabas.site import (
    conditions_of,
    disks_of,
    grouped,
    hosts_of,
)
from model.topology import Change, Component, Topology


class AdabasModel:
    """Single nucleus, Cluster Services and Parallel Services; the unit of work is a command."""

    @property
    def name(self) -> str:
        return "Adabas"

    @property
    def anchor_kind(self) -> str:
        return "adabas_database"

    @property
    def dispatched(self) -> bool:
        """See `ProductModel`."""
        return True

    def conditions(
        self, topology: Topology, anchor: str, background: Mapping[str, float]
    ) -> Conditions:
        """See `site.conditions_of`."""
        return conditions_of(topology, anchor, background)

    def compared(self, conditions: Conditions, today: Conditions) -> Conditions:
        """Rates counted in commands with today's share of commits (`schema.counted_share`),
        requests to a coupling facility as long as where they were measured, and I/Os too."""
        found = {**conditions, **as_measured(conditions, today)}
        if "io_times_told" in today:
            found["io_times_told"] = True
        else:
            found.pop("io_times_told", None)
        if conditions["mix"]["commit"] != today["mix"]["commit"]:
            found["commits_before"] = today["mix"]["commit"]
        if conditions["users"] != today["users"]:
            found["users_before"] = today["users"]
        if conditions.get("fmxio") and today.get("fmxio"):
            found.update(_other("fmxio_before", conditions["fmxio"], today["fmxio"]))
        found.update(_other("threads_before", threads_of(conditions), threads_of(today)))
        caches_gb = (useful_cache_gb(one) for one in (conditions, today))
        found.update(_other("cached_before_gb", *caches_gb))
        return found

    def may_be_too(
        self,
        topology: Topology,
        was: Topology,
        anchor: str,
        conditions: Conditions,
        today: Conditions,
    ) -> tuple[Sequence[Change], str] | None:
        """See `directory.may_be_too`."""
        return directory.may_be_too(topology, was, anchor, conditions, today)

    def needs(self, topology: Topology, anchor: str, today: Conditions) -> None:
        """See `facility.needs_processors`; today's conditions are those of all that is asked."""
        topology.once(("processors", anchor), lambda now: needs_processors(now, anchor, today))

    def measured(self, topology: Topology, anchor: str) -> Mapping[str, float]:
        """See `measures.measured_of`."""
        found = measured_of(topology, anchor)
        found.update(of_an_io(disks_of(topology, anchor), found.get("io_per_s")))
        return found

    def refuse_uncovered(self, topology: Topology, anchor: str) -> None:
        """See `coverage.refuse_uncovered`."""
        coverage.refuse_uncovered(topology, anchor)

    def shown_whole(self, topology: Topology, anchor: str) -> bool:
        """See `coverage.shown_whole`."""
        return coverage.shown_whole(topology, anchor)

    def left_out(self, topology: Topology, anchor: str) -> Sequence[str]:
        """See `coverage.left_out` and `measures.partly_measured`."""
        return (*coverage.left_out(topology, anchor), *partly_measured(topology, anchor))

    def calibrate(
        self,
        conditions: Conditions,
        measured: Mapping[str, float],
        near: Calibration | None = None,
    ) -> Calibration:
        """See `customer`."""
        return calibrate(
            conditions, measured, near if isinstance(near, CustomerCalibration) else None
        )

    def calibrate_after(
        self,
        conditions: Conditions,
        measured: Mapping[str, float],
        earlier: Calibration,
        near: Calibration | None = None,
    ) -> Calibration:
        """See `customer`."""
        return calibrate(
            conditions,
            measured,
            near if isinstance(near, CustomerCalibration) else None,
            earlier if isinstance(earlier, CustomerCalibration) else None,
        )

    def evaluate(
        self, conditions: Sequence[Conditions], draws: ConstantDraws | None = None
    ) -> Evaluation:
        """See `model.evaluate`."""
        return evaluate(conditions, draws)

    def shape(self, conditions: Conditions) -> Hashable:
        """See `model.shape_of`."""
        return shape_of(conditions)

    def part(self, conditions: Sequence[Conditions], draws: ConstantDraws) -> Part:
        """See `model.Part`."""
        return Part(conditions, draws)

    def engines_published(self, conditions: Conditions) -> tuple[float, float]:
        """CPs of a system of the published tests, and those busy there (`PUBLISHED_ENGINES`)."""
        return PUBLISHED_ENGINES[conditions["product"]]

    def hosts(self, topology: Topology, anchor: str) -> tuple[str, ...]:
        """Ids of the systems, in the order of the conditions.

        Then of their paging devices, of what stands behind volumes that others use as well, and of
        coupling facilities where they are known.
        """
        facilities = self._facilities(topology, anchor)
        systems = hosts_of(topology, anchor)
        devices = (device_of(topology, topology[name]) for name in systems)
        limits = limits_of(topology, disks_of(topology, anchor))
        return (*systems, *devices, *limits, *facilities)

    def _facilities(self, topology: Topology, anchor: str) -> Mapping[str, Sequence[Component]]:
        """Its coupling facilities, each with its structures there, where both are reported."""
        alone = topology[anchor].value("PRODUCT") == "ASM"
        return {} if alone else asked_structures(topology, anchor)

    def structures(self, topology: Topology, anchor: str) -> Mapping[str, float]:
        """Structures of coupling facilities to which it makes all requests, each with 1.0."""
        every = self._facilities(topology, anchor).values()
        return {one.id: 1.0 for structures in every for one in structures}

    def components(self, topology: Topology, anchor: str) -> Mapping[str, tuple[str, ...]]:
        """Ids behind the keys of `Evaluation.utilization`."""
        disks = tuple(disk.id for disk in disks_of(topology, anchor))
        nuclei = tuple(nucleus.id for nucleus in nuclei_of(topology, anchor))
        hosts = tuple(hosts_of(topology, anchor))
        return {
            "nuclei": nuclei,
            "threads": nuclei,
            "CPs": hosts,
            "paging devices": hosts,
            "volumes": disks,
            "log volumes": disks,
            "I/O limit": disks,
            "coupling facility": tuple(self._facilities(topology, anchor)),
        }

    def systems(self, topology: Topology, anchor: str) -> Mapping[str, int]:
        """Place of each system, nucleus' group and facility in `Evaluation.by_system`."""
        hosts = hosts_of(topology, anchor)
        places = {name: place for place, name in enumerate(hosts)}
        places |= {name: place for place, name in enumerate(self._facilities(topology, anchor))}
        groups = grouped(hosts)
        on_one = [sum(1 for place, _ in groups if place == host) for host in range(len(hosts))]
        deep = max(on_one)
        seen = [0] * len(hosts)
        for host, nuclei in groups:
            for nucleus in nuclei:
                places[nucleus.id] = host * deep + seen[host]
            seen[host] += 1
        return places

    def told_of_hardware(
        self,
        topology: Topology,
        anchor: str,
        conditions: Conditions,
        evaluation: Evaluation,
        draws: ConstantDraws,
    ) -> Sequence[tuple[str, str, float]]:
        """By component a measured figure, and what the as-is model makes of it.

        Paging of each system; of each I/O its wait in z/OS for a volume, and how long it is under
        way, which with RMF is pending, disconnected or connected: at the volume and at the limit
        behind all of them, which is channels and subsystem. The time of synchronous requests to a
        coupling facility, with the network's wait for its processors in place of today's.
        """
        pages = evaluation.by_system["paging_per_s"][0, :, 0]
        found = [
            (name, "paging_per_s", float(pages[place]))
            for place, name in enumerate(hosts_of(topology, anchor))
        ]
        parts = evaluation.breakdown_s
        etr = float(evaluation.metrics["etr_per_s"][0, 0])
        ios = float(evaluation.metrics["io_per_s"][0, 0])
        if ios > 0.0:
            volumes_ms, limit_ms = (
                1e3 * etr / ios * float(parts[name][0, 0]) for name in ("volumes", "I/O limit")
            )
            served_ms = min(_served_ms(evaluation, draws), volumes_ms)
            for disk in disks_of(topology, anchor):
                found.append((disk.id, "iosq_ms", volumes_ms - served_ms))
                found.append((disk.id, "io_started_ms", served_ms + limit_ms))
        at_cf = parts.get("coupling facility")
        if at_cf is not None:
            more_us = waits_more_us(conditions, float(at_cf[0, 0]))
            every = self._facilities(topology, anchor).values()
            found.extend(
                (structure.id, "sync_us", sync_us + more_us)
                for structures in every
                for structure in structures
                if (sync_us := structure.measure("sync_us"))
            )
        return found

    def holds(
        self, topology: Topology, anchor: str, conditions: Conditions, draws: ConstantDraws
    ) -> Mapping[str, float]:
        """Storage of its systems, as its settings have it."""
        return _held(topology, anchor, held_mb(conditions))

    def load(
        self, topology: Topology, anchor: str, evaluation: Evaluation, index: int
    ) -> Mapping[str, float]:
        """CPs by system as its nuclei take them, I/Os by DASD subsystem evenly."""
        cpu_s = evaluation.by_system["cpu_s_per_s"][index, :, 0]
        # In the order of `conditions_of`.
        taken = {name: float(cpu_s[place]) for place, name in enumerate(hosts_of(topology, anchor))}
        taken.update(_held(topology, anchor, float(evaluation.metrics["storage_mb"][index, 0])))
        disks = disks_of(topology, anchor)
        ios = float(evaluation.metrics["io_per_s"][index, 0])
        taken.update({disk.id: ios / len(disks) for disk in disks})
        return taken


def _other(name: str, now: float, was: float) -> dict[str, float]:
    """Today's value of what is another then."""
    return {} if math.isclose(now, was) else {name: was}


def _held(topology: Topology, anchor: str, total_mb: float) -> dict[str, float]:
    """GB by system, as its share of the nuclei, and of that in fixed frames where some is."""
    hosts = hosts_of(topology, anchor)
    nuclei = sum(map(len, hosts.values()))
    held = {
        storage_key(name): total_mb / 1024.0 * len(members) / nuclei
        for name, members in hosts.items()
        if total_mb
    }
    return {**held, **(fixed_storage(topology, anchor) if held else {})}


def _served_ms(evaluation: Evaluation, draws: ConstantDraws) -> float:
    """Time that the mean I/O takes of its volume: a read, a flush write, a log's destaging."""
    reads, logs, ios = (
        float(evaluation.metrics[name][0, 0])
        for name in ("reads_per_s", "work_plog_writes_per_s", "io_per_s")
    )
    volume_ms, flush_share, destage_ms, capacity, device = (
        float(column(draws, name)[0])
        for name in ("volume_ms", "flush_share", "destage_ms", "factor.io", "factor.device")
    )
    reading_ms = volume_ms * (reads + flush_share * max(ios - reads - logs, 0.0))
    return device * (reading_ms + destage_ms * logs) / (ios * capacity)
