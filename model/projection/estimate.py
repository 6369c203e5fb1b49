"""Projected figures: a value, its band, what the band rests on, and what it is of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

from model.topology import Scenario

Basis = Literal["model", "published", "arithmetic"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its 90 % band.

    ``basis`` says whether the model computed it, whether it is a published percentage used as it
    stands, or plain arithmetic on measured figures (storage returned by a smaller pool).
    """

    value: float
    low: float
    high: float
    unit: str
    basis: Basis = "model"
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ResourceUse:
    """How busy one component is: 0..1 with its band, and a sentence of absolute figures."""

    component: str
    label: str
    utilization: float
    low: float
    high: float
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Experience:
    """By what factor bands of changes are taken wider (or narrower) here, and the sentence why."""

    factor: float
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class Draws:
    """One figure under every draw of the constants, the central one first.

    ``residual_sd`` is the scatter of measured runs about the model (of the logarithm), ``seen``
    what earlier projections taught about bands of that model.
    """

    values: npt.NDArray[np.float64]
    residual_sd: float
    seen: Experience | None = None


@dataclass(frozen=True)
class WorkloadProjection:
    """One anchor's projected figures.

    ``metrics`` uses the headline names where they apply: ``etr_per_s``, ``itr_per_cpu_s``,
    ``response_ms``, ``cpu_s_per_s``, ``io_per_s``, ``paging_per_s``, ``storage_mb``; further
    metrics keep the names of the subsystem's model. ``breakdown_s`` splits the response time.
    ``changes`` are the metrics against the as-is in per cent. In a scenario the bands of
    ``metrics`` are those of ``changes``: what is not known of today's figure is not counted again.
    ``draws`` is what they were made of, where that was asked for.
    """

    anchor: str
    model: str
    metrics: Mapping[str, Estimate]
    breakdown_s: Mapping[str, float] = field(default_factory=dict)
    bottleneck: str | None = None
    extrapolated: tuple[str, ...] = ()
    not_projectable: str | None = None
    changes: Mapping[str, Estimate] = field(default_factory=dict)
    draws: Mapping[str, Draws] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class Projection:
    """What the model says of one scenario.

    ``refused`` carries the sentences of anchors whose calibration misses its limit: the as-is
    shows their modelled figures, scenarios do not. ``issues`` are settings beyond a product's
    limits.
    """

    scenario: Scenario
    workloads: tuple[WorkloadProjection, ...]
    resources: tuple[ResourceUse, ...]
    bottleneck: str | None
    converged: bool
    issues: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()

    def workload(self, anchor: str) -> WorkloadProjection | None:
        """The projection of one anchor, or ``None``."""
        for item in self.workloads:
            if item.anchor == anchor:
                return item
        return None

    @property
    def principal(self) -> WorkloadProjection | None:
        """The workload that the key-figure strip shows: the one that uses the most CPU."""
        usable = [w for w in self.workloads if w.not_projectable is None and w.metrics]
        if not usable:
            return None
        return max(usable, key=_cpu_use)


def _cpu_use(workload: WorkloadProjection) -> float:
    found = workload.metrics.get("cpu_s_per_s")
    return 0.0 if found is None else found.value
