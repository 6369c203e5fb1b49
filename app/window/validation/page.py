"""The Validate page: measured beside modelled, for this customer and for the published runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from app.window.charts import Bar, BarChart, CurvePlot, Series
from app.window.i18n import mark, several, spoken, tr
from app.window.i18n.numbers import (
    error_of,
    error_size,
    figure,
    plain,
    projected,
    said_unit,
    speech,
    unit_text,
    with_unit,
)
from app.window.metrics import metric_name
from app.window.services.projection import VALIDATE
from app.window.session import Session
from app.window.shell.figures import anchor_name, kind_of
from app.window.theme import theme
from app.window.validation.history import HistoryTab
from app.window.validation.record import RecordTab
from app.window.widgets.basics import button, label, rows
from app.window.widgets.flow import FlowLayout
from app.window.widgets.inputs import ComboBox, Tabs
from app.window.widgets.table import Column, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from app.window.services.worker import Cancel
    from model.calibration.validation import Row
    from model.projection import CalibrationRow

TOLERABLE_PCT = 10.0
WHOLE_FROM = 1000.0
"""From where on a measured figure has as many digits whole as the model's has in all."""


@dataclass(frozen=True)
class Line:
    """One calibrated figure of one anchor."""

    anchor: str
    row: CalibrationRow


def _tone(error_pct: float | None) -> str:
    if error_pct is None:
        return ""
    return "good" if abs(error_pct) <= 3.0 else "" if abs(error_pct) <= TOLERABLE_PCT else "bad"


# What of the model was scaled to this customer, and what was found that no report states.
FACTORS = {
    "cpu": mark("CPU per command"),
    "reads": mark("reads per command"),
    "io": mark("I/O capacity"),
    "paging": mark("pages moved per command"),
    "logical": mark("logical reads per command"),
    "log": mark("time of a WORK or PLOG write"),
    "exposures": mark("I/Os that volumes and aliases take at a time"),
    "device": mark("time of an I/O at its device"),
    "CPU against the published runs": mark("CPU against the published runs"),
}
OFFSETS = {
    "think_s": (mark("users' pause between commands"), "s"),
    "other_storage_gb": (mark("storage of other work"), "GB"),
}


def fitted(factors: Mapping[str, float]) -> str:
    """Factors with their values, and offsets where there are any."""
    said = []
    for name, value in factors.items():
        if name in OFFSETS:
            text, unit = OFFSETS[name]
            if abs(value) >= 5e-7:
                said.append(f"{tr(text)} {figure(value, unit)}")
        else:
            said.append(f"{tr(FACTORS[name]) if name in FACTORS else name} × {plain(value, 2)}")
    return ", ".join(said)


class ValidationPage(QWidget):
    """Tabs: this customer, published measurements, the record of the laws, what came true."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.session = session
        self.document = session.document
        self._points: list[Row] = []
        px = theme().px
        whole = QVBoxLayout(self)
        whole.setContentsMargins(px(16), px(12), px(16), px(12))
        whole.setSpacing(px(8))
        whole.addWidget(label(tr("Validate"), "title"))
        whole.addWidget(
            label(
                tr(
                    "A model that does not reproduce today's figures may not advise about "
                    "tomorrow's."
                ),
                "muted",
                wrap=True,
            )
        )
        self.tabs = Tabs()
        self.tabs.setAccessibleName(tr("Validate"))
        self.tabs.tabBar().setAccessibleName(tr("Validate"))
        self.tabs.addTab(self._customer(), tr("This customer"))
        self.tabs.addTab(self._published(), tr("Published measurements"))
        self.record = RecordTab(session)
        self.tabs.addTab(self.record, tr("Record of the laws"))
        self.history = HistoryTab(session)
        self.tabs.addTab(self.history, tr("Did it come true?"))
        self.tabs.currentChanged.connect(self._tab)
        whole.addWidget(self.tabs, 1)
        self.document.engagementChanged.connect(self.refresh)
        session.projections.computed.connect(self._arrived)
        session.projections.failed.connect(self._failed)
        self.refresh()

    def _figure(self, line: Line) -> str:
        return metric_name(line.row.metric, kind_of(self.document.as_is, line.anchor))

    def _customer(self) -> QWidget:
        page = QWidget()
        box = rows(page, margin=8, spacing=8)
        self.verdict = label("", "", wrap=True)
        box.addWidget(self.verdict)
        self.table: Table[Line] = Table(
            tr("Calibration"),
            [
                Column(
                    tr("Workload"),
                    lambda i: anchor_name(self.document.as_is, i.anchor),
                    width=152,
                ),
                Column(tr("Figure"), self._figure, stretch=True, least=104),
                Column(
                    tr("Measured"),
                    _measured,
                    lambda i: i.row.measured,
                    right=True,
                ),
                Column(
                    tr("Modelled"),
                    _modelled,
                    lambda i: i.row.modelled,
                    right=True,
                ),
                Column(
                    tr("Error"),
                    lambda i: error_of(i.row.judged_pct),
                    lambda i: abs(i.row.judged_pct or 0.0),
                    right=True,
                    token=lambda i: _tone(i.row.judged_pct),
                ),
            ],
            wraps=True,
        )
        self.table.sortable(4, descending=True)
        box.addWidget(self.table, 2)
        # Below what the record says, where the constants stand that they speak of.
        self.doubts = label("", "", wrap=True)
        self.doubts.setAccessibleName(tr("What is in doubt"))
        box.addWidget(self.doubts)
        self.factors = label("", "muted", wrap=True)
        box.addWidget(self.factors)
        self.chart = BarChart(tr("Modelled over measured, largest errors first (line: measured)"))
        self.chart.note = tr("Nothing is calibrated yet.")
        box.addWidget(self.chart, 2)
        return page

    def _published(self) -> QWidget:
        page = QWidget()
        box = rows(page, margin=8, spacing=8)
        head = FlowLayout()
        self.run = button(tr("Validate now"), self.validate, icon="gauge", primary=True)
        self.summary = label("", "muted", wrap=True)
        self.metric_box = ComboBox()
        self.metric_box.setAccessibleName(tr("Metric"))
        self.metric_box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.metric_box.activated.connect(self._show_points)
        head.addWidget(self.run)
        head.addWidget(self.metric_box)
        box.addLayout(head)
        box.addWidget(self.summary)
        self.scatter = CurvePlot(tr("Predicted over measured"))
        self.scatter.note = tr("Press “Validate now” to predict every published run.")
        box.addWidget(self.scatter, 3)
        self.points: Table[Row] = Table(
            tr("Published runs"),
            [
                Column(tr("Run"), lambda p: str(p.id), stretch=True),
                Column(tr("Figure"), lambda p: metric_name(p.metric)),
                Column(
                    tr("Measured"), lambda p: figure(p.measured), lambda p: p.measured, right=True
                ),
                Column(
                    tr("Predicted"),
                    lambda p: projected(p.predicted),
                    lambda p: p.predicted,
                    right=True,
                ),
                Column(
                    tr("Error"),
                    lambda p: error_of(p.error_pct),
                    lambda p: abs(p.error_pct or 0.0),
                    right=True,
                    token=lambda p: _tone(p.error_pct),
                ),
                Column(tr("Used to fit"), lambda p: tr("yes") if p.in_calibration else tr("no")),
            ],
        )
        self.points.sortable(4, descending=True)
        box.addWidget(self.points, 3)
        return page

    # -- this customer -------------------------------------------------------------------------

    def refresh(self) -> None:
        """Mirror the engagement's calibration."""
        from advisor.report.sections.today import FITTED_PCT
        from model.projection.provisional import stand_ins

        engagement = self.document.engagement
        lines: list[Line] = []
        notes: list[str] = []
        factors: list[str] = []
        if engagement is not None:
            lines += [Line(component, row) for component, row in engagement.baseline.measured_rows]
            doubts = engagement.baseline.doubts
            notes += map(spoken, (*doubts, *stand_ins(engagement.baseline.topology)))
            for item in engagement.baseline.anchors:
                name = anchor_name(self.document.as_is, item.anchor)
                if item.not_projectable:
                    notes.append(f"{name}: {spoken(item.not_projectable)}")
                if item.refused:
                    notes.append(f"{name}: {spoken(item.refused)}")
                if item.calibration is not None and item.calibration.factors:
                    factors.append(f"{name}: {fitted(item.calibration.factors)}")
        self.table.show_rows(lines)
        judged = [abs(i.row.judged_pct) for i in lines if i.row.judged_pct is not None]
        # The same count as the report's: what fixes a constant of its own tests nothing.
        errors = [error for error in judged if error >= FITTED_PCT]
        if judged and not errors:
            head = several(
                "{n} figure, which fixes a constant of its own: nothing tests the model",
                "{n} figures, each of which fixes a constant of its own: nothing tests the model",
                len(judged),
            )
        elif errors:
            told = {
                "median": error_size(sorted(errors)[len(errors) // 2]),
                "largest": error_size(max(errors)),
            }
            fixed = len(judged) - len(errors)
            head = (
                several(
                    "{all} figures, of which {fitted} fix a constant of their own; the error of "
                    "the other one is {largest}",
                    "{all} figures, of which {fitted} fix a constant of their own; of the other "
                    "{n} the median error is {median}, the largest {largest}",
                    len(errors),
                    all=len(judged),
                    fitted=fixed,
                    **told,
                )
                if fixed
                else several(
                    "{n} figure; error {largest}",
                    "{n} figures; median error {median}, largest {largest}",
                    len(errors),
                    **told,
                )
            )
        elif engagement is not None and engagement.baseline.rows:
            head = tr("Nobody measured what the model could be compared with.")
        else:
            head = tr("Nothing is calibrated yet.")
        if notes:
            below = several("{n} doubt below the table", "{n} doubts below the table", len(notes))
            head = f"{head}  ·  {below}"
        self.verdict.setText(head)
        self.doubts.setText("\n".join(notes[:6]))
        self.doubts.setVisible(bool(notes))
        self.factors.setText(
            tr("Fitted to this customer: {factors}", factors="; ".join(factors)) if factors else ""
        )
        shown = [i for i in lines if i.row.measured and i.row.judged_pct is not None]
        shown.sort(key=lambda i: -abs(i.row.judged_pct or 0.0))
        self.chart.show_bars(
            [
                Bar(
                    f"{anchor_name(self.document.as_is, i.anchor)}  {self._figure(i)}",
                    i.row.modelled / i.row.measured,
                    error_of(i.row.judged_pct),
                    ghost=1.0,
                    strong=_tone(i.row.judged_pct) == "bad",
                )
                for i in shown
            ],
            tr("Nothing is calibrated yet."),
        )

    # -- published measurements ------------------------------------------------------------------

    def _tab(self, number: int) -> None:
        if number == 1 and not self._points:
            self.validate()

    def validate(self) -> None:
        """Predict every published run from its conditions alone, off the window's thread."""
        self.run.setEnabled(False)
        self.scatter.show_note(tr("calculating…"))

        def work(_cancel: Cancel) -> Iterator[object]:
            from model.calibration.validation import shipped_points, validate

            yield "validation", validate(shipped_points()).rows

        self.session.projections.compute(VALIDATE, work)

    def _arrived(self, slot: str, result: object) -> None:
        if slot != VALIDATE or not isinstance(result, tuple) or result[0] != "validation":
            return
        self.run.setEnabled(True)
        self._points = list(result[1])
        kept = self.metric_box.currentData()
        self.metric_box.clear()
        for name in dict.fromkeys(p.metric for p in self._points):
            self.metric_box.addItem(metric_name(name), name)
        self.metric_box.setCurrentIndex(max(self.metric_box.findData(kept), 0))
        self._show_points()

    def _failed(self, slot: str, text: str) -> None:
        if slot == VALIDATE:
            self.run.setEnabled(True)
            self.scatter.show_note(text)

    def _show_points(self) -> None:
        metric = self.metric_box.currentData()
        points = [p for p in self._points if p.metric == metric and p.measured is not None]
        self.points.show_rows(points)
        if not points:
            self.scatter.show_note(tr("No published run has this figure."))
            return
        fitted = [p for p in points if p.in_calibration]
        unseen = [p for p in points if not p.in_calibration]
        self.scatter.show_series(
            [
                Series(
                    name,
                    [p.measured or 0.0 for p in part],
                    [p.predicted for p in part],
                    colour=colour,
                    dots=True,
                )
                for name, part, colour in (
                    (tr("used to fit"), fitted, 0),
                    (tr("not seen before"), unseen, 1),
                )
                if part
            ],
            x_label=tr("measured"),
            diagonal=True,
        )
        errors = sorted(abs(p.error_pct) for p in points if p.error_pct is not None)
        if errors:
            inside = sum(
                1 for p in points if p.measured is not None and p.low <= p.measured <= p.high
            )
            self.summary.setText(
                several(
                    "{n} run; error {largest}; {inside} inside the band",
                    "{n} runs; median error {median}, largest {largest}; {inside} inside the band",
                    len(points),
                    median=error_size(errors[len(errors) // 2]),
                    largest=error_size(errors[-1]),
                    inside=f"{plain(100.0 * inside / len(points), 0)} %",
                )
            )


def _measured(line: Line) -> str:
    """The figure as it was read, with no fewer digits than the model's beside it."""
    from advisor.report.numbers import number

    row, kind = line.row, line.anchor.partition(":")[0]
    unit = said_unit(row.unit, row.metric, kind)
    if not 0.0 < abs(row.measured) < WHOLE_FROM:
        return figure(row.measured, unit)
    return with_unit(number(row.measured, speech()), unit_text(unit, one=row.measured == 1))


def _modelled(line: Line) -> str:
    """The figure in the unit of the measured one beside it; with its own where that is another.

    Twice the same unit took the room that German names of figures need.
    """
    row, kind = line.row, line.anchor.partition(":")[0]
    said = projected(row.modelled, row.unit, row.metric, kind)
    unit = said_unit(row.unit, row.metric, kind)
    return said.removesuffix(f"\u00a0{unit}") if unit else said
