"""Findings put together: by what they change, by when it can be done, by who does it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from app.window.advice.gains import owner_of
from app.window.i18n import mark, spoken, tr
from app.window.i18n.numbers import exact
from app.window.metrics import EFFORTS
from app.window.names import component_name, kind_title

if TYPE_CHECKING:
    from advisor.engagement import Engagement
    from advisor.findings import Finding

GROUPINGS = {
    "": mark("One list"),
    "object": mark("By object"),
    "window": mark("By change window"),
    "owner": mark("By who does it"),
}
Group = tuple[Any, str]


def grouping(name: str, engagement: Engagement | None) -> Callable[[Finding], Group] | None:
    """What gives a finding's group: its place among the groups, and its heading."""
    if engagement is None or not name:
        return None
    if name == "object":
        return _by_object(engagement)
    return _by_owner if name == "owner" else _by_window(engagement)


def _by_object(engagement: Engagement) -> Callable[[Finding], Group]:
    """Objects by what their findings come to together, the most urgent first."""
    topology = engagement.installation.topology
    order: dict[str, int] = {}
    for finding in engagement.findings:
        order.setdefault(finding.component, len(order))

    def group(finding: Finding) -> Group:
        name, known = component_name(topology, finding.component), finding.component in topology
        title = kind_title(topology[finding.component].kind) if known else ""
        # The name has it already where several are called so.
        shown = name if not title or title in name else f"{name}  ·  {title}"
        return (order.get(finding.component, len(order)), shown)

    return group


def _by_owner(finding: Finding) -> Group:
    owner = owner_of(finding)
    said = spoken(owner) if owner else tr("nobody is named")
    return ((not owner, said), said)


def _by_window(engagement: Engagement) -> Callable[[Finding], Group]:
    """The windows of the plan in their order; behind them what it leaves out."""
    plan = engagement.plan
    calendar = () if plan is None else plan.calendar
    at = {
        finding: number
        for number, window in enumerate(calendar)
        for task in window.tasks
        for finding in task.findings
    }

    def group(finding: Finding) -> Group:
        number = at.get(finding.id)
        if number is None:
            return (len(calendar), tr("Not in the plan"))
        window = calendar[number]
        said = tr(
            "Window {n}: {how}, {days} person-days",
            n=number + 1,
            how=tr(EFFORTS[window.effort]),
            days=exact(window.person_days),
        )
        return (number, said)

    return group
