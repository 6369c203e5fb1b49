"""Asking the rules, one component at a time: pieces of advice on their way to becoming findings.

Whatever goes wrong in one rule costs that rule on that component, with a sentence; the rest stands.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from advisor.findings import Evidence
from advisor.rules import base, outcomes, settling
from advisor.rules.base import Advice, DoesNotApply, Dormant, HeldBack, Qualify, Rule, Stop
from advisor.rules.commands import filled, operands_of, written
from advisor.rules.context import RuleContext
from advisor.rules.subject import CannotTell, Subject
from model.catalogue import named
from model.language import Keyword, SettingName, joined, say
from model.topology import Change, SetSetting


@dataclass
class Case:
    """One piece of advice on its way to becoming a finding."""

    rule: Rule
    subject: Subject
    advice: Advice
    options: tuple[tuple[Change, ...], ...]
    evidence: tuple[Evidence, ...]
    caveats: list[str]
    notes: list[str]
    dormant: bool = False
    stopped: Stop | None = None
    given: dict[str, base.Given] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The id of the finding that it becomes."""
        return f"{self.rule.id}@{self.subject.id}"

    @property
    def asked(self) -> tuple[tuple[Change, ...], ...]:
        """Lists of changes that the model is asked for."""
        shown = (self.advice.as_if,) if self.advice.as_if else ()
        return self.options or shown


def checked(rule: Rule, context: RuleContext, notes: outcomes.Notebook) -> list[Case]:
    topology = context.installation.topology
    cases: list[Case] = []
    check = rule.check
    if check is None:
        return cases
    for component in sorted(topology.of_kind(*rule.on), key=lambda c: c.id):
        subject = Subject(component, topology, context.catalogue)
        refusal = platform_refusal(rule, subject)
        if refusal is not None:
            notes.add(rule.id, refusal[0], refusal[1])
            _told_by_caveats(rule, subject, refusal[0], notes)
            continue
        subject = Subject(component, topology, context.catalogue)
        try:
            answer = check(subject)
        except CannotTell as missing:
            notes.cannot_tell(rule, missing)
            continue
        except DoesNotApply as why:
            notes.add(rule.id, "does not apply", str(why))
            continue
        except HeldBack as why:
            notes.add(rule.id, "held back", str(why))
            continue
        except (ArithmeticError, ValueError):
            # A figure beyond all measure (zero, negative, infinite) is one report's error.
            notes.cannot_tell(rule, CannotTell(subject.say("plausible figures of {name}")))
            continue
        except Exception as fault:
            notes.failed(rule.id, subject.name, fault)
            continue
        if isinstance(answer, str):
            notes.add(rule.id, "in order", answer)
            continue
        dormant = isinstance(answer, Dormant)
        if isinstance(answer, Dormant):
            notes.add(rule.id, "in order", answer.sentence)
            if context.projector is None:
                continue
            answer = answer.advice
        answer = _by_own_command(answer, rule, subject)
        if not subject.evidence:
            notes.cannot_tell(rule, CannotTell(subject.say("a report line about {name}")))
            continue
        cases.append(
            Case(
                rule,
                subject,
                answer,
                answer.options,
                subject.evidence,
                list(answer.caveats),
                list(answer.notes),
                dormant,
                given=dict(answer.given),
            )
        )
    return cases


def _by_own_command(advice: Advice, rule: Rule, subject: Subject) -> Advice:
    """The advice with the rule's command where it says none for what is done by hand.

    What is typed for it is the same alone and as a step of a plan, so that it is filled in here.
    """
    topology = subject.topology
    command = ""
    if rule.applying is not None and not all(text.syntax for text in advice.texts):
        command = written(rule.applying.command, operands_of(subject.component, (), topology))
    return replace(
        advice,
        texts=tuple(
            replace(text, syntax=filled(text.syntax or command, text.component, topology))
            for text in advice.texts
        ),
    )


def platform_refusal(rule: Rule, subject: Subject) -> tuple[outcomes.Outcome, str] | None:
    """Why a rule of one operating system is not asked about this component, or ``None``."""
    if not rule.platforms:
        return None
    platform = subject.platform()
    if platform in rule.platforms:
        return None
    allowed = joined(rule.platforms, " or ")
    if platform is None:
        return (
            "cannot tell",
            subject.say(
                "{name}: this is a rule for {allowed}, and no report names its system.",
                allowed=allowed,
            ),
        )
    return (
        "does not apply",
        subject.say(
            "{name} runs under {platform}; this is a rule for {allowed}.",
            platform=platform,
            allowed=allowed,
        ),
    )


def _told_by_caveats(
    rule: Rule, subject: Subject, refusal: outcomes.Outcome, notes: outcomes.Notebook
) -> None:
    """Say of a caveat about platforms that it is at work where its rule is not even asked."""
    if refusal != "does not apply":
        return
    for caveat in base.rules():
        if rule.id not in caveat.guards or caveat.guard is None or caveat.platforms:
            continue
        try:
            verdict = caveat.guard(subject, Advice(""))
        except (CannotTell, DoesNotApply):
            continue
        except Exception as fault:
            notes.failed(caveat.id, subject.name, fault)
            continue
        if isinstance(verdict, Stop):
            notes.add(
                caveat.id,
                "found",
                subject.say(
                    "Stops {id} on {name}: {sentence}",
                    id=Keyword(rule.id),
                    sentence=verdict.sentence,
                ),
            )


def guarded(cases: list[Case], context: RuleContext, notes: outcomes.Notebook) -> list[Case]:
    kept: list[Case] = []
    caveats = [rule for rule in base.rules() if rule.guard is not None]
    for case in cases:
        book = outcomes.Notebook() if case.dormant else notes
        for caveat in caveats:
            if case.rule.id not in caveat.guards or caveat.guard is None:
                continue
            subject = case.subject
            if caveat.platforms and subject.platform() not in caveat.platforms:
                continue
            try:
                verdict = caveat.guard(subject, case.advice)
            except (CannotTell, DoesNotApply):
                continue
            except Exception as fault:
                # A caveat that cannot be asked may be one that would have stopped the advice.
                notes.failed(caveat.id, subject.name, fault)
                verdict = Stop(
                    say(
                        "{id}, which may speak against it, could not be asked.",
                        id=Keyword(caveat.id),
                    )
                )
            if verdict is None:
                book.add(
                    caveat.id,
                    "in order",
                    subject.say("Looked at {id} on {name}: it stands.", id=Keyword(case.rule.id)),
                )
            if isinstance(verdict, Stop):
                case.stopped = verdict
                book.add(
                    case.rule.id, "held back", joined((subject.called, ": ", verdict.sentence))
                )
                book.add(
                    caveat.id,
                    "found",
                    subject.say(
                        "Stops {id} on {name}: {sentence}",
                        id=Keyword(case.rule.id),
                        sentence=verdict.sentence,
                    ),
                )
                break
            if isinstance(verdict, Qualify):
                said = _by(caveat, verdict.sentence)
                case.caveats.append(said)
                if verdict.given is not None:
                    case.given[said] = _given_by(caveat, verdict.given)
                book.add(
                    caveat.id,
                    "found",
                    subject.say(
                        "Qualifies {id} on {name}: {sentence}",
                        id=Keyword(case.rule.id),
                        sentence=verdict.sentence,
                    ),
                )
        if case.stopped is None:
            case.evidence = case.subject.evidence
            kept.append(case)
    return kept


def _by(caveat: Rule, sentence: str) -> str:
    return joined((Keyword(caveat.id), ": ", sentence))


def _given_by(caveat: Rule, given: base.Given) -> base.Given:
    return replace(given, said=lambda step: _by(caveat, given.said(step)))


def admissible(case: Case, context: RuleContext, notes: outcomes.Notebook) -> bool:
    """Drop changes already in effect; hold back what the figures cannot speak of any more."""
    if case.id in context.done:
        notes.add(
            case.rule.id,
            "held back",
            say(
                "{name}: carried out since the figures were measured; measure again.",
                name=case.subject.called,
            ),
        )
        return False
    if not case.options:
        return True
    topology = context.installation.topology
    options: list[tuple[Change, ...]] = []
    for option in case.options:
        lasting: list[Change] = []
        for change in option:
            if isinstance(change, SetSetting) and change.component in topology:
                current = topology[change.component].settings.get(change.setting)
                if current is not None and settling.same(current.value, change.value):
                    continue
                stale = current is not None and current.origin.text == settling.CHANGED_TEXT
                if stale and not case.dormant:
                    notes.add(
                        case.rule.id,
                        "held back",
                        say(
                            "{setting} of {name} has been changed since the figures were "
                            "measured; measure again first.",
                            setting=SettingName(change.setting),
                            name=named(topology[change.component]),
                        ),
                    )
                    return False
            lasting.append(change)
        if lasting and tuple(lasting) not in options:
            options.append(tuple(lasting))
    if case.dormant and not options:
        return False
    if not options and not case.advice.texts:
        notes.add(
            case.rule.id,
            "in order",
            say("{name}: already in effect.", name=case.subject.called),
        )
        return False
    case.options = tuple(options)
    return True
