"""What boxes and links say: texts and figures from topology and projection. Pure but for texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.window.i18n import spoken_label, tr
from app.window.i18n.numbers import figure, percent, projected
from model.topology import Catalogue, Component, Link, SetSetting, Topology

if TYPE_CHECKING:
    from collections.abc import Iterable

    from model.projection import Projection, ResourceUse
    from model.topology import Change

# Measured busy figures that stand in for a utilisation while there is no projection of it.
BUSY_METRICS = ("cp_busy_pct", "busy_pct", "cpu_busy_pct", "cpu_pct")

ICONS = {
    "cpc": "server",
    "lpar": "cpu",
    "cf": "circle-dot",
    "cf_structure": "layers",
    "dasd": "hard-drive",
    "dasd_volume": "hard-drive",
    "adabas_database": "database",
    "adabas_nucleus": "target",
    "netwk_node": "waypoints",
    "mq_manager": "mail",
    "mq_bufferpool": "memory-stick",
    "mq_pageset": "file-text",
    "cics_region": "box",
    "vsam_file": "table",
    "lsr_pool": "layers",
    "lsr_buffers": "memory-stick",
    "cics_connection": "cable",
    "natural_session": "play",
    "ims_system": "boxes",
    "ims_region": "box",
    "tcpip_stack": "network",
    "tcp_connection": "cable",
}


@dataclass(frozen=True, slots=True)
class Face:
    """What one box shows."""

    title: str
    subtitle: str
    icon: str
    spoken: str
    utilization: float | None = None
    figure: str = ""
    ghost: str = ""
    bottleneck: bool = False
    mark: str = ""  # "added", "changed" or "" against the as-is


def icon_of(kind: str) -> str:
    """The icon of a component kind."""
    return ICONS.get(kind, "box")


def faces(
    topology: Topology,
    as_is: Topology,
    catalogue: Catalogue,
    projection: Projection | None,
    before: Projection | None,
    changes: Iterable[Change] = (),
) -> dict[str, Face]:
    """A face for every component. ``before`` gives the ghosts; ``None`` on the as-is itself."""
    uses = _uses(projection)
    old = _uses(before)
    touched = {c.component for c in changes if isinstance(c, SetSetting)}
    bottlenecks = _bottlenecks(projection)
    return {
        component.id: _face(
            component,
            topology,
            as_is,
            catalogue,
            uses.get(component.id),
            old.get(component.id),
            component.id in bottlenecks,
            component.id in touched,
        )
        for component in topology
    }


def _uses(projection: Projection | None) -> Mapping[str, ResourceUse]:
    if projection is None:
        return {}
    return {use.component: use for use in projection.resources}


def _bottlenecks(projection: Projection | None) -> frozenset[str]:
    if projection is None:
        return frozenset()
    named = {projection.bottleneck}
    known = {use.component: use for use in projection.resources}
    # A bottleneck may be named by its component or by the label of its resource use.
    named |= {c for c, use in known.items() if use.label and use.label == projection.bottleneck}
    return frozenset(name for name in named if name)


def busy_of(component: Component) -> float | None:
    """The measured utilisation (0..1) a report gives for a component, or ``None``."""
    for metric in BUSY_METRICS:
        value = component.measure(metric)
        if value is not None:
            return value / 100.0
    return None


def _face(
    component: Component,
    topology: Topology,
    as_is: Topology,
    catalogue: Catalogue,
    use: ResourceUse | None,
    old: ResourceUse | None,
    bottleneck: bool,
    touched: bool,
) -> Face:
    kind = catalogue.get(component.kind)
    kind_title = component.kind if kind is None else spoken_label(kind.title)
    measured = busy_of(component)
    level = use.utilization if use is not None else measured
    said = "" if level is None else percent(level)
    ghost = ""
    if use is not None and old is not None and abs(use.utilization - old.utilization) >= 0.005:
        ghost = tr("was {figure}", figure=percent(old.utilization))
    mark = ""
    if component.id not in as_is:
        mark = "added"
    elif touched or as_is[component.id].parent != component.parent:
        mark = "changed"
    spoken = ", ".join(
        part
        for part in (
            f"{kind_title} {component.name}",
            tr("{figure} busy", figure=said) if said else "",
            tr("bottleneck") if bottleneck else "",
            ghost,
        )
        if part
    )
    return Face(
        component.name,
        kind_title,
        icon_of(component.kind),
        spoken,
        level,
        said,
        ghost,
        bottleneck,
        mark,
    )


def hover_text(component: Component, face: Face, projection: Projection | None) -> str:
    """What pointing at a box explains, as rich text."""
    lines = [f"<b>{_plain(component.name)}</b> · {_plain(face.subtitle)}"]
    use = _uses(projection).get(component.id)
    if use is not None:
        where = tr("{figure} busy", figure=percent(use.utilization))
        if use.high > use.low:
            where += f" ({percent(use.low)} … {percent(use.high)})"
        lines.append(where + (f": {_plain(use.detail)}" if use.detail else ""))
    elif face.utilization is not None:
        lines.append(tr("{figure} busy, as measured", figure=face.figure))
    if face.bottleneck:
        lines.append(f"<b>{tr('This is the bottleneck')}</b>")
    if face.ghost:
        lines.append(face.ghost)
    if face.mark:
        lines.append(
            tr("added in this scenario") if face.mark == "added" else tr("changed in this scenario")
        )
    shown = [
        f"{_plain(name)} = {_plain(figure(item.value))}"
        for name, item in list(component.settings.items())[:4]
    ]
    if shown:
        lines.append(" · ".join(shown))
    return "<br>".join(lines)


def _plain(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def link_load(link: Link, topology: Topology, projection: Projection | None) -> str:
    """What runs over a link, where model or reports say it; otherwise nothing."""
    workload = None if projection is None else projection.workload(link.source)
    if workload is not None:
        metric = {"uses": "io_per_s"}.get(link.kind)
        estimate = None if metric is None else workload.metrics.get(metric)
        if estimate is not None:
            kind = topology[link.source].kind if link.source in topology else None
            return projected(estimate.value, estimate.unit, metric or "", kind)
    source = topology.components.get(link.source)
    if source is None:
        return ""
    wanted = {
        "network": ("messages_per_s", "commands_per_s"),
        "uses": ("io_per_s",),
        "coupled": ("requests_per_s",),
        "mro": ("function_shipped_requests",),
    }.get(link.kind, ())
    for name in wanted:
        item = source.measured.get(name)
        if item is not None:
            return figure(item.value, item.unit)
    return ""
