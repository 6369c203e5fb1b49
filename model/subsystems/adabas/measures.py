"""Measured figures of a database: its own, and what its nuclei's add up to where it has none."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from model.language import FigureName, Name, listed, say
from model.topology import Component, Topology

BLOCK_TRANSFERS = (
    "asso_reads",
    "data_reads",
    "asso_writes",
    "data_writes",
    "work_writes",
    "plog_writes",
)
"""Every I/O that the session statistics count."""

_ADDED: Final = (
    "etr_per_s",
    "cpu_s_per_s",
    "reads_per_s",
    "work_plog_writes_per_s",
    "io_per_s",
    "paging_per_s",
)
"""Rates of a database that are the sum of its nuclei's."""
_AVERAGED: Final = {
    "itr_per_cpu_s": "cpu_s_per_s",
    "buffer_efficiency": "reads_per_s",
    "response_ms": "etr_per_s",
}
"""Figures that are the nuclei's average, each by the rate of which one is so many units."""


IO_RESPONSE: Final = "io_response_ms"
IO_STARTED: Final = "io_started_ms"
IO_DEVICE: Final = "io_device_ms"
OF_AN_IO: Final = {
    IO_RESPONSE: ("response_ms",),
    IO_STARTED: ("pend_ms", "disc_ms", "conn_ms"),
    IO_DEVICE: ("disc_ms", "conn_ms"),
}
"""Times of the mean I/O, all of it, what it is under way and what of that it is at its device, and
what RMF makes them of."""
_AT_DEVICE: Final = 0.8
"""Of the time that an I/O is under way, where nobody tells its parts; the rest is pending time.
Judgement."""
_OWN_SHARE: Final = 0.8
"""Of the I/O of its disks, from which on their times are taken for the database's."""


def of_an_io(disks: Sequence[Component], own_per_s: float | None) -> dict[str, float]:
    """What RMF measured of a database's I/O, where nearly all I/O of its disks is its own.

    Summed exactly, so that the order of the disks' names does not change a last digit, which a fit
    makes some more of.
    """
    rates = [disk.measure("io_per_s") for disk in disks]
    total = math.fsum(rate or 0.0 for rate in rates)
    if own_per_s is None or None in rates or not total or own_per_s < _OWN_SHARE * total:
        return {}
    each = [_of_a_disk(disk) for disk in disks]
    if not all(IO_STARTED in times for times in each):
        return {}
    return {
        name: math.fsum(t[name] * (r or 0.0) for t, r in zip(each, rates, strict=True)) / total
        for name in OF_AN_IO
        if all(name in times for times in each)
    }


def _of_a_disk(disk: Component) -> dict[str, float]:
    """Times of its mean I/O, as far as they are told; all but its IOSQ time it is under way."""
    parts = {name: [disk.measure(part) for part in of] for name, of in OF_AN_IO.items()}
    found = {n: math.fsum(x or 0.0 for x in one) for n, one in parts.items() if None not in one}
    iosq_ms = disk.measure("iosq_ms")
    if IO_RESPONSE in found and iosq_ms is not None:
        found.setdefault(IO_STARTED, max(found[IO_RESPONSE] - iosq_ms, 0.0))
        found.setdefault(IO_DEVICE, _AT_DEVICE * found[IO_STARTED])
    return found if found.get(IO_STARTED) else {}


def nuclei_of(topology: Topology, anchor: str) -> tuple[Component, ...]:
    """The nuclei of a database."""
    return tuple(c for c in topology.sources(anchor, "member") if c.kind == "adabas_nucleus")


def measured_of(topology: Topology, anchor: str) -> dict[str, float]:
    """Measured figures of a database, rates made from counts where reports give counts."""
    nuclei = nuclei_of(topology, anchor)
    found = dict(topology[anchor].of_figures(_with_rates))
    for name, value in _together(nuclei).items():
        found.setdefault(name, value)
    busy = [n.measure("cp_busy_pct") for n in nuclei]
    known = [value for value in busy if value is not None]
    if known and len(known) == len(busy):
        found.setdefault("nucleus_busy_pct", math.fsum(known) / len(known))
    return found


def partly_measured(topology: Topology, anchor: str) -> tuple[str, ...]:
    """A sentence where some nuclei have figures that others lack: there is no sum of them."""
    nuclei = nuclei_of(topology, anchor)
    whole, each = measured_of(topology, anchor), [n.of_figures(_with_rates) for n in nuclei]
    lacking = [
        name
        for name in (*_ADDED, *_AVERAGED)
        if name not in whole and any(name in one for one in each)
    ]
    if not lacking:
        return ()
    first = lacking[0]
    return (
        say(
            "{name}: {figures} of {some} are measured and those of {others} are not, so that the "
            "database's are not known: what is usual stands in for them",
            name=Name(topology[anchor].name),
            figures=listed([FigureName(name) for name in lacking]),
            some=listed([Name(n.name) for n, f in zip(nuclei, each, strict=True) if first in f]),
            others=listed(
                [Name(n.name) for n, f in zip(nuclei, each, strict=True) if first not in f]
            ),
        ),
    )


def _together(nuclei: Sequence[Component]) -> Mapping[str, float]:
    """What all of the nuclei have, as one."""
    each = tuple(nucleus.of_figures(_with_rates) for nucleus in nuclei)
    # Scenarios change settings, and figures stay: what follows from them is found once.
    known = _FOUND.get(key := tuple(map(id, each)))
    if known is None:
        if len(_FOUND) >= _MOST_FOUND:
            _FOUND.clear()
        # With the figures, so that no others can get their ids.
        known = _FOUND[key] = each, _as_one(each)
    return known[1]


_FOUND: dict[tuple[int, ...], tuple[Sequence[Mapping[str, float]], Mapping[str, float]]] = {}
_MOST_FOUND = 64


def _as_one(each: Sequence[Mapping[str, float]]) -> dict[str, float]:
    common = set.intersection(*(set(one) for one in each)) if each else set()
    found: dict[str, float] = {
        name: math.fsum(one[name] for one in each) for name in _ADDED if name in common
    }
    for name in _AVERAGED.keys() & common:
        weights = [one[_AVERAGED[name]] if _AVERAGED[name] in common else 1.0 for one in each]
        total = math.fsum(one[name] * weight for one, weight in zip(each, weights, strict=True))
        if math.fsum(weights) > 0.0:
            found[name] = total / math.fsum(weights)
    return found


def _with_rates(measured: Mapping[str, float]) -> dict[str, float]:
    """Figures with the rates and ratios that their counts make."""
    figures = dict(measured)
    seconds = figures.get("duration_s", 0.0)
    if seconds > 0:
        if "commands" in figures:
            figures.setdefault("etr_per_s", figures["commands"] / seconds)
        if "physical_reads" in figures:
            figures.setdefault("reads_per_s", figures["physical_reads"] / seconds)
        if "work_writes" in figures and "plog_writes" in figures:
            writes = figures["work_writes"] + figures["plog_writes"]
            figures.setdefault("work_plog_writes_per_s", writes / seconds)
        if "cpu_s" in figures:
            figures.setdefault("cpu_s_per_s", figures["cpu_s"] / seconds)
        transfers = [figures.get(name) for name in BLOCK_TRANSFERS]
        if all(count is not None for count in transfers):
            total = sum(count for count in transfers if count is not None)
            figures.setdefault("io_per_s", total / seconds)
    if figures.get("cpu_s", 0.0) > 0 and "commands" in figures:
        figures.setdefault("itr_per_cpu_s", figures["commands"] / figures["cpu_s"])
    if figures.get("physical_reads", 0.0) > 0 and "logical_reads" in figures:
        figures.setdefault(
            "buffer_efficiency", figures["logical_reads"] / figures["physical_reads"]
        )
    return figures
