"""Bars of scenarios with their bands, beside a line for the as-is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QWheelEvent
from PySide6.QtWidgets import (
    QApplication,
    QGraphicsItem,
    QHBoxLayout,
    QScrollBar,
    QStyleOptionGraphicsItem,
    QWidget,
)

from app.window.charts.bars import Bar
from app.window.charts.plots.base import Plot
from app.window.charts.scales import nice_ticks, tick_digits
from app.window.i18n import tr
from app.window.i18n.numbers import plain
from app.window.theme import theme
from app.window.widgets.guarded import guarded

LONGEST_NAME = 28
ROW = 20  # below that the names of scenarios run into each other
AROUND = 56  # title and scale


class BarPlot(Plot):
    """Horizontal bars, the first on top; of more than there is room for those scrolled to."""

    def __init__(self, title: str = "") -> None:
        self._bars: tuple[Bar, ...] = ()
        self._drawn: tuple[Bar, ...] = ()  # those in view
        super().__init__(title)
        self._rows = QScrollBar(Qt.Orientation.Vertical)
        self._rows.setAccessibleName(title or tr("Chart"))
        self._rows.hide()
        self._rows.valueChanged.connect(self.redraw)
        inner = self._stack.parentWidget()
        beside = QHBoxLayout()
        self._column.removeWidget(inner)
        beside.addWidget(inner, 1)
        beside.addWidget(self._rows)
        self._column.addLayout(beside, 1)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """At either end the page goes on."""
        event.ignore()
        if not self._rows.isHidden():
            QApplication.sendEvent(self._rows, event)

    def bring_into_view(self, row: int) -> None:
        """Scroll to a bar, as little as that takes."""
        first, room = self._rows.value(), self._rows.pageStep()
        self._rows.setValue(min(max(first, row - room + 1), row))

    def _in_view(self) -> tuple[Bar, ...]:
        px, count = theme().px, len(self._bars)
        room = min(max(1, (self.height() - px(AROUND)) // px(ROW)), count)
        with QSignalBlocker(self._rows):
            self._rows.setRange(0, count - room)
            self._rows.setPageStep(room)
        self._rows.setVisible(room < count)
        first = self._rows.value()
        return self._bars[first : first + room]

    def show_bars(self, bars: Sequence[Bar], note: str = "") -> None:
        """Draw these bars."""
        self._bars = tuple(bars)
        self.note = note
        self.describe("; ".join(f"{b.label}: {b.text}" for b in self._bars) or note)
        self.redraw()

    def is_empty(self) -> bool:
        return not self._bars

    def draw(self, item: Any) -> None:
        look = theme()
        shown = self._drawn = self._in_view()
        places = [float(-n) for n in range(len(shown))]
        # All have one scale, whichever are in view.
        most = max([max(b.value, b.high or 0.0, b.ghost or 0.0) for b in self._bars] + [1e-12])
        right = max(most * 1.05, self._reach())
        item.vb.setRange(xRange=(0.0, right), yRange=(places[-1] - 0.6, 0.6), padding=0)
        ticks = nice_ticks(0.0, most, max(2, self.width() // look.px(120)))
        digits = tick_digits(ticks)
        item.getAxis("bottom").setTicks([[(t, plain(t, digits)) for t in ticks]])
        item.getAxis("left").setTicks(
            [[(y, _short(b.label)) for y, b in zip(places, shown, strict=True)]]
        )
        item.addItem(
            self._library.BarGraphItem(
                x0=0.0,
                y=places,
                height=0.55,
                width=[b.value for b in shown],
                pens=[self.drawn(look.series(b.colour)) for b in shown],
                brushes=[look.series(b.colour) for b in shown],
            ),
            ignoreBounds=True,
        )
        self._bands(item, places)
        ghosts = dict.fromkeys(b.ghost for b in shown if b.ghost is not None)
        for ghost in ghosts:
            line = self._library.InfiniteLine(
                ghost, angle=90, pen=self.pen("text", 1, Qt.PenStyle.DashLine)
            )
            item.addItem(line, ignoreBounds=True)
        item.addItem(_Figures(shown, right), ignoreBounds=True)

    def _reach(self) -> float:
        """How far the scale has to go for the figures beside the bars to be seen whole."""
        look = theme()
        metrics = QFontMetrics(look.font(11))
        names = max(metrics.horizontalAdvance(_short(b.label)) for b in self._bars)
        beside = 0 if self._rows.isHidden() else self._rows.sizeHint().width()
        room = max(self.width() - beside - names - look.px(28), look.px(64))
        return max(
            max(bar.value, bar.high or 0.0)
            * room
            # In a very narrow chart the bars are still more than lines.
            / max(room - metrics.horizontalAdvance(bar.text) - look.px(16), room / 4)
            for bar in self._bars
        )

    def _bands(self, item: Any, places: Sequence[float]) -> None:
        banded = [
            (y, b.low, b.high)
            for y, b in zip(places, self._drawn, strict=True)
            if b.low is not None and b.high is not None
        ]
        if not banded:
            return
        import numpy as np

        lows = np.array([low for _, low, _ in banded])
        highs = np.array([high for _, _, high in banded])
        # With a rim, so that they stand out from bars of any colour.
        for colour, width in (("surface", 3.0), ("text", 1.0)):
            bands = self._library.ErrorBarItem(
                x=lows,
                y=np.array([y for y, _, _ in banded]),
                left=np.zeros(len(banded)),
                right=highs - lows,
                beam=0.2,
                pen=self.pen(colour, width),
            )
            item.addItem(bands, ignoreBounds=True)

    def explain(self, point: Any) -> str:
        row = round(-point.y())
        if not 0 <= row < len(self._drawn):
            return ""
        return f"{self._drawn[row].label}: {self._drawn[row].text}"


class _Figures(QGraphicsItem):
    """What stands beside the bars, in one item: one each takes seconds for 500 scenarios."""

    def __init__(self, bars: Sequence[Bar], right: float) -> None:
        super().__init__()
        self._bars = bars
        self._box = QRectF(0.0, 0.5 - len(bars), right, float(len(bars)))
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)  # what is in view

    def boundingRect(self) -> QRectF:
        return self._box

    @guarded
    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        look, place = theme(), painter.worldTransform()
        in_view = option.exposedRect.adjusted(0.0, -1.0, 0.0, 1.0)
        painter.resetTransform()  # letters are not as wide as the scale is long
        painter.setFont(look.font(11))
        painter.setPen(look.color("text"))
        metrics = painter.fontMetrics()
        middle = (metrics.ascent() - metrics.descent()) / 2
        first, last = (max(0, round(-y)) for y in (in_view.bottom(), in_view.top()))
        for row, bar in enumerate(self._bars[first : last + 1], first):
            at = place.map(QPointF(max(bar.value, bar.high or 0.0), float(-row)))
            painter.drawText(at + QPointF(look.px(4), middle), bar.text)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 1] + "…"
