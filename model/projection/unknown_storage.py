"""Partitions to which a scenario brings work, and of whose real storage nobody told anything.

Models take them to be no better off than their neighbours (a database's other systems). That is a
guess with a prior as wide as partitions differ: the scenario is projected again at both of its
ends, and every figure's band has how far it moves (`model.projection.provisional`). Where a
workload has no figures at an end, as with less storage than the partition reserves, the band goes
to the farthest size that it has some for, and that is said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from model.catalogue import named
from model.language import say
from model.projection.estimate import Guess, Projection
from model.projection.provisional import called, with_priors
from model.topology import Component, Scenario, SetSetting, Topology, Usual

NAME = "REAL_STORAGE_GB"
TIMES = 4.0
"""Nine of ten partitions have between a quarter of and four times as much as the least of the
neighbours: judgement, as partitions of one installation differ by that much."""
_STEPS = 8
_ROUNDS = 2
"""In so many steps of equal ratio the farthest size with figures is sought, and so often again
between it and the next: to a fiftieth."""


class Guessed(NamedTuple):
    """A scenario's guess of a partition's storage in GB, and the scenario without it."""

    guess: Guess
    lpar: Component
    value: float
    scenario: Scenario

    def at(self, times: float) -> Scenario:
        """The scenario with so many times as much."""
        known = SetSetting(self.lpar.id, NAME, self.value * times)
        return self.scenario.with_changes([known])


def guessed_storage(today: Topology, topology: Topology, scenario: Scenario) -> list[Guessed]:
    """Of each partition to which a scenario brings work and whose storage is not known."""
    found = []
    for lpar in topology.of_kind("lpar"):
        if lpar.number(NAME) is None:
            value = _as_neighbours(topology, lpar, _brought(today, topology, lpar))
            if value is not None:
                said = called(lpar, NAME, True)
                guess = Guess(lpar.id, NAME, Usual(value, TIMES), said, ())
                found.append(Guessed(guess, lpar, value, scenario))
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


_Project = Callable[[Sequence[Scenario]], Sequence[Projection]]


def with_guessed_storage(
    found: Projection, guessed: Sequence[Guessed], project: _Project
) -> Projection:
    """A projection with bands that have how far the guesses move it.

    project: scenarios by their central estimates.
    """
    if not guessed:
        return found
    sides = (1.0 / TIMES, TIMES)
    ends = list(project([one.at(times) for one in guessed for times in sides]))
    guesses = [one.guess for one in guessed]
    for place, end in enumerate(ends):
        lacking = _lacking(found, end)
        if lacking:
            which, times = place // 2, sides[place % 2]
            nearest, said = _farthest(found, guessed[which], times, project)
            if nearest is None:
                guesses[which] = replace(guesses[which], untold=True)
            else:
                ends[place] = nearest
            found = _saying(found, lacking, said)
    each = [[[ends[place]], [ends[place + 1]]] for place in range(0, len(ends), 2)]
    (wider,) = with_priors([found], guesses, each)
    return wider


def _lacking(found: Projection, end: Projection) -> dict[str, str]:
    """Workloads that have figures and none at an end, each with why."""
    lacking = {}
    for work in found.workloads:
        there = end.workload(work.anchor)
        if work.metrics and (there is None or not there.metrics):
            why = "" if there is None else there.not_projectable or ""
            lacking[work.anchor] = why or next(iter((*end.issues, *end.refused)), "")
    return lacking


def _farthest(
    found: Projection, guessed: Guessed, times: float, project: _Project
) -> tuple[Projection | None, Callable[[str], str]]:
    """The projection nearest to an end at which all have figures, where there is one, and what to
    say with a reason."""
    none_at, some_at, nearest = times, 1.0, None
    for _ in range(_ROUNDS):
        steps = [some_at * (none_at / some_at) ** (step / _STEPS) for step in range(1, _STEPS)]
        tried = project([guessed.at(step) for step in steps])
        fits = [not _lacking(found, one) for one in tried]
        known = fits.index(False) if False in fits else len(steps)
        if known:
            some_at, nearest = steps[known - 1], tried[known - 1]
        if known < len(steps):
            none_at = steps[known]
    where = {"lpar": named(guessed.lpar), "gb": guessed.value * times}

    def said(why: str) -> str:
        if nearest is None:
            return say(
                "{lpar}: nobody told its real storage, and with {gb:,.3g} GB, which it may as well "
                "have, nothing is projected ({why}): what that would do is in no band but for how "
                "unknown the storage itself is",
                **where,
                why=why,
            )
        return say(
            "{lpar}: nobody told its real storage, and with {gb:,.3g} GB, which it may as well "
            "have, nothing is projected ({why}): the band goes to {reached:,.3g} GB only",
            **where,
            why=why,
            reached=guessed.value * some_at,
        )

    return nearest, said


def _saying(found: Projection, lacking: dict[str, str], said: Callable[[str], str]) -> Projection:
    workloads = tuple(
        replace(work, extrapolated=(*work.extrapolated, said(lacking[work.anchor])))
        if work.anchor in lacking
        else work
        for work in found.workloads
    )
    return replace(found, workloads=workloads)
