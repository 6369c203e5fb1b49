"""What the simulator runs: customers as tokens that go through a program of steps.

A *place* serves for exponential times; a *pool* is a number of threads that a token takes, holds
through whatever it does next, and gives back. A *step* of a token is one of

    serve    wait for and receive a service of mean ``mean_s`` at a place
    take     wait for and take a thread of a pool; ``slot`` remembers which copy it came from
    give     give back the thread held in ``slot``
    branch   go on at one of ``branches`` (probability, step) instead of ``next``
    spawn    a second token begins at ``target`` and inherits what the first holds; both go on
    end      the token leaves

so that networks of queues, layered networks (calls inside calls, second phases, asynchronous calls)
and the network of a whole installation (threads held over threads, priorities, sources) are all the
same to the simulator.

Chains: a *population* keeps its tokens, a *source* makes one at each Poisson arrival. A cycle of
chain c ends on entering a step with ``ends == c``; the next one starts there, or, where ``thinks``
is set, when the service of that step is over.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = ["ORDERS", "Place", "Pool", "Population", "Program", "Source", "Step"]

ORDERS = ("sharing", "line")
"""sharing: levels preempt each other and share within a level; line: in order of arrival within a
level, no preemption."""


@dataclass(frozen=True)
class Place:
    """Timed service: ``copies`` alike with ``servers`` each, ``inf`` for a delay.

    multipliers: factors on the service rate with 1, 2, … present, the last holding beyond (one copy
    and one level only).
    """

    name: str
    servers: float = 1.0
    order: str = "sharing"
    copies: int = 1
    multipliers: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if self.order not in ORDERS:
            raise ValueError(f"order {self.order!r} is none of {ORDERS}")
        if self.multipliers and self.copies > 1:
            raise ValueError("multipliers need a single copy")


@dataclass(frozen=True)
class Pool:
    """``copies`` alike with ``threads`` each; who waits is served by level, then by arrival.

    A fraction of a thread is there with that probability whenever somebody could take it.
    """

    name: str
    threads: float = 1.0
    copies: int = 1


@dataclass(frozen=True)
class Step:
    """One step; see the module text.

    place: index of the place or pool. arc: steps of one arc, place, mean and level share one count,
    for which figures are kept. level: 1 is served first. slot: where a thread is remembered;
    at a ``serve`` or ``take`` with ``copy_of`` the copy is that of the thread held in that slot
    (or the token's own, where nothing was ever held in it), else one is drawn.
    """

    kind: str
    place: int = -1
    mean_s: float = 0.0
    next: int = -1
    level: int = 1
    arc: int = 0
    slot: int = -1
    copy_of: int = -1
    branches: tuple[tuple[float, int], ...] = ()
    target: int = -1
    ends: int = -1
    thinks: bool = False


@dataclass(frozen=True)
class Population:
    """``customers`` tokens of ``chain`` that begin at step ``start``."""

    chain: int
    customers: int
    start: int


@dataclass(frozen=True)
class Source:
    """Poisson arrivals of ``chain`` (-1: counted nowhere) that begin at step ``start``."""

    chain: int
    rate_per_s: float
    start: int


@dataclass(frozen=True)
class Program:
    """All that is simulated. ``chains`` are the names whose cycles are counted."""

    chains: tuple[str, ...]
    places: tuple[Place, ...]
    pools: tuple[Pool, ...]
    steps: tuple[Step, ...]
    populations: tuple[Population, ...] = ()
    sources: tuple[Source, ...] = ()

    @property
    def shape(self) -> tuple[object, ...]:
        """What two programs must share to be simulated with common random numbers."""
        return (
            self.chains,
            tuple((p.name, p.order, p.copies, len(p.multipliers)) for p in self.places),
            tuple((p.name, p.copies) for p in self.pools),
            tuple(
                (s.kind, s.place, s.next, s.level, s.arc, s.slot, s.copy_of, s.target, s.ends,
                 s.thinks, tuple(t for _, t in s.branches))
                for s in self.steps
            ),
            tuple((p.chain, p.start) for p in self.populations),
            tuple((s.chain, s.start) for s in self.sources),
        )  # fmt: skip

    @property
    def grows(self) -> bool:
        """Whether tokens are made on the way."""
        return bool(self.sources) or any(s.kind == "spawn" for s in self.steps)

    def check(self) -> None:
        """Raise ``ValueError`` for a program that cannot run."""
        count = len(self.steps)
        for i, s in enumerate(self.steps):
            ways = [t for _, t in s.branches] if s.kind == "branch" else [s.next]
            ways += [s.target] if s.kind == "spawn" else []
            if s.kind != "end" and not all(0 <= t < count for t in ways):
                raise ValueError(f"step {i} ({s.kind}) leads nowhere")
            if s.kind == "serve" and not (math.isfinite(s.mean_s) and s.mean_s > 0):
                raise ValueError(f"step {i} serves for {s.mean_s} s")
            if s.kind == "branch" and abs(sum(p for p, _ in s.branches) - 1.0) > 1e-9:
                raise ValueError(f"the branches of step {i} do not add up to 1")
