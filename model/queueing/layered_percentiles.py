"""Percentiles of responses in layered networks, from the waiting times of an analytic answer.

A phase is a geometric number of calls with a slice before each and one more at the end, as the
chain has it (``layered_chain``); a call is a wait for a thread and then the first phase of what is
called. Taken for independent, all these times follow from the transforms of the waits and slices
(``passage``), entry by entry from the last callee up; nothing is fitted but the waits. Those in
order of arrival are exponential where there are any, those at shared processors are a tagged
customer's (``percentiles.sharing``), and none can vary more than those who are elsewhere let it.

Mean waits are those by stations, stretched alike for each class so that its mean is the answer's.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .layered import waits_by_stations
from .layered_amva import LayeredAnswer, LayeredArrays
from .network import LayeredNetwork
from .passage import Complex, PassageTimes, Transform, mixture_transform
from .percentiles import MOST_FOUND, fit, sharing, transformed
from .solution import Solution

__all__ = ["LAYERED_USUAL", "layered_times", "said_of_layered_times"]

_LEAST_CHANCE = 1e-3
LAYERED_USUAL = 0.05
_USUAL, _WORST = "5, 3, 3 and 5 %", "12, 20, 23 and 29 %"
"""Beyond a simulation's interval: 64 networks of all families, some with arrivals from outside or
up to ten times the customers, 40 of them drawn after the method was made (74 classes; the median is
0). Who comes from outside to threads that others keep full is told worst, with the mean."""


def layered_times(network: LayeredNetwork, solution: Solution) -> Mapping[str, PassageTimes]:
    """Responses by reference task, and by entry that is asked from outside, where any flow."""
    arrays, answer = waits_by_stations(network)
    paths = _Paths(arrays, answer)
    first_of_outside = len(network.tasks)
    opened = [e.name for e in network.entries if e.arrival_rate_per_s > 0]
    tasks = {t.name: at for at, t in enumerate(network.tasks) if t.reference}
    # A name that an entry shares with a reference task is the task's, as in the answer.
    tasks = {name: first_of_outside + i for i, name in enumerate(opened)} | tasks
    out: dict[str, PassageTimes] = {}
    for name, task in tasks.items():
        mean_s = solution.response.get(name)
        if mean_s:
            out[name] = paths.of(task, mean_s)
    return out


def said_of_layered_times() -> str:
    """What such percentiles were off by, for the answer to say."""
    return (
        "percentiles of a layered network take the times on a path for independent: on random "
        f"networks they lay beyond the interval of a simulation by up to {_USUAL} in nine of ten "
        f"classes, at worst by {_WORST} (at 50, 90, 95 and 99 %); --check simulates this one"
    )


@dataclass(frozen=True)
class _Wait:
    """A mean wait, the probability that there is any, and how much it varies where there is."""

    mean_s: float
    chance: float
    cv2: float


class _Paths:
    """The waits of one answer, and what times follow from them."""

    def __init__(self, net: LayeredArrays, answer: LayeredAnswer) -> None:
        self.net = net
        self.answer = answer
        tasks = len(net.task_cpu)
        caller_task = np.where(net.caller >= 0, net.entry_task[np.maximum(net.caller, 0)], -1)
        rate = np.where(net.caller >= 0, answer.entry_rate[0, net.caller], 1.0) * net.count[0]
        called = np.maximum(net.target, 0)
        hold = np.where(net.target >= 0, answer.phase_s[0, called].sum(axis=1), net.slice_s[0])
        servers = np.concatenate([net.threads[0], net.cpu_servers[0]])
        busy = np.concatenate([answer.task_busy[0], answer.cpu_busy[0]])
        self.at_shared = (net.server >= tasks) & np.append(net.cpu_shared, False)[
            np.where(net.server >= tasks, net.server - tasks, -1)
        ]
        self.of_phase: dict[tuple[int, int], list[int]] = {}
        for a, key in enumerate(zip(net.caller.tolist(), net.phase.tolist(), strict=True)):
            self.of_phase.setdefault(key, []).append(a)
        self.waits: list[_Wait] = []
        self.others: list[int] = []
        for a, server in enumerate(net.server.tolist()):
            here = np.flatnonzero(net.server == server)
            flow = float(rate[here].sum())
            step = float(rate[here] @ hold[here]) / flow if flow > 0.0 else 0.0
            sources = {int(t) for t in caller_task[here] if t >= 0}
            # Requests from outside are held to vary as those of an open queue do.
            loose = np.array([self._loose(int(t)) for t in caller_task[here]]) | ~net.waits[here]
            there = rate[here] * (answer.wait_s[0, here] + hold[here])
            units = sum(net.threads[0, t] for t in sources if not self._loose(t))
            free, held = float(there[loose].sum()), float(there[~loose].sum())
            elsewhere = max(float(units) - held, 0.0) + free * (1.0 + free)
            self.waits.append(
                _wait(float(answer.wait_s[0, a]), step, float(servers[server]),
                      float(busy[server]), elsewhere)
            )  # fmt: skip
            self.others.append(
                MOST_FOUND if loose.any() else int(min(max(units - 1.0, 0.0), MOST_FOUND))
            )

    def _loose(self, task: int) -> bool:
        """Whether requests of a task come from outside."""
        return task < 0 or float(self.net.given[0, task]) > 0.0

    def of(self, task: int, mean_s: float) -> PassageTimes:
        """A cycle of a reference task, or the response to who asks from outside."""
        base, _ = self._cycle(task, 0.0)
        found, transform = self._cycle(task, 1.0)
        if found > base * (1.0 + 1e-9) and mean_s > base:
            found, transform = self._cycle(task, (mean_s - base) / (found - base))
        by = mean_s / found if found > 0.0 else 1.0
        return PassageTimes(mean_s, lambda s: transform(s * by))

    def _cycle(self, task: int, stretch: float) -> tuple[float, Transform]:
        """Mean and transform with all waits stretched."""
        net = self.net
        own = np.flatnonzero(net.entry_task == task).tolist()
        if net.given[0, task] > 0.0:
            [a] = np.flatnonzero(np.isin(net.caller, own) & (net.target >= 0)).tolist()
            kept = self._waits(stretch)
            mean = self._means(stretch)[int(net.target[a]), 0] + kept[a][0]
            return mean, lambda s: self._phases(s, kept)[int(net.target[a])][0] * kept[a][1](s)
        kept = self._waits(stretch)

        def transform(s: Complex) -> Complex:
            phases = self._phases(s, kept)
            product = np.ones_like(s)
            for e in own:
                product *= phases[e][0] * phases[e][1]
            return product

        return float(self._means(stretch)[own].sum()), transform

    def _waits(self, stretch: float) -> list[tuple[float, Transform]]:
        """Of every arc the mean and the transform of its wait; with the slice for a host's."""
        net = self.net
        out = []
        for a, wait in enumerate(self.waits):
            mean, own = wait.mean_s * stretch, float(net.slice_s[0, a])
            if self.at_shared[a]:
                servers = float(net.cpu_servers[0, net.server[a] - len(net.task_cpu)])
                part = sharing(own, own + mean, servers, self.others[a], 1.0)
                out.append((own + mean, transformed(part)))
            else:
                out.append((own + mean, _in_line(own, mean, wait)))
        return out

    def _means(self, stretch: float) -> NDArray[np.float64]:
        """(E, 2) means of phases."""
        net = self.net
        means = np.zeros((len(net.entry_task), 2))
        for e in reversed(net.order):
            for a in np.flatnonzero(net.caller == e).tolist():
                if not net.waits[a]:
                    continue
                called = means[net.target[a], 0] if net.target[a] >= 0 else 0.0
                once = self.waits[a].mean_s * stretch + net.slice_s[0, a] + called
                means[e, net.phase[a] - 1] += net.count[0, a] * once
        return means

    def _phases(self, s: Complex, kept: list[tuple[float, Transform]]) -> dict[int, list[Complex]]:
        """Transforms of both phases of every entry."""
        net = self.net
        phases: dict[int, list[Complex]] = {}
        for e in reversed(net.order):
            phases[e] = []
            for phase in (1, 2):
                arcs = self.of_phase.get((e, phase), [])
                sliced, calls, number = np.ones_like(s), np.zeros_like(s), 0.0
                for a in arcs:
                    if net.target[a] < 0:
                        sliced = kept[a][1](s)
                        continue
                    many = float(net.count[0, a])
                    number += many
                    if net.waits[a]:
                        calls = calls + many * kept[a][1](s) * phases[int(net.target[a])][0]
                    else:
                        calls = calls + many
                phases[e].append(sliced / (1.0 + number - sliced * calls))
        return phases


def _wait(mean_s: float, step_s: float, servers: float, busy: float, elsewhere: float) -> _Wait:
    """What is known of a wait in line.

    Who waits does so for one service at least, of which there are ``servers`` at once. With n ahead
    it is as many departures: 1/n of the square from them, and the variance of n, which is at most
    ``elsewhere``, over its square.
    """
    if mean_s <= 0.0 or not math.isfinite(servers) or servers <= 0.0:
        return _Wait(max(mean_s, 0.0), 1.0, 1.0)
    use = min(max(busy / servers, _LEAST_CHANCE), 1.0)
    chance = use ** (math.sqrt(2.0 * (servers + 1.0)) - 1.0)
    ahead = mean_s * servers / step_s if step_s > 0.0 else 1.0
    chance = max(min(chance, ahead), _LEAST_CHANCE)
    inside = max(ahead / chance, 1.0)
    return _Wait(mean_s, chance, min(1.0 / inside + elsewhere / inside**2, 1.0))


def _in_line(own_s: float, mean_s: float, wait: _Wait) -> Transform:
    """A wait in line and a service of its own."""
    some = mean_s / wait.chance
    fitted = fit(some, wait.cv2 * some**2, 2.0 * wait.cv2**2 * some**3)
    waits = mixture_transform(fitted.mixture)
    return lambda s: (1.0 - wait.chance + wait.chance * waits(s)) / (1.0 + own_s * s)
