"""What workloads, and what no model explains, take of hardware that they share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from functools import lru_cache

from model.hardware.coupling import facility_of
from model.hardware.dasd import BEHIND
from model.hardware.storage import STORAGE
from model.hardware.ziip import measured_work
from model.projection.asked import Member
from model.topology import Topology

_BACKGROUND_DIGITS = 4
_STORAGE_DECIMALS = 3


def measured_load(topology: Topology) -> dict[str, float]:
    """Measured use of shared hardware: busy CPs by LPAR, I/Os per second by DASD, and processors
    of a CF that requests to each of its structures keep busy, or all where none are counted."""
    found: dict[str, float] = {}
    for component in topology:
        if component.kind == "lpar":
            busy_pct, cps = component.measure("cp_busy_pct"), component.number("CPS")
            if busy_pct is not None and cps is not None:
                found[component.id] = busy_pct / 100.0 * cps
        elif component.kind == "cf":
            # Of all requests: no model takes its own off.
            known = facility_of(topology, component)
            for structure in () if known is None else topology.children(component.id):
                rate = structure.measure("requests_per_s")
                if known is not None and rate:
                    found[structure.id] = rate * known.request_s
            busy_pct, cps = component.measure("cpu_busy_pct"), component.number("CPS")
            if known is None and busy_pct is not None and cps is not None:
                found[component.id] = busy_pct / 100.0 * cps
        elif component.kind == "dasd":
            io_per_s = component.measure("io_per_s")
            if io_per_s is not None:
                found[component.id] = io_per_s
    found.update(measured_work(topology))
    return found


def devices(topology: Topology, taken: Mapping[str, float]) -> dict[str, float]:
    """What is taken of hardware that stands in no network yet: all but partitions."""
    return {
        name: value
        for name, value in taken.items()
        if name not in topology or topology[name].kind != "lpar"
    }


def reaching(topology: Topology, load: Mapping[str, float], there: Set[str]) -> dict[str, float]:
    """What a network takes that reaches beyond it: devices, CPs that PR/SM shares out, and those of
    partitions where it is only now, or was only before."""
    found = devices(topology, load)
    for name in load.keys() - found.keys():
        cpc = topology.ancestor(name, "cpc")
        if name in there or (cpc is not None and len(topology.children(cpc.id, "lpar")) > 1):
            found[name] = load[name]
    return found


def used_cps(
    topology: Topology,
    loads: Mapping[str, Mapping[str, float]],
    other_work: Mapping[str, float],
    left_out_cps: Mapping[str, float] | None = None,
    today: Topology | None = None,
) -> dict[str, float]:
    """CPs that each partition uses, by all that is known of it.

    today: in a scenario the installation without it. What it adds has no work but what it is given.
    """
    every = sum_of([other_work, *loads.values()])
    left = left_out_cps or {}
    return {
        lpar.id: max(every.get(lpar.id, 0.0) - left.get(lpar.id, 0.0), 0.0)
        for lpar in topology.of_kind("lpar")
        if lpar.id in every or (today is not None and lpar.id not in today)
    }


def outside(
    block: Sequence[Member],
    loads: Mapping[str, Mapping[str, float]],
    other_work: Mapping[str, float],
) -> dict[str, float]:
    """What is taken of a block's hardware by work that is no flow in it.

    A part has partitions in the network, and what stands behind volumes that others use, but the
    volumes are its own there: to flows its I/Os are those of others.
    """
    flows = {member.anchor for member in block if hasattr(member.model, "flow")}
    parts = {member.anchor: member.hosts for member in block if member.anchor not in flows}
    limits = {host for member in block for host in member.hosts if host.endswith(BEHIND)}
    others = [_behind(other_work, limits)]
    for anchor, load in loads.items():
        if anchor not in flows:
            own = parts.get(anchor, ())
            each = _behind(load, limits)
            others.append({key: value for key, value in each.items() if key not in own})
    return rounded_sum(others)


def _behind(load: Mapping[str, float], limits: Iterable[str]) -> dict[str, float]:
    """A load with its I/Os at what stands behind the volumes as well."""
    found = {limit: load.get(limit.removesuffix(BEHIND), 0.0) for limit in limits}
    return {**load, **{limit: ios for limit, ios in found.items() if ios}}


class Taken:
    """What others than a workload take of hardware, for each of many workloads.

    The sums are those of `rounded_sum`, in the same order: only what a workload takes itself has to
    be added up again without it.
    """

    def __init__(
        self,
        topology: Topology,
        loads: Mapping[str, Mapping[str, float]],
        other_work: Mapping[str, float],
    ) -> None:
        self._loads = loads
        self._each: dict[str, list[tuple[str, float]]] = {}
        for anchor, load in (("", other_work), *loads.items()):
            for key, value in load.items():
                self._each.setdefault(key, []).append((anchor, value))
        self._all = {key: _rounded(key, sum(v for _, v in e)) for key, e in self._each.items()}
        self._devices = devices(topology, self._all)

    def without(self, anchor: str, partitions: bool) -> dict[str, float]:
        """By component what all but one workload take; of ``partitions`` only where wanted."""
        found = dict(self._all if partitions else self._devices)
        for key in self._loads.get(anchor, {}):
            if key not in found:
                continue
            others = [value for name, value in self._each[key] if name != anchor]
            if others:
                found[key] = _rounded(key, sum(others))
            else:
                del found[key]
        return found


def rounded_sum(loads: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """Loads added up by component, to four significant digits.

    The reports know them no better, and an anchor that nothing happened to keeps the very
    conditions it had, so that it need not be evaluated again. Storage follows from settings, and a
    little of it given back is a large part of what does not fit: it is known to the megabyte.
    """
    return {key: _rounded(key, value) for key, value in sum_of(loads).items()}


@lru_cache(maxsize=4096)
def _rounded(key: str, value: float) -> float:
    if key.endswith(STORAGE):
        return round(value, _STORAGE_DECIMALS)
    return float(f"{value:.{_BACKGROUND_DIGITS}g}")


def sum_of(loads: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """Loads added up by component."""
    total: dict[str, float] = {}
    for load in loads:
        for key, value in load.items():
            total[key] = total.get(key, 0.0) + value
    return total
