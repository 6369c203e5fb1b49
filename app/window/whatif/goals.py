"""Reach a goal: which value of a setting brings throughput and response where they have to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from app.window.charts import LineChart, Marker, Series
from app.window.i18n import tr
from app.window.i18n.numbers import banded, figure, said_unit
from app.window.metrics import limiting, metric_name, setting_name
from app.window.names import component_name, use_name
from app.window.services.projection import GOAL
from app.window.session import Session
from app.window.shell.figures import kind_of, shown_workload
from app.window.theme import theme
from app.window.whatif.choosing import ask_for_setting
from app.window.whatif.levers import (
    Goal,
    Lever,
    Reached,
    figure_of,
    judge,
    nearest,
    over,
    values_for,
)
from app.window.whatif.sweeps import axis_for, spec_of
from app.window.whatif.whose import Whose
from app.window.widgets.basics import button, columns, label, rows
from app.window.widgets.entry import in_unit
from app.window.widgets.flow import FlowLayout, HighEnough
from app.window.widgets.inputs import Line
from model.topology import Scenario, Value

if TYPE_CHECKING:
    from app.window.canvas.picker import Picker
    from model.projection import Projection

ASKED = (("etr_per_s", True), ("response_ms", False))
"""Figures that can be a goal, and whether they have to be at least or at most so much."""


class GoalPanel(HighEnough):
    """Goals, a setting, and the value that reaches them."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session, self._document = session, session.document
        self.popup: Picker | None = None
        self._component = self._setting = ""
        self._lever: Lever | None = None
        self._values: tuple[Value, ...] = ()
        self._goals: list[Goal] = []
        self._base = Scenario("")
        self._best: Reached | None = None
        box = rows(self, margin=8, spacing=8)
        box.addWidget(
            label(
                tr("Say where the figures have to be, and which setting may be changed for it."),
                "muted",
                wrap=True,
            )
        )
        self.fields: dict[str, QLineEdit] = {}
        self._units: dict[str, QLabel] = {}
        line = FlowLayout()
        for metric, least in ASKED:
            pair = QWidget()
            beside = columns(pair, spacing=6)
            text = (
                tr("{figure} at least", figure=metric_name(metric))
                if least
                else tr("{figure} at most", figure=metric_name(metric))
            )
            beside.addWidget(label(text, "muted"))
            field = Line()
            field.setAccessibleName(text)
            field.setFixedWidth(theme().px(96))
            field.returnPressed.connect(self.start)
            beside.addWidget(field)
            self._units[metric] = label("", "muted")
            beside.addWidget(self._units[metric])
            self.fields[metric] = field
            line.addWidget(pair)
        box.addLayout(line)
        act = FlowLayout()
        self.choose = button(tr("By changing a setting…"), self._ask, icon="sliders-horizontal")
        self.run = button(tr("Find the value"), self.start, icon="play", primary=True)
        self.stop = button(tr("Stop"), self._stop, icon="x", flat=True)
        self.stop.hide()
        for made in (self.choose, self.run, self.stop):
            act.addWidget(made)
        box.addLayout(act)
        self.said = label("", wrap=True)
        self.said.setAccessibleName(tr("What reaches the goal"))
        box.addWidget(self.said)
        self.stale = label("", "error", wrap=True)
        self.stale.hide()
        box.addWidget(self.stale)
        self.take = button(tr("Take it into the scenario"), self._take, icon="check")
        self.take.hide()
        below = columns()
        below.addWidget(self.take)
        below.addStretch(1)
        box.addLayout(below)
        # How the figures go with the setting: how far off a goal is, and whether it is worth it.
        self.curves = {metric: LineChart(metric_name(metric)) for metric, _least in ASKED}
        beside = columns()
        for chart in self.curves.values():
            chart.hide()
            beside.addWidget(chart, 1)
        box.addLayout(beside, 1)
        box.addStretch(0)
        session.projections.projected.connect(self._arrived)
        session.projections.failed.connect(self._failed)
        for changed in (self._document.projectionChanged, self._document.anchorChanged):
            changed.connect(self._show_units)
        self._whose = Whose(self._document)
        self._workload: str | None = None
        for changed in (
            self._document.scenarioChanged,
            self._document.engagementChanged,
            self._document.anchorChanged,
        ):
            changed.connect(self._mark_stale)
        self._show_units()

    def _show_units(self) -> None:
        """What is asked for is of the workload on show, and in its units."""
        for metric, beside in self._units.items():
            beside.setText(self._unit(metric))

    def _mark_stale(self) -> None:
        """A value that was found for something else is not one to take."""
        if self._whose.other:
            said = tr(
                "This is of “{name}”; find it again for what is on show.", name=self._whose.other
            )
        elif self._whose.outdated:
            said = tr("This is from before the last changes; find it again.")
        elif self._workload is not None and self._anchor() not in (self._workload, None):
            said = tr("This is of another workload; find it again for the one on show.")
        else:
            said = ""
        self.stale.setText(said)
        self.stale.setVisible(bool(said))
        self.take.setVisible(self._takes() and not said)

    def _takes(self) -> bool:
        """Whether a value was found that the setting does not have already."""
        best, lever = self._best, self._lever
        return best is not None and lever is not None and best.value != lever.now

    def _anchor(self) -> str | None:
        workload, _ = shown_workload(self._document)
        return None if workload is None else workload.anchor

    def _unit(self, metric: str) -> str:
        workload, _ = shown_workload(self._document)
        x = None if workload is None else workload.metrics.get(metric)
        if workload is None or x is None:
            return ""
        return said_unit(x.unit, metric, kind_of(self._document.topology, workload.anchor))

    def _ask(self) -> None:
        self.popup = ask_for_setting(
            self, self._document, tr("By changing a setting…"), self.show_setting, self.choose
        )

    def show_setting(self, component: str, setting: str) -> None:
        """Change this setting to reach the goal."""
        self._component, self._setting = component, setting
        name = component_name(self._document.topology, component)
        self.choose.setText(f"{setting_name(setting)}  {name}")

    def start(self) -> None:
        """Try the values of the setting."""
        document = self._document
        engagement = document.engagement
        self._session.projections.drop(GOAL)
        self.stop.hide()
        self._best, self._workload = None, None
        self._whose.forget()
        self._mark_stale()
        for chart in self.curves.values():
            chart.hide()
        if engagement is None or document.uncalibrated:
            self.said.setText(tr("The models are still being calibrated; try again in a moment."))
            return
        try:
            self._goals = self._wanted()
            self._lever, self._values = self._range()
        except ValueError as wrong:
            self.said.setText(str(wrong))
            return
        self._base = document.scenario or Scenario("")
        self._whose.note()
        self._workload = self._anchor()
        self.said.setText(tr("calculating…"))
        self.stop.show()
        self._session.projections.project(
            GOAL, engagement.baseline, over(self._base, self._lever, self._values),
            central_first=False,
        )  # fmt: skip

    def _wanted(self) -> list[Goal]:
        found = []
        for metric, least in ASKED:
            text = self.fields[metric].text().strip()
            if text:
                value = in_unit(text, self._unit(metric))
                if not value > 0.0:
                    raise ValueError(tr("A goal is above 0."))
                found.append(Goal(metric, at_least=value) if least else Goal(metric, at_most=value))
        if not found:
            raise ValueError(tr("Enter a goal first"))
        return found

    def _range(self) -> tuple[Lever, tuple[Value, ...]]:
        document = self._document
        spec = spec_of(document, self._component, self._setting)
        if spec is None:
            raise ValueError(tr("Choose a setting first"))
        axis = axis_for(document, self._component, self._setting)
        now = document.topology[self._component].value(self._setting)
        if axis is None or not axis.numeric or now is None or isinstance(now, (str, bool)):
            raise ValueError(tr("Choose a setting that is a number and has a value"))
        lever = Lever((self._component,), spec, now, None, None)
        return lever, values_for(lever, float(axis.values[0]), float(axis.values[-1]))

    def _arrived(self, slot: str, projections: tuple[Projection, ...], _bands: bool) -> None:
        if slot != GOAL or self._lever is None or len(projections) != len(self._values):
            return
        self.stop.hide()
        anchor = self._workload
        found = judge(self._values, projections, self._goals, anchor)
        lever = self._lever
        self._best = nearest(found, lever.now)
        surely = nearest(found, lever.now, surely=True)
        lines = []
        if self._best is None:
            lines.append(self._out_of_reach(found, anchor))
        else:
            lines.append(self._line(tr("Reached with"), self._best, anchor))
            if surely is None:
                lines.append(tr("Within the whole band no value of the range reaches it."))
            elif surely.value != self._best.value:
                lines.append(self._line(tr("Within the whole band with"), surely, anchor))
        self._mark_stale()
        principal = projections[0].principal
        whose = anchor or (None if principal is None else principal.anchor)
        if whose is not None:
            name = component_name(self._document.topology, whose)
            lines.append(tr("Workload: {name}", name=name))
        self.said.setText("\n".join(lines))
        self._draw(found, anchor)

    def _draw(self, found: list[Reached], anchor: str | None) -> None:
        """Each figure asked for over the setting, with the goal as a line across."""
        assert self._lever is not None
        xs = [float(one.value) for one in found]
        markers = [Marker(float(self._lever.now), tr("now"))]
        if self._best is not None and self._best.value != self._lever.now:
            markers.append(Marker(float(self._best.value), tr("reached"), strong=True))
        wanted = {goal.metric: goal for goal in self._goals}
        for metric, chart in self.curves.items():
            goal = wanted.get(metric)
            known = [figure_of(one.projection, anchor, metric) for one in found]
            chart.setVisible(goal is not None and any(known))
            if goal is None or not any(known):
                continue
            nan = float("nan")
            ys, lows, highs = (
                [nan if x is None else getattr(x, end) for x in known]
                for end in ("value", "low", "high")
            )
            line = goal.at_least if goal.at_most is None else goal.at_most
            assert line is not None
            kind = "" if anchor is None else anchor.partition(":")[0]
            unit = next((said_unit(x.unit, metric, kind) for x in known if x is not None), "")
            chart.show_series(
                [
                    Series(metric_name(metric), xs, ys, lows, highs),
                    Series(tr("goal"), [xs[0], xs[-1]], [line, line], ghost=True),
                ],
                markers=markers,
                unit=unit,
                x_unit=self._lever.spec.unit,
                x_label=setting_name(self._setting),
            )

    def _line(self, start: str, reached: Reached, anchor: str | None) -> str:
        assert self._lever is not None
        unit = self._lever.spec.unit
        said = f"{start} {setting_name(self._setting)} {figure(reached.value, unit)}"
        if reached.value == self._lever.now:
            said += f" ({tr('as it is now')})"
        return f"{said}: {self._figures(reached, anchor)}"

    def _figures(self, reached: Reached, anchor: str | None) -> str:
        workload = (
            reached.projection.principal if anchor is None else reached.projection.workload(anchor)
        )
        if workload is None:
            return "–"
        kind = kind_of(self._document.topology, workload.anchor)
        parts = []
        for metric, _least in ASKED:
            x = workload.metrics.get(metric)
            if x is None:
                continue
            parts.append(banded(x, metric, kind))
        use = limiting(reached.projection, workload, self._document.topology)
        if use is not None:
            name = use_name(self._document.topology, reached.projection, use)
            said = (
                tr("bound by {name}", name=name)
                if use.binds
                else tr("busiest of its resources: {name}", name=name)
            )
            parts.append(said)
        return ", ".join(parts)

    def _out_of_reach(self, found: list[Reached], anchor: str | None) -> str:
        """No value reaches it: the one that comes nearest, and what stands in the way."""

        def short(one: Reached) -> float:
            workload = (
                one.projection.principal if anchor is None else one.projection.workload(anchor)
            )
            missing = 0.0
            for goal in self._goals:
                x = None if workload is None else workload.metrics.get(goal.metric)
                if x is None or x.value <= 0.0:
                    return float("inf")
                if goal.at_least is not None:
                    missing = max(missing, goal.at_least / x.value - 1.0)
                if goal.at_most:
                    missing = max(missing, x.value / goal.at_most - 1.0)
            return missing

        # Of what comes equally near, what is changed least.
        now = float(self._lever.now) if self._lever is not None else 0.0
        best = min(found, key=lambda one: (round(short(one), 6), abs(float(one.value) - now)))
        return "\n".join(
            (
                tr("No value of this setting reaches it."),
                self._line(tr("Nearest with"), best, anchor),
            )
        )

    def _failed(self, slot: str, why: str) -> None:
        if slot == GOAL:
            self.stop.hide()
            self.said.setText(why)

    def _stop(self) -> None:
        self._session.projections.drop(GOAL)
        self.stop.hide()
        self.said.setText(tr("Stopped"))

    def _take(self) -> None:
        if self._best is not None:
            refusal = self._document.set_setting([self._component], self._setting, self._best.value)
            if refusal is not None:
                self._document.notice.emit("warning", refusal)
            else:
                # The scenario has what was found: it is of it as it is now.
                self._whose.note()
                self._mark_stale()
            self.take.hide()
