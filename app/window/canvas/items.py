"""Graphics items: boxes and links. They paint what they are told; they know no document."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import ceil

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QStaticText,
)
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.window.canvas.faces import Face
from app.window.canvas.layout import HEADER_H, Box
from app.window.i18n import tr
from app.window.theme import Theme

CHIP_W, CHIP_H = 52.0, 22.0
GHOST_W = 86.0
LABEL_STEP = 8.0
PORT_R = 6.0
FAR, MIDDLE = 0.4, 0.55


class Style:
    """Pens, brushes, fonts and icons of the theme, made once per theme."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        width = theme.tokens.line_px
        self.surface = QBrush(theme.color("surface"))
        self.container = (QBrush(theme.color("raised")), QBrush(theme.color("window")))
        self.sunken = QBrush(theme.color("sunken"))
        self.far = QBrush(theme.color("border_strong"))
        self.border = _pen(theme.color("border_strong"), width)
        self.soft = _pen(theme.color("border"), width)
        self.text = _pen(theme.color("text"), 1)
        self.muted = _pen(theme.color("muted"), 1)
        self.ghost = _pen(theme.color("ghost"), 1)
        self.selected = _pen(theme.color("accent"), 2.5)
        self.bad = _pen(theme.color("bad"), 3)
        self.bad_fill = QBrush(theme.color("bad"))
        self.on_bad = _pen(theme.color("window"), 1)
        self.good = _pen(theme.color("good"), 2.5)
        self.good_fill = QBrush(theme.color("good"))
        self.accent_fill = QBrush(theme.color("accent"))
        self.accent_soft = QBrush(theme.color("accent_soft"))
        self.added = _pen(theme.color("accent"), 1.5, Qt.PenStyle.DashLine)
        self.links = {
            "member": _pen(theme.color("border_strong"), 1.2, Qt.PenStyle.DotLine),
            "uses": _pen(theme.color("border_strong"), 1.6),
            "coupled": _pen(theme.color("border_strong"), 1.4, Qt.PenStyle.DashLine),
        }
        self.link = _pen(theme.color("border_strong"), 1.4)
        self.link_selected = _pen(theme.color("accent"), 2.5)
        self.title_font = _font(theme, 13, bold=True)
        self.small_font = _font(theme, 11)
        self.figure_font = _font(theme, 12, bold=True)
        self.title_metrics = QFontMetricsF(self.title_font)
        self.small_metrics = QFontMetricsF(self.small_font)
        self._icons: dict[str, QPixmap] = {}
        self._chips: dict[int, tuple[QBrush, QPen]] = {}
        self.bottleneck = tr("BOTTLENECK")

    def icon(self, name: str) -> QPixmap:
        """An icon at twice its drawn size, for zooming in."""
        found = self._icons.get(name)
        if found is None:
            found = self._icons[name] = self.theme.pixmap(name, 18, "muted", 3.0)
        return found

    def chip(self, level: float) -> tuple[QBrush, QPen]:
        """Fill and text pen for a utilisation, in steps of one per cent."""
        key = round(min(max(level, 0.0), 1.0) * 100)
        found = self._chips.get(key)
        if found is None:
            colour = self.theme.utilization(key / 100.0)
            found = self._chips[key] = (QBrush(colour), _pen(self.theme.ink(colour), 1))
        return found


def _pen(colour: QColor, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    pen = QPen(colour, width, style)
    pen.setCosmetic(False)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    return pen


def _font(theme: Theme, pixels: int, *, bold: bool = False) -> QFont:
    # The canvas zooms: its fonts are in canvas units, whatever the text scale.
    font = theme.font(pixels, bold=bold)
    font.setPixelSize(pixels)
    return font


class NodeItem(QGraphicsItem):
    """A box: a leaf, or an open container with a header."""

    def __init__(self, box: Box, face: Face, style: Style) -> None:
        super().__init__()
        self.component = box.id
        self.box = box
        self.face = face
        self.style = style
        self.offset = (0.0, 0.0)
        self.chosen = False
        self.hovered = False
        self.target = ""  # "valid", "invalid" or "" while a link or a box is dragged
        self.port = False
        self._texts: dict[str, tuple[tuple[str, float], QStaticText]] = {}
        self.setAcceptHoverEvents(False)
        self.setZValue(box.depth * 10.0)
        self.setPos(box.x, box.y)

    def set_box(self, box: Box) -> None:
        """Another place or size."""
        if (box.w, box.h) != (self.box.w, self.box.h):
            self.prepareGeometryChange()
            self._texts.clear()
        self.box = box
        self.setPos(box.x + self.offset[0], box.y + self.offset[1])
        self.setZValue(box.depth * 10.0 + (500.0 if self.offset != (0.0, 0.0) else 0.0))

    def shift(self, dx: float, dy: float) -> None:
        """Show the box moved while it is being dragged."""
        self.offset = (dx, dy)
        self.set_box(self.box)

    def set_style(self, style: Style) -> None:
        """Another theme."""
        self.style = style
        self._texts.clear()

    def boundingRect(self) -> QRectF:
        return QRectF(-10.0, -20.0, self.box.w + 20.0, self.box.h + 30.0)

    def shape(self) -> QPainterPath:
        path = QPainterPath()
        path.addRect(QRectF(0.0, 0.0, self.box.w, self.box.h))
        return path

    @property
    def has_chip(self) -> bool:
        """Whether the box shows a utilisation."""
        return bool(self.face.figure) and self.face.utilization is not None

    def chip_rect(self) -> QRectF:
        """Where the utilisation stands, in scene coordinates."""
        x, y = self.pos().x(), self.pos().y()
        return QRectF(x + self.box.w - CHIP_W - 8.0, y + 8.0, CHIP_W, CHIP_H)

    def port_at(self) -> QPointF:
        """Where links are drawn from, in scene coordinates."""
        return QPointF(self.pos().x() + self.box.w, self.pos().y() + self.box.h / 2)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        del widget
        detail = option.levelOfDetailFromTransform(painter.worldTransform())
        rect = QRectF(0.0, 0.0, self.box.w, self.box.h)
        style, face = self.style, self.face
        if self.box.open:
            painter.setPen(style.border if self.box.depth else style.soft)
            painter.setBrush(style.container[self.box.depth % 2])
            painter.drawRect(rect)
        elif detail < FAR:
            # So far away a box is a patch of colour: one in that of the ground would be gone.
            fill = style.far if face.utilization is None else style.chip(face.utilization)[0]
            painter.setPen(style.soft)
            painter.setBrush(fill)
            painter.drawRect(rect)
        else:
            painter.setPen(style.border)
            painter.setBrush(style.surface)
            painter.drawRect(rect)
        if detail >= FAR or (self.box.open and detail >= FAR / 2):
            self._paint_face(painter, detail)
        self._paint_state(painter, rect, detail)

    def _paint_face(self, painter: QPainter, detail: float) -> None:
        style, face = self.style, self.face
        has_chip = bool(face.figure)
        room = self.box.w - 40.0 - (CHIP_W + 8.0 if has_chip else 8.0)
        if face.ghost and self.box.open and detail >= MIDDLE:
            room -= GHOST_W
        top = 10.0 if self.box.open or not self._second_line(detail) else 9.0
        if detail >= MIDDLE or self.box.open:
            painter.drawPixmap(QPointF(12.0, top + 1.0), style.icon(face.icon))
        painter.setFont(style.title_font)
        painter.setPen(style.text)
        title = face.title
        if self.box.open:
            title = f"{face.title}  ·  {face.subtitle}"
        painter.drawStaticText(QPointF(38.0, top), self._text("title", title, room))
        if self._second_line(detail) and not self.box.open:
            painter.setFont(style.small_font)
            painter.setPen(style.muted)
            subtitle = face.subtitle
            if self.box.hidden:
                subtitle += "  ·  " + tr("{n} parts", n=self.box.hidden)
            painter.drawStaticText(QPointF(12.0, 33.0), self._text("sub", subtitle, room + 20.0))
        if has_chip and face.utilization is not None:
            fill, ink = style.chip(face.utilization)
            chip = QRectF(self.box.w - CHIP_W - 8.0, 8.0, CHIP_W, CHIP_H)
            painter.fillRect(chip, fill)
            if style.theme.high_contrast:
                painter.setPen(style.border)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(chip)
            painter.setFont(style.figure_font)
            painter.setPen(ink)
            painter.drawText(chip, int(Qt.AlignmentFlag.AlignCenter), face.figure)
        if face.ghost and detail >= MIDDLE:
            painter.setFont(style.small_font)
            painter.setPen(style.ghost)
            align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            if self.box.open:
                # Beside the figure, or in its place where there is none.
                end = self.box.w - 8.0 - (CHIP_W + 6.0 if has_chip else 0.0)
                where = QRectF(end - GHOST_W, 8.0, GHOST_W, CHIP_H)
            else:
                where = QRectF(self.box.w - GHOST_W - 8.0, 33.0, GHOST_W, 18.0)
            painter.drawText(where, int(align), face.ghost)

    def _second_line(self, detail: float) -> bool:
        return detail >= MIDDLE

    def _paint_state(self, painter: QPainter, rect: QRectF, detail: float) -> None:
        style, face = self.style, self.face
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if face.mark == "added":
            painter.setPen(style.added)
            painter.drawRect(rect.adjusted(3, 3, -3, -3))
        elif face.mark == "changed":
            painter.fillRect(QRectF(0.0, 0.0, 5.0, min(rect.height(), HEADER_H)), style.accent_fill)
        if face.bottleneck:
            painter.setPen(style.bad)
            painter.drawRect(rect)
            if detail >= FAR:
                painter.setFont(style.small_font)
                width = style.small_metrics.horizontalAdvance(style.bottleneck) + 12.0
                tag = QRectF(-1.5, -18.0, width, 18.0)
                painter.fillRect(tag, style.bad_fill)
                painter.setPen(style.on_bad)
                painter.drawText(tag, int(Qt.AlignmentFlag.AlignCenter), style.bottleneck)
        if self.chosen:
            painter.setPen(style.selected)
            painter.drawRect(rect.adjusted(-3, -3, 3, 3))
        if self.target == "valid":
            painter.setPen(style.good)
            painter.drawRect(rect.adjusted(-2, -2, 2, 2))
        if self.port:
            painter.setPen(style.selected)
            painter.setBrush(style.surface)
            painter.drawEllipse(QPointF(rect.right(), rect.center().y()), PORT_R, PORT_R)

    def _text(self, key: str, text: str, room: float) -> QStaticText:
        found = self._texts.get(key)
        if found is not None and found[0] == (text, room):
            return found[1]
        metrics = self.style.title_metrics if key == "title" else self.style.small_metrics
        short = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        made = QStaticText(short)
        made.setTextFormat(Qt.TextFormat.PlainText)
        self._texts[key] = ((text, room), made)
        return made


class LinkItem(QGraphicsItem):
    """An orthogonal link with what runs over it."""

    def __init__(self, link_id: str, kind: str, style: Style) -> None:
        super().__init__()
        self.link = link_id
        self.kind = kind
        self.style = style
        self.label = ""
        self.chosen = False
        self.points: tuple[tuple[float, float], ...] = ()
        self._crossed: list[NodeItem] = []
        self.obstacles: Callable[[QRectF], list[QRectF]] = lambda _area: []
        self._label_at: tuple[float, QRectF] | None = None
        self._polygon: list[QPointF] = []
        self._bounds = QRectF()
        self.setZValue(200.0)

    def set_points(self, points: tuple[tuple[float, float], ...]) -> None:
        """Another route; boxes may have moved even where it is the same."""
        self._label_at = None
        if points == self.points:
            return
        self.prepareGeometryChange()
        self.points = points
        self._polygon = [QPointF(x, y) for x, y in points]
        xs, ys = [p[0] for p in points] or [0.0], [p[1] for p in points] or [0.0]
        self._bounds = QRectF(
            min(xs) - 60.0, min(ys) - 14.0, max(xs) - min(xs) + 120.0, max(ys) - min(ys) + 28.0
        )

    def boundingRect(self) -> QRectF:
        return self._bounds

    def set_headers(self, headers: Iterable[NodeItem]) -> None:
        """The containers around the ends, some of whose figures the route may run over."""
        parts = [
            QRectF(a, b).normalized().adjusted(-0.5, -0.5, 0.5, 0.5)
            for a, b in zip(self._polygon, self._polygon[1:], strict=False)
        ]
        self._crossed = [
            node for node in headers if any(node.chip_rect().intersects(part) for part in parts)
        ]

    def chips_crossed(self) -> list[QRectF]:
        """Figures in those headers that the route runs over, in scene coordinates."""
        return [node.chip_rect() for node in self._crossed if node.has_chip]

    def label_rect(self, width: float) -> QRectF:
        """Where the label stands: on the route, clear of boxes where there is such a place.

        The middle of the longest level part comes first, then places along all parts, of which
        the one that covers least of any box is taken. Figures of similar width keep their place.
        """
        if self._label_at is not None and 0.0 <= self._label_at[0] - width < LABEL_STEP:
            return self._label_at[1]
        width = LABEL_STEP * ceil(width / LABEL_STEP)
        parts = sorted(
            zip(self._polygon, self._polygon[1:], strict=False),
            key=lambda s: 0.2 * abs(s[0].y() - s[1].y()) - abs(s[0].x() - s[1].x()),
        )
        boxes = self.obstacles(self._bounds)
        best: tuple[float, QRectF] | None = None
        for a, b in parts:
            for share in (0.5, 0.35, 0.65, 0.2, 0.8, 0.05, 0.95):
                middle = a + (b - a) * share
                place = QRectF(middle.x() - width / 2, middle.y() - 8.0, width, 16.0)
                met = (place & box for box in boxes)
                covered = sum(r.width() * r.height() for r in met)
                if best is None or covered < best[0]:
                    best = (covered, place)
            if best is not None and best[0] == 0.0:
                break
        assert best is not None
        self._label_at = (width, best[1])
        return best[1]

    def shape(self) -> QPainterPath:
        path = QPainterPath()
        for a, b in zip(self._polygon, self._polygon[1:], strict=False):
            path.addRect(QRectF(a, b).normalized().adjusted(-4, -4, 4, 4))
        return path

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        del widget
        if len(self._polygon) < 2:
            return
        style = self.style
        painter.setPen(
            style.link_selected if self.chosen else style.links.get(self.kind, style.link)
        )
        under = self.chips_crossed()
        if under:
            # A route may cross the header of a container around its end, but not its figure.
            painter.save()
            seen = QPainterPath()
            seen.addRect(self._bounds)
            for chip in under:
                hidden = QPainterPath()
                hidden.addRect(chip)
                seen -= hidden
            painter.setClipPath(seen, Qt.ClipOperation.IntersectClip)
            painter.drawPolyline(self._polygon)
            painter.restore()
        else:
            painter.drawPolyline(self._polygon)
        detail = option.levelOfDetailFromTransform(painter.worldTransform())
        if detail < FAR:
            return
        end = self._polygon[-1]
        painter.fillRect(QRectF(end.x() - 3.0, end.y() - 3.0, 6.0, 6.0), painter.pen().color())
        if not self.label or detail < MIDDLE:
            return
        place = self.label_rect(style.small_metrics.horizontalAdvance(self.label) + 8.0)
        painter.fillRect(place, style.container[1])
        painter.setFont(style.small_font)
        painter.setPen(style.text)
        painter.drawText(place, int(Qt.AlignmentFlag.AlignCenter), self.label)
