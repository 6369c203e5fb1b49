"""Calls that a link tells of and no report counts: TOR to AOR, region to Db2 or MQ.

Where requests are counted the flow of the caller says how many it makes.  Where only a link says
that one workload works for another, all work of the called one that nobody is counted to ask for is
taken to come from those who are linked to it, as much for each unit of theirs, but no more than the
callers' measured responses have room for.  That all of it does is the most likely, and not known.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from model.catalogue import named
from model.hardware.flow import WHOLE, Call, Capacity, FloatArray, Flow, Number, central
from model.language import listed, say
from model.projection.taken_over import is_all, units_of
from model.topology import Topology

_SAID = 0.98
_LEAST_SHARE = 0.5
"""Of a linked workload's work, what comes from those linked to it at the least. Judgement: batch
and other attachments take up to half of a subsystem that a region uses."""
_ROOM = 0.95
"""Of a caller's response beside its own service, what those it calls take of it at the most."""
_UNKNOWN = 1.0
"""Calls of a unit of work at the most where no responses tell: a commit or task of each."""
_LEAST = 1e-9
_SEED = 20261129


@dataclass(frozen=True)
class _Figures:
    rate_per_s: float
    response_s: float | None
    room_s: float | None


def supposed(
    links: Iterable[tuple[str, str]],
    flows: Mapping[str, Flow | None],
    kinds: Mapping[str, str],
    draws: int,
    attached: Collection[tuple[str, str]] = (),
) -> dict[str, tuple[Call, ...]]:
    """Calls as-is by caller, for links (caller, called) between flows that declare none.

    kinds: by workload what kind of work it is; one that is routed goes to one of several.
    attached: links over which the called one runs under its caller's tasks.
    """
    known = {name: flow for name, flow in flows.items() if flow is not None}
    figures = {
        name: found for name, flow in known.items() if (found := _figures(known, flow)) is not None
    }
    pairs = [pair for pair in dict.fromkeys(links) if _is_call(pair, known, figures)]
    pairs = [pair for pair in pairs if _is_caller(pair, pairs, figures)]
    callers: dict[str, list[str]] = {}
    for caller, called in pairs:
        callers.setdefault(called, []).append(caller)
    units: dict[str, dict[str, float]] = {}
    shares: dict[str, FloatArray] = {}
    ratios = {}
    for called, names in callers.items():
        left = figures[called].rate_per_s * _attached(known[called]) - _asked(
            called, known, supposed=False
        )
        ratios[called] = left / sum(figures[one].rate_per_s for one in names)
    routed: dict[tuple[str, str], float] = {}
    for caller, called in pairs:
        key = (caller, kinds[called])
        routed[key] = routed.get(key, 0.0) + ratios[called]
    sizes = {called: (kinds[called], _size(figures[called])) for called in callers}
    for called, names in callers.items():
        sums = (routed[name, kinds[called]] for name in names)
        is_alike = is_all(ratios[called]) or all(map(is_all, sums))
        # Apart from one another, by what is measured of them: no name decides.
        place = sum(size > sizes[called] for size in {*sizes.values()})
        shares[called] = _share(place, draws, is_alike)
        for name in names:
            each = ratios[called]
            if figures[name].room_s is None or figures[called].response_s is None:
                each = min(each, _UNKNOWN)
            if each > _LEAST:
                units.setdefault(name, {})[called] = each
    return {
        name: _fitting(name, own, figures, known, shares, attached) for name, own in units.items()
    }


def _figures(known: Mapping[str, Flow], flow: Flow) -> _Figures | None:
    rate = central(flow.rate_per_s)
    if not np.isfinite(rate) or rate <= 0.0:
        return None
    all_s = response_s(flow)
    if all_s is None:
        return _Figures(rate, None, None)
    service_s = sum(central(visit.each_s) for visit in flow.visits)
    for call in flow.calls:
        called = known.get(call.to)
        held_s = None if called is None else response_s(called)
        service_s += central(call.visits) * (held_s or 0.0)
    return _Figures(rate, all_s, max(_ROOM * (all_s - service_s), 0.0))


def called_inside_s(flow: Flow, where: str) -> Number:
    """CPU of a unit of a called workload at a partition."""
    return sum((np.asarray(v.each_s) for v in flow.visits if v.where == where), np.zeros(1))


def response_s(flow: Flow) -> float | None:
    """What of a unit's response was measured: all of it, or how long its outermost pools are held.

    What one server within is held for (the QR TCB of a region) is none.
    """
    outermost = {pool.name for pool in flow.pools if pool.within == WHOLE}
    whole = [rest for rest in flow.rests if rest.within == WHOLE]
    measured = [
        rest.measured_s for rest in whole or flow.rests if rest.within in {WHOLE, *outermost}
    ]
    told = [central(one) for one in measured if one is not None]
    return max(told) if told and len(told) == len(measured) else None


def _is_call(
    pair: tuple[str, str], known: Mapping[str, Flow], figures: Mapping[str, _Figures]
) -> bool:
    caller, called = pair
    if caller == called or caller not in figures or called not in figures:
        return False
    counted = {(name, call.to) for name, flow in known.items() for call in flow.calls}
    return not counted & {(caller, called), (called, caller)}


def _is_caller(
    pair: tuple[str, str], pairs: Iterable[tuple[str, str]], figures: Mapping[str, _Figures]
) -> bool:
    """Whether the first calls the second where each is linked to the other.

    A caller's response holds that of whom it calls.
    """
    if pair[::-1] not in pairs:
        return True
    own, other = (figures[name].response_s for name in pair)
    return own is not None and other is not None and own > other


def _asked(called: str, known: Mapping[str, Flow], supposed: bool) -> float:
    """Units a second that flows are counted to ask for, or supposed to."""
    return sum(
        central(flow.rate_per_s) * central(call.visits)
        for flow in known.values()
        for call in flow.calls
        if call.to == called and call.supposed == supposed
    )


def _attached(flow: Flow) -> float:
    """Of the work, what takes no servers of its own kind, such as those of distributed threads."""
    apart = sum(central(pool.share) for pool in flow.pools if pool.instead)
    return max(1.0 - apart, 0.0)


def _fitting(
    name: str,
    units: Mapping[str, float],
    figures: Mapping[str, _Figures],
    known: Mapping[str, Flow],
    shares: Mapping[str, FloatArray],
    attached: Collection[tuple[str, str]],
) -> tuple[Call, ...]:
    """The calls of one caller, as many as its response has room for."""
    flow = known[name]
    room_s = figures[name].room_s
    held_s = sum(each * (figures[to].response_s or 0.0) for to, each in units.items())
    if room_s is not None:
        # CPU of the caller in which the called ones run is time of theirs.
        room_s += _ROOM * sum(
            min(
                central(visit.open_s),
                sum(
                    each * central(called_inside_s(known[to], visit.where))
                    for to, each in units.items()
                    if (name, to) in attached
                ),
            )
            for visit in flow.visits
        )
    fits = 1.0 if room_s is None or held_s <= room_s else room_s / held_s
    inside = _inside(flow)
    return tuple(
        Call(to, each * fits * shares[to], inside, supposed=True)
        for to, each in units.items()
        if each * fits > _LEAST
    )


def _inside(flow: Flow) -> str:
    """The pool that is held for what the response has beside what is known of it."""
    for rest in flow.rests:
        if rest.within == WHOLE:
            return rest.place
    return flow.rests[-1].place if flow.rests else WHOLE


def _size(figures: _Figures) -> tuple[float, float]:
    return figures.rate_per_s, figures.response_s or 0.0


def _share(place: int, draws: int, is_alike: bool) -> FloatArray:
    """Of the work, what comes from those linked: all of it, and evenly down to the least.

    place: of the called one among all that are called, whose draws are in another order each.
    """
    if is_alike:
        return np.ones(draws)
    places = np.random.default_rng((_SEED, place)).permutation(max(draws - 1, 0))
    share = 1.0 - (1.0 - _LEAST_SHARE) * (places + 0.5) / max(draws - 1, 1)
    return np.concatenate([np.ones(1), share])[:draws]


def known_calls(
    name: str,
    flows: Mapping[str, Flow | None],
    as_is: Mapping[str, Flow | None],
    links: Collection[tuple[str, str]],
    draws: int,
    instead: Mapping[str, tuple[str, ...]],
    capacities: Mapping[str, Capacity],
    kinds: Mapping[str, str],
) -> tuple[Call, ...]:
    """Calls of the as-is that the links still tell of and the flow does not count itself.

    A connection whose requests were counted can go while its regions stay linked.  Where the called
    work comes in other units (the same data in larger messages) so many of these are called.

    instead: by workload that is asked no more those that do its work (`taken_over`).
    capacities: of hardware as-is.  kinds: what kind of work each workload is; what is routed to
    another one of the caller's own stays as many units.
    """
    flow, was = flows[name], as_is.get(name)
    if flow is None or was is None:
        return ()
    counted = {call.to for call in flow.calls if not call.supposed}
    found = []
    for call in was.calls:
        visits = np.broadcast_to(np.ravel(call.visits)[:draws], (draws,))
        within = call.within if call.supposed else _inside(flow)
        if (name, call.to) in links and call.to not in counted:
            units = _units(flows.get(call.to), as_is.get(call.to))
            found.append(Call(call.to, visits * units, within, supposed=True))
        doers = [one for one in instead.get(call.to, ()) if one not in counted]
        for one in doers:
            units = 1.0
            if kinds[name] != kinds[one]:
                units = units_of(as_is.get(call.to), as_is.get(one), capacities)
            units *= _units(flows.get(one), as_is.get(one)) / len(doers)
            found.append(Call(one, visits * units, within, supposed=True, was=call.to))
    return tuple(found)


def waiting_as_today(
    name: str,
    flows: Mapping[str, Flow | None],
    as_is: Mapping[str, Flow | None],
    gone: Collection[str],
) -> Flow | None:
    """A flow that waits for these as long as today: who does their work now, nobody measured."""
    flow, was = flows[name], as_is.get(name)
    if flow is None or was is None or not flow.rests:
        return flow
    more_s = sum(
        central(call.visits) * (response_s(did) or 0.0)
        for call in was.calls
        if call.to in gone and (did := as_is.get(call.to)) is not None
    )
    *others, last = flow.rests
    return replace(flow, rests=(*others, replace(last, add_s=last.add_s + more_s)))


def _units(flow: Flow | None, was: Flow | None) -> float:
    """Units that one of today's is, of as much work as today's."""
    if flow is None or was is None:
        return 1.0
    now, before = (central(one.rate_per_s) / one.growth for one in (flow, was))
    return now / before if np.isfinite(now) and np.isfinite(before) and before > 0.0 else 1.0


def with_calls(flow: Flow, calls: Iterable[Call]) -> Flow:
    """The flow with these calls in place of supposed ones."""
    return replace(flow, calls=(*(c for c in flow.calls if not c.supposed), *calls))


def doubts(called: str, flows: Mapping[str, Flow | None], topology: Topology) -> tuple[str, ...]:
    """What is said of a workload of which others are supposed to ask."""
    flow, found = flows.get(called), []
    calls = {
        name: call
        for name, one in flows.items()
        if one is not None
        for call in one.calls
        if call.to == called and call.supposed
    }
    if flow is None or not calls:
        return ()
    visits = [np.asarray(call.visits) for call in calls.values()]
    names = listed([named(topology[name]) for name in calls])
    own = named(topology[called])
    if any(float(np.ptp(each)) > _LEAST for each in visits):
        found.append(
            say(
                "no report counts how much of the work of {called} comes from {callers}: by their "
                "link, half of it to all (statistics of connections, or accounting by connection, "
                "would tell)",
                called=own,
                callers=names,
            )
        )
    known = {name: one for name, one in flows.items() if one is not None}
    asked = _asked(called, known, supposed=False) + _asked(called, known, supposed=True)
    # What is distributed comes over no such link.
    share = asked / max(central(flow.rate_per_s) * _attached(flow), _LEAST)
    if share < _SAID and any(response_s(known[name]) is None for name in (called, *calls)):
        found.append(
            say(
                "how often {callers} ask for the work of {called}, to which they are linked, is in "
                "no report and no response tells: once a unit of theirs is taken, {pct:,.0f} % of "
                "it, and the rest to come from elsewhere",
                called=own,
                callers=names,
                pct=share * 100.0,
            )
        )
    elif share < _SAID:
        found.append(
            say(
                "the measured responses of {callers} have room for only {pct:,.0f} % of the work "
                "of {called}, to which they are linked: the rest is taken to come from elsewhere",
                called=own,
                callers=names,
                pct=share * 100.0,
            )
        )
    return tuple(found)
