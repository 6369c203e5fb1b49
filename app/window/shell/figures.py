"""The key-figures strip: value, band and change against the as-is; it never leaves the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.window.document import Document
from app.window.i18n import mark, spoken, spoken_label, tr
from app.window.i18n.numbers import (
    figure,
    percent,
    percent_band,
    signed_percent,
    speech,
)
from app.window.metrics import judged
from app.window.theme import theme
from app.window.widgets.basics import label, set_role
from model.topology import Topology

if TYPE_CHECKING:
    from model.projection import WorkloadProjection

KEY_FIGURES = (
    ("etr_per_s", mark("ETR"), mark("Commands per elapsed second")),
    ("itr_per_cpu_s", mark("ITR"), mark("Commands per CPU second")),
    ("response_ms", mark("Response"), mark("Response time of one command")),
    ("cpu_s_per_s", mark("CPU"), mark("CPUs in use")),
    ("paging_per_s", mark("Paging"), mark("Pages moved per second")),
)


class FigureCell(QFrame):
    """One key figure."""

    def __init__(self, name: str, hint: str) -> None:
        super().__init__()
        self.setObjectName("figureCell")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._hint = hint
        self._name = name
        px = theme().px
        box = QVBoxLayout(self)
        box.setContentsMargins(px(12), px(6), px(12), px(6))
        box.setSpacing(0)
        self.name = label(name)
        self.name.setObjectName("figureName")
        row = QHBoxLayout()
        row.setSpacing(px(8))
        self.value = label("–")
        self.value.setObjectName("figureValue")
        self.change = label("")
        self.change.setObjectName("figureChange")
        row.addWidget(self.value)
        row.addWidget(self.change, 0, Qt.AlignmentFlag.AlignBottom)
        row.addStretch(1)
        self.band = label("")
        self.band.setObjectName("figureBand")
        box.addWidget(self.name)
        box.addLayout(row)
        box.addWidget(self.band)
        self.setAccessibleName(name)

    def show_figure(
        self, value: str, change: str, tone: str, below: str, why: str, unit: str = ""
    ) -> None:
        """Value, change and what stands below; ``tone`` is good, bad or empty.

        The unit stands beside the name, where it is read once and takes no room from figures.
        """
        self.name.setText(f"{self._name}  {unit}" if unit else self._name)
        self.value.setText(value)
        self.change.setText(change)
        set_role(self.change, tone)
        self.band.setText(below)
        self.setAccessibleName(f"{self._name}: {value} {unit} {change}".replace("  ", " "))
        self.setAccessibleDescription(f"{self._hint}. {below}. {why}")
        self.setToolTip("\n".join(t for t in (self._hint, why) if t))


class FigureStrip(QWidget):
    """ETR, ITR, response, CPU, paging, and what binds, of the workload on show."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("strip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(tr("Key figures"))
        self.document = document
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        who = QFrame()
        who.setObjectName("figureCell")
        column = QVBoxLayout(who)
        px = theme().px
        column.setContentsMargins(px(12), px(6), px(12), px(6))
        column.setSpacing(px(4))
        name = label(tr("Workload"))
        name.setObjectName("figureName")
        self.anchors = QComboBox()
        self.anchors.setAccessibleName(tr("Workload the key figures are of"))
        self.anchors.setMinimumWidth(px(128))
        self.anchors.activated.connect(self._choose)
        column.addWidget(name)
        column.addWidget(self.anchors)
        column.addStretch(1)
        row.addWidget(who)
        self.cells: dict[str, FigureCell] = {}
        for metric, text, hint in KEY_FIGURES:
            cell = FigureCell(tr(text), tr(hint))
            cell.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
            self.cells[metric] = cell
            row.addWidget(cell)
        self.bound = FigureCell(tr("Bound by"), tr("The resource that limits throughput"))
        row.addWidget(self.bound, 1)
        document.projectionChanged.connect(self.refresh)
        document.scenarioChanged.connect(self.refresh)
        document.anchorChanged.connect(self.refresh)
        document.engagementChanged.connect(self._fill)
        self._fill()

    def _fill(self) -> None:
        self.anchors.clear()
        projection = self.document.as_is_projection
        self.anchors.addItem(tr("Largest"), None)
        if projection is not None:
            for workload in projection.workloads:
                self.anchors.addItem(
                    anchor_name(self.document.as_is, workload.anchor), workload.anchor
                )
        self.anchors.setEnabled(self.anchors.count() > 1)
        at = self.anchors.findData(self.document.anchor)
        self.anchors.setCurrentIndex(max(at, 0))
        self.refresh()

    def _choose(self) -> None:
        anchor = self.anchors.currentData()
        self.document.show_anchor(None if anchor is None else str(anchor))

    def refresh(self) -> None:
        """Mirror the projection on show."""
        workload, before = shown_workload(self.document)
        for metric, cell in self.cells.items():
            estimate = None if workload is None else workload.metrics.get(metric)
            if estimate is None:
                why = ""
                if workload is not None and workload.not_projectable:
                    why = spoken(workload.not_projectable)
                cell.show_figure("–", "", "", " ", why)
                continue
            old = None if before is None else before.metrics.get(metric)
            change, tone = "", ""
            assert workload is not None
            kind = kind_of(self.document.topology, workload.anchor)
            # With the first estimate, not before: it comes with the model, which is read meanwhile.
            from advisor.report.figures import shown_estimate

            shown = shown_estimate(metric, estimate, kind, speech())
            below = shown.band.strip("()")
            change_band = workload.changes.get(metric)
            if old is not None and self.document.scenario is not None:
                change, tone = change_text(
                    metric, old.value, estimate.value, work_done(before, workload)
                )
                if (
                    change_band is not None
                    and change_band.high > change_band.low
                    and abs(change_band.value) >= 0.05
                ):
                    below = percent_band(change_band.low, change_band.high)
            if not below and estimate.reasons:
                # Where there is no band, what stands in its place is the reason for that.
                below = tr("as measured") if self._is_measured(workload, metric) else tr("no band")
            cell.show_figure(
                shown.value,
                change,
                tone,
                below or " ",
                "\n".join(map(spoken, estimate.reasons)),
                shown.unit,
            )
        self._bound()

    def _is_measured(self, workload: WorkloadProjection, metric: str) -> bool:
        """Whether the as-is on show gives the measured figure back as it is."""
        engagement = self.document.engagement
        if engagement is None or self.document.scenario is not None:
            return False
        anchors = (a for a in engagement.baseline.anchors if a.anchor == workload.anchor)
        return any(
            row.metric == metric and abs(row.modelled - row.measured) <= 5e-4 * abs(row.measured)
            for anchor in anchors
            for row in anchor.rows
        )

    def _bound(self) -> None:
        projection = self.document.projection
        if projection is None:
            said = self.document.waiting if self.document.scenario is not None else "–"
            self.bound.show_figure(said, "", "", " ", "")
            return
        if self.document.uncalibrated:
            self.bound.show_figure(self.document.waiting, "", "", " ", "")
            return
        if projection.refused:
            self.bound.show_figure(tr("not calibrated"), "", "bad", projection.refused[0], "")
            return
        workload, _ = shown_workload(self.document)
        name = (workload.bottleneck if workload is not None else None) or projection.bottleneck
        use = next((u for u in projection.resources if name in (u.component, u.label)), None)
        title = "–" if name is None else resource_name(self.document.topology, name)
        change = "" if use is None else percent(use.utilization)
        notes = list(projection.issues)
        if workload is not None:
            notes += list(workload.extrapolated)
        notes = [spoken(note) for note in notes]
        below = notes[0] if notes else ("" if use is None else use.detail)
        metrics = self.bound.band.fontMetrics()
        room = max(self.bound.width() - theme().px(32), theme().px(120))
        shown = metrics.elidedText(below, Qt.TextElideMode.ElideRight, room) or " "
        self.bound.show_figure(title, change, "", shown, "\n".join(notes) or below)


def shown_workload(
    document: Document,
) -> tuple[WorkloadProjection | None, WorkloadProjection | None]:
    """The workload on show in the projection on show, and the same in the as-is."""
    projection, as_is = document.projection, document.as_is_projection
    if projection is None:
        return None, None
    anchor = document.anchor
    if anchor is None:
        principal = None if as_is is None else as_is.principal
        principal = principal or projection.principal
        anchor = None if principal is None else principal.anchor
    if anchor is None:
        return None, None
    return projection.workload(anchor), None if as_is is None else as_is.workload(anchor)


def kind_of(topology: Topology, component: str) -> str | None:
    """The kind of a component, or ``None`` where there is no such component."""
    return topology[component].kind if component in topology else None


def anchor_name(topology: Topology, anchor: str) -> str:
    """What the customer calls the anchor."""
    return topology[anchor].name if anchor in topology else anchor


def resource_name(topology: Topology, name: str) -> str:
    """A component id or resource label as shown."""
    return topology[name].name if name in topology else spoken_label(name)


def change_text(metric: str, old: float, new: float, work: float = 1.0) -> tuple[str, str]:
    """Change against the as-is with an arrow, and whether it is good or bad.

    ``work`` is how many times as much work is done.
    """
    if old == new:
        return "", ""
    if old == 0:
        said = tr("was {figure}", figure=figure(0.0))
    else:
        change_pct = (new / old - 1.0) * 100.0
        if abs(change_pct) < 0.05:
            return signed_percent(0.0), ""
        said = signed_percent(change_pct)
    return f"{'▲' if new > old else '▼'} {said}", judged(metric, old, new, work)


def work_done(before: WorkloadProjection | None, now: WorkloadProjection | None) -> float:
    """How many times as much work the second does; 1 where the model does not say."""
    if before is None or now is None:
        return 1.0
    was, done = before.metrics.get("etr_per_s"), now.metrics.get("etr_per_s")
    return done.value / was.value if was and done and was.value > 0 else 1.0
