"""Networks and layered networks as programs of the simulator, with the chains' own conventions.

A closed customer thinks, then visits each station where it has demand once, in the order listed; an
open one does so from its arrival. Layered networks are unrolled: every call becomes the steps of
what it calls, with the geometric numbers of calls of ``layered_chain``.
"""

from __future__ import annotations

import math
from dataclasses import replace

from model.queueing.errors import NetworkError
from model.queueing.network import ClosedClass, Entry, LayeredNetwork, Network, Station

from .program import Place, Pool, Population, Program, Source, Step

__all__ = ["compile_layered", "compile_network"]

MOST_STEPS = 20_000


def _place(station: Station) -> Place:
    if station.is_delay:
        return Place(station.name, math.inf)
    sharing = station.discipline in ("ps", "preemptive-resume", "inf")
    return Place(
        station.name, station.servers, "sharing" if sharing else "line",
        1 if station.rate_multipliers else station.replicas,
        station.rate_multipliers,
    )  # fmt: skip


def compile_network(network: Network) -> Program:
    """The program of a network; raises ``NetworkError`` for fractional populations."""
    places: list[Place] = []
    found: list[range] = []  # places of each station
    for station in network.stations:
        each = station.replicas if station.rate_multipliers else 1
        found.append(range(len(places), len(places) + each))
        places += [_place(station)] * each
    ranked = {"preemptive-resume", "non-preemptive (HOL)"}
    steps: list[Step] = []
    populations: list[Population] = []
    sources: list[Source] = []
    for r, cls in enumerate(network.classes):
        first = len(steps)
        ways: list[Step] = []
        closed = isinstance(cls, ClosedClass)
        think = cls.think_time_s if isinstance(cls, ClosedClass) else 0.0
        if think > 0:
            places.append(Place(f"{cls.name} thinks", math.inf))
            ways.append(Step("serve", len(places) - 1, think, ends=r, thinks=True))
        for k, station in enumerate(network.stations):
            demand = network.demand_s(cls.name, station.name)
            level = (cls.priority or 1) if station.discipline in ranked else 1
            # Demands are at one copy, and a cycle visits as many as there are.
            for copy in range(station.replicas if demand > 0 else 0):
                ends = r if closed and not ways else -1
                at = found[k][copy % len(found[k])]
                ways.append(Step("serve", at, demand, level=level, arc=r, ends=ends))
        if not closed:
            ways.append(Step("end", ends=r))
        for i, step in enumerate(ways):
            following = first + (i + 1) % len(ways)
            steps.append(_goes(step, following))
        if isinstance(cls, ClosedClass):
            if cls.population != int(cls.population):
                raise NetworkError(
                    f"class {cls.name!r} has {cls.population:g} customers; a simulation needs a "
                    "whole number"
                )
            if cls.population > 0:
                populations.append(Population(r, int(cls.population), first))
        elif cls.arrival_rate_per_s > 0:
            sources.append(Source(r, cls.arrival_rate_per_s, first))
    return Program(
        tuple(c.name for c in network.classes), tuple(places), (), tuple(steps),
        tuple(populations), tuple(sources),
    )  # fmt: skip


def _goes(step: Step, following: int) -> Step:
    return step if step.kind == "end" else replace(step, next=following)


class _Unroller:
    def __init__(self, network: LayeredNetwork) -> None:
        self.network = network
        self.steps: list[Step] = []
        self.entries = {e.name: e for e in network.entries}
        self.numbers = {e.name: i for i, e in enumerate(network.entries)}
        self.tasks = {t.name: i for i, t in enumerate(network.tasks)}
        self.cpus = {p.name: i for i, p in enumerate(network.processors)}
        self.places = [
            Place(p.name, p.multiplicity, "sharing" if p.scheduling in ("ps", "inf") else "line")
            for p in network.processors
        ]

    def add(self, step: Step) -> int:
        if len(self.steps) >= MOST_STEPS:
            raise NetworkError(
                f"the layered network unrolls to more than {MOST_STEPS:,} steps, too many to be "
                "simulated"
            )
        self.steps.append(step)
        return len(self.steps) - 1

    def aim(self, step: int, following: int) -> None:
        self.steps[step] = _goes(self.steps[step], following)

    def phase(self, entry: Entry, phase: int, depth: int) -> tuple[int, int]:
        """(first step, branch whose ``stop`` way is still open) of one phase of an entry."""
        task = self.tasks[entry.task]
        calls = [c for c in entry.calls if c.phase == phase and c.mean > 0]
        mean = sum(c.mean for c in calls)
        slice_s = entry.host_demand_s[phase - 1] / (1.0 + mean)
        first = -1
        if slice_s > 0:
            cpu = self.cpus[self.network.tasks[task].processor]
            first = self.add(Step("serve", cpu, slice_s, arc=self.numbers[entry.name]))
        fork = self.add(Step("branch"))
        if first < 0:
            first = fork
        else:
            self.aim(first, fork)
        ways = [(1.0 / (1.0 + mean), -1)]
        for call in calls:
            target = self.entries[call.to]
            begin = self.add(Step("spawn" if call.type == "async" else "branch"))
            ways.append((call.mean / (1.0 + mean), begin))
            if call.type == "async":
                # What is sent holds nothing of the sender's; slots are its own from the outset.
                inside, last = self.call(target, depth, False)
                self.aim(last, self.add(Step("end")))
                self.steps[begin] = replace(self.steps[begin], next=first, target=inside)
            else:
                inside, last = self.call(target, depth, True)
                self.steps[begin] = Step("branch", branches=((1.0, inside),))
                self.aim(last, first)
        self.steps[fork] = Step("branch", branches=tuple(ways))
        return first, fork

    def stop(self, fork: int, following: int) -> None:
        """Where a phase goes on when its calls are over."""
        ways = self.steps[fork].branches
        kept = ((ways[0][0], following), *ways[1:])
        self.steps[fork] = Step("branch", branches=kept)

    def call(self, entry: Entry, depth: int, waits: bool) -> tuple[int, int]:
        """(first, last) step of a request and its reply; the last one's ``next`` is open."""
        task = self.network.tasks[self.tasks[entry.task]]
        take = -1
        if math.isfinite(task.multiplicity):
            take = self.add(Step("take", self.tasks[entry.task], slot=depth))
        first, fork = self.phase(entry, 1, depth + 1)
        if take >= 0:
            self.aim(take, first)
        reply = self.release(entry, depth, take >= 0)
        self.stop(fork, reply)
        return (take if take >= 0 else first), reply

    def release(self, entry: Entry, depth: int, held: bool) -> int:
        """The step at a reply: the thread goes on alone in a second phase, or is given back."""
        later = len(entry.host_demand_s) > 1 and (
            entry.host_demand_s[1] > 0 or any(c.phase == 2 and c.mean > 0 for c in entry.calls)
        )
        if not later:
            if held:
                return self.add(Step("give", self.tasks[entry.task], slot=depth))
            return self.add(Step("branch"))
        reply = self.add(Step("spawn"))
        first, fork = self.phase(entry, 2, depth + 1)
        leave = self.add(Step("end"))
        if held:
            give = self.add(Step("give", self.tasks[entry.task], slot=depth, next=leave))
            self.stop(fork, give)
        else:
            self.stop(fork, leave)
        self.steps[reply] = replace(self.steps[reply], target=first)
        return reply

    def finish(self) -> tuple[Step, ...]:
        """All steps, none of them a branch of one way unless a cycle ends there."""
        only = {
            i: s.branches[0][1] if s.branches else s.next
            for i, s in enumerate(self.steps)
            if s.kind == "branch" and len(s.branches) < 2 and s.ends < 0
        }

        def way(i: int) -> int:
            for _ in range(len(only) + 1):
                if i not in only:
                    return i
                i = only[i]
            raise NetworkError("a cycle of the layered network takes no time")

        done = []
        for s in self.steps:
            branches = tuple((p, way(t)) for p, t in s.branches)
            if s.kind == "branch" and not branches:
                branches = ((1.0, way(s.next)),)
            done.append(
                replace(s, branches=branches, next=way(s.next) if s.next >= 0 else -1,
                        target=way(s.target) if s.target >= 0 else -1)
            )  # fmt: skip
        return tuple(done)

    def start(self, step: int) -> int:
        """``step``, or the first one that does something after it."""
        seen = 0
        while seen <= len(self.steps):
            s = self.steps[step]
            if s.kind != "branch" or len(s.branches) > 1 or s.ends >= 0:
                break
            step = s.branches[0][1] if s.branches else s.next
            seen += 1
        return step


def compile_layered(network: LayeredNetwork) -> Program:
    """The program of a layered network; its chains are the reference tasks, then open entries."""
    make = _Unroller(network)
    chains: list[str] = []
    populations: list[Population] = []
    sources: list[Source] = []
    for task in network.tasks:
        if not task.reference:
            continue
        chain = len(chains)
        chains.append(task.name)
        own = [e for e in network.entries if e.task == task.name]
        if task.think_time_s > 0:
            make.places.append(Place(f"{task.name} thinks", math.inf))
            place = len(make.places) - 1
            begin = make.add(Step("serve", place, task.think_time_s, ends=chain, thinks=True))
        else:
            begin = make.add(Step("branch", ends=chain))
        open_end: tuple[str, int] = ("next", begin)
        for entry in own:
            phases = [
                p for p, s in enumerate(entry.host_demand_s, start=1)
                if p == 1 or s > 0 or any(c.phase == p and c.mean > 0 for c in entry.calls)
            ]  # fmt: skip
            for p in phases:
                first, fork = make.phase(entry, p, 0)
                if open_end[0] == "next":
                    make.aim(open_end[1], first)
                else:
                    make.stop(open_end[1], first)
                open_end = ("stop", fork)
        make.stop(open_end[1], begin)
        if task.multiplicity > 0:
            populations.append(Population(chain, int(task.multiplicity), begin))
    for entry in network.entries:
        if entry.arrival_rate_per_s > 0:
            chain = len(chains)
            chains.append(entry.name)
            first, last = make.call(entry, 0, False)
            make.aim(last, make.add(Step("end", ends=chain)))
            sources.append(Source(chain, entry.arrival_rate_per_s, first))
    pools = tuple(Pool(t.name, t.multiplicity) for t in network.tasks)
    return Program(
        tuple(chains), tuple(make.places), pools, make.finish(), tuple(populations),
        tuple(sources),
    )  # fmt: skip
