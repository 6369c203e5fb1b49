"""What an engagement's periods and days tell, and what its consultant's earlier ones did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from advisor.history.outcome import Outcome
from advisor.history.record import Share
from advisor.history.trends import Trend

__all__ = ["Lookback"]


@dataclass(frozen=True)
class Lookback:
    """What an engagement's periods and days tell; false where there is nothing to tell.

    ``record`` is the consultant's own, of all engagements, where it is wanted.
    """

    outcomes: tuple[Outcome, ...] = ()
    trends: tuple[Trend, ...] = ()
    record: Mapping[str, tuple[Share, ...]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.outcomes or self.trends)
