"""How far two colours stand out from each other, as WCAG 2.2 measures it. Pure."""

from __future__ import annotations

RGB = tuple[int, int, int]


def luminance(colour: RGB) -> float:
    """Relative luminance, 0 (black) to 1 (white), of sRGB parts 0..255."""
    red, green, blue = (_linear(part / 255.0) for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return float(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)


def contrast(one: RGB, other: RGB) -> float:
    """Contrast ratio, 1 (the same) to 21 (black on white)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def ink(ground: RGB) -> RGB:
    """Black or white, whichever stands out more."""
    black, white = (0, 0, 0), (255, 255, 255)
    return black if contrast(black, ground) > contrast(white, ground) else white


def rgb(colour: str) -> RGB:
    """The parts of ``#rrggbb``."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
