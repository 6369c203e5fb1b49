"""What boxes and links say: texts and figures from topology and projection. Pure but for texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import is_
from typing import TYPE_CHECKING

from app.window.canvas.passage import Stay
from app.window.i18n import several, spoken, spoken_label, tr
from app.window.i18n.numbers import figure, percent, plain, projected
from app.window.metrics import limiting, metric_name, setting_name
from app.window.names import busy_share
from model.catalogue import catalogue
from model.figures import HEADLINES
from model.hardware.processors import online
from model.topology import Catalogue, Component, SetSetting, Topology

if TYPE_CHECKING:
    from collections.abc import Iterable

    from model.projection import Projection, ResourceUse
    from model.topology import Change

# Shares of a resource's time that are the same as far as anybody can see.
ALIKE = 0.005
# Measured busy figures that stand in for a utilisation while there is no projection of it.
BUSY_METRICS = ("cp_busy_pct", "busy_pct", "cpu_busy_pct", "cpu_pct")


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
    was: float | None = None  # the utilisation without the scenario, where it is another
    bottleneck: bool = False
    mark: str = ""  # "added", "changed" or "" against the as-is
    missing: int = 0  # values without which something has no figures
    provisional: int = 0  # of which usual ones stand in
    low: float | None = None  # the band of a projected utilisation
    high: float | None = None
    stay: Stay | None = None  # what of the response time on show is spent here

    @property
    def gaps(self) -> int:
        """The number on its mark: of what is missing, or else of what only stands in."""
        return self.missing or self.provisional


def icon_of(kind: str) -> str:
    """The icon of a component kind."""
    found = catalogue().get(kind)
    return "box" if found is None else found.icon


def faces(
    topology: Topology,
    as_is: Topology,
    catalogue: Catalogue,
    projection: Projection | None,
    before: Projection | None,
    changes: Iterable[Change] = (),
    known: Known | None = None,
) -> dict[str, Face]:
    """A face for every component. ``before`` gives the ghosts; ``None`` on the as-is itself.

    ``known`` keeps faces from one call to the next: those of which nothing changed are not made
    anew. It belongs to one catalogue and one language.
    """
    uses = _uses(projection)
    old = _uses(before)
    touched = {c.component for c in changes if isinstance(c, SetSetting)}
    bottlenecks = _bottlenecks(projection)
    what_if = before is not None
    kept = Known() if known is None else known
    # A tick of a slider whose figures are still to come changes the components it is of, no others.
    same = kept.rest_on(projection, before, as_is, touched)
    made: dict[str, tuple[tuple[object, ...], Face]] = {}
    for component in topology:
        name = component.id
        last = kept.faces.get(name)
        if last is not None and same and last[0][0] is component:
            made[name] = last
            continue
        use, was = uses.get(name), old.get(name)
        mark = _mark(component, as_is, touched)
        # A component's own values do not change; another one has taken its place where they did.
        rests_on = (component, use, was, name in bottlenecks, mark, what_if)
        if last is None or not all(map(is_, last[0], rests_on)):
            last = (
                rests_on,
                _face(component, catalogue, use, was, name in bottlenecks, mark, what_if=what_if),
            )
        made[name] = last
    kept.faces = made
    return {name: face for name, (_, face) in made.items()}


class Known:
    """Faces of the last call, and what they rested on besides their components."""

    def __init__(self) -> None:
        self.faces: dict[str, tuple[tuple[object, ...], Face]] = {}
        self._of: tuple[object, ...] = ()
        self._touched: set[str] = set()

    def rest_on(
        self,
        projection: Projection | None,
        before: Projection | None,
        as_is: Topology,
        touched: set[str],
    ) -> bool:
        """Whether it is the same as at the call before."""
        now = (projection, before, as_is)
        same = len(self._of) == len(now) and all(map(is_, self._of, now))
        same = same and touched == self._touched
        self._of, self._touched = now, touched
        return same


def _mark(component: Component, as_is: Topology, touched: set[str]) -> str:
    if component.id not in as_is:
        return "added"
    if component.id in touched or as_is[component.id].parent != component.parent:
        return "changed"
    return ""


def _uses(projection: Projection | None) -> Mapping[str, ResourceUse]:
    if projection is None:
        return {}
    return {use.component: use for use in projection.resources}


def _bottlenecks(projection: Projection | None) -> frozenset[str]:
    if projection is None:
        return frozenset()
    first = limiting(projection)
    if first is not None and not first.binds:
        # The busiest of all that have time to spare limits nothing.
        return frozenset()
    named = {projection.bottleneck}
    known = {use.component: use for use in projection.resources}
    # A bottleneck may be named by its component or by the label of its resource use.
    named |= {c for c, use in known.items() if use.label and use.label == projection.bottleneck}
    first = known.get(projection.bottleneck or "")
    if first is not None:
        # Eight nuclei that are all full are the bottleneck together, not the first of them.
        kind = first.component.partition(":")[0]
        named |= {
            c
            for c, use in known.items()
            if use.label == first.label
            and c.partition(":")[0] == kind
            and use.utilization >= first.utilization - ALIKE
        }
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
    catalogue: Catalogue,
    use: ResourceUse | None,
    old: ResourceUse | None,
    bottleneck: bool,
    mark: str,
    *,
    what_if: bool,
) -> Face:
    kind = catalogue.get(component.kind)
    kind_title = component.kind if kind is None else spoken_label(kind.title)
    measured = busy_of(component)
    # What no model projects stays as it was measured: no figure of a what-if.
    level = use.utilization if use is not None else None if what_if else measured
    said = "" if level is None else percent(level) if use is None else busy_share(use)
    ghost = ""
    if what_if and use is None and measured is not None:
        ghost = tr("{figure} measured", figure=percent(measured))
    was = None
    if use is not None and old is not None and abs(use.utilization - old.utilization) >= 0.005:
        was = old.utilization
        ghost = tr("was {figure}", figure=percent(old.utilization))
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
        "box" if kind is None else kind.icon,
        spoken,
        level,
        said,
        ghost,
        was,
        bottleneck,
        mark,
        low=None if use is None or use.high <= use.low else use.low,
        high=None if use is None or use.high <= use.low else use.high,
    )


def explanation(use: ResourceUse, topology: Topology, projection: Projection) -> str:
    """The absolute figures behind a utilisation: ``78,700 I/Os/s of 78,900``; may be empty."""
    component = topology.components.get(use.component)
    if component is None:
        return ""
    if component.kind == "lpar":
        cps = online(topology, component)
        if not cps:
            return ""
        said = tr("{busy} of {all} CPs", busy=plain(use.utilization * cps, 1), all=figure(cps))
        return f"{said}, {spoken(use.lacking)}" if use.lacking else said
    if use.detail:
        return spoken(use.detail)
    if component.kind == "dasd":
        rate = _sum_of(projection, "io_per_s", topology.sources(component.id, "uses"))
        if rate is None:
            return ""
        said = figure(_rounded(rate))
        # Only the common limit is a rate: volumes queue one by one.
        if use.label != "I/O limit" or use.utilization <= 0.0:
            return tr("{rate} I/Os/s", rate=said)
        return tr("{rate} I/Os/s of {all}", rate=said, all=figure(_rounded(rate / use.utilization)))
    owners = [
        topology[x.target] for x in topology.links if (x.kind, x.source) == ("member", component.id)
    ]
    rate = _sum_of(projection, "etr_per_s", owners)
    if rate is None:
        return ""
    members = len(topology.sources(owners[0].id, "member"))
    if members == 1:
        return tr("{rate} commands/s", rate=figure(_rounded(rate)))
    return tr("{rate} commands/s by {n} nuclei", rate=figure(_rounded(rate)), n=figure(members))


def _sum_of(projection: Projection, metric: str, components: Iterable[Component]) -> float | None:
    found = [projection.workload(c.id) for c in components]
    values = [w.metrics[metric].value for w in found if w is not None and metric in w.metrics]
    return sum(values) if values else None


def _rounded(value: float) -> float:
    """To the four digits that projected figures are printed with."""
    return float(f"{value:.4g}")


def hover_text(
    component: Component,
    face: Face,
    topology: Topology,
    catalogue: Catalogue,
    projection: Projection | None,
) -> str:
    """What pointing at a box explains, as rich text."""
    lines = [f"<b>{_plain(component.name)}</b> · {_plain(face.subtitle)}"]
    use = _uses(projection).get(component.id)
    if use is not None and projection is not None:
        where = tr("{figure} busy", figure=busy_share(use))
        if use.high > use.low:
            where += f" ({percent(use.low)} … {percent(use.high)})"
        said = explanation(use, topology, projection)
        lines.append(where + (f": {_plain(said)}" if said else ""))
    elif face.utilization is not None:
        lines.append(tr("{figure} busy, as measured", figure=face.figure))
    if face.bottleneck:
        lines.append(f"<b>{tr('This is the bottleneck')}</b>")
    if face.missing:
        lines.append(several("{n} value is missing", "{n} values are missing", face.missing))
    if face.provisional:
        lines.append(
            several(
                "{n} usual value stands in until it is told",
                "{n} usual values stand in until they are told",
                face.provisional,
            )
        )
    if face.ghost:
        lines.append(face.ghost)
    if face.mark:
        lines.append(
            tr("added in this scenario") if face.mark == "added" else tr("changed in this scenario")
        )
    workload = None if projection is None else projection.workload(component.id)
    mine = component.kind
    if workload is not None:
        figures = [
            f"{metric_name(name, mine)} {projected(x.value, x.unit, name, mine)}"
            for name in HEADLINES
            if (x := workload.metrics.get(name)) is not None
        ]
        lines += [_plain(text) for text in figures[:4]]
        if workload.not_projectable:
            lines.append(_plain(spoken(workload.not_projectable)))
    # The settings people ask about first: figures, in the order of the product's manual.
    kind = catalogue.get(component.kind)
    shown = [
        f"{_plain(setting_name(spec.name))} = {_plain(figure(item.value, spec.unit))}"
        for spec in (() if kind is None else kind.settings)
        if spec.type in ("integer", "number")
        and (item := component.settings.get(spec.name)) is not None
    ]
    if shown:
        lines.append(" · ".join(shown[:4]))
    return "<br>".join(lines)


def _plain(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def link_text(lines: Sequence[str], target: str, name: str, projection: Projection | None) -> str:
    """What pointing at a line explains, as rich text; how busy its target is comes last."""
    said = [f"<b>{_plain(lines[0])}</b>", *map(_plain, lines[1:])]
    use = _uses(projection).get(target)
    if use is not None:
        said.append(_plain(tr("{name}: {figure} busy", name=name, figure=busy_share(use))))
    return "<br>".join(said)
