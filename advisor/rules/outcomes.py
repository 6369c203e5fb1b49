"""What became of each rule, gathered while rules run."""

from __future__ import annotations

from functools import cache
from typing import Literal

from advisor.findings import RuleOutcome
from advisor.rules import base
from advisor.rules.context import RuleContext
from advisor.rules.subject import CannotTell
from model.language import Keyword, Name, joined, say, sentences

Outcome = Literal["found", "in order", "cannot tell", "does not apply", "held back"]
ORDER: tuple[Outcome, ...] = (
    "found",
    "held back",
    "cannot tell",
    "in order",
    "does not apply",
)
SENTENCES = 4
"""More components than this with the same outcome are counted, not listed."""


class Notebook:
    """Sentences per rule and outcome; :meth:`outcomes` makes one outcome per rule of them."""

    def __init__(self) -> None:
        self._lines: dict[str, dict[Outcome, dict[str, None]]] = {}
        self._missing: dict[str, str] = {}
        self._asks: dict[str, dict[tuple[str, str], None]] = {}
        self._broken: dict[str, dict[str, None]] = {}

    def add(self, rule: str, outcome: Outcome, sentence: str) -> None:
        """Note a sentence once."""
        lines = self._lines.setdefault(rule, {}).setdefault(outcome, {})
        if sentence:
            lines[sentence] = None

    def cannot_tell(self, rule: base.Rule, missing: CannotTell) -> None:
        """Note what is missing and which report would tell."""
        self.add(rule.id, "cannot tell", say("No report gives {what}.", what=missing.what))
        self._missing.setdefault(rule.id, missing.report or wanted_report(rule))
        if missing.asks is not None:
            self._asks.setdefault(rule.id, {})[missing.asks] = None

    def failed(self, rule: str, name: str, fault: Exception) -> None:
        """Note that a rule broke on a component, which costs this rule and nothing else."""
        sentence = say(
            "{name}: this rule broke on what the reports say ({name2}); the "
            "others were judged without it. Please report it.",
            name=Name(name),
            name2=Keyword(type(fault).__name__),
        )
        self.add(rule, "cannot tell", sentence)
        self._broken.setdefault(rule, {})[sentence] = None

    def outcomes(self, context: RuleContext) -> tuple[RuleOutcome, ...]:
        """One outcome per rule of the catalogue, by id."""
        return tuple(self._outcome(rule, context) for rule in base.rules())

    def _outcome(self, rule: base.Rule, context: RuleContext) -> RuleOutcome:
        noted = self._lines.get(rule.id, {})
        for outcome in ORDER:
            if outcome not in noted:
                continue
            missing = self._missing.get(rule.id, "")
            if outcome == "cannot tell" and not missing:
                missing = wanted_report(rule)
            sentences = [line for kind in ORDER for line in noted.get(kind, ())]
            shown = sentences[:SENTENCES]
            if len(sentences) > len(shown):
                shown.append(say("{sentences} more.", sentences=len(sentences) - len(shown)))
            return RuleOutcome(
                rule.id,
                outcome,
                joined(shown, " "),
                missing,
                tuple(noted[outcome]),
                tuple(self._asks.get(rule.id, ())),
                tuple(self._broken.get(rule.id, ())),
                tuple(noted.get("held back", ())),
            )
        outcome, sentence = _silent(rule, context)
        return RuleOutcome(rule.id, outcome, sentence, sentences=(sentence,))


def _silent(rule: base.Rule, context: RuleContext) -> tuple[Outcome, str]:
    topology = context.installation.topology
    if rule.guard is not None:
        return "does not apply", "No finding calls for this caveat."
    if rule.on and not topology.of_kind(*rule.on):
        titles = ((n, context.catalogue.get(n)) for n in rule.on)
        return "does not apply", _not_here(tuple(k.title if k else name for name, k in titles))
    if rule.kind == "interpretation":
        return "in order", "Applied wherever this figure is read."
    if rule.kind == "method":
        return "in order", "Quoted where the data it yields are missing."
    return "in order", "Nothing calls for it."


@cache
def _not_here(titles: tuple[str, ...]) -> str:
    kinds = joined(titles, ", ")
    return say("No report names a component of this kind ({kinds}).", kinds=kinds)


def wanted_report(rule: base.Rule) -> str:
    """The report that a rule needs, with the method that yields it."""
    parts = [rule.report or rule.looks_at]
    parts.extend(base.rule(method).change for method in rule.methods)
    return sentences(parts)
