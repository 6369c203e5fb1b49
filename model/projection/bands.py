"""From draws to estimates: a figure's band, and the band of its change against the as-is."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from model.projection.estimate import Basis, Estimate
from model.subsystems.evaluation import BAND_LEVEL, Evaluation, band

_NORMAL_QUANTILE_90 = 1.6448536269514722

_BUSY = "busy_pct"

SOURCE_SENTENCES = {
    "constants": "mostly how well the model's constants are known",
    "residual": "mostly the scatter of measured runs about the model",
}

NO_SPREAD = (
    "no band: the model is calibrated to this report, so that this is a measured figure again or "
    "follows from measured figures and settings alone"
)
PRINTED_AS_NONE_PCT = 0.05


def estimate(evaluation: Evaluation, metric: str, index: int) -> Estimate | None:
    """The metric of one condition with its 90 % band; ``None`` where it does not apply."""
    found = band(evaluation, metric, index)
    if found is None:
        return None
    if metric.endswith(_BUSY):
        # Nothing is over 100 % busy, whatever the scatter about the model says.
        found = replace(
            found,
            value=min(100.0, found.value),
            low=min(100.0, found.low),
            high=min(100.0, found.high),
        )
    unit = evaluation.units.get(metric, "")
    as_published = bool(evaluation.published) and evaluation.published[index]
    basis: Basis = "published" if as_published else "model"
    constants, residual = found.constants_sd * 100, found.residual_sd * 100
    mostly = SOURCE_SENTENCES[found.dominant]
    if max(constants, residual) < PRINTED_AS_NONE_PCT:
        # "±0.0 %" would read as certainty about the model; it is the report's figure again.
        reasons = [NO_SPREAD]
        found = replace(found, low=found.value, high=found.value)
    else:
        reasons = [
            (
                f"constants ±{constants:.1f} %, residual ±{residual:.1f} % "
                f"(one standard deviation): {mostly}"
            )
        ]
    reasons.extend(f"extrapolated: {sentence}" for sentence in evaluation.extrapolated[index])
    if evaluation.reasons:
        reasons.extend(evaluation.reasons[index])
    if evaluation.metrics[metric].shape[1] == 1:
        return Estimate(found.value, found.value, found.value, unit, basis)
    return Estimate(found.value, found.low, found.high, unit, basis, tuple(reasons))


def change_estimate(
    as_is: Evaluation, evaluation: Evaluation, metric: str, index: int
) -> Estimate | None:
    """Change against the as-is in per cent, with a band from draws compared pairwise.

    The same draw of the constants is used before and after, so an error that both share cancels;
    the residual scatter does not and is added for the changed side.
    """
    if metric not in as_is.metrics:
        return None
    before, after = as_is.metrics[metric][0], evaluation.metrics[metric][index]
    if before.shape != after.shape:
        return None
    centre_before, centre_after = float(before[0]), float(after[0])
    if not (math.isfinite(centre_before) and math.isfinite(centre_after)) or centre_before <= 0.0:
        return None
    value = (centre_after / centre_before - 1.0) * 100.0
    if len(before) == 1:
        return Estimate(value, value, value, "%")
    if np.allclose(before, after, rtol=1e-12, atol=0.0, equal_nan=True):
        return Estimate(value, value, value, "%")
    residual_column = evaluation.residual_sd.get(metric)
    residual = 0.0 if residual_column is None else float(residual_column[index])
    usable = np.isfinite(before) & np.isfinite(after) & (before > 0.0)
    if centre_after <= 0.0 or np.any(after[usable] <= 0.0):
        ratios = (after[usable] / before[usable] - 1.0) * 100.0
        low = float(np.quantile(ratios, 0.5 - BAND_LEVEL / 2))
        high = float(np.quantile(ratios, 0.5 + BAND_LEVEL / 2))
        return Estimate(value, min(low, value), max(high, value), "%")
    logs = np.log(after[usable] / before[usable])[1:]
    constants = float(np.std(logs, ddof=1)) if logs.size > 2 else 0.0
    half = _NORMAL_QUANTILE_90 * math.hypot(constants, residual)
    ratio = centre_after / centre_before
    return Estimate(
        value,
        (ratio * math.exp(-half) - 1.0) * 100.0,
        (ratio * math.exp(half) - 1.0) * 100.0,
        "%",
    )
