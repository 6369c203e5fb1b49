"""Signs that the window's own fonts have: others come from whatever font a machine has, or not."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from PySide6.QtGui import QRawFont

from resources import resource

ROOT = Path(__file__).parents[3]


def shown(folder: str) -> Iterator[tuple[str, str]]:
    """Strings of a folder's modules that are no docstrings, each with its place."""
    for file in sorted((ROOT / folder).rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        prose = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
        for node in ast.walk(tree):
            said = isinstance(node, ast.Constant) and id(node) not in prose
            if said and isinstance(node.value, str):
                yield node.value, f"{file.relative_to(ROOT).as_posix()}:{node.lineno}"


def translated() -> Iterator[tuple[str, str]]:
    for file in sorted((ROOT / "resources" / "i18n").rglob("*.po")):
        for entry in polib.pofile(str(file)):
            for text in (entry.msgstr, *entry.msgstr_plural.values()):
                yield text, f"{file.name}: {entry.msgid[:40]}"


@pytest.mark.parametrize("font", ["IBMPlexSans-Regular", "IBMPlexSans-SemiBold"])
def test_every_sign_of_the_window_is_in_its_own_font(qapp, font) -> None:
    """Arrows of changes and crosses of filters were boxes where no other font had them."""
    own = QRawFont(str(resource("fonts", f"{font}.ttf")), 12.0)
    assert own.isValid()
    said = [*shown("app/window"), *shown("advisor/rules"), *shown("model/language"), *translated()]
    assert len(said) > 10_000
    lacking = {
        (sign, place)
        for text, place in said
        for sign in text
        if sign.isprintable() and not own.supportsCharacter(ord(sign))
    }
    assert lacking == set()
