"""What matters most: every setting a step down and up, and what a figure makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.window.charts.tornado import Row, TornadoChart
from app.window.i18n import several, tr
from app.window.i18n.numbers import figure, percent_band, signed_percent
from app.window.metrics import metric_name, setting_name
from app.window.names import component_name
from app.window.services.projection import MATTERS
from app.window.session import Session
from app.window.shell.figures import shown_workload
from app.window.whatif.levers import Lever, Weight, effect, levers
from app.window.widgets.basics import button, label, rows, scrolled
from app.window.widgets.flow import FlowLayout
from app.window.widgets.inputs import ComboBox
from model.figures import HEADLINES
from model.topology import Scenario

if TYPE_CHECKING:
    from app.window.services.worker import Cancel
    from model.projection import Projection

AT_ONCE = 12
SHOWN = 12
LEAST_PCT = 0.05
Sides = tuple["Projection | None", "Projection | None"]


class MatteringPanel(QWidget):
    """``leverWanted`` (component, setting): the row of a setting was chosen."""

    leverWanted = Signal(str, str)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session, self._document = session, session.document
        self._levers: list[Lever] = []
        self._found: dict[int, Sides] = {}
        self._base: Projection | None = None
        self._shown: list[Weight] = []
        self._of: object = None
        box = rows(self, margin=8, spacing=8)
        line = FlowLayout()
        self.metric_box = ComboBox()
        self.metric_box.setAccessibleName(tr("Figure that matters"))
        for name in HEADLINES:
            self.metric_box.addItem(metric_name(name), name)
        self.metric_box.activated.connect(self._show)
        self.run = button(tr("Find what matters most"), self.start, icon="play", primary=True)
        self.stop = button(tr("Stop"), self._stop, icon="x", flat=True)
        self.stop.hide()
        for widget in (self.metric_box, self.run, self.stop):
            line.addWidget(widget)
        box.addLayout(line)
        self.said = label("", "muted", wrap=True)
        box.addWidget(self.said)
        self.chart = TornadoChart()
        self.chart.setAccessibleName(tr("What matters most"))
        self.chart.show_rows(
            (),
            tr(
                "Each setting is tried a fifth lower and a quarter higher; "
                "the widest bar matters most."
            ),
        )
        self.chart.chosen.connect(self._choose)
        box.addWidget(scrolled(self.chart, tr("What matters most")), 1)
        session.projections.computed.connect(self._arrived)
        session.projections.failed.connect(self._failed)
        self._document.topologyChanged.connect(self._outdated)
        self._document.engagementChanged.connect(self._outdated)
        self._document.anchorChanged.connect(self._show)

    def start(self) -> None:
        """Try every setting of what is on show."""
        document = self._document
        engagement = document.engagement
        if engagement is None or document.uncalibrated:
            self.said.setText(tr("The models are still being calibrated; try again in a moment."))
            return
        base = document.scenario or Scenario("")
        found = levers(document.topology, document.catalogue)
        self._levers, self._found, self._base, self._of = found, {}, None, document.topology
        self.stop.show()
        self.said.setText(tr("calculating…"))
        projector, baseline = self._session.projections.projector, engagement.baseline

        def work(cancel: Cancel) -> Iterator[object]:
            (start,) = projector(baseline, [base], bands=True, cancel=cancel)
            yield "base", start
            for first in range(0, len(found), AT_ONCE):
                if cancel():
                    return
                some = list(enumerate(found[first : first + AT_ONCE], first))
                wanted = [
                    (number, side, base.with_changes(lever.changes(value)))
                    for number, lever in some
                    for side, value in enumerate((lever.down, lever.up))
                    if value is not None
                ]
                answers = projector(baseline, [w[2] for w in wanted], bands=True, cancel=cancel)
                sides: dict[int, list[Projection | None]] = {n: [None, None] for n, _ in some}
                for (number, side, _), answer in zip(wanted, answers, strict=True):
                    sides[number][side] = answer
                yield "some", {n: (pair[0], pair[1]) for n, pair in sides.items()}
            yield "end", None

        self._session.projections.compute(MATTERS, work)

    def _arrived(self, slot: str, result: object) -> None:
        if slot != MATTERS or not isinstance(result, tuple) or self._of is None:
            return
        what, value = result
        if what == "base":
            self._base = value
        elif what == "some":
            self._found.update(value)
            self._show()
        else:
            self.stop.hide()
            self._show()

    def _failed(self, slot: str, why: str) -> None:
        if slot == MATTERS:
            self.stop.hide()
            self.said.setText(why)

    def _stop(self) -> None:
        self._session.projections.drop(MATTERS)
        self.stop.hide()
        self._show()

    def _outdated(self) -> None:
        if self._of is not None and self._document.topology is not self._of:
            self._session.projections.drop(MATTERS)
            self.stop.hide()
            self.said.setText(tr("This is from before the last changes; find it again."))

    def weights(self) -> list[Weight]:
        """Levers that move the figure chosen, the heaviest first."""
        metric = str(self.metric_box.currentData())
        workload, _ = shown_workload(self._document)
        anchor = None if workload is None else workload.anchor
        found = []
        for number, (down, up) in self._found.items():
            if self._base is None:
                break
            weight = Weight(
                self._levers[number],
                None if down is None else effect(down, self._base, anchor, metric),
                None if up is None else effect(up, self._base, anchor, metric),
            )
            if weight.size >= LEAST_PCT:
                found.append(weight)
        return sorted(found, key=lambda weight: -weight.size)

    def _show(self) -> None:
        if self._of is None:
            return
        found = self.weights()
        self._shown = found[:SHOWN]
        tried = tr("{n} of {all} settings tried", n=len(self._found), all=len(self._levers))
        if self._document.topology is self._of:
            self.said.setText(tried + self._moving(len(found)) + self._whose())
        self.chart.show_rows(
            [self._row(weight) for weight in self._shown],
            tr("No setting moves this figure.") if len(self._found) == len(self._levers) else tried,
        )

    def _moving(self, many: int) -> str:
        """How many of those tried move the figure; the chart says it where that is none."""
        if not many:
            return ""
        said = several(
            "{n} moves this figure. Choose it to change it.",
            "{n} move this figure. Choose one to change it.",
            many,
        )
        return f"; {said}\n" + tr(
            "Orange: a fifth less, or switched off; blue: a quarter more, or switched on."
        )

    def _whose(self) -> str:
        """Of which workload the figure is."""
        workload, _ = shown_workload(self._document)
        if workload is None:
            return ""
        name = component_name(self._document.topology, workload.anchor)
        return "\n" + tr("Workload: {name}", name=name)

    def _row(self, weight: Weight) -> Row:
        lever, topology = weight.lever, self._document.topology
        first = lever.components[0]
        who = component_name(topology, first) if first in topology else first.partition(":")[2]
        if len(lever.components) > 1:
            who = f"{who} … ×{len(lever.components)}"
        name = f"{setting_name(lever.spec.name)}  {who}"
        lines = []
        for value, side in ((lever.down, weight.down), (lever.up, weight.up)):
            if value is not None and side is not None:
                lines.append(
                    tr(
                        "{now} → {then}: {change} ({band})",
                        now=figure(lever.now, lever.spec.unit),
                        then=figure(value, lever.spec.unit),
                        change=signed_percent(side[0]),
                        band=percent_band(side[1], side[2]),
                    )
                )
        return Row(name, weight.down, weight.up, f"{name}\n" + "\n".join(lines))

    def _choose(self, number: int) -> None:
        if number < len(self._shown):
            lever = self._shown[number].lever
            if lever.components[0] in self._document.topology:
                self.leverWanted.emit(lever.components[0], lever.spec.name)
