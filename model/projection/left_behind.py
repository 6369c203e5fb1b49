"""Links by which more or less work goes in a scenario, though no figures join their ends.

A region that uses a database of which only users are known: what it sends more is in the figures of
neither unless the consultant says how many users more there are.  That is said, not guessed.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping

from model.catalogue import catalogue, named
from model.hardware.flow import central
from model.language import listed, say
from model.projection.baseline import Baseline
from model.projection.estimate import Projection
from model.projection.taken_over import taken_over
from model.topology import (
    ChangeError,
    MoveComponent,
    RemoveComponent,
    RemoveLink,
    Scenario,
    SetSetting,
    Topology,
    apply_changes,
)
from model.topology.growth import GROWTH

_WENT, _STAYED = 0.02, 0.002
_CUTTING = (RemoveComponent, RemoveLink)
_KINDS = frozenset({"uses", "mro", "network"})
_Asked = Mapping[str, Mapping[str, float]]
"""By caller, units of each workload that it asks as-is for one of its own."""


def left_behind(projection: Projection, as_is: Projection, baseline: Baseline) -> tuple[str, ...]:
    """A sentence for every linked pair of which one carries another load and one the same."""
    if not projection.workloads:
        return ()
    topology, moved = baseline.topology, _moved(projection, as_is)
    asked = _asked_by(baseline)
    joined = {(caller, called) for caller, units in asked.items() for called in units}
    said: dict[str, None] = {}
    for link in topology.links:
        ends = (link.source, link.target)
        if link.kind not in _KINDS or ends in joined or not moved.keys() >= {*ends}:
            continue
        went, stayed = sorted(ends, key=lambda end: -moved[end])
        if moved[went] > _WENT and moved[stayed] < _STAYED:
            said[
                say(
                    "{went} carries another load, and {stayed}, to which it is linked, the same: "
                    "no figure tells how much of the work of the one is the other's; where it is, "
                    "change the load of both",
                    went=named(topology[went]),
                    stayed=named(topology[stayed]),
                )
            ] = None
    said.update(dict.fromkeys(_parted(projection, baseline)))
    said.update(dict.fromkeys(_unknown(projection, as_is, baseline, asked)))
    return (*said, *_beside(projection, moved, baseline), *_cut_off(projection, baseline, asked))


def _unknown(
    projection: Projection, as_is: Projection, baseline: Baseline, asked: _Asked
) -> Iterator[str]:
    """A sentence for callers of work that is projected as-is and not in a scenario, and for those
    whom it calls."""
    callers: dict[str, list[str]] = {}
    # Of work that is cut off it is said where it comes from then (`_cut_off`).
    is_cut = any(isinstance(change, _CUTTING) for change in projection.scenario.changes)
    told = {work.anchor for work in projection.workloads if work.not_projectable is None}
    for caller, units in asked.items():
        for called in units:
            if caller in told:
                callers.setdefault(called, []).append(caller)
        before = as_is.workload(caller)
        if is_cut or caller in told or before is None or before.not_projectable is not None:
            continue
        ends = [named(baseline.topology[called]) for called in units if called in told]
        if ends and projection.workload(caller) is not None:
            yield say(
                "{caller} is not projected in this scenario, and what is done for it by "
                "{called} is counted as today",
                caller=named(baseline.topology[caller]),
                called=listed(ends),
            )
    for work in projection.workloads:
        before = as_is.workload(work.anchor)
        if work.not_projectable is None or work.anchor not in callers:
            continue
        if before is not None and before.not_projectable is None:
            yield say(
                "{called} is not projected in this scenario, and to {callers}, whose work it does, "
                "it is as today: what the scenario does to them by it is in no figure",
                called=named(baseline.topology[work.anchor]),
                callers=listed([named(baseline.topology[one]) for one in callers[work.anchor]]),
            )


def _parted(projection: Projection, baseline: Baseline) -> Iterator[str]:
    """A sentence for linked regions that a scenario parts or brings together, uncounted."""
    if not any(isinstance(change, MoveComponent) for change in projection.scenario.changes):
        return
    was = baseline.topology
    try:
        now = apply_changes(was, projection.scenario.changes, catalogue())
    except ChangeError:
        return
    for link in now.links:
        if link.kind != "mro" or link not in was.links or was[link.source].kind != "cics_region":
            continue
        before, after = (
            len(
                {
                    here and here.id
                    for end in (link.source, link.target)
                    for here in (one.ancestor(end, "lpar"),)
                }
            )
            for one in (was, now)
        )
        if before != after:
            yield say(
                "{source} and {target} are linked, and in {where} in this scenario: "
                "what requests between them cost more or less is not in this projection, as no "
                "report counts them; statistics of connections would (XM 9, XCF 23 thousand "
                "instructions a request)",
                source=named(was[link.source]),
                target=named(was[link.target]),
                where=say("the same partition") if after == 1 else say("two partitions"),
            )


def _beside(
    projection: Projection, moved: Mapping[str, float], baseline: Baseline
) -> Iterator[str]:
    """A sentence for work that grows though that of those who are taken to send it does not."""
    senders: dict[str, list[str]] = {}
    for block in baseline.blocks:
        for name, flow in block.asked.flows.items():
            for call in () if flow is None else flow.calls:
                if call.supposed and moved.get(name, math.inf) < _STAYED:
                    senders.setdefault(call.to, []).append(name)
    for change in projection.scenario.changes:
        if isinstance(change, SetSetting) and change.setting == GROWTH.name and change.value:
            names = senders.get(change.component, ())
            if names:
                yield say(
                    "{name}: the work that comes from {callers} is taken to stay, and the growth "
                    "to be other work; where it is theirs, change their load instead",
                    name=named(baseline.topology[change.component]),
                    callers=listed([named(baseline.topology[one]) for one in names]),
                )


def _cut_off(projection: Projection, baseline: Baseline, asked: _Asked) -> list[str]:
    """A sentence for every call that was made as-is and is made no more."""
    if not any(isinstance(change, _CUTTING) for change in projection.scenario.changes):
        return []
    was = baseline.topology
    try:
        now = apply_changes(was, projection.scenario.changes, catalogue())
    except ChangeError:
        return []
    known = {work.anchor for work in projection.workloads}
    kinds = {one.id: one.kind for one in (*was, *now)}
    said: list[str] = []
    ways = _ways(baseline, now, asked, known)
    replaced = {one for _, instead in ways.values() for one, doers in instead.items() if doers}
    for caller, (after, instead) in ways.items():
        for called in sorted(asked[caller].keys() - after):
            ends = {"caller": named(was[caller]), "called": named(was[called])}
            names = listed([named(now[one]) for one in instead.get(called, ())])
            blank = [
                named(now[one]) for one in sorted(after - known) if kinds[one] == kinds[called]
            ]
            if caller in now and (names or blank):
                alike = kinds[caller] == kinds[called]
                said.append(_done_instead(ends, names, listed(blank), alike))
            if called in now and not names and caller not in replaced:
                said.append(
                    say(
                        "{called}: the work that came from {caller} is taken to come from "
                        "elsewhere in this scenario",
                        **ends,
                    )
                )
    return said


_Ways = dict[str, tuple[set[str], dict[str, tuple[str, ...]]]]
"""By caller, whom it asks in a scenario, and who does what others did for it (`taken_over`)."""


def _ways(baseline: Baseline, now: Topology, asked: _Asked, known: Collection[str]) -> _Ways:
    """known: workloads that have figures in the scenario."""
    was = baseline.topology
    models = {item.anchor: item.model for item in baseline.anchors}
    kinds = {one.id: one.kind for one in (*was, *now)}
    ways: _Ways = {}
    for caller, units in asked.items():
        tell = getattr(models.get(caller), "calls", None)
        if tell is not None:
            after = {*tell(now, caller)} & {one.id for one in now} if caller in now else set()
            ways[caller] = after, taken_over(units, tell(was, caller), after & {*known}, kinds)
    return ways


def undone(baseline: Baseline, scenario: Scenario, now: Topology) -> dict[str, str]:
    """By caller a sentence where a scenario leaves nobody who does what another did for it.

    Without that it would answer sooner and take less, as though the work were not needed.
    """
    if not any(isinstance(change, _CUTTING) for change in scenario.changes):
        return {}
    was, known = baseline.topology, {item.anchor for item in baseline.anchors}
    kinds = {one.id: one.kind for one in (*was, *now)}
    said: dict[str, str] = {}
    for caller, (after, instead) in _ways(baseline, now, _asked_by(baseline), known).items():
        alike = {kinds[one] for one in after - known}
        lost = [one for one, doers in instead.items() if not doers and kinds[one] not in alike]
        if lost and caller in now:
            said[caller] = say(
                "{caller}: nobody does in this scenario what {called} did for it: link it to who "
                "does it instead in the same scenario, or take its work away as well",
                caller=named(was[caller]),
                called=listed([named(was[one]) for one in sorted(lost)]),
            )
    return said


def waiting_in_vain(baseline: Baseline, idle: Collection[str], now: Topology) -> dict[str, str]:
    """By caller a sentence where one that it asks in a scenario does nothing, or asks such a one.

    Without that it would do as much as today.
    """
    if not idle:
        return {}
    asked, known = _asked_by(baseline), {item.anchor for item in baseline.anchors}
    ways = _ways(baseline, now, asked, known)
    kinds = {one.id: one.kind for one in (*baseline.topology, *now)}
    said: dict[str, str] = {}
    left = True
    while left:
        nothing = {*idle, *said}
        left = False
        for caller in sorted((asked.keys() - nothing) & {one.id for one in now}):
            after = ways[caller][0] if caller in ways else {*asked[caller]}
            idle_now = after & nothing
            # Of several of a kind, among which work is shared out, the others still do theirs.
            others = {kinds[one] for one in after - nothing}
            if any(kinds[one] not in others for one in idle_now):
                left = True
                said[caller] = say(
                    "{caller}: nothing of what it waits for is done by {called} in this "
                    "scenario, so that it does nothing either",
                    caller=named(now[caller]),
                    called=listed(
                        [
                            named(now[one] if one in now else baseline.topology[one])
                            for one in sorted(idle_now)
                        ]
                    ),
                )
    return said


def _done_instead(ends: Mapping[str, str], doers: str, unknown: str, alike: bool) -> str:
    """Who does what a caller asks of one workload no more; `unknown` are those without figures.

    alike: whether all are of one kind, among which transactions are routed.
    """
    if doers and alike:
        return say(
            "{caller}: what {called} did for it is taken to be done by {doers} in this scenario, "
            "as transactions like theirs",
            doers=doers,
            **ends,
        )
    if doers:
        return say(
            "{caller}: what {called} did for it is taken to be done by {doers} in this scenario, "
            "as so many units of theirs as have the same CPU; that their pools then meet other "
            "data is not in it",
            doers=doers,
            **ends,
        )
    return say(
        "{caller}: what {called} did for it is in no figure of this scenario, as {unknown}, to "
        "which it is linked, has too few figures; it is taken to wait for it as long as for "
        "{called}",
        unknown=unknown,
        **ends,
    )


def _asked_by(baseline: Baseline) -> _Asked:
    return {
        name: {call.to: central(call.visits) for call in flow.calls}
        for block in baseline.blocks
        for name, flow in sorted(block.asked.flows.items())
        if flow is not None and flow.calls
    }


def _moved(projection: Projection, as_is: Projection) -> dict[str, float]:
    """By workload how far the load that it carries is from today's."""
    found = {}
    for work in projection.workloads:
        before = as_is.workload(work.anchor)
        if before is None or not {"etr_per_s"} <= work.metrics.keys() & before.metrics.keys():
            continue
        was = before.metrics["etr_per_s"].value
        if was > 0.0:
            found[work.anchor] = abs(work.metrics["etr_per_s"].value / was - 1.0)
    return found
