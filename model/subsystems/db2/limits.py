"""Limits of threads where no report tells which share of the work each of them holds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from model.contract.evaluation import Conditions
from model.hardware.flow import Got
from model.subsystems.common import Answer

CLOCKS = 1.02
"""By how much figures of the same interval may differ from clock to clock."""


def any_limit(limits: Sequence[float | None], was: Conditions) -> float | None:
    """Threads for all work where no report tells which share is distributed; None: no limit.

    The smaller limit, as if all work were of its kind, unless more is under way as measured.
    """
    stated, before = ([limit for limit in each if limit] for each in (limits, was["limits"]))
    inside = (was["rate_per_s"] or 0.0) * was["figures"]["response_ms"] / 1e3
    denied = bool(before) and inside > CLOCKS * min(before)
    return (sum(stated) if denied else min(stated)) if stated else None


def hold_none(answer: Answer, was: Conditions, got: Got) -> None:
    """Bands reach to where the limits hold none of the work, which may be of the other kind."""
    response = float(np.asarray(answer.metrics["response_ms"]).flat[0])
    free = min(1.0, was["figures"]["response_ms"] / response) if response > 0.0 else 1.0
    carried = float(got.rate_per_s[0] / max(float(got.offered_per_s[0]), 1e-300))
    answer.opens(
        {"response_ms": (free, 1.0), "etr_per_s": (1.0, 1.0 / min(max(carried, 1e-3), 1.0))}
    )
