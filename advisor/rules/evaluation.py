"""Running the catalogue on one installation: findings, and what became of every rule.

Checks only declare changes. All their options are projected in one batch, amounts are chosen, then
conflicts between findings on the same setting are resolved. Nothing depends on the order of files
or components: everything runs in id order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from advisor.findings import ChangeText, Effect, Finding, RuleOutcome
from advisor.rules import base, outcomes, settling
from advisor.rules.beside import with_joint_worth
from advisor.rules.building import (
    NO_MODEL,
    amounts_of,
    anchor_effects,
    back_out_commands,
    built,
    finding_of,
    how_chosen,
    why_silent,
)
from advisor.rules.cases import Case, admissible, checked, guarded
from advisor.rules.commands import filled, shown
from advisor.rules.context import RuleContext
from advisor.rules.projecting import Projected, since
from advisor.rules.subject import Subject
from advisor.rules.texts import change_texts
from advisor.rules.worth import LEVELS
from model.catalogue import named
from model.language import Keyword, SettingName, joined, say
from model.topology import Change, ChangeError, SetSetting, Topology, Value, apply_changes


@dataclass(frozen=True)
class Evaluation:
    """What the rules say of one installation, and what they would say beside other changes.

    ``quiet`` are findings that gain nothing alone; a plan may hold them beside others.
    """

    findings: tuple[Finding, ...]
    outcomes: tuple[RuleOutcome, ...]
    quiet: tuple[Finding, ...]
    context: RuleContext
    cases: Mapping[str, Case] = field(default_factory=dict, repr=False)

    def follow(self, changes: tuple[Change, ...]) -> tuple[Finding, ...]:
        """Findings in order as measured that may pay with ``changes`` in effect.

        What they change is complete: it holds where ``changes`` set the same to another value.
        """
        topology = self.context.installation.topology
        try:
            changed = apply_changes(topology, changes, self.context.catalogue)
        except ChangeError:
            return ()
        context = self._in_state(changed)
        unheard = outcomes.Notebook()
        cases: list[Case] = []
        for name in sorted({case.rule.id for case in self.cases.values() if case.dormant}):
            cases.extend(c for c in checked(base.rule(name), context, unheard) if c.dormant)
        found = []
        for case in guarded(cases, context, unheard):
            if admissible(case, context, unheard):
                finding = built(case, case.options[0], (), "", context)
                found.append(replace(finding, amounts=amounts_of(case, 0, context)))
        return tuple(found)

    @property
    def held_back(self) -> tuple[tuple[Finding, str, tuple[str, ...]], ...]:
        """Findings that a caveat stops, what it says, and rules whose change it waits for."""
        return tuple(
            (
                built(case, case.options[0] if case.options else (), (), "", self.context),
                case.stopped.sentence,
                case.stopped.until,
            )
            for _, case in sorted(self.cases.items())
            if case.stopped is not None
        )

    def freed(
        self, found: Iterable[RuleOutcome], steps: Iterable[Finding]
    ) -> tuple[RuleOutcome, ...]:
        """Outcomes of rules: what is held back as measured is not told of what a plan does."""
        taken = {(rule, f.component) for f in steps for rule in (f.rule, *f.supported_by)}
        freed = {
            (case.rule.id, joined((case.subject.called, ": ", case.stopped.sentence)))
            for case in self.cases.values()
            if case.stopped is not None and (case.rule.id, case.subject.id) in taken
        }
        return tuple(
            replace(one, held=tuple(said for said in one.held if (one.rule, said) not in freed))
            for one in found
        )

    def released(self, changes: tuple[Change, ...]) -> tuple[Finding, ...]:
        """Findings that are held back as measured and stand with ``changes`` in effect.

        And those that these call for, also where they are found as measured: more is called for.

        Their effects are those on the installation with ``changes`` made.
        """
        held = {name: case.rule.id for name, case in self.cases.items() if case.stopped}
        called = [rule.id for rule in base.rules() if rule.needed_by]
        if not changes:
            return ()
        try:
            changed = apply_changes(
                self.context.installation.topology, changes, self.context.catalogue
            )
        except ChangeError:
            return ()
        context = self._in_state(changed)
        if context.projector is not None:
            context = replace(context, projector=since(context.projector, changes))
        unheard = outcomes.Notebook()
        rules = sorted({*held.values(), *called})
        again = [
            case
            for name in rules
            for case in checked(base.rule(name), context, unheard)
            if case.id in held or name in called
        ]
        again = [case for case in again if not case.dormant]
        cases = [c for c in guarded(again, context, unheard) if admissible(c, context, unheard)]
        findings, _ = _projected(cases, context, unheard)
        kept, _ = settling.settle(findings)
        return tuple(sorted(kept, key=lambda f: f.id))

    def linked(self, component: str) -> frozenset[str]:
        """A component and those that have a link to it, by id."""
        links = self.context.installation.topology.links
        return frozenset({component, *(x.source for x in links if x.target == component)})

    def lacking(self, changes: tuple[Change, ...]) -> tuple[tuple[str, str, str], ...]:
        """What ``changes`` call for and cannot be done: rule, component, what speaks against."""
        try:
            topology = apply_changes(
                self.context.installation.topology, changes, self.context.catalogue
            )
        except ChangeError:
            return ()
        found = []
        for rule in base.rules():
            if not rule.needed_by or rule.check is None:
                continue
            for component in topology.of_kind(*rule.on):
                try:
                    rule.check(Subject(component, topology, self.context.catalogue))
                except base.HeldBack as why:
                    found.append((rule.id, component.id, str(why)))
                except Exception:
                    continue  # whatever it cannot judge is told where the rules run
        return tuple(found)

    def restated(
        self, finding: Finding, changes: tuple[Change, ...], effects: tuple[Effect, ...], note: str
    ) -> Finding:
        """The finding with other changes, with what they do, and with a note why."""
        case = self.cases.get(finding.id)
        if case is None:
            return replace(finding, changes=changes, notes=(*finding.notes, note))
        chosen = how_chosen(case) if case.advice.choice is not None else ""
        kept = [said for said in finding.notes if said != chosen]
        stated = built(case, changes, effects, finding.not_projectable_because or "", self.context)
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

    def stands(self, finding: Finding, changes: tuple[Change, ...]) -> bool:
        """Whether the rule of a finding still asks for it once other changes are made."""
        topology = self.context.installation.topology
        others = tuple(change for change in changes if change not in finding.changes)
        try:
            changed = apply_changes(topology, others, self.context.catalogue)
        except ChangeError:
            return True
        context = replace(
            self.context, installation=replace(self.context.installation, topology=changed)
        )
        unheard = outcomes.Notebook()
        again = checked(base.rule(finding.rule), context, unheard)
        return any(case.id == finding.id for case in again)

    def near(self, one: Finding, other: Finding) -> bool:
        """Whether one of the two is about what the other one's component stands in.

        A finding is about what it changes as well. What stands in nothing, such as a service class,
        is everywhere.
        """
        topology = self.context.installation.topology
        places = [
            {f.component, *(c.component for c in f.changes if isinstance(c, SetSetting))}
            for f in (one, other)
        ]
        known = [[name for name in names if name in topology] for names in places]
        if any(not names or topology[names[0]].kind == "service_class" for names in known):
            return True
        inside = [{*names, *(x for n in names for x in topology.containers(n))} for names in known]
        return bool({*known[0]} & inside[1] or {*known[1]} & inside[0])

    def caveats_behind(
        self, finding: Finding, earlier: Sequence[tuple[str, str]]
    ) -> tuple[str, ...]:
        """A step's caveats behind others of a plan, each told by rule and component, in order.

        What one of these gives is not asked for once more.
        """
        case = self.cases.get(finding.id)
        if case is None:
            return finding.caveats
        numbers = {step: number for number, step in enumerate(earlier, 1)}
        found: list[str] = []
        for caveat in finding.caveats:
            given = case.given.get(caveat)
            step = None if given is None else numbers.get((given.rule, given.component))
            found.append(caveat if given is None or step is None else given.said(step))
        return tuple(found)

    def manual(self, finding: Finding) -> tuple[ChangeText, ...]:
        """What is done by hand besides the changes of settings."""
        case = self.cases.get(finding.id)
        return () if case is None else case.advice.texts

    def typed(
        self,
        finding: Finding,
        changes: tuple[Change, ...],
        state: Topology,
        beside: tuple[Change, ...] = (),
    ) -> tuple[ChangeText, ...]:
        """Changes of a finding as they are typed on an installation in this state.

        Several settings may be one operand (``PWCSIZE``, ``LFAREA``): it is written as it is once
        ``beside`` is made as well, so that no step takes back what another one set.
        """
        case = self.cases.get(finding.id)
        if case is None or not finding.changes:
            return finding.change_texts
        rule, context = case.rule, self._in_state(state)
        texts = change_texts(rule, changes, context, case.advice.syntax, beside)
        return tuple(
            replace(text, syntax=filled(text.syntax, text.component, state))
            for text in case.advice.with_texts(texts)
        )

    def taken_back(
        self, finding: Finding, changes: tuple[Change, ...], state: Topology
    ) -> tuple[str, ...]:
        """What is typed to return from these changes to this state."""
        case = self.cases.get(finding.id)
        if case is None:
            return finding.back_out_commands
        return back_out_commands(case, changes, self._in_state(state))

    def _in_state(self, topology: Topology) -> RuleContext:
        installation = replace(self.context.installation, topology=topology)
        return replace(self.context, installation=installation)

    def effects_of(self, finding: Finding, outcome: Projected) -> tuple[Effect, ...]:
        """Of an outcome, the effects on the workload that the finding is about."""
        case = self.cases.get(finding.id)
        return () if case is None else anchor_effects(case, outcome, self.context)


def evaluate_rules(context: RuleContext) -> tuple[tuple[Finding, ...], tuple[RuleOutcome, ...]]:
    """All findings, most severe and largest gain first, and one outcome per rule, by id."""
    evaluation = evaluate(context)
    return evaluation.findings, evaluation.outcomes


def evaluate(context: RuleContext) -> Evaluation:
    """All findings as :func:`evaluate_rules` gives them, with what a plan needs besides."""
    notes = outcomes.Notebook()
    cases: list[Case] = []
    for rule in base.rules():
        if rule.check is not None:
            cases.extend(checked(rule, context, notes))
    free = guarded(cases, context, notes)
    held = [case for case in cases if case.stopped is not None and not case.dormant]
    cases = [case for case in free if admissible(case, context, notes)]
    findings, quiet = _projected([c for c in cases if not c.dormant], context, notes)
    findings = _raised(findings, cases, context)
    kept, dropped = settling.settle(findings)
    for loser, sentence in dropped:
        notes.add(loser.rule, "held back", sentence)
    for finding in kept:
        for rule_id in (finding.rule, *finding.supported_by):
            where = (
                ""
                if rule_id == finding.rule
                else say(", as {rule} advises", rule=Keyword(finding.rule))
            )
            said = say(
                "{title} ({name}){where}.",
                title=base.rule(rule_id).title,
                name=_name(context, finding),
                where=where,
            )
            notes.add(rule_id, "found", said)
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
        {case.id: case for case in (*cases, *held)},
    )


def _name(context: RuleContext, finding: Finding) -> str:
    topology = context.installation.topology
    known = finding.component in topology
    return named(topology[finding.component]) if known else say("installation")


def _projected(
    cases: list[Case], context: RuleContext, notes: outcomes.Notebook
) -> tuple[list[Finding], list[Finding]]:
    """Findings, and those that gain nothing alone."""
    findings: list[Finding] = []
    quiet: list[Finding] = []
    for case, answers in zip(cases, _answers(cases, context, notes), strict=True):
        if answers is None:
            continue
        try:
            finding, gains = finding_of(case, answers, context, notes)
        except Exception as fault:
            notes.failed(case.rule.id, case.subject.name, fault)
            continue
        if finding is not None:
            (findings if gains else quiet).append(finding)
    return findings, quiet


Needs = dict[tuple[str, str], list[tuple[float | int, str]]]
"""What rules ask for of a setting at the least, by component and setting: how much, and who."""


def _raised(findings: list[Finding], cases: Sequence[Case], context: RuleContext) -> list[Finding]:
    """Findings with the largest of several requirements on one setting in place of their own.

    What needs a setting to be no smaller than some value is served by any larger one; of two such
    rules neither gives way, and the smaller requirement is projected with the larger amount. What
    cannot be judged before a rule's change is made raises nothing of that: what work lacks ends its
    paging, whatever room a dump takes beside it.
    """
    needs: Needs = {}
    for finding in findings:
        for key, value in _required(finding).items():
            needs.setdefault(key, []).append((value, finding.rule))
    by_id = {case.id: case for case in cases}
    return [_raised_to(needs, f, by_id[f.id], context) for f in findings]


def _required(finding: Finding) -> dict[tuple[str, str], float | int]:
    """Settings, by component, with the numbers that any larger one serves as well."""
    enough = base.rule(finding.rule).at_least
    return {
        (c.component, c.setting): c.value
        for c in finding.changes
        if isinstance(c, SetSetting)
        and c.setting in enough
        and not isinstance(c.value, (str, bool))
    }


def _measured(value: Value, setting: str) -> str:
    """A value with the unit of storage that its setting's name ends with."""
    unit = setting.rpartition("_")[2]
    return f"{shown(value)} {unit}" if unit in ("KB", "MB", "GB") else shown(value)


def _raised_to(needs: Needs, finding: Finding, case: Case, context: RuleContext) -> Finding:
    own = _required(finding)
    large = {key: [n for n in needs[key] if n[0] > value] for key, value in own.items()}
    later = dict.fromkeys(
        say(
            "{rule2} asks for {value} of the same for room of its own, and can be judged only "
            "afterwards: decide on both before anything is bought.",
            rule2=Keyword(rule),
            value=_measured(value, setting),
        )
        for (_, setting), found in sorted(large.items())
        for value, rule in found
        if rule in finding.unsettles
    )
    finding = replace(finding, notes=(*finding.notes, *later))
    small = {
        key: max(counted)
        for key, found in large.items()
        if (counted := [n for n in found if n[1] not in finding.unsettles])
    }
    if not small:
        return finding

    def larger(changes: tuple[Change, ...]) -> tuple[Change, ...]:
        return tuple(
            _at_least(c, small[(c.component, c.setting)][0])
            if isinstance(c, SetSetting) and (c.component, c.setting) in small
            else c
            for c in changes
        )

    changes = larger(finding.changes)
    effects, because = finding.projection, finding.not_projectable_because or ""
    if context.projector is not None:
        (answer,) = context.projector([changes])
        effects = anchor_effects(case, answer, context)
        because = answer.refused or ("" if effects else why_silent(case, answer, context))
    raised = built(case, changes, effects, because, context)
    said = tuple(
        say(
            "{rule} asks for {setting} {own}; {rule2} needs {value} of the "
            "same, which serves both.",
            rule=Keyword(finding.rule),
            setting=SettingName(setting),
            own=_measured(own[component, setting], setting),
            rule2=Keyword(rule),
            value=_measured(value, setting),
        )
        for (component, setting), (value, rule) in sorted(small.items())
    )
    amounts = dict.fromkeys(larger(amount) for amount in finding.amounts)
    return replace(
        raised,
        notes=(*raised.notes, *dict.fromkeys(said)),  # of two systems one sentence
        amounts=tuple(amount for amount in amounts if amount != changes),
    )


def _at_least(change: SetSetting, least: float | int) -> SetSetting:
    value = change.value
    if isinstance(value, (str, bool)) or value >= least:
        return change
    return replace(change, value=least)


def _answers(
    cases: Sequence[Case], context: RuleContext, notes: outcomes.Notebook
) -> list[list[Projected] | None]:
    """What the model says of every option of every case, in one batch.

    Where the batch breaks, each case is asked alone, so that what breaks it costs itself only:
    its answer is ``None``.
    """
    if context.projector is None:
        silent = Projected(refused=context.refused or NO_MODEL)
        return [[silent] * len(case.asked) for case in cases]
    try:
        together = iter(context.projector([o for case in cases for o in case.asked]))
        return [[next(together) for _ in case.asked] for case in cases]
    except Exception:
        found: list[list[Projected] | None] = []
        for case in cases:
            try:
                found.append(list(context.projector(case.asked)) if case.asked else [])
            except Exception as fault:
                notes.failed(case.rule.id, case.subject.name, fault)
                found.append(None)
        return found
