"""Many variants of one closed network as arrays, and their answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .errors import NetworkError
from .waiting import Array, station_rates

__all__ = ["BatchSolution", "ClosedBatch", "capacity", "working"]


@dataclass(frozen=True)
class ClosedBatch:
    """V variants of a closed network with R classes and K stations.

    demands: (V, R, K) s, service demand per cycle at **one copy** of the station.
    populations: (V, R) customers; may be fractional for the approximate methods.
    think_times: (V, R) s.
    servers: (V, K) or (K,), whole numbers; ``inf`` is a delay. Default 1. The demand is a
        customer's, at one server.
    replicas: (V, K) or (K,): identical copies of the station. 31 alike servers that share the
        load evenly are one column with ``replicas=31`` and the demand divided by 31.
    rate_multipliers: station index → factors on the service rate with 1, 2, … customers (the last
        holds beyond); the same for all variants.
    busy: station index → mean busy servers with 0, 1, 2, … customers of these classes (the last
        holds beyond), where others use the station as well; otherwise the customers, up to the
        servers. Only for utilisations of stations with ``rate_multipliers``.
    """

    demands: Array
    populations: Array
    think_times: Array
    servers: Array | None = None
    replicas: Array | None = None
    rate_multipliers: Mapping[int, tuple[float, ...]] = field(default_factory=dict)
    busy: Mapping[int, tuple[float, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        demands = np.ascontiguousarray(self.demands, dtype=float)
        if demands.ndim != 3:
            raise NetworkError("demands must have the shape (variants, classes, stations)")
        variants, classes, stations = demands.shape
        object.__setattr__(self, "demands", demands)
        for name in ("populations", "think_times"):
            value = np.asarray(getattr(self, name), dtype=float)
            if value.ndim == 1:
                value = np.broadcast_to(value, (variants, classes))
            if value.shape != (variants, classes):
                raise NetworkError(f"{name} must have the shape ({variants}, {classes})")
            object.__setattr__(self, name, value)
        for name in ("servers", "replicas"):
            raw = getattr(self, name)
            value = _stationwise(raw, variants, stations, name)
            object.__setattr__(self, name, value)
        self._refuse_nonsense()

    def _refuse_nonsense(self) -> None:
        for name in ("demands", "populations", "think_times"):
            value = getattr(self, name)
            if not (np.isfinite(value).all() and (value >= 0).all()):
                raise NetworkError(f"{name} must be finite numbers that are not negative")
        assert self.servers is not None
        assert self.replicas is not None
        if not ((self.servers >= 1) & (np.floor(self.servers) == self.servers)).all():
            raise NetworkError("servers must be whole numbers from 1, or infinite")
        if not ((self.replicas >= 1) & np.isfinite(self.replicas)).all():
            raise NetworkError("replicas must be numbers from 1")
        for factors in self.rate_multipliers.values():
            if not len(factors) or not all(np.isfinite(f) and f > 0 for f in factors):
                raise NetworkError("rate multipliers must be positive numbers")
        idle = (self.demands.sum(axis=2) + self.think_times <= 0) & (self.populations > 0)
        if idle.any():
            v, r = (int(i[0]) for i in idle.nonzero())
            raise NetworkError(
                f"class {r} of variant {v} has customers but neither demand nor think time, so its"
                " throughput would be infinite; give it a demand or a think time"
            )

    @property
    def shape(self) -> tuple[int, int, int]:
        """(variants, classes, stations)."""
        variants, classes, stations = self.demands.shape
        return variants, classes, stations

    def rows(self, start: int, stop: int) -> ClosedBatch:
        """Variants ``start`` … ``stop - 1`` (views, no checks again)."""
        part = object.__new__(ClosedBatch)
        for name in ("demands", "populations", "think_times"):
            object.__setattr__(part, name, getattr(self, name)[start:stop])
        for name in ("servers", "replicas"):
            value = getattr(self, name)
            object.__setattr__(part, name, value if len(value) == 1 else value[start:stop])
        for name in ("rate_multipliers", "busy"):
            object.__setattr__(part, name, getattr(self, name))
        return part


@dataclass(frozen=True)
class BatchSolution:
    """Answers for V variants.

    throughput: (V, R) per s. residence: (V, R, K) s per cycle, summed over copies.
    queue_length: (V, R, K) customers, summed over copies. utilization: (V, K) busy servers ÷
    servers; for a delay the mean number present. converged: (V,). iterations: (V,).
    residual: (V,) what one more pass would change, relative to the class population.
    method: what was used.
    """

    throughput: Array
    residence: Array
    queue_length: Array
    utilization: Array
    converged: NDArray[np.bool_]
    iterations: NDArray[np.int64]
    residual: Array
    method: str

    @property
    def response(self) -> Array:
        """(V, R) s, without think time."""
        total: Array = self.residence.sum(axis=2)
        return total


def _stationwise(raw: ArrayLike | None, variants: int, stations: int, name: str) -> Array:
    value = np.ones((1, stations)) if raw is None else np.asarray(raw, dtype=float)
    if value.ndim == 1:
        value = value[None, :]
    if value.ndim != 2 or value.shape[1] != stations or len(value) not in (1, variants):
        raise NetworkError(f"{name} must have the shape ({stations},) or ({variants}, {stations})")
    if np.isnan(value).any():
        raise NetworkError(f"{name} must be numbers")
    if len(value) > 1 and (value == value[0]).all():
        value = value[:1]
    return value


def working(batch: ClosedBatch, variant: int, station: int, customers: int) -> Array:
    """Mean busy servers of a station with 0, 1, 2, … customers; the last holds beyond."""
    if station in batch.busy:
        return np.array(batch.busy[station])
    assert batch.servers is not None
    servers = float(batch.servers[min(variant, len(batch.servers) - 1), station])
    return np.arange(min(float(customers), servers) + 1.0)


def capacity(batch: ClosedBatch) -> Array:
    """(V or 1, K) work per second a station can do at best; 1 for a delay."""
    assert batch.servers is not None
    best = np.where(np.isfinite(batch.servers), batch.servers, 1.0)
    if batch.rate_multipliers:
        best = np.array(np.broadcast_to(best, (len(best), best.shape[1])))
        customers = int(np.ceil(batch.populations.sum(axis=1).max(initial=1.0)))
        for station, factors in batch.rate_multipliers.items():
            for v in range(len(best)):
                m = float(batch.servers[v, station])
                best[v, station] = max(station_rates(m, tuple(factors), max(customers, 1)))
    return best
