"""Cells: what is a figure, in which scale, and what is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.reading.layout import cells
from advisor.reading.layout.tables import Column, unspaced
from advisor.reading.layout.tables import cells as row_cells


@pytest.mark.parametrize(
    ("text", "value"),
    [("1,434", 1434), ("16.4", 16.4), (" 26.8 ", 26.8), ("509,978,437", 509978437), ("-5", -5),
     ("5-", -5), (".5", 0.5), ("1'234", 1234), ("0", 0), ("1.5e3", 1500.0)],
)  # fmt: skip
def test_numbers(text: str, value: float) -> None:
    assert cells.number(text) == value
    assert type(cells.number(text)) is type(value)


@pytest.mark.parametrize(
    "text",
    ["", "  ", "N/A", "----", "****", "9999999.99", "(Not Reset)", "13.6 MED", ">10GB", "1.2.3",
     "12:30", "E8", "abc", "1,23,4", "9" * 60, "٣", "½", "1e999"],
)  # fmt: skip
def test_what_is_no_number_is_not_guessed(text: str) -> None:
    assert cells.number(text) is None


def test_decimal_commas() -> None:
    assert cells.number("1.234,5", ",") == 1234.5
    assert cells.number("98,33", ",") == 98.33
    assert cells.number("509.955.088", ",") == 509955088
    assert cells.decimal_mark(["1.234,5", "7"]) == ","
    assert cells.decimal_mark(["98,33", "86.435"]) == ","
    assert cells.decimal_mark(["1,434", "16.4"]) == "."
    assert cells.decimal_mark(["509,978,437"]) == "."


@pytest.mark.parametrize(
    ("text", "value"), [("3931K", 3931e3), ("267T", 267e3), ("2011.7", 2011.7), ("5M", 5e6)]
)
def test_scaled_counts(text: str, value: float) -> None:
    assert cells.scaled(text) == value


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [("100M", "B", 100 << 20), ("1351K", "B", 1351 << 10), ("256 MB", "B", 256 << 20),
     ("2000", "KB", 2000 << 10), ("32K", "B", 32 << 10), (">10GB", "B", None), ("12Q", "B", None)],
)  # fmt: skip
def test_sizes(text: str, unit: str, value: int | None) -> None:
    assert cells.size_bytes(text, unit) == value


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("15.00.037", 900.037), ("00.14.59", 899.0), ("29:59.996", 1799.996),
     ("00000:06:59 hours", 419.0), ("3:50:18", 13818.0), ("00:10:24.771944", 624.771944),
     ("1:02:03:04", 93784.0), ("12.5 sec", 12.5), ("40 ms", 0.04), ("", None), ("12", None)],
)  # fmt: skip
def test_durations(text: str, seconds: float | None) -> None:
    found = cells.duration_s(text)
    assert found == (None if seconds is None else pytest.approx(seconds))


@pytest.mark.parametrize(
    ("text", "day"),
    [("2015-03-17", "2015-03-17"), ("03/17/2015", "2015-03-17"), ("17/03/2015", "2015-03-17"),
     ("17.03.2015", "2015-03-17"), ("2015.076", "2015-03-17"), ("15076", "2015-03-17"),
     ("17 Mar 15", "2015-03-17"), ("17-MAR-2015", "2015-03-17"), ("Mar 17, 2015", "2015-03-17"),
     ("31/02/2015", None), ("2015-13-45", None), ("2015.999", None)],
)  # fmt: skip
def test_dates(text: str, day: str | None) -> None:
    assert cells.iso_date(text) == day


def test_times_and_stamps() -> None:
    assert cells.iso_time("10.48.00") == "10:48:00"
    assert cells.iso_time("25:00") is None
    assert cells.stamp("2015-03-17", "09:25:55") == "2015-03-17T09:25:55"
    assert cells.seconds_between("2015-03-17T10:00:00", "2015-03-17T10:45:00") == 2700
    assert cells.seconds_between("2015-03-17", "2015-03-17T10:45:00") is None


@pytest.mark.thorough
@given(st.text(max_size=60))
def test_no_text_upsets_a_cell(text: str) -> None:
    for function in (cells.number, cells.scaled, cells.size_bytes, cells.duration_s,
                     cells.iso_date, cells.iso_time, cells.is_blank):  # fmt: skip
        function(text)
    cells.number(text, ",")


def test_blank_cells_stay_blank() -> None:
    columns = (
        Column("name", 0, 4), Column("reads", 12, 17), Column("writes", 21, 27), Column("e", 30, 36)
    )  # fmt: skip
    assert row_cells("ASSO           12                 3", columns) == {
        "name": "ASSO", "reads": "12", "e": "3",
    }  # fmt: skip


def test_collapsed_rows_are_read_in_order_or_not_at_all() -> None:
    columns = (
        Column("name", 0, 4), Column("reads", 5, 10), Column("writes", 11, 17), Column("e", 18, 24)
    )  # fmt: skip
    assert row_cells("ASSO 1 2 3", columns) == {
        "name": "ASSO", "reads": "1", "writes": "2", "e": "3",
    }  # fmt: skip
    assert row_cells("ASSO 1 2 3 4", columns) is None


@pytest.mark.parametrize(
    ("spaced", "plain"),
    [("C P U   A C T I V I T Y", "CPU ACTIVITY"), ("A d a b a s   executed", "Adabas executed"),
     ("no spacing here", "no spacing here")],
)  # fmt: skip
def test_letter_spaced_titles(spaced: str, plain: str) -> None:
    assert unspaced(spaced) == plain
