"""Boxes so far away that their own texts are too small to be read: what still tells them apart.

A canvas fitted into the window shows each box as a patch of its utilisation's colour. Its kind's
icon and its name stand on it in letters of the screen, not of the canvas: as large as the box has
room for, the figure too where there is any left. Of boxes of one name the icon is the difference.
Where even the header of a container is too low, its name lies over what stands in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QStaticText

from app.window.canvas.layout import HEADER_H
from app.window.theme import theme

if TYPE_CHECKING:
    from app.window.canvas.items import NodeItem

LETTERS_PX, SMALLEST_PX = 11, 7
"""The letters' height in pixels of the design where there is room, and in which they are read."""
NAME_PX = 9
"""The same of a name that lies over the boxes of its container."""
LEAF_PART, HEADER_PART = 0.6, 0.55
"""How much of the height of a box, or of an open container's header, its letters may take."""
GAP_PX = 3.0
SHORTEST = 3
"""Of a cut name so few letters, its dots among them, tell of nothing."""


class Letters:
    """A font of the screen with what was set in it, kept by the canvas's style."""

    def __init__(self, pixels: int) -> None:
        self.pixels = pixels
        self.font = theme().font(1, bold=True)
        self.font.setPixelSize(pixels)
        self.metrics = QFontMetricsF(self.font)
        self.height = self.metrics.height()
        self._set: dict[tuple[str, int], tuple[QStaticText, float]] = {}

    def fitted(self, text: str, room: float) -> tuple[QStaticText, float]:
        """The text as far as there is room for it, and how wide that is; nothing of too little."""
        key = (text, int(room))
        found = self._set.get(key)
        if found is None:
            # What stands beside each other often begins alike: beginning and end tell more.
            short = self.metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, room)
            if short != text and len(short) <= SHORTEST:
                short = ""
            made = QStaticText(short)
            made.setTextFormat(Qt.TextFormat.PlainText)
            found = self._set[key] = (made, self.metrics.horizontalAdvance(short))
        return found


def letters_px(node: NodeItem, detail: float) -> int:
    """How high the letters on a box are at this scale, in pixels; 0 where none can be read."""
    box = node.box
    high = HEADER_H * HEADER_PART if box.open else box.h * LEAF_PART
    pixels = int(min(LETTERS_PX * node.style.theme.scale, high * detail))
    return pixels if pixels >= SMALLEST_PX else 0


def paint_names(painter: QPainter, nodes: Iterable[NodeItem], detail: float) -> None:
    """The names of open containers whose headers are too low for them, the outermost first.

    Each lies at the upper left of its container, below those that are there already.
    """
    lost = [node for node in nodes if node.box.open and not letters_px(node, detail)]
    if not lost:
        return
    place = painter.worldTransform()
    painter.save()
    painter.resetTransform()
    taken: list[QRectF] = []
    for node in sorted(lost, key=lambda node: node.box.depth):
        area = place.mapRect(node.rect)
        letters = node.style.letters(int(NAME_PX * node.style.theme.scale))
        text, wide = letters.fitted(node.face.title, area.width() - 4 * GAP_PX)
        plate = QRectF(area.x(), area.y(), wide + 2 * GAP_PX, letters.height)
        while over := [other for other in taken if other.intersects(plate)]:
            plate.moveTop(max(other.bottom() for other in over))
        if not wide or plate.bottom() > area.bottom():
            continue
        taken.append(plate)
        ground = node.ground(detail)[1]
        painter.setFont(letters.font)
        painter.fillRect(plate, ground)
        painter.setPen(node.style.ink(ground))
        painter.drawStaticText(round(plate.x() + GAP_PX), round(plate.y()), text)
    painter.restore()


def paint(painter: QPainter, nodes: Iterable[NodeItem], detail: float) -> None:
    """Icon, name and figure of boxes whose ground is painted already.

    Hundreds of them are in a frame: what is the same for all is asked of Qt once.
    """
    place = painter.worldTransform()
    origin = place.dx(), place.dy()
    ratio = painter.device().devicePixelRatioF()
    painter.save()
    painter.resetTransform()
    font = 0
    for node in nodes:
        pixels = letters_px(node, detail)
        if not pixels:
            continue
        letters = node.style.letters(pixels)
        if pixels != font:
            painter.setFont(letters.font)
            font = pixels
        _paint_one(painter, node, letters, detail, origin, ratio)
    painter.restore()


def _paint_one(
    painter: QPainter,
    node: NodeItem,
    letters: Letters,
    detail: float,
    origin: tuple[float, float],
    ratio: float,
) -> None:
    style, face, box = node.style, node.face, node.box
    left = (box.x + node.offset[0]) * detail + origin[0] + GAP_PX
    right = left + box.w * detail - 2 * GAP_PX
    upper = (box.y + node.offset[1]) * detail + origin[1]
    middle = upper + (HEADER_H if box.open else box.h) * detail / 2
    ink = style.ink(node.ground(detail)[1])
    size = letters.pixels + 2
    beside = right - left - size - GAP_PX
    whole = letters.metrics.horizontalAdvance(face.title)
    # Boxes that stand together are mostly of one kind: rather the whole name than the icon.
    if right - left >= size and not beside < whole <= right - left:
        icon = style.mark(face.icon, size, ink, ratio)
        painter.drawPixmap(round(left), round(middle - size / 2), icon)
        left += size + GAP_PX
    painter.setPen(ink)
    top = round(middle - letters.height / 2)
    text, width = letters.fitted(face.title, right - left)
    painter.drawStaticText(round(left), top, text)
    if not face.figure or face.utilization is None:
        return
    figure, wide = letters.fitted(face.figure, right)
    begin = right - wide
    if begin < left + width + 2 * GAP_PX:
        return
    if box.open:
        # On a leaf the whole box has this colour.
        fill, ink = style.chip(face.utilization)
        painter.fillRect(QRectF(begin - GAP_PX, top, wide + 2 * GAP_PX, letters.height), fill)
        painter.setPen(ink)
    painter.drawStaticText(round(begin), top, figure)
