"""Partitions to which a scenario brings work, and of whose real storage nobody told anything.

Models take them to be no better off than their neighbours (a database's other systems). That is a
guess with a prior as wide as partitions differ: the scenario is projected again at both of its
ends, and every figure's band has how far it moves (`model.projection.provisional`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from model.projection.estimate import Guess, Projection
from model.projection.provisional import called, with_priors
from model.topology import Component, Scenario, SetSetting, Topology, Usual

NAME = "REAL_STORAGE_GB"
TIMES = 4.0
"""Nine of ten partitions have between a quarter of and four times as much as the least of the
neighbours: judgement, as partitions of one installation differ by that much."""


class Guessed(NamedTuple):
    """A scenario's guess, and the scenario at both ends of it."""

    guess: Guess
    ends: tuple[Scenario, Scenario]


def guessed_storage(today: Topology, topology: Topology, scenario: Scenario) -> list[Guessed]:
    """Of each partition to which a scenario brings work and whose storage is not known."""
    found = []
    for lpar in topology.of_kind("lpar"):
        if lpar.number(NAME) is None:
            value = _as_neighbours(topology, lpar, _brought(today, topology, lpar))
            if value is not None:
                said = called(lpar, NAME, True)
                guess = Guess(lpar.id, NAME, Usual(value, TIMES), said, ())
                less, more = (
                    scenario.with_changes([SetSetting(lpar.id, NAME, value * times)])
                    for times in (1.0 / TIMES, TIMES)
                )
                found.append(Guessed(guess, (less, more)))
    return found


def _brought(today: Topology, topology: Topology, lpar: Component) -> set[str]:
    """Kinds of what a scenario puts into a partition."""
    before = {one.id for one in today.children(lpar.id)} if lpar.id in today else set()
    return {one.kind for one in topology.children(lpar.id) if one.id not in before}


def _as_neighbours(topology: Topology, lpar: Component, kinds: set[str]) -> float | None:
    """The least storage of the other partitions where such work is."""
    known = [
        gb
        for other in topology.of_kind("lpar")
        if other.id != lpar.id
        and (gb := other.number(NAME)) is not None
        and kinds & {one.kind for one in topology.children(other.id)}
    ]
    return min(known, default=None)


def with_guessed_storage(
    found: Projection,
    guessed: Sequence[Guessed],
    project: Callable[[Sequence[Scenario]], Sequence[Projection]],
) -> Projection:
    """A projection with bands that have how far the guesses move it.

    project: scenarios by their central estimates.
    """
    if not guessed:
        return found
    ends = iter(project([end for one in guessed for end in one.ends]))
    each = [[[next(ends)] for _ in one.ends] for one in guessed]
    (wider,) = with_priors([found], [one.guess for one in guessed], each)
    return wider
