"""Searches side by side: what they ask for at the same time is evaluated in one batch.

A network is solved for many variants in hardly more time than for one, so that several climbs, or
what follows from several sets, take no longer than one of them. Each search is a generator: it
yields what it wants scored, is sent the scores, and returns what it found.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

Wanted = TypeVar("Wanted")
Found = TypeVar("Found")

Scores = list[float | None]
Searching = Generator[Sequence[Wanted], Scores, Found]


def abreast(
    searches: Sequence[Searching[Wanted, Found]],
    scores: Callable[[Sequence[Wanted]], Scores],
) -> list[Found]:
    """What each search found, in their order."""
    found: dict[int, Found] = {}
    asks: dict[int, Sequence[Wanted]] = {}

    def on(place: int, told: Scores | None) -> None:
        try:
            search = searches[place]
            asks[place] = next(search) if told is None else search.send(told)
        except StopIteration as ended:
            found[place] = ended.value

    for place in range(len(searches)):
        on(place, None)
    while asks:
        wanted, asks = asks, {}
        every = scores([one for each in wanted.values() for one in each])
        at = 0
        for place, each in wanted.items():
            on(place, every[at : at + len(each)])
            at += len(each)
    return [found[place] for place in range(len(searches))]
