"""A blank cell of a row moves no figure into another column: it is right, or it is not read."""

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import SAMPLES, Read, read


@pytest.mark.parametrize(
    ("name", "row", "cell"),
    [
        ("ada10-nuc1.txt", "(NU)", "1,728,000"),
        ("ada10-nuc1.txt", "(NU)", "108,000"),
        ("cics-vse-dfh0stat.txt", "Data       8192           40", "5372"),
        ("ims-monitor.txt", "**REGION    2", "24102"),
        ("rmf-sysplex.txt", "ADADB010CACHE", "91.7"),
        ("rmf-sysb.txt", " ADD032 ", "21.20"),
        ("rmf-sysb.txt", " ADD011 ", ".000"),
    ],
)
def test_what_is_left_of_a_row_keeps_its_columns(name: str, row: str, cell: str) -> None:
    lines = (SAMPLES / "engagement" / name).read_text(encoding="utf-8").split("\n")
    at = next(i for i, line in enumerate(lines) if row in line and f" {cell} " in line)
    whole = read("\n".join(lines))
    lines[at] = lines[at].replace(f" {cell} ", " " * (len(cell) + 2), 1)
    found = read("\n".join(lines))

    def figures(reading: Read) -> dict[tuple[str, str], object]:
        items = reading.reading.observations
        return {(o.subject, o.metric): o.value for o in items if o.line == at + 1}

    before = figures(whole)
    assert all(before[key] == value for key, value in figures(found).items())
    assert found.reading.numbers.unread > 0
