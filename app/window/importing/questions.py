"""Questions for what no report said, answered in place."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QComboBox, QGridLayout, QLineEdit, QWidget

from advisor.observations import Question
from app.window.document import Document
from app.window.i18n import spoken, tr
from app.window.i18n.numbers import exact, figure, parse_number, unit_text
from app.window.theme import theme
from app.window.widgets.basics import button, clear, label, restyle, rows
from model.topology import SettingSpec, Value


class QuestionRow(QWidget):
    """One question with its field."""

    def __init__(self, document: Document, question: Question) -> None:
        super().__init__()
        self.document = document
        self.question = question
        px = theme().px
        grid = QGridLayout(self)
        grid.setContentsMargins(0, px(4), 0, px(4))
        grid.setHorizontalSpacing(px(8))
        grid.setVerticalSpacing(px(2))
        said = label(spoken(question.question), wrap=True)
        known = document.state.answers.get((question.subject, question.metric))
        hints = []
        if question.report:
            hints.append(tr("would be told by: {report}", report=spoken(question.report)))
        if known is None and question.assumed is not None:
            hints.append(tr("assumed: {value}", value=figure(question.assumed, question.unit)))
        hint = label("  ·  ".join(hints), "small", wrap=True)
        self.error = label("", "error", wrap=True)
        self.error.hide()
        self.choice: QComboBox | None = None
        self.field: QLineEdit | None = None
        if question.choices:
            self.choice = QComboBox()
            self.choice.addItem(tr("not answered"), None)
            for word in question.choices:
                self.choice.addItem(word, word)
            if known is not None:
                self.choice.setCurrentIndex(max(self.choice.findText(str(known)), 0))
            self.choice.activated.connect(self._chosen)
            self.control: QWidget = self.choice
        else:
            self.field = QLineEdit("" if known is None else exact(known))
            if question.assumed is not None:
                self.field.setPlaceholderText(exact(question.assumed))
            self.field.editingFinished.connect(self._typed)
            self.control = self.field
        self.control.setAccessibleName(spoken(question.question))
        self.control.setFixedWidth(px(144))
        unit = label(unit_text(question.unit), "muted")
        unit.setMinimumWidth(px(96))  # so that all fields stand in one line
        grid.addWidget(said, 0, 0)
        grid.addWidget(self.control, 0, 1)
        grid.addWidget(unit, 0, 2)
        grid.addWidget(hint, 1, 0)
        grid.addWidget(self.error, 1, 1, 1, 2)
        grid.setColumnStretch(0, 1)

    def _chosen(self) -> None:
        assert self.choice is not None
        value = self.choice.currentData()
        self.document.answer(
            self.question.subject, self.question.metric, None if value is None else str(value)
        )

    def _typed(self) -> None:
        assert self.field is not None
        text = self.field.text().strip()
        known = self.document.state.answers.get((self.question.subject, self.question.metric))
        if text == ("" if known is None else exact(known)):
            return
        if not text:
            self.document.answer(self.question.subject, self.question.metric, None)
            return
        value: Value = text
        problem = None
        spec = self._spec()
        try:
            if spec is not None and spec.type not in ("integer", "number"):
                value = spec.parse(text)
            elif spec is not None or not isinstance(self.question.assumed, str):
                number = parse_number(text)
                value = int(number) if number == int(number) else number
                problem = None if spec is None else spec.problem_with(value)
        except ValueError as wrong:
            problem = str(wrong)
        self.error.setText(spoken(problem))
        self.error.setVisible(problem is not None)
        self.field.setProperty("invalid", problem is not None)
        restyle(self.field)
        if problem is None:
            self.document.answer(self.question.subject, self.question.metric, value)

    def _spec(self) -> SettingSpec | None:
        name = self.question.metric.removeprefix("setting.")
        kind = self.question.subject.partition(":")[0]
        return self.document.catalogue.spec(kind, name)


class Questions(QWidget):
    """All open questions."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self._column = rows(self, margin=8, spacing=4)
        self.answered: dict[tuple[str, str], QWidget] = {}
        document.engagementChanged.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Mirror the installation's questions, those answered last."""
        clear(self._column)
        self.answered.clear()
        engagement = self.document.engagement
        questions = () if engagement is None else engagement.installation.questions
        if not questions:
            self._column.addWidget(label(tr("Nothing is asked."), "muted"))
        for question in questions:
            row = QuestionRow(self.document, question)
            self._column.addWidget(row)
            if (question.subject, question.metric) in self.document.state.answers:
                self.answered[(question.subject, question.metric)] = row.control
        answered = [
            key
            for key in self.document.state.answers
            if not any((q.subject, q.metric) == key for q in questions)
        ]
        if answered:
            self._column.addWidget(label(tr("Answered").upper(), "group"))
        for subject, metric in answered:
            value = self.document.state.answers[(subject, metric)]
            name = subject.partition(":")[2]
            text = f"{name} {metric.removeprefix('setting.')} = {exact(value)}"
            made = button(
                text + "  ✕",
                partial(self.document.answer, subject, metric, None),
                link=True,
                name=tr("Take the answer back: {text}", text=text),
            )
            self._column.addWidget(made)
            self.answered[(subject, metric)] = made
        if engagement is not None and engagement.installation.assumptions:
            self._column.addWidget(label(tr("Assumed").upper(), "group"))
            for sentence in engagement.installation.assumptions:
                self._column.addWidget(label("· " + sentence, wrap=True))
        self._column.addStretch(1)
