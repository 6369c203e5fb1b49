"""What the rules are evaluated on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from advisor.engagement import Installation
from advisor.rules.projecting import Projector
from model.language import joined, say
from model.projection import Baseline
from model.topology import Catalogue, Topology

EXPLAINED = 0.5
"""Share of a measured figure of which the model is taken to speak of it at all; judgement."""


@dataclass(frozen=True)
class RuleContext:
    """What the rules are evaluated on.

    ``done`` are ids of findings carried out by hand: what was measured before argues no more.

    ``projector`` may be ``None`` (no calibrated model): amounts then come from arithmetic and
    published effects alone. ``refused`` says why there is no projector, ``distrusted`` by
    component why its model was refused: nothing is then projected of it, from no source.
    """

    installation: Installation
    catalogue: Catalogue
    projector: Projector | None = None
    refused: str = ""
    done: tuple[str, ...] = ()
    distrusted: Mapping[str, str] = field(default_factory=dict)
    unexplained: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """By component and figure why the model cannot say what mending it brings (`unexplained`)."""


def unexplained(baseline: Baseline) -> dict[tuple[str, str], str]:
    """Figures of which the as-is model explains less than half, with what it cannot project there.

    What ends a system's paging ends that of a database without a model as well: of the rest alone
    the gain would be a small fraction, in a narrow band.
    """
    topology = baseline.topology
    silent = {a.anchor: a.not_projectable for a in baseline.anchors if a.not_projectable}
    found: dict[tuple[str, str], str] = {}
    for component, row in baseline.measured_rows:
        if not row.noticeable or abs(row.modelled) >= EXPLAINED * abs(row.measured):
            continue
        here = [why for anchor, why in silent.items() if component in _hosts(topology, anchor)]
        said = say(
            "the as-is model explains {modelled:,.4g} of {measured:,.4g} {unit} that were "
            "measured, and of the rest nothing is projected",
            modelled=row.modelled,
            measured=row.measured,
            unit=row.unit,
        )
        found[component, row.metric] = (
            say("{said}: {reasons}", said=said, reasons=joined(here, "; ")) if here else said
        )
    return found


def _hosts(topology: Topology, anchor: str) -> set[str]:
    """The systems that a workload, or its members, run on."""
    places = [anchor, *(member.id for member in topology.sources(anchor, "member"))]
    return {h.id for p in places if (h := topology.ancestor(p, "lpar")) is not None}
