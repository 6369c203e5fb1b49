"""Pieces of Markdown, safe for any text of a declaration."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|])")


def plain(text: object) -> str:
    """Text that Markdown shows as it is."""
    return _SPECIAL.sub(r"\\\1", str(text)).replace("\n", " ").strip()


def code(text: str) -> str:
    """A name or command within a line."""
    fence = "``" if "`" in text else "`"
    return f"{fence}{text}{fence}" if text else ""


def block(text: str) -> str:
    """Lines that are copied as they are."""
    return f"```\n{text.strip()}\n```"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; cells are Markdown already. Empty without rows."""
    lines = [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows]
    if not lines:
        return ""
    return "\n".join((f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *lines))


def paragraphs(*parts: str) -> str:
    """The parts that are not empty, apart from each other."""
    return "\n\n".join(part for part in parts if part) + "\n"
