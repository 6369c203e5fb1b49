"""CPs of which nobody tells how many there are: what more work does there is known in width only.

Today's waits for them are in the measured times. How busy they are is not known, and anything from
idle to full is as likely: of as many times the work, what full CPs do not do stays undone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from model.contract.evaluation import Evaluation, FloatArray
from model.figures import under_load
from model.language import say
from model.projection.asked import Asked

UNKNOWN_CPS = say(
    "no report says how many CPs there are where it runs: how busy they are, and what more work "
    "waits for them or does not get, is not known (the RMF CPU activity report tells)"
)
LEAST = 1e-3
"""More CPU than as-is, relative: below it nothing is said."""
_SEED = 20261125


def busy_draws(count: int) -> FloatArray:
    """Busy share today under so many draws: first the centre, where nothing is waited for."""
    if count < 2:
        return np.zeros(count)
    evenly = (np.random.default_rng(_SEED).permutation(count - 1) + 0.5) / (count - 1)
    return np.concatenate([[0.0], evenly])


def more_cpu(host: str, cases: Sequence[Asked], today: Asked | None) -> FloatArray:
    """By case how many times as much CPU as today is asked for of CPs that nobody counted."""
    found = np.ones(len(cases))
    if today is None or all(math.isfinite(case.capacities[host].servers) for case in cases):
        return found
    was = _asked(host, today)
    for row, case in enumerate(cases):
        if was > 0.0 and not math.isfinite(case.capacities[host].servers):
            found[row] = max(_asked(host, case) / was, 1.0)
    return found


def _asked(host: str, case: Asked) -> float:
    """CPs that the work which comes asks for, in the central draw; of what comes at a rate."""
    total = 0.0
    for flow in case.flows.values():
        rate = np.inf if flow is None else float(np.asarray(flow.rate_per_s).flat[0])
        if flow is not None and math.isfinite(rate):
            each = (np.asarray(one.each_s).flat[0] for one in flow.visits if one.where == host)
            total += rate * float(sum(each))
    return total


def in_width(evaluation: Evaluation, times: FloatArray) -> Evaluation:
    """The answer with what more work may wait for, or not get, of CPs that nobody counted.

    times: by case as of `more_cpu`.
    """
    more = times > 1.0 + LEAST
    if not more.any():
        return evaluation
    asked = times[:, None] * busy_draws(evaluation.converged.shape[1])
    metrics = dict(evaluation.metrics)
    for name in under_load("flows") & metrics.keys():
        metrics[name] = metrics[name] / np.maximum(asked, 1.0)
    if "response_ms" in metrics:
        metrics["response_ms"] = np.where(asked < 1.0, metrics["response_ms"], np.nan)
    said = tuple(
        (*known, UNKNOWN_CPS) if beyond else known
        for known, beyond in zip(evaluation.extrapolated, more, strict=True)
    )
    return replace(evaluation, metrics=metrics, extrapolated=said)
