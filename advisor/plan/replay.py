"""The plan carried out step by step: what each step still changes, types and is taken back with.

Findings are made for the installation as measured, the plan makes another one of it. So the chosen
findings are replayed in order: a step is what its finding changes beyond the steps before, written
with the values in effect by then, and its back-out returns to the state before the step itself and
never to one from before an earlier step. A finding that has nothing left to change is no step. Each
back-out is projected: the whole plan without this step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from advisor.findings import ChangeText, Effect, Finding, Plan, PlanStep, told_once
from advisor.plan import goal as goals
from advisor.rules.base import procedure_of
from advisor.rules.evaluation import Evaluation
from advisor.rules.projecting import Projector, effects_added, without_bands
from advisor.rules.settling import in_effect, merged_changes
from model.language import FigureName, Keyword, joined, listed, say
from model.topology import Change, ChangeError, Topology, apply_changes

COVERED = "its change is part of the plan already"
WORSE_PCT = 1.0
"""A back-out that leaves the goal this much below today's figure is not to be made alone."""
NOTEWORTHY_PCT = 0.1


@dataclass(frozen=True)
class _Place:
    """A step at its place in the plan: the finding, the state it meets, and what it changes."""

    step: PlanStep
    finding: Finding
    before: Topology
    changes: tuple[Change, ...]


def replayed(
    plan: Plan, findings: Sequence[Finding], advice: Evaluation, projector: Projector | None
) -> tuple[Plan, tuple[Finding, ...]]:
    """The plan with its steps as they are carried out, and the findings worded accordingly."""
    by_id = {finding.id: finding for finding in findings}
    places, left = _places(plan, by_id, advice)
    told = _backed_out(plan, places, advice, projector)
    steps: list[PlanStep] = []
    worded: dict[str, Finding] = {}
    for place, (effects, sentences) in zip(places, told, strict=True):
        earlier = [
            p for p in places[: len(steps)] if p.finding.component == place.finding.component
        ]
        finding = _worded(place, places, advice, sentences)
        finding = _moved_otherwise(finding, place, earlier, advice, projector)
        worded[finding.id] = finding
        steps.append(replace(place.step, changes=place.changes, backed_out=effects))
    kept = replace(
        plan,
        findings=tuple(step.finding for step in steps),
        steps=tuple(steps),
        left_out={**plan.left_out, **left},
    )
    return kept, tuple(worded.get(f.id, f) for f in findings)


def _places(
    plan: Plan, by_id: dict[str, Finding], advice: Evaluation
) -> tuple[list[_Place], dict[str, str]]:
    """Steps that change something, and why the others are none."""
    state = advice.context.installation.topology
    places: list[_Place] = []
    left: dict[str, str] = {}
    for step in plan.steps:
        finding = by_id[step.finding]
        own = tuple(c for c in finding.changes if not in_effect(c, state))
        if finding.changes and not own and not advice.manual(finding):
            left[finding.id] = COVERED
            continue
        try:
            after = apply_changes(state, own, advice.context.catalogue)
        except ChangeError as wrong:
            left[finding.id] = str(wrong)
            continue
        places.append(_Place(step, finding, state, own))
        state = after
    return places, left


def _worded(
    place: _Place, places: Sequence[_Place], advice: Evaluation, sentences: Sequence[str]
) -> Finding:
    """The finding with commands and back-out as they are at its place in the plan."""
    finding, own = place.finding, place.changes
    texts = advice.typed(finding, own, place.before, tuple(c for p in places for c in p.changes))
    notes = [*finding.notes]
    shared = [c for c in finding.changes if c not in own]
    alone = advice.typed(finding, own, advice.context.installation.topology)
    if texts != alone:
        rules = _sharing(place, places, advice, alone)
        notes.append(
            say("Typed once with {rules}, which sets parts of the same operand.", rules=rules)
        )
    if shared and own:
        notes.append("What it shares with an earlier step of the plan is done there.")
    how = procedure_of(replace(finding, change_texts=texts))
    return replace(
        finding,
        change_texts=texts,
        # What an earlier step does needs no restart of this one.
        effort=how.effort if how is not None and texts and own else finding.effort,
        caveats=advice.caveats_behind(
            finding,
            [(p.finding.rule, p.finding.component) for p in places[: places.index(place)]],
        ),
        notes=tuple(dict.fromkeys(notes)),
        back_out=joined([part for part in (finding.back_out, *sentences) if part], " "),
        back_out_commands=advice.taken_back(finding, own, place.before),
    )


def _moved_otherwise(
    finding: Finding,
    place: _Place,
    earlier: Sequence[_Place],
    advice: Evaluation,
    projector: Projector | None,
) -> Finding:
    """The finding with what it moves otherwise than alone once earlier steps at its object are
    done: a pool that has left 31-bit storage takes none of it as it grows.

    What the plan claims a gain of shows that in its step's figures.
    """
    gains = abs(place.step.gain_pct or 0.0) >= NOTEWORTHY_PCT
    if projector is None or not earlier or not place.changes or gains:
        return finding
    central = without_bands(projector)
    (outcome,) = effects_added(central, _joined(earlier), [_joined([*earlier, place])])
    there = {e.metric: e.change_pct for e in advice.effects_of(finding, outcome)}
    moved = [
        say(
            "{figure} {there:+.1f} % (alone {alone:+.1f} %)",
            figure=FigureName(effect.metric),
            there=then,
            alone=effect.change_pct,
        )
        for effect in told_once(finding.projection)
        if effect.after.basis == "model"
        and effect.change_pct is not None
        and (then := there.get(effect.metric, 0.0)) is not None
        and abs(then - effect.change_pct) >= WORSE_PCT
    ]
    if not moved:
        return finding
    said = say(
        "Done after {rules} at the same object: {moved}.",
        rules=listed([Keyword(p.finding.rule) for p in earlier]),
        moved=joined(moved, ", "),
    )
    return replace(finding, notes=(*finding.notes, said))


def _sharing(
    place: _Place,
    places: Sequence[_Place],
    advice: Evaluation,
    alone: tuple[ChangeText, ...],
) -> str:
    """The other rules whose changes are written in the statements of a step."""
    today, finding, own = advice.context.installation.topology, place.finding, place.changes
    return listed(
        [
            Keyword(other.finding.rule)
            for other in places
            if other is not place and advice.typed(finding, own, today, other.changes) != alone
        ]
    )


def _backed_out(
    plan: Plan, places: Sequence[_Place], advice: Evaluation, projector: Projector | None
) -> list[tuple[tuple[Effect, ...], tuple[str, ...]]]:
    """For each step, what taking it back alone does to the plan's outcome, and what to say."""
    nothing: tuple[tuple[Effect, ...], tuple[str, ...]] = ((), ())
    found = [nothing] * len(places)
    modelled = [n for n, p in enumerate(places) if p.changes and p.step.gain_pct is not None]
    if projector is None or not modelled:
        return found
    whole = _joined(places)
    central = without_bands(projector)
    without = {n: _joined([p for k, p in enumerate(places) if k != n]) for n in modelled}
    outcomes = effects_added(projector, whole, list(without.values()))
    answers = central(list(without.values()))
    for n, outcome, answer in zip(modelled, outcomes, answers, strict=True):
        effects = advice.effects_of(places[n].finding, outcome)
        anchor = next((a for a, e in outcome.effects.items() if e is effects), "")
        said = _sentences(plan.goal, anchor, effects)
        if goals.gain_pct(answer, plan.goal) < -WORSE_PCT:
            said = (*said, _first(plan.goal, places, n, central))
        found[n] = (effects, said)
    return found


def _joined(places: Sequence[_Place]) -> tuple[Change, ...]:
    """All changes of steps, in order; of two values of a setting the later one."""
    return merged_changes([replace(p.finding, changes=p.changes) for p in places])


def _sentences(goal: str, anchor: str, effects: tuple[Effect, ...]) -> tuple[str, ...]:
    effect = goals.figure_of(effects, goal)
    if effect is None or effect.change_pct is None:
        return ()
    if abs(effect.change_pct) < NOTEWORTHY_PCT:
        return ()
    told = {
        "what": goals.figure_called(goal, anchor),
        "before": _digits(effect.before),
        "after": _digits(effect.after.value),
        "change": effect.change_pct,
    }
    if min(effect.before, effect.after.value) < 100.0:
        return (
            say(
                "Taken back while the rest of the plan stays, {what} is {after:.3g} in place of "
                "{before:.3g} ({change:+.1f} %).",
                **told,
            ),
        )
    return (
        say(
            "Taken back while the rest of the plan stays, {what} is {after:,.0f} in place of "
            "{before:,.0f} ({change:+.1f} %).",
            **told,
        ),
    )


def _digits(value: float) -> float:
    """To as many digits as the same figure has in the plan's tables."""
    return float(f"{value:.4g}")


def _first(goal: str, places: Sequence[_Place], n: int, central: Projector) -> str:
    """Which later step has to be taken back before this one, as this one alone does harm."""
    later = range(n + 1, len(places))
    options = [_joined([p for k, p in enumerate(places) if k not in (n, m)]) for m in later]
    for m, answer in zip(later, central(options) if options else (), strict=True):
        if goals.gain_pct(answer, goal) >= -WORSE_PCT:
            return say(
                "That is worse than today: take back {rule} first, which comes later in the plan.",
                rule=Keyword(places[m].finding.rule),
            )
    return "That is worse than today: take back all later steps first."
