"""Every number on a recognised page is taken, ignored by declaration, or listed as not read."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from advisor.observations import NumbersRead, Observation
from advisor.reading import read_bytes
from advisor.reading.accounting import Ledger, numbers_sentence
from advisor.reading.numbers import CELL, TOKEN, numbers_of, sight
from advisor.reading.reader import Line
from tests.advisor.reading.report_reading import SAMPLES, read

HEADING = (
    "1                            C P U  A C T I V I T Y\n"
    "             z/OS V2R4       SYSTEM ID NVS1    DATE 03/17/2015     INTERVAL 15.00.000\n"
    "                             RPT VERSION V2R4 RMF    TIME 10.00.00     CYCLE 1.000 SECONDS\n"
    "-CPU  2827   CPC CAPACITY 2011   SEQUENCE CODE 0000000000042A17\n"
    "0---CPU---    ---------------- TIME % ----------------     LOG PROC      --I/O INTERRUPTS--\n"
    " NUM  TYPE    ONLINE    LPAR BUSY    MVS BUSY    PARKED     SHARE %       RATE     % VIA TPI\n"
)
ROWS = "".join(
    f"  {n}    CP      100.00    94.{n}1        94.{n}7   0.00     100.0      2480.10    21.04\n"
    for n in range(8)
)
TOTAL = " TOTAL/AVERAGE           94.36        94.46           800         19840.8    21.04\n"


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("SYS1.PROCLIB V2R4 0CB52A DB10 NVT01", []),
        ("Name . . . . . : 1,234,567  79.10%  100M", ["1,234,567", "79.10%", "100M"]),
        ("CPU 00:44:58.113020 of -12.5 (45,0)", ["00:44:58.113020", "12.5", "45,0"]),
    ],
)
def test_numbers_are_what_is_no_part_of_a_word(text: str, numbers: list[str]) -> None:
    assert TOKEN.findall(text) == numbers


def test_cells_of_a_csv_are_numbers_of_their_own() -> None:
    found = CELL.findall("NV01,4120,0.041200,12,30")
    assert found == ["4120", "0.041200", "12", "30"]


def test_what_is_left_of_a_row_is_listed_beside_its_line() -> None:
    row = " SPARE ROOM  12.5  800  19840.8\n"
    found = read(HEADING + ROWS + row + TOTAL)
    listed = dict(found.reading.numbers.listed)
    number = (HEADING + ROWS + row).count("\n")
    assert listed[number] == ("12.5", "800", "19840.8")
    assert number + 1 not in listed  # what the line of totals holds besides is declared
    assert "numbers were not read, the first in line" in numbers_sentence(found.reading)


@pytest.mark.parametrize(
    ("numbers", "sentence"),
    [
        (NumbersRead(3, 2), ""),
        (NumbersRead(0, 0, 1, ((7, ("250",)),)), "its only number, in line 7, was not read."),
        (
            NumbersRead(0, 0, 2, ((7, ("250", "3")),)),
            "none of its 2 numbers was read, the first stands in line 7.",
        ),
        (NumbersRead(4, 0, 1, ((7, ("250",)),)), "1 of its 5 numbers was not read, in line 7."),
        (
            NumbersRead(4, 1, 2, ((7, ("250", "3")),)),
            (
                "2 of its 7 numbers were not read, the first in line 7; 1 is a date, a page number,"
                " in a column around the text or what the readers leave out on purpose."
            ),
        ),
    ],
)
def test_one_number_is_told_of_as_one(numbers: NumbersRead, sentence: str) -> None:
    """A file with one number said "1 of its 1 numbers were not read"."""
    reading = replace(read(HEADING + ROWS + TOTAL).reading, numbers=numbers)
    assert numbers_sentence(reading) == (f"{reading.file}: {sentence}" if sentence else "")


def test_numbers_outside_of_pages_and_on_refused_ones_are_listed() -> None:
    """They were in no account: of a page that was refused for its commas none was."""
    found = read("They ask for 250 MIPS.\n\n" + HEADING + ROWS + TOTAL)
    assert dict(found.reading.numbers.listed)[1] == ("250",)
    decimal = re.sub(r"(?<=\d)\.(?=\d\d? )", ",", ROWS + TOTAL)
    refused = read(HEADING + decimal)
    assert refused.reading.observations == ()
    left = [token for _, tokens in refused.reading.numbers.listed for token in tokens]
    assert {"94,02", "490,45"} & set(left) or len(left) > 8


def test_a_row_that_gives_less_than_it_used_to_is_listed() -> None:
    line = Line(1, "ROW 1 2 3", "ROW 1 2 3")
    one = Observation("", "", 1, "", "", 1, "", "1")
    for most, left in ((2, ()), (1, ((1, ("2", "3")),))):
        ledger = Ledger()
        ledger.settle(sight((), ((r"^ROW ", most, "others"),)), [line], [one])
        assert ledger.numbers().listed == left
    ledger = Ledger()
    ledger.settle(sight((), ((r"^ROW ", 3, "others"),)), [line], [])
    assert ledger.numbers().unread == 3  # nothing of it was taken


def test_a_page_without_what_it_always_has_is_a_problem_and_not_read_in_silence() -> None:
    assert read(HEADING + ROWS + TOTAL).sentences == []
    (sentence,) = read(HEADING + re.sub(r"94\.\d\d", "-----", ROWS)).sentences
    assert "lacks what such pages always have (cp_busy_pct, mvs_busy_pct)" in sentence


@pytest.mark.parametrize("path", sorted((SAMPLES / "formats").glob("*.txt")), ids=lambda p: p.name)
def test_the_account_adds_up_to_the_numbers_of_the_pages(path: Path) -> None:
    (reading,) = read_bytes(path.name, path.read_bytes())
    numbers = reading.numbers
    assert numbers.unread == sum(len(found) for _, found in numbers.listed)
    lines = path.read_bytes().decode("utf-8", "replace").split("\n")
    whole = sum(len(TOKEN.findall(line)) for line in lines)
    assert numbers.taken + numbers.ignored + numbers.unread <= 1.2 * whole + 40


def test_a_sum_that_ends_with_the_file_takes_numbers_of_earlier_pages() -> None:
    ledger = Ledger()
    line = Line(7, "put 12 of 34", "put 12 of 34")
    ledger.settle(sight((), ()), [line], [])
    assert ledger.numbers().unread == 2
    (found,) = read_bytes("x.csv", (SAMPLES / "formats/mqsmfcsv-WQ.csv").read_bytes())
    ledger.late(7, [found.observations[0].__class__("", "", 12, "", "", 7, "", "12")])
    assert ledger.numbers().listed == ((7, ("34",)),)


def test_a_line_that_a_reader_leaves_out_on_purpose_is_read() -> None:
    ledger = Ledger()
    lines = [Line(1, "MIN 1 2 3", "MIN 1 2 3"), Line(2, "AVG 4 5 6", "AVG 4 5 6")]
    page = ledger.settle(sight(((r"^MIN .*", "least of the interval"),), ()), lines, [])
    assert (page.taken, page.ignored, page.unread) == (0, 3, 3)
    assert ledger.ranges(2) == ((2, 2),)


def test_a_line_that_was_taken_apart_is_read_where_any_part_is() -> None:
    """A figure stood on a line that was listed as unread."""
    book = Ledger()
    for part in (1, 2, 4):
        book.note(part)
    book.left = {2: ["7"], 3: ["8", "9"]}
    # Lines 2 and 3 of the text read are both of line 2 of the file.
    moved = book.moved([1, 2, 2, 3], 4)
    assert moved.ranges(4) == ()
    assert moved.left == {2: ["7", "8", "9"]}
    first_only = Ledger()
    first_only.note(1)
    assert first_only.moved([1, 1, 2], 2).ranges(2) == ((2, 2),)


@pytest.mark.parametrize("name", ["ada85-session", "active-work", "job-totals"])
def test_a_number_on_a_line_that_is_of_two_pages_counts_once(name: str) -> None:
    text = (SAMPLES / "formats" / f"{name}.txt").read_text()
    found = read(text).reading.numbers
    printed = sum(len(numbers_of(line)[0]) for line in text.splitlines())
    assert found.taken + found.ignored + found.unread <= printed
