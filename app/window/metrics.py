"""Names of metrics, efforts and severities as people read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.window.i18n import mark
from model.figures import MORE, figure

if TYPE_CHECKING:
    from model.projection import Projection, ResourceUse, WorkloadProjection
    from model.topology import Topology

EFFORTS = {
    "dynamic": mark("at once"),
    "new_copy": mark("new copy"),
    "close_open": mark("close and open"),
    "rebind": mark("rebind"),
    "policy": mark("policy"),
    "recycle": mark("restart"),
    "release": mark("new release"),
    "application": mark("application"),
    "ipl": mark("IPL"),
    "hardware": mark("hardware"),
}
EFFORT_ORDER = tuple(EFFORTS)
RISKS = (mark("low risk"), mark("medium risk"), mark("high risk"))
SEVERITIES = {
    "high": mark("high"),
    "medium": mark("medium"),
    "low": mark("low"),
    "info": mark("info"),
}
SEVERITY_ORDER = ("high", "medium", "low", "info")
VERDICTS = {
    "accepted": mark("accepted"),
    "rejected": mark("rejected"),
    "deferred": mark("deferred"),
    "done": mark("carried out"),
}
GOALS = {
    "etr": mark("most throughput"),
    "itr": mark("most commands per CPU second"),
    "response": mark("shortest response"),
    "cpu": mark("least CPU"),
    "storage": mark("least storage"),
}
OUTCOMES = {
    "found": mark("found"),
    "in order": mark("in order"),
    "cannot tell": mark("cannot tell"),
    "does not apply": mark("does not apply"),
    "held back": mark("held back"),
}
ALIKE = 0.005


def judged(metric: str, old: float, new: float, work: float = 1.0) -> str:
    """``good``, ``bad`` or nothing for a figure that changed.

    ``work`` is how many times as much work is done now (1: as much). A figure that grows with the
    work is bad only where it grew by more, and good only where it fell by more.
    """
    declared = figure(metric)
    if old == new or declared is None or not declared.better:
        return ""
    if not declared.grows:
        return "good" if (new > old) == (declared.better == MORE) else "bad"
    expected = old * work
    if new > max(old, expected * (1.0 + ALIKE)):
        return "bad"
    return "good" if new < min(old, expected * (1.0 - ALIKE)) else ""


def subsystem_name(subsystem: str) -> str:
    """A subsystem as rules name it; products keep their names."""
    from advisor.report.texts import own_text
    from advisor.report.words import SUBSYSTEMS
    from app.window.i18n.numbers import speech

    return own_text(SUBSYSTEMS.get(subsystem, subsystem), speech())


def metric_name(metric: str, kind: str | None = None) -> str:
    """A figure as people call it, in the window as on paper; ``kind`` is of what has it."""
    from advisor.report.texts import metric_label
    from app.window.i18n.numbers import speech

    return metric_label(metric, speech(), kind)


def short_name(metric: str) -> str:
    """A figure by its abbreviation, where people have one."""
    from advisor.report.texts import short_label
    from app.window.i18n.numbers import speech

    return short_label(metric, speech())


def setting_name(setting: str) -> str:
    """A setting as people call it: ours in words, a product's parameter by its own name."""
    from advisor.report.texts import setting_label
    from app.window.i18n.numbers import speech

    return setting_label(setting, speech())


def limiting(
    projection: Projection,
    workload: WorkloadProjection | None = None,
    topology: Topology | None = None,
) -> ResourceUse | None:
    """The use of what a workload, or else the installation, is said to be bound by.

    Several resources may have that label: one where the workload runs in ``topology`` is meant,
    or else the busiest.
    """
    name = (None if workload is None else workload.bottleneck) or projection.bottleneck
    uses = [use for use in projection.resources if name in (use.component, use.label)]
    met = uses if workload is None else where_it_runs(uses, workload.anchor, topology)
    return max(met, key=lambda use: use.utilization, default=None)


def where_it_runs(
    uses: Sequence[ResourceUse], anchor: str, topology: Topology | None
) -> Sequence[ResourceUse]:
    """Of uses of one label those that a workload meets; all where it is not known to meet any.

    Its own; else those of what it stands in or holds: CPs of its own system, not of a busier one;
    else those of what it is linked with, and of where that stands: a database's nuclei and theirs.
    """
    own = [use for use in uses if use.component == anchor]
    if own or topology is None or anchor not in topology:
        return own or uses
    around = topology.containers(anchor)
    near = [
        use
        for use in uses
        if use.component in around
        or (use.component in topology and anchor in topology.containers(use.component))
    ]
    if near:
        return near
    linked = {x.target for x in topology.links if x.source == anchor}
    linked |= {x.source for x in topology.links if x.target == anchor}
    linked |= {above for one in linked for above in topology.containers(one)}
    return [use for use in uses if use.component in linked] or uses
