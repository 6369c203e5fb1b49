"""Requests of a database to its coupling facility, in the network of the installation.

Cluster Services' nuclei keep changed blocks and locks in structures of a coupling facility. What a
request costs as it was measured is in the CPU per command; what is added here is how it changes: a
request that waits longer for the facility's processors is spun for longer, until z/OS converts it
(`model.hardware.coupling`), and holds the command. So a facility carries no more requests than its
processors can do.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from model.contract.evaluation import Conditions, ConstantDraws, FloatArray
from model.contract.protocol import NotProjectable
from model.hardware.coupling import (
    Facility,
    asynchronous_cpu_draws,
    bare_structure,
    facility_of,
    processors_of,
    spinning_s,
    used_by,
)
from model.language import Name, say
from model.queueing.installation import InstallationNetwork, Pass
from model.queueing.installation.structure import picked
from model.queueing.waits import mean_wait
from model.topology import Component, Topology

Values = Mapping[str, FloatArray]

CPS, THREADS = 2, 0
"""Places of the arcs of a group (`network`)."""
_LEAST_S = 1e-12
_FULL = 0.98


def structures_of(topology: Topology, database: str) -> tuple[Component, ...]:
    """The structures that a database uses: those linked, and those its nuclei name."""
    linked = [s for s in topology.targets(database, "coupled") if s.kind == "cf_structure"]
    named = _named(topology, database, "CLUCACHENAME") | _named(topology, database, "CLULOCKNAME")
    found = {s.id: s for s in linked}
    systems = _systems(topology, database)
    for name in sorted(named):
        every = topology.of_kind("cf_structure")
        alike = [s for s in every if name in (s.name, bare_structure(topology, s))]
        found.update({s.id: s for s in used_by(alike, systems)})
    return tuple(found.values())


def cache_structure_of(topology: Topology, database: str) -> Component | None:
    """The structure that holds a database's blocks, of those it uses whose size is known.

    That which its nuclei name, else one of type cache, else one that is nothing else; of several
    the largest, as locks take little beside blocks.
    """
    sized = [s for s in structures_of(topology, database) if s.number("SIZE_MB")]
    named = _named(topology, database, "CLUCACHENAME")
    locks = _named(topology, database, "CLULOCKNAME")
    ways = (
        [s for s in sized if not named.isdisjoint((s.name, bare_structure(topology, s)))],
        [s for s in sized if s.value("TYPE") == "cache"],
        [s for s in sized if s.value("TYPE") is None and s.name not in locks],
    )
    found = next((way for way in ways if way), ())
    return max(found, key=lambda s: (s.number("SIZE_MB") or 0.0, s.id), default=None)


def _systems(topology: Topology, database: str) -> list[str]:
    """Names of the systems in which the nuclei of a database are."""
    nuclei = topology.sources(database, "member")
    systems = (topology.ancestor(nucleus.id, "lpar") for nucleus in nuclei)
    return [system.name for system in systems if system is not None]


def _named(topology: Topology, database: str, setting: str) -> set[str]:
    """Structures that the nuclei of a database name in one of their settings."""
    nuclei = [c for c in topology.sources(database, "member") if c.kind == "adabas_nucleus"]
    return {str(nucleus.value(setting)) for nucleus in nuclei if nucleus.value(setting)}


def asked_structures(topology: Topology, database: str) -> dict[str, list[Component]]:
    """By coupling facility the structures of a database to which its requests wait for processors,
    as far as reports tell how many there are."""
    found: dict[str, list[Component]] = {}
    for structure in structures_of(topology, database):
        facility = topology.ancestor(structure.id, "cf")
        if facility is None or not structure.measure("requests_per_s"):
            continue
        if processors_of(topology, topology[facility.id]):
            found.setdefault(facility.id, []).append(structure)
    return found


def conditions_of(topology: Topology, database: str, etr_per_s: float) -> dict[str, object]:
    """What is known of a database's requests, by structure; nothing where a report lacks. A time of
    0 is not known, as of a facility without reports of its own: see `as_measured`.

    etr_per_s: as measured.
    """
    facilities = asked_structures(topology, database) if etr_per_s > 0.0 else {}
    if not facilities:
        return {}
    each = []
    for place, (name, structures) in enumerate(facilities.items()):
        known = facility_of(topology, topology[name])
        request_us = 0.0 if known is None else known.request_s * 1e6
        rates = [structure.measure("requests_per_s") or 0.0 for structure in structures]
        times = [(s.measure("sync_us"), r) for s, r in zip(structures, rates, strict=True)]
        every = sum(rate for us, rate in times if us)
        # Where no report tells how long those to one structure take, they take as long as others.
        mean_us = sum(us * rate for us, rate in times if us) / every if every else request_us
        waited = 0.0 if known is None else _waited(known)
        for structure, (us, rate) in zip(structures, times, strict=True):
            service_us = (us or mean_us) if request_us else 0.0
            requests = rate / etr_per_s
            each.append((structure.id, place, requests, request_us, service_us, waited))
    names, *columns = (list(column) for column in zip(*each, strict=True))
    by_structure = dict(zip(_BY_STRUCTURE, columns, strict=True))
    return {"cf_structures": "\n".join(map(str, names)), **by_structure}


_OF_A_REQUEST = "cf_request_us", "cf_service_us", "cf_waits"
_BY_STRUCTURE = ("cf_places", "cf_requests_per_command", *_OF_A_REQUEST)


def as_measured(conditions: Conditions, today: Conditions) -> dict[str, object]:
    """What is known of a request where it was measured, wherever the structures are now."""
    if "cf_structures" not in conditions:
        return {}
    names = conditions["cf_structures"].split("\n")
    before = today["cf_structures"].split("\n") if "cf_structures" in today else []
    return {
        key: [today[key][before.index(name)] if name in before else 0.0 for name in names]
        for key in _OF_A_REQUEST
    }


def timed(conditions: Conditions, place: int) -> bool:
    """Whether it is known how long any requests to a facility take, where there are any at all."""
    if "cf_structures" not in conditions:
        return True
    there = zip(conditions["cf_places"], conditions["cf_request_us"], strict=True)
    return any(here == place and us > 0.0 for here, us in there)


class Asked(NamedTuple):
    """Requests to a facility per command, and of the mean one the time of its processors, that
    which the systems see, and the measured wait in units of the first."""

    requests: float
    request_us: float
    service_us: float
    waits: float


def asked(conditions: Conditions, place: int | None = None) -> Asked:
    """What a command asks of a facility, or of all, as far as it is known how long that takes."""
    each = [
        Asked(*of)
        for here, *of in zip(*(conditions.get(name, ()) for name in _BY_STRUCTURE), strict=True)
        if place is None or here == place
    ]
    each = [one for one in each if one.request_us > 0.0]
    requests = sum(one.requests for one in each)
    if requests <= 0.0:
        return Asked(0.0, 0.0, 0.0, 0.0)
    request_us, service_us, waited_us = (
        sum(one.requests * us for one, us in zip(each, column, strict=True)) / requests
        for column in (
            [one.request_us for one in each],
            [one.service_us for one in each],
            [one.request_us * one.waits for one in each],
        )
    )
    # No system sees less of a request than the facility's processors work on it.
    return Asked(requests, request_us, max(service_us, request_us), waited_us / request_us)


def needs_processors(topology: Topology, database: str, today: Conditions) -> None:
    """Raise NotProjectable where structures are in a facility of which nobody says how many
    processors it has, while requests wait for those of another today; or where it has fewer than
    today's, of which nobody says how busy they are."""
    if not asked(today).requests:
        _as_many_processors(topology, database, today)
        return
    for structure in structures_of(topology, database):
        facility = topology.ancestor(structure.id, "cf")
        if facility is not None and not facility.number("CPS"):
            raise NotProjectable(
                say(
                    "{facility_name}: no report says how many processors it has",
                    facility_name=Name(facility.name),
                ),
                facility.id,
                "CPS",
                "the RMF coupling facility activity report",
            )


def _as_many_processors(topology: Topology, database: str, today: Conditions) -> None:
    """Of facilities that no report covers the largest number is what today's requests need."""
    many = today.get("cf_cps", 0.0)
    held = (topology.ancestor(s.id, "cf") for s in structures_of(topology, database))
    for facility in held:
        has = None if facility is None else facility.number("CPS")
        if facility is None or not has or has >= many:
            continue
        raise NotProjectable(
            say(
                "{facility_name}: whether {has:,g} of its processors do what {many:,g} do today is "
                "not known, as no report says how busy they are",
                facility_name=Name(facility.name),
                has=has,
                many=many,
            ),
            facility.id,
            "cpu_busy_pct",
            "the RMF coupling facility activity report",
        )


@dataclass(frozen=True)
class Requests:
    """The arcs of a database's requests to one facility, one for each group of nuclei.

    place: of the facility among those of the database.
    """

    arcs: tuple[int, ...]
    station: int
    place: int


def declare(
    net: InstallationNetwork,
    name: str,
    groups: Sequence[tuple[int, Sequence[int]]],
    stations: Sequence[int],
    conditions: Sequence[Conditions],
    draws: ConstantDraws,
) -> list[Requests]:
    """Add the requests of a database; `groups` are the chain and arcs of each group.

    stations: of its facilities, in the order of their places.
    """
    cps = tuple(own[CPS] for _, own in groups)
    found = []
    for place, station in enumerate(stations):
        if not all(timed(one, place) for one in conditions):
            continue
        each = [asked(one, place) for one in conditions]
        requests, request_us, service_us, waits = (
            np.repeat(column, draws.count) for column in np.array(each).T
        )
        # Of one nucleus there are no requests: it passes by without being served.
        visits = np.where(requests > 0.0, requests, 1.0)
        demand = requests * request_us * 1e-6
        arcs = tuple(
            net.arc(chain, station, demand, visits, within=(own[THREADS],)) for chain, own in groups
        )
        values = {
            "requests": requests,
            "request_s": request_us * 1e-6,
            "service_s": service_us * 1e-6,
            "waited": waits,
            "asynchronous_s": np.tile(asynchronous_cpu_draws(draws.count), len(conditions)),
        }
        net.effect(_Spinning((name, place), arcs, cps, values))
        found.append(Requests(arcs, station, place))
    return found


def _waited(known: Facility) -> float:
    """Wait for a facility's processors as measured, in units of a request's time."""
    processors = max(1, round(known.processors))
    use = known.requests_per_s * known.request_s / processors
    return float(mean_wait(np.array(min(use, _FULL)), processors))


def waits_more_us(conditions: Conditions, per_command_s: float) -> float:
    """By how much a request waits longer for facilities' processors than measured use has it.

    per_command_s: time of a command's requests there.
    """
    of_all = asked(conditions)
    if of_all.requests <= 0.0:
        return 0.0
    return 1e6 * per_command_s / of_all.requests - of_all.request_us * (1.0 + of_all.waits)


class _Spinning:
    """CPU that a command spends on waiting for the facility, beyond what was measured.

    Variables: the CPU of each group, in units of its requests' processor time.
    """

    def __init__(
        self, name: Hashable, arcs: Sequence[int], cps: Sequence[int], values: dict[str, FloatArray]
    ) -> None:
        self._name = name
        self._arcs, self._cps = np.array(arcs, dtype=np.intp), np.array(cps, dtype=np.intp)
        own = {name: column[:, None] for name, column in values.items()}
        own["unit_s"] = own["requests"] * own["request_s"]
        own["spun_s"] = spinning_s(own["service_s"], own["asynchronous_s"])
        self.values: dict[str, FloatArray] = own

    @property
    def key(self) -> Hashable:
        """The database's name and the facility's place."""
        return ("requests", self._name)

    @property
    def size(self) -> int:
        """Groups."""
        return len(self._arcs)

    def start(self) -> FloatArray:
        """As measured."""
        return np.zeros((len(self.values["requests"]), self.size))

    def apply(self, demands: FloatArray, state: FloatArray, values: Values) -> None:
        """More, or less, CPU of a command."""
        cpu_s = picked(demands, self._cps) + state * values["unit_s"]
        demands[:, self._cps] = np.maximum(cpu_s, _LEAST_S)

    def image(self, reading: Pass, state: FloatArray, values: Values) -> FloatArray:
        """The CPU that requests take at the wait they meet, less what they took as measured."""
        v = values
        wait = picked(reading.wait, self._arcs) - v["waited"]
        service = np.maximum(v["service_s"] + wait * v["request_s"], v["request_s"])
        more = spinning_s(service, v["asynchronous_s"]) - v["spun_s"]
        found: FloatArray = more / np.maximum(v["request_s"], _LEAST_S)
        return found
