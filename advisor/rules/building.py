"""From a piece of advice and what the model says of it to a finding: amounts, effects, texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from advisor.efforts import EFFORTS, Effort
from advisor.findings import ChangeText, Effect, Finding, Risk
from advisor.rules import outcomes
from advisor.rules.base import Choice, Rule, alternatives_of
from advisor.rules.base import rule as rule_of
from advisor.rules.cases import Case
from advisor.rules.commands import filled, step_by_step
from advisor.rules.context import RuleContext
from advisor.rules.projecting import Projected
from advisor.rules.texts import change_texts, former_texts, source_of, way_back, what_stays
from advisor.rules.worth import LEVELS, harm_pct, headline_gain_pct, is_headline, severity
from model.language import joined, say
from model.topology import Change, SetSetting

METRIC_NAMES = {
    "etr_per_s": "throughput",
    "itr_per_cpu_s": "work per CPU second",
    "response_ms": "response time",
    "cpu_s_per_s": "CPU",
    "paging_per_s": "paging",
    "io_per_s": "I/O",
    "storage_mb": "storage",
    "shortage_gb": "lack of storage",
    "cpu_busy_pct": "CPU use",
}
"""What the figures that amounts are chosen by are called in a sentence."""

UNMOVED_PCT = 0.01
"""Below this the model is taken not to respond to a change at all."""

TAKEN_BACK = Risk("low", "taken back by putting the former value back.")
"""The risk of a change of which no rule says more."""


UNRESPONSIVE = "the model of this workload does not respond to the setting"
NOTHING_ALTERED = "It alters nothing that would have to be taken back."
NO_MODEL = "there is no calibrated model of this installation"


def finding_of(
    case: Case, answers: list[Projected], context: RuleContext, notes: outcomes.Notebook
) -> tuple[Finding | None, bool]:
    """The finding, if any, and whether it is worth its change alone."""
    rule, subject = case.rule, case.subject
    option: tuple[Change, ...] = ()
    effects: tuple[Effect, ...] = ()
    because = ""
    index = 0
    moved: list[tuple[Effect, ...]] = []
    if case.options:
        moved = [anchor_effects(case, answer, context) for answer in answers]
        chosen = choose(case.advice.choice, moved)
        if chosen is None:
            sentence = (
                subject.say(
                    "{name}: the model projects no gain worth the change from any amount tried"
                )
                if any(moved)
                else subject.say(
                    "{name}: the amount can only be chosen on the model, and {why_not}",
                    why_not=_why_not(answers, _anchors(case, context)),
                )
            )
            notes.add(rule.id, "in order" if any(moved) else "held back", sentence + ".")
            if not any(moved):
                return None, False
            # Listed cheapest first: beside other findings the plan may still want any of them.
            quiet = built(case, case.options[0], moved[0], "", context)
            return replace(quiet, amounts=amounts_of(case, 0, context)), False
        index = chosen
        option, effects = case.options[index], moved[index]
        if not effects:
            because = why_silent(case, answers[index], context)
        elif len(case.options) > 1:
            case.notes.append(how_chosen(case))
    elif answers:
        # Of what others carry out: what moves, beside it nothing that stays.
        effects = tuple(filter(moves, anchor_effects(case, answers[0], context)))
        because = "" if effects else why_silent(case, answers[0], context)
    finding = built(case, option, effects, because, context)
    finding = replace(
        finding,
        amounts=(amounts := amounts_of(case, index, context)),
        cheaper=index if amounts else 0,
        returning=returning_of(case, index, context, moved),
    )
    harmed = harm_pct(finding.projection)
    gain = headline_gain_pct(finding.projection)
    if harmed > 0.5 and gain < 0.5 and rule.kind != "config-check":
        notes.add(
            rule.id,
            "held back",
            subject.say(
                "{name}: the model projects a loss of {harmed:.1f} % and no gain here.",
                harmed=harmed,
            ),
        )
        return finding, False
    return finding, True


def amounts_of(case: Case, index: int, context: RuleContext) -> tuple[tuple[Change, ...], ...]:
    """The other options; none where the rule judges by some metric that a plan would not see."""
    if case.advice.choice.keep or case.advice.choice.needed:
        return ()
    return tuple(_legal(o, context) for n, o in enumerate(case.options) if n != index)


def returning_of(
    case: Case, index: int, context: RuleContext, moved: list[tuple[Effect, ...]]
) -> tuple[tuple[Change, ...], ...]:
    """Options listed after the one chosen that still keep what the rule keeps, alone."""
    choice = case.advice.choice
    if not choice.keep:
        return ()
    further = range(index + 1, len(case.options))
    return tuple(_legal(case.options[n], context) for n in further if _keeps(choice, moved[n]))


def _keeps(choice: Choice, effects: tuple[Effect, ...]) -> bool:
    """Whether an option lets the metric that the rule keeps fall by no more than it may."""
    kept = next((e.change_pct for e in effects if e.metric == choice.keep), None)
    return kept is None or kept >= -choice.keep_pct


def built(
    case: Case,
    option: tuple[Change, ...],
    effects: tuple[Effect, ...],
    because: str,
    context: RuleContext,
) -> Finding:
    """The finding that a case makes with these changes."""
    rule, subject = case.rule, case.subject
    told = [abs(e.change_pct or 0.0) for e in effects if is_headline(e)]
    if rule.projectable == "no" and max(told, default=0.0) < UNMOVED_PCT:
        effects = ()  # what rounding moves is no projection
    alone = not effects and rule.projectable == "yes"
    effects = _completed(effects, case.advice.effects)
    notes = [*case.notes]
    if alone and effects and because not in ("", UNRESPONSIVE):
        effects = tuple(map(_at_the_least_nothing, effects))
        notes.append(say("The model cannot say what it brings here: {because}.", because=because))
    if rule.projectable == "no":
        because = rule.projection
    if rule.projectable != "yes" and rule.projection[:1].islower():
        # Why the rule cannot be projected anywhere says more than why this workload was not.
        because = rule.projection
    because = case.advice.not_projectable or because or rule.projection or NO_MODEL
    distrusted = _distrusted(case, context)
    if distrusted is not None:
        effects, because = (), distrusted.rstrip(".")
    weight = severity(effects, rule)
    texts = tuple(
        replace(text, syntax=filled(text.syntax, text.component, context.installation.topology))
        for text in case.advice.with_texts(change_texts(rule, option, context, case.advice.syntax))
    )
    return Finding(
        id=case.id,
        rule=rule.id,
        title=rule.title,
        subsystem=rule.subsystem,
        component=subject.id,
        severity=LEVELS[min(1, LEVELS.index(weight))] if case.advice.slight else weight,
        explanation=joined([part for part in (case.advice.why, rule.why) if part], " "),
        changes=_legal(option, context),
        change_texts=texts,
        evidence=case.evidence,
        sources=source_of(rule, case.advice.distance),
        projection=effects,
        not_projectable_because=None if effects else because,
        risk=case.advice.risk or rule.risk or TAKEN_BACK,
        effort=_slowest(rule, texts, case.advice.points_to),
        prerequisites=rule.prerequisites,
        verify=rule.verify,
        back_out=NOTHING_ALTERED if case.advice.way_back is None else rule.back_out,
        back_out_commands=back_out_commands(case, option, context),
        caveats=tuple(case.caveats),
        notes=tuple(notes),
        slight=case.advice.slight,
        awaits=case.advice.awaits,
        contradicted=distrusted if distrusted and rule.weighs and option else "",
        doubt=case.advice.doubt,
        required=rule.kind == "config-check" or case.advice.urgent,
        alternatives=alternatives_of(rule.id),
        supersedes=rule.supersedes,
        unsettles=rule.unsettles,
        points_to=case.advice.points_to,
    )


def _slowest(rule: Rule, texts: Sequence[ChangeText], others: Sequence[str]) -> Effort:
    """How a change takes effect; what others carry out does as the slowest of them."""
    efforts = [rule.effort(text.setting for text in texts)]
    efforts += [rule_of(name).effort() for name in others]
    return max(efforts, key=EFFORTS.index)


def _at_the_least_nothing(effect: Effect) -> Effect:
    """A published effect in place of the model's, with "no change" in its band.

    Published runs were at a limit that the change lifts; whether this installation is at it is what
    the model would say, and lacks reports for.
    """
    if effect.after.basis != "published":
        return effect
    after = effect.after
    low, high = min(after.low, effect.before), max(after.high, effect.before)
    return replace(effect, after=replace(after, low=low, high=high))


def _distrusted(case: Case, context: RuleContext) -> str | None:
    """Why nothing may be projected of what the advice is about, whatever was published of it."""
    topology = context.installation.topology
    subject = case.subject.id
    owners = (one.id for one in topology.targets(subject, "member"))
    around = (case.advice.anchor or subject, subject, *owners, *topology.containers(subject))
    return next((context.distrusted[name] for name in around if name in context.distrusted), None)


def back_out_commands(
    case: Case, option: tuple[Change, ...], context: RuleContext
) -> tuple[str, ...]:
    """What is typed to put back what is in effect at the time.

    Where no report tells what that is, the rule's statements with the former value left open.
    """
    topology = context.installation.topology
    return tuple(
        filled(text, case.subject.id, topology) for text in _back_out(case, option, context)
    )


def _back_out(case: Case, option: tuple[Change, ...], context: RuleContext) -> tuple[str, ...]:
    if case.advice.way_back is None:
        return ()
    former = former_texts(case.rule, option, context, case.advice.syntax)
    if former:
        return former
    topology = context.installation.topology
    if case.advice.way_back:
        kept = what_stays(case.rule, option, topology)
        stated = tuple(f"{text.partition('=')[0]}=" for text in kept)
        rest = [line for line in case.advice.way_back.split("\n") if not line.startswith(stated)]
        return (*kept, *(["\n".join(rest)] if rest else []))
    changed = dict.fromkeys(c.component for c in option if isinstance(c, SetSetting))
    texts = [
        way_back(
            case.rule,
            topology[component],
            topology,
            case.advice.syntax,
            [c.setting for c in option if isinstance(c, SetSetting)],
        )
        for component in [c for c in changed if c in topology] or [case.subject.id]
    ]
    if case.rule.at_once:
        texts = [step_by_step(texts)]
    return tuple(dict.fromkeys(text for text in texts if text))


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


def why_silent(case: Case, answer: Projected, context: RuleContext) -> str:
    """Why the model says nothing of a case."""
    unexplained = context.unexplained.get((case.subject.id, case.advice.choice.metric))
    return unexplained or _why_not([answer], _anchors(case, context))


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
        moved_by = None if effect is None else effect.change
        change = None if moved_by is None else moved_by.value
        if moved_by is not None and choice.certain:
            change = moved_by.high if choice.want == "less" else moved_by.low
        if change is not None and choice.want == "less":
            change = -change
        if change is not None and not _keeps(choice, effects):
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


def anchor_effects(case: Case, answer: Projected, context: RuleContext) -> tuple[Effect, ...]:
    """Effects on the workload the advice is about; empty where the model does not respond."""
    if answer.refused or not answer.effects:
        return ()
    for anchor in _anchors(case, context):
        effects = answer.effects.get(anchor, ())
        if _moves(effects):
            return effects
    wanted = case.advice.choice.metric
    if (case.subject.id, wanted) in context.unexplained:
        return ()
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
    return any(map(moves, effects))


def moves(effect: Effect) -> bool:
    """Whether a figure is another one afterwards."""
    change = effect.change_pct
    return abs(effect.after.value) > 1e-9 if change is None else abs(change) > UNMOVED_PCT


def _anchors(case: Case, context: RuleContext) -> list[str]:
    topology = context.installation.topology
    wanted = [case.advice.anchor] if case.advice.anchor else []
    wanted.append(case.subject.id)
    links = sorted((x for x in topology.links if x.source == case.subject.id), key=lambda x: x.id)
    wanted.extend(link.target for link in links)
    around = topology.containers(case.subject.id)
    return [*wanted, *takewhile(lambda name: name not in wanted, around)]


def how_chosen(case: Case) -> str:
    """The note that the model chose the amount."""
    assert case.advice.choice is not None
    metric = case.advice.choice.metric
    return say(
        "Chosen from {options} amounts by their projected {metric}.",
        options=len(case.options),
        metric=METRIC_NAMES.get(metric, metric),
    )
