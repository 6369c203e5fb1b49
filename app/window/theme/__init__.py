"""Looks: colour tokens, style sheet, fonts, icons. One accent, an 8-pixel grid, no gradients."""

from app.window.theme.manager import Theme as Theme
from app.window.theme.manager import theme as theme
from app.window.theme.tokens import Tokens as Tokens
