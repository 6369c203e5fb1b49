"""Whether workloads are asked the same as before, and the network gives them the same."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
import numpy.typing as npt

from model.contract.evaluation import Conditions
from model.hardware.flow import Capacity, Got
from model.projection.asked import AsIs, Asked, Member

BoolArray = npt.NDArray[np.bool_]

_SAME_TIME, _SAME_USE = 5e-6, 1e-4


def same_conditions(one: Conditions, other: Conditions | None) -> bool:
    """Whether a model is asked the same."""
    try:
        return bool(one == other)
    except ValueError:  # arrays among the values have no single truth
        return False


def same_as_today(members: Sequence[Member], asked: Asked, as_is: AsIs) -> bool:
    """Whether a block is asked the same as today."""
    now, was = asked.conditions, as_is.asked.conditions
    return (
        [(m.anchor, m.hosts, m.calls) for m in members]
        == [(m.anchor, m.hosts, m.calls) for m in as_is.members]
        and dict(asked.capacities) == dict(as_is.asked.capacities)
        and not asked.paging
        and all(same_conditions(now[m.anchor], was[m.anchor]) for m in members)
    )


def same_asked(one: Asked, other: Asked) -> bool:
    """Whether the same is asked of a block, whatever its flows, which follow from that."""
    return (
        one.conditions.keys() == other.conditions.keys()
        and dict(one.capacities) == dict(other.capacities)
        and dict(one.paging) == dict(other.paging)
        and all(
            same_conditions(now, other.conditions[name]) for name, now in one.conditions.items()
        )
    )


def stands(member: Member, case: Asked, as_is: AsIs, told: tuple[Got, Got] | None) -> bool:
    """Whether a workload that is asked the same gets the same as today, closer than what
    counts as `unmoved`."""
    return (
        told is not None
        and bool(as_is.evaluations[member.anchor].metrics)
        and same_conditions(
            case.conditions[member.anchor], as_is.asked.conditions.get(member.anchor)
        )
        and told[0].is_as(told[1], _SAME_TIME, _SAME_USE)
    )


def as_ever(member: Member, case: Asked, as_is: AsIs) -> bool:
    """Whether a workload that asks nothing of the network is asked the same, on the same
    hardware."""
    known = as_is.asked
    now, was = case.capacities, known.capacities
    before = as_is.evaluations.get(member.anchor)
    return (
        before is not None
        and bool(before.metrics)
        and same_conditions(case.conditions[member.anchor], known.conditions.get(member.anchor))
        and any(one.anchor == member.anchor and one.hosts == member.hosts for one in as_is.members)
        and all(now[host] == was.get(host) for host in member.hosts)
    )


def asked_once(
    member: Member, cases: Sequence[Asked], as_is: AsIs, settled: BoolArray
) -> dict[int, int]:
    """By row, of a workload that asks nothing of the network, the first that is asked the same; no
    row where that is what it is asked today.

    settled: whether the network has, (cases, draws).
    """
    known: dict[Hashable, list[tuple[Sequence[Capacity | None], int]]] = {}
    found = {}
    for row, case in enumerate(cases):
        here = [case.capacities.get(host) for host in member.hosts]
        # Objects are told apart sooner than their figures are put together to a name.
        alike = known.setdefault((id(case.conditions[member.anchor]), settled[row].tobytes()), [])
        first = next((first for there, first in alike if there == here), None)
        if first is None:
            first = -1 if as_ever(member, case, as_is) else row
            alike.append((here, first))
        if first >= 0:
            found[row] = first
    return found
