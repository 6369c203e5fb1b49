"""The service levels a consultant asks about: a form for one, and the list of those asked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtWidgets import QWidget

from app.window.document import Document
from app.window.i18n import tr
from app.window.i18n.numbers import exact, figure, parse_number
from app.window.names import component_name
from app.window.theme import theme
from app.window.widgets.basics import button, clear, columns, label, rows, set_role
from app.window.widgets.flow import FlowLayout
from app.window.widgets.inputs import ComboBox, Line

USUAL_PCT = 90.0
Key = tuple[str, float]


class WishForm(QWidget):
    """Workload, per cent of its responses (none: their mean) and milliseconds."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        box = rows(self, margin=0, spacing=4)
        line = FlowLayout()
        box.addLayout(line)
        self.workload = ComboBox()
        self.workload.setAccessibleName(tr("Workload of the service level"))
        self.workload.setMinimumWidth(theme().px(144))
        line.addWidget(self.workload)
        self.percent, self.ms = Line(figure(USUAL_PCT)), Line()
        self.percent.setPlaceholderText(tr("mean"))
        for field, name, after in (
            (self.percent, tr("Per cent of responses; empty: their mean"), tr("% within")),
            (self.ms, tr("Milliseconds"), tr("ms")),
        ):
            field.setAccessibleName(name)
            field.setToolTip(name)
            field.setFixedWidth(theme().px(72))
            field.returnPressed.connect(self.add)
            pair = QWidget()
            beside = columns(pair, spacing=6)
            beside.addWidget(field)
            beside.addWidget(label(after, "muted"))
            line.addWidget(pair)
        self.ask = button(tr("Add service level"), self.add, icon="plus", primary=True)
        line.addWidget(self.ask)
        self.wrong = label("", "bad", wrap=True)
        self.wrong.hide()
        box.addWidget(self.wrong)

    def offer(self, workloads: Sequence[str]) -> None:
        """The workloads whose responses are modelled."""
        known = [self.workload.itemData(n) for n in range(self.workload.count())]
        if known == list(workloads):
            return
        chosen = self.workload.currentData()
        self.workload.clear()
        for name in workloads:
            self.workload.addItem(component_name(self._document.topology, name), name)
        self.workload.setCurrentIndex(max(self.workload.findData(chosen), 0))

    def add(self) -> None:
        """Ask for what the fields say."""
        try:
            percent, seconds = self._read()
        except ValueError as why:
            self.wrong.setText(str(why))
            self.wrong.show()
            return
        self.wrong.hide()
        self._document.set_goal(str(self.workload.currentData()), percent, seconds)
        self.ms.clear()

    def _read(self) -> tuple[float, float]:
        if self.workload.currentData() is None:
            raise ValueError(tr("No response time is modelled here yet."))
        share = self.percent.text().strip()
        percent = parse_number(share) if share else 0.0
        if share and not 0.0 < percent < 100.0:
            raise ValueError(tr("A share of responses is above 0 and below 100 %."))
        if not self.ms.text().strip():
            raise ValueError(tr("Enter within how many milliseconds."))
        ms = parse_number(self.ms.text())
        if not ms > 0.0:
            raise ValueError(tr("A time is above 0 ms."))
        return percent, ms / 1e3


class WishList(QWidget):
    """The service levels asked about, each with how it stands and a way to take it back."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self._box = rows(self, margin=0, spacing=4)
        self._shown: object = None
        self.lines: dict[Key, str] = {}

    def show_verdicts(self, verdicts: Sequence[tuple[Key, bool | None, str]]) -> None:
        """By service level: whether it is met (``None``: not known yet), and that in words."""
        self.lines = {key: said for key, _met, said in verdicts}
        if self._shown == tuple(verdicts):
            return
        self._shown = tuple(verdicts)
        clear(self._box)
        for (workload, pct), met, said in verdicts:
            # In a widget of its own, which goes as a whole.
            holder = QWidget()
            line = columns(holder, spacing=6)
            text = label(said, wrap=True)
            set_role(text, "" if met is None else "good" if met else "bad")
            line.addWidget(text, 1)
            line.addWidget(
                button(
                    "",
                    partial(self._document.set_goal, workload, pct, None),
                    icon="x",
                    flat=True,
                    name=tr("Take back: {text}", text=wish_words(self._document, (workload, pct))),
                )
            )
            self._box.addWidget(holder)
        self.setVisible(bool(verdicts))


def wish_words(document: Document, key: Key) -> str:
    """A service level as people write it: ``CICSAOR1: 90 % within 20 ms``."""
    workload, percent = key
    name = component_name(document.topology, workload)
    ms = exact(round(1e3 * document.state.goals.get(key, 0.0), 9))
    if not percent:
        return tr("{name}: mean within {ms} ms", name=name, ms=ms)
    return tr("{name}: {share} % within {ms} ms", name=name, share=exact(percent), ms=ms)
