"""One server of a layered network as a small Markov chain, with the rest reduced to away times.

The members of every source (see ``layered_routes``) are away from the server for an exponential
time, come with a request of some kind, wait, are served and leave. This is the finite source queue
that exact mean value analysis of a two-station submodel describes, but it also holds where product
form ends: FCFS with unlike services, second phases that hold the thread after the reply, callers'
threads that limit who can come. Within a kind services are hyperexponential with two branches,
fitted to three moments: who calls others now and then is done in no time or takes long, which mean
and variance do not tell (balanced means were up to 20 % off). Queues are kept in the order of
arrival where that is affordable; else the next is drawn at random, which in a network of few
customers lets those who come back overtake and costs up to 4 %. Callers call in bursts: a part of
the requests comes back as soon as it is answered, behind all that wait.

A server is solved together with its *callers*, tasks whose threads come to it, go elsewhere for an
exponential time and come again: who waits for such a thread waits here, in the order of arrival,
for those who hold it.

A processor is solved together with its *gates*: tasks of few threads that run there and call
nobody. Who waits for such a thread waits here for those who hold it here, and cannot at the same
time compete for the processor with what it does otherwise.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .layered_company import Lean
from .layered_routes import StationPlan
from .markov import TooManyStates

__all__ = ["SideBySide", "StationChain", "StationFigures", "chain_of"]

Array = NDArray[np.float64]
_Line = tuple[int, ...]
_Place = tuple[_Line, tuple[int, ...], tuple[_Line, ...]]
"""Kinds that wait, numbers in service by branch, kinds that wait for each gate."""


@dataclass(frozen=True)
class StationChain:
    """States and transitions; each rate is a coefficient times four of the parameters P.

    Parameters: 1, arrivals per kind (G), ends without (B) and with a second phase (B) per branch,
    end of second phases, probability per branch (B), of staying away (G) and of coming at once by
    turn.
    """

    scatter: Any  # sparse (N*N, transitions): balance equations from rates
    coefficient: Array
    first: NDArray[np.intp]
    second: NDArray[np.intp]
    third: NDArray[np.intp]
    fourth: NDArray[np.intp]
    begun: NDArray[np.intp]  # (transitions,) state they leave
    reach: Array  # (transitions, N) -1 at the state they leave, 1 where they lead
    figures: Array  # (N, 5 G) those of ``StationFigures`` in each state
    branches: tuple[int, ...]  # (G,)
    source: NDArray[np.intp]  # (G,)
    turns: tuple[tuple[int, int], ...]  # kinds that follow each other at once
    arrivals: NDArray[np.intp]  # transitions that are arrivals
    comes: NDArray[np.intp]  # their kinds
    free: Array  # (N, G) members of the kind's source that may come
    away: Array  # (N, S) members of each source that are not here

    @property
    def states(self) -> int:
        return len(self.figures)


@dataclass(frozen=True)
class StationFigures:
    """Means of solved stations, (V, G) each."""

    present: Array  # requests by kind, waiting or in service
    waiting: Array
    free: Array  # members of the kind's source that may come now, by their pace
    gated: Array  # waiting for the thread that they need here, or with which they come
    held: Array  # elsewhere with a thread with which they come


def _least_states(
    plan: StationPlan, servers: float, shared: bool, branches: int, ordered: bool
) -> float:
    """States that a chain has at least, from the numbers that can be present of each kind."""
    tops = [0 if g in plan.absent else plan.populations[s] for g, s in enumerate(plan.source)]
    for holders, threads in plan.caps:
        for g in holders:
            tops[g] = min(tops[g], threads)
    if math.prod(t + 1 for t in tops) > _MOST_PLACES:
        return math.inf
    present = np.indices([t + 1 for t in tops]).reshape(len(tops), -1).T
    fits = np.ones(len(present), dtype=bool)
    for members, kinds in zip(plan.populations, plan.uses, strict=True):
        fits &= present[:, list(kinds)].sum(axis=1) <= members
    for holders, threads in plan.caps:
        fits &= present[:, list(holders)].sum(axis=1) <= threads
    present = present[fits]
    total = present.sum(axis=1)
    detached = np.arange(int(servers) + 1 if plan.second_phases and not shared else 1)
    served = np.minimum(total[:, None], servers - detached)
    count = np.ones(served.shape)
    if ordered and not shared:
        # Orders of all that are here, less those that only tell apart who is in service.
        ways = np.concatenate(([0.0], np.cumsum(np.log(np.arange(1.0, total.max() + 1.0)))))
        orders = (ways[total] - ways[present].sum(axis=1))[:, None]
        count = np.maximum(1.0, np.exp(orders - np.log(len(tops)) * served))
    if branches > 1:
        count *= 1.0 + served
    return float(count.sum())


_MOST_PLACES = 20_000
_LEAST_SPREAD, _LEAST_BRANCH = 1e-3, 1e-3


def chain_of(
    plan: StationPlan, servers: float, shared: bool, branches: int, ordered: bool, most: int
) -> StationChain | None:
    """The chain of a planned server, or None where it has more than ``most`` states.

    branches: of each kind's service. ordered: those that wait are kept in order of arrival.
    """
    if _least_states(plan, servers, shared, branches, ordered) > most:
        return None
    return _remembered(
        plan.source, plan.populations, plan.uses, plan.caps,
        tuple((g.kinds, g.threads, g.later) for g in plan.gates)
        + tuple((g.kinds, g.threads, None) for g in plan.callers),
        tuple((g.starts_here, g.goes_on) for g in plan.callers),
        plan.bases,
        plan.absent,
        _turns(plan),
        plan.second_phases and not shared,
        servers, shared,
        tuple(1 if g in plan.absent else branches for g in range(len(plan.source))), ordered, most,
    )  # fmt: skip


def _turns(plan: StationPlan) -> tuple[tuple[int, int], ...]:
    """Kinds that may come back at once, and as what."""
    own = {(g, g) for g in range(len(plan.source))}
    return tuple(sorted(own | set(plan.turns.kinds if plan.turns is not None else ())))


@lru_cache(maxsize=512)
def _remembered(*description: Any) -> StationChain | None:
    try:
        return _chain(*description)
    except TooManyStates:
        return None


def _chain(
    source: tuple[int, ...],
    populations: tuple[int, ...],
    uses: tuple[tuple[int, ...], ...],
    caps: tuple[tuple[tuple[int, ...], int], ...],
    gates: tuple[tuple[tuple[int, ...], int, int | None], ...],
    callers: tuple[tuple[bool, bool], ...],
    bases: tuple[int, ...],
    absent: tuple[int, ...],
    turns: tuple[tuple[int, int], ...],
    second_phases: bool,
    servers: float,
    shared: bool,
    branches: tuple[int, ...],
    ordered: bool,
    most: int,
) -> StationChain:
    from scipy.sparse import csr_matrix

    kinds = len(source)
    offset = [sum(branches[:g]) for g in range(kinds)]
    total = sum(branches)
    plain, going_on = 1 + kinds, 1 + kinds + total
    ending, branch = 1 + kinds + 2 * total, 2 + kinds + 2 * total
    gone, back = branch + total, branch + total + kinds
    visit = back + len(turns)
    quiet, alone = visit + kinds, visit + 2 * kinds
    over, stay = visit + 3 * kinds, visit + 4 * kinds
    after = [[(-1, gone + g)] for g in range(kinds)]  # who comes at once, and how likely
    for turn, (g, h) in enumerate(turns):
        after[g].append((h, back + turn))
    kind_of = [g for g in range(kinds) for _ in range(branches[g])]
    caps_of = [[c for c in caps if g in c[0]] for g in range(kinds)]
    later = {g: after for holders, _, after in gates for g in holders if after is not None}
    first_caller = len(gates) - len(callers)
    bases = bases or (-1,) * kinds
    leaf_of = {g: i for i, gate in enumerate(gates[:first_caller]) for g in gate[0]}
    caller_of = {g: i for i, gate in enumerate(gates[first_caller:]) for g in gate[0]}
    starts_here = {g for g, i in caller_of.items() if callers[i][0]}
    inner = {g: [k for k in caller_of if bases[k] == g and k != g] for g in caller_of}
    nobody = ((0,) * (kinds + len(callers)),) if callers else ()
    start: _Place = ((), (0,) * (total + int(second_phases)), (*((),) * len(gates), *nobody))
    index = {start: 0}
    places = [start]
    moves: list[tuple[int, int, float, int, int, int, int]] = []
    arrivals: list[int] = []
    comes: list[int] = []
    away: list[list[int]] = []
    present: list[list[int]] = []
    free: list[list[int]] = []
    waiting: list[list[int]] = []
    gated: list[list[int]] = []
    held: list[list[int]] = []

    # Who comes back at once would overtake those who wait for a caller's thread.
    in_order = [ordered] * first_caller + [True] * len(callers)

    def joined(line: _Line, *more: int, kept: bool = ordered) -> _Line:
        return (*line, *more) if kept else tuple(sorted((*line, *more)))

    def next_of(line: _Line, kept: bool = ordered) -> list[tuple[float, int, _Line]]:
        """(probability, kind, who still waits): the first, or any where the order is not kept."""
        if kept:
            return [(1.0, line[0], line[1:])]
        out = []
        for g in sorted(set(line)):
            at = line.index(g)
            out.append((line.count(g) / len(line), g, (*line[:at], *line[at + 1 :])))
        return out

    def move(at: int, to: _Place, coefficient: float, *factors: int, who: int = -1) -> None:
        found = index.get(to)
        if found is None:
            found = len(places)
            if found >= most:
                raise TooManyStates
            index[to] = found
            places.append(to)
        if found != at:
            one, two, three, four = (*factors, 0, 0, 0)[:4]
            if who >= 0:
                arrivals.append(len(moves))
                comes.append(who)
            moves.append((at, found, coefficient, one, two, three, four))

    def begin(at: int, to: _Place, coefficient: float, *factors: int, comes: _Line = ()) -> None:
        """Free servers take those that wait, then those that come, in this order."""
        queue, inside, shut = to
        if sum(inside) >= servers or not (queue or comes):
            move(at, (joined(queue, *comes), inside, shut), coefficient, *factors)
            return
        if not queue:
            queue, comes = comes[:1], comes[1:]
        for chance, g, left in next_of(queue):
            for b in range(offset[g], offset[g] + branches[g]):
                to = (left, _plus(inside, b, 1), shut)
                begin(at, to, coefficient * chance, *factors, branch + b, comes=comes)

    def leave(
        at: int, g: int, queue: _Line, left: tuple[int, ...], shut: tuple[_Line, ...],
        coefficient: float, ends: int, turn: int, comes: int, on: bool, gate: int,
        keeps: bool = False,
    ) -> None:  # fmt: skip
        """Who is answered leaves a thread of a gate to its next slice (on) or to one of those that
        wait for it, and comes at once as another kind, if any, perhaps with a thread he keeps."""
        given: list[tuple[float, _Line, tuple[_Line, ...]]]
        if on and gate >= first_caller:
            given = [(1.0, (), hold(shut, kinds + caller_of[g], 1))]
        elif on:
            given = [(1.0, (later[g],), shut)]
        elif gate >= 0 and shut[gate]:
            given = [
                (x, *seat(h, (), _put(shut, gate, line)))
                for x, h, line in next_of(shut[gate], in_order[gate])
            ]
        else:
            given = [(1.0, (), shut)]
        for chance, there, waits in given:
            line = -1 if keeps or comes < 0 else door(comes)
            if comes >= 0 and (line < 0 or has_thread(line, queue, left, there, waits)):
                there, waits = seat(comes, there, waits)
            elif comes >= 0:
                after_line = joined(waits[line], comes, kept=in_order[line])
                waits = _put(waits, line, after_line)
            if not shared:
                # Of a thread and its caller that go on at the same instant, either may be first.
                for order in {there, there[::-1]}:
                    part = 0.5 if len(set(there)) == 2 else 1.0
                    to = queue, left, waits
                    begin(at, to, coefficient * chance * part, ends, turn, comes=order)
                continue
            now = left
            for h in there:
                now = _plus(now, offset[h], 1)
            move(at, (queue, now, waits), coefficient * chance, ends, turn)

    def has_thread(
        gate: int, queue: _Line, inside: tuple[int, ...], there: _Line, shut: tuple[_Line, ...]
    ) -> bool:
        holders, threads, _ = gates[gate]
        busy = sum(queue.count(h) + there.count(h) for h in holders)
        busy += sum(inside[b] for b in range(total) if kind_of[b] in holders)
        if gate >= first_caller:
            busy += sum(shut[-1][h] for h in holders) + shut[-1][kinds + gate - first_caller]
            busy += sum(line.count(h) for line in shut[:first_caller] for h in holders)
        return busy < threads

    def door(g: int) -> int:
        """The gate of which a kind that comes needs a thread."""
        if bases[g] == g:
            return first_caller + caller_of[g]
        return leaf_of.get(g, -1)

    def hold(shut: tuple[_Line, ...], place: int, change: int) -> tuple[_Line, ...]:
        """One more or less of a kind elsewhere with its thread, or of threads that go on alone."""
        return (*shut[:-1], _plus(shut[-1], place, change))

    def seat(g: int, there: _Line, shut: tuple[_Line, ...]) -> tuple[_Line, tuple[_Line, ...]]:
        """A thread is there for a kind: it comes here, or begins elsewhere."""
        if bases[g] == g and g not in starts_here:
            return there, hold(shut, g, 1)
        return (*there, g), shut

    def go_elsewhere(at: int, b: int, coefficient: float, *factors: int) -> None:
        """Who holds a thread with which he comes is answered and goes on elsewhere."""
        queue, inside, shut = places[at]
        to = (queue, _plus(inside, b, -1), hold(shut, kind_of[b], 1))
        begin(at, to, coefficient, *factors)

    at = 0
    while at < len(places):
        queue, inside, shut = places[at]
        served = [sum(inside[offset[g] : offset[g] + branches[g]]) for g in range(kinds)]
        waits = [queue.count(g) for g in range(kinds)]
        before = [sum(line.count(g) for line in shut[: len(gates)]) for g in range(kinds)]
        out = list(shut[-1][:kinds]) if callers else [0] * kinds
        here = [waits[g] + served[g] + before[g] + out[g] for g in range(kinds)]
        away.append(
            [max(m - sum(here[h] for h in u), 0) for m, u in zip(populations, uses, strict=True)]
        )
        able = []
        for g in range(kinds):
            open_ = all(sum(here[h] for h in held) < threads for held, threads in caps_of[g])
            own = later.get(g) != g and bases[g] in (g, -1)
            able.append(away[at][source[g]] if open_ and own else 0)
        present.append([waits[g] + served[g] for g in range(kinds)])
        waiting.append(waits)
        free.append(able)
        gated.append(before)
        held.append(out)
        for g in range(kinds):
            if able[g] == 0:
                continue
            gate = door(g)
            if gate >= 0:
                if not has_thread(gate, queue, inside, (), shut):
                    line = joined(shut[gate], g, kept=in_order[gate])
                    shut_after = _put(shut, gate, line)
                    move(at, (queue, inside, shut_after), able[g], 1 + g, who=g)
                    continue
                if g in caller_of and g not in starts_here:
                    move(at, (queue, inside, hold(shut, g, 1)), able[g], 1 + g, who=g)
                    continue
            if shared or sum(inside) < servers:
                for b in range(offset[g], offset[g] + branches[g]):
                    to = (queue, _plus(inside, b, 1), shut)
                    move(at, to, able[g], 1 + g, branch + b, who=g)
            else:
                move(at, (joined(queue, g), inside, shut), able[g], 1 + g, who=g)
        pace = min(1.0, servers / max(sum(inside), 1)) if shared else 1.0
        for b in range(total):
            if not inside[b]:
                continue
            g = kind_of[b]
            left = _plus(inside, b, -1)
            now = at, g, queue, left, shut, pace * inside[b]
            if later.get(g) == g:
                leave(*now, plain + b, 0, -1, on=False, gate=leaf_of[g])
                continue
            gate = leaf_of.get(g, first_caller + caller_of.get(g, -1 - first_caller))
            if bases[g] not in (g, -1):
                leave(*now, plain + b, 0, bases[g], on=False, gate=gate, keeps=True)
                if g in later:
                    leave(*now, going_on + b, 0, bases[g], on=True, gate=gate, keeps=True)
                continue
            if g in caller_of and g not in starts_here:
                go_elsewhere(at, b, pace * inside[b], plain + b)
                if second_phases:
                    to = (queue, _plus(left, total, 1), hold(shut, g, 1))
                    move(at, to, inside[b], going_on + b)
                continue
            if g in caller_of:
                go_elsewhere(at, b, pace * inside[b], stay + b, quiet + g)
                for k in inner[g]:
                    leave(*now, stay + b, visit + k, k, on=False, gate=-1)
            for who, turn in after[g]:
                leave(*now, plain + b, turn, who, on=False, gate=gate)
                if g in later or (g in caller_of and callers[caller_of[g]][1]):
                    leave(*now, going_on + b, turn, who, on=True, gate=gate)
                elif g in caller_of:
                    continue
                elif second_phases:
                    to = (queue, _plus(left, total, 1), shut)
                    if who < 0:
                        move(at, to, inside[b], going_on + b, turn)
                    else:
                        begin(at, to, inside[b], going_on + b, turn, comes=(who,))
        if second_phases and inside[total]:
            begin(at, (queue, _plus(inside, total, -1), shut), inside[total], ending)
        for g in caller_of:
            if not out[g]:
                continue
            then = hold(shut, g, -1)
            if g in absent:
                pass
            elif shared:
                to = (queue, _plus(inside, offset[g], 1), then)
                move(at, to, out[g], visit + g)
            else:
                begin(at, (queue, inside, then), out[g], visit + g, comes=(g,))
            if g in starts_here:
                continue
            now = at, g, queue, inside, then, out[g]
            for k in inner[g]:
                leave(*now, visit + k, 0, k, on=False, gate=-1)
            gate = first_caller + caller_of[g]
            for who, turn in after[g]:
                leave(*now, quiet + g, turn, who, on=False, gate=gate)
                if callers[caller_of[g]][1]:
                    leave(*now, alone + g, turn, who, on=True, gate=gate)
        for i in range(len(callers)):
            if shut[-1][kinds + i]:
                g = gates[first_caller + i][0][0]
                then, number = hold(shut, kinds + i, -1), shut[-1][kinds + i]
                now = at, g, queue, inside, then, number
                leave(*now, over + g, 0, -1, on=False, gate=first_caller + i)
        at += 1
    size = len(places)
    begun, ended, coefficient, one, two, three, four = (
        np.array(c) for c in zip(*moves, strict=True)
    )
    step = np.arange(len(moves))
    reach = np.zeros((len(moves), size))
    reach[step, begun] -= 1.0
    reach[step, ended] += 1.0
    scatter = csr_matrix(
        (
            np.concatenate([np.ones(len(moves)), -np.ones(len(moves))]),
            (np.concatenate([ended * size + begun, begun * size + begun]), np.tile(step, 2)),
        ),
        shape=(size * size, len(moves)),
    )
    return StationChain(
        scatter, coefficient.astype(float), one.astype(np.intp), two.astype(np.intp),
        three.astype(np.intp), four.astype(np.intp), begun.astype(np.intp), reach,
        np.concatenate([present, waiting, free, gated, held], axis=1).astype(float), branches,
        np.array(source, dtype=np.intp), turns, np.array(arrivals, dtype=np.intp),
        np.array(comes, dtype=np.intp), np.array(free, dtype=float), np.array(away, dtype=float),
    )  # fmt: skip


def _put(lines: tuple[_Line, ...], place: int, line: _Line) -> tuple[_Line, ...]:
    return (*lines[:place], line, *lines[place + 1 :])


def _plus(counts: tuple[int, ...], place: int, change: int) -> tuple[int, ...]:
    return (*counts[:place], counts[place] + change, *counts[place + 1 :])


class SideBySide:
    """The chains of several stations, solved with one set of parameters.

    Kinds, and branches of their services, are numbered through all stations.
    """

    def __init__(self, chains: Sequence[StationChain]) -> None:
        self.chains = chains
        kinds = [len(c.branches) for c in chains]
        self.kinds = sum(kinds)
        branches = np.array([b for c in chains for b in c.branches], dtype=np.intp)
        self.kind_of = np.repeat(np.arange(self.kinds), branches)
        total = len(self.kind_of)
        self.single = branches[self.kind_of] == 1
        self.slow = np.concatenate(([False], self.kind_of[1:] == self.kind_of[:-1]))[:total]
        places: list[NDArray[np.intp]] = []
        self.steps: list[slice] = []
        self.own: list[slice] = []
        turns = sum(len(c.turns) for c in chains)
        self.turns = np.zeros((2, turns), dtype=np.intp)
        kind = branch = step = turn = 0
        for i, chain in enumerate(chains):
            g, b = len(chain.branches), sum(chain.branches)
            own, parts = np.arange(kind, kind + g), np.arange(branch, branch + b)
            next_turns = np.arange(turn, turn + len(chain.turns))
            self.turns[:, next_turns] = kind + np.array(chain.turns, dtype=np.intp).T
            turn += len(chain.turns)
            after = 1 + self.kinds + 2 * total
            place = np.concatenate(
                [[0], 1 + own, 1 + self.kinds + parts, 1 + self.kinds + total + parts, [after + i],
                 after + len(chains) + parts, after + len(chains) + total + own,
                 after + len(chains) + total + self.kinds + next_turns, *(
                     after + len(chains) + total + (1 + i) * self.kinds + turns + own
                     for i in range(4)
                 ), after + len(chains) + total + 5 * self.kinds + turns + parts]
            ).astype(np.intp)  # fmt: skip
            places.append(place[np.stack([chain.first, chain.second, chain.third, chain.fourth])])
            self.own.append(slice(kind, kind + g))
            self.steps.append(slice(step, step + len(chain.begun)))
            kind, branch, step = kind + g, branch + b, step + len(chain.begun)
        self.factors = np.concatenate(places, axis=1) if places else np.zeros((4, 0), dtype=np.intp)
        self.coefficient = np.concatenate([np.zeros(0), *(c.coefficient for c in chains)])

    def solve(
        self, arrival: Array, mean_s: Array, shape: Array, goes_on: Array, second_s: Array,
        returns: Array, leans: Sequence[Lean | None], times: int, stays: Array, elsewhere: Array,
    ) -> StationFigures:  # fmt: skip
        """Stationary means at V points that come in groups of ``times`` close ones.

        ``arrival`` (V, G): per free member; ``mean_s`` (V, G): service until the reply, of the
        ``shape`` (2, V, G) of ``_branches``; ``goes_on`` (V, G): probability of a second phase,
        which lasts ``second_s`` (V, stations); ``returns`` (V, G, G): probability of coming back at
        once as each kind; ``leans``: by station, how fast members come by state.
        """
        fast, times_mean = _branches(*shape)
        fast, times_mean = fast[:, self.kind_of], times_mean[:, :, self.kind_of]
        chance = np.where(self.single, 1.0, np.where(self.slow, 1.0 - fast, fast))
        pace = np.where(self.slow, times_mean[1], times_mean[0])
        pace = 1.0 / np.where(self.single, 1.0, pace) / mean_s[:, self.kind_of]
        on, stay = goes_on[:, self.kind_of], stays[:, self.kind_of]
        values = np.concatenate(
            [np.ones((len(arrival), 1)), arrival, pace * (1.0 - on) * (1.0 - stay),
             pace * on * (1.0 - stay), 1.0 / second_s, chance, 1.0 - returns.sum(axis=2),
             returns[:, self.turns[0], self.turns[1]], *elsewhere, pace * stay], axis=1
        )  # fmt: skip
        one, two, three, four = self.factors
        rate = self.coefficient * values[:, one] * values[:, two]
        rate *= values[:, three] * values[:, four]
        out = np.empty((5, *arrival.shape))
        for chain, steps, own, lean in zip(
            self.chains, self.steps, self.own, leans, strict=True
        ):  # fmt: skip
            each = rate[:, steps]
            speed = None if lean is None else lean.pace(chain.away)[:, :, chain.source]
            if speed is not None:
                each[:, chain.arrivals] *= speed[:, chain.begun[chain.arrivals], chain.comes]
            p = _stationary(chain, each, times)
            found = p @ chain.figures
            out[:, :, own] = found.reshape(len(found), 5, -1).transpose(1, 0, 2)
            if speed is not None:
                out[2, :, own] = (p[:, :, None] * speed * chain.free).sum(axis=1)
        return StationFigures(*out)


def _branches(second: Array, third: Array) -> tuple[Array, Array]:
    """Probability of the fast one of two exponential branches, and (2, ...) the mean of each.

    In units of the mean, of a service whose moments are 2 ``second`` and 6 ``third``. Moments of
    no two branches are moved to the nearest that are (W. Whitt, Operations Research 30(1), 1982).
    """
    even = second <= 1.0 + _LEAST_SPREAD
    second = np.where(even, 1.0 + _LEAST_SPREAD, second)
    third = np.maximum(third, second**2 * (1.0 + _LEAST_SPREAD))
    whole = (third - second) / (second - 1.0)
    product = whole - second
    apart = np.sqrt(np.maximum(whole * whole - 4.0 * product, 0.0))
    slow = 0.5 * (whole + apart)
    fast = np.maximum(product / slow, _LEAST_BRANCH)
    chance = np.clip((slow - 1.0) / (slow - fast), 0.0, 1.0)
    return np.where(even, 0.5, chance), np.where(even, 1.0, np.stack([fast, slow]))


def _stationary(chain: StationChain, rate: Array, times: int) -> Array:
    """(V, N) probabilities; those of a group's later points to first order from its first."""
    size = chain.states
    balance = np.ascontiguousarray((chain.scatter @ rate[::times].T).T).reshape(-1, size, size)
    balance[:, 0] = 1.0
    if times == 1:
        right = np.zeros((len(rate), size, 1))
        right[:, 0] = 1.0
        p = np.maximum(np.linalg.solve(balance, right)[:, :, 0], 0.0)
    else:
        inverse = np.linalg.inv(balance)
        base = inverse[:, :, 0]
        flow = rate.reshape(-1, times, len(chain.begun)) * base[:, None, chain.begun]
        off = flow @ chain.reach
        off[:, :, 0] = 0.0
        p = (base[:, None, :] - off @ inverse.transpose(0, 2, 1)).reshape(len(rate), size)
    p /= p.sum(axis=1, keepdims=True)
    return p
