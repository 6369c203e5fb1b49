"""Many provisional values: moved all at once in a fixed number of ways, not one after the other.

What is built by hand stands on a guess or five for each workload, and each had two projections of
the installation of its own: 180 of 43 components. Beyond what `WAYS` ways cost, all numbers are
moved at once: in each way to signs of its own, and to the opposite ones, by a standard deviation of
their priors' logarithms. The mean square of how far that moves a figure is the sum of the squares
that single moves add up to, as far as signs are orthogonal: those of one component's guesses are
exactly, all others to a quarter on average. How much the squares scatter says how far off their
mean may be, and the band has that too; where one guess makes a figure they do not scatter, and its
band is as by itself. What saturates by several guesses together is seen, which single ones miss.

All of them together may ask for more CPs than there are, which work that was carried cannot have
done. Where nobody told the CPs there are then as many as it takes, where somebody did there is less
work.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

import numpy as np
import numpy.typing as npt

from model.catalogue import catalogue
from model.projection.assumed import assumed_guesses, cps_of
from model.projection.estimate import Guess, Together
from model.projection.provisional import PROCESSORS, ends_of, guesses, scaled
from model.quantiles import NORMAL_QUANTILE_90
from model.topology import Component, Topology, Usual

__all__ = ["all_guesses"]

WAYS: Final = 16
"""A power of two."""
_SEED = 5
FULL = 0.85
"""How full work that was carried has left CPs of which nobody told the number, or that are told."""


def all_guesses(topology: Topology) -> tuple[Guess, ...]:
    """What of an installation is provisional or assumed, in a number that does not grow with it.

    Flags and choices stay by themselves: they have no opposite ends.
    """
    found = guesses(topology)
    if sum(len(one.ends) for one in found) > 2 * WAYS:
        numbers = tuple(one for one in found if _is_number(one))
        found = tuple(one for one in found if not _is_number(one)) + _ways(topology, numbers)
    return found + assumed_guesses(topology)


def _is_number(guess: Guess) -> bool:
    return not isinstance(guess.usual.value, str | bool)


def _ways(topology: Topology, guessed: Sequence[Guess]) -> tuple[Guess, ...]:
    """Guesses of which each is one way to move all of these."""
    columns = columns_of([guess.component for guess in guessed])
    signs = signs_of(1 + max(columns, default=0))[:, columns]
    every = Together(tuple(guess.said for guess in guessed), signs)
    widest = Usual(1.0, max((guess.usual.times for guess in guessed), default=1.0))
    return tuple(
        Guess(
            "",
            f"together {number}",
            widest,
            guessed[0].said,
            (_moved(topology, guessed, row), _moved(topology, guessed, -row)),
            together=every,
        )
        for number, row in enumerate(every.signs)
    )


def columns_of(components: Sequence[str]) -> list[int]:
    """By guess, of so and so a component, its column of `signs_of`: no component's guesses are in
    two rounds, unless they are more than one has."""
    found: list[int] = []
    at, each = 0, WAYS - 1
    for _, own in groupby(components):
        many = len(list(own))
        if at % each + many > each:
            at = each * math.ceil(at / each)
        found += range(at, at + many)
        at += many
    return found


def signs_of(count: int) -> npt.NDArray[np.float64]:
    """By way the sign of each of so many guesses, +1 or -1.

    A round of ``WAYS - 1`` has the columns of a Hadamard matrix but for the first, all of whose
    signs are one. Another round has them under signs of its own, drawn once for all.
    """
    rows = np.arange(WAYS)
    columns = 1 + np.arange(count) % (WAYS - 1)
    parity = np.array([[int(r & c).bit_count() % 2 for c in columns] for r in rows])
    drawn = np.random.default_rng(_SEED).choice([1.0, -1.0], size=(WAYS, 1 + count // (WAYS - 1)))
    drawn[:, 0] = 1.0
    found: npt.NDArray[np.float64] = (1.0 - 2.0 * parity) * drawn[:, np.arange(count) // (WAYS - 1)]
    return found


def _moved(
    topology: Topology, guessed: Sequence[Guess], signs: npt.NDArray[np.float64]
) -> Topology:
    parts: dict[str, Component] = {}
    for guess, sign in zip(guessed, signs, strict=True):
        part = parts.get(guess.component, topology[guess.component])
        parts[guess.component] = _aside(part, guess, float(sign) / NORMAL_QUANTILE_90)
    return _carried(topology, topology.with_components(parts.values()))


def _aside(part: Component, guess: Guess, share: float) -> Component:
    """The component with a value moved by a share of its prior's width, of the logarithm."""
    kind = catalogue()[part.kind]
    times = math.pow(guess.usual.times, abs(share))
    spec = kind.setting(guess.name)
    if spec is None or guess.name not in part.settings:
        return scaled(part, kind.every_usual, guess.name, times if share > 0.0 else 1.0 / times)
    setting = part.settings[guess.name]
    low, high = ends_of(spec, replace(guess.usual, times=times), setting.value)
    return part.with_setting(guess.name, replace(setting, value=high if share > 0.0 else low))


def _carried(before: Topology, topology: Topology) -> Topology:
    """The installation with no more work in a partition than its CPs can have done."""
    loads: dict[str, dict[str, float]] = {}
    for part in topology:
        used = cps_of(part)
        host = topology.ancestor_id(part.id, "lpar") if used else None
        if host is not None:
            loads.setdefault(host, {})[part.id] = used
    for host, used_by in loads.items():
        lpar, total = topology[host], math.fsum(used_by.values())
        cps = lpar.settings.get(PROCESSORS)
        room = 0.0 if cps is None else float(cps.value) * FULL
        if cps is None or total <= room:
            continue
        if cps.origin.kind == "provisional":
            enough = replace(cps, value=math.ceil(total / FULL))
            topology = topology.with_component(lpar.with_setting(PROCESSORS, enough))
            continue
        least = math.fsum(cps_of(before[name]) for name in used_by)
        fewer = max(room, least) / total
        topology = topology.with_components([_fewer(topology[name], fewer) for name in used_by])
    return topology


def _fewer(part: Component, times: float) -> Component:
    """The component with so many times the work, where how much it is is provisional."""
    usual = catalogue()[part.kind].usual
    rates = (name for name, how in usual.items() if how.times > 1.0 and not how.per)
    rate = next((name for name in rates if name in part.measured), None)
    if rate is None or part.measured[rate].origin.kind != "provisional":
        return part
    return scaled(part, usual, rate, times)
