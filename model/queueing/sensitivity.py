"""How throughput and response change with every demand and population; bottlenecks and switches.

Derivatives are central differences of the engine's own answers, solved together. Relative steps of
1e-4 leave an error near 1e-8 of the value, because the answers are exact or converged far below it.
A population of an exactly solved class moves by whole customers: there the figure is half the
difference between one customer more and one less.

Bottlenecks follow from demands alone (Lazowska et al. 1984, chapter 5; for two classes Balbo and
Serazzi, Performance Evaluation 30, 1997): as populations grow in a fixed mix, the station with the
largest work per cycle ÷ capacity saturates; between two mixes two stations may saturate together.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from .errors import NetworkError
from .network import ClosedClass, Network, OpenClass
from .solution import Solution
from .solver import solve, solve_many
from .stations import best_rate

__all__ = ["Bottlenecks", "Sensitivities", "SwitchingPoint", "bottlenecks", "sensitivities"]

_STEP = 1e-4


@dataclass(frozen=True)
class Sensitivities:
    """Derivatives; the first key is the class whose figure changes.

    throughput_by_demand[c][d, k]: change of c's throughput (per s) per second of demand of class d
    at station k; response_by_demand the same for response (s per s). throughput_by_population[c][d]
    per customer of closed class d, or per unit of arrival rate of open class d.
    """

    base: Solution
    throughput_by_demand: Mapping[str, Mapping[tuple[str, str], float]]
    response_by_demand: Mapping[str, Mapping[tuple[str, str], float]]
    throughput_by_population: Mapping[str, Mapping[str, float]]
    response_by_population: Mapping[str, Mapping[str, float]]


def sensitivities(network: Network, method: str = "auto") -> Sensitivities:
    """Derivatives of every throughput and response; raises ``NetworkError`` as ``solve`` does."""
    base = solve(network, method, 1e-12)
    fixed = base.method if base.method in ("exact", "linearizer", "schweitzer") else method
    demand_keys: list[tuple[str, str]] = []
    variants: list[Network] = []
    widths: list[float] = []
    for cls in network.classes:
        for station in network.stations:
            value = network.demand_s(cls.name, station.name)
            total = sum(network.demand_s(cls.name, s.name) for s in network.stations)
            step = _STEP * (value if value > 0 else total or 1.0)
            low = max(0.0, value - step)
            demand_keys.append((cls.name, station.name))
            variants += [_with_demand(network, cls.name, station.name, v)
                         for v in (value + step, low)]  # fmt: skip
            widths.append(value + step - low)
    for i, cls in enumerate(network.classes):
        size = cls.population if isinstance(cls, ClosedClass) else cls.arrival_rate_per_s
        whole = isinstance(cls, ClosedClass) and fixed not in ("linearizer", "schweitzer")
        step = 1.0 if whole else _STEP * max(size, 1e-3)
        low = max(0.0, size - step)
        variants += [_with_size(network, i, v) for v in (size + step, low)]
        widths.append(size + step - low)
    answers = solve_many(variants, fixed, 1e-12)
    names = [c.name for c in network.classes]
    x_demand: dict[str, dict[tuple[str, str], float]] = {n: {} for n in names}
    r_demand: dict[str, dict[tuple[str, str], float]] = {n: {} for n in names}
    x_size: dict[str, dict[str, float]] = {n: {} for n in names}
    r_size: dict[str, dict[str, float]] = {n: {} for n in names}
    for j, width in enumerate(widths):
        above, below = answers[2 * j], answers[2 * j + 1]
        if isinstance(above, NetworkError):
            raise above
        if isinstance(below, NetworkError):
            raise below
        for name in names:
            dx = (above.throughput[name] - below.throughput[name]) / width
            more, less = above.response[name], below.response[name]
            dr = math.nan if more is None or less is None else (more - less) / width
            if j < len(demand_keys):
                x_demand[name][demand_keys[j]] = dx
                r_demand[name][demand_keys[j]] = dr
            else:
                x_size[name][names[j - len(demand_keys)]] = dx
                r_size[name][names[j - len(demand_keys)]] = dr
    return Sensitivities(base, x_demand, r_demand, x_size, r_size)


def _with_demand(network: Network, cls: str, station: str, value: float) -> Network:
    table = {c: dict(row) for c, row in network.demands_s.items()}
    table.setdefault(cls, {})[station] = value
    return replace(network, demands_s=table)


def _with_size(network: Network, index: int, value: float) -> Network:
    classes = list(network.classes)
    cls = classes[index]
    if isinstance(cls, OpenClass):
        classes[index] = replace(cls, arrival_rate_per_s=value)
    else:
        classes[index] = replace(cls, population=value)
    return replace(network, classes=tuple(classes))


@dataclass(frozen=True)
class SwitchingPoint:
    """Two stations saturate together.

    With one class: ``at`` is the factor on ``station``'s demand at which it overtakes ``other``.
    With two classes: for shares of the first class among the customers between ``low`` and ``high``
    both are saturated; below, ``other`` alone is, above, ``station``.
    """

    station: str
    other: str
    low: float
    high: float


@dataclass(frozen=True)
class Bottlenecks:
    """Which stations limit which class, and where that changes.

    by_class: for each closed class alone, the station that saturates first. knee: with one class,
    the population where the asymptotes meet (Lazowska et al. 1984, section 5.2.1).
    """

    by_class: Mapping[str, str | None]
    knee: float | None
    switching: tuple[SwitchingPoint, ...]


def bottlenecks(network: Network) -> Bottlenecks:
    """Bottlenecks and switching points of the closed classes (one or two for switching)."""
    everyone = max(1, math.ceil(sum(c.population for c in network.closed)))
    queues = [s for s in network.stations if not s.is_delay]
    work = {
        c.name: [network.demand_s(c.name, s.name) / best_rate(s, everyone) for s in queues]
        for c in network.closed
    }
    by_class: dict[str, str | None] = {}
    for cls in network.closed:
        row = work[cls.name]
        top = max(range(len(row)), key=lambda k: row[k], default=None)
        by_class[cls.name] = None if top is None or row[top] <= 0 else queues[top].name
    knee = None
    switching: list[SwitchingPoint] = []
    if len(network.closed) == 1:
        only = network.closed[0]
        row = work[only.name]
        if row and max(row) > 0:
            cycle = only.think_time_s + sum(
                network.demand_s(only.name, s.name) * s.replicas for s in network.stations
            )
            knee = cycle / max(row)
            first = max(range(len(row)), key=lambda k: row[k])
            switching = [
                SwitchingPoint(s.name, queues[first].name, row[first] / row[k], row[first] / row[k])
                for k, s in enumerate(queues)
                if k != first and row[k] > 0
            ]
    elif len(network.closed) == 2:
        switching = _two_classes([s.name for s in queues], *work.values())
    return Bottlenecks(by_class, knee, tuple(switching))


def _two_classes(names: list[str], one: list[float], two: list[float]) -> list[SwitchingPoint]:
    """Corners of the capacity region {x >= 0: x1 one[k] + x2 two[k] <= 1 for all k}."""
    out: list[SwitchingPoint] = []
    for i in range(len(names)):
        for j in range(i + 1, len(names)):
            det = one[i] * two[j] - one[j] * two[i]
            if det == 0.0:
                continue
            x1, x2 = (two[j] - two[i]) / det, (one[i] - one[j]) / det
            if x1 <= 0.0 or x2 <= 0.0:
                continue
            if any(x1 * a + x2 * b > 1.0 + 1e-12 for a, b in zip(one, two, strict=True)):
                continue
            # With only station k saturated, class 1 holds the share x1 one[k] of the customers.
            share_i, share_j = x1 * one[i], x1 * one[j]
            low, high = min(share_i, share_j), max(share_i, share_j)
            upper, lower = (i, j) if share_i > share_j else (j, i)
            out.append(SwitchingPoint(names[upper], names[lower], low, high))
    return sorted(out, key=lambda p: p.low)
