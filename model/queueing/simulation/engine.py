"""The event simulation itself: one replication at a time, from empty places, in plain Python.

Every customer is a number, every service a draw when it begins; what ends next is the head of one
heap. Where service is shared, a place keeps the clock of what one customer has been given
(processor sharing in virtual time: Greenberg and Madras, "How fair is fair queuing", J. ACM 39(3),
1992), so that an arrival or a departure changes one number and not every customer's end.

Services and choices are drawn from streams of their own, one for each kind of service and each
choice, so that programs of one shape see the same numbers for the same things (common random
numbers; Law, "Simulation modeling and analysis", 5th ed., 11.2).
"""

from __future__ import annotations

import math
from array import array
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import chain as chained

import numpy as np
from numpy.typing import NDArray

from .program import Program, Step

__all__ = ["MOST_TOKENS", "Replication", "Run"]

Array = NDArray[np.float64]
SERVE, TAKE, GIVE, BRANCH, SPAWN, END = range(6)
_KINDS = {"serve": SERVE, "take": TAKE, "give": GIVE, "branch": BRANCH, "spawn": SPAWN, "end": END}
_DELAY, _LINE, _PACED = range(3)
_FIRST_DRAWS, _MOST_DRAWS = 64, 8192
_SHARED_STREAMS = 400
"""Choices beyond which they share one stream; a stream takes some 20 µs to be made."""
MOST_TOKENS = 5_000
"""Customers made on the way beyond which a queue is taken to grow without end."""


@dataclass(frozen=True)
class Run:
    """What one replication saw in equal slices of time.

    span_s: simulated time, ``served.shape[0]`` slices. served, sojourn (slices, steps): services
    done and the sum of times from arrival to end (s). held (slices, pools): thread seconds.
    at, response: by chain, when every cycle ended and how long it took. overflow: more than
    ``MOST_TOKENS`` customers were made.
    """

    span_s: float
    served: Array
    sojourn: Array
    held: Array
    at: tuple[Array, ...]
    response: tuple[Array, ...]
    events: int
    overflow: bool

    @property
    def slices(self) -> int:
        """How many slices were finished."""
        return len(self.served)

    def first(self, slices: int) -> Run:
        """What the first ``slices`` of them saw."""
        span = self.span_s * slices / self.slices
        kept = [at <= span for at in self.at]
        return Run(
            span, self.served[:slices], self.sojourn[:slices], self.held[:slices],
            tuple(a[k] for a, k in zip(self.at, kept, strict=True)),
            tuple(r[k] for r, k in zip(self.response, kept, strict=True)),
            self.events, self.overflow,
        )  # fmt: skip


_RANKS = 1 << 32


def _stream(seed: Sequence[int], key: Sequence[int], mean: float | None) -> Callable[[], float]:
    """Draws one by one: exponential of ``mean``, or uniform where that is None."""

    def chunks() -> Iterator[list[float]]:
        rng = np.random.Generator(np.random.SFC64(np.random.SeedSequence(seed, spawn_key=key)))
        size = _FIRST_DRAWS
        while True:
            drawn = rng.random(size) if mean is None else rng.exponential(mean, size)
            yield drawn.tolist()
            size = min(2 * size, _MOST_DRAWS)

    return chained.from_iterable(chunks()).__next__


class _Streams:
    """One stream for each kind of service and each choice of a program."""

    def __init__(self, seed: Sequence[int]) -> None:
        self.seed = seed
        self.services: dict[tuple[int, int, int, int], Callable[[], float]] = {}
        self.ranks: dict[tuple[int, int, int], list[float]] = {}
        self.choices: list[Callable[[], float]] = []

    def service(self, step: Step) -> Callable[[], float]:
        means = self.ranks.setdefault((step.arc, step.place, step.level), [])
        if step.mean_s not in means:
            means.append(step.mean_s)
        # Ranks of z/VSE's order are below 0, and keys of streams must not be.
        key = (step.arc + 1, step.place, step.level % _RANKS, means.index(step.mean_s))
        if key not in self.services:
            self.services[key] = _stream(self.seed, (1, *key), step.mean_s)
        return self.services[key]

    def choice(self) -> Callable[[], float]:
        if len(self.choices) < _SHARED_STREAMS:
            self.choices.append(_stream(self.seed, (0, len(self.choices)), None))
        return self.choices[-1]


class Replication:
    """One replication over ``span_s`` seconds, from empty places, slice by slice.

    Programs of one shape and one ``seed`` share their random numbers. Raises ``ValueError`` for a
    program that cannot run.
    """

    def __init__(self, program: Program, span_s: float, slices: int, seed: Sequence[int]) -> None:
        program.check()
        self.program, self.span_s, self.slices = program, span_s, slices
        self.streams = _Streams(seed)
        self.at = [array("d") for _ in program.chains]
        self.took = [array("d") for _ in program.chains]
        self.snapshots: list[tuple[Array, Array, Array]] = []
        self.events = 0
        self.overflow = False
        steps = program.steps
        self.kind = [_KINDS[s.kind] for s in steps]
        nothing = self.nothing = self.streams.choice()
        self.draw = [self.streams.service(s) if s.kind == "serve" else nothing for s in steps]
        self.ways = [self._ways(s) for s in steps]
        self.pick = [
            self.streams.choice()
            if s.kind in ("spawn", "give") or len(s.branches) > 1 or self._alike(s) > 1
            else nothing
            for s in steps
        ]
        self._lay_places()
        self._lay_pools()
        self._going = self._loop(seed)

    def advance(self) -> bool:
        """Simulate one more slice; whether there are more."""
        next(self._going, None)
        return len(self.snapshots) < self.slices and not self.overflow

    def seen(self) -> Run:
        """What was seen in the slices so far."""
        served, sojourn, kept = (
            np.diff(np.array([part[i] for part in self.snapshots]), axis=0, prepend=0.0)
            for i in range(3)
        )
        return Run(
            self.span_s * len(self.snapshots) / self.slices, served, sojourn, kept,
            tuple(np.array(a) for a in self.at), tuple(np.array(a) for a in self.took),
            self.events, self.overflow,
        )  # fmt: skip

    def _alike(self, step: Step) -> int:
        if step.kind == "serve":
            return self.program.places[step.place].copies
        return self.program.pools[step.place].copies if step.kind == "take" else 1

    def _ways(self, step: Step) -> list[tuple[float, int]]:
        total, out = 0.0, []
        for probability, to in step.branches:
            total += probability
            out.append((total, to))
        return [*out[:-1], (2.0, out[-1][1])] if out else [(2.0, step.next)]

    def _lay_places(self) -> None:
        """Stations (a copy of a place each) and groups (who shares one on one level)."""
        steps, places = self.program.steps, self.program.places
        self.base: list[int] = []
        self.mode: list[int] = []
        self.servers: list[float] = []
        self.factors: list[tuple[float, ...]] = []
        self.limit: list[float] = []
        self.groups: list[list[int]] = []
        group_levels: list[int] = []
        self.rank = [0] * len(steps)
        served: list[list[int]] = [[] for _ in places]
        for i, s in enumerate(steps):
            if s.kind == "serve":
                served[s.place].append(i)
        depths: list[int] = []
        for place, here in zip(places, served, strict=True):
            levels = sorted({steps[i].level for i in here})
            rank = {level: at for at, level in enumerate(levels)}
            for i in here:
                self.rank[i] = rank[steps[i].level]
            depths.append(max(len(levels), 1))
            mode = _DELAY if math.isinf(place.servers) else _PACED
            in_line = mode == _PACED and place.order == "line"
            if mode == _DELAY and place.multipliers:
                mode = _PACED
            elif in_line and not place.multipliers:
                mode = _LINE
            self.base.append(len(self.mode))
            for _ in range(place.copies):
                self.mode.append(mode)
                self.servers.append(place.servers)
                self.factors.append(place.multipliers)
                self.limit.append(place.servers if in_line else math.inf)
                # One who waits in line is served whole, whatever comes meanwhile.
                shares = len(levels) if mode == _PACED and not in_line else 1
                first = len(group_levels)
                self.groups.append(list(range(first, first + shares)))
                group_levels += range(shares)
        self.waiting: list[list[deque[int]]] = []
        for place, depth in zip(places, depths, strict=True):
            self.waiting += [[deque() for _ in range(depth)] for _ in range(place.copies)]
        self.group_count = len(group_levels)

    def _lay_pools(self) -> None:
        steps, pools = self.program.steps, self.program.pools
        self.pool_base: list[int] = []
        self.pool_of: list[int] = []
        self.threads: list[float] = []
        self.last: list[Callable[[], float]] = []
        self.pool_waiting: list[list[deque[int]]] = []
        for k, pool in enumerate(pools):
            levels = sorted({s.level for s in steps if s.kind == "take" and s.place == k}) or [1]
            for i, s in enumerate(steps):
                if s.kind == "take" and s.place == k:
                    self.rank[i] = levels.index(s.level)
            self.pool_base.append(len(self.threads))
            for _ in range(pool.copies):
                self.pool_of.append(k)
                self.threads.append(pool.threads)
                some = pool.threads % 1.0 if math.isfinite(pool.threads) else 0.0
                self.last.append(self.streams.choice() if some else self.nothing)
                self.pool_waiting.append([deque() for _ in levels])

    def _loop(self, seed: Sequence[int]) -> Iterator[None]:
        """The simulation, which rests at the end of every slice."""
        program, steps = self.program, self.program.steps
        kind, draw, ways, pick, rank = self.kind, self.draw, self.ways, self.pick, self.rank
        following = [s.next for s in steps]
        ends = [s.ends for s in steps]
        thinks = [s.thinks for s in steps]
        slot = [max(s.slot, 0) for s in steps]
        target = [s.target for s in steps]
        copy_of = [s.copy_of for s in steps]
        alike = [self._alike(s) for s in steps]
        base = [
            self.base[s.place] if s.kind == "serve"
            else self.pool_base[s.place] if s.kind in ("take", "give") else -1
            for s in steps
        ]  # fmt: skip
        mode, servers, groups, waiting = self.mode, self.servers, self.groups, self.waiting
        limit, multipliers = self.limit, self.factors
        free = list(servers)
        threads, pool_of, pool_waiting = list(self.threads), self.pool_of, self.pool_waiting
        last = self.last
        simple = [
            len(own) == 1 and not f and math.isinf(x)
            for own, f, x in zip(groups, multipliers, limit, strict=True)
        ]
        room = 1 + max((max(s.slot, s.copy_of) for s in steps), default=-1)
        count = self.group_count
        virtual, since_v, pace = [0.0] * count, [0.0] * count, [1.0] * count
        aim, due = [math.inf] * count, [math.inf] * count
        inside: list[list[tuple[float, int]]] = [[] for _ in range(count)]
        done, stay = [0] * len(steps), [0.0] * len(steps)
        held = [0.0] * max(len(program.pools), 1)
        at, took, snapshots = self.at, self.took, self.snapshots
        span, slices = self.span_s, self.slices
        heap: list[tuple[float, int]] = []
        # Tokens: step, station, start of the cycle, arrival; what they hold and since when.
        step_of: list[int] = []
        place_of: list[int] = []
        since: list[float] = []
        arrived: list[float] = []
        hold: list[list[int]] = []
        hold_at: list[list[float]] = []
        unused: list[int] = []
        ready: list[tuple[int, int]] = []
        nan = math.nan

        def born(start: float) -> int:
            if unused:
                token = unused.pop()
                since[token] = start
                hold[token] = [-1] * room
                return token
            step_of.append(0)
            place_of.append(0)
            since.append(start)
            arrived.append(0.0)
            hold.append([-1] * room)
            hold_at.append([0.0] * room)
            return len(step_of) - 1

        for people in program.populations:
            for number in range(people.customers):
                token = born(nan)
                hold[token] = [number] * room
                ready.append((token, people.start))
        ready.reverse()
        permanent = len(step_of)
        most = permanent + MOST_TOKENS
        sources = [_stream(seed, (2, i), 1.0 / x.rate_per_s) for i, x in enumerate(program.sources)]
        for i, source in enumerate(sources):
            heappush(heap, (source(), ~(count + i)))
        tick = ~(count + len(sources))
        heappush(heap, (span / slices, tick))
        now, arrivals = 0.0, 0

        def repace(station: int, first: int) -> None:
            """Clocks and next ends of a shared station from level ``first`` on, at ``now``."""
            own = groups[station]
            left = servers[station]
            factors = multipliers[station]
            for level, g in enumerate(own):
                here = len(inside[g])
                if level >= first:
                    virtual[g] += (now - since_v[g]) * pace[g]
                    since_v[g] = now
                    p = 1.0 if here <= left else left / here
                    if factors:
                        present = here + sum(map(len, waiting[station]))
                        p *= factors[min(max(present, 1), len(factors)) - 1]
                    pace[g] = p
                    if here and p > 0.0:
                        t = now + (inside[g][0][0] - virtual[g]) / p
                        aim[g] = t = t if t > now else now
                        if t < due[g]:
                            due[g] = t
                            heappush(heap, (t, ~g))
                    else:
                        aim[g] = math.inf
                left -= here
                if left < 0.0:
                    left = 0.0

        station_of_group = [k for k, own in enumerate(groups) for _ in own]
        rank_of_group = [r for own in groups for r in range(len(own))]
        token, s = -1, -1
        while True:
            # Whoever goes on at this instant does, until each is served, waits or has left.
            while True:
                if s < 0:
                    if not ready:
                        break
                    token, s = ready.pop()
                e = ends[s]
                if e >= 0:
                    begun = since[token]
                    if begun == begun:
                        at[e].append(now)
                        took[e].append(now - begun)
                    since[token] = now
                k = kind[s]
                if k == SERVE:
                    station = base[s]
                    c = alike[s]
                    if c > 1:
                        of = hold[token][copy_of[s]] if copy_of[s] >= 0 else -1
                        station += of % c if of >= 0 else int(pick[s]() * c)
                    step_of[token] = s
                    place_of[token] = station
                    arrived[token] = now
                    m = mode[station]
                    if m == _DELAY:
                        heappush(heap, (now + draw[s](), token))
                    elif m == _LINE:
                        if free[station] >= 1.0:
                            free[station] -= 1.0
                            heappush(heap, (now + draw[s](), token))
                        else:
                            waiting[station][rank[s]].append(token)
                    elif free[station] < 1.0 and limit[station] < math.inf:
                        waiting[station][rank[s]].append(token)
                        repace(station, 0)
                    elif simple[station]:
                        g = groups[station][0]
                        shared = inside[g]
                        v = virtual[g] + (now - since_v[g]) * pace[g]
                        heappush(shared, (v + draw[s](), token))
                        here = len(shared)
                        p = 1.0 if here <= servers[station] else servers[station] / here
                        virtual[g], since_v[g], pace[g] = v, now, p
                        aim[g] = t = now + (shared[0][0] - v) / p
                        if t < due[g]:
                            due[g] = t
                            heappush(heap, (t, ~g))
                    else:
                        level = 0
                        if limit[station] < math.inf:
                            free[station] -= 1.0
                        else:
                            level = rank[s]
                        g = groups[station][level]
                        v = virtual[g] + (now - since_v[g]) * pace[g]
                        heappush(inside[g], (v + draw[s](), token))
                        repace(station, level)
                    s = -1
                elif k == TAKE:
                    copy = 0
                    c = alike[s]
                    if c > 1:
                        of = hold[token][copy_of[s]] if copy_of[s] >= 0 else -1
                        copy = of % c if of >= 0 else int(pick[s]() * c)
                    hold[token][slot[s]] = copy
                    pool = base[s] + copy
                    left = threads[pool]
                    # Nobody waits where a whole one is left.
                    if left < 1.0 and left > 0.0 and not any(pool_waiting[pool]):
                        left += last[pool]() < left
                    if left >= 1.0:
                        threads[pool] -= 1.0
                        hold_at[token][slot[s]] = now
                        s = following[s]
                    else:
                        step_of[token] = s
                        pool_waiting[pool][rank[s]].append(token)
                        s = -1
                elif k == GIVE:
                    pool = base[s] + hold[token][slot[s]]
                    held[pool_of[pool]] += now - hold_at[token][slot[s]]
                    threads[pool] += 1.0
                    others = len(ready)
                    for line in pool_waiting[pool]:
                        while line:
                            left = threads[pool]
                            if left < 1.0 and not (left > 0.0 and last[pool]() < left):
                                break
                            threads[pool] -= 1.0
                            other = line.popleft()
                            o = step_of[other]
                            hold_at[other][slot[o]] = now
                            ready.append((other, following[o]))
                        if line:
                            break
                    if len(ready) > others and pick[s]() < 0.5:
                        # Who got the thread may be first, at a place where both go on.
                        ready.insert(others, (token, following[s]))
                        s = -1
                    else:
                        s = following[s]
                elif k == BRANCH:
                    way = ways[s]
                    if len(way) == 1:
                        s = way[0][1]
                    else:
                        u = pick[s]()
                        for bound, to in way:
                            if u < bound:
                                s = to
                                break
                elif k == SPAWN:
                    # Both go on at this instant; either may be first at a place they share.
                    other = born(now)
                    if len(step_of) > most:
                        self.overflow = True
                    hold[other] = hold[token][:]
                    hold_at[other] = hold_at[token][:]
                    if pick[s]() < 0.5:
                        ready.append((other, target[s]))
                        s = following[s]
                    else:
                        ready.append((token, following[s]))
                        token, s = other, target[s]
                else:
                    unused.append(token)
                    s = -1
            now, token = heappop(heap)
            if token >= 0:
                station = place_of[token]
                if mode[station] == _LINE:
                    for line in waiting[station]:
                        if line:
                            other = line.popleft()
                            heappush(heap, (now + draw[step_of[other]](), other))
                            break
                    else:
                        free[station] += 1.0
            elif ~token < count:
                g = ~token
                if now != due[g]:
                    continue  # what ended there has ended sooner
                if aim[g] > now:
                    due[g] = aim[g]
                    if due[g] < math.inf:
                        heappush(heap, (due[g], token))
                    continue
                due[g] = math.inf
                station = station_of_group[g]
                v = virtual[g] + (now - since_v[g]) * pace[g]
                virtual[g], since_v[g] = v, now
                shared = inside[g]
                _, token = heappop(shared)
                if simple[station]:
                    if shared:
                        here = len(shared)
                        pace[g] = p = 1.0 if here <= servers[station] else servers[station] / here
                        t = now + (shared[0][0] - v) / p
                        aim[g] = due[g] = t if t > now else now
                        heappush(heap, (due[g], ~g))
                    else:
                        pace[g] = 1.0
                        aim[g] = math.inf
                    s = step_of[token]
                    done[s] += 1
                    stay[s] += now - arrived[token]
                    if thinks[s]:
                        since[token] = now
                    s = following[s]
                    continue
                if limit[station] < math.inf:
                    for line in waiting[station]:
                        if line:
                            other = line.popleft()
                            work = draw[step_of[other]]()
                            heappush(inside[g], (virtual[g] + work, other))
                            break
                    else:
                        free[station] += 1.0
                repace(station, rank_of_group[g])
            elif token == tick:
                snapshots.append((np.array(done, float), np.array(stay), np.array(held)))
                self.events = sum(done) + arrivals
                heappush(heap, (span * (len(snapshots) + 1) / slices, tick))
                yield
                continue
            else:
                i = ~token - count
                heappush(heap, (now + sources[i](), token))
                token = born(now)
                if len(step_of) > most:
                    self.overflow = True
                s = program.sources[i].start
                arrivals += 1
                continue
            s = step_of[token]
            done[s] += 1
            stay[s] += now - arrived[token]
            if thinks[s]:
                since[token] = now
            s = following[s]
