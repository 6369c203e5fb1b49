"""From draws to estimates: a figure's band, and the band of its change against the as-is."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from model.contract.evaluation import (
    BAND_LEVEL,
    Evaluation,
    band,
    half_widths,
    outer_quantiles,
    spread_of,
)
from model.figures import figure, limit_of, unit_of
from model.language import Sentence, mark, say
from model.projection.estimate import Basis, Estimate, Experience
from model.projection.paired import STATE, change_scatter, state_apart
from model.projection.unmoved import alike

FloatArray = npt.NDArray[np.float64]


SOURCE_SENTENCES = {
    "constants": "mostly how well the model's constants are known",
    "residual": "mostly the scatter of measured runs about the model",
    "peak": "mostly that no report says how long the peak lasts",
}

NO_SPREAD = (
    "no band: the model is calibrated to this report, so that this is a measured figure again or "
    "follows from measured figures and settings alone"
)
MEASURED = "no band: it was measured; how far the model is off it stands beside it"
FOLLOWS = "no band: it follows from measured figures and settings alone"
UNCHANGED = "no band: nothing that is changed moves this figure"
NOUGHT = mark(
    "0 whatever the model's constants are within their bands; what is below the end of this one, "
    "reports print as 0"
)
PRINTED_AS_NONE_PCT = 0.05
_SOLVED_TO = 1e-6
"""Part to which networks are iterated: what moves less is not moved."""


def estimate(evaluation: Evaluation, metric: str, index: int) -> Estimate | None:
    """The metric of one condition with its 90 % band; ``None`` where it does not apply."""
    if evaluation.metrics[metric].shape[1] == 1:
        return _central(evaluation, metric, index)
    found = band(evaluation, metric, index)
    if found is None:
        return None
    # Nothing is over 100 % busy, whatever the scatter about the model says.
    most = most_of(evaluation, metric, index)
    found = replace(
        found,
        value=min(most, found.value),
        low=min(most, found.low),
        high=min(most, found.high),
    )
    unit = unit_of(metric)
    as_published = bool(evaluation.published) and evaluation.published[index]
    basis: Basis = "published" if as_published else "model"
    peak = peak_of(evaluation, metric, index)
    reasons = [_spread_reason(found.constants_sd, found.residual_sd, peak=peak)]
    if reasons == [NO_SPREAD]:
        # "±0.0 %" would read as certainty about the model; it is the report's figure again.
        found = replace(found, low=found.value, high=found.value)
    elif found.value == 0.0 and not np.any(evaluation.metrics[metric][index] > 0.0):
        reasons = [NOUGHT]  # parts of a band are parts of the value
    reasons.extend(beyond(sentence) for sentence in evaluation.extrapolated[index])
    if evaluation.reasons:
        reasons.extend(evaluation.reasons[index])
    return Estimate(found.value, found.low, found.high, unit, basis, tuple(reasons))


def most_of(evaluation: Evaluation, metric: str, index: int) -> float:
    """The most that a figure of one condition can be; infinite where nothing limits it.

    What its declaration says, and what the hardware and the work that comes allow: CPU on the
    engines there are, and no more units of work than these do at the least CPU of one within its
    band. The central value is never beyond: it is solved within the same limits.
    """
    declared = limit_of(metric)
    most = math.inf if declared is None else declared
    allowed = _allowed(evaluation, metric, index)
    if metric == "etr_per_s" and "itr_per_cpu_s" in evaluation.metrics:
        cpus = _allowed(evaluation, "cpu_s_per_s", index)
        each = band(evaluation, "itr_per_cpu_s", index) if math.isfinite(cpus) else None
        if each is not None:
            allowed = min(allowed, cpus * each.high)
    if math.isfinite(allowed):
        most = min(most, max(allowed, float(evaluation.metrics[metric][index, 0])))
    return most


def _allowed(evaluation: Evaluation, metric: str, index: int) -> float:
    column = evaluation.most.get(metric)
    return math.inf if column is None else float(column[index])


def _central(evaluation: Evaluation, metric: str, index: int) -> Estimate | None:
    """The metric of one condition without a band."""
    value = float(evaluation.metrics[metric][index, 0])
    if not math.isfinite(value):
        return None
    value = min(most_of(evaluation, metric, index), value)
    as_published = bool(evaluation.published) and evaluation.published[index]
    return Estimate(value, value, value, unit_of(metric), "published" if as_published else "model")


def _spread_reason(
    drawn_sd: float, residual_sd: float, none: str = NO_SPREAD, peak: float = 0.0
) -> str:
    """What a band consists of; standard deviations of the logarithm.

    drawn_sd: of the draws, of which ``peak`` is the part that a measured peak opens.
    """
    constants, residual = 100 * math.sqrt(max(drawn_sd**2 - peak**2, 0.0)), residual_sd * 100
    if max(constants, residual, 100 * peak) < PRINTED_AS_NONE_PCT:
        return none
    if peak > 0.0:
        parts = {"constants": constants, "residual": residual, "peak": 100 * peak}
        return say(
            "constants ±{constants:.1f} %, residual ±{residual:.1f} %, measured peak ±{peak:.1f} % "
            "(one standard deviation): {mostly}",
            constants=constants,
            residual=residual,
            peak=100 * peak,
            mostly=SOURCE_SENTENCES[max(parts, key=lambda name: parts[name])],
        )
    mostly = SOURCE_SENTENCES["constants" if constants >= residual else "residual"]
    return say(
        "constants ±{constants:.1f} %, residual ±{residual:.1f} % (one "
        "standard deviation): {mostly}",
        constants=constants,
        residual=residual,
        mostly=mostly,
    )


def evaluations_apart(as_is: Evaluation, evaluation: Evaluation, index: int) -> float:
    """How far a condition is from the as-is, by the central estimates."""
    before, after = (
        {name: float(of.metrics[name][row, 0]) for name in STATE if name in of.metrics}
        for of, row in ((as_is, 0), (evaluation, index))
    )
    return state_apart(before, after)


def change_estimate(
    as_is: Evaluation,
    evaluation: Evaluation,
    metric: str,
    index: int,
    apart: float,
    seen: Experience | None = None,
) -> Estimate | None:
    """Change against the as-is in per cent, with a band from draws compared pairwise.

    The same draw of the constants is used before and after, so an error that both share cancels,
    and so does the scatter that both share; ``apart`` is :func:`evaluations_apart`. ``seen`` is
    what earlier projections of the model taught about its bands here.
    """
    if metric not in as_is.metrics:
        return None
    before, after = as_is.metrics[metric][0], evaluation.metrics[metric][index]
    if len(before) == len(after) == 1:
        change = _central_change(float(before[0]), float(after[0]))
    else:
        change = change_between(
            before,
            after,
            residual_of(as_is, metric, 0),
            residual_of(evaluation, metric, index),
            apart,
            peak_of(evaluation, metric, index),
        )
    if change is not None and not _has_scatter(as_is, evaluation, metric, index):
        change = _of_its_law(metric, change, as_is, evaluation, index)
    if change is not None:
        change = _without_end(metric, change, before, after)
    limit = most_of(evaluation, metric, index)
    if len(after) == 1 and not math.isfinite(limit):
        return change
    change = None if change is None else by_experience(change, seen)
    if change is not None:
        change = no_less(change, least_of(evaluation, metric, index) / float(before[0]))
    if change is None or not math.isfinite(limit):
        return change
    # The as-is is shown within its limit, too: 101 % of a nucleus that stay 101 % are 100 and 100.
    shown = min(float(before[0]), most_of(as_is, metric, 0))
    if 0.0 < shown < float(before[0]):
        change = _times(change, float(before[0]) / shown)
    most = (limit / shown - 1.0) * 100.0
    if most >= max(change.value, change.low, change.high):
        return change
    value, low, high = (min(most, end) for end in (change.value, change.low, change.high))
    return replace(change, value=value, low=low, high=high)


def _times(change: Estimate, ratio: float) -> Estimate:
    """The change of a figure that is so many times as large against what is shown before."""
    ends = (change.value, change.low, change.high)
    value, low, high = (((1.0 + end / 100.0) * ratio - 1.0) * 100.0 for end in ends)
    return replace(change, value=value, low=low, high=high)


def least_of(evaluation: Evaluation, metric: str, index: int) -> float:
    """The least that a figure of one condition can be; 0 where nothing limits it."""
    column = evaluation.least.get(metric)
    return 0.0 if column is None or not math.isfinite(column[index]) else float(column[index])


def no_less(change: Estimate, ratio: float) -> Estimate:
    """The change with a band that ends where the figure is so many times as large as before."""
    low = max(change.low, min((ratio - 1.0) * 100.0, change.value))
    return change if low == change.low else replace(change, low=low)


def no_more(change: Estimate, ratio: float) -> Estimate:
    """The change with a band that ends where the figure is so many times as large as before."""
    high = min(change.high, max((ratio - 1.0) * 100.0, change.value))
    return change if high == change.high else replace(change, high=high)


BY_ITS_LAW = mark(
    "a third of how far it moves: waits follow from measured times by a law that no run tests here"
)
BY_SIMULATION = mark(
    "{share:.0%} of how far it moves: with its busiest server {use:.0%} busy simulations of such "
    "networks differ that much from their analysis"
)
_LAW_SHARE = 1.0 / 3.0
_FULL_SHARE = 2.0 / 3.0
_CROWDED, _FULL = 0.85, 0.95
"""Use of a server from which, and by which, waits are known only to twice the share: of 29
simulated networks analysis was 3 % off below (90 %: 9 %) and up to 41 % above. Of regions whose QR
TCB is as full the worst of five was a third off."""
_CROWDS = ("CPs", "volumes", "QR TCB")
NO_END = mark(
    "in {share:.0f} % of what the model's constants may be, more work comes than is served and "
    "waits grow without end: the upper end is no limit"
)


def _has_scatter(as_is: Evaluation, evaluation: Evaluation, metric: str, index: int) -> bool:
    """Whether runs tell how far they scatter about the model of a figure.

    What another load adds to that of a response says how far off it is, and nothing of its waits.
    """
    known, declared = residual_of(as_is, metric, 0), figure(metric)
    if declared is None or not (declared.passes or declared.runs):
        known = max(known, residual_of(evaluation, metric, index))
    return known * 100.0 >= PRINTED_AS_NONE_PCT


def _fullest(evaluation: Evaluation, index: int) -> float:
    """Use of the server that is busiest, of those that make waits grow without end."""
    uses = (evaluation.utilization.get(name) for name in _CROWDS)
    found = [float(use[index, 0]) for use in uses if use is not None]
    return max((use for use in found if use == use), default=0.0)


def _of_its_law(
    metric: str, change: Estimate, as_is: Evaluation, evaluation: Evaluation, index: int
) -> Estimate:
    """What waits move has the band of a law that leaves its measured point, at the least.

    No scatter of runs is known of waits that a queueing law alone makes, and constants are a part
    of what is not known: how long servers are held and how unevenly work comes is another. As for
    any such law (`scatter.gap_sd`) the half width is a third of the distance; where a server
    is nearly full, more.
    """
    declared = figure(metric)
    moved = whole = 1.0 + change.value / 100.0
    if declared is None or not (declared.passes or declared.waits) or moved <= 0.0:
        return change
    if declared.runs and declared.grows:
        # Of how busy more work keeps a server, waits move how long each piece of it runs.
        moved /= _carried(as_is, evaluation, index)
    if abs(math.log(moved)) * _FULL_SHARE * 100.0 < PRINTED_AS_NONE_PCT:
        return change
    full = max(_fullest(as_is, 0), _fullest(evaluation, index))
    crowded = min(max((full - _CROWDED) / (_FULL - _CROWDED), 0.0), 1.0)
    share = _LAW_SHARE + crowded * (_FULL_SHARE - _LAW_SHARE)
    half = abs(math.log(moved)) * share
    if half * 100.0 < PRINTED_AS_NONE_PCT or change.reasons == (UNCHANGED,):
        return change
    low, high = ((whole * math.exp(end) - 1.0) * 100.0 for end in (-half, half))
    if change.low <= low and high <= change.high:
        return change
    known = tuple(said for said in change.reasons if said != FOLLOWS)
    return Estimate(
        change.value,
        min(low, change.low),
        max(high, change.high),
        change.unit,
        change.basis,
        (say(BY_SIMULATION, share=share, use=full) if crowded else say(BY_ITS_LAW), *known),
    )


def _carried(as_is: Evaluation, evaluation: Evaluation, index: int) -> float:
    """How many times as much work comes through as as-is."""
    was, now = as_is.metrics.get("etr_per_s"), evaluation.metrics.get("etr_per_s")
    if was is None or now is None or not (was[0, 0] > 0.0 and now[index, 0] > 0.0):
        return 1.0
    return float(now[index, 0] / was[0, 0])


def _without_end(metric: str, change: Estimate, before: FloatArray, after: FloatArray) -> Estimate:
    """The change of a wait that some draws of the constants do not have at all, with its reason.

    There more work comes than is served, and waits grow for as long as that lasts: those draws lie
    above all others, which alone make no upper end. Where they are more than a band leaves out
    there is none; what is said instead reaches as far above as below, and that it is no limit.
    """
    if len(after) == 1:
        return change
    declared = figure(metric)
    moved, low = (1.0 + end / 100.0 for end in (change.value, change.low))
    if declared is None or not (declared.passes or declared.waits) or min(moved, low) <= 0.0:
        return change
    had = np.isfinite(before[1:]) & (before[1:] > 0.0)
    lost = float(np.mean(~np.isfinite(after[1:])[had])) if had.any() else 0.0
    if lost <= (1.0 - BAND_LEVEL) / 2.0:
        return change
    mirrored = (moved * moved / low - 1.0) * 100.0
    reason = say(NO_END, share=100.0 * lost)
    return replace(
        change,
        high=max(change.high, mirrored),
        reasons=(*change.reasons[:1], reason, *change.reasons[1:]),
    )


def residual_of(evaluation: Evaluation, metric: str, index: int) -> float:
    """Scatter of measured runs about the model, as one standard deviation of the logarithm."""
    column = evaluation.residual_sd.get(metric)
    return 0.0 if column is None else float(column[index])


def peak_of(evaluation: Evaluation, metric: str, index: int) -> float:
    """The part of the draws' spread that is how long a measured peak lasts."""
    column = evaluation.peaked.get(metric)
    return 0.0 if column is None else float(column[index])


def by_experience(change: Estimate, seen: Experience | None) -> Estimate:
    """A change in per cent with its band taken wider: of the logarithm, which bands are made of.

    A change without a band keeps none: that nothing moves a figure is no matter of scatter.
    """
    if seen is None or seen.factor == 1.0 or change.low == change.high:
        return change
    value, low, high = (1.0 + end / 100.0 for end in (change.value, change.low, change.high))
    if low > 0.0:
        low, high = (value * (end / value) ** seen.factor for end in (low, high))
    else:
        low, high = (value + (end - value) * seen.factor for end in (low, high))
    return replace(
        change,
        low=max((low - 1.0) * 100.0, -100.0),
        high=(high - 1.0) * 100.0,
        reasons=(*change.reasons, seen.reason),
    )


def use_band(
    use: FloatArray,
    residual: float,
    today: FloatArray | None = None,
    seen: Experience | None = None,
) -> tuple[float, float]:
    """90 % band of a utilization under draws, the central one first; none is beyond 1.

    ``residual`` is the scatter about the model of what keeps the resource busy. ``today`` is the
    same as-is, where this is of a scenario: today's use is known, so that the band is that of the
    change, and ``residual`` the scatter of the change. ``seen`` is what earlier projections of
    that model taught. Of the central draw alone there is no band.
    """
    value = float(use[0])
    if len(use) == 1:
        return min(1.0, max(0.0, value)), min(1.0, max(0.0, value))
    against = np.ones_like(use)
    if today is not None and today.shape == use.shape and today[0] > 0.0:
        against = today
    usable = np.isfinite(use) & np.isfinite(against) & (use > 0.0) & (against > 0.0)
    if value <= 0.0 or not usable.any():
        return min(1.0, max(0.0, value)), min(1.0, float(np.nanmax(use)))
    logs = np.log(use[usable] / against[usable])[1:]
    centre = math.log(value / float(against[0]))
    down, up = half_widths(logs, spread_of(logs), centre, residual)
    wider = 1.0 if seen is None else seen.factor
    return min(1.0, value * math.exp(-down * wider)), min(1.0, value * math.exp(up * wider))


def change_between(
    before: FloatArray,
    after: FloatArray,
    residual_before: float,
    residual: float,
    apart: float,
    peak: float = 0.0,
) -> Estimate | None:
    """Change from one condition to another in per cent: the one definition of a change's band.

    ``before`` and ``after`` are a metric under the same draws of the constants, the central value
    first; ``residual_before`` and ``residual`` are :func:`residual_of` the two sides, ``apart``
    is how far their states differ. ``None`` where nothing was before. A figure that every draw
    leaves as it is keeps the scatter of the change: that it is not moved is a projection too.
    """
    if before.shape != after.shape:
        return None
    centre_before, centre_after = float(before[0]), float(after[0])
    if not (math.isfinite(centre_before) and math.isfinite(centre_after)) or centre_before <= 0.0:
        return None
    if len(before) == 1:
        return _central_change(centre_before, centre_after)
    value = (centre_after / centre_before - 1.0) * 100.0
    if centre_after > 0.0:
        apart = max(apart, abs(math.log(centre_after / centre_before)))
    residual = change_scatter(residual_before, residual, apart)
    if residual * 100.0 < PRINTED_AS_NONE_PCT and alike(before, after, _SOLVED_TO):
        return Estimate(value, value, value, "%", reasons=(UNCHANGED,))
    usable = np.isfinite(before) & np.isfinite(after) & (before > 0.0)
    if centre_after <= 0.0 or np.any(after[usable] <= 0.0):
        ratios = (after[usable] / before[usable] - 1.0) * 100.0
        low, high = outer_quantiles(ratios)
        reasons = () if low == high else (SOURCE_SENTENCES["constants"],)
        return Estimate(value, min(low, value), max(high, value), "%", reasons=reasons)
    logs = np.log(after[usable] / before[usable])[1:]
    constants = spread_of(logs)
    ratio = centre_after / centre_before
    down, up = half_widths(logs, constants, math.log(ratio), residual)
    return Estimate(
        value,
        (ratio * math.exp(-down) - 1.0) * 100.0,
        (ratio * math.exp(up) - 1.0) * 100.0,
        "%",
        reasons=(_spread_reason(constants, residual, FOLLOWS, peak),),
    )


def _central_change(before: float, after: float) -> Estimate | None:
    """The change of a figure in per cent without a band; ``None`` where nothing was before."""
    if not (math.isfinite(before) and math.isfinite(after)) or before <= 0.0:
        return None
    value = (after / before - 1.0) * 100.0
    return Estimate(value, value, value, "%")


def stands(change: Estimate, figure: Estimate) -> bool:
    """Whether a figure keeps the band that it has as-is: nothing moves it, other figures maybe."""
    return change.reasons == (UNCHANGED,) and figure.high > figure.low


def after_change(metric: str, before: float, change: Estimate, level: Estimate) -> Estimate:
    """The figure after a change: today's, times the change with its band.

    Today's figure is measured, so what is not known of the figure afterwards is what is not known
    of the change. ``level`` is the model's own estimate of it: the value, its unit, and reasons
    other than the width of the band.
    """
    if not change.reasons and change.low == change.high and level.low == level.high:
        return level  # neither has a band
    limit = limit_of(metric)
    most = math.inf if limit is None else limit
    low, high = (min(most, before * (1.0 + end / 100.0)) for end in (change.low, change.high))
    return replace(
        level,
        low=min(low, level.value),
        high=max(high, level.value),
        reasons=tuple(dict.fromkeys((*change.reasons, *level.reasons[1:])))
        if change.reasons
        else level.reasons,
    )


_BEYOND = mark("extrapolated: {sentence}")


def beyond(sentence: str) -> str:
    """The reason of a band that a condition lies outside what was measured."""
    return say(_BEYOND, sentence=sentence)


def conditions_beyond(reasons: Iterable[str]) -> list[str]:
    """The conditions among the reasons of bands that lie outside what was measured, each once."""
    found = {
        str(reason.values["sentence"]): reason.values["sentence"]
        for reason in reasons
        if isinstance(reason, Sentence) and reason.template == _BEYOND
    }
    return [one for one in found.values() if isinstance(one, str)]
