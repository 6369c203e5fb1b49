"""Cross-references: which assumptions, questions and files a finding rests on, and the way back.

Findings, assumptions, questions and files are numbered in the order in which they are printed;
everything here is numbers, so that masking cannot break a reference.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from advisor.findings import Finding
from advisor.observations import Question
from advisor.report.writer import Writer
from advisor.rules.base import rule
from model.language import mentions


class Links:
    """The references of one report."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._installation = writer.engagement.installation

    def of_finding(self, finding: Finding) -> dict[str, Any]:
        """``assumptions``, ``questions`` (numbers) and ``with`` (findings it interacts with)."""
        near = self._concerns[finding.id]
        on = near | self._carriers(finding)
        names = {self._writer.topology[c].name for c in on if c in self._writer.topology} | on
        together = {
            other
            for item in self._writer.engagement.plan.interactions
            if finding.id in item.findings
            for other in item.findings
            if other != finding.id
        }
        return {
            "assumptions": [
                number
                for number, text in enumerate(self._installation.assumptions, 1)
                if any(mentions(text, name) for name in names)
            ],
            "questions": [
                number
                for number, question in enumerate(self._installation.questions, 1)
                if question.subject in near and _bears(question, finding)
            ],
            "with": sorted(
                self._writer.number_of[other]
                for other in together
                if other in self._writer.number_of
            ),
        }

    def of_file(self, file: str) -> list[int]:
        """Numbers of the findings that a report's lines are evidence of."""
        return sorted(
            self._writer.number_of[f.id]
            for f in self._writer.ordered
            if any(e.file == file for e in f.evidence)
        )

    def of_assumption(self, number: int) -> list[int]:
        """Numbers of the findings that an assumption bears on."""
        return self._back("assumptions").get(number, [])

    def of_question(self, number: int) -> list[int]:
        """Numbers of the findings whose component a question is about."""
        return self._back("questions").get(number, [])

    @cached_property
    def _concerns(self) -> dict[str, frozenset[str]]:
        """The components that a finding speaks of: its own, those it changes, those it reads."""
        found: dict[str, frozenset[str]] = {}
        for finding in self._writer.ordered:
            changed = (str(getattr(change, "component", "")) for change in finding.changes)
            texts = (text.component for text in finding.change_texts)
            found[finding.id] = frozenset({finding.component, *changed, *texts} - {""})
        return found

    def _carriers(self, finding: Finding) -> frozenset[str]:
        """What a projected workload runs on: assumed of that, the projection is assumed as well."""
        if not any(effect.after.basis == "model" for effect in finding.projection):
            return frozenset()
        topology = self._writer.topology
        return frozenset(
            target.id
            for kind in ("uses", "coupled")
            for target in topology.targets(finding.component, kind)
        )

    @cached_property
    def _all(self) -> dict[int, dict[str, Any]]:
        return {self._writer.number_of[f.id]: self.of_finding(f) for f in self._writer.ordered}

    def _back(self, kind: str) -> dict[int, list[int]]:
        back: dict[int, list[int]] = {}
        for finding, links in sorted(self._all.items()):
            for number in links[kind]:
                back.setdefault(number, []).append(finding)
        return back


def _bears(question: Question, finding: Finding) -> bool:
    """Whether the answer to a question could change a finding.

    What only other rules lack could not: it would make findings of their own.
    """
    if not question.rules:
        return True
    return any(name == finding.rule or finding.rule in rule(name).guards for name in question.rules)
