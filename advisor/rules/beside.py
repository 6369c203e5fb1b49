"""What a finding is worth beside all others: some only pay once another took a bottleneck away."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from advisor.findings import Effect, Finding
from advisor.rules import base
from advisor.rules.projecting import Projected, Projector, without_bands
from advisor.rules.settling import merged_changes
from advisor.rules.worth import LEVELS, gain_pct, headline_gain_pct, severity
from model.language import FigureName, Sentence, mark, say

WORTH_SAYING_PCT = 3.0
_BESIDE = mark(
    "Beside all other findings, in the plan or not, it improves {figure} by {gain:.1f} %, alone by "
    "{alone:.1f} %."
)


def with_joint_worth(findings: Sequence[Finding], projector: Projector) -> list[Finding]:
    """Findings with severity and a note for what they gain when all the others are applied, too.

    Severity only rises: what is worth little beside others may still be what is applied alone.
    """
    central = without_bands(projector)
    modelled = [
        f for f in findings if f.changes and any(e.after.basis == "model" for e in f.projection)
    ]
    if len(modelled) < 2:
        return list(findings)
    batch = [merged_changes([g for g in modelled if g is not f]) for f in modelled]
    whole, *without = central([merged_changes(modelled), *batch])
    raised: dict[str, Finding] = {}
    for finding, rest in zip(modelled, without, strict=True):
        effects = _between(rest, whole)
        if not effects:
            continue
        best = max(effects, key=gain_pct)
        gain = headline_gain_pct([best])
        # One figure on both sides: what is gained beside others is no gain of another one alone.
        alone = headline_gain_pct([e for e in finding.projection if e.metric == best.metric])
        if round(gain - alone, 1) < WORTH_SAYING_PCT:
            continue
        level = max(
            LEVELS.index(finding.severity),
            LEVELS.index(severity(effects, base.rule(finding.rule))),
        )
        raised[finding.id] = replace(
            finding,
            severity=LEVELS[level],
            notes=(
                *finding.notes,
                say(
                    _BESIDE,
                    figure=FigureName(best.metric),
                    gain=gain,
                    alone=alone,
                ),
            ),
        )
    return [raised.get(f.id, f) for f in findings]


def told_by_plan(findings: Sequence[Finding], taken: Collection[str]) -> tuple[Finding, ...]:
    """Steps of the plan without that note: beside findings that the plan leaves out they gain
    something else than beside its other steps, which their way back is told against."""
    return tuple(
        replace(f, notes=tuple(n for n in f.notes if not _says_beside(n))) if f.id in taken else f
        for f in findings
    )


def _says_beside(note: str) -> bool:
    return isinstance(note, Sentence) and note.template == _BESIDE


def _between(before: Projected, after: Projected) -> tuple[Effect, ...]:
    """Throughput and response of every workload from one outcome to another."""
    if before.refused or after.refused:
        return ()
    found: list[Effect] = []
    for anchor in sorted(after.effects):
        earlier = {e.metric: e.after.value for e in before.effects.get(anchor, ())}
        found.extend(
            replace(effect, before=earlier[effect.metric])
            for effect in after.effects[anchor]
            if effect.metric in ("etr_per_s", "response_ms") and effect.metric in earlier
        )
    return tuple(found)
