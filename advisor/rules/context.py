"""What the rules are evaluated on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from advisor.engagement import Installation
from advisor.rules.projecting import Projector
from model.topology import Catalogue


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
