"""Paints boxes and links of the canvas, of one look all at once, whatever Qt's items would cost.

With 500 components far away a frame is a few hundred rectangles and lines: Qt draws those of one
pen and brush in one call, where a call for each takes Python longer than the drawing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPen

from app.window.canvas import distant
from app.window.canvas.items import FAR, LinkItem, NodeItem
from app.window.theme import theme

ENDS_FROM = 0.4
"""From which scale the ends of links are more than a dot."""
STILL = (0.0, 0.0)


def paint(
    painter: QPainter,
    seen: Sequence[NodeItem],
    lines: Collection[LinkItem],
    nodes: Iterable[NodeItem],
    detail: float,
) -> None:
    """Boxes from the outermost to the innermost, links, tags, labels, and what is dragged.

    ``nodes`` are all boxes there are: where names over them stand does not rest on which of them
    are painted.
    """
    dragged = [node for node in seen if node.offset != STILL]
    still = [n for n in seen if n.offset == STILL] if dragged else seen
    _boxes(painter, still, detail)
    _routes(painter, lines, detail)
    for node in still:
        node.paint_tags(painter, detail)
    if detail >= FAR:
        for link in lines:
            link.paint_label(painter)
    if detail < FAR:
        for node in still:
            node.paint_far_stay(painter, detail)
        distant.paint_names(painter, [n for n in nodes if n.offset == STILL], detail)
    _boxes(painter, dragged, detail)
    for node in dragged:
        node.paint_tags(painter, detail)


def _boxes(painter: QPainter, nodes: Collection[NodeItem], detail: float) -> None:
    levels: dict[int, list[NodeItem]] = {}
    for node in nodes:
        levels.setdefault(node.box.depth, []).append(node)
    for depth in sorted(levels):
        # What stands beside each other may be painted in any order.
        alike: dict[tuple[int, int], tuple[QPen, QBrush, list[QRectF]]] = {}
        for node in levels[depth]:
            pen, brush = node.ground(detail)
            alike.setdefault((id(pen), id(brush)), (pen, brush, []))[2].append(node.rect)
        for pen, brush, places in alike.values():
            painter.setPen(pen)
            painter.setBrush(brush)
            painter.drawRects(places)
        if detail < FAR:
            distant.paint(painter, levels[depth], detail)
        for node in levels[depth]:
            if detail >= FAR:
                node.paint_face(painter)
            node.paint_state(painter, detail)


def _routes(painter: QPainter, links: Collection[LinkItem], detail: float) -> None:
    painter.setBrush(QBrush())
    for link in links:
        if link.passed:
            painter.setPen(link.style.passage(link.passed))
            painter.drawPolyline(link.line)
    alike: dict[int, tuple[QPen, list[LinkItem]]] = {}
    for link in links:
        pen = link.pen
        alike.setdefault(id(pen), (pen, []))[1].append(link)
    for pen, those in alike.values():
        painter.setPen(pen)
        painter.setBrush(QBrush())
        route = QPainterPath()
        for link in those:
            route.addPolygon(link.line)
        painter.drawPath(route)
        if detail >= ENDS_FROM:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(pen.color())
            ends = QPainterPath()
            # Arrows to one box may lie on each other.
            ends.setFillRule(Qt.FillRule.WindingFill)
            for link in those:
                ends.addPolygon(link.end)
            painter.drawPath(ends)
    # A route may cross the header of a container around its end, but not its figure.
    crossed = {node.component: node for link in links for node in link.crossed}.values()
    if detail < FAR:
        distant.paint(painter, crossed, detail)
        return
    for node in crossed:
        node.paint_chip(painter, node.chip_rect())


def paint_saying(painter: QPainter, saying: str, pointer: QPoint, room: QRect) -> None:
    """Why a target is refused, beside the pointer, below what is dragged, inside the view."""
    look = theme()
    painter.save()
    painter.resetTransform()
    painter.setFont(look.font(12))
    pad = look.px(8)
    widest = QRect(0, 0, min(look.px(320), room.width() - 2 * pad), room.height())
    flags = int(Qt.TextFlag.TextWordWrap)
    place = painter.boundingRect(widest, flags, saying).adjusted(-pad, -pad, pad, pad)
    place.moveTopLeft(pointer + QPoint(look.px(16), look.px(36)))
    place.moveRight(min(place.right(), room.right()))
    if place.bottom() > room.bottom():
        place.moveBottom(pointer.y() - pad)
    painter.setPen(QPen(look.color("bad"), 1.5))
    painter.setBrush(look.color("surface"))
    painter.drawRect(place)
    painter.setPen(look.color("text"))
    painter.drawText(place.adjusted(pad, pad, -pad, -pad), flags, saying)
    painter.restore()
