"""What a plan may do: constraints on single findings, on sets, and on what a set leads to."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Literal

from advisor.engagement import Constraints
from advisor.findings import RISK_LEVELS, Finding
from advisor.plan.naming import called
from advisor.rules.base import rule_if_any
from advisor.rules.projecting import Projected
from advisor.rules.settling import same
from model.language import Keyword, Name, SettingName, counted, joined, say
from model.topology import Change, SetSetting, Topology

Cause = Literal["number", "dynamic", "nothing", "other"]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Why a finding is not in the plan: for people, and for whoever acts on it."""

    sentence: str
    cause: Cause = "other"


ROUNDING_GB = 0.01
"""Storage that differs by less is the same."""
PAGING_PER_S = 0.5
"""Below half a page a second nothing pages."""


def barred(finding: Finding, constraints: Constraints, rejected: Collection[str]) -> LeftOut | None:
    """Why this finding may not be in the plan at all, or ``None``."""
    if finding.id in rejected:
        return LeftOut("rejected by the consultant")
    if finding.rule in constraints.excluded_rules:
        return LeftOut(say("rule {rule} is excluded", rule=Keyword(finding.rule)))
    if constraints.dynamic_only and finding.effort != "dynamic":
        return LeftOut(
            say(
                "only dynamic changes are allowed, this one needs: {effort}", effort=finding.effort
            ),
            "dynamic",
        )
    reason = _beyond(finding, constraints)
    return None if reason is None else LeftOut(reason)


def permitted(
    finding: Finding, constraints: Constraints, rejected: Collection[str]
) -> Finding | LeftOut:
    """The finding as it may be in the plan, or why it may not.

    What it changes along with its own settings stays where people leave out the rule whose change
    that is.
    """
    reason = barred(finding, constraints, rejected)
    if reason is not None:
        return reason
    staying = kept_by(finding, constraints, rejected)
    if not staying:
        return finding

    def without(changes: tuple[Change, ...]) -> tuple[Change, ...]:
        return tuple(c for c in changes if not (isinstance(c, SetSetting) and c.setting in staying))

    own, *amounts = dict.fromkeys(map(without, (finding.changes, *finding.amounts)))
    return replace(finding, changes=own, amounts=tuple(amounts), cheaper=0, returning=())


def kept_by(
    finding: Finding, constraints: Constraints, rejected: Collection[str]
) -> dict[str, str]:
    """Settings that a finding may not change, by name, with the rule that is left out."""
    own = rule_if_any(finding.rule)
    return {
        setting: owner
        for setting, owner in (own.along.items() if own else ())
        if owner in constraints.excluded_rules or f"{owner}@{finding.component}" in rejected
    }


def _beyond(finding: Finding, constraints: Constraints) -> str | None:
    """Which limit on a single finding this one passes, or ``None``."""
    if finding.slight and constraints.min_gain_pct > 0:
        return say("too slight for a step of its own: {slight}", slight=finding.slight)
    if finding.awaits:
        return say("no report tells {awaits}: decide when one does", awaits=finding.awaits)
    if finding.contradicted and not finding.required:
        return say(
            "{because}: settle that first, then decide",
            because=finding.contradicted.rstrip("."),
        )
    if finding.risk.rank > RISK_LEVELS.index(constraints.max_risk):
        return say(
            "its risk is {risk}, and the plan takes {max_risk} at most",
            risk=finding.risk.level,
            max_risk=constraints.max_risk,
        )
    numbers = [
        (c.setting, float(c.value))
        for c in finding.changes
        if isinstance(c, SetSetting) and not isinstance(c.value, (str, bool))
    ]
    wanted = sum(value for setting, value in numbers if setting == "REAL_STORAGE_GB")
    if constraints.max_real_storage_gb is not None and wanted > constraints.max_real_storage_gb:
        return say(
            "real storage is limited to {max_real_storage_gb:,g} GB, and this takes {wanted:,g} GB",
            max_real_storage_gb=constraints.max_real_storage_gb,
            wanted=wanted,
        )
    for setting, value in numbers:
        if setting == "CPS" and constraints.max_cps is not None and value > constraints.max_cps:
            return say("CPs are limited to {max_cps:,g}", max_cps=constraints.max_cps)
    return None


def contradiction(findings: Iterable[Finding]) -> str | None:
    """Why these findings cannot be in one plan, or ``None``.

    They set one setting to different values or are alternatives to each other.
    """
    taken: dict[tuple[str, str], tuple[str, object]] = {}
    earlier: list[Finding] = []
    for finding in findings:
        reason = _alternative(earlier, finding)
        if reason is not None:
            return reason
        earlier.append(finding)
        for change in finding.changes:
            if not isinstance(change, SetSetting):
                continue
            key = (change.component, change.setting)
            if key in taken:
                other, value = taken[key]
                if isinstance(value, (int, float, str)) and not same(value, change.value):
                    return say(
                        "{setting} is set otherwise by {other}",
                        setting=SettingName(change.setting),
                        other=other,
                    )
            else:
                taken[key] = (finding.rule, change.value)
    return None


def _alternative(others: Iterable[Finding], finding: Finding) -> str | None:
    for other in others:
        if other.component == finding.component and finding.rule in other.alternatives:
            return say(
                "{rule} is another way to the same, and one of them is enough",
                rule=Keyword(other.rule),
            )
    return None


def unfeasible(projected: Projected, constraints: Constraints) -> str | None:
    """Why the outcome of a set is not allowed, or ``None``."""
    if projected.refused:
        return projected.refused
    if projected.issues:
        return projected.issues[0]
    if constraints.no_paging:
        for anchor in sorted(projected.effects):
            for effect in projected.effects[anchor]:
                if effect.metric == "paging_per_s" and effect.after.value > PAGING_PER_S:
                    return say(
                        "{called} would page {value:,.0f} a second",
                        called=called(anchor),
                        value=effect.after.value,
                    )
    if constraints.max_real_storage_gb is not None:
        total = storage_gb(projected)
        if total > constraints.max_real_storage_gb:
            return say(
                "{total:,.1f} GB would be used, {max_real_storage_gb:,g} GB are allowed",
                total=total,
                max_real_storage_gb=constraints.max_real_storage_gb,
            )
    return None


def storage_gb(projected: Projected) -> float:
    """Storage that all workloads use together."""
    return _total(projected, "storage_mb") / 1024


def storage_today_gb(projected: Projected) -> float:
    """The same before anything is changed."""
    return _total(projected, "storage_mb", before=True) / 1024


def paging_per_s(projected: Projected) -> float:
    """Pages a second that all workloads page together."""
    return _total(projected, "paging_per_s")


def paging_today_per_s(projected: Projected) -> float:
    """The same before anything is changed."""
    return _total(projected, "paging_per_s", before=True)


def _total(projected: Projected, metric: str, before: bool = False) -> float:
    return sum(
        effect.before if before else effect.after.value
        for effects in projected.effects.values()
        for effect in effects
        if effect.metric == metric
    )


def exceeded_today(topology: Topology, constraints: Constraints) -> tuple[str, ...]:
    """What the installation has more of than the plan may give: limits are of steps, not of it."""
    most = constraints.max_cps
    if most is None:
        return ()
    beyond = [
        (system.name, cps)
        for system in topology.of_kind("lpar")
        if (cps := system.number("CPS")) is not None and cps > most
    ]
    if not beyond:
        return ()
    have = joined(
        [say("{name} ({cps:,g})", name=Name(name), cps=cps) for name, cps in sorted(beyond)], ", "
    )
    return (
        counted(
            "The limit of {max_cps:,g} CPs is on what a step gives a partition, and takes none "
            "away: {have} has more today.",
            "The limit of {max_cps:,g} CPs is on what a step gives a partition, and takes none "
            "away: {have} have more today.",
            len(beyond),
            max_cps=most,
            have=have,
        ),
    )


def too_many(most: int) -> LeftOut:
    """What the largest number of changes says of what it keeps out."""
    sentence = counted(
        "the plan is limited to {n} change", "the plan is limited to {n} changes", most
    )
    return LeftOut(sentence, "number")


def couples(constraints: Constraints) -> bool:
    """Whether the constraints tie together findings that do not touch each other."""
    return constraints.no_paging or constraints.max_real_storage_gb is not None


def uncoupled(constraints: Constraints) -> Constraints:
    """The constraints without those that tie together findings which do not touch each other."""
    return replace(constraints, no_paging=False, max_real_storage_gb=None)
