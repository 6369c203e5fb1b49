"""The catalogue and each rule's page of documentation, made from the rules themselves."""

from __future__ import annotations

from typing import Any

from advisor.rules.base import Rule, rule, rules
from advisor.rules.texts import cited

HEADINGS = (
    ("looks_at", "What it looks at"),
    ("condition", "Condition"),
    ("threshold", "Where the threshold comes from"),
    ("why", "Why it matters"),
    ("change", "The change"),
    ("verify", "How to verify"),
    ("back_out", "How to back out"),
    ("risk", "Risk"),
    ("effort", "Effort"),
    ("prerequisites", "Prerequisites"),
    ("effect", "Published effect"),
    ("effect_conditions", "Conditions of the published effect"),
    ("projection", "How it is projected, or why not"),
    ("report", "Report that tells"),
)
KINDS = {
    "tuning": "Gives findings.",
    "threshold": "Gives findings.",
    "config-check": "Gives findings.",
    "caveat": "Guards other rules: it stops or qualifies their findings.",
    "interpretation": "Says how a figure is computed or must be read.",
    "method": "Says how to get the data that other rules need.",
}


def catalogue_json() -> list[dict[str, Any]]:
    """One entry per rule, by id."""
    return [
        {
            "id": item.id,
            "title": item.title,
            "subsystem": item.subsystem,
            "kind": item.kind,
            "projectable": item.projectable,
            "acts_on": list(item.on),
            "guards": list(item.guards),
            "platforms": list(item.platforms),
            "references": list(item.references),
        }
        for item in rules()
    ]


def page_json(rule_id: str) -> dict[str, Any]:
    """One rule's page as data. Raises KeyError for an unknown id."""
    item = rule(rule_id)
    page: dict[str, Any] = {
        "id": item.id,
        "title": item.title,
        "subsystem": item.subsystem,
        "kind": item.kind,
        "role": KINDS[item.kind],
        "projectable": item.projectable,
    }
    for name, _ in HEADINGS:
        page[name] = _text(item, name)
    page["applies_to"] = list(item.on)
    page["platforms"] = list(item.platforms)
    page["guards"] = list(item.guards)
    page["guarded_by"] = guarded_by(item)
    page["syntax"] = syntax_shown(item)
    page["methods"] = list(item.methods)
    page["references"] = [cited(text) for text in item.references]
    return page


def _text(item: Rule, name: str) -> str:
    """A field of the page; what nobody published or needs is said and not left blank."""
    text: str = getattr(item, name)
    if text or not item.acts:
        return text
    if name == "prerequisites":
        return "None known beyond what the change itself needs."
    return "No figure was published." if name == "effect" else text


SHOWN = {
    "value": "n",
    "upper": "n",
    "name": "name",
    "qualified": "name",
    "suffix": "xx",
    "group": "group",
    "records": "names",
    "lsrpool": "name",
    "lsrpoolid": "LSRPOOLID(n)",
    "lfarea": "(1M=(pages),2G=(pages))",
    "pwcsize": "(print,read,write)",
}
"""What stands for the operands of :func:`advisor.rules.texts.change_texts` on a rule's page."""


def syntax_shown(item: Rule) -> dict[str, str]:
    """The syntax of each change with ``n`` for the value and ``name`` for the component."""
    return {setting: text.format(**SHOWN) for setting, text in item.syntax.items()}


def page_text(rule_id: str) -> str:
    """One rule's page as plain text. Raises KeyError for an unknown id."""
    item = rule(rule_id)
    lines = [
        f"{item.id}  {item.title}",
        f"{item.subsystem} · {item.kind} · projectable: {item.projectable}",
        KINDS[item.kind],
    ]
    if item.platforms:
        lines.append(f"Only on {' and '.join(item.platforms)}.")
    for name, heading in HEADINGS:
        text = _text(item, name)
        if text:
            lines += ["", heading, f"  {text}"]
    if item.syntax:
        lines += ["", "Syntax", *(f"  {text}" for text in syntax_shown(item).values())]
    if item.guards:
        lines += ["", "Guards", f"  {', '.join(item.guards)}"]
    caveats = guarded_by(item)
    if caveats:
        lines += ["", "Guarded by", f"  {', '.join(caveats)}"]
    if item.methods:
        lines += ["", "Data by", f"  {', '.join(item.methods)}"]
    lines += ["", "References", *(f"  {cited(text)}" for text in item.references)]
    return "\n".join(lines) + "\n"


def guarded_by(item: Rule) -> list[str]:
    """Ids of the caveats that look at this rule's advice."""
    return [other.id for other in rules() if item.id in other.guards]
