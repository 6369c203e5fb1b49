"""The minimap: all boxes small, and what the view shows of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QMenu, QWidget

from app.window.canvas.layout import HEADER_H, Box
from app.window.canvas.view import TopologyView
from app.window.i18n import mark, tr
from app.window.theme import theme
from app.window.widgets.basics import UNCOVERED
from app.window.widgets.guarded import guarded

Area = tuple[float, float, float, float]
"""Left, top, right and bottom. Of a thousand boxes, at every step of a wheel: no Qt rectangles."""

MARGIN = 12
SIZES = (1.0, 0.8, 0.64)
"""Parts of its size that are tried, largest first."""
LEAST = 80
"""Pixels of the design: what is smaller gives no overview, and is shown only where asked for."""
FEWER = 0.5
"""A smaller one covers less in any case: it has to cover less than this part of the larger."""
STEPS, MOST_LOOKED_AT = 12, 200
"""Places between two corners; of more boxes in view than that, none of them would be free."""
HIDDEN = "hidden"
CORNERS: Mapping[str, tuple[bool, bool, str]] = {
    "bottom-right": (True, True, mark("Bottom right")),
    "bottom-left": (False, True, mark("Bottom left")),
    "top-left": (False, False, mark("Top left")),
    "top-right": (True, False, mark("Top right")),
}
"""Whether a corner is at the right and at the bottom, and what it is called."""


class Minimap(QWidget):
    """Click or drag to move the view there.

    It stands in the corner that was chosen, or in the next one where it would cover what is
    selected. Where none was chosen, it looks for one, or else for a place along the edges, where it
    covers no box. ``placed`` (corner or
    hidden) when another was chosen.
    """

    placed = Signal(str)

    def __init__(self, view: TopologyView, corner: str = "") -> None:
        super().__init__(view)
        self._asked = corner in (*CORNERS, HIDDEN)
        self.corner = corner if self._asked else next(iter(CORNERS))
        self._view = view
        self.setObjectName("minimap")
        # A message over it has a cross that a second click goes through.
        self.setProperty(UNCOVERED, True)
        self.setAccessibleName(tr("Overview of the topology"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFixedSize(self.sizeHint())
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._dragging = False
        self._laid: dict[str, Box] | None = None
        self._at = (0.0, 0.0, 0.0)
        self._known: list[tuple[str, Box, QRectF]] = []
        self._told_of: dict[str, Box] | None = None
        self._told: list[Area] = []
        self._painted = QPixmap()
        self._painted_of: tuple[object, ...] = ()
        view.zoomed.connect(self._follow)
        view.dragging.connect(self._make_way)
        view.topology_scene.refreshed.connect(self.update)
        # What was dropped is laid out after the drop is over, under it as may be.
        view.topology_scene.laidOut.connect(self._follow)
        view.document.selectionChanged.connect(self._follow)
        view.horizontalScrollBar().valueChanged.connect(self.update)
        view.verticalScrollBar().valueChanged.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(theme().px(176), theme().px(112))

    def _follow(self) -> None:
        viewport = self._view.viewport()
        rect = self._view.topology_scene.content_rect()
        shown = self._view.mapToScene(viewport.rect()).boundingRect()
        # Nothing to overlook where everything is in view.
        wanted = not rect.isEmpty() and not shown.contains(rect)
        if not wanted or self._dragging or self.corner == HIDDEN:
            self.hide()
            return
        # With large texts in a small window it would cover what it is to give an overview of.
        whole = self.sizeHint()
        room = QSize(viewport.width() // 3, viewport.height() // 3)
        fits = whole.width() <= room.width() and whole.height() <= room.height()
        small = whole.scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
        roomy = small.width() > theme().px(LEAST)
        boxes = self._view.topology_scene.boxes
        if self._told_of is not boxes:
            self._told_of = boxes
            self._told = [_area(box, header=box.open) for box in boxes.values()]
        seen = _edges(shown)
        # What two areas have in common is told in one line each: of hundreds, at every selection.
        left, top, right, bottom = seen
        told = [
            area
            for area in (*self._told, *self._labels())
            if area[0] < right and area[2] > left and area[1] < bottom and area[3] > top
        ]
        # Smaller where that covers fewer boxes, and as large as it may be where it does not.
        best: tuple[float, QSize, QPoint] | None = None
        for part in SIZES:
            self.setFixedSize((whole if fits else small) * part)
            at, covered = self._free_corner(told, beside=fits)
            if best is None or covered < best[0] * FEWER:
                best = covered, self.size(), at
            if covered == 0.0:
                break
        assert best is not None
        covered, size, at = best
        self.setFixedSize(size)
        self.move(at)
        # Where the canvas has no room for all of it and no corner is free it would only hide what
        # one came to see.
        self.setVisible(fits or self._asked or (roomy and covered == 0.0))
        self.update()

    def _labels(self) -> Iterator[Area]:
        """Where figures stand on lines: half a number beside it reads as another one."""
        for link in self._view.topology_scene.links.values():
            place = link.label_placed if link.label else None
            if place is not None:
                yield _edges(place)

    def _free_corner(self, told: Collection[Area], *, beside: bool) -> tuple[QPoint, float]:
        """Where it covers nothing that is selected, the chosen corner first; how much of boxes.

        ``beside`` looks along the edges too, where no corner is free.
        """
        view, room = self._view, self._view.viewport().size()
        boxes = view.topology_scene.boxes
        selected = view.document.selection[-1:]
        chosen = [_area(boxes[name]) for name in selected if name in boxes]
        corners = sorted(CORNERS, key=lambda name: name != self.corner)
        places = []
        for name in corners:
            right, bottom, _said = CORNERS[name]
            places.append(
                QPoint(
                    room.width() - self.width() - MARGIN if right else MARGIN,
                    room.height() - self.height() - MARGIN if bottom else MARGIN,
                )
            )
        free = [at for at in places if not self._covers_any(at, chosen)] or places[:1]
        if self._asked:
            return free[0], self._covered(free[0], told)
        # Where it stands it stays, if its own corner is no better.
        tried = sorted(free, key=lambda at: (at != free[0], at != self.pos()))
        covered = [self._covered(at, told) for at in tried]
        least = min(covered)
        if beside and least > 0.0 and len(told) <= MOST_LOOKED_AT:
            for at in self._along(places[0]):
                if not self._covers_any(at, told) and not self._covers_any(at, chosen):
                    return at, 0.0
        return tried[covered.index(least)], least

    def _along(self, corner: QPoint) -> list[QPoint]:
        """Places along the edges of the view, the nearest to a corner first."""
        room = self._view.viewport().size()
        right = room.width() - self.width() - MARGIN
        foot = room.height() - self.height() - MARGIN
        found = []
        for step in range(1, STEPS):
            x = MARGIN + (right - MARGIN) * step // STEPS
            y = MARGIN + (foot - MARGIN) * step // STEPS
            found += [QPoint(right, y), QPoint(MARGIN, y), QPoint(x, foot), QPoint(x, MARGIN)]
        return sorted(found, key=lambda at: (at - corner).manhattanLength())

    def _covered(self, at: QPoint, areas: Iterable[Area]) -> float:
        own = left, top, right, bottom = self._own(at)
        return sum(
            _shared(area, own)
            for area in areas
            if area[0] < right and area[2] > left and area[1] < bottom and area[3] > top
        )

    def _covers_any(self, at: QPoint, areas: Iterable[Area]) -> bool:
        """Whether it would cover some of them: the first tells."""
        left, top, right, bottom = self._own(at)
        return any(
            area[0] < right and area[2] > left and area[1] < bottom and area[3] > top
            for area in areas
        )

    def _own(self, at: QPoint) -> Area:
        return _edges(self._view.mapToScene(QRect(at, self.size())).boundingRect())

    def place(self, corner: str) -> None:
        """Another corner, or hidden."""
        self.corner, self._asked = corner, True
        self.placed.emit(corner)
        self._follow()

    def fill(self, menu: QMenu) -> None:
        """The corners and hiding, for whatever menu offers them."""
        for name, said in (*((n, tr(c[2])) for n, c in CORNERS.items()), (HIDDEN, tr("Hidden"))):
            act = menu.addAction(said, lambda name=name: self.place(name))
            act.setCheckable(True)
            act.setChecked(name == self.corner)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fill(menu)
        menu.popup(event.globalPos())

    def _make_way(self, dragging: bool) -> None:
        """What is dropped while a box is dragged falls on the canvas, not on the overview."""
        self._dragging = dragging
        if dragging:
            self.hide()
        else:
            self._follow()

    def _frame(self) -> tuple[QRectF, float, QPointF]:
        rect = self._view.topology_scene.content_rect()
        rect = rect.adjusted(-40, -40, 40, 40)
        factor = min((self.width() - 8) / rect.width(), (self.height() - 8) / rect.height())
        offset = QPointF(
            (self.width() - rect.width() * factor) / 2 - rect.x() * factor,
            (self.height() - rect.height() * factor) / 2 - rect.y() * factor,
        )
        return rect, factor, offset

    def _places(self, factor: float, offset: QPointF) -> list[tuple[str, Box, QRectF]]:
        """Every box and where it stands here; they move only when the canvas is laid out anew."""
        boxes = self._view.topology_scene.boxes
        at = (factor, offset.x(), offset.y())
        if self._laid is not boxes or self._at != at:
            self._laid, self._at = boxes, at
            x, y = at[1:]
            self._known = [
                (
                    name,
                    box,
                    QRectF(
                        box.x * factor + x,
                        box.y * factor + y,
                        max(box.w * factor, 2.0),
                        max(box.h * factor, 2.0),
                    ),
                )
                for name, box in boxes.items()
            ]
        return self._known

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look = QPainter(self), theme()
        if not self._view.topology_scene.boxes:
            self._paint_ground(painter)
            return
        _, factor, offset = self._frame()
        # All boxes are in it, and the view moves over them: they are painted when they change.
        faces = self._view.topology_scene.faces
        places = self._places(factor, offset)
        shows = [(faces[name].utilization, faces[name].bottleneck) for name, _box, _at in places]
        of = (places, shows, look.tokens, self.size(), self.devicePixelRatioF())
        if of != self._painted_of:
            self._painted_of = of
            self._painted = QPixmap(self.size() * self.devicePixelRatioF())
            self._painted.setDevicePixelRatio(self.devicePixelRatioF())
            inner = QPainter(self._painted)
            self._paint_ground(inner)
            self._paint_boxes(inner, places)
            inner.end()
        painter.drawPixmap(0, 0, self._painted)
        shown = self._view.mapToScene(self._view.viewport().rect()).boundingRect()
        painter.setPen(QPen(look.color("accent"), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(
            QRectF(
                shown.x() * factor + offset.x(),
                shown.y() * factor + offset.y(),
                shown.width() * factor,
                shown.height() * factor,
            )
        )

    def _paint_ground(self, painter: QPainter) -> None:
        look = theme()
        painter.fillRect(self.rect(), look.color("raised"))
        painter.setPen(QPen(look.color("border_strong"), 1))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _paint_boxes(self, painter: QPainter, places: list[tuple[str, Box, QRectF]]) -> None:
        look, faces = theme(), self._view.topology_scene.faces
        opened: list[QRectF] = []
        limiting: list[QRectF] = []
        closed: dict[float | None, list[QRectF]] = {}
        for name, box, place in places:
            face = faces[name]
            if box.open:
                opened.append(place)
            else:
                closed.setdefault(face.utilization, []).append(place)
            if face.bottleneck:
                limiting.append(place)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(look.color("border"), 1))
        if opened:
            painter.drawRects(opened)
        painter.setPen(Qt.PenStyle.NoPen)
        for level, there in closed.items():
            painter.setBrush(look.color("ghost") if level is None else look.utilization(level))
            painter.drawRects(there)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if limiting:
            painter.setPen(QPen(look.color("bad"), 2))
            painter.drawRects(limiting)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._go(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event.position())

    def _go(self, at: QPointF) -> None:
        if self._view.topology_scene.boxes:
            _, factor, offset = self._frame()
            self._view.centerOn((at.x() - offset.x()) / factor, (at.y() - offset.y()) / factor)
            self.update()


def _area(box: Box, *, header: bool = False) -> Area:
    """A box on the canvas, or what stands at its head."""
    return box.x, box.y, box.right, box.y + HEADER_H if header else box.bottom


def _edges(rect: QRectF) -> Area:
    return rect.left(), rect.top(), rect.right(), rect.bottom()


def _shared(one: Area, other: Area) -> float:
    """How much two areas have in common."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0.0 and high > 0.0 else 0.0
