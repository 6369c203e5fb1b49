"""How fast those who are away from a server come back, given who else is away.

Seen from one server the rest of a layered network is a time away. It is not the same whoever else
is away: who waits at other servers waits behind those who are there, and they are there only while
they are not here. With exponential times away of one mean, six customers of two servers in order of
arrival got up to 39 % too much done, as those held up together at one still came to the other.

The part of a time away that is spent behind members of a source is therefore taken to grow with how
many of them are away: arrival theorem and Little's law give it for the mean number, and a line
through that and nothing the rest, as in Schweitzer's approximation. How fast members come on the
whole is found with the other waiting times, so that only its dependence on the state is taken from
here. Who holds a thread of this server is not away, wherever he waits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .layered_routes import StationPlan

__all__ = ["Company", "Lean"]

Array = NDArray[np.float64]

_MOST_PART = 0.95
"""Of a time away that others may be what it is spent for."""
_LEAST_OTHERS = 1e-3
_SLOWEST = 20.0


@dataclass(frozen=True)
class Lean:
    """How long times away are at a server of S sources, over their mean."""

    alone: Array  # (V, S) with nobody else away
    slope: Array  # (V, S, S) and by how much longer with each member of each source

    def pace(self, away: Array) -> Array:
        """(V, N, S) how fast members come in states in which ``away`` (N, S) are away."""
        times = self.alone[:, None, :] + away @ self.slope.transpose(0, 2, 1)
        result: Array = 1.0 / np.clip(times, 1.0 / _SLOWEST, _SLOWEST)
        return result


@dataclass(frozen=True)
class _Place:
    """One server: kinds g of all servers' G, sources s of its S."""

    waits: Array  # (S, G) kinds of the source that wait while they are away
    ahead: Array  # (G, S) kinds of the source that are away
    sources: slice  # among those of all servers
    less: Array  # (S,) part of a source's members that are others to one of them


class Company:
    """All servers whose sources are known by name; those of coarser plans come at any time alike.

    Kinds and sources are numbered through all servers, as ``SideBySide`` does.
    """

    def __init__(self, plans: Sequence[StationPlan], even: NDArray[np.bool_]) -> None:
        """even: (tasks,) sources of which one comes at the same rate, however many are away."""
        server = [p.server for p in plans for _ in p.source]
        station = np.array([i for i, p in enumerate(plans) for _ in p.source], dtype=np.intp)
        name = np.array([n for p in plans for n in _names(p)], dtype=np.intp)
        held = [caps for p in plans for caps in _caps(p)]
        members = np.array([p.populations[s] for p in plans for s in p.source], dtype=float)
        same = (name[:, None] == name[None, :]) & (name >= 0)[:, None]
        together = station[:, None] == station[None, :]
        less = _others(members)[:, None]
        self.meets = np.where(together, np.where(same, less, 1.0), 0.0)
        self.places: list[_Place | None] = []
        self.even: list[tuple[slice, NDArray[np.bool_]]] = []
        first = 0
        for i, plan in enumerate(plans):
            sources = slice(first, first + len(plan.populations))
            first = sources.stop
            known = [0 <= n < len(even) and bool(even[n]) for n in plan.names]
            self.even.append((sources, np.array(known, dtype=bool)))
            if not plan.kinds:
                self.places.append(None)
                continue
            above = frozenset().union(*(caps for _, caps in plan.kinds))
            # Who waits for a thread that is held here waits for somebody who may be here.
            reach = (station != i) & ~np.isin(server, list(above))
            here = {plan.server, *(gate.task for gate in plan.callers)}
            away = np.array([not here & caps for caps in held], dtype=bool)
            named = np.array([plan.kinds[plan.source.index(s)][0]
                              for s in range(len(plan.populations))])  # fmt: skip
            belongs = name[None, :] == named[:, None]
            self.places.append(
                _Place(
                    (belongs & reach & away).astype(float), (belongs & away).T.astype(float),
                    sources, _others(np.array(plan.populations, dtype=float)),
                )
            )  # fmt: skip

    def leans(self, length: Array, busy: Array, mean_s: Array, absent: Array) -> list[Lean | None]:
        """One for each server: of numbers by kind (V, G) there and in service, and mean services.

        absent: (V, all sources) members that are away, on average.
        """
        work = length * mean_s
        found = np.maximum(work @ self.meets.T, 1e-300)
        waiting = np.maximum(length - busy, 0.0)
        behind = (waiting / found)[:, :, None] * self.meets * work[:, None, :]  # (V, G, G)
        out: list[Lean | None] = []
        for place, (sources, even) in zip(self.places, self.even, strict=True):
            if place is None:
                out.append(_steady(even, absent[:, sources]) if even.any() else None)
                continue
            away = absent[:, place.sources]
            part = place.waits @ behind @ place.ahead / away[:, :, None]
            part *= np.minimum(1.0, _MOST_PART / np.maximum(part.sum(axis=2), 1e-300))[:, :, None]
            own = np.eye(len(place.less))
            others = away[:, None, :] * np.where(own > 0, place.less, 1.0)
            slope = part / np.maximum(others, _LEAST_OTHERS)
            alone = 1.0 - part.sum(axis=2) - (slope * own).sum(axis=2)
            if even.any():
                slope = np.where(even[:, None], _steady(even, away).slope, slope)
                alone = np.where(even, 0.0, alone)
            out.append(Lean(alone, slope))
        return out


def _steady(even: NDArray[np.bool_], away: Array) -> Lean:
    """Of sources of which one comes at the same rate, however many of ``away`` (V, S) are."""
    alone = np.where(even, 0.0, np.ones(away.shape))
    return Lean(alone, np.diag(even.astype(float)) / away[:, None, :])


def _names(plan: StationPlan) -> list[int]:
    """The source of every kind, the same at all servers; -1 where many are one."""
    return [s for s, _ in plan.kinds] if plan.kinds else [-1] * len(plan.source)


def _caps(plan: StationPlan) -> list[frozenset[int]]:
    return [caps for _, caps in plan.kinds] or [frozenset()] * len(plan.source)


def _others(members: Array) -> Array:
    return np.where(members > 1.0, 1.0 - 1.0 / np.maximum(members, 1.0), 0.0)
