"""Limits below a measured peak: what waits at the peak is in no mean, and is said.

The network is solved for the mean of an interval. Where more were inside at a time than a new limit
lets in, those beyond it wait at the peak; how long the peak lasts is in no report. The band of the
response is therefore open upward, from a peak of no length to one that lasts all the time: tasks
that come together and are let in `limit` at a time are through after `peak / limit` rounds.
"""

from __future__ import annotations

import math

import numpy as np

from model.contract.evaluation import spread_of
from model.subsystems.common.answers import Answer

_RESPONSE = "response_ms"


def lowered(limit: float | None, before: float | None) -> bool:
    """Whether a limit is lower than it was; none at all is the highest."""
    return limit is not None and (before is None or limit < before)


def below_peak(answer: Answer, limit: float, peak: float, sentence: str) -> None:
    """Say that a limit is below the peak, and open the band of the response upward."""
    answer.extrapolated.append(sentence)
    response = np.asarray(answer.metrics.get(_RESPONSE, np.nan), dtype=float)
    if response.ndim == 0 or len(response) < 2:
        return
    lasts = np.append(0.0, (np.arange(len(response) - 1) + 0.5) / (len(response) - 1))
    longer = 1.0 + (peak / max(limit, 1.0) - 1.0) * lasts
    answer.metrics[_RESPONSE] = response * longer
    others = answer.peaked.get(_RESPONSE, 0.0)
    answer.peaked[_RESPONSE] = math.hypot(others, spread_of(np.log(longer[1:])))
