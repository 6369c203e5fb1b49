"""The one quantile that bands and fits share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Distance = TypeVar("Distance", float, "npt.NDArray[np.float64]")

NORMAL_QUANTILE_90: Final = 1.6448536269514722
"""Two-sided 90 % of a normal distribution, in standard deviations."""


def third_sd(distance: Distance) -> Distance:
    """Standard deviation of a figure whose 90 % band is a third of a distance to each side."""
    return distance / 3.0 / NORMAL_QUANTILE_90


def student_wider(degrees_of_freedom: int) -> float:
    """How much wider 90 % of Student's t is than of a normal distribution."""
    from scipy.special import stdtrit

    return float(stdtrit(degrees_of_freedom, 0.95)) / NORMAL_QUANTILE_90
