"""Volumes and subsystems from what each system reports of them: rates add up, times are weighted.

Every system reports its own I/O to a shared volume, so that a volume's rate is the sum over the
systems and its times are means weighted by their rates.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from advisor.installation.derivations import Derived
from model.language import joined, say
from model.topology import Component, Measured, Origin, Setting, Topology

RATE = "io_per_s"
TIMES = ("response_ms", "iosq_ms", "pend_ms", "disc_ms", "conn_ms")
IN_USE_SHARE = 0.05
"""A volume belongs to the data in use when its rate is above this share of the busiest one's."""


def derive(topology: Topology) -> Derived:
    """Add rates and times to volumes and DASD subsystems, and the number of volumes in use."""
    # All at once: a copy of the topology for each of thousands of volumes takes longer than this.
    if volumes := topology.of_kind("dasd_volume"):
        topology = topology.with_components(map(_over_systems, volumes))
    subsystems = [
        _over_volumes(_over_systems(one), topology.children(one.id, "dasd_volume"))
        for one in topology.of_kind("dasd")
    ]
    return Derived(topology.with_components(subsystems) if subsystems else topology)


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
    busiest = max(v.measure(RATE) or 0.0 for v in known)
    in_use = [v for v in known if (v.measure(RATE) or 0.0) > IN_USE_SHARE * busiest]
    stated = combined.settings.get("VOLUMES")
    if stated is not None and stated.origin.kind in ("report", "user"):
        return combined
    first = in_use[0].measured[RATE].origin if in_use else Origin("derived")
    sentence = "volumes with more than a twentieth of the busiest one's rate"
    return combined.with_setting(
        "VOLUMES", Setting(len(in_use), Origin("derived", first.file, first.line, sentence))
    )


def _combined(
    component: Component, parts: Sequence[Mapping[str, Measured | None]], over: str
) -> Component:
    rates = [_number(part[RATE]) for part in parts]
    total = sum(rate for rate in rates if rate is not None)
    measured = dict(component.measured)
    origin = next(found.origin for part in parts if (found := part[RATE]) is not None)
    summed, weighed = (
        Origin("derived", origin.file, origin.line, joined((how, " ", over)))
        for how in ("sum", "mean weighted by rate")
    )
    measured[RATE] = Measured(total, "I/O/s", summed)
    for name in TIMES:
        pairs = [
            (value, rate)
            for part, rate in zip(parts, rates, strict=True)
            if (value := _number(part[name])) is not None and rate
        ]
        weight = sum(rate for _, rate in pairs)
        if weight > 0:
            mean = sum(value * rate for value, rate in pairs) / weight
            measured[name] = Measured(mean, "ms", weighed)
    return replace(component, measured=measured)


def _number(figure: Measured | None) -> float | None:
    return None if figure is None or isinstance(figure.value, str) else float(figure.value)
