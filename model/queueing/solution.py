"""What the engine answers, and its JSON form ``plexwright-solution/1``."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["ClassBounds", "Solution", "solution_to_json"]

FORMAT = "plexwright-solution/1"


@dataclass(frozen=True)
class ClassBounds:
    """Bounds of a class's throughput, per s (see ``bounds``)."""

    throughput_max: float
    throughput_min: float


@dataclass(frozen=True)
class Solution:
    """Answer for one network.

    throughput: per s, by class; layered: by entry and by reference task.
    response: s per cycle without think time, by class or reference task; None where nothing flows.
        Layered: also until the reply to requests from outside, by the entry they come to.
    utilization: 0..1 per server, by station; layered: by processor and task. A delay has none and
        shows the mean number of customers in it.
    queue_length, residence: by class, then station (layered: by task, then processor or entry).
    theorem: why the figures are exact for the described network, up to rounding (``theorems``);
        None where they are approximate, so that nothing is called exact without its reason.
    iterations, residual: of the method's fixed point; 0 for closed formulas.
    notes: what was approximated and why, one sentence each.
    """

    id: str | None
    method: str
    theorem: str | None
    converged: bool
    iterations: int
    residual: float
    throughput: Mapping[str, float]
    response: Mapping[str, float | None]
    utilization: Mapping[str, float]
    queue_length: Mapping[str, Mapping[str, float]]
    residence: Mapping[str, Mapping[str, float]]
    bounds: Mapping[str, ClassBounds]
    bottleneck: str | None = None
    notes: tuple[str, ...] = ()
    layered: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """For layered networks, the same figures kept apart: processors, tasks, entries, …"""

    @property
    def exact(self) -> bool:
        """Whether the figures are exact for the described network, up to rounding."""
        return self.theorem is not None


def solution_to_json(solution: Solution) -> dict[str, Any]:
    """The solution as plain JSON values (no NaN, no infinity)."""
    document: dict[str, Any] = {
        "format": FORMAT,
        "id": solution.id,
        "method": solution.method,
        "exact": solution.exact,
        "theorem": solution.theorem,
        "converged": bool(solution.converged),
        "iterations": int(solution.iterations),
        "residual": _plain(solution.residual),
        "throughput": _row(solution.throughput),
        "response": _row(solution.response),
        "utilization": _row(solution.utilization),
        "queue_length": {c: _row(row) for c, row in solution.queue_length.items()},
        "residence": {c: _row(row) for c, row in solution.residence.items()},
        "bounds": {
            c: {"throughput_max": _plain(b.throughput_max),
                "throughput_min": _plain(b.throughput_min)}
            for c, b in solution.bounds.items()
        },
        "bottleneck": solution.bottleneck,
        "notes": list(solution.notes),
    }  # fmt: skip
    for key, row in solution.layered.items():
        document[key] = _row(row)
    return document


def _row(row: Mapping[str, float | None]) -> dict[str, float | None]:
    return {key: _plain(value) for key, value in row.items()}


def _plain(value: float | None) -> float | None:
    if value is None or not math.isfinite(value):
        return None
    return float(value)
