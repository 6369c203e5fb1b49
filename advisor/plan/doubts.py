"""What a plan says of the steps that may bring little; its figures have the model's bands."""

from __future__ import annotations

from collections.abc import Sequence

from advisor.findings import Finding
from advisor.rules.base import callers_of
from model.language import Keyword, listed, say


def doubted(findings: Sequence[Finding]) -> list[Finding]:
    """Steps of a plan that may bring little, without those for which another makes sure."""
    sure = {name for one in findings for name in callers_of(one.rule)}
    return [one for one in findings if one.doubt and one.rule not in sure]


def said(findings: Sequence[Finding]) -> tuple[str, ...]:
    """Which steps may bring little, and how far the plan's figures reach by that."""
    rules: dict[str, set[str]] = {}
    for finding in doubted(findings):
        rules.setdefault(finding.doubt, set()).add(finding.rule)
    return tuple(
        say(
            "{rules}: {doubt}, and the plan's band reaches to where they do.",
            rules=listed([Keyword(rule) for rule in sorted(found)]),
            doubt=doubt,
        )
        for doubt, found in rules.items()
    )
