"""The sweep panel: one or two settings, a metric, and the curve or map they make."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QStackedWidget, QWidget

from app.window.canvas.loads import switches
from app.window.canvas.picker import Picker
from app.window.charts import CurvePlot, MapPlot, Marker, Series
from app.window.charts.scales import knee
from app.window.i18n import spoken, tr
from app.window.i18n.numbers import figure, parse_number, plain
from app.window.metrics import limiting, metric_name, setting_name
from app.window.names import sort_name
from app.window.services.projection import SWEEP
from app.window.session import Session
from app.window.shell.charts import metric_series, series_unit, standing_marks
from app.window.shell.figures import resource_name, shown_workload
from app.window.theme import theme
from app.window.whatif.choosing import ask_for_setting
from app.window.whatif.sweeps import (
    Axis,
    axis_for,
    beyond_measured,
    scenarios_over,
    spec_of,
    spread,
    stretches,
)
from app.window.whatif.whose import Whose
from app.window.widgets.basics import button, columns, label, rows
from app.window.widgets.flow import FlowLayout, HighEnough
from app.window.widgets.inputs import ComboBox, Line
from model.figures import HEADLINES
from model.topology import Scenario

if TYPE_CHECKING:
    from model.projection import Projection

ONE_STEPS, TWO_STEPS = 17, 9
SPACE, LEAST_NAME = 8, 120
"""Pixels of the design between the fields of an axis, and what its setting's name keeps."""
CHART = 264
"""The height of a curve or map at least; of a map's a third goes to scale, axis and legend."""


class AxisFields(QWidget):
    """One axis: which setting, from, to, steps."""

    def __init__(self, session: Session, title: str, steps: int) -> None:
        super().__init__()
        self.session = session
        self.component = ""
        self.setting = ""
        self.popup: Picker | None = None
        self._title = title
        self._steps = steps
        row = FlowLayout(self, SPACE)
        self.choose = button(title, self._ask, icon="sliders-horizontal")
        row.addWidget(self.choose)
        self._fields: list[QWidget] = []
        self._whole = 0
        self.low, self.high, self.steps = Line(), Line(), Line(str(steps))
        for field, text in (
            (self.low, tr("from")),
            (self.high, tr("to")),
            (self.steps, tr("steps")),
        ):
            pair = QWidget()
            beside = columns(pair, spacing=4)
            beside.addWidget(label(text, "muted"))
            field.setFixedWidth(theme().px(64 if field is not self.steps else 44))
            field.setAccessibleName(f"{title}: {text}")
            beside.addWidget(field)
            row.addWidget(pair)
            self._fields.append(pair)
        self.clear = button("", self.forget, icon="x", flat=True, name=tr("Take this setting out"))
        # Beside the last field, not alone in a line of its own where the row is short.
        beside.addWidget(self.clear)
        self.forget()

    def _ask(self) -> None:
        self.popup = ask_for_setting(
            self, self.session.document, self._title, self.show_setting, self.choose
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._say(self._name)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # Only now the letters are those of the style.
        self._say(self._name)

    def sizeHint(self) -> QSize:
        """As wide as with the whole name: what is beside it leaves that where there is room."""
        hint = super().sizeHint()
        return QSize(max(hint.width(), self._whole), hint.height())

    def minimumSizeHint(self) -> QSize:
        """Of the widest field: the line that a name has to itself now, it may lose again."""
        hint = super().minimumSizeHint()
        fields = max(field.minimumSizeHint().width() for field in self._fields)
        return QSize(min(hint.width(), max(theme().px(LEAST_NAME), fields)), hint.height())

    def _say(self, name: str) -> None:
        """The setting's name, whole: where it has no room beside the fields, in a line of its own.

        There it is only cut where the line is too short. The fields stay together.
        """
        self._name, choose = name, self.choose
        metrics = choose.fontMetrics()
        choose.setText(name)
        around = choose.sizeHint().width() - metrics.horizontalAdvance(name)
        others = sum(field.sizeHint().width() + theme().px(SPACE) for field in self._fields)
        self._whole = choose.sizeHint().width() + others
        alone = 0 < self.width() < self._whole
        choose.setMinimumWidth(max(theme().px(LEAST_NAME), self.width() if alone else 0))
        if alone:
            elide = Qt.TextElideMode.ElideRight
            choose.setText(metrics.elidedText(name, elide, self.width() - around))
        choose.setToolTip(name if choose.text() != name else "")
        choose.setAccessibleName(name)

    def forget(self) -> None:
        """No setting."""
        self.component = self.setting = ""
        self._say(self._title)
        for widget in (self.low, self.high, self.steps, self.clear):
            widget.setEnabled(False)

    def show_setting(self, component: str, setting: str) -> None:
        """Vary this setting, over a sensible range."""
        document = self.session.document
        self.component, self.setting = component, setting
        self._say(f"{setting_name(setting)}  {document.topology[component].name}")
        self.clear.setEnabled(True)
        axis = axis_for(document, component, setting, self._steps, near=True)
        numeric = axis is not None and axis.numeric
        for widget in (self.low, self.high, self.steps):
            widget.setEnabled(numeric or axis is None)
        if axis is not None and numeric:
            self.low.setText(
                plain(float(axis.values[0]), 0 if float(axis.values[0]).is_integer() else 2)
            )
            self.high.setText(
                plain(float(axis.values[-1]), 0 if float(axis.values[-1]).is_integer() else 2)
            )
        else:
            self.low.clear()
            self.high.clear()

    def axis(self) -> Axis | None:
        """The axis as the fields say; ``None`` when no setting is chosen.

        Raises
        ------
        ValueError: a field is wrong; one clause.
        """
        document = self.session.document
        spec = spec_of(document, self.component, self.setting)
        if spec is None:
            return None
        if spec.type in ("choice", "flag"):
            return axis_for(document, self.component, self.setting)
        values = spread(
            spec,
            parse_number(self.low.text()),
            parse_number(self.high.text()),
            min(int(parse_number(self.steps.text())), 201),
        )
        return Axis(self.component, self.setting, values, spec.unit)


class SweepPanel(HighEnough):
    """Runs sweeps on the scenario on show."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.document = session.document
        self._axes: list[Axis] = []
        self._swept: tuple[Projection, ...] = ()
        box = rows(self, margin=0, spacing=8)
        self.first = AxisFields(session, tr("Choose a setting…"), ONE_STEPS)
        self.second = AxisFields(session, tr("And a second one…"), TWO_STEPS)
        for axis in (self.first, self.second):
            for field in (axis.low, axis.high, axis.steps):
                field.returnPressed.connect(self.start)
        self.metric_box = ComboBox()
        self.metric_box.setAccessibleName(tr("Metric of the sweep"))
        for name in HEADLINES:
            self.metric_box.addItem(metric_name(name), name)
        self.metric_box.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.metric_box.setMinimumContentsLength(12)
        self.metric_box.activated.connect(self._show)
        self.run = button(tr("Sweep"), self.start, icon="play", primary=True)
        self.stop = button(tr("Stop"), self._stop, icon="x", flat=True)
        self.stop.hide()
        act = FlowLayout()
        for widget in (self.metric_box, self.run, self.stop):
            act.addWidget(widget)
        for part in (self.first, self.second):
            box.addWidget(part)
        box.addLayout(act)
        self.error = label("", "error", wrap=True)
        self.error.hide()
        box.addWidget(self.error)
        self.curve = CurvePlot(tr("Sweep"))
        self.curve.note = tr("Choose a setting and press “Sweep”; with two it becomes a map.")
        self.map = MapPlot(tr("Sweep"))
        self.charts = QStackedWidget()
        self.charts.addWidget(self.curve)
        self.charts.addWidget(self.map)
        # Where the window is low the page scrolls: a map of a few lines says nothing.
        self.charts.setMinimumHeight(theme().px(CHART))
        box.addWidget(self.charts, 1)
        self.beyond = label("", "muted", wrap=True)
        self.beyond.hide()
        box.addWidget(self.beyond)
        self.stale = label("", "error", wrap=True)
        self.stale.hide()
        box.insertWidget(box.indexOf(self.charts), self.stale)
        self._whose = Whose(self.document)
        for changed in (
            self.document.scenarioChanged,
            self.document.engagementChanged,
        ):
            changed.connect(self._mark_stale)
        session.projections.projected.connect(self._arrived)
        session.projections.failed.connect(self._failed)

    def start(self) -> None:
        """Run the sweep."""
        engagement = self.document.engagement
        self.error.hide()
        if engagement is None:
            return
        if self.document.uncalibrated:
            if self.document.stopped:
                self._complain(tr("The analysis was stopped before the models were calibrated."))
            else:
                self._complain(tr("The models are still being calibrated; try again in a moment."))
            return
        try:
            axes = [a for a in (self.first.axis(), self.second.axis()) if a is not None]
        except ValueError as wrong:
            self._complain(str(wrong))
            return
        if not axes:
            self._complain(tr("Choose a setting first"))
            return
        if len(axes) == 2 and (axes[0].component, axes[0].setting) == (
            axes[1].component,
            axes[1].setting,
        ):
            self._complain(tr("Choose two different settings"))
            return
        base = self.document.scenario or Scenario(tr("As-is"))
        self._axes, self._swept = axes, ()
        self._whose.note()
        self.stale.hide()
        # The second axis is the map's y and varies slowest.
        ordered = list(reversed(axes))
        self.curve.show_note(tr("calculating…"))
        self.map.show_note(tr("calculating…"))
        self.charts.setCurrentWidget(self.map if len(axes) == 2 else self.curve)
        self.stop.show()
        self.session.projections.project(
            SWEEP,
            engagement.baseline,
            scenarios_over(replace(base, name=tr("Sweep")), ordered),
            bands=len(axes) == 1,
        )

    def _mark_stale(self) -> None:
        """Another scenario, or the same with other changes: the picture says whose it still is."""
        if not self._axes:
            return
        self.stale.setText(
            tr("This is of “{name}”; sweep again for what is on show.", name=self._whose.other)
            if self._whose.other
            else tr("This is from before the last changes; sweep again.")
        )
        self.stale.setVisible(self._whose.outdated)

    def _stop(self) -> None:
        self.session.projections.drop(SWEEP)
        self.stop.hide()
        self.curve.show_note(tr("Stopped"))
        self.map.show_note(tr("Stopped"))

    def _failed(self, slot: str, text: str) -> None:
        if slot == SWEEP:
            self.stop.hide()
            self._complain(text)

    def _complain(self, text: str) -> None:
        self.error.setText(text)
        self.error.show()

    def _arrived(self, slot: str, projections: tuple[Projection, ...], bands: bool) -> None:
        if slot == SWEEP:
            self._swept = projections
            if bands or len(self._axes) == 2:
                self.stop.hide()
            self._show()

    def _show(self) -> None:
        if not self._swept or not self._axes:
            return
        if len(self._axes) == 1:
            self._show_curve(self._axes[0])
        else:
            self._show_map(*self._axes)

    def _show_curve(self, axis: Axis) -> None:
        metric = str(self.metric_box.currentData())
        workload, _ = shown_workload(self.document)
        anchor = None if workload is None else workload.anchor
        as_is = self.document.as_is_projection
        series = metric_series(self._swept, axis, anchor, metric, metric_name(metric), as_is)
        name = resource_name(self.document.topology, axis.component)
        self.curve.set_title(f"{metric_name(metric)} · {setting_name(axis.setting)} {name}")
        if series is None:
            self.curve.show_note(self._why(tr("The model gives no such figure here.")))
            return
        shown: list[Series] = [series]
        markers = standing_marks(self.document, axis)
        bend = knee(series.xs, series.ys)
        if bend is not None and axis.numeric:
            markers.append(Marker(series.xs[bend], tr("knee"), strong=True))
        markers += self._switches(axis)
        self.curve.show_series(
            shown,
            markers=markers,
            x_label=f"{setting_name(axis.setting)} {name}"
            + (f", {axis.unit}" if axis.unit else ""),
            unit=series_unit(self._swept, anchor, metric),
            x_unit=axis.unit,
            x_names=axis.names,
            outside=stretches(axis.places, self._swept, anchor) if axis.numeric else (),
        )
        beyond = beyond_measured(self._swept, anchor)
        said = [tr("Band: of the change against today's figure.")] if len(series.lows) else []
        if beyond and axis.numeric:
            said.append(tr("Hatched: outside of what was measured: {why}", why=beyond))
        self.beyond.setText(" ".join(said))
        self.beyond.setVisible(bool(said))

    def _switches(self, axis: Axis) -> list[Marker]:
        """Where another resource starts to limit."""
        places, topology = axis.places, self.document.topology
        workload, _ = shown_workload(self.document)
        found = []
        for n, use in switches(
            self._swept, None if workload is None else workload.anchor, topology
        ):
            if use is not None:
                said = tr("{name} binds", name=sort_name(topology, use))
                found.append(Marker((places[n - 1] + places[n]) / 2, said))
        return found[:3]

    def _why(self, otherwise: str) -> str:
        for projection in self._swept:
            for sentence in (*projection.refused, *projection.issues):
                return spoken(sentence)
            for workload in projection.workloads:
                if workload.not_projectable:
                    return spoken(workload.not_projectable)
        return otherwise

    def _show_map(self, across: Axis, up: Axis) -> None:
        metric = str(self.metric_box.currentData())
        workload, _ = shown_workload(self.document)
        anchor = None if workload is None else workload.anchor
        width, topology = len(across.values), self.document.topology
        grid, binds = [], []
        for row in range(len(up.values)):
            cut = self._swept[row * width : (row + 1) * width]
            line, names = [], []
            for projection in cut:
                found = projection.workload(anchor) if anchor else projection.principal
                estimate = None if found is None else found.metrics.get(metric)
                line.append(float("nan") if estimate is None else estimate.value)
                use = limiting(projection, found, topology)
                names.append("" if use is None else sort_name(topology, use))
            grid.append(line)
            binds.append(names)

        def title(axis: Axis) -> str:
            unit = f", {axis.unit}" if axis.unit else ""
            return f"{setting_name(axis.setting)} {resource_name(topology, axis.component)}{unit}"

        # A map hatches nothing.
        self.beyond.hide()
        self.map.set_title(metric_name(metric))
        if all(v != v for line in grid for v in line):
            self.map.show_note(self._why(tr("The model gives no such figure here.")))
            return
        self.map.show_grid(
            grid,
            [figure(v) for v in across.values],
            [figure(v) for v in up.values],
            x_label=title(across),
            y_label=title(up),
            unit=series_unit(self._swept, anchor, metric),
            today=self._today(across, up),
            binds=binds,
        )

    def _today(self, across: Axis, up: Axis) -> tuple[float, float] | None:
        places = []
        for axis in (across, up):
            if axis.component not in self.document.topology:
                # Deleted while it was swept.
                return None
            value = self.document.topology[axis.component].value(axis.setting)
            if value is None:
                return None
            if not axis.numeric:
                if value not in axis.values:
                    return None
                places.append(float(axis.values.index(value)))
                continue
            number, xs = float(value), axis.places
            if not xs[0] <= number <= xs[-1]:
                return None
            above = next((n for n, x in enumerate(xs) if x >= number), 0)
            if above == 0:
                places.append(0.0)
            else:
                low, high = xs[above - 1], xs[above]
                places.append(above - 1 + (number - low) / (high - low))
        return places[0], places[1]
