"""The catalogue and each rule's page of documentation, made from the rules themselves."""

from __future__ import annotations

import re
from typing import Any

from advisor.findings import Effort
from advisor.rules.base import Rule, rule, rules
from advisor.rules.commands import Operands, once, written
from advisor.rules.procedure import UNCONFIRMED
from advisor.rules.references import cited
from advisor.rules.texts import FORMER, back_out_template, formerly
from model.language import listed, say

HEADINGS = (
    ("looks_at", "What it looks at"),
    ("condition", "Condition"),
    ("threshold", "Where the threshold comes from"),
    ("materiality", "From when on it is a step of a plan"),
    ("why", "Why it matters"),
    ("change", "The change"),
    ("verify", "How to verify"),
    ("back_out", "How to back out"),
    ("risk", "Risk"),
    ("prerequisites", "Prerequisites"),
    ("effect", "Published effect"),
    ("effect_conditions", "Conditions of the published effect"),
    ("projection", "How it is projected, or why not"),
    ("report", "Report that tells"),
)
MATERIALITY = (
    "Where it is projected: from 0.5 % of gain on, and from 0.01 % of all CPU and waiting of the "
    "installation, an hour that its users wait less a day, or 0.01 % of its real storage on. What "
    "is less is told as a finding and is no step. Practice, of no source; adjustable (--min-gain "
    "and --min-share, and the limits of the plan in the window)."
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
    page["applying"] = _applying(item)
    page["methods"] = list(item.methods)
    page["references"] = [cited(text, item.references) for text in item.references]
    return page


def _text(item: Rule, name: str) -> str:
    """A field of the page; what nobody published or needs is said and not left blank."""
    if name == "risk":
        return "" if item.risk is None else item.risk.referring
    if name == "materiality":
        return MATERIALITY if item.acts and item.weighs else ""
    text: str = getattr(item, name)
    if text or not item.acts:
        return text
    if name == "prerequisites":
        return "None known beyond what the change itself needs."
    return "No figure was published." if name == "effect" else text


SHOWN = {
    "value": "<n>",
    "more_mb": "<MB>",
    "structure": "<group>_<name>",
    "block_sizes": "",
    "cfrm": "NAME(<structure>) INITSIZE(<n>M) SIZE(<n>M) PREFLIST(<cf1>,<cf2>)",
    "duplexing": "",
    "former_duplex": FORMER,
    "suffix": "<xx>",
    "records": "<names>",
    "lsrpool": "<definition>",
    "lsrpool_keyword": "LSRPOOLNUM",
    "lsrpool_number": "LSRPOOLNUM(<n>)",
    "lfarea": "(1M=(<pages>),2G=(<pages>))",
    "pwcsize": "(<print>,<read>,<write>)",
    "ziip": "<as today>",
    "dbid": "<number>",
    "membership": ",<as its sisters>",
    "plog_size": "<as its sisters>",
    "plog_device": "<device type>",
}
"""What stands on a rule's page for operands that are not ``<called as their place>``."""


def syntax_shown(item: Rule) -> dict[str, str]:
    """The statements of each change with ``<n>`` for the value and ``<name>`` for the component."""
    return {setting: written(text, Operands(SHOWN)) for setting, text in item.syntax.items()}


def command_shown(item: Rule) -> str:
    """What is typed or coded for the rule's change, one statement to a line; empty for none."""
    if item.syntax:
        return once("\n".join(syntax_shown(item).values()).split("\n"))
    return "" if item.applying is None else written(item.applying.command, Operands(SHOWN))


def _alternatives(item: Rule) -> list[str]:
    """The statements of a rule's alternatives with "or" between them; none where it has none."""
    shown = syntax_shown(item)
    lines: list[str] = []
    for settings in item.either:
        typed = once("\n".join(shown[name] for name in settings).split("\n")).split("\n")
        lines += [*([say("or")] if lines else []), *typed]
    return lines


def back_out_shown(item: Rule) -> str:
    """What is typed to go back: the rule's own statements, or the same with the former values."""
    templates = dict.fromkeys(
        back_out_template(item, settings=settings)
        for settings in ((), *((name,) for name in item.applying_to))
    )
    if lines := once(line for text in templates if text for line in text.split("\n")):
        former = {**SHOWN, **formerly(item), "cfrm": _formerly(SHOWN["cfrm"])}
        return written(lines, Operands(former))
    return _formerly(command_shown(item))


_AMOUNT = re.compile(r"<(?:n|m|KB|MB|GB)>")


def _formerly(command: str) -> str:
    """Statements with the former value wherever an amount stands."""
    return _AMOUNT.sub("<former>", command)


def _applying(item: Rule) -> dict[str, Any] | None:
    how = item.applying
    if how is None:
        return None
    return {
        "command": command_shown(item).split("\n") if command_shown(item) else [],
        "permanent": how.permanent,
        "effort": how.effort,
        "detail": how.detail,
        "authority": [str(role) for role in how.roles],
        "level": how.level,
        "back_out": back_out_shown(item).split("\n") if command_shown(item) else [],
        "confirmed_by": list(how.sources),
    }


def _procedure_lines(item: Rule) -> list[str]:
    """The part of a page on how the change is carried out."""
    how, command = item.applying, command_shown(item)
    if how is None:
        return []
    effort = f"{EFFORTS[how.effort]}. {how.detail}".strip()
    parts = [("How it takes effect", [effort]), ("Who does it", [", ".join(how.roles)])]
    if command:
        confirmed = list(how.sources) or [UNCONFIRMED]
        parts = [
            ("Command", _alternatives(item) or command.split("\n")),
            ("What makes it permanent", [how.permanent]),
            *parts,
            ("Least level", [how.level]),
            ("Command to back out", back_out_shown(item).split("\n")),
            ("Command confirmed by", confirmed),
        ]
    for way in item.procedures[1:]:
        settings = ", ".join(s for s, other in item.applying_to.items() if other == way)
        parts += [
            (f"How {settings} takes effect", [f"{EFFORTS[way.effort]}. {way.detail}".strip()]),
            (f"What makes {settings} permanent", [way.permanent]),
            ("Command confirmed by", list(way.sources) or [UNCONFIRMED]),
        ]
    return [line for title, texts in parts for line in ("", title, *(f"  {t}" for t in texts))]


EFFORTS: dict[Effort, str] = {
    "dynamic": "In operation, no restart",
    "new_copy": "A new copy of the program",
    "close_open": "Closed and opened again",
    "rebind": "Rebind",
    "policy": "Activation of a policy",
    "recycle": "Restart of the subsystem or region (recycle)",
    "release": "A new release of the product",
    "application": "Application change",
    "ipl": "Restart of the system (IPL)",
    "hardware": "Hardware",
}


def page_text(rule_id: str) -> str:
    """One rule's page as plain text. Raises KeyError for an unknown id."""
    item = rule(rule_id)
    lines = [
        f"{item.id}  {item.title}",
        say(
            "{subsystem} · {kind} · projectable: {projectable}",
            subsystem=item.subsystem,
            kind=item.kind,
            projectable=item.projectable,
        ),
        KINDS[item.kind],
    ]
    if item.platforms:
        lines.append(say("Only on {platforms}.", platforms=listed(item.platforms)))
    for name, heading in HEADINGS:
        text = _text(item, name)
        if text:
            lines += ["", heading, f"  {text}"]
    lines += _procedure_lines(item)
    if item.guards:
        lines += ["", "Guards", f"  {', '.join(item.guards)}"]
    caveats = guarded_by(item)
    if caveats:
        lines += ["", "Guarded by", f"  {', '.join(caveats)}"]
    if item.methods:
        lines += ["", "Data by", f"  {', '.join(item.methods)}"]
    lines += ["", "References", *(f"  {cited(text, item.references)}" for text in item.references)]
    return "\n".join(lines) + "\n"


def guarded_by(item: Rule) -> list[str]:
    """Ids of the caveats that look at this rule's advice."""
    return [other.id for other in rules() if item.id in other.guards]
