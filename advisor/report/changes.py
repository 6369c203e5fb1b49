"""What a step changes, as figures before and after and as a line of plain words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.findings import ChangeText, Finding
from advisor.report.figures import shown_value
from advisor.report.texts import setting_label
from advisor.report.wording import unit_shown
from advisor.report.writer import Writer
from advisor.rules.base import rule
from advisor.translation import is_spoken
from model.catalogue import catalogue
from model.language import phrase
from model.topology import Value

MOST_TOLD = 3
"""Changes of one step that are told in words; the technical edition has all."""
_CLAUSE = re.compile(r"[.;:](?:\s|$)")
"""Where what a setting means ends and its default, or what it needs, begins."""
_RULE = re.compile(r"\b[A-Z]{2,3}\d?-\d{3}\b")


def ends(writer: Writer, change: ChangeText) -> tuple[str, str]:
    """A setting's values before and after, the second with its unit."""
    return (
        _end(writer, change, change.from_value),
        _with_unit(writer, change, _end(writer, change, change.to_value)),
    )


def told(writer: Writer, finding: Finding, changes: Sequence[ChangeText]) -> str:
    """What is to be done, in one line for who decides; alike on several components told once.

    The rule's own words where only commands say it or a line sends on to another rule, whose
    number says nothing here; empty where these do as well.
    """
    where: dict[str, list[str]] = {}
    for change in changes:
        if line := _line(writer, change):
            where.setdefault(line, []).append(change.component)
    lines = [_on(writer, line, found, finding.component) for line, found in where.items()]
    if not lines or any(_RULE.search(line) for line in lines):
        lines = [writer.speak(rule(finding.rule).change).rstrip(".")]
    if any(_RULE.search(line) for line in lines):
        return ""
    said = "; ".join(lines[:MOST_TOLD])
    if len(lines) > MOST_TOLD:
        rest = str(len(lines) - MOST_TOLD)
        said += "; " + writer.say("and {count} more", count=rest)
    return said


def _line(writer: Writer, change: ChangeText) -> str:
    """One change without where; empty where only a command says it."""
    if change.to_value is None:
        return writer.typed(change.syntax) if is_spoken(change.syntax) else ""
    label = _plain(writer, change)
    before, after = ends(writer, change)
    if isinstance(change.to_value, bool):
        yes, no = writer.say("yes"), writer.say("no")
        before, after = (yes, no) if change.from_value else (no, yes)
    arrow = "" if change.from_value is None else f"{before} → "
    return f"{label}: {arrow}{after}"


def _plain(writer: Writer, change: ChangeText) -> str:
    """A setting in words; a product's keyword stands behind what it is."""
    label = setting_label(change.setting, writer.language)
    kind = writer.kind(change.component)
    spec = None if kind is None else catalogue().spec(kind, change.setting)
    if label != change.setting or spec is None or not spec.doc:
        return label
    meaning = phrase(spec.doc, writer.language, "catalogue")
    return f"{_CLAUSE.split(meaning)[0]} ({label})"


def _on(writer: Writer, line: str, components: Sequence[str], among: str) -> str:
    """A change with where it is made, unless that is what is named with it anyway."""
    names = list(dict.fromkeys(components))
    if names == [among]:
        return line
    return f"{line} ({', '.join(map(writer.titled, names))})"


def _end(writer: Writer, change: ChangeText, value: Value | None) -> str:
    """A setting's value before or after, a dash where it has none."""
    if writer.mask is not None:
        value = writer.mask.value(change.component, change.setting, value)
    return shown_value(value, writer.language) or "–"


def _with_unit(writer: Writer, change: ChangeText, value: str) -> str:
    """A number with the setting's unit behind it."""
    kind = writer.kind(change.component)
    spec = None if kind is None else catalogue().spec(kind, change.setting)
    if spec is None or not spec.unit or not isinstance(change.to_value, (int, float)):
        return value
    return f"{value}\u00a0{unit_shown(spec.unit, change.setting, kind, writer.language)}"
