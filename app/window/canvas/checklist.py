"""What is missing: every value without which a workload has no figures, to be entered in place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QCheckBox, QFrame, QVBoxLayout, QWidget

from app.window.canvas.gaps import (
    STANDING_IN,
    bare,
    contradicting,
    lacking_parts,
    missing,
    stands_in,
)
from app.window.document import Document
from app.window.i18n import spoken, spoken_label, tr
from app.window.importing.questions import AT_ONCE, QuestionRow
from app.window.slices import Slices
from app.window.theme import theme
from app.window.widgets.basics import PART, ElidedButton, button, clear, label, rows, scrolled

if TYPE_CHECKING:
    from advisor.observations import Question
    from app.window.services.silence import Silence


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
        self._taken = self._here = False
        self._before: QWidget
        self._unanswered: Silence | None = None
        self._open = 0
        gui = QApplication.instance()
        assert isinstance(gui, QApplication)
        gui.focusChanged.connect(self._on_focus)
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

    def heed(self, unanswered: Silence) -> None:
        """Say of a scenario what no figure of it answers to: of the as-is alone it is asked."""
        self._unanswered = unanswered
        unanswered.changed.connect(self.refresh)

    def _head(self) -> QWidget:
        head = QWidget()
        box = rows(head, margin=8, spacing=4)
        box.addWidget(self.stand_in)
        self.head = head
        return head

    def _on_state(self) -> None:
        self.stand_in.setChecked(self.document.state.provisional)
        if not self._open and self.document.behind and self._shown:
            self.refresh()  # That nothing is missing was said of what was there before.

    def refresh(self) -> None:
        """Mirror what the analysis lacks.

        While the keyboard is here every row stays where it is, answered or no longer asked: what
        is typed down the list goes into the fields that were seen.
        """
        after = self._after_keys()
        if self.document.uncalibrated and after is not None and self._rows:
            return  # Of an analysis that has just begun nothing is asked yet: that is no answer.
        lacked, parts = missing(self.document), lacking_parts(self.document)
        wrong = {anchor: why for anchor, why, _ in contradicting(self.document)}
        rates = bare(self.document, lacked)
        answers = self.document.state.answers
        provisional = self.document.state.provisional
        stay = after is not None and self._taken == provisional
        questions = self._with_those_shown(lacked) if stay else lacked
        known = [answers.get((q.subject, q.metric)) for q in questions]
        waits = self.document.behind and not (lacked or parts or rates)
        open_ones = [q for q in lacked if not stands_in(self.document, q)]
        silent = () if self._unanswered is None else self._unanswered.whole
        wanted = (
            questions, lacked, parts, rates, wrong, known, provisional, waits, open_ones, silent,
        )  # fmt: skip
        self.stand_in.setChecked(provisional)
        # What stands in unasked cannot be taken out: unticked beside it, the box would deny it.
        self.head.setVisible(provisional or any(q.usual is not None for q in open_ones))
        self.counted.emit(len(lacked) + len(parts))
        self._open = len(lacked) + len(parts)
        if wanted == self._shown:
            return
        kept = self._taken == provisional
        self._shown, self._taken = wanted, provisional
        made, self._rows = self._rows, {}
        same = {
            key: row
            for question in questions
            if kept and (row := made.get(key := (question.subject, question.metric))) is not None
        }
        for question in questions:
            if (row := same.get((question.subject, question.metric))) is not None:
                row.renew(question)
        clear(self._column, kept=same.values())
        self._column.addStretch(1)
        self._before = self.stand_in
        nothing = tr("Nothing is missing.")
        for sentence in silent:
            self._put(label(spoken(sentence), wrap=True))
        if not lacked and not parts and not rates and not silent:
            empty = self.document.waiting if waits else nothing
            self._put(label(empty, "muted", wrap=True))
        stood_in = tr("Usual values stand in for these, and bands are wide for it:")
        if lacked or parts:
            lacks = tr("Without these, figures are missing or are of a part only:")
            self._put(label(lacks if open_ones or parts else stood_in, "small", wrap=True))
        for component, kind, why in parts:
            self._part(component, kind, why)
        for component, why in rates:
            self._heading(component)
            self._put(label(why, wrap=True))
        if parts and lacked and not open_ones:
            self._put(label(stood_in, "small", wrap=True))
        work = self._make(questions, same, wrong)
        self._making.stop()
        if next(work, self) is None:
            self._making.begin(work)
        if after is not None:
            left = [key for key in (*after, *self._rows) if key in self._rows]
            here = any(row.has_keys() for row in self._rows.values())
            typing = next((r for r in self._rows.values() if r.has_keys() and r.is_typed_in), None)
            if not self._open and typing is None and not self._making.busy:
                self.finished.emit()
            elif left and not here:
                self._rows[left[0]].control.setFocus()
            # Rows above it have gone: where it stands is known once they are laid out anew.
            QTimer.singleShot(0, self, self._keep_in_view)

    def _with_those_shown(self, lacked: Sequence[Question]) -> tuple[Question, ...]:
        """The rows on show in their order, and what is asked besides below what it is of."""
        asked = {(q.subject, q.metric): q for q in lacked}
        shown = {key: asked.get(key, row.question) for key, row in self._rows.items()}
        found, place = list(shown.values()), 0
        for question in lacked:
            if (question.subject, question.metric) not in shown:
                own = [n for n, q in enumerate(found) if q.subject == question.subject]
                place = own[-1] + 1 if own else place
                found.insert(place, question)
            place = found.index(shown.get((question.subject, question.metric), question)) + 1
        return tuple(found)

    def _on_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is not None and self._rows and self._here and not self._has(new):
            QTimer.singleShot(0, self, self.refresh)  # what was answered goes now
        self._here = self._has(new)

    def _has(self, widget: QWidget | None) -> bool:
        # The list of a drop-down is a window of its own, and a child of its field.
        while widget is not None and widget is not self:
            widget = widget.parentWidget()
        return widget is self

    def _next(self, key: tuple[str, str]) -> None:
        """The keyboard goes to the next row at once; after the last one to what is open still."""
        order = list(self._rows)
        if key not in order:
            return
        at = order.index(key)
        answers = self.document.state.answers
        again = [k for k in order[:at] if k not in answers]
        for following in (*order[at + 1 :], *again):
            row = self._rows[following]
            row.take_keys()
            self._area.ensureWidgetVisible(row)
            return
        if not self._open:
            self.finished.emit()

    def _make(
        self,
        questions: Sequence[Question],
        same: Mapping[tuple[str, str], QuestionRow],
        wrong: Mapping[str, str],
    ) -> Iterator[None]:
        """Rows below what they are of: those that are there and some more first, then each."""
        kept, fresh, last = len(same), 0, ""
        for question in questions:
            if question.subject != last:
                self._heading(question.subject)
                last = question.subject
                if last in wrong:
                    self._put(label(wrong[last], "error", wrap=True))
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
        """Below what is there, above the stretch; Tab comes to it in this order, too."""
        self._column.insertWidget(self._column.count() - 1, made)
        for part in (made, *made.findChildren(QWidget)):
            # Qt goes by when things were made: what stayed, stayed before all that is new.
            if part.focusPolicy() & Qt.FocusPolicy.TabFocus and part.window() is made.window():
                QWidget.setTabOrder(self._before, part)
                self._before = part

    def finish(self) -> None:
        """Make what is left to be made now."""
        self._making.finish()

    def _keep_in_view(self) -> None:
        """What is being answered stays where it is seen, with all that is said of it."""
        for row in self._rows.values():
            if row.has_keys():
                self._area.ensureWidgetVisible(row)

    def _row(self, question: Question) -> QuestionRow:
        made = QuestionRow(self.document, question, narrow=True)
        made.went_on.connect(partial(self._next, (question.subject, question.metric)))
        return made

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
        # A long name is cut here: as wide as it would be, it pushed all fields out of the pane.
        title = ElidedButton(f"{name}{PART}{said}" if said else name)
        title.setAccessibleName(tr("Show {name} on the canvas", name=name))
        title.clicked.connect(lambda _checked=False: self.selectWanted.emit(component))
        box.addWidget(title)
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
