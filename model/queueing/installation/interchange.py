"""An installation's network as one of stations (JMVA) or of layers (LQNX), for other tools.

Demands are those that the network settled on. What the target cannot say is named in a note:

stations  no software servers: threads and tasks limit nobody. Hardware and chains only.
layers    every software arc is an entry of a task, every hardware arc one of a task without limit
          on its processor; numbers of calls are geometric, and what nobody queues for is a
          demand of who waits for it. Copies of a station are written one by
          one, calls spread over them evenly (to the holder's own copy where each has its own).

Sources become open arrivals; one whose work is held back today becomes a closed class of the
customers that wait.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from model.queueing.errors import NetworkError
from model.queueing.network import (
    Call,
    ClosedClass,
    Entry,
    LayeredNetwork,
    Network,
    OpenClass,
    Processor,
    Station,
    Task,
)

from .declared import Array, InstallationNetwork, Value
from .equations import Reading
from .overlapping import moved_out

__all__ = ["layers_of", "stations_of"]

_MOST_ENTRIES = 200
_HELD_BACK = 0.98
_LEAST = 1e-12


@dataclass
class _Chain:
    """One chain as both formats see it: customers and pause, or a rate."""

    name: str
    customers: int
    think_s: float
    rate_per_s: float | None


@dataclass
class _Numbers:
    """One variant's plain numbers, and what had to be said about them."""

    net: InstallationNetwork
    reading: Reading
    variant: int
    demands: Array
    notes: list[str] = field(default_factory=list)

    @classmethod
    def read(cls, net: InstallationNetwork, reading: Reading, variant: int) -> _Numbers:
        """Without times below 0, which neither format has."""
        whole, demands = moved_out(net, reading.demand[variant])
        return cls(whole, reading, variant, demands)

    def of(self, value: Value) -> float:
        values = np.asarray(value, dtype=float)
        return float(values if values.ndim == 0 else values[self.variant % len(values)])

    def chains(self) -> dict[int, _Chain]:
        """Those through which anything flows, by place."""
        found = {}
        for c, chain in enumerate(self.net.chains):
            x = float(self.reading.rate(c)[self.variant])
            copies = self.of(chain.copies)
            people = self.of(chain.population) * copies
            if x <= 0.0 or people <= 0.0:
                continue
            rate = self.of(chain.rate_per_s)
            customers = max(round(people), 1)
            if math.isfinite(rate) and x >= _HELD_BACK * rate:
                found[c] = _Chain(chain.name, customers, 0.0, rate * copies)
                continue
            if math.isfinite(rate):
                self.notes.append(f"work of {chain.name} is held back today: written as closed")
            elif abs(people - customers) > 1e-9:
                self.notes.append(f"{chain.name}: {people:g} customers are written as {customers}")
            found[c] = _Chain(chain.name, customers, self.of(chain.think_s), None)
        if not found:
            raise NetworkError("nothing flows in this network, so there is nothing to write")
        return found

    def servers(self, k: int) -> float:
        """Whole servers of one copy."""
        station = self.net.stations[k]
        many = self.of(station.servers)
        if math.isinf(many):
            return many
        whole = max(round(many), 1)
        if abs(many - whole) > 1e-9:
            self.notes.append(f"{station.name}: {many:g} servers are written as {whole}")
        return float(whole)

    def copies(self, k: int) -> int:
        return max(round(self.of(self.net.stations[k].copies)), 1)

    def demand(self, i: int) -> float:
        return float(self.demands[i])


def stations_of(
    net: InstallationNetwork, reading: Reading, variant: int = 0
) -> tuple[Network, list[str]]:
    """One variant as a network of stations, and what is lost.

    Raises ``NetworkError`` where nothing flows.
    """
    numbers = _Numbers.read(net, reading, variant)
    net = numbers.net
    chains = numbers.chains()
    demands: dict[str, dict[str, float]] = {c.name: {} for c in chains.values()}
    stations = []
    for k, station in enumerate(net.stations):
        arcs = [i for i, a in enumerate(net.arcs) if a.station == k and a.chain in chains]
        if station.software:
            if arcs:
                numbers.notes.append(f"{station.name} holds nobody here: threads are not written")
            continue
        copies = numbers.copies(k)
        some = False
        for i in arcs:
            row = demands[chains[net.arcs[i].chain].name]
            demand = numbers.demand(i) / copies
            if demand > 0.0:
                row[station.name] = row.get(station.name, 0.0) + demand
                some = True
        if some:
            stations.append(Station(station.name, numbers.servers(k), "ps", (), copies))
            if len({net.arcs[i].level for i in arcs}) > 1:
                numbers.notes.append(f"{station.name}: who is served first is not written")
    classes = tuple(
        ClosedClass(c.name, float(c.customers), c.think_s) if c.rate_per_s is None
        else OpenClass(c.name, c.rate_per_s)
        for c in chains.values()
    )  # fmt: skip
    return Network(tuple(stations), classes, demands), numbers.notes


def layers_of(
    net: InstallationNetwork, reading: Reading, variant: int = 0
) -> tuple[LayeredNetwork, list[str]]:
    """One variant as a layered network, and what is lost.

    Raises ``NetworkError`` where nothing flows.
    """
    numbers = _Numbers.read(net, reading, variant)
    net = numbers.net
    chains = numbers.chains()
    inside: dict[tuple[int, int], list[int]] = {}
    for i, a in enumerate(net.arcs):
        if a.chain in chains:
            inside.setdefault((a.chain, a.within[-1] if a.within else -1), []).append(i)
    make = _Layers(numbers, inside)
    for c, chain in chains.items():
        make.chain(c, chain)
    return make.network(), list(dict.fromkeys(numbers.notes))


class _Layers:
    def __init__(self, numbers: _Numbers, inside: dict[tuple[int, int], list[int]]) -> None:
        self.numbers, self.inside = numbers, inside
        self.net = numbers.net
        self.processors: dict[str, Processor] = {}
        self.tasks: dict[str, Task] = {}
        self.entries: dict[str, Entry] = {}
        used = {i for some in inside.values() for i in some}
        self.copies = {
            k: numbers.copies(k) if any(self.net.arcs[i].station == k for i in used) else 1
            for k in range(len(self.net.stations))
        }
        total = sum(self.copies[self.net.arcs[i].station] for i in used)
        self.apart = total <= _MOST_ENTRIES
        if not self.apart:
            numbers.notes.append(
                f"{total:,} entries are too many: copies of a station are written as one of as "
                "many servers"
            )

    def network(self) -> LayeredNetwork:
        return LayeredNetwork(
            tuple(self.processors.values()), tuple(self.tasks.values()),
            tuple(self.entries.values()),
        )  # fmt: skip

    def chain(self, c: int, chain: _Chain) -> None:
        """A reference task, or an entry at which work arrives."""
        self.processors.setdefault("customers", Processor("customers", math.inf, "inf"))
        closed = chain.rate_per_s is None
        self.tasks[chain.name] = Task(
            chain.name, "customers", float(chain.customers) if closed else math.inf,
            "ref" if closed else "inf", closed, chain.think_s,
        )  # fmt: skip
        spent_s, calls = self.visit(c, -1, None)
        self.entries[chain.name] = Entry(
            chain.name, chain.name, (spent_s,), calls, chain.rate_per_s or 0.0
        )

    def visit(self, c: int, holder: int, copy: int | None) -> tuple[float, tuple[Call, ...]]:
        """One visit of ``holder`` (its copy ``copy``), or a cycle (-1): pauses (s), and calls.

        What nobody queues for is a demand: as calls it would be a random number of times as long.
        """
        outer = 1.0
        if holder >= 0:
            outer = max(self.numbers.of(self.net.arcs[holder].visits), _LEAST)
        spent_s = 0.0
        out: list[Call] = []
        for i in self.inside.get((c, holder), []):
            arc = self.net.arcs[i]
            mean = self.numbers.of(arc.visits) / outer
            software = self.net.stations[arc.station].software
            if mean <= _LEAST or not (software or self.numbers.demand(i) > 0.0):
                continue
            if not software and math.isinf(self.numbers.of(self.net.stations[arc.station].servers)):
                spent_s += self.numbers.demand(i) / outer
                continue
            many = self.copies[arc.station] if self.apart else 1
            own = (
                copy is not None and many > 1
                and many == self.copies[self.net.arcs[holder].station]
                and self.numbers.of(arc.thread_spread) <= 1.0 + 1e-9
            )  # fmt: skip
            if many > 1 and not own and self.numbers.of(arc.spread) <= 1.0 + 1e-9:
                name = self.net.stations[arc.station].name
                self.numbers.notes.append(
                    f"{name}: customers that keep to one copy are written as going to any"
                )
            where: Sequence[int] = (copy,) if own and copy is not None else range(many)
            out += [Call(self.entry(i, n), mean / len(where)) for n in where]
        return spent_s, tuple(out)

    def entry(self, i: int, copy: int) -> str:
        """The entry of an arc at one copy of its station, made on the way."""
        arc = self.net.arcs[i]
        station = self.net.stations[arc.station]
        many = self.copies[arc.station] if self.apart else 1
        server = f"{station.name} ({copy + 1})" if many > 1 else station.name
        name = f"{server} for {self.net.chains[arc.chain].name} {i}"
        if name in self.entries:
            return name
        servers = self.numbers.servers(arc.station)
        if not self.apart:
            servers *= self.copies[arc.station]
        if station.software:
            self.processors.setdefault("threads", Processor("threads", math.inf, "inf"))
            self.tasks.setdefault(server, Task(server, "threads", servers))
            self.entries[name] = Entry(name, server, (0.0,))  # so that its tasks come after it
            spent_s, calls = self.visit(arc.chain, i, copy if many > 1 else None)
            self.entries[name] = replace(self.entries[name], host_demand_s=(spent_s,), calls=calls)
            return name
        kind = "inf" if math.isinf(servers) else "fcfs" if self.net.lined(arc.station) else "ps"
        self.processors.setdefault(server, Processor(server, servers, kind))
        self.tasks.setdefault(f"work of {server}", Task(f"work of {server}", server, math.inf,
                                                        "inf"))  # fmt: skip
        each = self.numbers.demand(i) / max(self.numbers.of(arc.visits), _LEAST)
        self.entries[name] = Entry(name, f"work of {server}", (each,))
        levels = {a.level for a in self.net.arcs if a.station == arc.station}
        if len(levels) > 1:
            self.numbers.notes.append(f"{station.name}: who is served first is not written")
        return name
