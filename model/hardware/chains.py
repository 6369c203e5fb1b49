"""Flows as chains of an installation's network.

A workload that others call is walked through by their chains: a transaction that is routed and
then ships its requests holds the servers of all three regions at the same time. Its own chain
carries only what does not come from them. What is shared, its pools and its rests, stands once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from model.hardware.dispatching import ENDLESS, PATIENCE_S, crowd, one_pool, own_tasks, shared_tasks
from model.hardware.draws import log_normal
from model.hardware.flow import TOKENS, UNRANKED, WHOLE, Call, FloatArray, Flow, Got, Number
from model.hardware.measured_waits import Device, LongerEffect, factor
from model.hardware.resting import RestEffect, Walked
from model.queueing.installation import InstallationNetwork, Solved

_LEAST = 1e-9
_OWN = 0.01
"""Share of its work from which a workload that others call is taken to have some of its own."""
IDLE = 1e-6
"""Of its work, what a workload still does whose callers all ask others in a scenario: of a network
without it nothing would be known of what it shares. Nobody is shown it."""
_UNPOOLED = "ready"
_OTHERS = "others' tasks"
_STEPS = 8.0
"""Steps for a factor of two to which their number is rounded: each needs wait tables of its own."""

_CALLED = "/called"
KNOWN = 0.25
"""Share of a response by which service and measured response are apart for other reasons than waits
(CPU that is not captured or counted twice, rounding): to a factor of e. Judgement."""
_KNOWN_SD, _KNOWN_SEED = 1.0, 20261129


def _known_draws(count: int) -> FloatArray:
    return KNOWN * log_normal(count, _KNOWN_SD, _KNOWN_SEED)


@dataclass(frozen=True)
class Found:
    """What the network found as-is, under D draws: a scenario starts from it.

    own     share of a workload's units that no other one makes, by anchor.
    units   units that one request makes at the workload it goes to, by caller and called.
    came    share of a workload's units that come from another, by caller and called.
    rests   rest in seconds, and what `RestEffect` found of the service within a hold: (D, 4).
    share   `share` and `fits` of `Got`: (D, 2).
    waited  how long a unit waits for a pool, by workload and pool; for all where that is the
            workload, and how long it is in those that it calls (`_CALLED`).
    others  tasks of those who make a workload's units, see `Chains._tasks_of_others`.
    queues  by device how many times as long as random work requests waited for it.
    """

    own: Mapping[str, FloatArray] = field(default_factory=dict)
    units: Mapping[tuple[str, str], FloatArray] = field(default_factory=dict)
    rests: Mapping[tuple[str, str], FloatArray] = field(default_factory=dict)
    share: Mapping[str, FloatArray] = field(default_factory=dict)
    came: Mapping[tuple[str, str], FloatArray] = field(default_factory=dict)
    waited: Mapping[tuple[str, str], FloatArray] = field(default_factory=dict)
    others: Mapping[str, FloatArray] = field(default_factory=dict)
    queues: Mapping[str, FloatArray] = field(default_factory=dict)

    def merged(self, other: Found) -> Found:
        """Of two parts of an installation."""
        return Found(
            {**self.own, **other.own},
            {**self.units, **other.units},
            {**self.rests, **other.rests},
            {**self.share, **other.share},
            {**self.came, **other.came},
            {**self.waited, **other.waited},
            {**self.others, **other.others},
            {**self.queues, **other.queues},
        )


class Chains:
    """The flows of V cases under D draws in one network."""

    def __init__(
        self,
        net: InstallationNetwork,
        flows: Mapping[str, Sequence[Flow]],
        station_of: Callable[[str], int],
        draws: int,
        found: Found | None,
        longest_s: FloatArray | float = PATIENCE_S,
        devices: Mapping[str, Device] | None = None,
    ) -> None:
        self._longest_s = longest_s
        self._net, self._flows, self._station_of = net, flows, station_of
        self._draws, self._found, self._ones = draws, found, np.ones(draws)
        self._rate = {name: self._stack(f.rate_per_s for f in each) for name, each in flows.items()}
        self._calls = self._acyclic()
        self._asking = self._made()
        self._supposed = self._supposed_share()
        self.own, self.units = self._origins()
        self._offered: dict[str, FloatArray] = {}
        self._walked: dict[str, list[Walked]] = {name: [] for name in flows}
        self._pools: dict[tuple[str, str], int] = {}
        self._effects: dict[tuple[str, str], RestEffect] = {}
        self._short: dict[str, FloatArray] = {}
        self._hidden: dict[str, list[tuple[str, FloatArray, FloatArray]]] = {}
        self._away: int | None = None
        self._others = self._tasks_of_others()
        self._queues = self._as_measured(devices or {})
        self._outside: set[int] = set()
        for name in flows:
            if self._alone(name).any():
                self._root(name)
        for name in flows:
            for rest in flows[name][0].rests:
                self._rest(name, rest.within)

    # --- before the network ---

    def _stack(self, values: Iterable[Number]) -> FloatArray:
        ones = self._ones
        each = [
            v if isinstance(v, np.ndarray) and v.shape == ones.shape else v * ones for v in values
        ]
        return each[0] if len(each) == 1 else np.concatenate(each)

    def _each(self, name: str, of: Callable[[Flow], Number]) -> FloatArray:
        return self._stack(of(flow) for flow in self._flows[name])

    def _part(self, name: str, kind: str, place: int, figure: str) -> FloatArray:
        """A figure of one of the pools, visits, calls or rests of a workload."""
        return self._stack(
            getattr(getattr(flow, kind)[place], figure) for flow in self._flows[name]
        )

    def _tiled(self, values: FloatArray) -> FloatArray:
        """As-is values for all cases."""
        own = values[: self._draws]
        if len(own) != self._draws:
            own = np.broadcast_to(own, (self._draws, *values.shape[1:]))
        cases = self._net.variants // self._draws
        return own if cases == 1 else np.concatenate([own] * cases)

    def _acyclic(self) -> dict[str, list[int]]:
        """Places of the calls of each workload that lead to one that is here, and to no caller."""
        kept: dict[str, list[int]] = {}

        def reaches(start: str, goal: str) -> bool:
            calls = self._flows[start][0].calls
            return start == goal or any(
                reaches(calls[place].to, goal) for place in kept.get(start, ())
            )

        for name in sorted(self._flows):
            kept[name] = []
            for place, call in enumerate(self._flows[name][0].calls):
                if call.to in self._flows and not reaches(call.to, name):
                    kept[name].append(place)
        return kept

    def _made(self) -> tuple[tuple[str, Call, FloatArray], ...]:
        """Calls that are made: by whom, which, and how many by a unit of its work."""
        return tuple(
            (name, self._flows[name][0].calls[place], self._part(name, "calls", place, "visits"))
            for name, places in self._calls.items()
            for place in places
        )

    def _origins(self) -> tuple[dict[str, FloatArray], dict[tuple[str, str], FloatArray]]:
        """Share of own work, and units of a request, as-is or as they were found as-is."""
        own, units = {}, {}
        asked: dict[str, FloatArray] = {name: np.zeros(self._net.variants) for name in self._flows}
        for name, call, visits in self._asking:
            asked[call.to] = asked[call.to] + self._rate[name] * visits
        pairs = dict.fromkeys((name, call.to) for name, call, _ in self._asking)
        moved = {(name, call.was) for name, call, _ in self._asking if call.was}
        replaced = {call.was for _, call, _ in self._asking if call.was}
        asks = {to for _, to in pairs}
        for name, rate in self._rate.items():
            if self._found is not None:
                share = self._found.own.get(name)
                own[name] = np.ones_like(rate) if share is None else self._tiled(share)
                for pair, part in self._found.came.items():
                    if pair[1] == name and pair not in pairs and pair not in moved:
                        # Who asked for it is gone: it comes from somewhere else, but for what
                        # those ask for who do its work.
                        left = part * self._found.own[pair[0]] if pair[0] in replaced else part
                        own[name] = np.minimum(own[name] + self._tiled(left), 1.0)
                if name not in asks:
                    # What nobody asks any more stands idle, rather than not at all.
                    own[name] = np.maximum(own[name], IDLE)
                continue
            left = np.maximum(1.0 - asked[name] / np.maximum(rate, _LEAST), 0.0)
            own[name] = np.where(left < _OWN, 0.0, left)
        for name, to in pairs:
            if self._found is not None:
                known = self._found.units.get((name, to))
                one = np.ones(self._net.variants)
                units[name, to] = one if known is None else self._tiled(known)
            else:
                each = self._rate[to] / np.maximum(asked[to], _LEAST)
                units[name, to] = np.minimum(1.0, each)
        return own, units

    def _supposed_share(self) -> dict[str, FloatArray]:
        """Of a workload's measured work, what others are taken to ask for though nobody counts."""
        found: dict[str, FloatArray] = {}
        for caller, call, visits in self._asking:
            if call.supposed:
                asked = self._as_is_rate(caller) * visits
                share = asked / np.maximum(self._as_is_rate(call.to), _LEAST)
                found[call.to] = found.get(call.to, np.zeros_like(share)) + share
        return {name: np.minimum(share, 1.0) for name, share in found.items()}

    def _as_is_rate(self, name: str) -> FloatArray:
        return self._rate[name] / self._each(name, lambda flow: flow.growth)

    def _alone(self, name: str) -> FloatArray:
        """Units a second that no other workload makes.

        Where nobody counts what others make, what a grown workload has beyond their growth is work
        of its own: told of all alike, growth comes once.
        """
        rate = self._rate[name] * self.own[name]
        share = self._supposed.get(name)
        if share is None:
            return rate
        share = np.minimum(share, 1.0 - self.own[name])
        more = self._rate[name] * share - self._asked(name, supposed=True)
        most = np.maximum(self._rate[name] - self._as_is_rate(name), 0.0) * share
        found: FloatArray = rate + np.clip(more, 0.0, most)
        return found

    def _asked(self, name: str, supposed: bool) -> FloatArray:
        """Units of a workload that others ask for, by counted calls or by supposed ones."""
        total = np.zeros(self._net.variants)
        for caller, call, visits in self._asking:
            if call.to == name and call.supposed == supposed:
                total = total + self._comes(caller) * visits * self.units[caller, name]
        return total

    def _came(self) -> dict[tuple[str, str], FloatArray]:
        """Share of a workload's units that each of its callers makes."""
        found: dict[tuple[str, str], FloatArray] = {}
        for caller, call, visits in self._asking:
            asked = self._rate[caller] * visits * self.units[caller, call.to]
            share = np.minimum(asked / np.maximum(self._rate[call.to], _LEAST), 1.0)
            found[caller, call.to] = found.get((caller, call.to), 0.0) + share
        return found

    def _tasks_of_others(self) -> dict[str, FloatArray]:
        """Tasks of callers for all units of a workload, were they all like those who are known.

        Callers wait for its servers with no more tasks than they have (MXT). Those whose calls
        nobody counts are taken to be like them, with as many tasks for as much work: where servers
        are full, first come is first served, and all get the same share of what they ask for.
        """
        if self._found is not None:
            return {name: self._tiled(tasks) for name, tasks in self._found.others.items()}
        found: dict[str, FloatArray] = {}
        came = self._came()
        for name in self._flows:
            callers = [(caller, call) for caller, call, _ in self._asking if call.to == name]
            most = [self._most_at_once(*each) for each in callers]
            if not most or any(one is None for one in most):
                continue
            share = sum(came[caller, name] for caller in {caller for caller, _ in callers})
            tasks = sum(one for one in most if one is not None)
            found[name] = tasks / np.maximum(share, _LEAST)
        return found

    def _as_measured(self, devices: Mapping[str, Device]) -> dict[str, FloatArray]:
        """By device whose queue was measured, what of the network's waits was waited."""
        if self._found is not None:
            return {name: self._tiled(times) for name, times in self._found.queues.items()}
        asked = {name: np.zeros(self._net.variants) for name in devices}
        for name, (flow, *_) in self._flows.items():
            for place, visit in enumerate(flow.visits):
                if visit.where in asked:
                    each_s = self._part(name, "visits", place, "each_s")
                    asked[visit.where] = asked[visit.where] + self._comes(name) * each_s
        return {name: factor(one, asked[name]) for name, one in devices.items()}

    def _most_at_once(self, name: str, call: Call) -> FloatArray | None:
        """Units of a caller that can make a call at a time; None where nobody knows of a limit."""
        pools = self._flows[name][0].pools
        places = {pool.name: place for place, pool in enumerate(pools)}
        within, found = call.within, []
        while within in places:
            found.append(self._part(name, "pools", places[within], "servers"))
            within = pools[places[within]].within
        return _least_known(found)

    def _comes(self, name: str) -> FloatArray:
        """Units of a workload that are asked for, from wherever."""
        if name not in self._offered:
            rate = self._rate[name]
            if not np.isfinite(rate).all():
                rate = self._each(name, _bound)
            known = np.isfinite(self._rate[name]).all()
            total = self._alone(name) if known else rate * self.own[name]
            for supposed in (False, True):
                total = total + self._asked(name, supposed)
            self._offered[name] = total
        return self._offered[name]

    # --- the network ---

    def _root(self, name: str) -> None:
        rate = self._alone(name)
        for place, pool in enumerate(self._flows[name][0].pools):
            if pool.instead:
                share = self._part(name, "pools", place, "share")
                apart = np.minimum(rate, self._rate[name] * share)
                self._chain(name, f"{name}/{pool.name}", apart, place)
                rate = rate - apart
        self._chain(name, name, rate, None)

    def _chain(self, name: str, called: str, rate: FloatArray, other: int | None) -> None:
        """Work that comes by itself; `other` is the place of the pool that it takes instead."""
        some = rate > 0.0
        population = self._each(name, lambda flow: flow.population)
        sourced = np.isfinite(rate)
        come = np.where(sourced, rate, 0.0)
        population = np.where(
            sourced, np.maximum(population, crowd(come, self._longest_s)), population
        )
        chain = self._net.chain(
            called,
            np.where(some, population, 0.0),
            self._each(name, lambda flow: flow.think_s),
            np.maximum(rate, _LEAST),
        )
        outside: tuple[int, ...] = ()
        if name in self._others:
            if (name, _OTHERS) not in self._pools:
                part = self._alone(name) / np.maximum(self._as_is_rate(name), _LEAST)
                tasks = np.maximum(part * self._others[name], 1.0)
                tasks = np.round(2.0 ** (np.round(np.log2(tasks) * _STEPS) / _STEPS))
                self._pools[name, _OTHERS] = self._net.station(
                    f"{name}/{_OTHERS}", tasks, software=True, idles=True
                )
                self._outside.add(self._pools[name, _OTHERS])
            outside = (self._net.arc(chain, self._pools[name, _OTHERS]),)
        self._walk(name, chain, np.ones(self._net.variants), outside, other)

    def _walk(
        self,
        name: str,
        chain: int,
        times: FloatArray,
        outside: tuple[int, ...],
        other: int | None = None,
    ) -> list[int]:
        """The arcs of one workload in a chain, those that it calls included."""
        flow, net = self._flows[name][0], self._net
        walked = Walked(chain, times)
        paths: dict[str, tuple[int, ...]] = {WHOLE: outside}
        for place, pool in enumerate(flow.pools):
            if pool.instead:
                self._pool(name, place)
                continue
            taken = place
            if other is not None and flow.pools[other].instead == pool.name:
                taken = other
            visits = self._part(name, "pools", place, "visits")
            station = self._pool(name, taken)
            outer = paths[pool.within]
            often = np.maximum(times * visits, _LEAST)
            arc = net.arc(chain, station, visits=often, within=outer)
            paths[pool.name] = (*outer, arc)
            walked.arcs.append(arc)
            walked.held[pool.name] = walked.held[flow.pools[taken].name] = arc
        measured = {rest.within for rest in flow.rests if rest.measured_s is not None}
        for place, visit in enumerate(flow.visits):
            each_s = times * self._part(name, "visits", place, "each_s")
            often = times * self._part(name, "visits", place, "visits")
            path = paths[visit.within]
            threads = self._threads(path) if visit.ready else None
            queued = self._queues.get(visit.where)
            wait = 1.0 if queued is None else np.minimum(queued, 1.0)
            arcs = self._visit(name, place, chain, each_s * wait, often * wait, path, threads, wait)
            walked.arcs.extend(arcs)
            walked.at.setdefault(visit.where, []).extend(arcs)
            if queued is not None:
                self._beside_queue(walked, name, place, arcs, (each_s, often), path, threads)
            if visit.within in measured and visit.within:
                none = np.zeros_like(each_s)
                beside = self._visit(name, place, chain, none, often, (), threads)
                walked.at[visit.where].extend(beside)
                walked.beside.setdefault(visit.within, []).append((arcs, beside))
        for rest in flow.rests:
            arc = net.arc(chain, self._delay(), within=paths[rest.place])
            walked.arcs.append(arc)
            walked.rests[rest.within] = arc
        for place in self._calls[name]:
            call = flow.calls[place]
            visits = self._part(name, "calls", place, "visits")
            on = times * visits * self.units[name, call.to]
            walked.called.extend(self._walk(call.to, chain, on, paths[call.within]))
        walked.arcs.extend(walked.called)
        self._walked[name].append(walked)
        return walked.arcs

    def _beside_queue(
        self,
        walked: Walked,
        name: str,
        place: int,
        arcs: list[int],
        service: tuple[FloatArray, FloatArray],
        path: tuple[int, ...],
        threads: FloatArray | None,
    ) -> None:
        """What of a visit waits less than random work, or more; service: seconds and visits."""
        (each_s, often), net, where = service, self._net, self._flows[name][0].visits[place].where
        queued, own = self._queues[where], (name, place, len(self._walked[name]))
        if (queued < 1.0).any():
            calm = np.maximum(1.0 - queued, 0.0)
            walked.arcs.append(net.arc(walked.chain, self._delay(), each_s * calm, within=path))
            self._visit(name, place, walked.chain, each_s * calm, often * calm, (), threads, calm)
        if (queued > 1.0).any():
            delay = net.arc(walked.chain, self._delay(), within=path)
            walked.longer.append(delay)
            walked.arcs.append(delay)
            net.effect(LongerEffect(own, arcs, delay, queued - 1.0, each_s))

    def _visit(
        self,
        name: str,
        place: int,
        chain: int,
        each_s: FloatArray,
        often: FloatArray,
        within: tuple[int, ...],
        threads: FloatArray | None,
        part: FloatArray | float = 1.0,
    ) -> list[int]:
        """The arcs of a visit; threads: how many servers around it say that it can be at a time.
        part: of it that this is."""
        flow, net = self._flows[name][0], self._net
        visit = flow.visits[place]
        station = self._station_of(visit.where)
        often = np.maximum(often, _LEAST)
        at = net.stations[station]
        # Where nobody waits nobody comes before others.
        level = flow.level if np.isfinite(at.servers).all() else UNRANKED
        is_one = one_pool(net, station, level)
        if not visit.ready or (is_one and threads is not None and within):
            return [net.arc(chain, station, each_s, often, level, within, at.copies)]
        if is_one and threads is None:
            pool = shared_tasks(net, station, level)
        else:
            key = (name, f"{_UNPOOLED}/{visit.where}")
            if key not in self._pools:
                many = threads if is_one else None
                self._pools[key] = own_tasks(net, f"{name}/{key[1]}", station, many)
            pool = self._pools[key]
        held = net.arc(chain, pool, visits=np.maximum(part, _LEAST), within=within)
        inner = (*within, held)
        return [held, net.arc(chain, station, each_s, often, level, inner, at.copies)]

    def _threads(self, path: tuple[int, ...]) -> FloatArray | None:
        """How many of those who hold a path there can be; None where nobody knows of a limit."""
        places = [self._net.arcs[arc].station for arc in path]
        around = [self._net.stations[at].servers for at in places if at not in self._outside]
        return _least_known(around)

    def _pool(self, name: str, place: int) -> int:
        pool = self._flows[name][0].pools[place]
        key = (name, pool.name)
        if key not in self._pools:
            servers = self._part(name, "pools", place, "servers")
            # So many that nobody knows of a limit.
            servers = np.where(servers >= TOKENS, np.maximum(servers, ENDLESS), servers)
            self._pools[key] = self._net.station(
                f"{name}/{pool.name}", servers, software=True, idles=True
            )
        return self._pools[key]

    def _delay(self) -> int:
        if self._away is None:
            self._away = self._net.station("elsewhere", np.inf)
        return self._away

    def _rest(self, name: str, within: str) -> None:
        rests = self._flows[name][0].rests
        place = next(n for n, rest in enumerate(rests) if rest.within == within)
        is_measured = rests[place].measured_s is not None
        add = self._part(name, "rests", place, "add_s")
        fixed = np.full((self._net.variants, 3), np.nan)
        measured = np.ones(self._net.variants)
        known = None if self._found is None else self._found.rests.get((name, within))
        if is_measured:
            measured = np.maximum(self._part(name, "rests", place, "measured_s"), 1e-9)
        else:
            fixed[:, 0], fixed[:, 1:] = add, 1.0
        if known is not None and is_measured:
            was = self._tiled(known)
            moved = np.minimum(was[:, 0], self._part(name, "rests", place, "part_s"))
            ratio = self._part(name, "rests", place, "ratio")
            fixed[:, 0] = was[:, 0] + moved * (ratio - 1.0) + add
            fixed[:, 1:] = was[:, 1:3]
            if not (rests[place].paces or rests[place].clocked):
                # That it did not wait as-is does not say that it waits for nothing more.
                more = (1.0 - was[:, 1]) * self._unsure(was[:, 3], measured)
                fixed[:, 1] += more
                self._hidden.setdefault(name, []).append((within, more, was[:, 3]))
        short = np.fmin(fixed[:, 0], 0.0)  # nothing where it is not known
        self._short[name] = self._short.get(name, np.zeros(self._net.variants)) + short
        fixed[:, 0] = np.maximum(fixed[:, 0], 0.0)
        if not self._walked[name]:
            return
        walked = tuple(self._walked[name])
        paces = rests[place].paces
        least = self._part(name, "rests", place, "least_s") / measured
        effect = RestEffect((name, within), walked, measured, fixed, is_measured, paces, least)
        self._effects[name, within] = effect
        self._net.effect(effect)

    # --- after it ---

    def found(self, solved: Solved) -> Found:
        """What later scenarios start from."""
        rests = {
            key: effect.found_s(solved.reading, solved.effects[effect.key])
            for key, effect in self._effects.items()
        }
        share = {name: self._share(solved, name) for name in self._flows}
        came = self._came() if self._found is None else self._found.came
        waited = {
            (name, pool): wait_s
            for name in self._flows
            for pool, wait_s in self._pools_of(solved, name)[1].items()
        }
        for name in filter(self._walked.__getitem__, self._flows):
            response, service = self._response(solved, name)
            waited[name, WHOLE] = response - service
            waited[name, _CALLED] = self._called(solved, name)
        queues = self._queues
        return Found(self.own, self.units, rests, share, came, waited, self._others, queues)

    def _queued(
        self, name: str, wait: Mapping[str, FloatArray], waits: FloatArray, fits: FloatArray
    ) -> FloatArray:
        """Wait of a unit beyond the as-is that it sees whatever share of waits it saw there.

        That is all of what it waits longer for its pools, its own tasks among them, and for those
        it calls; of what hardware makes it wait longer the part that `_unsure` says.

        wait: by pool, and in those it calls.  waits: all of them.  fits: see `Got`.
        """
        known = {} if self._found is None else self._found.waited
        total = np.zeros(self._net.variants)
        if (name, WHOLE) not in known:
            return total
        for key, now in wait.items():
            if (name, key) in known:
                total = total + np.maximum(now - self._tiled(known[name, key]), 0.0)
        effect = self._effects.get((name, WHOLE))
        if effect is None:
            return total
        was = self._tiled(known[name, WHOLE])
        more = np.maximum(waits - was - total, 0.0)
        over = 1.0 / np.maximum(fits, _LEAST) - 1.0
        return total + more * self._unsure(was, effect.scale, over)

    def _unsure(
        self, waited: FloatArray, measured: FloatArray, over: FloatArray | float = 0.0
    ) -> FloatArray:
        """How far a share of waits that is not in a measured response says nothing of more of them.

        waited: what the network made it wait as-is. Where that is little beside the response, a
        service that was told a little too long hides all of it: `KNOWN`.  over: by which share it
        is longer than the response.
        """
        known = np.hypot(np.tile(_known_draws(self._draws), len(waited) // self._draws), over)
        seen = waited / (known * measured)
        unsure: FloatArray = 1.0 / (1.0 + seen * seen)
        return unsure

    def _called(self, solved: Solved, name: str) -> FloatArray:
        """Seconds of a unit in workloads that it calls."""
        return self._per_unit(solved, name, solved.reading.residence, lambda one: one.called)

    def _share(self, solved: Solved, name: str) -> FloatArray:
        if self._found is not None and name in self._found.share:
            return self._tiled(self._found.share[name])
        effect = self._effects.get((name, WHOLE))
        paces = any(rest.paces for rest in self._flows[name][0].rests)
        if paces or effect is None or not effect.is_measured:
            return np.ones((self._net.variants, 2))
        response, service = self._response(solved, name)
        of_waits = (effect.scale - service) / np.maximum(response - service, _LEAST)
        of_service = effect.scale / np.maximum(service, _LEAST)
        return np.clip(np.stack([of_waits, of_service], axis=1), 0.0, 1.0)

    def _response(self, solved: Solved, name: str) -> tuple[FloatArray, FloatArray]:
        """Of one unit all the time, and what of it is no wait."""
        reading = solved.reading
        response = self._per_unit(solved, name, reading.residence, lambda one: one.arcs)
        service = self._per_unit(solved, name, reading.demand, lambda one: one.served)
        for within, more, was_s in self._hidden.get(name, ()):
            effect = self._effects[name, within]
            now_s = effect.found_s(reading, solved.effects[effect.key])[:, 3]
            response = response - more * np.minimum(now_s, was_s)
        return response, np.minimum(service, response)

    def _per_unit(
        self, solved: Solved, name: str, figure: FloatArray, arcs: Callable[[Walked], list[int]]
    ) -> FloatArray:
        """Sum of a figure, (V, arcs), over some arcs, for one unit, over all chains it comes by."""
        total, units = np.zeros(self._net.variants), np.zeros(self._net.variants)
        for one in self._walked[name]:
            rate, here = solved.reading.rate(one.chain), arcs(one)
            if here:
                each = figure[:, here[0]] if len(here) == 1 else figure[:, here].sum(axis=1)
                total = total + rate * each
            units = units + rate * one.times
        found: FloatArray = total / np.maximum(units, 1e-300)
        return found

    def _pools_of(
        self, solved: Solved, name: str
    ) -> tuple[dict[str, FloatArray], dict[str, FloatArray], dict[str, FloatArray]]:
        """By pool: how long it is held, waited for, and how busy it is."""
        reading = solved.reading
        hold, wait, use = {}, {}, {}
        for pool in self._flows[name][0].pools:

            def arc(one: Walked, key: str = pool.name) -> list[int]:
                return [one.held[key]] if key in one.held else []

            hold[pool.name] = self._per_unit(solved, name, reading.hold, arc)
            wait[pool.name] = self._per_unit(solved, name, reading.residence, arc)
            use[pool.name] = reading.use(self._pools[name, pool.name])
        return hold, wait, use

    def got(self, solved: Solved, name: str) -> list[Got]:
        """What a workload gets, case by case."""
        reading, flow = solved.reading, self._flows[name][0]
        if not self._walked[name]:
            return []
        share = self._share(solved, name)
        rate = np.zeros(self._net.variants)
        for one in self._walked[name]:
            rate = rate + reading.rate(one.chain) * one.times
        comes = self._comes(name)
        response, service = self._response(solved, name)
        called = self._called(solved, name)
        hold, wait, use = self._pools_of(solved, name)
        queued = self._queued(name, {**wait, _CALLED: called}, response - service, share[:, 1])
        response = np.maximum(response + self._short.get(name, 0.0), 0.01 * response)
        service = np.minimum(service, response)
        for where in dict.fromkeys(visit.where for visit in flow.visits):
            use[where] = reading.use(self._station_of(where))
        answers = []
        for case, own in enumerate(self._flows[name]):
            rows = slice(case * self._draws, (case + 1) * self._draws)
            hold_s, wait_s, uses = (
                {key: column[rows] for key, column in columns.items()}
                for columns in (hold, wait, use)
            )
            answers.append(
                Got(
                    rate[rows],
                    comes[rows],
                    response[rows],
                    hold_s,
                    wait_s,
                    uses,
                    {pool.name: float(np.asarray(pool.servers).flat[0]) for pool in own.pools},
                    {key: float(comes[rows][0] * held[0]) for key, held in hold_s.items()},
                    frozenset(pool.name for pool in own.pools if pool.holds),
                    share[rows, 0],
                    share[rows, 1],
                    service[rows],
                    called_s=called[rows],
                    queued_s=queued[rows],
                )
            )
        return answers


def _bound(flow: Flow) -> Number:
    """Units a second of customers that never wait."""
    alone: Number = np.asarray(flow.think_s, dtype=float)
    for visit in flow.visits:
        alone = alone + np.asarray(visit.each_s)
    found: Number = np.asarray(flow.population) / np.maximum(alone, _LEAST)
    return found


def _least_known(servers: Iterable[Number]) -> FloatArray | None:
    """The fewest of servers held together; None where nobody knows of a limit of any."""
    known = [np.asarray(each) for each in servers if np.min(each) < TOKENS]
    return np.minimum.reduce(known) if known else None
