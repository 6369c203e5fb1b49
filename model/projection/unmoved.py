"""Whether a scenario leaves what is said of a workload as it is."""

from __future__ import annotations

import numpy as np

from model.contract.evaluation import Evaluation, FloatArray

_UNMOVED = 1e-5


def unmoved(now: Evaluation, row: int, as_is: Evaluation) -> bool:
    """Whether a case says the same as the as-is, but for how exactly the network was solved."""
    if now.metrics.keys() != as_is.metrics.keys():
        return False
    return (
        all(
            alike(values[row], as_is.metrics[name][0], _UNMOVED, 0.0)
            for name, values in now.metrics.items()
        )
        and all(
            alike(values[row], as_is.utilization[name][0], 1e-3, 1e-3)
            for name, values in now.utilization.items()
            if name in as_is.utilization
        )
        and all(
            (was := as_is.by_system.get(name)) is not None
            and values[row].shape == was[0].shape
            and alike(values[row], was[0], 1e-3, 1e-3)
            for name, values in now.by_system.items()
        )
    )


def alike(now: FloatArray, was: FloatArray, share: float, more: float = 0.0) -> bool:
    """``np.allclose`` where what is no number is alike; a tenth of its time for one draw."""
    if now.shape == was.shape == (1,):
        one, other = float(now[0]), float(was[0])
        return (
            one == other
            or abs(one - other) <= more + share * abs(other) < np.inf
            or (one != one and other != other)
        )
    with np.errstate(invalid="ignore"):
        apart = np.abs(now - was)
        if np.isfinite(apart).all():
            return bool((apart <= more + share * np.abs(was)).all())
    return np.allclose(now, was, rtol=share, atol=more, equal_nan=True)
