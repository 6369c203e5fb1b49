"""Who does in a scenario what another workload did for a caller: a region of another database.

A caller that asks one no more asks those of its kind to which the scenario links it instead, in
equal parts; where its work goes to one of several anyway, those that are left.  How many of their
units that is follows from their CPU: the work moves, not its number of commits.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from model.hardware.flow import Capacity, Flow, central

ALIKE = 0.05
"""Rates that differ by no more are of the same work."""


def is_all(ratio: float) -> bool:
    """Whether so many units for one of the callers' are the same work as theirs."""
    return abs(ratio - 1.0) <= ALIKE


def taken_over(
    units: Mapping[str, float],
    before: Collection[str],
    after: Collection[str],
    kinds: Mapping[str, str],
) -> dict[str, tuple[str, ...]]:
    """By workload that a caller asks no more: those that do its work, none where nobody does.

    units: of each that it asks as-is, for one of its own.
    before, after: workloads to which it leads as-is and in the scenario.
    kinds: what kind of work each of these is.
    """
    found: dict[str, tuple[str, ...]] = {}
    for called in units:
        if called in after:
            continue
        alike = [one for one in sorted(after) if kinds.get(one) == kinds[called]]
        new = [one for one in alike if one not in before]
        routed = sum(each for one, each in units.items() if kinds[one] == kinds[called])
        left = [one for one in alike if one in units] if is_all(routed) else []
        found[called] = tuple(new or left)
    return found


def units_of(did: Flow | None, does: Flow | None, capacities: Mapping[str, Capacity]) -> float:
    """Units of one workload of as much CPU as one of another; as many where either is unknown."""
    one, other = (
        0.0
        if flow is None
        else sum(
            central(visit.each_s) * here.speed
            for visit in flow.visits
            if (here := capacities.get(visit.where)) is not None and here.is_partition
        )
        for flow in (did, does)
    )
    return one / other if one > 0.0 and other > 0.0 else 1.0
