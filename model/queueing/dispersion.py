"""Open classes behind stations in order of arrival: how far their arrivals vary, over every time.

Behind a station in order of arrival whose classes have unlike demands arrivals are no Poisson
process: while it is busy its departures are a renewal process that marks every interval with a
class. A class of short services leaves close behind others, one of long ones after a gap; the next
station's queue is longer than at Poisson arrivals, the more so for the former.

What is carried from station to station (each class visits them in the order listed, so once through
is enough) is the covariance of the numbers of two classes that have come by a time, over that time
(*dispersion*), and how many more of one than usual have come shortly before one of another
(*ahead*). For Poisson arrivals they are the rate and nothing. Of what leaves, a weight that depends
on the time is as the arrivals, the rest as the departures of a busy server: W. Whitt and W. You,
"Heavy-traffic limit of the GI/GI/1 stationary departure process and its variance function",
Stochastic Systems 8(2), 2018, of one class; the rest is not more than the square of the use, the
probability that two departures end services without a pause between, as in W. Whitt, "The queueing
network analyzer", Bell System Technical Journal 62(9), 1983, and less with several servers. The
mean work at a station is the most that it can be by the variance of what has come: W. Whitt and
W. You, "Using robust queueing to expose the impact of dependence in single-server queues",
Operations Research 66(1), 2018; with Poisson arrivals that is Pollaczek and Khinchine's, and each
wait at Poisson arrivals is lengthened by the ratio of the two.

Exact where demands are alike (then this is product form).
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from .network import Network, OpenClass

__all__ = ["varied_residences"]

Array = NDArray[np.float64]
_TIMES = np.logspace(-3.0, 5.0, 161)
"""Times at which variances are kept, in units of the longest demand."""
_MOST_NUMBERS = 4e6
_FAR = 30.0
"""Time from which the correlation of the workload's increments is nothing to speak of."""


def varied_residences(
    network: Network, poisson: Mapping[str, Mapping[str, float]]
) -> dict[str, dict[str, float]] | None:
    """Residences (s) by class and station; None where this does not hold.

    poisson: residences were all arrivals Poisson.
    """
    flowing = [
        c for c in network.classes if isinstance(c, OpenClass) and c.arrival_rate_per_s > 0.0
    ]
    stations = [s for s in network.stations if not s.is_delay]
    if len(flowing) ** 2 * len(_TIMES) > _MOST_NUMBERS or any(
        s.discipline not in ("ps", "fcfs") or s.replicas > 1 or s.rate_multipliers for s in stations
    ):
        return None
    rate = np.array([c.arrival_rate_per_s for c in flowing])
    demand = np.array([[network.demand_s(c.name, s.name) for s in stations] for c in flowing])
    times_s = float(demand.max(initial=0.0)) * _TIMES
    dispersion: Array = np.diag(rate)[:, :, None] + np.zeros(len(_TIMES))
    ahead: Array = np.zeros_like(dispersion)
    out = {c: dict(row) for c, row in poisson.items()}
    last = np.full(len(flowing), -1)
    for k, station in enumerate(stations):
        here = np.flatnonzero(demand[:, k] > 0.0)
        if not len(here):
            continue
        # Classes that come from one station depend on each other; those from several do not.
        alike = (last[here, None] == last[None, here]) | np.eye(len(here), dtype=bool)
        square = np.ix_(here, here)
        come = np.where(alike[:, :, None], dispersion[square], 0.0)
        before = np.where(alike[:, :, None], ahead[square], 0.0)
        x, own = rate[here], demand[here, k]
        longer = _lengthened(x, own / station.servers, come, before, times_s)
        for i, by in zip(here.tolist(), longer.tolist(), strict=True):
            name, service = flowing[i].name, float(demand[i, k])
            out[name][station.name] = service + (poisson[name][station.name] - service) * by
        left = _left(x, own, station.servers, times_s)
        busy, busy_before = _while_busy(x, own, station.discipline == "fcfs")
        dispersion[here] = dispersion[:, here] = 0.0
        ahead[here] = ahead[:, here] = 0.0
        dispersion[square] = come + left * (busy[:, :, None] - come)
        ahead[square] = before + left * (busy_before[:, :, None] - before)
        last[here] = k
    return out


def _lengthened(rate: Array, service_s: Array, come: Array, before: Array, times_s: Array) -> Array:
    """Waits of classes over those at Poisson arrivals. service_s: at one server as fast as all."""
    free = 1.0 - float(rate @ service_s)
    served = float(rate @ service_s**2)
    variance = served + np.einsum("i,j,ijt->t", service_s, service_s, come)
    work_s = np.sqrt(2.0 * times_s * np.maximum(variance, 0.0)) - free * times_s
    at = int(np.argmax(work_s))
    found_s = float(work_s[at]) + before[:, :, at] @ service_s
    # Between the times that are kept it is a little more, at Poisson arrivals as well.
    poisson_s = float((np.sqrt(4.0 * times_s * served) - free * times_s).max())
    longer: Array = np.maximum(found_s / poisson_s, 0.0)
    return longer


def _left(rate: Array, demand: Array, servers: float, times_s: Array) -> Array:
    """Part of the variance of departures that is the busy server's, over times."""
    total = float(rate.sum())
    mean = float(rate @ demand) / total
    variable = 2.0 * float(rate @ demand**2) / total / mean**2  # of arrivals and services
    use = total * mean / servers
    scaled = (1.0 - use) ** 2 * total * times_s / (use * variable)
    part: Array = (1.0 - _of_arrivals(scaled)) * use ** (1.0 + math.sqrt(servers))
    return part


def _of_arrivals(time: Array) -> Array:
    """Whitt and You's weight of arrivals: nothing at once, all in the long run."""
    from scipy.special import ndtr

    root = np.sqrt(time)
    density = np.exp(-time / 2.0) / math.sqrt(2.0 * math.pi)
    correlation = 2.0 * (1.0 - 2.0 * time - time**2) * ndtr(-root)
    correlation += 2.0 * root * density * (1.0 + time)
    weight = 1.0 - np.where(time < _FAR, 1.0 - correlation, 1.0) / (2.0 * time)
    result: Array = np.clip(weight, 0.0, 1.0)
    return result


def _while_busy(rate: Array, demand: Array, in_order: bool) -> tuple[Array, Array]:
    """Dispersion and excess ahead of what leaves a server that is always busy, at the same rates.

    One that is shared lets all classes go as Poisson processes of their own.
    """
    if not in_order:
        return np.diag(rate), np.zeros((len(rate), len(rate)))
    total = float(rate.sum())
    share = rate / total
    mean = float(share @ demand)
    later = float(share @ demand**2) / mean**2  # half the second moment
    scaled = demand / mean
    both = np.outer(share, share) * (2.0 * later - scaled[:, None] - scaled[None, :])
    return total * (np.diag(share) + both), (later - scaled)[:, None] * share[None, :]
