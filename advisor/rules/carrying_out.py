"""What has to be done so that a scenario comes true: by change a statement and what it takes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from advisor.engagement import Installation
from advisor.rules.base import Rule, rules
from advisor.rules.cases import platform_refusal
from advisor.rules.context import RuleContext
from advisor.rules.procedure import Procedure
from advisor.rules.subject import Subject
from advisor.rules.texts import change_texts
from model.topology import Catalogue, Change, SetSetting

NO_RULE = Rule(
    id="",
    title="",
    subsystem="",
    kind="config-check",
    projectable="no",
    looks_at="",
    condition="",
    why="",
    change="",
    references=(),
)


@dataclass(frozen=True, slots=True)
class ToDo:
    """One change as it is carried out.

    What is typed for several changes at once stands with the last of them.
    ``statement`` is what is typed or written, ``known`` whether the product's syntax for it is
    (else it names setting and value). ``procedure`` comes from a rule that asks for the same
    setting; ``None`` where no rule does.
    """

    change: Change
    statement: str
    known: bool
    procedure: Procedure | None


def to_do(
    installation: Installation, changes: Iterable[Change], catalogue: Catalogue
) -> tuple[ToDo, ...]:
    """How each change is carried out on the installation as it is, in the scenario's order."""
    context = RuleContext(installation, catalogue)
    every = tuple(changes)
    found = []
    for change in every:
        rule = _rule_for(change, context)
        if isinstance(change, SetSetting) and change.component not in installation.topology:
            # Of a component that the scenario itself adds: it comes with its settings.
            continue
        at_once = _at_once(change, rule, every, context)
        beside = tuple(other for other in every if other not in at_once)
        texts = change_texts(rule or NO_RULE, at_once, context, beside=beside)
        typed = dict.fromkeys(text.syntax for text in texts)
        found.append(
            ToDo(
                change,
                "\n".join(typed) if change is at_once[-1] else "",
                _known(change, rule, context),
                _procedure(change, rule),
            )
        )
    return tuple(found)


def _at_once(
    change: Change, rule: Rule | None, every: tuple[Change, ...], context: RuleContext
) -> tuple[Change, ...]:
    """What is typed in one go with a change of a setting; itself alone for most rules."""
    topology = context.installation.topology
    if rule is None or not rule.at_once or not isinstance(change, SetSetting):
        return (change,)
    around = topology[change.component].parent
    return tuple(
        other
        for other in every
        if isinstance(other, SetSetting)
        and other.setting == change.setting
        and other.component in topology
        and topology[other.component].parent == around
    )


def _rule_for(change: Change, context: RuleContext) -> Rule | None:
    """A rule that writes this setting of this kind of component, under its operating system."""
    topology = context.installation.topology
    if not isinstance(change, SetSetting) or change.component not in topology:
        return None
    kind = topology[change.component].kind
    subject = Subject(topology[change.component], topology, context.catalogue)
    return next(
        (
            rule
            for rule in rules()
            if change.setting in rule.syntax
            and kind in rule.on
            and rule.applying is not None
            and platform_refusal(rule, subject) is None
        ),
        None,
    )


def _procedure(change: Change, rule: Rule | None) -> Procedure | None:
    setting = [change.setting] if isinstance(change, SetSetting) else []
    return None if rule is None else rule.procedure(setting)


def _known(change: Change, rule: Rule | None, context: RuleContext) -> bool:
    if rule is not None:
        return True
    topology = context.installation.topology
    if not isinstance(change, SetSetting) or change.component not in topology:
        return False
    spec = context.catalogue.spec(topology[change.component].kind, change.setting)
    return spec is not None and bool(spec.syntax)
