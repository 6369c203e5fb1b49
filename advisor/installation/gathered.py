"""The observations of all reports in one order, put together when somebody asks for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from advisor.installation import identity
from advisor.observations import FileReading, Observation

__all__ = ["Gathered", "in_order"]


@dataclass(frozen=True, eq=False)
class Gathered(Sequence[Observation]):
    """What :func:`in_order` gives of these readings, each thing under one name; not held."""

    readings: tuple[FileReading, ...]
    known: tuple[identity.Alias, ...]

    def _all(self) -> tuple[Observation, ...]:
        return in_order(
            seen
            for reading in self.readings
            for seen in identity.joined(reading.observations, self.known)
        )

    def __iter__(self) -> Iterator[Observation]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    @overload
    def __getitem__(self, place: int) -> Observation: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Observation, ...]: ...

    def __getitem__(self, place: int | slice) -> Observation | tuple[Observation, ...]:
        return self._all()[place]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Gathered):
            return self.known == other.known and self.readings == other.readings
        return isinstance(other, tuple) and self._all() == other

    def __hash__(self) -> int:
        return hash((self.known, len(self.readings)))


def in_order(observations: Iterable[Observation]) -> tuple[Observation, ...]:
    """Each once, by subject, figure, time and place."""
    return tuple(_ordered(observations))


def _ordered(observations: Iterable[Observation]) -> Iterator[Observation]:
    # Subject by subject: while millions are sorted in one call no other thread runs, and the window
    # stood still for seconds.
    of: dict[str, list[Observation]] = {}
    for seen in observations:
        of.setdefault(seen.subject, []).append(seen)
    for subject in sorted(of):
        yield from _once(sorted(of.pop(subject), key=_place))


def _place(seen: Observation) -> tuple[str, str, str, int, str]:
    return (seen.metric, seen.interval.start or "", seen.file, seen.line, str(seen.value))


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
