"""What the customer would have to do for a scenario, statement by statement."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from app.window.compare.words import change_line
from app.window.i18n import spoken, tr
from app.window.metrics import EFFORTS
from app.window.theme import theme
from app.window.widgets.basics import button, columns, label, rows
from model.topology import SetSetting
from model.topology.growth import GROWTH

if TYPE_CHECKING:
    from advisor.rules.carrying_out import ToDo
    from app.window.document import Document


def steps_of(document: Document) -> tuple[ToDo, ...]:
    """What is to be done for the scenario on show."""
    from advisor.rules.carrying_out import to_do

    scenario, engagement = document.scenario, document.engagement
    if scenario is None or engagement is None:
        return ()
    return to_do(engagement.installation, scenario.changes, document.catalogue)


def is_load(document: Document, step: ToDo) -> bool:
    """Whether a change is of how much work there is: that comes, nobody carries it out."""
    change, as_is = step.change, document.as_is
    if not isinstance(change, SetSetting) or change.component not in as_is:
        return False
    spec = document.catalogue.spec(as_is[change.component].kind, change.setting)
    return spec is not None and (spec.name == GROWTH.name or spec.population)


def told(document: Document, step: ToDo) -> list[str]:
    """A step in words: the change, and how and by whom it takes effect."""
    lines = [change_line(document.as_is, step.change, document.catalogue)]
    how = step.procedure
    if is_load(document, step):
        lines.append(tr("This much work is assumed to come: nothing is to be done for it."))
    elif how is not None:
        lines.append(
            "; ".join(
                part
                for part in (
                    tr("takes effect: {how}", how=tr(EFFORTS[how.effort])),
                    ", ".join(spoken(role) for role in how.roles),
                    spoken(how.permanent),
                )
                if part
            )
        )
    elif not step.known:
        lines.append(tr("The product's own statement for it is not in the catalogue."))
    return lines


def as_text(document: Document) -> str:
    """All of it as plain text."""
    parts = []
    for number, step in enumerate(steps_of(document), 1):
        first, *rest = told(document, step)
        lines = [f"{number}. {first}", *(f"   {line}" for line in rest)]
        if not is_load(document, step):
            lines += [f"      {line}" for line in step.statement.splitlines()]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


class CarryingPopup(QFrame):
    """The steps of the scenario on show."""

    def __init__(self, parent: QWidget, document: Document) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("palette")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        scenario = document.scenario
        title = tr(
            "What “{name}” would take", name=tr("As-is") if scenario is None else scenario.name
        )
        self.setAccessibleName(title)
        self._text = as_text(document)
        box = rows(self, margin=12, spacing=8)
        head = columns()
        head.addWidget(label(title, "heading", wrap=True), 1)
        self.copy = button("", self._copy, icon="copy", flat=True, name=tr("Copy as text"))
        head.addWidget(self.copy)
        box.addLayout(head)
        self.text = QTextBrowser()
        self.text.setObjectName("finding")
        self.text.setAccessibleName(title)
        self.text.setHtml(_html(document))
        box.addWidget(self.text, 1)
        self.resize(theme().px(560), theme().px(420))

    def open_at(self, where: QPoint) -> None:
        """Show it at a global position, with the keyboard in it."""
        self.move(where)
        self.show()
        self.text.setFocus()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text)


def _html(document: Document) -> str:
    parts = []
    for step in steps_of(document):
        first, *rest = told(document, step)
        statement = escape(step.statement).replace("\n", "<br>")
        typed = "" if is_load(document, step) else f"<br><code>{statement}</code>"
        below = "".join(f"<br>{escape(line)}" for line in rest)
        parts.append(f"<li><b>{escape(first)}</b>{typed}{below}</li>")
    return f"<ol>{''.join(parts)}</ol>" if parts else escape(tr("Nothing is changed yet."))
