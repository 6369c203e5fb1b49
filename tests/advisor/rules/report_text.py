"""Rule cases on report text in its true layout: text, readers, installation, rules, outcome.

A case names a rule and the prints on which it fires: samples (:func:`sample`) or a report in the
layout its reader documents, with a few lines edited. An :data:`Edits` maps a piece of text to what
stands in its place; ``None`` leaves out every line that holds the piece, or the whole file where
the piece is a file's name. Each edit must find its text, so that a case cannot pass by a typing
error or after a sample has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from advisor.engagement import Installation
from advisor.findings import Finding, RuleOutcome
from advisor.installation import build_installation
from advisor.observations import ANSWER, FileReading
from advisor.reading import read_bytes
from advisor.rules import RuleContext, evaluate_rules, model_projector, rule
from model.catalogue import catalogue
from model.projection import build_baseline
from model.topology import SetSetting, Topology, Value

SAMPLES = Path(__file__).resolve().parents[3] / "samples"
Prints = Mapping[str, str]
Edits = Mapping[str, str | None]
Answers = Mapping[tuple[str, str], Value]


@dataclass(frozen=True)
class Case:
    """One rule: where it fires, where all is in order, and where a report is missing.

    ``wrong`` turns the prints into those on which it fires, ``right`` into those on which it does
    not, ``lacks`` (on top of ``wrong``) into those that leave the question open. ``answers`` are
    the consultant's, where no report tells; ``right_answers`` those of the negative case (the same
    unless given), ``left_answers`` those of the missing case (none unless given). ``sets`` are
    settings with the values advised, ``types`` a piece of what is typed, ``quotes`` a piece of a
    report line among the evidence, ``effect`` a projected metric, ``says`` a piece of the sentence
    of the good case, ``asks`` of the report wanted. ``on`` narrows the case to one component.
    ``model`` projects the first case with the calibrated models, which takes seconds; without,
    amounts come from arithmetic, and of several to choose from on the model the first is taken.
    """

    rule: str
    prints: Prints
    wrong: Edits = field(default_factory=dict)
    right: Edits = field(default_factory=dict)
    lacks: Edits = field(default_factory=dict)
    on: str = ""
    sets: Mapping[str, Value] = field(default_factory=dict)
    types: str = ""
    quotes: str = ""
    effect: str = ""
    says: str = ""
    asks: str = ""
    silent: str = "in order"
    model: bool = False
    answers: Answers = field(default_factory=dict)
    right_answers: Answers | None = None
    left_answers: Answers = field(default_factory=dict)


@dataclass(frozen=True)
class GuardCase:
    """One caveat at work on one finding: it stops or qualifies it, with the report line behind."""

    rule: str
    of: str
    prints: Prints
    wrong: Edits = field(default_factory=dict)
    stops: bool = False
    says: str = ""
    answers: Answers = field(default_factory=dict)


@cache
def sample(*names: str) -> Prints:
    """Samples by path under ``samples/`` as text, keyed by file name."""
    return {
        Path(name).name: (SAMPLES / name).read_text(encoding="utf-8", errors="strict")
        for name in names
    }


def edited(prints: Prints, *edits: Edits) -> Prints:
    """The prints with every edit made, one after the other."""
    texts = dict(prints)
    for edit in edits:
        for before, after in edit.items():
            if after is None and before in texts:
                del texts[before]
                continue
            holders = [name for name, text in texts.items() if before in text]
            assert holders, f"no print holds {before!r}"
            for name in holders:
                texts[name] = _replaced(texts[name], before, after)
    return texts


def _replaced(text: str, before: str, after: str | None) -> str:
    if after is not None:
        return text.replace(before, after)
    return "".join(line for line in text.splitlines(keepends=True) if before not in line)


@cache
def reading(name: str, text: str) -> tuple[FileReading, ...]:
    """What the readers make of one print."""
    return tuple(read_bytes(name, text.encode()))


@dataclass(frozen=True)
class Advised:
    """What the rules said of some prints."""

    findings: tuple[Finding, ...]
    outcomes: Mapping[str, RuleOutcome]
    lines: Mapping[tuple[str, int], str]

    def of(self, rule: str, on: str = "") -> list[Finding]:
        """Findings of one rule (on one component)."""
        return [
            f
            for f in self.findings
            if rule in (f.rule, *f.supported_by) and (not on or f.component == on)
        ]


def installed(case: Case) -> Topology:
    """The as-is topology of a case's first state, as the readers and the builder make it."""
    return _built(edited(case.prints, case.wrong), case.answers).topology


def advise(prints: Prints, answers: Answers | None = None, *, model: bool = False) -> Advised:
    """Read the prints, build the installation and run all rules; ``model``: with projections."""
    return _advised(tuple(sorted(prints.items())), tuple((answers or {}).items()), model)


def _built(prints: Prints, answers: Answers) -> Installation:
    return _installation(tuple(sorted(prints.items())), tuple(answers.items()))


@cache
def _installation(
    prints: tuple[tuple[str, str], ...], answers: tuple[tuple[tuple[str, str], Value], ...]
) -> Installation:
    readings = [part for name, text in prints for part in reading(name, text)]
    return build_installation(readings, dict(answers))


@cache
def _advised(
    prints: tuple[tuple[str, str], ...],
    answers: tuple[tuple[tuple[str, str], Value], ...],
    model: bool,
) -> Advised:
    installation = _installation(prints, answers)
    projector = None
    if model:
        baseline = build_baseline(installation.topology)
        assert baseline.may_project, baseline.refused
        projector = model_projector(baseline, bands=False)
    findings, outcomes = evaluate_rules(RuleContext(installation, catalogue(), projector))
    return Advised(
        findings,
        {outcome.rule: outcome for outcome in outcomes},
        {(o.file, o.line): o.text for o in installation.observations},
    )


def fired(case: Case) -> list[Finding]:
    """The case's findings, without the models."""
    return advise(edited(case.prints, case.wrong), case.answers).of(case.rule, case.on)


def check_positive(case: Case) -> None:
    """It fires with the right amount, on lines that the reports have."""
    advised = advise(edited(case.prints, case.wrong), case.answers, model=case.model)
    mine = advised.of(case.rule, case.on)
    assert mine, advised.outcomes[case.rule]
    assert advised.outcomes[case.rule].outcome == "found"
    for finding in mine:
        assert finding.evidence
        for seen in finding.evidence:
            if seen.file == ANSWER.text:
                assert case.answers, seen
            else:
                assert (seen.file, seen.line) in advised.lines, seen
        assert finding.change_texts
        assert all("{" not in text.syntax for text in finding.change_texts)
        assert finding.projection or finding.not_projectable_because
    made = {
        change.setting: change.value
        for finding in mine
        for change in finding.changes
        if isinstance(change, SetSetting)
    }
    for name, value in case.sets.items():
        assert made.get(name) == value, (name, made)
    typed = " | ".join(text.syntax for finding in mine for text in finding.change_texts)
    assert case.types in typed, typed
    assert case.sets or case.types, "say which amount is right"
    quoted = [
        advised.lines.get((seen.file, seen.line), seen.text)
        for finding in mine
        for seen in finding.evidence
    ]
    assert any(case.quotes in text for text in quoted), quoted
    assert case.quotes or case.answers, "say which line is quoted"
    if case.effect:
        assert any(finding.effect(case.effect) for finding in mine), [f.projection for f in mine]


def check_negative(case: Case) -> None:
    """In order, and it says why."""
    answers = case.answers if case.right_answers is None else case.right_answers
    advised = advise(edited(case.prints, case.right), answers)
    assert not advised.of(case.rule, case.on)
    outcome = advised.outcomes[case.rule]
    if not case.on and not rule(case.rule).guards:  # a caveat may have qualified others meanwhile
        assert outcome.outcome == case.silent, outcome
    assert case.says, "say what the sentence of the good case holds"
    assert case.says in " ".join((outcome.sentence, *outcome.sentences)), outcome


def check_missing(case: Case) -> None:
    """Without the report it asks for it."""
    advised = advise(edited(case.prints, case.wrong, case.lacks), case.left_answers)
    assert not advised.of(case.rule, case.on)
    outcome = advised.outcomes[case.rule]
    assert outcome.outcome == "cannot tell" or case.on or rule(case.rule).guards, outcome
    assert case.asks, "say which report is asked for"
    assert case.asks in outcome.missing_report, outcome


def check_guard(case: GuardCase) -> None:
    """The caveat stops or qualifies the finding it guards."""
    advised = advise(edited(case.prints, case.wrong), case.answers)
    outcome = advised.outcomes[case.rule]
    assert outcome.outcome == "found", outcome
    if case.stops and advised.of(case.rule):
        # It is told as a finding of its own; why it stops the other one stands with that.
        outcome = advised.outcomes[case.of]
        assert outcome.outcome == "held back", outcome
    else:
        said = ("Stops" if case.stops else "Qualifies") + f" {case.of}"
        assert said in outcome.sentence, outcome
    assert case.says in outcome.sentence, outcome
    guarded = advised.of(case.of)
    if case.stops:
        assert advised.outcomes[case.of].outcome in ("held back", "found", "does not apply")
    else:
        assert any(c.startswith(f"{case.rule}:") for f in guarded for c in f.caveats), guarded


def rules_of(cases: Iterable[Case | GuardCase]) -> set[str]:
    """The rules that some cases are about."""
    return {case.rule for case in cases}
