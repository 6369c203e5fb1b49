"""Changes as they are typed or coded, and sources as they are cited."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from advisor.findings import ChangeText, Source
from advisor.rules.base import Rule
from advisor.rules.commands import (
    PARTS,
    Operands,
    filled,
    member_records,
    of_added,
    once,
    operands_of,
    shown,
    step_by_step,
    typed_name,
    written,
)
from advisor.rules.context import RuleContext
from advisor.rules.references import cited
from model.language import Name, say
from model.topology import (
    AddComponent,
    AddLink,
    Change,
    Component,
    MoveComponent,
    RemoveComponent,
    RenameComponent,
    SetSetting,
    Topology,
    Value,
    values_set,
)

ADDED = "component"
"""The setting that a component which is added stands for among the commands of an advice."""


def change_texts(
    rule: Rule,
    option: tuple[Change, ...],
    context: RuleContext,
    own: Mapping[str, str] | None = None,
    beside: tuple[Change, ...] = (),
    since: Mapping[tuple[str, str], Value] | None = None,
) -> tuple[ChangeText, ...]:
    """One text per change; the rule's own syntax goes before that of the setting's spec.

    What a rule has typed at once (``at_once``) stands as a whole with each of its changes.
    ``beside`` are changes made at the same time, for operands that they share with these. A count
    goes from what is in effect, or from what ``since`` says by component and setting.
    """
    topology = context.installation.topology
    texts: list[ChangeText] = []
    for change in option:
        if isinstance(change, SetSetting):
            component = topology[change.component]
            template = (own or {}).get(change.setting) or rule.syntax.get(change.setting, "")
            spec = context.catalogue.spec(component.kind, change.setting)
            if not template and spec is not None:
                template = spec.syntax
            value = shown(change.value)
            operands = operands_of(component, option, topology, beside)
            places = {**operands, "value": value, "records": member_records(value)}
            start = (since or {}).get((change.component, change.setting))
            start = component.value(change.setting) if start is None else start
            places["more_mb"] = _more_mb(start, change.value)
            each = members_between(start, change.value) if MEMBER in template else (None,)
            systems = systems_of(component, topology, each)
            syntax = "\n".join(
                written(
                    template,
                    Operands(
                        places if n is None else {**places, "member": str(n), **systems.get(n, {})},
                        component,
                    ),
                )
                for n in each
                if template
            )
            texts.append(
                ChangeText(
                    component.id,
                    change.setting,
                    component.value(change.setting),
                    change.value,
                    filled(syntax, component.id, topology) or f"{change.setting}={value}",
                )
            )
        elif isinstance(change, MoveComponent):
            texts.append(
                ChangeText(
                    change.component,
                    "placement",
                    topology[change.component].parent,
                    change.parent,
                    say(
                        "Start {name} in {parent}",
                        name=Name(topology[change.component].name),
                        parent=Name(change.parent),
                    ),
                )
            )
        elif isinstance(change, RenameComponent):
            texts.append(
                ChangeText(
                    change.component,
                    "name",
                    topology[change.component].name,
                    change.name,
                    say(
                        "Call {name} {change_name}",
                        name=Name(topology[change.component].name),
                        change_name=Name(change.name),
                    ),
                )
            )
        elif isinstance(change, AddComponent):
            texts.append(
                ChangeText(
                    change.component.id,
                    ADDED,
                    None,
                    change.component.name,
                    of_added((own or {}).get(ADDED, ""), change.component, topology)
                    or say("Add {name}", name=Name(change.component.name)),
                )
            )
        elif isinstance(change, RemoveComponent):
            name = topology[change.component].name
            texts.append(
                ChangeText(
                    change.component, "component", name, None, say("Remove {name}", name=Name(name))
                )
            )
        else:
            verb = "Connect" if isinstance(change, AddLink) else "Disconnect"
            link = change.link
            texts.append(
                ChangeText(
                    link.source,
                    link.kind,
                    None,
                    link.target,
                    say(
                        "{verb} {source} and {target} ({kind})",
                        verb=verb,
                        source=Name(link.source),
                        target=Name(link.target),
                        kind=link.kind,
                    ),
                )
            )
    if rule.at_once and texts:
        whole = step_by_step(text.syntax for text in texts)
        texts = [replace(text, syntax=whole) for text in texts]
    return tuple(texts)


def _more_mb(start: Value | None, end: Value) -> str:
    """Megabytes between two values in gigabytes, for what is brought online and taken offline."""
    if not isinstance(start, (int, float)) or not isinstance(end, (int, float)):
        return "<MB>"
    return shown(round(abs(float(end) - float(start)) * 1024))


MEMBER = "{member}"
"""In a template: it is written once for each member that comes or goes, by its number."""


def members_between(start: Value | None, end: Value) -> tuple[int | None, ...]:
    """Numbers of the members that one count has and the other has not; one unknown where unsaid."""
    if not isinstance(start, (int, float)) or not isinstance(end, (int, float)):
        return (None,)
    least, most = sorted((int(start), int(end)))
    return tuple(range(least + 1, most + 1)) or (None,)


def systems_of(
    owner: Component, topology: Topology, numbers: Iterable[int | None]
) -> dict[int, dict[str, str]]:
    """The ``system`` of each member that comes, by its number: as many to each as projected.

    A projection puts one after the other where the fewest are (``apply_changes``); here those of
    one system follow each other, so that they can be typed together.
    """
    members = topology.sources(owner.id, "member")
    coming = [n for n in numbers if n is not None and n > len(members)]
    load = Counter(member.parent for member in members)
    hosts = [host for host in load if host is not None and host in topology]
    if len(hosts) != len(load):
        return {}
    new: Counter[str] = Counter()
    for _ in coming:
        new[min(hosts, key=lambda host: (load[host] + new[host], hosts.index(host)))] += 1
    placed = [host for host in hosts for _ in range(new[host])]
    return {
        n: {"system": typed_name(topology[host], topology)}
        for n, host in zip(coming, placed, strict=False)
    }


FORMER = "<former>"
"""What stands in a command for the value that was in effect before, where nobody tells it."""


def former_texts(
    rule: Rule,
    option: tuple[Change, ...],
    context: RuleContext,
    own: Mapping[str, str] | None = None,
) -> tuple[str, ...]:
    """What is typed to put back the values that reports or the consultant state today.

    Each command once; a command without the value in it (``PWFI=Y``) says the new one only.
    Empty where the rule's own way back is another one than the former value.
    """
    components = context.installation.topology.components
    back: list[Change] = []
    for change in option:
        if not isinstance(change, SetSetting) or change.component not in components:
            continue
        setting = components[change.component].settings.get(change.setting)
        if setting is None or setting.value == UNCODED:
            continue
        if setting.origin.kind in ("report", "derived", "user"):
            back.append(SetSetting(change.component, change.setting, setting.value))
    changed = [c.setting for c in option if isinstance(c, SetSetting)]
    way = rule.procedure(changed)
    if way is not None and way.back_out and FORMER not in way.back_out:
        return ()
    new = {text.syntax for text in change_texts(rule, option, context, own)}
    undone = {**(own or {}), **rule.undo}
    made = values_set(option)
    # What is changed last is put back first: nuclei end before the caches of the others grow.
    ordered = tuple(back if rule.in_order else reversed(back))
    former = [text.syntax for text in change_texts(rule, ordered, context, undone, since=made)]
    found = tuple(text for text in dict.fromkeys(former) if text not in new)
    return ("\n".join(found),) if rule.in_order and found else found


def what_stays(rule: Rule, option: tuple[Change, ...], topology: Topology) -> tuple[str, ...]:
    """Of operands of several settings, what is typed where an earlier step has set another part.

    A rule's own way back is that from its change alone, and would take that one back as well.
    """
    made = {(c.component, c.setting) for c in option if isinstance(c, SetSetting)}
    found = []
    for component in dict.fromkeys(component for component, _ in made):
        for setting, syntax in rule.syntax.items():
            parts = PARTS.get(next((f for f in PARTS if f"{{{f}}}" in syntax), ""), ())
            others = [part for part in parts if (component, part) not in made]
            if (component, setting) in made and any(
                topology[component].value(part) is not None for part in others
            ):
                known = operands_of(topology[component], (), topology)
                found.append(written(syntax, Operands(known, topology[component])))
    return tuple(dict.fromkeys(found))


def back_out_template(
    rule: Rule, own: Mapping[str, str] | None = None, settings: Iterable[str] = ()
) -> str:
    """The rule's statements for going back: those declared, or those of the change itself."""
    way = rule.procedure(settings)
    if way is not None and way.back_out:
        return way.back_out
    return once("\n".join({**(own or rule.syntax), **rule.undo}.values()).split("\n"))


def formerly(rule: Rule, own: Mapping[str, str] | None = None) -> dict[str, str]:
    """Operands of :func:`back_out_template`: the former value of whatever the rule sets."""
    return dict.fromkeys(("value", "records", *(own or rule.syntax)), FORMER)


def way_back(
    rule: Rule,
    component: Component,
    topology: Topology,
    own: Mapping[str, str] | None = None,
    settings: Iterable[str] = (),
) -> str:
    """What is typed for this component to go back; empty where the rule has no command."""
    known = {**operands_of(component, (), topology), **formerly(rule, own)}
    return written(back_out_template(rule, own, settings), Operands(known, component))


UNCODED = "none"
"""What settings say that are not coded at all: no product takes it as a value."""


UNLIKE = "Machine, release and workload differ from the published case; take it as an indication."


def source_of(rule: Rule, distance: str) -> tuple[Source, ...]:
    """The rule's references; the published effect goes with the first of them."""
    sources = []
    if rule.effect and not distance:
        distance = UNLIKE
    for number, citation in enumerate(rule.references):
        first = number == 0
        sources.append(
            Source(
                cited(citation, rule.references),
                rule.effect if first else "",
                rule.effect_conditions if first else "",
                distance if first else "",
            )
        )
    return tuple(sources)
