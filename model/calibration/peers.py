"""What one would use without a model: interpolation, asymptotic bounds, a scalability law.

Each is given throughput against the number of nuclei of the published runs that share everything
else, never the run that it is asked for.

References: N. Gunther, "Guerrilla Capacity Planning", 2007, chapter 4 (Universal Scalability Law);
Lazowska et al., "Quantitative System Performance", 1984, chapter 5 (asymptotic bounds).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np

from model.calibration.published import Point
from model.contract.evaluation import FloatArray

Law = Callable[[FloatArray, FloatArray, float], float]


def interpolation(nuclei: FloatArray, etr: FloatArray, wanted: float) -> float:
    """Straight lines between neighbours, in nuclei; beyond the largest run its rate.

    No nuclei do nothing: without that point interpolation could not answer for the smallest run.
    """
    return float(np.interp(wanted, np.append(0.0, nuclei), np.append(0.0, etr)))


def asymptotic_bounds(nuclei: FloatArray, etr: FloatArray, wanted: float) -> float:
    """The best rate per nucleus times nuclei, but no more than the best rate of all."""
    return float(min(wanted * (etr / nuclei).max(), etr.max()))


def scalability_law(nuclei: FloatArray, etr: FloatArray, wanted: float) -> float:
    """g n / (1 + a (n - 1) + b n (n - 1)), least squares on relative errors, a and b from 0."""
    from scipy.optimize import least_squares

    def law(p: FloatArray, n: FloatArray) -> FloatArray:
        found: FloatArray = p[0] * n / (1.0 + p[1] * (n - 1.0) + p[2] * n * (n - 1.0))
        return found

    per_nucleus = float((etr / nuclei).max())
    answers = [
        least_squares(
            lambda p: law(p, nuclei) / etr - 1.0,
            np.array([scale * per_nucleus, contention, coherence]),
            x_scale=np.array([per_nucleus, 0.01, 0.0001]),
            bounds=([0.0, 0.0, 0.0], np.inf),
        )
        for scale, contention, coherence in _STARTS
    ]
    best = min(answers, key=lambda found: float(found.cost))
    return float(law(best.x, np.array([wanted]))[0])


_STARTS: Final = ((1.0, 0.02, 0.0005), (1.0, 0.0, 0.005), (2.0, 0.2, 0.0), (0.7, 0.001, 0.00001))
"""The law's fit has several minima; it deserves the best of them."""

LAWS: Final[Mapping[str, tuple[Law, int]]] = {
    "interpolation": (interpolation, 2),
    "asymptotic bounds": (asymptotic_bounds, 1),
    "universal scalability law": (scalability_law, 3),
}
"""Each with the least number of runs that it needs."""

_VARIES: Final = frozenset(
    {
        "nuclei",
        "cache_gb",
        "cache_data_mb_per_nucleus",
        "cache_asso_mb_per_nucleus",
        "clucacheextra",
        "nplogbuffers_nwork1buffers",
        "page_device",
    }
)
"""Conditions that change along with the number of nuclei in one series of runs."""


def same_series(one: Point, other: Point) -> bool:
    """Whether two runs differ in nothing but the number of nuclei and what follows from it."""

    def fixed(point: Point) -> dict[str, object]:
        return {k: v for k, v in point.conditions.items() if k not in _VARIES}

    return fixed(one) == fixed(other)


def predictions(wanted: Point, published: Sequence[Point]) -> dict[str, float]:
    """Each law's ETR for a run; laws that lack runs are absent."""
    series = [
        p
        for p in published
        if p.id != wanted.id and "nuclei" in p.conditions and same_series(p, wanted)
    ]
    by_nuclei: dict[float, list[float]] = {}
    for point in series:
        by_nuclei.setdefault(float(point.conditions["nuclei"]), []).append(
            point.results["etr_per_s"]
        )
    nuclei = np.array(sorted(by_nuclei))
    etr = np.array([float(np.mean(by_nuclei[count])) for count in nuclei])
    return {
        name: law(nuclei, etr, float(wanted.conditions["nuclei"]))
        for name, (law, least) in LAWS.items()
        if len(nuclei) >= least
    }
