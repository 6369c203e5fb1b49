"""The observations of all reports in one order, put together when somebody asks for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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


def in_order(observations: Iterator[Observation]) -> tuple[Observation, ...]:
    """Each once, by subject, figure, time and place."""
    return tuple(
        sorted(
            set(observations),
            key=lambda o: (
                o.subject,
                o.metric,
                o.interval.start or "",
                o.file,
                o.line,
                str(o.value),
            ),
        )
    )
