"""Response times of small closed networks outside product form, exactly: a tagged customer's chain.

One customer of a class becomes a class of its own with the same way, demands and level, which
changes nothing but that it is told apart. From the states in which it begins its round, as often
as it begins one there, the time until it ends is an absorption time. By uniformisation (Jensen,
Skandinavisk Aktuarietidskrift 36, 1953) the probability of not having ended after so many steps of
the fastest clock is found once; a time is a Poisson number of those.

On 595 random networks of one to three stations and classes and up to nine customers (a seed used
for nothing else) 853 of 1,440 classes had such a chain; the mean is the answer's to 4e-7. The fits
to moments that it replaces were 1, 1, 2 and 3 % off in the median at 50, 90, 95 and 99 %, nine in
ten within 6, 6, 9 and 12 %, the worst 270, 21, 43 and 59 %. All classes of a network took 7 ms in
the median, 49 in nine of ten, 360 at worst.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from .cyclic_chain import Cycle, cycle_of, flows_of, tables_of
from .joint_states import explore_jointly
from .markov import TooManyStates, stationary
from .network import ClosedClass, Network
from .passage import Complex, PassageTimes
from .solution import Solution

__all__ = ["TaggedTimes", "tagged_times", "within_reach"]

Array = NDArray[np.float64]
_MOST_STATES = 3000
_MOST_STEPS = 30_000
_LEFT = 1e-7
"""Probability of going on that no longer counts."""
_ROUNDING = 1e-3
"""Part of a mean by which the chain's may differ from the answer's."""


@dataclass(frozen=True)
class TaggedTimes(PassageTimes):
    """The absorption time of a uniformised chain.

    going: probability of not having ended after 0, 1, 2 … steps, which come ``rate`` per s.
    """

    going: Array = field(default_factory=lambda: np.zeros(0))
    rate: float = 1.0

    def _beyond(self, times_s: Array) -> Array:
        from scipy.special import gammaln

        k = np.arange(len(self.going))
        mean = self.rate * times_s[:, None]
        weights = np.exp(k * np.log(mean) - mean - gammaln(k + 1.0))
        found: Array = np.clip(weights @ self.going, 0.0, 1.0)
        return found


def within_reach(network: Network, solution: Solution) -> bool:
    """Whether times of such an answer may be a tagged customer's (its chain may yet be too large).

    Networks of product form have the parts of their paths and are left as they are.
    """
    return (
        solution.exact and solution.method == "ctmc" and not network.open
        and all(s.replicas == 1 for s in network.stations)
        and all(float(c.population).is_integer() for c in network.closed)
    )  # fmt: skip


def tagged_times(network: Network, solution: Solution, name: str) -> PassageTimes | None:
    """Times of a class; None where the chain is too large or too stiff, or a round one visit."""
    classes: list[ClosedClass] = []
    demands: dict[str, Mapping[str, float]] = {}
    for c in network.closed:
        if c.name == name and c.population > 1:
            classes.append(replace(c, population=c.population - 1))
            demands[c.name] = network.demands_s.get(c.name, {})
        elif c.name != name:
            classes.append(c)
            demands[c.name] = network.demands_s.get(c.name, {})
    own = next(c for c in network.closed if c.name == name)
    tag = f"{name} tagged"
    while tag in demands:
        tag += "'"
    classes.append(replace(own, name=tag, population=1))
    demands[tag] = network.demands_s.get(name, {})
    twin = replace(network, classes=tuple(classes), demands_s=demands)
    cycle = cycle_of(twin)
    if min(map(len, cycle.routes)) < 2:
        return None
    if cycle.states() > _MOST_STATES:
        return None
    try:
        found = _absorbed(cycle, own.think_time_s > 0.0)
    except TooManyStates:
        return None
    mean_s = solution.response[name]
    if found is None or mean_s is None or abs(found.mean_s / mean_s - 1.0) > _ROUNDING:
        return None
    return found


def _absorbed(cycle: Cycle, pauses: bool) -> TaggedTimes | None:
    """Of the last class, of one customer; its round begins after its pause, where it has one."""
    from scipy.sparse import coo_matrix

    tables = tables_of(cycle.places, cycle.routes, cycle.population, _MOST_STATES)
    flows = flows_of(cycle.routes)
    start = [0] * len(tables)
    for r, flow in enumerate(flows):
        for _ in range(cycle.population[r]):
            start[flow.first] = int(tables[flow.first].add[r, start[flow.first]])
    joint = explore_jointly(tables, flows, start, _MOST_STATES)
    count = len(joint.local)
    p = stationary(count, joint.source, joint.target, joint.rate)
    route = cycle.routes[-1]
    here = np.zeros(count, dtype=np.intp)
    for k, table in enumerate(tables):
        here[table.counts[joint.local[:, k], -1] > 0] = k
    before, after = here[joint.source], here[joint.target]
    first, last = route[1 if pauses else 0], route[-1]
    begins = (before == route[0 if pauses else -1]) & (after == first)
    ends = (before == last) & (after == route[0])
    entered = np.bincount(
        joint.target[begins], weights=(p[joint.source] * joint.rate)[begins], minlength=count
    )
    if not entered.sum() > 0.0:
        return None
    busy = here != route[0] if pauses else np.ones(count, dtype=bool)
    kept = ~ends & busy[joint.source]
    out = np.bincount(joint.source, weights=joint.rate, minlength=count)
    rate = float(out[busy].max())
    stays = np.where(busy, 1.0 - out / rate, 0.0)
    moves = coo_matrix(
        (joint.rate[kept] / rate, (joint.target[kept], joint.source[kept])), shape=(count, count)
    ).tocsr()
    now = entered / entered.sum()
    going = [1.0]
    while going[-1] > _LEFT:
        if len(going) > _MOST_STEPS:
            return None
        now = moves @ now + stays * now
        going.append(float(now.sum()))
    steps = np.array(going)

    def transform(s: Complex) -> Complex:
        """1 - s times the transform of the probability of going on."""
        ratio = rate / (rate + s)
        powers = np.exp(np.multiply.outer(np.log(ratio), np.arange(len(steps))))
        found: Complex = 1.0 - s / (rate + s) * (powers @ steps)
        return found

    mean_s = math.fsum(going) / rate
    return TaggedTimes(mean_s, transform, steps, rate)
