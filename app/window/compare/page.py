"""The Compare page: a table of scenarios by metric, and bars with bands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.window.charts import Bar, BarPlot
from app.window.charts.plots.bars import AROUND, ROW
from app.window.compare.cells import Cell, SideBySide
from app.window.compare.tree import ScenarioTree
from app.window.compare.words import change_line
from app.window.i18n import spoken, tr
from app.window.i18n.numbers import (
    band_beside,
    percent,
    percent_band,
    projected,
    signed_percent,
)
from app.window.metrics import limiting, metric_name
from app.window.names import use_name
from app.window.services.projection import COMPARE
from app.window.session import Session
from app.window.shell.figures import LEAST_SHOWN, change_text, kind_of, resource_name, work_done
from app.window.theme import theme
from app.window.whatif.growth import grown, share_of
from app.window.widgets.basics import columns, label
from app.window.widgets.flow import Flow
from app.window.widgets.inputs import ComboBox
from app.window.widgets.overflow import Beside
from app.window.widgets.placed import Placed
from model.figures import HEADLINES
from model.topology import (
    ChangeError,
    SetSetting,
    apply_changes,
    changes_between,
)
from model.topology.growth import GROWTH

if TYPE_CHECKING:
    from model.projection import Projection, WorkloadProjection

TABLE = 224  # the header and four figures
MOST_BARS = 24  # more are scrolled through beside the table, not below the end of the page
# Series colours of the bars: blue and grey, for orange reads as "worse" beside the table.
CHOSEN, OTHERS = 0, 6


class ComparePage(Placed):
    """All scenarios against the as-is."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.session = session
        self.document = session.document
        self.projections: dict[str, Projection] = {}
        self._asked: object = None
        self._followed = ""  # the scenario on show that the chart was scrolled to
        self._stale = False
        # The name of the scenario that the others are compared with; ``None`` is the as-is.
        self.base: str | None = None
        px = theme().px
        whole = QVBoxLayout(self)
        whole.setContentsMargins(px(16), px(12), px(16), px(12))
        whole.setSpacing(px(8))
        head = columns()
        head.addWidget(label(tr("Compare"), "title"))
        self.metric_box = ComboBox()
        self.metric_box.setAccessibleName(tr("Metric of the chart"))
        for name in HEADLINES:
            self.metric_box.addItem(metric_name(name), name)
        self.metric_box.activated.connect(self._chart)
        against = label(tr("Against"), "muted")
        self.base_box = ComboBox()
        self.base_box.setAccessibleName(tr("What the scenarios are compared with"))
        self.base_box.activated.connect(self._against)
        against.setBuddy(self.base_box)
        chart = label(tr("Chart"), "muted")
        head.addWidget(Flow(against, self.base_box, chart, self.metric_box), 1)
        whole.addLayout(head)
        self.table = SideBySide(tr("Scenarios side by side"))
        self.table.columnWanted.connect(self._open)
        self.chart = BarPlot(tr("Scenarios"))
        self.table.setMinimumHeight(px(TABLE))
        self.tree = ScenarioTree(self.document)
        # Beside the chart, which can give way: the columns of the table want all there is.
        beside = Beside(self.tree, self.chart, sizes=(344, 736))
        beside.setStretchFactor(1, 1)
        whole.addWidget(self.table, 3)
        whole.addWidget(beside, 2)
        self.document.stateChanged.connect(self._changed)
        self.document.engagementChanged.connect(self._changed)
        self.document.anchorChanged.connect(self._fill)
        self.document.scenarioChanged.connect(self._shown)
        session.projections.projected.connect(self._arrived)
        theme().follow(self, self._fill)
        self._changed()

    def place(self) -> object:
        """What is compared with, and the chart's metric; ``None`` as the page opens."""
        at = self.metric_box.currentIndex()
        return None if self.base is None and at == 0 else (self.base, at)

    def go_to(self, place: object) -> None:
        if isinstance(place, tuple):
            self.base, at = place
            self.metric_box.setCurrentIndex(at)
            self._fill()

    def showEvent(self, event: object) -> None:
        self._changed()
        if self._stale:
            self._fill()

    def _changed(self) -> None:
        """Ask for projections when scenarios or baseline changed, while the page is on show."""
        engagement = self.document.engagement
        wanted = (id(engagement), self.document.state.scenarios)
        if not self.isVisible() or engagement is None or wanted == self._asked:
            return
        if self.document.uncalibrated:
            return
        self._asked = wanted
        scenarios = self.document.state.scenarios
        known = {s.name: s for s in scenarios}
        self.projections = {n: p for n, p in self.projections.items() if known.get(n) == p.scenario}
        fitting = [s for s in scenarios if self.document.misfit(s) is None]
        if fitting:
            self.session.projections.project(COMPARE, engagement.baseline, fitting)
        self._fill()

    def _shown(self) -> None:
        """Another scenario is on show: one of the bars says so, and its column is in view."""
        self._stale = self._stale or not self.isVisible()
        if not self._stale and (self.document.current or tr("As-is")) != self._followed:
            self._chart()

    def _arrived(self, slot: str, projections: tuple[Projection, ...], _bands: bool) -> None:
        if slot == COMPARE:
            self.projections = {p.scenario.name: p for p in projections}
            self._fill()

    def _columns(self) -> list[tuple[str, Projection | None]]:
        found: list[tuple[str, Projection | None]] = [(tr("As-is"), self.document.as_is_projection)]
        return found + [
            (s.name, self.projections.get(s.name)) for _depth, s in self.document.state.tree()
        ]

    def _order(self) -> list[str | None]:
        """The columns of the table: what is compared with stands first, where it stays in view."""
        names = [None, *(s.name for _depth, s in self.document.state.tree())]
        return [self.base, *(name for name in names if name != self.base)]

    def _beside(self) -> list[tuple[str, Projection | None]]:
        projections = [
            self.document.as_is_projection if name is None else self.projections.get(name)
            for name in self._order()
        ]
        heads = [tr("As-is") if name is None else name for name in self._order()]
        return list(zip(heads, projections, strict=True))

    def _against(self) -> None:
        self.base = self.base_box.currentData()
        self._fill()

    def _offer_bases(self) -> None:
        """Mirror the scenarios in the list of what may be compared with."""
        if self.document.state.scenario(self.base) is None:
            self.base = None
        wanted = [None, *(s.name for _depth, s in self.document.state.tree())]
        self.base_box.offer([(tr("As-is") if name is None else name, name) for name in wanted])
        self.base_box.setCurrentIndex(wanted.index(self.base))

    def _base_projection(self) -> Projection | None:
        if self.base is None:
            return self.document.as_is_projection
        return self.projections.get(self.base)

    def _anchor(self) -> str | None:
        if self.document.anchor is not None:
            return self.document.anchor
        as_is = self.document.as_is_projection
        principal = None if as_is is None else as_is.principal
        return None if principal is None else principal.anchor

    def _workload(self, projection: Projection | None) -> WorkloadProjection | None:
        return self._of(self._anchor(), projection)

    @staticmethod
    def _of(anchor: str | None, projection: Projection | None) -> WorkloadProjection | None:
        return None if projection is None or anchor is None else projection.workload(anchor)

    def _fill(self) -> None:
        self._stale = not self.isVisible()
        if self._stale:
            return
        self._offer_bases()
        shown = self._beside()
        as_is = self._workload(self.document.as_is_projection)
        base = self._workload(self._base_projection())
        metrics = [] if as_is is None else list(as_is.metrics)
        names = self._order()
        misfits = {s.name for s in self.document.state.scenarios if self.document.misfit(s)}
        # Nobody needs to be told that all of them have the work of today.
        rows = {tr("Workload"): self._load} if self._grown() else {}
        # What differs from the as-is is what stands in "Changes".
        apart = {tr("Differs by"): self._apart} if self.base is not None else {}

        def text_of(of: Callable[[str | None], str]) -> Callable[[int], Cell]:
            return lambda column: Cell(of(names[column]))

        def figure_of(metric: str) -> Callable[[int], Cell]:
            return lambda column: (
                Cell(tr("does not fit the as-is any more"))
                if names[column] in misfits
                else self._cell(metric, self._workload(shown[column][1]), base, column != 0)
            )

        heads = [name for name, _ in shown]
        if len(heads) > 1:
            heads[0] = tr("{name} (compared with)", name=heads[0])
        self.table.show_cells(
            heads,
            [
                *((head, text_of(of)) for head, of in rows.items()),
                *((metric_name(metric), figure_of(metric)) for metric in metrics),
                (tr("Bound by"), lambda column: Cell(self._bound(shown[column][1]))),
                *((head, text_of(of)) for head, of in apart.items()),
                (tr("Changes"), text_of(self._said)),
                (tr("Notes"), lambda column: Cell(self._notes(names[column], shown[column][1]))),
            ],
        )
        self._chart()

    def _grown(self) -> bool:
        """Whether a scenario has other work than that of today."""
        kinds, as_is = self.document.catalogue, self.document.as_is
        work = {GROWTH.name}
        for component in as_is:
            kind = kinds.get(component.kind)
            if kind is not None and kind.population is not None:
                work.add(kind.population.name)
        return any(
            isinstance(change, SetSetting) and change.setting in work
            for scenario in self.document.state.scenarios
            for change in scenario.changes
        )

    def _load(self, name: str | None) -> str:
        """How much work a scenario has: a projection of more work is another one."""
        as_is, kinds = self.document.as_is, self.document.catalogue
        scenario = self.document.state.scenario(name)
        if scenario is None:
            return tr("as today")
        try:
            shown = apply_changes(as_is, scenario.changes, kinds)
        except ChangeError:
            return "–"
        share = share_of(as_is, shown, kinds)
        if share is None:
            return tr("differs by workload") if grown(as_is, shown, kinds, 100.0) else "–"
        if abs(share - 100.0) < 0.5:
            return tr("as today")
        return tr("{figure} of today", figure=percent(share / 100.0))

    def _cell(
        self,
        metric: str,
        workload: WorkloadProjection | None,
        base: WorkloadProjection | None,
        other: bool,
    ) -> Cell:
        estimate = None if workload is None else workload.metrics.get(metric)
        if workload is None or estimate is None:
            return Cell("–" if workload is not None else self.document.waiting)
        kind = kind_of(self.document.as_is, workload.anchor)
        text = projected(estimate.value, estimate.unit, metric, kind)
        tone = ""
        if other and base is not None and metric in base.metrics:
            change, tone = change_text(
                metric, base.metrics[metric].value, estimate.value, work_done(base, workload)
            )
            # Where a cell takes another line, the arrow stays with its figure, and a band is whole.
            text += "   " + change.replace(" ", "\u00a0")
            moved = workload.changes.get(metric) if self.base is None else None
            if moved is not None and moved.high > moved.low and abs(moved.value) >= LEAST_SHOWN:
                text += f" ({percent_band(moved.low, moved.high)})".replace("\u2009", "\u202f")
        error = self._error(workload, metric)
        if error:
            text += f"\n{error}"
        elif estimate.high > estimate.low:
            text += f"\n{band_beside(estimate, metric)}"
        return Cell(text, tone, "\n".join(map(spoken, estimate.reasons)))

    def _error(self, workload: WorkloadProjection, metric: str) -> str:
        """How far the model is off a figure of the as-is that was measured; else empty."""
        as_is, engagement = self.document.as_is_projection, self.document.engagement
        if engagement is None or as_is is None or workload is not as_is.workload(workload.anchor):
            return ""
        row = engagement.baseline.told_row(workload.anchor, metric)
        if row is None or row.missed_pct is None:
            return ""
        return tr("measured; model {error}", error=signed_percent(row.missed_pct))

    def _bound(self, projection: Projection | None) -> str:
        """What a scenario is bound by, and how busy that is."""
        if projection is None:
            return "–"
        workload = self._workload(projection)
        use = limiting(projection, workload, self.document.topology)
        if use is not None:
            name = use_name(self.document.as_is, projection, use)
            return f"{name}  {percent(use.utilization)}"
        place = (workload.bottleneck if workload is not None else None) or projection.bottleneck
        return "–" if place is None else resource_name(self.document.as_is, place)

    def _said(self, name: str | None) -> str:
        """The changes of a scenario, each in a line."""
        scenario = self.document.state.scenario(name)
        as_is, kinds = self.document.as_is, self.document.catalogue
        changes = () if scenario is None else scenario.changes
        return "\n".join(change_line(as_is, c, kinds) for c in changes) or "–"

    def _notes(self, name: str | None, projection: Projection | None) -> str:
        """What was noted of a scenario, and what its projection leaves open."""
        scenario = self.document.state.scenario(name)
        open_points = () if projection is None else projection.issues or projection.refused
        said = ("" if scenario is None else scenario.note, *map(spoken, open_points))
        return "\n".join(filter(None, said))

    def _apart(self, name: str | None) -> str:
        """How a scenario differs from the one it is compared with, in words."""
        if name == self.base:
            return "–"
        as_is, kinds = self.document.as_is, self.document.catalogue
        try:
            before, after = (
                apply_changes(as_is, () if found is None else found.changes, kinds)
                for found in map(self.document.state.scenario, (self.base, name))
            )
        except ChangeError as refused:
            return spoken(str(refused))
        found = changes_between(before, after)
        return "\n".join(change_line(before, c, kinds) for c in found) or tr("nothing")

    def _chart(self) -> None:
        metric = str(self.metric_box.currentData())
        bars, known, chosen = [], False, 0
        anchor = self._anchor()
        compared = self._workload(self._base_projection())
        base = None if compared is None else compared.metrics.get(metric)
        on_show = self.document.current or tr("As-is")
        for place, (name, projection) in enumerate(self._columns()):
            workload = self._of(anchor, projection)
            estimate = None if workload is None else workload.metrics.get(metric)
            colour = CHOSEN if name == on_show else OTHERS
            chosen = place if name == on_show else chosen
            if workload is None or estimate is None:
                # Its name stands there as soon as it does in the table.
                said = self.document.waiting if projection is None else "–"
                bars.append(Bar(name, 0.0, said, colour=colour))
                continue
            known = True
            banded = estimate.high > estimate.low
            bars.append(
                Bar(
                    name,
                    estimate.value,
                    projected(
                        estimate.value,
                        estimate.unit,
                        metric,
                        kind_of(self.document.as_is, workload.anchor),
                    ),
                    estimate.low if banded else None,
                    estimate.high if banded else None,
                    None if base is None else base.value,
                    colour=colour,
                )
            )
        self.chart.setMinimumHeight(theme().px(AROUND + ROW * min(len(bars), MOST_BARS)))
        line = tr("As-is") if self.base is None else self.base
        self.chart.set_title(tr("{metric} (line: {name})", metric=metric_name(metric), name=line))
        waiting = any(projection is None for _name, projection in self._columns())
        self.chart.show_bars(
            bars if known else [],
            self.document.waiting if waiting else tr("The model gives no such figure here."),
        )
        if self._followed != on_show:
            self._followed = on_show
            self.chart.bring_into_view(chosen)
            # A column that has just come has no place before the headings are laid out.
            QTimer.singleShot(0, self, self._bring_into_view)

    def _bring_into_view(self) -> None:
        order = self._order()
        if self.document.current in order:
            self.table.bring_into_view(order.index(self.document.current))

    def _open(self, column: int) -> None:
        self.document.show_scenario(self._order()[column])
