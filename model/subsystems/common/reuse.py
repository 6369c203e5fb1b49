"""How the misses of a buffer pool follow the number of its buffers: one law for all products.

One measured point does not fix a curve. Two power laws through it bracket what is seen in practice:
one whose misses reach all requests at a single buffer (little reuse of what the pool holds), and
misses falling with the square root of the buffers. The *place* between the two is a constant of
each product (``reuse_mix``): 0.5 is half way, and what lies beyond 0 and 1 is flatter and steeper
than both. How far from half way places lie was fitted to pools whose misses were counted at many
sizes (`measurements/series/pools.json`).

The law knows no working set: where a pool becomes too small for what the work keeps in use, misses
rise many times faster (in one of those series five times from 150,000 to 100,000 pages).
"""

from __future__ import annotations

import math
from functools import cache
from itertools import permutations

import numpy as np

from model.contract.evaluation import FloatArray
from model.language import Name, say
from model.subsystems.common.constants import Fitted
from model.subsystems.common.series import Series, series_of

MIDDLE = 0.5
"""The place half way between the two power laws, which is the central one."""
MEASURED_TIMES = 10.0
"""How many times as large as its smallest size a published pool was measured."""
_ROOT = 0.5
_QUANTILE = 0.9


def exponents(buffers_was: float, miss_was: float) -> tuple[float, float]:
    """Exponents of the two power laws through a measured point, the flatter one first."""
    anchored = -math.log(miss_was) / math.log(buffers_was)
    return min(anchored, _ROOT), max(anchored, _ROOT)


def miss_ratio(buffers: float, buffers_was: float, miss_was: float, mix: FloatArray) -> FloatArray:
    """Share of requests that need an I/O, shape of ``mix``, which holds places.

    Falls as buffers are added, between 0 and 1. Where every request was an I/O both laws still
    stand: no reuse at all, and a pool too small for any.
    """
    if miss_was <= 0.0 or miss_was > 1.0 or buffers_was <= 1.0 or buffers == buffers_was:
        return np.full_like(mix, min(1.0, max(0.0, miss_was)))
    flat, steep = exponents(buffers_was, miss_was)
    fewer = math.log(buffers_was / max(buffers, 1.0))
    weight = np.clip(mix, 0.0, 1.0)
    most = -math.log(miss_was)
    between = np.log(
        (1.0 - weight) * math.exp(min(flat * fewer, most))
        + weight * math.exp(min(steep * fewer, most))
    )
    # Beyond both laws an exponent doubles, or halves, with each unit of the place.
    beyond = np.where(mix < 0.0, flat * 2.0 ** (mix - weight), steep * 2.0 ** (mix - weight))
    logarithm = np.where(mix == weight, between, beyond * fewer)
    found: FloatArray = np.clip(miss_was * np.exp(np.minimum(logarithm, most)), 0.0, 1.0)
    return found


def unmeasured(name: str, buffers: float, was: float) -> list[str]:
    """A sentence where pools were never measured that much larger or smaller."""
    if was / MEASURED_TIMES <= buffers <= was * MEASURED_TIMES:
        return []
    return [
        say(
            "{pool}: {buffers:,.0f} buffers instead of {was:,.0f}, where pools were measured at "
            "sizes of which one was {times:g} times another",
            pool=Name(name),
            buffers=buffers,
            was=was,
            times=MEASURED_TIMES,
        )
    ]


def place(was: tuple[float, float], now: tuple[float, float]) -> float:
    """The place at which the law leads from one pool's (buffers, miss ratio) to another's."""
    (buffers_was, miss_was), (buffers, miss) = was, now
    flat, steep = exponents(buffers_was, miss_was)
    fewer, rise = math.log(buffers_was / buffers), math.log(miss / miss_was)
    seen = rise / fewer
    if seen < flat:
        return math.log2(max(seen, 1e-9) / flat)
    if seen > steep:
        return 1.0 + math.log2(seen / steep)
    low, high = math.exp(flat * fewer), math.exp(steep * fewer)
    return (math.exp(rise) - low) / (high - low)


def _scatter(one: Series) -> float:
    """How far from half way 90 % of a series' places lie, below its working set left out."""
    gets, least = float(one.fixed["getpages"]), float(one.fixed.get("working_set_pages", 0.0))
    points = [
        (size, misses / gets)
        for size, misses in zip(one.at, one.results["misses"], strict=True)
        if size >= least
    ]
    found = [abs(place(was, now) - MIDDLE) for was, now in permutations(points, 2)]
    return float(np.quantile(found, _QUANTILE))


@cache
def reach() -> float:
    """How far from half way 90 % of places lie: that of the published series that scatters most.

    With two series the next one may well scatter like the worse of them.
    """
    return max(_scatter(one) for one in series_of("pools"))


def reuse_fitted(series: tuple[str, ...] = ()) -> Fitted:
    """A product's place between the two power laws, with the interval of the published series."""
    return Fitted(MIDDLE, MIDDLE - reach(), MIDDLE + reach(), series)
