"""Predictions beside measurements: what `plexwright validate` prints."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np

from model.calibration import peers
from model.calibration.published import SHIPPED, Point, read_points
from model.contract.evaluation import ConditionError, Predictor, band
from model.figures import unit_of
from model.subsystems import predictor_for
from resources import resource

BAND_DRAWS: Final = 200


@dataclass(frozen=True)
class Row:
    """One metric of one run, measured and predicted, with the 90 % band.

    measured is None for a run without results; error_pct is None then and where measured is 0.
    """

    id: str
    metric: str
    unit: str
    measured: float | None
    predicted: float
    low: float
    high: float
    in_calibration: bool
    dominant: str
    extrapolated: tuple[str, ...]
    converged: bool

    @property
    def error_pct(self) -> float | None:
        if not self.measured:
            return None
        return (self.predicted / self.measured - 1.0) * 100.0

    @property
    def inside(self) -> bool | None:
        if self.measured is None:
            return None
        # The network is solved to one in a million, a band of no width about it as well.
        slack = 1e-6 * abs(self.measured) or 1e-9
        return self.low - slack <= self.measured <= self.high + slack


@dataclass(frozen=True)
class Refusal:
    """A run that cannot be predicted: one sentence."""

    point: Point
    sentence: str


@dataclass(frozen=True)
class Validation:
    """Rows of all runs that could be predicted, and the refused ones."""

    rows: tuple[Row, ...]
    refused: tuple[Refusal, ...]

    def summary(self) -> dict[str, dict[str, float | None]]:
        """By metric: n, mean, median and largest error in per cent, share inside the band."""
        table: dict[str, dict[str, float | None]] = {}
        for metric in dict.fromkeys(row.metric for row in self.rows):
            own = [row for row in self.rows if row.metric == metric and row.measured is not None]
            if not own:
                continue
            errors = [abs(row.error_pct) for row in own if row.error_pct is not None]
            table[metric] = {
                "n": len(own),
                "mape_pct": float(np.mean(errors)) if errors else None,
                "median_pct": float(np.median(errors)) if errors else None,
                "max_pct": float(np.max(errors)) if errors else None,
                "inside_band_pct": 100.0 * float(np.mean([bool(row.inside) for row in own])),
            }
        return table


@cache
def shipped_points() -> tuple[Point, ...]:
    """All published runs that the program carries."""
    return tuple(point for name in SHIPPED for point in read_points(resource("measurements", name)))


def validate(points: Iterable[Point], instead: Mapping[str, Predictor] | None = None) -> Validation:
    """Predict runs from their conditions alone.

    instead: predictors by product that take the place of the shipped ones.
    """
    rows: list[Row] = []
    refused: list[Refusal] = []
    for point in points:
        product = point.conditions.get("product")
        predictor = None
        if isinstance(product, str):
            predictor = (instead or {}).get(product) or predictor_for(product)
        if predictor is None:
            refused.append(
                Refusal(
                    point,
                    f"point {point.id}: no model answers for the product {product!r}; known are "
                    + ", ".join(_products()),
                )
            )
            continue
        try:
            rows.extend(_rows(point, predictor))
        except ConditionError as wrong:
            refused.append(Refusal(point, f"point {point.id}: {wrong}"))
    return Validation(tuple(rows), tuple(refused))


def _rows(point: Point, predictor: Predictor) -> list[Row]:
    found = predictor.predict([point.conditions], predictor.draws(BAND_DRAWS))
    known = point.id in predictor.calibration_ids and _is_published(point)
    wanted = [m for m in predictor.metrics if m in point.results]
    if not wanted:
        # Nothing that could be compared was measured: say what the model expects all the same.
        wanted = list(predictor.metrics)
    rows = []
    for metric in wanted:
        if metric not in found.metrics:
            continue
        figure = band(found, metric, 0)
        if figure is None:
            continue
        rows.append(
            Row(
                point.id,
                metric,
                unit_of(metric),
                point.results.get(metric),
                figure.value,
                figure.low,
                figure.high,
                known,
                figure.dominant,
                found.extrapolated[0],
                bool(found.converged[0].all()),
            )
        )
    return rows


def _is_published(point: Point) -> bool:
    return any(
        p.id == point.id and dict(p.conditions) == dict(point.conditions) for p in shipped_points()
    )


def _products() -> list[str]:
    from model.subsystems import predictors

    return sorted({product for p in predictors() for product in p.products})


@dataclass(frozen=True)
class Anchored:
    """Other runs of a product, predicted after calibration to one run alone."""

    anchor: Point
    validation: Validation
    refused: str | None = None
    """Why the program would not advise a customer with such figures, or None."""


def anchor(anchor_point: Point, points: Iterable[Point]) -> Anchored:
    """Calibrate to one run as to a customer's reports and predict the other runs of its product.

    Raises ConditionError when the run cannot be calibrated to.
    """
    product = anchor_point.conditions.get("product")
    predictor = predictor_for(product) if isinstance(product, str) else None
    if predictor is None or not isinstance(product, str):
        raise ConditionError(f"no model answers for the product {product!r}")
    if not anchor_point.results:
        raise ConditionError("the run has no results to calibrate to")
    calibrated = predictor.anchored(anchor_point.conditions, anchor_point.results)
    if calibrated is None:
        raise ConditionError(f"the model of {product} has nothing that one run could calibrate")
    others = [
        p for p in points if p.id != anchor_point.id and p.conditions.get("product") == product
    ]
    return Anchored(
        anchor_point,
        validate(others, {product: calibrated}),
        getattr(calibrated, "refused", None),
    )


def comparison(points: Sequence[Point], rows: Sequence[Row]) -> dict[str, dict[str, Any]]:
    """The model's ETR errors beside those of simpler laws given the published runs.

    For runs in the calibration both sides leave the run itself out: the model by its stored
    leave-one-out fit, the laws by omitting it.  Only runs that every law can answer count.
    """
    from model.subsystems.adabas.constants import stored

    held = stored().document["held_back_etr_pct"]
    published = [p for p in shipped_points() if p.results.get("etr_per_s")]
    errors: dict[str, list[float]] = {"model": [], **{name: [] for name in peers.LAWS}}
    by_id = {p.id: p for p in points}
    for row in rows:
        if row.metric != "etr_per_s" or not row.measured or row.error_pct is None:
            continue
        point = by_id[row.id]
        if "nuclei" not in point.conditions:
            continue
        own = held.get(row.id) if row.in_calibration else row.error_pct
        found = peers.predictions(point, published)
        if own is None or len(found) < len(peers.LAWS):
            continue
        errors["model"].append(abs(own))
        for name, value in found.items():
            errors[name].append(abs(value / row.measured - 1.0) * 100.0)
    return {
        name: {
            "n": len(own),
            "mape_pct": float(np.mean(own)),
            "median_pct": float(np.median(own)),
            "max_pct": float(np.max(own)),
        }
        for name, own in errors.items()
        if own
    }
