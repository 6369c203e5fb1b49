"""The canvas as it was painted last: of a frame only what looks different is painted anew.

A rectangle drawn over 500 boxes, a value that a slider turns, a box that is dragged: what changes
is a part of the picture, and painting all of it takes Python a frame's time. Nobody has to say what
changed, and so nobody can forget to: before each frame every box and link is asked for its look,
which is compared with the one it was painted with. Where the view is moved, what stays in view is
moved with it. While it is zoomed, a picture that takes long is stretched, and painted sharp some
times a second and as soon as the zoom rests.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Protocol, TypeVar

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, QTimer
from PySide6.QtGui import QPainter, QPixmap, QRegion, QTransform
from PySide6.QtWidgets import QWidget

from app.window.canvas import painting
from app.window.canvas.items import ABOVE, SIDE
from app.window.canvas.layout import HEADER_H

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from app.window.canvas.items import LinkItem, NodeItem
    from app.window.canvas.scene import TopologyScene

    Array = npt.NDArray[np.float64]

MOST_PARTS = 90
"""Of more places than that all is painted: Qt clips to each of them."""
MOST_SHARE = 0.5
"""The same of a larger part of the picture than that."""
RIM_PX = 3
"""What is painted at the edge of an area reaches so far beyond it, rounded to pixels."""
LONG_S = 0.004
"""A picture that takes so much CPU time is stretched while the view is zoomed."""
SHARP_EVERY_S, SHARP_MS = 0.1, 50
"""How often it is painted sharp meanwhile, and how soon after the last step."""
OUTSIDE, INSIDE = 12.0, 12.0
"""How thick the frame of an open container is, with what stands on it."""


class Shown(Protocol):
    """A box or a link."""

    area: QRectF

    @property
    def look(self) -> tuple[object, ...]: ...


Item = TypeVar("Item", bound=Shown)


class Retained:
    """The picture of a view on the scene."""

    def __init__(self, scene: TopologyScene) -> None:
        self._scene = scene
        self._picture = QPixmap()
        self._of: tuple[object, ...] = ()
        self._corner = (0.0, 0.0)
        self._sharp_at = 0.0
        self._took_s = 0.0
        self._nodes: dict[str, tuple[object, ...]] = {}
        self._links: dict[str, tuple[object, ...]] = {}
        self._node_areas, self._link_areas = Areas(), Areas()
        self.painted = 0
        """Boxes painted for the last frame."""

    def picture(self, room: QSize, ratio: float, place: QTransform) -> QPixmap:
        """What a view of this size shows, whose scene stands at ``place``."""
        scene = self._scene
        _ = scene.faces  # figures of now
        corner = place.dx(), place.dy()
        of = (place.m11(), scene.painted_with, ratio, room.toTuple())
        moved = self._moved(corner, ratio)
        self.painted = 0
        if of != self._of or moved is None or self._picture.isNull():
            self._begin(of, room, ratio)
            began_s = thread_time()
            self._paint(QRegion(QRect(QPoint(0, 0), room)), place, whole=True)
            self._took_s, self._sharp_at = thread_time() - began_s, perf_counter()
        else:
            region = self._different(place, QRect(QPoint(0, 0), room))
            across, down = moved
            if across or down:
                left = QRegion()
                area = QRect(0, 0, self._picture.width(), self._picture.height())
                self._picture.scroll(across, down, area, left)
                region += _logical(left, ratio)
                region &= QRect(QPoint(0, 0), room)
            if not region.isEmpty():
                self._paint(region, place, whole=False)
        self._corner = corner
        # Labels find their places while they are painted.
        self._nodes = {name: node.look for name, node in scene.nodes.items()}
        self._links = {name: link.look for name, link in scene.links.items()}
        return self._picture

    def stretched(self, room: QSize, ratio: float, place: QTransform) -> QRectF | None:
        """Where the picture as it is stands in a view of another scale.

        ``None`` where it had better be painted anew.
        """
        scale, *others = self._of or (0.0,)
        if self._picture.isNull() or others != [self._scene.painted_with, ratio, room.toTuple()]:
            return None
        if scale == place.m11() or self._took_s < LONG_S:
            return None
        if perf_counter() - self._sharp_at > SHARP_EVERY_S:
            return None
        by = place.m11() / scale  # type: ignore[operator]
        left = place.dx() - self._corner[0] * by
        top = place.dy() - self._corner[1] * by
        return QRectF(left, top, room.width() * by, room.height() * by)

    def show(self, painter: QPainter, on: QWidget, place: QTransform, zooming: QTimer) -> None:
        """Paint a frame, and leave the painter where the scene stands."""
        room, ratio = on.size(), on.devicePixelRatioF()
        where = self.stretched(room, ratio, place) if zooming.isActive() else None
        if where is not None:
            painter.fillRect(on.rect(), self._scene.painted_with.container[1])
            painter.drawPixmap(where, self._picture, QRectF(self._picture.rect()))
            self._paint_around(painter, where, room, place)
        else:
            painter.drawPixmap(0, 0, self.picture(room, ratio, place))
        painter.setWorldTransform(place)

    def _paint_around(
        self, painter: QPainter, where: QRectF, room: QSize, place: QTransform
    ) -> None:
        """What a stretched picture leaves at the edges as the view is zoomed out."""
        left, top = math.ceil(where.left()), math.ceil(where.top())
        size = QSize(math.floor(where.right()) - left, math.floor(where.bottom()) - top)
        around = QRegion(QRect(QPoint(0, 0), room)) - QRegion(QRect(QPoint(left, top), size))
        nodes, links = self._meeting(around, place)
        if not nodes and not links:
            return
        painter.save()
        painter.setClipRegion(around)
        painter.setWorldTransform(place)
        scale = abs(place.m11())
        painting.paint(painter, nodes, links, self._scene.nodes.values(), scale)
        painter.restore()

    def _meeting(self, region: QRegion, place: QTransform) -> tuple[list[NodeItem], list[LinkItem]]:
        """Boxes and links that are painted in some part of the view."""
        scene, back = self._scene, place.inverted()[0]
        # A rectangle more on each side: what is painted there may reach into it.
        wanted = [
            back.mapRect(QRectF(part.adjusted(-RIM_PX, -RIM_PX, RIM_PX, RIM_PX)))
            for part in rects(region)
        ]
        nodes = self._node_areas.meeting(scene.nodes, wanted)
        links = self._link_areas.meeting(scene.links, wanted)
        return nodes, [x for x in links if len(x.polygon) > 1]

    def _begin(self, of: tuple[object, ...], room: QSize, ratio: float) -> None:
        self._of = of
        size = QSize(round(room.width() * ratio), round(room.height() * ratio))
        if self._picture.size() != size:
            self._picture = QPixmap(size)
        self._picture.setDevicePixelRatio(ratio)

    def _moved(self, corner: tuple[float, float], ratio: float) -> tuple[int, int] | None:
        """How many pixels of the screen the view went; ``None`` where they are not whole."""
        found = []
        for now, was in zip(corner, self._corner, strict=True):
            step = (now - was) * ratio
            if abs(step - round(step)) > 1e-6:
                return None
            found.append(round(step))
        return found[0], found[1]

    def _different(self, place: QTransform, room: QRect) -> QRegion:
        """Where the view looks different from what it was painted with, in its pixels."""
        scene = self._scene
        gone = list(_changed(self._nodes, scene.nodes, _parts_of_node))
        gone += _changed(self._links, scene.links, _areas_of_link)
        region, parts = QRegion(), 0
        for part in gone:
            seen = place.mapRect(part).toAlignedRect().adjusted(-RIM_PX, -RIM_PX, RIM_PX, RIM_PX)
            seen &= room
            if not seen.isEmpty():
                region += seen
                parts += 1
                if parts > MOST_PARTS:
                    return QRegion(room)
        return region

    def _paint(self, region: QRegion, place: QTransform, *, whole: bool) -> None:
        scene, room = self._scene, QRect(QPoint(0, 0), QSize(*self._of[3]))  # type: ignore[misc]
        if not whole and _size(region) > MOST_SHARE * room.width() * room.height():
            region, whole = QRegion(room), True
        nodes, links = self._meeting(region, place)
        self.painted = len(nodes)
        painter = QPainter(self._picture)
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        if not whole:
            painter.setClipRegion(region)
        painter.fillRect(room, scene.painted_with.container[1])
        painter.setWorldTransform(place)
        painting.paint(painter, nodes, links, scene.nodes.values(), abs(place.m11()))
        painter.end()


class Areas:
    """Where all boxes, or all links, are painted, to find those of a place at once."""

    def __init__(self) -> None:
        self._of: list[QRectF] = []
        self._edges: Array | None = None

    def meeting(self, items: Mapping[str, Item], wanted: Sequence[QRectF]) -> list[Item]:
        """Those whose area meets one of the places, in their order."""
        import numpy as np

        areas = [item.area for item in items.values()]
        if self._edges is None or areas != self._of:
            self._of = areas
            self._edges = np.array(
                [(a.left(), a.top(), a.right(), a.bottom()) for a in areas], dtype=float
            ).reshape(-1, 4)
        left, top, right, bottom = self._edges.T
        met = np.zeros(len(areas), dtype=bool)
        for place in wanted:
            met |= (
                (left < place.right())
                & (right > place.left())
                & (top < place.bottom())
                & (bottom > place.top())
            )
        return [item for item, is_met in zip(items.values(), met.tolist(), strict=True) if is_met]


def _changed(
    before: Mapping[str, tuple[object, ...]], now: Mapping[str, Item], parts: object
) -> Iterable[QRectF]:
    """The places of all that is gone, new, or looks different."""
    assert callable(parts)
    met = 0
    for name, item in now.items():
        was, look = before.get(name), item.look
        met += was is not None
        if was != look:
            yield from parts(was, look)
    if met != len(before):
        for name, was in before.items():
            if name not in now:
                yield from parts(was, None)


def _parts_of_node(
    was: tuple[object, ...] | None, look: tuple[object, ...] | None
) -> Collection[QRectF]:
    """Where a box looks different: of an open container not what stands inside it."""
    if was is None or look is None or was[:2] != look[:2]:
        return [one[1] for one in (was, look) if one is not None]  # type: ignore[misc]
    box, area = look[:2]
    assert isinstance(area, QRectF)
    if not box.open:  # type: ignore[attr-defined]
        return [area]
    inside = area.adjusted(SIDE, ABOVE, -SIDE, -SIDE)
    outer = inside.adjusted(-OUTSIDE, -OUTSIDE, OUTSIDE, OUTSIDE)
    thick = OUTSIDE + INSIDE
    high = ABOVE + HEADER_H + INSIDE
    return (
        QRectF(area.left(), area.top(), area.width(), high),
        QRectF(outer.left(), outer.top(), thick, outer.height()),
        QRectF(outer.right() - thick, outer.top(), thick, outer.height()),
        QRectF(outer.left(), outer.bottom() - thick, outer.width(), thick),
    )


def _areas_of_link(
    was: tuple[object, ...] | None, look: tuple[object, ...] | None
) -> Collection[QRectF]:
    return [one[0] for one in (was, look) if one is not None]  # type: ignore[misc]


def _logical(region: QRegion, ratio: float) -> QRegion:
    """Pixels of the screen as those of the window, whole ones."""
    if ratio == 1.0:
        return region
    found = QRegion()
    for part in rects(region):
        found += QRectF(
            part.x() / ratio, part.y() / ratio, part.width() / ratio, part.height() / ratio
        ).toAlignedRect()
    return found


def rects(region: QRegion) -> list[QRect]:
    """Of what an area is made, which PySide's types do not know it to tell."""
    return list(region)  # type: ignore[call-overload]


def _size(region: QRegion) -> int:
    return sum(part.width() * part.height() for part in rects(region))
