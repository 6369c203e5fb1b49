"""Lines of one outline are looked at once; what is read of each stays its own."""

from __future__ import annotations

import re

import pytest

from advisor.formats.cics.labels import pairs
from advisor.formats.db2 import accounting
from advisor.observations import FileReading
from advisor.reading import read_bytes
from advisor.reading.layout.outline import Dispatch, Shapes, outline
from tests.advisor.reading.report_reading import SAMPLES

SESSION = """\
 ADAN01  00010   A d a b a s is active
                    A d a b a s nucleus session statistics
 From 2015-03-17 10:00:00 to 2015-03-17 10:15:00
 Duration  00:15:00 hours
 Logical reads            {reads}
 {work} protection blocks   {blocks}
"""


def read(**figures: str) -> dict[str, object]:
    """Figures of a session with these cells, by metric."""
    reading: FileReading
    (reading,) = read_bytes("session.txt", SESSION.format(**figures).encode())
    return {item.metric: item.value for item in reading.observations}


def test_lines_that_differ_in_figures_alone_give_their_own() -> None:
    first = read(reads="123,456", work="WORK1", blocks="71")
    second = read(reads="987,650", work="WORK1", blocks="93")
    assert (first["logical_reads"], second["logical_reads"]) == (123456, 987650)
    assert (first["work_protection_blocks"], second["work_protection_blocks"]) == (71, 93)


def test_a_digit_that_is_part_of_a_name_is_told_apart() -> None:
    """The figures of WORK1 are asked for; those of another part of WORK are not its."""
    assert read(reads="1", work="WORK1", blocks="71")["work_protection_blocks"] == 71
    assert "work_protection_blocks" not in read(reads="1", work="WORK2", blocks="71")
    assert "work_protection_blocks" not in read(reads="1", work="WORK0", blocks="71")


def test_an_outline_keeps_everything_but_the_digits() -> None:
    assert outline("Put 12,345.90 é") == "Put 00,000.00 é"
    assert outline("Zähler 7 ٣ €") == "Zähler 0 ٣ €"


def test_labels_and_values_come_from_the_line_itself() -> None:
    line = " Peak tasks. . . . : 17      Times at MXT . . : 203"
    assert pairs(line) == [("Peak tasks", "17"), ("Times at MXT", "203")]
    assert pairs(line.replace("17", "18")) == [("Peak tasks", "18"), ("Times at MXT", "203")]


@pytest.mark.parametrize("name", ["db2-accounting", "db2-statistics", "db2-accounting-times"])
def test_a_pattern_that_a_line_s_outline_rules_out_finds_nothing_in_it(name: str) -> None:
    patterns = {
        key: value if isinstance(value, tuple) else (value,)
        for key, value in vars(accounting).items()
        if isinstance(value, re.Pattern)
    }
    may_be = Dispatch(**patterns)
    for line in (SAMPLES / f"formats/{name}.txt").read_text().splitlines():
        told = may_be(line)
        for key, several in patterns.items():
            assert key in told or not any(one.search(line) for one in several), (key, line)


@pytest.mark.parametrize(
    "lines", [["A 12", "", "B 7", "A 34"], ["A\n12", "B"], ["Ж 12", "B 3"], []]
)
def test_the_outlines_of_many_lines_are_those_of_each(lines: list[str]) -> None:
    shapes = Shapes(lines)
    assert [shapes.distinct[one] for one in shapes.ids] == [outline(line) for line in lines]
    assert shapes.each(len) == [len(line) for line in lines]
