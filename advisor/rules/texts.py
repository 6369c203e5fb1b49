"""Changes as they are typed or coded, and sources as they are cited."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from advisor.findings import ChangeText, Source
from model.topology import (
    AddComponent,
    AddLink,
    Change,
    Component,
    MoveComponent,
    RemoveComponent,
    RenameComponent,
    SetSetting,
    Value,
)

if TYPE_CHECKING:
    from advisor.rules.base import Rule
    from advisor.rules.evaluation import RuleContext


def shown(value: Value) -> str:
    """A value as the products write it."""
    if isinstance(value, bool):
        return "YES" if value else "NO"
    if isinstance(value, str):
        return value
    return str(int(value)) if float(value) == int(value) else f"{value:.6g}"


RECORD_COLUMNS = 71


def member_records(names: str) -> str:
    """A list of modules as a PROCLIB member holds it: columns 1 to 71, one record to a line.

    A record's last name is followed by a comma and a blank, that of the last record by a blank
    (IMS system definition, DFSINTxx and DFSMPLxx members).
    """
    records: list[str] = []
    for name in (part.strip() for part in names.split(",")):
        if not name:
            continue
        if records and len(records[-1]) + len(name) + 2 <= RECORD_COLUMNS:
            records[-1] += f",{name}"
        else:
            records.append(name)
    return ",\n".join(records)


def csd_names(component: Component, container: Component | None) -> tuple[str, str]:
    """Group and LSRPOOL name of a CSD definition, or words that stand for them."""
    found = {"GROUP": "group", "LSRPOOL": "name"}
    for holder in (container, component):
        for key in found:
            stated = None if holder is None else holder.value(key)
            if isinstance(stated, str) and stated:
                found[key] = stated
    return found["GROUP"], found["LSRPOOL"]


def _joint(
    component: Component,
    option: tuple[Change, ...],
    pool_of: Component | None,
    beside: tuple[Change, ...] = (),
) -> dict[str, str]:
    """Operands that several settings share, each with its value in effect after the change.

    ``beside`` are changes made together with those of ``option``, which hold before them.
    ``lfarea`` counts pages, as IEASYSxx wants them in the form that has both sizes; leaving one
    size out would return it. ``pwcsize`` leaves positions out that nothing is known of.
    """
    after: dict[str, Value | None] = {
        c.setting: c.value
        for c in (*beside, *option)
        if isinstance(c, SetSetting) and c.component == component.id
    }

    def value(name: str) -> Value | None:
        return after[name] if name in after else component.value(name)

    def pages(name: str, each_gb: float) -> str:
        found = value(name)
        return shown(round(float(found) / each_gb)) if isinstance(found, (int, float)) else "0"

    sizes = [value(f"PWCSIZE_{part}_KB") for part in ("PRINT", "READ", "WRITE")]
    listed = ",".join("" if size is None else shown(size) for size in sizes).rstrip(",")
    pool = value("LSRPOOLID")
    group, definition = csd_names(component, pool_of)
    if value("ACCESS") == "NSR":
        pool = "NONE"
    return {
        "lfarea": f"(1M=({pages('LFAREA_1M_GB', 1 / 1024)}),2G=({pages('LFAREA_2G_GB', 2)}))",
        "pwcsize": f"({listed})",
        "lsrpoolid": f"LSRPOOLID({'n' if pool is None else shown(pool)})",
        "group": group,
        "lsrpool": definition,
        "suffix": str(component.value("PRLD") or "").strip() or "xx",
    }


def change_texts(
    rule: Rule,
    option: tuple[Change, ...],
    context: RuleContext,
    own: Mapping[str, str] | None = None,
    beside: tuple[Change, ...] = (),
) -> tuple[ChangeText, ...]:
    """One text per change; the rule's own syntax goes before that of the setting's spec.

    ``beside`` are changes made at the same time, for operands that they share with these.
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
            values = {
                **_joint(component, option, topology.ancestor(component.id, "lsr_pool"), beside),
                "value": shown(change.value),
                "upper": shown(change.value).upper(),
                "name": component.name.rpartition("/")[2],
                "qualified": component.name,
                "records": member_records(shown(change.value)),
            }
            plain = f"{change.setting}={values['value']}"
            syntax = template.format(**values) if template else plain
            texts.append(
                ChangeText(
                    component.id,
                    change.setting,
                    component.value(change.setting),
                    change.value,
                    syntax,
                )
            )
        elif isinstance(change, MoveComponent):
            texts.append(
                ChangeText(
                    change.component,
                    "placement",
                    topology[change.component].parent,
                    change.parent,
                    f"Start {topology[change.component].name} in {change.parent}",
                )
            )
        elif isinstance(change, RenameComponent):
            texts.append(
                ChangeText(
                    change.component,
                    "name",
                    topology[change.component].name,
                    change.name,
                    f"Call {topology[change.component].name} {change.name}",
                )
            )
        elif isinstance(change, AddComponent):
            texts.append(
                ChangeText(
                    change.component.id,
                    "component",
                    None,
                    change.component.name,
                    f"Add {change.component.name}",
                )
            )
        elif isinstance(change, RemoveComponent):
            name = topology[change.component].name
            texts.append(ChangeText(change.component, "component", name, None, f"Remove {name}"))
        else:
            verb = "Connect" if isinstance(change, AddLink) else "Disconnect"
            link = change.link
            texts.append(
                ChangeText(
                    link.source,
                    link.kind,
                    None,
                    link.target,
                    f"{verb} {link.source} and {link.target} ({link.kind})",
                )
            )
    once = {(text.component, text.syntax): text for text in reversed(texts)}
    return tuple(reversed(once.values()))


def former_texts(
    rule: Rule,
    option: tuple[Change, ...],
    context: RuleContext,
    own: Mapping[str, str] | None = None,
) -> tuple[str, ...]:
    """What is typed to put back the values that reports or the consultant state today.

    Each command once; a command without the value in it (``PWFI=Y``) says the new one only.
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
    new = {_COMMENT.sub("", text.syntax) for text in change_texts(rule, option, context, own)}
    former = [text.syntax for text in change_texts(rule, tuple(back), context, own)]
    return tuple(text for text in dict.fromkeys(former) if _COMMENT.sub("", text) not in new)


UNCODED = "none"
"""What settings say that are not coded at all: no product takes it as a value."""
_COMMENT = re.compile(r"\s*/\*.*", re.DOTALL)


DOCUMENTS = {
    "000": "Tuning zIIP Usage, Natural documentation, Software AG",
    "001": "Adabas Mainframe Stress Tests, Software AG and IBM, tests of November 2012",
    "002": "What Mother Never Told You About CICS Performance, IBM, 2018 to 2022",
    "003": "Benefits of Configuring More Memory in the IBM z/OS Software Stack, IBM, 2017",
    "004": "IBM Enterprise COBOL Performance with IMS, IBM, 2016",
}
UNLIKE = "Machine, release and workload differ from the published case; take it as an indication."


def cited(reference: str) -> str:
    """A reference with the title of its document."""
    title = DOCUMENTS.get(reference[:3])
    return reference if title is None else f"{reference} ({title})"


def source_of(rule: Rule, distance: str) -> tuple[Source, ...]:
    """The rule's references; the published effect goes with the first of them."""
    sources = []
    if rule.effect and not distance:
        distance = UNLIKE
    for number, citation in enumerate(rule.references):
        first = number == 0
        sources.append(
            Source(
                cited(citation),
                rule.effect if first else "",
                rule.effect_conditions if first else "",
                distance if first else "",
            )
        )
    return tuple(sources)
