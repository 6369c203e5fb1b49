"""From throughputs and residences, however found, to all that a solution carries."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from .bounds import throughput_bounds
from .network import ClosedClass, Network
from .productform import ProductForm
from .solution import Solution
from .stations import best_rate

__all__ = ["report"]


def report(
    network: Network,
    form: ProductForm,
    method: str,
    theorem: str | None,
    notes: Sequence[str] = (),
    busy: Mapping[str, float] | None = None,
) -> Solution:
    """Everything a solution carries, from throughputs and residences."""
    stations = network.stations
    even = _shared_evenly(network)
    if even:
        said = (
            f"customers of one priority share {', '.join(map(repr, even))} evenly, as in time "
            "slices: in order of arrival within a priority, responses and percentiles are others"
        )
        notes = (*notes, said)
    response: dict[str, float | None] = {}
    queue: dict[str, dict[str, float]] = {}
    for cls in network.classes:
        row = form.residence[cls.name]
        x = form.throughput[cls.name]
        response[cls.name] = sum(row.values()) if x > 0 else None
        queue[cls.name] = {name: x * r for name, r in row.items()}
    everyone = math.ceil(sum(c.population for c in network.closed))
    utilization: dict[str, float] = {}
    for station in stations:
        work = sum(form.throughput[c.name] * network.demand_s(c.name, station.name)
                   for c in network.classes)  # fmt: skip
        if busy and station.name in busy:
            utilization[station.name] = min(1.0, busy[station.name])
        elif station.is_delay:
            utilization[station.name] = 0.0  # any number of customers ÷ infinitely many servers
        else:
            utilization[station.name] = min(1.0, work / best_rate(station, max(everyone, 1)))
    limited = [s for s in stations if not s.is_delay and utilization[s.name] > 0]
    bottleneck = max(limited, key=lambda s: utilization[s.name]).name if limited else None
    return Solution(
        network.id, method, theorem, form.converged, form.iterations, form.residual,
        form.throughput, response, utilization, queue, form.residence,
        throughput_bounds(network), bottleneck, tuple(notes),
    )  # fmt: skip


def _shared_evenly(network: Network) -> list[str]:
    """Preemptive stations at which customers of one priority can meet."""
    found = []
    for station in network.stations:
        if station.discipline != "preemptive-resume" or station.is_delay:
            continue
        most: dict[int, float] = {}
        for cls in network.classes:
            if network.demand_s(cls.name, station.name) > 0:
                level = cls.priority or 0
                many = cls.population if isinstance(cls, ClosedClass) else math.inf
                most[level] = most.get(level, 0.0) + many
        if any(many > 1.0 for many in most.values()):
            found.append(station.name)
    return found
