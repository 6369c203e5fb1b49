"""Requests of a data sharing member to coupling facilities.

RMF counts the requests of each system to each structure (coupling facility activity, structure
summary by system). What a system asks of the structures of a group (group buffer pools, lock, SCA)
its member there does, or its members as they have transactions. It goes by these, waits for the
facility's processors and is slower where these are fewer. Without counts by system the requests
stay what they were measured to be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from model.contract.evaluation import Conditions, ConstantDraws, FloatArray
from model.hardware.coupling import (
    REQUESTS_BY_SYSTEM,
    bare_structure,
    facility_of,
    processors_of,
    used_by,
)
from model.hardware.flow import Flow, Got, Visit
from model.language import Name, listed, say
from model.subsystems.common import Answer, BaselineDraws, ProductModel
from model.subsystems.common.load import FACILITY, site_of
from model.topology import Component, Topology

Requests = Mapping[str, tuple[str, float, float, float]]
"""By structure its facility, requests per second, seconds of a processor that one takes, and the
share of all requests to it; 0 of what is not told."""

_BUSY, _MOVED = 0.5, 1.02
"""Use of a facility, and times as much as measured, from which it is said what is not known."""


def group_pools(topology: Topology, anchor: str) -> list[Component]:
    """Group buffer pools of a member: its own parts and those that it is linked with."""
    parts = (*topology.children(anchor, "db2_gbp"), *topology.sources(anchor, "member"))
    return list({part.id: part for part in parts if part.kind == "db2_gbp"}.values())


def _group(topology: Topology, anchor: str) -> list[Component]:
    """Structures of the member's group, by the names of its pools (GROUP_GBP0)."""
    names = {one.id: bare_structure(topology, one) for one in topology.of_kind("cf_structure")}
    every = list(topology.of_kind("cf_structure"))
    system = topology.ancestor(anchor, "lpar")
    here = [] if system is None else [system.name]
    found: dict[str, Component] = {}
    for pool in group_pools(topology, anchor):
        name = pool.name.rsplit("/", 1)[-1]
        alike = [one for one in every if f"_{names[one.id]}".endswith(f"_{name}")]
        if len(alike) > 1:
            alike = [one for one in alike if one.parent == pool.parent] or used_by(alike, here)
        if len(alike) != 1:
            continue
        found[alike[0].id] = alike[0]
        group, _, _ = names[alike[0].id].rpartition("_")
        if group:
            of_group = (one for one in every if names[one.id].startswith(f"{group}_"))
            same_name: dict[str, list[Component]] = {}
            for one in of_group:
                same_name.setdefault(names[one.id], []).append(one)
            for ones in same_name.values():
                found |= {one.id: one for one in used_by(ones, here)}
    return list(found.values())


def _share(topology: Topology, anchor: str) -> float:
    """Of what its system asks for the member's part, by transactions of the members there."""
    here = topology.ancestor_id(anchor, "lpar")
    linked = (*topology.targets(anchor, "group"), *topology.sources(anchor, "group"))
    members = {one.id: one for one in (topology[anchor], *linked)}
    for pool in group_pools(topology, anchor):
        members |= {one.id: one for one in topology.targets(pool.id, "member")}
    rates = {
        name: one.measure("tx_per_s")
        for name, one in members.items()
        if topology.ancestor_id(name, "lpar") == here
    }
    own, known = rates[anchor], [rate for rate in rates.values() if rate]
    if len(rates) == 1:
        return 1.0
    return own / sum(known) if own and len(known) == len(rates) else 0.0


def requests_of(topology: Topology, anchor: str) -> Requests:
    """What a member asks of facilities whose processors are known."""
    system = topology.ancestor(anchor, "lpar")
    if system is None:
        return {}
    share = _share(topology, anchor)
    found = {}
    for structure in _group(topology, anchor):
        facility = topology.ancestor(structure.id, "cf")
        every = structure.measure("requests_per_s")
        by_system = any(one.startswith(REQUESTS_BY_SYSTEM) for one in structure.measured)
        if facility is None or not every or not by_system:
            continue
        known = facility_of(topology, facility)
        each_s = 0.0 if known is None else known.request_s
        rate = share * (structure.measure(f"{REQUESTS_BY_SYSTEM}{system.name}") or 0.0)
        rate = rate if each_s else 0.0
        found[structure.id] = (facility.id, rate, each_s, min(rate / every, 1.0))
    return found


def _requests(conditions: Conditions) -> Requests:
    found: Requests = conditions.get("requests", {})
    return found


def _as_asked(now: Conditions, was: Conditions) -> Requests:
    """The requests as measured, wherever their structures are now."""
    there, before = _requests(now), _requests(was)
    return {name: (there[name][0], *before[name][1:]) for name in before if name in there}


class Requesting(ProductModel):
    """A product whose requests to coupling facilities wait in the network."""

    def conditions(
        self, topology: Topology, anchor: str, background: Mapping[str, float]
    ) -> Conditions:
        """See `ProductModel`."""
        found = dict(super().conditions(topology, anchor, background))
        asked = requests_of(topology, anchor)
        found["requests"] = asked
        found["facilities"] = {one[0]: topology[one[0]].name for one in asked.values()}
        found["site"] = replace(site_of(found), facilities=self.facilities(topology, anchor))
        return found

    def facilities(self, topology: Topology, anchor: str) -> tuple[str, ...]:
        """Coupling facilities that it asks."""
        asked = dict.fromkeys(one[0] for one in requests_of(topology, anchor).values())
        return tuple(one for one in asked if processors_of(topology, topology[one]))

    def requests_made(self, now: Conditions, draws: ConstantDraws) -> Mapping[str, float]:
        """Share that it makes, in the network, of all requests to structures."""
        if not now["rate_per_s"]:
            return {}
        was = draws.baseline if isinstance(draws, BaselineDraws) else now
        asked = _as_asked(now, was)
        known = site_of(now).facilities
        return {name: share for name, (cf, _, _, share) in asked.items() if cf in known}

    def components(self, topology: Topology, anchor: str) -> Mapping[str, tuple[str, ...]]:
        """See `ProductModel`."""
        found = super().components(topology, anchor)
        facilities = self.facilities(topology, anchor)
        return {**found, FACILITY: facilities} if facilities else found

    def visits(self, conditions: Conditions, answer: Answer, inside: str) -> tuple[Visit, ...]:
        """Requests beside CPU and I/Os."""
        found = super().visits(conditions, answer, inside)
        rate = conditions["rate_per_s"]
        known = site_of(conditions).facilities
        each: dict[str, tuple[float, float]] = {}
        for facility, per_s, request_s, _ in _requests(conditions).values():
            if facility in known and rate and per_s > 0.0:
                many, service_s = each.get(facility, (0.0, 0.0))
                each[facility] = many + per_s / rate, service_s + per_s / rate * request_s
        return found + tuple(
            Visit(name, service_s, many, inside, ready=False)
            for name, (many, service_s) in each.items()
        )

    def way(self, now: Conditions, was: Conditions, answer: Answer, before: Answer) -> Flow | None:
        """See `ProductModel`."""
        asked = _as_asked(now, was)
        return super().way({**now, "requests": asked}, was, answer, before)

    def settle(
        self,
        answer: Answer,
        now: Conditions,
        was: Conditions,
        constants: Mapping[str, FloatArray],
        got: Got,
        got_was: Got,
    ) -> None:
        """See `ProductModel`; what is not known of its requests is said."""
        super().settle(answer, now, was, constants, got, got_was)
        asked = [one[0] for one in _as_asked(now, was).values() if one[1]]
        most_was = _most(got_was, site_of(was).facilities)
        busy = [
            name
            for name in dict.fromkeys(asked)
            if _most(got, [name]) >= max(_BUSY, _MOVED * most_was)
        ]
        if busy:
            answer.reasons.append(
                say(
                    "{facilities}: what CPU z/OS spins while requests wait longer for processors "
                    "that are {use:,.0f} % busy is in no figure",
                    facilities=_listed(now, busy),
                    use=100.0 * min(_most(got, busy), 1.0),
                )
            )
        unknown = [name for name in dict.fromkeys(asked) if name not in got.uses]
        if unknown and most_was > 0.0:
            answer.reasons.append(
                say(
                    "{facilities}: no report says how many processors it has, so that no request "
                    "waits for one there in this projection",
                    facilities=_listed(now, unknown),
                )
            )


def _listed(now: Conditions, facilities: Sequence[str]) -> str:
    return listed([Name(now["facilities"][name]) for name in facilities], 3)


def _most(got: Got, facilities: Sequence[str]) -> float:
    uses = (float(got.uses[name][0]) for name in facilities if name in got.uses)
    return max(uses, default=0.0)
