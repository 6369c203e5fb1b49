"""What was looked at and found in order, and what no report tells, by the report that would."""

from __future__ import annotations

from typing import Any

from advisor.findings import RuleOutcome
from advisor.report.words import SUBSYSTEMS
from advisor.report.writer import Writer
from model.language import begun, counted

SENTENCES = 2
"""As many components of one rule are named; the number of further ones is said."""
_ENDS = " .;,"


def in_order(writer: Writer) -> dict[str, Any]:
    """Rules with nothing to object to, by subsystem.

    ``groups`` have a ``subsystem`` and ``rows`` (``rule``, ``title``, ``sentence``); ``note``
    counts the rules of the catalogue that only say how figures are read or got.
    """
    from advisor.rules import rules
    from advisor.rules.base import ACTING

    found: dict[str, list[dict[str, str]]] = {}
    silent = 0
    by_id = {rule.id: rule for rule in rules()}
    for outcome in writer.engagement.outcomes:
        if outcome.outcome != "in order":
            continue
        rule = by_id.get(outcome.rule)
        if rule is not None and rule.kind not in ACTING:
            silent += 1
            continue
        found.setdefault("–" if rule is None else rule.subsystem, []).append(
            {
                "rule": outcome.rule,
                "title": "" if rule is None else writer.speak(rule.title),
                "sentence": _told(writer, outcome),
            }
        )
    return {
        "groups": [
            {"subsystem": writer.say(SUBSYSTEMS.get(name, name)), "rows": rows}
            for name, rows in sorted(found.items())
        ],
        "note": writer.speak(
            counted(
                "Besides, one rule of the catalogue says how figures are read or how data are "
                "got; it was applied and judges nothing by itself.",
                "Besides, {n} rules of the catalogue say how figures are read or how data are "
                "got; they were applied and judge nothing by themselves.",
                silent,
            )
        )
        if silent
        else "",
    }


def cannot_tell(writer: Writer) -> list[dict[str, Any]]:
    """What could not be judged: ``report`` that would tell, and ``rows`` of the rules it serves."""
    from advisor.rules import rules

    titles = {rule.id: rule.title for rule in rules()}
    found: dict[str, list[dict[str, str]]] = {}
    for outcome in writer.engagement.outcomes:
        if outcome.outcome != "cannot tell":
            continue
        report = writer.speak(outcome.missing_report).strip(_ENDS)
        found.setdefault(begun(report), []).append(
            {
                "rule": outcome.rule,
                "title": writer.speak(titles.get(outcome.rule, "")),
                "sentence": _told(writer, outcome),
            }
        )
    # The report that would settle most comes first.
    return [
        {"report": report or writer.say("No single report"), "rows": rows}
        for report, rows in sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))
    ]


def _told(writer: Writer, outcome: RuleOutcome) -> str:
    sentences = outcome.sentences or (outcome.sentence,)
    shown = [writer.speak(text) for text in sentences[:SENTENCES]]
    if len(sentences) > SENTENCES:
        shown.append(writer.say("And {count} more alike.", count=str(len(sentences) - SENTENCES)))
    return " ".join(shown)
