"""The theme in effect: applied to the application, asked by everything that paints."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from PySide6.QtCore import QByteArray, QObject, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontDatabase,
    QGuiApplication,
    QIcon,
    QPainter,
    QPalette,
    QPixmap,
    QPixmapCache,
)
from PySide6.QtWidgets import QApplication, QWidget

from app.window.theme.contrast import ink
from app.window.theme.sheet import style_sheet
from app.window.theme.tokens import (
    HIGH_CONTRAST,
    SERIES,
    SERIES_DARK,
    THEMES,
    Tokens,
    cividis,
    two_part,
)
from app.window.theme.unseen import Follower, Unseen
from resources import resource

CHOICES = ("system", "light", "dark", "contrast")
SANS, MONO = "IBM Plex Sans", "IBM Plex Mono"
BASE_PX = 13
ICON_PX = 18
HATCH_ALPHA = 0.45


class Theme(QObject):
    """Tokens, fonts and icons; ``changed`` is emitted after a new look has been applied."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.choice = "system"
        self.scale = 1.0
        self.tokens: Tokens = THEMES["light"]
        self._icons: dict[tuple[str, str, float], QIcon] = {}
        self._drawings: dict[tuple[str, str, int], QPixmap] = {}
        self._fonts_loaded = False
        self._watching = False
        self._styled = False
        self._unseen = Unseen(self)

    def load_fonts(self) -> None:
        """Make the bundled fonts known to Qt, once."""
        if self._fonts_loaded:
            return
        self._fonts_loaded = True
        for path in sorted(resource("fonts").glob("*.ttf")):
            QFontDatabase.addApplicationFont(str(path))

    def apply(self, choice: str | None = None, scale: float | None = None) -> None:
        """Use a theme (``system``, ``light``, ``dark``, ``contrast``) and a text scale (1 to 3)."""
        if choice is not None:
            self.choice = choice if choice in CHOICES else "system"
        if scale is not None:
            self.scale = min(max(scale, 1.0), 3.0)
        application = QApplication.instance()
        if not isinstance(application, QApplication):
            return
        self.load_fonts()
        hints = QGuiApplication.styleHints()
        if not self._watching:
            self._watching = True
            hints.colorSchemeChanged.connect(self._follow_system)
        self.tokens = self._resolved()
        self._icons.clear()
        # Qt keeps what it drew of each icon until 10 MB are full; none of it is drawn again.
        QPixmapCache.clear()
        if not self._styled:
            self._styled = True
            application.setStyle("Fusion")
        # Off first: a palette or font that takes another's place under a sheet makes Qt polish
        # every widget several times.
        self._unseen.leave_out()
        application.setStyleSheet("")
        application.setPalette(_palette(self.tokens))
        application.setFont(self.font())
        application.setStyleSheet(style_sheet(self.tokens, self.scale))
        self._unseen.go_on()
        self.changed.emit()

    def follow(self, widget: QWidget, act: Callable[[], object]) -> None:
        """Call ``act`` soon after each change of the look, in a pause if ``widget`` is hidden."""
        self.changed.connect(Follower(widget, act, self._unseen).follow)

    def finish(self, page: QWidget | None = None) -> None:
        """Give ``page``, or all that is not on show, the look in effect now instead of soon."""
        self._unseen.finish(page)

    def _resolved(self) -> Tokens:
        if self.choice in THEMES:
            return THEMES[self.choice]
        scheme = QGuiApplication.styleHints().colorScheme()
        return THEMES["dark" if scheme == Qt.ColorScheme.Dark else "light"]

    def _follow_system(self) -> None:
        if self.choice == "system":
            self.apply()

    def px(self, pixels: float) -> int:
        """A length of the design in pixels at the current text scale."""
        return max(1, round(pixels * self.scale))

    def font(self, pixels: float = BASE_PX, *, bold: bool = False, mono: bool = False) -> QFont:
        """A bundled font; ``bold`` is semi-bold."""
        font = QFont(MONO if mono else SANS)
        font.setPixelSize(self.px(pixels))
        if bold:
            font.setWeight(QFont.Weight.DemiBold if not mono else QFont.Weight.Medium)
        return font

    def color(self, token: str) -> QColor:
        """The colour of a token by name."""
        return QColor(getattr(self.tokens, token))

    def hatching(self) -> QBrush:
        """For where nothing like it was measured: under curves, which it must not drown."""
        colour = self.color("border_strong")
        colour.setAlphaF(HATCH_ALPHA)
        return QBrush(colour, Qt.BrushStyle.BDiagPattern)

    def series(self, number: int) -> QColor:
        """The colour of a chart's series."""
        colours = SERIES_DARK if self.tokens.is_dark else SERIES
        return QColor(colours[number % len(colours)])

    def utilization(self, ratio: float) -> QColor:
        """The colour of a utilisation (0..1)."""
        return QColor(*(two_part(ratio) if self.high_contrast else cividis(ratio)))

    @staticmethod
    def ink(ground: QColor) -> QColor:
        """Black or white, whichever stands out more from a ground."""
        return QColor(*ink((ground.red(), ground.green(), ground.blue())))

    @property
    def high_contrast(self) -> bool:
        """Whether the high-contrast theme is in use."""
        return self.tokens is HIGH_CONTRAST

    def icon(self, name: str, token: str = "text", beside: float = 0.0) -> QIcon:
        """A bundled icon drawn in a token's colour, sharp at 1x and 2x.

        ``beside`` is what it keeps free at its right, as a part of its width: Qt puts a button's
        text four pixels beside its icon, however large both are.
        """
        key = (name, token, beside)
        found = self._icons.get(key)
        if found is None:
            found = QIcon()
            # Sharp at the size of buttons, at 1x and 2x; everything else is scaled from these.
            for mode, colour, sizes in (
                (QIcon.Mode.Normal, getattr(self.tokens, token), (ICON_PX, 2 * ICON_PX)),
                (QIcon.Mode.Disabled, self.tokens.disabled, (2 * ICON_PX,)),
            ):
                for size in sizes:
                    drawn = self._drawn(name, colour, self.px(size))
                    found.addPixmap(_widened(drawn, beside) if beside else drawn, mode)
            self._icons[key] = found
        return found

    def pixmap(self, name: str, size: int, token: str = "text", ratio: float = 1.0) -> QPixmap:
        """A bundled icon as a pixmap of ``size`` device-independent pixels."""
        return self.tinted(name, size, QColor(getattr(self.tokens, token)), ratio)

    def tinted(self, name: str, size: int, colour: QColor, ratio: float = 1.0) -> QPixmap:
        """The same in any colour."""
        pixmap = QPixmap(self._drawn(name, colour.name(), round(size * ratio)))
        pixmap.setDevicePixelRatio(ratio)
        return pixmap

    def _drawn(self, name: str, colour: str, size: int) -> QPixmap:
        """Drawn once: a look that comes back finds its icons; all looks' take some MB."""
        key = (name, colour, size)
        if key not in self._drawings:
            self._drawings[key] = _drawn(name, colour, size)
        return self._drawings[key]


@cache
def _svg(name: str) -> str:
    return resource("icons", f"{name}.svg").read_text(encoding="utf-8")


def _drawn(name: str, colour: str, size: int) -> QPixmap:
    from PySide6.QtSvg import QSvgRenderer

    pixmap = QPixmap(QSize(size, size))
    pixmap.fill(Qt.GlobalColor.transparent)
    text = _svg(name).replace("currentColor", colour)
    renderer = QSvgRenderer(QByteArray(text.encode()))
    painter = QPainter(pixmap)
    renderer.render(painter)
    painter.end()
    return pixmap


def _widened(drawn: QPixmap, beside: float) -> QPixmap:
    """The same with free room at its right."""
    wide = QPixmap(round(drawn.width() * (1.0 + beside)), drawn.height())
    wide.fill(Qt.GlobalColor.transparent)
    painter = QPainter(wide)
    painter.drawPixmap(0, 0, drawn)
    painter.end()
    return wide


def _palette(tokens: Tokens) -> QPalette:
    palette = QPalette()
    role = QPalette.ColorRole
    for where, colour in (
        (role.Window, tokens.window),
        (role.WindowText, tokens.text),
        (role.Base, tokens.surface),
        (role.AlternateBase, tokens.raised),
        (role.Text, tokens.text),
        (role.Button, tokens.raised),
        (role.ButtonText, tokens.text),
        (role.ToolTipBase, tokens.raised),
        (role.ToolTipText, tokens.text),
        (role.PlaceholderText, tokens.muted),
        (role.Highlight, tokens.accent),
        (role.HighlightedText, tokens.accent_text),
        (role.Link, tokens.accent),
        (role.LinkVisited, tokens.accent),
        (role.Mid, tokens.border),
        (role.Dark, tokens.border_strong),
        (role.Light, tokens.raised),
    ):
        palette.setColor(where, QColor(colour))
    for where in (role.Text, role.WindowText, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, where, QColor(tokens.disabled))
    return palette


@cache
def theme() -> Theme:
    """The one theme of this process."""
    return Theme()
