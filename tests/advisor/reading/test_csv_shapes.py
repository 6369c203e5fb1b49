"""Tables as spreadsheets and mails hand them on: tabs, quotes, guards, decimal commas."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable

import pytest

from advisor.reading import read_bytes
from tests.advisor.reading.report_reading import SAMPLES, read

_POINT = re.compile(r"-?\d+\.\d+$")


def comma(cell: str) -> str:
    return cell.replace(".", ",") if _POINT.match(cell) else cell


def quoted(cell: str) -> str:
    return f'"{cell}"' if "," in cell else cell


SHAPES: dict[str, Callable[[list[str]], str]] = {
    "pasted from a spreadsheet": lambda row: "\t".join(row),
    "pasted with decimal commas": lambda row: "\t".join(map(comma, row)),
    "decimal commas between commas": lambda row: ",".join(quoted(comma(cell)) for cell in row),
    "decimal commas between semicolons": lambda row: ";".join(map(comma, row)),
    "all quoted": lambda row: ",".join(f'"{comma(cell)}"' for cell in row),
    "guards written again": lambda row: ",".join(f'"=""{cell}"""' for cell in row),
    "blanks behind commas": lambda row: ", ".join(f'"{cell}"' for cell in row),
}


def figures(text: str, name: str) -> dict[tuple[str, str], list[object]]:
    found: dict[tuple[str, str], list[object]] = {}
    (reading,) = read_bytes(name, text.encode())
    for item in reading.observations:
        found.setdefault((item.subject, item.metric), []).append(item.value)
    return found


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", ["monvse.csv", "cmf-tasks.csv", "rmf-overview.csv"])
def test_a_table_gives_the_same_figures_in_every_shape(name: str, shape: str) -> None:
    text = (SAMPLES / "formats" / name).read_text()
    separator = ";" if text.count(";") > text.count(",") else ","
    rows = [
        [cell.replace(",", ".") if separator == ";" else cell for cell in row]
        for row in csv.reader(io.StringIO(text), delimiter=separator)
    ]
    other = "".join(SHAPES[shape](row) + "\n" for row in rows)
    whole = figures(text, name)
    assert whole
    assert figures(other, name) == whole


@pytest.mark.parametrize("table", ["QPST", "QMST", "WQ"])
def test_tables_of_mqsmfcsv_pasted_from_a_spreadsheet(table: str) -> None:
    name = f"mqsmfcsv-{table}.csv"
    text = (SAMPLES / "formats" / name).read_text()
    plain = re.sub(r'="(\d+)"', r"\1", text)
    pasted = "".join("\t".join(row) + "\n" for row in csv.reader(io.StringIO(plain)))
    assert figures(pasted, name) == figures(text, name)


def test_a_printed_table_is_no_pasted_one() -> None:
    printed = """\
TRAN  RESPONSE   USRCPUT  USRDISPT
NV01    0.0412    0.0081    0.0120
"""
    (reading,) = read_bytes("a.txt", printed.encode())
    assert reading.formats == ()


@pytest.mark.parametrize(
    ("separator", "cells"),
    [
        (",", 'SYSA,03/04/2015,10.00.00,00.15.00,26.60,"12,874","8,100.113","43,384"'),
        (";", "SYSA;04.03.2015;10:00:00;00:15:00;26,60;12.874;8.100,113;43.384"),
    ],
)
def test_figures_with_thousands_are_not_listed_as_not_read(separator: str, cells: str) -> None:
    heading = "SYSTEM,DATE,TIME,INT,CPUBSY,AVGAVAIL,DEMPAGE,SSCHRT".replace(",", separator)
    more = "SYSA,03/04/2015,10.15.00,00.15.00,26.60,2790,1.20,43884"
    if separator == ";":
        more = "SYSA;04.03.2015;10:15:00;00:15:00;26,61;2790;1,20;43884"
    found = read(f"{heading}\n{cells}\n{more}\n", "overview.csv")
    first, _ = found.all("lpar:SYSA", "demand_paging_per_s")
    assert first.value == 8100.113
    assert found.reading.numbers.listed == ()
