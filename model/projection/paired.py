"""How much of the scatter about the model two states of one installation share.

What a model misses of an installation it misses again after a change that hardly moves anything:
that part cancels from the change. Two states are apart by the largest logarithm of a ratio among
`STATE` and the figure itself; of the scatter that both have, the share
``1 - exp(-(apart / DISTANCE)^2)`` does not cancel, and what one of them has beyond the other never
does. So no change has no scatter, and a change as large as those between published runs has all.

``DISTANCE`` is fitted by `model.calibration.pairs` on pairs of published Adabas runs, the model
calibrated to one and the other left out of the fit: resources/calibration/pairs.json. Whether a
figure itself moves tells little there (runs of 16 and 31 nuclei differ by 9 % in the model and by
25 % as measured): it is how far the states differ that counts.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from resources import resource

STATE: Final = ("etr_per_s", "itr_per_cpu_s", "response_ms", "cpu_s_per_s", "io_per_s")
"""Figures whose ratios say how far two states are apart: results, CPU and I/O of any workload."""


def state_apart(before: Mapping[str, float], after: Mapping[str, float]) -> float:
    """How far two states are apart; figures that one of them lacks tell nothing."""
    return max((_ratio(before.get(name), after.get(name)) for name in STATE), default=0.0)


def _ratio(before: float | None, after: float | None) -> float:
    if before is None or after is None or not (0.0 < before < math.inf and 0.0 < after < math.inf):
        return 0.0
    return abs(math.log(after / before))


def change_scatter(
    residual_before: float, residual: float, apart: float, distance: float | None = None
) -> float:
    """Scatter of a change from the scatter of its two sides (each of the logarithm)."""
    most, least = max(residual, residual_before), min(residual, residual_before)
    reach = stored_distance() if distance is None else distance
    shared = math.exp(-((apart / reach) ** 2)) * least**2
    return math.sqrt(max(most**2 - shared, 0.0))


@cache
def stored_distance() -> float:
    """The fitted distance."""
    return float(pairs_document()["distance"]["value"])


@cache
def pairs_document() -> Mapping[str, Any]:
    """What `model.calibration.pairs` wrote: the distance, its range, and what the bands hold."""
    found: Mapping[str, Any] = json.loads(
        resource("calibration", "pairs.json").read_text(encoding="utf-8")
    )
    return found
