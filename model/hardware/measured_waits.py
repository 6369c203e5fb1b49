"""Waits for hardware whose queue was measured: volumes, of which RMF tells IOSQ time.

How busy a device is says how long work that comes at random waits for it, and measured work does
not come at random: busier volumes than the mean and bursts make it wait longer, requests that come
one after the other shorter. What was measured against what the network makes is a factor, found
as-is and kept in every scenario; from there waits grow as the network's do.

Up to 1 only that share of a request's service stands in the network's queue within its unit of
work; it has the rest there without a wait, and the device has all of it. Beyond 1 what is waited
more is a delay that depends on the answer (`LongerEffect`).

That the factor stays is known the less the further it is from 1: volumes that nobody waits for at
half of their time have aliases that nobody told of, or I/Os that keep out of each other's way, and
which of these it is decides how they queue under more load.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from model.hardware.draws import log_normal
from model.queueing.installation.declared import Pass, Values

FloatArray = npt.NDArray[np.float64]

_FULL = 0.98
"""Use up to which a wait says anything of a queue without end."""
_NOTHING = 0.01
"""Of a service time: waits that reports round away, by which one of nearly nothing says nothing."""
_MOST = 5.0
"""Beyond it a wait is taken for no queue of this device: it stays as it is. Judgement."""
_MOST_SERVERS = 1024
_FACTOR_SD, _SD_APART, _SEED = 0.15, 0.4, 20261130
"""Of the factor's logarithm, where waits are those of random work and for each factor of e that
they are not. Judgement: measured waits of nothing may still be a fifth of random ones."""
_UNTOLD_SD = 1.0
"""Where nobody measured the wait: a fifth of random ones to five times. Judgement."""


@dataclass(frozen=True)
class Device:
    """A device whose wait was measured.

    servers, copies, busy  as `Capacity` has them, under the draws.
    waited  for it, in units of the service time.
    is_random  whether nobody measured that.
    """

    servers: FloatArray
    copies: FloatArray
    busy: FloatArray
    waited: float
    is_random: bool = False


def mean_wait(servers: float, use: float) -> float:
    """Mean wait of random work in units of service; a fraction of a server serves as the last."""
    if not np.isfinite(servers) or use <= 0.0:
        return 0.0
    many = max(min(servers, float(_MOST_SERVERS)), 1.0)
    offered = min(use, _FULL) * many
    whole = int(many)
    # Chances of 0 to `whole` there, then falling by the same factor for each one more.
    chances = np.cumprod(np.concatenate([[1.0], offered / np.arange(1.0, whole + 1.0)]))
    falls = offered / many
    beyond = chances[-1] * falls / (1.0 - falls)
    there = (chances * np.arange(whole + 1.0)).sum() + beyond * (whole + 1.0 / (1.0 - falls))
    return float(max(there / (chances.sum() + beyond) / offered - 1.0, 0.0))


def kept(waited: float, random: FloatArray | float) -> FloatArray:
    """How many times as long as random work measured work waited; both in units of service."""
    found: FloatArray = np.minimum((waited + _NOTHING) / (np.asarray(random) + _NOTHING), _MOST)
    return found


def factor(device: Device, asked: FloatArray) -> FloatArray:
    """How many times as long as random work requests waited, the first as the figures have it.

    asked: servers that the work of the network keeps busy, beside those of others.
    """
    use = (device.busy + asked) / (device.servers * device.copies)
    waits = np.array(
        [mean_wait(m, u) for m, u in zip(device.servers.tolist(), use.tolist(), strict=True)]
    )
    found = kept(device.waited, waits)
    sd = float(np.hypot(_FACTOR_SD, _SD_APART * np.log(found[0])))
    if device.is_random:
        sd = _UNTOLD_SD
    drawn: FloatArray = np.minimum(found * log_normal(len(found), sd, _SEED), _MOST)
    return drawn


class LongerEffect:
    """What one visit waits beyond the network's queue: the delay of a unit of work.

    The variable is the delay in units of the service; a cycle makes `times` of its work.
    """

    size = 1

    def __init__(
        self, name: Hashable, arcs: Sequence[int], delay: int, more: FloatArray, service: FloatArray
    ) -> None:
        self._name, self._arcs, self._delay = name, np.array(arcs, dtype=np.intp), delay
        self._values: Mapping[str, FloatArray] = {
            "more": np.maximum(more, 0.0),
            "service": np.maximum(service, 1e-12),
        }

    @property
    def key(self) -> Hashable:
        """The visit."""
        return ("longer", self._name)

    @property
    def values(self) -> Values:
        """See `Effect`."""
        return self._values

    @property
    def stands_still(self) -> bool:
        """It moves with the queue."""
        return False

    def start(self) -> FloatArray:
        """No wait."""
        return np.zeros((len(self._values["more"]), 1))

    def apply(self, demands: FloatArray, state: FloatArray, values: Values) -> None:
        """Set the delay."""
        demands[:, self._delay] = np.maximum(state[:, 0], 0.0) * values["service"]

    def image(self, reading: Pass, state: FloatArray, values: Values) -> FloatArray:
        """So many times more than the queue makes."""
        arcs = self._arcs
        waits = (reading.residence.take(arcs, 1) - reading.demand.take(arcs, 1)).sum(axis=1)
        found: FloatArray = values["more"] * np.maximum(waits, 0.0) / values["service"]
        return found[:, None]
