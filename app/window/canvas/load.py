"""The load bar below the canvas: more or less work, what binds then, and where time is spent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QToolTip, QWidget

from app.window.canvas.loads import (
    Part,
    anchor_on_show,
    binding,
    central,
    outside,
    path,
    scenarios,
    switches,
)
from app.window.canvas.passage import told
from app.window.i18n import mark, spoken, spoken_label, tr
from app.window.i18n.numbers import banded, figure, percent
from app.window.names import beyond_measured, use_name, use_place
from app.window.services.projection import LOAD, LOADED
from app.window.theme import theme
from app.window.widgets.basics import PART, UNCOVERED, ElidedLabel, button, columns, label, rows
from app.window.widgets.guarded import guarded
from app.window.widgets.inputs import Slider
from model.topology import Scenario

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent

    from app.window.canvas.scene import TopologyScene
    from app.window.session import Session
    from model.projection import Projection, ResourceUse, WorkloadProjection

REST_MS = 700
"""The load is worked out once the model has been left alone for so long, not at each tick."""
PLAY_MS = 450
# From which width, in pixels of the design, the bar has room for what it says beside the slider,
# for that below it, for the way back to today, and for the share of today's load. Below another
# line takes its height from the canvas, which a low window has none of.
BESIDE_FROM, BELOW_FROM, BACK_FROM, SHARE_FROM = 960, 480, 320, 220
TALL_FROM = 560
NOTHING_GROWS = mark(
    "No workload here says how much work comes in: job runs and capacities are the same at any "
    "load. Users, or transactions that arrive, are what a load scales."
)


class LoadSlider(Slider):
    """A slider over steps of load, with marks where another resource begins to limit."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.marks: tuple[tuple[int, str], ...] = ()
        self.today = -1
        self.outside: tuple[bool, ...] = ()
        self.switching = ""
        self.setAccessibleName(tr("Load"))
        self.setMinimumSize(theme().px(48), theme().px(24))

    def forget(self) -> None:
        """No steps are known: nothing begins to limit anywhere, nothing is inside or outside."""
        self.marks, self.outside, self.today, self.switching = (), (), -1, ""
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme().px(200), super().sizeHint().height() + theme().px(8))

    def _at(self, step: int) -> float:
        _handle, first, last = self.track()
        place = QStyle.sliderPositionFromValue(
            self.minimum(), self.maximum(), step, round(last - first)
        )
        return first + place

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        look, px = theme(), theme().px
        for step, beyond in enumerate(self.outside):
            if beyond and step:
                # Nothing like it was measured: what is told of there rests on the model alone.
                left = self._at(step - 1)
                area = QRectF(left, 0.0, self._at(step) - left, float(self.height()))
                painter.fillRect(area, look.hatching())
        painter.end()
        super().paintEvent(event)
        painter = QPainter(self)
        for step, _name in self.marks:
            x = (self._at(step) + self._at(step - 1)) / 2
            painter.setPen(QPen(look.color("bad"), max(px(2), 2)))
            painter.drawLine(int(x), 0, int(x), self.height())
        if self.today >= 0:
            x = self._at(self.today)
            painter.setPen(QPen(look.color("text"), max(px(1), 1)))
            painter.drawLine(int(x), 0, int(x), px(5))
        painter.end()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            near = [
                name
                for step, name in self.marks
                if abs((self._at(step) + self._at(step - 1)) / 2 - event.pos().x()) < theme().px(8)
            ]
            if near:
                QToolTip.showText(event.globalPos(), "\n".join(near), self)
                return True
        return super().event(event)


class Flame(QWidget):
    """A transaction's path as one strip: each stretch as long as its time, in its box's colour."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("flame")
        self.setProperty(UNCOVERED, True)
        self.setAccessibleName(tr("Where the response time goes"))
        self.setMinimumHeight(theme().px(20))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        # The canvas above keeps its height, and what is on it its place, when the path is known.
        kept = self.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self.setSizePolicy(kept)
        self._parts: tuple[tuple[Part, str, float | None], ...] = ()
        self._here = -1

    def sizeHint(self) -> QSize:
        return QSize(theme().px(320), theme().px(20))

    def show_parts(self, parts: Sequence[tuple[Part, str, float | None]]) -> None:
        """Stretches with what to say of them and how busy the component is (0..1, ``None``)."""
        self._parts = tuple(parts)
        self._here = min(self._here, len(self._parts) - 1)
        self.setAccessibleDescription("; ".join(said for _part, said, _busy in self._parts))
        self.setVisible(bool(self._parts))
        self.update()

    def _boxes(self) -> list[QRectF]:
        total = sum(part.seconds for part, _, _ in self._parts)
        x, found = 0.0, []
        for part, _, _ in self._parts:
            wide = part.seconds / total * self.width()
            found.append(QRectF(x, 0.0, wide, float(self.height())))
            x += wide
        return found

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._parts:
            return
        painter = QPainter(self)
        look, px = theme(), theme().px
        painter.setFont(look.font(11))
        metrics = painter.fontMetrics()
        for number, ((part, _said, busy), box) in enumerate(
            zip(self._parts, self._boxes(), strict=True)
        ):
            fill = look.color("sunken") if busy is None else look.utilization(busy)
            painter.fillRect(box, fill)
            painter.fillRect(
                QRectF(box.right() - px(2), 0.0, px(2), box.height()), look.color("surface")
            )
            if number == self._here and self.hasFocus():
                painter.setPen(QPen(look.color("accent"), px(2)))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(box.adjusted(1, 1, -1, -1))
            text = spoken_label(part.name)
            # Half a word says less than none: the tip and the description say it.
            if metrics.horizontalAdvance(text) <= box.width() - px(8):
                painter.setPen(look.ink(fill))
                painter.drawText(
                    box.adjusted(px(4), 0, -px(4), 0),
                    int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter),
                    text,
                )
        painter.end()

    def _number_at(self, at: QPoint) -> int:
        return next((n for n, box in enumerate(self._boxes()) if box.contains(at)), -1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._go(self._number_at(event.position().toPoint()))

    def keyPressEvent(self, event: object) -> None:
        key = event.key()  # type: ignore[attr-defined]
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self._parts:
            step = 1 if key == Qt.Key.Key_Right else -1
            self._go(min(max(self._here + step, 0), len(self._parts) - 1))
        else:
            super().keyPressEvent(event)  # type: ignore[arg-type]

    def _go(self, number: int) -> None:
        if number >= 0:
            self._here = number
            self.update()
            self.chosen.emit(self._parts[number][0].component)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            number = self._number_at(event.pos())
            if number >= 0:
                QToolTip.showText(event.globalPos(), self._parts[number][1], self)
            return True
        return super().event(event)


class LoadBar(QWidget):
    """A slider of load that the canvas follows, and the path of a transaction at that load.

    The document stays as it is: this is a look at other loads, not an edit.
    """

    def __init__(self, session: Session, scene: TopologyScene) -> None:
        super().__init__()
        self.setObjectName("header")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        # Beside the outline it has little room at large text: its row gives way, not the window.
        # What may be left out of it is in :meth:`_fit`.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setMinimumWidth(theme().px(120))
        self._session, self._scene = session, scene
        self._document = session.document
        self._shares: tuple[int, ...] = ()
        self._wanted: list[Scenario] = []
        self._steps: tuple[Projection, ...] = ()
        self._banded: Projection | None = None
        self._seen: tuple[object, ...] = ()
        self._asked: tuple[object, ...] = ()
        self._failed = ""
        box = rows(self, margin=6, spacing=2)
        line = columns(spacing=8)
        self.play = button(
            "", self.toggle, icon="play", flat=True, name=tr("Play: let the load rise")
        )
        self.slider = LoadSlider()
        self.share = label("")
        self.said = ElidedLabel()
        self.said.setAccessibleName(tr("What the installation does at this load"))
        # A long sentence is cut, it does not widen the window.
        self.said.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.back = button(tr("As today"), self._reset, link=True)
        self.caption = label(tr("Load"), "muted")
        line.addWidget(self.caption)
        line.addWidget(self.play)
        line.addWidget(self.slider, 2)
        line.addWidget(self.share)
        line.addWidget(self.said, 3)
        line.addWidget(self.back)
        box.addLayout(line)
        self._line, self._box = line, box
        self.flame = Flame()
        self.flame.chosen.connect(self._choose)
        box.addWidget(self.flame)
        self._soon, self._still, self._ticks = QTimer(self), QTimer(self), QTimer(self)
        for timer, wait, act in (
            (self._soon, REST_MS, self._ask),
            (self._still, REST_MS // 2, self._ask_band),
        ):
            timer.setSingleShot(True)
            timer.setInterval(wait)
            timer.timeout.connect(act)
        self._ticks.setInterval(PLAY_MS)
        self._ticks.timeout.connect(self._tick)
        self.slider.valueChanged.connect(self._moved)
        document = self._document
        for changed in (document.topologyChanged, document.engagementChanged):
            changed.connect(self._outdated)
        document.projectionChanged.connect(self._mirror)
        document.anchorChanged.connect(self._of_another)
        session.projections.projected.connect(self._arrived)
        session.projections.failed.connect(self._on_failure)
        self._outdated()

    # -- its room ----------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()

    def _fit(self) -> None:
        """What it does at this load stands beside the slider, below it, or in its tip only."""
        scale = theme().scale
        width, whole = self.width() / scale, self.window().height() / scale
        beside = width >= BESIDE_FROM
        below = BELOW_FROM <= width < BESIDE_FROM and whole >= TALL_FROM
        if below != (self._box.indexOf(self.said) >= 0):
            if below:
                self._line.removeWidget(self.said)
                self._box.insertWidget(1, self.said)
            else:
                self._box.removeWidget(self.said)
                self._line.insertWidget(self._line.indexOf(self.back), self.said, 3)
        self.said.setVisible(beside or width >= BELOW_FROM)
        self.caption.setVisible(width >= BELOW_FROM)
        self.share.setVisible(width >= SHARE_FROM)
        self.back.setVisible(self._now() is not None and width >= BACK_FROM)

    # -- the projections ---------------------------------------------------------------------------

    def _outdated(self) -> None:
        """Another installation: what was worked out is of the one before."""
        self._steps, self._banded, self._asked, self._failed = (), None, (), ""
        self.slider.forget()
        self._stop()
        self._document.look_at(None)
        self._mirror()
        self._soon.start()

    def showEvent(self, event: object) -> None:
        if not self._steps:
            self._soon.start()
        self._look()

    def hideEvent(self, event: object) -> None:
        # Where no slider says that it is another load, figures are those of the document.
        self._stop()
        self._document.look_at(None)

    def _look(self) -> None:
        """Canvas, key figures and charts at the load of the slider, and the load by name."""
        self._document.look_at(
            self._banded or self._now(),
            tr("Load {share} %", share=figure(self._shares[self.slider.value()]))
            if self._steps
            else "",
        )

    def _ask(self) -> None:
        document = self._document
        engagement = document.engagement
        if not self.isVisible() or engagement is None or document.uncalibrated or document.pending:
            return
        asked = (id(document.topology), id(engagement))
        if asked == self._asked:
            return
        base = document.scenario or Scenario(tr("As-is"))
        shares, wanted = scenarios(base, document.as_is, document.topology, document.catalogue)
        self._asked, self._shares, self._wanted = asked, shares, wanted
        if wanted:
            self._session.projections.project(LOAD, engagement.baseline, wanted, bands=False)
        else:
            self._mirror()

    def _on_failure(self, slot: str, why: str) -> None:
        if slot == LOAD:
            self._failed = tr("The projection failed: {why}", why=spoken(why))
            self._mirror()

    def _silent(self) -> tuple[str, str]:
        """Why the slider cannot be moved, in a word or two and in a sentence; empty where it can.

        A grey slider that does not say why is taken for broken.
        """
        if self._steps or not self._document.topology.components:
            return "", ""
        if self._failed:
            return tr("no figures"), self._failed
        if self._asked and not self._wanted:
            return tr("nothing that grows"), tr(NOTHING_GROWS)
        return self._document.waiting, ""

    def _arrived(self, slot: str, projections: tuple[Projection, ...], bands: bool) -> None:
        if slot == LOAD and len(projections) == len(self._shares) and self._asked:
            # How far off they may be is known once the load stays: a part of it would pass for all.
            self._steps = tuple(map(central, projections))
            today = self._today()
            self.slider.blockSignals(True)
            self.slider.setRange(0, len(self._shares) - 1)
            self.slider.setValue(today)
            self.slider.blockSignals(False)
            self.slider.today = today
            self._mark()
            self._mirror()
        elif slot == LOADED and projections and bands:
            now = self._now()
            if now is not None and now.scenario == projections[0].scenario:
                self._banded = projections[0]
                self._look()
                self._mirror()

    def _today(self) -> int:
        from app.window.whatif.growth import share_of

        document = self._document
        share = share_of(document.as_is, document.topology, document.catalogue)
        return self._shares.index(100 if share is None else round(share))

    def _ask_band(self) -> None:
        now, engagement = self._now(), self._document.engagement
        if now is not None and engagement is not None:
            self._session.projections.project(
                LOADED, engagement.baseline, [now.scenario], central_first=False
            )

    def _now(self) -> Projection | None:
        """The projection at the load on show; ``None`` where that is the document's own."""
        if not self._steps or self.slider.value() == self.slider.today:
            return None
        return self._steps[self.slider.value()]

    # -- what it shows -----------------------------------------------------------------------------

    def _moved(self) -> None:
        self._banded = None
        now = self._now()
        self._look()
        if now is not None:
            self._still.start()
        self._mirror()

    def _of_another(self) -> None:
        """Another workload is limited elsewhere, and measured up to another load."""
        if self._steps:
            self._mark()
        self._mirror()

    def _mark(self) -> None:
        anchor = anchor_on_show(self._document)
        found = switches(self._steps, anchor, self._document.topology)
        self.slider.marks = tuple(
            (
                step,
                tr("no resource limits any more")
                if use is None
                else tr("{name} binds", name=self._named(use, self._steps[step])),
            )
            for step, use in found
        )
        self.slider.outside = tuple(outside(self._steps, anchor))
        said = "; ".join(
            tr("from {share} %: {what}", share=figure(self._shares[step]), what=name)
            for step, name in self.slider.marks
        )
        self.slider.switching = said
        self.slider.update()

    def _named(self, use: ResourceUse, projection: Projection) -> str:
        """What binds, as the strip above calls it, and the box on the canvas that it is of."""
        topology = self._document.topology
        name, place = use_name(topology, projection, use), use_place(topology, projection, use)
        return f"{name} ({place})" if place else name

    def _mirror(self) -> None:
        shown = self._banded or self._now() or self._document.projection
        ready = bool(self._steps)
        names = tuple(component.name for component in self._document.topology)
        stands = (self.slider.value(), self.slider.switching) if ready else None
        short, silent = self._silent()
        seen = (shown, anchor_on_show(self._document), stands, names, short, silent)
        # An edit is told of before its projection comes: until then all of it stays as it is.
        if self._seen and seen[0] is self._seen[0] and seen[1:] == self._seen[1:]:
            return
        self._seen = seen
        for widget in (self.slider, self.play):
            widget.setEnabled(ready)
        self._fit()
        anchor = anchor_on_show(self._document)
        workload = None if shown is None or anchor is None else shown.workload(anchor)
        self.share.setText(
            tr("{share} % of today", share=figure(self._shares[self.slider.value()]))
            if ready
            else short
        )
        self.said.setText(self._sentence(shown, workload))
        told = "\n".join(t for t in (silent or self.share.text(), self.said.text()) if t)
        self.said.setToolTip(told)
        # Where the bar has room for nothing else, the slider says it.
        self.slider.tell(silent or self.share.text(), self.slider.switching)
        self.share.setToolTip(silent)
        self.slider.setToolTip("\n".join(t for t in (told, self.slider.switching) if t))
        self._show_path(shown, workload)

    def _sentence(self, shown: Projection | None, workload: WorkloadProjection | None) -> str:
        if shown is None or workload is None:
            return ""
        if workload.not_projectable:
            return spoken(workload.not_projectable)
        topology = self._document.topology
        kind = topology[workload.anchor].kind if workload.anchor in topology else None
        parts = []
        # First what binds: where the sentence is cut its end is lost.
        use = binding(shown, workload.anchor, topology)
        if use is not None:
            parts.append(
                tr(
                    "{name} binds, {figure}",
                    name=self._named(use, shown),
                    figure=percent(use.utilization),
                )
            )
        for metric in ("etr_per_s", "response_ms"):
            found = workload.metrics.get(metric)
            if found is not None:
                parts.append(banded(found, metric, kind))
        if workload.extrapolated:
            parts.append(beyond_measured(workload.extrapolated[0]))
        return PART.join(parts)

    def _show_path(self, shown: Projection | None, workload: WorkloadProjection | None) -> None:
        if shown is None or workload is None:
            self.flame.show_parts(())
            return
        busy = {use.component: use.utilization for use in shown.resources}
        topology = self._document.topology
        total_s = sum(workload.breakdown_s.values())
        self.flame.show_parts(
            [
                (
                    part,
                    told(part, total_s, topology),
                    busy.get(part.component),
                )
                for part in path(workload, shown, topology)
                if part.component in topology
            ]
        )

    # -- acting ------------------------------------------------------------------------------------

    def _choose(self, component: str) -> None:
        if component in self._document.topology:
            self._scene.reveal(component)
            self._document.select([component])

    def _reset(self) -> None:
        self._stop()
        self.slider.setValue(self.slider.today)

    def toggle(self) -> None:
        """Let the load rise by itself, from the least where it is at its end; or stop."""
        if self._ticks.isActive():
            self._stop()
        elif self._steps:
            if self.slider.value() == self.slider.maximum():
                self.slider.setValue(0)
            self._ticks.start()
            self.play.show_icon("pause", tr("Pause"))

    def _tick(self) -> None:
        self.slider.setValue(self.slider.value() + 1)
        if self.slider.value() == self.slider.maximum():
            self._stop()

    def _stop(self) -> None:
        self._ticks.stop()
        self.play.show_icon("play", tr("Play: let the load rise"))
