"""Bars of scenarios with their bands, beside a line for the as-is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.window.charts.bars import Bar
from app.window.charts.plots.base import Plot
from app.window.charts.scales import nice_ticks, tick_digits
from app.window.i18n.numbers import plain
from app.window.theme import theme

LONGEST_NAME = 28


class BarPlot(Plot):
    """Horizontal bars, the first on top."""

    def __init__(self, title: str = "") -> None:
        self._bars: tuple[Bar, ...] = ()
        super().__init__(title)

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
        places = [float(-n) for n in range(len(self._bars))]
        most = max([max(b.value, b.high or 0.0, b.ghost or 0.0) for b in self._bars] + [1e-12])
        right = max(most * 1.05, self._reach())
        item.vb.setRange(xRange=(0.0, right), yRange=(places[-1] - 0.6, 0.6), padding=0)
        ticks = nice_ticks(0.0, most, max(2, self.width() // look.px(120)))
        digits = tick_digits(ticks)
        item.getAxis("bottom").setTicks([[(t, plain(t, digits)) for t in ticks]])
        item.getAxis("left").setTicks(
            [[(y, _short(b.label)) for y, b in zip(places, self._bars, strict=True)]]
        )
        item.addItem(
            self._library.BarGraphItem(
                x0=0.0,
                y=places,
                height=0.55,
                width=[b.value for b in self._bars],
                pens=[self.drawn(look.series(b.colour)) for b in self._bars],
                brushes=[look.series(b.colour) for b in self._bars],
            ),
            ignoreBounds=True,
        )
        self._bands(item, places)
        ghosts = dict.fromkeys(b.ghost for b in self._bars if b.ghost is not None)
        for ghost in ghosts:
            line = self._library.InfiniteLine(
                ghost, angle=90, pen=self.pen("text", 1, Qt.PenStyle.DashLine)
            )
            item.addItem(line, ignoreBounds=True)
        item.addItem(_Figures(self._bars, right), ignoreBounds=True)

    def _reach(self) -> float:
        """How far the scale has to go for the figures beside the bars to be seen whole."""
        look = theme()
        metrics = QFontMetrics(look.font(11))
        names = max(metrics.horizontalAdvance(_short(b.label)) for b in self._bars)
        room = max(self.width() - names - look.px(28), look.px(64))
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
            for y, b in zip(places, self._bars, strict=True)
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
        if not 0 <= row < len(self._bars):
            return ""
        return f"{self._bars[row].label}: {self._bars[row].text}"


class _Figures(QGraphicsItem):
    """What stands beside the bars, in one item: one each takes seconds for 500 scenarios."""

    def __init__(self, bars: Sequence[Bar], right: float) -> None:
        super().__init__()
        self._bars = bars
        self._box = QRectF(0.0, 0.5 - len(bars), right, float(len(bars)))
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)  # what is in view

    def boundingRect(self) -> QRectF:
        return self._box

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
