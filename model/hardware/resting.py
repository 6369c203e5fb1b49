"""What measured times hold beyond what the network explains: found as-is, kept in scenarios.

Of a hold (a task's dispatch time, a region's elapsed time) or of a response, service and waits are
known to the network; the rest is a delay that makes it as long as measured. Where service and
waits alone are longer, it waits less than other work does there: a share of its service waits as
long as all, and the hold stays for the rest of it without any wait, while the station has that
work from beside it. So a relief takes away no more than was waited, and never service itself. Only
service that is longer than the hold without a wait is left out of it.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

import numpy as np

from model.hardware.flow import FloatArray
from model.queueing.installation.declared import Pass, Values

_LEAST_WITHIN = 0.005
_SLOWEST, _FIRST_PACE, _FASTEST = -14.0, -4.0, 1.0
"""Of the logarithm of a pace against the measured time."""


@dataclass
class Walked:
    """Places of a workload's arcs in one chain that goes through it `times` a cycle.

    arcs    those that a unit of work waits for.
    called  those of them in workloads that it calls.
    longer  delays among them that stand for waits.
    beside  by pool: the arcs of a visit within it, and of the same visit outside, which load the
            station with what the hold stays for without a wait.
    """

    chain: int
    times: FloatArray
    arcs: list[int] = field(default_factory=list)
    called: list[int] = field(default_factory=list)
    held: dict[str, int] = field(default_factory=dict)
    at: dict[str, list[int]] = field(default_factory=dict)
    rests: dict[str, int] = field(default_factory=dict)
    longer: list[int] = field(default_factory=list)
    beside: dict[str, list[tuple[list[int], list[int]]]] = field(default_factory=dict)

    @property
    def served(self) -> list[int]:
        """The arcs but for what stands for waits."""
        return [arc for arc in self.arcs if arc not in self.longer] if self.longer else self.arcs


class RestEffect:
    """The rest of one hold or response against its measured time, and what service fits a hold.

    Variables: the rest, the share of the service that waits as all do there, and how much of the
    other the hold stays for.
    """

    size = 3

    def __init__(
        self,
        name: tuple[str, str],
        walked: tuple[Walked, ...],
        measured_s: FloatArray,
        fixed: FloatArray,
        is_measured: bool,
        paces: bool = False,
        least: FloatArray | float = 0.0,
    ) -> None:
        self._name, self._walked, self._paces = name, walked, paces
        self.scale, self.is_measured = measured_s, is_measured
        own = np.array(fixed)
        own[:, 0] = own[:, 0] / measured_s
        if paces:
            own[:, 0] = np.log(np.maximum(own[:, 0], np.exp(_SLOWEST)))
        known = np.clip(np.broadcast_to(least, measured_s.shape), 0.0, 1.0)
        self._values: dict[str, FloatArray] = {"scale": measured_s, "fixed": own, "least": known}
        for place, one in enumerate(walked):
            self._values[f"times{place}"] = one.times

    @property
    def key(self) -> Hashable:
        """The workload and the pool."""
        return ("rest", *self._name)

    @property
    def values(self) -> Values:
        """See `Effect`."""
        return self._values

    @property
    def stands_still(self) -> bool:
        """Whether all of it is known: a scenario keeps what was found as-is."""
        return not np.isnan(self._values["fixed"]).any()

    def start(self) -> FloatArray:
        """As if nothing explained anything."""
        fixed = self._values["fixed"]
        first = np.array([[_FIRST_PACE if self._paces else 0.5, 1.0, 1.0]])
        return np.where(np.isnan(fixed), first, fixed)

    def _of(self, state: FloatArray) -> FloatArray:
        if self._paces:
            # A step towards the answer may leap beyond what a pace can be.
            return np.exp(np.clip(state[:, 0], _SLOWEST, _FASTEST))
        return np.maximum(state[:, 0], 0.0)

    def found_s(self, reading: Pass, state: FloatArray) -> FloatArray:
        """The rest in seconds, the share that waits, what the hold stays for, and by how many
        seconds it were longer if all of it waited for hardware as all does there: (V, 4)."""
        _, moves, service = self._sums(reading, self._values)
        within = np.clip(state[:, 1], _LEAST_WITHIN, 1.0)
        all_of_it = service / within
        stays = np.clip(state[:, 2], 0.0, 1.0) * all_of_it
        more = np.maximum(moves / within - stays, 0.0) * self.scale
        return np.stack([self._of(state) * self.scale, state[:, 1], state[:, 2], more], axis=1)

    def apply(self, demands: FloatArray, state: FloatArray, values: Values) -> None:
        """Set the delay, and move service that waits less than all does beside the hold."""
        rest = self._of(state) * values["scale"]
        for place, one in enumerate(self._walked):
            delay = one.rests[self._name[1]]
            demands[:, delay] = rest * values[f"times{place}"]
            if self._name[1] not in one.beside:
                continue
            within, stays = (
                np.minimum(np.maximum(state[:, 1], _LEAST_WITHIN), 1.0),
                np.minimum(np.maximum(state[:, 2], 0.0), 1.0),
            )
            for inner, outer in one.beside[self._name[1]]:
                all_of_it = demands[:, inner[-1]].copy()
                demands[:, inner[-1]] = all_of_it * within
                demands[:, outer[-1]] = all_of_it * (1.0 - within)
                demands[:, delay] += all_of_it * (1.0 - within) * stays

    def _sums(self, reading: Pass, values: Values) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Of a unit, against the measured time: the whole hold, of it service with its waits at
        hardware, and that service alone."""
        pool = self._name[1]
        whole = np.zeros(len(reading.throughput))
        moves, units, service = whole.copy(), whole.copy(), whole.copy()
        for place, one in enumerate(self._walked):
            rate = reading.rate(one.chain)
            units += rate * values[f"times{place}"]
            if pool and not self._paces:
                whole += rate * reading.hold[:, one.held[pool]]
            else:
                whole += rate * reading.residence[:, one.arcs].sum(axis=1)
            for inner, _ in one.beside.get(pool, ()):
                moves += rate * reading.residence[:, inner].sum(axis=1)
                service += rate * reading.demand[:, inner].sum(axis=1)
        measured = np.maximum(units, 1e-300) * values["scale"]
        return whole / measured, moves / measured, service / measured

    def image(self, reading: Pass, state: FloatArray, values: Values) -> FloatArray:
        """What is left of the measured time, and what of the service fits it."""
        fixed = values["fixed"]
        whole, moves, service = self._sums(reading, values)
        if self._paces:
            paced = np.clip(state[:, 0] - np.log(np.maximum(whole, 1e-12)), _SLOWEST, 0.0)
            all_of_it = np.ones_like(paced)
            paced = np.stack([paced, all_of_it, all_of_it], axis=1)
            return np.where(np.isnan(fixed), paced, fixed)
        fitting = np.clip(state[:, 1], _LEAST_WITHIN, 1.0)
        # What the hold has, were all of it to wait as all does there: other things, service, waits.
        service = service / fitting
        beside = (1.0 - fitting) * np.clip(state[:, 2], 0.0, 1.0) * service
        stays = np.maximum(whole - np.maximum(state[:, 0], 0.0) - beside - moves, 0.0)
        waits = np.maximum(moves / fitting - service, 0.0)
        explained = stays + service + waits
        # Service comes before what passes elsewhere: of that no more is known than has room.
        rest = np.minimum(values["least"], np.maximum(1.0 - stays - service, 0.0))
        most = 1.0 - rest
        fits = np.clip((most - stays - service) / np.maximum(waits, 1e-12), _LEAST_WITHIN, 1.0)
        room = most - stays - fits * (service + waits)
        kept = np.clip(room / np.maximum((1.0 - fits) * service, 1e-12), 0.0, 1.0)
        over = explained > most
        found = np.stack(
            [
                np.clip(1.0 - explained, rest, 1.0),
                np.where(over, fits, 1.0),
                np.where(over, kept, 1.0),
            ],
            axis=1,
        )
        return np.where(np.isnan(fixed), found, fixed)
