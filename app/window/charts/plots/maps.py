"""Two-parameter sweeps: a heat map with iso-lines, today's point and the switching points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from app.window.charts.base import fine
from app.window.charts.plots.base import Plot
from app.window.charts.plots.curves import _markup_free
from app.window.charts.scales import iso_lines, nice_ticks
from app.window.charts.series import printed
from app.window.theme import theme

# The ramp is the same in every theme, and so are the colours that stand out from it.
_MARK, _ISO = QColor("#b3261e"), QColor("#ffffff")


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
        self._contours(item, low, high)
        self._edges(item)
        if wide * look.px(64) < self.width() and tall * look.px(22) < self.height():
            self._figures(item, low, high)
        if self._today is not None:
            ring = self._library.ScatterPlotItem(
                [self._today[0]],
                [self._today[1]],
                size=look.px(15),
                pen=fine(_MARK, 3),
                brush=QColor(0, 0, 0, 0),
            )
            item.addItem(ring, ignoreBounds=True)
        for side, names, text, room in (
            ("bottom", self._xs, self._x_label, self.width() // look.px(64)),
            ("left", self._ys, self._y_label, self.height() // look.px(22)),
        ):
            each = max(1, math.ceil(len(names) / max(room, 1)))
            axis = item.getAxis(side)
            axis.setTicks([[(float(n), t) for n, t in enumerate(names) if n % each == 0]])
            item.setLabel(side, _markup_free(text), color=look.color("muted").name())
        self._head.setText(
            f"{self.title}   {printed(low, self._unit)} … {printed(high, self._unit)}"
        )

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

    def _contours(self, item: Any, low: float, high: float) -> None:
        xs: list[float] = []
        ys: list[float] = []
        for level in nice_ticks(low, high, 6):
            for a, b in iso_lines(self._grid, level):
                xs += [a[0], b[0]]
                ys += [a[1], b[1]]
        self._segments(item, xs, ys, _ISO)

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
        self._segments(item, xs, ys, _MARK)

    def _segments(self, item: Any, xs: list[float], ys: list[float], colour: QColor) -> None:
        if xs:
            import numpy as np

            lines = self._library.PlotCurveItem(
                np.array(xs), np.array(ys), connect="pairs", pen=fine(colour)
            )
            item.addItem(lines, ignoreBounds=True)

    def _figures(self, item: Any, low: float, high: float) -> None:
        spread = (high - low) or 1.0
        for row, values in enumerate(self._grid):
            for column, value in enumerate(values):
                if math.isfinite(value):
                    light = (value - low) / spread > 0.5
                    said = self._library.TextItem(
                        printed(value, ""), color="k" if light else "w", anchor=(0.5, 0.5)
                    )
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
        return said + (f"\n{self._binds[row][column]}" if self._binds else "")
