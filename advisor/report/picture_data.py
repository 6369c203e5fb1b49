"""What the topology picture shows, as data: machines, their systems, the boxes inside, the rest."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from advisor.report.numbers import Language, number, percent
from advisor.report.text import short_name
from advisor.translation import sentences_in
from model.catalogue import catalogue
from model.projection import Projection
from model.topology import Component, Topology

MOST_PARTS = 24


def picture_of(
    topology: Topology, projection: Projection, limiting: Collection[str], language: Language
) -> dict[str, Any]:
    """Picture data of a topology with the utilisations of a projection; see ``picture``.

    limiting: ids of the components that hold the principal workload, which are outlined.
    """
    busy = {use.component: use.utilization for use in projection.resources}

    def part(component: Component) -> dict[str, Any]:
        return {
            "label": short_name(component.name, 40),
            "detail": _detail(component, busy.get(component.id), language),
            "busy": busy.get(component.id),
            "bottleneck": component.id in limiting,
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
            "bottleneck": component.id in limiting,
            "parts": shown,
        }

    places: dict[str, tuple[int, ...]] = {}
    rows: list[tuple[str, list[Component]]] = [
        (f"CPC {short_name(machine.name, 40)}", list(topology.children(machine.id, "lpar")))
        for machine in topology.of_kind("cpc")
    ]
    rows = [(label, systems) for label, systems in rows if systems]
    loose = [c for c in topology.of_kind("lpar") if c.parent is None]
    if loose:
        rows.append(("LPAR", loose))
    for row, (_, systems) in enumerate(rows):
        places |= {c.id: (row, column) for column, c in enumerate(systems)}
    machines = [
        {"label": label, "systems": [system(c) for c in systems]} for label, systems in rows
    ]
    shelf = [
        c for c in topology
        if c.parent is None and c.kind not in ("cpc", "lpar") and _is_drawn(c)
    ]  # fmt: skip
    places |= {c.id: (number,) for number, c in enumerate(shelf)}
    return {
        "machines": machines,
        "shelf": [part(c) for c in shelf],
        "links": _links(topology, places),
    }


def _links(topology: Topology, places: Mapping[str, tuple[int, ...]]) -> list[dict[str, Any]]:
    """Links between what is drawn, each once: of a machine's system, or of a box on the shelf.

    places: (machine, system) or (box,) by id; what lies in neither is drawn with what contains it.
    """

    def place(component: str) -> tuple[int, ...] | None:
        at: str | None = component
        while at is not None and at not in places:
            at = topology[at].parent if at in topology else None
        return None if at is None else places[at]

    found: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
    for link in topology.links:
        ends = place(link.source), place(link.target)
        if ends[0] is None or ends[1] is None or ends[0] == ends[1]:
            continue
        # Systems first, so that a line goes down from them.
        first, second = sorted((ends[0], ends[1]), key=lambda p: (-len(p), p))
        found[first, second] = found.get((first, second), 0) + 1
    return [{"from": list(a), "to": list(b), "count": n} for (a, b), n in sorted(found.items())]


def _is_drawn(component: Component) -> bool:
    kind = catalogue().get(component.kind)
    return kind is None or kind.drawn


def _detail(component: Component, share: float | None, language: Language) -> str:
    kind = catalogue().get(component.kind)
    words = component.kind
    if kind is not None:
        words = kind.short or sentences_in(language).say(kind.title).text
    return (
        words
        if share is None
        else f"{words}, {percent(min(1.0, share) * 100, language, signed=False)}"
    )
