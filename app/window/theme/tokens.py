"""Colour tokens of the three themes, the utilisation ramp and the series colours."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tokens:
    """Colours by what they are for, as ``#rrggbb``."""

    name: str
    window: str
    surface: str
    raised: str
    sunken: str
    border: str
    border_strong: str
    text: str
    muted: str
    disabled: str
    accent: str
    accent_text: str
    accent_soft: str
    good: str
    bad: str
    warn: str
    ghost: str
    selection: str
    line_px: int = 1

    @property
    def is_dark(self) -> bool:
        """Whether light text stands on dark ground."""
        return int(self.window[1:3], 16) < 128


LIGHT = Tokens(
    name="light",
    window="#f3f4f6",
    surface="#ffffff",
    raised="#fafbfc",
    sunken="#e9ebef",
    border="#d5d9e0",
    border_strong="#747d8d",
    text="#1a1f29",
    muted="#565f6e",
    disabled="#747d8d",
    accent="#2257b0",
    accent_text="#ffffff",
    accent_soft="#dfe8f8",
    good="#00724f",
    bad="#b04300",
    warn="#8a5a00",
    ghost="#626b7a",
    selection="#2257b0",
)

DARK = Tokens(
    name="dark",
    window="#14171c",
    surface="#1c2027",
    raised="#242932",
    sunken="#101318",
    border="#353c48",
    border_strong="#7d889a",
    text="#e9ecf1",
    muted="#a6afbd",
    disabled="#7d889a",
    accent="#8ab2f5",
    accent_text="#0d1626",
    accent_soft="#26364f",
    good="#45c99f",
    bad="#ff9350",
    warn="#e9b949",
    ghost="#98a1b0",
    selection="#8ab2f5",
)

HIGH_CONTRAST = Tokens(
    name="contrast",
    window="#000000",
    surface="#000000",
    raised="#000000",
    sunken="#000000",
    border="#ffffff",
    border_strong="#ffffff",
    text="#ffffff",
    muted="#ffffff",
    # Told from what can be pressed by its grey alone, which nothing else here has.
    disabled="#949494",
    accent="#ffe100",
    accent_text="#000000",
    accent_soft="#333300",
    good="#5cffc6",
    bad="#ffb37a",
    warn="#ffe100",
    ghost="#d0d0d0",
    selection="#ffe100",
    line_px=2,
)

THEMES = {item.name: item for item in (LIGHT, DARK, HIGH_CONTRAST)}

# Okabe and Ito's hues for those who do not tell red from green, in the order series use them; on
# light ground the pale ones are darker than theirs, so that each stands out 3 to 1 (WCAG 1.4.11).
SERIES = ("#0072b2", "#d55e00", "#00855f", "#b55a8c", "#9a6700", "#3a8dc4", "#6b6b6b")
SERIES_DARK = ("#56b4e9", "#ff8c42", "#3fc79a", "#e79cc4", "#f0c04a", "#a9d8f5", "#b0b0b0")

# Samples of the cividis ramp (Nuñez, Anderton, Renslow 2018) at 0, 1/8 … 1.
_CIVIDIS = (
    (0, 34, 78),
    (26, 56, 111),
    (64, 77, 107),
    (93, 98, 108),
    (124, 123, 120),
    (155, 148, 119),
    (188, 175, 111),
    (223, 203, 93),
    (254, 232, 56),
)


def cividis(ratio: float) -> tuple[int, int, int]:
    """Red, green, blue (0..255) of the utilisation ramp at ``ratio`` (0..1, clipped)."""
    place = min(max(ratio, 0.0), 1.0) * (len(_CIVIDIS) - 1)
    below = min(int(place), len(_CIVIDIS) - 2)
    share = place - below
    a, b = _CIVIDIS[below], _CIVIDIS[below + 1]
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


def two_part(ratio: float) -> tuple[int, int, int]:
    """The ramp without its middle, which neither black nor white stands out from 7 to 1.

    Below one half it is dark, for light text; above it is light, for dark text.
    """
    place = min(max(ratio, 0.0), 1.0)
    return cividis(place * 0.5 if place < 0.5 else 0.4 + 0.6 * place)
