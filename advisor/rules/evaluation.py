"""Running the catalogue on one installation: findings, and what became of every rule.

Checks only declare changes. All their options are projected in one batch, amounts are chosen, then
conflicts between findings on the same setting are resolved. Nothing depends on the order of files
or components: everything runs in id order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from advisor.engagement import Installation
from advisor.findings import Effect, Evidence, Finding, RuleOutcome
from advisor.rules import base, outcomes, settling
from advisor.rules.base import Advice, Choice, DoesNotApply, Dormant, Qualify, Rule, Stop
from advisor.rules.beside import with_joint_worth
from advisor.rules.projecting import Projected, Projector
from advisor.rules.subject import CannotTell, Subject
from advisor.rules.texts import change_texts, former_texts, source_of
from advisor.rules.worth import (
    LEVELS,
    harm_pct,
    headline_gain_pct,
    is_headline,
    severity,
)
from model.topology import Catalogue, Change, ChangeError, SetSetting, apply_changes

METRIC_NAMES = {
    "etr_per_s": "throughput",
    "itr_per_cpu_s": "work per CPU second",
    "response_ms": "response time",
    "cpu_s_per_s": "CPU",
    "paging_per_s": "paging",
    "io_per_s": "I/O",
    "storage_mb": "storage",
    "cpu_busy_pct": "CPU use",
}
"""What the figures that amounts are chosen by are called in a sentence."""

SHOWN_COMMANDS = 4
"""Commands quoted in a sentence; the rest are counted."""

UNMOVED_PCT = 0.01
"""Below this the model is taken not to respond to a change at all."""


@dataclass(frozen=True)
class RuleContext:
    """What the rules are evaluated on.

    ``done`` are ids of findings carried out by hand: what was measured before argues no more.

    ``projector`` may be ``None`` (no calibrated model): amounts then come from arithmetic and
    published effects alone. ``refused`` says why there is no projector.
    """

    installation: Installation
    catalogue: Catalogue
    projector: Projector | None = None
    refused: str = ""
    done: tuple[str, ...] = ()


@dataclass
class _Case:
    """One piece of advice on its way to becoming a finding."""

    rule: Rule
    subject: Subject
    advice: Advice
    options: tuple[tuple[Change, ...], ...]
    evidence: tuple[Evidence, ...]
    caveats: list[str]
    notes: list[str]
    dormant: bool = False


@dataclass(frozen=True)
class Evaluation:
    """What the rules say of one installation, and what they would say beside other changes.

    ``quiet`` are findings that gain nothing alone; a plan may hold them beside others.
    """

    findings: tuple[Finding, ...]
    outcomes: tuple[RuleOutcome, ...]
    quiet: tuple[Finding, ...]
    context: RuleContext
    cases: Mapping[str, _Case] = field(default_factory=dict, repr=False)

    def follow(self, changes: tuple[Change, ...]) -> tuple[Finding, ...]:
        """Findings in order as measured that may pay with ``changes`` in effect.

        What they change is complete: it holds where ``changes`` set the same to another value.
        """
        topology = self.context.installation.topology
        try:
            changed = apply_changes(topology, changes, self.context.catalogue)
        except ChangeError:
            return ()
        installation = replace(self.context.installation, topology=changed)
        context = replace(self.context, installation=installation)
        unheard = outcomes.Notebook()
        cases: list[_Case] = []
        for name in sorted({case.rule.id for case in self.cases.values() if case.dormant}):
            cases.extend(c for c in _check(base.rule(name), context, unheard) if c.dormant)
        found = []
        for case in _guarded(cases, context, unheard):
            if _admissible(case, context, unheard):
                finding = _built(case, case.options[0], (), "", context)
                found.append(replace(finding, amounts=_amounts(case, 0, context)))
        return tuple(found)

    def restated(
        self, finding: Finding, changes: tuple[Change, ...], effects: tuple[Effect, ...], note: str
    ) -> Finding:
        """The finding with other changes, with what they do, and with a note why."""
        case = self.cases.get(finding.id)
        if case is None:
            return replace(finding, changes=changes, notes=(*finding.notes, note))
        kept = [said for said in finding.notes if not said.startswith("Chosen from")]
        stated = _built(case, changes, effects, finding.not_projectable_because or "", self.context)
        stated = replace(stated, notes=(*kept, note))
        if not finding.supported_by:
            return stated
        return replace(
            stated,
            evidence=finding.evidence,
            sources=finding.sources,
            caveats=finding.caveats,
            supported_by=finding.supported_by,
        )

    def worded_beside(self, finding: Finding, changes: tuple[Change, ...]) -> Finding:
        """The finding with operands written as they are once all of ``changes`` are made.

        Several settings may be one operand (``PWCSIZE``, ``LFAREA``): who types the findings of a
        plan one after the other would take back with the second what the first one set.
        """
        case = self.cases.get(finding.id)
        if case is None:
            return finding
        alone, joined = (
            change_texts(case.rule, finding.changes, self.context, case.advice.syntax, others)
            for others in ((), changes)
        )
        instead = {a.syntax: b for a, b in zip(alone, joined, strict=False) if a != b}
        texts = tuple(instead.get(text.syntax, text) for text in finding.change_texts)
        if texts == finding.change_texts:
            return finding
        note = "Written with what the rest of the plan sets in the same operand."
        return replace(finding, change_texts=texts, notes=(*finding.notes, note))

    def effects_of(self, finding: Finding, outcome: Projected) -> tuple[Effect, ...]:
        """Of an outcome, the effects on the workload that the finding is about."""
        case = self.cases.get(finding.id)
        return () if case is None else _anchor_effects(case, outcome, self.context)


def evaluate_rules(context: RuleContext) -> tuple[tuple[Finding, ...], tuple[RuleOutcome, ...]]:
    """All findings, most severe and largest gain first, and one outcome per rule, by id."""
    evaluation = evaluate(context)
    return evaluation.findings, evaluation.outcomes


def evaluate(context: RuleContext) -> Evaluation:
    """All findings as :func:`evaluate_rules` gives them, with what a plan needs besides."""
    notes = outcomes.Notebook()
    cases: list[_Case] = []
    for rule in base.rules():
        if rule.check is not None:
            cases.extend(_check(rule, context, notes))
    cases = _guarded(cases, context, notes)
    cases = [case for case in cases if _admissible(case, context, notes)]
    findings, quiet = _projected([c for c in cases if not c.dormant], context, notes)
    kept, dropped = settling.settle(findings)
    for loser, sentence in dropped:
        notes.add(loser.rule, "held back", sentence)
    for finding in kept:
        for rule_id in (finding.rule, *finding.supported_by):
            said = f"{base.rule(rule_id).title} ({_name(context, finding)})"
            where = "" if rule_id == finding.rule else f", as {finding.rule} advises"
            notes.add(rule_id, "found", f"{said}{where}.")
    if context.projector is not None:
        kept = with_joint_worth(kept, context.projector)
    ordered = sorted(
        kept,
        key=lambda f: (-LEVELS.index(f.severity), -settling.priority(f)[0], f.rule, f.component),
    )
    return Evaluation(
        tuple(ordered),
        notes.outcomes(context),
        tuple(sorted(quiet, key=lambda f: f.id)),
        context,
        {f"{case.rule.id}@{case.subject.id}": case for case in cases},
    )


def _name(context: RuleContext, finding: Finding) -> str:
    topology = context.installation.topology
    return topology[finding.component].name if finding.component in topology else "installation"


# Checks ---------------------------------------------------------------------------------------


def _check(rule: Rule, context: RuleContext, notes: outcomes.Notebook) -> list[_Case]:
    topology = context.installation.topology
    cases: list[_Case] = []
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
        except (ArithmeticError, ValueError):
            # A figure beyond all measure (zero, negative, infinite) is one report's error.
            notes.cannot_tell(rule, CannotTell(f"plausible figures of {subject.name}"))
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
        if not subject.evidence:
            notes.cannot_tell(rule, CannotTell(f"a report line about {subject.name}"))
            continue
        cases.append(
            _Case(
                rule,
                subject,
                answer,
                answer.options,
                subject.evidence,
                list(answer.caveats),
                list(answer.notes),
                dormant,
            )
        )
    return cases


def platform_refusal(rule: Rule, subject: Subject) -> tuple[outcomes.Outcome, str] | None:
    """Why a rule of one operating system is not asked about this component, or ``None``."""
    if not rule.platforms:
        return None
    platform = subject.platform()
    allowed = " or ".join(rule.platforms)
    if platform is None:
        return (
            "cannot tell",
            f"{subject.name}: this is a rule for {allowed}, and no report names its system.",
        )
    if platform not in rule.platforms:
        return (
            "does not apply",
            f"{subject.name} runs under {platform}; this is a rule for {allowed}.",
        )
    return None


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
        if isinstance(verdict, Stop):
            notes.add(caveat.id, "found", f"Stops {rule.id} on {subject.name}: {verdict.sentence}")


def _guarded(cases: list[_Case], context: RuleContext, notes: outcomes.Notebook) -> list[_Case]:
    kept: list[_Case] = []
    caveats = [rule for rule in base.rules() if rule.guard is not None]
    for case in cases:
        stopped = False
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
            if verdict is None:
                book.add(
                    caveat.id, "in order", f"Looked at {case.rule.id} on {subject.name}: it stands."
                )
            if isinstance(verdict, Stop):
                stopped = True
                book.add(case.rule.id, "held back", f"{subject.name}: {verdict.sentence}")
                book.add(
                    caveat.id,
                    "found",
                    f"Stops {case.rule.id} on {subject.name}: {verdict.sentence}",
                )
                break
            if isinstance(verdict, Qualify):
                case.caveats.append(f"{caveat.id}: {verdict.sentence}")
                book.add(
                    caveat.id,
                    "found",
                    f"Qualifies {case.rule.id} on {subject.name}: {verdict.sentence}",
                )
        if not stopped:
            case.evidence = case.subject.evidence
            kept.append(case)
    return kept


def _admissible(case: _Case, context: RuleContext, notes: outcomes.Notebook) -> bool:
    """Drop changes already in effect; hold back what the figures cannot speak of any more."""
    if f"{case.rule.id}@{case.subject.id}" in context.done:
        notes.add(
            case.rule.id,
            "held back",
            f"{case.subject.name}: carried out since the figures were measured; measure again.",
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
                        f"{change.setting} of {topology[change.component].name} has been changed "
                        "since the figures were measured; measure again first.",
                    )
                    return False
            lasting.append(change)
        if lasting and tuple(lasting) not in options:
            options.append(tuple(lasting))
    if case.dormant and not options:
        return False
    if not options and not case.advice.texts:
        notes.add(case.rule.id, "in order", f"{case.subject.name}: already in effect.")
        return False
    case.options = tuple(options)
    return True


# Projection -----------------------------------------------------------------------------------


def _projected(
    cases: list[_Case], context: RuleContext, notes: outcomes.Notebook
) -> tuple[list[Finding], list[Finding]]:
    """Findings, and those that gain nothing alone."""
    batch: list[tuple[Change, ...]] = []
    places: list[list[int]] = []
    for case in cases:
        where: list[int] = []
        for option in case.options:
            where.append(len(batch))
            batch.append(option)
        places.append(where)
    if context.projector is None or not batch:
        answers: Sequence[Projected] = [Projected(refused=context.refused or NO_MODEL)] * len(batch)
    else:
        answers = context.projector(batch)
    findings: list[Finding] = []
    quiet: list[Finding] = []
    for case, where in zip(cases, places, strict=True):
        finding, gains = _finding(case, [answers[n] for n in where], context, notes)
        if finding is not None:
            (findings if gains else quiet).append(finding)
    return findings, quiet


UNRESPONSIVE = "the model of this workload does not respond to the setting"
NO_MODEL = "there is no calibrated model of this installation"


def _finding(
    case: _Case, answers: list[Projected], context: RuleContext, notes: outcomes.Notebook
) -> tuple[Finding | None, bool]:
    """The finding, if any, and whether it is worth its change alone."""
    rule, subject = case.rule, case.subject
    option: tuple[Change, ...] = ()
    effects: tuple[Effect, ...] = ()
    because = ""
    index = 0
    if case.options:
        moved = [_anchor_effects(case, answer, context) for answer in answers]
        chosen = choose(case.advice.choice, moved)
        if chosen is None:
            sentence = (
                f"{subject.name}: the model projects no gain worth the change from any amount tried"
                if any(moved)
                else f"{subject.name}: the amount can only be chosen on the model, and "
                f"{_why_not(answers, _anchors(case, context))}"
            )
            notes.add(rule.id, "in order" if any(moved) else "held back", sentence + ".")
            if not any(moved):
                return None, False
            # Listed cheapest first: beside other findings the plan may still want any of them.
            quiet = _built(case, case.options[0], moved[0], "", context)
            return replace(quiet, amounts=_amounts(case, 0, context)), False
        index = chosen
        option, effects = case.options[index], moved[index]
        if not effects:
            because = _why_not([answers[index]], _anchors(case, context))
        elif len(case.options) > 1:
            case.notes.append(
                f"Chosen from {len(case.options)} amounts by their projected "
                f"{METRIC_NAMES.get(case.advice.choice.metric, case.advice.choice.metric)}."
            )
    finding = _built(case, option, effects, because, context)
    finding = replace(finding, amounts=_amounts(case, index, context))
    harmed = harm_pct(finding.projection)
    gain = headline_gain_pct(finding.projection)
    if harmed > 0.5 and gain < 0.5 and rule.kind != "config-check":
        notes.add(
            rule.id,
            "held back",
            f"{subject.name}: the model projects a loss of {harmed:.1f} % and no gain here.",
        )
        return finding, False
    return finding, True


def _amounts(case: _Case, index: int, context: RuleContext) -> tuple[tuple[Change, ...], ...]:
    """The other options; none where the rule keeps some metric, which a plan would not see."""
    if case.advice.choice.keep:
        return ()
    return tuple(_legal(o, context) for n, o in enumerate(case.options) if n != index)


def _built(
    case: _Case,
    option: tuple[Change, ...],
    effects: tuple[Effect, ...],
    because: str,
    context: RuleContext,
) -> Finding:
    """The finding that a case makes with these changes."""
    rule, subject = case.rule, case.subject
    effects = _completed(effects, case.advice.effects)
    if rule.projectable == "no":
        because = rule.projection
    if rule.projectable != "yes" and rule.projection[:1].islower():
        # Why the rule cannot be projected anywhere says more than why this workload was not.
        because = rule.projection
    because = case.advice.not_projectable or because or rule.projection or NO_MODEL
    return Finding(
        id=f"{rule.id}@{subject.id}",
        rule=rule.id,
        title=rule.title,
        subsystem=rule.subsystem,
        component=subject.id,
        severity=severity(effects, rule),
        explanation=f"{case.advice.why} {rule.why}".strip(),
        changes=_legal(option, context),
        change_texts=(*change_texts(rule, option, context, case.advice.syntax), *case.advice.texts),
        evidence=case.evidence,
        sources=source_of(rule, case.advice.distance),
        projection=effects,
        not_projectable_because=None if effects else because,
        risk=rule.risk or "low: taken back by putting the former value back.",
        effort=case.advice.effort or rule.effort,
        prerequisites=rule.prerequisites,
        verify=rule.verify,
        back_out=_back_out(rule, option, context, case.advice.syntax),
        caveats=tuple(case.caveats),
        notes=tuple(case.notes),
    )


def _back_out(
    rule: Rule, option: tuple[Change, ...], context: RuleContext, syntax: Mapping[str, str]
) -> str:
    """How to go back, with the commands that put the values in effect today back."""
    former = former_texts(rule, option, context, syntax)
    if not former:
        return rule.back_out
    commands = "; ".join(former[:SHOWN_COMMANDS])
    if len(former) > SHOWN_COMMANDS:
        return f"{rule.back_out} Today: {commands} and {len(former) - SHOWN_COMMANDS} more.".strip()
    return f"{rule.back_out} Today: {commands}.".strip()


def _completed(modelled: tuple[Effect, ...], others: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """The model's effects with arithmetic for what it does not cover.

    Published percentages are used only where the model moves nothing that counts.
    """
    known = {effect.metric for effect in modelled}
    moved = any(is_headline(e) and _moves((e,)) for e in modelled)
    return (
        *modelled,
        *(
            e
            for e in others
            if e.metric not in known and not (moved and e.after.basis == "published")
        ),
    )


def _legal(option: tuple[Change, ...], context: RuleContext) -> tuple[Change, ...]:
    """The changes that the topology can carry; others live on in the change texts."""
    topology = context.installation.topology
    lasting: list[Change] = []
    for change in option:
        if isinstance(change, SetSetting):
            if change.component not in topology:
                continue
            spec = context.catalogue.spec(topology[change.component].kind, change.setting)
            if spec is None or spec.problem_with(change.value) is not None:
                continue
        lasting.append(change)
    return tuple(lasting)


def _why_not(answers: list[Projected], anchors: list[str]) -> str:
    for answer in answers:
        if answer.refused:
            return answer.refused.rstrip(".")
        for anchor in anchors:
            if anchor in answer.unprojected:
                return answer.unprojected[anchor].rstrip(".")
    return UNRESPONSIVE


def choose(choice: Choice, moved: list[tuple[Effect, ...]]) -> int | None:
    """Index of the option to advise, or ``None`` when none is worth it (see :class:`Choice`)."""
    if len(moved) == 1:
        return 0
    gains: list[float | None] = []
    for effects in moved:
        effect = next((e for e in effects if e.metric == choice.metric), None)
        change = None if effect is None else effect.change_pct
        if change is not None and choice.want == "less":
            change = -change
        kept = next((e.change_pct for e in effects if e.metric == choice.keep), None)
        if change is not None and kept is not None and kept < -choice.keep_pct:
            change = -100.0
        gains.append(change)
    known = [gain for gain in gains if gain is not None]
    if not known:
        return choice.unprojected
    best = max(known)
    if best < choice.min_gain_pct:
        return None
    floor = (1 + best / 100) * (1 - choice.within_pct / 100)
    for index, gain in enumerate(gains):
        if gain is not None and 1 + gain / 100 >= floor and gain >= choice.min_gain_pct:
            return index
    return gains.index(best)


def _anchor_effects(case: _Case, answer: Projected, context: RuleContext) -> tuple[Effect, ...]:
    """Effects on the workload the advice is about; empty where the model does not respond."""
    if answer.refused or not answer.effects:
        return ()
    for anchor in _anchors(case, context):
        effects = answer.effects.get(anchor, ())
        if _moves(effects):
            return effects
    wanted = case.advice.choice.metric
    moved = [
        anchor
        for anchor, effects in answer.effects.items()
        if _moves(effects) and any(e.metric in (wanted, "cpu_s_per_s") for e in effects)
    ]

    def rank(anchor: str) -> tuple[bool, float, str]:
        effects = answer.effects[anchor]
        cpu = next((e.before for e in effects if e.metric == "cpu_s_per_s"), 0.0)
        return (all(e.metric != wanted for e in effects), -cpu, anchor)

    return answer.effects[min(moved, key=rank)] if moved else ()


def _moves(effects: tuple[Effect, ...]) -> bool:
    return any(
        abs(e.change_pct) > UNMOVED_PCT if e.change_pct is not None else abs(e.after.value) > 1e-9
        for e in effects
    )


def _anchors(case: _Case, context: RuleContext) -> list[str]:
    topology = context.installation.topology
    wanted = [case.advice.anchor] if case.advice.anchor else []
    wanted.append(case.subject.id)
    links = sorted((x for x in topology.links if x.source == case.subject.id), key=lambda x: x.id)
    wanted.extend(link.target for link in links)
    parent = case.subject.component.parent
    while parent is not None and parent in topology and parent not in wanted:
        wanted.append(parent)
        parent = topology[parent].parent
    return wanted
