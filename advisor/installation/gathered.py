"""The observations of all reports in one order, put together when somebody asks for them.

Millions of objects that go with the container that held them go in one call, in which no other
thread runs: the window stood still for 2 s when five million figures had been analysed. Whoever
holds all of them for a while therefore lets go of them slice by slice (:func:`let_go`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from advisor.installation import identity
from advisor.observations import FileReading, Observation

__all__ = ["Gathered", "in_order", "let_go"]

SLICE = 2_000
"""Observations that are let go of in one call: about a millisecond."""


def let_go(lists: Iterable[list[Observation]]) -> None:
    """Empty these, slice by slice; lists that last longer than those that share what is in them."""
    for some in lists:
        while some:
            del some[-SLICE:]


@dataclass(frozen=True, eq=False)
class Gathered(Sequence[Observation]):
    """What :func:`in_order` gives of these readings, each thing under one name; not held."""

    readings: tuple[FileReading, ...]
    known: tuple[identity.Alias, ...]

    def __iter__(self) -> Iterator[Observation]:
        return in_order(
            seen
            for reading in self.readings
            for seen in identity.joined(reading.observations, self.known)
        )

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @overload
    def __getitem__(self, place: int) -> Observation: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Observation, ...]: ...

    def __getitem__(self, place: int | slice) -> Observation | tuple[Observation, ...]:
        return tuple(iter(self))[place]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Gathered):
            return self.known == other.known and self.readings == other.readings
        return isinstance(other, tuple) and tuple(iter(self)) == other

    def __hash__(self) -> int:
        return hash((self.known, len(self.readings)))


def in_order(observations: Iterable[Observation]) -> Iterator[Observation]:
    """Each once, by subject, figure, time and place."""
    # Figure by figure: while millions are sorted in one call no other thread runs either.
    of: dict[tuple[str, str], list[Observation]] = {}
    try:
        for seen in observations:
            of.setdefault((seen.subject, seen.metric), []).append(seen)
        for figure in sorted(of):
            yield from _once(sorted(of.pop(figure), key=_place))
    finally:
        let_go(of.values())


def _place(seen: Observation) -> tuple[str, str, int, str]:
    return (seen.interval.start or "", seen.file, seen.line, str(seen.value))


def _once(ordered: Iterable[Observation]) -> Iterator[Observation]:
    """Without what is there twice: equals have one place, so each is looked for at its own only.

    A set would also be an order of its own, at every run, for what stands at one place.
    """
    here: list[Observation] = []
    for seen in ordered:
        if here and seen.line == here[0].line and _place(seen) == _place(here[0]):
            if seen in here:
                continue
            here.append(seen)
        else:
            here = [seen]
        yield seen
