"""CSV as reports write it: separators, guards and locale decimals found out from the rows."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from advisor.reading.layout.cells import decimal_mark
from advisor.reading.reader import Collector, Line
from advisor.reading.refusals import MOST_COLUMNS
from advisor.reading.repairs.truncation import NARROW
from model.language import LineNumber, Name, say

_GUARD = re.compile(r'="(.*)"$')
_BARE_GUARD = re.compile(r'(?<![^,;|\t ])="([^"]*)"')


def split_row(text: str, separator: str = ",") -> list[str] | None:
    """Cells of a row without quotes, Excel guards (``="1"``) and padding; ``None`` if not CSV."""
    if text.count(separator) > MOST_COLUMNS:
        return None
    guarded = '="' in text
    if guarded:
        text = _BARE_GUARD.sub(r'"\1"', text)
    try:
        cells = next(csv.reader([text], delimiter=separator, skipinitialspace=True), [])
    except csv.Error:
        return None
    if not guarded:
        return [cell.strip() for cell in cells]
    return [_GUARD.sub(r"\1", cell.strip()).strip() for cell in cells]


def cell_text(line: Line) -> str:
    """What the cells of a line are taken from: its tabs, where it has some, are no blanks."""
    return line.text.lstrip("\ufeff> ") if line.text.count("\t") > 1 else line.content


def separator_of(heading: str) -> str:
    """The separator of a heading line: the likeliest of comma, semicolon, tab and bar."""
    return max((",", ";", "\t", "|"), key=heading.count)


def cut_at_edge(heading: str, rows: Iterable[str], separator: str) -> bool:
    """Whether a table's heading and the widest of its rows end at the same column.

    Names and values are not as long as each other: the file was cut off there, unless its cells
    are padded. What stands in the last column, and which one it is, cannot be told then.
    """
    heading = heading.rstrip()
    padded = len(re.findall(rf"\s{re.escape(separator)}|{re.escape(separator)}\s", heading))
    if padded > heading.count(separator) / 2:
        return False
    widest = max((len(row.rstrip()) for row in rows), default=0)
    return widest >= NARROW and len(heading) == widest


@dataclass(frozen=True)
class Sheet:
    """A CSV table's heading: separator, names as printed, and the file's decimal mark.

    ``cut``: the last column was cut off and its name is empty. ``edge``: the column at which rows
    lost cells; the last cell of one that ends there may lack digits.
    """

    separator: str
    names: tuple[str, ...]
    decimal: str = "."
    cut: bool = False
    edge: int = 0

    def row(self, line: Line) -> dict[str, str] | None:
        """Cells by heading; ``None`` if the line has not the table's columns."""
        cells = split_row(cell_text(line), self.separator)
        if cells is None:
            return None
        while len(cells) > len(self.names) and not cells[-1]:
            cells.pop()
        if len(cells) != len(self.names):  # a row that lost its end says nothing of the others
            return None
        if self.edge and len(line.text.rstrip()) == self.edge:
            cells[-1] = ""
        return dict(zip(self.names, cells, strict=True))


def sheet_of(lines: Sequence[Line], index: int) -> Sheet | None:
    """The table whose heading stands in ``lines[index]``."""
    heading = cell_text(lines[index]).lstrip("\ufeff> ")
    separator = separator_of(heading)
    names = split_row(heading, separator)
    if names is None:
        return None
    while names and not names[-1]:
        names.pop()
    if len(names) < 2:
        return None
    following = [
        split_row(cell_text(line), separator) or [] for line in lines[index + 1 : index + 40]
    ]
    decimal = decimal_mark(cell for cells in following for cell in cells)  # quoted, with commas
    below = [line.text.rstrip() for line in lines[index + 1 :] if separator in line.text]
    if cut_at_edge(lines[index].text, below, separator):
        return Sheet(separator, (*names[:-1], ""), decimal, True)
    edge = max(map(len, below), default=0)
    lost = edge >= NARROW and any(
        len(row) == edge and len(split_row(row.rstrip(separator), separator) or names) != len(names)
        for row in below
    )
    return Sheet(separator, tuple(names), decimal, edge=edge if lost else 0)


def last_column_cut(file: str, number: int) -> str:
    """What is said of a table that was cut off; ``number`` is a line of it."""
    return say(
        "{file}, line {number}: the heading of this table and its widest row end at the same "
        "column, so that the last column, and others behind it, may have been cut off; it was not "
        "read: send the file as it was written.",
        file=Name(file),
        number=LineNumber(number),
    )


def rows(sheet: Sheet, lines: Sequence[Line], start: int, out: Collector) -> Iterator[
    tuple[Line, dict[str, str]]
]:  # fmt: skip
    """Rows from ``lines[start]`` on that fit the heading; others stay unread, which is said."""
    misfits: list[Line] = []
    if sheet.cut and start < len(lines):
        number = lines[start].number
        out.problem(number, last_column_cut(out.file, number))
    for line in lines[start:]:
        if not line.content.strip():
            continue
        row = sheet.row(line)
        if row is not None:
            yield line, row
        elif sheet.separator in cell_text(line):
            misfits.append(line)
    if misfits:
        number, count = misfits[0].number, len(misfits)
        out.say(
            "{file}, line {number}: rows that do not have the {names} cells "
            "of the heading were not read ({count}, this is the first): the "
            "file was wrapped, cut or edited, send it as it was written.",
            number,
            names=len(sheet.names),
            count=count,
        )
