"""The style sheet, made from tokens and the text scale."""

from __future__ import annotations

from string import Template

from app.window.theme.tokens import Tokens
from resources import resource


def style_sheet(tokens: Tokens, scale: float) -> str:
    """``resources/themes/window.qss`` with tokens and lengths filled in."""
    values = {
        name: str(getattr(tokens, name))
        for name in tokens.__dataclass_fields__
        if name not in ("name", "line_px")
    }
    values.update({f"px{n}": f"{max(1, round(n * scale))}px" for n in range(1, 65)})
    plain = tokens.name != "contrast"
    ending = "" if plain else "-contrast"
    for name, file in (
        ("chevron", f"chevron{ending}.svg"),
        ("chevron_right", f"chevron-right{ending}.svg"),
        ("check", f"check-{tokens.name}.svg"),
    ):
        values[name] = resource("themes", file).as_posix()
    values["line"] = f"{tokens.line_px}px"
    text = resource("themes", "window.qss").read_text(encoding="utf-8")
    return Template(text).substitute(values)
