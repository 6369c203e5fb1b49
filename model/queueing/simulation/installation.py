"""The network of an installation as a program, and checking its solution by simulation.

A chain's cycle goes through its arcs in an order that mixes them evenly: visits to hardware are
spread over the cycle (or over the hold they run within), a software arc takes a thread, goes
through what runs within it and gives the thread back. A fraction of a visit is a visit with that
probability. Effects are not simulated: demands are those the solution settled on, so that the check
is about queueing and nothing else.

Hardware shares its servers within a level (the analysis stretches every arc's own service), except
where it is declared to serve in order or many copies make sharing slow: there one is served after
the other. Software serves in order.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from model.queueing.errors import NetworkError
from model.queueing.installation import InstallationNetwork, Reading
from model.queueing.installation.declared import Value
from model.queueing.installation.overlapping import moved_out
from model.queueing.simulation.check import FEWEST_CYCLES, LEAST_USE, Check, compare, uses
from model.queueing.simulation.program import Place, Pool, Population, Program, Step
from model.queueing.simulation.run import Pace, simulate
from model.queueing.simulation.statistics import Simulated

__all__ = [
    "check_installation", "compile_installation", "installation_figures", "simulate_installations",
]  # fmt: skip

MOST_STEPS = 20_000
MOST_VISITS = 40
"""Visits of one arc within one hold or cycle; more are put together."""
_LET_THROUGH = 0.98
_LEAST_TOKENS, _TOKENS_EACH, _SERVED_EACH = 200, 20.0, 2.0
_MOST_WAITING = 10_000
"""Customers of the largest source that is held back: the others have as many fewer. So many are
enough of one that hardly is, beside twice those that wait for nothing."""
_TINY, _NEARLY_ALL = 1e-9, 0.999
_MEMORIES = 4.0
"""Times the memory of a queue that each replication sees, at least, where its response is told."""
_SHARED_COPIES = 16
"""Copies up to which a station's sharing is kept; more of them serve in order."""


class _Walk:
    """Steps of one chain."""

    def __init__(self, net: InstallationNetwork, variant: int, demand: np.ndarray) -> None:
        self.net, self.variant, self.demand = net, variant, demand
        self.steps: list[Step] = []
        self.place_of: dict[int, int] = {}
        self.pool_of: dict[int, int] = {}
        self.inside: dict[tuple[int, int], list[int]] = {}
        for i, a in enumerate(net.arcs):
            self.inside.setdefault((a.chain, a.within[-1] if a.within else -1), []).append(i)
        self.home = max((len(a.within) for a in net.arcs), default=0) + 1
        # What holds nothing is not waited for.
        self.takes_time = demand > 0.0
        for i, a in enumerate(net.arcs):
            self.takes_time[list(a.within)] |= self.takes_time[i]

    def number(self, value: Value) -> float:
        values = np.asarray(value, dtype=float)
        return float(values if values.ndim == 0 else values[self.variant % len(values)])

    def cycle(self, chain: int, holder: int) -> None:
        """What runs within one visit of ``holder``, or within the cycle (-1), in order."""
        outer = 1.0 if holder < 0 else max(self.number(self.net.arcs[holder].visits), 1e-12)
        order: list[tuple[float, int, float, float]] = []
        for i in self.inside.get((chain, holder), []):
            if not self.takes_time[i]:
                continue
            visits = self.number(self.net.arcs[i].visits) / outer
            whole = math.floor(visits + 1e-9)
            share = visits - whole if visits - whole > 1e-9 else 0.0
            met = min(whole, MOST_VISITS)
            times = met + (1 if share else 0)
            more = whole / met if met else 1.0
            for j in range(times):
                chance = share if j == met else 1.0
                order.append(((j + 0.5) / times, i, chance, more if j < met else 1.0))
        for _, i, chance, more in sorted(order):
            self.visit(chain, i, chance, more)

    def visit(self, chain: int, i: int, chance: float, more: float) -> None:
        arc = self.net.arcs[i]
        depth = len(arc.within)
        own = depth - 1 if arc.within and self.number(arc.thread_spread) <= 1.0 + 1e-9 else -1
        if not arc.within and self.number(arc.spread) <= 1.0 + 1e-9:
            own = self.home
        fork = -1
        if chance < 1.0:
            fork = self.add(Step("branch"))
        if self.net.stations[arc.station].software:
            pool = self.pool_of[arc.station]
            self.add(Step("take", pool, slot=depth, copy_of=own))
            self.cycle(chain, i)
            self.add(Step("give", pool, slot=depth))
        else:
            mean = float(self.demand[i]) / max(self.number(arc.visits), 1e-12) * more
            self.add(Step("serve", self.place_of[arc.station], mean, level=arc.level, arc=chain,
                          copy_of=own))  # fmt: skip
        if fork >= 0:
            after = len(self.steps)
            self.steps[fork] = Step("branch", branches=((chance, fork + 1), (1 - chance, after)))

    def add(self, step: Step) -> int:
        if len(self.steps) >= MOST_STEPS:
            raise NetworkError(
                f"the installation's cycles take more than {MOST_STEPS:,} steps, too many to be "
                "simulated"
            )
        self.steps.append(replace(step, next=len(self.steps) + 1))
        return len(self.steps) - 1


def compile_installation(
    net: InstallationNetwork,
    demands: np.ndarray,
    variant: int = 0,
    tokens: Mapping[int, int] | None = None,
) -> Program:
    """The program of one variant; ``demands`` (arcs,) s a cycle, after effects.

    Customers and copies are rounded to whole numbers, threads are not. tokens: of chains by place,
    fewer customers than are declared (see ``_tokens``).
    """
    net, demands = moved_out(net, demands)
    walk = _Walk(net, variant, demands)
    places: list[Place] = []
    pools: list[Pool] = []
    levels: dict[int, set[int]] = {}
    for a in net.arcs:
        levels.setdefault(a.station, set()).add(a.level)
    for k, station in enumerate(net.stations):
        copies = max(round(walk.number(station.copies)), 1)
        servers = walk.number(station.servers)
        if station.software:
            walk.pool_of[k] = len(pools)
            pools.append(Pool(station.name, max(servers, 1.0), copies))
            continue
        alone = len(levels.get(k, ())) < 2
        lined = (net.lined(k) or (copies > _SHARED_COPIES and alone)) and servers % 1.0 == 0.0
        order = "line" if lined else "sharing"
        walk.place_of[k] = len(places)
        places.append(Place(station.name, servers, order, copies))
    populations: list[Population] = []
    for c, chain in enumerate(net.chains):
        together = max(round(walk.number(chain.copies)), 1)
        customers = round(walk.number(chain.population) * walk.number(chain.copies))
        customers = min(customers, (tokens or {}).get(c, customers))
        first = len(walk.steps)
        rate = walk.number(chain.rate_per_s) * walk.number(chain.copies)
        think = walk.number(chain.think_s)
        ends = c
        if think > 0:
            places.append(Place(f"{chain.name} pauses", math.inf))
            walk.add(Step("serve", len(places) - 1, think, ends=ends, thinks=True))
            ends = -1
        if math.isfinite(rate):
            places.append(Place(f"{chain.name} arrives", 1.0, "line"))
            walk.add(Step("serve", len(places) - 1, 1.0 / rate, ends=ends, thinks=True))
            ends = -1
        if ends >= 0:
            walk.add(Step("branch", ends=c))
        walk.cycle(c, -1)
        if len(walk.steps) == first:
            continue
        last = len(walk.steps)
        for i in range(first, last):
            s = walk.steps[i]
            branches = tuple((p, first if t == last else t) for p, t in s.branches)
            following = first if s.next == last else s.next
            if s.kind == "branch" and not branches:
                branches = ((1.0, following),)
            walk.steps[i] = replace(s, next=following, branches=branches)
        timed = any(s.kind == "serve" for s in walk.steps[first:last])
        if customers > 0 and timed:
            populations.append(Population(c, max(customers, together), first))
    return Program(
        tuple(c.name for c in net.chains), tuple(places), tuple(pools), tuple(walk.steps),
        tuple(populations),
    )  # fmt: skip


def _tokens(net: InstallationNetwork, reading: Reading, variant: int) -> dict[int, int]:
    """Customers that a source can do with: many times those that are ever inside at once.

    A source is declared with so many that it never runs out; each costs a start.
    """

    def of(value: Value) -> float:
        return float(np.broadcast_to(np.asarray(value), (net.variants,))[variant])

    out = {}
    held_back = {}
    for c, chain in enumerate(net.chains):
        if not math.isfinite(of(chain.rate_per_s)):
            continue
        if _is_held_back(net, reading, variant, c):
            held_back[c] = of(chain.population) * of(chain.copies)
            continue
        x = float(reading.throughput[variant, c]) * of(chain.copies)
        inside = x * float(reading.response(c)[variant])
        served = x * float(reading.demand[variant, reading.structure.chain == c].sum())
        # A queue of more than that is that of servers which are full, as of who is held back.
        most = max(_MOST_WAITING, math.ceil(_SERVED_EACH * served))
        out[c] = max(_LEAST_TOKENS, min(math.ceil(_TOKENS_EACH * inside), most))
    # Who waits for the same in turn goes through by how many of each there are.
    share = min(_MOST_WAITING / max([1.0, *held_back.values()]), 1.0)
    return out | {c: math.ceil(share * many) for c, many in held_back.items()}


def _paces(net: InstallationNetwork, reading: Reading, variant: int) -> dict[str, Pace]:
    def of(value: Value) -> float:
        return float(np.broadcast_to(np.asarray(value), (net.variants,))[variant])

    out = {}
    for c, chain in enumerate(net.chains):
        x = float(reading.throughput[variant, c])
        people = of(chain.population)
        if x > 0 and people > 0:
            # A source lets tokens go one by one: their time inside, not all tokens' way round.
            inside = float(reading.response(c)[variant]) + of(chain.think_s)
            cycle = inside if math.isfinite(of(chain.rate_per_s)) else people / x
            out[chain.name] = Pace(x * of(chain.copies), cycle)
    return out


def simulate_installations(
    nets: Sequence[tuple[InstallationNetwork, Reading, int]],
    seconds: float = 20.0,
    completions: int = 1_000_000,
    seed: int = 1,
    processes: int | None = None,
    progress: Callable[[float], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> list[Simulated]:
    """Simulate (network, its reading, variant) for each, about ``seconds`` for all of them.

    Those of one shape see the same random numbers; their ``changes`` are against the first.
    """
    programs = [compile_installation(n, r.demand[v], v, _tokens(n, r, v)) for n, r, v in nets]
    groups: dict[object, list[int]] = {}
    for i, program in enumerate(programs):
        groups.setdefault(program.shape, []).append(i)
    out: dict[int, Simulated] = {}
    for members in groups.values():
        pace: dict[str, Pace] = {}
        for i in members:  # what flows in any of them
            pace = {**_paces(*nets[i]), **pace}
        before = len(out) / len(nets)
        share = len(members) / len(nets)

        def told(part: float, before: float = before, share: float = share) -> None:
            if progress is not None:
                progress(before + share * part)

        found = simulate(
            [programs[i] for i in members], pace, completions, seconds=seconds * share, seed=seed,
            processes=processes, progress=told, cancel=cancel,
        )  # fmt: skip
        out |= dict(zip(members, found, strict=True))
    return [out[i] for i in range(len(nets))]


def installation_figures(
    net: InstallationNetwork, reading: Reading, variant: int
) -> dict[str, tuple[float, float | None]]:
    """Throughput (per s, all copies) and response (s) of one variant's chains.

    Who carries less than comes has a queue without end, and no response.
    """
    chains: dict[str, tuple[float, float | None]] = {}
    for c, chain in enumerate(net.chains):
        copies = float(np.broadcast_to(np.asarray(chain.copies), (net.variants,))[variant])
        x = float(reading.throughput[variant, c]) * copies
        held_back = _is_held_back(net, reading, variant, c)
        chains[chain.name] = (x, None if held_back else float(reading.response(c)[variant]))
    return chains


def _used(net: InstallationNetwork, reading: Reading, variant: int) -> dict[str, float]:
    """Use of the stations that the simulation takes as they are: of whole servers and copies."""
    out = {}
    for k, station in enumerate(net.stations):
        many = [float(np.broadcast_to(np.asarray(value), (net.variants,))[variant])
                for value in (station.servers, station.copies)]  # fmt: skip
        if all(math.isfinite(n) and n >= 1.0 and n == round(n) for n in many):
            out[station.name] = float(reading.use(k)[variant])
    return out


def _is_held_back(net: InstallationNetwork, reading: Reading, variant: int, chain: int) -> bool:
    """Whether less of a source's work is carried than comes."""
    rates = np.asarray(net.chains[chain].rate_per_s, dtype=float)
    rate = float(np.broadcast_to(rates, (net.variants,))[variant])
    through = float(reading.throughput[variant, chain])
    return math.isfinite(rate) and through < _LET_THROUGH * rate


def check_installation(
    net: InstallationNetwork, reading: Reading, variant: int, simulated: Simulated,
    shown: Collection[str] | None = None,
) -> Check:  # fmt: skip
    """Compare one variant's throughputs, responses and uses with its simulation.

    No response is compared of a chain behind a queue that forgets too slowly for the run: begun
    empty it never gets there, and replications are all wrong alike, closely together.

    shown: the chains that are workloads; of others nobody is shown a figure (None: all are), nor
    of the stations that only they visit.
    """
    figures = installation_figures(net, reading, variant)
    used = _used(net, reading, variant)
    besides = uses(used, {**simulated.pool_use, **simulated.utilization})
    if shown is not None:
        at = {net.stations[a.station].name for a in net.arcs if net.chains[a.chain].name in shown}
        shown = {*shown, *at}
    endless = [
        name
        for name, (through, response) in figures.items()
        if response is None and through > 0.0 and name in simulated.chains
    ]
    each_s = simulated.measured_s / max(simulated.replications, 1)
    slow = {
        name: queue
        for name, queue in _slowest(net, reading, variant, simulated).items()
        if name not in endless and name in simulated.chains
        if _MEMORIES * queue.memory_s > each_s
    }
    figures |= {name: (figures[name][0], None) for name in slow}
    beside = _beside_unseen(net, reading, variant, simulated)
    check = compare(figures, simulated, False, shown, besides=besides, beside_unseen=beside)
    line = check.line
    if endless:
        line += (
            f"; no response of {', '.join(map(repr, endless))} is compared: less is "
            "carried than comes, so that the queue grows without end"
        )
    for name, queue in slow.items():
        line += (
            f"; no response of {name!r} is compared: the queue before {queue.station!r}, "
            f"{100.0 * queue.use:.1f} % busy, takes {queue.memory_s:.3g} s to forget how it began, "
            f"and each replication saw {each_s:.3g} s"
        )
    return replace(check, line=line, endless=frozenset([*endless, *slow]))


def _beside_unseen(
    net: InstallationNetwork, reading: Reading, variant: int, simulated: Simulated
) -> set[str]:
    """Stations of which work of too few simulated cycles takes a part to speak of, who comes there,
    and who waits for what these hold."""
    unseen = {
        c
        for c, chain in enumerate(net.chains)
        if reading.throughput[variant, c] > 0.0
        and chain.name in simulated.chains
        and simulated.chains[chain.name].cycles < FEWEST_CYCLES
    }
    at: dict[int, list[int]] = {}
    for place, arc in enumerate(net.arcs):
        at.setdefault(arc.station, []).append(place)
    full = {
        k
        for k, arcs in at.items()
        if (own := [place for place in arcs if net.arcs[place].chain in unseen])
        and float(reading.busy(own)[variant])
        > LEAST_USE
        * float(reading.busy(arcs)[variant])
        / max(float(reading.use(k)[variant]), _TINY)
    }
    chains = {net.arcs[place].chain for k in full for place in at[k]}
    more = len(chains) > 0
    while more:
        held = {k for k, arcs in at.items() if net.stations[k].software
                and any(net.arcs[place].chain in chains for place in arcs)}  # fmt: skip
        found = chains | {net.arcs[place].chain for k in held for place in at[k]}
        full, more, chains = full | held, found != chains, found
    return {net.stations[k].name for k in full} | {net.chains[c].name for c in chains}


class _Slow(NamedTuple):
    """A queue: its memory in seconds, the station's name and its use."""

    memory_s: float
    station: str
    use: float


def _slowest(
    net: InstallationNetwork, reading: Reading, variant: int, simulated: Simulated
) -> dict[str, _Slow]:
    """By source, the queue on its path that forgets most slowly.

    Of an M/M/1 at use rho that is 2 service times / (1 - rho)^2 (W. Whitt, "Planning queueing
    simulations", Management Science 35(11), 1989), of m servers that much / m. rho is what sources
    of the level and those before it keep busy; of pools the larger of what analysis and simulation
    say. Work that is held back, or of few customers, has no queue that remembers.
    """

    def of(value: Value) -> float:
        return float(np.broadcast_to(np.asarray(value), (net.variants,))[variant])

    sources = {
        c
        for c, chain in enumerate(net.chains)
        if math.isfinite(of(chain.rate_per_s)) and not _is_held_back(net, reading, variant, c)
    }
    flowing = [i for i, a in enumerate(net.arcs) if a.chain in sources]
    out: dict[str, _Slow] = {}
    for i in flowing:
        arc = net.arcs[i]
        station = net.stations[arc.station]
        servers, visits = of(station.servers), of(arc.visits)
        taken = float(reading.demand[variant, i] + reading.hold[variant, i])
        if not (math.isfinite(servers) and servers > 0.0 and visits > 0.0 and taken > 0.0):
            continue
        here = (k for k in flowing if net.arcs[k].station == arc.station)
        before = [k for k in here if net.arcs[k].level <= arc.level]
        use = float(reading.busy(before)[variant]) / (servers * of(station.copies))
        every = float(reading.use(arc.station)[variant])
        if station.name in simulated.pool_use and use >= _NEARLY_ALL * every:
            use = max(use, simulated.pool_use[station.name].value)
        memory = 2.0 * taken / visits / servers / max(1.0 - use, _TINY) ** 2
        name = net.chains[arc.chain].name
        if name not in out or memory > out[name].memory_s:
            out[name] = _Slow(memory, station.name, use)
    return out
