"""How often projections were right: counts by subsystem, rule and figure, and no names.

An entry is one figure: of what kind of model it is and which rules' changes moved it, whether the
measured value lay inside the 90 % band, and how far off. A consultant's own list of them says more
about what a band is worth than any validation that came with the program.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from advisor.history.beside import Compared
from advisor.history.outcome import Outcome
from model.quantiles import NORMAL_QUANTILE_90

__all__ = ["Entry", "Share", "entries", "shares"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One projected figure that was measured.

    ``key`` tells it from others, ``case`` those of one workload in one period: digests that tell no
    more.
    """

    key: str
    case: str
    month: str
    model: str
    rules: tuple[str, ...]
    metric: str
    inside: bool
    standing: float | None


@dataclass(frozen=True, slots=True)
class Share:
    """Of ``n`` figures of ``cases`` workloads ``inside`` lay in their bands.

    ``low`` and ``high`` are the 90 % band of the true share (Wilson), with as many independent
    figures as cases: those of one workload move together.
    """

    of: str
    n: int
    cases: int
    inside: int
    low: float
    high: float


def entries(outcome: Outcome) -> tuple[Entry, ...]:
    """What an outcome adds to the record."""
    seen = hashlib.sha256()
    for reading in (*outcome.before.readings, *outcome.after.readings):
        seen.update(reading.sha256.encode())
    return tuple(
        Entry(
            _digest(f"{seen.hexdigest()} {item.component} {item.metric}"),
            _digest(f"{seen.hexdigest()} {item.component}"),
            (outcome.after.start or "")[:7],
            item.model,
            _rules(outcome, item),
            item.metric,
            item.inside,
            None if item.standing is None else round(item.standing, 3),
        )
        for item in outcome.compared
        if item.projected.high > item.projected.low
    )


def _rules(outcome: Outcome, item: Compared) -> tuple[str, ...]:
    """The rules that a figure is a test of: those whose changes moved it in the projection."""
    made = (s.finding for s in outcome.steps if (item.component, item.metric) in s.moved)
    return tuple(sorted({finding.partition("@")[0].partition(":")[0] for finding in made}))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def shares(record: Iterable[Entry]) -> Mapping[str, tuple[Share, ...]]:
    """Shares inside the band: of everything, by model, by rule and by figure."""
    known = list({entry.key: entry for entry in record}.values())
    groups: dict[str, dict[str, list[Entry]]] = {"all": {}, "model": {}, "rule": {}, "figure": {}}
    for entry in known:
        groups["all"].setdefault("", []).append(entry)
        groups["model"].setdefault(entry.model, []).append(entry)
        groups["figure"].setdefault(entry.metric, []).append(entry)
        for rule in entry.rules:
            groups["rule"].setdefault(rule, []).append(entry)
    return {
        name: tuple(_share(of, found) for of, found in sorted(group.items()))
        for name, group in groups.items()
    }


def _share(of: str, found: list[Entry]) -> Share:
    cases = len({entry.case for entry in found})
    inside = sum(entry.inside for entry in found)
    share, z2 = inside / len(found), NORMAL_QUANTILE_90**2
    middle = (share + z2 / (2 * cases)) / (1 + z2 / cases)
    spread = math.sqrt(share * (1 - share) / cases + z2 / (4 * cases * cases))
    reach = NORMAL_QUANTILE_90 / (1 + z2 / cases) * spread
    return Share(of, len(found), cases, inside, max(middle - reach, 0.0), min(middle + reach, 1.0))
