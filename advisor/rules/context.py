"""What the rules are evaluated on."""

from __future__ import annotations

from dataclasses import dataclass

from advisor.engagement import Installation
from advisor.rules.projecting import Projector
from model.topology import Catalogue


@dataclass(frozen=True)
class RuleContext:
    """What the rules are evaluated on.

    ``done`` are ids of findings carried out by hand: what was measured before argues no more.

    ``projector`` may be ``None`` (no calibrated model): amounts then come from arithmetic and
    published effects alone. ``refused`` says why there is no projector.
    """

    installation: Installation
    catalogue: Catalogue
    projector: Projector | None = None
    refused: str = ""
    done: tuple[str, ...] = ()
