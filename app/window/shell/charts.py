"""The projection charts below every page: trend over the last setting, use, response."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.window.charts import Bar, BarChart, LineChart, Marker, Series, StackChart
from app.window.charts.scales import knee
from app.window.document import Document
from app.window.i18n import spoken_label, tr
from app.window.i18n.numbers import percent, projected, said_unit, unit_text
from app.window.metrics import ALIKE, limiting, setting_name
from app.window.names import busy_share, standing_still, use_name
from app.window.services.projection import TREND, ProjectionService
from app.window.shell.figures import anchor_name, shown_workload
from app.window.theme import theme
from app.window.whatif.sweeps import Axis, axis_for, moves, scenarios_over
from app.window.widgets.guarded import guarded

if TYPE_CHECKING:
    from model.projection import Estimate, Projection, ResourceUse, WorkloadProjection
    from model.topology import Change, Scenario

from model.topology import SetSetting

MOST_BARS = 8


class ProjectionCharts(QWidget):
    """Three charts that follow the scenario on show."""

    def __init__(
        self, document: Document, projections: ProjectionService, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAccessibleName(tr("Projection charts"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.document = document
        self.projections = projections
        self.trend = LineChart("")
        self.use = BarChart(tr("Utilisation by resource"), maximum=1.0)
        self.use.note = tr("No projection yet")
        self.response = StackChart(tr("Where the response time goes"))
        self.response.note = tr("No projection yet")
        px = theme().px
        row = QHBoxLayout(self)
        row.setContentsMargins(px(8), px(4), px(8), px(4))
        row.setSpacing(px(16))
        for chart in (self.trend, self.use, self.response):
            row.addWidget(chart, 1)
        self._axis: Axis | None = None
        self._asked: tuple[object, ...] = ()
        # Settings whose curve was flat, in the scenario with so many changes.
        self._still: set[tuple[str, str]] = set()
        self._still_of: tuple[object, ...] = ()
        self._swept: tuple[Projection, ...] = ()
        document.projectionChanged.connect(self.refresh)
        document.glanceChanged.connect(self.refresh)
        document.scenarioChanged.connect(self._follow)
        document.anchorChanged.connect(self.refresh)
        projections.projected.connect(self._arrived)
        self.refresh()
        # A window built anew (another language) finds a scenario that is not going to change.
        self._follow()

    # -- trend ---------------------------------------------------------------------------------

    def _follow(self) -> None:
        document = self.document
        scenario, engagement = document.scenario, document.engagement
        # Another scenario or another change: what was flat there may move something here.
        of = (
            id(engagement),
            () if scenario is None else (scenario.name, *_settings(scenario)),
        )
        if of != self._still_of:
            self._still_of = of
            self._still.clear()
        last, axis = self._candidate()
        if scenario is None or engagement is None or document.uncalibrated or last is None:
            self._axis, self._asked, self._swept = None, (), ()
            self.projections.drop(TREND)
            self._show_trend()
            return
        assert axis is not None
        base = replace(scenario, changes=without(scenario.changes, last))
        asked = (base.changes, axis.component, axis.setting, id(engagement))
        if asked != self._asked:
            # Only another base makes another curve; dragging along it moves the marker.
            self._asked = asked
            self._axis = axis
            self._swept = ()
            self.projections.project(TREND, engagement.baseline, scenarios_over(base, [axis]))
        self._show_trend()

    def _candidate(self) -> tuple[SetSetting | None, Axis | None]:
        """The last change that is a quantity and, as far as is known, moves the figure."""
        scenario = self.document.scenario
        for change in () if scenario is None else reversed(scenario.changes):
            if not isinstance(change, SetSetting):
                continue
            if (change.component, change.setting) in self._still:
                continue
            axis = axis_for(self.document, change.component, change.setting, near=True)
            if axis is not None:
                return change, axis
        return None, None

    def _moves(self) -> bool:
        """Whether the throughput on show changes over what was swept."""
        workload, _ = shown_workload(self.document)
        anchor = None if workload is None else workload.anchor
        axis = self._axis
        if axis is None:
            return True
        series = metric_series(self._swept, axis, anchor, "etr_per_s", "")
        return series is None or moves(series.ys)

    def _arrived(self, slot: str, projections: tuple[Projection, ...], _bands: bool) -> None:
        if slot == TREND:
            self._swept = projections
            if self._axis is not None and not self._moves():
                # A flat line tells nothing: the change before it may.
                self._still.add((self._axis.component, self._axis.setting))
                self._follow()
                return
            self._show_trend()

    def _show_trend(self) -> None:
        axis = self._axis
        if axis is None or axis.component not in self.document.topology:
            # Nothing was changed: the other two take the room.
            self.trend.hide()
            return
        self.trend.show()
        workload, _ = shown_workload(self.document)
        anchor = None if workload is None else workload.anchor
        shown = self.document.shown
        unit = series_unit(() if shown is None else (shown,), anchor, "etr_per_s")
        self.trend.set_title(
            tr(
                "{metric} over {setting} of {name}",
                metric=in_unit(tr("ETR"), unit),
                setting=in_unit(setting_name(axis.setting), unit_text(axis.unit)),
                name=anchor_name(self.document.topology, axis.component),
            )
        )
        if not self._swept:
            self.trend.show_note(tr("calculating…"))
            return
        series = metric_series(
            self._swept, axis, anchor, "etr_per_s", tr("ETR"), self.document.as_is_projection
        )
        if series is None:
            self.trend.show_note(tr("The model gives no throughput here."))
            return
        markers = standing_marks(self.document, axis)
        bend = knee(series.xs, series.ys)
        if bend is not None:
            markers.append(Marker(series.xs[bend], tr("knee"), strong=True))
        self.trend.show_series(
            [series],
            markers=markers,
            unit=unit,
            x_unit=axis.unit,
            x_names=axis.names,
        )

    # -- the other two ---------------------------------------------------------------------------

    def refresh(self) -> None:
        """Mirror the projection on show."""
        self._show_use()
        self._show_response()
        self._show_trend()
        self._tell()

    def _tell(self) -> None:
        """To screen readers what all three show."""
        each = (self.trend, self.use, self.response)
        told = (f"{chart.title}: {chart.accessibleDescription() or chart.note}" for chart in each)
        self.setAccessibleDescription("\n".join(told))

    def focusInEvent(self, event: QFocusEvent) -> None:
        # The curve comes later than the figures.
        self._tell()
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            painter, px = QPainter(self), theme().px(2)
            painter.setPen(QPen(theme().color("accent"), px))
            painter.drawRect(self.rect().adjusted(px // 2, px // 2, -px, -px))
            painter.end()

    def _show_use(self) -> None:
        projection = self.document.shown
        if projection is None:
            # Between two scenarios what is on show waits for the next; of another engagement's
            # figures nothing stays.
            if self.document.as_is_projection is None:
                self.use.show_bars([], tr("No projection yet"))
            return
        before = {}
        if self._compared() and self.document.as_is_projection is not None:
            before = {u.component: u.utilization for u in self.document.as_is_projection.resources}
        # What the strip says that it limits is marked, and nothing else.
        topology = self.document.topology
        limit = limiting(projection, shown_workload(self.document)[0], topology)
        # Many alike (nuclei, volumes) share a label: the busiest stands for them all.
        groups: dict[str, list[ResourceUse]] = {}
        for use in projection.resources:
            title = spoken_label(use.label or anchor_name(topology, use.component))
            groups.setdefault(title, []).append(use)
        bars = []
        for title, uses in groups.items():
            top = max(uses, key=lambda u: u.utilization)
            name = title if len(uses) == 1 else f"{title} ×{len(uses)}"
            shown = [(name, top, False)]
            if limit is not None and limit.binds and limit in uses:
                # What the strip speaks of; another of its sort that is fuller binds others.
                shown = [(use_name(topology, projection, limit), limit, True)]
                if top.utilization > limit.utilization + ALIKE:
                    shown.append((f"{title} ({anchor_name(topology, top.component)})", top, False))
            bars += [
                Bar(
                    said,
                    use.utilization,
                    busy_share(use),
                    use.low if use.high > use.low else None,
                    use.high if use.high > use.low else None,
                    before.get(use.component),
                    ramp=True,
                    strong=strong,
                )
                for said, use, strong in shown
            ]
        bars.sort(key=lambda b: -b.value)
        waits = self.document.waiting if self.document.behind else ""
        self.use.show_bars(bars[:MOST_BARS], waits or tr("No utilisation is known"))

    def _compared(self) -> bool:
        """Whether what is shown stands beside the as-is."""
        return self.document.scenario is not None or self.document.glance is not None

    def _show_response(self) -> None:
        workload, before = shown_workload(self.document)
        if self.document.shown is None:
            if self.document.as_is_projection is None:
                self.response.show_rows([], tr("No projection yet"))
            return
        if workload is None or not workload.breakdown_s:
            waits = self.document.waiting if self.document.behind else ""
            self.response.show_rows([], waits or tr("The model gives no response time here."))
            return
        rows = []
        if before is not None and self._compared():
            rows.append((tr("As-is"), named(before.breakdown_s), _total(before.breakdown_s)))
        scenario = self.document.scenario
        title = tr("As-is") if scenario is None else scenario.name
        if self.document.glance is not None:
            load = self.document.glance_name
            title = load if scenario is None else f"{title}, {load}"
        rows.append((title, named(workload.breakdown_s), _total(workload.breakdown_s)))
        self.response.show_rows(rows, below=self._held_up(self.document.shown, workload))

    def _held_up(self, projection: Projection, workload: WorkloadProjection) -> str:
        """Why a sliver of paging makes all wait: while it lasts a nucleus does nothing else."""
        topology = self.document.topology
        limit = limiting(projection, workload, topology)
        still = None if limit is None else standing_still(topology, projection, limit)
        if still is None:
            return ""
        return tr(
            "Nuclei wait for pages {share} of the time: what waits for a nucleus or a thread waits "
            "for that",
            share=percent(still[0] / still[1]),
        )


def named(parts: Mapping[str, float]) -> dict[str, float]:
    """Parts with readable names."""
    return {spoken_label(name.replace("_", " ")): value for name, value in parts.items()}


def _total(parts: Mapping[str, float]) -> str:
    return projected(sum(parts.values()) * 1000.0, "ms")


def standing_marks(document: Document, axis: Axis) -> list[Marker]:
    """Where as-is and what is on show stand on an axis of numbers; once where they are one."""
    if not axis.numeric or axis.component not in document.topology:
        return []
    was = document.measured_setting(axis.component, axis.setting)
    now = document.topology[axis.component].number(axis.setting)
    marks = []
    if was is not None and isinstance(was.value, (int, float)) and was.value != now:
        marks.append(Marker(float(was.value), tr("as-is")))
    if now is not None:
        marks.append(Marker(now, tr("now")))
    return marks


def _settings(scenario: Scenario) -> list[tuple[str, str]]:
    return [(c.component, c.setting) for c in scenario.changes if isinstance(c, SetSetting)]


def without(changes: tuple[Change, ...], change: Change) -> tuple[Change, ...]:
    """All changes but one."""
    return tuple(c for c in changes if c != change)


def metric_series(
    projections: tuple[Projection, ...],
    axis: Axis,
    anchor: str | None,
    metric: str,
    name: str,
    as_is: Projection | None = None,
) -> Series | None:
    """One metric over an axis, with the band of its change; NaN where the model gives none.

    Where an axis comes to the as-is, ``as_is`` gives the model's band about its own level, which is
    no change's: among the others it was a spike of a tenth in a curve known to a thousandth.
    """
    nan = float("nan")
    ys, lows, highs = [], [], []
    today = _estimate(as_is, anchor, metric)
    for projection in projections:
        estimate = _estimate(projection, anchor, metric)
        if estimate is not None and estimate == today:
            estimate = replace(estimate, low=estimate.value, high=estimate.value)
        elif estimate is not None:
            estimate = _of_the_change(estimate, _workload(projection, anchor), metric)
        ys.append(nan if estimate is None else estimate.value)
        lows.append(nan if estimate is None else estimate.low)
        highs.append(nan if estimate is None else estimate.high)
    if all(y != y for y in ys):
        return None
    banded = any(h > low for low, h in zip(lows, highs, strict=True))
    return Series(name, axis.places, ys, lows if banded else (), highs if banded else ())


def _estimate(projection: Projection | None, anchor: str | None, metric: str) -> Estimate | None:
    workload = None if projection is None else _workload(projection, anchor)
    return None if workload is None else workload.metrics.get(metric)


def _workload(projection: Projection, anchor: str | None) -> WorkloadProjection | None:
    return projection.workload(anchor) if anchor is not None else projection.principal


def _of_the_change(
    estimate: Estimate, workload: WorkloadProjection | None, metric: str
) -> Estimate:
    """A figure with the band of its change: that of what is built by hand holds all else too."""
    change = None if workload is None else workload.changes.get(metric)
    if change is None or change.value <= -100.0:
        return estimate
    low, high = (
        estimate.value * (100.0 + end) / (100.0 + change.value) for end in (change.low, change.high)
    )
    return replace(estimate, low=min(low, estimate.value), high=max(high, estimate.value))


def in_unit(name: str, unit: str) -> str:
    """What a figure is called, and what it is counted in where it has a unit."""
    return f"{name} ({unit})" if unit else name


def series_unit(projections: tuple[Projection, ...], anchor: str | None, metric: str) -> str:
    """The unit of a metric, as the report prints it."""
    for projection in projections:
        workload = projection.workload(anchor) if anchor is not None else projection.principal
        if workload is not None and metric in workload.metrics:
            return said_unit(
                workload.metrics[metric].unit, metric, workload.anchor.partition(":")[0]
            )
    return ""
