"""Boxes and links as they are painted: what they are told; they know no document.

They are no items of Qt's graphics view: it calls Python for each of them several times a frame and
keeps an index of its own, which crashes where a place changes behind its back. Boxes are found by
the layout anyway, and :mod:`app.window.canvas.painting` paints them all at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import ceil

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPen, QPolygonF, QStaticText

from app.window.canvas.faces import Face
from app.window.canvas.layout import GAP, HEADER_H, Box
from app.window.canvas.style import Style
from app.window.i18n import several
from app.window.i18n.numbers import percent, projected

CHIP_W, CHIP_H = 52.0, 22.0
GHOST_H, GHOST_PAD = 17.0, 8.0
LABEL_STEP = 8.0
LABEL_H = 16.0
LABEL_SHARES = (0.5, 0.35, 0.65, 0.2, 0.8, 0.05, 0.95)
"""Where along a part of its route a label may stand."""
PORT_R = 6.0
GAP_R = 9.0
LEVEL_H = 4.0
STAY_TOP, STAY_H, STAY_THIN = 31.0, 17.0, 3.0
"""Where in a box its part of the response time stands, how high, and how high in a header."""
STAY_SMALL = 6.0
"""The same on a box that is a patch of colour only."""
TAG_H = GAP - 2.0
FAR = 0.5
"""Below this scale a box's own texts are too small: see :mod:`app.window.canvas.distant`."""
END_L, END_W = 8.0, 4.0
"""How long the arrow is in which a link ends, and half how wide."""
SIDE, ABOVE = 10.0, 20.0
"""How far a box is painted beyond its rectangle: at its sides and below it, and above."""


class NodeItem:
    """A box: a leaf, or an open container with a header."""

    def __init__(self, box: Box, face: Face, style: Style) -> None:
        self.component = box.id
        self.box = box
        self.face = face
        self.style = style
        self.offset = (0.0, 0.0)
        self.chosen = False
        self.target = ""  # "valid", "invalid" or "" while a link or a box is dragged
        self.port = False
        self.area = QRectF()
        """All that is painted of it, in scene coordinates."""
        self._texts: dict[str, tuple[tuple[str, float], QStaticText]] = {}
        self.set_box(box)

    def set_box(self, box: Box) -> None:
        """Another place or size."""
        if (box.w, box.h) != (self.box.w, self.box.h):
            self._texts.clear()
        self.box = box
        x, y = box.x + self.offset[0], box.y + self.offset[1]
        self.rect = QRectF(x, y, box.w, box.h)
        self.area = self.rect.adjusted(-SIDE, -ABOVE, SIDE, SIDE)

    def shift(self, dx: float, dy: float) -> None:
        """Show the box moved while it is being dragged."""
        self.offset = (dx, dy)
        self.set_box(self.box)

    def set_style(self, style: Style) -> None:
        """Another theme."""
        self.style = style
        self._texts.clear()

    def tag_rect(self) -> QRectF:
        """Where it says that this binds: on the upper edge, within the gap to the next box."""
        width = self.style.small_metrics.horizontalAdvance(self.style.bottleneck) + 12.0
        return QRectF(-1.5, -TAG_H, width, TAG_H)

    def gap_rect(self) -> QRectF:
        """Where the number of missing values stands: on the left edge, below where links end."""
        middle = HEADER_H / 2 + GAP_R if self.box.open else self.box.h - GAP_R
        return QRectF(-GAP_R, middle - GAP_R, 2 * GAP_R, 2 * GAP_R)

    @property
    def has_chip(self) -> bool:
        """Whether the box shows a utilisation."""
        return bool(self.face.figure) and self.face.utilization is not None

    def chip_rect(self) -> QRectF:
        """Where the utilisation stands, in scene coordinates."""
        return QRectF(self.rect.right() - CHIP_W - 8.0, self.rect.y() + 8.0, CHIP_W, CHIP_H)

    def port_at(self) -> QPointF:
        """Where links are drawn from, in scene coordinates."""
        return QPointF(self.rect.right(), self.rect.center().y())

    @property
    def marked(self) -> bool:
        """Whether anything is painted over the box beside its face."""
        face = self.face
        return bool(self.chosen or self.target or face.bottleneck or face.mark)

    @property
    def look(self) -> tuple[object, ...]:
        """All that it is painted by, beside the style."""
        return self.box, self.area, self.face, self.chosen, self.target, self.port

    def ground(self, detail: float) -> tuple[QPen, QBrush]:
        """Pen and brush of the empty box."""
        style = self.style
        if self.box.open:
            return style.border if self.box.depth else style.soft, style.container[
                self.box.depth % 2
            ]
        if detail < FAR:
            # So far away a box is a patch of colour: one in that of the ground would be gone.
            level = self.face.utilization
            return style.soft, style.far if level is None else style.chip(level)[0]
        return style.border, style.surface

    def paint_face(self, painter: QPainter) -> None:
        """Icon, name and figures, where they can be read."""
        painter.translate(self.rect.topLeft())
        self._paint_face(painter)
        painter.translate(-self.rect.topLeft())

    def paint_state(self, painter: QPainter, detail: float) -> None:
        """Frames and stripes that mark the box: changed, bottleneck, selection."""
        if self.marked:
            painter.translate(self.rect.topLeft())
            self._paint_state(painter, QRectF(0.0, 0.0, self.box.w, self.box.h))
            painter.translate(-self.rect.topLeft())

    def paint_tags(self, painter: QPainter, detail: float) -> None:
        """What stands on its edges, where lines pass that would cross it out."""
        if self.face.bottleneck or self.face.gaps or self.port:
            painter.translate(self.rect.topLeft())
            self._paint_tags(painter, detail)
            painter.translate(-self.rect.topLeft())

    def paint_chip(self, painter: QPainter, chip: QRectF) -> None:
        """The utilisation as a figure on its colour."""
        style, face = self.style, self.face
        if face.utilization is None:
            return
        fill, ink = style.chip(face.utilization)
        painter.fillRect(chip, fill)
        if style.theme.high_contrast:
            painter.setPen(style.border)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(chip)
        painter.setFont(style.figure_font)
        painter.setPen(ink)
        painter.drawText(chip, int(Qt.AlignmentFlag.AlignCenter), face.figure)

    def _paint_face(self, painter: QPainter) -> None:
        style, face = self.style, self.face
        has_chip = bool(face.figure)
        room = self.box.w - 40.0 - (CHIP_W + 8.0 if has_chip else 8.0)
        ghost = bool(face.ghost)
        if ghost and self.box.open:
            # A name cut to one letter says nothing: then what was is left to the tip.
            beside = room - style.small_metrics.horizontalAdvance(face.ghost) - GHOST_PAD - 8.0
            ghost = style.title_metrics.horizontalAdvance(face.title) <= beside
            room = beside if ghost else room
        top = 10.0 if self.box.open else 9.0
        painter.drawPixmap(QPointF(12.0, top + 1.0), style.icon(face.icon))
        painter.setFont(style.title_font)
        painter.setPen(style.text)
        title = face.title
        if self.box.open:
            whole = f"{face.title}  ·  {face.subtitle}"
            # A kind cut off after three letters says nothing: the icon and the tip do.
            title = whole if style.title_metrics.horizontalAdvance(whole) <= room else title
        painter.drawStaticText(QPointF(38.0, top), self._text("title", title, room))
        if face.stay is not None and self.box.open:
            self._paint_stay(painter, self.box.w - 24.0, STAY_THIN)
        if not self.box.open:
            painter.setFont(style.small_font)
            painter.setPen(style.muted)
            subtitle = face.subtitle
            if self.box.hidden:
                subtitle += "  ·  " + (several("{n} part", "{n} parts", self.box.hidden))
            below = self.box.w - 24.0
            if ghost:
                # What the figure was takes what it needs, not more: the kind is cut else.
                below -= style.small_metrics.horizontalAdvance(face.ghost) + GHOST_PAD + 4.0
            if face.stay is None:
                painter.drawStaticText(QPointF(12.0, 33.0), self._text("sub", subtitle, below))
            else:
                self._paint_stay(painter, below, STAY_H)
        if has_chip and face.utilization is not None:
            self.paint_chip(painter, QRectF(self.box.w - CHIP_W - 8.0, 8.0, CHIP_W, CHIP_H))
        if face.utilization is not None and not self.box.open:
            self._paint_level(painter, face.utilization)
        if ghost:
            self._paint_ghost(painter, has_chip)

    def _paint_stay(self, painter: QPainter, wide: float, high: float) -> None:
        """The whole response time as a strip, of it what is spent here, and how much that is."""
        style, stay = self.style, self.face.stay
        assert stay is not None
        track = QRectF(12.0, STAY_TOP, wide, high)
        painter.fillRect(track, style.sunken)
        if style.theme.high_contrast and high == STAY_H:
            # There the ground is black like all else.
            painter.setPen(style.border)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(track)
        spent = QRectF(track)
        spent.setLeft(track.left() + wide * stay.begin)
        spent.setWidth(max(wide * stay.share, 2.0))
        if high < STAY_H:
            painter.fillRect(spent, style.accent_fill)
            return
        painter.fillRect(spent, style.accent_soft)
        spent.setTop(spent.bottom() - STAY_THIN)
        painter.fillRect(spent, style.accent_fill)
        share = percent(stay.share)
        whole = f"{projected(stay.seconds * 1000.0, 'ms')}  ·  {share}"
        fits = style.small_metrics.horizontalAdvance(whole) <= wide - 8.0
        text = self._text("stay", whole if fits else share, wide - 8.0)
        painter.setPen(style.text)
        painter.drawStaticText(QPointF(track.left() + 4.0, STAY_TOP), text)

    def paint_far_stay(self, painter: QPainter, detail: float) -> None:
        """The same strip where nothing can be read, in scene coordinates."""
        stay = self.face.stay
        if stay is None:
            return
        high = max(STAY_SMALL, STAY_THIN / detail)
        bottom = self.rect.top() + HEADER_H if self.box.open else self.rect.bottom()
        track = QRectF(self.rect.left(), bottom - high, self.rect.width(), high)
        painter.fillRect(track, self.style.sunken)
        spent = QRectF(track)
        spent.setLeft(track.left() + track.width() * stay.begin)
        spent.setWidth(max(track.width() * stay.share, 2.0 / detail))
        painter.fillRect(spent, self.style.accent_fill)

    def _paint_ghost(self, painter: QPainter, has_chip: bool) -> None:
        """What the figure was, below it or beside it: the box is split into now and before."""
        style, face = self.style, self.face
        painter.setFont(style.small_font)
        painter.setPen(style.ghost)
        wide = style.small_metrics.horizontalAdvance(face.ghost)
        if self.box.open:
            # Beside the figure, or in its place where there is none.
            where = QRectF(self.box.w - 8.0 - (CHIP_W + 6.0 if has_chip else 0.0), 8.0, 0.0, CHIP_H)
        else:
            where = QRectF(self.box.w - 8.0, 32.0, 0.0, GHOST_H)
        where.setLeft(where.right() - wide)
        if face.was is not None:
            # On the colour of what it was, as the figure of now is on its own.
            fill, ink = style.chip(face.was)
            where.adjust(-GHOST_PAD, 0.0, 0.0, 0.0)
            painter.fillRect(where, fill)
            if style.theme.high_contrast:
                painter.setPen(style.border)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(where)
            painter.setPen(ink)
            painter.drawText(where, int(Qt.AlignmentFlag.AlignCenter), face.ghost)
        else:
            align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(where, int(align), face.ghost)

    def _paint_level(self, painter: QPainter, level: float) -> None:
        """The utilisation as a fill along the lower edge, with its band as a whisker over it.

        The whisker has no rim, which would hide a fill as thin as this: it is in the ink of what
        it lies on.
        """
        style, face = self.style, self.face
        wide, y = self.box.w - 2.0, self.box.h - LEVEL_H - 1.0
        painter.fillRect(QRectF(1.0, y, wide, LEVEL_H), style.sunken)
        fill, ink = style.chip(level)
        end = 1.0 + wide * min(level, 1.0)
        painter.fillRect(QRectF(1.0, y, end - 1.0, LEVEL_H), fill)
        if face.low is not None and face.high is not None:
            low, high = (1.0 + wide * min(max(v, 0.0), 1.0) for v in (face.low, face.high))
            middle = y + LEVEL_H / 2
            for pen, first, last in (
                (ink, low, min(high, end)),
                (style.whisker, max(low, end), high),
            ):
                if last >= first:
                    painter.setPen(pen)
                    painter.drawLine(QLineF(first, middle, last, middle))
                    for at in {low, high} & {first, last}:
                        painter.drawLine(QLineF(at, y, at, y + LEVEL_H))

    def _paint_state(self, painter: QPainter, rect: QRectF) -> None:
        style, face = self.style, self.face
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if face.mark == "added":
            painter.setPen(style.added)
            painter.drawRect(rect.adjusted(3, 3, -3, -3))
        elif face.mark == "changed":
            painter.fillRect(QRectF(0.0, 0.0, 5.0, min(rect.height(), HEADER_H)), style.accent_fill)
        if self.chosen:
            painter.setPen(style.selected)
            painter.drawRect(rect.adjusted(-3, -3, 3, 3))
        if face.bottleneck:
            # Over the frame of the selection, which would cross its words out.
            painter.setPen(style.bad)
            painter.drawRect(rect)
        if self.target == "valid":
            painter.setPen(style.good)
            painter.drawRect(rect.adjusted(-2, -2, 2, 2))

    def _paint_tags(self, painter: QPainter, detail: float) -> None:
        style, face = self.style, self.face
        if face.bottleneck and detail >= FAR:
            painter.setFont(style.small_font)
            tag = self.tag_rect()
            painter.fillRect(tag, style.bad_fill)
            painter.setPen(style.on_bad)
            painter.drawText(tag, int(Qt.AlignmentFlag.AlignCenter), style.bottleneck)
        if face.gaps:
            # What is missing comes first; a ring is what stands in: there are figures, to be had
            # better.
            mark = self.gap_rect()
            painter.setPen(style.gap if face.missing else style.bad_thin)
            painter.setBrush(style.bad_fill if face.missing else style.surface)
            painter.drawEllipse(mark)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            if detail >= FAR:
                painter.setFont(style.small_font)
                painter.setPen(style.on_bad if face.missing else style.bad_thin)
                painter.drawText(mark, int(Qt.AlignmentFlag.AlignCenter), str(face.gaps))
        if self.port:
            painter.setPen(style.selected)
            painter.setBrush(style.surface)
            painter.drawEllipse(QPointF(self.box.w, self.box.h / 2), PORT_R, PORT_R)

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


class LinkItem:
    """An orthogonal link with what runs over it."""

    def __init__(self, link_id: str, kind: str, style: Style) -> None:
        self.link = link_id
        self.kind = kind
        self.style = style
        self.label = ""
        self.chosen = False
        self.passed = 0.0
        """What of the response time on show is spent beyond it, 0..1."""
        self.points: tuple[tuple[float, float], ...] = ()
        self._crossed: list[NodeItem] = []
        self.obstacles: Callable[[QRectF], tuple[list[QRectF], list[QRectF]]] = lambda _area: (
            [],
            [],
        )
        """Boxes in an area, and what else a label had better not cover there."""
        self._label_at: tuple[float, QRectF] | None = None
        self._hides = False
        """Whether the label covers a box wherever it stands."""
        self.polygon: list[QPointF] = []
        self.line = QPolygonF()
        """The same for Qt, which would make it anew at every frame."""
        self.end = QPolygonF()
        """The arrow in which it ends, at the box that it leads to."""
        self.area = QRectF()
        """All that is painted of it, its label too, in scene coordinates."""

    @property
    def look(self) -> tuple[object, ...]:
        """All that it is painted by, beside the style."""
        return (
            self.area,
            self.points,
            self.label,
            self._label_at,
            self._hides,
            self.chosen,
            self.passed,
        )

    def set_points(self, points: tuple[tuple[float, float], ...]) -> None:
        """Another route; boxes may have moved even where it is the same."""
        self._label_at = None
        if points == self.points:
            return
        self.points = points
        self.polygon = [QPointF(x, y) for x, y in points]
        self.line = QPolygonF(self.polygon)
        if len(points) > 1:
            (was_x, was_y), (x, y) = points[-2:]
            length = max(abs(x - was_x) + abs(y - was_y), 1.0)
            along = QPointF((x - was_x) / length, (y - was_y) / length)
            aside, back = QPointF(-along.y(), along.x()) * END_W, along * min(END_L, length)
            tip = QPointF(x, y)
            self.end = QPolygonF([tip, tip - back + aside, tip - back - aside, tip])
        self._reach()

    def _reach(self) -> None:
        """How far it reaches with its label, wherever along the route that comes to stand."""
        wide = max(self._label_room() + 4.0, 14.0)
        self.area = self.line.boundingRect().adjusted(-wide, -LABEL_H - 4.0, wide, LABEL_H + 4.0)

    def set_label(self, text: str) -> bool:
        """Another text; it keeps its place where it is about as wide. Whether it lost it."""
        if text == self.label:
            return False
        before, self.label = self.label, text
        if before and text and self._fits(self._label_width()):
            return False
        self._label_at = None
        self._reach()
        return True

    @property
    def was_put(self) -> bool:
        """Whether a place was found for its label."""
        return self._label_at is not None

    def _label_width(self) -> float:
        return self.style.small_metrics.horizontalAdvance(self.label) + 8.0

    def _label_room(self) -> float:
        """As wide as a place for it is, which the next figures fit into."""
        return LABEL_STEP * ceil(self._label_width() / LABEL_STEP) if self.label else 0.0

    def _fits(self, width: float) -> bool:
        return self._label_at is not None and 0.0 <= self._label_at[0] - width < LABEL_STEP

    def forget_label(self) -> None:
        """Find the label's place anew: other lines have come."""
        self._label_at = None

    def set_headers(self, headers: Iterable[NodeItem]) -> None:
        """The containers around the ends, some of whose figures the route may run over."""
        parts = [
            QRectF(a, b).normalized().adjusted(-0.5, -0.5, 0.5, 0.5)
            for a, b in zip(self.polygon, self.polygon[1:], strict=False)
        ]
        self._crossed = [
            node for node in headers if any(node.chip_rect().intersects(part) for part in parts)
        ]

    @property
    def crossed(self) -> list[NodeItem]:
        """Containers around the ends over whose figure the route runs."""
        return [node for node in self._crossed if node.has_chip]

    @property
    def label_placed(self) -> QRectF | None:
        """Where the label was put, once it was, and is to be seen."""
        return None if self._label_at is None or self._hides else self._label_at[1]

    def label_rect(self, width: float) -> QRectF:
        """Where the label stands: on the route, clear of boxes where there is such a place.

        The middle of the longest level part comes first, then places along all parts, then those
        beside them; of these the one is taken that covers least of any box. Figures of similar
        width keep their place.
        """
        if self._label_at is not None and self._fits(width):
            return self._label_at[1]
        width = LABEL_STEP * ceil(width / LABEL_STEP)
        boxes, others = self.obstacles(self.area)
        best: tuple[float, QRectF] | None = None
        for place in self._label_places(width):
            covered = _covered(place, boxes) + _covered(place, others)
            if best is None or covered < best[0]:
                best = covered, place
            if covered == 0.0:
                break
        assert best is not None
        self._label_at = (width, best[1])
        self._hides = best[0] > 0.0 and _covered(best[1], boxes) > 0.0
        return best[1]

    def _label_places(self, width: float) -> Iterator[QRectF]:
        parts = sorted(
            zip(self.polygon, self.polygon[1:], strict=False),
            key=lambda s: 0.2 * abs(s[0].y() - s[1].y()) - abs(s[0].x() - s[1].x()),
        )
        for beside in (0.0, -1.0, 1.0):
            for a, b in parts:
                level = abs(a.x() - b.x()) > abs(a.y() - b.y())
                across, down = (0.0, LABEL_H / 2 + 2.0) if level else (width / 2 + 3.0, 0.0)
                for share in LABEL_SHARES:
                    middle = a + (b - a) * share + QPointF(across, down) * beside
                    yield QRectF(middle.x() - width / 2, middle.y() - LABEL_H / 2, width, LABEL_H)

    def runs_by(self, at: QPointF) -> bool:
        """Whether the route comes within reach of a point."""
        return self.area.contains(at) and any(
            QRectF(a, b).normalized().adjusted(-4, -4, 4, 4).contains(at)
            for a, b in zip(self.polygon, self.polygon[1:], strict=False)
        )

    @property
    def pen(self) -> QPen:
        """What the route is drawn with."""
        if self.chosen:
            return self.style.link_selected
        return self.style.links.get(self.kind, self.style.link)

    def label_place(self) -> QRectF:
        """Where the label stands now; empty where there is none.

        None at a route so short that it would hide a box, until the route is chosen.
        """
        if not self.label or len(self.polygon) < 2:
            return QRectF()
        place = self.label_rect(self._label_width())
        return QRectF() if self._hides and not self.chosen else place

    def crossings(self, area: QRectF) -> list[QRectF]:
        """The route's parts in an area, as thin rectangles that no other's label may cover."""
        if not self.area.intersects(area):
            return []
        parts = (
            QRectF(a, b).normalized().adjusted(-1.5, -1.5, 1.5, 1.5)
            for a, b in zip(self.polygon, self.polygon[1:], strict=False)
        )
        return [part for part in parts if part.intersects(area)]

    def paint_label(self, painter: QPainter) -> None:
        """What runs over the link."""
        place = self.label_place()
        if not place.isEmpty():
            painter.fillRect(place, self.style.container[1])
            painter.setFont(self.style.small_font)
            painter.setPen(self.style.text)
            painter.drawText(place, int(Qt.AlignmentFlag.AlignCenter), self.label)


def _covered(place: QRectF, boxes: Iterable[QRectF]) -> float:
    """How much of them a place hides."""
    met = (place & box for box in boxes)
    return sum(r.width() * r.height() for r in met)
