"""CSV as reports write it: separators, guards and locale decimals found out from the rows."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from advisor.readers.intake.refusals import MOST_COLUMNS
from advisor.readers.layout.cells import decimal_mark
from advisor.readers.reader import Collector, Line

_GUARD = re.compile(r'^="?(.*?)"?$')


def split_row(text: str, separator: str = ",") -> list[str] | None:
    """Cells of a row without quotes, Excel guards (``="1"``) and padding; ``None`` if not CSV."""
    if text.count(separator) > MOST_COLUMNS:
        return None
    if '="' in text:
        text = re.sub(r'="([^"]*)"', r'"\1"', text)
    try:
        cells = next(csv.reader([text], delimiter=separator), [])
    except csv.Error:
        return None
    return [cell.strip() for cell in cells]


def separator_of(heading: str) -> str:
    """The separator of a heading line: the likeliest of comma, semicolon, tab and bar."""
    return max((",", ";", "\t", "|"), key=heading.count)


@dataclass(frozen=True)
class Sheet:
    """A CSV table's heading: separator, names as printed, and the file's decimal mark."""

    separator: str
    names: tuple[str, ...]
    decimal: str = "."

    def row(self, line: Line) -> dict[str, str] | None:
        """Cells by heading; ``None`` if the line has not the table's columns."""
        cells = split_row(line.text.lstrip("> ") if line.text[:1] == ">" else line.text,
                          self.separator)  # fmt: skip
        if cells is None:
            return None
        while len(cells) > len(self.names) and not cells[-1]:
            cells.pop()
        if not 2 <= len(cells) <= len(self.names) or len(cells) < len(self.names) - 1:
            return None
        return dict(zip(self.names, cells, strict=False))


def sheet_of(lines: Sequence[Line], index: int) -> Sheet | None:
    """The table whose heading stands in ``lines[index]``."""
    heading = lines[index].text.lstrip("\ufeff> ")
    separator = separator_of(heading)
    names = split_row(heading, separator)
    if names is None:
        return None
    while names and not names[-1]:
        names.pop()
    if len(names) < 2:
        return None
    decimal = "."
    if separator != ",":
        following = [
            split_row(line.text, separator) or [] for line in lines[index + 1 : index + 40]
        ]
        decimal = decimal_mark(cell for cells in following for cell in cells)
    return Sheet(separator, tuple(names), decimal)


def rows(sheet: Sheet, lines: Sequence[Line], start: int, out: Collector) -> Iterator[
    tuple[Line, dict[str, str]]
]:  # fmt: skip
    """Rows from ``lines[start]`` on that fit the heading; others stay unread."""
    for line in lines[start:]:
        if not line.content.strip():
            continue
        row = sheet.row(line)
        if row is not None:
            out.read(line)
            yield line, row
