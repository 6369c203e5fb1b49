"""What a solved network says of waits that are longer than its averages (`slow_company`)."""

from __future__ import annotations

import numpy as np

from model.queueing.installation.declared import Array
from model.queueing.installation.equations import Reading
from model.queueing.installation.slow_company import Passed, longer_waits
from model.queueing.installation.structure import Numbers, Structure, picked


def beyond_the_average(shape: Structure, numbers: Numbers, reading: Reading) -> Array | None:
    """Seconds a cycle by arc, (V, A), of some variants; None where there are none."""
    if shape.slow is None:
        return None
    flow = picked(reading.throughput, shape.chain) * numbers.chain_copies
    sourced = picked(numbers.per_rate, shape.chain) > 0.0
    one = shape.holders.queued_by
    sourced[:, one] &= ~numbers.one_queue
    of_arcs = (reading.demand, reading.residence, reading.hold, reading.queue)
    given = (numbers.visits, numbers.servers, numbers.copies, numbers.inside)
    busy = shape.by_level.groups(flow * reading.demand)
    start = np.cumsum(busy, axis=1) - busy
    ahead = picked(start, shape.by_level.index) - picked(start, shape.before)
    taken = shape.at_station(flow * reading.hold)
    return longer_waits(shape.slow, Passed(flow, *of_arcs, *given, taken, ahead, sourced))
