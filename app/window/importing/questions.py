"""Questions for what no report said, answered in place."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QComboBox, QGridLayout, QLineEdit, QWidget

from advisor.observations import Question
from app.window.document import Document
from app.window.i18n import spoken, spoken_label, tr
from app.window.i18n.numbers import exact, figure, projected, rounded, unit_text
from app.window.inspector.editors import range_text, usual_text
from app.window.metrics import metric_name, setting_name
from app.window.names import numbered
from app.window.slices import Slices
from app.window.theme import theme
from app.window.widgets.basics import PART, button, clear, label, restyle, rows
from app.window.widgets.entry import Asking, entered, entered_figure, unit_of
from app.window.widgets.inputs import ComboBox, Line
from model.figures.figure import DURATION
from model.topology import SettingSpec, Usual, Value

PARENT = "relation.parent"
OWN_ZVSE = "lpar:VSE1"


def asked(question: Question) -> str:
    """The question in the window's language."""
    return spoken(question.question)


def _end(name: str) -> str:
    """What a figure that is no less than another, or no more, is called."""
    return tr("the interval") if name == DURATION else metric_name(name)


FIELD = 120, 200
"""How wide a field beside its question is at least and at most, in pixels of the design."""


class QuestionRow(QWidget):
    """One question with its field; ``narrow``, all of it stands below one another.

    ``went_on`` tells that Enter was pressed and what stands there was taken.
    """

    went_on = Signal()

    def __init__(self, document: Document, question: Question, *, narrow: bool = False) -> None:
        super().__init__()
        self.document = document
        self.question = question
        px = theme().px
        self._wide = not narrow
        grid = QGridLayout(self)
        grid.setContentsMargins(0, px(4), 0, px(4))
        grid.setHorizontalSpacing(px(8))
        grid.setVerticalSpacing(px(2))
        self._said = label("", wrap=True)
        self.known = known = document.state.answers.get((question.subject, question.metric))
        spec = self._spec()
        self._hint = label("", "small", wrap=True)
        self.error = label("", "error", wrap=True)
        self.error.hide()
        self.choice: QComboBox | None = None
        self.field: QLineEdit | None = None
        flag = spec is not None and spec.type == "flag"
        if question.choices or flag:
            self.choice = ComboBox()
            self.choice.addItem(tr("not answered"), None)
            offered: tuple[Value, ...] = (True, False) if flag else question.choices
            for word in offered:
                text_of = figure(word) if flag else _place(document, str(word))
                self.choice.addItem(text_of, word)
            if known is not None:
                self.choice.setCurrentIndex(max(self.choice.findData(known), 0))
            self.choice.activated.connect(self._chosen)
            self.control: QWidget = self.choice
        else:
            self.field = Line("" if known is None else exact(known))
            self.field.editingFinished.connect(self._typed)
            self.field.returnPressed.connect(self._go_on)
            self.control = self.field
        self._say()
        unit = label(unit_text(question.unit) if spec is None else unit_of(spec), "muted")
        if narrow:
            grid.addWidget(self._said, 0, 0, 1, 2)
            grid.addWidget(self.control, 1, 0)
            grid.addWidget(unit, 1, 1)
            grid.addWidget(self._hint, 2, 0, 1, 2)
            grid.addWidget(self.error, 3, 0, 1, 2)
            grid.setColumnStretch(0, 1)
            return
        self.control.setFixedWidth(px(FIELD[0]))
        unit.setMinimumWidth(px(96))  # so that all fields stand in one line
        grid.addWidget(self._said, 0, 0)
        grid.addWidget(self.control, 0, 1)
        grid.addWidget(unit, 0, 2)
        grid.addWidget(self._hint, 1, 0)
        grid.addWidget(self.error, 1, 1, 1, 2)
        grid.setColumnStretch(0, 1)

    def _say(self) -> None:
        """What is asked, and all there is to know about it."""
        question, spec = self.question, self._spec()
        text = asked(question)
        name = text
        self._said.setText(text)
        if not self._wide and (spec is not None or question.usual is not None):
            name = metric_name(question.metric) if spec is None else setting_name(spec.name)
            self._said.setText(name)
            self._said.setToolTip(text if spec is None else f"{text}\n{spoken(spec.doc)}")
            component = self.document.as_is.components.get(question.subject)
            if component is not None:
                name = f"{component.name}: {name}"
        self.control.setAccessibleName(name)
        hints = []
        if spec is not None and spec.type in ("integer", "number"):
            hints.append(range_text(spec))
        if question.report:
            hints.append(tr("would be told by: {report}", report=spoken(question.report)))
        usual = self._usual()
        if usual is not None:
            hints.append(tr("usual: {value}", value=usual_text(usual, question.unit, spec)))
        hints.extend(self._counted())
        asking = self._asking()
        if asking is not None and math.isfinite(asking.most[0]):
            end = figure(asking.most[0], question.unit)
            hints.append(tr("at most {value} ({figure})", value=end, figure=asking.most[1]))
        if self.known is None and question.assumed is not None:
            hints.append(tr("assumed: {value}", value=figure(question.assumed, question.unit)))
        # In a narrow pane they are read line by line: run together nobody finds a figure in them.
        self._hint.setText((PART if self._wide else "\n").join(hints))
        self.control.setAccessibleDescription(self._hint.text())
        if self.field is not None:
            stands_in = question.usual if self._stands_in() else question.assumed
            self.field.setPlaceholderText("" if stands_in is None else exact(rounded(stands_in)))

    def renew(self, question: Question) -> None:
        """The same question after another answer: what is being typed stays."""
        known = self.document.state.answers.get((question.subject, question.metric))
        if question != self.question or known != self.known:
            typing = self.is_typed_in and self.has_keys()
            changed = known != self.known
            self.question, self.known = question, known
            if self.choice is not None and changed:
                self.choice.setCurrentIndex(max(self.choice.findData(known), 0))
            elif self.field is not None and changed and not typing:
                self.field.setText("" if known is None else exact(known))
                self._complain("")
            self._say()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._wide:
            # All fields alike, and none that pushes its question out of a narrow page.
            least, most = map(theme().px, FIELD)
            self.control.setFixedWidth(min(max(self.width() // 4, least), most))

    def has_keys(self) -> bool:
        """Whether the keyboard is in this row."""
        focus = QApplication.focusWidget()
        return focus is not None and self.isAncestorOf(focus)

    @property
    def is_typed_in(self) -> bool:
        """Whether something was typed that is not taken yet."""
        return self.field is not None and self.field.isModified()

    def take_keys(self) -> None:
        """Type here: over what stands there already."""
        self.control.setFocus()
        if self.field is not None:
            self.field.selectAll()

    def _chosen(self) -> None:
        assert self.choice is not None
        value = self.choice.currentData()
        self.document.answer(self.question.subject, self.question.metric, value)

    def _go_on(self) -> None:
        assert self.field is not None
        self._typed()
        if self.field.property("invalid"):
            self.field.selectAll()
        else:
            self.went_on.emit()

    def _typed(self) -> None:
        assert self.field is not None
        text = self.field.text().strip()
        known = self.document.state.answers.get((self.question.subject, self.question.metric))
        if text == ("" if known is None else exact(known)):
            self._complain("")
            return
        if not text:
            self._complain("")
            self.document.answer(self.question.subject, self.question.metric, None)
            return
        value: Value = text
        spec, asking = self._spec(), self._asking()
        try:
            if asking is not None and not isinstance(self.question.assumed, str):
                value = entered_figure(asking, text)
            elif spec is not None or not isinstance(self.question.assumed, str):
                value = entered(spec, text)
        except ValueError as wrong:
            self._complain(str(wrong))
            return
        self._complain("")
        self.field.setText(value if isinstance(value, str) else exact(value))
        self.document.answer(self.question.subject, self.question.metric, value)

    def _complain(self, problem: str) -> None:
        assert self.field is not None
        if self.error.text() != problem or bool(self.field.property("invalid")) != bool(problem):
            self.error.setText(problem)
            self.error.setVisible(bool(problem))
            self.field.setProperty("invalid", bool(problem))
            restyle(self.field)

    def _usual(self) -> Usual | None:
        """What is usual here, as far as it stands for itself."""
        if self.question.usual is None:
            return None
        spec = self._spec()
        kind = self.document.catalogue.get(self.question.subject.partition(":")[0])
        figures = {} if kind is None else kind.usual
        declared = figures.get(self.question.metric) if spec is None else spec.usual
        # Of a figure of another one it is what that makes here.
        return replace(declared or Usual(self.question.usual), value=self.question.usual)

    def _asking(self) -> Asking | None:
        """What a number is typed for; ``None`` for a setting and for words."""
        metric = self.question.metric
        component = self.document.as_is.components.get(self.question.subject)
        kind = None if component is None else self.document.catalogue.get(component.kind)
        declared = None if kind is None or self._spec() else kind.measure(metric)
        if component is None or kind is None or declared is None or declared.takes_text:
            return None
        length, per = component.measured.get(DURATION), kind.usual.get(DURATION)
        seconds = 0.0
        if length is not None:
            seconds = float(length.value)
        elif per is not None and isinstance(per.value, (int, float)):
            seconds = float(per.value)
        base = metric
        # What is counted for one of another count is for one of what that is for, too.
        while base in kind.usual and kind.usual[base].per:
            base = kind.usual[base].per
        rate, of = self._told(base), kind.measure(base)
        events = 0.0
        if rate is not None and of is not None and of.nature == "rate":
            events = rate * seconds
        above = [(self._told(name), name) for name in kind.within.get(metric, ())]
        below = [(self._told(one), one) for one, of_it in kind.within.items() if metric in of_it]
        if DURATION in kind.within.get(metric, ()):
            above = [(seconds or None, DURATION), *above]
        return Asking(
            declared,
            self._usual(),
            seconds if declared.nature == "count" else 0.0,
            events,
            any(one.per == metric for one in kind.usual.values()),
            min(((x, _end(n)) for x, n in above if x is not None), default=(math.inf, "")),
            max(((x, _end(n)) for x, n in below if x is not None), default=(0.0, "")),
        )

    def _told(self, name: str) -> float | None:
        """A figure of the same component as it was told; not what stands in for it."""
        subject = self.question.subject
        answer = self.document.state.answers.get((subject, name))
        if isinstance(answer, (int, float)):
            return float(answer)
        known = self.document.as_is[subject].measured.get(name)
        if known is None or known.origin.kind == "provisional":
            return None
        return None if isinstance(known.value, str) else float(known.value)

    def _counted(self) -> list[str]:
        """Over what a count is asked for, and what its usual value comes to for one transaction.

        Nobody knows the CPU seconds of a quarter of an hour by heart, but many those of one.
        """
        asking, usual = self._asking(), self.question.usual
        if asking is None or not asking.seconds:
            return []
        over = projected(asking.seconds, "s")
        if not (asking.events > 0.0 and isinstance(usual, (int, float))):
            return [tr("counted over {time}", time=over)]
        each = projected(usual / asking.events * 1000.0, "ms")
        return [
            tr("counted over {time}; or type what one takes, usually {each}", time=over, each=each)
        ]

    def _stands_in(self) -> bool:
        """Whether what is usual stands in already."""
        component = self.document.as_is.components.get(self.question.subject)
        known = None if component is None else component.measured.get(self.question.metric)
        here = known is not None and known.origin.kind == "provisional"
        return here or self.document.state.provisional

    def _spec(self) -> SettingSpec | None:
        name = self.question.metric.removeprefix("setting.")
        kind = self.question.subject.partition(":")[0]
        return self.document.catalogue.spec(kind, name)


Asked = tuple[Question, Value | None]
"""A question and the answer that it has."""

AT_ONCE = 40
"""New rows made at once, as many as are seen; one takes about 5 ms, and hundreds are asked."""


class Questions(QWidget):
    """All open questions."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self._column = rows(self, margin=8, spacing=4)
        self._rows: dict[Asked, QuestionRow] = {}
        self._order: list[Asked] = []
        self._making = Slices(self)
        self.answered: dict[tuple[str, str], QWidget] = {}
        document.engagementChanged.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Mirror the installation's questions, those answered last.

        A question that is still asked keeps its row, with the keyboard and what is being typed:
        the answer before it is analysed meanwhile.
        """
        engagement = self.document.engagement
        questions = () if engagement is None else engagement.installation.questions
        answers = self.document.state.answers
        before, self._rows = self._rows, {}
        order = [key for key in self._order if key in before]
        here = next((n for n, key in enumerate(order) if before[key].has_keys()), None)
        keys = dict.fromkeys((q, answers.get((q.subject, q.metric))) for q in questions)
        self._order = list(keys)
        later: dict[int, Asked] = {}
        fresh = 0
        for place, key in enumerate(keys):
            if key in before:
                self._rows[key] = before[key]
            elif fresh < AT_ONCE:
                fresh += 1
                self._rows[key] = self._row(key)
            else:
                later[place] = key
        clear(self._column, kept=self._rows.values())
        self.answered.clear()
        if not questions:
            self._column.addWidget(label(tr("Nothing is asked."), "muted"))
        for place, (key, row) in enumerate(self._rows.items()):
            self._put(place, key, row)
        if here is not None and order[here] not in self._rows:
            # What was answered has gone: the keyboard goes on with the next question.
            left = [key for key in order[here:] if key in self._rows] or list(self._rows)[-1:]
            for key in left[:1]:
                self._rows[key].control.setFocus(Qt.FocusReason.OtherFocusReason)
        answered = [
            key for key in answers if not any((q.subject, q.metric) == key for q in questions)
        ]
        if answered:
            self._column.addWidget(label(tr("Answered").upper(), "group"))
        for subject, metric in answered:
            value = self.document.state.answers[(subject, metric)]
            text = self._answer_text(subject, metric, value)
            made = button(
                text + "  ×",
                partial(self.document.answer, subject, metric, None),
                link=True,
                name=tr("Take the answer back: {text}", text=text),
            )
            self._column.addWidget(made)
            self.answered[(subject, metric)] = made
        if engagement is not None and engagement.installation.assumptions:
            self._column.addWidget(label(tr("Assumed").upper(), "group"))
            for sentence in engagement.installation.assumptions:
                self._column.addWidget(label("· " + spoken(sentence), wrap=True))
        self._column.addStretch(1)
        self._making.begin(self._make(later))

    def _make(self, later: Mapping[int, Asked]) -> Iterator[None]:
        """The rows that were not made at once, each at its place in the whole."""
        for place, key in later.items():
            self._rows[key] = self._row(key)
            self._put(place, key, self._rows[key])
            yield

    def _row(self, key: Asked) -> QuestionRow:
        made = QuestionRow(self.document, key[0])
        made.went_on.connect(partial(self._next, key))
        return made

    def _next(self, key: Asked) -> None:
        """What is typed after Enter is for the next question, however long the answer takes."""
        order = [other for other in self._order if other in self._rows]
        after = order.index(key) + 1 if key in order else len(order)
        for other in order[after : after + 1]:
            self._rows[other].take_keys()

    def _put(self, place: int, key: Asked, row: QuestionRow) -> None:
        question, known = key
        self._column.insertWidget(place, row)
        row.show()
        if known is not None:
            self.answered[(question.subject, question.metric)] = row.control

    def finish(self) -> None:
        """Make what is left to be made now."""
        self._making.finish()

    def _answer_text(self, subject: str, metric: str, value: Value) -> str:
        """``Adabas database 10: USERS = 2,500``; a place by its name, as the question has it."""
        kind, _, name = subject.partition(":")
        name = numbered(kind, name) or name
        if metric == PARENT:
            return tr("{name} runs in {place}", name=name, place=_place(self.document, str(value)))
        setting = metric.removeprefix("setting.")
        what = metric_name(metric) if setting == metric else setting_name(setting)
        said = figure(value) if isinstance(value, (bool, str)) else exact(value)
        return f"{name}: {what} = {said}"


def _place(document: Document, word: str) -> str:
    """A component offered as an answer, by kind and name; any other word as it is said."""
    if word == OWN_ZVSE and word not in document.as_is:
        return tr("a z/VSE system of its own")
    if word not in document.as_is:
        return figure(word)
    component = document.as_is[word]
    return f"{spoken_label(document.catalogue[component.kind].title)} {component.name}"
