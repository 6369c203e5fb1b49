"""Boxes so far away that their own texts are too small to be read: what still tells them apart.

A canvas fitted into the window shows each box as a patch of its utilisation's colour. Its kind's
icon and its name stand on it in letters of the screen, not of the canvas: as large as the box has
room for, the figure too where there is any left. Where two lines can be read the kind is below:
boxes of one name are many. Rather than cut a name its letters are smaller, and what has to be cut
is its beginning, in which what stands beside each other is alike.
Where even the header of a container is too low, its name stands above it, on no box.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import floor
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QStaticText

from app.window.canvas.layout import HEADER_H
from app.window.theme import theme

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from app.window.canvas.items import NodeItem

    Array = npt.NDArray[np.float64]

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
        self._set: dict[tuple[str, int, bool], tuple[QStaticText, float]] = {}
        self._widths: dict[str, float] = {}

    def width(self, text: str) -> float:
        """How wide a text is."""
        found = self._widths.get(text)
        if found is None:
            found = self._widths[text] = self.metrics.horizontalAdvance(text)
        return found

    def fitted(self, text: str, room: float) -> tuple[QStaticText, float]:
        """The text as far as there is room for it, and how wide that is; nothing of too little.

        Its end is kept: what stands beside each other begins alike.
        """
        return self._fitted(text, room, begun=False)

    def begun(self, text: str, room: float) -> tuple[QStaticText, float]:
        """The same, of which the beginning is kept."""
        return self._fitted(text, room, begun=True)

    def _fitted(self, text: str, room: float, *, begun: bool) -> tuple[QStaticText, float]:
        key = (text, int(room), begun)
        found = self._set.get(key)
        if found is None:
            cut = Qt.TextElideMode.ElideRight if begun else Qt.TextElideMode.ElideLeft
            own = text[text.rfind("/") :] if "/" in text else text
            if not begun and self.width(text) > room >= self.width(own):
                # What stands in NVPLEX is called NVPLEX/RADANUC: the second half is its own.
                text = own
            short = self.metrics.elidedText(text, cut, room)
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


def paint_names(painter: QPainter, nodes: Collection[NodeItem], detail: float) -> None:
    """The names of open containers whose headers are too low for them, the outermost first.

    Each stands in the header after all if the smallest letters do, else on the upper edge of its
    container: never on a box, nor on another name. Where there is no such place it is left out.
    """
    lost = [node for node in nodes if node.box.open and not letters_px(node, detail)]
    if not lost:
        return
    place = painter.worldTransform()
    closed = _edges([place.mapRect(node.rect) for node in nodes if not node.box.open])
    painter.save()
    painter.resetTransform()
    taken: list[QRectF] = []
    for node in sorted(lost, key=lambda node: node.box.depth):
        area = place.mapRect(node.rect)
        letters = node.style.letters(_name_px(node, detail))
        text, wide = letters.fitted(node.face.title, area.width() - 4 * GAP_PX)
        if not wide:
            continue
        plate = QRectF(area.x(), area.y(), wide + 2 * GAP_PX, letters.height)
        for top in (area.y(), area.y() - letters.height):
            plate.moveTop(top)
            if not any(plate.intersects(other) for other in taken) and not _met(plate, closed):
                break
        else:
            continue
        taken.append(plate)
        ground = node.ground(detail)[1]
        painter.setFont(letters.font)
        painter.fillRect(plate, ground)
        painter.setPen(node.style.ink(ground))
        painter.drawStaticText(_pixel(plate.x() + GAP_PX), _pixel(plate.y()), text)
    painter.restore()


def _name_px(node: NodeItem, detail: float) -> int:
    """The largest letters for a name in its header, else the smallest."""
    for pixels in range(int(NAME_PX * node.style.theme.scale), SMALLEST_PX, -1):
        if node.style.letters(pixels).height <= HEADER_H * detail:
            return pixels
    return SMALLEST_PX


def _sides(rect: QRectF) -> tuple[float, float, float, float]:
    return rect.left(), rect.top(), rect.right(), rect.bottom()


def _edges(rects: Sequence[QRectF]) -> Array:
    import numpy as np

    return np.array([_sides(r) for r in rects], dtype=float).reshape(-1, 4)


def _met(plate: QRectF, edges: Array) -> bool:
    left, top, right, bottom = _sides(plate)
    return bool(
        (
            (edges[:, 0] < right)
            & (edges[:, 2] > left)
            & (edges[:, 1] < bottom)
            & (edges[:, 3] > top)
        ).any()
    )


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
        letters = _legible(node, pixels, detail)
        if letters.pixels != font:
            painter.setFont(letters.font)
            font = letters.pixels
        if _paint_one(painter, node, letters, detail, origin, ratio):
            font = 0
    painter.restore()


def _two_lines(node: NodeItem, detail: float) -> bool:
    """Whether a box has room for its kind below its name."""
    high = node.box.h * detail
    return not node.box.open and high >= 2 * node.style.letters(SMALLEST_PX).height - 1.0


def _legible(node: NodeItem, most: int, detail: float) -> Letters:
    """The largest letters of up to so many pixels in which the whole name has room."""
    room, high = node.box.w * detail - 3 * GAP_PX, float("inf")
    if _two_lines(node, detail):
        high = node.box.h * detail - node.style.letters(SMALLEST_PX).height + 1.0
    for pixels in range(most, SMALLEST_PX, -1):
        letters = node.style.letters(pixels)
        if letters.height <= high and letters.width(node.face.title) <= room:
            return letters
    return node.style.letters(SMALLEST_PX)


def _paint_one(
    painter: QPainter,
    node: NodeItem,
    letters: Letters,
    detail: float,
    origin: tuple[float, float],
    ratio: float,
) -> bool:
    """Paint what one box says; whether another font is set than that of its name."""
    style, face, box = node.style, node.face, node.box
    left = (box.x + node.offset[0]) * detail + origin[0] + GAP_PX
    right = left + box.w * detail - 2 * GAP_PX
    upper = (box.y + node.offset[1]) * detail + origin[1]
    high = (HEADER_H if box.open else box.h) * detail
    ink = style.ink(node.ground(detail)[1])
    small = style.letters(SMALLEST_PX)
    two = _two_lines(node, detail)
    top = _pixel(upper + (high - letters.height - (small.height if two else 0.0)) / 2)
    size = letters.pixels + 2
    beside = right - left - size - GAP_PX
    whole = letters.width(face.title)
    # Boxes that stand together are mostly of one kind: rather the whole name than the icon, and
    # what its kind is may stand below.
    if right - left >= size and not (beside < whole and (two or whole <= right - left)):
        icon = style.mark(face.icon, size, ink, ratio)
        painter.drawPixmap(_pixel(left), _pixel(top + (letters.height - size) / 2), icon)
        left += size + GAP_PX
    painter.setPen(ink)
    text, width = letters.fitted(face.title, right - left)
    painter.drawStaticText(_pixel(left), top, text)
    begin = right
    if face.figure and face.utilization is not None:
        figure, wide = letters.fitted(face.figure, right)
        if right - wide >= left + width + 2 * GAP_PX:
            begin = right - wide
            if box.open:
                # On a leaf the whole box has this colour.
                fill, other = style.chip(face.utilization)
                plate = QRectF(begin - GAP_PX, top, wide + 2 * GAP_PX, letters.height)
                painter.fillRect(plate, fill)
                painter.setPen(other)
            painter.drawStaticText(_pixel(begin), top, figure)
    if two:
        kind, wide = small.begun(face.subtitle, box.w * detail - 2 * GAP_PX)
        painter.setFont(small.font)
        start = (box.x + node.offset[0]) * detail + origin[0] + GAP_PX
        painter.drawStaticText(_pixel(start), _pixel(top + letters.height - 1.0), kind)
    return two


def _pixel(at: float) -> int:
    """The nearest pixel; of two the next one, wherever the view stands.

    Rounded to even ones, what stands between two pixels went back and forth as the view moved.
    """
    return floor(at + 0.5)
