"""Volumes and subsystems from what each system reports of them: rates add up, times are weighted.

Every system reports its own I/O to a shared volume, so that a volume's rate is the sum over the
systems and its times are means weighted by their rates.

How many aliases a control unit has no RMF report prints. Each system binds them to volumes as it
needs them (HyperPAV), so that those of one system are what counts. RMF's I/O queuing activity gives
the most that were in use at a time (HPAV MAX, R783HAIU) and how often none was free (HPAV WAIT,
R783HNAI), with which the most in use is all of them. Its device activity gives base and aliases of
each volume (PAV), with HyperPAV the mean of those bound in the interval: what all volumes with I/O
add up to was in use on average, which the pool is not less than.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from advisor.installation.derivations import Derived
from model.language import Name, joined, say
from model.topology import Component, Measured, Origin, Setting, Topology

RATE = "io_per_s"
EXPOSURES = "exposures."
TIMES = ("response_ms", "iosq_ms", "pend_ms", "disc_ms", "conn_ms")
IN_USE_SHARE = 0.05
"""A volume belongs to the data in use when its rate is above this share of the busiest one's."""


def derive(topology: Topology) -> Derived:
    """Add rates and times to volumes and DASD subsystems, and the number of volumes in use."""
    # All at once: a copy of the topology for each of thousands of volumes takes longer than this.
    if volumes := topology.of_kind("dasd_volume"):
        topology = topology.with_components(map(_over_systems, volumes))
    subsystems = [
        _with_aliases(_over_volumes(_over_systems(one), volumes), volumes, topology)
        for one in topology.of_kind("dasd")
        for volumes in (topology.children(one.id, "dasd_volume"),)
    ]
    return Derived(
        topology.with_components(subsystems) if subsystems else topology,
        tuple(said for one in subsystems if (said := _inferred(one))),
    )


def _inferred(subsystem: Component) -> str | None:
    """That its aliases are inferred, from what, and what decides how many the model takes."""
    aliases = subsystem.settings.get("ALIASES")
    if aliases is None or aliases.origin.kind != "derived":
        return None
    return say(
        "{name} is taken to have {count:,} aliases for each system: {why}. How many I/Os they "
        "really take at a time is known within a factor of four or so; measured times of I/Os "
        "narrow it where a model is calibrated to them",
        name=Name(subsystem.name),
        count=aliases.value,
        why=aliases.origin.text,
    )


def _over_systems(component: Component) -> Component:
    """Sum and weigh the figures that carry a system's name, such as ``io_per_s.SYSA``."""
    systems = sorted(
        metric.removeprefix(f"{RATE}.")
        for metric in component.measured
        if metric.startswith(f"{RATE}.") and not metric.startswith(f"{RATE}.SSID")
    )
    if not systems:
        return component
    parts = [
        {name: component.measured.get(f"{name}.{system}") for name in (RATE, *TIMES)}
        for system in systems
    ]
    return _combined(component, parts, say("over {systems} systems", systems=len(systems)))


def _over_volumes(subsystem: Component, volumes: Iterable[Component]) -> Component:
    known = [v for v in volumes if v.measure(RATE) is not None]
    if not known:
        return subsystem
    combined = subsystem
    if subsystem.measure(RATE) is None:
        parts = [{name: v.measured.get(name) for name in (RATE, *TIMES)} for v in known]
        combined = _combined(subsystem, parts, say("over {known} volumes", known=len(known)))
    in_use = _in_use(known)
    stated = combined.settings.get("VOLUMES")
    if stated is not None and stated.origin.kind in ("report", "user"):
        return combined
    first = in_use[0].measured[RATE].origin if in_use else Origin("derived")
    sentence = "volumes with more than a twentieth of the busiest one's rate"
    return combined.with_setting(
        "VOLUMES", Setting(len(in_use), Origin("derived", first.file, first.line, sentence))
    )


def _in_use(volumes: Iterable[Component]) -> list[Component]:
    rates = [(one, one.measure(RATE) or 0.0) for one in volumes]
    busiest = max((rate for _, rate in rates), default=0.0)
    return [one for one, rate in rates if rate > IN_USE_SHARE * busiest]


def _with_aliases(
    subsystem: Component, volumes: Iterable[Component], topology: Topology
) -> Component:
    """With the aliases of each system that reports tell of, where nobody states their number."""
    stated = subsystem.settings.get("ALIASES")
    if stated is not None and stated.origin.kind in ("report", "user"):
        return subsystem
    in_use = _in_use(volumes)
    found = _most_in_use(in_use, topology) or _mean_in_use(in_use)
    return subsystem if found is None else subsystem.with_setting("ALIASES", found)


def _most_in_use(volumes: Sequence[Component], topology: Topology) -> Setting | None:
    """The most that were in use at a time, of all of their control units; each has a pool."""
    units = {str(one.value("LCU")) for one in volumes if one.value("LCU") is not None}
    total, waited, origin = 0.0, False, None
    for unit in sorted(units):
        parts = [
            (lpar, value)
            for lpar in topology.of_kind("lpar")
            if (value := lpar.measure(f"hyperpav_max.{unit}")) is not None
        ]
        if not parts:
            return None
        lpar, most = max(parts, key=lambda part: part[1])
        total += most
        waited |= any((one.measure(f"hyperpav_wait_ratio.{unit}") or 0.0) > 0 for one, _ in parts)
        origin = origin or lpar.measured[f"hyperpav_max.{unit}"].origin
    if origin is None or total <= 0.0:
        return None
    said = (
        say(
            "the most HyperPAV aliases that were in use at a time (HPAV MAX), which are all of "
            "them, as I/O found none free (HPAV WAIT)"
        )
        if waited
        else say(
            "the most HyperPAV aliases that were in use at a time (HPAV MAX); there may be more, "
            "as I/O always found one free (HPAV WAIT)"
        )
    )
    return Setting(round(total), Origin("derived", origin.file, origin.line, said))


def _mean_in_use(volumes: Sequence[Component]) -> Setting | None:
    """What base devices and aliases of the volumes with I/O add up to beyond one each."""
    by_system: dict[str, float] = {}
    for system, more in (pair for one in volumes for pair in _beyond_base(one)):
        by_system[system] = by_system.get(system, 0.0) + more
    total = max(by_system.values(), default=0.0)
    if round(total) < 1:
        return None
    origin = next(
        one.measured[name].origin
        for one in volumes
        for name in one.measured
        if name.startswith(EXPOSURES)
    )
    said = say(
        "what the volumes with I/O had beyond their base devices (PAV of the device report), added "
        "up; with HyperPAV the mean of those in use, so that there are more"
    )
    return Setting(round(total), Origin("derived", origin.file, origin.line, said))


def _beyond_base(volume: Component) -> Iterator[tuple[str, float]]:
    """Aliases of a volume by system, of those that have I/O to it."""
    for name in volume.measured:
        system = name.removeprefix(EXPOSURES)
        value = volume.measure(name) if name != system else None
        if value is not None and volume.measure(f"{RATE}.{system}"):
            yield system, max(value - 1.0, 0.0)


def _combined(
    component: Component, parts: Sequence[Mapping[str, Measured | None]], over: str
) -> Component:
    rates = [_number(part[RATE]) for part in parts]
    total = math.fsum(rate for rate in rates if rate is not None)
    measured = dict(component.measured)
    origin = next(found.origin for part in parts if (found := part[RATE]) is not None)
    summed, weighed = (
        Origin("derived", origin.file, origin.line, joined((how, " ", over)))
        for how in (say("sum"), say("mean weighted by rate"))
    )
    measured[RATE] = Measured(total, "I/O/s", summed)
    for name in TIMES:
        pairs = [
            (value, rate)
            for part, rate in zip(parts, rates, strict=True)
            if (value := _number(part[name])) is not None and rate
        ]
        weight = math.fsum(rate for _, rate in pairs)
        if weight > 0:
            mean = math.fsum(value * rate for value, rate in pairs) / weight
            measured[name] = Measured(mean, "ms", weighed)
    return replace(component, measured=measured)


def _number(figure: Measured | None) -> float | None:
    return None if figure is None or isinstance(figure.value, str) else float(figure.value)
