"""What commands print on stdout: one JSON document, or a plain table."""

from __future__ import annotations

import json
import math
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from app.errors import one_line

if TYPE_CHECKING:
    from model.topology import Topology

__all__ = [
    "component_name",
    "figure_name",
    "finite",
    "plainer",
    "print_json",
    "print_table",
    "seconds_text",
    "table",
]

# What our own sentences hold beyond ASCII, for consoles of one code page.
_PLAIN = {
    "−": "-", "–": "-", "—": "-", "─": "-", "·": ".", "•": "*", "…": "...", "→": "->", "×": "x",
    "÷": "/", "≤": "<=", "≥": ">=", "≈": "~", "±": "+-", "µ": "u", "μ": "u", "“": '"', "”": '"',
    "„": '"', "‘": "'", "’": "'", "²": "2", "³": "3", "↑": "^", "↓": "v", "∞": "inf", "√": "sqrt",
    "\N{NO-BREAK SPACE}": " ", "\N{NARROW NO-BREAK SPACE}": " ", "\N{THIN SPACE}": " ",
}  # fmt: skip


def plainer(problem: UnicodeError) -> tuple[str, int]:
    """Codec error handler: what a code page lacks in ASCII, or by its number; never as "?"."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    lacking = problem.object[problem.start : problem.end]
    return "".join(map(_plain, lacking)), problem.end


def _plain(character: str) -> str:
    bare = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return _PLAIN.get(character) or bare or character.encode("ascii", "backslashreplace").decode()


def component_name(topology: Topology, component: str) -> str:
    """What the customer calls a component; its id where that name alone could mean another."""
    if component not in topology:
        return component
    name = topology[component].name
    return name if sum(other.name == name for other in topology) == 1 else component


def figure_name(metric: str) -> str:
    """What a figure is called over a column of a table."""
    from advisor.report.texts import short_label

    return short_label(metric, "en")


def finite(value: Any) -> Any:
    """``value`` with every number JSON cannot carry (NaN, infinities) replaced by None."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): finite(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [finite(item) for item in value]
    if value is None or isinstance(value, (str, int, bool)):
        return value
    if hasattr(value, "item"):  # a numpy scalar
        return finite(value.item())
    raise TypeError(f"{type(value).__name__} has no JSON form")


def print_json(document: Any) -> None:
    """Print one JSON document; plain ASCII, so that no console's code page can spoil it."""
    json.dump(finite(document), sys.stdout, indent=1, allow_nan=False)
    sys.stdout.write("\n")


def table(
    header: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = ()
) -> list[str]:
    """Lines of a plain-text table; columns whose index is in ``right`` are right-aligned."""
    cells = [[one_line(cell) for cell in row] for row in (header, *rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(header))]
    lines = []
    for row in cells:
        padded = [
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(padded).rstrip())
    lines.insert(1, "  ".join("─" * width for width in widths))
    return lines


def print_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print :func:`table`."""
    for line in table(header, rows):
        print(line)


def counted_noun(count: int, noun: str) -> str:
    """``1 line``, ``1,234 lines``."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def seconds_text(seconds: float) -> str:
    """A time in the unit that suits it."""
    for factor, unit in ((1.0, "s"), (1e3, "ms"), (1e6, "µs")):
        if seconds * factor >= 1.0:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"
