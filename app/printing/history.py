"""What became of projections, as text and as JSON; every figure is the outcome's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from advisor.history.outcome import Outcome
    from advisor.history.record import Share
    from advisor.history.trends import Trend
    from model.projection import Experience

__all__ = ["FORMAT", "history_document", "history_lines", "share_lines"]

FORMAT = "plexwright-history/1"


def history_document(
    outcomes: Sequence[Outcome],
    trends: Sequence[Trend],
    further: Mapping[str, Mapping[str, Experience]],
    shares: Mapping[str, Sequence[Share]] | None,
) -> dict[str, Any]:
    """``history --json``."""
    return {
        "format": FORMAT,
        "outcomes": [
            {
                "before": {"start": item.before.start, "end": item.before.end},
                "after": {"start": item.after.start, "end": item.after.end},
                "changes": [asdict(change) for change in item.carried],
                "load_growth_pct": dict(item.load),
                "steps": [
                    {
                        "finding": step.finding,
                        "title": step.title,
                        "figures": [
                            {"component": component, "metric": metric, "value": value}
                            for (component, metric), value in step.figures.items()
                        ],
                    }
                    for step in item.steps
                ],
                "figures": [
                    {
                        "component": one.component,
                        "metric": one.metric,
                        "unit": one.unit,
                        "before": one.before,
                        "projected": one.projected.value,
                        "low": one.projected.low,
                        "high": one.projected.high,
                        "measured": one.measured,
                        "inside": one.inside,
                        "standing": one.standing,
                    }
                    for one in item.compared
                ],
                "missed": [asdict(one) for one in item.missed],
                "worse": [asdict(one) for one in item.worse],
            }
            for item in outcomes
        ],
        "further_bands": [
            {"model": model, "figure": figure, "factor": seen.factor, "reason": seen.reason}
            for model, figures in sorted(further.items())
            for figure, seen in sorted(figures.items())
            if seen.factor != 1.0
        ],
        "trends": [
            {
                name: value.isoformat() if hasattr(value, "isoformat") else value
                for name, value in asdict(item).items()
            }
            for item in trends
        ],
        "track_record": None
        if shares is None
        else {name: [asdict(share) for share in found] for name, found in shares.items()},
    }


def history_lines(
    outcomes: Sequence[Outcome],
    trends: Sequence[Trend],
    further: Mapping[str, Mapping[str, Experience]],
) -> Iterator[str]:
    """The same for a reader."""
    for item in outcomes:
        yield f"{item.before.day} → {item.after.day}"
        yield from _changes(item)
        yield from _figures(item)
        for miss in item.missed:
            yield f"  {miss.component}: {miss.sentence}"
        if item.worse:
            yield "Got worse, and nobody had said so"
            for worse in item.worse:
                yield (
                    f"  {worse.component} {worse.metric}: {_number(worse.before)} → "
                    f"{_number(worse.after)} {worse.unit} ({_number(worse.expected)} expected)"
                )
        yield ""
    for model, figures in sorted(further.items()):
        for figure, seen in sorted(figures.items()):
            if seen.factor != 1.0:
                yield f"Further bands of {model} {figure or '(other figures)'}: {seen.reason}"
    for trend in trends:
        yield _trend(trend)


def _changes(item: Outcome) -> Iterator[str]:
    heads = {
        "as planned": "Carried out as planned",
        "otherwise": "Carried out, but otherwise",
        "not carried out": "Not carried out",
        "unplanned": "Changed without a plan",
    }
    for how, head in heads.items():
        found = [change for change in item.carried if change.how == how]
        if found:
            yield head
        for change in found:
            advised = "" if change.how != "otherwise" else f" (advised {change.advised})"
            rule = f"  [{change.finding.partition('@')[0]}]" if change.finding else ""
            yield (
                f"  {change.component} {change.setting}: {change.before} → {change.after}"
                f"{advised}{rule}"
            )
    silent = sorted({change.finding for change in item.carried if change.how == "not told"})
    if silent:
        yield "Advised, and the later reports do not tell: " + ", ".join(
            finding.partition("@")[0] for finding in silent
        )
    for anchor, growth in item.load.items():
        yield f"Load of {anchor}: {growth:+.1f} %, taken into account"


def _figures(item: Outcome) -> Iterator[str]:
    if not item.compared:
        yield "No figure was measured in both periods"
        return
    yield f"Projected beside measured: {item.inside} of {len(item.compared)} inside their bands"
    for one in item.compared:
        said = one.projected
        verdict = "inside" if one.inside else "OUTSIDE"
        yield (
            f"  {one.component:24} {one.metric:24} {_number(one.before):>10} → "
            f"{_number(said.value):>10} ({_number(said.low)} … {_number(said.high)})   "
            f"measured {_number(one.measured):>10} {one.unit}   {verdict}"
        )


def _trend(item: Trend) -> str:
    said = (
        f"{item.component} {item.metric}: {_number(item.level)} {item.unit} at the peak of "
        f"{item.days} days, busiest at {item.hour:02}:00; {item.growth_pct:+.0f} % a year "
        f"({item.low_pct:+.0f} … {item.high_pct:+.0f})"
    )
    if item.limit is None:
        return said
    if item.reached is None:
        return f"{said}; {_number(item.limit)} {item.unit} not within ten years"
    until = "later than ten years" if item.latest is None else item.latest.isoformat()
    return (
        f"{said}; {_number(item.limit)} {item.unit} on {item.reached.isoformat()} "
        f"({item.earliest.isoformat() if item.earliest else '?'} … {until})"
    )


def share_lines(shares: Mapping[str, Sequence[Share]]) -> Iterator[str]:
    """The track record for a reader."""
    for name, found in shares.items():
        for share in found:
            of = "Of everything" if name == "all" else f"{name} {share.of}"
            yield (
                f"{of}: {share.inside} of {_counted(share.n, 'figure')} of "
                f"{_counted(share.cases, 'workload')} inside 90 % bands "
                f"({share.low * 100:.0f} … {share.high * 100:.0f} %)"
            )


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _number(value: float) -> str:
    return f"{value:,.4g}" if abs(value) < 10_000 else f"{value:,.0f}"
