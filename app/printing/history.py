"""What became of projections, as text and as JSON; every figure is the outcome's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from app.printing.output import figure_name

if TYPE_CHECKING:
    from advisor.history.beside import Compared
    from advisor.history.outcome import Outcome, Worse
    from advisor.history.record import Share
    from advisor.history.trends import Trend
    from model.projection import Experience
    from model.topology import Topology, Value

__all__ = ["FORMAT", "history_document", "history_lines", "share_lines"]

FORMAT = "plexwright-history/1"

Named = Callable[[str], str]
"""What people call a component."""


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
                "doubt": item.doubt,
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
    topology: Topology,
) -> Iterator[str]:
    """The same for a reader, who knows components and figures by their names."""
    from advisor.history.telling import trend_sentence
    from model.catalogue import catalogue

    def named(component: str) -> str:
        kind = catalogue().get(component.partition(":")[0])
        if kind is None or component not in topology:
            return component
        return f"{kind.title} {topology[component].name}"

    for item in outcomes:
        yield f"{item.before.day} → {item.after.day}"
        if item.doubt:
            yield f"{item.doubt}."
            continue
        yield from _changes(item, named)
        yield from _figures(item, named)
        for miss in item.missed:
            yield f"  {named(miss.component)}: {miss.sentence}"
        if item.worse:
            yield "Got worse, and nobody had said so"
            for worse in item.worse:
                yield (
                    f"  {named(worse.component)} {figure_name(worse.metric)}: "
                    f"{_number(worse.before)} → {_number(worse.after)} {_unit(worse)} "
                    f"({_number(worse.expected)} expected)"
                )
        yield ""
    for model, figures in sorted(further.items()):
        for figure, seen in sorted(figures.items()):
            if seen.factor != 1.0:
                what = figure_name(figure) if figure else "(other figures)"
                yield f"Further bands of {model} {what}: {seen.reason}"
    if trends:
        yield "Where it goes (the busiest interval of every day; no yearly season is told)"
    for trend in trends:
        yield f"  {trend_sentence(trend)}"


def _changes(item: Outcome, named: Named) -> Iterator[str]:
    from model.catalogue import catalogue

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
            rule = f"  [{change.finding.partition('@')[0]}]" if change.finding else ""
            spec = catalogue().spec(change.component.partition(":")[0], change.setting)
            unit = "" if spec is None or not spec.unit else f" {spec.unit}"
            was, now, wanted = (
                _value(value) + (unit if isinstance(value, (int, float)) and unit else "")
                for value in (change.before, change.after, change.advised)
            )
            advised = f" (advised {wanted})" if how in ("otherwise", "not carried out") else ""
            became = f"still {now}" if how == "not carried out" else f"{was} → {now}"
            yield f"  {named(change.component)} {change.setting}: {became}{advised}{rule}"
    silent = sorted({change.finding for change in item.carried if change.how == "not told"})
    if silent:
        yield "Advised, and the later reports do not tell: " + ", ".join(
            finding.partition("@")[0] for finding in silent
        )
    for anchor, growth in item.load.items():
        yield f"Load of {named(anchor)}: {growth:+.1f} %, taken into account"


def _value(value: Value | None) -> str:
    """A setting's value as a reader writes it."""
    if value is None:
        return "not told"
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:,g}" if isinstance(value, float) else str(value)


def _figures(item: Outcome, named: Named) -> Iterator[str]:
    if not item.compared:
        yield (
            "No figure that was measured later could be projected"
            if item.missed
            else "No figure was measured in both periods"
        )
        return
    yield f"Projected beside measured: {item.inside} of {len(item.compared)} inside their bands"
    for component in dict.fromkeys(one.component for one in item.compared):
        yield f"  {named(component)}"
        for one in item.compared:
            if one.component == component:
                yield _figure(one)


def _figure(one: Compared) -> str:
    said = one.projected
    verdict = "inside" if one.inside else "OUTSIDE"
    return (
        f"    {figure_name(one.metric):24} {_number(one.before):>10} → "
        f"{_number(said.value):>10} ({_number(said.low)} … {_number(said.high)})   "
        f"measured {_number(one.measured):>10} {_unit(one)}   {verdict}"
    )


def _unit(one: Compared | Worse) -> str:
    """The unit as the field says it: commands/s."""
    from advisor.report.wording import unit_shown

    return unit_shown(one.unit, one.metric, one.component.partition(":")[0], "en")


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
