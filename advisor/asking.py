"""Questions that rules have: what no report of the world carries is asked of the consultant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import cache

from advisor.engagement import Installation
from advisor.findings import RuleOutcome
from advisor.observations import Question
from advisor.reading import all_readers
from model.catalogue import catalogue, named
from model.figures import figure
from model.language import FigureName, Keyword, SettingName, joined, say
from model.topology import Component


@cache
def _read() -> frozenset[tuple[str, str]]:
    """Kind of component and metric of everything that readers say they give."""
    return frozenset((m.kind, m.name) for reader in all_readers() for m in reader.metrics)


@cache
def is_read(kind: str, metric: str) -> bool:
    """Whether some reader gives this metric of such components."""
    return any(k == kind and (n == metric or fnmatchcase(metric, n)) for k, n in _read())


def with_rule_questions(
    installation: Installation, outcomes: Sequence[RuleOutcome]
) -> Installation:
    """The installation with a question for every figure a rule lacks that no reader could give.

    What a report would tell is not asked: the outcome of the rule names that report.
    """
    asked = {(q.subject, q.metric) for q in installation.questions}
    questions = list(installation.questions)
    wanted: dict[tuple[str, str], list[RuleOutcome]] = {}
    for outcome in outcomes:
        for key in outcome.asks:
            wanted.setdefault(key, []).append(outcome)
    for (subject, metric), rules in sorted(wanted.items()):
        component = installation.topology.components.get(subject)
        if component is None or (subject, metric) in asked or is_read(component.kind, metric):
            continue
        questions.append(_question(component, metric, rules))
    return replace(installation, questions=tuple(questions))


def _question(component: Component, metric: str, rules: Sequence[RuleOutcome]) -> Question:
    kind = catalogue()[component.kind]
    setting = metric.removeprefix("setting.")
    spec = kind.setting(setting) if setting != metric else None
    measure = kind.measure(metric)
    doc = spec.doc if spec is not None else measure.defined if measure is not None else ""
    # Many a definition is no more than the name: then the name says it.
    known = figure(metric)
    label = spec.label if spec is not None else "" if known is None else known.label
    doc = doc.rstrip(".")
    return Question(
        component.id,
        metric,
        say(
            "{setting} of {name}: {doc} (for {rule})"
            if doc and doc != label
            else "{setting} of {name} (for {rule})",
            setting=SettingName(setting) if setting != metric else FigureName(metric),
            name=named(component),
            doc=doc,
            rule=joined((Keyword(r.rule) for r in rules), ", "),
        ),
        rules[0].missing_report,
        None,
        spec.unit if spec is not None else measure.unit if measure is not None else "",
        spec.choices if spec is not None and spec.type == "choice" else (),
        rules=tuple(r.rule for r in rules),
    )
