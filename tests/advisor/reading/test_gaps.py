"""Rows with blank cells are told by their own words, not by those of lines like them."""

from __future__ import annotations

from advisor.reading.gaps import with_gaps
from advisor.reading.reader import Collector, Line

KINDS = ((r"ROW[12] +(?P<row>\S.*)", 3),)


def shown(*texts: str) -> list[str]:
    lines = [Line(number, text, text) for number, text in enumerate(texts, 1)]
    return [line.content for line in with_gaps(KINDS, lines, Collector("rows.txt"))]


def test_rows_are_those_that_their_digits_make_rows() -> None:
    whole = [f"ROW{1 + number % 2}   10{number}   20{number}   30{number}" for number in range(6)]
    found = shown(*whole, "ROW3   105         305", "ROW2   106         306")
    assert found[:7] == [*whole, "ROW3   105         305"]
    assert found[7].split() == ["ROW2", "106", "-", "306"]


def test_rows_are_of_another_table_behind_a_heading_of_several_words() -> None:
    whole = [f"ROW1   10{number}   20{number}   30{number}" for number in range(4)]
    for between, cells in (("NAME", ["ROW1", "107", "-", "307"]), ("ANY OTHER HEADING", [])):
        found = shown(*whole, between, "ROW1   107         307")
        assert found[-1].split() == cells
