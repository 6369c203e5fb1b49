"""Labels, buttons and boxes with the roles the style sheet knows, each with an accessible name."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFontMetrics, QHelpEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from app.window.theme import theme
from app.window.widgets.guarded import guarded
from app.window.widgets.whole_rows import WholeParts


def elided(text: str, room: int, metrics: QFontMetrics) -> str:
    """The text, or as much of it as so many pixels hold, with an ellipsis.

    Qt elides by parts of pixels what it measures in whole ones: a text for which a box was made
    just wide enough, or a line that was broken where it just fitted, lost its last letters.
    """
    if metrics.horizontalAdvance(text) <= room:
        return text
    return metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)


def label(text: str = "", role: str = "", *, wrap: bool = False) -> QLabel:
    """A label; ``role`` is one of the style sheet's (title, heading, group, muted, small …)."""
    made = Wrapped(text) if wrap else QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    if role:
        made.setProperty("role", role)
    return made


LONG_WORD, PIECE = 32, 16
"""Letters of a word from which it is broken where it has to be, and of each piece of it."""
_BREAK = "\u200b"


def _breakable(text: str) -> str:
    """The text with places, seen by nobody, at which a path or a name without blanks may break."""
    if len(text) < LONG_WORD:
        return text
    return re.sub(
        rf"\S{{{LONG_WORD},}}",
        lambda word: _BREAK.join(word[0][at : at + PIECE] for at in range(0, len(word[0]), PIECE)),
        text,
    )


class Wrapped(QLabel):
    """Several lines, none of them wider than it: a word that no line can hold is broken.

    Such a word would make Qt's layouts ask for a width again and again, and the window stood still.
    """

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.setWordWrap(True)
        self.setText(text)

    def setText(self, text: str) -> None:
        self._whole = text
        super().setText(_breakable(text))

    def text(self) -> str:
        return self._whole


UNCOVERED = "uncovered"
"""The property of widgets that are clicked and no buttons: no message may lie over them."""
PART = "  ·  "
"""What stands between the parts of a line."""


class ElidedLabel(QLabel):
    """One line that ends in an ellipsis where its room ends; the tip says it whole."""

    def shown(self) -> str:
        """What there is room for: of several parts the whole ones, no figure cut in two.

        Where these are not half of it, what follows is a sentence, and is cut between words.
        """
        metrics, room = self.fontMetrics(), self.contentsRect().width()
        text = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        if text == self.text():
            return text
        whole, found, _ = text.rpartition(PART)
        bands = text.rpartition(" (")
        if bands[1] and len(bands[0]) > len(whole) and ")" not in bands[2]:
            whole, found = bands[0], " "
        elif found and 2 * metrics.horizontalAdvance(whole) < room:
            whole = text.rpartition(" ")[0]
        return f"{whole.rstrip()} …" if found else text

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and not self.toolTip() and self.shown() != self.text():
            QToolTip.showText(event.globalPos(), self.text(), self)
            return True
        return super().event(event)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), int(_BESIDE), self.shown())


class WholeLabel(Wrapped):
    """Several lines, none of them cut: splitters ask for a least height, never for one by width."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def setText(self, text: str) -> None:
        super().setText(text)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        # Qt's height for a width is never less than the least one, which would stay for good.
        self.setMinimumHeight(0)
        self.setMinimumHeight(self.heightForWidth(self.width()) if self.text() else 0)


_BESIDE = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


BESIDE_ICON = 0.25
"""What is free between a button's icon and its text besides Qt's four pixels, in icons."""


class Button(QPushButton):
    """A push button whose icon follows the look."""

    def __init__(self, text: str, icon: str, token: str) -> None:
        super().__init__(text)
        self._icon = icon
        self._token = token
        if icon:
            self._dress()
            theme().follow(self, self._dress)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Outside dialogs Qt has them pressed by the space bar only.
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
            self.click()
        else:
            super().keyPressEvent(event)

    def show_icon(self, icon: str, name: str) -> None:
        """Another icon on a button without text, and what it does now."""
        if icon != self._icon:
            self._icon = icon
            self._dress()
        self.setAccessibleName(name)
        self.setToolTip(name)

    def _dress(self) -> None:
        beside = BESIDE_ICON if self.text() else 0.0
        self.setIcon(theme().icon(self._icon, self._token, beside))
        self.setIconSize(QSize(round(theme().px(16) * (1.0 + beside)), theme().px(16)))


class ElidedButton(Button):
    """A link as wide as its room: what that has no place for is said by its tip."""

    def __init__(self, text: str = "") -> None:
        super().__init__("", "", "text")
        self._whole = text
        self.setProperty("link", True)
        self.setAutoDefault(False)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def text(self) -> str:
        return self._whole

    def setText(self, text: str) -> None:
        self._whole = text
        self._cut()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and not self.toolTip() and super().text() != self._whole:
            QToolTip.showText(event.globalPos(), self._whole, self)
            return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._cut()

    def _cut(self) -> None:
        elide = Qt.TextElideMode.ElideRight
        super().setText(self.fontMetrics().elidedText(self._whole, elide, self.width()))


class Tool(QToolButton):
    """A tool button that Enter presses too."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
            self.click()
        else:
            super().keyPressEvent(event)


def button(
    text: str,
    act: Callable[[], object] | None = None,
    *,
    icon: str = "",
    primary: bool = False,
    flat: bool = False,
    link: bool = False,
    name: str = "",
) -> Button:
    """A push button; an icon-only one needs a ``name``."""
    made = Button(text, icon, "accent_text" if primary else "text")
    for flag, on in (("primary", primary), ("flat", flat), ("link", link)):
        if on:
            made.setProperty(flag, True)
    made.setAutoDefault(False)
    made.setAccessibleName(name or text)
    if name and not text:
        made.setToolTip(name)
    if act is not None:
        made.clicked.connect(lambda _checked=False: act())
    return made


def restyle(widget: QWidget) -> None:
    """Let the style sheet see that a property changed."""
    widget.style().unpolish(widget)
    widget.style().polish(widget)


def set_role(made: QLabel, role: str) -> None:
    """Give a label another role."""
    if made.property("role") != role:
        made.setProperty("role", role)
        restyle(made)


def rows(parent: QWidget | None = None, margin: int = 0, spacing: int = 8) -> QVBoxLayout:
    """A column layout with margins and spacing in design pixels."""
    box = QVBoxLayout(parent) if parent is not None else QVBoxLayout()
    px = theme().px
    box.setContentsMargins(px(margin), px(margin), px(margin), px(margin))
    box.setSpacing(px(spacing))
    return box


def columns(parent: QWidget | None = None, margin: int = 0, spacing: int = 8) -> QHBoxLayout:
    """A row layout with margins and spacing in design pixels."""
    box = QHBoxLayout(parent) if parent is not None else QHBoxLayout()
    px = theme().px
    box.setContentsMargins(px(margin), px(margin), px(margin), px(margin))
    box.setSpacing(px(spacing))
    return box


def card() -> QFrame:
    """A bordered surface."""
    made = QFrame()
    made.setObjectName("card")
    return made


def scrolled(inner: QWidget, name: str) -> QScrollArea:
    """``inner`` in a scroll area that only scrolls down, and ends with whole rows."""
    area = QScrollArea()
    area.setWidget(inner)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setAccessibleName(name)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    WholeParts(area, inner)
    return area


def scrolls_around(inner: QWidget | None, within: QWidget | None = None) -> Iterator[QScrollArea]:
    """The areas that scroll a widget, from the innermost to what they stand in."""
    while inner is not None and inner is not within:
        if isinstance(inner, QScrollArea):
            yield inner
        inner = inner.parentWidget()


def keys_in(widget: QWidget) -> QWidget | None:
    """What inside of it has the keyboard of its window; ``None`` where that is elsewhere.

    What is made anew asks before it clears: Qt hands the keys of a widget that goes to whatever
    comes next in the window.
    """
    focus = widget.window().focusWidget()
    return focus if focus is not None and widget.isAncestorOf(focus) else None


def clear(layout: QLayout, kept: Collection[QWidget] = ()) -> None:
    """Take everything out of a layout and delete it, but for what is ``kept`` to be put back.

    A widget has one layout item that Qt tells of new sizes, the first that was made for it. One
    that was taken lives on in Python, and what was put back is laid out by the heights of before.
    """
    while (item := layout.itemAt(0)) is not None:
        widget, inner = item.widget(), item.layout()
        if widget is None:
            layout.takeAt(0)
            if inner is not None:
                clear(inner)
            continue
        layout.removeWidget(widget)
        if widget not in kept:
            widget.hide()
            widget.deleteLater()
