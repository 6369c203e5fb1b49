"""What a change of load alone cannot do: more of it makes nobody faster, less makes nobody slower.

A band is of how far a model's figure scatters, which knows no direction.  Where nothing changes but
how much work comes, and all of it the same way, every queue gets longer or every queue shorter: the
part of a response's band that lies on the other side of today's is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from model.projection.estimate import WorkloadProjection
from model.topology import Change, SetSetting, Topology
from model.topology.growth import GROWTH, as_it_is

_RESPONSE = "response_ms"


def load_alone(changes: Sequence[Change], today: Topology) -> int:
    """1 where nothing changes but that more work comes, -1 where less does; 0 otherwise."""
    ways = set()
    for change in changes:
        if not isinstance(change, SetSetting) or change.setting != GROWTH.name:
            return 0
        if change.component not in today or not isinstance(change.value, int | float):
            return 0
        was = as_it_is(today[change.component], GROWTH.name)
        more = change.value - (was if isinstance(was, int | float) else 0.0)
        ways.add((more > 0.0) - (more < 0.0))
    ways.discard(0)
    return ways.pop() if len(ways) == 1 else 0


def one_way(work: WorkloadProjection, way: int) -> WorkloadProjection:
    """The workload with a response whose band ends where today's is, on the side it cannot move to.

    A response that itself moves there is left as it is: what makes it do so is in the figure.
    """
    change, figure = work.changes.get(_RESPONSE), work.metrics.get(_RESPONSE)
    if not way or change is None or figure is None or change.low == change.high:
        return work
    if change.value * way < 0.0 or change.value <= -100.0:
        return work
    today = figure.value / (1.0 + change.value / 100.0)
    if way > 0:
        change = replace(change, low=max(change.low, 0.0))
        figure = replace(figure, low=min(max(figure.low, today), figure.value))
    else:
        change = replace(change, high=min(change.high, 0.0))
        figure = replace(figure, high=max(min(figure.high, today), figure.value))
    return replace(
        work,
        metrics={**work.metrics, _RESPONSE: figure},
        changes={**work.changes, _RESPONSE: change},
    )
