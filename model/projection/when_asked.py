"""Figures of a workload in a scenario, made when they are asked for.

Of a thousand scenarios of a sweep one figure each is looked at; which there are is known at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from model.contract.evaluation import Evaluation
from model.projection.estimate import Estimate

Told = TypeVar("Told", covariant=True)

Both = tuple[Estimate, Estimate | None]
"""A figure, and its change against the as-is."""


class Made(Mapping[str, Told]):
    """What is made when it is asked for; written down as what was made."""

    def __repr__(self) -> str:
        return repr(dict(self))

    def __reduce__(self) -> tuple[Any, ...]:
        """A file has the figures, not what they are made of."""
        return dict, (dict(self),)


class WhenAsked(Made[Estimate]):
    """Estimates by figure, each made when it is first asked for."""

    def __init__(self, names: Iterable[str], make: Callable[[str], Estimate]) -> None:
        self._known: dict[str, Estimate | None] = dict.fromkeys(names)
        self._make = make

    def __getitem__(self, name: str) -> Estimate:
        found = self._known[name]
        if found is None:
            found = self._known[name] = self._make(name)
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._known

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


def when_asked(
    as_is: Evaluation,
    evaluation: Evaluation,
    index: int,
    lacking: Callable[[str], bool],
    make: Callable[[str], Both],
) -> tuple[Mapping[str, Estimate], Mapping[str, Estimate]]:
    """The figures of a condition that are numbers, and the changes of those that were some before.

    lacking: figures that are not shown all the same. make: see `Both`.
    """
    known: dict[str, Both] = {}

    def both(name: str) -> Both:
        if name not in known:
            known[name] = make(name)
        return known[name]

    def change(name: str) -> Estimate:
        found = both(name)[1]
        assert found is not None
        return found

    names = [
        name
        for name, values in evaluation.metrics.items()
        if math.isfinite(values.item(index, 0)) and not lacking(name)
    ]
    changed = [name for name in names if _had(as_is, evaluation, name)]
    return WhenAsked(names, lambda name: both(name)[0]), WhenAsked(changed, change)


def _had(as_is: Evaluation, evaluation: Evaluation, name: str) -> bool:
    """Whether a figure can be compared with what it is as-is."""
    before = as_is.metrics.get(name)
    if before is None or before.shape[1] != evaluation.metrics[name].shape[1]:
        return False
    was = before.item(0, 0)
    return math.isfinite(was) and was > 0.0
