"""Changes between published runs, projected as a customer's: ``python -m model.calibration.pairs``.

Of every two published Adabas runs the model is calibrated to one, with shipped constants that were
fitted without the other, and projects the change to the other, which no part of it has seen. How
far that is off, against what the draws and the scatter of both states say, gives the distance at
which the scatter of a change is no more shared (`model.projection.paired`), and the coverage of
bands of changes. Written to resources/calibration/pairs.json; it takes some minutes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from functools import cache
from typing import Any, Final

import numpy as np

from model.calibration.crossvalidation import METRICS, by_point, without
from model.calibration.objective import family_points
from model.calibration.published import Point
from model.contract.evaluation import Evaluation
from model.projection.bands import evaluations_apart, residual_of
from model.projection.paired import change_scatter, pairs_document
from model.quantiles import NORMAL_QUANTILE_90
from model.subsystems.adabas.constants import Calibration, stored
from model.subsystems.adabas.customer import calibrate
from model.subsystems.adabas.model import evaluate
from resources import resource

FORMAT: Final = "plexwright-pairs/1"
_DRAWS: Final = 64
_DIGITS: Final = 5
_NEAREST: Final = 0.05
"""Of the pairs: those by which the distance is judged."""
_LEVEL: Final = 0.9
_STEPS: Final = np.geomspace(0.005, 0.5, 93)
"""Distances tried: 5 % from one to the next."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A figure of two runs, the model calibrated to the first (all of the logarithm).

    error  measured change against the projected one.  constants_sd  of the draws of the change.
    residual_before, residual  scatter about the model of either state.  apart  how far they are.
    """

    anchor: str
    other: str
    metric: str
    change: float
    error: float
    constants_sd: float
    residual_before: float
    residual: float
    apart: float

    def half(self, distance: float | None = None, scatter: bool = True) -> float:
        """Half the width of the band of the change."""
        apart = max(self.apart, abs(self.change))
        added = change_scatter(self.residual_before, self.residual, apart, distance)
        return NORMAL_QUANTILE_90 * float(np.hypot(self.constants_sd, added if scatter else 0.0))

    def inside(self, distance: float | None = None, scatter: bool = True) -> bool:
        """Whether the measured change lies in the band."""
        return abs(self.error) <= self.half(distance, scatter)


def pairs_to(other: Point, anchors: Sequence[Point]) -> Iterator[Pair]:
    """Changes to one run, which the constants have not seen, from each of the others."""
    best = stored()
    fit = without((other,), best.values)
    shipped = replace(best, values=fit.values, covariance=fit.covariance)
    for anchor in anchors:
        yield from _pair(anchor, other, shipped)


def _pair(anchor: Point, other: Point, shipped: Calibration) -> Iterator[Pair]:
    found = calibrate(anchor.conditions, anchor.results, shipped=shipped)
    both = evaluate([anchor.conditions, other.conditions], found.draws(_DRAWS))
    apart = evaluations_apart(both, both, 1)
    for metric in METRICS:
        pair = _of_metric(both, metric, anchor, other, apart)
        if pair is not None:
            yield pair


def _of_metric(
    both: Evaluation, metric: str, anchor: Point, other: Point, apart: float
) -> Pair | None:
    before, after = anchor.results.get(metric, 0.0), other.results.get(metric, 0.0)
    values = both.metrics[metric]
    if before <= 0.0 or after <= 0.0 or np.any(values <= 0.0):
        return None
    logs = np.log(values[1] / values[0])
    return Pair(
        anchor.id,
        other.id,
        metric,
        float(logs[0]),
        float(np.log(after / before) - logs[0]),
        float(np.std(logs[1:], ddof=1)),
        residual_of(both, metric, 0),
        residual_of(both, metric, 1),
        apart,
    )


def fresh() -> tuple[Pair, ...]:
    """All pairs, made anew."""
    found: list[Pair] = []
    for points in by_point().values():
        (other,) = points
        found.extend(pairs_to(other, [p for p in family_points() if p.id != other.id]))
    return tuple(found)


@cache
def stored_pairs() -> tuple[Pair, ...]:
    """All pairs as they are shipped."""
    return tuple(Pair(*row) for row in pairs_document()["pairs"])


def coverage(pairs: Iterable[Pair], distance: float | None = None, scatter: bool = True) -> float:
    """Share of the pairs whose measured change lies in its band."""
    return float(np.mean([pair.inside(distance, scatter) for pair in pairs]))


def fitted_distance(pairs: Sequence[Pair]) -> float:
    """The longest distance with which the bands of the nearest pairs still hold 90 %.

    The nearest twentieth decides, whose scatter is shared the most.
    """
    near = sorted(pairs, key=lambda pair: max(pair.apart, abs(pair.change)))
    near = near[: max(1, round(_NEAREST * len(near)))]
    holding = [float(step) for step in _STEPS if coverage(near, float(step)) >= _LEVEL]
    return max(holding, default=float(_STEPS[0]))


def document(pairs: Sequence[Pair]) -> dict[str, Any]:
    """The stored document: the distance, its range with any one run left out, and the pairs."""
    runs = sorted({pair.other for pair in pairs})
    without_one = [
        fitted_distance([pair for pair in pairs if run not in (pair.anchor, pair.other)])
        for run in runs
    ]
    return {
        "format": FORMAT,
        "source": "001, tables 1 to 11: the model calibrated to one run, the other left out",
        "distance": {
            "value": round(fitted_distance(pairs), 3),
            "low": round(min(without_one), 3),
            "high": round(max(without_one), 3),
            "unit": "of a logarithm",
            "meaning": "How far two states are apart that share a third of their scatter.",
        },
        "columns": list(Pair.__slots__),
        "pairs": [
            [round(x, _DIGITS) if isinstance(x, float) else x for x in astuple(pair)]
            for pair in pairs
        ],
    }


def write() -> None:
    """Make the document anew and keep it."""
    made = document(fresh())
    rows = ",\n  ".join(json.dumps(row) for row in made.pop("pairs"))
    head = json.dumps(made, indent=1)[:-2]
    text = f'{head},\n "pairs": [\n  {rows}\n ]\n}}\n'
    resource("calibration", "pairs.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
