"""Each finding, and findings of one rule under one heading."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from advisor.findings import Finding
from advisor.report import changes
from advisor.report.evidence import evidence_rows
from advisor.report.figures import shown_worth, told_alone, worth_cell
from advisor.report.links import Links
from advisor.report.text import short_name
from advisor.report.texts import setting_label
from advisor.report.words import EFFORTS, SEVERITIES
from advisor.report.writer import (
    Writer,
    common_title,
)
from advisor.rules import procedure_of
from advisor.rules.building import NOTHING_ALTERED
from advisor.translation import is_spoken

MOST_FIGURES = 6
FIGURES_OF_NO_STEP = 4
"""What nobody carries out takes less room."""
MOST_LINES = 4
"""A finding's page shows as many figures and different report lines; the rest is in the JSON, so
that the report goes into a mail."""
BESIDE_PLAN = " §"
"""Stands behind figures that are not against the system as measured."""


_OF_PROCEDURE = ("effort", "permanent", "who", "level", "confirmed")
"""What is the same for all findings that are carried out alike."""


def finding(writer: Writer, links: Links, finding: Finding) -> dict[str, Any]:
    step = writer.step_of.get(finding.id)
    lines = evidence_rows(
        finding.evidence, writer.printed, writer.file_number, writer.language, writer.speak
    )
    for line in lines:
        line["more"] = (
            writer.say("and {count} more", count=str(line["more"])) if line["more"] else ""
        )
    return {
        "number": writer.number_of[finding.id],
        "rule": finding.rule,
        "title": writer.speak(finding.title),
        "subsystem": finding.subsystem,
        "component": writer.titled(finding.component),
        "severity": writer.say(SEVERITIES[finding.severity]),
        "step": step or 0,
        "plan": writer.say("not in the plan")
        if step is None
        else writer.say("in the plan, step {step}", step=str(step)),
        "left_out": writer.speak(writer.engagement.plan.left_out.get(finding.id, "")),
        "explanation": writer.speak(finding.explanation),
        "evidence": lines[:MOST_LINES],
        "evidence_more": writer.say(
            "Further lines, in the JSON beside this report: {count}",
            count=str(len(lines) - MOST_LINES),
        )
        if len(lines) > MOST_LINES
        else "",
        "changes": [
            {
                "component": writer.titled(c.component),
                "setting": setting_label(c.setting, writer.language),
                **dict(zip(("from", "to"), changes.ends(writer, c), strict=True)),
                "said": c.from_value is not None or c.to_value is not None,
                "syntax": writer.typed(c.syntax),
                "blocks": [] if is_spoken(c.syntax) else writer.typed_once([c.syntax]),
                "spoken": is_spoken(c.syntax),
            }
            for c in finding.change_texts
        ],
        "follows": writer.say(
            "Before: with the other steps that this one follows already done, not as it is today."
        )
        if finding.beside_plan
        else "",
        "alone": writer.speak(told_alone(writer.engagement.plan, finding, writer.language)),
        **writer.effect_rows(
            finding.projection,
            writer.workload_of(finding),
            MOST_FIGURES if finding.id in writer.engagement.plan.findings else FIGURES_OF_NO_STEP,
        ),
        "worth": _worth(writer, finding),
        "not_projectable": writer.speak(finding.not_projectable_because or ""),
        "sources": _sources(writer, finding),
        "caveats": list(dict.fromkeys(map(writer.speak, (*finding.caveats, *finding.notes)))),
        "risk": writer.speak(finding.risk.referring),
        **_procedure(writer, finding),
        "prerequisites": writer.speak(finding.prerequisites),
        "verify": writer.speak(finding.verify),
        "back_out": writer.speak(finding.back_out),
        "back_out_commands": [writer.typed(text) for text in finding.back_out_commands],
        "back_out_blocks": _way_back(writer, finding.back_out_commands),
        **links.of_finding(finding),
    }


def _sources(writer: Writer, finding: Finding) -> list[dict[str, str]]:
    """What was published, each thing once: "as MQ-005" on the page of MQ-005 says nothing."""
    told: list[dict[str, str]] = []
    for source in finding.sources:
        if str(source.effect).rstrip(".") == f"As {finding.rule}":
            continue
        distance = writer.speak(source.distance)
        told.append(
            {
                "citation": writer.citation(source.citation),
                "effect": writer.speak(source.effect),
                "conditions": writer.speak(source.conditions),
                "distance": "" if any(t["distance"] == distance for t in told) else distance,
            }
        )
    return told


def _worth(writer: Writer, finding: Finding) -> list[str]:
    """What the finding comes to in absolute terms, each figure with its band."""
    kind = writer.kind(writer.workload_of(finding))
    return [
        f"{label} {shown.value} {shown.unit} {shown.band}".strip()
        for label, shown in shown_worth(finding.worth, kind, writer.language)
    ]


def ranking(writer: Writer) -> list[dict[str, Any]]:
    """All findings by their weight and worth, with who carries them out and when."""
    rows = []
    for found in writer.engagement.findings:
        kind = writer.kind(writer.workload_of(found))
        how = procedure_of(found)
        rows.append(
            {
                "finding": writer.number_of[found.id],
                "title": f"{found.rule} {writer.speak(found.title)}",
                "component": writer.titled(found.component),
                "worth": worth_cell(found, kind, writer.language)
                + (BESIDE_PLAN if found.beside_plan else ""),
                "severity": writer.say(SEVERITIES[found.severity]),
                "who": writer.speak(how.roles[0]) if how is not None and how.roles else "",
                "effort": writer.say(EFFORTS[found.effort]),
            }
        )
    return rows


def ranking_beside(writer: Writer) -> str:
    """What the mark of findings says that are measured against the rest of the plan."""
    if not any(found.beside_plan for found in writer.engagement.findings):
        return ""
    return f"{BESIDE_PLAN.strip()} " + writer.say(
        "On top of a plan's other steps, not against the system as measured."
    )


def _way_back(writer: Writer, commands: Sequence[str]) -> list[dict[str, str]]:
    """Each command as a block of its own; what is typed for each of several objects once."""
    commands = list(dict.fromkeys(commands))
    once = writer.typed_once(commands)
    if any(block["each"] for block in once):
        return once
    return [block for text in commands for block in writer.typed_once([text])]


def _procedure(writer: Writer, finding: Finding) -> dict[str, str]:
    """How the change is carried out: empty texts where the rule asks for no command."""
    effort = writer.say(EFFORTS[finding.effort])
    how = procedure_of(finding)
    if how is None or finding.points_to:
        # What only points to other findings is carried out as those are.
        return {"effort": effort, "permanent": "", "who": "", "level": "", "confirmed": ""}
    who = ", ".join(writer.speak(role) for role in how.roles)
    if finding.back_out == NOTHING_ALTERED:
        # What only looks for a cause has nothing of the rule's command.
        return {"effort": effort, "permanent": "", "who": who, "level": "", "confirmed": ""}
    detail = writer.speak(how.detail)
    commanded = bool(how.permanent)
    return {
        "effort": f"{effort}. {detail}" if detail and how.effort == finding.effort else effort,
        "permanent": writer.speak(how.permanent),
        "who": who,
        "level": writer.speak(how.level),
        "confirmed": (
            "\n".join(how.sources)
            or writer.say(
                "No public source confirms "
                "this command: check it "
                "against the product's manual "
                "before it is used."
            )
        )
        if commanded
        else "",
    }


def groups(writer: Writer) -> list[dict[str, Any]]:
    """Findings of one rule under one heading: what is common to them, and their numbers."""
    groups: dict[str, list[Finding]] = {}
    for finding in writer.ordered:
        groups.setdefault(finding.rule, []).append(finding)
    return [
        {
            "rule": rule,
            "title": common_title([writer.speak(f.title) for f in found]),
            "numbers": [writer.number_of[f.id] for f in found],
            "components": ", ".join(short_name(writer.titled(f.component), 40) for f in found[:6])
            + (" …" if len(found) > 6 else ""),
            "count": writer.say("{count} components", count=str(len(found))),
            "common": [
                name
                for name in (
                    "sources",
                    "caveats",
                    "effort",
                    "permanent",
                    "who",
                    "level",
                    "confirmed",
                    "risk",
                    "prerequisites",
                    "verify",
                    "back_out",
                )
                if len(found) > 1 and len({_alike(f, name) for f in found}) == 1
            ],
        }
        for rule, found in groups.items()
    ]


def _alike(finding: Finding, name: str) -> object:
    """What is compared to tell whether findings have a part in common."""
    if name in _OF_PROCEDURE:
        return procedure_of(finding), finding.effort
    return repr(getattr(finding, name))
