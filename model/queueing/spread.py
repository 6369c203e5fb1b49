"""The spread of response times as measured, carried to scenarios, and what stays open of it.

A network spreads responses by queueing and by services that are exponential; that transactions of
one class differ (a menu and a search) is in no report but the measured deviation. The difference of
the two variances is that of the work itself: it stays as load grows, and shrinks with the times
where those shrink. Two moments do not make a percentile: the band goes over third moments and over
the ways in which the difference can be carried on.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import NormalDist

from .percentiles import ResponseTimes, fit

__all__ = ["Spread", "chance_of", "range_of", "respread", "shapes_of", "unmeasured"]

_WIDER = 2.0
"""By how much responses may deviate more than a network says where nothing is measured: those of
the measured classes do so 1.4 to 1.9 times. Judgement."""


@dataclass(frozen=True)
class Spread:
    """Today's mean response (s), the deviation that the network gives it, and the measured one."""

    mean_s: float
    modelled_s: float
    measured_s: float

    def applied(self, times: ResponseTimes) -> ResponseTimes:
        """A scenario's responses with the spread of the work in them."""
        return respread(times, self._variance_s2(times))

    def ends(self, times: ResponseTimes) -> tuple[float, float]:
        """The least and most that a scenario's variance (s²) may be."""
        found = [self._variance_s2(times)]
        if self.modelled_s > 0.0:
            found.append(_variance_s2(times) * (self.measured_s / self.modelled_s) ** 2)
        return min(found), max(found)

    def _variance_s2(self, times: ResponseTimes) -> float:
        own = _variance_s2(times)
        beyond = self.measured_s**2 - self.modelled_s**2
        if beyond < 0.0:
            return own * (self.measured_s / self.modelled_s) ** 2
        return own + beyond * min(times.mean_s / self.mean_s, 1.0) ** 2


def unmeasured(times: ResponseTimes) -> tuple[float, float]:
    """The least and most that a variance (s²) may be where no report tells the deviation."""
    own = _variance_s2(times)
    return own, max(_WIDER**2 * own, times.mean_s**2)


def _variance_s2(times: ResponseTimes) -> float:
    return times.cv2 * times.mean_s**2


def respread(times: ResponseTimes, variance_s2: float) -> ResponseTimes:
    """The same mean with another variance, and a third moment between those that are usual."""
    if times.mean_s <= 0.0 or abs(variance_s2 / times.mean_s**2 - times.cv2) <= 1e-9 * times.cv2:
        return times
    return next(_shapes(times.mean_s, variance_s2))


def _shapes(mean_s: float, variance_s2: float) -> Iterator[ResponseTimes]:
    """Distributions of one mean and variance: with the third moments of a lognormal and a gamma
    distribution, the first one between them, and with balanced means."""
    squared = variance_s2 / mean_s**2
    lognormal, gamma = squared**2 * (squared + 3.0), 2.0 * squared**2
    for third in ((lognormal + gamma) / 2.0, lognormal, gamma, 0.0):
        yield fit(mean_s, variance_s2, third * mean_s**3)


def shapes_of(
    times: ResponseTimes, low_s: float, high_s: float, ends_s2: tuple[float, float]
) -> list[ResponseTimes]:
    """What a distribution may be as well: over the band of the mean, spread and third moment.

    low_s, high_s: of the mean.  ends_s2: of the variance at the mean that ``times`` has.
    """
    return [
        times,
        *(
            one
            for mean_s in (low_s, high_s)
            for variance_s2 in ends_s2
            for one in _shapes(mean_s, variance_s2 * (mean_s / times.mean_s) ** 2)
        ),
    ]


def chance_of(
    times: ResponseTimes, low_s: float, high_s: float, ends_s2: tuple[float, float],
    goal_s: float, percent: float | None,
) -> float:  # fmt: skip
    """Probability (0 to 1) that a goal is met: the share of all that the bands allow that meets it.

    percent: of responses that must end within ``goal_s``; None: their mean must.

    The mean may be anything in its band of 90 %, and what a percentile is of a mean (spread, shape)
    anything in its own, lognormal on either side of the central value and independent of each other
    as doubts are elsewhere. So it is 0.5 exactly where the central value just meets the goal.
    """
    if times.mean_s <= 0.0:
        return 1.0
    ratios = [1.0]
    if percent is not None:
        shapes = shapes_of(times, times.mean_s, times.mean_s, ends_s2)
        ratios = [one.percentile(percent) / one.mean_s for one in dict.fromkeys(shapes)]
    room = math.log(goal_s / (times.mean_s * ratios[0]))
    ends = (high_s / times.mean_s, max(ratios) / ratios[0])
    if room < 0.0:
        ends = (times.mean_s / max(low_s, 1e-300), ratios[0] / min(ratios))
    doubt = math.hypot(*(math.log(max(end, 1.0)) for end in ends))
    if doubt <= 0.0:
        return 1.0 if room >= 0.0 else 0.0
    return NormalDist().cdf(_END * room / doubt)


_END = NormalDist().inv_cdf(0.95)
"""Of a band of 90 %, in standard deviations."""


def range_of(
    times: ResponseTimes, low_s: float, high_s: float, ends_s2: tuple[float, float], percent: float
) -> tuple[float, float]:
    """Least and most of a percentile over ``shapes_of``."""
    found = [one.percentile(percent) for one in shapes_of(times, low_s, high_s, ends_s2)]
    return min(found), max(found)
