"""Findings on the same setting: of different values one is kept, of equal ones one speaks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from advisor.findings import Finding
from advisor.rules.worth import headline_gain_pct
from model.catalogue import catalogue
from model.language import Keyword, SettingName, joined, parts_of, say
from model.topology import (
    AddComponent,
    AddLink,
    Change,
    MoveComponent,
    RemoveComponent,
    RenameComponent,
    SetSetting,
    Topology,
    Value,
)
from model.topology.changes import CHANGED

CHANGED_TEXT = CHANGED.text


def same(one: Value, other: Value) -> bool:
    """Whether two values of a setting are the same (numbers within rounding)."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, str) or isinstance(other, str):
        return str(one).strip().upper() == str(other).strip().upper()
    return abs(one - other) <= 1e-9 * max(1.0, abs(one), abs(other))


def in_effect(change: Change, topology: Topology) -> bool:
    """Whether an installation is already as a change would make it."""
    parts = topology.components
    if isinstance(change, SetSetting):
        now = (
            parts[change.component].settings.get(change.setting)
            if change.component in parts
            else None
        )
        return now is not None and same(now.value, change.value)
    if isinstance(change, MoveComponent):
        return change.component in parts and parts[change.component].parent == change.parent
    if isinstance(change, RenameComponent):
        return change.component in parts and parts[change.component].name == change.name
    if isinstance(change, AddComponent):
        return change.component.id in parts
    if isinstance(change, RemoveComponent):
        return change.component not in parts
    return (change.link in topology.links) is isinstance(change, AddLink)


def merged_changes(findings: Iterable[Finding]) -> tuple[Change, ...]:
    """All changes of findings; a change that several share comes once, of two values the last."""
    merged: dict[tuple[str, str], Change] = {}
    others: list[Change] = []
    for finding in findings:
        for change in finding.changes:
            if isinstance(change, SetSetting):
                merged[(change.component, change.setting)] = change
            elif change not in others:
                others.append(change)
    return (*others, *merged.values())


def priority(finding: Finding) -> tuple[float, int, str, str]:
    """Larger gain, then lower risk, then id: what decides between findings."""
    modelled = any(e.after.basis == "model" for e in finding.projection)
    gain = headline_gain_pct(finding.projection)
    weight = 1.0 if modelled else 0.5
    return (round(gain * weight, 2), -finding.risk.rank, finding.rule, finding.component)


def settle(
    findings: list[Finding],
) -> tuple[list[Finding], list[tuple[Finding, str]]]:
    """Findings without contradictions, and those dropped with the sentence why.

    Of findings that set one setting of one component to different values, the one with the larger
    projected gain is kept; equal values are no contradiction and both findings say so. Findings
    that ask for the very same change become one, with the others in its support.
    """
    ranked = sorted(findings, key=lambda f: (-priority(f)[0], -priority(f)[1], f.rule, f.component))
    taken: dict[tuple[str, str], tuple[Finding, Value]] = {}
    kept: list[Finding] = []
    dropped: list[tuple[Finding, str]] = []
    notes: dict[str, list[str]] = defaultdict(list)
    supporting: dict[str, list[Finding]] = defaultdict(list)
    for finding in ranked:
        # Of two of which one can be judged only after the other neither is in the other's way.
        rivals = {key: one for key, one in taken.items() if not _in_turn(one[0], finding)}
        clash = _clash(finding, rivals)
        if clash is not None:
            winner, setting, ours, theirs = clash
            dropped.append(
                (
                    finding,
                    say(
                        "{setting} {ours} gives way to {rule}, which by itself takes {theirs}.",
                        setting=SettingName(setting),
                        ours=ours,
                        rule=Keyword(winner.rule),
                        theirs=theirs,
                    ),
                )
            )
            notes[winner.id].append(
                say(
                    "{rule} would set {setting} to {ours}; this finding has the "
                    "larger gain and takes precedence.",
                    rule=Keyword(finding.rule),
                    setting=SettingName(setting),
                    ours=ours,
                )
            )
            continue
        leader = next((f for f in kept if _same_change(f, finding)), None)
        if leader is not None:
            supporting[leader.id].append(finding)
            continue
        shared = sorted({rivals[key][0].id for key in _keys(finding) if key in rivals})
        for other in shared:
            notes[finding.id].append(
                say("Shares its change with {other}.", other=other.partition("@")[0])
            )
            notes[other].append(say("Shares its change with {rule}.", rule=Keyword(finding.rule)))
        for change in finding.changes:
            if isinstance(change, SetSetting):
                taken.setdefault((change.component, change.setting), (finding, change.value))
        kept.append(finding)
    return [_supported(_noted(f, notes), supporting[f.id]) for f in kept], dropped


def _in_turn(one: Finding, other: Finding) -> bool:
    return other.rule in one.unsettles or one.rule in other.unsettles


def _same_change(one: Finding, other: Finding) -> bool:
    """Whether two findings ask for nothing but the same settings of the same components."""
    return (
        bool(one.changes)
        and one.component == other.component
        and set(one.changes) == set(other.changes)
        and all(len(f.change_texts) <= len(f.changes) for f in (one, other))
    )


def _beyond(explanation: str, known: str) -> str:
    """What one explanation says that another does not: of two rules, who asks for which amount."""
    told = set(parts_of(known))
    own = [part for part in parts_of(explanation) if part not in told]
    return joined(own, " ") if own else explanation


def _supported(finding: Finding, others: list[Finding]) -> Finding:
    """The finding with what the others rest on: their reasons, report lines and sources."""
    if not others:
        return finding
    everyone = (finding, *others)
    evidence = {(e.file, e.line, e.metric): e for f in everyone for e in f.evidence}
    return replace(
        finding,
        supported_by=tuple(other.rule for other in others),
        evidence=tuple(evidence[key] for key in sorted(evidence)),
        sources=tuple(dict.fromkeys(s for f in everyone for s in f.sources)),
        caveats=tuple(dict.fromkeys(c for f in everyone for c in f.caveats)),
        notes=(
            *finding.notes,
            *(
                say(
                    "{rule} asks for the same: {explanation}",
                    rule=Keyword(other.rule),
                    explanation=_beyond(other.explanation, finding.explanation),
                )
                for other in others
            ),
        ),
    )


def _noted(finding: Finding, notes: dict[str, list[str]]) -> Finding:
    extra = [line for line in dict.fromkeys(notes.get(finding.id, ())) if line]
    return replace(finding, notes=(*finding.notes, *extra)) if extra else finding


def _keys(finding: Finding) -> list[tuple[str, str]]:
    return [(c.component, c.setting) for c in finding.changes if isinstance(c, SetSetting)]


def _clash(
    finding: Finding, taken: dict[tuple[str, str], tuple[Finding, Value]]
) -> tuple[Finding, str, str, str] | None:
    """The finding that has the setting already, the setting, and both values with their unit."""
    for change in finding.changes:
        if not isinstance(change, SetSetting):
            continue
        found = taken.get((change.component, change.setting))
        if found is not None and not same(found[1], change.value):
            kind = catalogue().get(change.component.partition(":")[0])
            spec = None if kind is None else kind.setting(change.setting)
            unit = spec.unit if spec is not None and spec.unit in _UNITS else ""
            return found[0], change.setting, _show(change.value, unit), _show(found[1], unit)
    return None


_UNITS = frozenset({"GB", "MB", "KB", "ms", "s", "%"})


def _show(value: Value, unit: str) -> str:
    if isinstance(value, bool):
        return "YES" if value else "NO"
    return value if isinstance(value, str) else f"{value:g} {unit}".strip()
