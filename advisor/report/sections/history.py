"""Did it come true? What was projected of each period beside what the next one measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from advisor.history.beside import Compared
from advisor.history.lookback import Lookback
from advisor.history.outcome import Carried, Outcome
from advisor.history.telling import busiest_words, reached_words
from advisor.history.trends import Trend
from advisor.report import numbers
from advisor.report.figures import readable, shown_estimate, shown_value
from advisor.report.texts import metric_label, setting_label
from advisor.report.words import OUTCOMES
from advisor.report.writer import Writer
from advisor.rules import rules
from model.catalogue import catalogue
from model.figures import TABLED
from model.language import begun, counted, phrase

MOST_NAMES = 3
"""Components that one row of like changes names."""

LEADING = ("etr_per_s", "response_ms", "itr_per_cpu_s", "cpu_s_per_s")
"""What the management edition shows of each workload."""

MOST_REASONS = 3
"""Why figures missed, for those who decide."""

MOVED = 0.0005
"""A step that moves a figure by a smaller share is no row of its own."""


def history(writer: Writer, past: Lookback) -> dict[str, Any]:
    """Each pair of periods, and trends; empty where there is one period and few days."""
    if not past:
        return {"pairs": [], "trends": [], "bands": [], "lead": [], "leading": [], "why": []}
    last = past.outcomes[-1] if past.outcomes else None
    return {
        "pairs": [_pair(writer, outcome) for outcome in past.outcomes],
        "trends": [_trend(writer, item) for item in past.trends],
        "bands": [
            f"{model}, {_figure(writer, figure)}: {writer.speak(seen.reason)}."
            for model, figures in sorted(writer.engagement.baseline.past.experience.items())
            for figure, seen in sorted(figures.items(), key=lambda pair: (not pair[0], pair[0]))
            if seen.factor != 1.0
        ],
        # The management edition: the last pair in a few sentences, and its leading figures.
        "lead": [] if last is None else _lead(writer, last),
        "leading": [] if last is None else _leading(writer, last),
        "why": [] if last is None else _missed(writer, last)[:MOST_REASONS],
    }


def track_record(writer: Writer, past: Lookback) -> list[dict[str, str]]:
    """How many projections of the consultant's came true: all, by subsystem, rule and figure."""
    return [
        {
            "of": {
                "all": writer.say("All"),
                "figure": metric_label(share.of, writer.language),
            }.get(group, share.of),
            "inside": writer.say("{inside} of {n}", inside=str(share.inside), n=str(share.n)),
            "cases": str(share.cases),
            "share": writer.say(
                "{low} … {high}",
                low=numbers.quantity(round(share.low * 100.0), "%", writer.language),
                high=numbers.quantity(round(share.high * 100.0), "%", writer.language),
            ),
        }
        for group, shares in past.record.items()
        for share in shares
    ]


def _figure(writer: Writer, figure: str) -> str:
    return (
        metric_label(figure, writer.language)
        if figure
        else writer.say("figures that were not measured again")
    )


def _pair(writer: Writer, outcome: Outcome) -> dict[str, Any]:
    return {
        "title": _when(writer, outcome),
        "verdict": _verdict(writer, outcome),
        "load": [
            writer.say(
                "Load of {workload}: {growth}, taken into account.",
                workload=writer.titled(anchor),
                growth=numbers.percent(growth, writer.language),
            )
            for anchor, growth in outcome.load.items()
        ],
        "figures": _by_workload(_figures(writer, outcome)),
        "changes": _changes(writer, outcome.carried),
        "silent": _silent(writer, outcome.carried),
        "steps": list(_steps(writer, outcome)),
        "missed": _missed(writer, outcome),
        "worse": _worse(writer, outcome),
    }


def _when(writer: Writer, outcome: Outcome) -> str:
    return writer.say(
        "{before} to {after}",
        before=numbers.moment(outcome.before.day, writer.language),
        after=numbers.moment(outcome.after.day, writer.language),
    )


def _missed(writer: Writer, outcome: Outcome) -> list[str]:
    return [
        f"{writer.titled(item.component)}: {writer.speak(item.sentence)}."
        for item in outcome.missed
    ]


def _verdict(writer: Writer, outcome: Outcome) -> str:
    if outcome.doubt:
        return writer.speak(outcome.doubt) + "."
    if not outcome.compared and outcome.missed:
        return writer.say("No figure that was measured later could be projected.")
    if not outcome.compared:
        return writer.say("No figure was measured in both periods.")
    return writer.speak(
        counted(
            "{inside} of {n} figure lies inside its band.",
            "{inside} of {n} figures lie inside their bands.",
            len(outcome.compared),
            inside=outcome.inside,
        )
    )


def _lead(writer: Writer, outcome: Outcome) -> list[str]:
    said = [f"{_when(writer, outcome)}: {_verdict(writer, outcome)}"]
    rest = len(outcome.compared) - len(_leading(writer, outcome))
    if rest:
        said[0] += " " + writer.say(
            "The leading ones follow; the technical edition has the other {count}.",
            count=str(rest),
        )
    for how, named in (("not carried out", _advised), ("unplanned", _in_words)):
        names = dict.fromkeys(named(writer, item) for item in outcome.carried if item.how == how)
        if names:
            what = writer.say(OUTCOMES[how])
            said.append(f"{begun(what)}: {'; '.join(names)}.")
    return said


def _leading(writer: Writer, outcome: Outcome) -> list[dict[str, Any]]:
    return [row for row in _figures(writer, outcome) if row["key"] in LEADING]


def _advised(writer: Writer, item: Carried) -> str:
    """Advice by what it said, for those to whom a parameter says nothing."""
    known = {rule.id: rule.title for rule in rules()}
    title = known.get(_rule_of(item))
    return _in_words(writer, item) if title is None else writer.speak(title)


def _in_words(writer: Writer, item: Carried) -> str:
    """A setting with what it is in brackets where a product's parameter is its name."""
    name = setting_label(item.setting, writer.language)
    spec = catalogue().spec(item.component.partition(":")[0], item.setting)
    if spec is None or name != item.setting:
        return name
    return f"{name} ({phrase(spec.doc, writer.language, 'catalogue').rstrip('.')})"


def _figures(writer: Writer, outcome: Outcome) -> list[dict[str, Any]]:
    rows = []
    for item in outcome.compared:
        kind = writer.kind(item.component)
        shown = shown_estimate(item.metric, item.projected, kind, writer.language)
        # Before, projected and measured are in one unit: that of what was projected.
        scale = _scale(item)
        rows.append(
            {
                "key": item.metric,
                "workload": writer.titled(item.component),
                "metric": metric_label(item.metric, writer.language),
                "unit": shown.unit,
                "before": numbers.number(item.before * scale, writer.language),
                "projected": shown.value,
                "band": shown.band,
                "measured": numbers.number(item.measured * scale, writer.language),
                "inside": item.inside,
                "verdict": writer.say("inside" if item.inside else "outside"),
            }
        )
    return rows


def _by_workload(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows of one workload below its name."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault(row["workload"], []).append(row)
    return [{"workload": name, "rows": found} for name, found in groups.items()]


def _changes(writer: Writer, carried: Sequence[Carried]) -> list[dict[str, str]]:
    """What was advised or changed, one row for like changes; without what no report tells."""
    groups: dict[str, list[Carried]] = {}
    for item in carried:
        if item.how != "not told":
            values = (item.how, item.setting, item.before, item.advised, item.after)
            groups.setdefault(f"{values!r} {_rule_of(item)}", []).append(item)
    rows = []
    for alike in groups.values():
        item = alike[0]
        names = ", ".join(writer.titled(one.component) for one in alike[:MOST_NAMES])
        more = len(alike) - MOST_NAMES
        rows.append(
            {
                "component": names
                + (writer.say(" and {count} more", count=str(more)) if more > 0 else ""),
                "setting": _setting(writer, item),
                "before": shown_value(item.before, writer.language),
                "advised": shown_value(item.advised, writer.language),
                "after": shown_value(item.after, writer.language),
                "how": writer.say(OUTCOMES[item.how]),
                "rule": _rule_of(item),
            }
        )
    return rows


def _setting(writer: Writer, item: Carried) -> str:
    spec = catalogue().spec(item.component.partition(":")[0], item.setting)
    name = setting_label(item.setting, writer.language)
    return name if spec is None or not spec.unit else f"{name}, {writer.say(spec.unit)}"


def _rule_of(item: Carried) -> str:
    """The rule that advised it; of a set of findings the first one's."""
    return item.finding.partition("@")[0].partition(":")[0]


def _silent(writer: Writer, carried: Sequence[Carried]) -> str:
    """Advice of which the later reports do not tell, by its rules."""
    rules = dict.fromkeys(_rule_of(item) for item in carried if item.how == "not told")
    return (
        writer.say(
            "Advised, but the later reports do not tell whether it was done: {rules}.",
            rules=", ".join(rules),
        )
        if rules
        else ""
    )


def _steps(writer: Writer, outcome: Outcome) -> Iterator[dict[str, Any]]:
    """For each workload that a step moved: its figures before, after each step, and measured."""
    for component in dict.fromkeys(item.component for item in outcome.compared):
        own = {item.metric: item for item in outcome.compared if item.component == component}
        metrics = [metric for metric in TABLED if metric in own]
        rows: list[tuple[str, dict[str, float]]] = []
        last = {metric: own[metric].before for metric in metrics}
        for step in outcome.steps:
            now = {
                metric: step.figures.get((component, metric), last[metric]) for metric in metrics
            }
            if any(abs(now[m] - last[m]) > MOVED * abs(last[m]) for m in metrics):
                rows.append((writer.speak(step.title), now))
                last = now
        if not rows:
            continue
        rows = [
            (writer.say("Before"), {m: own[m].before for m in metrics}),
            *rows,
            (writer.say("All changes and the load"), {m: own[m].projected.value for m in metrics}),
            (writer.say("Measured"), {m: own[m].measured for m in metrics}),
        ]
        kind = writer.kind(component)
        heads = {m: shown_estimate(m, own[m].projected, kind, writer.language) for m in metrics}
        yield {
            "workload": writer.titled(component),
            "head": [
                {"metric": metric_label(m, writer.language), "unit": heads[m].unit} for m in metrics
            ],
            "rows": [
                {
                    "label": label,
                    "cells": [
                        numbers.number(values[m] * _scale(own[m]), writer.language) for m in metrics
                    ],
                }
                for label, values in rows
            ],
        }


def _scale(item: Compared) -> float:
    """What a figure is multiplied by to stand in the unit that its projection is printed in."""
    value = item.projected.value
    return readable(item.metric, value, item.unit)[0] / value if value else 1.0


def _worse(writer: Writer, outcome: Outcome) -> list[dict[str, str]]:
    rows = []
    for item in outcome.worse:
        value, unit = readable(item.metric, item.after, item.unit)
        scale = value / item.after if item.after else 1.0
        before, expected, after = (
            numbers.number(x * scale, writer.language)
            for x in (item.before, item.expected, item.after)
        )
        rows.append(
            {
                "workload": writer.titled(item.component),
                "metric": metric_label(item.metric, writer.language),
                "unit": writer.unit(unit, item.metric, item.component),
                "before": before,
                "expected": expected,
                "after": after,
            }
        )
    return rows


def _trend(writer: Writer, item: Trend) -> dict[str, str]:
    growth, low, high = (
        numbers.percent(end, writer.language)
        for end in (item.growth_pct, item.low_pct, item.high_pct)
    )
    return {
        "component": writer.titled(item.component),
        "metric": metric_label(item.metric, writer.language),
        "level": numbers.quantity(item.level, item.unit, writer.language),
        "days": numbers.number(item.days, writer.language),
        "hour": writer.speak(busiest_words(item)),
        "growth": f"{growth} ({low} … {high})",
        "reached": writer.speak(reached_words(item)) or "–",
    }
