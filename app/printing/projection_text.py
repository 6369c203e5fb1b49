"""Projections of scenarios as a plain table, with what is said of them below it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from app.printing.output import table

if TYPE_CHECKING:
    from model.projection import Baseline, Estimate, Projection, Unanswered, WorkloadProjection
    from model.topology import Change, Scenario, Topology

__all__ = ["given_name", "projection_lines", "refusals", "scenario_title"]

MOST_SCENARIOS = 6
"""Scenarios that a sentence which holds for several of them is said of by name."""
MOST_OTHERS = 3
"""Figures without a column that a line shows; ``--json`` has all."""
FIGURE = re.compile(r"(?<![\w.\-])[\-+\N{MINUS SIGN}]?\d+(?:,\d{3})*(?:\.\d+)?(?![\w])")
"""A figure in a sentence, which no name's digits are."""


def projection_lines(
    baseline: Baseline, projections: Sequence[Projection], silent: Unanswered
) -> list[str]:
    """The as-is and what moves in each scenario; components by name, figures with units."""
    return list(_Printed(baseline, projections, silent).lines())


def refusals(projection: Projection, as_is: Projection) -> dict[str, str]:
    """Why workloads that are projected as they are cannot be in a scenario, by workload."""
    found = {}
    for workload in projection.workloads:
        before = as_is.workload(workload.anchor)
        why = workload.not_projectable
        if why is not None and (before is None or before.not_projectable != why):
            found[workload.anchor] = why
    return found


def scenario_title(topology: Topology, scenario: Scenario) -> str:
    """What a scenario is called: the settings it gives, of components by name, or its own name."""
    from app.printing.output import component_name
    from model.topology import SetSetting

    settings = [c for c in scenario.changes if isinstance(c, SetSetting)]
    if not settings or scenario.name != given_name(scenario.changes):
        return scenario.name
    return ", ".join(
        f"{component_name(topology, c.component)} {c.setting}={_value(c.value)}" for c in settings
    )


def given_name(changes: Sequence[Change]) -> str:
    """The name of a scenario that nobody named: its settings."""
    from model.topology import SetSetting

    return ", ".join(
        f"{c.component}.{c.setting}={_value(c.value)}" for c in changes if isinstance(c, SetSetting)
    )


def _value(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


_Alike = tuple[tuple[str, ...], tuple[object, ...]]
"""Workloads, and what is said of them whatever the figures are."""


class _Printed:
    """The table and the sentences of some projections, the as-is first."""

    def __init__(
        self, baseline: Baseline, projections: Sequence[Projection], silent: Unanswered
    ) -> None:
        self.baseline = baseline
        self.topology = baseline.topology
        self.as_is, *self.scenarios = projections
        self.silent = silent

    def lines(self) -> Iterator[str]:
        """Everything, the table first."""
        from advisor.report.wording import reason_of
        from app.printing.documents import not_projectable
        from app.printing.output import component_name, figure_name
        from model.figures import TABLED

        for sentence in self.baseline.refused:
            yield f"Not projected from: {sentence}"
        for item in not_projectable(self.baseline):
            name = component_name(self.topology, item["component"])
            yield f"{name}: not projectable: {reason_of(item['because'], name)}"
        rows = [
            row for projection in (self.as_is, *self.scenarios) for row in self._rows(projection)
        ]
        for projection in (self.as_is, *self.scenarios):
            for issue in projection.issues:
                yield f"{self._title(projection)}: {issue}"
        if rows:
            header = ("scenario", "workload", *map(figure_name, TABLED), "else", "bound by")
            yield from table(header, rows)
        for sentence in self.baseline.doubts:
            yield f"In doubt: {sentence}"
        moving = {row[0] for row in rows}
        yield from self._sentences(moving)

    def _title(self, projection: Projection) -> str:
        return scenario_title(self.topology, projection.scenario)

    def _called(self, component: str) -> str:
        """A component's kind and name, as a sentence has it."""
        from advisor.report.writer import own_title
        from advisor.translation import sentences_in

        if component not in self.topology:
            return component
        return own_title(self.topology[component], sentences_in("en"))

    def _rows(self, projection: Projection) -> list[tuple[str, ...]]:
        from model.figures import TABLED

        rows = []
        for workload in projection.workloads:
            if projection is self.as_is:
                figures = [self._today(workload, metric) for metric in TABLED]
                others = ""
            else:
                before = self.as_is.workload(workload.anchor)
                # What is said of it may open a band of figures that stay.
                told = before is not None and not {*workload.extrapolated} <= {*before.extrapolated}
                if not told and not any(_moves(workload, metric) for metric in workload.changes):
                    continue
                figures = [self._changed(workload, metric) for metric in TABLED]
                others = ", ".join(
                    f"{_label(m)} {self._changed(workload, m)}" for m in _others(workload)
                )
            if others or any(figures):
                rows.append(
                    (
                        self._title(projection),
                        self._called(workload.anchor),
                        *figures,
                        others,
                        workload.bottleneck or "",
                    )
                )
        return rows

    def _figure(self, workload: WorkloadProjection, metric: str) -> str:
        estimate = workload.metrics.get(metric)
        return "" if estimate is None else self._shown(workload, metric, estimate, band=True)

    def _today(self, workload: WorkloadProjection, metric: str) -> str:
        """A figure as-is: as measured, with the model's error beside it."""
        from advisor.report.numbers import percent

        figure = workload.metrics.get(metric)
        row = self.baseline.told_row(workload.anchor, metric)
        if figure is None or row is None:
            return self._figure(workload, metric)
        value = self._shown(workload, metric, figure, band=False)
        return value if row.missed_pct is None else f"{value} (model {percent(row.missed_pct)})"

    def _changed(self, workload: WorkloadProjection, metric: str) -> str:
        """A figure of a scenario with its change and the band of that."""
        from advisor.report.numbers import percent, percent_band

        figure, change = workload.metrics.get(metric), workload.changes.get(metric)
        if figure is None or change is None:
            return self._figure(workload, metric)
        value = self._shown(workload, metric, figure, band=False)
        return f"{value} {percent(change.value)} {percent_band(change)}".rstrip()

    def _shown(
        self, workload: WorkloadProjection, metric: str, estimate: Estimate, band: bool
    ) -> str:
        from advisor.report.figures import shown_estimate

        kind = self.topology[workload.anchor].kind if workload.anchor in self.topology else None
        shown = shown_estimate(metric, estimate, kind, "en")
        parts = (shown.value, shown.unit, shown.band if band else "")
        return " ".join(part for part in parts if part)

    def _sentences(self, moving: set[str]) -> Iterator[str]:
        """What is said of scenarios, once.

        Where they set the same, as those of a sweep, figures are told as the range they are in.
        """
        titles: dict[_Alike, list[str]] = {}
        texts: dict[_Alike, list[str]] = {}
        for projection in self.scenarios:
            title = self._title(projection)
            found = self._said(projection)
            if not found and not projection.issues and title not in moving:
                found = [((), "no figure moves")]
            what = _swept(projection.scenario)
            for anchors, sentence in found:
                key = (anchors, (what, *_pattern(sentence), *_words(sentence)))
                texts.setdefault(key, []).append(sentence)
                titles.setdefault(key, []).append(title)
        said: dict[tuple[tuple[str, ...], str], list[str]] = {}
        for key, several in texts.items():
            said.setdefault((key[0], in_ranges(several)), []).extend(titles[key])
        for (anchors, sentence), of in said.items():
            each = list(dict.fromkeys(of))
            more = len(each) - MOST_SCENARIOS
            names = ", ".join(each[:MOST_SCENARIOS]) + (f" and {more} more" if more > 0 else "")
            works = ", ".join(self._called(anchor) for anchor in anchors)
            yield ": ".join(part for part in (names, works, sentence) if part)

    def _said(self, projection: Projection) -> list[tuple[tuple[str, ...], str]]:
        """Sentences on one scenario with the workloads that each of them is about."""
        from model.projection import removed_with

        found: list[tuple[tuple[str, ...], str]] = [
            ((), sentence) for sentence in removed_with(self.topology, projection.scenario)
        ]
        refused = refusals(projection, self.as_is)
        found += [((anchor,), f"not projectable: {why}") for anchor, why in refused.items()]
        found += self._extrapolated(projection)
        found += [((), sentence) for sentence in self.silent.sentences(projection)]
        return found

    def _extrapolated(self, projection: Projection) -> list[tuple[tuple[str, ...], str]]:
        """What lies beyond what was measured, or is full, in the scenario and not as it is."""
        from model.projection.bands import beyond

        found: dict[str, list[str]] = {}
        for workload in projection.workloads:
            before = self.as_is.workload(workload.anchor)
            known = () if before is None else before.extrapolated
            sentences = [*workload.extrapolated]
            beyond_said = set(map(beyond, workload.extrapolated))
            for name, figure in workload.metrics.items():
                was = None if before is None else before.metrics.get(name)
                # The first reason is the width of the band; what is extrapolated is said already.
                sentences.extend(
                    reason
                    for reason in figure.reasons[1:]
                    if reason not in beyond_said and (was is None or reason not in was.reasons)
                )
            for sentence in dict.fromkeys(sentences):
                if sentence not in known:
                    found.setdefault(sentence, []).append(workload.anchor)
        # What holds for several workloads is said once.
        return [(tuple(anchors), sentence) for sentence, anchors in found.items()]


def _swept(scenario: Scenario) -> tuple[tuple[str, str], ...]:
    """The settings that a scenario gives other values, whatever these are."""
    from model.topology import SetSetting

    sets = [change for change in scenario.changes if isinstance(change, SetSetting)]
    whole = () if len(sets) == len(scenario.changes) else ((scenario.name, ""),)
    return (*((one.component, one.setting) for one in sets), *whole)


def _pattern(sentence: str) -> tuple[object, ...]:
    """What a sentence says, whatever its figures are: its template and the names in it."""
    from model.language import Sentence

    if not isinstance(sentence, Sentence):
        return (sentence,)
    values = (_pattern(v) for v in sentence.values.values() if isinstance(v, str))
    return (sentence.template, *values)


def _words(sentence: str) -> list[str]:
    """What stands between the figures of a sentence."""
    return FIGURE.split(sentence)


def in_ranges(texts: Sequence[str]) -> str:
    """One sentence for several that differ in figures alone: ``50 to 200`` where they differ."""
    words = _words(texts[0])
    printed = zip(*map(FIGURE.findall, texts), strict=True)
    ranges = []
    for figures in printed:
        by_value = sorted(set(figures), key=_number)
        ends = (by_value[0], by_value[-1])
        ranges.append(" to ".join(dict.fromkeys(ends)))
    return "".join(word + figure for word, figure in zip(words, [*ranges, ""], strict=True))


def _number(figure: str) -> float:
    return float(figure.replace(",", "").replace("\N{MINUS SIGN}", "-"))


def _label(metric: str) -> str:
    from advisor.report.texts import metric_label

    return metric_label(metric, "en")


def _moves(workload: WorkloadProjection, metric: str) -> bool:
    """Whether a change prints as one; from nothing to something it always does."""
    change = workload.changes.get(metric)
    return change is not None and abs(change.value) >= 0.05


def _others(workload: WorkloadProjection) -> list[str]:
    """Figures without a column that move, those that move most first."""
    from model.figures import TABLED

    moved = [m for m in workload.changes if m not in TABLED and _moves(workload, m)]
    return sorted(moved, key=lambda m: -abs(workload.changes[m].value))[:MOST_OTHERS]
