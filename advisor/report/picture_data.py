"""What the topology picture shows, as data: machines, their systems, the boxes inside, the rest."""

from __future__ import annotations

from typing import Any

from advisor.report.numbers import Language, number, percent
from advisor.report.text import short_name
from model.catalogue import catalogue
from model.projection import Projection
from model.topology import Component, Topology

MOST_PARTS = 24


def picture_of(topology: Topology, projection: Projection, language: Language) -> dict[str, Any]:
    """Picture data of a topology with the utilisations of a projection; see ``picture``."""
    busy = {use.component: use.utilization for use in projection.resources}

    def part(component: Component) -> dict[str, Any]:
        return {
            "label": short_name(component.name, 40),
            "detail": _detail(component, busy.get(component.id), language),
            "busy": busy.get(component.id),
            "bottleneck": component.id == projection.bottleneck,
        }

    def system(component: Component) -> dict[str, Any]:
        inside = [c for c in topology.children(component.id) if _is_drawn(c)]
        shown = [part(c) for c in inside[:MOST_PARTS]]
        if len(inside) > MOST_PARTS:
            shown.append(
                {
                    "label": f"+{len(inside) - MOST_PARTS}",
                    "detail": "",
                    "busy": None,
                    "bottleneck": False,
                }
            )
        cps = component.number("CPS")
        share = busy.get(component.id)
        words = [] if cps is None else [f"{number(cps, language)} CP"]
        if share is not None:
            words.append(percent(min(1.0, share) * 100, language, signed=False))
        return {
            "label": short_name(component.name, 40),
            "busy": share,
            "busy_text": ", ".join(words),
            "bottleneck": component.id == projection.bottleneck,
            "parts": shown,
        }

    machines = [
        {
            "label": f"CPC {short_name(machine.name, 40)}",
            "systems": [system(c) for c in topology.children(machine.id, "lpar")],
        }
        for machine in topology.of_kind("cpc")
    ]
    machines = [machine for machine in machines if machine["systems"]]
    loose = [system(c) for c in topology.of_kind("lpar") if c.parent is None]
    if loose:
        machines.append({"label": "LPAR", "systems": loose})
    shelf = [
        part(c)
        for c in topology
        if c.parent is None and c.kind not in ("cpc", "lpar") and _is_drawn(c)
    ]
    return {"machines": machines, "shelf": shelf[:MOST_PARTS]}


def _is_drawn(component: Component) -> bool:
    kind = catalogue().get(component.kind)
    return kind is None or kind.drawn


def _detail(component: Component, share: float | None, language: Language) -> str:
    kind = catalogue().get(component.kind)
    words = component.kind if kind is None else kind.short or kind.title
    return (
        words
        if share is None
        else f"{words}, {percent(min(1.0, share) * 100, language, signed=False)}"
    )
