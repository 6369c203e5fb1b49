"""A little vector drawing: boxes, lines and labels as SVG text, nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field

INK = "#1b1f24"
MUTED = "#5a6472"
FAINT = "#d5dae1"
PAPER = "#ffffff"
ACCENT = "#0b5cad"
ALERT = "#b3261e"
FACE = "IBM Plex Sans"


def escape(text: str) -> str:
    """``text`` as SVG character data."""
    return (
        text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    )


@dataclass
class Drawing:
    """An SVG under construction; sizes in points."""

    width: float
    height: float
    parts: list[str] = field(default_factory=list)

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str = "none",
        stroke: str = INK,
        weight: float = 0.6,
        dash: str = "",
        radius: float = 2.0,
    ) -> None:
        """A rectangle."""
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" '
            f'height="{max(height, 0):.1f}" rx="{radius:.1f}" fill="{fill}" stroke="{stroke}" '
            f'stroke-width="{weight:.1f}"{dashed}/>'
        )

    def line(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        *,
        stroke: str = INK,
        weight: float = 0.6,
        dash: str = "",
    ) -> None:
        """A straight line."""
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{stroke}" '
            f'stroke-width="{weight:.1f}"{dashed}/>'
        )

    def dot(self, x: float, y: float, radius: float, *, fill: str = INK) -> None:
        """A filled circle."""
        self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{fill}"/>')

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = 7.0,
        anchor: str = "start",
        fill: str = INK,
        bold: bool = False,
    ) -> None:
        """A line of text, its baseline at ``y``."""
        weight = ' font-weight="600"' if bold else ""
        self.parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-family="{FACE}" font-size="{size:.1f}" '
            f'text-anchor="{anchor}" fill="{fill}"{weight}>{escape(text)}</text>'
        )

    def render(self) -> str:
        """The SVG document."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width:.1f}pt" '
            f'height="{self.height:.1f}pt" viewBox="0 0 {self.width:.1f} {self.height:.1f}">'
            + "".join(self.parts)
            + "</svg>"
        )


WIDE = 0.56
"""Of a character of Plex Sans, on average, in em."""


def fitted(text: str, width: float, size: float) -> str:
    """``text`` cut with an ellipsis to about ``width`` points."""
    room = int(width / (size * WIDE))
    return text if len(text) <= room else text[: max(1, room - 1)] + "…"
