"""What is missing: every value without which a workload has no figures, to be entered in place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QApplication, QCheckBox, QFrame, QVBoxLayout, QWidget

from app.window.canvas.gaps import STANDING_IN, bare, lacking_parts, missing, stands_in
from app.window.document import Document
from app.window.i18n import spoken_label, tr
from app.window.importing.questions import AT_ONCE, QuestionRow
from app.window.slices import Slices
from app.window.theme import theme
from app.window.widgets.basics import button, clear, label, rows, scrolled

if TYPE_CHECKING:
    from advisor.observations import Question


class Checklist(QWidget):
    """All of it in one list, by component; answered here, each leads to its box.

    Signals
    -------
    selectWanted   (component): show it on the canvas.
    addWanted      (kind, component it is lacking to).
    counted        (how many).
    finished       the last one was answered from here: the keyboard has nothing left here.
    """

    selectWanted = Signal(str)
    addWanted = Signal(str, str)
    counted = Signal(int)
    finished = Signal()

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("checklist")
        self.document = document
        self._rows: dict[tuple[str, str], QuestionRow] = {}
        self._making = Slices(self)
        self._shown: object = None
        self._taken = False
        self.stand_in = QCheckBox(tr("Usual values stand in"))
        self.stand_in.setAccessibleName(self.stand_in.text())
        self.stand_in.setToolTip(tr(STANDING_IN))
        self.stand_in.toggled.connect(document.stand_in)
        body = QWidget()
        self._column = rows(body, margin=8, spacing=4)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        self._area = scrolled(body, tr("What is missing"))
        whole.addWidget(self._head())
        whole.addWidget(self._area)
        document.stateChanged.connect(self._on_state)
        document.engagementChanged.connect(self.refresh)
        self.refresh()

    def _head(self) -> QWidget:
        head = QWidget()
        box = rows(head, margin=8, spacing=4)
        box.addWidget(self.stand_in)
        self.head = head
        return head

    def _on_state(self) -> None:
        self.stand_in.setChecked(self.document.state.provisional)

    def refresh(self) -> None:
        """Mirror what the analysis lacks."""
        questions, parts = missing(self.document), lacking_parts(self.document)
        rates = bare(self.document, questions)
        answers = self.document.state.answers
        provisional = self.document.state.provisional
        known = [answers.get((q.subject, q.metric)) for q in questions]
        wanted = (questions, parts, rates, known, provisional, self.document.uncalibrated)
        self._on_state()
        self.head.setVisible(provisional or any(q.usual is not None for q in questions))
        self.counted.emit(len(questions) + len(parts))
        if wanted == self._shown:
            return
        after = self._after_keys()
        taken = self._taken
        self._shown, self._taken = wanted, provisional
        made, self._rows = self._rows, {}
        # What is still asked keeps its field, with the keyboard and what is being typed: the
        # answer before it is analysed meanwhile.
        same = {
            key: row
            for question in questions
            if (row := made.get(key := (question.subject, question.metric))) is not None
            and (row.question, row.known, provisional) == (question, answers.get(key), taken)
        }
        clear(self._column, kept=same.values())
        self._column.addStretch(1)
        nothing = tr("Nothing is missing.")
        if not questions and not parts and not rates:
            empty = self.document.waiting if self.document.uncalibrated else nothing
            self._put(label(empty, "muted", wrap=True))
        elif questions or parts:
            open_ones = [q for q in questions if not stands_in(self.document, q)]
            said = (
                tr("Without these there are no figures:")
                if open_ones or parts
                else tr("Usual values stand in for these, and bands are wide for it:")
            )
            self._put(label(said, "small", wrap=True))
        for component, kind, why in parts:
            self._part(component, kind, why)
        for component, why in rates:
            self._heading(component)
            self._put(label(why, wrap=True))
        work = self._make(questions, same)
        self._making.stop()
        if next(work, self) is None:
            self._making.begin(work)
        if after is not None:
            left = [key for key in (*after, *self._rows) if key in self._rows]
            if left and not self._rows[left[0]].has_keys():
                self._rows[left[0]].control.setFocus()
            elif not left and not self._making.busy:
                self.finished.emit()
            # Rows above it have gone: where it stands is known once they are laid out anew.
            QTimer.singleShot(0, self, self._keep_in_view)

    def _make(
        self, questions: Sequence[Question], same: Mapping[tuple[str, str], QuestionRow]
    ) -> Iterator[None]:
        """Rows below what they are of: those that are there and some more first, then each."""
        kept, fresh, last = len(same), 0, ""
        for question in questions:
            if question.subject != last:
                self._heading(question.subject)
                last = question.subject
            key = question.subject, question.metric
            if key in same:
                kept -= 1
                row = same[key]
            else:
                fresh += 1
                row = self._row(question)
            self._rows[key] = row
            self._put(row)
            row.show()
            if fresh >= AT_ONCE and not kept:
                yield

    def _put(self, made: QWidget) -> None:
        """Below what is there, above the stretch."""
        self._column.insertWidget(self._column.count() - 1, made)

    def finish(self) -> None:
        """Make what is left to be made now."""
        self._making.finish()

    def _keep_in_view(self) -> None:
        """What is being answered stays where it is seen, with all that is said of it."""
        for row in self._rows.values():
            if row.has_keys():
                self._area.ensureWidgetVisible(row)

    def _row(self, question: Question) -> QuestionRow:
        return QuestionRow(self.document, question, narrow=True)

    def _after_keys(self) -> list[tuple[str, str]] | None:
        """The questions from where the keyboard is on; ``None`` where it is elsewhere.

        Tab leads from a field to the heading of the next component, which is made anew: the keys
        go to the question below it, and never to a setting that was not asked for.
        """
        focus = QApplication.focusWidget()
        if focus is None or not self.isAncestorOf(focus):
            return None
        items = [self._column.itemAt(n) for n in range(self._column.count())]
        at = 0
        for place, item in enumerate(items):
            widget = None if item is None else item.widget()
            if widget is not None and (widget is focus or widget.isAncestorOf(focus)):
                at = place
        return [key for key, row in self._rows.items() if self._column.indexOf(row) >= at]

    def begin(self, component: str = "") -> None:
        """Put the keyboard into the first gap, or the first of a component."""
        if component:
            self.finish()
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
        self._put(line)

    def _part(self, component: str, kind: str, why: str) -> None:
        self._heading(component)
        self._put(label(why, wrap=True))
        title = spoken_label(self.document.catalogue[kind].title)
        self._put(
            button(
                tr("Add {kind}", kind=title),
                partial(self.addWanted.emit, kind, component),
                icon="plus",
            )
        )
