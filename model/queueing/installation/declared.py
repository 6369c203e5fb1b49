"""What an installation's network is made of, as its parts declare it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from model.queueing.errors import NetworkError

Array = npt.NDArray[np.float64]
Value = float | Array
"""One number for all variants, or one for each, (V,)."""
Values = Mapping[str, Array]


class Pass(Protocol):
    """What an effect sees of the network in one pass (see `equations.Reading` for the units)."""

    @property
    def throughput(self) -> Array: ...

    @property
    def residence(self) -> Array: ...

    @property
    def hold(self) -> Array: ...

    @property
    def demand(self) -> Array: ...

    @property
    def wait(self) -> Array: ...

    def busy(self, arcs: npt.NDArray[np.intp] | list[int]) -> Array: ...

    def rate(self, chain: int) -> Array: ...


class Effect(Protocol):
    """Something that demands depend on and that depends on the answer.

    ``key`` tells effects apart; two networks with the same keys in the same order have the same
    structure. ``values`` are the effect's own inputs, (V,) each; `apply` and `image` get those of
    the variants that are still iterated. The effect's variables are logarithms or other quantities
    that may be anything, (V, size).

    An effect of which ``stands_still`` is true keeps the variables that it begins with, whatever
    the network says, and sets demands that no other effect before it does: it is applied once.
    """

    @property
    def key(self) -> Hashable: ...

    @property
    def size(self) -> int: ...

    @property
    def values(self) -> Values: ...

    def start(self) -> Array:
        """Variables to begin from, (V, size)."""
        ...

    def apply(self, demands: Array, state: Array, values: Values) -> None:
        """Set or change demands, (V, arcs) seconds a cycle, in place."""
        ...

    def image(self, reading: Pass, state: Array, values: Values) -> Array:
        """The variables as they follow from the reading, (V, size)."""
        ...


@dataclass(frozen=True)
class Station:
    """Servers (fractions allowed above one), identical copies, whether they are held.

    in_order: hardware that serves requests as they come, one after the other (volumes); other
    hardware divides itself among all that are there (CPs). Mean times do not tell the two apart,
    but their spread does.
    idles: software of which not all servers need be taken, as of open work: what one of them finds
    elsewhere is then less its own (`threads`).
    """

    name: str
    servers: Value
    copies: Value
    software: bool
    in_order: bool = False
    idles: bool = False


@dataclass(frozen=True)
class Chain:
    """Customers of each copy, their pause, and the rate at which work comes to each copy."""

    name: str
    population: Value
    think_s: Value
    rate_per_s: Value
    copies: Value


class Arc(NamedTuple):
    """One chain's work at a station (see the package).

    demand_s  seconds a cycle at hardware; 0 at software. Below 0 where nothing waits: of what is
              served at another arc of the chain at the same time.
    visits    visits a cycle, over which the demand is spread.
    level     1 is served first at hardware; a level that comes later waits for all before it.
    within    the software arcs that it runs under, outermost first, as places in the list of arcs.
    spread    copies of the station that one customer meets in turn.
    thread_spread  copies of the station that one server of the innermost holder meets; 1 where
              each has its own.
    """

    chain: int
    station: int
    demand_s: Value
    visits: Value
    level: int
    within: tuple[int, ...]
    spread: Value
    thread_spread: Value


class InstallationNetwork:
    """Collects stations, chains, arcs and effects of V variants of one structure."""

    def __init__(self, variants: int = 1) -> None:
        if variants < 1:
            raise NetworkError("an installation network needs at least one variant")
        self.variants = variants
        self.stations: list[Station] = []
        self.chains: list[Chain] = []
        self.arcs: list[Arc] = []
        self.effects: list[Effect] = []
        self._stations: dict[str, int] = {}
        self._endless: list[bool] = []
        self._chains: dict[str, int] = {}

    def station(
        self,
        name: str,
        servers: Value,
        copies: Value = 1.0,
        software: bool = False,
        in_order: bool = False,
        idles: bool = False,
    ) -> int:
        """A new station; its place."""
        if name in self._stations:
            raise NetworkError(f"station {name!r} is declared twice")
        self._check(f"servers of {name}", servers, 0.0, True)
        self._check(f"copies of {name}", copies, 0.0, False)
        self._stations[name] = len(self.stations)
        self.stations.append(Station(name, servers, copies, software, in_order, idles))
        self._endless.append(bool(np.isinf(servers).all()))
        return len(self.stations) - 1

    def place(self, name: str) -> int | None:
        """Place of a station, or ``None``."""
        return self._stations.get(name)

    def lined(self, station: int) -> bool:
        """Whether requests are served there one after the other, in the order they come."""
        at = self.stations[station]
        levels = {a.level for a in self.arcs if a.station == station}
        return at.software or (at.in_order and len(levels) < 2)

    def chain(
        self,
        name: str,
        population: Value,
        think_s: Value = 0.0,
        rate_per_s: Value = np.inf,
        copies: Value = 1.0,
    ) -> int:
        """A new chain; its place. A chain of population 0 does nothing."""
        if name in self._chains:
            raise NetworkError(f"chain {name!r} is declared twice")
        self._check(f"population of {name}", population, None, False)
        self._check(f"pause of {name}", think_s, None, False)
        self._check(f"rate of {name}", rate_per_s, 0.0, True)
        self._chains[name] = len(self.chains)
        self.chains.append(Chain(name, population, think_s, rate_per_s, copies))
        return len(self.chains) - 1

    def arc(
        self,
        chain: int,
        station: int,
        demand_s: Value = 0.0,
        visits: Value = 1.0,
        level: int = 1,
        within: Sequence[int] = (),
        spread: Value = 1.0,
        thread_spread: Value | None = None,
    ) -> int:
        """A new arc; its place."""
        for holder in within:
            if not self.stations[self.arcs[holder].station].software:
                name = self.stations[self.arcs[holder].station].name
                raise NetworkError(f"{name} is no software server: nothing can run within it")
        no_wait = self._endless[station]
        self._check("demand", np.abs(demand_s) if no_wait else demand_s, None, False)
        self._check("visits", visits, 0.0, False)
        self.arcs.append(
            Arc(
                chain,
                station,
                demand_s,
                visits,
                level,
                tuple(within),
                spread,
                spread if thread_spread is None else thread_spread,
            )
        )
        return len(self.arcs) - 1

    def effect(self, effect: Effect) -> None:
        """An effect; effects are applied in the order in which they are declared."""
        self.effects.append(effect)

    @property
    def shape(self) -> Hashable:
        """Equal for networks that differ in numbers only."""
        return (
            tuple((s.name, s.software, s.in_order, s.idles) for s in self.stations),
            tuple(c.name for c in self.chains),
            tuple((a.chain, a.station, a.level, a.within) for a in self.arcs),
            tuple((e.key, e.size) for e in self.effects),
        )

    def _check(self, what: str, value: Value, above: float | None, infinite: bool) -> None:
        # Most are numbers that are fit for use.
        if isinstance(value, float) and _is_fit(value, value, above, infinite):
            return
        numbers = np.asarray(value, dtype=float)
        if numbers.ndim > 1 or (numbers.ndim == 1 and len(numbers) not in (1, self.variants)):
            raise NetworkError(f"{what}: one number, or one for each of {self.variants} variants")
        single = numbers.size == 1
        least, most = (numbers.item(),) * 2 if single else (numbers.min(), numbers.max())
        if _is_fit(least, most, above, infinite):
            return
        usable = ~np.isnan(numbers) & (numbers >= 0.0 if above is None else numbers > above)
        if not infinite:
            usable &= np.isfinite(numbers)
        if not usable.all():
            raise NetworkError(f"{what}: {numbers[~usable].flat[0]:g} cannot be")


def _is_fit(least: float, most: float, above: float | None, infinite: bool) -> bool:
    enough = least >= 0.0 if above is None else least > above
    return bool(enough and (infinite or most < np.inf))
