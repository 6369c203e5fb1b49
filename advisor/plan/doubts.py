"""A plan's figures with the doubts of its steps: where one may gain nothing, the rest is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from advisor.findings import Effect, Finding, taken_anyhow
from advisor.rules.projecting import Projected, Projector
from advisor.rules.settling import merged_changes
from model.language import Keyword, listed, say
from model.projection.estimate import Estimate


def outcomes(projector: Projector, sets: Sequence[Sequence[Finding]]) -> list[Projected]:
    """What the model says of sets of findings, with bands that hold what their doubts leave.

    A finding's ``doubt`` may leave nothing of its gain: a band then reaches to the set without it.
    """
    wholes = [merged_changes(findings) for findings in sets]
    certain = [merged_changes([f for f in findings if not f.doubt]) for findings in sets]
    found = list(projector(wholes))
    asked = [n for n, changes in enumerate(certain) if changes != wholes[n]]
    for n, without in zip(asked, projector([certain[n] for n in asked]), strict=True):
        doubts = tuple(dict.fromkeys(f.doubt for f in sets[n] if f.doubt))
        found[n] = _reaching(found[n], without, doubts)
    return found


def said(findings: Sequence[Finding]) -> tuple[str, ...]:
    """Which steps may bring nothing, and how far the plan's figures reach by that."""
    rules: dict[str, set[str]] = {}
    for finding in findings:
        if finding.doubt:
            rules.setdefault(finding.doubt, set()).add(finding.rule)
    return tuple(
        say(
            "{rules}: {doubt}; the plan's band reaches to what it brings without.",
            rules=listed([Keyword(rule) for rule in sorted(found)]),
            doubt=doubt,
        )
        for doubt, found in rules.items()
    )


def _reaching(whole: Projected, without: Projected, doubts: tuple[str, ...]) -> Projected:
    effects = {
        anchor: tuple(_held(e, without.effects.get(anchor, ()), doubts) for e in own)
        for anchor, own in whole.effects.items()
    }
    return replace(whole, effects=effects)


def _held(effect: Effect, others: tuple[Effect, ...], doubts: tuple[str, ...]) -> Effect:
    other = next((e for e in others if e.metric == effect.metric), None)
    if other is None or taken_anyhow(effect.metric):
        return effect
    standing = effect.standing
    return replace(
        effect,
        after=_with(effect.after, other.after, doubts),
        standing=None if standing is None else _with(standing, other.figure, doubts),
    )


def _with(one: Estimate, other: Estimate, doubts: tuple[str, ...]) -> Estimate:
    low, high = min(one.low, other.low), max(one.high, other.high)
    if (low, high) == (one.low, one.high):
        return one
    return replace(one, low=low, high=high, reasons=tuple(dict.fromkeys((*one.reasons, *doubts))))
