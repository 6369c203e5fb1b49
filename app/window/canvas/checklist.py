"""What is missing: every value without which a workload has no figures, to be entered in place."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.window.canvas.gaps import lacking_parts, missing
from app.window.document import Document
from app.window.i18n import spoken, spoken_label, tr
from app.window.importing.questions import QuestionRow
from app.window.theme import theme
from app.window.widgets.basics import button, clear, label, rows, scrolled


class Checklist(QWidget):
    """All of it in one list, by component; answered here, each leads to its box.

    Signals
    -------
    selectWanted   (component): show it on the canvas.
    addWanted      (kind, component it is lacking to).
    counted        (how many).
    """

    selectWanted = Signal(str)
    addWanted = Signal(str, str)
    counted = Signal(int)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("checklist")
        self.document = document
        self._rows: dict[tuple[str, str], QuestionRow] = {}
        self._shown: object = None
        body = QWidget()
        self._column = rows(body, margin=8, spacing=4)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        self._area = scrolled(body, tr("What is missing"))
        whole.addWidget(self._area)
        document.engagementChanged.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Mirror what the analysis lacks."""
        questions, parts = missing(self.document), lacking_parts(self.document)
        answers = self.document.state.answers
        wanted = (questions, parts, [answers.get((q.subject, q.metric)) for q in questions])
        self.counted.emit(len(questions) + len(parts))
        if wanted == self._shown:
            return
        here = next((key for key, row in self._rows.items() if row.has_keys()), None)
        order = list(self._rows)
        self._shown = wanted
        clear(self._column)
        self._rows = {}
        if not questions and not parts:
            self._column.addWidget(label(tr("Nothing is missing."), "muted", wrap=True))
        else:
            self._column.addWidget(
                label(tr("Without these there are no figures:"), "small", wrap=True)
            )
        last = ""
        for component, kind, why in parts:
            self._part(component, kind, why)
        for question in questions:
            if question.subject != last:
                self._heading(question.subject)
                last = question.subject
            row = QuestionRow(self.document, question, narrow=True)
            self._rows[question.subject, question.metric] = row
            self._column.addWidget(row)
        self._column.addStretch(1)
        if here is not None:
            # What was answered has gone: the keyboard goes on with what comes after it.
            after = order[order.index(here) :] if here in order else []
            for key in [k for k in after if k in self._rows][:1]:
                self._rows[key].control.setFocus()

    def begin(self, component: str = "") -> None:
        """Put the keyboard into the first gap, or the first of a component."""
        for (subject, _metric), row in self._rows.items():
            if component in ("", subject):
                row.control.setFocus()
                self._area.ensureWidgetVisible(row)
                return

    def _heading(self, component: str) -> None:
        topology = self.document.as_is
        name, said = component.partition(":")[2], ""
        if component in topology:
            kind = self.document.catalogue.get(topology[component].kind)
            name = topology[component].name
            said = "" if kind is None else spoken_label(kind.title)
        line = QFrame()
        box = rows(line, spacing=0)
        box.setContentsMargins(0, theme().px(10), 0, 0)
        title = f"{name}  ·  {said}" if said else name
        box.addWidget(
            button(
                title,
                partial(self.selectWanted.emit, component),
                link=True,
                name=tr("Show {name} on the canvas", name=name),
            )
        )
        self._column.addWidget(line)

    def _part(self, component: str, kind: str, why: str) -> None:
        self._heading(component)
        self._column.addWidget(label(spoken(why), wrap=True))
        title = spoken_label(self.document.catalogue[kind].title)
        self._column.addWidget(
            button(
                tr("Add {kind}", kind=title),
                partial(self.addWanted.emit, kind, component),
                icon="plus",
            )
        )
