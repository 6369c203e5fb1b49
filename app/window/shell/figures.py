"""The key-figures strip: value, band and change against the as-is; it never leaves the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QSizePolicy,
    QSpacerItem,
    QVBoxLayout,
    QWidget,
)

from app.window.canvas.gaps import STANDING_IN, bare, missing
from app.window.canvas.loads import fuller
from app.window.document import Document
from app.window.i18n import mark, spoken, spoken_label, tr
from app.window.i18n.numbers import (
    figure,
    percent,
    percent_band,
    signed_percent,
    speech,
)
from app.window.metrics import judged, limiting, metric_name, short_name
from app.window.names import (
    beyond_measured,
    busy_share,
    component_name,
    said_still,
    sort_name,
    standing_still,
    use_name,
    use_place,
)
from app.window.theme import theme
from app.window.widgets.basics import ElidedLabel, WholeLabel, button, label, restyle, set_role
from app.window.widgets.inputs import ComboBox
from app.window.widgets.overflow import Overflow
from model.topology import Topology

if TYPE_CHECKING:
    from app.window.services.silence import Silence
    from model.projection import Baseline, Projection, ResourceUse, WorkloadProjection

KEY_FIGURES = ("etr_per_s", "itr_per_cpu_s", "response_ms", "cpu_s_per_s", "paging_per_s")
NO_KEY_FIGURE = mark(
    "{name} has no rate, response or CPU here: no report tells. The model has {figures}; “Compare” "
    "shows them."
)
LEAST_SHOWN = 0.05
"""Change in per cent below which none is told."""


class FigureCell(QFrame):
    """One key figure."""

    def __init__(self, name: str, hint: str, *, sentence: bool = False) -> None:
        super().__init__()
        self.setObjectName("figureCell")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._hint = hint
        self._sentence = sentence
        self._name = name
        px = theme().px
        box = QVBoxLayout(self)
        box.setContentsMargins(px(12), px(6), px(12), px(6))
        box.setSpacing(0)
        self.name = label(name)
        self.name.setObjectName("figureName")
        self._box, row = box, QHBoxLayout()
        row.setSpacing(px(8))
        self.value = label("–")
        self.value.setObjectName("figureValue")
        self.change = label("")
        self.change.setObjectName("figureChange")
        row.addWidget(self.value)
        row.addWidget(self.change, 0, Qt.AlignmentFlag.AlignBottom)
        row.addStretch(1)
        # A sentence below takes the room there is; only figures may ask for more.
        self.band = ElidedLabel() if sentence else label("")
        self.band.setTextFormat(Qt.TextFormat.PlainText)
        if sentence:
            self.band.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            self.band.setMinimumWidth(px(120))
        self.band.setObjectName("figureBand")
        box.addWidget(self.name)
        box.addLayout(row)
        box.addWidget(self.band)
        self.setAccessibleName(name)

    def sizeHint(self) -> QSize:
        """Where there is no room for all, figures come before the end of a sentence."""
        return self.minimumSizeHint() if self._sentence else super().sizeHint()

    def rename(self, name: str) -> None:
        """Another name for what the cell shows; seen with the next figure."""
        self._name = name

    def close_up(self, *, narrow: bool) -> None:
        """Less room beside the figures."""
        beside = theme().px(7 if narrow else 12)
        self._box.setContentsMargins(beside, theme().px(6), beside, theme().px(6))

    def lie(self, *, flat: bool) -> None:
        """All of it in one line, or name, value and what is below one under the other."""
        direction = QBoxLayout.Direction
        self._box.setDirection(direction.LeftToRight if flat else direction.TopToBottom)
        self._box.setSpacing(theme().px(8) if flat else 0)
        self._box.setStretch(2, int(flat))
        for part in (self.value, self.change):
            part.setProperty("flat", flat)
            restyle(part)

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
        # The band is part of the figure; what stands below what binds is a sentence of its own.
        band = f"({below})" if below.strip() and not self._sentence else ""
        self.setAccessibleName(" ".join(f"{self._name}: {value} {unit} {change} {band}".split()))
        self.setAccessibleDescription(f"{self._hint}. {below}. {why}")
        self.setToolTip("\n".join(t for t in (self._hint, why) if t))


SHOWN_LETTERS = 6
"""Letters of a workload's name that stand in the strip at least; its list has all of them."""
WIDEST_WHO = 184


class FigureStrip(QWidget):
    """ETR, ITR, response, CPU, paging, and what binds, of the workload on show.

    ``missingWanted`` asks to be shown what the model lacks. ``usualTaken``: a button that goes
    away has been pressed, and the keys are to go elsewhere. ``unanswered`` tells of a scenario what
    no figure of it answers to.
    """

    missingWanted = Signal()
    usualTaken = Signal()

    def __init__(
        self,
        document: Document,
        unanswered: Silence | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("strip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(tr("Key figures"))
        self.document = document
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        self._row = row = QHBoxLayout()
        row.setSpacing(0)
        whole.addLayout(row)
        who = QFrame()
        who.setObjectName("figureCell")
        column = QVBoxLayout(who)
        px = theme().px
        column.setContentsMargins(px(12), px(6), px(12), px(6))
        column.setSpacing(px(4))
        self.who = name = label(tr("Workload"))
        name.setObjectName("figureName")
        self.anchors = ComboBox()
        self.anchors.setAccessibleName(tr("Workload the key figures are of"))
        self.anchors.setMinimumWidth(px(96))
        # Not as wide as the longest name: the figures beside it need the room.
        self.anchors.setSizeAdjustPolicy(
            ComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.anchors.setMinimumContentsLength(SHOWN_LETTERS)
        self.anchors.activated.connect(self._choose)
        column.addWidget(name)
        column.addWidget(self.anchors)
        column.addStretch(1)
        # Where nothing else stretches the figures take what is left over, not the list.
        who.setMaximumWidth(px(WIDEST_WHO))
        row.addWidget(who)
        self.cells: dict[str, FigureCell] = {}
        for metric in KEY_FIGURES:
            cell = FigureCell(short_name(metric), metric_name(metric))
            cell.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
            self.cells[metric] = cell
        self.figures = Overflow(tr("More key figures"), self.cells.values(), spacing=0)
        row.addWidget(self.figures)
        self.bound = FigureCell(
            tr("Bound by"), tr("The resource that limits throughput"), sentence=True
        )
        row.addWidget(self.bound, 1)
        row.addWidget(self._silence(), 1)
        self._narrow = False
        self._unanswered = unanswered
        if unanswered is not None:
            unanswered.changed.connect(self._bound)
        document.projectionChanged.connect(self._changed)
        document.glanceChanged.connect(self._changed)
        document.scenarioChanged.connect(self._changed)
        document.anchorChanged.connect(self._changed)
        document.engagementChanged.connect(self._fill)
        document.stateChanged.connect(self._changed)
        self._seen: tuple[object, ...] = ()
        self._fill()

    def _silence(self) -> QWidget:
        """Where the figures stand: why there are none, and what to do about it."""
        self.silence = QFrame()
        self.silence.setObjectName("figureCell")
        line = QHBoxLayout(self.silence)
        px = theme().px
        line.setContentsMargins(px(12), px(6), px(12), px(6))
        line.setSpacing(px(12))
        self.why = WholeLabel()
        self.why.setAccessibleName(tr("Why there are no figures"))
        line.addWidget(self.why, 1)
        self.enter = button(tr("Enter what is missing"), self.missingWanted.emit, icon="pencil")
        line.addWidget(self.enter)
        self.stand_in = button(tr("Take usual values"), self._take_usual)
        self.stand_in.setToolTip(tr(STANDING_IN))
        line.addWidget(self.stand_in)
        # A least height of the frame itself would stand in place of what its sentence needs.
        self._as_high = QSpacerItem(0, 0)
        line.addItem(self._as_high)
        self.silence.hide()
        return self.silence

    def _take_usual(self) -> None:
        self.document.stand_in(True)
        self.usualTaken.emit()

    def fold(self, *, narrow: bool) -> None:
        """Where the figures take the whole width, what binds has a line of its own below them.

        It is the answer to the first question there is, and was scrolled to at large texts.
        """
        if narrow == self._narrow:
            return
        self._narrow = narrow
        below = self.layout()
        assert isinstance(below, QVBoxLayout)
        (self._row if narrow else below).removeWidget(self.bound)
        if narrow:
            below.addWidget(self.bound)
        else:
            self._row.insertWidget(self._row.indexOf(self.silence), self.bound, 1)
        self.bound.lie(flat=narrow)
        for cell in self.cells.values():
            cell.close_up(narrow=narrow)

    def _gap(self, workload: WorkloadProjection | None) -> str:
        """Why no figure of what is on show says anything; empty where one does.

        A rate that was entered or measured is none: it says nothing of response and CPU.
        """
        projection = self.document.shown
        if projection is not None and not projection.workloads and projection.issues:
            # The scenario as a whole is refused: nothing is missing, something is wrong.
            self.enter.hide()
            self.stand_in.hide()
            return " ".join(spoken(issue) for issue in projection.issues)
        engagement, provisional = self.document.engagement, self.document.state.provisional
        # Usual values were taken, or taken back: what is missing then the analysis tells.
        stale = engagement is not None and engagement.options.provisional != provisional
        self.enter.setVisible(not stale)
        if projection is not None and self.document.anchor is None and not _tells(workload):
            # No workload has key figures (of a queue manager there may be its storage alone): the
            # first that could have them says why.
            first_refused = (w for w in projection.workloads if w.not_projectable)
            workload = next(first_refused, workload)
        lacking = missing(self.document)
        self.stand_in.setVisible(not provisional and any(q.usual is not None for q in lacking))
        if workload is None or any(name in workload.metrics for name in KEY_FIGURES[1:]):
            return ""
        first = next((q for q in lacking if q.subject == workload.anchor), None)
        why = workload.not_projectable or (None if first is None else first.question)
        if why is None:
            why = dict(bare(self.document, lacking)).get(workload.anchor)
        if why is None and workload.metrics and not _tells(workload):
            # Of a queue manager there may be its storage and waits alone: none is to be entered.
            self.enter.hide()
            self.stand_in.hide()
            return tr(
                NO_KEY_FIGURE,
                name=anchor_name(self.document.topology, workload.anchor),
                figures=", ".join(metric_name(metric) for metric in workload.metrics),
            )
        if why is None:
            return ""
        if stale:
            return self.document.waiting
        said, count = spoken(why), len(lacking)
        return said if count < 2 else tr("{why} – and {n} more", why=said, n=count - 1)

    def _guessed(self, anchor: str) -> str:
        """What to say of a workload of a template that stands before those of the reports."""
        as_is = self.document.as_is
        projection = self.document.as_is_projection
        if projection is None or not is_assumed(as_is, anchor):
            return ""
        told = [w.anchor for w in projection.workloads if not is_assumed(as_is, w.anchor)]
        if not told:
            return ""
        return tr(
            "These figures are of {name}, whose work is assumed and not measured. The reports tell "
            "of: {others}.",
            name=anchor_name(as_is, anchor),
            others=", ".join(anchor_name(as_is, other) for other in told),
        )

    def _say_silence(self, sentence: str, *, rate: bool) -> None:
        """No figures, or a ``rate`` alone: the cells of the others make room for the reason."""
        # As high as they are: nothing below moves as figures come and go.
        inner = self.silence.layout()
        assert inner is not None
        margins = inner.contentsMargins()
        high = max(c.sizeHint().height() for c in self.cells.values())
        self._as_high.changeSize(0, high - margins.top() - margins.bottom())
        inner.invalidate()
        for metric in KEY_FIGURES[1:]:
            self.cells[metric].setVisible(not sentence)
        self.figures.setVisible(not sentence or rate)
        self.bound.setVisible(not sentence)
        self.why.setText(sentence)
        self.silence.setVisible(bool(sentence))

    def _fill(self) -> None:
        self.anchors.clear()
        projection = self.document.as_is_projection
        self.anchors.addItem(tr("Largest"), None)
        if projection is not None:
            for workload in projection.workloads:
                name = anchor_name(self.document.as_is, workload.anchor)
                if is_assumed(self.document.as_is, workload.anchor):
                    name = tr("{name} (assumed)", name=name)
                self.anchors.addItem(name, workload.anchor)
        self.anchors.setEnabled(self.anchors.count() > 1)
        at = self.anchors.findData(self.document.anchor)
        self.anchors.setCurrentIndex(max(at, 0))
        self.refresh()

    def _choose(self) -> None:
        anchor = self.anchors.currentData()
        self.document.show_anchor(None if anchor is None else str(anchor))

    def _changed(self) -> None:
        # An edit is told of before its projection comes: until then all figures stay as they are.
        document = self.document
        scenario = document.scenario
        now = (
            document.shown,
            document.as_is_projection,
            document.engagement,
            document.anchor,
            document.current,
            document.uncalibrated,
            document.stopped,
            document.state.provisional,
            scenario is None,
            self._binding_name(),
        )
        if len(now) != len(self._seen) or any(
            one is not other for one, other in zip(now, self._seen, strict=True)
        ):
            self._seen = now
            self.refresh()

    def _binding_name(self) -> str | None:
        projection, topology = self.document.shown, self.document.topology
        name = None if projection is None else projection.bottleneck
        return topology[name].name if name is not None and name in topology else name

    def refresh(self) -> None:
        """Mirror the projection on show."""
        workload, before = shown_workload(self.document)
        glance = self.document.glance
        guessed = "" if workload is None else self._guessed(workload.anchor)
        named = tr("Assumed work") if guessed else tr("Workload")
        self.who.setText(named if glance is None else self.document.glance_name)
        self.who.setToolTip(guessed)
        # Figures of another load are told from today's at a glance, as are those of no system.
        plain = glance is None and not guessed
        self.who.setObjectName("figureName" if plain else "figureOther")
        self.who.style().polish(self.who)
        rate = workload is not None and KEY_FIGURES[0] in workload.metrics
        self._say_silence(self._gap(workload), rate=rate)
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
            if old is not None and (self.document.scenario is not None or glance is not None):
                change, tone = change_text(
                    metric, old.value, estimate.value, work_done(before, workload)
                )
                if (
                    change_band is not None
                    and change_band.high > change_band.low
                    and abs(change_band.value) >= LEAST_SHOWN
                ):
                    below = percent_band(change_band.low, change_band.high)
            if not below and self.document.pending and self.document.state.provisional:
                below = self.document.waiting
            else:
                below = self._error(workload, metric) or below or self._assumed(workload, metric)
            if not below and estimate.reasons:
                # Where there is no band, what stands in its place is the reason for that.
                below = tr("no band")
                if estimate.value == estimate.low == estimate.high == 0.0:
                    # Known through and through: it is 0 whatever the constants are.
                    below = tr("0 throughout")
            cell.show_figure(
                shown.value,
                change,
                tone,
                below or " ",
                "\n".join(map(spoken, estimate.reasons)),
                shown.unit,
            )
        self._bound()
        self._settle()

    def _settle(self) -> None:
        """Room for the new figures at once: Qt gives it a layout at a time, and paints between."""
        for cell in (*self.cells.values(), self.bound):
            if (inner := cell.layout()) is not None:
                inner.activate()
        self.figures.settle()
        for whole in (self.layout(), self.figures.layout()):
            if whole is not None:
                whole.activate()

    def _as_is(self) -> Baseline | None:
        """What the as-is was calibrated to, where that is on show."""
        engagement, document = self.document.engagement, self.document
        shown = engagement is not None and document.scenario is None and document.glance is None
        return engagement.baseline if shown and engagement is not None else None

    def _error(self, workload: WorkloadProjection, metric: str) -> str:
        """Of a figure that is measured who says it, or how far the model is off; else empty."""
        baseline = self._as_is()
        row = None if baseline is None else baseline.told_row(workload.anchor, metric)
        if row is None:
            return ""
        if row.missed_pct is not None:
            return tr("model {error}", error=signed_percent(row.missed_pct))
        return self._told_by(workload)

    def _assumed(self, workload: WorkloadProjection, metric: str) -> str:
        """Who says a figure without a band that the as-is gives back as it is; else empty."""
        baseline = self._as_is()
        rows = (
            one
            for anchor in (() if baseline is None else baseline.anchors)
            if anchor.anchor == workload.anchor
            for one in anchor.rows
        )
        same = any(one.metric == metric and not one.is_missed for one in rows)
        return self._told_by(workload) if same else ""

    def _told_by(self, workload: WorkloadProjection) -> str:
        """Who says what the workload was calibrated to: a template, the user, or reports."""
        component = self.document.topology.components.get(workload.anchor)
        figures = () if component is None else component.measured.values()
        told = {figure.origin.kind for figure in figures}
        if "assumed" in told:
            return tr("as assumed")
        if component is not None and component.entered:
            return tr("as entered")
        return tr("as measured")

    def _bound(self) -> None:
        projection = self.document.shown
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
        if workload is not None and workload.not_projectable:
            why = spoken(workload.not_projectable)
            self.bound.show_figure("–", "", "", why, why)
            return
        name = (workload.bottleneck if workload is not None else None) or projection.bottleneck
        topology = self.document.topology
        use = limiting(projection, workload, topology)
        bound = use is None or use.binds
        chosen = self.document.anchor is not None
        others = False
        if use is not None and not bound and not chosen:
            # Nothing limits the largest workload. What limits another one is marked on its box;
            # where nothing does the busiest is that of all, as the chart has it.
            first = limiting(projection)
            others = first is not None and first.binds
            busiest = max(projection.resources, key=lambda one: one.utilization)
            use = first if others else busiest
        place = ""
        if use is not None:
            title = use_name(topology, projection, use)
            place = use_place(topology, projection, use)
        else:
            title = "–" if name is None else resource_name(topology, name)
        change = "" if use is None else busy_share(use)
        notes = list(projection.issues)
        if self._unanswered is not None and self.document.scenario is not None:
            # Before what is said of every scenario alike: nobody takes these figures for its own.
            notes += self._unanswered.whole
        notes = [spoken(note) for note in notes]
        if workload is not None:
            notes += map(beyond_measured, workload.extrapolated)
        if use is not None and bound:
            why = self._fuller(projection, workload, use)
            notes += [why] if why else []
            still = standing_still(topology, projection, use)
            # Before all that is said of the figures: it is what happens.
            notes[:0] = [] if still is None else [said_still(*still)]
        below = notes[0] if notes else ("" if use is None else spoken(use.detail))
        below = "  ·  ".join(part for part in (place, below) if part)
        calm = tr("Tightest of its resources") if chosen else tr("Busiest")
        named = tr("Bound by") if bound else tr("Bottleneck") if others else calm
        self.bound.rename(named)
        self.bound.show_figure(title, change, "", below or " ", "\n".join(notes) or below)

    def _fuller(
        self, projection: Projection, workload: WorkloadProjection | None, use: ResourceUse
    ) -> str:
        """Why this binds and not what the chart below has on top; empty where this is on top."""
        found = fuller(workload, projection, use)
        if found is None:
            return ""
        most, there, here = found
        return tr(
            "{name} is fuller ({figure}), but only {there} of the response passes there, and "
            "{here} at what binds",
            name=sort_name(self.document.topology, most),
            figure=busy_share(most),
            there=percent(there),
            here=percent(here),
        )


def _tells(workload: WorkloadProjection | None) -> bool:
    """Whether the strip has a figure of a workload."""
    return workload is not None and any(name in workload.metrics for name in KEY_FIGURES)


def shown_workload(
    document: Document,
) -> tuple[WorkloadProjection | None, WorkloadProjection | None]:
    """The workload on show in the projection on show, and the same in the as-is."""
    projection, as_is = document.shown, document.as_is_projection
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


def is_assumed(topology: Topology, component: str) -> bool:
    """Whether all that is known of a workload's work is what a template assumes."""
    known = topology[component].measured.values() if component in topology else ()
    return bool(known) and all(figure.origin.kind == "assumed" for figure in known)


def anchor_name(topology: Topology, anchor: str) -> str:
    """What the customer calls the anchor."""
    return component_name(topology, anchor)


def resource_name(topology: Topology, name: str) -> str:
    """A component id or resource label as shown."""
    return component_name(topology, name) if name in topology else spoken_label(name)


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
        if abs(change_pct) < LEAST_SHOWN:
            return signed_percent(0.0), ""
        said = signed_percent(change_pct)
    return f"{'↑' if new > old else '↓'} {said}", judged(metric, old, new, work)


def work_done(before: WorkloadProjection | None, now: WorkloadProjection | None) -> float:
    """How many times as much work the second does; 1 where the model does not say."""
    if before is None or now is None:
        return 1.0
    was, done = before.metrics.get("etr_per_s"), now.metrics.get("etr_per_s")
    return done.value / was.value if was and done and was.value > 0 else 1.0
