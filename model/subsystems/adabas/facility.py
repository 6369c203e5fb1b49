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

import numpy as np

from model.contract.evaluation import Conditions, ConstantDraws, FloatArray
from model.contract.protocol import NotProjectable
from model.hardware.coupling import (
    asynchronous_cpu_draws,
    facility_of,
    processors_of,
    spinning_s,
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
    nuclei = [c for c in topology.sources(database, "member") if c.kind == "adabas_nucleus"]
    named = {
        str(nucleus.value(name))
        for nucleus in nuclei
        for name in ("CLUCACHENAME", "CLULOCKNAME")
        if nucleus.value(name)
    }
    found = {s.id: s for s in linked}
    found.update({s.id: s for s in topology.of_kind("cf_structure") if s.name in named})
    return tuple(found.values())


def facility_used(topology: Topology, database: str) -> tuple[Component | None, float]:
    """The coupling facility of a database for which its requests wait, as far as reports tell, and
    its requests to it per second, as measured."""
    structures = structures_of(topology, database)
    found = _facility_of(topology, structures)
    return found, 0.0 if found is None else sum(rate for _, rate in _requests(structures, found))


def _facility_of(topology: Topology, structures: Sequence[Component]) -> Component | None:
    for structure in structures:
        facility = topology.ancestor(structure.id, "cf")
        if facility is not None:
            found = topology[facility.id]
            return found if processors_of(topology, found) else None
    return None


def _requests(
    structures: Sequence[Component], facility: Component
) -> list[tuple[float | None, float]]:
    """Of each structure in a facility the time of a request in us, and how many come a second."""
    return [
        (structure.measure("sync_us"), structure.measure("requests_per_s") or 0.0)
        for structure in structures
        if structure.parent == facility.id
    ]


def conditions_of(
    topology: Topology, database: str, taken: Mapping[str, float], etr_per_s: float
) -> dict[str, float]:
    """What is known of a database's requests; nothing where a report lacks. How many there are
    only, for a facility without reports of its own: see `as_measured`.

    taken: by component id, processors of a coupling facility that all requests keep busy as
    measured.  etr_per_s: as measured.
    """
    structures = structures_of(topology, database)
    facility = _facility_of(topology, structures)
    if facility is None or etr_per_s <= 0.0:
        return {}
    known, busy_pct = facility_of(topology, facility), facility.measure("cpu_busy_pct")
    times = _requests(structures, facility)
    own = sum(rate for _, rate in times)
    busy = taken.get(facility.id, 0.0)
    if known is None and own > 0.0:
        return {"cf_requests_per_command": own / etr_per_s}
    if known is None or not busy_pct or busy <= 0.0 or own <= 0.0:
        return {}
    request_s = busy / known.requests_per_s
    timed = [(us, rate) for us, rate in times if us and rate > 0.0]
    rate = sum(each for _, each in timed)
    service_us = sum(us * each for us, each in timed) / rate if rate > 0.0 else request_s * 1e6
    return {
        "cf_requests_per_command": own / etr_per_s,
        "cf_request_us": request_s * 1e6,
        "cf_service_us": max(service_us, request_s * 1e6),
        "cf_busy_cps": busy,
        "cf_cps_measured": busy / (busy_pct / 100.0),
    }


_OF_A_REQUEST = "cf_request_us", "cf_service_us", "cf_busy_cps", "cf_cps_measured"


def as_measured(conditions: Conditions, today: Conditions) -> dict[str, float]:
    """What is known of a request where it was measured, wherever the structures are now."""
    if "cf_requests_per_command" not in conditions:
        return {}
    return {name: today[name] for name in _OF_A_REQUEST if name in today}


def timed(conditions: Sequence[Conditions]) -> bool:
    """Whether it is known how long requests take, where there are any."""
    return all("cf_request_us" in one or "cf_requests_per_command" not in one for one in conditions)


def needs_processors(topology: Topology, database: str, today: Conditions) -> None:
    """Raise NotProjectable where structures are in a facility of which nobody says how many
    processors it has, while requests wait for those of another today."""
    if "cf_request_us" not in today:
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


@dataclass(frozen=True)
class Requests:
    """The arcs of a database's requests, one for each group of nuclei."""

    arcs: tuple[int, ...]
    station: int


def declare(
    net: InstallationNetwork,
    name: str,
    groups: Sequence[tuple[int, Sequence[int]]],
    station: int,
    conditions: Sequence[Conditions],
    draws: ConstantDraws,
) -> Requests:
    """Add the requests of a database; `groups` are the chain and arcs of each group."""

    def of(key: str) -> FloatArray:
        return np.repeat([float(one.get(key, 0.0)) for one in conditions], draws.count)

    requests = of("cf_requests_per_command")
    demand = requests * of("cf_request_us") * 1e-6
    # Of one nucleus there are no requests: it passes by without being served.
    visits = np.where(requests > 0.0, requests, 1.0)
    arcs = tuple(
        net.arc(chain, station, demand, visits, within=(own[THREADS],)) for chain, own in groups
    )
    values = {
        "requests": requests,
        "request_s": of("cf_request_us") * 1e-6,
        "service_s": of("cf_service_us") * 1e-6,
        "waited": np.repeat([_waited(one) for one in conditions], draws.count),
        "asynchronous_s": np.tile(asynchronous_cpu_draws(draws.count), len(conditions)),
    }
    cps = tuple(own[CPS] for _, own in groups)
    net.effect(_Spinning(name, arcs, cps, values))
    return Requests(arcs, station)


def _waited(conditions: Conditions) -> float:
    """Wait for the facility's processors as measured, in units of a request's time."""
    processors = max(1, round(float(conditions.get("cf_cps_measured", 1.0))))
    use = float(conditions.get("cf_busy_cps", 0.0)) / processors
    return float(mean_wait(np.array(min(use, _FULL)), processors))


def waits_more_us(conditions: Conditions, per_command_s: float) -> float:
    """By how much a request waits longer for the facility's processors than measured use has it.

    per_command_s: time of a command's requests there.
    """
    requests = float(conditions.get("cf_requests_per_command", 0.0))
    if requests <= 0.0 or "cf_request_us" not in conditions:
        return 0.0
    request_us = float(conditions["cf_request_us"])
    return 1e6 * per_command_s / requests - request_us * (1.0 + _waited(conditions))


class _Spinning:
    """CPU that a command spends on waiting for the facility, beyond what was measured.

    Variables: the CPU of each group, in units of its requests' processor time.
    """

    def __init__(
        self, name: str, arcs: Sequence[int], cps: Sequence[int], values: dict[str, FloatArray]
    ) -> None:
        self._name = name
        self._arcs, self._cps = np.array(arcs, dtype=np.intp), np.array(cps, dtype=np.intp)
        own = {name: column[:, None] for name, column in values.items()}
        own["unit_s"] = own["requests"] * own["request_s"]
        own["spun_s"] = spinning_s(own["service_s"], own["asynchronous_s"])
        self.values: dict[str, FloatArray] = own

    @property
    def key(self) -> Hashable:
        """The database's name."""
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
