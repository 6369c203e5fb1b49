"""Two-parameter sweeps: a heat map with iso-lines, today's point and the switching points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QFontMetricsF

from app.window.charts.colour_bar import ColourBar
from app.window.charts.plots.base import Plot
from app.window.charts.plots.curves import _markup_free
from app.window.charts.scales import iso_lines, nice_ticks
from app.window.charts.series import printed
from app.window.i18n import tr
from app.window.theme import theme

# The ramp goes from near black to bright yellow: what lies on it is white with a black rim.
_INK, _RIM = QColor("#ffffff"), QColor("#000000")
_ISO_GROUND = QColor(0, 0, 0, 216)


class MapPlot(Plot):
    """Rows of y, columns of x; cell (column, row) is centred on those numbers."""

    def __init__(self, title: str = "") -> None:
        self._grid: tuple[tuple[float, ...], ...] = ()
        self._xs: tuple[str, ...] = ()
        self._ys: tuple[str, ...] = ()
        self._x_label = self._y_label = self._unit = ""
        self._today: tuple[float, float] | None = None
        self._binds: tuple[tuple[str, ...], ...] = ()
        super().__init__(title)
        self._bar = ColourBar()
        self._bar.hide()
        self._column.insertWidget(1, self._bar)

    def show_grid(
        self,
        grid: Sequence[Sequence[float]],
        xs: Sequence[str],
        ys: Sequence[str],
        *,
        x_label: str,
        y_label: str,
        unit: str = "",
        today: tuple[float, float] | None = None,
        binds: Sequence[Sequence[str]] = (),
    ) -> None:
        """Draw ``grid[y][x]``; ``binds`` names what binds in each cell (edges are drawn)."""
        self._grid = tuple(tuple(row) for row in grid)
        self._xs, self._ys = tuple(xs), tuple(ys)
        self._x_label, self._y_label, self._unit = x_label, y_label, unit
        self._today = today
        self._binds = tuple(tuple(row) for row in binds)
        flat = self._flat()
        if flat:
            self.describe(
                f"{x_label} × {y_label}: {printed(min(flat), unit)} … {printed(max(flat), unit)}"
            )
        self.redraw()

    def show_note(self, note: str) -> None:
        """Nothing to draw, and why."""
        self._grid = ()
        self._bar.hide()
        self.note = note
        self.describe(note)
        self.redraw()

    def _flat(self) -> list[float]:
        return [v for row in self._grid for v in row if math.isfinite(v)]

    def is_empty(self) -> bool:
        return not self._flat()

    def draw(self, item: Any) -> None:
        look = theme()
        flat = self._flat()
        low, high = min(flat), max(flat)
        wide, tall = len(self._xs), len(self._ys)
        item.vb.setRange(xRange=(-0.5, wide - 0.5), yRange=(-0.5, tall - 0.5), padding=0)
        self._image(item, low, high)
        roomy = wide * look.px(64) < self.width() and tall * look.px(22) < self.height()
        self._contours(item, low, high, named=not roomy)
        self._edges(item)
        if roomy:
            self._figures(item, low, high)
        if self._today is not None:
            for colour, width in ((_RIM, 6), (_INK, 2.5)):
                ring = self._library.ScatterPlotItem(
                    [self._today[0]],
                    [self._today[1]],
                    size=look.px(15),
                    pen=self.drawn(colour, width),
                    brush=QColor(0, 0, 0, 0),
                )
                item.addItem(ring, ignoreBounds=True)
        for side, names, room in (
            ("bottom", self._xs, self.width() // look.px(64)),
            ("left", self._ys, self.height() // look.px(22)),
        ):
            each = max(1, math.ceil(len(names) / max(room, 1)))
            axis = item.getAxis(side)
            axis.setTicks([[(float(n), t) for n, t in enumerate(names) if n % each == 0]])
        muted = look.color("muted").name()
        item.setLabel("bottom", _markup_free(self._x_label), color=muted)
        # Along the axis its name would be longer than the axis: it stands above, as it is read.
        metrics = QFontMetrics(look.font(12))
        above = metrics.elidedText(
            self._y_label, Qt.TextElideMode.ElideRight, max(self.width() - look.px(96), look.px(64))
        )
        item.setTitle(_markup_free(above), color=muted, size=f"{look.px(12)}px", justify="left")
        switches = len({name for row in self._binds for name in row}) > 1
        self._bar.show_range(
            low, high, self._unit, today=self._today is not None, switches=switches
        )
        self._bar.show()

    def _image(self, item: Any, low: float, high: float) -> None:
        import numpy as np

        look = theme()
        spread = (high - low) or 1.0
        nothing = look.color("sunken")
        pixels = np.empty((len(self._ys), len(self._xs), 3), dtype=np.ubyte)
        for row, values in enumerate(self._grid):
            for column, value in enumerate(values):
                found = math.isfinite(value)
                colour = look.utilization((value - low) / spread) if found else nothing
                pixels[row, column] = (colour.red(), colour.green(), colour.blue())
        image = self._library.ImageItem(pixels, axisOrder="row-major")
        image.setRect(QRectF(-0.5, -0.5, len(self._xs), len(self._ys)))
        item.addItem(image, ignoreBounds=True)

    def _contours(self, item: Any, low: float, high: float, *, named: bool) -> None:
        """Lines of equal figures; ``named`` where the cells have no room for figures."""
        look = theme()
        font = look.font(10)
        metrics = QFontMetricsF(font)
        # Cells to pixels, about: what the axes take is not known before they are laid out.
        across = max(self.width() - look.px(88), 1) / len(self._xs)
        down = max(self.height() - look.px(96), 1) / len(self._ys)
        xs: list[float] = []
        ys: list[float] = []
        marks: list[tuple[QRectF, str]] = []
        for level in nice_ticks(low, high, 6):
            parts = iso_lines(self._grid, level)
            for a, b in parts:
                xs += [a[0], b[0]]
                ys += [a[1], b[1]]
            if not (parts and named):
                continue
            text = printed(level, "")
            wide = (metrics.horizontalAdvance(text) + look.px(14)) / across
            tall = (metrics.height() + look.px(12)) / down
            # Near the middle of the line, where no other level's text stands yet.
            for a, b in sorted(parts, key=lambda p: abs(parts.index(p) - len(parts) // 2)):
                box = QRectF(0.0, 0.0, wide, tall)
                box.moveCenter(QPointF((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))
                if not any(box.intersects(other) for other, _ in marks):
                    marks.append((box, text))
                    break
        self._segments(item, xs, ys, Qt.PenStyle.SolidLine, 1.0)
        for box, text in marks:
            said = self._library.TextItem(text, color=_INK, fill=_ISO_GROUND, anchor=(0.5, 0.5))
            said.setFont(font)
            said.setPos(box.center())
            said.setZValue(1.0)  # above the edges, which are drawn later
            item.addItem(said, ignoreBounds=True)

    def _edges(self, item: Any) -> None:
        """Lines where another resource starts to bind: the switching points."""
        xs: list[float] = []
        ys: list[float] = []
        for row, names in enumerate(self._binds):
            for column, name in enumerate(names):
                if column + 1 < len(names) and names[column + 1] != name:
                    xs += [column + 0.5, column + 0.5]
                    ys += [row - 0.5, row + 0.5]
                if row + 1 < len(self._binds) and self._binds[row + 1][column] != name:
                    xs += [column - 0.5, column + 0.5]
                    ys += [row + 0.5, row + 0.5]
        self._segments(item, xs, ys, Qt.PenStyle.DashLine, 2.0)

    def _segments(
        self, item: Any, xs: list[float], ys: list[float], style: Qt.PenStyle, width: float
    ) -> None:
        if not xs:
            return
        import numpy as np

        for pen in (self.drawn(_RIM, width + 2.0), self.drawn(_INK, width, style)):
            lines = self._library.PlotCurveItem(
                np.array(xs), np.array(ys), connect="pairs", pen=pen
            )
            item.addItem(lines, ignoreBounds=True)

    def _figures(self, item: Any, low: float, high: float) -> None:
        look = theme()
        spread = (high - low) or 1.0
        for row, values in enumerate(self._grid):
            for column, value in enumerate(values):
                if math.isfinite(value):
                    ink = look.ink(look.utilization((value - low) / spread))
                    said = self._library.TextItem(printed(value, ""), color=ink, anchor=(0.5, 0.5))
                    said.setFont(theme().font(11))
                    said.setPos(column, row)
                    item.addItem(said, ignoreBounds=True)

    def explain(self, point: Any) -> str:
        column, row = round(point.x()), round(point.y())
        if not (0 <= row < len(self._ys) and 0 <= column < len(self._xs)):
            return ""
        said = (
            f"{self._x_label} {self._xs[column]}, {self._y_label} {self._ys[row]}: "
            f"{printed(self._grid[row][column], self._unit)}"
        )
        bound = self._binds[row][column] if self._binds else ""
        return said + ("\n" + tr("bound by {name}", name=bound) if bound else "")
