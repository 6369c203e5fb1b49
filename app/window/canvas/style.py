"""Pens, brushes, fonts and icons of the canvas, made once per theme."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPen, QPixmap

from app.window.canvas.distant import Letters
from app.window.i18n import tr
from app.window.theme import Theme

PASSAGE_W, PASSAGE_STEPS, PASSAGE_ALPHA = (4.0, 12.0), 8, 0.42
"""How wide the strip along a line is, from nothing to all of the response time."""


class Style:
    """What boxes and links are painted with, in one theme and language."""

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
        self.whisker = _pen(theme.color("text"), 1)
        self.selected = _pen(theme.color("accent"), 2.5)
        self.bad = _pen(theme.color("bad"), 3)
        self.bad_thin = _pen(theme.color("bad"), 1.5)
        self.bad_fill = QBrush(theme.color("bad"))
        self.on_bad = _pen(theme.color("window"), 1)
        self.gap = _pen(theme.color("window"), 1.5)
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
        self._marks: dict[tuple[str, int, int, float], QPixmap] = {}
        self._letters: dict[int, Letters] = {}
        self._passages: dict[int, QPen] = {}
        # By the brush, which the style keeps, and by the colour, of which there are two.
        self._inks: dict[int, QPen] = {}
        self._pens: dict[int, QPen] = {}
        self.bottleneck = tr("BOTTLENECK")

    def icon(self, name: str) -> QPixmap:
        """An icon at twice its drawn size, for zooming in."""
        found = self._icons.get(name)
        if found is None:
            found = self._icons[name] = self.theme.pixmap(name, 18, "muted", 3.0)
        return found

    def letters(self, pixels: int) -> Letters:
        """Letters of so many pixels of the screen, whatever the canvas's scale is."""
        found = self._letters.get(pixels)
        if found is None:
            found = self._letters[pixels] = Letters(pixels)
        return found

    def mark(self, name: str, size: int, ink: QPen, ratio: float) -> QPixmap:
        """An icon in a pen's colour, sharp at so many pixels of the screen."""
        key = (name, size, id(ink), ratio)
        found = self._marks.get(key)
        if found is None:
            found = self._marks[key] = self.theme.tinted(name, size, ink.color(), ratio)
        return found

    def ink(self, ground: QBrush) -> QPen:
        """What is written with on a ground of this style."""
        found = self._inks.get(id(ground))
        if found is None:
            colour = self.theme.ink(ground.color())
            pen = self._pens.setdefault(colour.rgb(), _pen(colour, 1))
            found = self._inks[id(ground)] = pen
        return found

    def passage(self, share: float) -> QPen:
        """What a line is underlaid with, beyond which so much of the response time is spent."""
        key = round(min(share, 1.0) * PASSAGE_STEPS)
        found = self._passages.get(key)
        if found is None:
            colour = QColor(self.theme.color("accent"))
            colour.setAlphaF(PASSAGE_ALPHA)
            width = PASSAGE_W[0] + (PASSAGE_W[1] - PASSAGE_W[0]) * key / PASSAGE_STEPS
            found = self._passages[key] = _pen(colour, width)
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
