"""What runs over links, one line of the canvas at a time. Pure but for texts.

A line stands for one link or, where containers are closed, for several. A rate belongs to a link
only where its source has no other link of that kind: how several share what their source sends
no report says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.window.i18n import tr
from app.window.i18n.numbers import banded, figure, percent, projected
from model.topology import Component, Link, Topology

if TYPE_CHECKING:
    from model.projection import Projection

# What of its source's projection a link carries, and what stands in for it as measured.
METRICS = {"uses": "io_per_s", "network": "etr_per_s"}
MEASURES = {
    "network": ("commands_per_s", "messages_per_s"),
    "uses": ("io_per_s",),
    "coupled": ("requests_per_s",),
    "mro": ("function_shipped_requests",),
}
# Kinds of link whose own utilisation the model gives, at the link's source.
ABOUT = "≈ "
LIMITED = ("network",)
_WIDE = 4.0
"""A rate with ends so many times apart is a guess."""


@dataclass(frozen=True, slots=True)
class Load:
    """What one link carries: a rate, and how busy the link itself is where its limit is known."""

    rate: float
    unit: str
    metric: str  # of a projection; "" as measured
    kind: str  # of the source
    busy: float | None = None
    band: str = ""  # the rate with its band, of what is known so badly that it is a guess

    @property
    def said(self) -> str:
        """The rate with its unit."""
        return _together([self])


def _rate(value: float, like: Load) -> str:
    if like.metric:
        return projected(value, like.unit, like.metric, like.kind)
    return figure(value, like.unit)


def load_of(
    source: Component, kind: str, projection: Projection | None, busy: float | None
) -> Load | None:
    """The load of one link of this kind that starts at ``source``; ``None`` where nobody says."""
    metric = METRICS.get(kind, "")
    workload = None if projection is None else projection.workload(source.id)
    estimate = None if workload is None or not metric else workload.metrics.get(metric)
    if estimate is not None:
        wide = estimate.high > _WIDE * estimate.low
        band = banded(estimate, metric, source.kind) if wide else ""
        return Load(estimate.value, estimate.unit, metric, source.kind, busy, band)
    for name in MEASURES.get(kind, ()):
        item = source.measured.get(name)
        if item is not None:
            return Load(float(item.value), item.unit, "", source.kind, busy)
    return None


class Lines:
    """The loads of all links of a topology, looked up by the lines that show them."""

    def __init__(
        self, topology: Topology, projection: Projection | None, before: Projection | None
    ) -> None:
        self._topology = topology
        self._projection = projection
        self._before = before
        count: dict[tuple[str, str], int] = {}
        for link in topology.links:
            count[link.kind, link.source] = count.get((link.kind, link.source), 0) + 1
        self._count: Mapping[tuple[str, str], int] = count

    def load(self, link: Link, *, as_is: bool = False) -> Load | None:
        """What a link carries, in the scenario on show or ``as_is``."""
        source = self._topology.components.get(link.source)
        if source is None or self._count.get((link.kind, link.source), 0) > 1:
            return None
        projection = self._before if as_is else self._projection
        busy = None
        if link.kind in LIMITED and projection is not None:
            uses = projection.resources
            busy = next((u.utilization for u in uses if u.component == link.source), None)
        return load_of(source, link.kind, projection, busy)

    def label(self, links: Sequence[Link]) -> str:
        """Of one link how busy it is, or else its rate; of several the sum and the greatest."""
        loads = [x for link in links if (x := self.load(link)) is not None]
        if not loads:
            return ""
        busiest = max((x.busy for x in loads if x.busy is not None), default=None)
        total = _together(loads)
        if len(links) == 1:
            return total if busiest is None else percent(busiest)
        # What some of the links carry is the least that all of them do.
        parts = [
            tr("{n} links", n=len(links)),
            total if len(loads) == len(links) else f"≥ {total.removeprefix(ABOUT)}",
        ]
        if busiest is not None:
            parts.append(tr("up to {figure}", figure=percent(busiest)))
        return " · ".join(parts)

    def explained(self, links: Sequence[Link], ends: tuple[str, str]) -> list[str]:
        """What pointing at a line explains, line by line as plain text; the ends' names first."""
        lines = [f"{ends[0]} → {ends[1]}"]
        if len(links) == 1:
            return lines + self._one(links[0])
        lines.append(tr("{n} links", n=len(links)))
        loads = [(link, x) for link in links if (x := self.load(link)) is not None]
        total = _together([x for _, x in loads])
        if total:
            lines.append(tr("together {rate}", rate=total))
            link, most = max(loads, key=lambda pair: pair[1].rate)
            names = f"{self._name(link.source)} → {self._name(link.target)}"
            lines.append(tr("greatest: {link}, {rate}", link=names, rate=most.said))
        limited = [(x.busy, link) for link, x in loads if x.busy is not None]
        if limited:
            share, link = max(limited, key=lambda pair: pair[0])
            names = f"{self._name(link.source)} → {self._name(link.target)}"
            lines.append(tr("busiest: {link}, {figure}", link=names, figure=percent(share)))
        if loads and len(loads) < len(links):
            lines.append(tr("of {n} no report says how much", n=len(links) - len(loads)))
        return lines

    def _one(self, link: Link) -> list[str]:
        load = self.load(link)
        if load is None:
            if self._count.get((link.kind, link.source), 0) > 1 and link.kind in METRICS:
                return [tr("How the links of one source share its load no report says.")]
            return [tr("How much runs over it nobody told.")] if link.kind in METRICS else []
        lines = []
        if not load.metric:
            lines.append(tr("{rate}, as measured", rate=load.said))
        elif self._before is None:
            lines.append(load.said)
        else:
            lines.append(tr("{rate}, projected", rate=load.said))
            was = self.load(link, as_is=True)
            if was is not None and was.said != load.said:
                lines.append(tr("as-is {rate}", rate=was.said))
        if load.metric:
            measured = self._measured(link)
            if measured:
                lines.append(tr("{rate}, as measured", rate=measured))
        if load.band:
            lines.append(tr("known no better than as {band}", band=load.band))
        if load.busy is not None:
            lines.append(tr("link {figure} busy", figure=percent(load.busy)))
        return lines

    def _measured(self, link: Link) -> str:
        source = self._topology[link.source]
        for name in MEASURES.get(link.kind, ()):
            item = source.measured.get(name)
            if item is not None:
                if name == "messages_per_s":
                    return f"{figure(item.value)}\u00a0{tr('messages/s')}"
                return figure(item.value, item.unit)
        return ""

    def _name(self, component: str) -> str:
        known = component in self._topology
        return self._topology[component].name if known else component.partition(":")[2]


def _together(loads: Sequence[Load]) -> str:
    """The sum where the rates count the same; otherwise each sum on its own."""
    sums: dict[tuple[str, str, str], tuple[float, Load]] = {}
    for load in loads:
        counted = "" if not load.metric else load.kind
        key = (load.unit, load.metric, counted)
        so_far, _ = sums.get(key, (0.0, load))
        sums[key] = (so_far + load.rate, load)
    said = " + ".join(_rate(total, like) for total, like in sums.values())
    return f"{ABOUT}{said}" if any(load.band for load in loads) else said
