"""Horizontal bars with ghosts and bands, and stacked bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter

from app.window.charts.base import Chart, fine, haloed
from app.window.theme import theme


@dataclass(frozen=True)
class Bar:
    """One bar: ``text`` stands beside it, ``ghost`` is the value before, ``ramp`` colours it."""

    label: str
    value: float
    text: str
    low: float | None = None
    high: float | None = None
    ghost: float | None = None
    ramp: bool = False
    strong: bool = False
    colour: int = 0


class BarChart(Chart):
    """Bars from zero, one under the other; what does not fit is counted in the last line."""

    def __init__(self, title: str = "", *, maximum: float | None = None) -> None:
        super().__init__(title)
        self._bars: tuple[Bar, ...] = ()
        self._maximum = maximum

    def show_bars(self, bars: Sequence[Bar], note: str = "") -> None:
        """Draw these bars."""
        self._bars = tuple(bars)
        self.note = note
        self.describe("; ".join(f"{b.label}: {b.text}" for b in self._bars) or note)
        self.updateGeometry()
        self.update()

    def is_empty(self) -> bool:
        return not self._bars

    def sizeHint(self) -> QSize:
        px = theme().px
        return QSize(px(320), px(34) + px(22) * max(len(self._bars), 3))

    def draw(self, painter: QPainter, area: QRectF) -> None:
        look = theme()
        px = look.px
        painter.setFont(look.font(11))
        metrics = painter.fontMetrics()
        pitch = px(22)
        room = max(1, int(area.height() // pitch))
        shown = self._bars[:room]
        names = min(
            max(metrics.horizontalAdvance(b.label) for b in shown) + px(8), int(area.width() * 0.4)
        )
        figures = max(metrics.horizontalAdvance(b.text) for b in shown) + px(12)
        width = area.width() - names - figures
        top_value = self._maximum or max(
            [max(b.value, b.ghost or 0.0, b.high or 0.0) for b in self._bars] + [1e-12]
        )
        if width < 10:
            return
        for row, bar in enumerate(shown):
            y = area.top() + row * pitch
            painter.setPen(look.color("bad" if bar.strong else "text"))
            painter.drawText(
                QRectF(area.left(), y, names - px(6), pitch),
                int(_LEFT),
                metrics.elidedText(bar.label, Qt.TextElideMode.ElideRight, int(names - px(6))),
            )
            left = area.left() + names

            def at(value: float, left: float = left) -> float:
                return left + min(max(value / top_value, 0.0), 1.0) * width

            rail = QRectF(left, y + px(6), width, pitch - px(12))
            painter.fillRect(rail, look.color("sunken"))
            colour = look.utilization(bar.value) if bar.ramp else look.series(bar.colour)
            painter.fillRect(QRectF(left, rail.top(), at(bar.value) - left, rail.height()), colour)
            if bar.ramp or look.high_contrast:
                painter.setPen(fine(look.color("border_strong")))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(QRectF(left, rail.top(), at(bar.value) - left, rail.height()))
            lines: list[QLineF] = []
            if bar.low is not None and bar.high is not None and bar.high > bar.low:
                middle = rail.center().y()
                lines.append(QLineF(at(bar.low), middle, at(bar.high), middle))
                lines += [
                    QLineF(at(end), middle - px(3), at(end), middle + px(3))
                    for end in (bar.low, bar.high)
                ]
            haloed(painter, lines)
            if bar.ghost is not None:
                x = at(bar.ghost)
                haloed(painter, [QLineF(x, y + px(3), x, y + pitch - px(3))], 2)
            painter.setPen(look.color("bad" if bar.strong else "text"))
            painter.drawText(
                QRectF(left + width + px(6), y, figures - px(6), pitch), int(_LEFT), bar.text
            )


class StackChart(Chart):
    """A few stacked bars over the same parts, with a legend: where the response time goes."""

    def __init__(self, title: str = "") -> None:
        super().__init__(title)
        self._rows: tuple[tuple[str, Mapping[str, float], str], ...] = ()
        self._parts: tuple[str, ...] = ()
        self._below = ""

    def show_rows(
        self, rows: Sequence[tuple[str, Mapping[str, float], str]], note: str = "", below: str = ""
    ) -> None:
        """Draw rows of (label, value by part, total as text); ``below`` is said under them."""
        self._rows = tuple(rows)
        self.note, self._below = note, below
        size: dict[str, float] = {}
        for _, parts, _ in self._rows:
            for name, value in parts.items():
                size[name] = max(size.get(name, 0.0), value)
        # By the first row, what it is compared with: place and colour of a part stay while the
        # other rows change.
        first = self._rows[0][1] if self._rows else {}
        self._parts = tuple(
            sorted((n for n in size if size[n] > 0), key=lambda n: (-first.get(n, 0.0), -size[n]))
        )
        said = (
            "; ".join(
                f"{name} {total}: "
                + ", ".join(
                    f"{p} {100 * v / max(sum(parts.values()), 1e-12):.0f} %"
                    for p, v in parts.items()
                )
                for name, parts, total in self._rows
            )
            or note
        )
        self.describe(f"{said}. {below}" if below else said)
        self.update()

    def is_empty(self) -> bool:
        return not self._rows or not self._parts

    def draw(self, painter: QPainter, area: QRectF) -> None:
        look = theme()
        px = look.px
        painter.setFont(look.font(11))
        metrics = painter.fontMetrics()
        names = max(metrics.horizontalAdvance(r[0]) for r in self._rows) + px(8)
        names = min(names, int(area.width() * 0.35))
        figures = max(metrics.horizontalAdvance(r[2]) for r in self._rows) + px(12)
        width = area.width() - names - figures
        top_value = max(sum(r[1].values()) for r in self._rows) or 1.0
        pitch = px(26)
        for row, (name, parts, total) in enumerate(self._rows):
            y = area.top() + row * pitch
            painter.setPen(look.color("text"))
            painter.drawText(
                QRectF(area.left(), y, names - px(6), pitch),
                int(_LEFT),
                metrics.elidedText(name, Qt.TextElideMode.ElideRight, int(names - px(6))),
            )
            x = area.left() + names
            for place, part in enumerate(self._parts):
                length = parts.get(part, 0.0) / top_value * width
                box = QRectF(x, y + px(4), length, pitch - px(8))
                painter.fillRect(box, self._colour(place))
                if length > 1.5:
                    painter.setPen(fine(look.color("surface")))
                    painter.drawLine(box.topRight(), box.bottomRight())
                x += length
            painter.setPen(look.color("text"))
            painter.drawText(QRectF(x + px(6), y, figures, pitch), int(_LEFT), total)
        y = self._legend(painter, area, area.top() + len(self._rows) * pitch + px(8))
        if self._below:
            painter.setPen(look.color("text"))
            room = QRectF(area.left(), y, area.width(), area.bottom() + px(6) - y)
            painter.drawText(room, int(Qt.TextFlag.TextWordWrap), self._below)

    @staticmethod
    def _colour(place: int) -> QColor:
        colour = theme().series(place)
        if place >= 7:
            colour = colour.darker(150)
        return colour

    def _legend(self, painter: QPainter, area: QRectF, y: float) -> float:
        """The parts by colour; where what follows begins."""
        look = theme()
        px = look.px
        metrics = painter.fontMetrics()
        x = area.left()
        for place, part in enumerate(self._parts):
            width = metrics.horizontalAdvance(part) + px(28)
            if x + width > area.right() and x > area.left():
                x, y = area.left(), y + px(18)
            if y + px(16) > area.bottom() + px(4):
                return y
            painter.fillRect(QRectF(x, y + px(3), px(10), px(10)), self._colour(place))
            painter.setPen(look.color("muted"))
            painter.drawText(QRectF(x + px(14), y, width, px(16)), int(_LEFT), part)
            x += width
        return y + px(20)


_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
