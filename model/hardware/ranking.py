"""Who is dispatched first, inferred from how long a task that was dispatched waited for its CP.

A TCB's dispatch time holds its CPU and what it waited for a CP, for a page, or for its partition to
get an engine. The first depends on its rank: ahead of everybody it waits for its own work alone, at
one rank with the others for all of it, behind them for what they leave. The rest only lengthens it:
a short wait on a crowded partition says that a task ranks first, a long one says nothing.

Beforehand the three are taken to be as likely. A wait is known to a factor (work comes in bursts,
and CPs are not taken at random), other causes are exponential in the CPU time. All of that is
judgement; what is found is used only where it is likely (`LIKELY`), and what is not known of it
stays in the band.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from model.queueing.waits import waiting_probability

LIKELY: Final = 0.75
"""Probability from which a task is taken to rank first."""
_FACTOR_SD: Final = 0.7
"""Of the logarithm of a wait against that of random arrivals. Judgement."""
_OTHER: Final = 0.3
"""Mean of what else is lost, in units of the CPU time. Judgement."""
_SUREST: Final = 0.95
"""No wait of a mean makes one rank likelier than this: what it is compared with is judgement."""
_FULLEST: Final = 0.98
_LEAST_WAIT: Final = 1e-4
_POINTS: Final = 201


@dataclass(frozen=True)
class Rank:
    """What a dispatch time says of its task's rank.

    first   probability that it is dispatched before the other work of its partition.
    lost    wait beside the CPU, in units of the CPU time, as measured.
    alike   the same as expected of work that is dispatched alike.
    """

    first: float
    lost: float
    alike: float

    @property
    def is_first(self) -> bool:
        """Whether it is taken to be."""
        return self.first >= LIKELY


@lru_cache(maxsize=1024)
def rank_of(servers: int, use: float, own_use: float, lost: float) -> Rank:
    """The rank of a task by its wait.

    use, own_use: of the partition's CPs, 0 to 1, by all work and by the task's own workload.
    lost: see `Rank`.
    """
    all_use = min(max(use, own_use), _FULLEST)
    own = min(own_use, all_use)
    alike = _wait(servers, all_use)
    others = waiting_probability(servers, servers * (all_use - own))
    behind = alike / max(1.0 - others, 1.0 - _FULLEST) + others / max(1.0 - others, 1.0 - _FULLEST)
    likelihoods = [_likelihood(lost, wait) for wait in (_wait(servers, own), alike, behind)]
    total = sum(likelihoods)
    first = 1.0 / 3.0 if total <= 0.0 else likelihoods[0] / total
    return Rank(min(first, _SUREST), lost, alike)


def _wait(servers: int, use: float) -> float:
    """Mean wait for a CP, in units of the CPU time, where all work is dispatched alike."""
    return waiting_probability(servers, servers * use) / (servers * (1.0 - use))


def _likelihood(lost: float, wait: float) -> float:
    """Density of a measured wait, of which one part is for the CP and another for anything else."""
    scores = np.linspace(-4.0, 4.0, _POINTS)
    weights = np.exp(-(scores**2) / 2.0)
    waits = max(wait, _LEAST_WAIT) * np.exp(_FACTOR_SD * scores)
    other = lost - waits
    found = np.where(other >= 0.0, np.exp(-np.maximum(other, 0.0) / _OTHER) / _OTHER, 0.0)
    return float((found * weights).sum() / weights.sum())
