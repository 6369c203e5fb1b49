"""What is usual of a component, where a report or a person tells nothing: marked as provisional."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import replace

from model.catalogue import catalogue, named
from model.contract.protocol import NotProjectable
from model.figures.figure import DURATION
from model.language import FigureName, SettingName, say
from model.topology import Component, Measured, Origin, Setting, Topology, Usual, Value


def parts_of(topology: Topology, anchor: str) -> list[Component]:
    """A workload's component and what stands in it."""
    parts = [topology[anchor]]
    for part in parts:
        parts.extend(topology.children(part.id))
    return parts


def filled(topology: Topology, lacking: NotProjectable) -> Topology | None:
    """The topology with the usual value in a gap; ``None`` where none is declared."""
    component = topology.components.get(lacking.component)
    kind = None if component is None else catalogue().get(component.kind)
    if component is None or kind is None:
        return None
    spec = kind.setting(lacking.setting)
    if spec is not None:
        if spec.usual is None or component.value(spec.name) is not None:
            return None
        stands_in = Setting(spec.usual.value, _origin(spec.usual))
        return topology.with_component(component.with_setting(spec.name, stands_in))
    return with_figures(topology, component) if lacking.setting in kind.usual else None


def with_figures(
    topology: Topology,
    component: Component,
    given: Collection[str] = (),
    usual: Mapping[str, Usual] | None = None,
) -> Topology:
    """The topology with what is usual of a component's figures where there are none, but for those
    that are given already.

    usual: of which figures; those without which there are none where nothing is said."""
    measured = dict(component.measured)
    kind = catalogue()[component.kind]
    for name, how in (kind.usual if usual is None else usual).items():
        value, one = as_number(how.value), 1.0
        if how.per:
            base = measured.get(how.per) or _rate(measured, kind.usual.get(how.per))
            one = math.nan if base is None else as_number(base.value) or math.nan
        if value is not None:
            value = _by_what_is_told(name, how, value * one, component.measured, kind.usual)
        if name in measured or name in given or value is None or not math.isfinite(value):
            continue
        if any(other in measured for other in how.instead):
            continue
        declared = kind.measure(name)
        unit = "" if declared is None else declared.unit
        value = _with_room(name, how, value, measured, kind.usual)
        measured[name] = Measured(value, unit, _origin(how))
    if len(measured) == len(component.measured):
        return topology
    return topology.with_component(replace(component, measured=measured))


_ROOM = 1.25
"""Least time that is usual beside its CPU time, in it: that of a QR TCB."""


def _by_what_is_told(
    name: str, own: Usual, value: float, told: Mapping[str, Measured], usual: Mapping[str, Usual]
) -> float:
    """A usual figure by one that is told and usually so much of it, where that says it closer."""
    for other, how in usual.items():
        share = as_number(how.value)
        if how.per == name and other in told and share and 1.0 < how.times < own.times:
            return (as_number(told[other].value) or 0.0) / share or value
    return value


def _with_room(
    name: str,
    own: Usual,
    value: float,
    measured: Mapping[str, Measured],
    usual: Mapping[str, Usual],
) -> float:
    """A usual figure that has room for what it holds, and that has room in what holds it."""

    def known(other: str) -> float:
        return as_number(measured[other].value) or 0.0 if other in measured else 0.0

    value = max(value, known(own.holds) * _ROOM)
    wholes = (known(other) for other, how in usual.items() if how.holds == name)
    return min([value, *(whole / _ROOM for whole in wholes if whole > 0.0)])


def _rate(measured: Mapping[str, Measured], usual: Usual | None) -> Measured | None:
    """Units a second by what was counted of them in an interval; None where nothing was."""
    length = measured.get(DURATION)
    counted = (
        [] if usual is None else [one for name in usual.instead if (one := measured.get(name))]
    )
    seconds = None if length is None else as_number(length.value)
    units = as_number(counted[0].value) if counted else None
    return None if not seconds or units is None else replace(counted[0], value=units / seconds)


def _origin(usual: Usual) -> Origin:
    return Origin("provisional", text=usual.source)


def called(component: Component, name: str, is_setting: bool) -> str:
    """A setting or a figure of a component, as sentences have it."""
    return say(
        "{figure} of {name}",
        figure=SettingName(name) if is_setting else FigureName(name),
        name=named(component),
    )


def as_number(value: Value) -> float | None:
    return None if isinstance(value, (str, bool)) else float(value)
