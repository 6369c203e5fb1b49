"""CPU that the same work takes on other engines: how many of them are busy, and how fast they are.

Engines that work at the same time cost one another time: cache lines move between them, z/OS's
queues and locks are shared. One image of 16 engines therefore does 11.2 times the work of one, not
16 times, and 3.12 times that of 4 (LSPR as published for the z990, April 2004; 450 is one engine).
Newer machines gain a little more with many engines (IBM's LSPR expectations z13 to z16: 6 to 11 %
at 3 engines, 7 to 12 % at 16), so that the law serves for them as well, with its spread.
The restatement of that table for z/OS 1.6 goes on to 24 engines. The law was not fitted to it: from
4, 8 or 16 of them it misses that by 1.1 % (median) and 3.9 % (worst).
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from model.hardware.draws import evenly, log_normal
from model.quantiles import third_sd
from model.topology import Component
from resources import resource

FloatArray = npt.NDArray[np.float64]


def _published() -> tuple[float, ...]:
    text = resource("measurements", "series", "engines.json").read_text(encoding="utf-8")
    fitted = json.loads(text)["series"][0]
    return tuple(map(float, fitted["results"]["capacity"]))


Z990_CAPACITY: Final = _published()
"""Of one z/OS image with 1 to 16 engines (2084-301 to 316), LSPR of April 2004."""


def _law() -> tuple[float, float]:
    """First engine's and every engine's part of the inflation, least squares over the table."""
    engines = np.arange(1, len(Z990_CAPACITY) + 1)
    longer = engines * Z990_CAPACITY[0] / np.array(Z990_CAPACITY) - 1.0
    parts = np.stack([1.0 - 1.0 / engines, engines - 1.0], axis=1)
    found = np.linalg.lstsq(parts, longer, rcond=None)[0]
    return float(found[0]), float(found[1])


SECOND, EACH = _law()
"""CPU of a unit of work grows by `SECOND` with company at all and by `EACH` with every engine."""

SPREAD: Final = 0.3
"""Standard deviation of the logarithm of what engines cost one another: LSPR's workloads of low and
of high relative nest intensity differ by about as much, and later machines from the z990."""

MEASURED_ENGINES: Final = len(Z990_CAPACITY)
"""Of one image, at the most."""

_SEED: Final = 20040401


def inflation(busy: FloatArray | float, cost: FloatArray | float = 1.0) -> FloatArray:
    """CPU of a unit of work while so many engines are busy, relative to one alone.

    cost: what engines cost one another, 1 as published (`cost_draws`). Beyond the engines that were
    measured less than that is less the farther: the straight line of what each engine costs ends at
    a capacity that no engine passes, and machines of many engines are built to cost less.
    """
    engines = np.maximum(np.asarray(busy, dtype=float), 1.0)
    if engines.max() > MEASURED_ENGINES:
        beyond = np.log(np.maximum(engines / MEASURED_ENGINES, 1.0))
        cost = np.minimum(cost, cost ** (1.0 + beyond))
    found: FloatArray = 1.0 + cost * (SECOND * (1.0 - 1.0 / engines) + EACH * (engines - 1.0))
    return found


def cost_draws(count: int) -> FloatArray:
    """Draws of `cost`: first the centre."""
    return log_normal(count, SPREAD, _SEED)


def idle_draws(count: int) -> FloatArray:
    """Of what a busy engine costs, what CPU holds for one that was idle: first the centre."""
    found: FloatArray = np.append(0.5, evenly(count - 1, _SEED))
    return found


SPEED_OF_TYPE: Final = {
    "2827": 1.0,  # zEC12, on which the published tests ran
    "2964": 1.10,  # z13
    "3906": 1.21,  # z14: z13 + 10 %
    "8561": 1.38,  # z15: z14 + 14 %
    "3931": 1.53,  # z16: z15 + 11 %
}
"""Speed of a full CP by machine type: LSPR's expectation at 16 engines, average nest intensity; z13
by its announcement."""
_SPEED_SD: Final = 0.05
"""Of its logarithm: workloads of low and high nest intensity gain 3 to 4 % less and more."""
_GENERATION: Final = 0.1
"""Of the logarithm of a speed: from one machine type to the next."""

_SUB_CAPACITY = re.compile(r"-[4-6]\d\d$")


def speed_sd(times: Sequence[float] | float) -> FloatArray:
    """How unlike workloads gain of CPs so many times as fast: of the logarithm, shape of ``times``.

    In proportion up to the next machine type, and as much between all that are published. Beyond
    what lies between these no machine was measured: there 90 % hold a third of what is farther, as
    for any law that leaves its points (`scatter.gap_sd`).
    """
    ratio = np.abs(np.log(np.asarray(times, dtype=float)))
    farther = np.maximum(ratio - math.log(max(SPEED_OF_TYPE.values())), 0.0)
    near = _SPEED_SD * np.minimum(ratio / _GENERATION, 1.0)
    found: FloatArray = np.hypot(near, third_sd(farther))
    return found


def speed_of(cpc: Component | None) -> float | None:
    """Speed of one CP relative to a full-speed zEC12; None where nobody tells.

    As stated, or by the machine's type; a sub-capacity model's type does not tell.
    """
    if cpc is None:
        return None
    stated = cpc.number("CP_SPEED")
    if stated:
        return stated
    model = str(cpc.value("MODEL") or "")
    if _SUB_CAPACITY.search(model):
        return None
    return SPEED_OF_TYPE.get(model[:4])
