"""DASD of which nobody told how many volumes there are or how long an I/O takes, and work of which
nobody told how many I/Os it does there.

What is usual stands in, so that work that has disks waits for them: known no better than its prior.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from model.catalogue import catalogue
from model.contract.protocol import NotProjectable
from model.hardware.dasd import disks_of, io_times_ms, volume_count
from model.language import mark
from model.projection.baseline import Baseline
from model.projection.filling import called, filled, parts_of, with_figures
from model.topology import Component, Measured, Origin, Topology

_VOLUMES, _IO_MS = "VOLUMES", "response_ms"
_DEVICES = mark("RMF direct access device activity")
_OF_READS = mark("as long as synchronous reads of those who use it, as measured")


def unknown_disks(topology: Topology, anchor: str) -> Iterator[NotProjectable]:
    """What nobody told of DASD that a workload's I/Os go to: volumes, and the time of an I/O."""
    for disk, _ in disks_of(topology, anchor):
        if not volume_count(topology, disk):
            yield NotProjectable(called(disk, _VOLUMES, True), disk.id, _VOLUMES, _DEVICES)
        if io_times_ms(disk) is None:
            yield NotProjectable(called(disk, _IO_MS, False), disk.id, _IO_MS, _DEVICES)


def with_disks(topology: Topology, baseline: Baseline) -> Topology:
    """The installation with what is usual of DASD that the work of the network waits for.

    A database has its own constants where nobody tells them, with how far these may be off.
    """
    for item in baseline.anchors:
        if not hasattr(item.model, "flow") or item.not_projectable is not None:
            continue
        known = {} if item.evaluation is None else item.evaluation.metrics
        if disks_of(topology, item.anchor) and "io_per_s" not in known:
            topology = _with_ios(topology, item.anchor)
        for lacking in unknown_disks(topology, item.anchor):
            disk = topology[lacking.component]
            read_ms = _read_ms(topology, disk) if lacking.setting == _IO_MS else None
            if read_ms is None:
                topology = filled(topology, lacking) or topology
                continue
            told = Measured(read_ms, "ms", Origin("derived", text=_OF_READS))
            measured = {**disk.measured, _IO_MS: told}
            topology = topology.with_component(replace(disk, measured=measured))
    return topology


def _with_ios(topology: Topology, anchor: str) -> Topology:
    """The installation with usual I/Os of a workload: those of its parts, of its own where it has
    none that have some."""
    own, *parts = parts_of(topology, anchor)
    found = topology
    for part in parts:
        found = with_figures(found, part, usual=catalogue()[part.kind].usual_io)
    return (
        with_figures(found, own, usual=catalogue()[own.kind].usual_io)
        if found is topology
        else found
    )


def _read_ms(topology: Topology, disk: Component) -> float | None:
    """Time of a synchronous read of those who use a DASD subsystem; None where nobody tells it."""
    told = [user.measure("sync_io_us") for user in topology.sources(disk.id, "uses")]
    known = [each_us for each_us in told if each_us]
    return sum(known) / len(known) / 1e3 if known else None
