"""All rules: what became of each of them, and the page of the one that is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QTextBrowser

from app.window.i18n import mark, spoken, spoken_label, tr
from app.window.metrics import OUTCOMES
from app.window.theme import theme
from app.window.widgets.ring import Ring
from app.window.widgets.table import Column, Table
from app.window.widgets.tall import TallRows
from app.window.widgets.whole_rows import WholeLines

if TYPE_CHECKING:
    from advisor.findings import RuleOutcome
    from advisor.rules import Rule

WHY = 2
"""The column that says what became of a rule."""
ASIDE, OPEN = 48, 160
"""Pixels of the design that the page below takes before a rule is chosen, and for a chosen one."""


class EveryRule(QSplitter):
    """The table of all rules above what is to say of one of them."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Vertical)
        px = theme().px
        # Of a finding the reasons are several sentences: a cut one says less than none. A column
        # for the report that would tell took their room and was mostly empty.
        self.table: Table[RuleOutcome] = Table(
            tr("All rules"),
            [
                Column(tr("Rule"), lambda o: o.rule),
                Column(tr("Outcome"), lambda o: tr(OUTCOMES[o.outcome])),
                Column(tr("Why"), why_text, stretch=True),
            ],
        )
        self.table.sortable(0)
        TallRows(self.table, WHY)
        # Its rows have several lines where the window is narrow.
        self.table.setMinimumHeight(px(160))
        self.rule = QTextBrowser()
        self.rule.setObjectName("finding")
        self.rule.setAccessibleName(tr("The rule"))
        self.rule.setMinimumHeight(px(ASIDE))
        WholeLines(self.rule)
        Ring(self.rule)
        self.addWidget(self.table)
        self.addWidget(self.rule)
        self.setChildrenCollapsible(False)
        self.setStretchFactor(0, 1)
        self.setStretchFactor(1, 0)
        self.setSizes([px(512), px(ASIDE)])
        self._made_room = False
        self.splitterMoved.connect(self._moved)
        self.table.selectionModel().selectionChanged.connect(self._choose)

    def show_outcomes(self, outcomes: Sequence[RuleOutcome]) -> None:
        """Other outcomes; what was chosen is read anew."""
        self.table.show_rows(outcomes)
        self._show()

    def _moved(self) -> None:
        self._made_room = True

    def _choose(self) -> None:
        chosen = self.table.current()
        if chosen is not None and not self._made_room:
            # Once, and not where it was set by hand: until then the list has the room.
            self._made_room = True
            whole, wanted = sum(self.sizes()), theme().px(OPEN)
            self.setSizes([max(whole - wanted, whole // 2), min(wanted, whole // 2)])
            self.table.scrollTo(self.table.currentIndex())
        self._show()

    def _show(self) -> None:
        """All that is to say about a rule's outcome."""
        chosen = self.table.current()
        if chosen is None:
            self.rule.setPlainText(tr("Choose a rule to read all that became of it."))
            return
        from advisor.rules import rules

        rule = next((r for r in rules() if r.id == chosen.rule), None)
        title = "" if rule is None else spoken(rule.title)
        parts = [
            f"<b>{escape(chosen.rule)}  {escape(title)}</b>",
            f"{escape(tr(OUTCOMES[chosen.outcome]))}: {escape(spoken(chosen.sentence))}",
        ]
        if chosen.missing_report:
            said = f"{tr('Report that would tell')}: {spoken(chosen.missing_report)}"
            parts.append(escape(said))
        if rule is not None:
            parts.append(f"<b>{escape(tr('The rule as the catalogue has it'))}</b>")
            parts += [
                f"{escape(tr(heading))}: {escape(spoken_label(text))}"
                for heading, text in rule_texts(rule)
                if text
            ]
        self.rule.setHtml("".join(f"<p>{part}</p>" for part in parts))


def why_text(outcome: RuleOutcome) -> str:
    """What became of a rule, and which report would tell what is not known."""
    said = spoken(outcome.sentence)
    if not outcome.missing_report:
        return said
    told = f"{tr('Report that would tell')}: {spoken(outcome.missing_report)}"
    return f"{said} {told}" if said else told


def rule_texts(rule: Rule) -> tuple[tuple[str, str], ...]:
    """What a rule looks at, when it speaks, and what it would have changed, as the catalogue says.

    Pairs of heading and text, both to be said in the window's language.
    """
    return (
        (mark("Looks at"), rule.looks_at),
        (mark("Condition"), rule.condition),
        (mark("Threshold"), rule.threshold),
        (mark("Change"), rule.change),
        (mark("Why"), rule.why),
    )
