"""What a plan may do: constraints on single findings, on sets, and on what a set leads to."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from advisor.engagement import Constraints
from advisor.findings import Finding
from advisor.plan.naming import called
from advisor.rules.projecting import Projected
from advisor.rules.settling import same
from model.topology import SetSetting

PAGING_PER_S = 0.5
"""Below half a page a second nothing pages."""


def barred(finding: Finding, constraints: Constraints, rejected: Collection[str]) -> str | None:
    """Why this finding may not be in the plan at all, or ``None``."""
    if finding.id in rejected:
        return "rejected by the consultant"
    if finding.rule in constraints.excluded_rules:
        return f"rule {finding.rule} is excluded"
    if constraints.dynamic_only and finding.effort != "dynamic":
        return f"only dynamic changes are allowed, this one needs: {finding.effort}"
    numbers = [
        (c.setting, float(c.value))
        for c in finding.changes
        if isinstance(c, SetSetting) and not isinstance(c.value, (str, bool))
    ]
    wanted = sum(value for setting, value in numbers if setting == "REAL_STORAGE_GB")
    if constraints.max_real_storage_gb is not None and wanted > constraints.max_real_storage_gb:
        return (
            f"real storage is limited to {constraints.max_real_storage_gb:g} GB, and this takes "
            f"{wanted:g} GB"
        )
    for setting, value in numbers:
        if setting == "CPS" and constraints.max_cps is not None and value > constraints.max_cps:
            return f"CPs are limited to {constraints.max_cps:g}"
    return None


def contradiction(findings: Iterable[Finding]) -> str | None:
    """The first setting that two findings set to different values, or ``None``."""
    taken: dict[tuple[str, str], tuple[str, object]] = {}
    for finding in findings:
        for change in finding.changes:
            if not isinstance(change, SetSetting):
                continue
            key = (change.component, change.setting)
            if key in taken:
                other, value = taken[key]
                if isinstance(value, (int, float, str)) and not same(value, change.value):
                    return f"{change.setting} is set otherwise by {other}"
            else:
                taken[key] = (finding.rule, change.value)
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
                    return f"{called(anchor)} would page {effect.after.value:,.0f} a second"
    if constraints.max_real_storage_gb is not None:
        total = sum(
            effect.after.value
            for effects in projected.effects.values()
            for effect in effects
            if effect.metric == "storage_mb"
        )
        if total > constraints.max_real_storage_gb * 1024:
            return (
                f"{total / 1024:,.1f} GB would be used, {constraints.max_real_storage_gb:g} GB "
                "are allowed"
            )
    return None


def limit_sentence(most: int) -> str:
    """What the largest number of changes says of what it keeps out."""
    return f"the plan is limited to {most} change{'' if most == 1 else 's'}"


def couples(constraints: Constraints) -> bool:
    """Whether the constraints tie together findings that do not touch each other."""
    return constraints.no_paging or constraints.max_real_storage_gb is not None


def uncoupled(constraints: Constraints) -> Constraints:
    """The constraints without those that tie together findings which do not touch each other."""
    return replace(constraints, no_paging=False, max_real_storage_gb=None)
