"""Open work that full servers hold back: first with a backlog that hardly fills the pools.

Of a source's N tokens those that are not let through wait before what holds them back, and there
are as many as make up hours. As long as all that comes is let through, waits stand as if nobody
came; where it is not, they are what the N make them. Between the two is a kink as sharp as N is
large, before which slopes say nothing and beyond which they lead back. Of a backlog that hardly
fills the pools the kink is round, and what holds the work back and how much comes through are
nearly the same: from there a longer backlog moves the one wait that is the backlog, by as much as
it is longer.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from model.queueing.installation.declared import Array
from model.queueing.installation.equations import Reading
from model.queueing.installation.structure import Numbers, Structure

_LONG = 1e2
"""Times the servers of a pool from which tokens are a backlog before it."""
_ALL = 1.0 - 1e-3
"""Of what comes: of which more is let through there is no backlog that grows."""
_SMALL = 1e-9


def least_share(shape: Structure, numbers: Numbers) -> float | None:
    """Of one variant's backlogs the share that fills its pools; None where there are none."""
    tokens = numbers.population[0]
    comes = (numbers.per_rate[0] > 0.0) & (tokens > 0.0)
    if not comes.any():
        return None
    soft = shape.software
    of = shape.chain[soft]
    servers = (numbers.servers * numbers.copies)[0, soft]
    pools = comes[of] & (servers < tokens[of] / _LONG)
    shares = [1.0 / tokens[comes].max(), *(servers[pools] / tokens[of][pools])]
    found = float(max(shares))
    return found if found < 1.0 / _LONG else None


def shortened(numbers: Numbers, share: float) -> Numbers:
    """The same with so much of all backlogs."""
    tokens = numbers.population
    fewer = np.where(
        numbers.per_rate > 0.0, np.maximum(share * tokens, np.minimum(tokens, 1.0)), tokens
    )
    others = np.maximum(fewer - 1.0, 0.0) / np.maximum(fewer, _SMALL)
    return replace(numbers, population=fewer, growth=others)


def lengthened(reading: Reading, state: Array, tokens: Array) -> Array:
    """How one variant's state, (states,), stands with more tokens, (chains,), than in a reading."""
    shape, numbers = reading.structure, reading.numbers
    found = state.copy()
    through = reading.throughput[0]
    more = tokens - numbers.population[0]
    for chain in np.flatnonzero((more > 0.0) & (through * numbers.per_rate[0] < _ALL)).tolist():
        arcs = np.flatnonzero(shape.chain == chain)
        if numbers.per_rate[0, chain] <= 0.0 or through[chain] <= 0.0 or len(arcs) == 0:
            continue
        # All that is held back waits where most time goes by.
        place = int(arcs[reading.residence[0, arcs].argmax()])
        longer_s = reading.residence[0, place] + more[chain] / through[chain]
        hold_s, demand_s = float(reading.hold[0, place]), float(reading.demand[0, place])
        if hold_s > 0.0:
            found[place] = np.log1p(longer_s / hold_s)
        elif demand_s > 0.0:
            found[place] = np.log(longer_s / demand_s)
    return found
