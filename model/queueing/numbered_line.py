"""A waiting line as a place whose customers are told apart by their numbers alone.

Whom the servers have is left out of the chain of several stations, and its mean for every number of
each class taken from the station's own chain, to which they come as the chain of all lets them
come; both are solved in turn (iterative aggregation, Takahashi, "A lumping method for numerical
calculations of stationary distributions of Markov chains", Tokyo Institute of Technology, 1975;
with conditional rates, Marie, IEEE TSE 5(5), 1979). A line of three classes at four servers has
fifteen times as many states with them. What is lost is what elsewhere depends on whom they have.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from .cyclic_chain import Place, Together
from .joint_states import Flow, Index, Table, listed_table
from .local_chain import LocalChain, explore_alone
from .waiting import Array

__all__ = ["SETTLED", "NumberedLine", "solve_in_turn"]

SETTLED = 1e-4
"""Change of a throughput from one round to the next, below which it is taken for settled."""
_TURNS = 12
"""Rounds; three to five do."""
_NEVER = 1e-13
"""Chance of numbers below which means given them are rounding."""


class NumberedLine:
    """A line's own chain, and for every number of each class how fast they leave and come."""

    def __init__(self, place: Place, numbers: Index, most: Sequence[int], most_states: int) -> None:
        """numbers: of each class that can be here at once, (rows, classes), and in all.

        Raises ``TooManyStates``.
        """
        rows = np.arange(len(numbers))
        self.chain: LocalChain = explore_alone(place, numbers, rows, most_states)
        self.numbers = numbers
        self.away = (np.array(most) - numbers).T
        self.rates = np.zeros((len(most), len(numbers)))
        states = np.bincount(self.chain.at)
        leaving = np.array([np.bincount(self.chain.at, w) for w in self.chain.leaving.T])
        self.level = leaving / states

    def come(self, r: int, rate: Array | float) -> None:
        """Arrivals of class ``r`` per s, by the numbers here."""
        self.rates[r] = np.where(self.away[r] > 0, rate, 0.0)

    def come_each(self, r: int, per_s: float) -> None:
        """Each of those of class ``r`` who are not here comes at this rate."""
        self.come(r, self.away[r] * per_s)

    def table(self) -> Table:
        """The place with the means that these arrivals lead to."""
        p = self.chain.probabilities(self.rates)
        at = self.chain.at
        chance = np.bincount(at, p)
        known = chance > _NEVER
        leaving = np.array([np.bincount(at, p * w) for w in self.chain.leaving.T])
        mean = np.divide(leaving, chance, out=self.level.copy(), where=known)
        return listed_table(self.numbers, mean.T)

    def settle(self, found: Together, k: int, flows: Sequence[Flow]) -> None:
        """Let them come as they do to place ``k`` of a chain of several, on their ways."""
        chance = found.chance[k]
        known = chance > _NEVER
        for r, flow in enumerate(flows):
            before = next((i for i, to in flow.following.items() if to == k), -1)
            if before < 0 and flow.first == k:
                self.come(r, flow.arrival_rate_per_s)
            elif before not in (-1, k):
                came = found.coming(k, before, r)
                self.come(r, np.divide(came, chance, out=self.rates[r].copy(), where=known))


def solve_in_turn(
    places: Sequence[Table | NumberedLine], flows: Sequence[Flow],
    solve: Callable[[list[Table]], Together],
) -> tuple[Together, int, float]:  # fmt: skip
    """The chain of all, rounds, and the last change of a throughput; one round without lines.

    solve: the chain of places whose states are these.
    """
    lines = {i: place for i, place in enumerate(places) if isinstance(place, NumberedLine)}
    tables = [place.table() if isinstance(place, NumberedLine) else place for place in places]
    found = solve(tables)
    rounds, residual = 1, math.inf if lines else 0.0
    while residual >= SETTLED and rounds < _TURNS and (found.throughput > 0.0).all():
        for i, line in lines.items():
            line.settle(found, i, flows)
            tables[i] = line.table()
        before, found = found.throughput, solve(tables)
        rounds += 1
        if not (found.throughput > 0.0).all():
            break
        residual = float(np.abs(np.log(found.throughput / before)).max())
    return found, rounds, residual
