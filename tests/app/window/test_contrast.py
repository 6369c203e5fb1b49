"""Every colour on every ground it stands on, measured as WCAG 2.2 does (1.4.3, 1.4.6, 1.4.11)."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from app.window.theme import theme
from app.window.theme.contrast import contrast, rgb
from app.window.theme.tokens import (
    HIGH_CONTRAST,
    SERIES,
    SERIES_DARK,
    THEMES,
    Tokens,
    cividis,
    two_part,
)

GROUNDS = ("window", "surface", "raised", "sunken", "accent_soft")
INKS = ("text", "muted", "accent", "good", "bad", "warn")
# "was 96 %" on a box of the canvas; filled buttons and chosen menu items; the bottleneck's tag.
OTHERS = (
    ("ghost", "surface"),
    ("ghost", "window"),
    ("accent_text", "accent"),
    ("window", "bad"),
)
ALL = pytest.mark.parametrize("tokens", THEMES.values(), ids=THEMES)


def measured(tokens: Tokens, one: str, other: str) -> float:
    return contrast(rgb(getattr(tokens, one)), rgb(getattr(tokens, other)))


def test_the_measure_is_that_of_the_guidelines() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21.0)
    assert contrast((118, 118, 118), (255, 255, 255)) == pytest.approx(4.54, abs=0.005)
    assert contrast((255, 0, 0), (255, 255, 255)) == pytest.approx(4.0, abs=0.005)


@ALL
def test_text_stands_out_from_every_ground(tokens: Tokens) -> None:
    least = 7.0 if tokens is HIGH_CONTRAST else 4.5
    pairs = [(ink, ground) for ink in INKS for ground in GROUNDS] + list(OTHERS)
    weak = {p: round(measured(tokens, *p), 2) for p in pairs if measured(tokens, *p) < least}
    assert weak == {}


@ALL
def test_borders_of_controls_and_series_stand_out(tokens: Tokens) -> None:
    series = SERIES_DARK if tokens.is_dark else SERIES
    weak = {
        (colour, ground): round(contrast(rgb(colour), rgb(getattr(tokens, ground))), 2)
        for colour in (tokens.border_strong, tokens.ghost, tokens.selection, *series)
        for ground in ("window", "surface", "raised", "sunken")
        if contrast(rgb(colour), rgb(getattr(tokens, ground))) < 3.0
    }
    assert weak == {}


@pytest.mark.parametrize("percent", range(0, 101, 5))
def test_figures_stand_out_from_the_utilization_ramp(percent: int, qapp: QApplication) -> None:
    del qapp
    for ramp, least in ((cividis, 4.5), (two_part, 7.0)):
        ground = ramp(percent / 100.0)
        ink = theme().ink(QColor(*ground))
        assert contrast((ink.red(), ink.green(), ink.blue()), ground) >= least


def test_what_cannot_be_pressed_looks_so_in_every_theme() -> None:
    for tokens in THEMES.values():
        assert tokens.disabled not in (tokens.text, tokens.muted), tokens.name
        assert measured(tokens, "disabled", "surface") >= 3.0, tokens.name


def test_icons_of_buttons_take_another_look(qtbot, window) -> None:
    window.show_page("whatif")
    page = window.pages["whatif"]
    buttons = (window.selector.branch, window.selector.more, page.sweeps.run)
    theme().apply("light", 1.0)
    try:
        theme().apply("contrast", 2.0)
        theme().finish()
        for made, token in zip(buttons, ("text", "text", "accent_text"), strict=True):
            drawn = made.icon().pixmap(64).toImage()
            inks = {
                drawn.pixelColor(x, y).name()
                for x in range(drawn.width())
                for y in range(drawn.height())
                if drawn.pixelColor(x, y).alpha() == 255
            }
            assert inks == {getattr(theme().tokens, token)}, made.accessibleName()
            assert made.iconSize().height() == 32
    finally:
        theme().apply("light", 1.0)
