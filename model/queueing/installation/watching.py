"""Solutions, and seeing the networks that somebody else's call solves, to check by simulation.

A projection answers with figures, not with the networks behind them, and most callers want no more.
Who does listens for the time of a call; nothing is kept otherwise, and no answer depends on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from model.queueing.installation.declared import Array, InstallationNetwork
from model.queueing.installation.equations import Reading

__all__ = ["Solved", "final", "tell", "watching"]


@dataclass(frozen=True)
class Solved:
    """A solved batch.

    reading     of all variants.
    state       (V, arcs + effects): to start a similar batch from.
    effects     by key, the effect's variables, (V, size).
    converged, iterations  (V,).
    """

    reading: Reading
    state: Array
    effects: dict[object, Array] = field(repr=False)
    converged: npt.NDArray[np.bool_]
    iterations: npt.NDArray[np.intp]


_LISTENING: ContextVar[list[tuple[InstallationNetwork, Solved]] | None] = ContextVar(
    "networks solved while somebody watches", default=None
)


@contextmanager
def watching() -> Iterator[list[tuple[InstallationNetwork, Solved]]]:
    """The networks solved within the block, in their order, each with its solution.

    Who watches around it sees them too, when the block is over.
    """
    seen: list[tuple[InstallationNetwork, Solved]] = []
    token = _LISTENING.set(seen)
    try:
        yield seen
    finally:
        _LISTENING.reset(token)
        for net, solved in seen:
            tell(net, solved)


def is_watched() -> bool:
    """Whether somebody wants to see every network that is solved."""
    return _LISTENING.get() is not None


def final(
    seen: Sequence[tuple[InstallationNetwork, Solved]],
) -> tuple[tuple[InstallationNetwork, Solved], ...]:
    """The networks whose answers are shown: the last one of each chain.

    A subsystem that shares hardware is solved alone first, then with the others, its chains named
    after it.
    """
    out: list[tuple[InstallationNetwork, Solved]] = []
    names: list[str] = []
    for net, solved in reversed(seen):
        own = [c.name for c in net.chains]
        if any(f"/{n}".endswith(f"/{c.lstrip('/')}") for n in names for c in own):
            continue
        out.append((net, solved))
        names += own
    return tuple(out[::-1])


def tell(net: InstallationNetwork, solved: Solved) -> None:
    """A network has been solved."""
    seen = _LISTENING.get()
    if seen is not None:
        seen.append((net, solved))
